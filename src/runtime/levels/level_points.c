/* SPDX-License-Identifier: MIT */
/* The first wall of a point's move. On the grid all determinants are exact in double (see exact.h).
 * So four walls at a time get the decision of kbx_ray_segment, and only the first wall's normal is
 * computed. level_seek.c describes the search. */
/* A grid's cells are visited just as the move crosses them, since their lists reach out by the
 * slack. Steps are counted, so rounding cannot leave the grid or loop. Source: Amanatides and Woo
 * 1987. */
#include "runtime/bits.h"
#include "runtime/levels/level.h"

#include <math.h>

#if defined(__SSE2__) && !defined(KBX_PORTABLE)
#define KBX_AIM_SSE2 1
#include <immintrin.h>
#else
#define KBX_AIM_SSE2 0
#endif
/* Not on Windows: compilers align the stack to 16 bytes there and still put wide registers on
 * it. */
#if KBX_AIM_SSE2 && defined(__GNUC__) && !defined(_WIN32)
#define KBX_AIM_AVX2 1
#else
#define KBX_AIM_AVX2 0
#endif

/* A search. Only inlined functions get its address, so that it can stay in registers. */
typedef struct {
  const uint8_t *shapes, *tags;
  kbx_way *way;
  kbx_walls_filter filter;
  kbx_wide_vec from, move;
  bool any;
  /* The first wall so far: its fraction or 1, an upper bound for later ones, its data. */
  double t, most;
  const uint8_t *shape;
  uint32_t lane, wall, tag;
} kbx_aim;

/* For four walls: the side of the wall's line that the start is on, positive left, and its rate of
 * change over the move. */
typedef struct { double side[4], rate[4]; } kbx_four_ways;

/* A bit for each of a block's four walls that the move meets before the first so far. Walls along
 * the move, or with the start on their line, may be included. */
typedef uint32_t (*kbx_four_func) (const kbx_aim *aim, const uint8_t *shape, kbx_four_ways *ways);

/* ---- four walls ---- */

#if KBX_AIM_SSE2
static inline __m128d
kbx_two_of (const uint8_t *shape, double from)
{
  return _mm_sub_pd (
    _mm_cvtps_pd (_mm_castsi128_ps (_mm_loadl_epi64 ((const __m128i *) (const void *) shape))),
    _mm_set1_pd (from));
}

static inline uint32_t
kbx_two_sse2 (const kbx_aim *aim, const uint8_t *shape, double *side, double *rate)
{
  const __m128d ax = kbx_two_of (shape, aim->from.x), ay = kbx_two_of (shape + 16, aim->from.y);
  const __m128d bx = kbx_two_of (shape + 32, aim->from.x),
                by = kbx_two_of (shape + 48, aim->from.y);
  const __m128d mx = _mm_set1_pd (aim->move.x), my = _mm_set1_pd (aim->move.y),
                zero = _mm_setzero_pd (), sign = _mm_set1_pd (-0.0);
  const __m128d past_a = _mm_sub_pd (_mm_mul_pd (mx, ay), _mm_mul_pd (my, ax)),
                past_b = _mm_sub_pd (_mm_mul_pd (mx, by), _mm_mul_pd (my, bx));
  const __m128d r = _mm_sub_pd (past_a, past_b),
                s = _mm_sub_pd (_mm_mul_pd (ax, by), _mm_mul_pd (ay, bx));
  __m128d miss = _mm_or_pd (_mm_cmpgt_pd (_mm_mul_pd (past_a, past_b), zero),
                            _mm_cmpgt_pd (_mm_mul_pd (s, r), zero));
  miss =
    _mm_or_pd (miss, _mm_cmpgt_pd (_mm_andnot_pd (sign, s),
                                   _mm_mul_pd (_mm_andnot_pd (sign, r), _mm_set1_pd (aim->most))));
  _mm_storeu_pd (side, s);
  _mm_storeu_pd (rate, r);
  return (uint32_t) _mm_movemask_pd (miss) ^ 3u;
}

