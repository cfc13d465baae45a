/* SPDX-License-Identifier: MIT */
/* kickbox annotate: shapes on many frames at once. Its options become a line of `kickbox edit`. */
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "operations/operations.h"

#define LEAST_SCALE 0.001

static gboolean annotate_ways[KB_N_ANNOTATE], adds, tries;
static char *cover, *annotate_scale, *annotate_to, *class_name, *annotate_sprite, *annotate_frames,
  *annotate_alpha, *tolerance;
static char **annotate_values;

static const GOptionEntry annotate_options[] = {
  { "trace", 0, 0, G_OPTION_ARG_NONE, &annotate_ways[KB_ANNOTATE_TRACE],
    N_("Trace the outline of each part of the picture"), NULL },
  { "fit", 0, 0, G_OPTION_ARG_NONE, &annotate_ways[KB_ANNOTATE_FIT], N_("Fit a box to the picture"),
    NULL },
  { "cover", 0, 0, G_OPTION_ARG_STRING, &cover, N_("Cover the picture with up to N boxes, 1 to 16"),
    "N" },
  { "simplify", 0, 0, G_OPTION_ARG_NONE, &annotate_ways[KB_ANNOTATE_SIMPLIFY],
    N_("Take corners away from polygons"), NULL },
  { "convex", 0, 0, G_OPTION_ARG_NONE, &annotate_ways[KB_ANNOTATE_CONVEX],
    N_("Divide polygons into convex parts"), NULL },
  { "mirror", 0, 0, G_OPTION_ARG_NONE, &annotate_ways[KB_ANNOTATE_MIRROR],
    N_("Mirror shapes left to right about the hot spot"), NULL },
  { "scale", 0, 0, G_OPTION_ARG_STRING, &annotate_scale,
    N_("Scale each shape about its own middle"),
    "FACTOR" },
  { "to", 0, 0, G_OPTION_ARG_STRING, &annotate_to, N_("Change the class of shapes"), "CLASS" },
  { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &annotate_values,
    N_("Set a value of shapes; may be repeated"), "KEY=VALUE" },
  { "class", 0, 0, G_OPTION_ARG_STRING, &class_name,
    N_("Class of the new shapes, or of those to change (default: any)"), "CLASS" },
  { "sprite", 0, 0, G_OPTION_ARG_STRING, &annotate_sprite,
    N_("Only sprites of this name; * and ? are any"),
    "NAME" },
  { "frames", 0, 0, G_OPTION_ARG_STRING, &annotate_frames,
    N_("Only frames of this name, of this animation, or of animation and step: 'walk *', 'walk 2'"),
    "NAME" },
  { "tolerance", 0, 0, G_OPTION_ARG_STRING, &tolerance,
    N_("How far an outline may be off, in pixels (default: 1)"), "PIXELS" },
  { "alpha", 0, 0, G_OPTION_ARG_STRING, &annotate_alpha,
    N_("Alpha threshold: pixels of less are not seen (default: the sprite's)"), "1..255" },
  { "add", 0, 0, G_OPTION_ARG_NONE, &adds,
    N_("Keep unnamed shapes of the class, which new ones otherwise replace"), NULL },
  { "dry-run", 0, 0, G_OPTION_ARG_NONE, &tries, N_("Only say what would change"), NULL },
  G_OPTION_ENTRY_NULL
};

/* Adds an option's number to the line. FALSE and a message if it is none. */
static gboolean
add_number (json_t *line, const char *key, const char *option, const char *text, double min,
            double max)
{
  GError *error = NULL;
  double number;
  if (!kb_cli_read_real ("annotate", option, text, min, max, &number, &error))
    return kb_cli_fail (error) == KB_EXIT_DONE;
  if (text)
    json_object_set_new (line, key,
                         number == (int) number ? json_integer ((int) number) : json_real (number));
  return TRUE;
}

static gboolean
add_values (json_t *line)
{
  json_t *object = json_object ();
  json_object_set_new (line, "values", object);
  for (char **each = annotate_values; *each; each++)
    {
      char *equals = strchr (*each, '=');
      if (!equals || equals == *each)
        {
          kb_cli_error (KB_EXIT_USAGE, _("kickbox annotate: expected KEY=VALUE, not '%s'"), *each);
          return FALSE;
        }
      g_autofree char *key = g_strndup (*each, (gsize) (equals - *each));
      json_object_set_new (object, key, json_string (equals + 1));
    }
  return TRUE;
}

/* NULL and a message if the options make no sense. */
static json_t *
make_line (void)
{
  json_auto_t *line = json_object ();
  guint n = 0;
  annotate_ways[KB_ANNOTATE_COVER] = cover != NULL,
  annotate_ways[KB_ANNOTATE_SCALE] = annotate_scale != NULL;
  annotate_ways[KB_ANNOTATE_CLASS] = annotate_to != NULL,
  annotate_ways[KB_ANNOTATE_VALUES] = annotate_values != NULL;
  for (guint i = 0; i < KB_N_ANNOTATE; i++)
    if (annotate_ways[i] && ++n)
      json_object_set_new (line, "annotate", json_string (kb_annotate_kinds[i].id));
  if (n != 1)
    {
      kb_cli_error (KB_EXIT_USAGE, _("kickbox annotate: expected one of --trace, --fit, --cover, "
                                   "--simplify, --convex, --mirror, --scale, --to and --set"));
      return NULL;
    }
  const char *const texts[][2] = { { "class", class_name },
                                   { "sprite", annotate_sprite },
                                   { "frames", annotate_frames },
                                   { "to", annotate_to } };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i][1])
      json_object_set_new (line, texts[i][0], json_string (texts[i][1]));
  if (!add_number (line, "boxes", "cover", cover, 1, KB_COVER_BOXES)
      || !add_number (line, "factor", "scale", annotate_scale, LEAST_SCALE, KB_MAX_SCALE)
      || !add_number (line, "tolerance", "tolerance", tolerance, 0, KB_MAX_FRAME_SIDE)
      || !add_number (line, "alpha", "alpha", annotate_alpha, 0, 255)
      || (annotate_values && !add_values (line)))
    return NULL;
  json_object_update_new (line, json_pack ("{sb sb}", "add", adds, "try", tries));
  return g_steal_pointer (&line);
}

static int
run_annotate (char **arguments)
{
  GError *error = NULL;
  json_auto_t *line = make_line ();
  if (!line)
    return KB_EXIT_USAGE;
  g_autoptr (KbDocument) document = kb_cli_open_to_change (arguments[0], FALSE, &error);
  g_autoptr (GString) report = g_string_new (NULL);
  if (document && !kb_annotate_line (document, line, report, &error))
    g_prefix_error (&error, "%s: ", arguments[0]);
  if (error || (!tries && !kb_document_save (document, &error)))
    return kb_cli_fail (error);
  fputs (report->str, stdout);
  return kb_cli_finish_output (KB_EXIT_DONE);
}

const KbCommand kb_command_annotate = {
  "annotate", N_("Make or change shapes on many frames, then save"), "PROJECT",
  N_("Examples:\n"
  "  kickbox annotate duel --trace --class body --frames 'walk *'\n"
  "  kickbox annotate duel --cover 3 --class hurt --alpha 128\n"
  "  kickbox annotate duel --class fist --set damage=12\n"
  "New shapes replace the unnamed ones of their class on the same frame. Without --frames, all\n"
  "frames are meant."),
  1, 1, annotate_options, run_annotate
};
