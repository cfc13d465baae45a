/* SPDX-License-Identifier: MIT */
/* Polygons: what a well-known course on collisions and other libraries get wrong. */
#include "tests/support/shape_of.h"
#include "tests/support/named_polygons.h"
#include "tests/support/seed.h"

/* ---- what the course gets wrong ---- */

/* Its first test: all determinants in float. */
static bool
course_half_planes (const kbx_vec *corners, guint n, kbx_vec p)
{
  for (guint i = 0; i < n; i++)
    {
      kbx_vec a = corners[i], b = corners[(i + 1) % n];
      volatile float left = (b.x - a.x) * (p.y - a.y), right = (b.y - a.y) * (p.x - a.x);
      if (left - right < 0)
        return false;
    }
  return true;
}

/* Its second test, with the far point given, and a limit to the new attempts: -1 is "never ends". */
static int
course_far_point (const kbx_vec *corners, guint n, kbx_vec p, kbx_vec far)
{
  int crossings = 0;
  for (guint i = 0; i < n; i++)
    {
      kbx_vec a = corners[i], b = corners[(i + 1) % n];
      double dx = b.x - a.x, dy = b.y - a.y, ex = p.x - far.x, ey = p.y - far.y, area = dx * ey - dy * ex;
      if (area == 0)
        return far.x > 20000 ? -1 : course_far_point (corners, n, p, v (far.x + 100, far.y + 37));
      double t = ((far.x - a.x) * ey - (far.y - a.y) * ex) / area, u = ((far.x - a.x) * dy - (far.y - a.y) * dx) / area;
      crossings += t >= 0 && t < 1 && u >= 0 && u < 1;
    }
  return crossings % 2;
}

static void
test_course (void)
{
  /* A ramp across a level; (0, 0) lies 1/60,001 of a pixel over it, (1, 1) as much under it. In float the products are
   * the same. */
  static const kbx_vec ramp[] = { { -30000, -29999 }, { 30001, 30000 }, { -30000, 30000 } };
  guint wrong = 0;
  for (gint i = -20000; i <= 20000; i++)
    {
      kbx_vec p = v (i, i);
      g_assert_cmpint (kbx_contains (POLYGON_SHAPE (POLYGON (ramp)), p), ==, i > 0);
      g_assert_cmpint (kbx_contains (CONVEX_SHAPE (POLYGON (ramp)), p), ==, i > 0);
      wrong += course_half_planes (ramp, 3, p) != (i > 0);
    }
  g_assert_cmpuint (wrong, >, 0);

  /* The way to the far point grazes a tip, which counts once. */
  static const kbx_vec tip[] = { { 5, 5 }, { 9, 1 }, { 6, 0 } };
  g_assert_cmpint (course_far_point (tip, 3, v (0, 0), v (10000, 10000)), ==, 1);
  g_assert_false (kbx_contains (POLYGON_SHAPE (POLYGON (tip)), v (0, 0)));
  /* With a corner given twice, no far point is ever good. */
  g_assert_cmpint (course_far_point (doubled, G_N_ELEMENTS (doubled), v (4, 4), v (10000, 10000)), ==, -1);
  g_assert_true (kbx_contains (POLYGON_SHAPE (POLYGON (doubled)), v (4, 4)));
}

/* Its edges "meet" when a product of two determinants, in float, is below 0: not when they only touch, and not when
 * it is too small for a float. */
static bool
course_on_both_sides (kbx_vec a, kbx_vec b, kbx_vec p, kbx_vec q)
{
  float first = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
  float second = (b.x - a.x) * (q.y - a.y) - (b.y - a.y) * (q.x - a.x);
  volatile float product = first * second;
  return product < 0;
}

static bool
course_edges_meet (const kbx_vec *a, guint n, const kbx_vec *b, guint m)
{
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < m; k++)
      if (course_on_both_sides (a[i], a[(i + 1) % n], b[k], b[(k + 1) % m]) &&
          course_on_both_sides (b[k], b[(k + 1) % m], a[i], a[(i + 1) % n]))
        return true;
  return false;
}

static void
test_course_edges (void)
{
  static const kbx_vec other[] = { { 8, 8 }, { 16, 8 }, { 16, 16 }, { 8, 16 } };
  g_assert_false (course_edges_meet (square, 4, other, 4));
  g_assert_true (kbx_overlap (POLYGON_SHAPE (POLYGON (square)), POLYGON_SHAPE (POLYGON (other))));
  /* One crosses the other within a hair. */
  static const kbx_vec left[] = { { -1e-12f, -1e-12f }, { 1e-12f, 1e-12f }, { 0, 1e-12f } };
  static const kbx_vec right[] = { { -1e-12f, 1e-12f }, { 1e-12f, -1e-12f }, { 1e-12f, 0 } };
  g_assert_false (course_edges_meet (left, 3, right, 3));
  g_assert_true (kbx_overlap (POLYGON_SHAPE (POLYGON (left)), POLYGON_SHAPE (POLYGON (right))));
  g_assert_true (kbx_overlap (CONVEX_SHAPE (POLYGON (left)), CONVEX_SHAPE (POLYGON (right))));
}

