/* SPDX-License-Identifier: MIT */
/* What a mover meets of a layer of tiles. */
#include "runtime/levels/layers.h"
#include "runtime/tiles/tiles_sweep.h"

static void
kbx_tiles_met_cell (const kbx_tiles_view *v, int32_t column, int32_t row, kbx_met *met)
{
  const kbx_point cell = kbx_tiles_named (v, column, row);
  met->cell.x = cell.x;
  met->cell.y = cell.y;
  met->class_index = kbx_tiles_class (kbx_tiles_entry (v, kbx_tiles_index (v, column, row)));
}

/* ---- rectangles and boxes ---- */

/* The middle of what touches when the mover has come to the cell; along the normal, of the mover's side. */
static kbx_wide_vec
kbx_tiles_touch_at (const kbx_tiles_sweep *s, const kbx_probe *probe, kbx_wide_vec moved)
{
  const kbx_tiles_view *v = s->v;
  const double l = v->left + (double) s->column * v->w, t = v->top + (double) s->row * v->h;
  kbx_wide_vec at;
  at.x = s->along_x ? (s->dx < 0 ? probe->lo.x : probe->hi.x) + moved.x : kbx_middle_shared (probe->lo.x + moved.x, probe->hi.x + moved.x, l, l + v->w);
  at.y = !s->along_x ? (s->dy < 0 ? probe->lo.y : probe->hi.y) + moved.y : kbx_middle_shared (probe->lo.y + moved.y, probe->hi.y + moved.y, t, t + v->h);
  return at;
}

KBX_INTERNAL void
kbx_tiles_met (const kbx_tiles_sweep *s, const kbx_probe *probe, kbx_met *met)
{
  *met = kbx_met_none ();
  if (!kbx_tiles_sweep_hit (s))
    return;
  met->hit = met->exact = true;
  met->inside = s->at < 0;
  met->t = kbx_tiles_sweep_fraction (s);
  kbx_tiles_met_cell (s->v, s->column, s->row, met);
  met->at = kbx_wide_make ((probe->lo.x + probe->hi.x) / 2, (probe->lo.y + probe->hi.y) / 2);
  if (met->inside)
    return;
  met->stop = kbx_wide_times (kbx_tiles_sweep_moved (s), 1 / kbx_probe_unit (probe));
  met->normal = s->along_x ? kbx_wide_make (s->dx < 0 ? 1 : -1, 0) : kbx_wide_make (0, s->dy < 0 ? 1 : -1);
  met->at = kbx_tiles_touch_at (s, probe, met->stop);
}

static void
kbx_tiles_meet_steps (const kbx_tiles_view *v, const kbx_probe *probe, kbx_met *met)
{
  const kbx_stepped steps = kbx_probe_steps (probe);
  kbx_tiles_sweep s;
  kbx_tiles_sweep_start (&s, v, probe->classes, probe->drop_through, (int32_t) kbx_probe_unit (probe));
  kbx_tiles_sweep_put (&s, steps.lo, steps.hi);
  kbx_tiles_sweep_run (&s, steps.way[0], steps.way[1]);
  kbx_tiles_met (&s, probe, met);
}

/* ---- circles ---- */

typedef struct {
  const kbx_tiles_view *v;
  const kbx_probe *probe;
  kbx_ray best;
  double t;
  int32_t column, row;
} kbx_tiles_round;

/* Of what is met at one fraction the first in row order counts. */
static void
kbx_tiles_round_take (kbx_tiles_round *r, kbx_ray ray, int32_t column, int32_t row)
{
  if (!ray.hit || (r->best.hit && (ray.t > r->t || (ray.t == r->t && (row > r->row || (row == r->row && column >= r->column))))))
    return;
  r->best = ray;
  r->t = ray.t;
  r->column = column;
  r->row = row;
}

/* The side of a one-way tile is a one-way wall, for what is wholly outside of it. */
static void
kbx_tiles_round_side (kbx_tiles_round *r, const uint8_t *entry, double x, double y, int32_t column, int32_t row)
{
  const kbx_wide_vec c = r->probe->lo;
  const double w = r->v->w, h = r->v->h, radius = r->probe->radius;
  const uint32_t kind = entry[0];
  const bool right = kind == KBX_TILE_ONE_WAY_RIGHT, bottom = kind == KBX_TILE_ONE_WAY_BOTTOM;
  const bool level = kind == KBX_TILE_ONE_WAY_TOP || bottom;
  const double out = level ? bottom ? c.y - (y + h) : y - c.y : right ? c.x - (x + w) : x - c.x;
  kbx_wide_vec a, b;
  if (out < radius || (kind == KBX_TILE_ONE_WAY_TOP && r->probe->drop_through))
    return;
  a = kbx_wide_make (right || kind == KBX_TILE_ONE_WAY_TOP ? x + w : x, right || bottom ? y + h : y);
  b = kbx_wide_make (right || bottom ? x + w : x, kind == KBX_TILE_ONE_WAY_LEFT || bottom ? y + h : y);
  kbx_tiles_round_take (r, kbx_ray_capsule (kbx_wide_minus (a, c), kbx_wide_minus (b, c), radius, r->probe->move, true), column, row);
}

