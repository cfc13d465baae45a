/* SPDX-License-Identifier: MIT */
/* kickbox import: chooses the kind, and imports sprites. Other kinds are in import_*.c. */
#include <glib/gi18n.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/import.h"
#include "document/colour.h"
#include "document/edits/edit.h"
#include "document/heightmap.h"
#include "document/hot_spots.h"
#include "interchange/levels/level_file.h"
#include "interchange/readers/readers.h"
#include "interchange/sources.h"
#include "operations/level/heightmaps.h"
#include "operations/level/tilesets.h"

/* ---- import level ---- */

/* kickbox import of another program's levels. */

static void
level_print_report (const KbCliImport *asked, const KbDocument *document, const KbLevelFile *file,
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
  g_auto (GStrv) names = kb_level_file_solid_names (file);
  g_autofree char *list = names ? g_strjoinv (", ", names) : NULL;
  g_autofree char *hint = list && *list ? g_strdup_printf (_("--solid lets these stop moves: %s"),
                                                           list)
                                        : NULL;
  if (hint)
    kb_cli_report_line (asked, hint);
}

/* Each returns the exit status. */
static int
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
  ok = ok && kb_level_file_set_solid (file, (const char *const *) asked->solid, &error);
  if (ok && (asked->solid || asked->fresh))
    kb_level_file_forget_solid (file, document);
  ok = ok && kb_level_file_belongs (document, file, asked->name, &error);
  g_auto (GStrv) replaced = ok ? kb_level_file_replaces (document, file, asked->name) : NULL;
  ok = ok && kb_level_file_apply (document, file, asked->name, ids, &error)
       && kb_document_save (document, &error);
  if (!ok)
    return kb_cli_fail (error);
  kb_source_folders_add_level_file (document, file);
  level_print_report (asked, document, file, ids);
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

/* ---- import track ---- */

/* kickbox import of another game's track file. */

static void
track_print_report (const KbCliImport *asked, const KbDocument *document, const KbTrackFile *file,
              KbId id)
{
  const KbTrack *track = (const KbTrack *) kb_document_node (document, id);
  guint64 counts[256] = { 0 };
  if (kb_cli_report_asset (
        asked, json_pack ("{s:s, s:s, s:i, s:i, s:i, s:i}", "kind", "track", "name", track->name,
                          "width", track->width, "height", track->height, "surfaces",
                          track->surfaces->len, "check_points", track->gates->len)))
    return kb_cli_report_messages (asked, file->messages);
  printf ("%s: %d x %d, ", track->name, track->width, track->height);
  printf (ngettext ("%u check point\n", "%u check points\n", track->gates->len), track->gates->len);
  if (track->pixels.zones)
    kb_zones_counts (track->pixels.zones, counts);
  KB_EACH (const KbZone, surface, track->surfaces)
    {
      printf ("  %-16s %-9s", surface->name,
              surface->use == KB_SURFACE_ROAD ? _("road") : _("off road"));
      printf (ngettext ("%10" PRIu64 " pixel\n", "%10" PRIu64 " pixels\n",
                        counts[surface->value]),
              counts[surface->value]);
    }
  kb_cli_report_messages (asked, file->messages);
}

/* A file that describes a whole track */
static int
kb_cli_import_track (const KbCliImport *asked)
{
  GError *error = NULL;
  g_autoptr (KbDocument) document = NULL;
  const char *fault = asked->files[1] ? _("a track is made of one file")
                      : asked->roads || asked->zones || asked->bands || asked->others
                            || asked->nearest || asked->tolerance || asked->background
                            || asked->keeps_picture
                        ? _("--road, --zone, --band and the options for colours: only with a "
                            "picture")
                        : NULL;
  if (fault)
    g_set_error (&error, KB_ERROR, KB_ERROR_USAGE, _("kickbox import: %s"), fault);
  g_autoptr (KbTrackFile) file = fault ? NULL : kb_track_file_read (asked->files[0], &error);
  KbId id = 0;
  KbPaintedReport report;
  if (file && (document = kb_cli_open_to_change (asked->project, asked->replay, &error))
      && kb_cli_check_size (document, asked, file->path, asked->name ? asked->name : file->name,
                            (gint) kb_zones_width (file->painted),
                            (gint) kb_zones_height (file->painted), &error))
    id = kb_track_file_apply (document, file, asked->name, !asked->fresh, &report, &error);
  gboolean ok = id && kb_document_save (document, &error);
  if (ok)
    {
      kb_source_folders_add_file (document, file->path);
      track_print_report (asked, document, file, id);
      kb_cli_report_painted (asked, &report);
    }
  return ok ? KB_EXIT_DONE : kb_cli_fail (error);
}

/* ---- import world ---- */

