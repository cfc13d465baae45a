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

#define FIELD_GROUP_MEMBER(type, node, field)                                                      \
  (*(type *) (void *) ((char *) (node) + (field)->offset))

static void
on_int (GtkWidget *number, double value, gpointer data)
{
  KbFieldRow *row = data;
  kb_field_group_set (row->group, row->field, json_integer ((json_int_t) value),
                      kb_number_gesture (number));
}

static void
make_int (KbFieldRow *row, GtkListBox *list)
{
  kb_field_row_tie (row, 0,
                    kb_number_new (_(row->field->label), (double) row->field->min,
                                   (double) row->field->max, 1, 0, on_int, row),
                    NULL);
  kb_field_row_add (row, list);
}

static void
fill_int (KbFieldRow *row)
{
  gboolean mixed = FALSE;
  gint first = FIELD_GROUP_MEMBER (gint, kb_field_group_node (row->group, 0), row->field);
  KB_EACH_NODE (node, row->group)
    mixed = mixed || FIELD_GROUP_MEMBER (gint, node, row->field) != first;
  kb_number_set (row->widgets[0], mixed, first);
}

/* Checks names during typing. FALSE: the name is not allowed, and the entry shows why. */
static gboolean
check_text (KbFieldRow *row)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row->widgets[0]));
  KbNode *node = kb_field_group_node (row->group, 0);
  g_autoptr (GError) error = NULL;
  if (row->field->type != KB_TYPE_NAME || !node || !node->parent)
    return TRUE;
  gboolean fits =
    !kb_text_is_changed (row->widgets[0])
    || kb_document_check_name (kb_editor_state_get_document (row->group->state), node->parent->id,
                               kb_node_place (node, NULL)->name, node->id, text, &error);
  g_autofree char *words = error ? kb_error_words (error) : NULL;
  if (words || gtk_widget_has_css_class (row->widgets[0], "error"))
    kb_mistake_report (row->widgets[0], words);
  return fits;
}

static void
on_text_changed (GtkEditable *entry, KbFieldRow *row)
{
  if (!row->group->updating)
    check_text (row);
}

static void
commit_text (KbFieldRow *row)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row->widgets[0]));
  if (row->group->updating || !kb_text_is_changed (row->widgets[0]) || !check_text (row))
    return;
  gboolean none = !*text && (row->field->flags & KB_FIELD_OPTIONAL);
  kb_field_group_set (row->group, row->field, none ? json_null () : json_string (text), 0);
}

static void
on_text_activate (GtkEntry *entry, KbFieldRow *row)
{
  commit_text (row);
  if (!gtk_widget_has_css_class (row->widgets[0], "error"))
    kb_editor_state_grab_canvas (row->group->state);
}

static void
on_text_leave (GtkEventControllerFocus *focus, KbFieldRow *row)
{
  commit_text (row);
}

static void
make_text (KbFieldRow *row, GtkListBox *list)
{
  GtkWidget *entry = gtk_entry_new ();
  gtk_editable_set_enable_undo (GTK_EDITABLE (entry), FALSE);
  kb_editable_set_width (entry, 11);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_entry_set_max_length (GTK_ENTRY (entry), (int) row->field->max);
  gtk_widget_set_valign (entry, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (entry, "kb-number");
  g_signal_connect (entry, "activate", G_CALLBACK (on_text_activate), row);
  g_signal_connect (entry, "changed", G_CALLBACK (on_text_changed), row);
  kb_add_controller (entry, gtk_event_controller_focus_new (), row, "leave",
                     G_CALLBACK (on_text_leave), NULL);
  kb_field_row_tie (row, 0, entry, NULL);
  kb_field_row_add (row, list);
}

static void
fill_text (KbFieldRow *row)
{
  const char *first = FIELD_GROUP_MEMBER (char *, kb_field_group_node (row->group, 0), row->field);
  gboolean mixed = FALSE;
  KB_EACH_NODE (node, row->group)
    mixed = mixed || g_strcmp0 (FIELD_GROUP_MEMBER (char *, node, row->field), first) != 0;
  const char *text = mixed || !first ? "" : first;
  gtk_entry_set_placeholder_text (GTK_ENTRY (row->widgets[0]), mixed ? _("several") : _("none"));
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (row->widgets[0])), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (row->widgets[0]), text);
  kb_text_keep (row->widgets[0]);
  /* Long names differ at the end: "walk-12". */
  if (!gtk_widget_has_focus (row->widgets[0]))
    gtk_editable_set_position (GTK_EDITABLE (row->widgets[0]), -1);
  check_text (row);
}

