/* SPDX-License-Identifier: MIT */
/* Selected cells: moving, turning, erasing, filling. */
#include "tools/tiles/selected.h"

#include <glib/gi18n.h>

#include "tools/follow.h"
#include "tools/paint/marks.h"
#include "tools/private.h"
#include "tools/tiles/work.h"

#define MOST_EDGES (1 << 20)   /* visible cells; of more only the bounds are drawn */

struct KbTilesSelection {
  KbCellSet *set;
  KbId floats_on;       /* the layer; 0: it does not float */
  guint position;       /* in the history; any other: it does not float */
  KbStamp *under;       /* what it covers */
  GArray *moves;
};

static struct KbTilesSelection *
selection_of (KbToolContext *context)
{
  if (!context->level.selected)
    context->level.selected = g_new0 (struct KbTilesSelection, 1);
  return context->level.selected;
}

const KbCellSet *
kb_tiles_selected (const KbToolContext *context)
{
  return context->level.selected && context->document && kb_tiles_layer (context)
           ? context->level.selected->set
           : NULL;
}

static void
free_tiles_selected_set (gpointer set)
{
  kb_cell_set_free (set);
}

static void
report_change (KbToolContext *context)
{
  context->selection.serial++;
  kb_tool_context_changed (context, KB_TOOLS_SELECTION);
  kb_tool_context_redraw (context);
}

void
kb_tiles_deselect (KbToolContext *context)
{
  struct KbTilesSelection *selection = g_steal_pointer (&context->level.selected);

  if (!selection)
    return;
  kb_cell_set_free (selection->set);
  kb_stamp_free (selection->under);
  g_clear_pointer (&selection->moves, g_array_unref);
  g_free (selection);
  report_change (context);
}

void
kb_tiles_select (KbToolContext *context, KbCellSet *set)
{
  kb_tiles_deselect (context);
  if (!set)
    return;
  selection_of (context)->set = set;
  report_change (context);
}

void
kb_tiles_select_all (KbToolContext *context)
{
  const KbLayer *layer = kb_tiles_layer (context);
  KbCellBox box = layer ? kb_layer_bounds (layer) : (KbCellBox) { 0 };

  kb_tiles_select (context, box.width > 0 && box.height > 0 ? kb_cell_set_new (box) : NULL);
  g_autofree char *text = kb_tiles_count_selected (context);
  kb_tool_context_status (context, text);
}

void
kb_tiles_follow (KbToolContext *context, gboolean undone, const char *label)
{
  struct KbTilesSelection *selection = context->level.selected;
  gpointer set = selection ? selection->set : NULL;

  if (!selection || !kb_follow_exchange (context, selection->moves, undone, label, &set))
    return;
  selection->set = set;
  selection->floats_on = 0;
  report_change (context);
}

/* ---- moving ---- */

static gboolean
floats (const KbToolContext *context)
{
  const struct KbTilesSelection *selection = context->level.selected;

  return selection->floats_on && selection->floats_on == context->shown.layer_id
         && selection->position == kb_follow_position (context);
}

/* A new stroke that may write everywhere, or the current one from its start. */
static KbCellStroke *
begin_cell_stroke (KbToolContext *context)
{
  if (context->level.cells)
    kb_cell_stroke_restart (context->level.cells);
  else if (!kb_tiles_begin (context))
    return NULL;
  kb_cell_stroke_limit (context->level.cells, NULL, 0, 0);
  return context->level.cells;
}

static KbCellSet *
moved_set (const KbCellSet *set, const KbTilesMove *move)
{
  KbCellSet *moved = kb_cell_set_copy (set);

  if (move->change)
    kb_cell_set_change (moved, *move->change);
  moved->i += move->di;
  moved->j += move->dj;
  return moved;
}

