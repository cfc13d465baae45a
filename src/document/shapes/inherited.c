/* SPDX-License-Identifier: MIT */
/* One walk over each animation for each class of shared shapes. */
#include "document/shapes/shape.h"

typedef struct {
  GHashTable *inherited;   /* id of a frame -> GPtrArray of KbShape */
  GHashTable *frames;      /* id -> KbFrame of the sprite */
  KbId class_id;
  guint left;              /* how many shapes may still be taken over */
} Walk;

static void
shape_free (gpointer data)
{
  KbShape *shape = data;
  kb_geometry_clear (&shape->geometry);
  g_free (shape);
}

GHashTable *
kb_inherited_new (const KbSprite *sprite)
{
  GHashTable *inherited =
    g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  if (sprite)
    kb_inherited_add (inherited, sprite);
  return inherited;
}

static GPtrArray *
taken_by (GHashTable *inherited, const KbFrame *frame)
{
  return g_hash_table_lookup (inherited, GUINT_TO_POINTER (frame->node.id));
}

static gboolean
has_class (const GPtrArray *shapes, KbId class_id, gboolean shared)
{
  if (shapes)
    KB_EACH (const KbShape, shape, shapes)
      if (shape->class_id == class_id && shape->shared >= shared)
        return TRUE;
  return FALSE;
}

static const KbFrame *
frame_at (const Walk *walk, const KbAnimation *animation, guint step)
{
  return g_hash_table_lookup (walk->frames,
                              GUINT_TO_POINTER (kb_step_at (animation, step)->frame_id));
}

static void
take_over (Walk *walk, const KbFrame *frame, const KbFrame *source)
{
  GPtrArray *taken = taken_by (walk->inherited, frame);
  if (!taken)
    {
      taken = g_ptr_array_new_with_free_func (shape_free);
      g_hash_table_insert (walk->inherited, GUINT_TO_POINTER (frame->node.id), taken);
    }
  gboolean placed = frame->hot_spot.set && source->hot_spot.set;
  KB_EACH_WHILE (walk->left, const KbShape, shape, source->shapes)
    {
      if (!shape->shared || shape->class_id != walk->class_id
          || kb_geometry_fault (&shape->geometry))
        continue;
      KbShape *copy = g_memdup2 (shape, sizeof *shape);
      copy->geometry = (KbGeometry) { 0 };
      kb_geometry_copy (&copy->geometry, &shape->geometry);
      if (placed)
        kb_geometry_kind (shape->geometry.type)
          ->translate (&copy->geometry, frame->hot_spot.x - source->hot_spot.x,
                       frame->hot_spot.y - source->hot_spot.y);
      g_ptr_array_add (taken, copy);
      walk->left--;
    }
}

static void
walk_animation (Walk *walk, const KbAnimation *animation)
{
  const KbFrame *source = NULL;
  for (guint i = animation->steps->len; i-- > 0;)
    {
      const KbFrame *frame = frame_at (walk, animation, i);
      if (frame && has_class (frame->shapes, walk->class_id, TRUE))
        source = frame;
    }
  for (guint i = 0; source && i < animation->steps->len; i++)
    {
      const KbFrame *frame = frame_at (walk, animation, i);
      if (!frame)
        continue;
      if (has_class (frame->shapes, walk->class_id, TRUE))
        source = frame;
      else if (!frame->own_shapes && !has_class (frame->shapes, walk->class_id, FALSE)
               && !has_class (taken_by (walk->inherited, frame), walk->class_id, FALSE))
        take_over (walk, frame, source);
    }
}

void
kb_inherited_add (GHashTable *inherited, const KbSprite *sprite)
{
  g_autoptr (GHashTable) frames = g_hash_table_new (NULL, NULL),
                         seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) classes = g_array_new (FALSE, FALSE, sizeof (KbId));
  KB_EACH (const KbFrame, frame, sprite->frames)
    KB_EACH (const KbShape, shape, frame->shapes)
      if (shape->shared && g_hash_table_add (seen, GUINT_TO_POINTER (shape->class_id)))
        g_array_append_val (classes, shape->class_id);
  KB_EACH_WHILE (classes->len, KbFrame, frame, sprite->frames)
    g_hash_table_insert (frames, GUINT_TO_POINTER (frame->node.id), frame);
  Walk walk = { inherited, frames, 0, KB_MAX_INHERITED + 1 };
  KB_EACH_ID (class_id, classes)
    {
      walk.class_id = class_id;
      KB_EACH (const KbAnimation, animation, sprite->animations)
        walk_animation (&walk, animation);
    }
}

GPtrArray *
kb_frame_all_shapes (const KbFrame *frame, GHashTable *inherited)
{
  GPtrArray *shapes = g_ptr_array_copy (frame->shapes, NULL, NULL),
            *taken = taken_by (inherited, frame);
  if (taken)
    KB_EACH (KbShape, shape, taken)
      g_ptr_array_add (shapes, shape);
  return shapes;
}
