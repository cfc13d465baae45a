/* SPDX-License-Identifier: MIT */
/* The levels of a JSON bank. */
#include "bank/json_reader.h"

#include <stdlib.h>

static bool
read_segment (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankWall *wall)
{
  kb_fixed a[2], b[2];
  if (!kb_json_type (r, json, JSON_OBJECT, place)
      || !kb_json_fixeds (r, json_object_get (json, "a"), 2, KB_PLACE_KEY (place, "a"), a)
      || !kb_json_fixeds (r, json_object_get (json, "b"), 2, KB_PLACE_KEY (place, "b"), b))
    return false;
  const kb_fixed places[4] = { a[0], a[1], b[0], b[1] };
  for (int i = 0; i < 4; i++)
    if (places[i] < -KB_BANK_MAX_PLACE || places[i] > KB_BANK_MAX_PLACE)
      return kb_bank_fail (r->error, KB_PLACE_KEY (place, i < 2 ? "a" : "b"), "expected places from -65536 to 65536 pixels");
  *wall = (KbBankWall) { a[0], a[1], b[0], b[1], 0, false };
  return true;
}

static bool
read_wall (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankWall *wall)
{
  const json_t *one_way = json_object_get (json, "one_way");
  if (!read_segment (r, json, place, wall)
      || !kb_json_class (r, json_object_get (json, "class"), KB_PLACE_KEY (place, "class"), &wall->class_index)
      || (one_way && !kb_json_bool (r, one_way, KB_PLACE_KEY (place, "one_way"), &wall->one_way)))
    return false;
  return (wall->ax != wall->bx || wall->ay != wall->by)
    || kb_bank_fail (r->error, place, "both ends are at one place; expected a wall with a length");
}

/* What a level's bytes are made of, while it is read. */
typedef struct {
  KbBankWall *walls, *edges;
  uint32_t *ends;
  uint32_t n_walls, n_edges;
  uint8_t *partition, *starts;
  size_t size, starts_size;
} Parts;

static void
clear_parts (Parts *parts)
{
  free (parts->walls);
  free (parts->edges);
  free (parts->ends);
  free (parts->partition);
  free (parts->starts);
}

static bool
read_walls (KbJsonReader *r, const json_t *json, const KbBankPlace *place, Parts *parts)
{
  if (!kb_json_list (r, json, sizeof *parts->walls, KB_PLACE_KEY (place, "walls"), (void **) &parts->walls, &parts->n_walls))
    return false;
  if (parts->n_walls > KB_BANK_MAX_WALLS)
    return kb_bank_fail (r->error, KB_PLACE_KEY (place, "walls"), "%u items; expected at most %d", parts->n_walls,
                         KB_BANK_MAX_WALLS);
  for (uint32_t i = 0; i < parts->n_walls; i++)
    if (!read_wall (r, json_array_get (json, i), KB_PLACE_ITEM (place, "walls", i), &parts->walls[i]))
      return false;
  return true;
}

/* Room for the edges of all areas at once. */
static bool
read_areas (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankLevel *level, Parts *parts)
{
  size_t all = 0;
  if (!kb_json_list (r, json, sizeof *level->areas, KB_PLACE_KEY (place, "areas"), (void **) &level->areas, &level->n_areas))
    return false;
  for (uint32_t i = 0; i < level->n_areas; i++)
    all += json_array_size (json_object_get (json_array_get (json, i), "edges"));
  parts->edges = kb_bank_new (all, sizeof *parts->edges);
  parts->ends = kb_bank_new (level->n_areas, sizeof *parts->ends);
  if (!parts->edges || !parts->ends)
    return kb_bank_no_memory (r->error);
  for (uint32_t i = 0; i < level->n_areas; i++) {
    const KbBankPlace *area = KB_PLACE_ITEM (place, "areas", i);
    const json_t *item = json_array_get (json, i), *edges = json_object_get (item, "edges");
    if (!kb_json_type (r, item, JSON_OBJECT, area)
        || !kb_json_string (r, json_object_get (item, "name"), KB_PLACE_KEY (area, "name"), &level->areas[i].name)
        || !kb_json_class (r, json_object_get (item, "class"), KB_PLACE_KEY (area, "class"), &level->areas[i].class_index)
        || !kb_json_type (r, edges, JSON_ARRAY, KB_PLACE_KEY (area, "edges")))
      return false;
    for (size_t k = 0; k < json_array_size (edges); k++)
      if (!read_segment (r, json_array_get (edges, k), KB_PLACE_ITEM (area, "edges", k), &parts->edges[parts->n_edges++]))
        return false;
    parts->ends[i] = parts->n_edges;
  }
  return true;
}

