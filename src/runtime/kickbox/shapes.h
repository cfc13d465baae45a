/* SPDX-License-Identifier: MIT */
/* The collision kit: shapes of the world, their overlaps, casts and clips. */
#ifndef KICKBOX_SHAPES_H
#define KICKBOX_SHAPES_H

#include "values.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- shapes ---- */

/* Closed shapes of the world, in pixels: their borders belong to them, so touching counts. A circle of radius 0 is a
 * point, a rectangle or oriented box without width a segment. A shape is bad when a number of it is NaN, infinite or
 * beyond KBX_WORLD_LIMIT, a size is negative, max < min, or a unit vector's length is not 1 to 1/1000. */
typedef struct { kbx_vec min, max; } kbx_rect;     /* a box along the axes; min <= max in both */
typedef struct { kbx_vec centre; float radius; } kbx_circle;
typedef struct {
  kbx_vec centre;
  kbx_vec axis; /* unit vector along the width */
  float w, h;   /* whole width and height */
} kbx_obb;      /* an oriented box */
typedef struct { kbx_vec a, b; } kbx_segment;
typedef struct { kbx_vec a, b; float radius; } kbx_capsule; /* what is within radius of a segment */

/* Corners in order round the polygon, either way; the last is joined to the first. Borrowed. */
typedef struct {
  const kbx_vec *corners;
  uint32_t count;
} kbx_polygon;

/* All points p with dot (normal, p) <= distance; the unit normal points out of it. */
typedef struct {
  kbx_vec normal;
  float distance;
} kbx_half_plane;

typedef enum {
  KBX_SHAPE_POINT = 0,
  KBX_SHAPE_SEGMENT,
  KBX_SHAPE_CIRCLE,
  KBX_SHAPE_CAPSULE,
  KBX_SHAPE_RECT,
  KBX_SHAPE_BOX,      /* half-open whole pixels */
  KBX_SHAPE_OBB,
  KBX_SHAPE_CONVEX,   /* a polygon that the caller knows to be convex */
  KBX_SHAPE_POLYGON,  /* any polygon */
  KBX_SHAPE_HALF_PLANE
} kbx_shape_kind;

/* Any of them. */
typedef struct {
  kbx_shape_kind kind;
  bool one_way; /* a segment stops only what comes from its left */
  union {
    kbx_vec point;
    kbx_segment segment;
    kbx_circle circle;
    kbx_capsule capsule;
    kbx_rect rect;
    kbx_box box;
    kbx_obb obb;
    kbx_polygon polygon;
    kbx_half_plane half_plane;
  } as;
} kbx_shape;

/* ---------------------------------------------------------------- making one ---- */

static inline kbx_shape
kbx_shape_of (kbx_shape_kind kind)
{
  kbx_shape shape;
  shape.kind = kind;
  shape.one_way = false;
  return shape;
}

static inline kbx_shape kbx_shape_point (kbx_vec p)
{ kbx_shape s = kbx_shape_of (KBX_SHAPE_POINT); s.as.point = p; return s; }

static inline kbx_shape kbx_shape_segment (kbx_vec a, kbx_vec b)
{ kbx_shape s = kbx_shape_of (KBX_SHAPE_SEGMENT); s.as.segment.a = a; s.as.segment.b = b; return s; }

static inline kbx_shape kbx_shape_circle (kbx_vec centre, float radius)
{ kbx_shape s = kbx_shape_of (KBX_SHAPE_CIRCLE); s.as.circle.centre = centre; s.as.circle.radius = radius; return s; }

static inline kbx_shape kbx_shape_capsule (kbx_vec a, kbx_vec b, float radius)
{ kbx_shape s = kbx_shape_of (KBX_SHAPE_CAPSULE);
  s.as.capsule.a = a; s.as.capsule.b = b; s.as.capsule.radius = radius; return s; }

static inline kbx_shape kbx_shape_rect (kbx_vec min, kbx_vec max)
{ kbx_shape s = kbx_shape_of (KBX_SHAPE_RECT); s.as.rect.min = min; s.as.rect.max = max; return s; }

