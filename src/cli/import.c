/* SPDX-License-Identifier: MIT */
/* kickbox import: pictures and other tools' files into a project. Masks and tracks are in
 * import_mask.c, levels in import_level.c. */
#include "interchange/import.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/import_level.h"
#include "cli/import_mask.h"
#include "document/edit.h"
#include "interchange/source_folders.h"
#include "interchange/track_file.h"

static char *name, *as, *grid, *margin, *spacing, *count, *gap, *minimum, *colour_key, *map;
static gboolean islands, skip_empty, animations, no_animations, replay, fresh;
static KbCliMask mask;

static const GOptionEntry options[] = {
  { "name", 0, 0, G_OPTION_ARG_FILENAME, &name,
    "The asset's name; one that exists is imported again", "NAME" },
  { "as", 0, 0, G_OPTION_ARG_FILENAME, &as, "What the files are; a sprite when left out",
    "sprite|mask|track|level" },
  { "grid", 0, 0, G_OPTION_ARG_FILENAME, &grid, "Cut a sheet into cells", "WxH" },
  { "margin", 0, 0, G_OPTION_ARG_FILENAME, &margin, "Pixels around all cells", "N" },
  { "spacing", 0, 0, G_OPTION_ARG_FILENAME, &spacing, "Pixels between cells", "N" },
  { "count", 0, 0, G_OPTION_ARG_FILENAME, &count, "Cells at most", "N" },
  { "skip-empty", 0, 0, G_OPTION_ARG_NONE, &skip_empty, "Leave out empty cells at the end of rows",
    NULL },
  { "islands", 0, 0, G_OPTION_ARG_NONE, &islands, "Cut a sheet into its islands of opaque pixels",
    NULL },
  { "gap", 0, 0, G_OPTION_ARG_FILENAME, &gap, "Transparent pixels that an island may bridge", "N" },
  { "minimum", 0, 0, G_OPTION_ARG_FILENAME, &minimum, "Opaque pixels that an island has at least",
    "N" },
  { "colour-key", 0, 0, G_OPTION_ARG_FILENAME, &colour_key, "The colour that is transparent",
    "#rrggbb" },
  { "animations", 0, 0, G_OPTION_ARG_NONE, &animations,
    "Animations from the names: walk 1, walk 2, kick_03; for a new sprite, always", NULL },
  { "no-animations", 0, 0, G_OPTION_ARG_NONE, &no_animations,
    "No animations but those that the files have", NULL },
  { "zone", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &mask.zones,
    "Of a mask: pixels of this colour are that zone; without a name, nothing. Of a track: a "
    "surface off the road",
    "#rrggbb=NAME" },
  { "road", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &mask.roads,
    "Of a track: pixels of this colour are road; without a name, called road", "#rrggbb[=NAME]" },
  { "others-nothing", 0, 0, G_OPTION_ARG_NONE, &mask.others,
    "Of a mask or track: all other colours are nothing", NULL },
  { "background", 0, 0, G_OPTION_ARG_NONE, &mask.background,
    "Of a mask or track: the picture lies behind, and nothing is painted yet", NULL },
  { "resize", 0, 0, G_OPTION_ARG_NONE, &mask.resize,
    "Of a mask or track that exists: it gets the file's size", NULL },
  { "map", 0, 0, G_OPTION_ARG_FILENAME, &map, "Of a WAD: only this map", "NAME" },
  { "fresh", 0, 0, G_OPTION_ARG_NONE, &fresh, "Forget the options of the last import", NULL },
  { "replay", 0, 0, G_OPTION_ARG_NONE, &replay,
    "First bring back what the editor left unsaved in the journal", NULL },
  G_OPTION_ENTRY_NULL
};

/* The values of --as, and whether this version supports them. */
static const struct { const char *name; gboolean supported; } kinds[] = {
  { "sprite", TRUE }, { "mask", TRUE }, { "track", TRUE }, { "level", TRUE }, { "tiles", FALSE },
    { "heightmap", FALSE },
};

