/* SPDX-License-Identifier: MIT */
/* Overlap and distance of two shapes, by their kinds; rare pairs use cores. */
#include "runtime/frames/space.h"
#include "runtime/pairs/cores.h"
#include "runtime/pairs/obbs.h"

/* ---- overlap ---- */

static bool
kbx_overlap_planes (kbx_half_plane a, kbx_half_plane b)
{
  const kbx_wide_vec n = kbx_wide (a.normal), m = kbx_wide (b.normal);
  return kbx_cross_sign (n, m) != 0 || kbx_dot (n, m) > 0 ||
         a.distance / kbx_root (kbx_dot (n, n)) + b.distance / kbx_root (kbx_dot (m, m)) >= 0;
}

/* An edge touches the other shape, or one contains a point of the other. */
static bool
kbx_overlap_cores (const kbx_shape *a, const kbx_shape *b)
{
  kbx_core first, second;

  kbx_load_core (&first, a, 0);
  for (uint32_t i = 0; i < kbx_core_count (b); i++)
    {
      kbx_load_core (&second, b, i);
      if (kbx_cores_touch (&first, &second))
        return true;
    }
  return b->kind == KBX_SHAPE_POLYGON
         && kbx_polygon_contains (kbx_polygon_of (b), kbx_any_point (a));
}

/* a's kind precedes b's. */
static bool
kbx_overlap_rare (const kbx_shape *a, const kbx_shape *b)
{
  kbx_wide_vec at;

  if (a->kind == KBX_SHAPE_BOX || b->kind == KBX_SHAPE_BOX)
    return kbx_overlap (kbx_unboxed (*a), kbx_unboxed (*b));
  if (!kbx_shape_valid (a) || !kbx_shape_valid (b))
    return false;
  if (a->kind == KBX_SHAPE_HALF_PLANE)
    return kbx_overlap_planes (a->as.half_plane, b->as.half_plane);
  if (b->kind == KBX_SHAPE_HALF_PLANE)
    return kbx_before_plane (a, b->as.half_plane, &at) <= 0;
  return a->kind == KBX_SHAPE_POINT ? kbx_contains (*b, a->as.point) : kbx_overlap_cores (a, b);
}

static bool
kbx_overlap_circles (const kbx_circle *a, const kbx_circle *b)
{
  int meet = kbx_circles_meet (*a, *b, kbx_from_to (a->centre, b->centre));
  meet &= kbx_circle_valid (*a);
  meet &= kbx_circle_valid (*b);
  return meet != 0;
}

static bool
kbx_overlap_circle_rect (const kbx_circle *circle, const kbx_rect *rect)
{
  int meet = kbx_circle_meets_rect (*circle, *rect);
  meet &= kbx_circle_valid (*circle);
  meet &= kbx_rect_valid (*rect);
  return meet != 0;
}

KBX_API bool
kbx_overlap_of (const kbx_shape *a, const kbx_shape *b)
{
  if (a->kind > b->kind)
    return kbx_overlap_of (b, a);
  switch (KBX_PAIR (a->kind, b->kind))
    {
    case KBX_PAIR (KBX_SHAPE_CIRCLE, KBX_SHAPE_CIRCLE):
      return kbx_overlap_circles (&a->as.circle, &b->as.circle);
    case KBX_PAIR (KBX_SHAPE_CIRCLE, KBX_SHAPE_RECT):
      return kbx_overlap_circle_rect (&a->as.circle, &b->as.rect);
    case KBX_PAIR (KBX_SHAPE_RECT, KBX_SHAPE_RECT):
      return kbx_overlap_rects (&a->as.rect, &b->as.rect);
    case KBX_PAIR (KBX_SHAPE_BOX, KBX_SHAPE_BOX): return kbx_boxes_overlap (a->as.box, b->as.box);
    case KBX_PAIR (KBX_SHAPE_CIRCLE, KBX_SHAPE_OBB):
      return kbx_overlap_circle_obb (&a->as.circle, &b->as.obb);
    case KBX_PAIR (KBX_SHAPE_RECT, KBX_SHAPE_OBB):
      return kbx_overlap_rect_obb (&a->as.rect, &b->as.obb);
    case KBX_PAIR (KBX_SHAPE_OBB, KBX_SHAPE_OBB): return kbx_overlap_obbs (&a->as.obb, &b->as.obb);
    case KBX_PAIR (KBX_SHAPE_CONVEX, KBX_SHAPE_CONVEX):
      return kbx_overlap_convexes (kbx_polygon_of (a), kbx_polygon_of (b));
    case KBX_PAIR (KBX_SHAPE_CIRCLE, KBX_SHAPE_CONVEX):
    case KBX_PAIR (KBX_SHAPE_CIRCLE, KBX_SHAPE_POLYGON):
      return kbx_overlap_circle_polygon (a->as.circle, kbx_polygon_of (b));
    case KBX_PAIR (KBX_SHAPE_RECT, KBX_SHAPE_CONVEX):
    case KBX_PAIR (KBX_SHAPE_RECT, KBX_SHAPE_POLYGON):
      return kbx_overlap_rect_polygon (a->as.rect, kbx_polygon_of (b));
    case KBX_PAIR (KBX_SHAPE_OBB, KBX_SHAPE_CONVEX):
    case KBX_PAIR (KBX_SHAPE_OBB, KBX_SHAPE_POLYGON):
      return kbx_overlap_obb_polygon (a->as.obb, kbx_polygon_of (b));
    case KBX_PAIR (KBX_SHAPE_CONVEX, KBX_SHAPE_POLYGON):
    case KBX_PAIR (KBX_SHAPE_POLYGON, KBX_SHAPE_POLYGON):
      return kbx_overlap_polygons (kbx_polygon_of (a), kbx_polygon_of (b));
    case KBX_PAIR (KBX_SHAPE_SEGMENT, KBX_SHAPE_SEGMENT):
      return kbx_overlap_segments (a->as.segment, b->as.segment);
    case KBX_PAIR (KBX_SHAPE_SEGMENT, KBX_SHAPE_CIRCLE):
      return kbx_overlap_segment_circle (a->as.segment, b->as.circle);
    default: return kbx_overlap_rare (a, b);
    }
}

