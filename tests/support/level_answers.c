/* SPDX-License-Identifier: MIT */
/* Asks levels for tests written in Python. In: "level N", N lines "ax ay bx by one_way", then lines "x y u v" of moves, and
 * again; all in 1/256 pixel. Out: for each move and each partition, in their order, the wall (-1 for none) and the fraction. */
#include "tests/support/walls_on_grid.h"
#include "layer_kit.h"

#include <stdio.h>

#define KINDS 4

static kbx_handle levels[KINDS];
static GBytes *bytes[KINDS];

static gboolean
read_level (guint n)
{
  g_autofree KitWall *walls = g_new0 (KitWall, n + 1);
  KitWalls input = { walls, n, NULL, 0 };
  for (guint i = 0; i < n; i++)
    {
      KitEdge *e = &walls[i].edge;
      if (scanf ("%d %d %d %d %d", &e->ax, &e->ay, &e->bx, &e->by, &walls[i].one_way) != 5)
        return FALSE;
    }
  for (guint k = 0; k < KINDS; k++)
    {
      KitDivision settings = { .kind = (kbx_partition) k, .leaf_walls = 4 };
      g_clear_pointer (&bytes[k], g_bytes_unref);
      bytes[k] = kit_walls_build (&input, &settings, NULL, NULL, NULL);
      if (!bytes[k] || kbx_open (&levels[k], KBX_WALLS, g_bytes_get_data (bytes[k], NULL), g_bytes_get_size (bytes[k]), NULL) != KBX_OK)
        return FALSE;
    }
  return TRUE;
}

static void
answer (const int *move)
{
  kbx_vec from = { (float) move[0] / 256, (float) move[1] / 256 }, to = { (float) move[2] / 256, (float) move[3] / 256 };
  for (guint k = 0; k < KINDS; k++)
    {
      kbx_hit first = kit_level_cast (levels[k], from, to, kit_all_walls ());
      printf ("%d %.9g%c", (int) first.index, (double) first.fraction, k + 1 < KINDS ? ' ' : '\n');
    }
}

int
main (void)
{
  char word[16];
  int move[4];
  guint n;
  while (scanf ("%15s", word) == 1)
    if (g_str_equal (word, "level"))
      {
        if (scanf ("%u", &n) != 1 || n > 1000000 || !read_level (n))
          return 1;
      }
    else if (sscanf (word, "%d", &move[0]) != 1 || scanf ("%d %d %d", &move[1], &move[2], &move[3]) != 3)
      return 1;
    else
      answer (move);
  for (guint k = 0; k < KINDS; k++)
    g_clear_pointer (&bytes[k], g_bytes_unref);
  return 0;
}
