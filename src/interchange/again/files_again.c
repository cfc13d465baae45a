/* SPDX-License-Identifier: MIT */
/* Updates the files of a sprite made of pictures: drops missing files, and adds new ones of their
 * pattern. */
#include "interchange/importers.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "document/files/files.h"
#include "document/hot_spots.h"
#include "document/names.h"
#include "interchange/sources.h"

/* png_files.c: would a folder's import read a file of this name? */
static gboolean
kb_import_is_png_name (const char *name)
{
  gsize n = strlen (name);
  return name[0] != '.' && n > 4 && g_ascii_strcasecmp (name + n - 4, ".png") == 0;
}

static void
kb_import_fail_system (GError **error, const char *path, const GError *failure)
{
  /* The library's text repeats the file's name. The reason comes last. */
  const char *reason = strrchr (failure->message, ':');
  g_set_error (error, KB_ERROR, KB_ERROR_MACHINE, _("%s: cannot be read:%s"), path,
               reason ? reason + 1 : failure->message);
}

static gboolean
add_folder (GPtrArray *paths, const char *folder, GError **error)
{
  GError *failure = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &failure);
  if (!dir)
    {
      kb_import_fail_system (error, folder, failure);
      g_error_free (failure);
      return FALSE;
    }
  guint before = paths->len;
  const char *name;
  for (guint other = 0; other < 2 && paths->len == before; other++)
    {
      g_dir_rewind (dir);
      while ((name = g_dir_read_name (dir)))
        if (other ? *name != '.' && kb_import_is_picture_name (name) : kb_import_is_png_name (name))
          g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
    }
  return paths->len > before
         || kb_import_fail (error, folder, _("there are no pictures in this folder"));
}

/* One frame, or of a strip, "walk_strip8" as GameMaker names it, the frames "walk 1" and so on. */
static gboolean
add_files_again_pictures (KbImport *import, gint picture, const char *path, GError **error)
{
  const KbPicture *p = kb_import_picture (import, picture);
  g_autofree char *name = kb_import_stem (path);
  g_auto (GStrv) words = g_regex_split_simple ("^(.+)[_ -]strip[_ -]?([0-9]{1,4})$", name,
                                               G_REGEX_CASELESS, 0);
  const char *stem = words[1] ? words[1] : name;
  const guint said = words[1] ? (guint) g_ascii_strtoull (words[2], NULL, 10) : 1,
              n = said && p->width % said == 0 ? said : 1, width = p->width / n;
  if (MAX (width, p->height) > KB_MAX_FRAME_SIDE)
    return kb_import_fail (
      error, path, _("the picture is too large for a frame (%u x %u pixels; at most %d a side)"),
      width, p->height, KB_MAX_FRAME_SIDE);
  if (said != n)
    kb_import_message (import, _("'%s' is one frame: its width of %u pixels does not divide into "
                                 "the %u that its name says"), name, p->width, said);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *numbered = n > 1 ? g_strdup_printf ("%s %u", stem, i + 1) : NULL;
      KbImportFrame *frame = kb_import_add_frame (import, numbered ? numbered : name, picture,
                                                  (gint) (i * width), 0, (gint) width,
                                                  (gint) p->height);
      frame->tag = n > 1 ? g_strdup (stem) : NULL;
      frame->tag_index = (gint) i;
    }
  return TRUE;
}

static gboolean
read_files (KbImport *import, const char *text, gsize length, const KbPictureLoader *loader,
            GError **error)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  gboolean ok = TRUE;
  for (guint i = 0; ok && import->files[i]; i++)
    if (g_file_test (import->files[i], G_FILE_TEST_IS_DIR))
      ok = add_folder (paths, import->files[i], error);
    else
      g_ptr_array_add (paths, g_strdup (import->files[i]));
  g_ptr_array_sort (paths, kb_natural_compare_paths);

  KB_EACH_WHILE (ok, const char, path, paths)
    {
      if (path_at > 0 && strcmp (path, g_ptr_array_index (paths, path_at - 1)) == 0)
        {
          kb_import_message (import, _("%s was given twice and read once"), path);
          continue;
        }
      gint picture = kb_import_load_picture (import, loader, path, error);
      ok = picture >= 0 && add_files_again_pictures (import, picture, path, error);
    }
  import->lasting_names = TRUE;
  return ok;
}

static KbFit
recognise_files (const KbImportHead *head)
{
  return head->is_folder                ? KB_FIT_SURE
         : kb_import_head_is_picture (head) ? KB_FIT_LIKELY
                                        : KB_FIT_NEVER;
}

