/* SPDX-License-Identifier: MIT */
/* Circle: from the centre outwards. */
#include <glib/gi18n.h>
#include <math.h>

#include "tools/create.h"
#include "tools/table.h"

/* Centre and radius in halves of a pixel: the middle or the corner of a pixel. */
static double
to_half (double value)
{
  return floor (value * 2 + 0.5) / 2;
}

static void
make_circle (const KbToolContext *context, KbVec from, KbVec to, KbGeometry *result)
{
  double x = to_half (from.x), y = to_half (from.y);

  kb_geometry_init (result, KB_SHAPE_CIRCLE, (double[]) { x, y, MAX (0.5, to_half (hypot (to.x - x, to.y - y))) }, 3);
}

static gboolean
circle_press (KbToolContext *context, const KbPointerEvent *event)
{
  return kb_create_press (context, event, make_circle);
}

const KbTool kb_circle_tool = {
  .id = "circle",
  .label = N_("Circle"),
  .icon = "kb-circle-symbolic",
  .key = 'c',
  .cursor = "crosshair",
  .hint = N_("Drag from the centre outwards"),
  .state_size = sizeof (KbCreate),
  .press = circle_press,
  .motion = kb_create_motion,
  .release = kb_create_release,
  .cancel = kb_create_cancel,
  .cursor_at = kb_create_cursor,
  .draw = kb_create_draw,
};
