/* SPDX-License-Identifier: MIT */
/* Opens the input as a level and asks everything: whatever the bytes say, every answer is sound and comes soon. */
#include "tests/fuzz/expect.h"
#include "tests/support/layer_kit.h"

#include <math.h>

static void
ask (kbx_handle level, kbx_circle mover, kbx_vec to)
{
  const uint32_t count = kbx_info (level).walls;
  uint32_t walls[4];
  kbx_wall_in_view parts[64];
  kbx_rect box = { { fminf (mover.centre.x, to.x), fminf (mover.centre.y, to.y) }, { fmaxf (mover.centre.x, to.x), fmaxf (mover.centre.y, to.y) } };
  kbx_hit first = kit_level_cast_circle (level, mover, to, kit_all_walls ());
  KitTrace trace = kit_level_trace (level, mover.centre, to, kit_all_walls ());
  KitMoved moved = kit_level_slide (level, mover, to, kit_all_walls (), walls, 4);
  KitPlace place = kit_level_at (level, to);
  const kbx_vec aside = { to.y, -to.x };
  const uint32_t seen = kbx_walls_in_view (level, mover.centre, to, aside, NULL, parts, 64);
  expect (first.status == KBX_OK && first.hit == (first.index < count));
  expect (kit_level_sees (level, mover.centre, trace.stop, kit_all_walls ()));
  expect (moved.status == KBX_OK && isfinite (moved.centre.x) && isfinite (moved.centre.y) && moved.touched <= 16);
  expect (kit_level_near (level, mover, kit_all_walls (), walls, 4) <= count);
  expect (kit_level_near_box (level, box, kit_all_walls (), walls, 4) <= count);
  for (uint32_t i = 0; i < seen && i < 64; i++)
    expect (parts[i].index < count && isfinite (parts[i].part.a.x) && isfinite (parts[i].part.a.y) && isfinite (parts[i].part.b.x)
            && isfinite (parts[i].part.b.y) && kbx_walls_node (level, parts[i].node, box, NULL, 0).leaf);
  expect (place.area == KBX_NONE || place.area < kbx_info (level).areas);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const kbx_vec places[] = { { 0, 0 }, { 30, 20 }, { 90.5f, 41.25f }, { -65536, 65536 } };
  kbx_handle level;
  kbx_error error;

  if (kbx_open (&level, KBX_WALLS, data, size, &error) != KBX_OK)
    return expect_refused (size, error, level.data);
  fuzz_accept ();
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    for (size_t k = 0; k < sizeof places / sizeof *places; k++)
      {
        kbx_circle mover = { places[i], (float) k };
        ask (level, mover, places[k]);
      }
  return 0;
}
