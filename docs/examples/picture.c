/* SPDX-License-Identifier: MIT */
/* A picture drawn as text becomes a bitmap, a mask of zones and a track: picture
 *
 *   cc -I. picture.c kickbox.c kickbox_pack.c -o picture -lm */
#include <kickbox_pack.h>
#include <stdio.h>

enum { WIDE = 16, HIGH = 8, POND = '~' };
static const char rows[HIGH][WIDE + 1] = { "................", "....######......",
                                           "....#~~~~#......", "....#~~~~#......",
                                           "....######......", "................",
                                           "................", "................" };

int
main (void)
{
  static uint8_t road[HIGH][WIDE], bytes[3][8192], work[1 << 18];
  const uint8_t *values = (const uint8_t *) rows[0];
  const kbx_bitmap_plan solid = { values, 1, WIDE + 1, WIDE, HIGH, '~' }; /* the pond alone */
  const kbx_mask_plan zones = { values, WIDE + 1, WIDE, HIGH };
  const kbx_track_plan course = { WIDE, HIGH, road[0], WIDE, 16, NULL, NULL };
  kbx_handle bitmap, mask, track;
  for (int y = 0; y < HIGH; y++)
    for (int x = 0; x < WIDE; x++)
      road[y][x] = rows[y][x] == '.';
  size_t size = kbx_bitmap_pack (&solid, NULL, 0, bytes[0], sizeof bytes[0], NULL);
  if (kbx_open (&bitmap, KBX_BITMAP, bytes[0], size, NULL) != KBX_OK)
    return 1;
  size = kbx_mask_pack (&zones, NULL, 0, bytes[1], sizeof bytes[1], NULL);
  if (kbx_open (&mask, KBX_MASK, bytes[1], size, NULL) != KBX_OK
      || kbx_track_work (&course) > sizeof work)
    return 1;
  size = kbx_track_pack (&course, work, sizeof work, bytes[2], sizeof bytes[2], NULL);
  if (kbx_open (&track, KBX_TRACK, bytes[2], size, NULL) != KBX_OK)
    return 1;

  const kbx_place here = kbx_at (0, 0), there = kbx_at (1, 1);
  const kbx_zone_set pond = kbx_zone_bit (POND);
  const kbx_vec from = { 1, 3 }, to = { 12, 3 }, move = { 6, 0 };
  const kbx_shape ray = kbx_shape_segment (from, to);
  const kbx_pixel wet = kbx_zones_first (mask, here, ray, pond);
  const kbx_pixel under = kbx_zones_first_under (mask, here, bitmap, there, pond);
  const kbx_circle car = { from, 0.5f };
  const kbx_segment gate = { { 3, 0 }, { 3, 8 } };
  printf ("the ray %s the pond first at (%d, %d), the bitmap at (%d, %d)\n",
          kbx_zone_set_has (kbx_zones_touching (mask, here, ray), POND) ? "meets" : "misses",
          wet.p.x, wet.p.y, under.p.x, under.p.y);
  printf ("%u pixels of the pond, %u under itself moved\n", kbx_info (bitmap).pixels,
          kbx_pixels_area (bitmap, here, bitmap, there));
  printf ("the car %s and meets the edge after %.2f of its move\n",
          kbx_track_touching (track, car) ? "touches" : "is free",
          (double) kbx_track_cast (track, car, move).fraction);
  printf ("it crosses the gate forwards: %d\n", kbx_gate_crossed (gate, from, to));
  const kbx_obb longer = { from, kbx_direction (30), 4, 1 };
  printf ("a box turned by 30 degrees has %.2f from there to the edge\n",
          (double) kbx_track_least (track, longer).clearance);
  return 0;
}
