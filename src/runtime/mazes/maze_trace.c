/* SPDX-License-Identifier: MIT */
/* Moves through a maze. Boxes and points are both rectangles of whole units: pixels, or 1/256
 * pixels for a point of one unit. The rectangle's inside covers a range of cells. It is free if no
 * wall is between two of them. New walls enter only where a leading side crosses a line between
 * cells. The crossing counts just after its fraction, so a touch does not, and cells left at the
 * same fraction are gone. Numbers are below 2^31, products below 2^62. */
#include "runtime/levels/layers.h"
#include "runtime/mazes/maze.h"

typedef struct {
  kbx_maze_view v;
  double unit;            /* units per pixel */
  int64_t lo[2], hi[2];   /* the rectangle */
  int64_t way[2];         /* the move */
  int64_t reach[2];       /* its length */
  int32_t from[2], to[2]; /* the covered cells */
  /* Distance to the next line of the leading side; above the reach if there is none */
  int64_t next[2];
} kbx_maze_walk;

/* The first wall hit. */
typedef struct {
  int64_t num, den;       /* the fraction */
  int axis;               /* 0: the left or right side of the rectangle hit it */
  int32_t i, j;
  bool top, corner;
} kbx_maze_walk_hit;

static inline int32_t
kbx_maze_walk_cell (const kbx_maze_walk *w, int k, int64_t at)
{
  const int64_t cell = kbx_floor_divide (at - w->v.at[k], w->v.side[k]);
  return cell < 0 ? -1 : cell > w->v.count[k] ? w->v.count[k] : (int32_t) cell;
}

static inline int64_t
kbx_maze_walk_line (const kbx_maze_walk *w, int k, int32_t line)
{
  return w->v.at[k] + line * w->v.side[k];
}

static inline void
kbx_maze_walk_aim (kbx_maze_walk *w, int k)
{
  w->next[k] = INT64_MAX;
  if (w->way[k] > 0 && w->to[k] < w->v.count[k])
    w->next[k] = kbx_maze_walk_line (w, k, w->to[k] + 1) - w->hi[k];
  else if (w->way[k] < 0 && w->from[k] >= 0)
    w->next[k] = w->lo[k] - kbx_maze_walk_line (w, k, w->from[k]);
}

/* Of a box, or of a point as one unit. */
static void
kbx_maze_walk_begin (kbx_maze_walk *w, const kbx_maze_view *v, const kbx_stepped *s, bool point,
                     int32_t unit)
{
  w->v = *v;
  w->unit = unit;
  for (int k = 0; k < 2; k++)
    {
      w->v.at[k] *= unit;
      w->v.side[k] *= unit;
      w->lo[k] = s->lo[k];
      w->hi[k] = point ? s->lo[k] + 1 : s->hi[k];
      w->way[k] = s->way[k];
      w->reach[k] = w->way[k] < 0 ? -w->way[k] : w->way[k];
      w->from[k] = kbx_maze_walk_cell (w, k, w->lo[k]);
      w->to[k] = kbx_maze_walk_cell (w, k, w->hi[k] - 1);
      kbx_maze_walk_aim (w, k);
    }
}

/* Drops the cells that the trailing sides have left at the fraction. */
static inline void
kbx_maze_walk_leave (kbx_maze_walk *w, int64_t num, int64_t den)
{
  for (int k = 0; k < 2; k++)
    if (w->way[k] > 0)
      while (w->from[k] < w->v.count[k]
             && (kbx_maze_walk_line (w, k, w->from[k] + 1) - w->lo[k]) * den <= num * w->reach[k])
        w->from[k]++;
    else if (w->way[k] < 0)
      while (w->to[k] >= 0
             && (w->hi[k] - kbx_maze_walk_line (w, k, w->to[k])) * den <= num * w->reach[k])
        w->to[k]--;
}

/* The first wall, in row order and left before top, between any two cells of the columns and rows.
 * Left and top edges count from `left` and `top` on. */
