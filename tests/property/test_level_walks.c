/* SPDX-License-Identifier: MIT */
/* Watertight: whoever walks in a closed room by traces, slides or bounces never leaves it, whatever is aimed at. Where they
 * stand is told by whole numbers: the winding number of the room's border, the square of the distance from walls.
 * 100,000 moves of each kind; with KICKBOX_SOAK 10,000,000. */
#include "bake/partitions/partitions.h"
#include "runtime/rays.h"
#include "tests/support/seed.h"

#include <math.h>

typedef struct { gint64 x, y; } Spot; /* 1/256 pixel */

typedef struct {
  GArray *walls;  /* KbPartitionWall; the first `border` of them go round */
  guint border;
  GBytes *bytes;
  kbx_level level;
} Room;

static gint64 number (gint64 low, gint64 high) { return g_test_rand_int_range ((gint32) low, (gint32) high + 1); }
static kbx_vec vec_of (Spot p) { return (kbx_vec) { (float) p.x / 256, (float) p.y / 256 }; }
static Spot spot_of (kbx_vec v) { return (Spot) { (gint64) ((double) v.x * 256), (gint64) ((double) v.y * 256) }; }

static void
add_wall (Room *room, Spot a, Spot b)
{
  KbPartitionWall w = { { (gint32) a.x, (gint32) a.y, (gint32) b.x, (gint32) b.y }, 0, FALSE };
  if (a.x != b.x || a.y != b.y)
    g_array_append_val (room->walls, w);
}

/* A star-shaped border round the origin, spikes and notches included; pillars, spurs from its corners and crosses within. */
static Room
room_new (kbx_partition kind)
{
  Room room = { g_array_new (FALSE, FALSE, sizeof (KbPartitionWall)), 0, NULL, { NULL } };
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
  KbPartitionInput input = { (const KbPartitionWall *) (gpointer) room.walls->data, room.walls->len, NULL, 0 };
  KbPartitionSettings settings = { .kind = kind, .leaf_walls = 4 };
  room.bytes = kb_partition_build (&input, &settings, NULL, NULL, NULL);
  g_assert_cmpint (kbx_level_open (&room.level, g_bytes_get_data (room.bytes, NULL), g_bytes_get_size (room.bytes), NULL), ==, KBX_OK);
  return room;
}

static void
room_free (Room *room)
{
  g_array_unref (room->walls);
  g_bytes_unref (room->bytes);
}

static gint64 cross (Spot a, Spot b, Spot p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); }

/* Strictly inside of the border; the walls go round in order, some of them turned. */
static gboolean
is_within (const Room *room, Spot p)
{
  int crossings = 0;
  for (guint i = 0; i < room->border; i++)
    {
      KbPartitionEdge e = g_array_index (room->walls, KbPartitionWall, i).edge;
      Spot a = { e.ax, e.ay }, b = { e.bx, e.by };
      gint64 side = cross (a, b, p);
      if (side == 0 && p.x >= MIN (a.x, b.x) && p.x <= MAX (a.x, b.x) && p.y >= MIN (a.y, b.y) && p.y <= MAX (a.y, b.y))
        return FALSE;
      if (a.y <= p.y && b.y > p.y && side > 0)
        crossings++;
      if (b.y <= p.y && a.y > p.y && side < 0)
        crossings++;
    }
  return crossings % 2 == 1;
}

/* Does a wall reach into the disc? Exact, see runtime/rays.h. */
static gboolean
is_free (const Room *room, kbx_vec centre, float radius)
{
  for (guint i = 0; i < room->walls->len; i++)
    {
      KbPartitionEdge e = g_array_index (room->walls, KbPartitionWall, i).edge;
      kbx_vec a = vec_of ((Spot) { e.ax, e.ay }), b = vec_of ((Spot) { e.bx, e.by });
      if (kbx_compare_reach (kbx_from_to (a, centre), kbx_from_to (a, b), (double) radius * radius) < 0)
        return FALSE;
    }
  return TRUE;
}

