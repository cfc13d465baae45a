/* SPDX-License-Identifier: MIT */
/* Packs tracks for a bank, as a live track shows them. */
#include "bake/track/tracks.h"

#include <string.h>

#include "bake/convert.h"
#include "bake/track/live.h"
#include "runtime/masks/zone_make.h"

/* The surfaces of a track, or one of its bands. */
typedef struct {
  const KbLiveTrack *live;
  const KbBandForm *band;  /* NULL: the surfaces */
  gboolean *by_hand;       /* set if painting differs from the computed band */
  guint8 *rows;            /* KBX_TILE of them */
} Picture;

static void
copy_surfaces (const Picture *picture, guint y, guint count, guint width)
{
  const guint columns = (width + KB_ZONES_TILE - 1) / KB_ZONES_TILE;
  for (guint row = y; row < y + count; row++)
    for (guint x = 0; x < width; x += KB_ZONES_TILE)
      memcpy (picture->rows + (gsize) (row - y) * width + x,
              kb_live_track_tile (picture->live, row / KB_ZONES_TILE * columns + x / KB_ZONES_TILE)
                + row % KB_ZONES_TILE * KB_ZONES_TILE,
              MIN (KB_ZONES_TILE, width - x));
}

static void
copy_bank_tracks_band (const Picture *picture, guint y, guint count, guint width)
{
  const KbClearanceBox box = { 0, (gint) y, (gint) width, (gint) count };
  guint8 *flags = picture->rows;
  kb_live_track_band (picture->live, picture->band, &box, flags, width);
  for (gsize i = 0; i < (gsize) count * width; i++)
    {
      *picture->by_hand |= flags[i] == KB_BAND_IN || flags[i] == KB_BAND_COMPUTED;
      flags[i] &= KB_BAND_IN;
    }
}

static const uint8_t *
copy_rows (const kbx_zone_source *source, uint32_t y, uint32_t count, size_t *stride)
{
  const Picture *picture = source->data;
  (picture->band ? copy_bank_tracks_band : copy_surfaces) (picture, y, count, source->w);
  *stride = source->w;
  return picture->rows;
}

static void
pack_picture (const KbLiveTrack *live, const KbBandForm *band, gboolean *by_hand,
              KbBankPainting *to)
{
  const guint width = kb_live_track_width (live);
  g_autofree guint8 *rows = g_malloc ((gsize) KBX_TILE * width);
  const Picture picture = { live, band, by_hand, rows };
  const kbx_zone_source source = { width, kb_live_track_height (live), copy_rows, &picture };
  kb_bake_make_painting (&source, to);
}

gboolean
kb_bake_track (const KbTrackForm *form, const KbBandForm *bands, KbBankTrack *to,
               const KbWatch *watch, GError **error)
{
  g_autoptr (KbLiveTrack) live = kb_live_track_new (form, watch, error);
  if (!live)
    return FALSE;
  to->clearance = g_bytes_unref_to_data (kb_live_track_pack (live), &to->clearance_size);
  pack_picture (live, NULL, NULL, &to->painting);
  for (guint i = 0; i < to->n_bands; i++)
    {
      gboolean by_hand = FALSE;
      if (watch && g_cancellable_set_error_if_cancelled (watch->cancellable, error))
        return FALSE;
      pack_picture (live, &bands[i], &by_hand, &to->bands[i].painting);
      to->bands[i].painted = by_hand;
    }
  return TRUE;
}

static kb_fixed grid (double pixels) { return (kb_fixed) (pixels * 256); }
static KbBankVertex vertex (KbVec at) { return (KbBankVertex) { grid (at.x), grid (at.y) }; }

static void
take_gates (const KbTrack *track, KbBankTrack *to)
{
  to->gates = g_new0 (KbBankGate, MAX (track->gates->len, 1));
  for (; to->n_gates < track->gates->len; to->n_gates++)
    {
      const KbGate *gate = kb_gate_at (track, to->n_gates);
      to->gates[to->n_gates] =
        (KbBankGate){ g_strdup (gate->name ? gate->name : ""), vertex (gate->a), vertex (gate->b) };
    }
}

static gboolean
bake_track (const KbTrack *track, KbBankTrack *to, const KbWatch *watch, GError **error)
{
  g_autofree KbBandForm *bands = g_new0 (KbBandForm, MAX (track->bands->len, 1));
  g_auto (KbTrackForm) form = kb_track_form (track);
  to->name = g_strdup (track->name);
  to->values = kb_bake_values (KB_NODE (track), &to->n_values);
  to->surfaces = kb_bake_zones (track->surfaces, &to->n_surfaces);
  to->bands = g_new0 (KbBankBand, MAX (track->bands->len, 1));
  for (; to->n_bands < track->bands->len; to->n_bands++)
    {
      const KbBand *band = kb_band_at (track, to->n_bands);
      bands[to->n_bands] = kb_band_form (band);
      to->bands[to->n_bands] =
        (KbBankBand) { g_strdup (band->name ? band->name : ""), band->colour, grid (band->radius) };
    }
  take_gates (track, to);
  return kb_bake_track (&form, bands, to, watch, error);
}

gboolean
kb_bake_tracks (const KbProject *project, KbBankContent *content, GCancellable *cancellable,
                GError **error)
{
  const KbWatch watch = { NULL, NULL, cancellable };
  g_autoptr (GPtrArray) tracks = kb_assets_by_name (project->tracks);
  content->tracks = g_new0 (KbBankTrack, MAX (tracks->len, 1));
  KB_EACH (const KbTrack, track, tracks)
    {
      content->n_tracks++;
      if (!bake_track (track, &content->tracks[track_at], &watch, error))
        return FALSE;
    }
  return TRUE;
}
