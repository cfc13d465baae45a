/* SPDX-License-Identifier: MIT */
/* The command line, for build servers and scripts: no display, no toolkit. Flow: main.c finds the
 * command in its table, reads the options that the command lists and calls its `run`. That returns
 * the exit status, KB_EXIT_*. Each command is a file that ends in its own descriptor. Results go to
 * standard output, messages to standard error as "file: place: what is wrong". */
#ifndef KB_CLI_COMMAND_H
#define KB_CLI_COMMAND_H

#include <glib.h>
#include <jansson.h>

#include "document/document.h"

enum {
  KB_EXIT_DONE = 0,
  KB_EXIT_INPUT = KB_ERROR_INPUT,       /* the input is wrong */
  KB_EXIT_USAGE = KB_ERROR_USAGE,       /* the command line is wrong */
  KB_EXIT_MACHINE = KB_ERROR_MACHINE    /* the disk is full, no permission, ... */
};

typedef struct {
  const char *name;
  const char *summary;          /* one line in the list of commands */
  const char *arguments;        /* "PROJECT FILE..." */
  const char *description;      /* paragraphs below the options */
  guint min_arguments, max_arguments;
  /* Options that set variables of the command's file; texts are G_OPTION_ARG_FILENAME, which are
   * not converted. NULL: none. */
  const GOptionEntry *options;
  /* The allowed number of arguments, NULL-terminated. */
  int (*run) (char **arguments);
  char *(*tables) (void);       /* text before the description, made from tables, or NULL */
  gboolean is_machine_read;     /* all that it prints is for programs, and in English */
} KbCommand;

extern const KbCommand kb_command_new, kb_command_import, kb_command_edit, kb_command_annotate,
  kb_command_export, kb_command_check, kb_command_info, kb_command_query, kb_command_render,
  kb_command_play, kb_command_publish, kb_command_soup, kb_command_pack, kb_command_compile,
  kb_command_link, kb_command_build, kb_command_merge, kb_command_diff;

/* Prints the error as one line, unless it has no message, frees it, and returns its exit status. */
int kb_cli_fail (GError *error);
/* Makes a text safe for one terminal line, whatever a file name or a library put into it. A new
 * string. */
char *kb_cli_plain (const char *text);

/* The same for a message of the command's own. */
int kb_cli_error (int status, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* From now on, messages show this path and paths inside it as the user gave them. `is_project`: a
 * project's folder or the .kickbox file in it. */
void kb_cli_shown_as (const char *given, gboolean is_project);
/* The same for a folder in place of which messages show a path of the user. */
void kb_cli_shown_inside (const char *given, const char *folder);
/* The text with paths as the user gave them, as a new string. */
char *kb_cli_shown (const char *text);

/* Reads an option's whole number; NULL leaves `value` unchanged. KB_ERROR_USAGE. */
gboolean kb_cli_read_number (const char *command, const char *option, const char *text, gint min,
                             gint max, gint *value, GError **error);
/* The same for any number. */
gboolean kb_cli_read_real (const char *command, const char *option, const char *text, double min,
                           double max, double *value, GError **error);

/* Opens a project to change it and save it with kb_document_save. Until it is freed, editors are
 * refused and other commands wait, at most ten seconds. If an editor left steps in the journal, it
 * fails unless `replay` applies them first. */
KbDocument *kb_cli_open_to_change (const char *path, gboolean replay, GError **error);

/* Prints one JSON value and a newline. */
void kb_cli_print_json (const json_t *value, size_t flags);

/* Flushes the output. Returns an exit status: KB_EXIT_MACHINE, with a message, if writing
 * failed. */
int kb_cli_finish_output (int status);

/* Runs a command line; returns its exit status. */
typedef int (*KbRunLine) (int argc, char **argv);
/* A persistent worker of Bazel: runs a command line for each request on standard input, until that
 * ends. `arguments`: those of its start, NULL-terminated, which each request's follow. */
int kb_cli_serve (char **arguments, KbRunLine run);

/* Shows progress on a terminal. A KbBakeProgress. */
void kb_cli_progress (double fraction, gpointer started);

/* NULL for no text: json_pack leaves such a name out with "s*". */
static inline const char *
kb_text_or_null (const char *text)
{
  return text && *text ? text : NULL;
}

#endif
