/* SPDX-License-Identifier: MIT */
/* Area: a click inside a closed chain of walls turns the smallest region around it into an area. */
#include <glib/gi18n.h>

#include "drawing/levels/level_marks.h"
#include "operations/level/change.h"
#include "operations/level/lines.h"
#include "tools/level/private.h"
#include "tools/private.h"

#define MAX_SEARCHED 4096    /* walls, for a mere preview */

typedef struct {
  KbRings rings;             /* of the pointed region; empty: none */
  KbVec at;                  /* the position searched */
  gboolean found;
} State;

static void
forget (State *state)
{
  kb_rings_clear (&state->rings);
  state->found = FALSE;
}

static gboolean
area_press (KbToolContext *context, const KbPointerEvent *event)
{
  State *state = context->gesture.state;

  forget (state);
  if (kb_level_layer_refuses (context, &kb_tool_context_level (context)->node))
    return FALSE;
  if (kb_level_region_at (kb_tool_context_level_index (context), context->pointer.at, G_MAXUINT,
                          &state->rings))
    return TRUE;
  kb_tool_context_status (context, _("No closed chain of walls surrounds this point"));
  return FALSE;
}

static KbId
make_area (KbToolContext *context, const KbRings *rings)
{
  KbLevelIndex *index = kb_tool_context_level_index (context);
  const KbArea *there = kb_level_find_area (index, rings);
  GError *error = NULL;
  KbId id;

  if (there)
    {
      kb_tool_context_status (context, _("Selected the existing area"));
      return there->node.id;
    }
  kb_document_begin (context->document, _("Make area"));
  KbId class_id = kb_tool_context_class (context, &kb_area_kind, &error);
  id = class_id ? kb_level_add_area (index, rings, class_id, &error) : 0;
  kb_selection_finish (context, id != 0, error);
  return id;
}

static void
area_release (KbToolContext *context, const KbPointerEvent *event)
{
  State *state = context->gesture.state;
  KbId id = make_area (context, &state->rings);

  forget (state);
  if (id)
    kb_selection_set (context, id);
}

static void
area_motion (KbToolContext *context, const KbPointerEvent *event)
{
  State *state = context->gesture.state;
  KbLevelIndex *index = kb_tool_context_level_index (context);

  if (context->gesture.pressed || (state->found && kb_vec_equal (state->at, context->pointer.at)))
    return;
  kb_rings_clear (&state->rings);
  kb_level_region_at (index, context->pointer.at, MAX_SEARCHED, &state->rings);
  state->at = context->pointer.at;
  state->found = TRUE;
}

static void
area_cancel (KbToolContext *context)
{
  forget (context->gesture.state);
}

static void
area_draw (KbToolContext *context, cairo_t *cr)
{
  const State *state = context->gesture.state;
  const KbArea area = { .rings = state->rings };

  if (context->pointer.over && state->rings.n)
    kb_draw_area (cr, &context->view, context->style, &area,
                  kb_class_colour (context->document, context->next.class_id), KB_MARK_HOVERED);
}

const KbTool kb_level_area_tool = {
  .id = "level-area",
  .label = N_("Area"),
  .icon = "kb-level-area-symbolic",
  .key = 'a',
  .cursor = "crosshair",
  .hint = N_("Click inside a closed chain of walls to make an area"),
  .makes = &kb_area_kind,
  .works_on = &kb_level_kind,
  .flags = KB_TOOL_LEVELS | KB_TOOL_CLICKS,
  .state_size = sizeof (State),
  .press = area_press,
  .motion = area_motion,
  .release = area_release,
  .cancel = area_cancel,
  .draw = area_draw,
};
