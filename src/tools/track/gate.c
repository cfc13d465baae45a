/* SPDX-License-Identifier: MIT */
/* Check points: from the pressed position to the released one. The first is the start line. */
#include <glib/gi18n.h>
#include <math.h>

#include "tools/private.h"
#include "tools/track/private.h"

typedef struct {
  KbTrackDrag drag;
  gboolean drawing;
  KbVec from;
} GateState;

/* Shift: level or upright. */
static KbVec
end_of (const KbToolContext *context, const GateState *state)
{
  KbVec to = kb_track_snapped (context);

  if (context->pointer.modifiers & KB_MOD_SHIFT)
    *(fabs (to.x - state->from.x) < fabs (to.y - state->from.y) ? &to.x : &to.y) =
      fabs (to.x - state->from.x) < fabs (to.y - state->from.y) ? state->from.x : state->from.y;
  return to;
}

static gboolean
is_of_gate (KbTrackPart part)
{
  return part.type == KB_TRACK_GATE || part.type == KB_TRACK_GATE_A || part.type == KB_TRACK_GATE_B;
}

static gboolean
gate_press (KbToolContext *context, const KbPointerEvent *event)
{
  GateState *state = context->gesture.state;
  KbTrackPart part = kb_track_part_at (context, event->canvas);

  if (is_of_gate (part))
    {
      kb_track_drag_begin (context, &state->drag, part);
      return TRUE;
    }
  kb_selection_clear (context);
  state->drawing = TRUE;
  state->from = kb_track_snapped (context);
  return TRUE;
}

static void
gate_motion (KbToolContext *context, const KbPointerEvent *event)
{
  GateState *state = context->gesture.state;
  KbTrackPart part = kb_track_part_at (context, event->canvas);

  if (state->drag.active)
    kb_track_drag_update (context, &state->drag);
  else if (!state->drawing && is_of_gate (part))
    context->pointer.hover.id = part.id;
}

/* The next one: it points forwards along its curve, or from the one before, whichever end was drawn
 * first. */
static KbGateMark
next_gate (const KbToolContext *context, const GateState *state)
{
  const KbTrack *track = kb_tool_context_track (context);
  const guint n = kb_count (track->gates);
  const KbGate *start = n ? kb_gate_at (track, 0) : NULL,
               *last = n ? kb_gate_at (track, n - 1) : NULL;
  KbVec from = state->from, to = end_of (context, state);
  KbCurvePlace place;

  if (start && !kb_gate_find_place (track, start->a, start->b, &place))
    start = NULL;
  const gboolean reversed = kb_gate_is_reversed (track, from, to, start, last);
  return (KbGateMark) { .a = reversed ? to : from,
                        .b = reversed ? from : to,
                        .mark = KB_MARK_SELECTED };
}

static void
gate_release (KbToolContext *context, const KbPointerEvent *event)
{
  GateState *state = context->gesture.state;
  const KbTrack *track = kb_tool_context_track (context);
  KbVec to = end_of (context, state);
  GError *error = NULL;

  kb_track_drag_end (context, &state->drag);
  if (!state->drawing)
    return;
  state->drawing = FALSE;
  if (to.x == state->from.x && to.y == state->from.y)
    {
      kb_tool_context_status (context, _("Drag across the road, from side to side"));
      return;
    }
  guint n = kb_count (track->gates);
  g_autofree char *label =
    n ? g_strdup_printf (_("Add check point %u"), n) : g_strdup (_("Add start line"));
  kb_document_begin (context->document, label);
  KbGateMark gate = next_gate (context, state);
  KbId id = kb_document_insert (
    context->document, track->node.id, "gates", -1,
    json_pack ("{so so}", "a", kb_vec_json (gate.a), "b", kb_vec_json (gate.b)), &error);
  kb_selection_finish_new (context, id, error);
}

static void
gate_cancel (KbToolContext *context)
{
  GateState *state = context->gesture.state;

  state->drawing = FALSE;
  kb_track_drag_cancel (context, &state->drag);
}

static void
gate_draw (KbToolContext *context, cairo_t *cr)
{
  const GateState *state = context->gesture.state;
  const KbTrack *track = kb_tool_context_track (context);

  kb_track_drag_draw (context, &state->drag, cr);
  if (state->drawing)
    {
      KbGateMark gate = next_gate (context, state);

      kb_draw_gates (cr, &context->view, context->style, kb_count (track->gates), &gate, 1);
    }
}

const KbTool kb_gate_tool = {
  .id = "gate",
  .label = N_("Check points"),
  .icon = "kb-gate-symbolic",
  .key = 'g',
  .cursor = "crosshair",
  .hint =
    N_("Drag across the road: the start line, then each check point; the arrow shows forwards"),
  .flags = KB_TOOL_TRACKS | KB_TOOL_PLACES | KB_TOOL_USES_CONTROL,
  .state_size = sizeof (GateState),
  .press = gate_press,
  .motion = gate_motion,
  .release = gate_release,
  .cancel = gate_cancel,
  .draw = gate_draw,
};
