/* SPDX-License-Identifier: MIT */
/* Rows for values: keys and texts, those of several nodes together. A key that some lack or that
 * differs has no text until one is typed, which all then have. Nor has one that only the class has,
 * whose default is shown. Each line has an entry with the text, and what the type of its key
 * needs. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/colour.h"
#include "document/document.h"
#include "document/values.h"
#include "editor/fields/field_private.h"
#include "editor/fields/field_values.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

#define MOST_SHOWN 1000   /* of one list; picking reaches the others */
#define TARGETS "kb-targets"

/* ---- what a value can be chosen from ---- */

/* The choices of an enum, the entities and areas of a level, all animations: of a line. */
static GtkWidget *
kb_targets_new (void)
{
  GtkWidget *targets = gtk_drop_down_new (
    NULL, gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  kb_drop_down_make_narrow (GTK_DROP_DOWN (targets), 12);
  gtk_widget_set_hexpand (targets, TRUE);
  kb_name_widget (targets, _("Value"));
  return targets;
}

typedef struct {
  GtkStringList *labels;
  GArray *ids;           /* KbId by label */
  const KbNode *node;    /* whose value it is */
} List;

static void
add_value (List *list, const char *label, KbId id)
{
  gtk_string_list_append (list->labels, label);
  g_array_append_val (list->ids, id);
}

/* All nodes of the type in these, `node` or its items. */
static void
add_targets (List *list, const KbNode *node, KbValueType type)
{
  if (kb_value_type_for (node->kind) == type)
    {
      g_autofree char *label = kb_value_target_label (list->node, node);
      add_value (list, label, node->id);
      return;
    }
  for (const KbList *items = node->kind->lists; items->name; items++)
    for (guint i = 0; (kb_value_type_for (items->item) == type || items->item->folder)
                      && i < MIN (kb_node_list (node, items)->len, MOST_SHOWN);
         i++)
      add_targets (list, g_ptr_array_index (kb_node_list (node, items), i), type);
}

/* A level's own things; else those of the project. */
static void
add_all_targets (List *list, KbValueType type)
{
  const KbNode *from = type == KB_VALUE_ANIMATION ? NULL : KB_NODE (kb_node_level (
                                                             (KbNode *) list->node));
  for (const KbNode *node = list->node; !from && node; node = node->parent)
    if (!node->parent)
      from = node;
  add_targets (list, from, type);
}

/* Shows the choices of the node's key, or what it can refer to, with `text` as the chosen one. NULL
 * chooses nothing. */
static void
kb_targets_show (GtkDropDown *targets, const KbNode *node, const char *key, KbValueType type,
                 const char *text)
{
  const json_t *choices = kb_value_choices (node, key);
  const KbNode *target = text ? kb_value_target (node, type, text) : NULL;
  List list = { gtk_string_list_new (NULL), g_array_new (FALSE, FALSE, sizeof (KbId)), node };
  guint selected = GTK_INVALID_LIST_POSITION;
  KB_EACH_JSON (item, choices)
    add_value (&list, json_string_value (item), 0);
  if (choices && kb_value_choice (choices, text) < json_array_size (choices))
    selected = kb_value_choice (choices, text);
  if (!choices)
    {
      g_autofree char *missing = text ? g_strdup_printf (_("Missing: %s"), text) : NULL;
      add_value (&list, text && *text && !target ? missing : C_("target", "None"), 0);
      add_all_targets (&list, type);
      selected = target || !text ? GTK_INVALID_LIST_POSITION : 0;
    }
  KB_EACH_ID_WHILE (target && selected == GTK_INVALID_LIST_POSITION, listed, list.ids)
    if (listed == target->id)
      selected = listed_at;
  if (target && selected == GTK_INVALID_LIST_POSITION)
    {
      g_autofree char *label = kb_value_target_label (node, target);
      selected = list.ids->len;
      add_value (&list, label, target->id);
    }
  gtk_drop_down_set_enable_search (targets, list.ids->len > 8);
  kb_drop_down_set_names (targets, list.labels);
  gtk_drop_down_set_selected (targets, selected);
  g_object_unref (list.labels);
  g_object_set_data_full (G_OBJECT (targets), TARGETS, choices ? NULL : g_array_ref (list.ids),
                          (GDestroyNotify) g_array_unref);
  g_array_unref (list.ids);
}

/* The chosen text of an enum. NULL for a reference, which is to `target`, 0 for nothing. */
static const char *
kb_targets_get (GtkDropDown *targets, KbId *target)
{
  const GArray *ids = g_object_get_data (G_OBJECT (targets), TARGETS);
  guint selected = gtk_drop_down_get_selected (targets);
  gpointer item = gtk_drop_down_get_selected_item (targets);
  *target = ids && selected < ids->len ? g_array_index (ids, KbId, selected) : 0;
  return ids || !item ? NULL : gtk_string_object_get_string (item);
}

/* ---- field value types ---- */

/* The button for the type of a value, and choosing values: from a list, on the canvas, among files.
 * */

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

/* The values of node `i` of the row, or NULL. */
static json_t *
kb_values_of (KbFieldRow *row, guint i)
{
  const KbNode *node = kb_field_group_node (row->group, i);
  return node ? G_STRUCT_MEMBER (json_t *, node, row->field->offset) : NULL;
}

/* The class of all nodes, or NULL. */
static KbClass *
class_of_all (KbFieldRow *row)
{
  const KbNode *node = kb_field_group_node (row->group, 0), *other;
  KbClass *class = node ? kb_node_class (node) : NULL;
  for (guint i = 1; class && i < row->group->nodes->len; i++)
    if ((other = kb_field_group_node (row->group, i)) && kb_node_class (other) != class)
      class = NULL;
  return class;
}

/* All keys: with null if some nodes lack it or have another text. */
static json_t *
common_values (KbFieldRow *row)
{
  json_t *common = json_object ();
  const KbClass *class = class_of_all (row);
  KB_EACH_MEMBER (key, value, class ? class->values : NULL)
    json_object_set_new (common, key, json_null ());
  if (class && KB_NODE (class) == kb_field_group_node (row->group, 0))
    KB_EACH_MEMBER (key, value, class->value_types)
      json_object_set_new (common, key, json_null ());
  for (guint i = 0; i < row->group->nodes->len; i++)
    KB_EACH_MEMBER (key, value, kb_values_of (row, i))
      json_object_set (common, key, value);
  for (guint i = 0; i < row->group->nodes->len; i++)
    KB_EACH_MEMBER (key, value, common)
      {
        const json_t *text = json_object_get (kb_values_of (row, i), key);
        if (!text || !json_equal (text, value))
          json_object_set_new (common, key, json_null ());
      }
  return common;
}

static GtkWidget *
kb_line_part (gpointer line, const char *part)
{
  return g_object_get_data (G_OBJECT (line), part);
}

static const char *
kb_line_text (gpointer line, const char *part)
{
  return gtk_editable_get_text (GTK_EDITABLE (kb_line_part (line, part)));
}

static KbValueType
kb_line_type (KbFieldRow *row, gpointer line)
{
  const KbNode *node = kb_field_group_node (row->group, 0);
  return node ? kb_value_declared (node, kb_line_text (line, "kb-key")) : KB_N_VALUE_TYPES;
}

/* Whether it may be empty. */
static gboolean
may_be_empty (KbValueType type)
{
  return type == KB_VALUE_TEXT || type == KB_N_VALUE_TYPES || type == KB_VALUE_FILE
         || kb_value_is_reference (type);
}

/* Chosen from a list. */
static gboolean
field_values_is_chosen (KbValueType type)
{
  return type == KB_VALUE_ENUM || kb_value_is_reference (type);
}

/* The entries as a JSON object; null for those that were left empty because texts differ, or whose
 * type has no empty text. */
static json_t *
read_entries (KbFieldRow *row)
{
  json_t *object = json_object ();
  KB_EACH_CHILD (line, row->widgets[0])
    {
      const char *name = kb_line_text (line, "kb-key"), *text = kb_line_text (line, "kb-value");
      KbValueType type = kb_line_type (row, line);
      gboolean open = kb_line_part (line, "kb-differs") || !may_be_empty (type);
      if (*name)
        json_object_set_new (object, name, open && !*text ? json_null () : json_string (text));
    }
  return object;
}

/* The values of a node after the entries' changes. */
static json_t *
changed_values (json_t *values, const json_t *before, const json_t *entries)
{
  json_t *result = values ? json_deep_copy (values) : json_object ();
  KB_EACH_MEMBER (key, value, before)
    if (!json_object_get (entries, key))
      json_object_del (result, key);
  KB_EACH_MEMBER (key, value, entries)
    if (!json_is_null (value))
      json_object_set (result, key, value);
  return result;
}

/* `shown`: the text, or the default of the class, or a hint for a text that is not the same for
 * all. */
static void
show_choice (KbFieldRow *row, gpointer line, KbValueType type, const char *shown)
{
  GtkDropDown *targets = GTK_DROP_DOWN (kb_line_part (line, "kb-targets"));
  const KbNode *node = kb_field_group_node (row->group, 0);
  const gboolean typed = *kb_line_text (line, "kb-value") || !kb_line_part (line, "kb-differs");
  if (!node)
    return;
  const gboolean hint =
    !typed && type != KB_VALUE_ENUM && !kb_value_target (node, type, shown);
  kb_drop_down_set_empty (targets, shown);
  kb_targets_show (targets, node, kb_line_text (line, "kb-key"), type,
                   hint    ? NULL
                   : typed ? kb_line_text (line, "kb-value") : shown);
}

/* Shows what the line's type needs. Returns what was expected instead of the text, or NULL. */
static const char *
update_line (KbFieldRow *row, gpointer line)
{
  KbValueType type = kb_line_type (row, line);
  GtkWidget *entry = kb_line_part (line, "kb-value"), *button = kb_line_part (line, "kb-switch"),
            *colour = kb_line_part (line, "kb-colour"), *menu = kb_line_part (line, "kb-type");
  const char *text = kb_line_text (line, "kb-value"),
             *shown = *text ? text : gtk_entry_get_placeholder_text (GTK_ENTRY (entry));
  g_autofree char *usual = *text ? kb_value_usual (text, type) : g_strdup (""),
                  *tip = g_strdup_printf (_("Type: %s"), _(kb_value_type_looks[type].label));
  gboolean updating = row->group->updating;
  guint32 rgba = 0;
  kb_colour_read (shown, &rgba);
  row->group->updating = TRUE;
  kb_switch_show (button, g_str_equal (shown, "true"));
  gtk_widget_set_opacity (button, *text ? 1 : 0.5);
  kb_swatch_set_colour (KB_SWATCH (gtk_menu_button_get_child (GTK_MENU_BUTTON (colour))), rgba);
  if (field_values_is_chosen (type))
    show_choice (row, line, type, shown);
  row->group->updating = updating;
  gtk_widget_set_visible (kb_line_part (line, "kb-targets"), field_values_is_chosen (type));
  gtk_widget_set_visible (kb_line_part (line, "kb-pick"), type == KB_VALUE_POINT
                                                       || type == KB_VALUE_ENTITY
                                                       || type == KB_VALUE_AREA
                                                       || type == KB_VALUE_FILE);
  gtk_widget_set_visible (entry,
                          !field_values_is_chosen (type) && (type != KB_VALUE_BOOLEAN || !usual));
  gtk_widget_set_visible (button, type == KB_VALUE_BOOLEAN && usual);
  gtk_widget_set_visible (colour, type == KB_VALUE_COLOUR);
  gtk_label_set_label (GTK_LABEL (gtk_menu_button_get_child (GTK_MENU_BUTTON (menu))),
                       kb_value_type_looks[type].sign);
  gtk_widget_set_tooltip_text (menu, tip);
  const char *expected = usual ? NULL : _(kb_value_type_looks[type].expected);
  kb_mistake_mark (entry, expected);
  return expected;
}

/* The first line with a text of another type, or NULL. */
static GtkWidget *
update_lines (KbFieldRow *row)
{
  GtkWidget *wrong = NULL;
  KB_EACH_CHILD (line, row->widgets[0])
    if (update_line (row, line) && !wrong)
      wrong = line;
  return wrong;
}

/* Applies what was typed, to all nodes. */
static void
kb_values_commit (KbFieldRow *row)
{
  KbFieldGroup *group = row->group;
  if (group->updating || !group->state)
    return;
  GtkWidget *wrong = update_lines (row);
  if (wrong)
    {
      kb_mistake_report (kb_line_part (wrong, "kb-value"), update_line (row, wrong));
      return;
    }
  KbDocument *document = kb_editor_state_get_document (group->state);
  json_auto_t *entries = read_entries (row), *before = common_values (row);
  g_autoptr (GArray) nodes = g_array_copy (group->nodes);
  g_autoptr (GError) error = NULL;
  if (json_equal (entries, before))
    return;
  kb_document_begin (document, _("Change values"));
  KB_EACH_ID_WHILE (!error, id, nodes)
    kb_document_set (document, id, row->field->name,
                     changed_values (kb_values_of (row, id_at), before, entries), &error);
  kb_editor_state_finish (group->state, !error, &error);
}

/* Handlers of the list of targets, and of the button that picks. */
static void
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
on_field_values_file (gpointer line, char **paths, gpointer data)
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
  kb_file_chooser_run_in (chooser,
                          kb_document_folder (kb_editor_state_get_document (row->group->state)),
                          line, on_field_values_file, NULL);
}