static bool
kbx_maze_walk_meets (const kbx_maze_walk *w, const int32_t from[2], const int32_t to[2],
                     int32_t left, int32_t top, kbx_maze_walk_hit *hit)
{
  for (int32_t j = from[1]; j <= to[1]; j++)
    for (int32_t i = from[0]; i <= to[0]; i++)
      {
        const uint32_t counts =
          (i >= left ? 1u : 0u) * KBX_MAZE_LEFT | (j >= top ? 1u : 0u) * KBX_MAZE_TOP;
        const uint32_t bits = kbx_maze_bits_or_none (&w->v, i, j) & counts;
        if (bits == 0)
          continue;
        hit->i = i;
        hit->j = j;
        hit->top = (bits & KBX_MAZE_LEFT) == 0;
        return true;
      }
  return false;
}

static inline uint32_t
kbx_maze_walk_bits (const kbx_maze_walk *w, int k, int32_t along, int32_t across)
{
  return kbx_maze_bits_or_none (&w->v, k == 0 ? along : across, k == 0 ? across : along);
}

/* How far an edge from line number `first` to `last` of axis k is from the rectangle's middle. */
static double
kbx_maze_walk_off (const kbx_maze_walk *w, int k, int32_t first, int32_t last,
                   const kbx_maze_walk_hit *hit)
{
  const double middle = (double) (w->lo[k] + w->hi[k]) / 2
                        + (double) w->way[k] * (double) hit->num / (double) hit->den;
  const double before = (double) kbx_maze_walk_line (w, k, first) - middle,
               past = middle - (double) kbx_maze_walk_line (w, k, last);
  return before > 0 ? before : past > 0 ? past : 0;
}

/* The wall that the leading side of axis k hits at its line, nearest to its middle: an edge on the
 * line, or one that ends there, between the cells behind it. */
static bool
kbx_maze_walk_side_meets (const kbx_maze_walk *w, int k, kbx_maze_walk_hit *hit)
{
  const bool on = w->way[k] > 0;
  const int32_t line = on ? w->to[k] + 1 : w->from[k], behind = on ? line : line - 1;
  double least = INFINITY;
  for (int32_t across = w->from[1 - k]; across <= w->to[1 - k]; across++)
    {
      const uint32_t mask = k == 0 ? KBX_MAZE_LEFT : KBX_MAZE_TOP;
      const bool met = (kbx_maze_walk_bits (w, k, line, across) & mask) != 0;
      const bool end =
        across > w->from[1 - k] && (kbx_maze_walk_bits (w, k, behind, across) & (3u - mask)) != 0;
      const int32_t along = met ? line : behind;
      if (!met && !end)
        continue;
      const double off = kbx_maze_walk_off (w, 1 - k, across, met ? across + 1 : across, hit);
      if (off >= least)
        continue;
      least = off;
      hit->axis = k;
      hit->i = k == 0 ? along : across;
      hit->j = k == 0 ? across : along;
      hit->top = met == (k == 1);
    }
  return least < INFINITY;
}

/* Both leading sides are on lines: tests the four edges at their crossing, except the two that the
 * sides test themselves. */
static bool
kbx_maze_walk_corner_meets (const kbx_maze_walk *w, kbx_maze_walk_hit *hit)
{
  const bool right = w->way[0] > 0, down = w->way[1] > 0;
  const int32_t x = right ? w->to[0] + 1 : w->from[0], y = down ? w->to[1] + 1 : w->from[1];
  const int32_t i = right ? x : x - 1, j = down ? y : y - 1;
  const bool left = (kbx_maze_bits_or_none (&w->v, x, j) & KBX_MAZE_LEFT) != 0;
  if (!left && (kbx_maze_bits_or_none (&w->v, i, y) & KBX_MAZE_TOP) == 0)
    return false;
  hit->corner = true;
  hit->axis = w->reach[0] >= w->reach[1] ? 0 : 1;
  hit->i = left ? x : i;
  hit->j = left ? j : y;
  hit->top = !left;
  return true;
}

static void
kbx_maze_walk_enter (kbx_maze_walk *w, int k)
{
  if (w->way[k] > 0)
    w->to[k]++;
  else
    w->from[k]--;
  kbx_maze_walk_aim (w, k);
}

