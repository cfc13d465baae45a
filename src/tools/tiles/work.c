/* SPDX-License-Identifier: MIT */
/* The layer, the cell, the stamp, the stroke. */
#include "tools/tiles/work.h"

#include <glib/gi18n.h>
#include <math.h>

#include "tools/level/private.h"
#include "tools/private.h"
#include "tools/tiles/selected.h"
#include "tools/tools.h"

#define GRID_DISTANCE 8.0   /* minimum canvas pixels between grid lines */
#define GRID_MAJOR 8
/* Maximum grid lines along each axis: a layer seen from further away shows none */
#define MOST_LINES 4096
#define GHOST 0.65

KbLayer *
kb_tiles_layer (const KbToolContext *context)
{
  KbNode *layer = kb_tool_context_layer (context, NULL);

  return kb_node_as (layer, &kb_layer_kind);
}

gboolean
kb_tiles_cell (const KbToolContext *context, gboolean seen, gint *i, gint *j)
{
  const KbLayer *layer = kb_tiles_layer (context);

  if (!layer)
    return FALSE;
  KbTileGrid grid = kb_tile_grid_of (layer);
  if (seen && kb_tile_grid_pick (&grid, context->pointer.at, kb_tile_grid_read_layer, layer, i, j))
    return TRUE;
  return kb_tile_grid_cell_at (&grid, context->pointer.at, i, j);
}

/* ---- the stamp ---- */

void
kb_tiles_take_stamp (KbToolContext *context, KbStamp *stamp)
{
  kb_stamp_free (context->level.stamp);
  context->level.stamp = stamp;
  context->level.terrain_id = context->level.saved_id = 0;
  kb_tool_context_changed (context, KB_TOOLS_NEXT);
  kb_tool_context_redraw (context);
}

/* A tile of a tileset, as it would be stamped. */
typedef struct {
  guint32 cell;
  const KbSprite *sprite;
  guint frame;
} Tile;

static void
add_tiles (GArray *tiles, const KbSprite *sprite, const KbTileset *tileset)
{
  KB_EACH_WHILE (sprite, const KbFrame, one, sprite->frames)
    if (one->lasting_id <= KB_MAX_TILE_FRAME)
      {
        KbCell cell = { .frame = (guint) one->lasting_id, .tileset = (guint) tileset->number };
        Tile tile = { kb_cell_pack (&cell), sprite, one_at };

        g_array_append_val (tiles, tile);
      }
}

/* The tiles of all the level's tilesets, in order; of Tile. */
static GArray *
all_tiles (const KbToolContext *context)
{
  const KbLevel *level = kb_tool_context_level (context);
  const KbProject *project = kb_document_project (context->document);
  GArray *tiles = g_array_new (FALSE, FALSE, sizeof (Tile));

  KB_EACH (const KbTileset, tileset, level->tilesets)
    add_tiles (tiles, kb_level_tileset_sprite (project, level, tileset->number), tileset);
  return tiles;
}

/* The index of the stamp's first tile, however flipped; -1: not found. */
static gint
index_of_stamp (const KbToolContext *context, const GArray *tiles)
{
  KbCell first =
    context->level.stamp ? kb_cell_unpack (context->level.stamp->cells[0]) : (KbCell) { 0 };
  KbCell cell = { .frame = first.frame, .tileset = first.tileset };

  KB_EACH_IN_WHILE (first.frame, const Tile, tile, tiles)
    if (tile->cell == kb_cell_pack (&cell))
      return (gint) tile_at;
  return -1;
}

static void
report_no_tiles (KbToolContext *context)
{
  kb_tool_context_status (context,
                          _("There are no tiles yet: add a tileset with + under Tiles"));
}

void
kb_tiles_step_stamp (KbToolContext *context, gint by)
{
  g_autoptr (GArray) tiles = all_tiles (context);
  gint n = (gint) tiles->len, at = index_of_stamp (context, tiles);

  if (n == 0)
    {
      report_no_tiles (context);
      return;
    }
  if (at < 0)
    at = by > 0 ? -1 : n;
  const Tile *tile = &g_array_index (tiles, Tile, ((at + by) % n + n) % n);
  kb_tiles_take_stamp (context, kb_stamp_of_cell (tile->cell));
  if (context->gesture.tool != &kb_tile_box_tool && context->gesture.tool != &kb_tile_fill_tool)
    kb_tools_choose (context, &kb_stamp_tool);
  g_autofree char *text = g_strdup_printf (_("Tile %u of %s"), tile->frame + 1, tile->sprite->name);
  kb_tool_context_status (context, text);
}

