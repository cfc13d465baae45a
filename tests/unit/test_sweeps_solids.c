/* SPDX-License-Identifier: MIT */
/* Moving boxes and circles: each kind of target, each edge rule. */
#include "support/shape_of.h"
#include "support/seed.h"
#include "support/sweep_checks.h"

#include <math.h>

/* The centre tells the side; on its way out of the wall a circle is let go, and stopped when it turns back. */
static void
one_way_centre (void)
{
  kbx_segment s = seg (0, 0, 10, 0);
  kbx_segment corner[2] = { seg (100, 0, 0, 0), seg (0, 0, 0, 100) };
  const bool ways[2] = { true, true };
  const float h = sqrtf (0.5f);
  kbx_hit one, two;

  for (int y = -1; y <= 1; y++)
    {
      is_miss (kbx_cast (SHAPE (circle (3, (float) y, 2)), vec (0, 16), WALL_SHAPE (s, true)));
      is_miss (kbx_cast (SHAPE (circle (3, (float) y, 2)), vec (9, 0), WALL_SHAPE (s, true)));
    }
  is_miss (kbx_cast (SHAPE (circle (3, -1, 2)), vec (0, -16), WALL_SHAPE (s, true)));
  is_inside (kbx_cast (SHAPE (circle (3, 1, 2)), vec (0, -16), WALL_SHAPE (s, true)), 3, 1, 0, 1);
  for (float x = 0; x <= 10; x += 5)
    is_inside (kbx_cast (SHAPE (circle (x, 0, 2)), vec (0, -16), WALL_SHAPE (s, true)), x, 0, 0, 1);
  /* Round its end. */
  is_inside (kbx_cast (SHAPE (circle (11, 1, 2)), vec (0, -16), WALL_SHAPE (s, true)), 11, 1, h, h);
  is_inside (kbx_cast (SHAPE (circle (-1, 1, 2)), vec (0, -16), WALL_SHAPE (s, true)), -1, 1, -h, h);
  is_miss (kbx_cast (SHAPE (circle (11, 1, 2)), vec (4, -1), WALL_SHAPE (s, true)));
  is_miss (kbx_cast (SHAPE (circle (-1, 1, 2)), vec (-4, -1), WALL_SHAPE (s, true)));
  is_miss (kbx_cast (SHAPE (circle (-1, -1, 2)), vec (4, -1), WALL_SHAPE (s, true)));
  g_assert_true (kbx_cast (SHAPE (circle (-6, 0, 2)), vec (16, -1), WALL_SHAPE (s, true)).hit);
  /* Just before a corner that sticks out, below the line of neither wall. */
  one = cast_walls (SHAPE (circle (-4, -4, 5)), vec (40, 40), corner, ways, 2);
  two = cast_walls (SHAPE (circle (-4, -4, 5)), vec (40, 40), corner, NULL, 2);
  g_assert_true (one.hit && !one.started_inside);
  g_assert_cmpfloat (one.fraction, ==, two.fraction);
  near_vec (one.normal, -h, -h);
}

static void
rects (void)
{
  kbx_rect wall = rect (20, 0, 30, 40);

  is_hit (kbx_cast (SHAPE (rect (0, 10, 10, 20)), vec (40, 0), SHAPE (wall)), 0.25f, 20, 15, -1, 0);
  is_hit (kbx_cast (SHAPE (rect (0, 35, 10, 45)), vec (40, 0), SHAPE (wall)), 0.25f, 20, 37.5f, -1, 0);
  is_hit (kbx_cast (SHAPE (rect (22, -20, 24, -10)), vec (0, 40), SHAPE (wall)), 0.25f, 23, 0, 0, -1);
  is_hit (kbx_cast (SHAPE (rect (22, 50, 24, 60)), vec (0, -40), SHAPE (wall)), 0.25f, 23, 40, 0, 1);
  is_hit (kbx_cast (SHAPE (rect (40, 10, 50, 20)), vec (-40, 0), SHAPE (wall)), 0.25f, 30, 15, 1, 0);
  is_miss (kbx_cast (SHAPE (rect (0, 40, 10, 50)), vec (40, 0), SHAPE (wall))); /* along its lower face */
  is_miss (kbx_cast (SHAPE (rect (10, 10, 20, 20)), vec (0, 40), SHAPE (wall)));
  is_miss (kbx_cast (SHAPE (rect (10, 10, 20, 20)), vec (-4, 40), SHAPE (wall)));
  is_hit (kbx_cast (SHAPE (rect (10, 10, 20, 20)), vec (4, 4), SHAPE (wall)), 0, 20, 15, -1, 0);
  is_inside (kbx_cast (SHAPE (rect (15, 10, 25, 20)), vec (4, 4), SHAPE (wall)), 20, 15, -1, 0);
  /* Flat ones: a segment against a segment, a point against a point. */
  is_hit (kbx_cast (SHAPE (rect (0, 0, 0, 10)), vec (10, 0), SHAPE (rect (5, 5, 5, 25))), 0.5f, 5, 7.5f, -1, 0);
  is_hit (kbx_cast (SHAPE (rect (0, 0, 0, 0)), vec (6, 8), SHAPE (rect (3, 4, 3, 4))), 0.5f, 3, 4, -0.6f, -0.8f);
}

