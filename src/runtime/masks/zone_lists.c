/* SPDX-License-Identifier: MIT */
/* Lists of zones: their check, and finding in them; the pictures of ZPIC. */
#include "runtime/about.h"
#include "runtime/masks/zone_lists.h"

KBX_INTERNAL kbx_status
kbx_verify_zone_list (kbx_visit *visit, kbx_zone_list list, kbx_zone_set *values)
{
  kbx_set_add (values, 0);
  for (uint32_t i = list.first; i < list.first + list.count; i++)
    {
      kbx_zone_record r = kbx_read_zone (visit->bank, i);
      if (!kbx_good_string (visit, r.name))
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_ZONE, i, 0, "expected the offset of a string");
      if (r.value == 0 || r.value > 255 || kbx_set_has (values, r.value))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_ZONE, i, 8,
                           "expected a value from 1 to 255 that no zone before has");
      if (!kbx_good_flags (visit, KBX_SECTION_ZONE, i, 12, KBX_ZONE_ROAD))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_ZONE, i, 12, "expected flags of 0 or 1");
      kbx_set_add (values, r.value);
    }
  return KBX_OK;
}

KBX_INTERNAL kbx_status
kbx_verify_zone_pictures (kbx_visit *visit)
{
  const kbx_section *bytes = &visit->bank->sections[KBX_SECTION_ZPIX];
  uint32_t at = 0;
  kbx_trouble trouble;
  kbx_status status;

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_ZPIC); i++)
    {
      kbx_bitm_record r = kbx_read_piece (visit->bank, KBX_SECTION_ZPIC, i);
      if (r.size == 0 || r.offset != at || r.size > bytes->size - at)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_ZPIC, i, 0,
                           "expected bytes that follow those of the picture before, inside ZPIX");
      status = kbx_check_mask (&trouble, bytes->data + at, r.size);
      if (status != KBX_OK)
        return kbx_refuse_trouble (visit, status, KBX_SECTION_ZPIX, at, &trouble);
      at += r.size;
    }
  if (at != bytes->size)
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_ZPIX, at, 0, "the bytes belong to no picture");
  return KBX_OK;
}

KBX_INTERNAL bool
kbx_good_picture (kbx_visit *visit, uint32_t number)
{
  if (number > visit->pictures + 1 || number > KBX_COUNT (visit, KBX_SECTION_ZPIC))
    return false;
  visit->pictures = number > visit->pictures ? number : visit->pictures;
  return true;
}

/* ---- one zone ---- */

KBX_INTERNAL void
kbx_about_zone (kbx_about *about, const uint8_t *record)
{
  about->found = true;
  about->colour = kbx_load_u32 (record + 4);
  about->zone = (uint8_t) kbx_load_u32 (record + 8);
  about->road = (kbx_load_u32 (record + 12) & KBX_ZONE_ROAD) != 0;
}

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
