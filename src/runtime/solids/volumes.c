/* SPDX-License-Identifier: MIT */
/* Shapes in space: validity, points in them, and overlaps of pairs. */
#include "runtime/solids/solids.h"

static kbx_shape3
kbx_shape3_of (kbx_shape3_kind kind)
{
  kbx_shape3 shape = KBX_ZEROS;
  shape.kind = kind;
  return shape;
}

KBX_API kbx_shape3
kbx_shape3_point (kbx_vec3 p)
{
  kbx_shape3 shape = kbx_shape3_of (KBX_SHAPE3_POINT);
  shape.as.point = p;
  return shape;
}

KBX_API kbx_shape3
kbx_shape3_segment (kbx_vec3 a, kbx_vec3 b)
{
  kbx_shape3 shape = kbx_shape3_of (KBX_SHAPE3_SEGMENT);
  shape.as.segment.a = a;
  shape.as.segment.b = b;
  return shape;
}

KBX_API kbx_shape3
kbx_shape3_sphere (kbx_vec3 centre, float radius)
{
  kbx_shape3 shape = kbx_shape3_of (KBX_SHAPE3_SPHERE);
  shape.as.sphere.centre = centre;
  shape.as.sphere.radius = radius;
  return shape;
}

KBX_API kbx_shape3
kbx_shape3_box (kbx_box3 box)
{
  kbx_shape3 shape = kbx_shape3_of (KBX_SHAPE3_BOX);
  shape.as.box = box;
  return shape;
}

KBX_API kbx_shape3
kbx_shape3_obb (kbx_obb3 obb)
{
  kbx_shape3 shape = kbx_shape3_of (KBX_SHAPE3_OBB);
  shape.as.obb = obb;
  return shape;
}

KBX_API kbx_shape3
kbx_shape3_plane (kbx_plane plane)
{
  kbx_shape3 shape = kbx_shape3_of (KBX_SHAPE3_PLANE);
  shape.as.plane = plane;
  return shape;
}

KBX_API kbx_shape3
kbx_shape3_polygon (const kbx_vec3 *corners, uint32_t count, bool one_way)
{
  kbx_shape3 shape = kbx_shape3_of (KBX_SHAPE3_POLYGON);
  shape.one_way = one_way;
  shape.as.polygon.corners = corners;
  shape.as.polygon.count = count;
  return shape;
}

/* ---- validity ---- */

static inline bool
kbx_unit3_valid (kbx_vec3 v)
{
  double square = kbx_dot3 (kbx_widen3 (v), kbx_widen3 (v));
  return kbx_vec3_valid (v) && square >= 0.999 && square <= 1.001;
}

static bool
kbx_obb3_valid (const kbx_obb3 *box)
{
  bool valid = kbx_vec3_valid (box->centre);

  for (int i = 0; i < 3; i++)
    valid =
        valid && kbx_unit3_valid (box->axis[i]) && kbx_size_valid (box->half[i]) &&
        fabs (kbx_dot3 (kbx_widen3 (box->axis[i]), kbx_widen3 (box->axis[(i + 1) % 3]))) <= 0.001;
  return valid;
}

static bool
kbx_polygon3_valid (kbx_polygon3 polygon)
{
  if (polygon.corners == NULL || polygon.count < 3)
    return false;
  for (uint32_t i = 0; i < polygon.count; i++)
    if (!kbx_vec3_valid (polygon.corners[i]))
      return false;
  return true;
}

