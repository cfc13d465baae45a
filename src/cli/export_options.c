/* SPDX-License-Identifier: MIT */
/* What export and link have in common: options, files, the report. */
#include "cli/export.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli/import.h"

KbExportOptions kb_export;

gboolean
kb_export_set (KbBakeSettings *settings, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (kb_export.options); i++)
    if (kb_export.options[i]
        && !kb_bake_settings_set (settings, kb_bake_options[i].name, kb_export.options[i], error))
      return FALSE;
  return TRUE;
}

gboolean
kb_export_check_options (const KbCommand *command, GError **error)
{
  KbBakeSettings settings;
  kb_bake_settings_init (&settings);
  if (!kb_export.output || !*kb_export.output)
    return kb_fail (error, KB_ERROR_USAGE,
                    _("kickbox %s: where the bank goes is missing; expected: kickbox %s %s"),
                    command->name, command->name, command->arguments);
  if (kb_export_set (&settings, error))
    return TRUE;
  g_prefix_error (error, "kickbox %s: ", command->name);
  return FALSE;
}

/* Programs know a file by its ending. One without any is for a pipe. */
gboolean
kb_export_settle_format (KbBakeSettings *settings, GError **error)
{
  const KbExportChoice *chosen = kb_exporters + settings->format, *known = kb_exporters;
  const char *dot = strrchr (kb_export.output, '.');
  if (!dot || strchr (dot, '/') || g_ascii_strcasecmp (dot, chosen->exporter->ending) == 0)
    return TRUE;
  while (known->name && g_ascii_strcasecmp (dot, known->exporter->ending) != 0)
    known++;
  if (known->name && !kb_export.options[0])
    settings->format = (gint) (known - kb_exporters);
  else if (known->name || chosen->exporter->is_engine)
    return kb_fail (error, KB_ERROR_USAGE,
                    _("%s: expected a name that ends with %s, for --format %s"), kb_export.output,
                    chosen->exporter->ending, chosen->name);
  return TRUE;
}

/* The main file, then the others, which are in its folder. */
char **
kb_export_list_outputs (const KbBake *bake)
{
  const char *start = kb_export.output, *slash = strrchr (start, '/');
  g_autofree char *folder = g_strndup (start, slash ? (gsize) (slash + 1 - start) : 0);
  g_auto (GStrv) names = kb_bake_list_beside (bake);
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  g_strv_builder_add (paths, kb_export.output);
  for (guint i = 0; names[i]; i++)
    {
      g_autofree char *path = g_strconcat (folder, names[i], NULL);
      g_strv_builder_add (paths, path);
    }
  return g_strv_builder_end (paths);
}

/* The files and what they lack, as import reports it. */
void
kb_export_report (const KbBake *bake)
{
  g_auto (GStrv) files = kb_export_list_outputs (bake);
  g_autoptr (GPtrArray) messages = kb_messages_new ();
  json_auto_t *report =
    kb_export.json ? json_pack ("{s:[], s:[], s:[]}", "assets", "left_out", "messages") : NULL;
  const KbCliImport to = { .report = report };
  for (guint i = 0; kb_export.json && files[i]; i++)
    kb_cli_report_asset (&to, json_pack ("{ss ss}", "kind", "file", "name", files[i]));
  kb_bake_list_losses (bake, kb_messages_lose, messages);
  kb_cli_report_messages (&to, messages);
  if (kb_export.json)
    kb_cli_print_json (report, JSON_INDENT (1));
}
