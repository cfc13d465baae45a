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
  kbx_walls_filter filter;
  kbx_wide_vec from, move;
  bool any;
  /* The first wall so far: its fraction, or 1; an upper bound for later ones; its data. */
  double t, most;
  const uint8_t *shape;
  uint32_t lane, wall, tag;
  kbx_cast_work work;
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

/* A wall along whose line the move runs. */
static KBX_ASIDE kbx_ray
kbx_aim_along (kbx_wide_vec from, kbx_wide_vec move, kbx_segment s)
{
  kbx_ray ray = kbx_ray_segment (kbx_wide_minus (kbx_wide (s.a), from),
                                 kbx_wide_minus (kbx_wide (s.b), from), move, false);
  ray.t = ray.hit ? ray.t : 2;
  return ray;
}

/* Keeps the wall if it is met first so far. */
static KBX_INLINE void
kbx_aim_ask (kbx_aim *aim, const uint8_t *shape, uint32_t lane, uint32_t tag, double side,
             double rate)
{
  const uint32_t index = kbx_tag_index (tag);
  double t;
  if (!kbx_wall_counts (&aim->filter, tag))
    return;
  if (rate == 0)
    t = kbx_tag_one_way (tag)
          ? 2
          : kbx_aim_along (aim->from, aim->move, kbx_block_segment (shape, lane)).t;
  else if (kbx_tag_one_way (tag) ? side < 0 || rate > 0 : side == 0)
    return;
  else
    t = fabs (side) / fabs (rate);
  if (t > aim->t || (t == aim->t && index >= aim->wall) ||
      (kbx_tag_one_way (tag) && kbx_wall_dropped (&aim->filter, kbx_block_segment (shape, lane))))
    return;
  aim->t = t;
  aim->most = t * (1 + 1e-12); /* the quotient was rounded */
  aim->wall = index;
  aim->tag = tag;
  aim->shape = shape;
  aim->lane = lane;
}

