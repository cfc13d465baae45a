/* SPDX-License-Identifier: MIT */
/* Contacts of any two convex shapes, by their kinds. Pairs without their own method use cores. The
 * side of one that faces the other is clipped on the reference side, and both are offset by their
 * radii. */
#include "runtime/pairs/cores.h"
#include "runtime/contacts/manifold.h"

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
