/* SPDX-License-Identifier: MIT */
/* The part of a segment inside an area, and its first touch. Methods: Liang and Barsky 1984; Cyrus
 * and Beck 1978. */
#include "runtime/pairs/cores.h"

static kbx_meeting
kbx_clip_between (kbx_segment s, double enter, double leave)
{
  kbx_wide_vec d = kbx_from_to (s.a, s.b);
  kbx_meeting c = kbx_meeting_none (KBX_OK);
  c.kind = KBX_MEET_OVERLAP;
  c.count = 2;
  c.t[0] = (float) enter;
  c.t[1] = (float) leave;
  c.points[0] = enter == 1 ? s.b : kbx_vec_moved (s.a, kbx_wide_times (d, enter));
  c.points[1] = leave == 1 ? s.b : kbx_vec_moved (s.a, kbx_wide_times (d, leave));
  return c;
}

/* Mirrored so that v >= 0. The times in one coordinate's slab are lo / v to hi / v. */
typedef struct { double lo, hi, v; } kbx_span_time;

static kbx_span_time
kbx_span_forwards (double lo, double hi, double v)
{
  return KBX_LITERAL (kbx_span_time){ v < 0 ? -hi : lo, v < 0 ? -lo : hi, fabs (v) };
}

/* The times between 0 and 1 at which 0 + t * move is in the closed slabs; false: never. For a
 * coordinate without movement, the same comparisons test lo <= 0 <= hi. Rounded quotients keep
 * their order, so enter <= leave. */
static bool
kbx_slabs_times (kbx_slabs slabs, kbx_wide_vec move, double *enter, double *leave)
{
  kbx_span_time x = kbx_span_forwards (slabs.lo.x, slabs.hi.x, move.x),
                y = kbx_span_forwards (slabs.lo.y, slabs.hi.y, move.y);

  if (x.hi < 0 || y.hi < 0 || x.lo > x.v || y.lo > y.v
      || kbx_compare_products (x.lo, y.v, y.hi, x.v) > 0
      || kbx_compare_products (y.lo, x.v, x.hi, y.v) > 0)
    return false;
  *enter = x.lo > 0 ? x.lo / x.v : 0;
  *enter = y.lo > *enter * y.v ? y.lo / y.v : *enter;
  *leave = x.hi < x.v ? x.hi / x.v : 1;
  *leave = y.hi < *leave * y.v ? y.hi / y.v : *leave;
  return true;
}

static kbx_vec
kbx_clamp_into (kbx_vec p, kbx_rect r)
{
  p.x = p.x < r.min.x ? r.min.x : p.x > r.max.x ? r.max.x : p.x;
  p.y = p.y < r.min.y ? r.min.y : p.y > r.max.y ? r.max.y : p.y;
  return p;
}

KBX_INTERNAL kbx_meeting
kbx_clip_segment_rect (kbx_segment segment, kbx_rect rect)
{
  double enter, leave;

  if (!kbx_segment_valid (segment) || !kbx_rect_valid (rect))
    return kbx_meeting_none (KBX_ERROR_ARGUMENT);
  if (!kbx_slabs_times (kbx_rect_slabs (segment.a, rect), kbx_from_to (segment.a, segment.b),
                        &enter, &leave))
    return kbx_meeting_none (KBX_OK);
  kbx_meeting c = kbx_clip_between (segment, enter, leave);
  c.points[0] = kbx_clamp_into (c.points[0], rect);
  c.points[1] = kbx_clamp_into (c.points[1], rect);
  return c;
}

static kbx_meeting
kbx_clip_segment_obb (kbx_segment segment, kbx_obb obb)
{
  kbx_wide_vec move = kbx_from_to (segment.a, segment.b);
  const kbx_slabs slabs = kbx_obb_slabs (segment.a, kbx_widen_obb (obb), &move);
  double enter, leave;

  if (!kbx_slabs_times (slabs, move, &enter, &leave))
    return kbx_meeting_none (KBX_OK);
  return kbx_clip_between (segment, enter, leave);
}

/* A polygon without area is on a line: this is the segment between its ends. */
static kbx_segment
kbx_flat_extent (kbx_polygon polygon)
{
  kbx_segment s;
  s.a = s.b = polygon.corners[0];
  for (uint32_t i = 1; i < polygon.count; i++)
    {
      kbx_vec c = polygon.corners[i];
      if (c.x < s.a.x || (c.x == s.a.x && c.y < s.a.y))
        s.a = c;
      if (c.x > s.b.x || (c.x == s.b.x && c.y > s.b.y))
        s.b = c;
    }
  return s;
}

