/* SPDX-License-Identifier: MIT */
/* Surfaces, clearance and bands of the current track, up to date with edits and the current stroke,
 * and their picture. One a window, which owns it.
 *
 * Flow: another track is shown -> it is computed, a large one in a thread with progress and Cancel.
 * Each edit and stroke then updates only what it changed, before the next redraw. */
#ifndef KB_TRACK_WATCH_H
#define KB_TRACK_WATCH_H

#include "bake/track/live.h"
#include "drawing/surfaces.h"
#include "editor/state/editor_state.h"

typedef struct KbTrackWatch KbTrackWatch;

/* Asks to compute the current track in a thread; kb_track_watch_take ends that. */
typedef void (*KbTrackWanted) (gpointer data);
KbTrackWatch *kb_track_watch_new (KbEditorState *state, KbTrackWanted wanted, gpointer data);
void kb_track_watch_free (KbTrackWatch *self);
/* The one of the state's window, or NULL before it exists. */
KbTrackWatch *kb_track_watch_of (KbEditorState *state);

/* Whether nothing is computed because the user cancelled. */
gboolean kb_track_watch_was_cancelled (const KbTrackWatch *self);
void kb_track_watch_compute (KbTrackWatch *self);

/* Ends the computation; takes the live track, which may be NULL. */
void kb_track_watch_take (KbTrackWatch *self, KbId track, KbLiveTrack *live);

gboolean kb_track_watch_shows_band (const KbTrackWatch *self, KbId band);
void kb_track_watch_show_band (KbTrackWatch *self, KbId band, gboolean shown);
/* The number of pixels in which the band differs from the computed one. Cost: what is painted. */
guint64 kb_track_watch_differs (KbTrackWatch *self, const KbBand *band);

/* "tarmac · clearance 12.4", as a new string, empty for nothing. */
char *kb_track_watch_describe (KbTrackWatch *self, gint x, gint y);
/* Makes the track's painting one of surfaces and bands, valid until the next call. Returns FALSE,
 * having changed nothing, if they are not computed. */
gboolean kb_track_watch_fill (KbTrackWatch *self, KbPainting *painting);

#endif
