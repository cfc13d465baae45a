/* SPDX-License-Identifier: MIT */
/* Drawn curves: pixels of cones and curves against their definition, points put in and taken out, surfaces below what is
 * painted, edges of roads that become too narrow; tracks of a document as the bank has them. */
#include <math.h>

#include "bake/track/tracks.h"
#include "operations/track/cones.h"
#include "operations/track/cover.h"
#include "runtime/kickbox.h"
#include "tests/support/course_length.h"
#include "tests/support/painted_kit.h"
#include "tests/support/seed.h"

enum { SIDE = 90 };

typedef struct {
  guint8 pixels[SIDE][SIDE];
  KbBox clip;
} Sheet;

static void
set_span (gint y, gint x0, gint x1, gpointer data)
{
  Sheet *sheet = data;
  g_assert_true (y >= sheet->clip.y && y < sheet->clip.y + sheet->clip.h);
  g_assert_true (x0 >= sheet->clip.x && x0 < x1 && x1 <= sheet->clip.x + sheet->clip.w);
  for (gint x = x0; x < x1; x++)
    sheet->pixels[y][x] = 1;
}

static double
some (double low, double high)
{
  return low + g_test_rand_int_range (0, (gint) ((high - low) * 256) + 1) / 256.0;
}

/* --- Pixels ----------------------------------------------------------------------------------- */

/* The most by which a disc along the cone reaches over p; that bends downwards, so thirds find it. */
static double
reach (const KbCone *c, KbVec p)
{
  double low = 0, high = 1, best = -INFINITY;
  for (guint i = 0; i < 60; i++)
    {
      double t[2] = { low + (high - low) / 3, high - (high - low) / 3 }, r[2];
      for (guint k = 0; k < 2; k++)
        r[k] = c->ra + t[k] * (c->rb - c->ra)
               - hypot (p.x - c->a.x - t[k] * (c->b.x - c->a.x), p.y - c->a.y - t[k] * (c->b.y - c->a.y));
      best = fmax (best, fmax (r[0], r[1]));
      if (r[0] < r[1])
        low = t[0];
      else
        high = t[1];
    }
  best = fmax (best, c->ra - hypot (p.x - c->a.x, p.y - c->a.y));
  return fmax (best, c->rb - hypot (p.x - c->b.x, p.y - c->b.y));
}

static KbCone
some_cone (void)
{
  KbCone cone = { { some (-10, 100), some (-10, 100) }, { some (-10, 100), some (-10, 100) }, some (0, 30), some (0, 30) };
  gint kind = g_test_rand_int_range (0, 6);
  if (kind == 0)
    cone.b = (KbVec) { cone.a.x + some (-3, 3), cone.a.y + some (-3, 3) };   /* often one holds the other */
  if (kind == 1)
    cone.b.y = cone.a.y;
  if (kind == 2)
    cone.b.x = cone.a.x;
  if (kind == 3)
    cone.rb = cone.ra;
  return cone;
}

static void
test_cones (void)
{
  for (guint round = 0; kit_goes_on (round, 80); round++)
    {
      KbCone cone = some_cone ();
      Sheet sheet = { .clip = { 0, 0, SIDE, SIDE } };
      guint unclear = 0;
      kb_cone_cover (&cone, &sheet.clip, set_span, &sheet);
      for (gint y = 0; y < SIDE; y++)
        for (gint x = 0; x < SIDE; x++)
          {
            KbVec p = { x + 0.5, y + 0.5 };
            double r = reach (&cone, p);
            g_assert_cmpfloat (fabs (kb_cone_depth (&cone, p) - r), <, 1e-7);
            unclear += fabs (r) < 1e-9;
            if (fabs (r) >= 1e-9)
              g_assert_cmpint (sheet.pixels[y][x], ==, r > 0);
          }
      g_assert_cmpuint (unclear, <, 2 * SIDE);
    }
}

