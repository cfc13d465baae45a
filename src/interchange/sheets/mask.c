/* SPDX-License-Identifier: MIT */
/* Turns the colours of a picture into the zones of a mask or the surfaces of a track. */
#include "interchange/sheets/mask.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/colour.h"
#include "document/pixels/zones_files.h"
#include "interchange/formats.h"
#include "interchange/importers.h"
#include "interchange/layers/layered.h"
#include "interchange/sheets/mask_private.h"
#include "interchange/sources.h"

#define MOST_LISTED 1000   /* colours without a rule: a photograph has very many */
#define MOST_COMPARED 65536   /* of those, to choose the colours of a table */

void
kb_mask_options_clear (KbMaskOptions *options)
{
  KB_EACH_IN_WHILE (options->rules, const KbMaskRule, rule, options->rules)
    g_free (rule->name);
  g_clear_pointer (&options->rules, g_array_unref);
  g_clear_pointer (&options->part, g_free);
}

static void
copy_options (KbMaskOptions *to, const KbMaskOptions *from)
{
  *to = *from;
  to->part = g_strdup (from->part);
  to->rules = g_array_new (FALSE, FALSE, sizeof (KbMaskRule));
  KB_EACH_IN_WHILE (from->rules, const KbMaskRule, mask_rule, from->rules)
    {
      KbMaskRule rule = *mask_rule;
      rule.name = g_strdup (rule.name);
      g_array_append_val (to->rules, rule);
    }
}

void
kb_mask_import_free (KbMaskImport *import)
{
  if (!import)
    return;
  g_free (import->path);
  if (import->picture)
    kb_picture_unref (import->picture);
  kb_picture_unref (import->behind);
  g_ptr_array_unref (import->messages);
  kb_mask_options_clear (&import->options);
  g_strfreev (import->parts);
  g_array_unref (import->colours);
  g_array_unref (import->rest);
  g_clear_pointer (&import->indices, kb_zones_unref);
  g_free (import);
}

/* --- Reading ---------------------------------------------------------------------------------- */

static void
find_mask_rule (const KbMaskImport *import, KbMaskColour *colour)
{
  const GArray *rules = import->options.rules;
  colour->rule = kb_mask_nearest (rules, import->options.tolerance, colour->rgb);
  colour->is_near = colour->rule >= 0
                    && g_array_index (rules, KbMaskRule, colour->rule).rgb != colour->rgb;
}

/* Counts all colours; FALSE as soon as more than `most` zones would be needed. */
static gboolean
count_colours (KbMaskImport *import, guint most)
{
  const KbPicture *picture = import->picture;
  /* Colour + 1 -> its number + 1; listed or not */
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  const guint most_listed = import->options.table ? MOST_COMPARED : MOST_LISTED;
  guint n_listed = 0;
  for (guint y = 0; y < picture->height; y++)
    for (guint x = 0; x < picture->width; x++)
      {
        const guint8 *pixel = kb_picture_pixel (picture, x, y);
        guint32 rgb = (guint32) pixel[0] << 16 | (guint32) pixel[1] << 8 | pixel[2];
        guint run = 1;
        if (pixel[3] == 0)
          continue;
        while (x + run < picture->width && memcmp (pixel + 4 * run, pixel, 4) == 0)
          run++;
        import->pixels += run;
        guint number = GPOINTER_TO_UINT (g_hash_table_lookup (known, GUINT_TO_POINTER (rgb + 1)));
        if (!number)
          {
            KbMaskColour colour = { .rgb = rgb, .x = (gint) x, .y = (gint) y };
            find_mask_rule (import, &colour);
            gboolean is_own = colour.rule >= 0 && !colour.is_near;
            gboolean is_matched =
              colour.rule >= 0 || import->options.rules->len == 0 || import->options.others;
            gboolean is_listed = is_own || n_listed < most_listed;
            if (import->options.rules->len == 0 && import->colours->len >= most)
              return FALSE;
            import->n_others +=
              colour.rule < 0 && (import->options.rules->len > 0 || import->options.table);
            import->unmatched += !is_matched;
            import->n_near += colour.is_near;
            n_listed += is_listed && !is_own;
            if (is_listed)
              g_array_append_val (import->colours, colour);
            number = is_listed ? import->colours->len : G_MAXUINT;
            g_hash_table_insert (known, GUINT_TO_POINTER (rgb + 1), GUINT_TO_POINTER (number));
          }
        if (number != G_MAXUINT)
          g_array_index (import->colours, KbMaskColour, number - 1).pixels += run;
        x += run - 1;
      }
  return TRUE;
}