static inline uint32_t
kbx_four_sse2 (const kbx_aim *aim, const uint8_t *shape, kbx_four_ways *ways)
{
  return kbx_two_sse2 (aim, shape, ways->side, ways->rate)
         | kbx_two_sse2 (aim, shape + 8, ways->side + 2, ways->rate + 2) << 2;
}
#else
static inline uint32_t
kbx_four_plain (const kbx_aim *aim, const uint8_t *shape, kbx_four_ways *ways)
{
  uint32_t mask = 0;
  for (uint32_t lane = 0; lane < 4; lane++)
    {
      const kbx_segment s = kbx_block_segment (shape, lane);
      const kbx_wide_vec a = kbx_wide_minus (kbx_wide (s.a), aim->from),
                         b = kbx_wide_minus (kbx_wide (s.b), aim->from);
      const double past_a = kbx_cross (aim->move, a), past_b = kbx_cross (aim->move, b),
                   rate = past_a - past_b, side = kbx_cross (a, b);
      ways->side[lane] = side;
      ways->rate[lane] = rate;
      mask |= (uint32_t) !(past_a * past_b > 0 || side * rate > 0
                           || fabs (side) > fabs (rate) * aim->most)
              << lane;
    }
  return mask;
}
#endif

#if KBX_AIM_AVX2
__attribute__ ((target ("avx2"))) static inline __m256d
kbx_four_of (const uint8_t *shape, double from)
{
  return _mm256_sub_pd (_mm256_cvtps_pd (_mm_loadu_ps ((const float *) (const void *) shape)),
                        _mm256_set1_pd (from));
}

__attribute__ ((target ("avx2"))) static inline uint32_t
kbx_four_avx2 (const kbx_aim *aim, const uint8_t *shape, kbx_four_ways *ways)
{
  const __m256d ax = kbx_four_of (shape, aim->from.x), ay = kbx_four_of (shape + 16, aim->from.y);
  const __m256d bx = kbx_four_of (shape + 32, aim->from.x),
                by = kbx_four_of (shape + 48, aim->from.y);
  const __m256d mx = _mm256_set1_pd (aim->move.x), my = _mm256_set1_pd (aim->move.y),
                zero = _mm256_setzero_pd (), sign = _mm256_set1_pd (-0.0);
  const __m256d past_a = _mm256_sub_pd (_mm256_mul_pd (mx, ay), _mm256_mul_pd (my, ax));
  const __m256d past_b = _mm256_sub_pd (_mm256_mul_pd (mx, by), _mm256_mul_pd (my, bx));
  const __m256d r = _mm256_sub_pd (past_a, past_b),
                s = _mm256_sub_pd (_mm256_mul_pd (ax, by), _mm256_mul_pd (ay, bx));
  const __m256d apart = _mm256_cmp_pd (
    _mm256_max_pd (_mm256_mul_pd (past_a, past_b), _mm256_mul_pd (s, r)), zero, _CMP_GT_OQ);
  const __m256d later = _mm256_cmp_pd (
    _mm256_andnot_pd (sign, s),
    _mm256_mul_pd (_mm256_andnot_pd (sign, r), _mm256_set1_pd (aim->most)), _CMP_GT_OQ);
  const uint32_t mask = (uint32_t) _mm256_movemask_pd (_mm256_or_pd (apart, later)) ^ 15u;
  if (mask != 0)
    {
      _mm256_storeu_pd (ways->side, s);
      _mm256_storeu_pd (ways->rate, r);
    }
  return mask;
}
#endif

/* A wall along whose line the move runs. Its end is none where another wall continues it, nor after
 * the first wall so far. */
static KBX_ASIDE kbx_ray
kbx_aim_along (const kbx_aim *aim, kbx_segment s)
{
  const kbx_wide_vec from = aim->from;
  kbx_ray ray = kbx_ray_segment (kbx_wide_minus (kbx_wide (s.a), from),
                                 kbx_wide_minus (kbx_wide (s.b), from), aim->move, false);
  kbx_wide_vec end = kbx_wide_make (from.x + ray.at.x, from.y + ray.at.y);
  if (!ray.hit || ray.t > aim->t || kbx_way_continued (aim->way, &end, aim->move, NULL))
    ray.t = 2;
  return ray;
}

/* How a wall is met at the fraction of the first one. */
static KBX_INLINE kbx_ray
kbx_aim_ray (const kbx_aim *aim, kbx_segment s)
{
  const kbx_wide_vec along = kbx_from_to (s.a, s.b);
  const double rate = kbx_cross (along, aim->move);
  return rate == 0 ? kbx_aim_along (aim, s)
                   : kbx_ray_hit (aim->t, kbx_wide_times (aim->move, aim->t),
                                  kbx_unit (rate < 0 ? kbx_wide_left (along)
                                                     : kbx_wide_turned (kbx_wide_left (along))));
}

