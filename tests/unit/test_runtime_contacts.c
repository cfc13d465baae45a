/* SPDX-License-Identifier: MIT */
/* Contacts of two closed shapes: whether, how deep, along which normal, at which points. Expected values are worked
 * out by hand. */
#include "runtime/kickbox.h"
#include "support/shape_of.h"
#include "support/seed.h"

#include <glib.h>
#include <math.h>

#define NEAR 1e-5f
#define STEP 0.00390625f /* a step of the grid */

static kbx_vec vec (float x, float y) { return (kbx_vec) { x, y }; }
static kbx_circle circle (float x, float y, float r) { return (kbx_circle) { { x, y }, r }; }
static kbx_rect rect (float x0, float y0, float x1, float y1) { return (kbx_rect) { { x0, y0 }, { x1, y1 } }; }

static kbx_obb
obb (float x, float y, double degrees, float w, float h)
{
  return (kbx_obb) { { x, y }, kbx_direction (degrees), w, h };
}

#define POLYGON(...)                                                                                        \
  ((kbx_polygon) { (const kbx_vec[]) { __VA_ARGS__ }, sizeof (const kbx_vec[]) { __VA_ARGS__ } / sizeof (kbx_vec) })

static void
assert_near (double v, double expected)
{
  g_assert_cmpfloat_with_epsilon (v, expected, NEAR);
}

static void
assert_miss (kbx_manifold m, kbx_status status)
{
  g_assert_cmpint (m.status, ==, status);
  g_assert_false (m.hit);
  g_assert_cmpuint (m.count, ==, 0);
  g_assert_cmpfloat (m.depth, ==, 0);
  g_assert_cmpfloat (m.normal.x, ==, 0);
  g_assert_cmpfloat (m.normal.y, ==, 0);
}

static void
assert_contact (kbx_manifold m, float nx, float ny, float depth, uint32_t count)
{
  g_assert_cmpint (m.status, ==, KBX_OK);
  g_assert_true (m.hit);
  assert_near (m.normal.x, nx);
  assert_near (m.normal.y, ny);
  assert_near (m.depth, depth);
  g_assert_cmpuint (m.count, ==, count);
}

/* One of the manifold's points. */
static void
assert_point (kbx_manifold m, float x, float y, float depth)
{
  for (uint32_t i = 0; i < m.count; i++)
    if (fabsf (m.points[i].x - x) < NEAR && fabsf (m.points[i].y - y) < NEAR && fabsf (m.depths[i] - depth) < NEAR)
      return;
  g_error ("no point (%g, %g) of depth %g, but (%g, %g) %g, (%g, %g) %g", x, y, depth, m.points[0].x, m.points[0].y,
           m.depths[0], m.points[1].x, m.points[1].y, m.depths[1]);
}

static void
test_circles (void)
{
  kbx_manifold m = kbx_collide (SHAPE (circle (100, 100, 5)), SHAPE (circle (106, 108, 6)));

  /* 3-4-5; far from the origin, where adding coordinates instead of subtracting them would find nothing. */
  assert_contact (m, 0.6f, 0.8f, 1, 1);
  assert_point (m, 100 + 0.6f * 4.5f, 100 + 0.8f * 4.5f, 1);
  assert_contact (kbx_collide (SHAPE (circle (106, 108, 6)), SHAPE (circle (100, 100, 5))), -0.6f, -0.8f, 1, 1);

  /* Touching is a contact of depth 0; a step less is none. */
  m = kbx_collide (SHAPE (circle (-3, -4, 2)), SHAPE (circle (0, 0, 3)));
  assert_contact (m, 0.6f, 0.8f, 0, 1);
  g_assert_cmpfloat (m.depth, ==, 0);
  assert_miss (kbx_collide (SHAPE (circle (-3, -4, 2)), SHAPE (circle (0, 0, 3 - STEP))), KBX_OK);

  /* The same centre: to the right, the sum of the radii. */
  m = kbx_collide (SHAPE (circle (7, 9, 2)), SHAPE (circle (7, 9, 3)));
  assert_contact (m, 1, 0, 5, 1);
  assert_point (m, 7 - 0.5f, 9, 5);
  assert_contact (kbx_collide (SHAPE (circle (7, 9, 0)), SHAPE (circle (7, 9, 0))), 1, 0, 0, 1);

  /* What is too little below 0 for a float is 0, not -0. */
  m = kbx_collide (SHAPE (circle (-6.75f, 0, KBX_WORLD_LIMIT)), SHAPE (circle (-16.1875f, -1.4e-45f, 1.4e-45f)));
  assert_contact (m, -1, 0, KBX_WORLD_LIMIT - 9.4375f, 1);
  g_assert_false (signbit (m.normal.y));

  assert_miss (kbx_collide (SHAPE (circle (0, 0, -1)), SHAPE (circle (0, 0, 1))), KBX_ERROR_ARGUMENT);
  assert_miss (kbx_collide (SHAPE (circle (0, 0, 1)), SHAPE (circle (NAN, 0, 1))), KBX_ERROR_ARGUMENT);
}

