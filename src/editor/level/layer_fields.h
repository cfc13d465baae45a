/* SPDX-License-Identifier: MIT */
/* The numbers of the active tile layer, and the cells that it, or a maze, stores. */
#ifndef KB_LAYER_FIELDS_H
#define KB_LAYER_FIELDS_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

#define KB_TYPE_LAYER_FIELDS (kb_layer_fields_get_type ())
G_DECLARE_FINAL_TYPE (KbLayerFields, kb_layer_fields, KB, LAYER_FIELDS, GtkBox)

GtkWidget *kb_layer_fields_new (KbEditorState *state);

#endif
