/* SPDX-License-Identifier: MIT */
/* Brushes, lines and selections over the canvas; picking. */
#include "tools/paint/marks.h"

#include <glib/gi18n.h>
#include <math.h>

#include "tools/paint/stroke.h"

void
kb_paint_stroke_path (const KbToolContext *context, cairo_t *cr, guint32 colour)
{
  double hair = 1 / MAX (context->view.device_scale, 1);

  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  /* A path of zero length leaves a dot */
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width (cr, 3);
  kb_set_colour (cr, context->style->shade, 0.75);
  cairo_stroke_preserve (cr);
  cairo_set_line_width (cr, MAX (1.25, hair));
  kb_set_colour (cr, kb_colour_on_dark (colour), 1);
  cairo_stroke (cr);
}

void
kb_paint_draw_brush (KbToolContext *context, cairo_t *cr, gint x, gint y, guint32 colour)
{
  const KbView *view = &context->view;
  KbBrush brush = kb_stroke_brush (context);
  g_autoptr (GArray) outline = kb_brush_outline (&brush);

  cairo_new_path (cr);
  KB_EACH_IN (const KbCorner, corner, outline)
    {
      KbVec at = kb_view_to_canvas (view, (KbVec) { x + corner->x, y + corner->y });
      cairo_line_to (cr, kb_view_sharp (view, at.x), kb_view_sharp (view, at.y));
    }
  cairo_close_path (cr);
  kb_paint_stroke_path (context, cr, colour);
}

void
kb_paint_stroke_dashed (cairo_t *cr)
{
  static const double dashes[] = { 4, 4 };

  cairo_set_line_width (cr, 1);
  kb_set_colour (cr, 0xffffffff, 1);
  cairo_stroke_preserve (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  kb_set_colour (cr, 0x000000ff, 1);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* --- Picking ---------------------------------------------------------------------------------- */

guint8
kb_paint_value_at (const KbToolContext *context, gint x, gint y)
{
  const KbNode *node = kb_tool_context_painted (context);
  const KbZones *zones = node ? kb_node_painted (node, NULL)->zones : NULL;

  if (context->painting.stroke)
    return kb_zones_painter_at (context->painting.stroke, x, y);
  return zones ? kb_zones_at (zones, x, y) : 0;
}

gboolean
kb_paint_pick (KbToolContext *context)
{
  const KbNode *node = kb_tool_context_painted (context);
  guint8 value = kb_paint_value_at (context, context->pointer.pixel_x, context->pointer.pixel_y);
  const KbZone *zone = node ? kb_zones_find (kb_node_zones (node), value) : NULL;

  if (!zone)
    return kb_tool_context_refuse (context, value ? _("These pixels have no zone")
                                                  : _("Nothing is painted here"));
  context->next.zone_id = zone->node.id;
  kb_tool_context_changed (context, KB_TOOLS_NEXT);
  g_autofree char *text = g_strdup_printf (_("Zone: %s"), zone->name);
  kb_tool_context_status (context, text);
  return FALSE;
}
