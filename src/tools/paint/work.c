/* SPDX-License-Identifier: MIT */
/* Long painting. */
#include "tools/paint/work.h"

#include <glib/gi18n.h>

#include "tools/paint/marks.h"
#include "tools/paint/stroke.h"

/* Pixels: more may take longer than the time between two redraws */
#define LONG (1 << 21)

KbPaintWork *
kb_paint_work_new (KbToolContext *context, KbPaintRun run, const char *label, const char *nothing)
{
  if (!kb_stroke_begin (context))
    return NULL;
  KbPaintWork *work = g_new0 (KbPaintWork, 1);
  const KbPixelSet *region = kb_region_set (context);

  *work = (KbPaintWork) { .label = label,
                         .nothing = nothing,
                         .run = run,
                         .value = kb_stroke_value (context),
                         .keep = context->options.paint.keep,
                         .alpha = kb_tool_context_alpha (context),
                         .node = context->shown.painted_id,
                         .document = context->document,
                         .painter = g_steal_pointer (&context->painting.stroke),
                         .within = region ? kb_pixel_set_copy (region) : NULL };
  return work;
}

void
kb_paint_work_do (KbPaintWork *work, KbProgress progress, gpointer data)
{
  static const guint8 over_nothing[256] = { 1 };
  const KbInk selection = { .set = work->selected, .value = 1 };
  const KbInk paint = { .painter = work->painter, .value = work->value, .within = work->within,
                        .over = work->keep && work->value ? over_nothing : NULL };

  work->cancelled = !work->run (work, work->selected ? &selection : &paint, progress, data);
  if (work->cancelled)
    kb_zones_painter_cancel (work->painter);
  else
    work->patch = kb_zones_painter_finish (work->painter);
  if (work->patch)
    kb_zones_patch_pack (work->patch);
  work->painter = NULL;
}

void
kb_paint_work_drop (KbPaintWork *work)
{
  g_clear_pointer (&work->painter, kb_zones_painter_cancel);
  g_clear_pointer (&work->patch, kb_zones_patch_unref);
  g_clear_pointer (&work->picture, kb_picture_unref);
  g_clear_pointer (&work->within, kb_pixel_set_free);
  g_clear_pointer (&work->selected, kb_pixel_set_free);
  g_clear_pointer (&work->under, kb_zones_unref);
  g_free (work);
}

static void
join_region (KbToolContext *context, KbPaintWork *work)
{
  kb_region_join (context, g_steal_pointer (&work->selected), work->modifiers);
  g_autofree char *text = kb_region_describe (context);
  kb_tool_context_status (context, text ? text : _("Nothing is selected"));
}

gboolean
kb_paint_work_end (KbToolContext *context, KbPaintWork *work)
{
  gboolean changed = FALSE;

  if (work->cancelled || work->document != context->document)
    kb_tool_context_status (context, _("Cancelled: nothing was changed"));
  else if (work->selected)
    join_region (context, work);
  else if (work->patch)
    changed = kb_stroke_put (context, work->node, work->patch, work->label);
  else if (work->within)
    kb_stroke_report_region (context);
  else if (work->nothing)
    kb_tool_context_status (context, work->nothing);
  kb_paint_work_drop (work);
  kb_tool_context_redraw (context);
  return changed;
}

void
kb_paint_work_start (KbToolContext *context, KbPaintWork *work)
{
  gint width, height;

  if (context->host && context->host->work && kb_tool_context_size (context, &width, &height)
      && (gint64) width * height > LONG)
    {
      context->host->work (context->host_data, work);
      return;
    }
  const char *label = work->label;
  kb_paint_work_do (work, NULL, NULL);
  if (kb_paint_work_end (context, work))
    kb_tool_context_status (context, label);
}
