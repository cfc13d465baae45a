/* SPDX-License-Identifier: MIT */
/* The separating axes of two small convex polygons in float, eight edges at once, with bounds for
 * rounding. This settles most pairs that are apart, and names the few edges that may be the one of
 * least depth. Cases within those bounds are left to the computation in double (convex.c), so the
 * results are bit-identical with and without this. */
#ifndef KBX_QUICK_AXES_H
#define KBX_QUICK_AXES_H

#include "runtime/pairs/convex.h"

/* The relation of two prepared polygons: apart, undecided (ask in double), or touching. Touching
 * has a bit for each edge that may be the one of least depth, the second polygon's
 * KBX_PREPARED_CORNERS higher. */
#define KBX_PREPARED_APART 0u
#define KBX_PREPARED_ASK (1u << 2 * KBX_PREPARED_CORNERS)

#if defined(__SSE2__) && !defined(KBX_PORTABLE)
#define KBX_QUICK_AXES 1

/* Not on Windows, where compilers align the stack to 16 bytes but spill wide registers to it. */
#if defined(__GNUC__) && !defined(_WIN32)
#define KBX_QUICK_WIDE 1
#include <immintrin.h>
#else
#define KBX_QUICK_WIDE 0
#include <emmintrin.h>
#endif

#define KBX_QUICK_MOST 8u

/* Corners in two groups of four, x and y apart: 0, 1, 2, 3 and the last four, or 0, 1, n - 2, n - 1
 * twice if there are at most four. Repeated corners change neither the set of edges nor how far
 * corners reach. */
typedef struct {
  __m128 x[2], y[2];
  __m128 ex[2], ey[2]; /* from there to the next corner, the inner side clockwise of it */
  __m128 low, high;    /* bounds: x, y, and the same again */
  int invalid;         /* not 0: a corner is outside the world */
  bool reversed, flat;
} kbx_quick_ring;

static inline __m128
kbx_quick_xs (__m128 v, __m128 w)
{
  return _mm_shuffle_ps (v, w, _MM_SHUFFLE (2, 0, 2, 0));
}

static inline __m128
kbx_quick_ys (__m128 v, __m128 w)
{
  return _mm_shuffle_ps (v, w, _MM_SHUFFLE (3, 1, 3, 1));
}

static inline __m128i
kbx_quick_excess (__m128 v)
{
  return _mm_cmpgt_epi32 (_mm_and_si128 (_mm_castps_si128 (v), _mm_set1_epi32 (0x7fffffff)),
                          _mm_set1_epi32 (0x4a800000)); /* the bits of KBX_WORLD_LIMIT */
}

