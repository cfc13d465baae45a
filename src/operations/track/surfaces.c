/* SPDX-License-Identifier: MIT */
/* Combines curves and the painting above them. */
#include <math.h>
#include <string.h>

#include "operations/track/course.h"
#include "operations/track/cover.h"

/* --- The layer -------------------------------------------------------------------------------- */

typedef struct {
  KbZonesPainter *painter;
  guint8 surface;
} Ink;

static void
paint_span (gint y, gint x0, gint x1, gpointer data)
{
  Ink *ink = data;
  kb_zones_painter_span (ink->painter, y, x0, x1, ink->surface);
}

static void
paint_courses (KbZonesPainter *painter, const KbCourse *courses, guint n, const KbBox *box)
{
  const KbZones *zones = kb_zones_painter_zones (painter);
  gint x0 = MAX (box->x, 0), y0 = MAX (box->y, 0);
  KbBox clip = { x0, y0, (gint) (MIN ((gint64) box->x + box->w, kb_zones_width (zones)) - x0),
                 (gint) (MIN ((gint64) box->y + box->h, kb_zones_height (zones)) - y0) };
  if (clip.w <= 0 || clip.h <= 0)
    return;
  kb_zones_painter_box (painter, clip.x, clip.y, clip.w, clip.h, 0);
  for (guint i = 0; i < n; i++)
    kb_course_cover (&courses[i], &clip, paint_span,
                     &(Ink) { painter, (guint8) courses[i].surface });
}

KbZones *
kb_track_layer_update (KbZones *layer, const KbCourse *courses, guint n, const GArray *boxes,
                       KbZonesPatch **patch)
{
  g_autoptr (KbZonesPatch) found = NULL;
  if (boxes->len > 0)
    {
      KbZonesPainter *painter = kb_zones_painter_new (layer);
      KB_EACH_IN (const KbBox, box, boxes)
        paint_courses (painter, courses, n, box);
      found = kb_zones_painter_finish (painter);
    }
  if (found)
    layer = kb_zones_apply (layer, found, TRUE);
  if (patch)
    *patch = g_steal_pointer (&found);
  return layer;
}

KbZones *
kb_track_layer (guint width, guint height, const KbCourse *courses, guint n)
{
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (KbBox));
  KbBox all = { 0, 0, (gint) width, (gint) height };
  if (n > 0)
    g_array_append_val (boxes, all);
  return kb_track_layer_update (kb_zones_new (width, height, 0), courses, n, boxes, NULL);
}

/* --- Changes ---------------------------------------------------------------------------------- */

static void
add_bounds (GArray *boxes, KbBounds bounds)
{
  gint x0 = (gint) floor (CLAMP (bounds.x0, -KB_COVER_FAR, KB_COVER_FAR)) - 1;
  gint y0 = (gint) floor (CLAMP (bounds.y0, -KB_COVER_FAR, KB_COVER_FAR)) - 1;
  gint x1 = (gint) ceil (CLAMP (bounds.x1, -KB_COVER_FAR, KB_COVER_FAR)) + 1;
  gint y1 = (gint) ceil (CLAMP (bounds.y1, -KB_COVER_FAR, KB_COVER_FAR)) + 1;
  KbBox box = { x0, y0, x1 - x0, y1 - y0 };
  g_array_append_val (boxes, box);
}

static void
add_course (GArray *boxes, const KbCourse *course)
{
  if (course->n > 0)
    add_bounds (boxes, kb_course_bounds (course));
}

static gboolean
vec_equal (KbVec a, KbVec b)
{
  return a.x == b.x && a.y == b.y;
}

/* The outer handles of a segment's points are not part of it. */
static gboolean
segment_equal (const KbCourse *a, guint i, const KbCourse *b, guint j)
{
  const KbCoursePoint *p = kb_course_from (a, i), *q = kb_course_to (a, i),
                      *r = kb_course_from (b, j), *s = kb_course_to (b, j);
  return vec_equal (p->at, r->at) && vec_equal (p->after, r->after) && p->width == r->width
         && vec_equal (q->at, s->at) && vec_equal (q->before, s->before) && q->width == s->width;
}

/* Leaves out equal segments at the beginning and at the end. Of the rest, if both have the same
 * number, those equal to their counterpart too. */
static void
add_segments (GArray *boxes, const KbCourse *a, const KbCourse *b)
{
  guint n = kb_course_segments (a), m = kb_course_segments (b), first = 0, last = 0;
  if (n == 0 || m == 0)
    {
      add_course (boxes, a);
      add_course (boxes, b);
      return;
    }
  while (first < MIN (n, m) && segment_equal (a, first, b, first))
    first++;
  while (last < MIN (n, m) - first && segment_equal (a, n - 1 - last, b, m - 1 - last))
    last++;
  for (guint i = first; i < n - last; i++)
    if (n != m || !segment_equal (a, i, b, i))
      add_bounds (boxes, kb_course_segment_bounds (a, i));
  for (guint i = first; i < m - last; i++)
    if (n != m || !segment_equal (a, i, b, i))
      add_bounds (boxes, kb_course_segment_bounds (b, i));
}

static gboolean
point_equal (const KbCoursePoint *p, const KbCoursePoint *q)
{
  return p->at.x == q->at.x && p->at.y == q->at.y && p->before.x == q->before.x
         && p->before.y == q->before.y && p->after.x == q->after.x && p->after.y == q->after.y
         && p->width == q->width;
}

static gboolean
kb_course_equal (const KbCourse *a, const KbCourse *b)
{
  if (!a->closed != !b->closed || a->surface != b->surface || a->n != b->n)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (!point_equal (&a->points[i], &b->points[i]))
      return FALSE;
  return TRUE;
}

GArray *
kb_courses_changes (const KbCourse *before, guint n_before, const KbCourse *after, guint n_after)
{
  GArray *boxes = g_array_new (FALSE, FALSE, sizeof (KbBox));
  guint first = 0, last = 0, both = MIN (n_before, n_after);
  while (first < both && kb_course_equal (&before[first], &after[first]))
    first++;
  while (last < both - first
         && kb_course_equal (&before[n_before - 1 - last], &after[n_after - 1 - last]))
    last++;
  gboolean same_number = n_before == n_after;
  for (guint i = first; i < MAX (n_before, n_after) - last; i++)
    {
      const KbCourse *a = i < n_before - last ? &before[i] : NULL,
                     *b = i < n_after - last ? &after[i] : NULL;
      if (same_number && kb_course_equal (a, b))
        continue;
      if (same_number && a->surface == b->surface)
        add_segments (boxes, a, b);
      else
        {
          if (a)
            add_course (boxes, a);
          if (b)
            add_course (boxes, b);
        }
    }
  return boxes;
}

/* --- Combination ------------------------------------------------------------------------------ */

void
kb_track_compose (const guint8 *painted, const guint8 *layer, guint8 *surfaces)
{
  for (guint i = 0; i < KB_ZONES_TILE * KB_ZONES_TILE; i++)
    surfaces[i] = painted[i] ? painted[i] : layer[i];
}