/* kickbox import --as ground and --as heightmap: adds a layer to a level, or gives one of that name
 * other points or another picture. */

#define MOST_BYTES (16 << 20)

/* "0:800" */
static gboolean
read_range (const char *text, double *from, double *to, GError **error)
{
  char *middle, *end;
  *from = g_ascii_strtod (text, &middle);
  *to = g_ascii_strtod (middle + (*middle == ':'), &end);
  return (middle > text && *middle == ':' && end > middle + 1 && !*end && *from < *to)
         || kb_fail (error, KB_ERROR_USAGE,
                     _("kickbox import: --range: '%s' is not A:B, such as 0:800"), text);
}

/* The points as JSON, from a file or the function itself. */
static json_t *
read_ground (const KbCliImport *asked, GError **error)
{
  const gboolean is_file = g_file_test (asked->files[0], G_FILE_TEST_EXISTS);
  const char *path = is_file || !asked->range ? asked->files[0] : _("the function");
  g_autofree char *text = NULL;
  double from = 0, to = 0;
  gint every = 16;
  gsize length;
  if (!asked->range && !is_file && strpbrk (asked->files[0], "(*+"))
    return kb_fail_null (error, KB_ERROR_USAGE,
                         _("kickbox import: --as ground: a function needs --range, such as 0:800"));
  if (!asked->range && asked->every)
    return kb_fail_null (error, KB_ERROR_USAGE, _("kickbox import: --every: only with --range"));
  if (!kb_cli_read_number ("import", "every", asked->every, 1, KB_LEVEL_LIMIT, &every, error)
      || (asked->range && !read_range (asked->range, &from, &to, error)))
    return NULL;
  if (asked->range && !is_file)
    text = g_utf8_make_valid (asked->files[0], -1);
  else if (!kb_import_read_unpacked (path, MOST_BYTES, &text, &length, NULL, error))
    return NULL;
  return asked->range ? kb_ground_function_read (path, text, from, to, every, error)
                      : kb_ground_points_read (path, text, error);
}

/* Gives the layer of that name in the list what is in `given`, or adds `made` with it. */
static gboolean
put_layer (KbDocument *document, KbId level, const char *list, const GPtrArray *items,
           const json_t *made, json_t *given, GError **error)
{
  const char *name = json_string_value (json_object_get (made, "name"));
  json_auto_t *whole = json_deep_copy (made);
  json_object_update (whole, given);
  gint at = -1;
  KB_EACH_WHILE (at < 0, const KbNode, node, items)
    {
      json_auto_t *old = kb_node_to_json (node, NULL);
      if (strcmp (json_string_value (json_object_get (old, "name")), name) != 0)
        continue;
      at = (gint) node_at;
      json_object_update (old, given);
      json_object_del (old, "width");
      json_object_del (old, "height");
      json_object_clear (whole);
      json_object_update (whole, old);
      if (!kb_document_remove (document, node->id, error))
        return FALSE;
    }
  const json_t *low = json_object_get (whole, "low"), *high = json_object_get (whole, "high");
  if (json_is_number (low) && json_number_value (low) >= json_number_value (high))
    return kb_fail (
      error, KB_ERROR_INPUT,
      _("the lowest altitude of the heightmap '%s', %.10g, is not below its highest, %.10g"), name,
      json_number_value (low), json_number_value (high));
  return kb_document_insert (document, level, list, at, json_incref (whole), error) != 0;
}

static gboolean
put_ground (KbDocument *document, KbId level, const char *name, json_t *points, GError **error)
{
  const KbLevel *of = (const KbLevel *) kb_document_node (document, level);
  json_auto_t *made = json_pack ("{ss ss}", "name", name, "class", "ground"),
              *given = json_pack ("{sO}", "points", points);
  return kb_import_add_class (document, "ground", 0, error)
         && put_layer (document, level, "grounds", of->grounds, made, given, error);
}

/* The numbers that options give, by the names and within the limits of fields. */
static gboolean
read_heightmap_numbers (const KbCliImport *asked, json_t *given, GError **error)
{
  const struct { const char *name, *text; } numbers[] = {
    { "low", asked->low }, { "high", asked->high }, { "cell", asked->cell }
  };
  const KbKind *kind = kb_kind_list (&kb_level_kind, "heightmaps")->item;
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      const KbField *field = kb_kind_field (kind, numbers[i].name);
      double number;
      if (!kb_cli_read_real ("import", field->name, numbers[i].text, field->min / KB_GRID,
                             field->max / KB_GRID, &number, error))
        return FALSE;
      if (numbers[i].text)
        json_object_set_new (given, field->name, json_real (number));
    }
  return TRUE;
}

