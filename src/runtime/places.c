/* SPDX-License-Identifier: MIT */
/* Where things are placed. */
#include <math.h>

#include "runtime/kickbox.h"

/* The centre of the pixel that holds v; NaN where that is no int32 pixel. */
static double
kbx_pixel_centre (double v)
{
  int32_t pixel;
  if (!(v >= -2147483648.0 && v < 2147483648.0))
    return (double) NAN;
  pixel = (int32_t) v;
  return (v < pixel ? (double) pixel - 1 : (double) pixel) + 0.5;
}

KBX_API kbx_place
kbx_at_flipped (double x, double y, bool flip_x, bool flip_y)
{
  kbx_place place;
  place.x = kbx_pixel_centre (x);
  place.y = kbx_pixel_centre (y);
  place.axis.x = 1;
  place.axis.y = 0;
  place.scale = 1;
  place.flip_x = flip_x;
  place.flip_y = flip_y;
  return place;
}

KBX_API kbx_place kbx_at (double x, double y) { return kbx_at_flipped (x, y, false, false); }

KBX_API kbx_place
kbx_turned (kbx_vec position, kbx_vec axis, float scale)
{
  kbx_place place;
  place.x = position.x;
  place.y = position.y;
  place.axis = axis;
  place.scale = scale;
  place.flip_x = place.flip_y = false;
  return place;
}
