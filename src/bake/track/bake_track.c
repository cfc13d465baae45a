/* SPDX-License-Identifier: MIT */
/* Surfaces, clearance and bands of a track. */
#include "bake/track/bake_track.h"

#include <string.h>

/* Eight pixels at a time; what is beyond the row is 0. */
static void
add_row (KbBakedBand *band, const guint8 *flags, guint width, guint8 *bits)
{
  const guint64 ones = G_GUINT64_CONSTANT (0x0101010101010101);
  for (guint x = 0; x < width; x += 8)
    {
      guint64 eight;
      memcpy (&eight, flags + x, 8);
      eight = GUINT64_FROM_LE (eight);
      guint64 in = eight & ones, computed = eight >> 1 & ones;
      /* Byte i goes to bit 56 + i. */
      bits[x / 8] = (guint8) (in * G_GUINT64_CONSTANT (0x0102040810204080) >> 56);
      band->area += (guint64) __builtin_popcountll (in);
      band->added += (guint64) __builtin_popcountll (in & ~computed);
      band->removed += (guint64) __builtin_popcountll (computed & ~in);
    }
}

static gboolean
bake_band (const KbBakedTrack *track, const KbBandForm *form, KbBakedBand *band, const KbWatch *watch, GError **error)
{
  g_autofree guint8 *flags = g_malloc0 (track->width + 8);
  band->radius = form->radius;
  band->stride = (track->width + 7) / 8;
  band->bits = g_malloc0 (band->stride * track->height);
  for (guint y = 0; y < track->height; y++)
    {
      KbClearanceBox row = { 0, (gint) y, (gint) track->width, 1 };
      if (watch && y % 256 == 0 && g_cancellable_set_error_if_cancelled (watch->cancellable, error))
        return FALSE;
      kb_track_band_box (track->clearance + y * track->stride, track->stride, form, &row, flags, track->width);
      add_row (band, flags, track->width, band->bits + y * band->stride);
    }
  return TRUE;
}

/* What is cut off further out before is the same. */
static void
cut_off_at (KbBakedTrack *track, gint16 limit)
{
  for (guint y = 0; y < track->height; y++)
    for (guint x = 0; x < track->width; x++)
      {
        gint16 *clearance = &track->clearance[y * track->stride + x];
        *clearance = CLAMP (*clearance, (gint16) -limit, limit);
      }
}

KbBakedTrack *
kb_track_bake (const KbTrackForm *form, const KbBandForm *bands, guint n, const KbWatch *watch, GError **error)
{
  g_autoptr (KbBakedTrack) track = g_new0 (KbBakedTrack, 1);
  *track = (KbBakedTrack) { .width = form->width, .height = form->height, .cut_off = form->cut_off, .n = n };
  track->bands = g_new0 (KbBakedBand, n);
  g_autoptr (KbZones) layer = kb_track_layer (form->width, form->height, form->courses, form->n);
  track->surfaces = kb_track_surfaces (form->painted, layer);
  kbx_road road = kb_road_of_zones (track->surfaces);
  memcpy (road.is_road, form->is_road, sizeof road.is_road);
  track->clearance = kb_track_clearance_new (form->width, form->height, &track->stride, error);
  if (!track->clearance || !kb_clearance (&road, form->most, track->clearance, track->stride, watch, error))
    return NULL;
  for (guint i = 0; i < n; i++)
    if (!bake_band (track, &bands[i], &track->bands[i], watch, error))
      return NULL;
  if (form->cut_off < form->most)
    cut_off_at (track, (gint16) (form->cut_off * KB_CLEARANCE_UNITS));
  return g_steal_pointer (&track);
}

void
kb_baked_track_free (KbBakedTrack *track)
{
  if (!track)
    return;
  for (guint i = 0; i < track->n; i++)
    g_free (track->bands[i].bits);
  g_free (track->bands);
  g_clear_pointer (&track->surfaces, kb_zones_unref);
  kb_track_clearance_free (track->clearance);
  g_free (track);
}
