/* SPDX-License-Identifier: MIT */
/* The separating axes of two small convex polygons in float, eight edges at once, with bounds for what rounding does:
 * it settles most pairs that are apart, and names the few edges that may be the one of least depth. Whatever is within
 * those bounds is left to the computation in double (convex.c), so that the answers are the same with this and
 * without, to the bit. */
#ifndef KBX_QUICK_AXES_H
#define KBX_QUICK_AXES_H

#include "runtime/convex.h"

#if defined(__SSE2__) && !defined(KBX_PORTABLE)
#define KBX_QUICK_AXES 1

#include <emmintrin.h>

#define KBX_QUICK_MOST 8u

/* Corners in two groups of four, x and y apart: 0, 1, 2, 3 and the last four, or 0, 1, n - 2, n - 1 twice where there are
 * no more than four. Some are there twice; that changes neither which edges there are nor how far corners reach. */
typedef struct {
  __m128 x[2], y[2];
  __m128 ex[2], ey[2]; /* from there to the next corner, the inner side clockwise of it */
  __m128 low, high;    /* bounds: x, y, and the same again */
  int invalid;         /* not 0: a corner is not within the world */
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
  __m128 d_next = _mm_shuffle_ps (d, a, _MM_SHUFFLE (1, 0, 3, 2)), b_next = few ? d_next : _mm_loadu_ps (&v[3].x);
  __m128 flip;
  kbx_quick_ring q;
  int turn = 0;

  q.invalid = _mm_movemask_epi8 (_mm_or_si128 (_mm_or_si128 (kbx_quick_excess (a), kbx_quick_excess (b)),
                                               _mm_or_si128 (kbx_quick_excess (c), kbx_quick_excess (d))));
  q.low = _mm_min_ps (_mm_min_ps (a, b), _mm_min_ps (c, d));
  q.high = _mm_max_ps (_mm_max_ps (a, b), _mm_max_ps (c, d));
  q.low = _mm_min_ps (q.low, _mm_shuffle_ps (q.low, q.low, _MM_SHUFFLE (1, 0, 3, 2)));
  q.high = _mm_max_ps (q.high, _mm_shuffle_ps (q.high, q.high, _MM_SHUFFLE (1, 0, 3, 2)));

  for (uint32_t i = 2; i < n && turn == 0; i++)
    turn = kbx_cross_sign (kbx_from_to (v[0], v[i - 1]), kbx_from_to (v[0], v[i]));
  q.reversed = turn < 0;
  q.flat = turn == 0;
  flip = _mm_castsi128_ps (_mm_set1_epi32 (turn < 0 ? INT32_MIN : 0));

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

/* Moves the corners, not the bounds, by -(x, y): near 0 there is less to round. */
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

/* How far b reaches behind the edges of a, times their length. */
static inline void
kbx_quick_reach (const kbx_quick_ring *a, const kbx_quick_ring *b, bool few, __m128 reach[2])
{
  __m128 r = _mm_set1_ps (-INFINITY), s = r;
  KBX_QUICK_CORNER (0, 0);
  KBX_QUICK_CORNER (0, 1);
  KBX_QUICK_CORNER (0, 2);
  KBX_QUICK_CORNER (0, 3);
  if (!few)
    {
      KBX_QUICK_CORNER (1, 0);
      KBX_QUICK_CORNER (1, 1);
      KBX_QUICK_CORNER (1, 2);
      KBX_QUICK_CORNER (1, 3);
    }
  reach[0] = _mm_sub_ps (r, _mm_sub_ps (_mm_mul_ps (a->ex[0], a->y[0]), _mm_mul_ps (a->ey[0], a->x[0])));
  reach[1] = _mm_sub_ps (s, _mm_sub_ps (_mm_mul_ps (a->ex[1], a->y[1]), _mm_mul_ps (a->ey[1], a->x[1])));
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
    to[g] = _mm_div_ps (_mm_set1_ps (1), _mm_add_ps (_mm_mul_ps (a->ex[g], a->ex[g]), _mm_mul_ps (a->ey[g], a->ey[g])));
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

/* Do two polygons of up to KBX_QUICK_MOST corners touch? KBX_QUICK_ASK: that would have to be asked in double.
 * *edges, unless NULL, is set with KBX_QUICK_TOUCH.
 *
 * With D = (width of a + width of b) * (height of a + height of b), the corners lie within those sums of the origin,
 * and each of the four products in a reach is off by at most 6 / 2^24 of D: 24 / 2^24 in all, for which 64 are allowed.
 * An edge that is reached by more than that is at least some millionth of the whole in length, so its square is right
 * to some parts in 2^24 as long as the whole is neither tiny nor a needle; 1 / 100,000 is allowed for. */
static inline kbx_quick_answer
kbx_quick_axes (kbx_polygon a, kbx_polygon b, kbx_quick_edges *edges)
{
  kbx_quick_ring p = kbx_quick_read (a.corners, a.count), q = kbx_quick_read (b.corners, b.count);
  const bool few = a.count <= 4 && b.count <= 4;
  __m128 apart = _mm_or_ps (_mm_cmplt_ps (p.high, q.low), _mm_cmplt_ps (q.high, p.low));
  __m128 sizes, rounding, less, reach_p[2], reach_q[2], short_p[2], short_q[2], least, x, y;
  float w, h, doubt;
  uint32_t which;

  if ((p.invalid | q.invalid) != 0)
    return KBX_QUICK_BAD;
  if (_mm_movemask_ps (apart) != 0)
    return KBX_QUICK_APART;
  sizes = _mm_add_ps (_mm_sub_ps (p.high, p.low), _mm_sub_ps (q.high, q.low));
  w = _mm_cvtss_f32 (sizes);
  h = _mm_cvtss_f32 (_mm_shuffle_ps (sizes, sizes, 1));
  doubt = w * h * (64.0f / 16777216.0f);
  rounding = _mm_set1_ps (doubt);
  less = _mm_set1_ps (-doubt);

  x = _mm_shuffle_ps (p.x[0], p.x[0], 0);
  y = _mm_shuffle_ps (p.y[0], p.y[0], 0);
  kbx_quick_shift (&p, x, y);
  kbx_quick_shift (&q, x, y);
  kbx_quick_reach (&p, &q, few, reach_p);
  if (kbx_quick_below (reach_p, less) != 0)
    return KBX_QUICK_APART;
  kbx_quick_reach (&q, &p, few, reach_q);
  if (kbx_quick_below (reach_q, less) != 0)
    return KBX_QUICK_APART;
  least = _mm_min_ps (_mm_min_ps (reach_p[0], reach_p[1]), _mm_min_ps (reach_q[0], reach_q[1]));
  if (_mm_movemask_ps (_mm_cmpgt_ps (least, rounding)) != 15 || !(w > 1e-6f) || !(h > 1e-6f) || w > h * 16384 || h > w * 16384)
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
#define KBX_QUICK_LOW(side, g) \
  (uint32_t) _mm_movemask_ps (_mm_cmple_ps (kbx_quick_square (reach_##side[g], less, short_##side[g]), least))
#define KBX_QUICK_BITS(side, n) \
  (which = KBX_QUICK_LOW (side, 0), \
   n > 4 ? which | KBX_QUICK_LOW (side, 1) << (n - 4) : n == 4 ? which : (which & 3) | which >> 2 << 1)
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

/* What a ring of a prepared polygon is: corners as seen from the first, moved by (x, y), and unit vectors for edges. */
static inline kbx_quick_ring
kbx_quick_prepared_ring (const kbx_prepared *from, float x, float y)
{
  kbx_quick_ring q;
  for (int g = 0; g < 2; g++)
    {
      q.x[g] = _mm_add_ps (_mm_sub_ps (_mm_loadu_ps (from->x + 4 * g), _mm_set1_ps (from->x[0])), _mm_set1_ps (x));
      q.y[g] = _mm_add_ps (_mm_sub_ps (_mm_loadu_ps (from->y + 4 * g), _mm_set1_ps (from->y[0])), _mm_set1_ps (y));
      q.ex[g] = _mm_loadu_ps (from->along_x + 4 * g);
      q.ey[g] = _mm_loadu_ps (from->along_y + 4 * g);
    }
  return q;
}

/* The same question to two prepared polygons. All sizes and distances are at most S, the sum of both polygons' widths and
 * heights, and a reach, which is a depth here, is off by less than 7 / 2^24 of it: 32 / 2^24 are allowed for. */
static inline kbx_quick_answer
kbx_quick_prepared (const kbx_prepared *a, kbx_vec a_at, const kbx_prepared *b, kbx_vec b_at, uint32_t edges[2])
{
  const __m128d p_at = _mm_set_pd (a_at.y, a_at.x), q_at = _mm_set_pd (b_at.y, b_at.x);
  const __m128d p_low = _mm_add_pd (kbx_lanes_widen (&a->bounds.min.x), p_at), p_high = _mm_add_pd (kbx_lanes_widen (&a->bounds.max.x), p_at);
  const __m128d q_low = _mm_add_pd (kbx_lanes_widen (&b->bounds.min.x), q_at), q_high = _mm_add_pd (kbx_lanes_widen (&b->bounds.max.x), q_at);
  const bool few = a->count <= 4 && b->count <= 4;
  __m128 reach_p[2], reach_q[2], least;
  kbx_quick_ring p, q;
  float size, doubt;

  if (_mm_movemask_pd (_mm_or_pd (_mm_cmplt_pd (p_high, q_low), _mm_cmplt_pd (q_high, p_low))) != 0)
    return KBX_QUICK_APART;
  size = (a->bounds.max.x - a->bounds.min.x) + (b->bounds.max.x - b->bounds.min.x) + (a->bounds.max.y - a->bounds.min.y) +
         (b->bounds.max.y - b->bounds.min.y);
  doubt = size * (32.0f / 16777216.0f);
  p = kbx_quick_prepared_ring (a, 0, 0);
  q = kbx_quick_prepared_ring (b, (float) (((double) b->x[0] + b_at.x) - ((double) a->x[0] + a_at.x)),
                               (float) (((double) b->y[0] + b_at.y) - ((double) a->y[0] + a_at.y)));
  kbx_quick_reach (&p, &q, few, reach_p);
  if (kbx_quick_below (reach_p, _mm_set1_ps (-doubt)) != 0)
    return KBX_QUICK_APART;
  kbx_quick_reach (&q, &p, few, reach_q);
  if (kbx_quick_below (reach_q, _mm_set1_ps (-doubt)) != 0)
    return KBX_QUICK_APART;
  least = _mm_min_ps (_mm_min_ps (reach_p[0], reach_p[1]), _mm_min_ps (reach_q[0], reach_q[1]));
  if (_mm_movemask_ps (_mm_cmpgt_ps (least, _mm_set1_ps (doubt))) != 15 || !(size > 1e-30f))
    return KBX_QUICK_ASK;
  least = _mm_min_ps (least, _mm_shuffle_ps (least, least, _MM_SHUFFLE (1, 0, 3, 2)));
  least = _mm_min_ps (least, _mm_shuffle_ps (least, least, _MM_SHUFFLE (2, 3, 0, 1)));
  least = _mm_add_ps (least, _mm_set1_ps (2 * doubt));
#define KBX_QUICK_LOW(r) (uint32_t) (_mm_movemask_ps (_mm_cmple_ps (r[0], least)) | _mm_movemask_ps (_mm_cmple_ps (r[1], least)) << 4)
  edges[0] = KBX_QUICK_LOW (reach_p) & ((1u << a->count) - 1);
  edges[1] = KBX_QUICK_LOW (reach_q) & ((1u << b->count) - 1);
#undef KBX_QUICK_LOW
  return KBX_QUICK_TOUCH;
}

/* The edges of a prepared polygon, a bit for each, whose direction may be the one most against the unit vector (x, y). */
static inline uint32_t
kbx_quick_facing (const kbx_prepared *a, float x, float y)
{
  const __m128 vx = _mm_set1_ps (x), vy = _mm_set1_ps (y);
  __m128 v = _mm_add_ps (_mm_mul_ps (_mm_loadu_ps (a->along_x), vx), _mm_mul_ps (_mm_loadu_ps (a->along_y), vy));
  __m128 w = _mm_add_ps (_mm_mul_ps (_mm_loadu_ps (a->along_x + 4), vx), _mm_mul_ps (_mm_loadu_ps (a->along_y + 4), vy));
  __m128 least = _mm_min_ps (v, w);
  least = _mm_min_ps (least, _mm_shuffle_ps (least, least, _MM_SHUFFLE (1, 0, 3, 2)));
  least = _mm_min_ps (least, _mm_shuffle_ps (least, least, _MM_SHUFFLE (2, 3, 0, 1)));
  least = _mm_add_ps (least, _mm_set1_ps (1e-5f));
  return (uint32_t) (_mm_movemask_ps (_mm_cmple_ps (v, least)) | _mm_movemask_ps (_mm_cmple_ps (w, least)) << 4) & ((1u << a->count) - 1);
}

/* ---- what is done with these edges, in double ---- */

/* How deep the other of two hulls of up to 8 corners lies behind an edge. */
KBX_INTERNAL double kbx_depth_behind_edge (const kbx_hull *own, uint32_t edge, const kbx_hull *other);

/* The axis of two hulls of up to 8 corners that touch, when it is one of these edges: a bit for each, the first hull's by
 * its corners, and the second's. */
KBX_INTERNAL void kbx_axis_of_edges (const kbx_hull *a, const kbx_hull *b, uint32_t of_a, uint32_t of_b, kbx_hull_axis *axis);

/* kbx_hull_contact where it is known which edge of the other faces that of the axis, and that neither goes on in line. */
KBX_INTERNAL kbx_manifold kbx_edges_contact (const kbx_hull *first, const kbx_hull *second, const kbx_hull_axis *axis, uint32_t facing);

#else
#define KBX_QUICK_AXES 0
#endif

#endif
