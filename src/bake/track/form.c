/* SPDX-License-Identifier: MIT */
/* Snapshots of tracks. */
#include "bake/track/form.h"

#include <glib/gi18n.h>
#include <stdlib.h>

/* Rows begin at multiples of 64 bytes. */
#define LANE 32

KbTrackForm
kb_track_form_copy (const KbTrackForm *from)
{
  KbTrackForm form = *from;
  if (form.painted)
    kb_zones_ref (form.painted);
  form.courses = g_new (KbCourse, form.n);
  for (guint i = 0; i < form.n; i++)
    kb_course_init (&form.courses[i], from->courses[i].closed, from->courses[i].surface, from->courses[i].points, from->courses[i].n);
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

gint16 *
kb_track_clearance_new (guint width, guint height, gsize *stride, GError **error)
{
  void *room = NULL;
  *stride = (width + LANE - 1) / LANE * LANE;
  if (posix_memalign (&room, LANE * sizeof (gint16), *stride * height * sizeof (gint16)) == 0)
    return room;
  g_set_error (error, KB_ERROR, KB_ERROR_MACHINE, _("there is not enough memory for a track of %u x %u pixels"), width, height);
  return NULL;
}

void
kb_track_clearance_free (gint16 *clearance)
{
  free (clearance);
}
