/* SPDX-License-Identifier: MIT */
/* kickbox import --as mask and --as track: imports a painted picture by its colours. */
#include "cli/import.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "document/colour.h"
#include "interchange/sources.h"

#define MOST_SHOWN 50   /* max lines about colours without an option */

static gboolean
wrong (GError **error, const char *option, const char *text, const char *what)
{
  return kb_fail (error, KB_ERROR_USAGE, _("kickbox import: --%s: '%s' %s"), option, text, what);
}

/* "#rrggbb=NAME"; the name is optional for roads. */
static gboolean
read_rule (const char *option, const char *text, KbSurfaceUse use, GArray *rules, GError **error)
{
  guint32 rgb;
  gsize length = strlen (text);
  gboolean is_road = strcmp (option, "road") == 0, is_bare = length == 7 && is_road;
  g_autofree char *colour = length >= 8 || is_bare ? g_strndup (text, 7) : NULL;
  if (!kb_colour_read_rgb (colour, &rgb) || (text[7] != '=' && !is_bare))
    return wrong (
      error, option, text,
      is_road ? _("is not a colour such as '#77767b', or one and a name such as '#77767b=tarmac'")
              : _("is not a colour and a name such as '#33d17a=floor'"));
  const char *name = is_bare || (is_road && !text[8]) ? "road" : text + 8;
  if (!g_utf8_validate (name, -1, NULL))
    return wrong (error, option, text, _("has a name that is not UTF-8"));
  KB_EACH_IN (const KbMaskRule, other, rules)
    {
      if (other->rgb == rgb)
        return wrong (error, option, text,
                      other->use != use ? _("gives a colour that a --road has")
                      : is_road         ? _("gives a colour that another --road has")
                                        : _("gives a colour that another --zone has"));
      if (other->use != use && strcmp (other->name, name) == 0)
        return wrong (error, option, text, _("has the name of a road"));
    }
  KbMaskRule rule = { .rgb = rgb, .name = g_strdup (name), .use = use };
  g_array_append_val (rules, rule);
  return TRUE;
}

static gboolean
has_options (const KbCliImport *asked)
{
  return asked->zones || asked->roads || asked->part || asked->others || asked->nearest
         || asked->tolerance || asked->background || asked->keeps_picture;
}

/* `has_rules`: of the last import. */
static const char *
find_fault (const KbCliImport *asked, gboolean has_rules)
{
  const struct { gboolean is_given; const char *without_colours, *with_background; } others[] = {
    { asked->others, asked->track ? _("--others-nothing: only with --road or --zone")
                                  : _("--others-nothing: only with --zone"),
      _("--others-nothing: not with --background") },
    { asked->nearest || asked->tolerance,
      asked->track ? _("--nearest, --tolerance: only with --road or --zone")
                   : _("--nearest, --tolerance: only with --zone"),
      _("--nearest, --tolerance: not with --background") },
  };
  const KbImporter *layers = kb_layered_importer (asked->files[0]);
  if (layers && (asked->zones || asked->roads))
    return _("--zone, --road: not with a drawing in layers or an int grid, "
             "whose names are those of the zones");
  if (asked->part && !(layers && layers->read_zones))
    return _("--part: of a mask only with a project of LDtk");
  if (asked->files[1])
    return asked->track ? _("a track is made of one picture") : _("a mask is made of one picture");
  if (asked->track && !asked->roads && !asked->background && !has_rules && !layers)
    return _("--as track: expected --road '#rrggbb' for each colour that is road, or "
             "--background");
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (others[i].is_given && ((!asked->zones && !asked->roads) || asked->background))
      return asked->background ? others[i].with_background : others[i].without_colours;
  if (asked->keeps_picture && asked->background)
    return _("either --background or --keep-picture, not both");
  return asked->nearest && asked->tolerance ? _("either --nearest or --tolerance, not both") : NULL;
}

static const KbNode *
find_asset (const KbDocument *document, const KbCliImport *asked, const char *name)
{
  const KbProject *project = kb_document_project (document);
  return asked->track ? (const KbNode *) kb_project_find_track (project, name)
                      : (const KbNode *) kb_project_find_mask (project, name);
}

/* Without options, those of the last import. */
static gboolean
read_import_picture_options (const KbCliImport *asked, const KbNode *asset, KbMaskOptions *options,
                             GError **error)
{
  gboolean is_recorded = asset && kb_import_record (asset) && !asked->fresh && !has_options (asked);
  const char *fault = find_fault (asked, is_recorded);
  if (fault)
    return kb_fail (error, KB_ERROR_USAGE, _("kickbox import: %s"), fault);
  if (is_recorded)
    return kb_mask_recorded_options (asset, options, error);
  *options = (KbMaskOptions){ .rules = g_array_new (FALSE, FALSE, sizeof (KbMaskRule)),
                              .others = asked->others,
                              .tolerance = asked->nearest ? KB_MASK_NEAREST : 0,
                              .background = asked->background,
                              .keeps_picture = asked->keeps_picture,
                              .keeps_painting = !asked->fresh,
                              .track = asked->track,
                              .part = g_strdup (asked->part) };
  for (guint i = 0; asked->roads && asked->roads[i]; i++)
    if (!read_rule ("road", asked->roads[i], KB_SURFACE_ROAD, options->rules, error))
      return FALSE;
  for (guint i = 0; asked->zones && asked->zones[i]; i++)
    if (!read_rule ("zone", asked->zones[i], asked->track ? KB_SURFACE_OFF : KB_SURFACE_ROAD,
                    options->rules, error))
      return FALSE;
  return kb_cli_read_number ("import", "tolerance", asked->tolerance, 1, KB_MASK_NEAREST,
                             &options->tolerance, error);
}

