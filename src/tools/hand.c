/* SPDX-License-Identifier: MIT */
/* Hand: drags the view; the document does not change. */
#include <glib/gi18n.h>

#include "tools/private.h"

typedef struct {
  KbVec last;
} HandState;

static gboolean
hand_press (KbToolContext *context, const KbPointerEvent *event)
{
  HandState *state = context->gesture.state;

  state->last = event->canvas;
  return TRUE;
}

static void
hand_motion (KbToolContext *context, const KbPointerEvent *event)
{
  HandState *state = context->gesture.state;

  if (!context->gesture.pressed)
    return;
  kb_view_pan (&context->view, event->canvas.x - state->last.x, event->canvas.y - state->last.y);
  state->last = event->canvas;
  kb_tool_context_changed (context, KB_TOOLS_VIEW);
}

static const char *
hand_cursor (const KbToolContext *context)
{
  return context->gesture.pressed ? "grabbing" : NULL;
}

const KbTool kb_hand_tool = {
  .id = "hand",
  .label = N_("Pan"),
  .icon = "kb-hand-symbolic",
  .key = 'h',
  .cursor = "grab",
  .hint = N_("Drag to move the view; the wheel zooms"),
  .flags = KB_TOOL_ANYWHERE,
  .state_size = sizeof (HandState),
  .press = hand_press,
  .motion = hand_motion,
  .cursor_at = hand_cursor,
};
