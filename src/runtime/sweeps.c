/* SPDX-License-Identifier: MIT */
/* Moving points and moving boxes. Sources of the methods: signs of determinants (segment); slabs (Kay and Kajiya 1986),
 * their fractions compared as products; Minkowski's sum turns a moving box into a moving point. */
#include "runtime/rays.h"

/* Both ends on the line of the move: it runs into the nearer one, if it comes from outside. */
static kbx_ray
kbx_ray_lengthwise (kbx_wide_vec a, kbx_wide_vec b, kbx_wide_vec move)
{
  double to_a = kbx_dot (a, move), to_b = kbx_dot (b, move), square = kbx_dot (move, move);
  kbx_wide_vec near = to_a <= to_b ? a : b;
  double way = to_a <= to_b ? to_a : to_b;

  if (way <= 0 || way > square)
    return kbx_ray_miss ();
  return kbx_ray_hit (way / square, near, kbx_unit (kbx_wide_turned (move)));
}

KBX_INTERNAL kbx_ray
kbx_ray_segment (kbx_wide_vec a, kbx_wide_vec b, kbx_wide_vec move, bool one_way)
{
  kbx_wide_vec along = kbx_wide_minus (b, a);
  /* On which side of the line the start is, positive left, and how it changes over the move. */
  double side = kbx_cross (a, along), rate = kbx_cross (along, move), t;
  int past_a = kbx_cross_sign (move, a), past_b = kbx_cross_sign (move, b);

  if (past_a * past_b > 0)
    return kbx_ray_miss ();
  /* Now what runs along the segment is in line with it. */
  if (rate == 0)
    return one_way ? kbx_ray_miss () : kbx_ray_lengthwise (a, b, move);
  if (one_way ? side < 0 || rate > 0 : side == 0 || (side > 0) == (rate > 0))
    return kbx_ray_miss ();
  t = fabs (side) / fabs (rate);
  if (t > 1)
    return kbx_ray_miss ();
  return kbx_ray_across (along, move, t);
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

/* With both coordinates mirrored so that the point moves towards greater ones, it is inside a slab from lo / v to hi / v;
 * of two such times it enters at the later and leaves at the earlier. Where v is 0 the comparisons ask lo < 0 < hi. */
static kbx_ray
kbx_ray_slabs (kbx_slabs s, kbx_wide_vec move)
{
  double vx = fabs (move.x), vy = fabs (move.y), t, least;
  double x0 = move.x < 0 ? -s.hi.x : s.lo.x, x1 = move.x < 0 ? -s.lo.x : s.hi.x;
  double y0 = move.y < 0 ? -s.hi.y : s.lo.y, y1 = move.y < 0 ? -s.lo.y : s.hi.y;
  int later;

  if (s.lo.x == s.hi.x || s.lo.y == s.hi.y)
    return kbx_ray_segment (s.lo, s.hi, move, false);
  if (x0 < 0 && x1 > 0 && y0 < 0 && y1 > 0)
    return kbx_ray_inside (kbx_slabs_way_out (s, &least));
  if (x1 <= 0 || y1 <= 0 || x0 > vx || y0 > vy ||
      kbx_compare_products (x0, vy, y1, vx) >= 0 || kbx_compare_products (y0, vx, x1, vy) >= 0)
    return kbx_ray_miss ();
  later = kbx_compare_products (x0, vy, y0, vx);
  if (later > 0 || (later == 0 && vx >= vy))
    {
      t = x0 / vx;
      return kbx_ray_hit (t, kbx_wide_make (move.x < 0 ? -x0 : x0, move.y * t), kbx_wide_make (move.x < 0 ? 1 : -1, 0));
    }
  t = y0 / vy;
  return kbx_ray_hit (t, kbx_wide_make (move.x * t, move.y < 0 ? -y0 : y0), kbx_wide_make (0, move.y < 0 ? 1 : -1));
}

/* ---- the public ones ---- */

KBX_INTERNAL kbx_hit
kbx_sweep_point_segment (kbx_vec from, kbx_vec move, kbx_segment segment, bool one_way)
{
  if (!kbx_vec_valid (from) || !kbx_vec_valid (move) || !kbx_segment_valid (segment))
    return kbx_sweep_bad ();
  return kbx_sweep_answer (from, kbx_ray_segment (kbx_from_to (from, segment.a), kbx_from_to (from, segment.b),
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
kbx_sweep_point_rect (kbx_vec from, kbx_vec move, kbx_rect rect)
{
  if (!kbx_vec_valid (from) || !kbx_vec_valid (move) || !kbx_rect_valid (rect))
    return kbx_sweep_bad ();
  return kbx_sweep_answer (from, kbx_ray_slabs (kbx_rect_slabs (from, rect), kbx_wide (move)));
}

/* The answer of the box's own frame is turned back. */
KBX_INTERNAL kbx_hit
kbx_sweep_point_obb (kbx_vec from, kbx_vec move, kbx_obb obb)
{
  kbx_wide_vec v = kbx_wide (move), n;
  kbx_wide_obb box = kbx_widen_obb (obb);
  kbx_ray ray;

  if (!kbx_vec_valid (from) || !kbx_vec_valid (move) || !kbx_obb_valid (obb))
    return kbx_sweep_bad ();
  ray = kbx_ray_slabs (kbx_obb_slabs (from, box, &v), v);
  if (ray.hit)
    {
      n = ray.normal;
      ray.normal = kbx_unit (kbx_wide_make (n.x * box.u.x + n.y * box.v.x, n.x * box.u.y + n.y * box.v.y));
      ray.at = kbx_wide_times (kbx_wide (move), ray.t);
    }
  return kbx_sweep_answer (from, ray);
}

KBX_INTERNAL kbx_hit
kbx_sweep_rects (kbx_rect mover, kbx_vec move, kbx_rect target)
{
  const kbx_slabs grown = { kbx_from_to (mover.max, target.min), kbx_from_to (mover.min, target.max) };
  kbx_ray ray;

  if (!kbx_rect_valid (mover) || !kbx_vec_valid (move) || !kbx_rect_valid (target))
    return kbx_sweep_bad ();
  ray = kbx_ray_slabs (grown, kbx_wide (move));
  if (ray.hit)
    ray.at = ray.inside ? kbx_rect_middle (mover) : kbx_rects_touch (mover, kbx_wide_times (kbx_wide (move), ray.t), target, ray.normal);
  return kbx_sweep_world (ray);
}

/* ---- boxes of pixels ---- */

/* As kbx_sweep_rects, but a touch at the end is none. Sides need 33 bits with their sign and the move 24, so fractions below 1
 * stay below it. */
KBX_INTERNAL kbx_hit
kbx_sweep_boxes (kbx_box mover, kbx_vec move, kbx_box target)
{
  const kbx_slabs grown = { { (double) target.x0 - mover.x1, (double) target.y0 - mover.y1 },
                            { (double) target.x1 - mover.x0, (double) target.y1 - mover.y0 } };
  kbx_ray ray;

  if (!kbx_vec_valid (move) || move.x != (float) (int32_t) move.x || move.y != (float) (int32_t) move.y || mover.x1 <= mover.x0 ||
      mover.y1 <= mover.y0 || target.x1 <= target.x0 || target.y1 <= target.y0)
    return kbx_sweep_bad ();
  ray = kbx_ray_slabs (grown, kbx_wide (move));
  if (!ray.hit || ray.t >= 1)
    return kbx_sweep_world (kbx_ray_miss ());
  ray.at = ray.inside ? kbx_wide_make (((double) mover.x0 + mover.x1) / 2, ((double) mover.y0 + mover.y1) / 2)
                      : kbx_rects_touch (kbx_rect_of_box (mover), kbx_wide_times (kbx_wide (move), ray.t), kbx_rect_of_box (target), ray.normal);
  return kbx_sweep_world (ray);
}
