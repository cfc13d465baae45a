/* SPDX-License-Identifier: MIT */
/* Circle: centre x, y and radius on the 1/256 grid; closed. */
#include "document/shapes/shape_kinds.h"

static KbBounds
circle_bounds (const KbGeometry *geometry)
{
  const double *v = geometry->v;

  return (KbBounds) { v[0] - v[2], v[1] - v[2], v[0] + v[2], v[1] + v[2] };
}

static gboolean
circle_contains (const KbGeometry *geometry, KbVec p)
{
  const double *v = geometry->v;
  double dx = p.x - v[0], dy = p.y - v[1];

  return dx * dx + dy * dy <= v[2] * v[2];
}

static const char *
circle_fault (const KbGeometry *geometry)
{
  return geometry->v[2] > 0 ? NULL : N_("The circle has no area");
}

static gboolean
circle_grow (KbGeometry *geometry, gint dx, gint dy, int corner)
{
  geometry->v[2] = MAX (0.5, geometry->v[2] + (dx ? dx : dy) / 2.0);
  return TRUE;
}

static guint
circle_n_handles (const KbGeometry *geometry)
{
  return 4;
}

/* Top, right, bottom, left. */
static KbVec
circle_handle (const KbGeometry *geometry, guint index, double scale)
{
  static const gint8 side[4][2] = { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } };
  const double *v = geometry->v;

  return (KbVec) { v[0] + v[2] * side[index][0], v[1] + v[2] * side[index][1] };
}

/* The centre stays. The radius snaps to half pixels, with `keep` to whole ones. */
static void
circle_drag_handle (const KbGeometry *start, guint index, KbVec p, gboolean keep,
                    KbGeometry *result)
{
  double radius = index % 2 ? fabs (p.x - start->v[0]) : fabs (p.y - start->v[1]);
  double step = keep ? 1 : 0.5;

  kb_geometry_copy (result, start);
  result->v[2] = MAX (step, floor (radius / step + 0.5) * step);
}

static const char *const circle_labels[] = { N_("x"), N_("y"), N_("radius"), NULL };

const KbShapeKind kb_circle_kind = {
  .name = "circle",
  .label = N_("Circle"),
  .noun = N_("circle"),
  .drawn = N_("Draw circle"),
  .min_numbers = 3,
  .max_numbers = 3,
  .n_lengths = 3,
  .first_size = 2,
  .centred = TRUE,
  .handle_step = 0.5,
  .number_labels = circle_labels,
  .snap = kb_grid_snap,
  .fault = circle_fault,
  .bounds = circle_bounds,
  .contains = circle_contains,
  .translate = kb_first_translate,
  .mirror = kb_first_mirror,
  .grow = circle_grow,
  .n_handles = circle_n_handles,
  .handle = circle_handle,
  .drag_handle = circle_drag_handle,
};
