/* SPDX-License-Identifier: MIT */
/* Mazes as plain arrays: generating one, and finding unreachable parts. `edges` are height + 1 rows
 * of width + 1 bytes, one per cell: bit 0 is a wall on the cell's left edge, bit 1 one on its top
 * edge. The last column has the right border as its left edges, the last row the lower border as
 * its top edges; other bits are ignored. Width and height are 1 to 8191. */
#ifndef KB_OPERATIONS_LEVEL_MAZE_H
#define KB_OPERATIONS_LEVEL_MAZE_H

#include <glib.h>

enum { KB_MAZE_LEFT = 1, KB_MAZE_TOP = 2 };

/* Sets all edges to a perfect maze: its border is closed, and exactly one path connects any two
 * cells. The same seed gives the same maze on every machine. Cost: linear, and 4 temporary bytes
 * per cell. Method: a random walk that backtracks when stuck (depth first), with numbers from
 * splitmix64. */
void kb_maze_generate (guint8 *edges, guint width, guint height, guint64 seed);

/* Cells that can be reached from each other without crossing a wall. */
typedef struct {
  guint first;     /* its first cell, in row order: row * width + column */
  guint cells;     /* the number of its cells */
  gboolean open;   /* it connects to the outside of the maze */
} KbMazeRegion;

/* All regions (KbMazeRegion) in the order of their first cells; a fully connected maze has one.
 * Unless it is NULL, region_of receives the number of each cell's region, row by row. Cost:
 * linear. */
GArray *kb_maze_regions (const guint8 *edges, guint width, guint height, guint32 *region_of);

#endif
