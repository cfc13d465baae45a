/* SPDX-License-Identifier: MIT */
/* Shared by segments and sweeps. Everything is relative to the start of the move, in double. So on
 * the grid all differences, dot and cross products are exact (see exact.h). Hits are decided by
 * signs and by comparing products; only the fraction is rounded. */

/* A closed convex set with an inside is hit if the straight path, continued, enters its inside. The
 * touch must be at a fraction of at most 1. So gliding along a face, or past a corner, hits
 * nothing. A set without an inside, such as a segment, is hit if the path reaches it from
 * elsewhere. A mover that starts on it is free. */
#ifndef KBX_RAYS_H
#define KBX_RAYS_H

#include "runtime/pairs/convex.h"

typedef struct {
  bool hit, inside;
  bool end;            /* met with no more than a corner, or at its end */
  bool joint;          /* that is where its slanted face ends */
  double t;            /* of the move */
  kbx_wide_vec at;     /* where the surfaces touch, relative to the start */
  kbx_wide_vec normal; /* unit vector */
} kbx_ray;

static inline kbx_wide_vec
kbx_wide_make (double x, double y)
{
  return KBX_LITERAL (kbx_wide_vec){ x, y };
}

static inline kbx_wide_vec
kbx_wide_minus (kbx_wide_vec a, kbx_wide_vec b)
{
  return kbx_wide_make (a.x - b.x, a.y - b.y);
}
static inline kbx_wide_vec
kbx_wide_times (kbx_wide_vec a, double s)
{
  return kbx_wide_make (a.x * s, a.y * s);
}
static inline kbx_wide_vec kbx_wide_turned (kbx_wide_vec a) { return kbx_wide_make (-a.x, -a.y); }

/* Perpendicular to v, to its left with y up: cross (v, left) > 0. */
static inline kbx_wide_vec kbx_wide_left (kbx_wide_vec v) { return kbx_wide_make (-v.y, v.x); }

/* Of length 1; v is not 0. Adding 0 turns -0 into 0. */
static inline kbx_wide_vec
kbx_unit (kbx_wide_vec v)
{
  kbx_lanes n = kbx_lanes_add (
    kbx_lanes_divide (kbx_lanes_of (v.x, v.y), kbx_lanes_root (kbx_lanes_both (kbx_dot (v, v)))),
    kbx_lanes_both (0));
  return kbx_wide_make (kbx_lanes_first (n), kbx_lanes_second (n));
}

/* The same, and (1, 0) for 0. */
static inline kbx_wide_vec
kbx_unit_or_right (kbx_wide_vec v)
{
  return v.x == 0 && v.y == 0 ? kbx_wide_make (1, 0) : kbx_unit (v);
}

static inline kbx_vec
kbx_narrow (kbx_wide_vec v)
{
  return KBX_LITERAL (kbx_vec){ (float) v.x, (float) v.y };
}

/* v rounded to float, not less than v if `out` is positive, not more if it is negative. Adding
 * slightly more than half a float's unit, 2^-24 of the number, reaches the next one without the C
 * library. */
static inline float
kbx_narrow_outwards (double v, double out)
{
  float f = (float) v;
  if (out > 0 && f < v)
    return (float) (f + fabs (f) * 6e-8);
  if (out < 0 && f > v)
    return (float) (f - fabs (f) * 6e-8);
  return f;
}

/* The share of a move that keeps `skin` free along the normal, if the whole move goes `into` deep;
 * 0 or less: none. */
static inline double
kbx_share_before (double fraction, double into, double skin)
{
  return into > 0 ? fraction - skin / into : 0;
}

/* The nearest float, for numbers that may exceed the range. */
static inline float
kbx_narrow_far (double v)
{
  const double most = 3.4028234663852886e38;
  return v > most ? (float) most : v < -most ? (float) -most : (float) v;
}

/* p + t * d, which may be far away. */
static inline kbx_vec
kbx_vec_at (kbx_vec p, kbx_wide_vec d, double t)
{
  return KBX_LITERAL (kbx_vec){ kbx_narrow_far (p.x + d.x * t), kbx_narrow_far (p.y + d.y * t) };
}

/* The float nearest to p + d. */
static inline kbx_vec
kbx_vec_moved (kbx_vec p, kbx_wide_vec d)
{
  return kbx_narrow (kbx_wide_make (p.x + d.x, p.y + d.y));
}

static inline bool kbx_segment_valid (kbx_segment s) { return kbx_vecs_valid (s.a, s.b); }

static inline double kbx_at_most_one (double t) { return t < 1 ? t : 1; }

