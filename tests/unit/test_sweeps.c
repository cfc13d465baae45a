/* SPDX-License-Identifier: MIT */
/* Moving points, boxes and circles: each kind, each edge rule, and the known mistakes of texts and other libraries. */
#include "runtime/kickbox.h"
#include "support/seed.h"

#include <math.h>

static kbx_vec vec (float x, float y) { kbx_vec v = { x, y }; return v; }
static kbx_segment seg (float ax, float ay, float bx, float by) { kbx_segment s = { { ax, ay }, { bx, by } }; return s; }
static kbx_circle circle (float x, float y, float r) { kbx_circle c = { { x, y }, r }; return c; }
static kbx_rect rect (float x0, float y0, float x1, float y1) { kbx_rect r = { { x0, y0 }, { x1, y1 } }; return r; }
static kbx_box box (int32_t x0, int32_t y0, int32_t x1, int32_t y1) { kbx_box b = { x0, y0, x1, y1 }; return b; }
static kbx_point point (int32_t x, int32_t y) { kbx_point p = { x, y }; return p; }

#define is_vec(v, px, py) G_STMT_START { kbx_vec v_ = (v); g_assert_cmpfloat (v_.x, ==, px); g_assert_cmpfloat (v_.y, ==, py); } G_STMT_END
#define near(a, b, e) g_assert_cmpfloat_with_epsilon (a, b, e)
#define near_vec(v, px, py) G_STMT_START { kbx_vec v_ = (v); near (v_.x, px, 1e-4); near (v_.y, py, 1e-4); } G_STMT_END

static void
is_miss (kbx_sweep s)
{
  g_assert_cmpint (s.status, ==, KBX_OK);
  g_assert_false (s.hit || s.started_inside);
  g_assert_cmpfloat (s.fraction, ==, 1);
  is_vec (s.point, 0, 0);
  is_vec (s.normal, 0, 0);
}

static void
is_hit (kbx_sweep s, float fraction, float px, float py, float nx, float ny)
{
  g_assert_cmpint (s.status, ==, KBX_OK);
  g_assert_true (s.hit);
  g_assert_false (s.started_inside);
  near (s.fraction, fraction, 1e-6);
  near_vec (s.point, px, py);
  near (s.normal.x, nx, 1e-6);
  near (s.normal.y, ny, 1e-6);
}

static void
is_inside (kbx_sweep s, float px, float py, float nx, float ny)
{
  g_assert_true (s.hit && s.started_inside);
  g_assert_cmpfloat (s.fraction, ==, 0);
  is_vec (s.point, px, py);
  near (s.normal.x, nx, 1e-6);
  near (s.normal.y, ny, 1e-6);
}

#define POINT_SEGMENT(x, y, mx, my, s) kbx_sweep_point_segment (vec (x, y), vec (mx, my), s, false)
#define POINT_ONE_WAY(x, y, mx, my, s) kbx_sweep_point_segment (vec (x, y), vec (mx, my), s, true)

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
  is_hit (kbx_sweep_circle_segment (circle (3, 6, 2), vec (0, -16), s, true), 0.25f, 3, 0, 0, 1);
  is_hit (kbx_sweep_circle_segment (circle (3, 2, 2), vec (0, -16), s, true), 0, 3, 0, 0, 1);
  is_hit (kbx_sweep_circle_segment (circle (11, 6, 2), vec (0, -16), s, true), (6 - sqrtf (3)) / 16, 10, 0, 0.5f, sqrtf (3) / 2);
  /* Partly through it already, like a jump from below: let go. */
  is_miss (kbx_sweep_circle_segment (circle (3, -6, 2), vec (0, 16), s, true));
  is_miss (kbx_sweep_circle_segment (circle (-6, 0, 2), vec (16, 0), s, true));
  is_miss (kbx_sweep_circle_segment (circle (3, 6, 2), vec (0, 16), s, true));
  is_miss (kbx_sweep_circle_segment (circle (3, 3, 2), vec (9, 0), s, true));
  is_miss (kbx_sweep_circle_segment (circle (0, 9, 2), vec (0, -16), seg (0, 0, 0, 0), true));
}

/* The centre tells the side; on its way out of the wall a circle is let go, and stopped when it turns back. */
static void
one_way_centre (void)
{
  kbx_segment s = seg (0, 0, 10, 0);
  kbx_segment corner[2] = { seg (100, 0, 0, 0), seg (0, 0, 0, 100) };
  const bool ways[2] = { true, true };
  const float h = sqrtf (0.5f);
  kbx_first_sweep one, two;

  for (int y = -1; y <= 1; y++)
    {
      is_miss (kbx_sweep_circle_segment (circle (3, (float) y, 2), vec (0, 16), s, true));
      is_miss (kbx_sweep_circle_segment (circle (3, (float) y, 2), vec (9, 0), s, true));
    }
  is_miss (kbx_sweep_circle_segment (circle (3, -1, 2), vec (0, -16), s, true));
  is_inside (kbx_sweep_circle_segment (circle (3, 1, 2), vec (0, -16), s, true), 3, 1, 0, 1);
  for (float x = 0; x <= 10; x += 5)
    is_inside (kbx_sweep_circle_segment (circle (x, 0, 2), vec (0, -16), s, true), x, 0, 0, 1);
  /* Round its end. */
  is_inside (kbx_sweep_circle_segment (circle (11, 1, 2), vec (0, -16), s, true), 11, 1, h, h);
  is_inside (kbx_sweep_circle_segment (circle (-1, 1, 2), vec (0, -16), s, true), -1, 1, -h, h);
  is_miss (kbx_sweep_circle_segment (circle (11, 1, 2), vec (4, -1), s, true));
  is_miss (kbx_sweep_circle_segment (circle (-1, 1, 2), vec (-4, -1), s, true));
  is_miss (kbx_sweep_circle_segment (circle (-1, -1, 2), vec (4, -1), s, true));
  g_assert_true (kbx_sweep_circle_segment (circle (-6, 0, 2), vec (16, -1), s, true).hit);
  /* Just before a corner that sticks out, below the line of neither wall. */
  one = kbx_sweep_circle_segments (circle (-4, -4, 5), vec (40, 40), corner, ways, 2);
  two = kbx_sweep_circle_segments (circle (-4, -4, 5), vec (40, 40), corner, NULL, 2);
  g_assert_true (one.sweep.hit && !one.sweep.started_inside);
  g_assert_cmpfloat (one.sweep.fraction, ==, two.sweep.fraction);
  near_vec (one.sweep.normal, -h, -h);
}

