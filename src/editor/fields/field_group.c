/* SPDX-License-Identifier: MIT */
/* Makes the rows, and edits several nodes at once. */
#include <glib/gi18n.h>

#include "document/values.h"
#include "editor/fields/field_private.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"
#include "operations/track/course.h"
#include "tools/names.h"

G_DEFINE_FINAL_TYPE (KbFieldGroup, kb_field_group, GTK_TYPE_BOX)

KbNode *
kb_field_group_node (KbFieldGroup *self, guint i)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  return document && i < self->nodes->len
           ? kb_document_node (document, g_array_index (self->nodes, KbId, i))
           : NULL;
}

char *
kb_field_accessible_name (const KbFieldRow *row, const char *part)
{
  g_autofree char *field = kb_within_sentence (_(row->field->label));
  return part ? g_strdup_printf ("%s %s %s", _(row->group->kind->label), field, part)
              : g_strdup_printf ("%s %s", _(row->group->kind->label), field);
}

/* Renames an action point on all frames of its sprite that have it. See tools/names.h. A message
 * gives their number. */
static void
set_point_name (KbEditorState *state, KbId point, const char *name)
{
  g_autofree char *wanted = g_strdup (name);
  g_autoptr (GError) error = NULL;
  KbPointsRenamed result;
  if (!kb_point_rename (kb_editor_state_get_tools (state), point, wanted, &result, &error))
    {
      kb_editor_state_take_error (state, g_steal_pointer (&error));
      kb_editor_state_touch (state, KB_CHANGE_VALUES);   /* drops the rejected input */
      return;
    }
  g_autofree char *text = g_strdup_printf (
    ngettext ("Renamed on %u frame", "Renamed on %u frames", result.renamed), result.renamed);
  if (result.left)
    {
      g_autofree char *left =
        g_strdup_printf (ngettext ("%u frame has another “%s” and was skipped",
                                   "%u frames have another “%s” and were skipped", result.left),
                         result.left, wanted);
      kb_editor_state_offer_undo (state, "%s; %s", text, left);
    }
  else if (result.renamed > 1)
    kb_editor_state_offer_undo (state, "%s", text);
}

/* Fields that affect more than the node shown. */
static const struct {
  const KbKind *kind;
  const char *field;
  void (*set) (KbEditorState *state, KbId node, const char *text);
} far_reaching[] = {
  { &kb_point_kind, "name", set_point_name },
};

static gboolean
set_further (KbFieldGroup *self, const KbField *field, const json_t *value)
{
  for (guint i = 0; i < G_N_ELEMENTS (far_reaching) && self->nodes->len == 1; i++)
    if (self->kind == far_reaching[i].kind && g_str_equal (field->name, far_reaching[i].field)
        && json_is_string (value))
      {
        far_reaching[i].set (self->state, g_array_index (self->nodes, KbId, 0),
                             json_string_value (value));
        return TRUE;
      }
  return FALSE;
}

char *
kb_field_change_label (const KbField *field)
{
  g_autofree char *name = kb_within_sentence (_(field->label));
  return g_strdup_printf (_("Change %s"), name);
}

void
kb_field_group_set (KbFieldGroup *self, const KbField *field, json_t *value, guint gesture)
{
  KbDocument *document = self->state ? kb_editor_state_get_document (self->state) : NULL;
  g_autoptr (GError) error = NULL;
  if (self->updating || !document)
    {
      json_decref (value);
      return;
    }
  if (set_further (self, field, value))
    {
      json_decref (value);
      return;
    }
  g_autofree char *label = kb_field_change_label (field);
  g_autoptr (GArray) nodes = g_array_copy (self->nodes);
  g_autoptr (GArray) held = kb_gates_hold (kb_field_group_node (self, 0));
  if (gesture)
    kb_document_begin_merging (document, label, gesture);
  else
    kb_document_begin (document, label);
  KB_EACH_ID_WHILE (!error, id, nodes)
    kb_document_set (document, id, field->name, json_incref (value), &error);
  if (!error)
    kb_gates_follow (document, held, NULL, &error);
  kb_document_finish (document, !error);
  json_decref (value);
  if (error)
    {
      kb_editor_state_take_error (self->state, g_steal_pointer (&error));
      kb_editor_state_touch (self->state, KB_CHANGE_VALUES);   /* drops the rejected input */
    }
}

void
kb_field_row_set_each (KbFieldRow *row, GtkWidget *number, double value, KbFieldValue value_of)
{
  KbFieldGroup *group = row->group;
  KbDocument *document = kb_editor_state_get_document (group->state);
  g_autoptr (GError) error = NULL;
  if (group->updating)
    return;
  g_autofree char *label = kb_field_change_label (row->field);
  kb_document_begin_merging (document, label, kb_number_gesture (number));
  KB_EACH_NODE_WHILE (!error, node, group)
    {
      json_t *to = value_of (row, node, number, value);
      if (to)
        kb_document_set (document, node->id, row->field->name, to, &error);
    }
  kb_document_end (document);
  if (error)
    kb_editor_state_take_error (group->state, g_steal_pointer (&error));
}

/* Rows can be kept while kind and geometry types stay the same, whatever the nodes. */
static guint
signature_of (KbFieldGroup *self)
{
  guint types = 0;
  for (guint i = 0; i < self->nodes->len; i++)
    {
      KbNode *node = kb_field_group_node (self, i);
      if (kb_node_is (node, &kb_shape_kind))
        types |= 1u << ((KbShape *) node)->geometry.type;
    }
  return types << 1 | (self->nodes->len > 1);
}

