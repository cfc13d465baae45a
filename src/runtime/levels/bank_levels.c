/* SPDX-License-Identifier: MIT */
/* The levels of a bank: their check, and what an entity is. */
#include "runtime/about.h"
#include "runtime/levels/level_check.h"
#include "runtime/visit.h"

#define KBX_LEVEL_FAR ((int32_t) KBX_LEVEL_LIMIT * KBX_GRID)

/* ---- the check ---- */

/* How much of the sections that levels share has found its level. */
typedef struct { uint32_t areas, entities, bytes, name; } kbx_level_visit;

static kbx_status
kbx_refuse_level (const kbx_visit *visit, uint32_t i, uint32_t byte, kbx_status status, const char *message)
{
  return kbx_refuse (visit, status, KBX_SECTION_LEVL, i, byte, message);
}

static kbx_status
kbx_verify_walls (const kbx_visit *visit, const kbx_levl_record *r, uint32_t end)
{
  const kbx_section *bytes = &visit->bank->sections[KBX_SECTION_WALL];
  const uint8_t *level = bytes->data + r->offset;
  uint32_t classes = KBX_COUNT (visit, KBX_SECTION_CLAS);
  kbx_level_check c;
  kbx_status status;
  end = kbx_between_walls (bytes, end, r->offset);
  if (end < r->offset)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_WALL, end, 0, "expected zeros between levels");
  status = kbx_check_level (&c, level, r->size);
  if (status != KBX_OK)
    return kbx_refuse (visit, status, KBX_SECTION_WALL, r->offset, (uint32_t) c.offset, c.message);
  if (kbx_load_u32 (level) != r->size)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_WALL, r->offset, 0, "expected the size that the level's record tells");
  if (c.view.area_count != r->area_count)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_WALL, r->offset, 24,
                       "expected as many areas as the level's record tells");
  for (uint32_t i = 0; i < c.view.wall_count; i++)
    if (kbx_tag_class (kbx_load_u32 (c.view.walls + (size_t) i * KBX_LEVEL_WALL + 16)) >= classes)
      return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_WALL, r->offset,
                         (uint32_t) (c.view.walls - level) + i * KBX_LEVEL_WALL + 16, "expected a class of the bank");
  return KBX_OK;
}

static kbx_status
kbx_verify_areas (const kbx_visit *visit, uint32_t first, uint32_t end)
{
  for (uint32_t i = first; i < end; i++)
    {
      kbx_area_record area = kbx_read_area (visit->bank, i);
      if (!kbx_good_string (visit, area.name))
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_AREA, i, 0, "expected the offset of a string");
      if (area.class_index >= KBX_COUNT (visit, KBX_SECTION_CLAS))
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_AREA, i, 4, "expected a class of the bank");
    }
  return KBX_OK;
}

/* Its sprite's frame. */
static bool
kbx_good_shown (const kbx_visit *visit, const kbx_enti_record *e)
{
  if (e->sprite == 0)
    return e->frame == 0 && (e->flags & (KBX_ENTITY_FLIP_X | KBX_ENTITY_FLIP_Y)) == 0;
  return e->sprite <= KBX_COUNT (visit, KBX_SECTION_SPRT) && e->frame < kbx_read_sprt (visit->bank, e->sprite - 1).frame_count;
}

static kbx_status
kbx_verify_entity (kbx_visit *visit, uint32_t i)
{
  kbx_enti_record e = kbx_read_enti (visit->bank, i);
  if (!kbx_good_string (visit, e.name))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_ENTI, i, 0, "expected the offset of a string");
  if (e.class_index >= KBX_COUNT (visit, KBX_SECTION_CLAS))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_ENTI, i, 4, "expected a class of the bank");
  if (e.x < -KBX_LEVEL_FAR || e.x > KBX_LEVEL_FAR || e.y < -KBX_LEVEL_FAR || e.y > KBX_LEVEL_FAR)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_ENTI, i, 8, "expected at most 65,536 pixels");
  if (!kbx_good_direction (e.dx, e.dy))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_ENTI, i, 16, "expected a direction of length 1, or zeros");
  if (e.first_value != visit->values || e.value_count > KBX_COUNT (visit, KBX_SECTION_VALU) - visit->values)
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_ENTI, i, 24,
                       "expected values that follow those before, inside VALU");
  if (!kbx_good_flags (visit, KBX_SECTION_ENTI, i, 40, KBX_ENTITY_FLIP_X | KBX_ENTITY_FLIP_Y))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_ENTI, i, 40, "expected flags of 0 to 3");
  if (!kbx_good_shown (visit, &e))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_ENTI, i, 32, "expected a frame of a sprite, or zeros");
  if (!kbx_good_reserve (visit, KBX_SECTION_ENTI, i, 44, KBX_ENTI_SIZE))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_ENTI, i, 44, "expected reserved bytes to be zero");
  visit->values += e.value_count;
  return kbx_verify_pairs (visit, e.first_value, visit->values);
}

