/* SPDX-License-Identifier: MIT */
/* The numbers of the selection on the track, and its curves and check points. Shown with the tools
 * for these. */
#ifndef KB_TRACK_PANEL_H
#define KB_TRACK_PANEL_H

#include <adwaita.h>

#include "editor/editor_state.h"

#define KB_TYPE_TRACK_PANEL (kb_track_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbTrackPanel, kb_track_panel, KB, TRACK_PANEL, AdwBin)

/* Call once, after construction. */
void kb_track_panel_set_state (KbTrackPanel *self, KbEditorState *state);

#endif
