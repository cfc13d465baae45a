/* SPDX-License-Identifier: MIT */
/* Draws a tile as device pixels. Tiles come from the front to the back, so that hidden pixels are
 * never read. */
#include "drawing/tiles/tiles_private.h"

#include <string.h>

#define WORD KB_TILES_WORD

/* A tile's position on its cell, and its device pixels. */
typedef struct {
  gboolean turned, flip_x, flip_y;
  gint left, top, width, height;        /* in the level */
  gint small_width, small_height;       /* of the reduced tile */
  int x0, x1, y0, y1;
} Lying;

void
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

void
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
row_of (const KbTilesDrawing *d, int y)
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
            guint32 *to = row_of (d, y) + x;
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
      guint32 *to = row_of (d, y);
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

void
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
