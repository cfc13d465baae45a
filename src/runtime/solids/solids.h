/* SPDX-License-Identifier: MIT */
/* Shared by the queries of shapes in space. */
#ifndef KBX_SOLIDS_H
#define KBX_SOLIDS_H

#include "runtime/solids/wide3.h"

/* |a|^2 - |b|^2; its sign is exact. volumes.c */
KBX_INTERNAL double kbx_square_gap3 (kbx_wide3 a, kbx_wide3 b);

/* A box with its sides in double; oriented axes are exactly their floats. volumes.c */
typedef struct {
  kbx_wide3 centre, axis[3];
  double half[3];
} kbx_wide_box3;

KBX_INTERNAL kbx_wide_box3 kbx_widen_box3 (const kbx_shape3 *box_or_obb);
KBX_INTERNAL bool kbx_shape3_valid (const kbx_shape3 *shape);

/* dot (normal, p) - distance: the sign gives the side; divided by the normal's length, the
 * distance. */
static inline double
kbx_plane_height (kbx_plane plane, kbx_vec3 p)
{
  return kbx_dot3 (kbx_widen3 (plane.normal), kbx_widen3 (p)) - plane.distance;
}

/* The smallest height of the segment, box or polygon above the plane, times the normal's length.
 * volumes.c */
KBX_INTERNAL double kbx_lowest3 (kbx_plane plane, const kbx_shape3 *shape);

/* For a valid polygon with an area: whether it contains p, both projected along the largest part of
 * the normal n. planes.c */
KBX_INTERNAL bool kbx_sheet_contains (kbx_polygon3 polygon, kbx_wide3 n, kbx_wide3 p);
/* Whether the line from `from` along `move` passes all edges of a convex polygon on one side, or
 * through them. planes.c */
KBX_INTERNAL bool kbx_line_passes (kbx_vec3 from, kbx_wide3 move, kbx_polygon3 convex);
KBX_INTERNAL bool kbx_segments3_meet (kbx_segment3 s, kbx_segment3 t);
KBX_INTERNAL bool kbx_segment_meets_polygon3 (kbx_segment3 segment, kbx_polygon3 polygon);

/* The nearest point of a surface to p; `inside`: p is inside a solid, and the normal is the
 * shortest way out. nearest.c */
typedef struct {
  kbx_wide3 at, normal, foot; /* the normal has length 1 */
  double distance, t;
  bool inside;
} kbx_near3;

KBX_INTERNAL kbx_near3 kbx_near_of (const kbx_shape3 *shape, kbx_wide3 p);

/* A cast of a point from 0 against a target relative to it. */
typedef struct {
  bool hit, inside;
  double t;         /* fraction of the move */
  kbx_wide3 normal; /* of any length */
} kbx_ray3;

static inline kbx_ray3
kbx_ray3_of (bool hit, bool inside, double t, kbx_wide3 normal)
{
  return KBX_LITERAL (kbx_ray3){ hit, inside, t, normal };
}

static inline kbx_ray3
kbx_no_ray3 (void)
{
  return kbx_ray3_of (false, false, 1, kbx_wide3_of (0, 0, 0));
}

/* Convex sets by separating axes: boxes, points, segments and convex polygons; at most one of the
 * last two kinds. axes.c */
KBX_INTERNAL bool kbx_convex3_overlap (const kbx_shape3 *a, const kbx_shape3 *b);
KBX_INTERNAL kbx_ray3 kbx_convex3_cast (const kbx_shape3 *mover, kbx_wide3 move,
                                        const kbx_shape3 *target);

/* Whether it is valid, and of a kind that can move. casts.c */
KBX_INTERNAL bool kbx_can_move3 (const kbx_shape3 *mover);

/* kbx_cast3 of valid input. casts.c */
KBX_INTERNAL kbx_hit3 kbx_cast_valid3 (const kbx_shape3 *mover, kbx_vec3 move,
                                       const kbx_shape3 *target);
KBX_INTERNAL kbx_hit3 kbx_no_hit3 (kbx_status status);

#endif
