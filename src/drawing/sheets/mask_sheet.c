/* SPDX-License-Identifier: MIT */
/* A mask's picture with its zones over it, and the number of pixels of each. */
#include <glib/gi18n.h>

#include "drawing/scene/scene.h"
#include "drawing/sheets/sheet.h"

typedef struct {
  KbDocument *document;
  const KbMask *mask;
} MaskSheet;

static void
draw_mask (cairo_t *cr, const KbView *view, const KbStyle *style, gpointer data)
{
  const MaskSheet *sheet = data;
  KbPainting painting;
  KbScene scene = { .document = sheet->document,
                    .frame_id = sheet->mask->node.id,
                    .style = style,
                    .view = *view,
                    .painting = &painting,
                    .hovered_handle = -1,
                    .parts = KB_DRAW_CHECKER | KB_DRAW_PICTURE | KB_DRAW_BORDER };

  kb_painting_of_node (&sheet->mask->node, &painting);
  scene.surfaces = kb_surfaces_new (0);
  kb_draw_scene (cr, &scene);
  kb_surfaces_free (scene.surfaces);
}

static GArray *
zones_legend (const KbMask *mask)
{
  GArray *legend = kb_plan_legend_new ();
  const KbZones *zones = kb_node_painted_zones (&mask->node, NULL);
  guint64 counts[256] = { 0 }, all = (guint64) mask->width * (guint64) mask->height, nameless = 0;
  if (zones)
    kb_zones_counts (zones, counts);
  else
    counts[0] = all;
  KB_EACH (const KbZone, zone, mask->zones)
    kb_plan_legend_add (legend, zone->colour, g_strdup (zone->name),
                        kb_count_text (counts[zone->value], all));
  for (guint value = 1; value < 256; value++)
    nameless += kb_zones_find (mask->zones, value) ? 0 : counts[value];
  if (nameless)
    kb_plan_legend_add (legend, KB_NO_ZONE_COLOUR, g_strdup (_("no zone")),
                        kb_count_text (nameless, all));
  kb_plan_legend_add (legend, 0, g_strdup (_("nothing")), kb_count_text (counts[0], all));
  return legend;
}

KbPicture *
kb_draw_mask_sheet (KbDocument *document, KbId mask_id, const KbSheetOptions *options,
                    GError **error)
{
  MaskSheet sheet = { document, (const KbMask *) kb_document_node (document, mask_id) };
  g_return_val_if_fail (kb_node_is (KB_NODE (sheet.mask), &kb_mask_kind), NULL);
  GError *local = NULL;
  /* Keeps the picture cached for drawing */
  KbPicture *behind = kb_document_mask_picture (document, sheet.mask, &local);
  g_clear_pointer (&behind, kb_picture_unref);
  if (local)
    {
      g_propagate_error (error, local);
      return NULL;
    }
  g_autoptr (GArray) legend = zones_legend (sheet.mask);
  const KbPlan plan = { sheet.mask->name, sheet.mask->width, sheet.mask->height,
                        legend,           draw_mask,         &sheet };
  return kb_draw_plan (&plan, options, error);
}
