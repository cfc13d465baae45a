/* SPDX-License-Identifier: MIT */
/* Two bitmaps of runs: eight rows at a time, each plane of the one against each of the other. */
#include "runtime/masks/bitmap.h"

/* Vectors of GCC's kind, on machines that store numbers the way bitmaps do; loops elsewhere. */
#if defined(__GNUC__) && !KBX_SWAP && !defined(KBX_PORTABLE)
#define KBX_RUN_VECTORS 1
#else
#define KBX_RUN_VECTORS 0
#endif

/* Where they have instructions that no operator stands for. */
#if KBX_RUN_VECTORS && defined(__SSE2__)
#define KBX_RUN_SSE2 1
#include <emmintrin.h>
#else
#define KBX_RUN_SSE2 0
#endif

#define KBX_RUN_LANES 8
#define KBX_TILE_SIDE 32

/* The rows that a plane of a and one of b have in common, in b's coordinates. Of a, the columns that are the left and
 * the right ends once mirrored or not, from its first row on; of b, from its first row on. */
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
  return planes;
}

/* The row of a's plane that lies on row y of b. */
static inline int32_t
kbx_plane_row (const kbx_run_pair *planes, kbx_bitmap_shift shift, int32_t y)
{
  return (shift.my ? shift.dy - y : y - shift.dy) - planes->a_row;
}

/* What one row of each plane shares: in b's coordinates, from `left` to `right`; nothing where right < left. */
typedef struct { int32_t left, right; } kbx_run_span;

static inline kbx_run_span
kbx_shared_span (const kbx_run_pair *planes, kbx_bitmap_shift shift, int32_t y)
{
  int32_t i = kbx_plane_row (planes, shift, y), k = y - planes->row;
  int32_t left = kbx_run_column (planes->a_left, i), right = kbx_run_column (planes->a_right, i);
  int32_t first = kbx_run_column (planes->first, k), last = kbx_run_column (planes->last, k);
  kbx_run_span span;
  left = shift.mx ? shift.dx - left : shift.dx + left;
  right = shift.mx ? shift.dx - right : shift.dx + right;
  span.left = left > first ? left : first;
  span.right = right < last ? right : last;
  return span;
}

#if KBX_RUN_VECTORS

typedef int16_t kbx_columns __attribute__ ((vector_size (2 * KBX_RUN_LANES)));
typedef uint16_t kbx_unsigned __attribute__ ((vector_size (2 * KBX_RUN_LANES)));
typedef int8_t kbx_flags __attribute__ ((vector_size (KBX_RUN_LANES)));
typedef uint64_t kbx_quads __attribute__ ((vector_size (2 * KBX_RUN_LANES)));
/* A sum of lanes does not overflow: KBX_BITMAP_LIMIT rows of as many pixels, four lanes. */
typedef uint32_t kbx_sums __attribute__ ((vector_size (2 * KBX_RUN_LANES)));

typedef struct { kbx_columns left, right, first, last; } kbx_run_block;

/* The columns of eight rows from row number i on, the last one first when backwards; one lane a row, in b's order. */
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

/* Where the eight rows from planes->from on lie; a's end there where `my`, as they run backwards. -c is ~c + 1: so
 * `sign` is all ones where mirrored, and dx one more. */
typedef struct {
  const uint8_t *left, *right, *first, *last;
  int16_t sign, dx;
} kbx_run_rows;

static KBX_INLINE kbx_run_rows
kbx_rows_of (const kbx_run_pair *planes, kbx_bitmap_shift shift, bool my)
{
  ptrdiff_t i = kbx_plane_row (planes, shift, planes->from) - (my ? KBX_RUN_LANES - 1 : 0), k = planes->from - planes->row;
  kbx_run_rows rows;
  rows.left = planes->a_left + 2 * i;
  rows.right = planes->a_right + 2 * i;
  rows.first = planes->first + 2 * k;
  rows.last = planes->last + 2 * k;
  rows.sign = (int16_t) -(int16_t) shift.mx;
  rows.dx = (int16_t) (shift.dx - rows.sign);
  return rows;
}

