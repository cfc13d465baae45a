/* SPDX-License-Identifier: MIT */
/* The general form of convex shapes: a core of corners with a radius around it. A point or circle
 * has one corner, a segment or capsule two. A polygon that is not convex is split into its edges,
 * each a core. */
#ifndef KBX_CORES_H
#define KBX_CORES_H

#include "runtime/moves/rays.h"

/* A number for a pair of kinds. */
#define KBX_PAIR(first, second) ((uint32_t) (first) << 4 | (uint32_t) (second))

typedef struct {
  kbx_hull hull;
  double radius;
} kbx_core;

KBX_INTERNAL bool kbx_shape_valid (const kbx_shape *shape);

/* The number of cores of a valid shape: 1, the number of edges of a KBX_SHAPE_POLYGON, or 0 for a
 * half-plane. */
KBX_INTERNAL uint32_t kbx_core_count (const kbx_shape *shape);
KBX_INTERNAL void kbx_load_core (kbx_core *core, const kbx_shape *shape, uint32_t i);

/* The shape with KBX_SHAPE_BOX converted. */
static inline kbx_shape
kbx_unboxed (kbx_shape shape)
{
  if (shape.kind != KBX_SHAPE_BOX)
    return shape;
  const kbx_rect r = kbx_rect_of_box (shape.as.box);
  return kbx_shape_rect (r.min, r.max);
}

/* The nearest points of the cores of two hulls that do not overlap, and the edge that contains one,
 * if any. */
typedef struct {
  double square;            /* of the distance; INFINITY: none so far */
  kbx_wide_vec first, second;
  bool on_edge, of_second;  /* a corner is nearest to the interior of an edge, of the second hull */
  uint32_t edge;
} kbx_near;

KBX_INTERNAL void kbx_find_near (kbx_near *near, const kbx_hull *first, const kbx_hull *second);

/* The separating direction from the first to the second with the least depth, and the depth of
 * their cores in it, below 0 when apart. The nearest points go to *near. */
KBX_INTERNAL double kbx_core_way (const kbx_core *first, const kbx_core *second, kbx_wide_vec *way,
                                  kbx_near *near);

/* Whether two cores touch, radii included. Exact on the grid. */
KBX_INTERNAL bool kbx_cores_touch (const kbx_core *a, const kbx_core *b);

/* The distance of the shape in front of a half-plane, times its normal's length, and its nearest
 * point. */
KBX_INTERNAL double kbx_before_plane (const kbx_shape *shape, kbx_half_plane plane,
                                      kbx_wide_vec *nearest);

/* A result with only a distance. */
static inline kbx_nearest
kbx_nearest_none (kbx_status status, double distance)
{
  kbx_nearest n;
  memset (&n, 0, sizeof n);
  n.status = status;
  n.distance = (float) distance;
  return n;
}

/* Any corner of a valid shape, or a circle's centre. */
KBX_INTERNAL kbx_vec kbx_any_point (const kbx_shape *shape);

#endif
