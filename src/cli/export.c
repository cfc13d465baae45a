/* SPDX-License-Identifier: MIT */
/* kickbox export: the bank, its depfile, and doing it again on every change. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bake/bake.h"
#include "cli/command.h"
#include "cli/depfile.h"
#include "cli/watch.h"

static char *output, *depfile;
static gboolean watch;
/* One for each of kb_bake_options, in its order. */
static char *format, *images, *padding, *extrude, *page_size, *power_of_two;

static const struct { const char *name; char **value; } texts[] = {
  { "format", &format }, { "images", &images }, { "padding", &padding }, { "extrude", &extrude },
  { "page-size", &page_size }, { "power-of-two", &power_of_two },
};

static const GOptionEntry options[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Where the bank goes", "FILE" },
  { "format", 0, 0, G_OPTION_ARG_FILENAME, &format, "The form of the bank", "binary|json" },
  { "images", 0, 0, G_OPTION_ARG_FILENAME, &images, "In the bank as PNG or RGBA, beside it, or left out", "png|rgba|beside|none" },
  { "padding", 0, 0, G_OPTION_ARG_FILENAME, &padding, "Empty pixels between pictures on a page", "N" },
  { "extrude", 0, 0, G_OPTION_ARG_FILENAME, &extrude, "How often a picture's edge is repeated around it", "N" },
  { "page-size", 0, 0, G_OPTION_ARG_FILENAME, &page_size, "Largest side of a page, at most 4096", "N" },
  { "power-of-two", 0, 0, G_OPTION_ARG_FILENAME, &power_of_two, "Sides of pages are powers of two", "yes|no" },
  { "depfile", 0, 0, G_OPTION_ARG_FILENAME, &depfile, "Write what the bank depends on, for make and ninja", "FILE" },
  { "watch", 0, 0, G_OPTION_ARG_NONE, &watch, "Stay, and export again when the project changes", NULL },
  G_OPTION_ENTRY_NULL
};

/* The project's settings, then the command line's. */
static gboolean
read_settings (const KbDocument *document, KbBakeSettings *settings, GError **error)
{
  if (!kb_bake_project_settings (document, settings, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (*texts[i].value && !kb_bake_settings_set (settings, texts[i].name, *texts[i].value, error))
      return FALSE;
  return TRUE;
}

/* Paths start as the project was given, so that a build that names files relatively finds them. */
static char *
as_given (const KbDocument *document, const char *given, const char *path)
{
  const char *folder = kb_document_folder (document);
  gsize n = strlen (folder);
  if (strncmp (path, folder, n) != 0 || path[n] != '/')
    return g_strdup (path);
  g_autofree char *start = g_file_test (given, G_FILE_TEST_IS_DIR) ? g_strdup (given) : g_path_get_dirname (given);
  return strcmp (start, ".") == 0 ? g_strdup (path + n + 1) : g_build_filename (start, path + n + 1, NULL);
}

static gboolean
write_depfile (const KbDocument *document, const char *given, GError **error)
{
  g_auto (GStrv) inputs = kb_bake_inputs (document);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; inputs[i]; i++)
    g_ptr_array_add (names, as_given (document, given, inputs[i]));
  /* A sprite that is added is a change of the folder. */
  g_autofree char *sprites = g_build_filename (kb_document_folder (document), "sprites", NULL);
  if (g_file_test (sprites, G_FILE_TEST_IS_DIR))
    g_ptr_array_add (names, as_given (document, given, sprites));
  g_ptr_array_add (names, NULL);
  g_autofree char *text = kb_depfile_text (output, (const char *const *) names->pdata);
  g_autoptr (GError) reason = NULL;
  /* Not by renaming: it may be a device. It is short and made again by the next export. */
  if (g_file_set_contents_full (depfile, text, -1, G_FILE_SET_CONTENTS_NONE, 0666, &reason))
    return TRUE;
  g_set_error (error, KB_ERROR, g_error_matches (reason, G_FILE_ERROR, G_FILE_ERROR_NOENT) ? KB_ERROR_INPUT : KB_ERROR_MACHINE,
               "%s: the depfile cannot be written: %s", depfile, reason->message);
  return FALSE;
}

/* An export must not replace what it is made from. */
static gboolean
check_output (const KbDocument *document, const char *path, GError **error)
{
  g_auto (GStrv) inputs = kb_bake_inputs (document);
  g_autofree char *real = path ? realpath (path, NULL) : NULL;
  for (guint i = 0; real && inputs[i]; i++)
    {
      g_autofree char *input = realpath (inputs[i], NULL);
      if (!input || strcmp (input, real) != 0)
        continue;
      g_set_error (error, KB_ERROR, KB_ERROR_USAGE, "kickbox export: %s is a file of the project itself", path);
      return FALSE;
    }
  return TRUE;
}

static gboolean
export (const char *project, GError **error)
{
  gint64 start = g_get_monotonic_time ();
  KbDocument *document = kb_document_open (project, error);
  if (!document)
    return FALSE;
  KbBakeSettings settings;
  gboolean ok = check_output (document, output, error) && check_output (document, depfile, error)
    && read_settings (document, &settings, error)
    && kb_export (document, &settings, output, kb_cli_progress, &start, NULL, error)
    && (!depfile || write_depfile (document, project, error));
  kb_document_free (document);
  return ok;
}

static void
export_again (gpointer project)
{
  GError *error = NULL;
  gint64 start = g_get_monotonic_time ();
  if (!export (project, &error))
    {
      kb_cli_fail (error);
      return;
    }
  printf ("%s: exported in %.2f s\n", output, (g_get_monotonic_time () - start) / (double) G_USEC_PER_SEC);
  fflush (stdout);
}

static int
run (char **arguments)
{
  const char *project = arguments[0];
  GError *error = NULL;
  if (!output || !*output)
    return kb_cli_error (KB_EXIT_USAGE, "kickbox export: expected -o FILE");
  /* What the command line has wrong shows before the project does. */
  KbBakeSettings settings;
  kb_bake_settings_init (&settings);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (*texts[i].value && !kb_bake_settings_set (&settings, texts[i].name, *texts[i].value, &error))
      {
        g_prefix_error (&error, "kickbox export: ");
        return kb_cli_fail (error);
      }
  if (!watch)
    return export (project, &error) ? KB_EXIT_DONE : kb_cli_fail (error);

  g_autofree char *path = g_canonicalize_filename (project, NULL);
  g_autofree char *folder = g_file_test (path, G_FILE_TEST_IS_DIR) ? g_strdup (path) : g_path_get_dirname (path);
  g_autofree char *ignored = g_canonicalize_filename (output, NULL);
  if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    return kb_cli_error (KB_EXIT_INPUT, "%s: there is no such folder", folder);
  return kb_watch (folder, ignored, export_again, (gpointer) project, &error) ? KB_EXIT_DONE : kb_cli_fail (error);
}

const KbCommand kb_command_export = {
  "export", "Write a project as a bank that a game loads", "PROJECT",
  "Options that are not given are those of the project's \"export\" settings. The bank replaces an old\n"
  "one only when it is complete. With --watch a line is printed for each export; errors are told and\n"
  "waited out; SIGINT or SIGTERM ends it.",
  1, 1, options, run
};
