/* SPDX-License-Identifier: MIT */
/* Two bitmaps of words: a strip of b, and the two strips of a under it. */
#ifndef KBX_BITMAP_STRIPS_H
#define KBX_BITMAP_STRIPS_H

#include "runtime/masks/bitmap_planes.h"

typedef struct {
  /* a's words under the first row, of the lower and the higher columns */
  const uint8_t *low, *high;
  uint64_t has_low, has_high;     /* all ones, or 0 where a has no such strip */
  const uint8_t *words;           /* b's */
  int32_t shift, rows;            /* of a's words to the right */
  ptrdiff_t step;                 /* from row to row of a, in bytes */
} kbx_strip_pair;

static inline kbx_strip_pair
kbx_pair_strips (const kbx_bitmap_pair *pair, int32_t strip)
{
  const uint8_t *a = pair->a, *b = pair->b;
  int32_t x = kbx_bitmap_x0 (b) + 64 * strip, parts = (int32_t) kbx_bitmap_parts (a);
  int32_t column =
    (pair->shift.mx ? pair->shift.dx - x - 63 : x - pair->shift.dx) - kbx_bitmap_x0 (a);
  int32_t row = kbx_row_of_a (pair, pair->y0) - kbx_bitmap_y0 (a), under = column >> 6;
  ptrdiff_t height = kbx_bitmap_y1 (a) - kbx_bitmap_y0 (a);
  const uint8_t *words = a + KBX_BITMAP_HEADER + 8 * (ptrdiff_t) row;
  /* The strip has columns of a, so `under` is within -1 to parts - 1. */
  bool has_low = under >= 0, has_high = under < parts - 1;
  kbx_strip_pair s;
  s.low = has_low ? words + 8 * under * height : words;
  s.high = has_high ? words + 8 * (under + 1) * height : words;
  s.has_low = has_low ? UINT64_MAX : 0;
  s.has_high = has_high ? UINT64_MAX : 0;
  s.words = b + KBX_BITMAP_HEADER
            + 8
                * (strip * (ptrdiff_t) (kbx_bitmap_y1 (b) - kbx_bitmap_y0 (b)) + pair->y0
                   - kbx_bitmap_y0 (b));
  s.shift = column & 63;
  s.step = pair->shift.my ? -8 : 8;
  s.rows = pair->y1 - pair->y0;
  KBX_STEPS (s.rows);
  return s;
}

static inline int32_t
kbx_first_strip (const kbx_bitmap_pair *pair)
{
  return (pair->x0 - kbx_bitmap_x0 (pair->b)) / 64;
}
static inline int32_t
kbx_last_strip (const kbx_bitmap_pair *pair)
{
  return (pair->x1 - 1 - kbx_bitmap_x0 (pair->b)) / 64;
}

#if KBX_RUN_WIDE
/* The questions of bitmap.h to bitmaps of words that are not mirrored nor upside down to each
 * other, where the processor has AVX2; not for KBX_ROW_LAST. bitmap_words_wide.c */
KBX_INTERNAL int32_t kbx_words_row_wide (const kbx_bitmap_pair *pair, kbx_which_row which);
KBX_INTERNAL uint64_t kbx_words_area_wide (const kbx_bitmap_pair *pair);

/* Two of one strip each, from the question to the answer, as kbx_upright_* of runs: a at (dx, dy)
 * of b, in numbers that may be any that poses make. */
KBX_INTERNAL bool kbx_strip_overlap (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy);
KBX_INTERNAL kbx_point kbx_strip_first_pixel (const uint8_t *a, const uint8_t *b, int64_t dx,
                                              int64_t dy, bool last);
KBX_INTERNAL uint32_t kbx_strip_area (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy);
static inline bool
kbx_bitmap_strip (const uint8_t *p)
{
  return kbx_load_u32 (p + 12) == (KBX_BITMAP_WORDS | 1u << 16);
}
#endif

#endif