/* The palette indices of an indexed file may have a meaning to the artist. */
static void
read_indices (KbMaskImport *import)
{
  KbZonesPalette palette = { 0 };
  g_autoptr (KbZones) zones = kb_zones_read (NULL, import->path, NULL, &palette, NULL, NULL, NULL);
  KB_EACH_IN_WHILE (zones, const KbMaskColour, colour, import->colours)
    import->values[colour_at] = kb_zones_at (zones, colour->x, colour->y);
}

static gint
compare_pixels (gconstpointer a, gconstpointer b)
{
  const KbMaskColour *p = a, *q = b;
  if (p->pixels != q->pixels)
    return p->pixels < q->pixels ? 1 : -1;
  return p->y != q->y ? (p->y < q->y ? -1 : 1) : (p->x > q->x) - (p->x < q->x);
}

static void
make_table (KbMaskImport *import)
{
  guint8 numbers[KB_MAX_ZONES];
  count_colours (import, G_MAXUINT);
  g_array_sort (import->colours, compare_pixels);
  const guint n = MIN (import->colours->len, KB_MAX_ZONES);
  g_array_append_vals (import->rest, &g_array_index (import->colours, KbMaskColour, n),
                       import->colours->len - n);
  g_array_set_size (import->colours, n);
  for (guint i = 0; i < n; i++)
    numbers[i] = (guint8) (i + 1);
  import->indices =
    kb_mask_paint (import->picture, import->colours, numbers, KB_MASK_NEAREST, FALSE);
}

/* Colours that were not compared follow the nearest one only if there is no limit. */
void
kb_mask_import_set_rules (KbMaskImport *import, const GArray *rules, gint tolerance)
{
  g_auto (KbMaskOptions) old = import->options;
  KbMaskOptions options = old;
  options.rules = (GArray *) rules;
  options.tolerance = tolerance;
  copy_options (&import->options, &options);
  for (guint i = 0; i < import->colours->len + import->rest->len; i++)
    {
      KbMaskColour *colour = kb_mask_import_colour (import, i);
      const gboolean was_other = colour->rule < 0, was_near = colour->is_near;
      find_mask_rule (import, colour);
      import->n_others += (colour->rule < 0) - was_other;
      import->n_near += colour->is_near - was_near;
    }
}

KbMaskColour *
kb_mask_import_colour (const KbMaskImport *import, guint i)
{
  return i < import->colours->len
           ? &g_array_index (import->colours, KbMaskColour, i)
           : &g_array_index (import->rest, KbMaskColour, i - import->colours->len);
}

static gboolean
read_mask_colours (KbMaskImport *import, GError **error)
{
  if (import->options.background)
    return TRUE;
  if (import->options.table)
    {
      make_table (import);
      return TRUE;
    }
  if (!count_colours (import, KB_MAX_ZONES))
    return kb_fail (error, KB_ERROR_INPUT,
                    _("%s: this picture has more than %d colours, too many for a zone each; say "
                       "which colours are zones, or take it as the background"),
                    import->path, KB_MAX_ZONES);
  if (import->options.rules->len == 0)
    read_indices (import);
  return TRUE;
}

KbMaskImport *
kb_mask_import_read (const char *path, const KbMaskOptions *options, GError **error)
{
  g_autoptr (KbMaskImport) import = KB_NEW (
    KbMaskImport, .path = g_strdup (path),
    .colours = g_array_new (FALSE, FALSE, sizeof (KbMaskColour)),
    .rest = g_array_new (FALSE, FALSE, sizeof (KbMaskColour)), .messages = kb_messages_new ());
  const KbImporter *importer = kb_layered_importer (path);
  KbMaskOptions own = *options;
  own.rules = importer ? NULL : options->rules;
  import->is_named = importer != NULL;
  copy_options (&import->options, &own);
  if (!importer)
    import->picture = kb_picture_read_any (path, error);
  if (importer ? !kb_layered_read_mask (import, importer, error) : !import->picture)
    return NULL;
  kb_messages_lose_picture (import->messages, import->picture);
  if (MAX (import->picture->width, import->picture->height) > KB_MAX_ZONES_SIDE)
    kb_fail (error, KB_ERROR_INPUT,
             _("%s: this picture is %u x %u pixels; masks and tracks have at most %d a side"),
             path, import->picture->width, import->picture->height, KB_MAX_ZONES_SIDE);
  else if (read_mask_colours (import, error))
    return g_steal_pointer (&import);
  return NULL;
}

