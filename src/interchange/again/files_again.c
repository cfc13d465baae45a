/* SPDX-License-Identifier: MIT */
/* Updates the files of a sprite made of pictures: drops missing files, and adds new ones of their
 * pattern. */
#include "interchange/formats.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

/* Names in one folder that differ only in their last number. */
typedef struct { char *folder, *before, *after; } Pattern;

static void
pattern_clear (Pattern *pattern)
{
  g_clear_pointer (&pattern->folder, g_free);
  g_clear_pointer (&pattern->before, g_free);
  g_clear_pointer (&pattern->after, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pattern, pattern_clear)

/* "art/kick_03.png" -> "art", "kick_", ".png", or FALSE if the name has no number. */
static gboolean
pattern_of (const char *path, Pattern *pattern)
{
  g_autofree char *base = g_path_get_basename (path);
  const char *dot = strrchr (base, '.');
  gsize end = dot ? (gsize) (dot - base) : strlen (base), start;
  while (end > 0 && !g_ascii_isdigit (base[end - 1]))
    end--;
  for (start = end; start > 0 && g_ascii_isdigit (base[start - 1]);)
    start--;
  if (start == end)
    return FALSE;
  pattern->folder = g_path_get_dirname (path);
  pattern->before = g_strndup (base, start);
  pattern->after = g_strdup (base + end);
  return TRUE;
}

static gboolean
same_pattern (const Pattern *a, const Pattern *b)
{
  return strcmp (a->folder, b->folder) == 0 && strcmp (a->before, b->before) == 0
         && strcmp (a->after, b->after) == 0;
}

/* The pattern shared by all of two or more files. */
static gboolean
common_pattern (char *const *files, Pattern *pattern)
{
  if (!files[0] || !files[1] || !pattern_of (files[0], pattern))
    return FALSE;
  for (guint i = 1; files[i]; i++)
    {
      g_auto (Pattern) other = { NULL, NULL, NULL };
      if (!pattern_of (files[i], &other) || !same_pattern (pattern, &other))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_missing (const char *path)
{
  GStatBuf status;
  return g_stat (path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

/* A folder that cannot be listed adds nothing; reading its files reports the error. */
static void
add_new (KbImport *import, const Pattern *pattern, GPtrArray *present)
{
  g_autoptr (GDir) dir = g_dir_open (pattern->folder, 0, NULL);
  const char *name;
  while (dir && (name = g_dir_read_name (dir)))
    {
      g_auto (Pattern) own = { NULL, NULL, NULL };
      g_autofree char *path = g_build_filename (pattern->folder, name, NULL);
      if (pattern_of (path, &own) && same_pattern (pattern, &own)
          && g_file_test (path, G_FILE_TEST_IS_REGULAR)
          && !g_strv_contains ((const char *const *) import->files, path))
        g_ptr_array_add (present, g_steal_pointer (&path));
    }
}

static char **
to_strv (GPtrArray *texts)
{
  g_ptr_array_add (texts, NULL);
  return (char **) g_ptr_array_free (texts, FALSE);
}

gboolean
kb_import_update_files (KbImport *import, GError **error)
{
  g_auto (Pattern) pattern = { NULL, NULL, NULL };
  GPtrArray *present = g_ptr_array_new (), *missing = g_ptr_array_new ();
  gboolean numbered = common_pattern (import->files, &pattern);
  for (guint i = 0; import->files[i]; i++)
    {
      gboolean gone = is_missing (import->files[i]);
      g_ptr_array_add (gone ? missing : present, g_strdup (import->files[i]));
      if (gone)
        kb_import_message (import, _("%s is no longer there"), import->files[i]);
    }
  if (numbered)
    add_new (import, &pattern, present);
  gboolean ok = present->len > 0;
  if (!ok && missing->len == 1)
    kb_import_fail (error, import->files[0],
                    _("this is no longer there, and the sprite was imported from nothing else"));
  else if (!ok)
    kb_import_fail (error, import->files[0],
                    _("neither this nor any other of the %u files that the sprite was imported "
                       "from is still there"),
                    missing->len);
  g_strfreev (import->files);
  import->files = to_strv (present);
  import->missing = to_strv (missing);
  /* They are found by name when they come back. */
  if (numbered && ok && import->files[1])
    g_clear_pointer (&import->missing, g_strfreev);
  return ok;
}