/* NULL if the field has no row. */
static GtkWidget *
widget_of (KbFieldGroup *self, const KbField *field, guint part)
{
  KB_EACH (KbFieldRow, row, self->rows)
    if (row->field == field)
      return row->widgets[part];
  return NULL;
}

/* The focused field, or NULL. */
static const KbField *
field_with_focus (KbFieldGroup *self, guint *part)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;
  if (focus)
    KB_EACH (const KbFieldRow, row, self->rows)
      for (*part = 0; *part < KB_MAX_FIELD_WIDGETS; ++*part)
        if (row->widgets[*part]
            && (focus == row->widgets[*part]
                || gtk_widget_is_ancestor (focus, row->widgets[*part])))
          return row->field;
  return NULL;
}

/* Keeps the focus in its field if that still exists. */
static void
make_rows (KbFieldGroup *self)
{
  GtkListBoxRow *old;
  guint part = 0;
  const KbField *focused = field_with_focus (self, &part);
  while ((old = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (old));
  g_ptr_array_set_size (self->rows, 0);
  if (self->kind)
    kb_name_widget (self->list, self->name ? self->name : _(self->kind->label));
  for (const KbField *field = self->kind ? self->kind->fields : NULL; field && field->name; field++)
    {
      const KbFieldEditor *editor = kb_field_editor_for (self->kind, field);
      if (!editor
          || (self->only ? !g_strv_contains (self->only, field->name)
                         : (field->flags & KB_FIELD_HIDDEN) != 0))
        continue;
      KbFieldRow *row = g_new0 (KbFieldRow, 1);
      row->group = self;
      row->field = field;
      row->editor = editor;
      g_ptr_array_add (self->rows, row);
      editor->make (row, self->list);
    }
  GtkWidget *focus = focused ? widget_of (self, focused, part) : NULL;
  if (focus)
    gtk_widget_grab_focus (focus);
}

void
kb_field_group_only (KbFieldGroup *self, const char *const *fields)
{
  if (self->only == fields)
    return;
  self->only = fields;
  self->kind = NULL;   /* forces new rows at the next call of show */
}

void
kb_field_group_call (KbFieldGroup *self, const char *name)
{
  self->name = name;
}

void
kb_field_group_show (KbFieldGroup *self, const KbId *nodes, guint n)
{
  g_array_set_size (self->nodes, 0);
  if (n)
    g_array_append_vals (self->nodes, nodes, n);
  KbNode *first = kb_field_group_node (self, 0);
  const KbKind *kind = first ? first->kind : NULL;
  guint signature = signature_of (self);
  self->updating = TRUE;
  if (kind != self->kind || signature != self->signature)
    {
      self->kind = kind;
      self->signature = signature;
      make_rows (self);
    }
  if (first)
    KB_EACH (KbFieldRow, row, self->rows)
      row->editor->fill (row);
  self->updating = FALSE;
}

KbClass *
kb_field_group_show_class (KbFieldGroup *self, GtkWidget *heading, const KbId *nodes, guint n)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  KbClass *class = NULL;
  for (guint i = 0; i < n && (i == 0 || class); i++)
    {
      const KbNode *node = kb_document_node (document, nodes[i]);
      KbClass *own = node && kb_kind_field (node->kind, "values") ? kb_node_class (node) : NULL;
      class = i == 0 || own == class ? own : NULL;
    }
  gtk_widget_set_visible (heading, class != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), class != NULL);
  kb_field_group_show (self, class ? &class->node.id : NULL, class ? 1 : 0);
  g_autofree char *text = g_strdup_printf (_("Class %s"), class ? class->name : "");
  gtk_label_set_label (GTK_LABEL (heading), text);
  return class;
}

GtkWidget *
kb_field_row_new (const char *label, GtkWidget *const *widgets, guint n)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *text = kb_label_new (label, "kb-field-label");
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  /* A wide widget takes the free space, else the label. */
  gtk_widget_set_hexpand (text, !widgets[0] || !gtk_widget_get_hexpand (widgets[0]));
  gtk_box_append (GTK_BOX (box), text);
  for (guint i = 0; i < n; i++)
    if (widgets[i])
      gtk_box_append (GTK_BOX (box), widgets[i]);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  return row;
}

static void
kb_field_group_dispose (GObject *object)
{
  KbFieldGroup *self = KB_FIELD_GROUP (object);
  self->updating = TRUE;   /* ignore entries that lose the focus now */
  G_OBJECT_CLASS (kb_field_group_parent_class)->dispose (object);
}

static void
kb_field_group_finalize (GObject *object)
{
  KbFieldGroup *self = KB_FIELD_GROUP (object);
  g_array_unref (self->nodes);
  g_ptr_array_unref (self->rows);
  G_OBJECT_CLASS (kb_field_group_parent_class)->finalize (object);
}

static void
kb_field_group_class_init (KbFieldGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_field_group_dispose;
  G_OBJECT_CLASS (klass)->finalize = kb_field_group_finalize;
}

static void
kb_field_group_init (KbFieldGroup *self)
{
  self->nodes = g_array_new (FALSE, FALSE, sizeof (KbId));
  self->rows = g_ptr_array_new_with_free_func (g_free);
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  kb_add_css_classes (self->list, "boxed-list kb-rows");
  gtk_widget_set_hexpand (GTK_WIDGET (self->list), TRUE);
  kb_name_widget (self->list, _("Fields"));
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->list));
}

void
kb_field_group_set_state (KbFieldGroup *self, KbEditorState *state)
{
  kb_editor_state_attach (state, self, &self->state, NULL);
}
