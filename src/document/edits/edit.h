/* SPDX-License-Identifier: MIT */
/* The only way to change a document: set a field, insert, remove and move nodes, paint, change many
 * items, change bounds. Flow: kb_document_begin, edits, kb_document_end make one undo step, written
 * to the journal as one line. An edit outside begin/end is a step of its own, with a label for its
 * kind. kb_document_cancel reverts everything since begin. Values are JSON, as in the files.
 * Functions that take a json_t * steal it. Errors: KB_ERROR_INPUT, with the JSON path first. A
 * failed edit changes nothing, but the step stays open: end or cancel it. */
#ifndef KB_EDIT_H
#define KB_EDIT_H

#include "document/document.h"

/* Steps nest: only the outermost begin and end count, and its label is kept. `label` is the text of
 * the Undo menu ("Move box"), already translated. */
void kb_document_begin (KbDocument *document, const char *label);
/* As begin, but for arrow keys and spin buttons: merges with the newest step. That step must have
 * the same label and gesture, be made by this call, and only set the same fields of the same nodes.
 * `gesture` is any number that identifies a gesture. With 0, all steps with the same label are
 * merged. */
void kb_document_begin_merging (KbDocument *document, const char *label, guint gesture);
/* Returns TRUE if the step changed anything. An unchanged step leaves no trace. */
gboolean kb_document_end (KbDocument *document);
void kb_document_cancel (KbDocument *document);
/* Ends the step if `done`, else cancels it. Returns `done`. */
gboolean kb_document_finish (KbDocument *document, gboolean done);
gboolean kb_document_in_step (const KbDocument *document);
/* From now on each step that changed something ends with this call, which may make more edits. The
 * data is freed with the document. Another call replaces it. */
typedef void (*KbBeforeEnd) (KbDocument *document, gpointer data);
void kb_document_before_end (KbDocument *document, KbBeforeEnd call, gpointer data,
                             GDestroyNotify free_data);

/* Setting the width or height of a mask, track or frame crops or extends its painting, at the right
 * and below. Repeated sets of one field within a step count as one: a drag can set at every
 * motion. */
gboolean kb_document_set (KbDocument *document, KbId node, const char *field, json_t *value,
                          GError **error);
/* at < 0 appends. Returns the new node's id, 0 on error. A frame without "id" gets the next one. */
KbId kb_document_insert (KbDocument *document, KbId parent, const char *list, int at, json_t *value,
                         GError **error);
/* Whether an item of the list can have this name: a new one (`renamed` 0), or the renamed one.
 * Changes nothing. The error is that of the edit. Cost: the length of the list. */
gboolean kb_document_check_name (const KbDocument *document, KbId parent, const char *list,
                                 KbId renamed, const char *name, GError **error);
/* `stem`, or "stem 2" and so on if an item of the list has that name, whatever its case. A new
 * string. Cost: the length of the list. */
char *kb_document_free_name (const KbDocument *document, KbId parent, const char *list,
                             const char *stem);
/* Removing a frame also removes the animation steps that show it, in the same undo step. Removing a
 * zone sets its pixels to nothing (0), for a sprite's in all frames. A class that is still used
 * cannot be removed: see names.h. */
gboolean kb_document_remove (KbDocument *document, KbId node, GError **error);
gboolean kb_document_move (KbDocument *document, KbId node, guint to, GError **error);

/* --- Many items of one list --- For thousands of walls: one edit and one event (KB_EVENT_MANY), a
 * tenth of the time and memory of separate edits. Only for lists whose items have plain fields:
 * walls, points of curves. Fewer than KB_MANY items are edited one by one. Values are members as in
 * the items, n of the field's type. */
#define KB_MANY 64

/* Sets one field of items in the list, each once, in any order. */
gboolean kb_document_set_many (KbDocument *document, KbId parent, const char *list,
                               const char *field, const KbId *ids, guint n, gconstpointer values,
                               GError **error);
