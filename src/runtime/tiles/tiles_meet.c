/* SPDX-License-Identifier: MIT */
/* The hits of a mover with a layer of tiles. */
#include "runtime/levels/layers.h"
#include "runtime/tiles/tiles_sweep.h"

/* ---- tiles ray ---- */

/* A point that moves straight through a tile layer, from cell to cell, and from pixel to pixel in
 * tiles with heights. */

/* The grid lines that the path crosses along one axis. A crossing's key is twice its fraction of
 * the path, times `whole`. It is one more if the point leaves its cell just after it (backwards,
 * since cells are half-open). So keys order all crossings of cells and pixels; equal keys are one
 * crossing of a corner. */
typedef struct {
  int64_t cell;
  int32_t sign;
  /* The next crossing's key, and the step between keys; UINT64_MAX, 0 without a move */
  uint64_t next, each;
} kbx_tiles_lines;

typedef struct { kbx_tiles_lines axis[2]; } kbx_tiles_grid;

typedef struct {
  const kbx_tiles_view *v;
  kbx_class_set classes;
  bool drop_through;
  /* From the first cell's corner, in 1/256 pixel; the move at most 2^31 */
  int64_t from[2], move[2];
  uint64_t end;
} kbx_tiles_line;

/* The length of a move along an axis, for keys; 1 if there is none. */
static uint64_t
kbx_tiles_line_whole (int64_t move)
{
  return (uint64_t) (move < 0 ? -move : move > 0 ? move : 1);
}

static kbx_tiles_grid
kbx_tiles_grid_of (const kbx_tiles_line *l, int32_t w, int32_t h)
{
  kbx_tiles_grid g;
  for (int k = 0; k < 2; k++)
    {
      const int64_t size = (int64_t) (k == 0 ? w : h) * KBX_GRID, d = l->move[k],
                    other = l->move[1 - k];
      const uint64_t scale = 2 * kbx_tiles_line_whole (other);
      kbx_tiles_lines *c = &g.axis[k];
      c->cell = kbx_floor_divide (l->from[k], size);
      c->sign = d < 0 ? -1 : d > 0;
      c->each = d == 0 ? 0 : (uint64_t) size * scale;
      c->next = d == 0 ? UINT64_MAX
                       : (uint64_t) (d < 0 ? l->from[k] - c->cell * size
                                           : (c->cell + 1) * size - l->from[k])
                             * scale
                           + (d < 0);
    }
  return g;
}

/* Makes all crossings up to a key. */
static void
kbx_tiles_grid_pass (kbx_tiles_grid *g, uint64_t key)
{
  for (int k = 0; k < 2; k++)
    {
      kbx_tiles_lines *c = &g->axis[k];
      if (c->next <= key && c->sign != 0)
        {
          const uint64_t n = (key - c->next) / c->each + 1;
          c->cell += (int64_t) n * c->sign;
          c->next += n * c->each;
        }
    }
}

/* The key at which the axis enters [0, count): 0 if inside already; UINT64_MAX if never, or after
 * the end. */
static uint64_t
kbx_tiles_lines_into (const kbx_tiles_lines *c, int64_t count, uint64_t end)
{
  const int64_t far = c->cell < 0 ? -c->cell : c->cell >= count ? c->cell - count + 1 : 0;
  if (far == 0)
    return 0;
  if (c->sign != (c->cell < 0 ? 1 : -1) || c->next > end
      || (uint64_t) (far - 1) > (end - c->next) / c->each)
    return UINT64_MAX;
  return c->next + (uint64_t) (far - 1) * c->each;
}

/* The key at which it leaves its square of `side` cells, a power of two. */
static uint64_t
kbx_tiles_grid_out (const kbx_tiles_grid *g, int64_t side)
{
  uint64_t key = UINT64_MAX;
  for (int k = 0; k < 2; k++)
    {
      const kbx_tiles_lines *c = &g->axis[k];
      const int64_t in = c->cell & (side - 1);
      const uint64_t out = c->next + (uint64_t) (c->sign < 0 ? in : side - 1 - in) * c->each;
      key = c->sign != 0 && out < key ? out : key;
    }
  return key;
}

/* Whether the crossing of this key entered the cell along the axis. */
static bool
kbx_tiles_lines_at (const kbx_tiles_lines *c, uint64_t key)
{
  return c->sign != 0 && key > 0 && c->next - c->each == key;
}

static bool
kbx_tiles_line_solid (const kbx_tiles_line *l, int64_t x, int64_t y)
{
  const kbx_tiles_view *v = l->v;
  const uint8_t *entry;
  if (x < 0 || y < 0 || x >= (int64_t) v->columns * v->w || y >= (int64_t) v->rows * v->h)
    return false;
  entry = kbx_tiles_entry (v, kbx_tiles_index (v, (int32_t) (x / v->w), (int32_t) (y / v->h)));
  return kbx_tiles_counts (entry, l->classes)
         && kbx_tiles_pixel (v, entry, (int32_t) (x % v->w), (int32_t) (y % v->h));
}

/* At a corner, the face with no solid pixel behind it wins; else the one more opposed to the
 * path. */