static inline kbx_shape kbx_shape_box (kbx_box box)
{ kbx_shape s = kbx_shape_of (KBX_SHAPE_BOX); s.as.box = box; return s; }

static inline kbx_shape kbx_shape_obb (kbx_vec centre, kbx_vec axis, float w, float h)
{ kbx_shape s = kbx_shape_of (KBX_SHAPE_OBB);
  s.as.obb.centre = centre; s.as.obb.axis = axis; s.as.obb.w = w; s.as.obb.h = h; return s; }

static inline kbx_shape kbx_shape_convex (const kbx_vec *corners, uint32_t count)
{ kbx_shape s = kbx_shape_of (KBX_SHAPE_CONVEX); s.as.polygon.corners = corners; s.as.polygon.count = count; return s; }

static inline kbx_shape kbx_shape_polygon (const kbx_vec *corners, uint32_t count)
{ kbx_shape s = kbx_shape_of (KBX_SHAPE_POLYGON);
  s.as.polygon.corners = corners; s.as.polygon.count = count; return s; }

static inline kbx_shape kbx_shape_half_plane (kbx_vec normal, float distance)
{ kbx_shape s = kbx_shape_of (KBX_SHAPE_HALF_PLANE);
  s.as.half_plane.normal = normal; s.as.half_plane.distance = distance; return s; }

/* ---------------------------------------------------------------- one shape ---- */

/* Is the point in the shape? A KBX_SHAPE_BOX holds its pixels, [x0, x1) x [y0, y1). A polygon that crosses itself holds
 * what a ray from it crosses an odd number of edges from (even-odd rule). Cost: linear in corners; logarithmic for a
 * convex polygon of many. Method: comparisons, squared distance, dot products; crossing number (Shimrat 1962). */
KBX_API bool kbx_contains_of (const kbx_shape *shape, kbx_vec p);

static inline bool
kbx_contains (kbx_shape shape, kbx_vec p)
{
  return kbx_contains_of (&shape, p);
}

typedef struct {
  kbx_status status;
  float t;        /* of a segment, a capsule or a line: where between a (0) and b (1); else 0 */
  kbx_vec point;
  float distance; /* negative inside an area; infinite for bad input */
  kbx_vec normal; /* unit vector out of the shape there, to p where p is outside; (0, 0) for bad input */
} kbx_nearest;

/* The point of the shape's border nearest to p, the first of several. For p on a segment the normal is its left; for p at
 * the centre of a circle it is (1, 0). Cost: linear in corners. Method: projection by dot products, clamped. */
KBX_API kbx_nearest kbx_nearest_point (kbx_shape shape, kbx_vec p);

/* The smallest rectangle that holds it, rounded outwards; (0, 0) twice for a bad shape. A half-plane ends at the world's
 * limits. Cost: linear in corners. */
KBX_API kbx_rect kbx_bounds (kbx_shape shape);

/* Its corners in order, of boxes clockwise from the top left one: none of round shapes and half-planes, both ends of a
 * segment. Returns how many there are; 0 for a bad shape. */
KBX_API uint32_t kbx_corners (kbx_shape shape, kbx_vec *corners, uint32_t capacity);

/* The middle of a rectangle's bottom side, where it stands; (0, 0) for a bad one. */
KBX_API kbx_vec kbx_foot (kbx_rect rect);

/* ---------------------------------------------------------------- pairs ---- */

/* Do they share a point? Two KBX_SHAPE_BOX must share a pixel; elsewhere such a box is the closed rectangle round its
 * pixels, and bad when empty. All pairs; bad shapes overlap nothing.
 * Cost: linear in corners of polygons, the product for two of them. Method: separating axes (Gottschalk 1996), squared
 * distances compared without rounding, edges and crossing numbers for polygons that are not convex. */
KBX_API bool kbx_overlap_of (const kbx_shape *a, const kbx_shape *b);

static inline bool
kbx_overlap (kbx_shape a, kbx_shape b)
{
  return kbx_overlap_of (&a, &b);
}

/* Which of shapes[0..count) overlap `shape`: their indices, ascending. Returns how many there are. */
KBX_API uint32_t kbx_overlap_many (kbx_shape shape, const kbx_shape *shapes, uint32_t count, uint32_t *indices,
                                   uint32_t capacity);

