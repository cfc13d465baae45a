/* SPDX-License-Identifier: MIT */
/* Helpers outside the work on a frame: command palette, problems and fixes, recovery, classes,
 * dropped and changed files, preferences, history, tabs, first steps. One file each; these are the
 * functions that the table of actions and the window call. */
#ifndef KB_AROUND_H
#define KB_AROUND_H

#include "editor/window.h"

/* command_palette.c */
void kb_dialog_command_palette (KbWindow *window);

/* around_actions.c: run by the table of actions */
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

/* files_arrive.c: accepts files dropped on the window. */
void kb_around_accept_files (KbWindow *window);

/* source_watch.c: offers to import files that changed on disk; lives as long as the window */
void kb_source_watch_new (KbWindow *window);
void kb_around_import_changed (KbWindow *window);
void kb_around_watch_sources (KbWindow *window);

/* import_report.c: shows the report of the last import */
void kb_around_show_import_report (KbWindow *window);
/* Stores the text for that report; takes ownership of it. */
void kb_around_keep_import_report (KbWindow *window, const char *name, char *text);

/* dialog_preferences.c */
void kb_dialog_preferences (KbWindow *window);

/* autosave.c: periodic saving; lives as long as the window. Restart after a change of the
 * preference. */
void kb_autosave_new (KbWindow *window);
void kb_autosave_restart (KbWindow *window);

/* first_steps.c: three hints; `once`: only if not seen before */
void kb_around_first_steps (KbWindow *window);
void kb_around_first_steps_once (KbWindow *window);
/* Hides the current hint; FALSE if there was none. */
gboolean kb_around_end_first_steps (KbWindow *window);

/* history_list.c: undo steps by name, to jump to */
void kb_dialog_history (KbWindow *window);
/* A title for step `i` of the history: its name, `step`, with the nodes it concerned, if they still
 * exist. "Move box: legs, fakir, frame 3". A new string. */
char *kb_history_title (KbDocument *document, const char *step, guint i);

void kb_around_next_tab (KbWindow *window);
void kb_around_previous_tab (KbWindow *window);
void kb_around_close_tab (KbWindow *window);
/* Closes the tab; the last tab closes the window. */
void kb_around_close (KbWindow *window);

#endif