static void
test_rects (void)
{
  kbx_rect a = rect (0, 0, 10, 10);
  kbx_manifold m = kbx_collide (SHAPE (a), SHAPE (rect (8, 2, 20, 9)));

  /* The axis of LEAST depth, both ways in both axes, and never (0, 0). */
  assert_contact (m, 1, 0, 2, 2);
  assert_point (m, 9, 2, 2);
  assert_point (m, 9, 9, 2);
  assert_contact (kbx_collide (SHAPE (rect (8, 2, 20, 9)), SHAPE (a)), -1, 0, 2, 2);
  m = kbx_collide (SHAPE (a), SHAPE (rect (3, 7, 30, 30)));
  assert_contact (m, 0, 1, 3, 2);
  assert_point (m, 3, 8.5f, 3);
  assert_point (m, 10, 8.5f, 3);
  m = kbx_collide (SHAPE (a), SHAPE (rect (-5, -8, 20, 4)));
  assert_contact (m, 0, -1, 4, 2);
  assert_point (m, 0, 2, 4);
  assert_point (m, 10, 2, 4);
  m = kbx_collide (SHAPE (a), SHAPE (rect (-9, 3, 1, 4)));
  assert_contact (m, -1, 0, 1, 2);
  assert_point (m, 0.5f, 3, 1);

  /* Touching along a face and at a corner. */
  assert_contact (kbx_collide (SHAPE (a), SHAPE (rect (10, -5, 15, 5))), 1, 0, 0, 2);
  m = kbx_collide (SHAPE (a), SHAPE (rect (10, 10, 15, 15)));
  assert_contact (m, 1, 0, 0, 1);
  assert_point (m, 10, 10, 0);
  assert_miss (kbx_collide (SHAPE (a), SHAPE (rect (10 + STEP, 0, 15, 5))), KBX_OK);
  assert_miss (kbx_collide (SHAPE (a), SHAPE (rect (0, -5, 5, -STEP))), KBX_OK);

  /* One inside the other: the shortest way out. The same: to the right. */
  assert_contact (kbx_collide (SHAPE (a), SHAPE (rect (4, 1, 6, 2))), 0, -1, 2, 2);
  assert_contact (kbx_collide (SHAPE (a), SHAPE (a)), 1, 0, 10, 2);
  assert_contact (kbx_collide (SHAPE (rect (0, 0, 10, 4)), SHAPE (rect (0, 0, 10, 4))), 0, 1, 4, 2);

  /* A point and a segment. */
  assert_contact (kbx_collide (SHAPE (rect (3, 3, 3, 3)), SHAPE (rect (3, 3, 3, 3))), 1, 0, 0, 1);
  assert_contact (kbx_collide (SHAPE (a), SHAPE (rect (9, 0, 9, 10))), 1, 0, 1, 2);

  assert_miss (kbx_collide (SHAPE (a), SHAPE (rect (5, 5, 4, 6))), KBX_ERROR_ARGUMENT);
  assert_miss (kbx_collide (SHAPE (rect (0, 0, INFINITY, 1)), SHAPE (a)), KBX_ERROR_ARGUMENT);
}

