/* SPDX-License-Identifier: MIT */
/* Points, boxes, rectangles, circles and oriented boxes: edges, degenerate and bad ones, and what a well-known course
 * on collisions gets wrong. */
#include "runtime/frames/box_batch.h"
#include "tests/support/shape_of.h"
#include "tests/support/seed.h"
#include "tests/support/short_shapes.h"

static kbx_box b (int x0, int y0, int x1, int y1) { return (kbx_box) { x0, y0, x1, y1 }; }

static void
is_box (kbx_box box, kbx_box expected)
{
  g_assert_cmpmem (&box, sizeof box, &expected, sizeof expected);
}

/* ---- points ---- */

/* Numbers beyond int32 become the nearest one, and the pixel of a negative place is the one to its left. */
static void
test_pixels_and_boxes (void)
{
  static const struct { float at; int32_t pixel; } cases[] = {
    { 0, 0 }, { 0.75f, 0 }, { -0.25f, -1 }, { -1, -1 }, { -1.0001f, -2 }, { 7, 7 }, { 16777218, 16777218 }, { -16777218, -16777218 },
    { 2147483520.0f, 2147483520 }, { 2147483648.0f, INT32_MAX }, { INFINITY, INT32_MAX }, { -2147483648.0f, INT32_MIN },
    { -INFINITY, INT32_MIN }, { NAN, 0 }, { -0.0f, 0 }, { -1e-30f, -1 },
  };
  const guint n = G_N_ELEMENTS (cases);
  for (guint i = 0; i < n; i++)
    {
      const kbx_point p = kbx_pixel_of ((kbx_vec) { cases[i].at, cases[n - 1 - i].at });
      g_assert_cmpint (p.x, ==, cases[i].pixel);
      g_assert_cmpint (p.y, ==, cases[n - 1 - i].pixel);
    }
  is_box (kbx_box_moved (b (1, 2, 3, 4), (kbx_point) { -5, 7 }), b (-4, 9, -2, 11));
  is_box (kbx_box_moved (b (-9, INT32_MIN, INT32_MAX - 1, 4), (kbx_point) { 7, -9 }), b (-2, INT32_MIN, INT32_MAX, -5));
  is_box (kbx_box_moved (b (5, 5, INT32_MAX, INT32_MAX), (kbx_point) { INT32_MAX, 1 }), b (INT32_MAX, 6, INT32_MAX, INT32_MAX));
  is_box (kbx_box_centred (4, 5, (kbx_point) { 10, 10 }), b (8, 8, 12, 13));
  is_box (kbx_box_centred (1, 0, (kbx_point) { -3, 10 }), b (-3, 10, -2, 10));
  is_box (kbx_box_centred (UINT32_MAX, 2, (kbx_point) { 0, INT32_MIN }), b (-INT32_MAX, INT32_MIN, INT32_MAX, INT32_MIN + 1));
  is_box (kbx_box_common (b (0, 0, 9, 9), b (4, -3, 20, 5)), b (4, 0, 9, 5));
  is_box (kbx_box_common (b (INT32_MIN, 0, INT32_MAX, 9), b (4, 2, 6, 5)), b (4, 2, 6, 5));
  g_assert_false (kbx_box_contains (kbx_box_common (b (0, 0, 4, 4), b (4, 0, 8, 4)), (kbx_point) { 4, 1 }));
}

