/* SPDX-License-Identifier: MIT */
/* Points in polygons. Corners are tested in blocks of 64, a bit each: whether they are below the
 * point's height on the screen, at it, and valid. Only the edges that cross that height, two in
 * most polygons, are then computed. */
#include "runtime/bits.h"
#include "runtime/pairs/convex.h"

#if defined(__SSE2__) && !defined(KBX_PORTABLE)
#include <emmintrin.h>
#define KBX_HEIGHTS_SSE2 1
#else
#define KBX_HEIGHTS_SSE2 0
#endif

#define KBX_HEIGHTS_BLOCK 64u

typedef struct {
  uint64_t below; /* farther down the screen than the point */
  uint64_t level; /* at exactly its height */
  bool valid;
} kbx_heights;

static inline kbx_heights
kbx_compare_heights (const kbx_vec *corners, uint32_t count, float y)
{
  kbx_heights h = { 0, 0, true };
  uint64_t excess = 0;
  uint32_t i = 0;

#if KBX_HEIGHTS_SSE2
  const __m128 height = _mm_set1_ps (y), limit = _mm_set1_ps (KBX_WORLD_LIMIT);
  const __m128 number = _mm_castsi128_ps (_mm_set1_epi32 (0x7fffffff));
  __m128 valid = _mm_cmpeq_ps (limit, limit);
  for (; i + 4 <= count; i += 4)
    {
      __m128 first = _mm_loadu_ps (&corners[i].x), second = _mm_loadu_ps (&corners[i + 2].x);
      __m128 four = _mm_shuffle_ps (first, second, _MM_SHUFFLE (3, 1, 3, 1));
      h.below |= (uint64_t) (uint32_t) _mm_movemask_ps (_mm_cmpgt_ps (four, height)) << i;
      h.level |= (uint64_t) (uint32_t) _mm_movemask_ps (_mm_cmpeq_ps (four, height)) << i;
      valid = _mm_and_ps (valid, _mm_cmple_ps (_mm_and_ps (first, number), limit));
      valid = _mm_and_ps (valid, _mm_cmple_ps (_mm_and_ps (second, number), limit));
    }
  h.valid = _mm_movemask_ps (valid) == 15;
#endif
  for (; i < count; i++)
    {
      h.below |= (uint64_t) (corners[i].y > y) << i;
      h.level |= (uint64_t) (corners[i].y == y) << i;
      excess |= kbx_corner_excess (corners + i);
    }
  h.valid &= (excess & KBX_CORNER_FLAGS) == 0;
  return h;
}

static inline bool
kbx_between_floats (float v, float a, float b)
{
  return (a <= v && v <= b) || (b <= v && v <= a);
}

/* An edge crosses if one end is below the point's height and the other is not. A point on such an
 * edge has a cross product of 0; on horizontal edges and tips, the point's x decides. On the border
 * of a polygon within the world, the point is within the world too. */
KBX_INTERNAL bool
kbx_polygon_contains (kbx_polygon polygon, kbx_vec p)
{
  const kbx_vec *v = polygon.corners;
  uint32_t count = polygon.count;
  bool inside = false, valid = kbx_vec_valid (p);

  if (v == NULL || count < 3)
    return false;
  uint64_t before = v[count - 1].y > p.y;
  for (uint32_t start = 0; start < count; start += KBX_HEIGHTS_BLOCK)
    {
      uint32_t n = count - start < KBX_HEIGHTS_BLOCK ? count - start : KBX_HEIGHTS_BLOCK;
      kbx_heights h = kbx_compare_heights (v + start, n, p.y);
      uint64_t crossed =
        (h.below ^ (h.below << 1 | before)) & (UINT64_MAX >> (KBX_HEIGHTS_BLOCK - n));

      valid &= h.valid;
      before = h.below >> (n - 1);
      for (; crossed != 0; crossed &= crossed - 1)
        {
          uint32_t i = start + kbx_lowest_bit (crossed);
          kbx_vec a = v[i == 0 ? count - 1 : i - 1], b = v[i];
          int side = kbx_cross_sign (kbx_from_to (a, b), kbx_from_to (a, p));
          if (side == 0)
            return kbx_polygon_valid (polygon);
          inside ^= (side > 0) == (b.y > a.y);
        }
      for (; h.level != 0; h.level &= h.level - 1)
        {
          uint32_t i = start + kbx_lowest_bit (h.level);
          kbx_vec a = v[i == 0 ? count - 1 : i - 1], b = v[i];
          if (b.x == p.x || (a.y == p.y && kbx_between_floats (p.x, a.x, b.x)))
            return kbx_polygon_valid (polygon);
        }
    }
  return inside && valid;
}

