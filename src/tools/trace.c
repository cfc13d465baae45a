/* SPDX-License-Identifier: MIT */
/* Trace: shows the outline of the part under the pointer, and inserts it on a click. */
#include <glib/gi18n.h>
#include <math.h>

#include "operations/operations.h"
#include "tools/private.h"

typedef struct {
  KbTrace trace;             /* of the part under the pointer; outline.n 0: none */
  KbPicture *picture;        /* the traced picture, owned */
  KbTraceOptions options;    /* used for the trace; its pixel is the last one pointed at */
  gboolean seen;             /* there was such a pixel */
} TraceState;

static void
forget_trace (TraceState *state)
{
  kb_trace_clear (&state->trace);
  state->trace = (KbTrace) { 0 };
  g_clear_pointer (&state->picture, kb_picture_unref);
}

static gboolean
is_opaque (const KbPicture *picture, guint alpha, gint x, gint y)
{
  return x >= 0 && y >= 0 && x < (gint) picture->width && y < (gint) picture->height &&
         kb_picture_pixel (picture, (guint) x, (guint) y)[3] >= MAX (alpha, 1);
}

/* Whether a path along the axes to (x, y) stays inside the traced part: then the outline is the
 * same. The pointer moves little between motions, so this saves nearly all the work. */
static gboolean
is_same_part (const TraceState *state, const KbPicture *picture, const KbTraceOptions *options)
{
  const KbTraceOptions *last = &state->options;
  if (state->picture != picture || !state->trace.outline.n || last->alpha != options->alpha
      || last->diagonal != options->diagonal || last->tolerance != options->tolerance)
    return FALSE;
  for (gint i = MIN (options->x, last->x); i <= MAX (options->x, last->x); i++)
    if (!is_opaque (picture, options->alpha, i, last->y))
      return FALSE;
  for (gint i = MIN (options->y, last->y); i <= MAX (options->y, last->y); i++)
    if (!is_opaque (picture, options->alpha, options->x, i))
      return FALSE;
  return TRUE;
}

/* Traces the part under the pointer unless it is traced already. */
static void
trace_at_pointer (KbToolContext *context)
{
  TraceState *state = context->gesture.state;
  const KbFrame *frame = kb_tool_context_frame (context);
  g_autoptr (KbPicture) picture =
    frame ? kb_document_frame_picture (context->document, frame, NULL) : NULL;
  gboolean stays = context->options.tuning && state->seen;
  KbTraceOptions options = { stays ? state->options.x : context->pointer.pixel_x,
                             stays ? state->options.y : context->pointer.pixel_y,
                             kb_tool_context_alpha (context), context->options.pictures.diagonal,
                             context->options.pictures.tolerance };

  if (!picture || !(context->pointer.over || stays)
      || !is_opaque (picture, options.alpha, options.x, options.y))
    {
      forget_trace (state);
      return;
    }
  if (!is_same_part (state, picture, &options))
    {
      forget_trace (state);
      if (!kb_trace (picture, &options, &state->trace, NULL))
        {
          kb_trace_clear (&state->trace);
          state->trace = (KbTrace) { 0 };
          return;
        }
      state->picture = kb_picture_ref (picture);
    }
  state->options = options;
  state->seen = TRUE;
}

static gboolean
trace_press (KbToolContext *context, const KbPointerEvent *event)
{
  const TraceState *state = context->gesture.state;

  trace_at_pointer (context);
  if (!state->trace.outline.n)
    return kb_tool_context_refuse (context, _("There is no opaque pixel here"));
  return TRUE;
}

static void
trace_motion (KbToolContext *context, const KbPointerEvent *event)
{
  trace_at_pointer (context);
}

static void
trace_release (KbToolContext *context, const KbPointerEvent *event)
{
  TraceState *state = context->gesture.state;

  trace_at_pointer (context);
  if (state->trace.outline.n)
    kb_create_insert_all (context, kb_operation_label (KB_OPERATION_TRACE), &state->trace.outline,
                          1);
}

static void
trace_cancel (KbToolContext *context)
{
  forget_trace (context->gesture.state);
}

/* Finer steps where outlines change more. */
static void
trace_adjust (KbToolContext *context, int steps)
{
  static const double ladder[] = { 0, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 16 };
  int n = G_N_ELEMENTS (ladder), at = 0;

  while (at + 1 < n && ladder[at + 1] <= context->options.pictures.tolerance)
    at++;
  /* From between two steps, down goes to the lower one. */
  if (steps < 0 && context->options.pictures.tolerance > ladder[at])
    steps++;
  context->options.pictures.tolerance = ladder[CLAMP (at + CLAMP (steps, -n, n), 0, n - 1)];
  trace_at_pointer (context);
  g_autofree char *text = g_strdup_printf (
    context->options.pictures.tolerance == 1 ? _("Tolerance %g pixel") : _("Tolerance %g pixels"),
    context->options.pictures.tolerance);
  kb_tool_context_status (context, text);
}

static const char *
trace_cursor (const KbToolContext *context)
{
  const TraceState *state = context->gesture.state;

  return state->trace.outline.n ? NULL : "not-allowed";
}

static void
trace_draw (KbToolContext *context, cairo_t *cr)
{
  const TraceState *state = context->gesture.state;
  const KbView *view = &context->view;
  KbVec at = context->pointer.canvas;
  guint n;

  if (!context->pointer.over && !context->options.tuning)
    return;
  trace_at_pointer (context);
  if (!state->trace.outline.n)
    return;
  n = state->trace.outline.n / 2;
  kb_draw_geometry (cr, view, context->style, &state->trace.outline, kb_create_colour (context),
                    KB_MARK_HOVERED);
  /* Only if there are few. */
  if (n <= 32 && view->scale >= 3)
    for (guint i = 0; i < n; i++)
      kb_draw_handle (cr, view, context->style,
                      (KbVec) { state->trace.outline.v[2 * i], state->trace.outline.v[2 * i + 1] },
                      TRUE, FALSE);
  g_autofree char *text =
    g_strdup_printf (g_dngettext (NULL, "%u corner   ± %g px", "%u corners   ± %g px", n), n,
                     floor (state->trace.deviation * 100 + 0.5) / 100);
  if (context->options.tuning)
    at = kb_view_to_canvas (view, (KbVec) { state->options.x + 0.5, state->options.y + 0.5 });
  kb_tool_context_note (context, cr, at, text, context->style->pill_text);
}

const KbTool kb_trace_tool = {
  .id = "trace",
  .label = N_("Trace"),
  .icon = "kb-trace-symbolic",
  .key = 't',
  .cursor = "crosshair",
  .hint = N_("Click the picture for its outline; {lower} and {raise} change the tolerance"),
  .flags = KB_TOOL_PLACES | KB_TOOL_CLICKS,
  .state_size = sizeof (TraceState),
  .press = trace_press,
  .motion = trace_motion,
  .release = trace_release,
  .cancel = trace_cancel,
  .adjust = trace_adjust,
  .cursor_at = trace_cursor,
  .draw = trace_draw,
};
