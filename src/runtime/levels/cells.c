/* SPDX-License-Identifier: MIT */
/* The cells of layers that have a grid: tiles and mazes. */
#include "runtime/mazes/maze.h"
#include "runtime/space.h"
#include "runtime/tiles/tiles.h"

typedef struct {
  int64_t x, y; /* where the corner of cell (0, 0) is, in pixels */
  int64_t w, h; /* the size of a cell */
} kbx_grid;

static bool
kbx_grid_of (kbx_handle layer, kbx_grid *grid)
{
  const uint8_t *tiles = kbx_bytes_of (layer, KBX_TILES), *maze = kbx_bytes_of (layer, KBX_MAZE);
  kbx_maze_view v;
  if (tiles != NULL)
    {
      grid->w = kbx_load_u16 (tiles + 4);
      grid->h = kbx_load_u16 (tiles + 6);
      grid->x = kbx_load_i32 (tiles + 8);
      grid->y = kbx_load_i32 (tiles + 12);
      return true;
    }
  if (maze == NULL)
    return false;
  v = kbx_read_maze (maze);
  grid->w = v.side[0];
  grid->h = v.side[1];
  grid->x = v.origin[0];
  grid->y = v.origin[1];
  return true;
}

KBX_API kbx_point
kbx_cell_of (kbx_handle layer, kbx_point p)
{
  kbx_point cell = { 0, 0 };
  kbx_grid grid;
  if (!kbx_grid_of (layer, &grid))
    return cell;
  cell.x = kbx_clamp (kbx_floor_divide (p.x - grid.x, grid.w));
  cell.y = kbx_clamp (kbx_floor_divide (p.y - grid.y, grid.h));
  return cell;
}

KBX_API kbx_box
kbx_cell_box (kbx_handle layer, kbx_point cell)
{
  kbx_box box = { 0, 0, 0, 0 };
  kbx_grid grid;
  if (!kbx_grid_of (layer, &grid))
    return box;
  box.x0 = kbx_clamp (grid.x + cell.x * grid.w);
  box.y0 = kbx_clamp (grid.y + cell.y * grid.h);
  box.x1 = kbx_clamp (grid.x + ((int64_t) cell.x + 1) * grid.w);
  box.y1 = kbx_clamp (grid.y + ((int64_t) cell.y + 1) * grid.h);
  return box;
}
