/* SPDX-License-Identifier: MIT */
/* Opens the input as a heightmap and asks everything: whatever the bytes say, every answer is a number and comes soon. */
#include "tests/fuzz/expect.h"

#include <math.h>

static void
ask (kbx_handle map, kbx_vec p, kbx_vec3 move)
{
  const kbx_about about = kbx_info (map);
  const kbx_vec3 from = { p.x, p.y, fminf (about.high + 1, KBX_WORLD_LIMIT) };
  const kbx_hit3 sweep = kbx_heightmap_ray (map, from, move);
  const kbx_rect under = { { p.x - 3, p.y - 3 }, { p.x + 3, p.y + 3 } };
  for (int filter = KBX_HEIGHT_NEAREST; filter <= KBX_HEIGHT_BICUBIC; filter++)
    {
      const kbx_height_place place = kbx_heightmap_at (map, p, (kbx_height_filter) filter);
      expect (isfinite (place.z) && isfinite (place.normal.x) && isfinite (place.normal.y) && isfinite (place.normal.z));
    }
  expect (sweep.status == KBX_OK && sweep.fraction >= 0 && sweep.fraction <= 1 && !sweep.started_inside);
  expect (isfinite (sweep.point.z) && isfinite (sweep.normal.z));
  /* The steps of samples are rounded. */
  if (about.spacing > 0.01f)
    expect (kbx_heightmap_highest (map, under) <= about.high + (about.high - about.low) * 1e-6f);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const float steps[] = { -70000, -15.5f, -4, 0, 1.25f, 9, 300 };
  const uint32_t n = sizeof steps / sizeof *steps;
  kbx_handle map;
  kbx_error error;

  if (kbx_open (&map, KBX_HEIGHTMAP, data, size, &error) != KBX_OK)
    return expect_refused (size, error, map.data);
  fuzz_accept ();
  for (uint32_t i = 0; i < n * n; i++)
    {
      const kbx_vec3 move = { steps[(i + 3) % n], steps[(i + i / n) % n], i % 3 == 0 ? -100.0f : -70000.0f };
      kbx_vec p = { steps[i % n], steps[i / n] };
      ask (map, p, move);
      p.x += kbx_info (map).area.min.x;
      p.y += kbx_info (map).area.min.y;
      if (fabsf (p.x) < 4e6f && fabsf (p.y) < 4e6f)
        ask (map, p, move);
    }
  return 0;
}
