/* SPDX-License-Identifier: MIT */
/* Points in polygons, shapes against polygons, and what can be said of a polygon: named cases, bad and degenerate
 * ones. */
#include "tests/support/shape_of.h"
#include "tests/support/named_polygons.h"
#include "tests/support/seed.h"

/* ---- points ---- */

static void
test_contains (void)
{
  static const struct { const char *name; const kbx_vec *corners; guint n; float x, y; bool in; } cases[] = {
#define ROW(polygon, x, y, in) { #polygon, polygon, G_N_ELEMENTS (polygon), x, y, in }
    ROW (square, 4, 4, true), ROW (square, 0, 0, true), ROW (square, 8, 8, true), ROW (square, 8, 3, true),
    ROW (square, 3, 0, true), ROW (square, 3, 8, true), ROW (square, 9, 8, false), ROW (square, -1, 0, false),
    ROW (square, 9, 0, false), ROW (square, -1, 8, false), ROW (square, 4, 9, false), ROW (square, 4, -1, false),
    ROW (square_back, 4, 4, true), ROW (square_back, 0, 4, true), ROW (square_back, 8, 8, true), ROW (square_back, 9, 4, false),
    ROW (arrow, 2, 4, false), ROW (arrow, 4, 4, true), ROW (arrow, 5, 4, true), ROW (arrow, 2, 2, true),
    ROW (arrow, 2, 2.5f, false), ROW (arrow, 0, 8, true), ROW (arrow, -1, 4, false), ROW (arrow, 9, 4, false),
    ROW (star, 10, 10, false), ROW (star, 10, 4, true), ROW (star, 10, 7, true), ROW (star, 4, 19, true),
    ROW (star, 10, 19, false), ROW (star, 3, 8, true), ROW (star, 17, 8, true),
    ROW (bow_tie, 4, 4, true), ROW (bow_tie, 4, 2, false), ROW (bow_tie, 1, 4, true), ROW (bow_tie, 7, 4, true),
    ROW (bow_tie, 4, 6, false),
    ROW (steps, 2, 4, true), ROW (steps, 6, 4, true), ROW (steps, 6, 3, false), ROW (steps, 4, 2, true),
    ROW (steps, 9, 4, false), ROW (steps, -1, 4, false), ROW (steps, 5, 0, false),
    ROW (segment, 4, 2, true), ROW (segment, 8, 4, true), ROW (segment, 6, 3, true), ROW (segment, 6, 3.5f, false),
    ROW (segment, 10, 5, false), ROW (point, 3, 3, true), ROW (point, 3, 4, false), ROW (point, 4, 3, false),
    ROW (doubled, 0, 0, true), ROW (doubled, 8, 8, true), ROW (doubled, 4, 4, true), ROW (doubled, 9, 8, false),
    ROW (straight, 4, 0, true), ROW (straight, 0, 4, true), ROW (straight, 6, 8, true), ROW (straight, 9, 4, false),
    ROW (straight, 4, 4, true), ROW (straight, 9, 0, false),
#undef ROW
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s at %g, %g", cases[i].name, cases[i].x, cases[i].y);
      kbx_polygon polygon = { cases[i].corners, cases[i].n };
      g_assert_cmpint (kbx_contains (POLYGON_SHAPE (polygon), v (cases[i].x, cases[i].y)), ==, cases[i].in);
      if (kbx_polygon_info (polygon).convex)
        g_assert_cmpint (kbx_contains (CONVEX_SHAPE (polygon), v (cases[i].x, cases[i].y)), ==, cases[i].in);
    }
}