static void
test_circle_rect (void)
{
  kbx_rect box = rect (10, 20, 30, 30);
  kbx_manifold m = kbx_collide (SHAPE (circle (7, 25, 4)), SHAPE (box));

  assert_contact (m, 1, 0, 1, 1);
  assert_point (m, 10.5f, 25, 1);
  assert_contact (kbx_collide (SHAPE (circle (20, 33, 5)), SHAPE (box)), 0, -1, 2, 1);

  /* At a corner the normal is slanted, and a unit vector. */
  m = kbx_collide (SHAPE (circle (33, 34, 6)), SHAPE (box));
  assert_contact (m, -0.6f, -0.8f, 1, 1);
  assert_point (m, 33 - 0.6f * 5.5f, 34 - 0.8f * 5.5f, 1);
  assert_contact (kbx_collide (SHAPE (circle (33, 34, 5)), SHAPE (box)), -0.6f, -0.8f, 0, 1);
  assert_miss (kbx_collide (SHAPE (circle (33, 34, 5 - STEP)), SHAPE (box)), KBX_OK);

  /* The centre inside: radius and the way to the nearest face. */
  m = kbx_collide (SHAPE (circle (11, 25, 3)), SHAPE (box));
  assert_contact (m, 1, 0, 4, 1);
  assert_point (m, 12, 25, 4);
  assert_contact (kbx_collide (SHAPE (circle (28, 25, 3)), SHAPE (box)), -1, 0, 5, 1);
  assert_contact (kbx_collide (SHAPE (circle (20, 21, 3)), SHAPE (box)), 0, 1, 4, 1);
  assert_contact (kbx_collide (SHAPE (circle (20, 29, 3)), SHAPE (box)), 0, -1, 4, 1);
  assert_contact (kbx_collide (SHAPE (circle (15, 15, 1)), SHAPE (rect (10, 10, 20, 20))), 1, 0, 6, 1);

  /* On the border, and a circle that is a point. */
  assert_contact (kbx_collide (SHAPE (circle (10, 25, 3)), SHAPE (box)), 1, 0, 3, 1);
  assert_contact (kbx_collide (SHAPE (circle (30, 25, 0)), SHAPE (box)), -1, 0, 0, 1);
  assert_contact (kbx_collide (SHAPE (circle (12, 25, 0)), SHAPE (box)), 1, 0, 2, 1);
  assert_miss (kbx_collide (SHAPE (circle (31, 25, 0)), SHAPE (box)), KBX_OK);

  assert_miss (kbx_collide (SHAPE (circle (20, 25, NAN)), SHAPE (box)), KBX_ERROR_ARGUMENT);
  assert_miss (kbx_collide (SHAPE (circle (20, 25, 1)), SHAPE (rect (1, 1, 0, 2))), KBX_ERROR_ARGUMENT);
}

static void
test_circle_obb (void)
{
  const float h = 0.70710678f;
  kbx_obb turned = obb (0, 0, 45, 10, 4);
  kbx_manifold m = kbx_collide (SHAPE (circle (6 * h, 6 * h, 2)), SHAPE (turned));

  /* Beyond the end of the width, and above it. */
  assert_contact (m, -h, -h, 1, 1);
  assert_point (m, 4.5f * h, 4.5f * h, 1);
  assert_contact (kbx_collide (SHAPE (circle (3 * h, -3 * h, 1.5f)), SHAPE (turned)), -h, h, 0.5f, 1);
  assert_contact (kbx_collide (SHAPE (circle (0.5f * h, -0.5f * h, 1)), SHAPE (turned)), -h, h, 2.5f, 1);
  assert_miss (kbx_collide (SHAPE (circle (7.1f * h, 7.1f * h, 2)), SHAPE (turned)), KBX_OK);
  /* Not turned it is the rectangle. */
  assert_contact (kbx_collide (SHAPE (circle (33, 34, 6)), SHAPE (obb (20, 25, 0, 20, 10))), -0.6f, -0.8f, 1, 1);
  assert_contact (kbx_collide (SHAPE (circle (33, 34, 6)), SHAPE (obb (20, 25, 90, 10, 20))), -0.6f, -0.8f, 1, 1);

  assert_miss (kbx_collide (SHAPE (circle (0, 0, -1)), SHAPE (turned)), KBX_ERROR_ARGUMENT);
  turned.axis.x = 2;
  assert_miss (kbx_collide (SHAPE (circle (0, 0, 1)), SHAPE (turned)), KBX_ERROR_ARGUMENT);
}

