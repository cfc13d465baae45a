/* SPDX-License-Identifier: MIT */
/* Little-endian numbers in bytes of any alignment, the grid of shapes, and floats by their bits. */
#ifndef KBX_BYTES_H
#define KBX_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The grid of shapes: 256 steps per pixel. */
#define KBX_GRID 256
#define KBX_GRID_BITS 8

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define KBX_SWAP 1
#else
#define KBX_SWAP 0
#endif

/* Marks an error's text for the translators of programs that show it. */
#define KBX_N_(text) text

static inline uint16_t
kbx_load_u16 (const uint8_t *p)
{
  uint16_t v;
  memcpy (&v, p, sizeof v);
#if KBX_SWAP
  v = (uint16_t) (v >> 8 | v << 8);
#endif
  return v;
}

static inline uint32_t
kbx_load_u32 (const uint8_t *p)
{
  uint32_t v;
  memcpy (&v, p, sizeof v);
#if KBX_SWAP
  v = v >> 24 | (v >> 8 & 0xff00u) | (v << 8 & 0xff0000u) | v << 24;
#endif
  return v;
}

static inline uint64_t
kbx_load_u64 (const uint8_t *p)
{
#if KBX_SWAP
  return (uint64_t) kbx_load_u32 (p + 4) << 32 | kbx_load_u32 (p);
#else
  uint64_t v;
  memcpy (&v, p, sizeof v);
  return v;
#endif
}

static inline int16_t kbx_load_i16 (const uint8_t *p) { return (int16_t) kbx_load_u16 (p); }
static inline int32_t kbx_load_i32 (const uint8_t *p) { return (int32_t) kbx_load_u32 (p); }

static inline float
kbx_load_f32 (const uint8_t *p)
{
  uint32_t bits = kbx_load_u32 (p);
  float v;
  memcpy (&v, &bits, sizeof v);
  return v;
}

/* Returns the next `size` bytes of the data packed at p, and advances *at past them. */
static inline const uint8_t *
kbx_next_bytes (const uint8_t *p, uint64_t *at, uint64_t size)
{
  const uint8_t *begin = p + (size_t) *at;
  *at += size;
  return begin;
}

/* The nearest point of the grid, halves upwards; v is finite and within the limit. The product is
 * exact. */
static inline int64_t
kbx_to_grid (float v)
{
  double d = (double) v * KBX_GRID + 0.5;
  int64_t i = (int64_t) d;
  return (double) i > d ? i - 1 : i;
}

/* a / b rounded down. */
static inline int64_t
kbx_floor_divide (int64_t a, int64_t b)
{
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* Whether |v| is at most the limit, which is finite and not negative. False for NaN and infinity
 * even under -ffast-math: the bits of floats without their sign have the order of the numbers. */
static inline bool
kbx_float_within (float v, float limit)
{
  uint32_t bits, most;
  memcpy (&bits, &v, sizeof bits);
  memcpy (&most, &limit, sizeof most);
  return (bits & 0x7fffffffu) <= most;
}

/* -v, but 0 stays +0. By bits, for compilers that ignore the sign of 0. */
static inline float
kbx_float_turned (float v)
{
  uint32_t bits;
  memcpy (&bits, &v, sizeof bits);
  bits = bits << 1 != 0 ? bits ^ 0x80000000u : 0;
  memcpy (&v, &bits, sizeof bits);
  return v;
}

#endif
