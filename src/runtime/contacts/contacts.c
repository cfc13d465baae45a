/* SPDX-License-Identifier: MIT */
/* Contacts of circles and axis-aligned boxes. Whether two shapes touch is decided exactly by their
 * kbx_overlap_ function, or its tests. This file computes only the contact. */
#include "runtime/contacts/manifold.h"

KBX_INTERNAL kbx_manifold
kbx_collide_circles (const kbx_circle *first, const kbx_circle *second)
{
  kbx_wide_vec d = kbx_from_to (first->centre, second->centre);
  double length = sqrt (kbx_dot (d, d)), unit = length;
  uint32_t touch = (uint32_t) kbx_circles_meet (*first, *second, d);

  if (!kbx_circle_valid (*first) || !kbx_circle_valid (*second))
    return kbx_no_contact (KBX_ERROR_ARGUMENT);
  if (length <= 0)
    d.x = unit = 1;
  return kbx_round_contact (*first, touch,
                            kbx_lanes_divide (kbx_lanes_of (d.x, d.y), kbx_lanes_of (unit, unit)),
                            length - second->radius);
}

KBX_INTERNAL kbx_manifold
kbx_collide_rects (const kbx_rect *first, const kbx_rect *second)
{
  /* How far the second has to move right, left, down, up. */
  const double ways[4] = {
    (double) first->max.x - second->min.x, (double) second->max.x - first->min.x,
    (double) first->max.y - second->min.y, (double) second->max.y - first->min.y
  };
  /* The middle between the two faces in each direction, doubled. */
  const double sums[4] = {
    (double) first->max.x + second->min.x, (double) second->max.x + first->min.x,
    (double) first->max.y + second->min.y, (double) second->max.y + first->min.y
  };

  if (!kbx_overlap_rects (first, second))
    return kbx_no_contact (kbx_rect_valid (*first) && kbx_rect_valid (*second)
                             ? KBX_OK
                             : KBX_ERROR_ARGUMENT);
  const int way = kbx_least_way (ways);
  kbx_manifold m =
    kbx_begin_contact (way < 2 ? 1 - 2 * way : 0, way < 2 ? 0 : 5 - 2 * way, ways[way]);

  /* The rectangle between the two faces, then its middle along the normal. */
  kbx_wide_vec low = { first->min.x > second->min.x ? first->min.x : second->min.x,
                       first->min.y > second->min.y ? first->min.y : second->min.y };
  kbx_wide_vec high = { first->max.x < second->max.x ? first->max.x : second->max.x,
                        first->max.y < second->max.y ? first->max.y : second->max.y };
  if (way < 2)
    low.x = high.x = 0.5 * sums[way];
  else
    low.y = high.y = 0.5 * sums[way];
  kbx_add_contact_point (&m, low.x, low.y, ways[way]);
  kbx_add_contact_point (&m, high.x, high.y, ways[way]);
  return m;
}

/* A circle against the box [-half_w, half_w] x [-half_h, half_h] around the origin, with the
 * circle's centre `at`. Gives the unit vector to the box and its distance; from inside, against the
 * shortest way out, and negative. Of equal ways out: left, right, up, down. Without branches, as
 * kbx_round_contact. */
static inline kbx_lanes
kbx_lanes_to_box (kbx_lanes at, kbx_lanes half, double *reach)
{
  const kbx_lanes zero = kbx_lanes_of (0, 0);
  kbx_lanes low = kbx_lanes_subtract (zero, half);
  kbx_lanes d = kbx_lanes_subtract (kbx_lanes_lower (kbx_lanes_higher (at, low), half), at),
            square = kbx_lanes_multiply (d, d);
  /* The distances out to left and up, right and down; the least */
  kbx_lanes less = kbx_lanes_add (at, half), more = kbx_lanes_subtract (half, at),
            out = kbx_lanes_lower (less, more);
  kbx_lanes back = kbx_lanes_one_signed (kbx_lanes_add (kbx_lanes_subtract (more, less), zero)),
            length;
  double sum = kbx_lanes_first (square) + kbx_lanes_second (square);
  uint32_t inside = !(sum > 0), upright = kbx_lanes_second (out) < kbx_lanes_first (out);

  length = kbx_lanes_root (kbx_lanes_of (sum, sum));
  out = kbx_lanes_either (out, kbx_lanes_between (out, out), upright);
  *reach = kbx_lanes_first (kbx_lanes_either (length, kbx_lanes_subtract (zero, out), inside));
  d = kbx_lanes_either (d, kbx_lanes_one_of (back, upright), inside);
  return kbx_lanes_divide (d, kbx_lanes_either (length, kbx_lanes_of (1, 1), inside));
}

