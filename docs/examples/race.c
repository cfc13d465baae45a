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
  const kbx_track island = kbx_bank_find (&bank, KBX_TRACK, "island");
  const uint8_t dirt = kbx_zone_info (kbx_find (island, KBX_ZONE, "dirt")).value;
  kbx_segment gates[16];
  const uint32_t count = kbx_track_gates (island, gates, 16);
  kbx_circle car = { { 96, 238 }, 6 }; /* before the start line */
  kbx_vec velocity = { -1, -1 };
  kbx_lap lap = { 0, 0 };
  for (int step = 1; step < 4000 && lap.laps < 3; step++)
    {
      const kbx_point p = { (int32_t) car.centre.x, (int32_t) car.centre.y };
      const bool slips = kbx_zone_at (kbx_track_surfaces (island), kbx_at (0, 0), p) == dirt;
      const kbx_track_place place = kbx_track_look (island, car.centre);
      const float steer = place.clearance > 14 ? 0 : slips ? 0.05f : 0.25f;
      const float gas = velocity.x * velocity.x + velocity.y * velocity.y < 1 ? 1.05f : 0.95f;
      velocity.x = velocity.x * gas + place.normal.x * steer;
      velocity.y = velocity.y * gas + place.normal.y * steer;
      const kbx_track_move move
        = kbx_track_move_circle (island, car, velocity, KBX_TRACK_SLIDE, 0, 0.125f);
      const kbx_gates_passed passed
        = kbx_gates_advance (gates, count, &lap, car.centre, move.centre);
      car.centre = move.centre;
      velocity = move.velocity;
      if (passed.count > 0 && lap.next == 1)
        printf ("step %d: lap %u begins\n", step, lap.laps);
    }
  kbx_bank_close_file (&bank);
  return 0;
}
