/* SPDX-License-Identifier: MIT */
/* The list of problems, each with a button where the answer is obvious. */
#ifndef KB_PROBLEM_LIST_H
#define KB_PROBLEM_LIST_H

#include "editor/lists/item_list.h"

extern const KbItemListSpec kb_problem_list;
/* All that take nothing away; tells how many. */
void kb_problems_fix_all (KbEditorState *state);
/* Shows the place of the next problem in the list, round and round. */
void kb_problems_go_on (KbEditorState *state, int by);

#endif