/* ---- what other libraries got wrong ---- */

/* Boxes of hundreds of pixels as polygons, which one library finds apart (cute_headers, issues 160 and 252). */
static void
test_size_of_pixels (void)
{
  static const kbx_vec wide[] = { { -568, 928 }, { -568, 1056 }, { -848, 1056 }, { -848, 928 } };
  static const kbx_vec tall[] = { { -688, 736 }, { -688, 1184 }, { -912, 1184 }, { -912, 736 } };
  check_pair (POLYGON (wide), POLYGON (tall), true);
  MOVED (wide, tall, 344, 0, true);
  MOVED (wide, tall, 345, 0, false);
  MOVED (wide, tall, 0, 321, false);
}

/* A point beside a turned square, at the height of its corners, to the right and all round it (raylib, issue 3742). */
static void
test_height_of_corners (void)
{
  static const kbx_vec turned[] = { { 668.678406f, 60.9284592f }, { 629.31842f, 53.7983131f }, { 622.188721f, 93.1581116f }, { 661.548462f, 100.287857f } };
  for (guint i = 0; i < 4; i++)
    {
      g_assert_true (kbx_contains (POLYGON_SHAPE (POLYGON (turned)), turned[i]));
      g_assert_false (kbx_contains (POLYGON_SHAPE (POLYGON (turned)), v (turned[i].x + 100, turned[i].y)));
      g_assert_false (kbx_contains (POLYGON_SHAPE (POLYGON (turned)), v (turned[i].x - 100, turned[i].y)));
      g_assert_true (kbx_contains (POLYGON_SHAPE (POLYGON (turned)), v ((turned[i].x + turned[(i + 2) % 4].x) / 2, 77)));
    }
}

/* Edges that are upright or level but for the last bit of a float (raylib, issue 5510). */
static void
test_nearly_upright (void)
{
  static const kbx_vec nearly[] = { { 209.352905f, 80 }, { 209.35289f, 240 }, { 100, 240.00002f }, { 100, 80 } };
  static const kbx_vec level[] = { { 150, 160 }, { 300, 160 }, { 300, 160.00002f } };
  check_pair (POLYGON (nearly), POLYGON (level), true);
  g_assert_true (kbx_contains (POLYGON_SHAPE (POLYGON (nearly)), v (209.3528f, 160)));
  g_assert_false (kbx_contains (POLYGON_SHAPE (POLYGON (nearly)), v (209.35292f, 160)));
  g_assert_false (kbx_overlap (SHAPE (r (209.35292, 0, 400, 400)), POLYGON_SHAPE (POLYGON (nearly))));
  g_assert_true (kbx_overlap (SHAPE (r (209.3528, 0, 400, 400)), POLYGON_SHAPE (POLYGON (nearly))));
}

/* A long thin line against a rectangle whose side it meets in a corner: an answer at once (SDL, issue 10866). */
static void
test_long_line (void)
{
  static const kbx_vec line[] = { { 456, 592 }, { 160, 670 }, { 160, 670 } };
  g_assert_true (kbx_overlap (SHAPE (r (300, 592, 364, 656)), POLYGON_SHAPE (POLYGON (line))));
  g_assert_true (kbx_overlap (SHAPE (r (456, 528, 520, 592)), POLYGON_SHAPE (POLYGON (line))));
  g_assert_false (kbx_overlap (SHAPE (r (300, 528, 364, 592)), POLYGON_SHAPE (POLYGON (line))));
  g_assert_false (kbx_overlap (SHAPE (r (300, 650, 364, 720)), POLYGON_SHAPE (POLYGON (line))));
  static const kbx_vec needle[] = { { -4000000, 1 }, { 4000000, 2 }, { 4000000, 2.0001f } };
  g_assert_true (kbx_overlap (SHAPE (r (-1, 1, 1, 1.5)), POLYGON_SHAPE (POLYGON (needle))));
  g_assert_false (kbx_overlap (SHAPE (r (-1, 1, 1, 1.4999)), POLYGON_SHAPE (POLYGON (needle))));
  g_assert_true (kbx_overlap (SHAPE (c (0, 1, 0.5)), POLYGON_SHAPE (POLYGON (needle))));
  g_assert_false (kbx_overlap (SHAPE (c (0, 1, 0.4999)), POLYGON_SHAPE (POLYGON (needle))));
}

KIT_PROGRAM (polygon_mistakes)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/polygons/course", test_course);
  g_test_add_func ("/polygons/course/edges", test_course_edges);
  g_test_add_func ("/polygons/others/size-of-pixels", test_size_of_pixels);
  g_test_add_func ("/polygons/others/height-of-corners", test_height_of_corners);
  g_test_add_func ("/polygons/others/nearly-upright", test_nearly_upright);
  g_test_add_func ("/polygons/others/long-line", test_long_line);
  return g_test_run ();
}