/* Corners in every place of the blocks that they are looked at in, at the point's height and beside it. */
static void
test_blocks (void)
{
  for (guint n = 3; n < 200; n++)
    {
      kbx_vec comb[200];
      /* Teeth up from y = 0 to y = -2 and down again; the last two corners close it below. */
      for (guint i = 0; i + 2 < n; i++)
        comb[i] = v (i, i % 2 ? -2 : 0);
      comb[n - 2] = v (n, 4);
      comb[n - 1] = v (-1, 4);
      kbx_polygon polygon = { comb, n };
      for (guint i = 0; i + 2 < n; i++)
        {
          g_assert_true (kbx_contains (POLYGON_SHAPE (polygon), comb[i]));
          g_assert_cmpint (kbx_contains (POLYGON_SHAPE (polygon), v (i, -1)), ==, i % 2 == 1);
          g_assert_false (kbx_contains (POLYGON_SHAPE (polygon), v (i, -3)));
          g_assert_true (kbx_contains (POLYGON_SHAPE (polygon), v (i, 4)));
        }
      g_assert_false (kbx_contains (POLYGON_SHAPE (polygon), v (-2, 0)));
      g_assert_false (kbx_contains (POLYGON_SHAPE (polygon), v (n + 1, 0)));
      g_assert_false (kbx_contains (POLYGON_SHAPE (polygon), v (n + 1, 4)));
      for (guint i = 0; i < n; i++)
        {
          kbx_vec kept = comb[i];
          comb[i].x = bad[i % G_N_ELEMENTS (bad)];
          g_assert_false (kbx_contains (POLYGON_SHAPE (polygon), v (1, 3)));
          comb[i] = kept;
          comb[i].y = bad[i % G_N_ELEMENTS (bad)];
          g_assert_false (kbx_contains (POLYGON_SHAPE (polygon), v (1, 3)));
          comb[i] = kept;
        }
    }
}

/* Many corners: wherever the first one is, straight or repeated corners about it or not. */
static void
test_wheel (void)
{
  kbx_vec turned[ROUND + 6];
  g_assert_true (kbx_polygon_info (POLYGON (wheel)).convex);
  for (guint round = 0; round < 3 * ROUND; round++)
    {
      guint n = 0, first = (guint) g_test_rand_int_range (0, ROUND);
      if (round % 3 == 1)
        for (guint i = 0; i < 3; i++)
          turned[n++] = wheel[first];
      if (round % 3 == 2)
        {
          kbx_vec last = wheel[(first + (round & 1 ? ROUND - 1 : 1)) % ROUND];
          turned[n++] = v ((wheel[first].x + last.x) / 2, (wheel[first].y + last.y) / 2);
        }
      for (guint i = 0; i < ROUND; i++)
        turned[n++] = wheel[(first + (round & 1 ? i : ROUND - i)) % ROUND];
      if (round % 3 == 1)
        for (guint i = 0; i < 3; i++)
          turned[n++] = wheel[first];
      kbx_polygon polygon = { turned, n };
      for (guint k = 0; k < 40; k++)
        {
          kbx_vec a = wheel[g_test_rand_int_range (0, ROUND)], b = wheel[g_test_rand_int_range (0, ROUND)];
          double t = k % 4 == 0 ? 0.5 : k % 4 == 1 ? 1 : g_test_rand_double_range (-0.1, 1.1);
          kbx_vec p = v (a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t);
          if (k % 5 == 0)
            p = v (turned[0].x * t, turned[0].y * t);
          g_assert_cmpint (kbx_contains (CONVEX_SHAPE (polygon), p), ==, kbx_contains (POLYGON_SHAPE (polygon), p));
        }
      for (guint k = 0; k < ROUND; k += 37)
        g_assert_true (kbx_contains (CONVEX_SHAPE (polygon), wheel[k]));
    }
  memcpy (turned, wheel, sizeof wheel);
  kbx_polygon polygon = { turned, ROUND };
  g_assert_false (kbx_contains (CONVEX_SHAPE (polygon), v (NAN, 0)));
  g_assert_false (kbx_contains (CONVEX_SHAPE (polygon), v (0, INFINITY)));
  for (guint i = 0; i < ROUND; i++)
    turned[i] = v (3, 3);
  g_assert_true (kbx_contains (CONVEX_SHAPE (polygon), v (3, 3)));
  g_assert_false (kbx_contains (CONVEX_SHAPE (polygon), v (3, 4)));
  /* Numbers that are none, in the triangle of the fan that the point is in: corners i and i + 1, moved away from
   * corner 0; and corner 0. */
  for (guint i = 1; i + 1 < ROUND; i++)
    for (guint odd = i; odd <= i + 1; odd++)
      {
        memcpy (turned, wheel, sizeof wheel);
        kbx_vec way = v (wheel[odd].x - wheel[0].x, wheel[odd].y - wheel[0].y);
        double length = hypot (way.x, way.y);
        turned[odd] = v (wheel[0].x + way.x / length * 7e6, wheel[0].y + way.y / length * 7e6);
        kbx_vec p = v ((turned[0].x + turned[i].x + turned[i + 1].x) / 3, (turned[0].y + turned[i].y + turned[i + 1].y) / 3);
        g_assert_false (kbx_contains (CONVEX_SHAPE (polygon), p));
      }
  memcpy (turned, wheel, sizeof wheel);
  turned[0].x = 5e6f;
  g_assert_true (kbx_contains (CONVEX_SHAPE (POLYGON (wheel)), v (0, -20)));
  g_assert_false (kbx_contains (CONVEX_SHAPE (polygon), v (0, -20)));
  /* The first edge and the last go straight up, whichever way round. */
  for (guint way = 0; way < 2; way++)
    {
      for (guint i = 0; i < ROUND; i++)
        {
          kbx_vec to = kbx_direction (360.0 * (way ? i + 0.5 : ROUND - 0.5 - i) / ROUND);
          turned[i] = v (rint (to.x * 5e6) / 256, rint (to.y * 5e6) / 256);
        }
      g_assert_true (turned[0].x == turned[ROUND - 1].x);
      g_assert_true (kbx_contains (CONVEX_SHAPE (polygon), v (turned[0].x, 0)));
      g_assert_false (kbx_contains (CONVEX_SHAPE (polygon), v (turned[0].x + 1 / 256.0, 0)));
      kbx_vec first = turned[0];
      memmove (turned, turned + 1, (ROUND - 1) * sizeof *turned);
      turned[ROUND - 1] = first;
      g_assert_true (kbx_contains (CONVEX_SHAPE (polygon), v (first.x, 0)));
      first = turned[ROUND - 1];
      memmove (turned + 2, turned, (ROUND - 2) * sizeof *turned);
      turned[0] = v (first.x, -first.y);
      turned[1] = first;
      g_assert_true (kbx_contains (CONVEX_SHAPE (polygon), v (first.x, 0)));
    }
}

