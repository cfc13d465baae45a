/* SPDX-License-Identifier: MIT */
/* Two doubles at once. SSE2 and plain C do the same operations in the same order, so the bits are
 * equal. */
#ifndef KBX_LANES_H
#define KBX_LANES_H

#include "runtime/bank/records.h"

#include <math.h>

#if defined(__SSE2__) && !defined(KBX_PORTABLE)

#include <emmintrin.h>

typedef __m128d kbx_lanes;

static inline kbx_lanes kbx_lanes_of (double a, double b) { return _mm_set_pd (b, a); }
static inline kbx_lanes kbx_lanes_both (double a) { return _mm_set1_pd (a); }
static inline kbx_lanes kbx_lanes_load (const double *p) { return _mm_loadu_pd (p); }
/* Both x, and both y, of two corners. */
static inline void
kbx_lanes_corners (const kbx_vec *two, kbx_lanes *x, kbx_lanes *y)
{
  __m128 both = _mm_loadu_ps (&two->x);
  *x = _mm_cvtps_pd (_mm_shuffle_ps (both, both, _MM_SHUFFLE (2, 0, 2, 0)));
  *y = _mm_cvtps_pd (_mm_shuffle_ps (both, both, _MM_SHUFFLE (3, 1, 3, 1)));
}
static inline kbx_lanes
kbx_lanes_widen (const float *two)
{
  return _mm_cvtps_pd (_mm_castsi128_ps (_mm_loadl_epi64 ((const __m128i *) (const void *) two)));
}
static inline void kbx_lanes_store (double *p, kbx_lanes v) { _mm_storeu_pd (p, v); }
static inline double kbx_lanes_first (kbx_lanes v) { return _mm_cvtsd_f64 (v); }
static inline double
kbx_lanes_second (kbx_lanes v)
{
  return _mm_cvtsd_f64 (_mm_unpackhi_pd (v, v));
}
/* The second of v and the first of w. */
static inline kbx_lanes
kbx_lanes_between (kbx_lanes v, kbx_lanes w)
{
  return _mm_shuffle_pd (v, w, 1);
}
static inline kbx_lanes kbx_lanes_add (kbx_lanes v, kbx_lanes w) { return _mm_add_pd (v, w); }
static inline kbx_lanes kbx_lanes_subtract (kbx_lanes v, kbx_lanes w) { return _mm_sub_pd (v, w); }
static inline kbx_lanes kbx_lanes_multiply (kbx_lanes v, kbx_lanes w) { return _mm_mul_pd (v, w); }
static inline kbx_lanes kbx_lanes_divide (kbx_lanes v, kbx_lanes w) { return _mm_div_pd (v, w); }
/* The lesser, or greater, of v and w; w if either is NaN. */
static inline kbx_lanes kbx_lanes_lower (kbx_lanes v, kbx_lanes w) { return _mm_min_pd (v, w); }
static inline kbx_lanes kbx_lanes_higher (kbx_lanes v, kbx_lanes w) { return _mm_max_pd (v, w); }
/* Both first, or both second. */
static inline kbx_lanes
kbx_lanes_firsts (kbx_lanes v, kbx_lanes w)
{
  return _mm_unpacklo_pd (v, w);
}
static inline kbx_lanes
kbx_lanes_seconds (kbx_lanes v, kbx_lanes w)
{
  return _mm_unpackhi_pd (v, w);
}
static inline kbx_lanes kbx_lanes_root (kbx_lanes v) { return _mm_sqrt_pd (v); }
/* A square root, without the C library's errno for negative numbers. */
static inline double
kbx_root (double v)
{
  return _mm_cvtsd_f64 (_mm_sqrt_sd (_mm_set_sd (v), _mm_set_sd (v)));
}
static inline kbx_lanes
kbx_lanes_unsigned (kbx_lanes v)
{
  return _mm_andnot_pd (_mm_set1_pd (-0.0), v);
}
/* v, or w in lanes where a < b. */
static inline kbx_lanes
kbx_lanes_where_below (kbx_lanes a, kbx_lanes b, kbx_lanes w, kbx_lanes v)
{
  __m128d mask = _mm_cmplt_pd (a, b);
  return _mm_or_pd (_mm_andnot_pd (mask, v), _mm_and_pd (mask, w));
}
/* 1 if v is 0 or more, -1 if it is negative or -0. */
static inline kbx_lanes
kbx_lanes_one_signed (kbx_lanes v)
{
  return _mm_or_pd (_mm_and_pd (v, _mm_set1_pd (-0.0)), _mm_set1_pd (1));
}
/* v if `keep` is 1, (0, 0) if it is 0. */
static inline kbx_lanes
kbx_lanes_kept (kbx_lanes v, uint32_t keep)
{
  return _mm_and_pd (v, _mm_castsi128_pd (_mm_set1_epi32 (-(int32_t) keep)));
}
/* (first of v, 0) if `second` is 0, (0, second of v) if it is 1. */
static inline kbx_lanes
kbx_lanes_one_of (kbx_lanes v, uint32_t second)
{
  __m128i mask = _mm_set1_epi32 (-(int32_t) second);
  return _mm_and_pd (v, _mm_castsi128_pd (_mm_xor_si128 (mask, _mm_set_epi32 (0, 0, -1, -1))));
}
/* v if `other` is 0, w if it is 1. */
static inline kbx_lanes
kbx_lanes_either (kbx_lanes v, kbx_lanes w, uint32_t other)
{
  __m128d mask = _mm_castsi128_pd (_mm_set1_epi32 (-(int32_t) other));
  return _mm_or_pd (_mm_andnot_pd (mask, v), _mm_and_pd (mask, w));
}
/* v with its lanes swapped if `swap` is 1. */
static inline kbx_lanes
kbx_lanes_swapped (kbx_lanes v, uint32_t swap)
{
  return kbx_lanes_either (v, kbx_lanes_between (v, v), swap);
}
/* Stored as x and y of a position in floats. */
static inline void
kbx_lanes_narrow (kbx_vec *to, kbx_lanes v)
{
  _mm_storel_pd ((double *) (void *) to, _mm_castps_pd (_mm_cvtpd_ps (v)));
}
/* Stored as x and y of a normal in floats, without -0, even from small negative numbers. */
static inline void
kbx_lanes_narrow_normal (kbx_vec *to, kbx_lanes v)
{
  _mm_storel_pd ((double *) (void *) to,
                 _mm_castps_pd (_mm_add_ps (_mm_cvtpd_ps (v), _mm_setzero_ps ())));
}
/* Whether they are the same position in floats. */
static inline uint32_t
kbx_lanes_same_narrow (kbx_lanes v, kbx_lanes w)
{
  return (_mm_movemask_ps (_mm_cmpeq_ps (_mm_cvtpd_ps (v), _mm_cvtpd_ps (w))) & 3) == 3;
}
/* Rounded to the grid, halves upwards; for magnitudes below 2^17. */
static inline kbx_lanes
kbx_lanes_on_grid (kbx_lanes v)
{
  const double up = 1 << 25; /* rounding towards zero is then rounding down */
  const __m128i steps = _mm_cvttpd_epi32 (
    _mm_add_pd (_mm_mul_pd (v, _mm_set1_pd (KBX_GRID)), _mm_set1_pd (up + 0.5)));
  return _mm_mul_pd (_mm_sub_pd (_mm_cvtepi32_pd (steps), _mm_set1_pd (up)),
                     _mm_set1_pd (1.0 / KBX_GRID));
}
/* A bit per lane. */
static inline uint32_t
kbx_lanes_below (kbx_lanes v, kbx_lanes w)
{
  return (uint32_t) _mm_movemask_pd (_mm_cmplt_pd (v, w));
}
static inline uint32_t
kbx_lanes_equal (kbx_lanes v, kbx_lanes w)
{
  return (uint32_t) _mm_movemask_pd (_mm_cmpeq_pd (v, w));
}

