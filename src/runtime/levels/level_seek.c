/* SPDX-License-Identifier: MIT */
/* Searches a level's walls along a move, nearest first. The partition gives blocks of four walls.
 * Box tests in floats, with a margin for rounding, skip most of them. The rest are tested exactly,
 * as if there were no partition. Sources: the ordered walk through a BSP as in Quake's traces; for
 * grids, how lines are drawn. */
/* Why no wall is missed: let h be the point where wall w is met, at fraction t. At each node, the
 * searched interval contains t, and h is on a part of w that the node lists. If h is in front of
 * the node's line, that part is listed in front; within the builder's slack of the line, on either
 * side. The intervals of both sides reach out by twice the slack and the radius. So the side that
 * lists the part has t again. A leaf is skipped only if its whole interval is later than the first
 * hit. */
#include "runtime/bits.h"
#include "runtime/levels/level.h"

#include <math.h>

/* ---- blocks ---- */

static void
kbx_seek_shrink (kbx_seek *seek)
{
  const float more = seek->radius + (float) KBX_LEVEL_REACH;
  const double x0 = seek->from.x, y0 = seek->from.y, x1 = x0 + seek->move.x * seek->t,
               y1 = y0 + seek->move.y * seek->t;
  seek->lo.x = (float) (x0 < x1 ? x0 : x1) - more;
  seek->lo.y = (float) (y0 < y1 ? y0 : y1) - more;
  seek->hi.x = (float) (x0 < x1 ? x1 : x0) + more;
  seek->hi.y = (float) (y0 < y1 ? y1 : y0) + more;
}

KBX_INTERNAL void
kbx_seek_begin (kbx_seek *seek, kbx_circle mover, kbx_vec to)
{
  const kbx_wide_vec move = kbx_from_to (mover.centre, to);
  seek->from = mover.centre;
  seek->move = move;
  seek->course.middle = seek->rect != NULL ? kbx_rect_middle (*seek->rect) : kbx_wide_make (0, 0);
  seek->course.move = move;
  seek->radius = mover.radius;
  seek->reach = mover.radius + KBX_LEVEL_REACH;
  seek->best = kbx_ray_miss ();
  seek->wall = seek->class_index = KBX_NONE;
  seek->t = 1;
  seek->blocks = 0;
  /* As long as the move, which avoids a square root. The length is at most the sum of the
   * components. For a normal of length 1 the margin covers four roundings of numbers below 2^18,
   * each at most 2^-7. */
  seek->across = kbx_narrow (kbx_wide_left (move));
  seek->off = (mover.radius + 0.125f) * (float) (fabs (move.x) + fabs (move.y));
  kbx_seek_shrink (seek);
}

/* Is all of the mover left of the wall's line, or on it? */
static KBX_ASIDE bool
kbx_seek_in_front (const kbx_seek *seek, kbx_segment s)
{
  const kbx_wide_vec along = kbx_from_to (s.a, s.b);
  const double square = kbx_dot (along, along), r = seek->radius;
  kbx_vec p = seek->from;
  if (seek->rect != NULL)
    {
      p.x = along.y > 0 ? seek->rect->max.x : seek->rect->min.x;
      p.y = along.x > 0 ? seek->rect->min.y : seek->rect->max.y;
    }
  const double side = kbx_cross (along, kbx_from_to (s.a, p));
  return side >= 0 && (seek->rect != NULL || kbx_compare_products (side, side, r * r, square) >= 0);
}

/* Does the mover overlap the wall where it is? */
static bool
kbx_seek_overlaps (const kbx_seek *seek, kbx_segment s)
{
  const double r = seek->radius;
  return seek->rect != NULL
           ? kbx_ray_rect_wall (*seek->rect, seek->move, s, false).inside
           : kbx_compare_reach (kbx_from_to (s.a, seek->from), kbx_from_to (s.a, s.b), r * r) < 0;
}

/* Notes where the wall comes from if it is in line with the move and leads to the position. A
 * one-way wall counts only beside another. */
