/* SPDX-License-Identifier: MIT */
/* Painting on a tile layer: one stroke, one undo step. These are the tile tools without a window.
 * Flow: kb_cell_stroke_new, then stamps, boxes and fills, then kb_cell_stroke_end, or _cancel. The
 * document changes only at the end. It must not change during a stroke, or the end fails. Cells are
 * those of the layer's grid, (i, j), even negative. Empty cells of a stamp leave cells unchanged.
 * Cost: 4 KiB for each 32 x 32 cells touched. */

/* A tile put outside the stored cells makes the layer grow (a large one by steps of 32 cells), up
 * to KB_MAX_CELLS per side. Tiles above that limit are left out, and kb_cell_stroke_is_full reports
 * it. Nothing else grows the layer. */
#ifndef KB_OPERATIONS_LEVEL_CELL_STROKE_H
#define KB_OPERATIONS_LEVEL_CELL_STROKE_H

#include "document/edits/edit.h"
#include "operations/level/stamp.h"

typedef struct KbCellStroke KbCellStroke;

/* Returns NULL and an error if there is no such layer, or its cells cannot be read. */
KbCellStroke *kb_cell_stroke_new (KbDocument *document, KbId layer, GError **error);
/* Takes the stroke. Makes one step with a translated label, or none if nothing changed. On failure
 * returns FALSE and an error. The document is unchanged. */
gboolean kb_cell_stroke_end (KbCellStroke *stroke, const char *label, GError **error);
void kb_cell_stroke_cancel (KbCellStroke *stroke);
/* Resets the stroke: for a box that is drawn again with each motion. */
void kb_cell_stroke_restart (KbCellStroke *stroke);

/* Limits what is written from now on to the cells of a mask, borrowed, that are not empty, with its
 * top left at (i, j). NULL: no limit. */
void kb_cell_stroke_limit (KbCellStroke *stroke, const KbStamp *mask, gint i, gint j);

/* The layer's bounds with the stroke. */
KbCellBox kb_cell_stroke_bounds (const KbCellStroke *stroke);
guint32 kb_cell_stroke_at (const KbCellStroke *stroke, gint i, gint j);
/* The painter is for drawing. Its picture begins at the cell bounds.i, bounds.j, and changes with
 * each call that paints. */
KbZonesPainter *kb_cell_stroke_painter (KbCellStroke *stroke);
/* The box written since the last call, changed or not. Returns FALSE if there is none. */
gboolean kb_cell_stroke_take_dirty (KbCellStroke *stroke, KbCellBox *box);
/* Whether the layer's bounds changed since the last call, or since the start. */
gboolean kb_cell_stroke_take_grown (KbCellStroke *stroke);
/* Whether tiles were left out because the layer cannot grow so far. */
gboolean kb_cell_stroke_is_full (const KbCellStroke *stroke);

/* Puts the stamp's top left at (i, j). */
void kb_cell_stroke_stamp (KbCellStroke *stroke, const KbStamp *stamp, gint i, gint j);
/* A drag from one cell to another: stamps along the line between them. They are only put at whole
 * stamps from (anchor_i, anchor_j), so they do not overlap. */
void kb_cell_stroke_drag (KbCellStroke *stroke, const KbStamp *stamp, gint anchor_i, gint anchor_j,
                          gint from_i, gint from_j, gint to_i, gint to_j);
/* Repeats the stamp from the top left of the box. */
void kb_cell_stroke_box (KbCellStroke *stroke, const KbStamp *stamp, KbCellBox box);
/* Fills the cells equal to (i, j) and connected by their sides, within the layer, with the repeated
 * stamp, its top left at (i, j). Returns FALSE outside the layer. Cost: nanoseconds per cell, and
 * about 2 MiB for 4096 x 4096. */
gboolean kb_cell_stroke_fill (KbCellStroke *stroke, const KbStamp *stamp, gint i, gint j);
void kb_cell_stroke_erase (KbCellStroke *stroke, KbCellBox box);
/* Adds to the heights of the non-empty cells in a box, from 0 to 255. */
void kb_cell_stroke_raise (KbCellStroke *stroke, KbCellBox box, gint by);

#endif