/* Eight rows from the one `at` on; one lane a row, in b's order. */
static KBX_INLINE void
kbx_load_block (kbx_run_block *block, const kbx_run_rows *rows, int32_t at, bool my)
{
  kbx_load_columns (&block->left, rows->left, my ? -at : at, my);
  kbx_load_columns (&block->right, rows->right, my ? -at : at, my);
  kbx_load_columns (&block->first, rows->first, at, false);
  kbx_load_columns (&block->last, rows->last, at, false);
  block->left = (block->left ^ rows->sign) + rows->dx;
  block->right = (block->right ^ rows->sign) + rows->dx;
}

/* Lanes in which the runs meet: all ones. */
static KBX_INLINE void
kbx_block_meets (const kbx_run_rows *rows, int32_t at, bool my, kbx_columns *meets)
{
  kbx_run_block block;
  kbx_load_block (&block, rows, at, my);
  *meets = (block.left <= block.last) & (block.first <= block.right);
}

/* Lanes 0 to n - 1 are ones in the eight from 8 - n on. */
static const int16_t kbx_run_lanes[2 * KBX_RUN_LANES] = { -1, -1, -1, -1, -1, -1, -1, -1 };

/* The lanes that n rows have. */
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

#define KBX_RUN_GROUP 4

/* Blocks of rows at once: one branch for 32 of them. Where fewer are left, blocks overlap; below 8, `lanes` are those
 * that count. */
typedef struct {
  kbx_columns meets[KBX_RUN_GROUP], lanes;
  int32_t from, last;   /* the first row of the first block, and from there to that of the last */
} kbx_run_group;

static KBX_INLINE int32_t
kbx_group_block (const kbx_run_group *group, int32_t i)
{
  return group->from + (KBX_RUN_LANES * i < group->last ? KBX_RUN_LANES * i : group->last);
}

/* Without a loop, which compilers do not unroll here. */
static KBX_INLINE bool
kbx_group_meets (kbx_run_group *group, const kbx_run_rows *rows, int32_t from, int32_t n, bool my)
{
  kbx_columns *meets = group->meets, any;
  group->from = from;
  group->last = n > KBX_RUN_LANES ? n - KBX_RUN_LANES : 0;
  kbx_count_lanes (&group->lanes, n);
  kbx_block_meets (rows, kbx_group_block (group, 0), my, &meets[0]);
  kbx_block_meets (rows, kbx_group_block (group, 1), my, &meets[1]);
  kbx_block_meets (rows, kbx_group_block (group, 2), my, &meets[2]);
  kbx_block_meets (rows, kbx_group_block (group, 3), my, &meets[3]);
  any = (meets[0] | meets[1] | meets[2] | meets[3]) & group->lanes;
  return kbx_any_lane (&any);
}

/* A bit a row. */
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

static inline int32_t
kbx_border_bit (uint32_t bits, bool last)
{
  return (int32_t) (last ? kbx_highest_bit (bits) : kbx_lowest_bit (bits));
}

static KBX_INLINE int32_t
kbx_group_row (const kbx_run_group *group, bool last)
{
  uint32_t bits = 0;
  int32_t row;
  for (int32_t i = 0; i < KBX_RUN_GROUP; i++)
    {
      kbx_columns meets = group->meets[i] & group->lanes;
      bits |= kbx_lane_bits (&meets) << KBX_RUN_LANES * i;
    }
  row = kbx_border_bit (bits, last);
  return kbx_group_block (group, row / KBX_RUN_LANES) + row % KBX_RUN_LANES;
}

#define KBX_RUN_ROWS (KBX_RUN_GROUP * KBX_RUN_LANES)