/* A box that slides over a floor of tiles feels no seam, and what it meets has a straight normal (box2d, issue 935). */
static void
along_tiles (void)
{
  for (int y = 0; y <= 1; y++)
    for (int speed = 1; speed < 300; speed += 7)
      for (int tile = -20; tile < 20; tile++)
        {
          kbx_rect mover = rect (3.25f, 16 - 10, 3.25f + 12, 16), floor_tile = rect ((float) tile * 16, 16, (float) tile * 16 + 16, 32);
          kbx_vec corners[4] = { floor_tile.min, { floor_tile.max.x, floor_tile.min.y }, floor_tile.max, { floor_tile.min.x, floor_tile.max.y } };
          kbx_hit s = kbx_cast (SHAPE (mover), vec ((float) speed, (float) y), SHAPE (floor_tile));
          kbx_circle ball = circle (3.25f, 16 - 5, 5);
          kbx_hit b = kbx_cast (SHAPE (ball), vec ((float) speed, 0), SHAPE (floor_tile));
          is_miss (b);
          is_miss (kbx_cast (SHAPE (ball), vec ((float) speed, 0), POLYGON_SHAPE ((kbx_polygon) { corners, 4 })));
          is_miss (kbx_cast (SHAPE (ball), vec ((float) speed, 0), SHAPE (seg (corners[0].x, 16, corners[1].x, 16))));
          if (y == 0)
            is_miss (s);
          else if (s.fraction == 0)
            is_vec (s.normal, 0, -1);
          else if (s.hit)
            is_vec (s.normal, -1, 0); /* by then the box is below the floor: the tile under it was met before */
        }
}

static void
boxes_case (kbx_box mover, kbx_vec move, kbx_box target, bool hit, double fraction, int mx, int my, int nx, int ny)
{
  kbx_hit s = kbx_cast (SHAPE (mover), move, SHAPE (target));
  g_assert_cmpint (s.hit, ==, hit);
  near (s.fraction, fraction, 1e-7);
  g_assert_cmpfloat (trunc (move.x * (double) s.fraction + copysign (1e-5, move.x)), ==, mx);
  g_assert_cmpfloat (trunc (move.y * (double) s.fraction + copysign (1e-5, move.y)), ==, my);
  is_vec (s.normal, nx, ny);
}

