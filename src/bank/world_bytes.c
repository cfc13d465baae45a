/* SPDX-License-Identifier: MIT */
/* The bytes of layers, mazes, grounds and heightmaps: whether they are good, and whom a layer's tiles name. */
#include "bank/internal.h"
#include "runtime/grounds/ground.h"
#include "runtime/heightmaps/heightmap.h"
#include "runtime/mazes/maze.h"
#include "runtime/tiles/tiles_check.h"
#include "runtime/tiles/tiles_near.h"

#include <stdlib.h>
#include <string.h>

static kbx_status
check_layer (kbx_trouble *trouble, const uint8_t *bytes, size_t size)
{
  kbx_tiles_check check;
  kbx_status status = kbx_check_tiles (&check, bytes, size);
  *trouble = check.trouble;
  return status;
}

bool
kb_bank_world_good (KbBankWorldKind kind, const uint8_t *bytes, size_t size, const char **wrong)
{
  static kbx_status (*const checks[KB_BANK_WORLDS]) (kbx_trouble *, const uint8_t *, size_t)
    = { check_layer, kbx_check_maze, kbx_check_ground, kbx_check_heightmap };
  kbx_trouble trouble;
  *wrong = "expected no bytes beyond the size that they tell";
  if (checks[kind] (&trouble, bytes, size) != KBX_OK) {
    *wrong = trouble.message;
    return false;
  }
  if (kind == KB_BANK_HEIGHTMAP && kbx_load_u32 (bytes + 4) != 0) {
    *wrong = "expected class 0, since heightmaps have none";
    return false;
  }
  return kbx_load_u32 (bytes) == size;
}

bool
kb_bank_world_has_class (KbBankWorldKind kind)
{
  return kind == KB_BANK_MAZE || kind == KB_BANK_GROUND;
}

uint32_t
kb_bank_world_class (const KbBankWorld *world)
{
  return kbx_load_u32 (world->bytes + 4);
}

/* ---- tiles ---- */

/* Tile 0 stands for the empty cell. */
static uint32_t
first_tile (const uint8_t *bytes, uint32_t *n)
{
  kbx_tiles_view view;
  kbx_read_tiles (bytes, &view);
  *n = view.tile_count - 1;
  return (uint32_t) (view.tiles - bytes) + KBX_TILES_ENTRY;
}

uint32_t
kb_bank_tile_count (const KbBankWorld *layer)
{
  uint32_t n;
  first_tile (layer->bytes, &n);
  return n;
}

KbBankTile
kb_bank_tile_at (const KbBankWorld *layer, uint32_t i)
{
  uint32_t n;
  const uint8_t *entry = layer->bytes + first_tile (layer->bytes, &n) + (size_t) i * KBX_TILES_ENTRY;
  return (KbBankTile) { kbx_load_u32 (entry + 8), kbx_load_u32 (entry + 12), entry[1] == KBX_TILES_NO_CLASS ? UINT32_MAX : entry[1] };
}

int64_t
kb_bank_tile_near (const KbBankWorld *layer, uint32_t i, uint32_t w, uint32_t h, const int32_t bounds[4])
{
  kbx_tiles_view view;
  kbx_read_tiles (layer->bytes, &view);
  const uint8_t *entry = kbx_tiles_entry (&view, i + 1);
  const kbx_tiles_axes axes = kbx_tiles_read_axes (layer->bytes);
  const kbx_box box = { bounds[0], bounds[1], bounds[2], bounds[3] };
  if (entry[0] != KBX_TILE_NOT_SOLID)
    return 0;
  return kbx_tiles_near_count (&axes, &view, kbx_tiles_reach_of ((kbx_size) { w, h }, box, kbx_tiles_offset (&view, entry)));
}

static void
store_sprite (uint8_t *entry, uint32_t sprite)
{
  for (int k = 0; k < 4; k++)
    entry[8 + k] = (uint8_t) (sprite >> 8 * k);
}

void
kb_bank_layer_copy (const KbBankContent *content, const KbBankWorld *layer, uint8_t *to)
{
  uint32_t n, at = first_tile (layer->bytes, &n), known = UINT32_MAX, place = 0;
  memcpy (to, layer->bytes, layer->size);
  for (uint32_t i = 0; i < n; i++, at += KBX_TILES_ENTRY) {
    uint32_t sprite = kbx_load_u32 (layer->bytes + at + 8);
    if (sprite != known)
      place = kb_bank_find_sprite (content, layer->sprites[sprite]);
    known = sprite;
    store_sprite (to + at, place);
  }
}

bool
kb_bank_layer_own_sprites (KbBankWorld *layer, const char *const *names, uint32_t n)
{
  uint32_t *places = kb_bank_new (n, sizeof *places), used = 0;
  char **sprites = kb_bank_new (n, sizeof *sprites);
  bool good = places && sprites;
  for (uint32_t i = 0; good && i < n; i++)
    places[i] = UINT32_MAX;
  for (uint32_t i = 0; good && i < kb_bank_tile_count (layer); i++) {
    uint32_t sprite = kb_bank_tile_at (layer, i).sprite;
    good = sprite < n;
    if (!good || places[sprite] != UINT32_MAX)
      continue;
    sprites[used] = kb_bank_copy_string (names[sprite], strlen (names[sprite]));
    good = sprites[used] != NULL;
    places[sprite] = used++;
  }
  if (good) {
    uint32_t count, at = first_tile (layer->bytes, &count);
    for (uint32_t i = 0; i < count; i++, at += KBX_TILES_ENTRY)
      store_sprite (layer->bytes + at, places[kbx_load_u32 (layer->bytes + at + 8)]);
    layer->sprites = sprites;
    layer->n_sprites = used;
  }
  for (uint32_t i = 0; !good && sprites && i < used; i++)
    free (sprites[i]);
  if (!good)
    free (sprites);
  free (places);
  return good;
}
