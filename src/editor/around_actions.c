/* SPDX-License-Identifier: MIT */
/* Actions around the work on a frame: thin, so that the table of actions need not know the parts. */
#include "editor/around.h"

#include "editor/problem_row.h"
#include "editor/status_line.h"

void
kb_around_show_problems (KbWindow *window)
{
  kb_status_line_show_problems (kb_window_get_status_line (window));
}

void
kb_around_next_problem (KbWindow *window)
{
  kb_problems_go_on (kb_window_get_state (window), 1);
}

void
kb_around_previous_problem (KbWindow *window)
{
  kb_problems_go_on (kb_window_get_state (window), -1);
}

void
kb_around_fix_problems (KbWindow *window)
{
  kb_problems_fix_all (kb_window_get_state (window));
}
