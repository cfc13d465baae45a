/* SPDX-License-Identifier: MIT */
/* Saving so that nothing is ever half saved.
 *
 * 1. Every changed file is written whole beside the old one (NAME.new~) and synced.
 * 2. A record of what is about to be replaced (PROJECT.kickbox-saving) is put in place.
 * 3. Old files are kept as NAME.old~ and the new ones renamed over them; the journal is emptied.
 * 4. The record and the old files go.
 * A failure before 4 puts everything back; a crash after 2 is finished by the next opening. */
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "document/json_text.h"
#include "document/save_private.h"

gboolean
kb_save_failed (GError **error, const char *path, const char *what)
{
  int number = errno ? errno : EIO;
  g_set_error (error, KB_ERROR, KB_ERROR_MACHINE, _("%s: cannot be %s: %s"), path, what, g_strerror (number));
  return FALSE;
}

/* --- Files ------------------------------------------------------------------------------------ */

static gboolean
make_folder (const char *path, GError **error)
{
  if (mkdir (path, 0777) == 0 || errno == EEXIST)
    return TRUE;
  if (errno == ENOENT)
    {
      g_autofree char *up = g_path_get_dirname (path);
      if (strcmp (up, path) != 0 && make_folder (up, error) && (mkdir (path, 0777) == 0 || errno == EEXIST))
        return TRUE;
      if (error && *error)
        return FALSE;
    }
  return kb_save_failed (error, path, _("made"));
}

static gboolean
write_file (const char *path, const char *text, size_t length, GError **error)
{
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0)
    return kb_save_failed (error, path, _("opened"));
  const char *what = NULL;
  for (size_t done = 0; !what && done < length;)
    {
      ssize_t count = write (fd, text + done, length - done);
      if (count > 0)
        done += (size_t) count;
      else if (count == 0 || errno != EINTR)
        what = _("written");
    }
  if (!what && fsync (fd) != 0)
    what = _("synced");
  int number = errno;
  if (close (fd) != 0 && !what)
    {
      number = errno;
      what = _("closed");
    }
  errno = number;
  return what ? kb_save_failed (error, path, what) : TRUE;
}

/* The renames themselves must reach the disk. Some file systems cannot sync a folder; that is no failure. */
static gboolean
sync_folder (const char *path, GError **error)
{
  int fd = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0)
    return kb_save_failed (error, path, _("opened"));
  gboolean ok = fsync (fd) == 0 || errno == EINVAL || errno == ENOTSUP;
  int number = errno;
  close (fd);
  errno = number;
  return ok ? TRUE : kb_save_failed (error, path, _("synced"));
}

/* SHA-256 of a file, NULL when there is none. */
static char *
file_sum (const char *path)
{
  g_autofree char *text = NULL;
  gsize length;
  if (!g_file_get_contents (path, &text, &length, NULL))
    return NULL;
  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) text, length);
}

static gboolean
check_file (const KbDocument *document, const char *name, GError **error)
{
  g_autofree char *path = g_build_filename (document->folder, name, NULL);
  g_autofree char *found = file_sum (path);
  const char *known = g_hash_table_lookup (document->saved, name);
  if (g_strcmp0 (found, known) == 0)
    return TRUE;
  g_set_error (error, KB_ERROR, KB_ERROR_INPUT, known ? _("%s: was changed by another program since the project was opened")
                                                      : _("%s: is in the way: it was not of the project when that was opened"), path);
  return FALSE;
}

gboolean
kb_document_check_disk (const KbDocument *document, GError **error)
{
  GHashTableIter iter;
  gpointer name;
  g_hash_table_iter_init (&iter, document->saved);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (!check_file (document, name, error))
      return FALSE;
  return TRUE;
}

/* The files that this save would replace or delete. */
static gboolean
check_outputs (const KbSave *save, GError **error)
{
  for (guint i = 0; i < save->outputs->len; i++)
    if (!check_file (save->document, ((KbSaveOutput *) g_ptr_array_index (save->outputs, i))->name, error))
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
    for (guint i = 0; list->item->folder && i < kb_node_list (root, list)->len; i++)
      g_ptr_array_add (names, kb_asset_file_name (g_ptr_array_index (kb_node_list (root, list), i)));
  kb_document_visit_painted (document, add_painted_name, names);
  GHashTableIter iter;
  gpointer known;
  g_hash_table_iter_init (&iter, document->saved);
  while (g_hash_table_iter_next (&iter, &known, NULL))
    g_ptr_array_add (names, g_strdup (known));
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *path = g_build_filename (document->folder, name, NULL);
      char *sum = file_sum (path);
      if (sum)
        g_hash_table_insert (document->saved, g_strdup (name), sum);
      else
        g_hash_table_remove (document->saved, name);
    }
}

