/* SPDX-License-Identifier: MIT */
/* Problems as text, and their fixes. No toolkit. */
#ifndef KB_EDITOR_PANELS_PROBLEMS_H
#define KB_EDITOR_PANELS_PROBLEMS_H

#include "document/document.h"
#include "document/edits/edit.h"

/* A merge left it to decide. Each is a row of its own, and can be kept as it is. */
static inline gboolean
kb_problem_is_conflict (const KbProblem *problem)
{
  return g_str_equal (problem->check, "conflict");
}

/* Fixes for problems. One table: for each check of document/problems.c that has an obvious fix, its
 * texts and function. No widgets here. */

/* The button's text, translated: "Put at the feet". NULL if there is no obvious fix, or the problem
 * is gone. */
const char *kb_problem_fix_label (KbDocument *document, const KbProblem *problem);
/* One undo step. FALSE with an error, or without one if there is no fix. The document
 * is then unchanged. */
gboolean kb_problem_fix (KbDocument *document, const KbProblem *problem, GError **error);
/* Fixes applied in one undo step, `safe`: those that delete nothing. Returns their number. Array of
 * KbProblem *. */
guint kb_problems_count_safe (KbDocument *document, const GPtrArray *problems);
guint kb_problems_fix (KbDocument *document, const GPtrArray *problems, gboolean safe);

/* Problem text for list rows and film cells. */

/* Returns the node whose row shows the problem, or NULL for none. */
typedef const KbNode *(*KbProblemOwner) (const KbProblem *problem, KbNode *node);

/* KbId of an owner -> GString with a message a line; after the first few, the number of the others.
 * Either argument may be NULL for none. Free with g_hash_table_unref. */
GHashTable *kb_problem_lines_new (const KbDocument *document, const GPtrArray *problems,
                                  KbProblemOwner owner);

/* Damaged files, which cannot be read, whose pixels have been painted over. */
typedef struct {
  GHashTable *reported;   /* KbId of reported nodes */
  KbId now;
} KbDamage;

/* Call with each event. Returns the file name under which a save keeps a damaged file, at the end
 * of the first step that paints over it. A new string, else NULL. Undo resets this. */
char *kb_damage_note (KbDamage *damage, KbDocument *document, const KbEvent *event);

/* For a toast in a narrow window: the message without the folders of the path at its start. So
 * "/a/b/c.tmx: line 7" becomes "c.tmx: line 7". Points into `text`. */
const char *kb_toast_words (const char *text);

#endif
