/* SPDX-License-Identifier: MIT */
/* A course at a distance: each edge is moved along its normal. Inner corners join where two edges
 * meet, outer ones are round (Tiller and Hanson 1984). */
#include "runtime/moves/rays.h"

/* The maximum distance of a round corner's chords from its arc. */
#define KBX_ARC_SAG 0.0625

typedef struct {
  const kbx_vec *points;
  uint32_t count;
  bool closed;
  double distance;
  kbx_vec *out;
  uint32_t capacity, found;
} kbx_offset;

static void
kbx_offset_add (kbx_offset *o, kbx_wide_vec at)
{
  if (o->out != NULL && o->found < o->capacity)
    o->out[o->found] = kbx_narrow (at);
  o->found++;
}

/* The unit vector to the left of the edge before or after corner i, past repeated points; false:
 * there is none. */
static bool
kbx_offset_side (const kbx_offset *o, uint32_t i, bool after, kbx_wide_vec *left)
{
  for (uint32_t k = 1; k < o->count; k++)
    {
      const uint64_t n = o->count, other = after ? (uint64_t) i + k : (uint64_t) i + n - k;
      if (!o->closed && (after ? other >= n : k > i))
        return false;
      kbx_wide_vec e = kbx_from_to (o->points[i], o->points[other % n]);
      if (e.x == 0 && e.y == 0)
        continue;
      *left = kbx_unit (kbx_wide_left (after ? e : kbx_wide_turned (e)));
      return true;
    }
  return false;
}

/* Bisects the turn until its chords are near the arc. */
static void
kbx_offset_arc (kbx_offset *o, kbx_wide_vec at, kbx_wide_vec from, kbx_wide_vec to, int depth)
{
  const kbx_wide_vec sum = kbx_wide_make (from.x + to.x, from.y + to.y);
  const double cosine = kbx_root (kbx_dot (sum, sum)) / 2; /* of half the turn */
  kbx_wide_vec middle = kbx_unit_or_right (sum);

  if (sum.x == 0 && sum.y == 0) /* reversal: extend past the end */
    middle = kbx_wide_times (kbx_wide_make (from.y, -from.x), o->distance > 0 ? 1 : -1);
  else if (depth == 0 || fabs (o->distance) * (1 - cosine) <= KBX_ARC_SAG)
    return;
  kbx_offset_arc (o, at, from, middle, depth - 1);
  kbx_offset_add (o, kbx_wide_make (at.x + middle.x * o->distance, at.y + middle.y * o->distance));
  kbx_offset_arc (o, at, middle, to, depth - 1);
}

static void
kbx_offset_corner (kbx_offset *o, uint32_t i)
{
  const kbx_wide_vec at = kbx_wide (o->points[i]);
  kbx_wide_vec before, after;
  const bool from = kbx_offset_side (o, i, false, &before),
             to = kbx_offset_side (o, i, true, &after);

  if (!from && !to)
    return;
  if (!from)
    before = after;
  if (!to)
    after = before;
  const double turn = kbx_cross (before, after) * o->distance;
  if (turn > 0 || (turn == 0 && kbx_dot (before, after) > 0))
    {
      /* Inner: along the bisector, to where both moved edges meet */
      const kbx_wide_vec sum = kbx_wide_make (before.x + after.x, before.y + after.y);
      double way = 2 * o->distance / kbx_dot (sum, sum);
      kbx_offset_add (o, kbx_wide_make (at.x + sum.x * way, at.y + sum.y * way));
      return;
    }
  kbx_offset_add (o, kbx_wide_make (at.x + before.x * o->distance, at.y + before.y * o->distance));
  kbx_offset_arc (o, at, before, after, 10);
  kbx_offset_add (o, kbx_wide_make (at.x + after.x * o->distance, at.y + after.y * o->distance));
}

KBX_API uint32_t
kbx_offset_curve (const kbx_vec *points, uint32_t count, bool closed, float distance, kbx_vec *out,
                  uint32_t capacity)
{
  if (points == NULL || count < 2 || !kbx_coordinate_valid (distance))
    return 0;
  for (uint32_t i = 0; i < count; i++)
    if (!kbx_vec_valid (points[i]))
      return 0;
  kbx_offset o = { points, count, closed, distance, out, capacity, 0 };
  for (uint32_t i = 0; i < count; i++)
    if (i == 0 || points[i].x != points[i - 1].x || points[i].y != points[i - 1].y)
      kbx_offset_corner (&o, i);
  return o.found;
}
