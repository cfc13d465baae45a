/* SPDX-License-Identifier: MIT */
/* kickbox publish: a project as a web page. bindings/web/publish makes the page. This adds the
 * bank, and what banks lack, as a script, which a page from disk can load. */
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "bake/bake.h"
#include "cli/command.h"
#include "cli/input.h"
#include "document/files/files.h"
#include "operations/operations.h"

static char *publish_output;
static gboolean publish_watch, publish_as_json;

static const GOptionEntry publish_options[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &publish_output, N_("The folder of the page"),
    "FOLDER" },
  { "watch", 0, 0, G_OPTION_ARG_NONE, &publish_watch,
    N_("Stay, and publish again when the project changes"),
    NULL },
  { "json", 0, 0, G_OPTION_ARG_NONE, &publish_as_json, N_("Report as one JSON object"), NULL },
  G_OPTION_ENTRY_NULL
};

/* The picture behind an asset, which banks lack. Steals it. NULL: there is none. */
static void
add_picture (json_t *pictures, const char *name, KbPicture *picture, KbPixel at)
{
  g_autoptr (GBytes) png = picture ? kb_picture_encode (picture, NULL) : NULL;
  g_autofree char *text =
    png ? g_base64_encode (g_bytes_get_data (png, NULL), g_bytes_get_size (png)) : NULL;
  if (text)
    json_object_set_new (pictures, name,
                         json_pack ("{ss si si}", "png", text, "x", at.x, "y", at.y));
  g_clear_pointer (&picture, kb_picture_unref);
}

/* Bit i is class i, as BigInt reads it. */
static json_t *
classes_of_kind (const KbProject *project, KbClassKind kind)
{
  return json_sprintf ("%" G_GUINT64_FORMAT, kb_project_classes_of_kind (project, kind));
}

/* The page has its texts as keys of gettext, found by bindings/web/publish/build.py. Returns NULL
 * for its own English. */
static json_t *
translate_texts (GBytes *page)
{
  const char *texts = strstr (g_bytes_get_data (page, NULL), "id=\"texts\">");
  /* Translators: the ISO 639 code of your language, such as "fr". */
  if (!texts || g_str_equal (C_ ("language code", "en"), "en"))
    return NULL;
  json_t *words = json_loads (strchr (texts, '{'), JSON_DISABLE_EOF_CHECK, NULL);
  KB_EACH_MEMBER (text, word, words)
    json_object_set_new (words, text, json_string (_(text)));
  return words;
}

static GBytes *
make_data (KbDocument *document, GBytes *bank, GBytes *page)
{
  const KbProject *project = kb_document_project (document);
  g_autofree char *bytes = g_base64_encode (g_bytes_get_data (bank, NULL), g_bytes_get_size (bank));
  json_auto_t *data =
    json_pack ("{ss so so so so s{} s{} s{} ss so*}", "name", project->name, "hit",
               classes_of_kind (project, KB_CLASS_KIND_HIT), "hurt",
               classes_of_kind (project, KB_CLASS_KIND_HURT), "push",
               classes_of_kind (project, KB_CLASS_KIND_PUSH), "attacks",
               kb_frame_data (document, "*crouch*"), "masks", "tracks", "levels", "bank", bytes,
               "words", translate_texts (page));
  KB_EACH (const KbMask, mask, project->masks)
    add_picture (json_object_get (data, "masks"), mask->name,
                 kb_document_mask_picture (document, mask, NULL), (KbPixel) { 0 });
  KB_EACH (const KbTrack, track, project->tracks)
    add_picture (json_object_get (data, "tracks"), track->name,
                 kb_document_track_picture (document, track, NULL), (KbPixel) { 0 });
  KB_EACH (const KbLevel, level, project->levels)
    add_picture (json_object_get (data, "levels"), level->name,
                 kb_document_level_picture (document, level, NULL), level->picture_at);
  char *text = json_dumps (data, JSON_COMPACT | JSON_REAL_PRECISION (9));
  GString *script = g_string_new (NULL);
  g_string_append_printf (script, "KICKBOX_DATA = %s\n", text);
  free (text);
  /* In a script this key is the prototype, unless it is computed. Within a text the quote would
   * have a backslash before it. */
  g_string_replace (script, "{\"__proto__\":", "{[\"__proto__\"]:", 0);
  g_string_replace (script, ",\"__proto__\":", ",[\"__proto__\"]:", 0);
  return g_string_free_to_bytes (script);
}

