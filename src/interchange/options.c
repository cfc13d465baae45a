/* SPDX-License-Identifier: MIT */
/* The table of import options, and their JSON. */
#include "interchange/importers.h"
#include "document/colour.h"
#include "document/hot_spots.h"

#include <glib/gi18n.h>
#include <string.h>

#define ISLAND_ALPHA 8       /* below it, shadows and leftovers of brushes */
#define ISLAND_MINIMUM 16

#define OPTIONS_AT(member) G_STRUCT_OFFSET (KbImportOptions, member)

const KbImportOption kb_import_option_table[] = {
  { "cell_width", "grid", N_("Cell width"), KB_OPTION_INT, OPTIONS_AT (cell_width), 0,
    KB_MAX_FRAME_SIDE },
  { "cell_height", "grid", N_("Cell height"), KB_OPTION_INT, OPTIONS_AT (cell_height), 0,
    KB_MAX_FRAME_SIDE },
  { "margin", "margin", N_("Margin"), KB_OPTION_INT, OPTIONS_AT (margin), 0, KB_MAX_PICTURE_SIDE },
  { "spacing", "spacing", N_("Spacing"), KB_OPTION_INT, OPTIONS_AT (spacing), 0,
    KB_MAX_PICTURE_SIDE },
  { "count", "count", N_("Number of cells"), KB_OPTION_INT, OPTIONS_AT (count), 0, 65536 },
  { "skip_empty", "skip-empty", N_("Skip empty cells at row ends"), KB_OPTION_BOOLEAN,
    OPTIONS_AT (skip_empty), 0, 1 },
  { "alpha", "alpha", N_("Alpha threshold"), KB_OPTION_INT, OPTIONS_AT (alpha), 0, 255 },
  { "gap", "gap", N_("Join parts closer than (px)"), KB_OPTION_INT, OPTIONS_AT (gap), 0, 256 },
  { "minimum", "minimum", N_("Ignore islands smaller than (px)"), KB_OPTION_INT,
    OPTIONS_AT (minimum), 0,
    G_MAXINT },
  { "gather", "gather", N_("Join parts up to this share of a figure (%)"), KB_OPTION_INT,
    OPTIONS_AT (gather), 0, 100 },
  { "changes", "changes", N_("Changes to the frames"), KB_OPTION_TEXT, OPTIONS_AT (changes), 0, 0 },
  { "colour_key", "colour-key", N_("Transparent colour"), KB_OPTION_COLOUR,
    OPTIONS_AT (colour_key), 0, 0xffffff },
  { "name_animations", "animations", N_("Create animations from file names"), KB_OPTION_BOOLEAN,
    OPTIONS_AT (animations), 0, 1 },
  { "rows", "rows", N_("One animation per row"), KB_OPTION_BOOLEAN, OPTIONS_AT (rows), 0, 1 },
  { "ranges", "ranges", N_("Animations (walk 1-8)"), KB_OPTION_TEXT, OPTIONS_AT (ranges), 0, 0 },
  { "hot_spot", "hot-spot", N_("Hot spots"), KB_OPTION_HOT_SPOT, OPTIONS_AT (hot_spot), 0, 18 },
  { "part", "part", N_("Part of the file"), KB_OPTION_TEXT, OPTIONS_AT (part), 0, 0 },
  { "marks", "marks", N_("Prefix of layers that are marks (empty: #)"), KB_OPTION_TEXT,
    OPTIONS_AT (marks),
    0, 0 },
  { NULL }
};

const KbImportOption *
kb_import_option_find (const char *name)
{
  for (const KbImportOption *option = kb_import_option_table; option->name; option++)
    if (strcmp (option->name, name) == 0)
      return option;
  return NULL;
}

static const gsize text_offsets[] = {
  OPTIONS_AT (format),  OPTIONS_AT (name),   OPTIONS_AT (part),
  OPTIONS_AT (changes), OPTIONS_AT (ranges), OPTIONS_AT (marks)
};

void
kb_import_options_clear (KbImportOptions *options)
{
  for (guint i = 0; i < G_N_ELEMENTS (text_offsets); i++)
    g_free (G_STRUCT_MEMBER (char *, options, text_offsets[i]));
  g_strfreev (options->classes);
  memset (options, 0, sizeof *options);
}

void
kb_import_options_copy (KbImportOptions *to, const KbImportOptions *from)
{
  *to = *from;
  for (guint i = 0; i < G_N_ELEMENTS (text_offsets); i++)
    G_STRUCT_MEMBER (char *, to, text_offsets[i]) =
      g_strdup (G_STRUCT_MEMBER (char *, from, text_offsets[i]));
  to->classes = g_strdupv (from->classes);
}

