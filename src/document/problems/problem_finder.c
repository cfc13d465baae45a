/* SPDX-License-Identifier: MIT */
/* Updates the problems list: a frame's problems are kept until it changes, so that an edit costs
 * only the check of its frame. */
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "document/edits/cells.h"
#include "document/problems/problem_finder.h"

#define LOOK_AT_CLOCK 4   /* frames */

static void
found_free (gpointer data)
{
  KbFrameProblems *found = data;
  g_ptr_array_unref (found->own);
  g_ptr_array_unref (found->inner);
  g_array_unref (found->classes);
  g_free (found);
}

static void
file_free (gpointer data)
{
  KbPictureFile *file = data;
  g_free (file->fault);
  g_free (file);
}

void
kb_problem_finder_start_again (KbProblemFinder *finder)
{
  finder->round++;
  finder->sprite = finder->frame = 0;
}

/* A frame's problems depend on the frame, its contents and its file. Nothing else is kept. */
static void
on_event (KbDocument *document, const KbEvent *event, gpointer data)
{
  KbProblemFinder *finder = data;
  KbNode *node =
    kb_document_node (document, event->type == KB_EVENT_REMOVE ? event->parent : event->node);
  KbFrame *frame = node ? kb_node_frame (node) : NULL;
  if (frame)
    g_hash_table_remove (finder->frames, GUINT_TO_POINTER (frame->node.id));
  /* Which pixels are solid is a matter of the sprite */
  const KbSprite *sprite =
    event->type == KB_EVENT_SET ? kb_node_as (node, &kb_sprite_kind) : NULL;
  if (sprite)
    KB_EACH (const KbFrame, one, sprite->frames)
      g_hash_table_remove (finder->frames, GUINT_TO_POINTER (one->node.id));
  KbLevel *level = node ? kb_node_level (node) : NULL;
  if (level)
    g_hash_table_remove (finder->levels, GUINT_TO_POINTER (level->node.id));
  KbTrack *track = node ? kb_node_track (node) : NULL;
  if (track)
    g_hash_table_remove (finder->hidden, GUINT_TO_POINTER (track->node.id));
  if (event->type == KB_EVENT_REMOVE)
    {
      g_hash_table_remove (finder->hidden, GUINT_TO_POINTER (event->node));
      g_hash_table_remove (finder->frames, GUINT_TO_POINTER (event->node));
      g_hash_table_remove (finder->levels, GUINT_TO_POINTER (event->node));
      g_hash_table_remove (finder->cells, GUINT_TO_POINTER (event->node));
    }
  kb_problem_finder_start_again (finder);
}

static KbProblemFinder *
finder_new (const KbDocument *document)
{
  KbProblemFinder *finder = KB_NEW (
    KbProblemFinder, .document = document,
    .frames = g_hash_table_new_full (NULL, NULL, NULL, found_free),
    .levels = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref),
    .hidden = g_hash_table_new_full (NULL, NULL, NULL, g_free),
    .cells = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) kb_cell_faults_free),
    .files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, file_free), .round = 1);
  return finder;
}

KbProblemFinder *
kb_problem_finder_new (KbDocument *document)
{
  KbProblemFinder *finder = finder_new (document);
  finder->listened = document;
  finder->listener = kb_document_listen (document, on_event, finder);
  return finder;
}

void
kb_problem_finder_free (KbProblemFinder *finder)
{
  if (!finder)
    return;
  if (finder->listened)
    kb_document_unlisten (finder->listened, finder->listener);
  g_hash_table_unref (finder->frames);
  g_hash_table_unref (finder->levels);
  g_hash_table_unref (finder->hidden);
  g_hash_table_unref (finder->cells);
  g_hash_table_unref (finder->files);
  g_free (finder);
}

void
kb_problem_finder_find_hidden (KbProblemFinder *finder, KbFindHidden find)
{
  finder->find_hidden = find;
  g_hash_table_remove_all (finder->hidden);
}

/* Checks once per round whether the file is still the one that was read. */
const KbPictureFile *
kb_problem_finder_file (KbProblemFinder *finder, const char *name)
{
  KbPictureFile *file = name ? g_hash_table_lookup (finder->files, name) : NULL;
  struct stat info = { 0 };
  if (!name || (file && file->round == finder->round))
    return file;
  if (!file && finder->known)
    {
      KbPictureFile size = { .round = finder->round, .version = 1 };
      if (finder->known (name, &size.width, &size.height, finder->known_data))
        {
          file = g_memdup2 (&size, sizeof size);
          g_hash_table_insert (finder->files, g_strdup (name), file);
          return file;
        }
    }
  g_autofree char *path = g_build_filename (finder->document->folder, "pictures", name, NULL);
  gboolean there = kb_file_stat (finder->document->folder, path, &info);
  const gint64 stamp[] = { info.st_mtim.tv_sec,  info.st_mtim.tv_nsec, info.st_ctim.tv_sec,
                           info.st_ctim.tv_nsec, (gint64) info.st_ino, info.st_size };
  if (!file)
    {
      file = g_new0 (KbPictureFile, 1);
      g_hash_table_insert (finder->files, g_strdup (name), file);
    }
  else if (there && !file->fault && memcmp (stamp, file->stamp, sizeof stamp) == 0)
    {
      file->round = finder->round;
      return file;
    }
  g_autoptr (GError) error = NULL;
  g_clear_pointer (&file->fault, g_free);
  if (!kb_picture_check (finder->document->folder, path, &file->width, &file->height, &error))
    file->fault = g_strdup (error->message);
  memcpy (file->stamp, stamp, sizeof stamp);
  file->round = finder->round;
  file->version++;
  return file;
}

