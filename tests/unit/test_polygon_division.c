/* SPDX-License-Identifier: MIT */
/* Polygons as triangles and as convex parts: named ones with the count that is best, random ones, nonsense. */
#include "tests/support/named_polygons.h"
#include "tests/support/seed.h"

static double
twice_area (const kbx_vec *corners, const guint32 *indices, guint n)
{
  double sum = 0;
  for (guint i = 1; i + 1 < n; i++)
    {
      kbx_vec a = corners[indices[0]], b = corners[indices[i]], d = corners[indices[i + 1]];
      sum += ((double) b.x - a.x) * ((double) d.y - a.y) - ((double) b.y - a.y) * ((double) d.x - a.x);
    }
  return sum;
}

/* Triangles and parts of at most `most` corners have the polygon's area, are convex and clockwise; they stay within
 * their buffers. Returns the number of parts. */
static guint
check_division (kbx_polygon polygon, guint most)
{
  guint n = polygon.count;
  g_autofree guint32 *triangles = g_new (guint32, 3 * (n - 2) + 1), *parts = g_new (guint32, 3 * (n - 2) + 1);
  g_autofree guint32 *counts = g_new (guint32, n - 2 + 1), *work = g_new (guint32, KBX_DECOMPOSE_WORK (n) + 1);
  double area = fabs (kbx_polygon_info (polygon).area) * 2, sum = 0;

  triangles[3 * (n - 2)] = parts[3 * (n - 2)] = counts[n - 2] = 12345;
  work[KBX_TRIANGULATE_WORK (n)] = work[KBX_DECOMPOSE_WORK (n)] = 12345;
  guint n_triangles = kbx_polygon_triangulate (polygon, triangles, work);
  g_assert_cmpuint (work[KBX_TRIANGULATE_WORK (n)], ==, 12345);
  g_assert_cmpuint (n_triangles, <=, n - 2);
  for (guint i = 0; i < n_triangles; i++)
    {
      double one = twice_area (polygon.corners, triangles + 3 * i, 3);
      g_assert_true (one > 0);
      sum += one;
    }
  g_assert_true (sum == area);

  guint n_parts = kbx_polygon_decompose (polygon, most, parts, counts, work);
  g_assert_cmpuint (n_parts, <=, n_triangles);
  g_assert_cmpuint (n_parts, >, 0);
  sum = 0;
  for (guint i = 0, at = 0; i < n_parts; at += counts[i++])
    {
      kbx_vec corners[ROUND];
      g_assert_cmpuint (counts[i], >=, 3);
      g_assert_cmpuint (counts[i], <=, most);
      for (guint k = 0; k < counts[i]; k++)
        corners[k] = polygon.corners[parts[at + k]];
      g_assert_true (kbx_polygon_info ((kbx_polygon) { corners, counts[i] }).convex);
      g_assert_cmpint (kbx_polygon_info ((kbx_polygon) { corners, counts[i] }).orientation, ==, 1);
      sum += twice_area (polygon.corners, parts + at, counts[i]);
    }
  g_assert_true (sum == area);
  g_assert_cmpuint (triangles[3 * (n - 2)], ==, 12345);
  g_assert_cmpuint (parts[3 * (n - 2)], ==, 12345);
  g_assert_cmpuint (counts[n - 2], ==, 12345);
  g_assert_cmpuint (work[KBX_DECOMPOSE_WORK (n)], ==, 12345);
  return n_parts;
}

