/* SPDX-License-Identifier: MIT */
/* Shared by the commands: messages, statuses, output. */
#include "cli/command.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <gio/gio.h>

#include "document/names.h"
#include "operations/level/rules.h"

/* For another command that changes the same project; documented in the man page */
#define WAIT_MS 10000

/* Before other output, a terminal's progress line is erased. */
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

/* ---- paths as given ---- */

/* An absolute path, then its given form; longer paths come first. */
typedef struct { char *path, *given; } Shown;
static GArray *shown_paths;

static int
compare_shown (gconstpointer a, gconstpointer b)
{
  gsize m = strlen (((const Shown *) a)->path), n = strlen (((const Shown *) b)->path);
  return m < n ? 1 : m > n ? -1 : 0;
}

void
kb_cli_shown_inside (const char *given, const char *folder)
{
  if (!shown_paths)
    shown_paths = g_array_new (FALSE, FALSE, sizeof (Shown));
  Shown item = { g_canonicalize_filename (folder, NULL), g_strdup (given) };
  g_array_append_val (shown_paths, item);
  g_array_sort (shown_paths, compare_shown);
}

void
kb_cli_shown_as (const char *given, gboolean is_project)
{
  /* An absolute argument needs no replacement, but must not match as part of another path. */
  const gboolean in_file = is_project && !g_file_test (given, G_FILE_TEST_IS_DIR);
  g_autofree char *shown = in_file ? g_path_get_dirname (given) : g_strdup (given);
  gsize n = strlen (shown);
  while (n > 1 && shown[n - 1] == '/')
    shown[--n] = '\0';
  kb_cli_shown_inside (shown, shown);
}

/* The path that starts here and ends with a whole name. */
static const Shown *
find_shown (const char *text)
{
  if (shown_paths)
    KB_EACH_IN (const Shown, item, shown_paths)
      {
        gsize n = strlen (item->path);
        if (n > 1 && strncmp (text, item->path, n) == 0
            && (text[n] == '\0' || strchr ("/: ,;)'\"", text[n])))
          return item;
      }
  return NULL;
}

char *
kb_cli_shown (const char *text)
{
  GString *result = g_string_new (NULL);
  gboolean at_start = TRUE;
  for (const char *p = text; *p;)
    {
      const Shown *item = *p == '/' && at_start ? find_shown (p) : NULL;
      at_start = strchr (" '\"(:", *p) != NULL;
      if (!item)
        {
          g_string_append_c (result, *p++);
          continue;
        }
      p += strlen (item->path);
      /* "./a" is "a". */
      if (strcmp (item->given, ".") == 0 && *p == '/')
        p++;
      else
        g_string_append (result, item->given);
    }
  return g_string_free (result, FALSE);
}

static int
status_of (const GError *error)
{
  if (error->domain == KB_ERROR && error->code >= KB_EXIT_INPUT && error->code <= KB_EXIT_MACHINE)
    return error->code;
  if (g_error_matches (error, KB_ERROR, KB_ERROR_BUSY))
    return KB_EXIT_MACHINE;
  if (error->domain == G_OPTION_ERROR)
    return KB_EXIT_USAGE;
  if (g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT)
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return KB_EXIT_INPUT;
  return KB_EXIT_MACHINE;
}

int
kb_cli_fail (GError *error)
{
  int status = status_of (error);
  if (*error->message)
    kb_cli_error (status, "%s", error->message);
  g_error_free (error);
  return status;
}

char *
kb_cli_plain (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *plain = g_string_new (NULL);
  for (const char *p = valid; *p; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      g_string_append_unichar (plain, c == '\n' || c == '\r' || c == '\t' ? ' '
                                      : kb_is_hidden_character (c)        ? '?'
                                                                          : c);
    }
  return g_string_free (plain, FALSE);
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
  g_autofree char *shown = kb_cli_shown (message), *plain = kb_cli_plain (shown);
  fprintf (stderr, "%s\n", plain);
  return status;
}

gboolean
kb_cli_read_number (const char *command, const char *option, const char *text, gint min, gint max,
                    gint *value, GError **error)
{
  gint64 number;
  if (!text)
    return TRUE;
  if (!g_ascii_string_to_signed (text, 10, min, max, &number, NULL))
    return kb_fail (error, KB_ERROR_USAGE,
                    _("kickbox %s: --%s: '%s' is not a whole number from %d to %d"), command,
                    option,
                    text, min, max);
  *value = (gint) number;
  return TRUE;
}

gboolean
kb_cli_read_real (const char *command, const char *option, const char *text, double min,
                  double max, double *value, GError **error)
{
  char *end;
  if (!text)
    return TRUE;
  *value = g_ascii_strtod (text, &end);
  return (end > text && !*end && *value >= min && *value <= max)
         || kb_fail (error, KB_ERROR_USAGE,
                     _("kickbox %s: --%s: '%s' is not a number from %.10g to %.10g"), command,
                     option, text, min, max);
}

/* Replays the editor's journal, if wanted and there is one. */
static gboolean
settle_journal (KbDocument *document, gboolean replay, GError **error)
{
  guint n_steps = 0;
  if (!kb_document_has_journal (document, &n_steps))
    return TRUE;
  if (replay && !kb_document_journal_fits (document))
    return kb_fail (error, KB_ERROR_INPUT,
                    _("%s: was changed since the journal's steps were made; open it in the editor "
                      "and decide there"),
                    kb_document_file (document));
  if (replay || n_steps == 0)
    {
      GError *reason = NULL;
      if (kb_document_replay_journal (document, NULL, &reason))
        return TRUE;
      /* An unreadable line already has its file's name */
      g_autofree char *journal = g_strconcat (kb_document_file (document), "-journal: ", NULL);
      g_propagate_prefixed_error (error, reason, "%s",
                                  g_str_has_prefix (reason->message, journal) ? "" : journal);
      return FALSE;
    }
  return kb_fail (
    error, KB_ERROR_INPUT,
    ngettext ("%s: the editor has %u unsaved change in the journal; save there, or bring them in "
              "with --replay",
              "%s: the editor has %u unsaved changes in the journal; save there, or bring them in "
              "with --replay",
              n_steps),
    kb_document_file (document), n_steps);
}

KbDocument *
kb_cli_open_to_change (const char *path, gboolean replay, GError **error)
{
  kb_cli_shown_as (path, TRUE);
  KbDocument *document = kb_document_open_to_change (path, WAIT_MS, error);
  if (document && !settle_journal (document, replay, error))
    g_clear_pointer (&document, kb_document_free);
  if (document)
    kb_rules_keep (document);
  return document;
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
  return kb_cli_error (KB_EXIT_MACHINE, _("standard output: cannot be written: %s"),
                       g_strerror (errno));
}
