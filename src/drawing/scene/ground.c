/* SPDX-License-Identifier: MIT */
/* Everything below the annotations: checkerboard, onion skin, picture, grid and border. */
#include "drawing/scene/private.h"

#include <math.h>
#include <string.h>

#include "drawing/levels/layers.h"
#include "drawing/scene/labels.h"
#include "drawing/surfaces.h"

#define CHECK 8              /* side of a checkerboard square in canvas pixels */
#define CHECKS 32            /* pairs of squares side by side in the repeated tile */
#define GRID_FROM 8.0        /* scale */

/* The rectangle of a frame of this size, on whole device pixels. */
static void
frame_rectangle (const KbView *view, gint width, gint height, double *x, double *y, double *w,
                 double *h)
{
  KbVec a = kb_view_to_canvas (view, (KbVec) { 0, 0 });
  KbVec b = kb_view_to_canvas (view, (KbVec) { width, height });

  *x = kb_view_edge (view, a.x);
  *y = kb_view_edge (view, a.y);
  *w = kb_view_edge (view, b.x) - *x;
  *h = kb_view_edge (view, b.y) - *y;
}

/* A tile of many squares: wide enough to be copied in long rows. It uses device pixels wherever a
 * square is a whole number of them, so that nothing is scaled. */
static cairo_surface_t *
checker_tile (const KbView *view, const KbStyle *style)
{
  double scale = MAX (view->device_scale, 1), side = CHECK * scale;
  int whole = (int) side;

  if (whole != side)
    {
      whole = CHECK;
      scale = 1;
    }
  cairo_surface_t *tile =
    cairo_image_surface_create (CAIRO_FORMAT_RGB24, 2 * CHECKS * whole, 2 * whole);
  g_autoptr (cairo_t) cr = cairo_create (tile);
  kb_paint (cr, style->checker[1], 1);
  kb_set_colour (cr, style->checker[0], 1);
  for (int i = 0; i < 2 * CHECKS; i++)
    cairo_rectangle (cr, i * whole, i % 2 ? 0 : whole, whole, whole);
  cairo_fill (cr);
  cairo_surface_set_device_scale (tile, scale, scale);
  return tile;
}

void
kb_draw_checker (cairo_t *cr, const KbView *view, const KbStyle *style, gint width, gint height)
{
  g_autoptr (cairo_surface_t) tile = checker_tile (view, style);
  double x, y, w, h;

  frame_rectangle (view, width, height, &x, &y, &w, &h);
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  kb_clip (cr, x, y, w, h);
  cairo_set_source_surface (cr, tile, x, y);
  cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_REPEAT);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
}

void
kb_draw_grid (cairo_t *cr, const KbView *view, const KbStyle *style, gint width, gint height)
{
  KbBounds seen = kb_view_visible (view);
  gint x0 = MAX (1, (gint) floor (seen.x0)), x1 = MIN (width - 1, (gint) ceil (seen.x1));
  gint y0 = MAX (1, (gint) floor (seen.y0)), y1 = MIN (height - 1, (gint) ceil (seen.y1));
  double x, y, w, h, hair = 1 / MAX (view->device_scale, 1);

  if (view->scale < GRID_FROM)
    return;
  frame_rectangle (view, width, height, &x, &y, &w, &h);
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  kb_clip (cr, x, y, w, h);
  /* Fades in, so that the grid never dominates the picture. */
  kb_set_colour (cr, style->grid, CLAMP ((view->scale - 4) / 12, 0.3, 1));
  cairo_set_line_width (cr, hair);
  for (gint i = x0; i <= x1; i++)
    {
      double at = kb_view_sharp (view, kb_view_to_canvas (view, (KbVec) { i, 0 }).x);
      kb_line (cr, at, MAX (0, y), at, MIN (view->height, y + h));
    }
  for (gint i = y0; i <= y1; i++)
    {
      double at = kb_view_sharp (view, kb_view_to_canvas (view, (KbVec) { 0, i }).y);
      kb_line (cr, MAX (0, x), at, MIN (view->width, x + w), at);
    }
  cairo_stroke (cr);
}

static void
draw_border (cairo_t *cr, const KbScene *scene, const KbFrame *frame)
{
  double x, y, w, h, hair = 1 / MAX (scene->view.device_scale, 1);

  frame_rectangle (&scene->view, frame->width, frame->height, &x, &y, &w, &h);
  kb_set_colour (cr, scene->style->border, 1);
  cairo_set_line_width (cr, hair);
  cairo_rectangle (cr, x - hair / 2, y - hair / 2, w + hair, h + hair);
  cairo_stroke (cr);
}

/* A picture of the ground, prepared for drawing in several threads. */
typedef struct {
  cairo_surface_t *surface;   /* owned */
  double x, y, alpha;         /* of its corner, in its own pixels */
  guint level;                /* number of halvings */
} Layer;

