/* SPDX-License-Identifier: MIT */
/* Probe: a drag tries a move on the level. A view of the partition shows what the move passes. The
 * document does not change. */
#include <glib/gi18n.h>
#include <math.h>

#include "drawing/style.h"
#include "tools/level/private.h"
#include "tools/private.h"

typedef struct {
  KbVec from, to;
  gboolean shown;
} ProbeState;

static void
notify_host (KbToolContext *context, const ProbeState *state)
{
  if (context->host && context->host->probed)
    context->host->probed (context->host_data, state->shown ? &state->from : NULL,
                           state->shown ? &state->to : NULL);
}

static KbVec
probe_limited (KbVec p)
{
  return kb_vec_to_grid ((KbVec) { CLAMP (p.x, -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT),
                                 CLAMP (p.y, -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT) });
}

static gboolean
probe_press (KbToolContext *context, const KbPointerEvent *event)
{
  ProbeState *state = context->gesture.state;

  state->from = state->to = probe_limited (context->pointer.at);
  state->shown = TRUE;
  notify_host (context, state);
  return TRUE;
}

static void
probe_motion (KbToolContext *context, const KbPointerEvent *event)
{
  ProbeState *state = context->gesture.state;

  if (!context->gesture.pressed)
    return;
  state->to = probe_limited (context->pointer.modifiers & KB_MOD_SHIFT
                         ? kb_level_at_angle (context, state->from, context->pointer.at)
                         : context->pointer.at);
  notify_host (context, state);
}

static void
probe_release (KbToolContext *context, const KbPointerEvent *event)
{
  ProbeState *state = context->gesture.state;

  context->gesture.pressed = TRUE;
  probe_motion (context, event);
  context->gesture.pressed = FALSE;
  /* A click removes the move. */
  if (kb_vec_equal (state->from, state->to))
    {
      state->shown = FALSE;
      notify_host (context, state);
    }
}

static void
probe_cancel (KbToolContext *context)
{
  ProbeState *state = context->gesture.state;

  if (!state->shown)
    return;
  state->shown = FALSE;
  notify_host (context, state);
}

static char *
probe_speak (const KbToolContext *context)
{
  const ProbeState *state = context->gesture.state;

  if (!state->shown)
    return NULL;
  g_autofree char *x0 = kb_number_text (state->from.x), *y0 = kb_number_text (state->from.y);
  g_autofree char *x1 = kb_number_text (state->to.x), *y1 = kb_number_text (state->to.y);
  return g_strdup_printf (_("Move from %s, %s to %s, %s"), x0, y0, x1, y1);
}

static void
probe_draw (KbToolContext *context, cairo_t *cr)
{
  const ProbeState *state = context->gesture.state;

  if (state->shown)
    kb_draw_level_arrow (cr, &context->view, context->style, state->from, state->to);
}

const KbTool kb_probe_tool = {
  .id = "probe",
  .label = N_("Try a move"),
  .icon = "kb-probe-symbolic",
  .key = 'm',
  .cursor = "crosshair",
  .hint = N_(
    "Drag a move to see its path through the partition; a click removes it; Shift: angles"),
  .flags = KB_TOOL_LEVELS,
  .state_size = sizeof (ProbeState),
  .press = probe_press,
  .motion = probe_motion,
  .release = probe_release,
  .cancel = probe_cancel,
  .speak = probe_speak,
  .draw = probe_draw,
};
