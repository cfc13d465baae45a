/* SPDX-License-Identifier: MIT */
/* Other shapes and polygons against polygons. A shape touches a polygon if it touches an edge; else
 * it is wholly inside or outside, which any of its points decides. */
#include "runtime/pairs/convex.h"

/* Whether the edge from a to b comes within the radius of the centre: corner a or the interior. The
 * other end belongs to the next edge. */
static inline bool
kbx_circle_meets_edge (kbx_circle circle, kbx_vec a, kbx_vec b)
{
  kbx_wide_vec e = kbx_from_to (a, b), d = kbx_from_to (a, circle.centre);
  double along = kbx_dot (d, e), square = kbx_dot (e, e),
         r2 = (double) circle.radius * circle.radius, cross;

  if (kbx_dot (d, d) <= r2)
    return true;
  if (along <= 0 || along >= square)
    return false;
  cross = kbx_cross (e, d);
  return kbx_compare_products (cross, cross, r2, square) <= 0;
}

KBX_INTERNAL bool
kbx_overlap_circle_polygon (kbx_circle circle, kbx_polygon polygon)
{
  if (!kbx_circle_valid (circle) || !kbx_polygon_valid (polygon))
    return false;
  kbx_vec a = polygon.corners[polygon.count - 1];
  for (uint32_t i = 0; i < polygon.count; a = polygon.corners[i++])
    if (kbx_circle_meets_edge (circle, a, polygon.corners[i]))
      return true;
  return kbx_polygon_contains (polygon, circle.centre);
}

/* Bounds first; then the rectangle's corners farthest to either side of the edge's line. */
static inline bool
kbx_rect_meets_edge (kbx_rect r, kbx_vec a, kbx_vec b)
{
  const kbx_wide_vec e = kbx_from_to (a, b);
  const kbx_vec right = { e.y > 0 ? r.min.x : r.max.x, e.x > 0 ? r.max.y : r.min.y };
  const kbx_vec left = { e.y > 0 ? r.max.x : r.min.x, e.x > 0 ? r.min.y : r.max.y };

  if ((a.x < r.min.x && b.x < r.min.x) || (a.x > r.max.x && b.x > r.max.x)
      || (a.y < r.min.y && b.y < r.min.y) || (a.y > r.max.y && b.y > r.max.y))
    return false;
  return kbx_cross_sign (e, kbx_from_to (a, right)) >= 0
         && kbx_cross_sign (e, kbx_from_to (a, left)) <= 0;
}

KBX_INTERNAL bool
kbx_overlap_rect_polygon (kbx_rect rect, kbx_polygon polygon)
{
  if (!kbx_rect_valid (rect) || !kbx_polygon_valid (polygon))
    return false;
  kbx_vec a = polygon.corners[polygon.count - 1];
  for (uint32_t i = 0; i < polygon.count; a = polygon.corners[i++])
    if (kbx_rect_meets_edge (rect, a, polygon.corners[i]))
      return true;
  return kbx_polygon_contains (polygon, rect.min);
}

/* A corner in the box's frame, times the square of its axis length. */
static inline kbx_wide_vec
kbx_into_obb (const kbx_wide_obb *o, kbx_vec centre, kbx_vec p)
{
  const kbx_wide_vec d = kbx_from_to (centre, p), local = { kbx_dot (d, o->u), kbx_dot (d, o->v) };
  return local;
}

/* An edge in that frame against the box of +-half around its origin. */
static inline bool
kbx_centred_meets_edge (kbx_wide_vec half, kbx_wide_vec a, kbx_wide_vec b)
{
  const kbx_wide_vec e = kbx_wide_way (a, b);

  if ((a.x < -half.x && b.x < -half.x) || (a.x > half.x && b.x > half.x)
      || (a.y < -half.y && b.y < -half.y) || (a.y > half.y && b.y > half.y))
    return false;
  return fabs (kbx_cross (e, a)) <= half.x * fabs (e.y) + half.y * fabs (e.x);
}

KBX_INTERNAL bool
kbx_overlap_obb_polygon (kbx_obb obb, kbx_polygon polygon)
{
  kbx_wide_obb o = kbx_widen_obb (obb);
  const kbx_wide_vec half = { o.half_w * o.square, o.half_h * o.square };
  kbx_wide_vec b;

  if (!kbx_obb_valid (obb) || !kbx_polygon_valid (polygon))
    return false;
  kbx_wide_vec a = kbx_into_obb (&o, obb.centre, polygon.corners[polygon.count - 1]);
  for (uint32_t i = 0; i < polygon.count; i++, a = b)
    {
      b = kbx_into_obb (&o, obb.centre, polygon.corners[i]);
      if (kbx_centred_meets_edge (half, a, b))
        return true;
    }
  return kbx_polygon_contains (polygon, obb.centre);
}

/* Edges of a outside b's bounds are skipped. */
KBX_INTERNAL bool
kbx_overlap_polygons (kbx_polygon a, kbx_polygon b)
{
  kbx_rect bounds = kbx_polygon_bounds (b);
  kbx_vec q, r, s;

  if (!kbx_polygon_valid (a) || !kbx_polygon_valid (b))
    return false;
  kbx_vec p = a.corners[a.count - 1];
  for (uint32_t i = 0; i < a.count; i++, p = q)
    {
      q = a.corners[i];
      if (!kbx_rect_meets_edge (bounds, p, q))
        continue;
      r = b.corners[b.count - 1];
      for (uint32_t k = 0; k < b.count; k++, r = s)
        {
          s = b.corners[k];
          if (kbx_edges_meet (p, q, r, s))
            return true;
        }
    }
  return kbx_polygon_contains (a, b.corners[0]) || kbx_polygon_contains (b, a.corners[0]);
}
