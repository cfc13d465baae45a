/* SPDX-License-Identifier: MIT */
/* Where the cells of a tile layer are on the screen, and which cell is under a place of it. Without
 * a document: plain numbers.
 *
 * Places are pixels of the level. Which cell a place is in is exact, by the rule of
 * kbx_tiles_from_screen: the place is first brought to the nearest 1/256 pixel; of cells that share
 * a corner or an edge, that with the greater i and j has it. */
#ifndef KB_OPERATIONS_LEVEL_GRID_H
#define KB_OPERATIONS_LEVEL_GRID_H

#include "document/cells.h"
#include "document/shape.h"

/* In 1/256 pixel. */
typedef struct {
  gint64 x, y;              /* the corner of cell (0, 0) */
  gint64 ix, iy, jx, jy;    /* one cell further along i, and along j */
  gint64 lift;              /* of a unit of height, upwards */
  gint64 det;               /* 0: both axes lie on one line, and there are no cells */
} KbTileGrid;

KbTileGrid kb_tile_grid_of (const KbLayer *layer);

/* Method: the inverse matrix, floor. FALSE where there are no cells. */
gboolean kb_tile_grid_cell_at (const KbTileGrid *grid, KbVec at, gint *i, gint *j);
/* The place of a corner: cell (i, j)'s own is that of (i, j). */
KbVec kb_tile_grid_corner (const KbTileGrid *grid, gint i, gint j);
/* The parallelogram of a cell that is raised by so much, from its own corner along i first. */
void kb_tile_grid_outline (const KbTileGrid *grid, gint i, gint j, guint height, KbVec corners[4]);
/* The least box around the outlines of cells on the floor. */
KbBounds kb_tile_grid_bounds (const KbTileGrid *grid, KbCellBox cells);

/* Tiles are drawn row by row, the rows in this order, and so within a row: -1: from the greatest
 * on. What is further down on the screen comes later. */
void kb_tile_grid_order (const KbTileGrid *grid, gint *way_i, gint *way_j);

/* What a cell has; 0 for what is empty. */
typedef guint32 (*KbCellRead) (gconstpointer data, gint i, gint j);
/* kb_layer_cell_at, for layers. */
guint32 kb_tile_grid_read_layer (gconstpointer layer, gint i, gint j);
/* Of the cells with a tile whose outline, raised as high as the tile is, holds the place, that
 * which is drawn last; FALSE where there is none: the cell on the floor is what to take then. Cost:
 * a look at a cell for each of the 256 heights, one without a lift. */
gboolean kb_tile_grid_pick (const KbTileGrid *grid, KbVec at, KbCellRead read, gconstpointer data,
                            gint *i, gint *j);

/* What the tiles of a layer cover, their outlines raised as high as they are: of a layer without a
 * lift, of all of its stored cells that are not empty. FALSE where all are empty. Cost: empty
 * blocks of 32 x 32 cells are passed over. */
gboolean kb_layer_screen_bounds (const KbLayer *layer, KbBounds *bounds);

#endif
