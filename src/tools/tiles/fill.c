/* SPDX-License-Identifier: MIT */
/* Fill: the connected equal cells around the pointer get the stamp, or the terrain. */
#include <glib/gi18n.h>

#include "tools/private.h"
#include "tools/tiles/work.h"

static gboolean
fill_tiles_fill_press (KbToolContext *context, const KbPointerEvent *event)
{
  gint i, j;

  if (!kb_tiles_cell (context, TRUE, &i, &j) || !kb_tiles_stamp (context)
      || !kb_tiles_begin (context))
    return FALSE;
  if (kb_tiles_fill (context, i, j))
    return TRUE;
  kb_tiles_cancel (context);
  kb_tool_context_status (context, _("Fill works inside the dashed line. A rectangle enlarges the "
                                     "layer"));
  return FALSE;
}

static void
fill_tiles_fill_release (KbToolContext *context, const KbPointerEvent *event)
{
  kb_tiles_end (context, _("Fill with tiles"));
}

static void
fill_draw (KbToolContext *context, cairo_t *cr)
{
  gint i, j;

  kb_tiles_draw_grid (context, cr);
  if (context->pointer.over && !context->level.cells && kb_tiles_cell (context, TRUE, &i, &j))
    kb_tiles_draw_ghost (context, cr, i, j);
}

const KbTool kb_tile_fill_tool = {
  .id = "tile-fill",
  .label = N_("Fill with Tiles"),
  .icon = "kb-fill-symbolic",
  .key = 'f',
  .cursor = "crosshair",
  .hint = N_("Click to fill connected equal cells of the layer with the stamp"),
  .flags = KB_TOOL_TILES | KB_TOOL_CLICKS,
  .press = fill_tiles_fill_press,
  .release = fill_tiles_fill_release,
  .cancel = kb_tiles_cancel,
  .cursor_at = kb_tiles_cursor,
  .draw = fill_draw,
};
