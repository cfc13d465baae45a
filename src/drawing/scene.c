/* SPDX-License-Identifier: MIT */
/* The layers of a canvas, from the background to the labels. */
#include "drawing/scene.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "drawing/labels.h"
#include "drawing/marks.h"
#include "drawing/trail.h"

#define CHECK 8              /* canvas pixels of a square of the checkerboard */
#define GRID_FROM 8.0        /* scale */
#define ONION_ALPHA 0.38

static gboolean
is_selected (const KbScene *scene, KbId id)
{
  for (guint i = 0; i < scene->n_selected; i++)
    if (scene->selected[i] == id)
      return TRUE;
  return FALSE;
}

static KbMark
mark_of (const KbScene *scene, KbId id)
{
  return is_selected (scene, id) ? KB_MARK_SELECTED : scene->hovered == id ? KB_MARK_HOVERED : KB_MARK_PLAIN;
}

static gboolean
is_hidden (const KbScene *scene, const KbShape *shape)
{
  return scene->hidden_classes && g_hash_table_contains (scene->hidden_classes, GUINT_TO_POINTER (shape->class_id));
}

guint32
kb_shape_colour (const KbDocument *document, const KbShape *shape)
{
  const KbNode *node = kb_document_node (document, shape->class_id);

  return node && node->kind == &kb_class_kind ? ((const KbClass *) node)->colour | 0xff : 0xc0c0c0ff;
}

char *
kb_shape_title (const KbDocument *document, const KbShape *shape)
{
  const KbNode *node = kb_document_node (document, shape->class_id);
  const char *class_name = node && node->kind == &kb_class_kind ? ((const KbClass *) node)->name : _("no class");

  return shape->name ? g_strdup_printf ("%s · %s", class_name, shape->name) : g_strdup (class_name);
}

void
kb_draw_surface (cairo_t *cr, const KbView *view, cairo_surface_t *surface, double x, double y, double alpha)
{
  KbVec o = kb_view_to_canvas (view, (KbVec) { x, y });
  cairo_pattern_t *pattern;

  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS)
    return;
  cairo_save (cr);
  cairo_translate (cr, o.x, o.y);
  cairo_scale (cr, view->scale, view->scale);
  /* The rectangle keeps the area that is worked on small. */
  cairo_rectangle (cr, 0, 0, cairo_image_surface_get_width (surface), cairo_image_surface_get_height (surface));
  cairo_clip (cr);
  cairo_set_source_surface (cr, surface, 0, 0);
  pattern = cairo_get_source (cr);
  cairo_pattern_set_filter (pattern, view->scale * MAX (view->device_scale, 1) >= 1 ? CAIRO_FILTER_NEAREST
                                                                                    : CAIRO_FILTER_BILINEAR);
  if (alpha < 1)
    cairo_paint_with_alpha (cr, alpha);
  else
    cairo_paint (cr);
  cairo_restore (cr);
}

void
kb_draw_picture (cairo_t *cr, const KbView *view, KbSurfaces *surfaces, KbPicture *picture, guint32 tint, double x,
                 double y, double alpha)
{
  double scale = view->scale * MAX (view->device_scale, 1);
  KbView reduced = *view;
  guint level = 0;

  /* The smallest copy that is still as large as it is shown. */
  while (scale <= 0.5 && level < 8)
    {
      scale *= 2;
      level++;
    }
  reduced.scale *= 1 << level;
  kb_draw_surface (cr, &reduced, kb_surfaces_get_reduced (surfaces, picture, tint, level), x / (1 << level),
                   y / (1 << level), alpha);
}

/* Where a frame of this size lies, on whole device pixels. */
static void
frame_rectangle (const KbView *view, gint width, gint height, double *x, double *y, double *w, double *h)
{
  KbVec a = kb_view_to_canvas (view, (KbVec) { 0, 0 });
  KbVec b = kb_view_to_canvas (view, (KbVec) { width, height });

  *x = kb_view_edge (view, a.x);
  *y = kb_view_edge (view, a.y);
  *w = kb_view_edge (view, b.x) - *x;
  *h = kb_view_edge (view, b.y) - *y;
}