typedef struct {
  kbx_status status;
  float distance;        /* 0 where they touch or overlap; infinite for bad input */
  float t, u;            /* where on the first and the second, if these are segments or capsules; else 0 */
  kbx_vec first, second; /* the nearest points; where they overlap, one that both hold */
} kbx_gap;

/* Where two shapes are nearest to each other. Of several places one at a corner of the first, then of the second.
 * KBX_ERROR_ARGUMENT for two half-planes. Cost: the product of the numbers of corners. Method: a corner of one is
 * nearest to an edge of the other (Lumelsky 1985 in other words). */
KBX_API kbx_gap kbx_distance (kbx_shape first, kbx_shape second);

/* The typed questions that games ask most. A box of pixels is half-open; an empty one overlaps and contains nothing. */
static inline bool
kbx_box_contains (kbx_box box, kbx_point p)
{
  return p.x >= box.x0 && p.x < box.x1 && p.y >= box.y0 && p.y < box.y1;
}

static inline bool
kbx_boxes_overlap (kbx_box a, kbx_box b)
{
  int32_t x0 = a.x0 > b.x0 ? a.x0 : b.x0, x1 = a.x1 < b.x1 ? a.x1 : b.x1;
  int32_t y0 = a.y0 > b.y0 ? a.y0 : b.y0, y1 = a.y1 < b.y1 ? a.y1 : b.y1;
  return x0 < x1 && y0 < y1;
}

/* Which of boxes[0..count) share a pixel with `box`: their indices, ascending. Returns how many there are.
 * Below a nanosecond a box where the processor compares several at once. */
KBX_API uint32_t kbx_boxes_touching (kbx_box box, const kbx_box *boxes, uint32_t count, uint32_t *indices,
                                     uint32_t capacity);

/* ---------------------------------------------------------------- moves ---- */

/* Where `mover`, moving straight by `move`, first meets `target`; where both move, pass the difference.
 * - What glides along, past a corner or away hits nothing. A touch at the very end counts if going on would enter. A
 *   segment or a point stops what comes to it, at its ends and lengthwise too, and lets go what starts on it.
 * - Started inside (the insides overlap): fraction 0, `normal` the shortest way out, `point` the mover's middle. What just
 *   touches and moves in hits with fraction 0. Of a corner met by a corner, the face that stands more against the move.
 * - A one-way segment stops only what starts on its left and moves to its right (points and circles: their centre;
 *   rectangles: by sides that look to its left; others: all of the mover). The left of AB is where det(AB, AP) > 0.
 * - Two KBX_SHAPE_BOX: whole pixels, and a touch at the end is none; a move with fractions is KBX_ERROR_ARGUMENT.
 * KBX_ERROR_ARGUMENT for two half-planes and a bad move (beyond KBX_WORLD_LIMIT). Cost: the product of the numbers of
 * corners. Method: slabs (Kay and Kajiya 1986), Minkowski's sum edge by edge, the quadratic equation. */
KBX_API kbx_hit kbx_cast_of (const kbx_shape *mover, kbx_vec move, const kbx_shape *target);

static inline kbx_hit
kbx_cast (kbx_shape mover, kbx_vec move, kbx_shape target)
{
  return kbx_cast_of (&mover, move, &target);
}

/* The first of targets[0..count) that is met: the smallest fraction, then the lowest index, which is in `index`. With a
 * bad target: KBX_ERROR_ARGUMENT and the first such index. */
KBX_API kbx_hit kbx_cast_many (kbx_shape mover, kbx_vec move, const kbx_shape *targets, uint32_t count);

/* Where a thing that started at `from` may go: back from the touch until it is `skin` off the surface, along the normal,
 * but never behind its start. Without a hit the end of the move; `from` after bad input. Rounds away from the surface.
 * Take a skin well above the float's grain there (1/256 within 65,536). */
KBX_API kbx_vec kbx_stop (kbx_vec from, kbx_vec move, kbx_hit hit, float skin);

/* The move thrown back: what goes into the surface comes out `coefficient` times as fast (1: a mirror). A move along or
 * away from the surface, or a bad one, stays as it is. And the move without what goes into the surface. The normal
 * need not be a unit vector. */
