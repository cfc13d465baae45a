/* SPDX-License-Identifier: MIT */
/* Brush and eraser: a continuous line from event to event. Shift draws a straight line from the end
 * of the last stroke, Alt picks the zone under the pointer. */
#include <glib/gi18n.h>
#include <math.h>

#include "drawing/scene/marks.h"
#include "tools/options.h"
#include "tools/paint/marks.h"
#include "tools/paint/stroke.h"
#include "tools/private.h"

typedef struct {
  gint x, y;            /* position of the last dab */
  KbId on;              /* painted node; 0: none */
} BrushState;

static guint8
value_of (const KbToolContext *context)
{
  return context->gesture.tool == &kb_eraser_tool ? 0 : kb_stroke_value (context);
}

static void
brush_position (const KbToolContext *context, gint *x, gint *y)
{
  KbBrush brush = kb_stroke_brush (context);

  kb_brush_place (&brush, context->pointer.at.x, context->pointer.at.y, x, y);
}

static void
paint_to (KbToolContext *context, gboolean from_last)
{
  BrushState *state = context->gesture.state;
  KbInk ink = kb_stroke_ink (context, value_of (context));
  KbBrush brush = kb_stroke_brush (context);
  gint x, y;

  brush_position (context, &x, &y);
  if (from_last)
    kb_paint_line (&ink, &brush, state->x, state->y, x, y);
  else
    kb_paint_dab (&ink, &brush, x, y);
  state->x = x;
  state->y = y;
  state->on = context->shown.painted_id;
}

static gboolean
goes_straight (const KbToolContext *context)
{
  const BrushState *state = context->gesture.state;

  return context->pointer.modifiers & KB_MOD_SHIFT && state->on == context->shown.painted_id
         && state->on;
}

static gboolean
brush_press (KbToolContext *context, const KbPointerEvent *event)
{
  if (event->modifiers & KB_MOD_ALT)
    return kb_paint_pick (context);
  if (!kb_stroke_begin (context))
    return FALSE;
  paint_to (context, goes_straight (context));
  return TRUE;
}

static void
brush_motion (KbToolContext *context, const KbPointerEvent *event)
{
  if (context->painting.stroke)
    paint_to (context, TRUE);
}

static void
brush_release (KbToolContext *context, const KbPointerEvent *event)
{
  if (!context->painting.stroke)
    return;
  paint_to (context, TRUE);
  kb_stroke_end (context, context->gesture.tool == &kb_eraser_tool ? _("Erase") : _("Paint"));
}

/* By a tenth, at least a pixel. An eleventh of the larger size is what it grew by. */
static void
brush_adjust (KbToolContext *context, int steps)
{
  context->options.paint.size =
    kb_tool_step_size (context->options.paint.size, steps, KB_MAX_BRUSH);
  g_autofree char *text = g_strdup_printf (
    g_dngettext (NULL, "Brush of %u pixel", "Brush of %u pixels", context->options.paint.size),
    context->options.paint.size);
  kb_tool_context_status (context, text);
}

/* Between two positions of the picture. */
static void
kb_paint_draw_line (KbToolContext *context, cairo_t *cr, KbVec from, KbVec to, guint32 colour)
{
  KbVec a = kb_view_to_canvas (&context->view, from), b = kb_view_to_canvas (&context->view, to);

  cairo_new_path (cr);
  cairo_move_to (cr, a.x, a.y);
  cairo_line_to (cr, b.x, b.y);
  kb_paint_stroke_path (context, cr, colour);
}

static void
brush_draw (KbToolContext *context, cairo_t *cr)
{
  const BrushState *state = context->gesture.state;
  guint32 colour = kb_stroke_colour (context, value_of (context));
  gint x, y;

  if (!context->pointer.over)
    return;
  brush_position (context, &x, &y);
  if (!context->painting.stroke && goes_straight (context))
    kb_paint_draw_line (context, cr, (KbVec) { state->x + 0.5, state->y + 0.5 },
                        (KbVec) { x + 0.5, y + 0.5 }, colour);
  kb_paint_draw_brush (context, cr, x, y, colour);
}

/* Common to both. */
#define BRUSH                                                                                      \
  .cursor = "crosshair", .state_size = sizeof (BrushState), .press = brush_press,                  \
  .motion = brush_motion, .release = brush_release, .cancel = kb_stroke_cancel,                    \
  .adjust = brush_adjust, .draw = brush_draw

const KbTool kb_brush_tool = {
  .id = "brush",
  .label = N_("Brush"),
  .icon = "kb-brush-symbolic",
  .key = 'b',
  .hint = N_("Drag to paint; {lower} and {raise} change the size, Shift paints a straight line, "
             "Alt picks a zone"),
  .flags = KB_TOOL_PAINTS | KB_TOOL_FOLLOWS,
  BRUSH,
};

const KbTool kb_eraser_tool = {
  .id = "eraser",
  .label = N_("Eraser"),
  .icon = "kb-eraser-symbolic",
  .key = 'e',
  .hint = N_("Drag to erase; {lower} and {raise} change the size, Shift erases a straight line"),
  .flags = KB_TOOL_PAINTS | KB_TOOL_FOLLOWS,
  BRUSH,
};
