/* SPDX-License-Identifier: MIT */
/* Paths are in pixels of the frame. A cairo matrix moves them to the tile. */
#include "drawing/tiles/tiles.h"

#include <math.h>

#include "drawing/levels/level_marks.h"
#include "drawing/scene/marks.h"

#define FILL 0.5
#define HATCHES 4        /* hatching lines per side */

static gint
height_of (const KbFrame *frame, guint column, gint most)
{
  return column < frame->heights.n ? (gint) CLAMP (frame->heights.v[column], 0, most) : 0;
}

/* Paths of the fill, its edge, and the hatching of a one-way tile. User units are pixels of a cell
 * of this size, or of the frame alone. Empty for tiles that collide by their shapes. */
static void
path_solid (cairo_t *cr, const KbFrame *frame, gint width, gint height)
{
  if (frame->collision == KB_COLLISION_FULL)
    cairo_rectangle (cr, 0, 0, width, height);
  if (frame->collision != KB_COLLISION_HEIGHTS)
    return;
  cairo_move_to (cr, 0, height);
  for (gint x = 0; x < width; x++)
    {
      gint top = height - height_of (frame, (guint) x, height);
      cairo_line_to (cr, x, top);
      cairo_line_to (cr, x + 1, top);
    }
  cairo_line_to (cr, width, height);
  cairo_close_path (cr);
}

static gboolean
is_one_way (const KbFrame *frame)
{
  return frame->collision >= KB_COLLISION_LEFT && frame->collision <= KB_COLLISION_BOTTOM;
}

/* Transforms so that the solid side is from (0, 0) to (length, 0), with the tile below it. */
static void
turn_to_side (cairo_t *cr, const KbFrame *frame, gint width, gint height)
{
  if (frame->collision == KB_COLLISION_BOTTOM)
    cairo_transform (cr, &(cairo_matrix_t) { 1, 0, 0, -1, 0, height });
  else if (frame->collision == KB_COLLISION_LEFT)
    cairo_transform (cr, &(cairo_matrix_t) { 0, 1, 1, 0, 0, 0 });
  else if (frame->collision == KB_COLLISION_RIGHT)
    cairo_transform (cr, &(cairo_matrix_t) { 0, 1, -1, 0, width, 0 });
}

static void
path_edge (cairo_t *cr, const KbFrame *frame, gint width, gint height)
{
  gboolean upright =
    frame->collision == KB_COLLISION_LEFT || frame->collision == KB_COLLISION_RIGHT;
  for (gint x = 0; frame->collision == KB_COLLISION_HEIGHTS && x < width; x++)
    {
      gint high = height_of (frame, (guint) x, height);
      if (high == 0)
        continue;
      kb_line (cr, x, height - high, x + 1, height - high);
    }
  if (!is_one_way (frame))
    return;
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  turn_to_side (cr, frame, width, height);
  kb_line (cr, 0, 0, upright ? height : width, 0);
}

static void
path_hatching (cairo_t *cr, const KbFrame *frame, gint width, gint height)
{
  gboolean upright =
    frame->collision == KB_COLLISION_LEFT || frame->collision == KB_COLLISION_RIGHT;
  double length = upright ? height : width, step = length / HATCHES;
  if (!is_one_way (frame))
    return;
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  turn_to_side (cr, frame, width, height);
  for (guint k = 0; k < HATCHES; k++)
    {
      kb_line (cr, k * step, 0, (k + 1) * step, step);
    }
}

/* Of staggered layers' tiles only full ones are solid: the cell's outline. */
static void
draw_staggered (cairo_t *cr, const KbLayer *layer, const KbFrame *frame, guint32 colour)
{
  KbLayer at_zero = *layer;
  KbVec corners[KB_CELL_CORNERS];
  at_zero.origin = (KbPixel) { .x = 0, .y = 0 };
  const KbTileGrid grid = kb_tile_grid_of (&at_zero);
  const KbVec corner = kb_tile_grid_corner (&grid, 0, 0);
  if (frame->collision != KB_COLLISION_FULL)
    return;
  for (guint k = 0, n = kb_tile_grid_outline (&grid, 0, 0, 0, corners); k < n; k++)
    cairo_line_to (cr, corners[k].x - corner.x, corners[k].y - corner.y);
  cairo_close_path (cr);
  kb_fill (cr, colour, FILL);
}

