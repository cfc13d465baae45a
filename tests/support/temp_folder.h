/* SPDX-License-Identifier: MIT */
/* A folder of a test's own, and its removal. */
#ifndef KB_TEST_TEMP_FOLDER_H
#define KB_TEST_TEMP_FOLDER_H

#include <gio/gio.h>
#include <glib/gstdio.h>

static inline void
temp_folder_remove (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileEnumerator) children
    = g_file_enumerate_children (file, "standard::name,standard::type", G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL, NULL);
  GFileInfo *info;
  while (children && (info = g_file_enumerator_next_file (children, NULL, NULL)))
    {
      g_autofree char *child = g_build_filename (path, g_file_info_get_name (info), NULL);
      if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY)
        temp_folder_remove (child);
      else
        g_unlink (child);
      g_object_unref (info);
    }
  g_rmdir (path);
}

static inline char *
temp_folder_new (void)
{
  g_autoptr (GError) error = NULL;
  char *path = g_dir_make_tmp ("kickbox-XXXXXX", &error);
  g_assert_no_error (error);
  return path;
}

#endif
