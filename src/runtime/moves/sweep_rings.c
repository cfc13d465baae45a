/* SPDX-License-Identifier: MIT */
/* Moving points and circles against rings of corners: rectangles, oriented boxes, and simple
 * polygons. A point enters where it crosses an edge, or through a corner if it moves into its inner
 * angle. A circle enters where it enters the capsule of an edge. All by signs of determinants. */
#include "runtime/moves/rays.h"

static kbx_wide_vec
kbx_ring_corner (const kbx_ring *ring, uint32_t i, kbx_vec from)
{
  kbx_wide_vec c = ring->given != NULL ? kbx_wide (ring->given[i]) : ring->own[i];
  return kbx_wide_make (c.x - from.x, c.y - from.y);
}

static kbx_wide_vec
kbx_ring_after (const kbx_ring *ring, uint32_t i, kbx_vec from)
{
  return kbx_ring_corner (ring, i + 1 < ring->count ? i + 1 : 0, from);
}

static kbx_ring
kbx_ring_of_polygon (kbx_polygon polygon)
{
  return KBX_LITERAL (
    kbx_ring){ polygon.corners, polygon.count, { { 0, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 } } };
}

/* The outward normal of a clockwise edge. */
static kbx_wide_vec
kbx_edge_out (kbx_wide_vec edge)
{
  return kbx_unit (kbx_wide_turned (kbx_wide_left (edge)));
}

/* The squared distance of the start from an edge, and the direction out from there. An edge without
 * length at the start itself gives no direction; its neighbours do. */
static void
kbx_edge_way_out (kbx_wide_vec a, kbx_wide_vec b, bool contained, double *least, kbx_wide_vec *out)
{
  kbx_wide_vec edge = kbx_wide_minus (b, a), w = a;
  double foot = -kbx_dot (a, edge), square = kbx_dot (edge, edge),
         side = kbx_cross (edge, kbx_wide_turned (a)), far;
  bool beside = foot > 0 && foot < square;

  if (foot > 0)
    w = b;
  far = beside ? side / square * side : kbx_dot (w, w);
  if (far >= *least || (far == 0 && square == 0))
    return;
  *least = far;
  if (far > 0 && !beside)
    *out = kbx_unit (contained ? w : kbx_wide_turned (w));
  else
    {
      *out = kbx_edge_out (edge);
      if (!contained && side > 0)
        *out = kbx_wide_turned (*out);
    }
}

/* By the nearest edge, the first of equals. For a start outside, from the ring to it. */
static kbx_wide_vec
kbx_ring_way_out (const kbx_ring *ring, int turn, kbx_vec from, bool contained)
{
  double least = INFINITY;
  kbx_wide_vec a = kbx_ring_corner (ring, 0, from), b, out = kbx_wide_make (1, 0);

  for (uint32_t i = 0; i < ring->count; i++, a = b)
    {
      b = kbx_ring_after (ring, i, from);
      kbx_edge_way_out (turn < 0 ? b : a, turn < 0 ? a : b, contained, &least, &out);
    }
  return out;
}

static void
kbx_ray_take (kbx_ray *first, kbx_ray ray)
{
  if (ray.hit && (!first->hit || ray.t < first->t))
    *first = ray;
}

/* Whether all corners are farther than r to one side of the line of the move, or behind its start,
 * or past its end. Then there is no hit, not even at the start. In doubt (slightly above r) returns
 * false. */
static bool
kbx_ring_passed (const kbx_ring *ring, kbx_vec from, double r, kbx_wide_vec move)
{
  double square = kbx_dot (move, move), reach = r * sqrt (square) * (1 + 1e-12);
  uint32_t left = 0, right = 0, behind = 0, beyond = 0;

  for (uint32_t i = 0; i < ring->count; i++)
    {
      kbx_wide_vec c = kbx_ring_corner (ring, i, from);
      double side = kbx_cross (move, c), way = kbx_dot (move, c);
      left += side > reach;
      right += -side > reach;
      behind += -way > reach;
      beyond += way - square > reach;
    }
  return left == ring->count || right == ring->count || behind == ring->count
         || beyond == ring->count;
}

