/* SPDX-License-Identifier: MIT */
/* Shared by the files of tile layers: tiles.c walks the cells, and tiles.c draws one. When
 * reduced too far for that, tiles.c draws plain layers and tiles_groups.c others. */
#ifndef KB_DRAWING_TILES_TILES_PRIVATE_H
#define KB_DRAWING_TILES_TILES_PRIVATE_H

#include "drawing/pixel_rows.h"
#include "drawing/tiles/tile_pictures.h"

/* One axis of the view, as sampled for tiles. */

typedef struct {
  KbPixelAxis pixels;         /* of the level; first and last: device pixels within the clip */
  int n;                      /* number of these; below they are counted from 0 */
  double zoom;                /* device pixels per pixel */
  gint *centres;              /* the pixel of the level at each centre */
  gint *pairs;                /* when reduced, two samples each, at 1/4 and 3/4, else NULL */
  /* The first device pixel at or after each pixel of the level, beginning with that of the first,
   * or n; NULL: not computed */
  int *firsts;
} KbTilesAxis;

/* The first device pixel whose centre is at or after the beginning of a pixel of the level. */
static inline int
kb_tiles_axis_first_at (const KbTilesAxis *axis, gint at)
{
  gint low = axis->centres[0], high = axis->centres[axis->n - 1];
  return at <= low ? 0 : at > high ? axis->n : axis->firsts[at - low];
}

#define KB_TILES_BLOCK (KB_ZONES_TILE / 2)
#define KB_TILES_WORD 64       /* device pixels */

/* One bit per device pixel. The lowest bit is the first pixel. */
typedef struct {
  guint64 open;               /* 0 where the pixel hides everything behind it */
  guint64 fresh;              /* 1 where nothing is drawn yet */
} KbTilesWord;

typedef struct {
  KbTilePictures *pictures;
  KbTileGrid grid;
  guint32 not_flips;          /* flip bits already applied by the pictures */
  gboolean plain;             /* straight and not raised */
  gint way_i, way_j;
  double raise_low, raise_high;   /* range of pixels that a tile can be raised */

  KbCellBox cells;            /* source of the cells, one of these: */
  const KbZones *zones;
  const KbZonesPainter *painter;
  const KbStamp *stamp;

  KbTilesAxis across, down;
  guint level;                /* number of halvings of the tile pictures */
  KbApart apart;
  KbBounds box;               /* of a cell, relative to its corner */
  /* For the device pixels: first those of the first 64 columns, row by row */
  KbTilesWord *words;
  guint32 *offsets;           /* for the columns of the current tile */
  /* From a cell's corner to its picture's, in 1/256 pixel, plus half a pixel */
  gint64 left, bottom;
  guint8 *pixels;
  gsize stride;
} KbTilesDrawing;

/* The rows of a block of cells, by its index in the picture. */
const guint8 *kb_tiles_block_at (const KbTilesDrawing *d, guint index);
/* Cells [i, i + n) of row j, or 0 where there are none. */
void kb_tiles_read_row (const KbTilesDrawing *d, gint j, gint i, guint n, guint32 *to);

/* Prefetches a row of cells: blocks are scattered in memory, and only some rows of each are read.
 * `row` need not be aligned to a cache line. */
static inline void
kb_tiles_ask_row (const guint8 *row)
{
  __builtin_prefetch (row);
  __builtin_prefetch (row + KB_ZONES_TILE);
  __builtin_prefetch (row + 2 * KB_ZONES_TILE - 1);
}

/* The range of corners (x, y) whose tiles may be visible, for groups of that many cells a side, 0:
 * single cells. Then the rows with such cells, and the cells in a row: [from, until). */
KbBounds kb_tiles_sight (const KbTilesDrawing *d, gint together);
void kb_tiles_rows_in (const KbTilesDrawing *d, KbBounds sight, gint *from, gint *until);
void kb_tiles_cells_in (const KbTilesDrawing *d, KbBounds sight, gint j, gint *from, gint *until);

/* The side of a group of cells that share a colour, for layers that are not plain and cells of
 * `area` device pixels. */
gint kb_tiles_group_of (double area);
/* Below 100%, for layers that are not plain. */
void kb_draw_tiles_groups (KbTilesDrawing *d);

/* A colour below another, both in cairo's format. */
static inline guint32
kb_tiles_under (guint32 below, guint32 above)
{
  guint32 rest = 255 - (above >> 24), low = (below & 0x00ff00ff) * rest + 0x00800080,
          high = (below >> 8 & 0x00ff00ff) * rest + 0x00800080;
  low = (low + (low >> 8 & 0x00ff00ff)) >> 8 & 0x00ff00ff;
  high = (high + (high >> 8 & 0x00ff00ff)) & 0xff00ff00;
  return above + (low | high);
}

/* The same for four at a time. */
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
