/* SPDX-License-Identifier: MIT */
/* kickbox: the table of commands, help, @FILE, and reading a command's options. */
#include <glib/gi18n.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "bake/object.h"
#include "cli/command.h"
#include "document/files/files.h"

static const KbCommand *const commands[] = {
  &kb_command_new,
  &kb_command_import,
  &kb_command_edit,
  &kb_command_annotate,
  &kb_command_export,
  &kb_command_build,
  &kb_command_compile,
  &kb_command_link,
  &kb_command_pack,
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
  fputs (_("Usage: kickbox COMMAND [OPTIONS...] ARGUMENTS...\n\n"
           "Annotated sprites from a project to a bank that a game loads.\n\nCommands:\n"), out);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    fprintf (out, "  %-8s %s\n", commands[i]->name, _(commands[i]->summary));
  fputs (_("\n'kickbox help COMMAND' explains one. PROJECT is a folder or its .kickbox file;\n"
           "BANK is an exported bank, binary or JSON. @FILE stands for the arguments in a\n"
           "file, one a line. Exit status: 0 done, 1 wrong input, 2 wrong command line,\n"
           "3 the machine failed.\n"),
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
  g_option_context_set_summary (context, _(command->summary));
  g_autofree char *tables = command->tables ? command->tables () : g_strdup ("");
  g_autofree char *description = g_strconcat (tables, _(command->description), NULL);
  g_option_context_set_description (context, description);
  if (command->options)
    g_option_context_add_main_entries (context, command->options, GETTEXT_PACKAGE);
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

/* "-j8" becomes "--jobs=8", since GLib reads no value that follows a letter. A new array. */
static char **
separate_values (const KbCommand *command, int argc, char **argv)
{
  char **words = g_new0 (char *, argc + 1);
  gboolean ended = FALSE;
  for (int i = 0; i < argc; i++)
    {
      const char *word = argv[i];
      ended |= strcmp (word, "--") == 0;
      for (const GOptionEntry *entry = command->options; entry && entry->long_name; entry++)
        if (i > 0 && !ended && word[0] == '-' && word[1] == entry->short_name && word[1] && word[2]
            && word[2] != '=' && entry->arg != G_OPTION_ARG_NONE && !words[i])
          words[i] = g_strdup_printf ("--%s=%s", entry->long_name, word + 2);
      words[i] = words[i] ? words[i] : g_strdup (word);
    }
  return words;
}

static int
run_command (const KbCommand *command, int argc, char **argv)
{
  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++)
    if (strcmp (argv[i], "--help") == 0 || strcmp (argv[i], "-h") == 0)
      return print_command_help (command);

  g_auto (GStrv) arguments = NULL, words = separate_values (command, argc, argv);
  GError *error = NULL;
  GOptionContext *context = make_context (command, &arguments);
  gboolean ok = g_option_context_parse_strv (context, &words, &error);
  g_option_context_free (context);
  if (!ok)
    {
      int status = kb_cli_error (KB_EXIT_USAGE, _("kickbox %s: %s; see 'kickbox help %s'"),
                                 command->name, error->message, command->name);
      g_error_free (error);
      return status;
    }
  guint n = arguments ? g_strv_length (arguments) : 0;
  if (n < command->min_arguments || n > command->max_arguments)
    return kb_cli_error (KB_EXIT_USAGE, _("kickbox %s: %s; expected: kickbox %s %s"), command->name,
                         n < command->min_arguments ? _("too few arguments")
                                                    : _("too many arguments"),
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
  return kb_cli_error (KB_EXIT_USAGE, _("kickbox help: '%s' is no command; see 'kickbox --help'"),
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
      g_autofree char *builder = kb_builder_id ();
      printf ("kickbox " KB_VERSION " (builder %s)\n", builder);
      return KB_EXIT_DONE;
    }
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0)
    return run_help (0, NULL);
  if (strcmp (argv[1], "help") == 0)
    return run_help (argc - 2, argv + 2);
  const KbCommand *command = find_command (argv[1]);
  if (command)
    return run_command (command, argc - 1, argv + 1);
  return kb_cli_error (KB_EXIT_USAGE,
                       argv[1][0] == '-' ? _("kickbox: '%s' is no option; see 'kickbox --help'")
                                         : _("kickbox: '%s' is no command; see 'kickbox --help'"),
                       argv[1]);
}

/* Adds an argument, or those of a file for @FILE: one a line, perhaps in single quotes, as ninja
 * writes them; empty lines left out. "@@NAME" is the argument "@NAME". `file`: the file that holds
 * this argument, or NULL. */
static gboolean
expand_argument (const char *argument, const char *file, GPtrArray *list, GError **error)
{
  gboolean doubled = g_str_has_prefix (argument, "@@");
  if (doubled || argument[0] != '@' || argument[1] == '\0')
    {
      g_ptr_array_add (list, g_strdup (argument + doubled));
      return TRUE;
    }
  g_autofree char *text = NULL;
  gsize length;
  if (file)
    return kb_fail (error, KB_ERROR_USAGE, _("%s: holds %s; expected no other file in it, or @%s"),
                    file, argument, argument);
  if (!kb_file_read (NULL, argument + 1, KB_FILE_MAX, &text, &length, error))
    return FALSE;
  if (strlen (text) != length)
    return kb_fail (error, KB_ERROR_INPUT, _("%s: holds a zero byte; expected one argument a line"),
                    argument + 1);
  g_auto (GStrv) lines = g_strsplit_set (text, "\r\n", -1);
  gboolean ok = TRUE;
  for (guint i = 0; ok && lines[i]; i++)
    {
      const gboolean is_quoted = *lines[i] == '\'' && g_str_has_suffix (lines[i] + 1, "'");
      g_autofree char *quoted = is_quoted ? g_shell_unquote (lines[i], NULL) : g_strdup (lines[i]);
      ok = *lines[i] == '\0'
           || expand_argument (quoted ? quoted : lines[i], argument + 1, list, error);
    }
  return ok;
}

/* What a program reads is in English, also all of a command with --json. */
static gboolean
is_machine_read (const GPtrArray *arguments)
{
  const KbCommand *command = arguments->len > 1 ? find_command (arguments->pdata[1]) : NULL;
  gboolean found = command && command->is_machine_read;
  for (guint i = 0; i < arguments->len && !g_str_equal (arguments->pdata[i], "--"); i++)
    found |= g_str_equal (arguments->pdata[i], "--json");
  return found;
}

static int
run_line (int argc, char **argv)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (g_free);
  GError *error = NULL;
  /* The actions of a worker that Bazel runs without one have this option too. */
  for (int i = 0; i < argc; i++)
    if (!g_str_has_prefix (argv[i], "--worker_protocol=")
        && !expand_argument (argv[i], NULL, list, &error))
      return kb_cli_fail (error);
  if (is_machine_read (list))
    {
      setlocale (LC_MESSAGES, "C");
      g_setenv ("LC_ALL", "C", TRUE);   /* for the programs that it runs */
    }
  /* Reading options removes them from the array. */
  g_autofree char **arguments = g_new0 (char *, list->len + 1);
  if (list->len > 0)
    memcpy (arguments, list->pdata, list->len * sizeof *arguments);
  return kb_cli_finish_output (dispatch ((int) list->len, arguments));
}

int
main (int argc, char **argv)
{
  /* A closed reader becomes an output error with a message and status, not a signal. */
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);   /* a file size limit becomes an error like a full disk */
  if (argc > 1 && g_strv_contains ((const char *const *) argv, "--persistent_worker"))
    return kb_cli_serve (argv, run_line);
  /* Nothing else depends on the language: numbers, sorting and letters are those of C. */
  setlocale (LC_CTYPE, "C.UTF-8");
  setlocale (LC_MESSAGES, "");
  kb_find_translations ();
  return run_line (argc, argv);
}
