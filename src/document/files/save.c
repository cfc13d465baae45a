/* SPDX-License-Identifier: MIT */
/* Saves so that nothing is ever half saved. 1. Writes and syncs every changed file as NAME.new~
 * next to the old one. 2. Notes in the journal the checksums of the files to come. For more than
 * one file, writes a record of them (PROJECT.kickbox-saving), which is ignored unless all its files
 * exist. 3. Keeps old files as NAME.old~, renames the new ones, syncs the folders and empties the
 * journal. 4. Removes the record and the old files. */
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bank/json_text.h"
#include "document/files/private.h"
#include "document/private.h"

#define MAX_NAMED 10   /* missing pictures in a message */

/* ---- save outputs ---- */

/* The files that a save must write or delete, and their contents. */

static void
kb_save_output_free (gpointer data)
{
  KbSaveOutput *output = data;
  g_free (output->name);
  g_free (output->fresh);
  g_free (output->old);
  free (output->text);
  g_free (output);
}

static KbSaveOutput *
add_output (GPtrArray *outputs, const char *name)
{
  KbSaveOutput *output =
    KB_NEW (KbSaveOutput, .name = g_strdup (name), .fresh = g_strconcat (name, ".new~", NULL),
            .old = g_strconcat (name, ".old~", NULL));
  g_ptr_array_add (outputs, output);
  return output;
}

/* --- Text of each file ------------------------------------------------------------------------ */

static gboolean
node_text (const KbNode *node, KbSaveOutput *output)
{
  json_auto_t *value = kb_node_to_file_json (node);
  gboolean ok = value != NULL;
  if (ok && node->kind->folder)
    json_object_del (value, "name");   /* it is the file's name; */
  if (ok && node->kind->folder && kb_node_painted (node, NULL))
    json_object_del (value, "pixels");   /* these always exist */
  ok = ok && json_object_set_new (value, "kickbox", json_string (node->kind->name)) == 0
       && json_object_set_new (value, "format", json_integer (node->kind->format)) == 0;
  output->text = ok ? kb_json_text (value, &output->length) : NULL;
  return output->text != NULL;
}

static gboolean
unchanged (const KbDocument *document, const KbSaveOutput *output)
{
  const char *known = g_hash_table_lookup (document->saved, output->name);
  g_autofree char *sum =
    g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) output->text, output->length);
  return g_strcmp0 (known, sum) == 0;
}

/* Takes the name and records it, so that no file of that name is deleted. */
static void
end_output (KbSave *save, char *name)
{
  if (unchanged (save->document, g_ptr_array_index (save->outputs, save->outputs->len - 1)))
    g_ptr_array_remove_index (save->outputs, save->outputs->len - 1);
  g_hash_table_add (save->kept, name);
}

static gboolean
collect_node (KbSave *save, const KbNode *node, GError **error)
{
  KbDocument *document = save->document;
  g_autofree char *name =
    node->kind->folder ? kb_asset_file_name (node) : g_path_get_basename (document->file);
  KbSaveOutput *output = add_output (save->outputs, name);
  if (!node_text (node, output))
    {
      errno = ENOMEM;
      return kb_folder_fail (error, save->folder, name, _("%s: cannot be written: %s"));
    }
  end_output (save, g_steal_pointer (&name));
  return TRUE;
}

static void
collect_painted (KbNode *node, KbPainted *painted, gpointer data)
{
  KbSave *save = data;
  g_autoptr (GBytes) bytes = NULL;
  gsize length;
  if (save->fault || !kb_painted_has_file (node, painted))
    return;
  g_autofree char *name = kb_painted_file_name (node);
  if (!kb_painted_file (save->document, node, painted, &bytes, &save->fault))
    {
      g_prefix_error (&save->fault, "%s: ", name);
      return;
    }
  if (!bytes)
    {
      g_hash_table_add (save->kept, g_steal_pointer (&name));
      return;
    }
  KbSaveOutput *output = add_output (save->outputs, name);
  const char *data_of = g_bytes_get_data (bytes, &length);
  output->text = malloc (MAX (length, 1));
  if (!output->text)
    {
      errno = ENOMEM;
      kb_folder_fail (&save->fault, save->folder, name, _("%s: cannot be written: %s"));
      return;
    }
  memcpy (output->text, data_of, length);
  output->length = length;
  output->keep_broken = g_hash_table_contains (save->document->broken, name);
  end_output (save, g_steal_pointer (&name));
}

