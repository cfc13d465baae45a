/* SPDX-License-Identifier: MIT */
/* Tabs over the canvas, one for each open asset. An asset that becomes current gets a tab; each
 * keeps its own frame and view. */
#ifndef KB_TAB_BAR_H
#define KB_TAB_BAR_H

#include <gtk/gtk.h>

#include "editor/state/editor_state.h"

#define KB_TYPE_TAB_BAR (kb_tab_bar_get_type ())
G_DECLARE_FINAL_TYPE (KbTabBar, kb_tab_bar, KB, TAB_BAR, GtkBox)

void kb_tab_bar_set_state (KbTabBar *self, KbEditorState *state);
/* Moves `by` tabs on, wrapping at the ends. */
void kb_tab_bar_step (KbTabBar *self, int by);
/* Closes the current tab; FALSE for the last one, which stays. */
gboolean kb_tab_bar_close (KbTabBar *self);

#endif
