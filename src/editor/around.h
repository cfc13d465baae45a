/* SPDX-License-Identifier: MIT */
/* What helps around the work on a frame: finding commands, problems and their fixes, recovery, classes,
 * files that arrive or change, preferences, history, tabs, first steps. One file each; the functions
 * here are what the table of actions and the window call. */
#ifndef KB_AROUND_H
#define KB_AROUND_H

#include "editor/window.h"

/* command_palette.c */
void kb_dialog_command_palette (KbWindow *window);

/* around_actions.c: what the table of actions runs */
void kb_around_show_problems (KbWindow *window);
void kb_around_next_problem (KbWindow *window);
void kb_around_previous_problem (KbWindow *window);
void kb_around_fix_problems (KbWindow *window);

/* Of the current class. */
void kb_around_rename_class (KbWindow *window);
void kb_around_merge_class (KbWindow *window);
void kb_around_delete_class (KbWindow *window);
gboolean kb_around_get_class_hidden (KbWindow *window);
void kb_around_set_class_hidden (KbWindow *window, gboolean on);
gboolean kb_around_get_class_locked (KbWindow *window);
void kb_around_set_class_locked (KbWindow *window, gboolean on);

/* files_arrive.c: what is dropped on the window. FALSE when there is nothing to take. */
void kb_around_accept_files (KbWindow *window);
gboolean kb_around_take_files (KbWindow *window, const char *const *paths);

/* source_watch.c: offers to import again what changed on disk; lives as long as the window */
void kb_source_watch_new (KbWindow *window);
void kb_around_import_changed (KbWindow *window);

/* import_report.c: that of the last import */
void kb_around_show_import_report (KbWindow *window);

#endif
