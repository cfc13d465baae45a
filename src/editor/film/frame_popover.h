/* SPDX-License-Identifier: MIT */
/* A small popover with the numbers for cropping, extending or scaling the selected frames. Enter
 * applies, Escape cancels. */
#ifndef KB_FRAME_POPOVER_H
#define KB_FRAME_POPOVER_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"
#include "operations/operations.h"

/* For KB_OPERATION_CROP, _EXTEND and _SCALE. A child of `parent` that points at `at` inside it. The
 * parent must not be a menu button: those keep Tab for themselves. */
void kb_frame_popover_show (GtkWidget *parent, GtkWidget *at, KbEditorState *state,
                            KbOperationType type);

#endif