static bool
kbx_tiles_line_along_x (const kbx_tiles_line *l, const kbx_tiles_grid *pixels, uint64_t key)
{
  const kbx_tiles_lines *x = &pixels->axis[0], *y = &pixels->axis[1];
  const int64_t vx = l->move[0] < 0 ? -l->move[0] : l->move[0],
                vy = l->move[1] < 0 ? -l->move[1] : l->move[1];
  const bool by_x = kbx_tiles_lines_at (x, key), by_y = kbx_tiles_lines_at (y, key);
  if (!by_x || !by_y)
    return by_x;
  const bool behind_x = kbx_tiles_line_solid (l, x->cell - x->sign, y->cell);
  const bool behind_y = kbx_tiles_line_solid (l, x->cell, y->cell - y->sign);
  return behind_x != behind_y ? behind_y : vx >= vy;
}

/* Whether the path hits a solid pixel in a cell, entered at the key, before leaving it. */
static bool
kbx_tiles_line_cell (const kbx_tiles_line *l, kbx_tiles_grid *pixels, const kbx_tiles_grid *cells,
                     const uint8_t *entry, uint64_t *key, bool *along_x)
{
  const kbx_tiles_lines *x = &cells->axis[0], *y = &cells->axis[1];
  const uint64_t leaves = x->next < y->next ? x->next : y->next;
  if (entry[0] >= KBX_TILE_ONE_WAY_LEFT && entry[0] <= KBX_TILE_ONE_WAY_BOTTOM)
    {
      const bool far_side =
        entry[0] == KBX_TILE_ONE_WAY_RIGHT || entry[0] == KBX_TILE_ONE_WAY_BOTTOM;
      const kbx_tiles_lines *c =
        entry[0] == KBX_TILE_ONE_WAY_LEFT || entry[0] == KBX_TILE_ONE_WAY_RIGHT ? x : y;
      *along_x = c == x;
      kbx_tiles_grid_pass (pixels, *key);
      return kbx_tiles_lines_at (c, *key) && c->sign == (far_side ? -1 : 1)
             && !(l->drop_through && entry[0] == KBX_TILE_ONE_WAY_TOP);
    }
  for (;;)
    {
      uint64_t next;
      kbx_tiles_grid_pass (pixels, *key);
      const int64_t px = pixels->axis[0].cell - x->cell * l->v->w;
      const int64_t py = pixels->axis[1].cell - y->cell * l->v->h;
      next =
        pixels->axis[0].next < pixels->axis[1].next ? pixels->axis[0].next : pixels->axis[1].next;
      if (kbx_tiles_pixel (l->v, entry, (int32_t) px, (int32_t) py))
        {
          *along_x = kbx_tiles_line_along_x (l, pixels, *key);
          return true;
        }
      if (next >= leaves || next > l->end)
        return false;
      *key = next;
    }
}

/* Goes from cell to cell. The hit is in `cells`, `pixels`, `key`. */
static bool
kbx_tiles_line_run (const kbx_tiles_line *l, kbx_tiles_grid *cells, kbx_tiles_grid *pixels,
                    uint64_t *key, bool *along_x)
{
  const kbx_tiles_view *v = l->v;
  const uint64_t into_x = kbx_tiles_lines_into (&cells->axis[0], v->columns, l->end);
  const uint64_t into_y = kbx_tiles_lines_into (&cells->axis[1], v->rows, l->end);
  uint64_t at = into_x > into_y ? into_x : into_y;
  while (at <= l->end)
    {
      kbx_tiles_grid_pass (cells, at);
      const int64_t column = cells->axis[0].cell;
      const int64_t row = cells->axis[1].cell;
      if (column < 0 || row < 0 || column >= v->columns || row >= v->rows)
        return false;
      const bool empty = kbx_tiles_block_empty (v, (int32_t) column, (int32_t) row);
      if (!empty)
        {
          const uint8_t *entry =
            kbx_tiles_entry (v, kbx_tiles_index (v, (int32_t) column, (int32_t) row));
          *key = at;
          if (kbx_tiles_counts (entry, l->classes)
              && kbx_tiles_line_cell (l, pixels, cells, entry, key, along_x))
            return true;
        }
      at = kbx_tiles_grid_out (cells, empty ? (int64_t) KBX_TILES_SIDE : 1);
    }
  return false;
}

static void
kbx_tiles_meet_point (const kbx_tiles_view *v, const kbx_probe *probe, kbx_met *met)
{
  const kbx_stepped steps = kbx_probe_steps (probe);
  const kbx_tiles_line l = {
    v,
    probe->classes,
    probe->drop_through,
    { steps.lo[0] - (int64_t) v->left * KBX_GRID, steps.lo[1] - (int64_t) v->top * KBX_GRID },
    { steps.way[0], steps.way[1] },
    2 * kbx_tiles_line_whole (steps.way[0]) * kbx_tiles_line_whole (steps.way[1])
  };
  kbx_tiles_grid cells = kbx_tiles_grid_of (&l, v->w, v->h), pixels = kbx_tiles_grid_of (&l, 1, 1);
  uint64_t key = 0;
  bool along_x = false;
  if (!kbx_tiles_line_run (&l, &cells, &pixels, &key, &along_x))
    return;
  met->hit = true;
  met->inside = key == 0;
  met->t = (double) (key / 2) / (double) (l.end / 2);
  met->at.x = (double) steps.lo[0] / KBX_GRID + met->t * (double) l.move[0] / KBX_GRID;
  met->at.y = (double) steps.lo[1] / KBX_GRID + met->t * (double) l.move[1] / KBX_GRID;
  met->normal.x = met->inside || !along_x ? 0 : -cells.axis[0].sign;
  met->normal.y = met->inside || along_x ? 0 : -cells.axis[1].sign;
  kbx_tiles_met_cell (v, (int32_t) cells.axis[0].cell, (int32_t) cells.axis[1].cell, met);
}

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