/* A hair beside an edge, where floats do not tell the side; and both ways round. */
static void
test_hair_in_convex (void)
{
  const float hair = 1 / 256.0f;
  kbx_vec triangle[] = { { 0, 0 }, { 60000, 60000 }, { 0, 60000 } }, turned[] = { { 0, 60000 }, { 60000, 60000 }, { 0, 0 } };
  kbx_vec odd[][3] = { { { 0, 0 }, { NAN, 0 }, { 0, 60000 } }, { { 0, 0 }, { 60000, 60000 }, { 0, 5e6f } } };

  for (guint way = 0; way < 2; way++)
    {
      kbx_polygon polygon = { way ? turned : triangle, 3 };
      g_assert_true (kbx_contains (CONVEX_SHAPE (polygon), v (30000, 30000)));
      g_assert_true (kbx_contains (CONVEX_SHAPE (polygon), v (30000 - hair, 30000)));
      g_assert_false (kbx_contains (CONVEX_SHAPE (polygon), v (30000 + hair, 30000)));
      g_assert_true (kbx_contains (CONVEX_SHAPE (polygon), v (hair, 60000)));
      g_assert_false (kbx_contains (CONVEX_SHAPE (polygon), v (-hair, 60000)));
      g_assert_false (kbx_contains (CONVEX_SHAPE (polygon), v (70000, 70000)));
      g_assert_false (kbx_contains (CONVEX_SHAPE (polygon), v (NAN, 50000)));
      g_assert_false (kbx_contains (CONVEX_SHAPE (polygon), v (1, NAN)));
    }
  /* Edges of which floats do not hold the length. */
  for (guint i = 0; i < 20000; i++)
    {
      kbx_vec any[3], p;
      for (guint k = 0; k < 3; k++)
        any[k] = v (g_test_rand_int_range (-16777216, 16777216) * hair, g_test_rand_int_range (-16777216, 16777216) * hair);
      double t = g_test_rand_double ();
      p = v (rint ((any[0].x + (any[1].x - any[0].x) * t) * 256) / 256, rint ((any[0].y + (any[1].y - any[0].y) * t) * 256) / 256);
      g_assert_cmpint (kbx_contains (CONVEX_SHAPE (POLYGON (any)), p), ==, kbx_contains (POLYGON_SHAPE (POLYGON (any)), p));
    }
  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    for (int x = -2; x <= 2; x++)
      for (int y = -2; y <= 2; y++)
        g_assert_false (kbx_contains (CONVEX_SHAPE (POLYGON (odd[i])), v (20000 + 20000 * x, 40000 + 20000 * y)));
}