gboolean
kb_import_options_check (const KbImportOptions *options, GError **error)
{
  for (const KbImportOption *option = kb_import_option_table; option->name; option++)
    {
      gint value =
        option->type == KB_OPTION_TEXT ? 0 : G_STRUCT_MEMBER (gint, options, option->offset);
      if (value >= option->min && value <= option->max)
        continue;
      return kb_fail (error, KB_ERROR_USAGE, _("%s: expected a number from %d to %d, got %d"),
                      option->name, option->min, option->max, value);
    }
  if (!options->cell_width != !options->cell_height)
    return kb_fail (error, KB_ERROR_USAGE, _("a grid needs the width and the height of its cells"));
  if (options->rows && options->ranges)
    return kb_fail (error, KB_ERROR_USAGE,
                    _("animations are made either from rows or from ranges, not from both"));
  if (options->cell_width && options->islands)
    return kb_fail (error, KB_ERROR_USAGE,
                    _("a sheet is cut either by a grid or by islands, not by both"));
  return TRUE;
}

json_t *
kb_import_options_to_json (const KbImportOptions *options, const KbImporter *importer)
{
  json_t *settings = options->part ? json_pack ("{ss}", "part", options->part) : json_object ();
  for (const KbImportOption *option = kb_import_option_table; option->name; option++)
    {
      const char *text =
        option->type == KB_OPTION_TEXT ? G_STRUCT_MEMBER (char *, options, option->offset) : NULL;
      gint value =
        option->type == KB_OPTION_TEXT ? 0 : G_STRUCT_MEMBER (gint, options, option->offset);
      if (!g_strv_contains (importer->options, option->name))
        continue;
      if (option->type == KB_OPTION_HOT_SPOT && value)
        text = kb_hot_spot_presets[value];
      if (text && *text)
        json_object_set_new (settings, option->name, json_string (text));
      else if (option->type == KB_OPTION_COLOUR && options->has_colour_key)
        json_object_set_new (settings, option->name,
                             json_string (kb_colour_text ((guint32) value << 8 | 0xff).text));
      else if (option->type == KB_OPTION_BOOLEAN && value)
        json_object_set_new (settings, option->name, json_true ());
      else if (option->type == KB_OPTION_INT && value)
        json_object_set_new (settings, option->name, json_integer (value));
    }
  return settings;
}

static gboolean
read_option (KbImportOptions *options, const KbImportOption *option, const json_t *value)
{
  gint *member = G_STRUCT_MEMBER_P (options, option->offset);
  switch (option->type)
    {
    case KB_OPTION_INT:
      if (!json_is_integer (value) || json_integer_value (value) < option->min
          || json_integer_value (value) > option->max)
        return FALSE;
      *member = (gint) json_integer_value (value);
      return TRUE;
    case KB_OPTION_BOOLEAN:
      *member = json_is_true (value);
      return json_is_boolean (value);
    case KB_OPTION_COLOUR:
      options->has_colour_key = kb_colour_read_rgb (json_string_value (value), (guint32 *) member);
      return options->has_colour_key;
    case KB_OPTION_TEXT:
      G_STRUCT_MEMBER (char *, options, option->offset) = g_strdup (json_string_value (value));
      return json_is_string (value);
    case KB_OPTION_HOT_SPOT:
      return kb_hot_spot_read (json_string_value (value), member);
    }
  return FALSE;
}

gboolean
kb_import_options_from_json (KbImportOptions *options, const json_t *settings, GError **error)
{
  memset (options, 0, sizeof *options);
  options->format = g_strdup (json_string_value (json_object_get (settings, "format")));
  for (const KbImportOption *option = kb_import_option_table; option->name; option++)
    {
      const json_t *value = json_object_get (settings, option->name);
      if (!value || read_option (options, option, value))
        continue;
      g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("import.%s: this is not a value for '%s'"),
                   option->name, _(option->label));
      kb_import_options_clear (options);
      return FALSE;
    }
  options->islands = g_strcmp0 (options->format, "islands") == 0;
  return TRUE;
}

void
kb_import_choose_islands (KbImportOptions *options)
{
  gint opaque_bottom = 0;
  kb_hot_spot_read ("opaque-bottom", &opaque_bottom);
  options->islands = TRUE;
  options->cell_width = options->cell_height = 0;
  options->alpha = ISLAND_ALPHA;
  options->gap = 1;
  options->minimum = ISLAND_MINIMUM;
  /* Islands have sizes of their own: without hot spots, an animation of them jumps. */
  options->hot_spot = opaque_bottom;
}
