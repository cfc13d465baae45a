/* SPDX-License-Identifier: MIT */
/* The tiles used by the cells of one layer, at one size, for one drawing. Each is prepared when
 * first seen. */
#ifndef KB_DRAWING_TILES_TILE_PICTURES_H
#define KB_DRAWING_TILES_TILE_PICTURES_H

#include <glib.h>

#include "drawing/tiles/tiles.h"

/* A reduced tile, whose device pixels are means of four samples. A table holds all possible means,
 * so that each device pixel costs one load. */

/* The distance between two samples along an axis, in pixels of the reduced tile. */
typedef struct { gint least, most; } KbApart;     /* most: least, or one more */

/* The mean of columns u and u + a and rows v and v + b is at kb_tile_means_at (u, a) + stride *
 * kb_tile_means_at (v, b). u and v may be -1. Outside, the pixels at the edge repeat. */
static inline guint32
kb_tile_means_at (KbApart apart, gint place, gint distance)
{
  return (guint32) ((place + 1) * (apart.most - apart.least + 1) + distance - apart.least);
}

static inline gsize
kb_tile_means_stride (KbApart apart, gint width)
{
  return kb_tile_means_at (apart, width, apart.least);
}

typedef struct {
  KbApart apart;
  gsize stride;               /* pixels */
  gboolean opaque;            /* no transparent pixel */
  guint32 pixels[];
} KbTileMeans;

typedef struct {
  /* referenced, so that the cache may drop it; the rest points into it: */
  cairo_surface_t *surface;
  /* In cairo's format, at 1/2^level of the frame's size; NULL: nothing visible */
  const guint32 *pixels;
  gsize stride;                   /* pixels */
  gint width, height;             /* of the frame, in pixels of the level */
  gint small_width, small_height; /* of `pixels` */
  KbPixel offset;                 /* from its cell to where it is drawn */
  /* Device pixels requested so far. With enough of them, or means from an earlier drawing: */
  guint64 asked;
  gboolean opaque;
  KbTileMeans *means;             /* when reduced, else NULL */
} KbTilePixels;

typedef struct KbTilePictures KbTilePictures;

/* Everything is borrowed. `apart`: for means. `lock`: held while using what drawings of the same
 * look share; each thread has its own KbTilePictures. */
KbTilePictures *kb_tile_pictures_new (const KbTilesLook *look, const KbLayer *layer, guint level,
                                      KbApart apart, GMutex *lock);
void kb_tile_pictures_free (KbTilePictures *pictures);

/* For a cell that is not empty. */
KbTilePixels *kb_tile_pictures_get (KbTilePictures *pictures, guint32 cell);
/* Announces n device pixels of the tile: computes its means if that pays. */
void kb_tile_pictures_ask (const KbTilePictures *pictures, KbTilePixels *tile, gint n);
/* The tile's mean colour, scaled by the share of its cell that it covers, in cairo's format, or 0
 * for an empty cell. */
guint32 kb_tile_pictures_colour (KbTilePictures *pictures, guint32 cell);
/* The same for a row of cells. */
void kb_tile_pictures_colours (KbTilePictures *pictures, const guint32 *cells, guint n,
                               guint32 *colours);
/* For cells in a row of a block, at these offsets in bytes from its beginning. */
void kb_tile_pictures_colours_at (KbTilePictures *pictures, const guint8 *row,
                                  const guint32 *places, guint n, guint32 *colours);
/* The maximum width or height of any tile, with its offset. */
gint kb_tile_pictures_reach (const KbTilePictures *pictures);
/* The smallest box around a cell's outline, relative to the cell's corner. */
KbBounds kb_tile_pictures_cell_box (const KbTilePictures *pictures);

#endif
