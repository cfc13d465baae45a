/* SPDX-License-Identifier: MIT */
/* Lists of zones: checking and searching them; the pictures of section ZPIC. */
#include "runtime/bank/about.h"
#include "runtime/masks/zone_lists.h"

KBX_INTERNAL kbx_status
kbx_verify_zone_list (const kbx_visit *visit, uint32_t first, uint32_t count, kbx_zone_set *values)
{
  kbx_set_add (values, 0);
  for (uint32_t i = first; i < first + count; i++)
    {
      kbx_zone_record r = kbx_read_zone (visit->bank, i);
      if (r.value == 0 || r.value > 255 || kbx_set_has (values, r.value))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_ZONE, i, 8,
                           "expected a value from 1 to 255 that no zone before has");
      kbx_set_add (values, r.value);
    }
  return KBX_OK;
}

KBX_INTERNAL kbx_status
kbx_verify_zone_pictures (kbx_visit *visit)
{
  return kbx_verify_pieces (visit, KBX_SECTION_ZPIC, KBX_SECTION_ZPIX, kbx_check_mask);
}

/* ---- one zone ---- */

KBX_API kbx_handle
kbx_zone_of (kbx_handle parent, uint8_t value)
{
  const uint32_t count = kbx_count (parent, KBX_ZONE);
  kbx_handle zone = kbx_item (parent, KBX_ZONE, 0);
  const uint32_t first = zone.index;
  while (zone.index - first < count && kbx_read_zone (parent.bank, zone.index).value != value)
    zone.index++;
  return kbx_item (parent, KBX_ZONE, zone.index - first);
}
