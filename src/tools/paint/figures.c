/* SPDX-License-Identifier: MIT */
/* Line, rectangle and ellipse: from the pressed position to the released one. */
#include <glib/gi18n.h>
#include <math.h>

#include "drawing/style.h"
#include "tools/paint/marks.h"
#include "tools/paint/stroke.h"
#include "tools/private.h"

typedef struct {
  KbVec from;           /* picture pixels */
} PaintFiguresState;

static guint
outline_width (const KbToolContext *context)
{
  return context->options.paint.filled ? 0 : context->options.paint.size;
}

/* From pixel to pixel, both included. Shift makes a square, Alt starts from the middle. */
static KbBox
paint_figures_box_of (const KbToolContext *context)
{
  const PaintFiguresState *state = context->gesture.state;
  int x0 = (int) floor (state->from.x), y0 = (int) floor (state->from.y),
      dx = context->pointer.pixel_x - x0, dy = context->pointer.pixel_y - y0;

  if (context->pointer.modifiers & KB_MOD_SHIFT)
    {
      int side = MAX (ABS (dx), ABS (dy));
      dx = dx < 0 ? -side : side;
      dy = dy < 0 ? -side : side;
    }
  if (context->pointer.modifiers & KB_MOD_ALT)
    return (KbBox) { x0 - ABS (dx), y0 - ABS (dy), 2 * ABS (dx) + 1, 2 * ABS (dy) + 1 };
  return (KbBox) { x0 + MIN (dx, 0), y0 + MIN (dy, 0), ABS (dx) + 1, ABS (dy) + 1 };
}

/* Shift: level, upright or at 45 degrees. */
static KbVec
line_end (const KbToolContext *context)
{
  const PaintFiguresState *state = context->gesture.state;
  double dx = context->pointer.at.x - state->from.x, dy = context->pointer.at.y - state->from.y,
         most = MAX (fabs (dx), fabs (dy));

  if (!(context->pointer.modifiers & KB_MOD_SHIFT))
    return context->pointer.at;
  if (fabs (dx) < most * 0.4142)
    dx = 0;
  else if (fabs (dy) < most * 0.4142)
    dy = 0;
  else
    {
      dx = copysign (most, dx);
      dy = copysign (most, dy);
    }
  return (KbVec) { state->from.x + dx, state->from.y + dy };
}

/* Whether a new stroke would start with the same picture as this one. */
static gboolean
is_current (const KbToolContext *context)
{
  const KbNode *node = kb_tool_context_painted (context);
  const KbZones *before = kb_zones_painter_zones (context->painting.stroke);
  const KbZones *now = node ? kb_node_painted (node, NULL)->zones : NULL;
  gint width, height;

  if (now || !node)
    return now == before;
  return kb_zones_is_blank (before) && kb_node_size (node, &width, &height)
         && (guint) width == kb_zones_width (before) && (guint) height == kb_zones_height (before);
}

/* Reverts the stroke so far and continues it. FALSE: the stroke has ended. */
static gboolean
kb_stroke_again (KbToolContext *context)
{
  if (!context->painting.stroke)
    return FALSE;
  if (!is_current (context))
    return kb_stroke_begin (context);
  kb_zones_painter_restart (context->painting.stroke);
  context->painting.serial++;
  context->painting.wrote = FALSE;
  return TRUE;
}

static void
paint_figure (KbToolContext *context)
{
  const PaintFiguresState *state = context->gesture.state;
  KbBrush brush = kb_stroke_brush (context);
  KbBox box = paint_figures_box_of (context);

  if (!kb_stroke_again (context))
    return;
  KbInk ink = kb_stroke_ink (
    context, context->pointer.modifiers & KB_MOD_CONTROL ? 0 : kb_stroke_value (context));
  if (context->gesture.tool == &kb_paint_box_tool)
    kb_paint_box (&ink, &box, outline_width (context));
  else if (context->gesture.tool == &kb_paint_ellipse_tool)
    kb_paint_ellipse (&ink, &box, outline_width (context));
  else
    {
      KbVec end = line_end (context);
      gint x0, y0, x1, y1;

      kb_brush_place (&brush, state->from.x, state->from.y, &x0, &y0);
      kb_brush_place (&brush, end.x, end.y, &x1, &y1);
      kb_paint_line (&ink, &brush, x0, y0, x1, y1);
    }
}

