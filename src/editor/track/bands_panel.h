/* SPDX-License-Identifier: MIT */
/* The bands of the track: radius, colour, visibility, and the one being painted by hand. */
#ifndef KB_BANDS_PANEL_H
#define KB_BANDS_PANEL_H

#include <adwaita.h>

#include "editor/editor_state.h"

#define KB_TYPE_BANDS_PANEL (kb_bands_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbBandsPanel, kb_bands_panel, KB, BANDS_PANEL, AdwBin)

/* Call once, after construction. */
void kb_bands_panel_set_state (KbBandsPanel *self, KbEditorState *state);

#endif
