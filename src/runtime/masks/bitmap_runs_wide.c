/* SPDX-License-Identifier: MIT */
/* Two bitmaps of runs as in bitmap_runs.c, sixteen rows at a time: for processors with AVX2. */
#include "runtime/masks/bitmap_planes.h"

#if KBX_RUN_WIDE
#include <immintrin.h>

#define KBX_WIDE_LANES 16
#define KBX_WIDE __attribute__ ((target ("avx2"))) static KBX_INLINE

/* The column arrays at row planes->from. If `my`, a's pointers are at the end of the rows, as they
 * run backwards. -c is ~c + 1: so if mirrored, `sign` is all ones and dx is one more. */
typedef struct {
  const uint8_t *left, *right, *first, *last;
  __m256i sign, dx;
} kbx_wide_rows;

typedef struct { __m256i left, right, first, last; } kbx_wide_block;

KBX_WIDE void
kbx_wide_rows_of (kbx_wide_rows *rows, const kbx_run_pair *planes, kbx_bitmap_shift shift, bool my)
{
  ptrdiff_t i = kbx_plane_row (planes, shift, planes->from) - (my ? KBX_WIDE_LANES - 1 : 0),
            k = planes->from - planes->row;
  *rows = KBX_LITERAL (kbx_wide_rows){ planes->a_left + 2 * i,
                                       planes->a_right + 2 * i,
                                       planes->first + 2 * k,
                                       planes->last + 2 * k,
                                       _mm256_set1_epi16 ((int16_t) - (int16_t) shift.mx),
                                       _mm256_set1_epi16 ((int16_t) (shift.dx + shift.mx)) };
}

/* The columns of sixteen rows. If backwards, the last row comes first. */
KBX_WIDE __m256i
kbx_wide_columns (const uint8_t *columns, ptrdiff_t i, bool backwards)
{
  __m256i v = _mm256_loadu_si256 ((const __m256i *) (const void *) (columns + 2 * i));
  if (!backwards)
    return v;
  v = _mm256_shufflehi_epi16 (_mm256_shufflelo_epi16 (v, 0x1b), 0x1b);
  return _mm256_permute4x64_epi64 (v, 0x1b);
}

KBX_WIDE void
kbx_wide_load (kbx_wide_block *block, const kbx_wide_rows *rows, int32_t at, bool my)
{
  block->left = kbx_wide_columns (rows->left, my ? -at : at, my);
  block->right = kbx_wide_columns (rows->right, my ? -at : at, my);
  block->first = kbx_wide_columns (rows->first, at, false);
  block->last = kbx_wide_columns (rows->last, at, false);
  block->left = _mm256_add_epi16 (_mm256_xor_si256 (block->left, rows->sign), rows->dx);
  block->right = _mm256_add_epi16 (_mm256_xor_si256 (block->right, rows->sign), rows->dx);
}

/* Lanes in which the runs do not meet are all ones. */
KBX_WIDE __m256i
kbx_wide_apart (const kbx_wide_rows *rows, int32_t at, bool my)
{
  kbx_wide_block block;
  kbx_wide_load (&block, rows, at, my);
  return _mm256_or_si256 (_mm256_cmpgt_epi16 (block.left, block.last),
                          _mm256_cmpgt_epi16 (block.first, block.right));
}

/* Two sets of sixteen lanes as bits. */
KBX_WIDE uint32_t
kbx_wide_bits (__m256i low, __m256i high)
{
  return (uint32_t) _mm256_movemask_epi8 (
    _mm256_permute4x64_epi64 (_mm256_packs_epi16 (low, high), 0xd8));
}

/* One bit per row in which the runs meet: bits 0 to 15 are the rows from `at` on, bits 16 to 31
 * those from `next` on. */
KBX_WIDE uint32_t
kbx_wide_meets (const kbx_wide_rows *rows, int32_t at, int32_t next, bool my)
{
  return ~kbx_wide_bits (kbx_wide_apart (rows, at, my), kbx_wide_apart (rows, next, my));
}

