/* SPDX-License-Identifier: MIT */
/* kickbox new: an empty project. */
#include <errno.h>
#include <string.h>

#include <glib/gstdio.h>

#include "cli/command.h"

static gboolean
has_project (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  for (const char *name; dir && (name = g_dir_read_name (dir));)
    if (g_str_has_suffix (name, ".kickbox"))
      return TRUE;
  return FALSE;
}

static int
run (char **arguments)
{
  const char *given = arguments[0];
  GError *error = NULL;
  GStatBuf info;
  if (given[0] == '\0')
    return kb_cli_error (KB_EXIT_USAGE, "kickbox new: expected the name of a folder");
  if (g_stat (given, &info) == 0 && !S_ISDIR (info.st_mode))
    return kb_cli_error (KB_EXIT_INPUT, "%s: is not a folder", given);
  if (has_project (given))
    return kb_cli_error (KB_EXIT_INPUT, "%s: there is a project in this folder already", given);
  g_autofree char *folder = g_canonicalize_filename (given, NULL);
  g_autofree char *name = g_path_get_basename (folder);
  if (!g_utf8_validate (name, -1, NULL) || strcmp (name, "/") == 0)
    return kb_cli_error (KB_EXIT_INPUT, "%s: expected a folder whose name is UTF-8 text", given);
  KbDocument *document = kb_document_new (folder, name);
  gboolean ok = kb_document_save (document, &error);
  kb_document_free (document);
  return ok ? KB_EXIT_DONE : kb_cli_fail (error);
}

const KbCommand kb_command_new = {
  "new", "Make an empty project", "DIR",
  "Makes the folder DIR, if need be, and in it a project that is named after it.",
  1, 1, NULL, run
};
