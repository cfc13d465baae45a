/* SPDX-License-Identifier: MIT */
/* The button for the type of a value, and choosing values: from a list, on the canvas, among
 * files. */
#include <glib/gi18n.h>

#include "editor/fields/field_values.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

const KbValueTypeLook kb_value_type_looks[KB_N_VALUE_TYPES + 1] = {
  [KB_VALUE_TEXT] = { N_("Text"), "Aa", "", NULL },
  [KB_VALUE_NUMBER] = { N_("Number"), "12", "0", N_("Expected a number, such as 0.5") },
  [KB_VALUE_BOOLEAN] = { N_("Yes or no"), "✓", "false", N_("Expected true or false") },
  [KB_VALUE_COLOUR] = { N_("Colour"), "●", "#000000", N_("Expected a colour, such as #ff8000") },
  [KB_VALUE_ENUM] = { N_("Choice"), "☰", "", NULL },
  [KB_VALUE_POINT] = { N_("Point"), "xy", "0,0", N_("Expected a point, such as 64,32") },
  [KB_VALUE_ENTITY] = { N_("Entity"), "→", "", NULL },
  [KB_VALUE_AREA] = { N_("Area"), "⬠", "", NULL },
  [KB_VALUE_ANIMATION] = { N_("Animation"), "▶", "", NULL },
  [KB_VALUE_FILE] = { N_("File"), "/", "", N_("Expected a file in the project's folder") },
  [KB_N_VALUE_TYPES] = { N_("Automatic"), "…", "", NULL },
};

/* ---- choices, references, files ---- */

void
kb_value_on_target (GtkDropDown *targets, GParamSpec *pspec, gpointer line)
{
  KbFieldRow *row = g_object_get_data (line, "kb-row");
  KbId target;
  if (row->group->updating || gtk_drop_down_get_selected (targets) == GTK_INVALID_LIST_POSITION)
    return;
  const char *choice = kb_targets_get (targets, &target);
  if (choice)
    {
      gtk_editable_set_text (GTK_EDITABLE (kb_line_part (line, "kb-value")), choice);
      kb_values_commit (row);
    }
  else
    kb_editor_state_set_target (row->group->state, row->group->nodes, kb_line_text (line, "kb-key"),
                                target);
}

static void
on_file (gpointer line, char **paths, gpointer data)
{
  KbFieldRow *row = g_object_get_data (line, "kb-row");
  const char *folder = kb_document_folder (kb_editor_state_get_document (row->group->state));
  g_autoptr (GFile) root = g_file_new_for_path (folder), file = g_file_new_for_path (paths[0]);
  g_autofree char *path = g_file_get_relative_path (root, file);
  if (!path)
    {
      kb_editor_state_say (row->group->state, _("Choose a file in the project's folder"));
      return;
    }
  gtk_editable_set_text (GTK_EDITABLE (kb_line_part (line, "kb-value")), path);
  kb_values_commit (row);
}

static void
choose_file (KbFieldRow *row, gpointer line)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (line));
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
    _("Choose a File"), window, GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  g_autoptr (GFile) folder = g_file_new_for_path (
    kb_document_folder (kb_editor_state_get_document (row->group->state)));
  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), folder, NULL);
  kb_file_chooser_run (chooser, line, on_file, NULL);
}

void
kb_value_on_pick (GtkWidget *button, gpointer line)
{
  KbFieldRow *row = g_object_get_data (line, "kb-row");
  KbValueType type = kb_line_type (row, line);
  if (type == KB_VALUE_FILE)
    choose_file (row, line);
  else
    kb_editor_state_begin_pick (row->group->state, row->group->nodes, kb_line_text (line, "kb-key"),
                                type);
}

/* "low, high" as the choices of an enum, or NULL for none. */
static json_t *
read_choices (const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  json_t *choices = json_array ();
  for (guint i = 0; words[i]; i++)
    if (*g_strstrip (words[i]) && kb_value_choice (choices, words[i]) == json_array_size (choices))
      json_array_append_new (choices, json_string (words[i]));
  if (json_array_size (choices) == 0)
    g_clear_pointer (&choices, json_decref);
  return choices;
}

static void set_type (gpointer line, KbValueType type, json_t *choices);

