/* SPDX-License-Identifier: MIT */
/* Shared by the files of edits. */
#ifndef KB_DOCUMENT_EDITS_PRIVATE_H
#define KB_DOCUMENT_EDITS_PRIVATE_H

#include <jansson.h>

#include "document/node.h"
#include "document/pixels/zones.h"
#include "document/private.h"

/* Shared by the files of edits of many items. */

/* The size of types whose members own nothing and refer to nothing in their sprite. Returns 0 for
 * others. */
gsize kb_plain_size (KbType type);
/* Returns the list if its items have only such fields, else NULL and an error. */
const KbList *kb_plain_list (const KbNode *node, const char *name, GError **error);
const KbField *kb_plain_field (const KbNode *parent, const KbList *list, const char *name,
                               GError **error);
/* Returns TRUE and an error if n more do not fit. */
gboolean kb_plain_list_is_full (const KbNode *parent, const KbList *list, guint n, GError **error);

static inline KbNode *
kb_item_at (const GPtrArray *items, guint i)
{
  return g_ptr_array_index (items, i);
}

KbEdit *kb_many_new (KbEditOp op, const KbNode *parent, const KbList *list);
/* The next position of a walk through the runs. Start with two zeros and call at most n times. */
guint kb_many_next (const KbManyItems *many, guint *run, guint *in);
/* Stores the tree's current values as a set's values before. */
void kb_many_note_before (KbEdit *edit, const GPtrArray *items);
/* Takes the edit. Leaves no trace if nothing changes. */
void kb_many_perform (KbDocument *document, KbEdit *edit);

/* Strokes on cells and on edges of mazes as readable rows, in the journal and in edits: [[column,
 * row, "1:4*3 1:5x -"], ...]. Columns and rows count from the first stored cell. A row is runs of
 * cells to the right, VALUE or VALUE*COUNT. A cell is "-" if empty, else TILESET:FRAME, then the
 * letters of its flips (d: x and y are exchanged, x, y) and +HEIGHT. Edges are "-", "l" (left), "t"
 * (top), "lt", or a number. */

/* The changed cells after the patch, or before it. NULL if the field has neither cells nor edges,
 * or the patch is so large that packing is better: zones_files.h. Cost: the tiles of the patch. */
json_t *kb_stroke_to_rows (const KbField *field, const KbZonesPatch *patch, gboolean after);
/* On failure returns FALSE and an error with the place, with some rows written. Rows may overlap,
 * and the later one wins. */
gboolean kb_stroke_put_rows (const KbField *field, KbZonesPainter *painter, const json_t *rows,
                             GError **error);

#endif