/* A fraction of nothing is 0, not -0. */
static void
no_negative_zero (void)
{
  kbx_paddle paddle = { KBX_FACING_RIGHT, 0, -5, 5 };
  kbx_sweep s = kbx_sweep_rects (rect (0, 0, 1, 1), vec (-1, 0), rect (-1, 0, 0, 1));
  kbx_paddle_hit hit = kbx_sweep_rect_paddle (rect (-0.0f, 0, 1, 1), vec (-1, 0), paddle);

  g_assert_true (s.hit && s.fraction == 0 && !signbit (s.fraction));
  g_assert_true (hit.hit && hit.fraction == 0 && !signbit (hit.fraction));
}

static void
point_circle (void)
{
  kbx_circle c = circle (10, 0, 5);

  is_hit (kbx_sweep_point_circle (vec (0, 0), vec (10, 0), c), 0.5f, 5, 0, -1, 0);
  is_hit (kbx_sweep_point_circle (vec (0, 3), vec (12, 0), c), 0.5f, 6, 3, -0.8f, 0.6f);
  is_hit (kbx_sweep_point_circle (vec (0, 3), vec (6, 0), c), 1, 6, 3, -0.8f, 0.6f);
  is_miss (kbx_sweep_point_circle (vec (0, 3), vec (5.99609375f, 0), c));
  is_miss (kbx_sweep_point_circle (vec (0, 5), vec (90, 0), c)); /* glances along */
  is_hit (kbx_sweep_point_circle (vec (0, 4.99609375f), vec (90, 0), c), 0.1089155f, 9.802396f, 4.99609375f, -0.0395207f, 0.9992188f);
  is_miss (kbx_sweep_point_circle (vec (0, 0), vec (-90, 0), c));
  is_miss (kbx_sweep_point_circle (vec (5, 0), vec (-1, 0), c));
  is_miss (kbx_sweep_point_circle (vec (5, 0), vec (0, 7), c));
  is_hit (kbx_sweep_point_circle (vec (5, 0), vec (1, 0), c), 0, 5, 0, -1, 0);
  is_hit (kbx_sweep_point_circle (vec (5, 0), vec (100, 0), c), 0, 5, 0, -1, 0);
  is_inside (kbx_sweep_point_circle (vec (7, 0), vec (100, 0), c), 7, 0, -1, 0);
  is_inside (kbx_sweep_point_circle (vec (10, 0), vec (0, 0), c), 10, 0, 1, 0);
  is_miss (kbx_sweep_point_circle (vec (0, 0), vec (0, 0), c));
  is_hit (kbx_sweep_point_circle (vec (0, 0), vec (20, 0), circle (10, 0, 0)), 0.5f, 10, 0, -1, 0);
  is_miss (kbx_sweep_point_circle (vec (0, 1), vec (20, 0), circle (10, 0, 0)));
}

/* A query that starts inside tells the way out, not the way it looks. */
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
        is_inside (kbx_sweep_point_rect (from, move, r), from.x, from.y, cases[i].nx, cases[i].ny);
        is_inside (kbx_sweep_point_obb (from, move, (kbx_obb) { { 5, 3 }, { 1, 0 }, 10, 6 }), from.x, from.y,
                   cases[i].nx, cases[i].ny);
        if (cases[i].y != 3 || cases[i].x != 5)
          is_inside (kbx_sweep_point_polygon (from, move, p), from.x, from.y, cases[i].nx, cases[i].ny);
        is_inside (kbx_sweep_circle_rect ((kbx_circle) { from, 1 }, move, r), from.x, from.y, cases[i].nx,
                   cases[i].y == 3 && cases[i].x == 5 ? -1 : cases[i].ny);
      }
  is_inside (kbx_sweep_point_rect (vec (3, 3), vec (9, 0), rect (0, 0, 6, 6)), 3, 3, 1, 0);
}

