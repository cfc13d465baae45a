/* SPDX-License-Identifier: MIT */
/* Draws plain layers when far out: samples the cells for each device pixel. */
#include "drawing/tiles/tiles_private.h"

#define MANY_CELLS 1.5        /* cells along a device pixel */
#define AHEAD 2               /* blocks to prefetch */

/* The colours of a row of cells at its samples, two per device pixel. */
typedef struct { gint j; guint32 *colours[2]; } ColourRow;

typedef struct {
  gint i0, i1;                /* the visible columns, */
  /* And the sampled columns at 1/4 and 3/4, counted from i0; n for none */
  gint *places[2];
  int width;                  /* device pixels */
  guint32 *cells, *colours;   /* room for n + 1 */
} Far;

/* One sample of each device pixel along an axis, grouped by block of cells. Block b has the samples
 * [firsts[b], firsts[b + 1]); those from firsts[number of blocks] on are outside the layer. */
typedef struct {
  guint32 *places;            /* from the beginning of the block, in bytes */
  int *firsts;
  guint from, until;          /* only these blocks have samples */
} Along;

typedef struct { Along across, down; } Spread;

static gint
cell_of (gint place, gint64 origin, gint64 step)
{
  gint64 at = (gint64) place * 256 - origin, q = at / step;
  return (gint) (q * step > at ? q - 1 : q);
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

/* The colours of row j; keeps two rows. */
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
  const ColourRow *upper =
    row_of (d, far, rows, cell_of (d->down.pairs[2 * y], d->grid.y, d->grid.jy));
  const ColourRow *lower =
    row_of (d, far, rows, cell_of (d->down.pairs[2 * y + 1], d->grid.y, d->grid.jy));
  const guint32 *a = upper->colours[0], *b = upper->colours[1], *e = lower->colours[0],
                *f = lower->colours[1];
  for (int k = 0; k < far->width; k++)
    to[k] = kb_mean_of_four (a[k], b[k], e[k], f[k]);
}

/* ---- a device pixel is much more than a cell: it gets two diagonal samples ---- */

static guint
blocks_of (gint length)
{
  return ((guint) length + KB_TILES_BLOCK - 1) / KB_TILES_BLOCK;
}

/* For `length` cells from `first` on, each `bytes` after the one before. */
static void
find_along (Along *along, const KbTilesAxis *axis, guint side, gint64 origin, gint64 step,
            gint first, gint length, guint bytes)
{
  gint n = (gint) blocks_of (length), next = 0;
  along->from = (guint) n;
  along->until = 0;
  along->places = g_new (guint32, (gsize) axis->n);
  along->firsts = g_new (int, (gsize) n + 1);
  for (int k = 0; k < axis->n; k++)
    {
      gint at = cell_of (axis->pairs[2 * k + (int) side], origin, step) - first;
      gint block = at < 0 ? -1 : at < length ? at / KB_TILES_BLOCK : n;
      along->places[k] = (guint32) at % KB_TILES_BLOCK * bytes;
      while (next <= block)
        along->firsts[next++] = k;
      if (block < 0 || block == n)
        continue;
      along->from = MIN (along->from, (guint) block);
      along->until = (guint) block + 1;
    }
  while (next <= n)
    along->firsts[next++] = axis->n;
}

static void
clear_along (Along *along)
{
  g_free (along->places);
  g_free (along->firsts);
}

/* Prefetches the next block while drawing this one. */
static void
draw_block (const KbTilesDrawing *d, const guint8 *block, const guint8 *soon, const Spread *at,
            guint column, guint row, guint32 *mixed)
{
  int x0 = at->across.firsts[column], n = at->across.firsts[column + 1] - x0;
  for (int y = at->down.firsts[row]; n > 0 && y < at->down.firsts[row + 1]; y++)
    {
      guint32 *to = (guint32 *) (void *) (d->pixels + d->stride * (gsize) y) + x0;
      kb_tiles_ask_row (soon + at->down.places[y]);
      kb_tile_pictures_colours_at (d->pictures, block + at->down.places[y], at->across.places + x0,
                                   (guint) n, mixed ? mixed : to);
      for (int k = 0; mixed && k < n; k++)
        to[k] = kb_mean_of_two (to[k], mixed[k]);
    }
}

/* Pixels with only the second sample outside the layer: mixes them with transparency. */
static void
draw_edge (const KbTilesDrawing *d, const Spread at[2], guint columns, guint rows)
{
  for (int y = 0; y < at[0].down.firsts[rows]; y++)
    {
      guint32 *to = (guint32 *) (void *) (d->pixels + d->stride * (gsize) y);
      for (int x = y < at[1].down.firsts[rows] ? at[1].across.firsts[columns] : 0;
           x < at[0].across.firsts[columns]; x++)
        to[x] = kb_mean_of_two (to[x], 0);
    }
}

/* Block by block, in memory order. The second sample is in the same block as the first or in a
 * later one. */
static void
draw_spread (const KbTilesDrawing *d)
{
  const guint columns = blocks_of (d->cells.width), rows = blocks_of (d->cells.height);
  g_autofree guint32 *mixed = g_new (guint32, (gsize) d->across.n);
  Spread at[2];
  for (guint side = 0; side < 2; side++)
    {
      find_along (&at[side].across, &d->across, side, d->grid.x, d->grid.ix, d->cells.i,
                  d->cells.width, 2);
      find_along (&at[side].down, &d->down, side, d->grid.y, d->grid.jy, d->cells.j,
                  d->cells.height, 2 * KB_ZONES_TILE);
    }
  for (guint row = MIN (at[0].down.from, at[1].down.from);
       row < MAX (at[0].down.until, at[1].down.until); row++)
    for (guint column = MIN (at[0].across.from, at[1].across.from);
         column < MAX (at[0].across.until, at[1].across.until); column++)
      {
        const guint8 *block = kb_tiles_block_at (d, row * columns + column);
        const guint8 *soon =
          kb_tiles_block_at (d, row * columns + MIN (column + AHEAD, columns - 1));
        draw_block (d, block, soon, &at[0], column, row, NULL);
        draw_block (d, block, soon, &at[1], column, row, mixed);
      }
  draw_edge (d, at, columns, rows);
  for (guint side = 0; side < 2; side++)
    {
      clear_along (&at[side].across);
      clear_along (&at[side].down);
    }
}

void
kb_draw_tiles_far (KbTilesDrawing *d)
{
  if (d->across.pixels.step * 256 >= MANY_CELLS * (double) MIN (d->grid.ix, d->grid.jy)
      && !d->stamp)
    {
      draw_spread (d);
      return;
    }
  Far far = { .width = d->across.n };
  far.i0 = MAX (cell_of (d->across.pairs[0], d->grid.x, d->grid.ix), d->cells.i);
  far.i1 = MIN (cell_of (d->across.pairs[2 * far.width - 1], d->grid.x, d->grid.ix) + 1,
                d->cells.i + d->cells.width);
  gint n = far.i1 - far.i0;
  if (n <= 0)
    return;
  gsize most = (gsize) n + 1, width = (gsize) far.width;
  g_autofree guint32 *room = g_new (guint32, 2 * most + 4 * width);
  g_autofree gint *places = g_new (gint, 2 * width);
  ColourRow rows[2] = { { G_MININT, { room, room + width } },
                        { G_MININT, { room + 2 * width, room + 3 * width } } };
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
  for (int y = 0; y < d->down.n; y++)
    draw_far_row (d, &far, rows, y, (guint32 *) (void *) (d->pixels + d->stride * (gsize) y));
}
