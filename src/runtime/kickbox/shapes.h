/* SPDX-License-Identifier: MIT */
/* The collision kit: shapes of the world, their overlaps, casts and clips. */
#ifndef KICKBOX_SHAPES_H
#define KICKBOX_SHAPES_H

#include "values.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- shapes ---- */

/* Closed shapes of the world, in pixels: their borders belong to them. A circle of radius 0 is a point, a
 * rectangle or oriented box without width a segment. */
typedef struct { kbx_vec min, max; } kbx_rect;     /* a box along the axes; min <= max in both */
typedef struct { kbx_vec centre; float radius; } kbx_circle;
typedef struct {
  kbx_vec centre;
  kbx_vec axis; /* unit vector along the width */
  float w, h;   /* whole width and height */
} kbx_obb;      /* an oriented box */
typedef struct { kbx_vec a, b; } kbx_segment;

/* Corners in order round the polygon, either way; the last is joined to the first. Borrowed. */
typedef struct {
  const kbx_vec *corners;
  uint32_t count;
} kbx_polygon;

/* ---------------------------------------------------------------- points and areas ---- */

/* Shapes of the world against points and each other, without any frame.
 * - Boxes of pixels are half-open and never overflow; an empty one contains nothing and overlaps nothing.
 * - Rectangles, circles, oriented boxes and polygons are closed: touching counts. Where all coordinates and sizes lie
 *   on the grid of 1/256 pixel within +-65,536 (whole pixels do) the answer is exact, with no epsilon; elsewhere
 *   rounding may change the answer where the shapes touch to about 1e-15 of their size.
 * - An oriented box is the set that its floats name: centre + s * axis + t * axis turned by a quarter, |s| <= w/2,
 *   |t| <= h/2. Its axis must be a unit vector to 1/1000. A float axis that is not (+-1, 0) or (0, +-1) is itself
 *   rounded, to about 6e-8 of the box's size; the answer is right for the rounded one to about 1e-15.
 * - What is no shape (see KBX_WORLD_LIMIT; a negative size, max < min) contains nothing and overlaps nothing.
 * - Every pair is symmetric: swapping two of a kind, or mirroring both, gives the same answer. Constant time. */

/* Is the pixel in the half-open box, or the point in the closed rectangle? Method: comparisons with the four sides. */
KBX_API bool kbx_box_contains (kbx_box box, kbx_point p);
KBX_API bool kbx_rect_contains (kbx_rect rect, kbx_vec p);

/* Method: squared distance against squared radius. */
KBX_API bool kbx_circle_contains (kbx_circle circle, kbx_vec p);

/* Method: the point in the box's own frame, by two dot products. */
KBX_API bool kbx_obb_contains (kbx_obb obb, kbx_vec p);

/* The closed rectangle [x0, x1] x [y0, y1] that the pixels of the box cover, exact within 2^24; of an empty box one
 * that is no rectangle (max < min), or a degenerate one. */
KBX_API kbx_rect kbx_rect_from_box (kbx_box box);

/* Do they share a pixel? Method: the larger of the starts lies before the smaller of the ends, in both axes. */
KBX_API bool kbx_overlap_boxes (kbx_box a, kbx_box b);
KBX_API bool kbx_overlap_rects (kbx_rect a, kbx_rect b);
KBX_API bool kbx_overlap_circles (kbx_circle a, kbx_circle b);

/* Method: the point of the rectangle nearest to the centre is the centre clamped into it (Arvo 1990); for the
 * oriented box the same in its own frame. */
KBX_API bool kbx_overlap_circle_rect (kbx_circle circle, kbx_rect rect);
KBX_API bool kbx_overlap_circle_obb (kbx_circle circle, kbx_obb obb);

/* Method: in the frame of each of the two, the box round the other one; that is the four separating axes (Gottschalk,
 * Lin and Manocha 1996). */
