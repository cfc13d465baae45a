/* SPDX-License-Identifier: MIT */
/* The four separating axes of two oriented boxes, shared by overlap and contact, so that the two
 * never disagree. */
#ifndef KBX_OBBS_H
#define KBX_OBBS_H

#include "runtime/pairs/convex.h"

/* An axis-aligned rectangle as an oriented box, exactly. */
static inline kbx_wide_obb
kbx_widen_rect (kbx_rect rect)
{
  return KBX_LITERAL (kbx_wide_obb){ { 0.5 * ((double) rect.min.x + rect.max.x),
                                       0.5 * ((double) rect.min.y + rect.max.y) },
                                     { 1, 0 },
                                     { 0, 1 },
                                     0.5 * ((double) rect.max.x - rect.min.x),
                                     0.5 * ((double) rect.max.y - rect.min.y),
                                     1 };
}

/* Along each axis (a's u and v, then b's): the distance of the centres, positive if b's is ahead,
 * and the depth of the overlap. Both are times the length of the axis, which is near 1. The boxes
 * touch if no depth is below 0. */
typedef struct {
  kbx_lanes apart[2], depth[2];
  double cosine, sine; /* from a's axis to b's, times both lengths */
} kbx_obb_axes;

/* Along own u and v, with d from the first centre to the second; c and s: cosine and sine between
 * the boxes. */
static inline void
kbx_weigh_obb (const kbx_wide_obb *own, const kbx_wide_obb *other, kbx_wide_vec d, double c,
               double s, kbx_lanes *apart, kbx_lanes *depth)
{
  kbx_lanes reach =
    kbx_lanes_add (kbx_lanes_multiply (kbx_lanes_both (other->half_w), kbx_lanes_of (c, s)),
                   kbx_lanes_multiply (kbx_lanes_both (other->half_h), kbx_lanes_of (s, c)));
  kbx_lanes half =
    kbx_lanes_multiply (kbx_lanes_of (own->half_w, own->half_h), kbx_lanes_both (own->square));

  *apart =
    kbx_lanes_add (kbx_lanes_multiply (kbx_lanes_both (d.x), kbx_lanes_of (own->u.x, own->v.x)),
                   kbx_lanes_multiply (kbx_lanes_both (d.y), kbx_lanes_of (own->u.y, own->v.y)));
  *depth = kbx_lanes_subtract (kbx_lanes_add (half, reach), kbx_lanes_unsigned (*apart));
}

static inline kbx_obb_axes
kbx_weigh_obbs (const kbx_wide_obb *a, const kbx_wide_obb *b)
{
  kbx_obb_axes axes;

  axes.cosine = kbx_dot (a->u, b->u);
  axes.sine = kbx_cross (a->u, b->u);
  const double c = fabs (axes.cosine);
  const double s = fabs (axes.sine);
  const kbx_wide_vec d = { b->centre.x - a->centre.x, b->centre.y - a->centre.y };
  kbx_weigh_obb (a, b, d, c, s, &axes.apart[0], &axes.depth[0]);
  kbx_weigh_obb (b, a, d, c, s, &axes.apart[1], &axes.depth[1]);
  return axes;
}

/* For valid boxes, whose depths are numbers. */
static inline bool
kbx_obbs_touch (const kbx_obb_axes *axes)
{
  return kbx_lanes_below (kbx_lanes_lower (axes->depth[0], axes->depth[1]), kbx_lanes_both (0))
         == 0;
}

#endif