static void
add_class (GArray *classes, KbId id)
{
  KB_EACH_ID (known, classes)
    if (known == id)
      return;
  g_array_append_val (classes, id);
}

/* Checks a frame as a tile. */
static void
kb_check_tile (GPtrArray *problems, const KbFrame *frame)
{
  gint highest = 0;
  for (guint i = 0; i < frame->heights.n; i++)
    highest = MAX (highest, frame->heights.v[i]);
  if (frame->collision == KB_COLLISION_HEIGHTS && frame->heights.n == 0)
    kb_report (problems, "no-heights", KB_PROBLEM_ERROR, &frame->node,
               _("the tile collides by heights and has none"));
  else if (frame->heights.n > 0 && frame->heights.n != (guint) frame->width)
    kb_report (problems, "heights-width", KB_PROBLEM_ERROR, &frame->node,
               _("the tile has %u heights; expected one for each of its %d columns"),
               frame->heights.n, frame->width);
  else if (highest > frame->height)
    kb_report (problems, "heights-height", KB_PROBLEM_ERROR, &frame->node,
               _("the tile has a height of %d pixels and is only %d high"), highest, frame->height);
  if (frame->collision != KB_COLLISION_SHAPES && !frame->collision_class)
    kb_report (problems, "no-tile-class", KB_PROBLEM_ERROR, &frame->node,
               _("what is solid of the tile has no class"));
}

static void
check_frame (KbProblemFinder *finder, const KbFrame *frame)
{
  const KbPictureFile *file = kb_problem_finder_file (finder, frame->picture.file);
  KbFrameProblems *found = g_hash_table_lookup (finder->frames, GUINT_TO_POINTER (frame->node.id));
  if (found && found->file == file && (!file || found->version == file->version))
    return;
  found = g_new0 (KbFrameProblems, 1);
  *found = (KbFrameProblems){ .own = g_ptr_array_new_with_free_func (kb_problem_free),
                              .inner = g_ptr_array_new_with_free_func (kb_problem_free),
                              .classes = g_array_new (FALSE, FALSE, sizeof (KbId)),
                              .file = file,
                              .version = file ? file->version : 0 };
  kb_check_frame (found->own, frame, file);
  kb_check_tile (found->own, frame);
  if (frame->collision_class)
    add_class (found->classes, frame->collision_class);
  KB_EACH (const KbPoint, point, frame->points)
    kb_check_point (found->inner, point);
  KB_EACH (const KbShape, shape, frame->shapes)
    {
      kb_check_shape (found->inner, shape);
      add_class (found->classes, shape->class_id);
    }
  kb_check_twice (found->inner, frame);
  /* Reading pictures changes only the document's cache */
  kb_check_pixels (found->inner, (KbDocument *) finder->document, frame);
  g_hash_table_insert (finder->frames, GUINT_TO_POINTER (frame->node.id), found);
}

gboolean
kb_problem_finder_work (KbProblemFinder *finder, gint64 microseconds)
{
  const KbProject *project = finder->document->project;
  gint64 until = microseconds > 0 ? g_get_monotonic_time () + microseconds : G_MAXINT64;
  guint n = 0;
  for (; finder->sprite < project->sprites->len; finder->sprite++, finder->frame = 0)
    for (const KbSprite *sprite = kb_sprite_at (project, finder->sprite);
         finder->frame < sprite->frames->len; finder->frame++)
      {
        if (++n % LOOK_AT_CLOCK == 0 && g_get_monotonic_time () >= until)
          return FALSE;
        check_frame (finder, kb_frame_at (sprite, finder->frame));
      }
  return TRUE;
}

GPtrArray *
kb_document_problems (const KbDocument *document)
{
  return kb_document_problems_knowing (document, NULL, NULL);
}

static GPtrArray *
list_and_free (KbProblemFinder *finder)
{
  GPtrArray *problems = kb_problem_finder_list (finder);
  kb_problem_finder_free (finder);
  return problems;
}

GPtrArray *
kb_document_problems_knowing (const KbDocument *document, KbKnownPicture known, gpointer data)
{
  KbProblemFinder *finder = finder_new (document);
  finder->known = known;
  finder->known_data = data;
  return list_and_free (finder);
}

GPtrArray *
kb_document_problems_showing (const KbDocument *document, KbFindHidden find)
{
  KbProblemFinder *finder = finder_new (document);
  finder->find_hidden = find;
  return list_and_free (finder);
}
