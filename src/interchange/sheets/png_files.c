/* SPDX-License-Identifier: MIT */
/* Frames from pictures, one each, in natural order; or from all PNG files of a folder, or all its
 * other pictures if it has none. */
#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "document/files/files.h"
#include "document/hot_spots.h"
#include "document/names.h"
#include "interchange/importers.h"
#include "interchange/sources.h"

gboolean
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
      ok = picture >= 0;
      if (!ok)
        break;
      const KbPicture *p = kb_import_picture (import, picture);
      if (p->width > KB_MAX_FRAME_SIDE || p->height > KB_MAX_FRAME_SIDE)
        ok = kb_import_fail (
          error, path,
          _("the picture is too large for a frame (%u x %u pixels; at most %d a side)"), p->width,
          p->height, KB_MAX_FRAME_SIDE);
      g_autofree char *name = kb_import_stem (path);
      if (ok)
        kb_import_add_frame (import, name, picture, 0, 0, p->width, p->height);
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
