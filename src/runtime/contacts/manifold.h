/* SPDX-License-Identifier: MIT */
/* Shared by the contact functions: filling in a kbx_manifold from numbers in double. */
#ifndef KBX_MANIFOLD_H
#define KBX_MANIFOLD_H

#include "runtime/pairs/convex.h"

/* Field by field: reading pieces of what was cleared as a whole stalls the processor. */
static inline kbx_manifold
kbx_no_contact (kbx_status status)
{
  kbx_manifold m;
  m.status = status;
  m.hit = false;
  m.normal.x = m.normal.y = m.depth = 0;
  m.count = 0;
  m.points[0].x = m.points[0].y = m.points[1].x = m.points[1].y = 0;
  m.depths[0] = m.depths[1] = 0;
  return m;
}

static inline kbx_vec
kbx_contact_vec (double x, double y)
{
  return KBX_LITERAL (kbx_vec){ (float) x, (float) y };
}

/* Depths below 0 come from rounding: the shapes are known to touch. */
static inline float
kbx_narrow_depth (double depth)
{
  return depth > 0 ? (float) depth : 0;
}

/* A contact along the normal, without points yet. */
static inline kbx_manifold
kbx_begin_contact (double nx, double ny, double depth)
{
  kbx_manifold m = kbx_no_contact (KBX_OK);
  m.hit = true;
  m.normal = kbx_contact_vec (nx, ny);
  m.depth = kbx_narrow_depth (depth);
  return m;
}

/* Adds a point, unless it equals the previous one. */
static inline void
kbx_add_contact_point (kbx_manifold *m, double x, double y, double depth)
{
  kbx_vec p = kbx_contact_vec (x, y);
  if (m->count == 1 && m->points[0].x == p.x && m->points[0].y == p.y)
    return;
  m->points[m->count] = p;
  m->depths[m->count] = kbx_narrow_depth (depth);
  m->count++;
}

/* A circle's contact along the unit vector n from its centre to the other shape, whose border is
 * `reach` along it. 0 or less: the centre is inside, and the way out is against n. `touch` is 0 or
 * 1. Without branches: half of the queried pairs touch, unpredictably. */
static inline kbx_manifold
kbx_round_contact (kbx_circle circle, uint32_t touch, kbx_lanes n, double reach)
{
  double depth = circle.radius - reach, middle = 0.5 * (circle.radius + reach);
  kbx_lanes centre = kbx_lanes_of (circle.centre.x, circle.centre.y),
            deep = kbx_lanes_of (depth, depth);
  kbx_manifold m;

  deep = kbx_lanes_kept (kbx_lanes_higher (deep, kbx_lanes_of (0, 0)), touch);
  m.status = KBX_OK;
  m.hit = touch != 0;
  m.count = touch;
  kbx_lanes_narrow_normal (&m.normal, kbx_lanes_kept (n, touch));
  m.depth = m.depths[0] = (float) kbx_lanes_first (deep);
  kbx_lanes_narrow (
    &m.points[0],
    kbx_lanes_kept (kbx_lanes_add (centre, kbx_lanes_multiply (n, kbx_lanes_of (middle, middle))),
                    touch));
  m.points[1].x = m.points[1].y = m.depths[1] = 0;
  return m;
}

/* A straight stretch of a hull's border: one edge or several collinear ones. */
typedef struct { kbx_wide_vec from, to; } kbx_stretch;

/* The stretch whose outer normal is most opposed to n. manifolds.c */
KBX_INTERNAL kbx_stretch kbx_facing_stretch (const kbx_hull *hull, kbx_wide_vec n);

/* Two hulls that touch, with the axis of least depth. */
KBX_INTERNAL kbx_manifold kbx_hull_contact (const kbx_hull *first, const kbx_hull *second,
                                            const kbx_hull_axis *axis);

#endif