/* --- Into the document ------------------------------------------------------------------------ */

typedef struct {
  KbDocument *document;
  const KbMaskImport *import;
  KbId asset;              /* the mask or track */
  KbId *of_rule;           /* the zone of each rule, 0 for none */
  KbZones *before;         /* the painting until now, or NULL */
  KbPaintedReport report;
} MaskApply;

static GPtrArray *
zones_of (const KbDocument *document, KbId asset)
{
  return kb_node_zones (kb_document_node (document, asset));
}

static json_t *
use_json (KbSurfaceUse use)
{
  return use == KB_SURFACE_OFF ? json_string ("off") : json_null ();
}

static KbId
add_zone (KbDocument *document, KbId asset, gboolean track, const KbMaskRule *rule, guint value,
          GError **error)
{
  json_t *zone = json_pack ("{ss ss so* so*}", "name", rule->name, "colour",
                            kb_colour_text (rule->rgb << 8 | 0xff).text, "value",
                            value ? json_integer (value) : NULL, "ground",
                            track ? use_json (rule->use) : NULL);
  return kb_document_insert (document, asset, track ? "surfaces" : "zones", -1, zone, error);
}

/* The zone of a rule, found by name; 0 and an error. Several colours may be one zone, which shows
 * the first of them. */
static KbId
zone_of_rule (KbDocument *document, KbId asset, gboolean track, const GArray *rules, guint i,
              GError **error)
{
  const KbMaskRule *rule = &g_array_index (rules, KbMaskRule, i);
  const KbZone *zone = kb_zones_find_name (zones_of (document, asset), rule->name);
  if (!zone)
    return add_zone (document, asset, track, rule,
                     kb_zones_find (zones_of (document, asset), rule->value) ? 0 : rule->value,
                     error);
  for (guint earlier = 0; earlier < i; earlier++)
    if (strcmp (g_array_index (rules, KbMaskRule, earlier).name, rule->name) == 0)
      return zone->node.id;
  gboolean ok =
    kb_document_set (document, zone->node.id, "colour",
                     json_string (kb_colour_text (rule->rgb << 8 | 0xff).text), error)
    && (!track || kb_document_set (document, zone->node.id, "ground", use_json (rule->use), error));
  return ok ? zone->node.id : 0;
}

gboolean
kb_mask_zones_of_rules (KbDocument *document, KbId asset, gboolean track, const GArray *rules,
                        KbId *zones, GError **error)
{
  KB_EACH_IN (const KbMaskRule, rule, rules)
    if (*rule->name
        && !(zones[rule_at] = zone_of_rule (document, asset, track, rules, rule_at, error)))
      return FALSE;
  return TRUE;
}

/* The zone of a colour: the first that shows it, or a new one with a generated name. */
static KbId
zone_of_colour (MaskApply *apply, guint i, GError **error)
{
  const KbMaskColour *colour = &g_array_index (apply->import->colours, KbMaskColour, i);
  const GPtrArray *zones = zones_of (apply->document, apply->asset);
  KB_EACH (const KbZone, other, zones)
    if (other->colour >> 8 == colour->rgb)
      return other->node.id;
  g_autofree char *name = NULL;
  guint value = MAX (apply->import->values[i], 1);
  for (;; value++)
    {
      g_free (name);
      name = g_strdup_printf (_("zone %u"), value);
      if (!kb_zones_find (zones, value) && !kb_zones_find_name (zones, name))
        break;
    }
  const KbMaskRule rule = { .rgb = colour->rgb, .name = name };
  return add_zone (apply->document, apply->asset, apply->import->options.track, &rule,
                   value <= KB_MAX_ZONES ? value : 0, error);
}

static gboolean
make_zones (MaskApply *apply, KbId *zones, GError **error)
{
  const KbMaskImport *import = apply->import;
  if (!kb_mask_zones_of_rules (apply->document, apply->asset, import->options.track,
                               import->options.rules, apply->of_rule, error))
    return FALSE;
  KB_EACH_IN (const KbMaskColour, colour, import->colours)
    {
      gint rule = colour->rule;
      zones[colour_at] = rule >= 0 ? apply->of_rule[rule] : 0;
    }
  /* Colours with a palette index come first, and get it as their value. */
  for (guint pass = 0; import->options.rules->len == 0 && !import->options.table && pass < 2;
       pass++)
    for (guint i = 0; i < import->colours->len; i++)
      if ((import->values[i] != 0) == (pass == 0) && !(zones[i] = zone_of_colour (apply, i, error)))
        return FALSE;
  return TRUE;
}

