/* SPDX-License-Identifier: MIT */
/* Public functions that compare bitmaps and frames at places: the offset of one in the other, and
 * the pixels that they share. */
#include "runtime/bank/about.h"
#include "runtime/exact.h"
#include "runtime/masks/bitmap_planes.h"
#include "runtime/masks/bitmap_strips.h"
#include "runtime/masks/covers.h"

/* ---- bitmaps ---- */

/* Two bitmaps of any kinds: chooses how to compare them. */

/* ---- bitmap words ---- */

/* Bitmaps of words. Two of them: strip by strip of b, with two strips of a under each. And runs
 * against words. */

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

static int32_t
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

static uint64_t
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

static int32_t
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

static uint64_t
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

/* ---- bitmaps ---- */

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

/* For bitmaps of any kind and any offset that poses can produce. In order: whether they share a
 * pixel, the first shared pixel in b (y KBX_NO_ROW if none), and how many they share. */
static bool
kbx_overlap_long (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy, bool mx, bool my)
{
  kbx_bitmap_pair pair;
  return kbx_lay_pair (&pair, a, b, mx, my, dx, dy) && kbx_pair_meets (&pair);
}

/* For bitmaps of any kind and any offset that poses can produce. In order: whether they share a
 * pixel, the first shared pixel in b (y KBX_NO_ROW if none), and how many they share. */
static kbx_point
kbx_first_long (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy, bool mx, bool my,
                kbx_which_row which, bool last)
{
  kbx_border border = { which, last, false, 0, KBX_NO_ROW };
  kbx_bitmap_pair pair;
  if (kbx_lay_pair (&pair, a, b, mx, my, dx, dy))
    kbx_pair_border (&pair, &border);
  return KBX_LITERAL (kbx_point){ border.x, border.y };
}

static uint32_t
kbx_area_long (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy, bool mx, bool my)
{
  kbx_bitmap_pair pair;
  return kbx_lay_pair (&pair, a, b, mx, my, dx, dy) ? (uint32_t) kbx_pair_shared_area (&pair) : 0;
}

/* ---- bitmap questions ---- */

/* A bitmap placed in the world: its pixel `hot` is on the pose. */
typedef struct {
  const uint8_t *bytes;
  kbx_pose pose;
  int32_t hot_x, hot_y;
} kbx_placed;

/* The position of a's pixel 0 in b along one axis, whether or not they are mirrored to each
 * other. */
static inline int64_t
kbx_axis_shift (int32_t a, int32_t hot_a, bool flip_a, int32_t b, int32_t hot_b, bool flip_b)
{
  int64_t way = (int64_t) a - b;
  return (flip_b ? -way : way) + hot_b + (flip_a != flip_b ? hot_a : -hot_a);
}

/* One in the other: a's pixel (x, y) is at (x + dx, y + dy) of b, or at dx - x and dy - y if
 * mirrored. */
typedef struct {
  const uint8_t *a, *b;
  int64_t dx, dy;
  bool mx, my;
} kbx_laid;

/* False if one has no pixels. */
static KBX_INLINE bool
kbx_lay_placed (kbx_laid *laid, const kbx_placed *a, const kbx_placed *b)
{
  const kbx_pose at = a->pose, on = b->pose;
  *laid =
    KBX_LITERAL (kbx_laid){ a->bytes,
                            b->bytes,
                            kbx_axis_shift (at.x, a->hot_x, at.flip_x, on.x, b->hot_x, on.flip_x),
                            kbx_axis_shift (at.y, a->hot_y, at.flip_y, on.y, b->hot_y, on.flip_y),
                            at.flip_x != on.flip_x,
                            at.flip_y != on.flip_y };
  return a->bytes != NULL && b->bytes != NULL;
}

/* False for places that are not upright. */
static KBX_INLINE bool
kbx_place_pixels (const kbx_handle *pixels, const kbx_place *place, kbx_placed *placed)
{
  const kbx_pixel_source source = kbx_pixels_of (pixels);
  placed->bytes = source.bytes;
  placed->hot_x = source.hot_x;
  placed->hot_y = source.hot_y;
  return kbx_upright (place, &placed->pose);
}

/* A pixel of the bitmap, in world coordinates. */
static inline kbx_point
kbx_placed_point (const kbx_placed *placed, int32_t x, int32_t y)
{
  int64_t across = (int64_t) x - placed->hot_x, down = (int64_t) y - placed->hot_y;
  return KBX_LITERAL (
    kbx_point){ kbx_clamp (placed->pose.x + (placed->pose.flip_x ? -across : across)),
                kbx_clamp (placed->pose.y + (placed->pose.flip_y ? -down : down)) };
}

