/* SPDX-License-Identifier: MIT */
/* The labels of a scene, and what they must not cover. */
#include "drawing/scene/private.h"

#include <math.h>

#include "drawing/scene/labels.h"
#include "drawing/scene/marks.h"

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
      kb_labels_add_thing (labels, bounds);
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

void
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