KBX_API bool kbx_overlap_rect_obb (kbx_rect rect, kbx_obb obb);
KBX_API bool kbx_overlap_obbs (kbx_obb a, kbx_obb b);

/* Which of boxes[0..count) overlap `box`, as kbx_overlap_boxes tells: their indices, ascending, as many as fit into
 * indices[0..capacity), which may be NULL when capacity is 0. Returns how many there are; 0 for boxes = NULL.
 * Cost: linear; below a nanosecond a box where the processor compares several at once. Method: as kbx_overlap_boxes, four
 * or eight boxes in columns. */
KBX_API uint32_t kbx_box_overlaps_many (kbx_box box, const kbx_box *boxes, uint32_t count,
                                        uint32_t *indices, uint32_t capacity);

/* ---------------------------------------------------------------- polygons ---- */

/* A polygon has three corners or more, in order round it, either way. Touching counts, as above, and corners may be
 * the corners of kbx_frame_shape_outline and _part. It is the closed set of its edges and of what lies inside by the
 * even-odd rule: a point is inside when a ray from it crosses the edges an odd number of times. So a polygon may cross
 * itself (the middle of a five-pointed star drawn in one stroke is then a hole), repeat corners, or have no area,
 * which leaves a segment or a point. Points, rectangles and polygons against polygons, and what is said of a polygon
 * alone, are exact for all floats that are multiples of 2^-29, the grid among them.
 * Functions on a `convex` need one (kbx_polygon_is_convex); of another polygon they answer anything, but return.
 * Fewer than three corners, NULL, or a coordinate that is none: contains nothing, overlaps nothing. */

/* Cost: linear, about half a nanosecond a corner. Method: crossing number, an edge being crossed where it goes from
 * above the point's height to not above it or back (Shimrat 1962, Hacker 1962; each corner is counted once). */
KBX_API bool kbx_polygon_contains (kbx_polygon polygon, kbx_vec p);

/* The same answer for a convex polygon. Cost: logarithmic from some two hundred corners on, of which it then
 * looks at no others (nor whether they are numbers). Method: the inner side of every edge; of many, the fan of
 * triangles at the first corner, by halves. */
KBX_API bool kbx_convex_contains (kbx_polygon convex, kbx_vec p);

/* Any polygon. Cost: linear. Method: the other shape touches an edge, or lies wholly inside. The distance from a
 * centre to a line is compared as cross^2 <= radius^2 * length^2, without rounding. */
KBX_API bool kbx_overlap_circle_polygon (kbx_circle circle, kbx_polygon polygon);
KBX_API bool kbx_overlap_rect_polygon (kbx_rect rect, kbx_polygon polygon);
KBX_API bool kbx_overlap_obb_polygon (kbx_obb obb, kbx_polygon polygon);

/* Two convex polygons. Cost: the product of the numbers of corners, up to eight at once where the processor can, unless
 * their bounds are apart. Method: separating axes, the edges of both. */
KBX_API bool kbx_overlap_convexes (kbx_polygon a, kbx_polygon b);

/* Any two polygons. Cost: the product of the numbers of corners, most of it comparisons of bounds.
 * Method: two edges meet, or one polygon contains a corner of the other. */
KBX_API bool kbx_overlap_polygons (kbx_polygon a, kbx_polygon b);

/* Of the polygon itself. All are linear but where said otherwise; of what is no polygon the answers are 0 or false. */

/* The area, positive when the corners go round clockwise on the screen; of one that crosses itself the sum of its
 * parts with their signs. Rounded at the end only; the sign is exact, and so is kbx_polygon_orientation: 1 clockwise,
 * -1 the other way, 0 without area. Method: the triangles at the first corner (Meister 1769), summed in two doubles. */
KBX_API double kbx_polygon_area (kbx_polygon polygon);
KBX_API int kbx_polygon_orientation (kbx_polygon polygon);

