/* SPDX-License-Identifier: MIT */
/* Action point: a click places the current one, a drag gives it a direction. */
#include <glib/gi18n.h>
#include <math.h>

#include "tools/snap.h"
#include "tools/table.h"

#define DIRECTION_FROM 9.0   /* canvas pixels from the point to where a drag means a direction */

typedef struct {
  gboolean in_step;
  KbId id;                 /* the point in hand */
  KbAngle direction;       /* that it had when it was pressed */
} State;

static KbPoint *
point_by_id (const KbToolContext *context, KbId id)
{
  KbNode *node = id ? kb_document_node (context->document, id) : NULL;

  return node && node->kind == &kb_point_kind ? (KbPoint *) node : NULL;
}

static KbId
point_at (const KbToolContext *context, KbVec canvas)
{
  g_autoptr (GArray) things = kb_things_at (context, canvas);

  for (guint i = 0; i < things->len; i++)
    if (point_by_id (context, g_array_index (things, KbId, i)))
      return g_array_index (things, KbId, i);
  return 0;
}

/* Moves the point of the current name, or makes it; Control always makes a new one. */
static KbId
place (KbToolContext *context, guint modifiers, GError **error)
{
  const KbFrame *frame = kb_tool_context_frame (context);
  const KbPoint *here;
  json_t *at = json_pack ("[ii]", context->pixel_x, context->pixel_y);

  if (!context->point_name || modifiers & KB_MOD_CONTROL)
    {
      g_autofree char *name = kb_tool_context_free_point_name (context);
      kb_tool_context_set_point_name (context, name);
    }
  here = kb_frame_find_point (frame, context->point_name);
  if (!here)
    return kb_document_insert (context->document, frame->node.id, "points", -1,
                               json_pack ("{ss so}", "name", context->point_name, "at", at), error);
  return kb_document_set (context->document, here->node.id, "at", at, error) ? here->node.id : 0;
}

static gboolean
action_point_press (KbToolContext *context, const KbPointerEvent *event)
{
  State *state = context->state;
  KbId existing = event->modifiers & KB_MOD_CONTROL ? 0 : point_at (context, event->canvas);
  GError *error = NULL;

  if (!existing)
    {
      kb_snap_gather (context, FALSE);
      kb_snap_pixel (context);
    }
  kb_document_begin (context->document, existing ? _("Set direction") : _("Place action point"));
  if (existing)
    {
      state->id = existing;
      kb_tool_context_set_point_name (context, point_by_id (context, existing)->name);
    }
  else
    state->id = place (context, event->modifiers, &error);
  if (!state->id)
    {
      kb_document_cancel (context->document);
      kb_tool_context_report (context, error);
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
  return !angle.set ? json_null ()
         : angle.degrees == floor (angle.degrees) ? json_integer ((json_int_t) angle.degrees) : json_real (angle.degrees);
}

/* Whole degrees; steps of 15 with Shift. Near the point the direction is what it was. */
static void
aim (KbToolContext *context, State *state)
{
  const KbPoint *point = point_by_id (context, state->id);
  KbAngle angle = state->direction;
  GError *error = NULL;
  KbVec centre;
  double step = context->modifiers & KB_MOD_SHIFT ? 15 : 1;

  if (!point)
    return;
  centre = kb_view_to_canvas (&context->view, (KbVec) { point->at.x + 0.5, point->at.y + 0.5 });
  if (hypot (context->pointer.x - centre.x, context->pointer.y - centre.y) >= MAX (DIRECTION_FROM, context->view.scale))
    {
      angle.set = TRUE;
      angle.degrees = atan2 (context->pointer.y - centre.y, context->pointer.x - centre.x) * 180 / G_PI;
      angle.degrees = floor (angle.degrees / step + 0.5) * step;
      if (angle.degrees <= -180)
        angle.degrees = 180;
    }
  if (!kb_document_set (context->document, state->id, "direction", angle_to_json (angle), &error))
    kb_tool_context_report (context, error);
}

static void
action_point_motion (KbToolContext *context, const KbPointerEvent *event)
{
  if (context->pressed)
    aim (context, context->state);
  else
    {
      context->hovered = point_at (context, event->canvas);
      if (context->hovered)
        return;
      kb_snap_gather (context, FALSE);
      kb_snap_pixel (context);
      kb_snap_show_pixel (context);
    }
}

static void
action_point_release (KbToolContext *context, const KbPointerEvent *event)
{
  State *state = context->state;
  gboolean changed;

  aim (context, state);
  changed = kb_document_end (context->document);
  *state = (State) { 0 };
  /* Shift keeps the frame. */
  if (changed && context->click_through && !(event->modifiers & KB_MOD_SHIFT) && context->host && context->host->placed)
    context->host->placed (context->host_data);
}

static void
action_point_cancel (KbToolContext *context)
{
  State *state = context->state;

  if (state->in_step)
    kb_document_cancel (context->document);
  *state = (State) { 0 };
}

static void
action_point_draw (KbToolContext *context, cairo_t *cr)
{
  const State *state = context->state;
  const KbPoint *point = point_by_id (context, state->id);
  g_autofree char *text = NULL;

  if (!context->has_pointer)
    return;
  if (point)
    text = point->direction.set ? g_strdup_printf ("%g°", point->direction.degrees)
                                : g_strdup_printf ("%d, %d", point->at.x, point->at.y);
  else
    text = g_strdup_printf ("%s  %d, %d", context->point_name ? context->point_name : "", context->pixel_x,
                            context->pixel_y);
  kb_tool_context_note (context, cr, context->pointer, g_strstrip (text), context->style->point);
}

const KbTool kb_action_point_tool = {
  .id = "action-point",
  .label = N_("Action point"),
  .icon = "kb-action-point-symbolic",
  .key = 'a',
  .cursor = "crosshair",
  .hint = N_("Click to place the point, drag from it for a direction; Ctrl+click makes another one"),
  .hint_through = N_("Click for the point, drag for a direction: the next frame follows; Shift keeps this one, Ctrl adds a point"),
  .flags = KB_TOOL_PLACES | KB_TOOL_USES_CONTROL,
  .state_size = sizeof (State),
  .press = action_point_press,
  .motion = action_point_motion,
  .release = action_point_release,
  .cancel = action_point_cancel,
  .draw = action_point_draw,
};
