/* SPDX-License-Identifier: MIT */
/* The one definition of a band: computed from the clearance, and then what is painted by hand wins.
 *
 * A pixel is in the computed band of a radius where it is road and its clearance is less than the
 * radius (see clearance/clearance.h). The painting of the band may say otherwise: its pixels are 0
 * for as computed, KB_BAND_IS and KB_BAND_IS_NOT. Both count on the road and off it. Canvas and
 * bank ask here, and nowhere else. */
#ifndef KB_TRACK_BANDS_H
#define KB_TRACK_BANDS_H

#include "bake/clearance/clearance.h"
#include "document/model.h"

/* Of a pixel. Where only one of the two is set, hand and computation differ. */
enum { KB_BAND_IN = 1 << 0, KB_BAND_COMPUTED = 1 << 1 };

/* A radius of 0 up to the cut-off of the numbers (KbTrackForm.most), and what is painted for it: a
 * picture of the track's size, or NULL. While a stroke is under way on that, also its painter. All
 * borrowed. */
typedef struct {
  double radius;
  const KbZones *by_hand;
  const KbZonesPainter *painter;
} KbBandForm;

/* Of a band of a document. */
KbBandForm kb_band_form (const KbBand *band);

/* Flags of `width` pixels of a row, from their numbers of clearance and what is painted there
 * (NULL: nothing). */
void kb_track_band_row (const gint16 *clearance, guint width, double radius, const guint8 *by_hand,
                        guint8 *flags);
/* The same of a rectangle within the picture; clearance and flags begin at its upper left pixel. */
void kb_track_band_box (const gint16 *clearance, gsize stride, const KbBandForm *band,
                        const KbClearanceBox *box, guint8 *flags, gsize flags_stride);

#endif
