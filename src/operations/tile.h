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

/* Collision painted over tiles of a sheet: a stroke gives each tile that it touches the same
 * collision and class, replacing both. */
typedef struct KbTileStroke KbTileStroke;

/* The class is that of kb_tile_stroke_frame. */
KbTileStroke *kb_tile_stroke_new (KbDocument *document, KbCollision collision, KbId class_id);
/* Heights are traced from the frame's picture. */
void kb_tile_stroke_put (KbTileStroke *stroke, const KbFrame *frame);
/* Heights are drawn along a line instead, in pixels of the frame. It may leave the frame. */
void kb_tile_stroke_draw (KbTileStroke *stroke, const KbFrame *frame, KbVec from, KbVec to);
/* The frame as the stroke leaves it, valid until the next change. */
const KbFrame *kb_tile_stroke_frame (const KbTileStroke *stroke, const KbFrame *frame);
/* One step, none if nothing changes, with the class for what is solid now. Frees the stroke. */
gboolean kb_tile_stroke_end (KbTileStroke *stroke, KbId class_id, GError **error);
void kb_tile_stroke_free (KbTileStroke *stroke);

#endif
