/* SPDX-License-Identifier: MIT */
/* The numbers of the selection on the level, and of the level itself. */
#ifndef KB_LEVEL_PANEL_H
#define KB_LEVEL_PANEL_H

#include <adwaita.h>

#include "editor/editor_state.h"

#define KB_TYPE_LEVEL_PANEL (kb_level_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbLevelPanel, kb_level_panel, KB, LEVEL_PANEL, AdwBin)

/* Once, after construction. */
void kb_level_panel_set_state (KbLevelPanel *self, KbEditorState *state);

#endif
