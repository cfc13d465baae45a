/* SPDX-License-Identifier: MIT */
/* kickbox import of another program's levels. */
#include "cli/import.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "cli/command.h"
#include "interchange/sources.h"
#include "operations/level/tilesets.h"

static void
print_report (const KbCliImport *asked, const KbDocument *document, const KbLevelFile *file,
              const GArray *ids)
{
  KB_EACH_ID (id, ids)
    {
      const KbLevel *level = (const KbLevel *) kb_document_node (document, id);
      g_autofree char *counts = kb_level_file_counts (
        level->layers->len, level->layers->len ? kb_tileset_count (level, 0) : 0,
        level->tilesets->len, level->walls->len, level->areas->len, level->entities->len);
      if (!kb_cli_report_asset (
            asked, json_pack ("{s:s, s:s, s:i, s:i, s:i, s:i, s:i}", "kind", "level", "name",
                              level->name, "layers", level->layers->len, "tilesets",
                              level->tilesets->len, "walls", level->walls->len, "areas",
                              level->areas->len, "entities", level->entities->len)))
        printf ("%s: %s\n", level->name, counts);
      kb_cli_report_messages (
        asked, ((const KbFileLevel *) g_ptr_array_index (file->levels, id_at))->messages);
    }
  kb_cli_report_messages (asked, file->messages);
}

int
kb_cli_import_level (const KbCliImport *asked)
{
  GError *error = NULL;
  g_autoptr (KbDocument) document = NULL;
  int status = KB_EXIT_DONE;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (KbId));
  if (asked->files[1])
    g_set_error (&error, KB_ERROR, KB_ERROR_USAGE,
                 _("kickbox import: levels are made of one file at a time"));
  g_autoptr (KbLevelFile) file =
    error ? NULL : kb_level_file_read (asked->files[0], asked->map, &error);
  gboolean ok = file && (document = kb_cli_open_to_change (asked->project, asked->replay, &error));
  if (ok && !asked->solid && !asked->fresh)
    kb_level_file_set_recorded_solid (file, document);
  ok = ok && kb_level_file_set_solid (file, (const char *const *) asked->solid, &error)
       && kb_level_file_belongs (document, file, asked->name, &error);
  g_auto (GStrv) replaced = ok ? kb_level_file_replaces (document, file, asked->name) : NULL;
  ok = ok && kb_level_file_apply (document, file, asked->name, ids, &error)
       && kb_document_save (document, &error);
  if (!ok)
    return kb_cli_fail (error);
  kb_source_folders_add_level_file (document, file);
  print_report (asked, document, file, ids);
  for (guint i = 0; replaced && replaced[i]; i++)
    {
      g_autofree char *line = g_strdup_printf (_("%s: replaced"), replaced[i]);
      kb_cli_report_line (asked, line);
    }
  /* Everything readable is in the project now. */
  KB_EACH (const GError, fault, file->faults)
    status = kb_cli_error (KB_EXIT_INPUT, "%s", fault->message);
  return status;
}