static gboolean
wrong (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
wrong (GError **error, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, KB_ERROR, KB_ERROR_USAGE, "kickbox import: %s", message);
  return FALSE;
}

static gboolean
read_kind (GError **error)
{
  for (guint i = 0; as && i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (as, kinds[i].name) == 0)
      return kinds[i].supported
             || wrong (error,
                       "--as %s: this version does not support that kind yet; expected sprite, "
                       "mask, track or level",
                       as);
  return !as
         || wrong (error, "--as: '%s' is no kind of asset; expected sprite, mask, track or level",
                   as);
}

/* Options with one whole number: the variable, and the cutting method it applies to. */
typedef enum { OF_GRID, OF_ISLANDS } Cut;
static const struct {
  const char *name;
  char **text;
  gsize offset;
  gint min, max;
  Cut of;
} numbers[] = {
  { "margin", &margin, G_STRUCT_OFFSET (KbImportOptions, margin), 0, KB_MAX_PICTURE_SIDE, OF_GRID },
  { "spacing", &spacing, G_STRUCT_OFFSET (KbImportOptions, spacing), 0, KB_MAX_PICTURE_SIDE,
    OF_GRID },
  { "count", &count, G_STRUCT_OFFSET (KbImportOptions, count), 1, 65536, OF_GRID },
  { "gap", &gap, G_STRUCT_OFFSET (KbImportOptions, gap), 0, 256, OF_ISLANDS },
  { "minimum", &minimum, G_STRUCT_OFFSET (KbImportOptions, minimum), 1, G_MAXINT, OF_ISLANDS },
};

static gboolean
read_numbers (KbImportOptions *to, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (!kb_cli_read_number ("import", numbers[i].name, *numbers[i].text, numbers[i].min,
                             numbers[i].max, &G_STRUCT_MEMBER (gint, to, numbers[i].offset), error))
      return FALSE;
  return TRUE;
}

static gboolean
read_grid (KbImportOptions *to, GError **error)
{
  if (!grid)
    return TRUE;
  g_auto (GStrv) sides = g_strsplit (grid, "x", 3);
  if (g_strv_length (sides) != 2)
    return wrong (error, "--grid: '%s' is not WxH, such as 64x48", grid);
  return kb_cli_read_number ("import", "grid", sides[0], 1, KB_MAX_FRAME_SIDE, &to->cell_width,
                             error)
         && kb_cli_read_number ("import", "grid", sides[1], 1, KB_MAX_FRAME_SIDE, &to->cell_height,
                                error);
}

static gboolean
read_colour (KbImportOptions *to, GError **error)
{
  guint64 rgb;
  if (!colour_key)
    return TRUE;
  if (strlen (colour_key) != 7 || colour_key[0] != '#' || !g_ascii_isxdigit (colour_key[1])
      || !g_ascii_string_to_unsigned (colour_key + 1, 16, 0, 0xffffff, &rgb, NULL))
    return wrong (error, "--colour-key: '%s' is not a colour such as '#ff00ff'", colour_key);
  to->has_colour_key = TRUE;
  to->colour_key = (guint32) rgb;
  return TRUE;
}

/* The fault of a sprite's name, or NULL; the rules are the document's. */
static char *
find_name_fault (const char *text)
{
  if (!g_utf8_validate (text, -1, NULL))
    return g_strdup ("expected a name in UTF-8");
  g_autoptr (GError) error = NULL;
  KbDocument *empty = kb_document_new ("/", "empty");
  gboolean ok = kb_document_insert (empty, kb_document_project (empty)->node.id, "sprites", -1,
                                    json_pack ("{s:s}", "name", text), &error)
                != 0;
  kb_document_free (empty);
  if (ok)
    return NULL;
  const char *message = strstr (error->message, ": ");
  return g_strdup (message ? message + 2 : error->message);
}

