/* SPDX-License-Identifier: MIT */
/* Fill: pixels similar to the clicked one get the zone. */
#include <glib/gi18n.h>

#include "tools/paint/marks.h"
#include "tools/paint/stroke.h"
#include "tools/paint/work.h"
#include "tools/private.h"

static gboolean
fill_press (KbToolContext *context, const KbPointerEvent *event)
{
  gint width, height;

  if (event->modifiers & KB_MOD_ALT)
    return kb_paint_pick (context);
  if (!kb_tool_context_size (context, &width, &height) || context->pointer.pixel_x < 0
      || context->pointer.pixel_y < 0 || context->pointer.pixel_x >= width
      || context->pointer.pixel_y >= height)
    {
      kb_tool_context_status (context, _("Click inside the picture"));
      return FALSE;
    }
  return kb_stroke_begin (context);
}

static gboolean
find_and_paint (const KbPaintWork *work, const KbInk *ink, KbProgress progress, gpointer data)
{
  g_autoptr (KbPixelSet) found = kb_fill_find (kb_zones_painter_zones (ink->painter), work->x,
                                               work->y, &work->fill, progress, data);

  if (found)
    kb_paint_set (ink, found);
  return found != NULL;
}

static void
fill_release (KbToolContext *context, const KbPointerEvent *event)
{
  const KbPaintOptions *paint = &context->options.paint;
  gboolean erases = event->modifiers & KB_MOD_CONTROL;
  KbPaintWork *work = NULL;

  if (context->painting.stroke)
    work = kb_paint_work_new (context, find_and_paint, erases ? _("Erase") : _("Fill"), NULL);
  if (!work)
    return;
  if (paint->by_picture && !kb_tool_context_find_picture (context, &work->picture))
    {
      kb_paint_work_drop (work);
      return;
    }
  work->fill = (KbFillOptions){ work->picture, paint->tolerance, !paint->contiguous, paint->stops };
  work->value = erases ? 0 : work->value;
  work->x = context->pointer.pixel_x;
  work->y = context->pointer.pixel_y;
  kb_paint_work_start (context, work);
}

static void
fill_adjust (KbToolContext *context, int steps)
{
  int tolerance = (int) context->options.paint.tolerance + 4 * steps;
  g_autofree char *text = NULL;

  context->options.paint.tolerance = (guint) CLAMP (tolerance, 0, 255);
  text = g_strdup_printf (_("Tolerance %u"), context->options.paint.tolerance);
  kb_tool_context_status (context, text);
}

const KbTool kb_fill_tool = {
  .id = "fill",
  .label = N_("Fill"),
  .icon = "kb-fill-symbolic",
  .key = 'f',
  .cursor = "crosshair",
  .hint = N_("Click to fill similar pixels; {lower} and {raise} change the tolerance, Ctrl erases, "
             "Alt picks"),
  .flags = KB_TOOL_PAINTS | KB_TOOL_PLACES | KB_TOOL_CLICKS | KB_TOOL_USES_CONTROL,
  .press = fill_press,
  .release = fill_release,
  .cancel = kb_stroke_cancel,
  .adjust = fill_adjust,
};