/* The operation makes it under a name that is free. */
static gboolean
put_heightmap (KbDocument *document, KbId level, const char *name, const KbCliImport *asked,
               GPtrArray *messages, GError **error)
{
  const KbLevel *of = (const KbLevel *) kb_document_node (document, level);
  json_auto_t *given = json_object ();
  gboolean alpha;
  if (!read_heightmap_numbers (asked, given, error))
    return FALSE;
  KbId id = kb_heightmap_add (document, level, asked->files[0], kb_heightmap_free_place (of),
                              &alpha, error);
  if (!id)
    return FALSE;
  kb_messages_lose (messages, _("alpha channels"), alpha);
  json_auto_t *made = kb_node_to_json (kb_document_node (document, id), NULL);
  json_object_set_new (made, "name", json_string (name));
  json_object_del (made, "id");
  json_object_set (given, "picture", json_object_get (made, "picture"));
  return kb_document_remove (document, id, error)
         && put_layer (document, level, "heightmaps", of->heightmaps, made, given, error);
}

/* A ground or heightmap, which is a layer of a level */
static int
kb_cli_import_world (const KbCliImport *asked, KbImportKind kind)
{
  GError *error = NULL;
  g_autoptr (KbDocument) document = NULL;
  g_autoptr (GPtrArray) messages = kb_messages_new ();
  const gboolean is_ground = kind == KB_IMPORT_GROUND;
  const gboolean is_file = g_file_test (asked->files[0], G_FILE_TEST_EXISTS);
  g_autofree char *own = kb_import_asset_name (is_file ? asked->files[0] : "ground", "level");
  const char *name = asked->name ? asked->name : own, *level = asked->level ? asked->level : own;
  if (asked->files[1])
    kb_fail (&error, KB_ERROR_USAGE, _("kickbox import: --as %s: expected one file"),
             kb_import_kind_name (kind));
  json_auto_t *points = is_ground && !error ? read_ground (asked, &error) : NULL;
  if (error || !(document = kb_cli_open_to_change (asked->project, asked->replay, &error)))
    return kb_cli_fail (error);
  kb_document_begin (document, is_ground ? _("Import ground") : _("Import heightmap"));
  const KbNode *found = kb_document_find_asset (document, &kb_level_kind, level);
  KbId id = found ? found->id
                  : kb_document_insert (document, kb_document_project (document)->node.id, "levels",
                                        -1, json_pack ("{ss}", "name", level), &error);
  gboolean ok = id && (is_ground ? put_ground (document, id, name, points, &error)
                                 : put_heightmap (document, id, name, asked, messages, &error));
  if (!kb_import_finish (document, ok, asked->files[0], level, &error)
      || !kb_document_save (document, &error))
    return kb_cli_fail (error);
  if (!kb_cli_report_asset (asked, json_pack ("{s:s, s:s, s:s, s:i}", "kind",
                                              kb_import_kind_name (kind), "name", name, "level",
                                              level, "points", (int) json_array_size (points))))
    printf (is_ground ? ngettext ("%s: ground %s, %zu point\n", "%s: ground %s, %zu points\n",
                                  json_array_size (points))
                      : _("%s: heightmap %s\n"),
            level, name, json_array_size (points));
  kb_cli_report_messages (asked, messages);
  return KB_EXIT_DONE;
}

/* ---- import ---- */

static char *import_name, *import_as, *import_grid, *margin, *spacing, *import_count, *import_alpha,
  *gap, *minimum, *gather, *colour_key, *changes, *ranges, *import_hot_spot, *marks, *import_part;
static gboolean detect, islands, skip_empty, import_rows, import_animations, no_animations;
static KbCliImport import_asked;