/* 3 to KBX_QUICK_MOST corners. */
static inline kbx_quick_ring
kbx_quick_read (const kbx_vec *v, uint32_t n)
{
  const bool few = n <= 4;
  __m128 a = _mm_loadu_ps (&v[0].x), b = _mm_loadu_ps (&v[few ? n - 2 : 2].x);
  __m128 c = _mm_loadu_ps (&v[few ? 0 : n - 4].x), d = _mm_loadu_ps (&v[n - 2].x);
  __m128 a_next = _mm_loadu_ps (&v[1].x), c_next = _mm_loadu_ps (&v[few ? 1 : n - 3].x);
  __m128 d_next = _mm_shuffle_ps (d, a, _MM_SHUFFLE (1, 0, 3, 2)),
         b_next = few ? d_next : _mm_loadu_ps (&v[3].x);
  kbx_quick_ring q;
  int turn = 0;

  q.invalid =
    _mm_movemask_epi8 (_mm_or_si128 (_mm_or_si128 (kbx_quick_excess (a), kbx_quick_excess (b)),
                                     _mm_or_si128 (kbx_quick_excess (c), kbx_quick_excess (d))));
  q.low = _mm_min_ps (_mm_min_ps (a, b), _mm_min_ps (c, d));
  q.high = _mm_max_ps (_mm_max_ps (a, b), _mm_max_ps (c, d));
  q.low = _mm_min_ps (q.low, _mm_shuffle_ps (q.low, q.low, _MM_SHUFFLE (1, 0, 3, 2)));
  q.high = _mm_max_ps (q.high, _mm_shuffle_ps (q.high, q.high, _MM_SHUFFLE (1, 0, 3, 2)));

  for (uint32_t i = 2; i < n && turn == 0; i++)
    turn = kbx_cross_sign (kbx_from_to (v[0], v[i - 1]), kbx_from_to (v[0], v[i]));
  q.reversed = turn < 0;
  q.flat = turn == 0;
  const __m128 flip = _mm_castsi128_ps (_mm_set1_epi32 (turn < 0 ? INT32_MIN : 0));

  q.x[0] = kbx_quick_xs (a, b);
  q.y[0] = kbx_quick_ys (a, b);
  q.x[1] = kbx_quick_xs (c, d);
  q.y[1] = kbx_quick_ys (c, d);
  q.ex[0] = _mm_xor_ps (_mm_sub_ps (kbx_quick_xs (a_next, b_next), q.x[0]), flip);
  q.ey[0] = _mm_xor_ps (_mm_sub_ps (kbx_quick_ys (a_next, b_next), q.y[0]), flip);
  q.ex[1] = _mm_xor_ps (_mm_sub_ps (kbx_quick_xs (c_next, d_next), q.x[1]), flip);
  q.ey[1] = _mm_xor_ps (_mm_sub_ps (kbx_quick_ys (c_next, d_next), q.y[1]), flip);
  return q;
}

/* Moves the corners, not the bounds, by -(x, y): rounding errors are smaller near 0. */
static inline void
kbx_quick_shift (kbx_quick_ring *q, __m128 x, __m128 y)
{
  for (int g = 0; g < 2; g++)
    {
      q->x[g] = _mm_sub_ps (q->x[g], x);
      q->y[g] = _mm_sub_ps (q->y[g], y);
    }
}

/* One corner against all edges. */
#define KBX_QUICK_CORNER(g, lane) \
  do \
    { \
      __m128 x = _mm_shuffle_ps (b->x[g], b->x[g], _MM_SHUFFLE (lane, lane, lane, lane)); \
      __m128 y = _mm_shuffle_ps (b->y[g], b->y[g], _MM_SHUFFLE (lane, lane, lane, lane)); \
      r = _mm_max_ps (r, _mm_sub_ps (_mm_mul_ps (a->ex[0], y), _mm_mul_ps (a->ey[0], x))); \
      s = _mm_max_ps (s, _mm_sub_ps (_mm_mul_ps (a->ex[1], y), _mm_mul_ps (a->ey[1], x))); \
    } \
  while (0)

/* How far b's first `count` corners reach behind the edges of a, times their length. */
static inline void
kbx_quick_reach (const kbx_quick_ring *a, const kbx_quick_ring *b, uint32_t count, __m128 reach[2])
{
  __m128 r = _mm_set1_ps (-INFINITY), s = r;
  KBX_QUICK_CORNER (0, 0);
  KBX_QUICK_CORNER (0, 1);
  KBX_QUICK_CORNER (0, 2);
  KBX_QUICK_CORNER (0, 3);
  if (count > 4)
    {
      KBX_QUICK_CORNER (1, 0);
      KBX_QUICK_CORNER (1, 1);
    }
  if (count > 6)
    {
      KBX_QUICK_CORNER (1, 2);
      KBX_QUICK_CORNER (1, 3);
    }
  reach[0] =
    _mm_sub_ps (r, _mm_sub_ps (_mm_mul_ps (a->ex[0], a->y[0]), _mm_mul_ps (a->ey[0], a->x[0])));
  reach[1] =
    _mm_sub_ps (s, _mm_sub_ps (_mm_mul_ps (a->ex[1], a->y[1]), _mm_mul_ps (a->ey[1], a->x[1])));
}

