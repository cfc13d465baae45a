/* SPDX-License-Identifier: MIT */
/* A drawn road, the lines beside its middle, and the clearance of its pixels. */
#include "operations/track/cover.h"
#include "support/drawn_road.h"

#include "pictures/pictures.h"

enum { WIDE = 80, HIGH = 50 };

static const KbCoursePoint points[] = {
  { { 10, 37 }, { 0, 0 }, { 22, 5 }, 18 },
  { { 37, 16 }, { -5, 8 }, { 1.25, -2 }, 18 },
  { { 43, 16 }, { -0.75, -2 }, { 4, 11 }, 18 },
  { { 70, 35 }, { -14, 4 }, { 0, 0 }, 18 },
};

static void
fill_span (gint y, gint x0, gint x1, gpointer data)
{
  drawn_road_box (data, x0, y, x1, y + 1, 1);
}

static void
draw_line (cairo_t *cr, const KbPolyline *line, easel_ink ink, double width)
{
  for (guint i = 0; i < line->n; i++)
    cairo_line_to (cr, line->points[i].x, line->points[i].y);
  if (line->closed)
    cairo_close_path (cr);
  easel_line (cr, ink, width);
}

/* C(u) + d N(u), as it comes. */
static void
draw_plain (cairo_t *cr, const KbCourse *course, double d)
{
  g_autoptr (GArray) places = kb_course_flatten (course, 1.0 / 64);
  for (guint i = 0; i + 2 < places->len; i += 2)
    {
      const KbCoursePlace *p = &g_array_index (places, KbCoursePlace, i), *q = p + 2;
      easel_dashes (cr, easel_vec (p->at.x + d * p->normal.x, p->at.y + d * p->normal.y),
                    easel_vec (q->at.x + d * q->normal.x, q->at.y + d * q->normal.y), INK_MISS);
    }
}

static void
draw_edges (cairo_t *cr, const KbCourse *course, double inset)
{
  g_autoptr (GPtrArray) lines = kb_course_edges (course, inset, 1.0 / 64, NULL);
  for (guint i = 0; i < lines->len; i++)
    draw_line (cr, g_ptr_array_index (lines, i), INK_ANSWER, 2);
}

static void
draw_middle (cairo_t *cr, const KbCourse *course)
{
  g_autoptr (GArray) places = kb_course_flatten (course, 1.0 / 64);
  g_autofree KbVec *ends = g_new (KbVec, places->len);
  for (guint i = 0; i < places->len; i++)
    ends[i] = g_array_index (places, KbCoursePlace, i).at;
  draw_line (cr, &(KbPolyline) { .n = places->len, .points = ends }, INK_FIRST, 1.5);
}

static void
draw_points (cairo_t *cr, const KbCourse *course)
{
  for (guint i = 0; i < course->n; i++)
    {
      const KbCoursePoint *p = &course->points[i];
      kbx_vec at = easel_vec (p->at.x, p->at.y);
      easel_dashes (cr, easel_vec (p->at.x + p->before.x, p->at.y + p->before.y), at, INK_SECOND);
      easel_dashes (cr, at, easel_vec (p->at.x + p->after.x, p->at.y + p->after.y), INK_SECOND);
      easel_dot (cr, at, INK_FIRST);
    }
}

void
picture_offset (cairo_t *cr, const kbx_bank *bank)
{
  const float radius = 3;
  KbCourse course = { .n = G_N_ELEMENTS (points), .points = (KbCoursePoint *) points };
  KbBox all = { 0, 0, WIDE, HIGH };
  DrawnRoad r = drawn_road_new (WIDE, HIGH, 20);
  kb_course_cover (&course, &all, fill_span, &r);
  drawn_road_finish (&r);
  easel_begin (cr, 5);
  for (int y = 0; y < HIGH; y++)
    for (int x = 0; x < WIDE; x++)
      {
        float clearance = kbx_track_clearance (r.track, easel_vec ((float) x + 0.5f, (float) y + 0.5f));
        easel_shape pixel = easel_rect ((float) x, (float) y, (float) x + 1, (float) y + 1);
        if (clearance > 0)
          easel_fill (cr, pixel, clearance < radius ? INK_ANSWER : INK_SECOND, clearance < radius ? 0.28 : 0.22);
      }
  for (int side = -1; side <= 1; side += 2)
    draw_plain (cr, &course, side * (points[0].width / 2 - radius));
  draw_edges (cr, &course, radius);
  draw_middle (cr, &course);
  draw_points (cr, &course);
  easel_text (cr, 2, 3, EASEL_LEFT, "crimson: the lines where a car touches the edge; dashed: what is cut off them");
  drawn_road_clear (&r);
}
