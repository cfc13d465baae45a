/* SPDX-License-Identifier: MIT */
/* Opens the input as a ground and asks everything: whatever the bytes say, every answer is a number and comes soon. */
#include "tests/fuzz/expect.h"
#include "tests/support/layer_kit.h"

#include <math.h>

static void
ask (kbx_handle ground, kbx_vec foot, kbx_vec move)
{
  const kbx_ground_place place = kbx_ground_at (ground, foot.x);
  const kbx_hit sweep = kit_ground_land (ground, foot, move);
  expect (place.found ? isfinite (place.y) && isfinite (place.slope) && fabsf (hypotf (place.normal.x, place.normal.y) - 1) < 1e-5f
                      : isinf (place.y));
  expect (place.y == kbx_ground_at (ground, foot.x).y && place.too_steep == kbx_ground_at (ground, foot.x).too_steep);
  expect (kit_ground_touches (ground, foot) == (foot.y >= place.y));
  expect (sweep.status == KBX_OK && sweep.fraction >= 0 && sweep.fraction <= 1 && isfinite (sweep.point.x) && isfinite (sweep.point.y));
  expect (!sweep.started_inside || sweep.hit);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const float steps[] = { -70000, -55.5f, -10, 0, 7.25f, 60.5f, 300 };
  const uint32_t n = sizeof steps / sizeof *steps;
  kbx_handle ground;
  kbx_error error;

  if (kbx_open (&ground, KBX_GROUND, data, size, &error) != KBX_OK)
    return expect_refused (size, error, ground.data);
  fuzz_accept ();
  for (uint32_t i = 0; i < n * n; i++)
    {
      const kbx_vec foot = { steps[i % n], steps[i / n] }, move = { steps[(i + 3) % n], steps[(i + i / n) % n] };
      ask (ground, foot, move);
      ask (ground, (kbx_vec) { kbx_info (ground).left, foot.y }, move);
    }
  return 0;
}
