/* SPDX-License-Identifier: MIT */
/* A car laps an island: it keeps to the middle of the road and slides on dirt. The bank is that of
 * data/harbor: race BANK
 *
 *   cc -I. race.c kickbox.c -o race -lm */
#include <kickbox.h>
#include <stdio.h>

int
main (int argc, char **argv)
{
  kbx_bank bank;
  if (argc != 2 || kbx_bank_open_file (&bank, argv[1], NULL) != KBX_OK)
    return 1;
  const kbx_handle island = kbx_bank_find (&bank, KBX_TRACK, "island");
  const uint8_t dirt = kbx_info (kbx_find (island, KBX_ZONE, "dirt")).zone;
  kbx_segment gates[16];
  const uint32_t count = kbx_track_gates (island, gates, 16); /* all, even if they do not fit */
  if (count > 16)
    return 1;
  kbx_circle car = { { 96, 238 }, 6 }; /* before the start line */
  kbx_vec velocity = { -1, -1 };
  const kbx_motion slide = { KBX_SLIDE, 0, 0, 0, { 0, 0 } };
  kbx_lap lap = { 0, 0, 0, 0 };
  for (int step = 1; step < 4000 && lap.laps < 3; step++)
    {
      const kbx_point p = kbx_pixel_of (car.centre);
      const bool slips = kbx_zone_at (island, kbx_at (0, 0), p) == dirt;
      const kbx_track_place place = kbx_track_at (island, car.centre);
      const float steer = place.clearance > 14 ? 0 : slips ? 0.05f : 0.25f;
      const float gas = velocity.x * velocity.x + velocity.y * velocity.y < 1 ? 1.05f : 0.95f;
      velocity.x = velocity.x * gas + place.normal.x * steer;
      velocity.y = velocity.y * gas + place.normal.y * steer;
      const kbx_move move = kbx_track_move (island, car, velocity, slide, 0.125f);
      const kbx_vec before = car.centre;
      car.centre.x += move.moved.x;
      car.centre.y += move.moved.y;
      velocity = move.velocity;
      kbx_gates_advance (gates, count, &lap, before, car.centre);
      if (lap.passed > 0 && lap.next == 1)
        printf ("step %d: lap %u begins\n", step, lap.laps);
    }
  kbx_bank_close_file (&bank);
  return 0;
}
