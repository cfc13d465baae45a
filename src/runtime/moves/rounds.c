/* SPDX-License-Identifier: MIT */
/* Moving circles. Methods: the quadratic equation for disc against disc. For a segment, its
 * capsule: a strip and the discs at its ends. The capsule is hit if the distance of two segments is
 * less than the radius, compared as products. */
#include "runtime/moves/rays.h"

/* The time at which the point reaches the disc, which it must: start / (b + root), without
 * cancellation when the two are close. Negative rounding errors count as 0. */
static double
kbx_disc_entry (kbx_wide_vec centre, double r2, kbx_wide_vec move)
{
  double b = kbx_dot (centre, move), square = kbx_dot (move, move),
         start = kbx_dot (centre, centre) - r2;
  double d = kbx_product_difference (b, b, square, start);
  return start > 0 ? kbx_at_most_one (start / (fabs (b) + kbx_root (fabs (d)))) : 0;
}

static kbx_ray
kbx_ray_at_disc (kbx_wide_vec centre, double r2, double r, kbx_wide_vec move)
{
  double t = kbx_disc_entry (centre, r2, move);
  kbx_wide_vec n = kbx_unit_or_right (kbx_wide_minus (kbx_wide_times (move, t), centre));
  return kbx_ray_hit (t, kbx_wide_make (centre.x + n.x * r, centre.y + n.y * r), n);
}

/* The disc around the end of a segment. */
static kbx_ray
kbx_ray_at_end (kbx_wide_vec end, double r2, kbx_wide_vec move)
{
  kbx_ray ray = kbx_ray_at_disc (end, r2, 0, move);
  ray.end = true;
  return ray;
}

KBX_INTERNAL kbx_ray
kbx_ray_disc (kbx_wide_vec centre, double r, kbx_wide_vec move)
{
  double r2 = r * r, b = kbx_dot (centre, move), square = kbx_dot (move, move),
         start = kbx_dot (centre, centre) - r2;
  kbx_wide_vec end = kbx_wide_minus (centre, move);

  if (start < 0)
    return kbx_ray_inside (kbx_unit_or_right (kbx_wide_turned (centre)));
  /* It must approach, and then its nearest point is on the path and inside, or its end touches */
  if (b <= 0
      || (b <= square ? kbx_compare_products (b, b, square, start) <= 0 : kbx_dot (end, end) > r2))
    return kbx_ray_miss ();
  return kbx_ray_at_disc (centre, r2, r, move);
}

/* Whether the move, from position w, approaches the segment from 0 to `along`. A point on it is
 * treated as on its left. */
static bool
kbx_comes_nearer (kbx_wide_vec w, kbx_wide_vec along, kbx_wide_vec move)
{
  double foot = kbx_dot (w, along), square = kbx_dot (along, along);

  if (foot >= 0 && foot <= square && square > 0)
    return kbx_cross (along, w) >= 0 ? kbx_cross (along, move) < 0 : kbx_cross (along, move) > 0;
  if (foot > 0)
    w = kbx_wide_minus (w, along);
  return kbx_dot (w, move) < 0;
}

/* Whether a point that starts outside the capsule enters it. Either the segments cross, or an end
 * comes near enough; at the end of the move a touch suffices if it would continue into it. */
static bool
kbx_capsule_met (kbx_wide_vec a, kbx_wide_vec b, double r2, kbx_wide_vec move)
{
  kbx_wide_vec along = kbx_wide_minus (b, a), end = kbx_wide_minus (move, a);
  int at_end = kbx_compare_reach (end, along, r2);

  if (at_end < 0 || kbx_compare_reach (a, move, r2) < 0 || kbx_compare_reach (b, move, r2) < 0)
    return true;
  if (at_end == 0 && kbx_comes_nearer (end, along, move))
    return true;
  return kbx_cross_sign (move, a) * kbx_cross_sign (move, b) < 0 &&
         kbx_cross_sign (along, kbx_wide_turned (a)) * kbx_cross_sign (along, end) < 0;
}

/* The verdict of a few products on a disc or capsule: hit, or not, by more than rounding errors. */
typedef enum { KBX_PASSED, KBX_MET, KBX_DOUBTFUL } kbx_verdict;

/* Above the rounding error of a number of magnitude 1. */
#define KBX_MORE_THAN_ROUNDING 1e-12

/* For a point that moves against the disc around w, starting outside. `size` is at least the sum of
 * the numbers. */
