/* SPDX-License-Identifier: MIT */
/* Zones painted on frames: their check. */
#include "runtime/masks/zone_lists.h"

/* ---- the check ---- */

static kbx_status
kbx_verify_frame_painting (kbx_visit *visit, uint32_t i, const kbx_zone_set *values)
{
  kbx_fzon_record r = kbx_read_fzon (visit->bank, i);
  kbx_fram_record frame = kbx_read_fram (visit->bank, i);
  const uint8_t *p;
  if (!kbx_good_picture (visit, r.number))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_FZON, i, 0,
                       "expected the next picture, or one that was used before");
  if (r.number == 0)
    return (r.x | r.y) == 0 ? KBX_OK : kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FZON, i, 4, "expected zeros without a picture");
  p = kbx_zone_picture (visit->bank, r.number);
  if ((uint32_t) r.x + kbx_load_u16 (p) > frame.w || (uint32_t) r.y + kbx_load_u16 (p + 2) > frame.h)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FZON, i, 4, "expected a picture inside the frame");
  if (!kbx_values_known (p, values))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FZON, i, 0, "a pixel has a value that is no zone's of the sprite");
  return KBX_OK;
}

static kbx_status
kbx_verify_sprite_zones (kbx_visit *visit, uint32_t i, kbx_zone_set *values)
{
  kbx_szon_record r = kbx_read_szon (visit->bank, i);
  if (r.first_zone != visit->zones || r.zone_count > KBX_COUNT (visit, KBX_SECTION_PZON) - visit->zones)
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_SZON, i, 0,
                       "expected zones that follow those of the sprite before, inside PZON");
  visit->zones += r.zone_count;
  return kbx_verify_zone_list (visit, kbx_zones_of (visit->bank, KBX_SECTION_PZON, r.first_zone, r.zone_count), values);
}

KBX_INTERNAL kbx_status
kbx_verify_frame_zones (kbx_visit *visit)
{
  uint32_t lists = KBX_COUNT (visit, KBX_SECTION_SZON), paintings = KBX_COUNT (visit, KBX_SECTION_FZON);
  kbx_status status = KBX_OK;

  if (lists > 0 && lists != KBX_COUNT (visit, KBX_SECTION_SPRT))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_SZON, 0, 0, "expected a record for each sprite");
  if (paintings > 0 && paintings != KBX_COUNT (visit, KBX_SECTION_FRAM))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_FZON, 0, 0, "expected a record for each frame");
  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_SPRT) && status == KBX_OK; i++)
    {
      kbx_sprt_record sprite = kbx_read_sprt (visit->bank, i);
      kbx_zone_set values = { { 1, 0, 0, 0 } };
      if (lists > 0)
        status = kbx_verify_sprite_zones (visit, i, &values);
      for (uint32_t k = 0; k < sprite.frame_count && paintings > 0 && status == KBX_OK; k++)
        status = kbx_verify_frame_painting (visit, sprite.first_frame + k, &values);
    }
  return status;
}
