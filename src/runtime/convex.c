/* SPDX-License-Identifier: MIT */
/* Separating axes of convex corner lists. Source of the method: two convex sets are apart when an edge of one of
 * them has the other wholly on its outer side (Gottschalk 1996). */
#include "runtime/bits.h"
#include "runtime/convex.h"
#include "runtime/quick_axes.h"

KBX_INTERNAL bool
kbx_polygon_valid (kbx_polygon polygon)
{
  uint64_t excess = 0;

  if (polygon.corners == NULL || polygon.count < 3)
    return false;
  for (uint32_t i = 0; i < polygon.count; i++)
    excess |= kbx_corner_excess (polygon.corners + i);
  return (excess & KBX_CORNER_FLAGS) == 0;
}

/* Goes on with the first corners after the fourth. */
static inline void
kbx_close_box_hull (kbx_hull *hull)
{
  hull->given = NULL;
  hull->count = 4;
  hull->reversed = false;
  for (uint32_t i = 4; i < KBX_HULL_COLUMN (4); i++)
    {
      hull->x[i] = hull->x[i - 4];
      hull->y[i] = hull->y[i - 4];
    }
}

KBX_INTERNAL kbx_hull
kbx_rect_hull (kbx_rect rect)
{
  kbx_hull hull;
  hull.x[0] = hull.x[3] = rect.min.x;
  hull.x[1] = hull.x[2] = rect.max.x;
  hull.y[0] = hull.y[1] = rect.min.y;
  hull.y[2] = hull.y[3] = rect.max.y;
  kbx_close_box_hull (&hull);
  return hull;
}

