/* SPDX-License-Identifier: MIT */
/* Two bitmaps of runs that are not upside down to each other, all in one function, for processors
 * with AVX2. 32 rows come first, then 64 at a time, without a branch on the number of rows: if
 * fewer are left, blocks of sixteen overlap. */
#include "runtime/masks/bitmap_planes.h"

#if KBX_RUN_WIDE
#include <immintrin.h>

#define KBX_UPRIGHT_BLOCK 16
#define KBX_UPRIGHT_ROWS (4 * KBX_UPRIGHT_BLOCK)
#define KBX_UPRIGHT_ASIDE __attribute__ ((target ("avx2"), noinline)) static
#define KBX_UPRIGHT_PROBE (2 * KBX_UPRIGHT_BLOCK)
#define KBX_UPRIGHT __attribute__ ((target ("avx2"))) static KBX_INLINE

/* The n common rows from row `from` of b on. The pointers start at that row: a's left and right
 * ends, b's first and last columns. */
typedef struct {
  const uint8_t *left, *right, *first, *last;
  int32_t from, n;
} kbx_upright_rows;

/* Do both have at most one plane? */
static KBX_INLINE bool
kbx_upright_single (const kbx_upright_pair *pair)
{
  return (kbx_bitmap_parts (pair->a) | kbx_bitmap_parts (pair->b)) == 1;
}

static KBX_INLINE int64_t kbx_upright_lower (int64_t a, int64_t b) { return a < b ? a : b; }
static KBX_INLINE int64_t kbx_upright_upper (int64_t a, int64_t b) { return a > b ? a : b; }
static KBX_INLINE int32_t kbx_upright_less (int32_t a, int32_t b) { return a < b ? a : b; }

static KBX_INLINE bool
kbx_upright_lay_within (kbx_upright_rows *rows, const kbx_upright_pair *pair, uint32_t i,
                        uint32_t k, int64_t end, int64_t columns)
{
  const uint8_t *a = pair->a + KBX_BITMAP_HEADER + KBX_BITMAP_PLANE * i,
                *b = pair->b + KBX_BITMAP_HEADER + KBX_BITMAP_PLANE * k;
  int64_t a_rows = kbx_load_u16 (a + 2), b_row = kbx_load_u16 (b), b_rows = kbx_load_u16 (b + 2);
  int64_t start = pair->dy + kbx_load_u16 (a), from = kbx_upright_upper (start, b_row);
  int64_t to = kbx_upright_lower (kbx_upright_lower (start + a_rows, b_row + b_rows), end);
  if (kbx_upright_lower (columns, to - from) <= 0)
    return false;
  const uint8_t *a_first = pair->a + kbx_load_u32 (a + 4) + 2 * (from - start);
  const uint8_t *a_last = a_first + 2 * a_rows;
  rows->left = pair->mx ? a_last : a_first;
  rows->right = pair->mx ? a_first : a_last;
  rows->first = pair->b + kbx_load_u32 (b + 4) + 2 * (from - b_row);
  rows->last = rows->first + 2 * b_rows;
  rows->from = (int32_t) from;
  rows->n = (int32_t) (to - from);
  KBX_STEPS (rows->n);
  return true;
}

/* The common rows of plane i of a and plane k of b before row `end` of b, or false if there are
 * none. */
static KBX_INLINE bool
kbx_upright_lay (kbx_upright_rows *rows, const kbx_upright_pair *pair, uint32_t i, uint32_t k,
                 int64_t end)
{
  return kbx_upright_lay_within (rows, pair, i, k, end, 1);
}

/* The same for the first planes. Also false if the bounds share no column: dx fits into 16 bits
 * only if they do. A bitmap without planes has no columns. */
