/* SPDX-License-Identifier: MIT */
/* Two bitmaps of any kinds: chooses how to compare them. */
#include "runtime/exact.h"
#include "runtime/masks/bitmap_strips.h"

/* b in a's coordinates. */
static void
kbx_pair_turned (const kbx_bitmap_pair *pair, kbx_bitmap_pair *other)
{
  int32_t dx = pair->shift.dx, dy = pair->shift.dy;
  other->a = pair->b;
  other->b = pair->a;
  other->shift.mx = pair->shift.mx;
  other->shift.my = pair->shift.my;
  other->shift.dx = pair->shift.mx ? dx : -dx;
  other->shift.dy = pair->shift.my ? dy : -dy;
  other->x0 = pair->shift.mx ? dx - pair->x1 + 1 : pair->x0 - dx;
  other->x1 = pair->shift.mx ? dx - pair->x0 + 1 : pair->x1 - dx;
  other->y0 = pair->shift.my ? dy - pair->y1 + 1 : pair->y0 - dy;
  other->y1 = pair->shift.my ? dy - pair->y0 + 1 : pair->y1 - dy;
}

/* At least one of them has words. */
static int32_t
kbx_words_pair_row (const kbx_bitmap_pair *pair, kbx_which_row which)
{
  kbx_bitmap_pair other;
  if (kbx_bitmap_kind (pair->a) == KBX_BITMAP_RUNS)
    return kbx_mixed_row (pair, which);
  if (kbx_bitmap_kind (pair->b) == KBX_BITMAP_WORDS)
    return kbx_words_row (pair, which);
  if (pair->shift.my && which != KBX_ROW_ANY)
    which = which == KBX_ROW_FIRST ? KBX_ROW_LAST : KBX_ROW_FIRST;
  kbx_pair_turned (pair, &other);
  const int32_t row = kbx_mixed_row (&other, which);
  return row == KBX_NO_ROW ? row : kbx_row_of_a (&other, row);
}

/* Sixteen rows of the first planes come first: often they decide, or are all there are. They are
 * the middle rows, where round shapes meet. A row without a run in the first plane has none. */
static KBX_INLINE bool
kbx_pair_meets (const kbx_bitmap_pair *pair)
{
  if (!kbx_both_of_runs (pair->a, pair->b))
    return kbx_words_pair_row (pair, KBX_ROW_ANY) != KBX_NO_ROW;
#if KBX_RUN_VECTORS
  if (!pair->shift.my)
    {
      kbx_run_pair planes = kbx_pair_planes (pair, 0, 0, pair->y0, pair->y1);
      int32_t n = planes.to - planes.from;
      if (n <= 0)
        return false;
      if (kbx_probe_rows (&planes, pair->shift, (n > KBX_RUN_PROBE ? n - KBX_RUN_PROBE : 0) / 2)
          != 0)
        return true;
      if ((n <= KBX_RUN_PROBE) & ((kbx_bitmap_parts (pair->a) | kbx_bitmap_parts (pair->b)) == 1))
        return false;
    }
#endif
  return kbx_runs_row (pair) != KBX_NO_ROW;
}

static KBX_INLINE uint64_t
kbx_pair_shared_area (const kbx_bitmap_pair *pair)
{
  kbx_bitmap_pair other;
  if (kbx_both_of_runs (pair->a, pair->b))
    return kbx_runs_area (pair);
  if (kbx_bitmap_kind (pair->a) == KBX_BITMAP_RUNS)
    return kbx_mixed_area (pair);
  if (kbx_bitmap_kind (pair->b) == KBX_BITMAP_WORDS)
    return kbx_words_area (pair);
  kbx_pair_turned (pair, &other);
  return kbx_mixed_area (&other);
}

/* The pixels that both have among the 64 columns from x on, in row y of b. */
static uint64_t
kbx_shared_word (const kbx_bitmap_pair *pair, int32_t x, int32_t y)
{
  uint64_t of_b = kbx_bitmap_word (pair->b, x, y);
  int32_t row = kbx_row_of_a (pair, y);
  if (of_b == 0)
    return 0;
  if (pair->shift.mx)
    return of_b & kbx_reverse_bits (kbx_bitmap_word (pair->a, pair->shift.dx - x - 63, row));
  return of_b & kbx_bitmap_word (pair->a, x - pair->shift.dx, row);
}

/* At least one of them has words. */
static void
kbx_words_pair_border (const kbx_bitmap_pair *pair, kbx_border *border)
{
  int32_t x = border->last ? pair->x1 - 64 : pair->x0;
  uint64_t word;
  border->y = kbx_words_pair_row (pair, border->which);
  if (border->y == KBX_NO_ROW)
    return;
  while ((word = kbx_shared_word (pair, x, border->y)) == 0)
    x += border->last ? -64 : 64;
  border->x = x + (int32_t) (border->last ? kbx_highest_bit (word) : kbx_lowest_bit (word));
}

#if KBX_RUN_VECTORS
/* Searches the first rows of the first planes. True if no other plane can matter. */
static KBX_INLINE bool
kbx_probe_border (kbx_bitmap_pair *pair, kbx_border *border)
{
  kbx_run_pair planes = kbx_pair_planes (pair, 0, 0, pair->y0, pair->y1);
  bool single = (kbx_bitmap_parts (pair->a) | kbx_bitmap_parts (pair->b)) == 1;
  int32_t n = planes.to - planes.from;
  if (n <= 0)
    return true;
  const uint32_t bits = kbx_probe_rows (&planes, pair->shift, 0);
  border->skip = bits != 0 || n <= KBX_RUN_PROBE;
  if (bits != 0)
    {
      int32_t row = planes.from + (int32_t) kbx_lowest_bit (bits);
      kbx_border_span (border, row, kbx_shared_span (&planes, pair->shift, row));
      pair->y1 = row + 1;
    }
  else if (single)
    pair->y0 = planes.from + KBX_RUN_PROBE;
  return border->skip && single;
}
#endif

static KBX_INLINE void
kbx_pair_border (kbx_bitmap_pair *pair, kbx_border *border)
{
  if (!kbx_both_of_runs (pair->a, pair->b))
    {
      kbx_words_pair_border (pair, border);
      return;
    }
#if KBX_RUN_VECTORS
  if (!pair->shift.my && border->which == KBX_ROW_FIRST && kbx_probe_border (pair, border))
    return;
#endif
  kbx_runs_border (pair, border);
}

/* ---- comparisons ---- */

KBX_INTERNAL bool
kbx_overlap_long (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy, bool mx, bool my)
{
  kbx_bitmap_pair pair;
  return kbx_lay_pair (&pair, a, b, mx, my, dx, dy) && kbx_pair_meets (&pair);
}

KBX_INTERNAL kbx_point
kbx_first_long (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy, bool mx, bool my,
                kbx_which_row which, bool last)
{
  kbx_border border = { which, last, false, 0, KBX_NO_ROW };
  kbx_bitmap_pair pair;
  if (kbx_lay_pair (&pair, a, b, mx, my, dx, dy))
    kbx_pair_border (&pair, &border);
  return KBX_LITERAL (kbx_point){ border.x, border.y };
}

KBX_INTERNAL uint32_t
kbx_area_long (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy, bool mx, bool my)
{
  kbx_bitmap_pair pair;
  return kbx_lay_pair (&pair, a, b, mx, my, dx, dy) ? (uint32_t) kbx_pair_shared_area (&pair) : 0;
}
