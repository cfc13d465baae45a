/* SPDX-License-Identifier: MIT */
/* Contacts of any two convex shapes, by their kinds. Pairs without their own method use cores. The
 * side of one that faces the other is clipped on the reference side, and both are offset by their
 * radii. */
#include "runtime/bits.h"
#include "runtime/contacts/clip.h"
#include "runtime/contacts/manifold.h"
#include "runtime/pairs/cores.h"
#include "runtime/pairs/obbs.h"

/* ---- contacts ---- */

/* Contacts of circles and axis-aligned boxes. Whether two shapes touch is decided exactly by their
 * kbx_overlap_ function, or its tests. This file computes only the contact. */

static kbx_manifold
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

static kbx_manifold
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

static kbx_manifold
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

static kbx_manifold
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
static kbx_manifold
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

/* ---- collides ---- */

/* The rounding errors of a right angle, and of a depth of 0. */
#define KBX_SQUARE 1e-6
#define KBX_DEPTH_ROUNDING 1e-8

/* A reference side: a stretch of the core on the line through `from`, from low to high along it;
 * `out` is the unit normal. */
typedef struct {
  kbx_wide_vec from, out;
  double low, high, radius;
} kbx_flat_side;

/* Adds the points of the other's stretch behind the side. */
static void
kbx_clip_flat_side (kbx_manifold *m, const kbx_flat_side *side, kbx_stretch other, double radius)
{
  const kbx_wide_vec along = kbx_wide_left (side->out);
  double x[2], height[2], cut, part;

  for (int i = 0; i < 2; i++)
    {
      const kbx_wide_vec way = kbx_wide_way (side->from, i == 0 ? other.from : other.to);
      x[i] = kbx_dot (way, along);
      height[i] = kbx_dot (way, side->out);
    }
  for (int i = 0; i < 2; i++)
    {
      double at = x[i], high = height[i], depth;
      cut = at < side->low ? side->low : at > side->high ? side->high : at;
      if (cut != at && x[0] != x[1])
        {
          part = (cut - x[0]) / (x[1] - x[0]);
          if (part < 0 || part > 1)
            continue;
          high = height[0] + part * (height[1] - height[0]);
        }
      depth = side->radius + radius - high;
      high = 0.5 * (side->radius + high - radius);
      if (depth >= -KBX_DEPTH_ROUNDING)
        kbx_add_contact_point (m, side->from.x + along.x * cut + side->out.x * high,
                               side->from.y + along.y * cut + side->out.y * high,
                               depth < m->depth ? depth : m->depth);
    }
}

/* The stretch of a hull that faces n, if it is perpendicular to n. */
static bool
kbx_square_side (kbx_flat_side *side, const kbx_core *core, kbx_wide_vec n)
{
  const kbx_stretch s = kbx_facing_stretch (&core->hull, kbx_wide_turned (n));
  const kbx_wide_vec way = kbx_wide_way (s.from, s.to), along = kbx_wide_left (n);
  const double length = kbx_root (kbx_dot (way, way)), end = kbx_dot (way, along);
  const kbx_flat_side found = { s.from, n, end < 0 ? end : 0, end > 0 ? end : 0, core->radius };

  *side = found;
  return length > 0 && fabs (kbx_dot (way, n)) <= KBX_SQUARE * length;
}

/* At least one is round. */
static kbx_manifold
kbx_round_cores (const kbx_core *first, const kbx_core *second)
{
  const double r = first->radius + second->radius;
  kbx_wide_vec n;
  kbx_flat_side side;
  kbx_near near;
  const double deep = kbx_core_way (first, second, &n, &near),
               middle = 0.5 * (first->radius - deep - second->radius);
  kbx_manifold m = kbx_begin_contact (n.x, n.y, deep + r);

  if (kbx_square_side (&side, first, n))
    kbx_clip_flat_side (&m, &side, kbx_facing_stretch (&second->hull, n), second->radius);
  else if (kbx_square_side (&side, second, kbx_wide_turned (n)))
    kbx_clip_flat_side (&m, &side, kbx_facing_stretch (&first->hull, kbx_wide_turned (n)),
                        first->radius);
  if (m.count == 0)
    kbx_add_contact_point (&m, near.first.x + n.x * middle, near.first.y + n.y * middle, m.depth);
  return m;
}

static kbx_manifold
kbx_collide_cores (const kbx_shape *a, const kbx_shape *b)
{
  kbx_core first, second;
  kbx_hull_axis axis;

  kbx_load_core (&first, a, 0);
  kbx_load_core (&second, b, 0);
  if (first.radius + second.radius > 0)
    return kbx_cores_touch (&first, &second) ? kbx_round_cores (&first, &second)
                                             : kbx_no_contact (KBX_OK);
  return kbx_hulls_contact_axis (&first.hull, &second.hull, false, &axis)
           ? kbx_hull_contact (&first.hull, &second.hull, &axis)
           : kbx_no_contact (KBX_OK);
}

