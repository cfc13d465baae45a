/* SPDX-License-Identifier: MIT */
/* Numbers for cropping, extending and scaling the selected frames, in a small popover: Enter does
 * it, Escape leaves everything as it is. */
#ifndef KB_FRAME_POPOVER_H
#define KB_FRAME_POPOVER_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"
#include "operations/operations.h"

/* For KB_OPERATION_CROP, _EXTEND and _SCALE; points at `at`, somewhere within `parent`, which it is
 * put under. The parent is no menu button: those keep Tab for themselves. */
void kb_frame_popover_show (GtkWidget *parent, GtkWidget *at, KbEditorState *state,
                            KbOperationType type);

#endif
