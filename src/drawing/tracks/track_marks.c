/* SPDX-License-Identifier: MIT */
/* Lines of tracks. */
#include "drawing/tracks/track_marks.h"

#include <glib/gi18n.h>
#include <math.h>

#include "drawing/scene/labels.h"
#include "drawing/style.h"
#include "operations/track/cover.h"

#define FINE 0.25          /* maximum error of drawn lines, canvas pixels */
#define TRACK_MARKS_EDGE 8.0           /* canvas pixels: more than half of a line's width */
#define NARROW 14.0        /* canvas pixels: a narrower road has no width handles */
#define TRACK_MARKS_ARROW 16.0         /* canvas pixels */
#define GATE_LABEL 120.0   /* canvas pixels: maximum width of a name */
#define GATE_COLOUR 0xffffffffu
#define START_COLOUR 0xf6d32dffu

static GArray *
flatten (const KbView *view, const KbCourse *course)
{
  return kb_course_flatten (course, FINE / MAX (view->scale, 0.01));
}

/* The edge of the road, or a line `inset` further in, as far as the clip needs it. */
static void
path_edges (cairo_t *cr, const KbView *view, const KbCourse *course, double inset)
{
  double x0, y0, x1, y1;

  cairo_clip_extents (cr, &x0, &y0, &x1, &y1);
  KbVec low = kb_view_to_picture (view, (KbVec) { x0 - TRACK_MARKS_EDGE, y0 - TRACK_MARKS_EDGE });
  KbVec high = kb_view_to_picture (view, (KbVec) { x1 + TRACK_MARKS_EDGE, y1 + TRACK_MARKS_EDGE });
  const KbBounds within = { low.x, low.y, high.x, high.y };
  g_autoptr (GPtrArray) edges =
    kb_course_edges (course, inset, FINE / MAX (view->scale, 0.01), &within);

  KB_EACH (const KbPolyline, line, edges)
    {
      for (guint k = 0; k < line->n; k++)
        {
          KbVec p = kb_view_to_canvas (view, line->points[k]);

          if (k)
            cairo_line_to (cr, p.x, p.y);
          else
            cairo_move_to (cr, p.x, p.y);
        }
      if (line->closed)
        cairo_close_path (cr);
    }
}

void
kb_draw_course_beside (cairo_t *cr, const KbView *view, const KbStyle *style,
                       const KbCourse *course, double radius, guint32 colour)
{
  cairo_new_path (cr);
  path_edges (cr, view, course, radius);
  kb_stroke_preserve (cr, 3, style->shade, 0.8);
  cairo_set_line_width (cr, 1.25);
  /* Half white: it is next to a strip of that colour. */
  kb_set_colour (cr, (colour >> 1 & 0x7f7f7f00u) + 0x808080ffu, 1);
  cairo_stroke (cr);
}

static void
track_marks_path_places (cairo_t *cr, const KbView *view, const GArray *places, gboolean closed)
{
  KB_EACH_IN (const KbCoursePlace, place, places)
    {
      KbVec p = kb_view_to_canvas (view, place->at);

      if (place_at)
        cairo_line_to (cr, p.x, p.y);
      else
        cairo_move_to (cr, p.x, p.y);
    }
  if (closed && places->len)
    cairo_close_path (cr);
}

