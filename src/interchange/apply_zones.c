/* SPDX-License-Identifier: MIT */
/* Zones that come with frames: from layers of the source. */
#include "interchange/apply_private.h"

#include <string.h>

#include "document/colour.h"
#include "document/pixels/picture.h"
#include "document/values.h"

static guint
count_zones (const KbImportFrame *frame)
{
  return frame->zones ? frame->zones->len : 0;
}

static void
add_name (json_t *names, const char *name)
{
  if (name && kb_value_choice (names, name) == json_array_size (names))
    json_array_append_new (names, json_string (name));
}

json_t *
kb_apply_zone_names (const KbImport *import)
{
  json_t *names = json_array ();
  KB_EACH (const KbImportFrame, frame, import->frames)
    {
      for (guint k = 0; k < count_zones (frame); k++)
        add_name (names, ((KbImportZone *) g_ptr_array_index (frame->zones, k))->name);
    }
  return names;
}

static guint32
colour_of (const KbImport *import, const char *name)
{
  KB_EACH (const KbImportFrame, frame, import->frames)
    {
      for (guint k = 0; k < count_zones (frame); k++)
        {
          const KbImportZone *zone = g_ptr_array_index (frame->zones, k);
          const KbPicture *picture = zone->picture;
          for (gsize p = 0; strcmp (zone->name, name) == 0
                            && p < (gsize) picture->width * picture->height; p++)
            if (picture->rgba[4 * p + 3])
              return (guint32) picture->rgba[4 * p] << 24
                     | (guint32) picture->rgba[4 * p + 1] << 16
                     | (guint32) picture->rgba[4 * p + 2] << 8 | 0xff;
        }
    }
  return 0xff;
}

static const KbZone *
find_zone (const KbApply *apply, const char *name)
{
  return kb_zones_find_name (kb_apply_sprite (apply)->zones, name);
}

static gboolean
add_zones (const KbApply *apply, const json_t *names, GError **error)
{
  KB_EACH_JSON (item, names)
    {
      const char *name = json_string_value (item);
      if (!find_zone (apply, name)
          && !kb_document_insert (
            apply->document, apply->sprite, "zones", -1,
            json_pack ("{ss ss}", "name", name, "colour",
                       kb_colour_text (colour_of (apply->import, name)).text), error))
        return FALSE;
    }
  return TRUE;
}

static void
paint_zone (KbZonesPainter *painter, const KbImportZone *zone, guint8 value)
{
  const KbPicture *picture = zone->picture;
  for (guint y = 0; y < picture->height; y++)
    for (guint x = 0; x < picture->width; x++)
      if (kb_picture_pixel (picture, x, y)[3])
        kb_zones_painter_span (painter, zone->y + (gint) y, zone->x + (gint) x,
                               zone->x + (gint) x + 1, value);
}

/* `map` removes the zones of the source. */
static gboolean
paint_frame (const KbApply *apply, const KbImportFrame *from, const KbFrame *frame,
             const guint8 map[256], GError **error)
{
  g_autoptr (KbZones) before =
    frame->pixels.zones ? kb_zones_ref (frame->pixels.zones)
                        : kb_zones_new ((guint) from->width, (guint) from->height, 0);
  KbZonesPainter *painter = kb_zones_painter_new (before);
  kb_zones_painter_map (painter, 0, 0, kb_zones_width (before), kb_zones_height (before), map);
  for (guint i = 0; i < count_zones (from); i++)
    {
      const KbImportZone *zone = g_ptr_array_index (from->zones, i);
      paint_zone (painter, zone, (guint8) find_zone (apply, zone->name)->value);
    }
  g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (painter);
  if (!patch)
    return TRUE;
  g_autoptr (KbZones) after = kb_zones_apply (kb_zones_ref (before), patch, TRUE);
  return kb_document_set_zones (apply->document, frame->node.id, "pixels",
                                kb_zones_is_blank (after) ? NULL : after, error);
}

gboolean
kb_apply_zones (const KbApply *apply, const json_t *record, const gint *lasting_ids,
                GError **error)
{
  json_auto_t *names = kb_apply_zone_names (apply->import);
  const json_t *before = json_object_get (record, "zones");
  guint8 map[256];
  if (!add_zones (apply, names, error))
    return FALSE;
  KB_EACH_JSON (item, before)
    add_name (names, json_string_value (item));
  for (guint i = 0; i < G_N_ELEMENTS (map); i++)
    map[i] = (guint8) i;
  KB_EACH_JSON (entry, names)
    {
      const KbZone *zone = find_zone (apply, json_string_value (entry));
      if (zone)
        map[zone->value] = 0;
    }
  KB_EACH_WHILE (json_array_size (names), const KbImportFrame, import_frame, apply->import->frames)
    {
      const KbFrame *frame =
        kb_sprite_find_frame (kb_apply_sprite (apply), lasting_ids[import_frame_at]);
      if (frame && !paint_frame (apply, import_frame, frame, map, error))
        return FALSE;
    }
  return TRUE;
}
