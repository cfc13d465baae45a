/* SPDX-License-Identifier: MIT */
/* The layers of a canvas, from the background to the labels. */
#include "drawing/scene/private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "document/shapes/shape.h"
#include "drawing/drawing.h"
#include "drawing/levels/layers.h"
#include "drawing/levels/level_marks.h"
#include "drawing/surfaces.h"
#include "drawing/tiles/tiles.h"

const KbFrame *
kb_scene_frame (const KbScene *scene, KbId id, KbFrame *room)
{
  static GPtrArray none;
  const KbNode *node = kb_document_node (scene->document, id);
  const KbMask *mask = kb_node_as (node, &kb_mask_kind);
  const KbTrack *track = kb_node_as (node, &kb_track_kind);

  if (!mask && !track)
    return kb_node_as (node, &kb_frame_kind);
  *room = (KbFrame) { .node = *node,
                     .width = mask ? mask->width : track->width,
                     .height = mask ? mask->height : track->height,
                     .picture = mask ? mask->picture : track->picture,
                     .points = &none,
                     .shapes = &none };
  return room;
}

gboolean
kb_scene_selected (const KbScene *scene, KbId id)
{
  for (guint i = 0; i < scene->n_selected; i++)
    if (scene->selected[i] == id)
      return TRUE;
  return FALSE;
}

static KbMark
mark_of (const KbScene *scene, KbId id)
{
  return kb_scene_selected (scene, id) ? KB_MARK_SELECTED
         : scene->hovered == id        ? KB_MARK_HOVERED
                                       : KB_MARK_PLAIN;
}

static gboolean
is_hidden (const KbScene *scene, KbId class_id)
{
  return scene->hidden_classes
         && g_hash_table_contains (scene->hidden_classes, GUINT_TO_POINTER (class_id));
}

gboolean
kb_scene_hidden (const KbScene *scene, const KbShape *shape)
{
  return is_hidden (scene, shape->class_id);
}

char *
kb_shape_title (const KbDocument *document, const KbShape *shape)
{
  const char *class_name = kb_class_name (document, shape->class_id);

  return shape->name ? g_strdup_printf ("%s · %s", class_name, shape->name) : g_strdup (class_name);
}

char *
kb_thing_title (const KbDocument *document, const KbNode *node)
{
  const KbShape *shape = kb_node_as (node, &kb_shape_kind);

  if (kb_node_is (node, &kb_frame_kind))
    return g_strdup (_("hot spot"));
  return shape ? kb_shape_title (document, shape) : kb_node_title (node);
}

static gboolean
in_sight (const KbScene *scene, KbBounds picture)
{
  KbBounds seen = kb_view_visible (&scene->view);

  return picture.x1 >= seen.x0 && picture.x0 <= seen.x1 && picture.y1 >= seen.y0
         && picture.y0 <= seen.y1;
}

/* Shapes at rest are below, in their order; hovered and selected ones are drawn over them. */
static void
draw_shapes (cairo_t *cr, const KbScene *scene, const KbFrame *frame, KbMark mark)
{
  KB_EACH (const KbShape, shape, frame->shapes)
    {
      gboolean inherited = kb_shape_is_inherited (shape, frame);

      if (kb_scene_hidden (scene, shape) || mark_of (scene, shape->node.id) != mark ||
          !in_sight (scene, kb_geometry_kind (shape->geometry.type)->bounds (&shape->geometry)))
        continue;
      kb_draw_geometry (cr, &scene->view, scene->style, &shape->geometry,
                        kb_class_colour (scene->document, shape->class_id),
                        inherited ? KB_MARK_INHERITED : mark);
    }
}

static void
draw_points (cairo_t *cr, const KbScene *scene, const KbFrame *frame)
{
  KB_EACH (const KbPoint, point, frame->points)
    kb_draw_action_point (cr, &scene->view, scene->style, point->at.x, point->at.y,
                          point->direction, mark_of (scene, point->node.id));
}

const KbShape *
kb_scene_handled_shape (const KbScene *scene)
{
  const KbNode *node =
    scene->n_selected == 1 ? kb_document_node (scene->document, scene->selected[0]) : NULL;

  return kb_node_is (node, &kb_shape_kind) && !kb_scene_hidden (scene, (const KbShape *) node)
           ? (const KbShape *) node
           : NULL;
}

