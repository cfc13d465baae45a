/* SPDX-License-Identifier: MIT */
/* kickbox pack: one file with all that an asset is compiled from. */
#include <glib/gi18n.h>
#include <string.h>

#include "bake/bake.h"
#include "cli/farm.h"
#include "cli/command.h"
#include "cli/input.h"
#include "document/files/files.h"

static char *pack_output;

static const GOptionEntry pack_options[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &pack_output, N_("Where the packed asset goes"),
    "FILE" },
  G_OPTION_ENTRY_NULL
};

static gboolean
add_file (const KbDocument *document, const char *path, GByteArray *archive, GError **error)
{
  const char *folder = kb_document_folder (document), *name = path + strlen (folder) + 1;
  g_autofree char *text = NULL;
  gsize length;
  return kb_file_read (folder, path, G_MAXINT64, &text, &length, error)
         && (kb_archive_add (archive, name, text, length)
             || kb_fail (error, KB_ERROR_INPUT, _("%s: the name is too long for an archive"),
                         path));
}

static gboolean
pack (const char *given, GError **error)
{
  KbNode *node;
  g_autoptr (KbDocument) document = kb_document_open_asset (given, &node, error);
  if (!document || !kb_cli_check_output (document, "pack", pack_output, error))
    return FALSE;
  g_autofree char *path = g_canonicalize_filename (given, NULL);
  g_auto (GStrv) inputs = kb_bake_inputs (document, node);
  GByteArray *archive = g_byte_array_new ();
  gboolean ok = add_file (document, path, archive, error);
  for (guint i = 0; inputs[i] && ok; i++)
    ok = strcmp (inputs[i], path) == 0 || add_file (document, inputs[i], archive, error);
  kb_archive_add (archive, NULL, NULL, 0);
  g_autoptr (GBytes) bytes = g_byte_array_free_to_bytes (archive);
  return ok && kb_outputs_write (pack_output, bytes, error);
}

static int
run_pack (char **arguments)
{
  GError *error = NULL;
  if (!pack_output || !*pack_output)
    return kb_cli_error (
      KB_EXIT_USAGE,
      _("kickbox pack: where the file goes is missing; expected: kickbox pack ASSET -o FILE"));
  g_autofree char *above = g_path_get_dirname (arguments[0]), *start = g_path_get_dirname (above);
  kb_cli_shown_as (start, TRUE);
  return pack (arguments[0], &error) ? KB_EXIT_DONE : kb_cli_fail (error);
}

const KbCommand kb_command_pack = {
  "pack",
  N_("Put an asset and all it needs into one file"),
  "ASSET -o FILE.kbp",
  N_("ASSET is a file such as game/sprites/hero.json. 'kickbox compile' takes the result in "
     "place of\n"
  "it, on a machine that has nothing else. It is a tar archive."),
  1,
  1,
  pack_options,
  run_pack
};
