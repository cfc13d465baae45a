/* SPDX-License-Identifier: MIT */
/* The bitmaps of a bank's frames: their check, and which one a frame has. */
#include "runtime/masks/covers.h"
#include "runtime/visit.h"

static kbx_status
kbx_verify_bitmap_bytes (kbx_visit *visit)
{
  const kbx_section *bytes = &visit->bank->sections[KBX_SECTION_BITS];
  uint32_t at = 0;
  kbx_trouble trouble;
  kbx_status status;

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_BITM); i++)
    {
      kbx_bitm_record r = kbx_read_piece (visit->bank, KBX_SECTION_BITM, i);
      if (r.size == 0 || r.offset != at || r.size > bytes->size - at)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_BITM, i, 0,
                           "expected bytes that follow those of the bitmap before, inside BITS");
      status = kbx_check_bitmap (&trouble, bytes->data + at, r.size);
      if (status != KBX_OK)
        return kbx_refuse_trouble (visit, status, KBX_SECTION_BITS, at, &trouble);
      at += r.size;
    }
  if (at != bytes->size)
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_BITS, at, 0, "the bytes belong to no bitmap");
  return KBX_OK;
}

KBX_INTERNAL kbx_status
kbx_verify_bitmaps (kbx_visit *visit)
{
  const kbx_bank *bank = visit->bank;
  uint32_t used = 0;
  kbx_status status = kbx_verify_bitmap_bytes (visit);

  if (status != KBX_OK)
    return status;
  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_FRAM); i++)
    {
      uint32_t number = kbx_load_u32 (kbx_record (bank, KBX_SECTION_FRAM, i) + KBX_FRAM_AT_BITMAP);
      kbx_fram_record frame;
      const uint8_t *p;
      if (number == 0)
        continue;
      if (number > used + 1 || number > KBX_COUNT (visit, KBX_SECTION_BITM))
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_FRAM, i, KBX_FRAM_AT_BITMAP,
                           "expected the next bitmap, or one that a frame before has");
      used = number > used ? number : used;
      frame = kbx_read_fram (bank, i);
      p = bank->sections[KBX_SECTION_BITS].data + kbx_read_piece (bank, KBX_SECTION_BITM, number - 1).offset;
      if (kbx_load_u16 (p) != frame.w || kbx_load_u16 (p + 2) != frame.h)
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, KBX_FRAM_AT_BITMAP, "expected a bitmap of the frame's size");
    }
  if (used != KBX_COUNT (visit, KBX_SECTION_BITM))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_BITM, used, 0, "the bitmap belongs to no frame");
  return KBX_OK;
}

KBX_INTERNAL kbx_pixel_source
kbx_frame_pixels (const kbx_handle *frame)
{
  kbx_pixel_source source = { NULL, 0, 0 };
  const uint8_t *record;
  uint32_t number;
  if (!kbx_is_frame (*frame))
    return source;
  record = kbx_record (frame->bank, KBX_SECTION_FRAM, frame->index);
  number = kbx_load_u32 (record + KBX_FRAM_AT_BITMAP);
  if (number > 0)
    source.bytes = frame->bank->sections[KBX_SECTION_BITS].data + kbx_read_piece (frame->bank, KBX_SECTION_BITM, number - 1).offset;
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