/* ---- points ---- */

/* Through the interior of an edge. A point that starts on it must move inwards; later, coming from
 * outside implies that. */
static kbx_ray
kbx_ray_edge (kbx_wide_vec a, kbx_wide_vec b, kbx_wide_vec move)
{
  kbx_wide_vec edge = kbx_wide_minus (b, a), out;
  double side = kbx_cross (a, edge), rate = kbx_cross (edge, move), t;

  if ((side > 0) == (rate > 0))
    return kbx_ray_miss ();
  t = fabs (side) / fabs (rate);
  if (t > 1)
    return kbx_ray_miss ();
  out = kbx_edge_out (edge);
  return kbx_ray_hit (t, kbx_wide_times (move, t), rate > 0 ? out : kbx_wide_turned (out));
}

/* Through a corner between two edges that are not 0: into the angle on their inner sides. The
 * normal is that of the face more opposed to the move. */
static kbx_ray
kbx_ray_corner (kbx_wide_vec before, kbx_wide_vec corner, kbx_wide_vec after, kbx_wide_vec move)
{
  kbx_wide_vec e = kbx_wide_minus (corner, before), f = kbx_wide_minus (after, corner), out_e,
               out_f;
  double way = kbx_dot (corner, move), square = kbx_dot (move, move), into_e, into_f;
  bool in_e = kbx_cross_sign (e, move) > 0, in_f = kbx_cross_sign (f, move) > 0;

  if (way < 0 || way > square || (kbx_cross_sign (e, f) < 0 ? !in_e && !in_f : !in_e || !in_f))
    return kbx_ray_miss ();
  out_e = kbx_edge_out (e);
  out_f = kbx_edge_out (f);
  into_e = -kbx_dot (out_e, move);
  into_f = -kbx_dot (out_f, move);
  if (into_f > into_e || (into_f == into_e && fabs (out_f.x) > fabs (out_e.x)))
    out_e = out_f;
  return kbx_ray_hit (way / square, corner, out_e);
}

/* No area: only edges, each a segment, or one point. A point that starts on one of them passes all
 * of them. */
static kbx_ray
kbx_ray_flat_ring (const kbx_ring *ring, kbx_vec from, bool contained, kbx_wide_vec move)
{
  kbx_ray first = kbx_ray_miss ();
  kbx_wide_vec a = kbx_ring_corner (ring, 0, from), b;
  bool point = true;

  if (contained)
    return first;
  for (uint32_t i = 0; i < ring->count; i++, a = b)
    {
      b = kbx_ring_after (ring, i, from);
      if (a.x == b.x && a.y == b.y)
        continue;
      point = false;
      kbx_ray_take (&first, kbx_ray_segment (a, b, move, false));
    }
  return point ? kbx_ray_segment (a, a, move, false) : first;
}

/* Whether the start is on an edge: in line with its ends, and between them. */
static bool
kbx_start_on_edge (kbx_wide_vec a, kbx_wide_vec b)
{
  return kbx_cross_sign (a, b) == 0 && kbx_dot (a, b) <= 0;
}