/* The smallest rectangle that holds it. Method: the least and the greatest coordinates. */
KBX_API kbx_rect kbx_polygon_bounds (kbx_polygon polygon);

/* Does it go once round a convex set? Corners may repeat or be straight; without area it may go forth and back once.
 * Method: all turns go one way, and the edges change between rightwards and leftwards at most twice. */
KBX_API bool kbx_polygon_is_convex (kbx_polygon polygon);

/* Do no two edges meet, but neighbours in their corner? False when a corner repeats. Cost: the square of the number
 * of corners, most of it comparisons of bounds. */
KBX_API bool kbx_polygon_is_simple (kbx_polygon polygon);

/* The polygon as triangles: for each, three numbers of its corners, clockwise on the screen, all with an area. Returns
 * how many there are, at most count - 2; 0 for one without area, and for one that crosses or touches itself
 * (kbx_polygon_is_simple) perhaps triangles that mean nothing. Straight and repeated corners are left out.
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

/* ---------------------------------------------------------------- segments ---- */

/* Segments and lines of the world, in pixels. A segment is closed: its ends belong to it; one whose ends coincide is a
 * point. A line goes through both ends of a segment and on; its left is the side of P where det(AB, AP) > 0, which on
 * the screen (y down) is the right hand of one who walks from a to b. Fractions count from a (0) to b (1).
 * - Whether things meet, on which side a point lies and what is counted is exact for input on the grid of 1/256 pixel
 *   within +-65,536: no epsilon. Touching counts. Fractions and points are computed in double and rounded to float.
 * - An answer at an end is that end to the bit, and its fraction 0 or 1 exactly. What lies beyond the range of floats
 *   (lines that are all but parallel, or have a tiny direction) stays at the largest float.
 * - Bad input (see KBX_WORLD_LIMIT) is told by the status; a distance is then infinite, a side 0, a normal (0, 0).
 * - Constant time, but where a polygon comes in: linear in its corners. */

/* A place on a segment or line. */
typedef struct {
  kbx_status status;
  float t;
  kbx_vec point;
  float distance; /* from the point asked about */
} kbx_nearest;

/* The point of the segment nearest to p. Method: projection by a dot product, clamped to the ends. */
KBX_API kbx_nearest kbx_segment_closest (kbx_segment segment, kbx_vec p);

/* The foot of the perpendicular from p to the line; t is any number. Of a point without direction, a itself.
 * Method: projection by a dot product. */
KBX_API kbx_nearest kbx_line_project (kbx_segment line, kbx_vec p);

/* How far p is from the segment, and the square of that: exact where an end is nearest.
 * Method: the determinant over the length beside the segment, else the distance from the end. */
KBX_API float kbx_segment_distance (kbx_segment segment, kbx_vec p);
KBX_API double kbx_segment_distance_squared (kbx_segment segment, kbx_vec p);

/* On which side of the line p lies: 1 left, 0 on it, -1 right. 0 for a line without direction.
 * Method: the sign of the determinant, without rounding. */
KBX_API int kbx_line_side (kbx_segment line, kbx_vec p);

/* How far p is from the line, positive on the left. Of a line without direction the distance from a.
 * Method: the determinant over the length. */
KBX_API float kbx_line_distance (kbx_segment line, kbx_vec p);

/* The unit normal of the line on the side of p; on the line, its left. Without direction: from a to p, or (1, 0).
 * Method: the direction turned by a quarter, to the side that kbx_line_side tells. */
KBX_API kbx_vec kbx_line_normal (kbx_segment line, kbx_vec p);

/* The unit vector from the nearest point of the segment to p; for p on the segment as kbx_line_normal.
 * Method: as kbx_segment_closest. */
KBX_API kbx_vec kbx_segment_normal (kbx_segment segment, kbx_vec p);

