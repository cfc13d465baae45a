/* SPDX-License-Identifier: MIT */
/* Watches the source files of all assets, marks assets whose files change and offers to
 * import them again. New files of a sprite count too. One watch a window. It updates when lists
 * change. A thread finds changes made while the project was closed. Sources outside the project are
 * watched only if the user imported from there or allows it: see interchange/sources.h. */
#include "editor/imports/imports.h"
#include "editor/widgets/toasts.h"
#include "interchange/sources.h"

#include <glib/gi18n.h>

#define DELAY 400       /* ms: programs write files in several steps */
#define MAX_FILES 8192  /* max files watched */

typedef struct {
  KbWindow *window;      /* borrowed: it owns the watch */
  GHashTable *monitors;  /* path -> GFileMonitor */
  GHashTable *touched;   /* changed paths whose assets are not marked yet */
  GHashTable *sources;   /* KbId of an asset -> Sources */
  KbSourceFolders *folders;   /* where files may be watched, or NULL without a project */
  GCancellable *looking; /* the search for earlier changes, or NULL when done */
  guint source;
} Watch;

static void
watch_free (gpointer data)
{
  Watch *self = data;
  g_clear_handle_id (&self->source, g_source_remove);
  g_hash_table_unref (self->monitors);
  g_hash_table_unref (self->touched);
  g_hash_table_unref (self->sources);
  kb_source_folders_free (self->folders);
  g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  g_free (self);
}

static void
monitor_free (gpointer monitor)
{
  g_file_monitor_cancel (monitor);
  g_object_unref (monitor);
}

typedef struct {
  json_t *record;        /* held, so that no other record can have its address */
  char **paths;          /* with their folders, in which new files may appear */
  guint n_others;        /* sources outside the project that are not watched */
} Sources;

static void
sources_free (gpointer data)
{
  Sources *sources = data;
  json_decref (sources->record);
  g_strfreev (sources->paths);
  g_free (sources);
}

static const KbNode *
asset_at (const KbProject *project, guint i)
{
  return project ? kb_import_asset_at (project, i) : NULL;
}

/* Frees the paths. */
static char **
with_folders (char **paths)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GHashTable) folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; paths[i]; i++)
    {
      char *folder = g_path_get_dirname (paths[i]);
      g_strv_builder_add (builder, paths[i]);
      if (g_hash_table_add (folders, folder))
        g_strv_builder_add (builder, folder);
    }
  g_strfreev (paths);
  return g_strv_builder_end (builder);
}

/* Updated only after the asset was imported again, because it may read a sheet. Borrowed; may be
 * NULL. */
static const Sources *
sources_of (Watch *self, KbDocument *document, const KbNode *asset)
{
  gpointer key = GUINT_TO_POINTER (asset->id);
  Sources *sources = g_hash_table_lookup (self->sources, key);
  const json_t *record = kb_import_record (asset);
  if (!record)
    return NULL;
  if (!sources || sources->record != record)
    {
      sources = g_new (Sources, 1);
      sources->record = json_incref ((json_t *) record);
      sources->paths = with_folders (
        kb_import_sources (document, record, self->folders, &sources->n_others));
      g_hash_table_replace (self->sources, key, sources);
    }
  return sources;
}

static gboolean
is_touched (gpointer data, const KbNode *asset)
{
  Watch *self = data;
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (self->window));
  const Sources *sources = sources_of (self, document, asset);
  for (guint i = 0; sources && sources->paths[i]; i++)
    if (g_hash_table_contains (self->touched, sources->paths[i])
        && (!g_file_test (sources->paths[i], G_FILE_TEST_IS_DIR)
            || kb_import_has_new_files (sources->record, kb_document_folder (document),
                                        self->folders)))
      return TRUE;
  return FALSE;
}

/* ---- marks ---- */

gboolean
kb_source_is_changed (KbEditorState *state, KbId asset)
{
  GHashTable *marks = g_object_get_data (G_OBJECT (state), "kb-changed-sources");
  return marks && g_hash_table_contains (marks, GUINT_TO_POINTER (asset));
}

void
kb_source_set_changed (KbEditorState *state, KbId asset, gboolean changed)
{
  GHashTable *marks = g_object_get_data (G_OBJECT (state), "kb-changed-sources");
  if (changed ? g_hash_table_add (marks, GUINT_TO_POINTER (asset))
              : g_hash_table_remove (marks, GUINT_TO_POINTER (asset)))
    kb_editor_state_touch (state, KB_CHANGE_VALUES);
}