/* Eight rows come first: often they answer, or are all. For any row those in the middle: what is round meets there. */
static KBX_INLINE int32_t
kbx_planes_row_my (const kbx_run_pair *planes, kbx_bitmap_shift shift, kbx_which_row which, bool my)
{
  int32_t from = 0, to = planes->to - planes->from, n, at = to > KBX_RUN_LANES ? to - KBX_RUN_LANES : 0;
  kbx_run_rows rows = kbx_rows_of (planes, shift, my);
  kbx_run_group group;
  kbx_columns lanes, meets;
  kbx_count_lanes (&lanes, to);
  at = which == KBX_ROW_ANY ? at / 2 : which == KBX_ROW_FIRST ? 0 : at;
  kbx_block_meets (&rows, at, my, &meets);
  meets &= lanes;
  if (kbx_any_lane (&meets))
    return planes->from + at + (which == KBX_ROW_ANY ? 0 : kbx_border_bit (kbx_lane_bits (&meets), which == KBX_ROW_LAST));
  if (which == KBX_ROW_FIRST)
    from += KBX_RUN_LANES;
  if (which == KBX_ROW_LAST || to <= KBX_RUN_LANES)
    to -= KBX_RUN_LANES;
  for (; from < to; from += which == KBX_ROW_LAST ? 0 : n, to -= which == KBX_ROW_LAST ? n : 0)
    {
      n = to - from < KBX_RUN_ROWS ? to - from : KBX_RUN_ROWS;
      if (kbx_group_meets (&group, &rows, which == KBX_ROW_LAST ? to - n : from, n, my))
        return planes->from + (which == KBX_ROW_ANY ? from : kbx_group_row (&group, which == KBX_ROW_LAST));
    }
  return KBX_NO_ROW;
}

static KBX_INLINE int32_t
kbx_planes_row (const kbx_run_pair *planes, kbx_bitmap_shift shift, kbx_which_row which)
{
  return shift.my ? kbx_planes_row_my (planes, shift, which, true) : kbx_planes_row_my (planes, shift, which, false);
}

/* The pixels that those of `lanes` share. */
static KBX_INLINE void
kbx_add_shared (kbx_sums *sums, const kbx_run_block *b, const kbx_columns *lanes)
{
#if KBX_RUN_SSE2
  __m128i left = _mm_max_epi16 ((__m128i) b->left, (__m128i) b->first);
  __m128i right = _mm_min_epi16 ((__m128i) b->right, (__m128i) b->last);
  /* Below 0 where nothing is shared, also where it would not fit. */
  __m128i steps = _mm_max_epi16 (_mm_subs_epi16 (right, left), _mm_set1_epi16 (-1));
  /* -1 - steps: less than 0 by each pixel; and so are the lanes. */
  *sums += (kbx_sums) _mm_madd_epi16 (_mm_sub_epi16 (_mm_set1_epi16 (-1), steps), (__m128i) *lanes);
#else
  kbx_columns other = b->left > b->first, counts, left, right;
  kbx_sums shared;
  left = (b->left & other) | (b->first & ~other);
  other = b->right < b->last;
  right = (b->right & other) | (b->last & ~other);
  counts = *lanes & (left <= right);
  /* What does not count may not fit, so without signs. */
  shared = (kbx_sums) (((kbx_unsigned) right - (kbx_unsigned) left + 1) & (kbx_unsigned) counts);
  *sums += (shared & 0xffff) + (shared >> 16);
#endif
}

static KBX_INLINE void
kbx_planes_area_my (const kbx_run_pair *planes, kbx_bitmap_shift shift, kbx_sums *sums, bool my)
{
  int32_t n = planes->to - planes->from;
  kbx_run_rows rows = kbx_rows_of (planes, shift, my);
  for (int32_t at = 0; at < n; at += KBX_RUN_LANES)
    {
      kbx_run_block block;
      kbx_columns lanes;
      kbx_load_block (&block, &rows, at, my);
      kbx_count_lanes (&lanes, n - at);
      kbx_add_shared (sums, &block, &lanes);
    }
}

static KBX_INLINE void
kbx_planes_area (const kbx_run_pair *planes, kbx_bitmap_shift shift, kbx_sums *sums)
{
  if (shift.my)
    kbx_planes_area_my (planes, shift, sums, true);
  else
    kbx_planes_area_my (planes, shift, sums, false);
}

#define KBX_RUN_SUMS (KBX_RUN_LANES / 2)

/* Eight numbers of a byte each. */
typedef uint8_t kbx_eight __attribute__ ((vector_size (KBX_RUN_LANES)));