/* Where trouble may be: corners, walls, through them, along them, far away, a step of the grid. */
static Spot
aim (const Room *room, Spot at)
{
  KbPartitionEdge e = g_array_index (room->walls, KbPartitionWall, (guint) number (0, room->walls->len - 1)).edge;
  Spot a = { e.ax, e.ay }, b = { e.bx, e.by };
  switch (number (0, 7))
    {
    case 0: return a;
    case 1: return (Spot) { (a.x + b.x) / 2, (a.y + b.y) / 2 };
    case 2: return (Spot) { 3 * a.x - 2 * at.x, 3 * a.y - 2 * at.y };
    case 3: return (Spot) { at.x + b.x - a.x, at.y + b.y - a.y };
    case 4: return (Spot) { b.x + (b.x - a.x) / 8, b.y + (b.y - a.y) / 8 };
    case 5: return (Spot) { at.x + number (-3, 3), at.y + number (-3, 3) };
    case 6: return (Spot) { number (-9000000, 9000000), number (-9000000, 9000000) };
    default: return (Spot) { at.x + number (-20000, 20000), at.y + number (-20000, 20000) };
    }
}

typedef enum { TRACE, TRACE_CIRCLE, SLIDE, SLIDE_POINT, BOUNCE } Manner;

static kbx_vec
step (const Room *room, kbx_circle mover, kbx_vec to, Manner manner)
{
  switch (manner)
    {
    case TRACE:
    case TRACE_CIRCLE: return kbx_level_trace_circle (room->level, mover, to, kbx_all_walls ()).stop;
    case BOUNCE: return kbx_level_bounce (room->level, mover, to, kbx_all_walls (), 0.75f, NULL, 0).centre;
    default: return kbx_level_slide (room->level, mover, to, kbx_all_walls (), NULL, 0).centre;
    }
}

static gint64
walk (Room *room, Manner manner, gint64 moves)
{
  kbx_circle mover = { { 0, 0 }, 0 };
  if (manner == TRACE_CIRCLE || manner == SLIDE || manner == BOUNCE)
    mover.radius = number (0, 1) ? (float) number (1, 3) : (float) g_test_rand_double_range (0.01, 4);
  if (!is_within (room, spot_of (mover.centre)) || !is_free (room, mover.centre, mover.radius) || !is_free (room, mover.centre, 1.0f / 256))
    return 0;
  for (gint64 i = 0; i < moves; i++)
    {
      kbx_vec before = mover.centre, to = vec_of (aim (room, spot_of (before)));
      to.x = CLAMP (to.x, -KBX_LEVEL_LIMIT, KBX_LEVEL_LIMIT);
      to.y = CLAMP (to.y, -KBX_LEVEL_LIMIT, KBX_LEVEL_LIMIT);
      mover.centre = step (room, mover, to, manner);
      if (!is_within (room, spot_of (mover.centre)) || !is_free (room, mover.centre, mover.radius))
        g_error ("manner %d, radius %.9g: from (%.9g %.9g) towards (%.9g %.9g) to (%.9g %.9g)", manner, (double) mover.radius,
                 (double) before.x, (double) before.y, (double) to.x, (double) to.y, (double) mover.centre.x, (double) mover.centre.y);
    }
  return moves;
}

static void
test_walk (gconstpointer data)
{
  Manner manner = (Manner) GPOINTER_TO_INT (data);
  gint64 left = kit_is_soak () ? 10000000 : 100000;
  for (guint round = 0; left > 0; round++)
    {
      Room room = room_new ((kbx_partition) (round % 4));
      left -= walk (&room, manner, MIN (left, 2000));
      room_free (&room);
    }
}

int
main (int argc, char **argv)
{
  kit_test_init (&argc, &argv);
  g_test_add_data_func ("/levels/walks/trace", GINT_TO_POINTER (TRACE), test_walk);
  g_test_add_data_func ("/levels/walks/trace-circle", GINT_TO_POINTER (TRACE_CIRCLE), test_walk);
  g_test_add_data_func ("/levels/walks/slide", GINT_TO_POINTER (SLIDE), test_walk);
  g_test_add_data_func ("/levels/walks/slide-point", GINT_TO_POINTER (SLIDE_POINT), test_walk);
  g_test_add_data_func ("/levels/walks/bounce", GINT_TO_POINTER (BOUNCE), test_walk);
  return g_test_run ();
}
