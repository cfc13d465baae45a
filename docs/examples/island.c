/* SPDX-License-Identifier: MIT */
/* A boat slides along the shore of an island that is made while the game runs: island
 *
 *   cc -I. island.c kickbox.c kickbox_pack.c -o island -lm */
#include <kickbox_pack.h>
#include <stdio.h>

enum { SIDE = 128 };
static uint16_t samples[SIDE * SIDE]; /* from altitude -100 to 100; the sea is at 0 */
static uint8_t sea[SIDE * SIDE], map_bytes[65536], shore_bytes[16384], work[1 << 19];

static void
raise_island (void)
{
  for (int i = 0; i < SIDE * SIDE; i++)
    {
      const int x = i % SIDE - 60, y = i / SIDE - 64, lower = 20 * (x * x + 2 * y * y);
      samples[i] = (uint16_t) (lower < 45000 ? 45000 - lower : 0);
      sea[i] = samples[i] < 32768;
    }
}

int
main (void)
{
  const kbx_vec corner = { 0, 0 };
  const kbx_heightmap_plan heights
    = { samples, SIDE, SIDE, SIDE, corner, 1, -100, 100, 0 };
  const kbx_track_plan water = { SIDE, SIDE, sea, SIDE, 32, NULL, NULL };
  const kbx_motion slide = { KBX_SLIDE, 0, 0, 0, { 0, 0 } };
  const kbx_vec wind = { 2, 0.5f };
  kbx_circle boat = { { 10, 50 }, 4 };
  kbx_handle map, shore;
  raise_island ();
  if (kbx_track_work (&water) > sizeof work)
    return 1;
  size_t size = kbx_heightmap_pack (&heights, NULL, 0, map_bytes, sizeof map_bytes, NULL);
  if (kbx_open (&map, KBX_HEIGHTMAP, map_bytes, size, NULL) != KBX_OK)
    return 1;
  size = kbx_track_pack (&water, work, sizeof work, shore_bytes, sizeof shore_bytes, NULL);
  if (kbx_open (&shore, KBX_TRACK, shore_bytes, size, NULL) != KBX_OK)
    return 1;
  for (int step = 1; step <= 50; step++)
    {
      const kbx_move move = kbx_track_move (shore, boat, wind, slide, 0.125f);
      boat.centre.x += move.moved.x;
      boat.centre.y += move.moved.y;
      if (step % 10 == 0)
        printf ("step %d: x %.1f, %.1f from the shore, %.1f deep\n", step,
                (double) boat.centre.x, (double) kbx_track_clearance (shore, boat.centre),
                (double) -kbx_heightmap_z (map, boat.centre, KBX_HEIGHT_BILINEAR));
    }
  return 0;
}
