/* SPDX-License-Identifier: MIT */
/* The layers of tiles, mazes, grounds and heightmaps of a bank's levels: one list, ordered by level
 * and then kind. */
#include "runtime/bank/about.h"
#include "runtime/grounds/ground.h"
#include "runtime/heightmaps/heightmap.h"
#include "runtime/mazes/maze.h"
#include "runtime/tiles/tiles_check.h"
#include "runtime/tiles/tiles_near.h"
#include "runtime/bank/visit.h"

/* ---- the check ---- */

static kbx_status
kbx_refuse_bytes (const kbx_visit *visit, const kbx_wrld_record *r, uint64_t byte,
                  kbx_status status, const char *message)
{
  return kbx_refuse (visit, status, KBX_SECTION_WDAT, r->offset, (uint32_t) byte, message);
}

/* Checks a tile with shapes, and limits the work for a query near it. */
static kbx_status
kbx_verify_tile_shapes (kbx_visit *visit, const kbx_tiles_view *v, const kbx_tiles_axes *a,
                        uint32_t i, kbx_trouble *trouble, uint64_t at)
{
  const kbx_tile tile = kbx_tiles_read (v, i);
  const kbx_handle frame = kbx_tile_frame (kbx_quick_handle (visit->bank, KBX_TILES, 0), tile);
  const kbx_fram_record record = kbx_read_fram (visit->bank, frame.index);
  if (tile.kind != KBX_TILE_NOT_SOLID || record.shape_count == 0)
    return KBX_OK;
  int64_t near = kbx_tiles_near_count (
    a, v,
    kbx_tiles_reach_of (kbx_frame_size (frame),
                        kbx_frame_box (frame, kbx_own_place (frame), KBX_ALL_CLASSES),
                        tile.offset));
  if (near <= KBX_TILES_NEAR_FEW)
    return KBX_OK;
  if (near > KBX_TILES_NEAR_MOST)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, at,
                           "expected shapes that do not reach over so many cells");
  near *= 1 + record.shape_count + kbx_count_corners (visit->bank, &record, &visit->tile_records);
  if (near > KBX_TILES_WORK_MOST || visit->tile_records > KBX_TILES_COUNTED_MOST)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, at,
                           "expected fewer shapes and corners where they reach over many cells");
  return KBX_OK;
}

/* Checks that the tiles' classes and frames exist in the bank. */
static kbx_status
kbx_verify_layer (kbx_visit *visit, const kbx_wrld_record *r, const uint8_t *p,
                  kbx_trouble *trouble)
{
  kbx_tiles_view v;
  kbx_status status = kbx_check_tiles (trouble, p, r->size);
  if (status != KBX_OK)
    return status;
  kbx_read_tiles (p, &v);
  kbx_tiles_axes axes = kbx_tiles_read_axes (p);
  for (uint32_t i = 1; status == KBX_OK && i < v.tile_count; i++)
    {
      const uint8_t *entry = kbx_tiles_entry (&v, i);
      const uint32_t sprite = kbx_load_u32 (entry + 8);
      if (entry[1] != KBX_TILES_NO_CLASS && entry[1] >= KBX_COUNT (visit, KBX_SECTION_CLAS))
        return kbx_trouble_at (trouble, KBX_ERROR_REFERENCE, (uint64_t) (entry + 1 - p),
                               "expected a class of the bank, or 64");
      if (sprite >= KBX_COUNT (visit, KBX_SECTION_SPRT)
          || kbx_load_u32 (entry + 12) >= kbx_read_sprt (visit->bank, sprite).frame_count)
        return kbx_trouble_at (trouble, KBX_ERROR_REFERENCE, (uint64_t) (entry + 8 - p),
                               "expected a frame of a sprite of the bank");
      status = kbx_verify_tile_shapes (visit, &v, &axes, i, trouble, (uint64_t) (entry + 8 - p));
    }
  return status;
}

static kbx_status
kbx_verify_world_bytes (kbx_visit *visit, const kbx_wrld_record *r)
{
  static kbx_status (*const checks[]) (kbx_trouble *, const uint8_t *,
                                       size_t) = { NULL, kbx_check_maze, kbx_check_ground,
                                                   kbx_check_heightmap };
  const uint8_t *p = visit->bank->sections[KBX_SECTION_WDAT].data + r->offset;
  kbx_trouble trouble;
  kbx_status status = r->kind == KBX_WORLD_LAYER ? kbx_verify_layer (visit, r, p, &trouble)
                                                 : checks[r->kind](&trouble, p, r->size);
  if (status != KBX_OK)
    return kbx_refuse_trouble (visit, status, KBX_SECTION_WDAT, r->offset, &trouble);
  if (kbx_load_u32 (p) != r->size)
    return kbx_refuse_bytes (visit, r, 0, KBX_ERROR_VALUE,
                             "expected the size in the world's record");
  if ((r->kind == KBX_WORLD_MAZE || r->kind == KBX_WORLD_GROUND)
      && kbx_load_u32 (p + 4) >= KBX_COUNT (visit, KBX_SECTION_CLAS))
    return kbx_refuse_bytes (visit, r, 4, KBX_ERROR_REFERENCE, "expected a class of the bank");
  if (r->kind == KBX_WORLD_HEIGHTMAP && visit->strict && kbx_load_u32 (p + 4) != 0)
    return kbx_refuse_bytes (visit, r, 4, KBX_ERROR_VALUE,
                             "expected zero, since heightmaps have no class");
  return KBX_OK;
}

