/* SPDX-License-Identifier: MIT */
/* Checks the zones painted on frames. */
#include "runtime/masks/zone_lists.h"


static kbx_status
kbx_verify_frame_painting (kbx_visit *visit, uint32_t i, const kbx_zone_set *values)
{
  kbx_fram_record r = kbx_read_fram (visit->bank, i);
  if (!kbx_take_shared (visit, KBX_SECTION_ZPIC, r.painting))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_FRAM, i, KBX_FRAM_AT_PAINTING,
                       "expected the next picture, or one that was used before");
  if (r.painting == 0)
    return (r.painting_x | r.painting_y) == 0
             ? KBX_OK
             : kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, KBX_FRAM_AT_PAINTING + 4,
                           "expected zeros without a picture");
  const uint8_t *p = kbx_zone_picture (visit->bank, r.painting);
  if ((uint32_t) r.painting_x + kbx_load_u16 (p) > r.w
      || (uint32_t) r.painting_y + kbx_load_u16 (p + 2) > r.h)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, KBX_FRAM_AT_PAINTING + 4,
                       "expected a picture inside the frame");
  if (!kbx_values_known (p, values))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, KBX_FRAM_AT_PAINTING,
                       "a pixel has a value that is no zone's of the sprite");
  return KBX_OK;
}

KBX_INTERNAL kbx_status
kbx_verify_frame_zones (kbx_visit *visit)
{
  kbx_status status = KBX_OK;
  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_SPRT) && status == KBX_OK; i++)
    {
      kbx_sprt_record sprite = kbx_read_sprt (visit->bank, i);
      kbx_zone_set values = { { 0, 0, 0, 0 } };
      status = kbx_verify_zone_list (visit, sprite.first_zone, sprite.zone_count, &values);
      for (uint32_t k = 0; k < sprite.frame_count && status == KBX_OK; k++)
        status = kbx_verify_frame_painting (visit, sprite.first_frame + k, &values);
    }
  return status;
}