/* From unflipped tile pixels, as many as a cell has, to the layer's orientation and the screen. */
static void
apply_flips (cairo_t *cr, const KbLayer *layer, guint32 flips)
{
  double width = layer->cell.x, height = layer->cell.y;
  KbVec i, j;
  kb_layer_axes (layer, &i, &j);
  if (layer->stagger == KB_STAGGER_NONE)
    cairo_transform (cr,
                   &(cairo_matrix_t){ i.x / width, i.y / width, j.x / height, j.y / height, 0, 0 });
  if (flips & KB_CELL_FLIP_X)
    cairo_transform (cr, &(cairo_matrix_t) { -1, 0, 0, 1, width, 0 });
  if (flips & KB_CELL_FLIP_Y)
    cairo_transform (cr, &(cairo_matrix_t) { 1, 0, 0, -1, 0, height });
  if (flips & KB_CELL_DIAGONAL)
    cairo_transform (cr, &(cairo_matrix_t) { 0, height / width, width / height, 0, 0, 0 });
}

static void
draw_tile_collision_shapes (cairo_t *cr, const KbTilesLook *look, const KbFrame *frame)
{
  const KbView same = {
    .scale = 1, .device_scale = 1, .width = frame->width, .height = frame->height
  };
  KB_EACH (const KbShape, shape, frame->shapes)
    {
      kb_path_geometry (cr, &same, &shape->geometry, 1);
      kb_stroke (cr, 1, kb_class_colour (look->document, shape->class_id), 0.8);
    }
}

cairo_surface_t *
kb_tile_collision_surface (const KbTilesLook *look, const KbLayer *layer, const KbFrame *shown,
                           guint32 flips, KbBounds box, guint level)
{
  KbFrame stopping = *shown;
  stopping.collision = kb_layer_collision (layer, shown, &stopping.collision_class);
  const KbFrame *frame = &stopping;
  double scale = 1.0 / (1 << level);
  cairo_surface_t *surface = cairo_image_surface_create (
    CAIRO_FORMAT_ARGB32, (int) MAX (1, ceil ((box.x1 - box.x0) * scale)),
    (int) MAX (1, ceil ((box.y1 - box.y0) * scale)));
  g_autoptr (cairo_t) cr = cairo_create (surface);
  guint32 colour = kb_class_colour (look->document, frame->collision_class);
  gint width = layer->cell.x, height = layer->cell.y;
  cairo_scale (cr, scale, scale);
  cairo_translate (cr, -box.x0, -box.y0);
  /* Pixels are in or out; when reduced they are fractions of one. */
  cairo_set_antialias (cr, level ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE);
  apply_flips (cr, layer, flips);
  if (frame->collision == KB_COLLISION_SHAPES)
    {
      cairo_translate (cr, 0, height - frame->height);
      draw_tile_collision_shapes (cr, look, frame);
    }
  if (layer->stagger != KB_STAGGER_NONE)
    {
      draw_staggered (cr, layer, frame, colour);
      return surface;
    }
  path_solid (cr, frame, width, height);
  kb_fill (cr, colour, FILL);
  /* Lines only within the tile. */
  if (frame->collision == KB_COLLISION_HEIGHTS)
    path_solid (cr, frame, width, height);
  else
    cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  path_edge (cr, frame, width, height);
  kb_stroke (cr, 2, colour, 1);
  path_hatching (cr, frame, width, height);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  return surface;
}

/* Paths in frame pixels, lines in canvas pixels. */
static void
stroke_on_canvas (cairo_t *cr, const KbView *view, const KbFrame *frame,
                  void (*path) (cairo_t *cr, const KbFrame *frame, gint width, gint height))
{
  KbVec corner = kb_view_to_canvas (view, (KbVec) { 0, 0 });
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_translate (cr, corner.x, corner.y);
  cairo_scale (cr, view->scale, view->scale);
  path (cr, frame, frame->width, frame->height);
}

void
kb_draw_tile_mark (cairo_t *cr, const KbView *view, const KbDocument *document,
                   const KbFrame *frame)
{
  guint32 colour = kb_class_colour (document, frame->collision_class);
  if (frame->collision == KB_COLLISION_SHAPES)
    return;
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_new_path (cr);
  stroke_on_canvas (cr, view, frame, path_solid);
  kb_fill (cr, colour, 0.3);
  stroke_on_canvas (cr, view, frame, path_hatching);
  kb_stroke (cr, 1, colour, 0.8);
  stroke_on_canvas (cr, view, frame, path_edge);
  kb_stroke (cr, 2, colour, 1);
}