static KBX_INLINE uint32_t
kbx_plane_sides (const kbx_run_pair *planes, kbx_bitmap_shift shift, const kbx_run_window *window, bool my)
{
  const kbx_columns numbers = { 0, 1, 2, 3, 4, 5, 6, 7 };
  kbx_columns on_left = { 0 }, on_right = { 0 }, split = numbers - numbers + KBX_TILE_SIDE;
  int16_t sign = (int16_t) -(int16_t) shift.mx, dx = (int16_t) (shift.dx - sign);
  for (int32_t y = planes->from; y < planes->to; y += KBX_RUN_LANES)
    {
      int32_t i = (my ? shift.dy - y - (KBX_RUN_LANES - 1) : y - shift.dy) - planes->a_row;
      kbx_columns left, right, other, meets;
      kbx_load_columns (&left, planes->a_left, i, my);
      kbx_load_columns (&right, planes->a_right, i, my);
      left = (left ^ sign) + dx;
      right = (right ^ sign) + dx;
      other = left > (int16_t) window->x0;
      left = (left & other) | (((int16_t) window->x0) & ~other);
      other = right < (int16_t) (window->x1 - 1);
      right = (right & other) | (((int16_t) (window->x1 - 1)) & ~other);
      meets = (left <= right) & (numbers < (int16_t) (planes->to - y));
      if (window->splits != NULL)
        {
          kbx_eight eight;
          memcpy (&eight, window->splits + y, sizeof eight);
          split = __builtin_convertvector (eight, kbx_columns);
        }
      on_left |= meets & (left < split);
      on_right |= meets & (right >= split);
      if (window->splits == NULL && kbx_any_lane (&on_left))
        break;
    }
  return (uint32_t) kbx_any_lane (&on_left) | (uint32_t) kbx_any_lane (&on_right) << 1;
}

#else

#define KBX_RUN_SUMS 1
typedef uint32_t kbx_sums[1];

static KBX_INLINE int32_t
kbx_planes_row (const kbx_run_pair *planes, kbx_bitmap_shift shift, kbx_which_row which)
{
  for (int32_t i = 0; i < planes->to - planes->from; i++)
    {
      int32_t y = which == KBX_ROW_LAST ? planes->to - 1 - i : planes->from + i;
      kbx_run_span span = kbx_shared_span (planes, shift, y);
      if (span.left <= span.right)
        return y;
    }
  return KBX_NO_ROW;
}

static KBX_INLINE void
kbx_planes_area (const kbx_run_pair *planes, kbx_bitmap_shift shift, kbx_sums *sums)
{
  for (int32_t y = planes->from; y < planes->to; y++)
    {
      kbx_run_span span = kbx_shared_span (planes, shift, y);
      (*sums)[0] += span.left <= span.right ? (uint32_t) (span.right - span.left + 1) : 0;
    }
}

static KBX_INLINE uint32_t
kbx_plane_sides (const kbx_run_pair *planes, kbx_bitmap_shift shift, const kbx_run_window *window, bool my)
{
  uint32_t sides = 0;
  (void) my;
  for (int32_t y = planes->from; y < planes->to; y++)
    {
      int32_t i = kbx_plane_row (planes, shift, y), split = window->splits != NULL ? window->splits[y] : KBX_TILE_SIDE;
      int32_t left = kbx_run_column (planes->a_left, i), right = kbx_run_column (planes->a_right, i);
      left = shift.mx ? shift.dx - left : shift.dx + left;
      right = shift.mx ? shift.dx - right : shift.dx + right;
      left = left > window->x0 ? left : window->x0;
      right = right < window->x1 - 1 ? right : window->x1 - 1;
      if (left <= right)
        sides |= (uint32_t) (left < split) | (uint32_t) (right >= split) << 1;
    }
  return sides;
}

#endif

KBX_INTERNAL uint32_t
kbx_runs_sides (const uint8_t *bitmap, kbx_bitmap_shift shift, kbx_run_window window)
{
  uint32_t parts = kbx_bitmap_parts (bitmap), sides = 0, all = window.splits != NULL ? 3 : 1;
  for (uint32_t k = 0; k < parts && sides != all; k++)
    {
      kbx_run_plane plane = kbx_read_plane (bitmap, k);
      int32_t start = shift.my ? shift.dy - (plane.row + plane.rows - 1) : shift.dy + plane.row;
      kbx_run_pair planes;
      planes.a_left = shift.mx ? plane.last : plane.first;
      planes.a_right = shift.mx ? plane.first : plane.last;
      planes.a_row = plane.row;
      planes.from = window.y0 > start ? window.y0 : start;
      planes.to = window.y1 < start + plane.rows ? window.y1 : start + plane.rows;
      sides |= shift.my ? kbx_plane_sides (&planes, shift, &window, true)
        : kbx_plane_sides (&planes, shift, &window, false);
    }
  return sides;
}