/* Fills `outputs` and `kept`. */
static gboolean
kb_save_collect (KbSave *save, GError **error)
{
  KbDocument *document = save->document;
  const KbNode *root = KB_NODE (document->project);
  for (const KbList *list = root->kind->lists; list->name; list++)
    if (list->item->folder)
      KB_EACH (KbNode, asset, kb_node_list (root, list))
        if (!collect_node (save, asset, error))
          return FALSE;
  kb_document_visit_painted (document, collect_painted, save);
  if (save->fault)
    {
      g_propagate_error (error, g_steal_pointer (&save->fault));
      return FALSE;
    }
  if (!collect_node (save, root, error))
    return FALSE;
  GHashTableIter iter;
  gpointer name;
  g_hash_table_iter_init (&iter, document->saved);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (!g_hash_table_contains (save->kept, name)
        && !g_hash_table_contains (document->broken, name))
      add_output (save->outputs, name);
  return TRUE;
}

/* ---- save ---- */

/* --- Files ------------------------------------------------------------------------------------ */

static gboolean
check_file (const KbDocument *document, const KbFolder *folder, const char *name, GError **error)
{
  g_autofree char *found = folder ? kb_document_checksum (document, folder, name) : NULL;
  const char *known = g_hash_table_lookup (document->saved, name);
  if (g_strcmp0 (found, known) == 0)
    return TRUE;
  g_autofree char *path = g_build_filename (document->folder, name, NULL);
  return kb_fail (
    error, KB_ERROR_INPUT,
    known ? _("%s: was changed by another program since the project was opened")
          : _("%s: is in the way: it was not of the project when that was opened"),
    path);
}

gboolean
kb_file_stamp (const KbFolder *folder, const char *name, KbFileStamp *stamp)
{
  struct stat info;
  if (!folder || kb_folder_stat (folder, name, &info) != 0)
    return FALSE;
  *stamp = (KbFileStamp) { { info.st_mtim.tv_sec, info.st_mtim.tv_nsec, info.st_ctim.tv_sec,
                             info.st_ctim.tv_nsec },
                           (gint64) info.st_ino,
                           info.st_size };
  return TRUE;
}

typedef struct {
  const KbDocument *document;
  const KbFolder *folder;
  const char *_Atomic changed;   /* the name of one */
} DiskCheck;

/* In any thread. */
static void
note_change (gpointer item, gpointer data)
{
  DiskCheck *check = data;
  const char *name = *(const char **) item;
  const KbFileStamp *stamp = g_hash_table_lookup (check->document->stamps, name);
  KbFileStamp now = { { 0 } };
  if (stamp && kb_file_stamp (check->folder, name, &now) && memcmp (&now, stamp, sizeof now) == 0)
    return;
  if (!check->changed && !check_file (check->document, check->folder, name, NULL))
    check->changed = name;
}

gboolean
kb_document_check_disk (const KbDocument *document, GError **error)
{
  guint n;
  g_autoptr (KbFolder) folder = kb_folder_open (document->folder, NULL);
  g_autofree gpointer *names = g_hash_table_get_keys_as_array (document->saved, &n);
  DiskCheck check = { document, folder };
  kb_work_on_all (note_change, names, sizeof *names, n, &check);
  return !check.changed || check_file (document, folder, check.changed, error);
}

