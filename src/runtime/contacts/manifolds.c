/* SPDX-License-Identifier: MIT */
/* Contacts of oriented boxes and convex polygons. Methods: the axis of least depth is a normal of
 * one of the two shapes (separating axes, Gottschalk 1996). The other's edge most opposed to it is
 * clipped at the ends of the reference edge (Sutherland and Hodgman 1974). */
#include "runtime/bits.h"
#include "runtime/contacts/clip.h"
#include "runtime/contacts/manifold.h"
#include "runtime/pairs/obbs.h"

/* ---- oriented boxes ---- */

/* Two coordinates rotated by a quarter in one direction, and in the other. */
static inline kbx_lanes
kbx_lanes_quarter (kbx_lanes v)
{
  return kbx_lanes_multiply (kbx_lanes_between (v, v), kbx_lanes_of (-1, 1));
}

static inline kbx_lanes
kbx_lanes_quarter_back (kbx_lanes v)
{
  return kbx_lanes_multiply (kbx_lanes_between (v, v), kbx_lanes_of (1, -1));
}

/* Two touching boxes. Everything but the points is computed in the frame of the axis of least depth
 * n and its perpendicular; equal depths use the first box's. */
static KBX_INLINE kbx_manifold
kbx_box_contact (const kbx_wide_obb *a, const kbx_wide_obb *b, const kbx_obb_axes *axes)
{
  const kbx_lanes one = kbx_lanes_both (1), back = kbx_lanes_both (-1), zero = kbx_lanes_both (0);
  const kbx_lanes lengths = kbx_lanes_root (kbx_lanes_of (a->square, b->square)),
                  by_lengths = kbx_lanes_divide (one, lengths);
  const kbx_lanes a_deep =
    kbx_lanes_multiply (axes->depth[0], kbx_lanes_firsts (by_lengths, by_lengths));
  const kbx_lanes b_deep =
    kbx_lanes_multiply (axes->depth[1], kbx_lanes_seconds (by_lengths, by_lengths));
  const kbx_lanes a_least = kbx_lanes_lower (kbx_lanes_between (a_deep, a_deep), a_deep);
  const kbx_lanes b_least = kbx_lanes_lower (kbx_lanes_between (b_deep, b_deep), b_deep);
  /* Of the box with that axis: its axis, u or v; the vector to the other's centre and the other's
   * u; its half sizes. */
#define KBX_OF_LEAST(of_a, of_b) kbx_lanes_where_below (b_least, a_least, of_b, of_a)
#define KBX_TURNED(of_u, of_v)                                                                     \
  kbx_lanes_where_below (kbx_lanes_seconds (deep, deep), kbx_lanes_firsts (deep, deep), of_v, of_u)
  const kbx_lanes deep = KBX_OF_LEAST (a_deep, b_deep),
                  length = KBX_OF_LEAST (kbx_lanes_firsts (lengths, lengths),
                                         kbx_lanes_seconds (lengths, lengths));
  const kbx_lanes by_length = KBX_OF_LEAST (kbx_lanes_firsts (by_lengths, by_lengths),
                                            kbx_lanes_seconds (by_lengths, by_lengths));
  const kbx_lanes own_u = kbx_lanes_multiply (
    KBX_OF_LEAST (kbx_lanes_of (a->u.x, a->u.y), kbx_lanes_of (b->u.x, b->u.y)), by_length);
  const kbx_lanes own =
    KBX_OF_LEAST (kbx_lanes_of (a->half_w, a->half_h), kbx_lanes_of (b->half_w, b->half_h));
  const kbx_lanes to =
    kbx_lanes_multiply (KBX_OF_LEAST (axes->apart[0], axes->apart[1]), by_length);
  const kbx_lanes turn =
    kbx_lanes_multiply (kbx_lanes_multiply (kbx_lanes_of (axes->cosine, axes->sine),
                                            KBX_OF_LEAST (one, kbx_lanes_of (-1, 1))),
                        by_length);
  const kbx_lanes half =
    kbx_lanes_multiply (KBX_TURNED (own, kbx_lanes_between (own, own)), length);
  const kbx_lanes apart = KBX_TURNED (to, kbx_lanes_quarter_back (to));
  const kbx_lanes sign =
    kbx_lanes_one_signed (kbx_lanes_add (kbx_lanes_firsts (apart, apart), zero));
  /* Out of the first box */
  const kbx_lanes n = kbx_lanes_multiply (KBX_TURNED (own_u, kbx_lanes_quarter (own_u)), sign);
  const kbx_lanes centre =
    KBX_OF_LEAST (kbx_lanes_of (a->centre.x, a->centre.y), kbx_lanes_of (b->centre.x, b->centre.y));
  const kbx_reference r =
    kbx_make_reference (centre, kbx_lanes_multiply (n, KBX_OF_LEAST (one, back)),
                        kbx_lanes_first (half), -kbx_lanes_second (half), kbx_lanes_second (half));
  /* The side of the other box most opposed to n: the vector to its middle, and from there to an
   * end. */
  const kbx_lanes u = kbx_lanes_multiply (KBX_TURNED (turn, kbx_lanes_quarter_back (turn)), sign),
                  v = kbx_lanes_quarter (u);
  const kbx_lanes halves =
    KBX_OF_LEAST (kbx_lanes_of (b->half_w, b->half_h), kbx_lanes_of (a->half_w, a->half_h));
  const kbx_lanes along_u = kbx_lanes_unsigned (kbx_lanes_firsts (u, u)),
                  along_v = kbx_lanes_unsigned (kbx_lanes_firsts (v, v));
  const kbx_lanes out = kbx_lanes_where_below (along_u, along_v, v, u),
                  side = kbx_lanes_where_below (along_u, along_v, u, v);
  const kbx_lanes sizes =
    kbx_lanes_where_below (along_u, along_v, kbx_lanes_between (halves, halves), halves);
  const kbx_lanes reach = kbx_lanes_multiply (kbx_lanes_one_signed (kbx_lanes_firsts (out, out)),
                                              kbx_lanes_firsts (sizes, sizes));
  const kbx_lanes middle =
    kbx_lanes_subtract (kbx_lanes_multiply (apart, sign), kbx_lanes_multiply (out, reach));
  const kbx_lanes ahead = kbx_lanes_multiply (kbx_lanes_one_signed (kbx_lanes_seconds (side, side)),
                                              kbx_lanes_seconds (sizes, sizes));
  const kbx_lanes slope = kbx_lanes_divide (
    kbx_lanes_firsts (side, side), kbx_lanes_multiply (kbx_lanes_seconds (side, side), back));
  const kbx_lanes way = kbx_lanes_multiply (side, ahead);
  const kbx_lanes low = kbx_lanes_subtract (middle, way), high = kbx_lanes_add (middle, way);

  const kbx_seen seen = { kbx_lanes_seconds (low, high),
                          kbx_lanes_subtract (r.face, kbx_lanes_firsts (low, high)) };
  return kbx_clip_contact (n, kbx_lanes_first (kbx_lanes_lower (b_least, a_least)), &r, seen,
                           slope);
#undef KBX_OF_LEAST
#undef KBX_TURNED
}

