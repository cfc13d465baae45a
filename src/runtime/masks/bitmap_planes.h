/* SPDX-License-Identifier: MIT */
/* Planes of two bitmaps of runs: the rows that they have in common. Used by every way to compare
 * such bitmaps. */
#ifndef KBX_BITMAP_PLANES_H
#define KBX_BITMAP_PLANES_H

#include "runtime/masks/bitmap.h"

/* GCC's vectors, on machines with the byte order of bitmaps; loops elsewhere. */
#if defined(__GNUC__) && !KBX_SWAP && !defined(KBX_PORTABLE)
#define KBX_RUN_VECTORS 1
#else
#define KBX_RUN_VECTORS 0
#endif

/* SSE2, for instructions without a vector operator. */
#if KBX_RUN_VECTORS && defined(__SSE2__)
#define KBX_RUN_SSE2 1
#include <emmintrin.h>
#else
#define KBX_RUN_SSE2 0
#endif

/* Not on Windows: compilers align the stack to 16 bytes there and still put wide registers on
 * it. */
#if KBX_RUN_SSE2 && !defined(_WIN32)
#define KBX_RUN_WIDE 1
#else
#define KBX_RUN_WIDE 0
#endif

/* The rows that a plane of a and a plane of b have in common, in b's coordinates. The column arrays
 * start at each plane's first row; a's left and right ends are swapped if a is mirrored. */
typedef struct {
  const uint8_t *a_left, *a_right, *first, *last;
  int32_t a_row, row, from, to;
} kbx_run_pair;

static inline kbx_run_pair
kbx_pair_planes (const kbx_bitmap_pair *pair, uint32_t i, uint32_t k, int32_t from, int32_t to)
{
  kbx_run_plane a = kbx_read_plane (pair->a, i), b = kbx_read_plane (pair->b, k);
  int32_t start = pair->shift.my ? pair->shift.dy - (a.row + a.rows - 1) : pair->shift.dy + a.row;
  kbx_run_pair planes;
  planes.a_left = pair->shift.mx ? a.last : a.first;
  planes.a_right = pair->shift.mx ? a.first : a.last;
  planes.first = b.first;
  planes.last = b.last;
  planes.a_row = a.row;
  planes.row = b.row;
  from = from > start ? from : start;
  planes.from = from > b.row ? from : b.row;
  to = to < start + a.rows ? to : start + a.rows;
  planes.to = to < b.row + b.rows ? to : b.row + b.rows;
  KBX_STEPS (planes.to > planes.from ? planes.to - planes.from : 1);
  return planes;
}

/* The row of a's plane at row y of b. */
static inline int32_t
kbx_plane_row (const kbx_run_pair *planes, kbx_bitmap_shift shift, int32_t y)
{
  return (shift.my ? shift.dy - y : y - shift.dy) - planes->a_row;
}

/* The pixels that one row of each plane shares: columns `left` to `right` of b, or none if right <
 * left. */
typedef struct { int32_t left, right; } kbx_run_span;

static inline kbx_run_span
kbx_shared_span (const kbx_run_pair *planes, kbx_bitmap_shift shift, int32_t y)
{
  int32_t i = kbx_plane_row (planes, shift, y), k = y - planes->row;
  int32_t left = kbx_run_column (planes->a_left, i), right = kbx_run_column (planes->a_right, i);
  int32_t first = kbx_run_column (planes->first, k), last = kbx_run_column (planes->last, k);
  left = shift.mx ? shift.dx - left : shift.dx + left;
  right = shift.mx ? shift.dx - right : shift.dx + right;
  return KBX_LITERAL (kbx_run_span){ left > first ? left : first, right < last ? right : last };
}

/* Does plane i of a have rows in rows [from, to) of b? A row with a run in one plane has runs in
 * all planes before it. So once a plane of a or b has none there, no later plane has. */