gboolean
kb_document_has_new_files (const KbDocument *document)
{
  g_autoptr (KbFolder) folder = kb_folder_open (document->folder, NULL);
  for (const KbList *list = kb_project_kind.lists; folder && list->name; list++)
    {
      const KbKind *kind = list->item;
      g_autoptr (GPtrArray) names =
        kind->folder ? kb_document_asset_files (document, folder, kind, NULL) : NULL;
      KB_EACH_WHILE (names, const char, name, names)
        {
          g_autofree char *path = g_build_filename (kind->folder, name, NULL);
          if (!g_hash_table_contains (document->saved, path))
            return TRUE;
        }
    }
  return FALSE;
}

/* The files that this save would replace or delete. */
static gboolean
check_outputs (const KbSave *save, GError **error)
{
  KB_EACH (KbSaveOutput, output, save->outputs)
    if (!check_file (save->document, save->folder, output->name, error))
      return FALSE;
  return TRUE;
}

static void
add_painted_name (KbNode *node, KbPainted *painted, gpointer names)
{
  if (kb_painted_has_file (node, painted))
    g_ptr_array_add (names, kb_painted_file_name (node));
}

void
kb_document_accept_disk (KbDocument *document)
{
  const KbNode *root = KB_NODE (document->project);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (names, g_path_get_basename (document->file));
  for (const KbList *list = root->kind->lists; list->name; list++)
    if (list->item->folder)
      KB_EACH (KbNode, asset, kb_node_list (root, list))
        g_ptr_array_add (names, kb_asset_file_name (asset));
  kb_document_visit_painted (document, add_painted_name, names);
  GHashTableIter iter;
  gpointer known;
  g_hash_table_iter_init (&iter, document->saved);
  while (g_hash_table_iter_next (&iter, &known, NULL))
    g_ptr_array_add (names, g_strdup (known));
  g_autoptr (KbFolder) folder = kb_folder_open (document->folder, NULL);
  KB_EACH (const char, name, names)
    {
      char *sum = folder ? kb_document_checksum (document, folder, name) : NULL;
      if (g_strcmp0 (sum, g_hash_table_lookup (document->saved, name)) != 0)
        g_hash_table_remove (document->painted, name);   /* the next save writes it again */
      if (sum)
        g_hash_table_insert (document->saved, g_strdup (name), sum);
      else
        g_hash_table_remove (document->saved, name);
    }
}

static gboolean
write_fresh (KbSave *save, gboolean sync, GError **error)
{
  KB_EACH (KbSaveOutput, output, save->outputs)
    if (output->text
        && !kb_folder_write (save->folder, output->name, output->text, output->length, sync,
                             error))
      return FALSE;
  return TRUE;
}

/* The checksums of the files after the save: needed in advance, for the journal's first line. */
static GHashTable *
sums_after (const KbSave *save)
{
  GHashTable *sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer name, sum;
  g_hash_table_iter_init (&iter, save->document->saved);
  while (g_hash_table_iter_next (&iter, &name, &sum))
    g_hash_table_insert (sums, g_strdup (name), g_strdup (sum));
  KB_EACH (KbSaveOutput, output, save->outputs)
    if (output->text)
      g_hash_table_insert (
        sums, g_strdup (output->name),
        g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) output->text, output->length));
    else
      g_hash_table_remove (sums, output->name);
  return sums;
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (a, b);
}

/* A hash of files, given as in KbDocument.saved. */
static char *
base_of_files (GHashTable *saved)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (saved), compare_names);
  for (GList *l = names; l; l = l->next)
    {
      const char *sum = g_hash_table_lookup (saved, l->data);
      g_checksum_update (checksum, l->data, (gssize) strlen (l->data) + 1);
      g_checksum_update (checksum, (const guchar *) sum, -1);
    }
  return g_strndup (g_checksum_get_string (checksum), 16);
}

