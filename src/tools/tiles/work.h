/* SPDX-License-Identifier: MIT */
/* What the tools for tile layers share: the layer and the cell under the pointer, the stamp, the
 * stroke under way and its end as one undo step.
 *
 * Flow: press -> kb_tiles_begin -> cells by context->cells (operations/level/cell_stroke.h), which
 * the canvas shows at once -> release -> kb_tiles_end, or kb_tiles_cancel. */
#ifndef KB_TOOLS_TILES_WORK_H
#define KB_TOOLS_TILES_WORK_H

#include "drawing/tiles.h"
#include "tools/context.h"

/* The layer that is worked on; NULL: none, or something else is. */
KbLayer *kb_tiles_layer (const KbToolContext *context);
/* The cell under the pointer: on the floor; or, with `seen`, that of the tile which is seen there,
 * however high. FALSE: none. */
gboolean kb_tiles_cell (const KbToolContext *context, gboolean seen, gint *i, gint *j);

/* What is put: context->level.stamp, or the first tile of the level's first tileset, which it then
 * is. NULL, which is told as status: there are no tiles. */
const KbStamp *kb_tiles_stamp (KbToolContext *context);
/* With nothing in the hand that first tile, so that what would be put can be shown before. FALSE:
 * there are no tiles. */
gboolean kb_tiles_take_first (KbToolContext *context);
/* Takes the next single tile of the level's tilesets, one after the other and round, or the one
 * before; what it is is told. A tool that puts nothing gives way to the stamp's. */
void kb_tiles_step_stamp (KbToolContext *context, gint by);
/* Takes the stamp, and tells the host. NULL: none. */
void kb_tiles_take_stamp (KbToolContext *context, KbStamp *stamp);
/* Turns or mirrors it; `diagonal`: columns and rows change places instead. FALSE: there is none. */
gboolean kb_tiles_change_stamp (KbToolContext *context, KbStampChange change);
gboolean kb_tiles_transpose_stamp (KbToolContext *context);
/* Where the stamp's top left goes for its middle to be at cell (i, j). */
void kb_tiles_middle (const KbStamp *stamp, gint *i, gint *j);

/* FALSE, which is told: the layer is hidden or locked, or cannot be read. */
gboolean kb_tiles_begin (KbToolContext *context);
/* One step, none where nothing changed; what could not be painted is told. */
void kb_tiles_end (KbToolContext *context, const char *label);
/* Also when there is none. */
void kb_tiles_cancel (KbToolContext *context);
/* The box from one cell to another, both in it; Shift makes it square. */
KbCellBox kb_tiles_box (const KbToolContext *context, gint from_i, gint from_j, gint to_i,
                        gint to_j);

/* For who draws the level: FALSE where no stroke is under way. */
gboolean kb_tiles_stroke (const KbToolContext *context, KbTilesStroke *stroke);
/* What of the level the stroke has changed on the screen since it was last asked, in its pixels;
 * FALSE: nothing. */
gboolean kb_tiles_take_dirty (KbToolContext *context, KbBounds *bounds);
/* Outlines of cells over the canvas, at height 0. */
void kb_tiles_draw_box (const KbToolContext *context, cairo_t *cr, KbCellBox box);
/* The stamp as it would be there, and around it. */
void kb_tiles_draw_ghost (KbToolContext *context, cairo_t *cr, gint i, gint j);
/* The lines between the layer's cells where they are far enough apart, and around what it
 * stores. */
void kb_tiles_draw_grid (const KbToolContext *context, cairo_t *cr);

/* Arrow keys: from steps of a pixel to steps of a cell, along the layer's axes. */
void kb_tiles_step (const KbToolContext *context, gint *dx, gint *dy);

/* "ground · terrain 12 · solid (rock)", of the tile that is seen; a new string, "" where there is
 * no cell. */
char *kb_tiles_describe (const KbToolContext *context);

/* A pick under way: of the stamp's tool, with Alt, and of that for it. */
typedef struct {
  gboolean active;
  gint i, j;
} KbTilesPick;

gboolean kb_tiles_pick_begin (KbToolContext *context, KbTilesPick *pick);
/* The tiles become the stamp; told where there are none. */
void kb_tiles_pick_end (KbToolContext *context, KbTilesPick *pick);
void kb_tiles_pick_draw (const KbToolContext *context, const KbTilesPick *pick, cairo_t *cr);

#endif
