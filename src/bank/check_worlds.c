/* SPDX-License-Identifier: MIT */
/* Checks a level's layers except walls: the bytes, and the classes, sprites and frames they
 * name. */
#include "bank/checker.h"
#include "runtime/tiles/tiles_near.h"

#include <stdlib.h>

/* A layer and its tiles; tile 0 is the empty cell. */
typedef struct {
  const KbBankContent *content;
  const KbBankWorld *layer;
  kbx_tiles_view view;
  KbBankSprite **sprites;         /* the sprites of the layer's list */
  uint32_t *records;
} Tiles;

/* The work for a pixel near a tile with shapes, limited as in a reader. */
static bool
check_tile_shapes (const Tiles *t, uint32_t i, const KbBankFrame *frame, const KbBankPlace *place,
                   KbBankError *error)
{
  const kbx_tiles_axes axes = kbx_tiles_read_axes (t->layer->bytes);
  const uint8_t *entry = kbx_tiles_entry (&t->view, i);
  int32_t all[4];
  kb_bank_frame_bounds (frame, all);
  const kbx_box box = { all[0], all[1], all[2], all[3] };
  int64_t near = 0;
  if (frame->n_shapes > 0 && entry[0] == KBX_TILE_NOT_SOLID)
    near = kbx_tiles_near_count (&axes, &t->view,
                                 kbx_tiles_reach_of ((kbx_size) { frame->w, frame->h }, box,
                                                     kbx_tiles_offset (&t->view, entry)));
  if (near <= KBX_TILES_NEAR_FEW)
    return true;
  if (near > KBX_TILES_NEAR_MOST)
    return kb_bank_fail (error, place,
                         "the shapes of tile %u reach over %lld cells; expected at most %lld", i,
                         (long long) near, (long long) KBX_TILES_NEAR_MOST);
  near *= 1 + frame->n_shapes + kb_bank_frame_corners (frame, t->records);
  return (near <= KBX_TILES_WORK_MOST && *t->records <= KBX_TILES_COUNTED_MOST)
         || kb_bank_fail (error, place,
                          "the shapes of tile %u reach over many cells and are too many; expected "
                          "fewer shapes and corners",
                          i);
}

static bool
check_tile (const Tiles *t, uint32_t i, uint32_t *known, const KbBankPlace *bytes,
            KbBankError *error)
{
  const uint8_t *entry = kbx_tiles_entry (&t->view, i);
  const uint32_t place = kbx_load_u32 (entry + 8), frame = kbx_load_u32 (entry + 12);
  if (place > *known || place >= t->layer->n_sprites)
    return kb_bank_fail (
      error, bytes, "tile %u names sprite %u of the list; expected one in the order of first use",
      i, place);
  *known += place == *known;
  if (entry[1] != KBX_TILES_NO_CLASS && !kb_bank_check_class (t->content, entry[1], bytes, error))
    return false;
  const KbBankSprite *sprite = t->sprites[place];
  return kb_bank_check_range (frame, 0, (int64_t) sprite->n_frames - 1, "the frame of a tile",
                              bytes, error)
         && check_tile_shapes (t, i, &sprite->frames[frame], bytes, error);
}

static bool
check_tiles (const Tiles *t, const KbBankPlace *place, KbBankError *error)
{
  const KbBankWorld *layer = t->layer;
  uint32_t known = 0;
  for (uint32_t i = 0; i < layer->n_sprites; i++) {
    uint32_t sprite = kb_bank_find_sprite (t->content, kb_bank_text (layer->sprites[i]));
    if (sprite == UINT32_MAX)
      return kb_bank_fail (error, KB_PLACE_ITEM (place, "sprites", i),
                           "there is no sprite \"%.60s\"", kb_bank_text (layer->sprites[i]));
    t->sprites[i] = &t->content->sprites[sprite];
  }
  for (uint32_t i = 1; i < t->view.tile_count; i++)
    if (!check_tile (t, i, &known, KB_PLACE_KEY (place, "bytes"), error))
      return false;
  return known == layer->n_sprites
    || kb_bank_fail (error, KB_PLACE_ITEM (place, "sprites", known), "no tile shows the sprite");
}

static bool
check_layer (KbBankChecker *c, const KbBankWorld *layer, const KbBankPlace *place)
{
  Tiles t = { .content = c->content,
              .layer = layer,
              .sprites = kb_bank_new (layer->n_sprites, sizeof *t.sprites),
              .records = &c->records };
  kbx_read_tiles (layer->bytes, &t.view);
  bool good = t.sprites ? check_tiles (&t, place, c->error) : kb_bank_no_memory (c->error);
  free (t.sprites);
  return good;
}

bool
kb_bank_check_world (KbBankChecker *c, KbBankWorldKind kind, const KbBankWorld *world,
                     const KbBankPlace *place)
{
  const char *wrong;
  if (!kb_bank_world_good (kind, world->bytes, world->size, &wrong))
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "bytes"), ("%s"), kb_bank_say (wrong));
  if (kind == KB_BANK_LAYER)
    return check_layer (c, world, place);
  return !kb_bank_world_has_class (kind)
         || kb_bank_check_class (c->content, kb_bank_world_class (world),
                                 KB_PLACE_KEY (place, "class"), c->error);
}
