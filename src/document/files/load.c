/* SPDX-License-Identifier: MIT */
/* Opens a project: NAME.kickbox, then every asset: sprites/NAME.json, masks/NAME.json,
 * tracks/NAME.json and their painted pixels, levels/NAME.json. */
#include <errno.h>
#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#include "document/files/private.h"
#include "document/merge/merge.h"
#include "document/names.h"
#include "document/values.h"

/* Memory for the JSON of one file, in the thread that reads it. It has many small parts, for which
 * malloc and free take long. What does not fit comes from malloc. */
#define ROOM ((gsize) 512 * 1024)
static _Thread_local char *load_room;
static _Thread_local gsize room_left;

static void *
take_room (size_t size)
{
  if (size > room_left)
    return malloc (size);
  room_left -= (size + 15) & ~(gsize) 15;
  return load_room + room_left;
}

static void
leave_room (void *memory)
{
  if ((guintptr) memory - (guintptr) load_room >= ROOM)
    free (memory);
}

static void __attribute__ ((constructor))
use_room (void)
{
  json_set_alloc_funcs (take_room, leave_room);
}

static json_t *
parse_json (const char *text, gsize length, const char *shown, GError **error)
{
  json_error_t fault;
  json_t *value = json_loadb (text, length, JSON_REJECT_DUPLICATES, &fault);
  if (!value)
    kb_input_error (error, _("%s: line %d, column %d: %s"), shown, fault.line, fault.column,
                    strncmp (text, "\x8AK", 2) == 0
                      ? _("expected a project's folder or its .kickbox file, and not a bank")
                      : kb_say_fault (fault.text));
  return value;
}

/* `sum`: of the file's bytes. */
static json_t *
load_json (const KbDocument *document, const KbFolder *folder, const char *name, const char *shown,
           char **sum, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  if (!kb_document_read_file (document, folder, name, &text, &length, error))
    return NULL;
  json_t *value = parse_json (text, length, shown, error);
  const char *hint,
             *foreign = strstr (text, "\"kickbox\"") ? NULL : kb_foreign_name (text, length, &hint);
  if (foreign)
    {
      g_clear_error (error);
      g_clear_pointer (&value, json_decref);
      return kb_fail_null (error, KB_ERROR_INPUT,
                           _("%s: this is %s, which Kickbox cannot read"),
                           shown, foreign);
    }
  *sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) text, length);
  return value;
}

/* Refuses files of a newer Kickbox, and says so. */
static gboolean
check_format (const json_t *value, const char *kind, int newest, const char *shown, GError **error)
{
  const json_t *format = json_object_get (value, "format");
  const char *found = json_string_value (json_object_get (value, "kickbox"));
  if (!json_is_object (value) || g_strcmp0 (found, kind) != 0)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT,
                 _("%s: kickbox: expected \"%s\": this is not a Kickbox %s"), shown, kind,
                 _(kind));
  else if (!json_is_integer (format) || json_integer_value (format) < 1)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT,
                 _("%s: format: expected the number of the format"), shown);
  else if (json_integer_value (format) > newest)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT,
                 _("%s: format: %s format %lld is newer than this program, which reads up to %d"),
                 shown, _(kind), (long long) json_integer_value (format), newest);
  else
    return TRUE;
  return FALSE;
}

static gboolean
load_project (KbDocument *document, const KbFolder *folder, GError **error)
{
  g_autofree char *name = g_path_get_basename (document->file), *sum = NULL;
  json_auto_t *value = load_json (document, folder, name, document->file, &sum, error);
  if (!value)
    return FALSE;
  KbNode *root = KB_NODE (document->project);
  KbPlace place = { .file = document->file };
  gboolean ok = check_format (value, "project", kb_project_kind.format, document->file, error);
  if (ok)
    {
      json_object_del (value, "kickbox");
      json_object_del (value, "format");
      for (const KbList *list = kb_project_kind.lists; list->name; list++)
        if (list->item->folder)
          json_object_del (value, list->name);
      KbNode *read = kb_node_from_json (document, &kb_project_kind, NULL, value, &place, error);
      ok = read != NULL;
      if (ok)
        {
          kb_document_unregister (document, root);
          kb_node_free (root);
          document->project = (KbProject *) read;
          kb_document_register (document, read);
          g_hash_table_insert (document->saved, g_steal_pointer (&name), g_steal_pointer (&sum));
        }
    }
  return ok;
}

