/* SPDX-License-Identifier: MIT */
/* The user's list of folders, and whether a path is in one of them after resolving all links. */
#include "interchange/sources.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#include "document/files/files.h"
#include "interchange/importers.h"

#define SOURCE_FOLDERS_MOST_BYTES (16 << 20)
#define MOST_FOLDERS 1000     /* the newest stay */
#define MOST_LINKS 40         /* the system's own limit */
#define MOST_NAMES 6          /* of files in one message */

struct KbSourceFolders {
  char *project, *real;       /* the project's folder: as given, and without links */
  GHashTable *known;          /* folders, newest last in `order` */
  GPtrArray *order;           /* borrowed */
};

static char *
list_file (void)
{
  return g_build_filename (g_get_user_state_dir (), "kickbox", "import-folders", NULL);
}

static char *
real_path (const char *path)
{
  g_autofree char *real = realpath (path, NULL);
  return g_strdup (real ? real : path);
}

static gboolean
is_below (const char *path, const char *folder)
{
  gsize n = strlen (folder);
  return strncmp (path, folder, n) == 0 && (path[n] == '/' || folder[n - 1] == '/');
}

/* Steals the folder, or FALSE if it is known. */
static gboolean
add_known_folder (KbSourceFolders *self, char *folder)
{
  if (g_hash_table_contains (self->known, folder))
    {
      g_free (folder);
      return FALSE;
    }
  g_ptr_array_add (self->order, folder);
  return g_hash_table_add (self->known, folder);
}

KbSourceFolders *
kb_source_folders_load (const char *project)
{
  KbSourceFolders *self = g_new0 (KbSourceFolders, 1);
  g_autofree char *file = list_file (), *text = NULL;
  char *whole = g_canonicalize_filename (project, NULL);
  *self = (KbSourceFolders){ .project = whole,
                             .real = real_path (whole),
                             .known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                             .order = g_ptr_array_new () };
  gboolean there = kb_file_read (NULL, file, SOURCE_FOLDERS_MOST_BYTES, &text, NULL, NULL);
  g_auto (GStrv) lines = there ? g_strsplit (text, "\n", -1) : NULL;
  for (guint i = 0; lines && lines[i]; i++)
    {
      char *folder = g_filename_from_uri (lines[i], NULL, NULL);
      if (folder)
        add_known_folder (self, folder);
    }
  return self;
}

void
kb_source_folders_free (KbSourceFolders *self)
{
  if (!self)
    return;
  g_ptr_array_unref (self->order);
  g_hash_table_unref (self->known);
  g_free (self->project);
  g_free (self->real);
  g_free (self);
}

/* Does a link's target go up again after it went down? Then its end depends on other links. */
static gboolean
leads_back (const char *target)
{
  while (g_str_has_prefix (target, "../"))
    target += 3;
  return strstr (target, "/../") || g_str_has_suffix (target, "/..");
}

/* Replaces the first link between a folder and a path below it by its target. "" if that leads
 * back, NULL if there is no link. The folder is the user's: links within its own path are
 * trusted. */
static char *
follow_link (const char *path, gsize folder)
{
  for (gsize end = folder + 1; path[end - 1]; end++)
    {
      if (path[end] != '/' && path[end] != '\0')
        continue;
      g_autofree char *part = g_strndup (path, end);
      g_autofree char *target = g_file_read_link (part, NULL);
      if (!target)
        continue;
      if (leads_back (target))
        return g_strdup ("");
      g_autofree char *outer = g_path_get_dirname (part), *inside = real_path (outer);
      g_autofree char *whole = g_strconcat (target, path + end, NULL);
      return g_canonicalize_filename (whole, inside);
    }
  return NULL;
}

gboolean
kb_source_folders_allow (const KbSourceFolders *self, const char *path)
{
  g_autofree char *at = g_canonicalize_filename (path, "/");
  for (guint links = 0; links < MOST_LINKS; links++)
    {
      g_autofree char *folder = g_path_get_dirname (at);
      const char *base = is_below (at, self->project) ? self->project
                         : is_below (at, self->real) ? self->real : folder;
      if (base == folder && !g_hash_table_contains (self->known, folder))
        return FALSE;
      char *next = follow_link (at, strlen (base));
      if (!next)
        return TRUE;
      g_free (at);
      at = next;
    }
  return FALSE;
}