static inline int
kbx_quick_below (const __m128 v[2], __m128 limit)
{
  return _mm_movemask_ps (_mm_or_ps (_mm_cmplt_ps (v[0], limit), _mm_cmplt_ps (v[1], limit)));
}

/* 1 / length^2 of the edges. */
static inline void
kbx_quick_shortness (const kbx_quick_ring *a, __m128 to[2])
{
  for (int g = 0; g < 2; g++)
    to[g] = _mm_div_ps (_mm_set1_ps (1), _mm_add_ps (_mm_mul_ps (a->ex[g], a->ex[g]),
                                                     _mm_mul_ps (a->ey[g], a->ey[g])));
}

static inline __m128
kbx_quick_square (__m128 reach, __m128 more, __m128 shortness)
{
  __m128 r = _mm_add_ps (reach, more);
  return _mm_mul_ps (_mm_mul_ps (r, r), shortness);
}

typedef enum { KBX_QUICK_BAD, KBX_QUICK_APART, KBX_QUICK_TOUCH, KBX_QUICK_ASK } kbx_quick_answer;

/* Edges that may be the one of least depth: a bit for each, by its first corner as given. */
typedef struct {
  bool reversed[2], flat[2];
  uint32_t edges[2];
} kbx_quick_edges;

/* Whether two polygons of up to KBX_QUICK_MOST corners touch. KBX_QUICK_ASK: undecided, ask in
 * double. *edges, unless NULL, is set with KBX_QUICK_TOUCH. */

/* Error bounds: let `D = (width of a + width of b) * (height of a + height of b)`. Each of the four
 * products in a reach is off by at most 6 / 2^24 of D: 24 / 2^24 in all; 64 are allowed. An edge
 * that is reached by more has a length of at least some millionths of the whole. So its square is
 * accurate to some parts in 2^24 unless the whole is tiny or a needle; 1 / 100,000 is allowed. */
