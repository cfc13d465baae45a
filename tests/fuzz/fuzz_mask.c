/* SPDX-License-Identifier: MIT */
/* Opens the input as a mask of zones and asks everything; packs what it answers, and the answers of the two must be the
 * same. */
#include "tests/fuzz/front_door.h"
#include "runtime/kickbox/pack.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
same (kbx_zone_set a, kbx_zone_set b)
{
  if (memcmp (&a, &b, sizeof a) != 0)
    abort ();
}

static void
compare (kbx_handle one, kbx_handle two, int32_t x, int32_t y)
{
  kbx_box box = { x, y, x + 41, y + 37 };
  kbx_circle circle = { { (float) x + 0.5f, (float) y + 0.25f }, 21.5f };
  kbx_segment segment = { { (float) x, (float) y }, { (float) y, (float) x + 9.5f } };
  kbx_zone_set all = { { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX - 1 } };
  kbx_pixel first = kbx_zones_first (one, kbx_at (0, 0), kbx_shape_circle (circle.centre, circle.radius), all), other = kbx_zones_first (two, kbx_at (0, 0), kbx_shape_circle (circle.centre, circle.radius), all);
  same (kbx_zones_touching (one, kbx_at (0, 0), kbx_shape_box (box)), kbx_zones_touching (two, kbx_at (0, 0), kbx_shape_box (box)));
  same (kbx_zones_touching (one, kbx_at (0, 0), kbx_shape_circle (circle.centre, circle.radius)), kbx_zones_touching (two, kbx_at (0, 0), kbx_shape_circle (circle.centre, circle.radius)));
  same (kbx_zones_touching (one, kbx_at (0, 0), kbx_shape_segment (segment.a, segment.b)), kbx_zones_touching (two, kbx_at (0, 0), kbx_shape_segment (segment.a, segment.b)));
  if (first.found != other.found || first.p.x != other.p.x || first.p.y != other.p.y || first.zone != other.zone)
    abort ();
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  kbx_handle mask, again;
  kbx_size sides;
  uint8_t *values, *bytes;
  size_t packed;

  if (kbx_open (&mask, KBX_MASK, data, size, NULL) != KBX_OK)
    return 0;
  fuzz_accept ();
  sides = kbx_info (mask).size;
  if ((uint64_t) sides.w * sides.h > 1 << 16)
    return 0;
  values = malloc ((size_t) sides.w * sides.h);
  if (values == NULL)
    return 0;
  for (uint32_t i = 0; i < sides.w * sides.h; i++)
    values[i] = kbx_zone_at (mask, kbx_at (0, 0), (kbx_point) { (int32_t) (i % sides.w), (int32_t) (i / sides.w) });
  packed = kbx_mask_pack (&(kbx_mask_plan) { values, sides.w, sides.w, sides.h }, NULL, 0, NULL, 0, NULL);
  bytes = malloc (packed);
  if (bytes != NULL)
    {
      kbx_mask_pack (&(kbx_mask_plan) { values, sides.w, sides.w, sides.h }, NULL, 0, bytes, packed, NULL);
      if (kbx_open (&again, KBX_MASK, bytes, packed, NULL) != KBX_OK)
        abort ();
      for (int32_t i = 0; i < 16; i++)
        compare (mask, again, i * (int32_t) sides.w / 8 - 30, (int32_t) sides.h - i * (int32_t) sides.h / 9 - 20);
    }
  free (bytes);
  free (values);
  return 0;
}
