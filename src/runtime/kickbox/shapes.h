/* SPDX-License-Identifier: MIT */
/* The collision kit: shapes of the world, their overlaps, casts and clips. */
#ifndef KICKBOX_SHAPES_H
#define KICKBOX_SHAPES_H

#include "values.h"
KBX_BEGIN

/* ---------------------------------------------------------------- shapes ---- */
/* Closed shapes, in pixels of the world. A circle of radius 0 is a point, a rectangle without width
 * a segment. A number that is NaN, infinite or outside KBX_WORLD_LIMIT makes a shape bad. So does a
 * negative size, max < min, or a unit vector whose length is off by more than 1/1000. */
typedef struct { kbx_vec min, max; } kbx_rect;
typedef struct { kbx_vec centre; float radius; } kbx_circle;
typedef struct { kbx_vec centre, axis; float w, h; } kbx_obb; /* axis: a unit vector along w */
typedef struct { kbx_vec a, b; } kbx_segment; /* left of (0, 0) to (1, 0) is (0, 1): below it */
typedef struct { const kbx_vec *corners; uint32_t count; } kbx_polygon; /* borrowed */
typedef struct { kbx_vec normal; float distance; } kbx_half_plane; /* dot (normal, p) <= distance */

typedef enum {
  KBX_SHAPE_POINT = 0, KBX_SHAPE_SEGMENT, KBX_SHAPE_CIRCLE, KBX_SHAPE_CAPSULE, KBX_SHAPE_RECT,
  KBX_SHAPE_BOX,      /* half-open whole pixels */
  KBX_SHAPE_OBB, KBX_SHAPE_CONVEX, /* a polygon that the caller knows to be convex */
  KBX_SHAPE_POLYGON,  /* any polygon; even-odd rule where it crosses itself */
  KBX_SHAPE_HALF_PLANE
} kbx_shape_kind;

typedef struct {
  kbx_shape_kind kind;
  bool one_way; /* a segment stops only movers from its left */
  union {
    kbx_vec point;
    kbx_segment segment;
    kbx_circle circle;
    struct { kbx_vec a, b; float radius; } capsule; /* all points within radius of a segment */
    kbx_rect rect;
    kbx_box box;
    kbx_obb obb;
    kbx_polygon polygon;
    kbx_half_plane half_plane;
  } as;
} kbx_shape;

/* A shape of each kind. Cost: constant. */
static inline kbx_shape kbx_shape_point (kbx_vec p)
{ kbx_shape s; s.kind = KBX_SHAPE_POINT; s.one_way = false;
  s.as.point = p; return s; }
static inline kbx_shape kbx_shape_segment (kbx_vec a, kbx_vec b)
{ kbx_shape s; s.kind = KBX_SHAPE_SEGMENT; s.one_way = false;
  s.as.segment.a = a; s.as.segment.b = b; return s; }
static inline kbx_shape kbx_shape_circle (kbx_vec centre, float radius)
{ kbx_shape s; s.kind = KBX_SHAPE_CIRCLE; s.one_way = false;
  s.as.circle.centre = centre; s.as.circle.radius = radius; return s; }
static inline kbx_shape kbx_shape_capsule (kbx_vec a, kbx_vec b, float radius)
{ kbx_shape s; s.kind = KBX_SHAPE_CAPSULE; s.one_way = false;
  s.as.capsule.a = a; s.as.capsule.b = b; s.as.capsule.radius = radius; return s; }
static inline kbx_shape kbx_shape_rect (kbx_vec min, kbx_vec max)
{ kbx_shape s; s.kind = KBX_SHAPE_RECT; s.one_way = false;
  s.as.rect.min = min; s.as.rect.max = max; return s; }
static inline kbx_shape kbx_shape_box (kbx_box box)
{ kbx_shape s = { KBX_SHAPE_BOX, false, { { 0, 0 } } }; s.as.box = box; return s; }
static inline kbx_shape kbx_shape_obb (kbx_vec centre, kbx_vec axis, float w, float h)
{ kbx_shape s; s.kind = KBX_SHAPE_OBB; s.one_way = false;
  s.as.obb.centre = centre; s.as.obb.axis = axis; s.as.obb.w = w; s.as.obb.h = h; return s; }
static inline kbx_shape kbx_shape_polygon (const kbx_vec *corners, uint32_t count)
{ kbx_shape s; s.kind = KBX_SHAPE_POLYGON; s.one_way = false;
  s.as.polygon.corners = corners; s.as.polygon.count = count; return s; }
