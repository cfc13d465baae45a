/* SPDX-License-Identifier: MIT */
/* Two bitmaps of one plane of runs each that are not upside down to each other, from the question to the answer: for
 * processors with AVX2. 64 rows at a time, without a branch on how many there are: where fewer are left, blocks of
 * sixteen lie on each other. */
#include "runtime/masks/bitmap_planes.h"

#if KBX_RUN_WIDE
#include <immintrin.h>

#define KBX_UPRIGHT_BLOCK 16
#define KBX_UPRIGHT_ROWS (4 * KBX_UPRIGHT_BLOCK)
#define KBX_UPRIGHT __attribute__ ((target ("avx2"))) static KBX_INLINE

/* The n rows of b from `from` on that the two have in common; the columns of a that are the left and the right ends there,
 * and those of b, from the first of these rows on. */
typedef struct {
  const uint8_t *left, *right, *first, *last;
  int32_t from, n;
} kbx_upright_rows;

static KBX_INLINE int64_t kbx_upright_lower (int64_t a, int64_t b) { return a < b ? a : b; }
static KBX_INLINE int64_t kbx_upright_upper (int64_t a, int64_t b) { return a > b ? a : b; }
static KBX_INLINE int32_t kbx_upright_less (int32_t a, int32_t b) { return a < b ? a : b; }

/* False where there are none, or their bounds have no column in common: only then is dx a number of 16 bits. The one plane
 * of either begins where kbx_check_bitmap wants it. */
static KBX_INLINE bool
kbx_upright_lay (kbx_upright_rows *rows, const kbx_upright_pair *pair)
{
  const uint8_t *a = pair->a + KBX_BITMAP_HEADER, *b = pair->b + KBX_BITMAP_HEADER;
  int64_t x0 = pair->mx ? 1 - kbx_bitmap_x1 (pair->a) : kbx_bitmap_x0 (pair->a);
  int64_t x1 = pair->mx ? 1 - kbx_bitmap_x0 (pair->a) : kbx_bitmap_x1 (pair->a);
  int64_t a_rows = kbx_load_u16 (a + 2), b_row = kbx_load_u16 (b), b_rows = kbx_load_u16 (b + 2);
  int64_t start = pair->dy + kbx_load_u16 (a), from = kbx_upright_upper (start, b_row);
  int64_t to = kbx_upright_lower (start + a_rows, b_row + b_rows);
  int64_t columns = kbx_upright_lower (kbx_bitmap_x1 (pair->b) - (pair->dx + x0), pair->dx + x1 - kbx_bitmap_x0 (pair->b));
  const uint8_t *a_first, *a_last;
  if (kbx_upright_lower (columns, to - from) <= 0)
    return false;
  a_first = a + KBX_BITMAP_PLANE + 2 * (from - start);
  a_last = a_first + 2 * a_rows;
  rows->left = pair->mx ? a_last : a_first;
  rows->right = pair->mx ? a_first : a_last;
  rows->first = b + KBX_BITMAP_PLANE + 2 * (from - b_row);
  rows->last = rows->first + 2 * b_rows;
  rows->from = (int32_t) from;
  rows->n = (int32_t) (to - from);
  return true;
}

KBX_UPRIGHT __m256i
kbx_upright_load (const uint8_t *columns, int32_t at)
{
  return _mm256_loadu_si256 ((const __m256i *) (const void *) (columns + 2 * (ptrdiff_t) at));
}

/* Columns of a in b's coordinates. */
KBX_UPRIGHT __m256i
kbx_upright_moved (const uint8_t *columns, int32_t at, __m256i dx, bool mx)
{
  __m256i v = kbx_upright_load (columns, at);
  return mx ? _mm256_sub_epi16 (dx, v) : _mm256_add_epi16 (v, dx);
}

