/* SPDX-License-Identifier: MIT */
/* Cells in painted pictures, 32 x 32 of them a tile. */
#include "document/edits/cells.h"

#include <string.h>

#define CELLS_BLOCK (KB_ZONES_TILE / 2)   /* cells per side in a tile of the picture */

guint32
kb_cell_pack (const KbCell *cell)
{
  if (cell->frame == 0)
    return 0;
  return (cell->frame & KB_CELL_FRAME) | (cell->tileset & KB_MAX_TILESETS) << KB_CELL_TILESET_SHIFT
         | (cell->flip_x ? KB_CELL_FLIP_X : 0) | (cell->flip_y ? KB_CELL_FLIP_Y : 0)
         | (cell->diagonal ? KB_CELL_DIAGONAL : 0)
         | (cell->height & KB_MAX_CELL_HEIGHT) << KB_CELL_HEIGHT_SHIFT;
}

KbCell
kb_cell_unpack (guint32 cell)
{
  if (kb_cell_is_empty (cell))
    return (KbCell) { 0 };
  return (KbCell) { cell & KB_CELL_FRAME,           cell >> KB_CELL_TILESET_SHIFT & KB_MAX_TILESETS,
                   (cell & KB_CELL_FLIP_X) != 0,   (cell & KB_CELL_FLIP_Y) != 0,
                   (cell & KB_CELL_DIAGONAL) != 0, cell >> KB_CELL_HEIGHT_SHIFT };
}

static inline void
split (guint32 cell, guint8 *pixels, gsize stride)
{
  pixels[0] = cell & 255;
  pixels[1] = cell >> 8 & 255;
  pixels[stride] = cell >> 16 & 255;
  pixels[stride + 1] = cell >> 24;
}

/* --- Pictures --------------------------------------------------------------------------------- */

guint32
kb_cells_at (const KbZones *zones, gint column, gint row)
{
  if (column < 0 || row < 0 || (guint) column >= kb_zones_width (zones) / 2
      || (guint) row >= kb_zones_height (zones) / 2)
    return 0;
  const guint8 *tile = kb_zones_tile (zones, (guint) row / CELLS_BLOCK * kb_zones_columns (zones)
                                               + (guint) column / CELLS_BLOCK);
  return kb_cell_join (tile + (guint) row % CELLS_BLOCK * 2 * KB_ZONES_TILE
                         + (guint) column % CELLS_BLOCK * 2,
                       KB_ZONES_TILE);
}

void
kb_cells_copy (const KbZones *zones, gint column, gint row, guint width, guint height, guint32 *to,
               gsize stride)
{
  g_autofree guint8 *rows = g_malloc ((gsize) width * 4);
  for (guint y = 0; y < height; y++)
    {
      kb_zones_copy (zones, column * 2, (row + (gint) y) * 2, width * 2, 2, rows,
                     (gsize) width * 2);
      for (guint x = 0; x < width; x++)
        to[y * stride + x] = kb_cell_join (rows + 2 * x, (gsize) width * 2);
    }
}

static KbCellBox
bounds_of (KbPixel first, gint width, gint height)
{
  return (KbCellBox) { first.x, first.y, width, height };
}

KbCellBox
kb_layer_bounds (const KbLayer *layer)
{
  return bounds_of (layer->first, layer->width, layer->height);
}

KbCellBox
kb_maze_bounds (const KbMaze *maze)
{
  return bounds_of (maze->first, maze->width, maze->height);
}

guint32
kb_layer_cell_at (const KbLayer *layer, gint i, gint j)
{
  gint64 column = (gint64) i - layer->first.x, row = (gint64) j - layer->first.y;
  if (!layer->cells.zones || column < 0 || row < 0 || column >= layer->width
      || row >= layer->height)
    return 0;
  return kb_cells_at (layer->cells.zones, (gint) column, (gint) row);
}

static gboolean
is_in (const KbCellBox *box, gint64 i, gint64 j, gint more_i, gint more_j)
{
  return i >= box->i && j >= box->j && i < (gint64) box->i + box->width + more_i
         && j < (gint64) box->j + box->height + more_j;
}

