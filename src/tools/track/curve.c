/* SPDX-License-Identifier: MIT */
/* Curve: click along the middle of the road. The document changes only at the end. */
#include <glib/gi18n.h>
#include <math.h>

#include "drawing/style.h"
#include "tools/paint/stroke.h"
#include "tools/private.h"
#include "tools/track/private.h"

#define MOST 4096

typedef struct {
  KbDraft draft;
  KbTrackDrag drag;
  KbCoursePoint points[MOST];
  /* 0: handles of a smooth curve; 1: pulled by the user; 2 (Shift): a corner */
  guint8 pulled[MOST];
  gboolean closing;
} CurveState;

/* `next`: one more point; NULL: none. */
static void
make_course (const KbToolContext *context, const CurveState *state, const KbVec *next,
             gboolean closed, KbCourse *course)
{
  g_autofree KbCoursePoint *points =
    g_memdup2 (state->points, (state->draft.n + 1) * sizeof *points);
  guint n = state->draft.n;
  const KbZone *zone = kb_stroke_zone (context);

  if (next && n < MOST)
    points[n++] = (KbCoursePoint) { *next, { 0, 0 }, { 0, 0 }, context->next.track_width };
  kb_course_init (course, closed, zone ? zone->value : 1, points, n);
  for (guint i = 0; i < n; i++)
    if (i >= state->draft.n || !state->pulled[i])
      kb_course_smooth (course, i);
}

static void
end_curve (KbToolContext *context, gboolean closed)
{
  CurveState *state = context->gesture.state;
  GError *error = NULL;
  g_auto (KbCourse) course = { 0 };

  if (state->draft.n < 2)
    {
      kb_tool_context_status (context, _("A curve needs at least two points"));
      return;
    }
  make_course (context, state, NULL, closed, &course);
  kb_document_begin (context->document, _("Draw curve"));
  KbId id = kb_track_insert_curve (context, &course, &error);
  state->draft.n = 0;
  state->draft.held = state->closing = FALSE;
  kb_selection_finish_new (context, id, error);
}

/* Without a draft: inserts a point in an existing curve, or drags a point. */
static gboolean
press_curve_part (KbToolContext *context, CurveState *state, const KbPointerEvent *event)
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
  CurveState *state = context->gesture.state;
  KbVec p = kb_track_snapped (context);

  if (state->draft.n == 0 && press_curve_part (context, state, event))
    return TRUE;
  if (kb_draft_closes (context, state->points[0].at))
    {
      state->closing = TRUE;
      return TRUE;
    }
  if (state->draft.n && p.x == state->points[state->draft.n - 1].at.x
      && p.y == state->points[state->draft.n - 1].at.y)
    {
      if (event->n_press == 2)
        end_curve (context, FALSE);
      return FALSE;
    }
  if (state->draft.n == MOST)
    return kb_tool_context_refuse (context, _("A curve can have at most 4096 points"));
  if (state->draft.n == 0)
    kb_selection_clear (context);
  state->points[state->draft.n] =
    (KbCoursePoint){ p, { 0, 0 }, { 0, 0 }, context->next.track_width };
  state->pulled[state->draft.n] = event->modifiers & KB_MOD_SHIFT ? 2 : 0;
  state->draft.n++;
  state->draft.held = TRUE;
  return TRUE;
}

/* A drag pulls the handles out of the point, the back one opposite. */
static void
pull (const KbToolContext *context, CurveState *state)
{
  KbCoursePoint *point = &state->points[state->draft.n - 1];
  KbVec from = kb_view_to_canvas (&context->view, point->at), p = kb_track_snapped (context);

  if (!state->pulled[state->draft.n - 1]
      && hypot (context->pointer.canvas.x - from.x, context->pointer.canvas.y - from.y) < 6)
    return;
  state->pulled[state->draft.n - 1] = 1;
  point->after = (KbVec) { p.x - point->at.x, p.y - point->at.y };
  if (!(context->pointer.modifiers & KB_MOD_ALT))
    point->before = (KbVec) { -point->after.x, -point->after.y };
}

static void
curve_motion (KbToolContext *context, const KbPointerEvent *event)
{
  CurveState *state = context->gesture.state;

  if (state->drag.active)
    kb_track_drag_update (context, &state->drag);
  else if (state->draft.held && state->draft.n)
    pull (context, state);
  else if (state->draft.n == 0)
    context->pointer.hover.id = kb_track_part_at (context, event->canvas).id;
}

static void
curve_release (KbToolContext *context, const KbPointerEvent *event)
{
  CurveState *state = context->gesture.state;

  kb_track_drag_end (context, &state->drag);
  if (state->draft.held && state->draft.n)
    pull (context, state);
  state->draft.held = FALSE;
  if (state->closing)
    end_curve (context, TRUE);
}

static void
curve_cancel (KbToolContext *context)
{
  CurveState *state = context->gesture.state;

  kb_track_drag_cancel (context, &state->drag);
  state->draft.n = 0;
  state->draft.held = state->closing = FALSE;
}

/* Changes the width for new points; without a draft, that of the selected ones. */
static void
curve_adjust (KbToolContext *context, int steps)
{
  CurveState *state = context->gesture.state;

  context->next.track_width =
    CLAMP (floor (context->next.track_width) + 2 * steps, 1, KB_MAX_ZONES_SIDE);
  if (state->draft.n)
    state->points[state->draft.n - 1].width = context->next.track_width;
  g_autofree char *width = kb_number_text (context->next.track_width),
                  *text = g_strdup_printf (_("Road of %s pixels"), width);
  kb_tool_context_status (context, text);
}

static void
draw_curve_draft (KbToolContext *context, const CurveState *state, cairo_t *cr)
{
  KbVec next = kb_track_snapped (context);
  gboolean closing = state->closing || kb_draft_closes (context, state->points[0].at);
  guint32 colour = kb_stroke_colour (context, kb_stroke_value (context));
  const KbVec *last = &state->points[state->draft.n - 1].at;
  gboolean more = context->pointer.over && !state->draft.held && !closing
                  && (next.x != last->x || next.y != last->y);
  g_auto (KbCourse) course = { 0 };

  make_course (context, state, more ? &next : NULL, closing, &course);
  kb_draw_course_road (cr, &context->view, &course, colour, 0.45);
  kb_draw_course (cr, &context->view, context->style, &course, colour, KB_MARK_SELECTED);
  for (guint i = 0; i < state->draft.n; i++)
    kb_draw_course_point (cr, &context->view, context->style, &course, i,
                          state->draft.held && i == state->draft.n - 1 ? KB_MARK_SELECTED
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
  const CurveState *state = context->gesture.state;

  kb_track_drag_draw (context, &state->drag, cr);
  if (state->draft.n)
    draw_curve_draft (context, state, cr);
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
  .state_size = sizeof (CurveState),
  .press = curve_press,
  .motion = curve_motion,
  .release = curve_release,
  .key_press = kb_draft_key,
  .cancel = curve_cancel,
  .commit = kb_draft_commit,
  .busy = kb_draft_busy,
  .speak = kb_draft_speak,
  .adjust = curve_adjust,
  .draw = curve_draw,
  .end_draft = end_curve,
  .draft_min = 2,
};