static void
boxes (void)
{
  kbx_box a = box (0, 0, 10, 10), w = box (20, -5, 30, 15);

  boxes_case (a, vec (40, 0), w, true, 0.25, 10, 0, -1, 0);
  boxes_case (a, vec (40, 9), w, true, 0.25, 10, 2, -1, 0);
  boxes_case (a, vec (40, -9), w, true, 0.25, 10, -2, -1, 0);
  boxes_case (a, vec (10, 0), w, false, 1, 10, 0, 0, 0); /* comes to lie beside it */
  boxes_case (a, vec (11, 0), w, true, 10 / 11.0, 10, 0, -1, 0);
  boxes_case (box (10, 0, 20, 10), vec (1, 0), w, true, 0, 0, 0, -1, 0);
  boxes_case (box (10, 0, 20, 10), vec (0, 9), w, false, 1, 0, 9, 0, 0);
  boxes_case (box (10, 0, 20, 10), vec (-5, 9), w, false, 1, -5, 9, 0, 0);
  boxes_case (box (0, 15, 10, 25), vec (50, 0), w, false, 1, 50, 0, 0, 0); /* along a face */
  boxes_case (box (40, 0, 50, 10), vec (-40, 0), w, true, 0.25, -10, 0, 1, 0);
  boxes_case (box (22, -20, 24, -10), vec (3, 10), w, true, 0.5, 1, 5, 0, -1);
  boxes_case (box (22, 20, 24, 30), vec (-3, -10), w, true, 0.5, -1, -5, 0, 1);
  boxes_case (box (10, -15, 20, -5), vec (5, 5), w, true, 0, 0, 0, -1, 0); /* into a corner, from the corner */
  boxes_case (box (5, -20, 15, -10), vec (10, 10), w, true, 0.5, 5, 5, -1, 0);
  boxes_case (box (6, -20, 16, -10), vec (8, 10), w, true, 0.5, 4, 5, 0, -1);
  boxes_case (box (5, -20, 15, -10), vec (10, -10), w, false, 1, 10, -10, 0, 0);
  boxes_case (a, vec (0, 0), w, false, 1, 0, 0, 0, 0);
  g_assert_cmpint (kbx_cast (SHAPE (box (0, 0, 0, 10)), vec (90, 0), SHAPE (w)).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_cast (SHAPE (box (0, 0, 10, 0)), vec (90, 0), SHAPE (w)).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_cast (SHAPE (a), vec (90, 0), SHAPE (box (20, 0, 20, 10))).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_cast (SHAPE (a), vec (90, 0), SHAPE (box (20, 5, 30, 5))).status, ==, KBX_ERROR_ARGUMENT);
  boxes_case (box (18, 0, 28, 10), vec (90, 0), w, true, 0, 0, 0, -1, 0);
  g_assert_true (kbx_cast (SHAPE (box (18, 0, 28, 10)), vec (90, 0), SHAPE (w)).started_inside);
  boxes_case (box (22, 0, 32, 10), vec (90, 0), w, true, 0, 0, 0, 1, 0);
  boxes_case (box (23, 10, 29, 20), vec (90, 0), w, true, 0, 0, 0, 0, 1);
  boxes_case (box (23, -15, 29, 0), vec (90, 0), w, true, 0, 0, 0, 0, -1);
  /* As far as int32 goes; moves with fractions, and beyond the world, do not. */
  boxes_case (box (INT32_MIN, INT32_MIN, INT32_MIN + 1, INT32_MIN + 1), vec (4, 4), box (INT32_MIN + 2, INT32_MIN, INT32_MAX, INT32_MAX),
              true, 0.25, 1, 1, -1, 0);
  boxes_case (box (INT32_MAX - 1, INT32_MAX - 1, INT32_MAX, INT32_MAX), vec (-4, -8), box (INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX - 4),
              true, 0.375, -1, -3, 0, 1);
  g_assert_cmpint (kbx_cast (SHAPE (a), vec (0.5f, 0), SHAPE (w)).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_cast (SHAPE (a), vec (1e9f, 0), SHAPE (w)).status, ==, KBX_ERROR_ARGUMENT);
}

