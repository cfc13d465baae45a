/* SPDX-License-Identifier: MIT */
/* Casts a second against 20,000 triangles in space, medians of rounds that take turns: hills of 100
 * x 100 squares, two triangles each, and as many triangles anywhere in a cube. By the octree and,
 * of every 256th move, by asking each triangle; both must meet the same ones. Moves are an eighth
 * of the side long, or all of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/kickbox/pack.h"
#include "tests/bench/rounds.h"

#define SIDE 100
#define TRIANGLES (2 * SIDE * SIDE)
#define COUNT 2048
#define EACH 256
#define ROUNDS 15

typedef struct {
  kbx_vec3 corners[TRIANGLES][3];
  kbx_shape3 polygons[TRIANGLES];
  kbx_handle soup;
} Soup;

static Soup hills, cloud;
static kbx_vec3 froms[COUNT], moves[2][COUNT];

static float
unit (void)
{
  return (float) (draw (1u << 24) / (double) (1u << 24));
}
static kbx_vec3
vec (float x, float y, float z)
{
  return (kbx_vec3){ x, y, z };
}

static void
pack (Soup *s, const char *name)
{
  const kbx_soup_plan plan = { s->polygons, NULL, TRIANGLES };
  const size_t room = KBX_SOUP_WORK (TRIANGLES);
  void *work = malloc (room), *bytes;
  const double start = worked ();
  const size_t size = kbx_soup_pack (&plan, work, room, NULL, 0, NULL);
  double opened;

  bytes = malloc (size);
  if (kbx_soup_pack (&plan, work, room, bytes, size, NULL) != size)
    abort ();
  opened = worked ();
  if (kbx_open (&s->soup, KBX_SOUP, bytes, size, NULL) != KBX_OK)
    abort ();
  printf ("%-40s %8.1f ms packed twice, %6.2f ms opened, %zu bytes\n", name, (opened - start) / 1e6,
          (worked () - opened) / 1e6, size);
  free (work);
}

static void
make (void)
{
  static float heights[SIDE + 1][SIDE + 1];

  for (int y = 0; y <= SIDE; y++)
    for (int x = 0; x <= SIDE; x++)
      heights[y][x] = 4 * unit ();
  for (int i = 0; i < TRIANGLES; i++)
    {
      const int x = i / 2 % SIDE, y = i / 2 / SIDE, u = x + (i & 1), v = y + (i & 1);
      const kbx_vec3 a = vec (SIDE * unit (), SIDE * unit (), SIDE * unit ());
      hills.corners[i][0] = vec ((float) (x + 1), (float) y, heights[y][x + 1]);
      hills.corners[i][1] = vec ((float) x, (float) (y + 1), heights[y + 1][x]);
      hills.corners[i][2] = vec ((float) u, (float) v, heights[v][u]);
      for (int k = 0; k < 3; k++)
        cloud.corners[i][k] = vec (a.x + 3 * unit (), a.y + 3 * unit (), a.z + 3 * unit ());
      hills.polygons[i] = kbx_shape3_polygon (hills.corners[i], 3, false);
      cloud.polygons[i] = kbx_shape3_polygon (cloud.corners[i], 3, false);
    }
  for (int i = 0; i < COUNT; i++)
    {
      froms[i] = vec (SIDE * unit (), SIDE * unit (), SIDE * unit () / 4);
      moves[1][i] =
          vec (SIDE * unit () - froms[i].x, SIDE * unit () - froms[i].y, -froms[i].z * unit ());
      moves[0][i] = vec (moves[1][i].x / 8, moves[1][i].y / 8, moves[1][i].z / 8);
    }
}

static kbx_shape3
mover (int i, float radius)
{
  return radius > 0 ? kbx_shape3_sphere (froms[i], radius) : kbx_shape3_point (froms[i]);
}

static uint32_t
each_alone (const Soup *s, int i, int far, float radius)
{
  uint32_t found = KBX_NONE;
  float first = 2;
  for (uint32_t k = 0; k < TRIANGLES; k++)
    {
      const kbx_hit3 hit = kbx_cast3 (mover (i, radius), moves[far][i], s->polygons[k]);
      if (hit.hit && hit.fraction < first)
        {
          first = hit.fraction;
          found = k;
        }
    }
  return found;
}

static void
row (const Soup *s, const char *name, int far, float radius)
{
  static uint32_t found[COUNT];
  double times[2][ROUNDS], start;
  int hits = 0;

  for (int round = 0; round < ROUNDS; round++)
    {
      start = worked ();
      for (int i = 0; i < COUNT; i++)
        found[i] =
            kbx_soup_cast (s->soup, mover (i, radius), moves[far][i], KBX_ALL_CLASSES, NULL).index;
      times[0][round] = (worked () - start) / COUNT;
      start = worked ();
      for (int i = 0; i < COUNT; i += EACH)
        if (each_alone (s, i, far, radius) != found[i])
          abort ();
      times[1][round] = (worked () - start) / (COUNT / EACH);
    }
  for (int i = 0; i < COUNT; i++)
    hits += found[i] != KBX_NONE;
  for (int k = 0; k < 2; k++)
    qsort (times[k], ROUNDS, sizeof (double), compare);
  printf ("%-40s %9.0f casts/s; each alone %7.0f casts/s: %6.0f times; %d of %d hit\n", name,
          1e9 / times[0][ROUNDS / 2], 1e9 / times[1][ROUNDS / 2],
          times[1][ROUNDS / 2] / times[0][ROUNDS / 2], hits, COUNT);
}

int
main (void)
{
  make ();
  pack (&hills, "hills");
  pack (&cloud, "cloud");
  row (&hills, "hills, point, short", 0, 0);
  row (&hills, "hills, point, across", 1, 0);
  row (&hills, "hills, sphere of 0.5, short", 0, 0.5f);
  row (&hills, "hills, sphere of 0.5, across", 1, 0.5f);
  row (&cloud, "cloud, point, short", 0, 0);
  row (&cloud, "cloud, point, across", 1, 0);
  row (&cloud, "cloud, sphere of 0.5, short", 0, 0.5f);
  row (&cloud, "cloud, sphere of 0.5, across", 1, 0.5f);
  return 0;
}
