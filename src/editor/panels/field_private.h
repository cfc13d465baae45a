/* SPDX-License-Identifier: MIT */
/* The table of field editors: how a row of each type is made and filled. */
#ifndef KB_FIELD_PRIVATE_H
#define KB_FIELD_PRIVATE_H

#include "editor/panels/field_group.h"

#define KB_MAX_FIELD_WIDGETS 8

typedef struct KbFieldEditor KbFieldEditor;

/* One field's row or rows. */
typedef struct {
  KbFieldGroup *group;             /* borrowed */
  const KbField *field;
  const KbFieldEditor *editor;
  GtkWidget *widgets[KB_MAX_FIELD_WIDGETS];   /* borrowed; what they are is the editor's business */
} KbFieldRow;

struct KbFieldEditor {
  KbType type;
  /* Adds rows to the list. */
  void (*make) (KbFieldRow *row, GtkListBox *list);
  void (*fill) (KbFieldRow *row);
};

struct _KbFieldGroup
{
  GtkBox parent_instance;

  /* Owned */
  KbEditorState *state;
  GArray *nodes;       /* KbId */
  GPtrArray *rows;     /* KbFieldRow */

  const KbKind *kind;
  const char *const *only;   /* fields by name; NULL: all */
  const char *name;          /* NULL: the kind's */
  guint signature;     /* of what the rows were made for */
  GtkListBox *list;
  gboolean updating;
};

/* NULL: the field has no row. */
const KbFieldEditor *kb_field_editor_for (const KbKind *kind, const KbField *field);

/* Node `i`, NULL when it is gone. */
KbNode *kb_field_group_node (KbFieldGroup *self, guint i);
/* Widget `i` of the row: edits part `i` of the field, and is named after field and part (NULL: the
 * field alone). */
void kb_field_row_tie (KbFieldRow *row, guint i, GtkWidget *widget, const char *part);
/* Appends the row with its label. */
void kb_field_row_add (KbFieldRow *row, GtkListBox *list);
/* The row is one drop-down, whose choices `on_selected` (notify::selected, with the row) takes
 * over. */
void kb_field_row_add_drop_down (KbFieldRow *row, GtkListBox *list, GCallback on_selected);
/* "Shape class"; a new string. */
char *kb_field_accessible_name (const KbFieldRow *row, const char *part);

extern const KbFieldEditor kb_field_editor_geometry, kb_field_editor_values, kb_field_editor_real,
  kb_field_editor_vec, kb_field_editor_surface, kb_field_editor_bool, kb_field_editor_collision,
  kb_field_editor_heights;

#endif
