/* SPDX-License-Identifier: MIT */
/* Shared by the files of the shape table: a row per kind, the grid, corners of rectangles. */
#ifndef KB_SHAPE_KINDS_H
#define KB_SHAPE_KINDS_H

#include <glib/gi18n.h>
#include <math.h>

#include "document/shapes/shape.h"

#define KB_MAX_POLYGON_CORNERS 512
#define KB_ROTATION_DISTANCE 26.0   /* screen pixels from the top edge to the rotation handle */

extern const KbShapeKind kb_box_kind, kb_circle_kind, kb_oriented_kind, kb_polygon_kind,
  kb_capsule_kind;

/* Functions shared by box and oriented box: v[2] and v[3] are the sides. */
const char *kb_rectangle_fault (const KbGeometry *geometry);
gboolean kb_rectangle_grow (KbGeometry *geometry, gint dx, gint dy, int corner);
guint kb_rectangle_n_handles (const KbGeometry *geometry);
/* Snaps all lengths to the grid. */
void kb_grid_snap (KbGeometry *geometry);
/* Move or mirror the first two numbers, for kinds with no other position. */
void kb_first_translate (KbGeometry *geometry, double dx, double dy);
void kb_first_mirror (KbGeometry *geometry, gboolean vertical_line, double axis);

/* A handle of a rectangle with centre, size and degrees v[0 .. 4], and the rectangle turned towards
 * p, in whole degrees, with `keep` in steps of 15. */
KbVec kb_rectangle_handle (const double v[5], guint index, double scale);
void kb_rotate_rectangle (const double v[5], KbVec p, gboolean keep, KbGeometry *result);

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
