/* SPDX-License-Identifier: MIT */
/* Opens the input as a bitmap and asks everything, of it and of it with another; packs what it answers, and the answers
 * of the two must be the same. */
#include "tests/fuzz/front_door.h"
#include "runtime/kickbox/pack.h"

#include <stdlib.h>
#include <string.h>
#include "tests/support/pixel_kit.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
compare (kbx_handle one, kbx_handle two, kbx_place at)
{
  kbx_place on = kbx_at (0, 0);
  kbx_pixel first = kbx_pixels_first (one, at, one, on), other = kbx_pixels_first (two, at, one, on);
  KitPixels contact = kit_pixels_collide (one, at, one, on);
  if (first.found != other.found || first.p.x != other.p.x || first.p.y != other.p.y || contact.hit != first.found
      || contact.area != kbx_pixels_area (two, at, one, on) || kbx_pixels_overlap (two, at, one, on) != first.found)
    abort ();
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  kbx_place pose = kbx_at (0, 0);
  kbx_handle bitmap, again;
  kbx_size sides;
  uint8_t *values, *bytes;
  size_t packed;

  if (kbx_open (&bitmap, KBX_BITMAP, data, size, NULL) != KBX_OK)
    return 0;
  fuzz_accept ();
  sides = kbx_info (bitmap).size;
  if ((uint64_t) sides.w * sides.h > 1 << 16)
    return 0;
  values = calloc (sides.w, sides.h);
  if (values == NULL)
    return 0;
  for (uint32_t i = 0; i < sides.w * sides.h; i++)
    values[i] = kbx_pixel_at (bitmap, pose, (kbx_point) { (int32_t) (i % sides.w), (int32_t) (i / sides.w) });
  packed = kbx_bitmap_pack (&(kbx_bitmap_plan) { values, 1, sides.w, sides.w, sides.h, 1 }, NULL, 0, NULL, 0, NULL);
  bytes = malloc (packed);
  if (bytes != NULL)
    {
      kbx_bitmap_pack (&(kbx_bitmap_plan) { values, 1, sides.w, sides.w, sides.h, 1 }, NULL, 0, bytes, packed, NULL);
      if (kbx_open (&again, KBX_BITMAP, bytes, packed, NULL) != KBX_OK || kbx_info (again).pixels != kbx_info (bitmap).pixels)
        abort ();
      for (int32_t i = 0; i < 16; i++)
        compare (bitmap, again, kbx_at_flipped (i * (int32_t) sides.w / 8 - 5, 3 - i * (int32_t) sides.h / 9, i & 1, i & 2));
    }
  free (bytes);
  free (values);
  return 0;
}
