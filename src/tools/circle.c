/* SPDX-License-Identifier: MIT */
/* Circle: a drag from the centre outwards. */
#include <glib/gi18n.h>
#include <math.h>

#include "tools/private.h"
#include "tools/snap.h"

/* Centre and radius are multiples of half a pixel: the middle or the corner of a pixel. */
static double
to_half (double value)
{
  return floor (value * 2 + 0.5) / 2;
}

static void
make_circle (KbToolContext *context, KbVec from, KbVec to, KbGeometry *result)
{
  KbVec centre = from;

  kb_snap_place (context, 3, 0.5, &centre);
  centre = (KbVec) { to_half (centre.x), to_half (centre.y) };
  double radius = kb_snap_radius (context, centre, hypot (to.x - centre.x, to.y - centre.y));
  kb_geometry_init (result, KB_SHAPE_CIRCLE,
                    (double[]){ centre.x, centre.y, MAX (0.5, to_half (radius)) }, 3);
  kb_snap_show (context, kb_geometry_kind (KB_SHAPE_CIRCLE)->bounds (result), KB_PART_ALL,
                KB_PART_ALL);
}

const KbTool kb_circle_tool = {
  .id = "circle",
  .label = N_("Circle"),
  .icon = "kb-circle-symbolic",
  .key = 'c',
  .cursor = "crosshair",
  .hint = N_("Drag from the centre outwards; Ctrl turns snapping off"),
  .flags = KB_TOOL_PLACES,
  .state_size = sizeof (KbCreate),
  .make_shape = make_circle,
  .press = kb_create_press,
  .motion = kb_create_motion,
  .release = kb_create_release,
  .cancel = kb_create_cancel,
  .cursor_at = kb_create_cursor,
  .draw = kb_create_draw,
};
