/* SPDX-License-Identifier: MIT */
/* Shared by the tools for tile layers: the layer and cell under the pointer, the stamp, and the
 * current stroke, which becomes one undo step.
 *
 * Flow: press -> kb_tiles_begin -> cells through context->level.cells
 * (operations/level/cell_stroke.h), shown at once -> release -> kb_tiles_end, or
 * kb_tiles_cancel. */
#ifndef KB_TOOLS_TILES_WORK_H
#define KB_TOOLS_TILES_WORK_H

#include "drawing/tiles/tiles.h"
#include "tools/context.h"

/* The active tile layer; NULL: none, or something else is active. */
KbLayer *kb_tiles_layer (const KbToolContext *context);
/* The cell under the pointer: at height 0; with `seen` that of the visible tile, at any height.
 * FALSE: none. */
gboolean kb_tiles_cell (const KbToolContext *context, gboolean seen, gint *i, gint *j);

/* The current stamp, context->level.stamp; without one, the first tile of the level's first tileset
 * becomes the stamp. NULL, reported: there are no tiles. */
const KbStamp *kb_tiles_stamp (KbToolContext *context);
/* Without a stamp, uses the first tile so that a preview can be drawn. FALSE: there are no
 * tiles. */
gboolean kb_tiles_take_first (KbToolContext *context);
/* Makes the next (or previous) tile of the level's tilesets the stamp, wrapping around, and reports
 * it. A tool that places no tiles is replaced by the stamp tool. */
void kb_tiles_step_stamp (KbToolContext *context, gint by);
/* Takes ownership of the stamp and notifies the host. NULL: no stamp. */
void kb_tiles_take_stamp (KbToolContext *context, KbStamp *stamp);
/* Turns or flips the stamp; transposing swaps columns and rows. FALSE: there is no stamp. */
gboolean kb_tiles_change_stamp (KbToolContext *context, KbStampChange change);
gboolean kb_tiles_transpose_stamp (KbToolContext *context);
/* Moves (i, j) from the stamp's middle cell to its top left. */
void kb_tiles_middle (const KbStamp *stamp, gint *i, gint *j);

/* The terrain that is painted, and the number of its tileset on the level; NULL: none. */
const KbZone *kb_tiles_terrain (const KbToolContext *context, gint *tileset);
/* Whether each cell is painted alone: with a terrain, or random tiles. */
gboolean kb_tiles_cellwise (const KbToolContext *context);

/* Whether the layer is locked or hidden, so that nothing can be painted. */
gboolean kb_tiles_is_shut (const KbToolContext *context);
/* The cursor of tools that paint: "not-allowed" then; NULL: their own. */
const char *kb_tiles_cursor (const KbToolContext *context);
/* FALSE, reported: the layer is hidden, locked or unreadable. */
gboolean kb_tiles_begin (KbToolContext *context);
/* One step, none if nothing changed; reports cells that could not be painted. */
void kb_tiles_end (KbToolContext *context, const char *label);
/* Paints or erases a box in the stroke: with the terrain, random tiles or the stamp, the same ones
 * each time after `again`. */
void kb_tiles_put (KbToolContext *context, KbCellBox box, gboolean erases, gboolean again);
/* What is painted in the stroke instead of the stamp; NULL: the stamp. */
KbTerrains *kb_tiles_terrains (KbToolContext *context);
/* Whether the terrain has edges only, as roads have: it goes from cell to cell. */
gboolean kb_tiles_are_joined (KbToolContext *context);
/* Of a terrain, only the label nearest to the pointer in that cell, or from one cell to the next
 * one. */
void kb_tiles_touch (KbToolContext *context, gint i, gint j);
void kb_tiles_join (KbToolContext *context, gint i, gint j, gint to_i, gint to_j);
/* As kb_cell_stroke_fill, with the terrain, random tiles or the stamp. */
gboolean kb_tiles_fill (KbToolContext *context, gint i, gint j);
/* Also valid without a stroke. */
void kb_tiles_cancel (KbToolContext *context);

/* For drawing the level: FALSE without a stroke. */
gboolean kb_tiles_stroke (const KbToolContext *context, KbTilesStroke *stroke);
/* The area of the level that the stroke changed on screen since the last call, in pixels of the
 * level; FALSE: none. */
gboolean kb_tiles_take_dirty (KbToolContext *context, KbBounds *bounds);
/* The visible cells, within `bounds` if there are any. FALSE: too many for separate lines. */
gboolean kb_tiles_visible_cells (const KbToolContext *context, const KbTileGrid *grid,
                                 const KbCellBox *bounds, KbCellBox *box);
/* Outlines of cells over the canvas, at height 0. */
void kb_tiles_draw_box (const KbToolContext *context, cairo_t *cr, KbCellBox box);
/* A preview of the stamp there, with an outline. */
void kb_tiles_draw_ghost (KbToolContext *context, cairo_t *cr, gint i, gint j);
/* Grid lines of the layer if they are far enough apart, and an outline of its stored cells. */
void kb_tiles_draw_grid (const KbToolContext *context, cairo_t *cr);

/* "ground · terrain 12 · solid (rock)" for the visible tile, as a new string, "" without a cell. */
char *kb_tiles_describe (const KbToolContext *context);

/* A pick in progress, by the pick tool, or by the stamp tool with Alt. */
typedef struct {
  gboolean active;
  gint i, j;
} KbTilesPick;

#endif