/* `after`: checksums of the files after the save. */
static gboolean
write_record (KbSave *save, GHashTable *after, GError **error)
{
  json_t *replace = json_array (), *remove = json_array (), *sums = json_object ();
  KB_EACH (KbSaveOutput, output, save->outputs)
    {
      json_array_append_new (output->text ? replace : remove, json_string (output->name));
      if (output->text)
        json_object_set_new (sums, output->name,
                             json_string (g_hash_table_lookup (after, output->name)));
    }
  json_auto_t *value = json_pack ("{so so so}", "replace", replace, "remove", remove, "sums", sums);
  size_t length;
  g_autofree char *text = value ? kb_json_text (value, &length) : NULL;
  gboolean complete = text
                      && json_array_size (replace) + json_array_size (remove) == save->outputs->len
                      && json_object_size (sums) == json_array_size (replace);
  g_autofree char *fresh = g_strconcat (save->record, ".new~", NULL);
  gboolean ok = FALSE;
  if (!complete)
    {
      errno = ENOMEM;
      kb_folder_fail (error, save->folder, save->record, _("%s: cannot be written: %s"));
    }
  else if (kb_folder_write (save->folder, save->record, text, length, TRUE, error))
    {
      save->recorded = kb_folder_rename (save->folder, fresh, save->record) == 0;
      ok = (save->recorded && kb_folder_sync (save->folder, save->record) == 0)
           || kb_folder_fail (error, save->folder, save->record,
                              _("%s: cannot be put in place: %s"));
    }
  if (!ok)
    kb_folder_unlink (save->folder, fresh);
  return ok;
}

/* If it cannot be kept it is lost. It was unreadable anyway. */
static void
keep_broken (const KbSave *save, const KbSaveOutput *output)
{
  g_autofree char *aside = g_strconcat (output->name, ".broken~", NULL);
  kb_folder_unlink (save->folder, aside);
  if (kb_folder_link (save->folder, output->name, aside) != 0 && errno != ENOENT)
    g_warning (_("%s: cannot be kept: %s"), output->name, g_strerror (errno));
}

static gboolean
replace_files (KbSave *save, GError **error)
{
  const KbFolder *folder = save->folder;
  KB_EACH (KbSaveOutput, output, save->outputs)
    {
      kb_folder_unlink (folder, output->old);
      if (output->keep_broken)
        keep_broken (save, output);
      /* A second name keeps the old file, so that it never disappears */
      if (kb_folder_link (folder, output->name, output->old) == 0
          || kb_folder_rename (folder, output->name, output->old) == 0)
        output->kept_old = TRUE;
      else if (errno != ENOENT)
        return kb_folder_fail (error, folder, output->old, _("%s: cannot be written: %s"));
      if (output->text ? kb_folder_rename (folder, output->fresh, output->name) != 0
                       : (kb_folder_unlink (folder, output->name) != 0 && errno != ENOENT))
        return kb_folder_fail (error, folder, output->name,
                               output->text ? _("%s: cannot be replaced: %s")
                                            : _("%s: cannot be deleted: %s"));
      output->replaced = TRUE;
    }
  return TRUE;
}

/* Syncs the folders in which files are replaced; `below`: only those of new files below the
 * project's. */
static gboolean
sync_folders (const KbSave *save, gboolean below, GError **error)
{
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  KB_EACH (const KbSaveOutput, output, save->outputs)
    {
      const char *slash = strchr (output->name, '/');
      if (below && (!slash || !output->text))
        continue;
      /* One that contains a new folder too: sprites/ and zones/ are in the project's, zones/ASSET/
       * is in zones/ */
      for (const char *end = slash; end && (end = strchr (end, '/')); end++)
        {
          g_autofree char *inner = g_strndup (output->name, (gsize) (end + 1 - output->name));
          if (g_hash_table_contains (done, inner))
            continue;
          if (kb_folder_sync (save->folder, inner) != 0 && errno != ENOENT)
            return kb_folder_fail (error, save->folder, inner, _("%s: cannot be synced: %s"));
          g_hash_table_add (done, g_steal_pointer (&inner));
        }
      if (!slash && g_hash_table_add (done, g_strdup (""))
          && kb_folder_sync (save->folder, "") != 0)
        return kb_folder_fail (error, save->folder, "", _("%s: cannot be synced: %s"));
    }
  return TRUE;
}

