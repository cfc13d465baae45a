/* SPDX-License-Identifier: MIT */
/* Heights: draws the solid part of each column of a tile as a profile. Shift: a straight slope from
 * the start of the drag. */
#include <string.h>

#include <glib/gi18n.h>

#include "drawing/levels/level_marks.h"
#include "operations/tile.h"
#include "tools/private.h"

typedef struct {
  gboolean in_step;
  gboolean wrote;          /* at least one column was drawn */
  gint width, height;      /* of the frame */
  gint *before, *heights;  /* one per column, old and drawn; NULL: not drawing */
  gint from_x, from_y;     /* where the drag began */
  gint last_x, last_y;     /* where it is now: a column and a height, possibly outside */
} HeightsState;

static gint
height_under (const KbToolContext *context, const KbFrame *frame)
{
  return frame->height - context->pointer.pixel_y;
}

static void
put_height (HeightsState *state, gint x, double height)
{
  if (x >= 0 && x < state->width)
    state->heights[x] = (gint) CLAMP (height + 0.5, 0, state->height);
}

/* Every column between two positions, so that a fast drag skips none. */
static void
put_line (HeightsState *state, gint x0, gint y0, gint x1, gint y1)
{
  gint first = MAX (MIN (x0, x1), 0), last = MIN (MAX (x0, x1), state->width - 1);
  for (gint x = first; x <= last; x++)
    put_height (state, x, x0 == x1 ? y1 : y0 + (double) (y1 - y0) * (x - x0) / (x1 - x0));
}

/* Gives a solid tile without a class the current class. */
static gboolean
give_class (KbToolContext *context, const KbFrame *frame, GError **error)
{
  if (frame->collision_class)
    return TRUE;
  KbId id = kb_tool_context_class (context, &kb_frame_kind, error);
  const KbNode *class = id ? kb_document_node (context->document, id) : NULL;
  return class
         && kb_document_set (context->document, frame->node.id, "collision_class",
                             json_string (((const KbClass *) class)->name), error);
}

static gboolean
commit (KbToolContext *context, HeightsState *state, const KbFrame *frame, GError **error)
{
  KbId id = frame->node.id;
  if (!state->wrote && frame->collision != KB_COLLISION_SHAPES
      && memcmp (state->before, state->heights, (gsize) state->width * sizeof *state->before) == 0)
    return TRUE;
  state->wrote = TRUE;
  json_t *heights = json_array ();
  for (gint x = 0; x < state->width; x++)
    json_array_append_new (heights, json_integer (state->heights[x]));
  return kb_document_set (context->document, id, "heights", heights, error)
         && give_class (context, frame, error)
         && (frame->collision == KB_COLLISION_HEIGHTS
             || kb_document_set (context->document, id, "collision", json_string ("heights"),
                                 error));
}

static void
draw_to (KbToolContext *context)
{
  HeightsState *state = context->gesture.state;
  const KbFrame *frame = kb_tool_context_frame (context);
  g_autoptr (GError) error = NULL;
  if (!frame || !state->in_step)
    return;
  gint y = height_under (context, frame);
  if (context->pointer.modifiers & KB_MOD_SHIFT)
    {
      memcpy (state->heights, state->before, (gsize) state->width * sizeof *state->heights);
      put_line (state, state->from_x, state->from_y, context->pointer.pixel_x, y);
    }
  else
    put_line (state, state->last_x, state->last_y, context->pointer.pixel_x, y);
  state->last_x = context->pointer.pixel_x;
  state->last_y = y;
  if (!commit (context, state, frame, &error))
    kb_tool_context_report (context, g_steal_pointer (&error));
}

static void
forget_heights (HeightsState *state)
{
  state->in_step = state->wrote = FALSE;
  g_clear_pointer (&state->before, g_free);
  g_clear_pointer (&state->heights, g_free);
}

/* One per column: the tile's current collision. A tile without one starts with its picture. */
static void
read_heights (KbDocument *document, const KbFrame *frame, gint *heights)
{
  gboolean full = frame->collision == KB_COLLISION_FULL, drawn = frame->heights.n > 0 && !full;
  json_auto_t *outline = full || drawn ? NULL : kb_tile_picture_heights (document, frame);
  for (gint x = 0; x < frame->width; x++)
    {
      gint height =
        full ? frame->height : (gint) json_integer_value (json_array_get (outline, (size_t) x));
      if (drawn)
        height = (guint) x < frame->heights.n ? frame->heights.v[x] : 0;
      heights[x] = CLAMP (height, 0, frame->height);
    }
}

static gboolean
heights_press (KbToolContext *context, const KbPointerEvent *event)
{
  HeightsState *state = context->gesture.state;
  const KbFrame *frame = kb_tool_context_frame (context);
  if (!frame)
    return FALSE;
  forget_heights (state);
  state->width = frame->width;
  state->height = frame->height;
  state->before = g_new0 (gint, frame->width);
  read_heights (context->document, frame, state->before);
  state->heights = g_memdup2 (state->before, (gsize) frame->width * sizeof *state->before);
  state->from_x = state->last_x = context->pointer.pixel_x;
  state->from_y = state->last_y = height_under (context, frame);
  kb_document_begin (context->document, _("Draw heights"));
  state->in_step = TRUE;
  draw_to (context);
  return TRUE;
}

static void
heights_motion (KbToolContext *context, const KbPointerEvent *event)
{
  if (context->gesture.pressed)
    draw_to (context);
  kb_tool_context_redraw (context);
}

static void
heights_release (KbToolContext *context, const KbPointerEvent *event)
{
  HeightsState *state = context->gesture.state;
  draw_to (context);
  if (state->in_step)
    kb_document_end (context->document);
  forget_heights (state);
}

static void
heights_cancel (KbToolContext *context)
{
  HeightsState *state = context->gesture.state;
  if (state->in_step)
    kb_document_cancel (context->document);
  forget_heights (state);
}

static void
heights_draw (KbToolContext *context, cairo_t *cr)
{
  const KbFrame *frame = kb_tool_context_frame (context);
  if (!context->pointer.over || !frame || context->pointer.pixel_x < 0
      || context->pointer.pixel_x >= frame->width)
    return;
  gint height = CLAMP (height_under (context, frame), 0, frame->height);
  KbVec a =
    kb_view_to_canvas (&context->view, (KbVec){ context->pointer.pixel_x, frame->height - height });
  KbVec b =
    kb_view_to_canvas (&context->view, (KbVec){ context->pointer.pixel_x + 1, frame->height });
  g_autofree char *text =
    g_strdup_printf (_("column %d, height %d"), context->pointer.pixel_x, height);
  cairo_rectangle (cr, a.x, a.y, b.x - a.x, b.y - a.y);
  kb_set_colour (cr, context->style->accent, 0.35);
  cairo_fill (cr);
  kb_tool_context_note (context, cr, context->pointer.canvas, text,
                        kb_class_colour (context->document, frame->collision_class));
}

const KbTool kb_heights_tool = {
  .id = "heights",
  .label = N_("Collision heights"),
  .icon = "kb-heights-symbolic",
  .key = 'g',
  .cursor = "crosshair",
  .hint = N_("Draw the solid part of a tile, column by column; Shift draws a straight slope"),
  .flags = KB_TOOL_PLACES | KB_TOOL_FOLLOWS,
  .state_size = sizeof (HeightsState),
  .press = heights_press,
  .motion = heights_motion,
  .release = heights_release,
  .cancel = heights_cancel,
  .draw = heights_draw,
};
