/* SPDX-License-Identifier: MIT */
/* Two bitmaps of words as in bitmap_questions.c, not mirrored or upside down to each other, four
 * rows at a time: for processors with AVX2. If fewer than sixteen rows are left, blocks of four
 * overlap. At the end: two of one strip each, all in one function. */
#include "runtime/masks/bitmap_strips.h"

#if KBX_RUN_WIDE
#include <immintrin.h>

#define KBX_FOUR 4
#define KBX_FOURS (4 * KBX_FOUR)
#define KBX_WORDS_WIDE __attribute__ ((target ("avx2"))) static KBX_INLINE

/* The shifts of a's words to the right and to the left; 64 if a has no such strip. */
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
kbx_wide_words (const uint8_t *words, ptrdiff_t i)
{
  return _mm256_loadu_si256 ((const __m256i *) (const void *) (words + 8 * i));
}

/* The bits that four rows share. */
KBX_WORDS_WIDE __m256i
kbx_wide_four (const kbx_wide_strips *s, int32_t i)
{
  const __m256i low = _mm256_srl_epi64 (kbx_wide_words (s->low, i), s->right);
  const __m256i high = _mm256_sll_epi64 (kbx_wide_words (s->high, i), s->left);
  return _mm256_and_si256 (_mm256_or_si256 (low, high), kbx_wide_words (s->words, i));
}

static KBX_INLINE int32_t kbx_wide_less (int32_t a, int32_t b) { return a < b ? a : b; }

/* Four lanes of ones between as many of zeros on each side. */
static const int64_t kbx_wide_ones[3 * KBX_FOUR] = { 0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0 };

KBX_WORDS_WIDE __m256i
kbx_wide_some (int32_t lanes)
{
  return _mm256_loadu_si256 ((const __m256i *) (const void *) (kbx_wide_ones + lanes));
}

/* The bits that sixteen rows share. */
typedef struct { __m256i one, two, three, four; } kbx_wide_rows_of_words;

/* Two bits for each row that shares nothing. */
KBX_WORDS_WIDE uint32_t
kbx_wide_nothing (const kbx_wide_rows_of_words *rows)
{
  const __m256i zero = _mm256_setzero_si256 (), order = _mm256_setr_epi32 (0, 4, 1, 5, 2, 6, 3, 7);
  const __m256i upper = _mm256_packs_epi32 (_mm256_cmpeq_epi64 (rows->one, zero),
                                            _mm256_cmpeq_epi64 (rows->two, zero));
  const __m256i lower = _mm256_packs_epi32 (_mm256_cmpeq_epi64 (rows->three, zero),
                                            _mm256_cmpeq_epi64 (rows->four, zero));
  return (uint32_t) _mm256_movemask_epi8 (
    _mm256_permutevar8x32_epi32 (_mm256_packs_epi16 (upper, lower), order));
}