static void
test_circle_convex (void)
{
  kbx_polygon ways[2] = { POLYGON ({ 0, 0 }, { 8, 0 }, { 8, 0 }, { 8, 6 }), POLYGON ({ 8, 6 }, { 8, 0 }, { 0, 0 }) };
  kbx_polygon needle = POLYGON ({ 0, 0 }, { 10, 0 }, { 4, 0 }), dot = POLYGON ({ 5, 5 }, { 5, 5 }, { 5, 5 });

  for (int i = 0; i < 2; i++)
    {
      kbx_polygon p = ways[i];
      assert_contact (kbx_collide (SHAPE (circle (4, -1, 3)), CONVEX_SHAPE (p)), 0, 1, 2, 1);
      assert_contact (kbx_collide (SHAPE (circle (12, 9, 6)), CONVEX_SHAPE (p)), -0.8f, -0.6f, 1, 1);
      assert_contact (kbx_collide (SHAPE (circle (4 - 3 * 0.6f, 3 + 3 * 0.8f, 4)), CONVEX_SHAPE (p)), 0.6f, -0.8f, 1, 1);
      assert_contact (kbx_collide (SHAPE (circle (7, 2, 1)), CONVEX_SHAPE (p)), -1, 0, 2, 1);
      /* On an edge, in line with one, and on a corner. */
      assert_contact (kbx_collide (SHAPE (circle (5, 0, 2)), CONVEX_SHAPE (p)), 0, 1, 2, 1);
      assert_contact (kbx_collide (SHAPE (circle (-1, 0, 2)), CONVEX_SHAPE (p)), 1, 0, 1, 1);
      assert_contact (kbx_collide (SHAPE (circle (11, 0, 3)), CONVEX_SHAPE (p)), -1, 0, 0, 1);
      assert_near (kbx_collide (SHAPE (circle (8, 0, 2)), CONVEX_SHAPE (p)).depth, 2);
      assert_miss (kbx_collide (SHAPE (circle (11, 0, 3 - STEP)), CONVEX_SHAPE (p)), KBX_OK);
    }
  /* Without area: a segment and a point. */
  assert_contact (kbx_collide (SHAPE (circle (5, 2, 3)), CONVEX_SHAPE (needle)), 0, -1, 1, 1);
  assert_contact (kbx_collide (SHAPE (circle (5, -2, 3)), CONVEX_SHAPE (needle)), 0, 1, 1, 1);
  assert_contact (kbx_collide (SHAPE (circle (13, 0, 4)), CONVEX_SHAPE (needle)), -1, 0, 1, 1);
  assert_near (kbx_collide (SHAPE (circle (5, 0, 4)), CONVEX_SHAPE (needle)).depth, 4);
  assert_contact (kbx_collide (SHAPE (circle (8, 9, 6)), CONVEX_SHAPE (dot)), -0.6f, -0.8f, 1, 1);
  assert_contact (kbx_collide (SHAPE (circle (5, 5, 6)), CONVEX_SHAPE (dot)), 1, 0, 6, 1);
  assert_contact (kbx_collide (SHAPE (circle (5, 5, 0)), CONVEX_SHAPE (dot)), 1, 0, 0, 1);

  assert_miss (kbx_collide (SHAPE (circle (5, 5, 0)), CONVEX_SHAPE ((kbx_polygon) { NULL, 3 })), KBX_ERROR_ARGUMENT);
  assert_miss (kbx_collide (SHAPE (circle (5, INFINITY, 0)), CONVEX_SHAPE (dot)), KBX_ERROR_ARGUMENT);
}