static gboolean
figure_press (KbToolContext *context, const KbPointerEvent *event)
{
  PaintFiguresState *state = context->gesture.state;

  if (!kb_stroke_begin (context))
    return FALSE;
  state->from = context->pointer.at;
  paint_figure (context);
  return TRUE;
}

static void
figure_motion (KbToolContext *context, const KbPointerEvent *event)
{
  if (context->painting.stroke)
    paint_figure (context);
}

static void
figure_release (KbToolContext *context, const KbPointerEvent *event)
{
  if (!context->painting.stroke)
    return;
  paint_figure (context);
  kb_stroke_end (context, _(context->gesture.tool->label));
}

/* Its size; for lines the brush, too. */
static void
figure_draw (KbToolContext *context, cairo_t *cr)
{
  guint32 colour = kb_stroke_colour (context, kb_stroke_value (context));
  KbBox box = context->painting.stroke ? paint_figures_box_of (context) : (KbBox) { 0 };
  gint x, y;

  if (context->gesture.tool == &kb_paint_line_tool && context->pointer.over)
    {
      KbBrush brush = kb_stroke_brush (context);
      KbVec end = context->painting.stroke ? line_end (context) : context->pointer.at;

      kb_brush_place (&brush, end.x, end.y, &x, &y);
      kb_paint_draw_brush (context, cr, x, y, colour);
    }
  if (context->painting.stroke)
    {
      g_autofree char *text = g_strdup_printf ("%d × %d", box.w, box.h);
      kb_tool_context_note (context, cr, context->pointer.canvas, text, context->style->pill_text);
    }
}

static void
figure_adjust (KbToolContext *context, int steps)
{
  kb_brush_tool.adjust (context, steps);
  if (context->painting.stroke)
    paint_figure (context);
}

/* Common to all three. */
#define FIGURE                                                                                     \
  .cursor = "crosshair", .state_size = sizeof (PaintFiguresState), .press = figure_press,          \
  .motion = figure_motion, .release = figure_release, .cancel = kb_stroke_cancel,                  \
  .adjust = figure_adjust, .draw = figure_draw

const KbTool kb_paint_line_tool = {
  .id = "line",
  .label = N_("Line"),
  .icon = "kb-line-symbolic",
  .key = 'l',
  .hint = N_("Drag a line as wide as the brush; Shift keeps it level, upright or at 45 degrees, "
              "Ctrl erases"),
  .flags = KB_TOOL_PAINTS | KB_TOOL_USES_CONTROL,
  FIGURE,
};

const KbTool kb_paint_box_tool = {
  .id = "rectangle",
  .label = N_("Rectangle"),
  .icon = "kb-box-symbolic",
  .key = 'u',
  .hint =
    N_("Drag from corner to corner; Shift makes a square, Alt goes from the middle, Ctrl erases"),
  .flags = KB_TOOL_PAINTS | KB_TOOL_PLACES | KB_TOOL_USES_CONTROL,
  FIGURE,
};

const KbTool kb_paint_ellipse_tool = {
  .id = "ellipse",
  .label = N_("Ellipse"),
  .icon = "kb-circle-symbolic",
  .key = 'c',
  .hint =
    N_("Drag from corner to corner; Shift makes a circle, Alt goes from the middle, Ctrl erases"),
  .flags = KB_TOOL_PAINTS | KB_TOOL_PLACES | KB_TOOL_USES_CONTROL,
  FIGURE,
};