static void
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

static GtkWidget *
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

/* ---- types ---- */

/* Of a widget next to its key. */
static GtkWidget *
line_of (GtkWidget *widget)
{
  return gtk_widget_get_parent (gtk_widget_get_parent (widget));
}

static void
on_entry_activate (GtkEntry *entry, KbFieldRow *row)
{
  KbEditorState *state = row->group->state;
  GtkWidget *line = line_of (GTK_WIDGET (entry));
  gboolean ends = kb_line_part (line, "kb-value") == (gpointer) entry && !update_lines (row);
  kb_values_commit (row);
  if (ends)
    kb_editor_state_grab_canvas (state);   /* the next key is a command again */
}

static void
on_entry_leave (GtkEventControllerFocus *focus, KbFieldRow *row)
{
  kb_values_commit (row);
}

static void
on_field_values_switched (GtkSwitch *button, GParamSpec *pspec, gpointer line)
{
  KbFieldRow *row = g_object_get_data (line, "kb-row");
  if (row->group->updating)
    return;
  gtk_editable_set_text (GTK_EDITABLE (kb_line_part (line, "kb-value")),
                         gtk_switch_get_active (button) ? "true" : "false");
  kb_values_commit (row);
}

static void
on_field_values_rgba (GtkColorChooser *chooser, GParamSpec *pspec, gpointer line)
{
  GdkRGBA rgba;
  gtk_color_chooser_get_rgba (chooser, &rgba);
  guint32 colour = (guint32) (rgba.red * 255 + 0.5f) << 24
                   | (guint32) (rgba.green * 255 + 0.5f) << 16
                   | (guint32) (rgba.blue * 255 + 0.5f) << 8 | (guint32) (rgba.alpha * 255 + 0.5f);
  gtk_editable_set_text (GTK_EDITABLE (kb_line_part (line, "kb-value")),
                         kb_colour_text (colour).text);
  update_line (g_object_get_data (line, "kb-row"), line);
}

