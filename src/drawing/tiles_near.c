/* SPDX-License-Identifier: MIT */
/* A tile becomes device pixels. Tiles come from the front to the back, so that what is hidden costs no look at its picture. */
#include "drawing/tiles_private.h"

#include <string.h>

#define WORD KB_TILES_WORD

/* A tile as it lies on its cell, and its device pixels. */
typedef struct {
  gboolean turned, flip_x, flip_y;
  gint left, top, width, height;        /* in the level */
  gint small_width, small_height;       /* in what is kept of it */
  int x0, x1, y0, y1;
} Lying;

void
kb_tiles_near_begin (KbTilesDrawing *d)
{
  gsize n;
  kb_tiles_axis_index (&d->across);
  kb_tiles_axis_index (&d->down);
  n = (gsize) (d->across.n + WORD - 1) / WORD * (gsize) d->down.n;
  d->words = g_new (KbTilesWord, n);
  memset (d->words, 0xff, n * sizeof *d->words);
  d->offsets = g_new (guint32, 2 * (gsize) d->across.n);
  d->left = (gint64) (d->box.x0 * 256) + 128;
  d->bottom = (gint64) (d->box.y1 * 256) + 128;
  for (guint k = 0; k < WORD; k++)
    d->counting[k] = k;
}

void
kb_tiles_near_end (KbTilesDrawing *d)
{
  g_free (d->words);
  g_free (d->offsets);
}

/* ---- device pixels ---- */

static inline int
lowest_bit (guint64 bits)
{
  return __builtin_ctzll (bits);
}

/* Those of device pixels x0 <= x < x1 that are in the word of those from `base` on; there is one. */
static inline guint64
bits_between (int base, int x0, int x1)
{
  return ~G_GUINT64_CONSTANT (0) << MAX (x0 - base, 0) & ~G_GUINT64_CONSTANT (0) >> MAX (base + WORD - x1, 0);
}

static inline guint64
hides (guint32 colour, int k)
{
  return (guint64) (colour >> 24 == 255) << k;
}

/* Open device pixels of a word: number k gets row[offsets[k]]. `opaque`: all of the row is. */
static inline void
put (KbTilesWord *word, guint64 bits, guint32 *to, const guint32 *row, const guint32 *offsets, gboolean opaque)
{
  guint64 hidden = opaque ? bits : 0, fresh = bits & word->fresh, rest = bits ^ fresh;
  word->fresh ^= fresh;
  while (fresh)
    {
      int k = lowest_bit (fresh), end = ~(fresh >> k) ? k + lowest_bit (~(fresh >> k)) : WORD;
      fresh = end < WORD ? fresh >> end << end : 0;
      if (opaque)
        for (; k < end; k++)
          to[k] = row[offsets[k]];
      else
        for (; k < end; k++)
          hidden |= hides (to[k] = row[offsets[k]], k);
    }
  for (; rest; rest &= rest - 1)
    {
      int k = lowest_bit (rest);
      hidden |= hides (to[k] = kb_tiles_under (row[offsets[k]], to[k]), k);
    }
  word->open &= ~hidden;
}

/* Of row y and the columns from `base` on; the next is that of the next row. */
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

/* Where a place along one axis of the picture, as it lies there, is in what is kept of it. */
static inline guint32
place_in (const KbTilesDrawing *d, gint at, gint length, gboolean flip, gint small)
{
  gint p = CLAMP (at, 0, length - 1);
  return (guint32) MIN ((flip ? length - 1 - p : p) >> d->level, small - 1);
}

/* Where the mean of two places is among the means. */
static inline guint32
mean_in (const KbTilesDrawing *d, const gint pair[2], gint start, gint length, gboolean flip)
{
  gint p = pair[0] - start, q = pair[1] - start;
  gint first = (flip ? length - 1 - q : p) >> d->level, second = (flip ? length - 1 - p : q) >> d->level;
  return kb_tile_means_at (d->apart, first, second - first);
}

