/* SPDX-License-Identifier: MIT */
/* A watch on the files that sprites were imported from: when one changes on disk, its sprites are marked and
 * importing them again is offered. One watch a window; it looks at the document's sprites whenever lists change. */
#include "editor/source_watch.h"

#include <glib/gi18n.h>

#include "editor/around.h"
#include "editor/dialogs.h"
#include "editor/toasts.h"

#define DELAY 400       /* ms: programs write files in several goes */
#define MAX_FILES 512   /* more are not watched */

typedef struct {
  KbWindow *window;      /* borrowed: it owns the watch */
  GHashTable *monitors;  /* path -> GFileMonitor */
  GHashTable *touched;   /* paths, until their sprites are marked */
  guint source;
} Watch;

static void
watch_free (gpointer data)
{
  Watch *self = data;
  g_clear_handle_id (&self->source, g_source_remove);
  g_hash_table_unref (self->monitors);
  g_hash_table_unref (self->touched);
  g_free (self);
}

static void
monitor_free (gpointer monitor)
{
  g_file_monitor_cancel (monitor);
  g_object_unref (monitor);
}

/* The absolute paths of a sprite's sources, one at a time. */
static char *
source_path (KbDocument *document, const KbSprite *sprite, gsize i)
{
  const char *path = json_string_value (json_array_get (json_object_get (sprite->import, "files"), i));
  return path ? g_canonicalize_filename (path, kb_document_folder (document)) : NULL;
}

static gsize
n_sources (const KbSprite *sprite)
{
  return json_array_size (json_object_get (sprite->import, "files"));
}

static gboolean
is_touched (Watch *self, KbDocument *document, const KbSprite *sprite)
{
  for (gsize i = 0; i < n_sources (sprite); i++)
    {
      g_autofree char *path = source_path (document, sprite, i);
      if (path && g_hash_table_contains (self->touched, path))
        return TRUE;
    }
  return FALSE;
}

/* ---- marks ---- */

gboolean
kb_source_is_changed (KbEditorState *state, KbId sprite)
{
  GHashTable *marks = g_object_get_data (G_OBJECT (state), "kb-changed-sources");
  return marks && g_hash_table_contains (marks, GUINT_TO_POINTER (sprite));
}

void
kb_source_set_changed (KbEditorState *state, KbId sprite, gboolean changed)
{
  GHashTable *marks = g_object_get_data (G_OBJECT (state), "kb-changed-sources");
  if (changed ? g_hash_table_add (marks, GUINT_TO_POINTER (sprite)) : g_hash_table_remove (marks, GUINT_TO_POINTER (sprite)))
    kb_editor_state_touch (state, KB_CHANGE_VALUES);
}

/* The sprite that is shown has its line over the canvas; of others a toast tells, once. */
static gboolean
offer (gpointer data)
{
  Watch *self = data;
  KbEditorState *state = kb_window_get_state (self->window);
  KbDocument *document = kb_editor_state_get_document (state);
  const KbProject *project = document ? kb_document_project (document) : NULL;
  const char *name = NULL;
  guint n = 0;
  self->source = 0;
  for (guint i = 0; project && i < kb_count (project->sprites); i++)
    {
      const KbSprite *sprite = kb_sprite_at (project, i);
      if (!is_touched (self, document, sprite))
        continue;
      kb_source_set_changed (state, sprite->node.id, TRUE);
      if (sprite == kb_editor_state_get_sprite (state))
        continue;
      name = sprite->name;
      n++;
    }
  g_hash_table_remove_all (self->touched);
  g_autofree char *text = n == 1 ? g_strdup_printf (_("The pictures of “%s” changed on disk"), name)
                                 : g_strdup_printf (_("The pictures of %u other sprites changed on disk"), n);
  if (n)
    kb_window_toast_action (self->window, text, _("Import Again"), "win.import-changed", FALSE);
  return G_SOURCE_REMOVE;
}

static void
on_file (GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, Watch *self)
{
  if (event != G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT && event != G_FILE_MONITOR_EVENT_CREATED
      && event != G_FILE_MONITOR_EVENT_RENAMED && event != G_FILE_MONITOR_EVENT_MOVED_IN)
    return;
  const char *path = g_object_get_data (G_OBJECT (monitor), "kb-path");
  g_hash_table_add (self->touched, g_strdup (path));
  g_clear_handle_id (&self->source, g_source_remove);
  self->source = g_timeout_add (DELAY, offer, self);
}

static void
add (Watch *self, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GFileMonitor *monitor = g_file_monitor (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (!monitor)
    return;
  g_object_set_data_full (G_OBJECT (monitor), "kb-path", g_strdup (path), g_free);
  g_signal_connect (monitor, "changed", G_CALLBACK (on_file), self);
  g_hash_table_insert (self->monitors, g_strdup (path), monitor);
}

static void
on_changed (KbEditorState *state, guint flags, KbWindow *window)
{
  Watch *self = g_object_get_data (G_OBJECT (window), "kb-source-watch");
  if (!(flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_LISTS)) || !self)
    return;
  KbDocument *document = kb_editor_state_get_document (state);
  const KbProject *project = document ? kb_document_project (document) : NULL;
  g_autoptr (GHashTable) wanted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; project && i < kb_count (project->sprites); i++)
    for (gsize j = 0; j < n_sources (kb_sprite_at (project, i)); j++)
      {
        char *path = source_path (document, kb_sprite_at (project, i), j);
        if (path && g_hash_table_size (wanted) < MAX_FILES)
          g_hash_table_add (wanted, path);
        else
          g_free (path);
      }
  GHashTableIter iter;
  gpointer path;
  g_hash_table_iter_init (&iter, self->monitors);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    if (!g_hash_table_contains (wanted, path))
      g_hash_table_iter_remove (&iter);
  g_hash_table_iter_init (&iter, wanted);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    if (!g_hash_table_contains (self->monitors, path))
      add (self, path);
  if (flags & KB_CHANGE_DOCUMENT)
    {
      g_hash_table_remove_all (self->touched);
      g_hash_table_remove_all (g_object_get_data (G_OBJECT (state), "kb-changed-sources"));
    }
}

void
kb_around_import_changed (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  const KbProject *project = document ? kb_document_project (document) : NULL;
  g_autoptr (GPtrArray) changed = g_ptr_array_new ();
  for (guint i = 0; project && i < kb_count (project->sprites); i++)
    if (kb_source_is_changed (state, kb_sprite_at (project, i)->node.id))
      g_ptr_array_add (changed, kb_sprite_at (project, i));
  for (guint i = 0; i < changed->len; i++)
    kb_import_sprite_again (window, g_ptr_array_index (changed, i));
  if (changed->len == 0)
    kb_window_toast (window, _("No source of a sprite has changed since it was imported"));
}

void
kb_source_watch_new (KbWindow *window)
{
  Watch *self = g_new0 (Watch, 1);
  self->window = window;
  self->monitors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, monitor_free);
  self->touched = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_object_set_data_full (G_OBJECT (kb_window_get_state (window)), "kb-changed-sources", g_hash_table_new (NULL, NULL),
                          (GDestroyNotify) g_hash_table_unref);
  g_object_set_data_full (G_OBJECT (window), "kb-source-watch", self, watch_free);
  g_signal_connect_object (kb_window_get_state (window), "changed", G_CALLBACK (on_changed), window, 0);
}
