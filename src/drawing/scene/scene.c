/* SPDX-License-Identifier: MIT */
/* The layers of a canvas, from the background to the labels. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/shapes/shape.h"
#include "drawing/drawing.h"
#include "drawing/levels/layers.h"
#include "drawing/levels/level_marks.h"
#include "drawing/scene/labels.h"
#include "drawing/scene/marks.h"
#include "drawing/scene/private.h"
#include "drawing/surfaces.h"
#include "drawing/tiles/tiles.h"

/* ---- scene labels ---- */

/* The labels of a scene, and what they must not cover. */

#define MOST_OF_FRAME 0.45     /* of the frame's width, for the name of a point at rest */

static KbBounds
canvas_bounds (const KbView *view, KbBounds picture)
{
  KbVec a = kb_view_to_canvas (view, (KbVec) { picture.x0, picture.y0 });
  KbVec b = kb_view_to_canvas (view, (KbVec) { picture.x1, picture.y1 });

  return (KbBounds) { a.x, a.y, b.x, b.y };
}

/* The area next to which a shape's label goes. Slanted shapes fill little of their bounds, so their
 * label is at the highest corner. */
static KbBounds
label_place (const KbScene *scene, const KbGeometry *geometry, KbBounds bounds)
{
  const KbShapeKind *kind = kb_geometry_kind (geometry->type);
  guint n = kind->rotation_handle ? kind->rotation_handle : kind->n_handles (geometry);
  KbVec top = { 0, 0 };

  if (!kind->corner_step
      || (kind->rotation_handle && fmod (kb_geometry_degrees (geometry), 90) == 0))
    return bounds;
  for (guint i = 0; i < n; i += kind->corner_step)
    {
      KbVec p = kb_view_to_canvas (&scene->view, kind->handle (geometry, i, scene->view.scale));

      if (i == 0 || p.y < top.y || (p.y == top.y && p.x < top.x))
        top = p;
    }
  /* For a shape partly out of view the bounds are a better guide. */
  if (top.x < scene->view.inset || top.y < scene->view.inset || top.x > scene->view.width
      || top.y > scene->view.height)
    return bounds;
  return (KbBounds) { top.x - 5, top.y, top.x + 5, top.y + 5 };
}

static gboolean
kb_scene_selected (const KbScene *scene, KbId id)
{
  for (guint i = 0; i < scene->n_selected; i++)
    if (scene->selected[i] == id)
      return TRUE;
  return FALSE;
}

static KbLabelState
label_state (const KbScene *scene, KbId id)
{
  return kb_scene_selected (scene, id) ? KB_LABEL_SELECTED
         : scene->hovered == id        ? KB_LABEL_HOVERED
                                       : KB_LABEL_QUIET;
}

static gboolean
is_labelled (const KbScene *scene, KbLabelState state)
{
  return state != KB_LABEL_QUIET || scene->parts & KB_DRAW_QUIET_LABELS;
}

static gboolean
kb_scene_hidden (const KbScene *scene, const KbShape *shape)
{
  return kb_id_in_set (shape->class_id, scene->hidden);
}

static void
label_shapes (KbLabels *labels, const KbScene *scene, const KbFrame *frame)
{
  gboolean handles = scene->parts & KB_DRAW_HANDLES && scene->n_selected == 1;

  KB_EACH (const KbShape, shape, frame->shapes)
    {
      KbBounds bounds = canvas_bounds (
        &scene->view, kb_geometry_kind (shape->geometry.type)->bounds (&shape->geometry));
      g_autofree char *title = NULL, *size = NULL;
      const KbNode *class_node =
        shape->name ? kb_document_node (scene->document, shape->class_id) : NULL;

      if (kb_scene_hidden (scene, shape))
        continue;
      KbLabelState state = label_state (scene, shape->node.id);
      title = kb_shape_title (scene->document, shape);
      if (state == KB_LABEL_SELECTED)
        size = kb_geometry_size_text (&shape->geometry);
      g_array_append_val (labels->things, bounds);
      if (!is_labelled (scene, state))
        continue;
      kb_labels_add (labels,
                     &(KbLabel) { .text = title,
                                 .brief = class_node ? ((const KbClass *) class_node)->name : NULL,
                                 .detail = size,
                                 .id = shape->node.id,
                                 .colour = kb_class_colour (scene->document, shape->class_id),
                                 .around = label_place (scene, &shape->geometry, bounds),
                                 .extent = MAX (bounds.x1 - bounds.x0, bounds.y1 - bounds.y0),
                                 .margin = handles && state == KB_LABEL_SELECTED ? 4 : 0,
                                 .state = state });
    }
}