/* The same for the rows from `at` on; blocks past the last row overlap the one before. */
KBX_WORDS_WIDE uint32_t
kbx_wide_none (const kbx_wide_strips *s, int32_t at, int32_t high)
{
  const kbx_wide_rows_of_words rows = {
    kbx_wide_four (s, kbx_wide_less (at, high)), kbx_wide_four (s, kbx_wide_less (at + 4, high)),
    kbx_wide_four (s, kbx_wide_less (at + 8, high)),
    kbx_wide_four (s, kbx_wide_less (at + 12, high))
  };
  return kbx_wide_nothing (&rows) | (s->rows < KBX_FOUR ? UINT32_MAX << 2 * s->rows : 0);
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

/* The first row that shares a pixel, or KBX_NO_ROW; for KBX_ROW_ANY a row near one. KBX_ROW_ANY
 * tries the middle rows first, where round shapes meet. A block begins at or before the end of the
 * previous one, so the lowest bit is always the first row. */
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

/* After a strip that shares a row, later strips are searched only before that row. */
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

/* ---- how many pixels ---- */

/* Counts the bits of each byte, by a table of the counts of half bytes. */
KBX_WORDS_WIDE __m256i
kbx_wide_count (__m256i words)
{
  const __m256i counts =
    _mm256_broadcastsi128_si256 (_mm_setr_epi8 (0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const __m256i half = _mm256_set1_epi8 (15);
  __m256i low = _mm256_shuffle_epi8 (counts, _mm256_and_si256 (words, half));
  __m256i high =
    _mm256_shuffle_epi8 (counts, _mm256_and_si256 (_mm256_srli_epi16 (words, 4), half));
  return _mm256_add_epi8 (low, high);
}

/* Adds one-byte counts. */
KBX_WORDS_WIDE __m256i
kbx_wide_add (__m256i sums, __m256i counts)
{
  return _mm256_add_epi64 (sums, _mm256_sad_epu8 (counts, _mm256_setzero_si256 ()));
}

/* The remainder is the last of four rows, or the first of fewer. */
KBX_WORDS_WIDE __m256i
kbx_wide_strip_area (const kbx_wide_strips *s, __m256i sums)
{
  int32_t n = s->rows, at = 0, few = kbx_wide_less (n, KBX_FOUR);
  for (; at + KBX_FOUR <= n; at += KBX_FOUR)
    sums = kbx_wide_add (sums, kbx_wide_count (kbx_wide_four (s, at)));
  return kbx_wide_add (
    sums, kbx_wide_count (_mm256_and_si256 (
            kbx_wide_four (s, n - few), kbx_wide_some (n < KBX_FOUR ? 2 * KBX_FOUR - n : n - at))));
}

/* The total fits into 32 bits: KBX_BITMAP_LIMIT rows of as many pixels. */
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
      sums = kbx_wide_strip_area (&s, sums);
    }
  return kbx_wide_total (sums);
}

/* ---- two of one strip each ---- */

/* The words of the rows in which the bounds overlap. The words of the bitmap that begins further
 * left are shifted. A strip ends in KBX_BITMAP_TAIL zeros, the size of eight rows. So eight rows
 * are readable from any row up to the end, and rows past the end share nothing. */
typedef struct {
  const uint8_t *left, *right;
  __m256i shift;
  ptrdiff_t rows;
  int64_t corner; /* corner of the bounds' overlap, in b: x, and y in the upper half */
} kbx_strip_rows;

KBX_WORDS_WIDE __m128i
kbx_strip_bounds (const uint8_t *p)
{
  return _mm_cvtepu16_epi32 (_mm_loadl_epi64 ((const __m128i *) (const void *) (p + 4)));
}

/* a at (x, y) of b, which `way` holds twice, or false if the bounds do not overlap. Which one
 * begins further left is unpredictable, so there is no branch. */
KBX_WORDS_WIDE bool
kbx_strips_lay (kbx_strip_rows *s, const uint8_t *a, const uint8_t *b, __m128i way)
{
  const __m128i of_a = _mm_add_epi32 (kbx_strip_bounds (a), way), of_b = kbx_strip_bounds (b);
  const __m128i corner = _mm_max_epi32 (of_a, of_b),
                end = _mm_srli_si128 (_mm_min_epi32 (of_a, of_b), 8);
  const __m128i in_a = _mm_sub_epi32 (corner, of_a), in_b = _mm_sub_epi32 (corner, of_b);
  if ((_mm_movemask_ps (_mm_castsi128_ps (_mm_cmpgt_epi32 (end, corner))) & 3) != 3)
    return false;
  const uint8_t *words_a = a + kbx_bitmap_strip (a) + 8 * (ptrdiff_t) _mm_extract_epi32 (in_a, 1);
  const uint8_t *words_b = b + kbx_bitmap_strip (b) + 8 * (ptrdiff_t) _mm_extract_epi32 (in_b, 1);
  const ptrdiff_t swap = (words_b - words_a) & -(ptrdiff_t) (_mm_cvtsi128_si32 (in_a) == 0);
  s->left = words_a + swap;
  s->right = words_b - swap;
  s->shift = _mm256_broadcastq_epi64 (_mm_cvtepu32_epi64 (_mm_or_si128 (in_a, in_b)));
  s->rows = _mm_extract_epi32 (_mm_sub_epi32 (end, corner), 1);
  _mm_storel_epi64 ((__m128i *) &s->corner, corner);
  KBX_STEPS (s->rows);
  return true;
}

static KBX_INLINE ptrdiff_t kbx_strip_less (ptrdiff_t a, ptrdiff_t b) { return a < b ? a : b; }

KBX_WORDS_WIDE __m256i
kbx_strips_four (const kbx_strip_rows *s, ptrdiff_t i)
{
  return _mm256_and_si256 (_mm256_srlv_epi64 (kbx_wide_words (s->left, i), s->shift),
                           kbx_wide_words (s->right, i));
}

/* The eight rows from row i on, and eight from row k on, which may be past the end. */
KBX_WORDS_WIDE kbx_wide_rows_of_words
kbx_strips_sixteen (const kbx_strip_rows *s, ptrdiff_t i, ptrdiff_t k)
{
  const ptrdiff_t next = kbx_strip_less (k, s->rows);
  const kbx_wide_rows_of_words rows = { kbx_strips_four (s, i), kbx_strips_four (s, i + 4),
                                        kbx_strips_four (s, next), kbx_strips_four (s, next + 4) };
  return rows;
}

KBX_WORDS_WIDE __m256i
kbx_strips_some (const kbx_wide_rows_of_words *rows)
{
  return _mm256_or_si256 (_mm256_or_si256 (rows->one, rows->two),
                          _mm256_or_si256 (rows->three, rows->four));
}

KBX_WORDS_WIDE bool
kbx_strips_share (const kbx_strip_rows *s, ptrdiff_t i, ptrdiff_t k)
{
  const kbx_wide_rows_of_words rows = kbx_strips_sixteen (s, i, k);
  const __m256i some = kbx_strips_some (&rows);
  return !_mm256_testz_si256 (some, some);
}

/* From the middle outwards, as round shapes meet there: 16 rows, 32, and then the others. */
KBX_WORDS_WIDE bool
kbx_strips_any (const kbx_strip_rows *s)
{
  const ptrdiff_t middle = (s->rows - kbx_strip_less (s->rows, KBX_FOURS)) >> 1,
                  above = middle - kbx_strip_less (middle, 8);
  if (kbx_strips_share (s, middle, middle + 8) || kbx_strips_share (s, above, middle + 16))
    return true;
  for (ptrdiff_t i = 0; i < s->rows - middle - 24; i += 8)
    if (kbx_strips_share (s, i, middle + 24 + i))
      return true;
  return false;
}

/* The first pixel, 32 rows at a time; with `last`, the last one of its row. */
KBX_WORDS_WIDE kbx_point
kbx_strips_first (const kbx_strip_rows *s, bool last)
{
  kbx_point p = { 0, KBX_NO_ROW };
  for (ptrdiff_t at = 0; at < s->rows; at += 2 * KBX_FOURS)
    {
      const kbx_wide_rows_of_words
        upper = kbx_strips_sixteen (s, at, at + 8),
        lower = kbx_strips_sixteen (s, kbx_strip_less (at + 16, s->rows), at + 24);
      const __m256i some = _mm256_or_si256 (kbx_strips_some (&upper), kbx_strips_some (&lower));
      if (_mm256_testz_si256 (some, some))
        continue;
      const uint64_t none = kbx_wide_nothing (&upper) | (uint64_t) kbx_wide_nothing (&lower) << 32;
      const ptrdiff_t row = at + (ptrdiff_t) kbx_lowest_bit (~none) / 2;
      const uint64_t word = kbx_load_u64 (s->left + 8 * row)
                              >> _mm_cvtsi128_si32 (_mm256_castsi256_si128 (s->shift))
                            & kbx_load_u64 (s->right + 8 * row);
      p.x = (int32_t) s->corner + (int32_t) (last ? kbx_highest_bit (word) : kbx_lowest_bit (word));
      p.y = (int32_t) (s->corner >> 32) + (int32_t) row;
      return p;
    }
  return p;
}

KBX_WORDS_WIDE uint32_t
kbx_strips_area (const kbx_strip_rows *s)
{
  __m256i sums = _mm256_setzero_si256 ();
  for (ptrdiff_t i = 0; i < s->rows; i += KBX_FOURS)
    {
      const kbx_wide_rows_of_words rows = kbx_strips_sixteen (s, i, i + 8);
      sums = kbx_wide_add (
        sums,
        _mm256_add_epi8 (
          _mm256_add_epi8 (kbx_wide_count (rows.one), kbx_wide_count (rows.two)),
          _mm256_add_epi8 (kbx_wide_count (rows.three), kbx_wide_count (rows.four))));
    }
  return kbx_wide_total (sums);
}

/* ---- comparisons: a at (dx, dy) of b ---- */

/* An offset that does not fit into 32 bits is far away: no overlap. */
KBX_WORDS_WIDE bool
kbx_strips_lay_long (kbx_strip_rows *s, const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy)
{
  const int32_t x = (int32_t) dx, y = (int32_t) dy;
  return x == dx && y == dy && kbx_strips_lay (s, a, b, _mm_setr_epi32 (x, y, x, y));
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL bool
kbx_strip_overlap (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy)
{
  kbx_strip_rows s;
  return kbx_strips_lay_long (&s, a, b, dx, dy) && kbx_strips_any (&s);
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL kbx_point
kbx_strip_first_pixel (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy, bool last)
{
  const kbx_point none = { 0, KBX_NO_ROW };
  kbx_strip_rows s;
  return kbx_strips_lay_long (&s, a, b, dx, dy) ? kbx_strips_first (&s, last) : none;
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL uint32_t
kbx_strip_area (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy)
{
  kbx_strip_rows s;
  return kbx_strips_lay_long (&s, a, b, dx, dy) ? kbx_strips_area (&s) : 0;
}

/* ---- comparisons at upright places that are not mirrored, all in one function ---- */

/* Loads sixteen bytes at once: reading them number by number is slower. */
KBX_WORDS_WIDE __m128i
kbx_strip_load (const void *p)
{
  return _mm_loadu_si128 ((const __m128i *) p);
}

KBX_WORDS_WIDE __m256i
kbx_strip_load_both (const void *a, const void *b)
{
  const __m256i first = _mm256_castsi128_si256 (kbx_strip_load (a));
  return _mm256_inserti128_si256 (first, kbx_strip_load (b), 1);
}

/* As kbx_upright, for both at once; also false if either is mirrored. */
KBX_WORDS_WIDE bool
kbx_places_plain (const kbx_place *a, const kbx_place *b)
{
  const __m256d back = _mm256_set1_pd (-0.5),
                at = _mm256_castsi256_pd (kbx_strip_load_both (&a->x, &b->x));
  const __m256d pixel = _mm256_cvtepi32_pd (_mm256_cvttpd_epi32 (_mm256_add_pd (at, back)));
  const __m256d off = _mm256_cmp_pd (_mm256_sub_pd (pixel, at), back, _CMP_NEQ_UQ);
  const __m256i turn =
    _mm256_xor_si256 (kbx_strip_load_both (&a->axis, &b->axis), _mm256_set1_epi64x (0x3f800000));
  /* Ignores the sign of axis.y and the bytes after the flips. */
  return _mm256_testz_si256 (
    _mm256_or_si256 (turn, _mm256_castpd_si256 (off)),
    _mm256_set_epi32 (0xffff, -1, INT32_MAX, -1, 0xffff, -1, INT32_MAX, -1));
}

/* An offset outside 32 bits becomes INT32_MIN, which does not overlap either. */
KBX_WORDS_WIDE bool
kbx_strips_lay_places (kbx_strip_rows *s, const kbx_handle *a, const kbx_place *at,
                       const kbx_handle *b, const kbx_place *on)
{
  const __m128i way = _mm_cvttpd_epi32 (_mm_sub_pd (_mm_castsi128_pd (kbx_strip_load (&at->x)),
                                                    _mm_castsi128_pd (kbx_strip_load (&on->x))));
  return kbx_strips_lay (s, (const uint8_t *) a->data, (const uint8_t *) b->data,
                         _mm_unpacklo_epi64 (way, way));
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL bool
kbx_plain_overlap (kbx_handle a, kbx_place at, kbx_handle b, kbx_place on)
{
  kbx_strip_rows s;
  if (!kbx_places_plain (&at, &on))
    return kbx_bitmaps_overlap (a, at, b, on);
  return kbx_strips_lay_places (&s, &a, &at, &b, &on) && kbx_strips_any (&s);
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL kbx_pixel
kbx_plain_first (kbx_handle a, kbx_place at, kbx_handle b, kbx_place on)
{
  const kbx_pixel none = { false, { 0, 0 }, 0 };
  kbx_point p = { 0, KBX_NO_ROW };
  kbx_strip_rows s;
  if (!kbx_places_plain (&at, &on))
    return kbx_bitmaps_first (a, at, b, on);
  if (kbx_strips_lay_places (&s, &a, &at, &b, &on))
    p = kbx_strips_first (&s, false);
  if (p.y == KBX_NO_ROW)
    return none;
  p.x = kbx_clamp ((int64_t) (on.x - 0.5) + p.x);
  p.y = kbx_clamp ((int64_t) (on.y - 0.5) + p.y);
  return kbx_make_pixel (true, p);
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL uint32_t
kbx_plain_area (kbx_handle a, kbx_place at, kbx_handle b, kbx_place on)
{
  kbx_strip_rows s;
  if (!kbx_places_plain (&at, &on))
    return kbx_bitmaps_area (a, at, b, on);
  return kbx_strips_lay_places (&s, &a, &at, &b, &on) ? kbx_strips_area (&s) : 0;
}

#endif
