/* SPDX-License-Identifier: MIT */
/* What a cell or a row of a list tells of the problems of what it stands for. */
#ifndef KB_PROBLEM_LINES_H
#define KB_PROBLEM_LINES_H

#include "document/document.h"

/* What tells of the problem of that node; NULL: nothing does. */
typedef const KbNode *(*KbProblemOwner) (const KbProblem *problem, KbNode *node);

/* KbId of an owner -> GString of messages, each a line; of very many the first, and how many more.
 * Either may be NULL: none then. Free with g_hash_table_unref. */
GHashTable *kb_problem_lines_new (const KbDocument *document, const GPtrArray *problems,
                                  KbProblemOwner owner);

/* Painted pixels whose file cannot be read, and which others take the place of. */
typedef struct {
  GHashTable *told;   /* KbId of nodes */
  KbId now;
} KbDamage;

/* To be called with each event. The end of the first step that paints in the place of such a file
 * gives the name under which a save keeps it, in the project's folder, a new string; else NULL. It
 * counts anew where that is undone. */
char *kb_damage_note (KbDamage *damage, KbDocument *document, const KbEvent *event);

#endif
