/* SPDX-License-Identifier: MIT */
/* Mazes as plain arrays: one to begin with, and which parts of one cannot be reached.
 *
 * `edges` are height + 1 rows of width + 1 bytes, one a cell: bit 0 is a wall on the cell's left
 * edge, bit 1 one on its top edge. The last column has the right border as its left edges, the last
 * row the lower border as its top edges; other bits are left alone. Width and height are 1 to
 * 8191. */
#ifndef KB_OPERATIONS_LEVEL_MAZE_H
#define KB_OPERATIONS_LEVEL_MAZE_H

#include <glib.h>

enum { KB_MAZE_LEFT = 1, KB_MAZE_TOP = 2 };

/* Sets all edges to a perfect maze: its border is closed, and between any two cells there is
 * exactly one way. The same seed gives the same maze on every machine. Cost: linear, and 4 bytes a
 * cell while it works. Method: a random walk that goes back where it is stuck (depth first), with
 * numbers from splitmix64. */
void kb_maze_generate (guint8 *edges, guint width, guint height, guint64 seed);

/* Cells that can be reached from each other without crossing a wall. */
typedef struct {
  guint first;     /* its first cell, in row order: row * width + column */
  guint cells;     /* how many it has */
  gboolean open;   /* it leads out of the maze */
} KbMazeRegion;

/* All regions (KbMazeRegion) in the order of their first cells; a maze in which everything can be
 * reached has one. Unless it is NULL, region_of gets the number of each cell's region, row by row.
 * Cost: linear. */
GArray *kb_maze_regions (const guint8 *edges, guint width, guint height, guint32 *region_of);

#endif
