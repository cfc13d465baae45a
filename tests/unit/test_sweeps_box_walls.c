/* SPDX-License-Identifier: MIT */
/* Moving boxes against segments: faces, ends and corners; platforms that are jumped through; bad input. */
#include "support/shape_of.h"
#include "support/seed.h"
#include "support/sweep_checks.h"

#include <math.h>

#define BOTH(r, mx, my, s) kbx_cast (SHAPE (r), vec (mx, my), SHAPE (s))
#define ONE_WAY(r, mx, my, s) kbx_cast (SHAPE (r), vec (mx, my), WALL_SHAPE (s, true))

/* A floor and a wall: the middle of what touches; along them nothing is hit. */
static void
level (void)
{
  kbx_segment floor = seg (0, 10, 20, 10), wall = seg (8, 0, 8, 20);

  is_hit (BOTH (rect (2, 0, 6, 4), 0, 12, floor), 0.5f, 4, 10, 0, -1);
  is_hit (BOTH (rect (18, 0, 26, 4), 0, 12, floor), 0.5f, 19, 10, 0, -1);
  is_hit (BOTH (rect (2, 14, 6, 16), 0, -8, floor), 0.5f, 4, 10, 0, 1);
  is_hit (BOTH (rect (-8, 8, -4, 16), 8, 0, floor), 0.5f, 0, 10, -1, 0);
  is_hit (BOTH (rect (0, 2, 4, 6), 8, 0, wall), 0.5f, 8, 4, -1, 0);
  is_hit (BOTH (rect (6, -8, 12, -4), 0, 8, wall), 0.5f, 8, 0, 0, -1);
  is_hit (BOTH (rect (2, 6, 6, 10), 5, 1, floor), 0, 4, 10, 0, -1);
  is_hit (BOTH (rect (2, 0, 6, 4), 0, 6, floor), 1, 4, 10, 0, -1);
  is_miss (BOTH (rect (2, 0, 6, 4), 0, 5.5f, floor));
  is_miss (BOTH (rect (2, 6, 6, 10), 30, 0, floor));
  is_miss (BOTH (rect (2, 6, 6, 10), 3, -1, floor));
  is_miss (BOTH (rect (20, 0, 24, 4), 0, 30, floor));
  is_miss (BOTH (rect (2, 0, 6, 4), 0, 0, floor));
  is_miss (BOTH (rect (30, 0, 36, 4), 8, 90, floor));
}

static void
slope (void)
{
  kbx_segment s = seg (0, 0, 8, -8); /* up to the right */
  double half = sqrt (0.5);

  is_hit (BOTH (rect (-4, -8, 0, -4), 8, 0, s), 0.5f, 4, -4, -half, -half);
  is_hit (BOTH (rect (8, -4, 12, 0), -8, 0, s), 0.5f, 4, -4, half, half);
  is_hit (BOTH (rect (-6, -1, -4, 3), 8, 0, s), 0.5f, 0, 0, -1, 0);
  is_hit (BOTH (rect (6, -16, 10, -12), 0, 8, s), 0.5f, 8, -8, 0, -1);
  is_hit (BOTH (rect (12, -10, 14, -6), -8, 0, s), 0.5f, 8, -8, 1, 0);
  is_hit (BOTH (rect (-2, 4, 2, 6), 0, -8, s), 0.5f, 0, 0, 0, 1);
  is_miss (BOTH (rect (-4, -4, 0, 0), 5, -5, s));
  is_miss (BOTH (rect (9, -3, 12, 0), -2, -3, s));
  /* The same falling to the right. */
  s = seg (8, 8, 0, 0);
  is_hit (BOTH (rect (8, 0, 12, 4), -8, 0, s), 0.5f, 4, 4, half, -half);
  is_hit (BOTH (rect (-6, -3, -4, 1), 8, 0, s), 0.5f, 0, 0, -1, 0);
  is_hit (BOTH (rect (-2, -6, 2, -4), 0, 8, s), 0.5f, 0, 0, 0, -1);
  is_hit (BOTH (rect (6, 12, 10, 14), 0, -8, s), 0.5f, 8, 8, 0, 1);
  is_hit (BOTH (rect (12, 7, 14, 10), -8, 0, s), 0.5f, 8, 8, 1, 0);
}

