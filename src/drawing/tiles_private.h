/* SPDX-License-Identifier: MIT */
/* What the files of tile layers share: tiles.c goes from cell to cell, tiles_near.c draws one, tiles_far.c what is too small for that. */
#ifndef KB_TILES_PRIVATE_H
#define KB_TILES_PRIVATE_H

#include "drawing/tile_pictures.h"
#include "drawing/tiles_axis.h"

#define KB_TILES_BLOCK (KB_ZONES_TILE / 2)
#define KB_TILES_WORD 64       /* device pixels */

/* A bit a device pixel, the lowest is the first. */
typedef struct {
  guint64 open;               /* 0 where what is there hides all that is behind */
  guint64 fresh;              /* 1 where nothing is there */
} KbTilesWord;

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

  KbTilesAxis across, down;
  guint level;                /* of halving, of the pictures of tiles */
  KbApart apart;
  KbBounds box;               /* of a cell, from its corner on */
  KbTilesWord *words;         /* of the device pixels: first those of the first 64 columns, row by row */
  guint32 *offsets;           /* of the columns of the tile that is drawn, one or two a device pixel */
  guint32 counting[KB_TILES_WORD];   /* 0, 1, 2 and so on */
  gint64 left, bottom;        /* from a cell's corner to that of its picture, in 1/256 pixel, and half a pixel */
  guint8 *pixels;
  gsize stride;
} KbTilesDrawing;

/* The rows of a block of cells, by its number in the picture. */
const guint8 *kb_tiles_block_at (const KbTilesDrawing *d, guint index);
/* Cells [i, i + n) of row j; 0 where there are none. */
void kb_tiles_read_row (const KbTilesDrawing *d, gint j, gint i, guint n, guint32 *to);

/* For the two below: what they share, made and freed. */
void kb_tiles_near_begin (KbTilesDrawing *d);
void kb_tiles_near_end (KbTilesDrawing *d);
/* A cell that is not empty, whose corner is at (x, y), raised, in 1/256 pixel of the level. */
void kb_tiles_draw_tile (const KbTilesDrawing *d, guint32 cell, gint64 x, gint64 y);
/* Cells that are drawn as one, `n` each way, in one colour: at least a device pixel. */
void kb_tiles_draw_colour (const KbTilesDrawing *d, guint32 colour, const KbBounds *box, gint n, KbVec corner);

/* Of a plain layer, at less than 100%. */
void kb_draw_tiles_far (KbTilesDrawing *d);

#endif
