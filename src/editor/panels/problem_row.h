/* SPDX-License-Identifier: MIT */
/* The rows of the problems list, each with a button where the answer is obvious. */
#ifndef KB_PROBLEM_ROW_H
#define KB_PROBLEM_ROW_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

/* Reads the problem now and keeps nothing of it but what a fix needs. */
GtkWidget *kb_problem_row_new (KbEditorState *state, const KbProblem *problem);
/* Where it is: the node's id. */
KbId kb_problem_row_get_node (GtkListBoxRow *row);
/* All that take nothing away; tells how many. */
void kb_problems_fix_all (KbEditorState *state);
/* Shows the place of the next problem in the list, round and round. */
void kb_problems_go_on (KbEditorState *state, int by);

#endif
