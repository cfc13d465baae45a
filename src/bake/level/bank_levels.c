/* SPDX-License-Identifier: MIT */
/* The levels of a bank: walls and areas with a partition, entities. */
#include "bake/level/levels.h"

#include <math.h>
#include <string.h>

#include "bake/convert.h"

/* A missing frame is a problem that stops an export. */
static void
set_sprite (const KbProject *project, const KbEntity *entity, KbBankEntity *to)
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
      double length = sqrt (entity->direction.x * entity->direction.x
                            + entity->direction.y * entity->direction.y);
      *put = (KbBankEntity){
        .name = g_strdup (entity->name ? entity->name : ""),
        .class_index = kb_class_place (classes, entity->class_id),
        .x = (kb_fixed) (entity->at.x * 256),
        .y = (kb_fixed) (entity->at.y * 256),
        .dx = length > 0 ? (float) (entity->direction.x / length) : 0,
        .dy = length > 0 ? (float) (entity->direction.y / length) : 0,
      };
      put->values = kb_bake_values (KB_NODE (entity), &put->n_values);
      set_sprite (project, entity, put);
    }
}

static void
take_wall_values (const KbLevel *level, const KbLevelForm *form, KbBankLevel *to)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (KbBankWallValues));
  for (guint i = 0; i < form->plan.wall_count; i++)
    {
      KbBankWallValues wall = { .wall = i };
      wall.values = kb_bake_values (level->walls->pdata[form->walls[i]], &wall.n_values);
      if (wall.values)
        g_array_append_val (found, wall);
    }
  to->n_wall_values = found->len;
  to->wall_values = g_array_steal (found, NULL);
}

static gboolean
bake_level (const KbProject *project, const KbLevel *level, GHashTable *classes, KbBankLevel *to,
            const KbWatch *watch, GError **error)
{
  g_autoptr (KbLevelForm) form = kb_level_form_new (project, level);
  GBytes *bytes = kb_partition_build (&form->plan, watch, NULL, error);
  if (!bytes)
    {
      g_prefix_error (error, "levels['%s']: ", level->name);
      return FALSE;
    }
  to->name = g_strdup (level->name);
  to->values = kb_bake_values (KB_NODE (level), &to->n_values);
  to->bytes = g_bytes_unref_to_data (bytes, &to->size);
  to->areas = g_new0 (KbBankArea, MAX (level->areas->len, 1));
  for (; to->n_areas < level->areas->len; to->n_areas++)
    {
      const KbArea *area = kb_area_at (level, to->n_areas);
      KbBankArea *put = &to->areas[to->n_areas];
      *put = (KbBankArea) { g_strdup (area->name), kb_class_place (classes, area->class_id) };
      put->values = kb_bake_values (KB_NODE (area), &put->n_values);
    }
  take_entities (project, level, classes, to);
  take_wall_values (level, form, to);
  return TRUE;
}

/* What others refer to: entities and areas. */
static gboolean
declare_level (const KbProject *project, const KbLevel *level, KbBankLevel *to, GError **error)
{
  g_autoptr (KbLevelForm) form = kb_level_form_new (project, level);
  form->plan.wall_count = 0;
  const kbx_walls_plan plan = kb_level_plan (form, KBX_PARTITION_NONE);
  GBytes *bytes = kb_partition_build (&plan, NULL, NULL, error);
  if (!bytes)
    return FALSE;
  *to = (KbBankLevel) { .name = g_strdup (level->name),
                        .areas = g_new0 (KbBankArea, level->areas->len + 1),
                        .n_areas = level->areas->len,
                        .entities = g_new0 (KbBankEntity, level->entities->len + 1),
                        .n_entities = level->entities->len };
  to->bytes = g_bytes_unref_to_data (bytes, &to->size);
  for (guint i = 0; i < to->n_areas; i++)
    to->areas[i].name = g_strdup (kb_area_at (level, i)->name);
  return TRUE;
}

gboolean
kb_bake_levels (const KbDocument *document, const KbNode *only, KbBankContent *content,
                GCancellable *cancellable, GError **error)
{
  const KbProject *project = kb_document_project (document);
  const KbWatch watch = { NULL, NULL, cancellable };
  g_autoptr (GPtrArray) levels = kb_assets_by_name (project->levels);
  g_autoptr (GHashTable) classes = kb_class_places (project);
  content->levels = g_new0 (KbBankLevel, MAX (levels->len, 1));
  KB_EACH (const KbLevel, level, levels)
    {
      KbBankLevel *to = &content->levels[level_at];
      content->n_levels++;
      if (only && only != &level->node ? !declare_level (project, level, to, error)
                                       : !bake_level (project, level, classes, to, &watch, error)
              || !kb_bake_worlds (document, content, level, classes, to, cancellable, error))
        return FALSE;
    }
  return TRUE;
}
