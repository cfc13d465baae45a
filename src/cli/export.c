/* SPDX-License-Identifier: MIT */
/* kickbox export: the bank, its depfile, and watching for changes. */
#include <stdio.h>
#include <string.h>

#include "bake/bake.h"
#include "cli/command.h"
#include "cli/import.h"
#include "cli/input.h"
#include "document/files/files.h"

static char *output, *depfile;
static gboolean watch, json, follow_links;
/* One for each of kb_bake_options, in order. */
static char *format, *images, *padding, *extrude, *page_size, *power_of_two;

static const struct { const char *name; char **value; } texts[] = {
  { "format", &format }, { "images", &images }, { "padding", &padding }, { "extrude", &extrude },
  { "page-size", &page_size }, { "power-of-two", &power_of_two },
};

static const GOptionEntry options[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Where the file goes", "FILE" },
  { "format", 0, 0, G_OPTION_ARG_FILENAME, &format, "What is written", "FORMAT" },
  { "images", 0, 0, G_OPTION_ARG_FILENAME, &images,
    "Where the pictures go", "IMAGES" },
  { "padding", 0, 0, G_OPTION_ARG_FILENAME, &padding, "Empty pixels between pictures on a page",
    "N" },
  { "extrude", 0, 0, G_OPTION_ARG_FILENAME, &extrude,
    "How often a picture's edge is repeated around it", "N" },
  { "page-size", 0, 0, G_OPTION_ARG_FILENAME, &page_size, "Largest side of a page, at most 4096",
    "N" },
  { "power-of-two", 0, 0, G_OPTION_ARG_FILENAME, &power_of_two, "Sides of pages are powers of two",
    "yes|no" },
  { "depfile", 0, 0, G_OPTION_ARG_FILENAME, &depfile,
    "Write what the bank depends on, for make and ninja", "FILE" },
  { "watch", 0, 0, G_OPTION_ARG_NONE, &watch, "Stay, and export again when the project changes",
    NULL },
  { "follow-links", 0, 0, G_OPTION_ARG_NONE, &follow_links,
    "Follow links inside the project, which build systems make", NULL },
  { "json", 0, 0, G_OPTION_ARG_NONE, &json, "Report as one JSON object", NULL },
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

/* Engines know a file by its ending. One without any is for a pipe. */
static gboolean
check_ending (const KbBakeSettings *settings, GError **error)
{
  const KbExportChoice *chosen = kb_exporters + settings->format;
  const char *ending = chosen->exporter->ending, *dot = strrchr (output, '.');
  return !chosen->exporter->is_engine || !dot || strchr (dot, '/')
         || g_ascii_strcasecmp (dot, ending) == 0
         || kb_fail (error, KB_ERROR_USAGE,
                     "kickbox export: %s: expected a name that ends with %s, for --format %s",
                     output, ending, chosen->name);
}

/* Paths start as the project was given, so that a build with relative file names finds them. */
static char *
as_given (const KbDocument *document, const char *given, const char *path)
{
  const char *folder = kb_document_folder (document);
  gsize n = strlen (folder);
  if (strncmp (path, folder, n) != 0 || path[n] != '/')
    return g_strdup (path);
  g_autofree char *start =
    g_file_test (given, G_FILE_TEST_IS_DIR) ? g_strdup (given) : g_path_get_dirname (given);
  return strcmp (start, ".") == 0 ? g_strdup (path + n + 1)
                                  : g_build_filename (start, path + n + 1, NULL);
}

/* The main file, then the others, which are in its folder. */
static char **
list_outputs (const KbBake *bake)
{
  const char *slash = strrchr (output, '/');
  g_autofree char *folder = g_strndup (output, slash ? (gsize) (slash + 1 - output) : 0);
  g_auto (GStrv) names = kb_bake_list_beside (bake);
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  g_strv_builder_add (paths, output);
  for (guint i = 0; names[i]; i++)
    {
      g_autofree char *path = g_strconcat (folder, names[i], NULL);
      g_strv_builder_add (paths, path);
    }
  return g_strv_builder_end (paths);
}

static GBytes *
make_depfile (const KbDocument *document, const char *given)
{
  g_auto (GStrv) inputs = kb_bake_inputs (document);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; inputs[i]; i++)
    g_ptr_array_add (names, as_given (document, given, inputs[i]));
  /* A new asset changes its folder. */
  static const char *const folders[] = { "sprites", "masks", "tracks", "levels", "bands" };
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *assets = g_build_filename (kb_document_folder (document), folders[i], NULL);
      if (g_file_test (assets, G_FILE_TEST_IS_DIR))
        g_ptr_array_add (names, as_given (document, given, assets));
    }
  g_ptr_array_add (names, NULL);
  char *text = kb_depfile_text (output, (const char *const *) names->pdata);
  return g_bytes_new_take (text, strlen (text));
}

