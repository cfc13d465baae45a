/* SPDX-License-Identifier: MIT */
/* Short ways to write shapes in tests, from doubles, and numbers that no shape may have. */
#ifndef KB_TEST_SHORT_SHAPES_H
#define KB_TEST_SHORT_SHAPES_H

#include "runtime/kickbox.h"

#include <glib.h>
#include <math.h>

#define POLYGON(corners) ((kbx_polygon) { corners, G_N_ELEMENTS (corners) })

static inline kbx_vec v (double x, double y) { return (kbx_vec) { (float) x, (float) y }; }
static inline kbx_rect r (double x0, double y0, double x1, double y1) { return (kbx_rect) { v (x0, y0), v (x1, y1) }; }
static inline kbx_circle c (double x, double y, double radius) { return (kbx_circle) { v (x, y), (float) radius }; }

static inline kbx_obb
o (double x, double y, double w, double h, double degrees)
{
  return (kbx_obb) { v (x, y), kbx_direction (degrees), (float) w, (float) h };
}

static const float bad[] = { NAN, INFINITY, -INFINITY, 4194305, -4194305, 3e38f };

#endif