static KBX_INLINE bool
kbx_upright_lay_first (kbx_upright_rows *rows, const kbx_upright_pair *pair)
{
  int64_t x0 = pair->mx ? 1 - kbx_bitmap_x1 (pair->a) : kbx_bitmap_x0 (pair->a);
  int64_t x1 = pair->mx ? 1 - kbx_bitmap_x0 (pair->a) : kbx_bitmap_x1 (pair->a);
  int64_t columns = kbx_upright_lower (kbx_bitmap_x1 (pair->b) - (pair->dx + x0),
                                       pair->dx + x1 - kbx_bitmap_x0 (pair->b));
  return kbx_upright_lay_within (rows, pair, 0, 0, INT64_MAX, columns);
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

/* Of sixteen rows, those in which the runs do not meet are all ones. */
KBX_UPRIGHT __m256i
kbx_upright_apart (const kbx_upright_rows *rows, int32_t at, __m256i dx, bool mx)
{
  __m256i left = kbx_upright_moved (rows->left, at, dx, mx),
          right = kbx_upright_moved (rows->right, at, dx, mx);
  return _mm256_or_si256 (_mm256_cmpgt_epi16 (left, kbx_upright_load (rows->last, at)),
                          _mm256_cmpgt_epi16 (kbx_upright_load (rows->first, at), right));
}

/* Two bits per row that meets, of at most n rows. */
KBX_UPRIGHT uint32_t
kbx_upright_meets (__m256i apart, int32_t n)
{
  return (uint32_t) ((uint64_t) ~(uint32_t) _mm256_movemask_epi8 (apart)
                     << (2 * (KBX_UPRIGHT_BLOCK - n)));
}

/* Two sets of sixteen rows, one bit each. */
KBX_UPRIGHT uint32_t
kbx_upright_bits (__m256i low, __m256i high)
{
  return (uint32_t) _mm256_movemask_epi8 (
    _mm256_permute4x64_epi64 (_mm256_packs_epi16 (low, high), 0xd8));
}

/* The index of the first row in which the two meet; rows->n or more if none. 64 rows at a time. A
 * block begins at or before the end of the previous one, so the lowest bit is always the first row.
 * It is past the last row only if no row meets. */
KBX_UPRIGHT int32_t
kbx_upright_row (const kbx_upright_rows *rows, __m256i dx, bool mx)
{
  int32_t n = rows->n, high = n - kbx_upright_less (n, KBX_UPRIGHT_BLOCK);
  for (int32_t at = 0; at < n; at += KBX_UPRIGHT_ROWS)
    {
      __m256i one = kbx_upright_apart (rows, kbx_upright_less (at, high), dx, mx);
      __m256i two =
        kbx_upright_apart (rows, kbx_upright_less (at + KBX_UPRIGHT_BLOCK, high), dx, mx);
      __m256i three =
        kbx_upright_apart (rows, kbx_upright_less (at + 2 * KBX_UPRIGHT_BLOCK, high), dx, mx);
      __m256i four = kbx_upright_apart (rows, kbx_upright_less (at + 3 * KBX_UPRIGHT_BLOCK, high),
                                        dx, mx),
              all;
      all = _mm256_and_si256 (_mm256_and_si256 (one, two), _mm256_and_si256 (three, four));
      if (_mm256_movemask_epi8 (all) == -1)
        continue;
      int32_t bit = (int32_t) kbx_lowest_bit (
        ~(kbx_upright_bits (one, two) | (uint64_t) kbx_upright_bits (three, four) << 32));
      return kbx_upright_less (at + bit / KBX_UPRIGHT_BLOCK * KBX_UPRIGHT_BLOCK, high)
             + bit % KBX_UPRIGHT_BLOCK;
    }
  return n;
}

KBX_UPRIGHT int32_t
kbx_upright_row_of (const uint8_t *left, const uint8_t *right, const uint8_t *first,
                    const uint8_t *last, int32_t n, int32_t dx, bool mx)
{
  const kbx_upright_rows rows = { left, right, first, last, 0, n };
  const __m256i by = _mm256_set1_epi16 ((int16_t) dx);
  return mx ? kbx_upright_row (&rows, by, true) : kbx_upright_row (&rows, by, false);
}

/* The same for rows past the first probe. Out of line, so that the short case keeps its
 * registers. */
KBX_UPRIGHT_ASIDE int32_t
kbx_upright_row_far (const uint8_t *left, const uint8_t *right, const uint8_t *first,
                     const uint8_t *last, int32_t n, int32_t dx, bool mx)
{
  return kbx_upright_row_of (left, right, first, last, n, dx, mx);
}

KBX_UPRIGHT int32_t
kbx_upright_row_aside (const kbx_upright_rows *rows, int32_t at, int32_t dx, bool mx)
{
  const uint8_t *left = rows->left + 2 * at, *right = rows->right + 2 * at;
  const uint8_t *first = rows->first + 2 * at, *last = rows->last + 2 * at;
  return at + kbx_upright_row_far (left, right, first, last, rows->n - at, dx, mx);
}

/* ---- do they overlap? ---- */

KBX_UPRIGHT_ASIDE bool
kbx_upright_any_plain (const uint8_t *left, const uint8_t *right, const uint8_t *first,
                       const uint8_t *last, int32_t n, int32_t dx)
{
  return kbx_upright_row_of (left, right, first, last, n, dx, false) < n;
}

KBX_UPRIGHT_ASIDE bool
kbx_upright_any_mirrored (const uint8_t *left, const uint8_t *right, const uint8_t *first,
                          const uint8_t *last, int32_t n, int32_t dx)
{
  return kbx_upright_row_of (left, right, first, last, n, dx, true) < n;
}

/* Does any of the 32 middle rows meet? Round shapes meet there. */
KBX_UPRIGHT bool
kbx_upright_middle (const kbx_upright_rows *rows, __m256i dx, bool mx)
{
  int32_t few = kbx_upright_less (rows->n, KBX_UPRIGHT_BLOCK), more = rows->n - KBX_UPRIGHT_PROBE;
  int32_t at = (more > 0 ? more : 0) / 2,
          next = kbx_upright_less (at + KBX_UPRIGHT_BLOCK, rows->n - few);
  __m256i one = kbx_upright_apart (rows, at, dx, mx), two = kbx_upright_apart (rows, next, dx, mx);
  return kbx_upright_meets (_mm256_and_si256 (one, two), few) != 0;
}

KBX_UPRIGHT bool
kbx_upright_share (const kbx_upright_rows *rows, int32_t dx, bool mx)
{
  return kbx_upright_middle (rows, _mm256_set1_epi16 ((int16_t) dx), mx)
         || (rows->n > KBX_UPRIGHT_PROBE
             && (mx ? kbx_upright_any_mirrored (rows->left, rows->right, rows->first, rows->last,
                                                rows->n, dx)
                    : kbx_upright_any_plain (rows->left, rows->right, rows->first, rows->last,
                                             rows->n, dx)));
}

/* As kbx_upright_lay for plane i of a and plane k of b, without a branch. If a plane is missing or
 * they share no row, n is 0 and the pointers are still readable. */
static KBX_INLINE void
kbx_upright_try (kbx_upright_rows *rows, const kbx_upright_pair *pair, uint32_t i, uint32_t k)
{
  bool there = i < kbx_bitmap_parts (pair->a) && k < kbx_bitmap_parts (pair->b);
  const uint8_t *a = pair->a + KBX_BITMAP_HEADER + (there ? KBX_BITMAP_PLANE * i : 0);
  const uint8_t *b = pair->b + KBX_BITMAP_HEADER + (there ? KBX_BITMAP_PLANE * k : 0);
  int64_t a_rows = kbx_load_u16 (a + 2), b_row = kbx_load_u16 (b), b_rows = kbx_load_u16 (b + 2);
  int64_t start = pair->dy + kbx_load_u16 (a), from = kbx_upright_upper (start, b_row);
  int64_t n = kbx_upright_lower (start + a_rows, b_row + b_rows) - from;
  there &= n > 0;
  const uint8_t *a_first = pair->a + kbx_load_u32 (a + 4) + 2 * (there ? from - start : 0);
  const uint8_t *a_last = a_first + 2 * a_rows;
  rows->left = pair->mx ? a_last : a_first;
  rows->right = pair->mx ? a_first : a_last;
  rows->first = pair->b + kbx_load_u32 (b + 4) + 2 * (there ? from - b_row : 0);
  rows->last = rows->first + 2 * b_rows;
  rows->from = (int32_t) from;
  rows->n = there ? (int32_t) n : 0;
}

/* All planes, except for the middle of the first ones. If that does not meet, usually a second
 * plane meets a first one: both such pairs come first, at once. */
KBX_UPRIGHT bool
kbx_upright_others_share (const kbx_upright_pair *pair)
{
  __m256i dx = _mm256_set1_epi16 ((int16_t) pair->dx);
  uint32_t a_parts = kbx_bitmap_parts (pair->a), b_parts = kbx_bitmap_parts (pair->b);
  kbx_upright_rows rows, other;
  kbx_upright_try (&rows, pair, 0, 1);
  kbx_upright_try (&other, pair, 1, 0);
  const bool one = kbx_upright_middle (&rows, dx, pair->mx);
  const bool two = kbx_upright_middle (&other, dx, pair->mx);
  if ((int) one | (int) two)
    return true;
  for (uint32_t i = 0; i < a_parts; i++)
    for (uint32_t k = 0; k < b_parts; k++)
      {
        if (!kbx_upright_lay (&rows, pair, i, k, INT64_MAX))
          break;
        if (kbx_upright_share (&rows, (int32_t) pair->dx, pair->mx))
          return true;
      }
  return false;
}

KBX_UPRIGHT_ASIDE bool
kbx_upright_others_share_aside (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy, bool mx)
{
  const kbx_upright_pair plain = { a, b, dx, dy, false }, mirrored = { a, b, dx, dy, true };
  return mx ? kbx_upright_others_share (&mirrored) : kbx_upright_others_share (&plain);
}

/* If the middle of the first planes does not decide, the rest is out of line, in a tail call. */
KBX_UPRIGHT bool
kbx_upright_overlap (const kbx_upright_pair *pair)
{
  kbx_upright_rows rows;
  if (!kbx_upright_lay_first (&rows, pair))
    return false;
  if (kbx_upright_middle (&rows, _mm256_set1_epi16 ((int16_t) pair->dx), pair->mx))
    return true;
  if (!kbx_upright_single (pair))
    return kbx_upright_others_share_aside (pair->a, pair->b, pair->dx, pair->dy, pair->mx);
  if (rows.n <= KBX_UPRIGHT_PROBE)
    return false;
  return pair->mx ? kbx_upright_any_mirrored (rows.left, rows.right, rows.first, rows.last, rows.n,
                                              (int32_t) pair->dx)
                  : kbx_upright_any_plain (rows.left, rows.right, rows.first, rows.last, rows.n,
                                           (int32_t) pair->dx);
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL bool
kbx_upright_overlap_plain (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy)
{
  const kbx_upright_pair pair = { a, b, dx, dy, false };
  return kbx_upright_overlap (&pair);
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL bool
kbx_upright_overlap_mirrored (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy)
{
  const kbx_upright_pair pair = { a, b, dx, dy, true };
  return kbx_upright_overlap (&pair);
}

/* ---- the first pixel ---- */

/* Of the first 32 rows, the index of the first in which the two meet; KBX_UPRIGHT_PROBE if none. */
KBX_UPRIGHT int32_t
kbx_upright_top (const kbx_upright_rows *rows, __m256i dx, bool mx)
{
  int32_t few = kbx_upright_less (rows->n, KBX_UPRIGHT_BLOCK),
          next = kbx_upright_less (KBX_UPRIGHT_BLOCK, rows->n - few);
  uint32_t one = ~(uint32_t) _mm256_movemask_epi8 (kbx_upright_apart (rows, 0, dx, mx));
  uint32_t two = ~(uint32_t) _mm256_movemask_epi8 (kbx_upright_apart (rows, next, dx, mx));
  uint64_t bits =
    (one | (uint64_t) two << 2 * next) & (UINT64_MAX >> (2 * (KBX_UPRIGHT_PROBE - few - next)));
  return bits == 0 ? KBX_UPRIGHT_PROBE : (int32_t) kbx_lowest_bit (bits) / 2;
}

/* The index of the first row, or rows->n. */
KBX_UPRIGHT int32_t
kbx_upright_topmost (const kbx_upright_rows *rows, int32_t dx, bool mx)
{
  int32_t row = kbx_upright_top (rows, _mm256_set1_epi16 ((int16_t) dx), mx);
  if (row < KBX_UPRIGHT_PROBE)
    return row;
  return rows->n <= KBX_UPRIGHT_PROBE ? rows->n
                                      : kbx_upright_row_aside (rows, KBX_UPRIGHT_PROBE, dx, mx);
}

/* The first or last pixel shared in a row. */
static KBX_INLINE kbx_point
kbx_upright_border (const kbx_upright_pair *pair, const kbx_upright_rows *rows, int32_t row,
                    bool last)
{
  int32_t left = kbx_run_column (rows->left, row), right = kbx_run_column (rows->right, row),
          dx = (int32_t) pair->dx;
  int32_t first = kbx_run_column (rows->first, row), end = kbx_run_column (rows->last, row);
  left = pair->mx ? dx - left : dx + left;
  right = pair->mx ? dx - right : dx + right;
  return KBX_LITERAL (kbx_point){ last           ? (right < end ? right : end)
                                  : left > first ? left
                                                 : first,
                                  rows->from + row };
}

/* Other planes matter only if they share a pixel before this row. In p's own row, later runs share
 * later columns, unless one is mirrored. */
static KBX_INLINE int64_t
kbx_upright_end (const kbx_upright_pair *pair, kbx_point p, bool last)
{
  return p.y == KBX_NO_ROW ? INT64_MAX : (int64_t) p.y + (last || pair->mx);
}

/* The border, where p is the one of the first planes. */
KBX_UPRIGHT kbx_point
kbx_upright_others_first (const kbx_upright_pair *pair, kbx_point p, bool last)
{
  uint32_t a_parts = kbx_bitmap_parts (pair->a), b_parts = kbx_bitmap_parts (pair->b);
  kbx_upright_rows rows;
  for (uint32_t i = 0; i < a_parts; i++)
    for (uint32_t k = i == 0; k < b_parts; k++)
      {
        if (!kbx_upright_lay (&rows, pair, i, k, kbx_upright_end (pair, p, last)))
          break;
        const int32_t row = kbx_upright_topmost (&rows, (int32_t) pair->dx, pair->mx);
        if (row >= rows.n)
          continue;
        const kbx_point q = kbx_upright_border (pair, &rows, row, last);
        if (q.y != p.y || (last ? q.x > p.x : q.x < p.x))
          p = q;
      }
  return p;
}

KBX_UPRIGHT_ASIDE kbx_point
kbx_upright_others_first_aside (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy,
                                kbx_point p, bool last, bool mx)
{
  const kbx_upright_pair plain = { a, b, dx, dy, false }, mirrored = { a, b, dx, dy, true };
  return mx ? kbx_upright_others_first (&mirrored, p, last)
            : kbx_upright_others_first (&plain, p, last);
}

/* The row of b at which the second plane of a bitmap begins; INT64_MAX if it has none. */
static KBX_INLINE int64_t
kbx_upright_second (const uint8_t *bitmap, int64_t dy)
{
  int64_t row = dy + kbx_load_u16 (bitmap + KBX_BITMAP_HEADER + KBX_BITMAP_PLANE);
  return kbx_bitmap_parts (bitmap) > 1 ? row : INT64_MAX;
}

KBX_UPRIGHT kbx_point
kbx_upright_first (const kbx_upright_pair *pair, bool last)
{
  kbx_point p = { 0, KBX_NO_ROW };
  kbx_upright_rows rows;
  if (!kbx_upright_lay_first (&rows, pair))
    return p;
  const int32_t row = kbx_upright_topmost (&rows, (int32_t) pair->dx, pair->mx);
  if (row < rows.n)
    p = kbx_upright_border (pair, &rows, row, last);
  int64_t second =
    kbx_upright_lower (kbx_upright_second (pair->a, pair->dy), kbx_upright_second (pair->b, 0));
  if (second >= kbx_upright_end (pair, p, last))
    return p;
  return kbx_upright_others_first_aside (pair->a, pair->b, pair->dx, pair->dy, p, last, pair->mx);
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL kbx_point
kbx_upright_first_plain (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy, bool last)
{
  const kbx_upright_pair pair = { a, b, dx, dy, false };
  return kbx_upright_first (&pair, last);
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL kbx_point
kbx_upright_first_mirrored (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy, bool last)
{
  const kbx_upright_pair pair = { a, b, dx, dy, true };
  return kbx_upright_first (&pair, last);
}

/* ---- how many pixels ---- */

/* Sixteen lanes of ones between as many of zeros on each side. */
static const int16_t kbx_upright_lanes[3 * KBX_UPRIGHT_BLOCK] = { 0,  0,  0,  0,  0,  0,  0,  0,
                                                                  0,  0,  0,  0,  0,  0,  0,  0,
                                                                  -1, -1, -1, -1, -1, -1, -1, -1,
                                                                  -1, -1, -1, -1, -1, -1, -1, -1 };

/* Minus the number of pixels that each of sixteen rows shares. */
KBX_UPRIGHT __m256i
kbx_upright_shared (const kbx_upright_rows *rows, int32_t at, __m256i dx, bool mx)
{
  __m256i left = _mm256_max_epi16 (kbx_upright_moved (rows->left, at, dx, mx),
                                   kbx_upright_load (rows->first, at));
  __m256i right = _mm256_min_epi16 (kbx_upright_moved (rows->right, at, dx, mx),
                                    kbx_upright_load (rows->last, at));
  __m256i none = _mm256_set1_epi16 (-1);
  /* Saturates, and is below 0 if nothing is shared. */
  return _mm256_sub_epi16 (none, _mm256_max_epi16 (_mm256_subs_epi16 (right, left), none));
}

/* The sum over sixteen rows from `at` on, of at most n rows; 32-bit lanes. Rows before `at`, which
 * an overlapping block contains, are masked. */
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
      one = _mm256_add_epi32 (
        _mm256_madd_epi16 (kbx_upright_shared (rows, at, dx, mx), ones),
        _mm256_madd_epi16 (kbx_upright_shared (rows, at + KBX_UPRIGHT_BLOCK, dx, mx), ones));
      two = _mm256_add_epi32 (
        _mm256_madd_epi16 (kbx_upright_shared (rows, at + 2 * KBX_UPRIGHT_BLOCK, dx, mx), ones),
        _mm256_madd_epi16 (kbx_upright_shared (rows, at + 3 * KBX_UPRIGHT_BLOCK, dx, mx), ones));
      sums = _mm256_add_epi32 (sums, _mm256_add_epi32 (one, two));
    }
  /* Fewer than 64 rows are left; rows before `at` and blocks past the end count nothing. */
  one =
    _mm256_add_epi32 (kbx_upright_some (rows, at, few, dx, mx),
                      kbx_upright_some (rows, at + KBX_UPRIGHT_BLOCK, KBX_UPRIGHT_BLOCK, dx, mx));
  two = _mm256_add_epi32 (
    kbx_upright_some (rows, at + 2 * KBX_UPRIGHT_BLOCK, KBX_UPRIGHT_BLOCK, dx, mx),
    kbx_upright_some (rows, at + 3 * KBX_UPRIGHT_BLOCK, KBX_UPRIGHT_BLOCK, dx, mx));
  return _mm256_add_epi32 (sums, _mm256_add_epi32 (one, two));
}

/* The total fits into 32 bits: KBX_BITMAP_LIMIT rows of as many pixels. */
KBX_UPRIGHT uint32_t
kbx_upright_total (__m256i sums)
{
  __m128i four = _mm_add_epi32 (_mm256_castsi256_si128 (sums), _mm256_extracti128_si256 (sums, 1));
  four = _mm_add_epi32 (four, _mm_shuffle_epi32 (four, 0x4e));
  four = _mm_add_epi32 (four, _mm_shuffle_epi32 (four, 0xb1));
  return (uint32_t) _mm_cvtsi128_si32 (four);
}

/* For one plane each. Testing whether they share any pixel is cheaper than the sum. */
KBX_UPRIGHT uint32_t
kbx_upright_pair_area (const kbx_upright_pair *pair)
{
  kbx_upright_rows rows;
  if (!kbx_upright_lay_first (&rows, pair)
      || !kbx_upright_share (&rows, (int32_t) pair->dx, pair->mx))
    return 0;
  return kbx_upright_total (
    kbx_upright_sum (&rows, _mm256_set1_epi16 ((int16_t) pair->dx), pair->mx));
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL uint32_t
kbx_upright_area (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy, bool mx)
{
  const kbx_upright_pair plain = { a, b, dx, dy, false }, mirrored = { a, b, dx, dy, true };
  return mx ? kbx_upright_pair_area (&mirrored) : kbx_upright_pair_area (&plain);
}

#endif
