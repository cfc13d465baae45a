/* SPDX-License-Identifier: MIT */
/* kickbox new: an empty project. */
#include <glib/gi18n.h>
#include <string.h>

#include <glib/gstdio.h>

#include "cli/command.h"
#include "document/names.h"

static gboolean
has_project (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  for (const char *name; dir && (name = g_dir_read_name (dir));)
    if (g_str_has_suffix (name, ".kickbox"))
      return TRUE;
  return FALSE;
}

/* The path, or the part of it that exists and is not a folder, or NULL if none. New string. */
static char *
find_obstacle (const char *path)
{
  GStatBuf info;
  g_autofree char *part = g_strdup (path);
  while (g_stat (part, &info) != 0 && strcmp (part, "/") != 0)
    {
      char *up = g_path_get_dirname (part);
      g_free (part);
      part = up;
    }
  return g_stat (part, &info) == 0 && !S_ISDIR (info.st_mode) ? g_steal_pointer (&part) : NULL;
}

static int
run_new (char **arguments)
{
  const char *given = arguments[0];
  GError *error = NULL;
  if (given[0] == '\0')
    return kb_cli_error (KB_EXIT_USAGE, _("kickbox new: expected the name of a folder"));
  if (has_project (given))
    return kb_cli_error (KB_EXIT_INPUT, _("%s: there is a project in this folder already"), given);
  g_autofree char *folder = g_canonicalize_filename (given, NULL);
  g_autofree char *name = g_path_get_basename (folder);
  g_autofree char *obstacle = find_obstacle (folder);
  if (obstacle)
    return kb_cli_error (KB_EXIT_INPUT, _("%s: is not a folder"), obstacle);
  if (!g_utf8_validate (name, -1, NULL) || strcmp (name, "/") == 0)
    return kb_cli_error (KB_EXIT_INPUT, _("%s: expected a folder whose name is UTF-8 text"), given);
  g_autofree char *fault = kb_name_fault (name, TRUE);
  if (fault)
    return kb_cli_error (KB_EXIT_USAGE, _("kickbox new: the folder's name becomes the project's: "
                                          "%s"),
                         fault);
  kb_cli_shown_as (given, FALSE);
  g_autoptr (KbDocument) document = kb_document_new (folder, name);
  gboolean ok = kb_document_save (document, &error);
  return ok ? KB_EXIT_DONE : kb_cli_fail (error);
}

const KbCommand kb_command_new = {
  "new", N_("Make an empty project"), "DIR",
  N_("Makes the folder DIR, if need be, and in it a project that is named after it."),
  1, 1, NULL, run_new
};
