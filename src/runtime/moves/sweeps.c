/* SPDX-License-Identifier: MIT */
/* Moving points and boxes. Methods: signs of determinants (segment); slabs (Kay and Kajiya 1986),
 * their fractions compared as products; Minkowski's sum turns a moving box into a moving point. */
#include "runtime/moves/rays.h"

/* Both ends are on the line of the move: it hits the nearer one, if it comes from outside. */
static kbx_ray
kbx_ray_lengthwise (kbx_wide_vec a, kbx_wide_vec b, kbx_wide_vec move)
{
  double to_a = kbx_dot (a, move), to_b = kbx_dot (b, move), square = kbx_dot (move, move);
  kbx_wide_vec near = to_a <= to_b ? a : b;
  double way = to_a <= to_b ? to_a : to_b;

  if (way <= 0 || way > square)
    return kbx_ray_miss ();
  kbx_ray ray = kbx_ray_hit (way / square, near, kbx_unit (kbx_wide_turned (move)));
  ray.end = true;
  return ray;
}

/* Whether both ends are on one side of the line of the move, for products that round to the
 * same. */
static KBX_ASIDE bool
kbx_ends_beside (kbx_wide_vec a, kbx_wide_vec b, kbx_wide_vec move)
{
  return kbx_cross_sign (move, a) * kbx_cross_sign (move, b) > 0;
}

/* One branch for all unpredictable conditions. */
static KBX_INLINE kbx_ray
kbx_ray_at_segment (kbx_wide_vec a, kbx_wide_vec b, kbx_wide_vec move, bool one_way)
{
  const kbx_wide_vec along = kbx_wide_minus (b, a);
  const double ax = move.x * a.y, ay = move.y * a.x, bx = move.x * b.y, by = move.y * b.x;
  /* The side of the line on which the start is, positive left, and its change over the move */
  const double side = kbx_cross (a, along), rate = kbx_cross (along, move);
  const bool beside = ax != ay && bx != by ? (ax > ay) == (bx > by) : kbx_ends_beside (a, b, move);
  const bool away = one_way ? (side < 0) | (rate > 0) : (side == 0) | ((side > 0) == (rate > 0));

  /* A move along the segment is in line with it, unless the segment is to the side */
  if (rate == 0)
    return beside || one_way ? kbx_ray_miss () : kbx_ray_lengthwise (a, b, move);
  if ((int) beside | (int) away | (fabs (side) > fabs (rate)))
    return kbx_ray_miss ();
  const double t = fabs (side) / fabs (rate);
  const double sign = kbx_lanes_first (kbx_lanes_one_signed (kbx_lanes_both (rate)));
  return kbx_ray_hit (t, kbx_wide_times (move, t),
                      kbx_unit (kbx_wide_make (sign * along.y, -sign * along.x)));
}

KBX_INTERNAL kbx_ray
kbx_ray_segment (kbx_wide_vec a, kbx_wide_vec b, kbx_wide_vec move, bool one_way)
{
  return kbx_ray_at_segment (a, b, move, one_way);
}

/* ---- slabs ---- */

KBX_INTERNAL kbx_wide_vec
kbx_slabs_way_out (kbx_slabs s, double *least)
{
  const double ways[4] = { s.hi.x, -s.lo.x, s.hi.y, -s.lo.y };
  const int way = kbx_least_way (ways);

  *least = ways[way];
  return way < 2 ? kbx_wide_make (1 - 2 * way, 0) : kbx_wide_make (0, 5 - 2 * way);
}

/* Compares the later of two times to enter, x0 / vx and y0 / vy, with the earlier of those to
 * leave, x1 / vx and y1 / vy. Returns the later axis to enter: 1 for x, 0 for y; -1: it enters
 * after leaving. For products that round to the same. */
static KBX_ASIDE int
kbx_enter_closely (double x0, double x1, double vx, double y0, double y1, double vy)
{
  const int later = kbx_compare_products (x0, vy, y0, vx);
  if (kbx_compare_products (x0, vy, y1, vx) >= 0 || kbx_compare_products (y0, vx, x1, vy) >= 0)
    return -1;
  return later > 0 || (later == 0 && vx >= vy);
}