/* The first wall hit after the start. */
static bool
kbx_maze_walk_run (kbx_maze_walk *w, kbx_maze_walk_hit *hit)
{
  const int steep = w->reach[0] >= w->reach[1] ? 0 : 1;
  for (;;)
    {
      bool on[2] = { w->next[0] < w->reach[0], w->next[1] < w->reach[1] };
      if (!on[0] && !on[1])
        return false;
      if (on[0] && on[1])
        {
          const int64_t a = w->next[0] * w->reach[1], b = w->next[1] * w->reach[0];
          on[0] = a <= b;
          on[1] = b <= a;
        }
      hit->num = on[0] ? w->next[0] : w->next[1];
      hit->den = on[0] ? w->reach[0] : w->reach[1];
      hit->corner = false;
      kbx_maze_walk_leave (w, hit->num, hit->den);
      if ((on[steep] && kbx_maze_walk_side_meets (w, steep, hit))
          || (on[1 - steep] && kbx_maze_walk_side_meets (w, 1 - steep, hit))
          || (on[0] && on[1] && kbx_maze_walk_corner_meets (w, hit)))
        return true;
      if (on[0])
        kbx_maze_walk_enter (w, 0);
      if (on[1])
        kbx_maze_walk_enter (w, 1);
    }
}

/* ---- answers ---- */

/* The wall that was hit, in pixels of the world. */
static kbx_slabs
kbx_maze_walk_wall (const kbx_maze_walk *w, const kbx_maze_walk_hit *hit)
{
  const double x = (double) kbx_maze_walk_line (w, 0, hit->i) / w->unit,
               y = (double) kbx_maze_walk_line (w, 1, hit->j) / w->unit;
  return KBX_LITERAL (kbx_slabs){ { x, y },
                                  { hit->top ? x + (double) w->v.side[0] / w->unit : x,
                                    hit->top ? y : y + (double) w->v.side[1] / w->unit } };
}

/* The touch point: on the wall, nearest to the rectangle's middle. The coordinate along the axis is
 * exact. */
static kbx_wide_vec
kbx_maze_walk_touch (const kbx_maze_walk *w, const kbx_maze_walk_hit *hit, double t)
{
  const kbx_slabs wall = kbx_maze_walk_wall (w, hit);
  const double x = (double) w->way[0] * t, y = (double) w->way[1] * t;
  kbx_wide_vec at = { kbx_nearest_shared (((double) w->lo[0] + x) / w->unit,
                                         ((double) w->hi[0] + x) / w->unit, wall.lo.x, wall.hi.x),
                      kbx_nearest_shared (((double) w->lo[1] + y) / w->unit,
                                         ((double) w->hi[1] + y) / w->unit, wall.lo.y, wall.hi.y) };
  if (!hit->top || hit->axis == 0)
    at.x = hit->top && w->way[0] < 0 ? wall.hi.x : wall.lo.x;
  if (hit->top || hit->axis == 1)
    at.y = !hit->top && w->way[1] < 0 ? wall.hi.y : wall.lo.y;
  return at;
}

/* The shortest way off the wall at the start; of equal ones right, left, down, up. */
static kbx_wide_vec
kbx_maze_walk_way_out (const kbx_maze_walk *w, const kbx_maze_walk_hit *hit)
{
  const kbx_slabs wall = kbx_maze_walk_wall (w, hit);
  const kbx_slabs slabs = {
    { wall.lo.x - (double) w->hi[0] / w->unit, wall.lo.y - (double) w->hi[1] / w->unit },
    { wall.hi.x - (double) w->lo[0] / w->unit, wall.hi.y - (double) w->lo[1] / w->unit }
  };
  double least;
  return kbx_slabs_way_out (slabs, &least);
}

/* Sets the edge that is hit, and `stop` to the distance moved, in units; `at` is in world
 * coordinates. */
static kbx_ray
kbx_maze_walk_answer (kbx_maze_walk *w, uint32_t *edge, int64_t stop[2])
{
  kbx_maze_walk_hit hit = KBX_ZEROS;
  kbx_wide_vec normal = kbx_wide_make (0, 0);
  double t = 0;
  const bool inside = kbx_maze_walk_meets (w, w->from, w->to, w->from[0] + 1, w->from[1] + 1, &hit);

  stop[0] = inside ? 0 : w->way[0];
  stop[1] = inside ? 0 : w->way[1];
  if (inside)
    {
      hit.axis = hit.top ? 1 : 0;
      normal = kbx_maze_walk_way_out (w, &hit);
    }
  else if (kbx_maze_walk_run (w, &hit))
    {
      t = (double) hit.num / (double) hit.den;
      for (int k = 0; k < 2; k++)
        stop[k] = w->reach[k] * hit.num / hit.den * (w->way[k] < 0 ? -1 : 1);
      normal = hit.axis == 0 ? kbx_wide_make (w->way[0] < 0 ? 1 : -1, 0)
                             : kbx_wide_make (0, w->way[1] < 0 ? 1 : -1);
    }
  else
    return kbx_ray_miss ();
  *edge = kbx_maze_edge (&w->v, hit.i, hit.j) + hit.top;
  kbx_ray ray = kbx_ray_hit (t, kbx_maze_walk_touch (w, &hit, t), normal);
  ray.inside = inside;
  ray.end = hit.corner;
  return ray;
}