/* Level and upright roads have exact edges: a centre on the rim is in. */
static void
test_rims (void)
{
  for (guint turned = 0; turned < 2; turned++)
    for (guint with_handles = 0; with_handles < 2; with_handles++)
      {
        KbVec a = turned ? (KbVec) { 40.5, 20 } : (KbVec) { 20, 40.5 };
        KbVec b = turned ? (KbVec) { 40.5, 60 } : (KbVec) { 60, 40.5 };
        KbVec handle = with_handles ? (KbVec) { (b.x - a.x) / 3, (b.y - a.y) / 3 } : (KbVec) { 0, 0 };
        KbCoursePoint points[] = { { a, { 0, 0 }, handle, 10 }, { b, { -handle.x, -handle.y }, { 0, 0 }, 10 } };
        KbCourse course = { .n = 2, .points = points };
        Sheet sheet = { .clip = { 0, 0, SIDE, SIDE } };
        kb_course_cover (&course, &sheet.clip, set_span, &sheet);
        for (gint along = 22; along < 58; along++)
          for (gint across = 0; across < SIDE; across++)
            {
              guint8 pixel = turned ? sheet.pixels[along][across] : sheet.pixels[across][along];
              g_assert_cmpint (pixel, ==, across >= 35 && across <= 45);
            }
      }
}

static KbCourse
some_course (void)
{
  KbCoursePoint points[5];
  KbCourse course;
  guint n = (guint) g_test_rand_int_range (0, 6);
  for (guint i = 0; i < n; i++)
    points[i] = (KbCoursePoint) { { some (-20, 110), some (-20, 110) }, { some (-40, 40), some (-40, 40) },
                                  { some (-40, 40), some (-40, 40) }, some (1.0 / 256, 40) };
  kb_course_init (&course, g_test_rand_int_range (0, 2), 1, points, n);
  return course;
}

/* What is told of a pixel is the same with any clip; all of it lies within the bounds; what is within the radius of a
 * place is in. */
static void
test_clips (void)
{
  for (guint round = 0; round < 300; round++)
    {
      KbCourse course = some_course ();
      Sheet whole = { .clip = { 0, 0, SIDE, SIDE } }, part = { 0 };
      KbBounds bounds = kb_course_bounds (&course);
      part.clip.x = g_test_rand_int_range (0, SIDE);
      part.clip.y = g_test_rand_int_range (0, SIDE);
      part.clip.w = g_test_rand_int_range (0, SIDE - part.clip.x + 1);
      part.clip.h = g_test_rand_int_range (0, SIDE - part.clip.y + 1);
      kb_course_cover (&course, &whole.clip, set_span, &whole);
      kb_course_cover (&course, &part.clip, set_span, &part);
      for (gint y = 0; y < SIDE; y++)
        for (gint x = 0; x < SIDE; x++)
          {
            gboolean inside = x >= part.clip.x && x < part.clip.x + part.clip.w
                              && y >= part.clip.y && y < part.clip.y + part.clip.h;
            g_assert_cmpint (part.pixels[y][x], ==, inside && whole.pixels[y][x]);
            if (whole.pixels[y][x])
              g_assert_true (x + 0.5 >= bounds.x0 && x + 0.5 <= bounds.x1 && y + 0.5 >= bounds.y0 && y + 0.5 <= bounds.y1);
          }
      for (guint i = 0; i < 50 && kb_course_segments (&course) > 0; i++)
        {
          guint segment = (guint) g_test_rand_int_range (0, (gint) kb_course_segments (&course));
          KbCoursePlace place = kb_course_place (&course, segment, some (0, 1));
          gint x = (gint) floor (place.at.x), y = (gint) floor (place.at.y);
          double far = hypot (x + 0.5 - place.at.x, y + 0.5 - place.at.y);
          if (x >= 0 && y >= 0 && x < SIDE && y < SIDE && far < place.radius - KB_COURSE_TOLERANCE)
            g_assert_cmpint (whole.pixels[y][x], ==, 1);
        }
      kb_course_clear (&course);
    }
}

/* --- Points ----------------------------------------------------------------------------------- */

