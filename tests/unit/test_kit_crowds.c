/* SPDX-License-Identifier: MIT */
/* Many shapes at once: pairs by sorting against all pairs, offset curves, masses, and a stack that rests in any order of its
 * contacts. */
#include "tests/support/box_stack.h"
#include "tests/support/seed.h"

#include <glib.h>
#include <math.h>

#define CROWD 300

static int
compare_pairs (const void *a, const void *b)
{
  return memcmp (a, b, sizeof (kbx_pair));
}

static void
pairs (void)
{
  static kbx_rect bounds[CROWD];
  static uint32_t order[CROWD];
  static kbx_pair found[CROWD * CROWD], all[CROWD * CROWD];
  const kbx_rect bad[] = { { { NAN, 0 }, { 100, 100 } }, { { 0, 0 }, { -1, -1 } }, { { 5e6f, 0 }, { 6e6f, 100 } }, { { 0, 0 }, { 100, INFINITY } } };

  for (int step = 0; step < 60; step++)
    {
      uint32_t n, count = 0;
      for (uint32_t i = 0; i < CROWD; i++)
        {
          kbx_rect *b = &bounds[i];
          const gboolean jumps = step % 20 == 0;
          const float x = jumps ? (float) g_test_rand_int_range (0, 200) : b->min.x + (float) g_test_rand_int_range (-2, 3);
          const float y = jumps ? (float) g_test_rand_int_range (0, 200) : b->min.y + (float) g_test_rand_int_range (-2, 3);
          *b = (kbx_rect) { { x, y }, { x + (float) (i % 17), y + (float) (i % 13) } };
          if (i % 11 == 5)
            *b = bad[i % G_N_ELEMENTS (bad)];
        }
      for (uint32_t i = 0; i < CROWD; i++)
        for (uint32_t k = i + 1; k < CROWD; k++)
          if (kbx_overlap (SHAPE (bounds[i]), SHAPE (bounds[k])))
            all[count++] = (kbx_pair) { i, k, KBX_NONE, KBX_NONE };
      if (step % 20 == 10) /* of no use: begins anew */
        order[3] = step == 30 ? CROWD : order[4];
      n = kbx_pairs (bounds, CROWD, order, found, G_N_ELEMENTS (found));
      g_assert_cmpuint (n, ==, count);
      qsort (found, n, sizeof *found, compare_pairs);
      qsort (all, count, sizeof *all, compare_pairs);
      g_assert_cmpmem (found, n * sizeof *found, all, count * sizeof *all);
    }
  g_assert_cmpuint (kbx_pairs (NULL, CROWD, order, NULL, 0), ==, 0);
}

/* All points of it are that far from the course, and on the asked side; corners are round to 1/16 pixel. */
static void
offsets (void)
{
  const kbx_vec course[] = { { 0, 0 }, { 100, 0 }, { 160, 50 }, { 160, 50 }, { 160, 120 }, { 60, 150 }, { -40, 80 } };
  kbx_vec out[400];

  for (int closed = 0; closed < 2; closed++)
    for (float d = -16; d <= 16; d += 8)
      {
        const uint32_t n = kbx_offset_curve (course, 7, closed, d, out, 400);
        const uint32_t edges = closed ? 7 : 6;
        g_assert_cmpuint (n, >=, 6);
        g_assert_cmpuint (n, <, 400);
        g_assert_cmpuint (kbx_offset_curve (course, 7, closed, d, NULL, 0), ==, n);
        for (uint32_t i = 0; i + 1 < n; i++)
          for (int part = 0; part < 4; part++)
            {
              const kbx_vec p = { out[i].x + (out[i + 1].x - out[i].x) * (float) part / 4, out[i].y + (out[i + 1].y - out[i].y) * (float) part / 4 };
              double least = 1e9;
              for (uint32_t k = 0; k < edges; k++)
                least = fmin (least, kbx_nearest_point (kbx_shape_segment (course[k], course[(k + 1) % 7]), p).distance);
              g_assert_cmpfloat (least, >=, fabsf (d) - 0.08);
              g_assert_cmpfloat (least, <=, fabsf (d) + 0.001);
            }
        if (!closed && d != 0)
          g_assert_cmpint (kbx_line_side ((kbx_segment) { course[0], course[1] }, out[0]), ==, d > 0 ? 1 : -1);
      }
  g_assert_cmpuint (kbx_offset_curve (course, 1, false, 1, out, 400), ==, 0);
  g_assert_cmpuint (kbx_offset_curve (course, 7, false, NAN, out, 400), ==, 0);
}