static gboolean
check_pages (const KbDocument *document, KbBake *bake, GError **error)
{
  kb_bake_name_pages (bake, output);
  g_auto (GStrv) outputs = list_outputs (bake);
  for (guint i = 1; outputs[i]; i++)
    {
      if (!kb_cli_check_output (document, "export", outputs[i], error))
        return FALSE;
      if (depfile && kb_cli_same_file (outputs[i], depfile))
        return kb_fail (error, KB_ERROR_USAGE,
                        "kickbox export: %s: the depfile would be a page of the bank", outputs[i]);
    }
  return TRUE;
}

/* Writes the depfile before the bank: if a build stops between them, both are made again. */
static gboolean
write_all (const KbDocument *document, const char *given, KbBake *bake, GError **error)
{
  g_autoptr (KbOutputs) outputs = kb_outputs_new ();
  g_autoptr (GBytes) text = depfile ? make_depfile (document, given) : NULL;
  GError *reason = NULL;
  if (text && !kb_outputs_add (outputs, depfile, text, &reason))
    {
      g_set_error (error, reason->domain, reason->code, "%s; the bank was left as it was",
                   reason->message);
      g_error_free (reason);
      return FALSE;
    }
  if (!kb_bake_write_to (bake, output, outputs, error) || !kb_outputs_commit (outputs, error))
    return FALSE;
  kb_bake_remove_old_pages (bake, output);
  return TRUE;
}

/* The files and what they lack, as import reports it. */
static void
print_report (const KbBake *bake)
{
  g_auto (GStrv) files = list_outputs (bake);
  g_autoptr (GPtrArray) messages = kb_messages_new ();
  json_auto_t *report =
    json ? json_pack ("{s:[], s:[], s:[]}", "assets", "left_out", "messages") : NULL;
  const KbCliImport to = { .report = report };
  for (guint i = 0; json && files[i]; i++)
    kb_cli_report_asset (&to, json_pack ("{ss ss}", "kind", "file", "name", files[i]));
  kb_bake_list_losses (bake, kb_messages_lose, messages);
  kb_cli_report_messages (&to, messages);
  if (json)
    kb_cli_print_json (report, JSON_INDENT (1));
}

static gboolean
export (const char *project, GError **error)
{
  gint64 start = g_get_monotonic_time ();
  kb_cli_shown_as (project, TRUE);
  g_autoptr (KbBake) bake = NULL;
  g_autoptr (KbDocument) document = kb_document_open (project, error);
  if (!document)
    return FALSE;
  KbBakeSettings settings;
  gboolean ok = kb_cli_check_output (document, "export", output, error)
                && kb_cli_check_output (document, "export", depfile, error)
                && read_settings (document, &settings, error) && check_ending (&settings, error)
                && (bake = kb_bake (document, &settings, kb_cli_progress, &start, NULL, error))
                && check_pages (document, bake, error)
                && write_all (document, project, bake, error);
  kb_cli_progress (1, &start);
  if (ok)
    print_report (bake);
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
  if (!json)
    printf ("%s: exported in %.2f s\n", output,
            (g_get_monotonic_time () - start) / (double) G_USEC_PER_SEC);
  fflush (stdout);
}

static int
run (char **arguments)
{
  const char *project = arguments[0];
  GError *error = NULL;
  if (follow_links)
    kb_files_follow_links ();
  if (!output || !*output)
    return kb_cli_error (
      KB_EXIT_USAGE,
      "kickbox export: where the bank goes is missing; expected: kickbox export PROJECT -o FILE");
  /* Report errors of the command line before those of the project. */
  KbBakeSettings settings;
  kb_bake_settings_init (&settings);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (*texts[i].value
        && !kb_bake_settings_set (&settings, texts[i].name, *texts[i].value, &error))
      {
        g_prefix_error (&error, "kickbox export: ");
        return kb_cli_fail (error);
      }
  if (depfile && kb_cli_same_file (output, depfile))
    return kb_cli_error (
      KB_EXIT_USAGE, "kickbox export: %s: the bank and the depfile would be the same file", output);
  if (!watch)
    return export (project, &error) ? KB_EXIT_DONE : kb_cli_fail (error);

  return kb_watch (project, output, export_again);
}

const KbCommand kb_command_export = {
  "export",
  "Write a project as a bank or for a game engine",
  "PROJECT -o FILE",
  "Options that are not given are those of the project's \"export\" settings. Missing folders are "
  "made. New\n"
  "files replace old ones only when all are complete. What a format cannot hold is listed as left "
  "out. Files of\n"
  "engines have their pictures beside them. With --watch a line is printed for each "
  "export; errors are reported and\n"
  "waited out; SIGINT or SIGTERM ends it.",
  1,
  1,
  options,
  run,
  kb_bake_choices_help
};