/* Two valid boxes. */
static KBX_INLINE kbx_manifold
kbx_collide_boxes (const kbx_wide_obb *a, const kbx_wide_obb *b)
{
  kbx_obb_axes axes = kbx_weigh_obbs (a, b);
  return kbx_obbs_touch (&axes) ? kbx_box_contact (a, b, &axes) : kbx_no_contact (KBX_OK);
}

KBX_INTERNAL kbx_manifold
kbx_collide_rect_obb (const kbx_rect *rect, const kbx_obb *obb)
{
  kbx_wide_obb a = kbx_widen_rect (*rect), b = kbx_widen_obb (*obb);
  if (!kbx_rect_valid (*rect) || !kbx_obb_valid (*obb))
    return kbx_no_contact (KBX_ERROR_ARGUMENT);
  return kbx_collide_boxes (&a, &b);
}

KBX_INTERNAL kbx_manifold
kbx_collide_obbs (const kbx_obb *first, const kbx_obb *second)
{
  kbx_wide_obb a = kbx_widen_obb (*first), b = kbx_widen_obb (*second);
  if (!kbx_obb_valid (*first) || !kbx_obb_valid (*second))
    return kbx_no_contact (KBX_ERROR_ARGUMENT);
  return kbx_collide_boxes (&a, &b);
}