static void
on_choices (GtkEntry *entry, gpointer line)
{
  json_auto_t *choices = read_choices (gtk_editable_get_text (GTK_EDITABLE (entry)));
  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (GTK_WIDGET (entry),
                                                             GTK_TYPE_POPOVER)));
  if (choices)
    set_type (line, KB_VALUE_ENUM, choices);
}

static void
on_choices_closed (GtkWidget *popover)
{
  gtk_widget_unparent (popover);
}

/* Asks for the choices, below the type. */
static void
ask_choices (KbFieldRow *row, gpointer line)
{
  GtkWidget *popover = gtk_popover_new (), *entry = gtk_entry_new (),
            *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  const KbNode *node = kb_field_group_node (row->group, 0);
  const json_t *choices = node ? kb_value_choices (node, kb_line_text (line, "kb-key")) : NULL;
  g_autoptr (GString) text = g_string_new (choices ? "" : kb_line_text (line, "kb-value"));
  KB_EACH_JSON (item, choices)
    g_string_append_printf (text, "%s%s", item_at ? ", " : "", json_string_value (item));
  gtk_editable_set_text (GTK_EDITABLE (entry), text->str);
  kb_name_widget (entry, _("Choices"));
  kb_editable_set_width (entry, 24);
  kb_box_append (box, kb_label_new (_("Choices, separated by commas"), NULL), entry, NULL);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_widget_set_parent (popover, kb_line_part (line, "kb-type"));
  g_signal_connect (entry, "activate", G_CALLBACK (on_choices), line);
  g_signal_connect (popover, "closed", G_CALLBACK (on_choices_closed), NULL);
  gtk_popover_popup (GTK_POPOVER (popover));
}

/* For the classes of all nodes, or the project. */
static void
set_type (gpointer line, KbValueType type, json_t *choices)
{
  KbFieldRow *row = g_object_get_data (line, "kb-row");
  KbDocument *document = kb_editor_state_get_document (row->group->state);
  const char *first =
    choices ? json_string_value (json_array_get (choices, 0)) : kb_value_type_looks[type].first;
  g_autofree char *key = g_strdup (kb_line_text (line, "kb-key"));
  g_autoptr (GError) error = NULL;
  const KbNode *node;
  kb_document_begin (document, _("Change the type of a value"));
  for (guint i = 0; *key && !error && (node = kb_field_group_node (row->group, i)); i++)
    {
      KbNode *of = kb_value_types_node (node);
      json_t *changed = kb_node_get (of, kb_kind_field (of->kind, "value_types"));
      changed = json_is_object (changed) ? changed : json_object ();
      json_object_del (changed, key);
      if (type < KB_N_VALUE_TYPES)
        json_object_set_new (changed, key,
                             choices ? json_incref (choices) : json_string (kb_value_types[type]));
      if (kb_document_set (document, of->id, "value_types", changed, &error)
          && g_strcmp0 (json_string_value (json_object_get (kb_values_of (row, i), key)), "") == 0)
        {
          json_t *values = json_deep_copy (kb_values_of (row, i));
          json_object_set_new (values, key, json_string (first));
          kb_document_set (document, node->id, row->field->name, values, &error);
        }
    }
  kb_editor_state_finish (row->group->state, !error, &error);
}

static void
on_type (GSimpleAction *action, GVariant *parameter, gpointer line)
{
  guint32 type = MIN (g_variant_get_uint32 (parameter), KB_N_VALUE_TYPES);
  if (type == KB_VALUE_ENUM)
    ask_choices (g_object_get_data (line, "kb-row"), line);
  else
    set_type (line, type, NULL);
}

GtkWidget *
kb_value_type_button (GtkWidget *line)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) action = g_simple_action_new ("type", G_VARIANT_TYPE_UINT32);
  for (guint i = 0; i < G_N_ELEMENTS (kb_value_type_looks); i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_(kb_value_type_looks[i].label), NULL);
      g_menu_item_set_action_and_target (item, "value.type", "u", i);
      g_menu_append_item (menu, item);
    }
  g_signal_connect (action, "activate", G_CALLBACK (on_type), line);
  g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (action));
  gtk_widget_insert_action_group (line, "value", G_ACTION_GROUP (actions));
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), gtk_label_new (NULL));
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  kb_add_css_classes (button, "flat kb-small");
  kb_name_widget (button, _("Type of the value"));
  return button;
}
