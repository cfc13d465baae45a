/* SPDX-License-Identifier: MIT */
/* Shared by the queries of closed shapes: validity, the corner list common to rectangles, oriented
 * boxes and convex polygons (kbx_hull), and separating axes. A hull goes clockwise on the screen:
 * the inner side of an edge e is where cross (e, v) > 0, its outer normal is (e.y, -e.x) / |e|.
 * Degenerate hulls are allowed: a segment goes forth and back, and corners may repeat or be
 * collinear. */

/* kbx_hulls_overlap decides without rounding if corners are floats on the grid (rectangles and
 * polygons); the corners of an oriented box are rounded to double first. kbx_overlap_rects, _obbs,
 * _rect_obb and so on do not use hulls. A manifold first calls the overlap function of its two
 * kinds, then finds the axis of shapes known to touch, so the two never disagree.
 * kbx_overlap_convexes uses the same search as kbx_convexes_contact_axis. */
#ifndef KBX_CONVEX_H
#define KBX_CONVEX_H

#include "runtime/exact.h"
#include "runtime/kit.h"
#include "runtime/lanes.h"

/* ---- validity ---- */

/* Without branches: conditions of a pair's result cannot be predicted. */

static inline bool
kbx_rect_valid (kbx_rect r)
{
  int valid = kbx_vecs_valid (r.min, r.max);
  valid &= r.min.x <= r.max.x;
  valid &= r.min.y <= r.max.y;
  return valid != 0;
}

static inline bool
kbx_circle_valid (kbx_circle c)
{
  int valid = kbx_vec_valid (c.centre);
  valid &= kbx_size_valid (c.radius);
  return valid != 0;
}

/* Whether circles touch that may be invalid. d is the vector between the centres. */
static inline int
kbx_circles_meet (kbx_circle a, kbx_circle b, kbx_wide_vec d)
{
  double r = (double) a.radius + b.radius;
  return kbx_dot (d, d) <= r * r;
}

/* The same for a circle and a box. */
static inline int
kbx_circle_meets_rect (kbx_circle circle, kbx_rect rect)
{
  kbx_lanes low = kbx_lanes_of (rect.min.x, rect.min.y),
            high = kbx_lanes_of (rect.max.x, rect.max.y);
  kbx_lanes centre = kbx_lanes_of (circle.centre.x, circle.centre.y), d, square;
  d = kbx_lanes_subtract (kbx_lanes_lower (kbx_lanes_higher (centre, low), high), centre);
  square = kbx_lanes_multiply (d, d);
  return kbx_lanes_first (square) + kbx_lanes_second (square)
         <= (double) circle.radius * circle.radius;
}

/* The axis must be a unit vector to within 1/1000 of its square. */
static inline bool
kbx_obb_valid (kbx_obb o)
{
  double n = (double) o.axis.x * o.axis.x + (double) o.axis.y * o.axis.y;
  int valid = kbx_vecs_valid (o.centre, o.axis);
  valid &= kbx_size_valid (o.w);
  valid &= kbx_size_valid (o.h);
  valid &= n >= 0.999;
  valid &= n <= 1.001;
  return valid != 0;
}

/* A rectangle extended to contain a point. */
static inline kbx_rect
kbx_rect_with (kbx_rect r, kbx_vec p)
{
  return KBX_LITERAL (kbx_rect){ { p.x < r.min.x ? p.x : r.min.x, p.y < r.min.y ? p.y : r.min.y },
                                 { p.x > r.max.x ? p.x : r.max.x, p.y > r.max.y ? p.y : r.max.y } };
}

/* Bounds extended to contain two points. They are empty if their max is left of their min. */
static inline kbx_rect
kbx_rect_bound (kbx_rect bounds, kbx_vec p, kbx_vec q)
{
  const kbx_rect first = { p, p };
  return kbx_rect_with (kbx_rect_with (bounds.max.x < bounds.min.x ? first : bounds, p), q);
}

/* Three corners or more, all within the world. Cost: linear. */
KBX_INTERNAL bool kbx_polygon_valid (kbx_polygon polygon);

/* The shortest of four ways out: right, left, down, up; the first of equals. */
static inline int
kbx_least_way (const double ways[4])
{
  int way = 0;
  for (int i = 1; i < 4; i++)
    way = ways[i] < ways[way] ? i : way;
  return way;
}

/* ---- edges ---- */

