/* SPDX-License-Identifier: MIT */
/* What the steps of a cast cost on this machine: the numbers that bake/partitions/measure.c chooses a partition by.
 *   fit_costs [ROUNDS]
 *
 * Houses of rooms with doors, some turned, and loose walls of all lengths, of 8 to 20,000 walls: other levels, from other
 * numbers, than those that bench_levels asks, so that what is chosen there was not fitted there. Each level in each partition is
 * asked moves as the measure draws them (half of them short, a quarter near walls, a quarter across); the medians' times
 * and what kit_level_cast_work counts give one equation each for: a cast in a tree, a node; a cast in a grid, a cell; a block.
 * They are solved by least squares of the relative errors. */
#include "tests/support/walls_on_grid.h"
#include "tests/support/layer_kit.h"
#include "tests/bench/rounds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOVES 1024
enum { TREE, NODE, GRID, CELL, BLOCK, UNKNOWNS };
static const char *const names[UNKNOWNS] = { "a cast in a tree", "a node", "a cast in a grid", "a cell", "a block" };

static GRand *numbers;
static double sums[UNKNOWNS][UNKNOWNS + 1];

static double between (double low, double high) { return g_rand_double_range (numbers, low, high); }

static void
add_wall (GArray *walls, double ax, double ay, double bx, double by)
{
  KitWall w = { { (gint32) (ax * 256), (gint32) (ay * 256), (gint32) (bx * 256), (gint32) (by * 256) }, 0, FALSE };
  if (w.edge.ax != w.edge.bx || w.edge.ay != w.edge.by)
    g_array_append_val (walls, w);
}

/* One side of a room, with a door. */
static void
add_side (GArray *walls, double ax, double ay, double bx, double by)
{
  double door = between (0.1, 0.6), end = door + between (0.1, 0.3);
  add_wall (walls, ax, ay, ax + (bx - ax) * door, ay + (by - ay) * door);
  add_wall (walls, ax + (bx - ax) * end, ay + (by - ay) * end, bx, by);
}

static void
add_house (GArray *walls, double x, double y, double turn)
{
  double side = between (60, 240), c = cos (turn) * side, s = sin (turn) * side;
  guint columns = (guint) g_rand_int_range (numbers, 1, 5), rows = (guint) g_rand_int_range (numbers, 1, 4);
  for (guint i = 0; i < columns; i++)
    for (guint j = 0; j < rows; j++)
      {
        double px = x + i * c - j * s, py = y + i * s + j * c;
        add_side (walls, px, py, px + c, py + s);
        add_side (walls, px, py, px - s, py + c);
      }
}

static GArray *
town (guint n, double size)
{
  GArray *walls = g_array_new (FALSE, FALSE, sizeof (KitWall));
  while (walls->len < n)
    {
      double x = between (0, size), y = between (0, size), angle = between (0, 2 * G_PI), length = pow (2, between (2, 8));
      if (g_rand_int_range (numbers, 0, 8) == 0)
        add_house (walls, x, y, g_rand_boolean (numbers) ? 0 : between (0, 2 * G_PI));
      else
        add_wall (walls, x, y, x + cos (angle) * length, y + sin (angle) * length);
    }
  return g_array_set_size (walls, n);
}

static void
draw_moves (const GArray *walls, double size, kbx_vec *from, kbx_vec *to)
{
  for (guint i = 0; i < MOVES; i++)
    {
      KitEdge e = g_array_index (walls, KitWall, (guint) g_rand_int_range (numbers, 0, (gint) walls->len)).edge;
      double angle = between (0, 2 * G_PI), length = between (8, 64);
      from[i] = (kbx_vec) { (float) between (0, size), (float) between (0, size) };
      if (i % 4 == 2)
        from[i] = (kbx_vec) { (float) (e.ax / 256.0 + between (-64, 64)), (float) (e.ay / 256.0 + between (-64, 64)) };
      to[i] = (kbx_vec) { from[i].x + (float) (cos (angle) * length), from[i].y + (float) (sin (angle) * length) };
      if (i % 4 == 3)
        to[i] = (kbx_vec) { (float) between (0, size), (float) between (0, size) };
    }
}

/* The equation of what was counted and timed, divided by the time. */
static void
add_equation (gboolean grid, double nodes, double blocks, double ns)
{
  double row[UNKNOWNS + 1] = { [BLOCK] = blocks / ns, [UNKNOWNS] = 1 };
  row[grid ? GRID : TREE] = 1 / ns;
  row[grid ? CELL : NODE] = nodes / ns;
  for (guint i = 0; i < UNKNOWNS; i++)
    for (guint k = 0; k <= UNKNOWNS; k++)
      sums[i][k] += row[i] * row[k];
}

static void
ask (GBytes *bytes, const GArray *walls, double size, guint rounds)
{
  static kbx_vec from[MOVES], to[MOVES];
  static volatile guint hits;
  kbx_handle level;
  double nodes = 0, blocks = 0;
  g_autofree double *times = g_new (double, rounds);
  kbx_open (&level, KBX_WALLS, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL);
  for (guint r = 0; r < rounds; r++)
    {
      draw_moves (walls, size, from, to);
      for (guint i = 0; i < MOVES; i++)
        {
          KitCastWork work = kit_level_cast_work (level, from[i], to[i]);
          nodes += work.nodes;
          blocks += work.blocks;
        }
      double start = now ();
      for (guint i = 0; i < MOVES; i++)
        hits += kbx_level_cast (level, kbx_shape_point (from[i]), kit_way (from[i], to[i]), NULL).hit;
      times[r] = (now () - start) / MOVES;
    }
  qsort (times, rounds, sizeof *times, compare);
  nodes /= (double) rounds * MOVES;
  blocks /= (double) rounds * MOVES;
  printf ("%6u walls, partition %d: %5.2f nodes, %6.2f blocks, %6.1f ns\n", walls->len, kbx_info (level).partition, nodes, blocks, times[rounds / 2]);
  add_equation (kbx_info (level).partition == KBX_PARTITION_GRID, nodes, blocks, times[rounds / 2]);
}

/* By elimination; the sums are symmetric and positive. */
static void
solve (void)
{
  for (guint i = 0; i < UNKNOWNS; i++)
    for (guint k = 0; k < UNKNOWNS; k++)
      {
        double times = k == i ? 0 : sums[k][i] / sums[i][i];
        for (guint j = 0; j <= UNKNOWNS; j++)
          sums[k][j] -= times * sums[i][j];
      }
  for (guint i = 0; i < UNKNOWNS; i++)
    printf ("%-17s %5.2f ns\n", names[i], sums[i][UNKNOWNS] / sums[i][i]);
}

int
main (int argc, char **argv)
{
  static const guint counts[] = { 8, 12, 16, 24, 32, 48, 64, 100, 200, 500, 1000, 2000, 5000, 10000, 20000 };
  guint rounds = argc > 1 ? (guint) atoi (argv[1]) : 60;
  numbers = g_rand_new_with_seed (4711);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      double size = sqrt (counts[i]) * between (40, 160);
      g_autoptr (GArray) walls = town (counts[i], size);
      KitWalls input = { (const KitWall *) (gpointer) walls->data, walls->len, NULL, 0 };
      for (guint kind = counts[i] > 64; kind <= KBX_PARTITION_BSP; kind++)
        {
          KitDivision settings = { .kind = (kbx_partition) kind };
          g_autoptr (GBytes) bytes = kit_walls_build (&input, &settings, NULL, NULL, NULL);
          ask (bytes, walls, size, rounds);
        }
    }
  solve ();
  g_rand_free (numbers);
  return 0;
}
