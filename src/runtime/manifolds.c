/* SPDX-License-Identifier: MIT */
/* Contacts of oriented boxes and convex polygons. Sources of the methods: the axis of least depth is a normal of
 * one of the two shapes (separating axes, Gottschalk 1996); the other's edge that faces most against it is clipped
 * on the ends of the reference edge (Sutherland and Hodgman 1974). */
#include "runtime/manifold.h"

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

/* A box with axes of length 1. */
static inline kbx_wide_obb
kbx_unit_obb (kbx_obb obb)
{
  kbx_wide_obb o = kbx_widen_obb (obb);
  double size = sqrt (o.square);
  o.u.x /= size;
  o.u.y /= size;
  o.v.x /= size;
  o.v.y /= size;
  o.half_w *= size;
  o.half_h *= size;
  return o;
}

static inline kbx_wide_obb
kbx_unit_rect (kbx_rect rect)
{
  kbx_wide_obb o;
  o.centre.x = 0.5 * ((double) rect.min.x + rect.max.x);
  o.centre.y = 0.5 * ((double) rect.min.y + rect.max.y);
  o.u.x = o.v.y = o.square = 1;
  o.u.y = o.v.x = 0;
  o.half_w = 0.5 * ((double) rect.max.x - rect.min.x);
  o.half_h = 0.5 * ((double) rect.max.y - rect.min.y);
  return o;
}

static inline kbx_wide_vec
kbx_contact_times (kbx_wide_vec v, double by)
{
  v.x *= by;
  v.y *= by;
  return v;
}

/* Two boxes that touch. */
static kbx_manifold
kbx_box_contact (const kbx_wide_obb *first, const kbx_wide_obb *second)
{
  const kbx_wide_obb *box[2];
  double c = fabs (kbx_dot (first->u, second->u)), s = fabs (kbx_cross (first->u, second->u));
  double depths[4], alongs[4], m_dot, half_m, half_side, sign;
  kbx_wide_vec d, n, side, m_normal;
  const kbx_wide_obb *other;
  kbx_reference r;
  kbx_manifold m;
  int least = 0;

  d.x = second->centre.x - first->centre.x;
  d.y = second->centre.y - first->centre.y;
  box[0] = first;
  box[1] = second;
  for (int i = 0; i < 2; i++)
    {
      const kbx_wide_obb *a = box[i], *b = box[1 - i];
      alongs[2 * i] = kbx_dot (d, a->u);
      alongs[2 * i + 1] = kbx_dot (d, a->v);
      depths[2 * i] = a->half_w + (b->half_w * c + b->half_h * s) - fabs (alongs[2 * i]);
      depths[2 * i + 1] = a->half_h + (b->half_w * s + b->half_h * c) - fabs (alongs[2 * i + 1]);
    }
  for (int i = 1; i < 4; i++)
    if (depths[i] < depths[least])
      least = i;

  /* The reference box's side along n; n points from it to the other box, the contact's normal to the second. */
  sign = alongs[least] < 0 ? -1 : 1;
  n = kbx_contact_times (least & 1 ? box[least >> 1]->v : box[least >> 1]->u, sign);
  m = kbx_begin_contact (n.x, n.y, depths[least]);
  if (least >= 2)
    n = kbx_contact_times (n, -1);
  other = box[1 - (least >> 1)];
  r.origin = box[least >> 1]->centre;
  r.n = n;
  r.along.x = -n.y;
  r.along.y = n.x;
  r.face = least & 1 ? box[least >> 1]->half_h : box[least >> 1]->half_w;
  r.high = least & 1 ? box[least >> 1]->half_w : box[least >> 1]->half_h;
  r.low = -r.high;

  /* The other's side that faces most against n. */
  m_dot = kbx_dot (n, other->u);
  m_normal = other->u;
  side = other->v;
  half_m = other->half_w;
  half_side = other->half_h;
  if (fabs (m_dot) < fabs (kbx_dot (n, other->v)))
    {
      m_dot = kbx_dot (n, other->v);
      m_normal = other->v;
      side = other->u;
      half_m = other->half_h;
      half_side = other->half_w;
    }
  m_normal = kbx_contact_times (m_normal, m_dot > 0 ? -half_m : half_m);
  m_normal.x += other->centre.x;
  m_normal.y += other->centre.y;
  side = kbx_contact_times (side, half_side);
  kbx_clip_contact (&m, &r, kbx_see (&r, m_normal.x - side.x, m_normal.y - side.y),
                    kbx_see (&r, m_normal.x + side.x, m_normal.y + side.y));
  return m;
}

