/* SPDX-License-Identifier: MIT */
/* From the curve on top to the lowest: each takes its place among what hides those below it. */
#include "operations/track/hidden.h"

#include <string.h>

#include "operations/track/cover.h"

typedef struct {
  KbZonesPainter *painter;     /* what is taken: any value but 0 */
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

void
kb_find_hidden_curves (const KbTrack *track, gboolean *hidden)
{
  guint width = (guint) track->width, height = (guint) track->height;
  g_autoptr (KbZones) painted
    = track->pixels.zones ? kb_zones_crop (track->pixels.zones, 0, 0, width, height) : kb_zones_new (width, height, 0);
  const KbBox all = { 0, 0, track->width, track->height };
  g_autofree Look *look = g_new (Look, 1);
  look->painter = kb_zones_painter_new (painted);
  for (guint i = track->curves->len; i-- > 0;)
    {
      KbCourse course = kb_course_of_curve (kb_curve_at (track, i));
      look->shows = FALSE;
      look->takes = i > 0;
      kb_course_cover (&course, &all, look_at_span, look);
      hidden[i] = !look->shows;
      kb_course_clear (&course);
    }
  kb_zones_painter_cancel (look->painter);
}
