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

KbBankValue *
kb_bake_values (const KbNode *node, uint32_t *n)
{
  const KbClass *class = kb_node_class (node);
  json_t *own = kb_node_values (node);
  const char *key;
  json_t *value;
  json_auto_t *all = class && class->values ? json_copy (class->values) : json_object ();
  if (own)
    json_object_update (all, own);
  *n = 0;
  if (json_object_size (all) == 0)
    return NULL;
  KbBankValue *values = g_new0 (KbBankValue, json_object_size (all));
  json_object_foreach (all, key, value)
    {
      const char *text = json_string_value (value);
      KbValueType type = kb_value_type (node, key, text);
      values[(*n)++] =
        (KbBankValue) { g_strdup (key), kb_value_usual (text, type), (KbBankValueType) type,
                        kb_value_number (text, type) };
    }
  qsort (values, *n, sizeof *values, kb_compare_texts);
  return values;
}