static void
save (const KbSourceFolders *self)
{
  g_autofree char *path = list_file (), *parent = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path), *fresh = g_strconcat (name, ".new~", NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = self->order->len - MIN (self->order->len, MOST_FOLDERS); i < self->order->len; i++)
    {
      g_autofree char *uri = g_filename_to_uri (g_ptr_array_index (self->order, i), NULL, NULL);
      if (uri)
        g_string_append_printf (text, "%s\n", uri);
    }
  g_autoptr (KbFolder) folder = kb_folder_make (parent, NULL, NULL);
  if (folder && kb_folder_write (folder, name, text->str, text->len, FALSE, NULL))
    kb_folder_rename (folder, fresh, name);
}

void
kb_source_folders_add (const char *project, char *const *paths)
{
  g_autoptr (KbSourceFolders) self = kb_source_folders_load (project);
  gboolean is_new = FALSE;
  for (guint i = 0; paths[i]; i++)
    {
      g_autofree char *folder = g_path_get_dirname (paths[i]), *real = NULL;
      if (kb_source_folders_allow (self, paths[i]))
        continue;
      real = real_path (paths[i]);
      is_new |= add_known_folder (self, g_steal_pointer (&folder));
      is_new |= add_known_folder (self, g_path_get_dirname (real));
    }
  if (is_new)
    save (self);
}

static GPtrArray *
read_for_import (const KbImport *import, GPtrArray *paths)
{
  KB_EACH (const KbImportSource, source, import->sources)
    g_ptr_array_add (paths, g_strdup (source->path));
  return paths;
}

static GPtrArray *
read_for_levels (const KbLevelFile *file)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (paths, g_canonicalize_filename (file->path, NULL));
  KB_EACH (const KbFileLevel, level, file->levels)
    if (level->path)
      g_ptr_array_add (paths, g_strdup (level->path));
  KB_EACH (const KbFileTileset, tileset, file->tilesets)
    read_for_import (tileset->import, paths);
  return paths;
}

static void
add_noted (const KbDocument *document, GPtrArray *paths)
{
  g_ptr_array_add (paths, NULL);
  kb_source_folders_add (kb_document_folder (document), (char *const *) paths->pdata);
  g_ptr_array_unref (paths);
}

void
kb_source_folders_add_file (const KbDocument *document, const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  char *const paths[] = { absolute, NULL };
  kb_source_folders_add (kb_document_folder (document), paths);
}

void
kb_source_folders_add_import (const KbDocument *document, const KbImport *import)
{
  add_noted (document, read_for_import (import, g_ptr_array_new_with_free_func (g_free)));
}

void
kb_source_folders_add_level_file (const KbDocument *document, const KbLevelFile *file)
{
  add_noted (document, read_for_levels (file));
}

/* `files`: those that the user chose; others may be in the folder of the first. Steals the
 * paths. */
static void
note_outside (GPtrArray *messages, const char *const *files, GPtrArray *paths)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) names = g_string_new (NULL);
  KB_EACH (const char, path, paths)
    {
      g_autofree char *folder =
        g_path_get_dirname (g_strv_contains (files, path) ? path : files[0]);
      g_autofree char *inside = real_path (folder), *real = realpath (path, NULL),
                      *clean = real ? kb_import_clean_name (real) : NULL;
      if (clean && !is_below (real, inside) && g_hash_table_add (seen, g_steal_pointer (&real))
          && g_hash_table_size (seen) <= MOST_NAMES)
        g_string_append_printf (names, "%s%s", names->len ? ", " : "", clean);
    }
  const guint n = g_hash_table_size (seen);
  g_autoptr (GPtrArray) own = kb_messages_new ();
  if (n)
    kb_messages_add (own,
                     ngettext ("%u file outside the folder of the imported file was read: %s%s",
                               "%u files outside the folder of the imported file were read: %s%s",
                               n),
                     n, names->str, n > MOST_NAMES ? ", ..." : "");
  kb_messages_copy (messages, own, NULL);   /* however many there are already */
  g_ptr_array_unref (paths);
}

void
kb_import_note_outside (const KbImport *import)
{
  note_outside (import->messages, (const char *const *) import->files,
                read_for_import (import, g_ptr_array_new_with_free_func (g_free)));
}

void
kb_level_file_note_outside (const KbLevelFile *file)
{
  GPtrArray *paths = read_for_levels (file);
  g_autofree char *own = g_strdup (g_ptr_array_index (paths, 0));
  KB_EACH (const char, other, file->others)
    g_ptr_array_add (paths, g_strdup (other));
  note_outside (file->messages, (const char *const[]) { own, NULL }, paths);
}