/* Is the wall before the first one so far, at the same fraction? */
static KBX_ASIDE bool
kbx_aim_ties (const kbx_aim *aim, kbx_segment s, uint32_t index)
{
  const kbx_ray ray = kbx_aim_ray (aim, s),
                best = kbx_aim_ray (aim, kbx_block_segment (aim->shape, aim->lane));
  const kbx_course course = { { 0, 0 }, aim->move };
  return kbx_ray_before (&ray, index, &best, aim->wall, &course);
}

/* Keeps the wall if it is met first so far. */
static KBX_INLINE void
kbx_aim_ask (kbx_aim *aim, const uint8_t *shape, uint32_t lane, uint32_t tag, double side,
             double rate)
{
  const uint32_t index = kbx_tag_index (tag);
  double t;
  if (index == aim->wall || !kbx_wall_counts (&aim->filter, tag))
    return;
  if (rate == 0)
    t = kbx_tag_one_way (tag) ? 2 : kbx_aim_along (aim, kbx_block_segment (shape, lane)).t;
  else if (kbx_tag_one_way (tag) ? side < 0 || rate > 0 : side == 0)
    return;
  else
    t = fabs (side) / fabs (rate);
  if (t > aim->t
      || (t == aim->t && aim->wall != KBX_NONE
          && !kbx_aim_ties (aim, kbx_block_segment (shape, lane), index))
      || (kbx_tag_one_way (tag)
          && kbx_wall_dropped (&aim->filter, kbx_block_segment (shape, lane))))
    return;
  aim->t = t;
  aim->most = t * (1 + 1e-12); /* the quotient was rounded */
  aim->wall = index;
  aim->tag = tag;
  aim->shape = shape;
  aim->lane = lane;
}

/* True if the search is done. The first block is computed even if there is none: how many there are
 * is hard to predict. */
static KBX_INLINE bool
kbx_aim_blocks (kbx_aim *aim, uint32_t first, uint32_t count, kbx_way *note, kbx_four_func four)
{
  const uint32_t live = 0 - (uint32_t) (count > 0);
  const uint8_t *shape = aim->shapes + (size_t) (first & live) * KBX_LEVEL_SHAPE,
                *tags = aim->tags + (size_t) first * KBX_LEVEL_TAGS;
  kbx_four_ways ways;
  if (note != NULL)
    note->work.blocks += count;
  KBX_STEPS (4 * count);
  do
    {
      uint32_t mask = four (aim, shape, &ways) & live;
      for (; mask != 0; mask &= mask - 1)
        {
          const uint32_t lane = kbx_lowest_bit (mask);
          kbx_aim_ask (aim, shape, lane, kbx_load_u32 (tags + 4 * lane), ways.side[lane],
                       ways.rate[lane]);
        }
      shape += KBX_LEVEL_SHAPE;
      tags += KBX_LEVEL_TAGS;
    }
  while (count-- > 1);
  return aim->any && aim->wall != KBX_NONE;
}

/* ---- trees ---- */

/* Both ends of a part of the move. */
typedef struct { kbx_lanes x, y; } kbx_part;

static KBX_INLINE kbx_part
kbx_aim_part (const kbx_aim *aim, double enter, double leave)
{
  const kbx_lanes at = kbx_lanes_of (enter, leave);
  kbx_part part;
  part.x = kbx_lanes_add (kbx_lanes_both (aim->from.x),
                          kbx_lanes_multiply (kbx_lanes_both (aim->move.x), at));
  part.y = kbx_lanes_add (kbx_lanes_both (aim->from.y),
                          kbx_lanes_multiply (kbx_lanes_both (aim->move.y), at));
  return part;
}

/* The distances of both ends in front of a node's line. */
static KBX_INLINE kbx_lanes
kbx_aim_sides (kbx_part part, const uint8_t *node)
{
  const kbx_lanes nx = kbx_lanes_both (kbx_load_f32 (node)),
                  ny = kbx_lanes_both (kbx_load_f32 (node + 4));
  return kbx_lanes_subtract (
    kbx_lanes_add (kbx_lanes_multiply (nx, part.x), kbx_lanes_multiply (ny, part.y)),
    kbx_lanes_both (kbx_load_f32 (node + 8)));
}

/* Counts a visit to a node, or to a cell of a grid. `note` is NULL if the caller does not list
 * nodes; that costs nothing, since it is known at compile time. */
