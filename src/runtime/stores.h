/* SPDX-License-Identifier: MIT */
/* Stores numbers as little-endian bytes, for packing. */
#ifndef KBX_STORES_H
#define KBX_STORES_H

#include "runtime/bytes.h"
#include "runtime/kickbox.h"

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

/* `step`: bytes from one number to the next. */
static inline void
kbx_put_segment (uint8_t *p, kbx_segment s, size_t step)
{
  kbx_store_f32 (p, s.a.x);
  kbx_store_f32 (p + step, s.a.y);
  kbx_store_f32 (p + 2 * step, s.b.x);
  kbx_store_f32 (p + 3 * step, s.b.y);
}

static inline void
kbx_store_rect (uint8_t *p, kbx_rect rect)
{
  const kbx_segment corners = { rect.min, rect.max };
  kbx_put_segment (p, corners, 4);
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
