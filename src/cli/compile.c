/* SPDX-License-Identifier: MIT */
/* kickbox compile: one asset as an object. */
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "bake/object.h"
#include "cli/farm.h"
#include "cli/command.h"
#include "cli/input.h"
#include "document/files/files.h"

static char *compile_output, *compile_depfile;
static gboolean follow_links, prints;

static const GOptionEntry compile_options[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &compile_output, N_("Where the object goes"), "FILE" },
  { "depfile", 0, 0, G_OPTION_ARG_FILENAME, &compile_depfile,
    N_("Write what the object depends on, for make and ninja"), "FILE" },
  { "needs", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &prints,
    N_("Print what the object depends on, a line each, for the rules of kickbox build"), NULL },
  { "follow-links", 0, 0, G_OPTION_ARG_NONE, &follow_links,
    N_("Follow links inside the project, which build systems make"), NULL },
  G_OPTION_ENTRY_NULL
};

/* `start`: the project's folder as given. */
static gboolean
compile (const char *asset, const char *start, const char *to, const char *needs, GError **error)
{
  KbNode *node;
  g_autoptr (KbDocument) document = kb_document_open_asset (asset, &node, error);
  if (!document || !kb_cli_check_output (document, "compile", to, error)
      || !kb_cli_check_output (document, "compile", needs, error))
    return FALSE;
  g_autoptr (KbOutputs) outputs = kb_outputs_new ();
  g_autoptr (GBytes) object = kb_object_make (document, node, error);
  if (!object)
    return FALSE;
  g_auto (GStrv) inputs = needs || prints ? kb_bake_inputs (document, node) : NULL;
  g_autoptr (GBytes) text =
    inputs ? kb_depfile_make (document, start, needs ? to : NULL, inputs, FALSE, error) : NULL;
  if ((inputs && !text) || (needs && !kb_outputs_add (outputs, needs, text, error))
      || !kb_outputs_add (outputs, to, object, error) || !kb_outputs_commit (outputs, error))
    return FALSE;
  if (text && !needs)
    fputs (g_bytes_get_data (text, NULL), stdout);
  return TRUE;
}

static gboolean
compile_archive (const char *path, GError **error)
{
  if (compile_depfile)
    return kb_fail (error, KB_ERROR_USAGE,
                    _("kickbox compile: a packed asset depends on nothing else; expected no "
                    "--depfile"));
  g_autofree char *asset = NULL, *folder = kb_archive_unpack (path, &asset, error);
  const gboolean ok = folder && compile (asset, path, compile_output, NULL, error);
  if (folder)
    kb_cli_remove_folder (folder);
  return ok;
}

static int
run_compile (char **arguments)
{
  const char *given = arguments[0];
  GError *error = NULL;
  if (!compile_output || !*compile_output)
    return kb_cli_error (
      KB_EXIT_USAGE,
      _("kickbox compile: where the object goes is missing; expected: kickbox compile ASSET -o "
        "FILE"));
  if (compile_depfile && kb_cli_same_file (compile_output, compile_depfile))
    return kb_cli_error (KB_EXIT_USAGE,
                         _("kickbox compile: %s: the object and the depfile would be the same "
                           "file"),
                         compile_output);
  if (follow_links)
    kb_files_follow_links ();
  g_autofree char *above = g_path_get_dirname (given), *start = g_path_get_dirname (above);
  if (kb_is_archive (given))
    return compile_archive (given, &error) ? KB_EXIT_DONE : kb_cli_fail (error);
  kb_cli_shown_as (start, TRUE);
  return compile (given, start, compile_output, compile_depfile, &error) ? KB_EXIT_DONE
                                                                         : kb_cli_fail (error);
}

const KbCommand kb_command_compile = {
  "compile",
  N_("Bake one asset as an object, for a bank of many"),
  "ASSET -o FILE.kbo",
  N_("ASSET is a file such as game/sprites/hero.json, or what 'kickbox pack' made of it. Reads "
     "the\n"
  "project's .kickbox file, the asset, its pictures and paintings, and files of assets that it\n"
  "refers to. The object depends on nothing else. 'kickbox link' makes a bank of all objects."),
  1,
  1,
  compile_options,
  run_compile
};
