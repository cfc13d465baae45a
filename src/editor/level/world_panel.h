/* SPDX-License-Identifier: MIT */
/* Fields of the chosen maze, ground or heightmap, what is to be told of it, and what can be done
 * with it. Invisible without one. */
#ifndef KB_WORLD_PANEL_H
#define KB_WORLD_PANEL_H

#include <adwaita.h>

#include "editor/editor_state.h"

#define KB_TYPE_WORLD_PANEL (kb_world_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbWorldPanel, kb_world_panel, KB, WORLD_PANEL, AdwBin)

GtkWidget *kb_world_panel_new (KbEditorState *state);

#endif