gboolean
kb_tiles_take_first (KbToolContext *context)
{
  g_autoptr (GArray) tiles = context->level.stamp ? NULL : all_tiles (context);

  if (tiles && tiles->len)
    kb_tiles_take_stamp (context, kb_stamp_of_cell (g_array_index (tiles, Tile, 0).cell));
  return context->level.stamp != NULL;
}

const KbStamp *
kb_tiles_stamp (KbToolContext *context)
{
  if (!kb_tiles_take_first (context))
    report_no_tiles (context);
  return context->level.stamp;
}

gboolean
kb_tiles_change_stamp (KbToolContext *context, KbStampChange change)
{
  if (!kb_tiles_layer (context) || !kb_tiles_stamp (context))
    return FALSE;
  KbStamp *stamp = kb_stamp_copy (context->level.stamp);
  kb_stamp_change (stamp, change);
  kb_tiles_take_stamp (context, stamp);
  return TRUE;
}

/* A turn and a flip. */
gboolean
kb_tiles_transpose_stamp (KbToolContext *context)
{
  return kb_tiles_change_stamp (context, KB_STAMP_TURN_RIGHT)
         && kb_tiles_change_stamp (context, KB_STAMP_MIRROR_X);
}

void
kb_tiles_middle (const KbStamp *stamp, gint *i, gint *j)
{
  *i -= (stamp->width - 1) / 2;
  *j -= (stamp->height - 1) / 2;
}

/* ---- the terrain ---- */

const KbZone *
kb_tiles_terrain (const KbToolContext *context, gint *tileset)
{
  const KbLevel *level = kb_tool_context_level (context);
  const KbNode *node =
    level ? kb_document_node (context->document, context->level.terrain_id) : NULL;

  if (node)
    KB_EACH (const KbTileset, one, level->tilesets)
      if (g_str_equal (one->sprite, ((const KbSprite *) node->parent)->name))
        {
          *tileset = one->number;
          return (const KbZone *) node;
        }
  return NULL;
}

gboolean
kb_tiles_cellwise (const KbToolContext *context)
{
  gint tileset;

  return context->level.random || kb_tiles_terrain (context, &tileset);
}

/* NULL: the stamp is painted as it is, or cells are just erased. */
static KbTerrains *
terrains_for (KbToolContext *context, gboolean erases, gboolean again)
{
  gint tileset;
  const KbZone *terrain = kb_tiles_terrain (context, &tileset);

  if (context->level.terrains && context->level.erases == erases && !again)
    return context->level.terrains;
  g_clear_pointer (&context->level.terrains, kb_terrains_free);
  context->level.erases = erases;
  if (terrain)
    context->level.terrains = kb_terrains_new ((const KbSprite *) terrain->node.parent, tileset,
                                               erases ? 0 : (guint8) terrain->value,
                                               context->level.seed);
  else if (context->level.random && !erases && context->level.stamp)
    context->level.terrains = kb_terrains_of_stamp (kb_document_project (context->document),
                                                    kb_tool_context_level (context),
                                                    context->level.stamp, context->level.seed);
  return context->level.terrains;
}

void
kb_tiles_put (KbToolContext *context, KbCellBox box, gboolean erases, gboolean again)
{
  KbTerrains *terrains = terrains_for (context, erases, again);

  if (terrains)
    kb_terrains_box (terrains, context->level.cells, box);
  else if (erases)
    kb_cell_stroke_erase (context->level.cells, box);
  else
    kb_cell_stroke_box (context->level.cells, context->level.stamp, box);
}

KbTerrains *
kb_tiles_terrains (KbToolContext *context)
{
  return terrains_for (context, FALSE, FALSE);
}

gboolean
kb_tiles_fill (KbToolContext *context, gint i, gint j)
{
  KbTerrains *terrains = terrains_for (context, FALSE, FALSE);

  return terrains ? kb_terrains_fill (terrains, context->level.cells, i, j)
                  : kb_cell_stroke_fill (context->level.cells, context->level.stamp, i, j);
}

gboolean
kb_tiles_are_joined (KbToolContext *context)
{
  KbTerrains *terrains = terrains_for (context, FALSE, FALSE);

  return terrains && kb_terrains_labels (terrains) == KB_LABEL_EDGES;
}

