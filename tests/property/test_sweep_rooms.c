/* SPDX-License-Identifier: MIT */
/* Random moves: boxes of pixels against every step of their way; balls stay in their rooms. */
#include "support/shape_of.h"
#include "support/seed.h"
#include "support/random_sweeps.h"

#include <math.h>

static kbx_box
moved_box (kbx_box b, kbx_point by)
{
  kbx_box m = { b.x0 + by.x, b.y0 + by.y, b.x1 + by.x, b.y1 + by.y };
  return m;
}

/* Half-open in real steps: the insides overlap, in units of 1 / scale. */
static bool
inside_at (kbx_box a, kbx_point move, int64_t step, int64_t steps, kbx_box b)
{
  return a.x0 * steps + move.x * step < b.x1 * steps && b.x0 * steps < a.x1 * steps + move.x * step &&
         a.y0 * steps + move.y * step < b.y1 * steps && b.y0 * steps < a.y1 * steps + move.y * step;
}

static void
boxes (void)
{
  begin ();
  for (int i = 0; kit_goes_on (i, 40000); i++)
    {
      kbx_box a = { between (-9, 9), between (-9, 9), 0, 0 }, b = { between (-9, 9), between (-9, 9), 0, 0 };
      kbx_point move = { between (-15, 15), between (-15, 15) };
      kbx_vec way = { (float) move.x, (float) move.y };
      kbx_point done;
      kbx_hit s;
      int64_t steps, first = -1;
      kbx_box stopped, next;

      a.x1 = a.x0 + between (0, 5);
      a.y1 = a.y0 + between (1, 5);
      b.x1 = b.x0 + between (1, 5);
      b.y1 = b.y0 + between (1, 5);
      s = kbx_cast (SHAPE (a), way, SHAPE (b));
      /* Every time at which something changes is a whole number of these steps; look between them. */
      steps = 2 * (int64_t) MAX (1, ABS (move.x)) * MAX (1, ABS (move.y));
      for (int64_t k = 0; k < steps && first < 0 && a.x0 < a.x1; k++)
        if (inside_at (a, move, 2 * k + 1, 2 * steps, b))
          first = k;
      g_assert_cmpint (s.hit, ==, first >= 0);
      g_assert_cmpint (s.status, ==, a.x0 < a.x1 ? KBX_OK : KBX_ERROR_ARGUMENT);
      if (s.status != KBX_OK)
        continue;
      done = (kbx_point) { (gint) (move.x * (double) s.fraction + copysign (1e-5, move.x)), (gint) (move.y * (double) s.fraction + copysign (1e-5, move.y)) };
      stopped = moved_box (a, done);
      if (!s.hit)
        {
          g_assert_true (done.x == move.x && done.y == move.y);
          g_assert_false (kbx_boxes_overlap (stopped, b));
          continue;
        }
      g_assert_cmpint (s.started_inside, ==, kbx_boxes_overlap (a, b));
      g_assert_cmpfloat_with_epsilon (s.fraction, s.started_inside ? 0 : (double) first / (double) steps, 1e-6);
      if (s.started_inside)
        continue;
      g_assert_false (kbx_boxes_overlap (stopped, b));
      next = moved_box (stopped, (kbx_point) { (gint) -s.normal.x, (gint) -s.normal.y });
      g_assert_true ((double) s.normal.x * move.x + (double) s.normal.y * move.y < 0);
      /* It lies beside the target: one pixel on, or one on and one along, they overlap. */
      g_assert_true (kbx_boxes_overlap (next, b) ||
                     kbx_boxes_overlap (moved_box (next, s.normal.x != 0 ? (kbx_point) { 0, move.y > 0 ? 1 : -1 } : (kbx_point) { move.x > 0 ? 1 : -1, 0 }), b));
    }
}

static const float near_by = 0, far_out = 60000;

/* Bounces about in a closed room of walls for a long time, in steps that meet several walls; it never gets out. */
static void
rooms (void)
{
  begin ();
  for (int room = 0; kit_goes_on (room, 60); room++)
    {
      kbx_vec c[12];
      kbx_segment walls[12];
      int count = between (3, 12);
      float radius = room % 2 ? 0 : 3;
      kbx_circle ball = { { 300, 300 }, radius };
      kbx_vec move = { (float) between (-400, 400), (float) between (-400, 400) };

      for (int i = 0; i < count; i++)
        {
          double angle = (i + 0.4 * (bits () % 1000) / 1000.0) * 2 * G_PI / count, far = between (60, 290);
          c[i].x = (float) round (300 + far * cos (angle));
          c[i].y = (float) round (300 + far * sin (angle));
        }
      for (int i = 0; i < count; i++)
        walls[i] = (kbx_segment) { c[i], c[(i + 1) % count] };
      for (int step = 0; step < 500; step++)
        {
          kbx_vec left = move;
          for (int bounce = 0; bounce < 12; bounce++)
            {
              kbx_hit f = cast_walls (SHAPE (ball), left, walls, NULL, (uint32_t) count);
              ball.centre = kbx_stop (ball.centre, left, f, 1 / 16.0f);
              if (!f.hit)
                break;
              left = kbx_bounce (times (left, 1 - (double) f.fraction), f.normal, 1);
              move = kbx_bounce (move, f.normal, 1);
              if (bounce == 11)
                break;
            }
          g_assert_true (kbx_contains (POLYGON_SHAPE ((kbx_polygon) { c, (uint32_t) count }), ball.centre));
        }
    }
}