static void
kbx_seek_lead (kbx_seek *seek, kbx_segment s, bool one_way)
{
  if (one_way
      && (seek->beside == NULL
          || kbx_wall_dropped (&seek->filter, s)
          || kbx_dot (kbx_from_to (s.a, s.b), kbx_from_to (seek->beside->a, seek->beside->b)) <= 0))
    return;
  const kbx_wide_vec a = kbx_from_to (seek->from, s.a), b = kbx_from_to (seek->from, s.b),
                     move = seek->course.move;
  const double to_a = kbx_dot (a, move), to_b = kbx_dot (b, move);
  if (kbx_cross (a, move) != 0 || kbx_cross (b, move) != 0 || (to_a >= 0 && to_b >= 0)
      || (to_a < 0 && to_b < 0))
    return;
  seek->best.hit = true;
  seek->best.at = kbx_wide (to_a < to_b ? s.a : s.b);
}

/* Marks a wall that touches the query disc or box, or notes that the mover overlaps a one-way wall,
 * or that another wall leads to its position. */
static KBX_ASIDE void
kbx_seek_mark (kbx_seek *seek, kbx_segment s, uint32_t tag)
{
  uint32_t index = kbx_tag_index (tag);
  if (seek->kind == KBX_SEEK_LINE)
    {
      kbx_seek_lead (seek, s, kbx_tag_one_way (tag));
      return;
    }
  if (seek->kind == KBX_SEEK_OVERLAPPED)
    {
      seek->best.hit |= kbx_tag_one_way (tag) && !kbx_wall_dropped (&seek->filter, s)
                        && kbx_seek_overlaps (seek, s);
      return;
    }
  bool touches = seek->kind == KBX_SEEK_BOX
                   ? kbx_clip_segment_rect (s, seek->box).count > 0
                   : kbx_overlap_segment_circle (s, kbx_level_circle (seek->from, seek->radius));
  if (!touches || index < seek->window)
    return;
  index -= seek->window;
  if (index < KBX_LEVEL_WINDOW)
    seek->marks[index >> 6] |= (uint64_t) 1 << (index & 63);
  else if (index + seek->window < seek->beyond)
    seek->beyond = index + seek->window;
}

/* Does a rectangle meet a slanted one-way wall where only its end would stop it, but another wall
 * continues it? */
static KBX_ASIDE bool
kbx_seek_passes_end (const kbx_seek *seek, const kbx_ray *ray, kbx_segment s)
{
  const kbx_wide_vec a = kbx_wide (s.a), b = kbx_wide (s.b), n = ray->normal;
  const bool at_b = kbx_dot (kbx_wide_minus (b, a), n) > 0;
  kbx_wide_vec end = at_b ? b : a;
  return !ray->joint && n.x * n.y == 0 && s.a.x != s.b.x && s.a.y != s.b.y
         && kbx_way_continued (seek->way, &end,
                               at_b ? kbx_wide_minus (a, b) : kbx_wide_minus (b, a), &s);
}

static KBX_INLINE kbx_ray
kbx_seek_ray (const kbx_seek *seek, kbx_segment s, bool one_way)
{
  return seek->rect != NULL
           ? kbx_ray_rect_wall (*seek->rect, seek->move, s, one_way)
           : kbx_ray_capsule (kbx_from_to (seek->from, s.a), kbx_from_to (seek->from, s.b),
                              seek->radius, seek->move, one_way);
}

/* The square of the sine up to which a way out leads across a wall. Ways across it are rounded. */
#define KBX_SEEK_ACROSS 1e-24

/* The mover starts inside a wall: the way out of it and of those that continue it where it would
 * lead past an end, as if they were one wall to the right or down. */
static KBX_ASIDE kbx_ray
kbx_seek_out (const kbx_seek *seek, kbx_segment s)
{
  const bool back = s.b.x < s.a.x || (s.b.x == s.a.x && s.b.y < s.a.y);
  kbx_wide_vec ends[2] = { kbx_wide (back ? s.b : s.a), kbx_wide (back ? s.a : s.b) };
  for (;;)
    {
      const kbx_segment whole = { kbx_narrow (ends[0]), kbx_narrow (ends[1]) };
      const kbx_ray ray = kbx_seek_ray (seek, whole, false);
      const kbx_wide_vec along = kbx_from_to (whole.a, whole.b);
      const double past = kbx_dot (ray.normal, along);
      if (past * past <= kbx_dot (along, along) * KBX_SEEK_ACROSS
          || !kbx_way_continued (seek->way, &ends[past > 0],
                                 past > 0 ? kbx_wide_turned (along) : along, NULL))
        return ray;
    }
}

