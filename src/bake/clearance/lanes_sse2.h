/* SPDX-License-Identifier: MIT */
/* As lanes_plain.h, in two registers of SSE2. */
#ifndef KB_BAKE_LANES_SSE2_H
#define KB_BAKE_LANES_SSE2_H

#include <emmintrin.h>
#include <stdbool.h>
#include <stdint.h>

#define LANES_NAME(name) name##_sse2

typedef struct { __m128i a, b; } V16;
typedef struct { __m128i a, b; } V32;

#define P(p) ((__m128i *) (void *) (p))
#define C(p) ((const __m128i *) (const void *) (p))
#define BOTH(type, f) (type) { f (x.a, y.a), f (x.b, y.b) }

static inline V16 v16_load (const int16_t *p) { return (V16) { _mm_load_si128 (C (p)), _mm_load_si128 (C (p + 8)) }; }

static inline void
v16_store (int16_t *p, V16 x)
{
  _mm_store_si128 (P (p), x.a);
  _mm_store_si128 (P (p + 8), x.b);
}

static inline void
v16_stream (int16_t *p, V16 x)
{
  _mm_stream_si128 (P (p), x.a);
  _mm_stream_si128 (P (p + 8), x.b);
}

static inline void lanes_settle (void) { _mm_sfence (); }

static inline V16
v16_all (int n)
{
  __m128i v = _mm_set1_epi16 ((short) n);
  return (V16) { v, v };
}

static inline V16
v16_count (void)
{
  return (V16) { _mm_set_epi16 (7, 6, 5, 4, 3, 2, 1, 0), _mm_set_epi16 (15, 14, 13, 12, 11, 10, 9, 8) };
}

static inline V16 v16_add (V16 x, V16 y) { return BOTH (V16, _mm_add_epi16); }
static inline V16 v16_subtract (V16 x, V16 y) { return BOTH (V16, _mm_sub_epi16); }
static inline V16 v16_add_up_to (V16 x, V16 y) { return BOTH (V16, _mm_adds_epi16); }
static inline V16 v16_least (V16 x, V16 y) { return BOTH (V16, _mm_min_epi16); }
static inline V16 v16_most (V16 x, V16 y) { return BOTH (V16, _mm_max_epi16); }
static inline V16 v16_square (V16 x) { V16 y = x; return BOTH (V16, _mm_mullo_epi16); }
static inline V16 v16_above (V16 x, V16 y) { return BOTH (V16, _mm_cmpgt_epi16); }

static inline __m128i
chosen (__m128i mask, __m128i x, __m128i y)
{
  return _mm_xor_si128 (x, _mm_and_si128 (mask, _mm_xor_si128 (x, y)));
}

static inline V16 v16_choose (V16 m, V16 x, V16 y) { return (V16) { chosen (m.a, x.a, y.a), chosen (m.b, x.b, y.b) }; }

static inline V16 v16_either (V16 x, V16 y) { return BOTH (V16, _mm_or_si128); }

static inline bool
v16_any (V16 x)
{
  return _mm_movemask_epi8 (_mm_cmpeq_epi8 (_mm_or_si128 (x.a, x.b), _mm_setzero_si128 ())) != 0xffff;
}

static inline int
v16_lowest (V16 x)
{
  __m128i v = _mm_min_epi16 (x.a, x.b);
  v = _mm_min_epi16 (v, _mm_srli_si128 (v, 8));
  v = _mm_min_epi16 (v, _mm_srli_si128 (v, 4));
  v = _mm_min_epi16 (v, _mm_srli_si128 (v, 2));
  return (int16_t) _mm_extract_epi16 (v, 0);
}

static inline int
v16_highest (V16 x)
{
  __m128i v = _mm_max_epi16 (x.a, x.b);
  v = _mm_max_epi16 (v, _mm_srli_si128 (v, 8));
  v = _mm_max_epi16 (v, _mm_srli_si128 (v, 4));
  v = _mm_max_epi16 (v, _mm_srli_si128 (v, 2));
  return (int16_t) _mm_extract_epi16 (v, 0);
}

