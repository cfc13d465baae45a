/* SPDX-License-Identifier: MIT */
/* The cores of convex shapes, and the nearest points of two. Method: if two convex shapes are
 * apart, a corner of one is nearest to an edge of the other (after Lumelsky 1985). */
#include "runtime/pairs/cores.h"

static bool
kbx_half_plane_valid (kbx_half_plane plane)
{
  const double square =
    (double) plane.normal.x * plane.normal.x + (double) plane.normal.y * plane.normal.y;
  return kbx_vec_valid (plane.normal) && kbx_coordinate_valid (plane.distance) && square >= 0.999
         && square <= 1.001;
}

KBX_INTERNAL bool
kbx_shape_valid (const kbx_shape *s)
{
  switch (s->kind)
    {
    case KBX_SHAPE_POINT: return kbx_vec_valid (s->as.point);
    case KBX_SHAPE_SEGMENT: return kbx_segment_valid (s->as.segment);
    case KBX_SHAPE_CIRCLE: return kbx_circle_valid (s->as.circle);
    case KBX_SHAPE_CAPSULE:
      return kbx_vecs_valid (s->as.capsule.a, s->as.capsule.b)
             && kbx_size_valid (s->as.capsule.radius);
    case KBX_SHAPE_RECT: return kbx_rect_valid (s->as.rect);
    case KBX_SHAPE_BOX: return kbx_rect_valid (kbx_rect_of_box (s->as.box));
    case KBX_SHAPE_OBB: return kbx_obb_valid (s->as.obb);
    case KBX_SHAPE_CONVEX:
    case KBX_SHAPE_POLYGON: return kbx_polygon_valid (s->as.polygon);
    case KBX_SHAPE_HALF_PLANE: return kbx_half_plane_valid (s->as.half_plane);
    default: return false;
    }
}

KBX_INTERNAL uint32_t
kbx_core_count (const kbx_shape *shape)
{
  return shape->kind == KBX_SHAPE_POLYGON ? shape->as.polygon.count
                                          : shape->kind != KBX_SHAPE_HALF_PLANE;
}

static void
kbx_load_line (kbx_core *core, kbx_vec a, kbx_vec b, uint32_t count, double radius)
{
  core->radius = radius;
  core->hull.given = NULL;
  core->hull.count = count;
  core->hull.reversed = false;
  core->hull.flat = true;
  for (uint32_t i = 0; i < KBX_HULL_COLUMN (2); i++)
    {
      core->hull.x[i] = i % count == 0 ? a.x : b.x;
      core->hull.y[i] = i % count == 0 ? a.y : b.y;
    }
}

KBX_INTERNAL void
kbx_load_core (kbx_core *core, const kbx_shape *s, uint32_t i)
{
  const kbx_polygon p = s->as.polygon;

  core->radius = 0;
  switch (s->kind)
    {
    case KBX_SHAPE_POINT: kbx_load_line (core, s->as.point, s->as.point, 1, 0); break;
    case KBX_SHAPE_SEGMENT: kbx_load_line (core, s->as.segment.a, s->as.segment.b, 2, 0); break;
    case KBX_SHAPE_CIRCLE:
      kbx_load_line (core, s->as.circle.centre, s->as.circle.centre, 1, s->as.circle.radius);
      break;
    case KBX_SHAPE_CAPSULE:
      kbx_load_line (core, s->as.capsule.a, s->as.capsule.b, 2, s->as.capsule.radius);
      break;
    case KBX_SHAPE_RECT: core->hull = kbx_rect_hull (s->as.rect); break;
    case KBX_SHAPE_BOX: core->hull = kbx_rect_hull (kbx_rect_of_box (s->as.box)); break;
    case KBX_SHAPE_OBB: core->hull = kbx_obb_hull (s->as.obb); break;
    case KBX_SHAPE_CONVEX: kbx_load_polygon_hull (&core->hull, p); break;
    default:
      kbx_load_line (core, p.corners[i], p.corners[i + 1 < p.count ? i + 1 : 0], 2, 0);
      break;
    }
}

