/* SPDX-License-Identifier: MIT */
/* The cells of layers with a grid, tiles and mazes: their positions and descriptions, and moving
 * discs among them. */
#include "runtime/bank/about.h"
#include "runtime/levels/layers.h"
#include "runtime/frames/space.h"
#include "runtime/tiles/tiles.h"

/* Each for x and y: the corner of cell (0, 0), the first stored cell, a cell's size in pixels, and
 * the number of cells. */
typedef struct { int64_t origin[2], first[2], side[2], count[2]; } kbx_grid;

/* False for straight and isometric layers, and other things. */
static bool
kbx_stagger_of (kbx_handle layer, kbx_tiles_view *v)
{
  const uint8_t *p = layer.kind == KBX_TILES ? kbx_bytes_of (layer, KBX_TILES) : NULL;
  if (p == NULL || kbx_load_u32 (p + 72) == 0)
    return false;
  kbx_read_tiles (p, v);
  return true;
}

static kbx_box
kbx_stagger_box (const kbx_tiles_view *v, int64_t i, int64_t j)
{
  const kbx_long_point at = kbx_tiles_corner (v, i, j);
  return KBX_LITERAL (kbx_box){ kbx_clamp (at.x), kbx_clamp (at.y), kbx_clamp (at.x + v->w),
                                kbx_clamp (at.y + v->h) };
}

/* Around all cells. Shifted and unshifted ones are among two neighbours at each border. */
static kbx_box
kbx_stagger_bounds (const kbx_tiles_view *v)
{
  kbx_box all = kbx_stagger_box (v, v->i, v->j);
  for (int k = 0; k < 16; k++)
    {
      const int32_t column = k & 1 ? v->columns - 1 : 0, row = k & 2 ? v->rows - 1 : 0,
                    next_column = (k & 4) != 0 && v->columns > 1 ? (k & 1 ? -1 : 1) : 0,
                    next_row = (k & 8) != 0 && v->rows > 1 ? (k & 2 ? -1 : 1) : 0;
      const kbx_box one = kbx_stagger_box (v, (int64_t) v->i + column + next_column,
                                           (int64_t) v->j + row + next_row);
      all.x0 = one.x0 < all.x0 ? one.x0 : all.x0;
      all.y0 = one.y0 < all.y0 ? one.y0 : all.y0;
      all.x1 = one.x1 > all.x1 ? one.x1 : all.x1;
      all.y1 = one.y1 > all.y1 ? one.y1 : all.y1;
    }
  return all;
}

/* Tiles and mazes store their origin and first cell at the same offsets. */
static bool
kbx_grid_of (kbx_handle layer, kbx_grid *grid)
{
  const bool tiles = layer.kind == KBX_TILES;
  const uint8_t *p = kbx_bytes_of (layer, tiles ? KBX_TILES : KBX_MAZE);
  for (int k = 0; k < 2 && p != NULL; k++)
    {
      grid->origin[k] = kbx_load_i32 (p + 8 + 4 * k);
      grid->first[k] = kbx_load_i32 (p + 16 + 4 * k);
      grid->side[k] = kbx_load_u16 (p + (tiles ? 4 : 24) + 2 * k);
      grid->count[k] = tiles ? kbx_load_u32 (p + 24 + 4 * k) : kbx_load_u16 (p + 28 + 2 * k);
    }
  return p != NULL;
}

/* The pixels of columns i0 to i1 - 1 and rows j0 to j1 - 1. */
static kbx_box
kbx_grid_box (const kbx_grid *g, int64_t i0, int64_t j0, int64_t i1, int64_t j1)
{
  return KBX_LITERAL (kbx_box){ kbx_clamp (g->origin[0] + i0 * g->side[0]),
                                kbx_clamp (g->origin[1] + j0 * g->side[1]),
                                kbx_clamp (g->origin[0] + i1 * g->side[0]),
                                kbx_clamp (g->origin[1] + j1 * g->side[1]) };
}

KBX_API kbx_point
kbx_cell_of (kbx_handle layer, kbx_point p)
{
  kbx_tiles_view v;
  kbx_grid grid;
  if (kbx_stagger_of (layer, &v))
    {
      const kbx_long_point at =
        kbx_stagger_cell (&v, (int64_t) p.x * KBX_GRID + KBX_GRID / 2,
                          (int64_t) p.y * KBX_GRID + KBX_GRID / 2);
      return KBX_LITERAL (kbx_point){ kbx_clamp (at.x), kbx_clamp (at.y) };
    }
  if (!kbx_grid_of (layer, &grid))
    return KBX_LITERAL (kbx_point){ 0, 0 };
  return KBX_LITERAL (
    kbx_point){ kbx_clamp (kbx_floor_divide (p.x - grid.origin[0], grid.side[0])),
                kbx_clamp (kbx_floor_divide (p.y - grid.origin[1], grid.side[1])) };
}

