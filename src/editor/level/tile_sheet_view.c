/* SPDX-License-Identifier: MIT */
/* A sheet of tiles, drawn like a tile layer with a cell for each tile. Terrains and collision are
 * painted on it. */
#include "editor/level/tile_sheet_private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "document/edits/cells.h"
#include "drawing/levels/level_marks.h"
#include "drawing/scene/marks.h"
#include "drawing/tiles/tiles.h"
#include "editor/state/settings.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"
#include "operations/level/grid.h"
#include "operations/level/terrain.h"
#include "operations/operations.h"
#include "tools/tiles/work.h"

/* The cell at a position of the widget, else the nearest one. FALSE: there are none. */
static gboolean
kb_tile_sheet_view_place (KbTileSheetView *self, double x, double y, gint *i, gint *j)
{
  if (!self->sheet || !self->sheet->columns)
    return FALSE;
  *i = CLAMP ((gint) floor (x / (self->sheet->width * self->scale)), 0, self->sheet->columns - 1);
  *j = CLAMP ((gint) floor (y / (self->sheet->height * self->scale)), 0, self->sheet->rows - 1);
  return TRUE;
}

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
mark_tile (KbTileSheetView *self, double x, double y, gboolean clears)
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
      mark_tile (self, (from.x + (to.x - from.x) * t) * self->scale,
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

/* Gives the chosen collision, or none, to the selected tiles. */
static void
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

/* ---- painting either ---- */

/* A press or a motion, at a position of the widget. */
static void
kb_sheet_paint_go (KbTileSheetView *self, double x, double y, gboolean clears)
{
  const KbVec to = { x / self->scale, y / self->scale };
  if (self->mode == KB_SHEET_TERRAIN)
    mark_line (self, to, clears);
  else if (self->stroke)
    paint_collision (self, to);
}

static void
kb_sheet_paint_begin (KbTileSheetView *self, double x, double y, gboolean clears)
{
  self->last = (KbVec) { x / self->scale, y / self->scale };
  if (!self->sheet || !self->sheet->columns)
    return;
  if (self->mode == KB_SHEET_COLLISION)
    begin_collision (self, clears);
  kb_sheet_paint_go (self, x, y, clears);
}

static void
kb_sheet_paint_end (KbTileSheetView *self)
{
  end_marks (self);
  if (self->stroke)
    end_collision (self);
}

/* Labels or collision over the tiles. */
static void
kb_sheet_paint_draw (KbTileSheetView *self, cairo_t *cr)
{
  const KbSprite *sprite = kb_tile_sheet_view_sprite (self);
  if (self->mode == KB_SHEET_TERRAIN)
    draw_labels (self, cr, sprite);
  else if (self->mode == KB_SHEET_COLLISION)
    draw_collision (self, cr, sprite);
}

/* ---- what is shown ---- */

#define WIDE 248          /* typical width in pixels */
#define MAX_ZOOM 7
#define MIN_ZOOM -3

G_DEFINE_FINAL_TYPE (KbTileSheetView, kb_tile_sheet_view, GTK_TYPE_WIDGET)

static const KbTileset *
tile_sheet_view_tileset_of (KbTileSheetView *self)
{
  KbDocument *document = self->state ? kb_editor_state_get_document (self->state) : NULL;
  const KbNode *node =
    document && self->tileset ? kb_document_node (document, self->tileset) : NULL;
  return kb_node_as (node, &kb_tileset_kind);
}

const KbSprite *
kb_tile_sheet_view_sprite (KbTileSheetView *self)
{
  const KbTileset *tileset = tile_sheet_view_tileset_of (self);
  const KbLevel *level = tileset ? (const KbLevel *) tileset->node.parent : NULL;
  return level ? kb_level_tileset_sprite (
           kb_document_project (kb_editor_state_get_document (self->state)), level, tileset->number)
               : NULL;
}

/* ---- the current stamp ---- */

static void
describe_stamp (KbTileSheetView *self)
{
  const KbSprite *sprite = kb_tile_sheet_view_sprite (self);
  const KbCellBox *box = &self->selected;
  g_autofree char *text = NULL;
  if (!sprite || !self->sheet || !box->width)
    return;
  if (box->width * box->height == 1 && kb_tile_sheet_frame (self->sheet, sprite, box->i, box->j))
    text = g_strdup_printf (_("Tile %d of %s"),
                            self->sheet->frames[box->j * self->sheet->columns + box->i] + 1,
                            sprite->name);
  else
    text = g_strdup_printf (_("%d × %d tiles of %s"), box->width, box->height, sprite->name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
  kb_editor_state_say (self->state, "%s", text);
}

/* Adds the box's frames to the state's selection, or with `only` selects just these. */
static void
set_tile_sheet_view_frames (KbTileSheetView *self, KbCellBox box, gboolean only)
{
  const KbSprite *sprite = kb_tile_sheet_view_sprite (self);
  const KbFrame *last = kb_tile_sheet_frame (self->sheet, sprite, self->to_i, self->to_j);
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (KbId));
  guint n;
  const KbId *chosen = kb_editor_state_get_frames (self->state, &n);
  if (!only)
    g_array_append_vals (frames, chosen, n);
  for (gint j = box.j; j < box.j + box.height; j++)
    for (gint i = box.i; i < box.i + box.width; i++)
      {
        const KbFrame *frame = kb_tile_sheet_frame (self->sheet, sprite, i, j);
        if (frame)
          g_array_append_val (frames, frame->node.id);
      }
  if (!frames->len)
    return;
  kb_editor_state_set_frames (self->state, (const KbId *) (const void *) frames->data, frames->len,
                              last ? last->node.id : g_array_index (frames, KbId, frames->len - 1));
}

static void
set_stamp (KbTileSheetView *self)
{
  const KbTileset *tileset = tile_sheet_view_tileset_of (self);
  const KbSprite *sprite = kb_tile_sheet_view_sprite (self);
  KbToolContext *tools = kb_editor_state_get_tools (self->state);
  KbCellBox box = { MIN (self->from_i, self->to_i), MIN (self->from_j, self->to_j),
                    ABS (self->to_i - self->from_i) + 1, ABS (self->to_j - self->from_j) + 1 };
  if (!tileset || !sprite || !self->sheet || kb_tools_busy (tools))
    return;
  if (self->frames)
    {
      self->selected = box;
      describe_stamp (self);
      set_tile_sheet_view_frames (self, box, TRUE);
      return;
    }
  KbStamp *stamp = kb_tile_sheet_stamp (self->sheet, sprite, tileset->number, box);
  if (kb_stamp_is_empty (stamp))
    {
      kb_stamp_free (stamp);
      return;
    }
  self->selected = box;
  kb_tiles_take_stamp (tools, stamp);
  if (g_str_equal (tools->gesture.tool->id, "tile-eraser")
      || g_str_equal (tools->gesture.tool->id, "tile-pick")
      || g_str_equal (tools->gesture.tool->id, "tile-height"))
    kb_editor_state_choose_tool (self->state, kb_tool_by_id ("stamp"));
  describe_stamp (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The adjustments, for the sheet's size of now rather than of the last layout; the size of a cell
 * on the screen. */
static KbVec
adjustments (KbTileSheetView *self, GtkAdjustment **across, GtkAdjustment **down)
{
  GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW (
    gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW));
  KbVec cell = { self->sheet->width * self->scale, self->sheet->height * self->scale };
  *across = gtk_scrolled_window_get_hadjustment (scroller);
  *down = gtk_scrolled_window_get_vadjustment (scroller);
  gtk_adjustment_set_upper (
    *across, MAX (cell.x * self->sheet->columns, gtk_adjustment_get_page_size (*across)));
  gtk_adjustment_set_upper (*down,
                            MAX (cell.y * self->sheet->rows, gtk_adjustment_get_page_size (*down)));
  return cell;
}

/* Scrolls the last chosen cell into sight. */
static void
show_tile_sheet_view_cell (KbTileSheetView *self)
{
  GtkAdjustment *across, *down;
  KbVec cell = adjustments (self, &across, &down);
  gtk_adjustment_clamp_page (across, self->to_i * cell.x, (self->to_i + 1) * cell.x);
  gtk_adjustment_clamp_page (down, self->to_j * cell.y, (self->to_j + 1) * cell.y);
}

void
kb_tile_sheet_view_choose (KbTileSheetView *self, gint i, gint j)
{
  self->from_i = self->to_i = i;
  self->from_j = self->to_j = j;
  set_stamp (self);
  show_tile_sheet_view_cell (self);
}

/* The cell of the current frame, from which keys go on. */
static void
follow_frame (KbTileSheetView *self)
{
  const KbSprite *sprite = kb_tile_sheet_view_sprite (self);
  const KbFrame *frame = kb_editor_state_get_frame (self->state);
  gint i, j;
  if (!sprite || !self->sheet || !frame || frame->node.parent != &sprite->node
      || !kb_tile_sheet_find (self->sheet, sprite, frame->lasting_id, &i, &j)
      || (self->selected.width && i == self->to_i && j == self->to_j))
    return;
  self->from_i = self->to_i = i;
  self->from_j = self->to_j = j;
  self->selected = (KbCellBox) { i, j, 1, 1 };
  show_tile_sheet_view_cell (self);
}

/* Marks the current stamp on the sheet. */
static void
follow (KbTileSheetView *self)
{
  if (self->frames)
    {
      follow_frame (self);
      return;
    }
  const KbStamp *stamp = kb_editor_state_get_tools (self->state)->level.stamp;
  const KbTileset *tileset = tile_sheet_view_tileset_of (self);
  const KbSprite *sprite = kb_tile_sheet_view_sprite (self);
  if (self->selected.width && tileset && sprite && stamp && self->sheet
      && self->selected.i + self->selected.width <= self->sheet->columns
      && self->selected.j + self->selected.height <= self->sheet->rows)
    {
      g_autoptr (KbStamp) same =
        kb_tile_sheet_stamp (self->sheet, sprite, tileset->number, self->selected);
      if (kb_stamps_equal (same, stamp))
        return;
    }
  self->selected = (KbCellBox) { 0 };
  if (!stamp || !tileset || !sprite || !self->sheet || stamp->width * stamp->height != 1)
    return;
  KbCell cell = kb_cell_unpack (stamp->cells[0]);
  gint i, j;
  if ((gint) cell.tileset != tileset->number
      || !kb_tile_sheet_find (self->sheet, sprite, (gint) cell.frame, &i, &j))
    return;
  self->selected = (KbCellBox) { i, j, 1, 1 };
  self->from_i = self->to_i = i;
  self->from_j = self->to_j = j;
  show_tile_sheet_view_cell (self);
}

/* ---- input ---- */

void
kb_tile_sheet_view_set_mode (KbTileSheetView *self, KbSheetMode mode)
{
  kb_sheet_paint_end (self);
  self->mode = mode;
  /* Its text is about choosing, and it would cover what is painted */
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), mode == KB_SHEET_CHOOSE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
kb_tile_sheet_view_set_collision (KbTileSheetView *self, KbSheetCollision collision)
{
  self->collision = collision;
}

static gboolean
holds_control (GtkGestureDrag *drag)
{
  return gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (drag))
         & GDK_CONTROL_MASK;
}

static void
on_begin (GtkGestureDrag *drag, double x, double y, KbTileSheetView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->mode != KB_SHEET_CHOOSE)
    kb_sheet_paint_begin (self, x, y, holds_control (drag));
  if (!kb_tile_sheet_view_place (self, x, y, &self->to_i, &self->to_j))
    return;
  self->from_i = self->to_i;
  self->from_j = self->to_j;
  if (self->mode != KB_SHEET_CHOOSE)
    return;
  if (self->frames && holds_control (drag))
    set_tile_sheet_view_frames (self, (KbCellBox) { self->to_i, self->to_j, 1, 1 }, FALSE);
  else
    set_stamp (self);
}

