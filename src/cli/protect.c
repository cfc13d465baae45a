/* SPDX-License-Identifier: MIT */
/* Compares files as the system identifies them, not by name. */
#include "cli/input.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#include <glib/gstdio.h>

#include "bake/bake.h"
#include "document/files/files.h"
#include "interchange/sources.h"

static const char *const own_folders[] = { "sprites", "masks",  "tracks", "levels",  "zones",
                                           "bands",   "layers", "mazes",  "pictures" };

/* The canonical path of a file that may not exist: links are followed as far as it exists; new
 * string. */
static char *
canonical_path (const char *path)
{
  g_autofree char *real = realpath (path, NULL);
  if (real)
    return g_steal_pointer (&real);
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (absolute), *name = g_path_get_basename (absolute);
  if (strcmp (folder, absolute) == 0)
    return g_steal_pointer (&absolute);
  g_autofree char *up = canonical_path (folder);
  return g_build_filename (up, name, NULL);
}

gboolean
kb_cli_same_file (const char *a, const char *b)
{
  GStatBuf first, second;
  if (g_stat (a, &first) == 0 && g_stat (b, &second) == 0)
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino;
  g_autofree char *p = canonical_path (a), *q = canonical_path (b);
  return strcmp (p, q) == 0;
}

static gboolean
is_within (const char *place, const char *folder)
{
  gsize n = strlen (folder);
  return strncmp (place, folder, n) == 0 && (place[n] == '/' || place[n] == '\0');
}

static gboolean
in_own_folder (const KbDocument *document, const char *place)
{
  for (guint i = 0; i < G_N_ELEMENTS (own_folders); i++)
    {
      g_autofree char *path =
                        g_build_filename (kb_document_folder (document), own_folders[i], NULL),
                      *folder = canonical_path (path);
      if (is_within (place, folder))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_source (const KbDocument *document, const char *path)
{
  const KbNode *asset;
  g_autoptr (KbSourceFolders) folders = kb_source_folders_load (kb_document_folder (document));
  g_autofree char *place = canonical_path (path);
  for (guint i = 0; (asset = kb_import_asset_at (kb_document_project (document), i)); i++)
    {
      g_auto (GStrv) sources =
        kb_import_sources (document, kb_import_record (asset), folders, NULL);
      g_auto (GStrv) all = kb_import_sources (document, kb_import_record (asset), NULL, NULL);
      for (guint k = 0; sources[k]; k++)
        if (kb_cli_same_file (path, sources[k]))
          return TRUE;
      /* A file that cannot be inspected is compared by name only */
      if (g_strv_contains ((const char *const *) all, place))
        return TRUE;
    }
  return FALSE;
}

/* A link within the project may point to somebody else's file. */
static gboolean
is_by_link_of_project (const KbDocument *document, const char *path)
{
  g_autofree char *whole = g_canonicalize_filename (path, NULL),
                  *folder = canonical_path (kb_document_folder (document));
  gboolean found = FALSE;
  for (char *end = whole; !found && (end = strchr (end + 1, '/'));)
    {
      struct stat info;
      *end = '\0';
      g_autofree char *up = g_path_get_dirname (whole), *real_up = canonical_path (up);
      found =
        kb_file_stat (up, whole, &info) && S_ISLNK (info.st_mode) && is_within (real_up, folder);
      *end = '/';
    }
  return found;
}

/* NULL, or the reason not to write there. */
static const char *
find_harm (const KbDocument *document, const char *path)
{
  g_autofree char *place = canonical_path (path),
                  *file = canonical_path (kb_document_file (document));
  if (is_by_link_of_project (document, path))
    return _("leads through a symbolic link inside the project");
  /* The journal and the files of a save begin with the project file's name */
  if (g_str_has_prefix (place, file) || in_own_folder (document, place))
    return _("is a file of the project itself");
  /* Only an existing file can have another name */
  GStatBuf output, input;
  g_auto (GStrv) inputs = g_stat (path, &output) == 0 ? kb_bake_inputs (document, NULL) : NULL;
  for (guint i = 0; inputs && inputs[i]; i++)
    if (g_stat (inputs[i], &input) == 0 && input.st_dev == output.st_dev
        && input.st_ino == output.st_ino)
      return _("is a file of the project itself, under another name");
  return is_source (document, path) ? _("is a file that a sprite was imported from") : NULL;
}

gboolean
kb_cli_check_output (const KbDocument *document, const char *command, const char *path,
                     GError **error)
{
  const char *harm = path ? find_harm (document, path) : NULL;
  if (harm)
    g_set_error (error, KB_ERROR, KB_ERROR_USAGE,
                 _("kickbox %s: %s: %s; expected another place for the result"), command, path,
                  harm);
  return !harm;
}

gboolean
kb_cli_check_output_folder (const KbDocument *document, const char *command, const char *path,
                            GError **error)
{
  g_autofree char *place = canonical_path (path),
                  *folder = canonical_path (kb_document_folder (document));
  if (strcmp (place, folder) != 0 && !in_own_folder (document, place))
    return TRUE;
  return kb_fail (error, KB_ERROR_USAGE,
                  _("kickbox %s: %s: is the project's own folder; expected another place for the "
                    "result"),
                  command, path);
}