/* A corner comes to an end: the side that stands more against the move, in a tie that nearer to the x axis. */
static void
corners (void)
{
  kbx_segment floor = seg (0, 0, 8, 0), slope = seg (0, 0, 3, 4), steep = seg (0, 0, 4, 3);

  is_hit (BOTH (rect (-6, -6, -4, -4), 8, 8, floor), 0.5f, 0, 0, -1, 0);
  is_hit (BOTH (rect (-5, -6, -4, -5), 8, 10, floor), 0.5f, 0, 0, 0, -1);
  /* The end at the upper left of a slope that falls; its own face is (0.8, -0.6). */
  is_hit (BOTH (rect (-12, -7, -8, -1), 16, 2, slope), 0.5f, 0, 0, -1, 0);
  is_miss (BOTH (rect (-8, -6, -4, 0), 9, 0, slope));
  is_hit (BOTH (rect (0, -9, 4, -4), 0, 8, slope), 0.5f, 0, 0, 0, -1);
  is_hit (BOTH (rect (4, -9, 8, -4), -8, 8, slope), 0.5f, 0, 0, 0.8, -0.6);
  /* Its face and the top's (0, -1) stand alike against this. */
  is_hit (BOTH (rect (2, -9, 4, -4), -4, 8, seg (0, 0, 3, 4)), 0.5f, 0, 0, 0.8, -0.6);
  /* And here the face (-0.6, 0.8) and the left's. */
  is_hit (BOTH (rect (-8, 2, -4, 6), 8, -4, steep), 0.5f, 0, 0, -1, 0);
}

static void
inside (void)
{
  kbx_segment floor = seg (-8, 0, 8, 0), slope = seg (-8, 8, 8, -8);
  double half = sqrt (0.5);

  is_inside (BOTH (rect (-1, -3, 1, 1), 0, 0, floor), 0, -1, 0, -1);
  is_inside (BOTH (rect (-1, -1, 1, 3), 0, 8, floor), 0, 1, 0, 1);
  is_inside (BOTH (rect (-1, -2, 1, 2), 5, 0, floor), 0, 0, 0, 1);
  is_inside (BOTH (rect (7, -9, 13, 9), 0, 0, floor), 10, 0, 1, 0);
  is_inside (BOTH (rect (-13, -9, -7, 9), 0, 0, floor), -10, 0, -1, 0);
  is_inside (BOTH (rect (-3, -3, 1, 1), 0, 0, slope), -1, -1, -half, -half);
  is_inside (BOTH (rect (-1, -1, 3, 3), 0, 0, slope), 1, 1, half, half);
  is_inside (BOTH (rect (7, -12, 15, 0), 0, 0, slope), 11, -6, 1, 0);
  is_miss (ONE_WAY (rect (-1, -3, 1, 1), 0, 5, floor));
  is_miss (ONE_WAY (rect (-3, -3, 1, 1), 9, 9, slope));
}

/* Boxes and segments without width or length. */
static void
flat (void)
{
  kbx_segment post = seg (4, 0, 4, 8), nail = seg (4, 4, 4, 4);

  is_hit (BOTH (rect (0, 2, 0, 6), 8, 0, post), 0.5f, 4, 4, -1, 0);
  is_hit (BOTH (rect (4, 12, 4, 14), 0, -8, post), 0.5f, 4, 8, 0, 1);
  is_hit (BOTH (rect (0, 2, 2, 2), 4, 0, post), 0.5f, 4, 2, -1, 0);
  is_inside (BOTH (rect (3, 2, 6, 2), 0, 0, post), 4.5f, 2, 1, 0);
  is_hit (BOTH (rect (0, 0, 2, 8), 4, 0, nail), 0.5f, 4, 4, -1, 0);
  is_inside (BOTH (rect (3, 0, 8, 8), 0, 0, nail), 5.5f, 4, 1, 0);
  is_hit (BOTH (rect (2, 2, 2, 2), 4, 4, nail), 0.5f, 4, 4, -sqrt (0.5), -sqrt (0.5));
  is_hit (ONE_WAY (rect (2, 2, 2, 2), 4, 0, post), 0.5f, 4, 2, -1, 0);
  /* Upright against upright, one-way, from either side and lengthwise. */
  is_hit (ONE_WAY (rect (0, 2, 0, 6), 8, 0, post), 0.5f, 4, 4, -1, 0);
  is_hit (ONE_WAY (rect (8, 2, 8, 6), -8, 0, seg (4, 8, 4, 0)), 0.5f, 4, 4, 1, 0);
  is_hit (ONE_WAY (rect (2, 0, 6, 0), 0, 8, seg (8, 4, 0, 4)), 0.5f, 4, 4, 0, -1);
  is_miss (ONE_WAY (rect (8, 2, 8, 6), -8, 0, post));
  is_miss (ONE_WAY (rect (4, 12, 4, 14), 0, -8, post));
  is_miss (ONE_WAY (rect (0, 0, 2, 8), 4, 0, nail));
}

