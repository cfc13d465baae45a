/* SPDX-License-Identifier: MIT */
/* Select on tracks: control points with their handles, curves, check points; a rubber band. A
 * double click on a curve inserts a point. */
#include <glib/gi18n.h>
#include <math.h>

#include "tools/private.h"
#include "tools/selection.h"
#include "tools/track/private.h"

typedef struct {
  KbTrackDrag drag;
  gboolean banding;
  KbVec band_from;           /* picture pixels */
  KbId clicked;              /* already selected at the press: a plain click selects it alone */
} TrackSelectState;

static gboolean
select_track_select_press (KbToolContext *context, const KbPointerEvent *event)
{
  TrackSelectState *state = context->gesture.state;
  KbTrackPart part = kb_track_part_at (context, event->canvas);

  state->clicked = 0;
  if (part.type == KB_TRACK_NOTHING)
    {
      state->banding = TRUE;
      state->band_from = context->pointer.at;
      if (!(event->modifiers & KB_MOD_SHIFT))
        kb_selection_clear (context);
      return TRUE;
    }
  if (part.type == KB_TRACK_CURVE && event->n_press == 2)
    {
      kb_track_drag_insert (context, &state->drag, part);
      return state->drag.active;
    }
  if (event->modifiers & KB_MOD_SHIFT && part.hold == KB_HOLD_POINT)
    {
      kb_selection_toggle (context, part.id);
      return FALSE;
    }
  if (kb_selection_has (context, part.id))
    state->clicked = part.id;
  kb_track_drag_begin (context, &state->drag, part);
  return TRUE;
}

static void
hover_track_select (KbToolContext *context, KbVec canvas)
{
  KbTrackPart part = kb_track_part_at (context, canvas);

  context->pointer.hover.id = part.id;
  context->pointer.hover.handle =
    part.type == KB_TRACK_POINT && kb_selection_has (context, part.id) ? (int) part.hold : -1;
}

static void
select_track_select_motion (KbToolContext *context, const KbPointerEvent *event)
{
  TrackSelectState *state = context->gesture.state;

  if (state->drag.active)
    kb_track_drag_update (context, &state->drag);
  else if (!state->banding)
    hover_track_select (context, event->canvas);
}

static gboolean
track_select_within (KbVec p, KbVec a, KbVec b)
{
  return p.x >= MIN (a.x, b.x) && p.x <= MAX (a.x, b.x) && p.y >= MIN (a.y, b.y)
         && p.y <= MAX (a.y, b.y);
}

static void
select_track_select_within (KbToolContext *context, KbVec from, KbVec to)
{
  const KbTrack *track = kb_tool_context_track (context);

  KB_EACH (KbCurve, curve, track->curves)
    KB_EACH (const KbCurvePoint, point, curve->points)
      if (track_select_within (point->at, from, to))
        kb_selection_add (context, point->node.id);
  KB_EACH (const KbGate, gate, track->gates)
    if (track_select_within (gate->a, from, to) && track_select_within (gate->b, from, to))
      kb_selection_add (context, gate->node.id);
}

static void
select_track_select_release (KbToolContext *context, const KbPointerEvent *event)
{
  TrackSelectState *state = context->gesture.state;
  gboolean moved = state->drag.moved;

  if (state->banding)
    select_track_select_within (context, state->band_from, context->pointer.at);
  state->banding = FALSE;
  kb_track_drag_end (context, &state->drag);
  if (!moved && state->clicked)
    kb_selection_set (context, state->clicked);
  state->clicked = 0;
}

static void
select_track_select_cancel (KbToolContext *context)
{
  TrackSelectState *state = context->gesture.state;

  state->banding = FALSE;
  kb_track_drag_cancel (context, &state->drag);
}

static const char *
select_track_select_cursor (const KbToolContext *context)
{
  return context->pointer.hover.id ? "move" : NULL;
}

static void
select_track_select_draw (KbToolContext *context, cairo_t *cr)
{
  const TrackSelectState *state = context->gesture.state;

  kb_track_drag_draw (context, &state->drag, cr);
  if (state->banding)
    kb_draw_rubber_band (cr, &context->view, context->style,
                         kb_view_to_canvas (&context->view, state->band_from),
                         context->pointer.canvas);
}

const KbTool kb_track_select_tool = {
  .id = "track-select",
  .label = N_("Select on the track"),
  .icon = "kb-track-select-symbolic",
  .key = 's',
  .cursor = "default",
  .hint = N_("Drag points, handles (Alt: one alone), widths; a double click on a curve adds a "
             "point; Shift adds"),
  .flags = KB_TOOL_TRACKS | KB_TOOL_USES_CONTROL,
  .state_size = sizeof (TrackSelectState),
  .press = select_track_select_press,
  .motion = select_track_select_motion,
  .release = select_track_select_release,
  .cancel = select_track_select_cancel,
  .cursor_at = select_track_select_cursor,
  .draw = select_track_select_draw,
};
