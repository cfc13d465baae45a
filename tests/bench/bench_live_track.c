/* SPDX-License-Identifier: MIT */
/* A track while somebody works on it: dabs of a brush with three live bands, a control point of a curve dragged, undo, the
 * first computation, the lines beside a curve. By the thread's own time where one thread works, else by the clock; no pass
 * or fail.
 *
 *   bench_live_track [SIDE...]      4096 and 8192 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bake/track/live.h"
#include "bake/track/tracks.h"
#include "operations/paint/paint.h"
#include "operations/track/cover.h"
#include "tests/bench/rounds.h"
#include "tests/support/course_length.h"

enum { DABS = 600, DRAGS = 200, STEPS = 24, BANDS = 3 };

static const double radii[BANDS] = { 6, 10, 14 };

static double
own_time (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return (double) t.tv_sec * 1e3 + (double) t.tv_nsec * 1e-6;
}

static void
report (const char *what, double *ms, guint n)
{
  qsort (ms, n, sizeof *ms, compare);
  printf ("  %-52s %8.3f ms, 99th percentile %.3f, most %.3f\n", what, ms[n / 2], ms[n * 99 / 100], ms[n - 1]);
}

/* --- A track: three laps, one inside the other, of which the middle one is drawn ----------------- */

static KbVec
on_lap (double side, double share, guint lap)
{
  double angle = share * 2 * G_PI, far = side * (0.16 + 0.12 * lap + 0.02 * sin (angle * (5 + lap)) + 0.01 * cos (3 * angle));
  return (KbVec) { floor (side / 2 + 1.05 * far * cos (angle)), floor (side / 2 + far * sin (angle)) };
}

static KbCourse
drawn_lap (double side, guint n)
{
  KbCoursePoint points[64] = { 0 };
  KbCourse course;
  for (guint i = 0; i < n; i++)
    points[i] = (KbCoursePoint) { .at = on_lap (side, (double) i / n, 1), .width = side / 60 + (i % 3) * 8 };
  kb_course_init (&course, TRUE, 1, points, n);
  for (guint i = 0; i < n; i++)
    kb_course_smooth (&course, i);
  return course;
}

static KbTrackForm
some_track (guint side)
{
  KbTrackForm form = { .width = side, .height = side, .most = 127, .cut_off = 127, .is_road = { 0, 1, 0, 1 }, .n = 1 };
  KbZonesPainter *painter;
  KbBrush brush = { KB_BRUSH_ROUND, side / 50 };
  form.painted = kb_zones_new (side, side, 0);
  painter = kb_zones_painter_new (form.painted);
  for (guint lap = 0; lap < 3; lap += 2)
    for (guint i = 0; i < 360; i++)
      {
        KbVec p = on_lap (side, i / 360.0, lap), q = on_lap (side, (i + 1) / 360.0, lap);
        kb_paint_line (&(KbInk) { .painter = painter, .value = 3 }, &brush, (gint) p.x, (gint) p.y, (gint) q.x, (gint) q.y);
      }
  g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (painter);
  form.painted = kb_zones_apply (form.painted, patch, TRUE);
  form.courses = g_new (KbCourse, 1);
  form.courses[0] = drawn_lap (side, 24);
  return form;
}

/* --- Bands of what changed ------------------------------------------------------------------------ */

static guint
show_bands (const KbLiveTrack *live, KbClearanceBox box, guint8 *flags)
{
  guint sum = 0;
  for (guint i = 0; i < BANDS && box.width > 0; i++)
    {
      KbBandForm band = { .radius = radii[i] };
      kb_live_track_band (live, &band, &box, flags, (gsize) box.width);
      sum += flags[0];
    }
  return sum;
}

/* --- What is done ---------------------------------------------------------------------------------- */