static const GOptionEntry import_options[] = {
  { "name", 0, 0, G_OPTION_ARG_FILENAME, &import_name,
    N_("The asset's name; an existing one is updated"), "NAME" },
  { "as", 0, 0, G_OPTION_ARG_FILENAME, &import_as,
    N_("What the files become; guessed when left out"),
    "KIND" },
  { "grid", 0, 0, G_OPTION_ARG_FILENAME, &import_grid, N_("Cut a sheet into cells"), "WxH" },
  { "margin", 0, 0, G_OPTION_ARG_FILENAME, &margin, N_("Pixels around all cells"), "N" },
  { "spacing", 0, 0, G_OPTION_ARG_FILENAME, &spacing, N_("Pixels between cells"), "N" },
  { "count", 0, 0, G_OPTION_ARG_FILENAME, &import_count, N_("Max number of cells"), "N" },
  { "skip-empty", 0, 0, G_OPTION_ARG_NONE, &skip_empty, N_("Skip empty cells at row ends"),
    NULL },
  { "detect", 0, 0, G_OPTION_ARG_NONE, &detect,
    N_("Cut a new sprite's sheet by the grid or the islands that it seems to have"), NULL },
  { "islands", 0, 0, G_OPTION_ARG_NONE, &islands,
    N_("Cut a sheet into its islands of opaque pixels"),
    NULL },
  { "alpha", 0, 0, G_OPTION_ARG_FILENAME, &import_alpha,
    N_("Min alpha of an island's pixels, to 255; for a new sprite 8"), "N" },
  { "gap", 0, 0, G_OPTION_ARG_FILENAME, &gap,
    N_("Transparent pixels that an island may bridge; for a new sprite 1"), "N" },
  { "minimum", 0, 0, G_OPTION_ARG_FILENAME, &minimum,
    N_("Min number of opaque pixels of an island; for a new sprite 16"), "N" },
  { "gather", 0, 0, G_OPTION_ARG_FILENAME, &gather,
    N_("Join parts of less than N percent of a figure's pixels; --detect may use 25"), "N" },
  { "changes", 0, 0, G_OPTION_ARG_FILENAME, &changes,
    N_("Changes to the islands: drop X,Y; keep X,Y; merge X,Y X,Y; split X,Y; cut X,Y X,Y"),
    "LIST" },
  { "colour-key", 0, 0, G_OPTION_ARG_FILENAME, &colour_key, N_("The transparent colour"),
    "#rrggbb" },
  { "animations", 0, 0, G_OPTION_ARG_NONE, &import_animations,
    N_("Animations from the names: walk 1, walk 2, kick_03; for a new sprite, always"), NULL },
  { "no-animations", 0, 0, G_OPTION_ARG_NONE, &no_animations,
    N_("Only animations that the files have"), NULL },
  { "rows", 0, 0, G_OPTION_ARG_NONE, &import_rows, N_("An animation for each row of a sheet"),
    NULL },
  { "ranges", 0, 0, G_OPTION_ARG_FILENAME, &ranges,
    N_("Animations by their frames, counted from 1: walk 1-8, idle 9-12"), "LIST" },
  { "hot-spot", 0, 0, G_OPTION_ARG_FILENAME, &import_hot_spot,
    N_("Hot spot of frames without one: top-left, top, top-right, left, centre, right, "
       "bottom-left, "
    "bottom, bottom-right; opaque-bottom and so on for the opaque pixels; none"),
    "POINT" },
  { "marks", 0, 0, G_OPTION_ARG_FILENAME, &marks,
    N_("What the names of layers begin with that are marks, not picture; # when left out"),
    "PREFIX" },
  { "part", 0, 0, G_OPTION_ARG_FILENAME, &import_part,
    N_("The object or node of a game engine's file, where it has several; masks of LDtk: "
       "LEVEL/LAYER"),
    "NAME" },
  { "zone", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &import_asked.zones,
    N_("Masks: pixels of this colour are that zone; without a name, empty. Tracks: a surface "
    "off the road"),
    "#rrggbb=NAME" },
  { "road", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &import_asked.roads,
    N_("Tracks: pixels of this colour are road; without a name, called road"), "#rrggbb[=NAME]" },
  { "band", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &import_asked.bands,
    N_("Tracks: pixels of this colour of a --road are painted as this band"),
    "#rrggbb=NAME[:RADIUS]" },
  { "others-nothing", 0, 0, G_OPTION_ARG_NONE, &import_asked.others,
    N_("Masks and tracks: all other colours are empty"), NULL },
  { "nearest", 0, 0, G_OPTION_ARG_NONE, &import_asked.nearest,
    N_("Masks and tracks: all other colours become what the nearest colour of an option is"),
    NULL },
  { "tolerance", 0, 0, G_OPTION_ARG_FILENAME, &import_asked.tolerance,
    N_("Masks and tracks: the same, up to a distance of N in RGB, from 1 to 442"), "N" },
  { "background", 0, 0, G_OPTION_ARG_NONE, &import_asked.background,
    N_("Masks and tracks: use the picture as the background, and paint nothing"), NULL },
  { "keep-picture", 0, 0, G_OPTION_ARG_NONE, &import_asked.keeps_picture,
    N_("Masks and tracks: paint, and use the picture as the background, too"), NULL },
  { "resize", 0, 0, G_OPTION_ARG_NONE, &import_asked.resize,
    N_("Existing masks and tracks: resize to the file's size"), NULL },
  { "map", 0, 0, G_OPTION_ARG_FILENAME, &import_asked.map, N_("WAD and LDtk files: only this map"),
    "NAME" },
  { "solid", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &import_asked.solid,
    N_("Maps of Tiled and LDtk: this layer, class of objects or value stops moves; may be given "
       "again"),
    "NAME" },
  { "level", 0, 0, G_OPTION_ARG_FILENAME, &import_asked.level,
    N_("Grounds and heightmaps: the level, made if there is none; named after the file when left "
       "out"),
    "NAME" },
  { "range", 0, 0, G_OPTION_ARG_FILENAME, &import_asked.range,
    N_("Grounds: FILE is a function of x from A to B, or a file with one"), "A:B" },
  { "every", 0, 0, G_OPTION_ARG_FILENAME, &import_asked.every,
    N_("Grounds: the function's points are so many pixels apart; 16 when left out"), "N" },
  { "low", 0, 0, G_OPTION_ARG_FILENAME, &import_asked.low,
    N_("Heightmaps: the altitude of black; for a new one 0"), "N" },
  { "high", 0, 0, G_OPTION_ARG_FILENAME, &import_asked.high,
    N_("Heightmaps: the altitude of white; for a new one 100"), "N" },
  { "cell", 0, 0, G_OPTION_ARG_FILENAME, &import_asked.cell,
    N_("Heightmaps: pixels of the level from one sample to the next; for a new one 4"), "N" },
  { "json", 0, 0, G_OPTION_ARG_NONE, &import_asked.json, N_("Report as one JSON object"), NULL },
  { "fresh", 0, 0, G_OPTION_ARG_NONE, &import_asked.fresh,
    N_("Forget the options of the last import"),
    NULL },
  { "replay", 0, 0, G_OPTION_ARG_NONE, &import_asked.replay,
    N_("First apply the changes that the editor left unsaved in the journal"), NULL },
  G_OPTION_ENTRY_NULL
};

