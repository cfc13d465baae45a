/* SPDX-License-Identifier: MIT */
/* Stamp and eraser: cells under the pointer. Shift draws straight from the end of the last stroke,
 * Alt picks tiles of the map. With a terrain or random tiles, cell by cell; Ctrl paints only the
 * corner or edge of a terrain that is nearest. */
#include <glib/gi18n.h>

#include "tools/private.h"
#include "tools/tiles/work.h"

/* ---- pick ---- */

/* Pick: tiles of the map become the stamp. */

static gboolean
kb_tiles_pick_begin (KbToolContext *context, KbTilesPick *pick)
{
  pick->active = kb_tiles_cell (context, TRUE, &pick->i, &pick->j);
  return pick->active;
}

/* A single cell is the one visible there. Several are those at height 0, so that the box follows
 * the pointer. */
static KbCellBox
stamp_box_of (const KbToolContext *context, const KbTilesPick *pick)
{
  gint i = pick->i, j = pick->j, seen_i, seen_j;

  if (kb_tiles_cell (context, TRUE, &seen_i, &seen_j) && seen_i == i && seen_j == j)
    return (KbCellBox) { i, j, 1, 1 };
  kb_tiles_cell (context, FALSE, &i, &j);
  return (KbCellBox) { MIN (i, pick->i), MIN (j, pick->j), ABS (i - pick->i) + 1,
                      ABS (j - pick->j) + 1 };
}

/* Makes the tiles the stamp; reports if there are none. */
static void
kb_tiles_pick_end (KbToolContext *context, KbTilesPick *pick)
{
  const KbLayer *layer = kb_tiles_layer (context);
  KbStamp *stamp;
  g_autofree char *text = NULL;

  if (!pick->active)
    return;
  pick->active = FALSE;
  KbCellBox box = layer ? stamp_box_of (context, pick) : (KbCellBox) { 0 };
  if (box.width < 1)
    return;
  if (box.width > KB_MAX_STAMP_SIDE || box.height > KB_MAX_STAMP_SIDE)
    {
      text =
        g_strdup_printf (_("Too large: a stamp has at most %d cells per side"), KB_MAX_STAMP_SIDE);
      kb_tool_context_status (context, text);
      return;
    }
  stamp = kb_stamp_of_layer (layer, box);
  if (kb_stamp_is_empty (stamp))
    {
      kb_stamp_free (stamp);
      kb_tool_context_status (context, _("There are no tiles to pick here"));
      return;
    }
  text = box.width * box.height == 1
           ? g_strdup (_("Picked the tile"))
           : g_strdup_printf (_("Picked %d × %d tiles"), box.width, box.height);
  kb_tiles_take_stamp (context, stamp);
  kb_tool_context_status (context, text);
}

static void
kb_tiles_pick_draw (const KbToolContext *context, const KbTilesPick *pick, cairo_t *cr)
{
  if (!pick->active)
    return;
  KbCellBox box = stamp_box_of (context, pick);
  kb_tiles_draw_box (context, cr, box);
  g_autofree char *text = g_strdup_printf ("%d × %d", box.width, box.height);
  kb_tool_context_note (context, cr, context->pointer.canvas, text, context->style->pill_text);
}

/* ---- the tool ---- */

static gboolean
pick_stamp_press (KbToolContext *context, const KbPointerEvent *event)
{
  return kb_tiles_pick_begin (context, context->gesture.state);
}

static void
pick_release (KbToolContext *context, const KbPointerEvent *event)
{
  kb_tiles_pick_end (context, context->gesture.state);
}

static void
pick_cancel (KbToolContext *context)
{
  ((KbTilesPick *) context->gesture.state)->active = FALSE;
}

static void
pick_draw (KbToolContext *context, cairo_t *cr)
{
  const KbTilesPick *pick = context->gesture.state;
  gint i, j;

  kb_tiles_draw_grid (context, cr);
  kb_tiles_pick_draw (context, pick, cr);
  if (!pick->active && context->pointer.over && kb_tiles_cell (context, TRUE, &i, &j))
    kb_tiles_draw_box (context, cr, (KbCellBox) { i, j, 1, 1 });
}

