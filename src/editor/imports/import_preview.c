/* SPDX-License-Identifier: MIT */
/* The preview of an import. */
#include "editor/imports/imports.h"

#include <adwaita.h>

#include "drawing/drawing.h"
#include "editor/imports/import_painted.h"

#define MAX_SHOWN 64
#define GAP 6
#define REACH 6   /* screen pixels around a grid line where it can be grabbed */

struct _KbImportPreview
{
  GtkWidget parent_instance;

  /* Borrowed */
  const KbImport *import;
  const KbImportOptions *grid;   /* NULL: no lines to drag */
  KbGridDragged dragged;
  gpointer dragged_data;

  KbView view;                   /* of the last drawing of a sheet; width 0: none */
  KbGridLine held, under;        /* held: being dragged; under: under the pointer */
  KbVec from;

  /* Owned */
  KbSurfaces *surfaces;
};

G_DEFINE_FINAL_TYPE (KbImportPreview, kb_import_preview, GTK_TYPE_WIDGET)

static const KbImportFrame *
frame_at (const KbImport *import, guint i)
{
  return g_ptr_array_index (import->frames, i);
}

static gboolean
is_sheet (const KbImport *import)
{
  return import->pictures->len == 1 && import->frames->len > 0;
}

static void
paint (KbImportPreview *self, cairo_t *cr, const KbImportFrame *frame, double x, double y,
       double side)
{
  if (frame->picture < 0)
    return;
  KbImportPicture *picture = g_ptr_array_index (self->import->pictures, (guint) frame->picture);
  double scale = MIN (side / MAX (frame->width, 1), side / MAX (frame->height, 1));
  scale = scale > 1 ? (int) scale : scale;
  cairo_save (cr);
  cairo_translate (cr, x + (side - frame->width * scale) / 2,
                   y + (side - frame->height * scale) / 2);
  cairo_scale (cr, scale, scale);
  cairo_rectangle (cr, frame->offset_x, frame->offset_y, frame->picture_width,
                   frame->picture_height);
  cairo_clip (cr);
  cairo_set_source_surface (cr, kb_surfaces_get (self->surfaces, picture->picture),
                            frame->offset_x - frame->x, frame->offset_y - frame->y);
  cairo_pattern_set_filter (cairo_get_source (cr),
                            scale >= 1 ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD);
  cairo_paint (cr);
  cairo_restore (cr);
}

static void
draw_many (KbImportPreview *self, cairo_t *cr, const KbStyle *style, double width, double height)
{
  guint n = MIN (self->import->frames->len, MAX_SHOWN), columns = 1;
  while (columns < n && height * columns < width * ((n + columns - 1) / columns))
    columns++;
  guint rows = (n + columns - 1) / columns;
  double side = MIN (width / columns, height / rows) - GAP;
  double left = (width - columns * (side + GAP)) / 2, top = (height - rows * (side + GAP)) / 2;
  for (guint i = 0; i < n && side > 2; i++)
    {
      double x = left + i % columns * (side + GAP) + GAP / 2,
             y = top + i / columns * (side + GAP) + GAP / 2;
      cairo_rectangle (cr, x, y, side, side);
      kb_set_colour (cr, style->checker[0], 1);
      cairo_fill (cr);
      paint (self, cr, frame_at (self->import, i), x, y, side);
    }
}

static void
draw_sheet (KbImportPreview *self, cairo_t *cr, const KbStyle *style, KbView *view)
{
  KbImportPicture *picture = g_ptr_array_index (self->import->pictures, 0);
  int width = (int) picture->picture->width, height = (int) picture->picture->height;
  kb_view_fit (view, (KbBounds) { 0, 0, width, height }, GAP);
  kb_draw_checker (cr, view, style, width, height);
  kb_draw_surface (cr, view, kb_surfaces_get (self->surfaces, picture->picture), 0, 0, 1);
  for (guint i = 0; i < self->import->frames->len; i++)
    {
      const KbImportFrame *frame = frame_at (self->import, i);
      KbVec a = kb_view_to_canvas (view, (KbVec) { frame->x, frame->y });
      KbVec b = kb_view_to_canvas (
        view, (KbVec) { frame->x + frame->picture_width, frame->y + frame->picture_height });
      double x0 = kb_view_sharp (view, a.x), y0 = kb_view_sharp (view, a.y);
      if (frame->picture < 0)
        continue;
      cairo_rectangle (cr, x0, y0, kb_view_sharp (view, b.x) - x0, kb_view_sharp (view, b.y) - y0);
    }
  cairo_set_line_width (cr, 1);
  kb_set_colour (cr, style->accent, 0.9);
  cairo_stroke (cr);
}

