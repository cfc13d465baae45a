/* SPDX-License-Identifier: MIT */
/* Hit tests and lines. */
#include "tools/track/private.h"

#include <math.h>

#include "tools/private.h"
#include "tools/selection.h"

static double
distance_to (const KbToolContext *context, KbVec picture, KbVec canvas)
{
  KbVec p = kb_view_to_canvas (&context->view, picture);

  return hypot (p.x - canvas.x, p.y - canvas.y);
}

/* The nearest handle or point in reach. `selected`: handles of selected points, else points. */
static gboolean
find_hold (const KbToolContext *context, const KbCurve *curve, KbVec canvas, gboolean selected,
           KbTrackPart *part, double *best)
{
  g_auto (KbCourse) course = kb_course_of_curve (curve);
  gboolean found = FALSE;

  for (guint i = 0; i < course.n; i++)
    {
      KbId id = kb_curve_point_at (curve, i)->node.id;

      if (selected && !kb_selection_has (context, id))
        continue;
      for (KbCourseHold hold = KB_HOLD_POINT; hold < (selected ? KB_N_HOLDS : KB_HOLD_BEFORE);
           hold++)
        {
          double distance = kb_course_hold_shown (&context->view, &course, i, hold)
                              ? distance_to (context, kb_course_hold (&course, i, hold), canvas)
                              : G_MAXDOUBLE;

          if (distance <= KB_TRACK_REACH && distance < *best)
            {
              *part = (KbTrackPart) { .type = KB_TRACK_POINT, .id = id, .hold = hold };
              *best = distance;
              found = TRUE;
            }
        }
    }
  return found;
}

static gboolean
find_gate_end (const KbToolContext *context, const KbTrack *track, KbVec canvas, KbTrackPart *part)
{
  KB_EACH_BACK (const KbGate, gate, track->gates)
    {
      double a = distance_to (context, gate->a, canvas), b = distance_to (context, gate->b, canvas);

      if (MIN (a, b) > KB_TRACK_REACH)
        continue;
      *part =
        (KbTrackPart) { .type = a < b ? KB_TRACK_GATE_A : KB_TRACK_GATE_B, .id = gate->node.id };
      return TRUE;
    }
  return FALSE;
}

static double
distance_to_line (KbVec a, KbVec b, KbVec p)
{
  double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
  double t = length > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length : 0;

  t = CLAMP (t, 0, 1);
  return hypot (a.x + t * dx - p.x, a.y + t * dy - p.y);
}

static gboolean
find_line (const KbToolContext *context, const KbTrack *track, KbVec canvas, KbTrackPart *part)
{
  double best = KB_TRACK_REACH / context->view.scale;
  KbVec at = kb_view_to_picture (&context->view, canvas);

  KB_EACH_BACK (const KbGate, gate, track->gates)
    {
      if (distance_to_line (gate->a, gate->b, at) > best)
        continue;
      *part = (KbTrackPart) { .type = KB_TRACK_GATE, .id = gate->node.id };
      return TRUE;
    }
  KB_EACH_BACK (const KbCurve, curve, track->curves)
    {
      g_auto (KbCourse) course = kb_course_of_curve (curve);
      KbCoursePlace place;
      double distance;

      if (kb_course_nearest (&course, at, &place, &distance) && distance <= best)
        {
          *part = (KbTrackPart) { .type = KB_TRACK_CURVE,
                                 .id = curve->node.id,
                                 .segment = place.segment,
                                 .u = place.u };
          best = distance;
        }
    }
  return part->type != KB_TRACK_NOTHING;
}

KbTrackPart
kb_track_part_at (const KbToolContext *context, KbVec canvas)
{
  const KbTrack *track = kb_tool_context_track (context);
  KbTrackPart part = { .type = KB_TRACK_NOTHING };
  double best = G_MAXDOUBLE;

  for (guint pass = 0; track && pass < 2 && !part.type; pass++)
    KB_EACH_BACK (const KbCurve, curve, track->curves)
      find_hold (context, curve, canvas, pass == 0, &part, &best);
  if (track && !part.type && !find_gate_end (context, track, canvas, &part))
    find_line (context, track, canvas, &part);
  return part;
}

static guint32
surface_colour (const KbTrack *track, gint value)
{
  const KbZone *zone = kb_zones_find (track->surfaces, (guint) value);

  return zone ? zone->colour : 0xff00ffff;
}

static KbMark
mark_of (const KbToolContext *context, KbId id)
{
  return kb_selection_has (context, id)    ? KB_MARK_SELECTED
         : context->pointer.hover.id == id ? KB_MARK_HOVERED
                                           : KB_MARK_PLAIN;
}