static void
on_tile_sheet_view_end (GtkGestureDrag *drag, double x, double y, KbTileSheetView *self)
{
  kb_sheet_paint_end (self);
}

static void
on_update (GtkGestureDrag *drag, double dx, double dy, KbTileSheetView *self)
{
  double x, y;
  gint i = self->to_i, j = self->to_j;
  gtk_gesture_drag_get_start_point (drag, &x, &y);
  if (self->mode != KB_SHEET_CHOOSE)
    {
      kb_sheet_paint_go (self, x + dx, y + dy, holds_control (drag));
      return;
    }
  if (!kb_tile_sheet_view_place (self, x + dx, y + dy, &self->to_i, &self->to_j)
      || (i == self->to_i && j == self->to_j))
    return;
  set_stamp (self);
}

static gboolean
on_tile_sheet_view_key (GtkEventControllerKey *keys, guint keyval, guint code, GdkModifierType type,
                        KbTileSheetView *self)
{
  static const struct { guint keyval; gint di, dj; } arrows[] = {
    { GDK_KEY_Left, -1, 0 }, { GDK_KEY_Right, 1, 0 }, { GDK_KEY_Up, 0, -1 }, { GDK_KEY_Down, 0, 1 },
  };
  static const struct { guint keyval; gint by; } zooms[] = {
    { GDK_KEY_plus, 1 },      { GDK_KEY_equal, 1 },        { GDK_KEY_KP_Add, 1 },
    { GDK_KEY_minus, -1 },    { GDK_KEY_KP_Subtract, -1 },
  };
  for (guint k = 0; !(type & GDK_CONTROL_MASK) && k < G_N_ELEMENTS (zooms); k++)
    if (zooms[k].keyval == keyval)
      {
        kb_tile_sheet_view_zoom (self, zooms[k].by);
        return TRUE;
      }
  for (guint k = 0; self->sheet && self->sheet->columns && k < G_N_ELEMENTS (arrows); k++)
    if (arrows[k].keyval == keyval)
      {
        self->to_i = CLAMP (self->to_i + arrows[k].di, 0, self->sheet->columns - 1);
        self->to_j = CLAMP (self->to_j + arrows[k].dj, 0, self->sheet->rows - 1);
        if (!(type & GDK_SHIFT_MASK))
          {
            self->from_i = self->to_i;
            self->from_j = self->to_j;
          }
        set_stamp (self);
        show_tile_sheet_view_cell (self);
        return TRUE;
      }
  gboolean clears = keyval == GDK_KEY_Delete || keyval == GDK_KEY_BackSpace;
  if (self->mode == KB_SHEET_COLLISION && (clears || keyval == GDK_KEY_Return))
    {
      kb_sheet_paint_selected (self, clears);
      return TRUE;
    }
  if (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter || keyval == GDK_KEY_Escape)
    {
      kb_editor_state_grab_canvas (self->state);
      return TRUE;
    }
  return FALSE;
}

