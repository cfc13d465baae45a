/* SPDX-License-Identifier: MIT */
/* The masks of a bank and their zones: their check, and finding them. */
#include "runtime/masks/zone_lists.h"

static kbx_status
kbx_verify_mask_bytes (kbx_visit *visit, uint32_t i, const kbx_mask_record *r, const kbx_zone_set *values)
{
  const uint8_t *p = visit->bank->sections[KBX_SECTION_MPIX].data + r->offset;
  kbx_trouble trouble;
  const kbx_status status = kbx_check_mask (&trouble, p, r->size);

  if (status != KBX_OK)
    return kbx_refuse_trouble (visit, status, KBX_SECTION_MPIX, r->offset, &trouble);
  if (!kbx_values_known (p, values))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_MASK, i, 12, "a pixel has a value that is no zone's");
  return KBX_OK;
}

KBX_INTERNAL kbx_status
kbx_verify_masks (kbx_visit *visit)
{
  const kbx_section *bytes = &visit->bank->sections[KBX_SECTION_MPIX];
  uint32_t at = 0, zones = 0, name = 0;
  kbx_status status = KBX_OK;

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_MASK) && status == KBX_OK; i++)
    {
      kbx_mask_record r = kbx_read_mask (visit->bank, i);
      kbx_zone_set values = { { 0, 0, 0, 0 } };
      if (!kbx_good_string (visit, r.name))
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_MASK, i, 0, "expected the offset of a string");
      if (i > 0 && r.name <= name)
        return kbx_refuse (visit, KBX_ERROR_ORDER, KBX_SECTION_MASK, i, 0, "expected the masks in the order of their names");
      if (!kbx_good_reserve (visit, KBX_SECTION_MASK, i, 20, KBX_MASK_SIZE))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_MASK, i, 20, "expected reserved bytes to be zero");
      if (r.first_zone != zones || r.zone_count > KBX_COUNT (visit, KBX_SECTION_ZONE) - zones)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_MASK, i, 4,
                           "expected zones that follow those of the mask before, inside ZONE");
      if (r.size == 0 || r.offset != at || r.size > bytes->size - at)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_MASK, i, 12,
                           "expected bytes that follow those of the mask before, inside MPIX");
      status = kbx_verify_zone_list (visit, kbx_zones_of (visit->bank, KBX_SECTION_ZONE, r.first_zone, r.zone_count), &values);
      if (status == KBX_OK)
        status = kbx_verify_mask_bytes (visit, i, &r, &values);
      name = r.name;
      zones += r.zone_count;
      at += r.size;
    }
  if (status == KBX_OK && zones != KBX_COUNT (visit, KBX_SECTION_ZONE))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_ZONE, zones, 0, "the zone belongs to no mask");
  if (status == KBX_OK && at != bytes->size)
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_MPIX, at, 0, "the bytes belong to no mask");
  return status;
}
