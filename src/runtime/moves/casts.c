/* SPDX-License-Identifier: MIT */
/* A moving shape against another: chooses a method by their kinds. Other pairs use cores: a point
 * against the target grown by the reversed mover (Minkowski sum). The sum's edges are those of the
 * two, so it is never built. For polygons without radius, the point enters at the latest time of
 * all edges (Cyrus and Beck 1978). Rounded ones are met where the capsule of an edge is. */
#include "runtime/moves/rays.h"
#include "runtime/pairs/cores.h"

/* ---- edges of the sum ---- */

/* An edge of the sum, relative to the point's start. */
typedef struct {
  kbx_wide_vec out;      /* outward normal, as long as the edge */
  kbx_wide_vec from, to;
  /* The start's distance in front, and its rate over the move; times the length */
  double gap, rate;
} kbx_face;

/* The face of edge i of `own`; `sign` is 1 for the target and -1 for the mover. False for an edge
 * without length. Several corners of `other` may reach farthest: the first and last of them along
 * the edge extend the face. */
static bool
kbx_make_face (kbx_face *face, const kbx_hull *own, uint32_t i, const kbx_hull *other, double sign,
               kbx_wide_vec move)
{
  const kbx_wide_vec p = kbx_hull_corner (own, i), e = kbx_hull_edge (own, i),
                     n = kbx_wide_make (e.y, -e.x);
  kbx_wide_vec low = { 0, 0 }, high = { 0, 0 };
  double gap = INFINITY, first = 0, last = 0;

  if (e.x == 0 && e.y == 0)
    return false;
  for (uint32_t k = 0; k < other->count; k++)
    {
      const kbx_wide_vec way = kbx_wide_way (p, kbx_hull_corner (other, k));
      const double depth = kbx_dot (n, way), along = kbx_dot (e, way);
      if (depth < gap || (depth == gap && along < first))
        {
          low = way;
          first = along;
        }
      if (depth < gap || (depth == gap && along > last))
        {
          high = way;
          last = along;
        }
      gap = depth < gap ? depth : gap;
    }
  /* p - high to p + e - low for the target; for the mover, the other way round. */
  face->from = kbx_wide_times (high, -sign);
  face->to = kbx_wide_times (kbx_wide_minus (e, low), sign);
  face->out = kbx_wide_times (n, sign);
  face->gap = gap;
  face->rate = kbx_dot (face->out, move);
  return true;
}

/* Iterates over the faces of the sum; *at counts them. */
static bool
kbx_next_face (kbx_face *face, uint32_t *at, const kbx_hull *mover, const kbx_hull *target,
               kbx_wide_vec move)
{
  while (*at < target->count + mover->count)
    {
      const uint32_t i = (*at)++;
      const bool own = i < target->count;
      if (kbx_make_face (face, own ? target : mover, own ? i : i - target->count,
                         own ? mover : target, own ? 1 : -1, move))
        return true;
    }
  return false;
}

/* ---- the point against the sum ---- */

/* Of two faces entered at the same time, the one more against the move wins, then the one nearer to
 * the x axis. */
static bool
kbx_face_wins (const kbx_face *face, const kbx_face *kept)
{
  const int later = kbx_compare_products (face->gap, -kept->rate, kept->gap, -face->rate);
  const double length = kbx_root (kbx_dot (face->out, face->out)),
               other = kbx_root (kbx_dot (kept->out, kept->out));
  const double into = face->rate / length, as_kept = kept->rate / other;

  if (later != 0)
    return later > 0;
  return into < as_kept
         || (into == as_kept && fabs (face->out.x) / length > fabs (kept->out.x) / other);
}

/* Keeps the face with the smallest depth behind it: the shortest way out. */
static void
kbx_keep_shallowest (kbx_face *shallow, const kbx_face *face, double *least)
{
  const double depth = -face->gap / kbx_root (kbx_dot (face->out, face->out));
  if (depth < *least)
    {
      *least = depth;
      *shallow = *face;
    }
}