static void
test_bad (void)
{
  kbx_polygon none[] = { { NULL, 4 }, { square, 0 }, { square, 2 }, { NULL, 0 }, { NULL, 500 } };
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    {
      guint32 out[16], counts[8], work[128];
      g_assert_false (kbx_contains (POLYGON_SHAPE (none[i]), v (0, 0)));
      g_assert_false (kbx_contains (CONVEX_SHAPE (none[i]), v (0, 0)));
      g_assert_false (kbx_overlap (SHAPE (c (0, 0, 1)), POLYGON_SHAPE (none[i])));
      g_assert_false (kbx_overlap (SHAPE (r (0, 0, 1, 1)), POLYGON_SHAPE (none[i])));
      g_assert_false (kbx_overlap (SHAPE (o (0, 0, 1, 1, 0)), POLYGON_SHAPE (none[i])));
      g_assert_false (kbx_overlap (CONVEX_SHAPE (none[i]), CONVEX_SHAPE (POLYGON (square))));
      g_assert_false (kbx_overlap (CONVEX_SHAPE (POLYGON (square)), CONVEX_SHAPE (none[i])));
      g_assert_false (kbx_overlap (POLYGON_SHAPE (none[i]), POLYGON_SHAPE (POLYGON (square))));
      g_assert_false (kbx_overlap (POLYGON_SHAPE (POLYGON (square)), POLYGON_SHAPE (none[i])));
      g_assert_true (kbx_polygon_info (none[i]).area == 0);
      g_assert_cmpint (kbx_polygon_info (none[i]).orientation, ==, 0);
      g_assert_false (kbx_polygon_info (none[i]).convex);
      g_assert_false (kbx_polygon_is_simple (none[i]));
      kbx_rect bounds = kbx_bounds (POLYGON_SHAPE (none[i]));
      g_assert_true (bounds.min.x == 0 && bounds.min.y == 0 && bounds.max.x == -1 && bounds.max.y == -1);
      g_assert_cmpuint (kbx_polygon_triangulate (none[i], out, work), ==, 0);
      g_assert_cmpuint (kbx_polygon_decompose (none[i], 255, out, counts, work), ==, 0);
    }
  g_assert_false (kbx_overlap (SHAPE (c (4, 4, -1)), POLYGON_SHAPE (POLYGON (square))));
  g_assert_false (kbx_overlap (SHAPE (r (4, 4, 3, 3)), POLYGON_SHAPE (POLYGON (square))));
  g_assert_false (kbx_overlap (SHAPE ((kbx_obb) { v (4, 4), v (0, 0), 1, 1 }), POLYGON_SHAPE (POLYGON (square))));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_assert_false (kbx_contains (POLYGON_SHAPE (POLYGON (square)), v (bad[i], 4)));
      g_assert_false (kbx_contains (POLYGON_SHAPE (POLYGON (square)), v (4, bad[i])));
      g_assert_false (kbx_contains (CONVEX_SHAPE (POLYGON (wheel)), v (bad[i], 4)));
    }
}

/* ---- shapes ---- */