static void
test_boxes (void)
{
  const float h = 0.70710678f;
  kbx_manifold m;

  /* Flat on a floor: two points. */
  m = kbx_collide (SHAPE (rect (0, 10, 100, 20)), SHAPE (obb (50, 7, 0, 10, 8)));
  assert_contact (m, 0, -1, 1, 2);
  assert_point (m, 45, 10.5f, 1);
  assert_point (m, 55, 10.5f, 1);
  /* Half over the edge: the floor's end counts. */
  m = kbx_collide (SHAPE (rect (0, 10, 100, 20)), SHAPE (obb (100, 7, 0, 10, 8)));
  assert_point (m, 95, 10.5f, 1);
  assert_point (m, 100, 10.5f, 1);
  m = kbx_collide (SHAPE (rect (0, 10, 100, 20)), SHAPE (obb (0, 7, 180, 10, 8)));
  assert_point (m, 5, 10.5f, 1);
  assert_point (m, 0, 10.5f, 1);
  /* On a corner: one point, also when it just touches. */
  m = kbx_collide (SHAPE (rect (0, 10, 100, 20)), SHAPE (obb (50, 9, 45, 4, 4)));
  assert_contact (m, 0, -1, 4 * h - 1, 1);
  assert_point (m, 50, 10 + (4 * h - 1) / 2, 4 * h - 1);
  /* A steep box's second corner is above the floor. */
  m = kbx_collide (SHAPE (obb (50, 15, 0, 100, 10)), SHAPE (obb (50, 8, 30, 8, 4)));
  g_assert_cmpuint (m.count, ==, 1);
  /* Slightly tilted: two points of unlike depths. */
  m = kbx_collide (SHAPE (obb (50, 15, 0, 100, 10)), SHAPE (obb (50, 8, 1, 8, 6)));
  assert_near (m.normal.y, -1);
  g_assert_cmpuint (m.count, ==, 2);
  g_assert_cmpfloat (fabsf (m.depths[0] - m.depths[1]), >, 0.1f);
  assert_near (MAX (m.depths[0], m.depths[1]), m.depth);

  /* The second box's axis wins. */
  m = kbx_collide (SHAPE (obb (0, 0, 0, 4, 4)), SHAPE (obb (5 * h, 5 * h, 45, 6, 20)));
  assert_contact (m, h, h, 2 * 2 * h - 2, 1);
  m = kbx_collide (SHAPE (obb (5 * h, 5 * h, 45, 6, 20)), SHAPE (obb (0, 0, 0, 4, 4)));
  assert_contact (m, -h, -h, 2 * 2 * h - 2, 1);

  /* Crossed like a plus sign, and the same box: the first box's own axes. */
  m = kbx_collide (SHAPE (obb (0, 0, 0, 20, 2)), SHAPE (obb (0, 0, 0, 2, 20)));
  assert_contact (m, 1, 0, 11, 2);
  assert_contact (kbx_collide (SHAPE (obb (3, 4, 0, 5, 5)), SHAPE (obb (3, 4, 0, 5, 5))), 1, 0, 5, 2);
  assert_contact (kbx_collide (SHAPE (obb (3, 4, 90, 5, 3)), SHAPE (obb (3, 4, 90, 5, 3))), -1, 0, 3, 2);
  /* Without size. */
  assert_contact (kbx_collide (SHAPE (obb (3, 4, 0, 0, 0)), SHAPE (obb (3, 4, 0, 0, 0))), 1, 0, 0, 1);
  assert_contact (kbx_collide (SHAPE (obb (0, 0, 0, 10, 0)), SHAPE (obb (5, 5, 90, 10, 0))), 1, 0, 0, 1);

  assert_miss (kbx_collide (SHAPE (obb (0, 0, 0, 4, 4)), SHAPE (obb (10, 0, 45, 4, 4))), KBX_OK);
  assert_miss (kbx_collide (SHAPE (rect (0, 0, 1, 1)), SHAPE (obb (10, 0, 45, 4, 4))), KBX_OK);
  assert_miss (kbx_collide (SHAPE (obb (0, 0, 0, -4, 4)), SHAPE (obb (0, 0, 0, 4, 4))), KBX_ERROR_ARGUMENT);
  assert_miss (kbx_collide (SHAPE (obb (0, 0, 0, 4, 4)), SHAPE (obb (0, 0, NAN, 4, 4))), KBX_ERROR_ARGUMENT);
  assert_miss (kbx_collide (SHAPE (rect (0, 0, -1, 1)), SHAPE (obb (0, 0, 0, 4, 4))), KBX_ERROR_ARGUMENT);
  assert_miss (kbx_collide (SHAPE (rect (0, 0, 1, 1)), SHAPE (obb (0, 0, 0, 4, NAN))), KBX_ERROR_ARGUMENT);
}

