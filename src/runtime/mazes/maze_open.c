/* SPDX-License-Identifier: MIT */
/* Opening a maze, what it says of itself, and its walls one by one. */
#include "runtime/about.h"
#include "runtime/blob.h"
#include "runtime/verify.h"
#include "runtime/mazes/maze.h"

KBX_INTERNAL void
kbx_about_maze (kbx_about *about, kbx_handle maze)
{
  const uint8_t *p = kbx_bytes_of (maze, KBX_MAZE);
  kbx_maze_view v;
  if (p == NULL)
    return;
  v = kbx_read_maze (p);
  about->found = true;
  about->class_index = kbx_load_u32 (p + 4);
  about->origin.x = (int32_t) v.origin[0];
  about->origin.y = (int32_t) v.origin[1];
  about->first.x = v.first[0];
  about->first.y = v.first[1];
  about->cell.w = (uint32_t) v.side[0];
  about->cell.h = (uint32_t) v.side[1];
  about->columns = (uint32_t) v.count[0];
  about->rows = (uint32_t) v.count[1];
  about->bounds.x0 = (int32_t) v.at[0];
  about->bounds.y0 = (int32_t) v.at[1];
  about->bounds.x1 = (int32_t) (v.at[0] + v.side[0] * v.count[0]);
  about->bounds.y1 = (int32_t) (v.at[1] + v.side[1] * v.count[1]);
}

/* Both bits of a cell of the world. */
static uint32_t
kbx_maze_cell_bits (const kbx_maze_view *v, int64_t x, int64_t y)
{
  const int64_t i = x - v->first[0], j = y - v->first[1];
  return i < 0 || j < 0 || i > v->count[0] || j > v->count[1] ? 0 : kbx_maze_bits (v, (int32_t) i, (int32_t) j);
}

KBX_API uint32_t
kbx_maze_walls (kbx_handle maze, kbx_point cell)
{
  kbx_maze_view v;
  uint32_t own, right, below, walls = 0;
  if (kbx_bytes_of (maze, KBX_MAZE) == NULL)
    return 0;
  v = kbx_read_maze (kbx_bytes_of (maze, KBX_MAZE));
  own = kbx_maze_cell_bits (&v, cell.x, cell.y);
  right = kbx_maze_cell_bits (&v, (int64_t) cell.x + 1, cell.y);
  below = kbx_maze_cell_bits (&v, cell.x, (int64_t) cell.y + 1);
  if ((own & KBX_MAZE_LEFT) != 0)
    walls |= KBX_LEFT;
  if ((own & KBX_MAZE_TOP) != 0)
    walls |= KBX_TOP;
  if ((right & KBX_MAZE_LEFT) != 0)
    walls |= KBX_RIGHT;
  if ((below & KBX_MAZE_TOP) != 0)
    walls |= KBX_BOTTOM;
  return walls;
}
