/* SPDX-License-Identifier: MIT */
/* Walls of mazes along the edges of cells. Places are corners of cells, (i, j) the top left one of
 * cell (i, j); edges outside of the maze are dropped. */
#ifndef KB_OPERATIONS_LEVEL_MAZE_WALLS_H
#define KB_OPERATIONS_LEVEL_MAZE_WALLS_H

#include "document/cells.h"

typedef struct { gint i, j; } KbMazeCorner;

/* The nearest to a place on the level, of all that there are; on the half the lower. */
KbMazeCorner kb_maze_nearest_corner (const KbMaze *maze, KbVec at);
/* The two ends of the nearest edge, left or top one first; of edges that are as near a level
 * one. */
void kb_maze_nearest_edge (const KbMaze *maze, KbVec at, KbMazeCorner ends[2]);

/* Builds (or takes down) walls along edges from one corner to another, the way that stays nearest
 * to the straight line: one step at a time, first along i where both are as near. `painter` is on
 * the maze's edges. Cost: the length. */
void kb_maze_line (KbZonesPainter *painter, const KbMaze *maze, KbMazeCorner from, KbMazeCorner to,
                   gboolean wall);
/* The outline of cells [i, i + width) x [j, j + height). */
void kb_maze_box (KbZonesPainter *painter, const KbMaze *maze, KbCellBox box, gboolean wall);

#endif
