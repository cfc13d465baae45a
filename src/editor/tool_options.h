/* SPDX-License-Identifier: MIT */
/* The tools' switches and numbers (tools/options.h) in a popover at the end of the tool bar. */
#ifndef KB_TOOL_OPTIONS_H
#define KB_TOOL_OPTIONS_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

/* The button that opens it. */
GtkWidget *kb_tool_options_button_new (KbEditorState *state);

#endif
