/* SPDX-License-Identifier: MIT */
/* The problems list: what an artist forgot and a build should not ship. */
#include <glib/gi18n.h>

#include "document/private.h"
#include "document/shape.h"

typedef struct {
  const KbDocument *document;
  GPtrArray *problems;
  GHashTable *class_uses;     /* KbId -> number of shapes */
  GHashTable *animated;       /* KbId of frames that some step shows */
  GHashTable *sizes;          /* picture file -> guint[2], or NULL when it cannot be read */
} Check;

static void
problem_free (gpointer data)
{
  KbProblem *problem = data;
  g_free (problem->path);
  g_free (problem->message);
  g_free (problem);
}

static void report (Check *check, const char *name, KbSeverity severity, const KbNode *node, const char *format, ...)
  G_GNUC_PRINTF (5, 6);

static void
report (Check *check, const char *name, KbSeverity severity, const KbNode *node, const char *format, ...)
{
  KbProblem *problem = g_new0 (KbProblem, 1);
  va_list arguments;
  va_start (arguments, format);
  problem->check = name;
  problem->severity = severity;
  problem->node = node->id;
  problem->path = kb_node_path (node);
  problem->message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_ptr_array_add (check->problems, problem);
}

static gboolean
picture_size (Check *check, const char *file, guint size[2], char **fault)
{
  gpointer known;
  if (g_hash_table_lookup_extended (check->sizes, file, NULL, &known) && known)
    {
      size[0] = ((guint *) known)[0];
      size[1] = ((guint *) known)[1];
      return TRUE;
    }
  g_autofree char *path = g_build_filename (check->document->folder, "pictures", file, NULL);
  g_autoptr (GError) error = NULL;
  if (!kb_picture_read_size (path, &size[0], &size[1], &error))
    {
      *fault = g_strdup (error->message);
      return FALSE;
    }
  g_hash_table_insert (check->sizes, g_strdup (file), g_memdup2 (size, 2 * sizeof *size));
  return TRUE;
}

static void
check_picture (Check *check, const KbFrame *frame)
{
  const KbPictureRef *ref = &frame->picture;
  g_autofree char *fault = NULL;
  guint size[2];
  if (!ref->file)
    report (check, "no-picture", KB_PROBLEM_WARNING, &frame->node, _("the frame has no picture"));
  else if (!picture_size (check, ref->file, size, &fault))
    report (check, "bad-picture", KB_PROBLEM_ERROR, &frame->node, _("the picture cannot be read: %s"), fault);
  else if ((guint) (ref->x + ref->width) > size[0] || (guint) (ref->y + ref->height) > size[1])
    report (check, "bad-rectangle", KB_PROBLEM_ERROR, &frame->node, _("the picture's rectangle reaches outside %s, which is %u x %u"),
            ref->file, size[0], size[1]);
}

static gboolean
outside (const KbFrame *frame, gint x, gint y, gint w, gint h)
{
  return x < 0 || y < 0 || x + w > frame->width || y + h > frame->height;
}

static void
check_point (Check *check, const KbNode *node)
{
  const KbPoint *point = (const KbPoint *) node;
  if (outside ((const KbFrame *) node->parent, point->at.x, point->at.y, 1, 1))
    report (check, "point-outside", KB_PROBLEM_WARNING, node, _("the action point '%s' is outside the frame"), point->name);
}

static void
check_shape (Check *check, const KbNode *node)
{
  const KbShape *shape = (const KbShape *) node;
  const char *fault = kb_geometry_fault (&shape->geometry);
  gint x, y, w, h;
  guint uses = GPOINTER_TO_UINT (g_hash_table_lookup (check->class_uses, GUINT_TO_POINTER (shape->class_id)));
  g_hash_table_insert (check->class_uses, GUINT_TO_POINTER (shape->class_id), GUINT_TO_POINTER (uses + 1));
  if (fault)
    {
      report (check, "bad-shape", KB_PROBLEM_ERROR, node, "%s", _(fault));
      return;
    }
  kb_geometry_pixel_box (&shape->geometry, &x, &y, &w, &h);
  if (outside ((const KbFrame *) node->parent, x, y, w, h))
    report (check, "shape-outside", KB_PROBLEM_WARNING, node, _("the shape reaches outside the frame"));
}

