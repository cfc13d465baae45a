/* SPDX-License-Identifier: MIT */
/* Contacts of oriented boxes and convex polygons. Sources of the methods: the axis of least depth is a normal of
 * one of the two shapes (separating axes, Gottschalk 1996); the other's edge that faces most against it is clipped
 * on the ends of the reference edge (Sutherland and Hodgman 1974). */
#include "runtime/manifold.h"
#include "runtime/obbs.h"

/* How far before the reference edge a point may lie and still carry: what rounding makes of 0, in pixels. */
#define KBX_CONTACT_ROUNDING 1e-8

/* A reference edge: the points origin + x * along, low <= x <= high, moved by `face` along the unit normal n. */
typedef struct {
  kbx_wide_vec origin, n, along;
  double face, low, high;
} kbx_reference;

/* A point of the other shape seen from there: where along the edge, and how deep behind it. */
typedef struct { double x, depth; } kbx_seen;

static inline kbx_seen
kbx_see (const kbx_reference *r, double x, double y)
{
  kbx_wide_vec d;
  kbx_seen s;
  d.x = x - r->origin.x;
  d.y = y - r->origin.y;
  s.x = kbx_dot (d, r->along);
  s.depth = r->face - kbx_dot (d, r->n);
  return s;
}

static inline void
kbx_add_seen (kbx_manifold *m, const kbx_reference *r, kbx_seen s)
{
  double out = r->face - 0.5 * s.depth;
  kbx_add_contact_point (m, r->origin.x + r->along.x * s.x + r->n.x * out,
                         r->origin.y + r->along.y * s.x + r->n.y * out, s.depth);
}

/* The point at x between two that lie on both sides of x. */
static inline kbx_seen
kbx_cut_seen (kbx_seen a, kbx_seen b, double x)
{
  kbx_seen s;
  s.x = x;
  s.depth = a.depth + (b.depth - a.depth) * ((x - a.x) / (b.x - a.x));
  return s;
}

/* Adds what of the edge a-b is beside and behind the reference edge. With the axis of least depth that is something:
 * the deepest point lies right behind the edge. Rounding, or a polygon that is not convex, may leave nothing; then it
 * is the deeper end. */
static void
kbx_clip_contact (kbx_manifold *m, const kbx_reference *r, kbx_seen a, kbx_seen b)
{
  kbx_seen deeper = a.depth >= b.depth ? a : b, low = a, high = b;

  if (a.x > b.x)
    {
      low = b;
      high = a;
    }
  a = low.x < r->low && high.x >= r->low ? kbx_cut_seen (low, high, r->low) : low;
  b = high.x > r->high && low.x <= r->high ? kbx_cut_seen (low, high, r->high) : high;
  if (high.x >= r->low && low.x <= r->high)
    {
      if (a.depth >= -KBX_CONTACT_ROUNDING)
        kbx_add_seen (m, r, a);
      if (b.depth >= -KBX_CONTACT_ROUNDING)
        kbx_add_seen (m, r, b);
    }
  if (m->count == 0)
    kbx_add_seen (m, r, deeper);
}

/* ---- oriented boxes ---- */

static inline kbx_wide_vec
kbx_contact_times (kbx_wide_vec v, double by)
{
  v.x *= by;
  v.y *= by;
  return v;
}

/* The side of the box that faces most along n: its middle, and the way from there to one end. */
typedef struct { kbx_wide_vec middle, half; } kbx_box_side;

static inline kbx_box_side
kbx_facing_side (const kbx_wide_obb *box, kbx_wide_vec n)
{
  double u = kbx_dot (n, box->u), v = kbx_dot (n, box->v);
  bool across = fabs (u) < fabs (v);
  kbx_wide_vec out = across ? box->v : box->u;
  double half = across ? box->half_h : box->half_w;
  kbx_box_side side;

  out = kbx_contact_times (out, (across ? v : u) < 0 ? -half : half);
  side.middle.x = box->centre.x + out.x;
  side.middle.y = box->centre.y + out.y;
  side.half = across ? kbx_contact_times (box->u, box->half_w) : kbx_contact_times (box->v, box->half_h);
  return side;
}

