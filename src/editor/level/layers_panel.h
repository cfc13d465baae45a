/* SPDX-License-Identifier: MIT */
/* The layers of a level, front to back: walls, grounds, mazes, tile layers, heightmaps. The
 * selected one is active. */
#ifndef KB_LAYERS_PANEL_H
#define KB_LAYERS_PANEL_H

#include <adwaita.h>

#include "editor/editor_state.h"

#define KB_TYPE_LAYERS_PANEL (kb_layers_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbLayersPanel, kb_layers_panel, KB, LAYERS_PANEL, AdwBin)

void kb_layers_panel_set_state (KbLayersPanel *self, KbEditorState *state);

#endif
