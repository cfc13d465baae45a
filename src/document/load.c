/* SPDX-License-Identifier: MIT */
/* Opening a project: NAME.kickbox, then every asset: sprites/NAME.json, masks/NAME.json,
 * tracks/NAME.json and their painted pixels, levels/NAME.json. */
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "document/painted_files.h"

/* A text file larger than this is not a project. */
#define MAX_FILE_BYTES ((goffset) 512 * 1024 * 1024)

static gboolean
file_error (GError **error, const char *shown, int number)
{
  g_set_error (error, KB_ERROR, kb_error_code_from_errno (number), "%s: %s", shown, g_strerror (number));
  return FALSE;
}

static gboolean
read_text (const char *path, const char *shown, char **text, gsize *length, GError **error)
{
  GStatBuf info;
  if (g_stat (path, &info) != 0)
    return file_error (error, shown, errno);
  if (!S_ISREG (info.st_mode) || info.st_size > MAX_FILE_BYTES)
    {
      g_set_error (error, KB_ERROR, KB_ERROR_INPUT, "%s: %s", shown,
                   S_ISREG (info.st_mode) ? _("is too large for a project file") : _("is not a file"));
      return FALSE;
    }
  g_autoptr (GError) local = NULL;
  if (g_file_get_contents (path, text, length, &local))
    return TRUE;
  g_set_error (error, KB_ERROR,
               g_error_matches (local, G_FILE_ERROR, G_FILE_ERROR_NOENT) ? KB_ERROR_INPUT : KB_ERROR_MACHINE, "%s: %s",
               shown, local->message);
  return FALSE;
}

json_t *
kb_json_load (const char *path, const char *shown, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  if (!read_text (path, shown, &text, &length, error))
    return NULL;
  json_error_t fault;
  json_t *value = json_loadb (text, length, JSON_REJECT_DUPLICATES, &fault);
  if (!value)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT, "%s: line %d, column %d: %s", shown, fault.line, fault.column, fault.text);
  return value;
}

/* Refuses what a newer Kickbox wrote, by name. */
static gboolean
check_format (const json_t *value, const char *kind, int newest, const char *shown, GError **error)
{
  const json_t *format = json_object_get (value, "format");
  const char *found = json_string_value (json_object_get (value, "kickbox"));
  if (!json_is_object (value) || g_strcmp0 (found, kind) != 0)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT, "%s: kickbox: expected \"%s\": this is not a Kickbox %s", shown, kind, kind);
  else if (!json_is_integer (format) || json_integer_value (format) < 1)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT, "%s: format: expected the number of the format", shown);
  else if (json_integer_value (format) > newest)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT,
                 "%s: format: %s format %" JSON_INTEGER_FORMAT " is newer than this program, which reads up to %d", shown,
                 kind, json_integer_value (format), newest);
  else
    return TRUE;
  return FALSE;
}

char *
kb_file_checksum (const char *path)
{
  g_autofree char *text = NULL;
  gsize length;
  if (!g_file_get_contents (path, &text, &length, NULL))
    return NULL;
  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) text, length);
}

/* Notes what a file holds that was read, or is not there: a save replaces nothing else. */
static void
remember (KbDocument *document, const char *name, const char *path)
{
  g_autofree char *sum = kb_file_checksum (path);
  if (sum)
    g_hash_table_insert (document->saved, g_strdup (name), g_steal_pointer (&sum));
}

static gboolean
load_project (KbDocument *document, GError **error)
{
  g_autofree char *shown = g_path_get_basename (document->file);
  json_t *value = kb_json_load (document->file, document->file, error);
  if (!value)
    return FALSE;
  KbNode *root = KB_NODE (document->project);
  KbPlace place = { .file = document->file };
  gboolean ok = check_format (value, "project", KB_PROJECT_FORMAT, document->file, error);
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
          remember (document, shown, document->file);
        }
    }
  json_decref (value);
  return ok;
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The .json files of a folder of assets, in byte order; without the folder, none. */
static gboolean
list_assets (const KbDocument *document, const KbKind *kind, GPtrArray *names, GError **error)
{
  g_autofree char *folder = g_build_filename (document->folder, kind->folder, NULL);
  g_autoptr (GError) local = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &local);
  if (!dir)
    {
      if (g_error_matches (local, G_FILE_ERROR, G_FILE_ERROR_NOENT))
        return TRUE;
      g_set_error (error, KB_ERROR, KB_ERROR_MACHINE, "%s: %s", folder, local->message);
      return FALSE;
    }
  for (const char *name; (name = g_dir_read_name (dir));)
    if (name[0] != '.' && g_str_has_suffix (name, ".json"))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return TRUE;
}