static void
test_convexes (void)
{
  kbx_polygon floor_down = POLYGON ({ 0, 10 }, { 100, 10 }, { 100, 20 }, { 0, 20 });
  kbx_polygon floor_up = POLYGON ({ 0, 20 }, { 100, 20 }, { 100, 10 }, { 0, 10 });
  kbx_polygon tip = POLYGON ({ 50, 12 }, { 45, 2 }, { 55, 2 }), flat = POLYGON ({ 45, 11 }, { 55, 11 }, { 50, 1 });
  kbx_polygon dot = POLYGON ({ 50, 14 }, { 50, 14 }, { 50, 14 }), needle = POLYGON ({ 40, 0 }, { 40, 11 }, { 40, 5 });
  kbx_polygon pixel = POLYGON ({ 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 });
  kbx_polygon next = POLYGON ({ 1, 0 }, { 2, 0 }, { 2, 1 }, { 1, 1 });
  kbx_manifold m;

  /* Either way round, in either order. */
  for (int i = 0; i < 2; i++)
    {
      kbx_polygon p = i == 0 ? floor_down : floor_up;
      m = kbx_collide (CONVEX_SHAPE (p), CONVEX_SHAPE (tip));
      assert_contact (m, 0, -1, 2, 1);
      assert_point (m, 50, 11, 2);
      assert_contact (kbx_collide (CONVEX_SHAPE (tip), CONVEX_SHAPE (p)), 0, 1, 2, 1);
      m = kbx_collide (CONVEX_SHAPE (p), CONVEX_SHAPE (flat));
      assert_contact (m, 0, -1, 1, 2);
      assert_point (m, 45, 10.5f, 1);
      assert_point (m, 55, 10.5f, 1);
      assert_contact (kbx_collide (CONVEX_SHAPE (flat), CONVEX_SHAPE (p)), 0, 1, 1, 2);
      /* Points and segments. */
      assert_contact (kbx_collide (CONVEX_SHAPE (p), CONVEX_SHAPE (dot)), 0, -1, 4, 1);
      assert_contact (kbx_collide (CONVEX_SHAPE (dot), CONVEX_SHAPE (p)), 0, 1, 4, 1);
      m = kbx_collide (CONVEX_SHAPE (p), CONVEX_SHAPE (needle));
      assert_contact (m, 0, -1, 1, 1);
      assert_point (m, 40, 10.5f, 1);
    }
  assert_contact (kbx_collide (CONVEX_SHAPE (dot), CONVEX_SHAPE (dot)), 1, 0, 0, 1);
  assert_near (kbx_collide (CONVEX_SHAPE (needle), CONVEX_SHAPE (needle)).depth, 0);
  assert_miss (kbx_collide (CONVEX_SHAPE (needle), CONVEX_SHAPE (dot)), KBX_OK);

  /* As large as pixels, side by side: they touch along an edge. */
  m = kbx_collide (CONVEX_SHAPE (pixel), CONVEX_SHAPE (next));
  assert_contact (m, 1, 0, 0, 2);
  assert_point (m, 1, 0, 0);
  assert_point (m, 1, 1, 0);

  /* Pixels that share a quarter of one, near and far, and a circle as small as a pixel. */
  for (int i = 0; i < 2; i++)
    {
      const float x = i ? 60000 : 0;
      const kbx_vec moved[4] = { { x, 0 }, { x + 1, 0 }, { x + 1, 1 }, { x, 1 } };
      const kbx_vec beside[4] = { { x + 0.75f, 0 }, { x + 1.75f, 0 }, { x + 1.75f, 1 }, { x + 0.75f, 1 } };
      m = kbx_collide (CONVEX_SHAPE ((kbx_polygon) { moved, 4 }), CONVEX_SHAPE ((kbx_polygon) { beside, 4 }));
      assert_contact (m, 1, 0, 0.25f, 2);
      g_assert_cmpfloat (m.depth, ==, 0.25f);
      m = kbx_collide (SHAPE (circle (x + 1.25f, 0.5f, 0.5f)), CONVEX_SHAPE ((kbx_polygon) { moved, 4 }));
      assert_contact (m, -1, 0, 0.25f, 1);
      g_assert_cmpfloat (m.depth, ==, 0.25f);
    }

  /* With boxes. */
  m = kbx_collide (SHAPE (rect (0, 10, 100, 20)), CONVEX_SHAPE (flat));
  assert_contact (m, 0, -1, 1, 2);
  m = kbx_collide (SHAPE (obb (50, 15, 0, 100, 10)), CONVEX_SHAPE (tip));
  assert_contact (m, 0, -1, 2, 1);
  assert_miss (kbx_collide (SHAPE (rect (0, 12 + STEP, 100, 20)), CONVEX_SHAPE (tip)), KBX_OK);
  assert_miss (kbx_collide (SHAPE (obb (50, 55, 0, 100, 10)), CONVEX_SHAPE (tip)), KBX_OK);

  tip.count = 2;
  assert_miss (kbx_collide (CONVEX_SHAPE (flat), CONVEX_SHAPE (tip)), KBX_ERROR_ARGUMENT);
  assert_miss (kbx_collide (CONVEX_SHAPE (tip), CONVEX_SHAPE (flat)), KBX_ERROR_ARGUMENT);
  assert_miss (kbx_collide (SHAPE (rect (0, 0, 1, 1)), CONVEX_SHAPE (tip)), KBX_ERROR_ARGUMENT);
  assert_miss (kbx_collide (SHAPE (rect (0, 0, NAN, 1)), CONVEX_SHAPE (flat)), KBX_ERROR_ARGUMENT);
  assert_miss (kbx_collide (SHAPE (obb (0, 0, 0, 1, 1)), CONVEX_SHAPE (tip)), KBX_ERROR_ARGUMENT);
  assert_miss (kbx_collide (SHAPE (obb (0, 0, 0, 1, -1)), CONVEX_SHAPE (flat)), KBX_ERROR_ARGUMENT);
}

