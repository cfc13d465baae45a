/* SPDX-License-Identifier: MIT */
/* Lines, the nearest of them, and guides. */
#include "tools/snap.h"

#include <math.h>

#include "tools/selection.h"
#include "tools/tools.h"

#define SAME 1e-9            /* picture pixels; coordinates are multiples of 1/256 */

static gboolean
is_multiple (double value, double step)
{
  return fabs (value / step - floor (value / step + 0.5)) < 1e-6;
}

static void
consider (double shift, double wanted, double reach, double step, double *best, gboolean *found,
          double *by)
{
  double d = fabs (shift - wanted);

  if (d > reach || d >= *best || !is_multiple (shift, step))
    return;
  *best = d;
  *found = TRUE;
  *by = shift;
}

gboolean
kb_snap_shift (const GArray *lines, const double *references, guint n, double reach, double step,
               double *by)
{
  double best = G_MAXDOUBLE, wanted = *by;
  gboolean found = FALSE;

  KB_EACH_IN (const KbSnapLine, line, lines)
    for (guint k = 0; k < n; k++)
      consider (line->at - references[k], wanted, reach, step, &best, &found, by);
  return found;
}

gboolean
kb_snap_pixel_shift (const GArray *lines, double at, double reach, double *by)
{
  double best = G_MAXDOUBLE, wanted = *by;
  gboolean found = FALSE;

  KB_EACH_IN (const KbSnapLine, line, lines)
    consider (line->at - (at + (1 + line->side) / 2.0), wanted, reach, 1, &best, &found, by);
  return found;
}

gboolean
kb_snap_on (const KbToolContext *context)
{
  guint suspends =
    context->gesture.tool->flags & KB_TOOL_USES_CONTROL ? KB_MOD_ALT : KB_MOD_CONTROL;

  return context->options.snap.on && !(context->pointer.modifiers & suspends);
}

double
kb_snap_reach (const KbToolContext *context, double step)
{
  double reach = KB_SNAP_REACH / context->view.scale;

  /* Slightly under half a step: between steps, rounding decides. */
  return context->view.scale >= KB_SNAP_EXACT && step >= 0.5 ? MIN (reach, step / 2 - 1e-6) : reach;
}

static void
add_tools_snap_line (KbToolContext *context, guint axis, double at, KbSide side, double from,
                     double to)
{
  KbSnapLine line = { at, from, to, side };

  g_array_append_val (context->options.snap.lines[axis], line);
}

static void
add_bounds (KbToolContext *context, KbBounds b)
{
  for (int side = -1; side <= 1; side++)
    {
      double t = (1 + side) / 2.0;

      add_tools_snap_line (context, 0, b.x0 + (b.x1 - b.x0) * t, (KbSide) side, b.y0, b.y1);
      add_tools_snap_line (context, 1, b.y0 + (b.y1 - b.y0) * t, (KbSide) side, b.x0, b.x1);
    }
}

void
kb_snap_gather (KbToolContext *context, gboolean but_selected)
{
  const KbFrame *frame = kb_tool_context_frame (context);

  for (guint axis = 0; axis < 2; axis++)
    g_array_set_size (context->options.snap.lines[axis], 0);
  if (!frame || !context->options.snap.on)
    return;
  if (context->options.snap.to & KB_SNAP_FRAME)
    add_bounds (context, (KbBounds) { 0, 0, frame->width, frame->height });
  if (context->options.snap.to & KB_SNAP_HOT_SPOT && frame->hot_spot.set
      && !(but_selected && kb_selection_has (context, frame->node.id)))
    add_bounds (context, (KbBounds) { frame->hot_spot.x, frame->hot_spot.y, frame->hot_spot.x + 1,
                                     frame->hot_spot.y + 1 });
  if (context->options.snap.to & KB_SNAP_SHAPES)
    KB_EACH (const KbShape, shape, frame->shapes)
      {
        if (kb_id_in_set (shape->class_id, context->hidden)
            || (but_selected && kb_selection_has (context, shape->node.id)))
          continue;
        add_bounds (context, kb_geometry_kind (shape->geometry.type)->bounds (&shape->geometry));
      }
}

void
kb_snap_place (const KbToolContext *context, guint axes, double step, KbVec *p)
{
  static const double origin = 0;
  double *by[2] = { &p->x, &p->y };

  for (guint axis = 0; axis < 2 && kb_snap_on (context); axis++)
    if (axes & 1u << axis)
      kb_snap_shift (context->options.snap.lines[axis], &origin, 1, kb_snap_reach (context, step),
                     step, by[axis]);
}

void
kb_snap_pixel (KbToolContext *context)
{
  gint *at[2] = { &context->pointer.pixel_x, &context->pointer.pixel_y };

  for (guint axis = 0;
       axis < 2 && context->view.scale < KB_SNAP_EXACT_POINT && kb_snap_on (context); axis++)
    {
      double by = 0;

      if (kb_snap_pixel_shift (context->options.snap.lines[axis], *at[axis],
                               kb_snap_reach (context, 1), &by))
        *at[axis] += (gint) by;
    }
}

double
kb_snap_radius (const KbToolContext *context, KbVec centre, double radius)
{
  const double middle[2] = { centre.x, centre.y };
  double best = G_MAXDOUBLE, result = radius;
  gboolean found = FALSE;

  for (guint axis = 0; axis < 2 && kb_snap_on (context); axis++)
    KB_EACH_IN (const KbSnapLine, line, context->options.snap.lines[axis])
      {
        double to = fabs (line->at - middle[axis]);

        if (to > 0)
          consider (to, radius, kb_snap_reach (context, 0.5), 0.5, &best, &found, &result);
      }
  return result;
}

/* Guides on the same line are merged. */
static void
add_guide (KbToolContext *context, guint axis, double at, double from, double to)
{
  KbGuide guide = { axis, at, from, to };

  KB_EACH_IN (KbGuide, other, context->options.snap.guides)
    {
      if (other->axis != axis || fabs (other->at - at) > SAME)
        continue;
      other->from = MIN (other->from, from);
      other->to = MAX (other->to, to);
      return;
    }
  g_array_append_val (context->options.snap.guides, guide);
}

void
kb_snap_show (KbToolContext *context, KbBounds bounds, guint x_parts, guint y_parts)
{
  const guint parts[2] = { x_parts, y_parts };
  const double low[2] = { bounds.x0, bounds.y0 }, high[2] = { bounds.x1, bounds.y1 };

  for (guint axis = 0; axis < 2 && kb_snap_on (context); axis++)
    KB_EACH_IN (const KbSnapLine, line, context->options.snap.lines[axis])
      for (guint part = 0; part < 3; part++)
        if (parts[axis] & 1u << part
            && fabs (low[axis] + (high[axis] - low[axis]) * part / 2 - line->at) <= SAME)
          add_guide (context, axis, line->at, MIN (line->from, low[1 - axis]),
                     MAX (line->to, high[1 - axis]));
}

void
kb_snap_show_pixel (KbToolContext *context)
{
  const double at[2] = { context->pointer.pixel_x, context->pointer.pixel_y };

  for (guint axis = 0; axis < 2 && kb_snap_on (context); axis++)
    KB_EACH_IN (const KbSnapLine, line, context->options.snap.lines[axis])
      if (fabs (at[axis] + (1 + line->side) / 2.0 - line->at) <= SAME)
        add_guide (context, axis, line->at, MIN (line->from, at[1 - axis]),
                   MAX (line->to, at[1 - axis] + 1));
}