/* Each node keeps its other coordinate. */
static json_t *
pixel_of (KbFieldRow *row, const KbNode *node, GtkWidget *number, double value)
{
  gboolean part = g_object_get_data (G_OBJECT (number), "kb-part") != NULL;
  KbPixel at = FIELD_GROUP_MEMBER (KbPixel, node, row->field);
  if (!at.set)
    at.x = at.y = 0;
  int to = (int) kb_number_for (number, value, part ? at.y : at.x);
  return json_pack ("[i, i]", part ? at.x : to, part ? to : at.y);
}

static void
on_pixel (GtkWidget *number, double value, gpointer data)
{
  kb_field_row_set_each (data, number, value, pixel_of);
}

static void
make_pixel (KbFieldRow *row, GtkListBox *list)
{
  kb_field_row_tie_place (row, 0, 5, on_pixel);
  if (row->field->flags & KB_FIELD_OPTIONAL)
    kb_field_row_tie (row, 2, kb_field_clear_button (row), _("remove"));
  kb_field_row_add (row, list);
}

static void
fill_pixel (KbFieldRow *row)
{
  KbPixel first = FIELD_GROUP_MEMBER (KbPixel, kb_field_group_node (row->group, 0), row->field);
  /* A missing position, of the hot spot, is shown as nothing; other pairs are 0, 0 */
  gboolean blank = (row->field->flags & KB_FIELD_POSITION) != 0;
  gboolean mixed_x = blank && !first.set, mixed_y = mixed_x;
  KB_EACH_NODE (node, row->group)
    {
      KbPixel at = FIELD_GROUP_MEMBER (KbPixel, node, row->field);
      mixed_x = mixed_x || (blank && !at.set) || at.x != first.x;
      mixed_y = mixed_y || (blank && !at.set) || at.y != first.y;
    }
  kb_number_set (row->widgets[0], mixed_x, first.set ? first.x : 0);
  kb_number_set (row->widgets[1], mixed_y, first.set ? first.y : 0);
  if (row->widgets[2])
    gtk_widget_set_sensitive (row->widgets[2], first.set);
}

static json_t *
angle_of (KbFieldRow *row, const KbNode *node, GtkWidget *number, double value)
{
  KbAngle angle = FIELD_GROUP_MEMBER (KbAngle, node, row->field);
  return json_real (kb_number_for (number, value, angle.set ? angle.degrees : 0));
}

static void
on_angle (GtkWidget *number, double value, gpointer data)
{
  kb_field_row_set_each (data, number, value, angle_of);
}

static void
make_angle (KbFieldRow *row, GtkListBox *list)
{
  kb_field_row_tie (row, 0, kb_number_new (_(row->field->label), -360, 360, 1, 2, on_angle, row),
                    NULL);
  kb_number_set_unit (row->widgets[0], "°");
  if (row->field->flags & KB_FIELD_OPTIONAL)
    kb_field_row_tie (row, 1, kb_field_clear_button (row), _("remove"));
  kb_field_row_add (row, list);
}

static void
fill_angle (KbFieldRow *row)
{
  KbAngle first = FIELD_GROUP_MEMBER (KbAngle, kb_field_group_node (row->group, 0), row->field);
  gboolean mixed = !first.set;
  KB_EACH_NODE (node, row->group)
    {
      KbAngle angle = FIELD_GROUP_MEMBER (KbAngle, node, row->field);
      mixed = mixed || angle.set != first.set || angle.degrees != first.degrees;
    }
  kb_number_set (row->widgets[0], mixed, first.set ? first.degrees : 0);
  if (row->widgets[1])
    gtk_widget_set_sensitive (row->widgets[1], first.set);
}

static void
on_field_group_choice (GtkDropDown *drop_down, GParamSpec *pspec, KbFieldRow *row)
{
  guint selected = gtk_drop_down_get_selected (drop_down);
  GListModel *model = gtk_drop_down_get_model (drop_down);
  if (!row->group->updating && selected < g_list_model_get_n_items (model))
    kb_field_group_set (
      row->group, row->field,
      json_string (gtk_string_list_get_string (GTK_STRING_LIST (model), selected)), 0);
}