void
kb_tiles_touch (KbToolContext *context, gint i, gint j)
{
  KbTileGrid grid = kb_tile_grid_of (kb_tiles_layer (context));
  KbTerrains *terrains = terrains_for (context, FALSE, FALSE);
  guint best = 0;
  double least = G_MAXDOUBLE;

  for (guint k = 0; k < KB_LABELS; k++)
    {
      gint x, y;

      kb_label_place (k, &x, &y);
      KbVec a = kb_tile_grid_corner (&grid, i + x / 2, j + y / 2),
            b = kb_tile_grid_corner (&grid, i + (x + 1) / 2, j + (y + 1) / 2);
      double far = hypot ((a.x + b.x) / 2 - context->pointer.at.x,
                          (a.y + b.y) / 2 - context->pointer.at.y);
      if (!(kb_terrains_labels (terrains) >> k & 1) || far >= least)
        continue;
      best = k;
      least = far;
    }
  kb_terrains_touch (terrains, context->level.cells, i, j, 1u << best);
}

void
kb_tiles_join (KbToolContext *context, gint i, gint j, gint to_i, gint to_j)
{
  KbTerrains *terrains = terrains_for (context, FALSE, FALSE);

  while (i != to_i || j != to_j)
    {
      gboolean across = ABS ((gint64) to_i - i) >= ABS ((gint64) to_j - j);
      gint by = across ? (to_i > i) - (to_i < i) : (to_j > j) - (to_j < j);

      kb_terrains_touch (terrains, context->level.cells, i, j,
                         1u << (across ? 4 - 2 * by : 2 + 2 * by));
      i += across ? by : 0;
      j += across ? 0 : by;
    }
}

/* ---- the stroke ---- */

gboolean
kb_tiles_is_shut (const KbToolContext *context)
{
  return !kb_tool_context_is_open (context, context->shown.layer_id);
}

const char *
kb_tiles_cursor (const KbToolContext *context)
{
  return kb_tiles_is_shut (context) ? "not-allowed" : NULL;
}

gboolean
kb_tiles_begin (KbToolContext *context)
{
  const KbLayer *layer = kb_tiles_layer (context);
  const KbCellSet *selected = kb_tiles_selected (context);
  GError *error = NULL;

  if (!layer)
    return FALSE;
  if (kb_level_layer_refuses (context, &layer->node))
    return FALSE;
  if (kb_layer_is_derived (layer))
    {
      g_autofree char *text = g_strdup_printf (_("The layer follows rules; paint on '%s'"),
                                               kb_layer_source (layer)->name);
      kb_tool_context_status (context, text);
      return FALSE;
    }
  gint tileset;
  if (layer->stagger != KB_STAGGER_NONE && kb_tiles_terrain (context, &tileset))
    {
      kb_tool_context_status (context,
                              _("Terrains need square neighbours: not on staggered layers"));
      return FALSE;
    }
  context->level.cells = kb_cell_stroke_new (context->document, layer->node.id, &error);
  context->level.seed++;
  if (context->level.cells && selected)
    {
      gint i, j;
      kb_cell_stroke_limit (context->level.cells, selected->mask, selected->i, selected->j);
      if (kb_tiles_cell (context, FALSE, &i, &j) && !kb_cell_set_has (selected, i, j))
        kb_tool_context_status (context,
                                _("Only selected cells are painted. Esc clears the selection"));
    }
  kb_tool_context_report (context, error);
  return context->level.cells != NULL;
}

void
kb_tiles_end (KbToolContext *context, const char *label)
{
  KbCellStroke *stroke = g_steal_pointer (&context->level.cells);
  GError *error = NULL;
  gboolean full = stroke && kb_cell_stroke_is_full (stroke);

  g_clear_pointer (&context->level.terrains, kb_terrains_free);
  if (!stroke)
    return;
  if (kb_cell_stroke_end (stroke, label, &error) && full)
    {
      g_autofree char *text = g_strdup_printf (
        _("Some cells were left out: a layer has at most %d cells per side"), KB_MAX_CELLS);

      kb_tool_context_status (context, text);
    }
  kb_tool_context_report (context, error);
}

void
kb_tiles_cancel (KbToolContext *context)
{
  g_clear_pointer (&context->level.terrains, kb_terrains_free);
  kb_cell_stroke_cancel (g_steal_pointer (&context->level.cells));
}

gboolean
kb_tiles_stroke (const KbToolContext *context, KbTilesStroke *stroke)
{
  if (!context->level.cells || !kb_tiles_layer (context))
    return FALSE;
  *stroke = (KbTilesStroke){ context->shown.layer_id, kb_cell_stroke_painter (context->level.cells),
                             kb_cell_stroke_bounds (context->level.cells) };
  return TRUE;
}