static guint8
zone_value (const MaskApply *apply, KbId zone)
{
  const KbNode *node = zone ? kb_document_node (apply->document, zone) : NULL;
  return node ? (guint8) ((const KbZone *) node)->value : 0;
}

static KbZones *
paint_zones (const MaskApply *apply, const KbId *zones)
{
  const KbMaskImport *import = apply->import;
  const KbMaskOptions *options = &import->options;
  const gboolean by_rule = options->rules->len > 0 || options->table;
  const GArray *items = by_rule ? options->rules : import->colours;
  g_autofree guint8 *values = g_new0 (guint8, items->len + 1);
  for (guint i = 0; i < items->len; i++)
    values[i] = zone_value (apply, by_rule ? apply->of_rule[i] : zones[i]);
  return kb_mask_paint (import->picture, items, values, by_rule ? options->tolerance : 0, TRUE);
}

static gboolean
put_background (const MaskApply *apply, const char *name, GError **error)
{
  const KbMaskImport *import = apply->import;
  const KbPicture *picture = import->behind ? import->behind : import->picture;
  g_autofree char *file =
    kb_document_add_picture (apply->document, name, (KbPicture *) picture, error);
  return file
         && kb_document_set (apply->document, apply->asset, "picture",
                             json_pack ("{ss s[iiii]}", "file", file, "rect", 0, 0,
                                        (gint) picture->width, (gint) picture->height),
                             error);
}

/* Adds the options of an import to its record; kb_mask_recorded_options reads them. */
static void
kb_mask_options_to_record (const KbMaskOptions *options, json_t *record)
{
  const struct { const char *name; gboolean on; } switches[] = {
    { "others", options->others }, { "background", options->background },
    { "keep_picture", options->keeps_picture },
  };
  json_auto_t *rules = json_array ();
  KB_EACH_IN (const KbMaskRule, rule, options->rules)
    json_array_append_new (rules,
                           json_pack ("{ss ss ss*}", "colour",
                                      kb_colour_text (rule->rgb << 8 | 0xff).text, "name",
                                      rule->name, "ground",
                                      rule->use == KB_SURFACE_OFF ? "off" : NULL));
  json_object_update_new (
    record, json_pack ("{sO* ss* so*}", "rules", json_array_size (rules) ? rules : NULL, "part",
                       options->part, "tolerance",
                       options->tolerance ? json_integer (options->tolerance) : NULL));
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    if (switches[i].on)
      json_object_set_new (record, switches[i].name, json_true ());
}

static gboolean
put_record (MaskApply *apply, const KbZones *imported, GError **error)
{
  json_t *record =
    kb_painted_record_new (apply->document, apply->import->path, "picture", imported);
  kb_mask_options_to_record (&apply->import->options, record);
  return kb_document_set (apply->document, apply->asset, "import", record, error);
}

static gboolean
put_mask (MaskApply *apply, const char *name, KbId *zones, GError **error)
{
  const KbPicture *picture = apply->import->picture;
  gboolean background = apply->import->options.background;
  if (!apply->asset)
    apply->asset =
      kb_document_insert (apply->document, kb_document_project (apply->document)->node.id,
                          apply->import->options.track ? "tracks" : "masks", -1,
                          json_pack ("{ss si si so*}", "name", name, "width", (gint) picture->width,
                                     "height", (gint) picture->height, "bands",
                                     apply->import->options.track
                                       ? kb_new_track_bands (KB_NEW_BAND_RADIUS)
                                       : NULL),
                          error);
  if (!apply->asset
      || (!background
          && !kb_document_set_zones (apply->document, apply->asset, "pixels", NULL, error))
      || !make_zones (apply, zones, error)
      || !kb_document_set (apply->document, apply->asset, "width", json_integer (picture->width),
                           error)
      || !kb_document_set (apply->document, apply->asset, "height", json_integer (picture->height),
                           error))
    return FALSE;
  if (background)
    return put_record (apply, NULL, error) && put_background (apply, name, error);
  g_autoptr (KbZones) imported = paint_zones (apply, zones);
  g_autoptr (KbZones) painted =
    kb_painted_merge (apply->import->options.keeps_painting
                        ? kb_import_record (kb_document_node (apply->document, apply->asset))
                        : NULL,
                      apply->before, imported, &apply->report);
  return kb_document_set_zones (apply->document, apply->asset, "pixels", painted, error)
         && put_record (apply, imported, error)
         && (!apply->import->options.keeps_picture || put_background (apply, name, error));
}

