/* SPDX-License-Identifier: MIT */
/* The only way to change a document.
 *
 * Purpose: five edits - set a field, insert, remove and move a node, paint - are enough for
 * everything. Flow: kb_document_begin .. edits .. kb_document_end makes one undo step, which is
 * written to the journal as one line when it ends. An edit outside begin/end is a step of its own,
 * labelled after what it does. kb_document_cancel takes back what happened since begin. Values are
 * JSON, in the form the files have; functions that take a json_t * steal it. Errors: KB_ERROR_INPUT
 * with a message that starts with the JSON path; the document is unchanged by the failing edit (the
 * step so far stays: end it or cancel it). */
#ifndef KB_EDIT_H
#define KB_EDIT_H

#include "document/document.h"

/* Steps nest: only the outermost begin and end count, and its label is the one kept.
 * `label` is what the Undo menu says ("Move box"), already translated. */
void kb_document_begin (KbDocument *document, const char *label);
/* As begin, but if the newest step has the same label, was made by the same kind of call in the
 * same gesture and only sets the same fields of the same nodes, the two become one: for arrow keys
 * and spin buttons. `gesture` is any number that tells one from the next; 0 where all with the same
 * label are one. */
void kb_document_begin_merging (KbDocument *document, const char *label, guint gesture);
/* TRUE if the step changed anything; a step that changed nothing leaves no trace. */
gboolean kb_document_end (KbDocument *document);
void kb_document_cancel (KbDocument *document);
gboolean kb_document_in_step (const KbDocument *document);

/* A set of a mask's, a track's or a frame's width or height crops or extends what is painted on it,
 * at the right and below. Repeated sets of one field within a step count as one: a drag can set at
 * every motion. */
gboolean kb_document_set (KbDocument *document, KbId node, const char *field, json_t *value,
                          GError **error);
/* at < 0 appends. Returns the new node's id, 0 on error. A frame without "id" gets the next one. */
KbId kb_document_insert (KbDocument *document, KbId parent, const char *list, int at, json_t *value,
                         GError **error);
/* Whether an item of the list can have this name: the new one (`renamed` 0), or the one that is
 * renamed. Changes nothing; the error is the one that the edit would give. Cost: the length of the
 * list. */
gboolean kb_document_check_name (const KbDocument *document, KbId parent, const char *list,
                                 KbId renamed, const char *name, GError **error);
/* Removing a frame removes the animation steps that show it, in the same undo step; removing a zone
 * makes its pixels nothing (0), of all frames where it is a sprite's. Removing a class that
 * anything still has is refused; class_uses.h. */
gboolean kb_document_remove (KbDocument *document, KbId node, GError **error);
gboolean kb_document_move (KbDocument *document, KbId node, guint to, GError **error);

/* --- Many items of one list --- For thousands of walls: one edit and one event (KB_EVENT_MANY), a
 * tenth of the time and the memory of as many edits. Of lists whose items have plain fields alone:
 * walls, points of curves. Fewer than KB_MANY items are edited one by one. Values are members as
 * the items have them, n of the field's type. */
#define KB_MANY 64

/* One field of items that are in the list, each once, in any order. */
gboolean kb_document_set_many (KbDocument *document, KbId parent, const char *list,
                               const char *field, const KbId *ids, guint n, gconstpointer values,
                               GError **error);
typedef struct {
  const char *field;
  gconstpointer values;
} KbColumn;
/* n new ones at the end of the list. Fields that are in no column (the last has no name) are what
 * they are where they are absent. `made` (may be NULL) gets the KbIds. */
gboolean kb_document_insert_many (KbDocument *document, KbId parent, const char *list, guint n,
                                  const KbColumn *columns, GArray *made, GError **error);
gboolean kb_document_remove_many (KbDocument *document, KbId parent, const char *list,
                                  const KbId *ids, guint n, GError **error);

/* --- Painting --- A stroke: kb_document_painter, spans into it (zones.h), kb_document_paint_end.
 * One stroke is one edit; outside of a step it is a step of its own, and undo keeps the tiles that
 * it changed. */

/* A painter on the pixels of a mask or a frame (`field` "pixels") as they are; where nothing is
 * painted yet, on a blank picture of the node's size. NULL and an error where the node is gone. */