KBX_INTERNAL kbx_manifold
kbx_collide_circle_rect (const kbx_circle *circle, const kbx_rect *rect)
{
  kbx_lanes low = kbx_lanes_of (rect->min.x, rect->min.y),
            high = kbx_lanes_of (rect->max.x, rect->max.y);
  kbx_lanes centre = kbx_lanes_of (circle->centre.x, circle->centre.y),
            by_half = kbx_lanes_of (0.5, 0.5), n;
  uint32_t touch = (uint32_t) kbx_circle_meets_rect (*circle, *rect);
  double reach;

  if (!kbx_circle_valid (*circle) || !kbx_rect_valid (*rect))
    return kbx_no_contact (KBX_ERROR_ARGUMENT);
  n = kbx_lanes_to_box (
    kbx_lanes_subtract (centre, kbx_lanes_multiply (by_half, kbx_lanes_add (low, high))),
    kbx_lanes_multiply (by_half, kbx_lanes_subtract (high, low)), &reach);
  return kbx_round_contact (*circle, touch, n, reach);
}

KBX_INTERNAL kbx_manifold
kbx_collide_circle_obb (const kbx_circle *circle, const kbx_obb *obb)
{
  kbx_wide_obb box = kbx_widen_obb (*obb);
  kbx_wide_vec d = kbx_from_to (obb->centre, circle->centre);
  double size = sqrt (box.square), reach;

  if (!kbx_overlap_circle_obb (circle, obb))
    return kbx_no_contact (kbx_circle_valid (*circle) && kbx_obb_valid (*obb) ? KBX_OK
                                                                            : KBX_ERROR_ARGUMENT);
  box.u.x /= size;
  box.u.y /= size;
  kbx_lanes n = kbx_lanes_to_box (kbx_lanes_of (kbx_dot (d, box.u), kbx_cross (box.u, d)),
                                  kbx_lanes_of (box.half_w * size, box.half_h * size), &reach);
  d = KBX_LITERAL (kbx_wide_vec){ kbx_lanes_first (n), kbx_lanes_second (n) };
  return kbx_round_contact (
    *circle, true, kbx_lanes_of (d.x * box.u.x - d.y * box.u.y, d.x * box.u.y + d.y * box.u.x),
    reach);
}

/* The nearest border of a polygon to a circle's centre, so far. */
typedef struct {
  double distance;         /* squared outside, depth inside; HUGE_VAL: none so far */
  /* The direction the polygon is pushed, of any length; the edge's first corner */
  kbx_wide_vec push, from;
} kbx_near_border;

/* Keeps the nearer one. In a tie the push decides; of collinear pieces, the first corner further
 * left, or higher up. */
static inline void
kbx_keep_nearer (kbx_near_border *kept, kbx_near_border other)
{
  int wins = (other.distance < kept->distance) - (other.distance > kept->distance);

  if (wins == 0)
    wins = kbx_compare_pushes (other.push, kept->push);
  if (wins > 0 || (wins == 0 && kbx_corner_before (other.from, kept->from)))
    *kept = other;
}

/* Among edges with the centre outside or on their line, the nearest point wins. It is a corner, or
 * a point between two, for which the distance to the edge's line is used, since the point is
 * rounded. Without such an edge the centre is inside, and the edge of least depth is the way
 * out. */
KBX_INTERNAL kbx_manifold
kbx_collide_circle_convex (kbx_circle circle, kbx_polygon convex)
{
  const kbx_wide_vec centre = kbx_wide (circle.centre);
  kbx_near_border border = { HUGE_VAL, { 0, 0 }, { 0, 0 } }, face = border, seen;

  if (!kbx_overlap_circle_polygon (circle, convex))
    return kbx_no_contact (
      kbx_circle_valid (circle) && kbx_polygon_valid (convex) ? KBX_OK : KBX_ERROR_ARGUMENT);
  kbx_hull hull = kbx_polygon_hull (convex);
  for (uint32_t i = 0; i < hull.count; i++)
    {
      kbx_wide_vec e = kbx_hull_edge (&hull, i), begin, end;
      double square = kbx_dot (e, e), side, along;

      if (square <= 0)
        continue;
      seen.from = kbx_hull_corner (&hull, i);
      begin = kbx_wide_way (centre, seen.from);
      end = kbx_wide_way (centre, kbx_hull_corner (&hull, kbx_hull_next (&hull, i)));
      side = kbx_cross (begin, e);
      along = -kbx_dot (e, begin);
      seen.distance = side / sqrt (square);
      seen.push = kbx_edge_push (e, true);
      kbx_keep_nearer (&face, seen);
      if (side > 0)
        continue;
      seen.distance = side * side / square;
      if (along <= 0 || along >= square)
        {
          seen.push = along <= 0 ? begin : end;
          seen.distance = kbx_dot (seen.push, seen.push);
        }
      kbx_keep_nearer (&border, seen);
    }

  if (face.distance >= HUGE_VAL) /* the polygon is one point */
    {
      border.push = kbx_wide_way (centre, kbx_hull_corner (&hull, 0));
      border.distance = kbx_dot (border.push, border.push);
      face.push.x = 1;
    }
  double reach = sqrt (border.distance);
  if (border.distance <= 0 || border.distance >= HUGE_VAL)
    {
      reach = border.distance <= 0 ? 0 : -face.distance;
      border = face;
    }
  const double length = sqrt (kbx_dot (border.push, border.push));
  return kbx_round_contact (circle, true,
                            kbx_lanes_of (border.push.x / length, border.push.y / length), reach);
}
