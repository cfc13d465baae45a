/* SPDX-License-Identifier: MIT */
/* Drop-downs of what a value can be: the choices of an enum, the entities and areas of a level, all
 * animations. */
#include <glib/gi18n.h>

#include "editor/fields/field_values.h"
#include "editor/widgets/accessible.h"

#define MOST_SHOWN 1000   /* of one list; picking reaches the others */
#define TARGETS "kb-targets"

GtkWidget *
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
add (List *list, const char *label, KbId id)
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
      add (list, label, node->id);
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

void
kb_targets_show (GtkDropDown *targets, const KbNode *node, const char *key, KbValueType type,
                 const char *text)
{
  const json_t *choices = kb_value_choices (node, key);
  const KbNode *target = text ? kb_value_target (node, type, text) : NULL;
  List list = { gtk_string_list_new (NULL), g_array_new (FALSE, FALSE, sizeof (KbId)), node };
  guint selected = GTK_INVALID_LIST_POSITION;
  KB_EACH_JSON (item, choices)
    add (&list, json_string_value (item), 0);
  if (choices && kb_value_choice (choices, text) < json_array_size (choices))
    selected = kb_value_choice (choices, text);
  if (!choices)
    {
      g_autofree char *missing = text ? g_strdup_printf (_("Missing: %s"), text) : NULL;
      add (&list, text && *text && !target ? missing : C_("target", "None"), 0);
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
      add (&list, label, target->id);
    }
  gtk_drop_down_set_enable_search (targets, list.ids->len > 8);
  kb_drop_down_set_names (targets, list.labels);
  gtk_drop_down_set_selected (targets, selected);
  g_object_unref (list.labels);
  g_object_set_data_full (G_OBJECT (targets), TARGETS, choices ? NULL : g_array_ref (list.ids),
                          (GDestroyNotify) g_array_unref);
  g_array_unref (list.ids);
}

const char *
kb_targets_get (GtkDropDown *targets, KbId *target)
{
  const GArray *ids = g_object_get_data (G_OBJECT (targets), TARGETS);
  guint selected = gtk_drop_down_get_selected (targets);
  gpointer item = gtk_drop_down_get_selected_item (targets);
  *target = ids && selected < ids->len ? g_array_index (ids, KbId, selected) : 0;
  return ids || !item ? NULL : gtk_string_object_get_string (item);
}
