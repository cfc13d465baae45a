/* SPDX-License-Identifier: MIT */
/* kickbox link: a bank of objects. */
#include <glib/gi18n.h>

#include "bake/object.h"
#include "cli/command.h"
#include "cli/export.h"

static const GOptionEntry link_options[] = { KB_EXPORT_OPTIONS, G_OPTION_ENTRY_NULL };

static int
run_link (char **paths)
{
  GError *error = NULL;
  gint64 start = g_get_monotonic_time ();
  KbBakeSettings settings;
  if (!kb_export_check_options (&kb_command_link, &error))
    return kb_cli_fail (error);
  g_autoptr (GPtrArray) objects = kb_objects_read (paths, kb_cli_progress, &start, &error);
  g_autoptr (KbBake) bake = NULL;
  const gboolean ok =
    objects && kb_link_settings (objects, &settings, &error) && kb_export_set (&settings, &error)
    && kb_export_settle_format (&settings, &error)
    && (!g_file_test (kb_export.output, G_FILE_TEST_IS_REGULAR)
        || kb_check_bank_place (kb_export.output, &error))
    && (bake = kb_link (objects, &settings, kb_export.output, kb_cli_progress, &start, &error))
    && kb_bake_write (bake, kb_export.output, NULL, &error);
  kb_cli_progress (1, &start);
  if (!ok)
    return kb_cli_fail (error);
  kb_export_report (bake);
  return KB_EXIT_DONE;
}

const KbCommand kb_command_link = {
  "link",
  N_("Make a bank of objects"),
  "FILE.kbo... -o FILE",
  N_("The same file as 'kickbox export' makes of the project, whatever the order of the objects.\n"
  "Options that are not given are those of the project. With its own padding, extrude and page\n"
  "size, compressed pictures are copied. With others they are compressed again."),
  1,
  G_MAXUINT,
  link_options,
  run_link,
  kb_bake_choices_help
};