GPtrArray *
kb_document_asset_files (const KbDocument *document, const KbFolder *folder, const KbKind *kind,
                         GError **error)
{
  GPtrArray *names = kb_folder_list (folder, kind->folder, error);
  GHashTableIter iter;
  gpointer name, what;
  for (guint i = names ? names->len : 0; i-- > 0;)
    {
      const char *entry = g_ptr_array_index (names, i);
      g_autofree char *path = g_build_filename (kind->folder, entry, NULL);
      if (entry[0] == '.' || !g_str_has_suffix (entry, ".json")
          || (document->half_saved && g_hash_table_contains (document->half_saved, path)))
        g_ptr_array_remove_index (names, i);
    }
  KB_EACH_WHILE (names, const char, file, names)
    if (!kb_check_path (file, error))
      {
        g_ptr_array_unref (names);
        return NULL;
      }
  if (!names || !document->half_saved)
    return names;
  g_hash_table_iter_init (&iter, document->half_saved);
  while (g_hash_table_iter_next (&iter, &name, &what))
    {
      gsize length = strlen (kind->folder);
      const char *entry = (const char *) name + length + 1;
      if (GPOINTER_TO_UINT (what) != KB_HALF_REMOVED && strncmp (name, kind->folder, length) == 0
          && entry[-1] == '/' && g_str_has_suffix (entry, ".json"))
        g_ptr_array_add (names, g_strdup (entry));
    }
  g_ptr_array_sort (names, kb_compare_texts);
  return names;
}

/* Assets are read in batches: while one is added to the document, the next one is read. */
#define BATCH 512
#define COARSEST_CLOCK 30   /* seconds: of files, and how far off that of a server may be */

typedef struct {
  const KbDocument *document;   /* as it was before any asset, for all threads */
  const KbFolder *folder;
  const KbList *list;
  char *stem, *shown, *path;
  char *sum;               /* NULL: not read */
  KbId first_id, end_id;
  KbFileStamp stamp;       /* before it was read */
  json_t *value;
  KbNode *asset;           /* NULL: not made */
} Loading;

static void
loading_free (gpointer data)
{
  Loading *loading = data;
  g_free (loading->stem);
  g_free (loading->shown);
  g_free (loading->path);
  g_free (loading->sum);
  json_decref (loading->value);
  kb_node_free (loading->asset);
  g_free (loading);
}

static void
read_asset (Loading *loading, GError **error)
{
  loading->value = load_json (loading->document, loading->folder, loading->shown, loading->path,
                              &loading->sum, error);
}

static void
make_asset (KbDocument *document, Loading *loading, GError **error)
{
  const KbKind *kind = loading->list->item;
  KbPlace place = { .file = loading->path };
  json_auto_t *value = g_steal_pointer (&loading->value);
  if (!value || !check_format (value, kind->name, kind->format, loading->path, error))
    return;
  kb_file_update (value);
  json_object_del (value, "kickbox");
  json_object_del (value, "format");
  /* The file's name is the asset's name */
  json_object_set_new (value, "name", json_string (loading->stem));
  loading->asset =
    kb_node_from_json (document, kind, KB_NODE (document->project), value, &place, error);
}

/* In any thread: only if this does not change the document, as most assets do not. One thread does
 * all of it, since memory is best freed where it was allocated. */
static void
load_beside (gpointer item, gpointer unused)
{
  Loading *loading = *(Loading **) item;
  KbDocument own = *loading->document;
  char part[ROOM] __attribute__ ((aligned (16)));
  own.next_id = loading->first_id;
  own.missing_classes = NULL;
  own.renumbered = g_hash_table_new (NULL, NULL);
  load_room = part;
  room_left = ROOM;
  read_asset (loading, NULL);
  room_left = 0;   /* the asset outlives it */
  make_asset (&own, loading, NULL);
  load_room = NULL;
  if (g_hash_table_size (own.renumbered) || own.next_id > loading->end_id)
    g_clear_pointer (&loading->asset, kb_node_free);
  g_hash_table_unref (own.renumbered);
}