KBX_API kbx_vec kbx_bounce (kbx_vec move, kbx_vec normal, float coefficient);
KBX_API kbx_vec kbx_slide (kbx_vec move, kbx_vec normal);

/* ---------------------------------------------------------------- paddles ---- */

/* Which way the face of a paddle looks: the paddle on the right looks left. */
typedef enum { KBX_FACING_LEFT = 0, KBX_FACING_RIGHT = 1, KBX_FACING_UP = 2, KBX_FACING_DOWN = 3 } kbx_facing;

/* The face of a paddle: it lies on a line x = line (or y = line, for one that looks up or down), from..to on it. */
typedef struct {
  kbx_facing facing;
  float line;
  float from, to; /* from <= to */
} kbx_paddle;

typedef struct {
  kbx_status status;
  bool reached;    /* the ball comes to the line: returned if hit, else missed */
  bool hit;
  float fraction;  /* of the move, when it comes to the line; 1 when it does not */
  float where;     /* on the paddle: the ball's middle from -1 (just touching at `from`) to 1 (at `to`) */
  kbx_vec point;   /* the middle of the ball's leading side, on the line */
  kbx_vec normal;  /* the way the face looks; (0, 0) without a hit */
} kbx_paddle_hit;

/* A moving ball, as a rectangle, against a paddle: first its line, which stops only from its front, then its span, where
 * touching counts. For a paddle that moves along its line take its move from the ball's. Exact on the grid.
 * KBX_ERROR_ARGUMENT for bad numbers or from > to. Method: one coordinate decides when, the other whether. */
KBX_API kbx_paddle_hit kbx_paddle_cast (kbx_rect ball, kbx_vec move, kbx_paddle paddle);

/* ---------------------------------------------------------------- segments and lines ---- */

/* A line goes through both ends of a segment and on. An answer at an end is that end to the bit, its fraction exactly 0
 * or 1. What is beyond the range of floats stays at the largest float. */

/* On which side of the line p is: 1 left (det(AB, AP) > 0: on the screen the right hand), 0 on it, -1 right; 0 for bad
 * input. Exact on the grid. */
KBX_API int kbx_line_side (kbx_segment line, kbx_vec p);

/* The foot of the perpendicular from p: t is any number, the distance positive on the left, the normal on the side of p,
 * the left for p on the line. Without direction: a itself. */
KBX_API kbx_nearest kbx_line_nearest (kbx_segment line, kbx_vec p);

typedef enum {
  KBX_MEET_NOT = 0,
  KBX_MEET_CROSS = 1,  /* in one point inside both; a circle's rim: in `count` points */
  KBX_MEET_TOUCH = 2,  /* in one point that is an end of at least one; a rim: where it only touches */
  KBX_MEET_OVERLAP = 3 /* on one line, with a stretch in common */
} kbx_meeting_kind;

typedef struct {
  kbx_status status;
  kbx_meeting_kind kind;
  uint32_t count;       /* of points: 0 to 2, in the direction of the first */
  float t[2], u[2];     /* their fractions on the first and on the second segment; u is 0 for a circle */
  kbx_vec points[2];
} kbx_meeting;

/* Where two segments, or with `lines` two lines, meet. One line twice has KBX_MEET_OVERLAP and no points; a line without
 * direction is KBX_ERROR_ARGUMENT. Whether they meet is exact on the grid. Method: signs of four determinants; Cramer. */
KBX_API kbx_meeting kbx_intersect_segments (kbx_segment first, kbx_segment second, bool lines);

/* Where a segment, or with `line` its line, crosses the rim of a circle: nowhere if it is all inside.
 * Method: the quadratic equation, its discriminant by exact signs. */
KBX_API kbx_meeting kbx_intersect_circle (kbx_segment segment, kbx_circle circle, bool line);

/* The part of a segment that is in a closed shape. */
typedef struct {
  kbx_status status;
  bool hit;
  float enter, leave;  /* fractions, enter <= leave */
  kbx_vec first, last; /* the points there */
  uint32_t edge;       /* of a KBX_SHAPE_POLYGON: from that corner to the next it enters, the lowest of several; else KBX_NONE */
} kbx_clip;