static guint64
tiles_beyond (const KbLayer *layer, const KbCellBox *box)
{
  const guint width = (guint) layer->width;
  g_autofree guint32 *row = g_new (guint32, width);
  guint64 n = 0;
  for (gint j = 0; j < layer->height; j++)
    {
      kb_cells_copy (layer->cells.zones, 0, j, width, 1, row, width);
      for (gint i = 0; i < layer->width; i++)
        n += !kb_cell_is_empty (row[i])
             && !is_in (box, (gint64) layer->first.x + i, (gint64) layer->first.y + j, 0, 0);
    }
  return n;
}

/* A wall to the left of the first cell past a row, or above the first one past a column, is the
 * border's. */
static guint64
walls_beyond (const KbMaze *maze, const KbCellBox *box)
{
  guint64 n = 0;
  for (gint j = 0; j <= maze->height; j++)
    for (gint i = 0; i <= maze->width; i++)
      {
        guint edges = kb_zones_at (maze->edges.zones, i, j);
        gint64 x = (gint64) maze->first.x + i, y = (gint64) maze->first.y + j;
        n += j < maze->height && (edges & KB_EDGE_LEFT) && !is_in (box, x, y, 1, 0);
        n += i < maze->width && (edges & KB_EDGE_TOP) && !is_in (box, x, y, 0, 1);
      }
  return n;
}

guint64
kb_cells_beyond (const KbNode *grid, const KbCellBox *box)
{
  if (!kb_node_painted_zones (grid, NULL))
    return 0;
  return grid->kind == &kb_layer_kind ? tiles_beyond ((const KbLayer *) grid, box)
                                      : walls_beyond ((const KbMaze *) grid, box);
}

gboolean
kb_layer_is_straight (const KbLayer *layer)
{
  return layer->axis_i.x == 0 && layer->axis_i.y == 0 && layer->axis_j.x == 0
         && layer->axis_j.y == 0;
}

void
kb_layer_axes (const KbLayer *layer, KbVec *axis_i, KbVec *axis_j)
{
  const gboolean staggered = layer->stagger != KB_STAGGER_NONE,
                 columns = layer->stagger >= KB_STAGGER_ODD_COLUMNS;
  gboolean straight = kb_layer_is_straight (layer) || staggered;
  *axis_i = straight ? (KbVec) { layer->cell.x, 0 } : layer->axis_i;
  *axis_j = straight ? (KbVec) { 0, layer->cell.y } : layer->axis_j;
  if (staggered)   /* the lines overlap */
    *(columns ? &axis_i->x : &axis_j->y) =
      MIN (columns ? layer->cell.x : layer->cell.y,
           ((columns ? layer->cell.x : layer->cell.y) + layer->hex_side) / 2);
}

/* --- Strokes ---------------------------------------------------------------------------------- */

guint32
kb_cells_painter_at (const KbZonesPainter *painter, gint column, gint row)
{
  const KbZones *zones = kb_zones_painter_zones ((KbZonesPainter *) painter);
  if (column < 0 || row < 0 || (guint) column >= kb_zones_width (zones) / 2
      || (guint) row >= kb_zones_height (zones) / 2)
    return 0;
  const guint8 *tile = kb_zones_painter_tile (
    painter, (guint) row / CELLS_BLOCK * kb_zones_columns (zones) + (guint) column / CELLS_BLOCK);
  return kb_cell_join (tile + (guint) row % CELLS_BLOCK * 2 * KB_ZONES_TILE
                         + (guint) column % CELLS_BLOCK * 2,
                       KB_ZONES_TILE);
}

void
kb_cells_painter_put (KbZonesPainter *painter, gint column, gint row, guint32 cell)
{
  guint8 pixels[4];
  if (ABS ((gint64) column) > G_MAXINT16 || ABS ((gint64) row) > G_MAXINT16)
    return;
  split (cell, pixels, 2);
  kb_zones_painter_copy_in (painter, column * 2, row * 2, 2, 2, pixels, NULL, 2);
}

