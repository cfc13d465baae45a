/* SPDX-License-Identifier: MIT */
/* What the makers of contacts share: filling in a kbx_manifold from numbers in double. */
#ifndef KBX_MANIFOLD_H
#define KBX_MANIFOLD_H

#include "runtime/convex.h"

/* Field by field: what is cleared as one and read in other pieces keeps the processor waiting. */
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
  kbx_vec v;
  v.x = (float) x;
  v.y = (float) y;
  return v;
}

/* Depths below 0 come from rounding: that the shapes touch has been decided before. */
static inline float
kbx_narrow_depth (double depth)
{
  return depth > 0 ? (float) depth : 0;
}

/* A contact along the normal, without points so far. */
static inline kbx_manifold
kbx_begin_contact (double nx, double ny, double depth)
{
  kbx_manifold m = kbx_no_contact (KBX_OK);
  m.hit = true;
  m.normal = kbx_contact_vec (nx, ny);
  m.depth = kbx_narrow_depth (depth);
  return m;
}

/* Adds a point, unless it is the one before. */
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

/* A circle's contact along the unit vector n from its centre to the other shape, whose border lies `reach` along
 * it (0 or less: the centre is inside, and the way out is against n). */
static inline kbx_manifold
kbx_round_contact (kbx_circle circle, double nx, double ny, double reach)
{
  double depth = circle.radius - reach, middle = 0.5 * (circle.radius + reach);
  kbx_manifold m = kbx_begin_contact (nx, ny, depth);
  kbx_add_contact_point (&m, circle.centre.x + nx * middle, circle.centre.y + ny * middle, depth);
  return m;
}

#endif