KBX_API kbx_manifold
kbx_collide_rect_obb (kbx_rect rect, kbx_obb obb)
{
  kbx_wide_obb a, b;

  if (!kbx_overlap_rect_obb (rect, obb))
    return kbx_no_contact (kbx_rect_valid (rect) && kbx_obb_valid (obb) ? KBX_OK : KBX_ERROR_ARGUMENT);
  a = kbx_unit_rect (rect);
  b = kbx_unit_obb (obb);
  return kbx_box_contact (&a, &b);
}

KBX_API kbx_manifold
kbx_collide_obbs (kbx_obb first, kbx_obb second)
{
  kbx_wide_obb a, b;

  if (!kbx_overlap_obbs (first, second))
    return kbx_no_contact (kbx_obb_valid (first) && kbx_obb_valid (second) ? KBX_OK : KBX_ERROR_ARGUMENT);
  a = kbx_unit_obb (first);
  b = kbx_unit_obb (second);
  return kbx_box_contact (&a, &b);
}

/* ---- convex polygons ---- */

/* The edge of the hull whose outer normal points most against n, or the one whose corner comes first of several.
 * Edges of length 0 have no normal; without any other, edge 0. Compares dot(normal, n) by sign and square. */
static uint32_t
kbx_facing_edge (const kbx_hull *hull, kbx_wide_vec n)
{
  double best = 0, best_square = 0;
  uint32_t edge = 0;

  for (uint32_t i = 0; i < hull->count; i++)
    {
      kbx_wide_vec e = kbx_hull_edge (hull, i);
      double dot = e.y * n.x - e.x * n.y, square = kbx_dot (e, e);

      dot *= fabs (dot);
      if (square > 0 && (best_square <= 0 || dot * best_square < best * square))
        {
          best = dot;
          best_square = square;
          edge = i;
        }
    }
  return edge;
}

/* Two hulls that touch, with the axis of least depth. */
static kbx_manifold
kbx_hull_contact (const kbx_hull *first, const kbx_hull *second, const kbx_hull_axis *axis)
{
  const kbx_hull *reference = first, *other = second;
  kbx_wide_vec e, a, b;
  kbx_reference r;
  kbx_manifold m;
  uint32_t edge;

  if (!axis->found)
    {
      /* Two points in one place. */
      a = kbx_hull_corner (first, 0);
      m = kbx_begin_contact (1, 0, 0);
      kbx_add_contact_point (&m, a.x, a.y, 0);
      return m;
    }
  if (axis->of_second)
    {
      reference = second;
      other = first;
    }
  m = kbx_begin_contact (axis->of_second ? -axis->normal.x : axis->normal.x,
                         axis->of_second ? -axis->normal.y : axis->normal.y, axis->depth);
  e = kbx_hull_edge (reference, axis->edge);
  r.origin = kbx_hull_corner (reference, axis->edge);
  r.n = axis->normal;
  r.along.x = -r.n.y;
  r.along.y = r.n.x;
  r.face = 0;
  r.low = 0;
  r.high = kbx_dot (e, r.along);
  edge = kbx_facing_edge (other, r.n);
  a = kbx_hull_corner (other, edge);
  b = kbx_hull_corner (other, kbx_hull_next (other, edge));
  kbx_clip_contact (&m, &r, kbx_see (&r, a.x, a.y), kbx_see (&r, b.x, b.y));
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

  if (!kbx_polygon_valid (first) || !kbx_polygon_valid (second))
    return kbx_no_contact (KBX_ERROR_ARGUMENT);
  kbx_load_polygon_hull (&a, first);
  kbx_load_polygon_hull (&b, second);
  if (!kbx_hulls_contact_axis (&a, &b, false, &axis))
    return kbx_no_contact (KBX_OK);
  return kbx_hull_contact (&a, &b, &axis);
}