/* ---- picture ---- */

/* The cells of the selected frames. */
static void
path_frames (KbTileSheetView *self, cairo_t *cr, const KbView *view, const KbTileGrid *grid)
{
  guint n;
  const KbId *chosen = kb_editor_state_get_frames (self->state, &n);
  const KbSprite *sprite = kb_tile_sheet_view_sprite (self);
  g_autoptr (GHashTable) set = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n; i++)
    g_hash_table_add (set, GUINT_TO_POINTER (chosen[i]));
  for (gint j = 0; sprite && j < self->sheet->rows; j++)
    for (gint i = 0; i < self->sheet->columns; i++)
      {
        const KbFrame *frame = kb_tile_sheet_frame (self->sheet, sprite, i, j);
        if (frame && g_hash_table_contains (set, GUINT_TO_POINTER (frame->node.id)))
          kb_path_cells (cr, view, grid, (KbCellBox) { i, j, 1, 1 }, 0);
      }
}

static void
draw_tile_sheet_view_tiles (KbTileSheetView *self, cairo_t *cr, const KbStyle *style, int width,
                            int height)
{
  const KbTileset *tileset = tile_sheet_view_tileset_of (self);
  KbTilesLook look = { .document = kb_editor_state_get_document (self->state),
                       .level = (const KbLevel *) tileset->node.parent,
                       .style = style,
                       .surfaces = self->surfaces,
                       .no_offsets = TRUE };
  KbView view = { .scale = self->scale,
                  .device_scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)),
                  .width = width,
                  .height = height };
  KbLayer layer = { .cell = { .set = TRUE, .x = self->sheet->width, .y = self->sheet->height },
                    .width = self->sheet->columns,
                    .height = self->sheet->rows,
                    .look.opacity = 100 };
  KbTileGrid grid = kb_tile_grid_of (&layer);
  kb_draw_stamp (cr, &view, &layer, self->all, 0, 0, 1, &look);
  cairo_set_line_width (cr, 1 / view.device_scale);
  for (gint i = 1; i < self->sheet->columns; i++)
    {
      double x = kb_view_sharp (&view, i * self->sheet->width * self->scale);
      cairo_move_to (cr, x, 0);
      cairo_line_to (cr, x, height);
    }
  for (gint j = 1; j < self->sheet->rows; j++)
    {
      double y = kb_view_sharp (&view, j * self->sheet->height * self->scale);
      cairo_move_to (cr, 0, y);
      cairo_line_to (cr, width, y);
    }
  kb_set_colour (cr, style->grid, 0.8);
  cairo_stroke (cr);
  if (kb_tile_sheet_view_sprite (self))
    {
      kb_sheet_search_draw (self, cr);
      kb_sheet_paint_draw (self, cr);
    }
  cairo_new_path (cr);
  if (self->frames)
    path_frames (self, cr, &view, &grid);
  else if (self->selected.width)
    kb_path_cells (cr, &view, &grid, self->selected, 0);
  kb_stroke_marked (cr, &view, style, style->accent, KB_MARK_SELECTED);
}