/* Two boxes that touch. */
static kbx_manifold
kbx_box_contact (const kbx_wide_obb *first, const kbx_wide_obb *second, const kbx_obb_axes *axes)
{
  const double sizes[2] = { sqrt (first->square), sqrt (second->square) };
  const kbx_wide_obb *reference, *other;
  double depth = axes->depth[0] / sizes[0], size;
  kbx_box_side side;
  kbx_wide_vec n;
  kbx_reference r;
  kbx_manifold m;
  int least = 0;

  for (int i = 1; i < 4; i++)
    if (axes->depth[i] / sizes[i >> 1] < depth)
      {
        depth = axes->depth[i] / sizes[i >> 1];
        least = i;
      }
  reference = least >= 2 ? second : first;
  other = least >= 2 ? first : second;
  size = sizes[least >> 1];

  /* n points from the first to the second at first, then from the reference box to the other. */
  n = kbx_contact_times (least & 1 ? reference->v : reference->u, (axes->apart[least] < 0 ? -1 : 1) / size);
  m = kbx_begin_contact (n.x, n.y, depth);
  if (least >= 2)
    n = kbx_contact_times (n, -1);
  r.origin = reference->centre;
  r.n = n;
  r.along.x = -n.y;
  r.along.y = n.x;
  r.face = (least & 1 ? reference->half_h : reference->half_w) * size;
  r.high = (least & 1 ? reference->half_w : reference->half_h) * size;
  r.low = -r.high;
  side = kbx_facing_side (other, kbx_contact_times (n, -1));
  kbx_clip_contact (&m, &r, kbx_see (&r, side.middle.x - side.half.x, side.middle.y - side.half.y),
                    kbx_see (&r, side.middle.x + side.half.x, side.middle.y + side.half.y));
  return m;
}

KBX_API kbx_manifold
kbx_collide_rect_obb (kbx_rect rect, kbx_obb obb)
{
  kbx_wide_obb a = kbx_widen_rect (rect), b = kbx_widen_obb (obb);
  kbx_obb_axes axes = kbx_weigh_obbs (&a, &b);

  if (!kbx_rect_valid (rect) || !kbx_obb_valid (obb))
    return kbx_no_contact (KBX_ERROR_ARGUMENT);
  return kbx_obbs_touch (&axes) ? kbx_box_contact (&a, &b, &axes) : kbx_no_contact (KBX_OK);
}

KBX_API kbx_manifold
kbx_collide_obbs (kbx_obb first, kbx_obb second)
{
  kbx_wide_obb a = kbx_widen_obb (first), b = kbx_widen_obb (second);
  kbx_obb_axes axes = kbx_weigh_obbs (&a, &b);

  if (!kbx_obb_valid (first) || !kbx_obb_valid (second))
    return kbx_no_contact (KBX_ERROR_ARGUMENT);
  return kbx_obbs_touch (&axes) ? kbx_box_contact (&a, &b, &axes) : kbx_no_contact (KBX_OK);
}

/* ---- convex polygons ---- */

/* A straight stretch of a hull's border, of one edge or of several in line. */
typedef struct { kbx_wide_vec from, to; } kbx_stretch;

static inline uint32_t
kbx_hull_before (const kbx_hull *hull, uint32_t i)
{
  return i > 0 ? i - 1 : hull->count - 1;
}

static inline kbx_wide_vec
kbx_hull_way (const kbx_hull *hull, uint32_t from, uint32_t to)
{
  kbx_wide_vec a = kbx_hull_corner (hull, from), b = kbx_hull_corner (hull, to);
  b.x -= a.x;
  b.y -= a.y;
  return b;
}

static inline bool
kbx_goes_on (kbx_wide_vec e, kbx_wide_vec f)
{
  return kbx_cross (e, f) == 0 && kbx_dot (e, f) >= 0;
}

/* From corner `from` to corner `to`, which follow each other, and on at both ends as long as it is straight. */
static kbx_stretch
kbx_stretch_edge (const kbx_hull *hull, uint32_t from, uint32_t to)
{
  kbx_wide_vec e = kbx_hull_way (hull, from, to);
  kbx_stretch stretch;

  for (uint32_t k = 0; k < hull->count && kbx_goes_on (e, kbx_hull_way (hull, to, kbx_hull_next (hull, to))); k++)
    to = kbx_hull_next (hull, to);
  for (uint32_t k = 0; k < hull->count && kbx_goes_on (e, kbx_hull_way (hull, kbx_hull_before (hull, from), from)); k++)
    from = kbx_hull_before (hull, from);
  stretch.from = kbx_hull_corner (hull, from);
  stretch.to = kbx_hull_corner (hull, to);
  return stretch;
}

/* How much an edge faces against n: its outer normal's part along n, squared with its sign. Not above 1, since n is a
 * unit vector; an edge of length 0 faces least. */
static inline double
kbx_faces_against (kbx_wide_vec e, kbx_wide_vec n)
{
  double dot = e.y * n.x - e.x * n.y, square = kbx_dot (e, e);
  return square > 0 ? dot * fabs (dot) / square : 2;
}

