/* SPDX-License-Identifier: MIT */
/* The edit that paints: patches of tiles on the pixels of masks, tracks, frames and bands, or whole
 * paintings. */
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>

#include "document/edits/private.h"
#include "document/pixels/zones_files.h"
#include "document/pixels/zones_private.h"
#include "document/private.h"

/* --- One edit --------------------------------------------------------------------------------- */

/* The result of kb_zones_patch_pack, or made now: the tiles after the patch. */
static json_t *
kb_zones_patch_take_json (KbZonesPatch *patch)
{
  json_t *packed = kb_zones_patch_take (patch);
  return packed ? packed : kb_zones_patch_to_json (patch, TRUE);
}

void
kb_paint_fill (const KbDocument *document, const KbEdit *edit, json_t *line, gboolean forward)
{
  if (edit->op == KB_EDIT_BOUNDS)
    kb_bounds_fill (edit, line, forward);
  if (edit->op != KB_EDIT_PAINT)
    return;
  if (edit->patch)
    {
      json_t *rows = kb_stroke_to_rows (edit->field, edit->patch, forward);
      if (rows)
        json_object_set_new (line, "rows", rows);
      else
        json_object_set_new (line, "tiles",
                             forward ? kb_zones_patch_take_json (edit->patch)
                                     : kb_zones_patch_to_json (edit->patch, FALSE));
      return;
    }
  const KbZones *zones = forward ? edit->is : edit->was;
  json_object_set_new (line, "value", zones ? kb_zones_to_json (zones) : json_null ());
}

/* --- Edits ------------------------------------------------------------------------------------ */

static KbPainted *
find_painted (KbDocument *document, KbId id, const char *name, KbNode **node, const KbField **field,
              GError **error)
{
  *node = kb_edit_find_node (document, id, error);
  if (!*node)
    return NULL;
  *field = kb_kind_field ((*node)->kind, name);
  if (*field && (*field)->type == KB_TYPE_ZONES)
    return kb_node_painted (*node, *field);
  return kb_null (kb_place_error (error, &(KbPlace) { .node = *node }, name,
                                  _("a %s has no painted '%s'"), _((*node)->kind->name), name));
}

static void
perform (KbDocument *document, const KbNode *node, const KbField *field, KbZonesPatch *patch,
         KbZones *was, KbZones *is)
{
  kb_edit_record (document, (KbEdit) { .op = KB_EDIT_PAINT,
                                      .node = node->id,
                                      .field = field,
                                      .patch = patch ? kb_zones_patch_ref (patch) : NULL,
                                      .was = was ? kb_zones_ref (was) : NULL,
                                      .is = is ? kb_zones_ref (is) : NULL });
}

static KbZones *
blank_of (const KbNode *node)
{
  gint width, height;
  return kb_node_size (node, &width, &height) ? kb_zones_new ((guint) width, (guint) height, 0)
                                              : NULL;
}

KbZonesPainter *
kb_document_painter (KbDocument *document, KbId id, const char *name, GError **error)
{
  KbNode *node;
  const KbField *field;
  KbPainted *painted = find_painted (document, id, name, &node, &field, error);
  if (!painted)
    return NULL;
  g_autoptr (KbZones) zones = painted->zones ? kb_zones_ref (painted->zones) : blank_of (node);
  return kb_zones_painter_new (zones);
}

gboolean
kb_document_paint (KbDocument *document, KbId id, const char *name, KbZonesPatch *patch,
                   const char *label, GError **error)
{
  KbNode *node;
  const KbField *field;
  KbPainted *painted = find_painted (document, id, name, &node, &field, error);
  if (!painted)
    return FALSE;
  g_autoptr (KbZones) blank = painted->zones ? NULL : blank_of (node);
  if (!kb_zones_patch_fits (patch, blank ? blank : painted->zones))
    {
      KbPlace place = { .node = node };
      return kb_place_error (error, &place, name, _("what is painted here has changed since"));
    }
  kb_document_begin (document, label ? label : _("Paint"));
  if (blank)
    perform (document, node, field, NULL, NULL, blank);
  perform (document, node, field, patch, NULL, NULL);
  kb_document_end (document);
  return TRUE;
}

gboolean
kb_document_paint_end (KbDocument *document, KbId id, const char *name, KbZonesPainter *painter,
                       const char *label, GError **error)
{
  g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (painter);
  return !patch || kb_document_paint (document, id, name, patch, label, error);
}

