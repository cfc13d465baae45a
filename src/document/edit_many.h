/* SPDX-License-Identifier: MIT */
/* What edit_many.c and edit_many_text.c share. */
#ifndef KB_EDIT_MANY_H
#define KB_EDIT_MANY_H

#include "document/private.h"

/* Types whose members own nothing and refer to nothing in their sprite: their bytes. 0: others. */
gsize kb_plain_size (KbType type);
/* The list of items that have such fields alone; NULL and an error. */
const KbList *kb_plain_list (const KbNode *node, const char *name, GError **error);
const KbField *kb_plain_field (const KbNode *parent, const KbList *list, const char *name,
                               GError **error);
/* No room for n more: TRUE and an error. */
gboolean kb_plain_list_is_full (const KbNode *parent, const KbList *list, guint n, GError **error);

KbEdit *kb_many_new (KbEditOp op, const KbNode *parent, const KbList *list);
/* The next place of a walk through the runs, which starts with two zeros and goes no further than
 * n. */
guint kb_many_next (const KbManyItems *many, guint *run, guint *in);
/* A set's values before are those in the tree. */
void kb_many_note_before (KbEdit *edit, const GPtrArray *items);
/* Takes the edit. What changes nothing leaves no trace. */
void kb_many_perform (KbDocument *document, KbEdit *edit);

#endif
