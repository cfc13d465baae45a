/* SPDX-License-Identifier: MIT */
/* The masks of a bank and their zones: their check, and finding them. */
#include "runtime/masks/zone_lists.h"

KBX_INTERNAL kbx_status
kbx_verify_masks (kbx_visit *visit)
{
  kbx_status status = KBX_OK;

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_MASK) && status == KBX_OK; i++)
    {
      kbx_mask_record r = kbx_read_mask (visit->bank, i);
      kbx_zone_set values = { { 0, 0, 0, 0 } };
      status = kbx_take_owned (visit, KBX_SECTION_MASK, i, 1);
      if (status != KBX_OK)
        return status;
      if (r.picture == 0 || !kbx_take_shared (visit, KBX_SECTION_ZPIC, r.picture))
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_MASK, i, 12,
                           "expected the next picture, or one that was used before");
      status = kbx_verify_zone_list (visit, r.first_zone, r.zone_count, &values);
      if (status == KBX_OK
          && !kbx_values_known (kbx_zone_picture (visit->bank, r.picture), &values))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_MASK, i, 12,
                           "a pixel has a value that is no zone's");
    }
  return status;
}
