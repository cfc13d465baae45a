/* SPDX-License-Identifier: MIT */
/* Two bitmaps of runs: eight rows at a time, each plane of one against each plane of the other. */
#include "runtime/masks/bitmap_planes.h"

#define KBX_TILE_SIDE 32

#if KBX_RUN_VECTORS

/* The sums of lanes cannot overflow: at most KBX_BITMAP_LIMIT rows of as many pixels, in four
 * lanes. */
typedef uint32_t kbx_sums __attribute__ ((vector_size (2 * KBX_RUN_LANES)));

#define KBX_RUN_GROUP 4

/* Several blocks of rows: one branch for 32 rows. If fewer rows are left, blocks overlap; below 8
 * rows, `lanes` masks those that exist. */
typedef struct {
  kbx_columns meets[KBX_RUN_GROUP], lanes;
  int32_t from, last;   /* the first row of the first block; offset of the last block's */
} kbx_run_group;

static KBX_INLINE int32_t
kbx_group_block (const kbx_run_group *group, int32_t i)
{
  return group->from + (KBX_RUN_LANES * i < group->last ? KBX_RUN_LANES * i : group->last);
}

/* Written without a loop, since compilers do not unroll one here. */
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

static inline int32_t
kbx_border_bit (uint32_t bits, bool last)
{
  return (int32_t) (last ? kbx_highest_bit (bits) : kbx_lowest_bit (bits));
}

static KBX_INLINE int32_t
kbx_group_row (const kbx_run_group *group, bool last)
{
  uint32_t bits = 0;
  for (int32_t i = 0; i < KBX_RUN_GROUP; i++)
    {
      kbx_columns meets = group->meets[i] & group->lanes;
      bits |= kbx_lane_bits (&meets) << KBX_RUN_LANES * i;
    }
  const int32_t row = kbx_border_bit (bits, last);
  return kbx_group_block (group, row / KBX_RUN_LANES) + row % KBX_RUN_LANES;
}

#define KBX_RUN_ROWS (KBX_RUN_GROUP * KBX_RUN_LANES)

/* Eight rows come first: often they decide, or are all there are. For KBX_ROW_ANY these are the
 * middle rows, where round shapes meet. */
static KBX_INLINE int32_t
kbx_planes_row_my (const kbx_run_pair *planes, kbx_bitmap_shift shift, kbx_which_row which, bool my)
{
  int32_t from = 0, to = planes->to - planes->from, n,
          at = to > KBX_RUN_LANES ? to - KBX_RUN_LANES : 0;
  kbx_run_rows rows = kbx_rows_of (planes, shift, my);
  kbx_run_group group;
  kbx_columns lanes, meets;
  kbx_count_lanes (&lanes, to);
  at = which == KBX_ROW_ANY ? at / 2 : which == KBX_ROW_FIRST ? 0 : at;
  kbx_block_meets (&rows, at, my, &meets);
  meets &= lanes;
  if (kbx_any_lane (&meets))
    return planes->from + at
           + (which == KBX_ROW_ANY
                ? 0
                : kbx_border_bit (kbx_lane_bits (&meets), which == KBX_ROW_LAST));
  if (which == KBX_ROW_FIRST)
    from += KBX_RUN_LANES;
  if (which == KBX_ROW_LAST || to <= KBX_RUN_LANES)
    to -= KBX_RUN_LANES;
  for (; from < to; from += which == KBX_ROW_LAST ? 0 : n, to -= which == KBX_ROW_LAST ? n : 0)
    {
      n = to - from < KBX_RUN_ROWS ? to - from : KBX_RUN_ROWS;
      if (kbx_group_meets (&group, &rows, which == KBX_ROW_LAST ? to - n : from, n, my))
        return planes->from
               + (which == KBX_ROW_ANY ? from : kbx_group_row (&group, which == KBX_ROW_LAST));
    }
  return KBX_NO_ROW;
}

static inline int32_t
kbx_planes_row (const kbx_run_pair *planes, kbx_bitmap_shift shift, kbx_which_row which)
{
  return shift.my ? kbx_planes_row_my (planes, shift, which, true)
                  : kbx_planes_row_my (planes, shift, which, false);
}

