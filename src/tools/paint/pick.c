/* SPDX-License-Identifier: MIT */
/* Pick: the zone under the pointer becomes the current one. */
#include <glib/gi18n.h>

#include "tools/paint/marks.h"
#include "tools/private.h"

static gboolean
pick_press (KbToolContext *context, const KbPointerEvent *event)
{
  return kb_paint_pick (context);
}

const KbTool kb_pick_tool = {
  .id = "pick",
  .label = N_("Pick a Zone"),
  .icon = "kb-pick-symbolic",
  .key = 'i',
  .cursor = "crosshair",
  .hint = N_("Click a painted pixel to paint with its zone"),
  .flags = KB_TOOL_PAINTS | KB_TOOL_PLACES | KB_TOOL_CLICKS,
  .press = pick_press,
};
