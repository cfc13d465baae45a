/* SPDX-License-Identifier: MIT */
/* Finds gaps with a bit for each class, and the bits of each frame's shapes. */
#include "editor/film/film_gaps.h"

#include "document/shapes/shape.h"

#define MAX_CLASSES 64   /* the limit of a project */

static guint64
bit_of (const KbProject *project, KbId class_id)
{
  KB_EACH_WHILE (class_at < MAX_CLASSES, const KbClass, class, project->classes)
    if (class->node.id == class_id)
      return G_GUINT64_CONSTANT (1) << class_at;
  return 0;
}

/* Frame -> its bits, a pointer to one guint64. */
static GHashTable *
classes_of_frames (const KbProject *project, const KbSprite *sprite)
{
  GHashTable *frames = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) inherited = kb_inherited_new (sprite);
  KB_EACH (const KbFrame, frame, sprite->frames)
    {
      g_autoptr (GPtrArray) shapes = kb_frame_all_shapes (frame, inherited);
      guint64 *bits = g_new0 (guint64, 1);
      KB_EACH (const KbShape, shape, shapes)
        *bits |= bit_of (project, shape->class_id);
      g_hash_table_insert (frames, GUINT_TO_POINTER (frame->node.id), bits);
    }
  return frames;
}

static guint64
bits_of_step (GHashTable *frames, const KbAnimation *animation, guint step)
{
  const guint64 *bits =
    g_hash_table_lookup (frames, GUINT_TO_POINTER (kb_step_at (animation, step)->frame_id));
  return bits ? *bits : 0;
}

static void
add_gap (GHashTable *gaps, const KbProject *project, KbId frame, guint64 missing)
{
  GArray *classes = g_hash_table_lookup (gaps, GUINT_TO_POINTER (frame));
  guint64 known = 0;
  if (classes)
    KB_EACH_ID (id, classes)
      known |= bit_of (project, id);
  missing |= known;
  if (missing == known)
    return;
  classes = g_array_new (FALSE, FALSE, sizeof (KbId));
  KB_EACH_WHILE (class_at < MAX_CLASSES, const KbClass, class, project->classes)
    if (missing >> class_at & 1)
      g_array_append_val (classes, class->node.id);
  g_hash_table_insert (gaps, GUINT_TO_POINTER (frame), classes);
}

GHashTable *
kb_film_gaps_new (const KbProject *project, const KbSprite *sprite)
{
  GHashTable *gaps = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  if (!project || !sprite)
    return gaps;
  g_autoptr (GHashTable) frames = classes_of_frames (project, sprite);
  KB_EACH (const KbAnimation, animation, sprite->animations)
    {
      guint n = kb_count (animation->steps), around = animation->loop == KB_LOOP_LOOP ? 1 : 0;
      for (guint i = 1 - around; n >= 3 && i + 1 < n + around; i++)
        {
          guint64 beside = bits_of_step (frames, animation, (i + n - 1) % n)
                           & bits_of_step (frames, animation, (i + 1) % n);
          guint64 missing = beside & ~bits_of_step (frames, animation, i);
          if (missing)
            add_gap (gaps, project, kb_step_at (animation, i)->frame_id, missing);
        }
    }
  return gaps;
}