static kbx_ray
kbx_ray_sharp_sum (const kbx_hull *mover, const kbx_hull *target, kbx_wide_vec move)
{
  kbx_face face, entered = { { 1, 0 }, { 0, 0 }, { 0, 0 }, 0, 0 }, shallow = entered;
  double leave_gap = 1, leave_rate = 1, least = INFINITY;
  bool enters = false, outside = false;
  uint32_t at = 0;

  while (kbx_next_face (&face, &at, mover, target, move))
    {
      outside |= face.gap >= 0;
      kbx_keep_shallowest (&shallow, &face, &least);
      if (face.gap >= 0 && face.rate >= 0)
        return kbx_ray_miss ();
      if (face.rate < 0 && face.gap >= 0 && (!enters || kbx_face_wins (&face, &entered)))
        {
          entered = face;
          enters = true;
        }
      if (face.rate > 0 && kbx_compare_products (-face.gap, leave_rate, leave_gap, face.rate) < 0)
        {
          leave_gap = -face.gap;
          leave_rate = face.rate;
        }
    }
  if (!outside)
    return kbx_ray_inside (kbx_unit (shallow.out));
  if (entered.gap > -entered.rate
      || (leave_gap < leave_rate
          && kbx_compare_products (entered.gap, leave_rate, leave_gap, -entered.rate) >= 0))
    return kbx_ray_miss ();
  return kbx_ray_hit (entered.gap / -entered.rate, kbx_wide_make (0, 0), kbx_unit (entered.out));
}

/* Started inside, by a way that is left to the caller, if the start is behind all faces, or nearer
 * than r to one. */
static kbx_ray
kbx_ray_round_sum (const kbx_hull *mover, const kbx_hull *target, double r, kbx_wide_vec move)
{
  kbx_ray first = kbx_ray_miss (), ray;
  kbx_face face;
  bool outside = false;
  uint32_t at = 0;

  while (kbx_next_face (&face, &at, mover, target, move))
    {
      outside |= face.gap >= 0;
      ray = kbx_ray_capsule (face.from, face.to, r, move, false);
      if (ray.hit
          && (!first.hit || (ray.inside && !first.inside)
              || (ray.inside == first.inside && ray.t < first.t)))
        first = ray;
    }
  return outside ? first : kbx_ray_inside (kbx_wide_make (1, 0));
}

/* For a sum that is a stretch of a line, or a point. */
static kbx_ray
kbx_ray_flat_sum (const kbx_hull *mover, const kbx_hull *target, kbx_wide_vec along, double r,
                  kbx_wide_vec move, bool one_way)
{
  kbx_wide_vec low = { 0, 0 }, high = { 0, 0 };
  double first = INFINITY, last = -INFINITY;

  for (uint32_t i = 0; i < target->count; i++)
    for (uint32_t k = 0; k < mover->count; k++)
      {
        const kbx_wide_vec c =
          kbx_wide_way (kbx_hull_corner (mover, k), kbx_hull_corner (target, i));
        const double t = kbx_dot (along, c);
        low = t < first ? c : low;
        first = t < first ? t : first;
        high = t > last ? c : high;
        last = t > last ? t : last;
      }
  return r > 0 ? kbx_ray_capsule (low, high, r, move, one_way)
               : kbx_ray_segment (low, high, move, one_way);
}

/* The direction of the first edge with a length, and whether all edges of both are along it. */
static bool
kbx_sum_is_flat (const kbx_hull *mover, const kbx_hull *target, kbx_wide_vec *along)
{
  for (int own = 0; own < 2; own++)
    {
      const kbx_hull *hull = own == 0 ? target : mover;
      for (uint32_t i = 0; i < hull->count; i++)
        {
          const kbx_wide_vec e = kbx_hull_edge (hull, i);
          if (along->x == 0 && along->y == 0)
            *along = e;
          else if (kbx_cross_sign (*along, e) != 0)
            return false;
        }
    }
  return true;
}

/* ---- the point of contact ---- */

/* The stretch of a hull that reaches farthest along n, measured across n. */
typedef struct { double height, low, high; } kbx_core_reach;

