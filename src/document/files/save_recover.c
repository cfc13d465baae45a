/* SPDX-License-Identifier: MIT */
/* An interrupted save: a program with the project's lock finishes it from its record. All others
 * read as if it were finished, and change nothing on disk. */
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#include "document/private.h"

#define LONGEST_SAVE (10 * G_USEC_PER_SEC)   /* of another program, to wait for */
#define SAVE_RECOVER_LOOK_AGAIN 10000                     /* us between two polls */

static gboolean
ends_in (const char *name, const char *ending)
{
  return strlen (name) > strlen (ending) && g_str_has_suffix (name, ending);
}

/* Whether a save writes files of that name: NAME.kickbox, FOLDER/ASSET.json, FOLDER/ASSET.png,
 * PAINTINGS/ASSET/ID.png. */
static gboolean
is_name_of_save (const char *project, const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "/", 4);
  guint n = g_strv_length (parts);
  if (strcmp (name, project) == 0)
    return TRUE;
  for (guint i = 0; i < n; i++)
    if (parts[i][0] == '\0' || strcmp (parts[i], ".") == 0 || strcmp (parts[i], "..") == 0)
      return FALSE;
  for (const KbList *list = kb_project_kind.lists; list->name; list++)
    {
      const KbKind *kind = list->item;
      if (kind->folder && n == 2 && strcmp (parts[0], kind->folder) == 0)
        return ends_in (name, ".json")
               || (ends_in (name, ".png") && kb_kind_field_of_type (kind, KB_TYPE_ZONES));
      for (const KbList *inner = kind->lists; kind->folder && n == 3 && inner->name; inner++)
        if (inner->item->paintings && strcmp (parts[0], inner->item->paintings) == 0)
          return g_ascii_isdigit (parts[2][0]) && ends_in (name, ".png");
    }
  return FALSE;
}

typedef struct {
  char *name;           /* of the record, in the folder */
  GHashTable *files;    /* name -> KbHalfSaved */
  /* The files after the save all exist; otherwise there is no save to finish */
  gboolean is_whole;
} Record;

static void
record_clear (Record *record)
{
  g_free (record->name);
  g_clear_pointer (&record->files, g_hash_table_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Record, record_clear)

/* Whether the file has these bytes. */
static gboolean
has_sum (const KbFolder *folder, const char *name, const char *sum)
{
  g_autofree char *text = NULL;
  gsize length;
  if (!kb_folder_read (folder, name, &text, &length, NULL))
    return FALSE;
  g_autofree char *found = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) text, length);
  return strcmp (found, sum) == 0;
}

/* Nothing exists there, or a regular file, and no link leads to it. */
static gboolean
can_be_changed (const KbFolder *folder, const char *name)
{
  struct stat info;
  return kb_folder_stat (folder, name, &info) == 0 ? S_ISREG (info.st_mode) : errno == ENOENT;
}

/* A record is valid only with the files it was written with. A power cut may restore an old one, or
 * one of a save whose files never reached the disk. All names are checked before the first file is
 * changed. */
static void
compare_files (Record *record, const KbFolder *folder, const json_t *sums)
{
  GHashTableIter iter;
  gpointer name, what;
  record->is_whole = TRUE;
  g_hash_table_iter_init (&iter, record->files);
  while (record->is_whole && g_hash_table_iter_next (&iter, &name, &what))
    {
      const char *sum = json_string_value (json_object_get (sums, name));
      g_autofree char *fresh = g_strconcat (name, ".new~", NULL);
      record->is_whole = can_be_changed (folder, name);
      if (!record->is_whole || GPOINTER_TO_UINT (what) == KB_HALF_REMOVED
          || (sum && has_sum (folder, fresh, sum)))
        continue;
      record->is_whole = sum && has_sum (folder, name, sum);
      g_hash_table_iter_replace (&iter, GUINT_TO_POINTER (KB_HALF_DONE));
    }
}

/* FALSE and an error if it cannot be read; without `files` if there is none. */
static gboolean
read_record (const KbDocument *document, const KbFolder *folder, Record *record, GError **error)
{
  static const struct {
    const char *key;
    KbHalfSaved what;
  } lists[] = { { "replace", KB_HALF_REPLACED }, { "remove", KB_HALF_REMOVED } };
  g_autofree char *project = g_path_get_basename (document->file), *text = NULL;
  gsize length;
  struct stat info;
  *record = (Record) { .name = g_strconcat (project, "-saving", NULL) };
  /* No save leaves a link or a pipe there */
  if (kb_folder_stat (folder, record->name, &info) != 0 || !S_ISREG (info.st_mode))
    return TRUE;
  if (!kb_folder_read (folder, record->name, &text, &length, error))
    return FALSE;
  /* An unreadable one never reached the disk completely, and no file was replaced */
  json_auto_t *value = json_loadb (text, length, 0, NULL);
  record->files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint k = 0; k < G_N_ELEMENTS (lists); k++)
    {
      const json_t *names = json_object_get (value, lists[k].key);
      KB_EACH_JSON (item, names)
        {
          /* A stranger's record may name any file: only those that a save writes are valid */
          const char *name = json_string_value (item);
          if (name && is_name_of_save (project, name))
            g_hash_table_insert (record->files, g_strdup (name), GUINT_TO_POINTER (lists[k].what));
        }
    }
  if (value)
    compare_files (record, folder, json_object_get (value, "sums"));
  return TRUE;
}

