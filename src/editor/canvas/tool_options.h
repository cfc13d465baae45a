/* SPDX-License-Identifier: MIT */
/* The tools' switches and numbers (tools/options.h) in a popover at the end of the tool bar. */
#ifndef KB_TOOL_OPTIONS_H
#define KB_TOOL_OPTIONS_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"
#include "tools/options.h"

/* The button that opens it. */
GtkWidget *kb_tool_options_button_new (KbEditorState *state);
/* Changes an option and tells it. */
void kb_tool_options_set (KbEditorState *state, const KbToolOption *option, double value);
/* Opens the popover with the keyboard at this option; one for painting or tracks is in a panel and
 * is given the keyboard there: the state's data of the option's id. */
void kb_tool_options_show (KbEditorState *state, const KbToolOption *option);

/* The slider for the tolerance of outlines, shown while the tool for them is chosen; the outline
 * stays in sight under it. */
GtkWidget *kb_tool_tolerance_new (KbEditorState *state);

#endif