gboolean
kb_tiles_take_dirty (KbToolContext *context, KbBounds *bounds)
{
  const KbProject *project = context->document ? kb_document_project (context->document) : NULL;
  const KbLevel *level = kb_tool_context_level (context);
  const KbLayer *layer = kb_tiles_layer (context);
  KbCellBox box;

  if (!context->level.cells || !layer || !kb_cell_stroke_take_dirty (context->level.cells, &box))
    return FALSE;
  *bounds = kb_tiles_reach (project, level, layer, box, &context->view);
  /* Cells that share a colour are grouped differently now. */
  if (kb_cell_stroke_take_grown (context->level.cells)
      && kb_tiles_together (layer, &context->view) > 1)
    {
      KbBounds all = kb_tiles_reach (project, level, layer,
                                     kb_cell_stroke_bounds (context->level.cells), &context->view);

      *bounds = (KbBounds) { MIN (bounds->x0, all.x0), MIN (bounds->y0, all.y0),
                            MAX (bounds->x1, all.x1), MAX (bounds->y1, all.y1) };
    }
  return TRUE;
}

/* ---- over the canvas ---- */

/* `cell`: for a box of one cell, the tile whose height it is drawn at. */
static void
draw_frame (const KbToolContext *context, cairo_t *cr, const KbLayer *layer, KbCellBox box,
            guint32 cell)
{
  KbTileGrid grid = kb_tile_grid_of (layer);
  gboolean one = box.width == 1 && box.height == 1;

  cairo_new_path (cr);
  kb_path_cells (cr, &context->view, &grid, box, one ? cell >> KB_CELL_HEIGHT_SHIFT : 0);
  kb_stroke_marked (cr, &context->view, context->style, 0xffffffff, KB_MARK_HOVERED);
}

void
kb_tiles_draw_box (const KbToolContext *context, cairo_t *cr, KbCellBox box)
{
  const KbLayer *layer = kb_tiles_layer (context);
  const KbCellStroke *cells = context->level.cells;

  if (layer)
    draw_frame (context, cr, layer, box,
                cells ? kb_cell_stroke_at (cells, box.i, box.j)
                      : kb_layer_cell_at (layer, box.i, box.j));
}

void
kb_tiles_draw_ghost (KbToolContext *context, cairo_t *cr, gint i, gint j)
{
  const KbLayer *layer = kb_tiles_layer (context);
  const KbStamp *stamp = context->level.stamp;
  gint tileset;
  const KbZone *terrain = kb_tiles_terrain (context, &tileset);

  if (!layer || !stamp || kb_tiles_is_shut (context))
    return;
  if (kb_tiles_cellwise (context))
    {
      KbTileGrid grid = kb_tile_grid_of (layer);

      cairo_new_path (cr);
      kb_path_cells (cr, &context->view, &grid, (KbCellBox) { i, j, 1, 1 }, 0);
      kb_set_colour (cr, terrain ? terrain->colour : context->style->accent, 0.4);
      cairo_fill (cr);
      kb_tiles_draw_box (context, cr, (KbCellBox) { i, j, 1, 1 });
      return;
    }
  if (kb_level_layer_is_locked (context, &layer->node))
    return;
  if (context->level.surfaces)
    {
      KbTilesLook look = { .document = context->document,
                           .level = kb_tool_context_level (context),
                           .style = context->style,
                           .surfaces = context->level.surfaces };

      kb_draw_stamp (cr, &context->view, layer, stamp, i, j,
                     GHOST * layer->look.opacity / 100.0, &look);
    }
  draw_frame (context, cr, layer, (KbCellBox) { i, j, stamp->width, stamp->height },
              stamp->cells[0]);
}