static KBX_INLINE bool
kbx_plane_within (const kbx_bitmap_pair *pair, uint32_t i, int32_t from, int32_t to)
{
  kbx_run_plane a = kbx_read_plane (pair->a, i);
  int32_t start = pair->shift.my ? pair->shift.dy - (a.row + a.rows - 1) : pair->shift.dy + a.row;
  return (start < to) & (start + a.rows > from);
}

/* ---- all pairs of planes of two bitmaps, with a function that finds a row in one pair ---- */

/* A row of b in which two planes share a pixel, or KBX_NO_ROW. */
typedef int32_t kbx_seek_row (const kbx_run_pair *planes, kbx_bitmap_shift shift,
                              kbx_which_row which);

static KBX_INLINE int32_t
kbx_runs_row_by (const kbx_bitmap_pair *pair, kbx_seek_row *seek)
{
  uint32_t a_parts = kbx_bitmap_parts (pair->a), b_parts = kbx_bitmap_parts (pair->b);
  for (uint32_t i = 0; i < a_parts && kbx_plane_within (pair, i, pair->y0, pair->y1); i++)
    for (uint32_t k = 0; k < b_parts; k++)
      {
        kbx_run_pair planes = kbx_pair_planes (pair, i, k, pair->y0, pair->y1);
        if (planes.from >= planes.to)
          break;
        const int32_t row = seek (&planes, pair->shift, KBX_ROW_ANY);
        if (row != KBX_NO_ROW)
          return row;
      }
  return KBX_NO_ROW;
}

static KBX_INLINE void
kbx_border_span (kbx_border *border, int32_t row, kbx_run_span span)
{
  int32_t x = border->last ? span.right : span.left;
  if (row != border->y || (border->last ? x > border->x : x < border->x))
    border->x = x;
  border->y = row;
}

/* Each pair of planes may move the border nearer; later pairs need not search past it. */
static KBX_INLINE void
kbx_runs_border_by (const kbx_bitmap_pair *pair, kbx_border *border, kbx_which_row which,
                    kbx_seek_row *seek)
{
  uint32_t a_parts = kbx_bitmap_parts (pair->a), b_parts = kbx_bitmap_parts (pair->b);
  int32_t from = pair->y0, to = pair->y1, row;
  for (uint32_t i = 0; i < a_parts && kbx_plane_within (pair, i, from, to); i++)
    for (uint32_t k = i == 0 && border->skip; k < b_parts; k++)
      {
        kbx_run_pair planes = kbx_pair_planes (pair, i, k, from, to);
        if (planes.from >= planes.to)
          break;
        row = seek (&planes, pair->shift, which);
        if (row == KBX_NO_ROW)
          continue;
        kbx_border_span (border, row, kbx_shared_span (&planes, pair->shift, row));
        if (which == KBX_ROW_LAST)
          from = row;
        else
          to = row + 1;
      }
}

/* The comparisons of bitmap.h: eight rows at a time or one, and sixteen if the processor has AVX2.
 * All give the same bits. */
KBX_INTERNAL int32_t kbx_runs_row_narrow (const kbx_bitmap_pair *pair);
KBX_INTERNAL void kbx_runs_border_narrow (const kbx_bitmap_pair *pair, kbx_border *border);
KBX_INTERNAL uint64_t kbx_runs_area_narrow (const kbx_bitmap_pair *pair);
#if KBX_RUN_WIDE
KBX_INTERNAL int32_t kbx_runs_row_wide (const kbx_bitmap_pair *pair);
KBX_INTERNAL void kbx_runs_border_wide (const kbx_bitmap_pair *pair, kbx_border *border);
KBX_INTERNAL uint64_t kbx_runs_area_wide (const kbx_bitmap_pair *pair);

#define KBX_RUNS_WIDE() (__builtin_cpu_supports ("avx2") != 0)

static inline bool
kbx_bitmap_plain (const uint8_t *p)
{
  return kbx_load_u32 (p + 12) == (KBX_BITMAP_RUNS | 1u << 16);
}