static void
test_points (void)
{
  for (guint round = 0; round < 500; round++)
    {
      KbCourse course = some_course (), before;
      guint segments = kb_course_segments (&course);
      kb_course_init (&before, course.closed, course.surface, course.points, course.n);
      if (segments > 0 && course.n > 1)
        {
          guint i = (guint) g_test_rand_int_range (0, (gint) segments);
          kb_course_insert (&course, i, some (0.2, 0.8));
          g_assert_cmpuint (course.n, ==, before.n + 1);
          kb_course_remove (&course, i + 1);
        }
      g_assert_cmpuint (course.n, ==, before.n);
      for (guint i = 0; i < course.n; i++)
        {
          const KbCoursePoint *p = &course.points[i], *q = &before.points[i];
          g_assert_true (p->at.x == q->at.x && p->at.y == q->at.y && p->width == q->width);
          /* A handle was rounded, then divided by a number that lengths of rounded handles gave. */
          g_assert_cmpfloat (hypot (p->after.x - q->after.x, p->after.y - q->after.y), <, 0.5);
          g_assert_cmpfloat (hypot (p->before.x - q->before.x, p->before.y - q->before.y), <, 0.5);
        }
      kb_course_clear (&course);
      kb_course_clear (&before);
    }
}

/* On a segment without handles nothing changes at all, also of the width. */
static void
test_straight (void)
{
  KbCoursePoint points[] = { { .at = { 10, 20 }, .width = 8 }, { .at = { 74, 52 }, .width = 24 } };
  KbCourse course;
  KbCoursePlace place;
  double distance;
  Sheet one = { .clip = { 0, 0, SIDE, SIDE } }, other = one;
  kb_course_init (&course, FALSE, 1, points, 2);
  kb_course_cover (&course, &one.clip, set_span, &one);
  g_assert_true (kb_course_nearest (&course, (KbVec) { 26 - 3, 28 + 6 }, &place, &distance));
  g_assert_cmpfloat (fabs (place.at.x - 26) + fabs (place.at.y - 28) + fabs (distance - sqrt (45)), <, 1e-9);
  kb_course_insert (&course, 0, place.u);
  g_assert_true (course.points[1].at.x == 26 && course.points[1].at.y == 28 && course.points[1].width == 12);
  g_assert_true (course.points[1].before.x == 0 && course.points[1].after.y == 0);
  kb_course_cover (&course, &other.clip, set_span, &other);
  g_assert_cmpmem (one.pixels, sizeof one.pixels, other.pixels, sizeof other.pixels);
  g_assert_cmpfloat (fabs (kit_course_length (&course) - hypot (64, 32)), <, 1e-9);
  kb_course_clear (&course);
}

/* Points on a circle become nearly one; on a line one line; ends point to their neighbours. */
static void
test_smooth (void)
{
  KbCoursePoint points[12] = { 0 };
  KbCourse course;
  for (guint i = 0; i < 12; i++)
    points[i].at = kb_vec_to_grid ((KbVec) { 500 + 400 * cos (i * G_PI / 6), 500 + 400 * sin (i * G_PI / 6) });
  kb_course_init (&course, TRUE, 1, points, 12);
  for (guint i = 0; i < 12; i++)
    kb_course_smooth (&course, i);
  for (guint i = 0; i < 12; i++)
    for (double u = 0; u <= 1; u += 0.0625)
      {
        KbCoursePlace place = kb_course_place (&course, i, u);
        g_assert_cmpfloat (fabs (hypot (place.at.x - 500, place.at.y - 500) - 400), <, 2);
        /* The direction is clockwise on screen, so that its right is the middle. */
        g_assert_cmpfloat (place.normal.x * (500 - place.at.x) + place.normal.y * (500 - place.at.y), >, 395);
      }
  kb_course_clear (&course);
  const KbCoursePoint line[] = { { .at = { 0, 0 } }, { .at = { 30, 0 } }, { .at = { 120, 0 } } };
  kb_course_init (&course, FALSE, 1, line, 3);
  kb_course_smooth (&course, 1);
  kb_course_smooth (&course, 0);
  kb_course_smooth (&course, 2);
  g_assert_true (course.points[1].before.x == -10 && course.points[1].after.x == 30 && course.points[1].after.y == 0);
  g_assert_true (course.points[0].after.x == 10 && course.points[0].before.x == 0);
  g_assert_true (course.points[2].before.x == -30 && course.points[2].after.x == 0);
  kb_course_clear (&course);
}