/* The columns or rows of pixels of a tile of heights, each a rectangle. */
static void
kbx_tiles_round_heights (kbx_tiles_round *r, const uint8_t *entry, double x, double y, int32_t column, int32_t row)
{
  const bool upright = entry[0] >= KBX_TILE_HEIGHTS_TOP, near_end = entry[0] == KBX_TILE_HEIGHTS_LEFT || entry[0] == KBX_TILE_HEIGHTS_TOP;
  const uint8_t *profile = r->v->profiles + 2 * (size_t) kbx_load_u32 (entry + 4);
  const kbx_probe *p = r->probe;
  const double start = upright ? p->lo.x - x : p->lo.y - y, end = start + (upright ? p->move.x : p->move.y), reach = p->radius + 1;
  const int32_t side = upright ? r->v->w : r->v->h, depth = upright ? r->v->h : r->v->w;
  for (int32_t k = 0; k < side; k++)
    {
      const int32_t height = kbx_load_u16 (profile + 2 * (size_t) k), from = near_end ? 0 : depth - height;
      if (height == 0 || (start < k - reach && end < k - reach) || (start > k + 1 + reach && end > k + 1 + reach))
        continue;
      KBX_STEPS (1);
      if (upright)
        kbx_tiles_round_take (r, kbx_ray_round_sides (p, x + k, y + from, x + k + 1, y + from + height), column, row);
      else
        kbx_tiles_round_take (r, kbx_ray_round_sides (p, x + from, y + k, x + from + height, y + k + 1), column, row);
    }
}

static void
kbx_tiles_round_cell (void *data, int32_t column, int32_t row)
{
  kbx_tiles_round *r = (kbx_tiles_round *) data;
  const kbx_tiles_view *v = r->v;
  const uint8_t *entry = kbx_tiles_entry (v, kbx_tiles_index (v, column, row));
  const double x = v->left + (double) column * v->w, y = v->top + (double) row * v->h;
  if (!kbx_tiles_counts (entry, r->probe->classes))
    return;
  if (entry[0] == KBX_TILE_FULL)
    kbx_tiles_round_take (r, kbx_ray_round_sides (r->probe, x, y, x + v->w, y + v->h), column, row);
  else if (entry[0] >= KBX_TILE_HEIGHTS_LEFT)
    kbx_tiles_round_heights (r, entry, x, y, column, row);
  else
    kbx_tiles_round_side (r, entry, x, y, column, row);
}

static void
kbx_tiles_meet_round (const kbx_tiles_view *v, const kbx_probe *probe, kbx_met *met)
{
  kbx_probe on = *probe;
  kbx_tiles_round round;
  kbx_cells cells;
  on.lo = kbx_wide_near (probe->lo, KBX_GRID);
  on.move = kbx_wide_minus (kbx_wide_near (kbx_wide_make (probe->lo.x + probe->move.x, probe->lo.y + probe->move.y), KBX_GRID), on.lo);
  cells.first = kbx_wide_make (v->left, v->top);
  cells.side[0] = v->w;
  cells.side[1] = v->h;
  cells.count[0] = v->columns;
  cells.count[1] = v->rows;
  round.v = v;
  round.probe = &on;
  round.best = kbx_ray_miss ();
  round.t = 1;
  round.column = round.row = 0;
  kbx_cells_near (&cells, &on, &round.t, kbx_tiles_round_cell, &round);
  if (!round.best.hit)
    return;
  kbx_met_ray (met, on.lo, round.best);
  kbx_tiles_met_cell (v, round.column, round.row, met);
}

/* ---- all movers ---- */

KBX_INTERNAL void
kbx_tiles_meet (const uint8_t *bytes, const kbx_probe *probe, kbx_met *met)
{
  kbx_tiles_view v;
  if (probe->kind != KBX_SHAPE_BOX && !kbx_probe_within (probe, KBX_WORLD_LIMIT))
    {
      met->status = KBX_ERROR_ARGUMENT;
      return;
    }
  kbx_read_tiles (bytes, &v);
  v.change = probe->change;
  if (probe->kind == KBX_SHAPE_POINT)
    kbx_tiles_meet_point (&v, probe, met);
  else if (probe->kind == KBX_SHAPE_CIRCLE)
    kbx_tiles_meet_round (&v, probe, met);
  else
    kbx_tiles_meet_steps (&v, probe, met);
}