/* The shape is the first. */
static kbx_manifold
kbx_collide_plane (const kbx_shape *shape, kbx_half_plane plane)
{
  const kbx_wide_vec n = kbx_unit (kbx_wide (plane.normal));
  const double length = kbx_root (kbx_dot (kbx_wide (plane.normal), kbx_wide (plane.normal)));
  const kbx_flat_side side = { kbx_wide_times (n, plane.distance / length), n, -INFINITY, INFINITY,
                               0 };
  kbx_wide_vec at;
  const double before = kbx_before_plane (shape, plane, &at);
  kbx_core core;

  if (before > 0)
    return kbx_no_contact (KBX_OK);
  kbx_load_core (&core, shape, 0);
  kbx_manifold m = kbx_begin_contact (0 - n.x, 0 - n.y, -before / length);
  kbx_clip_flat_side (&m, &side, kbx_facing_stretch (&core.hull, n), core.radius);
  return m;
}

/* ---- public functions ---- */

static kbx_manifold
kbx_collide_rare (const kbx_shape *a, const kbx_shape *b)
{
  const kbx_shape first =
    a->kind == KBX_SHAPE_POINT ? kbx_shape_circle (a->as.point, 0) : kbx_unboxed (*a);
  const kbx_shape second =
    b->kind == KBX_SHAPE_POINT ? kbx_shape_circle (b->as.point, 0) : kbx_unboxed (*b);

  if (!kbx_shape_valid (&first) || !kbx_shape_valid (&second) || first.kind >= KBX_SHAPE_POLYGON
      || second.kind == KBX_SHAPE_POLYGON)
    return kbx_no_contact (KBX_ERROR_ARGUMENT);
  if (a->kind == KBX_SHAPE_BOX && b->kind == KBX_SHAPE_BOX
      && !kbx_boxes_overlap (a->as.box, b->as.box))
    return kbx_no_contact (KBX_OK);
  if (second.kind == KBX_SHAPE_HALF_PLANE)
    return kbx_collide_plane (&first, second.as.half_plane);
  if (first.kind != a->kind || second.kind != b->kind)
    return kbx_collide_of (&first, &second);
  return kbx_collide_cores (&first, &second);
}

static KBX_ASIDE kbx_manifold
kbx_collide_turned (const kbx_shape *first, const kbx_shape *second)
{
  kbx_manifold m = kbx_collide_of (second, first);
  m.normal.x = 0 - m.normal.x;
  m.normal.y = 0 - m.normal.y;
  return m;
}

static kbx_manifold
kbx_collide_convexes (kbx_polygon first, kbx_polygon second)
{
  kbx_hull a, b;
  kbx_hull_axis axis;
  bool touch;
  kbx_status status = kbx_convexes_contact_axis (first, second, &touch, &a, &b, &axis);

  return touch ? kbx_hull_contact (&a, &b, &axis) : kbx_no_contact (status);
}

KBX_API kbx_manifold
kbx_collide_of (const kbx_shape *a, const kbx_shape *b)
{
  if (a->kind > b->kind)
    return kbx_collide_turned (a, b);
  switch (KBX_PAIR (a->kind, b->kind))
    {
    case KBX_PAIR (KBX_SHAPE_CIRCLE, KBX_SHAPE_CIRCLE):
      return kbx_collide_circles (&a->as.circle, &b->as.circle);
    case KBX_PAIR (KBX_SHAPE_CIRCLE, KBX_SHAPE_RECT):
      return kbx_collide_circle_rect (&a->as.circle, &b->as.rect);
    case KBX_PAIR (KBX_SHAPE_CIRCLE, KBX_SHAPE_OBB):
      return kbx_collide_circle_obb (&a->as.circle, &b->as.obb);
    case KBX_PAIR (KBX_SHAPE_CIRCLE, KBX_SHAPE_CONVEX):
      return kbx_collide_circle_convex (a->as.circle, kbx_polygon_of (b));
    case KBX_PAIR (KBX_SHAPE_RECT, KBX_SHAPE_RECT):
      return kbx_collide_rects (&a->as.rect, &b->as.rect);
    case KBX_PAIR (KBX_SHAPE_RECT, KBX_SHAPE_OBB):
      return kbx_collide_rect_obb (&a->as.rect, &b->as.obb);
    case KBX_PAIR (KBX_SHAPE_RECT, KBX_SHAPE_CONVEX):
      return kbx_collide_rect_convex (a->as.rect, kbx_polygon_of (b));
    case KBX_PAIR (KBX_SHAPE_OBB, KBX_SHAPE_OBB): return kbx_collide_obbs (&a->as.obb, &b->as.obb);
    case KBX_PAIR (KBX_SHAPE_OBB, KBX_SHAPE_CONVEX):
      return kbx_collide_obb_convex (a->as.obb, kbx_polygon_of (b));
    case KBX_PAIR (KBX_SHAPE_CONVEX, KBX_SHAPE_CONVEX):
      return kbx_collide_convexes (kbx_polygon_of (a), kbx_polygon_of (b));
    default: return kbx_collide_rare (a, b);
    }
}
