/* SPDX-License-Identifier: MIT */
/* Two people's changes to one file of a project, by the tables of kinds: which items of two
 * versions are the same, and three versions as one. Works on the JSON of files. All results are the
 * same with the two sides exchanged. Flow: kb_merge_files reads base, ours and theirs -> the merged
 * file. Ownership: results are new references.
 *
 * Both sides changed a value: one is kept, the other is in the item's field "conflicts", an object
 * of "FIELD": {"other": VALUE}. "removed": {} says that the other side removed the item. "id":
 * {"was": N} says that it got another number; "LIST": {} that both sides reordered that list. */
#ifndef KB_DOCUMENT_MERGE_H
#define KB_DOCUMENT_MERGE_H

#include "document/document.h"

/* The kind that a file of a project describes, by its key "kickbox", or NULL. */
const KbKind *kb_file_kind (const json_t *file);
/* The kind whose painted pixels are in files of that path, relative to the project. NULL: none. */
const KbKind *kb_painted_file_kind (const char *path);

/* For each item of `a` its index in `b`, or -1. By number, unique name or content; if `changed`,
 * then by likeness too. Free with g_free. Cost: linear, except for short lists that differ
 * throughout. */
gint *kb_match_items (const KbKind *kind, const json_t *a, const json_t *b, gboolean changed);
/* Whether two versions of an item differ in more than their conflicts. */
gboolean kb_items_differ (const json_t *a, const json_t *b);

/* A NULL `base`: both sides added the file. Returns NULL and KB_ERROR_INPUT if there is no such
 * result, for instance because it needs more classes than a project can have. */
json_t *kb_merge_files (const json_t *base, const json_t *ours, const json_t *theirs,
                        guint *n_conflicts, GError **error);
/* The same for painted pixels, cell by cell. A NULL `base` and different sizes are conflicts: then
 * the result is one of both. */
GBytes *kb_merge_paintings (const KbKind *kind, const char *base, const char *ours,
                            const char *theirs, guint64 *n_conflicts, GError **error);

/* match.c, for merge.c. */

/* The text of a value with sorted keys; "" for NULL. */
char *kb_json_key (const json_t *value);
/* The number that all others of the list differ in, or NULL. */
const KbField *kb_kind_number (const KbKind *kind);

/* order.c: one item of a merged list. */
typedef struct {
  json_t *value;      /* owned */
  gint base, at[2];   /* indices in the three lists; -1: not there */
} KbMergeEntry;

/* The indices of the entries (KbMergeEntry), which come in the order of the base, in their new
 * order: one side's order where the other kept that of the base. New items stay after the item that
 * they followed. `conflict`: both sides changed the order. Free with g_free. Cost: linear. */
guint *kb_merge_order (const GArray *entries, const gsize sizes[2], gboolean *conflict);

#endif
