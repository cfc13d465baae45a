/* SPDX-License-Identifier: MIT */
/* Convex solids by separating axes, at rest and over a move. Two solids are apart along a face
 * normal of one, or along a cross product of an edge of each (Gottschalk, Lin and Manocha 1996).
 * Flat ones also need the in-plane normals of their edges. Extra axes do no harm. */
#include "runtime/solids/solids.h"

/* A box, or the corners of a polygon or segment, all relative to an origin. */
typedef struct {
  kbx_wide_box3 box;
  const kbx_vec3 *corners; /* NULL for a box */
  uint32_t count;
  kbx_wide3 origin, normal;
  bool upright; /* its axes are x, y and z */
} kbx_hull3;

typedef struct {
  double lo, hi;
} kbx_interval;

static kbx_hull3
kbx_hull3_of (const kbx_shape3 *shape)
{
  kbx_shape3 box = *shape;

  kbx_hull3 h = KBX_ZEROS;
  h.upright = shape->kind == KBX_SHAPE3_BOX || shape->kind == KBX_SHAPE3_POINT;
  if (shape->kind == KBX_SHAPE3_POLYGON || shape->kind == KBX_SHAPE3_SEGMENT)
    {
      h.corners =
          shape->kind == KBX_SHAPE3_POLYGON ? shape->as.polygon.corners : &shape->as.segment.a;
      h.count = shape->kind == KBX_SHAPE3_POLYGON ? shape->as.polygon.count : 2;
      h.origin = kbx_widen3 (h.corners[0]);
      if (h.count > 2)
        h.normal = kbx_newell (shape->as.polygon);
      return h;
    }
  if (shape->kind == KBX_SHAPE3_POINT)
    box.as.box.min = box.as.box.max = shape->as.point;
  h.box = kbx_widen_box3 (&box);
  h.origin = h.box.centre;
  return h;
}

/* Edges: a box's axes; a polygon's sides, then its normal. */
static inline uint32_t
kbx_hull3_edges (const kbx_hull3 *h)
{
  return h->corners == NULL ? 3 : h->count + 1;
}

static inline kbx_wide3
kbx_hull3_edge (const kbx_hull3 *h, uint32_t i)
{
  if (h->corners == NULL)
    return h->box.axis[i];
  return i == h->count ? h->normal
                       : kbx_from_to3 (h->corners[i], h->corners[i + 1 < h->count ? i + 1 : 0]);
}

/* Normals: a box's axes; the in-plane normals of a polygon's sides, then its own. */
static inline kbx_wide3
kbx_hull3_normal (const kbx_hull3 *h, uint32_t i)
{
  const kbx_wide3 edge = kbx_hull3_edge (h, i);
  return h->corners == NULL || i == h->count ? edge : kbx_cross3 (edge, h->normal);
}

/* The hull's projection on the axis, which need not have length 1, relative to the origin's. */
static kbx_interval
kbx_shadow3 (const kbx_hull3 *h, kbx_wide3 axis)
{
  const kbx_wide_box3 *box = &h->box;
  kbx_interval s = { 0, 0 };

  if (h->corners == NULL)
    {
      s.hi = box->half[0] * fabs (kbx_dot3 (box->axis[0], axis)) +
             box->half[1] * fabs (kbx_dot3 (box->axis[1], axis)) +
             box->half[2] * fabs (kbx_dot3 (box->axis[2], axis));
      s.lo = -s.hi;
    }
  for (uint32_t i = 1; i < h->count; i++)
    {
      const double at = kbx_dot3 (kbx_from_to3 (h->corners[0], h->corners[i]), axis);
      s.lo = at < s.lo ? at : s.lo;
      s.hi = at > s.hi ? at : s.hi;
    }
  return s;
}

/* Calls `look` with each axis until it returns true. Returns whether it did. Parallel edges give
 * the axis 0. */
static bool
kbx_each_axis (const kbx_hull3 *a, const kbx_hull3 *b,
               bool (*look) (void *data, const kbx_hull3 *a, const kbx_hull3 *b, kbx_wide3 axis),
               void *data)
{
  const uint32_t m = kbx_hull3_edges (a), n = kbx_hull3_edges (b);

  for (uint32_t i = 0; i < m; i++)
    if (look (data, a, b, kbx_hull3_normal (a, i)))
      return true;
  if (a->upright && b->upright)
    return false;
  for (uint32_t i = 0; i < n; i++)
    if (look (data, a, b, kbx_hull3_normal (b, i)))
      return true;
  for (uint32_t i = 0; i < m; i++)
    for (uint32_t k = 0; k < n; k++)
      if (look (data, a, b, kbx_cross3 (kbx_hull3_edge (a, i), kbx_hull3_edge (b, k))))
        return true;
  return false;
}