/* The root is rounded to 24 bits, which leaves it on the right side of each whole number and a half (a test tries all). */
static inline __m128i
quantised_half (__m128i x, __m128i limit)
{
  const __m128i zero = _mm_setzero_si128 ();
  const __m128 scale = _mm_set1_ps (16);
  __m128i sign = _mm_srai_epi16 (x, 15), size = _mm_sub_epi16 (_mm_xor_si128 (x, sign), sign);
  __m128 low = _mm_sqrt_ps (_mm_cvtepi32_ps (_mm_unpacklo_epi16 (size, zero)));
  __m128 high = _mm_sqrt_ps (_mm_cvtepi32_ps (_mm_unpackhi_epi16 (size, zero)));
  __m128i q = _mm_packs_epi32 (_mm_cvtps_epi32 (_mm_mul_ps (low, scale)), _mm_cvtps_epi32 (_mm_mul_ps (high, scale)));
  q = _mm_min_epi16 (_mm_sub_epi16 (q, _mm_set1_epi16 (8)), limit);
  return _mm_sub_epi16 (_mm_xor_si128 (q, sign), sign);
}

static inline V16 v16_quantised (V16 x, V16 y) { return BOTH (V16, quantised_half); }

static inline V32 v32_load (const int32_t *p) { return (V32) { _mm_load_si128 (C (p)), _mm_load_si128 (C (p + 4)) }; }

static inline void
v32_store (int32_t *p, V32 x)
{
  _mm_store_si128 (P (p), x.a);
  _mm_store_si128 (P (p + 4), x.b);
}

static inline void
v32_stream (int32_t *p, V32 x)
{
  _mm_stream_si128 (P (p), x.a);
  _mm_stream_si128 (P (p + 4), x.b);
}

static inline V32
v32_all (int n)
{
  __m128i v = _mm_set1_epi32 (n);
  return (V32) { v, v };
}

static inline V32 v32_add (V32 x, V32 y) { return BOTH (V32, _mm_add_epi32); }
static inline V32 v32_subtract (V32 x, V32 y) { return BOTH (V32, _mm_sub_epi32); }
static inline V32 v32_above (V32 x, V32 y) { return BOTH (V32, _mm_cmpgt_epi32); }
static inline V32 v32_choose (V32 m, V32 x, V32 y) { return (V32) { chosen (m.a, x.a, y.a), chosen (m.b, x.b, y.b) }; }

/* Which of the four lanes is it? SSE2 has no minimum of 32 bits. */
static inline int
v32_lowest (V32 x)
{
  __m128i v = chosen (_mm_cmpgt_epi32 (x.a, x.b), x.a, x.b), w = _mm_shuffle_epi32 (v, _MM_SHUFFLE (1, 0, 3, 2));
  v = chosen (_mm_cmpgt_epi32 (v, w), v, w);
  w = _mm_shuffle_epi32 (v, _MM_SHUFFLE (2, 3, 0, 1));
  return _mm_cvtsi128_si32 (chosen (_mm_cmpgt_epi32 (v, w), v, w));
}

static inline int
v32_highest (V32 x)
{
  __m128i v = chosen (_mm_cmpgt_epi32 (x.b, x.a), x.a, x.b), w = _mm_shuffle_epi32 (v, _MM_SHUFFLE (1, 0, 3, 2));
  v = chosen (_mm_cmpgt_epi32 (w, v), v, w);
  w = _mm_shuffle_epi32 (v, _MM_SHUFFLE (2, 3, 0, 1));
  return _mm_cvtsi128_si32 (chosen (_mm_cmpgt_epi32 (w, v), v, w));
}

static inline void
v16_square_wide (int32_t *to, V16 x)
{
  const __m128i zero = _mm_setzero_si128 ();
  __m128i halves[4] = { _mm_unpacklo_epi16 (x.a, zero), _mm_unpackhi_epi16 (x.a, zero), _mm_unpacklo_epi16 (x.b, zero),
                        _mm_unpackhi_epi16 (x.b, zero) };
  for (int i = 0; i < 4; i++)
    _mm_store_si128 (P (to + 4 * i), _mm_madd_epi16 (halves[i], halves[i]));
}

#undef P
#undef C
#undef BOTH

#endif