static kbx_status
kbx_verify_level (kbx_visit *visit, uint32_t i, kbx_level_visit *done)
{
  const kbx_section *bytes = &visit->bank->sections[KBX_SECTION_WALL];
  kbx_levl_record r = kbx_read_levl (visit->bank, i);
  kbx_status status;
  if (!kbx_good_string (visit, r.name))
    return kbx_refuse_level (visit, i, 0, KBX_ERROR_REFERENCE, "expected the offset of a string");
  if (i > 0 && r.name <= done->name)
    return kbx_refuse_level (visit, i, 0, KBX_ERROR_ORDER, "expected the levels in the order of their names");
  if (r.first_area != done->areas || r.area_count > KBX_COUNT (visit, KBX_SECTION_AREA) - done->areas)
    return kbx_refuse_level (visit, i, 4, KBX_ERROR_REFERENCE, "expected areas that follow those before, inside AREA");
  if (r.first_entity != done->entities || r.entity_count > KBX_COUNT (visit, KBX_SECTION_ENTI) - done->entities)
    return kbx_refuse_level (visit, i, 12, KBX_ERROR_REFERENCE, "expected entities that follow those before, inside ENTI");
  if (r.offset != kbx_next_walls (done->bytes) || r.offset > bytes->size || r.size > bytes->size - r.offset)
    return kbx_refuse_level (visit, i, 20, KBX_ERROR_REFERENCE, "expected bytes at the next multiple of 64, inside WALL");
  if (!kbx_good_reserve (visit, KBX_SECTION_LEVL, i, 28, KBX_LEVL_SIZE))
    return kbx_refuse_level (visit, i, 28, KBX_ERROR_VALUE, "expected reserved bytes to be zero");
  if (r.size == 0)
    return kbx_refuse_level (visit, i, 24, KBX_ERROR_VALUE, "expected the bytes of a level");
  status = kbx_verify_walls (visit, &r, done->bytes);
  if (status == KBX_OK)
    status = kbx_verify_areas (visit, r.first_area, r.first_area + r.area_count);
  for (uint32_t k = 0; k < r.entity_count && status == KBX_OK; k++)
    status = kbx_verify_entity (visit, r.first_entity + k);
  done->areas += r.area_count;
  done->entities += r.entity_count;
  done->bytes = r.offset + r.size;
  done->name = r.name;
  return status;
}

KBX_INTERNAL kbx_status
kbx_verify_levels (kbx_visit *visit)
{
  kbx_level_visit done = { 0, 0, 0, 0 };
  kbx_status status = KBX_OK;
  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_LEVL) && status == KBX_OK; i++)
    status = kbx_verify_level (visit, i, &done);
  if (status != KBX_OK)
    return status;
  if (done.areas != KBX_COUNT (visit, KBX_SECTION_AREA))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_AREA, done.areas, 0, "the area belongs to no level");
  if (done.entities != KBX_COUNT (visit, KBX_SECTION_ENTI))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_ENTI, done.entities, 0, "the entity belongs to no level");
  if (visit->values != KBX_COUNT (visit, KBX_SECTION_VALU))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_VALU, visit->values, 0, "the value belongs to no shape or entity");
  if (done.bytes != KBX_COUNT (visit, KBX_SECTION_WALL))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_WALL, done.bytes, 0, "the bytes belong to no level");
  return KBX_OK;
}

/* ---- entities ---- */

KBX_INTERNAL void
kbx_about_entity (kbx_about *about, kbx_handle handle)
{
  kbx_enti_record r;
  if (!kbx_within (handle.bank, KBX_SECTION_ENTI, handle.index))
    return;
  r = kbx_read_enti (handle.bank, handle.index);
  about->found = true;
  about->class_index = r.class_index;
  about->position.x = (float) r.x / KBX_GRID;
  about->position.y = (float) r.y / KBX_GRID;
  about->direction.x = r.dx;
  about->direction.y = r.dy;
  about->values = r.value_count;
  if (r.sprite == 0)
    return;
  about->frame = kbx_quick_handle (handle.bank, KBX_FRAME, kbx_read_sprt (handle.bank, r.sprite - 1).first_frame + r.frame);
  about->flip_x = (r.flags & KBX_ENTITY_FLIP_X) != 0;
  about->flip_y = (r.flags & KBX_ENTITY_FLIP_Y) != 0;
}