static kbx_meeting
kbx_clip_segment_flat (kbx_segment segment, kbx_segment flat)
{
  kbx_meeting m = kbx_meet_segments (segment, flat);
  if (m.count == 1)
    {
      m.t[1] = m.t[0];
      m.points[1] = m.points[0];
    }
  m.kind = m.count > 0 ? KBX_MEET_OVERLAP : KBX_MEET_NOT;
  m.count = m.count > 0 ? 2 : 0;
  m.u[0] = m.u[1] = 0;
  return m;
}

static kbx_meeting
kbx_clip_segment_convex (kbx_segment segment, kbx_polygon convex)
{
  kbx_wide_vec move = kbx_from_to (segment.a, segment.b);
  /* enter = e0 / e1 and leave = l0 / l1, e1 and l1 above 0. */
  double e0 = 0, e1 = 1, l0 = 1, l1 = 1;
  const int turn = kbx_convex_turn (convex);
  kbx_vec before = convex.corners[convex.count - 1];

  if (turn == 0)
    return kbx_clip_segment_flat (segment, kbx_flat_extent (convex));
  for (uint32_t i = 0; i < convex.count; before = convex.corners[i++])
    {
      kbx_wide_vec e = kbx_wide_times (kbx_from_to (before, convex.corners[i]), turn);
      /* Inside if depth + t * rate >= 0 */
      double depth = kbx_cross (e, kbx_from_to (before, segment.a)), rate = kbx_cross (e, move);

      if (rate == 0 && depth < 0)
        return kbx_meeting_none (KBX_OK);
      if (rate > 0 && kbx_compare_products (-depth, e1, e0, rate) > 0)
        {
          e0 = -depth;
          e1 = rate;
        }
      if (rate < 0 && kbx_compare_products (depth, l1, l0, -rate) < 0)
        {
          l0 = depth;
          l1 = -rate;
        }
    }
  if (kbx_compare_products (e0, l1, l0, e1) > 0)
    return kbx_meeting_none (KBX_OK);
  return kbx_clip_between (segment, e0 / e1, l0 / l1);
}

/* ---- polygons that may not be convex ---- */

/* The next point after t where the segment meets an edge, and that edge; 2 for none. */
static double
kbx_next_meeting (kbx_segment segment, kbx_polygon polygon, double t, uint32_t *at, kbx_vec *point)
{
  double next = 2;

  for (uint32_t i = 0; i < polygon.count; i++)
    {
      kbx_segment edge = { polygon.corners[i], polygon.corners[i + 1 < polygon.count ? i + 1 : 0] };
      kbx_meeting m = kbx_meet_segments (segment, edge);
      for (uint32_t k = 0; k < m.count; k++)
        if (m.t[k] > t && m.t[k] < next)
          {
            next = m.t[k];
            *at = i;
            *point = m.points[k];
          }
    }
  return next;
}

/* Inside at the start, or from the first edge met; continues while the middle between two edges is
 * inside. */
static kbx_meeting
kbx_clip_segment_polygon (kbx_segment segment, kbx_polygon polygon)
{
  const kbx_wide_vec d = kbx_from_to (segment.a, segment.b);
  kbx_meeting c = kbx_meeting_none (KBX_OK);
  double next;
  uint32_t edge;

  c.points[0] = segment.a;
  if (!kbx_polygon_contains (polygon, segment.a))
    {
      next = kbx_next_meeting (segment, polygon, -1, &c.edge, &c.points[0]);
      if (next > 1)
        return kbx_meeting_none (KBX_OK);
      c.t[0] = (float) next;
    }
  c.kind = KBX_MEET_OVERLAP;
  c.count = 2;
  c.t[1] = c.t[0];
  c.points[1] = c.points[0];
  while (c.t[1] < 1)
    {
      kbx_vec at = segment.b;
      next = kbx_next_meeting (segment, polygon, c.t[1], &edge, &at);
      next = next < 1 ? next : 1;
      if (!kbx_polygon_contains (
            polygon, kbx_vec_moved (segment.a, kbx_wide_times (d, (c.t[1] + next) / 2))))
        break;
      c.t[1] = (float) next;
      c.points[1] = at;
    }
  return c;
}

/* ---- round shapes and half-planes ---- */

