/* SPDX-License-Identifier: MIT */
/* What of a tile stops a move, for several frames at once. One step each; FALSE and an error:
 * nothing is changed. */
#ifndef KB_OPERATIONS_TILE_H
#define KB_OPERATIONS_TILE_H

#include "document/edit.h"

/* `collision` is a choice of the field. Frames that have no class yet get `class_id` (0: none)
 * where something stops; of those that have no heights yet, they become those of the picture. */
gboolean kb_tile_set_collision (KbDocument *document, const KbId *frames, guint n,
                                const char *collision, KbId class_id, GError **error);

/* A straight slope from the first column's height to the last one's; -1: as it is, the rest of the
 * slope changes. Cut to the frame's height. Merges as kb_document_begin_merging says. */
gboolean kb_tile_set_slope (KbDocument *document, const KbId *frames, guint n, gint left,
                            gint right, guint gesture, GError **error);

/* Of each column, how high the topmost solid pixel of the frame's picture is, from below: a new
 * JSON array. All 0 where the picture cannot be read. */
json_t *kb_tile_picture_heights (KbDocument *document, const KbFrame *frame);

#endif
