/* SPDX-License-Identifier: MIT */
/* The masks of a bank and their zones: their check, and finding them. */
#include "runtime/masks/zone_lists.h"

KBX_INTERNAL kbx_status
kbx_verify_masks (kbx_visit *visit)
{
  uint32_t name = 0;
  kbx_status status = KBX_OK;

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_MASK) && status == KBX_OK; i++)
    {
      kbx_mask_record r = kbx_read_mask (visit->bank, i);
      kbx_zone_set values = { { 0, 0, 0, 0 } };
      if (!kbx_good_string (visit, r.name))
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_MASK, i, 0, "expected the offset of a string");
      if (i > 0 && r.name <= name)
        return kbx_refuse (visit, KBX_ERROR_ORDER, KBX_SECTION_MASK, i, 0, "expected the masks in the order of their names");
      if (r.first_zone != visit->zones || r.zone_count > KBX_COUNT (visit, KBX_SECTION_ZONE) - visit->zones)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_MASK, i, 4, "expected zones that follow those before, inside ZONE");
      if (r.picture == 0 || !kbx_good_picture (visit, r.picture))
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_MASK, i, 12,
                           "expected the next picture, or one that was used before");
      status = kbx_verify_zone_list (visit, kbx_zones_of (visit->bank, r.first_zone, r.zone_count), &values);
      if (status == KBX_OK && !kbx_values_known (kbx_zone_picture (visit->bank, r.picture), &values))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_MASK, i, 12, "a pixel has a value that is no zone's");
      name = r.name;
      visit->zones += r.zone_count;
    }
  return status;
}

/* ---- finding ---- */

KBX_API uint32_t
kbx_bank_mask_count (const kbx_bank *bank)
{
  return bank != NULL ? bank->sections[KBX_SECTION_MASK].count : 0;
}

KBX_API kbx_mask
kbx_bank_mask (const kbx_bank *bank, uint32_t mask_index)
{
  kbx_mask mask = { NULL };
  if (kbx_within (bank, KBX_SECTION_MASK, mask_index))
    mask.bytes = kbx_zone_picture (bank, kbx_read_mask (bank, mask_index).picture);
  return mask;
}

KBX_API const char *
kbx_bank_mask_name (const kbx_bank *bank, uint32_t mask_index)
{
  return kbx_within (bank, KBX_SECTION_MASK, mask_index) ? kbx_string (bank, kbx_read_mask (bank, mask_index).name) : "";
}

KBX_API uint32_t
kbx_bank_find_mask (const kbx_bank *bank, const char *name)
{
  return kbx_find_sorted (bank, KBX_SECTION_MASK, name);
}

static kbx_zone_list
kbx_mask_list (const kbx_bank *bank, uint32_t mask_index)
{
  kbx_mask_record r;
  if (!kbx_within (bank, KBX_SECTION_MASK, mask_index))
    return kbx_zones_of (bank, 0, 0);
  r = kbx_read_mask (bank, mask_index);
  return kbx_zones_of (bank, r.first_zone, r.zone_count);
}

KBX_API uint32_t
kbx_bank_zone_count (const kbx_bank *bank, uint32_t mask_index)
{
  return kbx_mask_list (bank, mask_index).count;
}

KBX_API kbx_zone
kbx_bank_zone (const kbx_bank *bank, uint32_t mask_index, uint32_t i)
{
  return kbx_zone_of_place (kbx_mask_list (bank, mask_index), i);
}

KBX_API kbx_zone
kbx_bank_zone_of_value (const kbx_bank *bank, uint32_t mask_index, uint8_t value)
{
  return kbx_zone_of_value (kbx_mask_list (bank, mask_index), value);
}

KBX_API kbx_zone
kbx_bank_find_zone (const kbx_bank *bank, uint32_t mask_index, const char *name)
{
  return kbx_zone_of_name (kbx_mask_list (bank, mask_index), name);
}