static void
circle_segment (void)
{
  kbx_segment s = seg (0, 0, 10, 0);
#define ROUND(x, y, r, mx, my) kbx_cast (SHAPE (circle (x, y, r)), vec (mx, my), SHAPE (s))
  is_hit (ROUND (5, -6, 2, 0, 16), 0.25f, 5, 0, 0, -1);
  is_hit (ROUND (5, 6, 2, 0, -16), 0.25f, 5, 0, 0, 1);
  is_hit (ROUND (5, 6, 2, 0, -4), 1, 5, 0, 0, 1);
  is_miss (ROUND (5, 6, 2, 0, -3.99609375f));
  is_hit (ROUND (-6, 0, 2, 8, 0), 0.5f, 0, 0, -1, 0);
  is_hit (ROUND (16, 0, 2, -8, 0), 0.5f, 10, 0, 1, 0);
  is_hit (ROUND (-3, -10, 5, 0, 12), 0.5f, 0, 0, -0.6f, -0.8f);
  is_hit (ROUND (13, -10, 5, 0, 12), 0.5f, 10, 0, 0.6f, -0.8f);
  is_hit (ROUND (-3, -10, 5, 0, 6), 1, 0, 0, -0.6f, -0.8f);
  is_hit (ROUND (13, -10, 5, 0, 6), 1, 10, 0, 0.6f, -0.8f);
  is_miss (ROUND (-5, -10, 5, 0, 90)); /* past the end, just touching */
  is_miss (ROUND (-10, -5, 5, 90, 0)); /* along, just touching */
  is_miss (ROUND (5, -5, 5, 90, 0));
  is_miss (ROUND (5, -5, 5, 90, -1));
  is_hit (ROUND (5, -5, 5, 9, 1), 0, 5, 0, 0, -1);
  is_hit (ROUND (-4, -3, 5, 9, 1), 0, 0, 0, -0.8f, -0.6f);
  is_miss (ROUND (-4, -3, 5, -1, 1));
  is_miss (ROUND (-4, -3, 5, 3, -4)); /* round the end */
  is_hit (ROUND (14, -3, 5, -9, 1), 0, 10, 0, 0.8f, -0.6f);
  is_inside (ROUND (5, -1, 2, 0, 0), 5, -1, 0, -1);
  is_inside (ROUND (5, 1, 2, 9, 9), 5, 1, 0, 1);
  is_inside (ROUND (5, 0, 2, 9, 9), 5, 0, 0, 1);
  is_inside (ROUND (-1, 0, 2, 9, 9), -1, 0, -1, 0);
  is_inside (ROUND (11, 0, 2, 9, 9), 11, 0, 1, 0);
  is_inside (ROUND (10, 0, 2, 9, 9), 10, 0, 0, 1);
  is_inside (ROUND (0, 0, 2, 9, 9), 0, 0, 0, 1);
  is_miss (ROUND (5, -6, 2, 0, 0));
  /* Bounds that are apart in each way. */
  is_miss (ROUND (-9, 0, 2, -3, 1));
  is_miss (ROUND (19, 0, 2, 3, 1));
  is_miss (ROUND (5, -9, 2, 3, -1));
  is_miss (ROUND (5, 9, 2, 3, 1));
  /* Within the strip, but out of reach; away beside an end. */
  is_miss (ROUND (-9, 1, 2, 6, 0));
  is_miss (ROUND (-2, -2, 2.5f, -3, 9));
  is_hit (ROUND (5, -9, 0, 0, 18), 0.5f, 5, 0, 0, -1);
#undef ROUND
  is_hit (kbx_cast (SHAPE (circle (0, 0, 5)), vec (10, 0), SHAPE (seg (10, 3, 10, 3))), 0.6f, 10, 3, -0.8f, -0.6f);
  is_miss (kbx_cast (SHAPE (circle (0, 0, 5)), vec (5.99609375f, 0), SHAPE (seg (10, 3, 10, 3))));
  is_inside (kbx_cast (SHAPE (circle (0, 0, 5)), vec (10, 0), SHAPE (seg (0, 0, 0, 0))), 0, 0, 1, 0);
}

static void
circles (void)
{
  is_hit (kbx_cast (SHAPE (circle (0, 0, 2)), vec (20, 0), SHAPE (circle (10, 0, 3))), 0.25f, 7, 0, -1, 0);
  is_hit (kbx_cast (SHAPE (circle (0, 3, 2)), vec (12, 0), SHAPE (circle (10, 0, 3))), 0.5f, 7.6f, 1.8f, -0.8f, 0.6f);
  is_miss (kbx_cast (SHAPE (circle (0, 5, 2)), vec (12, 0), SHAPE (circle (10, 0, 3))));
  is_inside (kbx_cast (SHAPE (circle (6, 0, 2)), vec (12, 0), SHAPE (circle (10, 0, 3))), 6, 0, -1, 0);
  is_inside (kbx_cast (SHAPE (circle (6, 0, 2)), vec (12, 0), SHAPE (circle (6, 0, 0))), 6, 0, 1, 0);
  is_hit (kbx_cast (SHAPE (circle (0, 0, 0)), vec (20, 0), SHAPE (circle (10, 0, 0))), 0.5f, 10, 0, -1, 0);
}

