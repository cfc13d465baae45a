/* SPDX-License-Identifier: MIT */
/* The command line.
 *
 * Purpose: `kickbox COMMAND ...`, for build servers and scripts: no display, no toolkit. Flow:
 * main.c finds the command in its table, reads the options that the command lists, and calls its
 * run; that returns the exit status. Each command is a file that ends in its own descriptor.
 * Results go to standard output, messages to standard error as "file: place: what is wrong". Exit
 * status: KB_EXIT_*. */
#ifndef KB_CLI_COMMAND_H
#define KB_CLI_COMMAND_H

#include <glib.h>
#include <jansson.h>

#include "document/document.h"

enum {
  KB_EXIT_DONE = 0,
  KB_EXIT_INPUT = KB_ERROR_INPUT,       /* what was given is wrong */
  KB_EXIT_USAGE = KB_ERROR_USAGE,       /* the command line is wrong */
  KB_EXIT_MACHINE = KB_ERROR_MACHINE    /* the disk is full, no permission, ... */
};

typedef struct {
  const char *name;
  const char *summary;          /* one line for the list of commands */
  const char *arguments;        /* "PROJECT FILE..." */
  const char *description;      /* paragraphs under the options */
  guint min_arguments, max_arguments;
  /* Options to set variables of the command's file; texts are G_OPTION_ARG_FILENAME, which are
   * taken as they are. NULL: none. */
  const GOptionEntry *options;
  /* As many arguments as allowed, NULL-terminated. */
  int (*run) (char **arguments);
  char *(*tables) (void);       /* what comes before the description, from tables; or NULL */
} KbCommand;

extern const KbCommand kb_command_new, kb_command_import, kb_command_edit, kb_command_export,
  kb_command_check, kb_command_info, kb_command_query, kb_command_render, kb_command_play;

/* Prints the error as one line, frees it, and returns the exit status for it. */
int kb_cli_fail (GError *error);
/* One line that a terminal shows as it is, whatever a file name or a library has put into it; a new
 * string. */
char *kb_cli_plain (const char *text);

/* The same for a message of one's own. */
int kb_cli_error (int status, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* From now on messages show this path as it was given, and what is in it likewise, whatever the
 * libraries call it. `is_project`: a project's folder or the .kickbox file in it. */
void kb_cli_shown_as (const char *given, gboolean is_project);
/* The text with paths as they were given; new string. */
char *kb_cli_shown (const char *text);

/* The value of an option that is a whole number; NULL leaves `value` as it is. KB_ERROR_USAGE. */
gboolean kb_cli_read_number (const char *command, const char *option, const char *text, gint min,
                             gint max, gint *value, GError **error);

/* Opens a project to change and save it, with kb_document_save. Until it is freed, it is refused to
 * an editor and waited for by other commands, ten seconds at most. Steps that an editor left in the
 * journal belong to the project as it is, so then it is refused unless `replay` puts them in
 * first. */
KbDocument *kb_cli_open_to_change (const char *path, gboolean replay, GError **error);

/* One JSON value and a newline on standard output. */
void kb_cli_print_json (const json_t *value, size_t flags);

/* Writes everything out; an exit status: KB_EXIT_MACHINE with a message when the output is
 * broken. */
int kb_cli_finish_output (int status);

/* On a terminal, how far a long work is. A KbBakeProgress. */
void kb_cli_progress (double fraction, gpointer started);

#endif
