/* SPDX-License-Identifier: MIT */
/* Entity: a click places one, a drag sets its direction; an existing one is dragged. */
#include <glib/gi18n.h>
#include <math.h>

#include "drawing/levels/level_marks.h"
#include "drawing/style.h"
#include "operations/level/change.h"
#include "tools/level/private.h"
#include "tools/private.h"

typedef struct {
  KbLevelDrag drag;
  gboolean placing, aiming;
  KbVec at, pressed;         /* pixels of the level; canvas pixels */
} EntityState;

static gboolean
entity_press (KbToolContext *context, const KbPointerEvent *event)
{
  EntityState *state = context->gesture.state;
  KbLevelPart part = kb_level_part_at (context, event->canvas);
  KbLevelSnapOptions options = { 0 };

  if (kb_level_layer_refuses (context, &kb_tool_context_level (context)->node))
    return FALSE;
  if (part.type == KB_LEVEL_AN_ENTITY)
    {
      if (!kb_selection_has (context, part.id))
        kb_selection_set (context, part.id);
      kb_level_drag_begin (context, &state->drag, part);
      return TRUE;
    }
  state->placing = TRUE;
  state->aiming = FALSE;
  state->pressed = event->canvas;
  state->at = kb_level_snap_to (context, context->pointer.at, &options).at;
  return TRUE;
}

/* Within five degrees of an axis. Returns the axis's angle. */
static gboolean
is_near_axis (double x, double y, double *axis)
{
  double angle = atan2 (y, x);

  *axis = floor (angle / G_PI_2 + 0.5) * G_PI_2;
  return fabs (angle - *axis) <= 5 * G_PI / 180;
}

/* A unit vector in steps of 1/256. Along an axis if the arrow or the drag nearly is: the drag
 * starts off the arrow's base when that snapped to the grid. Shift: steps of 15 degrees. */
static KbVec
direction (const KbToolContext *context, const EntityState *state)
{
  double x = context->pointer.at.x - state->at.x, y = context->pointer.at.y - state->at.y,
         angle = atan2 (y, x);
  KbVec drag = { context->pointer.canvas.x - state->pressed.x,
                 context->pointer.canvas.y - state->pressed.y };
  double axis;

  if (!state->aiming || (x == 0 && y == 0))
    return (KbVec) { 0, 0 };
  if (context->pointer.modifiers & KB_MOD_SHIFT)
    angle = floor (angle / (G_PI / 12) + 0.5) * (G_PI / 12);
  else if (is_near_axis (x, y, &axis) || is_near_axis (drag.x, drag.y, &axis))
    angle = axis;
  return kb_vec_to_grid ((KbVec) { cos (angle), sin (angle) });
}

static void
entity_motion (KbToolContext *context, const KbPointerEvent *event)
{
  EntityState *state = context->gesture.state;
  KbLevelPart part;

  if (state->drag.active)
    kb_level_drag_update (context, &state->drag);
  else if (state->placing)
    state->aiming = state->aiming || kb_pointer_left (&context->pointer, state->pressed);
  else if ((part = kb_level_part_at (context, event->canvas)).type == KB_LEVEL_AN_ENTITY)
    context->pointer.hover.id = part.id;
}

static void
add_entity (KbToolContext *context, EntityState *state)
{
  const KbLevel *level = kb_tool_context_level (context);
  KbVec way = direction (context, state);
  GError *error = NULL;
  KbId class_id, id = 0;

  kb_document_begin (context->document, _("Add entity"));
  class_id = kb_tool_context_class (context, &kb_entity_kind, &error);
  if (class_id)
    id = kb_document_insert (
      context->document, level->node.id, "entities", -1,
      json_pack ("{ss so so}", "class",
                 ((const KbClass *) kb_document_node (context->document, class_id))->name, "at",
                 kb_vec_json (state->at), "direction", kb_vec_json (way)),
      &error);
  kb_selection_finish_new (context, id, error);
}

static void
entity_release (KbToolContext *context, const KbPointerEvent *event)
{
  EntityState *state = context->gesture.state;

  entity_motion (context, event);
  if (state->placing)
    add_entity (context, state);
  state->placing = FALSE;
  kb_level_drag_end (context, &state->drag);
}

static void
entity_cancel (KbToolContext *context)
{
  EntityState *state = context->gesture.state;

  state->placing = FALSE;
  kb_level_drag_cancel (context, &state->drag);
}

static void
entity_draw (KbToolContext *context, cairo_t *cr)
{
  const EntityState *state = context->gesture.state;
  KbLevelSnapOptions options = { 0 };
  KbLevelSnapped next;
  KbEntity entity = { .at = state->at, .direction = direction (context, state) };

  kb_level_drag_draw (context, &state->drag, cr);
  if (state->placing)
    kb_draw_entity (cr, &context->view, context->style, &entity,
                    kb_class_colour (context->document, context->next.class_id), KB_MARK_HOVERED);
  else if (context->pointer.over && !state->drag.active && !context->pointer.hover.id)
    {
      next = kb_level_snap_to (context, context->pointer.at, &options);
      kb_draw_level_snap (cr, &context->view, context->style, next.at, next.kind);
    }
}

const KbTool kb_entity_tool = {
  .id = "entity",
  .label = N_("Entity"),
  .icon = "kb-entity-symbolic",
  .key = 'e',
  .cursor = "crosshair",
  .hint = N_("Click to place a spawn point or a light, drag to set its direction, Shift: by 15°; "
              "drag one to move it"),
  .makes = &kb_entity_kind,
  .works_on = &kb_level_kind,
  .flags = KB_TOOL_LEVELS | KB_TOOL_PLACES,
  .state_size = sizeof (EntityState),
  .press = entity_press,
  .motion = entity_motion,
  .release = entity_release,
  .cancel = entity_cancel,
  .draw = entity_draw,
};