/* The rows of sixteen in which the runs do not meet: all ones. */
KBX_UPRIGHT __m256i
kbx_upright_apart (const kbx_upright_rows *rows, int32_t at, __m256i dx, bool mx)
{
  __m256i left = kbx_upright_moved (rows->left, at, dx, mx), right = kbx_upright_moved (rows->right, at, dx, mx);
  return _mm256_or_si256 (_mm256_cmpgt_epi16 (left, kbx_upright_load (rows->last, at)),
                          _mm256_cmpgt_epi16 (kbx_upright_load (rows->first, at), right));
}

/* Two bits a row, of n rows at most. */
KBX_UPRIGHT uint32_t
kbx_upright_meets (__m256i apart, int32_t n)
{
  return ~(uint32_t) _mm256_movemask_epi8 (apart) << (2 * (KBX_UPRIGHT_BLOCK - n));
}

KBX_UPRIGHT bool
kbx_upright_any (const kbx_upright_rows *rows, __m256i dx, bool mx)
{
  int32_t n = rows->n, few = kbx_upright_less (n, KBX_UPRIGHT_BLOCK), high = n - few;
  for (int32_t at = 0; at < n; at += KBX_UPRIGHT_ROWS)
    {
      __m256i one = kbx_upright_apart (rows, kbx_upright_less (at, high), dx, mx);
      __m256i two = kbx_upright_apart (rows, kbx_upright_less (at + KBX_UPRIGHT_BLOCK, high), dx, mx);
      __m256i three = kbx_upright_apart (rows, kbx_upright_less (at + 2 * KBX_UPRIGHT_BLOCK, high), dx, mx);
      __m256i four = kbx_upright_apart (rows, kbx_upright_less (at + 3 * KBX_UPRIGHT_BLOCK, high), dx, mx);
      if (kbx_upright_meets (_mm256_and_si256 (_mm256_and_si256 (one, two), _mm256_and_si256 (three, four)), few) != 0)
        return true;
    }
  return false;
}

/* The sixteen rows in the middle come first: what is round meets there. */
KBX_UPRIGHT bool
kbx_upright_share (const kbx_upright_rows *rows, __m256i dx, bool mx)
{
  int32_t few = kbx_upright_less (rows->n, KBX_UPRIGHT_BLOCK);
  return kbx_upright_meets (kbx_upright_apart (rows, (rows->n - few) / 2, dx, mx), few) != 0 || kbx_upright_any (rows, dx, mx);
}

