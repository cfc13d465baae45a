/* SPDX-License-Identifier: MIT */
/* Snapshots of tracks. */
#include "bake/track/tracks.h"

#include <glib/gi18n.h>
#include <stdlib.h>

/* Before an undo step is complete, the painting may not have the track's size. */
static KbZones *
of_size (KbZones *zones, guint width, guint height)
{
  if (!zones || (kb_zones_width (zones) == width && kb_zones_height (zones) == height))
    return zones ? kb_zones_ref (zones) : NULL;
  return kb_zones_crop (zones, 0, 0, width, height);
}

KbTrackForm
kb_track_form (const KbTrack *track)
{
  KbTrackForm form = { .width = (guint) track->width,
                       .height = (guint) track->height,
                       .n = kb_count (track->curves) };
  form.most = form.cut_off = (guint) track->cut_off;
  KB_EACH (const KbBand, band, track->bands)
    if (band->radius > form.cut_off)
      form.most = KB_CLEARANCE_MOST;
  KB_EACH (const KbZone, surface, track->surfaces)
    form.is_road[surface->value & 255] = surface->use == KB_SURFACE_ROAD;
  form.painted = of_size (track->pixels.zones, form.width, form.height);
  form.courses = g_new (KbCourse, form.n);
  for (guint i = 0; i < form.n; i++)
    form.courses[i] = kb_course_of_curve (kb_curve_at (track, i));
  return form;
}

KbTrackForm
kb_track_form_copy (const KbTrackForm *from)
{
  KbTrackForm form = *from;
  if (form.painted)
    kb_zones_ref (form.painted);
  form.courses = g_new (KbCourse, form.n);
  for (guint i = 0; i < form.n; i++)
    {
      const KbCourse *course = &from->courses[i];
      kb_course_init (&form.courses[i], course->closed, course->surface, course->points, course->n);
    }
  return form;
}

void
kb_track_form_clear (KbTrackForm *form)
{
  for (guint i = 0; i < form->n; i++)
    kb_course_clear (&form->courses[i]);
  g_clear_pointer (&form->courses, g_free);
  g_clear_pointer (&form->painted, kb_zones_unref);
  form->n = 0;
}
