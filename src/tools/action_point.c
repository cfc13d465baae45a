/* SPDX-License-Identifier: MIT */
/* Action point: a click places the current point, wherever it was; a drag sets its direction.
 * Selecting another point makes that one current. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "tools/private.h"
#include "tools/snap.h"

#define DIRECTION_FROM 9.0   /* canvas pixels from the point; a longer drag sets the direction */

typedef struct {
  gboolean in_step;
  KbId id;                 /* the point being placed */
  /* The press hit the point at its old position: a drag sets the direction and does not move it */
  gboolean from_point;
  KbPixel old, at;         /* the old position and the pressed pixel */
  KbVec pressed;           /* canvas pixels */
  KbAngle direction;       /* at the press */
} ActionPointState;

static KbPoint *
point_by_id (const KbToolContext *context, KbId id)
{
  KbNode *node = id ? kb_document_node (context->document, id) : NULL;

  return kb_node_as (node, &kb_point_kind);
}

/* The point at this position that a click would move. While no point has a name yet, the topmost
 * point there. */
static KbPoint *
current_at (const KbToolContext *context, KbVec canvas)
{
  g_autoptr (GArray) things = kb_things_at (context, canvas);

  KB_EACH_ID (id, things)
    {
      KbPoint *point = point_by_id (context, id);
      if (point
          && (!context->next.point_name || strcmp (point->name, context->next.point_name) == 0))
        return point;
    }
  return NULL;
}

/* Moves the current point, or creates it; Control always creates a new one. */
static KbId
place_point (KbToolContext *context, guint modifiers, GError **error)
{
  const KbFrame *frame = kb_tool_context_frame (context);
  json_t *at = json_pack ("[ii]", context->pointer.pixel_x, context->pointer.pixel_y);

  if (!context->next.point_name || modifiers & KB_MOD_CONTROL)
    {
      g_autofree char *name = kb_tool_context_free_point_name (context);
      kb_tool_context_set_point_name (context, name);
    }
  const KbPoint *here = kb_frame_find_point (frame, context->next.point_name);
  if (!here)
    return kb_document_insert (context->document, frame->node.id, "points", -1,
                               json_pack ("{ss so}", "name", context->next.point_name, "at", at),
                               error);
  return kb_document_set (context->document, here->node.id, "at", at, error) ? here->node.id : 0;
}

static gboolean
action_point_press (KbToolContext *context, const KbPointerEvent *event)
{
  ActionPointState *state = context->gesture.state;
  const KbPoint *existing =
    event->modifiers & KB_MOD_CONTROL ? NULL : current_at (context, event->canvas);
  GError *error = NULL;

  kb_snap_gather (context, FALSE);
  kb_snap_pixel (context);
  *state = (ActionPointState){ .pressed = event->canvas,
                               .at = { context->pointer.pixel_x, context->pointer.pixel_y, TRUE } };
  if (existing)
    {
      state->from_point = TRUE;
      state->old = existing->at;
      kb_tool_context_set_point_name (context, existing->name);
    }
  kb_document_begin (context->document, _("Place action point"));
  state->id = place_point (context, event->modifiers, &error);
  if (!state->id)
    {
      kb_selection_finish (context, FALSE, error);
      return FALSE;
    }
  state->in_step = TRUE;
  state->direction = point_by_id (context, state->id)->direction;
  kb_selection_set (context, state->id);
  return TRUE;
}

static json_t *
angle_to_json (KbAngle angle)
{
  return !angle.set                               ? json_null ()
         : angle.degrees == floor (angle.degrees) ? json_integer ((json_int_t) angle.degrees)
                                                  : json_real (angle.degrees);
}

static double
distance (KbVec a, KbVec b)
{
  return hypot (a.x - b.x, a.y - b.y);
}

static gboolean
set_both (KbToolContext *context, const ActionPointState *state, KbPixel at, KbAngle angle,
          GError **error)
{
  return kb_document_set (context->document, state->id, "at", json_pack ("[ii]", at.x, at.y), error)
         && kb_document_set (context->document, state->id, "direction", angle_to_json (angle),
                             error);
}

/* Whole degrees; Shift: steps of 15. Near the point the direction stays as it was. Returns TRUE
 * when a point that stays in place got a direction. */
