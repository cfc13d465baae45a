/* SPDX-License-Identifier: MIT */
/* The line at the bottom: pixel, colour, class under the pointer, message, problems, zoom. */
#ifndef KB_STATUS_LINE_H
#define KB_STATUS_LINE_H

#include <gtk/gtk.h>

#include "editor/state/editor_state.h"

#define KB_TYPE_STATUS_LINE (kb_status_line_get_type ())
G_DECLARE_FINAL_TYPE (KbStatusLine, kb_status_line, KB, STATUS_LINE, GtkBox)

/* Opens the list of problems, if there are any. */
void kb_status_line_show_problems (KbStatusLine *self);
void kb_status_line_set_state (KbStatusLine *self, KbEditorState *state);

#endif