/* Strokes of some dabs each, at the edges of the roads, as a pointer makes them: line by line. */
static void
bench_dabs (KbLiveTrack *live, KbTrackForm *form)
{
  static double updates[DABS], wholes[DABS], ends[DABS];
  const KbBrush brush = { KB_BRUSH_ROUND, 64 };
  g_autofree guint8 *flags = g_malloc ((gsize) form->width * form->height);
  guint n = 0, strokes = 0, sum = 0;
  while (n < DABS)
    {
      KbVec p = on_lap (form->width, draw (3600) / 3600.0, draw (3));
      gint x = (gint) p.x, y = (gint) p.y;
      KbZonesPainter *painter = kb_zones_painter_new (form->painted);
      KbInk ink = { .painter = painter, .value = (guint8) (strokes % 3) };
      kb_live_track_stroke (live, painter, 0, 0, 0, 0);
      for (guint i = 0; i < 6 && n < DABS; i++, n++)
        {
          gint u = x + (gint) draw (33) - 16, v = y + (gint) draw (33) - 16, left, top;
          guint width, height;
          kb_paint_line (&ink, &brush, x, y, u, v);
          kb_zones_painter_take_dirty (painter, &left, &top, &width, &height);
          double begin = own_time ();
          KbTrackChange change = kb_live_track_stroke (live, painter, left, top, width, height);
          updates[n] = own_time () - begin;
          sum += show_bands (live, change.clearance, flags);
          wholes[n] = own_time () - begin;
          x = u;
          y = v;
        }
      g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (painter);
      if (patch)
        form->painted = kb_zones_apply (form->painted, patch, TRUE);
      double begin = own_time ();
      kb_live_track_follow (live, form, NULL);
      ends[strokes++] = own_time () - begin;
    }
  report ("a dab of 64 px", updates, n);
  report ("  and three bands", wholes, n);
  report ("the end of a stroke", ends, strokes);
  printf ("%s", sum == 1 ? " " : "");
}

static void
bench_drags (KbLiveTrack *live, KbTrackForm *form)
{
  static double updates[DRAGS], wholes[DRAGS];
  g_autofree guint8 *flags = g_malloc ((gsize) form->width * form->height);
  KbCourse *course = form->courses;
  guint n = 0;
  while (n < DRAGS)
    {
      guint point = draw (course->n);
      for (guint i = 0; i < 10 && n < DRAGS; i++, n++)
        {
          KbTrackChange change;
          course->points[point].at.x += draw (9) - 4.0;
          course->points[point].at.y += draw (9) - 4.0;
          double begin = own_time ();
          kb_live_track_follow (live, form, &change);
          updates[n] = own_time () - begin;
          show_bands (live, change.clearance, flags);
          wholes[n] = own_time () - begin;
        }
    }
  report ("a control point dragged by up to 4 px", updates, n);
  report ("  and three bands of the changed box", wholes, n);
}

static void
bench_once (const KbTrackForm *form)
{
  static double layers[STEPS], bakes[STEPS], edges[STEPS];
  KbBandForm bands[BANDS];
  for (guint i = 0; i < BANDS; i++)
    bands[i] = (KbBandForm) { .radius = radii[i] };
  for (guint i = 0; i < STEPS; i++)
    {
      double begin = own_time ();
      kb_zones_unref (kb_track_layer (form->width, form->height, form->courses, form->n));
      layers[i] = own_time () - begin;
      begin = own_time ();
      g_ptr_array_unref (kb_course_edges (form->courses, 10, 1.0 / 8, NULL));
      edges[i] = own_time () - begin;
      begin = now ();
      KbBankContent content = { .tracks = g_new0 (KbBankTrack, 1), .n_tracks = 1 };
      content.tracks->bands = g_new0 (KbBankBand, BANDS);
      content.tracks->n_bands = BANDS;
      if (i < 5)
        kb_bake_track (form, bands, content.tracks, NULL, NULL);
      kb_bank_content_clear (&content);
      bakes[MIN (i, 4)] = (now () - begin) / 1e6;
    }
  printf ("  a drawn lap of %.0f px\n", kit_course_length (form->courses));
  report ("all its pixels", layers, STEPS);
  report ("the edges of a band of 10 px in it, to 1/8 px", edges, STEPS);
  report ("all for the bank, with three bands (by the clock)", bakes, 4);
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < MAX (argc, 3); i++)
    {
      guint side = argc > 1 ? i < argc ? (guint) atoi (argv[i]) : 0 : i == 1 ? 4096 : 8192;
      if (side < 256 || side > KB_MAX_ZONES_SIDE)
        continue;
      KbTrackForm form = some_track (side);
      printf ("%u x %u, cut-off 127 px\n", side, side);
      double begin = now ();
      g_autoptr (KbLiveTrack) live = kb_live_track_new (&form, NULL, NULL);
      printf ("  %-52s %8.1f ms by the clock\n", "the first time", (now () - begin) / 1e6);
      bench_dabs (live, &form);
      bench_drags (live, &form);
      bench_once (&form);
      kb_track_form_clear (&form);
    }
  return 0;
}
