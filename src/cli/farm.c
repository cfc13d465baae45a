/* SPDX-License-Identifier: MIT */
/* Each asset is compiled by this program, in a process of its own. */
#include "cli/farm.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <sys/wait.h>

#include "bake/object.h"
#include "cli/command.h"
#include "cli/input.h"

char *
kb_project_folder (const char *given)
{
  return g_file_test (given, G_FILE_TEST_IS_DIR) ? g_strdup (given) : g_path_get_dirname (given);
}

/* Starts the compilation of an asset. Returns 0 and an error if that fails. */
static pid_t
start_one (const char *asset, const char *object, GError **error)
{
  const char *command[] = { "/proc/self/exe", "compile", "-o", object, "--", asset, NULL };
  g_autoptr (GError) local = NULL;
  GPid process = 0;
  if (!g_spawn_async (NULL, (char **) command, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                      &process, &local))
    kb_fail (error, KB_ERROR_MACHINE, _("a process cannot be started: %s"), local->message);
  return process;
}

/* The signal that asked this program to end, or 0. */
static volatile sig_atomic_t stopped;

static void
note_signal (int number)
{
  stopped = number;
}

/* Waits for any process. Fails, with an error without a message, unless it succeeded. */
static void
await_one (GError **error)
{
  int status = 0;
  pid_t process;
  while ((process = wait (&status)) < 0 && errno == EINTR)
    ;
  const gboolean ended = process > 0 && WIFEXITED (status);
  if (!ended || WEXITSTATUS (status) != KB_EXIT_DONE)
    g_set_error_literal (error, KB_ERROR, ended ? WEXITSTATUS (status) : KB_EXIT_MACHINE,
                         ended ? "" : _("a process that compiles assets was ended"));
}

/* After a failure or a signal, starts no more and waits for the rest. */
static gboolean
compile_files (const GPtrArray *files, const char *start, char **objects, guint n, GError **error)
{
  gboolean ok = TRUE;
  guint running = 0;
  for (guint i = 0; (i < files->len && ok) || running > 0;)
    {
      GError *local = NULL;
      if (ok && i < files->len && running < n)
        {
          g_autofree char *asset = g_build_filename (start, files->pdata[i], NULL);
          running += start_one (asset, objects[i++], &local) > 0;
        }
      else
        {
          await_one (&local);
          running--;
        }
      if (local)
        g_propagate_error (ok ? error : NULL, local);
      ok &= !local && !stopped;
    }
  return ok;
}

GPtrArray *
kb_compile_all (const char *project, guint n, gint64 *begun, GError **error)
{
  g_autofree char *file = NULL, *start = kb_project_folder (project);
  g_autoptr (GPtrArray) files = kb_list_asset_files (project, &file, error), objects = NULL;
  g_autoptr (GError) local = NULL;
  if (!files)
    return NULL;
  /* From before the folder is made, or it could stay. */
  const struct sigaction noting = { .sa_handler = note_signal };
  struct sigaction interrupt, terminate;
  sigaction (SIGINT, &noting, &interrupt);
  if (interrupt.sa_handler == SIG_IGN)   /* a shell's job in the background */
    sigaction (SIGINT, &interrupt, NULL);
  sigaction (SIGTERM, &noting, &terminate);
  g_autofree char *folder = g_dir_make_tmp ("kickbox-XXXXXX", &local);
  g_auto (GStrv) paths = g_new0 (char *, files->len + 1);
  for (guint i = 0; i < files->len; i++)
    paths[i] = g_strdup_printf ("%s/%u.kbo", folder, i);
  if (!folder)
    kb_fail (error, KB_ERROR_MACHINE, "%s", local->message);
  else if (compile_files (files, start, paths, n, error))
    objects = kb_objects_read (paths, kb_cli_progress, begun, error);
  if (folder)
    kb_cli_remove_folder (folder);
  sigaction (SIGINT, &interrupt, NULL);
  sigaction (SIGTERM, &terminate, NULL);
  if (stopped)
    raise (stopped);
  return g_steal_pointer (&objects);
}
