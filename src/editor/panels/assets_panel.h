/* SPDX-License-Identifier: MIT */
/* The list of the project's sprites, with thumbnails. */
#ifndef KB_ASSETS_PANEL_H
#define KB_ASSETS_PANEL_H

#include <adwaita.h>

#include "editor/widgets/thumbnails.h"

#define KB_TYPE_ASSETS_PANEL (kb_assets_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbAssetsPanel, kb_assets_panel, KB, ASSETS_PANEL, AdwBin)

void kb_assets_panel_set_state (KbAssetsPanel *self, KbEditorState *state,
                                KbThumbnails *thumbnails);

#endif