static kbx_meeting
kbx_clip_segment_circle (kbx_segment segment, kbx_circle circle)
{
  const kbx_meeting m = kbx_intersect_circle (segment, circle, false);
  const bool from = kbx_circle_contains (circle, segment.a),
             to = kbx_circle_contains (circle, segment.b);

  if (m.count == 0 && !from)
    return kbx_meeting_none (m.status);
  kbx_meeting c =
    kbx_clip_between (segment, from ? 0 : m.t[0], to ? 1 : m.t[m.count > 0 ? m.count - 1 : 0]);
  if (!from)
    c.points[0] = m.points[0];
  if (!to && m.count > 0)
    c.points[1] = m.points[m.count - 1];
  return c;
}

/* The union of both: parts of one convex shape. */
static kbx_meeting
kbx_clip_joined (kbx_meeting a, kbx_meeting b)
{
  if (a.count == 0 || b.count == 0)
    return a.count > 0 ? a : b;
  if (b.t[0] < a.t[0])
    {
      a.t[0] = b.t[0];
      a.points[0] = b.points[0];
    }
  if (b.t[1] > a.t[1])
    {
      a.t[1] = b.t[1];
      a.points[1] = b.points[1];
    }
  return a;
}

/* Both discs, and the strip between them. */
static kbx_meeting
kbx_clip_segment_capsule (kbx_segment segment, const kbx_shape *shape)
{
  const kbx_wide_vec d = kbx_from_to (shape->as.capsule.a, shape->as.capsule.b);
  kbx_wide_vec move = kbx_from_to (segment.a, segment.b);
  const kbx_circle ends[2] = { { shape->as.capsule.a, shape->as.capsule.radius },
                               { shape->as.capsule.b, shape->as.capsule.radius } };
  kbx_meeting c = kbx_clip_joined (kbx_clip_segment_circle (segment, ends[0]),
                                   kbx_clip_segment_circle (segment, ends[1]));
  const kbx_wide_vec u = kbx_unit_or_right (d),
                     middle = kbx_wide_make (shape->as.capsule.a.x + d.x / 2,
                                             shape->as.capsule.a.y + d.y / 2);
  const kbx_wide_obb strip = {
    middle, u, kbx_wide_left (u), sqrt (kbx_dot (d, d)) / 2, shape->as.capsule.radius, 1
  };
  double enter, leave;

  if (d.x == 0 && d.y == 0)
    return c;
  return kbx_slabs_times (kbx_obb_slabs (segment.a, strip, &move), move, &enter, &leave)
           ? kbx_clip_joined (c, kbx_clip_between (segment, enter, leave)) : c;
}

static kbx_meeting
kbx_clip_segment_plane (kbx_segment segment, kbx_half_plane plane)
{
  const kbx_wide_vec n = kbx_wide (plane.normal);
  const double from = kbx_dot (n, kbx_wide (segment.a)) - plane.distance,
               to = kbx_dot (n, kbx_wide (segment.b)) - plane.distance;

  if (from > 0 && to > 0)
    return kbx_meeting_none (KBX_OK);
  return kbx_clip_between (segment, from > 0 ? from / (from - to) : 0,
                           to > 0 ? from / (from - to) : 1);
}

KBX_API kbx_meeting
kbx_clip_segment (kbx_vec a, kbx_vec b, kbx_shape target)
{
  const kbx_segment s = { a, b };

  if (!kbx_segment_valid (s) || !kbx_shape_valid (&target))
    return kbx_meeting_none (KBX_ERROR_ARGUMENT);
  switch (target.kind)
    {
    case KBX_SHAPE_CIRCLE: return kbx_clip_segment_circle (s, target.as.circle);
    case KBX_SHAPE_CAPSULE: return kbx_clip_segment_capsule (s, &target);
    case KBX_SHAPE_RECT: return kbx_clip_segment_rect (s, target.as.rect);
    case KBX_SHAPE_BOX: return kbx_clip_segment_rect (s, kbx_rect_of_box (target.as.box));
    case KBX_SHAPE_OBB: return kbx_clip_segment_obb (s, target.as.obb);
    case KBX_SHAPE_CONVEX: return kbx_clip_segment_convex (s, target.as.polygon);
    case KBX_SHAPE_POLYGON: return kbx_clip_segment_polygon (s, target.as.polygon);
    case KBX_SHAPE_HALF_PLANE: return kbx_clip_segment_plane (s, target.as.half_plane);
    default: return kbx_meeting_none (KBX_ERROR_ARGUMENT);
    }
}
