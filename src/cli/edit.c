/* SPDX-License-Identifier: MIT */
/* kickbox edit: the journal's own lines as a scripting language. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "document/edit.h"

static gboolean replay;

static const GOptionEntry options[] = {
  { "replay", 0, 0, G_OPTION_ARG_NONE, &replay, "First bring back what the editor left unsaved in the journal", NULL },
  G_OPTION_ENTRY_NULL
};

static gboolean
is_blank (const char *text, gsize length)
{
  return strspn (text, " \t\r\n") == length;
}

/* KB_EXIT_DONE, or an error that names the line. */
static int
apply_line (KbDocument *document, const char *text, gsize length, guint number)
{
  json_error_t place;
  json_t *line = json_loadb (text, length, JSON_REJECT_DUPLICATES, &place);
  if (!line)
    return kb_cli_error (KB_EXIT_INPUT, "standard input: line %u, column %d: %s", number, place.column, place.text);
  GError *error = NULL;
  gboolean ok = kb_document_apply (document, line, &error);
  json_decref (line);
  if (ok)
    return KB_EXIT_DONE;
  g_prefix_error (&error, "standard input: line %u: ", number);
  return kb_cli_fail (error);
}

static int
run (char **arguments)
{
  GError *error = NULL;
  KbDocument *document = kb_cli_open_to_change (arguments[0], replay, &error);
  if (!document)
    return kb_cli_fail (error);
  char *text = NULL;
  size_t room = 0;
  ssize_t length;
  int status = KB_EXIT_DONE;
  for (guint number = 1; status == KB_EXIT_DONE && (length = getline (&text, &room, stdin)) >= 0; number++)
    if (!is_blank (text, (gsize) length))
      status = apply_line (document, text, (gsize) length, number);
  if (status == KB_EXIT_DONE && ferror (stdin))
    status = kb_cli_error (KB_EXIT_MACHINE, "standard input: cannot be read: %s", g_strerror (errno));
  free (text);
  if (status == KB_EXIT_DONE && !kb_cli_save (document, &error))
    status = kb_cli_fail (error);
  kb_document_free (document);
  return status;
}

const KbCommand kb_command_edit = {
  "edit", "Change a project by JSON lines from standard input, then save it", "PROJECT",
  "Each line is one step:\n"
  "  {\"set\": \"sprites['fakir'].frames[3].hot_spot\", \"value\": [12, 40]}\n"
  "  {\"insert\": \"sprites[0].frames[3].shapes\", \"at\": 0, \"value\": {...}}\n"
  "  {\"remove\": \"sprites[0].frames[3].shapes[1]\"}\n"
  "  {\"move\": \"sprites[0].frames[3]\", \"to\": 0}\n"
  "  {\"step\": \"LABEL\", \"edits\": [...]}   {\"undo\": true}   {\"redo\": true}\n"
  "When a line is wrong, nothing at all is saved.",
  1, 1, options, run
};