/* True if the search is done. */
static KBX_INLINE bool
kbx_aim_blocks (kbx_aim *aim, uint32_t first, uint32_t count, kbx_four_func four)
{
  const uint8_t *shape = aim->shapes + (size_t) first * KBX_LEVEL_SHAPE,
                *tags = aim->tags + (size_t) first * KBX_LEVEL_TAGS;
  kbx_four_ways ways;
  aim->work.blocks += count;
  KBX_STEPS (4 * count);
  for (; count > 0; count--, shape += KBX_LEVEL_SHAPE, tags += KBX_LEVEL_TAGS)
    {
      uint32_t mask = four (aim, shape, &ways);
      for (; mask != 0; mask &= mask - 1)
        {
          const uint32_t lane = kbx_lowest_bit (mask);
          kbx_aim_ask (aim, shape, lane, kbx_load_u32 (tags + 4 * lane), ways.side[lane],
                       ways.rate[lane]);
        }
    }
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
kbx_aim_visit (kbx_aim *aim, uint32_t node, const kbx_way *note)
{
  if (note != NULL && aim->work.nodes < note->capacity)
    note->nodes[aim->work.nodes] = node;
  aim->work.nodes++;
  KBX_STEPS (1);
}

static KBX_INLINE void
kbx_aim_tree (kbx_aim *aim, const kbx_level_view *v, uint32_t node, const kbx_way *note,
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
      kbx_aim_visit (aim, at.node, note);
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
      if (kbx_aim_blocks (aim, kbx_load_u32 (p), kbx_load_u32 (p + 4), four))
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

/* One axis of the path through the cells. */
typedef struct {
  double at, rate;     /* the move's start and length, in cells */
  uint32_t cell, left; /* the current cell, and the steps to its last one */
  double next, per;    /* the fraction at the next border; between borders */
} kbx_aim_axis;

/* The part of the move that is within the cells. */
static KBX_INLINE void
kbx_axis_clip (const kbx_aim_axis *axis, uint32_t count, double *enter, double *leave)
{
  const double to_low = -axis->at / axis->rate, to_high = (count - axis->at) / axis->rate;
  if (axis->rate == 0)
    {
      if (axis->at < 0 || axis->at > count)
        *enter = 2;
      return;
    }
  if (*enter < (to_low < to_high ? to_low : to_high))
    *enter = to_low < to_high ? to_low : to_high;
  if (*leave > (to_low < to_high ? to_high : to_low))
    *leave = to_low < to_high ? to_high : to_low;
}

static inline uint32_t
kbx_axis_cell (const kbx_aim_axis *axis, double t, uint32_t count)
{
  return (uint32_t) kbx_cell_index (axis->at + axis->rate * t, count);
}

static KBX_INLINE void
kbx_axis_begin (kbx_aim_axis *axis, uint32_t first, uint32_t last)
{
  axis->cell = first;
  axis->left = last > first ? last - first : first - last;
  axis->per = 1 / fabs (axis->rate);
  axis->next = axis->left == 0  ? 2
               : axis->rate > 0 ? (axis->cell + 1 - axis->at) * axis->per
                                : (axis->at - axis->cell) * axis->per;
}

static KBX_INLINE void
kbx_axis_step (kbx_aim_axis *axis)
{
  axis->next = --axis->left == 0 ? 2 : axis->next + axis->per;
}

static KBX_INLINE void
kbx_aim_grid (kbx_aim *aim, const kbx_level_view *v, const kbx_way *note, kbx_four_func four)
{
  const double cells = 1 / v->side;
  kbx_aim_axis x, y;
  double enter = 0, leave = 1;
  size_t cell;
  x.at = (aim->from.x - v->left) * cells;
  x.rate = aim->move.x * cells;
  y.at = (aim->from.y - v->top) * cells;
  y.rate = aim->move.y * cells;
  if (x.at >= 0 && y.at >= 0 && x.at < v->columns && y.at < v->rows && x.at + x.rate >= 0
      && y.at + y.rate >= 0 && x.at + x.rate < v->columns && y.at + y.rate < v->rows)
    {
      kbx_axis_begin (&x, (uint32_t) (int32_t) x.at, (uint32_t) (int32_t) (x.at + x.rate));
      kbx_axis_begin (&y, (uint32_t) (int32_t) y.at, (uint32_t) (int32_t) (y.at + y.rate));
    }
  else
    {
      kbx_axis_clip (&x, v->columns, &enter, &leave);
      kbx_axis_clip (&y, v->rows, &enter, &leave);
      if (!(enter <= leave))
        return;
      kbx_axis_begin (&x, kbx_axis_cell (&x, enter, v->columns),
                      kbx_axis_cell (&x, leave, v->columns));
      kbx_axis_begin (&y, kbx_axis_cell (&y, enter, v->rows), kbx_axis_cell (&y, leave, v->rows));
    }
  cell = (size_t) y.cell * v->columns + x.cell;
  const size_t step_x = x.rate < 0 ? (size_t) -1 : 1;
  const size_t step_y = y.rate < 0 ? (size_t) 0 - v->columns : v->columns;
  for (;;)
    {
      const uint32_t first = kbx_load_u32 (v->cells + 4 * cell);
      kbx_aim_visit (aim, (uint32_t) cell, note);
      if (kbx_aim_blocks (aim, first, kbx_load_u32 (v->cells + 4 * cell + 4) - first, four))
        return;
      if ((x.next < y.next ? x.next : y.next) > aim->t)
        return;
      if (x.next < y.next)
        {
          cell += step_x;
          kbx_axis_step (&x);
        }
      else
        {
          cell += step_y;
          kbx_axis_step (&y);
        }
    }
}

/* ---- the search ---- */

/* Snaps both to the grid; false if one is outside the limits. */
static KBX_INLINE bool
kbx_aim_ends (kbx_vec *from, kbx_vec *to)
{
#if KBX_AIM_SSE2
  const __m128 v = _mm_setr_ps (from->x, from->y, to->x, to->y),
               w = _mm_mul_ps (v, _mm_set1_ps (KBX_GRID));
  const __m128i bits = _mm_and_si128 (_mm_castps_si128 (v), _mm_set1_epi32 (0x7fffffff));
  const __m128i far = _mm_cmpgt_epi32 (bits, _mm_castps_si128 (_mm_set1_ps (KBX_LEVEL_LIMIT)));
  __m128i whole = _mm_cvttps_epi32 (w);
  const __m128 rest = _mm_sub_ps (w, _mm_cvtepi32_ps (whole));
  float on[4];
  whole = _mm_sub_epi32 (whole, _mm_castps_si128 (_mm_cmpge_ps (rest, _mm_set1_ps (0.5f))));
  whole = _mm_add_epi32 (whole, _mm_castps_si128 (_mm_cmplt_ps (rest, _mm_set1_ps (-0.5f))));
  _mm_storeu_ps (on, _mm_mul_ps (_mm_cvtepi32_ps (whole), _mm_set1_ps (1.0f / KBX_GRID)));
  from->x = on[0];
  from->y = on[1];
  to->x = on[2];
  to->y = on[3];
  return _mm_movemask_epi8 (far) == 0;
#else
  if (!kbx_level_vec_valid (*from) || !kbx_level_vec_valid (*to))
    return false;
  *from = kbx_level_snap (*from);
  *to = kbx_level_snap (*to);
  return true;
#endif
}

/* Returns the answer field by field: after writes of half words, copying it whole is slow. */
static KBX_INLINE void
kbx_aim_tell (const kbx_aim *aim, kbx_way *way)
{
  const bool hit = aim->wall != KBX_NONE;
  kbx_wide_vec at = kbx_wide_make (0, 0), normal = at;
  if (hit)
    {
      const kbx_segment s = kbx_block_segment (aim->shape, aim->lane);
      const kbx_wide_vec along = kbx_from_to (s.a, s.b);
      const double rate = kbx_cross (along, aim->move);
      at = kbx_wide_times (aim->move, aim->t);
      if (rate != 0)
        normal =
          kbx_unit (rate < 0 ? kbx_wide_left (along) : kbx_wide_turned (kbx_wide_left (along)));
      else
        {
          const kbx_ray ray = kbx_aim_along (aim->from, aim->move, s);
          at = ray.at;
          normal = ray.normal;
        }
    }
  way->ray.hit = hit;
  way->ray.inside = false;
  way->ray.t = hit ? aim->t : 0;
  way->ray.at.x = at.x;
  way->ray.at.y = at.y;
  way->ray.normal.x = normal.x;
  way->ray.normal.y = normal.y;
  way->wall = aim->wall;
  way->class_index = hit ? kbx_tag_class (aim->tag) : KBX_NONE;
  way->work.nodes = aim->work.nodes;
  way->work.blocks = aim->work.blocks;
}

static KBX_INLINE bool
kbx_aim_run (kbx_way *way, const kbx_way *note, kbx_four_func four)
{
  kbx_level_view view;
  kbx_aim aim;
  if (way->bytes == NULL || !kbx_aim_ends (&way->mover.centre, &way->to))
    return false;
  kbx_read_level (way->bytes, &view);
  aim.shapes = view.shapes;
  aim.tags = view.tags;
  aim.filter.classes = way->filter.classes;
  aim.filter.removed = way->filter.removed;
  aim.filter.drop_through = way->filter.drop_through;
  aim.from = kbx_wide (way->mover.centre);
  aim.move = kbx_from_to (way->mover.centre, way->to);
  aim.any = way->any;
  aim.t = aim.most = 1;
  aim.shape = NULL;
  aim.lane = 0;
  aim.wall = KBX_NONE;
  aim.work.nodes = aim.work.blocks = 0;
  if (view.partition == KBX_PARTITION_GRID)
    kbx_aim_grid (&aim, &view, note, four);
  else
    kbx_aim_tree (&aim, &view, kbx_level_start_move (&view, way->mover.centre, way->to), note,
                  four);
  kbx_aim_tell (&aim, way);
  return true;
}

#if KBX_AIM_AVX2
__attribute__ ((target ("avx2"))) KBX_ASIDE static bool
kbx_aim_run_avx2 (kbx_way *way)
{
  return kbx_aim_run (way, NULL, kbx_four_avx2);
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
  return kbx_aim_run (way, NULL, KBX_FOUR_USUAL);
}

KBX_INTERNAL bool
kbx_way_point_noted (kbx_way *way)
{
  return kbx_aim_run (way, way, KBX_FOUR_USUAL);
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
