/* SPDX-License-Identifier: MIT */
/* The lists of the project's sprites, masks, tracks and levels, with thumbnails of sprites. */
#ifndef KB_ASSETS_PANEL_H
#define KB_ASSETS_PANEL_H

#include <adwaita.h>

#include "editor/editor_state.h"

#define KB_TYPE_ASSETS_PANEL (kb_assets_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbAssetsPanel, kb_assets_panel, KB, ASSETS_PANEL, AdwBin)

/* Call once, after construction. */
void kb_assets_panel_set_state (KbAssetsPanel *self, KbEditorState *state);

#endif
