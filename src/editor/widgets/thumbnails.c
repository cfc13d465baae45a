/* SPDX-License-Identifier: MIT */
/* The store of thumbnails and the widget that shows one. */
#include <adwaita.h>
#include <cairo.h>
#include <gio/gio.h>

#include "document/document.h"
#include "document/shapes/shape.h"
#include "drawing/sheets/sheet.h"
#include "editor/widgets/widgets.h"

/* ---- thumb picture ---- */

/* Slow pictures of thumbnails: large frames are read and scaled down in a thread. Makes a
 * thumbnail's picture in a thread, from copies of its data. */

/* Canvas pixels, and device pixels for each of them. */
typedef struct { int width, height, scale; } KbThumbSize;

#define SLOW_PIXELS (1 << 18)

typedef struct {
  char *key, *folder, *path;
  KbPictureRef ref;       /* without owned data: `path` has the file */
  guint width, height;    /* of the frame */
  KbThumbSize size;
  gpointer item;          /* of the queue */
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

/* Whether making it takes too long between two redraws. */
/* A text that identifies the picture's source, as a new string. */
static char *
kb_thumb_picture_key (const KbDocument *document, const KbFrame *frame, KbThumbSize size)
{
  const KbPictureRef *ref = &frame->picture;
  return g_strdup_printf ("%s %s %d %d %d %d %d %d %d %d %d %d %d", kb_document_folder (document),
                          ref->file ? ref->file : "", ref->x, ref->y, ref->width, ref->height,
                          ref->offset_x, ref->offset_y, frame->width, frame->height, size.width,
                          size.height, size.scale);
}

static void
run_thumbnails (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
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

/* Makes it in a thread: the document may change or be freed meanwhile. `done` is called in the
 * caller's thread. */
static void
kb_thumb_picture_make (const KbDocument *document, const KbFrame *frame, KbThumbSize size,
                       gpointer item, GAsyncReadyCallback done, gpointer data)
{
  Job *job = g_new0 (Job, 1);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, done, data);
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
  job->item = item;
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, run_thumbnails);
}

/* ---- thumbnails ---- */

#define SLICE 8000                       /* microseconds of drawing per turn of the main loop */
#define REDRAW 250000                    /* microseconds between redraws, which a list makes slow */
#define SURFACES_LIMIT (64u << 20)

/* With more entries than `most`, the store is cleared. GTK asks for those of all rows of a list. */
static const struct {
  int width, height;
  gboolean annotated;
  guint most;
} thumbnails_kinds[KB_N_THUMBS] = {
  [KB_THUMB_LIST] = { 28, 28, FALSE, 65536 },
  [KB_THUMB_FILM] = { 76, 60, TRUE, 4096 },
};

typedef struct {
  GdkTexture *texture;   /* NULL: never drawn */
  gboolean queued;
  gboolean stale;
  int scale;
  cairo_surface_t *picture;   /* of a large frame, without annotations, or NULL until made */
  char *picture_key;
} Entry;

struct _KbThumbnails
{
  GObject parent_instance;

  KbDocument *document;   /* borrowed from the state */

  /* Owned */
  KbEditorState *state;   /* a window may close while a picture is made */
  KbSurfaces *surfaces;
  GHashTable *entries[KB_N_THUMBS];   /* KbId -> Entry * */
  GHashTable *thumbs;                 /* KbId of a frame -> GList of the KbThumb that show it */
  GQueue queue;                       /* frame id * KB_N_THUMBS + kind */
  /* Those of the queue that wait for the picture of a large frame */
  GQueue waiting;
  GQueue drawn;                       /* frame ids, to be redrawn */
  gint64 redrawn;                     /* when that was done last */

  guint listener, source;
  gboolean making;                    /* one at a time, because each needs much memory */
  KbId changed;                       /* the sprite that the step has changed, or 0 */
  gboolean shared;                    /* the last one has shared shapes */
};

G_DEFINE_FINAL_TYPE (KbThumbnails, kb_thumbnails, G_TYPE_OBJECT)

static void
entry_free (gpointer data)
{
  Entry *entry = data;
  g_clear_object (&entry->texture);
  g_clear_pointer (&entry->picture, cairo_surface_destroy);
  g_free (entry->picture_key);
  g_free (entry);
}

