/* SPDX-License-Identifier: MIT */
/* Box: from the pixel pressed to the pixel released, both included. */
#include <glib/gi18n.h>
#include <math.h>

#include "tools/create.h"
#include "tools/table.h"

static void
make_box (const KbToolContext *context, KbVec from, KbVec to, KbGeometry *result)
{
  double x0 = floor (from.x), y0 = floor (from.y), x1 = floor (to.x), y1 = floor (to.y);

  /* Shift makes a square, of the longer side. */
  if (context->modifiers & KB_MOD_SHIFT)
    {
      double side = MAX (fabs (x1 - x0), fabs (y1 - y0));

      x1 = x1 < x0 ? x0 - side : x0 + side;
      y1 = y1 < y0 ? y0 - side : y0 + side;
    }
  kb_geometry_init (result, KB_SHAPE_BOX,
                    (double[]) { MIN (x0, x1), MIN (y0, y1), fabs (x1 - x0) + 1, fabs (y1 - y0) + 1 }, 4);
}

static gboolean
box_press (KbToolContext *context, const KbPointerEvent *event)
{
  return kb_create_press (context, event, make_box);
}

const KbTool kb_box_tool = {
  .id = "box",
  .label = N_("Box"),
  .icon = "kb-box-symbolic",
  .key = 'b',
  .cursor = "crosshair",
  .hint = N_("Drag from corner to corner; Shift makes a square"),
  .state_size = sizeof (KbCreate),
  .press = box_press,
  .motion = kb_create_motion,
  .release = kb_create_release,
  .cancel = kb_create_cancel,
  .cursor_at = kb_create_cursor,
  .draw = kb_create_draw,
};
