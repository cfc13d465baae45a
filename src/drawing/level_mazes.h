/* SPDX-License-Identifier: MIT */
/* Mazes of a level: walls along the edges of cells, and the parts of one that cannot be reached. */
#ifndef KB_LEVEL_MAZES_H
#define KB_LEVEL_MAZES_H

#include "document/model.h"
#include "drawing/marks.h"
#include "operations/level/maze_check.h"

/* `painter`: a stroke under way on its edges, which is shown in their place; NULL: none. Marked,
 * its outline is drawn too. Cost: the cells in sight; where they are smaller than two canvas
 * pixels, the device pixels. */
void kb_draw_maze (cairo_t *cr, const KbView *view, const KbStyle *style, const KbMaze *maze,
                   const KbZonesPainter *painter, guint32 colour, KbMark mark);
/* The outline of all its cells, for that which is worked on. */
void kb_draw_maze_outline (cairo_t *cr, const KbView *view, const KbStyle *style,
                           const KbMaze *maze);
/* Cells that are cut off are tinted, each part in another colour, and hatched. */
void kb_draw_maze_parts (cairo_t *cr, const KbView *view, const KbMaze *maze,
                         const KbMazeCheck *check);

/* All its cells, in pixels of the level. */
KbBounds kb_maze_place (const KbMaze *maze);

#endif
