/* SPDX-License-Identifier: MIT */
/* Capsule: a drag along the limb sets both ends. The radius follows; its handle can change it at
 * once. */
#include <glib/gi18n.h>
#include <math.h>

#include "tools/private.h"
#include "tools/snap.h"

/* The ends snap as their handles do. */
static void
make_capsule (KbToolContext *context, KbVec from, KbVec to, KbGeometry *result)
{
  const KbShapeKind *kind = kb_geometry_kind (KB_SHAPE_CAPSULE);
  g_auto (KbGeometry) start = { 0 };

  kb_snap_place (context, 3, 0.5, &from);
  kb_snap_place (context, 3, 0.5, &to);
  kb_geometry_init (&start, KB_SHAPE_CAPSULE, (double[]) { from.x, from.y, to.x, to.y, 1 }, 5);
  kind->drag_handle (&start, 0, from, FALSE, result);
  kb_geometry_copy (&start, result);
  kind->drag_handle (&start, 1, to, (context->pointer.modifiers & KB_MOD_SHIFT) != 0, result);

  /* Limbs are about three times as long as wide. */
  double *v = result->v, length = hypot (v[2] - v[0], v[3] - v[1]);
  v[4] = MAX (0.5, floor (length / 3 + 0.5) / 2);
  kb_snap_show (context, kind->bounds (result), KB_PART_ALL, KB_PART_ALL);
}

const KbTool kb_capsule_tool = {
  .id = "capsule",
  .label = N_("Capsule"),
  .icon = "kb-capsule-symbolic",
  .key = 'u',
  .cursor = "crosshair",
  .hint = N_("Drag along the limb, then pull its side for the radius; Shift turns in steps of 15°"),
  .flags = KB_TOOL_PLACES,
  .state_size = sizeof (KbCreate),
  .make_shape = make_capsule,
  .press = kb_create_press,
  .motion = kb_create_motion,
  .release = kb_create_release,
  .cancel = kb_create_cancel,
  .cursor_at = kb_create_cursor,
  .draw = kb_create_draw,
};