/* Writes the move into the stroke. Returns what is covered; NULL: not possible. */
static KbStamp *
write_move (KbToolContext *context, const KbTilesMove *move)
{
  const KbCellSet *set = kb_tiles_selected (context);
  KbCellStroke *stroke = set ? begin_cell_stroke (context) : NULL;

  if (!stroke)
    return NULL;
  g_autoptr (KbStamp) piece = kb_cell_set_lift (set, stroke);
  g_autoptr (KbCellSet) to = moved_set (set, move);
  if (!move->copies)
    kb_cell_set_erase (set, stroke);
  if (!move->copies && floats (context))
    kb_cell_stroke_stamp (stroke, context->level.selected->under, set->i, set->j);
  if (move->change)
    kb_stamp_change (piece, *move->change);
  KbStamp *under = kb_cell_set_lift (to, stroke);
  kb_cell_stroke_stamp (stroke, piece, to->i, to->j);
  return under;
}

void
kb_tiles_float (KbToolContext *context, KbCellSet *set, KbStamp *under, guint before,
                const char *label)
{
  struct KbTilesSelection *selection = selection_of (context);
  guint after = kb_follow_position (context);

  if (after > before)
    kb_follow_remember (&selection->moves, after, label, selection->set, free_tiles_selected_set);
  else
    kb_cell_set_free (selection->set);
  kb_stamp_free (selection->under);
  selection->set = set;
  selection->under = under;
  selection->floats_on = context->shown.layer_id;
  selection->position = after;
  report_change (context);
}

gboolean
kb_tiles_try_move (KbToolContext *context, const KbTilesMove *move)
{
  g_autoptr (KbStamp) under = write_move (context, move);

  kb_tool_context_redraw (context);
  return under != NULL;
}

void
kb_tiles_move (KbToolContext *context, const KbTilesMove *move, const char *label)
{
  guint before = kb_follow_position (context);
  KbStamp *under = write_move (context, move);

  if (!under)
    return;
  kb_tiles_end (context, label);
  kb_tiles_float (context, moved_set (kb_tiles_selected (context), move), under, before, label);
}

KbStamp *
kb_tiles_place (KbToolContext *context, const KbStamp *stamp, const KbCellSet *set,
                const char *label)
{
  KbCellStroke *stroke = begin_cell_stroke (context);
  KbStamp *under = stroke ? kb_cell_set_lift (set, stroke) : NULL;

  if (!stroke)
    return NULL;
  kb_cell_stroke_stamp (stroke, stamp, set->i, set->j);
  kb_tiles_end (context, label);
  return under;
}

void
kb_tiles_nudge (KbToolContext *context, gint dx, gint dy, gboolean far)
{
  gint by = far ? 8 : 1;

  kb_tiles_move (context, &(KbTilesMove) { by * dx, by * dy, FALSE, NULL }, _("Move tiles"));
}

void
kb_tiles_duplicate (KbToolContext *context, gint dx, gint dy)
{
  kb_tiles_move (context, &(KbTilesMove) { dx > 0, dy > 0, TRUE, NULL }, _("Duplicate tiles"));
}

static void
change_selected (KbToolContext *context, KbStampChange change, const char *label)
{
  kb_tiles_move (context, &(KbTilesMove) { 0, 0, FALSE, &change }, label);
}

void
kb_tiles_turn (KbToolContext *context, gint steps)
{
  change_selected (context, steps > 0 ? KB_STAMP_TURN_RIGHT : KB_STAMP_TURN_LEFT,
                   _("Turn tiles"));
}

void
kb_tiles_mirror (KbToolContext *context, gboolean vertical_line)
{
  change_selected (context, vertical_line ? KB_STAMP_MIRROR_X : KB_STAMP_MIRROR_Y,
                   _("Flip tiles"));
}

gboolean
kb_tiles_turns_selected (const KbToolContext *context)
{
  return context->gesture.tool == &kb_tile_select_tool && kb_tiles_selected (context);
}

/* What a floating piece covers comes back. */
void
kb_tiles_delete (KbToolContext *context)
{
  const KbCellSet *set = kb_tiles_selected (context);
  KbCellStroke *stroke = set ? begin_cell_stroke (context) : NULL;

  if (!stroke)
    return;
  kb_cell_set_erase (set, stroke);
  if (floats (context))
    kb_cell_stroke_stamp (stroke, context->level.selected->under, set->i, set->j);
  kb_tiles_end (context, _("Delete tiles"));
}

