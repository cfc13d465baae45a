/* SPDX-License-Identifier: MIT */
/* A hero runs over tiles and hills up to a gate, and jumps where a step is too high. The bank is
 * that of data/yard, the gate is a wall of the game's own: platform BANK
 *
 *   cc -I. platform.c kickbox.c kickbox_pack.c -o platform -lm */
#include <kickbox_pack.h>
#include <stdio.h>

int
main (int argc, char **argv)
{
  static const char *const names[] = { "at the gate", "on tiles", "in a maze", "on a hill" };
  static uint8_t bytes[4096], work[1 << 19];
  const kbx_wall wall = { { { 1144, 80 }, { 1144, 200 } }, 0, false };
  const kbx_walls_plan plan = { &wall, 1, NULL, 0, KBX_PARTITION_NONE, 0, 0, 0, 0, 0, 0, 0,
                                NULL, NULL };
  const size_t size = kbx_walls_pack (&plan, work, sizeof work, bytes, sizeof bytes, NULL);
  kbx_handle gate;
  kbx_bank bank;
  if (kbx_open (&gate, KBX_WALLS, bytes, size, NULL) != KBX_OK || argc != 2
      || kbx_bank_open_file (&bank, argv[1], NULL) != KBX_OK)
    return 1;
  const kbx_handle yard = kbx_bank_find (&bank, KBX_LEVEL, "yard");
  const kbx_handle solid[] = { gate, kbx_find (yard, KBX_TILES, "rock"),
                              kbx_find (yard, KBX_GROUND, "hills") };
  const kbx_handle level = kbx_level_of (solid, 3);
  kbx_vec foot = kbx_info (kbx_find (yard, KBX_ENTITY, "start")).position, speed = { 2.25f, 0 };
  kbx_motion walk = { KBX_WALK, 0, 2, 2, { 0, 0 } };
  kbx_kind touched = KBX_NOTHING;
  for (int step = 1; step < 1000 && touched != KBX_WALLS; step++)
    {
      const kbx_vec min = { foot.x - 5, foot.y - 26 }, max = { foot.x + 5, foot.y };
      const kbx_shape hero = kbx_shape_rect (min, max);
      const kbx_move move = kbx_level_move (level, hero, speed, walk, NULL, NULL, 0);
      foot.x += move.moved.x;
      foot.y += move.moved.y;
      walk.rest = move.rest;
      speed.y = move.on_floor && move.on_right ? -5 : move.velocity.y + 0.25f; /* jump, or fall */
      if (move.hit && move.kind != touched)
        printf ("step %d: %s, x %.2f\n", step, names[move.kind - KBX_WALLS], (double) foot.x);
      touched = move.hit ? move.kind : touched;
    }
  kbx_bank_close_file (&bank);
  return 0;
}
