/* SPDX-License-Identifier: MIT */
/* Cells and the tiles that they show become a layer as the runtime reads it (runtime/tiles/tiles.h).
 *
 * Purpose: the bank's tile layers. Flow: plain arrays -> each way in which a tile is shown (flips, height) once, in a table;
 * blocks of 32 x 32 cells, equal ones once -> bytes. Ownership: the input is the caller's, the bytes are the answer.
 *
 * The same input gives the same bytes on every machine. Errors: G_IO_ERROR_INVALID_DATA, which names the field, the tile or
 * the cell that cannot be. */
#ifndef KB_BAKE_TILES_H
#define KB_BAKE_TILES_H

#include "runtime/kickbox.h"

#include <glib.h>

/* A cell as documents have it: which tile (0 for none), how it lies, how high. */
#define KB_TILES_NUMBER_MASK 0x1fffffu
#define KB_TILES_FLIP_X (1u << 21)
#define KB_TILES_FLIP_Y (1u << 22)
#define KB_TILES_TRANSPOSED (1u << 23)
#define KB_TILES_HEIGHT_SHIFT 24

/* A tile as it is drawn, without flips. */
typedef struct {
  guint32 number;         /* what cells call it: 1 to KB_TILES_NUMBER_MASK */
  kbx_tile_kind kind;     /* heights stand on the bottom */
  guint class_index;      /* KBX_NONE for none */
  guint32 sprite, frame;
  const guint16 *heights; /* of KBX_TILE_HEIGHTS_BOTTOM: as many as a cell is wide, each as high as it at most */
  kbx_point offset;       /* how far from its cell it is drawn, within 4096 pixels; 31 different ones at most are shown */
} KbTilesTile;

typedef struct {
  guint cell_w, cell_h;   /* 1 to 1024 */
  gint32 x, y;            /* where the corner of cell (0, 0) is; all cells lie within 2^24 pixels */
  gint32 i, j;            /* the first cell of `cells` */
  guint columns, rows;    /* 1 to 8192 */
  gint32 axis_i[2], axis_j[2]; /* on the screen, in 1/256 pixel; all 0: a straight layer's */
  gint32 lift;            /* in 1/256 pixel */
  const KbTilesTile *tiles;
  guint n_tiles;
  const guint32 *cells;   /* columns x rows */
} KbTilesInput;

/* NULL with `error` set where the input cannot be. A transposed tile with heights needs square cells, and at most 65535 ways to
 * show a tile may occur. Cost: linear in the cells. */
GBytes *kb_tiles_build (const KbTilesInput *input, GError **error);

#endif