/* The stretch whose outer normal points most against n. One of its ends is the corner farthest against n. */
static kbx_stretch
kbx_facing_stretch (const kbx_hull *hull, kbx_wide_vec n)
{
  double least = HUGE_VAL, came, goes;
  uint32_t at = 0, before, next, k;

  for (uint32_t i = 0; i < hull->count; i++)
    {
      double d = kbx_dot (kbx_hull_corner (hull, i), n);
      at = d < least ? i : at;
      least = d < least ? d : least;
    }
  /* Past corners that are in the same place. */
  before = kbx_hull_before (hull, at);
  next = kbx_hull_next (hull, at);
  came = kbx_faces_against (kbx_hull_way (hull, before, at), n);
  goes = kbx_faces_against (kbx_hull_way (hull, at, next), n);
  for (k = 2; k < hull->count && came > 1; k++)
    {
      before = kbx_hull_before (hull, before);
      came = kbx_faces_against (kbx_hull_way (hull, before, at), n);
    }
  for (k = 2; k < hull->count && goes > 1; k++)
    {
      next = kbx_hull_next (hull, next);
      goes = kbx_faces_against (kbx_hull_way (hull, at, next), n);
    }
  return came < goes ? kbx_stretch_edge (hull, before, at) : kbx_stretch_edge (hull, at, next);
}

/* Two hulls that touch, with the axis of least depth. */
static kbx_manifold
kbx_hull_contact (const kbx_hull *first, const kbx_hull *second, const kbx_hull_axis *axis)
{
  const kbx_hull *reference = axis->of_second ? second : first, *other = axis->of_second ? first : second;
  double sign = axis->of_second ? -1 : 1;
  kbx_stretch side, facing;
  kbx_reference r;
  kbx_manifold m;

  if (!axis->found)
    {
      /* Two points in one place. */
      kbx_wide_vec at = kbx_hull_corner (first, 0);
      m = kbx_begin_contact (1, 0, 0);
      kbx_add_contact_point (&m, at.x, at.y, 0);
      return m;
    }
  m = kbx_begin_contact (sign * axis->normal.x, sign * axis->normal.y, axis->depth);
  side = kbx_stretch_edge (reference, axis->edge, kbx_hull_next (reference, axis->edge));
  r.origin.x = side.from.x; /* one by one: what was just filled in by halves is slow to copy whole */
  r.origin.y = side.from.y;
  r.n.x = axis->normal.x;
  r.n.y = axis->normal.y;
  r.along.x = -r.n.y;
  r.along.y = r.n.x;
  r.face = 0;
  r.low = 0;
  r.high = (side.to.x - side.from.x) * r.along.x + (side.to.y - side.from.y) * r.along.y;
  facing = kbx_facing_stretch (other, r.n);
  kbx_clip_contact (&m, &r, kbx_see (&r, facing.from.x, facing.from.y), kbx_see (&r, facing.to.x, facing.to.y));
  return m;
}

KBX_API kbx_manifold
kbx_collide_rect_convex (kbx_rect rect, kbx_polygon convex)
{
  kbx_hull a, b;
  kbx_hull_axis axis;

  if (!kbx_overlap_rect_polygon (rect, convex))
    return kbx_no_contact (kbx_rect_valid (rect) && kbx_polygon_valid (convex) ? KBX_OK : KBX_ERROR_ARGUMENT);
  a = kbx_rect_hull (rect);
  kbx_load_polygon_hull (&b, convex);
  kbx_hulls_contact_axis (&a, &b, true, &axis);
  return kbx_hull_contact (&a, &b, &axis);
}

KBX_API kbx_manifold
kbx_collide_obb_convex (kbx_obb obb, kbx_polygon convex)
{
  kbx_hull a, b;
  kbx_hull_axis axis;

  if (!kbx_overlap_obb_polygon (obb, convex))
    return kbx_no_contact (kbx_obb_valid (obb) && kbx_polygon_valid (convex) ? KBX_OK : KBX_ERROR_ARGUMENT);
  a = kbx_obb_hull (obb);
  kbx_load_polygon_hull (&b, convex);
  kbx_hulls_contact_axis (&a, &b, true, &axis);
  return kbx_hull_contact (&a, &b, &axis);
}

KBX_API kbx_manifold
kbx_collide_convexes (kbx_polygon first, kbx_polygon second)
{
  kbx_hull a, b;
  kbx_hull_axis axis;
  bool touch;
  kbx_status status = kbx_convexes_contact_axis (first, second, &touch, &a, &b, &axis);

  return touch ? kbx_hull_contact (&a, &b, &axis) : kbx_no_contact (status);
}