/* ---- all movers ---- */

typedef struct {
  kbx_round round;
  const kbx_maze_view *v;
} kbx_maze_round;

/* Of hits at one fraction, the lowest edge wins. */
static void
kbx_maze_round_edge (kbx_round *round, double x, double y, double w, double h, uint32_t edge)
{
  const kbx_probe *p = &round->probe;
  const kbx_wide_vec a = kbx_wide_make (x - p->lo.x, y - p->lo.y),
                     b = kbx_wide_make (x + w - p->lo.x, y + h - p->lo.y);
  kbx_round_take (round, kbx_ray_capsule (a, b, p->radius, p->move, false), edge);
}

static void
kbx_maze_round_cell (void *data, int32_t column, int32_t row)
{
  kbx_maze_round *r = (kbx_maze_round *) data;
  const kbx_maze_view *v = r->v;
  const uint32_t bits = kbx_maze_bits_or_none (v, column, row),
                 edge = kbx_maze_edge (v, column, row);
  const double x = (double) (v->at[0] + column * v->side[0]),
               y = (double) (v->at[1] + row * v->side[1]);
  if ((bits & KBX_MAZE_LEFT) != 0)
    kbx_maze_round_edge (&r->round, x, y, 0, (double) v->side[1], edge);
  if ((bits & KBX_MAZE_TOP) != 0)
    kbx_maze_round_edge (&r->round, x, y, (double) v->side[0], 0, edge + 1);
}

static kbx_point
kbx_maze_named (const kbx_maze_view *v, int32_t i, int32_t j)
{
  return KBX_LITERAL (kbx_point){ v->first[0] + i, v->first[1] + j };
}

static void
kbx_maze_met_edge (const kbx_maze_view *v, uint32_t edge, kbx_met *met)
{
  const uint32_t row = (uint32_t) v->count[0] + 1;
  met->index = edge;
  met->cell = kbx_maze_named (v, (int32_t) (edge / 2 % row), (int32_t) (edge / 2 / row));
}

static void
kbx_maze_meet_round (const kbx_maze_view *v, const kbx_probe *probe, kbx_met *met)
{
  const kbx_cells cells = { kbx_wide_make ((double) v->at[0], (double) v->at[1]),
                            { (double) v->side[0], (double) v->side[1] },
                            { v->count[0] + 1, v->count[1] + 1 },
                            0 };
  kbx_maze_round r;
  r.v = v;
  if (kbx_round_meet (&r.round, &cells, probe, kbx_maze_round_cell, met))
    kbx_maze_met_edge (v, (uint32_t) r.round.rank, met);
}

static void
kbx_maze_meet_steps (const kbx_maze_view *v, const kbx_probe *probe, kbx_met *met)
{
  const int32_t unit = probe->kind == KBX_SHAPE_BOX ? 1 : KBX_GRID;
  const kbx_stepped steps = kbx_probe_steps (probe);
  kbx_maze_walk w;
  uint32_t edge = KBX_NONE;
  int64_t stop[2];
  kbx_maze_walk_begin (&w, v, &steps, probe->kind == KBX_SHAPE_POINT, unit);
  const kbx_ray ray = kbx_maze_walk_answer (&w, &edge, stop);
  if (!ray.hit)
    return;
  kbx_met_ray (met, kbx_wide_make (0, 0), ray);
  met->exact = true;
  met->stop = kbx_wide_make ((double) stop[0] / unit, (double) stop[1] / unit);
  kbx_maze_met_edge (v, edge, met);
}

