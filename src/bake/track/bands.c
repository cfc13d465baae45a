/* SPDX-License-Identifier: MIT */
/* Bands, including hand-painted ones. */
#include "bake/track/tracks.h"

KbBandForm
kb_band_form (const KbBand *band)
{
  return (KbBandForm) { .radius = band->radius, .by_hand = band->pixels.zones };
}

void
kb_track_band_row (const gint16 *clearance, guint width, double radius, const guint8 *by_hand,
                   guint8 *flags)
{
  /* One comparison for both ends: values not above 0 become large */
  guint16 end = (guint16) (MAX (kb_band_end (radius), 1) - 1);
  for (guint x = 0; x < width; x++)
    flags[x] = (guint16) (clearance[x] - 1) < end ? KB_BAND_IN | KB_BAND_COMPUTED : 0;
  for (guint x = 0; by_hand && x < width; x++)
    {
      guint8 in = by_hand[x] == KB_BAND_IS       ? KB_BAND_IN
                  : by_hand[x] == KB_BAND_IS_NOT ? 0
                                                 : flags[x] & KB_BAND_IN;
      flags[x] = (guint8) ((flags[x] & KB_BAND_COMPUTED) | in);
    }
}

void
kb_track_band_box (const gint16 *clearance, gsize stride, const KbBandForm *band,
                   const KbClearanceBox *box, guint8 *flags, gsize flags_stride)
{
  guint width = (guint) MAX (box->width, 0);
  gboolean any = band->painter || (band->by_hand && !kb_zones_is_blank (band->by_hand));
  g_autofree guint8 *hand = any ? g_malloc (width + 1) : NULL;
  for (gint y = 0; y < box->height; y++)
    {
      if (band->painter)
        kb_zones_painter_copy (band->painter, box->x, box->y + y, width, 1, hand, width);
      else if (any)
        kb_zones_copy (band->by_hand, box->x, box->y + y, width, 1, hand, width);
      kb_track_band_row (clearance + (gsize) y * stride, width, band->radius, hand,
                         flags + (gsize) y * flags_stride);
    }
}
