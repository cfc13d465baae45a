/* SPDX-License-Identifier: MIT */
/* Shared by edit_many.c and edit_many_text.c. */
#ifndef KB_EDIT_MANY_H
#define KB_EDIT_MANY_H

#include "document/private.h"

/* The size of types whose members own nothing and refer to nothing in their sprite; 0 for
 * others. */
gsize kb_plain_size (KbType type);
/* The list, if its items have only such fields; else NULL and an error. */
const KbList *kb_plain_list (const KbNode *node, const char *name, GError **error);
const KbField *kb_plain_field (const KbNode *parent, const KbList *list, const char *name,
                               GError **error);
/* Returns TRUE and an error if n more do not fit. */
gboolean kb_plain_list_is_full (const KbNode *parent, const KbList *list, guint n, GError **error);

KbEdit *kb_many_new (KbEditOp op, const KbNode *parent, const KbList *list);
/* The next position of a walk through the runs; start with two zeros and call at most n times. */
guint kb_many_next (const KbManyItems *many, guint *run, guint *in);
/* Stores the tree's current values as a set's values before. */
void kb_many_note_before (KbEdit *edit, const GPtrArray *items);
/* Takes the edit. Leaves no trace if nothing changes. */
void kb_many_perform (KbDocument *document, KbEdit *edit);

#endif