/* Edge by edge, in reverse if the corners go counterclockwise. */
static kbx_ray
kbx_ray_round_edges (const kbx_ring *ring, int turn, kbx_vec from, bool contained,
                     kbx_wide_vec move)
{
  kbx_ray first = kbx_ray_miss ();
  kbx_wide_vec before, corner = kbx_ring_corner (ring, 0, from), after;
  uint32_t last = ring->count - 1;
  int past;

  /* The corner before the first that differs from it. One exists, since there is an area, unless it
   * is so small and far away that all corners coincide from here. */
  while (before = kbx_ring_corner (ring, last, from),
         last > 0 && before.x == corner.x && before.y == corner.y)
    last--;
  int past_before = kbx_cross_sign (move, before);
  for (uint32_t i = 0; i <= last; i++, before = corner, past_before = past)
    {
      corner = kbx_ring_corner (ring, i, from);
      /* Of coinciding corners the last is used */
      after = kbx_ring_corner (ring, i == last ? 0 : i + 1, from);
      past = kbx_cross_sign (move, corner);
      if (after.x == corner.x && after.y == corner.y)
        {
          corner = before;
          past = past_before;
          continue;
        }
      if (contained && kbx_start_on_edge (before, corner))
        contained = false;
      if (past == 0)
        kbx_ray_take (&first, kbx_ray_corner (turn < 0 ? after : before, corner,
                                              turn < 0 ? before : after, move));
      else if (past * past_before < 0)
        kbx_ray_take (&first,
                      kbx_ray_edge (turn < 0 ? corner : before, turn < 0 ? before : corner, move));
    }
  if (contained)
    return kbx_ray_inside (kbx_ring_way_out (ring, turn, from, true));
  return first;
}

static kbx_ray
kbx_ray_ring (kbx_polygon polygon, kbx_vec from, kbx_wide_vec move)
{
  kbx_ring ring = kbx_ring_of_polygon (polygon);

  if (kbx_ring_passed (&ring, from, 0, move))
    return kbx_ray_miss ();
  const int turn = kbx_polygon_orientation (polygon);
  const bool contained = kbx_polygon_contains (polygon, from);
  return turn == 0 ? kbx_ray_flat_ring (&ring, from, contained, move)
                   : kbx_ray_round_edges (&ring, turn, from, contained, move);
}

KBX_INTERNAL kbx_hit
kbx_sweep_point_polygon (kbx_vec from, kbx_vec move, kbx_polygon polygon)
{
  if (!kbx_vec_valid (from) || !kbx_vec_valid (move) || !kbx_polygon_valid (polygon))
    return kbx_sweep_bad ();
  return kbx_sweep_answer (from, kbx_ray_ring (polygon, from, kbx_wide (move)));
}

/* ---- circles ---- */

/* Against the edges alone, as segments. */
static kbx_ray
kbx_ray_capsules (const kbx_ring *ring, kbx_circle mover, kbx_wide_vec move)
{
  kbx_ray first = kbx_ray_miss (), ray;
  kbx_wide_vec a = kbx_ring_corner (ring, 0, mover.centre), b;

  for (uint32_t i = 0; i < ring->count && !first.inside; i++, a = b)
    {
      b = kbx_ring_after (ring, i, mover.centre);
      ray = kbx_ray_capsule (a, b, mover.radius, move, false);
      if (ray.inside)
        first = ray;
      kbx_ray_take (&first, ray);
    }
  return first;
}

/* It starts inside if its centre does, or if an edge is nearer than the radius. A polygon is only
 * asked about the centre if it is near. */
KBX_INTERNAL kbx_ray
kbx_ray_round_ring (const kbx_ring *ring, kbx_circle mover, bool contained, kbx_wide_vec move)
{
  const kbx_polygon polygon = { ring->given, ring->count };

  if (kbx_ring_passed (ring, mover.centre, mover.radius, move))
    return kbx_ray_miss ();
  if (ring->given != NULL)
    contained = kbx_polygon_contains (polygon, mover.centre);
  kbx_ray first = contained ? kbx_ray_inside (move) : kbx_ray_capsules (ring, mover, move);
  if (first.inside)
    first.normal = kbx_ring_way_out (
      ring, ring->given == NULL ? 1 : kbx_polygon_orientation (polygon), mover.centre, contained);
  return first;
}

KBX_INTERNAL kbx_ray
kbx_ray_round_polygon (kbx_polygon polygon, kbx_circle mover, kbx_wide_vec move)
{
  const kbx_ring ring = kbx_ring_of_polygon (polygon);
  return kbx_ray_round_ring (&ring, mover, false, move);
}
