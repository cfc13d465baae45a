/* SPDX-License-Identifier: MIT */
/* The cells of tile layers, which are painted pictures (zones.h) with 2 x 2 pixels per cell. A cell
 * is a 32-bit number, KB_CELL_...; 0 is empty. Its lowest byte is the top left pixel, then top
 * right, bottom left and bottom right. So strokes, undo, the journal and files work as for all
 * paintings. Flow: kb_document_painter (layer, "cells") -> kb_cells_painter_... ->
 * kb_document_paint_end. Columns and rows count from the picture's top left. A layer's (i, j)
 * counts from its `first`. */
#ifndef KB_CELLS_H
#define KB_CELLS_H

#include "document/model.h"

/* Bits 0 to 15: the frame's permanent ID; 0: the cell is empty */
#define KB_CELL_FRAME 0xffffu
#define KB_CELL_TILESET_SHIFT 16      /* 5 bits: the number of a tileset */
#define KB_CELL_FLIPS_SHIFT 21        /* 3 bits: */
#define KB_CELL_FLIP_X (1u << 21)
#define KB_CELL_FLIP_Y (1u << 22)
/* X and y of the picture are exchanged first, then it is flipped */
#define KB_CELL_DIAGONAL (1u << 23)
#define KB_CELL_FLIPS (KB_CELL_FLIP_X | KB_CELL_FLIP_Y | KB_CELL_DIAGONAL)
/* 8 bits: units above the floor, if the layer has a lift */
#define KB_CELL_HEIGHT_SHIFT 24
#define KB_MAX_CELL_HEIGHT 255
#define KB_CELL_TILE 0x1fffffu        /* the frame and its tileset */
#define KB_MAX_TILE_FRAME 65535       /* the highest number of a frame usable as a tile */

typedef struct {
  guint frame;            /* 0: empty, with all other fields 0 */
  guint tileset;          /* 1 to KB_MAX_TILESETS */
  gboolean flip_x, flip_y, diagonal;
  guint height;           /* 0 to KB_MAX_CELL_HEIGHT */
} KbCell;

/* Cells [i, i + width) x [j, j + height). */
typedef struct { gint i, j, width, height; } KbCellBox;

guint32 kb_cell_pack (const KbCell *cell);
KbCell kb_cell_unpack (guint32 cell);

static inline gboolean kb_cell_is_empty (guint32 cell) { return (cell & KB_CELL_FRAME) == 0; }

/* The cell with this top left pixel. Rows are `stride` bytes apart. */
static inline guint32
kb_cell_join (const guint8 *pixels, gsize stride)
{
  guint16 low = (guint16) (pixels[0] | pixels[1] << 8),
          high = (guint16) (pixels[stride] | pixels[stride + 1] << 8);
  return low | (guint32) high << 16;
}

/* A cell of a picture. Outside it is empty. */
guint32 kb_cells_at (const KbZones *zones, gint column, gint row);
/* Rows of cells, which are empty outside. */
void kb_cells_copy (const KbZones *zones, gint column, gint row, guint width, guint height,
                    guint32 *to, gsize stride);

/* The stored cells. */
KbCellBox kb_layer_bounds (const KbLayer *layer);
KbCellBox kb_maze_bounds (const KbMaze *maze);
/* Empty outside. */
guint32 kb_layer_cell_at (const KbLayer *layer, gint i, gint j);
/* The amount that such bounds would cut off: a layer's tiles, or a maze's walls of one cell each.
 * Cost: linear in the existing cells. */
guint64 kb_cells_beyond (const KbNode *grid, const KbCellBox *box);
/* Whether it has no axes of its own. Otherwise it is isometric. Staggered layers have none. */
gboolean kb_layer_is_straight (const KbLayer *layer);
/* The effective axes, also for a straight layer; of a staggered one, from row to row, and from
 * column to column. */
void kb_layer_axes (const KbLayer *layer, KbVec *axis_i, KbVec *axis_j);

/* --- Strokes: cells outside are ignored --- */
guint32 kb_cells_painter_at (const KbZonesPainter *painter, gint column, gint row);
void kb_cells_painter_put (KbZonesPainter *painter, gint column, gint row, guint32 cell);
void kb_cells_painter_box (KbZonesPainter *painter, gint column, gint row, gint width, gint height,
                           guint32 cell);
/* Rows of cells, `stride` cells apart. Where `keep` is nonzero, the cell stays unchanged. If it
 * is NULL, no cell does. */
void kb_cells_painter_copy_in (KbZonesPainter *painter, gint column, gint row, guint width,
                               guint height, const guint32 *cells, const guint8 *keep,
                               gsize stride);

/* --- Layers derived by rules --- */
/* The layer it is derived from, or NULL. */
KbLayer *kb_layer_source (const KbLayer *layer);
/* How many layers it is derived from, one from the other; 0 also if they are a circle. */
guint kb_layer_depth (const KbLayer *layer);
/* Whether rules put its tiles. Without a rule it keeps the painted ones. */
gboolean kb_layer_is_derived (const KbLayer *layer);
/* The cells each way of a pattern with n numbers: 1, 3, 5 or 7. 0: no pattern has so many. */
gint kb_rule_side (guint n);

#endif
