/* SPDX-License-Identifier: MIT */
/* The types of values. */
#include "document/values.h"

#include <math.h>
#include <string.h>

#include "document/colour.h"
#include "document/private.h"

const char *const kb_value_types[]
  = { "text",   "number", "boolean",   "colour", "enum", "point",
      "entity", "area",   "animation", "file",   NULL };

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
  if (project)
    KB_EACH (KbClass, class, project->classes)
      if (class->node.id == G_STRUCT_MEMBER (KbId, node, field->offset))
        return class;
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

/* As in `value_types`, or NULL. */
static const json_t *
declared (const KbNode *node, const char *key)
{
  const KbClass *class = kb_node_class (node);
  const KbProject *project = project_of (node);
  const json_t *type = json_object_get (class ? class->value_types : NULL, key);
  return type || !project ? type : json_object_get (project->value_types, key);
}

KbValueType
kb_value_declared (const KbNode *node, const char *key)
{
  const json_t *type = declared (node, key);
  guint i = json_is_array (type) ? KB_VALUE_ENUM : 0;
  while (i < KB_N_VALUE_TYPES && !json_is_array (type)
         && g_strcmp0 (kb_value_types[i], json_string_value (type)) != 0)
    i++;
  return i;
}

const json_t *
kb_value_choices (const KbNode *node, const char *key)
{
  const json_t *type = declared (node, key);
  return json_is_array (type) ? type : NULL;
}

guint
kb_value_choice (const json_t *choices, const char *text)
{
  guint i = 0;
  while (i < json_array_size (choices)
         && g_strcmp0 (json_string_value (json_array_get (choices, i)), text) != 0)
    i++;
  return i;
}

static KbValueType
written_type (const char *text)
{
  const char *digits = text + (*text == '-');
  gboolean odd = *text == '+' || (digits[0] == '0' && g_ascii_isdigit (digits[1]));
  for (KbValueType type = KB_VALUE_NUMBER; type <= KB_VALUE_COLOUR; type++)
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
number_text (double number)
{
  json_auto_t *json = kb_json_number (number);
  char *dumped = json_dumps (json, JSON_ENCODE_ANY | JSON_REAL_PRECISION (15)),
       *usual = g_strdup (dumped);
  free (dumped);
  return usual;
}

static char *
usual_number (const char *text)
{
  char *end;
  double number = g_ascii_strtod (text, &end);
  return end == text || text[strspn (text, "+-.0123456789eE")] || *end || !isfinite (number)
           ? NULL
           : number_text (number);
}

gboolean
kb_value_point (const char *text, KbVec *point)
{
  char *comma, *end;
  double x = g_ascii_strtod (text, &comma);
  if (comma == text || *comma != ',' || text[strspn (text, "+-.,0123456789eE \t")])
    return FALSE;
  double y = g_ascii_strtod (comma + 1, &end);
  *point = kb_vec_to_grid ((KbVec) { x, y });
  return end > comma + 1 && !*end && fabs (x) <= KB_LEVEL_LIMIT && fabs (y) <= KB_LEVEL_LIMIT;
}

static char *
usual_point (const char *text)
{
  KbVec point;
  if (!kb_value_point (text, &point))
    return NULL;
  g_autofree char *x = number_text (point.x), *y = number_text (point.y);
  return g_strconcat (x, ",", y, NULL);
}

/* A path below the project's folder, on every system; or none. */
static gboolean
is_inside (const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  for (guint i = 0; *path && parts[i]; i++)
    if (!*parts[i] || g_str_equal (parts[i], ".") || g_str_equal (parts[i], "..")
        || strpbrk (parts[i], "\\:"))
      return FALSE;
  return TRUE;
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
    case KB_VALUE_POINT:
      return usual_point (text);
    case KB_VALUE_FILE:
      return is_inside (text) ? g_strdup (text) : NULL;
    default:
      return g_strdup (text);
    }
}

double
kb_value_number (const char *text, KbValueType type)
{
  g_autofree char *usual = kb_value_usual (text, type);
  guint32 colour = 0;
  switch (type)
    {
    case KB_VALUE_NUMBER:
    case KB_VALUE_POINT:   /* reads up to the comma */
      return usual ? g_ascii_strtod (usual, NULL) : 0;
    case KB_VALUE_BOOLEAN:
      return g_strcmp0 (usual, "true") == 0;
    case KB_VALUE_COLOUR:
      kb_colour_read (usual, &colour);
      return colour;
    default:
      return 0;
    }
}