/* Draws the grid being edited, also where there are no frames yet. */
static void
draw_grid (KbImportPreview *self, cairo_t *cr, const KbStyle *style, const KbView *view)
{
  KbImportPicture *picture = g_ptr_array_index (self->import->pictures, 0);
  int width = (int) picture->picture->width, height = (int) picture->picture->height;
  KbGridLine line = self->held.column >= 0 || self->held.row >= 0 ? self->held : self->under;
  if (line.column >= 0)
    {
      KbVec a = kb_view_to_canvas (view, (KbVec) { kb_grid_column (self->grid, line.column), 0 });
      KbVec b = kb_view_to_canvas (view, (KbVec) { 0, height });
      cairo_move_to (cr, kb_view_sharp (view, a.x), a.y);
      cairo_line_to (cr, kb_view_sharp (view, a.x), b.y);
    }
  if (line.row >= 0)
    {
      KbVec a = kb_view_to_canvas (view, (KbVec) { 0, kb_grid_row (self->grid, line.row) });
      KbVec b = kb_view_to_canvas (view, (KbVec) { width, 0 });
      cairo_move_to (cr, a.x, kb_view_sharp (view, a.y));
      cairo_line_to (cr, b.x, kb_view_sharp (view, a.y));
    }
  cairo_set_line_width (cr, 3);
  kb_set_colour (cr, style->accent, 1);
  cairo_stroke (cr);
}

static KbGridLine
line_at (KbImportPreview *self, KbVec canvas)
{
  if (!self->grid || !self->import || !is_sheet (self->import) || self->view.width <= 0)
    return (KbGridLine) { -1, -1 };
  KbImportPicture *picture = g_ptr_array_index (self->import->pictures, 0);
  KbVec at = kb_view_to_picture (&self->view, canvas);
  return kb_grid_line_at (self->grid, (int) picture->picture->width, (int) picture->picture->height,
                          at.x, at.y, REACH / self->view.scale);
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, KbImportPreview *self)
{
  KbGridLine line = line_at (self, (KbVec) { x, y });
  const char *cursor = line.column >= 0 && line.row >= 0 ? "move" : line.column >= 0 ? "ew-resize"
                       : line.row >= 0 ? "ns-resize" : NULL;
  if (line.column == self->under.column && line.row == self->under.row)
    return;
  self->under = line;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), cursor);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_begin (GtkGestureDrag *drag, double x, double y, KbImportPreview *self)
{
  self->from = (KbVec) { x, y };
  self->held = line_at (self, self->from);
  gtk_gesture_set_state (GTK_GESTURE (drag), self->held.column >= 0 || self->held.row >= 0
                                               ? GTK_EVENT_SEQUENCE_CLAIMED
                                               : GTK_EVENT_SEQUENCE_DENIED);
}

static void
on_drag_update (GtkGestureDrag *drag, double dx, double dy, KbImportPreview *self)
{
  if (!self->grid || (self->held.column < 0 && self->held.row < 0))
    return;
  KbImportOptions options = *self->grid;   /* only its numbers change; its texts stay borrowed */
  KbVec at = kb_view_to_picture (&self->view, (KbVec) { self->from.x + dx, self->from.y + dy });
  kb_grid_move (&options, self->held, at.x, at.y);
  self->dragged (self->dragged_data, &options);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_end (GtkGestureDrag *drag, double dx, double dy, KbImportPreview *self)
{
  self->held = (KbGridLine) { -1, -1 };
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
kb_import_preview_set_grid (KbImportPreview *self, const KbImportOptions *options,
                            KbGridDragged dragged, gpointer data)
{
  self->grid = options;
  self->dragged = dragged;
  self->dragged_data = data;
  self->held = self->under = (KbGridLine) { -1, -1 };
  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
kb_import_preview_is_dragged (KbImportPreview *self)
{
  return self->held.column >= 0 || self->held.row >= 0;
}

static void
kb_import_preview_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  KbImportPreview *self = KB_IMPORT_PREVIEW (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const KbStyle *style = kb_style (adw_style_manager_get_dark (adw_style_manager_get_default ()));
  KbView view = { .scale = 1,
                  .device_scale = gtk_widget_get_scale_factor (widget),
                  .width = width,
                  .height = height };
  cairo_t *cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  kb_set_colour (cr, style->background, 1);
  cairo_paint (cr);
  if (self->import && is_sheet (self->import))
    {
      draw_sheet (self, cr, style, &view);
      self->view = view;
      if (self->grid)
        draw_grid (self, cr, style, &view);
    }
  else if (self->import && self->import->frames->len)
    draw_many (self, cr, style, width, height);
  cairo_destroy (cr);
}

void
kb_import_preview_show (KbImportPreview *self, const KbImport *import)
{
  self->import = import;
  kb_surfaces_free (self->surfaces);
  self->surfaces = kb_surfaces_new (0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
kb_import_preview_finalize (GObject *object)
{
  kb_surfaces_free (KB_IMPORT_PREVIEW (object)->surfaces);
  G_OBJECT_CLASS (kb_import_preview_parent_class)->finalize (object);
}

static void
kb_import_preview_class_init (KbImportPreviewClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = kb_import_preview_finalize;
  GTK_WIDGET_CLASS (klass)->snapshot = kb_import_preview_snapshot;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "kbpreview");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_IMG);
}

static void
kb_import_preview_init (KbImportPreview *self)
{
  self->surfaces = kb_surfaces_new (0);
  self->held = self->under = (KbGridLine) { -1, -1 };
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}
