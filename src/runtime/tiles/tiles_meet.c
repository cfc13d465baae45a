/* SPDX-License-Identifier: MIT */
/* The hits of a mover with a layer of tiles. */
#include "runtime/levels/layers.h"
#include "runtime/tiles/tiles_sweep.h"

/* ---- rectangles and boxes ---- */

/* The touching point nearest to the mover's middle when it has reached the tile. */
static kbx_wide_vec
kbx_tiles_touch_at (const kbx_tiles_sweep *s, const kbx_probe *p, const kbx_met *met)
{
  const double unit = (double) s->unit, first = s->along_x ? s->v->top : s->v->left,
               low = first + (double) s->low / unit, high = first + (double) s->high / unit,
               x = (double) s->dx * met->t / unit, y = (double) s->dy * met->t / unit;
  return KBX_LITERAL (kbx_wide_vec){
    s->along_x ? (s->dx < 0 ? p->lo.x : p->hi.x) + met->stop.x
               : kbx_nearest_shared (p->lo.x + x, p->hi.x + x, low, high),
    !s->along_x ? (s->dy < 0 ? p->lo.y : p->hi.y) + met->stop.y
                : kbx_nearest_shared (p->lo.y + y, p->hi.y + y, low, high)
  };
}

KBX_INTERNAL void
kbx_tiles_met (const kbx_tiles_sweep *s, const kbx_probe *probe, kbx_met *met)
{
  *met = kbx_met_none ();
  if (!kbx_tiles_sweep_hit (s))
    return;
  met->hit = met->exact = true;
  met->inside = s->at < 0;
  met->end = s->rank >= 2 && !met->inside;
  met->t = kbx_tiles_sweep_fraction (s);
  kbx_tiles_met_cell (s->v, s->column, s->row, met);
  met->at = kbx_wide_make ((probe->lo.x + probe->hi.x) / 2, (probe->lo.y + probe->hi.y) / 2);
  if (met->inside)
    return;
  met->stop = kbx_wide_times (kbx_tiles_sweep_moved (s), 1 / kbx_probe_unit (probe));
  met->normal =
    s->along_x ? kbx_wide_make (s->dx < 0 ? 1 : -1, 0) : kbx_wide_make (0, s->dy < 0 ? 1 : -1);
  met->at = kbx_tiles_touch_at (s, probe, met);
}

static void
kbx_tiles_meet_steps (const kbx_tiles_view *v, const kbx_probe *probe, kbx_met *met)
{
  const kbx_stepped steps = kbx_probe_steps (probe);
  kbx_tiles_sweep s;
  kbx_tiles_sweep_start (&s, v, probe, &steps);
  kbx_tiles_sweep_run (&s, steps.way[0], steps.way[1]);
  kbx_tiles_met (&s, probe, met);
}

/* ---- circles ---- */

typedef struct {
  kbx_round round;
  const kbx_tiles_view *v;
} kbx_tiles_round;

/* The side of a one-way tile is a one-way wall for movers wholly outside it. */
static kbx_ray
kbx_tiles_round_side (const kbx_tiles_round *r, uint32_t kind, double x, double y)
{
  const kbx_probe *p = &r->round.probe;
  const kbx_wide_vec c = p->lo;
  const double w = r->v->w, h = r->v->h;
  const bool right = kind == KBX_TILE_ONE_WAY_RIGHT, bottom = kind == KBX_TILE_ONE_WAY_BOTTOM,
             top = kind == KBX_TILE_ONE_WAY_TOP;
  const double out = bottom ? c.y - (y + h) : top ? y - c.y : right ? c.x - (x + w) : x - c.x;
  const kbx_wide_vec a = kbx_wide_make (right || top ? x + w : x, right || bottom ? y + h : y);
  const kbx_wide_vec b = kbx_wide_make (right || bottom ? x + w : x,
                                        kind == KBX_TILE_ONE_WAY_LEFT || bottom ? y + h : y);
  if (out < p->radius || (top && p->drop_through))
    return kbx_ray_miss ();
  return kbx_ray_capsule (kbx_wide_minus (a, c), kbx_wide_minus (b, c), p->radius, p->move, true);
}

/* Of hits at one fraction, the first in row order wins. */
static void
kbx_tiles_round_cell (void *data, int32_t column, int32_t row)
{
  kbx_tiles_round *r = (kbx_tiles_round *) data;
  const kbx_tiles_view *v = r->v;
  const kbx_probe *p = &r->round.probe;
  const uint8_t *entry = kbx_tiles_entry (v, kbx_tiles_index (v, column, row));
  const kbx_point cell = kbx_tiles_named (v, column, row);
  const kbx_long_point corner = kbx_tiles_corner (v, cell.x, cell.y);
  const bool upright = kbx_tiles_upright (v, entry);
  const double x = (double) corner.x, y = (double) corner.y, reach = p->radius + 1;
  const double start = upright ? p->lo.x - x : p->lo.y - y,
               end = start + (upright ? p->move.x : p->move.y);
  const uint64_t rank = (uint64_t) (uint32_t) row << 32 | (uint32_t) column;
  if (!kbx_tiles_counts (entry, p->classes))
    return;
  if (v->stagger == 0 && entry[0] >= KBX_TILE_ONE_WAY_LEFT && entry[0] <= KBX_TILE_ONE_WAY_BOTTOM)
    kbx_round_take (&r->round, kbx_tiles_round_side (r, entry[0], x, y), rank);
  for (int32_t k = 0; k < kbx_tiles_strips (v, entry); k++)
    {
      const kbx_box s = kbx_tiles_strip (v, entry, k);
      const double low = (upright ? s.x0 : s.y0) - reach, high = (upright ? s.x1 : s.y1) + reach;
      if (s.x0 >= s.x1 || s.y0 >= s.y1 || (start < low && end < low)
          || (start > high && end > high))
        continue;
      KBX_STEPS (1);
      kbx_round_take (&r->round, kbx_ray_round_sides (p, x + s.x0, y + s.y0, x + s.x1, y + s.y1),
                      rank);
    }
}

static void
kbx_tiles_meet_round (const kbx_tiles_view *v, const kbx_probe *probe, kbx_met *met)
{
  const kbx_cells cells = kbx_tiles_cells_of (v);
  kbx_tiles_round r;
  r.v = v;
  if (!kbx_round_meet (&r.round, &cells, probe, kbx_tiles_round_cell, met))
    return;
  kbx_tiles_met_cell (v, (int32_t) (uint32_t) r.round.rank, (int32_t) (r.round.rank >> 32), met);
  if (met->inside)
    met->normal = kbx_wide_make (0, 0);
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
  if (probe->kind == KBX_SHAPE_POINT && v.stagger == 0)
    kbx_tiles_meet_point (&v, probe, met);
  else if (probe->kind == KBX_SHAPE_CIRCLE || probe->kind == KBX_SHAPE_POINT)
    kbx_tiles_meet_round (&v, probe, met);
  else
    kbx_tiles_meet_steps (&v, probe, met);
}