typedef gboolean (*Marked) (gpointer data, const KbNode *asset);

char *
kb_source_changed_text (const KbNode *asset)
{
  g_autofree char *name = kb_node_title (asset);
  return g_strdup_printf (asset->kind == &kb_sprite_kind
                            ? _("The pictures of “%s” changed on disk")
                            : _("The file of “%s” changed on disk"),
                          name);
}

/* The current asset shows its line over the canvas; for others, one toast. */
static void
mark_source_watch (Watch *self, Marked marked, gpointer data)
{
  KbEditorState *state = kb_window_get_state (self->window);
  KbDocument *document = kb_editor_state_get_document (state);
  const KbProject *project = document ? kb_document_project (document) : NULL;
  const KbNode *asset, *last = NULL;
  guint n = 0, n_files = 0;
  for (guint i = 0; (asset = asset_at (project, i)); i++)
    {
      if (!marked (data, asset))
        continue;
      kb_source_set_changed (state, asset->id, TRUE);
      if (asset == kb_editor_state_get_asset (state))
        continue;
      last = asset;
      n++;
      n_files += asset->kind != &kb_sprite_kind;
    }
  g_autofree char *text =
    n == 1
      ? kb_source_changed_text (last)
      : g_strdup_printf (n_files ? _("The files of %u other assets changed on disk")
                                  : _("The pictures of %u other sprites changed on disk"),
                         n);
  if (n)
    kb_window_toast_action (self->window, text, _("Import Again"), "win.import-changed", FALSE);
}

static gboolean
source_watch_offer (gpointer data)
{
  Watch *self = data;
  self->source = 0;
  mark_source_watch (self, is_touched, self);
  g_hash_table_remove_all (self->touched);
  return G_SOURCE_REMOVE;
}

/* ---- changes while the project was closed ---- */

typedef struct {
  char *folder;
  json_t *records;       /* "sprite NAME", "level NAME" -> the record of its import */
  GHashTable *changed;   /* the keys of changed assets */
} Look;

static void
look_free (gpointer data)
{
  Look *look = data;
  g_free (look->folder);
  json_decref (look->records);
  g_hash_table_unref (look->changed);
  g_free (look);
}

static void
look_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Look *look = data;
  g_autoptr (KbSourceFolders) folders = kb_source_folders_load (look->folder);
  KB_EACH_MEMBER (name, record, look->records)
    if (!g_cancellable_is_cancelled (cancellable)
        && kb_import_sources_changed (record, look->folder, folders))
      g_hash_table_add (look->changed, g_strdup (name));
  g_task_return_boolean (task, TRUE);
}

static char *
look_key (const KbNode *asset)
{
  g_autofree char *name = kb_node_title (asset);
  return g_strconcat (asset->kind->name, " ", name, NULL);
}

static gboolean
was_changed (gpointer keys, const KbNode *asset)
{
  g_autofree char *key = look_key (asset);
  return g_hash_table_contains (keys, key);
}

static void
on_looked (GObject *source, GAsyncResult *result, gpointer data)
{
  Look *look = g_task_get_task_data (G_TASK (result));
  /* Otherwise cancelled: another project, or the window was closed */
  if (g_task_propagate_boolean (G_TASK (result), NULL))
    mark_source_watch (data, was_changed, look->changed);
}

static void
find_earlier_changes (Watch *self, KbDocument *document)
{
  const KbProject *project = document ? kb_document_project (document) : NULL;
  g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  if (!project)
    return;
  Look *look =
    KB_NEW (Look, .folder = g_strdup (kb_document_folder (document)), .records = json_object (),
            .changed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL));
  const KbNode *asset;
  for (guint i = 0; (asset = asset_at (project, i)); i++)
    {
      g_autofree char *key = look_key (asset);
      json_object_set_new (look->records, key, json_deep_copy (kb_import_record (asset)));
    }
  self->looking = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (NULL, self->looking, on_looked, self);
  g_task_set_task_data (task, look, look_free);
  g_task_run_in_thread (task, look_in_thread);
}

