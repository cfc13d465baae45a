/* SPDX-License-Identifier: MIT */
/* Bitmaps of words. Two of them: strip by strip of b, with two strips of a under each. And runs
 * against words. */
#include "runtime/masks/bitmap_strips.h"

/* The bits that row i shares. */
static KBX_INLINE uint64_t
kbx_strip_word (const kbx_strip_pair *s, int32_t i, bool mirrored)
{
  uint64_t low = kbx_load_u64 (s->low + i * s->step) & s->has_low;
  uint64_t high = kbx_load_u64 (s->high + i * s->step) & s->has_high;
  uint64_t word = low >> s->shift | high << 1 << (63 - s->shift);
  return kbx_load_u64 (s->words + 8 * (ptrdiff_t) i) & (mirrored ? kbx_reverse_bits (word) : word);
}

/* The bits that four rows share. */
static KBX_INLINE uint64_t
kbx_strip_four (const kbx_strip_pair *s, int32_t i, bool mirrored)
{
  return kbx_strip_word (s, i, mirrored) | kbx_strip_word (s, i + 1, mirrored)
         | kbx_strip_word (s, i + 2, mirrored) | kbx_strip_word (s, i + 3, mirrored);
}

/* The first row of [from, to) that shares a pixel, or `to`. Four rows at a time. KBX_ROW_ANY gives
 * the start of a group of four, and tries the middle first, where round shapes meet. */
static KBX_INLINE int32_t
kbx_strip_first (const kbx_strip_pair *s, int32_t from, int32_t to, kbx_which_row which,
                 bool mirrored)
{
  if (which == KBX_ROW_ANY && to - from > 8
      && kbx_strip_four (s, (from + to) / 2 - 2, mirrored) != 0)
    return (from + to) / 2 - 2;
  for (; from + 4 <= to; from += 4)
    {
      uint64_t one = kbx_strip_word (s, from, mirrored),
               two = kbx_strip_word (s, from + 1, mirrored);
      uint64_t three = kbx_strip_word (s, from + 2, mirrored),
               four = kbx_strip_word (s, from + 3, mirrored);
      if ((one | two | three | four) == 0)
        continue;
      if (which == KBX_ROW_ANY)
        return from;
      return from + (one != 0 ? 0 : two != 0 ? 1 : three != 0 ? 2 : 3);
    }
  while (from < to && kbx_strip_word (s, from, mirrored) == 0)
    from++;
  return from;
}

/* The last row of [from, to) that shares a pixel, or from - 1. */
static KBX_INLINE int32_t
kbx_strip_last (const kbx_strip_pair *s, int32_t from, int32_t to, bool mirrored)
{
  while (to > from && kbx_strip_word (s, to - 1, mirrored) == 0)
    to--;
  return to - 1;
}

static KBX_INLINE int32_t
kbx_words_row_of (const kbx_bitmap_pair *pair, kbx_which_row which, bool mirrored)
{
  int32_t from = 0, to = pair->y1 - pair->y0, found = KBX_NO_ROW, end = kbx_last_strip (pair);
  for (int32_t strip = kbx_first_strip (pair); strip <= end; strip++)
    {
      kbx_strip_pair s = kbx_pair_strips (pair, strip);
      int32_t row = which == KBX_ROW_LAST ? kbx_strip_last (&s, from, to, mirrored)
        : kbx_strip_first (&s, from, to, which, mirrored);
      if (row < from || row >= to)
        continue;
      found = pair->y0 + row;
      if (which == KBX_ROW_ANY)
        return found;
      if (which == KBX_ROW_LAST)
        from = row + 1;
      else
        to = row;
    }
  return found;
}

#if !KBX_RUN_WIDE
#define kbx_words_row_wide kbx_words_row
#define kbx_words_area_wide kbx_words_area
#endif

KBX_INTERNAL int32_t
kbx_words_row (const kbx_bitmap_pair *pair, kbx_which_row which)
{
  if (KBX_RUNS_WIDE () && !pair->shift.mx && !pair->shift.my && which != KBX_ROW_LAST)
    return kbx_words_row_wide (pair, which);
  if (pair->shift.mx)
    return kbx_words_row_of (pair, which, true);
  if (which == KBX_ROW_ANY)
    return kbx_words_row_of (pair, KBX_ROW_ANY, false);
  return which == KBX_ROW_FIRST ? kbx_words_row_of (pair, KBX_ROW_FIRST, false)
                                : kbx_words_row_of (pair, KBX_ROW_LAST, false);
}

static KBX_INLINE uint64_t
kbx_words_area_of (const kbx_bitmap_pair *pair, bool mirrored)
{
  uint64_t area = 0;
  int32_t end = kbx_last_strip (pair);
  for (int32_t strip = kbx_first_strip (pair); strip <= end; strip++)
    {
      kbx_strip_pair s = kbx_pair_strips (pair, strip);
      for (int32_t i = 0; i < s.rows; i++)
        area += kbx_count_bits (kbx_strip_word (&s, i, mirrored));
    }
  return area;
}