static KBX_INLINE void
kbx_aim_visit (uint32_t node, kbx_way *note)
{
  if (note != NULL && note->work.nodes < note->capacity)
    note->nodes[note->work.nodes] = node;
  if (note != NULL)
    note->work.nodes++;
  KBX_STEPS (1);
}

static KBX_INLINE void
kbx_aim_tree (kbx_aim *aim, const kbx_level_view *v, uint32_t node, kbx_way *note,
              kbx_four_func four)
{
  const kbx_lanes reach = kbx_lanes_both (KBX_LEVEL_REACH),
                  back = kbx_lanes_both (-KBX_LEVEL_REACH);
  kbx_to_visit aside[KBX_LEVEL_DEPTH], at = { node, 0, 1 };
  kbx_part part = kbx_aim_part (aim, 0, 1);
  uint32_t count = 0;

  for (;;)
    {
      const uint8_t *p = v->nodes + (size_t) at.node * KBX_LEVEL_NODE;
      const uint32_t second = kbx_load_u32 (p + 12);
      kbx_aim_visit (at.node, note);
      if (second != KBX_LEVEL_LEAF)
        {
          const kbx_lanes s = kbx_aim_sides (part, p);
          if (kbx_lanes_below (reach, s) == 3)
            at.node++;
          else if (kbx_lanes_below (s, back) == 3)
            at.node = second;
          else
            {
              kbx_to_visit far = kbx_part_visit (&at, second, kbx_lanes_first (s),
                                                 kbx_lanes_second (s), KBX_LEVEL_REACH);
              if (far.enter <= far.leave)
                aside[count++] = far;
              part = kbx_aim_part (aim, at.enter, at.leave);
            }
          continue;
        }
      if (kbx_aim_blocks (aim, kbx_load_u32 (p), kbx_load_u32 (p + 4), note, four))
        return;
      do
        {
          if (count == 0)
            return;
          at = aside[--count];
        }
      while (at.enter > aim->t);
      if (at.leave > aim->t)
        at.leave = aim->t;
      part = kbx_aim_part (aim, at.enter, at.leave);
    }
}

/* ---- grids ---- */

/* The part of the move that is within the cells of one axis. */
static KBX_INLINE void
kbx_cells_clip (double at, double rate, uint32_t count, double *enter, double *leave)
{
  const double to_low = -at / rate, to_high = (count - at) / rate;
  if (rate == 0)
    {
      if (at < 0 || at > count)
        *enter = 2;
      return;
    }
  if (*enter < (to_low < to_high ? to_low : to_high))
    *enter = to_low < to_high ? to_low : to_high;
  if (*leave > (to_low < to_high ? to_high : to_low))
    *leave = to_low < to_high ? to_high : to_low;
}

/* The first and the last cell of the move, clipped to the grid, or false if it misses the grid. */
static KBX_INLINE bool
kbx_cells_ends (const kbx_level_view *v, kbx_lanes at, kbx_lanes rate, int32_t first[2],
                int32_t last[2])
{
  const kbx_lanes end = kbx_lanes_add (at, rate);
  const double x = kbx_lanes_first (at), y = kbx_lanes_second (at), dx = kbx_lanes_first (rate),
               dy = kbx_lanes_second (rate);
  double enter = 0, leave = 1;
  if (kbx_lanes_below (kbx_lanes_lower (at, end), kbx_lanes_both (0)) == 0
      && kbx_lanes_below (kbx_lanes_higher (at, end), kbx_lanes_of (v->columns, v->rows)) == 3)
    {
      first[0] = (int32_t) x;
      first[1] = (int32_t) y;
      last[0] = (int32_t) kbx_lanes_first (end);
      last[1] = (int32_t) kbx_lanes_second (end);
      return true;
    }
  kbx_cells_clip (x, dx, v->columns, &enter, &leave);
  kbx_cells_clip (y, dy, v->rows, &enter, &leave);
  first[0] = kbx_cell_index (x + dx * enter, v->columns);
  first[1] = kbx_cell_index (y + dy * enter, v->rows);
  last[0] = kbx_cell_index (x + dx * leave, v->columns);
  last[1] = kbx_cell_index (y + dy * leave, v->rows);
  return enter <= leave;
}

/* Columns and rows are lanes, so that no branch depends on the direction, which is hard to
 * predict. */