/* ---- convex polygons ---- */

static inline kbx_ends
kbx_stretch_ends (kbx_stretch stretch)
{
  return KBX_LITERAL (kbx_ends){ kbx_lanes_of (stretch.from.x, stretch.to.x),
                                 kbx_lanes_of (stretch.from.y, stretch.to.y) };
}

static inline uint32_t
kbx_hull_before (const kbx_hull *hull, uint32_t i)
{
  return i > 0 ? i - 1 : hull->count - 1;
}

static inline kbx_wide_vec
kbx_hull_way (const kbx_hull *hull, uint32_t from, uint32_t to)
{
  return kbx_wide_way (kbx_hull_corner (hull, from), kbx_hull_corner (hull, to));
}

static inline bool
kbx_goes_on (kbx_wide_vec e, kbx_wide_vec f)
{
  return kbx_cross (e, f) == 0 && kbx_dot (e, f) >= 0;
}

/* From corner `from` to the next corner `to`, extended at both ends while straight. */
static kbx_stretch
kbx_stretch_edge (const kbx_hull *hull, uint32_t from, uint32_t to)
{
  const kbx_wide_vec e = kbx_hull_way (hull, from, to);

  for (uint32_t k = 0;
       k < hull->count && kbx_goes_on (e, kbx_hull_way (hull, to, kbx_hull_next (hull, to))); k++)
    to = kbx_hull_next (hull, to);
  for (uint32_t k = 0;
       k < hull->count && kbx_goes_on (e, kbx_hull_way (hull, kbx_hull_before (hull, from), from));
       k++)
    from = kbx_hull_before (hull, from);
  return KBX_LITERAL (kbx_stretch){ kbx_hull_corner (hull, from), kbx_hull_corner (hull, to) };
}

/* How much an edge faces against n: its outer normal's part along n, squared with its sign. At most
 * about 1, since n is a unit vector. An edge of length 0 faces least. */
static inline double
kbx_faces_against (kbx_wide_vec e, kbx_wide_vec n)
{
  double dot = e.y * n.x - e.x * n.y, square = kbx_dot (e, e);
  return square > 0 ? dot * fabs (dot) / square : 2;
}

/* The corner farthest against n; of equals the leftmost, then the highest. Usually two corners
 * tested at once find it. */
static inline uint32_t
kbx_farthest_corner (const kbx_hull *hull, kbx_wide_vec n)
{
  const kbx_lanes nx = kbx_lanes_both (n.x), ny = kbx_lanes_both (n.y);
  kbx_lanes least = kbx_lanes_both (HUGE_VAL), d[KBX_HULL_OWN / 2];
  kbx_wide_vec best = { 0, 0 };
  double lowest = HUGE_VAL;
  uint32_t at = 0, which = 0;

  if (hull->given == NULL)
    {
      for (uint32_t i = 0; i < hull->count; i += 2)
        {
          d[i / 2] = kbx_lanes_add (kbx_lanes_multiply (kbx_lanes_load (hull->x + i), nx),
                                    kbx_lanes_multiply (kbx_lanes_load (hull->y + i), ny));
          least = kbx_lanes_lower (d[i / 2], least);
        }
      least = kbx_lanes_lower (kbx_lanes_between (least, least), least);
      for (uint32_t i = 0; i < hull->count; i += 2)
        which |= kbx_lanes_equal (d[i / 2], least) << i;
      which &= (1u << hull->count) - 1;
      if ((which & (which - 1)) == 0)
        return kbx_lowest_bit (which);
    }
  for (uint32_t i = 0; i < hull->count; i++)
    {
      kbx_wide_vec c = kbx_hull_corner (hull, i);
      double along = kbx_dot (c, n);
      if (along < lowest || (along <= lowest && kbx_corner_before (c, best)))
        {
          at = i;
          best = c;
          lowest = along;
        }
    }
  return at;
}