/* The curve's mark; selected as well if one of its points is. */
static KbMark
mark_of_curve (const KbToolContext *context, const KbCurve *curve)
{
  KbMark mark = mark_of (context, curve->node.id);

  KB_EACH_WHILE (mark != KB_MARK_SELECTED, const KbCurvePoint, point, curve->points)
    if (mark_of (context, point->node.id) != KB_MARK_PLAIN)
      mark = MAX (mark, mark_of (context, point->node.id));
  return mark;
}

static gboolean
draws_points (const KbToolContext *context)
{
  return (context->gesture.tool->flags & KB_TOOL_TRACKS) != 0;
}

/* Plain without a tool for tracks. */
static KbMark
shown_mark (const KbToolContext *context, const KbCurve *curve)
{
  return draws_points (context) ? mark_of_curve (context, curve) : KB_MARK_PLAIN;
}

static gboolean
shows_beside (const KbToolContext *context, const KbBand *band)
{
  return context->options.beside && !kb_id_in_set (band->node.id, context->hidden);
}

static void
draw_lines (KbToolContext *context, cairo_t *cr, const KbTrack *track, const KbCurve *curve)
{
  g_auto (KbCourse) course = kb_course_of_curve (curve);

  KB_EACH (const KbBand, band, track->bands)
    if (shows_beside (context, band))
      kb_draw_course_beside (cr, &context->view, context->style, &course,
                             band->radius, band->colour);
  kb_draw_course (cr, &context->view, context->style, &course,
                  surface_colour (track, curve->surface), shown_mark (context, curve));
}

static void
draw_points (KbToolContext *context, cairo_t *cr, const KbCurve *curve)
{
  g_auto (KbCourse) course = kb_course_of_curve (curve);

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < course.n; i++)
      {
        KbMark mark = mark_of (context, kb_curve_point_at (curve, i)->node.id);
        KbCourseHold hovered = context->pointer.hover.id == kb_curve_point_at (curve, i)->node.id
                                   && context->pointer.hover.handle >= 0
                                 ? (KbCourseHold) context->pointer.hover.handle
                                 : KB_N_HOLDS;

        if ((mark == KB_MARK_SELECTED) == (pass == 1))
          kb_draw_course_point (cr, &context->view, context->style, &course, i, mark, hovered);
      }
}

/* The lines of unmarked curves. */
static void
draw_plain_lines (cairo_t *cr, gpointer data)
{
  KbToolContext *context = data;
  const KbTrack *track = kb_tool_context_track (context);

  KB_EACH (const KbCurve, curve, track->curves)
    if (shown_mark (context, curve) == KB_MARK_PLAIN)
      draw_lines (context, cr, track, curve);
}

void
kb_tool_context_fill_lines (KbToolContext *context, KbScene *scene)
{
  const KbTrack *track = kb_tool_context_track (context);
  guint64 key = KB_HASH_START;

  context->lines_in_scene = TRUE;
  if (!track)
    return;
  KB_EACH (const KbBand, band, track->bands)
    if (shows_beside (context, band))
      {
        key = kb_hash_value (key, band->radius);
        key = kb_hash_value (key, band->colour);
      }
  KB_EACH (const KbCurve, curve, track->curves)
    {
      g_auto (KbCourse) course = kb_course_of_curve (curve);

      if (shown_mark (context, curve) != KB_MARK_PLAIN)
        continue;
      key = kb_hash_value (kb_hash_value (key, course.closed), course.n);
      key = kb_hash_bytes (key, course.points, course.n * sizeof *course.points);
    }
  scene->lines = draw_plain_lines;
  scene->lines_data = context;
  scene->lines_key = key;
}

void
kb_track_draw (KbToolContext *context, cairo_t *cr)
{
  const gboolean points = draws_points (context);
  const KbTrack *track = kb_tool_context_track (context);
  g_autoptr (GArray) gates = kb_gate_marks (track);

  KB_EACH (const KbCurve, curve, track->curves)
    {
      if (!context->lines_in_scene || shown_mark (context, curve) != KB_MARK_PLAIN)
        draw_lines (context, cr, track, curve);
      if (points)
        draw_points (context, cr, curve);
    }
  if (points)
    KB_EACH_IN (KbGateMark, gate, gates)
      gate->mark = mark_of (context, gate->id);
  kb_draw_gates (cr, &context->view, context->style, 0, (const KbGateMark *) gates->data,
                 gates->len);
}