/* Where two segments are nearest to each other. */
typedef struct {
  kbx_status status;
  float distance;        /* 0 where they meet */
  float t, u;            /* fractions on the first and the second */
  kbx_vec first, second; /* the points */
} kbx_gap;

/* Of several equally near places, the one at an end of the first, then of the second, a before b.
 * Method: they meet, or one of the four ends is nearest (Lumelsky 1985 in other words). */
KBX_API kbx_gap kbx_segments_gap (kbx_segment first, kbx_segment second);

typedef enum {
  KBX_MEET_NOT = 0,
  KBX_MEET_CROSS = 1,  /* in one point inside both */
  KBX_MEET_TOUCH = 2,  /* in one point that is an end of at least one */
  KBX_MEET_OVERLAP = 3 /* they lie on one line and share a stretch */
} kbx_meeting_kind;

typedef struct {
  kbx_status status;
  kbx_meeting_kind kind;
  uint32_t count;       /* of points: 0, 1, or 2 for the ends of a stretch, in the first's direction */
  float t[2], u[2];     /* their fractions on the first and on the second */
  kbx_vec points[2];
} kbx_meeting;

/* Where two segments meet. A point counts as a segment without length: it touches what it lies on.
 * Method: the signs of four determinants, without rounding; on one line, intervals of dot products. */
KBX_API kbx_meeting kbx_intersect_segments (kbx_segment first, kbx_segment second);
KBX_API bool kbx_overlap_segments (kbx_segment first, kbx_segment second);

/* Where two lines cross (KBX_MEET_CROSS), or that they are one (KBX_MEET_OVERLAP, no points). A line without direction
 * is KBX_ERROR_ARGUMENT. Method: Cramer's rule. */
KBX_API kbx_meeting kbx_intersect_lines (kbx_segment first, kbx_segment second);

typedef struct {
  kbx_status status;
  uint32_t count;    /* 0, 1 (touching, or only one lies on the segment) or 2 */
  float t[2];        /* ascending */
  kbx_vec points[2];
} kbx_crossings;

/* Where a line or a segment crosses the rim of a circle. A segment inside the circle crosses it nowhere: ask
 * kbx_overlap_segment_circle whether they touch, and kbx_segment_closest for the deepest point.
 * A line without direction, or a segment without length, touches the rim or not.
 * Method: the quadratic equation; its discriminant and the order of its roots and 0 and 1 by exact signs. */
KBX_API kbx_crossings kbx_intersect_line_circle (kbx_segment line, kbx_circle circle);
KBX_API kbx_crossings kbx_intersect_segment_circle (kbx_segment segment, kbx_circle circle);

/* Does the segment touch the closed disc? Method: distance^2 against radius^2, as cross^2 <= radius^2 * length^2. */
KBX_API bool kbx_overlap_segment_circle (kbx_segment segment, kbx_circle circle);

/* The part of a segment that lies in a closed convex shape. */
typedef struct {
  kbx_status status;
  bool hit;
  float enter, leave;      /* fractions, enter <= leave */
  kbx_vec first, last;     /* the points there */
} kbx_clip;

/* Ends for every input: there is no loop but the one over the corners. `convex` may go round either way; see
 * "polygons" for what is asked of it.
 * Method: Liang and Barsky 1984 for boxes (the oriented one in its own frame), Cyrus and Beck 1978 for polygons,
 * fractions being compared as products. */
KBX_API kbx_clip kbx_clip_segment_rect (kbx_segment segment, kbx_rect rect);
KBX_API kbx_clip kbx_clip_segment_obb (kbx_segment segment, kbx_obb obb);
KBX_API kbx_clip kbx_clip_segment_convex (kbx_segment segment, kbx_polygon convex);

/* Where a segment first touches any polygon, going from a to b. */
typedef struct {
  kbx_status status;
  bool hit;
  bool started_inside; /* a lies in the polygon, its border included: fraction 0 */
  float fraction;
  kbx_vec point;
  uint32_t edge;       /* from that corner to the next, the lowest of several; KBX_NONE when started inside */
} kbx_touch;