/* One of its ends is the corner farthest against n. */
KBX_INTERNAL kbx_stretch
kbx_facing_stretch (const kbx_hull *hull, kbx_wide_vec n)
{
  const uint32_t at = kbx_farthest_corner (hull, n);
  uint32_t before = kbx_hull_before (hull, at), next = kbx_hull_next (hull, at), k;
  double came = kbx_faces_against (kbx_hull_way (hull, before, at), n),
         goes = kbx_faces_against (kbx_hull_way (hull, at, next), n);

  /* Skips corners at the same position */
  for (k = 2; k < hull->count && came > 1.5; k++)
    {
      before = kbx_hull_before (hull, before);
      came = kbx_faces_against (kbx_hull_way (hull, before, at), n);
    }
  for (k = 2; k < hull->count && goes > 1.5; k++)
    {
      next = kbx_hull_next (hull, next);
      goes = kbx_faces_against (kbx_hull_way (hull, at, next), n);
    }
  return came < goes ? kbx_stretch_edge (hull, before, at) : kbx_stretch_edge (hull, at, next);
}

/* ---- polygons without area ---- */

/* From the leftmost corner to the rightmost; on a vertical line, from the highest to the lowest. */
static kbx_stretch
kbx_hull_span (const kbx_hull *hull)
{
  kbx_stretch span;

  span.from = span.to = kbx_hull_corner (hull, 0);
  for (uint32_t i = 1; i < hull->count; i++)
    {
      kbx_wide_vec c = kbx_hull_corner (hull, i);
      span.from = kbx_corner_before (c, span.from) ? c : span.from;
      span.to = kbx_corner_before (span.to, c) ? c : span.to;
    }
  return span;
}

/* No libm: its results for NaN differ between systems. */
static inline double kbx_less (double a, double b) { return b < a ? b : a; }
static inline double kbx_more (double a, double b) { return a < b ? b : a; }

/* The part of a line behind an edge, from the depths at the line's two ends. */
static inline void
kbx_cut_line (double begin, double end, double *enter, double *leave)
{
  if (begin < end)
    *enter = kbx_more (*enter, begin / (begin - end));
  else if (end < begin)
    *leave = kbx_less (*leave, begin / (begin - end));
}

/* For two touching hulls, at least one without area: moves each point to the nearest common one.
 * Method: the line is cut by the edges of the other (Cyrus and Beck 1978), and by the ends of
 * another line. */