KBX_INTERNAL void
kbx_maze_meet (const uint8_t *bytes, const kbx_probe *probe, kbx_met *met)
{
  const uint32_t class_index = kbx_load_u32 (bytes + 4);
  kbx_maze_view v = kbx_read_maze (bytes);
  if (!kbx_probe_within (probe, probe->kind == KBX_SHAPE_BOX ? (double) KBX_WORLD_LIMIT
                                                             : (double) KBX_LEVEL_LIMIT))
    {
      met->status = KBX_ERROR_ARGUMENT;
      return;
    }
  if ((probe->classes >> class_index & 1) == 0)
    return;
  v.removed = probe->change == NULL ? NULL : probe->change->removed;
  if (probe->kind == KBX_SHAPE_CIRCLE)
    kbx_maze_meet_round (&v, probe, met);
  else
    kbx_maze_meet_steps (&v, probe, met);
  met->class_index = met->hit ? class_index : KBX_NONE;
}

static int32_t
kbx_maze_cell_index (const kbx_maze_view *v, int k, double at)
{
  const int64_t cell = kbx_floor_divide (kbx_floor (at) - v->at[k], v->side[k]);
  return cell < 0 ? 0 : cell > v->count[k] ? v->count[k] : (int32_t) cell;
}

/* Boxes and points touch what enters their inside; circles and rectangles are closed. */
static bool
kbx_maze_edge_touched (const kbx_probe *p, double x, double y, double w, double h)
{
  const kbx_wide_vec centre = kbx_wide_make (p->lo.x - x, p->lo.y - y);
  if (p->kind == KBX_SHAPE_CIRCLE)
    return kbx_compare_reach (centre, kbx_wide_make (w, h), (double) p->radius * p->radius) <= 0;
  if (p->kind == KBX_SHAPE_RECT)
    return p->lo.x <= x + w && p->hi.x >= x && p->lo.y <= y + h && p->hi.y >= y;
  return w > 0 ? p->lo.x < x + w && p->hi.x > x && p->lo.y < y && p->hi.y > y
               : p->lo.y < y + h && p->hi.y > y && p->lo.x < x && p->hi.x > x;
}

KBX_INTERNAL void
kbx_maze_touched (const uint8_t *bytes, const kbx_probe *probe, kbx_found *found)
{
  const uint32_t class_index = kbx_load_u32 (bytes + 4);
  kbx_maze_view v = kbx_read_maze (bytes);
  const double reach = probe->radius, w = (double) v.side[0], h = (double) v.side[1];
  v.removed = probe->change == NULL ? NULL : probe->change->removed;
  if ((probe->kind != KBX_SHAPE_BOX && !kbx_probe_within (probe, KBX_WORLD_LIMIT))
      || (probe->classes >> class_index & 1) == 0)
    return;
  const int32_t i0 = kbx_maze_cell_index (&v, 0, probe->lo.x - reach - 1);
  const int32_t i1 = kbx_maze_cell_index (&v, 0, probe->hi.x + reach + 1);
  const int32_t j0 = kbx_maze_cell_index (&v, 1, probe->lo.y - reach - 1);
  const int32_t j1 = kbx_maze_cell_index (&v, 1, probe->hi.y + reach + 1);
  for (int32_t j = j0; j <= j1; j++)
    for (int32_t i = i0; i <= i1; i++)
      {
        const uint32_t bits = kbx_maze_bits_or_none (&v, i, j), edge = kbx_maze_edge (&v, i, j);
        const double x = (double) (v.at[0] + i * v.side[0]), y = (double) (v.at[1] + j * v.side[1]);
        const kbx_point cell = kbx_maze_named (&v, i, j);
        if ((bits & KBX_MAZE_LEFT) != 0 && kbx_maze_edge_touched (probe, x, y, 0, h))
          kbx_found_add (found, edge, class_index, cell);
        if ((bits & KBX_MAZE_TOP) != 0 && kbx_maze_edge_touched (probe, x, y, w, 0))
          kbx_found_add (found, edge + 1, class_index, cell);
      }
}

/* ---- points ---- */

/* Advances to the next cell on a point's path. Cells are half-open: going right or down, the point
 * enters a cell on its line; going left or up, only past it. */