static inline kbx_shape kbx_shape_convex (const kbx_vec *corners, uint32_t count)
{ kbx_shape s; s.kind = KBX_SHAPE_CONVEX; s.one_way = false;
  s.as.polygon.corners = corners; s.as.polygon.count = count; return s; }
static inline kbx_shape kbx_shape_half_plane (kbx_vec normal, float distance)
{ kbx_shape s; s.kind = KBX_SHAPE_HALF_PLANE; s.one_way = false;
  s.as.half_plane.normal = normal; s.as.half_plane.distance = distance; return s; }

/* ---------------------------------------------------------------- pixels and boxes ---- */
/* The pixel that contains a point: rounds down, clamped to int32; NaN gives 0. Cost: constant. */
KBX_API kbx_point kbx_pixel_of (kbx_vec p);

/* The box of w x h pixels in which `centre` is pixel (w / 2, h / 2); and a box moved. */
KBX_API kbx_box kbx_box_centred (uint32_t w, uint32_t h, kbx_point centre); /* Cost: constant. */
KBX_API kbx_box kbx_box_moved (kbx_box box, kbx_point move); /* Cost: constant. */

/* The pixels common to two boxes. Is a pixel in the box? Do two share a pixel? Cost: constant. */
static inline kbx_box
kbx_box_common (kbx_box a, kbx_box b)
{
  const kbx_box common = { a.x0 > b.x0 ? a.x0 : b.x0, a.y0 > b.y0 ? a.y0 : b.y0,
                           a.x1 < b.x1 ? a.x1 : b.x1, a.y1 < b.y1 ? a.y1 : b.y1 };
  return common;
}
static inline bool kbx_box_contains (kbx_box box, kbx_point p)
{ return p.x >= box.x0 && p.x < box.x1 && p.y >= box.y0 && p.y < box.y1; }
static inline bool kbx_boxes_overlap (kbx_box a, kbx_box b)
{ const kbx_box c = kbx_box_common (a, b); return c.x0 < c.x1 && c.y0 < c.y1; }

/* Lists which of boxes[0..count) share a pixel with `box`, ascending. Cost: below 1 ns per box. */
KBX_API uint32_t kbx_boxes_touching (kbx_box box, const kbx_box *boxes, uint32_t count,
                                     uint32_t *indices, uint32_t capacity);

/* ---------------------------------------------------------------- one shape ---- */
/* Is the point in the shape? A KBX_SHAPE_BOX contains its pixels, [x0, x1) x [y0, y1). Cost: linear
 * in corners; logarithmic for a convex polygon of many. */
KBX_API bool kbx_contains_of (const kbx_shape *shape, kbx_vec p);
static inline bool kbx_contains (kbx_shape shape, kbx_vec p) { return kbx_contains_of (&shape, p); }

typedef struct {
  kbx_status status;
  float distance; /* infinite for bad input */
  float t, u;     /* on the first, the second, if a segment, capsule or line: 0 at a, 1 at b */
  kbx_vec point;  /* on the first shape */
  kbx_vec other;  /* on the second; only from kbx_distance */
  kbx_vec normal; /* unit vector out of the shape; (0, 0) from kbx_distance and for bad input */
} kbx_nearest;

/* The nearest point to p on the shape's border. The first of several. Inside an area the distance
 * is negative. The normal points outwards; on a segment, to the left for a p on it. */
KBX_API kbx_nearest kbx_nearest_point (kbx_shape shape, kbx_vec p); /* Cost: linear in corners. */

/* The smallest rectangle that contains the shape, rounded outwards; max is (-1, -1) for a bad one.
 * The corners: clockwise from the top left for boxes, none for round shapes. The middle of a
 * rectangle's bottom side. Cost: linear in corners. */
KBX_API kbx_rect kbx_bounds (kbx_shape shape);
KBX_API uint32_t kbx_corners (kbx_shape shape, kbx_vec *corners, uint32_t capacity);
KBX_API kbx_vec kbx_foot (kbx_rect rect); /* Cost: constant. */

/* ---------------------------------------------------------------- pairs ---- */
/* Do they share a point? Two KBX_SHAPE_BOX must share a pixel; against other kinds such a box is
 * the closed rectangle around its pixels. Bad shapes overlap nothing. kbx_overlap_many lists which
 * of shapes[0..count) overlap `shape`, ascending. Cost of each pair: linear in corners, the product
 * for two polygons. Method: separating axes. */