/* No points, one point, all in one place: nothing, a disc, a disc. */
static void
test_little (void)
{
  const KbCoursePoint point = { .at = { 40.5, 30.5 }, .width = 6 };
  KbCoursePoint points[3] = { point, point, point };
  for (guint n = 0; n <= 3; n++)
    for (guint closed = 0; closed < 2; closed++)
      {
        KbCourse course = { .closed = closed != 0, .n = n, .points = points };
        Sheet sheet = { .clip = { 0, 0, SIDE, SIDE } };
        KbCoursePlace place;
        double distance;
        guint count = 0;
        kb_course_cover (&course, &sheet.clip, set_span, &sheet);
        for (guint i = 0; i < SIDE * SIDE; i++)
          count += sheet.pixels[i / SIDE][i % SIDE];
        g_assert_cmpuint (count, ==, n ? 29 : 0);
        g_assert_cmpint (kb_course_nearest (&course, (KbVec) { 43.5, 34.5 }, &place, &distance), ==, n > 0);
        g_assert_true (n == 0 || distance == 5);
        g_autoptr (GPtrArray) edges = kb_course_edges (&course, 0, 0.1, NULL);
        g_assert_cmpuint (edges->len, ==, n ? 1 : 0);
        g_assert_cmpfloat (kit_course_length (&course), ==, 0);
      }
}

/* --- Edges ------------------------------------------------------------------------------------ */

static double
area_of (const KbPolyline *line)
{
  double area = 0;
  for (guint i = 0; i < line->n; i++)
    {
      KbVec p = line->points[i], q = line->points[i + 1 < line->n ? i + 1 : 0];
      area -= (p.x * q.y - q.x * p.y) / 2;
    }
  return area;
}

/* A straight road of 40 that becomes 8 over 100 pixels: where a car of 10 may be is a cone with a point after 62.5. */
static void
test_narrowing (void)
{
  KbCoursePoint points[] = {
    { .at = { 0, 0 }, .width = 40 }, { .at = { 100, 0 }, .width = 8 }, { .at = { 200, 0 }, .width = 40 },
  };
  KbCourse course = { .n = 3, .points = points };
  g_autoptr (GPtrArray) edges = kb_course_edges (&course, 10, 1.0 / 256, NULL), none = kb_course_edges (&course, 21, 0.1, NULL);
  double far = 62.5, r = 10, turn = acos (r / far);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (edges->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      const KbPolyline *line = g_ptr_array_index (edges, i);
      double tip = i ? INFINITY : -INFINITY;
      g_assert_true (line->closed);
      g_assert_cmpfloat (fabs (area_of (line) - r * (sqrt (far * far - r * r) + r * (G_PI - turn))), <, 0.5);
      for (guint k = 0; k < line->n; k++)
        tip = i ? fmin (tip, line->points[k].x) : fmax (tip, line->points[k].x);
      g_assert_cmpfloat (fabs (tip - (i ? 200 - far : far)), <, 1e-6);
    }
}

/* A disc that holds its neighbours; its edge is a circle. */
static void
test_swallowed (void)
{
  KbCoursePoint points[] = {
    { .at = { 47, 50 }, .width = 10 }, { .at = { 50, 50 }, .width = 60 }, { .at = { 55, 50 }, .width = 20 },
  };
  KbCourse course = { .closed = TRUE, .n = 3, .points = points };
  g_autoptr (GPtrArray) edges = kb_course_edges (&course, 0, 1.0 / 256, NULL);
  g_assert_cmpuint (edges->len, ==, 1);
  g_assert_cmpfloat (fabs (area_of (g_ptr_array_index (edges, 0)) - 900 * G_PI), <, 1);
}

/* A road that goes back upon itself, and one beside it that it touches all along: no edge is there twice, and none between
 * two insides. */