static void
draw_handles (cairo_t *cr, const KbScene *scene)
{
  const KbShape *shape = kb_scene_handled_shape (scene);

  if (shape)
    kb_draw_handles (cr, &scene->view, scene->style, &shape->geometry, scene->hovered_handle);
}

#define DIMMED 0.22

static void
begin_dimmed (cairo_t *cr, const KbScene *scene)
{
  if (scene->dimmed)
    cairo_push_group (cr);
}

static void
end_dimmed (cairo_t *cr, const KbScene *scene)
{
  if (!scene->dimmed)
    return;
  cairo_pop_group_to_source (cr);
  cairo_paint_with_alpha (cr, DIMMED);
}

static guint64
shapes_key (const KbScene *scene, const KbFrame *frame, guint64 hash)
{
  hash = kb_hash_value (hash, scene->parts);
  hash = kb_hash_value (hash, scene->dimmed);
  if (frame->collision != KB_COLLISION_SHAPES && !is_hidden (scene, frame->collision_class))
    {
      guint32 colour = kb_class_colour (scene->document, frame->collision_class);
      hash = kb_hash_value (hash, frame->collision);
      hash = kb_hash_value (hash, colour);
      hash = kb_hash_bytes (hash, frame->heights.v, frame->heights.n * sizeof *frame->heights.v);
    }
  KB_EACH (const KbShape, shape, frame->shapes)
    {
      if (kb_scene_hidden (scene, shape) || mark_of (scene, shape->node.id) != KB_MARK_PLAIN)
        continue;
      guint32 colour = kb_class_colour (scene->document, shape->class_id);
      hash = kb_hash_value (hash, colour);
      hash = kb_hash_value (hash, shape->geometry.type);
      hash = kb_hash_bytes (hash, shape->geometry.v, shape->geometry.n * sizeof *shape->geometry.v);
    }
  return hash;
}

typedef struct {
  const KbScene *scene;
  const KbFrame *frame;
  guint64 ground, shapes, painting;   /* keys of the layers */
  guint64 was;              /* the painting's before the changes in `part` */
  KbBounds part;
} Below;

static void
draw_plain_shapes (cairo_t *cr, gpointer data)
{
  const Below *below = data;

  if (!is_hidden (below->scene, below->frame->collision_class))
    kb_draw_tile_mark (cr, &below->scene->view, below->scene->document, below->frame);
  draw_shapes (cr, below->scene, below->frame, KB_MARK_PLAIN);
}

static void
draw_below (cairo_t *cr, gpointer data)
{
  const Below *below = data;

  if (below->scene->layers)
    kb_layers_paint (below->scene->layers, KB_LAYER_GROUND, cr, &below->scene->view, below->ground,
                     kb_draw_ground, (gpointer) below->scene);
  else
    kb_draw_ground (cr, (gpointer) below->scene);
  if (below->frame && below->scene->parts & KB_DRAW_SHAPES)
    {
      begin_dimmed (cr, below->scene);
      kb_draw_in_bands (cr, draw_plain_shapes, data);
      end_dimmed (cr, below->scene);
    }
}

/* Above all the ground except the grid, which is drawn again to stay visible. */
static void
draw_painted (cairo_t *cr, gpointer data)
{
  const Below *below = data;
  const KbScene *scene = below->scene;

  if (scene->layers && scene->parts & KB_DRAW_SHAPES)
    kb_layers_paint (scene->layers, KB_LAYER_SHAPES, cr, &scene->view, below->shapes, draw_below,
                     data);
  else
    draw_below (cr, data);
  kb_draw_painting (cr, &scene->view, scene->painting);
  if (scene->parts & KB_DRAW_GRID)
    kb_draw_grid (cr, &scene->view, scene->style, below->frame->width, below->frame->height);
}

static guint64
painting_key (const KbPainting *painting, guint64 stamp, guint64 hash)
{
  hash = kb_hash_value (hash, stamp);
  hash = kb_hash_value (hash, painting->colours);
  return kb_hash_value (hash, painting->opacity);
}