void
kb_draw_course (cairo_t *cr, const KbView *view, const KbStyle *style, const KbCourse *course,
                guint32 colour, KbMark mark)
{
  static const double dashes[] = { 8, 5 };
  g_autoptr (GArray) places = flatten (view, course);

  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_new_path (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  if (mark != KB_MARK_PLAIN)
    {
      path_edges (cr, view, course, 0);
      kb_stroke_preserve (cr, 2.5, style->shade, 0.8);
      kb_stroke (cr, 1, kb_colour_on_dark (colour), 1);
    }
  track_marks_path_places (cr, view, places, course->closed);
  kb_stroke_preserve (cr, mark == KB_MARK_PLAIN ? 2.5 : 4, style->shade, 0.9);
  cairo_set_line_width (cr, mark == KB_MARK_PLAIN ? 1 : 2);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  kb_set_colour (cr, 0xffffffff, 1);
  cairo_stroke (cr);
}

void
kb_draw_course_road (cairo_t *cr, const KbView *view, const KbCourse *course, guint32 colour,
                     double alpha)
{
  g_autoptr (GArray) places = flatten (view, course);

  cairo_push_group (cr);
  kb_set_colour (cr, colour | 0xff, 1);
  KB_EACH_IN (const KbCoursePlace, place, places)
    {
      KbVec p = kb_view_to_canvas (view, place->at);

      cairo_new_path (cr);
      cairo_arc (cr, p.x, p.y, place->radius * view->scale, 0, 2 * G_PI);
      cairo_fill (cr);
      if (place_at == 0)
        continue;
      for (int k = 0; k < 4; k++)
        {
          const KbCoursePlace *end = k == 0 || k == 3 ? place - 1 : place;
          double side = k < 2 ? -end->radius : end->radius;
          KbVec q = kb_view_to_canvas (
            view, (KbVec) { end->at.x + side * end->normal.x, end->at.y + side * end->normal.y });

          cairo_line_to (cr, q.x, q.y);
        }
      cairo_fill (cr);
    }
  cairo_pop_group_to_source (cr);
  cairo_paint_with_alpha (cr, alpha);
}

/* ---- control points ---- */

static KbCoursePlace
place_of (const KbCourse *course, guint index)
{
  guint segments = kb_course_segments (course);

  if (segments == 0)
    return (
      KbCoursePlace){ course->points[index].at, { 0, 1 }, course->points[index].width / 2, 0, 0 };
  return index < segments ? kb_course_place (course, index, 0)
                          : kb_course_place (course, segments - 1, 1);
}

KbVec
kb_course_hold (const KbCourse *course, guint index, KbCourseHold hold)
{
  const KbCoursePoint *point = &course->points[index];
  KbVec at = point->at, normal;

  if (hold == KB_HOLD_POINT)
    return at;
  if (hold == KB_HOLD_BEFORE)
    return (KbVec) { at.x + point->before.x, at.y + point->before.y };
  if (hold == KB_HOLD_AFTER)
    return (KbVec) { at.x + point->after.x, at.y + point->after.y };
  normal = place_of (course, index).normal;
  double side = (hold == KB_HOLD_LEFT ? -0.5 : 0.5) * point->width;
  return (KbVec) { at.x + side * normal.x, at.y + side * normal.y };
}

gboolean
kb_course_hold_shown (const KbView *view, const KbCourse *course, guint index, KbCourseHold hold)
{
  const KbCoursePoint *point = &course->points[index];

  switch (hold)
    {
    case KB_HOLD_BEFORE: return point->before.x != 0 || point->before.y != 0;
    case KB_HOLD_AFTER: return point->after.x != 0 || point->after.y != 0;
    case KB_HOLD_LEFT:
    case KB_HOLD_RIGHT: return point->width * view->scale >= NARROW;
    default: return TRUE;
    }
}

static void
draw_stem (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec from, KbVec to)
{
  KbVec a = kb_view_to_canvas (view, from), b = kb_view_to_canvas (view, to);

  cairo_new_path (cr);
  kb_line (cr, a.x, a.y, b.x, b.y);
  kb_stroke_preserve (cr, 3, style->shade, 0.8);
  kb_stroke (cr, 1, style->accent, 1);
}

void
kb_draw_course_point (cairo_t *cr, const KbView *view, const KbStyle *style, const KbCourse *course,
                      guint index, KbMark mark, KbCourseHold hovered)
{
  KbVec p = kb_view_to_canvas (view, course->points[index].at);

  if (mark != KB_MARK_SELECTED)
    {
      cairo_new_path (cr);
      cairo_arc (cr, p.x, p.y, mark == KB_MARK_HOVERED ? 5 : 4, 0, 2 * G_PI);
      kb_fill (cr, style->shade, 1);
      cairo_arc (cr, p.x, p.y, mark == KB_MARK_HOVERED ? 3.5 : 2.75, 0, 2 * G_PI);
      kb_fill (cr, 0xffffffff, 1);
      return;
    }
  for (KbCourseHold hold = KB_HOLD_BEFORE; hold < KB_N_HOLDS; hold++)
    if (kb_course_hold_shown (view, course, index, hold))
      draw_stem (cr, view, style, course->points[index].at, kb_course_hold (course, index, hold));
  for (KbCourseHold hold = KB_HOLD_BEFORE; hold < KB_N_HOLDS; hold++)
    if (kb_course_hold_shown (view, course, index, hold))
      kb_draw_handle (cr, view, style, kb_course_hold (course, index, hold), hold <= KB_HOLD_AFTER,
                      hold == hovered);
  kb_draw_handle (cr, view, style, course->points[index].at, FALSE, hovered == KB_HOLD_POINT);
}

/* ---- bands ---- */

char *
kb_band_title (const KbBand *band)
{
  g_autofree char *radius = kb_number_text (band->radius);

  return band->name ? g_strdup_printf (_("%s · %s px"), band->name, radius)
                    : g_strdup_printf (_("%s px"), radius);
}

/* ---- check points ---- */

/* The forward direction across a check point: a unit vector. */
static KbVec
forward_of (KbVec a, KbVec b)
{
  double x = b.y - a.y, y = a.x - b.x, length = hypot (x, y);

  return length > 0 ? (KbVec) { x / length, y / length } : (KbVec) { 1, 0 };
}

static void
path_arrow (cairo_t *cr, KbVec at, KbVec way)
{
  KbVec tip = { at.x + TRACK_MARKS_ARROW * way.x, at.y + TRACK_MARKS_ARROW * way.y };

  kb_line (cr, at.x, at.y, tip.x, tip.y);
  for (int side = -1; side <= 1; side += 2)
    {
      kb_line (cr, tip.x, tip.y, tip.x - 6 * way.x + side * 5 * way.y,
               tip.y - 6 * way.y - side * 5 * way.x);
    }
}

GArray *
kb_gate_marks (const KbTrack *track)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (KbGateMark));

  KB_EACH (const KbGate, gate, track->gates)
    {
      KbGateMark mark = { gate->a, gate->b, gate->name, gate->node.id, KB_MARK_PLAIN };

      g_array_append_val (marks, mark);
    }
  return marks;
}