static void
print_colour (const KbMaskColour *colour, const KbZone *zone)
{
  g_autofree char *name =
    zone ? g_strdup_printf ("%s (%d)", zone->name, zone->value) : g_strdup (_("empty"));
  printf ("  #%06x  %-24s ", colour->rgb, name);
  printf (ngettext ("%9" PRIu64 " pixel\n", "%9" PRIu64 " pixels\n", colour->pixels),
          colour->pixels);
}

static void
print_import_picture_report (const KbCliImport *asked, const KbDocument *document,
                             const KbMaskImport *import, KbId id, const KbId *zones)
{
  const KbNode *asset = kb_document_node (document, id);
  g_autofree char *name = kb_node_title (asset);
  guint n = kb_node_zones (asset)->len;
  gint width = 0, height = 0;
  kb_node_size (asset, &width, &height);
  if (kb_cli_report_asset (
        asked, json_pack ("{s:s, s:s, s:i, s:i, s:i}", "kind", asked->track ? "track" : "mask",
                          "name", name, "width", width, "height", height,
                          asked->track ? "surfaces" : "zones", n)))
    return;
  printf ("%s: %d x %d, ", name, width, height);
  printf (import->options.track ? ngettext ("%u surface\n", "%u surfaces\n", n)
                                : ngettext ("%u zone\n", "%u zones\n", n),
          n);
  guint n_others = 0;
  KB_EACH_IN (const KbMaskColour, colour, import->colours)
    if (!colour->is_near && (zones[colour_at] || colour->rule >= 0 || n_others++ < MOST_SHOWN))
      print_colour (colour, zones[colour_at]
                              ? (const KbZone *) kb_document_node (document, zones[colour_at])
                              : NULL);
  if (import->n_others > MOST_SHOWN)
    printf (ngettext ("  and %u more colour that is empty\n",
                      "  and %u more colours that are empty\n", import->n_others - MOST_SHOWN),
            import->n_others - MOST_SHOWN);
  if (import->n_near)
    printf (ngettext ("  and %u more colour, as the nearest of these\n",
                      "  and %u more colours, as the nearest of these\n", import->n_near),
            import->n_near);
  if (import->n_near && import->options.rules->len == 1)
    printf (
      _("  so every opaque pixel is the same; name a second colour, or use --others-nothing\n"));
}

static void
print_unmatched (const KbMaskImport *import)
{
  guint n = 0;
  KB_EACH_IN_WHILE (n < MOST_SHOWN, const KbMaskColour, colour, import->colours)
    {
      if (colour->rule != KB_MASK_NO_RULE)
        continue;
      n++;
      kb_cli_error (
        KB_EXIT_INPUT,
        import->options.track
          ? ngettext ("%s: pixel %d,%d: #%06x is no surface; %" PRIu64 " pixel has it",
                      "%s: pixel %d,%d: #%06x is no surface; %" PRIu64 " pixels have it",
                      colour->pixels)
          : ngettext ("%s: pixel %d,%d: #%06x is no zone; %" PRIu64 " pixel has it",
                      "%s: pixel %d,%d: #%06x is no zone; %" PRIu64 " pixels have it",
                      colour->pixels),
        import->path, colour->x, colour->y, colour->rgb, colour->pixels);
    }
}

void
kb_cli_report_painted (const KbCliImport *asked, const KbPaintedReport *report)
{
  if (report->kept)
    kb_cli_report_line (asked, _("kept what was painted here since the last import"));
  if (report->replaced)
    kb_cli_report_line (asked, _("replaced what was painted here where the file changed"));
}

gboolean
kb_cli_check_size (const KbDocument *document, const KbCliImport *asked, const char *path,
                   const char *name, gint width, gint height, GError **error)
{
  const KbNode *asset = asked->resize ? NULL : find_asset (document, asked, name);
  gint old_width, old_height;
  if (!asset
      || (kb_node_size (asset, &old_width, &old_height) && old_width == width
          && old_height == height))
    return TRUE;
  return kb_fail (
    error, KB_ERROR_INPUT,
    _("%s: %d x %d pixels, expected %d x %d as the %s '%s' has; nothing was changed. "
      "--resize gives it this size"),
    path, width, height, old_width, old_height, asked->track ? _("track") : _("mask"), name);
}

/* Paints a band by hand: pixels of the colour are in it, those of other rules are not. It is the
 * band of that name, else an unnamed one that is not painted, as new tracks have, else a new
 * one. */
