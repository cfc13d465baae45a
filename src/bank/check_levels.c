/* SPDX-License-Identifier: MIT */
/* Checks levels: their bytes, areas and entities. */
#include "bank/checker.h"

static bool
check_walls (const KbBankContent *content, const KbBankLevel *level, const KbBankPlace *place, KbBankError *error)
{
  const char *wrong;
  if (!kb_bank_level_good (level->bytes, level->size, &wrong))
    return kb_bank_fail (error, KB_PLACE_KEY (place, "partition"), "%s", wrong);
  KbBankLevelSize size = kb_bank_level_size (level);
  if (size.n_areas != level->n_areas)
    return kb_bank_fail (error, KB_PLACE_KEY (place, "areas"), "there are %u; expected %u", level->n_areas, size.n_areas);
  for (uint32_t i = 0; i < size.n_walls; i++)
    if (!kb_bank_check_class (content, kb_bank_level_wall (level, i).class_index,
                              KB_PLACE_KEY (KB_PLACE_ITEM (place, "walls", i), "class"), error))
      return false;
  return true;
}

static bool
check_shown (const KbBankContent *content, const KbBankEntity *entity, const KbBankPlace *place, KbBankError *error)
{
  if (!entity->sprite)
    return (entity->frame == 0 && !entity->flip_x && !entity->flip_y)
      || kb_bank_fail (error, KB_PLACE_KEY (place, "sprite"), "is missing; expected one that has the frame and the flip");
  uint32_t sprite = kb_bank_find_sprite (content, entity->sprite);
  if (sprite == UINT32_MAX)
    return kb_bank_fail (error, KB_PLACE_KEY (place, "sprite"), "there is no sprite \"%.60s\"", entity->sprite);
  return kb_bank_check_range (entity->frame, 0, (int64_t) content->sprites[sprite].n_frames - 1, "the frame",
                              KB_PLACE_KEY (place, "frame"), error);
}

static bool
check_entity (const KbBankContent *content, const KbBankEntity *entity, const KbBankPlace *place, KbBankError *error)
{
  const KbBankPlace *at = KB_PLACE_KEY (place, "at");
  return kb_bank_check_name (entity->name, KB_MAY_BE_EMPTY, KB_PLACE_KEY (place, "name"), error)
    && kb_bank_check_class (content, entity->class_index, KB_PLACE_KEY (place, "class"), error)
    && kb_bank_check_range (entity->x, -KB_BANK_MAX_PLACE, KB_BANK_MAX_PLACE, "x in 1/256 pixel", at, error)
    && kb_bank_check_range (entity->y, -KB_BANK_MAX_PLACE, KB_BANK_MAX_PLACE, "y in 1/256 pixel", at, error)
    && kb_bank_check_unit (entity->dx, entity->dy, true, KB_PLACE_KEY (place, "direction"), error)
    && kb_bank_check_values (entity->values, entity->n_values, KB_PLACE_KEY (place, "values"), error)
    && check_shown (content, entity, place, error);
}

static bool
check_level (const KbBankContent *content, const KbBankLevel *level, uint32_t *records, const KbBankPlace *place, KbBankError *error)
{
  if (!kb_bank_check_name (level->name, KB_NOT_EMPTY, KB_PLACE_KEY (place, "name"), error)
      || !check_walls (content, level, place, error))
    return false;
  for (uint32_t i = 0; i < level->n_areas; i++) {
    const KbBankPlace *area = KB_PLACE_ITEM (place, "areas", i);
    if (!kb_bank_check_name (level->areas[i].name, KB_MAY_BE_EMPTY, KB_PLACE_KEY (area, "name"), error)
        || !kb_bank_check_class (content, level->areas[i].class_index, KB_PLACE_KEY (area, "class"), error))
      return false;
  }
  for (uint32_t i = 0; i < level->n_entities; i++)
    if (!check_entity (content, &level->entities[i], KB_PLACE_ITEM (place, "entities", i), error))
      return false;
  return kb_bank_check_worlds (content, level, records, place, error);
}

bool
kb_bank_check_levels (const KbBankContent *content, KbBankError *error)
{
  uint32_t records = 0;
  for (uint32_t i = 0; i < content->n_levels; i++)
    if (!check_level (content, &content->levels[i], &records, KB_PLACE_ITEM (NULL, "levels", i), error))
      return false;
  return content->n_levels == 0
    || kb_bank_check_unique (&content->levels[0].name, sizeof *content->levels, content->n_levels, NULL, "levels", "levels",
                             error);
}