static kbx_core_reach
kbx_find_core_reach (const kbx_hull *hull, kbx_wide_vec origin, kbx_wide_vec n)
{
  const kbx_wide_vec across = kbx_wide_left (n);
  kbx_core_reach reach = { -INFINITY, INFINITY, -INFINITY };

  for (uint32_t i = 0; i < hull->count; i++)
    {
      const double height = kbx_dot (kbx_wide_way (origin, kbx_hull_corner (hull, i)), n);
      reach.height = height > reach.height ? height : reach.height;
    }
  const double near = 1e-9 * (1 + fabs (reach.height));
  for (uint32_t i = 0; i < hull->count; i++)
    {
      const kbx_wide_vec c = kbx_wide_way (origin, kbx_hull_corner (hull, i));
      const double t = kbx_dot (c, across);
      if (kbx_dot (c, n) < reach.height - near)
        continue;
      reach.low = t < reach.low ? t : reach.low;
      reach.high = t > reach.high ? t : reach.high;
    }
  return reach;
}

/* The middle of the stretch that the two share on the target's border. */
static kbx_wide_vec
kbx_cores_touch_at (const kbx_core *mover, const kbx_core *target, kbx_wide_vec move,
                    const kbx_ray *ray)
{
  const kbx_wide_vec n = ray->normal, origin = kbx_hull_corner (&target->hull, 0),
                     across = kbx_wide_left (n), gone = kbx_wide_times (move, ray->t);
  const kbx_core_reach own = kbx_find_core_reach (&target->hull, origin, n);
  const kbx_core_reach other =
    kbx_find_core_reach (&mover->hull, kbx_wide_minus (origin, gone), kbx_wide_turned (n));
  /* `other` is measured along -n, so its axis across is reversed too. */
  const double t = kbx_middle_shared (own.low, own.high, -other.high, -other.low),
               height = own.height + target->radius;
  return kbx_wide_make (origin.x + n.x * height + across.x * t,
                        origin.y + n.y * height + across.y * t);
}

static kbx_wide_vec
kbx_core_middle (const kbx_core *core)
{
  kbx_wide_vec sum = { 0, 0 };
  for (uint32_t i = 0; i < core->hull.count; i++)
    {
      const kbx_wide_vec c = kbx_hull_corner (&core->hull, i);
      sum = kbx_wide_make (sum.x + c.x, sum.y + c.y);
    }
  return kbx_wide_times (sum, 1.0 / core->hull.count);
}

/* ---- cores ---- */

/* Is all of it on the left of the one-way segment, or on it, and does it move to the right? */
static bool
kbx_from_the_left (const kbx_core *mover, const kbx_core *wall, kbx_wide_vec move)
{
  const kbx_wide_vec a = kbx_hull_corner (&wall->hull, 0), d = kbx_hull_edge (&wall->hull, 0);
  const double clear = mover->radius * kbx_root (kbx_dot (d, d));

  for (uint32_t i = 0; i < mover->hull.count; i++)
    if (kbx_cross (d, kbx_wide_way (a, kbx_hull_corner (&mover->hull, i))) < clear)
      return false;
  return kbx_cross (d, move) < 0;
}

static kbx_ray
kbx_ray_cores (const kbx_core *mover, kbx_wide_vec move, const kbx_core *target, bool one_way)
{
  const double r = mover->radius + target->radius;
  kbx_wide_vec along = { 0, 0 };
  kbx_near near;
  kbx_ray ray;

  if (one_way && !kbx_from_the_left (mover, target, move))
    return kbx_ray_miss ();
  if (!kbx_sum_is_flat (&mover->hull, &target->hull, &along))
    ray = r > 0 ? kbx_ray_round_sum (&mover->hull, &target->hull, r, move)
                : kbx_ray_sharp_sum (&mover->hull, &target->hull, move);
  else if (r > 0 && along.x == 0 && along.y == 0)
    ray = kbx_ray_disc (
      kbx_wide_way (kbx_hull_corner (&mover->hull, 0), kbx_hull_corner (&target->hull, 0)), r,
      move);
  else
    ray = kbx_ray_flat_sum (&mover->hull, &target->hull, along, r, move, one_way);
  if (ray.inside && r > 0)
    kbx_core_way (target, mover, &ray.normal, &near);
  if (ray.hit)
    ray.at = ray.inside ? kbx_core_middle (mover) : kbx_cores_touch_at (mover, target, move, &ray);
  return ray;
}

/* A convex mover against a target; of a polygon, the first edge met. It starts inside if an edge
 * does, or if the polygon contains the mover's middle, but not on its border. */