static void
test_upon_each_other (void)
{
  KbCoursePoint back[] = {
    { .at = { 20, 20 }, .width = 20 }, { .at = { 80, 20 }, .width = 20 }, { .at = { 40, 20 }, .width = 20 },
  };
  KbCoursePoint beside[] = {
    { .at = { 20, 20 }, .width = 20 }, { .at = { 80, 20 }, .width = 20 }, { .at = { 80, 40 }, .width = 20 },
    { .at = { 20, 40 }, .width = 20 },
  };
  for (guint closed = 0; closed < 2; closed++)
    {
      KbCourse one = { .closed = closed != 0, .n = 3, .points = back }, other = { .closed = FALSE, .n = 4, .points = beside };
      g_autoptr (GPtrArray) edges = kb_course_edges (&one, 0, 1.0 / 256, NULL), both = kb_course_edges (&other, 0, 1.0 / 256, NULL);
      g_assert_cmpuint (edges->len, ==, 1);
      g_assert_true (((KbPolyline *) g_ptr_array_index (edges, 0))->closed);
      g_assert_cmpfloat (fabs (area_of (g_ptr_array_index (edges, 0)) - 1200 - 100 * G_PI), <, 0.5);
      /* At the open end the two circles leave a notch. */
      g_assert_cmpuint (both->len, ==, 1);
      g_assert_cmpfloat (fabs (area_of (g_ptr_array_index (both, 0)) - 2600 - 150 * G_PI), <, 0.5);
    }
}

static gboolean
has_point (const GPtrArray *lines, KbVec at)
{
  for (guint i = 0; i < lines->len; i++)
    {
      const KbPolyline *line = g_ptr_array_index (lines, i);
      for (guint k = 0; k < line->n; k++)
        if (fabs (line->points[k].x - at.x) + fabs (line->points[k].y - at.y) < 1e-5)
          return TRUE;
    }
  return FALSE;
}

static guint
count_points (const GPtrArray *lines)
{
  guint n = 0;
  for (guint i = 0; i < lines->len; i++)
    n += ((const KbPolyline *) g_ptr_array_index (lines, i))->n;
  return n;
}

/* Each point of `a` within the box is one of `b`. */
static void
assert_points_within (const GPtrArray *a, const GPtrArray *b, KbBounds box)
{
  for (guint i = 0; i < a->len; i++)
    {
      const KbPolyline *line = g_ptr_array_index (a, i);
      for (guint k = 0; k < line->n; k++)
        {
          KbVec p = line->points[k];
          g_assert_true (p.x <= box.x0 || p.x >= box.x1 || p.y <= box.y0 || p.y >= box.y1 || has_point (b, p));
        }
    }
}

/* A lap and a curve that crosses itself: within a box the edges are those of the whole curve, and little else is computed. */
static void
test_edges_within (void)
{
  KbCoursePoint points[] = {
    { .at = { 900, 500 }, .before = { 0, 220 }, .after = { 0, -220 }, .width = 60 },
    { .at = { 500, 100 }, .before = { 220, 0 }, .after = { 400, 300 }, .width = 20 },
    { .at = { 100, 500 }, .before = { 0, -220 }, .after = { 0, 220 }, .width = 90 },
    { .at = { 500, 900 }, .before = { -500, -600 }, .after = { 220, 0 }, .width = 60 },
  };
  for (guint round = 0; round < 240; round++)
    {
      KbCourse course = { .closed = round % 2 != 0, .n = 4, .points = points };
      double inset = (double[]) { 0, 16, -30 }[round % 3], x = round * 37 % 1000, y = round * 53 % 1000, side = round % 4 ? 40 : 300;
      const KbBounds box = { x, y, x + side, y + side };
      g_autoptr (GPtrArray) whole = kb_course_edges (&course, inset, 1.0 / 16, NULL), part = kb_course_edges (&course, inset, 1.0 / 16, &box);
      assert_points_within (whole, part, box);
      assert_points_within (part, whole, box);
      g_assert_cmpuint (2 * count_points (part), <, count_points (whole));
    }
}