static void
point_rect (void)
{
  kbx_rect r = rect (0, 0, 10, 10);

  is_hit (kbx_sweep_point_rect (vec (-10, 5), vec (40, 0), r), 0.25f, 0, 5, -1, 0);
  is_hit (kbx_sweep_point_rect (vec (20, 5), vec (-40, 8), r), 0.25f, 10, 7, 1, 0);
  is_hit (kbx_sweep_point_rect (vec (5, -10), vec (0, 40), r), 0.25f, 5, 0, 0, -1);
  is_hit (kbx_sweep_point_rect (vec (5, 20), vec (8, -40), r), 0.25f, 7, 10, 0, 1);
  is_hit (kbx_sweep_point_rect (vec (-10, 5), vec (10, 0), r), 1, 0, 5, -1, 0);
  is_miss (kbx_sweep_point_rect (vec (-10, 5), vec (9.99609375f, 0), r));
  is_hit (kbx_sweep_point_rect (vec (0, 5), vec (3, 3), r), 0, 0, 5, -1, 0);
  is_miss (kbx_sweep_point_rect (vec (0, 5), vec (-3, 3), r));
  is_miss (kbx_sweep_point_rect (vec (0, 5), vec (0, 3), r));
  is_miss (kbx_sweep_point_rect (vec (-5, 10), vec (90, 0), r));
  is_miss (kbx_sweep_point_rect (vec (-5, 0), vec (90, 0), r));
  is_miss (kbx_sweep_point_rect (vec (0, 90), vec (0, -900), r));
  is_miss (kbx_sweep_point_rect (vec (-5, 5), vec (10, -10), r)); /* past the corner: (0, 0) itself */
  is_miss (kbx_sweep_point_rect (vec (5, -5), vec (-10, 10), r));
  is_miss (kbx_sweep_point_rect (vec (20, 5), vec (30, 0), r));
  is_miss (kbx_sweep_point_rect (vec (5, 20), vec (0, 30), r));
  is_miss (kbx_sweep_point_rect (vec (5, -20), vec (0, 15), r));
  is_miss (kbx_sweep_point_rect (vec (5, -20), vec (0, 0), r));
  /* Into the corner: the face that stands more against it. */
  is_hit (kbx_sweep_point_rect (vec (-5, -5), vec (10, 10), r), 0.5f, 0, 0, -1, 0);
  is_hit (kbx_sweep_point_rect (vec (-5, -4), vec (10, 8), r), 0.5f, 0, 0, -1, 0);
  is_hit (kbx_sweep_point_rect (vec (-4, -5), vec (8, 10), r), 0.5f, 0, 0, 0, -1);
  is_hit (kbx_sweep_point_rect (vec (14, 15), vec (-8, -10), r), 0.5f, 10, 10, 0, 1);
  /* Flat: a segment, a point. */
  is_hit (kbx_sweep_point_rect (vec (-5, 10), vec (10, 0), rect (0, 0, 0, 10)), 0.5f, 0, 10, -1, 0);
  is_hit (kbx_sweep_point_rect (vec (0, -10), vec (0, 20), rect (0, 0, 0, 10)), 0.5f, 0, 0, 0, -1);
  is_hit (kbx_sweep_point_rect (vec (5, 5), vec (0, -10), rect (0, 0, 10, 0)), 0.5f, 5, 0, 0, 1);
  is_hit (kbx_sweep_point_rect (vec (5, 5), vec (0, -10), rect (5, 0, 5, 0)), 0.5f, 5, 0, 0, 1);
}

static void
point_obb (void)
{
  kbx_obb diamond = { { 10, 0 }, { 0.8f, 0.6f }, 10, 5 };
  kbx_sweep s = kbx_sweep_point_obb (vec (10 - 8, -6), vec (8, 6), diamond);

  is_hit (s, 0.5f, 6, -3, -0.8f, -0.6f);
  s = kbx_sweep_point_obb (vec (10 - 6, 8), vec (6, -8), diamond);
  is_hit (s, 0.75f, 8.5f, 2, -0.6f, 0.8f);
  is_miss (kbx_sweep_point_obb (vec (0, 0), vec (3, 0), diamond));
  is_hit (kbx_sweep_point_obb (vec (-10, 5), vec (40, 0), (kbx_obb) { { 5, 5 }, { 0, 1 }, 10, 10 }), 0.25f, 0, 5, -1, 0);
  /* Flat. */
  is_hit (kbx_sweep_point_obb (vec (5, -10), vec (0, 40), (kbx_obb) { { 5, 5 }, { 1, 0 }, 10, 0 }), 0.375f, 5, 5, 0, -1);
}

