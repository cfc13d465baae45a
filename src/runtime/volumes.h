/* SPDX-License-Identifier: MIT */
/* Arithmetic in three dimensions, in double, and which shapes are answered. */
#ifndef KBX_VOLUMES_H
#define KBX_VOLUMES_H

#include "runtime/exact.h"

typedef struct { double x, y, z; } kbx_wide3;

static inline kbx_wide3
kbx_widen3 (kbx_vec3 v)
{
  kbx_wide3 d;
  d.x = v.x;
  d.y = v.y;
  d.z = v.z;
  return d;
}

/* b - a. */
static inline kbx_wide3
kbx_from_to3 (kbx_vec3 a, kbx_vec3 b)
{
  kbx_wide3 d;
  d.x = (double) b.x - a.x;
  d.y = (double) b.y - a.y;
  d.z = (double) b.z - a.z;
  return d;
}

static inline double kbx_dot3 (kbx_wide3 a, kbx_wide3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/* cross3 (b, a) is -cross3 (a, b) to the last bit. */
static inline kbx_wide3
kbx_cross3 (kbx_wide3 a, kbx_wide3 b)
{
  kbx_wide3 c;
  c.x = a.y * b.z - a.z * b.y;
  c.y = a.z * b.x - a.x * b.z;
  c.z = a.x * b.y - a.y * b.x;
  return c;
}

static inline kbx_vec3
kbx_narrow3 (double x, double y, double z)
{
  kbx_vec3 v;
  v.x = (float) x;
  v.y = (float) y;
  v.z = (float) z;
  return v;
}

static inline bool
kbx_vec3_valid (kbx_vec3 v)
{
  return kbx_coordinate_valid (v.x) && kbx_coordinate_valid (v.y) && kbx_coordinate_valid (v.z);
}

static inline bool
kbx_box3_valid (kbx_box3 b)
{
  return kbx_vec3_valid (b.min) && kbx_vec3_valid (b.max) && b.min.x <= b.max.x && b.min.y <= b.max.y &&
         b.min.z <= b.max.z;
}

static inline bool
kbx_sphere_valid (kbx_sphere s)
{
  return kbx_vec3_valid (s.centre) && kbx_size_valid (s.radius);
}

static inline bool
kbx_unit3_valid (kbx_vec3 v)
{
  double square = kbx_dot3 (kbx_widen3 (v), kbx_widen3 (v));
  return kbx_vec3_valid (v) && square >= 0.999 && square <= 1.001;
}

/* A plane's distance may be that of a corner of the world. */
static inline bool
kbx_plane_valid (kbx_plane p)
{
  return kbx_unit3_valid (p.normal) && kbx_float_within (p.distance, 2 * KBX_WORLD_LIMIT);
}

KBX_INTERNAL bool kbx_obb3_valid (const kbx_obb3 *box);

#endif
