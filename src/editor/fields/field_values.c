/* SPDX-License-Identifier: MIT */
/* Rows for values: keys and texts, those of several nodes together. A key that some lack or that
 * differs has no text until one is typed, which all then have. */
#include <glib/gi18n.h>
#include <string.h>

#include "editor/fields/field_private.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

static json_t *
values_of (KbFieldRow *row, guint i)
{
  const KbNode *node = kb_field_group_node (row->group, i);
  return node ? G_STRUCT_MEMBER (json_t *, node, row->field->offset) : NULL;
}

/* All keys: with null if some nodes lack it or have another text. */
static json_t *
common_values (KbFieldRow *row)
{
  json_t *common = json_object (), *value;
  const char *key;
  for (guint i = 0; i < row->group->nodes->len; i++)
    json_object_foreach (values_of (row, i), key, value)
      json_object_set (common, key, value);
  for (guint i = 0; i < row->group->nodes->len; i++)
    json_object_foreach (common, key, value)
      {
        const json_t *text = json_object_get (values_of (row, i), key);
        if (!text || !json_equal (text, value))
          json_object_set_new (common, key, json_null ());
      }
  return common;
}

/* The entries as a JSON object; null for those that were left empty because texts differ. */
static json_t *
read_entries (GtkWidget *box)
{
  json_t *object = json_object ();
  for (GtkWidget *line = gtk_widget_get_first_child (box); line;
       line = gtk_widget_get_next_sibling (line))
    {
      GtkWidget *key = g_object_get_data (G_OBJECT (line), "kb-key"),
                *value = g_object_get_data (G_OBJECT (line), "kb-value");
      const char *name = gtk_editable_get_text (GTK_EDITABLE (key)),
                 *text = gtk_editable_get_text (GTK_EDITABLE (value));
      gboolean differs = g_object_get_data (G_OBJECT (line), "kb-differs") && !*text;
      if (*name)
        json_object_set_new (object, name, differs ? json_null () : json_string (text));
    }
  return object;
}

/* The values of a node after the entries' changes. */
static json_t *
changed_values (json_t *values, const json_t *before, const json_t *entries)
{
  json_t *result = values ? json_deep_copy (values) : json_object (), *value;
  const char *key;
  json_object_foreach ((json_t *) before, key, value)
    if (!json_object_get (entries, key))
      json_object_del (result, key);
  json_object_foreach ((json_t *) entries, key, value)
    if (!json_is_null (value))
      json_object_set (result, key, value);
  return result;
}

static void
commit_values (KbFieldRow *row)
{
  KbFieldGroup *group = row->group;
  if (group->updating || !group->state)
    return;
  KbDocument *document = kb_editor_state_get_document (group->state);
  json_auto_t *entries = read_entries (row->widgets[0]), *before = common_values (row);
  g_autoptr (GArray) nodes = g_array_copy (group->nodes);
  g_autoptr (GError) error = NULL;
  if (json_equal (entries, before))
    return;
  kb_document_begin (document, _("Change values"));
  for (guint i = 0; i < nodes->len && !error; i++)
    kb_document_set (document, g_array_index (nodes, KbId, i), row->field->name,
                     changed_values (values_of (row, i), before, entries), &error);
  kb_document_finish (document, !error);
  if (error)
    kb_editor_state_take_error (group->state, g_steal_pointer (&error));
}

static void
on_entry_activate (GtkEntry *entry, KbFieldRow *row)
{
  commit_values (row);
}

static void
on_entry_leave (GtkEventControllerFocus *focus, KbFieldRow *row)
{
  commit_values (row);
}

/* ---- keys that the project has ---- */

static void
add_keys (const KbNode *node, GHashTable *known, GtkListStore *keys)
{
  const KbField *field = kb_kind_field_of_type (node->kind, KB_TYPE_VALUES);
  const char *key;
  json_t *value;
  if (field)
    json_object_foreach (G_STRUCT_MEMBER (json_t *, node, field->offset), key, value)
      if (g_hash_table_add (known, (gpointer) key))
        gtk_list_store_insert_with_values (keys, NULL, -1, 0, key, -1);
  for (const KbList *list = node->kind->lists; list->name; list++)
    {
      const GPtrArray *items = kb_node_list (node, list);
      for (guint i = 0; i < items->len; i++)
        add_keys (g_ptr_array_index (items, i), known, keys);
    }
}

static void
offer_keys (KbFieldRow *row, GtkWidget *entry)
{
  const KbProject *project = kb_document_project (kb_editor_state_get_document (row->group->state));
  g_autoptr (GtkListStore) keys = gtk_list_store_new (1, G_TYPE_STRING);
  g_autoptr (GtkEntryCompletion) completion = gtk_entry_completion_new ();
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  add_keys (&project->node, known, keys);
  gtk_entry_completion_set_model (completion, GTK_TREE_MODEL (keys));
  gtk_entry_completion_set_text_column (completion, 0);
  gtk_entry_completion_set_minimum_key_length (completion, 1);
  gtk_entry_set_completion (GTK_ENTRY (entry), completion);
}

