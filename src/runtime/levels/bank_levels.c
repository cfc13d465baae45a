/* SPDX-License-Identifier: MIT */
/* The levels of a bank: checks them, and describes entities. */
#include "runtime/bank/about.h"
#include "runtime/grounds/ground.h"
#include "runtime/levels/level_check.h"
#include "runtime/bank/visit.h"

#define KBX_LEVEL_FAR ((int32_t) KBX_LEVEL_LIMIT * KBX_GRID)

/* ---- the check ---- */

static kbx_status
kbx_verify_walls (const kbx_visit *visit, const kbx_levl_record *r)
{
  const uint8_t *level = visit->bank->sections[KBX_SECTION_WALL].data + r->offset;
  uint32_t classes = KBX_COUNT (visit, KBX_SECTION_CLAS);
  kbx_trouble trouble;
  kbx_level_view v;
  const kbx_status status = kbx_check_level (&trouble, level, r->size);
  if (status != KBX_OK)
    return kbx_refuse_trouble (visit, status, KBX_SECTION_WALL, r->offset, &trouble);
  kbx_read_level (level, &v);
  if (kbx_load_u32 (level) != r->size)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_WALL, r->offset, 0,
                       "expected the size in the level's record");
  if (v.area_count != r->area_count)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_WALL, r->offset, 24,
                       "expected the number of areas in the level's record");
  for (uint32_t i = 0; i < v.wall_count; i++)
    if (kbx_tag_class (kbx_load_u32 (v.walls + (size_t) i * KBX_LEVEL_WALL + 16)) >= classes)
      return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_WALL, r->offset,
                         (uint32_t) (v.walls - level) + i * KBX_LEVEL_WALL + 16,
                         "expected a class of the bank");
  return KBX_OK;
}

/* Checks the entity's frame. */
static bool
kbx_good_shown (const kbx_visit *visit, const kbx_enti_record *e)
{
  if (e->sprite == 0)
    return e->frame == 0 && (e->flags & (KBX_ENTITY_FLIP_X | KBX_ENTITY_FLIP_Y)) == 0;
  return e->sprite <= KBX_COUNT (visit, KBX_SECTION_SPRT)
         && e->frame < kbx_read_sprt (visit->bank, e->sprite - 1).frame_count;
}

static kbx_status
kbx_verify_entity (kbx_visit *visit, uint32_t i)
{
  kbx_enti_record e = kbx_read_enti (visit->bank, i);
  if (e.x < -KBX_LEVEL_FAR || e.x > KBX_LEVEL_FAR || e.y < -KBX_LEVEL_FAR || e.y > KBX_LEVEL_FAR)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_ENTI, i, 8,
                       "expected at most 65,536 pixels");
  if (!kbx_good_direction (e.dx, e.dy))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_ENTI, i, 16,
                       "expected a direction of length 1, or zeros");
  const kbx_status status = kbx_take_owned (visit, KBX_SECTION_ENTI, i, 1);
  if (status == KBX_OK && !kbx_good_shown (visit, &e))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_ENTI, i, 32,
                       "expected a frame of a sprite, or zeros");
  return status;
}

KBX_INTERNAL kbx_status
kbx_verify_levels (kbx_visit *visit)
{
  kbx_status status = KBX_OK;
  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_LEVL) && status == KBX_OK; i++)
    {
      const kbx_levl_record r = kbx_read_levl (visit->bank, i);
      status = kbx_take_owned (visit, KBX_SECTION_LEVL, i, 1);
      if (status == KBX_OK)
        status = kbx_take_owned (visit, KBX_SECTION_AREA, r.first_area, r.area_count);
      if (status == KBX_OK)
        status = kbx_verify_walls (visit, &r);
      for (uint32_t k = 0; k < r.entity_count && status == KBX_OK; k++)
        status = kbx_verify_entity (visit, r.first_entity + k);
    }
  return status;
}

KBX_INTERNAL kbx_status
kbx_verify_bounds (kbx_visit *visit)
{
  const kbx_bank *bank = visit->bank;
  uint32_t world = 0;
  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_LEVL); i++)
    {
      const uint8_t *stored = kbx_levl_bounds (bank, i);
      kbx_rect all = kbx_walls_bounds (bank->sections[KBX_SECTION_WALL].data
                                       + kbx_read_levl (bank, i).offset);
      for (; world < KBX_COUNT (visit, KBX_SECTION_WRLD)
             && kbx_read_wrld (bank, world).level == i; world++)
        if (kbx_read_wrld (bank, world).kind == KBX_WORLD_GROUND)
          all = kbx_ground_bounds (all, bank->sections[KBX_SECTION_WDAT].data
                                          + kbx_read_wrld (bank, world).offset);
      if (stored != NULL && !kbx_rect_stored (stored, all))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_LEVL, i, KBX_LEVL_SIZE,
                           "expected the box around the walls and the points of grounds");
    }
  return KBX_OK;
}

/* ---- entities ---- */

KBX_INTERNAL void
kbx_about_entity (kbx_about *about, kbx_handle handle)
{
  if (!kbx_within (handle.bank, KBX_SECTION_ENTI, handle.index))
    return;
  const kbx_enti_record r = kbx_read_enti (handle.bank, handle.index);
  about->found = true;
  about->class_index = r.class_index;
  about->position.x = (float) r.x / KBX_GRID;
  about->position.y = (float) r.y / KBX_GRID;
  about->direction.x = r.dx;
  about->direction.y = r.dy;
  if (r.sprite == 0)
    return;
  about->frame = kbx_quick_handle (handle.bank, KBX_FRAME,
                                   kbx_read_sprt (handle.bank, r.sprite - 1).first_frame + r.frame);
  about->flip_x = (r.flags & KBX_ENTITY_FLIP_X) != 0;
  about->flip_y = (r.flags & KBX_ENTITY_FLIP_Y) != 0;
}