static gboolean
put_band (KbDocument *document, const KbMaskImport *import, KbId id, const char *text,
          GError **error)
{
  const GArray *rules = import->options.rules;
  const KbTrack *track = (const KbTrack *) kb_document_node (document, id);
  g_auto (GStrv) parts = g_strsplit_set (text, "=:", 3);
  g_autofree guint8 *values = g_malloc0 (rules->len + 1);
  const KbField *field = kb_kind_field (&kb_band_kind, "radius");
  guint32 rgb;
  double radius = 0;
  KbId band = 0;
  if (g_strv_length (parts) < 2 || !*parts[1] || !kb_colour_read_rgb (parts[0], &rgb)
      || !g_utf8_validate (parts[1], -1, NULL))
    return wrong (error, "band", text, _("is not a colour and a name such as '#ff0000=car:8'"));
  KB_EACH_IN (const KbMaskRule, rule, rules)
    values[rule_at] =
      rule->rgb == rgb && rule->use == KB_SURFACE_ROAD ? KB_BAND_IS : KB_BAND_IS_NOT;
  if (!memchr (values, KB_BAND_IS, rules->len))
    return wrong (error, "band", text, _("gives a colour that no --road has"));
  if (!kb_cli_read_real ("import", "band", parts[2], field->min / KB_GRID, field->max / KB_GRID,
                         &radius, error))
    return FALSE;
  KB_EACH (const KbBand, other, track->bands)
    if (g_strcmp0 (other->name, parts[1]) == 0 || (!band && !other->name && !other->pixels.zones))
      band = other->node.id;
  if (!band)
    band = kb_document_insert (document, id, "bands", -1,
                               json_pack ("{sf ss}", "radius", KB_NEW_BAND_RADIUS, "colour",
                                          kb_colour_text (rgb << 8 | 0xff).text),
                               error);
  g_autoptr (KbZones) painted =
    kb_mask_paint (import->picture, rules, values, import->options.tolerance, TRUE);
  return band && kb_document_set_zones (document, band, "pixels", painted, error)
         && kb_document_set (document, band, "name", json_string (parts[1]), error)
         && (!parts[2]
             || kb_document_set (document, band, "radius",
                                 json_real (radius), error));
}

static gboolean
import_into (KbDocument *document, const KbMaskImport *import, const KbCliImport *asked,
             const char *name, GError **error)
{
  const KbPicture *picture = import->picture;
  if (!kb_cli_check_size (document, asked, import->path, name, (gint) picture->width,
                          (gint) picture->height, error))
    return FALSE;
  g_autofree KbId *zones = g_new0 (KbId, import->colours->len + 1);
  KbPaintedReport report;
  KbId id = kb_mask_import_apply (document, import, name, zones, &report, error);
  for (guint i = 0; id && asked->bands && asked->bands[i]; i++)
    if (!put_band (document, import, id, asked->bands[i], error))
      return FALSE;
  if (!id || !kb_document_save (document, error))
    return FALSE;
  kb_source_folders_add_file (document, import->path);
  print_import_picture_report (asked, document, import, id, zones);
  kb_cli_report_painted (asked, &report);
  kb_cli_report_messages (asked, import->messages);
  return TRUE;
}

int
kb_cli_import_picture (const KbCliImport *asked)
{
  GError *error = NULL;
  g_auto (KbMaskOptions) options = { NULL };
  g_autoptr (KbMaskImport) import = NULL;
  g_autoptr (KbDocument) document = NULL;
  g_autofree char *own = kb_import_asset_name (asked->files[0], asked->track ? "track" : "mask");
  g_autofree char *of_part = NULL;
  const char *name = asked->name ? asked->name : own;
  const char *fault = find_fault (asked, !has_options (asked));
  if (fault)
    g_set_error (&error, KB_ERROR, KB_ERROR_USAGE, _("kickbox import: %s"), fault);
  gboolean ok =
    !fault && (document = kb_cli_open_to_change (asked->project, asked->replay, &error))
    && read_import_picture_options (asked, find_asset (document, asked, name), &options, &error)
    && (import = kb_mask_import_read (asked->files[0], &options, &error));
  if (ok && import->unmatched)
    {
      print_unmatched (import);
      ok = kb_fail (
        &error, KB_ERROR_INPUT,
        asked->track
          ? ngettext ("%s: %u colour is no surface; expected --road '#rrggbb' or --zone "
                      "'#rrggbb=NAME' for each, --nearest or --others-nothing",
                      "%s: %u colours are no surface; expected --road '#rrggbb' or --zone "
                      "'#rrggbb=NAME' for each, --nearest or --others-nothing",
                      import->unmatched)
          : ngettext ("%s: %u colour is no zone; expected --zone '#rrggbb=NAME' for each, "
                      "--nearest or --others-nothing",
                      "%s: %u colours are no zone; expected --zone '#rrggbb=NAME' for each, "
                      "--nearest or --others-nothing",
                      import->unmatched),
        import->path, import->unmatched);
    }
  if (ok && asked->part && !asked->name)
    name = of_part = kb_import_part_name (import->options.part);
  ok = ok && import_into (document, import, asked, name, &error);
  return ok ? KB_EXIT_DONE : kb_cli_fail (error);
}
