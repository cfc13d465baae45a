/* SPDX-License-Identifier: MIT */
/* The guide's level that nobody drew: a maze is dug, a ring of walls is put up; both are packed, opened and asked.
 *
 *   cc -I. cavern.c kickbox.c kickbox_pack.c -o cavern -lm */
#include <kickbox_pack.h>

#include <stdio.h>

#define SIDE 8
#define POSTS 12

/* Each cell opens its left or its top wall, so there is one way from each to each. */
static kbx_handle
dig (uint32_t seed, void *bytes, size_t capacity)
{
  uint8_t edges[SIDE + 1][SIDE + 1];
  kbx_handle maze;
  for (int y = 0; y <= SIDE; y++)
    for (int x = 0; x <= SIDE; x++)
      {
        seed = seed * 1664525u + 1013904223u;
        edges[y][x] = (uint8_t) (y == SIDE ? 2 : x == SIDE ? 1 : x + y == 0 ? 3 : y == 0 ? 2 : x == 0 ? 1 : 1 + (seed >> 31));
      }
  const kbx_maze_plan plan = { { 0, 0 }, { 0, 0 }, 16, 16, SIDE, SIDE, 0, edges[0], SIDE + 1 };
  kbx_open (&maze, KBX_MAZE, bytes, kbx_maze_pack (&plan, NULL, 0, bytes, capacity, NULL), NULL);
  return maze;
}

int
main (void)
{
  static uint8_t maze_bytes[200], level_bytes[4000], work[600000];
  const kbx_handle maze = dig (7, maze_bytes, sizeof maze_bytes);
  for (int y = 0; y < SIDE; y++, printf ("\n"))
    for (int x = 0; x < SIDE; x++)
      {
        const kbx_point cell = { x, y };
        const uint32_t walls = kbx_maze_walls (maze, cell);
        printf ("%c%c", walls & KBX_LEFT ? '|' : ' ', walls & KBX_BOTTOM ? '_' : ' ');
      }
  kbx_wall ring[POSTS];
  for (int i = 0; i < POSTS; i++)
    {
      const kbx_vec a = kbx_direction (360.0 * i / POSTS), b = kbx_direction (360.0 * (i + 1) / POSTS);
      const kbx_wall wall = { { { 90 * a.x, 90 * a.y }, { 90 * b.x, 90 * b.y } }, 0, false };
      ring[i] = wall;
    }
  const kbx_walls_plan plan = { ring, POSTS, NULL, 0, KBX_PARTITION_CHOSEN, 0, 0, 0, 0, 0, 0, 0,
                                NULL, NULL };
  kbx_handle level;
  kbx_open (&level, KBX_WALLS, level_bytes, kbx_walls_pack (&plan, work, sizeof work, level_bytes, sizeof level_bytes, NULL), NULL);
  const kbx_vec from = { 0, 0 }, way = { 400, 100 };
  const kbx_hit hit = kbx_level_cast (level, kbx_shape_point (from), way, NULL);
  printf ("a ray from the middle meets wall %d at (%.1f, %.1f)\n", (int) hit.index, (double) hit.point.x, (double) hit.point.y);
  return 0;
}
