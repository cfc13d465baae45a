/* SPDX-License-Identifier: MIT */
/* Converts cells to device pixels. */
#include "drawing/tiles/tiles.h"

#include <math.h>
#include <string.h>

#include "drawing/surfaces.h"
#include "drawing/tiles/tiles_private.h"

/* ---- samples of device pixels, computed once per drawing ---- */

/* In canvas pixels: the level's origin and the drawn part of the canvas. `level`: when reduced, a
 * sample represents 2^level pixels or more. kb_tiles_axis_clear frees the contents. */
static KbTilesAxis
kb_tiles_axis (double origin, const KbView *view, double from, double to)
{
  double device_scale = MAX (view->device_scale, 1);
  KbTilesAxis axis = { .pixels = kb_pixel_axis (origin, view->scale, device_scale, 0, 0),
                       .zoom = view->scale * device_scale };
  axis.pixels.first = (int) floor (from * device_scale);
  axis.pixels.last = (int) ceil (to * device_scale);
  axis.n = MAX (axis.pixels.last - axis.pixels.first, 0);
  return axis;
}

static void
kb_tiles_axis_fill (KbTilesAxis *axis, guint level)
{
  gboolean small = kb_pixel_axis_is_small (&axis->pixels);
  gint one = 1 << level;
  axis->centres = g_new (gint, (gsize) axis->n);
  axis->pairs = small ? g_new (gint, 2 * (gsize) axis->n) : NULL;
  for (int k = 0; k < axis->n; k++)
    axis->centres[k] = kb_pixel_axis_at (&axis->pixels, axis->pixels.first + k, 0.5);
  /* Clamp against rounding, so that samples never exceed the distance that tables of means allow
   * for. */
  for (int k = 0; small && k < axis->n; k++)
    {
      gint centre = axis->centres[k];
      axis->pairs[2 * k] = CLAMP (kb_pixel_axis_at (&axis->pixels, axis->pixels.first + k, 0.25),
                                  centre - one, centre);
      axis->pairs[2 * k + 1] = CLAMP (
        kb_pixel_axis_at (&axis->pixels, axis->pixels.first + k, 0.75), centre, centre + one);
    }
}

/* Prepares kb_tiles_axis_first_at. */
static void
kb_tiles_axis_index (KbTilesAxis *axis)
{
  gint low = axis->centres[0];
  axis->firsts = g_new (int, (gsize) (axis->centres[axis->n - 1] - low) + 1);
  for (int k = 0, at = 0; k < axis->n; k++)
    while (at <= axis->centres[k] - low)
      axis->firsts[at++] = k;
}

static void
kb_tiles_axis_clear (KbTilesAxis *axis)
{
  g_free (axis->centres);
  g_free (axis->pairs);
  g_free (axis->firsts);
}

/* The distance between the two samples of any device pixel, in pixels at the level. */
static KbApart
kb_tiles_axes_apart (const KbTilesAxis *across, const KbTilesAxis *down, guint level)
{
  const KbTilesAxis *const both[2] = { across, down };
  KbApart apart = { G_MAXINT, 0 };
  for (guint n = 0; n < 2; n++)
    for (int k = 0; k < both[n]->n; k++)
      {
        gint distance = both[n]->pairs[2 * k + 1] - both[n]->pairs[2 * k], last = (1 << level) - 1;
        apart.least = MIN (apart.least, distance >> level);
        apart.most = MAX (apart.most, (distance + last) >> level);
      }
  return apart;
}

/* ---- tiles far ---- */

/* Draws plain layers when far out: samples the cells for each device pixel. */

#define MANY_CELLS 1.5        /* cells along a device pixel */
#define FAR_AHEAD 2               /* blocks to prefetch */

/* The colours of a row of cells at its samples, two per device pixel. */
typedef struct { gint j; guint32 *colours[2]; } ColourRow;

typedef struct {
  gint i0, i1;                /* the visible columns, */
  /* And the sampled columns at 1/4 and 3/4, counted from i0; n for none */
  gint *places[2];
  int width;                  /* device pixels */
  guint32 *cells, *colours;   /* room for n + 1 */
} TilesFar;

/* One sample of each device pixel along an axis, grouped by block of cells. Block b has the samples
 * [firsts[b], firsts[b + 1]); those from firsts[number of blocks] on are outside the layer. */
typedef struct {
  guint32 *places;            /* from the beginning of the block, in bytes */
  int *firsts;
  guint from, until;          /* only these blocks have samples */
} Along;

typedef struct { Along across, down; } TilesSpread;

