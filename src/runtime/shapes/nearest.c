/* SPDX-License-Identifier: MIT */
/* Single shapes: containment of a point, nearest point, bounds, corners. */
#include "runtime/pairs/cores.h"

KBX_API bool
kbx_contains_of (const kbx_shape *shape, kbx_vec p)
{
  kbx_segment line, point;

  switch (shape->kind)
    {
    case KBX_SHAPE_CIRCLE: return kbx_circle_contains (shape->as.circle, p);
    case KBX_SHAPE_RECT: return kbx_rect_contains (shape->as.rect, p);
    case KBX_SHAPE_OBB: return kbx_obb_contains (shape->as.obb, p);
    case KBX_SHAPE_CONVEX: return kbx_convex_contains (kbx_polygon_of (shape), p);
    case KBX_SHAPE_POLYGON: return kbx_polygon_contains (kbx_polygon_of (shape), p);
    case KBX_SHAPE_BOX:
      return kbx_wide (p).x >= shape->as.box.x0 && kbx_wide (p).x < shape->as.box.x1
             && kbx_wide (p).y >= shape->as.box.y0 && kbx_wide (p).y < shape->as.box.y1
             && kbx_vec_valid (p);
    case KBX_SHAPE_POINT:
      return shape->as.point.x == p.x && shape->as.point.y == p.y && kbx_vec_valid (p);
    case KBX_SHAPE_SEGMENT:
      line = shape->as.segment;
      point.a = point.b = p;
      return kbx_overlap_segments (line, point);
    case KBX_SHAPE_CAPSULE:
      line.a = shape->as.capsule.a;
      line.b = shape->as.capsule.b;
      return kbx_shape_valid (shape) && kbx_vec_valid (p) &&
             kbx_compare_reach (kbx_from_to (line.a, p), kbx_from_to (line.a, line.b),
                                (double) shape->as.capsule.radius * shape->as.capsule.radius) <= 0;
    case KBX_SHAPE_HALF_PLANE:
      return kbx_shape_valid (shape) && kbx_vec_valid (p)
             && kbx_dot (kbx_wide (shape->as.half_plane.normal), kbx_wide (p))
                    - shape->as.half_plane.distance
                  <= 0;
    default: return false;
    }
}

/* ---- nearest ---- */

static kbx_nearest
kbx_nearest_make (double t, kbx_wide_vec point, double distance, kbx_wide_vec normal)
{
  kbx_nearest n = kbx_nearest_none (KBX_OK, distance);
  n.t = (float) t;
  n.point = kbx_narrow (point);
  n.normal = kbx_narrow (normal);
  return n;
}

/* The border of a ring of corners. */
static kbx_nearest
kbx_nearest_on_ring (kbx_shape shape, kbx_vec p)
{
  const kbx_wide_vec from = kbx_wide (p);
  const bool inside = kbx_contains (shape, p), polygon = shape.kind == KBX_SHAPE_POLYGON;
  kbx_near near;
  kbx_core own, core;
  kbx_shape point = kbx_shape_point (p);

  kbx_load_core (&own, &point, 0);
  near.square = INFINITY;
  near.edge = 0;
  for (uint32_t i = 0; i < kbx_core_count (&shape); i++)
    {
      const double before = near.square;
      kbx_load_core (&core, &shape, i);
      kbx_find_near (&near, &own.hull, &core.hull);
      if (polygon && near.square < before)
        near.edge = i;
    }
  const double far = sqrt (near.square);
  kbx_wide_vec way = kbx_wide_way (near.second, from);
  if (far > 0)
    way = kbx_wide_times (way, (inside ? -1 : 1) / far);
  else
    {
      if (polygon)
        kbx_load_core (&core, &shape, near.edge);
      kbx_wide_vec e = kbx_hull_edge (&core.hull, polygon ? 0 : near.edge);
      way = kbx_unit_or_right (kbx_wide_times (
        kbx_wide_make (e.y, -e.x), polygon ? kbx_polygon_orientation (shape.as.polygon) : 1));
    }
  return kbx_nearest_make (0, near.second, inside ? -far : far, way);
}

/* Around a point of a core. */
static kbx_nearest
kbx_nearest_round (kbx_segment line, double radius, kbx_vec p)
{
  const kbx_nearest n = kbx_segment_nearest (line, p);
  const kbx_wide_vec d = kbx_from_to (line.a, line.b), v = kbx_from_to (line.a, p);
  const double square = kbx_dot (d, d), along = kbx_dot (v, d),
               t = along <= 0 || square == 0 ? 0
                   : along >= square         ? 1
                                             : along / square;
  const kbx_wide_vec at = kbx_wide_make (line.a.x + d.x * t, line.a.y + d.y * t),
                     way = kbx_wide_way (at, kbx_wide (p));
  const double far = sqrt (kbx_dot (way, way));
  const kbx_wide_vec out = far > 0 ? kbx_wide_times (way, 1 / far) : kbx_wide (n.normal);

  return kbx_nearest_make (t, kbx_wide_make (at.x + out.x * radius, at.y + out.y * radius),
                           far - radius, out);
}

