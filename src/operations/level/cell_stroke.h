/* SPDX-License-Identifier: MIT */
/* Painting on a tile layer: one stroke, one undo step.
 *
 * Purpose: what the tools for tiles do, without a window. Flow: kb_cell_stroke_new -> stamps,
 * boxes, fills, one after the other -> kb_cell_stroke_end, or _cancel; the document changes only
 * then. Cells are those of the layer's grid, (i, j), negative ones too. Where a tile is put outside
 * of what the layer stores, the layer grows to it (a large one by steps of 32 cells), up to
 * KB_MAX_CELLS a side; what cannot be is left out, and kb_cell_stroke_is_full tells. Nothing else
 * grows it. Empty cells of a stamp leave what is there. The document must not change under a
 * stroke: an end then fails. Cost: 4 KiB for each 32 x 32 cells touched. */
#ifndef KB_OPERATIONS_LEVEL_CELL_STROKE_H
#define KB_OPERATIONS_LEVEL_CELL_STROKE_H

#include "document/edit.h"
#include "operations/level/stamp.h"

typedef struct KbCellStroke KbCellStroke;

/* NULL and an error where there is no such layer, or its cells cannot be read. */
KbCellStroke *kb_cell_stroke_new (KbDocument *document, KbId layer, GError **error);
/* Takes the stroke. One step, with a label that is translated already; none where nothing changed.
 * FALSE and an error: the document is as it was. */
gboolean kb_cell_stroke_end (KbCellStroke *stroke, const char *label, GError **error);
void kb_cell_stroke_cancel (KbCellStroke *stroke);
/* As new: for a box that is drawn again with each motion. */
void kb_cell_stroke_restart (KbCellStroke *stroke);

/* The layer as it would be now. */
KbCellBox kb_cell_stroke_bounds (const KbCellStroke *stroke);
guint32 kb_cell_stroke_at (const KbCellStroke *stroke, gint i, gint j);
/* For who draws it; its picture begins with the cell bounds.i, bounds.j. Another one after each
 * call that paints. */
KbZonesPainter *kb_cell_stroke_painter (KbCellStroke *stroke);
/* The box of what was written since it was last asked for, whether that changed it or not; FALSE:
 * nothing. */
gboolean kb_cell_stroke_take_dirty (KbCellStroke *stroke, KbCellBox *box);
/* The layer has other bounds than when this was last asked, or when the stroke began. */
gboolean kb_cell_stroke_take_grown (KbCellStroke *stroke);
/* Something was left out, as the layer cannot grow that far. */
gboolean kb_cell_stroke_is_full (const KbCellStroke *stroke);

/* The stamp's top left goes to (i, j). */
void kb_cell_stroke_stamp (KbCellStroke *stroke, const KbStamp *stamp, gint i, gint j);
/* A drag from one cell to another: the stamp goes to all places that the line between them comes
 * to, of those that lie whole stamps away from (anchor_i, anchor_j): they do not overlap. */
void kb_cell_stroke_drag (KbCellStroke *stroke, const KbStamp *stamp, gint anchor_i, gint anchor_j,
                          gint from_i, gint from_j, gint to_i, gint to_j);
/* The stamp again and again, from the top left of the box. */
void kb_cell_stroke_box (KbCellStroke *stroke, const KbStamp *stamp, KbCellBox box);
/* The cells that are equal to that at (i, j) and hang together by their sides, within the layer,
 * get the stamp again and again, so that its top left comes to (i, j). FALSE outside of the layer.
 * Cost: ns a cell; 2 MiB and some for 4096 x 4096. */
gboolean kb_cell_stroke_fill (KbCellStroke *stroke, const KbStamp *stamp, gint i, gint j);
void kb_cell_stroke_erase (KbCellStroke *stroke, KbCellBox box);
/* Heights of the cells of a box that are not empty: by so much more, from 0 to 255. */
void kb_cell_stroke_raise (KbCellStroke *stroke, KbCellBox box, gint by);

#endif
