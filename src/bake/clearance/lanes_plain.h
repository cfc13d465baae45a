/* SPDX-License-Identifier: MIT */
/* 16 numbers of 16 bits and 8 of 32 bits at once, in plain C: the meaning of each operation. */
#ifndef KB_BAKE_LANES_PLAIN_H
#define KB_BAKE_LANES_PLAIN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define LANES_NAME(name) name##_plain

typedef struct { int16_t v[16]; } V16;
typedef struct { int32_t v[8]; } V32;

#define EACH16(expression) V16 r; for (int i = 0; i < 16; i++) r.v[i] = (int16_t) (expression); return r
#define EACH32(expression) V32 r; for (int i = 0; i < 8; i++) r.v[i] = (int32_t) (expression); return r

static inline V16 v16_load (const int16_t *p) { V16 r; memcpy (&r, p, sizeof r); return r; }
static inline void v16_store (int16_t *p, V16 a) { memcpy (p, &a, sizeof a); }
static inline V16 v16_all (int n) { EACH16 (n); }
/* 0, 1, 2 and on. */
static inline V16 v16_count (void) { EACH16 (i); }
static inline V16 v16_add (V16 a, V16 b) { EACH16 (a.v[i] + b.v[i]); }
static inline V16 v16_subtract (V16 a, V16 b) { EACH16 (a.v[i] - b.v[i]); }
/* No sum of these leaves the range of 16 bits below; above it stays at the largest number. */
static inline V16 v16_add_up_to (V16 a, V16 b) { EACH16 (a.v[i] + b.v[i] > INT16_MAX ? INT16_MAX : a.v[i] + b.v[i]); }
static inline V16 v16_least (V16 a, V16 b) { EACH16 (a.v[i] < b.v[i] ? a.v[i] : b.v[i]); }
static inline V16 v16_most (V16 a, V16 b) { EACH16 (a.v[i] > b.v[i] ? a.v[i] : b.v[i]); }
static inline V16 v16_square (V16 a) { EACH16 (a.v[i] * a.v[i]); }
/* All bits where a > b, else none. */
static inline V16 v16_above (V16 a, V16 b) { EACH16 (a.v[i] > b.v[i] ? -1 : 0); }
/* b where the bits of mask are set, else a. */
static inline V16 v16_choose (V16 mask, V16 a, V16 b) { EACH16 (mask.v[i] ? b.v[i] : a.v[i]); }

static inline V16 v16_either (V16 a, V16 b) { EACH16 (a.v[i] | b.v[i]); }

/* Is any bit set? */
static inline bool
v16_any (V16 a)
{
  int16_t bits = 0;
  for (int i = 0; i < 16; i++)
    bits |= a.v[i];
  return bits != 0;
}

static inline int
v16_lowest (V16 a)
{
  int least = a.v[0];
  for (int i = 1; i < 16; i++)
    least = a.v[i] < least ? a.v[i] : least;
  return least;
}

static inline int
v16_highest (V16 a)
{
  int most = a.v[0];
  for (int i = 1; i < 16; i++)
    most = a.v[i] > most ? a.v[i] : most;
  return most;
}

/* 16 times the root of the number without its sign, rounded, less 8, at most `limit`; then the sign again.
 * The whole root first, then a bit at a time: 16 * root lies on the one or the other side of whole number and a half,
 * and never on it. */
static inline int16_t
quantised_one (int n, int limit)
{
  int32_t size = n < 0 ? -n : n, q = 0;
  for (int32_t bit = 2048; bit; bit >>= 1)
    if ((int64_t) (2 * (q + bit) - 1) * (2 * (q + bit) - 1) <= (int64_t) 1024 * size)
      q += bit;
  q = q - 8 < limit ? q - 8 : limit;
  return (int16_t) (n < 0 ? -q : q);
}

static inline V16 v16_quantised (V16 a, V16 limit) { EACH16 (quantised_one (a.v[i], limit.v[i])); }

/* To where nobody reads soon: 16 bytes aligned. */
static inline void v16_stream (int16_t *p, V16 a) { v16_store (p, a); }
static inline void lanes_settle (void) { }

static inline V32 v32_load (const int32_t *p) { V32 r; memcpy (&r, p, sizeof r); return r; }
static inline void v32_store (int32_t *p, V32 a) { memcpy (p, &a, sizeof a); }
static inline void v32_stream (int32_t *p, V32 a) { v32_store (p, a); }
static inline V32 v32_all (int n) { EACH32 (n); }
static inline V32 v32_add (V32 a, V32 b) { EACH32 (a.v[i] + b.v[i]); }
static inline V32 v32_subtract (V32 a, V32 b) { EACH32 (a.v[i] - b.v[i]); }
static inline V32 v32_above (V32 a, V32 b) { EACH32 (a.v[i] > b.v[i] ? -1 : 0); }
static inline V32 v32_choose (V32 mask, V32 a, V32 b) { EACH32 (mask.v[i] ? b.v[i] : a.v[i]); }

static inline int
v32_lowest (V32 a)
{
  int least = a.v[0];
  for (int i = 1; i < 8; i++)
    least = a.v[i] < least ? a.v[i] : least;
  return least;
}

static inline int
v32_highest (V32 a)
{
  int most = a.v[0];
  for (int i = 1; i < 8; i++)
    most = a.v[i] > most ? a.v[i] : most;
  return most;
}

/* The squares of 16 numbers, none below 0, to 16 places. */
static inline void
v16_square_wide (int32_t *to, V16 a)
{
  for (int i = 0; i < 16; i++)
    to[i] = (int32_t) a.v[i] * a.v[i];
}

#undef EACH16
#undef EACH32

#endif
