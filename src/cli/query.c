/* SPDX-License-Identifier: MIT */
/* kickbox query: asks the runtime a game's questions. One JSON object per line in and out. */
#include <errno.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/input.h"
#include "query/query.h"

/* Returns FALSE if the answer was an error. */
static gboolean
answer_line (const kbx_bank *bank, const char *text, size_t length)
{
  gboolean ok;
  g_autofree char *answer = kb_query_answer (bank, text, length, &ok);
  puts (answer);
  fflush (stdout);
  return ok;
}

static int
run_query (char **arguments)
{
  g_auto (KbInput) input = { NULL };
  GError *error = NULL;
  if (!kb_input_open (&input, arguments[0], TRUE, &error))
    return kb_cli_fail (error);
  g_autofree char *text = NULL;
  size_t room = 0;
  ssize_t length;
  int status = KB_EXIT_DONE;
  while (!ferror (stdout) && (length = getline (&text, &room, stdin)) >= 0)
    if (strspn (text, " \t\r\n") != (size_t) length
        && !answer_line (&input.bank, text, (size_t) length))
      status = KB_EXIT_INPUT;
  if (ferror (stdin))
    status =
      kb_cli_error (KB_EXIT_MACHINE, _("standard input: cannot be read: %s"), g_strerror (errno));
  kb_query_forget ();
  return status;
}

const KbCommand kb_command_query = {
  "query",
  N_("Ask a bank what a game would ask it"),
  "BANK",
  N_("These keys may be left out: classes (all), \"at\" ([0, 0]), \"flip\" (\"\"), \"radius\" (a "
  "point), \"layers\" (all),\n"
  "\"partition\" (the bank's), \"drop_through\" (false), \"bounce\" (1), \"step_up\" and "
  "\"step_down\" (0), \"rest\" ([0, 0]).\n"
  "Keys that are not named here are an error; empty lines are skipped. Numbers of levels come with "
  "all their digits,\n"
  "others with nine. A line without an answer gets {\"error\": ...}; the exit status is then 1.\n"
  "Frames, shapes and steps are counted from 0: \"frame\": 33 is the editor's frame 34."),
  1,
  1,
  NULL,
  run_query,
  kb_query_help,
  TRUE
};