static void
on_field_values_chosen (GtkPopover *popover, gpointer line)
{
  kb_values_commit (g_object_get_data (line, "kb-row"));
}

static void
make_field_values_chooser (GtkMenuButton *button, gpointer line)
{
  GtkWidget *chooser = gtk_color_chooser_widget_new (), *popover = gtk_popover_new ();
  GdkRGBA rgba;
  if (gdk_rgba_parse (&rgba, kb_line_text (line, "kb-value")))
    gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (chooser), &rgba);
  gtk_popover_set_child (GTK_POPOVER (popover), chooser);
  g_signal_connect (chooser, "notify::rgba", G_CALLBACK (on_field_values_rgba), line);
  g_signal_connect (popover, "closed", G_CALLBACK (on_field_values_chosen), line);
  g_signal_connect_object (chooser, "color-activated", G_CALLBACK (gtk_popover_popdown), popover,
                           G_CONNECT_SWAPPED);
  gtk_menu_button_set_popover (button, popover);
}

/* ---- keys that the project has ---- */

static void
add_field_values_keys (const KbNode *node, GHashTable *known, GtkListStore *keys)
{
  for (const KbField *field = node->kind->fields; field->name; field++)
    if (field->type == KB_TYPE_VALUES)
      KB_EACH_MEMBER (key, value, G_STRUCT_MEMBER (json_t *, node, field->offset))
        if (g_hash_table_add (known, (gpointer) key))
          gtk_list_store_insert_with_values (keys, NULL, -1, 0, key, -1);
  for (const KbList *list = node->kind->lists; list->name; list++)
    {
      const GPtrArray *items = kb_node_list (node, list);
      KB_EACH (KbNode, item, items)
        add_field_values_keys (item, known, keys);
    }
}