typedef struct {
  const KbScene *scene;
  const KbFrame *frame;
  GArray *layers;             /* Layer, from bottom to top */
} Ground;

static void
layer_clear (gpointer data)
{
  cairo_surface_destroy (((Layer *) data)->surface);
}

/* One frame's picture in a stack: its position and how to draw it. */
typedef struct {
  KbPicture *picture;         /* owned */
  gint x, y;
  guint32 tint;
  double alpha;
} GroundSheet;

static void
sheet_clear (gpointer data)
{
  kb_picture_unref (((GroundSheet *) data)->picture);
}

static void
add_sheet (GArray *sheets, const KbScene *scene, const KbFrame *frame, const KbFrame *other,
           guint32 tint, double alpha)
{
  GroundSheet sheet = { .tint = tint, .alpha = alpha };

  if (!other || (other == frame && tint) || !other->picture.file)
    return;
  sheet.picture = kb_document_frame_picture (scene->document, other, NULL);
  if (!sheet.picture)
    return;
  if (frame->hot_spot.set && other->hot_spot.set)
    {
      sheet.x = frame->hot_spot.x - other->hot_spot.x;
      sheet.y = frame->hot_spot.y - other->hot_spot.y;
    }
  g_array_append_val (sheets, sheet);
}

/* Adds an onion skin `far` frames behind the nearest. Its strength is the tint's alpha. */
static void
add_skin (GArray *sheets, const KbScene *scene, const KbFrame *frame, const KbFrame *other,
          guint32 tint, guint far)
{
  add_sheet (sheets, scene, frame, other, tint | 0xff, (tint & 0xff) / 255.0 / (far + 1));
}

/* The farthest first, so that the nearest is on top. The frame's own is last. */
static GArray *
find_sheets (const KbScene *scene, const KbFrame *frame)
{
  GArray *sheets = g_array_new (FALSE, FALSE, sizeof (GroundSheet));
  KbFrame room;

  g_array_set_clear_func (sheets, sheet_clear);
  if (scene->parts & KB_DRAW_ONION)
    {
      for (guint i = scene->n_before; i-- > 0;)
        add_skin (sheets, scene, frame, kb_scene_frame (scene, scene->before[i], &room),
                  scene->style->before, i);
      for (guint i = scene->n_after; i-- > 0;)
        add_skin (sheets, scene, frame, kb_scene_frame (scene, scene->after[i], &room),
                  scene->style->after, i);
    }
  if (scene->parts & KB_DRAW_PICTURE)
    add_sheet (sheets, scene, frame, frame, 0, 1);
  return sheets;
}

/* Combines onion skin and picture at the picture's size, to paint both at once. With hard edges the
 * result is the same, and several times faster. FALSE, not done: pixels smaller than the screen's,
 * or frames too large to gain from it. */
#define MOST_TOGETHER (1 << 20)   /* pixels */

static gboolean
put_together (const KbScene *scene, const GArray *sheets, GArray *layers)
{
  gint64 x0 = G_MAXINT, y0 = G_MAXINT, x1 = G_MININT, y1 = G_MININT;
  Layer layer = { .alpha = 1 };

  KB_EACH_IN (const GroundSheet, sheet, sheets)
    {
      x0 = MIN (x0, sheet->x);
      y0 = MIN (y0, sheet->y);
      x1 = MAX (x1, sheet->x + (gint64) sheet->picture->width);
      y1 = MAX (y1, sheet->y + (gint64) sheet->picture->height);
    }
  if (sheets->len < 2 || scene->view.scale * MAX (scene->view.device_scale, 1) < 1
      || (x1 - x0) * (y1 - y0) > MOST_TOGETHER)
    return FALSE;

  layer.surface =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) (x1 - x0), (int) (y1 - y0));
  layer.x = (double) x0;
  layer.y = (double) y0;
  g_autoptr (cairo_t) cr = cairo_create (layer.surface);
  KB_EACH_IN (const GroundSheet, sheet, sheets)
    kb_paint_surface (cr,
                      kb_surfaces_get_reduced (scene->surfaces, sheet->picture, sheet->tint, 0),
                      (double) (sheet->x - x0), (double) (sheet->y - y0), sheet->alpha);
  cairo_surface_flush (layer.surface);
  g_array_append_val (layers, layer);
  return TRUE;
}

/* Makes a surface of only the visible part of a large, enlarged picture. A full one would take
 * long, and as much memory as the picture. */
#define LARGE (1 << 22)   /* pixels */

