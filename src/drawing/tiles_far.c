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
  guint32 *cells, *colours;   /* room for n + 1 */
} Far;

/* One of the two places of all device pixels of a row. */
typedef struct {
  guint32 *places;            /* as kb_tile_pictures_colours_at has them */
  const guint8 **blocks;      /* of row `block_row` of them, -1: outside, and an empty one at n_blocks */
  guint n_blocks;
  gint block_row;
} Spread;

static const guint8 nothing[KB_ZONES_TILE * KB_ZONES_TILE];

static gint
cell_of (gint place, gint64 origin, gint64 step)
{
  gint64 at = (gint64) place * 256 - origin, q = at / step;
  return (gint) (q * step > at ? q - 1 : q);
}

/* Where the cells looked at are in their blocks, and the blocks of the row; outside of the layer is an empty block. */
static void
find_spread (const KbTilesDrawing *d, const Far *far, Spread *spread, guint side)
{
  gint n = far->i1 - far->i0;
  spread->n_blocks = ((guint) d->cells.width + KB_TILES_BLOCK - 1) / KB_TILES_BLOCK;
  spread->block_row = -1;
  for (guint b = 0; b <= spread->n_blocks; b++)
    spread->blocks[b] = nothing;
  for (int k = 0; k < far->width; k++)
    {
      guint column = (guint) (far->i0 - d->cells.i + far->places[side][k]);
      spread->places[k] = far->places[side][k] < n ? column / KB_TILES_BLOCK << 8 | column % KB_TILES_BLOCK * 2 : spread->n_blocks << 8;
    }
}

static void
read_spread (const KbTilesDrawing *d, const Far *far, Spread *spread, gint j, guint32 *colours)
{
  gint row = j - d->cells.j, block_row = row >= 0 && row < d->cells.height ? row / KB_TILES_BLOCK : -1;
  gsize offset = block_row < 0 ? 0 : (gsize) row % KB_TILES_BLOCK * 2 * KB_ZONES_TILE;
  for (guint b = 0; block_row != spread->block_row && b < spread->n_blocks; b++)
    spread->blocks[b] = block_row < 0 ? nothing : kb_tiles_block_at (d, (guint) block_row * spread->n_blocks + b);
  spread->block_row = block_row;
  kb_tile_pictures_colours_at (d->pictures, spread->blocks, offset, spread->places, (guint) far->width, colours);
}

static void
fill_row (const KbTilesDrawing *d, const Far *far, ColourRow *row, gint j)
{
  gint n = far->i1 - far->i0;
  row->j = j;
  kb_tiles_read_row (d, j, far->i0, (guint) n, far->cells);
  kb_tile_pictures_colours (d->pictures, far->cells, (guint) n, far->colours);
  far->colours[n] = 0;
  for (guint side = 0; side < 2; side++)
    for (int k = 0; k < far->width; k++)
      row->colours[side][k] = far->colours[far->places[side][k]];
}

/* That of row j, one of two that are kept. */
static const ColourRow *
row_of (const KbTilesDrawing *d, const Far *far, ColourRow rows[2], gint j)
{
  ColourRow *row = rows[0].j == j ? &rows[0] : rows[1].j == j ? &rows[1] : &rows[j & 1];
  if (row->j != j)
    fill_row (d, far, row, j);
  return row;
}

static void
draw_far_row (const KbTilesDrawing *d, const Far *far, ColourRow rows[2], int y, guint32 *to)
{
  const ColourRow *upper = row_of (d, far, rows, cell_of (d->down.pairs[2 * y], d->grid.y, d->grid.jy));
  const ColourRow *lower = row_of (d, far, rows, cell_of (d->down.pairs[2 * y + 1], d->grid.y, d->grid.jy));
  const guint32 *a = upper->colours[0], *b = upper->colours[1], *e = lower->colours[0], *f = lower->colours[1];
  for (int k = 0; k < far->width; k++)
    to[k] = kb_mean_of_four (a[k], b[k], e[k], f[k]);
}

/* Where a device pixel is much more than a cell, two places of it that lie across are looked at. */
static void
draw_spread (const KbTilesDrawing *d, const Far *far, ColourRow *row)
{
  gsize width = (gsize) far->width, most = ((gsize) d->cells.width + KB_TILES_BLOCK - 1) / KB_TILES_BLOCK + 1;
  g_autofree guint32 *places = g_new (guint32, 2 * width);
  g_autofree const guint8 **blocks = g_new (const guint8 *, 2 * most);
  Spread sides[2] = { { .places = places, .blocks = blocks }, { .places = places + width, .blocks = blocks + most } };
  for (guint side = 0; side < 2; side++)
    find_spread (d, far, &sides[side], side);
  for (int y = 0; y < d->down.n; y++)
    {
      guint32 *to = (guint32 *) (void *) (d->pixels + d->stride * (gsize) y);
      for (guint side = 0; side < 2; side++)
        read_spread (d, far, &sides[side], cell_of (d->down.pairs[2 * y + (int) side], d->grid.y, d->grid.jy), row->colours[side]);
      for (int k = 0; k < far->width; k++)
        to[k] = kb_mean_of_two (row->colours[0][k], row->colours[1][k]);
    }
}

void
kb_draw_tiles_far (KbTilesDrawing *d)
{
  Far far = { .width = d->across.n };
  far.i0 = MAX (cell_of (d->across.pairs[0], d->grid.x, d->grid.ix), d->cells.i);
  far.i1 = MIN (cell_of (d->across.pairs[2 * far.width - 1], d->grid.x, d->grid.ix) + 1, d->cells.i + d->cells.width);
  gint n = far.i1 - far.i0;
  if (n <= 0)
    return;
  gsize most = (gsize) n + 1, width = (gsize) far.width;
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
          gint i = cell_of (d->across.pairs[2 * k + (int) side], d->grid.x, d->grid.ix);
          far.places[side][k] = i >= far.i0 && i < far.i1 ? i - far.i0 : n;
        }
    }
  if (d->across.pixels.step * 256 >= MANY_CELLS * (double) MIN (d->grid.ix, d->grid.jy) && !d->stamp)
    {
      draw_spread (d, &far, &rows[0]);
      return;
    }
  for (int y = 0; y < d->down.n; y++)
    draw_far_row (d, &far, rows, y, (guint32 *) (void *) (d->pixels + d->stride * (gsize) y));
}