gboolean
kb_tiles_fill_selected (KbToolContext *context)
{
  const KbCellSet *set = kb_tiles_selected (context);

  if (!set)
    kb_tool_context_status (context, _("Select tiles first: V and a drag"));
  else if (kb_tiles_stamp (context) && kb_tiles_begin (context))
    {
      kb_cell_stroke_limit (context->level.cells, NULL, 0, 0);
      kb_cell_set_fill (set, context->level.cells, context->level.stamp,
                        kb_tiles_terrains (context));
      kb_tiles_end (context, _("Fill selected tiles"));
    }
  return set != NULL;
}

char *
kb_tiles_count_selected (const KbToolContext *context)
{
  const KbCellSet *set = kb_tiles_selected (context);
  guint64 n = set ? kb_cell_set_count (set) : 0;

  return g_strdup_printf (ngettext ("%u cell", "%u cells", (gulong) n), (guint) n);
}

/* ---- the outline ---- */

static void
add_edge (const KbToolContext *context, cairo_t *cr, const KbTileGrid *grid, gint i0, gint j0,
          gint i1, gint j1)
{
  KbVec a = kb_view_to_canvas (&context->view, kb_tile_grid_corner (grid, i0, j0));
  KbVec b = kb_view_to_canvas (&context->view, kb_tile_grid_corner (grid, i1, j1));

  cairo_move_to (cr, kb_view_sharp (&context->view, a.x), kb_view_sharp (&context->view, a.y));
  cairo_line_to (cr, kb_view_sharp (&context->view, b.x), kb_view_sharp (&context->view, b.y));
}

static void
path_edges (const KbToolContext *context, cairo_t *cr, const KbTileGrid *grid,
            const KbCellSet *set, KbCellBox seen)
{
  for (gint j = seen.j; j < seen.j + seen.height; j++)
    for (gint i = seen.i; i < seen.i + seen.width; i++)
      {
        if (!kb_cell_set_has (set, i, j))
          continue;
        if (!kb_cell_set_has (set, i, j - 1))
          add_edge (context, cr, grid, i, j, i + 1, j);
        if (!kb_cell_set_has (set, i, j + 1))
          add_edge (context, cr, grid, i, j + 1, i + 1, j + 1);
        if (!kb_cell_set_has (set, i - 1, j))
          add_edge (context, cr, grid, i, j, i, j + 1);
        if (!kb_cell_set_has (set, i + 1, j))
          add_edge (context, cr, grid, i + 1, j, i + 1, j + 1);
      }
}

static void
path_filled (const KbToolContext *context, cairo_t *cr, const KbTileGrid *grid,
             const KbCellSet *set, KbCellBox seen)
{
  for (gint j = seen.j; j < seen.j + seen.height; j++)
    for (gint i = seen.i; i < seen.i + seen.width; i++)
      if (kb_cell_set_has (set, i, j))
        kb_path_cells (cr, &context->view, grid, (KbCellBox) { i, j, 1, 1 }, 0);
}

void
kb_tiles_draw_set (KbToolContext *context, cairo_t *cr, const KbCellSet *set)
{
  const KbLayer *layer = kb_tiles_layer (context);
  KbCellBox seen, bounds = kb_cell_set_bounds (set);

  if (!layer)
    return;
  KbTileGrid grid = kb_tile_grid_of (layer);
  if (!grid.det)
    return;
  cairo_save (cr);
  cairo_new_path (cr);
  const gboolean holes = set->mask->has_empty
                         && kb_tiles_visible_cells (context, &grid, &bounds, &seen)
                         && (gint64) seen.width * seen.height <= MOST_EDGES;
  if (holes)
    path_filled (context, cr, &grid, set, seen);
  else
    kb_path_cells (cr, &context->view, &grid, bounds, 0);
  kb_fill_preserve (cr, context->style->accent, 0.25);
  if (holes)
    {
      cairo_new_path (cr);
      path_edges (context, cr, &grid, set, seen);
    }
  kb_paint_stroke_dashed (cr);
}
