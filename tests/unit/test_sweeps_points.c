/* SPDX-License-Identifier: MIT */
/* Moving points: each kind of target, each edge rule, and the known mistakes of texts and other libraries. */
#include "support/shape_of.h"
#include "support/seed.h"
#include "support/sweep_checks.h"

#include <math.h>

static void
point_segment (void)
{
  kbx_segment s = seg (0, 0, 10, 0);

  is_hit (POINT_SEGMENT (3, -4, 0, 16, s), 0.25f, 3, 0, 0, -1);
  is_hit (POINT_SEGMENT (3, 4, 0, -16, s), 0.25f, 3, 0, 0, 1);
  is_hit (POINT_SEGMENT (3, 4, 0, -4, s), 1, 3, 0, 0, 1);
  is_miss (POINT_SEGMENT (3, 4, 0, -3.99609375f, s));
  is_miss (POINT_SEGMENT (3, 4, 0, 4, s));
  is_miss (POINT_SEGMENT (3, 4, 5, 0, s));
  /* Both ends belong to it. */
  is_hit (POINT_SEGMENT (0, -4, 0, 8, s), 0.5f, 0, 0, 0, -1);
  is_hit (POINT_SEGMENT (6, -4, 8, 8, s), 0.5f, 10, 0, 0, -1);
  is_miss (POINT_SEGMENT (10.00390625f, -4, 0, 8, s));
  is_miss (POINT_SEGMENT (-0.00390625f, -4, 0, 8, s));
  /* Lengthwise. */
  is_hit (POINT_SEGMENT (-4, 0, 8, 0, s), 0.5f, 0, 0, -1, 0);
  is_hit (POINT_SEGMENT (14, 0, -8, 0, s), 0.5f, 10, 0, 1, 0);
  is_miss (POINT_SEGMENT (-4, 0, 3, 0, s));
  is_miss (POINT_SEGMENT (-4, 0, -8, 0, s));
  is_miss (POINT_SEGMENT (-4, 1, 80, 0, s));
  is_miss (POINT_SEGMENT (3, 0, 20, 0, s));
  /* What starts on it is let go, either way. */
  is_miss (POINT_SEGMENT (3, 0, 0, 5, s));
  is_miss (POINT_SEGMENT (3, 0, 0, -5, s));
  is_miss (POINT_SEGMENT (0, 0, 5, 0, s));
  is_miss (POINT_SEGMENT (3, -4, 0, 0, s));
  /* A segment without length is a point. */
  is_hit (POINT_SEGMENT (0, 0, 6, 8, seg (3, 4, 3, 4)), 0.5f, 3, 4, -0.6f, -0.8f);
  is_miss (POINT_SEGMENT (0, 0, 6, 8.00390625f, seg (3, 4, 3, 4)));
  is_miss (POINT_SEGMENT (3, 4, 6, 8, seg (3, 4, 3, 4)));
}

static void
one_way (void)
{
  kbx_segment s = seg (0, 0, 10, 0); /* its left is below on the screen */

  is_hit (POINT_ONE_WAY (3, 4, 0, -16, s), 0.25f, 3, 0, 0, 1);
  is_miss (POINT_ONE_WAY (3, -4, 0, 16, s));
  is_hit (POINT_ONE_WAY (3, 0, 0, -5, s), 0, 3, 0, 0, 1); /* starts on it and moves in */
  is_miss (POINT_ONE_WAY (3, 0, 0, 5, s));
  is_miss (POINT_ONE_WAY (13, 0, 0, -5, s));
  is_miss (POINT_ONE_WAY (-4, 0, 8, 0, s));
  is_miss (POINT_ONE_WAY (3, 4, 0, 0, s));
  is_miss (POINT_ONE_WAY (0, 0, 6, 8, seg (3, 4, 3, 4)));
  is_hit (kbx_cast (SHAPE (circle (3, 6, 2)), vec (0, -16), WALL_SHAPE (s, true)), 0.25f, 3, 0, 0, 1);
  is_hit (kbx_cast (SHAPE (circle (3, 2, 2)), vec (0, -16), WALL_SHAPE (s, true)), 0, 3, 0, 0, 1);
  is_hit (kbx_cast (SHAPE (circle (11, 6, 2)), vec (0, -16), WALL_SHAPE (s, true)), (6 - sqrtf (3)) / 16, 10, 0, 0.5f, sqrtf (3) / 2);
  /* Partly through it already, like a jump from below: let go. */
  is_miss (kbx_cast (SHAPE (circle (3, -6, 2)), vec (0, 16), WALL_SHAPE (s, true)));
  is_miss (kbx_cast (SHAPE (circle (-6, 0, 2)), vec (16, 0), WALL_SHAPE (s, true)));
  is_miss (kbx_cast (SHAPE (circle (3, 6, 2)), vec (0, 16), WALL_SHAPE (s, true)));
  is_miss (kbx_cast (SHAPE (circle (3, 3, 2)), vec (9, 0), WALL_SHAPE (s, true)));
  is_miss (kbx_cast (SHAPE (circle (0, 9, 2)), vec (0, -16), WALL_SHAPE (seg (0, 0, 0, 0), true)));
}