/* From right to left its left is above it. */
static void
platforms (void)
{
  kbx_segment platform = seg (20, 10, 0, 10), rising = seg (20, 0, 0, 10);

  is_hit (ONE_WAY (rect (2, 0, 6, 4), 0, 12, platform), 0.5f, 4, 10, 0, -1);
  is_hit (ONE_WAY (rect (2, 6, 6, 10), 1, 1, platform), 0, 4, 10, 0, -1);
  is_hit (ONE_WAY (rect (18, 0, 26, 4), 0, 12, platform), 0.5f, 19, 10, 0, -1);
  is_miss (ONE_WAY (rect (2, 14, 6, 18), 0, -20, platform));
  is_miss (ONE_WAY (rect (2, 5, 6, 11), 0, 5, platform));
  is_miss (ONE_WAY (rect (-8, 8, -4, 16), 40, 0, platform));
  is_miss (ONE_WAY (rect (-8, 8, -4, 16), 40, -2, platform));
  is_miss (ONE_WAY (rect (2, 6, 6, 10), 9, 0, platform));
  /* Its corner comes to the end: by the top it is stopped, though the side stands more against it. */
  is_hit (ONE_WAY (rect (-6, 2, -4, 6), 16, 16, platform), 0.25f, 0, 10, 0, -1);
  is_hit (ONE_WAY (rect (-12, 4, -8, 8), 16, 4, platform), 0.5f, 0, 10, 0, -1);
  is_hit (ONE_WAY (rect (28, 4, 32, 8), -16, 4, platform), 0.5f, 20, 10, 0, -1);
  /* From below past the end's corner it is not. */
  is_miss (ONE_WAY (rect (-6, 14, -4, 18), 16, -16, platform));
  /* A slope stops by its lower end's left side too, and what comes along it. */
  is_hit (ONE_WAY (rect (-8, 8, -4, 12), 8, 0, rising), 0.5f, 0, 10, -1, 0);
  is_hit (ONE_WAY (rect (16, -12, 24, -8), 0, 16, rising), 0.5f, 20, 0, 0, -1);
  is_miss (ONE_WAY (rect (24, -2, 28, 2), -16, 0, rising));
  is_miss (ONE_WAY (rect (-2, 14, 2, 18), 0, -16, rising));
  is_miss (ONE_WAY (rect (16, 10, 20, 14), -9, -9, rising));
}

/* Jumps up through a platform and comes to stand on it; a step too short to get through falls back. */
static void
jump (void)
{
  kbx_segment platform = seg (40, 50, 0, 50);
  kbx_vec at = vec (10, 60);

  for (int attempt = 0; attempt < 2; attempt++)
    {
      float speed = attempt ? -9 : -6;
      bool landed = false;
      at = vec (10, 60);
      for (int step = 0; step < 60 && !landed && at.y <= 60; step++, speed += 1)
        {
          kbx_rect box = { at, { at.x + 6, at.y + 12 } };
          kbx_hit s = kbx_cast (SHAPE (box), vec (0.5f, speed), WALL_SHAPE (platform, true));
          at = kbx_stop (at, vec (0.5f, speed), s, 1 / 16.0f);
          landed = s.hit;
        }
      g_assert_cmpint (landed, ==, attempt);
    }
  g_assert_cmpfloat (at.y, ==, 38 - 1 / 16.0f);
}

/* A roof of two one-way walls: a box that stands on the ridge is beyond the line of either, and does not sink in. */
static void
ridge (void)
{
  kbx_segment roof[2] = { seg (20, 10, 10, 0), seg (10, 0, 0, 10) };
  const bool ways[2] = { true, true };
  kbx_hit f = cast_walls (SHAPE (rect (6, -8, 14, -4)), vec (0, 8), roof, ways, 2);

  is_hit (f, 0.5f, 10, 0, 0, -1);
  g_assert_cmpuint (f.index, ==, 0);
  f = cast_walls (SHAPE (rect (6, -4, 14, 0)), vec (0, 1), roof, ways, 2);
  is_hit (f, 0, 10, 0, 0, -1);
}

static void
first (void)
{
  kbx_segment walls[4] = { seg (30, 0, 30, 9), seg (20, 0, 20, 9), seg (10, 0, 10, 9), seg (20, 0, 20, 9) };
  const bool none[4] = { false, false, false, false }, third[4] = { false, false, true, false };
  kbx_rect mover = rect (0, 2, 4, 6);
  kbx_hit f = cast_walls (SHAPE (mover), vec (32, 0), walls, third, 4);

  is_hit (f, 0.1875f, 10, 4, -1, 0);
  g_assert_cmpuint (f.index, ==, 2);
  walls[2] = seg (10, 9, 10, 0);
  f = cast_walls (SHAPE (mover), vec (32, 0), walls, third, 4);
  is_hit (f, 0.5f, 20, 4, -1, 0);
  g_assert_cmpuint (f.index, ==, 1);
  g_assert_cmpuint (cast_walls (SHAPE (mover), vec (32, 0), walls, none, 4).index, ==, 2);
  g_assert_cmpuint (cast_walls (SHAPE (mover), vec (32, 0), walls, NULL, 4).index, ==, 2);
  f = cast_walls (SHAPE (mover), vec (-32, 0), walls, NULL, 4);
  is_miss (f);
  g_assert_cmpuint (f.index, ==, KBX_NONE);
  is_miss (cast_walls (SHAPE (mover), vec (-32, 0), NULL, NULL, 0));
  f = cast_walls (SHAPE (rect (0, 2, 0, 2)), vec (20, 0), walls, third, 4);
  is_hit (f, 1, 20, 2, -1, 0);
}