KBX_UPRIGHT bool
kbx_upright_overlap_mx (const kbx_upright_pair *pair)
{
  kbx_upright_rows rows;
  return kbx_upright_lay (&rows, pair) && kbx_upright_share (&rows, _mm256_set1_epi16 ((int16_t) pair->dx), pair->mx);
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL bool
kbx_upright_overlap (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy, bool mx)
{
  const kbx_upright_pair plain = { a, b, dx, dy, false }, mirrored = { a, b, dx, dy, true };
  return mx ? kbx_upright_overlap_mx (&mirrored) : kbx_upright_overlap_mx (&plain);
}

/* ---- the first pixel ---- */

/* Two sets of sixteen rows, a bit each. */
KBX_UPRIGHT uint32_t
kbx_upright_bits (__m256i low, __m256i high)
{
  return (uint32_t) _mm256_movemask_epi8 (_mm256_permute4x64_epi64 (_mm256_packs_epi16 (low, high), 0xd8));
}

/* The number of the first row in which the two meet; none is rows->n or more. The first bit is always that of the first
 * row, as a block begins at the end of the one before or earlier; and beyond the last row only when there is no other. */
KBX_UPRIGHT int32_t
kbx_upright_row (const kbx_upright_rows *rows, __m256i dx, bool mx)
{
  int32_t n = rows->n, high = n - kbx_upright_less (n, KBX_UPRIGHT_BLOCK);
  for (int32_t at = 0; at < n; at += KBX_UPRIGHT_ROWS)
    {
      __m256i one = kbx_upright_apart (rows, kbx_upright_less (at, high), dx, mx);
      __m256i two = kbx_upright_apart (rows, kbx_upright_less (at + KBX_UPRIGHT_BLOCK, high), dx, mx);
      __m256i three = kbx_upright_apart (rows, kbx_upright_less (at + 2 * KBX_UPRIGHT_BLOCK, high), dx, mx);
      __m256i four = kbx_upright_apart (rows, kbx_upright_less (at + 3 * KBX_UPRIGHT_BLOCK, high), dx, mx), all;
      int32_t bit;
      all = _mm256_and_si256 (_mm256_and_si256 (one, two), _mm256_and_si256 (three, four));
      if (_mm256_movemask_epi8 (all) == -1)
        continue;
      bit = (int32_t) kbx_lowest_bit (~(kbx_upright_bits (one, two) | (uint64_t) kbx_upright_bits (three, four) << 32));
      return kbx_upright_less (at + bit / KBX_UPRIGHT_BLOCK * KBX_UPRIGHT_BLOCK, high) + bit % KBX_UPRIGHT_BLOCK;
    }
  return n;
}

/* The border of what is shared in a row. */
static KBX_INLINE kbx_point
kbx_upright_border (const kbx_upright_pair *pair, const kbx_upright_rows *rows, int32_t row, bool last)
{
  int32_t left = kbx_run_column (rows->left, row), right = kbx_run_column (rows->right, row), dx = (int32_t) pair->dx;
  int32_t first = kbx_run_column (rows->first, row), end = kbx_run_column (rows->last, row);
  kbx_point p;
  left = pair->mx ? dx - left : dx + left;
  right = pair->mx ? dx - right : dx + right;
  p.x = last ? (right < end ? right : end) : left > first ? left : first;
  p.y = rows->from + row;
  return p;
}

KBX_UPRIGHT kbx_point
kbx_upright_first_mx (const kbx_upright_pair *pair, bool last)
{
  __m256i dx = _mm256_set1_epi16 ((int16_t) pair->dx);
  kbx_point p = { 0, KBX_NO_ROW };
  kbx_upright_rows rows;
  int32_t row;
  if (!kbx_upright_lay (&rows, pair))
    return p;
  row = kbx_upright_row (&rows, dx, pair->mx);
  return row < rows.n ? kbx_upright_border (pair, &rows, row, last) : p;
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL kbx_point
kbx_upright_first (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy, bool mx, bool last)
{
  const kbx_upright_pair plain = { a, b, dx, dy, false }, mirrored = { a, b, dx, dy, true };
  return mx ? kbx_upright_first_mx (&mirrored, last) : kbx_upright_first_mx (&plain, last);
}

/* ---- how many pixels ---- */

/* Sixteen lanes of ones between as many of zeros. */
static const int16_t kbx_upright_lanes[3 * KBX_UPRIGHT_BLOCK] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1 };

/* Less than 0 by what each of sixteen rows shares. */
KBX_UPRIGHT __m256i
kbx_upright_shared (const kbx_upright_rows *rows, int32_t at, __m256i dx, bool mx)
{
  __m256i left = _mm256_max_epi16 (kbx_upright_moved (rows->left, at, dx, mx), kbx_upright_load (rows->first, at));
  __m256i right = _mm256_min_epi16 (kbx_upright_moved (rows->right, at, dx, mx), kbx_upright_load (rows->last, at));
  __m256i none = _mm256_set1_epi16 (-1);
  /* Below 0 where nothing is shared, also where it would not fit. */
  return _mm256_sub_epi16 (none, _mm256_max_epi16 (_mm256_subs_epi16 (right, left), none));
}

/* The sum over those of sixteen rows that are not before row `at`, of n rows at most; lanes of 32 bits. */
KBX_UPRIGHT __m256i
kbx_upright_some (const kbx_upright_rows *rows, int32_t at, int32_t n, __m256i dx, bool mx)
{
  int32_t start = kbx_upright_less (at, rows->n - kbx_upright_less (rows->n, KBX_UPRIGHT_BLOCK));
  int32_t lanes = 2 * KBX_UPRIGHT_BLOCK - n - kbx_upright_less (at - start, KBX_UPRIGHT_BLOCK);
  return _mm256_madd_epi16 (kbx_upright_shared (rows, start, dx, mx),
                            kbx_upright_load ((const uint8_t *) kbx_upright_lanes, lanes));
}

KBX_UPRIGHT __m256i
kbx_upright_sum (const kbx_upright_rows *rows, __m256i dx, bool mx)
{
  __m256i sums = _mm256_setzero_si256 (), ones = _mm256_set1_epi16 (-1), one, two;
  int32_t n = rows->n, few = kbx_upright_less (n, KBX_UPRIGHT_BLOCK), at = 0;
  for (; at + KBX_UPRIGHT_ROWS <= n; at += KBX_UPRIGHT_ROWS)
    {
      one = _mm256_add_epi32 (_mm256_madd_epi16 (kbx_upright_shared (rows, at, dx, mx), ones),
                              _mm256_madd_epi16 (kbx_upright_shared (rows, at + KBX_UPRIGHT_BLOCK, dx, mx), ones));
      two = _mm256_add_epi32 (_mm256_madd_epi16 (kbx_upright_shared (rows, at + 2 * KBX_UPRIGHT_BLOCK, dx, mx), ones),
                              _mm256_madd_epi16 (kbx_upright_shared (rows, at + 3 * KBX_UPRIGHT_BLOCK, dx, mx), ones));
      sums = _mm256_add_epi32 (sums, _mm256_add_epi32 (one, two));
    }
  /* Fewer than 64: none of them before `at`, and the lanes of later blocks lie beyond the first ones. */
  one = _mm256_add_epi32 (kbx_upright_some (rows, at, few, dx, mx),
                          kbx_upright_some (rows, at + KBX_UPRIGHT_BLOCK, KBX_UPRIGHT_BLOCK, dx, mx));
  two = _mm256_add_epi32 (kbx_upright_some (rows, at + 2 * KBX_UPRIGHT_BLOCK, KBX_UPRIGHT_BLOCK, dx, mx),
                          kbx_upright_some (rows, at + 3 * KBX_UPRIGHT_BLOCK, KBX_UPRIGHT_BLOCK, dx, mx));
  return _mm256_add_epi32 (sums, _mm256_add_epi32 (one, two));
}

/* All of it fits into 32 bits: KBX_BITMAP_LIMIT rows of as many pixels. */
KBX_UPRIGHT uint32_t
kbx_upright_total (__m256i sums)
{
  __m128i four = _mm_add_epi32 (_mm256_castsi256_si128 (sums), _mm256_extracti128_si256 (sums, 1));
  four = _mm_add_epi32 (four, _mm_shuffle_epi32 (four, 0x4e));
  four = _mm_add_epi32 (four, _mm_shuffle_epi32 (four, 0xb1));
  return (uint32_t) _mm_cvtsi128_si32 (four);
}

/* Whether they share any takes less than to sum that up. */
KBX_UPRIGHT uint32_t
kbx_upright_area_mx (const kbx_upright_pair *pair)
{
  __m256i dx = _mm256_set1_epi16 ((int16_t) pair->dx);
  kbx_upright_rows rows;
  if (!kbx_upright_lay (&rows, pair) || !kbx_upright_share (&rows, dx, pair->mx))
    return 0;
  return kbx_upright_total (kbx_upright_sum (&rows, dx, pair->mx));
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL uint32_t
kbx_upright_area (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy, bool mx)
{
  const kbx_upright_pair plain = { a, b, dx, dy, false }, mirrored = { a, b, dx, dy, true };
  return mx ? kbx_upright_area_mx (&mirrored) : kbx_upright_area_mx (&plain);
}

#endif