/* Applies the command line over the values of `to`. */
static gboolean
read_options (KbImportOptions *to, GError **error)
{
  g_autofree char *fault = name ? find_name_fault (name) : NULL;
  if (fault)
    return wrong (error, "--name: %s", fault);
  if (animations && no_animations)
    return wrong (error, "either --animations or --no-animations, not both");
  if (grid && islands)
    return wrong (error, "a sheet is cut either by --grid or by --islands, not by both");
  g_free (to->name);
  to->name = g_strdup (name);
  if (grid)
    to->islands = FALSE;
  if (islands)
    {
      to->islands = TRUE;
      to->cell_width = to->cell_height = 0;
    }
  to->skip_empty |= skip_empty;
  to->animations = (to->animations || animations) && !no_animations;
  return read_kind (error) && read_grid (to, error) && read_numbers (to, error)
         && read_colour (to, error);
}

/* Options without an effect are an error. */
static gboolean
check_cut (const KbImportOptions *to, GError **error)
{
  if (skip_empty && !to->cell_width)
    return wrong (error, "--skip-empty: only with --grid");
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (*numbers[i].text && !(numbers[i].of == OF_GRID ? to->cell_width > 0 : to->islands))
      return wrong (error, "--%s: only with --%s", numbers[i].name,
                    numbers[i].of == OF_GRID ? "grid" : "islands");
  return TRUE;
}

/* Options not given come from the sprite's last import; the report then says so. */
static gboolean
complete_options (KbDocument *document, char **files, KbImportOptions *to, GError **error)
{
  const KbSprite *sprite =
    fresh ? NULL : kb_import_find_sprite (document, (const char *const *) files, to->name);
  kb_import_options_clear (to);
  if (!kb_import_recorded_options (sprite, to, error))
    return FALSE;
  /* As in the editor: a frame in no animation has no duration, which is rarely intended. */
  to->animations |= !sprite;
  return read_options (to, error) && check_cut (to, error);
}

static void
print_cut (const KbImportOptions *to)
{
  if (to->cell_width && !grid)
    printf ("  cut by a grid of %dx%d as before\n", to->cell_width, to->cell_height);
  else if (to->islands && !islands)
    printf ("  cut by islands as before\n");
  if (to->has_colour_key && !colour_key)
    printf ("  #%06x is transparent as before\n", to->colour_key);
}

static void
print_report (KbDocument *document, const KbImportOptions *to, const KbImportReport *report)
{
  const KbSprite *sprite = (const KbSprite *) kb_document_node (document, report->sprite);
  printf ("%s: ", sprite ? sprite->name : "?");
  if (report->created)
    {
      guint runs = sprite ? sprite->animations->len : 0;
      printf (ngettext ("%u frame, ", "%u frames, ", report->frames), report->frames);
      printf (ngettext ("%u animation\n", "%u animations\n", runs), runs);
    }
  else
    {
      printf (ngettext ("%u frame: ", "%u frames: ", report->frames), report->frames);
      printf ("%u kept, %u of them moved, %u restored, %u added, %u lost\n", report->kept,
              report->moved, report->restored, report->added, report->lost);
    }
  if (!report->created)
    print_cut (to);
  for (guint i = 0; report->messages && i < report->messages->len; i++)
    {
      g_autofree char *message = kb_cli_shown (g_ptr_array_index (report->messages, i));
      printf ("  %s\n", message);
    }
}

static gboolean
import (KbDocument *document, char **files, KbImportOptions *to, GError **error)
{
  if (!complete_options (document, files, to, error))
    return FALSE;
  g_autoptr (KbImport) source = kb_import_read ((const char *const *) files, to, error);
  KbImportReport report = { 0 };
  gboolean ok = source && kb_import_apply (document, source, to->name, &report, error)
                && kb_document_save (document, error);
  if (ok)
    {
      kb_source_folders_add_import (document, source);
      print_report (document, &source->options, &report);
    }
  kb_import_report_clear (&report);
  return ok;
}

/* What an option applies to. */
enum { SPRITE = 1, MASK = 2, TRACK = 4, LEVEL = 8 };

