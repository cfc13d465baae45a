/* SPDX-License-Identifier: MIT */
/* What the files of tile layers share: tiles.c draws tile by tile, tiles_far.c what is too small for that. */
#ifndef KB_TILES_PRIVATE_H
#define KB_TILES_PRIVATE_H

#include "drawing/pixel_rows.h"
#include "drawing/tile_pictures.h"

#define KB_TILES_BLOCK (KB_ZONES_TILE / 2)

typedef struct {
  KbTilePictures *pictures;
  KbTileGrid grid;
  guint32 not_flips;          /* bits of cells that pictures have been made for already */
  gboolean plain;             /* straight, and nothing is raised */
  gint way_i, way_j;
  double raise_low, raise_high;   /* pixels that a tile can be raised */

  KbCellBox cells;            /* of one of these: */
  const KbZones *zones;
  const KbZonesPainter *painter;
  const KbStamp *stamp;

  KbPixelAxis across, down;   /* of the level, the device pixels within the clip */
  gint *columns, *rows;       /* which pixels of the level these are, at the centre */
  gint *column_pairs, *row_pairs;   /* small ones: at one and at three quarters */
  guint level;
  double zoom;                /* device pixels a pixel */
  guint32 *offsets;           /* of the columns of the tile that is drawn, one or two a device pixel */
  KbBounds box;               /* of a cell, from its corner on */
  guint64 *open;              /* a bit a device pixel, rows of so many words: 0 where what is there hides all that is behind */
  gsize words;
  guint8 *pixels;
  gsize stride;
} KbTilesDrawing;

/* The rows of a block of cells, by its number in the picture. */
const guint8 *kb_tiles_block_at (const KbTilesDrawing *d, guint index);
/* Cells [i, i + n) of row j; 0 where there are none. */
void kb_tiles_read_row (const KbTilesDrawing *d, gint j, gint i, guint n, guint32 *to);

/* Of a plain layer, at less than 100%. */
void kb_draw_tiles_far (KbTilesDrawing *d);

#endif