#else

typedef struct { double a, b; } kbx_lanes;

static inline kbx_lanes
kbx_lanes_of (double a, double b)
{
  return KBX_LITERAL (kbx_lanes){ a, b };
}

static inline kbx_lanes kbx_lanes_both (double a) { return kbx_lanes_of (a, a); }
static inline kbx_lanes kbx_lanes_load (const double *p) { return kbx_lanes_of (p[0], p[1]); }

static inline void
kbx_lanes_corners (const kbx_vec *two, kbx_lanes *x, kbx_lanes *y)
{
  *x = kbx_lanes_of (two[0].x, two[1].x);
  *y = kbx_lanes_of (two[0].y, two[1].y);
}

static inline kbx_lanes kbx_lanes_widen (const float *two) { return kbx_lanes_of (two[0], two[1]); }

static inline double kbx_lanes_first (kbx_lanes v) { return v.a; }
static inline double kbx_lanes_second (kbx_lanes v) { return v.b; }
static inline kbx_lanes
kbx_lanes_between (kbx_lanes v, kbx_lanes w)
{
  return kbx_lanes_of (v.b, w.a);
}
static inline kbx_lanes
kbx_lanes_add (kbx_lanes v, kbx_lanes w)
{
  return kbx_lanes_of (v.a + w.a, v.b + w.b);
}
static inline kbx_lanes
kbx_lanes_subtract (kbx_lanes v, kbx_lanes w)
{
  return kbx_lanes_of (v.a - w.a, v.b - w.b);
}
static inline kbx_lanes
kbx_lanes_multiply (kbx_lanes v, kbx_lanes w)
{
  return kbx_lanes_of (v.a * w.a, v.b * w.b);
}
static inline kbx_lanes
kbx_lanes_divide (kbx_lanes v, kbx_lanes w)
{
  return kbx_lanes_of (v.a / w.a, v.b / w.b);
}
static inline kbx_lanes
kbx_lanes_on_grid (kbx_lanes v)
{
  const double up = 1 << 25;
  return kbx_lanes_of (((double) (int32_t) (v.a * KBX_GRID + (up + 0.5)) - up) / KBX_GRID,
                       ((double) (int32_t) (v.b * KBX_GRID + (up + 0.5)) - up) / KBX_GRID);
}
static inline uint32_t
kbx_lanes_below (kbx_lanes v, kbx_lanes w)
{
  return (uint32_t) (v.a < w.a) | (uint32_t) (v.b < w.b) << 1;
}
static inline uint32_t
kbx_lanes_equal (kbx_lanes v, kbx_lanes w)
{
  return (uint32_t) (v.a == w.a) | (uint32_t) (v.b == w.b) << 1;
}