static void
label_points (KbLabels *labels, const KbScene *scene, const KbFrame *frame)
{
  double extent = frame->width * scene->view.scale;

  KB_EACH (const KbPoint, point, frame->points)
    {
      KbVec p = kb_view_to_canvas (&scene->view, (KbVec) { point->at.x + 0.5, point->at.y + 0.5 });
      KbBounds around = { p.x - 8, p.y - 8, p.x + 8, p.y + 8 };
      g_autofree char *degrees =
        point->direction.set ? kb_number_text (remainder (point->direction.degrees, 360)) : NULL;
      g_autofree char *detail = degrees ? g_strdup_printf ("→ %s°", degrees) : NULL;

      kb_labels_avoid (labels, around);
      if (point->direction.set)
        {
          double a = point->direction.degrees * G_PI / 180;
          double length = kb_arrow_length (&scene->view);
          KbVec tip = { p.x + cos (a) * length, p.y + sin (a) * length };

          kb_labels_avoid (labels, (KbBounds) { MIN (p.x, tip.x) - 3, MIN (p.y, tip.y) - 3,
                                               MAX (p.x, tip.x) + 3, MAX (p.y, tip.y) + 3 });
        }
      KbLabelState state = label_state (scene, point->node.id);
      if (!is_labelled (scene, state))
        continue;
      /* On a small picture a name covers a lot, so limit it to a part of the frame. */
      kb_labels_add (labels, &(KbLabel) { .text = point->name,
                                         .detail = detail,
                                         .always_detailed = TRUE,
                                         .id = point->node.id,
                                         .colour = scene->style->point,
                                         .around = around,
                                         .extent = MOST_OF_FRAME * extent,
                                         .priority = 1,
                                         .state = state });
    }
}

/* Keeps labels off the rotation handle's stalk in several pieces, since it may be slanted. */
static void
keep_off_stalk (KbLabels *labels, KbVec from, KbVec to)
{
  enum { PIECES = 5 };

  for (guint i = 0; i <= PIECES; i++)
    {
      KbVec p = { from.x + (to.x - from.x) * i / PIECES, from.y + (to.y - from.y) * i / PIECES };

      kb_labels_keep_off (labels, (KbBounds) { p.x - 4, p.y - 4, p.x + 4, p.y + 4 });
    }
}

/* The same for marks shown only with a selection. */
static void
kb_labels_avoid_handle (KbLabels *labels, KbBounds area)
{
  g_array_append_val (labels->handles, area);
}

/* The shape with handles: the only one selected. */
static const KbShape *
kb_scene_handled_shape (const KbScene *scene)
{
  const KbNode *node =
    scene->n_selected == 1 ? kb_document_node (scene->document, scene->selected[0]) : NULL;

  return kb_node_is (node, &kb_shape_kind) && !kb_scene_hidden (scene, (const KbShape *) node)
           ? (const KbShape *) node
           : NULL;
}

static void
keep_off_handles (KbLabels *labels, const KbScene *scene)
{
  const KbShape *shape = kb_scene_handled_shape (scene);
  const KbShapeKind *kind = shape ? kb_geometry_kind (shape->geometry.type) : NULL;
  guint n = kind ? kind->n_handles (&shape->geometry) : 0;

  for (guint i = 0; i < MIN (n, 16); i++)
    if (kb_handle_shown (&scene->view, &shape->geometry, i))
      {
        KbVec p =
          kb_view_to_canvas (&scene->view, kind->handle (&shape->geometry, i, scene->view.scale));

        if (kb_handle_rotates (&shape->geometry, i))
          keep_off_stalk (
            labels,
            kb_view_to_canvas (&scene->view, kind->handle (&shape->geometry, 1, scene->view.scale)),
            p);
        kb_labels_avoid_handle (labels, (KbBounds) { p.x - 6, p.y - 6, p.x + 6, p.y + 6 });
      }
}

