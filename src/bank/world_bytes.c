/* SPDX-License-Identifier: MIT */
/* The bytes of layers, mazes, grounds and heightmaps: their check, and the sprites of a layer's
 * tiles. */
#include "bank/internal.h"
#include "runtime/grounds/ground.h"
#include "runtime/heightmaps/heightmap.h"
#include "runtime/mazes/maze.h"
#include "runtime/tiles/tiles_check.h"

#include <stdlib.h>
#include <string.h>

uint32_t
kb_bank_world_class (const KbBankWorld *world)
{
  return kbx_load_u32 (world->bytes + 4);
}

/* ---- tiles ---- */

/* The position of tile i's sprite number; tile 0 is the empty cell. */
static uint8_t *
sprite_of (uint8_t *bytes, const kbx_tiles_view *view, uint32_t i)
{
  return bytes + (kbx_tiles_entry (view, i) - bytes) + 8;
}

void
kb_bank_layer_copy (const KbBankContent *content, const KbBankWorld *layer, uint8_t *to)
{
  kbx_tiles_view view;
  uint32_t known = UINT32_MAX, place = 0;
  memcpy (to, layer->bytes, layer->size);
  kbx_read_tiles (to, &view);
  for (uint32_t i = 1; i < view.tile_count; i++) {
    uint32_t sprite = kbx_load_u32 (sprite_of (to, &view, i));
    if (sprite != known)
      place = kb_bank_find_sprite (content, layer->sprites[sprite]);
    known = sprite;
    kb_bank_store (sprite_of (to, &view, i), place, 4);
  }
}

void
kb_bank_layer_renumber (uint8_t *bytes, const uint32_t *places)
{
  kbx_tiles_view view;
  kbx_read_tiles (bytes, &view);
  for (uint32_t i = 1; i < view.tile_count; i++)
    kb_bank_store (sprite_of (bytes, &view, i),
                   places[kbx_load_u32 (sprite_of (bytes, &view, i))], 4);
}

bool
kb_bank_layer_own_sprites (KbBankWorld *layer, const char *const *names, uint32_t n)
{
  uint32_t *places = kb_bank_new (n, sizeof *places), used = 0;
  char **sprites = kb_bank_new (n, sizeof *sprites);
  kbx_tiles_view view;
  bool good = places && sprites;
  kbx_read_tiles (layer->bytes, &view);
  for (uint32_t i = 0; good && i < n; i++)
    places[i] = UINT32_MAX;
  for (uint32_t i = 1; good && i < view.tile_count; i++) {
    uint32_t sprite = kbx_load_u32 (sprite_of (layer->bytes, &view, i));
    good = sprite < n;
    if (!good || places[sprite] != UINT32_MAX)
      continue;
    sprites[used] = kb_bank_copy_string (names[sprite], strlen (names[sprite]));
    good = sprites[used] != NULL;
    places[sprite] = used++;
  }
  if (good) {
    kb_bank_layer_renumber (layer->bytes, places);
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

/* ---- collisions of tiles ---- */

const char *
kb_bank_tile_collision (const KbBankWorld *layer, uint32_t tile)
{
  static const char *const sides[] = { "left", "right", "top", "bottom" };
  kbx_tiles_view view;
  kbx_read_tiles (layer->bytes, &view);
  const uint8_t *entry = kbx_tiles_entry (&view, tile);
  uint32_t side = entry[0] - (uint32_t) KBX_TILE_ONE_WAY_LEFT;
  if (entry[0] <= KBX_TILE_FULL)
    return entry[0] == KBX_TILE_FULL ? "full" : NULL;
  if (entry[0] >= KBX_TILE_HEIGHTS_LEFT)
    return "heights";
  if (entry[2] & (side < 2 ? KBX_TILES_FLIP_X : KBX_TILES_FLIP_Y))
    side ^= 1;
  return sides[entry[2] & KBX_TILES_TRANSPOSED ? side ^ 2 : side];
}

uint32_t
kb_bank_tile_heights (const KbBankWorld *layer, uint32_t tile)
{
  kbx_tiles_view view;
  kbx_read_tiles (layer->bytes, &view);
  const uint8_t kind = kbx_tiles_entry (&view, tile)[0];
  return kind >= KBX_TILE_HEIGHTS_TOP    ? (uint32_t) view.w
         : kind >= KBX_TILE_HEIGHTS_LEFT ? (uint32_t) view.h
                                         : 0;
}

uint32_t
kb_bank_tile_height (const KbBankWorld *layer, uint32_t tile, uint32_t i)
{
  kbx_tiles_view view;
  kbx_read_tiles (layer->bytes, &view);
  const uint8_t *entry = kbx_tiles_entry (&view, tile);
  const bool back =
    (entry[2] & (entry[2] & KBX_TILES_TRANSPOSED ? KBX_TILES_FLIP_Y : KBX_TILES_FLIP_X)) != 0;
  const uint32_t at = back ? kb_bank_tile_heights (layer, tile) - 1 - i : i;
  return kbx_load_u16 (view.profiles + 2 * ((size_t) kbx_load_u32 (entry + 4) + at));
}
