/* SPDX-License-Identifier: MIT */
/* Watertight: whoever walks in a closed room by traces, slides or bounces never leaves it, whatever is aimed at. Where they
 * stand is told by whole numbers: the winding number of the room's border, the square of the distance from walls.
 * Some 100,000 moves of each kind; with KICKBOX_SOAK 10,000,000. */
#include "tests/support/level_walks.h"
#include "tests/support/seed.h"

#include <math.h>

/* A star-shaped border round the origin, spikes and notches included; pillars, spurs from its corners and crosses within. */
static Room
room_new (kbx_partition kind)
{
  Room room = { g_array_new (FALSE, FALSE, sizeof (KitWall)), 0, NULL, { NULL } };
  guint n = (guint) number (3, 24);
  gint64 size = number (0, 3) == 0 ? 30 * 256 : 900 * 256;
  Spot corners[24];
  for (guint i = 0; i < n; i++)
    {
      double angle = (i + g_test_rand_double_range (0.1, 0.4)) * 2 * G_PI / n, r = g_test_rand_double_range (0.15, 1) * (double) size;
      corners[i] = (Spot) { (gint64) (cos (angle) * r), (gint64) (sin (angle) * r) };
    }
  for (guint i = 0; i < n; i++)
    {
      Spot a = corners[i], b = corners[(i + 1) % n];
      gboolean turned = number (0, 1) == 1;
      add_wall (&room, turned ? b : a, turned ? a : b);
    }
  room.border = room.walls->len;
  for (guint i = 0; i < 12; i++)
    {
      Spot a = corners[number (0, n - 1)], b = { a.x * number (2, 6) / 8, a.y * number (2, 6) / 8 };
      if (i % 3 > 0)
        a = (Spot) { b.x + number (-size / 20, size / 20), b.y + number (-size / 20, size / 20) };
      add_wall (&room, a, b);
    }
  room_finish (&room, kind);
  return room;
}

static void
test_walk (gconstpointer data)
{
  Manner manner = (Manner) GPOINTER_TO_INT (data);
  for (guint round = 0; kit_goes_on (round, kit_is_soak () ? 5000 : 50); round++)
    {
      Room room = room_new ((kbx_partition) (round % 4));
      walk (&room, (kbx_vec) { 0, 0 }, manner, 2000);
      room_free (&room);
    }
}

KIT_PROGRAM (level_walks)
{
  kit_test_init (&argc, &argv);
  g_test_add_data_func ("/levels/walks/trace", GINT_TO_POINTER (TRACE), test_walk);
  g_test_add_data_func ("/levels/walks/trace-circle", GINT_TO_POINTER (TRACE_CIRCLE), test_walk);
  g_test_add_data_func ("/levels/walks/slide", GINT_TO_POINTER (SLIDE), test_walk);
  g_test_add_data_func ("/levels/walks/slide-point", GINT_TO_POINTER (SLIDE_POINT), test_walk);
  g_test_add_data_func ("/levels/walks/bounce", GINT_TO_POINTER (BOUNCE), test_walk);
  return g_test_run ();
}
