/* SPDX-License-Identifier: MIT */
/* The four separating axes of two oriented boxes, for whether they touch and for how deep: one computation, so that the
 * two never disagree. */
#ifndef KBX_OBBS_H
#define KBX_OBBS_H

#include "runtime/convex.h"

/* A rectangle along the axes as an oriented box, exactly. */
static inline kbx_wide_obb
kbx_widen_rect (kbx_rect rect)
{
  kbx_wide_obb o;
  o.centre.x = 0.5 * ((double) rect.min.x + rect.max.x);
  o.centre.y = 0.5 * ((double) rect.min.y + rect.max.y);
  o.u.x = o.v.y = o.square = 1;
  o.u.y = o.v.x = 0;
  o.half_w = 0.5 * ((double) rect.max.x - rect.min.x);
  o.half_h = 0.5 * ((double) rect.max.y - rect.min.y);
  return o;
}

/* Along each axis (a's u and v, b's u and v) how far the centres are apart, positive when b's lies ahead, and how deep
 * the shadows overlap; both times the length of the axis, which is near 1. The boxes touch when no depth is below 0. */
typedef struct { double apart[4], depth[4]; } kbx_obb_axes;

static inline kbx_obb_axes
kbx_weigh_obbs (const kbx_wide_obb *a, const kbx_wide_obb *b)
{
  double c = fabs (kbx_dot (a->u, b->u)), s = fabs (kbx_cross (a->u, b->u));
  kbx_obb_axes axes;
  kbx_wide_vec d;

  d.x = b->centre.x - a->centre.x;
  d.y = b->centre.y - a->centre.y;
  axes.apart[0] = kbx_dot (d, a->u);
  axes.apart[1] = kbx_dot (d, a->v);
  axes.apart[2] = kbx_dot (d, b->u);
  axes.apart[3] = kbx_dot (d, b->v);
  axes.depth[0] = a->half_w * a->square + (b->half_w * c + b->half_h * s) - fabs (axes.apart[0]);
  axes.depth[1] = a->half_h * a->square + (b->half_w * s + b->half_h * c) - fabs (axes.apart[1]);
  axes.depth[2] = b->half_w * b->square + (a->half_w * c + a->half_h * s) - fabs (axes.apart[2]);
  axes.depth[3] = b->half_h * b->square + (a->half_w * s + a->half_h * c) - fabs (axes.apart[3]);
  return axes;
}

static inline bool
kbx_obbs_touch (const kbx_obb_axes *axes)
{
  int meet = axes->depth[0] >= 0;
  meet &= axes->depth[1] >= 0;
  meet &= axes->depth[2] >= 0;
  meet &= axes->depth[3] >= 0;
  return meet != 0;
}

#endif