static bool
read_entity (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankEntity *entity)
{
  static const char *const flips[4] = { "", "x", "y", "xy" };
  kb_fixed at[2];
  int turned = 0;
  const json_t *flip = json_object_get (json, "flip"), *sprite = json_object_get (json, "sprite");
  const json_t *values = json_object_get (json, "values"), *frame = json_object_get (json, "frame");
  if (!kb_json_type (r, json, JSON_OBJECT, place)
      || !kb_json_string (r, json_object_get (json, "name"), KB_PLACE_KEY (place, "name"), &entity->name)
      || !kb_json_class (r, json_object_get (json, "class"), KB_PLACE_KEY (place, "class"), &entity->class_index)
      || !kb_json_fixeds (r, json_object_get (json, "at"), 2, KB_PLACE_KEY (place, "at"), at)
      || !kb_json_any_direction (r, json_object_get (json, "direction"), KB_PLACE_KEY (place, "direction"), &entity->dx,
                                 &entity->dy)
      || (flip && !kb_json_word (r, flip, flips, 4, KB_PLACE_KEY (place, "flip"), &turned))
      || (sprite && !kb_json_string (r, sprite, KB_PLACE_KEY (place, "sprite"), &entity->sprite))
      || (frame && !kb_json_u32 (r, frame, KB_PLACE_KEY (place, "frame"), &entity->frame))
      || (values && !kb_json_values (r, values, KB_PLACE_KEY (place, "values"), &entity->values, &entity->n_values)))
    return false;
  entity->x = at[0];
  entity->y = at[1];
  entity->flip_x = turned & 1;
  entity->flip_y = turned & 2;
  return true;
}

static bool
read_parts (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankLevel *level, Parts *parts)
{
  const json_t *partition = json_object_get (json, "partition"), *starts = json_object_get (partition, "starts");
  const KbBankPlace *at = KB_PLACE_KEY (place, "partition");
  const char *wrong;
  int kind = 0;
  if (!read_walls (r, json_object_get (json, "walls"), place, parts)
      || !read_areas (r, json_object_get (json, "areas"), place, level, parts)
      || !kb_json_type (r, partition, JSON_OBJECT, at)
      || !kb_json_word (r, json_object_get (partition, "kind"), kb_bank_partition_names, KB_BANK_PARTITIONS,
                        KB_PLACE_KEY (at, "kind"), &kind)
      || !kb_json_bytes (r, json_object_get (partition, "bytes"), KB_PLACE_KEY (at, "bytes"), &parts->partition, &parts->size)
      || (starts && !kb_json_bytes (r, starts, KB_PLACE_KEY (at, "starts"), &parts->starts, &parts->starts_size)))
    return false;
  if (starts && !kb_bank_starts_good ((uint32_t) kind, parts->starts, parts->starts_size))
    return kb_bank_fail (r->error, KB_PLACE_KEY (at, "starts"), "expected those of a tree, as many as their numbers tell");
  const KbBankLevelParts whole = { (uint32_t) kind, parts->walls, parts->n_walls, parts->edges, parts->ends, level->n_areas,
                                   parts->partition, parts->size, parts->starts, parts->starts_size };
  if (kb_bank_level_make (level, &whole, &wrong))
    return true;
  return wrong ? kb_bank_fail (r->error, KB_PLACE_KEY (at, "bytes"), "%s", wrong) : kb_bank_no_memory (r->error);
}

static bool
read_level (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankLevel *level)
{
  Parts parts = { NULL, NULL, NULL, 0, 0, NULL, NULL, 0, 0 };
  const json_t *entities = json_object_get (json, "entities");
  bool good = kb_json_type (r, json, JSON_OBJECT, place)
    && kb_json_string (r, json_object_get (json, "name"), KB_PLACE_KEY (place, "name"), &level->name)
    && read_parts (r, json, place, level, &parts)
    && kb_json_list (r, entities, sizeof *level->entities, KB_PLACE_KEY (place, "entities"), (void **) &level->entities,
                     &level->n_entities)
    && kb_json_worlds (r, json, place, level);
  for (uint32_t i = 0; good && i < level->n_entities; i++)
    good = read_entity (r, json_array_get (entities, i), KB_PLACE_ITEM (place, "entities", i), &level->entities[i]);
  clear_parts (&parts);
  return good;
}

bool
kb_json_levels (KbJsonReader *r, const json_t *json)
{
  KbBankContent *content = r->content;
  if (!json)
    return true;
  if (!kb_json_list (r, json, sizeof *content->levels, KB_PLACE_KEY (NULL, "levels"), (void **) &content->levels,
                     &content->n_levels))
    return false;
  for (uint32_t i = 0; i < content->n_levels; i++)
    if (!read_level (r, json_array_get (json, i), KB_PLACE_ITEM (NULL, "levels", i), &content->levels[i]))
      return false;
  return true;
}
