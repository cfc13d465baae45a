/* SPDX-License-Identifier: MIT */
/* Painted tiles -> a mask's bytes, band by band. */
#include "bake/convert.h"

#include "runtime/masks/zone_make.h"

typedef struct {
  const KbZones *zones;
  gint x, y;
  guint8 *band;          /* KBX_TILE rows */
} Painting;

static const uint8_t *
copy_band (const kbx_zone_source *source, uint32_t y, uint32_t count, size_t *stride)
{
  const Painting *painting = source->data;
  if (painting->zones)
    kb_zones_copy (painting->zones, painting->x, painting->y + (gint) y, source->w, count,
                   painting->band, source->w);
  *stride = source->w;
  return painting->band;
}

void
kb_bake_make_painting (const kbx_zone_source *source, KbBankPainting *to)
{
  to->size = kbx_make_mask (source, NULL, 0);
  to->bytes = g_malloc (to->size);
  kbx_make_mask (source, to->bytes, to->size);
}

void
kb_bake_painting (const KbZones *zones, gint x, gint y, guint width, guint height,
                  KbBankPainting *to)
{
  const Painting painting = { zones, x, y, g_malloc0 ((gsize) KBX_TILE * width) };
  const kbx_zone_source source = { width, height, copy_band, &painting };
  kb_bake_make_painting (&source, to);
  g_free (painting.band);
}

KbBankZone *
kb_bake_zones (const GPtrArray *zones, uint32_t *n)
{
  KbBankZone *to = g_new0 (KbBankZone, MAX (zones->len, 1));
  for (*n = 0; *n < zones->len; ++*n)
    {
      const KbZone *zone = kb_zone_at (zones, *n);
      gboolean road = kb_node_is (&zone->node, &kb_surface_kind) && zone->use == KB_SURFACE_ROAD;
      to[*n] = (KbBankZone) { g_strdup (zone->name), zone->colour, (uint32_t) zone->value, road };
    }
  return to;
}

/* ---- masks ---- */

static void
bake_mask (const KbMask *mask, KbBankMask *to)
{
  to->name = g_strdup (mask->name);
  kb_bake_painting (kb_node_painted_zones (&mask->node, NULL), 0, 0, (guint) mask->width,
                    (guint) mask->height, &to->painting);
  to->zones = kb_bake_zones (mask->zones, &to->n_zones);
}

void
kb_bake_masks (const KbProject *project, KbBankContent *content)
{
  g_autoptr (GPtrArray) masks = kb_assets_by_name (project->masks);
  content->masks = g_new0 (KbBankMask, MAX (masks->len, 1));
  for (; content->n_masks < masks->len; content->n_masks++)
    bake_mask (g_ptr_array_index (masks, content->n_masks), &content->masks[content->n_masks]);
}