/* Of one that could not be made elsewhere, with an error or changes of the document. */
static gboolean
load_asset (KbDocument *document, Loading *loading, GError **error)
{
  KbPlace place = { .file = loading->path };
  GPtrArray *assets = kb_node_list (KB_NODE (document->project), loading->list);
  if (!g_utf8_validate (loading->stem, -1, NULL))
    return kb_fail (error, KB_ERROR_INPUT, _("%s: the file's name is not UTF-8"), loading->path);
  if (!loading->asset)
    {
      g_clear_pointer (&loading->sum, g_free);
      read_asset (loading, error);
      make_asset (document, loading, error);
    }
  if (!loading->asset
      || (kb_document_find_asset (document, loading->list->item, loading->stem)
          && !kb_node_check_unique (loading->asset,
                                    kb_kind_field (loading->list->item, "name"), assets, &place,
                                    error)))
    return FALSE;
  g_ptr_array_add (assets, loading->asset);
  kb_document_register (document, loading->asset);
  kb_names_add (document, g_steal_pointer (&loading->asset));
  /* Another change within the resolution of the clock would leave the same stamp */
  if (!document->half_saved
      && MAX (loading->stamp.times[0], loading->stamp.times[2])
           < g_get_real_time () / G_USEC_PER_SEC - COARSEST_CLOCK)
    g_hash_table_insert (document->stamps, g_strdup (loading->shown),
                         g_memdup2 (&loading->stamp, sizeof loading->stamp));
  g_hash_table_insert (document->saved, g_steal_pointer (&loading->shown),
                       g_steal_pointer (&loading->sum));
  return TRUE;
}

static Loading *
loading_new (const KbDocument *document, const KbFolder *folder, const KbList *list,
             const char *name)
{
  Loading *loading = KB_NEW (Loading, .document = document, .folder = folder, .list = list,
                             .stem = g_strndup (name, strlen (name) - strlen (".json")),
                             .shown = g_build_filename (list->item->folder, name, NULL));
  loading->path = g_build_filename (document->folder, loading->shown, NULL);
  return loading;
}

static gboolean
load_alone (KbDocument *document, const KbFolder *folder, const KbList *list, const char *name,
            GError **error)
{
  Loading *loading = loading_new (document, folder, list, name);
  const gboolean ok = load_asset (document, loading, error);
  loading_free (loading);
  return ok;
}

/* Begins to read some files and make their assets. By its size, each file gets as many ids as it
 * can need, so that they depend on the files alone. */
static GThreadPool *
start_batch (KbDocument *document, GPtrArray *all, guint first)
{
  const guint end = MIN (first + BATCH, all->len);
  for (guint i = first; i < end; i++)
    {
      Loading *loading = g_ptr_array_index (all, i);
      loading->first_id = document->next_id;
      if (kb_file_stamp (loading->folder, loading->shown, &loading->stamp))
        document->next_id += (KbId) ((gsize) loading->stamp.size / strlen ("{}"));
      loading->end_id = document->next_id;
    }
  return first < end ? kb_work_start (load_beside, all->pdata + first, sizeof (gpointer),
                                      end - first, NULL)
                     : NULL;
}

static void
finish_batch (GThreadPool *pool)
{
  g_thread_pool_free (pool, FALSE, TRUE);
}

/* `faults` receives the errors of unreadable assets; NULL: the first one is the error. */
static gboolean
load_assets (KbDocument *document, const KbFolder *folder, GPtrArray *faults, GError **error)
{
  const KbDocument before = *document;
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (loading_free);
  for (const KbList *list = kb_project_kind.lists; list->name; list++)
    {
      g_autoptr (GPtrArray) names =
        list->item->folder ? kb_document_asset_files (document, folder, list->item, error) : NULL;
      if (list->item->folder && !names)
        return FALSE;
      KB_EACH_WHILE (names, const char, name, names)
        g_ptr_array_add (all, loading_new (&before, folder, list, name));
    }
  GThreadPool *pool = start_batch (document, all, 0);
  gboolean ok = TRUE;
  for (guint i = 0; ok && i < all->len; i++)
    {
      GError *fault = NULL;
      Loading *loading = g_ptr_array_index (all, i);
      /* No thread may read while load_asset changes the document */
      if (i % BATCH == 0 || !loading->asset)
        g_clear_pointer (&pool, finish_batch);
      if (i % BATCH == 0)
        pool = start_batch (document, all, i + BATCH);
      if (load_asset (document, loading, &fault))
        continue;
      ok = faults != NULL;
      document->lacks_levels |= loading->list->item == &kb_level_kind;
      if (faults)
        g_ptr_array_add (faults, fault);
      else
        g_propagate_error (error, fault);
    }
  g_clear_pointer (&pool, finish_batch);
  return ok;
}