static void
test_circle_polygon (void)
{
  kbx_polygon box = POLYGON (square);
  g_assert_true (kbx_overlap (SHAPE (c (4, 4, 1)), POLYGON_SHAPE (box)));
  g_assert_true (kbx_overlap (SHAPE (c (4, 4, 0)), POLYGON_SHAPE (box)));
  g_assert_true (kbx_overlap (SHAPE (c (4, 10, 2)), POLYGON_SHAPE (box)));
  g_assert_false (kbx_overlap (SHAPE (c (4, nextafterf (10, 11), 2)), POLYGON_SHAPE (box)));
  g_assert_true (kbx_overlap (SHAPE (c (11, 12, 5)), POLYGON_SHAPE (box)));
  g_assert_false (kbx_overlap (SHAPE (c (11, nextafterf (12, 13), 5)), POLYGON_SHAPE (box)));
  g_assert_true (kbx_overlap (SHAPE (c (2, 4, 1.4143)), POLYGON_SHAPE (POLYGON (arrow))));
  g_assert_false (kbx_overlap (SHAPE (c (2, 4, 1.4142)), POLYGON_SHAPE (POLYGON (arrow))));
  g_assert_false (kbx_overlap (SHAPE (c (10, 10, 1)), POLYGON_SHAPE (POLYGON (star))));
  g_assert_true (kbx_overlap (SHAPE (c (3, 8, 5)), POLYGON_SHAPE (POLYGON (point))));
  g_assert_false (kbx_overlap (SHAPE (c (3, 8, 4.99)), POLYGON_SHAPE (POLYGON (point))));
  /* A slanted edge: 3-4-5 triangles, distance 5 exactly, then a step of the grid farther. */
  static const kbx_vec roof[] = { { -40000, 30000 }, { 40000, -30000 }, { 40000, 30000 } };
  g_assert_true (kbx_overlap (SHAPE (c (-3, -4, 5)), POLYGON_SHAPE (POLYGON (roof))));
  g_assert_false (kbx_overlap (SHAPE (c (-3, -4 - 1 / 256.0, 5)), POLYGON_SHAPE (POLYGON (roof))));
}

static void
test_rect_polygon (void)
{
  kbx_polygon box = POLYGON (square);
  g_assert_true (kbx_overlap (SHAPE (r (8, 8, 9, 9)), POLYGON_SHAPE (box)));
  g_assert_false (kbx_overlap (SHAPE (r (nextafterf (8, 9), 0, 9, 9)), POLYGON_SHAPE (box)));
  g_assert_true (kbx_overlap (SHAPE (r (3, 3, 4, 4)), POLYGON_SHAPE (box)));
  g_assert_true (kbx_overlap (SHAPE (r (-9, -9, 20, 20)), POLYGON_SHAPE (box)));
  g_assert_true (kbx_overlap (SHAPE (r (3, 3, 3, 3)), POLYGON_SHAPE (box)));
  g_assert_false (kbx_overlap (SHAPE (r (0, 3, 2, 5)), POLYGON_SHAPE (POLYGON (arrow))));
  g_assert_true (kbx_overlap (SHAPE (r (0, 2, 2, 5)), POLYGON_SHAPE (POLYGON (arrow))));
  g_assert_false (kbx_overlap (SHAPE (r (9, 9, 11, 11)), POLYGON_SHAPE (POLYGON (star))));
  static const kbx_rect round[] = { { { 5, 0 }, { 9, 1 } }, { { 0, 5.01f }, { 1, 9 } }, { { -5, -5 }, { -1, 20 } }, { { 0, -9 }, { 9, -1 } } };
  static const kbx_vec diamond[] = { { 4, 0 }, { 8, 4 }, { 4, 8 }, { 0, 4 } };
  static const bool diamond_hit[] = { true, false, false, false };
  for (guint i = 0; i < G_N_ELEMENTS (round); i++)
    g_assert_cmpint (kbx_overlap (SHAPE (round[i]), POLYGON_SHAPE (POLYGON (diamond))), ==, diamond_hit[i]);
}

