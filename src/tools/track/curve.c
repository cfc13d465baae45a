/* SPDX-License-Identifier: MIT */
/* Curve: click along the middle of the road. The document changes only at the end. */
#include <glib/gi18n.h>
#include <math.h>

#include "drawing/style.h"
#include "tools/paint/stroke.h"
#include "tools/private.h"
#include "tools/track/private.h"

#define CLOSE_REACH 9.0   /* canvas pixels around the first point */
#define MOST 4096

typedef struct {
  KbTrackDrag drag;
  KbCoursePoint points[MOST];
  /* 0: handles of a smooth curve; 1: pulled by the user; 2 (Shift): a corner */
  guint8 pulled[MOST];
  guint n;
  gboolean pulling, closing;
} State;

/* `next`: one more point; NULL: none. */
static void
make_course (const KbToolContext *context, const State *state, const KbVec *next, gboolean closed,
             KbCourse *course)
{
  g_autofree KbCoursePoint *points = g_memdup2 (state->points, (state->n + 1) * sizeof *points);
  guint n = state->n;
  const KbZone *zone = kb_stroke_zone (context);

  if (next && n < MOST)
    points[n++] = (KbCoursePoint) { *next, { 0, 0 }, { 0, 0 }, context->next.track_width };
  kb_course_init (course, closed, zone ? zone->value : 1, points, n);
  for (guint i = 0; i < n; i++)
    if (i >= state->n || !state->pulled[i])
      kb_course_smooth (course, i);
}

static gboolean
at_first (const KbToolContext *context, const State *state)
{
  if (state->n < 3)
    return FALSE;
  KbVec p = kb_view_to_canvas (&context->view, state->points[0].at);
  return hypot (p.x - context->pointer.canvas.x, p.y - context->pointer.canvas.y) <= CLOSE_REACH;
}

static void
end_curve (KbToolContext *context, State *state, gboolean closed)
{
  GError *error = NULL;
  g_auto (KbCourse) course = { 0 };

  if (state->n < 2)
    {
      kb_tool_context_status (context, _("A curve needs at least two points"));
      return;
    }
  make_course (context, state, NULL, closed, &course);
  kb_document_begin (context->document, _("Draw curve"));
  KbId id = kb_track_insert_curve (context, &course, &error);
  state->n = 0;
  state->pulling = state->closing = FALSE;
  kb_selection_finish_new (context, id, error);
}

/* Without a draft: inserts a point in an existing curve, or drags a point. */
static gboolean
press_part (KbToolContext *context, State *state, const KbPointerEvent *event)
{
  KbTrackPart part = kb_track_part_at (context, event->canvas);

  if (part.type == KB_TRACK_CURVE)
    kb_track_drag_insert (context, &state->drag, part);
  else if (part.type == KB_TRACK_POINT)
    kb_track_drag_begin (context, &state->drag, part);
  return state->drag.active;
}

static gboolean
curve_press (KbToolContext *context, const KbPointerEvent *event)
{
  State *state = context->gesture.state;
  KbVec p = kb_track_snapped (context);

  if (state->n == 0 && press_part (context, state, event))
    return TRUE;
  if (at_first (context, state))
    {
      state->closing = TRUE;
      return TRUE;
    }
  if (state->n && p.x == state->points[state->n - 1].at.x
      && p.y == state->points[state->n - 1].at.y)
    {
      if (event->n_press == 2)
        end_curve (context, state, FALSE);
      return FALSE;
    }
  if (state->n == MOST)
    return kb_tool_context_refuse (context, _("A curve can have at most 4096 points"));
  if (state->n == 0)
    kb_selection_clear (context);
  state->points[state->n] = (KbCoursePoint) { p, { 0, 0 }, { 0, 0 }, context->next.track_width };
  state->pulled[state->n] = event->modifiers & KB_MOD_SHIFT ? 2 : 0;
  state->n++;
  state->pulling = TRUE;
  return TRUE;
}

/* A drag pulls the handles out of the point, the back one opposite. */
static void
pull (const KbToolContext *context, State *state)
{
  KbCoursePoint *point = &state->points[state->n - 1];
  KbVec from = kb_view_to_canvas (&context->view, point->at), p = kb_track_snapped (context);

  if (!state->pulled[state->n - 1]
      && hypot (context->pointer.canvas.x - from.x, context->pointer.canvas.y - from.y) < 6)
    return;
  state->pulled[state->n - 1] = 1;
  point->after = (KbVec) { p.x - point->at.x, p.y - point->at.y };
  if (!(context->pointer.modifiers & KB_MOD_ALT))
    point->before = (KbVec) { -point->after.x, -point->after.y };
}

