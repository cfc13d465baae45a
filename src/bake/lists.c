/* SPDX-License-Identifier: MIT */
/* Sorted copies, a table of classes, and values with their defaults. */
#include "bake/convert.h"

#include <stdlib.h>
#include <string.h>

#include "document/values.h"

static const char *
name_of (const KbNode *asset)
{
  return G_STRUCT_MEMBER (const char *, asset, kb_kind_field (asset->kind, "name")->offset);
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (name_of (*(const KbNode *const *) a), name_of (*(const KbNode *const *) b));
}

GPtrArray *
kb_assets_by_name (const GPtrArray *assets)
{
  GPtrArray *sorted = g_ptr_array_copy ((GPtrArray *) assets, NULL, NULL);
  g_ptr_array_set_free_func (sorted, NULL);
  g_ptr_array_sort (sorted, compare_names);
  return sorted;
}

GHashTable *
kb_class_places (const KbProject *project)
{
  GHashTable *places = g_hash_table_new (NULL, NULL);
  KB_EACH (const KbClass, class, project->classes)
    g_hash_table_insert (places, GUINT_TO_POINTER (class->node.id), GUINT_TO_POINTER (class_at));
  return places;
}

/* Animations without steps are left out of a bank. */
static gboolean
is_left_out (const KbNode *node)
{
  return kb_node_is (node, &kb_animation_kind) && ((const KbAnimation *) node)->steps->len == 0;
}

/* The index in its asset's list of the bank. */
static gint
bank_index (const KbNode *node)
{
  const GPtrArray *items = kb_node_list (node->parent, kb_node_place (node, NULL));
  gint index = 0;
  for (guint i = 0; items->pdata[i] != node; i++)
    index += !is_left_out (items->pdata[i]);
  return index;
}

static KbBankValue
bake_value (const KbNode *node, const char *key, const char *text)
{
  KbValueType type = kb_value_type (node, key, text);
  KbBankValue value = { .key = g_strdup (key),
                        .value = kb_value_usual (text, type),
                        .type = (KbBankValueType) type,
                        .number = kb_value_number (text, type) };
  KbVec point;
  if (type == KB_VALUE_ENUM)
    value.number = kb_value_choice (kb_value_choices (node, key), text);
  else if (type == KB_VALUE_POINT && kb_value_point (text, &point))
    value.y = (kb_fixed) (point.y * 256);
  else if (kb_value_is_reference (type))
    {
      const KbNode *found = kb_value_target (node, type, text),
                   *target = found && is_left_out (found) ? NULL : found;
      const char *name = target ? name_of (target) : NULL;
      value.number = target ? bank_index (target) : -1;
      value.asset = target ? g_strdup (name_of (target->parent)) : NULL;
      g_free (value.value);
      value.value = type == KB_VALUE_ANIMATION && target
                      ? g_strconcat (name_of (target->parent), "/", name, NULL)
                      : g_strdup (name ? name : "");
    }
  return value;
}

KbBankValue *
kb_bake_values (const KbNode *node, uint32_t *n)
{
  const KbClass *class = kb_node_class (node);
  json_t *own = kb_node_values (node);
  json_auto_t *all = class && class->values ? json_copy (class->values) : json_object ();
  if (own)
    json_object_update (all, own);
  *n = 0;
  if (json_object_size (all) == 0)
    return NULL;
  KbBankValue *values = g_new0 (KbBankValue, json_object_size (all));
  KB_EACH_MEMBER (key, value, all)
    values[(*n)++] = bake_value (node, key, json_string_value (value));
  qsort (values, *n, sizeof *values, kb_compare_texts);
  return values;
}
