/* SPDX-License-Identifier: MIT */
/* Somebody walks through a maze to its goal, always on to where he has been least. The bank is that
 * of data/yard: maze BANK
 *
 *   cc -I. maze.c kickbox.c -o maze -lm */
#include <kickbox.h>
#include <stdio.h>

int
main (int argc, char **argv)
{
  static const kbx_vec ways[] = { { 0, -24 }, { -24, 0 }, { 24, 0 }, { 0, 24 } }; /* a cell each */
  const kbx_motion stop = { KBX_STOP, 0, 0, 0, { 0, 0 } };
  static int visits[16][24];
  kbx_bank bank;
  if (argc != 2 || kbx_bank_open_file (&bank, argv[1], NULL) != KBX_OK)
    return 1;
  const kbx_handle hedges = kbx_bank_find (&bank, KBX_LEVEL, "hedges");
  const kbx_vec goal = kbx_info (kbx_find (hedges, KBX_ENTITY, "goal")).position;
  kbx_vec hero = kbx_info (kbx_find (hedges, KBX_ENTITY, "start")).position;
  int steps = 0, way = 0;
  for (; !kbx_contains (kbx_shape_circle (goal, 20), hero); steps++)
    {
      const kbx_shape body = kbx_shape_circle (hero, 8);
      int least = 1000 + visits[(int) hero.y / 24][(int) hero.x / 24]++;
      for (int i = 0; i < 4; i++)
        {
          const int column = (int) (hero.x + ways[i].x) / 24, row = (int) (hero.y + ways[i].y) / 24;
          if (kbx_level_cast (hedges, body, ways[i], NULL).hit || visits[row][column] >= least)
            continue;
          least = visits[row][column];
          way = i;
        }
      const kbx_move move = kbx_level_move (hedges, body, ways[way], stop, NULL, NULL, 0);
      hero.x += move.moved.x;
      hero.y += move.moved.y;
      if (steps % 10 == 9)
        printf ("at (%g, %g)\n", (double) hero.x, (double) hero.y);
    }
  printf ("at the goal after %d steps\n", steps);
  kbx_bank_close_file (&bank);
  return 0;
}
