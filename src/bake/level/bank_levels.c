/* SPDX-License-Identifier: MIT */
/* Levels as a bank has them: walls and areas with a partition, entities. */
#include "bake/level/bank_levels.h"

#include <math.h>
#include <string.h>

#include "bake/level/form.h"
#include "bake/level/layers.h"

static gint
compare_keys (gconstpointer a, gconstpointer b)
{
  return strcmp (((const KbBankValue *) a)->key, ((const KbBankValue *) b)->key);
}

static void
take_values (json_t *values, KbBankEntity *to)
{
  const char *key;
  json_t *value;
  to->values = g_new0 (KbBankValue, MAX (json_object_size (values), 1));
  json_object_foreach (values, key, value)
    to->values[to->n_values++] = (KbBankValue) { g_strdup (key), g_strdup (json_string_value (value)) };
  if (to->n_values > 1)
    qsort (to->values, to->n_values, sizeof *to->values, compare_keys);
}

/* A frame that is gone is a problem that stops an export. */
static void
take_sprite (const KbProject *project, const KbEntity *entity, KbBankEntity *to)
{
  const KbSprite *sprite = entity->sprite ? kb_project_find_sprite (project, entity->sprite) : NULL;
  const KbFrame *frame = sprite ? kb_sprite_find_frame (sprite, entity->frame) : NULL;
  guint index;
  if (!frame || !kb_node_place (&frame->node, &index))
    return;
  to->sprite = g_strdup (sprite->name);
  to->frame = index;
  to->flip_x = entity->flip & KB_FLIP_X;
  to->flip_y = entity->flip & KB_FLIP_Y;
}

static void
take_entities (const KbProject *project, const KbLevel *level, GHashTable *classes, KbBankLevel *to)
{
  to->entities = g_new0 (KbBankEntity, MAX (level->entities->len, 1));
  for (; to->n_entities < level->entities->len; to->n_entities++)
    {
      const KbEntity *entity = kb_entity_at (level, to->n_entities);
      KbBankEntity *put = &to->entities[to->n_entities];
      double length = sqrt (entity->direction.x * entity->direction.x + entity->direction.y * entity->direction.y);
      put->name = g_strdup (entity->name ? entity->name : "");
      put->class_index = GPOINTER_TO_UINT (g_hash_table_lookup (classes, GUINT_TO_POINTER (entity->class_id)));
      put->x = (kb_fixed) (entity->at.x * 256);
      put->y = (kb_fixed) (entity->at.y * 256);
      put->dx = length > 0 ? (float) (entity->direction.x / length) : 0;
      put->dy = length > 0 ? (float) (entity->direction.y / length) : 0;
      take_values (entity->values, put);
      take_sprite (project, entity, put);
    }
}

static gboolean
bake_level (const KbProject *project, const KbLevel *level, GHashTable *classes, KbBankLevel *to, const KbWatch *watch,
            GError **error)
{
  g_autoptr (KbLevelForm) form = kb_level_form_new (project, level);
  g_autoptr (GBytes) bytes = kb_partition_build (&form->plan, watch, NULL, error);
  if (!bytes)
    {
      g_prefix_error (error, "levels['%s']: ", level->name);
      return FALSE;
    }
  to->name = g_strdup (level->name);
  to->bytes = g_memdup2 (g_bytes_get_data (bytes, &to->size), g_bytes_get_size (bytes));
  to->areas = g_new0 (KbBankArea, MAX (level->areas->len, 1));
  for (; to->n_areas < level->areas->len; to->n_areas++)
    {
      const KbArea *area = kb_area_at (level, to->n_areas);
      guint class_index = GPOINTER_TO_UINT (g_hash_table_lookup (classes, GUINT_TO_POINTER (area->class_id)));
      to->areas[to->n_areas] = (KbBankArea) { g_strdup (area->name), class_index };
    }
  take_entities (project, level, classes, to);
  return TRUE;
}

static gint
compare_levels (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(const KbLevel *const *) a)->name, (*(const KbLevel *const *) b)->name);
}

gboolean
kb_bake_levels (const KbDocument *document, KbBankContent *content, GCancellable *cancellable, GError **error)
{
  const KbProject *project = kb_document_project (document);
  const KbWatch watch = { NULL, NULL, cancellable };
  g_autoptr (GPtrArray) levels = g_ptr_array_new ();
  g_autoptr (GHashTable) classes = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < project->classes->len; i++)
    g_hash_table_insert (classes, GUINT_TO_POINTER (kb_class_at (project, i)->node.id), GUINT_TO_POINTER (i));
  for (guint i = 0; i < project->levels->len; i++)
    g_ptr_array_add (levels, kb_level_at (project, i));
  g_ptr_array_sort (levels, compare_levels);
  content->levels = g_new0 (KbBankLevel, MAX (levels->len, 1));
  for (guint i = 0; i < levels->len; i++)
    {
      content->n_levels++;
      if (!bake_level (project, g_ptr_array_index (levels, i), classes, &content->levels[i], &watch, error)
          || !kb_bake_worlds (document, content, g_ptr_array_index (levels, i), classes, &content->levels[i], cancellable, error))
        return FALSE;
    }
  return TRUE;
}