static void
kbx_seek_ask (kbx_seek *seek, const uint8_t *shape, const uint8_t *tags, uint32_t lane)
{
  const uint32_t tag = kbx_load_u32 (tags + 4 * lane), index = kbx_tag_index (tag);
  kbx_ray ray;

  if (!kbx_wall_counts (&seek->filter, tag))
    return;
  const kbx_segment s = kbx_block_segment (shape, lane);
  if (seek->kind >= KBX_SEEK_NEAR)
    {
      kbx_seek_mark (seek, s, tag);
      return;
    }
  if (kbx_tag_one_way (tag) && kbx_wall_dropped (&seek->filter, s))
    return;
  ray = kbx_seek_ray (seek, s, kbx_tag_one_way (tag));
  if (!ray.hit || ray.t > seek->t
      || (kbx_tag_one_way (tag)
          && (ray.inside || (seek->in_front && !kbx_seek_in_front (seek, s))
              || (seek->rect != NULL && kbx_seek_passes_end (seek, &ray, s)))))
    return;
  seek->best.joint = ray.joint = kbx_joint_at_first (&ray, &seek->best);
  if (!kbx_ray_before (&ray, index, &seek->best, seek->wall, &seek->course))
    return;
  seek->best = ray;
  seek->wall = index;
  seek->class_index = kbx_tag_class (tag);
  seek->t = ray.t;
  kbx_seek_shrink (seek);
}

/* A bit for each of four walls that may be met. */
#if defined(__SSE2__) && !defined(KBX_PORTABLE)
static inline uint32_t
kbx_block_mask (const kbx_seek *seek, const uint8_t *shape)
{
  const float *p = (const float *) (const void *) shape;
  const __m128 ax = _mm_loadu_ps (p), ay = _mm_loadu_ps (p + 4), bx = _mm_loadu_ps (p + 8),
               by = _mm_loadu_ps (p + 12);
  const __m128 nx = _mm_set1_ps (seek->across.x), ny = _mm_set1_ps (seek->across.y),
               px = _mm_set1_ps (seek->from.x), py = _mm_set1_ps (seek->from.y);
  const __m128 off = _mm_set1_ps (seek->off), zero = _mm_setzero_ps ();
  const __m128 a =
    _mm_add_ps (_mm_mul_ps (nx, _mm_sub_ps (ax, px)), _mm_mul_ps (ny, _mm_sub_ps (ay, py)));
  const __m128 b =
    _mm_add_ps (_mm_mul_ps (nx, _mm_sub_ps (bx, px)), _mm_mul_ps (ny, _mm_sub_ps (by, py)));
  __m128 far = _mm_or_ps (_mm_cmplt_ps (_mm_max_ps (ax, bx), _mm_set1_ps (seek->lo.x)),
                          _mm_cmpgt_ps (_mm_min_ps (ax, bx), _mm_set1_ps (seek->hi.x)));
  far = _mm_or_ps (far, _mm_or_ps (_mm_cmplt_ps (_mm_max_ps (ay, by), _mm_set1_ps (seek->lo.y)),
                                   _mm_cmpgt_ps (_mm_min_ps (ay, by), _mm_set1_ps (seek->hi.y))));
  far = _mm_or_ps (far, _mm_or_ps (_mm_cmpgt_ps (_mm_min_ps (a, b), off),
                                   _mm_cmplt_ps (_mm_max_ps (a, b), _mm_sub_ps (zero, off))));
  return (uint32_t) _mm_movemask_ps (far) ^ 15u;
}
#else
static inline uint32_t
kbx_block_mask (const kbx_seek *seek, const uint8_t *shape)
{
  uint32_t mask = 0;
  for (uint32_t lane = 0; lane < 4; lane++)
    {
      const kbx_segment s = kbx_block_segment (shape, lane);
      const float a =
        seek->across.x * (s.a.x - seek->from.x) + seek->across.y * (s.a.y - seek->from.y);
      const float b =
        seek->across.x * (s.b.x - seek->from.x) + seek->across.y * (s.b.y - seek->from.y);
      const bool far =
        (s.a.x < seek->lo.x && s.b.x < seek->lo.x) || (s.a.x > seek->hi.x && s.b.x > seek->hi.x)
        || (s.a.y < seek->lo.y && s.b.y < seek->lo.y) || (s.a.y > seek->hi.y && s.b.y > seek->hi.y)
        || (a > seek->off && b > seek->off) || (a < -seek->off && b < -seek->off);
      mask |= (uint32_t) !far << lane;
    }
  return mask;
}
#endif