/* After a stop a point is at least the skin off the wall, or as far as it was; far out, where the grid is coarse, too. */
static void
skins (void)
{
  static const float skin[] = { 1 / 256.0f, 1 / 64.0f, 1 / 16.0f, 0.5f };
  int hits = 0, skinned = 0;

  begin ();
  for (int i = 0; kit_goes_on (i, 400000); i++)
    {
      float off = i % 2 ? near_by : far_out, least = skin[i / 2 % 4], before, after;
      Grid whole = { 200, 1 }, grid = { 51200, 1 / 256.0f };
      kbx_vec middle_of = { off, off }, from = plus (middle_of, vec (grid)), move = vec (grid), at;
      kbx_segment wall = { plus (middle_of, vec (whole)), plus (middle_of, vec (whole)) };
      kbx_hit s = kbx_cast (SHAPE (from), move, SHAPE (wall));
      if (!s.hit || kbx_line_side (wall, from) == 0)
        continue;
      hits++;
      at = kbx_stop (from, move, s, least);
      g_assert_cmpint (kbx_line_side (wall, at), ==, kbx_line_side (wall, from));
      before = fabsf (kbx_line_nearest (wall, from).distance), after = fabsf (kbx_line_nearest (wall, at).distance);
      g_assert_cmpfloat (after, >=, MIN (before, least) - 1 / 16384.0f);
      if (before > least + 0.0625f)
        {
          /* And not much farther off: a place on the grid. */
          g_assert_cmpfloat (after, <=, least + 0.0625f);
          skinned++;
        }
    }
  g_assert_cmpint (hits, >, (int) kit_n_done / 40);
  g_assert_cmpint (skinned, >, (int) kit_n_done / 40);
}

/* Rooms of one-way walls that stop only from inside: no centre ever leaves, far out neither; and where no corner that
 * sticks into the room is pointed, nothing comes to overlap a wall by more than a hair. */
static void
one_way_rooms (gconstpointer data)
{
  const float off = *(const float *) data, hair = 1 / 64.0f;
  int blunt_rooms = 0, hits = 0;

  begin ();
  for (int room = 0; kit_goes_on (room, 100); room++)
    {
      kbx_vec c[12];
      kbx_segment walls[12];
      bool ways[12], blunt = true;
      int count = between (5, 12);
      kbx_circle ball = { { off, off }, (float) between (1, 20 * 256) / 256 };
      kbx_vec move = { 0, 0 };

      for (int i = 0; i < count; i++)
        {
          double angle = (i + 0.4 * (bits () % 1000) / 1000.0) * 2 * G_PI / count, far = between (60, 290);
          c[i].x = (float) (off + round (far * cos (angle)));
          c[i].y = (float) (off + round (far * sin (angle)));
        }
      for (int i = 0; i < count; i++)
        {
          kbx_vec before = minus (c[i], c[(i + count - 1) % count]), after = minus (c[(i + 1) % count], c[i]);
          bool sticks_in = before.x * after.y - before.y * after.x < 0;
          walls[i] = (kbx_segment) { c[i], c[(i + 1) % count] };
          ways[i] = true;
          g_assert_cmpint (kbx_line_side (walls[i], ball.centre), ==, 1);
          blunt = blunt && !(sticks_in && before.x * after.x + before.y * after.y < 0);
          blunt = blunt && kbx_nearest_point (SHAPE (walls[i]), ball.centre).distance > ball.radius;
        }
      blunt_rooms += blunt;
      for (int step = 0; step < 1000; step++)
        {
          kbx_vec left;
          if (step % 8 == 0)
            move = (kbx_vec) { (float) between (-400 * 256, 400 * 256) / 256, (float) between (-400 * 256, 400 * 256) / 256 };
          left = move;
          for (int bounce = 0; bounce < 12; bounce++)
            {
              kbx_hit f = cast_walls (SHAPE (ball), left, walls, ways, (uint32_t) count);
              ball.centre = kbx_stop (ball.centre, left, f, 1 / 16.0f);
              if (!f.hit)
                break;
              hits++;
              left = kbx_bounce (times (left, 1 - (double) f.fraction), f.normal, 1);
              move = kbx_bounce (move, f.normal, 1);
            }
          g_assert_true (kbx_contains (POLYGON_SHAPE ((kbx_polygon) { c, (uint32_t) count }), ball.centre));
          for (int i = 0; i < count && blunt; i++)
            g_assert_cmpfloat (kbx_nearest_point (SHAPE (walls[i]), ball.centre).distance, >, ball.radius - hair);
        }
    }
  g_assert_cmpint (blunt_rooms, >, (int) kit_n_done / 20);
  g_assert_cmpint (hits, >, 1000 * (int) kit_n_done);
}

KIT_PROGRAM (sweep_rooms)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/sweep-properties/boxes", boxes);
  g_test_add_func ("/sweep-properties/rooms", rooms);
  g_test_add_func ("/sweep-properties/skins", skins);
  g_test_add_data_func ("/sweep-properties/one-way-rooms/near", &near_by, one_way_rooms);
  g_test_add_data_func ("/sweep-properties/one-way-rooms/far", &far_out, one_way_rooms);
  return g_test_run ();
}
