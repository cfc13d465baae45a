/* SPDX-License-Identifier: MIT */
/* Terrains and collision painted on a sheet of tiles. */
#include "editor/level/tile_sheet_private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "document/edits/cells.h"
#include "drawing/levels/level_marks.h"
#include "drawing/scene/marks.h"
#include "drawing/tiles/tiles.h"
#include "operations/level/grid.h"
#include "operations/level/terrain.h"
#include "tools/tiles/work.h"

/* ---- marking terrains ---- */

/* The frame's labels, as the drag has changed them. */
static gboolean
labels_of (KbTileSheetView *self, const KbFrame *frame, gint labels[KB_LABELS])
{
  const gint *marked = g_hash_table_lookup (self->marks, GUINT_TO_POINTER (frame->node.id));
  const gint *from = marked ? marked : frame->terrain.n == KB_LABELS ? frame->terrain.v : NULL;
  for (guint k = 0; k < KB_LABELS; k++)
    labels[k] = from ? from[k] : 0;
  return from != NULL;
}

/* Where the labels of a tile of the sheet are: its corner and sides; of the cell on isometric
 * layers. */
typedef struct { KbVec at, i, j; } Base;

static Base
base_of (KbTileSheetView *self, gint i, gint j)
{
  const KbLayer *layer = kb_tiles_layer (kb_editor_state_get_tools (self->state));
  const double s = self->scale, w = self->sheet->width * s, h = self->sheet->height * s;
  Base base = { { i * w, j * h }, { w, 0 }, { 0, h } };
  if (!layer || kb_layer_is_straight (layer))
    return base;
  const KbTileGrid grid = kb_tile_grid_of (layer);
  const KbBounds cell = kb_tile_grid_bounds (&grid, (KbCellBox) { 0, 0, 1, 1 });
  const KbVec corner = kb_tile_grid_corner (&grid, 0, 0);
  kb_layer_axes (layer, &base.i, &base.j);
  base.at.x = i * w + (corner.x - cell.x0) * s;
  base.at.y = (j + 1) * h + (corner.y - cell.y1) * s;
  base.i = (KbVec) { base.i.x * s, base.i.y * s };
  base.j = (KbVec) { base.j.x * s, base.j.y * s };
  return base;
}

/* The third of the tile at a position, along both sides. */
static void
third_at (const Base *base, double x, double y, gint *column, gint *row)
{
  const double dx = x - base->at.x, dy = y - base->at.y,
               area = base->i.x * base->j.y - base->i.y * base->j.x;
  *column = (gint) CLAMP (3 * (dx * base->j.y - dy * base->j.x) / area, 0, 2);
  *row = (gint) CLAMP (3 * (base->i.x * dy - base->i.y * dx) / area, 0, 2);
}

static void
path_third (cairo_t *cr, const Base *base, gint column, gint row)
{
  static const double corners[4][2] = { { 0.08, 0.08 }, { 0.92, 0.08 }, { 0.92, 0.92 },
                                        { 0.08, 0.92 } };
  for (guint k = 0; k < G_N_ELEMENTS (corners); k++)
    {
      const double u = (column + corners[k][0]) / 3, v = (row + corners[k][1]) / 3;
      cairo_line_to (cr, base->at.x + u * base->i.x + v * base->j.x,
                     base->at.y + u * base->i.y + v * base->j.y);
    }
  cairo_close_path (cr);
}

/* The labels that a press in the middle of a tile means: corners, unless the terrain has edges. */
static guint
whole (KbTileSheetView *self, const KbSprite *sprite, gint value)
{
  guint used = 0;
  KB_EACH (KbFrame, frame, sprite->frames)
    {
      gint labels[KB_LABELS];
      labels_of (self, frame, labels);
      for (guint k = 0; k < KB_LABELS; k++)
        used |= labels[k] == value ? 1u << k : 0;
    }
  return (used & KB_LABEL_CORNERS || !used ? KB_LABEL_CORNERS : 0)
         | (used & KB_LABEL_EDGES ? KB_LABEL_EDGES : 0);
}