/* Against sums over small squares. */
static void
masses (void)
{
  const kbx_vec bent[6] = { { 0, 0 }, { 10, 0 }, { 10, 6 }, { 4, 6 }, { 4, 14 }, { 0, 14 } };
  const kbx_shape shapes[] = {
    kbx_shape_circle ((kbx_vec) { 3, 4 }, 6), kbx_shape_rect ((kbx_vec) { -1, 2 }, (kbx_vec) { 7, 5 }), kbx_shape_box ((kbx_box) { 0, 0, 4, 9 }),
    kbx_shape_obb ((kbx_vec) { 1, 1 }, kbx_direction (30), 9, 4), kbx_shape_capsule ((kbx_vec) { -3, 0 }, (kbx_vec) { 5, 6 }, 2),
    kbx_shape_polygon (bent, 6)
  };
  for (guint s = 0; s < G_N_ELEMENTS (shapes); s++)
    {
      double n = 0, x = 0, y = 0, square = 0;
      for (float i = -16; i < 20; i += 1 / 16.0f)
        for (float k = -16; k < 20; k += 1 / 16.0f)
          if (kbx_contains (shapes[s], (kbx_vec) { i + 1 / 32.0f, k + 1 / 32.0f }))
            {
              n++;
              x += i;
              y += k;
              square += (double) i * i + (double) k * k;
            }
      square = square / n - (x * x + y * y) / (n * n);
      g_assert_cmpfloat_with_epsilon (kbx_inertia (shapes[s], 3) / (3 * square), 1, 0.01);
    }
}

static void
any_order (void)
{
  static const int orders[][STACK_THINGS] = { { 0, 1, 2, 3, 4, 5 }, { 1, 2, 3, 4, 5, 0 }, { 5, 4, 3, 2, 1, 0 }, { 3, 0, 5, 1, 4, 2 } };
  for (guint o = 0; o < G_N_ELEMENTS (orders); o++)
    for (int aside = 0; aside < 3; aside++)
      {
        BoxStack s;
        double most = 0;
        stack_begin (&s, (float) aside);
        for (int i = 0; i < STACK_THINGS; i++)
          s.bodies[i].restitution = 0.1f * (float) aside;
        for (int i = 0; i < 1200 * (1 + aside); i++)
          stack_step (&s, orders[o], 4, true);
        for (int i = 0; i < 1200; i++)
          {
            stack_step (&s, orders[o], 4, true);
            most = fmax (most, stack_speed (&s));
          }
        g_assert_cmpfloat (most, <, 1e-4 / 4);
        g_assert_cmpfloat_with_epsilon (s.bodies[5].position.y, -4.5 * STACK_SIDE, 0.3);
      }
}

static void
bad_pairs (void)
{
  const kbx_settling settling = { 1, 0.1f, 0.05f, 0.05f };
  kbx_body bodies[2] = { 0 };
  kbx_body_pair pair = { .first = 0, .second = 2 };
  g_assert_cmpint (kbx_solve (bodies, 2, &pair, 1, &settling, 4), ==, KBX_ERROR_ARGUMENT);
  pair.second = 1;
  g_assert_cmpint (kbx_solve (bodies, 2, &pair, 1, &settling, 4), ==, KBX_OK);
  g_assert_cmpint (kbx_solve (bodies, 2, &pair, 1, NULL, 4), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_solve (NULL, 2, &pair, 1, &settling, 4), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_solve (bodies, 2, NULL, 0, &settling, 4), ==, KBX_OK);
}

KIT_PROGRAM (kit_crowds)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/kit/crowds/pairs", pairs);
  g_test_add_func ("/kit/crowds/offsets", offsets);
  g_test_add_func ("/kit/crowds/masses", masses);
  g_test_add_func ("/kit/crowds/any-order", any_order);
  g_test_add_func ("/kit/crowds/bad-pairs", bad_pairs);
  return g_test_run ();
}