/* A load a device pixel, of the tile's own pixels or of its means. */
static void
draw_loads (const KbTilesDrawing *d, const KbTilePixels *tile, const Lying *at)
{
  const guint32 *pixels = tile->means ? tile->means : tile->pixels;
  gsize stride = tile->means ? tile->means_stride : tile->stride, step_x = at->turned ? stride : 1, step_y = at->turned ? 1 : stride;
  if (tile->means)
    for (int x = at->x0; x < at->x1; x++)
      d->offsets[x] = (guint32) step_x * mean_in (d, d->across.pairs + 2 * x, at->left, at->width, at->flip_x);
  else
    for (int x = at->x0; x < at->x1; x++)
      d->offsets[x] = (guint32) step_x * place_in (d, d->across.centres[x] - at->left, at->width, at->flip_x, at->small_width);
  for (int base = at->x0 / WORD * WORD; base < at->x1; base += WORD)
    {
      guint64 mask = bits_between (base, at->x0, at->x1);
      KbTilesWord *word = word_of (d, base, at->y0);
      for (int y = at->y0; y < at->y1; y++, word++)
        if (word->open & mask)
          {
            gsize row = tile->means ? mean_in (d, d->down.pairs + 2 * y, at->top, at->height, at->flip_y)
                                    : place_in (d, d->down.centres[y] - at->top, at->height, at->flip_y, at->small_height);
            put (word, word->open & mask, row_of (d, y) + base, pixels + step_y * row, d->offsets + base, tile->opaque);
          }
    }
}

/* Four loads a device pixel. */
static void
draw_fours (const KbTilesDrawing *d, const KbTilePixels *tile, const Lying *at)
{
  gsize step_x = at->turned ? tile->stride : 1, step_y = at->turned ? 1 : tile->stride;
  for (int k = 2 * at->x0; k < 2 * at->x1; k++)
    d->offsets[k] = (guint32) step_x * place_in (d, d->across.pairs[k] - at->left, at->width, at->flip_x, at->small_width);
  for (int y = at->y0; y < at->y1; y++)
    {
      const guint32 *upper = tile->pixels + step_y * place_in (d, d->down.pairs[2 * y] - at->top, at->height, at->flip_y, at->small_height);
      const guint32 *lower = tile->pixels + step_y * place_in (d, d->down.pairs[2 * y + 1] - at->top, at->height, at->flip_y, at->small_height);
      for (int base = at->x0 / WORD * WORD; base < at->x1; base += WORD)
        {
          KbTilesWord *word = word_of (d, base, y);
          guint64 open = word->open & bits_between (base, at->x0, at->x1);
          const guint32 *offsets = d->offsets + 2 * base;
          guint32 colours[WORD];
          for (guint64 bits = open; bits; bits &= bits - 1)
            {
              int k = lowest_bit (bits);
              guint32 a = offsets[2 * k], b = offsets[2 * k + 1];
              colours[k] = kb_mean_of_four (upper[a], upper[b], lower[a], lower[b]);
            }
          put (word, open, row_of (d, y) + base, colours, d->counting, FALSE);
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
  gint64 left = (x + d->left) >> 8, bottom = (y + d->bottom) >> 8, reach = kb_tile_pictures_reach (d->pictures);
  if (!is_in_sight (&d->across, left - reach, left + reach) || !is_in_sight (&d->down, bottom - reach, bottom + reach))
    return;
  KbTilePixels *tile = kb_tile_pictures_get (d->pictures, cell);
  if (!tile->pixels)
    return;
  cell &= ~d->not_flips;
  left += tile->offset.x;
  bottom += tile->offset.y;
  gboolean turned = (cell & KB_CELL_DIAGONAL) != 0;
  Lying at = { .turned = turned, .flip_x = (cell & KB_CELL_FLIP_X) != 0, .flip_y = (cell & KB_CELL_FLIP_Y) != 0, .left = (gint) left,
               .width = turned ? tile->height : tile->width, .height = turned ? tile->width : tile->height,
               .small_width = turned ? tile->small_height : tile->small_width, .small_height = turned ? tile->small_width : tile->small_height };
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