static void
circle_areas (void)
{
  kbx_rect r = rect (0, 0, 10, 10);
  kbx_obb o = { { 5, 5 }, { 0, -1 }, 10, 10 };
  kbx_vec corners[4] = { { 0, 10 }, { 10, 10 }, { 10, 0 }, { 0, 0 } };
  kbx_polygon p = { corners, 4 };
  static const struct { kbx_circle c; kbx_vec move; float fraction, px, py, nx, ny; } cases[] = {
    { { { -6, 5 }, 2 }, { 16, 0 }, 0.25f, 0, 5, -1, 0 },
    { { { 5, 16 }, 2 }, { 0, -16 }, 0.25f, 5, 10, 0, 1 },
    { { { -3, -10 }, 5 }, { 0, 12 }, 0.5f, 0, 0, -0.6f, -0.8f },
    { { { 13, 20 }, 5 }, { 0, -12 }, 0.5f, 10, 10, 0.6f, 0.8f },
    { { { 0, 14 }, 2 }, { 0, -8 }, 0.25f, 0, 10, 0, 1 },
    { { { 5, -2 }, 2 }, { 1, 1 }, 0, 5, 0, 0, -1 },
    { { { 5, -8 }, 0 }, { 0, 16 }, 0.5f, 5, 0, 0, -1 },
  };
  static const struct { kbx_circle c; kbx_vec move; } misses[] = {
    { { { -2, -20 }, 2 }, { 0, 90 } }, { { { -5, 12 }, 2 }, { 90, 0 } }, { { { 5, -2 }, 2 }, { 9, -1 } },
    { { { -5, 5 }, 2 }, { 2.99609375f, 0 } }, { { { -5, 5 }, 2 }, { 0, 0 } },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      is_hit (kbx_cast (SHAPE (cases[i].c), cases[i].move, SHAPE (r)), cases[i].fraction, cases[i].px, cases[i].py, cases[i].nx, cases[i].ny);
      is_hit (kbx_cast (SHAPE (cases[i].c), cases[i].move, SHAPE (o)), cases[i].fraction, cases[i].px, cases[i].py, cases[i].nx, cases[i].ny);
      is_hit (kbx_cast (SHAPE (cases[i].c), cases[i].move, POLYGON_SHAPE (p)), cases[i].fraction, cases[i].px, cases[i].py, cases[i].nx, cases[i].ny);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (misses); i++)
    {
      is_miss (kbx_cast (SHAPE (misses[i].c), misses[i].move, SHAPE (r)));
      is_miss (kbx_cast (SHAPE (misses[i].c), misses[i].move, SHAPE (o)));
      is_miss (kbx_cast (SHAPE (misses[i].c), misses[i].move, POLYGON_SHAPE (p)));
    }
  is_inside (kbx_cast (SHAPE (circle (-1, 5, 2)), vec (0, 0), SHAPE (r)), -1, 5, -1, 0);
  is_inside (kbx_cast (SHAPE (circle (-3, -4, 6)), vec (0, 0), SHAPE (r)), -3, -4, -0.6f, -0.8f);
  is_inside (kbx_cast (SHAPE (circle (0, 4, 6)), vec (9, 0), SHAPE (r)), 0, 4, -1, 0);
  is_inside (kbx_cast (SHAPE (circle (10, 10, 1)), vec (9, 0), POLYGON_SHAPE (p)), 10, 10, 0, 1);
  is_inside (kbx_cast (SHAPE (circle (5, 11, 6)), vec (9, 0), POLYGON_SHAPE (p)), 5, 11, 0, 1);
}

KIT_PROGRAM (sweeps_solids)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/sweeps/one-way-centre", one_way_centre);
  g_test_add_func ("/sweeps/rects", rects);
  g_test_add_func ("/sweeps/along-tiles", along_tiles);
  g_test_add_func ("/sweeps/boxes", boxes);
  g_test_add_func ("/sweeps/circle-segment", circle_segment);
  g_test_add_func ("/sweeps/circles", circles);
  g_test_add_func ("/sweeps/circle-areas", circle_areas);
  return g_test_run ();
}