static void
point_polygon (void)
{
  /* A pot with a notch; a point falls into the notch, past it, and along its rim. */
  kbx_vec pot[7] = { { 0, 0 }, { 4, 0 }, { 6, 8 }, { 8, 0 }, { 12, 0 }, { 12, 12 }, { 0, 12 } };
  for (int turn = 0; turn < 2; turn++)
    {
      kbx_polygon p = { pot, 7 };
      kbx_sweep bottom = kbx_sweep_point_polygon (vec (6, -2), vec (0, 20), p);
      is_hit (bottom, 0.5f, 6, 8, (bottom.normal.x < 0 ? -4 : 4) / sqrtf (17), -1 / sqrtf (17)); /* either side, alike */
      is_hit (kbx_sweep_point_polygon (vec (2, -5), vec (0, 20), p), 0.25f, 2, 0, 0, -1);
      is_hit (kbx_sweep_point_polygon (vec (7, -5), vec (0, 10), p), 0.9f, 7, 4, -4 / sqrtf (17), -1 / sqrtf (17));
      is_miss (kbx_sweep_point_polygon (vec (6, -2), vec (0, 9), p));
      is_miss (kbx_sweep_point_polygon (vec (-5, 0), vec (30, 0), p));       /* along the rim, over the notch */
      is_miss (kbx_sweep_point_polygon (vec (0, -5), vec (0, 30), p));       /* along the left face */
      is_miss (kbx_sweep_point_polygon (vec (-5, 5), vec (10, -10), p));     /* past the corner (0, 0) */
      is_hit (kbx_sweep_point_polygon (vec (-6, -6), vec (12, 12), p), 0.5f, 0, 0, -1, 0);
      is_hit (kbx_sweep_point_polygon (vec (-6, -3), vec (12, 6), p), 0.5f, 0, 0, -1, 0);
      is_hit (kbx_sweep_point_polygon (vec (-3, -6), vec (6, 12), p), 0.5f, 0, 0, 0, -1);
      is_hit (kbx_sweep_point_polygon (vec (6, 4), vec (-4, 0), p), 0.25f, 5, 4, 4 / sqrtf (17), -1 / sqrtf (17));
      is_hit (kbx_sweep_point_polygon (vec (4, 0), vec (3, 16), p), 0, 4, 0, 0, -1); /* from a corner inwards */
      is_miss (kbx_sweep_point_polygon (vec (4, 0), vec (1, 0), p));
      is_miss (kbx_sweep_point_polygon (vec (4, 0), vec (1, 4), p));         /* down the side of the notch */
      is_hit (kbx_sweep_point_polygon (vec (4, 0), vec (4, 16), p), 0.5f, 6, 8, -4 / sqrtf (17), -1 / sqrtf (17));
      is_hit (kbx_sweep_point_polygon (vec (2, 0), vec (0, 1), p), 0, 2, 0, 0, -1);
      is_miss (kbx_sweep_point_polygon (vec (2, 0), vec (0, -1), p));
      is_miss (kbx_sweep_point_polygon (vec (2, 0), vec (0, 0), p));
      is_miss (kbx_sweep_point_polygon (vec (4, 0), vec (0, 0), p));
      is_inside (kbx_sweep_point_polygon (vec (1, 5), vec (100, 0), p), 1, 5, -1, 0);
      is_inside (kbx_sweep_point_polygon (vec (6, 9), vec (0, 0), p), 6, 9, 0, -1); /* the bottom of the notch is nearest */
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

  is_hit (kbx_sweep_point_polygon (vec (-5, -5), vec (10, 10), p), 0.5f, 0, 0, -1, 0);
  is_hit (kbx_sweep_point_polygon (vec (5, -5), vec (0, 10), p), 0.5f, 5, 0, 0, -1);
  is_hit (kbx_sweep_point_polygon (vec (15, -5), vec (-10, 10), p), 0.5f, 10, 0, 1, 0);
  is_miss (kbx_sweep_point_polygon (vec (-5, 0), vec (30, 0), p));
  is_hit (kbx_sweep_circle_polygon (circle (0, -5, 1), vec (0, 8), p), 0.5f, 0, 0, 0, -1);
  is_inside (kbx_sweep_circle_polygon (circle (0, 0, 1), vec (0, 0), p), 0, 0, 0, -1);
  is_hit (kbx_sweep_point_polygon (vec (5, -5), vec (0, 10), f), 0.5f, 5, 0, 0, -1);
  is_hit (kbx_sweep_point_polygon (vec (-5, 0), vec (30, 0), f), 1 / 6.0f, 0, 0, -1, 0);
  is_miss (kbx_sweep_point_polygon (vec (5, 0), vec (0, 10), f));
  is_hit (kbx_sweep_point_polygon (vec (0, 3), vec (6, 0), q), 0.5f, 3, 3, -1, 0);
  is_hit (kbx_sweep_circle_polygon (circle (5, -6, 1), vec (0, 10), f), 0.5f, 5, 0, 0, -1);
  is_hit (kbx_sweep_circle_polygon (circle (5, 6, 1), vec (0, -10), f), 0.5f, 5, 0, 0, 1);
  is_inside (kbx_sweep_circle_polygon (circle (5, 0.5f, 1), vec (0, -10), f), 5, 0.5f, 0, 1);
  is_inside (kbx_sweep_circle_polygon (circle (5, -0.5f, 1), vec (0, -10), f), 5, -0.5f, 0, -1);
  is_inside (kbx_sweep_circle_polygon (circle (3, 3, 1), vec (0, -10), q), 3, 3, 1, 0);
  is_inside (kbx_sweep_circle_polygon (circle (3, 2.5f, 1), vec (0, -10), q), 3, 2.5f, 0, -1);
}

static void
rects (void)
{
  kbx_rect wall = rect (20, 0, 30, 40);

  is_hit (kbx_sweep_rects (rect (0, 10, 10, 20), vec (40, 0), wall), 0.25f, 20, 15, -1, 0);
  is_hit (kbx_sweep_rects (rect (0, 35, 10, 45), vec (40, 0), wall), 0.25f, 20, 37.5f, -1, 0);
  is_hit (kbx_sweep_rects (rect (22, -20, 24, -10), vec (0, 40), wall), 0.25f, 23, 0, 0, -1);
  is_hit (kbx_sweep_rects (rect (22, 50, 24, 60), vec (0, -40), wall), 0.25f, 23, 40, 0, 1);
  is_hit (kbx_sweep_rects (rect (40, 10, 50, 20), vec (-40, 0), wall), 0.25f, 30, 15, 1, 0);
  is_miss (kbx_sweep_rects (rect (0, 40, 10, 50), vec (40, 0), wall)); /* along its lower face */
  is_miss (kbx_sweep_rects (rect (10, 10, 20, 20), vec (0, 40), wall));
  is_miss (kbx_sweep_rects (rect (10, 10, 20, 20), vec (-4, 40), wall));
  is_hit (kbx_sweep_rects (rect (10, 10, 20, 20), vec (4, 4), wall), 0, 20, 15, -1, 0);
  is_inside (kbx_sweep_rects (rect (15, 10, 25, 20), vec (4, 4), wall), 20, 15, -1, 0);
  /* Flat ones: a segment against a segment, a point against a point. */
  is_hit (kbx_sweep_rects (rect (0, 0, 0, 10), vec (10, 0), rect (5, 5, 5, 25)), 0.5f, 5, 7.5f, -1, 0);
  is_hit (kbx_sweep_rects (rect (0, 0, 0, 0), vec (6, 8), rect (3, 4, 3, 4)), 0.5f, 3, 4, -0.6f, -0.8f);
}

/* A box that slides over a floor of tiles feels no seam, and what it meets has a straight normal. */
static void
along_tiles (void)
{
  for (int y = 0; y <= 1; y++)
    for (int speed = 1; speed < 300; speed += 7)
      for (int tile = -20; tile < 20; tile++)
        {
          kbx_rect mover = rect (3.25f, 16 - 10, 3.25f + 12, 16), floor_tile = rect ((float) tile * 16, 16, (float) tile * 16 + 16, 32);
          kbx_vec corners[4] = { floor_tile.min, { floor_tile.max.x, floor_tile.min.y }, floor_tile.max, { floor_tile.min.x, floor_tile.max.y } };
          kbx_sweep s = kbx_sweep_rects (mover, vec ((float) speed, (float) y), floor_tile);
          kbx_circle ball = circle (3.25f, 16 - 5, 5);
          kbx_sweep b = kbx_sweep_circle_rect (ball, vec ((float) speed, 0), floor_tile);
          is_miss (b);
          is_miss (kbx_sweep_circle_polygon (ball, vec ((float) speed, 0), (kbx_polygon) { corners, 4 }));
          is_miss (kbx_sweep_circle_segment (ball, vec ((float) speed, 0), seg (corners[0].x, 16, corners[1].x, 16), false));
          if (y == 0)
            is_miss (s);
          else if (s.fraction == 0)
            is_vec (s.normal, 0, -1);
          else if (s.hit)
            is_vec (s.normal, -1, 0); /* by then the box is below the floor: the tile under it was met before */
        }
}

static void
boxes_case (kbx_box mover, kbx_point move, kbx_box target, bool hit, double fraction, int mx, int my, int nx, int ny)
{
  kbx_box_sweep s = kbx_sweep_boxes (mover, move, target);
  g_assert_cmpint (s.hit, ==, hit);
  near (s.fraction, fraction, 1e-7);
  g_assert_cmpint (s.moved.x, ==, mx);
  g_assert_cmpint (s.moved.y, ==, my);
  g_assert_cmpint (s.normal.x, ==, nx);
  g_assert_cmpint (s.normal.y, ==, ny);
}

static void
boxes (void)
{
  kbx_box a = box (0, 0, 10, 10), w = box (20, -5, 30, 15);

  boxes_case (a, point (40, 0), w, true, 0.25, 10, 0, -1, 0);
  boxes_case (a, point (40, 9), w, true, 0.25, 10, 2, -1, 0);
  boxes_case (a, point (40, -9), w, true, 0.25, 10, -2, -1, 0);
  boxes_case (a, point (10, 0), w, false, 1, 10, 0, 0, 0); /* comes to lie beside it */
  boxes_case (a, point (11, 0), w, true, 10 / 11.0, 10, 0, -1, 0);
  boxes_case (box (10, 0, 20, 10), point (1, 0), w, true, 0, 0, 0, -1, 0);
  boxes_case (box (10, 0, 20, 10), point (0, 9), w, false, 1, 0, 9, 0, 0);
  boxes_case (box (10, 0, 20, 10), point (-5, 9), w, false, 1, -5, 9, 0, 0);
  boxes_case (box (0, 15, 10, 25), point (50, 0), w, false, 1, 50, 0, 0, 0); /* along a face */
  boxes_case (box (40, 0, 50, 10), point (-40, 0), w, true, 0.25, -10, 0, 1, 0);
  boxes_case (box (22, -20, 24, -10), point (3, 10), w, true, 0.5, 1, 5, 0, -1);
  boxes_case (box (22, 20, 24, 30), point (-3, -10), w, true, 0.5, -1, -5, 0, 1);
  boxes_case (box (10, -15, 20, -5), point (5, 5), w, true, 0, 0, 0, -1, 0); /* into a corner, from the corner */
  boxes_case (box (5, -20, 15, -10), point (10, 10), w, true, 0.5, 5, 5, -1, 0);
  boxes_case (box (6, -20, 16, -10), point (8, 10), w, true, 0.5, 4, 5, 0, -1);
  boxes_case (box (5, -20, 15, -10), point (10, -10), w, false, 1, 10, -10, 0, 0);
  boxes_case (a, point (0, 0), w, false, 1, 0, 0, 0, 0);
  boxes_case (box (0, 0, 0, 10), point (90, 0), w, false, 1, 90, 0, 0, 0);
  boxes_case (box (0, 0, 10, 0), point (90, 0), w, false, 1, 90, 0, 0, 0);
  boxes_case (a, point (90, 0), box (20, 0, 20, 10), false, 1, 90, 0, 0, 0);
  boxes_case (a, point (90, 0), box (20, 5, 30, 5), false, 1, 90, 0, 0, 0);
  boxes_case (box (18, 0, 28, 10), point (90, 0), w, true, 0, 0, 0, -1, 0);
  g_assert_true (kbx_sweep_boxes (box (18, 0, 28, 10), point (90, 0), w).started_inside);
  boxes_case (box (22, 0, 32, 10), point (90, 0), w, true, 0, 0, 0, 1, 0);
  boxes_case (box (23, 10, 29, 20), point (90, 0), w, true, 0, 0, 0, 0, 1);
  boxes_case (box (23, -15, 29, 0), point (90, 0), w, true, 0, 0, 0, 0, -1);
  /* As far as int32 goes. */
  boxes_case (box (INT32_MIN, INT32_MIN, INT32_MIN + 1, INT32_MIN + 1), point (INT32_MAX, INT32_MAX), box (-2, -2, INT32_MAX, INT32_MAX),
              true, 1 - 1 / 2147483647.0, INT32_MAX - 2, INT32_MAX - 2, -1, 0);
  boxes_case (box (INT32_MAX - 1, INT32_MAX - 1, INT32_MAX, INT32_MAX), point (INT32_MIN, INT32_MIN + 1), box (INT32_MIN, INT32_MIN, 1, 1),
              true, 1 - 2.0 / 2147483647.0, INT32_MIN + 3, INT32_MIN + 3, 0, 1);
}

static void
circle_segment (void)
{
  kbx_segment s = seg (0, 0, 10, 0);
#define ROUND(x, y, r, mx, my) kbx_sweep_circle_segment (circle (x, y, r), vec (mx, my), s, false)
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
  is_hit (kbx_sweep_circle_segment (circle (0, 0, 5), vec (10, 0), seg (10, 3, 10, 3), false), 0.6f, 10, 3, -0.8f, -0.6f);
  is_miss (kbx_sweep_circle_segment (circle (0, 0, 5), vec (5.99609375f, 0), seg (10, 3, 10, 3), false));
  is_inside (kbx_sweep_circle_segment (circle (0, 0, 5), vec (10, 0), seg (0, 0, 0, 0), false), 0, 0, 1, 0);
}

static void
circles (void)
{
  is_hit (kbx_sweep_circles (circle (0, 0, 2), vec (20, 0), circle (10, 0, 3)), 0.25f, 7, 0, -1, 0);
  is_hit (kbx_sweep_circles (circle (0, 3, 2), vec (12, 0), circle (10, 0, 3)), 0.5f, 7.6f, 1.8f, -0.8f, 0.6f);
  is_miss (kbx_sweep_circles (circle (0, 5, 2), vec (12, 0), circle (10, 0, 3)));
  is_inside (kbx_sweep_circles (circle (6, 0, 2), vec (12, 0), circle (10, 0, 3)), 6, 0, -1, 0);
  is_inside (kbx_sweep_circles (circle (6, 0, 2), vec (12, 0), circle (6, 0, 0)), 6, 0, 1, 0);
  is_hit (kbx_sweep_circles (circle (0, 0, 0), vec (20, 0), circle (10, 0, 0)), 0.5f, 10, 0, -1, 0);
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
      is_hit (kbx_sweep_circle_rect (cases[i].c, cases[i].move, r), cases[i].fraction, cases[i].px, cases[i].py, cases[i].nx, cases[i].ny);
      is_hit (kbx_sweep_circle_obb (cases[i].c, cases[i].move, o), cases[i].fraction, cases[i].px, cases[i].py, cases[i].nx, cases[i].ny);
      is_hit (kbx_sweep_circle_polygon (cases[i].c, cases[i].move, p), cases[i].fraction, cases[i].px, cases[i].py, cases[i].nx, cases[i].ny);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (misses); i++)
    {
      is_miss (kbx_sweep_circle_rect (misses[i].c, misses[i].move, r));
      is_miss (kbx_sweep_circle_obb (misses[i].c, misses[i].move, o));
      is_miss (kbx_sweep_circle_polygon (misses[i].c, misses[i].move, p));
    }
  is_inside (kbx_sweep_circle_rect (circle (-1, 5, 2), vec (0, 0), r), -1, 5, -1, 0);
  is_inside (kbx_sweep_circle_rect (circle (-3, -4, 6), vec (0, 0), r), -3, -4, -0.6f, -0.8f);
  is_inside (kbx_sweep_circle_rect (circle (0, 4, 6), vec (9, 0), r), 0, 4, -1, 0);
  is_inside (kbx_sweep_circle_polygon (circle (10, 10, 1), vec (9, 0), p), 10, 10, 0, 1);
  is_inside (kbx_sweep_circle_polygon (circle (5, 11, 6), vec (9, 0), p), 5, 11, 0, 1);
}