/* Adds the pixels that the rows of `lanes` share. */
static KBX_INLINE void
kbx_add_shared (kbx_sums *sums, const kbx_run_block *b, const kbx_columns *lanes)
{
#if KBX_RUN_SSE2
  __m128i left = _mm_max_epi16 ((__m128i) b->left, (__m128i) b->first);
  __m128i right = _mm_min_epi16 ((__m128i) b->right, (__m128i) b->last);
  /* Saturates, and is below 0 if nothing is shared. */
  __m128i steps = _mm_max_epi16 (_mm_subs_epi16 (right, left), _mm_set1_epi16 (-1));
  /* -1 - steps is minus the number of pixels; the lanes are -1 too, so the product is positive. */
  *sums += (kbx_sums) _mm_madd_epi16 (_mm_sub_epi16 (_mm_set1_epi16 (-1), steps), (__m128i) *lanes);
#else
  kbx_columns other = b->left > b->first, counts, left, right;
  left = (b->left & other) | (b->first & ~other);
  other = b->right < b->last;
  right = (b->right & other) | (b->last & ~other);
  counts = *lanes & (left <= right);
  /* Unsigned, since rows that do not count may overflow. */
  kbx_sums shared =
    (kbx_sums) (((kbx_unsigned) right - (kbx_unsigned) left + 1) & (kbx_unsigned) counts);
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

/* Eight one-byte numbers. */
typedef uint8_t kbx_eight __attribute__ ((vector_size (KBX_RUN_LANES)));

static KBX_INLINE uint32_t
kbx_plane_sides (const kbx_run_pair *planes, kbx_bitmap_shift shift, const kbx_run_window *window,
                 bool my)
{
  const kbx_columns numbers = { 0, 1, 2, 3, 4, 5, 6, 7 };
  kbx_columns on_left = { 0 }, on_right = { 0 }, split = numbers - numbers + KBX_TILE_SIDE;
  int16_t sign = (int16_t) -(int16_t) shift.mx, dx = (int16_t) (shift.dx - sign);
  for (int32_t y = planes->from; y < planes->to; y += KBX_RUN_LANES)
    {
      int32_t i = (my ? shift.dy - y - (KBX_RUN_LANES - 1) : y - shift.dy) - planes->a_row;
      kbx_columns left, right;
      kbx_load_columns (&left, planes->a_left, i, my);
      kbx_load_columns (&right, planes->a_right, i, my);
      left = (kbx_columns) ((kbx_unsigned) (left ^ sign) + (uint16_t) dx);
      right = (kbx_columns) ((kbx_unsigned) (right ^ sign) + (uint16_t) dx);
      kbx_columns other = left > (int16_t) window->x0;
      left = (left & other) | (((int16_t) window->x0) & ~other);
      other = right < (int16_t) (window->x1 - 1);
      right = (right & other) | (((int16_t) (window->x1 - 1)) & ~other);
      const kbx_columns meets = (left <= right) & (numbers < (int16_t) (planes->to - y));
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

static inline int32_t
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
kbx_plane_sides (const kbx_run_pair *planes, kbx_bitmap_shift shift, const kbx_run_window *window,
                 bool my)
{
  uint32_t sides = 0;
  (void) my;
  for (int32_t y = planes->from; y < planes->to; y++)
    {
      int32_t i = kbx_plane_row (planes, shift, y),
              split = window->splits != NULL ? window->splits[y] : KBX_TILE_SIDE;
      int32_t left = kbx_run_column (planes->a_left, i),
              right = kbx_run_column (planes->a_right, i);
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
kbx_runs_sides (const uint8_t *bitmap, const kbx_bitmap_shift *shift, const kbx_run_window *window)
{
  uint32_t parts = kbx_bitmap_parts (bitmap), sides = 0, all = window->splits != NULL ? 3 : 1;
  for (uint32_t k = 0; k < parts && sides != all; k++)
    {
      kbx_run_plane plane = kbx_read_plane (bitmap, k);
      int32_t start = shift->my ? shift->dy - (plane.row + plane.rows - 1) : shift->dy + plane.row;
      kbx_run_pair planes;
      planes.a_left = shift->mx ? plane.last : plane.first;
      planes.a_right = shift->mx ? plane.first : plane.last;
      planes.a_row = plane.row;
      planes.from = window->y0 > start ? window->y0 : start;
      planes.to = window->y1 < start + plane.rows ? window->y1 : start + plane.rows;
      sides |= shift->my ? kbx_plane_sides (&planes, *shift, window, true)
        : kbx_plane_sides (&planes, *shift, window, false);
    }
  return sides;
}

KBX_INTERNAL int32_t
kbx_runs_row_narrow (const kbx_bitmap_pair *pair)
{
  return kbx_runs_row_by (pair, kbx_planes_row);
}

KBX_INTERNAL void
kbx_runs_border_narrow (const kbx_bitmap_pair *pair, kbx_border *border)
{
  if (border->which == KBX_ROW_FIRST)
    kbx_runs_border_by (pair, border, KBX_ROW_FIRST, kbx_planes_row);
  else
    kbx_runs_border_by (pair, border, KBX_ROW_LAST, kbx_planes_row);
}

KBX_INTERNAL uint64_t
kbx_runs_area_narrow (const kbx_bitmap_pair *pair)
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

/* ---- the functions for this processor ---- */

#if !KBX_RUN_WIDE
#define kbx_runs_row_wide kbx_runs_row_narrow
#define kbx_runs_border_wide kbx_runs_border_narrow
#define kbx_runs_area_wide kbx_runs_area_narrow
#endif

KBX_INTERNAL int32_t
kbx_runs_row (const kbx_bitmap_pair *pair)
{
  return KBX_RUNS_WIDE () ? kbx_runs_row_wide (pair) : kbx_runs_row_narrow (pair);
}

KBX_INTERNAL void
kbx_runs_border (const kbx_bitmap_pair *pair, kbx_border *border)
{
  if (KBX_RUNS_WIDE ())
    kbx_runs_border_wide (pair, border);
  else
    kbx_runs_border_narrow (pair, border);
}

KBX_INTERNAL uint64_t
kbx_runs_area (const kbx_bitmap_pair *pair)
{
  return KBX_RUNS_WIDE () ? kbx_runs_area_wide (pair) : kbx_runs_area_narrow (pair);
}
