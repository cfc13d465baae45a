/* SPDX-License-Identifier: MIT */
/* The list of problems, each with a button if it has an obvious fix. */
#ifndef KB_PROBLEM_LIST_H
#define KB_PROBLEM_LIST_H

#include "editor/lists/item_list.h"

extern const KbItemListSpec kb_problem_list;
/* Applies all fixes that delete nothing; a message gives their number. */
void kb_problems_fix_all (KbEditorState *state);
/* Shows the next problem, wrapping at the ends. */
void kb_problems_go_on (KbEditorState *state, int by);

#endif
