/* SPDX-License-Identifier: MIT */
/* kickbox import of other programs' levels. */
#include "cli/import_level.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "cli/command.h"
#include "interchange/source_folders.h"
#include "operations/level/tilesets.h"

static void
print_messages (const GPtrArray *messages)
{
  for (guint i = 0; i < messages->len; i++)
    {
      g_autofree char *message = kb_cli_shown (g_ptr_array_index (messages, i));
      printf ("  %s\n", message);
    }
}

static void
print_report (const KbDocument *document, const KbLevelFile *file, const GArray *ids)
{
  for (guint i = 0; i < ids->len; i++)
    {
      const KbLevel *level =
        (const KbLevel *) kb_document_node (document, g_array_index (ids, KbId, i));
      g_autofree char *counts = kb_level_file_counts (
        level->layers->len, level->layers->len ? kb_tileset_count (level, 0) : 0,
        level->tilesets->len, level->walls->len, level->areas->len, level->entities->len);
      printf ("%s: %s\n", level->name, counts);
      print_messages (((const KbFileLevel *) g_ptr_array_index (file->levels, i))->messages);
    }
  print_messages (file->messages);
}

int
kb_cli_import_level (const char *project, char **files, const char *name, const char *map,
                     gboolean replay)
{
  GError *error = NULL;
  KbDocument *document = NULL;
  int status = KB_EXIT_DONE;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (KbId));
  for (guint i = 0; files[i]; i++)
    kb_cli_shown_as (files[i], FALSE);
  if (files[1])
    g_set_error (&error, KB_ERROR, KB_ERROR_USAGE,
                 "kickbox import: levels are made of one file at a time");
  g_autoptr (KbLevelFile) file = error ? NULL : kb_level_file_read (files[0], map, &error);
  gboolean ok = file && (document = kb_cli_open_to_change (project, replay, &error));
  ok = ok && kb_level_file_belongs (document, file, name, &error);
  g_auto (GStrv) replaced = ok ? kb_level_file_replaces (document, file, name) : NULL;
  ok = ok && kb_level_file_apply (document, file, name, ids, &error)
       && kb_document_save (document, &error);
  if (ok)
    {
      kb_source_folders_add_level_file (document, file);
      print_report (document, file, ids);
    }
  for (guint i = 0; ok && replaced && replaced[i]; i++)
    printf (_("%s: replaced\n"), replaced[i]);
  /* Everything readable is in the project now */
  for (guint i = 0; ok && i < file->faults->len; i++)
    status = kb_cli_error (KB_EXIT_INPUT, "%s",
                           ((const GError *) g_ptr_array_index (file->faults, i))->message);
  if (document)
    kb_document_free (document);
  return ok ? status : kb_cli_fail (error);
}
