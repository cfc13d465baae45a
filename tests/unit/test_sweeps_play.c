/* SPDX-License-Identifier: MIT */
/* What games make of sweeps: many segments at once, stops and bounces, ground and paddles; and what bad numbers get. */
#include "support/shape_of.h"
#include "support/seed.h"
#include "support/sweep_checks.h"

#include <math.h>

static void
many (void)
{
  kbx_segment walls[4] = { seg (20, -5, 20, 5), seg (10, -5, 10, 0), seg (10, 0, 10, 5), seg (5, -5, 5, 5) };
  bool ways[4] = { false, false, false, true };
  kbx_hit f = cast_walls (SHAPE (vec (0, 0)), vec (40, 0), walls, NULL, 4);

  g_assert_cmpuint (f.index, ==, 3);
  f = cast_walls (SHAPE (vec (0, 0)), vec (40, 0), walls, NULL, 3);
  g_assert_cmpuint (f.index, ==, 1); /* the joint belongs to both */
  is_hit (f, 0.25f, 10, 0, -1, 0);
  f = cast_walls (SHAPE (vec (0, 0)), vec (40, 0), walls, ways, 4);
  g_assert_cmpuint (f.index, ==, 3);
  f = cast_walls (SHAPE (vec (30, 1)), vec (-40, 0), walls, ways, 4);
  g_assert_cmpuint (f.index, ==, 0);
  f = cast_walls (SHAPE (vec (8, 1)), vec (-8, 0), walls, ways, 4);
  g_assert_cmpuint (f.index, ==, KBX_NONE);
  is_miss (f);
  f = cast_walls (SHAPE (circle (0, 1, 1)), vec (40, 0), walls, NULL, 3);
  g_assert_cmpuint (f.index, ==, 2);
  is_hit (f, 9 / 40.0f, 10, 1, -1, 0);
  f = cast_walls (SHAPE (circle (8, 1, 1)), vec (-8, 0), walls, ways, 4);
  is_miss (f);
  f = cast_walls (SHAPE (vec (8, 1)), vec (-8, 0), NULL, NULL, 0);
  is_miss (f);
  f = cast_walls (SHAPE (vec (8, 1)), vec (-8, 0), NULL, NULL, 1);
  g_assert_cmpint (f.status, ==, KBX_ERROR_ARGUMENT);
  walls[2].b.y = NAN;
  f = cast_walls (SHAPE (vec (8, 1)), vec (-8, 0), walls, NULL, 4);
  g_assert_cmpint (f.status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpuint (f.index, ==, 2);
}

static void
stops (void)
{
  /* The skin is a length: as long for a move of 1000 as for one of 10, where "a little less of the move" is not. */
  for (float length = 6; length <= 6000; length *= 10)
    {
      kbx_hit s = POINT_SEGMENT (0, 0, length, 0, seg (5, -1, 5, 1));
      near_vec (kbx_stop (vec (0, 0), vec (length, 0), s, 0.125f), 4.875f, 0);
    }
  /* It is measured along the normal, however shallow the way. */
  near_vec (kbx_stop (vec (0, 0), vec (64, 4), POINT_SEGMENT (0, 0, 64, 4, seg (0, 2, 99, 2)), 0.125f), 30, 1.875f);
  is_vec (kbx_stop (vec (0, 1.9375f), vec (64, 4), POINT_SEGMENT (0, 1.9375f, 64, 4, seg (0, 2, 99, 2)), 0.125f), 0, 1.9375f);
  /* Far out, where the nearest place on the grid lies beyond the wall. */
  {
    kbx_segment wall = seg (60078, 59877, 59926, 59971);
    kbx_vec from = vec (60025.4531f, 59907.8164f), move = vec (111.1875f, -64.4609375f);
    kbx_vec at = kbx_stop (from, move, kbx_cast (SHAPE (from), move, SHAPE (wall)), 1 / 16.0f);
    g_assert_cmpint (kbx_line_side (wall, from), ==, kbx_line_side (wall, at));
  }
  /* Of a sweep with another move, that leaves. */
  is_vec (kbx_stop (vec (0, 0), vec (-9, 0), POINT_SEGMENT (0, 0, 9, 0, seg (5, -1, 5, 1)), 0.125f), 0, 0);
  is_vec (kbx_stop (vec (4.9375f, 0), vec (9, 0), POINT_SEGMENT (4.9375f, 0, 9, 0, seg (5, -1, 5, 1)), 0.125f), 4.9375f, 0);
  is_vec (kbx_stop (vec (1, 2), vec (3, 4), POINT_SEGMENT (1, 2, 3, 4, seg (50, -1, 50, 1)), 0.125f), 4, 6);
  is_vec (kbx_stop (vec (1, 2), vec (3, 4), POINT_SEGMENT (1, 2, NAN, 4, seg (50, -1, 50, 1)), 0.125f), 1, 2);
  is_vec (kbx_stop (vec (1, 2), vec (0, 0), kbx_cast (SHAPE (vec (1, 2)), vec (0, 0), SHAPE (circle (1, 2, 3))), 1), 1, 2);
  is_vec (kbx_stop (vec (1, 2), vec (3, 4), POINT_SEGMENT (1, 2, 3, 4, seg (50, -1, 50, 1)), -1), 1, 2);
  is_vec (kbx_stop (vec (1, 2), vec (INFINITY, 4), POINT_SEGMENT (1, 2, 3, 4, seg (50, -1, 50, 1)), 1), 1, 2);
  g_assert_true (isnan (kbx_stop (vec (NAN, 2), vec (3, 4), POINT_SEGMENT (1, 2, 3, 4, seg (50, -1, 50, 1)), 1).x));
}

static void
bounces (void)
{
  is_vec (kbx_bounce (vec (3, 4), vec (0, -1), 1), 3, -4);
  is_vec (kbx_bounce (vec (3, 4), vec (0, -1), 0.5f), 3, -2);
  is_vec (kbx_bounce (vec (3, 4), vec (0, -1), 0), 3, 0);
  is_vec (kbx_bounce (vec (3, 4), vec (0, -1), 0), 3, 0);
  is_vec (kbx_bounce (vec (3, 4), vec (0, -7), 0), 3, 0);
  is_vec (kbx_bounce (vec (3, -4), vec (0, -1), 1), 3, -4); /* leaves already */
  is_vec (kbx_bounce (vec (3, 0), vec (0, -1), 1), 3, 0);
  is_vec (kbx_bounce (vec (3, 4), vec (0, 0), 0), 3, 4);
  is_vec (kbx_bounce (vec (3, 4), vec (0, -1), -1), 3, 4);
  is_vec (kbx_bounce (vec (3, 4), vec (NAN, -1), 1), 3, 4);
  g_assert_true (isnan (kbx_bounce (vec (NAN, 4), vec (0, -1), 1).x));
  near_vec (kbx_bounce (vec (10, 0), vec (-0.6f, 0.8f), 1), 10 - 2 * 6 * 0.6f, 2 * 6 * 0.8f);
}

/* A ball in a corner: one bounce leads straight into the next, and the last leads out again. */
static void
corner_bounces (void)
{
  kbx_segment walls[2] = { seg (10, -50, 10, 10), seg (10, 10, -50, 10) };
  kbx_vec at = vec (0, 3), left = vec (40, 32);
  int count = 0;

  for (; count < 8; count++)
    {
      kbx_hit f = cast_walls (SHAPE (at), left, walls, NULL, 2);
      kbx_vec next = kbx_stop (at, left, f, 1 / 64.0f);
      g_assert_true (next.x < 10 && next.y < 10);
      if (!f.hit)
        break;
      left = kbx_bounce (vec (left.x * (1 - f.fraction), left.y * (1 - f.fraction)), f.normal, 1);
      at = next;
    }
  g_assert_cmpint (count, ==, 2);
  g_assert_cmpfloat (left.x, <, 0);
  g_assert_cmpfloat (left.y, <, 0);
}

static void
ground (void)
{
  const kbx_shape floor = kbx_shape_half_plane (vec (0, -1), -100);
  g_assert_cmpfloat (-kbx_nearest_point (floor, vec (5, 90)).distance, ==, -10);
  g_assert_cmpfloat (-kbx_nearest_point (floor, vec (5, 100)).distance, ==, 0);
  g_assert_cmpfloat (-kbx_nearest_point (floor, vec (5, 103)).distance, ==, 3);
  g_assert_true (isinf (-kbx_nearest_point (floor, vec (5, NAN)).distance) && isinf (kbx_nearest_point (kbx_shape_half_plane (vec (0, -1), INFINITY), vec (5, 1)).distance));
  g_assert_true (kbx_foot ((kbx_rect) { { 4, 0 }, { 2, 8 } }).x == 0);
  g_assert_true (kbx_foot ((kbx_rect) { { 4, 0 }, { 2, 8 } }).y == 0);
  g_assert_true (kbx_foot ((kbx_rect) { { 2, 0 }, { 4, 8 } }).y == 8);
  is_vec (kbx_foot (rect (2, 3, 5, 9)), 3.5f, 9);
  is_hit (kbx_cast (SHAPE (vec (5, 90)), vec (8, 40), floor), 0.25f, 7, 100, 0, -1);
  is_hit (kbx_cast (SHAPE (vec (5, 90)), vec (8, 10), floor), 1, 13, 100, 0, -1);
  is_hit (kbx_cast (SHAPE (vec (5, 100)), vec (8, 10), floor), 0, 5, 100, 0, -1);
  is_miss (kbx_cast (SHAPE (vec (5, 100)), vec (8, 0), floor));
  is_miss (kbx_cast (SHAPE (vec (5, 100)), vec (8, -9), floor));
  is_miss (kbx_cast (SHAPE (vec (5, 90)), vec (8, 9), floor));
  is_inside (kbx_cast (SHAPE (vec (5, 101)), vec (8, -9), floor), 5, 101, 0, -1);
}

typedef struct {
  kbx_segment face;
  kbx_side facing;
} Paddle;

static void
paddle_case (kbx_rect ball, kbx_vec move, Paddle paddle, bool reached, bool hit, float fraction, float where)
{
  float on_face = 9;
  kbx_hit p = kbx_paddle_cast (ball, move, paddle.face, paddle.facing, &on_face);
  g_assert_cmpint (p.status, ==, KBX_OK);
  g_assert_cmpint (p.point.x != 0 || p.point.y != 0, ==, reached);
  g_assert_cmpint (p.hit, ==, hit);
  near (p.fraction, fraction, 1e-6);
  near (on_face, where, 1e-6);
  g_assert_cmpfloat (fabs (p.normal.x) + fabs (p.normal.y), ==, hit);
  g_assert_true (!hit || p.normal.x * move.x + p.normal.y * move.y < 0);
}

static void
paddle_refused (kbx_rect ball, kbx_vec move, kbx_segment face, kbx_side facing)
{
  g_assert_cmpint (kbx_paddle_cast (ball, move, face, facing, NULL).status, ==, KBX_ERROR_ARGUMENT);
}

static void
paddles (void)
{
  const Paddle right = { seg (100, 40, 100, 60), KBX_LEFT }, left = { seg (10, 40, 10, 60), KBX_RIGHT };
  const Paddle bottom = { seg (40, 100, 60, 100), KBX_TOP }, top = { seg (40, 10, 60, 10), KBX_BOTTOM }, spot = { seg (100, 50, 100, 50), KBX_LEFT };
  kbx_hit p = kbx_paddle_cast (rect (80, 46, 84, 50), vec (32, 8), right.face, right.facing, NULL);

  g_assert_true (p.hit);
  near_vec (p.point, 100, 52);
  is_vec (p.normal, -1, 0);
  paddle_case (rect (80, 46, 84, 50), vec (32, 8), right, true, true, 0.5f, 4 / 24.0f);
  paddle_case (rect (80, 46, 84, 50), vec (32, 0), right, true, true, 0.5f, -4 / 24.0f);
  paddle_case (rect (80, 60, 84, 64), vec (32, 0), right, true, true, 0.5f, 1);
  paddle_case (rect (80, 36, 84, 40), vec (32, 0), right, true, true, 0.5f, -1);
  paddle_case (rect (80, 60.00390625f, 84, 64), vec (32, 0), right, true, false, 0.5f, 1);
  paddle_case (rect (80, 30, 84, 39.99609375f), vec (32, 0), right, true, false, 0.5f, -1);
  paddle_case (rect (80, 60, 84, 64), vec (32, 1), right, true, false, 0.5f, 1);
  paddle_case (rect (80, 36, 84, 40), vec (32, -1), right, true, false, 0.5f, -1);
  paddle_case (rect (80, 46, 84, 50), vec (15.99609375f, 0), right, false, false, 1, 0);
  paddle_case (rect (80, 46, 84, 50), vec (16, 0), right, true, true, 1, -4 / 24.0f);
  paddle_case (rect (96, 46, 100, 50), vec (16, 0), right, true, true, 0, -4 / 24.0f);
  paddle_case (rect (96, 46, 100, 50), vec (-16, 0), right, false, false, 1, 0);
  paddle_case (rect (97, 46, 101, 50), vec (16, 0), right, false, false, 1, 0);
  paddle_case (rect (26, 46, 30, 50), vec (-32, 8), left, true, true, 0.5f, 4 / 24.0f);
  paddle_case (rect (46, 80, 50, 84), vec (8, 32), bottom, true, true, 0.5f, 4 / 24.0f);
  paddle_case (rect (46, 26, 50, 30), vec (8, -32), top, true, true, 0.5f, 4 / 24.0f);
  paddle_case (rect (46, 26, 50, 30), vec (8, 32), top, false, false, 1, 0);
  paddle_case (rect (84, 50, 84, 50), vec (32, 0), spot, true, true, 0.5f, 0);
  p = kbx_paddle_cast (rect (46, 80, 50, 84), vec (8, 32), bottom.face, bottom.facing, NULL);
  near_vec (p.point, 52, 100);
  paddle_refused (rect (46, 80, 50, 84), vec (8, 32), right.face, (kbx_side) 9);
  paddle_refused (rect (46, 80, 50, 84), vec (8, 32), seg (61, 100, 60, 100), KBX_TOP);
  paddle_refused (rect (46, 80, 50, 84), vec (8, 32), seg (40, 100, 60, 101), KBX_TOP);
  paddle_refused (rect (46, 80, 50, 84), vec (8, 32), bottom.face, KBX_LEFT);
  paddle_refused (rect (50, 80, 46, 84), vec (8, 32), top.face, top.facing);
  paddle_refused (rect (46, 80, 50, 84), vec (NAN, 32), top.face, top.facing);
  for (int i = 0; i < 4; i++)
    {
      kbx_segment bad = top.face;
      (i == 0 ? &bad.a.x : i == 1 ? &bad.a.y : i == 2 ? &bad.b.x : &bad.b.y)[0] = NAN;
      paddle_refused (rect (46, 80, 50, 84), vec (8, 32), bad, top.facing);
    }
}

static void
is_bad (kbx_hit s)
{
  g_assert_cmpint (s.status, ==, KBX_ERROR_ARGUMENT);
  g_assert_false (s.hit || s.started_inside);
  g_assert_cmpfloat (s.fraction, ==, 0);
}

static void
bad_input (void)
{
  float bad[] = { NAN, INFINITY, -INFINITY, KBX_WORLD_LIMIT * 2 };
  kbx_vec corners[4] = { { 0, 0 }, { 9, 0 }, { 9, 9 }, { 0, 9 } }, o = { 0, 0 };
  kbx_polygon square = { corners, 4 }, two = { corners, 2 };
  kbx_segment s = seg (0, 0, 1, 1);
  kbx_circle c = circle (0, 0, 1);
  kbx_rect r = rect (0, 0, 1, 1), upside = rect (0, 1, 1, 0);
  kbx_obb b = { { 0, 0 }, { 1, 0 }, 5, 5 }, no_axis = { { 0, 0 }, { 0, 0 }, 5, 5 };

  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      kbx_vec p = vec (bad[i], 0), q = vec (0, bad[i]);
      kbx_segment sb = { { 0, 0 }, q };
      kbx_circle cb = { p, 1 }, rb = { { 0, 0 }, i == 0 ? -1 : bad[i] };
      is_bad (kbx_cast (SHAPE (p), o, SHAPE (s)));
      is_bad (kbx_cast (SHAPE (o), q, SHAPE (s)));
      is_bad (kbx_cast (SHAPE (o), o, SHAPE (sb)));
      is_bad (kbx_cast (SHAPE (p), o, SHAPE (c)));
      is_bad (kbx_cast (SHAPE (o), q, SHAPE (c)));
      is_bad (kbx_cast (SHAPE (o), o, SHAPE (rb)));
      is_bad (kbx_cast (SHAPE (p), o, SHAPE (r)));
      is_bad (kbx_cast (SHAPE (o), q, SHAPE (r)));
      is_bad (kbx_cast (SHAPE (o), o, SHAPE (upside)));
      is_bad (kbx_cast (SHAPE (p), o, SHAPE (b)));
      is_bad (kbx_cast (SHAPE (o), q, SHAPE (b)));
      is_bad (kbx_cast (SHAPE (o), o, SHAPE (no_axis)));
      is_bad (kbx_cast (SHAPE (p), o, POLYGON_SHAPE (square)));
      is_bad (kbx_cast (SHAPE (o), q, POLYGON_SHAPE (square)));
      is_bad (kbx_cast (SHAPE (o), o, POLYGON_SHAPE (two)));
      is_bad (kbx_cast (SHAPE (p), o, kbx_shape_half_plane (vec (0, -1), 0)));
      is_bad (kbx_cast (SHAPE (o), q, kbx_shape_half_plane (vec (0, -1), 0)));
      is_bad (kbx_cast (SHAPE (o), o, kbx_shape_half_plane (vec (0, -1), bad[i])));
      is_bad (kbx_cast (SHAPE (upside), o, SHAPE (r)));
      is_bad (kbx_cast (SHAPE (r), p, SHAPE (r)));
      is_bad (kbx_cast (SHAPE (r), o, SHAPE (upside)));
      is_bad (kbx_cast (SHAPE (cb), o, SHAPE (s)));
      is_bad (kbx_cast (SHAPE (c), p, SHAPE (s)));
      is_bad (kbx_cast (SHAPE (c), o, SHAPE (sb)));
      is_bad (kbx_cast (SHAPE (cb), o, SHAPE (c)));
      is_bad (kbx_cast (SHAPE (c), o, SHAPE (rb)));
      is_bad (kbx_cast (SHAPE (rb), o, SHAPE (r)));
      is_bad (kbx_cast (SHAPE (c), o, SHAPE (upside)));
      is_bad (kbx_cast (SHAPE (cb), o, SHAPE (b)));
      is_bad (kbx_cast (SHAPE (c), o, SHAPE (no_axis)));
      is_bad (kbx_cast (SHAPE (cb), o, POLYGON_SHAPE (square)));
      is_bad (kbx_cast (SHAPE (c), o, POLYGON_SHAPE (two)));
      is_bad (cast_walls (SHAPE (cb), o, &s, NULL, 1));
      is_bad (cast_walls (SHAPE (c), q, &s, NULL, 1));
    }
}

KIT_PROGRAM (sweeps_play)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/sweeps/many", many);
  g_test_add_func ("/sweeps/stops", stops);
  g_test_add_func ("/sweeps/bounces", bounces);
  g_test_add_func ("/sweeps/corner-bounces", corner_bounces);
  g_test_add_func ("/sweeps/ground", ground);
  g_test_add_func ("/sweeps/paddles", paddles);
  g_test_add_func ("/sweeps/bad-input", bad_input);
  return g_test_run ();
}
