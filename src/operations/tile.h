/* SPDX-License-Identifier: MIT */
/* The collision of tiles, for several frames at once. Each call is one step. On failure it returns
 * FALSE and an error, without changes. */
#ifndef KB_OPERATIONS_TILE_H
#define KB_OPERATIONS_TILE_H

#include "document/edits/edit.h"

/* `collision` is a choice of the field. Solid frames without a class get `class_id` (0: none).
 * Frames without heights get those of the picture if the choice needs them. */
gboolean kb_tile_set_collision (KbDocument *document, const KbId *frames, guint n,
                                const char *collision, KbId class_id, GError **error);

/* A straight slope from the first column's height to the last one's. A height of -1 keeps that end
 * and changes the rest. Cut to the frame's height. Merges as in kb_document_begin_merging. */
gboolean kb_tile_set_slope (KbDocument *document, const KbId *frames, guint n, gint left,
                            gint right, guint gesture, GError **error);

/* For each column, the height of the topmost solid pixel of the frame's picture, from below: a new
 * JSON array. All 0 if the picture cannot be read. */
json_t *kb_tile_picture_heights (KbDocument *document, const KbFrame *frame);

#endif