static gboolean
write_fresh (KbSave *save, GError **error)
{
  for (guint i = 0; i < save->outputs->len; i++)
    {
      KbSaveOutput *output = g_ptr_array_index (save->outputs, i);
      g_autofree char *folder = g_path_get_dirname (output->path);
      if (output->text && !(make_folder (folder, error) && write_file (output->fresh, output->text, output->length, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_record (KbSave *save, GError **error)
{
  json_t *replace = json_array (), *remove = json_array ();
  for (guint i = 0; i < save->outputs->len; i++)
    {
      KbSaveOutput *output = g_ptr_array_index (save->outputs, i);
      json_array_append_new (output->text ? replace : remove, json_string (output->name));
    }
  json_t *value = json_pack ("{so so}", "replace", replace, "remove", remove);
  size_t length;
  char *text = value ? kb_json_text (value, &length) : NULL;
  gboolean complete = text && json_array_size (replace) + json_array_size (remove) == save->outputs->len;
  g_autofree char *fresh = g_strconcat (save->record, ".new~", NULL);
  gboolean ok = FALSE;
  if (!complete)
    {
      errno = ENOMEM;
      kb_save_failed (error, save->record, _("written"));
    }
  else if (write_file (fresh, text, length, error))
    ok = rename (fresh, save->record) == 0 || kb_save_failed (error, save->record, _("put in place"));
  if (!ok)
    unlink (fresh);
  free (text);
  json_decref (value);
  return ok;
}

/* Where it cannot be kept it is lost: it could not be read either. */
static void
keep_broken (const KbSaveOutput *output)
{
  g_autofree char *aside = g_strconcat (output->path, ".broken~", NULL);
  unlink (aside);
  if (link (output->path, aside) != 0 && errno != ENOENT)
    g_warning ("%s: cannot be kept: %s", output->path, g_strerror (errno));
}

static gboolean
replace_files (KbSave *save, GError **error)
{
  for (guint i = 0; i < save->outputs->len; i++)
    {
      KbSaveOutput *output = g_ptr_array_index (save->outputs, i);
      unlink (output->old);
      if (output->keep_broken)
        keep_broken (output);
      /* A second name keeps the old file without a moment in which there is none. */
      if (link (output->path, output->old) == 0 || rename (output->path, output->old) == 0)
        output->kept_old = TRUE;
      else if (errno != ENOENT)
        return kb_save_failed (error, output->path, _("kept"));
      if (output->text ? rename (output->fresh, output->path) != 0 : (unlink (output->path) != 0 && errno != ENOENT))
        return kb_save_failed (error, output->path, output->text ? _("replaced") : _("deleted"));
      output->replaced = TRUE;
    }
  return TRUE;
}

static void
put_back (KbSave *save)
{
  for (guint i = save->outputs->len; i-- > 0;)
    {
      KbSaveOutput *output = g_ptr_array_index (save->outputs, i);
      if (output->kept_old)
        {
          if (rename (output->old, output->path) != 0)
            g_warning ("%s: cannot be put back: %s", output->path, g_strerror (errno));
          /* Two names of one file: rename does nothing then. */
          unlink (output->old);
        }
      else if (output->replaced)
        unlink (output->path);
      unlink (output->fresh);
    }
  unlink (save->record);
}

/* What the files hold once the save is done: known before, for the journal's first line. */
static GHashTable *
sums_after (const KbSave *save)
{
  GHashTable *sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer name, sum;
  g_hash_table_iter_init (&iter, save->document->saved);
  while (g_hash_table_iter_next (&iter, &name, &sum))
    g_hash_table_insert (sums, g_strdup (name), g_strdup (sum));
  for (guint i = 0; i < save->outputs->len; i++)
    {
      KbSaveOutput *output = g_ptr_array_index (save->outputs, i);
      if (output->text)
        g_hash_table_insert (sums, g_strdup (output->name),
                             g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) output->text, output->length));
      else
        g_hash_table_remove (sums, output->name);
    }
  return sums;
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (a, b);
}

char *
kb_document_base (const KbDocument *document)
{
  GChecksum *checksum = g_checksum_new (G_CHECKSUM_SHA256);
  GList *names = g_list_sort (g_hash_table_get_keys (document->saved), compare_names);
  for (GList *l = names; l; l = l->next)
    {
      const char *sum = g_hash_table_lookup (document->saved, l->data);
      g_checksum_update (checksum, l->data, (gssize) strlen (l->data) + 1);
      g_checksum_update (checksum, (const guchar *) sum, -1);
    }
  char *base = g_strndup (g_checksum_get_string (checksum), 16);
  g_list_free (names);
  g_checksum_free (checksum);
  return base;
}

static void
finish (KbSave *save)
{
  for (guint i = 0; i < save->outputs->len; i++)
    {
      const KbSaveOutput *output = g_ptr_array_index (save->outputs, i);
      unlink (output->old);
      const char *within = strchr (output->name, G_DIR_SEPARATOR);
      if (!output->text && within && strchr (within + 1, G_DIR_SEPARATOR))   /* PAINTINGS/ASSET/ID.png */
        {
          g_autofree char *folder = g_path_get_dirname (output->path);
          rmdir (folder);   /* only when it is empty */
        }
    }
}

static gboolean
sync_folders (const KbSave *save, GError **error)
{
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!sync_folder (save->document->folder, error))
    return FALSE;
  for (guint i = 0; i < save->outputs->len; i++)
    {
      g_autofree char *folder = g_path_get_dirname (((const KbSaveOutput *) g_ptr_array_index (save->outputs, i))->path);
      if (g_hash_table_contains (done, folder) || access (folder, F_OK) != 0)
        continue;
      if (!sync_folder (folder, error))
        return FALSE;
      g_hash_table_add (done, g_steal_pointer (&folder));
    }
  return TRUE;
}

static gboolean
save_here (KbDocument *document, GError **error)
{
  KbSave save = { .document = document, .record = g_strconcat (document->file, "-saving", NULL),
                .outputs = g_ptr_array_new_with_free_func (kb_save_output_free),
                .kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  g_autofree char *kept = NULL;
  gboolean ok = kb_save_collect (&save, error) && check_outputs (&save, error) && make_folder (document->folder, error)
                && kb_journal_before_save (document, error) && kb_document_sync_pictures (document, error) && write_fresh (&save, error);
  if (ok && save.outputs->len > 0)
    ok = write_record (&save, error) && replace_files (&save, error) && sync_folders (&save, error);
  g_autoptr (GHashTable) before = g_hash_table_ref (document->saved);
  if (ok)
    {
      g_hash_table_unref (document->saved);
      document->saved = sums_after (&save);
      ok = kb_journal_empty (document, &kept, error);
    }
  /* From here on the next opening would no longer finish this save: it is done. A record that
   * stayed would make it drop the steps that are yet to come. */
  if (ok && unlink (save.record) != 0 && errno != ENOENT)
    {
      ok = kb_save_failed (error, save.record, _("deleted"));
      kb_journal_restore (document, kept);
    }
  if (ok)
    {
      finish (&save);
      kb_history_mark_saved (document);
      g_hash_table_remove_all (document->renumbered);
      g_hash_table_remove_all (document->missing_classes);
      kb_painted_settle (document);
      kb_document_forget_pictures (document);
    }
  else
    {
      g_hash_table_unref (document->saved);
      document->saved = g_hash_table_ref (before);
      put_back (&save);
    }
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
  return end_save (document, save_here (document, error));
}

/* --- Under another name ----------------------------------------------------------------------- */

static gboolean
copy_pictures (const KbDocument *document, const char *folder, GError **error)
{
  GHashTableIter iter;
  gpointer name;
  g_autofree char *to_folder = g_build_filename (folder, "pictures", NULL);
  g_hash_table_iter_init (&iter, document->pictures_used);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      g_autofree char *from = g_build_filename (document->folder, "pictures", name, NULL);
      g_autofree char *to = g_build_filename (to_folder, name, NULL);
      g_autofree char *data = NULL;
      gsize length;
      if (access (to, F_OK) == 0 || !g_file_get_contents (from, &data, &length, NULL))
        continue;
      if (!make_folder (to_folder, error) || !write_file (to, data, length, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
kb_document_save_as (KbDocument *document, const char *folder, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (folder, NULL);
  if (strcmp (absolute, document->folder) == 0)
    return kb_document_save (document, error);
  g_autofree char *stem = g_path_get_basename (absolute);
  g_autofree char *base = g_strconcat (stem, ".kickbox", NULL);
  g_autofree char *file = g_build_filename (absolute, base, NULL);
  if (access (file, F_OK) == 0)
    {
      g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("%s: there is a project here already"), file);
      return FALSE;
    }
  if (!make_folder (absolute, error) || !copy_pictures (document, absolute, error))
    return FALSE;

  char *old_folder = document->folder, *old_file = document->file;
  GHashTable *old_saved = document->saved, *old_painted = document->painted;
  KbJournalFile old_journal = document->journal;
  document->folder = g_steal_pointer (&absolute);
  document->file = g_steal_pointer (&file);
  document->saved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  document->painted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, kb_saved_painting_free);
  document->journal = (KbJournalFile) { .fd = -1 };
  gboolean ok = save_here (document, error);
  if (ok)
    {
      g_autofree char *path = g_strconcat (old_file, "-journal", NULL);
      if (old_journal.fd >= 0)
        {
          unlink (path);
          close (old_journal.fd);
        }
    }
  else
    {
      g_autofree char *path = kb_journal_path (document);
      if (document->journal.fd >= 0)
        kb_journal_unlock (document->journal.fd, path);
      g_free (document->folder);
      g_free (document->file);
      g_hash_table_unref (document->saved);
      g_hash_table_unref (document->painted);
      document->painted = g_steal_pointer (&old_painted);
      document->folder = g_steal_pointer (&old_folder);
      document->file = g_steal_pointer (&old_file);
      document->saved = g_steal_pointer (&old_saved);
      document->journal = old_journal;
    }
  g_free (old_folder);
  g_free (old_file);
  g_clear_pointer (&old_saved, g_hash_table_unref);
  g_clear_pointer (&old_painted, g_hash_table_unref);
  return end_save (document, ok);
}