/* Every kind but points and segments (KBX_ERROR_ARGUMENT). Of a KBX_SHAPE_POLYGON the first part; `edge` is KBX_NONE if it
 * starts inside. Cost: linear in corners. Method: Liang and Barsky 1984 for boxes, Cyrus and Beck 1978 for polygons. */
KBX_API kbx_clip kbx_clip_segment (kbx_vec a, kbx_vec b, kbx_shape target);

/* ---------------------------------------------------------------- polygons ---- */

typedef struct {
  kbx_status status;
  double area;     /* positive clockwise on the screen; of one that crosses itself the sum with signs */
  int orientation; /* exact: 1 clockwise, -1 the other way, 0 without area */
  bool convex;     /* goes once round a convex set; corners may repeat or be straight */
} kbx_polygon_facts;

/* Linear. Method: the triangles at the first corner (Meister 1769), summed in two doubles. */
KBX_API kbx_polygon_facts kbx_polygon_info (kbx_polygon polygon);

/* Do no two edges meet, but neighbours in their corner? False when a corner repeats. Cost: the square of the corners. */
KBX_API bool kbx_polygon_is_simple (kbx_polygon polygon);

/* The polygon as triangles: for each, three indices of corners, clockwise on the screen, all with an area. Returns how
 * many there are, at most count - 2; 0 without area. One that is not simple may give triangles that mean nothing.
 * triangles has room for 3 * (count - 2) numbers, work for KBX_TRIANGULATE_WORK (count).
 * Cost: the square of the number of corners, times that of reflex corners at worst, for which more than 2^28 corners
 * answer 0. Method: ear clipping (Meisters 1975), shortest diagonal first. */
#define KBX_TRIANGULATE_WORK(count) ((size_t) 4 * (count))
KBX_API uint32_t kbx_polygon_triangulate (kbx_polygon polygon, uint32_t *triangles, uint32_t *work);

/* The polygon as convex parts, which cover it exactly and overlap nowhere, of at most `most` corners each (three or
 * more; UINT32_MAX for any number): counts[i] is how many corners part i has, and indices has the numbers of the
 * corners of part 0, then of part 1 and so on; clockwise on the screen, without straight corners. Returns how many
 * parts there are, at most four times as many as the best answer has, and 0 as above.
 * indices has room for 3 * (count - 2) numbers, counts for count - 2, work for KBX_DECOMPOSE_WORK (count).
 * Cost: as above. Method: triangles, from which diagonals are taken out (Hertel and Mehlhorn 1983), longest first;
 * parts of too many corners become fans. The same as the parts that `kickbox export` makes. */
#define KBX_DECOMPOSE_WORK(count) ((size_t) 16 * (count))
KBX_API uint32_t kbx_polygon_decompose (kbx_polygon polygon, uint32_t most, uint32_t *indices, uint32_t *counts,
                                        uint32_t *work);

/* ---------------------------------------------------------------- many at once ---- */

typedef struct { uint32_t first, second; } kbx_index_pair; /* first < second */

/* All pairs of bounds[0..count) that touch: a broad phase for shapes that move. `order` holds each of 0..count - 1 once, in
 * any order at first; keep it from step to step. Returns how many pairs there are, and 0 for an order that is none.
 * Cost: near count plus the pairs that overlap in x while little moves, count log count at worst for the order.
 * Method: sort and sweep (Baraff 1992). */
KBX_API uint32_t kbx_pairs (const kbx_rect *bounds, uint32_t count, uint32_t *order, kbx_index_pair *pairs,
                            uint32_t capacity);

/* The course drawn through the points, moved to its left by `distance` (to its right below 0), as points: round at outer
 * corners, to 1/16 pixel; cut where two edges meet at inner ones. What is bent more tightly than the distance is not
 * cut out. `closed` joins the last point to the first. Returns how many points there are; 0 for bad input.
 * Linear. Method: each edge moved along its normal (Tiller and Hanson 1984). */
KBX_API uint32_t kbx_offset_curve (const kbx_vec *points, uint32_t count, bool closed, float distance, kbx_vec *out,
                                   uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
