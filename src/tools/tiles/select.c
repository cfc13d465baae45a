/* SPDX-License-Identifier: MIT */
/* Select and move cells of a tile layer. */
#include <glib/gi18n.h>

#include "tools/private.h"
#include "tools/tiles/selected.h"
#include "tools/tiles/work.h"

typedef struct {
  gboolean selecting, moving, moved;
  gboolean copies;
  gint from_i, from_j, i, j;
} TilesSelectState;

/* On a selected cell, a drag moves. */
static gboolean
tiles_select_is_in (const KbToolContext *context)
{
  const KbCellSet *set = kb_tiles_selected (context);
  gint i, j;

  return set && !(context->pointer.modifiers & (KB_MOD_SHIFT | KB_MOD_CONTROL))
         && kb_tiles_cell (context, FALSE, &i, &j) && kb_cell_set_has (set, i, j);
}

static KbCellBox
tiles_select_box_of (const TilesSelectState *state)
{
  return (KbCellBox) { MIN (state->from_i, state->i), MIN (state->from_j, state->j),
                      ABS (state->i - state->from_i) + 1, ABS (state->j - state->from_j) + 1 };
}

static KbTilesMove
move_of (const TilesSelectState *state)
{
  return (KbTilesMove) { state->i - state->from_i, state->j - state->from_j, state->copies, NULL };
}

static void
end_tiles_select_drag (TilesSelectState *state)
{
  state->selecting = state->moving = state->moved = FALSE;
}

static KbCellSetChange
change_of (const KbToolContext *context)
{
  return context->pointer.modifiers & KB_MOD_SHIFT     ? KB_CELLS_ADD
         : context->pointer.modifiers & KB_MOD_CONTROL ? KB_CELLS_TAKE
                                                       : KB_CELLS_REPLACE;
}

/* Selects the connected equal cells. */
static void
select_like (KbToolContext *context, gint i, gint j)
{
  const KbLayer *layer = kb_tiles_layer (context);
  KbCellStroke *stroke = kb_cell_stroke_new (context->document, layer->node.id, NULL);
  KbCellSet *set = stroke ? kb_cell_set_find (stroke, i, j) : NULL;

  kb_cell_stroke_cancel (stroke);
  if (set)
    kb_tiles_select (context, set);
}

static gboolean
select_tiles_select_press (KbToolContext *context, const KbPointerEvent *event)
{
  TilesSelectState *state = context->gesture.state;

  if (!kb_tiles_cell (context, FALSE, &state->from_i, &state->from_j))
    return FALSE;
  state->i = state->from_i;
  state->j = state->from_j;
  if (event->n_press == 2)
    {
      select_like (context, state->i, state->j);
      return FALSE;
    }
  state->moved = FALSE;
  state->moving = tiles_select_is_in (context);
  state->copies = (event->modifiers & KB_MOD_ALT) != 0;
  state->selecting = !state->moving;
  return TRUE;
}

static void
select_tiles_select_motion (KbToolContext *context, const KbPointerEvent *event)
{
  TilesSelectState *state = context->gesture.state;
  gint i = state->i, j = state->j;

  if (!context->gesture.pressed || !kb_tiles_cell (context, FALSE, &state->i, &state->j)
      || (i == state->i && j == state->j))
    return;
  state->moved = TRUE;
  KbTilesMove move = move_of (state);
  if (state->moving && !kb_tiles_try_move (context, &move))
    state->moving = FALSE;
}

static void
select_box (KbToolContext *context, const TilesSelectState *state)
{
  KbCellBox box = tiles_select_box_of (state);

  if (box.width > KB_MAX_STAMP_SIDE || box.height > KB_MAX_STAMP_SIDE)
    {
      g_autofree char *text = g_strdup_printf (
        _("Too large: a selection has at most %d cells per side"), KB_MAX_STAMP_SIDE);

      kb_tool_context_status (context, text);
      return;
    }
  g_autoptr (KbCellSet) set = kb_cell_set_new (box);
  kb_tiles_select (context,
                   kb_cell_set_combine (kb_tiles_selected (context), set, change_of (context)));
}

static void
select_tiles_select_release (KbToolContext *context, const KbPointerEvent *event)
{
  TilesSelectState *state = context->gesture.state;

  kb_tiles_cell (context, FALSE, &state->i, &state->j);
  KbTilesMove move = move_of (state);
  if (state->moving && state->moved)
    kb_tiles_move (context, &move, state->copies ? _("Copy tiles") : _("Move tiles"));
  else if (state->moving || state->selecting)
    select_box (context, state);
  end_tiles_select_drag (state);
}

static void
select_tiles_select_cancel (KbToolContext *context)
{
  kb_tiles_cancel (context);
  end_tiles_select_drag (context->gesture.state);
}

static char *
select_speak (const KbToolContext *context)
{
  const KbCellSet *set = kb_tiles_selected (context);

  if (!set)
    return NULL;
  KbCellBox box = kb_cell_set_bounds (set);
  return g_strdup_printf (_("Selected cells at %d, %d, %d × %d"), box.i, box.j, box.width,
                          box.height);
}

static const char *
select_tiles_select_cursor (const KbToolContext *context)
{
  if (!tiles_select_is_in (context))
    return NULL;
  return kb_tiles_is_shut (context)                 ? "not-allowed"
         : context->pointer.modifiers & KB_MOD_ALT ? "copy"
                                                    : "move";
}

static void
select_tiles_select_draw (KbToolContext *context, cairo_t *cr)
{
  const TilesSelectState *state = context->gesture.state;
  gint i, j;

  kb_tiles_draw_grid (context, cr);
  if (state->selecting && context->gesture.pressed)
    {
      KbCellBox box = tiles_select_box_of (state);
      g_autofree char *text = g_strdup_printf ("%d × %d", box.width, box.height);

      kb_tiles_draw_box (context, cr, box);
      kb_tool_context_note (context, cr, context->pointer.canvas, text, context->style->pill_text);
    }
  else if (!state->moving && context->pointer.over && kb_tiles_cell (context, FALSE, &i, &j))
    kb_tiles_draw_box (context, cr, (KbCellBox) { i, j, 1, 1 });
}

const KbTool kb_tile_select_tool = {
  .id = "tile-select",
  .label = N_("Select Tiles"),
  .icon = "kb-region-symbolic",
  .key = 'v',
  .cursor = "crosshair",
  .hint = N_("Drag to select, Shift adds, Ctrl removes; drag inside to move, Alt copies; "
             "double-click: equal tiles"),
  .flags = KB_TOOL_TILES | KB_TOOL_USES_CONTROL,
  .state_size = sizeof (TilesSelectState),
  .press = select_tiles_select_press,
  .motion = select_tiles_select_motion,
  .release = select_tiles_select_release,
  .cancel = select_tiles_select_cancel,
  .speak = select_speak,
  .cursor_at = select_tiles_select_cursor,
  .draw = select_tiles_select_draw,
};

/* Below what the tool draws; moved cells are marked at their new place. */
void
kb_tiles_draw_selected (KbToolContext *context, cairo_t *cr)
{
  const KbCellSet *set = kb_tiles_selected (context);
  const TilesSelectState *state =
    context->gesture.tool == &kb_tile_select_tool ? context->gesture.state : NULL;

  if (!set)
    return;
  KbCellSet shown = *set;
  if (state && state->moving)
    {
      shown.i += state->i - state->from_i;
      shown.j += state->j - state->from_j;
    }
  kb_tiles_draw_set (context, cr, &shown);
}
