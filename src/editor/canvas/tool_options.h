/* SPDX-License-Identifier: MIT */
/* The tools' options (tools/options.h) in a popover at the end of the tool bar. */
#ifndef KB_TOOL_OPTIONS_H
#define KB_TOOL_OPTIONS_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"
#include "tools/options.h"

/* The button that opens it. */
GtkWidget *kb_tool_options_button_new (KbEditorState *state);
/* Changes an option and emits "changed". */
void kb_tool_options_set (KbEditorState *state, const KbToolOption *option, double value);
/* Opens the popover with the focus on this option. Options for painting and tracks are in panels
 * instead: these store their widget in the state's data, with the option's id as key. */
void kb_tool_options_show (KbEditorState *state, const KbToolOption *option);

/* The slider for the tolerance of the outline tool, visible while that is current. Next to the
 * picture, so that the outline stays in sight. */
GtkWidget *kb_tool_tolerance_new (KbEditorState *state);

#endif