static inline kbx_lanes
kbx_lanes_firsts (kbx_lanes v, kbx_lanes w)
{
  return kbx_lanes_of (v.a, w.a);
}
static inline kbx_lanes
kbx_lanes_seconds (kbx_lanes v, kbx_lanes w)
{
  return kbx_lanes_of (v.b, w.b);
}
static inline kbx_lanes
kbx_lanes_root (kbx_lanes v)
{
  return kbx_lanes_of (sqrt (v.a), sqrt (v.b));
}
static inline double kbx_root (double v) { return sqrt (v); }
static inline kbx_lanes
kbx_lanes_unsigned (kbx_lanes v)
{
  return kbx_lanes_of (fabs (v.a), fabs (v.b));
}

static inline kbx_lanes
kbx_lanes_where_below (kbx_lanes a, kbx_lanes b, kbx_lanes w, kbx_lanes v)
{
  return kbx_lanes_of (a.a < b.a ? w.a : v.a, a.b < b.b ? w.b : v.b);
}

/* copysign (1, v), which compilers call in libm when not optimising. */
static inline double
kbx_one_signed (double v)
{
  uint64_t bits;
  memcpy (&bits, &v, sizeof bits);
  bits = (bits & UINT64_C (1) << 63) | UINT64_C (0x3ff0000000000000);
  memcpy (&v, &bits, sizeof v);
  return v;
}

static inline kbx_lanes
kbx_lanes_one_signed (kbx_lanes v)
{
  return kbx_lanes_of (kbx_one_signed (v.a), kbx_one_signed (v.b));
}

static inline kbx_lanes
kbx_lanes_kept (kbx_lanes v, uint32_t keep)
{
  return keep ? v : kbx_lanes_of (0, 0);
}

static inline kbx_lanes
kbx_lanes_one_of (kbx_lanes v, uint32_t second)
{
  return kbx_lanes_of (second ? 0 : v.a, second ? v.b : 0);
}

static inline kbx_lanes
kbx_lanes_either (kbx_lanes v, kbx_lanes w, uint32_t other)
{
  return other ? w : v;
}
static inline kbx_lanes
kbx_lanes_swapped (kbx_lanes v, uint32_t swap)
{
  return swap ? kbx_lanes_of (v.b, v.a) : v;
}

static inline void
kbx_lanes_narrow (kbx_vec *to, kbx_lanes v)
{
  *to = KBX_LITERAL (kbx_vec){ (float) v.a, (float) v.b };
}

static inline void
kbx_lanes_narrow_normal (kbx_vec *to, kbx_lanes v)
{
  *to = KBX_LITERAL (kbx_vec){ (float) v.a + 0.0f, (float) v.b + 0.0f };
}

static inline uint32_t
kbx_lanes_same_narrow (kbx_lanes v, kbx_lanes w)
{
  return (uint32_t) ((float) v.a == (float) w.a) & (uint32_t) ((float) v.b == (float) w.b);
}

static inline void
kbx_lanes_store (double *p, kbx_lanes v)
{
  p[0] = v.a;
  p[1] = v.b;
}

static inline kbx_lanes
kbx_lanes_lower (kbx_lanes v, kbx_lanes w)
{
  return kbx_lanes_of (v.a < w.a ? v.a : w.a, v.b < w.b ? v.b : w.b);
}

static inline kbx_lanes
kbx_lanes_higher (kbx_lanes v, kbx_lanes w)
{
  return kbx_lanes_of (v.a > w.a ? v.a : w.a, v.b > w.b ? v.b : w.b);
}

#endif

#endif