/* The first or last row of more than sixteen: 32 at a time, then the rest together with rows
 * already known not to meet. */
KBX_WIDE int32_t
kbx_wide_first (const kbx_wide_rows *rows, int32_t n, bool my)
{
  const int32_t high = n - KBX_WIDE_LANES;
  int32_t at = 0, row;
  uint32_t meets;
  for (; at + 2 * KBX_WIDE_LANES <= n; at += 2 * KBX_WIDE_LANES)
    {
      meets = kbx_wide_meets (rows, at, at + KBX_WIDE_LANES, my);
      if (meets != 0)
        return at + (int32_t) kbx_lowest_bit (meets);
    }
  at = at < high ? at : high;
  meets = kbx_wide_meets (rows, at, high, my);
  row = meets == 0 ? 0 : (int32_t) kbx_lowest_bit (meets);
  return meets == 0 ? KBX_NO_ROW : row < KBX_WIDE_LANES ? at + row : high + row - KBX_WIDE_LANES;
}

KBX_WIDE int32_t
kbx_wide_last (const kbx_wide_rows *rows, int32_t n, bool my)
{
  uint32_t meets;
  for (; n >= 2 * KBX_WIDE_LANES; n -= 2 * KBX_WIDE_LANES)
    {
      meets = kbx_wide_meets (rows, n - 2 * KBX_WIDE_LANES, n - KBX_WIDE_LANES, my);
      if (meets != 0)
        return n - 2 * KBX_WIDE_LANES + (int32_t) kbx_highest_bit (meets);
    }
  n = n > KBX_WIDE_LANES ? n - KBX_WIDE_LANES : 0;
  meets = kbx_wide_meets (rows, 0, n, my);
  const int32_t row = meets == 0 ? 0 : (int32_t) kbx_highest_bit (meets);
  return meets == 0 ? KBX_NO_ROW : row < KBX_WIDE_LANES ? row : n + row - KBX_WIDE_LANES;
}

KBX_WIDE int32_t
kbx_wide_planes_row (const kbx_run_pair *planes, kbx_bitmap_shift shift, kbx_which_row which,
                     bool my)
{
  int32_t n = planes->to - planes->from, row;
  kbx_wide_rows rows;
  kbx_wide_rows_of (&rows, planes, shift, my);
  if (n <= KBX_WIDE_LANES)
    {
      uint32_t meets = kbx_wide_meets (&rows, 0, 0, my) & ((UINT32_C (1) << n) - 1);
      row = meets == 0 ? KBX_NO_ROW
                       : (int32_t) (which == KBX_ROW_LAST ? kbx_highest_bit (meets)
                                                          : kbx_lowest_bit (meets));
    }
  else
    row = which == KBX_ROW_LAST ? kbx_wide_last (&rows, n, my) : kbx_wide_first (&rows, n, my);
  return row == KBX_NO_ROW ? row : planes->from + row;
}

/* ---- how many pixels ---- */

/* Sixteen lanes of ones between as many of zeros on each side. */
static const int16_t kbx_wide_lanes[3 * KBX_WIDE_LANES] = { 0,  0,  0,  0,  0,  0,  0,  0,
                                                            0,  0,  0,  0,  0,  0,  0,  0,
                                                            -1, -1, -1, -1, -1, -1, -1, -1,
                                                            -1, -1, -1, -1, -1, -1, -1, -1 };

/* The pixels that sixteen rows share, in the lanes masked by kbx_wide_lanes from index `lanes`
 * on. */
KBX_WIDE __m256i
kbx_wide_shared (const kbx_wide_rows *rows, int32_t at, int32_t lanes, bool my)
{
  __m256i some = _mm256_loadu_si256 ((const __m256i *) (const void *) (kbx_wide_lanes + lanes)),
          steps;
  kbx_wide_block b;
  kbx_wide_load (&b, rows, at, my);
  /* Saturates, and is below 0 if nothing is shared. */
  steps =
    _mm256_subs_epi16 (_mm256_min_epi16 (b.right, b.last), _mm256_max_epi16 (b.left, b.first));
  steps = _mm256_max_epi16 (steps, _mm256_set1_epi16 (-1));
  /* -1 - steps is minus the number of pixels; the lanes are -1 too, so the product is positive. */
  return _mm256_madd_epi16 (_mm256_sub_epi16 (_mm256_set1_epi16 (-1), steps), some);
}

