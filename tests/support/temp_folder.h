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

static inline void
temp_folder_copy (const char *from, const char *to)
{
  g_autoptr (GDir) dir = g_dir_open (from, 0, NULL);
  g_assert_cmpint (g_mkdir_with_parents (to, 0700), ==, 0);
  for (const char *name; (name = g_dir_read_name (dir));)
    {
      g_autofree char *source = g_build_filename (from, name, NULL), *target = g_build_filename (to, name, NULL);
      g_autofree char *data = NULL;
      gsize size;
      if (g_file_test (source, G_FILE_TEST_IS_DIR))
        temp_folder_copy (source, target);
      else if (g_file_get_contents (source, &data, &size, NULL))
        g_assert_true (g_file_set_contents (target, data, (gssize) size, NULL));
    }
}

/* In memory where the system has such a place: thousands of saves, each synced, take minutes on a disk. */
static inline char *
temp_folder_new (void)
{
  g_autofree char *in_memory = g_strdup ("/dev/shm/kickbox-XXXXXX");
  if (g_mkdtemp (in_memory))
    return g_steal_pointer (&in_memory);
  g_autoptr (GError) error = NULL;
  char *path = g_dir_make_tmp ("kickbox-XXXXXX", &error);
  g_assert_no_error (error);
  return path;
}

#endif