/* Method: kbx_polygon_contains for the start, then kbx_intersect_segments edge by edge. */
KBX_API kbx_touch kbx_intersect_segment_polygon (kbx_segment segment, kbx_polygon polygon);

/* ---------------------------------------------------------------- sweeps ---- */

/* A thing that moves straight by `move` pixels against one that stands still; where both move, take the difference
 * of their moves. `fraction` tells how much of the move is done at the first touch.
 * - Touching counts only where the move goes on into the other: what glides along a face, past a corner or away hits
 *   nothing, so things slide and separate. A touch at the very end of the move counts, if going on would enter.
 * - Started inside (the insides overlap): hit, fraction 0, point where it started, normal the shortest way out. It hits
 *   whichever way it moves: so first part what may overlap, if only by a hair (kbx_collide_; of a segment
 *   kbx_segment_distance and kbx_segment_normal).
 *   Of equally short ways out the first counts: right, left, down, up for points and rectangles (as an oriented box's own
 *   frame has them), and of a slanted segment then its left and its right; up, right, down, left for a circle in a
 *   rectangle or oriented box; the first edge of a polygon; a segment's left; and right for centres that coincide.
 * - Started just touching and moving in: hit, fraction 0, not started inside.
 * - A shape without inside (a segment, a circle of radius 0, a flat rectangle, a polygon without area) stops what comes
 *   to it, at its ends too, and lengthwise, with a normal against the move. What starts on it is let go to either
 *   side; keep a skin (kbx_sweep_stop) to stay on one side.
 * - A move of length 0 hits only when started inside.
 * - `normal` is a unit vector against the move, out of what was hit. Where a corner is met by a corner, or by a point,
 *   it belongs to the face that stands more against the move, in a tie to the one whose normal is nearer to the x axis.
 * - WHETHER something is hit is exact on the grid of 1/256 pixel within +-65,536, also past the tip of a corner or
 *   along the rounding of a circle: no epsilon (oriented boxes: see "points and areas"). Fraction and point are
 *   computed in double, then rounded. Moving the world by whole pixels, or mirroring it, changes neither.
 *   Off the grid the end of a move without a hit is rounded as every float: about one in a million of random ones at
 *   50,000 pixels then lies inside a shape, by that rounding. And a radius or a slant near the limits of float may leave
 *   a rounded normal along the move instead of against it.
 * - Bad input: KBX_ERROR_ARGUMENT, no hit, fraction 0. A move is bad, as are coordinates and sizes, when one of its two
 *   numbers is NaN, infinite, or beyond KBX_WORLD_LIMIT (2^22 pixels) on either side: longer moves are asked in parts.
 * - Constant time, but linear in a polygon's corners. */

/* A moving point. A one-way segment stops only what comes from its left (see "segments"), or starts on it, and goes to
 * its right; lengthwise it stops nothing. Two segments that share an end leave no gap there.
 * Method: signs of determinants (segment), the quadratic equation (circle), slabs (Kay and Kajiya 1986) for boxes. */
KBX_API kbx_hit kbx_sweep_point_segment (kbx_vec from, kbx_vec move, kbx_segment segment, bool one_way);
KBX_API kbx_hit kbx_sweep_point_circle (kbx_vec from, kbx_vec move, kbx_circle circle);
KBX_API kbx_hit kbx_sweep_point_rect (kbx_vec from, kbx_vec move, kbx_rect rect);
KBX_API kbx_hit kbx_sweep_point_obb (kbx_vec from, kbx_vec move, kbx_obb obb);

/* Any polygon that does not cross itself; of one that does, its ways through its own corners are not defined.
 * Method: edges crossed inwards, and corners whose inner angle the move goes into, by signs of determinants. */
KBX_API kbx_hit kbx_sweep_point_polygon (kbx_vec from, kbx_vec move, kbx_polygon polygon);

