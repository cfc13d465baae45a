/* SPDX-License-Identifier: MIT */
/* Two doubles at once. The same operations in the same order with SSE2 and without, so the same bits. */
#ifndef KBX_LANES_H
#define KBX_LANES_H

#include "runtime/records.h"

#if defined(__SSE2__) && !defined(KBX_PORTABLE)

#include <emmintrin.h>

typedef __m128d kbx_lanes;

static inline kbx_lanes kbx_lanes_of (double a, double b) { return _mm_set_pd (b, a); }
static inline kbx_lanes kbx_lanes_load (const double *p) { return _mm_loadu_pd (p); }
/* Both x, and both y, of two corners. */
static inline void
kbx_lanes_corners (const kbx_vec *two, kbx_lanes *x, kbx_lanes *y)
{
  __m128 both = _mm_loadu_ps (&two->x);
  *x = _mm_cvtps_pd (_mm_shuffle_ps (both, both, _MM_SHUFFLE (2, 0, 2, 0)));
  *y = _mm_cvtps_pd (_mm_shuffle_ps (both, both, _MM_SHUFFLE (3, 1, 3, 1)));
}
static inline void kbx_lanes_store (double *p, kbx_lanes v) { _mm_storeu_pd (p, v); }
static inline double kbx_lanes_first (kbx_lanes v) { return _mm_cvtsd_f64 (v); }
static inline double kbx_lanes_second (kbx_lanes v) { return _mm_cvtsd_f64 (_mm_unpackhi_pd (v, v)); }
/* The second of v and the first of w. */
static inline kbx_lanes kbx_lanes_between (kbx_lanes v, kbx_lanes w) { return _mm_shuffle_pd (v, w, 1); }
static inline kbx_lanes kbx_lanes_add (kbx_lanes v, kbx_lanes w) { return _mm_add_pd (v, w); }
static inline kbx_lanes kbx_lanes_subtract (kbx_lanes v, kbx_lanes w) { return _mm_sub_pd (v, w); }
static inline kbx_lanes kbx_lanes_multiply (kbx_lanes v, kbx_lanes w) { return _mm_mul_pd (v, w); }
static inline kbx_lanes kbx_lanes_divide (kbx_lanes v, kbx_lanes w) { return _mm_div_pd (v, w); }
/* v where it is less, or more, than w; else w, also where either is NaN. */
static inline kbx_lanes kbx_lanes_lower (kbx_lanes v, kbx_lanes w) { return _mm_min_pd (v, w); }
static inline kbx_lanes kbx_lanes_higher (kbx_lanes v, kbx_lanes w) { return _mm_max_pd (v, w); }
/* A bit a lane. */
static inline uint32_t kbx_lanes_below (kbx_lanes v, kbx_lanes w) { return (uint32_t) _mm_movemask_pd (_mm_cmplt_pd (v, w)); }
static inline uint32_t kbx_lanes_equal (kbx_lanes v, kbx_lanes w) { return (uint32_t) _mm_movemask_pd (_mm_cmpeq_pd (v, w)); }

#else

typedef struct { double a, b; } kbx_lanes;

static inline kbx_lanes
kbx_lanes_of (double a, double b)
{
  kbx_lanes v;
  v.a = a;
  v.b = b;
  return v;
}

static inline kbx_lanes kbx_lanes_load (const double *p) { return kbx_lanes_of (p[0], p[1]); }

static inline void
kbx_lanes_corners (const kbx_vec *two, kbx_lanes *x, kbx_lanes *y)
{
  *x = kbx_lanes_of (two[0].x, two[1].x);
  *y = kbx_lanes_of (two[0].y, two[1].y);
}

static inline double kbx_lanes_first (kbx_lanes v) { return v.a; }
static inline double kbx_lanes_second (kbx_lanes v) { return v.b; }
static inline kbx_lanes kbx_lanes_between (kbx_lanes v, kbx_lanes w) { return kbx_lanes_of (v.b, w.a); }
static inline kbx_lanes kbx_lanes_add (kbx_lanes v, kbx_lanes w) { return kbx_lanes_of (v.a + w.a, v.b + w.b); }
static inline kbx_lanes kbx_lanes_subtract (kbx_lanes v, kbx_lanes w) { return kbx_lanes_of (v.a - w.a, v.b - w.b); }
static inline kbx_lanes kbx_lanes_multiply (kbx_lanes v, kbx_lanes w) { return kbx_lanes_of (v.a * w.a, v.b * w.b); }
static inline kbx_lanes kbx_lanes_divide (kbx_lanes v, kbx_lanes w) { return kbx_lanes_of (v.a / w.a, v.b / w.b); }
static inline uint32_t kbx_lanes_below (kbx_lanes v, kbx_lanes w) { return (uint32_t) (v.a < w.a) | (uint32_t) (v.b < w.b) << 1; }
static inline uint32_t kbx_lanes_equal (kbx_lanes v, kbx_lanes w) { return (uint32_t) (v.a == w.a) | (uint32_t) (v.b == w.b) << 1; }

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
