/* SPDX-License-Identifier: MIT */
/* Moments of inertia of filled shapes. Method: integrals over discs, boxes and triangles (Steiner's
 * theorem). */
#include "runtime/pairs/cores.h"

/* Half discs at the ends of a box: each with its own moment about its centre of mass, 4 r / (3 pi)
 * off the box. */
static double
kbx_capsule_inertia (double mass, const kbx_shape *capsule)
{
  const double pi = 3.14159265358979323846, r = capsule->as.capsule.radius;
  const kbx_wide_vec d = kbx_from_to (capsule->as.capsule.a, capsule->as.capsule.b);
  const double length = sqrt (kbx_dot (d, d)), box = 2 * r * length, discs = pi * r * r,
               share = box + discs > 0 ? mass / (box + discs) : 0;

  if (r <= 0)
    return mass * length * length / 12;
  return share
         * (box * (length * length + 4 * r * r) / 12
            + discs * (r * r / 2 + length * length / 4 + 4 * r * length / (3 * pi)));
}

/* Triangles at the first corner, then moved to the centre of mass. */
static double
kbx_polygon_inertia (double mass, kbx_polygon p)
{
  double area = 0, moment = 0, x = 0, y = 0;
  kbx_wide_vec a = kbx_from_to (p.corners[0], p.corners[1]), b;

  for (uint32_t i = 2; i < p.count; i++, a = b)
    {
      b = kbx_from_to (p.corners[0], p.corners[i]);
      const double cross = kbx_cross (a, b);
      area += cross / 2;
      x += cross * (a.x + b.x) / 6;
      y += cross * (a.y + b.y) / 6;
      moment += cross * (kbx_dot (a, a) + kbx_dot (a, b) + kbx_dot (b, b)) / 12;
    }
  return area == 0 ? 0 : mass / area * (moment - (x * x + y * y) / area);
}

KBX_API float
kbx_inertia (kbx_shape shape, float mass)
{
  const kbx_circle c = shape.as.circle;
  kbx_rect r;

  switch (shape.kind)
    {
    case KBX_SHAPE_CIRCLE: return (float) (0.5 * mass * ((double) c.radius * c.radius));
    case KBX_SHAPE_OBB:
      return (float) (mass
                      * ((double) shape.as.obb.w * shape.as.obb.w
                         + (double) shape.as.obb.h * shape.as.obb.h)
                      / 12);
    case KBX_SHAPE_RECT:
    case KBX_SHAPE_BOX:
      r = kbx_unboxed (shape).as.rect;
      return (float) (mass * (((double) r.max.x - r.min.x) * ((double) r.max.x - r.min.x) +
                              ((double) r.max.y - r.min.y) * ((double) r.max.y - r.min.y)) / 12);
    case KBX_SHAPE_SEGMENT: shape = kbx_shape_capsule (shape.as.segment.a, shape.as.segment.b, 0);
      /* fall through */
    case KBX_SHAPE_CAPSULE: return (float) kbx_capsule_inertia (mass, &shape);
    case KBX_SHAPE_CONVEX:
    case KBX_SHAPE_POLYGON:
      return kbx_shape_valid (&shape) ? (float) kbx_polygon_inertia (mass, shape.as.polygon) : 0;
    default: return 0;
    }
}