void
kb_draw_checker (cairo_t *cr, const KbView *view, const KbStyle *style, gint width, gint height)
{
  cairo_surface_t *tile = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 2 * CHECK, 2 * CHECK);
  cairo_t *tile_cr = cairo_create (tile);
  double x, y, w, h;

  kb_set_colour (tile_cr, style->checker[0], 1);
  cairo_paint (tile_cr);
  kb_set_colour (tile_cr, style->checker[1], 1);
  cairo_rectangle (tile_cr, 0, 0, CHECK, CHECK);
  cairo_rectangle (tile_cr, CHECK, CHECK, CHECK, CHECK);
  cairo_fill (tile_cr);
  cairo_destroy (tile_cr);

  frame_rectangle (view, width, height, &x, &y, &w, &h);
  cairo_save (cr);
  cairo_rectangle (cr, x, y, w, h);
  cairo_clip (cr);
  cairo_set_source_surface (cr, tile, x, y);
  cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_REPEAT);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (tile);
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
  cairo_save (cr);
  cairo_rectangle (cr, x, y, w, h);
  cairo_clip (cr);
  /* Fades in, so that the picture stays what one sees. */
  kb_set_colour (cr, style->grid, CLAMP ((view->scale - 4) / 12, 0.3, 1));
  cairo_set_line_width (cr, hair);
  for (gint i = x0; i <= x1; i++)
    {
      double at = kb_view_sharp (view, kb_view_to_canvas (view, (KbVec) { i, 0 }).x);
      cairo_move_to (cr, at, MAX (0, y));
      cairo_line_to (cr, at, MIN (view->height, y + h));
    }
  for (gint i = y0; i <= y1; i++)
    {
      double at = kb_view_sharp (view, kb_view_to_canvas (view, (KbVec) { 0, i }).y);
      cairo_move_to (cr, MAX (0, x), at);
      cairo_line_to (cr, MIN (view->width, x + w), at);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
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

static const KbFrame *
find_frame (const KbScene *scene, KbId id)
{
  const KbNode *node = kb_document_node (scene->document, id);

  return node && node->kind == &kb_frame_kind ? (const KbFrame *) node : NULL;
}

static void
draw_onion (cairo_t *cr, const KbScene *scene, const KbFrame *frame, const KbId *others, guint n, guint32 tint)
{
  /* The farthest first, so that the nearest is on top. */
  for (guint i = n; i-- > 0;)
    {
      const KbFrame *other = find_frame (scene, others[i]);
      double x = 0, y = 0;
      g_autoptr (KbPicture) picture = NULL;

      if (!other || other == frame)
        continue;
      picture = kb_document_frame_picture (scene->document, other, NULL);
      if (!picture)
        continue;
      if (frame->hot_spot.set && other->hot_spot.set)
        {
          x = frame->hot_spot.x - other->hot_spot.x;
          y = frame->hot_spot.y - other->hot_spot.y;
        }
      kb_draw_picture (cr, &scene->view, scene->surfaces, picture, tint, x, y, ONION_ALPHA / (i + 1));
    }
}

static void
draw_picture (cairo_t *cr, const KbScene *scene, const KbFrame *frame)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbPicture) picture = kb_document_frame_picture (scene->document, frame, &error);

  if (picture)
    kb_draw_picture (cr, &scene->view, scene->surfaces, picture, 0, 0, 0, 1);
  else if (error)
    {
      KbVec at = kb_view_to_canvas (&scene->view, (KbVec) { 0, 0 });
      kb_draw_note (cr, &scene->view, scene->style, at, error->message, scene->style->wrong);
    }
}

static gboolean
in_sight (const KbScene *scene, KbBounds picture)
{
  KbBounds seen = kb_view_visible (&scene->view);

  return picture.x1 >= seen.x0 && picture.x0 <= seen.x1 && picture.y1 >= seen.y0 && picture.y0 <= seen.y1;
}

static KbBounds
canvas_bounds (const KbView *view, KbBounds picture)
{
  KbVec a = kb_view_to_canvas (view, (KbVec) { picture.x0, picture.y0 });
  KbVec b = kb_view_to_canvas (view, (KbVec) { picture.x1, picture.y1 });

  return (KbBounds) { a.x, a.y, b.x, b.y };
}

/* Shapes at rest lie below, in their order; the hovered and the selected ones are drawn over them. */
static void
draw_shapes (cairo_t *cr, const KbScene *scene, const KbFrame *frame, KbMark mark)
{
  for (guint i = 0; i < kb_count (frame->shapes); i++)
    {
      const KbShape *shape = kb_shape_at (frame, i);

      if (is_hidden (scene, shape) || mark_of (scene, shape->node.id) != mark ||
          !in_sight (scene, kb_geometry_kind (shape->geometry.type)->bounds (&shape->geometry)))
        continue;
      kb_draw_geometry (cr, &scene->view, scene->style, &shape->geometry, kb_shape_colour (scene->document, shape), mark);
    }
}

