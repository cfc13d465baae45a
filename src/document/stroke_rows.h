/* SPDX-License-Identifier: MIT */
/* Strokes on cells and on edges of mazes as readable rows, in the journal and in edits: [[column,
 * row, "1:4*3 1:5x -"], ...]. Columns and rows count from the first stored cell. A row is runs of
 * cells to the right, VALUE or VALUE*COUNT. A cell is "-" if empty, else TILESET:FRAME, then the
 * letters of its flips (d: x and y are exchanged, x, y) and +HEIGHT. Edges are "-", "l" (left), "t"
 * (top), "lt", or a number. */
#ifndef KB_DOCUMENT_STROKE_ROWS_H
#define KB_DOCUMENT_STROKE_ROWS_H

#include <jansson.h>

#include "document/zones.h"
#include "document/node.h"

/* The changed cells after the patch, or before it. NULL if the field has neither cells nor edges,
 * or the patch is so large that packing is better: zones_json.h. Cost: the tiles of the patch. */
json_t *kb_stroke_to_rows (const KbField *field, const KbZonesPatch *patch, gboolean after);
/* On failure FALSE and an error with the place, with some rows written. Rows may overlap; the later
 * one wins. */
gboolean kb_stroke_put_rows (const KbField *field, KbZonesPainter *painter, const json_t *rows,
                             GError **error);

#endif
