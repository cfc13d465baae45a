/* SPDX-License-Identifier: MIT */
/* Mazes of a level: walls along the edges of cells, and parts that cannot be reached. */
#ifndef KB_LEVEL_MAZES_H
#define KB_LEVEL_MAZES_H

#include "document/model.h"
#include "drawing/marks.h"
#include "operations/level/maze_check.h"

/* `painter`: a current stroke on its edges, drawn instead of them; NULL: none. Marked, the outline
 * is drawn too. Cost: the visible cells; for cells smaller than two canvas pixels, the device
 * pixels. */
void kb_draw_maze (cairo_t *cr, const KbView *view, const KbStyle *style, const KbMaze *maze,
                   const KbZonesPainter *painter, guint32 colour, KbMark mark);
/* The outline of all its cells, for the active maze. */
void kb_draw_maze_outline (cairo_t *cr, const KbView *view, const KbStyle *style,
                           const KbMaze *maze);
/* Tints and hatches unreachable cells, each part in a colour of its own. */
void kb_draw_maze_parts (cairo_t *cr, const KbView *view, const KbMaze *maze,
                         const KbMazeCheck *check);

/* The bounds of all its cells, in pixels of the level. */
KbBounds kb_maze_place (const KbMaze *maze);

#endif