/* KB_IMPORT_ANY without --as. */
static gboolean
read_kind (KbImportKind *kind, GError **error)
{
  g_autofree char *expected = kb_import_kinds_text ();
  *kind = KB_IMPORT_ANY;
  for (guint i = 0; import_as && kb_import_kind_name (i); i++)
    if (strcmp (import_as, kb_import_kind_name (i)) == 0)
      *kind = i;
  if (import_as && *kind == KB_IMPORT_ANY)
    return kb_fail (error, KB_ERROR_USAGE,
                    _("kickbox import: --as: '%s' is no kind of asset; expected %s"), import_as,
                    expected);
  return *kind == KB_IMPORT_ANY || kb_import_kind_is_known (*kind)
         || kb_fail (error, KB_ERROR_USAGE,
                     _("kickbox import: --as %s: this version does not support that kind yet; "
                     "expected %s"), import_as, expected);
}

/* The options with one integer value; 0 means "not given" if `min` is 1. */
static const struct { const char *name; char **text; gint min; } import_numbers[] = {
  { "margin", &margin, 0 }, { "spacing", &spacing, 0 }, { "count", &import_count, 1 },
  { "alpha", &import_alpha, 0 }, { "gap", &gap, 0 }, { "minimum", &minimum, 1 },
  { "gather", &gather, 0 },
};

