/* SPDX-License-Identifier: MIT */
/* Checks of values against the types that are declared for their keys. */
#include <glib/gi18n.h>

#include "document/problems/problems.h"
#include "document/values.h"

static const char *const type_texts[KB_N_VALUE_TYPES] = {
  [KB_VALUE_NUMBER] = N_("the value '%s' is '%s', expected a number"),
  [KB_VALUE_BOOLEAN] = N_("the value '%s' is '%s', expected true or false"),
  [KB_VALUE_COLOUR] = N_("the value '%s' is '%s', expected a colour such as #ff8000"),
  [KB_VALUE_POINT] = N_("the value '%s' is '%s', expected a point such as 64,32.5"),
  [KB_VALUE_FILE] = N_("the value '%s' is '%s', expected a file in the project's folder"),
};

static void
check_choice (GPtrArray *problems, const KbNode *node, const char *key, const char *text)
{
  const json_t *choices = kb_value_choices (node, key);
  if (kb_value_choice (choices, text) < json_array_size (choices))
    return;
  g_autoptr (GString) list = g_string_new (NULL);
  KB_EACH_JSON (item, choices)
    g_string_append_printf (list, "%s%s", item_at ? ", " : "", json_string_value (item));
  kb_report (problems, "value-type", KB_PROBLEM_ERROR, node,
             _("the value '%s' is '%s', expected one of %s"), key, text, list->str);
}

/* Also a file that is missing: the game may have it elsewhere. */
static void
check_target (GPtrArray *problems, const KbDocument *document, const KbNode *node, const char *key,
              KbValueType type, const char *text)
{
  struct stat info;
  g_autofree char *path =
    type == KB_VALUE_FILE ? g_build_filename (document->folder, text, NULL) : NULL;
  if (path ? kb_file_stat (document->folder, path, &info) : !!kb_value_target (node, type, text))
    return;
  if (path)
    kb_report (problems, "missing-file", KB_PROBLEM_WARNING, node,
               _("the value '%s' names the file '%s', which does not exist"), key, text);
  else
    kb_report (problems, "dangling-reference", KB_PROBLEM_ERROR, node,
               _("the value '%s' refers to '%s', which does not exist"), key, text);
}

/* A node, and those of its items that may have values. */
static void
check_values (GPtrArray *problems, const KbDocument *document, const KbNode *node)
{
  KB_EACH_MEMBER (key, value, kb_node_values (node))
    {
      const char *text = json_string_value (value);
      KbValueType type = kb_value_declared (node, key);
      g_autofree char *usual = kb_value_usual (text, type);
      if (!usual)
        kb_report (problems, "value-type", KB_PROBLEM_ERROR, node, _(type_texts[type]), key, text);
      else if (type == KB_VALUE_ENUM)
        check_choice (problems, node, key, text);
      else if (*text && (type == KB_VALUE_FILE || kb_value_is_reference (type)))
        check_target (problems, document, node, key, type, text);
    }
  for (const KbList *list = node->kind->lists; list->name; list++)
    for (guint i = 0; (kb_kind_field (list->item, "values") || list->item->lists->name)
                      && i < kb_node_list (node, list)->len; i++)
      check_values (problems, document, g_ptr_array_index (kb_node_list (node, list), i));
}

void
kb_check_values (GPtrArray *problems, const KbDocument *document)
{
  const KbProject *project = document->project;
  gboolean declared = project->value_types != NULL;
  KB_EACH (const KbClass, class, project->classes)
    declared = declared || class->value_types;
  if (declared)
    check_values (problems, document, &project->node);
}
