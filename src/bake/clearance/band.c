/* SPDX-License-Identifier: MIT */
/* Bands of a clearance: comparisons with whole numbers. */
#include "bake/clearance/band.h"

#include <math.h>

/* That of the radius in 1/16 pixel, if it is none itself the next one. */
gint
kb_band_end (double radius)
{
  return (gint) ceil (CLAMP (radius, 0, KB_CLEARANCE_MOST) * KB_CLEARANCE_UNITS);
}
