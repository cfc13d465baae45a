/* SPDX-License-Identifier: MIT */
/* Shapes in three dimensions. */
#ifndef KICKBOX_SPACE_H
#define KICKBOX_SPACE_H

#include "values.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- space ---- */

/* Closed shapes in three dimensions. The axes may point wherever the game likes; a corner order "counter-clockwise"
 * is as seen in a right-handed space (x right, y up, z towards the viewer).
 * Where all coordinates are whole numbers within +-32,768 (or such multiples of a smaller step) the answers of points,
 * boxes along the axes, spheres, and planes through corners are exact; elsewhere rounding may change them where the
 * shapes touch to about 1e-15 of their size. Coordinates, sizes and moves reach to KBX_WORLD_LIMIT; beyond, NaN, infinity,
 * and what is no shape (a negative size, max < min, axes or normals that are not of length 1) is answered with
 * "no", and KBX_ERROR_ARGUMENT where there is a status. */
typedef struct { float x, y, z; } kbx_vec3;
typedef struct { kbx_vec3 min, max; } kbx_box3;
typedef struct { kbx_vec3 centre; float radius; } kbx_sphere;
typedef struct {
  kbx_vec3 centre;
  kbx_vec3 axis[3]; /* unit vectors at right angles, to 1/1000 */
  float half[3];    /* from the centre to the sides */
} kbx_obb3;
typedef struct {
  kbx_vec3 normal;  /* unit vector, to 1/1000; its side is the front */
  float distance;   /* dot (normal, p) == distance for the points p of the plane; at most 2 * KBX_WORLD_LIMIT either way,
                     * since planes of slanted normals lie farther from the origin than their points' coordinates tell */
} kbx_plane;
typedef struct {
  const kbx_vec3 *corners; /* in order round it, all in one plane, three or more; borrowed */
  uint32_t count;
} kbx_polygon3;            /* the front is where they go round counter-clockwise */

/* Constant time each. */
KBX_API bool kbx_box3_contains (kbx_box3 box, kbx_vec3 p);
KBX_API bool kbx_sphere_contains (kbx_sphere sphere, kbx_vec3 p);
KBX_API bool kbx_obb3_contains (kbx_obb3 box, kbx_vec3 p);

/* Pairs. Symmetric. Constant time. Methods: intervals; squared distance; the centre clamped into the box; for
 * oriented boxes all fifteen separating axes (Gottschalk, Lin and Manocha 1996): the six normals of the faces do not
 * suffice, since two boxes can be apart edge to edge. */
KBX_API bool kbx_overlap_boxes3 (kbx_box3 a, kbx_box3 b);
KBX_API bool kbx_overlap_spheres (kbx_sphere a, kbx_sphere b);
KBX_API bool kbx_overlap_sphere_box3 (kbx_sphere sphere, kbx_box3 box);
KBX_API bool kbx_overlap_sphere_obb3 (kbx_sphere sphere, kbx_obb3 box);
KBX_API bool kbx_overlap_box3_obb3 (kbx_box3 a, kbx_obb3 b);
KBX_API bool kbx_overlap_obbs3 (kbx_obb3 a, kbx_obb3 b);

/* The box along the axes as an oriented one; half sizes and centre are rounded to float. */
KBX_API kbx_obb3 kbx_obb3_from_box (kbx_box3 box);

typedef struct { kbx_status status; kbx_plane plane; } kbx_plane_answer;

/* The plane of three points, or of a polygon, with the front where they go round counter-clockwise. Points on one
 * line: KBX_ERROR_ARGUMENT. Normal and distance are rounded to float; the sweeps below do not go by way of them.
 * Method: the normal is the sum of the cross products of neighbouring corners (Newell's). */
KBX_API kbx_plane_answer kbx_plane_through (kbx_vec3 a, kbx_vec3 b, kbx_vec3 c);
KBX_API kbx_plane_answer kbx_polygon3_plane (kbx_polygon3 polygon);

/* Signed distance from the plane, positive in front. And its sign: 1, 0 on it, -1 behind. Both are 0
 * for bad arguments. Method: dot (normal, p) - distance, over the normal's length. */
KBX_API float kbx_plane_distance (kbx_plane plane, kbx_vec3 p);
KBX_API int kbx_plane_side (kbx_plane plane, kbx_vec3 p);

/* Does the shape touch the plane itself? Method: the distance of the centre against the shape's reach along the
 * normal. */
KBX_API bool kbx_overlap_sphere_plane (kbx_sphere sphere, kbx_plane plane);
KBX_API bool kbx_overlap_box3_plane (kbx_box3 box, kbx_plane plane);
KBX_API bool kbx_overlap_obb3_plane (kbx_obb3 box, kbx_plane plane);

/* Is a point of the polygon's plane in the polygon? Any polygon that does not cross itself, convex or not; its edges
 * belong to it. A point beside the plane is asked as its projection along the axis in which the normal is largest.
 * Without area nothing is contained. Cost: linear.
 * Method: crossing number in that projection, with half-open edges, and an exact test for points on an edge. */
KBX_API bool kbx_polygon3_contains (kbx_polygon3 polygon, kbx_vec3 p);

/* Where a move first touches something: as kbx_hit (see "sweeps"), with one dimension more. */
typedef struct {
  kbx_status status;
  bool hit;
  bool started_inside;
  float fraction;    /* 0 to 1; 1 without a hit, 0 after bad input */
  kbx_vec3 point;    /* where the surfaces touch; (0, 0, 0) without a hit */
  kbx_vec3 normal;   /* unit vector against the move; (0, 0, 0) without a hit */
} kbx_sweep3;

/* A moving point or sphere against the solid behind a plane: stopped on the way in, also when it starts on the
 * surface; not on the way along it or out. Of a start behind the surface, the normal is the plane's and the point the
 * mover's centre. Cost: constant. Method: the signed distances of start and end. */
KBX_API kbx_sweep3 kbx_sweep_point_plane (kbx_vec3 from, kbx_vec3 move, kbx_plane plane);
KBX_API kbx_sweep3 kbx_sweep_sphere_plane (kbx_sphere mover, kbx_vec3 move, kbx_plane plane);

/* A moving point against a convex polygon, a sheet without thickness, edges and corners included. Stopped by both
 * sides; one_way: only by the front. A move that starts on the sheet is stopped only by one_way, on the way in;
 * one along the sheet is not stopped. Polygons that share an edge, with the same corners, leave no gap: what passes
 * exactly through the edge is stopped by one of them at least.
 * Cost: linear. Methods: the end points' sides of the plane; then the side on which the move's line passes each edge,
 * that is, the crossing test in a projection along the move. */
KBX_API kbx_sweep3 kbx_sweep_point_polygon3 (kbx_vec3 from, kbx_vec3 move, kbx_polygon3 convex, bool one_way);

/* As kbx_sweep_stop (the skin is measured along the normal) and kbx_bounce. */
KBX_API kbx_vec3 kbx_sweep3_stop (kbx_vec3 from, kbx_vec3 move, kbx_sweep3 sweep, float skin);
KBX_API kbx_vec3 kbx_bounce3 (kbx_vec3 move, kbx_vec3 normal, float coefficient);

#ifdef __cplusplus
}
#endif

#endif