/* A pixel of b, in world coordinates; y KBX_NO_ROW means none. */
static KBX_INLINE kbx_pixel
kbx_placed_pixel (const kbx_placed *b, kbx_point pixel)
{
  kbx_point p = { 0, 0 };
  if (pixel.y != KBX_NO_ROW)
    p = kbx_placed_point (b, pixel.x, pixel.y);
  return kbx_make_pixel (pixel.y != KBX_NO_ROW, p);
}

#if KBX_RUN_WIDE
/* Not mirrored or upside down to each other, and both have a strip. */
static KBX_INLINE bool
kbx_laid_strips (const kbx_laid *laid)
{
  return !laid->my && !laid->mx && kbx_both_of_strips (laid->a, laid->b);
}
#endif

/* Comparisons of two laid bitmaps. Each has a fast path for two of one kind that are not upside
 * down to each other. */
static KBX_INLINE bool
kbx_laid_overlap (const kbx_laid *laid)
{
#if KBX_RUN_WIDE
  if (kbx_laid_strips (laid))
    return kbx_strip_overlap (laid->a, laid->b, laid->dx, laid->dy);
  if (!laid->my && kbx_both_of_runs (laid->a, laid->b) && KBX_RUNS_WIDE ())
    return laid->mx ? kbx_upright_overlap_mirrored (laid->a, laid->b, laid->dx, laid->dy)
      : kbx_upright_overlap_plain (laid->a, laid->b, laid->dx, laid->dy);
#endif
  return kbx_overlap_long (laid->a, laid->b, laid->dx, laid->dy, laid->mx, laid->my);
}

/* If b is upside down, the topmost row of the world is b's last. */
static KBX_INLINE kbx_point
kbx_laid_first (const kbx_laid *laid, kbx_pose on)
{
#if KBX_RUN_WIDE
  if (!on.flip_y && kbx_laid_strips (laid))
    return kbx_strip_first_pixel (laid->a, laid->b, laid->dx, laid->dy, on.flip_x);
  if (!laid->my && !on.flip_y && kbx_both_of_runs (laid->a, laid->b) && KBX_RUNS_WIDE ())
    return laid->mx ? kbx_upright_first_mirrored (laid->a, laid->b, laid->dx, laid->dy, on.flip_x)
      : kbx_upright_first_plain (laid->a, laid->b, laid->dx, laid->dy, on.flip_x);
#endif
  return kbx_first_long (laid->a, laid->b, laid->dx, laid->dy, laid->mx, laid->my,
                         on.flip_y ? KBX_ROW_LAST : KBX_ROW_FIRST, on.flip_x);
}

static KBX_INLINE uint32_t
kbx_laid_area (const kbx_laid *laid)
{
#if KBX_RUN_WIDE
  if (kbx_laid_strips (laid))
    return kbx_strip_area (laid->a, laid->b, laid->dx, laid->dy);
  if (!laid->my && kbx_bitmap_plain (laid->a) && kbx_bitmap_plain (laid->b) && KBX_RUNS_WIDE ())
    return kbx_upright_area (laid->a, laid->b, laid->dx, laid->dy, laid->mx);
  if (!laid->my && kbx_both_of_runs (laid->a, laid->b) && KBX_RUNS_WIDE ())
    return kbx_runs_area_upright (laid->a, laid->b, laid->dx, laid->dy, laid->mx);
#endif
  return kbx_area_long (laid->a, laid->b, laid->dx, laid->dy, laid->mx, laid->my);
}

/* ---- places that are not upright ---- */

/* The number of shared pixels, or only the first of them. */
typedef struct {
  uint32_t area;
  kbx_pixel first;
} kbx_shared_pixels;

