/* SPDX-License-Identifier: MIT */
/* What tests of frames, bitmaps and masks say about places. */
#ifndef TESTS_PLACES_H
#define TESTS_PLACES_H

#include "runtime/kickbox.h"
#include "shape_of.h"

#include <math.h>

/* An upright place, as an initialiser. */
#define PLACE(x, y, flip_x, flip_y) { (double) (x) + 0.5, (double) (y) + 0.5, { 1, 0 }, 1, (flip_x), (flip_y) }

static inline int32_t place_column (kbx_place place) { return (int32_t) floor (place.x); }
static inline int32_t place_row (kbx_place place) { return (int32_t) floor (place.y); }

/* Where the frame's own coordinates are the world's. */
static inline kbx_place
own_place (kbx_handle frame)
{
  kbx_point hot = kbx_info (frame).hot_spot;
  return kbx_at (hot.x, hot.y);
}

static inline kbx_vec
middle_of (kbx_point p)
{
  kbx_vec v;
  v.x = (float) p.x + 0.5f;
  v.y = (float) p.y + 0.5f;
  return v;
}


#endif