static void
set_zones (KbDocument *document, KbNode *node, const KbField *field, KbZones *zones)
{
  KbZones *was = kb_node_painted (node, field)->zones;
  if (was == zones || (was && zones && kb_zones_equal (was, zones)))
    return;
  kb_edit_begin (document, _("Change %s"), _(field->label));
  perform (document, node, field, NULL, was, zones);
  kb_document_end (document);
}

gboolean
kb_document_set_zones (KbDocument *document, KbId id, const char *name, KbZones *zones,
                       GError **error)
{
  KbNode *node;
  const KbField *field;
  if (!find_painted (document, id, name, &node, &field, error))
    return FALSE;
  set_zones (document, node, field, zones);
  return TRUE;
}

gboolean
kb_paint_set_json (KbDocument *document, KbNode *node, const KbField *field, const json_t *value,
                   GError **error)
{
  g_autoptr (GError) fault = NULL;
  g_autoptr (KbZones) blank = blank_of (node);
  KbZones *now = kb_node_painted (node, field)->zones;
  g_autoptr (KbZones) zones =
    json_is_null (value) ? NULL : kb_zones_with_other (now ? now : blank, value, &fault);
  KbPlace place = { .node = node };
  if (fault)
    return kb_place_error (error, &place, field->name, "%s", fault->message);
  set_zones (document, node, field, zones);
  return TRUE;
}

static void
fit (KbNode *node, KbPainted *painted, gpointer document)
{
  const KbField *field = kb_kind_field_of_type (node->kind, KB_TYPE_ZONES);
  KbZones *was = painted->zones;
  gint width, height;
  if (!was || !kb_node_size (node, &width, &height)
      || (kb_zones_width (was) == (guint) width && kb_zones_height (was) == (guint) height))
    return;
  g_autoptr (KbZones) zones = kb_zones_crop (was, 0, 0, (guint) width, (guint) height);
  set_zones (document, node, field, zones);
}

void
kb_paint_fit (KbDocument *document, KbNode *node)
{
  kb_asset_visit_painted (node, fit, document);
}

/* --- Zones ------------------------------------------------------------------------------------ */

void
kb_asset_visit_painted (KbNode *asset, KbPaintedVisit visit, gpointer data)
{
  KbPainted *painted = kb_node_painted (asset, NULL);
  if (painted)
    visit (asset, painted, data);
  for (const KbList *list = asset->kind->lists; list->name; list++)
    if (kb_kind_field_of_type (list->item, KB_TYPE_ZONES))
      KB_EACH (KbNode, node, kb_node_list (asset, list))
        visit (node, kb_node_painted (node, NULL), data);
}

typedef struct {
  KbDocument *document;
  const GPtrArray *zones;
  guint8 from, to;
} Away;

static void
paint_away (KbNode *node, KbPainted *painted, gpointer data)
{
  const Away *away = data;
  guint64 counts[256];
  guint8 map[256];
  if (!painted->zones || kb_node_zones (node) != away->zones)
    return;
  kb_zones_counts (painted->zones, counts);
  if (!counts[away->from])
    return;
  for (guint i = 0; i < 256; i++)
    map[i] = (guint8) i;
  map[away->from] = away->to;
  KbZonesPainter *painter = kb_zones_painter_new (painted->zones);
  kb_zones_painter_map (painter, 0, 0, kb_zones_width (painted->zones),
                        kb_zones_height (painted->zones), map);
  kb_document_paint_end (away->document, node->id,
                         kb_kind_field_of_type (node->kind, KB_TYPE_ZONES)->name, painter, NULL,
                         NULL);
}

void
kb_paint_away (KbDocument *document, const KbZone *zone, guint8 value)
{
  Away away = { document, kb_node_zones (&zone->node), (guint8) zone->value, value };
  kb_asset_visit_painted (zone->node.parent, paint_away, &away);
}

gboolean
kb_document_merge_zones (KbDocument *document, KbId from_id, KbId into_id, GError **error)
{
  KbNode *from = kb_edit_find_node (document, from_id, error),
         *into = from ? kb_edit_find_node (document, into_id, error) : NULL;
  if (!into)
    return FALSE;
  if (from == into || !from->kind->is_zone || from->kind != into->kind
      || from->parent != into->parent)
    return kb_fail (error, KB_ERROR_INPUT, _("expected two zones of one list"));
  kb_document_begin (document, _("Merge zones"));
  kb_paint_away (document, (const KbZone *) from, (guint8) ((const KbZone *) into)->value);
  gboolean ok = kb_document_remove (document, from_id, error);
  kb_document_end (document);
  return ok;
}