static void
kb_draw_scene_labels (cairo_t *cr, const KbScene *scene, const KbFrame *frame)
{
  g_autoptr (KbLabels) labels = kb_labels_new (&scene->view, scene->style);

  kb_labels_set_memory (labels, scene->labels, scene->dragging);
  if (scene->covered.x1 > scene->covered.x0)
    kb_labels_keep_off (labels, scene->covered);

  if (scene->parts & KB_DRAW_HOT_SPOT && frame->hot_spot.set)
    {
      KbVec p = kb_view_to_canvas (&scene->view,
                                   (KbVec) { frame->hot_spot.x + 0.5, frame->hot_spot.y + 0.5 });
      kb_labels_avoid (labels, (KbBounds) { p.x - 14, p.y - 14, p.x + 14, p.y + 14 });
      /* Most of all its centre. */
      kb_labels_avoid (labels, (KbBounds) { p.x - 7, p.y - 7, p.x + 7, p.y + 7 });
    }
  if (scene->parts & KB_DRAW_HANDLES)
    keep_off_handles (labels, scene);
  if (scene->parts & KB_DRAW_SHAPES)
    label_shapes (labels, scene, frame);
  if (scene->parts & KB_DRAW_POINTS)
    label_points (labels, scene, frame);
  kb_labels_draw (labels, cr);
}

/* ---- trail ---- */

/* Draws trails. Only the dots are positions in the game. The lines between them are straight: a
 * curve would show the point where it never is. Dark, light and coloured, they are visible on any
 * picture. */

GArray *
kb_trail_dots (const KbDocument *document, KbId frame, const KbId *frames, guint n,
               const char *name)
{
  GArray *dots = g_array_new (FALSE, FALSE, sizeof (KbTrailDot));
  const KbFrame *here = kb_document_find (document, frame, &kb_frame_kind);

  for (guint i = 0; here && i < n; i++)
    {
      const KbFrame *other = kb_document_find (document, frames[i], &kb_frame_kind);
      const KbPoint *point = other ? kb_frame_find_point (other, name) : NULL;
      KbTrailDot dot = { .frame = frames[i], .index = i };

      if (!point)
        continue;
      dot.at = (KbVec) { point->at.x + 0.5, point->at.y + 0.5 };
      if (here->hot_spot.set && other->hot_spot.set)
        {
          dot.at.x += here->hot_spot.x - other->hot_spot.x;
          dot.at.y += here->hot_spot.y - other->hot_spot.y;
        }
      g_array_append_val (dots, dot);
    }
  return dots;
}

static KbVec
dot_at (const KbView *view, const GArray *dots, guint i)
{
  return kb_view_to_canvas (view, g_array_index (dots, KbTrailDot, i).at);
}

static void
draw_way (cairo_t *cr, const KbScene *scene, const GArray *dots)
{
  const KbStyle *style = scene->style;

  cairo_new_path (cr);
  for (guint i = 0; i < dots->len; i++)
    {
      KbVec p = dot_at (&scene->view, dots, i);
      cairo_line_to (cr, p.x, p.y);
    }
  if (scene->trail_closed && dots->len > 2)
    cairo_close_path (cr);
  kb_stroke_preserve (cr, 4, style->shade, 1);
  kb_stroke_preserve (cr, 2, 0xffffffff, 0.9);
  cairo_set_dash (cr, (double[]) { 5, 5 }, 2, 0);
  kb_set_colour (cr, style->point, 1);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

static void
draw_trail (cairo_t *cr, const KbScene *scene, const GArray *dots)
{
  const KbStyle *style = scene->style;

  if (dots->len > 1)
    draw_way (cr, scene, dots);
  KB_EACH_IN (const KbTrailDot, trail_dot, dots)
    {
      KbVec p = dot_at (&scene->view, dots, trail_dot_at);
      gboolean here = trail_dot->frame == scene->frame_id;

      cairo_new_path (cr);
      cairo_arc (cr, p.x, p.y, here ? 5.5 : 4.5, 0, 2 * G_PI);
      kb_fill (cr, style->shade, 1);
      cairo_arc (cr, p.x, p.y, here ? 4.5 : 3.5, 0, 2 * G_PI);
      kb_fill (cr, here ? style->point : 0xffffffff, 1);
      cairo_arc (cr, p.x, p.y, here ? 3 : 2.25, 0, 2 * G_PI);
      kb_fill (cr, here ? 0xffffffff : style->point, 1);
    }
}

/* The trails of all points of the scene's trail frames. Those of its own frame are emphasised. */
static void
kb_draw_trails (cairo_t *cr, const KbScene *scene, const KbFrame *frame)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (guint i = 0; i < scene->n_trail; i++)
    {
      const KbFrame *other = kb_document_find (scene->document, scene->trail[i], &kb_frame_kind);

      if (other)
        KB_EACH (const KbPoint, from, other->points)
          {
            const char *name = from->name;
            g_autoptr (GArray) dots = NULL;

            if (!g_hash_table_add (seen, (gpointer) name))
              continue;
            dots =
              kb_trail_dots (scene->document, frame->node.id, scene->trail, scene->n_trail, name);
            /* Skip a single dot where the point is drawn anyway. */
            if (dots->len > 1 || g_array_index (dots, KbTrailDot, 0).frame != scene->frame_id)
              draw_trail (cr, scene, dots);
          }
    }
}

