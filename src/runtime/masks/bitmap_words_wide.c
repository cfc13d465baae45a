/* SPDX-License-Identifier: MIT */
/* Two bitmaps of words as in bitmap_words.c, not mirrored nor upside down to each other, four rows at a time: for
 * processors with AVX2. Where fewer than sixteen rows are left, blocks of four lie on each other. */
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
  __m256i low = _mm256_srl_epi64 (kbx_wide_words (s->low, i), s->right);
  __m256i high = _mm256_sll_epi64 (kbx_wide_words (s->high, i), s->left);
  return _mm256_and_si256 (_mm256_or_si256 (low, high), kbx_wide_words (s->words, i));
}

static KBX_INLINE int32_t kbx_wide_less (int32_t a, int32_t b) { return a < b ? a : b; }

/* Four lanes of ones between as many of zeros. */
static const int64_t kbx_wide_ones[3 * KBX_FOUR] = { 0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0 };

KBX_WORDS_WIDE __m256i
kbx_wide_some (int32_t lanes)
{
  return _mm256_loadu_si256 ((const __m256i *) (const void *) (kbx_wide_ones + lanes));
}

/* Rows that share nothing, of four, a bit each. */
KBX_WORDS_WIDE uint32_t
kbx_wide_none (__m256i words)
{
  return (uint32_t) _mm256_movemask_pd (_mm256_castsi256_pd (_mm256_cmpeq_epi64 (words, _mm256_setzero_si256 ())));
}

/* A row from number `at` on, of sixteen: the first that shares, for KBX_ROW_ANY some row where any does; or KBX_NO_ROW. The
 * first bit is always that of the first row, as a block begins at the end of the one before or earlier. */
KBX_WORDS_WIDE int32_t
kbx_wide_sixteen (const kbx_wide_strips *s, int32_t at, kbx_which_row which)
{
  int32_t few = kbx_wide_less (s->rows, KBX_FOUR), high = s->rows - few, bit;
  __m256i one = kbx_wide_four (s, kbx_wide_less (at, high)), two = kbx_wide_four (s, kbx_wide_less (at + KBX_FOUR, high));
  __m256i three = kbx_wide_four (s, kbx_wide_less (at + 2 * KBX_FOUR, high));
  __m256i four = kbx_wide_four (s, kbx_wide_less (at + 3 * KBX_FOUR, high));
  if (_mm256_testz_si256 (_mm256_or_si256 (_mm256_or_si256 (one, two), _mm256_or_si256 (three, four)),
                          kbx_wide_some (2 * KBX_FOUR - few)))
    return KBX_NO_ROW;
  if (which == KBX_ROW_ANY)
    return at;
  bit = (int32_t) kbx_lowest_bit (~(kbx_wide_none (one) | kbx_wide_none (two) << KBX_FOUR
                                    | kbx_wide_none (three) << 2 * KBX_FOUR | kbx_wide_none (four) << 3 * KBX_FOUR));
  return kbx_wide_less (at + bit / KBX_FOUR * KBX_FOUR, high) + bit % KBX_FOUR;
}

/* For any row those in the middle come first: what is round meets there. */
KBX_WORDS_WIDE int32_t
kbx_wide_strip_row (const kbx_wide_strips *s, kbx_which_row which)
{
  int32_t row = KBX_NO_ROW;
  if (which == KBX_ROW_ANY)
    {
      row = kbx_wide_sixteen (s, s->rows > KBX_FOURS ? (s->rows - KBX_FOURS) / 2 : 0, which);
      if (row != KBX_NO_ROW || s->rows <= KBX_FOURS)
        return row;
    }
  for (int32_t at = 0; at < s->rows && row == KBX_NO_ROW; at += KBX_FOURS)
    row = kbx_wide_sixteen (s, at, which);
  return row;
}

/* No strip after one that shares has to look beyond its row. */
KBX_WORDS_WIDE int32_t
kbx_wide_words_row (const kbx_bitmap_pair *pair, kbx_which_row which)
{
  int32_t found = KBX_NO_ROW, rows = pair->y1 - pair->y0, end = kbx_last_strip (pair);
  for (int32_t strip = kbx_first_strip (pair); strip <= end && rows > 0; strip++)
    {
      kbx_wide_strips s;
      int32_t row;
      kbx_wide_strips_of (&s, pair, strip);
      s.rows = rows;
      row = kbx_wide_strip_row (&s, which);
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
  return which == KBX_ROW_ANY ? kbx_wide_words_row (pair, KBX_ROW_ANY) : kbx_wide_words_row (pair, KBX_ROW_FIRST);
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL bool
kbx_words_overlap (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy)
{
  kbx_bitmap_pair pair;
  return kbx_lay_pair (&pair, a, b, false, false, dx, dy) && kbx_wide_words_row (&pair, KBX_ROW_ANY) != KBX_NO_ROW;
}

/* ---- how many pixels ---- */

/* In each lane. Method: a table of how many bits half a byte has. */
KBX_WORDS_WIDE __m256i
kbx_wide_count (__m256i words)
{
  const __m256i counts = _mm256_broadcastsi128_si256 (_mm_setr_epi8 (0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const __m256i half = _mm256_set1_epi8 (15);
  __m256i low = _mm256_shuffle_epi8 (counts, _mm256_and_si256 (words, half));
  __m256i high = _mm256_shuffle_epi8 (counts, _mm256_and_si256 (_mm256_srli_epi16 (words, 4), half));
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
    return kbx_wide_count (_mm256_and_si256 (kbx_wide_four (s, 0), kbx_wide_some (2 * KBX_FOUR - n)));
  return _mm256_add_epi64 (sums, kbx_wide_count (_mm256_and_si256 (kbx_wide_four (s, n - KBX_FOUR), kbx_wide_some (n - at))));
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL uint64_t
kbx_words_area_wide (const kbx_bitmap_pair *pair)
{
  __m256i sums = _mm256_setzero_si256 ();
  __m128i two;
  int32_t end = kbx_last_strip (pair);
  for (int32_t strip = kbx_first_strip (pair); strip <= end; strip++)
    {
      kbx_wide_strips s;
      kbx_wide_strips_of (&s, pair, strip);
      sums = _mm256_add_epi64 (sums, kbx_wide_strip_area (&s));
    }
  two = _mm_add_epi64 (_mm256_castsi256_si128 (sums), _mm256_extracti128_si256 (sums, 1));
  /* All of it fits into 32 bits: KBX_BITMAP_LIMIT rows of as many pixels. */
  return (uint32_t) _mm_cvtsi128_si32 (_mm_add_epi64 (two, _mm_unpackhi_epi64 (two, two)));
}

#endif