/* A moving rectangle; `point` is the middle of what touches, or the middle of the mover when started inside. Normals
 * are along an axis, but of two points. Swapping the two and turning the move gives the same fraction and the normal
 * turned, but for ties of what started inside.
 * Method: the mover shrinks to a point and the other grows by it (Minkowski's sum), then slabs. */
KBX_API kbx_hit kbx_sweep_rects (kbx_rect mover, kbx_vec move, kbx_rect target);

/* A moving rectangle against a segment; `point` and a mover without size as above. The normal is the segment's where a
 * corner of the mover comes to it, and along an axis where a side of the mover comes to one of its ends.
 * A one-way segment stops the mover only by a side that looks to the left of the segment (see "segments"): by its own,
 * and at an end by those that the axes have there, so a level platform stops what lands on it and nothing from beside
 * it. What overlaps it at the start is let go, also while it moves on: who jumps up through a platform falls back through
 * it until he is all above. Who overlaps no wall comes to overlap none, also at a joint of two one-way walls, and at a tip.
 * Without length it stops nothing.
 * Method: Minkowski's sum of the two is a hexagon, three pairs of parallels; slabs (Kay and Kajiya 1986), their fractions
 * compared as products. */
KBX_API kbx_hit kbx_sweep_rect_segment (kbx_rect mover, kbx_vec move, kbx_segment segment, bool one_way);

/* A moving box of pixels: half-open. It hits when it would share some of a pixel with the target before the move is
 * done; coming to lie beside it, or passing along, is no hit. An empty box hits nothing. Any int32, nothing overflows,
 * all in integers. Started inside: see "sweeps".
 * Method: Minkowski's sum and slabs (Kay and Kajiya 1986), fractions being compared as products. */
typedef struct {
  bool hit;
  bool started_inside;
  float fraction;   /* 0 to 1; 1 without a hit */
  kbx_point moved;  /* how far the mover gets, in whole pixels: then it lies beside the target; the move without a hit */
  kbx_point normal; /* (0, 0) without a hit */
} kbx_box_sweep;

KBX_API kbx_box_sweep kbx_sweep_boxes (kbx_box mover, kbx_point move, kbx_box target);

/* A moving circle; `point` lies on what is hit, for started inside it is the mover's centre. A radius of 0 is a
 * moving point. A one-way segment stops a circle whose centre starts on its left, or on its line, and goes to its right;
 * one that overlaps it there, only if it comes nearer (started inside). So a circle that comes from behind passes out,
 * and whatever it overlaps, no centre goes through a wall from its left, nor through a joint of two. (Only at a tip of
 * less than 90 degrees may a circle that passes it come to overlap the far wall.)
 * Method: the distance of two segments, compared without rounding, tells whether; then the strip beside the segment
 * or the disc round its end tells when. Rectangles, oriented boxes and polygons (any that do not cross themselves)
 * are their edges, and an inside to start in. */
KBX_API kbx_hit kbx_sweep_circle_segment (kbx_circle mover, kbx_vec move, kbx_segment segment, bool one_way);
KBX_API kbx_hit kbx_sweep_circles (kbx_circle mover, kbx_vec move, kbx_circle target);
KBX_API kbx_hit kbx_sweep_circle_rect (kbx_circle mover, kbx_vec move, kbx_rect rect);
KBX_API kbx_hit kbx_sweep_circle_obb (kbx_circle mover, kbx_vec move, kbx_obb obb);
KBX_API kbx_hit kbx_sweep_circle_polygon (kbx_circle mover, kbx_vec move, kbx_polygon polygon);

/* The first of many segments that is hit: the smallest fraction, then the lowest index. `index` is that segment; of bad
 * input, the first bad one.
 * segments[0..count); one_way[i] tells of each whether it is one-way, or is NULL when none is. Cost: linear.
 * Method: each as kbx_sweep_point_segment, kbx_sweep_circle_segment, kbx_sweep_rect_segment. */
