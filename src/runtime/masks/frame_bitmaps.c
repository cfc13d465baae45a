/* SPDX-License-Identifier: MIT */
/* The bitmaps of a bank's frames: checks them, and finds a frame's bitmap. */
#include "runtime/masks/covers.h"
#include "runtime/bank/visit.h"

KBX_INTERNAL kbx_status
kbx_verify_bitmap_pieces (kbx_visit *visit)
{
  return kbx_verify_pieces (visit, KBX_SECTION_BITM, KBX_SECTION_BITS, kbx_check_bitmap);
}

KBX_INTERNAL kbx_status
kbx_verify_bitmaps (kbx_visit *visit)
{
  const kbx_bank *bank = visit->bank;

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_FRAM); i++)
    {
      uint32_t number = kbx_load_u32 (kbx_record (bank, KBX_SECTION_FRAM, i) + KBX_FRAM_AT_BITMAP);
      const uint8_t *p;
      if (number == 0)
        continue;
      if (!kbx_take_shared (visit, KBX_SECTION_BITM, number))
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_FRAM, i, KBX_FRAM_AT_BITMAP,
                           "expected the next bitmap, or one that a frame before has");
      kbx_fram_record frame = kbx_read_fram (bank, i);
      p = bank->sections[KBX_SECTION_BITS].data
          + kbx_read_piece (bank, KBX_SECTION_BITM, number - 1).offset;
      if (kbx_load_u16 (p) != frame.w || kbx_load_u16 (p + 2) != frame.h)
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, KBX_FRAM_AT_BITMAP,
                           "expected a bitmap of the frame's size");
    }
  return KBX_OK;
}

KBX_INTERNAL kbx_pixel_source
kbx_frame_pixels (const kbx_handle *frame)
{
  kbx_pixel_source source = { NULL, 0, 0 };
  if (!kbx_is_frame (*frame))
    return source;
  const uint8_t *record = kbx_record (frame->bank, KBX_SECTION_FRAM, frame->index);
  const uint32_t number = kbx_load_u32 (record + KBX_FRAM_AT_BITMAP);
  if (number > 0)
    source.bytes = frame->bank->sections[KBX_SECTION_BITS].data
                   + kbx_read_piece (frame->bank, KBX_SECTION_BITM, number - 1).offset;
  source.hot_x = kbx_load_i16 (record + KBX_FRAM_AT_HOT_X);
  source.hot_y = kbx_load_i16 (record + KBX_FRAM_AT_HOT_Y);
  return source;
}

KBX_API kbx_handle
kbx_frame_bitmap (kbx_handle frame)
{
  const kbx_handle none = { NULL, NULL, KBX_NONE, KBX_NOTHING };
  const uint8_t *bytes = kbx_frame_pixels (&frame).bytes;
  return bytes != NULL ? kbx_packed_handle (KBX_BITMAP, bytes) : none;
}
