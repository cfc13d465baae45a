/* SPDX-License-Identifier: MIT */
/* Box: x, y, w, h in whole pixels, a half-open set of pixels. */
#include "document/shapes/shape_kinds.h"

const gint8 kb_rectangle_handles[8][2] = {
  { -1, -1 }, { 0, -1 }, { 1, -1 }, { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 },
};

/* Edges are rounded, not the size, so that neighbours that met still meet. */
static void
box_snap (KbGeometry *geometry)
{
  double *v = geometry->v;
  double x1 = kb_to_pixel (v[0] + v[2]), y1 = kb_to_pixel (v[1] + v[3]);

  v[0] = kb_to_pixel (v[0]);
  v[1] = kb_to_pixel (v[1]);
  v[2] = x1 - v[0];
  v[3] = y1 - v[1];
}

static KbBounds
box_bounds (const KbGeometry *geometry)
{
  const double *v = geometry->v;

  return (KbBounds) { v[0], v[1], v[0] + v[2], v[1] + v[3] };
}

static gboolean
box_contains (const KbGeometry *geometry, KbVec p)
{
  const double *v = geometry->v;

  return p.x >= v[0] && p.x <= v[0] + v[2] && p.y >= v[1] && p.y <= v[1] + v[3];
}

const char *
kb_rectangle_fault (const KbGeometry *geometry)
{
  return geometry->v[2] > 0 && geometry->v[3] > 0 ? NULL : N_("The box has no area");
}

static void
box_crop (KbGeometry *geometry, gint width, gint height)
{
  double *v = geometry->v, x1 = MIN (v[0] + v[2], width), y1 = MIN (v[1] + v[3], height);

  v[0] = MAX (v[0], 0);
  v[1] = MAX (v[1], 0);
  v[2] = x1 - v[0];
  v[3] = y1 - v[1];
}

gboolean
kb_rectangle_grow (KbGeometry *geometry, gint dx, gint dy, int corner)
{
  geometry->v[2] = MAX (1, geometry->v[2] + dx);
  geometry->v[3] = MAX (1, geometry->v[3] + dy);
  return TRUE;
}

static void
box_mirror (KbGeometry *geometry, gboolean vertical_line, double axis)
{
  int i = vertical_line ? 0 : 1;

  geometry->v[i] = 2 * axis - geometry->v[i] - geometry->v[i + 2];
}

/* Converts to an oriented box: centre, size, 0 degrees. */
static void
as_oriented (const double *v, double oriented[5])
{
  oriented[0] = v[0] + v[2] / 2;
  oriented[1] = v[1] + v[3] / 2;
  oriented[2] = v[2];
  oriented[3] = v[3];
  oriented[4] = 0;
}

guint
kb_rectangle_n_handles (const KbGeometry *geometry)
{
  return 9;
}

static KbVec
box_handle (const KbGeometry *geometry, guint index, double scale)
{
  double oriented[5];

  as_oriented (geometry->v, oriented);
  return kb_rectangle_handle (oriented, index, scale);
}

/* Moves one side to `to`. The opposite edge stays. */
static void
drag_side (double *at, double *size, int side, double to)
{
  double fixed = side > 0 ? *at : *at + *size;

  to = kb_to_pixel (to);
  if (to == fixed)
    to += side;
  *at = MIN (fixed, to);
  *size = fabs (to - fixed);
}

/* Turning gives an oriented box; turning back in the same drag restores the original box. */
static void
box_drag_handle (const KbGeometry *start, guint index, KbVec p, gboolean keep, KbGeometry *result)
{
  const gint8 *side = kb_rectangle_handles[MIN (index, 7)];
  const double *v = start->v;
  double oriented[5];

  if (index == 8)
    {
      as_oriented (v, oriented);
      kb_rotate_rectangle (oriented, p, keep, result);
      if (result->v[4] == 0)
        kb_geometry_copy (result, start);
      return;
    }
  kb_geometry_copy (result, start);
  if (keep && side[0] && side[1] && v[2] > 0 && v[3] > 0)
    {
      double fx = side[0] > 0 ? v[0] : v[0] + v[2], fy = side[1] > 0 ? v[1] : v[1] + v[3];
      double factor = MAX (fabs (p.x - fx) / v[2], fabs (p.y - fy) / v[3]);

      p.x = fx + (p.x < fx ? -1 : 1) * MAX (1, v[2] * factor);
      p.y = fy + (p.y < fy ? -1 : 1) * MAX (1, v[3] * factor);
    }
  if (side[0])
    drag_side (&result->v[0], &result->v[2], side[0], p.x);
  if (side[1])
    drag_side (&result->v[1], &result->v[3], side[1], p.y);
}

static const char *const box_labels[] = { N_("x"), N_("y"), N_("w"), N_("h"), NULL };

const KbShapeKind kb_box_kind = {
  .name = "box",
  .label = N_("Box"),
  .noun = N_("box"),
  .drawn = N_("Draw box"),
  .min_numbers = 4,
  .max_numbers = 4,
  .n_lengths = 4,
  .first_size = 2,
  .pixels = TRUE,
  .rotation_handle = 8,
  .corner_step = 2,
  .handle_step = 1,
  .number_labels = box_labels,
  .snap = box_snap,
  .fault = kb_rectangle_fault,
  .bounds = box_bounds,
  .contains = box_contains,
  .translate = kb_first_translate,
  .mirror = box_mirror,
  .crop = box_crop,
  .grow = kb_rectangle_grow,
  .n_handles = kb_rectangle_n_handles,
  .handle = box_handle,
  .drag_handle = box_drag_handle,
};
