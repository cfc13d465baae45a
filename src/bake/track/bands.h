/* SPDX-License-Identifier: MIT */
/* Defines a band: computed from the clearance, overridden by hand. The computed band of a radius is
 * all road with a clearance less than the radius (see clearance/clearance.h). The band's painting
 * overrides this: 0 for as computed, KB_BAND_IS and KB_BAND_IS_NOT, on the road and off it. Canvas
 * and bank both use this. */
#ifndef KB_TRACK_BANDS_H
#define KB_TRACK_BANDS_H

#include "bake/clearance/clearance.h"
#include "document/model.h"

/* Flags of a pixel. If only one is set, painting and computation differ. */
enum { KB_BAND_IN = 1 << 0, KB_BAND_COMPUTED = 1 << 1 };

/* A radius from 0 to the cut-off of the numbers (KbTrackForm.most), and its painting: a picture of
 * the track's size, or NULL. During a stroke, also its painter. All borrowed. */
typedef struct {
  double radius;
  const KbZones *by_hand;
  const KbZonesPainter *painter;
} KbBandForm;

/* From a band of a document. */
KbBandForm kb_band_form (const KbBand *band);

/* Flags of `width` pixels of a row, from their clearance and their painting (NULL: none). */
void kb_track_band_row (const gint16 *clearance, guint width, double radius, const guint8 *by_hand,
                        guint8 *flags);
/* The same for a rectangle within the picture; clearance and flags begin at its upper left
 * pixel. */
void kb_track_band_box (const gint16 *clearance, gsize stride, const KbBandForm *band,
                        const KbClearanceBox *box, guint8 *flags, gsize flags_stride);

#endif