static KBX_INLINE void
kbx_aim_grid (kbx_aim *aim, const kbx_level_view *v, kbx_way *note, kbx_four_func four)
{
  const kbx_lanes zero = kbx_lanes_both (0), one = kbx_lanes_both (1), two = kbx_lanes_both (2),
                  cells = kbx_lanes_divide (one, kbx_lanes_of (v->cell_width, v->cell_height));
  const kbx_lanes rate = kbx_lanes_multiply (kbx_lanes_of (aim->move.x, aim->move.y), cells);
  const kbx_lanes at = kbx_lanes_multiply (
    kbx_lanes_of (aim->from.x - v->left, aim->from.y - v->top), cells);
  int32_t first[2], last[2];
  if (!kbx_cells_ends (v, at, rate, first, last))
    return;
  /* Of each axis: the steps left, the fractions of the move between borders and at the next one. */
  const kbx_lanes start = kbx_lanes_of (first[0], first[1]),
                  per = kbx_lanes_divide (one, kbx_lanes_unsigned (rate)),
                  border = kbx_lanes_add (start, kbx_lanes_where_below (zero, rate, one, zero));
  kbx_lanes left = kbx_lanes_unsigned (kbx_lanes_subtract (kbx_lanes_of (last[0], last[1]), start));
  kbx_lanes next = kbx_lanes_multiply (kbx_lanes_unsigned (kbx_lanes_subtract (border, at)), per);
  const size_t across = aim->move.x < 0 ? (size_t) -1 : 1,
               down = aim->move.y < 0 ? (size_t) 0 - v->columns : v->columns;
  size_t cell = (size_t) first[1] * v->columns + (size_t) first[0];
  next = kbx_lanes_where_below (left, one, two, next);
  for (;;)
    {
      const uint32_t block = kbx_load_u32 (v->cells + 4 * cell),
                     count = kbx_load_u32 (v->cells + 4 * cell + 4) - block;
      kbx_aim_visit ((uint32_t) cell, note);
      if (kbx_aim_blocks (aim, block, count, note, four))
        return;
      const double x = kbx_lanes_first (next), y = kbx_lanes_second (next);
      const uint32_t row = !(x < y);
      if ((x < y ? x : y) > aim->t)
        return;
      cell += row ? down : across;
      left = kbx_lanes_subtract (left, kbx_lanes_one_of (one, row));
      next = kbx_lanes_add (next, kbx_lanes_one_of (per, row));
      next = kbx_lanes_where_below (left, one, two, next);
    }
}

/* ---- the search ---- */

/* Snaps both ends to the grid, or false if one is outside the limits. */
static KBX_INLINE bool
kbx_aim_ends (kbx_aim *aim, kbx_vec from, kbx_vec to)
{
  /* No float is between the limit and this. */
  const kbx_lanes beyond = kbx_lanes_both (KBX_LEVEL_LIMIT + 1.0 / KBX_GRID);
  kbx_lanes start = kbx_lanes_of (from.x, from.y), end = kbx_lanes_of (to.x, to.y), move;
  if ((kbx_lanes_below (kbx_lanes_unsigned (start), beyond)
       & kbx_lanes_below (kbx_lanes_unsigned (end), beyond)) != 3)
    return false;
  start = kbx_lanes_on_grid (start);
  end = kbx_lanes_on_grid (end);
  move = kbx_lanes_subtract (end, start);
  aim->from = kbx_wide_make (kbx_lanes_first (start), kbx_lanes_second (start));
  aim->move = kbx_wide_make (kbx_lanes_first (move), kbx_lanes_second (move));
  return true;
}

/* Returns the answer field by field: after writes of half words, copying it whole is slow. */
static KBX_INLINE void
kbx_aim_report (const kbx_aim *aim, kbx_way *way)
{
  const bool hit = aim->wall != KBX_NONE;
  kbx_wide_vec at = kbx_wide_make (0, 0), normal = at;
  bool end = false;
  if (hit)
    {
      const kbx_ray ray = kbx_aim_ray (aim, kbx_block_segment (aim->shape, aim->lane));
      at = ray.at;
      normal = ray.normal;
      end = ray.end;
    }
  way->ray.hit = hit;
  way->ray.end = end;
  way->ray.inside = way->ray.joint = false;
  way->ray.t = hit ? aim->t : 0;
  way->ray.at.x = at.x;
  way->ray.at.y = at.y;
  way->ray.normal.x = normal.x;
  way->ray.normal.y = normal.y;
  way->wall = aim->wall;
  way->class_index = hit ? kbx_tag_class (aim->tag) : KBX_NONE;
}