static gboolean
find_part (const KbScene *scene, cairo_t *cr, const GroundSheet *sheet, Layer *layer)
{
  double x0, y0, x1, y1;
  gint left, top, right, bottom, around = 2;   /* more than a filter reads */

  cairo_clip_extents (cr, &x0, &y0, &x1, &y1);
  KbVec low = kb_view_to_picture (&scene->view, (KbVec) { x0, y0 });
  KbVec high = kb_view_to_picture (&scene->view, (KbVec) { x1, y1 });
  left = (gint) CLAMP (floor (low.x) - sheet->x - around, 0, sheet->picture->width);
  top = (gint) CLAMP (floor (low.y) - sheet->y - around, 0, sheet->picture->height);
  right = (gint) CLAMP (ceil (high.x) - sheet->x + around, left, sheet->picture->width);
  bottom = (gint) CLAMP (ceil (high.y) - sheet->y + around, top, sheet->picture->height);
  if (left == right || top == bottom)
    return FALSE;
  layer->surface = kb_surface_of_part (sheet->picture, sheet->tint, (guint) left, (guint) top,
                                       (guint) (right - left), (guint) (bottom - top));
  layer->x = sheet->x + left;
  layer->y = sheet->y + top;
  return TRUE;
}

static void
find_layers (Ground *ground, cairo_t *cr)
{
  const KbScene *scene = ground->scene;
  g_autoptr (GArray) sheets = find_sheets (scene, ground->frame);

  if (put_together (scene, sheets, ground->layers))
    return;
  KB_EACH_IN (const GroundSheet, sheet, sheets)
    {
      Layer layer = { .alpha = sheet->alpha, .level = kb_surface_level (&scene->view) };

      if (layer.level == 0 && (gint64) sheet->picture->width * sheet->picture->height > LARGE)
        {
          if (find_part (scene, cr, sheet, &layer))
            g_array_append_val (ground->layers, layer);
          continue;
        }
      layer.surface = cairo_surface_reference (
        kb_surfaces_get_reduced (scene->surfaces, sheet->picture, sheet->tint, layer.level));
      layer.x = (double) sheet->x / (1 << layer.level);
      layer.y = (double) sheet->y / (1 << layer.level);
      g_array_append_val (ground->layers, layer);
    }
}

/* From the background to the border; reads only. */
static void
draw_ground (cairo_t *cr, gpointer data)
{
  const Ground *ground = data;
  const KbScene *scene = ground->scene;
  const KbFrame *frame = ground->frame;
  guint parts = scene->parts;

  if (parts & KB_DRAW_BACKGROUND)
    kb_paint (cr, scene->style->background, 1);
  if (!frame)
    return;
  if (parts & KB_DRAW_CHECKER)
    kb_draw_checker (cr, &scene->view, scene->style, frame->width, frame->height);
  KB_EACH_IN (const Layer, layer, ground->layers)
    {
      KbView view = scene->view;

      view.scale *= 1 << layer->level;
      kb_draw_surface (cr, &view, layer->surface, layer->x, layer->y, layer->alpha);
    }
  if (parts & KB_DRAW_GRID && !scene->painting)
    kb_draw_grid (cr, &scene->view, scene->style, frame->width, frame->height);
  if (parts & KB_DRAW_BORDER)
    draw_border (cr, scene, frame);
}

#define COMING 0xffffffffu   /* the message's own colour: nothing is wrong */
#define FAULT_LINE 20   /* canvas pixels between lines of a message */

/* Shown instead of a picture that cannot be read. */
static void
draw_fault (cairo_t *cr, const KbScene *scene, const KbFrame *frame)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbPicture) picture =
    frame->picture.file ? kb_document_frame_picture (scene->document, frame, &error) : NULL;

  if (picture || !error)
    return;
  /* "FOLDER/pictures/NAME: message": the folder is known, and the rest gets its own line. */
  const char *folder = kb_document_folder (scene->document), *text = error->message;
  gsize n = strlen (folder);
  if (strncmp (text, folder, n) == 0 && text[n] == '/')
    text += n + 1;
  guint32 colour = g_error_matches (error, KB_ERROR, KB_ERROR_BUSY) ? COMING : scene->style->wrong;
  const char *colon = strstr (text, ": ");
  g_autofree char *name = colon ? g_strndup (text, (gsize) (colon - text)) : NULL;
  KbVec at = kb_view_to_canvas (&scene->view, (KbVec) { 0, 0 });
  if (name)
    {
      kb_draw_note (cr, &scene->view, scene->style, at, name, colour);
      at.y += FAULT_LINE;
      text = colon + 2;
    }
  kb_draw_note (cr, &scene->view, scene->style, at, text, colour);
}

void
kb_draw_ground (cairo_t *cr, gpointer data)
{
  const KbScene *scene = data;
  KbFrame room;
  Ground ground = { scene, kb_scene_frame (scene, scene->frame_id, &room),
                    g_array_new (FALSE, FALSE, sizeof (Layer)) };

  g_array_set_clear_func (ground.layers, layer_clear);
  if (ground.frame)
    find_layers (&ground, cr);
  kb_draw_in_bands (cr, draw_ground, &ground);
  if (ground.frame && scene->parts & KB_DRAW_PICTURE)
    draw_fault (cr, scene, ground.frame);
  g_array_unref (ground.layers);
}
