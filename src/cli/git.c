/* SPDX-License-Identifier: MIT */
/* Reads versions of a project's folder from a git repository. Nothing in the repository changes. */
#include "cli/input.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/document.h"
#include "document/files/files.h"

/* What git prints; NULL and an error. */
static char *
run_git (const char *folder, char **environment, const char *const *arguments, GError **error)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_autofree char *output = NULL, *message = NULL;
  g_autoptr (GError) local = NULL;
  gint status;
  g_ptr_array_add (words, (gpointer) "git");
  for (; *arguments; arguments++)
    g_ptr_array_add (words, (gpointer) *arguments);
  g_ptr_array_add (words, NULL);
  if (!g_spawn_sync (folder, (char **) words->pdata, environment, G_SPAWN_SEARCH_PATH, NULL, NULL,
                     &output, &message, &status, &local))
    return kb_fail_null (error, KB_ERROR_MACHINE, _("git: cannot be started: %s"), local->message);
  if (g_spawn_check_wait_status (status, NULL))
    return g_steal_pointer (&output);
  if (strstr (message, "not a git repository") || strstr (message, "not in a git directory"))
    return kb_fail_null (error, KB_ERROR_INPUT, _("%s: is in no git repository"), folder);
  const char *line = strrchr (g_strchomp (message), '\n');
  return kb_fail_null (error, KB_ERROR_INPUT, _("git: %s"), line ? line + 1 : message);
}

static char **
set_config (char **environment, guint i, const char *key, const char *value)
{
  g_autofree char *name = g_strdup_printf ("GIT_CONFIG_KEY_%u", i),
                  *of_value = g_strdup_printf ("GIT_CONFIG_VALUE_%u", i);
  return g_environ_setenv (g_environ_setenv (environment, name, key, TRUE), of_value, value, TRUE);
}

/* A repository may come from somebody else. Its settings name commands that git runs while it only
 * reads: filters, hooks, a monitor of files, ways to fetch. Only those of the user's own settings
 * stay. */
static char **
without_commands (const char *folder, char **environment)
{
  const char *const ask[] = { "config", "--list", "--name-only", "--show-scope", NULL };
  g_autofree char *listed = run_git (folder, environment, ask, NULL);
  g_auto (GStrv) lines = g_strsplit (listed ? listed : "", "\n", -1);
  guint n = 2;
  environment = set_config (environment, 0, "core.fsmonitor", "false");
  environment = set_config (environment, 1, "core.hooksPath", "/dev/null");
  for (guint i = 0; lines[i]; i++)
    {
      const char *key = g_str_has_prefix (lines[i], "local\tfilter.")      ? lines[i] + 6
                        : g_str_has_prefix (lines[i], "worktree\tfilter.") ? lines[i] + 9
                                                                           : NULL;
      if (key)
        environment = set_config (environment, n++, key,
                                  g_str_has_suffix (key, ".required") ? "false" : "");
    }
  g_autofree char *count = g_strdup_printf ("%u", n);
  environment = g_environ_setenv (environment, "GIT_CONFIG_COUNT", count, TRUE);
  return g_environ_setenv (environment, "GIT_ALLOW_PROTOCOL", "none", TRUE);
}

char *
kb_git (const char *folder, const char *index, const char *const *arguments, GError **error)
{
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "LC_ALL", "C", TRUE);
  environment = without_commands (folder, environment);
  if (index)
    environment = g_environ_setenv (environment, "GIT_INDEX_FILE", index, TRUE);
  return run_git (folder, environment, arguments, error);
}

void
kb_git_remove (char *unpacked)
{
  kb_cli_remove_folder (unpacked);
  g_free (unpacked);
}

/* It must not be taken as an option. */
static gboolean
check_revision (const char *revision, GError **error)
{
  return revision[0] != '-'
         || kb_fail (error, KB_ERROR_USAGE, _("%s: expected a revision of git"), revision);
}

char *
kb_git_unpack (const char *folder, const char *revision, GError **error)
{
  const char *const ask_top[] = { "rev-parse", "--show-toplevel", NULL };
  if (!check_revision (revision, error))
    return NULL;
  g_autofree char *top = kb_git (folder, NULL, ask_top, error);
  char *made = top ? g_dir_make_tmp ("kickbox-XXXXXX", error) : NULL;
  if (!made)
    return NULL;
  if (g_str_has_suffix (top, "\n"))
    top[strlen (top) - 1] = '\0';
  g_autofree char *tree = g_strdup_printf ("%s:./", revision),
                  *index = g_build_filename (made, "index", NULL),
                  *option = g_strdup_printf ("--prefix=%s/project/", made);
  const char *const read[] = { "read-tree", tree, NULL };
  const char *const write[] = { "checkout-index", "--all", option, NULL };
  g_autofree char *done = kb_git (folder, index, read, NULL),
                  *written = done ? kb_git (top, index, write, error) : NULL;
  if (!done)
    kb_fail (error, KB_ERROR_INPUT, _("%s: is no revision of git, or has no folder %s"), revision,
             folder);
  if (!written)
    kb_git_remove (g_steal_pointer (&made));
  return made;
}

GHashTable *
kb_git_changed (const char *folder, const char *revision, GError **error)
{
  const char *const differ[] = { "-c",          "core.quotePath=false", "diff",
                                 "--name-only", "--relative",           "--ignore-submodules=all",
                                 "--no-ext-diff", "--no-textconv", revision, "--", ".", NULL };
  const char *const fresh[] = { "-c", "core.quotePath=false", "ls-files", "--others",
                                "--exclude-standard", NULL };
  if (!check_revision (revision, error))
    return NULL;
  /* Outside a repository 'git diff' does something else. */
  g_autofree char *new = kb_git (folder, NULL, fresh, error),
                  *changed = new ? kb_git (folder, NULL, differ, error) : NULL;
  if (!changed)
    return NULL;
  GHashTable *files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *both = g_strconcat (changed, new, NULL);
  g_auto (GStrv) lines = g_strsplit (both, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (*lines[i])
      g_hash_table_add (files, g_build_filename (folder, lines[i], NULL));
  return files;
}
