/* SPDX-License-Identifier: MIT */
/* Sorted copies, a table of classes, and values with their defaults. */
#include "bake/convert.h"

#include <stdlib.h>
#include <string.h>

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
  for (guint i = 0; i < project->classes->len; i++)
    g_hash_table_insert (places, GUINT_TO_POINTER (kb_class_at (project, i)->node.id),
                         GUINT_TO_POINTER (i));
  return places;
}

int
kb_compare_texts (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

const json_t *
kb_class_values (const KbNode *node, KbId class_id)
{
  while (node->parent)
    node = node->parent;
  const KbProject *project = (const KbProject *) node;
  for (guint i = 0; i < project->classes->len; i++)
    if (kb_class_at (project, i)->node.id == class_id)
      return kb_class_at (project, i)->values;
  return NULL;
}

KbBankValue *
kb_bake_values (const json_t *object, const json_t *presets, uint32_t *n)
{
  const char *key;
  json_t *value;
  json_auto_t *all = presets ? json_copy ((json_t *) presets) : json_object ();
  if (object)
    json_object_update (all, (json_t *) object);
  *n = 0;
  if (json_object_size (all) == 0)
    return NULL;
  KbBankValue *values = g_new0 (KbBankValue, json_object_size (all));
  json_object_foreach (all, key, value)
    values[(*n)++] = (KbBankValue) { g_strdup (key), g_strdup (json_string_value (value)) };
  qsort (values, *n, sizeof *values, kb_compare_texts);
  return values;
}
