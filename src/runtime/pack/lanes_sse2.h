/* SPDX-License-Identifier: MIT */
/* The operations of lanes_plain.h in two SSE2 registers. */
#ifndef KBX_PACK_LANES_SSE2_H
#define KBX_PACK_LANES_SSE2_H

#if defined(__SSE2__) && !defined(KBX_PORTABLE)
#include <emmintrin.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct { __m128i a, b; } kbx_v16;

#define KBX_LANES_P(p) ((__m128i *) (void *) (p))
#define KBX_LANES_C(p) ((const __m128i *) (const void *) (p))
#define KBX_LANES_BOTH(f) kbx_v16_of (f (x.a, y.a), f (x.b, y.b))

static inline kbx_v16
kbx_v16_of (__m128i a, __m128i b)
{
  return KBX_LITERAL (kbx_v16){ a, b };
}

static inline kbx_v16
kbx_v16_load (const int16_t *p)
{
  return kbx_v16_of (_mm_load_si128 (KBX_LANES_C (p)), _mm_load_si128 (KBX_LANES_C (p + 8)));
}

static inline void
kbx_v16_store (int16_t *p, kbx_v16 x)
{
  _mm_store_si128 (KBX_LANES_P (p), x.a);
  _mm_store_si128 (KBX_LANES_P (p + 8), x.b);
}

static inline void
kbx_v16_stream (int16_t *p, kbx_v16 x)
{
  _mm_stream_si128 (KBX_LANES_P (p), x.a);
  _mm_stream_si128 (KBX_LANES_P (p + 8), x.b);
}

static inline void kbx_lanes_settle (void) { _mm_sfence (); }

static inline kbx_v16
kbx_v16_all (int n)
{
  __m128i v = _mm_set1_epi16 ((short) n);
  return kbx_v16_of (v, v);
}

static inline kbx_v16
kbx_v16_count (void)
{
  return kbx_v16_of (_mm_set_epi16 (7, 6, 5, 4, 3, 2, 1, 0),
                     _mm_set_epi16 (15, 14, 13, 12, 11, 10, 9, 8));
}

static inline kbx_v16 kbx_v16_add (kbx_v16 x, kbx_v16 y) { return KBX_LANES_BOTH (_mm_add_epi16); }
static inline kbx_v16
kbx_v16_subtract (kbx_v16 x, kbx_v16 y)
{
  return KBX_LANES_BOTH (_mm_sub_epi16);
}
static inline kbx_v16
kbx_v16_add_up_to (kbx_v16 x, kbx_v16 y)
{
  return KBX_LANES_BOTH (_mm_adds_epi16);
}
static inline kbx_v16
kbx_v16_least (kbx_v16 x, kbx_v16 y)
{
  return KBX_LANES_BOTH (_mm_min_epi16);
}
static inline kbx_v16 kbx_v16_most (kbx_v16 x, kbx_v16 y) { return KBX_LANES_BOTH (_mm_max_epi16); }
static inline kbx_v16
kbx_v16_square (kbx_v16 x)
{
  kbx_v16 y = x;
  return KBX_LANES_BOTH (_mm_mullo_epi16);
}
static inline kbx_v16
kbx_v16_above (kbx_v16 x, kbx_v16 y)
{
  return KBX_LANES_BOTH (_mm_cmpgt_epi16);
}

static inline __m128i
kbx_chosen (__m128i mask, __m128i x, __m128i y)
{
  return _mm_xor_si128 (x, _mm_and_si128 (mask, _mm_xor_si128 (x, y)));
}

static inline kbx_v16
kbx_v16_choose (kbx_v16 m, kbx_v16 x, kbx_v16 y)
{
  return kbx_v16_of (kbx_chosen (m.a, x.a, y.a), kbx_chosen (m.b, x.b, y.b));
}

static inline kbx_v16
kbx_v16_either (kbx_v16 x, kbx_v16 y)
{
  return KBX_LANES_BOTH (_mm_or_si128);
}

static inline bool
kbx_v16_any (kbx_v16 x)
{
  return _mm_movemask_epi8 (_mm_cmpeq_epi8 (_mm_or_si128 (x.a, x.b), _mm_setzero_si128 ()))
         != 0xffff;
}

static inline int
kbx_v16_lowest (kbx_v16 x)
{
  __m128i v = _mm_min_epi16 (x.a, x.b);
  v = _mm_min_epi16 (v, _mm_srli_si128 (v, 8));
  v = _mm_min_epi16 (v, _mm_srli_si128 (v, 4));
  v = _mm_min_epi16 (v, _mm_srli_si128 (v, 2));
  return (int16_t) _mm_extract_epi16 (v, 0);
}

/* The root is rounded to 24 bits, which keeps it on the correct side of each whole number and a
 * half (a test tries all). */
static inline __m128i
kbx_quantised_half (__m128i x, __m128i limit)
{
  const __m128i zero = _mm_setzero_si128 ();
  const __m128 scale = _mm_set1_ps (16);
  __m128i sign = _mm_srai_epi16 (x, 15), size = _mm_sub_epi16 (_mm_xor_si128 (x, sign), sign);
  __m128 low = _mm_sqrt_ps (_mm_cvtepi32_ps (_mm_unpacklo_epi16 (size, zero)));
  __m128 high = _mm_sqrt_ps (_mm_cvtepi32_ps (_mm_unpackhi_epi16 (size, zero)));
  __m128i q = _mm_packs_epi32 (_mm_cvtps_epi32 (_mm_mul_ps (low, scale)),
                               _mm_cvtps_epi32 (_mm_mul_ps (high, scale)));
  q = _mm_min_epi16 (_mm_sub_epi16 (q, _mm_set1_epi16 (8)), limit);
  return _mm_sub_epi16 (_mm_xor_si128 (q, sign), sign);
}

static inline kbx_v16
kbx_v16_quantised (kbx_v16 x, kbx_v16 y)
{
  return KBX_LANES_BOTH (kbx_quantised_half);
}

#undef KBX_LANES_P
#undef KBX_LANES_C
#undef KBX_LANES_BOTH

#endif
#endif
