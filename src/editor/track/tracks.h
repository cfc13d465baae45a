/* SPDX-License-Identifier: MIT */
/* Tracks in the editor: panels, actions, edits. */
#ifndef KB_EDITOR_TRACK_TRACKS_H
#define KB_EDITOR_TRACK_TRACKS_H

#include <adwaita.h>

#include "editor/state/actions.h"

/* Edits of the bands of a track, one undo step each. */

void kb_band_delete (KbWindow *window, KbId band);
/* Removes what was painted by hand. */
void kb_band_clear (KbWindow *window, KbId band);
/* `colour` is 0xRRGGBBAA. Consecutive changes merge. */
void kb_band_set_colour (KbEditorState *state, KbId band, guint32 colour);
/* Starts painting the band by hand, with a brush as wide as its radius; 0: the road. */
void kb_band_choose (KbEditorState *state, KbId band);

/* The bands of the track: radius, colour, visibility, and the one being painted by hand. */

#define KB_TYPE_BANDS_PANEL (kb_bands_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbBandsPanel, kb_bands_panel, KB, BANDS_PANEL, AdwBin)

/* Call once, after construction. */
void kb_bands_panel_set_state (KbBandsPanel *self, KbEditorState *state);

/* Actions of tracks. */

/* Computes clearance for the window's watch (see track_watch.h) in a thread, with progress and
 * Cancel. */
void kb_track_compute (gpointer window);

extern const KbAction kb_track_actions[];

/* The numbers of the selection on the track, and its curves and check points. Shown with the tools
 * for these. */

#define KB_TYPE_TRACK_PANEL (kb_track_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbTrackPanel, kb_track_panel, KB, TRACK_PANEL, AdwBin)

/* Call once, after construction. */
void kb_track_panel_set_state (KbTrackPanel *self, KbEditorState *state);

#endif
