/* SPDX-License-Identifier: MIT */
/* The preview of an import. */
#include <adwaita.h>
#include <math.h>

#include "drawing/drawing.h"
#include "drawing/scene/labels.h"
#include "drawing/scene/marks.h"
#include "editor/imports/import_painted.h"
#include "editor/imports/imports.h"
#include "editor/widgets/widgets.h"
#include "interchange/importers.h"

/* ---- import grid ---- */

/* Finds and moves the lines of a grid. */

/* The position of a column's or row's line. It may be outside the picture. */
/* The nearest multiple, if it is within reach and on the picture. */
static int
nearest (double at, int margin, int step, int size, double reach)
{
  int line = MAX ((int) floor ((at - margin) / step + 0.5), 0);
  double place = margin + (double) line * step;
  return step > 0 && place <= size && fabs (place - at) <= reach ? line : -1;
}

/* The lines within `reach` pixels of the picture (width x height) at x, y. */
static KbGridLine
kb_grid_line_at (const KbImportOptions *options, int width, int height, double x, double y,
                 double reach)
{
  KbGridLine line = { -1, -1 };
  if (options->cell_width <= 0 || options->cell_height <= 0)
    return line;
  line.column = nearest (x, options->margin, options->cell_width + options->spacing, width, reach);
  line.row = nearest (y, options->margin, options->cell_height + options->spacing, height, reach);
  return line;
}

static int
cell (double at, int margin, int spacing, int line)
{
  double size = floor ((at - margin) / line - spacing + 0.5);
  return (int) CLAMP (size, 1, KB_MAX_FRAME_SIDE);
}

/* Changes the options so that the line is at x, y: the margin for line 0, else the size of the
 * cells. */
static void
kb_grid_move (KbImportOptions *options, KbGridLine line, double x, double y)
{
  if (line.column == 0 || line.row == 0)
    {
      double at = line.column == 0 ? x : y;
      options->margin = (int) CLAMP (floor (at + 0.5), 0, KB_MAX_PICTURE_SIDE);
    }
  if (line.column > 0)
    options->cell_width = cell (x, options->margin, options->spacing, line.column);
  if (line.row > 0)
    options->cell_height = cell (y, options->margin, options->spacing, line.row);
}

/* ---- import preview ---- */

#define GAP 6
#define CLICK 4            /* max screen pixels of a click */
#define MIN_NUMBERED 18    /* screen pixels of a frame that shows its number */
#define LEFT_OUT 0.3       /* opacity of what is in no frame, where gestures change that */
#define MIN_MARKED 24      /* the same for its marks */
#define IMPORT_PREVIEW_REACH 6   /* screen pixels around a grid line where it can be grabbed */

struct _KbImportPreview
{
  GtkWidget parent_instance;

  /* Borrowed */
  const KbImport *import;
  const KbImportOptions *grid;   /* NULL: no lines to drag */
  KbGridDragged dragged;
  gpointer dragged_data;
  KbFramesChanged changed;       /* NULL: gestures do not change frames */
  gpointer changed_data;

  KbView view;                   /* of the last drawing of a sheet; width 0: none */
  KbGridLine held, under;        /* held: being dragged; under: under the pointer */
  KbVec from, to;                /* of the drag, on the canvas */
  gboolean changing;             /* a drag that changes frames */

  /* Owned */
  KbSurfaces *surfaces;
};

G_DEFINE_FINAL_TYPE (KbImportPreview, kb_import_preview, GTK_TYPE_WIDGET)

/* Enclosed islands have pictures of their own, but are shown on their sheet. */
static gboolean
is_sheet (const KbImport *import)
{
  gboolean islands = import->importer == &kb_importer_islands && !import->files[1];
  return (islands || (import->pictures->len == 1 && !import->importer->layered))
         && import->frames->len > 0;
}

static KbVec
place_on_sheet (const KbImportFrame *frame)
{
  return frame->picture > 0 ? (KbVec) { frame->sheet_x, frame->sheet_y }
                            : (KbVec) { frame->x, frame->y };
}

/* The frame's rectangle on the canvas, in whole pixels. */
static KbBounds
bounds_of (const KbView *view, const KbImportFrame *frame)
{
  KbVec at = place_on_sheet (frame);
  KbVec a = kb_view_to_canvas (view, at);
  KbVec b =
    kb_view_to_canvas (view, (KbVec) { at.x + frame->picture_width, at.y + frame->picture_height });
  return (KbBounds) { kb_view_sharp (view, a.x), kb_view_sharp (view, a.y),
                      kb_view_sharp (view, b.x), kb_view_sharp (view, b.y) };
}

