/* SPDX-License-Identifier: MIT */
/* The surfaces, the clearance and the bands of the track that is shown, up to date with its edits
 * and with the stroke under way; and their picture.
 *
 * Flow: another track is shown -> it is computed, a large one by a thread, with progress and Cancel
 * -> each edit and stroke after that only computes what it changed, before the next redraw. One a
 * window, which owns it. */
#ifndef KB_TRACK_WATCH_H
#define KB_TRACK_WATCH_H

#include <cairo.h>

#include "bake/track/live.h"
#include "editor/editor_state.h"

typedef struct KbTrackWatch KbTrackWatch;

/* The track that is shown is to be computed by a thread; kb_track_watch_take ends that. */
typedef void (*KbTrackWanted) (gpointer data);
KbTrackWatch *kb_track_watch_new (KbEditorState *state, KbTrackWanted wanted, gpointer data);
void kb_track_watch_free (KbTrackWatch *self);
/* That of the window of the state; NULL before there is one. */
KbTrackWatch *kb_track_watch_of (KbEditorState *state);

/* Nothing is computed, because somebody cancelled it. */
gboolean kb_track_watch_was_cancelled (const KbTrackWatch *self);
void kb_track_watch_compute (KbTrackWatch *self);

/* How what was wanted ended: takes the live track, which may be NULL. */
void kb_track_watch_take (KbTrackWatch *self, KbId track, KbLiveTrack *live);

gboolean kb_track_watch_shows_band (const KbTrackWatch *self, KbId band);
void kb_track_watch_show_band (KbTrackWatch *self, KbId band, gboolean shown);
/* In how many pixels what is painted by hand differs from what is computed. Cost: what is
 * painted. */
guint64 kb_track_watch_differs (KbTrackWatch *self, const KbBand *band);

/* "tarmac · clearance 12.4"; a new string, empty where there is nothing to say. */
char *kb_track_watch_describe (KbTrackWatch *self, gint x, gint y);
/* Surfaces and bands over what is there. FALSE: they are not known, nothing is drawn. */
gboolean kb_track_watch_draw (KbTrackWatch *self, cairo_t *cr);

#endif
