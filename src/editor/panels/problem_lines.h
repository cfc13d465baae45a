/* SPDX-License-Identifier: MIT */
/* Problem text for list rows and film cells. */
#ifndef KB_PROBLEM_LINES_H
#define KB_PROBLEM_LINES_H

#include "document/document.h"

/* Returns the node whose row shows the problem; NULL for none. */
typedef const KbNode *(*KbProblemOwner) (const KbProblem *problem, KbNode *node);

/* KbId of an owner -> GString with a message a line; after the first few, the number of the others.
 * Either argument may be NULL for none. Free with g_hash_table_unref. */
GHashTable *kb_problem_lines_new (const KbDocument *document, const GPtrArray *problems,
                                  KbProblemOwner owner);

/* Damaged files, which cannot be read, whose pixels have been painted over. */
typedef struct {
  GHashTable *told;   /* KbId of reported nodes */
  KbId now;
} KbDamage;

/* Call with each event. Returns the file name under which a save keeps a damaged file, at the end
 * of the first step that paints over it. A new string; else NULL. Undo resets this. */
char *kb_damage_note (KbDamage *damage, KbDocument *document, const KbEvent *event);

#endif
