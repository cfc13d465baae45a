/* SPDX-License-Identifier: MIT */
/* Pixels with a meaning in a binary bank: bitmaps of frames, masks, zones painted on frames, tracks. */
#include "bank/writer.h"

/* ---- counting ---- */

static void
count_masks (Writer *w)
{
  w->count[MASK] = w->content->n_masks;
  for (uint32_t i = 0; i < w->content->n_masks; i++) {
    w->count[ZONE] += w->content->masks[i].n_zones;
    w->count[MPIX] += w->content->masks[i].painting.size;
  }
}

static void
count_tracks (Writer *w)
{
  w->count[TRAK] = w->content->n_tracks;
  for (uint32_t i = 0; i < w->content->n_tracks; i++) {
    const KbBankTrack *track = &w->content->tracks[i];
    w->count[PZON] += track->n_surfaces;
    w->count[GATE] += track->n_gates;
    w->count[BAND] += track->n_bands;
    w->count[CLEA] += track->clearance_size;
  }
}

void
kb_bank_count_zones (Writer *w)
{
  const KbBankContent *content = w->content;
  w->count[FBIT] = w->bitmaps.n;
  w->count[BITM] = w->bitmaps.count;
  w->count[BITS] = w->bitmaps.bytes;
  count_masks (w);
  for (uint32_t i = 0; i < content->n_sprites; i++) {
    w->count[FZON] += kb_bank_has_paintings (content) ? content->sprites[i].n_frames : 0;
    w->count[PZON] += content->sprites[i].n_zones;
  }
  w->count[SZON] = kb_bank_has_sprite_zones (content) ? content->n_sprites : 0;
  w->count[ZPIC] = w->paintings.count;
  w->count[ZPIX] = w->paintings.bytes;
  count_tracks (w);
}

/* ---- filling ---- */

/* Each once: where its bytes are, and the bytes. */
static void
fill_blobs (Writer *w, const KbBankBlobs *blobs, Section records, Section bytes)
{
  uint32_t at = 0;
  for (uint32_t i = 0; i < blobs->count; i++) {
    const KbBankBlob *blob = &blobs->blobs[i];
    put_u32 (w, records, at);
    put_u32 (w, records, (uint32_t) blob->size);
    memcpy (w->at[bytes] + at, blob->bytes, blob->size);
    at += (uint32_t) blob->size;
  }
}

static void
fill_zones (Writer *w, Section section, const KbBankZone *zones, uint32_t n)
{
  enum { ROAD = 1 };
  for (uint32_t i = 0; i < n; i++) {
    put_string (w, section, zones[i].name);
    put_u32 (w, section, zones[i].colour);
    put_u32 (w, section, zones[i].value);
    if (section == PZON)
      put_u32 (w, section, zones[i].road ? ROAD : 0);
  }
  w->done[section] += n;
}

static void
fill_masks (Writer *w)
{
  uint32_t at = 0;
  for (uint32_t i = 0; i < w->content->n_masks; i++) {
    const KbBankMask *mask = &w->content->masks[i];
    put_string (w, MASK, mask->name);
    put_u32 (w, MASK, w->done[ZONE]);
    put_u32 (w, MASK, mask->n_zones);
    put_u32 (w, MASK, at);
    put_u32 (w, MASK, (uint32_t) mask->painting.size);
    put_u32 (w, MASK, 0);
    fill_zones (w, ZONE, mask->zones, mask->n_zones);
    memcpy (w->at[MPIX] + at, mask->painting.bytes, mask->painting.size);
    at += (uint32_t) mask->painting.size;
  }
}

/* *number: those of the next paintings, which move on. */
static void
fill_frames (Writer *w, const uint32_t **number)
{
  for (uint32_t i = 0; i < w->content->n_sprites; i++) {
    const KbBankSprite *sprite = &w->content->sprites[i];
    if (w->count[SZON] > 0) {
      put_u32 (w, SZON, w->done[PZON]);
      put_u32 (w, SZON, sprite->n_zones);
      fill_zones (w, PZON, sprite->zones, sprite->n_zones);
    }
    for (uint32_t k = 0; w->count[FZON] > 0 && k < sprite->n_frames; k++) {
      const KbBankFrame *frame = &sprite->frames[k];
      bool painted = frame->painting.bytes;
      put_u32 (w, FZON, *(*number)++);
      put_u16 (w, FZON, painted ? frame->painting_x : 0);
      put_u16 (w, FZON, painted ? frame->painting_y : 0);
    }
  }
}

static void
fill_gates (Writer *w, const KbBankTrack *track)
{
  for (uint32_t i = 0; i < track->n_gates; i++) {
    const KbBankGate *gate = &track->gates[i];
    put_string (w, GATE, gate->name);
    put_i32 (w, GATE, gate->a.x);
    put_i32 (w, GATE, gate->a.y);
    put_i32 (w, GATE, gate->b.x);
    put_i32 (w, GATE, gate->b.y);
  }
  w->done[GATE] += track->n_gates;
}

static void
fill_bands (Writer *w, const KbBankTrack *track, const uint32_t **number)
{
  enum { PAINTED = 1 };
  for (uint32_t i = 0; i < track->n_bands; i++) {
    const KbBankBand *band = &track->bands[i];
    put_string (w, BAND, band->name);
    put_u32 (w, BAND, band->colour);
    put_u32 (w, BAND, (uint32_t) band->radius);
    put_u32 (w, BAND, band->painted ? PAINTED : 0);
    put_u32 (w, BAND, *(*number)++);
  }
  w->done[BAND] += track->n_bands;
}

static void
fill_tracks (Writer *w, const uint32_t *number)
{
  uint32_t at = 0;
  for (uint32_t i = 0; i < w->content->n_tracks; i++) {
    const KbBankTrack *track = &w->content->tracks[i];
    put_string (w, TRAK, track->name);
    put_u32 (w, TRAK, w->done[PZON]);
    put_u32 (w, TRAK, track->n_surfaces);
    put_u32 (w, TRAK, *number++);
    put_u32 (w, TRAK, w->done[GATE]);
    put_u32 (w, TRAK, track->n_gates);
    put_u32 (w, TRAK, w->done[BAND]);
    put_u32 (w, TRAK, track->n_bands);
    put_u32 (w, TRAK, at);
    put_u32 (w, TRAK, (uint32_t) track->clearance_size);
    put_u64 (w, TRAK, 0);
    fill_zones (w, PZON, track->surfaces, track->n_surfaces);
    fill_gates (w, track);
    fill_bands (w, track, &number);
    memcpy (w->at[CLEA] + at, track->clearance, track->clearance_size);
    at += (uint32_t) track->clearance_size;
  }
}

void
kb_bank_fill_zones (Writer *w)
{
  const uint32_t *number = w->paintings.numbers;
  for (uint32_t i = 0; i < w->bitmaps.n; i++)
    put_u32 (w, FBIT, w->bitmaps.numbers[i]);
  fill_blobs (w, &w->bitmaps, BITM, BITS);
  fill_masks (w);
  fill_frames (w, &number);
  fill_tracks (w, number);
  fill_blobs (w, &w->paintings, ZPIC, ZPIX);
}