/* Two bitmaps of runs, not upside down to each other. a's pixel (x, y) is at (x + dx, y + dy) of b,
 * or at (dx - x, y + dy) if mirrored. Any offset that poses can produce is allowed. `first` returns
 * the first or `last` shared pixel of the first shared row of b, y KBX_NO_ROW if none. `area` is
 * for one plane each. Need AVX2. bitmap_upright.c */
typedef struct {
  const uint8_t *a, *b;
  int64_t dx, dy;
  bool mx;
} kbx_upright_pair;
KBX_INTERNAL bool kbx_upright_overlap_plain (const uint8_t *a, const uint8_t *b, int64_t dx,
                                             int64_t dy);
KBX_INTERNAL bool kbx_upright_overlap_mirrored (const uint8_t *a, const uint8_t *b, int64_t dx,
                                                int64_t dy);
KBX_INTERNAL kbx_point kbx_upright_first_plain (const uint8_t *a, const uint8_t *b, int64_t dx,
                                                int64_t dy, bool last);
KBX_INTERNAL kbx_point kbx_upright_first_mirrored (const uint8_t *a, const uint8_t *b, int64_t dx,
                                                   int64_t dy, bool last);
KBX_INTERNAL uint32_t kbx_upright_area (const uint8_t *a, const uint8_t *b, int64_t dx, int64_t dy,
                                        bool mx);
/* For any number of planes. bitmap_runs_wide.c */
KBX_INTERNAL uint32_t kbx_runs_area_upright (const uint8_t *a, const uint8_t *b, int64_t dx,
                                             int64_t dy, bool mx);
#else
#define KBX_RUNS_WIDE() false
#endif

#if KBX_RUN_VECTORS

/* ---- eight rows at a time ---- */

#define KBX_RUN_LANES 8

typedef int16_t kbx_columns __attribute__ ((vector_size (2 * KBX_RUN_LANES)));
typedef uint16_t kbx_unsigned __attribute__ ((vector_size (2 * KBX_RUN_LANES)));
typedef int8_t kbx_flags __attribute__ ((vector_size (KBX_RUN_LANES)));
typedef uint64_t kbx_quads __attribute__ ((vector_size (2 * KBX_RUN_LANES)));
typedef struct { kbx_columns left, right, first, last; } kbx_run_block;

/* The columns of eight rows from row i on, in b's order: if backwards, the last row comes first. */
static KBX_INLINE void
kbx_load_columns (kbx_columns *to, const uint8_t *columns, ptrdiff_t i, bool backwards)
{
  kbx_columns v;
  memcpy (&v, columns + 2 * i, sizeof v);
  if (backwards)
    {
#if KBX_RUN_SSE2
      __m128i halves = _mm_shufflehi_epi16 (_mm_shufflelo_epi16 ((__m128i) v, 0x1b), 0x1b);
      v = (kbx_columns) _mm_shuffle_epi32 (halves, 0x4e);
#elif defined(__clang__)
      v = __builtin_shufflevector (v, v, 7, 6, 5, 4, 3, 2, 1, 0);
#else
      const kbx_columns order = { 7, 6, 5, 4, 3, 2, 1, 0 };
      v = __builtin_shuffle (v, order);
#endif
    }
  *to = v;
}

/* The column arrays at row planes->from. If `my`, a's pointers are at the end of the eight rows, as
 * they run backwards. -c is ~c + 1: so if mirrored, `sign` is all ones and dx is one more. */
typedef struct {
  const uint8_t *left, *right, *first, *last;
  int16_t sign, dx;
} kbx_run_rows;

static KBX_INLINE kbx_run_rows
kbx_rows_of (const kbx_run_pair *planes, kbx_bitmap_shift shift, bool my)
{
  ptrdiff_t i = kbx_plane_row (planes, shift, planes->from) - (my ? KBX_RUN_LANES - 1 : 0),
            k = planes->from - planes->row;
  kbx_run_rows rows;
  rows.left = planes->a_left + 2 * i;
  rows.right = planes->a_right + 2 * i;
  rows.first = planes->first + 2 * k;
  rows.last = planes->last + 2 * k;
  rows.sign = (int16_t) -(int16_t) shift.mx;
  rows.dx = (int16_t) (shift.dx - rows.sign);
  return rows;
}