KBX_API bool kbx_overlap_of (const kbx_shape *a, const kbx_shape *b);
static inline bool kbx_overlap (kbx_shape a, kbx_shape b) { return kbx_overlap_of (&a, &b); }
KBX_API uint32_t kbx_overlap_many (kbx_shape shape, const kbx_shape *shapes, uint32_t count,
                                   uint32_t *indices, uint32_t capacity);

/* The nearest points of two shapes. If they touch, distance 0 and a common point.
 * KBX_ERROR_ARGUMENT for two half-planes. Cost: the product of the corners. */
KBX_API kbx_nearest kbx_distance (kbx_shape first, kbx_shape second);

/* Two things that overlap or touch. */
typedef struct {
  uint32_t a, b;
  uint32_t class_a, class_b; /* of shapes of frames; else KBX_NONE */
} kbx_pair;

/* All pairs of bounds[0..count) that touch, a < b: a broad phase. Bad or empty ones touch nothing.
 * `order`: count indices, zeros at first, kept from step to step. Cost: near count plus the pairs
 * that overlap in x while little moves. Method: sort and sweep (Baraff 1992). */
KBX_API uint32_t kbx_pairs (const kbx_rect *bounds, uint32_t count, uint32_t *order,
                            kbx_pair *pairs, uint32_t capacity);

/* ---------------------------------------------------------------- moves ---- */
/* Segments and points stop all that reaches them, end on too. A mover that starts on one may leave.
 * A touch at the very end of a move counts if going on would enter. A one-way segment stops only
 * movers that start on its left and move to its right. It tests the centre of points and circles,
 * the sides of rectangles that face its left, and others as a whole. */

/* Where `mover`, moving straight by `move`, first meets `target`. Started inside: the insides
 * overlap; `point` is the mover's middle. A mover that only touches and moves in has fraction 0.
 * Two KBX_SHAPE_BOX: whole pixels, and a touch at the end is no hit. KBX_ERROR_ARGUMENT for
 * fractions in the move of two boxes, and for two half-planes. Cost: the product of the corners.
 * Method: slabs (Kay and Kajiya 1986), Minkowski's sum. */
KBX_API kbx_hit kbx_cast_of (const kbx_shape *mover, kbx_vec move, const kbx_shape *target);
static inline kbx_hit kbx_cast (kbx_shape mover, kbx_vec move, kbx_shape target)
{ return kbx_cast_of (&mover, move, &target); }

/* The first hit among targets[0..count), of equal ones the lowest `index`; or the first bad one. */
KBX_API kbx_hit kbx_cast_many (kbx_shape mover, kbx_vec move, const kbx_shape *targets,
                               uint32_t count); /* Cost: a cast at each. */

/* The end of a move from `from` that stops `skin` before the surface, never behind its start. Use a
 * skin well above the precision of floats, 1/256. Cost: constant. */
KBX_API kbx_vec kbx_stop (kbx_vec from, kbx_vec move, kbx_hit hit, float skin);

/* The move reflected, its part into the surface scaled by `coefficient`: 1 for a mirror, 0 to
 * slide. A move along the surface or away from it, or a bad one, is returned as it is. */
KBX_API kbx_vec kbx_bounce (kbx_vec move, kbx_vec normal, float coefficient); /* Cost: constant. */

/* Sides of a box or of a cell, as bits. */
typedef enum { KBX_LEFT = 1, KBX_TOP = 2, KBX_RIGHT = 4, KBX_BOTTOM = 8 } kbx_side;

/* A moving ball against the face of a paddle: a segment along an axis with a.x <= b.x, a.y <= b.y.
 * `facing` is the side that stops balls: KBX_LEFT for the paddle on the right. If the paddle moves
 * along its face, subtract its move from the ball's. `fraction`, `point`: where the middle of the
 * ball's leading side meets the face's line, even past its ends. *where, unless NULL: the ball's
 * middle on the face, -1 (just touching at a) to 1 (at b). Exact on the grid. Cost: constant. */
KBX_API kbx_hit kbx_paddle_cast (kbx_rect ball, kbx_vec move, kbx_segment face, kbx_side facing,
                                 float *where);

/* ---------------------------------------------------------------- segments and lines ---- */
/* Lines go on past both ends of a segment. Which side of the line p is on: 1 left, 0 on it, -1
 * right; exact on the grid. The foot of the perpendicular from p, a itself without direction: t is
 * any number, the distance positive on the left. The normal points to p, or left for p on it. */
