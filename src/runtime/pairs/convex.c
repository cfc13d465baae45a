/* SPDX-License-Identifier: MIT */
/* Separating axes of convex corner lists. Method: two convex sets are apart if an edge of one has
 * the other wholly on its outer side (Gottschalk 1996). */
#include "runtime/bits.h"
#include "runtime/pairs/convex.h"
#include "runtime/pairs/quick_axes.h"

/* ---- separating axes ---- */

/* Whether a has an edge with all of b strictly on its outer side, without rounding. The corner of b
 * that refuted one edge is tested first for the next. */
static bool
kbx_hull_separates (const kbx_hull *a, const kbx_hull *b)
{
  uint32_t witness = 0;

  for (uint32_t i = 0; i < a->count; i++)
    {
      kbx_wide_vec p = kbx_hull_corner (a, i), e = kbx_hull_edge (a, i);
      for (uint32_t tried = 0;; witness = kbx_hull_next (b, witness))
        {
          if (kbx_cross_sign (e, kbx_wide_way (p, kbx_hull_corner (b, witness))) >= 0)
            break;
          if (++tried == b->count)
            return true;
        }
    }
  return false;
}

typedef struct { kbx_wide_vec min, max; } kbx_hull_bounds;

static inline double kbx_lower (double a, double b) { return a < b ? a : b; }
static inline double kbx_higher (double a, double b) { return a > b ? a : b; }

static inline kbx_hull_bounds
kbx_bound_hull (const kbx_hull *hull)
{
  const uint32_t step = hull->given == NULL ? 2 : 1;
  kbx_lanes min_x = kbx_lanes_both (INFINITY), max_x = kbx_lanes_both (-INFINITY), min_y = min_x,
            max_y = max_x;

  for (uint32_t i = 0; i < hull->count; i += step)
    {
      const kbx_lanes x =
        step == 2 ? kbx_lanes_load (hull->x + i) : kbx_lanes_both (kbx_hull_corner (hull, i).x);
      const kbx_lanes y =
        step == 2 ? kbx_lanes_load (hull->y + i) : kbx_lanes_both (kbx_hull_corner (hull, i).y);
      min_x = kbx_lanes_lower (x, min_x);
      min_y = kbx_lanes_lower (y, min_y);
      max_x = kbx_lanes_higher (x, max_x);
      max_y = kbx_lanes_higher (y, max_y);
    }
  return KBX_LITERAL (
    kbx_hull_bounds){ { kbx_lower (kbx_lanes_first (min_x), kbx_lanes_second (min_x)),
                        kbx_lower (kbx_lanes_first (min_y), kbx_lanes_second (min_y)) },
                      { kbx_higher (kbx_lanes_first (max_x), kbx_lanes_second (max_x)),
                        kbx_higher (kbx_lanes_first (max_y), kbx_lanes_second (max_y)) } };
}

/* The state of the search over the axes. */
typedef struct {
  bool touching;   /* they are known to touch: none separates */
  bool depths;     /* depths are wanted */
  bool doubtful;   /* an axis separates, or not, by less than rounding may do */
  bool of_second;
  double doubt;    /* the rounding error, times the length of the edge */
  uint32_t edge;   /* KBX_NONE: none with a length */
  double square;   /* depth^2 behind it */
} kbx_axis_search;

/* For two edges: how far b reaches behind them, times their length, with rounding errors set to 0.
 * Returns 1 if one of them separates. *square is depth^2, NaN for an edge without length. */
static inline uint32_t
kbx_weigh_two (kbx_axis_search *search, kbx_lanes ex, kbx_lanes ey, kbx_lanes depth,
               kbx_lanes *square)
{
  const kbx_lanes zero = kbx_lanes_of (0, 0);
  uint32_t apart = kbx_lanes_below (depth, kbx_lanes_of (-search->doubt, -search->doubt));

  search->doubtful |= kbx_lanes_below (kbx_lanes_of (search->doubt, search->doubt), depth) != 3;
  if (search->depths)
    {
      depth = kbx_lanes_higher (depth, zero);
      *square =
        kbx_lanes_divide (kbx_lanes_multiply (depth, depth),
                          kbx_lanes_add (kbx_lanes_multiply (ex, ex), kbx_lanes_multiply (ey, ey)));
    }
  return apart != 0 && !search->touching;
}

