/* SPDX-License-Identifier: MIT */
/* The tiles that the cells of one layer name, at one size, for one drawing: each is looked for when
 * it is first seen. */
#ifndef KB_TILE_PICTURES_H
#define KB_TILE_PICTURES_H

#include "drawing/tile_means.h"
#include "drawing/tiles.h"

typedef struct {
  cairo_surface_t *surface;       /* held, so that the cache may let it go; of it: */
  /* As cairo has them, at 1/2^level of the frame's size; NULL: there is nothing to be seen */
  const guint32 *pixels;
  gsize stride;                   /* in pixels */
  gint width, height;             /* of the frame, in pixels of the level */
  gint small_width, small_height; /* of what is in `pixels` */
  KbPixel offset;                 /* how far from its cell it is drawn */
  /* Device pixels so far; once these are some, or were for an earlier drawing: */
  guint64 asked;
  gboolean opaque;
  KbTileMeans *means;             /* where pictures are smaller than they are; else NULL */
} KbTilePixels;

typedef struct KbTilePictures KbTilePictures;

/* Everything is borrowed. `apart`: for means. `lock`: held for what others of the same look also
 * reach; each thread has pictures of its own. */
KbTilePictures *kb_tile_pictures_new (const KbTilesLook *look, const KbLayer *layer, guint level,
                                      KbApart apart, GMutex *lock);
void kb_tile_pictures_free (KbTilePictures *pictures);

/* Of a cell that is not empty. */
KbTilePixels *kb_tile_pictures_get (KbTilePictures *pictures, guint32 cell);
/* So many device pixels of it are next: looks what is worth to be known for them. */
void kb_tile_pictures_ask (const KbTilePictures *pictures, KbTilePixels *tile, gint n);
/* Its mean colour, as much as there is of it on its cell, as cairo has it; 0 of an empty one. */
guint32 kb_tile_pictures_colour (KbTilePictures *pictures, guint32 cell);
/* The same of a row of cells. */
void kb_tile_pictures_colours (KbTilePictures *pictures, const guint32 *cells, guint n,
                               guint32 *colours);
/* Of cells here and there in a row of a block, so many bytes from its beginning. */
void kb_tile_pictures_colours_at (KbTilePictures *pictures, const guint8 *row,
                                  const guint32 *places, guint n, guint32 *colours);
/* No tile is wider or higher, with its offset. */
gint kb_tile_pictures_reach (const KbTilePictures *pictures);
/* The least box around a cell's outline, from its own corner on. */
KbBounds kb_tile_pictures_cell_box (const KbTilePictures *pictures);

#endif