static void
test_obb_polygon (void)
{
  kbx_polygon box = POLYGON (square);
  g_assert_true (kbx_overlap (SHAPE (o (10, 4, 4, 2, 0)), POLYGON_SHAPE (box)));
  g_assert_false (kbx_overlap (SHAPE (o (nextafterf (10, 11), 4, 4, 2, 180)), POLYGON_SHAPE (box)));
  g_assert_true (kbx_overlap (SHAPE (o (4, 9, 4, 2, 90)), POLYGON_SHAPE (box)));
  g_assert_false (kbx_overlap (SHAPE (o (4, nextafterf (10, 11), 4, 2, 270)), POLYGON_SHAPE (box)));
  g_assert_false (kbx_overlap (SHAPE (o (-3, 4, 4, 2, 0)), POLYGON_SHAPE (box)));
  g_assert_false (kbx_overlap (SHAPE (o (4, -3, 4, 2, 0)), POLYGON_SHAPE (box)));
  g_assert_true (kbx_overlap (SHAPE (o (4, 4, 1, 1, 30)), POLYGON_SHAPE (box)));
  g_assert_true (kbx_overlap (SHAPE (o (4, 4, 40, 40, 30)), POLYGON_SHAPE (box)));
  g_assert_true (kbx_overlap (SHAPE (o (9.4, 9.4, 4, 4, 45)), POLYGON_SHAPE (box)));
  g_assert_false (kbx_overlap (SHAPE (o (9.5, 9.5, 4, 4, 45)), POLYGON_SHAPE (box)));
  g_assert_false (kbx_overlap (SHAPE (o (1, 4, 1, 1, 45)), POLYGON_SHAPE (POLYGON (arrow))));
  g_assert_false (kbx_overlap (SHAPE (o (10, 10, 2, 2, 45)), POLYGON_SHAPE (POLYGON (star))));
}

static void
test_pairs (void)
{
  MOVED (square, square, 0, 0, true);
  MOVED (square, square_back, 8, 8, true);
  MOVED (square, square, 8 + 1 / 256.0, 0, false);
  MOVED (square, square, 0, -8 - 1 / 256.0, false);
  MOVED (square, doubled, -8, 3, true);
  MOVED (straight, doubled, 8, -8, true);
  MOVED (square, point, 5, 5, true);
  MOVED (square, point, 5.5, 5, false);
  MOVED (point, point, 0, 0, true);
  MOVED (point, point, 0, 1, false);
  MOVED (segment, segment, 8, 4, true);  /* on one line, end to end */
  MOVED (segment, segment, 10, 5, false);
  MOVED (segment, segment, 0, 1, false); /* parallel */
  MOVED (segment, segment, 4, 2, true);
  MOVED (segment, point, 3, 0.5, false);
  MOVED (segment, point, 3, 0, true);
  MOVED (square, segment, -4, 2, true);
  MOVED (square, segment, -8, 5, false);
  MOVED (square, segment, -4, 7, false); /* passes a corner within the bounds of both */
  MOVED (square, segment, -4, 6, true);
  MOVED (arrow, point, -1, 1, false);
  MOVED (star, point, 7, 7, false);  /* in the hole */
  MOVED (star, point, 7, 1, true);
  MOVED (star, square, 6, 6, true);
  MOVED (steps, steps, 4, -4, true);
  MOVED (steps, point, 2, 0, false);
  MOVED (steps, point, 2, 1, true);
  /* Edges far apart and one inside the other. */
  static const kbx_vec large[] = { { -50, -50 }, { 50, -50 }, { 50, 50 }, { -50, 50 } };
  MOVED (large, star, 0, 0, true);
  check_pair (POLYGON (large), POLYGON (wheel), true);
  /* Many corners against many, either way round, touching in one corner and not. */
  kbx_vec other[ROUND];
  for (guint k = 0; k < 2; k++)
    {
      for (guint i = 0; i < ROUND; i++)
        other[k ? ROUND - 1 - i : i] = v (wheel[0].x * 2 - wheel[i].x, wheel[i].y);
      check_pair (POLYGON (wheel), POLYGON (other), true);
      for (guint i = 0; i < ROUND; i++)
        other[i].x += 1 / 256.0f;
      check_pair (POLYGON (wheel), POLYGON (other), false);
    }
}

/* An edge across the whole world, past the origin, and a corner beside it, nearer than the products' last bits. The
 * right answer is worked out in whole steps of 2^-24. */
