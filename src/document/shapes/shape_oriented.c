/* SPDX-License-Identifier: MIT */
/* Oriented box: centre x, y, width, height on the 1/256 grid, degrees clockwise on screen;
 * closed. */
#include "document/shapes/shape_kinds.h"

/* Sine and cosine, exact at multiples of 90 degrees. */
static void
sine_and_cosine (double degrees, double *c, double *s)
{
  double quarter = degrees / 90;

  if (quarter == floor (quarter))
    {
      static const gint8 cosines[4] = { 1, 0, -1, 0 }, sines[4] = { 0, 1, 0, -1 };
      int i = (int) fmod (fmod (quarter, 4) + 4, 4);

      *c = cosines[i];
      *s = sines[i];
      return;
    }
  *c = cos (degrees * G_PI / 180);
  *s = sin (degrees * G_PI / 180);
}

/* Converts (x, y) along the box's axes, from its centre, to picture coordinates. */
static KbVec
to_picture (const double *v, double x, double y)
{
  double c, s;

  sine_and_cosine (v[4], &c, &s);
  return (KbVec) { v[0] + x * c - y * s, v[1] + x * s + y * c };
}

static KbVec
to_local (const double *v, KbVec p)
{
  double c, s, dx = p.x - v[0], dy = p.y - v[1];

  sine_and_cosine (v[4], &c, &s);
  return (KbVec) { dx * c + dy * s, dy * c - dx * s };
}

/* Wraps to (-180, 180]. */
static double
wrap_degrees (double degrees)
{
  degrees = fmod (degrees, 360);
  if (degrees > 180)
    degrees -= 360;
  if (degrees <= -180)
    degrees += 360;
  return degrees == 0 ? 0 : degrees;
}

static void
oriented_snap (KbGeometry *geometry)
{
  kb_grid_snap (geometry);
  geometry->v[4] = wrap_degrees (geometry->v[4]);
}

static KbBounds
oriented_bounds (const KbGeometry *geometry)
{
  const double *v = geometry->v;
  double c, s;

  sine_and_cosine (v[4], &c, &s);
  double rx = (fabs (v[2] * c) + fabs (v[3] * s)) / 2;
  double ry = (fabs (v[2] * s) + fabs (v[3] * c)) / 2;
  return (KbBounds) { v[0] - rx, v[1] - ry, v[0] + rx, v[1] + ry };
}

static gboolean
oriented_contains (const KbGeometry *geometry, KbVec p)
{
  KbVec l = to_local (geometry->v, p);

  return fabs (l.x) <= geometry->v[2] / 2 && fabs (l.y) <= geometry->v[3] / 2;
}

/* A rectangle looks the same after half a turn, so either mirror only negates the angle. */
static void
oriented_mirror (KbGeometry *geometry, gboolean vertical_line, double axis)
{
  kb_first_mirror (geometry, vertical_line, axis);
  geometry->v[4] = wrap_degrees (-geometry->v[4]);
}

KbVec
kb_rectangle_handle (const double v[5], guint index, double scale)
{
  if (index == 8)
    return to_picture (v, 0, -v[3] / 2 - KB_ROTATION_DISTANCE / scale);
  return to_picture (v, v[2] / 2 * kb_rectangle_handles[index][0],
                     v[3] / 2 * kb_rectangle_handles[index][1]);
}

static KbVec
oriented_handle (const KbGeometry *geometry, guint index, double scale)
{
  return kb_rectangle_handle (geometry->v, index, scale);
}

/* Turns about the centre. */
void
kb_rotate_rectangle (const double v[5], KbVec p, gboolean keep, KbGeometry *result)
{
  double dx = p.x - v[0], dy = p.y - v[1];
  double step = keep ? 15 : 1;

  kb_geometry_clear (result);
  kb_geometry_init (result, KB_SHAPE_ORIENTED, v, 5);
  if (dx != 0 || dy != 0)
    result->v[4] = wrap_degrees (floor ((atan2 (dy, dx) * 180 / G_PI + 90) / step + 0.5) * step);
}

/* The opposite corner or edge stays. A dragged side gets a whole number of pixels. */
static void
oriented_drag_handle (const KbGeometry *start, guint index, KbVec p, gboolean keep,
                      KbGeometry *result)
{
  const double *v = start->v;
  double half[2], local[2], centre[2] = { 0, 0 };

  if (index == 8)
    {
      kb_rotate_rectangle (v, p, keep, result);
      return;
    }

  kb_geometry_copy (result, start);
  KbVec l = to_local (v, p);
  local[0] = l.x;
  local[1] = l.y;
  half[0] = v[2] / 2;
  half[1] = v[3] / 2;
  if (keep && kb_rectangle_handles[index][0] && kb_rectangle_handles[index][1] && v[2] > 0
      && v[3] > 0)
    {
      double from[2];

      for (int i = 0; i < 2; i++)
        from[i] = -half[i] * kb_rectangle_handles[index][i];
      double factor = MAX (fabs (local[0] - from[0]) / v[2], fabs (local[1] - from[1]) / v[3]);
      for (int i = 0; i < 2; i++)
        local[i] = from[i] + (local[i] < from[i] ? -1 : 1) * 2 * half[i] * factor;
    }
  for (int i = 0; i < 2; i++)
    {
      int side = kb_rectangle_handles[index][i];

      if (!side)
        continue;
      double fixed = -half[i] * side;
      double size = MAX (1, kb_to_pixel (fabs (local[i] - fixed)));
      centre[i] = fixed + (local[i] == fixed ? side : local[i] < fixed ? -1 : 1) * size / 2;
      result->v[2 + i] = size;
    }
  KbVec middle = to_picture (v, centre[0], centre[1]);
  result->v[0] = kb_to_grid (middle.x);
  result->v[1] = kb_to_grid (middle.y);
}

static const char *const oriented_labels[] = { N_("x"), N_("y"),       N_("w"),
                                               N_("h"), N_("degrees"), NULL };

const KbShapeKind kb_oriented_kind = {
  .name = "oriented",
  .label = N_("Oriented box"),
  .noun = N_("oriented box"),
  .drawn = N_("Draw oriented box"),
  .min_numbers = 5,
  .max_numbers = 5,
  .n_lengths = 4,
  .first_size = 2,
  .centred = TRUE,
  .rotation_handle = 8,
  .corner_step = 2,
  .number_labels = oriented_labels,
  .snap = oriented_snap,
  .fault = kb_rectangle_fault,
  .bounds = oriented_bounds,
  .contains = oriented_contains,
  .translate = kb_first_translate,
  .mirror = oriented_mirror,
  .grow = kb_rectangle_grow,
  .n_handles = kb_rectangle_n_handles,
  .handle = oriented_handle,
  .drag_handle = oriented_drag_handle,
};
