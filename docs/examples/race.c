/* SPDX-License-Identifier: MIT */
/* A car laps the island of the sample data/harbor, keeping to the middle of the road: race BANK
 *
 *   cc -I. race.c kickbox.c -o race -lm */
#include <kickbox.h>

#include <stdio.h>

#define GATES 16u

typedef struct {
  kbx_track road;
  kbx_mask surfaces;
  kbx_segment gates[GATES];
  uint32_t gate_count, dirt;
} race;

static race
find_race (kbx_track track)
{
  race r;
  r.road = track;
  r.surfaces = kbx_info (track).mask;
  r.gate_count = kbx_track_gates (track, r.gates, GATES);
  r.gate_count = r.gate_count < GATES ? r.gate_count : GATES;
  r.dirt = kbx_info (kbx_find (track, KBX_ZONE, "dirt")).zone;
  return r;
}

/* One step: the driver steers off the nearer edge, on dirt it slides, the edge of the road stops nobody but turns all. */
static void
race_on (const race *r, kbx_circle *car, kbx_vec *velocity, kbx_lap *lap)
{
  kbx_point below = { (int32_t) car->centre.x, (int32_t) car->centre.y };
  kbx_track_place place = kbx_track_at (r->road, car->centre);
  float grip = r->dirt != 0 && kbx_zone_at (r->surfaces, kbx_at (0, 0), below) == r->dirt ? 0.05f : 0.25f;
  kbx_vec before = car->centre;
  kbx_motion slide = { KBX_SLIDE, 0, 0, 0, { 0, 0 } };
  kbx_move moved;

  if (place.clearance < 14)
    {
      velocity->x += grip * place.normal.x;
      velocity->y += grip * place.normal.y;
    }
  moved = kbx_track_move (r->road, *car, *velocity, slide, 0.125f);
  car->centre.x += moved.moved.x;
  car->centre.y += moved.moved.y;
  *velocity = moved.velocity;
  kbx_gates_advance (r->gates, r->gate_count, lap, before, car->centre);
}

int
main (int argc, char **argv)
{
  kbx_circle car = { { 96, 238 }, 6 };       /* before the start line */
  kbx_vec velocity = { -1, -1 };
  kbx_lap lap = { 0, 0, 0, 0 };
  kbx_bank bank;
  kbx_error error;
  race r;

  if (argc != 2 || kbx_bank_open_file (&bank, argv[1], &error) != KBX_OK)
    return 1;
  r = find_race (kbx_bank_find (&bank, KBX_TRACK, "island"));
  for (int step = 0; step < 4000 && lap.laps < 3; step++)
    {
      float speed = velocity.x * velocity.x + velocity.y * velocity.y < 1 ? 1.05f : 0.95f;
      velocity.x *= speed;
      velocity.y *= speed;
      race_on (&r, &car, &velocity, &lap);
      if (lap.passed > 0 && lap.next == 1)
        printf ("step %d: lap %u begins\n", step, (unsigned) lap.laps);
    }
  kbx_bank_close_file (&bank);
  return 0;
}