/* ---- many segments ---- */

static void
many (void)
{
  kbx_segment walls[4] = { seg (20, -5, 20, 5), seg (10, -5, 10, 0), seg (10, 0, 10, 5), seg (5, -5, 5, 5) };
  bool ways[4] = { false, false, false, true };
  kbx_first_sweep f = kbx_sweep_point_segments (vec (0, 0), vec (40, 0), walls, NULL, 4);

  g_assert_cmpuint (f.index, ==, 3);
  f = kbx_sweep_point_segments (vec (0, 0), vec (40, 0), walls, NULL, 3);
  g_assert_cmpuint (f.index, ==, 1); /* the joint belongs to both */
  is_hit (f.sweep, 0.25f, 10, 0, -1, 0);
  f = kbx_sweep_point_segments (vec (0, 0), vec (40, 0), walls, ways, 4);
  g_assert_cmpuint (f.index, ==, 3);
  f = kbx_sweep_point_segments (vec (30, 1), vec (-40, 0), walls, ways, 4);
  g_assert_cmpuint (f.index, ==, 0);
  f = kbx_sweep_point_segments (vec (8, 1), vec (-8, 0), walls, ways, 4);
  g_assert_cmpuint (f.index, ==, KBX_NONE);
  is_miss (f.sweep);
  f = kbx_sweep_circle_segments (circle (0, 1, 1), vec (40, 0), walls, NULL, 3);
  g_assert_cmpuint (f.index, ==, 2);
  is_hit (f.sweep, 9 / 40.0f, 10, 1, -1, 0);
  f = kbx_sweep_circle_segments (circle (8, 1, 1), vec (-8, 0), walls, ways, 4);
  is_miss (f.sweep);
  f = kbx_sweep_point_segments (vec (8, 1), vec (-8, 0), NULL, NULL, 0);
  is_miss (f.sweep);
  f = kbx_sweep_point_segments (vec (8, 1), vec (-8, 0), NULL, NULL, 1);
  g_assert_cmpint (f.sweep.status, ==, KBX_ERROR_ARGUMENT);
  walls[2].b.y = NAN;
  f = kbx_sweep_point_segments (vec (8, 1), vec (-8, 0), walls, NULL, 4);
  g_assert_cmpint (f.sweep.status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpuint (f.index, ==, 2);
}

/* ---- after a sweep ---- */

static void
stops (void)
{
  /* The skin is a length: as long for a move of 1000 as for one of 10, where "a little less of the move" is not. */
  for (float length = 6; length <= 6000; length *= 10)
    {
      kbx_sweep s = POINT_SEGMENT (0, 0, length, 0, seg (5, -1, 5, 1));
      near_vec (kbx_sweep_stop (vec (0, 0), vec (length, 0), s, 0.125f), 4.875f, 0);
    }
  /* It is measured along the normal, however shallow the way. */
  near_vec (kbx_sweep_stop (vec (0, 0), vec (64, 4), POINT_SEGMENT (0, 0, 64, 4, seg (0, 2, 99, 2)), 0.125f), 30, 1.875f);
  is_vec (kbx_sweep_stop (vec (0, 1.9375f), vec (64, 4), POINT_SEGMENT (0, 1.9375f, 64, 4, seg (0, 2, 99, 2)), 0.125f), 0, 1.9375f);
  /* Far out, where the nearest place on the grid lies beyond the wall. */
  {
    kbx_segment wall = seg (60078, 59877, 59926, 59971);
    kbx_vec from = vec (60025.4531f, 59907.8164f), move = vec (111.1875f, -64.4609375f);
    kbx_vec at = kbx_sweep_stop (from, move, kbx_sweep_point_segment (from, move, wall, false), 1 / 16.0f);
    g_assert_cmpint (kbx_line_side (wall, from), ==, kbx_line_side (wall, at));
  }
  /* Of a sweep with another move, that leaves. */
  is_vec (kbx_sweep_stop (vec (0, 0), vec (-9, 0), POINT_SEGMENT (0, 0, 9, 0, seg (5, -1, 5, 1)), 0.125f), 0, 0);
  is_vec (kbx_sweep_stop (vec (4.9375f, 0), vec (9, 0), POINT_SEGMENT (4.9375f, 0, 9, 0, seg (5, -1, 5, 1)), 0.125f), 4.9375f, 0);
  is_vec (kbx_sweep_stop (vec (1, 2), vec (3, 4), POINT_SEGMENT (1, 2, 3, 4, seg (50, -1, 50, 1)), 0.125f), 4, 6);
  is_vec (kbx_sweep_stop (vec (1, 2), vec (3, 4), POINT_SEGMENT (1, 2, NAN, 4, seg (50, -1, 50, 1)), 0.125f), 1, 2);
  is_vec (kbx_sweep_stop (vec (1, 2), vec (0, 0), kbx_sweep_point_circle (vec (1, 2), vec (0, 0), circle (1, 2, 3)), 1), 1, 2);
  is_vec (kbx_sweep_stop (vec (1, 2), vec (3, 4), POINT_SEGMENT (1, 2, 3, 4, seg (50, -1, 50, 1)), -1), 1, 2);
  is_vec (kbx_sweep_stop (vec (1, 2), vec (INFINITY, 4), POINT_SEGMENT (1, 2, 3, 4, seg (50, -1, 50, 1)), 1), 1, 2);
  g_assert_true (isnan (kbx_sweep_stop (vec (NAN, 2), vec (3, 4), POINT_SEGMENT (1, 2, 3, 4, seg (50, -1, 50, 1)), 1).x));
}

static void
bounces (void)
{
  is_vec (kbx_bounce (vec (3, 4), vec (0, -1), 1), 3, -4);
  is_vec (kbx_bounce (vec (3, 4), vec (0, -1), 0.5f), 3, -2);
  is_vec (kbx_bounce (vec (3, 4), vec (0, -1), 0), 3, 0);
  is_vec (kbx_slide (vec (3, 4), vec (0, -1)), 3, 0);
  is_vec (kbx_slide (vec (3, 4), vec (0, -7)), 3, 0);
  is_vec (kbx_bounce (vec (3, -4), vec (0, -1), 1), 3, -4); /* leaves already */
  is_vec (kbx_bounce (vec (3, 0), vec (0, -1), 1), 3, 0);
  is_vec (kbx_slide (vec (3, 4), vec (0, 0)), 3, 4);
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
      kbx_first_sweep f = kbx_sweep_point_segments (at, left, walls, NULL, 2);
      kbx_vec next = kbx_sweep_stop (at, left, f.sweep, 1 / 64.0f);
      g_assert_true (next.x < 10 && next.y < 10);
      if (!f.sweep.hit)
        break;
      left = kbx_bounce (vec (left.x * (1 - f.sweep.fraction), left.y * (1 - f.sweep.fraction)), f.sweep.normal, 1);
      at = next;
    }
  g_assert_cmpint (count, ==, 2);
  g_assert_cmpfloat (left.x, <, 0);
  g_assert_cmpfloat (left.y, <, 0);
}

