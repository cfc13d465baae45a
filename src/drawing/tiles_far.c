/* SPDX-License-Identifier: MIT */
/* Plain layers far away: device pixels, one by one, are asked for the cells in them. */
#include "drawing/tiles_private.h"

#define MANY_CELLS 1.5        /* along a device pixel */

/* The colours of a row of cells at the places in it that are looked at, two a device pixel. */
typedef struct { gint j; guint32 *colours[2]; } ColourRow;

typedef struct {
  gint i0, i1;                /* the columns in sight, */
  gint *places[2];            /* and which of these is looked at, counted from i0, at one and at three quarters: n for none */
  int width;                  /* device pixels */
  guint32 *cells, *colours;   /* room for n + 1, or for `width` where cells are so small that few are looked at */
} Far;

static gint
cell_of (gint place, gint64 origin, gint64 step)
{
  gint64 at = (gint64) place * 256 - origin, q = at / step;
  return (gint) (q * step > at ? q - 1 : q);
}

/* Only the cells of a row that are looked at. */
static void
read_places (const KbTilesDrawing *d, const Far *far, gint j, const gint *places, guint32 *to)
{
  const guint8 *block = NULL;
  gint row = j - d->cells.j, n = far->i1 - far->i0;
  guint across = ((guint) d->cells.width + KB_TILES_BLOCK - 1) / KB_TILES_BLOCK, known = G_MAXUINT;
  for (int k = 0; k < far->width; k++)
    {
      guint column = (guint) (far->i0 - d->cells.i + places[k]);
      if (places[k] < n && column / KB_TILES_BLOCK != known)
        {
          known = column / KB_TILES_BLOCK;
          block = kb_tiles_block_at (d, (guint) row / KB_TILES_BLOCK * across + known) + (guint) row % KB_TILES_BLOCK * 2 * KB_ZONES_TILE;
        }
      to[k] = places[k] < n ? kb_cell_join (block + column % KB_TILES_BLOCK * 2, KB_ZONES_TILE) : 0;
    }
}

/* Of the places of one side, or of both. */
static void
fill_row (const KbTilesDrawing *d, const Far *far, ColourRow *row, gint j, guint sides)
{
  gint n = far->i1 - far->i0;
  gboolean few = sides != 3 && far->width < n && !d->stamp;
  row->j = j;
  if (few && j >= d->cells.j && j < d->cells.j + d->cells.height)
    {
      read_places (d, far, j, far->places[sides - 1], far->cells);
      kb_tile_pictures_colours (d->pictures, far->cells, (guint) far->width, row->colours[sides - 1]);
      return;
    }
  kb_tiles_read_row (d, j, far->i0, (guint) n, far->cells);
  kb_tile_pictures_colours (d->pictures, far->cells, (guint) n, far->colours);
  far->colours[n] = 0;
  for (guint side = 0; side < 2; side++)
    for (int k = 0; k < far->width && sides & 1u << side; k++)
      row->colours[side][k] = far->colours[far->places[side][k]];
}

/* That of row j, one of two that are kept. */
static const ColourRow *
row_of (const KbTilesDrawing *d, const Far *far, ColourRow rows[2], gint j, guint sides)
{
  ColourRow *row = rows[0].j == j ? &rows[0] : rows[1].j == j ? &rows[1] : &rows[j & 1];
  if (row->j != j)
    fill_row (d, far, row, j, sides);
  return row;
}

/* Where a device pixel is much more than a cell, two places of it that lie across are looked at. */
static void
draw_far_row (const KbTilesDrawing *d, const Far *far, ColourRow rows[2], int y, guint32 *to)
{
  gint j[2] = { cell_of (d->row_pairs[2 * y], d->grid.y, d->grid.jy), cell_of (d->row_pairs[2 * y + 1], d->grid.y, d->grid.jy) };
  gboolean across = d->across.step * 256 >= MANY_CELLS * (double) MIN (d->grid.ix, d->grid.jy);
  const ColourRow *upper = across ? &rows[0] : row_of (d, far, rows, j[0], 3), *lower = across ? &rows[1] : row_of (d, far, rows, j[1], 3);
  if (across)
    {
      fill_row (d, far, &rows[0], j[0], 1);
      fill_row (d, far, &rows[1], j[1], 2);
    }
  const guint32 *a = upper->colours[0], *b = upper->colours[!across], *e = lower->colours[across], *f = lower->colours[1];
  for (int k = 0; k < far->width; k++)
    to[k] = kb_mean_of_four (a[k], b[k], e[k], f[k]);
}

void
kb_draw_tiles_far (KbTilesDrawing *d)
{
  Far far = { .width = d->across.last - d->across.first };
  far.i0 = MAX (cell_of (d->column_pairs[0], d->grid.x, d->grid.ix), d->cells.i);
  far.i1 = MIN (cell_of (d->column_pairs[2 * far.width - 1], d->grid.x, d->grid.ix) + 1, d->cells.i + d->cells.width);
  gint n = far.i1 - far.i0;
  if (n <= 0)
    return;
  gsize most = (gsize) MAX (n + 1, far.width), width = (gsize) far.width;
  g_autofree guint32 *room = g_new (guint32, 2 * most + 4 * width);
  g_autofree gint *places = g_new (gint, 2 * width);
  ColourRow rows[2] = { { G_MININT, { room, room + width } }, { G_MININT, { room + 2 * width, room + 3 * width } } };
  far.cells = room + 4 * width;
  far.colours = far.cells + most;
  for (guint side = 0; side < 2; side++)
    {
      far.places[side] = places + side * width;
      for (int k = 0; k < far.width; k++)
        {
          gint i = cell_of (d->column_pairs[2 * k + (int) side], d->grid.x, d->grid.ix);
          far.places[side][k] = i >= far.i0 && i < far.i1 ? i - far.i0 : n;
        }
    }
  for (int y = 0; y < d->down.last - d->down.first; y++)
    draw_far_row (d, &far, rows, y, (guint32 *) (void *) (d->pixels + d->stride * (gsize) y));
}