/* With both coordinates mirrored so that the point moves towards greater ones, it is inside a slab
 * from lo / v to hi / v. It enters at the later of two such times and leaves at the earlier. If v
 * is 0, the comparisons test lo < 0 < hi. Unpredictable conditions have no branches. */
static KBX_INLINE kbx_ray
kbx_ray_slabs (kbx_slabs s, kbx_wide_vec move)
{
  const double sign_x = kbx_lanes_first (kbx_lanes_one_signed (kbx_lanes_both (move.x + 0)));
  const double sign_y = kbx_lanes_first (kbx_lanes_one_signed (kbx_lanes_both (move.y + 0)));
  const double vx = fabs (move.x), vy = fabs (move.y), ax = s.lo.x * sign_x, bx = s.hi.x * sign_x,
               ay = s.lo.y * sign_y, by = s.hi.y * sign_y;
  const kbx_lanes low = kbx_lanes_lower (kbx_lanes_of (ax, ay), kbx_lanes_of (bx, by));
  const kbx_lanes high = kbx_lanes_higher (kbx_lanes_of (ax, ay), kbx_lanes_of (bx, by));
  const double x0 = kbx_lanes_first (low), y0 = kbx_lanes_second (low), x1 = kbx_lanes_first (high),
               y1 = kbx_lanes_second (high);
  const double enter_x = x0 * vy, enter_y = y0 * vx, leave_x = x1 * vy, leave_y = y1 * vx;
  double t, least;
  int by_x = enter_x > enter_y;

  if (s.lo.x == s.hi.x || s.lo.y == s.hi.y)
    return kbx_ray_segment (s.lo, s.hi, move, false);
  if ((x0 < 0) & (x1 > 0) & (y0 < 0) & (y1 > 0))
    return kbx_ray_inside (kbx_slabs_way_out (s, &least));
  if ((x1 <= 0) | (y1 <= 0) | (x0 > vx) | (y0 > vy) | (enter_x > leave_y) | (enter_y > leave_x))
    return kbx_ray_miss ();
  if ((enter_x == leave_y) | (enter_y == leave_x) | (enter_x == enter_y))
    by_x = kbx_enter_closely (x0, x1, vx, y0, y1, vy);
  if (by_x < 0)
    return kbx_ray_miss ();
  t = kbx_lanes_first (kbx_lanes_divide (kbx_lanes_swapped (low, !by_x),
                                         kbx_lanes_swapped (kbx_lanes_of (vx, vy), !by_x)));
  kbx_lanes at = kbx_lanes_either (kbx_lanes_of (move.x * t, y0 * sign_y),
                                   kbx_lanes_of (x0 * sign_x, move.y * t), (uint32_t) by_x);
  kbx_lanes normal = kbx_lanes_subtract (kbx_lanes_both (0),
                                         kbx_lanes_one_of (kbx_lanes_of (sign_x, sign_y), !by_x));
  return kbx_ray_hit (t, kbx_wide_make (kbx_lanes_first (at), kbx_lanes_second (at)),
                      kbx_wide_make (kbx_lanes_first (normal), kbx_lanes_second (normal)));
}

/* ---- public functions ---- */

KBX_INTERNAL kbx_hit
kbx_sweep_point_segment (const kbx_vec *from, kbx_vec move, const kbx_segment *segment,
                         bool one_way)
{
  if (!kbx_vec_valid (*from) || !kbx_vec_valid (move) || !kbx_segment_valid (*segment))
    return kbx_sweep_bad ();
  return kbx_sweep_answer (*from, kbx_ray_at_segment (kbx_from_to (*from, segment->a),
                                                      kbx_from_to (*from, segment->b),
                                                      kbx_wide (move), one_way));
}

