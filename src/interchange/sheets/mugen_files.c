/* SPDX-License-Identifier: MIT */
/* The files of a MUGEN character. Its .def names them, often in another case than they have. */
#include "interchange/sheets/mugen.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_DEF_BYTES (1 << 20)

/* The value of a key, without quotes and comment; a new string, or NULL. */
static char *
find_value (const char *text, const char *key)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1),
                  *pattern = g_strdup_printf ("^\\s*%s\\s*=\\s*\"?([^;\"\\r\\n]*[^;\"\\s])", key);
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_CASELESS | G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  return g_regex_match (regex, valid, 0, &match) ? g_match_info_fetch (match, 1) : NULL;
}

char *
kb_mugen_find_named (const char *def, const char *text, const char *key, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (def), *name = find_value (text, key);
  char *path = name ? kb_find_file (folder, name) : NULL;
  if (!name)
    kb_import_fail (error, def, _("it names no file by the key '%s'"), key);
  else if (!path)
    kb_import_fail (error, def, _("the file '%s' is missing"), name);
  return path;
}

/* If the .def names these actions, the sprites that it names. */
static char *
find_by_def (const char *def, const char *actions)
{
  g_autofree char *text = NULL, *own = NULL;
  if (!kb_import_read_unpacked (def, MAX_DEF_BYTES, &text, &(gsize) { 0 }, NULL, NULL))
    return NULL;
  own = kb_mugen_find_named (def, text, "anim", NULL);
  return g_strcmp0 (own, actions) == 0 ? kb_mugen_find_named (def, text, "sprite", NULL) : NULL;
}

char *
kb_mugen_find_sprites (const char *actions)
{
  g_autofree char *folder = g_path_get_dirname (actions), *stem = g_path_get_basename (actions),
                  *same = g_strdup_printf ("%.*s.sff", (int) strcspn (stem, "."), stem),
                  *only = NULL;
  char *named = NULL;
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;
  while (!named && files && (name = g_dir_read_name (files)))
    {
      const char *ending = strrchr (name, '.');
      g_autofree char *path = g_build_filename (folder, name, NULL);
      if (ending && g_ascii_strcasecmp (ending, ".def") == 0)
        named = find_by_def (path, actions);
      else if (ending && g_ascii_strcasecmp (ending, ".sff") == 0 && n++ == 0)
        only = g_steal_pointer (&path);
    }
  named = named ? named : kb_find_file (folder, same);
  return named ? named : n == 1 ? g_steal_pointer (&only) : NULL;
}
