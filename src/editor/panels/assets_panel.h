/* SPDX-License-Identifier: MIT */
/* The lists of the project's sprites, with thumbnails, masks, tracks and levels. */
#ifndef KB_ASSETS_PANEL_H
#define KB_ASSETS_PANEL_H

#include <adwaita.h>

#include "editor/editor_state.h"

#define KB_TYPE_ASSETS_PANEL (kb_assets_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbAssetsPanel, kb_assets_panel, KB, ASSETS_PANEL, AdwBin)

/* Once, after construction. */
void kb_assets_panel_set_state (KbAssetsPanel *self, KbEditorState *state);

#endif
