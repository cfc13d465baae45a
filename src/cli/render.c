/* SPDX-License-Identifier: MIT */
/* kickbox render: contact sheets of annotated frames. */
#include <stdio.h>
#include <string.h>

#include "bake/mark.h"
#include "bake/outputs.h"
#include "cli/bank_document.h"
#include "cli/command.h"
#include "cli/input.h"
#include "cli/protect.h"
#include "drawing/sheet.h"

static char *output, *scale;
static gboolean light, plain;

static const GOptionEntry options[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "The folder for the pictures", "DIR" },
  { "scale", 0, 0, G_OPTION_ARG_FILENAME, &scale, "Times to enlarge, 1 to 32; chosen when left out", "N" },
  { "plain", 0, 0, G_OPTION_ARG_NONE, &plain, "Without annotations", NULL },
  { "light", 0, 0, G_OPTION_ARG_NONE, &light, "On a light ground", NULL },
  G_OPTION_ENTRY_NULL
};

static char *
sheet_path (const KbSprite *sprite)
{
  g_autofree char *name = g_strconcat (sprite->name, ".png", NULL);
  g_strdelimit (name, "/", '-');
  return g_build_filename (output, name, NULL);
}

static gboolean
write_sheet (KbDocument *document, const KbSprite *sprite, const KbSheetOptions *sheet, GError **error)
{
  g_autoptr (KbPicture) picture = kb_draw_contact_sheet (document, sprite->node.id, sheet, error);
  g_autoptr (GBytes) png = picture ? kb_picture_encode (picture, error) : NULL;
  if (!png)
    return FALSE;
  g_autofree char *path = sheet_path (sprite);
  g_autoptr (GBytes) marked = kb_mark_png (png, KB_MARK_SHEET);
  g_autoptr (KbOutputs) outputs = kb_outputs_new ();
  if (!kb_outputs_add (outputs, path, marked, error) || !kb_outputs_commit (outputs, error))
    return FALSE;
  printf ("%s\n", path);
  return TRUE;
}

static gboolean
render (KbDocument *document, gint times, GError **error)
{
  const KbSheetOptions sheet = { .light = light, .plain = plain, .scale = (guint) times };
  const KbProject *project = kb_document_project (document);
  for (guint i = 0; i < project->sprites->len; i++)
    {
      g_autofree char *path = sheet_path (kb_sprite_at (project, i));
      if (!kb_check_mark (path, KB_MARK_SHEET, error) || !kb_cli_check_output (document, "render", path, error))
        return FALSE;
    }
  if (!kb_cli_make_folder (output, error))
    return FALSE;
  for (guint i = 0; i < project->sprites->len; i++)
    if (!write_sheet (document, kb_sprite_at (project, i), &sheet, error))
      return FALSE;
  return TRUE;
}

static int
run (char **arguments)
{
  if (!output || !*output)
    return kb_cli_error (KB_EXIT_USAGE, "kickbox render: expected -o DIR");
  KbInput input;
  GError *error = NULL;
  gboolean ok;
  gint times = 0;   /* chosen */
  if (!kb_cli_read_number ("render", "scale", scale, 1, 32, &times, &error) || !kb_input_open (&input, arguments[0], FALSE, &error))
    return kb_cli_fail (error);
  if (input.document)
    ok = kb_cli_check_output_folder (input.document, "render", output, &error) && render (input.document, times, &error);
  else
    {
      KbBankDocument unpacked;
      g_autofree char *folder = g_path_get_dirname (arguments[0]);
      ok = kb_bank_document_open (&unpacked, input.bytes, arguments[0], folder, &error) && render (unpacked.document, times, &error);
      kb_bank_document_close (&unpacked);
    }
  kb_input_close (&input);
  return ok ? KB_EXIT_DONE : kb_cli_fail (error);
}

const KbCommand kb_command_render = {
  "render", "Draw contact sheets of annotated frames", "PROJECT|BANK",
  "One PNG picture a sprite, DIR/SPRITE.png, an animation a row. Their names are printed. DIR is made if\n"
  "need be; in it only sheets that were made by this command are replaced.",
  1, 1, options, run
};
