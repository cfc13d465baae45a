/* SPDX-License-Identifier: MIT */
/* Fill: pixels similar to the clicked one get the zone. The magic wand selects them. */
#include <glib/gi18n.h>

#include "operations/track/cover.h"
#include "tools/paint/marks.h"
#include "tools/paint/stroke.h"
#include "tools/paint/work.h"
#include "tools/private.h"

static gboolean
wand_press (KbToolContext *context, const KbPointerEvent *event)
{
  gint width, height;

  if (!kb_tool_context_size (context, &width, &height) || context->pointer.pixel_x < 0
      || context->pointer.pixel_y < 0 || context->pointer.pixel_x >= width
      || context->pointer.pixel_y >= height)
    return kb_tool_context_refuse (context, _("Click inside the picture"));
  return kb_stroke_begin (context);
}

static gboolean
fill_press (KbToolContext *context, const KbPointerEvent *event)
{
  return event->modifiers & KB_MOD_ALT ? kb_paint_pick (context) : wand_press (context, event);
}

/* For the wand too: into a selection. */
static gboolean
find_and_paint (const KbPaintWork *work, const KbInk *ink, KbProgress progress, gpointer data)
{
  g_autoptr (KbPixelSet) found = kb_fill_find (kb_zones_painter_zones (work->painter), work->x,
                                               work->y, &work->fill, progress, data);

  if (found)
    kb_paint_set (ink, found);
  return found != NULL;
}

/* What a track's curves cover, which is shown where nothing is painted; NULL: no such curves. */
static KbZones *
curves_layer (const KbToolContext *context)
{
  const KbNode *node = kb_tool_context_painted (context);
  const KbTrack *track = kb_node_is (node, &kb_track_kind) ? (const KbTrack *) node : NULL;
  const guint n = track ? kb_count (track->curves) : 0;
  if (!n)
    return NULL;
  g_autofree KbCourse *courses = g_new (KbCourse, n);
  for (guint i = 0; i < n; i++)
    courses[i] = kb_course_of_curve (kb_curve_at (track, i));
  KbZones *layer = kb_track_layer ((guint) track->width, (guint) track->height, courses, n);
  for (guint i = 0; i < n; i++)
    kb_course_clear (&courses[i]);
  return layer;
}

/* The pixels like the one under the pointer, by the options; NULL, reported, if it cannot. */
static KbPaintWork *
work_new (KbToolContext *context, const char *label)
{
  const KbPaintOptions *paint = &context->options.paint;
  KbPaintWork *work = kb_paint_work_new (context, find_and_paint, label, NULL);

  if (!work)
    return NULL;
  if (paint->by_picture && !kb_tool_context_find_picture (context, &work->picture))
    {
      kb_paint_work_drop (work);
      return NULL;
    }
  work->under = curves_layer (context);
  work->fill = (KbFillOptions){ work->picture, paint->tolerance, !paint->contiguous, paint->stops,
                                work->under };
  work->x = context->pointer.pixel_x;
  work->y = context->pointer.pixel_y;
  return work;
}

static void
fill_release (KbToolContext *context, const KbPointerEvent *event)
{
  gboolean erases = event->modifiers & KB_MOD_CONTROL;
  KbPaintWork *work =
    context->painting.stroke ? work_new (context, erases ? _("Erase") : _("Fill")) : NULL;

  if (!work)
    return;
  work->value = erases ? 0 : work->value;
  kb_paint_work_start (context, work);
}

static void
wand_release (KbToolContext *context, const KbPointerEvent *event)
{
  KbPaintWork *work = context->painting.stroke ? work_new (context, _("Select")) : NULL;
  gint width, height;

  if (!work || !kb_tool_context_size (context, &width, &height))
    return;
  work->selected = kb_pixel_set_new ((guint) width, (guint) height);
  g_clear_pointer (&work->within, kb_pixel_set_free);
  work->modifiers = event->modifiers;
  kb_paint_work_start (context, work);
}

static void
fill_adjust (KbToolContext *context, int steps)
{
  int tolerance = (int) context->options.paint.tolerance + 4 * steps;

  context->options.paint.tolerance = (guint) CLAMP (tolerance, 0, 255);
  g_autofree char *text = g_strdup_printf (_("Tolerance %u"), context->options.paint.tolerance);
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

const KbTool kb_wand_tool = {
  .id = "wand",
  .label = N_("Magic wand"),
  .icon = "kb-wand-symbolic",
  .key = 'w',
  .cursor = "crosshair",
  .hint = N_("Click to select similar pixels, Shift adds, Ctrl removes; {lower} and {raise} change "
             "the tolerance"),
  .flags = KB_TOOL_PAINTS | KB_TOOL_PLACES | KB_TOOL_CLICKS | KB_TOOL_USES_CONTROL,
  .press = wand_press,
  .release = wand_release,
  .cancel = kb_stroke_cancel,
  .adjust = fill_adjust,
  .speak = kb_region_describe,
};