/* --- Surfaces --------------------------------------------------------------------------------- */

static void
test_surfaces (void)
{
  for (guint round = 0; round < 60; round++)
    {
      guint width = (guint) g_test_rand_int_range (1, 200), height = (guint) g_test_rand_int_range (1, 200);
      guint n = (guint) g_test_rand_int_range (0, 5);
      KbCourse courses[5];
      Sheet sheets[5] = { 0 };
      g_autofree guint8 *pixels = g_malloc0 (width * height);
      for (guint i = 0; i < n; i++)
        {
          courses[i] = some_course ();
          courses[i].surface = g_test_rand_int_range (0, 4);
          sheets[i].clip = (KbBox) { 0, 0, SIDE, SIDE };
          kb_course_cover (&courses[i], &sheets[i].clip, set_span, &sheets[i]);
        }
      for (guint i = 0; i < width * height; i++)
        pixels[i] = g_test_rand_int_range (0, 3) ? 0 : (guint8) (i / 3000 % 4);
      g_autoptr (KbZones) painted = kb_zones_from_pixels (width, height, pixels, width);
      g_autoptr (KbZones) layer = kb_track_layer (width, height, courses, n);
      guint8 surfaces[KB_ZONES_TILE * KB_ZONES_TILE];
      kb_track_compose (kb_zones_tile (painted, 0), kb_zones_tile (layer, 0), surfaces);
      for (guint y = 0; y < MIN (height, SIDE); y++)
        for (guint x = 0; x < MIN (width, SIDE); x++)
          {
            guint8 drawn = 0, over = pixels[y * width + x];
            for (guint i = 0; i < n; i++)
              drawn = sheets[i].pixels[y][x] ? (guint8) courses[i].surface : drawn;
            g_assert_cmpint (kb_zones_at (layer, (gint) x, (gint) y), ==, drawn);
            if (x < KB_ZONES_TILE && y < KB_ZONES_TILE)
              g_assert_cmpint (surfaces[y * KB_ZONES_TILE + x], ==, over ? over : drawn);
          }
      for (guint i = 0; i < n; i++)
        kb_course_clear (&courses[i]);
    }
}

/* --- A track of a document -------------------------------------------------------------------- */

static void
open_part (kbx_handle *part, kbx_kind kind, const uint8_t *bytes, size_t size)
{
  g_assert_cmpint (kbx_open (part, kind, bytes, size, NULL), ==, KBX_OK);
}