/* ---- at rest ---- */

static bool
kbx_apart_along (void *data, const kbx_hull3 *a, const kbx_hull3 *b, kbx_wide3 axis)
{
  const double d = kbx_dot3 (kbx_minus3 (b->origin, a->origin), axis);
  const kbx_interval s = kbx_shadow3 (a, axis), t = kbx_shadow3 (b, axis);
  (void) data;
  return d > s.hi - t.lo || -d > t.hi - s.lo;
}

KBX_INTERNAL bool
kbx_convex3_overlap (const kbx_shape3 *a, const kbx_shape3 *b)
{
  const kbx_hull3 p = kbx_hull3_of (a), q = kbx_hull3_of (b);
  return !kbx_each_axis (&p, &q, kbx_apart_along, NULL);
}

/* ---- over a move ---- */

/* As fractions of the move: `at / way`. */
typedef struct {
  kbx_wide3 move, normal, out;
  double enter, enter_way, leave, leave_way; /* ways of 0: none so far */
  double square;               /* of the normal */
  double depth, out_square;    /* along `out`, the shortest way out, and the square of that */
  bool flat, glides, inside, starts_on;
} kbx_passage3;

static inline void
kbx_note_way_out (kbx_passage3 *p, double depth, kbx_wide3 axis, double square)
{
  if (p->out_square == 0 || depth * depth * p->out_square < p->depth * p->depth * square)
    {
      p->depth = depth;
      p->out = axis;
      p->out_square = square;
    }
}

/* The mover, as a point, is within the target's projection from lo to hi. Returns true if they
 * never meet. */
static bool
kbx_pass_axis (void *data, const kbx_hull3 *a, const kbx_hull3 *b, kbx_wide3 axis)
{
  kbx_passage3 *p = (kbx_passage3 *) data;
  const double d = kbx_dot3 (kbx_minus3 (b->origin, a->origin), axis),
               square = kbx_dot3 (axis, axis);
  const kbx_interval s = kbx_shadow3 (a, axis), t = kbx_shadow3 (b, axis);
  const double ahead = d - (s.hi - t.lo), behind = d + (t.hi - s.lo),
               along = kbx_dot3 (axis, p->move);
  /* As if it moved along the axis */
  const double lo = along < 0 ? -behind : ahead, hi = along < 0 ? -ahead : behind,
               way = fabs (along);

  if (square == 0)
    return false;
  axis = kbx_times3 (axis, along < 0 ? -1 : 1);
  if (lo > way || hi < 0)
    return true;
  p->flat = p->flat || lo == hi;
  p->inside = p->inside && lo < 0 && hi > 0;
  if (p->inside)
    {
      kbx_note_way_out (p, hi, axis, square);
      kbx_note_way_out (p, -lo, kbx_times3 (axis, -1), square);
    }
  if (way == 0)
    {
      p->glides = p->glides || (lo < hi && (lo == 0 || hi == 0));
      return lo > 0;
    }
  const int later = p->enter_way == 0 ? 1 : kbx_compare_products (lo, p->enter_way, p->enter, way);
  if (later > 0 || (later == 0 && way * way * p->square > p->enter_way * p->enter_way * square))
    {
      p->enter = lo;
      p->enter_way = way;
      p->normal = axis;
      p->square = square;
    }
  if (p->leave_way == 0 || kbx_compare_products (hi, p->leave_way, p->leave, way) < 0)
    {
      p->leave = hi;
      p->leave_way = way;
    }
  return false;
}

KBX_INTERNAL kbx_ray3
kbx_convex3_cast (const kbx_shape3 *mover, kbx_wide3 move, const kbx_shape3 *target)
{
  const kbx_hull3 a = kbx_hull3_of (mover), b = kbx_hull3_of (target);

  kbx_passage3 p = KBX_ZEROS;
  p.move = move;
  p.inside = true;
  if (kbx_each_axis (&a, &b, kbx_pass_axis, &p))
    return kbx_no_ray3 ();
  if (p.inside)
    return kbx_ray3_of (true, true, 0, p.out);
  if (p.enter_way == 0 || (p.flat ? p.enter <= 0 : p.enter < 0 || p.glides))
    return kbx_no_ray3 ();
  const int order = kbx_compare_products (p.enter, p.leave_way, p.leave, p.enter_way);
  if (order > 0 || (order == 0 && !p.flat))
    return kbx_no_ray3 ();
  return kbx_ray3_of (true, false, p.enter / p.enter_way, kbx_times3 (p.normal, -1));
}