KBX_INTERNAL bool
kbx_shape3_valid (const kbx_shape3 *shape)
{
  switch (shape->kind)
    {
    case KBX_SHAPE3_POINT: return kbx_vec3_valid (shape->as.point);
    case KBX_SHAPE3_SEGMENT:
      return kbx_vec3_valid (shape->as.segment.a) && kbx_vec3_valid (shape->as.segment.b);
    case KBX_SHAPE3_SPHERE:
      return kbx_vec3_valid (shape->as.sphere.centre) && kbx_size_valid (shape->as.sphere.radius);
    case KBX_SHAPE3_BOX: return kbx_box3_valid (shape->as.box);
    case KBX_SHAPE3_OBB: return kbx_obb3_valid (&shape->as.obb);
    /* A plane's distance may be that of a corner of the world. */
    case KBX_SHAPE3_PLANE:
      return kbx_unit3_valid (shape->as.plane.normal) &&
             kbx_float_within (shape->as.plane.distance, 2 * KBX_WORLD_LIMIT);
    case KBX_SHAPE3_POLYGON: return kbx_polygon3_valid (shape->as.polygon);
    }
  return false;
}

KBX_INTERNAL kbx_wide_box3
kbx_widen_box3 (const kbx_shape3 *shape)
{
  const kbx_obb3 *o = &shape->as.obb;
  const kbx_wide3 min = kbx_widen3 (shape->as.box.min), max = kbx_widen3 (shape->as.box.max),
                  half = kbx_times3 (kbx_minus3 (max, min), 0.5);
  const kbx_wide_box3 upright = { kbx_times3 (kbx_plus3 (min, max), 0.5),
                                  { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
                                  { half.x, half.y, half.z } };
  kbx_wide_box3 w = upright;
  for (int i = 0; i < 3 && shape->kind == KBX_SHAPE3_OBB; i++)
    {
      w.centre = kbx_widen3 (o->centre);
      w.axis[i] = kbx_widen3 (o->axis[i]);
      w.half[i] = o->half[i];
    }
  return w;
}

/* ---- squares ---- */

/* The sum of up to 12 terms, as if rounded once. Method: a sum of non-overlapping parts (Shewchuk
 * 1997). */
static double
kbx_sum_exactly (const double *terms, int count)
{
  double parts[12], total = 0;
  int n = 0;

  for (int i = 0; i < count; i++)
    {
      double sum = terms[i];
      int kept = 0;
      for (int k = 0; k < n; k++)
        {
          const double a = sum, b = parts[k], share = (a + b) - a;
          sum = a + b;
          parts[kept] = (a - (sum - share)) + (b - share);
          kept += parts[kept] != 0;
        }
      parts[kept] = sum;
      n = kept + 1;
    }
  for (int k = 0; k < n; k++)
    total += parts[k];
  return total;
}

KBX_INTERNAL double
kbx_square_gap3 (kbx_wide3 a, kbx_wide3 b)
{
  const double numbers[6] = { a.x, a.y, a.z, b.x, b.y, b.z };
  const double p = kbx_dot3 (a, a), q = kbx_dot3 (b, b);
  double terms[12];

  if (fabs (p - q) > (p + q) * 1e-15)
    return p - q;
  for (int i = 0; i < 6; i++)
    {
      const double v = numbers[i], square = v * v, sign = i < 3 ? 1 : -1;
      terms[2 * i] = sign * square;
      terms[2 * i + 1] = sign * kbx_product_error (v, v, square);
    }
  return kbx_sum_exactly (terms, 12);
}

/* The squared distance of the point from the segment, less r^2; its sign is exact. */
static double
kbx_segment_gap (kbx_segment3 s, kbx_vec3 p, double r)
{
  const kbx_wide3 along = kbx_from_to3 (s.a, s.b), w = kbx_from_to3 (s.a, p);
  const double foot = kbx_dot3 (w, along), square = kbx_dot3 (along, along);
  if (foot > 0 && foot < square)
    return kbx_square_gap3 (kbx_cross3 (w, along), kbx_times3 (along, r));
  return kbx_square_gap3 (foot > 0 ? kbx_from_to3 (s.b, p) : w, kbx_wide3_of (r, 0, 0));
}

/* The squared distance from a point to the box, along the box's axes. An axis not quite of length 1
 * still gives 0 inside, since it scales the point and the half size alike. */
static double
kbx_square_to_box3 (const kbx_wide_box3 *box, kbx_vec3 p)
{
  const kbx_wide3 d = kbx_minus3 (kbx_widen3 (p), box->centre);
  double sum = 0;

  for (int i = 0; i < 3; i++)
    {
      double square = kbx_dot3 (box->axis[i], box->axis[i]);
      double out = fabs (kbx_dot3 (d, box->axis[i])) - box->half[i] * square;
      if (out > 0)
        sum += out * out / square;
    }
  return sum;
}

/* ---- spheres, and points as spheres of radius 0 ---- */

static bool
kbx_sphere_meets_polygon (kbx_sphere s, kbx_polygon3 polygon)
{
  const kbx_wide3 n = kbx_newell (polygon);
  const double height = kbx_dot3 (n, kbx_from_to3 (polygon.corners[0], s.centre)),
               square = kbx_dot3 (n, n);

  if (kbx_square_gap3 (kbx_wide3_of (height, 0, 0), kbx_times3 (n, s.radius)) > 0)
    return false;
  if (square > 0 &&
      kbx_sheet_contains (polygon, n,
                          kbx_minus3 (kbx_widen3 (s.centre), kbx_times3 (n, height / square))))
    return true;
  for (uint32_t i = 0; i < polygon.count; i++)
    if (kbx_segment_gap (kbx_edge3 (polygon, i), s.centre, s.radius) <= 0)
      return true;
  return false;
}

static bool
kbx_sphere_meets (kbx_sphere s, const kbx_shape3 *shape)
{
  const double r = s.radius;
  kbx_wide_box3 wide;
  kbx_wide3 d;

  switch (shape->kind)
    {
    case KBX_SHAPE3_POINT:
    case KBX_SHAPE3_SPHERE:
      d = kbx_from_to3 (shape->as.sphere.centre, s.centre);
      return kbx_square_gap3 (
                 d, kbx_wide3_of (shape->kind == KBX_SHAPE3_POINT ? r : r + shape->as.sphere.radius,
                                  0, 0)) <= 0;
    case KBX_SHAPE3_SEGMENT: return kbx_segment_gap (shape->as.segment, s.centre, r) <= 0;
    case KBX_SHAPE3_BOX:
      {
        const kbx_box3 box = shape->as.box;
        const kbx_vec3 c = s.centre;
        d = KBX_LITERAL (kbx_wide3){ (double) c.x
                                       - (c.x < box.min.x   ? box.min.x
                                          : c.x > box.max.x ? box.max.x
                                                            : c.x),
                                     (double) c.y
                                       - (c.y < box.min.y   ? box.min.y
                                          : c.y > box.max.y ? box.max.y
                                                            : c.y),
                                     (double) c.z
                                       - (c.z < box.min.z   ? box.min.z
                                          : c.z > box.max.z ? box.max.z
                                                            : c.z) };
        return kbx_dot3 (d, d) <= r * r;
      }
    case KBX_SHAPE3_OBB:
      wide = kbx_widen_box3 (shape);
      return kbx_square_to_box3 (&wide, s.centre) <= r * r;
    case KBX_SHAPE3_PLANE:
      return kbx_plane_height (shape->as.plane, s.centre) <=
             r * kbx_length3 (kbx_widen3 (shape->as.plane.normal));
    case KBX_SHAPE3_POLYGON: return kbx_sphere_meets_polygon (s, shape->as.polygon);
    }
  return false;
}

KBX_API bool
kbx_contains3 (kbx_shape3 shape, kbx_vec3 p)
{
  const kbx_sphere point = { p, 0 };

  if (!kbx_shape3_valid (&shape) || !kbx_vec3_valid (p))
    return false;
  if (shape.kind == KBX_SHAPE3_POLYGON)
    return kbx_sheet_contains (shape.as.polygon, kbx_newell (shape.as.polygon), kbx_widen3 (p));
  return kbx_sphere_meets (point, &shape);
}

/* ---- planes and pairs ---- */

KBX_INTERNAL double
kbx_lowest3 (kbx_plane plane, const kbx_shape3 *shape)
{
  const kbx_vec3 n = plane.normal;
  const kbx_vec3 *corners =
      shape->kind == KBX_SHAPE3_SEGMENT ? &shape->as.segment.a : shape->as.polygon.corners;
  const uint32_t count = shape->kind == KBX_SHAPE3_SEGMENT ? 2 : shape->as.polygon.count;
  const kbx_box3 box = shape->as.box;
  const kbx_vec3 back = { n.x > 0 ? box.min.x : box.max.x, n.y > 0 ? box.min.y : box.max.y,
                          n.z > 0 ? box.min.z : box.max.z };
  double least = 0, reach = 0;

  if (shape->kind == KBX_SHAPE3_BOX)
    return kbx_plane_height (plane, back);
  if (shape->kind == KBX_SHAPE3_OBB)
    {
      for (int i = 0; i < 3; i++)
        reach += shape->as.obb.half[i] *
                 fabs (kbx_dot3 (kbx_widen3 (shape->as.obb.axis[i]), kbx_widen3 (n)));
      return kbx_plane_height (plane, shape->as.obb.centre) - reach;
    }
  for (uint32_t i = 0; i < count; i++)
    {
      const double height = kbx_plane_height (plane, corners[i]);
      least = i == 0 || height < least ? height : least;
    }
  return least;
}

/* Half-spaces are apart only if their normals are opposite. */
static bool
kbx_planes_overlap (kbx_plane a, kbx_plane b)
{
  return a.normal.x != -b.normal.x || a.normal.y != -b.normal.y || a.normal.z != -b.normal.z ||
         (double) a.distance + b.distance >= 0;
}

/* Whether an edge of the first meets the second. */
static bool
kbx_edges3_meet (kbx_polygon3 a, kbx_polygon3 b)
{
  for (uint32_t i = 0; i < a.count; i++)
    if (kbx_segment_meets_polygon3 (kbx_edge3 (a, i), b))
      return true;
  return false;
}

/* The kinds are in ascending order. */
static bool
kbx_overlap_sorted (const kbx_shape3 *a, const kbx_shape3 *b)
{
  const kbx_sphere point = { a->as.point, 0 };

  if (a->kind == KBX_SHAPE3_SPHERE || b->kind == KBX_SHAPE3_SPHERE)
    return a->kind == KBX_SHAPE3_SPHERE ? kbx_sphere_meets (a->as.sphere, b)
                                        : kbx_sphere_meets (b->as.sphere, a);
  if (a->kind == KBX_SHAPE3_POINT)
    return kbx_sphere_meets (point, b);
  if (b->kind == KBX_SHAPE3_PLANE)
    return a->kind == KBX_SHAPE3_PLANE ? kbx_planes_overlap (a->as.plane, b->as.plane)
                                       : kbx_lowest3 (b->as.plane, a) <= 0;
  if (a->kind == KBX_SHAPE3_PLANE)
    return kbx_lowest3 (a->as.plane, b) <= 0;
  if (a->kind == KBX_SHAPE3_POLYGON)
    return kbx_edges3_meet (a->as.polygon, b->as.polygon)
           || kbx_edges3_meet (b->as.polygon, a->as.polygon);
  if (a->kind == KBX_SHAPE3_SEGMENT && b->kind == KBX_SHAPE3_SEGMENT)
    return kbx_segments3_meet (a->as.segment, b->as.segment);
  if (a->kind == KBX_SHAPE3_SEGMENT && b->kind == KBX_SHAPE3_POLYGON)
    return kbx_segment_meets_polygon3 (a->as.segment, b->as.polygon);
  return kbx_convex3_overlap (a, b);
}

KBX_API bool
kbx_overlap3 (kbx_shape3 a, kbx_shape3 b)
{
  if (!kbx_shape3_valid (&a) || !kbx_shape3_valid (&b))
    return false;
  return a.kind <= b.kind ? kbx_overlap_sorted (&a, &b) : kbx_overlap_sorted (&b, &a);
}