static void
kbx_put_on_line (kbx_manifold *m, const kbx_hull *first, const kbx_hull *second)
{
  const kbx_hull *other = first->flat ? second : first;
  kbx_stretch line = kbx_hull_span (first->flat ? first : second), across = kbx_hull_span (other);
  kbx_wide_vec way = kbx_wide_way (line.from, line.to), f = kbx_wide_way (across.from, across.to);
  double enter = 0, leave = 1, square;
  kbx_manifold given = *m;

  /* Of two lines the shorter, which may be a point */
  if (other->flat && kbx_dot (f, f) < kbx_dot (way, way))
    {
      kbx_stretch swap = line;
      line = across;
      across = swap;
      way = f;
      f = kbx_wide_way (across.from, across.to);
      other = first;
    }
  for (uint32_t i = 0; i < other->count; i++)
    {
      kbx_wide_vec e = kbx_hull_edge (other, i), c = kbx_hull_corner (other, i);
      kbx_cut_line (kbx_cross (e, kbx_wide_way (c, line.from)),
                    kbx_cross (e, kbx_wide_way (c, line.to)), &enter, &leave);
    }
  if (other->flat)
    {
      kbx_cut_line (kbx_dot (f, kbx_wide_way (across.from, line.from)),
                    kbx_dot (f, kbx_wide_way (across.from, line.to)), &enter, &leave);
      kbx_cut_line (kbx_dot (f, kbx_wide_way (line.from, across.to)),
                    kbx_dot (f, kbx_wide_way (line.to, across.to)), &enter, &leave);
    }
  leave = kbx_more (kbx_less (enter, 1), leave); /* less by rounding */
  square = kbx_dot (way, way);
  m->count = 0;
  for (uint32_t i = 0; i < given.count; i++)
    {
      kbx_wide_vec to = kbx_wide_way (line.from, kbx_wide (given.points[i]));
      double t = square > 0 ? kbx_dot (to, way) / square : 0;
      t = kbx_less (kbx_more (t, enter), leave);
      kbx_add_contact_point (m, line.from.x + t * way.x, line.from.y + t * way.y, given.depths[i]);
    }
  if (m->count < given.count)
    {
      m->points[1] = kbx_contact_vec (0, 0);
      m->depths[0] = given.depths[0] < given.depths[1] ? given.depths[1] : given.depths[0];
      m->depths[1] = 0;
    }
}

/* ---- two hulls ---- */

KBX_INTERNAL kbx_manifold
kbx_hull_contact (const kbx_hull *first, const kbx_hull *second, const kbx_hull_axis *axis)
{
  /* A table instead of an unpredictable branch */
  const kbx_hull *const hulls[2] = { first, second }, *reference = hulls[axis->of_second],
                        *other = hulls[!axis->of_second];
  kbx_manifold m;

  if (!axis->found)
    {
      /* Two points at one position */
      kbx_wide_vec at = kbx_hull_corner (first, 0);
      m = kbx_begin_contact (1, 0, 0);
      kbx_add_contact_point (&m, at.x, at.y, 0);
      return m;
    }
  m = kbx_stretches_contact (kbx_stretch_ends (kbx_stretch_edge (
                               reference, axis->edge, kbx_hull_next (reference, axis->edge))),
                             kbx_stretch_ends (kbx_facing_stretch (other, axis->normal)),
                             kbx_lanes_of (axis->normal.x, axis->normal.y), 1 - 2 * axis->of_second,
                             axis->depth);
  if (first->flat || second->flat)
    kbx_put_on_line (&m, first, second);
  return m;
}

/* A hull and a convex polygon that touch. */
static kbx_manifold
kbx_hull_convex_contact (kbx_hull a, kbx_polygon convex)
{
  kbx_hull b;
  kbx_hull_axis axis;

  kbx_load_polygon_hull (&b, convex);
  kbx_hulls_contact_axis (&a, &b, true, &axis);
  return kbx_hull_contact (&a, &b, &axis);
}

KBX_INTERNAL kbx_manifold
kbx_collide_rect_convex (kbx_rect rect, kbx_polygon convex)
{
  if (!kbx_overlap_rect_polygon (rect, convex))
    return kbx_no_contact (
      kbx_rect_valid (rect) && kbx_polygon_valid (convex) ? KBX_OK : KBX_ERROR_ARGUMENT);
  return kbx_hull_convex_contact (kbx_rect_hull (rect), convex);
}

KBX_INTERNAL kbx_manifold
kbx_collide_obb_convex (kbx_obb obb, kbx_polygon convex)
{
  if (!kbx_overlap_obb_polygon (obb, convex))
    return kbx_no_contact (kbx_obb_valid (obb) && kbx_polygon_valid (convex) ? KBX_OK
                                                                             : KBX_ERROR_ARGUMENT);
  return kbx_hull_convex_contact (kbx_obb_hull (obb), convex);
}