static void
check_frame (Check *check, const KbNode *node)
{
  const KbFrame *frame = (const KbFrame *) node;
  check_picture (check, frame);
  if (!frame->hot_spot.set)
    report (check, "no-hot-spot", KB_PROBLEM_WARNING, node, _("the frame has no hot spot"));
  else if (outside (frame, frame->hot_spot.x, frame->hot_spot.y, 1, 1))
    report (check, "hot-spot-outside", KB_PROBLEM_WARNING, node, _("the hot spot is outside the frame"));
  if (!g_hash_table_contains (check->animated, GUINT_TO_POINTER (node->id)))
    report (check, "not-animated", KB_PROBLEM_WARNING, node, _("the frame is in no animation and so has no duration"));
}

static void
check_lost (Check *check, const KbNode *node)
{
  const KbFrame *frame = (const KbFrame *) node;
  g_autofree char *title = kb_node_title (node);
  report (check, "lost", KB_PROBLEM_WARNING, node, _("the picture of '%s' is gone since the last import; %u annotations wait"),
          title, frame->points->len + frame->shapes->len + (frame->hot_spot.set ? 1 : 0));
}

static void
check_step (Check *check, const KbNode *node)
{
  if (((const KbStep *) node)->duration == 0)
    report (check, "no-duration", KB_PROBLEM_WARNING, node, _("the frame has no duration in this animation"));
}

static void
check_animation (Check *check, const KbNode *node)
{
  if (((const KbAnimation *) node)->steps->len == 0)
    report (check, "empty-animation", KB_PROBLEM_WARNING, node, _("the animation has no frames"));
}

static void
check_sprite (Check *check, const KbNode *node)
{
  const KbSprite *sprite = (const KbSprite *) node;
  g_hash_table_remove_all (check->animated);
  for (guint a = 0; a < sprite->animations->len; a++)
    for (guint i = 0; i < kb_animation_at (sprite, a)->steps->len; i++)
      g_hash_table_add (check->animated, GUINT_TO_POINTER (kb_step_at (kb_animation_at (sprite, a), i)->frame_id));
  if (sprite->frames->len == 0)
    report (check, "empty-sprite", KB_PROBLEM_WARNING, node, _("the sprite has no frames"));
}

/* One row a kind of node and the list it is in (frames that were lost are not checked as frames). */
static const struct {
  const KbKind *kind;
  const char *list;
  void (*check) (Check *check, const KbNode *node);
  gboolean descend;
} table[] = {
  { &kb_sprite_kind, "sprites", check_sprite, TRUE },
  { &kb_frame_kind, "frames", check_frame, TRUE },
  { &kb_frame_kind, "lost", check_lost, FALSE },
  { &kb_point_kind, "points", check_point, TRUE },
  { &kb_shape_kind, "shapes", check_shape, TRUE },
  { &kb_animation_kind, "animations", check_animation, TRUE },
  { &kb_step_kind, "steps", check_step, TRUE },
};

static void
walk (Check *check, const KbNode *node)
{
  for (const KbList *list = node->kind->lists; list->name; list++)
    for (guint t = 0; t < G_N_ELEMENTS (table); t++)
      {
        if (table[t].kind != list->item || !g_str_equal (table[t].list, list->name))
          continue;
        GPtrArray *items = kb_node_list (node, list);
        for (guint i = 0; i < items->len; i++)
          {
            table[t].check (check, g_ptr_array_index (items, i));
            if (table[t].descend)
              walk (check, g_ptr_array_index (items, i));
          }
      }
}

GPtrArray *
kb_document_problems (const KbDocument *document)
{
  Check check = { document, g_ptr_array_new_with_free_func (problem_free), g_hash_table_new (NULL, NULL),
                  g_hash_table_new (NULL, NULL), g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free) };
  walk (&check, KB_NODE (document->project));
  for (guint i = 0; i < document->project->classes->len; i++)
    {
      const KbClass *class = kb_class_at (document->project, i);
      if (!g_hash_table_contains (check.class_uses, GUINT_TO_POINTER (class->node.id)))
        report (&check, "empty-class", KB_PROBLEM_WARNING, &class->node, _("the class '%s' is empty: no shape has it"),
                class->name);
    }
  g_hash_table_unref (check.class_uses);
  g_hash_table_unref (check.animated);
  g_hash_table_unref (check.sizes);
  return check.problems;
}
