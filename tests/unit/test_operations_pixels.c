/* SPDX-License-Identifier: MIT */
/* Operations on one picture: outlines, shrinking, covering; known answers and refusals. */
#include <math.h>
#include <string.h>

#include "operations/operations.h"
#include "tests/support/picture_text.h"
#include "tests/support/seed.h"

static KbTrace
must_trace (const KbPicture *picture, gint x, gint y, gboolean diagonal, double tolerance)
{
  g_autoptr (GError) error = NULL;
  KbTraceOptions options = { .x = x, .y = y, .diagonal = diagonal, .tolerance = tolerance };
  KbTrace trace;
  kb_trace (picture, &options, &trace, &error);
  g_assert_no_error (error);
  g_assert_null (kb_geometry_fault (&trace.outline));
  return trace;
}

/* Corners as "x,y x,y ..." */
static void
assert_outline (const KbTrace *trace, const char *expected)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < trace->outline.n; i += 2)
    g_string_append_printf (text, "%s%.10g,%.10g", i ? " " : "", trace->outline.v[i], trace->outline.v[i + 1]);
  g_assert_cmpstr (text->str, ==, expected);
  g_string_free (text, TRUE);
}

static void
test_trace_known (void)
{
  static const struct { const char *picture, *outline; gint x, y; gboolean diagonal; guint pixels; } table[] = {
    { "#", "1,0 1,1 0,1 0,0", 0, 0, FALSE, 1 },
    { "....|.##.|.##.|....", "3,1 3,3 1,3 1,1", 2, 2, FALSE, 4 },
    { "##.|#..", "2,0 2,1 1,1 1,2 0,2 0,0", 0, 0, TRUE, 3 },
    /* A hole is covered. */
    { "###|#.#|###", "3,0 3,3 0,3 0,0", 0, 0, FALSE, 8 },
    /* Corners meet: two parts, or one whose outline steps aside by 1/256. */
    { "#.|.#", "1,0 1,1 0,1 0,0", 0, 0, FALSE, 1 },
    { "#.|.#", "1,0 1.00390625,0.99609375 2,1 2,2 1,2 0.99609375,1.00390625 0,1 0,0", 0, 0, TRUE, 2 },
    /* The ring is open for 4 neighbours at the corner, and closed for 8. */
    { "###|#.#|##.", "3,0 3,2 2.00390625,1.99609375 2,1 1,1 1,2 1.99609375,2.00390625 2,3 0,3 0,0", 0, 0, FALSE, 7 },
    { "###|#.#|##.", "3,0 3,2 2,2 2,3 0,3 0,0", 0, 0, TRUE, 7 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (KbPicture) picture = picture_from_text (table[i].picture);
      KbTrace trace = must_trace (picture, table[i].x, table[i].y, table[i].diagonal, 0);
      g_assert_cmpuint (trace.pixels, ==, table[i].pixels);
      g_assert_cmpfloat (trace.deviation, ==, 0);
      g_assert_cmpuint (trace.exact_corners, ==, trace.outline.n / 2);
      assert_outline (&trace, table[i].outline);
      kb_trace_clear (&trace);
    }
}

static void
test_trace_refusals (void)
{
  g_autoptr (KbPicture) picture = picture_from_text (".#|..");
  picture->rgba[4 + 3] = 40;
  static const struct { gint x, y; guint alpha; gboolean ok; } table[] = {
    { 0, 0, 1, FALSE }, { 1, 0, 1, TRUE }, { 1, 0, 0, TRUE }, { 1, 0, 41, FALSE }, { 1, 0, 40, TRUE },
    { -1, 0, 1, FALSE }, { 2, 0, 1, FALSE }, { 0, G_MAXINT, 1, FALSE }, { G_MININT, 0, 1, FALSE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GError) error = NULL;
      KbTraceOptions options = { .x = table[i].x, .y = table[i].y, .alpha = table[i].alpha };
      KbTrace trace;
      g_assert_cmpint (kb_trace (picture, &options, &trace, &error), ==, table[i].ok);
      if (!table[i].ok)
        g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      kb_trace_clear (&trace);
    }
}

/* More corners than a polygon may have: a comb of 400 teeth. */
static void
test_trace_too_many_corners (void)
{
  g_autoptr (KbPicture) picture = kb_picture_new (800, 10);
  for (guint y = 0; y < 10; y++)
    for (guint x = 0; x < 800; x++)
      picture->rgba[4 * (y * 800 + x) + 3] = y == 9 || x % 2 ? 255 : 0;
  KbTrace trace = must_trace (picture, 1, 0, FALSE, 0);
  g_assert_cmpuint (trace.exact_corners, >, 1500);
  g_assert_cmpuint (trace.outline.n / 2, <=, KB_TRACE_CORNERS);
  g_assert_cmpfloat (trace.deviation, >, 0);
  kb_trace_clear (&trace);
  /* Far too coarse still leaves a triangle. */
  trace = must_trace (picture, 1, 0, FALSE, 1e9);
  g_assert_cmpuint (trace.outline.n / 2, ==, 3);
  kb_trace_clear (&trace);
  trace = must_trace (picture, 1, 0, FALSE, (double) NAN);
  kb_trace_clear (&trace);
}

static void
test_shrink (void)
{
  g_autoptr (KbPicture) picture = picture_from_text (".....|.#...|...#.|.....");
  static const struct { KbBox box, result; gboolean found; } table[] = {
    { { 0, 0, 5, 4 }, { 1, 1, 3, 2 }, TRUE },
    { { -100, -100, 1000, 1000 }, { 1, 1, 3, 2 }, TRUE },
    { { G_MININT, G_MININT, G_MAXINT, G_MAXINT }, { 0 }, FALSE },
    { { 2, 0, 3, 4 }, { 3, 2, 1, 1 }, TRUE },
    { { 1, 1, 1, 1 }, { 1, 1, 1, 1 }, TRUE },
    { { 0, 0, 5, 1 }, { 0 }, FALSE },
    { { 5, 4, 3, 3 }, { 0 }, FALSE },
    { { 0, 0, 0, 0 }, { 0 }, FALSE },
    { { 3, 3, -2, -2 }, { 0 }, FALSE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      KbBox result = { 0 };
      g_assert_cmpint (kb_shrink_box (picture, 1, &table[i].box, &result), ==, table[i].found);
      g_assert_true (memcmp (&result, &table[i].result, sizeof result) == 0);
    }
}

static void
test_cover_known (void)
{
  static const struct { const char *picture; guint k, n; guint64 uncovered, excess; } table[] = {
    { "....|....", 1, 0, 0, 0 },
    { ".##.|.##.", 1, 1, 0, 0 },
    { ".##.|.##.", 16, 1, 0, 0 },
    { "##..|##..|..##|..##", 1, 1, 4, 0 },
    { "##..|##..|..##|..##", 2, 2, 0, 0 },
    { "###|#.#|###", 1, 1, 0, 1 },
    { "###|#.#|###", 4, 4, 0, 0 },
    { "####|#...|#...", 2, 2, 0, 0 },
    { "#.#.#.#|.......|#.#.#.#", 8, 8, 0, 0 },
    { "#.#.#.#|.......|#.#.#.#", 5, 5, 3, 0 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (KbPicture) picture = picture_from_text (table[i].picture);
      KbBox all = { -5, -5, 100, 100 };
      KbCover cover, again;
      g_assert_cmpint (kb_cover (picture, 1, &all, table[i].k, &cover), ==, table[i].n > 0);
      g_assert_cmpuint (cover.uncovered, ==, table[i].uncovered);
      g_assert_cmpuint (cover.excess, ==, table[i].excess);
      g_assert_cmpuint (cover.n, ==, table[i].n);
      kb_cover (picture, 1, &all, table[i].k, &again);
      g_assert_true (memcmp (&cover, &again, sizeof cover) == 0);
    }
}

KIT_PROGRAM (operations_pixels)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/operations/trace/known", test_trace_known);
  g_test_add_func ("/operations/trace/refusals", test_trace_refusals);
  g_test_add_func ("/operations/trace/too-many-corners", test_trace_too_many_corners);
  g_test_add_func ("/operations/shrink", test_shrink);
  g_test_add_func ("/operations/cover/known", test_cover_known);
  return g_test_run ();
}