static kbx_shared_pixels
kbx_share_covers (const kbx_cover *a, const kbx_cover *b, bool first_only)
{
  int32_t x0 = a->x0 > b->x0 ? a->x0 : b->x0, x1 = a->x1 < b->x1 ? a->x1 : b->x1;
  int32_t y0 = a->y0 > b->y0 ? a->y0 : b->y0, y1 = a->y1 < b->y1 ? a->y1 : b->y1;
  kbx_shared_pixels shared = { 0, { false, { 0, 0 }, 0 } };
  if (kbx_too_many_turned (x0, y0, x1, y1))
    return shared;
  for (int32_t y = y0; y < y1; y++)
    for (int32_t x = x0; x < x1; x += 32)
      {
        uint32_t bits = b->row (b, x, y) & kbx_columns_between (x, x0, x1);
        bits = bits != 0 ? bits & a->row (a, x, y) : 0;
        if (bits == 0)
          continue;
        shared.area += kbx_count_bits (bits);
        if (!shared.first.found)
          {
            shared.first.found = true;
            shared.first.p.x = x + (int32_t) kbx_lowest_bit (bits);
            shared.first.p.y = y;
          }
        if (first_only)
          return shared;
      }
  return shared;
}

/* With a moved by (dx, dy). Rows of a turned cover cost most, so they are read only where the other
 * has pixels. */
static KBX_ASIDE kbx_shared_pixels
kbx_share_pixels (const kbx_handle *a, const kbx_place *place_a, int dx, int dy,
                  const kbx_handle *b, const kbx_place *place_b, bool first_only)
{
  kbx_place moved = *place_a;
  kbx_cover cover_a, cover_b;
  kbx_pose pose;
  moved.x += dx;
  moved.y += dy;
  kbx_cover_of_pixels (&cover_a, a, &moved);
  kbx_cover_of_pixels (&cover_b, b, place_b);
  return kbx_upright (place_b, &pose) ? kbx_share_covers (&cover_a, &cover_b, first_only)
    : kbx_share_covers (&cover_b, &cover_a, first_only);
}

/* ---- at any places ---- */

static KBX_ASIDE bool
kbx_overlap_any (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  kbx_placed at, on;
  kbx_laid laid;
  if (!(kbx_place_pixels (&a, &place_a, &at) && kbx_place_pixels (&b, &place_b, &on)))
    return kbx_share_pixels (&a, &place_a, 0, 0, &b, &place_b, true).first.found;
  return kbx_lay_placed (&laid, &at, &on) && kbx_laid_overlap (&laid);
}

static KBX_ASIDE kbx_pixel
kbx_first_any (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  const kbx_pixel none = { false, { 0, 0 }, 0 };
  kbx_placed at, on;
  kbx_laid laid;
  if (!(kbx_place_pixels (&a, &place_a, &at) && kbx_place_pixels (&b, &place_b, &on)))
    return kbx_share_pixels (&a, &place_a, 0, 0, &b, &place_b, true).first;
  return kbx_lay_placed (&laid, &at, &on) ? kbx_placed_pixel (&on, kbx_laid_first (&laid, on.pose))
                                          : none;
}

/* With a moved by (dx, dy) in the world. */
static uint32_t
kbx_area_moved (const kbx_handle *a, const kbx_place *place_a, int dx, int dy, const kbx_handle *b,
                const kbx_place *place_b)
{
  kbx_placed at, on;
  kbx_laid laid;
  if (!(kbx_place_pixels (a, place_a, &at) && kbx_place_pixels (b, place_b, &on)))
    return kbx_share_pixels (a, place_a, dx, dy, b, place_b, false).area;
  if (!kbx_lay_placed (&laid, &at, &on))
    return 0;
  laid.dx += on.pose.flip_x ? -dx : dx;
  laid.dy += on.pose.flip_y ? -dy : dy;
  return kbx_laid_area (&laid);
}

static KBX_ASIDE uint32_t
kbx_area_any (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  return kbx_area_moved (&a, &place_a, 0, 0, &b, &place_b);
}

/* ---- two bitmaps at upright places ---- */

/* The usual case stays in registers. Others pass their arguments on unchanged, which costs no
 * copy. */
static KBX_INLINE bool
kbx_lay_bitmaps (kbx_laid *laid, const kbx_handle *a, const kbx_place *place_a, const kbx_handle *b,
                 const kbx_place *place_b, kbx_placed *on)
{
  kbx_placed at;
  at.bytes = (const uint8_t *) a->data;
  on->bytes = (const uint8_t *) b->data;
  at.hot_x = at.hot_y = on->hot_x = on->hot_y = 0;
  return a->kind == KBX_BITMAP && b->kind == KBX_BITMAP
         && kbx_both_upright (place_a, &at.pose, place_b, &on->pose)
         && kbx_lay_placed (laid, &at, on);
}