/* Whether the bounds of the segments ab and cd are apart. */
static inline bool
kbx_bounds_apart (kbx_vec a, kbx_vec b, kbx_vec c, kbx_vec d)
{
  return (a.x < c.x && a.x < d.x && b.x < c.x && b.x < d.x)
         || (a.x > c.x && a.x > d.x && b.x > c.x && b.x > d.x)
         || (a.y < c.y && a.y < d.y && b.y < c.y && b.y < d.y)
         || (a.y > c.y && a.y > d.y && b.y > c.y && b.y > d.y);
}

/* Whether the closed segments ab and cd share a point. Either may be a point. Exact. Method (Cormen
 * and others, 1990): each has its ends on both sides of the other's line, or on it. Their boxes
 * touch too, which settles collinear ones. */
static inline bool
kbx_edges_meet (kbx_vec a, kbx_vec b, kbx_vec c, kbx_vec d)
{
  const kbx_wide_vec e = kbx_from_to (a, b), f = kbx_from_to (c, d);
  return !kbx_bounds_apart (a, b, c, d) &&
         kbx_cross_sign (e, kbx_from_to (a, c)) * kbx_cross_sign (e, kbx_from_to (a, d)) <= 0 &&
         kbx_cross_sign (f, kbx_from_to (c, a)) * kbx_cross_sign (f, kbx_from_to (c, b)) <= 0;
}

/* ---- oriented boxes as sums ---- */

/* { centre + s * half_w * u + t * half_h * v : -1 <= s, t <= 1 } with v = u turned clockwise by a
 * quarter. u is the float axis, never normalised; square is dot (u, u), near 1. So the box is
 * exactly its numbers. */
typedef struct {
  kbx_wide_vec centre, u, v;
  double half_w, half_h, square;
} kbx_wide_obb;

static inline kbx_wide_obb
kbx_widen_obb (kbx_obb o)
{
  const kbx_wide_vec u = kbx_wide (o.axis);
  return KBX_LITERAL (kbx_wide_obb){ kbx_wide (o.centre), u,         { -u.y, u.x },
                                     0.5 * o.w,           0.5 * o.h, kbx_dot (u, u) };
}

/* ---- hulls ---- */

#define KBX_HULL_OWN 16u

/* The length of the columns for n corners: edges come in fours, and each needs its second
 * corner. */
#define KBX_HULL_COLUMN(n) (((n) + 3u) / 4u * 4u + 2u)

typedef struct {
  /* The corners of a large polygon, borrowed; NULL: they are in x and y */
  const kbx_vec *given;
  uint32_t count;
  bool reversed;        /* the given ones are in reverse order */
  bool flat;            /* all corners lie on one line */
  /* After the last, the first again */
  double x[KBX_HULL_COLUMN (KBX_HULL_OWN)], y[KBX_HULL_COLUMN (KBX_HULL_OWN)];
} kbx_hull;

/* Corner i, 0 <= i < count, clockwise on the screen. */
static inline kbx_wide_vec
kbx_hull_corner (const kbx_hull *hull, uint32_t i)
{
  if (hull->given == NULL)
    {
      return KBX_LITERAL (kbx_wide_vec){ hull->x[i], hull->y[i] };
    }
  return kbx_wide (hull->given[hull->reversed ? hull->count - 1 - i : i]);
}

static inline uint32_t
kbx_hull_next (const kbx_hull *hull, uint32_t i)
{
  return i + 1 < hull->count ? i + 1 : 0;
}

/* Further left, or above it. */
static inline bool
kbx_corner_before (kbx_wide_vec a, kbx_wide_vec b)
{
  return a.x < b.x || (a.x <= b.x && a.y < b.y);
}

/* Which of two pushes of the second shape, of any length but 0, wins a tie. It is the one nearer to
 * the x axis, then to the right, then down. 1 if v, -1 if w, 0 if they have the same direction. */
static inline int
kbx_compare_pushes (kbx_wide_vec v, kbx_wide_vec w)
{
  int nearer = kbx_compare_products (fabs (w.y), fabs (v.x), fabs (v.y), fabs (w.x));
  if (nearer != 0)
    return nearer;
  if ((v.x > 0) != (w.x > 0))
    return v.x > 0 ? 1 : -1;
  return (v.y > 0) - (w.y > 0);
}

