/* SPDX-License-Identifier: MIT */
/* Checks what levels have beside walls: the bytes, and the classes, sprites and frames that they name. */
#include "bank/checker.h"
#include "runtime/tiles/tiles_near.h"

#include <stdlib.h>

/* How much there may be to do for a pixel near a tile with shapes, as a reader limits it. */
static bool
check_tile_shapes (const KbBankWorld *layer, uint32_t i, const KbBankFrame *frame, uint32_t *records, const KbBankPlace *place, KbBankError *error)
{
  int32_t all[4];
  kb_bank_frame_bounds (frame, all);
  int64_t near = frame->n_shapes > 0 ? kb_bank_tile_near (layer, i, frame->w, frame->h, all) : 0;
  if (near <= KBX_TILES_NEAR_FEW)
    return true;
  if (near > KBX_TILES_NEAR_MOST)
    return kb_bank_fail (error, place, "the shapes of tile %u reach over %lld cells; expected at most %lld", i + 1, (long long) near,
                         (long long) KBX_TILES_NEAR_MOST);
  near *= 1 + frame->n_shapes + kb_bank_frame_corners (frame, records);
  return (near <= KBX_TILES_WORK_MOST && *records <= KBX_TILES_COUNTED_MOST)
    || kb_bank_fail (error, place, "the shapes of tile %u reach over many cells and are too many; expected fewer shapes and corners", i + 1);
}

/* `sprites`: those of the layer's list. */
static bool
check_tile (const KbBankContent *content, const KbBankWorld *layer, uint32_t i, uint32_t *known, KbBankSprite *const *sprites,
            uint32_t *records, const KbBankPlace *place, KbBankError *error)
{
  KbBankTile tile = kb_bank_tile_at (layer, i);
  if (tile.sprite > *known || tile.sprite >= layer->n_sprites)
    return kb_bank_fail (error, KB_PLACE_KEY (place, "bytes"), "tile %u names sprite %u of the list; expected one in the order of first use",
                         i + 1, tile.sprite);
  *known += tile.sprite == *known;
  if (tile.class_index != UINT32_MAX && !kb_bank_check_class (content, tile.class_index, KB_PLACE_KEY (place, "bytes"), error))
    return false;
  const KbBankPlace *bytes = KB_PLACE_KEY (place, "bytes");
  const KbBankSprite *sprite = sprites[tile.sprite];
  return kb_bank_check_range (tile.frame, 0, (int64_t) sprite->n_frames - 1, "the frame of a tile", bytes, error)
    && check_tile_shapes (layer, i, &sprite->frames[tile.frame], records, bytes, error);
}

static bool
check_tiles (const KbBankContent *content, const KbBankWorld *layer, KbBankSprite **sprites, uint32_t *records, const KbBankPlace *place,
             KbBankError *error)
{
  uint32_t known = 0;
  for (uint32_t i = 0; i < layer->n_sprites; i++) {
    uint32_t sprite = kb_bank_find_sprite (content, kb_bank_text (layer->sprites[i]));
    if (sprite == UINT32_MAX)
      return kb_bank_fail (error, KB_PLACE_ITEM (place, "sprites", i), "there is no sprite \"%.60s\"", kb_bank_text (layer->sprites[i]));
    sprites[i] = &content->sprites[sprite];
  }
  for (uint32_t i = 0; i < kb_bank_tile_count (layer); i++)
    if (!check_tile (content, layer, i, &known, sprites, records, place, error))
      return false;
  return known == layer->n_sprites
    || kb_bank_fail (error, KB_PLACE_ITEM (place, "sprites", known), "no tile shows the sprite");
}

static bool
check_layer (const KbBankContent *content, const KbBankWorld *layer, uint32_t *records, const KbBankPlace *place, KbBankError *error)
{
  KbBankSprite **sprites = kb_bank_new (layer->n_sprites, sizeof *sprites);
  bool good = sprites ? check_tiles (content, layer, sprites, records, place, error) : kb_bank_no_memory (error);
  free (sprites);
  return good;
}

bool
kb_bank_check_world (KbBankChecker *c, KbBankWorldKind kind, const KbBankWorld *world, const KbBankPlace *place)
{
  const char *wrong;
  if (!kb_bank_world_good (kind, world->bytes, world->size, &wrong))
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "bytes"), "%s", wrong);
  if (kind == KB_BANK_LAYER)
    return check_layer (c->content, world, &c->records, place, c->error);
  return !kb_bank_world_has_class (kind)
    || kb_bank_check_class (c->content, kb_bank_world_class (world), KB_PLACE_KEY (place, "class"), c->error);
}