static void
test_box_contains (void)
{
  static const struct { kbx_point p; bool in; } cases[] = {
    { { 2, 3 }, true }, { { 5, 7 }, true }, { { 1, 3 }, false }, { { 6, 3 }, false }, { { 2, 2 }, false }, { { 2, 8 }, false },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (kbx_box_contains (b (2, 3, 6, 8), cases[i].p), ==, cases[i].in);
  g_assert_false (kbx_box_contains (b (2, 3, 2, 8), (kbx_point) { 2, 3 }));
  g_assert_false (kbx_box_contains (b (6, 8, 2, 3), (kbx_point) { 4, 5 }));
  g_assert_true (kbx_box_contains (b (INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX), (kbx_point) { INT32_MIN, INT32_MAX - 1 }));
}

static void
test_rect_contains (void)
{
  kbx_rect rect = r (2, 3, 6, 8);
  g_assert_true (kbx_contains (SHAPE (rect), v (2, 3)));
  g_assert_true (kbx_contains (SHAPE (rect), v (6, 8)));
  g_assert_false (kbx_contains (SHAPE (rect), v (nextafterf (6, 7), 8)));
  g_assert_false (kbx_contains (SHAPE (rect), v (1, 5)));
  g_assert_false (kbx_contains (SHAPE (rect), v (3, 2.5)));
  g_assert_false (kbx_contains (SHAPE (rect), v (3, 8.5)));
  g_assert_true (kbx_contains (SHAPE (r (2, 3, 2, 3)), v (2, 3)));
  g_assert_false (kbx_contains (SHAPE (r (6, 3, 2, 8)), v (4, 5)));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (kbx_contains (SHAPE (rect), v (bad[i], 5)));
  g_assert_false (kbx_contains (SHAPE (r (-INFINITY, 3, 6, 8)), v (2, 3)));
  g_assert_false (kbx_contains (SHAPE (r (2, 3, 6, 4194305)), v (2, 3)));
}

static void
test_circle_contains (void)
{
  g_assert_true (kbx_contains (SHAPE (c (1, 1, 5)), v (4, 5)));
  g_assert_false (kbx_contains (SHAPE (c (1, 1, 5)), v (4, nextafterf (5, 6))));
  g_assert_true (kbx_contains (SHAPE (c (1, 1, 0)), v (1, 1)));
  g_assert_true (kbx_contains (SHAPE (c (4194304, 1, 5)), v (4194304, 1)));
  g_assert_false (kbx_contains (SHAPE (c (4194304, 1, 5)), v (4194305, 1)));
  g_assert_false (kbx_contains (SHAPE (c (1, 1, -5)), v (1, 1)));
  g_assert_false (kbx_contains (SHAPE (c (1, 1, -5)), v (4, 5)));
  /* 65,535 and 65,536 are legs of no such triangle: one step of the grid decides, which floats would not see. */
  g_assert_true (kbx_contains (SHAPE (c (-30000, -40000, 50000)), v (0, 0)));
  g_assert_false (kbx_contains (SHAPE (c (-30000, -40000 - 1 / 256.0, 50000)), v (0, 0)));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_assert_false (kbx_contains (SHAPE (c (bad[i], 1, 5)), v (bad[i], 1)));
      g_assert_false (kbx_contains (SHAPE (c (1, 1, bad[i])), v (1, 1)));
      g_assert_false (kbx_contains (SHAPE (c (1, 1, 5)), v (1, bad[i])));
    }
}

static void
test_obb_contains (void)
{
  kbx_obb quarter = o (10, 20, 8, 4, 90), eighth = o (0, 0, 2, 2, 45);
  g_assert_true (kbx_contains (SHAPE (quarter), v (12, 24)));
  g_assert_false (kbx_contains (SHAPE (quarter), v (nextafterf (12, 13), 24)));
  g_assert_false (kbx_contains (SHAPE (quarter), v (12, nextafterf (24, 25))));
  g_assert_true (kbx_contains (SHAPE (eighth), v (1.414, 0)));
  g_assert_false (kbx_contains (SHAPE (eighth), v (1.415, 0)));
  g_assert_false (kbx_contains (SHAPE (eighth), v (1, 1)));
  g_assert_true (kbx_contains (SHAPE (o (3, 4, 0, 0, 30)), v (3, 4)));
  g_assert_true (kbx_contains (SHAPE (o (3, 4, 6, 0, 0)), v (6, 4)));
  g_assert_false (kbx_contains (SHAPE (o (3, 4, 6, 0, 0)), v (6, nextafterf (4, 5))));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      kbx_obb odd = o (0, 0, 2, 2, 0);
      odd.axis.x = bad[i];
      g_assert_false (kbx_contains (SHAPE (odd), v (0, 0)));
      g_assert_false (kbx_contains (SHAPE (o (0, 0, bad[i], 2, 0)), v (0, 0)));
      g_assert_false (kbx_contains (SHAPE (o (0, 0, 2, bad[i], 0)), v (0, 0)));
      g_assert_false (kbx_contains (SHAPE (o (bad[i], 0, 2, 2, 0)), v (bad[i], 0)));
      g_assert_false (kbx_contains (SHAPE (o (0, 0, 2, 2, 0)), v (bad[i], 0)));
    }
  g_assert_false (kbx_contains (SHAPE (o (0, 0, -2, 2, 0)), v (0, 0)));
  g_assert_false (kbx_contains (SHAPE (o (4194304, 1, 5, 5, 0)), v (4194305, 1)));
  /* The axis is a unit vector, or there is no box. */
  g_assert_false (kbx_contains (SHAPE ((kbx_obb) { v (0, 0), v (0, 0), 2, 2 }), v (0, 0)));
  g_assert_false (kbx_contains (SHAPE ((kbx_obb) { v (0, 0), v (1.1, 0), 2, 2 }), v (0, 0)));
  g_assert_true (kbx_contains (SHAPE ((kbx_obb) { v (0, 0), v (1.0001, 0), 2, 2 }), v (0, 0)));
}