KBX_INTERNAL kbx_hull
kbx_obb_hull (kbx_obb obb)
{
  kbx_hull hull;
  kbx_wide_obb o = kbx_widen_obb (obb);
  double ux = o.u.x * o.half_w, uy = o.u.y * o.half_w, vx = o.v.x * o.half_h, vy = o.v.y * o.half_h;
  hull.x[0] = o.centre.x - (ux + vx);
  hull.y[0] = o.centre.y - (uy + vy);
  hull.x[1] = o.centre.x + (ux - vx);
  hull.y[1] = o.centre.y + (uy - vy);
  hull.x[2] = o.centre.x + (ux + vx);
  hull.y[2] = o.centre.y + (uy + vy);
  hull.x[3] = o.centre.x - (ux - vx);
  hull.y[3] = o.centre.y - (uy - vy);
  kbx_close_box_hull (&hull);
  return hull;
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

/* The first corner that turns tells the way round of a convex polygon. */
KBX_INTERNAL void
kbx_load_polygon_hull (kbx_hull *hull, kbx_polygon polygon)
{
  const kbx_vec *v = polygon.corners;
  uint32_t n = polygon.count, i;
  int turn = 0;

  for (i = 2; i < n && turn == 0; i++)
    turn = kbx_cross_sign (kbx_from_to (v[0], v[i - 1]), kbx_from_to (v[0], v[i]));
  hull->given = n > KBX_HULL_OWN ? v : NULL;
  hull->count = n;
  hull->reversed = turn < 0;
  if (n > KBX_HULL_OWN)
    return;
  for (i = 0; i + 1 < n; i += 2)
    kbx_fill_pair (hull, v, i, turn < 0);
  if (i < n)
    {
      hull->x[i] = v[turn < 0 ? 0 : i].x;
      hull->y[i] = v[turn < 0 ? 0 : i].y;
    }
  for (i = n; i < KBX_HULL_COLUMN (n); i++)
    {
      hull->x[i] = hull->x[i - n];
      hull->y[i] = hull->y[i - n];
    }
}

/* ---- separating axes ---- */

/* Has a an edge with all of b strictly on its outer side, without rounding? The corner of b that proved one edge
 * innocent is asked first at the next. */
static bool
kbx_hull_separates (const kbx_hull *a, const kbx_hull *b)
{
  uint32_t witness = 0;

  for (uint32_t i = 0; i < a->count; i++)
    {
      kbx_wide_vec p = kbx_hull_corner (a, i), e = kbx_hull_edge (a, i);
      for (uint32_t tried = 0;; witness = kbx_hull_next (b, witness))
        {
          kbx_wide_vec d = kbx_hull_corner (b, witness);
          d.x -= p.x;
          d.y -= p.y;
          if (kbx_cross_sign (e, d) >= 0)
            break;
          if (++tried == b->count)
            return true;
        }
    }
  return false;
}

/* Corners as seen from one of them, which keeps the numbers small and the products of the grid exact: the columns of
 * a hull that has them. */
typedef struct {
  double x[KBX_HULL_COLUMN (KBX_HULL_OWN)], y[KBX_HULL_COLUMN (KBX_HULL_OWN)];
  uint32_t count;
} kbx_near_hull;

typedef struct { kbx_wide_vec min, max; } kbx_hull_bounds;

static inline double kbx_lower (double a, double b) { return a < b ? a : b; }
static inline double kbx_higher (double a, double b) { return a > b ? a : b; }

static inline kbx_hull_bounds
kbx_load_near_hull (kbx_near_hull *to, const kbx_hull *hull, kbx_wide_vec origin)
{
  const kbx_lanes ox = kbx_lanes_of (origin.x, origin.x), oy = kbx_lanes_of (origin.y, origin.y);
  kbx_lanes x = kbx_lanes_subtract (kbx_lanes_load (hull->x), ox), min_x = x, max_x = x;
  kbx_lanes y = kbx_lanes_subtract (kbx_lanes_load (hull->y), oy), min_y = y, max_y = y;
  kbx_hull_bounds b;

  to->count = hull->count;
  for (uint32_t i = 0; i < KBX_HULL_COLUMN (hull->count); i += 2)
    {
      x = kbx_lanes_subtract (kbx_lanes_load (hull->x + i), ox);
      y = kbx_lanes_subtract (kbx_lanes_load (hull->y + i), oy);
      kbx_lanes_store (to->x + i, x);
      kbx_lanes_store (to->y + i, y);
      min_x = kbx_lanes_lower (x, min_x);
      min_y = kbx_lanes_lower (y, min_y);
      max_x = kbx_lanes_higher (x, max_x);
      max_y = kbx_lanes_higher (y, max_y);
    }
  b.min.x = kbx_lower (kbx_lanes_first (min_x), kbx_lanes_second (min_x));
  b.min.y = kbx_lower (kbx_lanes_first (min_y), kbx_lanes_second (min_y));
  b.max.x = kbx_higher (kbx_lanes_first (max_x), kbx_lanes_second (max_x));
  b.max.y = kbx_higher (kbx_lanes_first (max_y), kbx_lanes_second (max_y));
  return b;
}

/* The bounds of a hull of many corners. */
static kbx_hull_bounds
kbx_bound_hull (const kbx_hull *hull, kbx_wide_vec origin)
{
  kbx_hull_bounds b;
  b.min.x = b.min.y = INFINITY;
  b.max.x = b.max.y = -INFINITY;
  for (uint32_t i = 0; i < hull->count; i++)
    {
      kbx_wide_vec c = kbx_hull_corner (hull, i);
      b.min.x = kbx_lower (c.x - origin.x, b.min.x);
      b.min.y = kbx_lower (c.y - origin.y, b.min.y);
      b.max.x = kbx_higher (c.x - origin.x, b.max.x);
      b.max.y = kbx_higher (c.y - origin.y, b.max.y);
    }
  return b;
}

/* What is known of the axes so far. */
typedef struct {
  bool touching;   /* that they do is known: none separates */
  bool depths;     /* they are asked for */
  bool doubtful;   /* an axis separates or not by less than rounding may do */
  bool of_second;
  double doubt;    /* what that is, times the length of the edge */
  uint32_t edge;   /* KBX_NONE: none that has a length */
  double square;   /* depth^2 behind it */
} kbx_axis_search;

/* Both edges of a group of two: how far b reaches behind them, times their length, less 0 for what rounding made of
 * it. Returns 1 when one of them separates. *square is depth^2, NaN for an edge without length. */
static inline uint32_t
kbx_weigh_two (kbx_axis_search *search, kbx_lanes ex, kbx_lanes ey, kbx_lanes depth, kbx_lanes *square)
{
  const kbx_lanes zero = kbx_lanes_of (0, 0);
  uint32_t apart = kbx_lanes_below (depth, kbx_lanes_of (-search->doubt, -search->doubt));

  search->doubtful |= kbx_lanes_below (kbx_lanes_of (search->doubt, search->doubt), depth) != 3;
  if (search->depths)
    {
      depth = kbx_lanes_higher (depth, zero);
      *square = kbx_lanes_divide (kbx_lanes_multiply (depth, depth),
                                  kbx_lanes_add (kbx_lanes_multiply (ex, ex), kbx_lanes_multiply (ey, ey)));
    }
  return apart != 0 && !search->touching;
}

/* Keeps the first edge of the least square. */
static inline void
kbx_keep_least (kbx_axis_search *search, const double *squares, uint32_t n, bool of_second)
{
  kbx_lanes least = kbx_lanes_of (search->square, search->square);
  double lowest;
  uint32_t which = 0;

  for (uint32_t i = 0; i < n; i += 2)
    least = kbx_lanes_lower (kbx_lanes_load (squares + i), least);
  lowest = kbx_lower (kbx_lanes_first (least), kbx_lanes_second (least));
  if (!(lowest < search->square))
    return;
  least = kbx_lanes_of (lowest, lowest);
  for (uint32_t i = 0; i < n; i += 2)
    which |= kbx_lanes_equal (kbx_lanes_load (squares + i), least) << i;
  search->square = lowest;
  search->edge = kbx_lowest_bit (which);
  search->of_second = of_second;
}

/* All edges of a against b, four at a time; false when one separates. */
static inline bool
kbx_weigh_near_edges (kbx_axis_search *search, const kbx_near_hull *a, const kbx_near_hull *b, bool of_second)
{
  double squares[KBX_HULL_OWN];
  uint32_t apart = 0, n = (a->count + 3) / 4 * 4;

  for (uint32_t i = 0; i < n; i += 4)
    {
      kbx_lanes px = kbx_lanes_load (a->x + i), qx = kbx_lanes_load (a->x + i + 2), rx = kbx_lanes_load (a->x + i + 4);
      kbx_lanes py = kbx_lanes_load (a->y + i), qy = kbx_lanes_load (a->y + i + 2), ry = kbx_lanes_load (a->y + i + 4);
      kbx_lanes ex = kbx_lanes_subtract (kbx_lanes_between (px, qx), px), fx = kbx_lanes_subtract (kbx_lanes_between (qx, rx), qx);
      kbx_lanes ey = kbx_lanes_subtract (kbx_lanes_between (py, qy), py), fy = kbx_lanes_subtract (kbx_lanes_between (qy, ry), qy);
      kbx_lanes e_reach = kbx_lanes_of (-INFINITY, -INFINITY), f_reach = e_reach, square = e_reach;

      for (uint32_t k = 0; k < b->count; k++)
        {
          kbx_lanes x = kbx_lanes_of (b->x[k], b->x[k]), y = kbx_lanes_of (b->y[k], b->y[k]);
          e_reach = kbx_lanes_higher (kbx_lanes_subtract (kbx_lanes_multiply (ex, y), kbx_lanes_multiply (ey, x)), e_reach);
          f_reach = kbx_lanes_higher (kbx_lanes_subtract (kbx_lanes_multiply (fx, y), kbx_lanes_multiply (fy, x)), f_reach);
        }
      e_reach = kbx_lanes_subtract (e_reach, kbx_lanes_subtract (kbx_lanes_multiply (ex, py), kbx_lanes_multiply (ey, px)));
      f_reach = kbx_lanes_subtract (f_reach, kbx_lanes_subtract (kbx_lanes_multiply (fx, qy), kbx_lanes_multiply (fy, qx)));
      apart |= kbx_weigh_two (search, ex, ey, e_reach, &square);
      kbx_lanes_store (squares + i, square);
      apart |= kbx_weigh_two (search, fx, fy, f_reach, &square);
      kbx_lanes_store (squares + i + 2, square);
    }
  if (apart != 0)
    return false;
  if (search->depths)
    kbx_keep_least (search, squares, n, of_second);
  return true;
}

/* The same for hulls of many corners. */
static bool
kbx_weigh_edges (kbx_axis_search *search, const kbx_hull *a, const kbx_hull *b, bool of_second)
{
  for (uint32_t i = 0; i < a->count; i++)
    {
      kbx_wide_vec p = kbx_hull_corner (a, i), e = kbx_hull_edge (a, i);
      double reach = -INFINITY, squares[2];
      kbx_lanes square = kbx_lanes_of (reach, reach);
      for (uint32_t k = 0; k < b->count; k++)
        {
          kbx_wide_vec d = kbx_hull_corner (b, k);
          d.x -= p.x;
          d.y -= p.y;
          reach = kbx_higher (kbx_cross (e, d), reach);
        }
      if (kbx_weigh_two (search, kbx_lanes_of (e.x, e.x), kbx_lanes_of (e.y, e.y), kbx_lanes_of (reach, reach), &square) != 0)
        return false;
      kbx_lanes_store (squares, square);
      if (search->depths && squares[0] < search->square)
        {
          search->square = squares[0];
          search->edge = i;
          search->of_second = of_second;
        }
    }
  return true;
}

/* The bounds first, which also settle points and segments on one line; then all edges of both. */
static inline bool
kbx_search_axes (kbx_axis_search *search, const kbx_hull *a, const kbx_hull *b)
{
  kbx_wide_vec origin = kbx_hull_corner (a, 0);
  bool small = a->given == NULL && b->given == NULL;
  kbx_near_hull near_a, near_b;
  kbx_hull_bounds p, q;

  if (small)
    {
      p = kbx_load_near_hull (&near_a, a, origin);
      q = kbx_load_near_hull (&near_b, b, origin);
    }
  else
    {
      p = kbx_bound_hull (a, origin);
      q = kbx_bound_hull (b, origin);
    }
  if (!search->touching && (p.max.x < q.min.x || q.max.x < p.min.x || p.max.y < q.min.y || q.max.y < p.min.y))
    return false;
  search->doubt = 1e-14 * ((p.max.x - p.min.x) + (q.max.x - q.min.x)) * ((p.max.y - p.min.y) + (q.max.y - q.min.y));
  search->doubtful = search->of_second = false;
  search->edge = KBX_NONE;
  search->square = INFINITY;
  if (small ? !kbx_weigh_near_edges (search, &near_a, &near_b, false) || !kbx_weigh_near_edges (search, &near_b, &near_a, true)
            : !kbx_weigh_edges (search, a, b, false) || !kbx_weigh_edges (search, b, a, true))
    return false;
  return search->touching || !search->doubtful || (!kbx_hull_separates (a, b) && !kbx_hull_separates (b, a));
}

KBX_INTERNAL bool
kbx_hulls_overlap (const kbx_hull *a, const kbx_hull *b)
{
  kbx_axis_search search;
  search.touching = search.depths = false;
  return kbx_search_axes (&search, a, b);
}

/* The axis that the search has come to. */
static inline void
kbx_found_axis (const kbx_axis_search *search, const kbx_hull *a, const kbx_hull *b, kbx_hull_axis *axis)
{
  kbx_wide_vec e;
  double length;

  axis->found = search->edge != KBX_NONE;
  axis->of_second = false;
  if (!axis->found)
    return;
  axis->of_second = search->of_second;
  axis->edge = search->edge;
  e = kbx_hull_edge (search->of_second ? b : a, search->edge);
  length = sqrt (kbx_dot (e, e)); /* not both roots at once: the normal need not wait for the depth */
  axis->normal.x = e.y / length;
  axis->normal.y = -e.x / length;
  axis->depth = sqrt (search->square);
}

KBX_INTERNAL bool
kbx_hulls_contact_axis (const kbx_hull *a, const kbx_hull *b, bool touching, kbx_hull_axis *axis)
{
  kbx_axis_search search;

  search.touching = touching;
  search.depths = true;
  if (!kbx_search_axes (&search, a, b))
    return false;
  kbx_found_axis (&search, a, b, axis);
  return true;
}

/* ---- polygons ---- */

#if KBX_QUICK_AXES

static inline bool
kbx_quick_pair (kbx_polygon a, kbx_polygon b)
{
  return a.corners != NULL && b.corners != NULL && a.count - 3 <= KBX_QUICK_MOST - 3 && b.count - 3 <= KBX_QUICK_MOST - 3;
}

/* The hull of a few corners, for what asks no further than the first corner again. */
static inline void
kbx_load_quick_hull (kbx_hull *hull, kbx_polygon polygon, bool reversed)
{
  uint32_t n = polygon.count, i;

  hull->given = NULL;
  hull->count = n;
  hull->reversed = reversed;
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

/* depth^2 of b behind edge i of a: the same number as kbx_weigh_near_edges has for it. */
static inline double
kbx_weigh_named_edge (const kbx_hull *a, const kbx_hull *b, uint32_t i, kbx_wide_vec origin)
{
  const kbx_lanes ox = kbx_lanes_of (origin.x, origin.x), oy = kbx_lanes_of (origin.y, origin.y);
  double px = a->x[i] - origin.x, ex = (a->x[i + 1] - origin.x) - px, depth;
  double py = a->y[i] - origin.y, ey = (a->y[i + 1] - origin.y) - py;
  kbx_lanes reach = kbx_lanes_of (-INFINITY, -INFINITY), e = kbx_lanes_of (ex, ex), f = kbx_lanes_of (ey, ey);

  for (uint32_t k = 0; k < b->count; k += 2)
    reach = kbx_lanes_higher (kbx_lanes_subtract (kbx_lanes_multiply (e, kbx_lanes_subtract (kbx_lanes_load (b->y + k), oy)),
                                                  kbx_lanes_multiply (f, kbx_lanes_subtract (kbx_lanes_load (b->x + k), ox))),
                              reach);
  depth = kbx_higher (kbx_lanes_first (reach), kbx_lanes_second (reach)) - (ex * py - ey * px);
  depth = kbx_higher (depth, 0);
  return depth * depth / (ex * ex + ey * ey);
}

/* The lowest of the named edges, in the order of a hull that goes round the other way where that is reversed. */
static inline uint32_t
kbx_named_edge (const kbx_hull *hull, uint32_t edges)
{
  uint32_t i = kbx_lowest_bit (edges), n = hull->count;
  return !hull->reversed ? i : i + 2 <= n ? n - 2 - i : n - 1;
}

/* Of edges that may be it, the first of least depth. Most often there is but one. */
static inline void
kbx_choose_edge (kbx_axis_search *search, const kbx_hull *a, const kbx_hull *b, const kbx_quick_edges *named)
{
  const kbx_wide_vec origin = kbx_hull_corner (a, 0);
  uint32_t all = named->edges[0] | named->edges[1] << KBX_QUICK_MOST;

  search->of_second = named->edges[0] == 0;
  search->edge = kbx_named_edge (search->of_second ? b : a, named->edges[search->of_second]);
  search->square = kbx_weigh_named_edge (search->of_second ? b : a, search->of_second ? a : b, search->edge, origin);
  for (all &= all - 1; all != 0; all &= all - 1)
    {
      bool of_second = (all & ((1u << KBX_QUICK_MOST) - 1)) == 0;
      const kbx_hull *own = of_second ? b : a;
      uint32_t i = kbx_named_edge (own, of_second ? all >> KBX_QUICK_MOST : all);
      double square = kbx_weigh_named_edge (own, of_second ? a : b, i, origin);
      if (square < search->square || (square <= search->square && of_second == search->of_second && i < search->edge))
        {
          search->square = square;
          search->edge = i;
          search->of_second = of_second;
        }
    }
}

#endif

KBX_INTERNAL kbx_status
kbx_convexes_contact_axis (kbx_polygon first, kbx_polygon second, bool *touch, kbx_hull *a, kbx_hull *b, kbx_hull_axis *axis)
{
  *touch = false;
#if KBX_QUICK_AXES
  if (kbx_quick_pair (first, second))
    {
      kbx_quick_edges edges;
      kbx_axis_search search;
      switch (kbx_quick_axes (first, second, &edges))
        {
        case KBX_QUICK_BAD: return KBX_ERROR_ARGUMENT;
        case KBX_QUICK_APART: return KBX_OK;
        case KBX_QUICK_TOUCH:
          kbx_load_quick_hull (a, first, edges.reversed[0]);
          kbx_load_quick_hull (b, second, edges.reversed[1]);
          kbx_choose_edge (&search, a, b, &edges);
          kbx_found_axis (&search, a, b, axis);
          *touch = true;
          return KBX_OK;
        default: break; /* ask the slow way */
        }
    }
  else
#endif
  if (!kbx_polygon_valid (first) || !kbx_polygon_valid (second))
    return KBX_ERROR_ARGUMENT;
  kbx_load_polygon_hull (a, first);
  kbx_load_polygon_hull (b, second);
  *touch = kbx_hulls_contact_axis (a, b, false, axis);
  return KBX_OK;
}

KBX_INTERNAL bool
kbx_convexes_touch (kbx_polygon first, kbx_polygon second)
{
  kbx_hull a, b;

#if KBX_QUICK_AXES
  if (kbx_quick_pair (first, second))
    {
      kbx_quick_answer answer = kbx_quick_axes (first, second, NULL);
      if (answer != KBX_QUICK_ASK)
        return answer == KBX_QUICK_TOUCH;
    }
  else
#endif
  if (!kbx_polygon_valid (first) || !kbx_polygon_valid (second))
    return false;
  kbx_load_polygon_hull (&a, first);
  kbx_load_polygon_hull (&b, second);
  return kbx_hulls_overlap (&a, &b);
}