/* The stamp comes last: an open page reads the data again when the stamp has changed. Without one
 * in the folder, files of the same names are not ours. */
static gboolean
write_page (GBytes *page, GBytes *data, json_t *report, GError **error)
{
  g_autofree char *text = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, data),
                  *mark = g_build_filename (publish_output, "kickbox-stamp.txt", NULL);
  g_autoptr (GBytes) stamp = g_bytes_new (text, strlen (text));
  const struct {
    const char *name;
    GBytes *bytes;
  } files[] = { { "index.html", page }, { "data.js", data }, { "kickbox-stamp.txt", stamp } };
  g_autoptr (KbOutputs) outputs = kb_outputs_new ();
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (publish_output, files[i].name, NULL);
      json_array_append_new (json_object_get (report, "assets"),
                             json_pack ("{ss ss}", "kind", "file", "name", path));
      if (g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (mark, G_FILE_TEST_EXISTS))
        return kb_fail (error, KB_ERROR_INPUT, _("%s: is not of a page that Kickbox made"), path);
      if (!kb_outputs_add (outputs, path, files[i].bytes, error))
        return FALSE;
    }
  return kb_outputs_commit (outputs, error);
}

static int
publish (const char *project)
{
  GError *error = NULL;
  KbBakeSettings settings;
  g_autofree char *path =
    kb_find_data ("kickbox/publish.html", "bindings/web/publish/publish.html");
  char *text;
  gsize length;
  if (!path || !kb_file_read (NULL, path, G_MAXINT, &text, &length, NULL))
    return kb_cli_error (KB_EXIT_MACHINE, _("kickbox publish: this build has no web page; `ninja "
                                            "-C "
                                          "build bindings` makes it, with clang and wasm-ld"));
  g_autoptr (GBytes) page = g_bytes_new_take (text, length);
  kb_bake_settings_init (&settings);
  kb_cli_shown_as (project, TRUE);
  g_autoptr (KbDocument) document = kb_document_open (project, &error);
  g_autoptr (KbBake) bake = NULL;
  if (document && kb_cli_check_output_folder (document, "publish", publish_output, &error))
    bake = kb_bake (document, &settings, NULL, NULL, NULL, &error);
  g_autoptr (GBytes) bank = bake ? kb_bake_bytes (bake, &error) : NULL;
  g_autoptr (GBytes) data = bank ? make_data (document, bank, page) : NULL;
  json_auto_t *report = json_pack ("{s[] s[] s[]}", "assets", "left_out", "messages");
  if (!data || !write_page (page, data, report, &error))
    return kb_cli_fail (error);
  if (publish_as_json)
    kb_cli_print_json (report, JSON_INDENT (1));
  else
    printf ("%s/index.html\n", publish_output);
  return kb_cli_finish_output (KB_EXIT_DONE);
}

static void
publish_again (gpointer project)
{
  publish (project);
}

static int
run_publish (char **arguments)
{
  if (!publish_output || !*publish_output)
    return kb_cli_error (KB_EXIT_USAGE, _("kickbox publish: the folder of the page is missing; "
                                        "expected: kickbox publish PROJECT -o FOLDER"));
  return publish_watch ? kb_watch (arguments[0], publish_output, publish_again)
                       : publish (arguments[0]);
}

const KbCommand kb_command_publish = {
  "publish",
  N_("Write a project as a web page for the team"),
  "PROJECT -o FOLDER",
  N_("The page shows sprites, masks, tracks and levels, and plays the scenes of the playtest. It\n"
  "opens from disk and from any web host. From a host, an open page shows a new export at once.\n"
  "FOLDER is made if need be. An earlier page in it is replaced when all files are complete. With\n"
  "--watch a line is printed for each export. Errors are reported and waited out. SIGINT or\n"
  "SIGTERM ends it."),
  1,
  1,
  publish_options,
  run_publish,
  NULL
};