/* The only .kickbox file of a folder. */
static char *
find_project_file (const char *path, GError **error)
{
  g_autoptr (KbFolder) folder = kb_folder_open (path, error);
  g_autoptr (GPtrArray) names = folder ? kb_folder_list (folder, "", error) : NULL;
  const char *found = NULL;
  if (names)
    KB_EACH (const char, name, names)
      {
        if (name[0] == '.' || !g_str_has_suffix (name, ".kickbox"))
          continue;
        if (found)
          return kb_fail_null (error, KB_ERROR_INPUT,
                               _("%s: has more than one .kickbox file; name one of them"), path);
        found = name;
      }
  if (names && !found)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT,
                 _("%s: has no .kickbox file; give a project's folder"), path);
  return found ? g_build_filename (path, found, NULL) : NULL;
}

char *
kb_project_file (const char *path, GError **error)
{
  struct stat info;
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  if (kb_file_stat (NULL, absolute, &info))
    {
      g_autofree char *file = S_ISDIR (info.st_mode) ? find_project_file (absolute, error)
                                                     : g_steal_pointer (&absolute),
                      *name = file ? g_path_get_basename (file) : NULL;
      return name && kb_check_path (name, error) ? g_steal_pointer (&file) : NULL;
    }
  int number = errno;
  return kb_fail_null (error, kb_error_code_from_errno (number), "%s: %s", path,
                       g_strerror (number));
}

static void
add_name (gpointer name, gpointer unused, gpointer names)
{
  g_hash_table_add (names, g_strdup (name));
}

/* `journal`: the project's lock, which the document takes over; or -1: nothing on disk is
 * changed. */
static KbDocument *
load (const char *file, int journal, GPtrArray *faults, GError **error)
{
  g_autofree char *path = g_path_get_dirname (file);
  g_autoptr (KbFolder) folder = kb_folder_open (path, error);
  g_autoptr (KbDocument) document = kb_document_new_empty (path, file);
  if (journal >= 0)
    kb_journal_adopt (document, journal);
  if (!folder
      || !(journal >= 0 ? kb_save_follow (document, error)
                        : kb_save_read_past (document, folder, error))
      || !load_project (document, folder, error)
      || !load_assets (document, folder, faults, error))
    return NULL;
  kb_painted_load (document, folder);
  g_hash_table_foreach (document->pictures_used, add_name, document->pictures_saved);
  g_hash_table_foreach (document->pictures_used, add_name, document->pictures_written);
  if (journal >= 0)
    kb_journal_read_pictures (document);
  if (g_hash_table_size (document->renumbered) + g_hash_table_size (document->missing_classes) == 0)
    kb_history_mark_saved (document);
  return g_steal_pointer (&document);
}

KbDocument *
kb_document_open (const char *path, GError **error)
{
  return kb_document_open_in_part (path, NULL, error);
}

KbDocument *
kb_document_open_in_part (const char *path, GPtrArray *faults, GError **error)
{
  g_autofree char *file = kb_project_file (path, error);
  return file ? load (file, -1, faults, error) : NULL;
}

KbDocument *
kb_document_open_to_change (const char *path, guint wait_ms, GError **error)
{
  g_autofree char *file = kb_project_file (path, error);
  g_autofree char *journal = file ? g_strconcat (file, "-journal", NULL) : NULL;
  int lock = file ? kb_journal_lock (journal, wait_ms, error) : -1;
  return lock >= 0 ? load (file, lock, NULL, error) : NULL;
}

/* ---- without loading ---- */

