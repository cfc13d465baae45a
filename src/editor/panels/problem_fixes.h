/* SPDX-License-Identifier: MIT */
/* What can be done at once about a problem. One table: the checks of document/problems.c that have
 * an obvious answer, its words and its function. No widget here. */
#ifndef KB_PROBLEM_FIXES_H
#define KB_PROBLEM_FIXES_H

#include "document/edit.h"

/* For a button: "Put at the feet"; translated. NULL when nothing is obvious, or the problem is
 * gone. */
const char *kb_problem_fix_label (KbDocument *document, const KbProblem *problem);
/* One undo step. FALSE with an error, or without one when there was nothing to do any more; the
 * document is then unchanged. */
gboolean kb_problem_fix (KbDocument *document, const KbProblem *problem, GError **error);
/* Those that take nothing away, in one undo step; returns how many. Array of KbProblem *. */
guint kb_problems_count_safe (KbDocument *document, const GPtrArray *problems);
guint kb_problems_fix_safe (KbDocument *document, const GPtrArray *problems);

#endif