/* Draws with the picture made by the thread, if there is one, else with that of the frame. */
static GdkTexture *
draw_thumbnails (KbThumbnails *self, KbId frame, KbThumbKind kind, int scale,
                 cairo_surface_t *picture)
{
  int width = thumbnails_kinds[kind].width * scale, height = thumbnails_kinds[kind].height * scale;
  const KbStyle *style = kb_style (adw_style_manager_get_dark (adw_style_manager_get_default ()));
  g_autoptr (cairo_surface_t) surface =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_surface_set_device_scale (surface, scale, scale);
  g_autoptr (cairo_t) cr = cairo_create (surface);
  if (picture)
    {
      cairo_set_source_surface (cr, picture, 0, 0);
      cairo_paint (cr);
      if (thumbnails_kinds[kind].annotated)
        kb_draw_thumbnail_marks (cr, self->document, frame, style, thumbnails_kinds[kind].width,
                                 thumbnails_kinds[kind].height);
    }
  else
    kb_draw_thumbnail (cr, self->document, frame, self->surfaces, style,
                       thumbnails_kinds[kind].width, thumbnails_kinds[kind].height,
                       thumbnails_kinds[kind].annotated);
  cairo_surface_flush (surface);
  gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes =
    g_bytes_new (cairo_image_surface_get_data (surface), stride * (gsize) height);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
}

/* Draws the widgets that show the frame; 0: all. */
static void
thumbnails_redraw (KbThumbnails *self, KbId frame)
{
  GHashTableIter iter;
  gpointer key, thumbs;
  g_hash_table_iter_init (&iter, self->thumbs);
  thumbs = g_hash_table_lookup (self->thumbs, GUINT_TO_POINTER (frame));
  for (const GList *l = thumbs; l; l = l->next)
    gtk_widget_queue_draw (l->data);
  while (frame == 0 && g_hash_table_iter_next (&iter, &key, &thumbs))
    if (key)
      thumbnails_redraw (self, GPOINTER_TO_UINT (key));
}

static gboolean draw_some (gpointer data);

static void
enqueue (KbThumbnails *self, gpointer item)
{
  g_queue_push_tail (&self->queue, item);
  if (!self->source)
    self->source = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE + 10, draw_some, self, NULL);
}

static Entry *
find_entry (KbThumbnails *self, gpointer item, KbFrame **frame)
{
  guint number = GPOINTER_TO_UINT (item);
  KbNode *node = self->document ? kb_document_node (self->document, number / KB_N_THUMBS) : NULL;
  *frame = node ? kb_node_frame (node) : NULL;
  return g_hash_table_lookup (self->entries[number % KB_N_THUMBS],
                              GUINT_TO_POINTER (number / KB_N_THUMBS));
}

/* Queues the thumbnail again. If the frame's picture has changed, it is made again. */
static void
on_picture (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (KbThumbnails) self = data;
  const Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (cairo_surface_t) picture = g_task_propagate_pointer (G_TASK (result), NULL);
  KbFrame *frame;
  Entry *entry = find_entry (self, job->item, &frame);
  self->making = FALSE;
  if (entry && entry->queued)
    {
      g_clear_pointer (&entry->picture, cairo_surface_destroy);
      g_free (entry->picture_key);
      entry->picture = cairo_surface_reference (picture);
      entry->picture_key = g_strdup (job->key);
      enqueue (self, job->item);
    }
  while (!g_queue_is_empty (&self->waiting))
    enqueue (self, g_queue_pop_head (&self->waiting));
}

/* TRUE: the thumbnail's picture is still to be made, and will be. */
static gboolean
wait_for_picture (KbThumbnails *self, gpointer item, const KbFrame *frame, const Entry *entry)
{
  KbThumbKind kind = (KbThumbKind) (GPOINTER_TO_UINT (item) % KB_N_THUMBS);
  KbThumbSize size = { thumbnails_kinds[kind].width, thumbnails_kinds[kind].height, entry->scale };
  g_autofree char *key = kb_thumb_picture_key (self->document, frame, size);
  if (g_strcmp0 (key, entry->picture_key) == 0)
    return FALSE;
  if (self->making)
    g_queue_push_tail (&self->waiting, item);
  else
    kb_thumb_picture_make (self->document, frame, size, item, on_picture, g_object_ref (self));
  self->making = TRUE;
  return TRUE;
}