static void
draw_points (cairo_t *cr, const KbScene *scene, const KbFrame *frame)
{
  for (guint i = 0; i < kb_count (frame->points); i++)
    {
      const KbPoint *point = kb_point_at (frame, i);

      kb_draw_action_point (cr, &scene->view, scene->style, point->at.x, point->at.y, point->direction,
                            mark_of (scene, point->node.id));
    }
}

/* Where the label of a shape goes: slanted ones fill little of their bounds, so they are named at their
 * highest corner. */
static KbBounds
label_place (const KbScene *scene, const KbGeometry *geometry, KbBounds bounds)
{
  const KbShapeKind *kind = kb_geometry_kind (geometry->type);
  guint step = geometry->type == KB_SHAPE_ORIENTED ? 2 : 1, n = kind->n_handles (geometry);
  KbVec top = { 0, 0 };

  if ((geometry->type != KB_SHAPE_POLYGON && geometry->type != KB_SHAPE_ORIENTED) ||
      (geometry->type == KB_SHAPE_ORIENTED && fmod (geometry->v[4], 90) == 0))
    return bounds;
  for (guint i = 0; i < n && !(geometry->type == KB_SHAPE_ORIENTED && i == 8); i += step)
    {
      KbVec p = kb_view_to_canvas (&scene->view, kind->handle (geometry, i, scene->view.scale));

      if (i == 0 || p.y < top.y || (p.y == top.y && p.x < top.x))
        top = p;
    }
  /* Of what is partly out of sight the bounds tell better where the label can be. */
  if (top.x < scene->view.inset || top.y < scene->view.inset || top.x > scene->view.width || top.y > scene->view.height)
    return bounds;
  return (KbBounds) { top.x - 5, top.y, top.x + 5, top.y + 5 };
}

static void
label_shapes (KbLabels *labels, const KbScene *scene, const KbFrame *frame)
{
  for (guint i = 0; i < kb_count (frame->shapes); i++)
    {
      const KbShape *shape = kb_shape_at (frame, i);
      KbMark mark = mark_of (scene, shape->node.id);
      KbBounds bounds = canvas_bounds (&scene->view, kb_geometry_kind (shape->geometry.type)->bounds (&shape->geometry));
      g_autofree char *title = NULL, *size = NULL;

      if (is_hidden (scene, shape))
        continue;
      title = kb_shape_title (scene->document, shape);
      if (mark == KB_MARK_SELECTED)
        {
          size = kb_geometry_size_text (&shape->geometry);
          if (scene->parts & KB_DRAW_HANDLES && scene->n_selected == 1)
            bounds = (KbBounds) { bounds.x0, bounds.y0 - 4, bounds.x1, bounds.y1 + 4 };
        }
      kb_labels_add_near (labels, title, size, kb_shape_colour (scene->document, shape),
                          label_place (scene, &shape->geometry, bounds),
                          MAX (bounds.x1 - bounds.x0, bounds.y1 - bounds.y0),
                          mark == KB_MARK_SELECTED ? 2 : mark == KB_MARK_HOVERED ? 3 : 0);
    }
}

static void
label_points (KbLabels *labels, const KbScene *scene, const KbFrame *frame)
{
  for (guint i = 0; i < kb_count (frame->points); i++)
    {
      const KbPoint *point = kb_point_at (frame, i);
      KbVec p = kb_view_to_canvas (&scene->view, (KbVec) { point->at.x + 0.5, point->at.y + 0.5 });
      KbBounds around = { p.x - 8, p.y - 8, p.x + 8, p.y + 8 };
      g_autofree char *degrees = point->direction.set ? kb_number_text (remainder (point->direction.degrees, 360)) : NULL;
      g_autofree char *detail = degrees ? g_strdup_printf ("→ %s°", degrees) : NULL;

      kb_labels_avoid (labels, around);
      if (point->direction.set)
        {
          double a = point->direction.degrees * G_PI / 180;
          double length = kb_arrow_length (&scene->view);
          KbVec tip = { p.x + cos (a) * length, p.y + sin (a) * length };

          kb_labels_avoid (labels, (KbBounds) { MIN (p.x, tip.x) - 3, MIN (p.y, tip.y) - 3, MAX (p.x, tip.x) + 3,
                                                MAX (p.y, tip.y) + 3 });
        }
      kb_labels_add (labels, point->name, detail, scene->style->point, around,
                     is_selected (scene, point->node.id) || scene->hovered == point->node.id ? 3 : 1);
    }
}

