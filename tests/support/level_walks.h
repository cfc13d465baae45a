/* SPDX-License-Identifier: MIT */
/* Walks in closed rooms: where they stand is told by whole numbers, the winding of the room's border and the square of the
 * distance from walls. */
#ifndef KB_TEST_LEVEL_WALKS_H
#define KB_TEST_LEVEL_WALKS_H

#include "tests/support/walls_on_grid.h"
#include "tests/support/layer_kit.h"
#include "runtime/moves/rays.h"

typedef struct { gint64 x, y; } Spot; /* 1/256 pixel */

typedef struct {
  GArray *walls;  /* KitWall; the first `border` of them go round */
  guint border;
  GBytes *bytes;
  kbx_handle level;
} Room;

static inline gint64 number (gint64 low, gint64 high) { return g_test_rand_int_range ((gint32) low, (gint32) high + 1); }
static inline kbx_vec vec_of (Spot p) { return (kbx_vec) { (float) p.x / 256, (float) p.y / 256 }; }
static inline Spot spot_of (kbx_vec v) { return (Spot) { (gint64) ((double) v.x * 256), (gint64) ((double) v.y * 256) }; }

static inline void
add_wall (Room *room, Spot a, Spot b)
{
  KitWall w = { { (gint32) a.x, (gint32) a.y, (gint32) b.x, (gint32) b.y }, 0, FALSE };
  if (a.x != b.x || a.y != b.y)
    g_array_append_val (room->walls, w);
}

/* All walls are there: the level of them. */
static inline void
room_finish (Room *room, kbx_partition kind)
{
  KitWalls input = { (const KitWall *) (gpointer) room->walls->data, room->walls->len, NULL, 0 };
  KitDivision settings = { .kind = kind, .leaf_walls = 4 };
  room->bytes = kit_walls_build (&input, &settings, NULL, NULL, NULL);
  g_assert_cmpint (kbx_open (&room->level, KBX_WALLS, g_bytes_get_data (room->bytes, NULL), g_bytes_get_size (room->bytes), NULL), ==,
                   KBX_OK);
}

static inline void
room_free (Room *room)
{
  g_array_unref (room->walls);
  g_bytes_unref (room->bytes);
}

static inline gint64 cross (Spot a, Spot b, Spot p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); }

/* Strictly inside of the border; the walls go round in order, some of them turned. */
static inline gboolean
is_within (const Room *room, Spot p)
{
  int crossings = 0;
  for (guint i = 0; i < room->border; i++)
    {
      KitEdge e = g_array_index (room->walls, KitWall, i).edge;
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

/* Does a wall reach into the disc? Exact, see runtime/moves/rays.h. */
static inline gboolean
is_free (const Room *room, kbx_vec centre, float radius)
{
  float reach = radius + 1;
  for (guint i = 0; i < room->walls->len; i++)
    {
      KitEdge e = g_array_index (room->walls, KitWall, i).edge;
      kbx_vec a = vec_of ((Spot) { e.ax, e.ay }), b = vec_of ((Spot) { e.bx, e.by });
      if (MAX (a.x, b.x) < centre.x - reach || MIN (a.x, b.x) > centre.x + reach || MAX (a.y, b.y) < centre.y - reach
          || MIN (a.y, b.y) > centre.y + reach)
        continue;
      if (kbx_compare_reach (kbx_from_to (a, centre), kbx_from_to (a, b), (double) radius * radius) < 0)
        return FALSE;
    }
  return TRUE;
}

/* Where trouble may be: corners, walls, through them, along them, far away, a step of the grid. */
static inline Spot
aim (const Room *room, Spot at)
{
  KitEdge e = g_array_index (room->walls, KitWall, (guint) number (0, room->walls->len - 1)).edge;
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

static inline kbx_vec
step (const Room *room, kbx_circle mover, kbx_vec to, Manner manner)
{
  switch (manner)
    {
    case TRACE:
    case TRACE_CIRCLE: return kit_level_trace_circle (room->level, mover, to, kit_all_walls ()).stop;
    case BOUNCE: return kit_level_bounce (room->level, mover, to, kit_all_walls (), 0.75f, NULL, 0).centre;
    default: return kit_level_slide (room->level, mover, to, kit_all_walls (), NULL, 0).centre;
    }
}

/* From a place of the grid; 0 moves are made where a wall is in the way there. */
static inline gint64
walk (const Room *room, kbx_vec from, Manner manner, gint64 moves)
{
  kbx_circle mover = { from, 0 };
  if (manner == TRACE_CIRCLE || manner == SLIDE || manner == BOUNCE)
    mover.radius = number (0, 1) ? (float) number (1, 3) : (float) g_test_rand_double_range (0.01, 4);
  if (!is_within (room, spot_of (mover.centre)) || !is_free (room, mover.centre, mover.radius)
      || !is_free (room, mover.centre, 1.0f / 256))
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

#endif