static gboolean
draw_some (gpointer data)
{
  KbThumbnails *self = data;
  gint64 start = g_get_monotonic_time ();
  while (!g_queue_is_empty (&self->queue) && g_get_monotonic_time () - start < SLICE)
    {
      gpointer item = g_queue_pop_head (&self->queue);
      KbThumbKind kind = (KbThumbKind) (GPOINTER_TO_UINT (item) % KB_N_THUMBS);
      KbFrame *frame;
      Entry *entry = find_entry (self, item, &frame);
      if (!entry || !frame)
        continue;
      gboolean slow =
        frame->picture.file && (gint64) frame->width * frame->height > SLOW_PIXELS;
      if (slow && wait_for_picture (self, item, frame, entry))
        continue;
      g_clear_object (&entry->texture);
      entry->texture =
        draw_thumbnails (self, frame->node.id, kind, entry->scale, slow ? entry->picture : NULL);
      entry->queued = entry->stale = FALSE;
      g_queue_push_tail (&self->drawn, GUINT_TO_POINTER (frame->node.id));
    }
  const gboolean more = !g_queue_is_empty (&self->queue);
  const gboolean due = !more || start - self->redrawn > REDRAW;
  self->redrawn = due ? start : self->redrawn;
  while (due && !g_queue_is_empty (&self->drawn))
    thumbnails_redraw (self, GPOINTER_TO_UINT (g_queue_pop_head (&self->drawn)));
  if (more)
    return G_SOURCE_CONTINUE;
  self->source = 0;
  return G_SOURCE_REMOVE;
}

/* Borrowed, or NULL until drawn. An old one is shown until the new one is ready. */
static GdkTexture *
texture_of (KbThumbnails *self, KbId frame, KbThumbKind kind, int scale_factor)
{
  if (!frame)
    return NULL;
  if (g_hash_table_size (self->entries[kind]) > thumbnails_kinds[kind].most)
    g_hash_table_remove_all (self->entries[kind]);
  Entry *entry = g_hash_table_lookup (self->entries[kind], GUINT_TO_POINTER (frame));
  if (!entry)
    {
      entry = g_new0 (Entry, 1);
      g_hash_table_insert (self->entries[kind], GUINT_TO_POINTER (frame), entry);
      entry->stale = TRUE;
    }
  if ((entry->stale || entry->scale != scale_factor) && !entry->queued)
    {
      entry->scale = scale_factor;
      entry->queued = TRUE;
      enqueue (self, GUINT_TO_POINTER (frame * KB_N_THUMBS + (guint) kind));
    }
  return entry->texture;
}

/* ---- invalidation ---- */

static void
make_stale (KbThumbnails *self, KbId frame)
{
  for (guint kind = 0; kind < KB_N_THUMBS; kind++)
    {
      Entry *entry = g_hash_table_lookup (self->entries[kind], GUINT_TO_POINTER (frame));
      if (entry)
        entry->stale = TRUE;
    }
  thumbnails_redraw (self, frame);
}

static void
make_all_stale (KbThumbnails *self)
{
  for (guint kind = 0; kind < KB_N_THUMBS; kind++)
    {
      GHashTableIter iter;
      gpointer value;
      g_hash_table_iter_init (&iter, self->entries[kind]);
      while (g_hash_table_iter_next (&iter, NULL, &value))
        ((Entry *) value)->stale = TRUE;
    }
  thumbnails_redraw (self, 0);
}

/* Frames that share shapes change each other's pictures, after the step. */
static void
on_step (KbThumbnails *self)
{
  const KbSprite *sprite = kb_document_find (self->document, self->changed, &kb_sprite_kind);
  gboolean was_shared = self->shared;
  self->changed = 0;
  if (!sprite)
    return;
  g_autoptr (GHashTable) inherited = kb_inherited_new (sprite);
  self->shared = g_hash_table_size (inherited) > 0;
  if (was_shared || self->shared)
    make_all_stale (self);
}

static void
on_event (KbDocument *document, const KbEvent *event, gpointer data)
{
  KbThumbnails *self = data;
  if (event->type == KB_EVENT_STEP)
    {
      on_step (self);
      return;
    }
  KbNode *node =
    kb_document_node (document, event->type == KB_EVENT_REMOVE ? event->parent : event->node);
  KbFrame *frame = node ? kb_node_frame (node) : NULL;
  KbSprite *sprite = node ? kb_node_sprite (node) : NULL;
  if (sprite)
    self->changed = sprite->node.id;
  if (frame)
    make_stale (self, frame->node.id);
  else if (kb_node_is (node, &kb_class_kind))
    make_all_stale (self);
}

static void
on_thumbnails_changed (KbEditorState *state, guint flags, KbThumbnails *self)
{
  if (!(flags & KB_CHANGE_DOCUMENT))
    return;
  if (self->document)
    kb_document_unlisten (self->document, self->listener);
  self->document = kb_editor_state_get_document (state);
  if (self->document)
    self->listener = kb_document_listen (self->document, on_event, self);
  g_queue_clear (&self->queue);
  g_queue_clear (&self->waiting);
  for (guint kind = 0; kind < KB_N_THUMBS; kind++)
    g_hash_table_remove_all (self->entries[kind]);
}