/* True if the search is done. */
static bool
kbx_seek_blocks (kbx_seek *seek, uint32_t first, uint32_t count)
{
  const uint8_t *shape = seek->view.shapes + (size_t) first * KBX_LEVEL_SHAPE,
                *tags = seek->view.tags + (size_t) first * KBX_LEVEL_TAGS;
  for (; count > 0; count--, shape += KBX_LEVEL_SHAPE, tags += KBX_LEVEL_TAGS)
    {
      KBX_STEPS (4);
      seek->blocks++;
      for (uint32_t mask = kbx_block_mask (seek, shape); mask != 0; mask &= mask - 1)
        kbx_seek_ask (seek, shape, tags, kbx_lowest_bit (mask));
      if (seek->kind != KBX_SEEK_FIRST && seek->best.hit)
        return true;
    }
  return false;
}

/* ---- trees ---- */

/* At a node whose line the move may cross: continues with the nearer child, and pushes the other
 * one if the move reaches it. */
static inline void
kbx_seek_split (const kbx_seek *seek, const uint8_t *p, uint32_t second, kbx_to_visit *at,
                kbx_to_visit *aside, uint32_t *count)
{
  const double nx = kbx_load_f32 (p), ny = kbx_load_f32 (p + 4), reach = seek->reach;
  const double s = nx * seek->from.x + ny * seek->from.y - kbx_load_f32 (p + 8),
               rate = nx * seek->move.x + ny * seek->move.y;
  const double a = s + rate * at->enter, b = s + rate * at->leave;

  if (a > reach && b > reach)
    at->node++;
  else if (a < -reach && b < -reach)
    at->node = second;
  else
    {
      aside[*count] = kbx_part_visit (at, second, a, b, reach);
      *count += aside[*count].enter <= aside[*count].leave;
    }
}

/* The node to begin in: the search's box touches at most four start cells, all in one subtree. */
static uint32_t
kbx_seek_start (const kbx_seek *seek)
{
  const kbx_level_view *v = &seek->view;
  const int32_t i0 = kbx_level_start_index (v, (double) seek->lo.x * KBX_GRID - 1, v->start_left);
  const int32_t i1 = kbx_level_start_index (v, (double) seek->hi.x * KBX_GRID + 1, v->start_left);
  const int32_t j0 = kbx_level_start_index (v, (double) seek->lo.y * KBX_GRID - 1, v->start_top);
  const int32_t j1 = kbx_level_start_index (v, (double) seek->hi.y * KBX_GRID + 1, v->start_top);
  kbx_level_start start;
  if (i1 - i0 > 1 || j1 - j0 > 1)
    return 0;
  start = kbx_level_start_both (v, kbx_level_start_at (v, i0, j0), kbx_level_start_at (v, i1, j1));
  start = kbx_level_start_both (v, start, kbx_level_start_at (v, i1, j0));
  return kbx_level_start_both (v, start, kbx_level_start_at (v, i0, j1)).node;
}