static gboolean
load_asset (KbDocument *document, const KbList *list, const char *name, GError **error)
{
  const KbKind *kind = list->item;
  g_autofree char *shown = g_build_filename (kind->folder, name, NULL);
  g_autofree char *path = g_build_filename (document->folder, shown, NULL);
  g_autofree char *stem = g_strndup (name, strlen (name) - strlen (".json"));
  if (!g_utf8_validate (stem, -1, NULL))
    {
      g_set_error (error, KB_ERROR, KB_ERROR_INPUT, "%s: the file's name is not UTF-8", path);
      return FALSE;
    }
  json_t *value = kb_json_load (path, path, error);
  KbNode *asset = NULL, *project = KB_NODE (document->project);
  KbPlace place = { .file = path };
  if (value && check_format (value, kind->name, kind->format, path, error))
    {
      json_object_del (value, "kickbox");
      json_object_del (value, "format");
      /* The file's name is the asset's name. */
      json_object_set_new (value, "name", json_string (stem));
      asset = kb_node_from_json (document, kind, project, value, &place, error);
    }
  json_decref (value);
  if (!asset)
    return FALSE;
  if (!kb_node_check_unique (asset, kb_kind_field (kind, "name"), kb_node_list (project, list), &place, error))
    {
      kb_node_free (asset);
      return FALSE;
    }
  g_ptr_array_add (kb_node_list (project, list), asset);
  kb_document_register (document, asset);
  remember (document, shown, path);
  return TRUE;
}

/* `faults` gets what is wrong with some; NULL: the first one is the error. */
static gboolean
load_assets (KbDocument *document, const KbList *list, GPtrArray *faults, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  gboolean ok = list_assets (document, list->item, names, error);
  for (guint i = 0; ok && i < names->len; i++)
    {
      GError *fault = NULL;
      if (load_asset (document, list, g_ptr_array_index (names, i), &fault))
        continue;
      ok = faults != NULL;
      document->lacks_levels |= list->item == &kb_level_kind;
      if (faults)
        g_ptr_array_add (faults, fault);
      else
        g_propagate_error (error, fault);
    }
  return ok;
}

/* The one .kickbox file of a folder. */
static char *
find_project_file (const char *folder, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &local);
  g_autofree char *found = NULL;
  if (!dir)
    {
      g_set_error (error, KB_ERROR, KB_ERROR_MACHINE, "%s: %s", folder, local->message);
      return NULL;
    }
  for (const char *name; (name = g_dir_read_name (dir));)
    {
      if (name[0] == '.' || !g_str_has_suffix (name, ".kickbox"))
        continue;
      if (found)
        {
          g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("%s: has more than one .kickbox file; name one of them"), folder);
          return NULL;
        }
      found = g_build_filename (folder, name, NULL);
    }
  if (!found)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("%s: has no .kickbox file: this is not a project's folder"), folder);
  return g_steal_pointer (&found);
}

/* The .kickbox file that is meant; new string. */
static char *
find_file (const char *path, GError **error)
{
  GStatBuf info;
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  if (g_stat (absolute, &info) == 0)
    return S_ISDIR (info.st_mode) ? find_project_file (absolute, error) : g_steal_pointer (&absolute);
  file_error (error, path, errno);
  return NULL;
}

static KbDocument *
load (const char *file, int lock, GPtrArray *faults, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (file);
  if (!kb_save_recover (folder, file, lock, error))
    return NULL;

  KbDocument *document = kb_document_new_empty (folder, file);
  gboolean ok = load_project (document, error);
  for (const KbList *list = kb_project_kind.lists; ok && list->name; list++)
    if (list->item->folder)
      ok = load_assets (document, list, faults, error);
  if (!ok)
    {
      kb_document_free (document);
      return NULL;
    }
  kb_painted_load (document);
  if (g_hash_table_size (document->renumbered) + g_hash_table_size (document->missing_classes) == 0)
    kb_history_mark_saved (document);
  return document;
}

KbDocument *
kb_document_open (const char *path, GError **error)
{
  g_autofree char *file = find_file (path, error);
  return file ? load (file, -1, NULL, error) : NULL;
}

KbDocument *
kb_document_open_in_part (const char *path, GPtrArray *faults, GError **error)
{
  g_autofree char *file = find_file (path, error);
  return file ? load (file, -1, faults, error) : NULL;
}

KbDocument *
kb_document_open_to_change (const char *path, guint wait_ms, GError **error)
{
  g_autofree char *file = find_file (path, error);
  g_autofree char *journal = file ? g_strconcat (file, "-journal", NULL) : NULL;
  int lock = file ? kb_journal_lock (journal, wait_ms, error) : -1;
  KbDocument *document = lock >= 0 ? load (file, lock, NULL, error) : NULL;
  if (document)
    kb_journal_adopt (document, lock);
  else if (lock >= 0)
    kb_journal_unlock (lock, journal);
  return document;
}
