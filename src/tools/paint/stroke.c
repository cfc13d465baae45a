/* SPDX-License-Identifier: MIT */
/* One stroke. */
#include "tools/paint/stroke.h"

#include <glib/gi18n.h>

#include "drawing/style.h"
#include "tools/paint/marks.h"

#define ERASED 0xdededeff

gboolean
kb_stroke_begin (KbToolContext *context)
{
  const KbNode *node = kb_tool_context_painted (context);
  g_autoptr (GError) error = NULL;

  kb_stroke_cancel (context);
  if (!node)
    return FALSE;
  context->painting.stroke = kb_document_painter (context->document, node->id, "pixels", &error);
  if (!context->painting.stroke)
    kb_tool_context_report (context, g_steal_pointer (&error));
  context->painting.serial++;
  context->painting.wrote = FALSE;
  return context->painting.stroke != NULL;
}

gboolean
kb_stroke_take_dirty (KbToolContext *context, KbBox *box)
{
  guint width, height;

  if (!context->painting.stroke
      || !kb_zones_painter_take_dirty (context->painting.stroke, &box->x, &box->y, &width, &height))
    return FALSE;
  box->w = (gint) width;
  box->h = (gint) height;
  context->painting.wrote = TRUE;
  return TRUE;
}

void
kb_stroke_cancel (KbToolContext *context)
{
  g_clear_pointer (&context->painting.stroke, kb_zones_painter_cancel);
}

static gboolean
is_used (const KbNode *node, guint8 value)
{
  const KbZones *zones = kb_node_painted (node, NULL)->zones;
  guint64 counts[256] = { 0 };

  if (zones)
    kb_zones_counts (zones, counts);
  return counts[value] != 0;
}

static KbNode *
asset_of (KbNode *node)
{
  return kb_node_is (node, &kb_frame_kind) ? KB_NODE (kb_node_sprite (node)) : node;
}

void
kb_stroke_report_region (KbToolContext *context)
{
  kb_tool_context_status (context,
                          _("Painting is limited to the selected region; Escape clears it"));
}

gboolean
kb_stroke_put (KbToolContext *context, KbId id, KbZonesPatch *patch, const char *label)
{
  KbNode *node = kb_document_node (context->document, id);
  guint8 first =
    id == context->shown.painted_id && !kb_stroke_zone (context) ? kb_stroke_value (context) : 0;
  g_autoptr (GError) error = NULL;

  kb_document_begin (context->document, label);
  gboolean done = kb_document_paint (context->document, id, "pixels", patch, label, &error);
  /* The first stroke on an asset also adds the zone that it painted. */
  if (done && first && is_used (node, first))
    {
      g_autofree char *name = kb_zone_free_name (asset_of (node));
      context->next.zone_id = kb_zone_add (context->document, asset_of (node), name, &error);
      done = context->next.zone_id != 0;
    }
  if (!kb_document_finish (context->document, done))
    kb_tool_context_report (context, g_steal_pointer (&error));
  return done;
}

void
kb_stroke_end (KbToolContext *context, const char *label)
{
  KbZonesPainter *stroke = g_steal_pointer (&context->painting.stroke);
  gint x, y;
  guint width, height;

  if (!kb_tool_context_painted (context) || !stroke)
    {
      kb_zones_painter_cancel (stroke);
      return;
    }
  if (!kb_zones_painter_take_dirty (stroke, &x, &y, &width, &height) && !context->painting.wrote
      && kb_region_set (context))
    kb_stroke_report_region (context);
  g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (stroke);
  if (patch)
    kb_stroke_put (context, context->shown.painted_id, patch, label);
}

/* --- The zone --------------------------------------------------------------------------------- */

KbZone *
kb_stroke_zone (const KbToolContext *context)
{
  const KbNode *node = kb_tool_context_painted (context);
  GPtrArray *zones = node ? kb_node_zones (node) : NULL;

  if (kb_node_is (node, &kb_band_kind))
    return kb_zones_find (zones, context->next.band_value);
  if (zones)
    KB_EACH (KbZone, zone, zones)
      if (zone->node.id == context->next.zone_id)
        return zone;
  return zones && zones->len ? kb_zone_at (zones, 0) : NULL;
}

static guint
free_value (const GPtrArray *zones)
{
  guint value = 1;

  while (value <= KB_MAX_ZONES && kb_zones_find (zones, value))
    value++;
  return value;
}

guint8
kb_stroke_value (const KbToolContext *context)
{
  const KbZone *zone = kb_stroke_zone (context);

  return zone ? (guint8) zone->value : 1;
}

static guint32
free_colour (const GPtrArray *zones)
{
  guint32 used[KB_MAX_ZONES];

  KB_EACH (const KbZone, zone, zones)
    used[zone_at] = zone->colour;
  return kb_colour_for_class (used, zones->len);
}

guint32
kb_stroke_colour (const KbToolContext *context, guint8 value)
{
  const KbNode *node = kb_tool_context_painted (context);
  GPtrArray *zones = node ? kb_node_zones (node) : NULL;
  const KbZone *zone = kb_zones_find (zones, value);

  if (!value || !zones)
    return ERASED;
  if (kb_node_is (node, &kb_band_kind) && value == KB_BAND_IS)
    return ((const KbBand *) node)->colour;
  return zone ? zone->colour : free_colour (zones);
}

const char *
kb_zone_list_name (const KbNode *asset)
{
  return kb_node_is (asset, &kb_track_kind) ? "surfaces" : "zones";
}

KbId
kb_zone_add (KbDocument *document, KbNode *asset, const char *name, GError **error)
{
  const GPtrArray *zones = kb_node_zones (asset);
  guint value = free_value (zones);
  g_autofree char *colour = g_strdup_printf ("#%06x", free_colour (zones) >> 8);

  if (value > KB_MAX_ZONES)
    return kb_fail (error, KB_ERROR_INPUT, _("there are %d zones already, the maximum"),
                    KB_MAX_ZONES);
  return kb_document_insert (
    document, asset->id, kb_zone_list_name (asset), -1,
    json_pack ("{ss ss si}", "name", name, "colour", colour, "value", (int) value), error);
}

char *
kb_zone_free_name (const KbNode *asset)
{
  for (guint i = 1;; i++)
    {
      char *name =
        g_strdup_printf (kb_node_is (asset, &kb_track_kind) ? _("surface %u") : _("zone %u"), i);

      if (!kb_zones_find_name (kb_node_zones (asset), name))
        return name;
      g_free (name);
    }
}

/* --- Ink and brush ---------------------------------------------------------------------------- */

KbInk
kb_stroke_ink (const KbToolContext *context, guint8 value)
{
  static const guint8 over_nothing[256] = { 1 };

  return (KbInk){ .painter = context->painting.stroke,
                  .value = value,
                  .within = kb_region_set (context),
                  .over = context->options.paint.keep && value ? over_nothing : NULL };
}

KbBrush
kb_stroke_brush (const KbToolContext *context)
{
  return (KbBrush){ context->options.paint.square ? KB_BRUSH_SQUARE : KB_BRUSH_ROUND,
                    context->options.paint.size };
}
