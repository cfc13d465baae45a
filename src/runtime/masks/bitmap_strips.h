/* SPDX-License-Identifier: MIT */
/* Two bitmaps of words: a strip of b, and the two strips of a under it. */
#ifndef KBX_BITMAP_STRIPS_H
#define KBX_BITMAP_STRIPS_H

#include "runtime/masks/bitmap_planes.h"

typedef struct {
  /* a's words under the first row: lower and higher columns */
  const uint8_t *low, *high;
  uint64_t has_low, has_high;     /* all ones, or 0 if a has no such strip */
  const uint8_t *words;           /* b's */
  int32_t shift, rows;            /* right shift of a's words; row count */
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
  kbx_strip_pair s = { has_low ? words + 8 * under * height : words,
                       has_high ? words + 8 * (under + 1) * height : words,
                       has_low ? UINT64_MAX : 0,
                       has_high ? UINT64_MAX : 0,
                       b + KBX_BITMAP_HEADER
                         + 8
                             * (strip * (ptrdiff_t) (kbx_bitmap_y1 (b) - kbx_bitmap_y0 (b))
                                + pair->y0 - kbx_bitmap_y0 (b)),
                       column & 63,
                       pair->y1 - pair->y0,
                       pair->shift.my ? -8 : 8 };
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

/* Any two, at any places. bitmap_questions.c */
KBX_INTERNAL bool kbx_bitmaps_overlap (kbx_handle a, kbx_place at, kbx_handle b, kbx_place on);
KBX_INTERNAL kbx_pixel kbx_bitmaps_first (kbx_handle a, kbx_place at, kbx_handle b, kbx_place on);
KBX_INTERNAL uint32_t kbx_bitmaps_area (kbx_handle a, kbx_place at, kbx_handle b, kbx_place on);

/* Built from words, not members: `found` and p.x return in one register, and reading eight bytes
 * back after separate writes would stall. */
static inline kbx_pixel
kbx_make_pixel (bool found, kbx_point p)
{
#if KBX_SWAP
  kbx_pixel pixel = { found, p, 0 };
#else
  uint64_t head = (uint64_t) (uint32_t) p.x << 32 | found;
  kbx_pixel pixel;
  memcpy (&pixel, &head, sizeof head);
  pixel.p.y = p.y;
  pixel.zone = 0;
#endif
  return pixel;
}

#if KBX_RUN_WIDE
/* The comparisons of bitmap.h for bitmaps of words that are not mirrored or upside down to each
 * other. Need AVX2; not for KBX_ROW_LAST. bitmap_words_wide.c */
KBX_INTERNAL int32_t kbx_words_row_wide (const kbx_bitmap_pair *pair, kbx_which_row which);
KBX_INTERNAL uint64_t kbx_words_area_wide (const kbx_bitmap_pair *pair);

/* Two with strips, as kbx_upright_* for runs: a at (dx, dy) of b, with any offset that poses can
 * produce. */
KBX_INTERNAL bool kbx_strip_overlap (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy);
KBX_INTERNAL kbx_point kbx_strip_first_pixel (const uint8_t *a, const uint8_t *b, int64_t dx,
                                              int64_t dy, bool last);
KBX_INTERNAL uint32_t kbx_strip_area (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy);

/* Two bitmaps with strips, at any places. Mirrored ones and places that are not upright go on to
 * the functions above. */
KBX_INTERNAL bool kbx_plain_overlap (kbx_handle a, kbx_place at, kbx_handle b, kbx_place on);
KBX_INTERNAL kbx_pixel kbx_plain_first (kbx_handle a, kbx_place at, kbx_handle b, kbx_place on);
KBX_INTERNAL uint32_t kbx_plain_area (kbx_handle a, kbx_place at, kbx_handle b, kbx_place on);

static KBX_INLINE bool
kbx_both_of_strips (const uint8_t *a, const uint8_t *b)
{
  return kbx_bitmap_strip (a) != 0 && kbx_bitmap_strip (b) != 0 && KBX_RUNS_WIDE ();
}

static KBX_INLINE bool
kbx_plain_strips (const kbx_handle *a, const kbx_handle *b)
{
  return a->kind == KBX_BITMAP && b->kind == KBX_BITMAP && a->data != NULL && b->data != NULL
         && kbx_both_of_strips ((const uint8_t *) a->data, (const uint8_t *) b->data);
}
#else
#define kbx_plain_strips(a, b) false
#define kbx_plain_overlap kbx_bitmaps_overlap
#define kbx_plain_first kbx_bitmaps_first
#define kbx_plain_area kbx_bitmaps_area
#endif

#endif
