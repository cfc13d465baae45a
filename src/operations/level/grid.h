/* SPDX-License-Identifier: MIT */
/* Where the cells of a tile layer are on the screen, and the cell at a position in pixels of the
 * level. It is exact, by the rule of kbx_tiles_from_screen, for positions rounded to 1/256 pixel.
 * On a shared edge the cell with the greater i and j wins; of staggered cells the lower one.
 *
 * Staggered cells are hexagons or diamonds in boxes that overlap. Rows, or columns, are less than a
 * cell apart, and every second one is shifted by half a cell. */
#ifndef KB_OPERATIONS_LEVEL_GRID_H
#define KB_OPERATIONS_LEVEL_GRID_H

#include "document/edits/cells.h"
#include "document/shapes/shape.h"

/* In 1/256 pixel. */
typedef struct {
  gint64 x, y;              /* the corner of cell (0, 0) */
  gint64 ix, iy, jx, jy;    /* one cell along i, and along j */
  gint64 lift;              /* per unit of height, upwards */
  gint64 det;               /* 0: both axes are parallel, and there are no cells */
  gint stagger;             /* KbStagger */
  gint64 wide, high;        /* of the box around a staggered cell */
} KbTileGrid;

KbTileGrid kb_tile_grid_of (const KbLayer *layer);

static inline gboolean
kb_tile_grid_shifts_columns (const KbTileGrid *grid)
{
  return grid->stagger >= KB_STAGGER_ODD_COLUMNS;
}

/* Of a column or row. */
static inline gboolean
kb_tile_grid_is_shifted (const KbTileGrid *grid, gint64 line)
{
  return grid->stagger != KB_STAGGER_NONE && (line & 1) == (grid->stagger & 1);
}

/* The corner of a cell: of its box where staggered. In 1/256 pixel. */
static inline void
kb_tile_grid_place (const KbTileGrid *grid, gint64 i, gint64 j, gint64 *x, gint64 *y)
{
  const gboolean columns = kb_tile_grid_shifts_columns (grid),
                 shifted = kb_tile_grid_is_shifted (grid, columns ? i : j);
  *x = grid->x + i * grid->ix + j * grid->jx + (shifted && !columns ? grid->wide / 2 : 0);
  *y = grid->y + i * grid->iy + j * grid->jy + (shifted && columns ? grid->high / 2 : 0);
}

/* Method: the inverse matrix, floor. Returns FALSE if there are no cells. */
gboolean kb_tile_grid_cell_at (const KbTileGrid *grid, KbVec at, gint *i, gint *j);
/* The position of a corner: cell (i, j)'s own is that of (i, j). Of the box of a staggered cell. */
KbVec kb_tile_grid_corner (const KbTileGrid *grid, gint i, gint j);
/* The parallelogram of a raised cell, from its own corner along i first; 4. The hexagon of a
 * staggered one, clockwise from its left side, or slanted upper left one; 6. */
#define KB_CELL_CORNERS 6
guint kb_tile_grid_outline (const KbTileGrid *grid, gint i, gint j, guint height,
                            KbVec corners[KB_CELL_CORNERS]);
/* The cells across the edges of a cell: 4, or 6 of hexagons. */
guint kb_tile_grid_neighbours (const KbTileGrid *grid, gint i, gint j, gint cells[6][2]);
/* The bounding box of the outlines of cells on the floor. */
KbBounds kb_tile_grid_bounds (const KbTileGrid *grid, KbCellBox cells);

/* The drawing order of rows, and within a row: -1: descending. Cells further down the screen come
 * later. */
void kb_tile_grid_order (const KbTileGrid *grid, gint *way_i, gint *way_j);

/* Returns a cell's value, or 0 if it is empty. */
typedef guint32 (*KbCellRead) (gconstpointer data, gint i, gint j);
/* kb_layer_cell_at, for layers. */
guint32 kb_tile_grid_read_layer (gconstpointer layer, gint i, gint j);
/* Among the cells whose tile's raised outline contains the position, the one drawn last. Returns
 * FALSE if there is none: then use the cell on the floor. Cost: a cell read for each of the 256
 * heights, a single one without lift. */
gboolean kb_tile_grid_pick (const KbTileGrid *grid, KbVec at, KbCellRead read, gconstpointer data,
                            gint *i, gint *j);

/* The bounds of a layer's tiles with their outlines raised by their heights. Without lift, they are
 * those of all non-empty stored cells. Returns FALSE if all are empty. Cost: empty blocks of 32 x
 * 32 cells are skipped. */
gboolean kb_layer_screen_bounds (const KbLayer *layer, KbBounds *bounds);

#endif
