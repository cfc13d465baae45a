/* SPDX-License-Identifier: MIT */
/* kickbox: the table of commands, help, and reading a command's options. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"

static const KbCommand *const commands[] = {
  &kb_command_new,
  &kb_command_import,
  &kb_command_edit,
  &kb_command_annotate,
  &kb_command_export,
  &kb_command_publish,
  &kb_command_check,
  &kb_command_info,
  &kb_command_query,
  &kb_command_render,
  &kb_command_play,
  &kb_command_soup,
  &kb_command_diff,
  &kb_command_merge,
};

static const KbCommand *
find_command (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i]->name, name) == 0)
      return commands[i];
  return NULL;
}

static void
print_help (FILE *out)
{
  fputs ("Usage: kickbox COMMAND [OPTIONS...] ARGUMENTS...\n\n"
         "Annotated sprites from a project to a bank that a game loads.\n\nCommands:\n", out);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    fprintf (out, "  %-8s %s\n", commands[i]->name, commands[i]->summary);
  fputs ("\n'kickbox help COMMAND' tells more. PROJECT is a folder or its .kickbox file; BANK is "
         "an exported\n"
         "bank, binary or JSON. Exit status: 0 done, 1 wrong input, 2 wrong command line, 3 the "
         "machine failed.\n",
         out);
}

static GOptionContext *
make_context (const KbCommand *command, char ***arguments)
{
  GOptionEntry rest[] = {
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, arguments, NULL, NULL },
    G_OPTION_ENTRY_NULL
  };
  g_autofree char *program = g_strconcat ("kickbox ", command->name, NULL);
  g_set_prgname (program);
  GOptionContext *context = g_option_context_new (command->arguments);
  g_option_context_set_summary (context, command->summary);
  g_autofree char *tables = command->tables ? command->tables () : g_strdup ("");
  g_autofree char *description = g_strconcat (tables, command->description, NULL);
  g_option_context_set_description (context, description);
  if (command->options)
    g_option_context_add_main_entries (context, command->options, NULL);
  g_option_context_add_main_entries (context, rest, NULL);
  g_option_context_set_help_enabled (context, FALSE);
  return context;
}

static int
print_command_help (const KbCommand *command)
{
  char **arguments = NULL;
  GOptionContext *context = make_context (command, &arguments);
  g_autofree char *help = g_option_context_get_help (context, TRUE, NULL);
  fputs (help, stdout);
  g_option_context_free (context);
  return KB_EXIT_DONE;
}

static int
run_command (const KbCommand *command, int argc, char **argv)
{
  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++)
    if (strcmp (argv[i], "--help") == 0 || strcmp (argv[i], "-h") == 0)
      return print_command_help (command);

  g_auto (GStrv) arguments = NULL;
  GError *error = NULL;
  GOptionContext *context = make_context (command, &arguments);
  gboolean ok = g_option_context_parse (context, &argc, &argv, &error);
  g_option_context_free (context);
  if (!ok)
    {
      int status = kb_cli_error (KB_EXIT_USAGE, "kickbox %s: %s; see 'kickbox help %s'",
                                 command->name, error->message, command->name);
      g_error_free (error);
      return status;
    }
  guint n = arguments ? g_strv_length (arguments) : 0;
  if (n < command->min_arguments || n > command->max_arguments)
    return kb_cli_error (KB_EXIT_USAGE, "kickbox %s: %s; expected: kickbox %s %s", command->name,
                         n < command->min_arguments ? "too few arguments" : "too many arguments",
                         command->name, command->arguments);
  char *none[] = { NULL };
  return command->run (arguments ? arguments : none);
}

static int
run_help (int argc, char **argv)
{
  if (argc == 0)
    {
      print_help (stdout);
      return KB_EXIT_DONE;
    }
  const KbCommand *command = find_command (argv[0]);
  if (command)
    return print_command_help (command);
  return kb_cli_error (KB_EXIT_USAGE, "kickbox help: '%s' is no command; see 'kickbox --help'",
                       argv[0]);
}

static int
dispatch (int argc, char **argv)
{
  if (argc < 2)
    {
      print_help (stderr);
      return KB_EXIT_USAGE;
    }
  if (strcmp (argv[1], "--version") == 0)
    {
      puts ("kickbox " KB_VERSION);
      return KB_EXIT_DONE;
    }
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0)
    return run_help (0, NULL);
  if (strcmp (argv[1], "help") == 0)
    return run_help (argc - 2, argv + 2);
  const KbCommand *command = find_command (argv[1]);
  if (command)
    return run_command (command, argc - 1, argv + 1);
  return kb_cli_error (KB_EXIT_USAGE, "kickbox: '%s' is no %s; see 'kickbox --help'", argv[1],
                       argv[1][0] == '-' ? "option" : "command");
}

int
main (int argc, char **argv)
{
  /* A closed reader becomes an output error with a message and status, not a signal. */
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);   /* a file size limit becomes an error like a full disk */
  return kb_cli_finish_output (dispatch (argc, argv));
}