/* New values of one field, for some items of a list. */
typedef struct {
  const char *field;
  GArray *ids, *values;    /* KbId, and values as above */
} KbFieldChange;
KbFieldChange kb_field_change_new (const char *field, gsize value_size);
void kb_field_change_add (KbFieldChange *change, KbId id, gconstpointer value);
/* Makes n changes of a list, each as one edit if it has many items. Frees them. */
gboolean kb_document_change_fields (KbDocument *document, KbId parent, const char *list,
                                    const KbFieldChange *changes, guint n, GError **error);
typedef struct {
  const char *field;
  gconstpointer values;
} KbColumn;
/* Appends n new ones. Fields without a column (the last column has no name) have their default.
 * `made` (may be NULL) receives the KbIds. */
gboolean kb_document_insert_many (KbDocument *document, KbId parent, const char *list, guint n,
                                  const KbColumn *columns, GArray *made, GError **error);
gboolean kb_document_remove_many (KbDocument *document, KbId parent, const char *list,
                                  const KbId *ids, guint n, GError **error);

/* --- Painting --- A stroke: kb_document_painter, spans into it (zones.h),
 * kb_document_paint_end. One stroke is one edit. Outside a step it is a step of its own. Undo
 * keeps the tiles it changed. */

/* A painter on the current pixels of a mask or a frame (`field` "pixels"). If nothing is painted
 * yet, it is on a blank picture of the node's size. NULL and an error if the node no longer
 * exists. */
KbZonesPainter *kb_document_painter (KbDocument *document, KbId node, const char *field,
                                     GError **error);
/* Ends the stroke and takes the painter. Returns TRUE even without changes, which make no step.
 * FALSE if the pixels it painted on have changed, or the node no longer exists. `label` names the
 * step. If it is NULL, the name is "Paint". */
gboolean kb_document_paint_end (KbDocument *document, KbId node, const char *field,
                                KbZonesPainter *painter, const char *label, GError **error);
/* The same with a patch, which remains the caller's. */
gboolean kb_document_paint (KbDocument *document, KbId node, const char *field, KbZonesPatch *patch,
                            const char *label, GError **error);
/* Replaces the whole painting, also with another size. If `zones` is NULL, nothing is painted. The
 * reference remains the caller's. */
gboolean kb_document_set_zones (KbDocument *document, KbId node, const char *field, KbZones *zones,
                                GError **error);
/* Converts the pixels of a zone to another of the same list, and removes it: one step. */
gboolean kb_document_merge_zones (KbDocument *document, KbId from, KbId into, GError **error);

/* Makes a layer or a maze store the cells [i, i + width) x [j, j + height). Existing cells keep
 * their position, those outside are removed, new ones are empty. Cost: a pointer per tile if it
 * moves by multiples of 32 cells (a maze: 64) and cuts nothing off. Otherwise it is the whole
 * painting. */
gboolean kb_document_set_bounds (KbDocument *document, KbId grid, gint i, gint j, gint width,
                                 gint height, GError **error);

/* Applies one line of the journal or of `kickbox edit`: docs/project-format.md, "Edits". A step is
 * applied whole or not at all. */
gboolean kb_document_apply (KbDocument *document, const json_t *line, GError **error);

gboolean kb_document_undo (KbDocument *document);
gboolean kb_document_redo (KbDocument *document);
/* Returns NULL if there is nothing to undo or redo. The string belongs to the document. */
const char *kb_document_undo_label (const KbDocument *document);
const char *kb_document_redo_label (const KbDocument *document);
/* The labels of all steps, oldest first, NULL-terminated. The first `position` of them are applied,
 * the rest undone. Free with g_strfreev. */
char **kb_document_history (const KbDocument *document, guint *position);

/* The nodes changed by step `i`, each once, or the nearest owners of those not in the tree now.
 * Array of KbId. Free it with g_array_unref. O(edits of the step + missing nodes x all edits). */
GArray *kb_document_history_nodes (const KbDocument *document, guint i);

/* The last of the nodes changed by the newest step, or by the one that was just undone, to show it
 * to the user; 0: there is no such step. */
KbId kb_document_step_node (const KbDocument *document, gboolean undone);

#endif