/* a * b - c * d as if rounded once, when the difference is small compared with the products. */
static inline double
kbx_product_difference (double a, double b, double c, double d)
{
  double p = a * b, q = c * d;
  return (p - q) + (kbx_product_error (a, b, p) - kbx_product_error (c, d, q));
}

/* Compares the distance of a point from the segment 0 to d with the root of r2, without rounding.
 * -1: closer; 0: equal; 1: farther. w is the point. d may be 0. */
static inline int
kbx_compare_reach (kbx_wide_vec w, kbx_wide_vec d, double r2)
{
  double along = kbx_dot (w, d), square = kbx_dot (d, d), cross, far;
  if (along > 0 && along < square)
    {
      cross = kbx_cross (w, d);
      return kbx_compare_products (cross, cross, r2, square);
    }
  if (along > 0)
    w = kbx_wide_minus (w, d);
  far = kbx_dot (w, w);
  return (far > r2) - (far < r2);
}

static inline kbx_ray
kbx_ray_miss (void)
{
  kbx_ray ray;
  ray.hit = ray.inside = ray.end = ray.joint = false;
  ray.t = 0;
  ray.at = ray.normal = kbx_wide_make (0, 0);
  return ray;
}

static inline kbx_ray
kbx_ray_hit (double t, kbx_wide_vec at, kbx_wide_vec normal)
{
  return KBX_LITERAL (kbx_ray){ true, false, false, false, t, at, normal };
}

/* Started inside; `out` is the unit vector of the shortest way out. */
static inline kbx_ray
kbx_ray_inside (kbx_wide_vec out)
{
  kbx_ray ray = kbx_ray_hit (0, kbx_wide_make (0, 0), out);
  ray.inside = true;
  return ray;
}

/* A mover's middle and its move. */
typedef struct { kbx_wide_vec middle, move; } kbx_course;

/* Which of two touches at one fraction is first? 1 for a, -1 for b, 0 for neither. moves.c */
KBX_INTERNAL int kbx_compare_touches (const kbx_ray *a, const kbx_ray *b, const kbx_course *course);

/* Is it met before the best one so far? Ties that kbx_compare_touches leaves: the lower rank. */
static inline bool
kbx_ray_before (const kbx_ray *ray, uint64_t rank, const kbx_ray *best, uint64_t best_rank,
                const kbx_course *course)
{
  if (!ray->hit || !best->hit || ray->t != best->t)
    return ray->hit && (!best->hit || ray->t < best->t);
  const int first = kbx_compare_touches (ray, best, course);
  return first > 0 || (first == 0 && rank < best_rank);
}

/* Does a slanted face end at the fraction of the first of two hits? */
static inline bool
kbx_joint_at_first (const kbx_ray *ray, const kbx_ray *best)
{
  return !best->hit || ray->t < best->t ? ray->joint
                                        : best->joint || (ray->joint && ray->t == best->t);
}

/* A slab is the rectangle lo..hi relative to the start, lo <= hi. */
typedef struct { kbx_wide_vec lo, hi; } kbx_slabs;

/* The oriented box as slabs in its own frame, scaled by the length of the axis; *move is rotated
 * into it. */
static inline kbx_slabs
kbx_obb_slabs (kbx_vec from, kbx_wide_obb box, kbx_wide_vec *move)
{
  kbx_wide_vec d = kbx_wide_make (box.centre.x - from.x, box.centre.y - from.y), in;
  double x = kbx_dot (d, box.u), y = kbx_dot (d, box.v), w = box.half_w * box.square,
         h = box.half_h * box.square;
  const kbx_slabs slabs = { kbx_wide_make (x - w, y - h), kbx_wide_make (x + w, y + h) };
  in = kbx_wide_make (kbx_dot (*move, box.u), kbx_dot (*move, box.v));
  *move = in;
  return slabs;
}

static inline kbx_slabs
kbx_rect_slabs (kbx_vec from, kbx_rect rect)
{
  return KBX_LITERAL (kbx_slabs){ kbx_from_to (from, rect.min), kbx_from_to (from, rect.max) };
}

static inline kbx_wide_vec
kbx_rect_middle (kbx_rect r)
{
  return kbx_wide_make (((double) r.min.x + r.max.x) / 2, ((double) r.min.y + r.max.y) / 2);
}

/* The shortest way out of the slabs from 0, which is inside, and its length. sweeps.c */
KBX_INTERNAL kbx_wide_vec kbx_slabs_way_out (kbx_slabs slabs, double *least);

/* The middle of the common part of two intervals that at least touch. */
static inline double
kbx_middle_shared (double a0, double a1, double b0, double b1)
{
  return ((a0 > b0 ? a0 : b0) + (a1 < b1 ? a1 : b1)) / 2;
}