KBX_INTERNAL KBX_ASIDE bool
kbx_bitmaps_overlap (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  kbx_placed on;
  kbx_laid laid;
  if (kbx_lay_bitmaps (&laid, &a, &place_a, &b, &place_b, &on))
    return kbx_laid_overlap (&laid);
  return kbx_overlap_any (a, place_a, b, place_b);
}

KBX_INTERNAL KBX_ASIDE kbx_pixel
kbx_bitmaps_first (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  kbx_placed on;
  kbx_laid laid;
  if (kbx_lay_bitmaps (&laid, &a, &place_a, &b, &place_b, &on))
    return kbx_placed_pixel (&on, kbx_laid_first (&laid, on.pose));
  return kbx_first_any (a, place_a, b, place_b);
}

KBX_INTERNAL KBX_ASIDE uint32_t
kbx_bitmaps_area (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  kbx_placed on;
  kbx_laid laid;
  if (kbx_lay_bitmaps (&laid, &a, &place_a, &b, &place_b, &on))
    return kbx_laid_area (&laid);
  return kbx_area_any (a, place_a, b, place_b);
}

/* ---- the public functions ---- */

KBX_API bool
kbx_pixels_overlap (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  return kbx_plain_strips (&a, &b) ? kbx_plain_overlap (a, place_a, b, place_b)
                                   : kbx_bitmaps_overlap (a, place_a, b, place_b);
}

KBX_API kbx_pixel
kbx_pixels_first (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  return kbx_plain_strips (&a, &b) ? kbx_plain_first (a, place_a, b, place_b)
                                   : kbx_bitmaps_first (a, place_a, b, place_b);
}

KBX_API uint32_t
kbx_pixels_area (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  return kbx_plain_strips (&a, &b) ? kbx_plain_area (a, place_a, b, place_b)
                                   : kbx_bitmaps_area (a, place_a, b, place_b);
}

/* ---- the normal, and single pixels ---- */

KBX_API kbx_vec
kbx_pixels_collide (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b,
                    uint32_t *area)
{
  static const int ways[5][2] = { { 0, 0 }, { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
  double areas[5] = { 0, 0, 0, 0, 0 }, dx, dy, length;
  for (int i = 0; i < 5 && (i == 0 || areas[0] > 0); i++)
    areas[i] = kbx_area_moved (&a, &place_a, ways[i][0], ways[i][1], &b, &place_b);
  if (area != NULL)
    *area = (uint32_t) areas[0];
  if (areas[0] == 0)
    return KBX_LITERAL (kbx_vec){ 0, 0 };
  dx = areas[1] - areas[2];
  dy = areas[3] - areas[4];
  length = sqrt (dx * dx + dy * dy);
  return KBX_LITERAL (kbx_vec){ length > 0.0 ? (float) (dx / length) : 1.0f,
                                length > 0.0 ? (float) (dy / length) : 0.0f };
}

KBX_API bool
kbx_pixel_at (kbx_handle pixels, kbx_place place, kbx_point p)
{
  kbx_placed placed;
  kbx_cover cover;
  int64_t x, y;
  if (!kbx_place_pixels (&pixels, &place, &placed))
    {
      kbx_cover_of_pixels (&cover, &pixels, &place);
      return p.x >= cover.x0 && p.x < cover.x1 && p.y >= cover.y0 && p.y < cover.y1
             && (cover.row (&cover, p.x, p.y) & 1) != 0;
    }
  if (placed.bytes == NULL)
    return false;
  x = (int64_t) p.x - placed.pose.x;
  y = (int64_t) p.y - placed.pose.y;
  return kbx_bitmap_bit (placed.bytes, placed.hot_x + (placed.pose.flip_x ? -x : x),
                         placed.hot_y + (placed.pose.flip_y ? -y : y));
}

KBX_INTERNAL void
kbx_about_bitmap (kbx_about *about, kbx_handle bitmap)
{
  const uint8_t *p = kbx_bytes_of (bitmap, KBX_BITMAP);
  if (p == NULL)
    return;
  const kbx_bitmap_record r = kbx_read_bitmap (p);
  about->found = true;
  about->size.w = r.w;
  about->size.h = r.h;
  about->bounds.x0 = (int32_t) r.x0;
  about->bounds.y0 = (int32_t) r.y0;
  about->bounds.x1 = (int32_t) r.x1;
  about->bounds.y1 = (int32_t) r.y1;
  about->pixels = r.area;
}
