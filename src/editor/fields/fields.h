/* SPDX-License-Identifier: MIT */
/* Fields of nodes as rows of widgets. */
#ifndef KB_FIELDS_H
#define KB_FIELDS_H

#include <adwaita.h>
#include <gtk/gtk.h>

#include "editor/state/editor_state.h"

/* Rows that edit the fields of one or more nodes of a kind, made from the kind's table of fields.
 * Edits apply to all nodes. Where values differ, a dash is shown. */

#define KB_TYPE_FIELD_GROUP (kb_field_group_get_type ())
G_DECLARE_FINAL_TYPE (KbFieldGroup, kb_field_group, KB, FIELD_GROUP, GtkBox)

/* Once, after construction. */
void kb_field_group_set_state (KbFieldGroup *self, KbEditorState *state);
/* All nodes are of one kind. Rows are kept where possible. */
void kb_field_group_show (KbFieldGroup *self, const KbId *nodes, guint n);
/* Limits the rows to these fields, by name, ended by NULL. If `fields` is NULL, shows all that are
 * not hidden. Borrowed. */
void kb_field_group_only (KbFieldGroup *self, const char *const *fields);
/* Sets the group's name, or that of the kind if NULL. Borrowed. */
void kb_field_group_call (KbFieldGroup *self, const char *name);
/* Sets a field of all nodes in one step and takes the value. Merges with the previous step of the
 * same gesture (see kb_number_gesture). A gesture of 0 never merges. */
void kb_field_group_set (KbFieldGroup *self, const KbField *field, json_t *value, guint gesture);

/* A row of a boxed list: label left, widgets right; a first widget that expands takes all the room
 * that the label leaves. */
GtkWidget *kb_field_row_new (const char *label, GtkWidget *const *widgets, guint n);

/* Shows the class of all these shapes or entities, and its name in the heading. Hides both and
 * returns NULL if there is no such class. */
KbClass *kb_field_group_show_class (KbFieldGroup *self, GtkWidget *heading, const KbId *nodes,
                                    guint n);

#endif