/* The part of the canvas painted since the last redraw, with all device pixels it touches. */
static KbBounds
painted_part (const KbView *view, const KbPainting *painting)
{
  KbVec low = kb_view_to_canvas (view, (KbVec) { painting->x, painting->y });
  KbVec high = kb_view_to_canvas (view, (KbVec) { painting->x + (double) painting->width,
                                                 painting->y + (double) painting->height });

  return (KbBounds) { low.x - 1, low.y - 1, high.x + 1, high.y + 1 };
}

static void
draw_lined (cairo_t *cr, gpointer data)
{
  const Below *below = data;
  const KbScene *scene = below->scene;

  if (scene->layers)
    kb_layers_paint_part (scene->layers, KB_LAYER_PAINTING, cr, &scene->view, below->painting,
                          below->was, below->part, draw_painted, data);
  else
    draw_painted (cr, data);
  if (scene->lines)
    scene->lines (cr, scene->lines_data);
}

static void
paint_painting (cairo_t *cr, const KbScene *scene, Below *below)
{
  const KbPainting *painting = scene->painting;

  below->painting = painting_key (painting, painting->stamp, below->shapes);
  below->was = painting->before ? painting_key (painting, painting->before, below->shapes)
                                : below->painting;
  below->part = painted_part (&scene->view, painting);
  if (!scene->lines)
    {
      draw_lined (cr, below);
      return;
    }
  kb_layers_paint_part (scene->layers, KB_LAYER_LINES, cr, &scene->view,
                        kb_hash_value (below->painting, scene->lines_key),
                        kb_hash_value (below->was, scene->lines_key), below->part, draw_lined,
                        below);
}

/* FALSE for an error message instead of the picture: it does not move with the picture. */
static gboolean
can_be_kept (const KbScene *scene, const KbFrame *frame)
{
  g_autoptr (KbPicture) picture =
    frame->picture.file ? kb_document_frame_picture (scene->document, frame, NULL) : NULL;

  return (picture || !frame->picture.file) && scene->parts & KB_DRAW_BACKGROUND;
}

/* Everything that can be cached, if there are layers. */
static void
draw_lower (cairo_t *cr, const KbScene *scene, const KbFrame *frame)
{
  KbScene direct = *scene;
  Below below = { .scene = scene, .frame = frame };
  gboolean painted = scene->painting && frame;

  if (!scene->layers || !frame || !can_be_kept (scene, frame))
    {
      direct.layers = NULL;
      below.scene = &direct;
      (painted ? draw_lined : draw_below) (cr, &below);
      return;
    }
  below.ground = kb_ground_key (scene, frame);
  below.shapes = shapes_key (scene, frame, below.ground);
  if (painted)
    paint_painting (cr, scene, &below);
  else
    kb_layers_paint (scene->layers, KB_LAYER_SHAPES, cr, &scene->view, below.shapes, draw_below,
                     &below);
}

void
kb_draw_scene (cairo_t *cr, const KbScene *scene)
{
  KbFrame room;
  const KbFrame *frame = kb_scene_frame (scene, scene->frame_id, &room);
  const KbView *view = &scene->view;
  guint parts = scene->parts;
  g_autoptr (GHashTable) inherited =
    kb_inherited_new (frame ? kb_node_as (frame->node.parent, &kb_sprite_kind) : NULL);
  g_autoptr (GPtrArray) shapes = frame ? kb_frame_all_shapes (frame, inherited) : NULL;

  if (frame && shapes->len > frame->shapes->len)
    {
      room = *frame;
      room.shapes = shapes;
      frame = &room;
    }

  cairo_save (cr);
  draw_lower (cr, scene, frame);
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
        kb_draw_hot_spot (cr, view, scene->style, frame->hot_spot.x, frame->hot_spot.y,
                          mark_of (scene, scene->frame_id));
      if (parts & KB_DRAW_POINTS)
        {
          begin_dimmed (cr, scene);
          draw_points (cr, scene, frame);
          end_dimmed (cr, scene);
        }
      if (parts & KB_DRAW_PIXEL && scene->has_pixel)
        kb_draw_pixel (cr, view, scene->style, scene->pixel_x, scene->pixel_y);
      if (parts & KB_DRAW_LABELS)
        kb_draw_scene_labels (cr, scene, frame);
      if (parts & KB_DRAW_HANDLES && parts & KB_DRAW_SHAPES)
        draw_handles (cr, scene);
    }
  cairo_restore (cr);
}
