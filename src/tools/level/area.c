/* SPDX-License-Identifier: MIT */
/* Area: a click inside a closed chain of walls turns the smallest region around it into an area. A
 * drag makes a rectangular one, without walls. The document changes only at the end. */
#include <glib/gi18n.h>
#include <math.h>

#include "drawing/levels/level_marks.h"
#include "drawing/style.h"
#include "operations/level/change.h"
#include "operations/level/lines.h"
#include "tools/level/private.h"
#include "tools/private.h"

#define LEVEL_AREA_MAX_SEARCHED 4096    /* walls, for a mere preview */

typedef struct {
  KbRings rings;             /* of the pointed region or the dragged rectangle; empty: none */
  KbVec at;                  /* the position searched */
  gboolean found;
  gboolean dragged;
  KbVec pressed;             /* canvas pixels */
  KbVec from, to;            /* the corners of the rectangle */
} LevelAreaState;

static void
forget_level_area (LevelAreaState *state)
{
  kb_rings_clear (&state->rings);
  state->found = state->dragged = FALSE;
}

static KbLevelSnapped
level_area_snapped (KbToolContext *context)
{
  return kb_level_snap_to (context, context->pointer.at, &(KbLevelSnapOptions) { 0 });
}

static gboolean
area_press (KbToolContext *context, const KbPointerEvent *event)
{
  LevelAreaState *state = context->gesture.state;

  forget_level_area (state);
  if (kb_level_layer_refuses (context, &kb_tool_context_level (context)->node))
    return FALSE;
  state->pressed = event->canvas;
  state->from = level_area_snapped (context).at;
  kb_level_region_at (kb_tool_context_level_index (context), context->pointer.at, G_MAXUINT,
                      &state->rings);
  return TRUE;
}

/* As with ends of walls: lines that pass through a corner of a rectangle get one there. */
static KbId
add_area (KbLevelIndex *index, const LevelAreaState *state, KbId class_id, GError **error)
{
  for (guint i = 0; state->dragged && i < kb_rings_points (&state->rings); i++)
    if (!kb_level_split_at (index, state->rings.points[i], error))
      return 0;
  return kb_level_add_area (index, &state->rings, class_id, error);
}

static KbId
make_area (KbToolContext *context, const LevelAreaState *state)
{
  KbLevelIndex *index = kb_tool_context_level_index (context);
  const KbArea *there = kb_level_find_area (index, &state->rings);
  GError *error = NULL;
  KbId id;

  if (there)
    {
      kb_tool_context_status (context, _("Selected the existing area"));
      return there->node.id;
    }
  kb_document_begin (context->document, _("Make area"));
  KbId class_id = kb_tool_context_class (context, &kb_area_kind, &error);
  id = class_id ? add_area (index, state, class_id, &error) : 0;
  kb_selection_finish (context, id != 0, error);
  return id;
}

/* A rectangle without width or height leaves no ring. */
static void
drag_rectangle (KbToolContext *context, LevelAreaState *state)
{
  if (!state->dragged && !kb_pointer_left (&context->pointer, state->pressed))
    return;
  state->dragged = TRUE;
  state->to = level_area_snapped (context).at;
  kb_rings_clear (&state->rings);
  if (state->from.x != state->to.x && state->from.y != state->to.y)
    kb_rings_add (&state->rings,
                  (const KbVec[]) { state->from, { state->to.x, state->from.y }, state->to,
                                    { state->from.x, state->to.y } },
                  4);
}

static void
area_release (KbToolContext *context, const KbPointerEvent *event)
{
  LevelAreaState *state = context->gesture.state;
  KbId id = 0;

  drag_rectangle (context, state);
  if (state->rings.n)
    id = make_area (context, state);
  else
    kb_tool_context_status (context,
                            state->dragged ? _("An area needs a width and a height")
                                           : _("No closed chain of walls surrounds this point"));
  forget_level_area (state);
  if (id)
    kb_selection_set (context, id);
}

static void
area_motion (KbToolContext *context, const KbPointerEvent *event)
{
  LevelAreaState *state = context->gesture.state;
  KbLevelIndex *index = kb_tool_context_level_index (context);

  if (context->gesture.pressed)
    drag_rectangle (context, state);
  if (context->gesture.pressed || (state->found && kb_vec_equal (state->at, context->pointer.at)))
    return;
  kb_rings_clear (&state->rings);
  kb_level_region_at (index, context->pointer.at, LEVEL_AREA_MAX_SEARCHED, &state->rings);
  state->at = context->pointer.at;
  state->found = TRUE;
}

static void
area_cancel (KbToolContext *context)
{
  forget_level_area (context->gesture.state);
}

static void
area_draw (KbToolContext *context, cairo_t *cr)
{
  const LevelAreaState *state = context->gesture.state;
  const KbArea area = { .rings = state->rings };

  if (!context->pointer.over)
    return;
  if (state->rings.n)
    kb_draw_area (cr, &context->view, context->style, &area,
                  kb_class_colour (context->document, context->next.class_id), KB_MARK_HOVERED);
  KbLevelSnapped next = level_area_snapped (context);
  kb_draw_level_snap (cr, &context->view, context->style, next.at, next.kind);
  if (state->dragged)
    {
      g_autofree char *width = kb_number_text (fabs (state->to.x - state->from.x)),
                      *height = kb_number_text (fabs (state->to.y - state->from.y)),
                      *text = g_strdup_printf ("%s × %s", width, height);
      kb_tool_context_note (context, cr, context->pointer.canvas, text, 0xffffffff);
    }
}

const KbTool kb_level_area_tool = {
  .id = "level-area",
  .label = N_("Area"),
  .icon = "kb-level-area-symbolic",
  .key = 'a',
  .cursor = "crosshair",
  .hint = N_("Click inside a closed chain of walls to make an area, or drag a rectangle; "
             "Ctrl turns the grid off"),
  .makes = &kb_area_kind,
  .works_on = &kb_level_kind,
  .flags = KB_TOOL_LEVELS | KB_TOOL_PLACES,
  .state_size = sizeof (LevelAreaState),
  .press = area_press,
  .motion = area_motion,
  .release = area_release,
  .cancel = area_cancel,
  .draw = area_draw,
};