/* A fraction of nothing is 0, not -0. */
static void
no_negative_zero (void)
{
  kbx_hit s = kbx_cast (SHAPE (rect (0, 0, 1, 1)), vec (-1, 0), SHAPE (rect (-1, 0, 0, 1)));
  kbx_hit hit = kbx_paddle_cast (rect (-0.0f, 0, 1, 1), vec (-1, 0), seg (0, -5, 0, 5), KBX_RIGHT, NULL);

  g_assert_true (s.hit && s.fraction == 0 && !signbit (s.fraction));
  g_assert_true (hit.hit && hit.fraction == 0 && !signbit (hit.fraction));
}

static void
point_circle (void)
{
  kbx_circle c = circle (10, 0, 5);

  is_hit (kbx_cast (SHAPE (vec (0, 0)), vec (10, 0), SHAPE (c)), 0.5f, 5, 0, -1, 0);
  is_hit (kbx_cast (SHAPE (vec (0, 3)), vec (12, 0), SHAPE (c)), 0.5f, 6, 3, -0.8f, 0.6f);
  is_hit (kbx_cast (SHAPE (vec (0, 3)), vec (6, 0), SHAPE (c)), 1, 6, 3, -0.8f, 0.6f);
  is_miss (kbx_cast (SHAPE (vec (0, 3)), vec (5.99609375f, 0), SHAPE (c)));
  is_miss (kbx_cast (SHAPE (vec (0, 5)), vec (90, 0), SHAPE (c))); /* glances along */
  is_hit (kbx_cast (SHAPE (vec (0, 4.99609375f)), vec (90, 0), SHAPE (c)), 0.1089155f, 9.802396f, 4.99609375f, -0.0395207f, 0.9992188f);
  is_miss (kbx_cast (SHAPE (vec (0, 0)), vec (-90, 0), SHAPE (c)));
  is_miss (kbx_cast (SHAPE (vec (5, 0)), vec (-1, 0), SHAPE (c)));
  is_miss (kbx_cast (SHAPE (vec (5, 0)), vec (0, 7), SHAPE (c)));
  is_hit (kbx_cast (SHAPE (vec (5, 0)), vec (1, 0), SHAPE (c)), 0, 5, 0, -1, 0);
  is_hit (kbx_cast (SHAPE (vec (5, 0)), vec (100, 0), SHAPE (c)), 0, 5, 0, -1, 0);
  is_inside (kbx_cast (SHAPE (vec (7, 0)), vec (100, 0), SHAPE (c)), 7, 0, -1, 0);
  is_inside (kbx_cast (SHAPE (vec (10, 0)), vec (0, 0), SHAPE (c)), 10, 0, 1, 0);
  is_miss (kbx_cast (SHAPE (vec (0, 0)), vec (0, 0), SHAPE (c)));
  is_hit (kbx_cast (SHAPE (vec (0, 0)), vec (20, 0), SHAPE (circle (10, 0, 0))), 0.5f, 10, 0, -1, 0);
  is_miss (kbx_cast (SHAPE (vec (0, 1)), vec (20, 0), SHAPE (circle (10, 0, 0))));
}