/* Options of one kind do not apply to another. */
static gboolean
check_kind (guint kind, GError **error)
{
  const struct { const char *name; gboolean given; guint kinds; } table[] = {
    { "grid", grid != NULL, SPRITE }, { "islands", islands, SPRITE }, { "skip-empty", skip_empty,
      SPRITE },
    { "colour-key", colour_key != NULL, SPRITE }, { "animations", animations, SPRITE },
    { "no-animations", no_animations, SPRITE }, { "fresh", fresh, SPRITE }, { "zone",
      mask.zones != NULL, MASK | TRACK },
    { "others-nothing", mask.others, MASK | TRACK }, { "background", mask.background,
      MASK | TRACK },
    { "resize", mask.resize, MASK | TRACK },
    { "road", mask.roads != NULL, TRACK }, { "map", map != NULL, LEVEL },
  };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (table[i].given && table[i].kinds == SPRITE && kind != SPRITE)
      return wrong (error, "--%s: not with --as %s", table[i].name, as);
    else if (table[i].given && !(table[i].kinds & kind))
      return wrong (error, "--%s: only with --as %s", table[i].name,
                    table[i].kinds == TRACK   ? "track"
                    : table[i].kinds == LEVEL ? "level"
                                              : "mask or --as track");
  for (guint i = 0; kind != SPRITE && i < G_N_ELEMENTS (numbers); i++)
    if (*numbers[i].text)
      return wrong (error, "--%s: not with --as %s", numbers[i].name, as);
  return TRUE;
}

/* The kind of asset: as --as says, or for track and level files by their content. */
static guint
find_kind (const char *path, gboolean *is_track_file)
{
  *is_track_file = (!as || strcmp (as, "track") == 0) && kb_track_format_guess (path);
  if (*is_track_file)
    as = (char *) "track";
  else if (!as && kb_level_file_is_meant (path))
    as = (char *) "level";
  mask.track = g_strcmp0 (as, "track") == 0;
  return g_strcmp0 (as, "level") == 0  ? LEVEL
         : g_strcmp0 (as, "mask") == 0 ? MASK
         : mask.track                  ? TRACK
                                       : SPRITE;
}

static int
run (char **arguments)
{
  GError *error = NULL;
  gboolean is_track_file;
  guint kind = find_kind (arguments[1], &is_track_file);
  if (!check_kind (kind, &error))
    return kb_cli_fail (error);
  if (kind == LEVEL)
    return kb_cli_import_level (arguments[0], arguments + 1, name, map, replay);
  if (kind != SPRITE)
    {
      mask.name = name;
      if (is_track_file)
        return kb_cli_import_track (arguments[0], arguments + 1, &mask, replay);
      return kb_cli_import_mask (arguments[0], arguments + 1, &mask, replay);
    }
  KbImportOptions to = { NULL };
  KbDocument *document = NULL;
  for (guint i = 1; arguments[i]; i++)
    kb_cli_shown_as (arguments[i], FALSE);
  gboolean ok = read_options (&to, &error)
                && (document = kb_cli_open_to_change (arguments[0], replay, &error))
                && import (document, arguments + 1, &to, &error);
  kb_import_options_clear (&to);
  if (document)
    kb_document_free (document);
  return ok ? KB_EXIT_DONE : kb_cli_fail (error);
}

const KbCommand kb_command_import = {
  "import",
  "Put pictures or other tools' files into a project",
  "PROJECT FILE...",
  "FILE is a PNG picture or several, in natural order; a sheet, cut by --grid or --islands; the "
  "JSON of\n"
  "a sheet by Aseprite; a .sprite file of SuperTux; a tileset of Tiled; a .trk file of "
  "DustRacing2D; or a level: a WAD of Doom, of\n"
  "which each map becomes one, or only --map, a drawing in SVG, or a map of Tiled. A sprite of the "
  "same name is brought up to date and\n"
  "keeps its annotations; options that are not given are then those of its last import; what was "
  "done is\n"
  "reported. With --as mask, FILE is one PNG picture whose colours are zones; with --as track, "
  "surfaces.",
  2,
  G_MAXUINT,
  options,
  run
};