/* The shape whose handles are shown: the only one selected. */
static const KbShape *
shape_with_handles (const KbScene *scene)
{
  const KbNode *node = scene->n_selected == 1 ? kb_document_node (scene->document, scene->selected[0]) : NULL;

  return node && node->kind == &kb_shape_kind && !is_hidden (scene, (const KbShape *) node) ? (const KbShape *) node : NULL;
}

static void
draw_handles (cairo_t *cr, const KbScene *scene)
{
  const KbShape *shape = shape_with_handles (scene);

  if (shape)
    kb_draw_handles (cr, &scene->view, scene->style, &shape->geometry, scene->hovered_handle);
}

static void
avoid_handles (KbLabels *labels, const KbScene *scene)
{
  const KbShape *shape = shape_with_handles (scene);
  const KbShapeKind *kind = shape ? kb_geometry_kind (shape->geometry.type) : NULL;
  guint n = kind ? kind->n_handles (&shape->geometry) : 0;

  for (guint i = 0; i < MIN (n, 16); i++)
    if (kb_handle_shown (&scene->view, &shape->geometry, i))
      {
        KbVec p = kb_view_to_canvas (&scene->view, kind->handle (&shape->geometry, i, scene->view.scale));
        kb_labels_avoid (labels, (KbBounds) { p.x - 6, p.y - 6, p.x + 6, p.y + 6 });
      }
}

static void
draw_labels (cairo_t *cr, const KbScene *scene, const KbFrame *frame)
{
  KbLabels *labels = kb_labels_new (&scene->view, scene->style);

  if (scene->parts & KB_DRAW_HOT_SPOT && frame->hot_spot.set)
    {
      KbVec p = kb_view_to_canvas (&scene->view, (KbVec) { frame->hot_spot.x + 0.5, frame->hot_spot.y + 0.5 });
      kb_labels_avoid (labels, (KbBounds) { p.x - 12, p.y - 12, p.x + 12, p.y + 12 });
    }
  if (scene->parts & KB_DRAW_HANDLES)
    avoid_handles (labels, scene);
  if (scene->parts & KB_DRAW_SHAPES)
    label_shapes (labels, scene, frame);
  if (scene->parts & KB_DRAW_POINTS)
    label_points (labels, scene, frame);
  kb_labels_draw (labels, cr);
  kb_labels_free (labels);
}

/* From the background to the border. */
static void
draw_ground (cairo_t *cr, gpointer data)
{
  const KbScene *scene = data;
  const KbFrame *frame = find_frame (scene, scene->frame_id);
  const KbView *view = &scene->view;
  guint parts = scene->parts;

  if (parts & KB_DRAW_BACKGROUND)
    {
      kb_set_colour (cr, scene->style->background, 1);
      cairo_paint (cr);
    }
  if (!frame)
    return;
  if (parts & KB_DRAW_CHECKER)
    kb_draw_checker (cr, view, scene->style, frame->width, frame->height);
  if (parts & KB_DRAW_ONION)
    {
      draw_onion (cr, scene, frame, scene->before, scene->n_before, scene->style->before);
      draw_onion (cr, scene, frame, scene->after, scene->n_after, scene->style->after);
    }
  if (parts & KB_DRAW_PICTURE)
    draw_picture (cr, scene, frame);
  if (parts & KB_DRAW_GRID)
    kb_draw_grid (cr, view, scene->style, frame->width, frame->height);
  if (parts & KB_DRAW_BORDER)
    draw_border (cr, scene, frame);
}

static guint64
hash_pixel (guint64 hash, KbPixel pixel)
{
  hash = kb_hash_value (hash, pixel.x);
  hash = kb_hash_value (hash, pixel.y);
  return kb_hash_value (hash, pixel.set);
}

/* A picture file is never rewritten, so its name and place say which pixels they are. */
static guint64
hash_frame (guint64 hash, const KbFrame *frame)
{
  const KbPictureRef *ref = &frame->picture;
  const gint numbers[] = { ref->x, ref->y, ref->width, ref->height, ref->offset_x, ref->offset_y, frame->width,
                           frame->height };

  if (ref->file)
    hash = kb_hash_bytes (hash, ref->file, strlen (ref->file) + 1);
  hash = kb_hash_value (hash, numbers);
  return hash_pixel (hash, frame->hot_spot);
}

