/* SPDX-License-Identifier: MIT */
/* A hill and crates that nobody drew: coins fall anywhere, and are moved out of what is solid.
 *
 *   cc -I. world.c kickbox.c kickbox_pack.c -o world -lm */
#include <kickbox_pack.h>
#include <stdio.h>

enum { COLUMNS = 20, ROWS = 10, CELLS = COLUMNS * ROWS, POINTS = 5 };

static uint32_t
roll (uint32_t sides)
{
  static uint32_t seed = 7;
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 16) % sides;
}

int
main (void)
{
  static uint8_t bytes[2][8192], work[1 << 14];
  const kbx_point none = { 0, 0 };
  kbx_ground_point points[POINTS] = { { 0, 120, true } };
  uint32_t cells[CELLS];
  for (uint32_t i = 1; i < POINTS; i++)
    {
      points[i].x = 80 * i;
      points[i].y = 120 + roll (40);
      points[i].flat = false;
    }
  for (uint32_t i = 0; i < CELLS; i++)
    cells[i] = roll (5) == 0 ? 1 : 0;
  const kbx_ground_plan hill = { KBX_SPLINE_NATURAL, 0, 0, 0, 0, points, POINTS };
  const kbx_tile_plan crate = { 1, KBX_TILE_FULL, KBX_NONE, 0, 0, NULL, none };
  const kbx_tiles_plan crates
    = { 16, 16, none, none, COLUMNS, ROWS, none, none, 0, &crate, 1, cells, 0, 0 };
  kbx_handle layers[2];
  size_t size = kbx_ground_pack (&hill, work, sizeof work, bytes[0], sizeof bytes[0], NULL);
  if (kbx_open (&layers[0], KBX_GROUND, bytes[0], size, NULL) != KBX_OK
      || kbx_tiles_work (&crates) > sizeof work)
    return 1;
  size = kbx_tiles_pack (&crates, work, sizeof work, bytes[1], sizeof bytes[1], NULL);
  if (kbx_open (&layers[1], KBX_TILES, bytes[1], size, NULL) != KBX_OK)
    return 1;
  const kbx_handle level = kbx_level_of (layers, 2);
  const kbx_rect room = kbx_level_bounds (level);
  for (int coin = 1; coin <= 5; coin++)
    {
      const uint32_t x = roll ((uint32_t) room.max.x), y = roll ((uint32_t) room.max.y);
      const kbx_vec at = { (float) x, (float) y };
      const kbx_move out = kbx_level_unstick (level, kbx_shape_circle (at, 6), 32, NULL);
      printf ("coin %d: (%u, %u) %s by (%.1f, %.1f)\n", coin, x, y,
              out.hit ? "has no room" : "moved", (double) out.moved.x, (double) out.moved.y);
    }
  return 0;
}