/* The remainder is the last of sixteen rows, or the first of fewer. */
KBX_WIDE void
kbx_wide_planes_area (const kbx_run_pair *planes, kbx_bitmap_shift shift, __m256i *sums, bool my)
{
  int32_t n = planes->to - planes->from, at = 0;
  kbx_wide_rows rows;
  kbx_wide_rows_of (&rows, planes, shift, my);
  for (; at + KBX_WIDE_LANES <= n; at += KBX_WIDE_LANES)
    *sums = _mm256_add_epi32 (*sums, kbx_wide_shared (&rows, at, KBX_WIDE_LANES, my));
  *sums = _mm256_add_epi32 (*sums, n < KBX_WIDE_LANES
                                     ? kbx_wide_shared (&rows, 0, 2 * KBX_WIDE_LANES - n, my)
                                     : kbx_wide_shared (&rows, n - KBX_WIDE_LANES, n - at, my));
}

/* ---- all planes of both ---- */

KBX_WIDE int32_t
kbx_wide_seek (const kbx_run_pair *planes, kbx_bitmap_shift shift, kbx_which_row which)
{
  return shift.my ? kbx_wide_planes_row (planes, shift, which, true)
                  : kbx_wide_planes_row (planes, shift, which, false);
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL int32_t
kbx_runs_row_wide (const kbx_bitmap_pair *pair)
{
  return kbx_runs_row_by (pair, kbx_wide_seek);
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL void
kbx_runs_border_wide (const kbx_bitmap_pair *pair, kbx_border *border)
{
  if (border->which == KBX_ROW_FIRST)
    kbx_runs_border_by (pair, border, KBX_ROW_FIRST, kbx_wide_seek);
  else
    kbx_runs_border_by (pair, border, KBX_ROW_LAST, kbx_wide_seek);
}

KBX_WIDE uint64_t
kbx_wide_area (const kbx_bitmap_pair *pair, bool my)
{
  uint32_t a_parts = kbx_bitmap_parts (pair->a), b_parts = kbx_bitmap_parts (pair->b);
  __m256i sums = _mm256_setzero_si256 ();
  for (uint32_t i = 0; i < a_parts && kbx_plane_within (pair, i, pair->y0, pair->y1); i++)
    for (uint32_t k = 0; k < b_parts; k++)
      {
        kbx_run_pair planes = kbx_pair_planes (pair, i, k, pair->y0, pair->y1);
        if (planes.from >= planes.to)
          break;
        kbx_wide_planes_area (&planes, pair->shift, &sums, my);
      }
  /* The total fits into 32 bits: KBX_BITMAP_LIMIT rows of as many pixels. */
  __m128i four = _mm_add_epi32 (_mm256_castsi256_si128 (sums), _mm256_extracti128_si256 (sums, 1));
  four = _mm_add_epi32 (four, _mm_shuffle_epi32 (four, 0x4e));
  four = _mm_add_epi32 (four, _mm_shuffle_epi32 (four, 0xb1));
  return (uint32_t) _mm_cvtsi128_si32 (four);
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL uint64_t
kbx_runs_area_wide (const kbx_bitmap_pair *pair)
{
  return pair->shift.my ? kbx_wide_area (pair, true) : kbx_wide_area (pair, false);
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL uint32_t
kbx_runs_area_upright (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy, bool mx)
{
  kbx_bitmap_pair pair;
  return kbx_lay_pair (&pair, a, b, mx, false, dx, dy) ? (uint32_t) kbx_wide_area (&pair, false)
                                                       : 0;
}

#endif