static kbx_hit
kbx_cast_cores (const kbx_shape *mover, kbx_vec move, const kbx_shape *target)
{
  const kbx_vec still = { 0, 0 };
  kbx_ray first = kbx_ray_miss (), ray;
  kbx_core own, core;

  kbx_load_core (&own, mover, 0);
  const kbx_vec middle = kbx_narrow (kbx_core_middle (&own));
  if (target->kind == KBX_SHAPE_POLYGON)
    {
      kbx_hit within = kbx_sweep_point_polygon (middle, still, kbx_polygon_of (target));
      if (within.started_inside)
        return within;
    }
  for (uint32_t i = 0; i < kbx_core_count (target); i++)
    {
      kbx_load_core (&core, target, i);
      ray = kbx_ray_cores (&own, kbx_wide (move), &core,
                           target->one_way && target->kind == KBX_SHAPE_SEGMENT);
      if (ray.hit
          && (!first.hit || (ray.inside && !first.inside)
              || (ray.inside == first.inside && ray.t < first.t)))
        first = ray;
    }
  return kbx_sweep_world (first);
}

/* Any shape against a half-plane: tests its deepest corner. */
static kbx_hit
kbx_cast_at_plane (const kbx_shape *mover, kbx_vec move, kbx_half_plane plane)
{
  const kbx_wide_vec n = kbx_wide (plane.normal), v = kbx_wide (move);
  kbx_wide_vec at = { 0, 0 };
  const double gap = kbx_before_plane (mover, plane, &at), rate = kbx_dot (n, v),
               length = kbx_dot (n, n);
  kbx_ray ray;
  kbx_core core;

  if (gap < 0)
    {
      kbx_load_core (&core, mover, 0);
      ray = kbx_ray_inside (kbx_unit (n));
      ray.at = kbx_core_middle (&core);
      return kbx_sweep_world (ray);
    }
  if (rate >= 0 || -rate < gap)
    return kbx_sweep_world (kbx_ray_miss ());
  ray = kbx_ray_hit (gap / -rate, kbx_wide_make (0, 0), kbx_unit (n));
  at = kbx_wide_make (at.x + v.x * ray.t, at.y + v.y * ray.t);
  /* The point is off the line only by rounding. */
  const double off = (kbx_dot (n, at) - plane.distance) / length;
  ray.at = kbx_wide_minus (at, kbx_wide_times (n, off));
  return kbx_sweep_world (ray);
}

/* ---- public functions and their cases ---- */

/* Moves the target instead. */
static kbx_hit
kbx_cast_turned (const kbx_shape *mover, kbx_vec move, const kbx_shape *target)
{
  const kbx_wide_vec v = kbx_wide (move);
  kbx_core core, edge;
  kbx_shape wall = *target;

  for (uint32_t i = 0;
       target->kind == KBX_SHAPE_SEGMENT && target->one_way && i < kbx_core_count (mover); i++)
    {
      kbx_load_core (&core, target, 0);
      kbx_load_core (&edge, mover, i);
      if (!kbx_from_the_left (&edge, &core, v))
        return kbx_sweep_world (kbx_ray_miss ());
    }
  wall.one_way = false;
  kbx_hit hit = kbx_cast_of (&wall, kbx_narrow (kbx_wide_turned (v)), mover);
  if (!hit.hit)
    return hit;
  hit.normal = kbx_narrow (kbx_wide_minus (kbx_wide_make (0, 0), kbx_wide (hit.normal)));
  if (!hit.started_inside)
    hit.point = kbx_vec_moved (hit.point, kbx_wide_times (v, hit.fraction));
  else if (mover->kind != KBX_SHAPE_HALF_PLANE)
    {
      kbx_load_core (&core, mover, 0);
      hit.point = kbx_narrow (kbx_core_middle (&core));
    }
  return hit;
}

/* The mover contains the target: the way out is the target's, reversed. */
static kbx_hit
kbx_cast_around (const kbx_shape *mover, kbx_hit hit)
{
  hit.normal = kbx_narrow (kbx_wide_minus (kbx_wide_make (0, 0), kbx_wide (hit.normal)));
  hit.point = kbx_any_point (mover);
  return hit;
}

