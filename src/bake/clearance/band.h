/* SPDX-License-Identifier: MIT */
/* Bands: the road where the middle of a car of some radius would be too near the edge. */
#ifndef KB_BAKE_BAND_H
#define KB_BAKE_BAND_H

#include "bake/clearance/clearance.h"

/* The band of a radius is what is road and has a clearance below it, as the numbers of kb_clearance tell (which are
 * rounded to 1/16 pixel), so that the bank's lookups and masks made of bands agree. Radii are in pixels, at most the
 * cut-off that the numbers were made with. */

/* The least number that is no longer in the band: a number c is in where 0 < c < kb_band_end (radius). */
gint kb_band_end (double radius);

/* Pixels x0 <= x < x1. */
typedef struct { gint x0, x1; } KbBandSpan;

/* Those of a row of `width` numbers, from left to right: as many as fit into spans[0..capacity). Returns how many there
 * are, at most half of width, rounded up. Cost: linear. */
guint kb_band_row (const gint16 *clearance, guint width, double radius, KbBandSpan *spans, guint capacity);

/* Rows of bytes, mask_stride apart: `value` in the band of the radius; what is there stays elsewhere. */
void kb_band_mask (const gint16 *clearance, guint width, guint height, gsize stride, double radius, guint8 value, guint8 *mask,
                   gsize mask_stride);

#endif