static void
draw_gate (cairo_t *cr, const KbView *view, const KbStyle *style, gboolean start,
           const KbGateMark *gate)
{
  KbVec p = kb_view_to_canvas (view, gate->a), q = kb_view_to_canvas (view, gate->b);

  cairo_save (cr);
  cairo_new_path (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  kb_line (cr, p.x, p.y, q.x, q.y);
  path_arrow (cr, (KbVec) { (p.x + q.x) / 2, (p.y + q.y) / 2 }, forward_of (gate->a, gate->b));
  kb_stroke_marked (cr, view, style, start ? START_COLOUR : GATE_COLOUR, gate->mark);
  if (start)
    {
      static const double dashes[] = { 5, 5 };

      cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
      kb_line (cr, p.x, p.y, q.x, q.y);
      kb_stroke_preserve (cr, 4, 0x000000ff, 1);
      cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
      kb_set_colour (cr, 0xffffffff, 1);
      cairo_stroke (cr);
    }
  cairo_restore (cr);
  for (guint i = 0; i < 2; i++)
    if (gate->mark == KB_MARK_SELECTED || gate->mark == KB_MARK_HOVERED)
      kb_draw_handle (cr, view, style, i ? gate->b : gate->a, TRUE, FALSE);
}

static void
label_gate (KbLabels *labels, const KbView *view, guint number, const KbGateMark *gate)
{
  static const KbLabelState states[KB_N_MARKS] = {
    [KB_MARK_HOVERED] = KB_LABEL_HOVERED, [KB_MARK_SELECTED] = KB_LABEL_SELECTED
  };
  KbVec p = kb_view_to_canvas (view, gate->a), q = kb_view_to_canvas (view, gate->b);
  KbBounds around = { MIN (p.x, q.x), MIN (p.y, q.y), MAX (p.x, q.x), MAX (p.y, q.y) };
  g_autofree char *brief = g_strdup_printf ("%u", number);
  g_autofree char *text =
    gate->name ? g_strdup_printf ("%u · %s", number, gate->name) : g_strdup (brief);

  kb_labels_add (labels, &(KbLabel) { .text = text,
                                     .brief = brief,
                                     .colour = number == 0 ? START_COLOUR : GATE_COLOUR,
                                     .id = gate->id,
                                     .around = around,
                                     .extent = GATE_LABEL,
                                     .margin = 8,
                                     .priority = number == 0,
                                     .state = states[gate->mark] });
}

void
kb_draw_gates (cairo_t *cr, const KbView *view, const KbStyle *style, guint first,
               const KbGateMark *gates, guint n)
{
  g_autoptr (KbLabels) labels = kb_labels_new (view, style);

  for (guint i = 0; i < n; i++)
    {
      draw_gate (cr, view, style, first + i == 0, &gates[i]);
      label_gate (labels, view, first + i, &gates[i]);
    }
  kb_labels_draw (labels, cr);
}