/* Two polygons, neither necessarily convex: edge by edge of the mover. */
static kbx_hit
kbx_cast_polygons (const kbx_shape *mover, kbx_vec move, const kbx_shape *target)
{
  const kbx_polygon p = kbx_polygon_of (mover);
  const kbx_vec still = { 0, 0 };
  kbx_hit first = kbx_sweep_point_polygon (p.corners[0], still, kbx_polygon_of (target)), hit;

  if (!first.started_inside)
    {
      hit = kbx_sweep_point_polygon (target->as.polygon.corners[0], still, p);
      if (hit.started_inside)
        return kbx_cast_around (mover, hit);
    }
  for (uint32_t i = 0; i < p.count && !first.started_inside; i++)
    {
      kbx_shape edge = kbx_shape_segment (p.corners[i], p.corners[i + 1 < p.count ? i + 1 : 0]);
      hit = kbx_cast_cores (&edge, move, target);
      if (hit.hit && (!first.hit || hit.started_inside || hit.fraction < first.fraction))
        first = hit;
    }
  return first;
}

static KBX_ASIDE kbx_hit
kbx_cast_rare (const kbx_shape *mover, kbx_vec move, const kbx_shape *target)
{
  const kbx_shape own = kbx_unboxed (*mover), other = kbx_unboxed (*target);

  if (mover->kind == KBX_SHAPE_BOX || target->kind == KBX_SHAPE_BOX)
    return kbx_cast_of (&own, move, &other);
  if (!kbx_shape_valid (mover) || !kbx_shape_valid (target) || !kbx_vec_valid (move) ||
      (mover->kind == KBX_SHAPE_HALF_PLANE && target->kind == KBX_SHAPE_HALF_PLANE))
    return kbx_sweep_bad ();
  if (target->kind == KBX_SHAPE_HALF_PLANE)
    return kbx_cast_at_plane (mover, move, target->as.half_plane);
  if (mover->kind == KBX_SHAPE_POLYGON && target->kind == KBX_SHAPE_POLYGON)
    return kbx_cast_polygons (mover, move, target);
  if (mover->kind == KBX_SHAPE_HALF_PLANE || mover->kind == KBX_SHAPE_POLYGON)
    return kbx_cast_turned (mover, move, target);
  return kbx_cast_cores (mover, move, target);
}

static bool
kbx_is_point (kbx_rect r)
{
  return r.min.x == r.max.x && r.min.y == r.max.y;
}

static kbx_hit
kbx_sweep_rect_segment (kbx_rect mover, kbx_vec move, kbx_segment segment, bool one_way)
{
  if (!kbx_rect_valid (mover) || !kbx_vec_valid (move) || !kbx_segment_valid (segment))
    return kbx_sweep_bad ();
  if (kbx_is_point (mover))
    return kbx_sweep_point_segment (&mover.min, move, &segment, one_way);
  return kbx_sweep_world (kbx_ray_box_segment (mover, kbx_wide (move), segment, one_way));
}

