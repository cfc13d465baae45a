/* SPDX-License-Identifier: MIT */
/* Cells on the screen, in integers. */
#include "operations/level/grid.h"

#include <math.h>

#define GRID 256
#define GRID_FAR 4194304.0       /* pixels: positions are clamped to this, so that products fit */
#define GRID_BLOCK (KB_ZONES_TILE / 2)

static gint64
to_grid (double v)
{
  return llround (CLAMP (v, -GRID_FAR, GRID_FAR) * GRID);
}

static gint64
floor_divide (gint64 a, gint64 b)
{
  gint64 q = a / b;
  return q * b > a ? q - 1 : q;   /* b > 0 */
}

KbTileGrid
kb_tile_grid_of (const KbLayer *layer)
{
  KbVec i, j;
  kb_layer_axes (layer, &i, &j);
  KbTileGrid grid = { (gint64) layer->origin.x * GRID,
                      (gint64) layer->origin.y * GRID,
                      to_grid (i.x),
                      to_grid (i.y),
                      to_grid (j.x),
                      to_grid (j.y),
                      to_grid (layer->lift),
                      0,
                      layer->stagger,
                      (gint64) layer->cell.x * GRID,
                      (gint64) layer->cell.y * GRID };
  grid.det = grid.ix * grid.jy - grid.iy * grid.jx;
  return grid;
}

/* ---- staggered cells ---- */

/* A line is a row or column. Its cells are `wide` each, and its upper, or left, slanted edges are
 * in its first `slant`. */
typedef struct {
  gboolean columns;
  gint64 wide, step, slant;
} Lines;

static Lines
lines_of (const KbTileGrid *grid)
{
  const gboolean columns = kb_tile_grid_shifts_columns (grid);
  const gint64 step = columns ? grid->ix : grid->jy;
  return (Lines) { columns, columns ? grid->high : grid->wide, step,
                  (columns ? grid->wide : grid->high) - step };
}

static gint64
cell_along (const KbTileGrid *grid, const Lines *lines, gint64 line, gint64 along,
            gint64 *from_middle)
{
  const gint64 half = lines->wide / 2,
               at = along - (kb_tile_grid_is_shifted (grid, line) ? half : 0),
               cell = floor_divide (at, lines->wide);
  *from_middle = at - cell * lines->wide - half;
  return cell;
}

/* Relative to the grid's corner. Above the slanted edges it is in a cell of the line before. */
static void
staggered_at (const KbTileGrid *grid, gint64 x, gint64 y, gint64 *i, gint64 *j)
{
  const Lines lines = lines_of (grid);
  const gint64 across = lines.columns ? x : y, along = lines.columns ? y : x;
  gint64 line = floor_divide (across, lines.step), middle,
         cell = cell_along (grid, &lines, line, along, &middle);
  const gint64 in = (across - line * lines.step) * (lines.wide / 2),
               edge = lines.slant * ABS (middle);
  if (in < edge || (in == edge && lines.columns && middle >= 0 && lines.slant > 0))
    cell = cell_along (grid, &lines, --line, along, &middle);
  *i = lines.columns ? line : cell;
  *j = lines.columns ? cell : line;
}

/* For a position in 1/256 pixel. */
static gboolean
cell_at (const KbTileGrid *grid, gint64 x, gint64 y, gint *i, gint *j)
{
  gint64 sign = grid->det < 0 ? -1 : 1;
  if (grid->det == 0)
    return FALSE;
  x -= grid->x;
  y -= grid->y;
  if (grid->stagger != KB_STAGGER_NONE)
    {
      gint64 column, row;
      staggered_at (grid, x, y, &column, &row);
      *i = (gint) CLAMP (column, G_MININT / 2, G_MAXINT / 2);
      *j = (gint) CLAMP (row, G_MININT / 2, G_MAXINT / 2);
      return TRUE;
    }
  *i = (gint) CLAMP (floor_divide (sign * (x * grid->jy - y * grid->jx), sign * grid->det),
                     G_MININT / 2, G_MAXINT / 2);
  *j = (gint) CLAMP (floor_divide (sign * (y * grid->ix - x * grid->iy), sign * grid->det),
                     G_MININT / 2, G_MAXINT / 2);
  return TRUE;
}

gboolean
kb_tile_grid_cell_at (const KbTileGrid *grid, KbVec at, gint *i, gint *j)
{
  return cell_at (grid, to_grid (at.x), to_grid (at.y), i, j);
}

KbVec
kb_tile_grid_corner (const KbTileGrid *grid, gint i, gint j)
{
  gint64 x, y;
  kb_tile_grid_place (grid, i, j, &x, &y);
  return (KbVec) { (double) x / GRID, (double) y / GRID };
}