/* ---- ground and paddles ---- */

static void
ground (void)
{
  g_assert_cmpfloat (kbx_ground_depth (vec (5, 90), 100), ==, -10);
  g_assert_cmpfloat (kbx_ground_depth (vec (5, 100), 100), ==, 0);
  g_assert_cmpfloat (kbx_ground_depth (vec (5, 103), 100), ==, 3);
  g_assert_true (isinf (kbx_ground_depth (vec (5, NAN), 100)) && isinf (kbx_ground_depth (vec (5, 1), INFINITY)));
  g_assert_cmpint (kbx_ground_depth_box (box (0, 80, 10, 100), 100), ==, 0);
  g_assert_cmpint (kbx_ground_depth_box (box (0, 80, 10, 97), 100), ==, -3);
  g_assert_true (kbx_rect_foot ((kbx_rect) { { 4, 0 }, { 2, 8 } }).x == 0);
  g_assert_true (kbx_rect_foot ((kbx_rect) { { 4, 0 }, { 2, 8 } }).y == 0);
  g_assert_true (kbx_rect_foot ((kbx_rect) { { 2, 0 }, { 4, 8 } }).y == 8);
  g_assert_cmpint (kbx_ground_depth_box (box (0, 80, 10, INT32_MAX), INT32_MIN), ==, INT64_C (4294967295));
  is_vec (kbx_rect_foot (rect (2, 3, 5, 9)), 3.5f, 9);
  is_hit (kbx_sweep_point_ground (vec (5, 90), vec (8, 40), 100), 0.25f, 7, 100, 0, -1);
  is_hit (kbx_sweep_point_ground (vec (5, 90), vec (8, 10), 100), 1, 13, 100, 0, -1);
  is_hit (kbx_sweep_point_ground (vec (5, 100), vec (8, 10), 100), 0, 5, 100, 0, -1);
  is_miss (kbx_sweep_point_ground (vec (5, 100), vec (8, 0), 100));
  is_miss (kbx_sweep_point_ground (vec (5, 100), vec (8, -9), 100));
  is_miss (kbx_sweep_point_ground (vec (5, 90), vec (8, 9), 100));
  is_inside (kbx_sweep_point_ground (vec (5, 101), vec (8, -9), 100), 5, 101, 0, -1);
}