static void
curve_motion (KbToolContext *context, const KbPointerEvent *event)
{
  State *state = context->gesture.state;

  if (state->drag.active)
    kb_track_drag_update (context, &state->drag);
  else if (state->pulling && state->n)
    pull (context, state);
  else if (state->n == 0)
    context->pointer.hover.id = kb_track_part_at (context, event->canvas).id;
}

static void
curve_release (KbToolContext *context, const KbPointerEvent *event)
{
  State *state = context->gesture.state;

  kb_track_drag_end (context, &state->drag);
  if (state->pulling && state->n)
    pull (context, state);
  state->pulling = FALSE;
  if (state->closing)
    end_curve (context, state, TRUE);
}

static gboolean
curve_key (KbToolContext *context, KbKey key, guint modifiers)
{
  State *state = context->gesture.state;

  if (state->n == 0 || state->pulling)
    return FALSE;
  if (key == KB_KEY_ENTER)
    end_curve (context, state, FALSE);
  else if (key == KB_KEY_BACKSPACE)
    state->n--;
  else
    return FALSE;
  return TRUE;
}

static void
curve_cancel (KbToolContext *context)
{
  State *state = context->gesture.state;

  kb_track_drag_cancel (context, &state->drag);
  state->n = 0;
  state->pulling = state->closing = FALSE;
}

static void
curve_commit (KbToolContext *context)
{
  State *state = context->gesture.state;

  if (state->n >= 2)
    end_curve (context, state, FALSE);
}

static gboolean
curve_busy (const KbToolContext *context)
{
  const State *state = context->gesture.state;

  return state->n > 0;
}

static char *
curve_speak (const KbToolContext *context)
{
  const State *state = context->gesture.state;

  return state->n
           ? g_strdup_printf (g_dngettext (NULL, "%u point", "%u points", state->n), state->n)
           : NULL;
}

/* Changes the width for new points; without a draft, that of the selected ones. */
static void
curve_adjust (KbToolContext *context, int steps)
{
  State *state = context->gesture.state;

  context->next.track_width =
    CLAMP (floor (context->next.track_width) + 2 * steps, 1, KB_MAX_ZONES_SIDE);
  if (state->n)
    state->points[state->n - 1].width = context->next.track_width;
  g_autofree char *width = kb_number_text (context->next.track_width),
                  *text = g_strdup_printf (_("Road of %s pixels"), width);
  kb_tool_context_status (context, text);
}

static void
draw_draft (KbToolContext *context, const State *state, cairo_t *cr)
{
  KbVec next = kb_track_snapped (context);
  gboolean closing = state->closing || at_first (context, state);
  guint32 colour = kb_stroke_colour (context, kb_stroke_value (context));
  const KbVec *last = &state->points[state->n - 1].at;
  gboolean more = context->pointer.over && !state->pulling && !closing
                  && (next.x != last->x || next.y != last->y);
  g_auto (KbCourse) course = { 0 };

  make_course (context, state, more ? &next : NULL, closing, &course);
  kb_draw_course_road (cr, &context->view, &course, colour, 0.45);
  kb_draw_course (cr, &context->view, context->style, &course, colour, KB_MARK_SELECTED);
  for (guint i = 0; i < state->n; i++)
    kb_draw_course_point (cr, &context->view, context->style, &course, i,
                          state->pulling && i == state->n - 1 ? KB_MARK_SELECTED
                          : i == 0 && closing                 ? KB_MARK_HOVERED
                                                              : KB_MARK_PLAIN,
                          KB_N_HOLDS);
  if (context->pointer.over)
    {
      g_autofree char *x = kb_number_text (next.x), *y = kb_number_text (next.y);
      g_autofree char *width = kb_number_text (context->next.track_width);
      g_autofree char *text =
        closing ? g_strdup (_("close")) : g_strdup_printf (_("%s, %s   width %s"), x, y, width);

      kb_tool_context_note (context, cr, context->pointer.canvas, text, 0xffffffff);
    }
}

static void
curve_draw (KbToolContext *context, cairo_t *cr)
{
  const State *state = context->gesture.state;

  kb_track_drag_draw (context, &state->drag, cr);
  if (state->n)
    draw_draft (context, state, cr);
}

const KbTool kb_curve_tool = {
  .id = "curve",
  .label = N_("Curve"),
  .icon = "kb-curve-symbolic",
  .key = 'd',
  .cursor = "crosshair",
  .hint = N_("Click along, drag for handles; first point closes, Enter ends, {undo} undoes; "
             "{lower}, {raise}: width"),
  .flags = KB_TOOL_TRACKS | KB_TOOL_PLACES | KB_TOOL_USES_CONTROL,
  .state_size = sizeof (State),
  .press = curve_press,
  .motion = curve_motion,
  .release = curve_release,
  .key_press = curve_key,
  .cancel = curve_cancel,
  .commit = curve_commit,
  .busy = curve_busy,
  .speak = curve_speak,
  .adjust = curve_adjust,
  .draw = curve_draw,
};
