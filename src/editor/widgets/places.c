/* SPDX-License-Identifier: MIT */
/* Paths with ~ for the home folder; texts without options of the command line. */
#include "editor/widgets/plain.h"

#include <string.h>

char *
kb_place_short (const char *path)
{
  const char *home = g_get_home_dir ();
  gsize n = strlen (home);
  if (n <= 1 || !g_str_has_prefix (path, home) || (path[n] && path[n] != '/'))
    return g_strdup (path);
  return g_strconcat ("~", path + n, NULL);
}

char *
kb_place_full (const char *text)
{
  if (text[0] == '~' && (text[1] == '/' || !text[1]))
    return g_build_filename (g_get_home_dir (), text + 1, NULL);
  return g_strdup (text);
}

char *
kb_text_without_options (const char *text)
{
  g_autoptr (GRegex) options =
    g_regex_new (" \\(--[a-z]+\\)|\\h*[;:] (?:[^;:\n]* )?--[a-z][^;:\n]*", 0, 0, NULL);
  return g_regex_replace_literal (options, text, -1, 0, "", 0, NULL);
}
