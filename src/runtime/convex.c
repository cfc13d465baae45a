/* SPDX-License-Identifier: MIT */
/* Separating axes of convex corner lists. Source of the method: two convex sets are apart when an edge of one of
 * them has the other wholly on its outer side (Gottschalk 1996). */
#include "runtime/convex.h"

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

KBX_INTERNAL kbx_hull
kbx_rect_hull (kbx_rect rect)
{
  kbx_hull hull;
  kbx_wide_vec min = kbx_wide (rect.min), max = kbx_wide (rect.max);
  hull.given = NULL;
  hull.count = 4;
  hull.reversed = false;
  hull.own[0] = hull.own[1] = hull.own[2] = hull.own[3] = min;
  hull.own[1].x = hull.own[2].x = max.x;
  hull.own[2].y = hull.own[3].y = max.y;
  return hull;
}

KBX_INTERNAL kbx_hull
kbx_obb_hull (kbx_obb obb)
{
  kbx_hull hull;
  kbx_wide_obb o = kbx_widen_obb (obb);
  double ux = o.u.x * o.half_w, uy = o.u.y * o.half_w, vx = o.v.x * o.half_h, vy = o.v.y * o.half_h;
  hull.given = NULL;
  hull.count = 4;
  hull.reversed = false;
  hull.own[0].x = o.centre.x - (ux + vx);
  hull.own[0].y = o.centre.y - (uy + vy);
  hull.own[1].x = o.centre.x + (ux - vx);
  hull.own[1].y = o.centre.y + (uy - vy);
  hull.own[2].x = o.centre.x + (ux + vx);
  hull.own[2].y = o.centre.y + (uy + vy);
  hull.own[3].x = o.centre.x - (ux - vx);
  hull.own[3].y = o.centre.y - (uy - vy);
  return hull;
}

/* The first corner that turns tells the way round of a convex polygon. */
KBX_INTERNAL void
kbx_load_polygon_hull (kbx_hull *hull, kbx_polygon polygon)
{
  const kbx_vec *v = polygon.corners;
  uint32_t n = polygon.count;
  int turn = 0;

  for (uint32_t i = 2; i < n && turn == 0; i++)
    turn = kbx_cross_sign (kbx_from_to (v[0], v[i - 1]), kbx_from_to (v[0], v[i]));
  hull->given = v;
  hull->count = n;
  hull->reversed = turn < 0;
  if (n > KBX_HULL_OWN)
    return;
  hull->given = NULL;
  for (uint32_t i = 0; i < n; i++)
    hull->own[i] = kbx_wide (v[turn < 0 ? n - 1 - i : i]);
}

typedef struct { kbx_wide_vec min, max; } kbx_hull_bounds;

static kbx_hull_bounds
kbx_bound_hull (const kbx_hull *hull)
{
  kbx_hull_bounds b;
  b.min = b.max = kbx_hull_corner (hull, 0);
  for (uint32_t i = 1; i < hull->count; i++)
    {
      kbx_wide_vec c = kbx_hull_corner (hull, i);
      b.min.x = c.x < b.min.x ? c.x : b.min.x;
      b.min.y = c.y < b.min.y ? c.y : b.min.y;
      b.max.x = c.x > b.max.x ? c.x : b.max.x;
      b.max.y = c.y > b.max.y ? c.y : b.max.y;
    }
  return b;
}

/* Has a an edge with all of b strictly on its outer side? The corner of b that proved one edge innocent is asked
 * first at the next. Cross products beyond `doubt` have the right sign, others are asked for exactly. */
static bool
kbx_hull_separates (const kbx_hull *a, const kbx_hull *b, double doubt)
{
  kbx_wide_vec p = kbx_hull_corner (a, a->count - 1), q;
  uint32_t witness = 0;

  for (uint32_t i = 0; i < a->count; i++, p = q)
    {
      kbx_wide_vec e;
      uint32_t tried = 0;
      q = kbx_hull_corner (a, i);
      e.x = q.x - p.x;
      e.y = q.y - p.y;
      for (;;)
        {
          kbx_wide_vec d = kbx_hull_corner (b, witness);
          double side;
          d.x -= p.x;
          d.y -= p.y;
          side = kbx_cross (e, d);
          if (side > doubt || (side >= -doubt && kbx_cross_sign (e, d) >= 0))
            break;
          if (++tried == b->count)
            return true;
          witness = kbx_hull_next (b, witness);
        }
    }
  return false;
}

KBX_INTERNAL bool
kbx_hulls_overlap (const kbx_hull *a, const kbx_hull *b)
{
  kbx_hull_bounds p = kbx_bound_hull (a), q = kbx_bound_hull (b);
  double w, h, doubt;

  if (p.max.x < q.min.x || q.max.x < p.min.x || p.max.y < q.min.y || q.max.y < p.min.y)
    return false;
  w = (p.max.x - p.min.x) + (q.max.x - q.min.x);
  h = (p.max.y - p.min.y) + (q.max.y - q.min.y);
  doubt = 9e-16 * w * h;
  return !kbx_hull_separates (a, b, doubt) && !kbx_hull_separates (b, a, doubt);
}

KBX_INTERNAL kbx_hull_axis
kbx_hull_least_axis (const kbx_hull *a, const kbx_hull *b)
{
  kbx_hull_axis best;

  best.found = false;
  best.edge = best.corner = 0;
  best.normal.x = best.normal.y = best.separation = 0;
  for (uint32_t i = 0; i < a->count; i++)
    {
      kbx_wide_vec p = kbx_hull_corner (a, i), e = kbx_hull_edge (a, i);
      double square = kbx_dot (e, e), deepest = 0, length, separation;
      uint32_t corner = 0;

      if (square == 0)
        continue;
      for (uint32_t k = 0; k < b->count; k++)
        {
          kbx_wide_vec d = kbx_hull_corner (b, k);
          double inner;
          d.x -= p.x;
          d.y -= p.y;
          inner = kbx_cross (e, d);
          if (k == 0 || inner > deepest)
            {
              deepest = inner;
              corner = k;
            }
        }
      length = sqrt (square);
      separation = -deepest / length;
      if (best.found && separation <= best.separation)
        continue;
      best.found = true;
      best.edge = i;
      best.corner = corner;
      best.normal.x = e.y / length;
      best.normal.y = -e.x / length;
      best.separation = separation;
    }
  return best;
}