/* Removes the folders that contain the name, if they are empty. */
static void
remove_empty_folders (const KbSave *save, const char *name)
{
  g_autofree char *path = g_strdup (name);
  for (char *end; (end = strrchr (path, '/'));)
    {
      *end = '\0';
      if (kb_folder_rmdir (save->folder, path) != 0 && errno != ENOENT)
        return;
    }
}

static void
kb_journal_unmark (KbDocument *document)
{
  off_t mark = document->journal.mark;
  if (mark > 0 && document->journal.end > mark && ftruncate (document->journal.fd, mark) == 0)
    document->journal.end = mark;
}

static void
put_back (KbSave *save)
{
  if (!save->folder)
    return;
  /* New files get their fresh names again: until the record is removed, a crash may still finish
   * the save */
  KB_EACH (const KbSaveOutput, output, save->outputs)
    if (output->replaced && output->text
        && (!output->kept_old || kb_folder_link (save->folder, output->name, output->fresh) != 0))
      kb_folder_rename (save->folder, output->name, output->fresh);
  if (save->recorded)
    sync_folders (save, FALSE, NULL);
  KB_EACH_BACK (KbSaveOutput, output, save->outputs)
    {
      if (output->kept_old && kb_folder_rename (save->folder, output->old, output->name) != 0)
        g_warning (_("%s: cannot be put back: %s"), output->name, g_strerror (errno));
      /* Two names of one file: rename does nothing then */
      kb_folder_unlink (save->folder, output->old);
    }
  gboolean synced = sync_folders (save, FALSE, NULL);
  if (kb_folder_unlink (save->folder, save->record) == 0 && save->recorded)
    synced = kb_folder_sync (save->folder, save->record) == 0 && synced;
  if (synced)
    kb_journal_unmark (save->document);
  KB_EACH_BACK (KbSaveOutput, output, save->outputs)
    {
      kb_folder_unlink (save->folder, output->fresh);
      remove_empty_folders (save, output->name);
    }
  KB_EACH_BACK (const char, made, save->made)
    g_rmdir (made);
}

char *
kb_document_base (const KbDocument *document)
{
  return base_of_files (document->saved);
}

static void
finish (KbSave *save)
{
  KB_EACH (const KbSaveOutput, output, save->outputs)
    {
      kb_folder_unlink (save->folder, output->old);
      const char *within = strchr (output->name, '/');
      if (!output->text && within && strchr (within + 1, '/'))   /* PAINTINGS/ASSET/ID.png */
        {
          g_autofree char *folder = g_path_get_dirname (output->name);
          kb_folder_rmdir (save->folder, folder);   /* only when it is empty */
        }
    }
}

static void
note_saved (KbDocument *document, const KbNode *node)
{
  const KbField *picture = kb_kind_field_of_type (node->kind, KB_TYPE_PICTURE);
  const KbPictureRef *ref = picture ? G_STRUCT_MEMBER_P (node, picture->offset) : NULL;
  if (ref && ref->file)
    g_hash_table_add (document->pictures_saved, g_strdup (ref->file));
  for (const KbList *list = node->kind->lists; list->name; list++)
    {
      const GPtrArray *items = kb_node_list (node, list);
      KB_EACH (KbNode, item, items)
        note_saved (document, item);
    }
}

/* The tree equals the content of the files. */
static void
kb_document_note_saved_pictures (KbDocument *document)
{
  g_hash_table_remove_all (document->pictures_saved);
  note_saved (document, KB_NODE (document->project));
}

static gboolean
is_put (const KbFolder *folder, const char *name)
{
  struct stat info;
  g_autofree char *inner = g_strconcat ("pictures/", name, NULL);
  return folder && kb_folder_stat (folder, inner, &info) == 0;
}

