/* SPDX-License-Identifier: MIT */
/* Two cars race round a course that a player drew as points, between kerbs: rally
 *
 *   cc -I. rally.c kickbox.c kickbox_pack.c -o rally -lm */
#include <kickbox_pack.h>
#include <stdio.h>

enum { CARS = 2, GATES = 4, KERB = 128 };
static const kbx_vec course[] = { { 0, 0 }, { 240, 0 }, { 240, 80 }, { 400, 80 },
                                  { 400, 240 }, { 0, 240 } };
static const kbx_segment gates[GATES] = { { { 120, -16 }, { 120, 16 } },
  { { 416, 160 }, { 384, 160 } }, { { 200, 256 }, { 200, 224 } }, { { -16, 120 }, { 16, 120 } } };
/* Where a car steers until it crosses the next gate; it slides along the kerbs. */
static const kbx_vec steer[GATES] = { { 1, -1 }, { 1, 1 }, { -1, 1 }, { -1, -1 } };

int
main (void)
{
  static uint8_t bytes[1 << 14], work[1 << 19];
  const kbx_motion slide = { KBX_SLIDE, 0, 0, 0, { 0, 0 } };
  const float speed[CARS] = { 2, 2.25f };
  kbx_vec cars[CARS] = { { 60, 6 }, { 0, 0 } }, kerb[KERB];
  kbx_lap laps[CARS] = { { 0, 0, 0, 0 }, { 0, 0, 0, 0 } };
  kbx_wall walls[2 * KERB];
  kbx_walls_plan plan = { walls, 0, NULL, 0, KBX_PARTITION_GRID, 0, 0, 0, 0, 0, 0, 0, NULL, NULL };
  for (float side = -16; side <= 16; side += 32)
    {
      const uint32_t count = kbx_offset_curve (course, 6, true, side, kerb, KERB);
      if (count > KERB)
        return 1; /* the points that did not fit are missing: take a larger array */
      for (uint32_t i = 0; i < count; i++)
        {
          const kbx_wall wall = { { kerb[i], kerb[(i + 1) % count] }, 0, false };
          walls[plan.wall_count++] = wall;
        }
    }
  const size_t needed = kbx_walls_work (&plan);
  const size_t size = kbx_walls_pack (&plan, work, sizeof work, bytes, sizeof bytes, NULL);
  kbx_handle road;
  if (needed > sizeof work || kbx_open (&road, KBX_WALLS, bytes, size, NULL) != KBX_OK)
    return 1;
  for (int step = 1; step <= 800; step++)
    for (int i = 0; i < CARS; i++)
      {
        const kbx_vec from = cars[i], way = steer[laps[i].next];
        const kbx_vec gas = { way.x * speed[i], way.y * speed[i] };
        const kbx_shape car = kbx_shape_circle (from, 5);
        const kbx_move move = kbx_level_move (road, car, gas, slide, NULL, NULL, 0);
        cars[i].x += move.moved.x;
        cars[i].y += move.moved.y;
        kbx_gates_advance (gates, GATES, &laps[i], from, cars[i]);
        if (step % 200 == 0)
          printf ("step %d: car %d in lap %u, %.2f of it done\n", step, i, laps[i].laps,
                  (double) kbx_lap_progress (gates, GATES, &laps[i], cars[i]));
      }
  return 0;
}
