/* SPDX-License-Identifier: MIT */
/* Any form of the collision kit as a kbx_shape, in C and C++. */
#ifndef KB_TEST_SHAPE_OF_H
#define KB_TEST_SHAPE_OF_H

#ifndef KICKBOX_H
#include "runtime/kickbox.h"
#endif

#ifdef __cplusplus
#define KB_SHAPE_OF(name) shape_of
#else
#define KB_SHAPE_OF(name) shape_of_##name
#endif

static inline kbx_shape KB_SHAPE_OF (point) (kbx_vec p) { return kbx_shape_point (p); }
static inline kbx_shape KB_SHAPE_OF (segment) (kbx_segment s) { return kbx_shape_segment (s.a, s.b); }
static inline kbx_shape KB_SHAPE_OF (circle) (kbx_circle c) { return kbx_shape_circle (c.centre, c.radius); }
static inline kbx_shape KB_SHAPE_OF (rect) (kbx_rect r) { return kbx_shape_rect (r.min, r.max); }
static inline kbx_shape KB_SHAPE_OF (box) (kbx_box b) { return kbx_shape_box (b); }
static inline kbx_shape KB_SHAPE_OF (obb) (kbx_obb o) { return kbx_shape_obb (o.centre, o.axis, o.w, o.h); }
static inline kbx_shape KB_SHAPE_OF (half_plane) (kbx_half_plane h) { return kbx_shape_half_plane (h.normal, h.distance); }
static inline kbx_shape CONVEX_SHAPE (kbx_polygon p) { return kbx_shape_convex (p.corners, p.count); }
static inline kbx_shape POLYGON_SHAPE (kbx_polygon p) { return kbx_shape_polygon (p.corners, p.count); }

#ifdef __cplusplus
#define SHAPE(...) shape_of (__VA_ARGS__)
#else
#define SHAPE(...)                                                                                                     \
  _Generic ((__VA_ARGS__), kbx_vec: shape_of_point, kbx_segment: shape_of_segment, kbx_circle: shape_of_circle,        \
            kbx_rect: shape_of_rect, kbx_box: shape_of_box, kbx_obb: shape_of_obb,      \
            kbx_half_plane: shape_of_half_plane) (__VA_ARGS__)
#endif

/* A wall that is one-way or not. */
static inline kbx_shape
WALL_SHAPE (kbx_segment s, bool one_way)
{
  kbx_shape wall = kbx_shape_segment (s.a, s.b);
  wall.one_way = one_way;
  return wall;
}

/* kbx_cast_many against up to 2048 walls; one_way may be NULL. */
static inline kbx_hit
cast_walls (kbx_shape mover, kbx_vec move, const kbx_segment *walls, const bool *one_way, uint32_t count)
{
  kbx_shape shapes[2048];
  for (uint32_t i = 0; i < count && walls != NULL && i < 2048; i++)
    shapes[i] = WALL_SHAPE (walls[i], one_way != NULL && one_way[i]);
  return kbx_cast_many (mover, move, walls != NULL ? shapes : NULL, count);
}

#endif
