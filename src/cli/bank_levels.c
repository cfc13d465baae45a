/* SPDX-License-Identifier: MIT */
/* Converts a bank's level back to a designer's drawing. */
#include "cli/bank_document.h"

#include "bake/level/levels.h"
#include "cli/command.h"
#include "document/edits/edit.h"

static json_t *
units (gint32 x, gint32 y)
{
  return json_pack ("[f, f]", x / 256.0, y / 256.0);
}

static json_t *
walls_json (const KbBankContent *content, kbx_handle level)
{
  json_t *walls = json_array ();
  const uint32_t n = kbx_info (level).walls;
  for (uint32_t i = 0; i < n; i++)
    {
      kbx_wall wall = kbx_walls_wall (level, i);
      json_array_append_new (
        walls, json_pack ("{s:[f, f], s:[f, f], s:s, s:b}", "a", (double) wall.segment.a.x,
                          (double) wall.segment.a.y, "b", (double) wall.segment.b.x,
                          (double) wall.segment.b.y, "class",
                          content->classes[wall.class_index].name, "one_way", wall.one_way));
    }
  return walls;
}

static json_t *
rings_json (kbx_handle level, uint32_t area)
{
  g_autoptr (GArray) edges = kb_partition_area_edges (level, area);
  json_t *rings = json_array (), *ring = NULL;
  KB_EACH_IN (const kbx_segment, e, edges)
    {
      if (!ring)
        json_array_append_new (rings, ring = json_array ());
      json_array_append_new (ring, units ((gint32) (e->a.x * 256), (gint32) (e->a.y * 256)));
      if (e_at + 1 == edges->len || e[1].a.x != e->b.x || e[1].a.y != e->b.y)
        ring = NULL;
    }
  return rings;
}

static json_t *
areas_json (const KbBankContent *content, const KbBankLevel *from, kbx_handle level)
{
  json_t *areas = json_array ();
  for (uint32_t i = 0; i < from->n_areas; i++)
    {
      g_autofree char *name =
        *from->areas[i].name ? g_strdup (from->areas[i].name) : g_strdup_printf ("area %u", i);
      json_array_append_new (areas, json_pack ("{s:s, s:s, s:o}", "name", name, "class",
                                               content->classes[from->areas[i].class_index].name,
                                               "rings", rings_json (level, i)));
    }
  return areas;
}

static json_t *
entity_json (const KbBankContent *content, const KbBankEntity *from, gboolean sprites)
{
  static const char *const flips[4] = { "none", "x", "y", "xy" };
  const gboolean has_sprite = from->sprite && sprites,
                 has_direction = from->dx != 0 || from->dy != 0;
  json_t *values = json_object ();
  for (uint32_t i = 0; i < from->n_values; i++)
    json_object_set_new (values, from->values[i].key, json_string (from->values[i].value));
  /* Frames of such a document are numbered from 1 */
  return json_pack (
    "{s:s, s:o, s:o, s:s*, s:o*, s:s*, s:o*, s:s*}", "class",
    content->classes[from->class_index].name, "at", units (from->x, from->y), "values", values,
    "name", kb_text_or_null (from->name), "direction",
    has_direction ? json_pack ("[f, f]", (double) from->dx, (double) from->dy) : NULL, "sprite",
    has_sprite ? from->sprite : NULL, "frame", has_sprite ? json_integer (from->frame + 1) : NULL,
    "flip", has_sprite ? flips[from->flip_x + 2 * from->flip_y] : NULL);
}

gboolean
kb_bank_put_level (KbDocument *document, const KbBankContent *content, const KbBankLevel *from,
                   gboolean sprites, GError **error)
{
  kbx_handle level;
  /* Checked when the bank was read */
  kbx_open (&level, KBX_WALLS, from->bytes, from->size, NULL);
  json_t *entities = json_array ();
  for (uint32_t i = 0; i < from->n_entities; i++)
    json_array_append_new (entities, entity_json (content, &from->entities[i], sprites));
  json_auto_t *json =
    json_pack ("{s:s, s:s, s:o, s:o, s:o}", "name", from->name, "partition",
               kb_partition_name (kbx_info (level).partition), "walls", walls_json (content, level),
               "areas", areas_json (content, from, level), "entities", entities);
  if (!kb_bank_add_worlds (document, json, content, from, sprites, error))
    return FALSE;
  return kb_document_insert (document, kb_document_project (document)->node.id, "levels", -1,
                             g_steal_pointer (&json), error)
           != 0
         && kb_bank_paint_worlds (document, content, from, error);
}