KBX_API kbx_nearest
kbx_nearest_point (kbx_shape shape, kbx_vec p)
{
  const kbx_wide_vec n = kbx_wide (shape.as.half_plane.normal);
  kbx_segment line = shape.as.segment;
  double far, length;

  shape = kbx_unboxed (shape);
  if (!kbx_shape_valid (&shape) || !kbx_vec_valid (p))
    return kbx_nearest_none (KBX_ERROR_ARGUMENT, INFINITY);
  switch (shape.kind)
    {
    case KBX_SHAPE_POINT:
    case KBX_SHAPE_CIRCLE:
      line.a = line.b = shape.kind == KBX_SHAPE_POINT ? shape.as.point : shape.as.circle.centre;
      return shape.kind == KBX_SHAPE_POINT ? kbx_segment_nearest (line, p)
                                           : kbx_nearest_round (line, shape.as.circle.radius, p);
    case KBX_SHAPE_SEGMENT: return kbx_segment_nearest (line, p);
    case KBX_SHAPE_CAPSULE: return kbx_nearest_round (line, shape.as.capsule.radius, p);
    case KBX_SHAPE_HALF_PLANE:
      length = kbx_root (kbx_dot (n, n));
      far = (kbx_dot (n, kbx_wide (p)) - shape.as.half_plane.distance) / length;
      return kbx_nearest_make (
        0, kbx_wide_make (p.x - n.x / length * far, p.y - n.y / length * far), far, kbx_unit (n));
    default: return kbx_nearest_on_ring (shape, p);
    }
}

/* ---- bounds and corners ---- */

/* An axis-aligned half-plane cuts the world at its line. */
static kbx_rect
kbx_plane_bounds (kbx_half_plane plane)
{
  kbx_rect r = { { -KBX_WORLD_LIMIT, -KBX_WORLD_LIMIT }, { KBX_WORLD_LIMIT, KBX_WORLD_LIMIT } };
  if (plane.normal.y == 0)
    *(plane.normal.x > 0 ? &r.max.x : &r.min.x) = plane.distance / plane.normal.x;
  if (plane.normal.x == 0)
    *(plane.normal.y > 0 ? &r.max.y : &r.min.y) = plane.distance / plane.normal.y;
  return r;
}

KBX_API kbx_rect
kbx_bounds (kbx_shape shape)
{
  kbx_rect r = { { 0, 0 }, { -1, -1 } };
  kbx_core core;

  shape = kbx_unboxed (shape);
  if (!kbx_shape_valid (&shape))
    return r;
  if (shape.kind == KBX_SHAPE_HALF_PLANE)
    return kbx_plane_bounds (shape.as.half_plane);
  if (shape.kind == KBX_SHAPE_CONVEX || shape.kind == KBX_SHAPE_POLYGON)
    return kbx_polygon_bounds (shape.as.polygon);
  kbx_load_core (&core, &shape, 0);
  for (uint32_t i = 0; i < core.hull.count; i++)
    {
      const kbx_wide_vec c = kbx_hull_corner (&core.hull, i);
      const kbx_rect own = { { kbx_narrow_outwards (c.x - core.radius, -1),
                               kbx_narrow_outwards (c.y - core.radius, -1) },
                             { kbx_narrow_outwards (c.x + core.radius, 1),
                               kbx_narrow_outwards (c.y + core.radius, 1) } };
      r = i == 0 ? own : kbx_rect_with (kbx_rect_with (r, own.min), own.max);
    }
  return r;
}

KBX_API uint32_t
kbx_corners (kbx_shape shape, kbx_vec *corners, uint32_t capacity)
{
  const bool polygon = shape.kind == KBX_SHAPE_CONVEX || shape.kind == KBX_SHAPE_POLYGON;
  uint32_t count;
  kbx_core core;

  if (!kbx_shape_valid (&shape) || shape.kind == KBX_SHAPE_CIRCLE || shape.kind == KBX_SHAPE_CAPSULE
      || shape.kind == KBX_SHAPE_HALF_PLANE)
    return 0;
  if (!polygon)
    kbx_load_core (&core, &shape, 0);
  count = polygon ? shape.as.polygon.count : core.hull.count;
  for (uint32_t i = 0; corners != NULL && i < count && i < capacity; i++)
    corners[i] =
      polygon ? shape.as.polygon.corners[i] : kbx_narrow (kbx_hull_corner (&core.hull, i));
  return count;
}