/* Of two edges with equal squares, whether this one replaces the kept one. The push of the second
 * hull decides, then the first hull's edge, then, for collinear pieces, the first corner further
 * left or higher up. So neither the start nor the direction of a list of corners matters. */
static bool
kbx_edge_wins_tie (const kbx_axis_search *kept, const kbx_hull *a, const kbx_hull *b,
                   bool of_second, uint32_t edge)
{
  const kbx_hull *own = of_second ? b : a, *its = kept->of_second ? b : a;
  int wins = kbx_compare_pushes (kbx_edge_push (kbx_hull_edge (own, edge), of_second),
                                 kbx_edge_push (kbx_hull_edge (its, kept->edge), kept->of_second));

  if (wins != 0)
    return wins > 0;
  if (of_second != kept->of_second)
    return !of_second;
  return kbx_corner_before (kbx_hull_corner (own, edge), kbx_hull_corner (its, kept->edge));
}

/* Keeps the edge with the smaller square. An edge without length has none. */
static inline void
kbx_keep_lesser (kbx_axis_search *search, const kbx_hull *a, const kbx_hull *b, bool of_second,
                 uint32_t edge, double square)
{
  if (square < search->square
      || (square <= search->square && kbx_edge_wins_tie (search, a, b, of_second, edge)))
    {
      search->square = square;
      search->edge = edge;
      search->of_second = of_second;
    }
}

/* Keeps the edge with the smallest square among all edges of one of the two, unless the kept one is
 * better. */
static inline void
kbx_keep_least (kbx_axis_search *search, const kbx_hull *a, const kbx_hull *b, bool of_second,
                const double *squares)
{
  uint32_t n = of_second ? b->count : a->count, which = 0;
  kbx_lanes least = kbx_lanes_both (search->square);

  for (uint32_t i = 0; i < n; i += 2)
    least = kbx_lanes_lower (kbx_lanes_load (squares + i), least);
  const double lowest = kbx_lower (kbx_lanes_first (least), kbx_lanes_second (least));
  least = kbx_lanes_both (lowest);
  for (uint32_t i = 0; i < n; i += 2)
    which |= kbx_lanes_equal (kbx_lanes_load (squares + i), least) << i;
  for (which &= (1u << n) - 1; which != 0; which &= which - 1)
    kbx_keep_lesser (search, a, b, of_second, kbx_lowest_bit (which), lowest);
}

/* Tests all edges of one hull, `own`, against the other, four at a time; false if one separates. */
static inline bool
kbx_weigh_near_edges (kbx_axis_search *search, const kbx_hull *a, const kbx_hull *b, bool of_second)
{
  const kbx_hull *own = of_second ? b : a, *other = of_second ? a : b;
  double squares[KBX_HULL_OWN];
  uint32_t apart = 0;

  for (uint32_t i = 0; i < own->count; i += 4)
    {
      kbx_lanes px = kbx_lanes_load (own->x + i), qx = kbx_lanes_load (own->x + i + 2),
                rx = kbx_lanes_load (own->x + i + 4);
      kbx_lanes py = kbx_lanes_load (own->y + i), qy = kbx_lanes_load (own->y + i + 2),
                ry = kbx_lanes_load (own->y + i + 4);
      kbx_lanes ex = kbx_lanes_subtract (kbx_lanes_between (px, qx), px),
                fx = kbx_lanes_subtract (kbx_lanes_between (qx, rx), qx);
      kbx_lanes ey = kbx_lanes_subtract (kbx_lanes_between (py, qy), py),
                fy = kbx_lanes_subtract (kbx_lanes_between (qy, ry), qy);
      kbx_lanes e_reach = kbx_lanes_both (-INFINITY), f_reach = e_reach, square = e_reach;

      for (uint32_t k = 0; k < other->count; k++)
        {
          kbx_lanes x = kbx_lanes_both (other->x[k]), y = kbx_lanes_both (other->y[k]);
          e_reach = kbx_lanes_higher (
            kbx_lanes_subtract (kbx_lanes_multiply (ex, kbx_lanes_subtract (y, py)),
                                kbx_lanes_multiply (ey, kbx_lanes_subtract (x, px))),
            e_reach);
          f_reach = kbx_lanes_higher (
            kbx_lanes_subtract (kbx_lanes_multiply (fx, kbx_lanes_subtract (y, qy)),
                                kbx_lanes_multiply (fy, kbx_lanes_subtract (x, qx))),
            f_reach);
        }
      apart |= kbx_weigh_two (search, ex, ey, e_reach, &square);
      kbx_lanes_store (squares + i, square);
      apart |= kbx_weigh_two (search, fx, fy, f_reach, &square);
      kbx_lanes_store (squares + i + 2, square);
    }
  if (apart != 0)
    return false;
  if (search->depths)
    kbx_keep_least (search, a, b, of_second, squares);
  return true;
}