KBX_API kbx_box
kbx_cell_box (kbx_handle layer, kbx_point cell)
{
  kbx_tiles_view v;
  kbx_grid grid;
  if (kbx_stagger_of (layer, &v))
    return kbx_stagger_box (&v, cell.x, cell.y);
  return kbx_grid_of (layer, &grid)
           ? kbx_grid_box (&grid, cell.x, cell.y, (int64_t) cell.x + 1, (int64_t) cell.y + 1)
           : kbx_empty_box ();
}

/* ---- descriptions ---- */

static void
kbx_about_grid (kbx_about *about, const kbx_grid *g)
{
  about->found = true;
  about->cell.w = (uint32_t) g->side[0];
  about->cell.h = (uint32_t) g->side[1];
  about->origin.x = (int32_t) g->origin[0];
  about->origin.y = (int32_t) g->origin[1];
  about->first.x = (int32_t) g->first[0];
  about->first.y = (int32_t) g->first[1];
  about->columns = (uint32_t) g->count[0];
  about->rows = (uint32_t) g->count[1];
  about->bounds = kbx_grid_box (g, g->first[0], g->first[1], g->first[0] + g->count[0],
                                g->first[1] + g->count[1]);
}

static float kbx_tiles_real (const uint8_t *p) { return (float) kbx_load_i32 (p) / KBX_GRID; }

KBX_INTERNAL void
kbx_about_tiles (kbx_about *about, kbx_handle tiles)
{
  const uint8_t *p = kbx_bytes_of (tiles, KBX_TILES);
  kbx_tiles_view v;
  kbx_grid grid;
  if (!kbx_grid_of (tiles, &grid))
    return;
  kbx_about_grid (about, &grid);
  if (kbx_stagger_of (tiles, &v))
    {
      const bool columns = kbx_shifts_columns (&v);
      about->bounds = kbx_stagger_bounds (&v);
      about->stagger = v.stagger;
      about->hex_side =
        (uint32_t) (columns ? 2 * v.step_x - v.w : 2 * v.step_y - v.h);
    }
  about->axis_i.x = kbx_tiles_real (p + 32);
  about->axis_i.y = kbx_tiles_real (p + 36);
  about->axis_j.x = kbx_tiles_real (p + 40);
  about->axis_j.y = kbx_tiles_real (p + 44);
  about->lift = kbx_tiles_real (p + 48);
  about->tiles = kbx_load_u32 (p + 52) - 1;
  about->opacity =
    kbx_handle_record (tiles) != NULL ? kbx_read_wrld (tiles.bank, tiles.index).opacity : 0;
}

KBX_INTERNAL void
kbx_about_maze (kbx_about *about, kbx_handle maze)
{
  kbx_grid grid;
  if (!kbx_grid_of (maze, &grid))
    return;
  kbx_about_grid (about, &grid);
  about->class_index = kbx_load_u32 (kbx_bytes_of (maze, KBX_MAZE) + 4);
  about->edges = 2 * (about->columns + 1) * (about->rows + 1);
}

/* ---- moving discs ---- */

KBX_INTERNAL void
kbx_round_take (kbx_round *round, kbx_ray ray, uint64_t rank)
{
  const kbx_course course = { { 0, 0 }, round->probe.move };
  if (!kbx_ray_before (&ray, rank, &round->best, round->rank, &course))
    return;
  round->best = ray;
  round->t = ray.t;
  round->rank = rank;
}

KBX_INTERNAL bool
kbx_round_meet (kbx_round *round, const kbx_cells *cells, const kbx_probe *probe,
                kbx_cell_meet *meet, kbx_met *met)
{
  kbx_wide_vec *from = &round->probe.lo;
  round->probe = *probe;
  *from = kbx_wide_near (probe->lo, KBX_GRID);
  round->probe.move = kbx_wide_minus (
    kbx_wide_near (kbx_wide_make (probe->lo.x + probe->move.x, probe->lo.y + probe->move.y),
                   KBX_GRID),
    *from);
  round->best = kbx_ray_miss ();
  round->t = 1;
  round->rank = UINT64_MAX;
  kbx_cells_near (cells, &round->probe, &round->t, meet, round);
  if (round->best.hit)
    kbx_met_ray (met, *from, round->best);
  return round->best.hit;
}
