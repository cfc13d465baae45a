/* SPDX-License-Identifier: MIT */
/* Replaces, grows and shrinks zones. */
#include "operations/paint/private.h"

void
kb_paint_replace (KbZonesPainter *painter, const KbBox *box, guint8 from, guint8 to)
{
  const KbZones *zones = kb_zones_painter_zones (painter);
  KbBox all = { 0, 0, (gint) kb_zones_width (zones), (gint) kb_zones_height (zones) };
  guint8 map[256];
  for (guint i = 0; i < 256; i++)
    map[i] = (guint8) (i == from ? to : i);
  if (!box)
    box = &all;
  if (box->w > 0 && box->h > 0)
    kb_zones_painter_map (painter, box->x, box->y, (guint) box->w, (guint) box->h, map);
}

gboolean
kb_paint_grow (KbZonesPainter *painter, guint8 zone, guint n, const guint8 *over,
               KbProgress progress, gpointer data)
{
  static const guint8 only_nothing[256] = { 1 };
  g_autoptr (KbPixelSet) set = kb_pixel_set_of_zone (kb_zones_painter_zones (painter), zone);
  KbInk ink = { .painter = painter, .value = zone, .over = over ? over : only_nothing };
  if (!kb_pixel_set_grow (set, n, progress, data))
    return FALSE;
  kb_paint_set (&ink, set);
  return TRUE;
}

gboolean
kb_paint_shrink (KbZonesPainter *painter, guint8 zone, guint n, guint8 to, KbProgress progress,
                 gpointer data)
{
  g_autoptr (KbPixelSet) all = kb_pixel_set_of_zone (kb_zones_painter_zones (painter), zone);
  g_autoptr (KbPixelSet) left = kb_pixel_set_copy (all);
  KbInk ink = { .painter = painter, .value = to };
  if (!kb_pixel_set_shrink (left, n, progress, data))
    return FALSE;
  kb_pixel_set_combine (all, left, KB_SET_SUBTRACT);
  kb_paint_set (&ink, all);
  return TRUE;
}