/* The same for hulls with many corners. */
static bool
kbx_weigh_edges (kbx_axis_search *search, const kbx_hull *a, const kbx_hull *b, bool of_second)
{
  const kbx_hull *own = of_second ? b : a, *other = of_second ? a : b;

  for (uint32_t i = 0; i < own->count; i++)
    {
      kbx_wide_vec p = kbx_hull_corner (own, i), e = kbx_hull_edge (own, i);
      double reach = -INFINITY;
      kbx_lanes square = kbx_lanes_both (reach);
      for (uint32_t k = 0; k < other->count; k++)
        reach = kbx_higher (kbx_cross (e, kbx_wide_way (p, kbx_hull_corner (other, k))), reach);
      if (kbx_weigh_two (search, kbx_lanes_both (e.x), kbx_lanes_both (e.y), kbx_lanes_both (reach),
                         &square)
          != 0)
        return false;
      if (search->depths)
        kbx_keep_lesser (search, a, b, of_second, i, kbx_lanes_first (square));
    }
  return true;
}

/* Tests the bounds first, which also settles points and segments on one line; then all edges of
 * both. */
static inline bool
kbx_search_axes (kbx_axis_search *search, const kbx_hull *a, const kbx_hull *b)
{
  bool small = a->given == NULL && b->given == NULL;
  kbx_hull_bounds p = kbx_bound_hull (a), q = kbx_bound_hull (b);

  if (!search->touching
      && (p.max.x < q.min.x || q.max.x < p.min.x || p.max.y < q.min.y || q.max.y < p.min.y))
    return false;
  search->doubt = 1e-14 * ((p.max.x - p.min.x) + (q.max.x - q.min.x))
                  * ((p.max.y - p.min.y) + (q.max.y - q.min.y));
  search->doubtful = search->of_second = false;
  search->edge = KBX_NONE;
  search->square = INFINITY;
  if (small
        ? !kbx_weigh_near_edges (search, a, b, false) || !kbx_weigh_near_edges (search, a, b, true)
        : !kbx_weigh_edges (search, a, b, false) || !kbx_weigh_edges (search, a, b, true))
    return false;
  return search->touching || !search->doubtful
         || (!kbx_hull_separates (a, b) && !kbx_hull_separates (b, a));
}

KBX_INTERNAL bool
kbx_hulls_overlap (const kbx_hull *a, const kbx_hull *b)
{
  kbx_axis_search search;
  search.touching = search.depths = false;
  return kbx_search_axes (&search, a, b);
}

/* The axis that the search found. */
static inline void
kbx_found_axis (const kbx_axis_search *search, const kbx_hull *a, const kbx_hull *b,
                kbx_hull_axis *axis)
{
  axis->found = search->edge != KBX_NONE;
  axis->of_second = false;
  if (!axis->found)
    return;
  axis->of_second = search->of_second;
  axis->edge = search->edge;
  const kbx_wide_vec e = kbx_hull_edge (search->of_second ? b : a, search->edge);
  /* Not both roots at once: the normal need not wait for the depth */
  double length = sqrt (kbx_dot (e, e));
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
  return a.corners != NULL && b.corners != NULL && a.count - 3 <= KBX_QUICK_MOST - 3
         && b.count - 3 <= KBX_QUICK_MOST - 3;
}