/* Below this many corners, testing all is faster. */
#define KBX_CONVEX_FAN 192u

/* Whether the point is on the inner side of all edges, in either orientation. If it is in line with
 * an edge, the crossing number decides. */
KBX_ASIDE static bool
kbx_within_edges (kbx_polygon convex, kbx_vec p)
{
  kbx_vec a = convex.corners[convex.count - 1];
  uint32_t ahead = 0, behind = 0;

  for (uint32_t i = 0; i < convex.count; i++)
    {
      kbx_vec b = convex.corners[i];
      int side = kbx_cross_sign (kbx_from_to (a, b), kbx_from_to (a, p));
      ahead += side > 0;
      behind += side < 0;
      a = b;
    }
  if (ahead > 0 && behind > 0)
    return false;
  if (ahead + behind < convex.count)
    return kbx_polygon_contains (convex, p);
  return kbx_polygon_valid (convex) && kbx_vec_valid (p);
}

#if KBX_HEIGHTS_SSE2
/* The results of the edges, four at a time, lane by lane. They are the sides that the point is on,
 * and the magnitude of all products, which is not finite if an input was not. */
typedef struct { __m128 x, y, least, most, size, far; } kbx_point_sides;

/* The edges from a to b: two corners in each. */
static inline void
kbx_add_sides (kbx_point_sides *sides, __m128 a01, __m128 a23, __m128 b01, __m128 b23)
{
  const __m128 number = _mm_castsi128_ps (_mm_set1_epi32 (0x7fffffff));
  __m128 ax = _mm_sub_ps (_mm_shuffle_ps (a01, a23, _MM_SHUFFLE (2, 0, 2, 0)), sides->x);
  __m128 ay = _mm_sub_ps (_mm_shuffle_ps (a01, a23, _MM_SHUFFLE (3, 1, 3, 1)), sides->y);
  __m128 bx = _mm_sub_ps (_mm_shuffle_ps (b01, b23, _MM_SHUFFLE (2, 0, 2, 0)), sides->x);
  __m128 by = _mm_sub_ps (_mm_shuffle_ps (b01, b23, _MM_SHUFFLE (3, 1, 3, 1)), sides->y);
  __m128 right = _mm_mul_ps (ax, by), left = _mm_mul_ps (ay, bx), side = _mm_sub_ps (right, left);

  sides->least = _mm_min_ps (sides->least, side);
  sides->most = _mm_max_ps (sides->most, side);
  sides->size =
    _mm_add_ps (sides->size, _mm_add_ps (_mm_and_ps (right, number), _mm_and_ps (left, number)));
  sides->far =
    _mm_max_ps (sides->far, _mm_max_ps (_mm_and_ps (a01, number), _mm_and_ps (a23, number)));
}

/* The same in floats: 1 inside, 0 outside, -1 if rounding leaves doubt about an edge, or for an
 * invalid number. Sums and products are accurate to 5 parts in 2^24 of the products together. */
