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

/* ---- frames ---- */

typedef struct { gint x0, y0, x1, y1; } Box;

/* Extends the box by the nonzero pixels of a tile at (x, y), w x h of them. */
static void
grow_box (Box *box, const guint8 *pixels, gint x, gint y, gint w, gint h)
{
  for (gint i = 0; i < w * h; i++)
    {
      const gint column = i % w, row = i / w;
      if (pixels[row * KB_ZONES_TILE + column] == 0)
        continue;
      box->x0 = MIN (box->x0, x + column);
      box->x1 = MAX (box->x1, x + column + 1);
      box->y0 = MIN (box->y0, y + row);
      box->y1 = MAX (box->y1, y + row + 1);
    }
}

/* Returns FALSE if all pixels are 0. */
static gboolean
painted_box (const KbZones *zones, Box *box)
{
  gint width = (gint) kb_zones_width (zones), height = (gint) kb_zones_height (zones),
       columns = (gint) kb_zones_columns (zones);
  *box = (Box) { width, height, 0, 0 };
  for (gint i = 0; i < columns * (gint) kb_zones_rows (zones); i++)
    {
      gint x = i % columns * KB_ZONES_TILE, y = i / columns * KB_ZONES_TILE;
      if (kb_zones_tile_value (zones, (guint) i) != 0)
        grow_box (box, kb_zones_tile (zones, (guint) i), x, y, MIN (KB_ZONES_TILE, width - x),
                  MIN (KB_ZONES_TILE, height - y));
    }
  return box->x0 < box->x1;
}

void
kb_bake_frame_painting (const KbFrame *frame, KbBankFrame *to)
{
  const KbZones *zones = kb_node_painted_zones (&frame->node, NULL);
  Box box;
  if (!zones || !painted_box (zones, &box))
    return;
  to->painting_x = (uint32_t) box.x0;
  to->painting_y = (uint32_t) box.y0;
  kb_bake_painting (zones, box.x0, box.y0, (guint) (box.x1 - box.x0), (guint) (box.y1 - box.y0),
                    &to->painting);
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