KBX_API int kbx_line_side (kbx_segment line, kbx_vec p); /* Cost: constant. */
KBX_API kbx_nearest kbx_line_nearest (kbx_segment line, kbx_vec p); /* Cost: constant. */

typedef enum {
  KBX_MEET_NOT = 0,
  KBX_MEET_CROSS = 1,  /* in one point inside both; a circle's rim: in `count` points */
  KBX_MEET_TOUCH = 2,  /* in an end of at least one; a rim: where it only touches */
  KBX_MEET_OVERLAP = 3 /* in a common stretch */
} kbx_meeting_kind;

typedef struct {
  kbx_status status;
  kbx_meeting_kind kind;
  uint32_t count;       /* of points: 0 to 2, in the direction of the first */
  float t[2], u[2];     /* fractions on the first and the second; u is 0 except for segments */
  kbx_vec points[2];
  uint32_t edge;        /* of kbx_clip_segment and a KBX_SHAPE_POLYGON, else KBX_NONE */
} kbx_meeting;

/* Where segments, or with `lines` their lines, meet; exact on the grid. Identical lines: no points;
 * one without direction: KBX_ERROR_ARGUMENT. The same with a circle's rim. Cost: constant. */
KBX_API kbx_meeting kbx_intersect_segments (kbx_segment first, kbx_segment second, bool lines);
KBX_API kbx_meeting kbx_intersect_circle (kbx_segment segment, kbx_circle circle, bool line);

/* The part of a segment inside a shape, from points[0] to points[1]. For a KBX_SHAPE_POLYGON the
 * first part, entered by `edge`, KBX_NONE if it starts inside. KBX_ERROR_ARGUMENT for points and
 * segments. Cost: linear in corners. Method: Liang and Barsky 1984, Cyrus and Beck 1978. */
KBX_API kbx_meeting kbx_clip_segment (kbx_vec a, kbx_vec b, kbx_shape target);

/* ---------------------------------------------------------------- polygons ---- */
typedef struct {
  kbx_status status;
  double area;     /* positive clockwise on the screen; with signs where it crosses itself */
  int orientation; /* exact: 1 clockwise, -1 the other way, 0 without area */
  bool convex;     /* goes once round a convex set; corners may repeat or be straight */
} kbx_polygon_facts;

/* Area and orientation. Method: triangles at the first corner (Meister 1769), summed in two
 * doubles. Do only neighbouring edges meet, in their corner? */
KBX_API kbx_polygon_facts kbx_polygon_info (kbx_polygon polygon); /* Cost: linear. */
KBX_API bool kbx_polygon_is_simple (kbx_polygon polygon); /* Cost: the square of corners. */

/* Splits the polygon into triangles of three corner indices, clockwise on the screen. Returns how
 * many, at most count - 2, or 0 without area. Room: 3 * (count - 2) indices, KBX_TRIANGULATE_WORK
 * (count) of work. Cost: corners squared times reflex ones; 0 above 2^28. Method: ear clipping. */
#define KBX_TRIANGULATE_WORK(count) ((size_t) 4 * (count))
KBX_API uint32_t kbx_polygon_triangulate (kbx_polygon polygon, uint32_t *triangles, uint32_t *work);

/* Splits a polygon into convex parts of at most `most` corners (3 or more). Part i has counts[i]
 * corners; `indices` lists those of part 0, then 1 and so on. Returns how many, at most four times
 * the minimum; 0 as above. Room: 3 * (count - 2) indices, count - 2 counts, KBX_DECOMPOSE_WORK
 * (count) of work. Cost: as kbx_polygon_triangulate. Method: Hertel and Mehlhorn 1983. */
#define KBX_DECOMPOSE_WORK(count) ((size_t) 16 * (count))
KBX_API uint32_t kbx_polygon_decompose (kbx_polygon polygon, uint32_t most, uint32_t *indices,
                                        uint32_t *counts, uint32_t *work);

/* Lists the points of a course, closed or not, moved left by `distance`. Round at outer corners, to
 * 1/16 pixel; cut at inner ones, except at bends tighter than the distance. Cost: linear. */
KBX_API uint32_t kbx_offset_curve (const kbx_vec *points, uint32_t count, bool closed,
                                   float distance, kbx_vec *out, uint32_t capacity);

KBX_END
#endif
