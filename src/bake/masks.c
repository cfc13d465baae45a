/* SPDX-License-Identifier: MIT */
/* Painted tiles -> a mask's bytes, band by band. */
#include "bake/masks.h"

#include <string.h>

#include "runtime/masks/zone_make.h"

typedef struct {
  const KbZones *zones;
  guint8 *band;          /* KBX_TILE rows */
} Painting;

static const uint8_t *
copy_band (const kbx_zone_source *source, uint32_t y, uint32_t count, size_t *stride)
{
  const Painting *painting = source->data;
  if (painting->zones)
    kb_zones_copy (painting->zones, 0, (gint) y, source->w, count, painting->band, source->w);
  *stride = source->w;
  return painting->band;
}

static void
bake_mask (const KbMask *mask, KbBankMask *to)
{
  const Painting painting = { kb_node_painted_zones (&mask->node, NULL), g_malloc0 ((gsize) KBX_TILE * (guint) mask->width) };
  const kbx_zone_source source = { (uint32_t) mask->width, (uint32_t) mask->height, copy_band, &painting };
  to->name = g_strdup (mask->name);
  to->size = kbx_make_mask (&source, NULL, 0);
  to->bytes = g_malloc (to->size);
  kbx_make_mask (&source, to->bytes, to->size);
  g_free (painting.band);
  to->zones = g_new0 (KbBankZone, MAX (mask->zones->len, 1));
  for (; to->n_zones < mask->zones->len; to->n_zones++)
    {
      const KbZone *zone = kb_zone_at (mask->zones, to->n_zones);
      to->zones[to->n_zones] = (KbBankZone) { g_strdup (zone->name), zone->colour, (uint32_t) zone->value };
    }
}

static gint
compare_masks (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(const KbMask *const *) a)->name, (*(const KbMask *const *) b)->name);
}

void
kb_bake_masks (const KbProject *project, KbBankContent *content)
{
  g_autoptr (GPtrArray) masks = g_ptr_array_new ();
  for (guint i = 0; i < project->masks->len; i++)
    g_ptr_array_add (masks, kb_mask_at (project, i));
  g_ptr_array_sort (masks, compare_masks);
  content->masks = g_new0 (KbBankMask, MAX (masks->len, 1));
  for (; content->n_masks < masks->len; content->n_masks++)
    bake_mask (g_ptr_array_index (masks, content->n_masks), &content->masks[content->n_masks]);
}