static void
on_source_watch_file (GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event,
                      Watch *self)
{
  if (event != G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT && event != G_FILE_MONITOR_EVENT_CREATED
      && event != G_FILE_MONITOR_EVENT_RENAMED && event != G_FILE_MONITOR_EVENT_MOVED_IN)
    return;
  const char *path = g_object_get_data (G_OBJECT (monitor), "kb-path");
  g_hash_table_add (self->touched, g_strdup (path));
  g_clear_handle_id (&self->source, g_source_remove);
  self->source = g_timeout_add (DELAY, source_watch_offer, self);
}

static void
watch_path (Watch *self, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GFileMonitor *monitor = g_file_monitor (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (!monitor)
    return;
  g_object_set_data_full (G_OBJECT (monitor), "kb-path", g_strdup (path), g_free);
  g_signal_connect (monitor, "changed", G_CALLBACK (on_source_watch_file), self);
  g_hash_table_insert (self->monitors, g_strdup (path), monitor);
}

static void
on_source_watch_changed (KbEditorState *state, guint flags, KbWindow *window)
{
  Watch *self = g_object_get_data (G_OBJECT (window), "kb-source-watch");
  if (!(flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_LISTS)) || !self)
    return;
  KbDocument *document = kb_editor_state_get_document (state);
  const KbProject *project = document ? kb_document_project (document) : NULL;
  if (flags & KB_CHANGE_DOCUMENT)
    g_hash_table_remove_all (self->sources);
  /* Folders imported from meanwhile are allowed. */
  g_clear_pointer (&self->folders, kb_source_folders_free);
  self->folders = document ? kb_source_folders_load (kb_document_folder (document)) : NULL;
  guint n_others = 0;
  /* Paths borrowed from the sources */
  g_autoptr (GHashTable) wanted = g_hash_table_new (g_str_hash, g_str_equal);
  const KbNode *asset;
  for (guint i = 0; (asset = asset_at (project, i)); i++)
    {
      const Sources *sources = sources_of (self, document, asset);
      for (guint j = 0; sources && sources->paths[j] && g_hash_table_size (wanted) < MAX_FILES; j++)
        g_hash_table_add (wanted, sources->paths[j]);
      n_others += sources ? sources->n_others : 0;
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
      watch_path (self, path);
  if (flags & KB_CHANGE_DOCUMENT)
    {
      g_hash_table_remove_all (self->touched);
      g_hash_table_remove_all (g_object_get_data (G_OBJECT (state), "kb-changed-sources"));
      find_earlier_changes (self, document);
      if (n_others)
        kb_window_toast_action (self->window,
                                _("Source files outside the project are not watched for changes"),
                                _("Watch"), "win.watch-sources", FALSE);
    }
}

void
kb_around_watch_sources (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  const KbNode *asset;
  for (guint i = 0; document && (asset = asset_at (kb_document_project (document), i)); i++)
    {
      g_auto (GStrv) paths = kb_import_sources (document, kb_import_record (asset), NULL, NULL);
      kb_source_folders_add (kb_document_folder (document), paths);
    }
  on_source_watch_changed (state, KB_CHANGE_DOCUMENT, window);
}

void
kb_around_import_changed (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  const KbProject *project = document ? kb_document_project (document) : NULL;
  g_autoptr (GArray) changed = g_array_new (FALSE, FALSE, sizeof (KbId));
  const KbNode *asset;
  for (guint i = 0; (asset = asset_at (project, i)); i++)
    if (kb_source_is_changed (state, asset->id))
      g_array_append_val (changed, asset->id);
  KB_EACH_ID (id, changed)
    if ((asset = kb_document_node (document, id)))
      kb_import_asset_again (window, asset);
  if (changed->len == 0)
    kb_window_toast (window, _("No source files have changed since their import"));
}

void
kb_source_watch_new (KbWindow *window)
{
  Watch *self =
    KB_NEW (Watch, .window = window,
            .monitors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, monitor_free),
            .touched = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
            .sources = g_hash_table_new_full (NULL, NULL, NULL, sources_free));
  g_object_set_data_full (G_OBJECT (kb_window_get_state (window)), "kb-changed-sources",
                          g_hash_table_new (NULL, NULL), (GDestroyNotify) g_hash_table_unref);
  g_object_set_data_full (G_OBJECT (window), "kb-source-watch", self, watch_free);
  g_signal_connect_object (kb_window_get_state (window), "changed",
                           G_CALLBACK (on_source_watch_changed), window, 0);
}