static void
hexagon_of (const KbTileGrid *grid, KbVec at, KbVec corners[KB_CELL_CORNERS])
{
  const Lines lines = lines_of (grid);
  const double w = (double) grid->wide / GRID, h = (double) grid->high / GRID,
               slant = (double) lines.slant / GRID;
  const KbVec rows[] = { { 0, h - slant }, { 0, slant },     { w / 2, 0 },
                         { w, slant },     { w, h - slant }, { w / 2, h } };
  const KbVec columns[] = { { 0, h / 2 }, { slant, 0 },     { w - slant, 0 },
                            { w, h / 2 }, { w - slant, h }, { slant, h } };
  for (guint k = 0; k < KB_CELL_CORNERS; k++)
    {
      const KbVec corner = lines.columns ? columns[k] : rows[k];
      corners[k] = (KbVec) { at.x + corner.x, at.y + corner.y };
    }
}

guint
kb_tile_grid_neighbours (const KbTileGrid *grid, gint i, gint j, gint cells[6][2])
{
  const Lines lines = lines_of (grid);
  const gboolean staggered = grid->stagger != KB_STAGGER_NONE;
  const gint shift = kb_tile_grid_is_shifted (grid, lines.columns ? i : j);
  guint n = 0;
  for (gint line = -1; line <= 1; line++)
    for (gint along = -1; along <= 1; along++)
      {
        const gboolean edge = !staggered ? (line == 0) != (along == 0)
                              : line     ? along == shift || along == shift - 1
                                         : along && lines.slant < lines.step;
        if (!edge)
          continue;
        cells[n][0] = i + (lines.columns ? line : along);
        cells[n++][1] = j + (lines.columns ? along : line);
      }
  return n;
}

guint
kb_tile_grid_outline (const KbTileGrid *grid, gint i, gint j, guint height,
                      KbVec corners[KB_CELL_CORNERS])
{
  double raise = (double) (grid->lift * (gint64) height) / GRID;
  const gboolean staggered = grid->stagger != KB_STAGGER_NONE;
  if (staggered)
    {
      hexagon_of (grid, kb_tile_grid_corner (grid, i, j), corners);
      for (guint k = 0; k < KB_CELL_CORNERS; k++)
        corners[k].y -= raise;
      return KB_CELL_CORNERS;
    }
  corners[0] = kb_tile_grid_corner (grid, i, j);
  corners[1] = kb_tile_grid_corner (grid, i + 1, j);
  corners[2] = kb_tile_grid_corner (grid, i + 1, j + 1);
  corners[3] = kb_tile_grid_corner (grid, i, j + 1);
  for (guint k = 0; k < 4; k++)
    corners[k].y -= raise;
  return 4;
}

/* Shifted and unshifted cells are among the two at each border. */
static KbBounds
staggered_bounds (const KbTileGrid *grid, KbCellBox cells)
{
  KbBounds bounds = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };
  const gint columns[] = { 0, MIN (1, cells.width - 1), MAX (cells.width - 2, 0),
                           cells.width - 1 },
             rows[] = { 0, MIN (1, cells.height - 1), MAX (cells.height - 2, 0),
                        cells.height - 1 };
  for (gint k = 0; k < (cells.width == 1 && cells.height == 1 ? 1 : 16); k++)
    {
      const KbVec p = kb_tile_grid_corner (grid, cells.i + columns[k % 4], cells.j + rows[k / 4]);
      bounds = (KbBounds) { MIN (bounds.x0, p.x), MIN (bounds.y0, p.y),
                           MAX (bounds.x1, p.x + (double) grid->wide / GRID),
                           MAX (bounds.y1, p.y + (double) grid->high / GRID) };
    }
  return bounds;
}

KbBounds
kb_tile_grid_bounds (const KbTileGrid *grid, KbCellBox cells)
{
  KbBounds bounds = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };
  if (grid->stagger != KB_STAGGER_NONE)
    return staggered_bounds (grid, cells);
  for (gint k = 0; k < 4; k++)
    {
      KbVec p = kb_tile_grid_corner (grid, cells.i + (k % 2 ? cells.width : 0),
                                     cells.j + (k / 2 ? cells.height : 0));
      bounds = (KbBounds) { MIN (bounds.x0, p.x), MIN (bounds.y0, p.y), MAX (bounds.x1, p.x),
                           MAX (bounds.y1, p.y) };
    }
  return bounds;
}