KBX_API kbx_hit
kbx_cast_of (const kbx_shape *m, kbx_vec move, const kbx_shape *t)
{
  switch (KBX_PAIR (m->kind, t->kind))
    {
    case KBX_PAIR (KBX_SHAPE_POINT, KBX_SHAPE_SEGMENT):
      return kbx_sweep_point_segment (&m->as.point, move, &t->as.segment, t->one_way);
    case KBX_PAIR (KBX_SHAPE_POINT, KBX_SHAPE_CIRCLE):
      return kbx_sweep_point_circle (m->as.point, move, t->as.circle);
    case KBX_PAIR (KBX_SHAPE_POINT, KBX_SHAPE_RECT):
      return kbx_sweep_point_rect (&m->as.point, move, &t->as.rect);
    case KBX_PAIR (KBX_SHAPE_POINT, KBX_SHAPE_OBB):
      return kbx_sweep_point_obb (m->as.point, move, t->as.obb);
    case KBX_PAIR (KBX_SHAPE_POINT, KBX_SHAPE_CONVEX):
    case KBX_PAIR (KBX_SHAPE_POINT, KBX_SHAPE_POLYGON):
      return kbx_sweep_point_polygon (m->as.point, move, kbx_polygon_of (t));
    case KBX_PAIR (KBX_SHAPE_CIRCLE, KBX_SHAPE_SEGMENT):
      return kbx_sweep_circle_segment (m->as.circle, move, t->as.segment, t->one_way);
    case KBX_PAIR (KBX_SHAPE_CIRCLE, KBX_SHAPE_CIRCLE):
      return kbx_sweep_circles (m->as.circle, move, t->as.circle);
    case KBX_PAIR (KBX_SHAPE_CIRCLE, KBX_SHAPE_RECT):
      return kbx_sweep_circle_rect (m->as.circle, move, t->as.rect);
    case KBX_PAIR (KBX_SHAPE_CIRCLE, KBX_SHAPE_OBB):
      return kbx_sweep_circle_obb (m->as.circle, move, t->as.obb);
    case KBX_PAIR (KBX_SHAPE_CIRCLE, KBX_SHAPE_CONVEX):
    case KBX_PAIR (KBX_SHAPE_CIRCLE, KBX_SHAPE_POLYGON):
      return kbx_sweep_circle_polygon (m->as.circle, move, kbx_polygon_of (t));
    case KBX_PAIR (KBX_SHAPE_RECT, KBX_SHAPE_SEGMENT):
      return kbx_sweep_rect_segment (m->as.rect, move, t->as.segment, t->one_way);
    case KBX_PAIR (KBX_SHAPE_RECT, KBX_SHAPE_RECT):
      return kbx_sweep_rects (m->as.rect, move, t->as.rect);
    case KBX_PAIR (KBX_SHAPE_BOX, KBX_SHAPE_BOX):
      return kbx_sweep_boxes (m->as.box, move, t->as.box);
    default: return kbx_cast_rare (m, move, t);
    }
}

/* The unrounded time at which a segment is met, or -1. */
static double
kbx_cast_time (const kbx_shape *m, kbx_vec move, const kbx_shape *target)
{
  const kbx_segment s = target->as.segment;
  const kbx_vec from = m->kind == KBX_SHAPE_CIRCLE ? m->as.circle.centre : m->as.point;
  kbx_ray ray;

  if (target->kind == KBX_SHAPE_SEGMENT && m->kind == KBX_SHAPE_RECT
      && (m->as.rect.min.x != m->as.rect.max.x || m->as.rect.min.y != m->as.rect.max.y))
    ray = kbx_ray_box_segment (m->as.rect, kbx_wide (move), s, target->one_way);
  else if (target->kind == KBX_SHAPE_SEGMENT && m->kind == KBX_SHAPE_CIRCLE
           && m->as.circle.radius > 0)
    ray = kbx_ray_capsule (kbx_from_to (from, s.a), kbx_from_to (from, s.b), m->as.circle.radius,
                           kbx_wide (move), target->one_way);
  else if (target->kind == KBX_SHAPE_SEGMENT
           && (m->kind == KBX_SHAPE_POINT || m->kind == KBX_SHAPE_CIRCLE))
    ray = kbx_ray_segment (kbx_from_to (from, s.a), kbx_from_to (from, s.b), kbx_wide (move),
                           target->one_way);
  else
    {
      kbx_hit hit = kbx_cast_of (m, move, target);
      return hit.hit ? hit.fraction : -1;
    }
  return ray.hit ? ray.t : -1;
}

KBX_API kbx_hit
kbx_cast_many (kbx_shape mover, kbx_vec move, const kbx_shape *targets, uint32_t count)
{
  uint32_t first = KBX_NONE;
  kbx_hit hit = kbx_sweep_bad ();
  double least = 2, t;

  mover = kbx_unboxed (mover);
  if (!kbx_shape_valid (&mover) || !kbx_vec_valid (move) || (targets == NULL && count > 0))
    return hit;
  for (uint32_t i = 0; i < count; i++)
    {
      if (!kbx_shape_valid (&targets[i])
          || (targets[i].kind == KBX_SHAPE_HALF_PLANE && mover.kind == KBX_SHAPE_HALF_PLANE))
        {
          hit.index = i;
          return hit;
        }
      t = kbx_cast_time (&mover, move, &targets[i]);
      if (t >= 0 && t < least)
        {
          least = t;
          first = i;
        }
    }
  if (first == KBX_NONE)
    return kbx_sweep_world (kbx_ray_miss ());
  hit = kbx_cast_of (&mover, move, &targets[first]);
  hit.index = first;
  return hit;
}