static void
test_document (Fixture *fixture, gconstpointer data)
{
  must_apply (fixture->document,
              "{\"insert\": \"tracks\", \"value\": {\"name\": \"hill\", \"width\": 100, \"height\": 70, \"cut_off\": 8,"
              " \"surfaces\": [{\"value\": 1, \"name\": \"tarmac\", \"colour\": \"#777777\"},"
              "  {\"value\": 4, \"name\": \"sand\", \"colour\": \"#f6d32d\", \"ground\": \"off\"}],"
              " \"curves\": [{\"closed\": \"open\", \"surface\": 1, \"points\": ["
              "  {\"at\": [10, 35], \"width\": 40}, {\"at\": [90, 35], \"width\": 40}]}],"
              " \"bands\": [{\"radius\": 3.5, \"colour\": \"#ff0000\"}, {\"radius\": 12, \"colour\": \"#0000ff\"}]}}");
  must_apply (fixture->document, "{\"paint\": \"tracks['hill'].pixels\", \"box\": [50, 30, 10, 10], \"zone\": \"sand\"}");
  must_apply (fixture->document, "{\"paint\": \"tracks['hill'].bands[0].pixels\", \"box\": [0, 0, 7, 2], \"zone\": \"band\"}");
  must_apply (fixture->document, "{\"paint\": \"tracks['hill'].bands[0].pixels\", \"box\": [30, 15, 5, 6],"
                                 " \"zone\": \"no band\"}");
  const KbTrack *track = kb_project_find_track (kb_document_project (fixture->document), "hill");
  KbTrackForm form = kb_track_form (track);
  KbBandForm bands[] = { kb_band_form (kb_band_at (track, 0)), kb_band_form (kb_band_at (track, 1)) };
  g_assert_true (form.cut_off == 8 && form.most == KB_CLEARANCE_MOST && form.n == 1 && form.is_road[1] && !form.is_road[4]);
  KbBankContent content = { .tracks = g_new0 (KbBankTrack, 1), .n_tracks = 1 };
  KbBankTrack *baked = content.tracks;
  kbx_handle surfaces, narrow, wide, clearance;
  baked->bands = g_new0 (KbBankBand, 2);
  baked->n_bands = 2;
  g_assert_true (kb_bake_track (&form, bands, baked, NULL, NULL));
  open_part (&surfaces, KBX_MASK, baked->painting.bytes, baked->painting.size);
  open_part (&narrow, KBX_MASK, baked->bands[0].painting.bytes, baked->bands[0].painting.size);
  open_part (&wide, KBX_MASK, baked->bands[1].painting.bytes, baked->bands[1].painting.size);
  open_part (&clearance, KBX_TRACK, baked->clearance, baked->clearance_size);
  g_assert_cmpint (kbx_zone_at (surfaces, kbx_at (0, 0), (kbx_point) { 55, 35 }), ==, 4);
  g_assert_cmpint (kbx_zone_at (surfaces, kbx_at (0, 0), (kbx_point) { 49, 35 }), ==, 1);
  /* Rows 15 to 54 are road. The numbers end at the cut-off, the wider band does not. */
  g_assert_cmpfloat (kbx_track_clearance (clearance, (kbx_vec) { 30.5f, 15.5f }), ==, 0.5f);
  g_assert_cmpfloat (kbx_track_clearance (clearance, (kbx_vec) { 30.5f, 33.5f }), ==, 8);
  g_assert_cmpfloat (kbx_track_clearance (clearance, (kbx_vec) { 30.5f, 1.5f }), ==, -8);
  g_assert_cmpint (kbx_zone_at (wide, kbx_at (0, 0), (kbx_point) { 30, 26 }), ==, 1);
  g_assert_cmpint (kbx_zone_at (wide, kbx_at (0, 0), (kbx_point) { 30, 28 }), ==, 0);
  g_assert_false (baked->bands[1].painted);
  /* Of the five columns, rows 15 to 17 are in the computed band (1/2, 3/2 and 5/2). */
  for (gint y = 15; y < 21; y++)
    g_assert_cmpint (kbx_zone_at (narrow, kbx_at (0, 0), (kbx_point) { 30, y }), ==, 0);
  g_assert_cmpint (kbx_zone_at (narrow, kbx_at (0, 0), (kbx_point) { 29, 17 }), ==, 1);
  g_assert_cmpint (kbx_zone_at (narrow, kbx_at (0, 0), (kbx_point) { 6, 1 }), ==, 1);
  g_assert_cmpint (kbx_zone_at (narrow, kbx_at (0, 0), (kbx_point) { 7, 1 }), ==, 0);
  g_assert_true (baked->bands[0].painted);
  kb_bank_content_clear (&content);
  kb_track_form_clear (&form);
}

KIT_PROGRAM (courses)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/courses/cones", test_cones);
  g_test_add_func ("/courses/rims", test_rims);
  g_test_add_func ("/courses/clips", test_clips);
  g_test_add_func ("/courses/points", test_points);
  g_test_add_func ("/courses/straight", test_straight);
  g_test_add_func ("/courses/smooth", test_smooth);
  g_test_add_func ("/courses/little", test_little);
  g_test_add_func ("/courses/narrowing", test_narrowing);
  g_test_add_func ("/courses/swallowed", test_swallowed);
  g_test_add_func ("/courses/upon-each-other", test_upon_each_other);
  g_test_add_func ("/courses/edges-within", test_edges_within);
  g_test_add_func ("/courses/surfaces", test_surfaces);
  g_test_add ("/courses/document", Fixture, NULL, set_up, test_document, tear_down);
  return g_test_run ();
}