KBX_API kbx_hit kbx_sweep_point_segments (kbx_vec from, kbx_vec move, const kbx_segment *segments,
                                                  const bool *one_way, uint32_t count);
KBX_API kbx_hit kbx_sweep_circle_segments (kbx_circle mover, kbx_vec move, const kbx_segment *segments,
                                                   const bool *one_way, uint32_t count);
KBX_API kbx_hit kbx_sweep_rect_segments (kbx_rect mover, kbx_vec move, const kbx_segment *segments,
                                                 const bool *one_way, uint32_t count);

/* ---------------------------------------------------------------- after a sweep ---- */

/* Where a thing that started at `from` (a point, a centre, a corner) may go: from the touch back along its way until it
 * is `skin` pixels off the surface, measured along the normal and so the same for fast and slow, steep and shallow moves,
 * but never behind the start: what starts nearer than the skin stays. Rounding goes away from the surface. The end of
 * the move without a hit, rounded to float, which may lie beyond the world; `from` after bad input (a move as for a
 * sweep; a skin that is negative, NaN, infinite or beyond KBX_WORLD_LIMIT).
 * Take a skin well above the float's grain there (1/256 within 65,536).
 * Method: the skin, divided by how deep the whole move would go in along the normal, is taken from the fraction. */
KBX_API kbx_vec kbx_sweep_stop (kbx_vec from, kbx_vec move, kbx_hit sweep, float skin);

/* The move thrown back: what goes into the surface comes out of it `coefficient` times as fast (1: like light from a
 * mirror, 0: as kbx_slide). A move along or away from the surface stays as it is, and so does a bad one (see "sweeps") or
 * one with a bad normal or coefficient. Method: reflection of what goes along the normal. */
KBX_API kbx_vec kbx_bounce (kbx_vec move, kbx_vec normal, float coefficient);

/* The move without what goes into the surface. The normal need not be a unit vector; (0, 0) changes nothing.
 * Method: projection on the surface. */
KBX_API kbx_vec kbx_slide (kbx_vec move, kbx_vec normal);

/* ---------------------------------------------------------------- flat ground and paddles ---- */

/* Flat ground fills everything from the height ground_y downwards. How deep a foot is in it: below 0 it is in the air,
 * at 0 it stands, above 0 it has sunk in; bad input is infinitely high in the air. For a box of pixels, ground_y is the
 * ground's first row, the answer is a number of rows, and the lowest row of the box is above that of y1.
 * Method: a difference of heights. */
KBX_API float kbx_ground_depth (kbx_vec foot, float ground_y);
KBX_API int64_t kbx_ground_depth_box (kbx_box box, int32_t ground_y);

/* The middle of the bottom side: what stands on the ground. (0, 0) for what is no rectangle. Method: the mean of left and
 * right. */
KBX_API kbx_vec kbx_rect_foot (kbx_rect rect);

/* A foot that moves against flat ground, a closed shape like others: it lands with the normal (0, -1), and started
 * inside where it is below ground_y. Method: the signs of two differences in height. */
KBX_API kbx_hit kbx_sweep_point_ground (kbx_vec from, kbx_vec move, float ground_y);

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

/* A moving ball, as a rectangle, against a paddle: first its line, which most moves do not reach, then its span. The
 * line stops only from its front; touching counts for the span, and for the line where the ball moves on to it.
 * A paddle that moves along its line: take its move from the ball's. Exact on the grid.
 * KBX_ERROR_ARGUMENT for bad numbers (of the move as for a sweep) or from > to. Method: one coordinate
 * decides when, the other whether. */
KBX_API kbx_paddle_hit kbx_sweep_rect_paddle (kbx_rect ball, kbx_vec move, kbx_paddle paddle);

#ifdef __cplusplus
}
#endif

#endif
