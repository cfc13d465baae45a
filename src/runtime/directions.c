/* SPDX-License-Identifier: MIT */
/* Angles to unit vectors with the same bits on every machine. It does not call libm, and the
 * compiler cannot fuse a multiplication with an addition. */
#include "runtime/bank/records.h"

/* A product, rounded before use. */
static inline double
kbx_rounded (double a, double b)
{
  volatile double product = a * b;
  return product;
}

/* degrees modulo 360, exact: each subtraction is of two numbers less than a factor of two apart. */
static double
kbx_within_turn (double degrees)
{
  double step = 360.0;

  while (step <= degrees * 0.5)
    step *= 2.0;
  for (; step >= 360.0; step *= 0.5)
    if (degrees >= step)
      degrees -= step;
  return degrees;
}

/* Horner's rule over x^2; Taylor's coefficients to x^15 and x^16 leave an error below 1e-16 at 45
 * degrees. */
static double
kbx_polynomial (const double *coefficients, int count, double x2)
{
  double sum = coefficients[count - 1];
  for (int i = count - 2; i >= 0; i--)
    sum = kbx_rounded (sum, x2) + coefficients[i];
  return sum;
}

KBX_API kbx_vec
kbx_direction (double degrees)
{
  static const double sine[8] = { 1.0,
                                  -1.0 / 6.0,
                                  1.0 / 120.0,
                                  -1.0 / 5040.0,
                                  1.0 / 362880.0,
                                  -1.0 / 39916800.0,
                                  1.0 / 6227020800.0,
                                  -1.0 / 1307674368000.0 };
  static const double cosine[9] = {
    1.0, -1.0 / 2.0, 1.0 / 24.0, -1.0 / 720.0, 1.0 / 40320.0, -1.0 / 3628800.0, 1.0 / 479001600.0,
    -1.0 / 87178291200.0, 1.0 / 20922789888000.0
  };
  kbx_vec v = { 0.0f, 0.0f };
  bool negative = degrees < 0.0;
  double size = negative ? -degrees : degrees, x, x2;
  uint64_t bits;
  float s[5]; /* the sine after each further quarter turn */

  memcpy (&bits, &degrees, sizeof bits);
  /* NaN and infinity, even under -ffast-math */
  if ((bits >> 52 & 0x7ff) == 0x7ff)
    return v;
  size = kbx_within_turn (size);
  const int quarter = (int) ((size + 45.0) / 90.0);
  x = kbx_rounded (size - 90.0 * quarter, 0.017453292519943295);
  x2 = kbx_rounded (x, x);
  s[0] = (float) kbx_rounded (kbx_polynomial (sine, 8, x2), x);
  s[1] = (float) kbx_polynomial (cosine, 9, x2);
  s[2] = kbx_float_turned (s[0]);
  s[3] = kbx_float_turned (s[1]);
  s[4] = s[0];
  v = KBX_LITERAL (kbx_vec){ s[(quarter & 3) + 1], s[quarter & 3] };
  if (negative)
    v.y = kbx_float_turned (v.y);
  return v;
}