static KBX_INLINE bool
kbx_aim_run (kbx_way *way, kbx_way *note, bool grid, kbx_four_func four)
{
  static const uint8_t no_walls[KBX_LEVEL_SHAPE] = { 0 };
  kbx_level_view view;
  kbx_aim aim;
  if (way->bytes == NULL || !kbx_aim_ends (&aim, way->mover.centre, way->to))
    return false;
  kbx_read_level (way->bytes, &view);
  aim.shapes = view.blocks > 0 ? view.shapes : no_walls;
  aim.tags = view.tags;
  aim.way = way;
  aim.filter.classes = way->filter.classes;
  aim.filter.removed = way->filter.removed;
  aim.filter.drop_through = way->filter.drop_through;
  way->mover.centre = kbx_narrow (aim.from);
  way->to = kbx_vec_moved (way->mover.centre, aim.move);
  aim.any = way->any;
  aim.t = aim.most = 1;
  aim.shape = NULL;
  aim.lane = aim.tag = 0;
  aim.wall = KBX_NONE;
  if (grid)
    kbx_aim_grid (&aim, &view, note, four);
  else
    kbx_aim_tree (&aim, &view, kbx_level_start_move (&view, way->mover.centre, way->to), note,
                  four);
  kbx_aim_report (&aim, way);
  return true;
}

/* Without a call in between, the search and its answer stay in registers. */
static KBX_INLINE kbx_hit
kbx_aim_cast (const uint8_t *bytes, const kbx_vec *from, const kbx_vec *to,
              const kbx_filter *filter, bool any, bool grid, kbx_four_func four)
{
  kbx_way way;
  kbx_way_begin (&way, bytes, kbx_level_circle (*from, 0), *to, filter, any);
  return kbx_way_hit (&way, kbx_aim_run (&way, NULL, grid, four));
}

#if KBX_AIM_AVX2
__attribute__ ((target ("avx2"))) KBX_ASIDE static bool
kbx_aim_run_avx2 (kbx_way *way)
{
  return kbx_aim_run (way, NULL, kbx_way_in_grid (way), kbx_four_avx2);
}

__attribute__ ((target ("avx2"))) KBX_ASIDE static kbx_hit
kbx_aim_cast_tree (const uint8_t *bytes, const kbx_vec *from, const kbx_vec *to,
                   const kbx_filter *filter, bool any)
{
  return kbx_aim_cast (bytes, from, to, filter, any, false, kbx_four_avx2);
}

__attribute__ ((target ("avx2"))) KBX_ASIDE static kbx_hit
kbx_aim_cast_grid (const uint8_t *bytes, const kbx_vec *from, const kbx_vec *to,
                   const kbx_filter *filter, bool any)
{
  return kbx_aim_cast (bytes, from, to, filter, any, true, kbx_four_avx2);
}
#endif

#if KBX_AIM_SSE2
#define KBX_FOUR_USUAL kbx_four_sse2
#else
#define KBX_FOUR_USUAL kbx_four_plain
#endif

KBX_INTERNAL bool
kbx_way_point_usual (kbx_way *way)
{
  return kbx_aim_run (way, NULL, kbx_way_in_grid (way), KBX_FOUR_USUAL);
}

KBX_INTERNAL bool
kbx_way_point_noted (kbx_way *way)
{
  return kbx_aim_run (way, way, kbx_way_in_grid (way), KBX_FOUR_USUAL);
}

KBX_INTERNAL bool
kbx_way_point (kbx_way *way)
{
#if KBX_AIM_AVX2
  if (__builtin_cpu_supports ("avx2"))
    return kbx_aim_run_avx2 (way);
#endif
  return kbx_way_point_usual (way);
}

KBX_INTERNAL kbx_hit
kbx_walls_cast_point (const uint8_t *bytes, const kbx_vec *from, const kbx_vec *to,
                      const kbx_filter *filter, bool any)
{
  const bool grid = kbx_load_u32 (bytes + 8) == KBX_PARTITION_GRID;
#if KBX_AIM_AVX2
  if (__builtin_cpu_supports ("avx2"))
    return grid ? kbx_aim_cast_grid (bytes, from, to, filter, any)
                : kbx_aim_cast_tree (bytes, from, to, filter, any);
#endif
  return kbx_aim_cast (bytes, from, to, filter, any, grid, KBX_FOUR_USUAL);
}
