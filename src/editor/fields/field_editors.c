/* SPDX-License-Identifier: MIT */
/* Rows for the simple types: numbers, texts, choices, pixels, angles, classes. */
#include <glib/gi18n.h>

#include "editor/fields/field_private.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

#define MEMBER(type, node, field) (*(type *) (void *) ((char *) (node) + (field)->offset))

void
kb_field_row_tie (KbFieldRow *row, guint i, GtkWidget *widget, const char *part)
{
  g_autofree char *name = kb_field_accessible_name (row, part);
  row->widgets[i] = widget;
  g_object_set_data (G_OBJECT (widget), "kb-part", GUINT_TO_POINTER (i));
  kb_name_widget (widget, name);
}

void
kb_field_row_tie_place (KbFieldRow *row, int digits, int width, KbNumberChanged changed)
{
  static const char *const parts[] = { "x", "y" };
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s %s", _(row->field->label), parts[i]);
      GtkWidget *number = kb_number_new (name, (double) row->field->min, (double) row->field->max,
                                         1, digits, changed, row);
      kb_editable_set_width (number, width);
      kb_field_row_tie (row, i, number, parts[i]);
    }
}

#define LONG_KIND 7   /* letters; longer names leave no room for "name" next to an entry */

/* Says whose name it is if that fits: the name of a shape is just above the name of its class. A
 * group with a name of its own says it there. */
void
kb_field_row_add (KbFieldRow *row, GtkListBox *list)
{
  const char *kind = _(row->group->kind->label);
  g_autofree char *label =
    g_str_equal (row->field->name, "name") && !row->group->name
        && g_utf8_strlen (kind, -1) <= LONG_KIND
      ? g_strdup_printf (_("%s name"), kind)
      : g_strdup (_(row->field->label));
  gtk_list_box_append (list, kb_field_row_new (label, row->widgets, KB_MAX_FIELD_WIDGETS));
}

static void
on_clear (GtkWidget *button, KbFieldRow *row)
{
  kb_field_group_set (row->group, row->field, json_null (), 0);
}

GtkWidget *
kb_field_clear_button (KbFieldRow *row)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-clear-symbolic");
  kb_add_css_classes (button, "flat kb-small");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _("Remove"));
  g_signal_connect (button, "clicked", G_CALLBACK (on_clear), row);
  return button;
}

/* ---- whole numbers ---- */

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
  gint first = MEMBER (gint, kb_field_group_node (row->group, 0), row->field);
  KB_EACH_NODE (node, row->group)
    mixed = mixed || MEMBER (gint, node, row->field) != first;
  kb_number_set (row->widgets[0], mixed, first);
}

/* ---- texts: committed by Enter or by leaving ---- */

static const char *
shown_text (KbFieldRow *row)
{
  return g_object_get_data (G_OBJECT (row->widgets[0]), "kb-shown");
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
    g_strcmp0 (text, shown_text (row)) == 0
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

/* Escape restores the old text. */
static gboolean
on_text_key (GtkEventControllerKey *keys, guint keyval, guint code, GdkModifierType modifiers,
             KbFieldRow *row)
{
  if (keyval != GDK_KEY_Escape
      || g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (row->widgets[0])), shown_text (row)) == 0)
    return FALSE;
  gtk_editable_set_text (GTK_EDITABLE (row->widgets[0]), shown_text (row));
  return TRUE;
}

static void
commit_text (KbFieldRow *row)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row->widgets[0]));
  if (row->group->updating || g_strcmp0 (text, shown_text (row)) == 0 || !check_text (row))
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
  kb_add_keys (entry, G_CALLBACK (on_text_key), row);
  kb_field_row_tie (row, 0, entry, NULL);
  kb_field_row_add (row, list);
}

static void
fill_text (KbFieldRow *row)
{
  const char *first = MEMBER (char *, kb_field_group_node (row->group, 0), row->field);
  gboolean mixed = FALSE;
  KB_EACH_NODE (node, row->group)
    mixed = mixed || g_strcmp0 (MEMBER (char *, node, row->field), first) != 0;
  const char *text = mixed || !first ? "" : first;
  gtk_entry_set_placeholder_text (GTK_ENTRY (row->widgets[0]), mixed ? _("several") : _("none"));
  g_object_set_data_full (G_OBJECT (row->widgets[0]), "kb-shown", g_strdup (text), g_free);
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (row->widgets[0])), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (row->widgets[0]), text);
  /* Long names differ at the end: "walk-12". */
  if (!gtk_widget_has_focus (row->widgets[0]))
    gtk_editable_set_position (GTK_EDITABLE (row->widgets[0]), -1);
  check_text (row);
}

/* ---- pixels ---- */

