/* SPDX-License-Identifier: MIT */
/* Two people's changes to one file of a project, merged by the tables of kinds. Works on the JSON
 * of files. Flow: base, ours and theirs -> kb_merge_files -> the merged file, which is the same
 * with the two sides exchanged. Results are new references. A conflict keeps one value. The item's
 * field "conflicts" has the rest, see docs/project-format.md. */
#ifndef KB_DOCUMENT_MERGE_H
#define KB_DOCUMENT_MERGE_H

#include "document/document.h"

/* The kind that a file of a project describes, by its key "kickbox", or NULL. */
const KbKind *kb_file_kind (const json_t *file);
/* Turns a file of an older format into the one that is written. */
void kb_file_update (json_t *file);
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

/* For people: "(3, 4)" for a position, "box (3, 4), 10 x 8" for a shape, "none" for null. For a
 * reference, the position in its list in the JSON of `asset`, counted from 1. Returns a new string,
 * or NULL: too long for a line. */
char *kb_value_words (const KbField *field, const json_t *value, const json_t *asset);

/* match.c, for merge.c. */

/* The text of a value with sorted keys; "" for NULL. */
char *kb_json_key (const json_t *value);
/* The number that all others of the list differ in, or NULL. */
const KbField *kb_kind_number (const KbKind *kind);

/* merge.c: one item of a merged list. */
typedef struct {
  json_t *value;      /* owned */
  gint base, at[2];   /* indices in the three lists; -1: not there */
} KbMergeEntry;

#endif
