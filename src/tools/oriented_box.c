/* SPDX-License-Identifier: MIT */
/* Oriented box: a drag along the limb sets length and angle. The width follows. The handles can
 * change it at once. */
#include <glib/gi18n.h>
#include <math.h>

#include "tools/private.h"
#include "tools/snap.h"

static void
to_steps (KbVec *p, double per_pixel)
{
  p->x = floor (p->x * per_pixel + 0.5) / per_pixel;
  p->y = floor (p->y * per_pixel + 0.5) / per_pixel;
}

/* The ends are on half pixels. The centre is too, unless the limb is slanted: then it is on quarter
 * pixels, which shows only in the numbers. */
static void
make_oriented_box (KbToolContext *context, KbVec from, KbVec to, KbGeometry *result)
{
  gboolean snaps =
    context->options.snap.to_pixels && !(context->pointer.modifiers & KB_MOD_CONTROL);

  kb_snap_place (context, 3, 0.5, &from);
  kb_snap_place (context, 3, 0.5, &to);
  if (snaps)
    {
      to_steps (&from, 2);
      to_steps (&to, 2);
    }
  double length = MAX (1, floor (hypot (to.x - from.x, to.y - from.y) + 0.5));
  double step = context->pointer.modifiers & KB_MOD_SHIFT ? 15 : 1;
  double degrees = floor (atan2 (to.y - from.y, to.x - from.x) * 180 / G_PI / step + 0.5) * step;
  double radians = degrees * G_PI / 180;
  KbVec centre =
    (KbVec){ from.x + cos (radians) * length / 2, from.y + sin (radians) * length / 2 };
  if (snaps)
    to_steps (&centre, 4);

  /* Limbs are about three times as long as wide. */
  kb_geometry_init (
    result, KB_SHAPE_ORIENTED,
    (double[]){ centre.x, centre.y, length, MAX (1, floor (length / 3 + 0.5)), degrees }, 5);
  kb_snap_show (context, (KbBounds) { from.x, from.y, from.x, from.y }, KB_PART_LOW, KB_PART_LOW);
  if (fmod (degrees, 90) == 0)
    kb_snap_show (context, kb_geometry_kind (KB_SHAPE_ORIENTED)->bounds (result), KB_PART_ALL,
                  KB_PART_ALL);
}

const KbTool kb_oriented_box_tool = {
  .id = "oriented-box",
  .label = N_("Oriented box"),
  .icon = "kb-oriented-box-symbolic",
  .key = 'o',
  .cursor = "crosshair",
  .hint = N_("Drag along the limb, then pull a side for its width; Shift turns in steps of 15°"),
  .flags = KB_TOOL_PLACES,
  .state_size = sizeof (KbCreate),
  .make_shape = make_oriented_box,
  .press = kb_create_press,
  .motion = kb_create_motion,
  .release = kb_create_release,
  .cancel = kb_create_cancel,
  .cursor_at = kb_create_cursor,
  .draw = kb_create_draw,
};