/* The corners of one against the edges of the other. An edge ends where the next begins. */
static void
kbx_near_edges (kbx_near *near, const kbx_hull *own, const kbx_hull *other, bool of_second)
{
  for (uint32_t i = 0; i < other->count; i++)
    for (uint32_t k = 0; k < own->count; k++)
      {
        const kbx_wide_vec p = kbx_hull_corner (other, i), q = kbx_hull_corner (own, k),
                           e = kbx_hull_edge (own, k), w = kbx_wide_way (q, p);
        const double along = kbx_dot (w, e), length = kbx_dot (e, e), cross = kbx_cross (w, e);
        const bool inside = along > 0 && along < length;
        const double square = inside ? cross * cross / length : kbx_dot (w, w);
        kbx_wide_vec at = q;

        if (square >= near->square)
          continue;
        if (inside)
          at = kbx_wide_make (q.x + e.x * (along / length), q.y + e.y * (along / length));
        *near = KBX_LITERAL (kbx_near){ square, of_second ? p : at, of_second ? at : p,
                                        inside, of_second,          k };
      }
}

KBX_INTERNAL void
kbx_find_near (kbx_near *near, const kbx_hull *first, const kbx_hull *second)
{
  kbx_near_edges (near, second, first, true);
  kbx_near_edges (near, first, second, false);
}

KBX_INTERNAL double
kbx_core_way (const kbx_core *first, const kbx_core *second, kbx_wide_vec *way, kbx_near *near)
{
  kbx_hull_axis axis;

  near->square = INFINITY;
  kbx_find_near (near, &first->hull, &second->hull);
  *way = kbx_wide_make (1, 0);
  if (kbx_hulls_contact_axis (&first->hull, &second->hull, false, &axis))
    {
      if (axis.found)
        *way = axis.of_second ? kbx_wide_minus (kbx_wide_make (0, 0), axis.normal) : axis.normal;
      return axis.found ? axis.depth : 0;
    }
  const double far = sqrt (near->square);
  if (far > 0)
    *way = kbx_wide_times (kbx_wide_way (near->first, near->second), 1 / far);
  return -far;
}

static bool
kbx_corners_reach (const kbx_hull *own, const kbx_hull *other, double r2)
{
  for (uint32_t i = 0; i < other->count; i++)
    for (uint32_t k = 0; k < own->count; k++)
      if (kbx_compare_reach (kbx_wide_way (kbx_hull_corner (own, k), kbx_hull_corner (other, i)),
                             kbx_hull_edge (own, k), r2)
          <= 0)
        return true;
  return false;
}

KBX_INTERNAL bool
kbx_cores_touch (const kbx_core *a, const kbx_core *b)
{
  const double r = a->radius + b->radius;

  if (r > 0
      && (kbx_corners_reach (&a->hull, &b->hull, r * r)
          || kbx_corners_reach (&b->hull, &a->hull, r * r)))
    return true;
  return kbx_hulls_overlap (&a->hull, &b->hull);
}

KBX_INTERNAL double
kbx_before_plane (const kbx_shape *shape, kbx_half_plane plane, kbx_wide_vec *nearest)
{
  const kbx_wide_vec n = kbx_wide (plane.normal);
  double least = INFINITY;
  kbx_core core;

  for (uint32_t i = 0; i < kbx_core_count (shape); i++)
    {
      kbx_load_core (&core, shape, i);
      for (uint32_t k = 0; k < core.hull.count; k++)
        {
          const kbx_wide_vec c = kbx_hull_corner (&core.hull, k);
          const double before =
            kbx_dot (n, c) - plane.distance - core.radius * kbx_root (kbx_dot (n, n));
          if (before < least)
            {
              least = before;
              *nearest = kbx_wide_minus (c, kbx_wide_times (kbx_unit (n), core.radius));
            }
        }
    }
  return least;
}

KBX_INTERNAL kbx_vec
kbx_any_point (const kbx_shape *shape)
{
  kbx_core core;
  kbx_load_core (&core, shape, 0);
  return kbx_narrow (kbx_hull_corner (&core.hull, 0));
}
