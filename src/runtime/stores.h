/* SPDX-License-Identifier: MIT */
/* Stores numbers as little-endian bytes, for packing. */
#ifndef KBX_STORES_H
#define KBX_STORES_H

#include "runtime/bytes.h"

static inline void
kbx_store_u16 (uint8_t *p, uint32_t v)
{
  p[0] = (uint8_t) v;
  p[1] = (uint8_t) (v >> 8);
}

static inline void
kbx_store_u32 (uint8_t *p, uint32_t v)
{
  kbx_store_u16 (p, v & 0xffff);
  kbx_store_u16 (p + 2, v >> 16);
}

/* Zero loses its sign: equal numbers must be equal bytes. */
static inline void
kbx_store_f32 (uint8_t *p, float v)
{
  uint32_t bits;
  v += 0.0f;
  memcpy (&bits, &v, sizeof bits);
  kbx_store_u32 (p, bits);
}

static inline void
kbx_store_f64 (uint8_t *p, double v)
{
  uint64_t bits;
  v += 0.0;
  memcpy (&bits, &v, sizeof bits);
  kbx_store_u32 (p, (uint32_t) bits);
  kbx_store_u32 (p + 4, (uint32_t) (bits >> 32));
}

#endif