/* The smallest frame at a position on the canvas, or -1. */
static int
frame_under (KbImportPreview *self, KbVec at)
{
  double least = G_MAXDOUBLE;
  int found = -1;
  KB_EACH (const KbImportFrame, import_frame, self->import->frames)
    {
      KbBounds box = bounds_of (&self->view, import_frame);
      double area = (box.x1 - box.x0) * (box.y1 - box.y0);
      if (at.x < box.x0 || at.x >= box.x1 || at.y < box.y0 || at.y >= box.y1 || area >= least)
        continue;
      least = area;
      found = (int) import_frame_at;
    }
  return found;
}

/* The numbers that ranges of animations count by. */
static void
draw_number (cairo_t *cr, const KbStyle *style, guint i, KbBounds box)
{
  g_autofree char *text = g_strdup_printf ("%u", i + 1);
  if (MIN (box.x1 - box.x0, box.y1 - box.y0) < MIN_NUMBERED)
    return;
  double width = kb_text_advance (cr, text, 10, FALSE);
  cairo_rectangle (cr, box.x0, box.y0, width + 4, 12);
  kb_set_colour (cr, style->accent, 0.9);
  cairo_fill (cr);
  kb_draw_text (cr, box.x0 + 2, box.y0 + 9.5, text, 0xffffffff, 10, FALSE);
}

/* The shapes and points that come with a frame. */
static void
draw_marks (cairo_t *cr, const KbStyle *style, const KbImportFrame *frame, const KbView *view)
{
  if (MIN (frame->width, frame->height) * view->scale < MIN_MARKED)
    return;
  KB_EACH_JSON (shape, frame->shapes)
    {
      g_auto (KbGeometry) geometry = { 0 };
      const guint32 colour = g_array_index (frame->colours, guint32, shape_at);
      if (kb_geometry_from_json (&geometry, json_object_get (shape, "geometry"), NULL))
        kb_draw_geometry (cr, view, style, &geometry, colour ? colour : style->accent,
                          KB_MARK_PLAIN);
    }
  KB_EACH_JSON (point, frame->points)
    {
      const json_t *at = json_object_get (point, "at"),
                   *direction = json_object_get (point, "direction");
      kb_draw_action_point (cr, view, style, (gint) json_integer_value (json_array_get (at, 0)),
                            (gint) json_integer_value (json_array_get (at, 1)),
                            (KbAngle) { json_number_value (direction), direction != NULL },
                            KB_MARK_PLAIN);
    }
  if (frame->hot_spot.set)
    kb_draw_hot_spot (cr, view, style, frame->hot_spot.x, frame->hot_spot.y, KB_MARK_PLAIN);
}

static void
draw_picture (KbImportPreview *self, cairo_t *cr, const KbImportFrame *frame, const KbView *view)
{
  KbImportPicture *picture = g_ptr_array_index (self->import->pictures, (guint) frame->picture);
  cairo_save (cr);
  cairo_translate (cr, view->x, view->y);
  cairo_scale (cr, view->scale, view->scale);
  cairo_rectangle (cr, frame->offset_x, frame->offset_y, frame->picture_width,
                   frame->picture_height);
  cairo_clip (cr);
  cairo_set_source_surface (cr, kb_surfaces_get (self->surfaces, picture->picture),
                            frame->offset_x - frame->x, frame->offset_y - frame->y);
  cairo_pattern_set_filter (cairo_get_source (cr),
                            view->scale >= 1 ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD);
  cairo_paint (cr);
  cairo_restore (cr);
}

/* In the middle of a square. */
static void
draw_import_preview_frame (KbImportPreview *self, cairo_t *cr, const KbStyle *style,
                           const KbImportFrame *frame, double x, double y, double side)
{
  double scale = MIN (side / MAX (frame->width, 1), side / MAX (frame->height, 1));
  scale = scale > 1 ? (int) scale : scale;
  const KbView view = { .x = x + (side - frame->width * scale) / 2,
                        .y = y + (side - frame->height * scale) / 2, .scale = scale };
  if (frame->picture >= 0)
    draw_picture (self, cr, frame, &view);
  draw_marks (cr, style, frame, &view);
}