/* The push of the second shape along the normal of its edge, or of the first shape's. */
static inline kbx_wide_vec
kbx_edge_push (kbx_wide_vec edge, bool of_second)
{
  return KBX_LITERAL (kbx_wide_vec){ of_second ? -edge.y : edge.y, of_second ? edge.x : -edge.x };
}

/* From corner i to the next. */
static inline kbx_wide_vec
kbx_hull_edge (const kbx_hull *hull, uint32_t i)
{
  return kbx_wide_way (kbx_hull_corner (hull, i), kbx_hull_corner (hull, kbx_hull_next (hull, i)));
}

/* Corners i and i + 1, clockwise. */
static inline void
kbx_fill_pair (kbx_hull *hull, const kbx_vec *v, uint32_t i, bool reversed)
{
  kbx_lanes x, y;
  kbx_lanes_corners (v + (reversed ? hull->count - 2 - i : i), &x, &y);
  kbx_lanes_store (hull->x + i, reversed ? kbx_lanes_between (x, x) : x);
  kbx_lanes_store (hull->y + i, reversed ? kbx_lanes_between (y, y) : y);
}

/* The hull of up to KBX_HULL_OWN corners, for code that reads no further than the repeated first
 * corner. */
static inline void
kbx_fill_hull (kbx_hull *hull, kbx_polygon polygon, bool reversed, bool flat)
{
  uint32_t n = polygon.count, i;

  hull->given = NULL;
  hull->count = n;
  hull->reversed = reversed;
  hull->flat = flat;
  for (i = 0; i + 1 < n; i += 2)
    kbx_fill_pair (hull, polygon.corners, i, reversed);
  if (i < n)
    {
      hull->x[i] = polygon.corners[reversed ? 0 : i].x;
      hull->y[i] = polygon.corners[reversed ? 0 : i].y;
    }
  hull->x[n] = hull->x[0];
  hull->y[n] = hull->y[0];
}

/* The hull of a valid shape. A rectangle starts at the top left corner and goes right. An oriented
 * box goes from the corner -u -v to u -v. A convex polygon, in either direction, starts at its
 * first corner, or at its last if it is reversed. */
KBX_INTERNAL kbx_hull kbx_rect_hull (kbx_rect rect);
KBX_INTERNAL kbx_hull kbx_obb_hull (kbx_obb obb);
KBX_INTERNAL void kbx_load_polygon_hull (kbx_hull *hull, kbx_polygon polygon);

/* The orientation of a convex polygon, by the first corner that turns; 0: it has no area.
 * hulls.c */
KBX_INTERNAL int kbx_convex_turn (kbx_polygon convex);

static inline kbx_hull
kbx_polygon_hull (kbx_polygon polygon)
{
  kbx_hull hull;
  kbx_load_polygon_hull (&hull, polygon);
  return hull;
}

/* Whether the two closed sets touch. Cost: corners of a times corners of b, two at once if the
 * processor can, until an axis separates. Method: separating axes; the boxes along x and y first,
 * which also settles points and segments on one line. */
KBX_INTERNAL bool kbx_hulls_overlap (const kbx_hull *a, const kbx_hull *b);

/* An edge of one of two hulls as an axis between them. */
typedef struct {
  bool found;          /* false: both are points, there is no edge */
  bool of_second;      /* the edge is the second hull's */
  uint32_t edge;       /* from that corner to the next */
  kbx_wide_vec normal; /* unit vector out of the hull whose edge it is */
  double depth;        /* depth of the other hull behind the edge, at least 0 */
} kbx_hull_axis;

/* Whether the two touch, and the edge with the least depth. Of equals, the one whose normal, from a
 * to b, is nearest to the x axis, to the right, down; then a's before b's. The same result as
 * kbx_hulls_overlap, or true if `touching`; *axis is set if true. Cost: as above, and a square root
 * or two. */
KBX_INTERNAL bool kbx_hulls_contact_axis (const kbx_hull *a, const kbx_hull *b, bool touching,
                                          kbx_hull_axis *axis);

/* The same for two polygons, which are checked first: KBX_ERROR_ARGUMENT. The hulls and the axis
 * are set if they touch. */
KBX_INTERNAL kbx_status kbx_convexes_contact_axis (kbx_polygon first, kbx_polygon second,
                                                   bool *touch, kbx_hull *a, kbx_hull *b,
                                                   kbx_hull_axis *axis);

#endif