/* A side of several edges in line, or with corners that come twice, carries along its whole length. */
static void
test_sides_in_pieces (void)
{
  const kbx_vec floor[2][8] = {
    { { 0, 10 }, { 48, 10 }, { 48, 10 }, { 52, 10 }, { 100, 10 }, { 100, 20 }, { 0, 20 }, { 0, 15 } },
    { { 52, 10 }, { 100, 10 }, { 100, 20 }, { 0, 20 }, { 0, 15 }, { 0, 10 }, { 48, 10 }, { 48, 10 } }
  };
  const kbx_vec box[3][6] = { { { 45, 2 }, { 55, 2 }, { 55, 11 }, { 50, 11 }, { 50, 11 }, { 45, 11 } },
                              { { 50, 11 }, { 50, 11 }, { 45, 11 }, { 45, 2 }, { 55, 2 }, { 55, 11 } },
                              { { 55, 11 }, { 55, 11 }, { 55, 11 }, { 45, 11 }, { 45, 11 }, { 45, 2 } } };

  for (int i = 0; i < 6; i++)
    for (int swap = 0; swap < 2; swap++)
      {
        kbx_polygon a = { floor[i % 2], 8 }, b = { box[i / 2], 6 };
        kbx_manifold m = swap ? kbx_collide (CONVEX_SHAPE (b), CONVEX_SHAPE (a)) : kbx_collide (CONVEX_SHAPE (a), CONVEX_SHAPE (b));
        assert_contact (m, 0, swap ? 1 : -1, 1, 2);
        assert_point (m, 45, 10.5f, 1);
        assert_point (m, 55, 10.5f, 1);
      }
}

