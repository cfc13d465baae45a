/* SPDX-License-Identifier: MIT */
/* Rows that edit the fields of one or more nodes of a kind, made from the kind's table of fields.
 * A field of all nodes changes at once; where values differ a dash is shown. */
#ifndef KB_FIELD_GROUP_H
#define KB_FIELD_GROUP_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

#define KB_TYPE_FIELD_GROUP (kb_field_group_get_type ())
G_DECLARE_FINAL_TYPE (KbFieldGroup, kb_field_group, KB, FIELD_GROUP, GtkBox)

GtkWidget *kb_field_group_new (KbEditorState *state);
/* All nodes are of one kind. Rows are made again only when what they are about changes. */
void kb_field_group_show (KbFieldGroup *self, const KbId *nodes, guint n);
/* Rows for these fields alone, by name, ended by NULL; NULL: for all that are not hidden.
 * Borrowed. */
void kb_field_group_only (KbFieldGroup *self, const char *const *fields);
/* What the rows are called together; NULL: as the kind. Borrowed. */
void kb_field_group_call (KbFieldGroup *self, const char *name);
/* Sets a field of all nodes in one step, which merges with the one before when that was made in the
 * same gesture (see kb_number_gesture; 0: never); takes the value. */
void kb_field_group_set (KbFieldGroup *self, const KbField *field, json_t *value, guint gesture);

/* A row of a boxed list: label at the left, widgets at the right. */
GtkWidget *kb_field_row_new (const char *label, GtkWidget *const *widgets, guint n);

#endif