static kbx_verdict
kbx_judge_disc (kbx_wide_vec w, double r2, kbx_wide_vec move, double size)
{
  const double doubt = size * size * KBX_MORE_THAN_ROUNDING;
  double b = kbx_dot (w, move), square = kbx_dot (move, move), start = kbx_dot (w, w) - r2,
         d = b * b - square * start;
  double end = start + square - 2 * b;

  if (start <= doubt)
    return KBX_DOUBTFUL;
  if (b < -doubt || d < -doubt * size * size)
    return KBX_PASSED;
  if (b <= doubt || d <= doubt * size * size)
    return KBX_DOUBTFUL;
  /* It enters the disc if continued; the nearest point is on the path, or the end is inside, or it
   * is too short */
  if (b < square - doubt || end < -doubt)
    return KBX_MET;
  return end > doubt ? KBX_PASSED : KBX_DOUBTFUL;
}

/* For a point that moves against a capsule. Sets the flag if it starts next to the strip, in case
 * it hits. Sums and products are compared with their rounding errors; exact tests handle the
 * rest. */
static kbx_verdict
kbx_judge_capsule (kbx_wide_vec a, kbx_wide_vec b, double r, kbx_wide_vec move, double side,
                   double rate, bool *beside)
{
  const kbx_wide_vec along = kbx_wide_minus (b, a);
  const double square = kbx_dot (along, along), way = fabs (rate),
               gap = fabs (side) - r * kbx_root (square), foot = -kbx_dot (a, along);
  const double size =
    fabs (a.x) + fabs (a.y) + fabs (along.x) + fabs (along.y) + fabs (move.x) + fabs (move.y) + r;
  const double doubt = size * size * KBX_MORE_THAN_ROUNDING;

  *beside = gap > 0;
  if (fabs (gap) <= doubt)
    return KBX_DOUBTFUL;
  if (*beside && (gap > way + doubt || (way > doubt && (side > 0) == (rate > 0))))
    return KBX_PASSED;
  if (*beside && gap > way - doubt)
    return KBX_DOUBTFUL;
  /* Where along the strip it arrives, or is level with at the start; times `way`, or unscaled */
  double at = *beside ? gap * kbx_dot (move, along) + foot * way : foot;
  const double end = *beside ? square * way : square;
  const double more = *beside ? doubt * size * size : doubt;
  if (fabs (at) <= more || fabs (at - end) <= more)
    return KBX_DOUBTFUL;
  if (at > 0 && at < end)
    return *beside ? KBX_MET : KBX_DOUBTFUL;
  return kbx_judge_disc (at < 0 ? a : b, r * r, move, size);
}

static kbx_wide_vec
kbx_capsule_way_out (kbx_wide_vec a, kbx_wide_vec along)
{
  double foot = -kbx_dot (a, along), square = kbx_dot (along, along), side = kbx_cross (a, along);

  if (foot > 0 && foot < square)
    return kbx_unit (side < 0 ? kbx_wide_turned (kbx_wide_left (along)) : kbx_wide_left (along));
  if (foot > 0)
    a = kbx_wide_make (a.x + along.x, a.y + along.y);
  if (a.x == 0 && a.y == 0 && square > 0)
    return kbx_unit (kbx_wide_left (along));
  return kbx_unit_or_right (kbx_wide_turned (a));
}

/* Whether both ends are farther than r to the right, left, above or below, over the whole move. */
static inline bool
kbx_passes_far (kbx_lanes a, kbx_lanes b, kbx_lanes move, double r)
{
  const kbx_lanes a_end = kbx_lanes_subtract (a, move), b_end = kbx_lanes_subtract (b, move);
  const kbx_lanes low = kbx_lanes_lower (kbx_lanes_lower (a, b), kbx_lanes_lower (a_end, b_end));
  const kbx_lanes high =
    kbx_lanes_higher (kbx_lanes_higher (a, b), kbx_lanes_higher (a_end, b_end));
  return (kbx_lanes_below (kbx_lanes_both (r), low) | kbx_lanes_below (high, kbx_lanes_both (-r)))
         != 0;
}

