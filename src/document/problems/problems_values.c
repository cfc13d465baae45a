/* SPDX-License-Identifier: MIT */
/* Checks of values against the types that are declared for their keys. */
#include <glib/gi18n.h>

#include "document/problems/problems.h"
#include "document/values.h"

static const char *const type_texts[KB_N_VALUE_TYPES] = {
  [KB_VALUE_NUMBER] = N_("the value '%s' is '%s', expected a number"),
  [KB_VALUE_BOOLEAN] = N_("the value '%s' is '%s', expected true or false"),
  [KB_VALUE_COLOUR] = N_("the value '%s' is '%s', expected a colour such as #ff8000"),
};

/* A node, and those of its items that may have values. */
static void
check_values (GPtrArray *problems, const KbNode *node)
{
  const char *key;
  json_t *value;
  json_object_foreach (kb_node_values (node), key, value)
    {
      const char *text = json_string_value (value);
      KbValueType type = kb_value_declared (node, key);
      g_autofree char *usual = kb_value_usual (text, type);
      if (!usual)
        kb_report (problems, "value-type", KB_PROBLEM_ERROR, node, _(type_texts[type]), key, text);
    }
  for (const KbList *list = node->kind->lists; list->name; list++)
    for (guint i = 0; (kb_kind_field (list->item, "values") || list->item->lists->name)
                      && i < kb_node_list (node, list)->len; i++)
      check_values (problems, g_ptr_array_index (kb_node_list (node, list), i));
}

void
kb_check_values (GPtrArray *problems, const KbProject *project)
{
  gboolean declared = project->value_types != NULL;
  for (guint i = 0; i < project->classes->len; i++)
    declared = declared || kb_class_at (project, i)->value_types;
  if (declared)
    check_values (problems, &project->node);
}
