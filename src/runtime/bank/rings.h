/* SPDX-License-Identifier: MIT */
/* Rings of vertices on the grid, as stored in a bank: convexity and bounds. A ring is strictly
 * convex and goes round once if two things hold. Every turn is clockwise on the screen, and edges
 * pass from the half-plane "right, or straight down" to the other exactly once. With up to four
 * vertices the turns alone suffice. Coordinates have 24 bits, edges 25 and cross products 51: exact
 * in 64-bit integers and in double, with which SSE2 does both coordinates at once. */
#ifndef KBX_RINGS_H
#define KBX_RINGS_H

#include "runtime/frames/boxes.h"

#if KBX_SSE2

typedef struct { __m128d low, high; } kbx_span;

static inline kbx_span
kbx_span_nothing (void)
{
  kbx_span s;
  s.low = _mm_set1_pd (INT32_MAX);
  s.high = _mm_set1_pd (INT32_MIN);
  return s;
}

/* x0, y0, x1, y1. */
static inline void
kbx_span_corners (const kbx_span *s, int32_t corner[4])
{
  _mm_storeu_si128 ((__m128i *) (void *) corner,
                    _mm_unpacklo_epi64 (_mm_cvttpd_epi32 (s->low), _mm_cvttpd_epi32 (s->high)));
}

static inline __m128d
kbx_ring_vertex (const uint8_t *p)
{
  return _mm_cvtepi32_pd (_mm_loadl_epi64 ((const __m128i *) (const void *) p));
}

/* Whether `count` vertices, 3 or more, form such a ring; extends the span by them. */
static inline bool
kbx_ring_convex (const uint8_t *p, size_t stride, uint32_t count, kbx_span *span)
{
  const uint8_t *last = p + (count - 1) * stride;
  __m128d low = span->low, high = span->high, b = kbx_ring_vertex (last),
          ab = _mm_sub_pd (b, kbx_ring_vertex (last - stride));
  __m128d wrong = _mm_setzero_pd (), c, bc, turn;

  if (count <= 4)
    /* Always four steps, which processors predict: a triangle's first corner comes twice. */
    for (uint32_t k = 0; k < 4; k++, b = c, ab = bc)
      {
        c = kbx_ring_vertex (p + (k < count ? k * stride : 0));
        low = _mm_min_pd (low, c);
        high = _mm_max_pd (high, c);
        bc = _mm_sub_pd (c, b);
        turn = _mm_mul_pd (ab, _mm_shuffle_pd (bc, bc, 1));
        wrong = _mm_or_pd (wrong, _mm_cmple_sd (turn, _mm_unpackhi_pd (turn, turn)));
      }
  else
    {
      /* dx plus a tiny part of dy: the sum has the sign of dx, or of dy if dx is 0 */
      const __m128d weight = _mm_set_pd (1.0 / 4294967296.0, 1), zero = _mm_setzero_pd ();
      __m128i passes = _mm_setzero_si128 ();
      __m128d half = _mm_mul_pd (ab, weight),
              before = _mm_cmpgt_sd (_mm_add_sd (half, _mm_unpackhi_pd (half, half)), zero), here;
      for (; p <= last; p += stride, b = c, ab = bc, before = here)
        {
          c = kbx_ring_vertex (p);
          low = _mm_min_pd (low, c);
          high = _mm_max_pd (high, c);
          bc = _mm_sub_pd (c, b);
          turn = _mm_mul_pd (ab, _mm_shuffle_pd (bc, bc, 1));
          wrong = _mm_or_pd (wrong, _mm_cmple_sd (turn, _mm_unpackhi_pd (turn, turn)));
          half = _mm_mul_pd (bc, weight);
          here = _mm_cmpgt_sd (_mm_add_sd (half, _mm_unpackhi_pd (half, half)), zero);
          passes = _mm_sub_epi64 (passes, _mm_castpd_si128 (_mm_andnot_pd (here, before)));
        }
      if (_mm_cvtsi128_si32 (passes) != 1)
        return false;
    }
  span->low = low;
  span->high = high;
  return (_mm_movemask_pd (wrong) & 1) == 0;
}

#else

typedef struct { int32_t x0, y0, x1, y1; } kbx_span;

static inline kbx_span
kbx_span_nothing (void)
{
  return KBX_LITERAL (kbx_span){ INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN };
}

static inline void
kbx_span_corners (const kbx_span *s, int32_t corner[4])
{
  corner[0] = s->x0;
  corner[1] = s->y0;
  corner[2] = s->x1;
  corner[3] = s->y1;
}

static inline uint32_t
kbx_right_half (int32_t dx, int32_t dy)
{
  return (int64_t) dx * (INT64_C (1) << 32) + dy > 0;
}

static inline bool
kbx_ring_convex (const uint8_t *p, size_t stride, uint32_t count, kbx_span *span)
{
  const uint8_t *last = p + (count - 1) * stride;
  int32_t bx = kbx_load_i32 (last), by = kbx_load_i32 (last + 4);
  int32_t abx = bx - kbx_load_i32 (last - stride), aby = by - kbx_load_i32 (last - stride + 4);
  uint32_t before = kbx_right_half (abx, aby), passes = 0, wrong = 0;
  kbx_span s = *span;

  for (; p <= last; p += stride)
    {
      int32_t cx = kbx_load_i32 (p), cy = kbx_load_i32 (p + 4), bcx = cx - bx, bcy = cy - by;
      uint32_t here = kbx_right_half (bcx, bcy);
      wrong |= (uint32_t) ((int64_t) abx * bcy <= (int64_t) aby * bcx);
      passes += before & ~here;
      s.x0 = cx < s.x0 ? cx : s.x0;
      s.y0 = cy < s.y0 ? cy : s.y0;
      s.x1 = cx > s.x1 ? cx : s.x1;
      s.y1 = cy > s.y1 ? cy : s.y1;
      abx = bcx;
      aby = bcy;
      bx = cx;
      by = cy;
      before = here;
    }
  *span = s;
  return wrong == 0 && passes == 1;
}

#endif

#endif