/* Polygons that are not convex are answered somehow: with finite numbers. */
static void
test_not_convex (void)
{
  GRand *random = g_rand_new_with_seed (4);
  uint32_t found = 0;

  for (int round = 0; round < 20000; round++)
    {
      kbx_vec corners[2][5];
      kbx_manifold m;
      for (int i = 0; i < 10; i++)
        corners[i / 5][i % 5] = vec ((float) g_rand_int_range (random, -9, 9),
                                     (float) g_rand_int_range (random, -9, 9));
      m = kbx_collide (CONVEX_SHAPE ((kbx_polygon) { corners[0], 5 }), CONVEX_SHAPE ((kbx_polygon) { corners[1], 5 }));
      g_assert_cmpint (m.status, ==, KBX_OK);
      g_assert_cmpuint (m.count, <=, 2);
      g_assert_cmpint (m.count > 0, ==, m.hit);
      for (uint32_t i = 0; i < m.count; i++)
        g_assert_true (isfinite (m.points[i].x) && isfinite (m.points[i].y) && isfinite (m.depths[i]));
      found += m.hit;
    }
  g_assert_cmpuint (found, >, 1000);
  g_rand_free (random);
}

/* The side of the second that faces the reference side lies wholly beside it, which takes a second that is not convex: its
 * nearer end, moved beside, is the point. */
static void
test_facing_side_beside (void)
{
  kbx_polygon a = POLYGON ({ 3, 0 }, { 0, 3 }, { 7, 8 }), bent = POLYGON ({ 0, 7 }, { 4, 7 }, { 5, 1 }, { 6, 1 });
  kbx_manifold m = kbx_collide (CONVEX_SHAPE (a), CONVEX_SHAPE (bent));

  assert_contact (m, 0, -1, 1, 1);
  assert_point (m, 5, 0.5f, 1);
}

/* Boxes of one width stacked at any angle: the ends of the two faces are the same but for rounding. */
static void
test_stacks (void)
{
  for (int i = 0; i < 3600; i++)
    {
      kbx_obb low = obb (0, 0, i / 10.0, 10, 4), high = low;
      kbx_manifold m;
      high.centre = vec (low.axis.y * 3.5f, -low.axis.x * 3.5f);
      m = kbx_collide (SHAPE (low), SHAPE (high));
      assert_contact (m, low.axis.y, -low.axis.x, 0.5f, 2);
      for (int k = 0; k < 2; k++)
        assert_near (hypot (m.points[k].x, m.points[k].y), hypot (5, 1.75));
    }
}

KIT_PROGRAM (runtime_contacts)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/runtime/contacts/circles", test_circles);
  g_test_add_func ("/runtime/contacts/rects", test_rects);
  g_test_add_func ("/runtime/contacts/circle-rect", test_circle_rect);
  g_test_add_func ("/runtime/contacts/circle-obb", test_circle_obb);
  g_test_add_func ("/runtime/contacts/circle-convex", test_circle_convex);
  g_test_add_func ("/runtime/contacts/boxes", test_boxes);
  g_test_add_func ("/runtime/contacts/convexes", test_convexes);
  g_test_add_func ("/runtime/contacts/sides-in-pieces", test_sides_in_pieces);
  g_test_add_func ("/runtime/contacts/not-convex", test_not_convex);
  g_test_add_func ("/runtime/contacts/facing-side-beside", test_facing_side_beside);
  g_test_add_func ("/runtime/contacts/stacks", test_stacks);
  return g_test_run ();
}
