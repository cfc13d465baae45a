/* SPDX-License-Identifier: MIT */
/* Pairs of convex polygons of few corners: bad corners, and shapes so small or so thin that quick arithmetic does not
 * tell. */
#include "runtime/kickbox.h"
#include "support/shape_of.h"
#include "support/seed.h"

#include <math.h>

#define MOST 10

/* Round the origin, half as wide and half as high as told. */
static kbx_polygon
round_polygon (kbx_vec *corners, uint32_t count, double w, double h)
{
  for (uint32_t i = 0; i < count; i++)
    {
      double angle = 0.3 + i * 2 * G_PI / count;
      corners[i].x = (float) (w * cos (angle));
      corners[i].y = (float) (h * sin (angle));
    }
  return (kbx_polygon) { corners, count };
}

/* Each corner of each of the two in turn, of as many corners as are asked about at once, and of more. */
static void
bad_corners (void)
{
  static const float bad[] = { NAN, INFINITY, -INFINITY, 2 * KBX_WORLD_LIMIT };
  kbx_vec one[MOST], other[MOST];

  for (uint32_t n = 3; n <= MOST; n++)
    for (uint32_t m = 3; m <= MOST; m++)
      for (uint32_t i = 0; i < n; i++)
        for (size_t k = 0; k < G_N_ELEMENTS (bad); k++)
          {
            kbx_polygon a = round_polygon (one, n, 9, 9), b = round_polygon (other, m, 5, 7);
            g_assert_true (kbx_overlap (CONVEX_SHAPE (a), CONVEX_SHAPE (b)) && kbx_collide (CONVEX_SHAPE (a), CONVEX_SHAPE (b)).hit);
            *(k % 2 ? &one[i].x : &one[i].y) = bad[k];
            g_assert_false (kbx_overlap (CONVEX_SHAPE (a), CONVEX_SHAPE (b)) || kbx_overlap (CONVEX_SHAPE (b), CONVEX_SHAPE (a)));
            g_assert_cmpint (kbx_collide (CONVEX_SHAPE (a), CONVEX_SHAPE (b)).status, ==, KBX_ERROR_ARGUMENT);
            g_assert_cmpint (kbx_collide (CONVEX_SHAPE (b), CONVEX_SHAPE (a)).status, ==, KBX_ERROR_ARGUMENT);
            g_assert_false (kbx_collide (CONVEX_SHAPE (a), CONVEX_SHAPE (b)).hit || kbx_collide (CONVEX_SHAPE (b), CONVEX_SHAPE (a)).hit);
          }
}

/* What the slow way says, which looks at the edges one by one. */
static void
thin (void)
{
  static const double sizes[][2] = { { 1e-7, 1e-7 }, { 1, 1e-7 }, { 1e-7, 1 }, { 1, 3e-5 }, { 3e-5, 1 }, { 900, 900 } };
  kbx_vec one[MOST], other[MOST];

  for (size_t i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (uint32_t n = 3; n <= MOST; n++)
      for (int step = -12; step <= 12; step++)
        {
          double w = sizes[i][0], h = sizes[i][1];
          kbx_polygon a = round_polygon (one, n, w, h), b = round_polygon (other, 13 - n > 8 ? 8 : 13 - n, w, h);
          kbx_manifold m;
          for (uint32_t k = 0; k < b.count; k++)
            {
              other[k].x += (float) (w * step / 5);
              other[k].y += (float) (h * step / 7);
            }
          m = kbx_collide (CONVEX_SHAPE (a), CONVEX_SHAPE (b));
          g_assert_cmpint (kbx_overlap (CONVEX_SHAPE (a), CONVEX_SHAPE (b)), ==, kbx_overlap (POLYGON_SHAPE (a), POLYGON_SHAPE (b)));
          g_assert_true (m.status == KBX_OK && m.hit == kbx_overlap (POLYGON_SHAPE (a), POLYGON_SHAPE (b)));
          if (m.hit)
            g_assert_cmpfloat_with_epsilon (hypot (m.normal.x, m.normal.y), 1, 1e-6);
          if (step == 0)
            g_assert_true (m.hit);
          if (abs (step) == 12)
            g_assert_false (m.hit);
        }
}

KIT_PROGRAM (convex_pairs)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/convex-pairs/bad-corners", bad_corners);
  g_test_add_func ("/convex-pairs/thin", thin);
  return g_test_run ();
}
