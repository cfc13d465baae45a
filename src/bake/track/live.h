/* SPDX-License-Identifier: MIT */
/* A track's surfaces and clearance, kept up to date while somebody works on it.
 *
 * Purpose: what the canvas shows. Flow: kb_live_track_new computes everything, on a worker thread
 * where that takes long; the thread that has it from then on calls kb_live_track_stroke while a
 * stroke is under way, and kb_live_track_follow after each edit, undo, or step of a drag. Only what
 * changed is computed: of the curves the boxes of changed segments, of the painting the tiles that
 * are no longer the same ones, of the clearance what is near pixels that became road or no longer
 * are. The numbers are those of a whole computation, bit for bit. Ownership: it holds a snapshot of
 * its own (2 bytes a pixel for the clearance, 4 KiB for each tile where curves and painting
 * overlap), and nothing of a painter after a call. Threads: one at a time. */
#ifndef KB_TRACK_LIVE_H
#define KB_TRACK_LIVE_H

#include "bake/track/bands.h"
#include "bake/track/form.h"

typedef struct KbLiveTrack KbLiveTrack;

/* Errors: KB_ERROR_MACHINE (no memory), G_IO_ERROR_CANCELLED. `watch` may be NULL. */
KbLiveTrack *kb_live_track_new (const KbTrackForm *form, const KbWatch *watch, GError **error);
void kb_live_track_free (KbLiveTrack *live);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbLiveTrack, kb_live_track_free)

/* Where something may have become different; width is 0 where nothing has. */
typedef struct {
  KbClearanceBox surfaces, clearance;
} KbTrackChange;

/* The track has become `form`, whatever happened in between: edits, undo, a stroke that ended or
 * was taken back. FALSE where the size or the cut-off is another one: nothing is done, make a new
 * one. `change` may be NULL. Cost: a pointer a tile, and what changed; a clearance of which most
 * changed is computed on all processors. */
gboolean kb_live_track_follow (KbLiveTrack *live, const KbTrackForm *form, KbTrackChange *change);
/* A stroke is under way on the painting that was followed last; pixels within the box, as
 * kb_zones_painter_take_dirty gives it, were written since the last call. kb_live_track_follow ends
 * it. Cost of a dab of 64 pixels: below 1 ms. */
KbTrackChange kb_live_track_stroke (KbLiveTrack *live, const KbZonesPainter *painter, gint x,
                                    gint y, guint width, guint height);

guint kb_live_track_width (const KbLiveTrack *live);
guint kb_live_track_height (const KbLiveTrack *live);
guint kb_live_track_most (const KbLiveTrack *live);
/* 0 outside; of a tile 64 rows of 64 bytes, tiles counted as in KbZones, valid until the next
 * change. */
guint8 kb_live_track_surface_at (const KbLiveTrack *live, gint x, gint y);
const guint8 *kb_live_track_tile (const KbLiveTrack *live, guint index);

/* In 1/16 pixel, see clearance.h; FALSE outside. */
gboolean kb_live_track_clearance_at (const KbLiveTrack *live, gint x, gint y, gint *clearance);
/* The row's numbers from x = 0 on, valid until the next change; rows are equally far apart. */
const gint16 *kb_live_track_row (const KbLiveTrack *live, gint y);

/* Flags of a band (see bands.h) of a rectangle, which has to lie within the picture. Cost: linear,
 * below 1 ns a pixel. */
void kb_live_track_band (const KbLiveTrack *live, const KbBandForm *band, const KbClearanceBox *box,
                         guint8 *flags, gsize stride);

/* The clearance as a bank has it, with the bank's cut-off. */
GBytes *kb_live_track_pack (const KbLiveTrack *live);

#endif
