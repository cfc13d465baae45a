/* SPDX-License-Identifier: MIT */
/* Polygon: x, y of each corner on the 1/256 grid; closed; concave allowed, crossing is a fault.
 * All decisions are made in integers: a coordinate takes 24 bits, a determinant 50. */
#include "document/shapes/shape_kinds.h"

typedef struct { gint64 x, y; } GridPoint;

static GridPoint
corner (const KbGeometry *geometry, guint i)
{
  return (GridPoint) { kb_grid_steps (geometry->v[2 * i]), kb_grid_steps (geometry->v[2 * i + 1]) };
}

static gint64
determinant (GridPoint a, GridPoint b, GridPoint c)
{
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int
sign (gint64 value)
{
  return (value > 0) - (value < 0);
}

int
kb_orientation (KbVec a, KbVec b, KbVec c)
{
  return sign (determinant ((GridPoint) { kb_grid_steps (a.x), kb_grid_steps (a.y) },
                            (GridPoint) { kb_grid_steps (b.x), kb_grid_steps (b.y) },
                            (GridPoint) { kb_grid_steps (c.x), kb_grid_steps (c.y) }));
}

static gboolean
between (GridPoint a, GridPoint b, GridPoint p)
{
  return p.x >= MIN (a.x, b.x) && p.x <= MAX (a.x, b.x) && p.y >= MIN (a.y, b.y)
         && p.y <= MAX (a.y, b.y);
}

static gboolean
on_segment (GridPoint a, GridPoint b, GridPoint p)
{
  return between (a, b, p) && determinant (a, b, p) == 0;
}

/* Closed segments: touching counts. */
static gboolean
segments_meet (GridPoint a, GridPoint b, GridPoint c, GridPoint d)
{
  if (MAX (a.x, b.x) < MIN (c.x, d.x) || MAX (c.x, d.x) < MIN (a.x, b.x) ||
      MAX (a.y, b.y) < MIN (c.y, d.y) || MAX (c.y, d.y) < MIN (a.y, b.y))
    return FALSE;
  int c_side = sign (determinant (a, b, c));
  int d_side = sign (determinant (a, b, d));
  int a_side = sign (determinant (c, d, a));
  int b_side = sign (determinant (c, d, b));
  /* If all four are collinear, overlapping boxes mean overlapping segments. */
  return c_side * d_side <= 0 && a_side * b_side <= 0;
}

/* Checks every pair of edges: fast enough for hand-drawn polygons, and simple enough to trust. */
static const char *
polygon_fault (const KbGeometry *geometry)
{
  guint n = geometry->n / 2;
  gboolean flat = TRUE;

  if (n < 3)
    return N_("A polygon needs at least three corners");

  /* The first two corners may coincide, so look for any triple that spans an area. */
  for (guint i = 2; i < n && flat; i++)
    flat = determinant (corner (geometry, 0), corner (geometry, 1), corner (geometry, i)) == 0
           && determinant (corner (geometry, 0), corner (geometry, i - 1), corner (geometry, i))
                == 0;
  if (flat)
    return N_("The polygon has no area");

  for (guint i = 0; i < n; i++)
    {
      GridPoint a = corner (geometry, i), b = corner (geometry, (i + 1) % n);

      if (a.x == b.x && a.y == b.y)
        return N_("Two corners of the polygon coincide");
    }

  for (guint i = 0; i < n; i++)
    {
      GridPoint a = corner (geometry, i), b = corner (geometry, (i + 1) % n);
      GridPoint c = corner (geometry, (i + 2) % n);

      /* Neighbouring edges share a corner. They must not run back over each other. */
      if (on_segment (a, b, c) || on_segment (b, c, a))
        return N_("The polygon touches itself");
      for (guint j = i + 2; j < n; j++)
        {
          if (i == 0 && j == n - 1)
            continue;
          GridPoint e = corner (geometry, j);
          GridPoint f = corner (geometry, (j + 1) % n);
          if (!segments_meet (a, b, e, f))
            continue;
          return on_segment (a, b, e) || on_segment (a, b, f) || on_segment (e, f, a)
                     || on_segment (e, f, b)
                   ? N_("The polygon touches itself")
                   : N_("The polygon crosses itself");
        }
    }
  return NULL;
}

static KbBounds
polygon_bounds (const KbGeometry *geometry)
{
  KbBounds bounds = { 0, 0, 0, 0 };

  for (guint i = 0; i + 1 < geometry->n; i += 2)
    {
      double x = geometry->v[i], y = geometry->v[i + 1];

      if (i == 0)
        bounds = (KbBounds) { x, y, x, y };
      bounds.x0 = MIN (bounds.x0, x);
      bounds.y0 = MIN (bounds.y0, y);
      bounds.x1 = MAX (bounds.x1, x);
      bounds.y1 = MAX (bounds.y1, y);
    }
  return bounds;
}

/* Crossing number; snaps the point to the grid first. Even-odd for polygons that cross. */
static gboolean
polygon_contains (const KbGeometry *geometry, KbVec point)
{
  guint n = geometry->n / 2;
  gboolean inside = FALSE;

  if (!(fabs (point.x) <= 1e6 && fabs (point.y) <= 1e6))
    return FALSE;
  GridPoint p = (GridPoint) { kb_grid_steps (point.x), kb_grid_steps (point.y) };
  for (guint i = 0; i < n; i++)
    {
      GridPoint a = corner (geometry, i), b = corner (geometry, (i + 1) % n);
      gint64 side = determinant (a, b, p);

      if (side == 0 && between (a, b, p))
        return TRUE;
      if ((a.y > p.y) != (b.y > p.y) && (side > 0) == (b.y > a.y))
        inside = !inside;
    }
  return inside;
}

static void
polygon_translate (KbGeometry *geometry, double dx, double dy)
{
  for (guint i = 0; i + 1 < geometry->n; i += 2)
    {
      geometry->v[i] += dx;
      geometry->v[i + 1] += dy;
    }
}

/* Keeps the order of the corners, so their orientation changes. */
static void
polygon_mirror (KbGeometry *geometry, gboolean vertical_line, double axis)
{
  for (guint i = vertical_line ? 0 : 1; i < geometry->n; i += 2)
    geometry->v[i] = 2 * axis - geometry->v[i];
}

static void
polygon_crop (KbGeometry *geometry, gint width, gint height)
{
  for (guint i = 0; i < geometry->n; i++)
    geometry->v[i] = CLAMP (geometry->v[i], 0, i % 2 ? height : width);
}

static gboolean
polygon_grow (KbGeometry *geometry, gint dx, gint dy, int corner)
{
  if (corner < 0 || 2 * (guint) corner + 1 >= geometry->n)
    return FALSE;
  geometry->v[2 * corner] += dx;
  geometry->v[2 * corner + 1] += dy;
  return TRUE;
}

static guint
polygon_n_handles (const KbGeometry *geometry)
{
  return geometry->n / 2;
}

static KbVec
polygon_handle (const KbGeometry *geometry, guint index, double scale)
{
  return (KbVec) { geometry->v[2 * index], geometry->v[2 * index + 1] };
}

/* With `keep` snaps to a corner of a pixel. */
static void
polygon_drag_handle (const KbGeometry *start, guint index, KbVec p, gboolean keep,
                     KbGeometry *result)
{
  kb_geometry_copy (result, start);
  result->v[2 * index] = keep ? kb_to_pixel (p.x) : kb_to_grid (p.x);
  result->v[2 * index + 1] = keep ? kb_to_pixel (p.y) : kb_to_grid (p.y);
}

const KbShapeKind kb_polygon_kind = {
  .name = "polygon",
  .label = N_("Polygon"),
  .noun = N_("polygon"),
  .drawn = N_("Draw polygon"),
  .min_numbers = 6,
  .max_numbers = 2 * KB_MAX_POLYGON_CORNERS,
  .n_lengths = 2 * KB_MAX_POLYGON_CORNERS,
  .corner_step = 1,
  .snap = kb_grid_snap,
  .fault = polygon_fault,
  .bounds = polygon_bounds,
  .contains = polygon_contains,
  .translate = polygon_translate,
  .mirror = polygon_mirror,
  .crop = polygon_crop,
  .grow = polygon_grow,
  .n_handles = polygon_n_handles,
  .handle = polygon_handle,
  .drag_handle = polygon_drag_handle,
};
