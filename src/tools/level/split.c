/* SPDX-License-Identifier: MIT */
/* Split: a click on a wall makes an end there, which can be dragged at once. */
#include <glib/gi18n.h>

#include "tools/level/private.h"
#include "tools/level/selected.h"
#include "tools/private.h"

typedef struct {
  KbLevelDrag drag;
} SplitState;

/* The split position on the nearest wall, or FALSE when none is in reach or an end is nearest. */
static gboolean
find_split (KbToolContext *context, KbLevelSnapped *found)
{
  KbLevelPart part = kb_level_part_at (context, context->pointer.canvas);
  KbLevelSnapOptions options = { 0 };

  if (part.type != KB_LEVEL_A_WALL)
    return FALSE;
  *found = kb_level_snap_to (context, context->pointer.at, &options);
  /* Not snapped because of Control, or a wall only just in reach. */
  if (found->kind != KB_SNAPPED_WALL
      || !kb_document_find (context->document, found->wall, &kb_wall_kind))
    *found = (KbLevelSnapped) { part.at, KB_SNAPPED_WALL, part.id };
  return TRUE;
}

static gboolean
split_press (KbToolContext *context, const KbPointerEvent *event)
{
  SplitState *state = context->gesture.state;
  KbLevelSnapped found;
  KbLevelIndex *index = kb_tool_context_level_index (context);
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (KbVec));
  GError *error = NULL;
  KbId made = 0;

  if (!find_split (context, &found))
    return kb_tool_context_refuse (context, _("There is no wall here to split"));
  kb_document_begin (context->document, _("Split wall"));
  if (!kb_level_split (index, found.wall, found.at, &made, &error) || !made)
    {
      kb_selection_finish (context, FALSE, error);
      return FALSE;
    }
  g_array_append_val (places, found.at);
  kb_level_select (context, NULL, places);
  state->drag.step = TRUE;
  kb_level_drag_begin (context, &state->drag, (KbLevelPart) { KB_LEVEL_AN_END, made, found.at });
  return TRUE;
}

static void
split_motion (KbToolContext *context, const KbPointerEvent *event)
{
  SplitState *state = context->gesture.state;

  if (state->drag.active)
    kb_level_drag_update (context, &state->drag);
}

static void
split_release (KbToolContext *context, const KbPointerEvent *event)
{
  SplitState *state = context->gesture.state;

  kb_level_drag_update (context, &state->drag);
  kb_level_drag_end (context, &state->drag);
}

static void
split_cancel (KbToolContext *context)
{
  SplitState *state = context->gesture.state;

  kb_level_drag_cancel (context, &state->drag);
}

static void
split_draw (KbToolContext *context, cairo_t *cr)
{
  const SplitState *state = context->gesture.state;
  KbLevelSnapped found;

  kb_level_drag_draw (context, &state->drag, cr);
  if (context->pointer.over && !state->drag.active && find_split (context, &found))
    kb_draw_level_snap (cr, &context->view, context->style, found.at, found.kind);
}

const KbTool kb_split_tool = {
  .id = "split",
  .label = N_("Split"),
  .icon = "kb-split-symbolic",
  .key = 'x',
  .cursor = "crosshair",
  .hint = N_("Click a wall to split it there, and drag the new end; Ctrl turns the grid off"),
  .works_on = &kb_level_kind,
  .flags = KB_TOOL_LEVELS | KB_TOOL_PLACES,
  .state_size = sizeof (SplitState),
  .press = split_press,
  .motion = split_motion,
  .release = split_release,
  .cancel = split_cancel,
  .draw = split_draw,
};
