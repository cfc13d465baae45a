/* SPDX-License-Identifier: MIT */
/* Layers of tiles, mazes, grounds and heightmaps of a binary bank -> content. */
#include "bank/internal.h"
#include "runtime/records.h"

#include <stdlib.h>
#include <string.h>

/* How the runtime tells those of a kind. */
typedef struct { const char *name; const void *bytes; } Found;

static Found
find_world (const kbx_bank *bank, uint32_t level, int kind, uint32_t i)
{
  const kbx_level handle = kbx_bank_item (bank, KBX_LEVEL, level);
  switch (kind) {
  case KB_BANK_LAYER: return (Found) { kbx_name (kbx_item (handle, KBX_TILES, i)), kbx_item (handle, KBX_TILES, i).data };
  case KB_BANK_MAZE: return (Found) { kbx_name (kbx_item (handle, KBX_MAZE, i)), kbx_item (handle, KBX_MAZE, i).data };
  case KB_BANK_GROUND: return (Found) { kbx_name (kbx_item (handle, KBX_GROUND, i)), kbx_item (handle, KBX_GROUND, i).data };
  default: return (Found) { kbx_name (kbx_item (handle, KBX_HEIGHTMAP, i)), kbx_item (handle, KBX_HEIGHTMAP, i).data };
  }
}

static bool
read_sprites (const kbx_bank *bank, KbBankWorld *layer, KbBankError *error)
{
  uint32_t n = kbx_bank_count (bank, KBX_SPRITE);
  const char **names = kb_bank_new (n, sizeof *names);
  for (uint32_t i = 0; names && i < n; i++)
    names[i] = kbx_name (kbx_bank_item (bank, KBX_SPRITE, i));
  bool good = names && kb_bank_layer_own_sprites (layer, names, n);
  free (names);
  return good || kb_bank_no_memory (error);
}

static bool
read_world (const kbx_bank *bank, uint32_t level, int kind, uint32_t i, KbBankWorld *world, KbBankError *error)
{
  Found found = find_world (bank, level, kind, i);
  world->name = kb_bank_copy_string (found.name, strlen (found.name));
  world->size = kbx_load_u32 (found.bytes);
  world->bytes = kb_bank_new (world->size, 1);
  if (!world->name || !world->bytes)
    return kb_bank_no_memory (error);
  memcpy (world->bytes, found.bytes, world->size);
  if (kind != KB_BANK_LAYER)
    return true;
  world->opacity = kbx_layer_opacity (kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_TILES, i));
  return read_sprites (bank, world, error);
}

bool
kb_bank_read_worlds (const kbx_bank *bank, uint32_t level, KbBankLevel *to, KbBankError *error)
{
  const kbx_level handle = kbx_bank_item (bank, KBX_LEVEL, level);
  const uint32_t counts[KB_BANK_WORLDS] = { kbx_count (handle, KBX_TILES), kbx_count (handle, KBX_MAZE),
                                            kbx_count (handle, KBX_GROUND), kbx_count (handle, KBX_HEIGHTMAP) };
  for (int kind = 0; kind < KB_BANK_WORLDS; kind++) {
    if (counts[kind] == 0)
      continue;
    to->worlds[kind] = kb_bank_new (counts[kind], sizeof *to->worlds[kind]);
    if (!to->worlds[kind])
      return kb_bank_no_memory (error);
    to->n_worlds[kind] = counts[kind];
    for (uint32_t i = 0; i < counts[kind]; i++)
      if (!read_world (bank, level, kind, i, &to->worlds[kind][i], error))
        return false;
  }
  return true;
}
