/* SPDX-License-Identifier: MIT */
/* Layers of tiles, mazes, grounds and heightmaps of a JSON bank. */
#include "bank/json_reader.h"

#include <stdlib.h>
#include <string.h>

static void
store_u32 (uint8_t *at, uint32_t value)
{
  for (int i = 0; i < 4; i++)
    at[i] = (uint8_t) (value >> 8 * i);
}

/* With the size, and the class where there is one, in front. */
static bool
read_bytes (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankWorldKind kind, KbBankWorld *world)
{
  uint32_t skipped = kb_bank_world_skipped (kind), class_index = 0;
  uint8_t *bytes = NULL;
  const char *wrong;
  size_t size = 0;
  if ((kb_bank_world_has_class (kind)
       && !kb_json_class (r, json_object_get (json, "class"), KB_PLACE_KEY (place, "class"), &class_index))
      || !kb_json_bytes (r, json_object_get (json, "bytes"), KB_PLACE_KEY (place, "bytes"), &bytes, &size))
    return false;
  if (size > UINT32_MAX - skipped) {
    free (bytes);
    return kb_bank_fail (r->error, KB_PLACE_KEY (place, "bytes"), "expected less than 4 GiB");
  }
  world->bytes = kb_bank_new (size + skipped, 1);
  if (world->bytes) {
    world->size = size + skipped;
    store_u32 (world->bytes, (uint32_t) world->size);
    if (skipped > 4)
      store_u32 (world->bytes + 4, class_index);
    if (size > 0)
      memcpy (world->bytes + skipped, bytes, size);
  }
  free (bytes);
  if (!world->bytes)
    return kb_bank_no_memory (r->error);
  return kb_bank_world_good (kind, world->bytes, world->size, &wrong)
    || kb_bank_fail (r->error, KB_PLACE_KEY (place, "bytes"), "%s", wrong);
}

static bool
read_layer (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankWorld *layer)
{
  const json_t *sprites = json_object_get (json, "sprites");
  if (!kb_json_u32 (r, json_object_get (json, "opacity"), KB_PLACE_KEY (place, "opacity"), &layer->opacity)
      || !kb_json_list (r, sprites, sizeof *layer->sprites, KB_PLACE_KEY (place, "sprites"), (void **) &layer->sprites, &layer->n_sprites))
    return false;
  for (uint32_t i = 0; i < layer->n_sprites; i++)
    if (!kb_json_string (r, json_array_get (sprites, i), KB_PLACE_ITEM (place, "sprites", i), &layer->sprites[i]))
      return false;
  return true;
}

static bool
read_world (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankWorldKind kind, KbBankWorld *world)
{
  return kb_json_type (r, json, JSON_OBJECT, place)
    && kb_json_string (r, json_object_get (json, "name"), KB_PLACE_KEY (place, "name"), &world->name)
    && read_bytes (r, json, place, kind, world) && (kind != KB_BANK_LAYER || read_layer (r, json, place, world));
}

bool
kb_json_worlds (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankLevel *level)
{
  for (int kind = 0; kind < KB_BANK_WORLDS; kind++) {
    const char *list = kb_bank_world_lists[kind];
    const json_t *items = json_object_get (json, list);
    if (!items)
      continue;
    if (!kb_json_list (r, items, sizeof *level->worlds[kind], KB_PLACE_KEY (place, list), (void **) &level->worlds[kind],
                       &level->n_worlds[kind]))
      return false;
    for (uint32_t i = 0; i < level->n_worlds[kind]; i++)
      if (!read_world (r, json_array_get (items, i), KB_PLACE_ITEM (place, list, i), (KbBankWorldKind) kind, &level->worlds[kind][i]))
        return false;
  }
  return true;
}