static void
offer_keys (KbFieldRow *row, GtkWidget *entry)
{
  const KbProject *project = kb_document_project (kb_editor_state_get_document (row->group->state));
  g_autoptr (GtkListStore) keys = gtk_list_store_new (1, G_TYPE_STRING);
  g_autoptr (GtkEntryCompletion) completion = gtk_entry_completion_new ();
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  add_field_values_keys (&project->node, known, keys);
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
  GtkWidget *line = line_of (button);
  gtk_box_remove (GTK_BOX (row->widgets[0]), line);
  show_lines (row);
  kb_values_commit (row);
}

static GtkWidget *
make_entry (KbFieldRow *row, const char *text, const char *name)
{
  GtkWidget *entry = gtk_entry_new ();
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  gtk_editable_set_enable_undo (GTK_EDITABLE (entry), FALSE);
  kb_editable_set_width (entry, 6);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), name);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_widget_add_css_class (entry, "kb-number");
  kb_name_widget (entry, name);
  g_signal_connect (entry, "activate", G_CALLBACK (on_entry_activate), row);
  kb_add_controller (entry, gtk_event_controller_focus_new (), row, "leave",
                     G_CALLBACK (on_entry_leave), NULL);
  kb_text_keep (entry);
  return entry;
}

/* `value` NULL: there is none in common, and `hint` is shown. */
static GtkWidget *
add_line (KbFieldRow *row, const char *key, const char *value, const char *hint)
{
  /* What can be chosen has all the width below the rest */
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *top = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  GtkWidget *remove = gtk_button_new_from_icon_name ("list-remove-symbolic");
  const struct { const char *name; gpointer widget; } parts[] = {
    { "kb-key", make_entry (row, key, _("Key")) },
    { "kb-value", make_entry (row, value ? value : "", _("Value")) },
    { "kb-switch", gtk_switch_new () },
    { "kb-colour", gtk_menu_button_new () },
    { "kb-targets", kb_targets_new () },
    { "kb-pick", gtk_button_new_from_icon_name ("find-location-symbolic") },
    { "kb-type", kb_value_type_button (line) },
    { "kb-remove", remove },
    { "kb-differs", value ? NULL : line },
    { "kb-row", row },
  };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_object_set_data (G_OBJECT (line), parts[i].name, parts[i].widget);
      if (i <= 7 && i != 4)
        gtk_box_append (GTK_BOX (top), parts[i].widget);
    }
  kb_box_append (line, top, parts[4].widget, NULL);
  kb_add_css_classes (remove, "flat kb-small");
  kb_name_widget (remove, _("Remove value"));
  g_signal_connect (remove, "clicked", G_CALLBACK (on_remove_line), row);
  gtk_widget_set_valign (parts[2].widget, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (parts[2].widget, TRUE);
  gtk_widget_set_halign (parts[2].widget, GTK_ALIGN_START);
  kb_name_widget (parts[2].widget, _("Value"));
  g_signal_connect (parts[2].widget, "notify::active", G_CALLBACK (on_field_values_switched), line);
  kb_add_css_classes (parts[3].widget, "flat kb-small");
  kb_name_widget (parts[3].widget, _("Colour"));
  gtk_menu_button_set_child (parts[3].widget, kb_swatch_new (0));
  gtk_menu_button_set_create_popup_func (parts[3].widget, make_field_values_chooser, line, NULL);
  g_signal_connect (parts[4].widget, "notify::selected", G_CALLBACK (kb_value_on_target), line);
  kb_add_css_classes (parts[5].widget, "flat kb-small");
  kb_name_widget (parts[5].widget, _("Pick"));
  gtk_widget_set_tooltip_text (parts[5].widget, _("Choose it with a click on the canvas"));
  g_signal_connect (parts[5].widget, "clicked", G_CALLBACK (kb_value_on_pick), line);
  if (!value)
    gtk_entry_set_placeholder_text (parts[1].widget, hint);
  gtk_box_append (GTK_BOX (row->widgets[0]), line);
  update_line (row, line);
  return parts[0].widget;
}

