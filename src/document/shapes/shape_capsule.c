/* SPDX-License-Identifier: MIT */
/* Capsule: both ends of a segment and a radius on the 1/256 grid; closed. */
#include "document/shapes/shape_kinds.h"

static const char *
capsule_fault (const KbGeometry *geometry)
{
  return geometry->v[4] > 0 ? NULL : N_("The capsule has no area");
}

static KbBounds
capsule_bounds (const KbGeometry *geometry)
{
  const double *v = geometry->v;

  return (KbBounds) { MIN (v[0], v[2]) - v[4], MIN (v[1], v[3]) - v[4], MAX (v[0], v[2]) + v[4],
                      MAX (v[1], v[3]) + v[4] };
}

static gboolean
capsule_contains (const KbGeometry *geometry, KbVec p)
{
  const double *v = geometry->v;
  double dx = v[2] - v[0], dy = v[3] - v[1], square = dx * dx + dy * dy;
  double along = square > 0 ? ((p.x - v[0]) * dx + (p.y - v[1]) * dy) / square : 0;

  along = CLAMP (along, 0, 1);
  return hypot (v[0] + along * dx - p.x, v[1] + along * dy - p.y) <= v[4];
}

static void
capsule_translate (KbGeometry *geometry, double dx, double dy)
{
  for (guint i = 0; i < 4; i++)
    geometry->v[i] += i % 2 ? dy : dx;
}

static void
capsule_mirror (KbGeometry *geometry, gboolean vertical_line, double axis)
{
  for (guint i = vertical_line ? 0 : 1; i < 4; i += 2)
    geometry->v[i] = 2 * axis - geometry->v[i];
}

/* The unit vector from one end to the other; downwards when both coincide. */
static KbVec
direction (const double *v)
{
  double length = hypot (v[2] - v[0], v[3] - v[1]);

  return length > 0 ? (KbVec) { (v[2] - v[0]) / length, (v[3] - v[1]) / length } : (KbVec) { 0, 1 };
}

/* The radius grows with the width, the segment with the height. */
static gboolean
capsule_grow (KbGeometry *geometry, gint dx, gint dy, int corner)
{
  double *v = geometry->v;
  KbVec along = direction (v);
  double by = MAX (dy, -hypot (v[2] - v[0], v[3] - v[1]));

  v[4] = MAX (0.5, v[4] + dx / 2.0);
  v[2] += along.x * by;
  v[3] += along.y * by;
  return TRUE;
}

static guint
capsule_n_handles (const KbGeometry *geometry)
{
  return 3;
}

/* Both ends, and the middle of a long side. */
static KbVec
capsule_handle (const KbGeometry *geometry, guint index, double scale)
{
  const double *v = geometry->v;
  KbVec along = direction (v);

  if (index < 2)
    return (KbVec) { v[2 * index], v[2 * index + 1] };
  return (KbVec) { (v[0] + v[2]) / 2 + along.y * v[4], (v[1] + v[3]) / 2 - along.x * v[4] };
}

static double
to_step (double value, double step)
{
  return floor (value / step + 0.5) * step;
}

/* An end snaps to half pixels; with `keep` to steps of 15 degrees about the other end. The radius,
 * the distance from the axis, snaps to half pixels, with `keep` to whole ones. */
static void
capsule_drag_handle (const KbGeometry *start, guint index, KbVec p, gboolean keep,
                     KbGeometry *result)
{
  kb_geometry_copy (result, start);
  double *v = result->v;
  if (index == 2)
    {
      KbVec along = direction (v);
      double radius = fabs (along.x * (p.y - v[1]) - along.y * (p.x - v[0]));
      v[4] = MAX (0.5, to_step (radius, keep ? 1 : 0.5));
      return;
    }
  const double *other = v + 2 - 2 * index;
  if (keep)
    {
      double length = hypot (p.x - other[0], p.y - other[1]);
      double angle = to_step (atan2 (p.y - other[1], p.x - other[0]), G_PI / 12);
      p = (KbVec) { other[0] + length * cos (angle), other[1] + length * sin (angle) };
    }
  v[2 * index] = to_step (p.x, 0.5);
  v[2 * index + 1] = to_step (p.y, 0.5);
}

static const char *const capsule_labels[] = { N_("x1"), N_("y1"),     N_("x2"),
                                              N_("y2"), N_("radius"), NULL };

const KbShapeKind kb_capsule_kind = {
  .name = "capsule",
  .label = N_("Capsule"),
  .noun = N_("capsule"),
  .drawn = N_("Draw capsule"),
  .min_numbers = 5,
  .max_numbers = 5,
  .n_lengths = 5,
  .first_size = 4,
  .handle_step = 0.5,
  .number_labels = capsule_labels,
  .snap = kb_grid_snap,
  .fault = capsule_fault,
  .bounds = capsule_bounds,
  .contains = capsule_contains,
  .translate = capsule_translate,
  .mirror = capsule_mirror,
  .grow = capsule_grow,
  .n_handles = capsule_n_handles,
  .handle = capsule_handle,
  .drag_handle = capsule_drag_handle,
};
