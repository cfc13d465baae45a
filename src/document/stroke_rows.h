/* SPDX-License-Identifier: MIT */
/* Strokes on cells and on edges of mazes as rows that a person can read, in the journal and in
 * edits: [[column, row, "1:4*3 1:5x -"], ...]. Columns and rows count from the first cell that is
 * stored.
 *
 * A row is runs of cells from there to the right, VALUE or VALUE*COUNT. A cell is "-" where it is
 * empty, else TILESET:FRAME, then the letters of its flips (d: x and y are exchanged, x, y) and
 * +HEIGHT. Edges are "-", "l" (left), "t" (top), "lt", or a number. */
#ifndef KB_DOCUMENT_STROKE_ROWS_H
#define KB_DOCUMENT_STROKE_ROWS_H

#include <jansson.h>

#include "document/zones.h"
#include "document/node.h"

/* What the patch leaves, or what was there before; only cells that it changes. NULL where the field
 * has neither cells nor edges, or the patch has so much that it is better packed: zones_json.h.
 * Cost: the tiles of the patch. */
json_t *kb_stroke_to_rows (const KbField *field, const KbZonesPatch *patch, gboolean after);
/* FALSE and an error that says where, with some of it written. Rows may overlap; the later
 * counts. */
gboolean kb_stroke_put_rows (const KbField *field, KbZonesPainter *painter, const json_t *rows,
                             GError **error);

#endif