/* The folders of its files, and the project's own. */
static gboolean
sync_save_recover_folders (const KbFolder *folder, GHashTable *files)
{
  GHashTableIter iter;
  gpointer name;
  gboolean ok = kb_folder_sync (folder, "") == 0;
  g_hash_table_iter_init (&iter, files);
  while (ok && g_hash_table_iter_next (&iter, &name, NULL))
    ok = kb_folder_sync (folder, name) == 0 || errno == ENOENT;
  return ok;
}

gboolean
kb_save_follow (KbDocument *document, GError **error)
{
  g_auto (Record) record = { NULL };
  GHashTableIter iter;
  gpointer name, what;
  g_autoptr (KbFolder) folder = kb_folder_open (document->folder, error);
  gboolean ok = folder && read_record (document, folder, &record, error);
  if (!folder)
    return FALSE;
  if (ok && record.is_whole)
    {
      g_hash_table_iter_init (&iter, record.files);
      while (ok && g_hash_table_iter_next (&iter, &name, &what))
        {
          g_autofree char *fresh = g_strconcat (name, ".new~", NULL),
                          *old = g_strconcat (name, ".old~", NULL);
          struct stat info;
          if (GPOINTER_TO_UINT (what) == KB_HALF_REMOVED)
            ok = kb_folder_unlink (folder, name) == 0 || errno == ENOENT;
          else if (GPOINTER_TO_UINT (what) == KB_HALF_REPLACED
                   && kb_folder_stat (folder, fresh, &info) == 0)
            ok = kb_folder_rename (folder, fresh, name) == 0;
          if (!ok)
            kb_folder_fail (error, folder, name, _("%s: cannot be replaced: %s"));
          else
            kb_folder_unlink (folder, old);
        }
      ok = ok
           && (sync_save_recover_folders (folder, record.files)
               || kb_folder_fail (error, folder, "", _("%s: cannot be synced: %s")));
    }
  if (ok && record.files)
    ok = kb_folder_unlink (folder, record.name) == 0
         || kb_folder_fail (error, folder, record.name, _("%s: cannot be deleted: %s"));
  if (ok)
    g_clear_pointer (&document->half_saved, g_hash_table_unref);
  return ok;
}

gboolean
kb_save_read_past (KbDocument *document, const KbFolder *folder, GError **error)
{
  gint64 end = g_get_monotonic_time () + LONGEST_SAVE;
  g_autofree char *project = g_path_get_basename (document->file),
                  *name = g_strconcat (project, "-saving", NULL);
  g_autofree char *journal = kb_journal_path (document);
  struct stat info;
  /* A program with the lock is in the middle of its save, which ends soon */
  while (kb_folder_stat (folder, name, &info) == 0 && kb_journal_is_kept (journal))
    {
      if (g_get_monotonic_time () >= end)
        return kb_fail (error, KB_ERROR_BUSY, _("%s: the project is open in another program"),
                        journal);
      g_usleep (SAVE_RECOVER_LOOK_AGAIN);
    }
  g_auto (Record) record = { NULL };
  gboolean ok = read_record (document, folder, &record, error);
  if (ok && record.is_whole)
    document->half_saved = g_steal_pointer (&record.files);
  return ok;
}

static KbHalfSaved
half_of (const KbDocument *document, const char *name)
{
  return document->half_saved ? GPOINTER_TO_UINT (g_hash_table_lookup (document->half_saved, name))
                              : 0;
}

gboolean
kb_document_read_file (const KbDocument *document, const KbFolder *folder, const char *name,
                       char **data, gsize *length, GError **error)
{
  g_autofree char *fresh = g_strconcat (name, ".new~", NULL);
  return (half_of (document, name) == KB_HALF_REPLACED
          && kb_folder_read (folder, fresh, data, length, NULL))
         || kb_folder_read (folder, name, data, length, error);
}

char *
kb_document_read_path (const KbDocument *document, const KbFolder *folder, const char *name)
{
  struct stat info;
  g_autofree char *fresh = g_strconcat (name, ".new~", NULL);
  gboolean is_fresh =
    half_of (document, name) == KB_HALF_REPLACED && kb_folder_stat (folder, fresh, &info) == 0;
  return g_build_filename (document->folder, is_fresh ? fresh : name, NULL);
}

char *
kb_document_checksum (const KbDocument *document, const KbFolder *folder, const char *name)
{
  g_autofree char *text = NULL;
  gsize length;
  if (half_of (document, name) == KB_HALF_REMOVED
      || !kb_document_read_file (document, folder, name, &text, &length, NULL))
    return NULL;
  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) text, length);
}
