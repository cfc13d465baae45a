/* SPDX-License-Identifier: MIT */
/* Levels in a binary bank. */
#include "bank/writer.h"

void
kb_bank_count_levels (Writer *w)
{
  w->count[LEVL] = w->content->n_levels;
  for (uint32_t i = 0; i < w->content->n_levels; i++) {
    const KbBankLevel *level = &w->content->levels[i];
    w->count[AREA] += level->n_areas;
    w->count[ENTI] += level->n_entities;
    for (uint32_t k = 0; k < level->n_entities; k++)
      w->count[EVAL] += level->entities[k].n_values;
    w->count[WALL] = kb_bank_level_place (w->count[WALL]) + level->size;
  }
}

static void
fill_entity (Writer *w, const KbBankEntity *entity)
{
  enum { FLIP_X = 1, FLIP_Y = 2 };
  put_string (w, ENTI, entity->name);
  put_u32 (w, ENTI, entity->class_index);
  put_i32 (w, ENTI, entity->x);
  put_i32 (w, ENTI, entity->y);
  put_f32 (w, ENTI, entity->dx);
  put_f32 (w, ENTI, entity->dy);
  put_u32 (w, ENTI, w->done[EVAL]);
  put_u32 (w, ENTI, entity->n_values);
  put_u32 (w, ENTI, entity->sprite ? kb_bank_find_sprite (w->content, entity->sprite) + 1 : 0);
  put_u32 (w, ENTI, entity->frame);
  put_u32 (w, ENTI, (entity->flip_x ? FLIP_X : 0) | (entity->flip_y ? FLIP_Y : 0));
  put_u32 (w, ENTI, 0);
  for (uint32_t i = 0; i < entity->n_values; i++) {
    put_string (w, EVAL, entity->values[i].key);
    put_string (w, EVAL, entity->values[i].value);
  }
  w->done[EVAL] += entity->n_values;
}

void
kb_bank_fill_levels (Writer *w)
{
  uint64_t at = 0;
  for (uint32_t i = 0; i < w->content->n_levels; i++) {
    const KbBankLevel *level = &w->content->levels[i];
    at = kb_bank_level_place (at);
    put_string (w, LEVL, level->name);
    put_u32 (w, LEVL, w->done[AREA]);
    put_u32 (w, LEVL, level->n_areas);
    put_u32 (w, LEVL, w->done[ENTI]);
    put_u32 (w, LEVL, level->n_entities);
    put_u32 (w, LEVL, (uint32_t) at);
    put_u32 (w, LEVL, (uint32_t) level->size);
    put_u32 (w, LEVL, 0);
    for (uint32_t k = 0; k < level->n_areas; k++) {
      put_string (w, AREA, level->areas[k].name);
      put_u32 (w, AREA, level->areas[k].class_index);
    }
    for (uint32_t k = 0; k < level->n_entities; k++)
      fill_entity (w, &level->entities[k]);
    w->done[AREA] += level->n_areas;
    w->done[ENTI] += level->n_entities;
    memcpy (w->at[WALL] + at, level->bytes, level->size);
    at += level->size;
  }
}