/* The coordinate from b0 to b1 that is nearest to the middle of a0 and a1. */
static inline double
kbx_nearest_shared (double a0, double a1, double b0, double b1)
{
  const double middle = (a0 + a1) / 2;
  return middle < b0 ? b0 : middle > b1 ? b1 : middle;
}

/* The middle of the touching part when the mover has moved by d to the target. */
static inline kbx_wide_vec
kbx_rects_touch (kbx_rect mover, kbx_wide_vec d, kbx_rect target, kbx_wide_vec normal)
{
  kbx_wide_vec at = {
    kbx_middle_shared (mover.min.x + d.x, mover.max.x + d.x, target.min.x, target.max.x),
    kbx_middle_shared (mover.min.y + d.y, mover.max.y + d.y, target.min.y, target.max.y)
  };
  if (normal.x != 0)
    at.x = normal.x < 0 ? target.min.x : target.max.x;
  if (normal.y != 0)
    at.y = normal.y < 0 ? target.min.y : target.max.y;
  return at;
}

/* The moving point against these, all relative to its start. sweeps.c */
KBX_INTERNAL kbx_ray kbx_ray_segment (kbx_wide_vec a, kbx_wide_vec b, kbx_wide_vec move,
                                      bool one_way);

/* The moving disc of radius r > 0 against these. rounds.c */
KBX_INTERNAL kbx_ray kbx_ray_disc (kbx_wide_vec centre, double r, kbx_wide_vec move);
KBX_INTERNAL kbx_ray kbx_ray_capsule (kbx_wide_vec a, kbx_wide_vec b, double r, kbx_wide_vec move,
                                      bool one_way);

/* A moving rectangle with an inside against a wall of a level: as kbx_sweep_rect_segment, but it
 * may end next to the wall. `at` is in world coordinates. box_walls.c */
KBX_INTERNAL kbx_ray kbx_ray_rect_wall (kbx_rect mover, kbx_wide_vec move, kbx_segment wall,
                                        bool one_way);

/* A moving rectangle that is not a point. box_walls.c */
KBX_INTERNAL kbx_ray kbx_ray_box_segment (kbx_rect mover, kbx_wide_vec move, kbx_segment segment,
                                          bool one_way);

/* A ring: the corners of a rectangle or oriented box, clockwise, or of any polygon in either
 * direction. `contained`: the closed shape contains the start. `turn` is its orientation, 1 for the
 * first two. sweep_rings.c */
typedef struct {
  const kbx_vec *given; /* a polygon's, borrowed; NULL: four, in own */
  uint32_t count;
  kbx_wide_vec own[4];
} kbx_ring;

KBX_INTERNAL kbx_ray kbx_ray_round_ring (const kbx_ring *ring, kbx_circle mover, bool contained,
                                         kbx_wide_vec move);
KBX_INTERNAL kbx_ray kbx_ray_round_polygon (kbx_polygon polygon, kbx_circle mover,
                                            kbx_wide_vec move);

/* The public result for a mover that starts at `from`. By separate numbers: copying whole what was
 * written in halves is slow. */
static KBX_INLINE kbx_hit
kbx_sweep_of (kbx_vec from, bool hit, bool inside, double t, kbx_wide_vec at, kbx_wide_vec normal)
{
  kbx_hit sweep;
  sweep.status = KBX_OK;
  sweep.hit = hit;
  sweep.started_inside = inside;
  sweep.fraction = hit ? (float) (t + 0.0) : 1.0f; /* -0 becomes 0 */
  sweep.point = hit ? kbx_vec_moved (from, at) : kbx_narrow (at);
  sweep.normal = kbx_narrow (normal);
  sweep.kind = KBX_NOTHING;
  sweep.layer = 0;
  sweep.index = sweep.class_index = KBX_NONE;
  sweep.cell.x = sweep.cell.y = 0;
  return sweep;
}

static inline kbx_hit
kbx_sweep_answer (kbx_vec from, kbx_ray ray)
{
  return kbx_sweep_of (from, ray.hit, ray.inside, ray.t, ray.at, ray.normal);
}

/* The same, with `at` in world coordinates. */
static inline kbx_hit
kbx_sweep_world (kbx_ray ray)
{
  return kbx_sweep_answer (kbx_narrow (kbx_wide_make (0, 0)), ray);
}

static inline kbx_hit
kbx_sweep_bad (void)
{
  kbx_hit sweep = kbx_sweep_answer (kbx_narrow (kbx_wide_make (0, 0)), kbx_ray_miss ());
  sweep.status = KBX_ERROR_ARGUMENT;
  sweep.fraction = 0;
  return sweep;
}

#endif