gboolean
kb_tiles_visible_cells (const KbToolContext *context, const KbTileGrid *grid,
                        const KbCellBox *bounds, KbCellBox *box)
{
  const KbView *view = &context->view;
  KbBounds seen = kb_view_visible (view);
  KbVec corners[] = {
    { seen.x0, seen.y0 }, { seen.x1, seen.y0 }, { seen.x0, seen.y1 }, { seen.x1, seen.y1 }
  };
  gint i0 = G_MAXINT, j0 = G_MAXINT, i1 = G_MININT, j1 = G_MININT;

  for (guint k = 0; k < G_N_ELEMENTS (corners); k++)
    {
      gint i, j;

      if (!kb_tile_grid_cell_at (grid, corners[k], &i, &j))
        return FALSE;
      i0 = MIN (i0, i);
      j0 = MIN (j0, j);
      i1 = MAX (i1, i + 1);
      j1 = MAX (j1, j + 1);
    }
  if (bounds)
    {
      i0 = MAX (i0, bounds->i);
      j0 = MAX (j0, bounds->j);
      i1 = MAX (MIN (i1, bounds->i + bounds->width), i0);
      j1 = MAX (MIN (j1, bounds->j + bounds->height), j0);
    }
  if ((gint64) i1 - i0 > MOST_LINES || (gint64) j1 - j0 > MOST_LINES)
    return FALSE;
  *box = (KbCellBox) { i0, j0, i1 - i0, j1 - j0 };
  return TRUE;
}

static void
add_tiles_work_line (const KbToolContext *context, cairo_t *cr, const KbTileGrid *grid, gint i0,
                     gint j0, gint i1, gint j1)
{
  KbVec a = kb_view_to_canvas (&context->view, kb_tile_grid_corner (grid, i0, j0));
  KbVec b = kb_view_to_canvas (&context->view, kb_tile_grid_corner (grid, i1, j1));
  gboolean upright = fabs (a.x - b.x) < 0.01, level = fabs (a.y - b.y) < 0.01;

  /* Straight ones are sharp. */
  cairo_move_to (cr, upright ? kb_view_sharp (&context->view, a.x) : a.x,
                 level ? kb_view_sharp (&context->view, a.y) : a.y);
  cairo_line_to (cr, upright ? kb_view_sharp (&context->view, a.x) : b.x,
                 level ? kb_view_sharp (&context->view, a.y) : b.y);
}

/* Three edges of each cell; the others are its neighbours'. */
static void
add_outlines (const KbToolContext *context, cairo_t *cr, const KbTileGrid *grid, KbCellBox box)
{
  KbVec corners[KB_CELL_CORNERS];

  for (gint j = box.j - 1; j <= box.j + box.height; j++)
    for (gint i = box.i - 1; i <= box.i + box.width; i++)
      {
        kb_tile_grid_outline (grid, i, j, 0, corners);
        for (guint k = 0; k < 4; k++)
          {
            const KbVec p = kb_view_to_canvas (&context->view, corners[k]);

            (k ? cairo_line_to : cairo_move_to) (cr, p.x, p.y);
          }
      }
}

static gint
up_to_step (gint from, gint step)
{
  return from + (gint) ((step - (((gint64) from % step) + step) % step) % step);
}

void
kb_tiles_draw_grid (const KbToolContext *context, cairo_t *cr)
{
  const KbLayer *layer = kb_tiles_layer (context);
  const KbCellStroke *cells = context->level.cells;
  KbCellBox box;
  double apart;
  gint step = 1;

  if (!layer)
    return;
  KbTileGrid grid = kb_tile_grid_of (layer);
  if (!grid.det)
    return;
  apart =
    MIN (hypot ((double) grid.ix, (double) grid.iy), hypot ((double) grid.jx, (double) grid.jy))
    / 256 * context->view.scale;
  while (apart * step < GRID_DISTANCE)
    step *= GRID_MAJOR;
  cairo_set_line_width (cr, 1 / MAX (context->view.device_scale, 1));
  if (kb_tiles_visible_cells (context, &grid, NULL, &box) && grid.stagger != KB_STAGGER_NONE)
    {
      if (step == 1)
        add_outlines (context, cr, &grid, box);
      kb_set_colour (cr, context->style->grid, 0.6);
      cairo_stroke (cr);
    }
  else if (kb_tiles_visible_cells (context, &grid, NULL, &box))
    {
      for (gint i = up_to_step (box.i, step); i <= box.i + box.width; i += step)
        add_tiles_work_line (context, cr, &grid, i, box.j, i, box.j + box.height);
      for (gint j = up_to_step (box.j, step); j <= box.j + box.height; j += step)
        add_tiles_work_line (context, cr, &grid, box.i, j, box.i + box.width, j);
      kb_set_colour (cr, context->style->grid, 0.6);
      cairo_stroke (cr);
    }
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, (double[]) { 4, 4 }, 2, 0);
  kb_path_cells (cr, &context->view, &grid,
                 cells ? kb_cell_stroke_bounds (cells) : kb_layer_bounds (layer), 0);
  kb_set_colour (cr, context->style->border, 1);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}
