/* SPDX-License-Identifier: MIT */
/* Three dimensions: one shape type, and its queries. */
#ifndef KICKBOX_SPACE_H
#define KICKBOX_SPACE_H

#include "values.h"
KBX_BEGIN

/* ---------------------------------------------------------------- shapes ---- */
/* Closed shapes. "Counter-clockwise" is as seen in a right-handed space: x right, y up, z towards
 * the viewer. Bad shapes, as in shapes.h, touch nothing. */
typedef struct { float x, y, z; } kbx_vec3;
typedef struct { kbx_vec3 a, b; } kbx_segment3;
typedef struct { kbx_vec3 centre; float radius; } kbx_sphere;
typedef struct { kbx_vec3 min, max; } kbx_box3;
typedef struct {
  kbx_vec3 centre;
  kbx_vec3 axis[3]; /* unit vectors at right angles, to 1/1000 */
  float half[3];    /* from the centre to the sides */
} kbx_obb3;
/* dot (normal, p) on the surface, within 2 * KBX_WORLD_LIMIT; the normal points to the front. */
typedef struct { kbx_vec3 normal; float distance; } kbx_plane;
/* A flat sheet of borrowed corners, counter-clockwise as seen from its front. */
typedef struct { const kbx_vec3 *corners; uint32_t count; } kbx_polygon3;

typedef enum {
  KBX_SHAPE3_POINT = 0, KBX_SHAPE3_SEGMENT, KBX_SHAPE3_SPHERE, KBX_SHAPE3_BOX, KBX_SHAPE3_OBB,
  KBX_SHAPE3_PLANE, /* the solid behind the plane */
  KBX_SHAPE3_POLYGON
} kbx_shape3_kind;

typedef struct {
  kbx_shape3_kind kind;
  bool one_way; /* a polygon that stops only movers from its front */
  union {
    kbx_vec3 point;
    kbx_segment3 segment;
    kbx_sphere sphere;
    kbx_box3 box;
    kbx_obb3 obb;
    kbx_plane plane;
    kbx_polygon3 polygon;
  } as;
} kbx_shape3;

/* A shape of each kind. Corners are borrowed. Cost: constant. */
KBX_API kbx_shape3 kbx_shape3_point (kbx_vec3 p);
KBX_API kbx_shape3 kbx_shape3_segment (kbx_vec3 a, kbx_vec3 b);
KBX_API kbx_shape3 kbx_shape3_sphere (kbx_vec3 centre, float radius);
KBX_API kbx_shape3 kbx_shape3_box (kbx_box3 box);
KBX_API kbx_shape3 kbx_shape3_obb (kbx_obb3 obb);
KBX_API kbx_shape3 kbx_shape3_plane (kbx_plane plane);
KBX_API kbx_shape3 kbx_shape3_polygon (const kbx_vec3 *corners, uint32_t count, bool one_way);

/* ---------------------------------------------------------------- questions ---- */
/* Whether the point is in the shape; for a polygon, its projection, and it may be concave here.
 * Whether two shapes touch. Polygons must be convex, except against points and spheres. Cost:
 * linear in corners, quadratic for a polygon against a box. */
KBX_API bool kbx_contains3 (kbx_shape3 shape, kbx_vec3 p);
KBX_API bool kbx_overlap3 (kbx_shape3 a, kbx_shape3 b);

typedef struct {
  kbx_status status;
  kbx_vec3 point;  /* of the surface, nearest to p */
  float distance;  /* from p; negative inside a solid */
  kbx_vec3 normal; /* unit vector out of the shape; of a polygon on the side of p */
  kbx_vec3 foot;   /* projection of p on a segment's line or a polygon's plane; else as point */
  float t;         /* of the foot on a segment's line: 0 at a, 1 at b, any number, else 0 */
} kbx_nearest3;

/* The point of a shape's surface nearest to p. Cost: linear in corners. Method: Ericson 2005. */
KBX_API kbx_nearest3 kbx_nearest_point3 (kbx_shape3 shape, kbx_vec3 p);

/* The plane through a polygon's corners, its front as the polygon's. All zeros, which is no plane,
 * for bad or collinear corners. Method: Newell's. The side: 1 in front of a plane, -1 behind it; 0
 * on it, and for bad arguments. Cost: linear in corners. */