static gint
cell_of (gint place, gint64 origin, gint64 step)
{
  gint64 at = (gint64) place * 256 - origin, q = at / step;
  return (gint) (q * step > at ? q - 1 : q);
}

static void
fill_row (const KbTilesDrawing *d, const TilesFar *far, ColourRow *row, gint j)
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
far_row_of (const KbTilesDrawing *d, const TilesFar *far, ColourRow rows[2], gint j)
{
  ColourRow *row = rows[0].j == j ? &rows[0] : rows[1].j == j ? &rows[1] : &rows[j & 1];
  if (row->j != j)
    fill_row (d, far, row, j);
  return row;
}

static void
draw_far_row (const KbTilesDrawing *d, const TilesFar *far, ColourRow rows[2], int y, guint32 *to)
{
  const ColourRow *upper =
    far_row_of (d, far, rows, cell_of (d->down.pairs[2 * y], d->grid.y, d->grid.jy));
  const ColourRow *lower =
    far_row_of (d, far, rows, cell_of (d->down.pairs[2 * y + 1], d->grid.y, d->grid.jy));
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
draw_block (const KbTilesDrawing *d, const guint8 *block, const guint8 *soon, const TilesSpread *at,
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
draw_edge (const KbTilesDrawing *d, const TilesSpread at[2], guint columns, guint rows)
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
  TilesSpread at[2];
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
          kb_tiles_block_at (d, row * columns + MIN (column + FAR_AHEAD, columns - 1));
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

/* Below 100%, for plain layers and for others. */
static void
kb_draw_tiles_far (KbTilesDrawing *d)
{
  if (d->across.pixels.step * 256 >= MANY_CELLS * (double) MIN (d->grid.ix, d->grid.jy)
      && !d->stamp)
    {
      draw_spread (d);
      return;
    }
  TilesFar far = { .width = d->across.n };
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

/* ---- tiles near ---- */

/* Draws a tile as device pixels. Tiles come from the front to the back, so that hidden pixels are
 * never read. */

#define WORD KB_TILES_WORD

/* A tile's position on its cell, and its device pixels. */
typedef struct {
  gboolean turned, flip_x, flip_y;
  gint left, top, width, height;        /* in the level */
  gint small_width, small_height;       /* of the reduced tile */
  int x0, x1, y0, y1;
} Lying;

/* Allocates and frees what kb_tiles_draw_tile needs. */
static void
kb_tiles_near_begin (KbTilesDrawing *d)
{
  gsize columns = (gsize) (d->across.n + WORD - 1) / WORD, n = columns * (gsize) d->down.n;
  kb_tiles_axis_index (&d->across);
  kb_tiles_axis_index (&d->down);
  d->words = g_new (KbTilesWord, n);
  memset (d->words, 0xff, n * sizeof *d->words);
  d->offsets = g_new (guint32, (gsize) d->across.n + 3);
  d->left = (gint64) (d->box.x0 * 256) + 128;
  d->bottom = (gint64) (d->box.y1 * 256) + 128;
}

static void
kb_tiles_near_end (KbTilesDrawing *d)
{
  g_free (d->words);
  g_free (d->offsets);
}

/* ---- device pixels ---- */

/* Sets n fresh device pixels, at most a word: number k gets row[offsets[k]]. Returns a bit for each
 * pixel that now hides everything behind it. All bits if the row is known to be opaque. */
static inline guint64
put_first (guint32 *to, int n, const guint32 *row, const guint32 *offsets, gboolean opaque)
{
  guint64 hidden = opaque ? ~G_GUINT64_CONSTANT (0) : 0;
  if (opaque)
    for (int k = 0; k < n; k++)
      to[k] = row[offsets[k]];
  else
    for (int k = 0; k < n; k++)
      hidden |= (guint64) ((to[k] = row[offsets[k]]) >> 24 == 255) << k;
  return hidden;
}

/* The same below existing pixels, which stay where opaque. Works on four at a time: up to three
 * more, which need offsets, are rewritten unchanged. */
static inline guint64
put_below (guint32 *to, int n, const guint32 *row, const guint32 *offsets, gboolean opaque)
{
  static const guint32 inside[] = { ~0u, ~0u, ~0u, ~0u, 0, 0, 0, 0 };
  guint64 hidden = opaque ? ~G_GUINT64_CONSTANT (0) : 0;
  for (int k = 0; k < n;)
    {
      KbFour bits = { 0 }, bit = { 1, 2, 4, 8 };
      int half = k;
      for (int end = MIN (k + WORD / 2, n); k < end; k += 4, bit <<= 4)
        {
          KbFour above, mask,
            below = { row[offsets[k]], row[offsets[k + 1]], row[offsets[k + 2]],
                      row[offsets[k + 3]] };
          memcpy (&above, to + k, sizeof above);
          memcpy (&mask, inside + 4 - MIN (n - k, 4), sizeof mask);
          above = kb_four_under (below & mask, above);
          memcpy (to + k, &above, sizeof above);
          if (!opaque)
            bits |= (KbFour) (above >> 24 == 255) & bit;
        }
      hidden |= (guint64) (bits[0] | bits[1] | bits[2] | bits[3]) << half;
    }
  return hidden;
}

/* For row y and the columns from `base` on. The next word is for the next row. */
static inline KbTilesWord *
word_of (const KbTilesDrawing *d, int base, int y)
{
  return d->words + (gsize) (base / WORD) * (gsize) d->down.n + y;
}

static inline guint32 *
tiles_row_of (const KbTilesDrawing *d, int y)
{
  return (guint32 *) (void *) (d->pixels + d->stride * (gsize) y);
}

/* ---- pictures ---- */

/* From a position along an axis of the oriented picture to an index in the reduced one. */
static inline guint32
index_in (guint level, gint at, gint length, gboolean flip, gint small)
{
  gint p = CLAMP (at, 0, length - 1);
  return (guint32) MIN ((flip ? length - 1 - p : p) >> level, small - 1);
}

/* The index of the mean of two samples. */
static inline guint32
mean_in (KbApart apart, guint level, const gint pair[2], gint start, gint length, gboolean flip)
{
  gint p = pair[0] - start, q = pair[1] - start;
  gint first = (flip ? length - 1 - q : p) >> level, second = (flip ? length - 1 - p : q) >> level;
  return kb_tile_means_at (apart, first, second - first);
}

/* Prepares offsets for put_below. `restrict` separates reads from writes, so that loops can be
 * vectorized. */
static void
find_columns (const KbTilesDrawing *d, const KbTilePixels *tile, const Lying *at, guint32 step)
{
  const gint *restrict places =
    tile->means ? d->across.pairs + 2 * at->x0 : d->across.centres + at->x0;
  guint32 *restrict offsets = d->offsets + at->x0;
  const gint left = at->left, width = at->width, small = at->small_width, n = at->x1 - at->x0;
  const gboolean flip = at->flip_x;
  const guint level = d->level;
  const KbApart apart = d->apart;
  if (tile->means)
    for (int k = 0; k < n; k++)
      offsets[k] = step * mean_in (apart, level, places + 2 * k, left, width, flip);
  else
    for (int k = 0; k < n; k++)
      offsets[k] = step * index_in (level, places[k] - left, width, flip, small);
  memset (offsets + n, 0, 3 * sizeof *offsets);
}

/* One load per device pixel, from the tile's pixels or its means. */
static void
draw_loads (const KbTilesDrawing *d, const KbTilePixels *tile, const Lying *at)
{
  const guint32 *pixels = tile->means ? tile->means->pixels : tile->pixels;
  gsize stride = tile->means ? tile->means->stride : tile->stride, step_x = at->turned ? stride : 1,
        step_y = at->turned ? 1 : stride;
  find_columns (d, tile, at, (guint32) step_x);
  for (int x = at->x0, until; x < at->x1; x = until)
    {
      until = MIN (x / WORD * WORD + WORD, at->x1);
      const int n = until - x;
      const guint64 mask = ~G_GUINT64_CONSTANT (0) >> (WORD - n);
      KbTilesWord *word = word_of (d, x, at->y0);
      for (int y = at->y0; y < at->y1; y++, word++)
        if (word->open >> x % WORD & mask)
          {
            gsize row = tile->means ? mean_in (d->apart, d->level, d->down.pairs + 2 * y, at->top,
                                               at->height, at->flip_y)
                                    : index_in (d->level, d->down.centres[y] - at->top, at->height,
                                                at->flip_y, at->small_height);
            const guint32 *from = pixels + step_y * row, *offsets = d->offsets + x;
            guint32 *to = tiles_row_of (d, y) + x;
            guint64 hidden =
              mask
              & (~word->fresh >> x % WORD & mask ? put_below (to, n, from, offsets, tile->opaque)
                                                 : put_first (to, n, from, offsets, tile->opaque));
            word->open &= ~(hidden << x % WORD);
            word->fresh &= ~(mask << x % WORD);
          }
    }
}

/* Four loads per device pixel. */
static void
draw_fours (const KbTilesDrawing *d, const KbTilePixels *tile, const Lying *at)
{
  const gsize step_x = at->turned ? tile->stride : 1, step_y = at->turned ? 1 : tile->stride;
  for (int y = at->y0; y < at->y1; y++)
    {
      const guint32 *upper = tile->pixels
                             + step_y
                                 * index_in (d->level, d->down.pairs[2 * y] - at->top, at->height,
                                             at->flip_y, at->small_height);
      const guint32 *lower = tile->pixels
                             + step_y
                                 * index_in (d->level, d->down.pairs[2 * y + 1] - at->top,
                                             at->height, at->flip_y, at->small_height);
      guint32 *to = tiles_row_of (d, y);
      for (int x = at->x0; x < at->x1; x++)
        {
          KbTilesWord *word = word_of (d, x, y);
          guint64 bit = G_GUINT64_CONSTANT (1) << x % WORD;
          if (!(word->open & bit))
            continue;
          gsize a = step_x
                    * index_in (d->level, d->across.pairs[2 * x] - at->left, at->width, at->flip_x,
                                at->small_width);
          gsize b = step_x
                    * index_in (d->level, d->across.pairs[2 * x + 1] - at->left, at->width,
                                at->flip_x, at->small_width);
          to[x] = kb_tiles_under (kb_mean_of_four (upper[a], upper[b], lower[a], lower[b]), to[x]);
          if (to[x] >> 24 == 255)
            word->open ^= bit;
          word->fresh &= ~bit;
        }
    }
}

static inline gboolean
is_in_sight (const KbTilesAxis *axis, gint64 low, gint64 high)
{
  return low <= axis->centres[axis->n - 1] && high > axis->centres[0];
}

/* Draws a cell that is not empty, whose raised corner is at (x, y), in 1/256 pixel of the level. */
static void
kb_tiles_draw_tile (const KbTilesDrawing *d, guint32 cell, gint64 x, gint64 y)
{
  gint64 left = (x + d->left) >> 8, bottom = (y + d->bottom) >> 8,
         reach = kb_tile_pictures_reach (d->pictures);
  if (!is_in_sight (&d->across, left - reach, left + reach)
      || !is_in_sight (&d->down, bottom - reach, bottom + reach))
    return;
  KbTilePixels *tile = kb_tile_pictures_get (d->pictures, cell);
  if (!tile->pixels)
    return;
  cell &= ~d->not_flips;
  left += tile->offset.x;
  bottom += tile->offset.y;
  gboolean turned = (cell & KB_CELL_DIAGONAL) != 0;
  Lying at = { .turned = turned,
               .flip_x = (cell & KB_CELL_FLIP_X) != 0,
               .flip_y = (cell & KB_CELL_FLIP_Y) != 0,
               .left = (gint) left,
               .width = turned ? tile->height : tile->width,
               .height = turned ? tile->width : tile->height,
               .small_width = turned ? tile->small_height : tile->small_width,
               .small_height = turned ? tile->small_width : tile->small_height };
  at.top = (gint) bottom - at.height;
  at.x0 = kb_tiles_axis_first_at (&d->across, at.left);
  at.x1 = kb_tiles_axis_first_at (&d->across, at.left + at.width);
  at.y0 = kb_tiles_axis_first_at (&d->down, at.top);
  at.y1 = kb_tiles_axis_first_at (&d->down, (gint) bottom);
  if (at.x0 >= at.x1 || at.y0 >= at.y1)
    return;
  kb_tile_pictures_ask (d->pictures, tile, (at.x1 - at.x0) * (at.y1 - at.y0));
  if (tile->means || !d->across.pairs)
    draw_loads (d, tile, &at);
  else
    draw_fours (d, tile, &at);
}

/* ---- tiles ---- */

/* device pixels of a cell; from this area on tiles are drawn as pictures */
#define LEAST_AREA 24.0
#define TILES_AHEAD 4               /* blocks to prefetch */
#define THREADS_PIXELS (1 << 17)

/* ---- cells ---- */

const guint8 *
kb_tiles_block_at (const KbTilesDrawing *d, guint index)
{
  return d->painter ? kb_zones_painter_tile (d->painter, index) : kb_zones_tile (d->zones, index);
}

/* Reads part of a row of a block. */
static void
read_piece (const guint8 *from, guint n, guint32 *to)
{
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
  guint16 low[KB_TILES_BLOCK], high[KB_TILES_BLOCK];
  memcpy (low, from, 2 * n);
  memcpy (high, from + KB_ZONES_TILE, 2 * n);
  for (guint k = 0; k < n; k++)
    to[k] = low[k] | (guint32) high[k] << 16;
#else
  for (guint k = 0; k < n; k++)
    to[k] = kb_cell_join (from + 2 * k, KB_ZONES_TILE);
#endif
}

void
kb_tiles_read_row (const KbTilesDrawing *d, gint j, gint i, guint n, guint32 *to)
{
  gint row = j - d->cells.j, from = CLAMP (d->cells.i - i, 0, (gint) n),
       until = CLAMP (d->cells.i + d->cells.width - i, from, (gint) n);
  memset (to, 0, n * sizeof *to);
  if (row < 0 || row >= d->cells.height || from == until)
    return;
  if (d->stamp)
    {
      memcpy (to + from,
              d->stamp->cells + (gsize) row * (gsize) d->stamp->width
                + (gsize) (i + from - d->cells.i),
              (gsize) (until - from) * sizeof *to);
      return;
    }
  guint across = ((guint) d->cells.width + KB_TILES_BLOCK - 1) / KB_TILES_BLOCK;
  for (gint k = from, next; k < until; k = next)
    {
      guint column = (guint) (i + k - d->cells.i),
            index = (guint) row / KB_TILES_BLOCK * across + column / KB_TILES_BLOCK;
      next = MIN (until, k + (gint) (KB_TILES_BLOCK - column % KB_TILES_BLOCK));
      if (k + TILES_AHEAD * KB_TILES_BLOCK < until)
        kb_tiles_ask_row (kb_tiles_block_at (d, index + TILES_AHEAD)
                          + (guint) row % KB_TILES_BLOCK * 2 * KB_ZONES_TILE);
      if (d->painter || kb_zones_tile_value (d->zones, index) != 0)
        read_piece (kb_tiles_block_at (d, index) + (guint) row % KB_TILES_BLOCK * 2 * KB_ZONES_TILE
                      + column % KB_TILES_BLOCK * 2,
                    (guint) (next - k), to + k);
    }
}

/* ---- all visible cells, one after the other ---- */

KbBounds
kb_tiles_sight (const KbTilesDrawing *d, gint together)
{
  KbBounds box = d->box;
  /* Half a cell more for the shift of staggered ones */
  double reach = kb_tile_pictures_reach (d->pictures)
                 + (together + (d->grid.stagger ? 0.5 : 0))
                     * MAX (box.x1 - box.x0, box.y1 - box.y0)
                 + 2;
  KbPixelAxis across = d->across.pixels, down = d->down.pixels;
  double x0 = across.first * across.step + across.start,
         x1 = across.last * across.step + across.start;
  double y0 = down.first * down.step + down.start, y1 = down.last * down.step + down.start;
  return (KbBounds) { x0 - reach - fabs (box.x0), y0 - reach - fabs (box.y1) + d->raise_low,
                     x1 + reach, y1 + reach + d->raise_high };
}

/* Narrows [*from, *until) to the i for which base + i * step is within [low, high]. */
static void
narrow (gint64 base, gint64 step, double low, double high, gint *from, gint *until)
{
  double a = low * 256 - (double) base, b = high * 256 - (double) base;
  if (step == 0)
    {
      if (a > 0 || b < 0)
        *until = *from;
      return;
    }
  a /= (double) step;
  b /= (double) step;
  *from = (gint) MAX (*from, MIN (floor (MIN (a, b)), *until));
  *until = (gint) MIN (*until, MAX (ceil (MAX (a, b)) + 1, *from));
}

void
kb_tiles_rows_in (const KbTilesDrawing *d, KbBounds sight, gint *from, gint *until)
{
  double low = G_MAXDOUBLE, high = -G_MAXDOUBLE;
  for (guint k = 0; k < 4; k++)
    {
      double x = (k % 2 ? sight.x1 : sight.x0) * 256 - (double) d->grid.x,
             y = (k / 2 ? sight.y1 : sight.y0) * 256 - (double) d->grid.y;
      double j = (y * (double) d->grid.ix - x * (double) d->grid.iy) / (double) d->grid.det;
      low = MIN (low, j);
      high = MAX (high, j);
    }
  *from = (gint) CLAMP (floor (low), d->cells.j, d->cells.j + d->cells.height);
  *until = (gint) CLAMP (ceil (high) + 1, *from, d->cells.j + d->cells.height);
}

void
kb_tiles_cells_in (const KbTilesDrawing *d, KbBounds sight, gint j, gint *from, gint *until)
{
  *from = d->cells.i;
  *until = d->cells.i + d->cells.width;
  narrow (d->grid.x + j * d->grid.jx, d->grid.ix, sight.x0, sight.x1, from, until);
  narrow (d->grid.y + j * d->grid.jy, d->grid.iy, sight.y0, sight.y1, from, until);
}

/* Whether a pass over a row, from the front, draws a column: first the shifted ones. */
static inline gboolean
is_in_pass (const KbTileGrid *grid, gint i, gint pass)
{
  return !kb_tile_grid_shifts_columns (grid) || kb_tile_grid_is_shifted (grid, i) == (pass == 0);
}

/* From the front to the back. */
static void
draw_cells (KbTilesDrawing *d)
{
  const KbTileGrid *grid = &d->grid;
  KbBounds sight = kb_tiles_sight (d, 0);
  g_autofree guint32 *cells = g_new (guint32, (gsize) d->cells.width);
  gint from, until;
  kb_tiles_rows_in (d, sight, &from, &until);
  for (gint row = 0; row < until - from; row++)
    {
      gint j = d->way_j > 0 ? until - 1 - row : from + row, i0, i1;
      kb_tiles_cells_in (d, sight, j, &i0, &i1);
      if (i0 >= i1)
        continue;
      kb_tiles_read_row (d, j, i0, (guint) (i1 - i0), cells);
      for (gint pass = 0; pass < (kb_tile_grid_shifts_columns (grid) ? 2 : 1); pass++)
        for (gint k = 0; k < i1 - i0; k++)
          {
            gint i = d->way_i > 0 ? i1 - 1 - k : i0 + k;
            guint32 cell = cells[i - i0];
            gint64 x, y;
            if (kb_cell_is_empty (cell) || !is_in_pass (grid, i, pass))
              continue;
            kb_tile_grid_place (grid, i, j, &x, &y);
            kb_tiles_draw_tile (d, cell, x,
                                y - grid->lift * (gint64) (cell >> KB_CELL_HEIGHT_SHIFT));
          }
    }
}

/* ---- the layer ---- */

typedef struct {
  KbTilesDrawing d;           /* except for what depends on the device pixels */
  const KbView *view;
  const KbLayer *layer;
  const KbTilesLook *look;
  double opacity;
  GMutex lock;
} TilesSource;

static void
draw_into (KbTilesDrawing *d, TilesSource *source)
{
  double area = fabs ((double) d->grid.det) / 65536 * d->across.zoom * d->across.zoom;
  gboolean small = kb_pixel_axis_is_small (&d->across.pixels);
  /* A sample represents half a device pixel. */
  while (small && d->across.pixels.step >= 4 << d->level && d->level < 14)
    d->level++;
  kb_tiles_axis_fill (&d->across, d->level);
  kb_tiles_axis_fill (&d->down, d->level);
  d->apart = small ? kb_tiles_axes_apart (&d->across, &d->down, d->level) : (KbApart) { 0, 0 };
  d->pictures =
    kb_tile_pictures_new (source->look, source->layer, d->level, d->apart, &source->lock);
  d->box = kb_tile_pictures_cell_box (d->pictures);
  if (small && area < LEAST_AREA)
    (d->plain ? kb_draw_tiles_far : kb_draw_tiles_groups) (d);
  else
    {
      kb_tiles_near_begin (d);
      draw_cells (d);
      kb_tiles_near_end (d);
    }
  kb_tile_pictures_free (d->pictures);
  kb_tiles_axis_clear (&d->across);
  kb_tiles_axis_clear (&d->down);
}

/* Draws within the clip of `cr`: a device pixel does not depend on which others are drawn. */
static void
draw_tiles_band (cairo_t *cr, gpointer data)
{
  TilesSource *source = data;
  const KbView *view = source->view;
  KbTilesDrawing d = source->d;
  double device_scale = MAX (view->device_scale, 1), x0, y0, x1, y1;
  KbVec origin = kb_view_to_canvas (view, (KbVec) { 0, 0 });
  cairo_clip_extents (cr, &x0, &y0, &x1, &y1);
  d.across = kb_tiles_axis (origin.x, view, MAX (x0, 0), MIN (x1, view->width));
  d.down = kb_tiles_axis (origin.y, view, MAX (y0, 0), MIN (y1, view->height));
  if (d.across.n == 0 || d.down.n == 0)
    return;
  /* Drawing goes in groups of four */
  g_autoptr (cairo_surface_t) surface =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, d.across.n + 3, d.down.n);
  if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS)
    {
      d.pixels = cairo_image_surface_get_data (surface);
      d.stride = (gsize) cairo_image_surface_get_stride (surface);
      draw_into (&d, source);
      cairo_surface_mark_dirty (surface);
      cairo_surface_set_device_scale (surface, device_scale, device_scale);
      kb_paint_surface (cr, surface, d.across.pixels.first / device_scale,
                        d.down.pixels.first / device_scale, MIN (source->opacity, 1));
    }
}

static gboolean
is_plain (const KbTileGrid *grid)
{
  return grid->iy == 0 && grid->jx == 0 && grid->ix > 0 && grid->jy > 0 && grid->lift == 0
         && grid->stagger == KB_STAGGER_NONE;
}

static void
draw_source (cairo_t *cr, TilesSource *source)
{
  KbTilesDrawing *d = &source->d;
  d->not_flips = source->look->collision ? KB_CELL_FLIPS : 0;
  d->grid = kb_tile_grid_of (source->layer);
  d->plain = is_plain (&d->grid);
  d->raise_low = MIN (0, (double) d->grid.lift * KB_MAX_CELL_HEIGHT / 256);
  d->raise_high = MAX (0, (double) d->grid.lift * KB_MAX_CELL_HEIGHT / 256);
  kb_tile_grid_order (&d->grid, &d->way_i, &d->way_j);
  if (d->grid.det == 0 || source->opacity <= 0)
    return;
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  g_mutex_init (&source->lock);
  kb_draw_by_threads (cr, 1, THREADS_PIXELS, draw_tiles_band, source);
  g_mutex_clear (&source->lock);
}

/* Cells of another size than the layer's, reported as a problem elsewhere, are not shown. */
static gboolean
tiles_fits (const KbZones *zones, const KbCellBox *cells)
{
  return zones && kb_zones_width (zones) == 2 * (guint) cells->width
         && kb_zones_height (zones) == 2 * (guint) cells->height;
}

void
kb_draw_tile_layer (cairo_t *cr, const KbView *view, const KbLayer *layer,
                    const KbTilesStroke *stroke, double opacity, const KbTilesLook *look)
{
  TilesSource source = { { .cells = kb_layer_bounds (layer), .zones = layer->cells.zones },
                         view,
                         layer,
                         look,
                         opacity };
  if (stroke && stroke->painter && stroke->layer == layer->node.id)
    {
      source.d.painter = stroke->painter;
      source.d.cells = stroke->cells;
      source.d.zones = kb_zones_painter_zones (stroke->painter);
    }
  if (tiles_fits (source.d.zones, &source.d.cells))
    draw_source (cr, &source);
}

void
kb_draw_stamp (cairo_t *cr, const KbView *view, const KbLayer *layer, const KbStamp *stamp, gint i,
               gint j, double opacity, const KbTilesLook *look)
{
  TilesSource source = {
    { .cells = { i, j, stamp->width, stamp->height }, .stamp = stamp }, view, layer, look, opacity
  };
  draw_source (cr, &source);
}

/* How much larger than their cells tiles are, up and to the right. */
static KbVec
overhang (const KbLayer *layer, const KbStamp *stamp, const KbTilesLook *look)
{
  KbVec over = { 0, 0 };
  for (gint n = 0; n < stamp->width * stamp->height; n++)
    {
      const KbCell cell = kb_cell_unpack (stamp->cells[n]);
      const KbSprite *sprite = kb_level_tileset_sprite (kb_document_project (look->document),
                                                        look->level, (gint) cell.tileset);
      const KbFrame *frame =
        sprite && cell.frame ? kb_sprite_find_frame (sprite, (gint) cell.frame) : NULL;
      over.x = MAX (over.x, frame ? frame->width - layer->cell.x : 0);
      over.y = MAX (over.y, frame ? frame->height - layer->cell.y : 0);
    }
  return over;
}

void
kb_draw_stamp_within (cairo_t *cr, KbVec size, double device_scale, const KbLayer *layer,
                      const KbStamp *stamp, const KbTilesLook *look)
{
  const KbTileGrid grid = kb_tile_grid_of (layer);
  const KbVec over = overhang (layer, stamp, look);
  KbBounds box = kb_tile_grid_bounds (&grid, (KbCellBox) { 0, 0, stamp->width, stamp->height });
  box.y0 -= over.y;
  box.x1 += over.x;
  const double scale = MIN (size.x / (box.x1 - box.x0), size.y / (box.y1 - box.y0));
  const KbView view = { .x = (size.x - scale * (box.x0 + box.x1)) / 2,
                        .y = (size.y - scale * (box.y0 + box.y1)) / 2,
                        .scale = scale,
                        .device_scale = device_scale,
                        .width = (int) ceil (size.x),
                        .height = (int) ceil (size.y) };
  kb_draw_stamp (cr, &view, layer, stamp, 0, 0, 1, look);
}

/* Corners `from` to `to` of a cell, as lines on. */
static void
path_corners (cairo_t *cr, const KbView *view, const KbTileGrid *grid, gint i, gint j, guint height,
              guint from, guint to)
{
  KbVec corners[KB_CELL_CORNERS];
  kb_tile_grid_outline (grid, i, j, height, corners);
  for (guint k = from; k <= to; k++)
    {
      const KbVec p = kb_view_to_canvas (view, corners[k % KB_CELL_CORNERS]);
      cairo_line_to (cr, p.x, p.y);
    }
}

/* The first row or column, the last cells of all, the last one, and back along the first cells.
 * Between the ends of two lines is a slanted edge. */
static void
path_staggered (cairo_t *cr, const KbView *view, const KbTileGrid *grid, KbCellBox cells,
                guint height)
{
  const gint i1 = cells.i + cells.width - 1, j1 = cells.j + cells.height - 1;
  const gboolean columns = kb_tile_grid_shifts_columns (grid);
  cairo_new_sub_path (cr);
  for (gint i = cells.i; i <= i1; i++)
    path_corners (cr, view, grid, i, cells.j, height, 1, columns ? 2 : 3);
  for (gint j = cells.j; j <= j1; j++)
    path_corners (cr, view, grid, i1, j, height, columns ? 2 : 3, 4);
  for (gint i = i1; i >= cells.i; i--)
    path_corners (cr, view, grid, i, j1, height, 4, columns ? 5 : 6);
  for (gint j = j1; j >= cells.j; j--)
    path_corners (cr, view, grid, cells.i, j, height, columns ? 5 : 6, 7);
  cairo_close_path (cr);
}

void
kb_path_cells (cairo_t *cr, const KbView *view, const KbTileGrid *grid, KbCellBox cells,
               guint height)
{
  if (grid->stagger != KB_STAGGER_NONE)
    {
      path_staggered (cr, view, grid, cells, height);
      return;
    }
  const gint corners[4][2] = {
    { 0, 0 }, { cells.width, 0 }, { cells.width, cells.height }, { 0, cells.height }
  };
  for (guint k = 0; k < 4; k++)
    {
      KbVec p = kb_tile_grid_corner (grid, cells.i + corners[k][0], cells.j + corners[k][1]);
      p.y -= (double) (grid->lift * (gint64) height) / 256;
      p = kb_view_to_canvas (view, p);
      (k ? cairo_line_to : cairo_move_to) (cr, p.x, p.y);
    }
  cairo_close_path (cr);
}

/* ---- changed areas ---- */

gint
kb_tiles_together (const KbLayer *layer, const KbView *view)
{
  const KbTileGrid grid = kb_tile_grid_of (layer);
  double zoom = view->scale * MAX (view->device_scale, 1),
         area = fabs ((double) grid.det) / 65536 * zoom * zoom;
  return is_plain (&grid) || area >= LEAST_AREA ? 1 : kb_tiles_group_of (area);
}

static gint
largest_side (const KbSprite *sprite)
{
  gint side = 0;
  if (sprite)
    KB_EACH (const KbFrame, frame, sprite->frames)
      side = MAX (side, MAX (frame->width, frame->height));
  return side;
}

KbBounds
kb_tiles_reach (const KbProject *project, const KbLevel *level, const KbLayer *layer,
                KbCellBox cells, const KbView *view)
{
  const KbTileGrid grid = kb_tile_grid_of (layer);
  const KbBounds all = kb_tile_grid_bounds (&grid, cells),
                 one = kb_tile_grid_bounds (&grid, (KbCellBox) { 0, 0, 1, 1 });
  const double width = one.x1 - one.x0, height = one.y1 - one.y0,
               shared = kb_tiles_together (layer, view) - 1;
  const double lift = (double) (grid.lift * KB_MAX_CELL_HEIGHT) / 256;
  /* A missing tile is drawn as such a box, possibly turned */
  const double missing = MAX (width, height);
  double left = shared * width, right = MAX (left, missing - width), down = shared * height,
         up = MAX (down, missing - height);
  KB_EACH (const KbTileset, tileset, level->tilesets)
    {
      const double side =
        MAX (missing, largest_side (kb_level_tileset_sprite (project, level, tileset->number)));
      left = MAX (left, -tileset->offset.x);
      right = MAX (right, side - width + tileset->offset.x);
      up = MAX (up, side - height - tileset->offset.y);
      down = MAX (down, tileset->offset.y);
    }
  /* Tiles are drawn at whole pixels. */
  return (KbBounds) { all.x0 - left - 1, all.y0 - up - MAX (lift, 0) - 1, all.x1 + right + 1,
                     all.y1 + down + MAX (-lift, 0) + 1 };
}
