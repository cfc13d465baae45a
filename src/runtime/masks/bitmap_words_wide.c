/* SPDX-License-Identifier: MIT */
/* Two bitmaps of words as in bitmap_words.c, not mirrored nor upside down to each other, four rows
 * at a time: for processors with AVX2. Where fewer than sixteen rows are left, blocks of four lie
 * on each other. */
#include "runtime/masks/bitmap_strips.h"

#if KBX_RUN_WIDE
#include <immintrin.h>

#define KBX_FOUR 4
#define KBX_FOURS (4 * KBX_FOUR)
#define KBX_WORDS_WIDE __attribute__ ((target ("avx2"))) static KBX_INLINE

/* How far a's words go to the right and to the left; all the way where a has no such strip. */
typedef struct {
  const uint8_t *low, *high, *words;
  __m128i right, left;
  int32_t rows;
  bool single; /* nothing to the left */
} kbx_wide_strips;

KBX_WORDS_WIDE void
kbx_wide_strips_of (kbx_wide_strips *wide, const kbx_bitmap_pair *pair, int32_t strip)
{
  kbx_strip_pair s = kbx_pair_strips (pair, strip);
  wide->low = s.low;
  wide->high = s.high;
  wide->words = s.words;
  wide->right = _mm_cvtsi32_si128 (s.has_low != 0 ? s.shift : 64);
  wide->left = _mm_cvtsi32_si128 (s.has_high != 0 ? 64 - s.shift : 64);
  wide->rows = s.rows;
  wide->single = false;
}

/* Two bitmaps of one strip each: what begins further left is shifted, so that bit 0 is column
 * pair->x0. Which one that is cannot be guessed, so no branch. False when their bounds are
 * apart. */
KBX_WORDS_WIDE bool
kbx_wide_lay (kbx_wide_strips *wide, kbx_bitmap_pair *pair, const uint8_t *a, const uint8_t *b,
              int64_t dx, int64_t dy)
{
  const uint8_t *words[2] = { a + KBX_BITMAP_HEADER, b + KBX_BITMAP_HEADER };
  const int64_t column = kbx_bitmap_x0 (b) - kbx_bitmap_x0 (a) - dx, swap = -(int64_t) (column < 0);
  if (!kbx_lay_pair (pair, a, b, false, false, dx, dy))
    return false;
  words[0] += 8 * (ptrdiff_t) (pair->y0 - pair->shift.dy - kbx_bitmap_y0 (a));
  words[1] += 8 * (ptrdiff_t) (pair->y0 - kbx_bitmap_y0 (b));
  wide->low = wide->high = words[swap & 1];
  wide->words = words[~swap & 1];
  wide->right = wide->left = _mm_cvtsi32_si128 ((int32_t) ((column ^ swap) - swap));
  wide->rows = pair->y1 - pair->y0;
  wide->single = true;
  KBX_STEPS (wide->rows);
  return true;
}

KBX_WORDS_WIDE __m256i
kbx_wide_words (const uint8_t *words, int32_t i)
{
  return _mm256_loadu_si256 ((const __m256i *) (const void *) (words + 8 * (ptrdiff_t) i));
}

/* What four rows share. */
KBX_WORDS_WIDE __m256i
kbx_wide_four (const kbx_wide_strips *s, int32_t i)
{
  __m256i words = _mm256_srl_epi64 (kbx_wide_words (s->low, i), s->right);
  if (!s->single)
    words = _mm256_or_si256 (words, _mm256_sll_epi64 (kbx_wide_words (s->high, i), s->left));
  return _mm256_and_si256 (words, kbx_wide_words (s->words, i));
}

static KBX_INLINE int32_t kbx_wide_less (int32_t a, int32_t b) { return a < b ? a : b; }

/* Four lanes of ones between as many of zeros. */
static const int64_t kbx_wide_ones[3 * KBX_FOUR] = { 0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0 };

KBX_WORDS_WIDE __m256i
kbx_wide_some (int32_t lanes)
{
  return _mm256_loadu_si256 ((const __m256i *) (const void *) (kbx_wide_ones + lanes));
}

/* Two bits for each row of sixteen from number `at` on that shares nothing; blocks beyond the last
 * row lie on the one before. */