/* Each node keeps its other coordinate. */
static json_t *
pixel_of (KbFieldRow *row, const KbNode *node, GtkWidget *number, double value)
{
  gboolean part = g_object_get_data (G_OBJECT (number), "kb-part") != NULL;
  KbPixel at = MEMBER (KbPixel, node, row->field);
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
  KbPixel first = MEMBER (KbPixel, kb_field_group_node (row->group, 0), row->field);
  /* A missing position, of the hot spot, is shown as nothing; other pairs are 0, 0 */
  gboolean blank = (row->field->flags & KB_FIELD_POSITION) != 0;
  gboolean mixed_x = blank && !first.set, mixed_y = mixed_x;
  KB_EACH_NODE (node, row->group)
    {
      KbPixel at = MEMBER (KbPixel, node, row->field);
      mixed_x = mixed_x || (blank && !at.set) || at.x != first.x;
      mixed_y = mixed_y || (blank && !at.set) || at.y != first.y;
    }
  kb_number_set (row->widgets[0], mixed_x, first.set ? first.x : 0);
  kb_number_set (row->widgets[1], mixed_y, first.set ? first.y : 0);
  if (row->widgets[2])
    gtk_widget_set_sensitive (row->widgets[2], first.set);
}

/* ---- angles ---- */

static json_t *
angle_of (KbFieldRow *row, const KbNode *node, GtkWidget *number, double value)
{
  KbAngle angle = MEMBER (KbAngle, node, row->field);
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
  KbAngle first = MEMBER (KbAngle, kb_field_group_node (row->group, 0), row->field);
  gboolean mixed = !first.set;
  KB_EACH_NODE (node, row->group)
    {
      KbAngle angle = MEMBER (KbAngle, node, row->field);
      mixed = mixed || angle.set != first.set || angle.degrees != first.degrees;
    }
  kb_number_set (row->widgets[0], mixed, first.set ? first.degrees : 0);
  if (row->widgets[1])
    gtk_widget_set_sensitive (row->widgets[1], first.set);
}

/* ---- choices and classes ---- */

static void
on_choice (GtkDropDown *drop_down, GParamSpec *pspec, KbFieldRow *row)
{
  guint selected = gtk_drop_down_get_selected (drop_down);
  GListModel *model = gtk_drop_down_get_model (drop_down);
  if (!row->group->updating && selected < g_list_model_get_n_items (model))
    kb_field_group_set (
      row->group, row->field,
      json_string (gtk_string_list_get_string (GTK_STRING_LIST (model), selected)), 0);
}

void
kb_field_row_add_drop_down (KbFieldRow *row, GtkListBox *list, GCallback on_selected)
{
  GtkWidget *drop_down = gtk_drop_down_new (NULL, NULL);
  gtk_widget_set_valign (drop_down, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (drop_down, "kb-number");
  kb_drop_down_make_narrow (GTK_DROP_DOWN (drop_down), 12);
  gtk_widget_set_hexpand (drop_down, TRUE);
  kb_field_row_tie (row, 0, drop_down, NULL);
  g_signal_connect (drop_down, "notify::selected", on_selected, row);
  kb_field_row_add (row, list);
}

static void
make_choice (KbFieldRow *row, GtkListBox *list)
{
  kb_field_row_add_drop_down (row, list, G_CALLBACK (on_choice));
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
    (guint) MEMBER (gint, kb_field_group_node (row->group, 0), row->field));
}

static void
fill_class (KbFieldRow *row)
{
  const KbProject *project = kb_document_project (kb_editor_state_get_document (row->group->state));
  KbId first = MEMBER (KbId, kb_field_group_node (row->group, 0), row->field);
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
    mixed = mixed || MEMBER (KbId, node, row->field) != first;
  kb_drop_down_set_names (GTK_DROP_DOWN (row->widgets[0]), names);
  kb_drop_down_set_empty (GTK_DROP_DOWN (row->widgets[0]), mixed ? _("several") : _("none"));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (row->widgets[0]),
                              mixed ? GTK_INVALID_LIST_POSITION : selected);
}

static const KbFieldEditor simple[] = {
  { KB_TYPE_INT, make_int, fill_int },
  { KB_TYPE_STRING, make_text, fill_text },
  { KB_TYPE_NAME, make_text, fill_text },
  { KB_TYPE_ENUM, make_choice, fill_enum },
  { KB_TYPE_PIXEL, make_pixel, fill_pixel },
  { KB_TYPE_ANGLE, make_angle, fill_angle },
  { KB_TYPE_CLASS, make_choice, fill_class },
};

const KbFieldEditor *
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
  for (guint i = 0; i < G_N_ELEMENTS (simple); i++)
    if (simple[i].type == field->type)
      return &simple[i];
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (others[i]->type == field->type)
      return others[i];
  return NULL;
}