KBX_API kbx_plane kbx_plane_through (const kbx_vec3 *corners, uint32_t count);
KBX_API int kbx_plane_side (kbx_plane plane, kbx_vec3 p); /* Cost: constant. */

/* ---------------------------------------------------------------- moves ---- */
typedef struct {
  kbx_status status;
  bool hit;
  bool started_inside;  /* fraction 0, point the mover's centre, normal the shortest way out */
  float fraction;       /* of the move: 0 to 1; 1 without a hit, 0 after bad input */
  kbx_vec3 point;       /* where the surfaces touch; (0, 0, 0) without a hit */
  kbx_vec3 normal;      /* unit vector against the move; (0, 0, 0) without a hit */
  float depth;          /* of kbx_collide3, else 0 */
  uint32_t index;       /* of a soup's polygon; else KBX_NONE */
  uint32_t class_index; /* likewise */
} kbx_hit3;

/* Where a moving point, sphere, box or obb first touches a shape. A touch is a hit if it continues
 * into the shape. Polygons must be convex, except for spheres; sharing an edge, they leave no gap.
 * A mover that starts on a polygon is free, except into the front of a one-way one. One that
 * overlaps at the start is stopped while it approaches. Other movers: KBX_ERROR_ARGUMENT. Method:
 * slabs, separating axes over time, targets grown and rounded. Cost: as kbx_overlap3. */
KBX_API kbx_hit3 kbx_cast3 (kbx_shape3 mover, kbx_vec3 move, kbx_shape3 target);

/* As kbx_stop and kbx_bounce. Cost: constant. */
KBX_API kbx_vec3 kbx_stop3 (kbx_vec3 from, kbx_vec3 move, kbx_hit3 hit, float skin);
KBX_API kbx_vec3 kbx_bounce3 (kbx_vec3 move, kbx_vec3 normal, float coefficient);

/* ---------------------------------------------------------------- contacts ---- */
/* The contact of a sphere with any shape, in either order, if kbx_overlap3 is true. The normal is
 * from the first to the second, the point half-way between the surfaces. Moving the second by
 * normal * depth separates them. Other pairs: KBX_ERROR_ARGUMENT. Cost: linear in corners. */
KBX_API kbx_hit3 kbx_collide3 (kbx_shape3 first, kbx_shape3 second);

typedef struct {
  kbx_vec3 position, velocity;
  kbx_vec3 angular_velocity; /* radians, counter-clockwise about the vector */
  float inverse_mass;        /* 0: cannot be pushed */
  float inverse_inertia;     /* 0: cannot be turned; 2.5 / (mass * radius^2) of a full sphere */
  float restitution;         /* 0 stays, 1 bounces fully; of two bodies the lower */
  float friction;            /* 0 or more; of two bodies the square root of the product */
} kbx_body3;

/* Bounces spheres in contact, or one off an immovable body. Cost: constant. Errors: kbx_resolve. */
KBX_API kbx_status kbx_resolve3 (kbx_body3 *first, kbx_body3 *second, const kbx_hit3 *contact);

/* ---------------------------------------------------------------- a soup of polygons ---- */
/* Convex polygons of 3 to 64 corners in an octree: packed once, then opened by kbx_open. */
#define KBX_SOUP_CORNERS 64 /* of a polygon, at most */

/* The corners of a polygon, as kbx_shape3_polygon takes them; 0 past the end. Cost: its corners. */
KBX_API uint32_t kbx_soup_polygon (kbx_handle soup, uint32_t index, kbx_vec3 *corners,
                                   uint32_t capacity);

/* The first of the soup's polygons of the classes that the move meets: the smallest fraction, then
 * the lowest index. removed (NULL: none) has a bit for each, bit 0 of removed[0] for the first.
 * Cost: polygons near the move. */
KBX_API kbx_hit3 kbx_soup_cast (kbx_handle soup, kbx_shape3 mover, kbx_vec3 move,
                                kbx_class_set classes, const uint64_t *removed);

/* The polygons that touch the box, ascending, by kbx_overlap3. Cost: polygons near the box. */
KBX_API uint32_t kbx_soup_touching (kbx_handle soup, kbx_box3 box, kbx_class_set classes,
                                    const uint64_t *removed, uint32_t *indices, uint32_t capacity);

KBX_END
#endif