/* ---- lines ---- */

/* Centres the heading in its row if there are no values. */
static void
show_lines (KbFieldRow *row)
{
  gtk_widget_set_visible (row->widgets[0], gtk_widget_get_first_child (row->widgets[0]) != NULL);
}

static void
on_remove_line (GtkWidget *button, KbFieldRow *row)
{
  GtkWidget *line = gtk_widget_get_parent (button);
  gtk_box_remove (GTK_BOX (row->widgets[0]), line);
  show_lines (row);
  commit_values (row);
}

static GtkWidget *
make_entry (KbFieldRow *row, const char *text, const char *name)
{
  GtkWidget *entry = gtk_entry_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  gtk_editable_set_enable_undo (GTK_EDITABLE (entry), FALSE);
  kb_editable_set_width (entry, 8);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), name);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_widget_add_css_class (entry, "kb-number");
  kb_name_widget (entry, name);
  g_signal_connect (entry, "activate", G_CALLBACK (on_entry_activate), row);
  g_signal_connect (focus, "leave", G_CALLBACK (on_entry_leave), row);
  gtk_widget_add_controller (entry, focus);
  return entry;
}

/* `value` NULL: it differs. */
static GtkWidget *
add_line (KbFieldRow *row, const char *key, const char *value)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *key_entry = make_entry (row, key, _("Key")),
            *value_entry = make_entry (row, value ? value : "", _("Value"));
  GtkWidget *remove = gtk_button_new_from_icon_name ("list-remove-symbolic");
  kb_add_css_classes (remove, "flat kb-small");
  kb_name_widget (remove, _("Remove value"));
  g_signal_connect (remove, "clicked", G_CALLBACK (on_remove_line), row);
  g_object_set_data (G_OBJECT (line), "kb-key", key_entry);
  g_object_set_data (G_OBJECT (line), "kb-value", value_entry);
  g_object_set_data (G_OBJECT (line), "kb-differs", value ? NULL : line);
  if (!value)
    gtk_entry_set_placeholder_text (GTK_ENTRY (value_entry), _("differs"));
  kb_box_append (line, key_entry, value_entry, remove, NULL);
  gtk_box_append (GTK_BOX (row->widgets[0]), line);
  return key_entry;
}

static void
on_add_line (GtkWidget *button, KbFieldRow *row)
{
  GtkWidget *key = add_line (row, "", "");
  offer_keys (row, key);
  show_lines (row);
  gtk_widget_grab_focus (key);
}

static void
make_values (KbFieldRow *row, GtkListBox *list)
{
  GtkWidget *add = gtk_button_new_from_icon_name ("list-add-symbolic");
  kb_add_css_classes (add, "flat kb-small");
  gtk_widget_set_tooltip_text (add, _("Add a key with a value for the game"));
  kb_name_widget (add, _("Add value"));
  g_signal_connect (add, "clicked", G_CALLBACK (on_add_line), row);

  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *heading = kb_field_row_new (_(row->field->label), &add, 1);
  GtkWidget *top = gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (heading));
  GtkWidget *both = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  g_object_ref (top);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (heading), NULL);
  kb_box_append (both, top, box, NULL);
  g_object_unref (top);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (heading), both);
  row->widgets[0] = box;
  show_lines (row);
  gtk_list_box_append (list, heading);
}

static void
fill_values (KbFieldRow *row)
{
  json_auto_t *now = common_values (row), *shown = read_entries (row->widgets[0]);
  GArray *nodes = row->group->nodes,
         *filled = g_object_get_data (G_OBJECT (row->widgets[0]), "kb-nodes");
  gboolean same_nodes = filled && filled->len == nodes->len
                        && !memcmp (filled->data, nodes->data, nodes->len * sizeof (KbId));
  if (same_nodes && json_equal (shown, now))
    return;
  GtkWidget *line;
  const char *key;
  json_t *value;
  while ((line = gtk_widget_get_first_child (row->widgets[0])) != NULL)
    gtk_box_remove (GTK_BOX (row->widgets[0]), line);
  json_object_foreach (now, key, value)
    add_line (row, key, json_string_value (value));
  show_lines (row);
  g_object_set_data_full (G_OBJECT (row->widgets[0]), "kb-nodes", g_array_copy (nodes),
                          (GDestroyNotify) g_array_unref);
}

const KbFieldEditor kb_field_editor_values = { KB_TYPE_VALUES, make_values, fill_values };