static void
draw_many (KbImportPreview *self, cairo_t *cr, const KbStyle *style, double width, double height)
{
  guint n = self->import->frames->len, columns = 1;
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
      draw_import_preview_frame (self, cr, style, kb_import_frame (self->import, i), x, y, side);
      draw_number (cr, style, i, (KbBounds) { x, y, x + side, y + side });
    }
}

/* Small sheets are enlarged by halves too: pixels need not be squares here. */
static void
fit_import_preview (KbView *view, int width, int height)
{
  double scale = MIN ((view->width - 2 * GAP) / width, (view->height - 2 * GAP) / height);
  KbBounds all = { 0, 0, width, height };
  kb_view_fit (view, all, GAP);
  if (scale > 1)
    view->scale = floor (2 * scale) / 2;
  kb_view_centre (view, all);
}

static void
draw_sheet (KbImportPreview *self, cairo_t *cr, const KbStyle *style, KbView *view)
{
  KbImportPicture *picture = g_ptr_array_index (self->import->pictures, 0);
  int width = (int) picture->picture->width, height = (int) picture->picture->height;
  cairo_surface_t *surface = kb_surfaces_get (self->surfaces, picture->picture);
  fit_import_preview (view, width, height);
  kb_draw_checker (cr, view, style, width, height);
  kb_draw_surface (cr, view, surface, 0, 0, self->changed ? LEFT_OUT : 1);
  KB_EACH (const KbImportFrame, import_frame, self->import->frames)
    {
      KbBounds box = bounds_of (view, import_frame);
      if (import_frame->picture >= 0)
        cairo_rectangle (cr, box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0);
    }
  cairo_path_t *frames = cairo_copy_path (cr);
  cairo_save (cr);
  cairo_clip (cr);
  if (self->changed)
    kb_draw_surface (cr, view, surface, 0, 0, 1);
  cairo_restore (cr);
  cairo_append_path (cr, frames);
  cairo_path_destroy (frames);
  cairo_set_line_width (cr, 1);
  kb_set_colour (cr, style->accent, 0.9);
  cairo_stroke (cr);
  KB_EACH (const KbImportFrame, frame, self->import->frames)
    {
      KbBounds box = bounds_of (view, frame);
      const KbVec at = place_on_sheet (frame),
                  corner = kb_view_to_canvas (view, (KbVec) { at.x - frame->offset_x,
                                                              at.y - frame->offset_y });
      KbView own = *view;
      own.x = corner.x;
      own.y = corner.y;
      draw_number (cr, style, frame_at, box);
      draw_marks (cr, style, frame, &own);
    }
}

/* The drag: the two frames that it merges, or the line that cuts one. */
static void
draw_change (KbImportPreview *self, cairo_t *cr, const KbStyle *style)
{
  int ends[] = { frame_under (self, self->from), frame_under (self, self->to) };
  for (guint i = 0; i < 2 && ends[0] >= 0 && ends[1] >= 0 && ends[0] != ends[1]; i++)
    {
      KbBounds box = bounds_of (&self->view, kb_import_frame (self->import, (guint) ends[i]));
      cairo_rectangle (cr, box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0);
    }
  cairo_move_to (cr, self->from.x, self->from.y);
  cairo_line_to (cr, self->to.x, self->to.y);
  cairo_set_line_width (cr, 3);
  kb_set_colour (cr, style->accent, 1);
  cairo_stroke (cr);
}

/* Draws the grid being edited, also where there are no frames yet. */
static void
draw_grid (KbImportPreview *self, cairo_t *cr, const KbStyle *style, const KbView *view)
{
  KbImportPicture *picture = g_ptr_array_index (self->import->pictures, 0);
  int width = (int) picture->picture->width, height = (int) picture->picture->height;
  const KbImportOptions *grid = self->grid;
  KbGridLine line = self->held.column >= 0 || self->held.row >= 0 ? self->held : self->under;
  if (line.column >= 0)
    {
      KbVec a = kb_view_to_canvas (
        view, (KbVec) { grid->margin + line.column * (grid->cell_width + grid->spacing), 0 });
      KbVec b = kb_view_to_canvas (view, (KbVec) { 0, height });
      cairo_move_to (cr, kb_view_sharp (view, a.x), a.y);
      cairo_line_to (cr, kb_view_sharp (view, a.x), b.y);
    }
  if (line.row >= 0)
    {
      KbVec a = kb_view_to_canvas (
        view, (KbVec) { 0, grid->margin + line.row * (grid->cell_height + grid->spacing) });
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
                          at.x, at.y, IMPORT_PREVIEW_REACH / self->view.scale);
}

