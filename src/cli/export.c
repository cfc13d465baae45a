/* SPDX-License-Identifier: MIT */
/* kickbox export: the bank, its depfile, and watching for changes. */
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "bake/object.h"
#include "cli/command.h"
#include "cli/export.h"
#include "cli/farm.h"
#include "cli/input.h"

static char *export_depfile;
static gboolean export_watch;
static gint processes;

static const GOptionEntry export_options[] = {
  KB_EXPORT_OPTIONS,
  { "depfile", 0, 0, G_OPTION_ARG_FILENAME, &export_depfile,
    N_("Write what the bank depends on, for make and ninja"), "FILE" },
  { "jobs", 'j', 0, G_OPTION_ARG_INT, &processes,
    N_("Compile and link, as 'kickbox compile' and 'link' do, in N processes"), "N" },
  { "watch", 0, 0, G_OPTION_ARG_NONE, &export_watch,
    N_("Stay, and export again when the project changes"),
    NULL },
  G_OPTION_ENTRY_NULL
};

static GBytes *
make_depfile (const KbDocument *document, const char *given, GError **error)
{
  g_auto (GStrv) inputs = kb_bake_inputs (document, NULL);
  g_autofree char *start = kb_project_folder (given);
  return kb_depfile_make (document, start, kb_export.output, inputs, TRUE, error);
}

static gboolean
check_pages (const KbDocument *document, KbBake *bake, GError **error)
{
  kb_bake_name_pages (bake, kb_export.output);
  g_auto (GStrv) outputs = kb_export_list_outputs (bake);
  for (guint i = 1; outputs[i]; i++)
    {
      if (!kb_cli_check_output (document, "export", outputs[i], error))
        return FALSE;
      if (export_depfile && kb_cli_same_file (outputs[i], export_depfile))
        return kb_fail (error, KB_ERROR_USAGE,
                        _("kickbox export: %s: the depfile would be a page of the bank"),
                        outputs[i]);
    }
  return TRUE;
}

/* Writes the depfile before the bank: if a build stops between them, both are made again. */
static gboolean
write_all (const KbDocument *document, const char *given, KbBake *bake, GError **error)
{
  g_autoptr (KbOutputs) outputs = kb_outputs_new ();
  g_autoptr (GBytes) text = export_depfile ? make_depfile (document, given, error) : NULL;
  GError *reason = NULL;
  if (export_depfile && !text)
    return FALSE;
  if (text && !kb_outputs_add (outputs, export_depfile, text, &reason))
    {
      g_set_error (error, reason->domain, reason->code, _("%s; the bank was left as it was"),
                   reason->message);
      g_error_free (reason);
      return FALSE;
    }
  if (!kb_bake_write_to (bake, kb_export.output, outputs, error)
      || !kb_outputs_commit (outputs, error))
    return FALSE;
  kb_bake_remove_old_pages (bake, kb_export.output);
  return TRUE;
}

static KbBake *
bake (KbDocument *document, const char *given, const KbBakeSettings *settings, gint64 *begun,
      GError **error)
{
  if (processes == 0)
    return kb_bake (document, settings, kb_cli_progress, begun, NULL, error);
  g_autoptr (GPtrArray) objects = kb_compile_all (given, (guint) processes, begun, error);
  return objects ? kb_link (objects, settings, kb_document_file (document), kb_cli_progress, begun,
                            error)
                 : NULL;
}

static gboolean
export (const char *project, GError **error)
{
  gint64 start = g_get_monotonic_time ();
  kb_cli_shown_as (project, TRUE);
  g_autoptr (KbBake) baked = NULL;
  g_autoptr (KbDocument) document = kb_document_open (project, error);
  if (!document)
    return FALSE;
  KbBakeSettings settings;
  gboolean ok = kb_cli_check_output (document, "export", kb_export.output, error)
                && kb_cli_check_output (document, "export", export_depfile, error)
                && kb_bake_project_settings (document, &settings, error)
                && kb_export_set (&settings, error) && kb_export_settle_format (&settings, error)
                && (baked = bake (document, project, &settings, &start, error))
                && check_pages (document, baked, error)
                && write_all (document, project, baked, error);
  kb_cli_progress (1, &start);
  if (ok)
    kb_export_report (baked);
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
  if (!kb_export.json)
    printf (_("%s: exported in %.2f s\n"), kb_export.output,
            (g_get_monotonic_time () - start) / (double) G_USEC_PER_SEC);
  fflush (stdout);
}

static int
run_export (char **arguments)
{
  const char *project = arguments[0];
  GError *error = NULL;
  if (!kb_export_check_options (&kb_command_export, &error))
    return kb_cli_fail (error);
  if (processes < 0 || processes > 1024)
    return kb_cli_error (KB_EXIT_USAGE,
                         _("kickbox export: --jobs: %d is not a whole number from 0 to 1024"),
                         processes);
  if (export_depfile && kb_cli_same_file (kb_export.output, export_depfile))
    return kb_cli_error (
      KB_EXIT_USAGE, _("kickbox export: %s: the bank and the depfile would be the same file"),
      kb_export.output);
  if (!export_watch)
    return export (project, &error) ? KB_EXIT_DONE : kb_cli_fail (error);

  return kb_watch (project, kb_export.output, export_again);
}

const KbCommand kb_command_export = {
  "export",
  N_("Write a project as a bank or for a game engine"),
  "PROJECT -o FILE",
  N_("Options that are not given are those of the project's \"export\" settings. Missing folders "
     "are "
  "made. New\n"
  "files replace old ones only when all are complete. What a format cannot hold is listed as left "
  "out. Files of\n"
  "engines have their pictures beside them. With --watch a line is printed for each "
  "export; errors are reported and\n"
  "waited out; SIGINT or SIGTERM ends it."),
  1,
  1,
  export_options,
  run_export,
  kb_bake_choices_help
};