/* A query that starts inside tells the way out, not the way it looks (Chipmunk2D, issue 222). */
static void
starts_inside (void)
{
  kbx_rect r = rect (0, 0, 10, 6);
  kbx_vec corners[4] = { { 0, 0 }, { 10, 0 }, { 10, 6 }, { 0, 6 } };
  kbx_polygon p = { corners, 4 };
  static const struct { float x, y, nx, ny; } cases[] = {
    { 9, 3, 1, 0 }, { 1, 3, -1, 0 }, { 5, 5, 0, 1 }, { 5, 1, 0, -1 }, { 5, 3, 0, 1 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int k = 0; k < 4; k++)
      {
        static const float moves[4][2] = { { 3, -50 }, { -30, 20 }, { 0, 0 }, { 30, 0.5f } };
        kbx_vec from = vec (cases[i].x, cases[i].y), move = vec (moves[k][0], moves[k][1]);
        is_inside (kbx_cast (SHAPE (from), move, SHAPE (r)), from.x, from.y, cases[i].nx, cases[i].ny);
        is_inside (kbx_cast (SHAPE (from), move, SHAPE ((kbx_obb) { { 5, 3 }, { 1, 0 }, 10, 6 })), from.x, from.y,
                   cases[i].nx, cases[i].ny);
        if (cases[i].y != 3 || cases[i].x != 5)
          is_inside (kbx_cast (SHAPE (from), move, POLYGON_SHAPE (p)), from.x, from.y, cases[i].nx, cases[i].ny);
        is_inside (kbx_cast (SHAPE ((kbx_circle) { from, 1 }), move, SHAPE (r)), from.x, from.y, cases[i].nx,
                   cases[i].y == 3 && cases[i].x == 5 ? -1 : cases[i].ny);
      }
  is_inside (kbx_cast (SHAPE (vec (3, 3)), vec (9, 0), SHAPE (rect (0, 0, 6, 6))), 3, 3, 1, 0);
}

/* Which of equally short ways out is told. */
static void
inside_ties (void)
{
  const kbx_vec from = vec (4, 4), move = vec (1, 2);
  const kbx_circle ball = { from, 1 };
  const kbx_rect r = rect (0, 0, 8, 8);
  const kbx_obb turned = { { 4, 4 }, { 0, 1 }, 8, 8 };
  kbx_vec clockwise[4] = { { 0, 8 }, { 0, 0 }, { 8, 0 }, { 8, 8 } }, back[4] = { { 8, 8 }, { 8, 0 }, { 0, 0 }, { 0, 8 } };
  const float half = 0.70710678f;

  is_inside (kbx_cast (SHAPE (from), move, SHAPE (r)), 4, 4, 1, 0);
  is_inside (kbx_cast (SHAPE (rect (3, 3, 5, 5)), move, SHAPE (r)), 4, 4, 1, 0);
  is_inside (kbx_cast (SHAPE (r), move, SHAPE (rect (3, 3, 5, 5))), 4, 4, 1, 0);
  is_inside (kbx_cast (SHAPE (from), move, SHAPE (turned)), 4, 4, 0, 1);
  is_inside (kbx_cast (SHAPE (r), move, SHAPE ((kbx_segment) { { -20, -20 }, { 28, 28 } })), 4, 4, -half, half);
  is_inside (kbx_cast (SHAPE (ball), move, SHAPE (r)), 4, 4, 0, -1);
  is_inside (kbx_cast (SHAPE (ball), move, SHAPE (turned)), 4, 4, 1, 0);
  is_inside (kbx_cast (SHAPE (from), move, POLYGON_SHAPE ((kbx_polygon) { clockwise, 4 })), 4, 4, -1, 0);
  is_inside (kbx_cast (SHAPE (ball), move, POLYGON_SHAPE ((kbx_polygon) { clockwise, 4 })), 4, 4, -1, 0);
  is_inside (kbx_cast (SHAPE (ball), move, POLYGON_SHAPE ((kbx_polygon) { back, 4 })), 4, 4, 1, 0);
  is_inside (kbx_cast (SHAPE (ball), move, SHAPE ((kbx_segment) { { 0, 4 }, { 8, 4 } })), 4, 4, 0, 1);
  is_inside (kbx_cast (SHAPE (from), move, SHAPE (ball)), 4, 4, 1, 0);
  is_inside (kbx_cast (SHAPE (ball), move, SHAPE (ball)), 4, 4, 1, 0);
  g_assert_cmpint (kbx_cast (SHAPE ((kbx_box) { 3, 3, 5, 5 }), vec (-1, 2), SHAPE ((kbx_box) { 0, 0, 8, 8 })).normal.x, ==, 1);
}

static void
point_rect (void)
{
  kbx_rect r = rect (0, 0, 10, 10);

  is_hit (kbx_cast (SHAPE (vec (-10, 5)), vec (40, 0), SHAPE (r)), 0.25f, 0, 5, -1, 0);
  is_hit (kbx_cast (SHAPE (vec (20, 5)), vec (-40, 8), SHAPE (r)), 0.25f, 10, 7, 1, 0);
  is_hit (kbx_cast (SHAPE (vec (5, -10)), vec (0, 40), SHAPE (r)), 0.25f, 5, 0, 0, -1);
  is_hit (kbx_cast (SHAPE (vec (5, 20)), vec (8, -40), SHAPE (r)), 0.25f, 7, 10, 0, 1);
  is_hit (kbx_cast (SHAPE (vec (-10, 5)), vec (10, 0), SHAPE (r)), 1, 0, 5, -1, 0);
  is_miss (kbx_cast (SHAPE (vec (-10, 5)), vec (9.99609375f, 0), SHAPE (r)));
  is_hit (kbx_cast (SHAPE (vec (0, 5)), vec (3, 3), SHAPE (r)), 0, 0, 5, -1, 0);
  is_miss (kbx_cast (SHAPE (vec (0, 5)), vec (-3, 3), SHAPE (r)));
  is_miss (kbx_cast (SHAPE (vec (0, 5)), vec (0, 3), SHAPE (r)));
  is_miss (kbx_cast (SHAPE (vec (-5, 10)), vec (90, 0), SHAPE (r)));
  is_miss (kbx_cast (SHAPE (vec (-5, 0)), vec (90, 0), SHAPE (r)));
  is_miss (kbx_cast (SHAPE (vec (0, 90)), vec (0, -900), SHAPE (r)));
  is_miss (kbx_cast (SHAPE (vec (-5, 5)), vec (10, -10), SHAPE (r))); /* past the corner: (0, 0) itself */
  is_miss (kbx_cast (SHAPE (vec (5, -5)), vec (-10, 10), SHAPE (r)));
  is_miss (kbx_cast (SHAPE (vec (20, 5)), vec (30, 0), SHAPE (r)));
  is_miss (kbx_cast (SHAPE (vec (5, 20)), vec (0, 30), SHAPE (r)));
  is_miss (kbx_cast (SHAPE (vec (5, -20)), vec (0, 15), SHAPE (r)));
  is_miss (kbx_cast (SHAPE (vec (5, -20)), vec (0, 0), SHAPE (r)));
  /* Into the corner: the face that stands more against it. */
  is_hit (kbx_cast (SHAPE (vec (-5, -5)), vec (10, 10), SHAPE (r)), 0.5f, 0, 0, -1, 0);
  is_hit (kbx_cast (SHAPE (vec (-5, -4)), vec (10, 8), SHAPE (r)), 0.5f, 0, 0, -1, 0);
  is_hit (kbx_cast (SHAPE (vec (-4, -5)), vec (8, 10), SHAPE (r)), 0.5f, 0, 0, 0, -1);
  is_hit (kbx_cast (SHAPE (vec (14, 15)), vec (-8, -10), SHAPE (r)), 0.5f, 10, 10, 0, 1);
  /* Flat: a segment, a point. */
  is_hit (kbx_cast (SHAPE (vec (-5, 10)), vec (10, 0), SHAPE (rect (0, 0, 0, 10))), 0.5f, 0, 10, -1, 0);
  is_hit (kbx_cast (SHAPE (vec (0, -10)), vec (0, 20), SHAPE (rect (0, 0, 0, 10))), 0.5f, 0, 0, 0, -1);
  is_hit (kbx_cast (SHAPE (vec (5, 5)), vec (0, -10), SHAPE (rect (0, 0, 10, 0))), 0.5f, 5, 0, 0, 1);
  is_hit (kbx_cast (SHAPE (vec (5, 5)), vec (0, -10), SHAPE (rect (5, 0, 5, 0))), 0.5f, 5, 0, 0, 1);
}

static void
point_obb (void)
{
  kbx_obb diamond = { { 10, 0 }, { 0.8f, 0.6f }, 10, 5 };
  kbx_hit s = kbx_cast (SHAPE (vec (10 - 8, -6)), vec (8, 6), SHAPE (diamond));

  is_hit (s, 0.5f, 6, -3, -0.8f, -0.6f);
  s = kbx_cast (SHAPE (vec (10 - 6, 8)), vec (6, -8), SHAPE (diamond));
  is_hit (s, 0.75f, 8.5f, 2, -0.6f, 0.8f);
  is_miss (kbx_cast (SHAPE (vec (0, 0)), vec (3, 0), SHAPE (diamond)));
  is_hit (kbx_cast (SHAPE (vec (-10, 5)), vec (40, 0), SHAPE ((kbx_obb) { { 5, 5 }, { 0, 1 }, 10, 10 })), 0.25f, 0, 5, -1, 0);
  /* Flat. */
  is_hit (kbx_cast (SHAPE (vec (5, -10)), vec (0, 40), SHAPE ((kbx_obb) { { 5, 5 }, { 1, 0 }, 10, 0 })), 0.375f, 5, 5, 0, -1);
}

static void
point_polygon (void)
{
  /* A pot with a notch; a point falls into the notch, past it, and along its rim. */
  kbx_vec pot[7] = { { 0, 0 }, { 4, 0 }, { 6, 8 }, { 8, 0 }, { 12, 0 }, { 12, 12 }, { 0, 12 } };
  for (int turn = 0; turn < 2; turn++)
    {
      kbx_polygon p = { pot, 7 };
      kbx_hit bottom = kbx_cast (SHAPE (vec (6, -2)), vec (0, 20), POLYGON_SHAPE (p));
      is_hit (bottom, 0.5f, 6, 8, (bottom.normal.x < 0 ? -4 : 4) / sqrtf (17), -1 / sqrtf (17)); /* either side, alike */
      is_hit (kbx_cast (SHAPE (vec (2, -5)), vec (0, 20), POLYGON_SHAPE (p)), 0.25f, 2, 0, 0, -1);
      is_hit (kbx_cast (SHAPE (vec (7, -5)), vec (0, 10), POLYGON_SHAPE (p)), 0.9f, 7, 4, -4 / sqrtf (17), -1 / sqrtf (17));
      is_miss (kbx_cast (SHAPE (vec (6, -2)), vec (0, 9), POLYGON_SHAPE (p)));
      is_miss (kbx_cast (SHAPE (vec (-5, 0)), vec (30, 0), POLYGON_SHAPE (p)));       /* along the rim, over the notch */
      is_miss (kbx_cast (SHAPE (vec (0, -5)), vec (0, 30), POLYGON_SHAPE (p)));       /* along the left face */
      is_miss (kbx_cast (SHAPE (vec (-5, 5)), vec (10, -10), POLYGON_SHAPE (p)));     /* past the corner (0, 0) */
      is_hit (kbx_cast (SHAPE (vec (-6, -6)), vec (12, 12), POLYGON_SHAPE (p)), 0.5f, 0, 0, -1, 0);
      is_hit (kbx_cast (SHAPE (vec (-6, -3)), vec (12, 6), POLYGON_SHAPE (p)), 0.5f, 0, 0, -1, 0);
      is_hit (kbx_cast (SHAPE (vec (-3, -6)), vec (6, 12), POLYGON_SHAPE (p)), 0.5f, 0, 0, 0, -1);
      is_hit (kbx_cast (SHAPE (vec (6, 4)), vec (-4, 0), POLYGON_SHAPE (p)), 0.25f, 5, 4, 4 / sqrtf (17), -1 / sqrtf (17));
      is_hit (kbx_cast (SHAPE (vec (4, 0)), vec (3, 16), POLYGON_SHAPE (p)), 0, 4, 0, 0, -1); /* from a corner inwards */
      is_miss (kbx_cast (SHAPE (vec (4, 0)), vec (1, 0), POLYGON_SHAPE (p)));
      is_miss (kbx_cast (SHAPE (vec (4, 0)), vec (1, 4), POLYGON_SHAPE (p)));         /* down the side of the notch */
      is_hit (kbx_cast (SHAPE (vec (4, 0)), vec (4, 16), POLYGON_SHAPE (p)), 0.5f, 6, 8, -4 / sqrtf (17), -1 / sqrtf (17));
      is_hit (kbx_cast (SHAPE (vec (2, 0)), vec (0, 1), POLYGON_SHAPE (p)), 0, 2, 0, 0, -1);
      is_miss (kbx_cast (SHAPE (vec (2, 0)), vec (0, -1), POLYGON_SHAPE (p)));
      is_miss (kbx_cast (SHAPE (vec (2, 0)), vec (0, 0), POLYGON_SHAPE (p)));
      is_miss (kbx_cast (SHAPE (vec (4, 0)), vec (0, 0), POLYGON_SHAPE (p)));
      is_inside (kbx_cast (SHAPE (vec (1, 5)), vec (100, 0), POLYGON_SHAPE (p)), 1, 5, -1, 0);
      is_inside (kbx_cast (SHAPE (vec (6, 9)), vec (0, 0), POLYGON_SHAPE (p)), 6, 9, 0, -1); /* the bottom of the notch is nearest */
      for (int i = 0; i < 3; i++)
        {
          kbx_vec v = pot[i];
          pot[i] = pot[6 - i];
          pot[6 - i] = v;
        }
    }
}

/* Corners that repeat, and straight ones, let nothing through. */
static void
repeated_corners (void)
{
  kbx_vec corners[9] = { { 0, 0 }, { 0, 0 }, { 5, 0 }, { 10, 0 }, { 10, 0 }, { 10, 10 }, { 0, 10 }, { 0, 0 }, { 0, 0 } };
  kbx_vec flat[4] = { { 0, 0 }, { 5, 0 }, { 10, 0 }, { 5, 0 } }, spot[3] = { { 3, 3 }, { 3, 3 }, { 3, 3 } };
  kbx_polygon p = { corners, 9 }, f = { flat, 4 }, q = { spot, 3 };

  is_hit (kbx_cast (SHAPE (vec (-5, -5)), vec (10, 10), POLYGON_SHAPE (p)), 0.5f, 0, 0, -1, 0);
  is_hit (kbx_cast (SHAPE (vec (5, -5)), vec (0, 10), POLYGON_SHAPE (p)), 0.5f, 5, 0, 0, -1);
  is_hit (kbx_cast (SHAPE (vec (15, -5)), vec (-10, 10), POLYGON_SHAPE (p)), 0.5f, 10, 0, 1, 0);
  is_miss (kbx_cast (SHAPE (vec (-5, 0)), vec (30, 0), POLYGON_SHAPE (p)));
  is_hit (kbx_cast (SHAPE (circle (0, -5, 1)), vec (0, 8), POLYGON_SHAPE (p)), 0.5f, 0, 0, 0, -1);
  is_inside (kbx_cast (SHAPE (circle (0, 0, 1)), vec (0, 0), POLYGON_SHAPE (p)), 0, 0, 0, -1);
  is_hit (kbx_cast (SHAPE (vec (5, -5)), vec (0, 10), POLYGON_SHAPE (f)), 0.5f, 5, 0, 0, -1);
  is_hit (kbx_cast (SHAPE (vec (-5, 0)), vec (30, 0), POLYGON_SHAPE (f)), 1 / 6.0f, 0, 0, -1, 0);
  is_miss (kbx_cast (SHAPE (vec (5, 0)), vec (0, 10), POLYGON_SHAPE (f)));
  is_hit (kbx_cast (SHAPE (vec (0, 3)), vec (6, 0), POLYGON_SHAPE (q)), 0.5f, 3, 3, -1, 0);
  is_hit (kbx_cast (SHAPE (circle (5, -6, 1)), vec (0, 10), POLYGON_SHAPE (f)), 0.5f, 5, 0, 0, -1);
  is_hit (kbx_cast (SHAPE (circle (5, 6, 1)), vec (0, -10), POLYGON_SHAPE (f)), 0.5f, 5, 0, 0, 1);
  is_inside (kbx_cast (SHAPE (circle (5, 0.5f, 1)), vec (0, -10), POLYGON_SHAPE (f)), 5, 0.5f, 0, 1);
  is_inside (kbx_cast (SHAPE (circle (5, -0.5f, 1)), vec (0, -10), POLYGON_SHAPE (f)), 5, -0.5f, 0, -1);
  is_inside (kbx_cast (SHAPE (circle (3, 3, 1)), vec (0, -10), POLYGON_SHAPE (q)), 3, 3, 1, 0);
  is_inside (kbx_cast (SHAPE (circle (3, 2.5f, 1)), vec (0, -10), POLYGON_SHAPE (q)), 3, 2.5f, 0, -1);
}

KIT_PROGRAM (sweeps_points)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/sweeps/point-segment", point_segment);
  g_test_add_func ("/sweeps/one-way", one_way);
  g_test_add_func ("/sweeps/no-negative-zero", no_negative_zero);
  g_test_add_func ("/sweeps/point-circle", point_circle);
  g_test_add_func ("/sweeps/starts-inside", starts_inside);
  g_test_add_func ("/sweeps/inside-ties", inside_ties);
  g_test_add_func ("/sweeps/point-rect", point_rect);
  g_test_add_func ("/sweeps/point-obb", point_obb);
  g_test_add_func ("/sweeps/point-polygon", point_polygon);
  g_test_add_func ("/sweeps/repeated-corners", repeated_corners);
  return g_test_run ();
}