const KbTool kb_tile_pick_tool = {
  .id = "tile-pick",
  .label = N_("Pick Tiles"),
  .icon = "kb-pick-symbolic",
  .key = 'i',
  .cursor = "crosshair",
  .hint = N_("Click a tile of the map, or drag over several, to make them the stamp"),
  .flags = KB_TOOL_TILES,
  .state_size = sizeof (KbTilesPick),
  .press = pick_stamp_press,
  .release = pick_release,
  .cancel = pick_cancel,
  .draw = pick_draw,
};

/* ---- stamp ---- */

typedef struct {
  KbTilesPick pick;
  gint anchor_i, anchor_j;   /* start of the stroke */
  gint i, j;                 /* last position of the pointer */
  KbId on;                   /* edited layer; 0: none */
  gboolean touches;          /* only the nearest labels of a terrain */
} StampState;

static gboolean
erases (const KbToolContext *context)
{
  return context->gesture.tool == &kb_tile_eraser_tool;
}

/* The top left cell of the stamp, or the cell to erase. */
static gboolean
stamp_position (const KbToolContext *context, gint *i, gint *j)
{
  gboolean alone = erases (context) || kb_tiles_cellwise (context);

  if (!kb_tiles_cell (context, alone, i, j))
    return FALSE;
  if (!alone && context->level.stamp)
    kb_tiles_middle (context->level.stamp, i, j);
  return TRUE;
}

/* The cells nearest to a line. */
static void
put_stamp_line (KbToolContext *context, gint i0, gint j0, gint i1, gint j1)
{
  gint64 di = (gint64) i1 - i0, dj = (gint64) j1 - j0, n = MAX (ABS (di), ABS (dj));

  if (n > 4 * KB_CELL_LIMIT)
    return;
  for (gint64 k = 0; k <= n; k++)
    {
      gint64 oi = n ? (2 * ABS (di) * k + n) / (2 * n) : 0,
             oj = n ? (2 * ABS (dj) * k + n) / (2 * n) : 0;

      kb_tiles_put (context,
                    (KbCellBox) { (gint) (i0 + (di < 0 ? -oi : oi)),
                                 (gint) (j0 + (dj < 0 ? -oj : oj)), 1, 1 },
                    erases (context), FALSE);
    }
}

static void
paint_stamp_to (KbToolContext *context, StampState *state, gint i, gint j)
{
  gboolean joins = !erases (context) && kb_tiles_are_joined (context);

  if (state->touches || (joins && i == state->i && j == state->j))
    kb_tiles_touch (context, i, j);
  else if (joins)
    kb_tiles_join (context, state->i, state->j, i, j);
  else if (erases (context) || kb_tiles_cellwise (context))
    put_stamp_line (context, state->i, state->j, i, j);
  else
    kb_cell_stroke_drag (context->level.cells, context->level.stamp, state->anchor_i,
                         state->anchor_j, state->i, state->j, i, j);
  state->i = i;
  state->j = j;
}

static gboolean
stamp_goes_straight (const KbToolContext *context, const StampState *state)
{
  return context->pointer.modifiers & KB_MOD_SHIFT && state->on
         && state->on == context->shown.layer_id;
}

static gboolean
stamp_press (KbToolContext *context, const KbPointerEvent *event)
{
  StampState *state = context->gesture.state;
  gint i, j;

  if (event->modifiers & KB_MOD_ALT)
    return kb_tiles_pick_begin (context, &state->pick);
  if ((!erases (context) && !kb_tiles_stamp (context)) || !stamp_position (context, &i, &j)
      || !kb_tiles_begin (context))
    return FALSE;
  if (!stamp_goes_straight (context, state))
    {
      state->anchor_i = state->i = i;
      state->anchor_j = state->j = j;
    }
  state->on = context->shown.layer_id;
  state->touches = event->modifiers & KB_MOD_CONTROL && context->level.terrain_id
                   && !erases (context);
  paint_stamp_to (context, state, i, j);
  return TRUE;
}