static void
mark (KbTileSheetView *self, double x, double y, gboolean clears)
{
  KbToolContext *tools = kb_editor_state_get_tools (self->state);
  const KbSprite *sprite = kb_tile_sheet_view_sprite (self);
  gint tileset, i, j, labels[KB_LABELS];
  const KbZone *terrain = kb_tiles_terrain (tools, &tileset);
  if (!sprite || !kb_tile_sheet_view_place (self, x, y, &i, &j))
    return;
  if (!terrain || terrain->node.parent != &sprite->node)
    {
      kb_editor_state_say (self->state, "%s",
                           _("Choose a terrain of this tileset first, or add one with +"));
      return;
    }
  const KbFrame *frame = kb_tile_sheet_frame (self->sheet, sprite, i, j);
  const Base base = base_of (self, i, j);
  gint column, row;
  guint bits = 0;
  third_at (&base, x, y, &column, &row);
  for (guint k = 0; k < KB_LABELS; k++)
    {
      gint at_x, at_y;
      kb_label_place (k, &at_x, &at_y);
      bits |= at_x == column && at_y == row ? 1u << k : 0;
    }
  if (!frame)
    return;
  bits = bits ? bits : whole (self, sprite, terrain->value);
  labels_of (self, frame, labels);
  for (guint k = 0; k < KB_LABELS; k++)
    if (bits >> k & 1)
      labels[k] = clears ? 0 : terrain->value;
  g_hash_table_insert (self->marks, GUINT_TO_POINTER (frame->node.id),
                       g_memdup2 (labels, sizeof labels));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* All tiles along the drag's last move. */
static void
mark_line (KbTileSheetView *self, KbVec to, gboolean clears)
{
  const KbVec from = self->last;
  const double length = ceil (MAX (fabs (to.x - from.x), fabs (to.y - from.y)));
  for (double k = 0; k <= length; k++)
    {
      const double t = length > 0 ? k / length : 1;
      mark (self, (from.x + (to.x - from.x) * t) * self->scale,
            (from.y + (to.y - from.y) * t) * self->scale, clears);
    }
  self->last = to;
}

static void
end_marks (KbTileSheetView *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  g_autoptr (GHashTable) marks = g_steal_pointer (&self->marks);
  gpointer id, value;
  gboolean ok = TRUE;
  g_autoptr (GError) error = NULL;
  GHashTableIter iter;
  self->marks = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  if (!document || g_hash_table_size (marks) == 0)
    return;
  kb_document_begin (document, _("Mark terrain"));
  g_hash_table_iter_init (&iter, marks);
  while (ok && g_hash_table_iter_next (&iter, &id, &value))
    {
      json_t *labels = json_array ();
      for (guint k = 0; k < KB_LABELS; k++)
        json_array_append_new (labels, json_integer (((const gint *) value)[k]));
      ok = kb_document_set (document, GPOINTER_TO_UINT (id), "terrain", labels, &error);
    }
  kb_editor_state_finish (self->state, ok, &error);
}

/* A third of the tile for each label, in the colour of its terrain. */
static void
draw_labels (KbTileSheetView *self, cairo_t *cr, const KbSprite *sprite)
{
  for (gint j = 0; j < self->sheet->rows; j++)
    for (gint i = 0; i < self->sheet->columns; i++)
      {
        const KbFrame *frame = kb_tile_sheet_frame (self->sheet, sprite, i, j);
        const Base base = base_of (self, i, j);
        gint labels[KB_LABELS];
        for (guint k = 0; frame && labels_of (self, frame, labels) && k < KB_LABELS; k++)
          {
            const KbZone *terrain = kb_zones_find (sprite->terrains, (guint) labels[k]);
            gint x, y;
            kb_label_place (k, &x, &y);
            if (!labels[k] || !terrain)
              continue;
            kb_set_colour (cr, terrain->colour, 0.6);
            path_third (cr, &base, x, y);
            cairo_fill_preserve (cr);
            cairo_set_source_rgba (cr, 0, 0, 0, 0.6);   /* seen on tiles of the same colour too */
            cairo_set_line_width (cr, 1);
            cairo_stroke (cr);
          }
      }
}

/* ---- collision ---- */

/* From pixels of the sheet to those of the frame, which is at the bottom left of its cell. */
static KbVec
in_frame (const KbTileSheetView *self, const KbFrame *frame, gint i, gint j, KbVec at)
{
  return (KbVec) { at.x - i * self->sheet->width,
                   at.y - (j + 1) * self->sheet->height + frame->height };
}

/* The tiles along the drag's last move. */
static void
paint_collision (KbTileSheetView *self, KbVec to)
{
  const KbSprite *sprite = kb_tile_sheet_view_sprite (self);
  KbVec from = self->last, before = from;
  double length = ceil (MAX (fabs (to.x - from.x), fabs (to.y - from.y)));
  for (double k = 0; sprite && k <= length; k++)
    {
      double t = length > 0 ? k / length : 1;
      KbVec at = { from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t };
      gint i = (gint) floor (at.x / self->sheet->width);
      gint j = (gint) floor (at.y / self->sheet->height);
      const KbFrame *frame = kb_tile_sheet_frame (self->sheet, sprite, i, j);
      if (frame && self->collision.drawn)
        kb_tile_stroke_draw (self->stroke, frame, in_frame (self, frame, i, j, before),
                             in_frame (self, frame, i, j, at));
      else if (frame && kb_tile_stroke_frame (self->stroke, frame) == frame)
        kb_tile_stroke_put (self->stroke, frame);
      before = at;
    }
  self->last = to;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
begin_collision (KbTileSheetView *self, gboolean clears)
{
  const KbClass *class = kb_editor_state_get_class (self->state);
  g_clear_pointer (&self->stroke, kb_tile_stroke_free);
  self->clears = clears || self->collision.kind == KB_COLLISION_SHAPES;
  self->stroke = kb_tile_stroke_new (kb_editor_state_get_document (self->state),
                                     clears ? KB_COLLISION_SHAPES : self->collision.kind,
                                     class ? class->node.id : 0);
}

/* In one step, also makes the class if the project has none. */
static void
end_collision (KbTileSheetView *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  KbTileStroke *stroke = g_steal_pointer (&self->stroke);
  GError *error = NULL;
  kb_document_begin (document, _("Paint collision"));
  KbId class_id = self->clears ? 0
                               : kb_tool_context_class (kb_editor_state_get_tools (self->state),
                                                        &kb_frame_kind, &error);
  gboolean done = kb_tile_stroke_end (stroke, class_id, error ? NULL : &error);
  kb_editor_state_finish (self->state, done && !error, &error);
}

void
kb_sheet_paint_selected (KbTileSheetView *self, gboolean clears)
{
  const KbSprite *sprite = kb_tile_sheet_view_sprite (self);
  const KbCellBox *box = &self->selected;
  if (!sprite || !box->width || self->stroke)
    return;
  begin_collision (self, clears);
  for (gint j = box->j; j < box->j + box->height; j++)
    for (gint i = box->i; i < box->i + box->width; i++)
      {
        const KbFrame *frame = kb_tile_sheet_frame (self->sheet, sprite, i, j);
        if (frame)
          kb_tile_stroke_put (self->stroke, frame);
      }
  end_collision (self);
}

static void
draw_collision (KbTileSheetView *self, cairo_t *cr, const KbSprite *sprite)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  for (gint j = 0; j < self->sheet->rows; j++)
    for (gint i = 0; i < self->sheet->columns; i++)
      {
        const KbFrame *frame = kb_tile_sheet_frame (self->sheet, sprite, i, j);
        if (!frame)
          continue;
        KbVec corner = in_frame (self, frame, i, j, (KbVec) { 0, 0 });
        KbView view = { .x = -corner.x * self->scale,
                        .y = -corner.y * self->scale,
                        .scale = self->scale,
                        .device_scale = 1 };
        kb_draw_tile_mark (cr, &view, document,
                           self->stroke ? kb_tile_stroke_frame (self->stroke, frame) : frame);
      }
}

/* ---- all ---- */

void
kb_sheet_paint_begin (KbTileSheetView *self, double x, double y, gboolean clears)
{
  self->last = (KbVec) { x / self->scale, y / self->scale };
  if (!self->sheet || !self->sheet->columns)
    return;
  if (self->mode == KB_SHEET_COLLISION)
    begin_collision (self, clears);
  kb_sheet_paint_go (self, x, y, clears);
}

void
kb_sheet_paint_go (KbTileSheetView *self, double x, double y, gboolean clears)
{
  const KbVec to = { x / self->scale, y / self->scale };
  if (self->mode == KB_SHEET_TERRAIN)
    mark_line (self, to, clears);
  else if (self->stroke)
    paint_collision (self, to);
}

void
kb_sheet_paint_end (KbTileSheetView *self)
{
  end_marks (self);
  if (self->stroke)
    end_collision (self);
}

void
kb_sheet_paint_draw (KbTileSheetView *self, cairo_t *cr)
{
  const KbSprite *sprite = kb_tile_sheet_view_sprite (self);
  if (self->mode == KB_SHEET_TERRAIN)
    draw_labels (self, cr, sprite);
  else if (self->mode == KB_SHEET_COLLISION)
    draw_collision (self, cr, sprite);
}