/* Has plane i of a rows among those of b from `from` on, before `to`? A row with a run in one plane has runs in all
 * planes before it: so once a plane has none there, no later one has, of a or of b. */
static KBX_INLINE bool
kbx_plane_within (const kbx_bitmap_pair *pair, uint32_t i, int32_t from, int32_t to)
{
  kbx_run_plane a = kbx_read_plane (pair->a, i);
  int32_t start = pair->shift.my ? pair->shift.dy - (a.row + a.rows - 1) : pair->shift.dy + a.row;
  return (start < to) & (start + a.rows > from);
}

/* Each pair of planes may bring the border nearer, beyond which no other has to look. */
static KBX_INLINE int32_t
kbx_runs_row_of (const kbx_bitmap_pair *pair, kbx_which_row which)
{
  uint32_t a_parts = kbx_bitmap_parts (pair->a), b_parts = kbx_bitmap_parts (pair->b);
  int32_t from = pair->y0, to = pair->y1, found = KBX_NO_ROW, row;
  for (uint32_t i = 0; i < a_parts && kbx_plane_within (pair, i, from, to); i++)
    for (uint32_t k = 0; k < b_parts; k++)
      {
        kbx_run_pair planes = kbx_pair_planes (pair, i, k, from, to);
        if (planes.from >= planes.to)
          break;
        row = kbx_planes_row (&planes, pair->shift, which);
        if (row == KBX_NO_ROW)
          continue;
        if (which == KBX_ROW_ANY)
          return row;
        found = row;
        if (which == KBX_ROW_LAST)
          from = row + 1;
        else
          to = row;
      }
  return found;
}

KBX_INTERNAL int32_t
kbx_runs_row (const kbx_bitmap_pair *pair, kbx_which_row which)
{
  if (which == KBX_ROW_ANY)
    return kbx_runs_row_of (pair, KBX_ROW_ANY);
  return which == KBX_ROW_FIRST ? kbx_runs_row_of (pair, KBX_ROW_FIRST) : kbx_runs_row_of (pair, KBX_ROW_LAST);
}

KBX_INTERNAL uint64_t
kbx_runs_area (const kbx_bitmap_pair *pair)
{
  uint32_t a_parts = kbx_bitmap_parts (pair->a), b_parts = kbx_bitmap_parts (pair->b);
  kbx_sums sums = { 0 };
  uint64_t area = 0;
  for (uint32_t i = 0; i < a_parts && kbx_plane_within (pair, i, pair->y0, pair->y1); i++)
    for (uint32_t k = 0; k < b_parts; k++)
      {
        kbx_run_pair planes = kbx_pair_planes (pair, i, k, pair->y0, pair->y1);
        if (planes.from >= planes.to)
          break;
        kbx_planes_area (&planes, pair->shift, &sums);
      }
  for (uint32_t i = 0; i < KBX_RUN_SUMS; i++)
    area += sums[i];
  return area;
}

KBX_INTERNAL int32_t
kbx_runs_column (const kbx_bitmap_pair *pair, int32_t y, bool last)
{
  uint32_t a_parts = kbx_bitmap_parts (pair->a), b_parts = kbx_bitmap_parts (pair->b);
  int32_t leftmost = INT32_MAX, rightmost = INT32_MIN;
  for (uint32_t i = 0; i < a_parts && kbx_plane_within (pair, i, y, y + 1); i++)
    for (uint32_t k = 0; k < b_parts; k++)
      {
        kbx_run_pair planes = kbx_pair_planes (pair, i, k, y, y + 1);
        kbx_run_span span;
        if (planes.from >= planes.to)
          break;
        span = kbx_shared_span (&planes, pair->shift, y);
        leftmost = ((span.left <= span.right) & (span.left < leftmost)) ? span.left : leftmost;
        rightmost = ((span.left <= span.right) & (span.right > rightmost)) ? span.right : rightmost;
      }
  return last ? rightmost : leftmost;
}
