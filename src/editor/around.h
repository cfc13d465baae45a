/* SPDX-License-Identifier: MIT */
/* What helps around the work on a frame: finding commands, problems and their fixes, recovery,
 * classes, files that arrive or change, preferences, history, tabs, first steps. One file each; the
 * functions here are what the table of actions and the window call. */
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
void kb_around_select_class (KbWindow *window);
gboolean kb_around_get_class_hidden (KbWindow *window);
void kb_around_set_class_hidden (KbWindow *window, gboolean on);
gboolean kb_around_get_class_locked (KbWindow *window);
void kb_around_set_class_locked (KbWindow *window, gboolean on);

/* files_arrive.c: what is dropped on the window. */
void kb_around_accept_files (KbWindow *window);

/* source_watch.c: offers to import again what changed on disk; lives as long as the window */
void kb_source_watch_new (KbWindow *window);
void kb_around_import_changed (KbWindow *window);
void kb_around_watch_sources (KbWindow *window);

/* import_report.c: that of the last import */
void kb_around_show_import_report (KbWindow *window);
/* What it will show: takes the text. */
void kb_around_keep_import_report (KbWindow *window, const char *name, char *text);

/* dialog_preferences.c */
void kb_dialog_preferences (KbWindow *window);

/* autosave.c: saving by itself; lives as long as the window. After a change of the preference:
 * restart. */
void kb_autosave_new (KbWindow *window);
void kb_autosave_restart (KbWindow *window);

/* first_steps.c: three hints; `once`: unless they were seen */
void kb_around_first_steps (KbWindow *window);
void kb_around_first_steps_once (KbWindow *window);
/* Takes the hint off that is shown; FALSE: none is. */
gboolean kb_around_end_first_steps (KbWindow *window);

/* history_list.c: the steps by name, to jump to */
void kb_dialog_history (KbWindow *window);
/* Step `i` of the history with what it was about and where, as far as that is still there: "Move
 * box: legs, fakir, frame 3", from `step`, its name. A new string. */
char *kb_history_title (KbDocument *document, const char *step, guint i);

void kb_around_next_tab (KbWindow *window);
void kb_around_previous_tab (KbWindow *window);
void kb_around_close_tab (KbWindow *window);
/* The tab, or with the last one the window. */
void kb_around_close (KbWindow *window);

#endif
