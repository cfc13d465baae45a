/* SPDX-License-Identifier: MIT */
/* The guide's walker: a box in a maze, and a foot that falls on curved ground. Both are so small that their bytes stand here; a game
 * takes them from its bank: worlds
 *
 *   cc -I. worlds.c kickbox.c -o worlds -lm */
#include <kickbox.h>

#include <stdio.h>

/* Three by two cells of 16 pixels, closed all round, with a wall between the two cells on the right of the upper row. */
static const uint8_t maze_bytes[] = {
  35, 0, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0,  16, 0, 16, 0,  3, 0, 2, 0,
  0x7b, 0x41, 0x2a,
};

/* From (0, 10) to (64, 42), flat at both ends: 10 + 3/128 u u - u u u / 4096. */
static const uint8_t ground_bytes[] = {
  112, 0, 0, 0,  0, 0, 0, 0,  2, 0, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0, 0, 0, 0xe0, 0x3f,  0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0, 0x50, 0x40,
  0, 0, 0, 0, 0, 0, 0x24, 0x40,  0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0, 0x98, 0x3f,  0, 0, 0, 0, 0, 0, 0x30, 0xbf,
  0, 0, 0, 0, 0, 0, 0x45, 0x40,  0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0,
};

static void
roam (kbx_maze maze, kbx_box *hero, kbx_point move)
{
  const kbx_maze_move moved = kbx_maze_slide_box (maze, *hero, move);
  *hero = moved.box;
  printf ("at (%d, %d)%s%s\n", (int) hero->x0, (int) hero->y0, moved.stopped.x != 0 ? ", stopped sideways" : "",
          moved.stopped.y != 0 ? ", stopped up or down" : "");
}

static void
fall (kbx_ground ground, kbx_vec foot, kbx_vec move)
{
  const kbx_hit landing = kbx_ground_land (ground, foot, move);
  if (landing.hit)
    {
      const kbx_ground_place place = kbx_ground_at (ground, landing.point.x);
      printf ("lands at (%.2f, %.2f), slope %.2f%s\n", (double) landing.point.x, (double) landing.point.y, (double) place.slope,
              place.too_steep ? ", and slides" : "");
    }
  else
    printf ("falls on\n");
}

int
main (void)
{
  const kbx_point right = { 40, 3 }, down = { 30, 20 };
  const kbx_vec drop = { 0, 40 }, leap = { 60, 40 };
  kbx_vec foot = { 16, 0 };
  kbx_box hero = { 2, 2, 14, 14 };
  kbx_maze maze;
  kbx_ground ground;

  if (kbx_open (&maze, KBX_MAZE, maze_bytes, sizeof maze_bytes, NULL) != KBX_OK ||
      kbx_open (&ground, KBX_GROUND, ground_bytes, sizeof ground_bytes, NULL) != KBX_OK)
    return 1;
  roam (maze, &hero, right);
  roam (maze, &hero, down);
  roam (maze, &hero, right);
  fall (ground, foot, drop);
  foot.x = 32;
  fall (ground, foot, drop);
  foot.x = 70;
  fall (ground, foot, drop);
  foot.x = 0;
  foot.y = 5;
  fall (ground, foot, leap);
  return 0;
}
