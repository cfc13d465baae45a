/* SPDX-License-Identifier: MIT */
/* From a maze's edges to the bytes that the runtime reads. */
#ifndef KB_LEVEL_MAZE_H
#define KB_LEVEL_MAZE_H

#include "document/document.h"
#include "runtime/kickbox.h"

typedef struct {
  kbx_point origin;      /* the pixel at which the corner of cell (0, 0) is */
  kbx_point first;       /* the first cell that is stored */
  guint cell_w, cell_h;  /* pixels */
  guint width, height;   /* cells */
  guint class_index;
  const guint8 *edges;   /* height + 1 rows of width + 1 cells, `stride` bytes apart: bit 0 a wall on the left, bit 1 on top */
  gsize stride;
} KbMazeForm;

/* The record of a maze (see kbx_maze_open; its layout stands in runtime/mazes/maze.h). Bits that cannot be walls are left out:
 * those above 1, the top edges of the last column, the left edges of the last row. Equal mazes give equal bytes. Cost: linear.
 * Errors: KB_ERROR_INPUT with what was expected, where a number is out of range. */
GBytes *kb_maze_pack (const KbMazeForm *form, GError **error);

#endif