static void
paddle_case (kbx_rect ball, kbx_vec move, kbx_paddle paddle, bool reached, bool hit, float fraction, float where)
{
  kbx_paddle_hit p = kbx_sweep_rect_paddle (ball, move, paddle);
  g_assert_cmpint (p.status, ==, KBX_OK);
  g_assert_cmpint (p.reached, ==, reached);
  g_assert_cmpint (p.hit, ==, hit);
  near (p.fraction, fraction, 1e-6);
  near (p.where, where, 1e-6);
  g_assert_cmpfloat (fabs (p.normal.x) + fabs (p.normal.y), ==, hit);
  g_assert_true (!hit || p.normal.x * move.x + p.normal.y * move.y < 0);
}

static void
paddles (void)
{
  kbx_paddle right = { KBX_FACING_LEFT, 100, 40, 60 }, left = { KBX_FACING_RIGHT, 10, 40, 60 };
  kbx_paddle bottom = { KBX_FACING_UP, 100, 40, 60 }, top = { KBX_FACING_DOWN, 10, 40, 60 }, spot = { KBX_FACING_LEFT, 100, 50, 50 };
  kbx_paddle_hit p = kbx_sweep_rect_paddle (rect (80, 46, 84, 50), vec (32, 8), right);

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
  p = kbx_sweep_rect_paddle (rect (46, 80, 50, 84), vec (8, 32), bottom);
  near_vec (p.point, 52, 100);
  right.facing = (kbx_facing) 9;
  g_assert_cmpint (kbx_sweep_rect_paddle (rect (46, 80, 50, 84), vec (8, 32), right).status, ==, KBX_ERROR_ARGUMENT);
  bottom.from = 61;
  g_assert_cmpint (kbx_sweep_rect_paddle (rect (46, 80, 50, 84), vec (8, 32), bottom).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_sweep_rect_paddle (rect (50, 80, 46, 84), vec (8, 32), top).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_sweep_rect_paddle (rect (46, 80, 50, 84), vec (NAN, 32), top).status, ==, KBX_ERROR_ARGUMENT);
  for (int i = 0; i < 3; i++)
    {
      kbx_paddle bad = top;
      (i == 0 ? &bad.line : i == 1 ? &bad.from : &bad.to)[0] = NAN;
      g_assert_cmpint (kbx_sweep_rect_paddle (rect (46, 80, 50, 84), vec (8, 32), bad).status, ==, KBX_ERROR_ARGUMENT);
    }
}