static void
test_hair (void)
{
  guint sides[3] = { 0, 0, 0 };
  for (guint round = 0; round < 20000; round++)
    {
      gint64 ax = -g_test_rand_int_range (3000000, 4000000), ay = -g_test_rand_int_range (3000000, 4000000);
      double scale = g_test_rand_double_range (0.9, 1.04);
      gint64 bx = (gint64) rint (-ax * scale), by = (gint64) rint (-ay * scale);
      gint64 x = g_test_rand_int_range (-(1 << 20), 1 << 20);
      gint64 y = (gint64) rint (((double) (by - ay) / (bx - ax) * (x / 16777216.0 - ax) + ay) * 16777216.0);
      y += round % 3 ? 0 : g_test_rand_int_range (-2, 3);
      kbx_vec p = v (x / 16777216.0, y / 16777216.0);
      if (p.x * 16777216.0 != x || p.y * 16777216.0 != y)
        continue;
      /* Near the edge it is small: 64 bits that wrap round hold it. */
      gint64 side = (gint64) ((guint64) (bx - ax) * (guint64) (y - ay * 16777216) - (guint64) (by - ay) * (guint64) (x - ax * 16777216));
      kbx_vec half[3], beside[] = { p, v (p.x + 1, p.y - 9), v (p.x + 3, p.y - 9) };
      half[round % 3] = v (ax, ay);
      half[(round + 1) % 3] = v (bx, by);
      half[(round + 2) % 3] = v (ax, by);
      g_assert_cmpint (kbx_contains (POLYGON_SHAPE (POLYGON (half)), p), ==, side >= 0);
      check_pair (POLYGON (half), POLYGON (beside), side >= 0);
      sides[(side > 0) - (side < 0) + 1]++;
    }
  g_assert_cmpuint (sides[0], >, 1000);
  g_assert_cmpuint (sides[2], >, 1000);
}

/* ---- the polygon itself ---- */

static void
test_about (void)
{
  static const struct { const char *name; const kbx_vec *corners; guint n; double area; bool convex, simple; } cases[] = {
#define ROW(polygon, area, convex, simple) { #polygon, polygon, G_N_ELEMENTS (polygon), area, convex, simple }
    ROW (square, 64, true, true), ROW (square_back, -64, true, true), ROW (arrow, 16, false, true),
    ROW (star, -122.0, false, false), ROW (bow_tie, 0, false, false), ROW (steps, 48, false, true),
    ROW (segment, 0, true, false), ROW (point, 0, true, false), ROW (doubled, 64, true, false),
    ROW (straight, 64, true, true),
#undef ROW
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      kbx_polygon polygon = { cases[i].corners, cases[i].n };
      double area = kbx_polygon_info (polygon).area;
      g_test_message ("%s: %g", cases[i].name, area);
      if (cases[i].corners != star)
        g_assert_true (area == cases[i].area);
      g_assert_cmpint (kbx_polygon_info (polygon).orientation, ==, (area > 0) - (area < 0));
      g_assert_cmpint (kbx_polygon_info (polygon).convex, ==, cases[i].convex);
      g_assert_cmpint (kbx_polygon_is_simple (polygon), ==, cases[i].simple);
    }
  /* A spike, a touch of corner and edge, a spiral of right turns only. */
  static const kbx_vec spike[] = { { 0, 0 }, { 8, 0 }, { 8, 8 }, { 8, 12 }, { 8, 8 }, { 0, 8 } };
  static const kbx_vec touch[] = { { 0, 0 }, { 8, 0 }, { 8, 8 }, { 4, 0 }, { 0, 8 } };
  static const kbx_vec twice[] = { { 0, 0 }, { 8, 0 }, { 8, 8 }, { 0, 8 }, { 0, 0 }, { 8, 0 }, { 8, 8 }, { 0, 8 } };
  static const kbx_vec back[] = { { 0, 0 }, { 8, 0 }, { 4, 0 }, { 4, 8 } };
  static const kbx_vec folded[] = { { 4, 0 }, { 8, 0 }, { 4, 8 }, { 4, -8 } };
  g_assert_false (kbx_polygon_info (POLYGON (spike)).convex);
  g_assert_false (kbx_polygon_is_simple (POLYGON (spike)));
  g_assert_false (kbx_polygon_is_simple (POLYGON (touch)));
  g_assert_false (kbx_polygon_info (POLYGON (twice)).convex);
  g_assert_false (kbx_polygon_is_simple (POLYGON (twice)));
  g_assert_false (kbx_polygon_is_simple (POLYGON (back)));
  g_assert_false (kbx_polygon_is_simple (POLYGON (folded)));
  kbx_rect bounds = kbx_bounds (POLYGON_SHAPE (POLYGON (star)));
  g_assert_true (bounds.min.x == 0 && bounds.min.y == 0 && bounds.max.x == 20 && bounds.max.y == 19);
}