static inline kbx_quick_answer
kbx_quick_axes (kbx_polygon a, kbx_polygon b, kbx_quick_edges *edges)
{
  kbx_quick_ring p = kbx_quick_read (a.corners, a.count), q = kbx_quick_read (b.corners, b.count);
  const uint32_t most = a.count <= 4 && b.count <= 4 ? 4 : KBX_QUICK_MOST;
  __m128 apart = _mm_or_ps (_mm_cmplt_ps (p.high, q.low), _mm_cmplt_ps (q.high, p.low));
  __m128 reach_p[2], reach_q[2], short_p[2], short_q[2], least, x, y;
  uint32_t which;

  if ((p.invalid | q.invalid) != 0)
    return KBX_QUICK_BAD;
  if (_mm_movemask_ps (apart) != 0)
    return KBX_QUICK_APART;
  const __m128 sizes = _mm_add_ps (_mm_sub_ps (p.high, p.low), _mm_sub_ps (q.high, q.low));
  const float w = _mm_cvtss_f32 (sizes);
  const float h = _mm_cvtss_f32 (_mm_shuffle_ps (sizes, sizes, 1));
  const float doubt = w * h * (64.0f / 16777216.0f);
  const __m128 rounding = _mm_set1_ps (doubt);
  const __m128 less = _mm_set1_ps (-doubt);

  x = _mm_shuffle_ps (p.x[0], p.x[0], 0);
  y = _mm_shuffle_ps (p.y[0], p.y[0], 0);
  kbx_quick_shift (&p, x, y);
  kbx_quick_shift (&q, x, y);
  kbx_quick_reach (&p, &q, most, reach_p);
  if (kbx_quick_below (reach_p, less) != 0)
    return KBX_QUICK_APART;
  kbx_quick_reach (&q, &p, most, reach_q);
  if (kbx_quick_below (reach_q, less) != 0)
    return KBX_QUICK_APART;
  least = _mm_min_ps (_mm_min_ps (reach_p[0], reach_p[1]), _mm_min_ps (reach_q[0], reach_q[1]));
  if (_mm_movemask_ps (_mm_cmpgt_ps (least, rounding)) != 15 || !(w > 1e-6f) || !(h > 1e-6f)
      || w > h * 16384 || h > w * 16384)
    return KBX_QUICK_ASK;
  if (edges == NULL)
    return KBX_QUICK_TOUCH;

  kbx_quick_shortness (&p, short_p);
  kbx_quick_shortness (&q, short_q);
  least = _mm_min_ps (_mm_min_ps (kbx_quick_square (reach_p[0], rounding, short_p[0]),
                                  kbx_quick_square (reach_p[1], rounding, short_p[1])),
                      _mm_min_ps (kbx_quick_square (reach_q[0], rounding, short_q[0]),
                                  kbx_quick_square (reach_q[1], rounding, short_q[1])));
  least = _mm_min_ps (least, _mm_shuffle_ps (least, least, _MM_SHUFFLE (1, 0, 3, 2)));
  least = _mm_min_ps (least, _mm_shuffle_ps (least, least, _MM_SHUFFLE (2, 3, 0, 1)));
  least = _mm_mul_ps (least, _mm_set1_ps (1.00001f));
#define KBX_QUICK_LOW(side, g)                                                                     \
  (uint32_t) _mm_movemask_ps (                                                                     \
    _mm_cmple_ps (kbx_quick_square (reach_##side[g], less, short_##side[g]), least))
#define KBX_QUICK_BITS(side, n)                                                                    \
  (which = KBX_QUICK_LOW (side, 0), n > 4    ? which | KBX_QUICK_LOW (side, 1) << (n - 4)          \
                                    : n == 4 ? which                                               \
                                             : (which & 3) | which >> 2 << 1)
  edges->edges[0] = KBX_QUICK_BITS (p, a.count);
  edges->edges[1] = KBX_QUICK_BITS (q, b.count);
#undef KBX_QUICK_LOW
#undef KBX_QUICK_BITS
  edges->reversed[0] = p.reversed;
  edges->reversed[1] = q.reversed;
  edges->flat[0] = p.flat;
  edges->flat[1] = q.flat;
  return KBX_QUICK_TOUCH;
}

#undef KBX_QUICK_CORNER

/* The ring of a prepared polygon: corners relative to the first, moved by `to`, and unit vectors
 * for edges. */
static inline kbx_quick_ring
kbx_quick_prepared_ring (const kbx_prepared *from, __m128 to)
{
  kbx_quick_ring q;
  for (int g = 0; g < 2; g++)
    {
      q.x[g] = _mm_add_ps (_mm_sub_ps (_mm_loadu_ps (from->x + 4 * g), _mm_set1_ps (from->x[0])),
                           _mm_shuffle_ps (to, to, 0));
      q.y[g] = _mm_add_ps (_mm_sub_ps (_mm_loadu_ps (from->y + 4 * g), _mm_set1_ps (from->y[0])),
                           _mm_shuffle_ps (to, to, _MM_SHUFFLE (1, 1, 1, 1)));
      q.ex[g] = _mm_loadu_ps (from->along_x + 4 * g);
      q.ey[g] = _mm_loadu_ps (from->along_y + 4 * g);
    }
  return q;
}

/* Two prepared polygons at their positions: the result of bounds and sizes. */
typedef struct {
  __m128 from_to;    /* from the first corner of the first to that of the second: x, y */
  float size, doubt; /* see kbx_quick_prepared */
  bool apart;
} kbx_quick_pair_bounds;

static inline kbx_quick_pair_bounds
kbx_quick_bounds (const kbx_prepared *a, kbx_vec a_at, const kbx_prepared *b, kbx_vec b_at)
{
  const __m128 p = _mm_loadu_ps (&a->bounds.min.x), q = _mm_loadu_ps (&b->bounds.min.x);
  const __m128d p_at = kbx_lanes_widen (&a_at.x), q_at = kbx_lanes_widen (&b_at.x);
  const __m128d p_low = _mm_add_pd (_mm_cvtps_pd (p), p_at),
                p_high = _mm_add_pd (_mm_cvtps_pd (_mm_movehl_ps (p, p)), p_at);
  const __m128d q_low = _mm_add_pd (_mm_cvtps_pd (q), q_at),
                q_high = _mm_add_pd (_mm_cvtps_pd (_mm_movehl_ps (q, q)), q_at);
  const __m128d p_first = _mm_cvtps_pd (_mm_unpacklo_ps (_mm_load_ss (a->x), _mm_load_ss (a->y)));
  const __m128d q_first = _mm_cvtps_pd (_mm_unpacklo_ps (_mm_load_ss (b->x), _mm_load_ss (b->y)));
  const __m128 sizes =
    _mm_add_ps (_mm_sub_ps (_mm_movehl_ps (p, p), p), _mm_sub_ps (_mm_movehl_ps (q, q), q));
  kbx_quick_pair_bounds pair;

  pair.apart =
    _mm_movemask_pd (_mm_or_pd (_mm_cmplt_pd (p_high, q_low), _mm_cmplt_pd (q_high, p_low))) != 0;
  pair.size = _mm_cvtss_f32 (_mm_add_ss (sizes, _mm_shuffle_ps (sizes, sizes, 1)));
  pair.doubt = pair.size * (32.0f / 16777216.0f);
  pair.from_to = _mm_cvtpd_ps (_mm_sub_pd (_mm_add_pd (q_first, q_at), _mm_add_pd (p_first, p_at)));
  return pair;
}

/* The relation of two prepared polygons. All sizes and distances are at most S, the sum of both
 * polygons' widths and heights. A reach, which is a depth here, is off by less than 7 / 2^24 of S:
 * 32 / 2^24 are allowed. */
static inline uint32_t
kbx_quick_prepared (const kbx_prepared *a, kbx_vec a_at, const kbx_prepared *b, kbx_vec b_at)
{
  const kbx_quick_pair_bounds pair = kbx_quick_bounds (a, a_at, b, b_at);
  const uint32_t most = a->count > b->count ? a->count : b->count;
  const __m128 less = _mm_set1_ps (-pair.doubt);
  __m128 reach_p[2], reach_q[2], least;

  if (pair.apart)
    return KBX_PREPARED_APART;
  kbx_quick_ring p = kbx_quick_prepared_ring (a, _mm_setzero_ps ());
  kbx_quick_ring q = kbx_quick_prepared_ring (b, pair.from_to);
  kbx_quick_reach (&p, &q, most, reach_p);
  if (kbx_quick_below (reach_p, less) != 0)
    return KBX_PREPARED_APART;
  kbx_quick_reach (&q, &p, most, reach_q);
  if (kbx_quick_below (reach_q, less) != 0)
    return KBX_PREPARED_APART;
  least = _mm_min_ps (_mm_min_ps (reach_p[0], reach_p[1]), _mm_min_ps (reach_q[0], reach_q[1]));
  least = _mm_min_ps (least, _mm_shuffle_ps (least, least, _MM_SHUFFLE (1, 0, 3, 2)));
  least = _mm_min_ps (least, _mm_shuffle_ps (least, least, _MM_SHUFFLE (2, 3, 0, 1)));
  if (!(_mm_cvtss_f32 (least) > pair.doubt) || !(pair.size > 1e-30f))
    return KBX_PREPARED_ASK;
  least = _mm_add_ps (least, _mm_set1_ps (2 * pair.doubt));
#define KBX_QUICK_LOW(r)                                                                           \
  (uint32_t) (_mm_movemask_ps (_mm_cmple_ps (r[0], least))                                         \
              | _mm_movemask_ps (_mm_cmple_ps (r[1], least)) << 4)
  return (KBX_QUICK_LOW (reach_p) & ((1u << a->count) - 1))
         | (KBX_QUICK_LOW (reach_q) & ((1u << b->count) - 1)) << KBX_PREPARED_CORNERS;
#undef KBX_QUICK_LOW
}

#if KBX_QUICK_WIDE
/* The same with all eight edges at once. */

typedef struct { __m256 x, y, ex, ey; } kbx_wide_ring;

__attribute__ ((target ("avx2"))) static inline kbx_wide_ring
kbx_wide_prepared_ring (const kbx_prepared *from, __m128 to)
{
  return KBX_LITERAL (kbx_wide_ring){
    _mm256_add_ps (_mm256_sub_ps (_mm256_loadu_ps (from->x), _mm256_set1_ps (from->x[0])),
                   _mm256_broadcastss_ps (to)),
    _mm256_add_ps (_mm256_sub_ps (_mm256_loadu_ps (from->y), _mm256_set1_ps (from->y[0])),
                   _mm256_broadcastss_ps (_mm_shuffle_ps (to, to, 1))),
    _mm256_loadu_ps (from->along_x), _mm256_loadu_ps (from->along_y)
  };
}

#define KBX_WIDE_CORNER(lane)                                                                      \
  r = _mm256_max_ps (                                                                              \
    r, _mm256_sub_ps (                                                                             \
         _mm256_mul_ps (a.ex, _mm256_permute_ps (y, _MM_SHUFFLE (lane, lane, lane, lane))),        \
         _mm256_mul_ps (a.ey, _mm256_permute_ps (x, _MM_SHUFFLE (lane, lane, lane, lane)))))

/* The depth of b's first `count` corners behind the edges of a. */
__attribute__ ((target ("avx2"))) static inline __m256
kbx_wide_reach (kbx_wide_ring a, kbx_wide_ring b, uint32_t count)
{
  __m256 r = _mm256_set1_ps (-INFINITY), x = _mm256_permute2f128_ps (b.x, b.x, 0x00),
         y = _mm256_permute2f128_ps (b.y, b.y, 0x00);
  KBX_WIDE_CORNER (0);
  KBX_WIDE_CORNER (1);
  KBX_WIDE_CORNER (2);
  KBX_WIDE_CORNER (3);
  if (count > 4)
    {
      x = _mm256_permute2f128_ps (b.x, b.x, 0x11);
      y = _mm256_permute2f128_ps (b.y, b.y, 0x11);
      KBX_WIDE_CORNER (0);
      KBX_WIDE_CORNER (1);
    }
  if (count > 6)
    {
      KBX_WIDE_CORNER (2);
      KBX_WIDE_CORNER (3);
    }
  return _mm256_sub_ps (r, _mm256_sub_ps (_mm256_mul_ps (a.ex, a.y), _mm256_mul_ps (a.ey, a.x)));
}

#undef KBX_WIDE_CORNER

__attribute__ ((target ("avx2"))) static inline uint32_t
kbx_wide_prepared (const kbx_prepared *a, kbx_vec a_at, const kbx_prepared *b, kbx_vec b_at)
{
  const kbx_quick_pair_bounds pair = kbx_quick_bounds (a, a_at, b, b_at);
  const uint32_t most = a->count > b->count ? a->count : b->count;
  const __m256 less = _mm256_set1_ps (-pair.doubt);

  if (pair.apart)
    return KBX_PREPARED_APART;
  const kbx_wide_ring p = kbx_wide_prepared_ring (a, _mm_setzero_ps ());
  const kbx_wide_ring q = kbx_wide_prepared_ring (b, pair.from_to);
  const __m256 reach_p = kbx_wide_reach (p, q, most);
  const __m256 reach_q = kbx_wide_reach (q, p, most);
  const __m256 both = _mm256_min_ps (reach_p, reach_q);
  if (_mm256_movemask_ps (_mm256_cmp_ps (both, less, _CMP_LT_OQ)) != 0)
    return KBX_PREPARED_APART;
  __m128 least = _mm_min_ps (_mm256_castps256_ps128 (both), _mm256_extractf128_ps (both, 1));
  least = _mm_min_ps (least, _mm_shuffle_ps (least, least, _MM_SHUFFLE (1, 0, 3, 2)));
  least = _mm_min_ps (least, _mm_shuffle_ps (least, least, _MM_SHUFFLE (2, 3, 0, 1)));
  if (!(_mm_cvtss_f32 (least) > pair.doubt) || !(pair.size > 1e-30f))
    return KBX_PREPARED_ASK;
  const __m256 low = _mm256_broadcastss_ps (_mm_add_ps (least, _mm_set1_ps (2 * pair.doubt)));
  return ((uint32_t) _mm256_movemask_ps (_mm256_cmp_ps (reach_p, low, _CMP_LE_OQ))
          & ((1u << a->count) - 1))
         | ((uint32_t) _mm256_movemask_ps (_mm256_cmp_ps (reach_q, low, _CMP_LE_OQ))
            & ((1u << b->count) - 1))
             << KBX_PREPARED_CORNERS;
}
#endif

/* The edges of a prepared polygon, a bit for each, whose direction may be the one most opposed to
 * the unit vector (x, y). */
static inline uint32_t
kbx_quick_facing (const kbx_prepared *a, float x, float y)
{
  const __m128 vx = _mm_set1_ps (x), vy = _mm_set1_ps (y);
  __m128 v = _mm_add_ps (_mm_mul_ps (_mm_loadu_ps (a->along_x), vx),
                         _mm_mul_ps (_mm_loadu_ps (a->along_y), vy));
  __m128 w = _mm_add_ps (_mm_mul_ps (_mm_loadu_ps (a->along_x + 4), vx),
                         _mm_mul_ps (_mm_loadu_ps (a->along_y + 4), vy));
  __m128 least = _mm_min_ps (v, w);
  least = _mm_min_ps (least, _mm_shuffle_ps (least, least, _MM_SHUFFLE (1, 0, 3, 2)));
  least = _mm_min_ps (least, _mm_shuffle_ps (least, least, _MM_SHUFFLE (2, 3, 0, 1)));
  least = _mm_add_ps (least, _mm_set1_ps (1e-5f));
  return (uint32_t) (_mm_movemask_ps (_mm_cmple_ps (v, least))
                     | _mm_movemask_ps (_mm_cmple_ps (w, least)) << 4)
         & ((1u << a->count) - 1);
}

/* ---- these edges in double ---- */

/* The axis of two touching hulls of up to 8 corners, if it is one of these edges. `of_a` has a bit
 * for each edge of the first hull, `of_b` for the second. */
KBX_INTERNAL void kbx_axis_of_edges (const kbx_hull *a, const kbx_hull *b, uint32_t of_a,
                                     uint32_t of_b, kbx_hull_axis *axis);

/* kbx_prepared_overlap and kbx_prepared_collide for prepared polygons, bit-identical; AVX2 only if
 * the processor has it. */
KBX_INTERNAL bool kbx_prepared_overlap_sse2 (const kbx_prepared *a, kbx_vec a_at,
                                             const kbx_prepared *b, kbx_vec b_at);
KBX_INTERNAL kbx_manifold kbx_prepared_collide_sse2 (const kbx_prepared *first, kbx_vec first_at,
                                                     const kbx_prepared *second, kbx_vec second_at);
#if KBX_QUICK_WIDE
KBX_INTERNAL bool kbx_prepared_overlap_avx2 (const kbx_prepared *a, kbx_vec a_at,
                                             const kbx_prepared *b, kbx_vec b_at);
KBX_INTERNAL kbx_manifold kbx_prepared_collide_avx2 (const kbx_prepared *first, kbx_vec first_at,
                                                     const kbx_prepared *second, kbx_vec second_at);
#endif

#else
#define KBX_QUICK_AXES 0
#define KBX_QUICK_WIDE 0
#endif

#endif
