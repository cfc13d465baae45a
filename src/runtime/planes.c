/* SPDX-License-Identifier: MIT */
/* Planes and flat polygons in space, and points that move against them. Sides are decided with the corners
 * themselves, before anything is normalised or rounded. */
#include "runtime/rays.h"
#include "runtime/volumes.h"

static inline double
kbx_length3 (kbx_wide3 v)
{
  return sqrt (kbx_dot3 (v, v));
}

/* dot (normal, p) - distance: the sign tells the side; divided by the normal's length it is the distance. */
static inline double
kbx_plane_height (kbx_plane plane, kbx_vec3 p)
{
  return kbx_dot3 (kbx_widen3 (plane.normal), kbx_widen3 (p)) - plane.distance;
}

/* Newell's normal, from the first corner: twice the area long. */
static kbx_wide3
kbx_newell (kbx_polygon3 polygon)
{
  kbx_wide3 sum = { 0, 0, 0 };

  for (uint32_t i = 2; i < polygon.count; i++)
    {
      kbx_wide3 c = kbx_cross3 (kbx_from_to3 (polygon.corners[0], polygon.corners[i - 1]),
                                kbx_from_to3 (polygon.corners[0], polygon.corners[i]));
      sum.x += c.x;
      sum.y += c.y;
      sum.z += c.z;
    }
  return sum;
}

static bool
kbx_polygon3_valid (kbx_polygon3 polygon)
{
  if (polygon.corners == NULL || polygon.count < 3)
    return false;
  for (uint32_t i = 0; i < polygon.count; i++)
    if (!kbx_vec3_valid (polygon.corners[i]))
      return false;
  return true;
}

/* ---- planes ---- */

KBX_API kbx_plane_answer
kbx_polygon3_plane (kbx_polygon3 polygon)
{
  kbx_plane_answer answer;
  kbx_wide3 n;
  double length;

  memset (&answer, 0, sizeof answer);
  answer.status = KBX_ERROR_ARGUMENT;
  if (!kbx_polygon3_valid (polygon))
    return answer;
  n = kbx_newell (polygon);
  length = kbx_length3 (n);
  if (length <= 0)
    return answer;
  answer.status = KBX_OK;
  answer.plane.normal = kbx_narrow3 (n.x / length, n.y / length, n.z / length);
  answer.plane.distance = (float) kbx_dot3 (kbx_widen3 (answer.plane.normal), kbx_widen3 (polygon.corners[0]));
  return answer;
}

KBX_API kbx_plane_answer
kbx_plane_through (kbx_vec3 a, kbx_vec3 b, kbx_vec3 c)
{
  kbx_vec3 corners[3];
  kbx_polygon3 triangle;
  corners[0] = a;
  corners[1] = b;
  corners[2] = c;
  triangle.corners = corners;
  triangle.count = 3;
  return kbx_polygon3_plane (triangle);
}

KBX_API float
kbx_plane_distance (kbx_plane plane, kbx_vec3 p)
{
  if (!kbx_plane_valid (plane) || !kbx_vec3_valid (p))
    return 0;
  return (float) (kbx_plane_height (plane, p) / kbx_length3 (kbx_widen3 (plane.normal)));
}

KBX_API int
kbx_plane_side (kbx_plane plane, kbx_vec3 p)
{
  double height = kbx_plane_height (plane, p);
  return kbx_plane_valid (plane) && kbx_vec3_valid (p) ? (height > 0) - (height < 0) : 0;
}

KBX_API bool
kbx_overlap_sphere_plane (kbx_sphere sphere, kbx_plane plane)
{
  return kbx_sphere_valid (sphere) && kbx_plane_valid (plane) &&
         fabs (kbx_plane_height (plane, sphere.centre)) <= sphere.radius * kbx_length3 (kbx_widen3 (plane.normal));
}

/* The corner that lies farthest in front, and the one farthest behind, on both sides or on the plane. */
KBX_API bool
kbx_overlap_box3_plane (kbx_box3 box, kbx_plane plane)
{
  kbx_vec3 n = plane.normal, front, back;

  if (!kbx_box3_valid (box) || !kbx_plane_valid (plane))
    return false;
  front.x = n.x > 0 ? box.max.x : box.min.x;
  front.y = n.y > 0 ? box.max.y : box.min.y;
  front.z = n.z > 0 ? box.max.z : box.min.z;
  back.x = n.x > 0 ? box.min.x : box.max.x;
  back.y = n.y > 0 ? box.min.y : box.max.y;
  back.z = n.z > 0 ? box.min.z : box.max.z;
  return kbx_plane_height (plane, front) >= 0 && kbx_plane_height (plane, back) <= 0;
}

