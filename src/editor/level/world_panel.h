/* SPDX-License-Identifier: MIT */
/* Fields, facts and actions of the active maze, ground or heightmap. Hidden for other layers. */
#ifndef KB_WORLD_PANEL_H
#define KB_WORLD_PANEL_H

#include <adwaita.h>

#include "editor/editor_state.h"

#define KB_TYPE_WORLD_PANEL (kb_world_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbWorldPanel, kb_world_panel, KB, WORLD_PANEL, AdwBin)

GtkWidget *kb_world_panel_new (KbEditorState *state);

#endif