static bool
kbx_maze_walk_step (kbx_maze_walk *w, int32_t cell[2])
{
  bool on[2];
  int64_t late[2];
  for (int k = 0; k < 2; k++)
    {
      const bool up = w->way[k] > 0;
      late[k] = w->way[k] == 0 || (up ? cell[k] >= w->v.count[k] : cell[k] < 0) ? INT64_MAX
                : up ? kbx_maze_walk_line (w, k, cell[k] + 1) - w->lo[k]
                     : w->lo[k] - kbx_maze_walk_line (w, k, cell[k]);
      on[k] = up ? late[k] <= w->reach[k] : late[k] < w->reach[k];
    }
  if (!on[0] && !on[1])
    return false;
  if (on[0] && on[1])
    {
      const int64_t a = late[0] * w->reach[1], b = late[1] * w->reach[0];
      const bool first = w->way[0] > 0, second = w->way[1] > 0;
      on[0] = a < b || (a == b && (first || !second));
      on[1] = b < a || (a == b && (second || !first));
    }
  for (int k = 0; k < 2; k++)
    if (on[k])
      cell[k] += w->way[k] > 0 ? 1 : -1;
  return true;
}

KBX_API uint32_t
kbx_maze_cells_crossed (kbx_handle maze, kbx_vec from, kbx_vec to, kbx_point *cells,
                        uint32_t capacity)
{
  const uint8_t *bytes = kbx_bytes_of (maze, KBX_MAZE);
  const bool good = bytes != NULL && kbx_float_within (from.x, KBX_LEVEL_LIMIT)
                    && kbx_float_within (from.y, KBX_LEVEL_LIMIT)
                    && kbx_float_within (to.x, KBX_LEVEL_LIMIT)
                    && kbx_float_within (to.y, KBX_LEVEL_LIMIT);
  const int64_t x = good ? kbx_to_grid (from.x) : 0, y = good ? kbx_to_grid (from.y) : 0;
  const kbx_stepped s = {
    { x, y }, { x, y }, { good ? kbx_to_grid (to.x) - x : 0, good ? kbx_to_grid (to.y) - y : 0 }
  };
  kbx_maze_walk w;
  int32_t cell[2];
  uint32_t n = 0;
  if (!good)
    return 0;
  kbx_maze_view v = kbx_read_maze (bytes);
  kbx_maze_walk_begin (&w, &v, &s, true, KBX_GRID);
  cell[0] = w.from[0];
  cell[1] = w.from[1];
  do
    if (cell[0] >= 0 && cell[1] >= 0 && cell[0] < w.v.count[0] && cell[1] < w.v.count[1]
        && n++ < capacity && cells != NULL)
      cells[n - 1] = kbx_maze_named (&w.v, cell[0], cell[1]);
  while (kbx_maze_walk_step (&w, cell));
  return n;
}

/* ---- single walls ---- */

/* Both bits of a cell, by world coordinates. */
static uint32_t
kbx_maze_cell_bits (const kbx_maze_view *v, int64_t x, int64_t y)
{
  const int64_t i = x - v->first[0], j = y - v->first[1];
  return i < 0 || j < 0 || i > v->count[0] || j > v->count[1]
           ? 0
           : kbx_maze_bits (v, (int32_t) i, (int32_t) j);
}

KBX_API uint32_t
kbx_maze_walls (kbx_handle maze, kbx_point cell)
{
  const uint8_t *bytes = kbx_bytes_of (maze, KBX_MAZE);
  if (bytes == NULL)
    return 0;
  kbx_maze_view v = kbx_read_maze (bytes);
  const uint32_t own = kbx_maze_cell_bits (&v, cell.x, cell.y);
  return ((own & KBX_MAZE_LEFT) != 0 ? (uint32_t) KBX_LEFT : 0u)
         | ((own & KBX_MAZE_TOP) != 0 ? (uint32_t) KBX_TOP : 0u)
         | ((kbx_maze_cell_bits (&v, (int64_t) cell.x + 1, cell.y) & KBX_MAZE_LEFT) != 0
              ? (uint32_t) KBX_RIGHT
              : 0u)
         | ((kbx_maze_cell_bits (&v, cell.x, (int64_t) cell.y + 1) & KBX_MAZE_TOP) != 0
              ? (uint32_t) KBX_BOTTOM
              : 0u);
}