/* depth^2 of b behind edge i of a: the same number as in kbx_weigh_near_edges. */
static inline double
kbx_weigh_named_edge (const kbx_hull *a, const kbx_hull *b, uint32_t i)
{
  const kbx_lanes px = kbx_lanes_both (a->x[i]), py = kbx_lanes_both (a->y[i]);
  double ex = a->x[i + 1] - a->x[i], ey = a->y[i + 1] - a->y[i], depth;
  kbx_lanes reach = kbx_lanes_both (-INFINITY), e = kbx_lanes_both (ex), f = kbx_lanes_both (ey);

  for (uint32_t k = 0; k < b->count; k += 2)
    reach = kbx_lanes_higher (
      kbx_lanes_subtract (
        kbx_lanes_multiply (e, kbx_lanes_subtract (kbx_lanes_load (b->y + k), py)),
        kbx_lanes_multiply (f, kbx_lanes_subtract (kbx_lanes_load (b->x + k), px))),
      reach);
  depth = kbx_higher (kbx_lanes_first (reach), kbx_lanes_second (reach));
  depth = kbx_higher (depth, 0);
  return depth * depth / (ex * ex + ey * ey);
}

/* The lowest of the named edges, in reversed order if the hull is reversed. */
static inline uint32_t
kbx_named_edge (const kbx_hull *hull, uint32_t edges)
{
  uint32_t i = kbx_lowest_bit (edges), n = hull->count;
  return !hull->reversed ? i : i + 2 <= n ? n - 2 - i : n - 1;
}

/* Chooses the edge of least depth among candidates. Usually there is only one. */
static inline void
kbx_choose_edge (kbx_axis_search *search, const kbx_hull *a, const kbx_hull *b,
                 const kbx_quick_edges *named)
{
  search->square = INFINITY;
  search->edge = KBX_NONE;
  search->of_second = false;
  for (uint32_t all = named->edges[0] | named->edges[1] << KBX_QUICK_MOST; all != 0; all &= all - 1)
    {
      bool of_second = (all & ((1u << KBX_QUICK_MOST) - 1)) == 0;
      const kbx_hull *own = of_second ? b : a;
      uint32_t i = kbx_named_edge (own, of_second ? all >> KBX_QUICK_MOST : all);
      kbx_keep_lesser (search, a, b, of_second, i,
                       kbx_weigh_named_edge (own, of_second ? a : b, i));
    }
}

KBX_INTERNAL void
kbx_axis_of_edges (const kbx_hull *a, const kbx_hull *b, uint32_t of_a, uint32_t of_b,
                   kbx_hull_axis *axis)
{
  kbx_quick_edges named;
  kbx_axis_search search;

  named.edges[0] = of_a;
  named.edges[1] = of_b;
  kbx_choose_edge (&search, a, b, &named);
  kbx_found_axis (&search, a, b, axis);
}

#endif

KBX_INTERNAL kbx_status
kbx_convexes_contact_axis (kbx_polygon first, kbx_polygon second, bool *touch, kbx_hull *a,
                           kbx_hull *b, kbx_hull_axis *axis)
{
  *touch = false;
#if KBX_QUICK_AXES
  if (kbx_quick_pair (first, second))
    {
      kbx_quick_edges edges;
      switch (kbx_quick_axes (first, second, &edges))
        {
        case KBX_QUICK_BAD: return KBX_ERROR_ARGUMENT;
        case KBX_QUICK_APART: return KBX_OK;
        case KBX_QUICK_TOUCH:
          kbx_fill_hull (a, first, edges.reversed[0], edges.flat[0]);
          kbx_fill_hull (b, second, edges.reversed[1], edges.flat[1]);
          kbx_axis_of_edges (a, b, edges.edges[0], edges.edges[1], axis);
          *touch = true;
          return KBX_OK;
        default: break; /* use the slow method */
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
kbx_overlap_convexes (kbx_polygon first, kbx_polygon second)
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
