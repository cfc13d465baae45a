/* SPDX-License-Identifier: MIT */
/* The files of an import, and the checksum of their content when it was read. Unlike a date, it is
 * the same in every copy of the project. */
#include "interchange/sources.h"

#include <string.h>

#include "document/files/files.h"
#include "interchange/importers.h"

#define SUM_LENGTH 32        /* hex digits kept of the checksum */
#define SOURCES_MOST_BYTES ((goffset) 1 << 30)   /* max size of an imported file */

char *
kb_import_sum_of (const char *data, gsize size)
{
  g_autofree char *sum =
    g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) data, size);
  return g_strndup (sum, SUM_LENGTH);
}

char *
kb_import_sum_of_file (const char *path)
{
  g_autofree char *data = NULL;
  gsize size;
  return kb_file_read (NULL, path, SOURCES_MOST_BYTES, &data, &size, NULL)
           ? kb_import_sum_of (data, size)
           : NULL;
}

/* Steals `sum`. */
static void
note_source (KbImport *import, const char *path, char *sum)
{
  KbImportSource *source = KB_NEW (KbImportSource, .path = g_strdup (path), .sum = sum);
  g_hash_table_add (import->noted, source->path);
  g_ptr_array_add (import->sources, source);
}

void
kb_import_note_read_source (KbImport *import, const char *path, const char *sum)
{
  if (!g_hash_table_contains (import->noted, path))
    note_source (import, path, g_strdup (sum));
}

void
kb_import_note_source (KbImport *import, const char *path)
{
  if (!g_hash_table_contains (import->noted, path))
    note_source (import, path, kb_import_sum_of_file (path));
}

typedef struct {
  GPtrArray *paths;
  GHashTable *seen;
  const KbSourceFolders *folders;
  guint n_others;
} Sources;

/* Steals the path, which may be NULL. */
static void
add_once (Sources *sources, char *path)
{
  if (!path || !g_hash_table_add (sources->seen, path))
    return;
  if (!sources->folders || kb_source_folders_allow (sources->folders, path))
    g_ptr_array_add (sources->paths, g_strdup (path));
  else
    sources->n_others++;
}

/* NULL if it is no text. */
static char *
sources_absolute (const json_t *path, const char *folder)
{
  const char *text = json_string_value (path);
  return text ? g_canonicalize_filename (text, folder) : NULL;
}

char **
kb_import_sources (const KbDocument *document, const json_t *record, const KbSourceFolders *folders,
                   guint *n_others)
{
  const json_t *files = json_object_get (record, "files"),
               *known = kb_import_known_sources (record);
  const char *folder = kb_document_folder (document),
             *name = json_string_value (json_object_get (record, "format"));
  const KbImporter *importer = name ? kb_importer_find (KB_IMPORT_SPRITE, name, NULL) : NULL;
  Sources sources = { g_ptr_array_new (),
                      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL), folders, 0 };
  KB_EACH_JSON (item, files)
    add_once (&sources, sources_absolute (item, folder));
  g_autofree char *first = sources_absolute (json_array_get (files, 0), folder);
  KB_EACH_JSON (entry, known)
    add_once (&sources, sources_absolute (json_object_get (entry, "file"), folder));
  if (!known && folders && importer && first
      && kb_source_folders_allow (folders, first))
    {
      g_autoptr (GPtrArray) named = g_ptr_array_new ();
      kb_importer_list_pictures (importer, first, named);
      KB_EACH (char, picture, named)
        add_once (&sources, picture);
    }
  if (n_others)
    *n_others = sources.n_others;
  g_hash_table_unref (sources.seen);
  g_ptr_array_add (sources.paths, NULL);
  return (char **) g_ptr_array_free (sources.paths, FALSE);
}

const KbNode *
kb_import_asset_at (const KbProject *project, guint i)
{
  const GPtrArray *const lists[] = { project->sprites, project->levels, project->masks,
                                     project->tracks };
  for (guint k = 0; k < G_N_ELEMENTS (lists); k++)
    {
      if (i < lists[k]->len)
        return g_ptr_array_index (lists[k], i);
      i -= lists[k]->len;
    }
  return NULL;
}

const json_t *
kb_import_record (const KbNode *asset)
{
  const KbField *field = kb_kind_field (asset->kind, "import");
  return field ? G_STRUCT_MEMBER (json_t *, asset, field->offset) : NULL;
}

const json_t *
kb_import_known_sources (const json_t *record)
{
  return json_object_get (record, "sources");
}

gboolean
kb_import_sources_changed (const json_t *record, const char *folder, const KbSourceFolders *folders)
{
  const json_t *sources = kb_import_known_sources (record);
  gboolean changed = kb_import_has_new_files (record, folder, folders);
  for (gsize i = 0; !changed && i < json_array_size (sources); i++)
    {
      const json_t *source = json_array_get (sources, i);
      g_autofree char *path = sources_absolute (json_object_get (source, "file"), folder);
      g_autofree char *sum =
        path && kb_source_folders_allow (folders, path) ? kb_import_sum_of_file (path) : NULL;
      changed = sum && g_strcmp0 (sum, json_string_value (json_object_get (source, "sha256"))) != 0;
    }
  return changed;
}
