/* SPDX-License-Identifier: MIT */
/* Tracks as a bank has them: what kb_track_bake computes, packed. */
#include "bake/track/bank_tracks.h"

#include "bake/lists.h"
#include "bake/masks.h"
#include "bake/track/bake_track.h"
#include "runtime/masks/zone_make.h"

typedef struct {
  const KbBakedBand *from;
  guint8 *rows;            /* KBX_TILE of them */
} BandRows;

static const uint8_t *
unpack_rows (const kbx_zone_source *source, uint32_t y, uint32_t count, size_t *stride)
{
  const BandRows *rows = source->data;
  for (uint32_t row = 0; row < count; row++)
    {
      const guint8 *bits = rows->from->bits + (gsize) (y + row) * rows->from->stride;
      for (uint32_t x = 0; x < source->w; x++)
        rows->rows[(gsize) row * source->w + x] = bits[x / 8] >> x % 8 & 1;
    }
  *stride = source->w;
  return rows->rows;
}

static void
pack_band (const KbBakedBand *from, guint width, guint height, KbBankPainting *to)
{
  const BandRows rows = { from, g_malloc ((gsize) KBX_TILE * width) };
  const kbx_zone_source source = { width, height, unpack_rows, &rows };
  kb_bake_make_painting (&source, to);
  g_free (rows.rows);
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
      to->gates[to->n_gates] = (KbBankGate) { g_strdup (gate->name ? gate->name : ""), vertex (gate->a), vertex (gate->b) };
    }
}

static void
take_bands (const KbTrack *track, const KbBakedTrack *baked, KbBankTrack *to)
{
  to->bands = g_new0 (KbBankBand, MAX (baked->n, 1));
  for (; to->n_bands < baked->n; to->n_bands++)
    {
      const KbBand *band = kb_band_at (track, to->n_bands);
      const KbBakedBand *from = &baked->bands[to->n_bands];
      KbBankBand *put = &to->bands[to->n_bands];
      *put = (KbBankBand) { g_strdup (band->name ? band->name : ""), band->colour, grid (band->radius), from->added + from->removed > 0 };
      pack_band (from, baked->width, baked->height, &put->painting);
    }
}

static gboolean
bake_track (const KbTrack *track, KbBankTrack *to, const KbWatch *watch, GError **error)
{
  g_autofree KbBandForm *bands = g_new0 (KbBandForm, MAX (track->bands->len, 1));
  KbTrackForm form = kb_track_form (track);
  for (guint i = 0; i < track->bands->len; i++)
    bands[i] = kb_band_form (kb_band_at (track, i));
  g_autoptr (KbBakedTrack) baked = kb_track_bake (&form, bands, track->bands->len, watch, error);
  kb_track_form_clear (&form);
  if (!baked)
    return FALSE;
  g_autoptr (GBytes) clearance = kb_clearance_pack (baked->clearance, baked->width, baked->height, baked->stride, baked->cut_off);
  to->name = g_strdup (track->name);
  to->clearance = g_memdup2 (g_bytes_get_data (clearance, &to->clearance_size), g_bytes_get_size (clearance));
  kb_bake_painting (baked->surfaces, 0, 0, baked->width, baked->height, &to->painting);
  to->surfaces = kb_bake_zones (track->surfaces, &to->n_surfaces);
  take_gates (track, to);
  take_bands (track, baked, to);
  return TRUE;
}

gboolean
kb_bake_tracks (const KbProject *project, KbBankContent *content, GCancellable *cancellable, GError **error)
{
  const KbWatch watch = { NULL, NULL, cancellable };
  g_autoptr (GPtrArray) tracks = kb_assets_by_name (project->tracks);
  content->tracks = g_new0 (KbBankTrack, MAX (tracks->len, 1));
  for (guint i = 0; i < tracks->len; i++)
    {
      if (!bake_track (g_ptr_array_index (tracks, i), &content->tracks[i], &watch, error))
        return FALSE;
      content->n_tracks++;
    }
  return TRUE;
}
