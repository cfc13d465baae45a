/* SPDX-License-Identifier: MIT */
/* kickbox merge: a merge driver of git for the files of projects. */
#include <errno.h>
#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "bake/outputs.h"
#include "bank/json_text.h"
#include "cli/command.h"
#include "cli/input.h"
#include "document/files/files.h"
#include "document/merge/merge.h"

static gboolean install;

static const GOptionEntry merge_options[] = {
  { "install", 0, 0, G_OPTION_ARG_NONE, &install,
    N_("Set up git for the project in FOLDER, or in the current folder"), NULL },
  G_OPTION_ENTRY_NULL
};

/* ---- a file ---- */

/* NULL without an error for an empty file: git has no such version. */
static json_t *
read_version (const char *path, const char *shown, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  json_error_t fault;
  if (!kb_file_read (NULL, path, KB_FILE_MAX, &text, &length, error) || length == 0)
    return NULL;
  json_t *value = json_loadb (text, length, JSON_REJECT_DUPLICATES, &fault);
  if (!value)
    kb_fail (error, KB_ERROR_INPUT, _("%s: line %d, column %d: %s"), shown, fault.line,
             fault.column,
             kb_say_fault (fault.text));
  return value;
}

static GBytes *
merge_text (char **versions, const char *shown, guint64 *n_conflicts, GError **error)
{
  GError *fault = NULL;
  guint n = 0;
  size_t length;
  json_auto_t *base = read_version (versions[0], shown, &fault),
              *ours = fault ? NULL : read_version (versions[1], shown, &fault),
              *theirs = fault ? NULL : read_version (versions[2], shown, &fault);
  json_auto_t *merged = fault ? NULL : kb_merge_files (base, ours, theirs, &n, &fault);
  char *text = merged ? kb_json_text (merged, &length) : NULL;
  *n_conflicts = n;
  if (text)
    return g_bytes_new_with_free_func (text, length, free, text);
  g_propagate_error (error, fault);
  return NULL;
}

static gboolean
is_empty (const char *path)
{
  struct stat info;
  return kb_file_stat (NULL, path, &info) && info.st_size == 0;
}

static int
merge_file (char **versions)
{
  const char *shown = versions[3];
  const KbKind *painted =
    g_str_has_suffix (shown, ".png") ? kb_painted_file_kind (shown) : NULL;
  guint64 n_conflicts = 0;
  GError *error = NULL;
  g_autoptr (GBytes) result =
    painted ? kb_merge_paintings (painted, is_empty (versions[0]) ? NULL : versions[0],
                                  versions[1], versions[2], &n_conflicts, &error)
            : merge_text (versions, shown, &n_conflicts, &error);
  if (!result && !g_str_has_prefix (error->message, shown))
    g_prefix_error (&error, "%s: ", shown);
  if (!result || !kb_outputs_write (versions[1], result, &error))
    return kb_cli_fail (error);
  if (n_conflicts == 0)
    return KB_EXIT_DONE;
  return kb_cli_error (KB_EXIT_INPUT,
                       _("%s: conflicts: %" PRIu64
                         "; see 'kickbox check' or the editor's problems"),
                       shown, n_conflicts);
}

/* ---- setting up ---- */

/* If the program cannot be run, git merges as text and marks the conflicts. */
#define DRIVER                                                                                     \
  "%s merge %%O %%A %%B %%P || { s=$?; [ $s -lt 126 ] && exit $s; "                                \
  "git merge-file -L ours -L base -L theirs %%A %%O %%B || exit 1; }"

/* Lines for a file in the project's folder, unless it has the mark already. */
static const struct {
  const char *file, *mark, *lines;
} merge_settings[] = {
  { ".gitattributes", "merge=kickbox",
    "# Git merges the files of this Kickbox project with `kickbox merge`, after `kickbox merge "
    "--install`.\n"
    "*.kickbox merge=kickbox\n"
    "sprites/" "*.json merge=kickbox\n"
    "masks/" "*.json merge=kickbox\n"
    "masks/" "*.png merge=kickbox\n"
    "tracks/" "*.json merge=kickbox\n"
    "tracks/" "*.png merge=kickbox\n"
    "levels/" "*.json merge=kickbox\n"
    "zones/" "*/" "*.png merge=kickbox\n"
    "bands/" "*/" "*.png merge=kickbox\n"
    "layers/" "*/" "*.png merge=kickbox\n"
    "mazes/" "*/" "*.png merge=kickbox\n"
    "heightmaps/" "*/" "*.png merge=kickbox\n" },
  { ".gitignore", "kickbox-journal",
    "# Edits that are not saved yet.\n"
    "*.kickbox-journal*\n" },
};

static gboolean
write_settings (const char *folder, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (merge_settings); i++)
    {
      g_autofree char *path = g_build_filename (folder, merge_settings[i].file, NULL),
                      *before = NULL;
      if (g_file_test (path, G_FILE_TEST_EXISTS)
          && !kb_file_read (folder, path, KB_FILE_MAX, &before, NULL, error))
        return FALSE;
      if (before && strstr (before, merge_settings[i].mark))
        continue;
      char *text = g_strconcat (before ? before : "",
                                before && *before && !g_str_has_suffix (before, "\n") ? "\n" : "",
                                merge_settings[i].lines, NULL);
      g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));
      if (!kb_outputs_write (path, bytes, error))
        return FALSE;
    }
  return TRUE;
}

static int
set_up (const char *given)
{
  GError *error = NULL;
  g_autofree char *own = g_file_read_link ("/proc/self/exe", NULL),
                  *quoted = g_shell_quote (own ? own : "kickbox"),
                  *driver = g_strdup_printf (DRIVER, quoted);
  const char *const name[] = { "config", "merge.kickbox.name", "Files of Kickbox projects", NULL };
  const char *const command[] = { "config", "merge.kickbox.driver", driver, NULL };
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func ((GDestroyNotify) g_error_free);
  g_autoptr (KbDocument) document = kb_document_open_in_part (given, faults, &error);
  const char *folder = document ? kb_document_folder (document) : NULL;
  g_autofree char *named = folder ? kb_git (folder, NULL, name, &error) : NULL,
                  *commanded = named ? kb_git (folder, NULL, command, &error) : NULL;
  return commanded && write_settings (folder, &error) ? KB_EXIT_DONE : kb_cli_fail (error);
}

static int
run_merge (char **arguments)
{
  const guint n = g_strv_length (arguments);
  if (install ? n > 1 : n != 4)
    return kb_cli_error (KB_EXIT_USAGE, _("kickbox merge: expected: kickbox merge BASE OURS THEIRS "
                                        "PATH, or kickbox merge --install [FOLDER]"));
  return install ? set_up (n ? arguments[0] : ".") : merge_file (arguments);
}

const KbCommand kb_command_merge = {
  "merge",
  N_("Merge two versions of a project's file, for git"),
  "BASE OURS THEIRS PATH",
  N_("Writes the result into OURS. PATH is the file's in the project, for messages and its kind; "
     "an\n"
  "empty BASE stands for a file that both sides added. Frames, shapes, walls and the like are\n"
  "merged one by one, painted pixels cell by cell. Of two values in conflict one is kept and the\n"
  "other stored next to it, for all of an item the same side's; the file still opens, and\n"
  "'kickbox check' and the editor list the conflict.\n"
  "'kickbox merge --install' makes git call the command: it writes the lines merge.kickbox of the\n"
  "repository's configuration, and .gitattributes and .gitignore in the project's folder.\n"
  "Exit status 0 without conflicts, 1 with some, or if OURS was left as it is."),
  0,
  4,
  merge_options,
  run_merge
};
