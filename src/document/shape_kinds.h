/* SPDX-License-Identifier: MIT */
/* What the files of the shape table share: a kind each, the grid, corners of rectangles. */
#ifndef KB_SHAPE_KINDS_H
#define KB_SHAPE_KINDS_H

#include <glib/gi18n.h>
#include <math.h>

#include "document/shape.h"

#define KB_GRID 256.0               /* steps of the grid in a pixel */
#define KB_MAX_POLYGON_CORNERS 512
#define KB_ROTATION_DISTANCE 26.0   /* screen pixels from the top edge to the rotation handle */

extern const KbShapeKind kb_box_kind, kb_circle_kind, kb_oriented_kind, kb_polygon_kind;

/* A polygon that crosses or touches itself, as text for people; NULL when it is simple. */
const char *kb_polygon_fault (const KbGeometry *geometry);

/* The handle above a rectangle with centre, size and degrees v[0 .. 4], and the same turned towards
 * p, in whole degrees, in steps of 15 when kept. */
KbVec kb_rotation_handle (const double v[5], double scale);
void kb_rotate_rectangle (const double v[5], KbVec p, gboolean keep, KbGeometry *result);

static inline double
kb_to_grid (double value)
{
  return floor (value * KB_GRID + 0.5) / KB_GRID;
}

static inline double
kb_to_pixel (double value)
{
  return floor (value + 0.5);
}

static inline gint64
kb_grid_steps (double value)
{
  return (gint64) floor (value * KB_GRID + 0.5);
}

/* The eight handles of a rectangle, from the top left clockwise: -1, 0, 1 in units of half a
 * side. */
extern const gint8 kb_rectangle_handles[8][2];

#endif
