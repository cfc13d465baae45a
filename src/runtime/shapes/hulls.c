/* SPDX-License-Identifier: MIT */
/* The corner lists of rectangles, oriented boxes and convex polygons, clockwise and in double. */
#include "runtime/pairs/convex.h"

KBX_INTERNAL bool
kbx_polygon_valid (kbx_polygon polygon)
{
  uint64_t excess = 0;

  if (polygon.corners == NULL || polygon.count < 3)
    return false;
  for (uint32_t i = 0; i < polygon.count; i++)
    excess |= kbx_corner_excess (polygon.corners + i);
  return (excess & KBX_CORNER_FLAGS) == 0;
}

/* Repeats the first corners after the fourth. */
static inline void
kbx_close_box_hull (kbx_hull *hull)
{
  hull->given = NULL;
  hull->count = 4;
  hull->reversed = false;
  for (uint32_t i = 4; i < KBX_HULL_COLUMN (4); i++)
    {
      hull->x[i] = hull->x[i - 4];
      hull->y[i] = hull->y[i - 4];
    }
}

KBX_INTERNAL kbx_hull
kbx_rect_hull (kbx_rect rect)
{
  kbx_hull hull;
  hull.x[0] = hull.x[3] = rect.min.x;
  hull.x[1] = hull.x[2] = rect.max.x;
  hull.y[0] = hull.y[1] = rect.min.y;
  hull.y[2] = hull.y[3] = rect.max.y;
  hull.flat = rect.min.x >= rect.max.x || rect.min.y >= rect.max.y;
  kbx_close_box_hull (&hull);
  return hull;
}

KBX_INTERNAL kbx_hull
kbx_obb_hull (kbx_obb obb)
{
  kbx_hull hull;
  kbx_wide_obb o = kbx_widen_obb (obb);
  double ux = o.u.x * o.half_w, uy = o.u.y * o.half_w, vx = o.v.x * o.half_h, vy = o.v.y * o.half_h;
  hull.x[0] = o.centre.x - (ux + vx);
  hull.y[0] = o.centre.y - (uy + vy);
  hull.x[1] = o.centre.x + (ux - vx);
  hull.y[1] = o.centre.y + (uy - vy);
  hull.x[2] = o.centre.x + (ux + vx);
  hull.y[2] = o.centre.y + (uy + vy);
  hull.x[3] = o.centre.x - (ux - vx);
  hull.y[3] = o.centre.y - (uy - vy);
  hull.flat = obb.w <= 0 || obb.h <= 0;
  kbx_close_box_hull (&hull);
  return hull;
}

KBX_INTERNAL int
kbx_convex_turn (kbx_polygon convex)
{
  const kbx_vec *v = convex.corners;
  int turn = 0;
  for (uint32_t i = 2; i < convex.count && turn == 0; i++)
    turn = kbx_cross_sign (kbx_from_to (v[0], v[i - 1]), kbx_from_to (v[0], v[i]));
  return turn;
}

KBX_INTERNAL void
kbx_load_polygon_hull (kbx_hull *hull, kbx_polygon polygon)
{
  const uint32_t n = polygon.count;
  const int turn = kbx_convex_turn (polygon);

  if (n > KBX_HULL_OWN)
    {
      hull->given = polygon.corners;
      hull->count = n;
      hull->reversed = turn < 0;
      hull->flat = turn == 0;
      return;
    }
  kbx_fill_hull (hull, polygon, turn < 0, turn == 0);
  for (uint32_t i = n + 1; i < KBX_HULL_COLUMN (n); i++)
    {
      hull->x[i] = hull->x[i - n];
      hull->y[i] = hull->y[i - n];
    }
}
