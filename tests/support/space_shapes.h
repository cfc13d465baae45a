/* SPDX-License-Identifier: MIT */
/* Shapes in space as tests ask about them. After kickbox.h; compiles as C and as C++. */
#ifndef KB_TEST_SPACE_SHAPES_H
#define KB_TEST_SPACE_SHAPES_H

static inline kbx_shape3
ball (kbx_sphere s)
{
  return kbx_shape3_sphere (s.centre, s.radius);
}

/* Does the shape touch the plane itself? It touches the solids on both sides. */
static inline bool
touches_plane (kbx_shape3 shape, kbx_plane plane)
{
  kbx_plane back = plane;
  back.normal.x = -plane.normal.x;
  back.normal.y = -plane.normal.y;
  back.normal.z = -plane.normal.z;
  back.distance = -plane.distance;
  return kbx_overlap3 (shape, kbx_shape3_plane (plane)) &&
         kbx_overlap3 (shape, kbx_shape3_plane (back));
}

/* 0 for what is none. */
static inline float
plane_distance (kbx_plane plane, kbx_vec3 p)
{
  kbx_nearest3 nearest = kbx_nearest_point3 (kbx_shape3_plane (plane), p);
  return nearest.status == KBX_OK ? nearest.distance : 0;
}

/* The box as an oriented one; half sizes and centre are rounded to float. */
static inline kbx_obb3
oriented (kbx_box3 box)
{
  kbx_obb3 o = { { 0, 0, 0 }, { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0, 0, 0 } };
  o.centre.x = (float) (0.5 * ((double) box.min.x + box.max.x));
  o.centre.y = (float) (0.5 * ((double) box.min.y + box.max.y));
  o.centre.z = (float) (0.5 * ((double) box.min.z + box.max.z));
  o.half[0] = (float) (0.5 * ((double) box.max.x - box.min.x));
  o.half[1] = (float) (0.5 * ((double) box.max.y - box.min.y));
  o.half[2] = (float) (0.5 * ((double) box.max.z - box.min.z));
  return o;
}

#endif