static void
is_bad (kbx_hit s)
{
  g_assert_cmpint (s.status, ==, KBX_ERROR_ARGUMENT);
  g_assert_true (!s.hit && !s.started_inside && s.fraction == 0 && s.normal.x == 0 && s.normal.y == 0);
}

static void
bad (void)
{
  kbx_rect good = rect (0, 0, 4, 4);
  kbx_segment wall = seg (8, 0, 8, 9), broken[2] = { wall, seg (8, NAN, 8, 9) };
  kbx_hit f;

  is_bad (BOTH (rect (4, 0, 0, 4), 1, 0, wall));
  is_bad (BOTH (rect (0, 4, 4, NAN), 1, 0, wall));
  is_bad (BOTH (good, INFINITY, 0, wall));
  is_bad (BOTH (good, 1, 0, seg (8, 0, 8, INFINITY)));
  is_bad (BOTH (rect (2, 2, 2, NAN), 1, 0, wall));
  f = cast_walls (SHAPE (good), vec (30, 0), broken, NULL, 2);
  is_bad (f);
  g_assert_cmpuint (f.index, ==, 1);
  f = cast_walls (SHAPE (good), vec (0, NAN), broken, NULL, 1);
  is_bad (f);
  g_assert_cmpuint (f.index, ==, KBX_NONE);
  is_bad (cast_walls (SHAPE (rect (1, 0, 0, 0)), vec (1, 0), &wall, NULL, 1));
  is_bad (cast_walls (SHAPE (good), vec (1, 0), NULL, NULL, 1));
}

/* How long a move may be, whatever moves: to the world's limit, not a hair beyond, not from end to end. */
static void
longest (void)
{
  const float most = KBX_WORLD_LIMIT, more = nextafterf (most, INFINITY);
  kbx_segment wall = seg (most, -9, most, 9);
  kbx_circle ball = { { 0, 0 }, 1 };
  kbx_rect box = rect (-1, -1, 0, 1), far = rect (most - 1, -1, most, 1);
  const struct { float x; bool good; } lengths[] = { { most, true }, { more, false }, { 2 * most, false } };

  for (size_t i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      kbx_vec move = vec (lengths[i].x, 0);
      kbx_vec corners[3] = { vec (most, -9), vec (most, 9), vec (most - 9, 9) };
      kbx_hit all[] = {
        kbx_cast (SHAPE (vec (0, 0)), move, SHAPE (wall)), kbx_cast (SHAPE (ball), move, SHAPE (wall)),
        kbx_cast (SHAPE (box), move, SHAPE (wall)), kbx_cast (SHAPE (box), move, SHAPE (far)),
        kbx_cast (SHAPE (vec (0, 0)), move, SHAPE (far)), kbx_cast (SHAPE (ball), move, SHAPE (far)),
        kbx_cast (SHAPE (vec (0, 0)), move, POLYGON_SHAPE ((kbx_polygon) { corners, 3 })),
      };
      for (size_t k = 0; k < G_N_ELEMENTS (all); k++)
        if (lengths[i].good)
          g_assert_true (all[k].status == KBX_OK && all[k].hit && all[k].fraction > 0.999f);
        else
          is_bad (all[k]);
    }
}

KIT_PROGRAM (sweeps_box_walls)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/sweeps-box-walls/level", level);
  g_test_add_func ("/sweeps-box-walls/slope", slope);
  g_test_add_func ("/sweeps-box-walls/corners", corners);
  g_test_add_func ("/sweeps-box-walls/inside", inside);
  g_test_add_func ("/sweeps-box-walls/flat", flat);
  g_test_add_func ("/sweeps-box-walls/platforms", platforms);
  g_test_add_func ("/sweeps-box-walls/jump", jump);
  g_test_add_func ("/sweeps-box-walls/ridge", ridge);
  g_test_add_func ("/sweeps-box-walls/first", first);
  g_test_add_func ("/sweeps-box-walls/bad", bad);
  g_test_add_func ("/sweeps-box-walls/longest", longest);
  return g_test_run ();
}
