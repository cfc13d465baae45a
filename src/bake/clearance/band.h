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

#endif