/* Eight rows from row `at` on; one lane per row, in b's order. */
static KBX_INLINE void
kbx_load_block (kbx_run_block *block, const kbx_run_rows *rows, int32_t at, bool my)
{
  kbx_load_columns (&block->left, rows->left, my ? -at : at, my);
  kbx_load_columns (&block->right, rows->right, my ? -at : at, my);
  kbx_load_columns (&block->first, rows->first, at, false);
  kbx_load_columns (&block->last, rows->last, at, false);
  /* Unsigned: the bytes after a plane may hold any numbers, whose lanes are ignored later. */
  block->left = (kbx_columns) ((kbx_unsigned) (block->left ^ rows->sign) + (uint16_t) rows->dx);
  block->right = (kbx_columns) ((kbx_unsigned) (block->right ^ rows->sign) + (uint16_t) rows->dx);
}

/* Lanes in which the runs meet are all ones. */
static KBX_INLINE void
kbx_block_meets (const kbx_run_rows *rows, int32_t at, bool my, kbx_columns *meets)
{
  kbx_run_block block;
  kbx_load_block (&block, rows, at, my);
  *meets = (block.left <= block.last) & (block.first <= block.right);
}

/* Reading eight lanes from index 8 - n on gives n lanes of ones, then zeros. */
static const int16_t kbx_run_lanes[2 * KBX_RUN_LANES] = { -1, -1, -1, -1, -1, -1, -1, -1 };

/* A mask of the first n lanes. */
static KBX_INLINE void
kbx_count_lanes (kbx_columns *lanes, int32_t n)
{
  memcpy (lanes, kbx_run_lanes + (n < KBX_RUN_LANES ? KBX_RUN_LANES - n : 0), sizeof *lanes);
}

static KBX_INLINE bool
kbx_any_lane (const kbx_columns *lanes)
{
  kbx_quads quads = (kbx_quads) *lanes;
  return (quads[0] | quads[1]) != 0;
}

/* One bit per row. */
static KBX_INLINE uint32_t
kbx_lane_bits (const kbx_columns *lanes)
{
#if KBX_RUN_SSE2
  return (uint32_t) _mm_movemask_epi8 (_mm_packs_epi16 ((__m128i) *lanes, _mm_setzero_si128 ()));
#else
  kbx_flags flags = __builtin_convertvector (*lanes, kbx_flags);
  uint64_t bytes;
  memcpy (&bytes, &flags, sizeof bytes);
  return (uint32_t) ((bytes & UINT64_C (0x0101010101010101)) * UINT64_C (0x0102040810204080) >> 56);
#endif
}

#define KBX_RUN_PROBE (2 * KBX_RUN_LANES)

/* Which of the sixteen rows from planes->from + at on share a pixel, one bit each; of all rows if
 * there are fewer. */
static KBX_INLINE uint32_t
kbx_probe_rows (const kbx_run_pair *planes, kbx_bitmap_shift shift, int32_t at)
{
  int32_t n = planes->to - planes->from,
          second = n < KBX_RUN_PROBE ? n - KBX_RUN_LANES : KBX_RUN_LANES;
  kbx_run_rows rows = kbx_rows_of (planes, shift, false);
  kbx_columns one, two;
  second = second > 0 ? second : 0;
  kbx_block_meets (&rows, at, false, &one);
  kbx_block_meets (&rows, at + second, false, &two);
  const uint32_t bits = kbx_lane_bits (&one) | kbx_lane_bits (&two) << second;
  return bits & (0xffffu >> (n < KBX_RUN_PROBE ? KBX_RUN_PROBE - n : 0));
}

#endif

#endif
