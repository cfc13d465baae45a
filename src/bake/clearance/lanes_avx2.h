/* SPDX-License-Identifier: MIT */
/* As lanes_plain.h, in one register of AVX2. */
#ifndef KB_BAKE_LANES_AVX2_H
#define KB_BAKE_LANES_AVX2_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

#define LANES_NAME(name) name##_avx2

typedef __m256i V16;
typedef __m256i V32;

#define P(p) ((__m256i *) (void *) (p))
#define C(p) ((const __m256i *) (const void *) (p))

static inline V16 v16_load (const int16_t *p) { return _mm256_load_si256 (C (p)); }
static inline void v16_store (int16_t *p, V16 x) { _mm256_store_si256 (P (p), x); }
static inline void v16_stream (int16_t *p, V16 x) { _mm256_stream_si256 (P (p), x); }
static inline void lanes_settle (void) { _mm_sfence (); }
static inline V16 v16_all (int n) { return _mm256_set1_epi16 ((short) n); }
static inline V16 v16_count (void) { return _mm256_set_epi16 (15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0); }
static inline V16 v16_add (V16 x, V16 y) { return _mm256_add_epi16 (x, y); }
static inline V16 v16_subtract (V16 x, V16 y) { return _mm256_sub_epi16 (x, y); }
static inline V16 v16_add_up_to (V16 x, V16 y) { return _mm256_adds_epi16 (x, y); }
static inline V16 v16_least (V16 x, V16 y) { return _mm256_min_epi16 (x, y); }
static inline V16 v16_most (V16 x, V16 y) { return _mm256_max_epi16 (x, y); }
static inline V16 v16_square (V16 x) { return _mm256_mullo_epi16 (x, x); }
static inline V16 v16_above (V16 x, V16 y) { return _mm256_cmpgt_epi16 (x, y); }
static inline V16 v16_choose (V16 m, V16 x, V16 y) { return _mm256_blendv_epi8 (x, y, m); }

static inline V16 v16_either (V16 x, V16 y) { return _mm256_or_si256 (x, y); }
static inline bool v16_any (V16 x) { return !_mm256_testz_si256 (x, x); }

/* None is below 0. */
static inline int
v16_lowest (V16 x)
{
  __m128i v = _mm_min_epi16 (_mm256_castsi256_si128 (x), _mm256_extracti128_si256 (x, 1));
  return _mm_cvtsi128_si32 (_mm_minpos_epu16 (v)) & 0xffff;
}

static inline int
v16_highest (V16 x)
{
  __m128i v = _mm_max_epi16 (_mm256_castsi256_si128 (x), _mm256_extracti128_si256 (x, 1));
  return 0x7fff - (_mm_cvtsi128_si32 (_mm_minpos_epu16 (_mm_sub_epi16 (_mm_set1_epi16 (0x7fff), v))) & 0xffff);
}

/* As with SSE2. */
static inline V16
v16_quantised (V16 x, V16 limit)
{
  const __m256i zero = _mm256_setzero_si256 ();
  const __m256 scale = _mm256_set1_ps (16);
  __m256i size = _mm256_abs_epi16 (x), q;
  __m256 low = _mm256_sqrt_ps (_mm256_cvtepi32_ps (_mm256_unpacklo_epi16 (size, zero)));
  __m256 high = _mm256_sqrt_ps (_mm256_cvtepi32_ps (_mm256_unpackhi_epi16 (size, zero)));
  q = _mm256_packs_epi32 (_mm256_cvtps_epi32 (_mm256_mul_ps (low, scale)), _mm256_cvtps_epi32 (_mm256_mul_ps (high, scale)));
  q = _mm256_min_epi16 (_mm256_sub_epi16 (q, _mm256_set1_epi16 (8)), limit);
  return _mm256_sign_epi16 (q, x);
}

static inline V32 v32_load (const int32_t *p) { return _mm256_load_si256 (C (p)); }
static inline void v32_store (int32_t *p, V32 x) { _mm256_store_si256 (P (p), x); }
static inline void v32_stream (int32_t *p, V32 x) { _mm256_stream_si256 (P (p), x); }
static inline V32 v32_all (int n) { return _mm256_set1_epi32 (n); }
static inline V32 v32_add (V32 x, V32 y) { return _mm256_add_epi32 (x, y); }
static inline V32 v32_subtract (V32 x, V32 y) { return _mm256_sub_epi32 (x, y); }
static inline V32 v32_above (V32 x, V32 y) { return _mm256_cmpgt_epi32 (x, y); }
static inline V32 v32_choose (V32 m, V32 x, V32 y) { return _mm256_blendv_epi8 (x, y, m); }

static inline int
v32_lowest (V32 x)
{
  __m128i v = _mm_min_epi32 (_mm256_castsi256_si128 (x), _mm256_extracti128_si256 (x, 1));
  v = _mm_min_epi32 (v, _mm_shuffle_epi32 (v, _MM_SHUFFLE (1, 0, 3, 2)));
  return _mm_cvtsi128_si32 (_mm_min_epi32 (v, _mm_shuffle_epi32 (v, _MM_SHUFFLE (2, 3, 0, 1))));
}

static inline int
v32_highest (V32 x)
{
  __m128i v = _mm_max_epi32 (_mm256_castsi256_si128 (x), _mm256_extracti128_si256 (x, 1));
  v = _mm_max_epi32 (v, _mm_shuffle_epi32 (v, _MM_SHUFFLE (1, 0, 3, 2)));
  return _mm_cvtsi128_si32 (_mm_max_epi32 (v, _mm_shuffle_epi32 (v, _MM_SHUFFLE (2, 3, 0, 1))));
}

static inline void
v16_square_wide (int32_t *to, V16 x)
{
  __m256i low = _mm256_cvtepu16_epi32 (_mm256_castsi256_si128 (x)), high = _mm256_cvtepu16_epi32 (_mm256_extracti128_si256 (x, 1));
  _mm256_store_si256 (P (to), _mm256_madd_epi16 (low, low));
  _mm256_store_si256 (P (to + 8), _mm256_madd_epi16 (high, high));
}

#undef P
#undef C

#endif
