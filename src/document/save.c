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
#include "document/private.h"

typedef struct {
  char *name;          /* relative to the folder */
  char *path, *fresh, *old;
  char *text;          /* NULL: the file is to go; malloc'ed */
  size_t length;
  gboolean kept_old, replaced;
} Output;

typedef struct {
  KbDocument *document;
  char *record;
  GPtrArray *outputs;  /* Output, changed ones only */
} Save;

static void
output_free (gpointer data)
{
  Output *output = data;
  g_free (output->name);
  g_free (output->path);
  g_free (output->fresh);
  g_free (output->old);
  free (output->text);
  g_free (output);
}

static Output *
add_output (GPtrArray *outputs, const char *folder, const char *name)
{
  Output *output = g_new0 (Output, 1);
  output->name = g_strdup (name);
  output->path = g_build_filename (folder, name, NULL);
  output->fresh = g_strconcat (output->path, ".new~", NULL);
  output->old = g_strconcat (output->path, ".old~", NULL);
  g_ptr_array_add (outputs, output);
  return output;
}

gboolean
kb_save_failed (GError **error, const char *path, const char *what)
{
  int number = errno ? errno : EIO;
  g_set_error (error, KB_ERROR, KB_ERROR_MACHINE, _("%s: cannot be %s: %s"), path, what, g_strerror (number));
  return FALSE;
}

/* --- Text of each file ------------------------------------------------------------------------ */

char *
kb_sprite_file_name (const KbSprite *sprite)
{
  return g_strconcat ("sprites" G_DIR_SEPARATOR_S, sprite->name, ".json", NULL);
}

static gboolean
node_text (const KbNode *node, const char *kind, int format, const char *skip_list, const char *skip_field, Output *output)
{
  json_t *value = kb_node_to_json (node, skip_list);
  gboolean ok = value != NULL;
  if (ok && skip_field)
    json_object_del (value, skip_field);
  ok = ok && json_object_set_new (value, "kickbox", json_string (kind)) == 0
       && json_object_set_new (value, "format", json_integer (format)) == 0;
  output->text = ok ? kb_json_text (value, &output->length) : NULL;
  json_decref (value);
  return output->text != NULL;
}

static gboolean
unchanged (const KbDocument *document, const Output *output)
{
  const char *known = g_hash_table_lookup (document->saved, output->name);
  g_autofree char *sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) output->text, output->length);
  return g_strcmp0 (known, sum) == 0;
}

static gboolean
collect (Save *save, GError **error)
{
  KbDocument *document = save->document;
  const KbProject *project = document->project;
  g_autoptr (GHashTable) kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i <= project->sprites->len; i++)
    {
      gboolean last = i == project->sprites->len;
      const KbSprite *sprite = last ? NULL : kb_sprite_at (project, i);
      g_autofree char *name = last ? g_path_get_basename (document->file) : kb_sprite_file_name (sprite);
      Output *output = add_output (save->outputs, document->folder, name);
      if (last ? !node_text (KB_NODE (project), "project", KB_PROJECT_FORMAT, "sprites", NULL, output)
               : !node_text (KB_NODE (sprite), "sprite", KB_SPRITE_FORMAT, NULL, "name", output))
        {
          errno = ENOMEM;
          return kb_save_failed (error, output->path, _("written"));
        }
      g_hash_table_add (kept, g_steal_pointer (&name));
      if (unchanged (document, output))
        g_ptr_array_remove_index (save->outputs, save->outputs->len - 1);
    }
  GHashTableIter iter;
  gpointer name;
  g_hash_table_iter_init (&iter, document->saved);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (!g_hash_table_contains (kept, name))
      add_output (save->outputs, document->folder, name);
  return TRUE;
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
  if (g_strcmp0 (found, g_hash_table_lookup (document->saved, name)) == 0)
    return TRUE;
  g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("%s: was changed by another program since the project was opened"), path);
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
check_outputs (const Save *save, GError **error)
{
  for (guint i = 0; i < save->outputs->len; i++)
    if (!check_file (save->document, ((Output *) g_ptr_array_index (save->outputs, i))->name, error))
      return FALSE;
  return TRUE;
}

void
kb_document_accept_disk (KbDocument *document)
{
  const KbProject *project = document->project;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (names, g_path_get_basename (document->file));
  for (guint i = 0; i < project->sprites->len; i++)
    g_ptr_array_add (names, kb_sprite_file_name (kb_sprite_at (project, i)));
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
write_fresh (Save *save, GError **error)
{
  for (guint i = 0; i < save->outputs->len; i++)
    {
      Output *output = g_ptr_array_index (save->outputs, i);
      g_autofree char *folder = g_path_get_dirname (output->path);
      if (output->text && !(make_folder (folder, error) && write_file (output->fresh, output->text, output->length, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_record (Save *save, GError **error)
{
  json_t *replace = json_array (), *remove = json_array ();
  for (guint i = 0; i < save->outputs->len; i++)
    {
      Output *output = g_ptr_array_index (save->outputs, i);
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

static gboolean
replace_files (Save *save, GError **error)
{
  for (guint i = 0; i < save->outputs->len; i++)
    {
      Output *output = g_ptr_array_index (save->outputs, i);
      unlink (output->old);
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
put_back (Save *save)
{
  for (guint i = save->outputs->len; i-- > 0;)
    {
      Output *output = g_ptr_array_index (save->outputs, i);
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
sums_after (const Save *save)
{
  GHashTable *sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer name, sum;
  g_hash_table_iter_init (&iter, save->document->saved);
  while (g_hash_table_iter_next (&iter, &name, &sum))
    g_hash_table_insert (sums, g_strdup (name), g_strdup (sum));
  for (guint i = 0; i < save->outputs->len; i++)
    {
      Output *output = g_ptr_array_index (save->outputs, i);
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
finish (Save *save)
{
  for (guint i = 0; i < save->outputs->len; i++)
    unlink (((Output *) g_ptr_array_index (save->outputs, i))->old);
}

static gboolean
save_here (KbDocument *document, GError **error)
{
  Save save = { .document = document, .record = g_strconcat (document->file, "-saving", NULL),
                .outputs = g_ptr_array_new_with_free_func (output_free) };
  g_autofree char *sprites = g_build_filename (document->folder, "sprites", NULL);
  g_autofree char *kept = NULL;
  gboolean ok = collect (&save, error) && check_outputs (&save, error) && make_folder (document->folder, error)
                && kb_journal_before_save (document, error) && kb_document_sync_pictures (document, error) && write_fresh (&save, error);
  if (ok && save.outputs->len > 0)
    ok = write_record (&save, error) && replace_files (&save, error) && sync_folder (document->folder, error)
         && (access (sprites, F_OK) != 0 || sync_folder (sprites, error));
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
      kb_document_forget_pictures (document);
    }
  else
    {
      g_hash_table_unref (document->saved);
      document->saved = g_hash_table_ref (before);
      put_back (&save);
    }
  g_ptr_array_unref (save.outputs);
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
  GHashTable *old_saved = document->saved;
  KbJournalFile old_journal = document->journal;
  document->folder = g_steal_pointer (&absolute);
  document->file = g_steal_pointer (&file);
  document->saved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
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
      document->folder = g_steal_pointer (&old_folder);
      document->file = g_steal_pointer (&old_file);
      document->saved = g_steal_pointer (&old_saved);
      document->journal = old_journal;
    }
  g_free (old_folder);
  g_free (old_file);
  g_clear_pointer (&old_saved, g_hash_table_unref);
  return end_save (document, ok);
}
