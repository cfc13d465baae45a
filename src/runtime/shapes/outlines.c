/* SPDX-License-Identifier: MIT */
/* Properties of a single polygon. */
#include "runtime/pairs/convex.h"

KBX_INTERNAL kbx_rect
kbx_polygon_bounds (kbx_polygon polygon)
{
  kbx_rect r = { { 0, 0 }, { 0, 0 } };

  if (!kbx_polygon_valid (polygon))
    return r;
  r.min = r.max = polygon.corners[0];
  for (uint32_t i = 1; i < polygon.count; i++)
    r = kbx_rect_with (r, polygon.corners[i]);
  return r;
}

/* A sum in two doubles, exact while it needs no more than about 100 bits (Knuth's sum of two). */
typedef struct { double high, low; } kbx_long_sum;

static inline void
kbx_add_to_sum (kbx_long_sum *sum, double v)
{
  double high = sum->high + v, part = high - sum->high;
  sum->low += (sum->high - (high - part)) + (v - part);
  sum->high = high;
}

/* Twice the area, from the triangles at the first corner, with rounding errors. */
static kbx_long_sum
kbx_sum_area (kbx_polygon polygon)
{
  kbx_long_sum sum = { 0, 0 };
  kbx_wide_vec a = kbx_from_to (polygon.corners[0], polygon.corners[1]), b;

  for (uint32_t i = 2; i < polygon.count; i++, a = b)
    {
      b = kbx_from_to (polygon.corners[0], polygon.corners[i]);
      const double p = a.x * b.y;
      const double q = a.y * b.x;
      kbx_add_to_sum (&sum, p);
      kbx_add_to_sum (&sum, -q);
      kbx_add_to_sum (&sum, kbx_product_error (a.x, b.y, p));
      kbx_add_to_sum (&sum, -kbx_product_error (a.y, b.x, q));
    }
  return sum;
}

static double
kbx_polygon_area (kbx_polygon polygon)
{
  if (!kbx_polygon_valid (polygon))
    return 0;
  const kbx_long_sum sum = kbx_sum_area (polygon);
  return 0.5 * (sum.high + sum.low);
}

KBX_INTERNAL int
kbx_polygon_orientation (kbx_polygon polygon)
{
  double area = kbx_polygon_area (polygon);
  return (area > 0) - (area < 0);
}

/* Whether the edge goes right, or straight down. Around a convex polygon this changes twice. */
static inline bool
kbx_goes_rightwards (kbx_wide_vec e)
{
  return e.x > 0 || (e.x == 0 && e.y > 0);
}

KBX_INTERNAL bool
kbx_polygon_is_convex (kbx_polygon polygon)
{
  kbx_wide_vec first = { 0, 0 }, last = { 0, 0 };
  int turns = 0; /* 1: a clockwise turn, 2: a counterclockwise one */
  uint32_t changes = 0;

  if (!kbx_polygon_valid (polygon))
    return false;
  kbx_vec a = polygon.corners[polygon.count - 1];
  /* All edges with a length, and the first of them again */
  for (uint32_t i = 0; i <= polygon.count; i++)
    {
      kbx_wide_vec e = first;
      if (i < polygon.count)
        {
          e = kbx_from_to (a, polygon.corners[i]);
          a = polygon.corners[i];
        }
      if (e.x == 0 && e.y == 0)
        continue;
      if (last.x == 0 && last.y == 0)
        first = last = e;
      const int turn = kbx_cross_sign (last, e);
      turns |= (turn > 0) | (turn < 0) << 1;
      changes += kbx_goes_rightwards (last) != kbx_goes_rightwards (e);
      last = e;
    }
  return turns != 3 && changes <= 2;
}

static inline bool
kbx_in_line_between (kbx_vec p, kbx_vec a, kbx_vec b)
{
  return kbx_cross_sign (kbx_from_to (a, b), kbx_from_to (a, p)) == 0
         && p.x >= (a.x < b.x ? a.x : b.x) && p.x <= (a.x > b.x ? a.x : b.x)
         && p.y >= (a.y < b.y ? a.y : b.y) && p.y <= (a.y > b.y ? a.y : b.y);
}

/* Neighbours may share their corner b, but neither may go back over the other. */
static inline bool
kbx_neighbours_part (kbx_vec a, kbx_vec b, kbx_vec c)
{
  return (a.x != b.x || a.y != b.y) && !kbx_in_line_between (c, a, b)
         && !kbx_in_line_between (a, b, c);
}

KBX_API bool
kbx_polygon_is_simple (kbx_polygon polygon)
{
  const kbx_vec *v = polygon.corners;
  uint32_t n = polygon.count;

  if (!kbx_polygon_valid (polygon))
    return false;
  for (uint32_t i = 0; i < n; i++)
    {
      kbx_vec a = v[i], b = v[i + 1 < n ? i + 1 : 0];
      if (!kbx_neighbours_part (a, b, v[i + 2 < n ? i + 2 : i + 2 - n]))
        return false;
      /* The edges after the next one, except the one before the first */
      for (uint32_t k = i + 2; k < (i == 0 ? n - 1 : n); k++)
        if (kbx_edges_meet (a, b, v[k], v[k + 1 < n ? k + 1 : 0]))
          return false;
    }
  return true;
}

KBX_API kbx_polygon_facts
kbx_polygon_info (kbx_polygon polygon)
{
  kbx_polygon_facts facts;
  facts.status = kbx_polygon_valid (polygon) ? KBX_OK : KBX_ERROR_ARGUMENT;
  facts.area = kbx_polygon_area (polygon);
  facts.orientation = (facts.area > 0) - (facts.area < 0);
  facts.convex = kbx_polygon_is_convex (polygon);
  return facts;
}