static inline int
kbx_within_edges_roughly (kbx_polygon convex, kbx_vec p)
{
  const kbx_vec *v = convex.corners;
  const uint32_t last = convex.count - 1;
  const __m128 zero = _mm_setzero_ps (), first = _mm_loadu_ps (&v[0].x),
               end = _mm_loadu_ps (&v[last - 1].x);
  const __m128 closing = _mm_shuffle_ps (end, first, _MM_SHUFFLE (1, 0, 3, 2));
  kbx_point_sides sides = { _mm_set1_ps (p.x),
                            _mm_set1_ps (p.y),
                            _mm_set1_ps (INFINITY),
                            _mm_set1_ps (-INFINITY),
                            zero,
                            zero };

  /* The last four, even if some are repeated; with three corners, the first edge twice. */
  for (uint32_t i = 0; i + 4 <= last; i += 4)
    kbx_add_sides (&sides, _mm_loadu_ps (&v[i].x), _mm_loadu_ps (&v[i + 2].x),
                   _mm_loadu_ps (&v[i + 1].x), _mm_loadu_ps (&v[i + 3].x));
  if (last < 3)
    kbx_add_sides (&sides, first, closing, end, first);
  else
    kbx_add_sides (&sides, _mm_loadu_ps (&v[last - 3].x), end, _mm_loadu_ps (&v[last - 2].x),
                   closing);

  __m128 doubt = _mm_add_ps (_mm_mul_ps (sides.size, _mm_set1_ps (1e-6f)), _mm_set1_ps (1e-30f));
  const __m128 against = _mm_sub_ps (zero, doubt);
  const int ahead = _mm_movemask_ps (_mm_cmpgt_ps (sides.most, doubt));
  const int behind = _mm_movemask_ps (_mm_cmplt_ps (sides.least, against));
  const int all_ahead = _mm_movemask_ps (_mm_cmpgt_ps (sides.least, doubt));
  const int all_behind = _mm_movemask_ps (_mm_cmplt_ps (sides.most, against));
  const int near = _mm_movemask_ps (_mm_cmple_ps (sides.far, _mm_set1_ps (KBX_WORLD_LIMIT)));
  /* Inside or outside is unpredictable, but doubt is rare, so only doubt has a branch. Of four
   * bits, adding 1 carries into the fifth if all are set, and adding 15 if one is. */
  const int inside = ((all_ahead + 1) | (all_behind + 1)) & (near + 1) & 16;
  if ((inside | ((ahead + 15) & (behind + 15) & 16)) == 0)
    return -1;
  return inside >> 4;
}
#endif

/* The directions from corner 0 to the others, `low` to `high`, turn by less than half a circle. */
KBX_ASIDE static bool
kbx_within_fan (kbx_polygon convex, kbx_vec p)
{
  const kbx_vec *v = convex.corners;
  uint32_t low = 1, high = convex.count - 1;

  while (low < high && v[low].x == v[0].x && v[low].y == v[0].y)
    low++;
  while (low < high && v[high].x == v[0].x && v[high].y == v[0].y)
    high--;
  const kbx_wide_vec d = kbx_from_to (v[0], p);
  const int way = kbx_cross_sign (kbx_from_to (v[0], v[low]), kbx_from_to (v[0], v[high]));
  const int side_low = way * kbx_cross_sign (kbx_from_to (v[0], v[low]), d);
  const int side_high = way * kbx_cross_sign (kbx_from_to (v[0], v[high]), d);
  if (side_low < 0 || side_high > 0)
    return false;
  /* Corner 0 is straight between its neighbours, or the point is in line with it: rare */
  if (side_low == 0 || side_high == 0)
    return kbx_polygon_contains (convex, p);
  while (high - low > 1)
    {
      uint32_t middle = low + (high - low) / 2;
      bool beyond = way * kbx_cross_sign (kbx_from_to (v[0], v[middle]), d) < 0;
      high = beyond ? middle : high;
      low = beyond ? low : middle;
    }
  /* A point in a triangle within the world is valid; NaN and infinity gave the same side twice
   * above. */
  return way * kbx_cross_sign (kbx_from_to (v[low], v[high]), kbx_from_to (v[low], p)) >= 0
         && kbx_vec_valid (v[0]) && kbx_vec_valid (v[low]) && kbx_vec_valid (v[high]);
}

KBX_INTERNAL bool
kbx_convex_contains (kbx_polygon convex, kbx_vec p)
{
  if (convex.corners == NULL || convex.count < 3)
    return false;
  if (convex.count >= KBX_CONVEX_FAN)
    return kbx_within_fan (convex, p);
#if KBX_HEIGHTS_SSE2
  int inside = kbx_within_edges_roughly (convex, p);
  if (inside >= 0)
    return inside != 0;
#endif
  return kbx_within_edges (convex, p);
}