KBX_API uint32_t
kbx_overlap_many (kbx_shape shape, const kbx_shape *shapes, uint32_t count, uint32_t *indices,
                  uint32_t capacity)
{
  uint32_t found = 0;

  for (uint32_t i = 0; shapes != NULL && i < count; i++)
    if (kbx_overlap_of (&shape, &shapes[i]))
      {
        if (indices != NULL && found < capacity)
          indices[found] = i;
        found++;
      }
  return found;
}

/* ---- distance ---- */

static kbx_nearest
kbx_gap_between (double distance, kbx_wide_vec first, kbx_wide_vec second)
{
  kbx_nearest gap = kbx_nearest_none (KBX_OK, distance);
  gap.point = kbx_narrow (first);
  gap.other = kbx_narrow (second);
  return gap;
}

/* Where edges of two hulls cross. */
static bool
kbx_edges_cross (const kbx_hull *a, const kbx_hull *b, kbx_wide_vec *at)
{
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t k = 0; k < b->count; k++)
      {
        const kbx_wide_vec p = kbx_hull_corner (a, i), d = kbx_hull_edge (a, i),
                           e = kbx_hull_edge (b, k);
        const kbx_wide_vec w = kbx_wide_way (p, kbx_hull_corner (b, k));
        const double det = kbx_cross (d, e), t = kbx_cross (w, e) / det, u = kbx_cross (w, d) / det;
        if (det != 0 && t >= 0 && t <= 1 && u >= 0 && u <= 1)
          {
            *at = kbx_wide_make (p.x + d.x * t, p.y + d.y * t);
            return true;
          }
      }
  return false;
}

static kbx_nearest
kbx_cores_gap (const kbx_shape *a, const kbx_shape *b)
{
  kbx_wide_vec at, way;
  kbx_core first, second;
  kbx_near near;

  near.square = INFINITY;
  for (uint32_t i = 0; i < kbx_core_count (a); i++)
    for (uint32_t k = 0; k < kbx_core_count (b); k++)
      {
        kbx_load_core (&first, a, i);
        kbx_load_core (&second, b, k);
        if (kbx_edges_cross (&first.hull, &second.hull, &at))
          return kbx_gap_between (0, at, at);
        kbx_find_near (&near, &first.hull, &second.hull);
      }
  /* One is inside the other: its corner is common */
  for (int i = 0; i < 2; i++)
    {
      const kbx_vec p = kbx_any_point (i == 0 ? a : b);
      if (kbx_contains (i == 0 ? *b : *a, p))
        return kbx_gap_between (0, kbx_wide (p), kbx_wide (p));
    }
  const double far = sqrt (near.square);
  way = far > 0 ? kbx_wide_times (kbx_wide_way (near.first, near.second), 1 / far)
                : kbx_wide_make (0, 0);
  const double before = first.radius < far ? first.radius : far;
  const double behind = far - before < second.radius ? far - before : second.radius;
  return kbx_gap_between (
    kbx_overlap (*a, *b) ? 0 : far - before - behind,
    kbx_wide_make (near.first.x + way.x * before, near.first.y + way.y * before),
    kbx_wide_make (near.second.x - way.x * behind, near.second.y - way.y * behind));
}

static kbx_nearest
kbx_plane_gap (const kbx_shape *shape, kbx_half_plane plane, bool swapped)
{
  const kbx_wide_vec n = kbx_wide (plane.normal);
  kbx_wide_vec at;
  double before = kbx_before_plane (shape, plane, &at);

  before = before > 0 ? before / kbx_dot (n, n) : 0;
  const kbx_wide_vec on = kbx_wide_minus (at, kbx_wide_times (n, before));
  return kbx_gap_between (before * kbx_root (kbx_dot (n, n)), swapped ? on : at, swapped ? at : on);
}

/* The position of the nearest point to p on the core of a segment or capsule. */
static float
kbx_fraction_on (const kbx_shape *shape, kbx_vec p)
{
  kbx_segment s = shape->as.segment; /* a capsule has the same initial members */
  return shape->kind == KBX_SHAPE_SEGMENT || shape->kind == KBX_SHAPE_CAPSULE
           ? kbx_segment_nearest (s, p).t
           : 0;
}

KBX_API kbx_nearest
kbx_distance (kbx_shape first, kbx_shape second)
{
  const bool plane = first.kind == KBX_SHAPE_HALF_PLANE;
  kbx_nearest gap;

  if (first.kind == KBX_SHAPE_SEGMENT && second.kind == KBX_SHAPE_SEGMENT)
    return kbx_segments_gap (first.as.segment, second.as.segment);
  first = kbx_unboxed (first);
  second = kbx_unboxed (second);
  if (!kbx_shape_valid (&first) || !kbx_shape_valid (&second)
      || (plane && second.kind == KBX_SHAPE_HALF_PLANE))
    return kbx_nearest_none (KBX_ERROR_ARGUMENT, INFINITY);
  if (plane || second.kind == KBX_SHAPE_HALF_PLANE)
    gap = kbx_plane_gap (plane ? &second : &first,
                         plane ? first.as.half_plane : second.as.half_plane, plane);
  else
    gap = kbx_cores_gap (&first, &second);
  gap.t = kbx_fraction_on (&first, gap.point);
  gap.u = kbx_fraction_on (&second, gap.other);
  return gap;
}