static gboolean
aim (KbToolContext *context, const ActionPointState *state)
{
  KbPixel at = state->from_point ? state->old : state->at;
  KbAngle angle = state->direction;
  KbVec centre = kb_view_to_canvas (&context->view, (KbVec) { at.x + 0.5, at.y + 0.5 });
  double step = context->pointer.modifiers & KB_MOD_SHIFT ? 15 : 1;
  gboolean aimed =
    distance (context->pointer.canvas, centre) >= MAX (DIRECTION_FROM, context->view.scale)
    && (!state->from_point || distance (context->pointer.canvas, state->pressed) >= DIRECTION_FROM);
  GError *error = NULL;

  if (!point_by_id (context, state->id))
    return FALSE;
  if (aimed)
    {
      angle.set = TRUE;
      angle.degrees =
        atan2 (context->pointer.canvas.y - centre.y, context->pointer.canvas.x - centre.x) * 180
        / G_PI;
      angle.degrees = floor (angle.degrees / step + 0.5) * step;
      if (angle.degrees <= -180)
        angle.degrees = 180;
    }
  if (!set_both (context, state, aimed ? at : state->at, angle, &error))
    kb_tool_context_report (context, error);
  return aimed && state->from_point;
}

static void
action_point_motion (KbToolContext *context, const KbPointerEvent *event)
{
  if (context->gesture.pressed)
    {
      aim (context, context->gesture.state);
      return;
    }
  const KbPoint *point = current_at (context, event->canvas);
  context->pointer.hover.id = point ? point->node.id : 0;
  kb_snap_gather (context, FALSE);
  kb_snap_pixel (context);
  kb_snap_show_pixel (context);
}

/* The step began as "place point"; renames it when only the direction changed. */
static void
end_step (KbToolContext *context, const ActionPointState *state, gboolean is_direction)
{
  const KbPoint *point = point_by_id (context, state->id);
  GError *error = NULL;

  if (point && is_direction)
    {
      KbAngle angle = point->direction;

      kb_document_cancel (context->document);
      kb_document_begin (context->document, _("Set direction"));
      if (!kb_document_set (context->document, state->id, "direction", angle_to_json (angle),
                            &error))
        kb_tool_context_report (context, error);
    }
  kb_document_end (context->document);
}

/* A click on the point's own position also shows the next frame: it confirms that position. */
static void
action_point_release (KbToolContext *context, const KbPointerEvent *event)
{
  ActionPointState *state = context->gesture.state;

  end_step (context, state, aim (context, state));
  *state = (ActionPointState) { 0 };
  kb_tool_context_placed (context, event);
}

static void
action_point_cancel (KbToolContext *context)
{
  ActionPointState *state = context->gesture.state;

  if (state->in_step)
    kb_document_cancel (context->document);
  *state = (ActionPointState) { 0 };
}

static void
action_point_draw (KbToolContext *context, cairo_t *cr)
{
  const ActionPointState *state = context->gesture.state;
  const KbPoint *point = point_by_id (context, state->id);
  g_autofree char *text = NULL;

  if (!context->pointer.over)
    return;
  if (point)
    text = point->direction.set ? g_strdup_printf ("%g°", point->direction.degrees)
                                : g_strdup_printf ("%d, %d", point->at.x, point->at.y);
  else
    text = g_strdup_printf ("%s  %d, %d", context->next.point_name ? context->next.point_name : "",
                            context->pointer.pixel_x, context->pointer.pixel_y);
  kb_tool_context_note (context, cr, context->pointer.canvas, g_strstrip (text),
                        context->style->point);
}

const KbTool kb_action_point_tool = {
  .id = "action-point",
  .label = N_("Action point"),
  .icon = "kb-action-point-symbolic",
  .key = 'a',
  .cursor = "crosshair",
  .hint = N_("Click to place, drag to aim; Ctrl adds another"),
  .hint_through = N_("Click to place, drag to aim; then the next frame. Shift stays, Ctrl adds "
                     "another"),
  .flags = KB_TOOL_PLACES | KB_TOOL_USES_CONTROL,
  .state_size = sizeof (ActionPointState),
  .press = action_point_press,
  .motion = action_point_motion,
  .release = action_point_release,
  .cancel = action_point_cancel,
  .draw = action_point_draw,
};
