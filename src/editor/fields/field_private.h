/* SPDX-License-Identifier: MIT */
/* The table of field editors: makes and fills the rows of each type. */
#ifndef KB_FIELD_PRIVATE_H
#define KB_FIELD_PRIVATE_H

#include "editor/fields/fields.h"
#include "editor/widgets/widgets.h"

#define KB_MAX_FIELD_WIDGETS 8

typedef struct KbFieldEditor KbFieldEditor;

/* The row or rows of one field. */
typedef struct {
  KbFieldGroup *group;             /* borrowed */
  const KbField *field;
  const KbFieldEditor *editor;
  GtkWidget *widgets[KB_MAX_FIELD_WIDGETS];   /* borrowed, and each editor decides what they are */
} KbFieldRow;

struct KbFieldEditor {
  KbType type;
  /* Adds rows to the list. */
  void (*make) (KbFieldRow *row, GtkListBox *list);
  void (*fill) (KbFieldRow *row);
  /* For pairs: sets a part of all nodes together. NULL: sets it node by node */
  void (*set) (const KbFieldRow *row, guint part, GtkWidget *number, double value);
  /* For pairs: the nearest value that a node may have. NULL: any is allowed */
  KbVec (*nearest) (const KbNode *node, KbVec to);
};

struct _KbFieldGroup
{
  GtkBox parent_instance;

  /* Owned */
  KbEditorState *state;
  GArray *nodes;       /* KbId */
  GPtrArray *rows;     /* KbFieldRow */

  const KbKind *kind;
  const char *const *only;   /* by name, or NULL for all */
  const char *name;          /* NULL: the kind's */
  guint signature;     /* of the nodes that the rows were made for */
  GtkListBox *list;
  gboolean updating;
};

/* Node `i`, or NULL if it was deleted. */
KbNode *kb_field_group_node (KbFieldGroup *self, guint i);
/* Loops over the nodes of a group up to a deleted one, as long as the condition holds. */
#define KB_EACH_NODE_WHILE(condition, node, group) \
  KB_EACH_ ((condition) && kb_field_group_node (group, node##_at), KbNode *, node, (group)->nodes, \
            kb_field_group_node (group, node##_at))
#define KB_EACH_NODE(node, group) KB_EACH_NODE_WHILE (TRUE, node, group)

/* "Change speed", the label of a step; a new string. */
char *kb_field_change_label (const KbField *field);
/* What a node's field becomes, or NULL: it stays. */
typedef json_t *(*KbFieldValue) (KbFieldRow *row, const KbNode *node, GtkWidget *number,
                                 double value);
/* After a change of the number: sets the field of each node, in one step per gesture. */
void kb_field_row_set_each (KbFieldRow *row, GtkWidget *number, double value,
                            KbFieldValue value_of);
/* Makes `widget` number `i` of the row, which edits part `i` of the field. Its name is that of
 * field and part, or of the field alone if `part` is NULL. */
void kb_field_row_tie (KbFieldRow *row, guint i, GtkWidget *widget, const char *part);
/* Ties a number each for x and y. */
void kb_field_row_tie_place (KbFieldRow *row, int digits, int width, KbNumberChanged changed);
/* A button that removes an optional value. */
GtkWidget *kb_field_clear_button (KbFieldRow *row);
/* Appends the row with its label. */
void kb_field_row_add (KbFieldRow *row, GtkListBox *list);
/* The row is one drop-down. `on_selected` (notify::selected, with the row) applies the choice. */
void kb_field_row_add_drop_down (KbFieldRow *row, GtkListBox *list, GCallback on_selected);

extern const KbFieldEditor kb_field_editor_geometry, kb_field_editor_values, kb_field_editor_real,
  kb_field_editor_vec, kb_field_editor_wall_end, kb_field_editor_ground_point,
  kb_field_editor_surface, kb_field_editor_bool, kb_field_editor_collision,
  kb_field_editor_heights, kb_field_editor_colour, kb_field_editor_frame;

#endif