static void
kb_tile_sheet_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  KbTileSheetView *self = KB_TILE_SHEET_VIEW (widget);
  if (!self->sheet || !self->all || !tile_sheet_view_tileset_of (self))
    return;
  int width = (int) ceil (self->sheet->columns * self->sheet->width * self->scale);
  int height = (int) ceil (self->sheet->rows * self->sheet->height * self->scale);
  const KbStyle *style = kb_canvas_style ();
  cairo_t *cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  kb_set_colour (cr, style->checker[0], 1);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_fill (cr);
  draw_tile_sheet_view_tiles (self, cr, style, width, height);
  cairo_destroy (cr);
}

static void
kb_tile_sheet_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                            int *minimum, int *natural, int *minimum_baseline,
                            int *natural_baseline)
{
  const KbTileSheetView *self = KB_TILE_SHEET_VIEW (widget);
  const KbTileSheet *sheet = self->sheet;
  double n = !sheet                                      ? 0
             : orientation == GTK_ORIENTATION_HORIZONTAL ? sheet->columns * sheet->width
                                                         : sheet->rows * sheet->height;
  *minimum = *natural = (int) ceil (n * self->scale);
}

/* ---- size ---- */

/* Call after a change of the width: the number of rows may change. */
static void
fit_tile_sheet_view (KbTileSheetView *self)
{
  const KbTileset *tileset = tile_sheet_view_tileset_of (self);
  const KbSprite *sprite = kb_tile_sheet_view_sprite (self);
  if (!self->sheet || !self->sheet->columns || !tileset || !sprite)
    return;
  self->scale = kb_tile_sheet_fit (self->sheet, self->room, self->zoom);
  g_clear_pointer (&self->all, kb_stamp_free);
  self->all = kb_tile_sheet_stamp (self->sheet, sprite, tileset->number,
                                   (KbCellBox) { 0, 0, self->sheet->columns, self->sheet->rows });
  if (self->columns != self->sheet->columns || self->to_j >= self->sheet->rows)
    {
      self->from_i = self->to_i = self->from_j = self->to_j = 0;
      self->selected = (KbCellBox) { 0 };
    }
  self->columns = self->sheet->columns;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* Not during layout. */
static gboolean
on_width (gpointer data)
{
  KbTileSheetView *self = data;
  const int width = gtk_widget_get_width (self->scroller);
  self->fitting = 0;
  if (width == self->room || width <= 0)
    return G_SOURCE_REMOVE;
  self->room = width;
  fit_tile_sheet_view (self);
  follow (self);
  return G_SOURCE_REMOVE;
}

static void
on_room (KbTileSheetView *self)
{
  if (!self->fitting)
    self->fitting = g_idle_add (on_width, self);
}

void
kb_tile_sheet_view_fit_in (KbTileSheetView *self, GtkScrolledWindow *scroller)
{
  self->scroller = GTK_WIDGET (scroller);
  g_signal_connect_object (gtk_scrolled_window_get_hadjustment (scroller), "changed",
                           G_CALLBACK (on_room), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (scroller), "changed",
                           G_CALLBACK (on_room), self, G_CONNECT_SWAPPED);
}

void
kb_tile_sheet_view_zoom (KbTileSheetView *self, gint by)
{
  gint zoom = by ? CLAMP (self->zoom + by, MIN_ZOOM, MAX_ZOOM) : 0;
  if (zoom == self->zoom)
    return;
  self->zoom = zoom;
  fit_tile_sheet_view (self);
  follow (self);
}

static void
on_tile_sheet_view_motion (GtkEventControllerMotion *motion, double x, double y,
                           KbTileSheetView *self)
{
  self->pointer = (KbVec) { x, y };
}

/* Zooms around the tile under the pointer, which may come into another row. */
static gboolean
on_tile_sheet_view_scroll (GtkEventControllerScroll *wheel, double dx, double dy,
                           KbTileSheetView *self)
{
  const KbSprite *sprite = kb_tile_sheet_view_sprite (self);
  gint i, j;
  if (!(gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (wheel))
        & GDK_CONTROL_MASK)
      || dy == 0 || !sprite
      || !kb_tile_sheet_view_place (self, self->pointer.x, self->pointer.y, &i, &j))
    return FALSE;
  GtkAdjustment *across, *down;
  KbVec cell = adjustments (self, &across, &down), was = self->pointer,
        within = { was.x / cell.x - i, was.y / cell.y - j };
  const KbFrame *frame = kb_tile_sheet_frame (self->sheet, sprite, i, j);
  kb_tile_sheet_view_zoom (self, dy < 0 ? 1 : -1);
  if (frame)
    kb_tile_sheet_find (self->sheet, sprite, frame->lasting_id, &i, &j);
  cell = adjustments (self, &across, &down);
  self->pointer = (KbVec) { (i + within.x) * cell.x, (j + within.y) * cell.y };
  gtk_adjustment_set_value (across,
                            gtk_adjustment_get_value (across) + self->pointer.x - was.x);
  gtk_adjustment_set_value (down, gtk_adjustment_get_value (down) + self->pointer.y - was.y);
  return TRUE;
}