/* ---- scene ---- */

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

static KbMark
mark_of (const KbScene *scene, KbId id)
{
  return kb_scene_selected (scene, id) ? KB_MARK_SELECTED
         : scene->hovered == id        ? KB_MARK_HOVERED
                                       : KB_MARK_PLAIN;
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
scene_in_sight (const KbScene *scene, KbBounds picture)
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

      if (kb_scene_hidden (scene, shape) || mark_of (scene, shape->node.id) != mark
          || !scene_in_sight (scene,
                              kb_geometry_kind (shape->geometry.type)->bounds (&shape->geometry)))
        continue;
      kb_draw_geometry (cr, &scene->view, scene->style, &shape->geometry,
                        kb_class_colour (scene->document, shape->class_id),
                        inherited ? KB_MARK_INHERITED : mark);
    }
}

static void
draw_scene_points (cairo_t *cr, const KbScene *scene, const KbFrame *frame)
{
  KB_EACH (const KbPoint, point, frame->points)
    kb_draw_action_point (cr, &scene->view, scene->style, point->at.x, point->at.y,
                          point->direction, mark_of (scene, point->node.id));
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
  if (frame->collision != KB_COLLISION_SHAPES
      && !kb_id_in_set (frame->collision_class, scene->hidden))
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

  if (!kb_id_in_set (below->frame->collision_class, below->scene->hidden))
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

/* A picture file is never rewritten, so its name and position identify the pixels. */
static guint64
hash_frame (guint64 hash, const KbFrame *frame)
{
  const KbPictureRef *ref = &frame->picture;
  const gint numbers[] = { ref->x,        ref->y,        ref->width,   ref->height,
                           ref->offset_x, ref->offset_y, frame->width, frame->height };

  if (ref->file)
    hash = kb_hash_bytes (hash, ref->file, strlen (ref->file) + 1);
  hash = kb_hash_value (hash, numbers);
  return kb_hash_value (hash, frame->hot_spot);
}

/* A hash of everything the ground is drawn from except the view's x and y. */
static guint64
kb_ground_key (const KbScene *scene, const KbFrame *frame)
{
  const guint parts = scene->parts
                      & (KB_DRAW_BACKGROUND | KB_DRAW_CHECKER | KB_DRAW_ONION | KB_DRAW_PICTURE
                         | KB_DRAW_GRID | KB_DRAW_BORDER);
  const gboolean painted = scene->painting != NULL;
  guint64 hash = kb_hash_value (KB_HASH_START, parts);

  hash = kb_hash_value (hash, painted);
  hash = kb_hash_value (hash, scene->document);
  hash = kb_hash_value (hash, scene->style);
  hash = kb_hash_value (hash, scene->view.scale);
  hash = hash_frame (hash, frame);
  if (parts & KB_DRAW_ONION)
    for (guint i = 0; i < scene->n_before + scene->n_after; i++)
      {
        KbFrame room;
        const KbFrame *other = kb_scene_frame (
          scene, i < scene->n_before ? scene->before[i] : scene->after[i - scene->n_before], &room);

        hash = kb_hash_value (hash, i);
        if (other && other != frame)
          hash = hash_frame (hash, other);
        if (i + 1 == scene->n_before)
          hash = kb_hash_value (hash, scene->n_before);
      }
  return hash;
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

  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
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
          draw_scene_points (cr, scene, frame);
          end_dimmed (cr, scene);
        }
      if (parts & KB_DRAW_PIXEL && scene->has_pixel)
        kb_draw_pixel (cr, view, scene->style, scene->pixel_x, scene->pixel_y);
      if (parts & KB_DRAW_LABELS)
        kb_draw_scene_labels (cr, scene, frame);
      if (parts & KB_DRAW_HANDLES && parts & KB_DRAW_SHAPES)
        draw_handles (cr, scene);
    }
}
