/* SPDX-License-Identifier: MIT */
/* A track as the bank has it: everything computed at once, by the same functions that the canvas shows it with. */
#ifndef KB_BAKE_TRACK_H
#define KB_BAKE_TRACK_H

#include "bake/track/bands.h"
#include "bake/track/form.h"

typedef struct {
  double radius;
  gsize stride;                /* bytes of a row: (width + 7) / 8 */
  guint8 *bits;                /* rows; pixel x is bit x % 8 of byte x / 8: it is in the band, by hand or computed */
  guint64 area;                /* pixels in the band */
  guint64 added, removed;      /* pixels that are in it, or are not, only because somebody painted them so */
} KbBakedBand;

typedef struct {
  guint width, height, cut_off;
  KbZones *surfaces;
  gint16 *clearance;           /* see clearance.h, with this cut-off; for kb_clearance_pack */
  gsize stride;                /* numbers of a row */
  guint n;
  KbBakedBand *bands;
} KbBakedTrack;

/* `bands`: n of them, in this order. Errors: KB_ERROR_MACHINE (no memory), G_IO_ERROR_CANCELLED. `watch` may be NULL. */
KbBakedTrack *kb_track_bake (const KbTrackForm *form, const KbBandForm *bands, guint n, const KbWatch *watch, GError **error);
void kb_baked_track_free (KbBakedTrack *track);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbBakedTrack, kb_baked_track_free)

#endif
