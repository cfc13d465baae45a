/* SPDX-License-Identifier: MIT */
/* The walls of a maze, one by one. */
#include "runtime/mazes/maze.h"

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
  const uint8_t *bytes = kbx_bytes_of (maze, KBX_MAZE);
  kbx_maze_view v;
  uint32_t own;
  if (bytes == NULL)
    return 0;
  v = kbx_read_maze (bytes);
  own = kbx_maze_cell_bits (&v, cell.x, cell.y);
  return ((own & KBX_MAZE_LEFT) != 0 ? (uint32_t) KBX_LEFT : 0u) | ((own & KBX_MAZE_TOP) != 0 ? (uint32_t) KBX_TOP : 0u) |
         ((kbx_maze_cell_bits (&v, (int64_t) cell.x + 1, cell.y) & KBX_MAZE_LEFT) != 0 ? (uint32_t) KBX_RIGHT : 0u) |
         ((kbx_maze_cell_bits (&v, cell.x, (int64_t) cell.y + 1) & KBX_MAZE_TOP) != 0 ? (uint32_t) KBX_BOTTOM : 0u);
}
