/* SPDX-License-Identifier: MIT */
/* Planes and flat polygons in space. Sides are decided from the corners themselves, before anything
 * is normalised or rounded. */
#include "runtime/solids/solids.h"

/* ---- planes ---- */

KBX_API kbx_plane
kbx_plane_through (const kbx_vec3 *corners, uint32_t count)
{
  const kbx_shape3 polygon = kbx_shape3_polygon (corners, count, false);
  kbx_plane plane = { { 0, 0, 0 }, 0 };

  if (!kbx_shape3_valid (&polygon))
    return plane;
  const kbx_wide3 n = kbx_newell (polygon.as.polygon);
  if (kbx_length3 (n) <= 0)
    return plane;
  plane.normal = kbx_narrow3 (kbx_unit3 (n));
  plane.distance = (float) kbx_dot3 (kbx_widen3 (plane.normal), kbx_widen3 (corners[0]));
  return plane;
}

KBX_API int
kbx_plane_side (kbx_plane plane, kbx_vec3 p)
{
  const kbx_shape3 solid = kbx_shape3_plane (plane);
  double height = kbx_plane_height (plane, p);
  return kbx_shape3_valid (&solid) && kbx_vec3_valid (p) ? (height > 0) - (height < 0) : 0;
}

/* ---- polygons ---- */

/* The axis in which n is largest: 0, 1 or 2. */
static inline int
kbx_steepest (kbx_wide3 n)
{
  return fabs (n.x) >= fabs (n.y) && fabs (n.x) >= fabs (n.z) ? 0
         : fabs (n.y) >= fabs (n.z)                           ? 1
                                                              : 2;
}

/* Drops that axis. */
static inline kbx_wide_vec
kbx_project3 (kbx_wide3 v, int axis)
{
  return KBX_LITERAL (kbx_wide_vec){ axis == 0 ? v.y : v.x, axis == 2 ? v.y : v.z };
}

static inline bool
kbx_between_ends (double v, double a, double b)
{
  return a < b ? v >= a && v <= b : v >= b && v <= a;
}

static inline int
kbx_side_of_edge (kbx_wide_vec a, kbx_wide_vec b, kbx_wide_vec q)
{
  return kbx_compare_products (b.x - a.x, q.y - a.y, b.y - a.y, q.x - a.x);
}

static inline bool
kbx_on_edge (kbx_wide_vec a, kbx_wide_vec b, kbx_wide_vec q)
{
  return kbx_between_ends (q.x, a.x, b.x) && kbx_between_ends (q.y, a.y, b.y);
}

/* Method: crossing number with half-open edges, and an exact test for points on an edge. */
KBX_INTERNAL bool
kbx_sheet_contains (kbx_polygon3 polygon, kbx_wide3 n, kbx_wide3 p)
{
  const int axis = kbx_steepest (n);
  const kbx_wide_vec q = kbx_project3 (p, axis);
  bool odd = false;

  if (fabs (n.x) + fabs (n.y) + fabs (n.z) <= 0)
    return false;
  for (uint32_t i = 0; i < polygon.count; i++)
    {
      const kbx_segment3 edge = kbx_edge3 (polygon, i);
      const kbx_wide_vec a = kbx_project3 (kbx_widen3 (edge.a), axis),
                         b = kbx_project3 (kbx_widen3 (edge.b), axis);
      const int side = kbx_side_of_edge (a, b, q);
      if (side == 0 && kbx_on_edge (a, b, q))
        return true;
      if ((a.y > q.y) != (b.y > q.y) && (b.y > a.y) == (side > 0))
        odd = !odd;
    }
  return odd;
}

KBX_INTERNAL bool
kbx_line_passes (kbx_vec3 from, kbx_wide3 move, kbx_polygon3 convex)
{
  bool left = false, right = false;

  for (uint32_t i = 0; i < convex.count; i++)
    {
      const kbx_segment3 edge = kbx_edge3 (convex, i);
      const double side =
        kbx_dot3 (move, kbx_cross3 (kbx_from_to3 (from, edge.a), kbx_from_to3 (from, edge.b)));
      left = left || side > 0;
      right = right || side < 0;
    }
  return !(left && right);
}

/* Two segments of one plane with this normal. */
static bool
kbx_flat_segments_meet (kbx_segment3 s, kbx_segment3 t, kbx_wide3 n)
{
  const int axis = kbx_steepest (n);
  const kbx_wide_vec a = kbx_project3 (kbx_widen3 (s.a), axis),
                     b = kbx_project3 (kbx_widen3 (s.b), axis);
  const kbx_wide_vec c = kbx_project3 (kbx_widen3 (t.a), axis),
                     d = kbx_project3 (kbx_widen3 (t.b), axis);
  const int ca = kbx_side_of_edge (a, b, c), da = kbx_side_of_edge (a, b, d),
            ac = kbx_side_of_edge (c, d, a), bc = kbx_side_of_edge (c, d, b);
  if ((ca == 0 && kbx_on_edge (a, b, c)) || (da == 0 && kbx_on_edge (a, b, d)) ||
      (ac == 0 && kbx_on_edge (c, d, a)))
    return true;
  return ca * da <= 0 && ac * bc <= 0 && (ca != 0 || da != 0) && (ac != 0 || bc != 0);
}

/* If they are collinear, one contains an end of the other. */
KBX_INTERNAL bool
kbx_segments3_meet (kbx_segment3 s, kbx_segment3 t)
{
  const kbx_wide3 n = kbx_cross3 (kbx_from_to3 (s.a, s.b), kbx_from_to3 (t.a, t.b));
  const kbx_shape3 a = kbx_shape3_segment (s.a, s.b), b = kbx_shape3_segment (t.a, t.b);
  if (kbx_dot3 (n, n) > 0)
    return kbx_dot3 (n, kbx_from_to3 (s.a, t.a)) == 0 && kbx_flat_segments_meet (s, t, n);
  return kbx_contains3 (a, t.a) || kbx_contains3 (a, t.b) || kbx_contains3 (b, s.a);
}

/* Its sides of the plane show where it crosses; in the plane, edges and one end decide. */
KBX_INTERNAL bool
kbx_segment_meets_polygon3 (kbx_segment3 s, kbx_polygon3 polygon)
{
  const kbx_wide3 n = kbx_newell (polygon);
  const double from = kbx_dot3 (n, kbx_from_to3 (polygon.corners[0], s.a)),
               to = kbx_dot3 (n, kbx_from_to3 (polygon.corners[0], s.b));

  if ((from > 0 && to > 0) || (from < 0 && to < 0))
    return false;
  if (from != 0 || to != 0)
    return kbx_line_passes (s.a, kbx_from_to3 (s.a, s.b), polygon);
  if (kbx_sheet_contains (polygon, n, kbx_widen3 (s.a)))
    return true;
  for (uint32_t i = 0; i < polygon.count; i++)
    if (kbx_flat_segments_meet (s, kbx_edge3 (polygon, i), n))
      return true;
  return false;
}