GPtrArray *
kb_list_asset_files (const char *path, char **file, GError **error)
{
  *file = kb_project_file (path, error);
  g_autofree char *place = *file ? g_path_get_dirname (*file) : NULL;
  g_autoptr (KbFolder) folder = place ? kb_folder_open (place, error) : NULL;
  g_autoptr (KbDocument) document = folder ? kb_document_new_empty (place, *file) : NULL;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  for (const KbList *list = kb_project_kind.lists; list->name && document; list++)
    {
      g_autoptr (GPtrArray) names =
        list->item->folder ? kb_document_asset_files (document, folder, list->item, error) : NULL;
      if (list->item->folder && !names)
        return NULL;
      KB_EACH_WHILE (names, const char, name, names)
        {
          g_autofree char *shown = g_build_filename (list->item->folder, name, NULL),
                          *stem = g_strndup (name, strlen (name) - strlen (".json")),
                          *taken = NULL;
          json_auto_t *value = json_string (stem);
          const KbPlace root = { .file = shown };
          if (!kb_node_read_member (document, NULL, kb_kind_field (list->item, "name"), value,
                                    &taken, &root, error))
            return NULL;
          g_ptr_array_add (files, g_steal_pointer (&shown));
        }
    }
  return document ? g_steal_pointer (&files) : NULL;
}

/* ---- one asset ---- */

/* Adds the files of the assets that a node and those below refer to: "sprites/hero.json". */
static void
list_referred (const KbNode *node, GHashTable *files)
{
  const KbField *sprite = kb_kind_field (node->kind, "sprite");
  const char *name = sprite ? G_STRUCT_MEMBER (char *, node, sprite->offset) : NULL;
  if (name)
    g_hash_table_add (files, g_strconcat (kb_sprite_kind.folder, "/", name, ".json", NULL));
  KB_EACH_MEMBER (key, text, kb_node_values (node))
    {
      const KbKind *owner = kb_value_owner (kb_value_declared (node, key));
      const char *words = json_string_value (text), *slash = strchr (words, '/');
      if (owner && slash)
        g_hash_table_add (files, g_strdup_printf ("%s/%.*s.json", owner->folder,
                                                  (int) (slash - words), words));
    }
  for (const KbList *list = node->kind->lists; list->name; list++)
    {
      const GPtrArray *items = kb_node_list (node, list);
      KB_EACH_WHILE (!list->item->folder, const KbNode, item, items)
        list_referred (item, files);
    }
}

/* Loads the assets that the first one refers to, in the order of their names, without their
 * paintings. */
static gboolean
load_referred (KbDocument *document, const KbFolder *folder, const KbNode *asset, GError **error)
{
  g_autoptr (GHashTable) files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  list_referred (asset, files);
  list_referred (KB_NODE (document->project), files);
  guint n;
  g_autofree const char **names = (const char **) g_hash_table_get_keys_as_array (files, &n);
  qsort (names, n, sizeof *names, kb_compare_texts);
  gboolean ok = TRUE;
  for (guint i = 0; i < n && ok; i++)
    {
      const char *name = strchr (names[i], '/') + 1;
      g_autofree char *kind = g_strndup (names[i], (gsize) (name - 1 - names[i])),
                      *own = kb_asset_file_name (asset);
      struct stat info;
      if (!strchr (name, '/') && strcmp (names[i], own) != 0
          && kb_folder_stat (folder, names[i], &info) == 0)
        ok = load_alone (document, folder, kb_kind_list (&kb_project_kind, kind), name, error);
    }
  return ok;
}

KbDocument *
kb_document_open_asset (const char *path, KbNode **asset, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL),
                  *name = g_path_get_basename (absolute), *above = g_path_get_dirname (absolute),
                  *place = g_path_get_dirname (above), *kind = g_path_get_basename (above);
  const KbList *list = kb_kind_list (&kb_project_kind, kind);
  struct stat info;
  *asset = NULL;
  if (!kb_file_stat (NULL, absolute, &info))
    return kb_fail_null (error, kb_error_code_from_errno (errno), "%s: %s", path,
                         g_strerror (errno));
  if (!list || !list->item->folder || !g_str_has_suffix (name, ".json"))
    return kb_fail_null (error, KB_ERROR_INPUT,
                         _("%s: this is not an asset of a project, such as sprites/hero.json"),
                         path);
  g_autofree char *file = find_project_file (place, error);
  g_autoptr (KbFolder) folder = file ? kb_folder_open (place, error) : NULL;
  if (!folder)
    return NULL;
  g_autoptr (KbDocument) document = kb_document_new_empty (place, file);
  if (!load_project (document, folder, error) || !load_alone (document, folder, list, name, error))
    return NULL;
  kb_painted_load (document, folder);
  *asset = g_ptr_array_index (kb_node_list (KB_NODE (document->project), list), 0);
  return load_referred (document, folder, *asset, error) ? g_steal_pointer (&document) : NULL;
}