/* Skips kinds of a later minor version. */
static kbx_status
kbx_verify_world (kbx_visit *visit, uint32_t i)
{
  const kbx_wrld_record r = kbx_read_wrld (visit->bank, i);
  if (r.kind != KBX_WORLD_LAYER && r.opacity != 0 && visit->strict)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_WRLD, i, 20,
                       "expected an opacity of layers only");
  return r.kind < KBX_WORLD_KINDS ? kbx_verify_world_bytes (visit, &r) : KBX_OK;
}

static kbx_status
kbx_verify_drawn (kbx_visit *visit, uint32_t i)
{
  const kbx_bank *bank = visit->bank;
  const kbx_draw_record r = kbx_read_draw (bank, i);
  if ((r.tiles == 0) == (r.sprite == 0)
      || r.tiles > kbx_first_world (bank, r.level, KBX_WORLD_MAZE)
                     - kbx_first_world (bank, r.level, KBX_WORLD_LAYER)
      || r.sprite > KBX_COUNT (visit, KBX_SECTION_SPRT)
      || r.frame >= (r.sprite > 0 ? kbx_read_sprt (bank, r.sprite - 1).frame_count : 1))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_DRAW, i, 12,
                       "expected a tile layer of the level or a frame of the bank");
  return KBX_OK;
}

/* All records that name a level, in the order of the levels and of a second key. Both are unique
 * without a `check`. */
static kbx_status
kbx_verify_in_levels (kbx_visit *visit, int section, kbx_status (*check) (kbx_visit *, uint32_t))
{
  uint64_t next = 0;
  kbx_status status = KBX_OK;
  for (uint32_t i = 0; i < KBX_COUNT (visit, section) && status == KBX_OK; i++)
    {
      const uint8_t *p = kbx_record (visit->bank, section, i);
      const uint64_t key = (uint64_t) kbx_load_u32 (p + 4) << 32 | kbx_load_u32 (p + 8);
      if (key < next)
        return kbx_refuse (visit, KBX_ERROR_ORDER, section, i, 4,
                           "expected the order of the levels and of their parts");
      next = key + (check == NULL);
      status = kbx_take_owned (visit, section, i, 1);
      if (status == KBX_OK && check != NULL)
        status = check (visit, i);
    }
  return status;
}

KBX_INTERNAL kbx_status
kbx_verify_worlds (kbx_visit *visit)
{
  static const struct {
    uint8_t section;
    kbx_status (*check) (kbx_visit *, uint32_t);
  } kinds[] = { { KBX_SECTION_WRLD, kbx_verify_world },
                { KBX_SECTION_DRAW, kbx_verify_drawn },
                { KBX_SECTION_WVAL, NULL } };
  kbx_status status = KBX_OK;
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds && status == KBX_OK; k++)
    status = kbx_verify_in_levels (visit, kinds[k].section, kinds[k].check);
  return status;
}

KBX_INTERNAL void
kbx_about_drawn (kbx_about *about, kbx_handle drawn)
{
  if (!kbx_within (drawn.bank, KBX_SECTION_DRAW, drawn.index))
    return;
  const kbx_draw_record r = kbx_read_draw (drawn.bank, drawn.index);
  about->found = true;
  about->position.x = (float) r.x / KBX_GRID;
  about->position.y = (float) r.y / KBX_GRID;
  about->parallax.x = (float) r.parallax_x / (100 * KBX_GRID);
  about->parallax.y = (float) r.parallax_y / (100 * KBX_GRID);
  about->colour = r.tint;
  about->opacity = r.opacity;
  about->blend = r.blend;
  about->repeat_x = (r.flags & KBX_DRAW_REPEAT_X) != 0;
  about->repeat_y = (r.flags & KBX_DRAW_REPEAT_Y) != 0;
  if (r.tiles > 0)
    about->target = kbx_item (kbx_parent (drawn), KBX_TILES, r.tiles - 1);
  else
    about->frame = kbx_item (kbx_bank_item (drawn.bank, KBX_SPRITE, r.sprite - 1), KBX_FRAME,
                             r.frame);
}

/* ---- layers ---- */

KBX_API kbx_handle
kbx_tile_frame (kbx_handle tiles, kbx_tile tile)
{
  if (!tile.found || !kbx_within (tiles.bank, KBX_SECTION_SPRT, tile.sprite)
      || tile.frame >= kbx_read_sprt (tiles.bank, tile.sprite).frame_count)
    return kbx_quick_handle (NULL, KBX_NOTHING, KBX_NONE);
  return kbx_quick_handle (tiles.bank, KBX_FRAME,
                           kbx_read_sprt (tiles.bank, tile.sprite).first_frame + tile.frame);
}

KBX_API kbx_handle
kbx_tile_animation (kbx_handle tiles, kbx_tile tile)
{
  const kbx_handle frame = kbx_tile_frame (tiles, tile);
  kbx_sprt_record sprite;
  if (frame.bank == NULL)
    return kbx_quick_handle (NULL, KBX_NOTHING, KBX_NONE);
  sprite = kbx_read_sprt (tiles.bank, tile.sprite);
  for (uint32_t i = sprite.first_animation; i < sprite.first_animation + sprite.animation_count;
       i++)
    {
      const kbx_anim_record r = kbx_read_anim (tiles.bank, i);
      if (r.step_count > 0 && kbx_read_step (tiles.bank, r.first_step).frame == frame.index)
        return kbx_quick_handle (tiles.bank, KBX_ANIMATION, i);
    }
  return kbx_quick_handle (NULL, KBX_NOTHING, KBX_NONE);
}