const KbImporter kb_importer_files = {
  .name = "files",
  .label = N_("Pictures, one frame each"),
  .noun = N_("a PNG, BMP or JPEG picture"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = kb_picture_patterns,
  .mime_types = kb_picture_mime_types,
  .options = (const char *const[]) { "colour_key", "name_animations", "ranges",
                                     "hot_spot", "detect", "fresh", NULL },
  .recognise = recognise_files,
  .read_sprite = read_files,
};

/* Where to look for new files. */
typedef struct {
  GHashTable *known;      /* paths */
  GHashTable *folders;    /* paths -> do all of its PNG files belong to the import? */
  GHashTable *patterns;   /* see pattern_of -> the number of known files */
} Search;

static Search
search_new (void)
{
  return (Search){ g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                   g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                   g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
}

static void
search_clear (Search *search)
{
  g_hash_table_unref (search->known);
  g_hash_table_unref (search->folders);
  g_hash_table_unref (search->patterns);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

/* The same for all names in one folder that differ only in their last number: "art/kick_03.png" ->
 * "art/kick_/.png". NULL if the name has no number. A new string. */
static char *
pattern_of (const char *path)
{
  g_autofree char *base = g_path_get_basename (path), *folder = g_path_get_dirname (path);
  const char *dot = strrchr (base, '.');
  gsize end = dot ? (gsize) (dot - base) : strlen (base), start;
  while (end > 0 && !g_ascii_isdigit (base[end - 1]))
    end--;
  for (start = end; start > 0 && g_ascii_isdigit (base[start - 1]);)
    start--;
  return start < end ? g_strdup_printf ("%s/%.*s/%s", folder, (int) start, base, base + end) : NULL;
}

static guint
count_of (const Search *search, const char *pattern)
{
  return pattern ? GPOINTER_TO_UINT (g_hash_table_lookup (search->patterns, pattern)) : 0;
}

/* Has the import several files of this one's pattern? */
static gboolean
is_of_pattern (const Search *search, const char *path)
{
  g_autofree char *pattern = pattern_of (path);
  return count_of (search, pattern) > 1;
}

static void
add_known (Search *search, const char *path)
{
  char *pattern = pattern_of (path);
  if (pattern && !g_hash_table_contains (search->known, path))
    g_hash_table_replace (search->patterns, pattern,
                          GUINT_TO_POINTER (count_of (search, pattern) + 1));
  else
    g_free (pattern);
  g_hash_table_add (search->known, g_strdup (path));
  g_hash_table_insert (search->folders, g_path_get_dirname (path), GINT_TO_POINTER (FALSE));
}

/* A folder that cannot be listed adds nothing; reading its files reports the error. */
static void
find_new (const Search *search, GPtrArray *found)
{
  GHashTableIter iter;
  gpointer folder, whole;
  g_hash_table_iter_init (&iter, search->folders);
  while (g_hash_table_iter_next (&iter, &folder, &whole))
    {
      g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
      const char *name;
      while (dir && (name = g_dir_read_name (dir)))
        {
          g_autofree char *path = g_build_filename (folder, name, NULL);
          if ((whole ? kb_import_is_png_name (name) : is_of_pattern (search, path))
              && !g_hash_table_contains (search->known, path)
              && g_file_test (path, G_FILE_TEST_IS_REGULAR))
            g_ptr_array_add (found, g_steal_pointer (&path));
        }
    }
}

GPtrArray *
kb_import_find_new_files (char *const *files)
{
  g_auto (Search) search = search_new ();
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; files[i]; i++)
    add_known (&search, files[i]);
  find_new (&search, found);
  g_ptr_array_sort (found, kb_natural_compare_paths);
  return found;
}

static char *
files_again_absolute (const json_t *path, const char *folder)
{
  const char *text = json_string_value (path);
  return g_canonicalize_filename (text ? text : "", folder);
}

gboolean
kb_import_has_new_files (const json_t *record, const char *folder, const KbSourceFolders *folders)
{
  const char *format = json_string_value (json_object_get (record, "format"));
  const json_t *files = json_object_get (record, "files"),
               *others = json_object_get (record, "others"),
               *sources = kb_import_known_sources (record);
  g_auto (Search) search = search_new ();
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  if (g_strcmp0 (format, kb_importer_files.name) != 0)
    return FALSE;
  KB_EACH_JSON (item, sources)
    {
      g_autofree char *path = files_again_absolute (json_object_get (item, "file"), folder);
      if (kb_source_folders_allow (folders, path))
        add_known (&search, path);
    }
  KB_EACH_JSON (entry, others)
    g_hash_table_add (search.known, files_again_absolute (entry, folder));
  KB_EACH_JSON (one, files)
    {
      g_autofree char *path = files_again_absolute (one, folder);
      if (g_hash_table_contains (search.folders, path))
        g_hash_table_insert (search.folders, g_steal_pointer (&path), GINT_TO_POINTER (TRUE));
    }
  find_new (&search, found);
  return found->len > 0;
}

static gboolean
is_missing (const char *path)
{
  GStatBuf status;
  return g_stat (path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

gboolean
kb_import_update_files (KbImport *import, GError **error)
{
  g_auto (Search) after = search_new ();
  g_autoptr (GPtrArray) more = kb_import_find_new_files (import->files);
  g_autoptr (GStrvBuilder) missing = g_strv_builder_new ();
  GPtrArray *present = g_ptr_array_new ();
  guint n_missing = 0;
  for (guint i = 0; import->files[i]; i++)
    {
      if (!is_missing (import->files[i]))
        {
          g_ptr_array_add (present, g_strdup (import->files[i]));
          continue;
        }
      kb_import_message (import, _("%s is no longer there"), import->files[i]);
      n_missing++;
    }
  g_ptr_array_extend_and_steal (present, g_steal_pointer (&more));
  gboolean ok = present->len > 0;
  if (!ok && n_missing == 1)
    kb_import_fail (error, import->files[0],
                    _("this is no longer there, and the sprite was imported from nothing else"));
  else if (!ok)
    kb_import_fail (error, import->files[0],
                    _("neither this nor any other of the %u files that the sprite was imported "
                       "from is still there"),
                    n_missing);
  KB_EACH (char, path, present)
    add_known (&after, path);
  /* Missing files of a pattern are found by their names when they come back. */
  for (guint i = 0; import->files[i]; i++)
    if (!g_hash_table_contains (after.known, import->files[i])
        && !is_of_pattern (&after, import->files[i]))
      g_strv_builder_add (missing, import->files[i]);
  g_ptr_array_add (present, NULL);
  g_strfreev (import->files);
  import->files = (char **) g_ptr_array_free (present, FALSE);
  import->missing = g_strv_builder_end (missing);
  return ok;
}