/* The sign of an area that a sum in double would lose: round a square of the world many times, back as often, and
 * once aside by a step of the grid on the way. */
static void
test_area_sign (void)
{
  enum { ROUNDS = 200, N = 8 * ROUNDS + 1 };
  static const kbx_vec ends[4] = {
    { -65000.00390625f, -64999.99609375f }, { 65000.01171875f, -65000.50390625f }, { 65000.25390625f, 65000.01953125f },
    { -65000.02734375f, 65001.00390625f },
  };
  static kbx_vec winding[N];
  for (gint way = -3; way <= 3; way++)
    {
      gint64 sum = 0;
      for (guint i = 0; i < 4 * ROUNDS; i++)
        winding[i] = winding[N - 1 - i] = ends[i % 4];
      winding[4 * ROUNDS] = v (way / 256.0, 1 / 256.0);
      for (guint i = 0; i < N; i++)
        {
          kbx_vec a = winding[i], b = winding[(i + 1) % N];
          sum += (gint64) (a.x * 256) * (gint64) (b.y * 256) - (gint64) (a.y * 256) * (gint64) (b.x * 256);
        }
      g_assert_cmpint (kbx_polygon_info (POLYGON (winding)).orientation, ==, (sum > 0) - (sum < 0));
      g_assert_true (kbx_polygon_info (POLYGON (winding)).area == sum / 131072.0);
    }
  /* The same with a small triangle at the turn, whose area is all there is. */
  for (gint way = -1; way <= 1; way++)
    {
      for (guint i = 0; i < 4 * ROUNDS; i++)
        winding[i] = winding[N - 2 - i] = ends[i % 4];
      winding[N - 1] = v (ends[0].x + way / 256.0, ends[0].y + 1 / 256.0);
      winding[4 * ROUNDS].x += 1 / 128.0f;
      gint64 sum = 0;
      for (guint i = 0; i < N; i++)
        {
          kbx_vec a = winding[i], b = winding[(i + 1) % N];
          sum += (gint64) (a.x * 256) * (gint64) (b.y * 256) - (gint64) (a.y * 256) * (gint64) (b.x * 256);
        }
      g_assert_cmpint (kbx_polygon_info (POLYGON (winding)).orientation, ==, (sum > 0) - (sum < 0));
      g_assert_true (kbx_polygon_info (POLYGON (winding)).area == sum / 131072.0);
    }
}

KIT_PROGRAM (polygons)
{
  kit_test_init (&argc, &argv);
  make_wheel ();
  g_test_add_func ("/polygons/contains", test_contains);
  g_test_add_func ("/polygons/contains/blocks", test_blocks);
  g_test_add_func ("/polygons/contains/wheel", test_wheel);
  g_test_add_func ("/polygons/contains/hair", test_hair_in_convex);
  g_test_add_func ("/polygons/bad", test_bad);
  g_test_add_func ("/polygons/circle", test_circle_polygon);
  g_test_add_func ("/polygons/rect", test_rect_polygon);
  g_test_add_func ("/polygons/obb", test_obb_polygon);
  g_test_add_func ("/polygons/pairs", test_pairs);
  g_test_add_func ("/polygons/pairs/hair", test_hair);
  g_test_add_func ("/polygons/about", test_about);
  g_test_add_func ("/polygons/about/area-sign", test_area_sign);
  return g_test_run ();
}