static void
make_choice (KbFieldRow *row, GtkListBox *list)
{
  kb_field_row_add_drop_down (row, list, G_CALLBACK (on_field_group_choice));
}

static void
fill_enum (KbFieldRow *row)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  for (const char *const *word = row->field->choices; *word; word++)
    gtk_string_list_append (names, g_dpgettext2 (NULL, row->field->name, *word));
  kb_drop_down_set_names (GTK_DROP_DOWN (row->widgets[0]), names);
  gtk_drop_down_set_selected (
    GTK_DROP_DOWN (row->widgets[0]),
    (guint) FIELD_GROUP_MEMBER (gint, kb_field_group_node (row->group, 0), row->field));
}

static void
fill_class (KbFieldRow *row)
{
  const KbProject *project = kb_document_project (kb_editor_state_get_document (row->group->state));
  KbId first = FIELD_GROUP_MEMBER (KbId, kb_field_group_node (row->group, 0), row->field);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint selected = GTK_INVALID_LIST_POSITION;
  gboolean mixed = FALSE;
  KB_EACH (const KbClass, class, project->classes)
    {
      gtk_string_list_append (names, class->name);
      if (class->node.id == first)
        selected = class_at;
    }
  KB_EACH_NODE (node, row->group)
    mixed = mixed || FIELD_GROUP_MEMBER (KbId, node, row->field) != first;
  kb_drop_down_set_names (GTK_DROP_DOWN (row->widgets[0]), names);
  kb_drop_down_set_empty (GTK_DROP_DOWN (row->widgets[0]), mixed ? _("several") : _("none"));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (row->widgets[0]),
                              mixed ? GTK_INVALID_LIST_POSITION : selected);
}

static const KbFieldEditor field_group_simple[] = {
  { KB_TYPE_INT, make_int, fill_int },
  { KB_TYPE_STRING, make_text, fill_text },
  { KB_TYPE_NAME, make_text, fill_text },
  { KB_TYPE_ENUM, make_choice, fill_enum },
  { KB_TYPE_PIXEL, make_pixel, fill_pixel },
  { KB_TYPE_ANGLE, make_angle, fill_angle },
  { KB_TYPE_CLASS, make_choice, fill_class },
};

/* NULL if the field has no row. */
static const KbFieldEditor *
kb_field_editor_for (const KbKind *kind, const KbField *field)
{
  static const KbFieldEditor *const others[] = {
    &kb_field_editor_geometry, &kb_field_editor_values, &kb_field_editor_real,
    &kb_field_editor_vec,      &kb_field_editor_bool,   &kb_field_editor_heights
  };
  static const struct {
    const KbKind *kind;
    const char *field;
    const KbFieldEditor *editor;
  } own[] = {
    { &kb_curve_kind, "surface", &kb_field_editor_surface },
    { &kb_entity_kind, "frame", &kb_field_editor_frame },
    { &kb_image_kind, "frame", &kb_field_editor_frame },
    { &kb_frame_kind, "collision", &kb_field_editor_collision },
    { &kb_layer_kind, "tint", &kb_field_editor_colour },
    { &kb_image_kind, "tint", &kb_field_editor_colour },
    { &kb_group_kind, "tint", &kb_field_editor_colour },
    { &kb_wall_kind, "a", &kb_field_editor_wall_end },
    { &kb_wall_kind, "b", &kb_field_editor_wall_end },
    { &kb_ground_point_kind, "at", &kb_field_editor_ground_point },
  };
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    if (own[i].kind == kind && g_str_equal (own[i].field, field->name))
      return own[i].editor;
  for (guint i = 0; i < G_N_ELEMENTS (field_group_simple); i++)
    if (field_group_simple[i].type == field->type)
      return &field_group_simple[i];
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (others[i]->type == field->type)
      return others[i];
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
  /* An entry can be narrower; a choice is to be seen whole. */
  if (GTK_IS_ENTRY (widgets[0]))
    gtk_label_set_natural_wrap_mode (GTK_LABEL (text), GTK_NATURAL_WRAP_NONE);
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