static void
kbx_seek_tree (kbx_seek *seek)
{
  kbx_to_visit aside[KBX_LEVEL_DEPTH], at = { kbx_seek_start (seek), 0, 1 };
  uint32_t count = 0, second;

  for (;;)
    {
      const uint8_t *p = seek->view.nodes + (size_t) at.node * KBX_LEVEL_NODE;
      second = kbx_load_u32 (p + 12);
      KBX_STEPS (1);
      if (second != KBX_LEVEL_LEAF)
        {
          kbx_seek_split (seek, p, second, &at, aside, &count);
          continue;
        }
      if (kbx_seek_blocks (seek, kbx_load_u32 (p), kbx_load_u32 (p + 4)))
        return;
      do
        {
          if (count == 0)
            return;
          at = aside[--count];
        }
      while (at.enter > seek->t);
      if (at.leave > seek->t)
        at.leave = seek->t;
    }
}

/* ---- grids ---- */

/* A move along lines of cells, in cells: u along the longer axis, v across it, and how far it
 * reaches each way. */
typedef struct {
  double u, v, du, dv, reach, reach_across;
  uint32_t lines, places, line_step, place_step;
} kbx_cell_walk;

static kbx_cell_walk
kbx_begin_walk (const kbx_seek *seek)
{
  const kbx_level_view *g = &seek->view;
  const double across = 1 / g->cell_width, down = 1 / g->cell_height,
               x = (seek->from.x - g->left) * across, y = (seek->from.y - g->top) * down;
  const double dx = seek->move.x * across, dy = seek->move.y * down;
  const bool flat = fabs (dx) >= fabs (dy);
  const kbx_cell_walk w = { flat ? x : y, flat ? y : x, flat ? dx : dy, flat ? dy : dx,
                            seek->reach * (flat ? across : down),
                            seek->reach * (flat ? down : across), flat ? g->columns : g->rows,
                            flat ? g->rows : g->columns, flat ? 1 : g->columns,
                            flat ? g->columns : 1 };
  return w;
}

/* Visits the cells of one line near the part of the move from `enter` to `leave`, in the move's
 * order. */
static bool
kbx_seek_line (kbx_seek *seek, const kbx_cell_walk *w, uint32_t line, double enter, double leave)
{
  const double a = w->v + w->dv * enter, b = w->v + w->dv * leave,
               lo = (a < b ? a : b) - w->reach_across,
               hi = (a < b ? b : a) + w->reach_across;
  if (hi < 0 || lo > w->places)
    return false;
  const int32_t from = kbx_cell_index (lo, w->places);
  const int32_t to = kbx_cell_index (hi, w->places);
  const int32_t step = w->dv < 0 ? -1 : 1;
  for (int32_t left = to - from, i = step < 0 ? to : from; left >= 0; left--, i += step)
    {
      const uint8_t *cell =
        seek->view.cells + 4 * ((size_t) line * w->line_step + (size_t) i * w->place_step);
      const uint32_t first = kbx_load_u32 (cell), last = kbx_load_u32 (cell + 4);
      KBX_STEPS (1);
      if (first < last && kbx_seek_blocks (seek, first, last - first))
        return true;
    }
  return false;
}

/* For searches that reach over several cells. */
static KBX_ASIDE void
kbx_seek_lines (kbx_seek *seek)
{
  const kbx_cell_walk w = kbx_begin_walk (seek);
  const double lo = (w.du < 0 ? w.u + w.du : w.u) - w.reach,
               hi = (w.du < 0 ? w.u : w.u + w.du) + w.reach;
  const double per = w.du != 0 ? 1 / fabs (w.du) : 0;
  int32_t from, to, step = w.du < 0 ? -1 : 1, line;

  if (hi < 0 || lo > w.lines)
    return;
  from = kbx_cell_index (lo, w.lines);
  to = kbx_cell_index (hi, w.lines);
  line = step < 0 ? to : from;
  for (int32_t left = to - from; left >= 0; left--, line += step)
    {
      /* The distances to the line's beginning and end, in the direction of the move. */
      const double begin = step < 0 ? w.u - (line + 1) : line - w.u;
      double enter = (begin - w.reach) * per, leave = w.du != 0 ? (begin + 1 + w.reach) * per : 1;
      if (enter > seek->t)
        return;
      enter = enter > 0 ? enter : 0;
      leave = leave < seek->t ? leave : seek->t;
      if (leave >= enter && kbx_seek_line (seek, &w, (uint32_t) line, enter, leave))
        return;
    }
}