static void
test_division (void)
{
  guint32 out[64], counts[64], work[512];
  g_assert_cmpuint (check_division (POLYGON (square), 255), ==, 1);
  g_assert_cmpuint (check_division (POLYGON (square_back), 255), ==, 1);
  g_assert_cmpuint (check_division (POLYGON (square), 3), ==, 2);
  g_assert_cmpuint (check_division (POLYGON (arrow), 255), ==, 2);
  g_assert_cmpuint (check_division (POLYGON (steps), 255), ==, 2);
  g_assert_cmpuint (check_division (POLYGON (straight), 255), ==, 1);
  g_assert_cmpuint (check_division (POLYGON (doubled), 255), ==, 1);
  g_assert_cmpuint (check_division (POLYGON (wheel), UINT32_MAX), ==, 1);
  g_assert_cmpuint (check_division (POLYGON (wheel), 8), ==, (ROUND - 2 + 5) / 6);
  g_assert_cmpuint (check_division (POLYGON (wheel), 3), ==, ROUND - 2);
  /* Nothing to divide, nowhere to put it, too few corners a part. */
  g_assert_cmpuint (kbx_polygon_triangulate (POLYGON (segment), out, work), ==, 0);
  g_assert_cmpuint (kbx_polygon_decompose (POLYGON (point), 8, out, counts, work), ==, 0);
  g_assert_cmpuint (kbx_polygon_decompose (POLYGON (square), 2, out, counts, work), ==, 0);
  g_assert_cmpuint (kbx_polygon_triangulate (POLYGON (square), NULL, work), ==, 0);
  g_assert_cmpuint (kbx_polygon_triangulate (POLYGON (square), out, NULL), ==, 0);
  g_assert_cmpuint (kbx_polygon_decompose (POLYGON (square), 8, NULL, counts, work), ==, 0);
  g_assert_cmpuint (kbx_polygon_decompose (POLYGON (square), 8, out, NULL, work), ==, 0);
  g_assert_cmpuint (kbx_polygon_decompose (POLYGON (square), 8, out, counts, NULL), ==, 0);
  g_assert_cmpuint (kbx_polygon_triangulate ((kbx_polygon) { square, 1u << 29 }, out, work), ==, 0);
  g_assert_cmpuint (kbx_polygon_decompose (POLYGON (bow_tie), 8, out, counts, work), ==, 0);
}

/* Stars about the origin never cross themselves, unless rounding makes them. */
static void
test_division_random (void)
{
  guint simple = 0;
  for (guint round = 0; round < 2000; round++)
    {
      guint n = 4 + round % 30;
      double size = round % 3 ? 12 : 60000, scale = round % 3 ? 1 : 256;
      kbx_vec corners[40];
      for (guint i = 0; i < n; i++)
        {
          kbx_vec way = kbx_direction (360.0 * i / n);
          double far = size * g_test_rand_double_range (0.1, 1);
          corners[i] = v (rint (way.x * far * scale) / scale, rint (way.y * far * scale) / scale);
        }
      kbx_polygon polygon = { corners, n };
      if (kbx_polygon_is_simple (polygon))
        {
          check_division (polygon, round % 2 ? 255 : 4);
          simple++;
        }
    }
  g_assert_cmpuint (simple, >, 1000);
}

/* Any corners at all: an answer, in the buffers. */
static void
test_division_nonsense (void)
{
  guint failed = 0;
  for (guint round = 0; round < 20000; round++)
    {
      kbx_vec corners[14];
      guint32 out[3 * 12 + 1], counts[12 + 1], work[16 * 14 + 1];
      guint n = 3 + round % 12;
      for (guint i = 0; i < n; i++)
        corners[i] = v (g_test_rand_int_range (-5, 6), g_test_rand_int_range (-5, 6));
      kbx_polygon polygon = { corners, n };
      out[3 * (n - 2)] = counts[n - 2] = work[16 * n] = 12345;
      guint n_parts = kbx_polygon_decompose (polygon, 3 + round % 4, out, counts, work);
      g_assert_true (out[3 * (n - 2)] == 12345 && counts[n - 2] == 12345 && work[16 * n] == 12345);
      g_assert_cmpuint (n_parts, <=, n - 2);
      failed += n_parts == 0;
      g_assert_cmpint (kbx_polygon_triangulate (polygon, out, work) > 0, ==, n_parts > 0);
    }
  g_assert_cmpuint (failed, >, 0);
}

KIT_PROGRAM (polygon_division)
{
  kit_test_init (&argc, &argv);
  make_wheel ();
  g_test_add_func ("/polygons/division", test_division);
  g_test_add_func ("/polygons/division/random", test_division_random);
  g_test_add_func ("/polygons/division/nonsense", test_division_nonsense);
  return g_test_run ();
}
