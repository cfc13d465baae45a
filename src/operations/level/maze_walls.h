/* SPDX-License-Identifier: MIT */
/* Walls of mazes along the edges of cells. Positions are corners of cells, (i, j) the top left one
 * of cell (i, j); edges outside the maze are ignored. */
#ifndef KB_OPERATIONS_LEVEL_MAZE_WALLS_H
#define KB_OPERATIONS_LEVEL_MAZE_WALLS_H

#include "document/cells.h"

typedef struct { gint i, j; } KbMazeCorner;

/* The corner nearest to a position on the level; halves round down. */
KbMazeCorner kb_maze_nearest_corner (const KbMaze *maze, KbVec at);
/* The two ends of the nearest edge, left or top one first; of equally near edges a horizontal
 * one. */
void kb_maze_nearest_edge (const KbMaze *maze, KbVec at, KbMazeCorner ends[2]);

/* Builds (or removes) walls along edges from one corner to another, on the path nearest to the
 * straight line. It takes one step at a time, along i if both are equally near. `painter` is on the
 * maze's edges. Cost: the length. */
void kb_maze_line (KbZonesPainter *painter, const KbMaze *maze, KbMazeCorner from, KbMazeCorner to,
                   gboolean wall);
/* The outline of cells [i, i + width) x [j, j + height). */
void kb_maze_box (KbZonesPainter *painter, const KbMaze *maze, KbCellBox box, gboolean wall);

#endif