KBX_INTERNAL kbx_hit
kbx_sweep_point_circle (kbx_vec from, kbx_vec move, kbx_circle circle)
{
  kbx_wide_vec centre = kbx_from_to (from, circle.centre);

  if (!kbx_vec_valid (from) || !kbx_vec_valid (move) || !kbx_circle_valid (circle))
    return kbx_sweep_bad ();
  if (circle.radius == 0)
    return kbx_sweep_answer (from, kbx_ray_segment (centre, centre, kbx_wide (move), false));
  return kbx_sweep_answer (from, kbx_ray_disc (centre, circle.radius, kbx_wide (move)));
}

KBX_INTERNAL kbx_hit
kbx_sweep_point_rect (const kbx_vec *from, kbx_vec move, const kbx_rect *rect)
{
  if (!kbx_vec_valid (*from) || !kbx_vec_valid (move) || !kbx_rect_valid (*rect))
    return kbx_sweep_bad ();
  return kbx_sweep_answer (*from, kbx_ray_slabs (kbx_rect_slabs (*from, *rect), kbx_wide (move)));
}

/* The result in the box's own frame is rotated back. */
KBX_INTERNAL kbx_hit
kbx_sweep_point_obb (kbx_vec from, kbx_vec move, kbx_obb obb)
{
  kbx_wide_vec v = kbx_wide (move), n;
  kbx_wide_obb box = kbx_widen_obb (obb);

  if (!kbx_vec_valid (from) || !kbx_vec_valid (move) || !kbx_obb_valid (obb))
    return kbx_sweep_bad ();
  kbx_ray ray = kbx_ray_slabs (kbx_obb_slabs (from, box, &v), v);
  if (ray.hit)
    {
      n = ray.normal;
      ray.normal =
        kbx_unit (kbx_wide_make (n.x * box.u.x + n.y * box.v.x, n.x * box.u.y + n.y * box.v.y));
      ray.at = kbx_wide_times (kbx_wide (move), ray.t);
    }
  return kbx_sweep_answer (from, ray);
}

KBX_INTERNAL kbx_hit
kbx_sweep_rects (kbx_rect mover, kbx_vec move, kbx_rect target)
{
  const kbx_slabs grown = { kbx_from_to (mover.max, target.min),
                            kbx_from_to (mover.min, target.max) };

  if (!kbx_rect_valid (mover) || !kbx_vec_valid (move) || !kbx_rect_valid (target))
    return kbx_sweep_bad ();
  kbx_ray ray = kbx_ray_slabs (grown, kbx_wide (move));
  if (ray.hit)
    ray.at = ray.inside ? kbx_rect_middle (mover)
                        : kbx_rects_touch (mover, kbx_wide_times (kbx_wide (move), ray.t), target,
                                           ray.normal);
  return kbx_sweep_world (ray);
}

/* ---- boxes of pixels ---- */

/* As kbx_sweep_rects, but a touch at the end is not a hit. Sides need 33 bits with their sign and
 * the move 24, so fractions below 1 stay below it. */
KBX_INTERNAL kbx_hit
kbx_sweep_boxes (kbx_box mover, kbx_vec move, kbx_box target)
{
  const kbx_slabs grown = { { (double) target.x0 - mover.x1, (double) target.y0 - mover.y1 },
                            { (double) target.x1 - mover.x0, (double) target.y1 - mover.y0 } };

  if (!kbx_vec_valid (move) || move.x != (float) (int32_t) move.x
      || move.y != (float) (int32_t) move.y || mover.x1 <= mover.x0 || mover.y1 <= mover.y0
      || target.x1 <= target.x0 || target.y1 <= target.y0)
    return kbx_sweep_bad ();
  kbx_ray ray = kbx_ray_slabs (grown, kbx_wide (move));
  if (!ray.hit || ray.t >= 1)
    return kbx_sweep_world (kbx_ray_miss ());
  ray.at =
    ray.inside
      ? kbx_wide_make (((double) mover.x0 + mover.x1) / 2, ((double) mover.y0 + mover.y1) / 2)
      : kbx_rects_touch (kbx_rect_of_box (mover), kbx_wide_times (kbx_wide (move), ray.t),
                         kbx_rect_of_box (target), ray.normal);
  return kbx_sweep_world (ray);
}