static void
on_add_line (GtkWidget *button, KbFieldRow *row)
{
  GtkWidget *key = add_line (row, "", "", NULL);
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
  g_autoptr (GtkWidget) top =
    g_object_ref (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (heading)));
  GtkWidget *both = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (heading), NULL);
  kb_box_append (both, top, box, NULL);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (heading), both);
  row->widgets[0] = box;
  show_lines (row);
  gtk_list_box_append (list, heading);
}

static void
fill_values (KbFieldRow *row)
{
  json_auto_t *now = common_values (row), *shown = read_entries (row);
  const KbClass *class = class_of_all (row);
  GArray *nodes = row->group->nodes,
         *filled = g_object_get_data (G_OBJECT (row->widgets[0]), "kb-nodes");
  gboolean same_nodes = filled && filled->len == nodes->len
                        && !memcmp (filled->data, nodes->data, nodes->len * sizeof (KbId));
  if (same_nodes && json_equal (shown, now))
    {
      update_lines (row);
      KB_EACH_CHILD (line, row->widgets[0])
        kb_text_keep (kb_line_part (line, "kb-value"));
      return;
    }
  GtkWidget *line;
  while ((line = gtk_widget_get_first_child (row->widgets[0])) != NULL)
    gtk_box_remove (GTK_BOX (row->widgets[0]), line);
  KB_EACH_MEMBER (key, value, now)
    {
      const char *preset = json_string_value (json_object_get (class ? class->values : NULL, key));
      gboolean own = FALSE;
      for (guint i = 0; i < nodes->len; i++)
        own = own || json_object_get (kb_values_of (row, i), key);
      GtkWidget *entry = add_line (row, key, json_string_value (value),
                                   own ? _("differs") : preset ? preset : _("not set"));
      gtk_widget_set_sensitive (kb_line_part (line_of (entry), "kb-remove"), own);
    }
  show_lines (row);
  g_object_set_data_full (G_OBJECT (row->widgets[0]), "kb-nodes", g_array_copy (nodes),
                          (GDestroyNotify) g_array_unref);
}

const KbFieldEditor kb_field_editor_values = { KB_TYPE_VALUES, make_values, fill_values };