/* ---- pairs ---- */

static void
test_boxes (void)
{
  static const struct { kbx_box a, b; bool hit; } cases[] = {
    { { 0, 0, 4, 4 }, { 3, 3, 6, 6 }, true },
    { { 0, 0, 4, 4 }, { 4, 0, 8, 4 }, false }, /* neighbours share no pixel */
    { { 0, 0, 4, 4 }, { 0, 4, 4, 8 }, false },
    { { 0, 0, 4, 4 }, { 1, 1, 2, 2 }, true },
    { { 0, 0, 4, 4 }, { 2, 2, 2, 3 }, false }, /* empty, inside */
    { { 0, 0, 4, 4 }, { 2, 2, 3, 2 }, false },
    { { 0, 0, 4, 4 }, { 3, 3, 1, 1 }, false },
    { { INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX }, { INT32_MAX - 1, 0, INT32_MAX, 1 }, true },
    { { INT32_MIN, 0, INT32_MIN + 1, 1 }, { INT32_MAX - 1, 0, INT32_MAX, 1 }, false },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_cmpint (kbx_boxes_overlap (cases[i].a, cases[i].b), ==, cases[i].hit);
      g_assert_cmpint (kbx_boxes_overlap (cases[i].b, cases[i].a), ==, cases[i].hit);
    }
}

static void
test_rects (void)
{
  kbx_rect a = r (0, 0, 4, 4);
  g_assert_true (kbx_overlap (SHAPE (a), SHAPE (r (4, 4, 8, 8))));
  g_assert_false (kbx_overlap (SHAPE (a), SHAPE (r (nextafterf (4, 5), 0, 8, 4))));
  g_assert_false (kbx_overlap (SHAPE (a), SHAPE (r (-4, 0, -1, 4))));
  g_assert_false (kbx_overlap (SHAPE (a), SHAPE (r (0, -4, 4, -1))));
  g_assert_false (kbx_overlap (SHAPE (a), SHAPE (r (0, 5, 4, 6))));
  g_assert_true (kbx_overlap (SHAPE (a), SHAPE (r (2, 2, 2, 2))));
  g_assert_false (kbx_overlap (SHAPE (a), SHAPE (r (3, 1, 2, 2))));
  g_assert_false (kbx_overlap (SHAPE (r (3, 1, 2, 2)), SHAPE (a)));
  g_assert_false (kbx_overlap (SHAPE (a), SHAPE (r (1, 3, 2, 2))));
  g_assert_false (kbx_overlap (SHAPE (a), SHAPE (r (1, 1, INFINITY, 2))));
  g_assert_false (kbx_overlap (SHAPE (a), SHAPE (r (1, NAN, 2, 2))));
  kbx_rect from = kbx_bounds (SHAPE (b (-3, 4, 5, 4194304)));
  g_assert_true (from.min.x == -3 && from.min.y == 4 && from.max.x == 5 && from.max.y == 4194304);
}

static void
test_circles (void)
{
  g_assert_true (kbx_overlap (SHAPE (c (0, 0, 2)), SHAPE (c (3, 4, 3))));
  g_assert_false (kbx_overlap (SHAPE (c (0, 0, 2)), SHAPE (c (3, 4, 2.99))));
  g_assert_true (kbx_overlap (SHAPE (c (7, 7, 0)), SHAPE (c (7, 7, 0))));
  g_assert_false (kbx_overlap (SHAPE (c (0, 0, -2)), SHAPE (c (1, 0, 4))));
  g_assert_false (kbx_overlap (SHAPE (c (1, 0, 4)), SHAPE (c (0, 0, -2))));
  g_assert_false (kbx_overlap (SHAPE (c (0, 0, INFINITY)), SHAPE (c (1, 0, 4))));
}

