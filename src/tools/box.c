/* SPDX-License-Identifier: MIT */
/* Box: from the pressed pixel to the released one, both included. */
#include <glib/gi18n.h>
#include <math.h>

#include "tools/private.h"
#include "tools/snap.h"

/* The pixel under the pointer; while pixels are small, the one whose far edge is on a nearby
 * line. */
static double
last_pixel (const KbToolContext *context, guint axis, double from, double to)
{
  double edge = floor (to) + (to >= from ? 1 : 0), by = edge;
  static const double origin = 0;

  if (context->view.scale < KB_SNAP_EXACT && kb_snap_on (context))
    kb_snap_shift (context->options.snap.lines[axis], &origin, 1, kb_snap_reach (context, 1), 1,
                   &by);
  return by - (to >= from ? 1 : 0);
}

static void
make_box (KbToolContext *context, KbVec from, KbVec to, KbGeometry *result)
{
  double x0 = floor (from.x), y0 = floor (from.y), x1 = last_pixel (context, 0, x0, to.x);
  double y1 = last_pixel (context, 1, y0, to.y);

  /* Shift makes a square of the longer side. */
  if (context->pointer.modifiers & KB_MOD_SHIFT)
    {
      double side = MAX (fabs (x1 - x0), fabs (y1 - y0));

      x1 = x1 < x0 ? x0 - side : x0 + side;
      y1 = y1 < y0 ? y0 - side : y0 + side;
    }
  kb_geometry_init_box (result, MIN (x0, x1), MIN (y0, y1), fabs (x1 - x0) + 1,
                        fabs (y1 - y0) + 1);
  kb_snap_show (context, kb_geometry_kind (result->type)->bounds (result), KB_PART_ALL,
                KB_PART_ALL);
}

const KbTool kb_box_tool = {
  .id = "box",
  .label = N_("Box"),
  .icon = "kb-box-symbolic",
  .key = 'b',
  .cursor = "crosshair",
  .hint = N_("Drag from corner to corner; Shift makes a square, Ctrl turns snapping off"),
  .flags = KB_TOOL_PLACES,
  .state_size = sizeof (KbCreate),
  .make_shape = make_box,
  .press = kb_create_press,
  .motion = kb_create_motion,
  .release = kb_create_release,
  .cancel = kb_create_cancel,
  .cursor_at = kb_create_cursor,
  .draw = kb_create_draw,
};