static guint64
ground_key (const KbScene *scene, const KbFrame *frame)
{
  const guint parts = scene->parts & (KB_DRAW_BACKGROUND | KB_DRAW_CHECKER | KB_DRAW_ONION | KB_DRAW_PICTURE |
                                      KB_DRAW_GRID | KB_DRAW_BORDER);
  guint64 hash = kb_hash_value (KB_HASH_START, parts);

  hash = kb_hash_value (hash, scene->document);
  hash = kb_hash_value (hash, scene->style);
  hash = kb_hash_value (hash, scene->view.scale);
  hash = hash_frame (hash, frame);
  if (parts & KB_DRAW_ONION)
    for (guint i = 0; i < scene->n_before + scene->n_after; i++)
      {
        const KbFrame *other =
          find_frame (scene, i < scene->n_before ? scene->before[i] : scene->after[i - scene->n_before]);

        hash = kb_hash_value (hash, i);
        if (other && other != frame)
          hash = hash_frame (hash, other);
        if (i + 1 == scene->n_before)
          hash = kb_hash_value (hash, scene->n_before);
      }
  return hash;
}

static guint64
shapes_key (const KbScene *scene, const KbFrame *frame, guint64 hash)
{
  hash = kb_hash_value (hash, scene->parts);
  for (guint i = 0; i < kb_count (frame->shapes); i++)
    {
      const KbShape *shape = kb_shape_at (frame, i);
      guint32 colour;

      if (is_hidden (scene, shape) || mark_of (scene, shape->node.id) != KB_MARK_PLAIN)
        continue;
      colour = kb_shape_colour (scene->document, shape);
      hash = kb_hash_value (hash, colour);
      hash = kb_hash_value (hash, shape->geometry.type);
      hash = kb_hash_bytes (hash, shape->geometry.v, shape->geometry.n * sizeof *shape->geometry.v);
    }
  return hash;
}

typedef struct {
  const KbScene *scene;
  const KbFrame *frame;
  guint64 ground;
} Below;

static void
draw_below (cairo_t *cr, gpointer data)
{
  const Below *below = data;

  if (below->scene->layers)
    kb_layers_paint (below->scene->layers, KB_LAYER_GROUND, cr, &below->scene->view, below->ground, draw_ground,
                     (gpointer) below->scene);
  else
    draw_ground (cr, (gpointer) below->scene);
  if (below->frame && below->scene->parts & KB_DRAW_SHAPES)
    draw_shapes (cr, below->scene, below->frame, KB_MARK_PLAIN);
}

/* A message in place of the picture keeps to the canvas, not to the picture. */
static gboolean
can_be_kept (const KbScene *scene, const KbFrame *frame)
{
  g_autoptr (KbPicture) picture = kb_document_frame_picture (scene->document, frame, NULL);

  return picture && scene->parts & KB_DRAW_BACKGROUND;
}

void
kb_draw_scene (cairo_t *cr, const KbScene *scene)
{
  const KbFrame *frame = find_frame (scene, scene->frame_id);
  const KbView *view = &scene->view;
  KbScene direct = *scene;
  Below below = { scene, frame, 0 };
  guint parts = scene->parts;

  cairo_save (cr);
  if (scene->layers && frame && can_be_kept (scene, frame))
    {
      below.ground = ground_key (scene, frame);
      kb_layers_paint (scene->layers, KB_LAYER_SHAPES, cr, view, shapes_key (scene, frame, below.ground), draw_below,
                       &below);
    }
  else
    {
      direct.layers = NULL;
      below.scene = &direct;
      draw_below (cr, &below);
    }
  if (frame)
    {
      if (parts & KB_DRAW_SHAPES)
        {
          draw_shapes (cr, scene, frame, KB_MARK_HOVERED);
          draw_shapes (cr, scene, frame, KB_MARK_SELECTED);
        }
      if (parts & KB_DRAW_TRAIL && scene->n_trail > 1)
        kb_draw_trails (cr, scene, frame);
      if (parts & KB_DRAW_HOT_SPOT && frame->hot_spot.set)
        kb_draw_hot_spot (cr, view, scene->style, frame->hot_spot.x, frame->hot_spot.y, mark_of (scene, scene->frame_id));
      if (parts & KB_DRAW_POINTS)
        draw_points (cr, scene, frame);
      if (parts & KB_DRAW_PIXEL && scene->has_pixel)
        kb_draw_pixel (cr, view, scene->style, scene->pixel_x, scene->pixel_y);
      if (parts & KB_DRAW_LABELS)
        draw_labels (cr, scene, frame);
      if (parts & KB_DRAW_HANDLES && parts & KB_DRAW_SHAPES)
        draw_handles (cr, scene);
    }
  cairo_restore (cr);
}