static void
test_circle_rect (void)
{
  kbx_rect rect = r (0, 0, 10, 6);
  g_assert_true (kbx_overlap (SHAPE (c (13, 10, 5)), SHAPE (rect)));
  g_assert_false (kbx_overlap (SHAPE (c (13, nextafterf (10, 11), 5)), SHAPE (rect)));
  g_assert_true (kbx_overlap (SHAPE (c (-3, -4, 5)), SHAPE (rect)));
  g_assert_true (kbx_overlap (SHAPE (c (5, 3, 0)), SHAPE (rect)));
  g_assert_true (kbx_overlap (SHAPE (c (5, 8, 2)), SHAPE (rect)));
  g_assert_false (kbx_overlap (SHAPE (c (5, 8.01, 2)), SHAPE (rect)));
  g_assert_false (kbx_overlap (SHAPE (c (5, 3, -1)), SHAPE (rect)));
  g_assert_false (kbx_overlap (SHAPE (c (5, 3, 20)), SHAPE (r (10, 0, 0, 6))));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (kbx_overlap (SHAPE (c (bad[i], 3, 1)), SHAPE (rect)));
}

static void
test_oriented (void)
{
  kbx_obb box = o (0, 0, 8, 4, 0), eighth = o (0, 0, 2, 2, 45);
  /* circles */
  g_assert_true (kbx_overlap (SHAPE (c (7, 6, 5)), SHAPE (box)));
  g_assert_false (kbx_overlap (SHAPE (c (7, nextafterf (6, 7), 5)), SHAPE (box)));
  g_assert_true (kbx_overlap (SHAPE (c (0, 0, 0)), SHAPE (eighth)));
  g_assert_true (kbx_overlap (SHAPE (c (3, 0, 1.586)), SHAPE (eighth)));
  g_assert_false (kbx_overlap (SHAPE (c (3, 0, 1.585)), SHAPE (eighth)));
  g_assert_false (kbx_overlap (SHAPE (c (0, 0, -1)), SHAPE (eighth)));
  g_assert_false (kbx_overlap (SHAPE (c (0, 0, 1)), SHAPE (o (0, 0, -1, 2, 0))));
  /* rectangles: each of the four axes is the only one that parts */
  g_assert_true (kbx_overlap (SHAPE (r (4, 2, 5, 5)), SHAPE (box)));
  g_assert_false (kbx_overlap (SHAPE (r (nextafterf (4, 5), 0, 5, 5)), SHAPE (box)));
  g_assert_false (kbx_overlap (SHAPE (r (0, nextafterf (2, 3), 5, 5)), SHAPE (box)));
  g_assert_false (kbx_overlap (SHAPE (r (0.8, 0.8, 5, 5)), SHAPE (eighth)));
  g_assert_false (kbx_overlap (SHAPE (r (0.8, -5, 5, -0.8)), SHAPE (eighth)));
  g_assert_true (kbx_overlap (SHAPE (r (0.7, 0.7, 5, 5)), SHAPE (eighth)));
  g_assert_false (kbx_overlap (SHAPE (r (5, 5, 0.7, 0.7)), SHAPE (eighth)));
  g_assert_false (kbx_overlap (SHAPE (r (-1, -1, 4194305, 1)), SHAPE (eighth)));
  g_assert_false (kbx_overlap (SHAPE (r (-9, -9, 9, 9)), SHAPE (o (0, 0, 2, -1, 45))));
  g_assert_false (kbx_overlap (SHAPE (r (0, 0, 1, 1)), SHAPE (o (0, 0, 2, NAN, 45))));
  /* two of them */
  g_assert_true (kbx_overlap (SHAPE (box), SHAPE (o (6, 4, 4, 4, 90))));
  g_assert_false (kbx_overlap (SHAPE (box), SHAPE (o (nextafterf (6, 7), 0, 4, 4, 180))));
  g_assert_false (kbx_overlap (SHAPE (box), SHAPE (o (0, nextafterf (4, 5), 4, 4, 270))));
  g_assert_false (kbx_overlap (SHAPE (box), SHAPE (o (4 + 1.5, 2 + 1.5, 4, 4, 45))));
  g_assert_true (kbx_overlap (SHAPE (box), SHAPE (o (4 + 1.4, 2 + 1.4, 4, 4, 45))));
  g_assert_false (kbx_overlap (SHAPE (o (5.5, 3.5, 4, 4, 45)), SHAPE (box)));
  g_assert_false (kbx_overlap (SHAPE (o (5.5, -3.5, 4, 4, 45)), SHAPE (box)));
  g_assert_true (kbx_overlap (SHAPE (o (0, 0, 0, 0, 10)), SHAPE (box)));
  g_assert_false (kbx_overlap (SHAPE (o (0, 0, 1, 1, 10)), SHAPE (o (0, 0, 1, -1, 10))));
  g_assert_false (kbx_overlap (SHAPE (o (0, 0, -1, 1, 10)), SHAPE (o (0, 0, 1, 1, 10))));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (kbx_overlap (SHAPE (o (bad[i], 0, 1, 1, 0)), SHAPE (o (bad[i], 0, 1, 1, 0))));
}