KBX_API bool
kbx_overlap_obb3_plane (kbx_obb3 box, kbx_plane plane)
{
  double reach = 0;

  if (!kbx_obb3_valid (&box) || !kbx_plane_valid (plane))
    return false;
  for (int i = 0; i < 3; i++)
    reach += box.half[i] * fabs (kbx_dot3 (kbx_widen3 (box.axis[i]), kbx_widen3 (plane.normal)));
  return fabs (kbx_plane_height (plane, box.centre)) <= reach;
}

/* ---- polygons ---- */

/* Without the axis in which the normal is largest (0, 1 or 2). */
static inline kbx_wide_vec
kbx_project3 (kbx_vec3 v, int axis)
{
  kbx_wide_vec p;
  p.x = axis == 0 ? v.y : v.x;
  p.y = axis == 2 ? v.y : v.z;
  return p;
}

static inline bool
kbx_between_ends (double v, double a, double b)
{
  return a < b ? v >= a && v <= b : v >= b && v <= a;
}

KBX_API bool
kbx_polygon3_contains (kbx_polygon3 polygon, kbx_vec3 p)
{
  kbx_wide_vec a, b, q;
  kbx_wide3 n;
  bool odd = false;
  int axis;

  if (!kbx_polygon3_valid (polygon) || !kbx_vec3_valid (p))
    return false;
  n = kbx_newell (polygon);
  n.x = fabs (n.x);
  n.y = fabs (n.y);
  n.z = fabs (n.z);
  axis = n.x >= n.y && n.x >= n.z ? 0 : n.y >= n.z ? 1 : 2;
  if (n.x + n.y + n.z <= 0)
    return false;

  q = kbx_project3 (p, axis);
  a = kbx_project3 (polygon.corners[polygon.count - 1], axis);
  for (uint32_t i = 0; i < polygon.count; i++, a = b)
    {
      int side;
      b = kbx_project3 (polygon.corners[i], axis);
      side = kbx_compare_products (b.x - a.x, q.y - a.y, b.y - a.y, q.x - a.x);
      if (side == 0 && kbx_between_ends (q.x, a.x, b.x) && kbx_between_ends (q.y, a.y, b.y))
        return true;
      if ((a.y > q.y) != (b.y > q.y) && (b.y > a.y) == (side > 0))
        odd = !odd;
    }
  return odd;
}

/* ---- moves ---- */

static inline kbx_sweep3
kbx_no_sweep3 (kbx_status status)
{
  kbx_sweep3 s;
  memset (&s, 0, sizeof s);
  s.status = status;
  s.fraction = status == KBX_OK ? 1 : 0;
  return s;
}

/* Stopped after `fraction` of the move, at the point that is `reach` behind the mover against the normal. */
static kbx_sweep3
kbx_stop3 (kbx_vec3 from, kbx_vec3 move, double fraction, kbx_wide3 normal, double reach)
{
  kbx_sweep3 s = kbx_no_sweep3 (KBX_OK);
  double length = kbx_length3 (normal);

  normal.x /= length;
  normal.y /= length;
  normal.z /= length;
  s.hit = true;
  s.fraction = (float) (fraction + 0.0); /* -0 becomes 0 */
  s.normal = kbx_narrow3 (normal.x, normal.y, normal.z);
  s.point = kbx_narrow3 (from.x + fraction * move.x - reach * normal.x, from.y + fraction * move.y - reach * normal.y,
                         from.z + fraction * move.z - reach * normal.z);
  return s;
}

