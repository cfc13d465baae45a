/* SPDX-License-Identifier: MIT */
/* Fixes for problems. One table: for each check of document/problems.c that has an obvious fix, its
 * texts and function. No widgets here. */
#ifndef KB_PROBLEM_FIXES_H
#define KB_PROBLEM_FIXES_H

#include "document/edit.h"

/* The button's text, translated: "Put at the feet". NULL if there is no obvious fix, or the problem
 * is gone. */
const char *kb_problem_fix_label (KbDocument *document, const KbProblem *problem);
/* One undo step. FALSE with an error, or without one if there was nothing left to fix; the document
 * is then unchanged. */
gboolean kb_problem_fix (KbDocument *document, const KbProblem *problem, GError **error);
/* Fixes that delete nothing, applied in one undo step; returns their number. Array of KbProblem
 * *. */
guint kb_problems_count_safe (KbDocument *document, const GPtrArray *problems);
guint kb_problems_fix_safe (KbDocument *document, const GPtrArray *problems);

#endif
