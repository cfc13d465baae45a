/* SPDX-License-Identifier: MIT */
/* 16 numbers of 16 bits at once, in plain C: defines each operation. */
#ifndef KBX_PACK_LANES_PLAIN_H
#define KBX_PACK_LANES_PLAIN_H

#if !defined(__SSE2__) || defined(KBX_PORTABLE)
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct { int16_t v[16]; } kbx_v16;

#define KBX_LANES_EACH16(expression)                                                               \
  kbx_v16 r;                                                                                       \
  for (int i = 0; i < 16; i++)                                                                     \
    r.v[i] = (int16_t) (expression);                                                               \
  return r

static inline kbx_v16
kbx_v16_load (const int16_t *p)
{
  kbx_v16 r;
  memcpy (&r, p, sizeof r);
  return r;
}
static inline void kbx_v16_store (int16_t *p, kbx_v16 a) { memcpy (p, &a, sizeof a); }
static inline kbx_v16 kbx_v16_all (int n) { KBX_LANES_EACH16 (n); }
/* 0, 1, 2 and so on. */
static inline kbx_v16 kbx_v16_count (void) { KBX_LANES_EACH16 (i); }
static inline kbx_v16 kbx_v16_add (kbx_v16 a, kbx_v16 b) { KBX_LANES_EACH16 (a.v[i] + b.v[i]); }
static inline kbx_v16
kbx_v16_subtract (kbx_v16 a, kbx_v16 b)
{
  KBX_LANES_EACH16 (a.v[i] - b.v[i]);
}
/* Inputs never underflow 16 bits; overflow saturates. */
static inline kbx_v16
kbx_v16_add_up_to (kbx_v16 a, kbx_v16 b)
{
  KBX_LANES_EACH16 (a.v[i] + b.v[i] > INT16_MAX ? INT16_MAX : a.v[i] + b.v[i]);
}
static inline kbx_v16
kbx_v16_least (kbx_v16 a, kbx_v16 b)
{
  KBX_LANES_EACH16 (a.v[i] < b.v[i] ? a.v[i] : b.v[i]);
}
static inline kbx_v16
kbx_v16_most (kbx_v16 a, kbx_v16 b)
{
  KBX_LANES_EACH16 (a.v[i] > b.v[i] ? a.v[i] : b.v[i]);
}
static inline kbx_v16 kbx_v16_square (kbx_v16 a) { KBX_LANES_EACH16 (a.v[i] * a.v[i]); }
/* All bits set where a > b, else none. */
static inline kbx_v16
kbx_v16_above (kbx_v16 a, kbx_v16 b)
{
  KBX_LANES_EACH16 (a.v[i] > b.v[i] ? -1 : 0);
}
/* b where the bits of mask are set, else a. */
static inline kbx_v16
kbx_v16_choose (kbx_v16 mask, kbx_v16 a, kbx_v16 b)
{
  KBX_LANES_EACH16 (mask.v[i] ? b.v[i] : a.v[i]);
}

static inline kbx_v16 kbx_v16_either (kbx_v16 a, kbx_v16 b) { KBX_LANES_EACH16 (a.v[i] | b.v[i]); }

/* Whether any bit is set. */
static inline bool
kbx_v16_any (kbx_v16 a)
{
  int16_t bits = 0;
  for (int i = 0; i < 16; i++)
    bits |= a.v[i];
  return bits != 0;
}

static inline int
kbx_v16_lowest (kbx_v16 a)
{
  int least = a.v[0];
  for (int i = 1; i < 16; i++)
    least = a.v[i] < least ? a.v[i] : least;
  return least;
}

/* 16 times the root of the absolute value, rounded, less 8, at most `limit`; with the sign again.
 * The whole root comes first, then one bit at a time: 16 * root is never exactly a whole number and
 * a half. */
static inline int16_t
kbx_quantised_one (int n, int limit)
{
  int32_t size = n < 0 ? -n : n, q = 0;
  for (int32_t bit = 2048; bit; bit >>= 1)
    if ((int64_t) (2 * (q + bit) - 1) * (2 * (q + bit) - 1) <= (int64_t) 1024 * size)
      q += bit;
  q = q - 8 < limit ? q - 8 : limit;
  return (int16_t) (n < 0 ? -q : q);
}

static inline kbx_v16
kbx_v16_quantised (kbx_v16 a, kbx_v16 limit)
{
  KBX_LANES_EACH16 (kbx_quantised_one (a.v[i], limit.v[i]));
}

/* For data not read again soon: 16-byte aligned. */
static inline void kbx_v16_stream (int16_t *p, kbx_v16 a) { kbx_v16_store (p, a); }
static inline void kbx_lanes_settle (void) { }

#undef KBX_LANES_EACH16

#endif
#endif
