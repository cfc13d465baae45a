/* SPDX-License-Identifier: MIT */
/* Opens the input as a track and asks everything: whatever the bytes say, every answer is a number and comes soon. */
#include "tests/fuzz/expect.h"

#include <math.h>

static void
ask (kbx_track track, kbx_vec p, kbx_vec move)
{
  kbx_circle circle = { p, kbx_track_most (track) / 4 };
  kbx_track_place place = kbx_track_look (track, p);
  kbx_hit sweep = kbx_track_sweep_circle (track, circle, move);
  expect (place.status == KBX_OK && isfinite (place.clearance) && isfinite (place.gradient.x) && isfinite (place.gradient.y));
  expect (fabsf (hypotf (place.normal.x, place.normal.y) - 1) < 1e-5f || (place.normal.x == 0 && place.normal.y == 0));
  expect (place.clearance == kbx_track_clearance_at (track, p));
  expect (sweep.status == KBX_OK && sweep.fraction >= 0 && sweep.fraction <= 1);
  for (int manner = KBX_TRACK_STOP; manner <= KBX_TRACK_BOUNCE; manner++)
    {
      kbx_track_move moved = kbx_track_move_circle (track, circle, move, (kbx_track_manner) manner, 0.5f, 0.125f);
      expect (moved.status == KBX_OK && isfinite (moved.centre.x) && isfinite (moved.centre.y) && moved.touches <= 16);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  kbx_track track;
  kbx_size sides;

  if (kbx_open (&track, KBX_TRACK, data, size, NULL) != KBX_OK)
    return 0;
  sides = kbx_track_size (track);
  for (int32_t y = -2; y < (int32_t) sides.h + 2; y += 1 + (int32_t) sides.h / 6)
    for (int32_t x = -2; x < (int32_t) sides.w + 2; x += 1 + (int32_t) sides.w / 6)
      {
        kbx_vec p = { (float) x + 0.375f, (float) y + 0.75f }, move = { (float) (y % 7 * 9), (float) (x % 5 * 20 - 40) };
        expect (isfinite (kbx_track_clearance (track, (kbx_point) { x, y })));
        ask (track, p, move);
      }
  return 0;
}