KBX_INTERNAL kbx_ray
kbx_ray_capsule (kbx_wide_vec a, kbx_wide_vec b, double r, kbx_wide_vec move, bool one_way)
{
  kbx_wide_vec along = kbx_wide_minus (b, a), left;
  double r2 = r * r, square = kbx_dot (along, along), side, rate, foot, t = 0;
  bool beside;

  /* Most segments of a level are far away. */
  if (kbx_passes_far (kbx_lanes_of (a.x, a.y), kbx_lanes_of (b.x, b.y),
                      kbx_lanes_of (move.x, move.y), r))
    return kbx_ray_miss ();
  side = kbx_cross (a, along);
  rate = kbx_cross (along, move);
  /* One-way by the centre alone: even if it overlaps, no centre passes from left to right, not even
   * at a joint. */
  if (one_way && (side < 0 || rate >= 0))
    return kbx_ray_miss ();
  const kbx_verdict verdict = kbx_judge_capsule (a, b, r, move, side, rate, &beside);
  if (verdict == KBX_PASSED)
    return kbx_ray_miss ();
  if (verdict == KBX_DOUBTFUL)
    {
      if (kbx_compare_reach (kbx_wide_turned (a), along, r2) < 0)
        return one_way && !kbx_comes_nearer (kbx_wide_turned (a), along, move)
                 ? kbx_ray_miss ()
                 : kbx_ray_inside (kbx_capsule_way_out (a, along));
      beside = kbx_compare_products (side, side, r2, square) >= 0;
      if (!kbx_capsule_met (a, b, r2, move))
        return kbx_ray_miss ();
    }
  if (square == 0)
    return kbx_ray_at_end (a, r2, move);
  /* The time at which the strip is reached, and the position along it. Divided by the segment's
   * width or height, so that all segments of one line give the same bits. */
  const kbx_wide_vec line = fabs (along.x) >= fabs (along.y)
                              ? kbx_wide_make (1, along.y / along.x)
                              : kbx_wide_make (along.x / along.y, 1);
  const double scale = fabs (along.x) >= fabs (along.y) ? along.x : along.y,
               length = kbx_root (kbx_dot (line, line)), gap = fabs (side / scale) - r * length;
  if (beside && gap > 0)
    t = kbx_at_most_one (gap / fabs (rate / scale));
  foot = t * kbx_dot (move, along) - kbx_dot (a, along);
  if (foot < 0 || foot > square)
    return kbx_ray_at_end (foot < 0 ? a : b, r2, move);
  left = kbx_unit (kbx_wide_left ((side < 0) != (scale < 0) ? kbx_wide_turned (line) : line));
  return kbx_ray_hit (t, kbx_wide_make (move.x * t - left.x * r, move.y * t - left.y * r), left);
}

/* ---- public functions ---- */

static bool
kbx_circle_move_valid (kbx_circle mover, kbx_vec move)
{
  return kbx_circle_valid (mover) && kbx_vec_valid (move);
}

KBX_INTERNAL kbx_hit
kbx_sweep_circle_segment (kbx_circle mover, kbx_vec move, kbx_segment segment, bool one_way)
{
  if (!kbx_circle_move_valid (mover, move) || !kbx_segment_valid (segment))
    return kbx_sweep_bad ();
  if (mover.radius == 0)
    return kbx_sweep_point_segment (&mover.centre, move, &segment, one_way);
  return kbx_sweep_answer (mover.centre, kbx_ray_capsule (kbx_from_to (mover.centre, segment.a),
                                                          kbx_from_to (mover.centre, segment.b),
                                                          mover.radius, kbx_wide (move), one_way));
}

/* A point against a disc of both radii. The touch is on the target's own. */
KBX_INTERNAL kbx_hit
kbx_sweep_circles (kbx_circle mover, kbx_vec move, kbx_circle target)
{
  kbx_wide_vec centre = kbx_from_to (mover.centre, target.centre);
  double r = (double) mover.radius + target.radius;

  if (!kbx_circle_move_valid (mover, move) || !kbx_circle_valid (target))
    return kbx_sweep_bad ();
  if (r == 0)
    return kbx_sweep_point_circle (mover.centre, move, target);
  kbx_ray ray = kbx_ray_disc (centre, r, kbx_wide (move));
  if (ray.hit && !ray.inside)
    ray.at = kbx_wide_make (centre.x + ray.normal.x * target.radius,
                            centre.y + ray.normal.y * target.radius);
  return kbx_sweep_answer (mover.centre, ray);
}

/* Four corners from one of them, along the two sides. */
static kbx_ring
kbx_ring_of_box (kbx_wide_vec corner, kbx_wide_vec w, kbx_wide_vec h)
{
  return KBX_LITERAL (kbx_ring){ NULL,
                                 4,
                                 { corner, kbx_wide_make (corner.x + w.x, corner.y + w.y),
                                   kbx_wide_make (corner.x + (w.x + h.x), corner.y + (w.y + h.y)),
                                   kbx_wide_make (corner.x + h.x, corner.y + h.y) } };
}

/* The edge of a rectangle that a circle hits first, if a few products decide. KBX_NONE: no hit; the
 * number of edges: undecided. The rectangle's slabs, grown by the radius, are entered at the later
 * of two times, mirrored so that the move is to greater coordinates. There the circle is next to
 * the edge, or near its corner. */
