/* SPDX-License-Identifier: MIT */
/* Actions outside the work on a frame: problems, the current class, tabs. */
#ifndef KB_AROUND_H
#define KB_AROUND_H

#include "editor/state/window.h"

void kb_around_show_problems (KbWindow *window);
void kb_around_next_problem (KbWindow *window);
void kb_around_previous_problem (KbWindow *window);
void kb_around_fix_problems (KbWindow *window);

/* These act on the current class. */
void kb_around_rename_class (KbWindow *window);
void kb_around_merge_class (KbWindow *window);
void kb_around_delete_class (KbWindow *window);
void kb_around_select_class (KbWindow *window);
gboolean kb_around_get_class_hidden (KbWindow *window);
void kb_around_set_class_hidden (KbWindow *window, gboolean on);
gboolean kb_around_get_class_locked (KbWindow *window);
void kb_around_set_class_locked (KbWindow *window, gboolean on);

void kb_around_next_tab (KbWindow *window);
void kb_around_previous_tab (KbWindow *window);
void kb_around_close_tab (KbWindow *window);
/* Closes the tab; the last tab closes the window. */
void kb_around_close (KbWindow *window);

#endif