static void
kbx_seek_grid (kbx_seek *seek)
{
  const kbx_level_view *g = &seek->view;
  const double across = 1 / g->cell_width, down = 1 / g->cell_height;
  const double x0 = (seek->lo.x - g->left) * across, x1 = (seek->hi.x - g->left) * across;
  const double y0 = (seek->lo.y - g->top) * down, y1 = (seek->hi.y - g->top) * down;
  size_t cell;

  if (x0 >= 0 && y0 >= 0 && x1 < g->columns && y1 < g->rows && (int32_t) x0 == (int32_t) x1
      && (int32_t) y0 == (int32_t) y1)
    {
      cell = (size_t) y0 * g->columns + (size_t) x0;
      kbx_seek_blocks (seek, kbx_load_u32 (g->cells + 4 * cell),
                       kbx_load_u32 (g->cells + 4 * cell + 4) - kbx_load_u32 (g->cells + 4 * cell));
    }
  else
    kbx_seek_lines (seek);
}

KBX_INTERNAL void
kbx_seek_run (kbx_seek *seek)
{
  if (seek->view.partition == KBX_PARTITION_GRID)
    kbx_seek_grid (seek);
  else
    kbx_seek_tree (seek);
}

/* Adds the blocks that it looks at. */
static bool
kbx_walls_continue (const uint8_t *bytes, const kbx_walls_filter *filter, kbx_wide_vec *end,
                    kbx_wide_vec move, const kbx_segment *beside, uint32_t *blocks)
{
  const kbx_vec at = kbx_narrow (*end);
  kbx_seek seek;
  kbx_read_level (bytes, &seek.view);
  seek.filter = *filter;
  seek.kind = KBX_SEEK_LINE;
  seek.rect = NULL;
  kbx_seek_begin (&seek, kbx_level_circle (at, 0), at);
  seek.course.move = move;
  seek.beside = beside;
  kbx_seek_run (&seek);
  *blocks += seek.blocks;
  if (seek.best.hit)
    *end = seek.best.at;
  return seek.best.hit;
}

KBX_INTERNAL bool
kbx_way_continued (kbx_way *way, kbx_wide_vec *end, kbx_wide_vec move, const kbx_segment *beside)
{
  const kbx_quest *level = way->level;
  if (way->ends >= KBX_WAY_ENDS)
    return false;
  if (level == NULL)
    return kbx_walls_continue (way->bytes, &way->filter, end, move, beside, &way->ends);
  for (uint32_t i = 0; i < level->layers.count; i++)
    {
      const kbx_layer_bytes layer = kbx_layers_at (&level->layers, i);
      const kbx_walls_filter filter = kbx_walls_filter_of (
        level->probe.classes, kbx_layer_change (level->filter, i), level->probe.drop_through);
      if (layer.kind == KBX_WALLS && layer.bytes != NULL && kbx_layer_counts (level->filter, i)
          && kbx_walls_continue (layer.bytes, &filter, end, move, beside, &way->ends))
        return true;
    }
  return false;
}

KBX_INTERNAL bool
kbx_way_seek (kbx_way *way)
{
  const uint8_t *wall;
  kbx_seek seek;
  kbx_read_level (way->bytes, &seek.view);
  seek.filter = way->filter;
  seek.kind = way->any ? KBX_SEEK_ANY : KBX_SEEK_FIRST;
  seek.in_front = way->in_front;
  seek.way = way;
  seek.rect = way->rect;
  kbx_seek_begin (&seek, way->mover, way->to);
  kbx_seek_run (&seek);
  wall = seek.view.walls + (size_t) (seek.best.hit ? seek.wall : 0) * KBX_LEVEL_WALL;
  way->behind = seek.best.hit && kbx_tag_one_way (kbx_load_u32 (wall + 16))
                && !kbx_seek_in_front (&seek, kbx_load_segment (wall));
  way->ray = seek.best.inside ? kbx_seek_out (&seek, kbx_load_segment (wall)) : seek.best;
  way->wall = seek.wall;
  way->class_index = seek.class_index;
  return true;
}