KBX_API kbx_sweep3
kbx_sweep_sphere_plane (kbx_sphere mover, kbx_vec3 move, kbx_plane plane)
{
  kbx_wide3 n = kbx_widen3 (plane.normal);
  double start, change;
  kbx_sweep3 s;

  if (!kbx_sphere_valid (mover) || !kbx_vec3_valid (move) || !kbx_plane_valid (plane))
    return kbx_no_sweep3 (KBX_ERROR_ARGUMENT);
  start = kbx_plane_height (plane, mover.centre) - mover.radius * kbx_length3 (n);
  change = kbx_dot3 (n, kbx_widen3 (move));
  if (start < 0)
    {
      s = kbx_stop3 (mover.centre, move, 0, n, 0);
      s.started_inside = true;
      return s;
    }
  if (change >= 0 || start + change > 0)
    return kbx_no_sweep3 (KBX_OK);
  return kbx_stop3 (mover.centre, move, start / -change, n, mover.radius);
}

KBX_API kbx_sweep3
kbx_sweep_point_plane (kbx_vec3 from, kbx_vec3 move, kbx_plane plane)
{
  kbx_sphere point;
  point.centre = from;
  point.radius = 0;
  return kbx_sweep_sphere_plane (point, move, plane);
}

/* Does the line of the move pass all edges on the same side, or through them? */
static bool
kbx_passes_polygon3 (kbx_vec3 from, kbx_wide3 move, kbx_polygon3 convex)
{
  kbx_wide3 a = kbx_from_to3 (from, convex.corners[convex.count - 1]), b;
  bool left = false, right = false;

  for (uint32_t i = 0; i < convex.count; i++, a = b)
    {
      double side;
      b = kbx_from_to3 (from, convex.corners[i]);
      side = kbx_dot3 (move, kbx_cross3 (a, b));
      left = left || side > 0;
      right = right || side < 0;
    }
  return !(left && right);
}

KBX_API kbx_sweep3
kbx_sweep_point_polygon3 (kbx_vec3 from, kbx_vec3 move, kbx_polygon3 convex, bool one_way)
{
  double start, change;
  kbx_wide3 n;

  if (!kbx_polygon3_valid (convex) || !kbx_vec3_valid (from) || !kbx_vec3_valid (move))
    return kbx_no_sweep3 (KBX_ERROR_ARGUMENT);
  n = kbx_newell (convex);
  start = kbx_dot3 (n, kbx_from_to3 (convex.corners[0], from));
  change = kbx_dot3 (n, kbx_widen3 (move));
  if (!one_way && start < 0)
    {
      /* From behind. */
      n.x = -n.x;
      n.y = -n.y;
      n.z = -n.z;
      start = -start;
      change = -change;
    }
  if (start < 0 || (!one_way && start <= 0) || change >= 0 || start + change > 0 ||
      !kbx_passes_polygon3 (from, kbx_widen3 (move), convex))
    return kbx_no_sweep3 (KBX_OK);
  return kbx_stop3 (from, move, start / -change, n, 0);
}

KBX_API kbx_vec3
kbx_sweep3_stop (kbx_vec3 from, kbx_vec3 move, kbx_sweep3 sweep, float skin)
{
  kbx_vec3 n = sweep.normal, stop;
  double share = kbx_share_before (sweep.fraction, -kbx_dot3 (kbx_widen3 (move), kbx_widen3 (n)), skin);

  if (sweep.status != KBX_OK || !kbx_vec3_valid (from) || !kbx_vec3_valid (move) || !kbx_size_valid (skin))
    return from;
  if (!sweep.hit)
    return kbx_narrow3 ((double) from.x + move.x, (double) from.y + move.y, (double) from.z + move.z);
  if (share <= 0)
    return from;
  stop.x = kbx_narrow_outwards (from.x + share * move.x, n.x);
  stop.y = kbx_narrow_outwards (from.y + share * move.y, n.y);
  stop.z = kbx_narrow_outwards (from.z + share * move.z, n.z);
  return stop;
}

KBX_API kbx_vec3
kbx_bounce3 (kbx_vec3 move, kbx_vec3 normal, float coefficient)
{
  kbx_wide3 n = kbx_widen3 (normal);
  double against = kbx_dot3 (kbx_widen3 (move), n), square = kbx_dot3 (n, n), back;

  if (!kbx_vec3_valid (move) || !kbx_vec3_valid (normal) || !kbx_size_valid (coefficient) || against >= 0)
    return move;
  back = (1 + (double) coefficient) * against / square;
  return kbx_narrow3 (move.x - back * n.x, move.y - back * n.y, move.z - back * n.z);
}