void
kb_tile_sheet_view_show (KbTileSheetView *self, const KbTileset *tileset, gboolean anew)
{
  KbId id = tileset ? tileset->node.id : 0;
  if (id != self->tileset || anew)
    {
      g_clear_pointer (&self->sheet, kb_tile_sheet_free);
      g_clear_pointer (&self->all, kb_stamp_free);
      const gboolean other = id != self->tileset;
      if (other)
        self->columns = 0;
      self->tileset = id;
      const KbSprite *sprite = kb_tile_sheet_view_sprite (self);
      if (sprite && kb_count (sprite->frames))
        {
          self->sheet = kb_tile_sheet_new (sprite);
          fit_tile_sheet_view (self);
          if (other)
            show_tile_sheet_view_cell (self);   /* the first one */
        }
      kb_sheet_search_update (self);
      gtk_widget_queue_resize (GTK_WIDGET (self));
    }
  follow (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
kb_tile_sheet_view_choose_frames (KbTileSheetView *self)
{
  self->frames = TRUE;
  kb_name_widget (self, _("Frames as tiles"));
  gtk_widget_set_tooltip_text (
    GTK_WIDGET (self), _("Click a tile or drag over many to edit their frames, Ctrl adds; arrow "
                         "keys choose, with Shift many; +, − and Ctrl+wheel zoom"));
}

gboolean
kb_tile_sheet_view_pick (KbTileSheetView *self, double x, double y)
{
  const KbSprite *sprite = kb_tile_sheet_view_sprite (self);
  gint i, j;
  const KbFrame *frame = sprite && kb_tile_sheet_view_place (self, x, y, &i, &j)
                           ? kb_tile_sheet_frame (self->sheet, sprite, i, j)
                           : NULL;
  guint n;
  const KbId *chosen = kb_editor_state_get_frames (self->state, &n);
  if (frame && !kb_is_among (frame->node.id, chosen, n))
    kb_editor_state_set_frame (self->state, frame->node.id);
  return frame != NULL;
}

/* ---- object ---- */

static void
kb_tile_sheet_view_dispose (GObject *object)
{
  KbTileSheetView *self = KB_TILE_SHEET_VIEW (object);
  g_clear_handle_id (&self->fitting, g_source_remove);
  g_clear_pointer (&self->sheet, kb_tile_sheet_free);
  g_clear_pointer (&self->all, kb_stamp_free);
  g_clear_pointer (&self->surfaces, kb_surfaces_free);
  g_clear_pointer (&self->marks, g_hash_table_unref);
  g_clear_pointer (&self->stroke, kb_tile_stroke_free);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->found, g_byte_array_unref);
  G_OBJECT_CLASS (kb_tile_sheet_view_parent_class)->dispose (object);
}

static void
kb_tile_sheet_view_class_init (KbTileSheetViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = kb_tile_sheet_view_dispose;
  widget_class->snapshot = kb_tile_sheet_view_snapshot;
  widget_class->measure = kb_tile_sheet_view_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
kb_tile_sheet_view_init (KbTileSheetView *self)
{
  self->scale = 1;
  self->room = WIDE;
  self->surfaces = kb_surfaces_new (0);
  self->marks = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  kb_add_controller (self, gtk_gesture_drag_new (), self, "drag-begin", G_CALLBACK (on_begin),
                     "drag-update", G_CALLBACK (on_update), "drag-end",
                     G_CALLBACK (on_tile_sheet_view_end), NULL);
  kb_add_controller (self, gtk_event_controller_key_new (), self, "key-pressed",
                     G_CALLBACK (on_tile_sheet_view_key), NULL);
  kb_add_controller (self, gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL),
                     self, "scroll", G_CALLBACK (on_tile_sheet_view_scroll), NULL);
  kb_add_controller (self, gtk_event_controller_motion_new (), self, "motion",
                     G_CALLBACK (on_tile_sheet_view_motion), NULL);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_START);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_START);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self),
                               _("Click a tile or drag over many to paint with them; arrow keys "
                                  "choose, with Shift many; +, − and Ctrl+wheel zoom"));
  kb_name_widget (self, _("Tiles of the tileset"));
}

void
kb_tile_sheet_view_set_state (KbTileSheetView *self, KbEditorState *state)
{
  kb_editor_state_attach (state, self, &self->state, NULL);
}
