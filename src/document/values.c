/* SPDX-License-Identifier: MIT */
/* The types of values. */
#include "document/values.h"

#include <math.h>
#include <string.h>

#include "document/colour.h"
#include "document/private.h"

const char *const kb_value_types[] = { "text", "number", "boolean", "colour", NULL };

static KbProject *
project_of (const KbNode *node)
{
  while (node->parent)
    node = node->parent;
  return kb_node_as (node, &kb_project_kind);
}

KbClass *
kb_node_class (const KbNode *node)
{
  const KbField *field = kb_kind_field_of_type (node->kind, KB_TYPE_CLASS);
  const KbProject *project = field ? project_of (node) : NULL;
  for (guint i = 0; project && i < project->classes->len; i++)
    if (kb_class_at (project, i)->node.id == G_STRUCT_MEMBER (KbId, node, field->offset))
      return kb_class_at (project, i);
  return kb_node_as (node, &kb_class_kind);
}

json_t *
kb_node_values (const KbNode *node)
{
  const KbField *field = kb_kind_field (node->kind, "values");
  return field ? G_STRUCT_MEMBER (json_t *, node, field->offset) : NULL;
}

KbNode *
kb_value_types_node (const KbNode *node)
{
  KbClass *class = kb_node_class (node);
  return class ? &class->node : KB_NODE (project_of (node));
}

KbValueType
kb_value_declared (const KbNode *node, const char *key)
{
  const KbClass *class = kb_node_class (node);
  const KbProject *project = project_of (node);
  const json_t *type = json_object_get (class ? class->value_types : NULL, key);
  if (!type && project)
    type = json_object_get (project->value_types, key);
  guint i = 0;
  while (i < KB_N_VALUE_TYPES && g_strcmp0 (kb_value_types[i], json_string_value (type)) != 0)
    i++;
  return i;
}

static KbValueType
written_type (const char *text)
{
  const char *digits = text + (*text == '-');
  gboolean odd = *text == '+' || (digits[0] == '0' && g_ascii_isdigit (digits[1]));
  for (KbValueType type = KB_VALUE_NUMBER; type < KB_N_VALUE_TYPES; type++)
    {
      g_autofree char *usual = kb_value_usual (text, type);
      if (usual
          && (type != KB_VALUE_NUMBER
              || (!odd && g_ascii_strtod (usual, NULL) == g_ascii_strtod (text, NULL))))
        return type;
    }
  return KB_VALUE_TEXT;
}

KbValueType
kb_value_type (const KbNode *node, const char *key, const char *text)
{
  KbValueType declared = kb_value_declared (node, key);
  return declared == KB_N_VALUE_TYPES ? written_type (text) : declared;
}

static char *
usual_number (const char *text)
{
  char *end;
  double number = g_ascii_strtod (text, &end);
  if (end == text || text[strspn (text, "+-.0123456789eE")] || *end || !isfinite (number))
    return NULL;
  json_auto_t *json = kb_json_number (number);
  char *dumped = json_dumps (json, JSON_ENCODE_ANY | JSON_REAL_PRECISION (15)),
       *usual = g_strdup (dumped);
  free (dumped);
  return usual;
}

char *
kb_value_usual (const char *text, KbValueType type)
{
  guint32 colour;
  switch (type)
    {
    case KB_VALUE_NUMBER:
      return usual_number (text);
    case KB_VALUE_BOOLEAN:
      return g_str_equal (text, "true") || g_str_equal (text, "false") ? g_strdup (text) : NULL;
    case KB_VALUE_COLOUR:
      return kb_colour_read (text, &colour) ? g_strdup (kb_colour_text (colour).text) : NULL;
    default:
      return g_strdup (text);
    }
}

double
kb_value_number (const char *text, KbValueType type)
{
  g_autofree char *usual = kb_value_usual (text, type);
  guint32 colour = 0;
  kb_colour_read (usual, &colour);
  return !usual || type == KB_VALUE_TEXT ? 0
         : type == KB_VALUE_NUMBER       ? g_ascii_strtod (usual, NULL)
         : type == KB_VALUE_COLOUR       ? colour
                                         : g_str_equal (usual, "true");
}