/* ---- many boxes ---- */

static kbx_box
random_box (void)
{
  int x = g_test_rand_int_range (0, 60), y = g_test_rand_int_range (0, 60);
  return b (x, y, x + g_test_rand_int_range (-2, 12), y + g_test_rand_int_range (-2, 12));
}

static void
test_many (void)
{
  enum { MOST = 400 };
  kbx_box boxes[MOST];
  guint32 indices[MOST + 1];

  for (guint round = 0; round < 600; round++)
    {
      guint count = round % MOST, expected = 0, capacity = round % 3 == 0 ? round % 17 : MOST;
      kbx_box one = random_box ();
      for (guint i = 0; i < count; i++)
        boxes[i] = random_box ();
      memset (indices, 0x55, sizeof indices);
      guint found = kbx_boxes_touching (one, boxes, count, indices, capacity);
      for (guint i = 0; i < count; i++)
        if (kbx_boxes_overlap (boxes[i], one))
          {
            if (expected < capacity)
              g_assert_cmpuint (indices[expected], ==, i);
            expected++;
          }
      g_assert_cmpuint (found, ==, expected);
      g_assert_cmpuint (indices[MIN (expected, capacity)], ==, 0x55555555);
    }
  g_assert_cmpuint (kbx_boxes_touching (b (0, 0, 9, 9), boxes, 0, NULL, 0), ==, 0);
  g_assert_cmpuint (kbx_boxes_touching (b (0, 0, 9, 9), NULL, 7, indices, MOST), ==, 0);
  g_assert_cmpuint (kbx_boxes_touching (b (0, 9, 9, 9), boxes, MOST, indices, MOST), ==, 0);
  g_assert_cmpuint (kbx_boxes_touching (b (9, 0, 9, 9), boxes, MOST, indices, MOST), ==, 0);
}

/* One at a time, four and eight at a time say the same, also at the ends of the numbers. */
static void
test_batches (void)
{
  static const gint32 ends[] = { INT32_MIN, INT32_MIN + 1, -1, 0, 1, 2, INT32_MAX - 1, INT32_MAX };
  kbx_box boxes[KBX_BATCH];
  for (guint round = 0; round < 3000; round++)
    {
      kbx_box one = { 0, 0, 0, 0 };
      while (one.x0 >= one.x1 || one.y0 >= one.y1)
        one = b (ends[g_test_rand_int_range (0, 8)], ends[g_test_rand_int_range (0, 8)], ends[g_test_rand_int_range (0, 8)],
                 ends[g_test_rand_int_range (0, 8)]);
      for (guint i = 0; i < KBX_BATCH; i++)
        boxes[i] = b (ends[g_test_rand_int_range (0, 8)], ends[g_test_rand_int_range (0, 8)],
                      ends[g_test_rand_int_range (0, 8)], ends[g_test_rand_int_range (0, 8)]);
      guint64 set = kbx_batch_portable (one, boxes, KBX_BATCH);
      for (guint i = 0; i < KBX_BATCH; i++)
        g_assert_cmpint (set >> i & 1, ==, kbx_boxes_overlap (one, boxes[i]));
#if KBX_BATCH_SSE2
      g_assert_cmphex (kbx_batch_sse2 (one, boxes), ==, set);
#endif
#if KBX_BATCH_AVX2
      if (__builtin_cpu_supports ("avx2"))
        g_assert_cmphex (kbx_batch_avx2 (one, boxes), ==, set);
#endif
    }
}

