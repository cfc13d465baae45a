/* SPDX-License-Identifier: MIT */
/* Finds which of many shapes' boxes meet a box: the coarse test that begins every query. Without
 * branches, since results cannot be predicted; four at a time with SSE2, which every x86-64 has.
 * Both versions give the same bits. */
#ifndef KBX_BOXES_H
#define KBX_BOXES_H

#include "runtime/bits.h"
#include "runtime/frames/space.h"

/* Shapes are tested in blocks, a bit each. */
#define KBX_BLOCK 64u

/* A shape's box meets the probe when x0 <= right, y0 <= bottom, x1 > left and y1 > top. */
typedef struct { int16_t right, bottom, left, top; } kbx_box_query;

static inline int16_t
kbx_probe_side (int64_t v)
{
  return v < INT16_MIN ? INT16_MIN : v > INT16_MAX ? INT16_MAX : (int16_t) v;
}

/* Meets boxes that contain the pixel, which must be in the range of int16. */
static inline kbx_box_query
kbx_probe_pixel (int32_t x, int32_t y)
{
  return KBX_LITERAL (kbx_box_query){ (int16_t) x, (int16_t) y, (int16_t) x, (int16_t) y };
}

/* Meets boxes that touch [x0, x1] x [y0, y1] as closed rectangles. A side outside int16 is out of
 * reach of all shapes, so it may be clamped: x0 <= 32767 and x1 > -32768 always hold. */
static inline kbx_box_query
kbx_probe_closed (int64_t x0, int64_t y0, int64_t x1, int64_t y1)
{
  return KBX_LITERAL (kbx_box_query){ kbx_probe_side (x1), kbx_probe_side (y1),
                                      kbx_probe_side (x0 - 1), kbx_probe_side (y0 - 1) };
}

/* Bit i is set if shape first + i meets the probe, for i below count, at most KBX_BLOCK. */
static inline uint64_t
kbx_boxes_met (const kbx_bank *bank, uint32_t first, uint32_t count, kbx_box_query probe)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_SHAP, first) + 4; /* at x0, y0, x1, y1 */
  const size_t stride = bank->sections[KBX_SECTION_SHAP].stride;
  uint64_t met = 0;
  uint32_t i = 0;

#if KBX_SSE2
  const __m128i probes = _mm_set_epi16 (probe.top, probe.left, probe.bottom, probe.right,
                                        probe.top, probe.left, probe.bottom, probe.right);
  /* x0 and y0 not above, x1 and y1 above */
  const __m128i wanted = _mm_set_epi16 (-1, -1, 0, 0, -1, -1, 0, 0);
  for (; i + 4 <= count; i += 4, p += 4 * stride)
    {
      __m128i a =
        _mm_unpacklo_epi64 (_mm_loadl_epi64 ((const __m128i *) (const void *) p),
                            _mm_loadl_epi64 ((const __m128i *) (const void *) (p + stride)));
      __m128i b =
        _mm_unpacklo_epi64 (_mm_loadl_epi64 ((const __m128i *) (const void *) (p + 2 * stride)),
                            _mm_loadl_epi64 ((const __m128i *) (const void *) (p + 3 * stride)));
      a = _mm_xor_si128 (_mm_cmpgt_epi16 (a, probes), wanted);
      b = _mm_xor_si128 (_mm_cmpgt_epi16 (b, probes), wanted);
      a = _mm_cmpeq_epi32 (_mm_packs_epi16 (a, b), _mm_setzero_si128 ());
      met |= (uint64_t) _mm_movemask_ps (_mm_castsi128_ps (a)) << i;
    }
#endif
  for (; i < count; i++, p += stride)
    {
      unsigned hit = (unsigned) (kbx_load_i16 (p) <= probe.right)
                     & (unsigned) (kbx_load_i16 (p + 2) <= probe.bottom)
                     & (unsigned) (kbx_load_i16 (p + 4) > probe.left)
                     & (unsigned) (kbx_load_i16 (p + 6) > probe.top);
      met |= (uint64_t) hit << i;
    }
  return met;
}

/* Iterates over the shapes [next, end) that meet the probe, in order: start with met 0 and `next`
 * the first shape. */
typedef struct {
  const kbx_bank *bank;
  uint32_t next, end, block;
  uint64_t met;
  kbx_box_query probe;
} kbx_walk;

static inline kbx_walk
kbx_walk_start (const kbx_bank *bank, uint32_t first, uint32_t count, kbx_box_query probe)
{
  return KBX_LITERAL (kbx_walk){ bank, first, first + count, first, 0, probe };
}

/* The next shape, or KBX_NONE. */
static inline uint32_t
kbx_walk_on (kbx_walk *w)
{
  while (w->met == 0)
    {
      uint32_t count = w->end - w->next;
      if (count == 0)
        return KBX_NONE;
      count = count < KBX_BLOCK ? count : KBX_BLOCK;
      KBX_STEPS (count);
      w->met = kbx_boxes_met (w->bank, w->next, count, w->probe);
      w->block = w->next;
      w->next += count;
    }
  const uint32_t i = w->block + kbx_lowest_bit (w->met);
  w->met &= w->met - 1;
  return i;
}

#endif
