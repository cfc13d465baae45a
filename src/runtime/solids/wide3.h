/* SPDX-License-Identifier: MIT */
/* Vectors in three dimensions, in double. */
#ifndef KBX_WIDE3_H
#define KBX_WIDE3_H

#include "runtime/exact.h"

typedef struct {
  double x, y, z;
} kbx_wide3;

static inline kbx_wide3
kbx_wide3_of (double x, double y, double z)
{
  return KBX_LITERAL (kbx_wide3){ x, y, z };
}

static inline kbx_wide3
kbx_widen3 (kbx_vec3 v)
{
  return kbx_wide3_of (v.x, v.y, v.z);
}

static inline kbx_wide3
kbx_plus3 (kbx_wide3 a, kbx_wide3 b)
{
  return kbx_wide3_of (a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline kbx_wide3
kbx_minus3 (kbx_wide3 a, kbx_wide3 b)
{
  return kbx_wide3_of (a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline kbx_wide3
kbx_times3 (kbx_wide3 a, double s)
{
  return kbx_wide3_of (a.x * s, a.y * s, a.z * s);
}

/* b - a. */
static inline kbx_wide3
kbx_from_to3 (kbx_vec3 a, kbx_vec3 b)
{
  return kbx_minus3 (kbx_widen3 (b), kbx_widen3 (a));
}

static inline double
kbx_dot3 (kbx_wide3 a, kbx_wide3 b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline double
kbx_length3 (kbx_wide3 v)
{
  return sqrt (kbx_dot3 (v, v));
}

/* cross3 (b, a) is exactly -cross3 (a, b). */
static inline kbx_wide3
kbx_cross3 (kbx_wide3 a, kbx_wide3 b)
{
  return kbx_wide3_of (a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline kbx_vec3
kbx_narrow3 (kbx_wide3 w)
{
  return KBX_LITERAL (kbx_vec3){ (float) w.x, (float) w.y, (float) w.z };
}

/* Of length 1; (1, 0, 0) for 0. */
static inline kbx_wide3
kbx_unit3 (kbx_wide3 v)
{
  const double length = kbx_length3 (v);
  return length > 0 ? kbx_wide3_of (v.x / length, v.y / length, v.z / length)
                    : kbx_wide3_of (1, 0, 0);
}

static inline bool
kbx_vec3_valid (kbx_vec3 v)
{
  return kbx_coordinate_valid (v.x) && kbx_coordinate_valid (v.y) && kbx_coordinate_valid (v.z);
}

static inline bool
kbx_box3_valid (kbx_box3 b)
{
  return kbx_vec3_valid (b.min) && kbx_vec3_valid (b.max) && b.min.x <= b.max.x &&
         b.min.y <= b.max.y && b.min.z <= b.max.z;
}

/* The edge that ends at corner i. */
static inline kbx_segment3
kbx_edge3 (kbx_polygon3 polygon, uint32_t i)
{
  return KBX_LITERAL (kbx_segment3){ polygon.corners[i > 0 ? i - 1 : polygon.count - 1],
                                     polygon.corners[i] };
}

/* Newell's normal, from the first corner: its length is twice the area. */
static inline kbx_wide3
kbx_newell (kbx_polygon3 polygon)
{
  kbx_wide3 sum = { 0, 0, 0 };

  for (uint32_t i = 2; i < polygon.count; i++)
    sum = kbx_plus3 (sum, kbx_cross3 (kbx_from_to3 (polygon.corners[0], polygon.corners[i - 1]),
                                      kbx_from_to3 (polygon.corners[0], polygon.corners[i])));
  return sum;
}

#endif
