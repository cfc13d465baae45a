/* SPDX-License-Identifier: MIT */
/* Pick: tiles of the map become the stamp. */
#include <glib/gi18n.h>

#include "tools/private.h"
#include "tools/tiles/work.h"

gboolean
kb_tiles_pick_begin (KbToolContext *context, KbTilesPick *pick)
{
  pick->active = kb_tiles_cell (context, TRUE, &pick->i, &pick->j);
  return pick->active;
}

/* A single cell is the one visible there. Several are those at height 0, so that the box follows
 * the pointer. */
static KbCellBox
box_of (const KbToolContext *context, const KbTilesPick *pick)
{
  gint i = pick->i, j = pick->j, seen_i, seen_j;

  if (kb_tiles_cell (context, TRUE, &seen_i, &seen_j) && seen_i == i && seen_j == j)
    return (KbCellBox) { i, j, 1, 1 };
  kb_tiles_cell (context, FALSE, &i, &j);
  return (KbCellBox) { MIN (i, pick->i), MIN (j, pick->j), ABS (i - pick->i) + 1,
                      ABS (j - pick->j) + 1 };
}

void
kb_tiles_pick_end (KbToolContext *context, KbTilesPick *pick)
{
  const KbLayer *layer = kb_tiles_layer (context);
  KbStamp *stamp;
  g_autofree char *text = NULL;

  if (!pick->active)
    return;
  pick->active = FALSE;
  KbCellBox box = layer ? box_of (context, pick) : (KbCellBox) { 0 };
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

void
kb_tiles_pick_draw (const KbToolContext *context, const KbTilesPick *pick, cairo_t *cr)
{
  g_autofree char *text = NULL;

  if (!pick->active)
    return;
  KbCellBox box = box_of (context, pick);
  kb_tiles_draw_box (context, cr, box);
  text = g_strdup_printf ("%d × %d", box.width, box.height);
  kb_tool_context_note (context, cr, context->pointer.canvas, text, context->style->pill_text);
}

/* ---- the tool ---- */

static gboolean
pick_press (KbToolContext *context, const KbPointerEvent *event)
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
  .press = pick_press,
  .release = pick_release,
  .cancel = pick_cancel,
  .draw = pick_draw,
};