KBX_WORDS_WIDE uint32_t
kbx_wide_none (const kbx_wide_strips *s, int32_t at, int32_t high)
{
  const __m256i zero = _mm256_setzero_si256 (), order = _mm256_setr_epi32 (0, 4, 1, 5, 2, 6, 3, 7);
  __m256i one = _mm256_cmpeq_epi64 (kbx_wide_four (s, kbx_wide_less (at, high)), zero);
  __m256i two = _mm256_cmpeq_epi64 (kbx_wide_four (s, kbx_wide_less (at + KBX_FOUR, high)), zero);
  __m256i three =
    _mm256_cmpeq_epi64 (kbx_wide_four (s, kbx_wide_less (at + 2 * KBX_FOUR, high)), zero);
  __m256i four =
    _mm256_cmpeq_epi64 (kbx_wide_four (s, kbx_wide_less (at + 3 * KBX_FOUR, high)), zero);
  __m256i all =
    _mm256_packs_epi16 (_mm256_packs_epi32 (one, two), _mm256_packs_epi32 (three, four));
  uint32_t beyond = s->rows < KBX_FOUR ? UINT32_MAX << 2 * s->rows : 0;
  return (uint32_t) _mm256_movemask_epi8 (_mm256_permutevar8x32_epi32 (all, order)) | beyond;
}

KBX_WORDS_WIDE bool
kbx_wide_any (const kbx_wide_strips *s, int32_t at, int32_t high)
{
  __m256i one = _mm256_or_si256 (kbx_wide_four (s, kbx_wide_less (at, high)),
                                 kbx_wide_four (s, kbx_wide_less (at + KBX_FOUR, high)));
  __m256i two = _mm256_or_si256 (kbx_wide_four (s, kbx_wide_less (at + 2 * KBX_FOUR, high)),
                                 kbx_wide_four (s, kbx_wide_less (at + 3 * KBX_FOUR, high)));
  return !_mm256_testz_si256 (_mm256_or_si256 (one, two),
                              kbx_wide_some (2 * KBX_FOUR - (s->rows - high)));
}

/* The first row that shares, for KBX_ROW_ANY some row where any does; or KBX_NO_ROW. For any row
 * those in the middle come first: what is round meets there. The first bit is always that of the
 * first row, as a block begins at the end of the one before or earlier. */
KBX_WORDS_WIDE int32_t
kbx_wide_strip_row (const kbx_wide_strips *s, kbx_which_row which)
{
  int32_t high = s->rows - kbx_wide_less (s->rows, KBX_FOUR),
          middle = (s->rows - kbx_wide_less (s->rows, KBX_FOURS)) / 2;
  if (which == KBX_ROW_ANY && kbx_wide_any (s, middle, high))
    return middle;
  for (int32_t at = 0; at < s->rows && (which == KBX_ROW_FIRST || s->rows > KBX_FOURS);
       at += 2 * KBX_FOURS)
    {
      uint64_t none =
        kbx_wide_none (s, at, high) | (uint64_t) kbx_wide_none (s, at + KBX_FOURS, high) << 32;
      if (none == UINT64_MAX)
        continue;
      const int32_t row = (int32_t) kbx_lowest_bit (~none) / 2;
      return kbx_wide_less (at + row / KBX_FOUR * KBX_FOUR, high) + row % KBX_FOUR;
    }
  return KBX_NO_ROW;
}

