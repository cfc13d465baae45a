/* SPDX-License-Identifier: MIT */
/* What libkickbox uses of <math.h>: each is one instruction of WebAssembly, or a few. */
#ifndef KICKBOX_WEB_MATH_H
#define KICKBOX_WEB_MATH_H

#define INFINITY (__builtin_inff ())
#define NAN (__builtin_nanf (""))
#define HUGE_VAL (__builtin_huge_val ())
#define isnan(x) __builtin_isnan (x)
#define isinf(x) __builtin_isinf (x)
#define isfinite(x) __builtin_isfinite (x)
#define signbit(x) __builtin_signbit (x)
#define sqrt(x) __builtin_sqrt (x)
#define sqrtf(x) __builtin_sqrtf (x)
#define fabs(x) __builtin_fabs (x)
#define fabsf(x) __builtin_fabsf (x)
#define floor(x) __builtin_floor (x)
#define floorf(x) __builtin_floorf (x)
#define ceil(x) __builtin_ceil (x)
#define ceilf(x) __builtin_ceilf (x)
#define copysign(x, y) __builtin_copysign (x, y)

double round (double x);
float nextafterf (float x, float to);

#endif