static void
is_bad (kbx_sweep s)
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
      is_bad (kbx_sweep_point_segment (p, o, s, false));
      is_bad (kbx_sweep_point_segment (o, q, s, false));
      is_bad (kbx_sweep_point_segment (o, o, sb, false));
      is_bad (kbx_sweep_point_circle (p, o, c));
      is_bad (kbx_sweep_point_circle (o, q, c));
      is_bad (kbx_sweep_point_circle (o, o, rb));
      is_bad (kbx_sweep_point_rect (p, o, r));
      is_bad (kbx_sweep_point_rect (o, q, r));
      is_bad (kbx_sweep_point_rect (o, o, upside));
      is_bad (kbx_sweep_point_obb (p, o, b));
      is_bad (kbx_sweep_point_obb (o, q, b));
      is_bad (kbx_sweep_point_obb (o, o, no_axis));
      is_bad (kbx_sweep_point_polygon (p, o, square));
      is_bad (kbx_sweep_point_polygon (o, q, square));
      is_bad (kbx_sweep_point_polygon (o, o, two));
      is_bad (kbx_sweep_point_ground (p, o, 0));
      is_bad (kbx_sweep_point_ground (o, q, 0));
      is_bad (kbx_sweep_point_ground (o, o, bad[i]));
      is_bad (kbx_sweep_rects (upside, o, r));
      is_bad (kbx_sweep_rects (r, p, r));
      is_bad (kbx_sweep_rects (r, o, upside));
      is_bad (kbx_sweep_circle_segment (cb, o, s, false));
      is_bad (kbx_sweep_circle_segment (c, p, s, false));
      is_bad (kbx_sweep_circle_segment (c, o, sb, false));
      is_bad (kbx_sweep_circles (cb, o, c));
      is_bad (kbx_sweep_circles (c, o, rb));
      is_bad (kbx_sweep_circle_rect (rb, o, r));
      is_bad (kbx_sweep_circle_rect (c, o, upside));
      is_bad (kbx_sweep_circle_obb (cb, o, b));
      is_bad (kbx_sweep_circle_obb (c, o, no_axis));
      is_bad (kbx_sweep_circle_polygon (cb, o, square));
      is_bad (kbx_sweep_circle_polygon (c, o, two));
      is_bad (kbx_sweep_circle_segments (cb, o, &s, NULL, 1).sweep);
      is_bad (kbx_sweep_circle_segments (c, q, &s, NULL, 1).sweep);
    }
}

int
main (int argc, char **argv)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/sweeps/point-segment", point_segment);
  g_test_add_func ("/sweeps/one-way", one_way);
  g_test_add_func ("/sweeps/one-way-centre", one_way_centre);
  g_test_add_func ("/sweeps/no-negative-zero", no_negative_zero);
  g_test_add_func ("/sweeps/point-circle", point_circle);
  g_test_add_func ("/sweeps/starts-inside", starts_inside);
  g_test_add_func ("/sweeps/point-rect", point_rect);
  g_test_add_func ("/sweeps/point-obb", point_obb);
  g_test_add_func ("/sweeps/point-polygon", point_polygon);
  g_test_add_func ("/sweeps/repeated-corners", repeated_corners);
  g_test_add_func ("/sweeps/rects", rects);
  g_test_add_func ("/sweeps/along-tiles", along_tiles);
  g_test_add_func ("/sweeps/boxes", boxes);
  g_test_add_func ("/sweeps/circle-segment", circle_segment);
  g_test_add_func ("/sweeps/circles", circles);
  g_test_add_func ("/sweeps/circle-areas", circle_areas);
  g_test_add_func ("/sweeps/many", many);
  g_test_add_func ("/sweeps/stops", stops);
  g_test_add_func ("/sweeps/bounces", bounces);
  g_test_add_func ("/sweeps/corner-bounces", corner_bounces);
  g_test_add_func ("/sweeps/ground", ground);
  g_test_add_func ("/sweeps/paddles", paddles);
  g_test_add_func ("/sweeps/bad-input", bad_input);
  return g_test_run ();
}
