/* SPDX-License-Identifier: MIT */
/* What the commands share: messages, statuses, output. */
#include "cli/command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include <gio/gio.h>

/* A line of the terminal that shows progress is wiped before anything else is said. */
static gboolean progress_shown;

static void
wipe_progress (void)
{
  if (progress_shown)
    fputs ("\r\033[K", stderr);
  progress_shown = FALSE;
}

void
kb_cli_progress (double fraction, gpointer started)
{
  const gint64 *start = started;
  if (!isatty (STDERR_FILENO) || g_get_monotonic_time () - *start < G_USEC_PER_SEC / 2)
    return;
  if (fraction >= 1)
    {
      wipe_progress ();
      return;
    }
  fprintf (stderr, "\r%3d%%", (int) (fraction * 100));
  fflush (stderr);
  progress_shown = TRUE;
}

static int
status_of (const GError *error)
{
  if (error->domain == KB_ERROR && error->code >= KB_EXIT_INPUT && error->code <= KB_EXIT_MACHINE)
    return error->code;
  if (error->domain == G_OPTION_ERROR)
    return KB_EXIT_USAGE;
  if (g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT) || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return KB_EXIT_INPUT;
  return KB_EXIT_MACHINE;
}

int
kb_cli_fail (GError *error)
{
  int status = status_of (error);
  kb_cli_error (status, "%s", error->message);
  g_error_free (error);
  return status;
}

int
kb_cli_error (int status, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  fflush (stdout);
  wipe_progress ();
  /* One line, whatever a file name or a library put into it. */
  g_strdelimit (message, "\n\r", ' ');
  fprintf (stderr, "%s\n", message);
  return status;
}

KbDocument *
kb_cli_open_to_change (const char *path, gboolean replay, GError **error)
{
  KbDocument *document = kb_document_open (path, error);
  guint n_steps = 0;
  if (!document || !kb_document_has_journal (document, &n_steps) || n_steps == 0)
    return document;
  guint n_replayed;
  if (replay && kb_document_replay_journal (document, &n_replayed, error))
    return document;
  if (!replay)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT,
                 "%s: the editor has %u unsaved %s in the journal; save there, or bring them in with --replay",
                 kb_document_file (document), n_steps, n_steps == 1 ? "change" : "changes");
  kb_document_free (document);
  return NULL;
}

gboolean
kb_cli_save (KbDocument *document, GError **error)
{
  /* Keeping the journal only now takes its lock, so that the save empties it. */
  return kb_document_keep_journal (document, error) && kb_document_save (document, error);
}

void
kb_cli_print_json (const json_t *value, size_t flags)
{
  json_dumpf (value, stdout, flags | JSON_REAL_PRECISION (9));
  putchar ('\n');
}

int
kb_cli_finish_output (int status)
{
  if (fflush (stdout) == 0 && !ferror (stdout))
    return status;
  return kb_cli_error (KB_EXIT_MACHINE, "standard output: cannot be written: %s", g_strerror (errno));
}