static void
stamp_motion (KbToolContext *context, const KbPointerEvent *event)
{
  StampState *state = context->gesture.state;
  gint i, j;

  if (context->level.cells && stamp_position (context, &i, &j)
      && (i != state->i || j != state->j || state->touches))
    paint_stamp_to (context, state, i, j);
}

static void
stamp_release (KbToolContext *context, const KbPointerEvent *event)
{
  StampState *state = context->gesture.state;

  stamp_motion (context, event);
  kb_tiles_pick_end (context, &state->pick);
  kb_tiles_end (context, erases (context) ? _("Erase tiles") : _("Stamp tiles"));
}

static void
stamp_cancel (KbToolContext *context)
{
  StampState *state = context->gesture.state;

  state->pick.active = FALSE;
  kb_tiles_cancel (context);
}

/* The straight line that Shift would draw. */
static void
draw_stamp_line (KbToolContext *context, const StampState *state, cairo_t *cr, gint i, gint j)
{
  const KbLayer *layer = kb_tiles_layer (context);
  KbTileGrid grid = kb_tile_grid_of (layer);
  KbVec corners[KB_CELL_CORNERS];
  const guint half = kb_tile_grid_outline (&grid, 0, 0, 0, corners) / 2;
  KbVec zero = kb_tile_grid_corner (&grid, 0, 0),
        middle = { (corners[0].x + corners[half].x) / 2 - zero.x,
                   (corners[0].y + corners[half].y) / 2 - zero.y };
  KbVec a = kb_tile_grid_corner (&grid, state->i, state->j);
  KbVec b = kb_tile_grid_corner (&grid, i, j);
  a = kb_view_to_canvas (&context->view, (KbVec) { a.x + middle.x, a.y + middle.y });
  b = kb_view_to_canvas (&context->view, (KbVec) { b.x + middle.x, b.y + middle.y });
  cairo_new_path (cr);
  cairo_move_to (cr, a.x, a.y);
  cairo_line_to (cr, b.x, b.y);
  kb_stroke_marked (cr, &context->view, context->style, context->style->accent, KB_MARK_PLAIN);
}

static void
stamp_draw (KbToolContext *context, cairo_t *cr)
{
  const StampState *state = context->gesture.state;
  gint i, j;

  kb_tiles_draw_grid (context, cr);
  kb_tiles_pick_draw (context, &state->pick, cr);
  if (!context->pointer.over || state->pick.active || !stamp_position (context, &i, &j))
    return;
  if (!context->level.cells && stamp_goes_straight (context, state))
    draw_stamp_line (context, state, cr, i, j);
  if (context->pointer.modifiers & KB_MOD_ALT && !context->level.cells)
    {
      if (kb_tiles_cell (context, TRUE, &i, &j))
        kb_tiles_draw_box (context, cr, (KbCellBox) { i, j, 1, 1 });
    }
  else if (erases (context))
    kb_tiles_draw_box (context, cr, (KbCellBox) { i, j, 1, 1 });
  else
    kb_tiles_draw_ghost (context, cr, i, j);
}

/* Common to both. */
#define STAMP                                                                                      \
  .cursor = "crosshair", .state_size = sizeof (StampState), .press = stamp_press,                  \
  .motion = stamp_motion, .release = stamp_release, .cancel = stamp_cancel,                        \
  .cursor_at = kb_tiles_cursor, .draw = stamp_draw

const KbTool kb_stamp_tool = {
  .id = "stamp",
  .label = N_("Stamp"),
  .icon = "kb-stamp-symbolic",
  .key = 'b',
  .hint = N_("Drag to place; Shift: straight, Alt: pick; {stamp-flip-x}, {stamp-flip-y} "
              "flip, {turn-right} turns"),
  .flags = KB_TOOL_TILES | KB_TOOL_FOLLOWS | KB_TOOL_USES_CONTROL,
  STAMP,
};

const KbTool kb_tile_eraser_tool = {
  .id = "tile-eraser",
  .label = N_("Erase Tiles"),
  .icon = "kb-eraser-symbolic",
  .key = 'e',
  .hint = N_(
    "Drag over tiles to erase them; Shift erases a straight line, Alt picks tiles from the map"),
  .flags = KB_TOOL_TILES | KB_TOOL_FOLLOWS,
  STAMP,
};