void
kb_tile_grid_order (const KbTileGrid *grid, gint *way_i, gint *way_j)
{
  /* Straight down the screen, i grows by -jx / det and j by ix / det. */
  *way_i = grid->jx != 0 && (grid->jx > 0) == (grid->det > 0) ? -1 : 1;
  *way_j = grid->ix != 0 && (grid->ix < 0) == (grid->det > 0) ? -1 : 1;
}

guint32
kb_tile_grid_read_layer (gconstpointer layer, gint i, gint j)
{
  return kb_layer_cell_at (layer, i, j);
}

gboolean
kb_tile_grid_pick (const KbTileGrid *grid, KbVec at, KbCellRead read, gconstpointer data, gint *i,
                   gint *j)
{
  gint64 x = to_grid (at.x), y = to_grid (at.y);
  gint way_i, way_j;
  gboolean found = FALSE;
  kb_tile_grid_order (grid, &way_i, &way_j);
  for (guint height = 0; height < 256; height++)
    {
      gint column, row;
      if (!cell_at (grid, x, y + grid->lift * (gint64) height, &column, &row))
        return FALSE;
      guint32 cell = read (data, column, row);
      if (kb_cell_is_empty (cell) || (grid->lift && cell >> KB_CELL_HEIGHT_SHIFT != height))
        continue;
      if (!found || way_j * (row - *j) > 0 || (row == *j && way_i * (column - *i) > 0))
        {
          *i = column;
          *j = row;
        }
      found = TRUE;
      if (!grid->lift)
        break;
    }
  return found;
}

/* ---- bounds of a layer ---- */

/* Includes the cells of one block; for a grid without lift, only the columns and rows they span. */
static void
take_block (const KbTileGrid *grid, const KbLayer *layer, guint column, guint row, KbBounds *bounds)
{
  const KbZones *zones = layer->cells.zones;
  const guint8 *block = kb_zones_tile (zones, row * kb_zones_columns (zones) + column);
  guint width = MIN (GRID_BLOCK, (guint) layer->width - column * GRID_BLOCK),
        height = MIN (GRID_BLOCK, (guint) layer->height - row * GRID_BLOCK);
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      {
        guint32 cell = kb_cell_join (block + y * 2 * KB_ZONES_TILE + x * 2, KB_ZONES_TILE);
        if (kb_cell_is_empty (cell))
          continue;
        gint i = layer->first.x + (gint) (column * GRID_BLOCK + x),
             j = layer->first.y + (gint) (row * GRID_BLOCK + y);
        double raise = (double) (grid->lift * (gint64) (cell >> KB_CELL_HEIGHT_SHIFT)) / GRID;
        KbBounds one = kb_tile_grid_bounds (grid, (KbCellBox) { i, j, 1, 1 });
        *bounds = (KbBounds) { MIN (bounds->x0, one.x0), MIN (bounds->y0, one.y0 - raise),
                              MAX (bounds->x1, one.x1), MAX (bounds->y1, one.y1 - raise) };
      }
}

/* Whether the bounds include the whole block already. */
static gboolean
is_inside (const KbTileGrid *grid, const KbLayer *layer, guint column, guint row,
           const KbBounds *bounds)
{
  KbBounds block = kb_tile_grid_bounds (
    grid, (KbCellBox){ layer->first.x + (gint) (column * GRID_BLOCK),
                       layer->first.y + (gint) (row * GRID_BLOCK), GRID_BLOCK, GRID_BLOCK });
  double raise = (double) (grid->lift * KB_MAX_CELL_HEIGHT) / GRID;
  return block.x0 >= bounds->x0 && block.x1 <= bounds->x1 && block.y0 - MAX (raise, 0) >= bounds->y0
         && block.y1 - MIN (raise, 0) <= bounds->y1;
}

gboolean
kb_layer_screen_bounds (const KbLayer *layer, KbBounds *bounds)
{
  const KbZones *zones = layer->cells.zones;
  KbTileGrid grid = kb_tile_grid_of (layer);
  KbBounds all = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };
  if (!zones || grid.det == 0 || kb_zones_width (zones) != 2 * (guint) layer->width
      || kb_zones_height (zones) != 2 * (guint) layer->height)
    return FALSE;
  guint columns = kb_zones_columns (zones), rows = kb_zones_rows (zones);
  for (guint row = 0; row < rows; row++)
    for (guint column = 0; column < columns; column++)
      if (kb_zones_tile_value (zones, row * columns + column) != 0
          && !is_inside (&grid, layer, column, row, &all))
        take_block (&grid, layer, column, row, &all);
  *bounds = all;
  return all.x0 < all.x1;
}
