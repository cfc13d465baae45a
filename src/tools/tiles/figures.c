/* SPDX-License-Identifier: MIT */
/* Rectangle of tiles: repeats the stamp from corner to corner. */
#include <glib/gi18n.h>
#include <math.h>

#include "tools/level/private.h"
#include "tools/private.h"
#include "tools/tiles/selected.h"
#include "tools/tiles/work.h"
#include "tools/tools.h"

typedef struct {
  gint i, j;
} TilesFiguresState;

/* The box from one cell to another, both included; Shift makes it square. */
static KbCellBox
kb_tiles_box (const KbToolContext *context, gint from_i, gint from_j, gint to_i, gint to_j)
{
  gint64 di = (gint64) to_i - from_i, dj = (gint64) to_j - from_j;

  if (context->pointer.modifiers & KB_MOD_SHIFT)
    {
      gint64 side = MAX (ABS (di), ABS (dj));

      di = di < 0 ? -side : side;
      dj = dj < 0 ? -side : side;
    }
  di = CLAMP (di, -KB_CELL_LIMIT, KB_CELL_LIMIT);
  dj = CLAMP (dj, -KB_CELL_LIMIT, KB_CELL_LIMIT);
  return (KbCellBox) { (gint) (from_i + MIN (di, 0)), (gint) (from_j + MIN (dj, 0)),
                      (gint) ABS (di) + 1, (gint) ABS (dj) + 1 };
}

static KbCellBox
tiles_figures_box_of (const KbToolContext *context)
{
  const TilesFiguresState *state = context->gesture.state;
  gint i = state->i, j = state->j;

  kb_tiles_cell (context, FALSE, &i, &j);
  return kb_tiles_box (context, state->i, state->j, i, j);
}

static void
paint_tile_figure (KbToolContext *context)
{
  kb_cell_stroke_restart (context->level.cells);
  kb_tiles_put (context, tiles_figures_box_of (context),
                context->pointer.modifiers & KB_MOD_CONTROL, TRUE);
}

static gboolean
box_press (KbToolContext *context, const KbPointerEvent *event)
{
  TilesFiguresState *state = context->gesture.state;

  if (!kb_tiles_cell (context, FALSE, &state->i, &state->j) || !kb_tiles_stamp (context)
      || !kb_tiles_begin (context))
    return FALSE;
  paint_tile_figure (context);
  return TRUE;
}

static void
box_motion (KbToolContext *context, const KbPointerEvent *event)
{
  if (context->level.cells)
    paint_tile_figure (context);
}

static void
box_release (KbToolContext *context, const KbPointerEvent *event)
{
  box_motion (context, event);
  kb_tiles_end (context, context->pointer.modifiers & KB_MOD_CONTROL
                           ? _("Erase a rectangle of tiles")
                           : _("Rectangle of tiles"));
}

static void
box_draw (KbToolContext *context, cairo_t *cr)
{
  gint i, j;

  kb_tiles_draw_grid (context, cr);
  if (context->level.cells)
    {
      KbCellBox box = tiles_figures_box_of (context);
      g_autofree char *text = g_strdup_printf ("%d × %d", box.width, box.height);

      kb_tiles_draw_box (context, cr, box);
      kb_tool_context_note (context, cr, context->pointer.canvas, text, context->style->pill_text);
    }
  else if (context->pointer.over && kb_tiles_cell (context, FALSE, &i, &j))
    kb_tiles_draw_ghost (context, cr, i, j);
}

const KbTool kb_tile_box_tool = {
  .id = "tile-box",
  .label = N_("Rectangle of Tiles"),
  .icon = "kb-box-symbolic",
  .key = 'u',
  .cursor = "crosshair",
  .hint = N_("Drag from corner to corner to repeat the stamp; Shift makes a square, Ctrl erases"),
  .flags = KB_TOOL_TILES | KB_TOOL_USES_CONTROL,
  .state_size = sizeof (TilesFiguresState),
  .press = box_press,
  .motion = box_motion,
  .release = box_release,
  .cancel = kb_tiles_cancel,
  .cursor_at = kb_tiles_cursor,
  .draw = box_draw,
};
