/* SPDX-License-Identifier: MIT */
/* A track's surfaces and clearance, updated during editing, for the canvas. Flow: kb_live_track_new
 * computes everything, if need be on a worker thread. Its new owner then calls kb_live_track_stroke
 * during a stroke, and kb_live_track_follow after each edit, undo, or step of a drag. Only changes
 * are computed: boxes of changed curve segments, replaced tiles of the painting, and the clearance
 * around changed road pixels. */

/* The numbers are bit-identical to a full computation. Ownership: it owns a snapshot, and nothing
 * of a painter after a call. Memory: 2 bytes per pixel for the clearance, 4 KiB for each tile in
 * which curves and painting overlap. Threads: one at a time. */
#ifndef KB_TRACK_LIVE_H
#define KB_TRACK_LIVE_H

#include "bake/track/tracks.h"

typedef struct KbLiveTrack KbLiveTrack;

/* Errors: KB_ERROR_MACHINE (no memory), G_IO_ERROR_CANCELLED. `watch` may be NULL. */
KbLiveTrack *kb_live_track_new (const KbTrackForm *form, const KbWatch *watch, GError **error);
void kb_live_track_free (KbLiveTrack *live);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbLiveTrack, kb_live_track_free)

/* Where something may have changed; width is 0 if nothing has. */
typedef struct {
  KbClearanceBox surfaces, clearance;
} KbTrackChange;

/* Updates to `form` after any edits, undo, or a finished or reverted stroke. Returns FALSE, without
 * changes, if the size or the cut-off differs: make a new one. `change` may be NULL. Cost: a
 * pointer per tile, and the changes; a mostly changed clearance is computed on all processors. */
gboolean kb_live_track_follow (KbLiveTrack *live, const KbTrackForm *form, KbTrackChange *change);
/* Updates during a stroke on the painting last followed. The box, from kb_zones_painter_take_dirty,
 * contains the pixels written since the last call. kb_live_track_follow ends the stroke. Cost of a
 * dab of 64 pixels: below 1 ms. */
KbTrackChange kb_live_track_stroke (KbLiveTrack *live, const KbZonesPainter *painter, gint x,
                                    gint y, guint width, guint height);

guint kb_live_track_width (const KbLiveTrack *live);
guint kb_live_track_height (const KbLiveTrack *live);
guint kb_live_track_most (const KbLiveTrack *live);
/* 0 outside. The second returns 64 rows of 64 bytes for a tile counted as in KbZones, valid until
 * the next change. */
guint8 kb_live_track_surface_at (const KbLiveTrack *live, gint x, gint y);
const guint8 *kb_live_track_tile (const KbLiveTrack *live, guint index);

/* In 1/16 pixel, see clearance.h; FALSE outside. */
gboolean kb_live_track_clearance_at (const KbLiveTrack *live, gint x, gint y, gint *clearance);
/* The row's numbers from x = 0 on, valid until the next change; rows are equally far apart. */
const gint16 *kb_live_track_row (const KbLiveTrack *live, gint y);

/* Flags of a band (see tracks.h) in a rectangle within the picture. Cost: linear, below 1 ns per
 * pixel. */
void kb_live_track_band (const KbLiveTrack *live, const KbBandForm *band, const KbClearanceBox *box,
                         guint8 *flags, gsize stride);

/* The clearance packed for a bank, with the bank's cut-off. */
GBytes *kb_live_track_pack (const KbLiveTrack *live);

#endif
