/* SPDX-License-Identifier: MIT */
/* Hot spot: the pixel that is placed at the sprite's position. */
#include <glib/gi18n.h>

#include "tools/private.h"
#include "tools/snap.h"

typedef struct {
  gboolean in_step;
} HotSpotState;

/* Gathers all lines except those of the hot spot itself. */
static void
gather_lines (KbToolContext *context)
{
  guint snap_to = context->options.snap.to;

  context->options.snap.to &= ~(guint) KB_SNAP_HOT_SPOT;
  kb_snap_gather (context, FALSE);
  context->options.snap.to = snap_to;
}

static void
place_hot_spot (KbToolContext *context)
{
  GError *error = NULL;

  kb_snap_pixel (context);
  kb_snap_show_pixel (context);
  if (!kb_document_set (context->document, context->shown.frame_id, "hot_spot",
                        json_pack ("[ii]", context->pointer.pixel_x, context->pointer.pixel_y),
                        &error))
    kb_tool_context_report (context, error);
}

static gboolean
hot_spot_press (KbToolContext *context, const KbPointerEvent *event)
{
  HotSpotState *state = context->gesture.state;

  gather_lines (context);
  kb_document_begin (context->document, _("Place hot spot"));
  state->in_step = TRUE;
  place_hot_spot (context);
  return TRUE;
}

static void
hot_spot_motion (KbToolContext *context, const KbPointerEvent *event)
{
  if (context->gesture.pressed)
    {
      place_hot_spot (context);
      return;
    }
  gather_lines (context);
  kb_snap_pixel (context);
  kb_snap_show_pixel (context);
}

static void
hot_spot_release (KbToolContext *context, const KbPointerEvent *event)
{
  HotSpotState *state = context->gesture.state;

  place_hot_spot (context);
  kb_document_end (context->document);
  state->in_step = FALSE;
  kb_selection_set (context, context->shown.frame_id);
  kb_tool_context_placed (context, event);
}

static void
hot_spot_cancel (KbToolContext *context)
{
  HotSpotState *state = context->gesture.state;

  if (state->in_step)
    kb_document_cancel (context->document);
  state->in_step = FALSE;
}

static void
hot_spot_draw (KbToolContext *context, cairo_t *cr)
{
  if (!context->pointer.over)
    return;
  g_autofree char *text =
    g_strdup_printf ("%d, %d", context->pointer.pixel_x, context->pointer.pixel_y);
  kb_tool_context_note (context, cr, context->pointer.canvas, text, context->style->hot_spot);
}

const KbTool kb_hot_spot_tool = {
  .id = "hot-spot",
  .label = N_("Hot spot"),
  .icon = "kb-hot-spot-symbolic",
  .key = 's',
  .cursor = "crosshair",
  .hint = N_("Click where the sprite stands"),
  .hint_through = N_("Click where the sprite stands: the next frame follows; Shift stays"),
  .flags = KB_TOOL_PLACES | KB_TOOL_CLICKS,
  .state_size = sizeof (HotSpotState),
  .press = hot_spot_press,
  .motion = hot_spot_motion,
  .release = hot_spot_release,
  .cancel = hot_spot_cancel,
  .draw = hot_spot_draw,
};