/* Puts the pictures of `from` into the project's folder: in a save under another name all of them,
 * and their names into `written`; else those that are gone there and still in memory. */
static gboolean
put_pictures (const KbSave *save, const char *from, GPtrArray *written, GError **error)
{
  KbDocument *document = save->document;
  GHashTableIter iter;
  gpointer name;
  g_hash_table_iter_init (&iter, document->pictures_used);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      if (!written && is_put (save->folder, name))
        continue;
      g_autoptr (GBytes) png = kb_document_picture_bytes (document, from, name);
      if (png && !kb_picture_file_put (save->folder, name, png, error))
        return FALSE;
      document->pictures_unsynced = document->pictures_unsynced || png;
      if (png && written)
        g_ptr_array_add (written, g_strconcat ("pictures/", name, NULL));
    }
  return TRUE;
}

char *
kb_document_missing_pictures (const KbDocument *document)
{
  g_autoptr (KbFolder) folder = kb_folder_open (document->folder, NULL);
  GString *names = g_string_new (NULL);
  GHashTableIter iter;
  gpointer name;
  guint n = 0;
  g_hash_table_iter_init (&iter, document->pictures_saved);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (!is_put (folder, name) && n++ < MAX_NAMED)
      g_string_append_printf (names, "%s%s", n > 1 ? "\n" : "", (char *) name);
  g_string_append (names, n > MAX_NAMED ? "\n…" : "");
  return g_string_free (names, n == 0);
}

