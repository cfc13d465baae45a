/* SPDX-License-Identifier: MIT */
/* Rows of the layers' list are dragged to another place among those of their kind. */
#ifndef KB_LAYERS_DRAG_H
#define KB_LAYERS_DRAG_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

/* `state` is to live as long as the list. */
void kb_layers_drag_listen (GtkListBox *list, KbEditorState *state);

#endif