/* No strip after one that shares has to look beyond its row. */
KBX_WORDS_WIDE int32_t
kbx_wide_words_row (const kbx_bitmap_pair *pair, kbx_which_row which)
{
  int32_t found = KBX_NO_ROW, rows = pair->y1 - pair->y0, end = kbx_last_strip (pair);
  for (int32_t strip = kbx_first_strip (pair); strip <= end && rows > 0; strip++)
    {
      kbx_wide_strips s;
      kbx_wide_strips_of (&s, pair, strip);
      s.rows = rows;
      const int32_t row = kbx_wide_strip_row (&s, which);
      if (row == KBX_NO_ROW)
        continue;
      found = pair->y0 + row;
      if (which == KBX_ROW_ANY)
        return found;
      rows = row;
    }
  return found;
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL int32_t
kbx_words_row_wide (const kbx_bitmap_pair *pair, kbx_which_row which)
{
  return which == KBX_ROW_ANY ? kbx_wide_words_row (pair, KBX_ROW_ANY)
                              : kbx_wide_words_row (pair, KBX_ROW_FIRST);
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL bool
kbx_strip_overlap (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy)
{
  kbx_bitmap_pair pair;
  kbx_wide_strips s;
  return kbx_wide_lay (&s, &pair, a, b, dx, dy)
         && kbx_wide_strip_row (&s, KBX_ROW_ANY) != KBX_NO_ROW;
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL kbx_point
kbx_strip_first_pixel (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy, bool last)
{
  kbx_point p = { 0, KBX_NO_ROW };
  kbx_bitmap_pair pair;
  kbx_wide_strips s;
  uint64_t word;
  if (kbx_wide_lay (&s, &pair, a, b, dx, dy))
    p.y = kbx_wide_strip_row (&s, KBX_ROW_FIRST);
  if (p.y == KBX_NO_ROW)
    return p;
  word = kbx_load_u64 (s.low + 8 * p.y) >> _mm_cvtsi128_si32 (s.right)
         & kbx_load_u64 (s.words + 8 * p.y);
  p.x = pair.x0 + (int32_t) (last ? kbx_highest_bit (word) : kbx_lowest_bit (word));
  p.y += pair.y0;
  return p;
}

/* ---- how many pixels ---- */

/* In each lane. Method: a table of how many bits half a byte has. */
KBX_WORDS_WIDE __m256i
kbx_wide_count (__m256i words)
{
  const __m256i counts =
    _mm256_broadcastsi128_si256 (_mm_setr_epi8 (0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const __m256i half = _mm256_set1_epi8 (15);
  __m256i low = _mm256_shuffle_epi8 (counts, _mm256_and_si256 (words, half));
  __m256i high =
    _mm256_shuffle_epi8 (counts, _mm256_and_si256 (_mm256_srli_epi16 (words, 4), half));
  return _mm256_sad_epu8 (_mm256_add_epi8 (low, high), _mm256_setzero_si256 ());
}

/* What is left at the end is the last of four rows, or the first of fewer. */
KBX_WORDS_WIDE __m256i
kbx_wide_strip_area (const kbx_wide_strips *s)
{
  __m256i sums = _mm256_setzero_si256 ();
  int32_t n = s->rows, at = 0;
  for (; at + KBX_FOUR <= n; at += KBX_FOUR)
    sums = _mm256_add_epi64 (sums, kbx_wide_count (kbx_wide_four (s, at)));
  if (n < KBX_FOUR)
    return kbx_wide_count (
      _mm256_and_si256 (kbx_wide_four (s, 0), kbx_wide_some (2 * KBX_FOUR - n)));
  return _mm256_add_epi64 (sums, kbx_wide_count (_mm256_and_si256 (kbx_wide_four (s, n - KBX_FOUR),
                                                                   kbx_wide_some (n - at))));
}

/* All of it fits into 32 bits: KBX_BITMAP_LIMIT rows of as many pixels. */
KBX_WORDS_WIDE uint32_t
kbx_wide_total (__m256i sums)
{
  __m128i two = _mm_add_epi64 (_mm256_castsi256_si128 (sums), _mm256_extracti128_si256 (sums, 1));
  return (uint32_t) _mm_cvtsi128_si32 (_mm_add_epi64 (two, _mm_unpackhi_epi64 (two, two)));
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL uint64_t
kbx_words_area_wide (const kbx_bitmap_pair *pair)
{
  __m256i sums = _mm256_setzero_si256 ();
  int32_t end = kbx_last_strip (pair);
  for (int32_t strip = kbx_first_strip (pair); strip <= end; strip++)
    {
      kbx_wide_strips s;
      kbx_wide_strips_of (&s, pair, strip);
      sums = _mm256_add_epi64 (sums, kbx_wide_strip_area (&s));
    }
  return kbx_wide_total (sums);
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL uint32_t
kbx_strip_area (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy)
{
  kbx_bitmap_pair pair;
  kbx_wide_strips s;
  return kbx_wide_lay (&s, &pair, a, b, dx, dy) ? kbx_wide_total (kbx_wide_strip_area (&s)) : 0;
}

#endif