KbZonesPainter *kb_document_painter (KbDocument *document, KbId node, const char *field,
                                     GError **error);
/* Ends the stroke: takes the painter. TRUE also when nothing changed, and no step comes of it then.
 * FALSE when the pixels are no longer as they were where it painted, or the node is gone. `label`:
 * of the step; NULL for "Paint". */
gboolean kb_document_paint_end (KbDocument *document, KbId node, const char *field,
                                KbZonesPainter *painter, const char *label, GError **error);
/* The same with a patch, which stays the caller's. */
gboolean kb_document_paint (KbDocument *document, KbId node, const char *field, KbZonesPatch *patch,
                            const char *label, GError **error);
/* All of it anew, also of another size; NULL: nothing is painted. The reference stays the
 * caller's. */
gboolean kb_document_set_zones (KbDocument *document, KbId node, const char *field, KbZones *zones,
                                GError **error);
/* The pixels of a zone become those of another of the same list, and it goes: one step. */
gboolean kb_document_merge_zones (KbDocument *document, KbId from, KbId into, GError **error);

/* A layer or a maze stores the cells [i, i + width) x [j, j + height) from now on: each that it had
 * keeps its place, those outside go, new ones are empty. Cost: a pointer a tile where it moves by
 * multiples of 32 cells (a maze: 64), and nothing of it is cut off; else all that is painted. */
gboolean kb_document_set_bounds (KbDocument *document, KbId grid, gint i, gint j, gint width,
                                 gint height, GError **error);

/* One line of the journal or of `kickbox edit`:
 *   {"set": "sprites['fakir'].frames[3].hot_spot", "value": [12, 40]}
 *   {"insert": "sprites[0].frames[3].shapes", "at": 0, "value": {...}}
 *       without "at": at the end
 *   {"remove": "sprites[0].frames[3].shapes[1]"}
 *   {"move": "sprites[0].frames[3]", "to": 0}
 *   {"set": "levels['yard'].walls", "field": "a", "items": [[first, count], ...],
 *    "values": [[x, y], ...]}
 *   {"insert": "levels['yard'].walls", "items": [[first, count], ...], "values": [{...}, ...]}
 *   {"remove": "levels['yard'].walls", "items": [[first, count], ...]}
 *       indices before the edit, ascending
 *   {"paint": "masks['room'].pixels", "box": [x, y, w, h], "zone": "floor"} zone null: nothing;
 *       without "box": all; with "replace": "wall" (or null): only pixels of that zone
 *   {"paint": "masks['room'].pixels", "tiles": [[column, row, tile], ...]}  see zones_json.h
 *   {"bounds": "levels['cave'].layers[0]", "cells": [i, j, w, h]}           see
 *       kb_document_set_bounds; with "value", as in zones_json.h: what is painted then
 *   {"step": "Label", "edits": [ ... of the above ... ]}
 *   {"undo": true}   {"redo": true}
 * A step is applied whole or not at all. */
gboolean kb_document_apply (KbDocument *document, const json_t *line, GError **error);

gboolean kb_document_undo (KbDocument *document);
gboolean kb_document_redo (KbDocument *document);
/* NULL when there is nothing to undo or redo; the string belongs to the document. */
const char *kb_document_undo_label (const KbDocument *document);
const char *kb_document_redo_label (const KbDocument *document);
/* The labels of all steps, oldest first, NULL-terminated; the first `position` of them are done,
 * the rest is undone. Free with g_strfreev. */
char **kb_document_history (const KbDocument *document, guint *position);

/* The nodes that step `i` of them changed, each once, or the nearest owners of what is not in the
 * tree now. Array of KbId; free with g_array_unref. O(edits of the step + nodes that are gone x all
 * edits). */
GArray *kb_document_history_nodes (const KbDocument *document, guint i);

/* Where the step that would be undone (or done again) changes something: a node, one that is in the
 * tree only afterwards when the step brings it back, or the owner of the list it leaves; 0 when
 * there is no such step. For showing a person what changed. */
KbId kb_document_step_node (const KbDocument *document, gboolean undo);

#endif
