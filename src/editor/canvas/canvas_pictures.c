/* SPDX-License-Identifier: MIT */
/* Reads large pictures behind masks and tracks in a thread, and prepares smaller versions.
 * Meanwhile the canvas shows the zones and a note where the picture will be. */
#include "editor/canvas/canvas_private.h"

#define MAX_HALVINGS 8

typedef struct {
  KbPictureWanted wanted;   /* its key and path are owned copies */
  guint64 serial;           /* of the document, because another one may get the same address */
  KbPicture *picture;
  KbSurfaces *surfaces;
  GError *error;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *self = data;
  g_free (self->wanted.key);
  g_free (self->wanted.folder);
  g_free (self->wanted.path);
  g_clear_pointer (&self->picture, kb_picture_unref);
  kb_surfaces_free (self->surfaces);
  g_clear_error (&self->error);
  g_free (self);
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *self = data;
  g_autoptr (KbPicture) whole =
    kb_picture_read (self->wanted.folder, self->wanted.path, &self->error);
  self->picture =
    whole ? kb_picture_of_frame (whole, &self->wanted.ref, self->wanted.width, self->wanted.height)
          : NULL;
  g_clear_pointer (&whole, kb_picture_unref);   /* frees much memory */
  if (!self->picture && !self->error)
    g_set_error (&self->error, KB_ERROR, KB_ERROR_MACHINE, "%s", g_strerror (ENOMEM));
  self->surfaces = kb_surfaces_new (0);
  if (self->picture)
    kb_surfaces_get_reduced (self->surfaces, self->picture, 0, MAX_HALVINGS);
  g_task_return_boolean (task, TRUE);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  KbCanvas *canvas = KB_CANVAS (source);
  Reading *self = g_task_get_task_data (G_TASK (result));
  KbDocument *document = canvas->state ? kb_editor_state_get_document (canvas->state) : NULL;
  if (!document || self->serial != canvas->document_serial)
    return;
  g_hash_table_remove (canvas->reading, self->wanted.key);
  kb_document_take_picture (document, &self->wanted, self->picture, self->error);
  kb_surfaces_take (canvas->surfaces, self->surfaces);
  kb_editor_state_touch (canvas->state, KB_CHANGE_POINTER);
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

static void
read_picture (const KbPictureWanted *wanted, gpointer data)
{
  KbCanvas *canvas = data;
  if (!g_hash_table_add (canvas->reading, g_strdup (wanted->key)))
    return;
  Reading *self = g_new0 (Reading, 1);
  g_autoptr (GTask) task = g_task_new (canvas, NULL, on_read, NULL);
  self->wanted = *wanted;
  self->wanted.key = g_strdup (wanted->key);
  self->wanted.folder = g_strdup (wanted->folder);
  self->wanted.path = g_strdup (wanted->path);
  self->serial = canvas->document_serial;
  g_task_set_task_data (task, self, reading_free);
  g_task_run_in_thread (task, run);
}

void
kb_canvas_follow_document (KbCanvas *canvas)
{
  KbDocument *document = kb_editor_state_get_document (canvas->state);
  canvas->document_serial++;
  g_hash_table_remove_all (canvas->reading);
  if (document)
    kb_document_read_beside (document, read_picture, canvas);
}