static void
kb_thumbnails_finalize (GObject *object)
{
  KbThumbnails *self = KB_THUMBNAILS (object);
  g_clear_handle_id (&self->source, g_source_remove);
  if (self->document)
    kb_document_unlisten (self->document, self->listener);
  g_queue_clear (&self->queue);
  g_queue_clear (&self->waiting);
  g_queue_clear (&self->drawn);
  for (guint kind = 0; kind < KB_N_THUMBS; kind++)
    g_hash_table_unref (self->entries[kind]);
  g_hash_table_unref (self->thumbs);
  kb_surfaces_free (self->surfaces);
  G_OBJECT_CLASS (kb_thumbnails_parent_class)->finalize (object);
}

static void
kb_thumbnails_class_init (KbThumbnailsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = kb_thumbnails_finalize;
}

static void
kb_thumbnails_init (KbThumbnails *self)
{
  self->surfaces = kb_surfaces_new (SURFACES_LIMIT);
  self->thumbs = g_hash_table_new (NULL, NULL);
  g_queue_init (&self->queue);
  g_queue_init (&self->waiting);
  g_queue_init (&self->drawn);
  for (guint kind = 0; kind < KB_N_THUMBS; kind++)
    self->entries[kind] = g_hash_table_new_full (NULL, NULL, NULL, entry_free);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (make_all_stale), self, G_CONNECT_SWAPPED);
}

KbThumbnails *
kb_thumbnails_new (KbEditorState *state)
{
  KbThumbnails *self = g_object_new (KB_TYPE_THUMBNAILS, NULL);
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_thumbnails_changed));
  return self;
}

/* ---- the widget ---- */

struct _KbThumb
{
  GtkWidget parent_instance;

  /* Owned */
  KbThumbnails *thumbnails;

  KbThumbKind kind;
  KbId frame;
};

G_DEFINE_FINAL_TYPE (KbThumb, kb_thumb, GTK_TYPE_WIDGET)

static void
kb_thumb_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                  int *natural, int *minimum_baseline, int *natural_baseline)
{
  KbThumbKind kind = KB_THUMB (widget)->kind;
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? thumbnails_kinds[kind].width
                                                                  : thumbnails_kinds[kind].height;
}

static void
kb_thumb_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  KbThumb *self = KB_THUMB (widget);
  int scale = gtk_widget_get_scale_factor (widget);
  GdkTexture *texture = texture_of (self->thumbnails, self->frame, self->kind, scale);
  int width = thumbnails_kinds[self->kind].width, height = thumbnails_kinds[self->kind].height;
  int x = (gtk_widget_get_width (widget) - width) / 2,
      y = (gtk_widget_get_height (widget) - height) / 2;
  if (texture)
    gtk_snapshot_append_texture (
      snapshot, texture, &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height));
}

void
kb_thumb_set_frame (KbThumb *self, KbId frame)
{
  GHashTable *thumbs = self->thumbnails->thumbs;
  gpointer old = GUINT_TO_POINTER (self->frame), new = GUINT_TO_POINTER (frame);
  if (old == new)
    return;
  self->frame = frame;
  g_hash_table_insert (thumbs, old, g_list_remove (g_hash_table_lookup (thumbs, old), self));
  if (new)
    g_hash_table_insert (thumbs, new, g_list_prepend (g_hash_table_lookup (thumbs, new), self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
kb_thumb_dispose (GObject *object)
{
  KbThumb *self = KB_THUMB (object);
  if (self->thumbnails)
    kb_thumb_set_frame (self, 0);
  g_clear_object (&self->thumbnails);
  G_OBJECT_CLASS (kb_thumb_parent_class)->dispose (object);
}

static void
kb_thumb_class_init (KbThumbClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_thumb_dispose;
  GTK_WIDGET_CLASS (klass)->measure = kb_thumb_measure;
  GTK_WIDGET_CLASS (klass)->snapshot = kb_thumb_snapshot;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
kb_thumb_init (KbThumb *self)
{
}

void
kb_thumb_set_source (KbThumb *self, KbThumbnails *thumbnails, KbThumbKind kind)
{
  self->thumbnails = g_object_ref (thumbnails);
  self->kind = kind;
}

GtkWidget *
kb_thumb_new (KbThumbnails *thumbnails, KbThumbKind kind)
{
  KbThumb *self = g_object_new (KB_TYPE_THUMB, NULL);
  kb_thumb_set_source (self, thumbnails, kind);
  return GTK_WIDGET (self);
}
