/* SPDX-License-Identifier: MIT */
/* Arithmetic of the closed shapes in the plane, in double. On the grid of 1/256 pixel within
 * +-65,536 pixels (which includes integers) a coordinate has 24 bits, a difference 25, a product 50
 * and a determinant 51. All are exact in double, and so are signs of determinants, squared
 * distances and their comparisons. kbx_compare_products compares products of such numbers (100
 * bits) without rounding. Off the grid, differences are accurate to one part in 2^53. */

/* Needs -ffp-contract=off: a fused product would change the last bit between machines. */
#ifndef KBX_EXACT_H
#define KBX_EXACT_H

#include "runtime/bank/records.h"

#include <math.h>

/* A position or difference, in double. */
typedef struct { double x, y; } kbx_wide_vec;

static inline kbx_wide_vec
kbx_wide (kbx_vec v)
{
  return KBX_LITERAL (kbx_wide_vec){ v.x, v.y };
}

/* As floor () of libm, which nothing here links, for |v| < 2^62. */
static inline int64_t
kbx_floor (double v)
{
  int64_t whole = (int64_t) v;
  return whole - (v < (double) whole);
}

/* b - a. */
static inline kbx_wide_vec
kbx_from_to (kbx_vec a, kbx_vec b)
{
  return KBX_LITERAL (kbx_wide_vec){ (double) b.x - a.x, (double) b.y - a.y };
}

/* b - a. */
static inline kbx_wide_vec
kbx_wide_way (kbx_wide_vec a, kbx_wide_vec b)
{
  return KBX_LITERAL (kbx_wide_vec){ b.x - a.x, b.y - a.y };
}

static inline double kbx_dot (kbx_wide_vec a, kbx_wide_vec b) { return a.x * b.x + a.y * b.y; }
/* Positive if b is clockwise of a on the screen (y down). */
static inline double kbx_cross (kbx_wide_vec a, kbx_wide_vec b) { return a.x * b.y - a.y * b.x; }

/* Whether it is within the world; by bits, to work without NaN support. */
static inline bool kbx_coordinate_valid (float v) { return kbx_float_within (v, KBX_WORLD_LIMIT); }

/* Sets some of KBX_CORNER_FLAGS if the corner is outside the world. The flags are added to the bits
 * of a larger absolute value, which carries into the upper bit. Both halves at once; flags of many
 * corners can be joined by "or". */
#define KBX_CORNER_FLAGS 0x8000000080000000u

static inline uint64_t
kbx_corner_excess (const kbx_vec *corner)
{
  uint64_t bits;
  memcpy (&bits, corner, sizeof bits);
  return (bits & 0x7fffffff7fffffffu) + 0x357fffff357fffffu;
}

static inline bool
kbx_vec_valid (kbx_vec v)
{
  return (kbx_corner_excess (&v) & KBX_CORNER_FLAGS) == 0;
}

static inline bool
kbx_vecs_valid (kbx_vec a, kbx_vec b)
{
  return ((kbx_corner_excess (&a) | kbx_corner_excess (&b)) & KBX_CORNER_FLAGS) == 0;
}

/* A size, 0 or more. */
static inline bool
kbx_size_valid (float v)
{
  return kbx_float_within (v, KBX_WORLD_LIMIT) & (v >= 0);
}

/* The rounding error of a * b: a * b is exactly fl (a * b) plus this, without overflow or
 * underflow. Method: Dekker 1971, with Veltkamp's splitting. */
static inline double
kbx_product_error (double a, double b, double product)
{
  const double split = 134217729.0; /* 2^27 + 1 */
  double t = split * a, ah = t - (t - a), al = a - ah, bh, bl;
  t = split * b;
  bh = t - (t - b);
  bl = b - bh;
  return ((ah * bh - product) + ah * bl + al * bh) + al * bl;
}

/* The sign of a * b - c * d, without rounding: -1, 0 or 1. The products must stay within about
 * 10^+-290, which holds for anything made of floats in the documented ranges. Method: rounding
 * keeps the order, so products that round differently compare as rounded; otherwise their errors
 * decide. */
static inline int
kbx_compare_products (double a, double b, double c, double d)
{
  double p = a * b, q = c * d, e, f;

  if (p != q)
    return 2 * (p > q) - 1;
  e = kbx_product_error (a, b, p);
  f = kbx_product_error (c, d, q);
  return (e > f) - (e < f);
}

/* The sign of the cross product of two differences, without rounding. 1 if b is clockwise of a on
 * the screen, -1 if counterclockwise, 0 if parallel. */
static inline int
kbx_cross_sign (kbx_wide_vec a, kbx_wide_vec b)
{
  return kbx_compare_products (a.x, b.y, a.y, b.x);
}

#endif