/* ---- what the course gets wrong ---- */

/* Its circle against box: the circle's box, then corners, then the centre, then "the centre lies beside a side", told
 * by the sign of a product of two scalar products in int. */
static bool
course_beside (gint32 at, gint32 from, gint32 to)
{
  guint32 side = (guint32) (to - from);
  return (gint32) ((guint32) (at - from) * side * ((guint32) (at - to) * side)) <= 0;
}

static bool
course_circle_box (int x, int y, int radius, kbx_box box, bool with_first_test)
{
  if (with_first_test && (x + radius < box.x0 || x - radius > box.x1 || y + radius < box.y0 || y - radius > box.y1))
    return false;
  for (guint i = 0; i < 4; i++)
    {
      int dx = x - (i & 1 ? box.x1 : box.x0), dy = y - (i & 2 ? box.y1 : box.y0);
      if (dx * dx + dy * dy <= radius * radius)
        return true;
    }
  if (x >= box.x0 && x < box.x1 && y >= box.y0 && y < box.y1)
    return true;
  return course_beside (x, box.x0, box.x1) || course_beside (y, box.y0, box.y1);
}

static void
test_course_circle_box (void)
{
  kbx_box box = b (0, 0, 40, 40), large = b (0, 0, 400, 400);
  /* Without the first test it sees a circle that is far away. */
  g_assert_true (course_circle_box (20, 500, 10, box, false));
  g_assert_false (kbx_overlap (SHAPE (c (20, 500, 10)), SHAPE (kbx_bounds (SHAPE (box)))));
  /* With it, the product overflows, and a ball goes into the wall of a large box. */
  g_assert_true (course_circle_box (-5, 200, 10, large, true));
  g_assert_false (course_circle_box (-5, 54, 10, large, true));
  g_assert_true (kbx_overlap (SHAPE (c (-5, 54, 10)), SHAPE (kbx_bounds (SHAPE (large)))));
}

/* Its oriented boxes: degrees become radians by a constant of nine digits, so a quarter is not quite one, and a long
 * floor that stands upright is thicker than it is. */
static bool
course_upright_reaches (float left_x, float w, float h, float right_x)
{
  float angle = 90 * 0.0174532925f;
  return left_x + fabsf (cosf (angle) * (w / 2)) + fabsf (sinf (angle) * (h / 2)) >= right_x;
}

static void
test_course_oriented (void)
{
  g_assert_true (course_upright_reaches (10, 120000, 101, 60.502f));
  g_assert_false (kbx_overlap (SHAPE (o (10, 0, 120000, 101, 90)), SHAPE (o (70.502, 0, 20, 10, 0))));
  g_assert_true (kbx_overlap (SHAPE (o (10, 0, 120000, 101, 90)), SHAPE (o (70.5, 0, 20, 10, 0))));
}

KIT_PROGRAM (areas)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/areas/box-contains", test_box_contains);
  g_test_add_func ("/areas/pixels-and-boxes", test_pixels_and_boxes);
  g_test_add_func ("/areas/rect-contains", test_rect_contains);
  g_test_add_func ("/areas/circle-contains", test_circle_contains);
  g_test_add_func ("/areas/obb-contains", test_obb_contains);
  g_test_add_func ("/areas/boxes", test_boxes);
  g_test_add_func ("/areas/rects", test_rects);
  g_test_add_func ("/areas/circles", test_circles);
  g_test_add_func ("/areas/circle-rect", test_circle_rect);
  g_test_add_func ("/areas/oriented", test_oriented);
  g_test_add_func ("/areas/many", test_many);
  g_test_add_func ("/areas/batches", test_batches);
  g_test_add_func ("/areas/course/circle-box", test_course_circle_box);
  g_test_add_func ("/areas/course/oriented", test_course_oriented);
  return g_test_run ();
}
