/* SPDX-License-Identifier: MIT */
/* Opens the input as a track and asks everything: whatever the bytes say, every answer is a number and comes soon. */
#include "tests/fuzz/expect.h"

#include <math.h>

static void
ask (kbx_handle track, kbx_vec p, kbx_vec move)
{
  kbx_circle circle = { p, kbx_info (track).max_clearance / 4 };
  kbx_track_place place = kbx_track_at (track, p);
  kbx_hit sweep = kbx_track_cast (track, circle, move);
  expect (place.status == KBX_OK && isfinite (place.clearance) && isfinite (place.gradient.x) && isfinite (place.gradient.y));
  expect (fabsf (hypotf (place.normal.x, place.normal.y) - 1) < 1e-5f || (place.normal.x == 0 && place.normal.y == 0));
  expect (kbx_track_touching (track, circle) == (place.clearance <= circle.radius) && kbx_track_clearance (track, p) == place.clearance);
  expect (sweep.status == KBX_OK && sweep.fraction >= 0 && sweep.fraction <= 1);
  for (int manner = KBX_STOP; manner <= KBX_BOUNCE; manner++)
    {
      kbx_move moved = kbx_track_move (track, circle, move, (kbx_motion) { .manner = (kbx_manner) manner, .bounce = 0.5f }, 0.125f);
      expect (moved.status == KBX_OK && isfinite (moved.moved.x) && isfinite (moved.moved.y) && moved.touched <= 16);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  kbx_handle track;
  kbx_size sides;

  if (kbx_open (&track, KBX_TRACK, data, size, NULL) != KBX_OK)
    return 0;
  fuzz_accept ();
  sides = kbx_info (track).size;
  for (int32_t y = -2; y < (int32_t) sides.h + 2; y += 1 + (int32_t) sides.h / 6)
    for (int32_t x = -2; x < (int32_t) sides.w + 2; x += 1 + (int32_t) sides.w / 6)
      {
        kbx_vec p = { (float) x + 0.375f, (float) y + 0.75f }, move = { (float) (y % 7 * 9), (float) (x % 5 * 20 - 40) };
        expect (isfinite (kbx_track_clearance (track, (kbx_vec) { (float) x + 0.5f, (float) y + 0.5f })));
        ask (track, p, move);
      }
  return 0;
}