/* The part of a box in the picture, or FALSE if there is none. Columns may be any numbers. */
static gboolean
clip (const KbZonesPainter *painter, gint64 *x0, gint64 *y0, gint64 *x1, gint64 *y1)
{
  const KbZones *zones = kb_zones_painter_zones ((KbZonesPainter *) painter);
  *x0 = MAX (*x0, 0);
  *y0 = MAX (*y0, 0);
  *x1 = MIN (*x1, kb_zones_width (zones) / 2);
  *y1 = MIN (*y1, kb_zones_height (zones) / 2);
  return *x0 < *x1 && *y0 < *y1;
}

void
kb_cells_painter_box (KbZonesPainter *painter, gint column, gint row, gint width, gint height,
                      guint32 cell)
{
  gint64 x0 = column, y0 = row, x1 = x0 + width, y1 = y0 + height;
  guint8 block[KB_ZONES_TILE * KB_ZONES_TILE];
  if (!clip (painter, &x0, &y0, &x1, &y1))
    return;
  if (cell == 0)
    {
      kb_zones_painter_box (painter, (gint) x0 * 2, (gint) y0 * 2, (gint) (x1 - x0) * 2,
                            (gint) (y1 - y0) * 2, 0);
      return;
    }
  for (guint i = 0; i < CELLS_BLOCK * CELLS_BLOCK; i++)
    split (cell, block + i / CELLS_BLOCK * 2 * KB_ZONES_TILE + i % CELLS_BLOCK * 2, KB_ZONES_TILE);
  for (gint64 y = y0, next_y; y < y1; y = next_y)
    {
      next_y = MIN ((y / CELLS_BLOCK + 1) * CELLS_BLOCK, y1);
      for (gint64 x = x0, next_x; x < x1; x = next_x)
        {
          next_x = MIN ((x / CELLS_BLOCK + 1) * CELLS_BLOCK, x1);
          kb_zones_painter_copy_in (painter, (gint) x * 2, (gint) y * 2, (guint) (next_x - x) * 2,
                                    (guint) (next_y - y) * 2, block, NULL, KB_ZONES_TILE);
        }
    }
}

void
kb_cells_painter_copy_in (KbZonesPainter *painter, gint column, gint row, guint width, guint height,
                          const guint32 *cells, const guint8 *keep, gsize stride)
{
  gint64 x0 = column, y0 = row, x1 = x0 + width, y1 = y0 + height;
  if (!clip (painter, &x0, &y0, &x1, &y1))
    return;
  gsize n = (gsize) (x1 - x0), wide = n * 2;
  g_autofree guint8 *pixels = g_malloc (wide * 2), *stays = keep ? g_malloc (wide * 2) : NULL;
  for (gint64 y = y0; y < y1; y++)
    {
      gsize from = (gsize) (y - row) * stride + (gsize) (x0 - column);
      for (gsize x = 0; x < n; x++)
        {
          split (cells[from + x], pixels + 2 * x, wide);
          if (keep)
            split (keep[from + x] ? G_MAXUINT32 : 0, stays + 2 * x, wide);
        }
      kb_zones_painter_copy_in (painter, (gint) x0 * 2, (gint) y * 2, (guint) wide, 2, pixels,
                                stays, wide);
    }
}

/* --- Rules --- */

KbLayer *
kb_layer_source (const KbLayer *layer)
{
  const KbLevel *level = (const KbLevel *) layer->node.parent;
  if (layer->source)
    KB_EACH (KbLayer, other, level->layers)
      if (other->lasting_id == layer->source)
        return other;
  return NULL;
}

guint
kb_layer_depth (const KbLayer *layer)
{
  const KbLevel *level = (const KbLevel *) layer->node.parent;
  guint depth = 0;
  for (layer = kb_layer_source (layer); layer && depth <= level->layers->len;
       layer = kb_layer_source (layer))
    depth++;
  return depth <= level->layers->len ? depth : 0;
}

gboolean
kb_layer_is_derived (const KbLayer *layer)
{
  return layer->rules->len > 0 && kb_layer_depth (layer) > 0;
}

gint
kb_rule_side (guint n)
{
  for (gint side = 1; side <= KB_RULE_MOST; side += 2)
    if (n == (guint) (side * side))
      return side;
  return 0;
}