static gboolean
read_numbers (KbImportOptions *to, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (import_numbers); i++)
    {
      const KbImportOption *option = kb_import_option_find (import_numbers[i].name);
      if (!kb_cli_read_number ("import", option->flag, *import_numbers[i].text,
                               import_numbers[i].min, option->max,
                               &G_STRUCT_MEMBER (gint, to, option->offset), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_grid (KbImportOptions *to, GError **error)
{
  if (!import_grid)
    return TRUE;
  g_auto (GStrv) sides = g_strsplit (import_grid, "x", 3);
  if (g_strv_length (sides) != 2)
    return kb_fail (error, KB_ERROR_USAGE, _("kickbox import: --grid: '%s' is not WxH, such as "
                                             "64x48"),
                    import_grid);
  return kb_cli_read_number ("import", "grid", sides[0], 1, KB_MAX_FRAME_SIDE, &to->cell_width,
                             error)
         && kb_cli_read_number ("import", "grid", sides[1], 1, KB_MAX_FRAME_SIDE, &to->cell_height,
                                error);
}

static gboolean
read_colour (KbImportOptions *to, GError **error)
{
  if (!colour_key)
    return TRUE;
  if (!kb_colour_read_rgb (colour_key, &to->colour_key))
    return kb_fail (error, KB_ERROR_USAGE,
                    _("kickbox import: --colour-key: '%s' is not a colour such as '#ff00ff'"),
                    colour_key);
  to->has_colour_key = TRUE;
  return TRUE;
}

/* An error in a sprite's name by the document's rules, or NULL. */
static char *
find_name_fault (const char *text)
{
  if (!g_utf8_validate (text, -1, NULL))
    return g_strdup (_("expected a name in UTF-8"));
  g_autoptr (GError) error = NULL;
  g_autoptr (KbDocument) empty = kb_document_new ("/", "empty");
  gboolean ok = kb_document_insert (empty, kb_document_project (empty)->node.id, "sprites", -1,
                                    json_pack ("{s:s}", "name", text), &error)
                != 0;
  if (ok)
    return NULL;
  const char *message = strstr (error->message, ": ");
  return g_strdup (message ? message + 2 : error->message);
}

/* The name that an option gives. Layers have other rules than assets; the document checks those. */
static gboolean
check_import_name (const char *option, const char *text, gboolean is_layer, GError **error)
{
  g_autofree char *fault =
    !text || (is_layer && g_utf8_validate (text, -1, NULL)) ? NULL : find_name_fault (text);
  return !fault || kb_fail (error, KB_ERROR_USAGE, _("kickbox import: --%s: %s"), option, fault);
}

/* An empty text removes that of the last import. */
static gboolean
read_texts (KbImportOptions *to, GError **error)
{
  const struct { const char *given; char **text; } texts[] = { { changes, &to->changes },
                                                               { ranges, &to->ranges },
                                                               { marks, &to->marks },
                                                               { import_part, &to->part } };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i].given)
      {
        g_free (*texts[i].text);
        *texts[i].text = *texts[i].given ? g_utf8_make_valid (texts[i].given, -1) : NULL;
      }
  if (ranges)
    to->rows = FALSE;
  if (import_rows)
    g_clear_pointer (&to->ranges, g_free);
  to->rows |= import_rows;
  return !import_hot_spot || kb_hot_spot_read (import_hot_spot, &to->hot_spot)
         || kb_fail (error, KB_ERROR_USAGE,
                     _("kickbox import: --hot-spot: '%s' is no point such as bottom or "
                       "opaque-bottom"),
                     import_hot_spot);
}

/* Applies the command line's options to `to`. */
static gboolean
read_options (KbImportOptions *to, GError **error)
{
  if (import_animations && no_animations)
    return kb_fail (error, KB_ERROR_USAGE,
                    _("kickbox import: either --animations or --no-animations, not both"));
  if (import_grid && islands)
    return kb_fail (error, KB_ERROR_USAGE,
                    _("kickbox import: a sheet is cut either by --grid or by --islands, not by "
                      "both"));
  if (import_rows && ranges)
    return kb_fail (error, KB_ERROR_USAGE, _("kickbox import: either --rows or --ranges, not "
                                             "both"));
  g_free (to->name);
  to->name = g_strdup (import_name);
  if (import_grid)
    to->islands = FALSE;
  if (islands && !to->islands)
    kb_import_choose_islands (to);
  to->skip_empty |= skip_empty;
  to->animations = (to->animations || import_animations) && !no_animations;
  return read_grid (to, error) && read_numbers (to, error) && read_colour (to, error)
         && read_texts (to, error);
}

/* Options without effect are an error. */
static gboolean
check_cut (const KbImportOptions *to, GError **error)
{
  if (skip_empty && !to->cell_width)
    return kb_fail (error, KB_ERROR_USAGE, _("kickbox import: --skip-empty: only with --grid"));
  if (changes && !to->islands)
    return kb_fail (error, KB_ERROR_USAGE, _("kickbox import: --changes: only with --islands"));
  if (import_rows && !to->islands && !to->cell_width)
    return kb_fail (error, KB_ERROR_USAGE, _("kickbox import: --rows: only with --grid or "
                                             "--islands"));
  for (guint i = 0; i < G_N_ELEMENTS (import_numbers); i++)
    {
      gboolean of_grid = kb_importer_takes (&kb_importer_grid, import_numbers[i].name);
      if (*import_numbers[i].text && !(of_grid ? to->cell_width > 0 : to->islands))
        return kb_fail (error, KB_ERROR_USAGE, _("kickbox import: --%s: only with --%s"),
                        import_numbers[i].name, of_grid ? "grid" : "islands");
    }
  return TRUE;
}

/* Options not given come from the sprite's last import. The report then says so. */
static gboolean
complete_options (KbDocument *document, char **files, KbImportOptions *to, GError **error)
{
  const KbImportOptions names = { .name = to->name, .part = import_part };
  const KbSprite *sprite =
    import_asked.fresh ? NULL
                       : kb_import_find_sprite (document, (const char *const *) files, &names);
  kb_import_options_clear (to);
  if (!kb_import_recorded_options (sprite, to, error))
    return FALSE;
  to->classes = kb_import_class_names (document, sprite);
  /* As in the editor: frames outside animations have no duration, which is rarely intended. */
  to->animations |= !sprite;
  const KbImporter *importer =
    detect ? kb_importer_guess (KB_IMPORT_SPRITE, files[0], NULL, NULL) : NULL;
  if (importer && !kb_importer_takes (importer, "detect"))
    return kb_fail (error, KB_ERROR_USAGE, _("kickbox import: --detect: needs a PNG file, not %s"),
                    _(importer->noun));
  if (detect && !sprite && !files[1] && !import_grid && !islands)
    {
      g_autoptr (KbPicture) picture = kb_picture_files.load (NULL, files[0], error);
      if (!picture)
        return FALSE;
      kb_import_detect_sheet (picture, to);
    }
  return read_options (to, error) && check_cut (to, error);
}

static void
print_cut (const KbImportOptions *to)
{
  if (to->cell_width && !import_grid)
    printf (_("  cut by a grid of %dx%d as before\n"), to->cell_width, to->cell_height);
  else if (to->islands && !islands)
    printf (_("  cut by islands as before\n"));
  if (to->has_colour_key && !colour_key)
    printf (_("  #%06x is transparent as before\n"), to->colour_key);
}

gboolean
kb_cli_report_asset (const KbCliImport *of, json_t *asset)
{
  if (of->report)
    json_array_append (json_object_get (of->report, "assets"), asset);
  json_decref (asset);
  return of->report != NULL;
}

void
kb_cli_report_line (const KbCliImport *of, const char *text)
{
  g_autofree char *shown = kb_cli_shown (text);
  if (of->report)
    json_array_append_new (json_object_get (of->report, "messages"), json_string (text));
  else
    printf ("  %s\n", shown);
}

void
kb_cli_report_messages (const KbCliImport *of, const GPtrArray *messages)
{
  if (of->report)
    kb_messages_to_json (messages, json_object_get (of->report, "messages"),
                         json_object_get (of->report, "left_out"));
  for (guint i = 0; messages && !of->report && i < messages->len; i++)
    {
      g_autofree char *text = kb_message_text (g_ptr_array_index (messages, i));
      kb_cli_report_line (of, text);
    }
}

static void
print_report (KbDocument *document, const KbImportOptions *to, const KbImportReport *report)
{
  const KbSprite *sprite = (const KbSprite *) kb_document_node (document, report->sprite);
  const guint runs = sprite->animations->len;
  if (kb_cli_report_asset (
        &import_asked,
        json_pack ("{s:s, s:s, s:b, s:i, s:i, s:i, s:i, s:i, s:i, s:i}", "kind", "sprite", "name",
                   sprite->name, "created", report->created, "frames", report->frames, "animations",
                   runs, "kept", report->kept, "moved", report->moved, "restored", report->restored,
                   "added", report->added, "lost", report->lost)))
    return kb_cli_report_messages (&import_asked, report->messages);
  printf ("%s: ", sprite->name);
  if (report->created)
    {
      printf (ngettext ("%u frame, ", "%u frames, ", report->frames), report->frames);
      printf (ngettext ("%u animation\n", "%u animations\n", runs), runs);
    }
  else
    {
      printf (ngettext ("%u frame: ", "%u frames: ", report->frames), report->frames);
      printf (_("%u kept, %u of them moved, %u restored, %u added, %u lost\n"), report->kept,
              report->moved, report->restored, report->added, report->lost);
      print_cut (to);
    }
  kb_cli_report_messages (&import_asked, report->messages);
}

/* "animations" of --no-animations, too */
static const char *
flag_of (const GOptionEntry *entry)
{
  return entry->long_name + (g_str_has_prefix (entry->long_name, "no-") ? 3 : 0);
}

static gboolean
is_given (const GOptionEntry *entry)
{
  return entry->arg == G_OPTION_ARG_NONE ? *(gboolean *) entry->arg_data
                                         : *(gpointer *) entry->arg_data != NULL;
}

/* Does the kind, or any importer of it, take the option? */
static gboolean
kind_takes (KbImportKind kind, const char *flag)
{
  static const char *const ground[] = { "level", "range", "every", NULL },
                    *const heightmap[] = { "level", "low", "high", "cell", NULL };
  const KbImporter *importer;
  for (guint i = 0; (importer = kb_importer_at (kind, i)); i++)
    if (kb_importer_takes (importer, flag))
      return TRUE;
  return ((kind == KB_IMPORT_GROUND || kind == KB_IMPORT_ANY) && g_strv_contains (ground, flag))
         || ((kind == KB_IMPORT_HEIGHTMAP || kind == KB_IMPORT_ANY)
             && g_strv_contains (heightmap, flag));
}

/* Rejects options that only other importers of sprites take. */
static gboolean
check_taken (const KbImporter *importer, GError **error)
{
  for (const GOptionEntry *entry = import_options; entry->long_name; entry++)
    {
      const char *flag = flag_of (entry);
      if (is_given (entry) && kind_takes (KB_IMPORT_SPRITE, flag)
          && !kb_importer_takes (importer, flag))
        return kb_fail (error, KB_ERROR_USAGE, _("kickbox import: --%s: not with %s"),
                        entry->long_name, _(importer->noun));
    }
  return TRUE;
}

static gboolean
import (KbDocument *document, char **files, KbImportOptions *to, GError **error)
{
  if (!complete_options (document, files, to, error))
    return FALSE;
  g_autoptr (KbImport) source = kb_import_read ((const char *const *) files, to, error);
  g_auto (KbImportReport) report = { 0 };
  gboolean ok = source && check_taken (source->importer, error)
                && kb_import_apply (document, source, to->name, &report, error)
                && kb_document_save (document, error);
  if (ok)
    {
      kb_source_folders_add_import (document, source);
      print_report (document, &source->options, &report);
    }
  return ok;
}

/* Rejects options of other kinds; options that no importer takes are for all kinds. */
static gboolean
check_options (KbImportKind kind, GError **error)
{
  for (const GOptionEntry *entry = import_options; entry->long_name; entry++)
    {
      const char *flag = flag_of (entry);
      if (!is_given (entry) || kind_takes (kind, flag) || !kind_takes (KB_IMPORT_ANY, flag))
        continue;
      if (kind_takes (KB_IMPORT_SPRITE, flag))
        return kb_fail (error, KB_ERROR_USAGE, _("kickbox import: --%s: not with --as %s"),
                        entry->long_name, kb_import_kind_name (kind));
      g_autoptr (GString) kinds = g_string_new (NULL);
      for (guint i = 0; kb_import_kind_name (i); i++)
        if (kind_takes (i, flag))
          g_string_append_printf (kinds, "%s--as %s", kinds->len ? " or " : "",
                                  kb_import_kind_name (i));
      return kb_fail (error, KB_ERROR_USAGE, _("kickbox import: --%s: only with %s"),
                      entry->long_name,
                      kinds->str);
    }
  return TRUE;
}

static int
import_sprite (void)
{
  g_auto (KbImportOptions) to = { NULL };
  g_autoptr (KbDocument) document = NULL;
  GError *error = NULL;
  gboolean ok =
    read_options (&to, &error)
    && (document = kb_cli_open_to_change (import_asked.project, import_asked.replay, &error))
    && import (document, import_asked.files, &to, &error);
  return ok ? KB_EXIT_DONE : kb_cli_fail (error);
}

/* Imports as the kind given by --as, else of the file's importer. */
static int
run_import (char **arguments)
{
  GError *error = NULL;
  KbImportKind kind;
  if (!read_kind (&kind, &error))
    return kb_cli_fail (error);
  const KbImporter *importer = kb_importer_guess (kind, arguments[1], NULL, NULL);
  if (kind == KB_IMPORT_ANY)
    kind = importer ? importer->makes : KB_IMPORT_SPRITE;
  const gboolean is_world = kind == KB_IMPORT_GROUND || kind == KB_IMPORT_HEIGHTMAP;
  if (!check_options (kind, &error) || !check_import_name ("name", import_name, is_world, &error)
      || !check_import_name ("level", import_asked.level, FALSE, &error))
    return kb_cli_fail (error);
  for (guint i = 1; arguments[i]; i++)
    kb_cli_shown_as (arguments[i], FALSE);
  import_asked.project = arguments[0];
  import_asked.files = arguments + 1;
  import_asked.name = import_name;
  import_asked.part = import_part;
  import_asked.track = kind == KB_IMPORT_TRACK;
  import_asked.report =
    import_asked.json ? json_pack ("{s:[], s:[], s:[]}", "assets", "left_out", "messages") : NULL;
  const int status = kind == KB_IMPORT_SPRITE           ? import_sprite ()
                     : kind == KB_IMPORT_LEVEL          ? kb_cli_import_level (&import_asked)
                     : is_world                         ? kb_cli_import_world (&import_asked, kind)
                     : importer && importer->read_track ? kb_cli_import_track (&import_asked)
                                                        : kb_cli_import_picture (&import_asked);
  if (json_array_size (json_object_get (import_asked.report, "assets")))
    kb_cli_print_json (import_asked.report, JSON_INDENT (1));
  json_decref (import_asked.report);
  return status;
}

const KbCommand kb_command_import = {
  "import",
  N_("Import pictures or other programs' files into a project"),
  "PROJECT FILE...",
  N_("Several pictures are frames in natural order. A sprite of the same name is updated and "
     "keeps\n"
  "its annotations. Options that are not given are then those of its last import. The changes are\n"
  "reported."),
  2,
  G_MAXUINT,
  import_options,
  run_import,
  kb_importers_help
};
