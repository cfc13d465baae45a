/* SPDX-License-Identifier: MIT */
/* Checks of a sprite as a whole: frames compared with others of the sprite or the animation. */
#include <glib/gi18n.h>
#include <math.h>

#include "document/problems/problem_finder.h"
#include "document/shapes/shape.h"

void
kb_check_directions (GPtrArray *problems, const KbSprite *sprite)
{
  g_autoptr (GHashTable) turned = g_hash_table_new (g_str_hash, g_str_equal);
  KB_EACH (KbFrame, frame, sprite->frames)
    KB_EACH (const KbPoint, point, frame->points)
      if (point->direction.set)
        g_hash_table_add (turned, point->name);
  KB_EACH (KbFrame, frame, sprite->frames)
    KB_EACH (const KbPoint, point, frame->points)
      if (!point->direction.set && g_hash_table_contains (turned, point->name))
        kb_report (problems, "no-direction", KB_PROBLEM_WARNING, &point->node,
                   _("the action point '%s' has a direction on other frames, none on this one"),
                   point->name);
}

static const KbFrame *
frame_of_step (const KbDocument *document, const KbAnimation *animation, guint step)
{
  KbId id = kb_step_at (animation, step)->frame_id;
  return kb_node_as (kb_document_node (document, id), &kb_frame_kind);
}

/* Frames without hot spots are aligned by their corners. */
void
kb_check_sizes (GPtrArray *problems, const KbDocument *document, const KbAnimation *animation)
{
  const KbFrame *first = NULL;
  gboolean differ = FALSE, placed = TRUE;
  for (guint i = 0; i < animation->steps->len; i++)
    {
      const KbFrame *frame = frame_of_step (document, animation, i);
      if (!frame)
        continue;
      first = first ? first : frame;
      differ = differ || frame->width != first->width || frame->height != first->height;
      placed = placed && frame->hot_spot.set;
    }
  if (differ && !placed)
    kb_report (problems, "frame-sizes", KB_PROBLEM_WARNING, &animation->node,
               _("the animation jumps: its frames differ in size, and some have no hot spot"));
}

/* The bounds of the only shape of the class, from the hot spot. FALSE without a hot spot, or if
 * there is no such shape or several. */
static gboolean
find_bounds (const KbFrame *frame, KbId class_id, KbBounds *bounds)
{
  guint n = 0;
  if (frame)
    KB_EACH (const KbShape, shape, frame->shapes)
      {
        const KbGeometry *geometry = &shape->geometry;
        if (shape->class_id != class_id || kb_geometry_fault (geometry) || n++)
          continue;
        *bounds = kb_geometry_kind (geometry->type)->bounds (geometry);
      }
  if (n != 1 || !frame->hot_spot.set)
    return FALSE;
  bounds->x0 -= frame->hot_spot.x;
  bounds->x1 -= frame->hot_spot.x;
  bounds->y0 -= frame->hot_spot.y;
  bounds->y1 -= frame->hot_spot.y;
  return TRUE;
}

void
kb_check_inherited (GPtrArray *problems, const KbSprite *sprite, GHashTable *inherited)
{
  KB_EACH_WHILE (g_hash_table_size (inherited), const KbFrame, frame, sprite->frames)
    {
      g_autoptr (GPtrArray) shapes = kb_frame_all_shapes (frame, inherited);
      if (shapes->len > KB_MAX_FRAME_SHAPES && frame->shapes->len <= KB_MAX_FRAME_SHAPES)
        kb_report (problems, "many-shapes", KB_PROBLEM_ERROR, &frame->node,
                   _("the frame has %u shapes with shared ones, expected at most %d"), shapes->len,
                   KB_MAX_FRAME_SHAPES);
      for (guint i = frame->shapes->len; i < shapes->len; i++)
        {
          const KbShape *shape = g_ptr_array_index (shapes, i);
          KbBounds is = kb_geometry_kind (shape->geometry.type)->bounds (&shape->geometry);
          if (MIN (is.x0, is.y0) < KB_MIN_COORDINATE || MAX (is.x1, is.y1) > KB_MAX_COORDINATE)
            kb_report (problems, "far-shape", KB_PROBLEM_ERROR, &frame->node,
                       _("the hot spot moves a shared shape outside of %d to %d pixels"),
                       KB_MIN_COORDINATE, KB_MAX_COORDINATE);
        }
    }
}

/* A bit for each class of the project that the frame's shapes have. */
static guint64
classes_on (const KbProject *project, const KbFrame *frame, GHashTable *inherited)
{
  g_autoptr (GPtrArray) shapes = frame ? kb_frame_all_shapes (frame, inherited) : NULL;
  guint64 classes = 0;
  KB_EACH_WHILE (shapes != NULL, const KbShape, shape, shapes)
    KB_EACH (const KbClass, class, project->classes)
      classes |= (guint64) (class->node.id == shape->class_id) << class_at;
  return classes;
}

/* The first frame of a loop comes after the last one. */
void
kb_check_missing_shapes (GPtrArray *problems, const KbDocument *document,
                         const KbAnimation *animation, GHashTable *inherited)
{
  const guint n = animation->steps->len;
  g_autofree guint64 *classes = g_new (guint64, n + 1);
  for (guint i = 0; i < n; i++)
    classes[i] = classes_on (document->project, frame_of_step (document, animation, i), inherited);
  for (guint i = 0; i < n && n > 2; i++)
    {
      const KbFrame *frame = frame_of_step (document, animation, i);
      const guint64 missing = classes[(i + n - 1) % n] & classes[(i + 1) % n] & ~classes[i];
      if (frame)
        KB_EACH (const KbClass, class, document->project->classes)
          if (missing >> class_at & 1)
            kb_report (problems, "missing-shape", KB_PROBLEM_WARNING, &frame->node,
                       _("the frame has no '%s', and the frames before and after it in '%s' have"),
                       class->name, animation->name);
    }
}

#define FAR 2.0    /* sizes of the shape */
#define LARGER 2.5

/* Whether an extent is alone among its neighbours: much longer, much shorter, or far away. */
static gboolean
jumps (double a0, double a1, double b0, double b1, double c0, double c1)
{
  double a = a1 - a0, b = b1 - b0, c = c1 - c0, middle = (b0 + b1) / 2,
         low = MIN (a0 + a1, c0 + c1) / 2, high = MAX (a0 + a1, c0 + c1) / 2, size = MAX (a, c);
  return b > LARGER * size || b * LARGER < MIN (a, c) || middle < low - FAR * size
         || middle > high + FAR * size;
}

void
kb_check_jumps (GPtrArray *problems, const KbDocument *document, const KbAnimation *animation)
{
  for (guint i = 1; i + 1 < animation->steps->len; i++)
    {
      const KbFrame *before = frame_of_step (document, animation, i - 1),
                    *frame = frame_of_step (document, animation, i),
                    *after = frame_of_step (document, animation, i + 1);
      KB_EACH_WHILE (frame, const KbShape, shape, frame->shapes)
        {
          KbBounds a, b, c;
          if (find_bounds (before, shape->class_id, &a) && find_bounds (frame, shape->class_id, &b)
              && find_bounds (after, shape->class_id, &c)
              && (jumps (a.x0, a.x1, b.x0, b.x1, c.x0, c.x1)
                  || jumps (a.y0, a.y1, b.y0, b.y1, c.y0, c.y1)))
            kb_report (problems, "class-jump", KB_PROBLEM_WARNING, &shape->node,
                       _("the class jumps in size or place here"));
        }
    }
}
