/* SPDX-License-Identifier: MIT */
/* Oriented box: a drag along the limb gives length and angle; the width follows and can be changed
 * with the handles at once. */
#include <glib/gi18n.h>
#include <math.h>

#include "tools/create.h"
#include "tools/table.h"

static void
make_oriented_box (const KbToolContext *context, KbVec from, KbVec to, KbGeometry *result)
{
  double length = MAX (1, floor (hypot (to.x - from.x, to.y - from.y) + 0.5));
  double step = context->modifiers & KB_MOD_SHIFT ? 15 : 1;
  double degrees = floor (atan2 (to.y - from.y, to.x - from.x) * 180 / G_PI / step + 0.5) * step;
  double radians = degrees * G_PI / 180;

  /* Limbs are about three times as long as wide. */
  kb_geometry_init (result, KB_SHAPE_ORIENTED,
                    (double[]) { from.x + cos (radians) * length / 2, from.y + sin (radians) * length / 2, length,
                                 MAX (1, floor (length / 3 + 0.5)), degrees }, 5);
}

static gboolean
oriented_box_press (KbToolContext *context, const KbPointerEvent *event)
{
  return kb_create_press (context, event, make_oriented_box);
}

const KbTool kb_oriented_box_tool = {
  .id = "oriented-box",
  .label = N_("Oriented box"),
  .icon = "kb-oriented-box-symbolic",
  .key = 'o',
  .cursor = "crosshair",
  .hint = N_("Drag along the limb, then pull a side for its width; Shift turns in steps of 15°"),
  .state_size = sizeof (KbCreate),
  .press = oriented_box_press,
  .motion = kb_create_motion,
  .release = kb_create_release,
  .cancel = kb_create_cancel,
  .cursor_at = kb_create_cursor,
  .draw = kb_create_draw,
};