KBX_INTERNAL uint64_t
kbx_words_area (const kbx_bitmap_pair *pair)
{
  if (KBX_RUNS_WIDE () && !pair->shift.mx && !pair->shift.my)
    return kbx_words_area_wide (pair);
  return pair->shift.mx ? kbx_words_area_of (pair, true) : kbx_words_area_of (pair, false);
}

/* ---- a of runs on b of words ---- */

/* A run of a, in one plane and one row, against the words of b's row: one call for each word. */
typedef struct {
  const uint8_t *words;   /* of strip 0 in the row */
  ptrdiff_t height;       /* bytes from strip to strip */
  int32_t first, last;    /* columns from b's x0 on; first > last: none */
} kbx_run_on_words;

static inline kbx_run_on_words
kbx_lay_run (const kbx_bitmap_pair *pair, const kbx_run_plane *plane, int32_t y)
{
  int32_t i = kbx_row_of_a (pair, y) - plane->row,
          width = kbx_bitmap_x1 (pair->b) - kbx_bitmap_x0 (pair->b);
  int32_t first = kbx_run_column (plane->first, i), last = kbx_run_column (plane->last, i),
          dx = pair->shift.dx;
  kbx_run_on_words run;
  run.first = (pair->shift.mx ? dx - last : dx + first) - kbx_bitmap_x0 (pair->b);
  run.last = (pair->shift.mx ? dx - first : dx + last) - kbx_bitmap_x0 (pair->b);
  run.first = run.first > 0 ? run.first : 0;
  run.last = run.last < width - 1 ? run.last : width - 1;
  run.height = 8 * (ptrdiff_t) (kbx_bitmap_y1 (pair->b) - kbx_bitmap_y0 (pair->b));
  run.words = pair->b + KBX_BITMAP_HEADER + 8 * (ptrdiff_t) (y - kbx_bitmap_y0 (pair->b));
  return run;
}

/* The pixels of b in word `strip` that are under the run. */
static inline uint64_t
kbx_run_word (const kbx_run_on_words *run, int32_t strip)
{
  int32_t first = run->first - 64 * strip, last = run->last - 64 * strip;
  return kbx_load_u64 (run->words + strip * run->height)
         & kbx_bits_between (first > 0 ? first : 0, last < 63 ? last : 63);
}

static bool
kbx_run_meets (const kbx_run_on_words *run)
{
  if (run->first <= run->last)
    for (int32_t strip = run->first / 64; strip <= run->last / 64; strip++)
      if (kbx_run_word (run, strip) != 0)
        return true;
  return false;
}

/* The rows of b in [*from, *to) under which the plane has rows. */
static inline void
kbx_plane_rows_on (const kbx_bitmap_pair *pair, const kbx_run_plane *plane, int32_t *from,
                   int32_t *to)
{
  int32_t start =
    pair->shift.my ? pair->shift.dy - (plane->row + plane->rows - 1) : pair->shift.dy + plane->row;
  *from = *from > start ? *from : start;
  *to = *to < start + plane->rows ? *to : start + plane->rows;
}

KBX_INTERNAL int32_t
kbx_mixed_row (const kbx_bitmap_pair *pair, kbx_which_row which)
{
  int32_t from = pair->y0, to = pair->y1, found = KBX_NO_ROW;
  for (uint32_t k = 0; k < kbx_bitmap_parts (pair->a); k++)
    {
      kbx_run_plane plane = kbx_read_plane (pair->a, k);
      int32_t start = from, end = to, step = which == KBX_ROW_LAST ? -1 : 1;
      kbx_plane_rows_on (pair, &plane, &start, &end);
      for (int32_t n = end - start, y = which == KBX_ROW_LAST ? end - 1 : start; n > 0;
           n--, y += step)
        {
          kbx_run_on_words run = kbx_lay_run (pair, &plane, y);
          if (!kbx_run_meets (&run))
            continue;
          found = y;
          break;
        }
      if (found == KBX_NO_ROW)
        continue;
      if (which == KBX_ROW_ANY)
        return found;
      if (which == KBX_ROW_LAST)
        from = found + 1;
      else
        to = found;
    }
  return found;
}

KBX_INTERNAL uint64_t
kbx_mixed_area (const kbx_bitmap_pair *pair)
{
  uint64_t area = 0;
  for (uint32_t k = 0; k < kbx_bitmap_parts (pair->a); k++)
    {
      kbx_run_plane plane = kbx_read_plane (pair->a, k);
      int32_t from = pair->y0, to = pair->y1;
      kbx_plane_rows_on (pair, &plane, &from, &to);
      for (int32_t y = from; y < to; y++)
        {
          kbx_run_on_words run = kbx_lay_run (pair, &plane, y);
          if (run.first <= run.last)
            for (int32_t strip = run.first / 64; strip <= run.last / 64; strip++)
              area += kbx_count_bits (kbx_run_word (&run, strip));
        }
    }
  return area;
}
