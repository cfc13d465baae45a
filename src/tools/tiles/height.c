/* SPDX-License-Identifier: MIT */
/* Height: raises or lowers each tile under the pointer by one. */
#include <glib/gi18n.h>

#include "tools/private.h"
#include "tools/tiles/work.h"

typedef struct {
  gint i, j;                 /* where the drag began */
  GHashTable *met;           /* gint64 (i, j): cells already changed; NULL: no drag */
  gboolean tiles;            /* at least one tile was found */
} HeightState;

static gint
amount (const KbToolContext *context)
{
  return context->pointer.modifiers & KB_MOD_CONTROL ? -1 : 1;
}

static gboolean
has_tile (const KbToolContext *context, KbCellBox box)
{
  KbCellBox all = kb_cell_stroke_bounds (context->level.cells);

  for (gint j = MAX (box.j, all.j); j < MIN (box.j + box.height, all.j + all.height); j++)
    for (gint i = MAX (box.i, all.i); i < MIN (box.i + box.width, all.i + all.width); i++)
      if (!kb_cell_is_empty (kb_cell_stroke_at (context->level.cells, i, j)))
        return TRUE;
  return FALSE;
}

static void
change_height (KbToolContext *context)
{
  HeightState *state = context->gesture.state;
  gint i, j;

  if (!kb_tiles_cell (context, !(context->pointer.modifiers & KB_MOD_SHIFT), &i, &j))
    return;
  if (context->pointer.modifiers & KB_MOD_SHIFT)
    {
      KbCellBox box = { MIN (i, state->i), MIN (j, state->j), ABS (i - state->i) + 1,
                        ABS (j - state->j) + 1 };

      kb_cell_stroke_restart (context->level.cells);
      state->tiles = has_tile (context, box);
      kb_cell_stroke_raise (context->level.cells, box, amount (context));
      return;
    }
  gint64 key = (gint64) i * 0x100000000 + j;
  if (g_hash_table_contains (state->met, &key))
    return;
  state->tiles = state->tiles || has_tile (context, (KbCellBox) { i, j, 1, 1 });
  g_hash_table_add (state->met, g_memdup2 (&key, sizeof key));
  kb_cell_stroke_raise (context->level.cells, (KbCellBox) { i, j, 1, 1 }, amount (context));
}

static gboolean
height_press (KbToolContext *context, const KbPointerEvent *event)
{
  HeightState *state = context->gesture.state;
  const KbLayer *layer = kb_tiles_layer (context);

  if (layer && layer->lift == 0)
    return kb_tool_context_refuse (context, _("First set Pixels per height unit, on the right"));
  if (!kb_tiles_cell (context, TRUE, &state->i, &state->j) || !kb_tiles_begin (context))
    return FALSE;
  state->met = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  state->tiles = FALSE;
  change_height (context);
  return TRUE;
}

static void
height_motion (KbToolContext *context, const KbPointerEvent *event)
{
  if (context->level.cells)
    change_height (context);
}

static void
height_release (KbToolContext *context, const KbPointerEvent *event)
{
  HeightState *state = context->gesture.state;

  height_motion (context, event);
  gboolean none = context->level.cells && !state->tiles;
  g_clear_pointer (&state->met, g_hash_table_unref);
  kb_tiles_end (context, amount (context) > 0 ? _("Raise tiles") : _("Lower tiles"));
  if (none)
    kb_tool_context_status (context, _("There is no tile to raise or lower here"));
}

static void
height_cancel (KbToolContext *context)
{
  HeightState *state = context->gesture.state;

  g_clear_pointer (&state->met, g_hash_table_unref);
  kb_tiles_cancel (context);
}

static void
height_draw (KbToolContext *context, cairo_t *cr)
{
  const KbLayer *layer = kb_tiles_layer (context);
  gint i, j;

  kb_tiles_draw_grid (context, cr);
  if (!layer || !context->pointer.over || !kb_tiles_cell (context, TRUE, &i, &j))
    return;
  guint32 cell = context->level.cells ? kb_cell_stroke_at (context->level.cells, i, j)
                                      : kb_layer_cell_at (layer, i, j);
  g_autofree char *text = g_strdup_printf (_("height %u"), cell >> KB_CELL_HEIGHT_SHIFT);

  kb_tiles_draw_box (context, cr, (KbCellBox) { i, j, 1, 1 });
  if (!kb_cell_is_empty (cell))
    kb_tool_context_note (context, cr, context->pointer.canvas, text, context->style->pill_text);
}

const KbTool kb_tile_height_tool = {
  .id = "tile-height",
  .label = N_("Height of Tiles"),
  .icon = "kb-height-symbolic",
  .key = 't',
  .cursor = "crosshair",
  .hint = N_("Drag over tiles to raise each by one, Ctrl lowers them; Shift: a whole rectangle"),
  .flags = KB_TOOL_TILES | KB_TOOL_FOLLOWS | KB_TOOL_USES_CONTROL,
  .state_size = sizeof (HeightState),
  .press = height_press,
  .motion = height_motion,
  .release = height_release,
  .cancel = height_cancel,
  .cursor_at = kb_tiles_cursor,
  .draw = height_draw,
};
