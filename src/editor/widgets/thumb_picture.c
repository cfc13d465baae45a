/* SPDX-License-Identifier: MIT */
/* Makes a thumbnail's picture in a thread, from copies of its data. */
#include "editor/widgets/thumb_picture.h"

#include "drawing/sheets/sheet.h"

#define SLOW_PIXELS (1 << 18)

typedef struct {
  char *key, *folder, *path;
  KbPictureRef ref;       /* without owned data: `path` has the file */
  guint width, height;    /* of the frame */
  KbThumbSize size;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;
  g_free (job->key);
  g_free (job->folder);
  g_free (job->path);
  g_free (job);
}

gboolean
kb_thumb_picture_is_slow (const KbFrame *frame)
{
  return frame->picture.file && (gint64) frame->width * frame->height > SLOW_PIXELS;
}

char *
kb_thumb_picture_key (const KbDocument *document, const KbFrame *frame, KbThumbSize size)
{
  const KbPictureRef *ref = &frame->picture;
  return g_strdup_printf ("%s %s %d %d %d %d %d %d %d %d %d %d %d", kb_document_folder (document),
                          ref->file ? ref->file : "", ref->x, ref->y, ref->width, ref->height,
                          ref->offset_x, ref->offset_y, frame->width, frame->height, size.width,
                          size.height, size.scale);
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  KbThumbSize size = job->size;
  cairo_surface_t *surface = cairo_image_surface_create (
    CAIRO_FORMAT_ARGB32, size.width * size.scale, size.height * size.scale);
  g_autoptr (KbPicture) whole = kb_picture_read (job->folder, job->path, NULL);
  g_autoptr (KbPicture) picture =
    whole ? kb_picture_of_frame (whole, &job->ref, job->width, job->height) : NULL;
  cairo_surface_set_device_scale (surface, size.scale, size.scale);
  g_clear_pointer (&whole, kb_picture_unref);   /* frees much memory */
  if (picture)
    {
      g_autoptr (KbSurfaces) surfaces = kb_surfaces_new (1);
      g_autoptr (cairo_t) cr = cairo_create (surface);
      kb_draw_thumbnail_picture (cr, picture, surfaces, size.width, size.height);
    }
  cairo_surface_flush (surface);
  g_task_return_pointer (task, surface, (GDestroyNotify) cairo_surface_destroy);
}

void
kb_thumb_picture_make (const KbDocument *document, const KbFrame *frame, KbThumbSize size,
                       GObject *owner, GAsyncReadyCallback done, gpointer data)
{
  Job *job = g_new0 (Job, 1);
  g_autoptr (GTask) task = g_task_new (owner, NULL, done, data);
  job->key = kb_thumb_picture_key (document, frame, size);
  job->folder = g_strdup (kb_document_folder (document));
  job->path =
    g_build_filename (kb_document_folder (document), "pictures", frame->picture.file, NULL);
  job->ref = frame->picture;
  job->ref.file = NULL;
  job->ref.unknown = NULL;
  job->width = (guint) frame->width;
  job->height = (guint) frame->height;
  job->size = size;
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, run);
}

cairo_surface_t *
kb_thumb_picture_finish (GAsyncResult *result, char **key)
{
  *key = g_strdup (((Job *) g_task_get_task_data (G_TASK (result)))->key);
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
