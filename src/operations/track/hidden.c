/* SPDX-License-Identifier: MIT */
/* From the top curve to the lowest: each is added to the pixels that hide those below it. */
#include "operations/track/cover.h"

#include <string.h>


typedef struct {
  KbZonesPainter *painter;     /* used pixels: any value except 0 */
  gboolean shows, takes;
  guint8 row[KB_MAX_ZONES_SIDE];
} Look;

static void
look_at_span (gint y, gint x0, gint x1, gpointer data)
{
  Look *look = data;
  gsize n = (gsize) (x1 - x0);
  if (!look->shows)
    {
      kb_zones_painter_copy (look->painter, x0, y, (guint) n, 1, look->row, n);
      look->shows = memchr (look->row, 0, n) != NULL;
    }
  if (look->takes)
    kb_zones_painter_span (look->painter, y, x0, x1, 1);
}

/* Painted pixels hide all curves. */
static KbZonesPainter *
painter_of (const KbTrack *track)
{
  guint width = (guint) track->width, height = (guint) track->height;
  g_autoptr (KbZones) painted = track->pixels.zones
                                  ? kb_zones_crop (track->pixels.zones, 0, 0, width, height)
                                  : kb_zones_new (width, height, 0);
  return kb_zones_painter_new (painted);
}

void
kb_find_hidden_curves (const KbTrack *track, gboolean *hidden)
{
  const KbBox all = { 0, 0, track->width, track->height };
  g_autofree Look *look = g_new (Look, 1);
  look->painter = painter_of (track);
  KB_EACH_BACK (const KbCurve, curve, track->curves)
    {
      g_auto (KbCourse) course = kb_course_of_curve (curve);
      look->shows = FALSE;
      look->takes = curve_at > 0;
      kb_course_cover (&course, &all, look_at_span, look);
      hidden[curve_at] = !look->shows;
    }
  kb_zones_painter_cancel (look->painter);
}

/* --- Visible amounts -------------------------------------------------------------------------- */

typedef struct {
  KbZonesPainter *taken, *covered;   /* by curves above, and by the curve itself */
  KbCurveSight sight;
  guint8 row[KB_MAX_ZONES_SIDE];
} Count;

/* The number of the run's pixels that are still free, which it then takes. */
static guint64
take_run (KbZonesPainter *painter, guint8 *row, gint y, gint x0, gint x1)
{
  guint64 count = 0;
  kb_zones_painter_copy (painter, x0, y, (guint) (x1 - x0), 1, row, (gsize) (x1 - x0));
  for (gint x = 0; x < x1 - x0; x++)
    count += row[x] == 0;
  kb_zones_painter_span (painter, y, x0, x1, 1);
  return count;
}

static void
count_span (gint y, gint x0, gint x1, gpointer data)
{
  Count *count = data;
  count->sight.covered += take_run (count->covered, count->row, y, x0, x1);
  count->sight.shown += take_run (count->taken, count->row, y, x0, x1);
}

void
kb_count_curves (const KbTrack *track, KbCurveSight *sights)
{
  const KbBox all = { 0, 0, track->width, track->height };
  g_autoptr (KbZones) blank = kb_zones_new ((guint) track->width, (guint) track->height, 0);
  g_autofree Count *count = g_new (Count, 1);
  count->taken = painter_of (track);
  KB_EACH_BACK (const KbCurve, curve, track->curves)
    {
      g_auto (KbCourse) course = kb_course_of_curve (curve);
      count->sight = (KbCurveSight) { 0, 0 };
      count->covered = kb_zones_painter_new (blank);
      kb_course_cover (&course, &all, count_span, count);
      kb_zones_painter_cancel (count->covered);
      sights[curve_at] = count->sight;
    }
  kb_zones_painter_cancel (count->taken);
}