static void
on_import_preview_motion (GtkEventControllerMotion *controller, double x, double y,
                          KbImportPreview *self)
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
on_import_preview_drag_begin (GtkGestureDrag *drag, double x, double y, KbImportPreview *self)
{
  self->from = self->to = (KbVec) { x, y };
  self->held = line_at (self, self->from);
  self->changing = self->changed && self->import && is_sheet (self->import);
  gtk_gesture_set_state (GTK_GESTURE (drag),
                         self->held.column >= 0 || self->held.row >= 0 || self->changing
                           ? GTK_EVENT_SEQUENCE_CLAIMED
                           : GTK_EVENT_SEQUENCE_DENIED);
}

static void
on_import_preview_drag_update (GtkGestureDrag *drag, double dx, double dy, KbImportPreview *self)
{
  self->to = (KbVec) { self->from.x + dx, self->from.y + dy };
  if (self->changing)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  if (!self->grid || (self->held.column < 0 && self->held.row < 0))
    return;
  KbImportOptions options = *self->grid;   /* only its numbers change; its texts stay borrowed */
  KbVec at = kb_view_to_picture (&self->view, self->to);
  kb_grid_move (&options, self->held, at.x, at.y);
  self->dragged (self->dragged_data, &options);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* What the gesture does: a click drops or keeps a frame, or splits one with Shift. A drag merges
 * two or cuts one. NULL: it hits nothing. */
static const char *
name_change (KbImportPreview *self, gboolean click, gboolean shift)
{
  int a = frame_under (self, self->from), b = frame_under (self, self->to);
  KbVec middle = { (self->from.x + self->to.x) / 2, (self->from.y + self->to.y) / 2 };
  if (click && a < 0)
    return "keep";
  if (click)
    return shift ? "split" : "drop";
  if (a >= 0 && b >= 0 && a != b)
    return "merge";
  return frame_under (self, middle) >= 0 ? "cut" : NULL;
}

static void
change_frames (KbImportPreview *self, gboolean shift)
{
  gboolean click = hypot (self->to.x - self->from.x, self->to.y - self->from.y) <= CLICK;
  const char *name = name_change (self, click, shift);
  const KbPicture *sheet = kb_import_picture (self->import, 0);
  gint right = (gint) sheet->width - 1, bottom = (gint) sheet->height - 1, at[4];
  kb_view_pixel_at (&self->view, self->from, &at[0], &at[1]);
  kb_view_pixel_at (&self->view, self->to, &at[2], &at[3]);
  for (guint i = 0; i < 4; i++)
    at[i] = CLAMP (at[i], 0, i % 2 ? bottom : right);
  g_autofree char *change =
    click ? g_strdup_printf ("%s %d,%d", name, at[0], at[1])
          : g_strdup_printf ("%s %d,%d %d,%d", name, at[0], at[1], at[2], at[3]);
  gboolean clear = kb_picture_pixel (sheet, (guint) at[0], (guint) at[1])[3] == 0;
  if (name && !(clear && g_str_equal (name, "keep")))
    self->changed (self->changed_data, change);
}

static void
on_import_preview_drag_end (GtkGestureDrag *drag, double dx, double dy, KbImportPreview *self)
{
  GdkModifierType type =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (drag));
  if (self->changing && self->import)
    change_frames (self, (type & GDK_SHIFT_MASK) != 0);
  self->changing = FALSE;
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

void
kb_import_preview_set_changes (KbImportPreview *self, KbFramesChanged changed, gpointer data)
{
  self->changed = changed;
  self->changed_data = data;
  self->changing = FALSE;
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
      if (self->changing)
        draw_change (self, cr, style);
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
  kb_add_controller (self, gtk_event_controller_motion_new (), self, "motion",
                     G_CALLBACK (on_import_preview_motion), NULL);
  kb_add_controller (self, gtk_gesture_drag_new (), self, "drag-begin",
                     G_CALLBACK (on_import_preview_drag_begin), "drag-update",
                     G_CALLBACK (on_import_preview_drag_update), "drag-end",
                     G_CALLBACK (on_import_preview_drag_end), NULL);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}