/* `from`, `written`: for put_pictures. */
static gboolean
save_here (KbDocument *document, const char *from, GPtrArray *written, GError **error)
{
  KbSave save = { .document = document, .made = g_ptr_array_new_with_free_func (g_free),
                  .outputs = g_ptr_array_new_with_free_func (kb_save_output_free),
                  .kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  g_autofree char *kept = NULL, *name = g_path_get_basename (document->file);
  g_autoptr (GHashTable) after = NULL, before = g_hash_table_ref (document->saved);
  save.record = g_strconcat (name, "-saving", NULL);
  save.folder = kb_folder_make (document->folder, save.made, error);
  gboolean ok = save.folder && kb_journal_before_save (document, error)
                && kb_save_follow (document, error) && kb_save_collect (&save, error)
                && check_outputs (&save, error) && put_pictures (&save, from, written, error);
  /* Many new pictures, or a new project's folder and those above it: one call syncs them all */
  gboolean sync_all = document->pictures_unsynced || g_hash_table_size (before) == 0;
  ok = ok && write_fresh (&save, !sync_all, error);
  if (ok)
    after = sums_after (&save);
  /* The pictures may be on a disk of their own */
  if (ok && sync_all)
    ok = (kb_folder_sync_all (save.folder, "") == 0
          && (kb_folder_sync_all (save.folder, "pictures/") == 0 || errno == ENOENT))
         || kb_folder_fail (error, save.folder, "", _("%s: cannot be synced: %s"));
  else if (ok && save.outputs->len > 1)
    ok = sync_folders (&save, TRUE, error);
  g_autofree char *base = ok ? base_of_files (after) : NULL;
  /* One file needs no record: its rename is atomic */
  if (ok)
    ok = kb_journal_mark (document, base, error)
         && (save.outputs->len < 2 || write_record (&save, after, error))
         && replace_files (&save, error) && sync_folders (&save, FALSE, error);
  if (ok)
    {
      g_hash_table_unref (document->saved);
      document->saved = g_steal_pointer (&after);
      ok = kb_journal_empty (document, &kept, error);
    }
  /* From here on the next opening no longer finishes this save: it is complete */
  if (ok && kb_folder_unlink (save.folder, save.record) != 0 && errno != ENOENT)
    {
      ok = kb_folder_fail (error, save.folder, save.record, _("%s: cannot be deleted: %s"));
      kb_journal_restore (document, kept);
    }
  if (ok)
    {
      document->pictures_unsynced = FALSE;
      finish (&save);
      kb_history_mark_saved (document);
      g_hash_table_remove_all (document->renumbered);
      g_hash_table_remove_all (document->missing_classes);
      kb_painted_settle (document);
      kb_document_note_saved_pictures (document);
    }
  else
    {
      g_hash_table_unref (document->saved);
      document->saved = g_hash_table_ref (before);
      put_back (&save);
    }
  g_clear_pointer (&save.folder, kb_folder_free);
  g_ptr_array_unref (save.made);
  g_ptr_array_unref (save.outputs);
  g_hash_table_unref (save.kept);
  g_free (save.record);
  return ok;
}

static gboolean
end_save (KbDocument *document, gboolean ok)
{
  kb_journal_after_save (document, ok);
  if (ok)
    kb_document_emit (document, &(KbEvent) { .type = KB_EVENT_STEP });
  return ok;
}

gboolean
kb_document_save (KbDocument *document, GError **error)
{
  return end_save (document, save_here (document, document->folder, NULL, error));
}

/* --- Under another name ----------------------------------------------------------------------- */

/* Removes what Save As made in the folder, if the save failed. */
static void
remove_copies (const KbFolder *folder, const GPtrArray *written, const GPtrArray *made)
{
  KB_EACH (const char, name, written)
    kb_folder_unlink (folder, name);
  kb_folder_rmdir (folder, "pictures");
  KB_EACH_BACK (const char, folder_made, made)
    g_rmdir (folder_made);
}

gboolean
kb_document_save_as (KbDocument *document, const char *folder, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (folder, NULL);
  if (strcmp (absolute, document->folder) == 0)
    return kb_document_save (document, error);
  g_autofree char *stem = g_path_get_basename (absolute);
  g_autofree char *base = g_strconcat (stem, ".kickbox", NULL);
  g_autoptr (GPtrArray) made = g_ptr_array_new_with_free_func (g_free),
                        written = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (KbFolder) target = kb_folder_make (absolute, made, error);
  struct stat info;
  if (!target)
    return FALSE;
  if (kb_folder_stat (target, base, &info) == 0)
    return kb_fail (error, KB_ERROR_INPUT, _("%s/%s: there is a project here already"), absolute,
                    base);

  KbDocument old = *document;
  document->folder = g_strdup (absolute);
  document->file = g_build_filename (absolute, base, NULL);
  document->saved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  document->painted =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, kb_saved_painting_free);
  document->half_saved = NULL;
  document->pictures_written = kb_name_set_new ();
  document->pictures_saved = kb_name_set_new ();
  document->journal = (KbJournalFile) { .fd = -1 };
  gboolean ok = save_here (document, old.folder, written, error);
  KB_EACH (const char, name, written)
    g_hash_table_add (document->pictures_written, g_path_get_basename (name));
  /* `old` is now the one that remains */
  if (!ok)
    {
      KbDocument failed = *document;
      document->folder = old.folder;
      document->file = old.file;
      document->saved = old.saved;
      document->painted = old.painted;
      document->half_saved = old.half_saved;
      document->pictures_written = old.pictures_written;
      document->pictures_saved = old.pictures_saved;
      document->journal = old.journal;
      old = failed;
      remove_copies (target, written, made);
    }
  else
    kb_pictures_sweep (&old);
  g_autofree char *path = kb_journal_path (&old);
  if (old.journal.fd >= 0 && ok)
    kb_journal_remove (old.journal.fd, path);
  else if (old.journal.fd >= 0)
    kb_journal_unlock (old.journal.fd, path);
  g_free (old.folder);
  g_free (old.file);
  g_hash_table_unref (old.saved);
  g_hash_table_unref (old.painted);
  g_hash_table_unref (old.pictures_written);
  g_hash_table_unref (old.pictures_saved);
  g_clear_pointer (&old.half_saved, g_hash_table_unref);
  return end_save (document, ok);
}