static uint32_t
kbx_first_edge (kbx_slabs s, double r, kbx_wide_vec move)
{
  const double vx = fabs (move.x), vy = fabs (move.y), x0 = move.x < 0 ? -s.hi.x : s.lo.x,
               x1 = move.x < 0 ? -s.lo.x : s.hi.x;
  const double y0 = move.y < 0 ? -s.hi.y : s.lo.y, y1 = move.y < 0 ? -s.lo.y : s.hi.y;
  const double size = fabs (s.lo.x) + fabs (s.hi.x) + fabs (s.lo.y) + fabs (s.hi.y) + vx + vy + r,
               near = size * 1e-6, doubt = size * near;
  const double x = x0 - r, y = y0 - r, to_x = x * vy, to_y = y * vx;
  const uint32_t sides = 4, upright = move.x < 0 ? 1 : 3, level = move.y < 0 ? 2 : 0;

  if ((x > vx + near) | (y > vy + near) | (x1 + r < -near) | (y1 + r < -near)
      | (to_x > (y1 + r) * vx + doubt) | (to_y > (x1 + r) * vy + doubt))
    return KBX_NONE;
  const bool x_later = to_x > to_y;
  if ((x_later ? x < near || x > vx - near : y < near || y > vy - near) || x1 - x0 < near
      || y1 - y0 < near)
    return sides;
  /* The distance past the near corner, times the speed, and that to the far corner */
  double across = x_later ? to_x - y0 * vx : to_y - x0 * vy;
  if (across > doubt && across < (x_later ? (y1 - y0) * vx : (x1 - x0) * vy) - doubt)
    return x_later ? upright : level;
  if (across > -doubt)
    return sides;
  kbx_wide_vec corner = kbx_wide_make (move.x < 0 ? -x0 : x0, move.y < 0 ? -y0 : y0);
  return kbx_judge_disc (corner, r * r, move, size) == KBX_MET ? (x_later ? upright : level)
                                                               : sides;
}

KBX_INTERNAL kbx_hit
kbx_sweep_circle_rect (kbx_circle mover, kbx_vec move, kbx_rect rect)
{
  if (!kbx_circle_move_valid (mover, move) || !kbx_rect_valid (rect))
    return kbx_sweep_bad ();
  if (mover.radius == 0)
    return kbx_sweep_point_rect (&mover.centre, move, &rect);
  uint32_t edge =
    kbx_first_edge (kbx_rect_slabs (mover.centre, rect), mover.radius, kbx_wide (move));
  if (edge == KBX_NONE)
    return kbx_sweep_answer (mover.centre, kbx_ray_miss ());
  kbx_ring ring =
    kbx_ring_of_box (kbx_wide (rect.min), kbx_wide_make ((double) rect.max.x - rect.min.x, 0),
                     kbx_wide_make (0, (double) rect.max.y - rect.min.y));
  if (edge < ring.count)
    return kbx_sweep_answer (
      mover.centre,
      kbx_ray_capsule (kbx_wide_way (kbx_wide (mover.centre), ring.own[edge]),
                       kbx_wide_way (kbx_wide (mover.centre), ring.own[(edge + 1) % 4]),
                       mover.radius, kbx_wide (move), false));
  return kbx_sweep_answer (
    mover.centre,
    kbx_ray_round_ring (&ring, mover, kbx_rect_contains (rect, mover.centre), kbx_wide (move)));
}

KBX_INTERNAL kbx_hit
kbx_sweep_circle_obb (kbx_circle mover, kbx_vec move, kbx_obb obb)
{
  kbx_wide_obb box = kbx_widen_obb (obb);
  kbx_wide_vec w = kbx_wide_times (box.u, box.half_w), h = kbx_wide_times (box.v, box.half_h);

  if (!kbx_circle_move_valid (mover, move) || !kbx_obb_valid (obb))
    return kbx_sweep_bad ();
  if (mover.radius == 0)
    return kbx_sweep_point_obb (mover.centre, move, obb);
  kbx_ring ring =
    kbx_ring_of_box (kbx_wide_make (box.centre.x - (w.x + h.x), box.centre.y - (w.y + h.y)),
                     kbx_wide_times (w, 2), kbx_wide_times (h, 2));
  return kbx_sweep_answer (
    mover.centre,
    kbx_ray_round_ring (&ring, mover, kbx_obb_contains (obb, mover.centre), kbx_wide (move)));
}

KBX_INTERNAL kbx_hit
kbx_sweep_circle_polygon (kbx_circle mover, kbx_vec move, kbx_polygon polygon)
{
  if (!kbx_circle_move_valid (mover, move) || !kbx_polygon_valid (polygon))
    return kbx_sweep_bad ();
  if (mover.radius == 0)
    return kbx_sweep_point_polygon (mover.centre, move, polygon);
  return kbx_sweep_answer (mover.centre, kbx_ray_round_polygon (polygon, mover, kbx_wide (move)));
}
