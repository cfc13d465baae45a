/* SPDX-License-Identifier: MIT */
/* The position of the selected ends of walls, as numbers. All walls that end there move along. */
#ifndef KB_END_FIELDS_H
#define KB_END_FIELDS_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

#define KB_TYPE_END_FIELDS (kb_end_fields_get_type ())
G_DECLARE_FINAL_TYPE (KbEndFields, kb_end_fields, KB, END_FIELDS, GtkBox)

GtkWidget *kb_end_fields_new (KbEditorState *state);
/* Shows the current selection; hidden if no ends are selected. */
void kb_end_fields_show (KbEndFields *self);

#endif
