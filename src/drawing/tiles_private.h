/* SPDX-License-Identifier: MIT */
/* What the files of tile layers share: tiles.c goes from cell to cell, tiles_near.c draws one; what
 * is too small for that tiles_far.c draws of plain layers, tiles_groups.c of others. */
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
  /* Of the device pixels: first those of the first 64 columns, row by row */
  KbTilesWord *words;
  guint32 *offsets;           /* of the columns of the tile that is drawn */
  /* From a cell's corner to that of its picture, in 1/256 pixel, and half a pixel */
  gint64 left, bottom;
  guint8 *pixels;
  gsize stride;
} KbTilesDrawing;

/* The rows of a block of cells, by its number in the picture. */
const guint8 *kb_tiles_block_at (const KbTilesDrawing *d, guint index);
/* Cells [i, i + n) of row j; 0 where there are none. */
void kb_tiles_read_row (const KbTilesDrawing *d, gint j, gint i, guint n, guint32 *to);

/* Blocks lie here and there in memory, and of each only some rows are read: asks for one of cells
 * ahead of time. It need not begin where memory is fetched from. */
static inline void
kb_tiles_ask_row (const guint8 *row)
{
  __builtin_prefetch (row);
  __builtin_prefetch (row + KB_ZONES_TILE);
  __builtin_prefetch (row + 2 * KB_ZONES_TILE - 1);
}

/* Which corners (x, y) of groups of so many cells each way, 0 for single ones, have anything of
 * their tiles in sight; the rows that have such, and the cells of a row: [from, until). */
KbBounds kb_tiles_sight (const KbTilesDrawing *d, gint together);
void kb_tiles_rows_in (const KbTilesDrawing *d, KbBounds sight, gint *from, gint *until);
void kb_tiles_cells_in (const KbTilesDrawing *d, KbBounds sight, gint j, gint *from, gint *until);

/* For kb_tiles_draw_tile: what all share, made and freed. */
void kb_tiles_near_begin (KbTilesDrawing *d);
void kb_tiles_near_end (KbTilesDrawing *d);
/* A cell that is not empty, whose corner is at (x, y), raised, in 1/256 pixel of the level. */
void kb_tiles_draw_tile (const KbTilesDrawing *d, guint32 cell, gint64 x, gint64 y);

/* How many cells of so many device pixels share a colour in a layer that is not plain, each way. */
gint kb_tiles_group_of (double area);
/* At less than 100%, of a plain layer and of others. */
void kb_draw_tiles_far (KbTilesDrawing *d);
void kb_draw_tiles_groups (KbTilesDrawing *d);

/* A colour below another, as cairo has them. */
static inline guint32
kb_tiles_under (guint32 below, guint32 above)
{
  guint32 rest = 255 - (above >> 24), low = (below & 0x00ff00ff) * rest + 0x00800080,
          high = (below >> 8 & 0x00ff00ff) * rest + 0x00800080;
  low = (low + (low >> 8 & 0x00ff00ff)) >> 8 & 0x00ff00ff;
  high = (high + (high >> 8 & 0x00ff00ff)) & 0xff00ff00;
  return above + (low | high);
}

/* The same of four at a time. */
typedef guint32 KbFour __attribute__ ((vector_size (16)));
typedef guint16 KbEight __attribute__ ((vector_size (16)));

static inline KbFour
kb_four_part (KbFour channels, KbFour rest)
{
  KbEight product = (KbEight) channels * (KbEight) rest + 128;
  return (KbFour) ((product + (product >> 8)) >> 8);
}

static inline KbFour
kb_four_under (KbFour below, KbFour above)
{
  KbFour rest = 255 - (above >> 24);
  rest |= rest << 16;
  return above
         + (kb_four_part (below & 0x00ff00ff, rest)
            | kb_four_part (below >> 8 & 0x00ff00ff, rest) << 8);
}

#endif
