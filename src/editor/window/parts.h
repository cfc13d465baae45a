/* SPDX-License-Identifier: MIT */
/* The parts of the window, and the tables of actions whose functions are in this folder. */
#ifndef KB_WINDOW_PARTS_H
#define KB_WINDOW_PARTS_H

#include <adwaita.h>

#include "editor/state/actions.h"
#include "editor/state/editor_state.h"

/* The line at the bottom: pixel, colour, class under the pointer, message, problems, zoom. */
#define KB_TYPE_STATUS_LINE (kb_status_line_get_type ())
G_DECLARE_FINAL_TYPE (KbStatusLine, kb_status_line, KB, STATUS_LINE, GtkBox)

/* Opens the list of problems, if there are any. */
void kb_status_line_show_problems (KbStatusLine *self);
void kb_status_line_set_state (KbStatusLine *self, KbEditorState *state);

/* Tabs over the canvas, one for each open asset. An asset that becomes current gets a tab; each
 * keeps its own frame and view. */
#define KB_TYPE_TAB_BAR (kb_tab_bar_get_type ())
G_DECLARE_FINAL_TYPE (KbTabBar, kb_tab_bar, KB, TAB_BAR, GtkBox)

void kb_tab_bar_set_state (KbTabBar *self, KbEditorState *state);
/* Moves `by` tabs on, wrapping at the ends. */
void kb_tab_bar_step (KbTabBar *self, int by);
/* Closes the current tab, or FALSE for the last one, which stays. */
gboolean kb_tab_bar_close (KbTabBar *self);

/* The page of a window without a project: New, Open, recent projects. */
#define KB_TYPE_WELCOME (kb_welcome_get_type ())
G_DECLARE_FINAL_TYPE (KbWelcome, kb_welcome, KB, WELCOME, AdwBin)

extern const KbAction kb_project_actions[];
extern const KbAction kb_editing_actions[];
extern const KbAction kb_view_actions[];

#endif