/* Within a step. */
static KbId
import_as (KbDocument *document, const KbMaskImport *import, const KbNode *asset, const char *name,
           KbId *zones, KbPaintedReport *report, GError **error)
{
  const KbPainted *painted = asset ? kb_node_painted (asset, NULL) : NULL;
  g_autofree KbId *of_rule = g_new0 (KbId, import->options.rules->len + 1);
  g_autofree KbId *own = g_new0 (KbId, import->colours->len + 1);
  g_autoptr (KbZones) before =
    painted && painted->zones ? kb_zones_ref (painted->zones) : NULL;
  MaskApply apply = { document, import, asset ? asset->id : 0, of_rule, before, { 0, 0 } };
  gboolean done = put_mask (&apply, name, zones ? zones : own, error);
  if (report)
    *report = apply.report;
  return done ? apply.asset : 0;
}

static gboolean
is_importable (const KbMaskImport *import, GError **error)
{
  return !import->unmatched
         || kb_fail (error, KB_ERROR_INPUT,
                     ngettext ("%s: %u colour matches no zone", "%s: %u colours match no zone",
                               import->unmatched),
                     import->path, import->unmatched);
}

static const KbNode *
find_asset (const KbDocument *document, const KbMaskImport *import, const char *name)
{
  const KbProject *project = kb_document_project (document);
  return import->options.track ? (const KbNode *) kb_project_find_track (project, name)
                               : (const KbNode *) kb_project_find_mask (project, name);
}

KbId
kb_mask_import_apply (KbDocument *document, const KbMaskImport *import, const char *name,
                      KbId *zones, KbPaintedReport *report, GError **error)
{
  if (!is_importable (import, error))
    return 0;
  const KbNode *asset = find_asset (document, import, name);
  const gboolean is_track = import->options.track;
  kb_document_begin (document, is_track ? (asset ? _("Import track again") : _("Import track"))
                                        : (asset ? _("Import mask again") : _("Import mask")));
  KbId id = import_as (document, import, asset, name, zones, report, error);
  return kb_import_finish (document, id != 0, import->path, name, error) ? id : 0;
}

gboolean
kb_mask_import_try (KbDocument *document, const KbMaskImport *import, const char *name,
                    KbPaintedReport *report, GError **error)
{
  if (!is_importable (import, error))
    return FALSE;
  kb_document_begin (document, _("Import mask again"));
  KbId id = import_as (document, import, find_asset (document, import, name), name, NULL, report,
                       error);
  kb_document_cancel (document);
  return id != 0;
}

/* --- Importers -------------------------------------------------------------------------------- */

/* A picture is a sprite unless another kind is requested. */
static KbFit
recognise_picture (const KbImportHead *head)
{
  return kb_import_head_is_picture (head) ? KB_FIT_POSSIBLE : KB_FIT_NEVER;
}

const KbImporter kb_importer_mask_picture = {
  .name = "picture",
  .label = N_("Picture whose colours are zones"),
  .noun = N_("a PNG, BMP or JPEG picture"),
  .makes = KB_IMPORT_MASK,
  .patterns = kb_picture_patterns,
  .mime_types = kb_picture_mime_types,
  .options = (const char *const[]) { "zone", "others-nothing", "nearest", "tolerance", "background",
                                     "keep-picture", "resize", "fresh", NULL },
  .recognise = recognise_picture,
  .read_picture = kb_mask_import_read,
};

const KbImporter kb_importer_track_picture = {
  .name = "picture",
  .label = N_("Picture whose colours are surfaces"),
  .noun = N_("a PNG, BMP or JPEG picture"),
  .makes = KB_IMPORT_TRACK,
  .patterns = kb_picture_patterns,
  .mime_types = kb_picture_mime_types,
  .options = (const char *const[]) { "road", "zone", "band", "others-nothing", "nearest",
                                     "tolerance", "background", "keep-picture", "resize", "fresh",
                                     NULL },
  .recognise = recognise_picture,
  .read_picture = kb_mask_import_read,
};
