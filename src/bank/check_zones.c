/* SPDX-License-Identifier: MIT */
/* Checks zones and what is painted with them: masks, frames, tracks. */
#include "bank/checker.h"

bool
kb_bank_check_zones (const KbBankZone *zones, uint32_t n, const char *list, const KbBankPlace *place, KbBankError *error)
{
  bool taken[KB_BANK_MAX_ZONE + 1] = { false };
  if (!kb_bank_check_range (n, 0, KB_BANK_MAX_ZONE, "the number of zones", KB_PLACE_KEY (place, list), error))
    return false;
  for (uint32_t i = 0; i < n; i++) {
    const KbBankPlace *zone = KB_PLACE_ITEM (place, list, i), *value = KB_PLACE_KEY (zone, "value");
    if (!kb_bank_check_name (zones[i].name, KB_NOT_EMPTY, KB_PLACE_KEY (zone, "name"), error)
        || !kb_bank_check_range (zones[i].value, 1, KB_BANK_MAX_ZONE, "the value", value, error))
      return false;
    if (taken[zones[i].value])
      return kb_bank_fail (error, value, "another zone has the value %u; expected different values", zones[i].value);
    taken[zones[i].value] = true;
  }
  return n == 0 || kb_bank_check_unique (&zones[0].name, sizeof *zones, n, place, list, list, error);
}

/* `values`: n zones that pixels may be of. */
static bool
check_pixels (const KbBankPainting *painting, const KbBankZone *zones, uint32_t n, const char *what, const KbBankPlace *place,
              KbBankError *error)
{
  uint32_t unknown = kb_bank_painting_unknown (painting, zones, n);
  return unknown == 0
    || kb_bank_fail (error, KB_PLACE_KEY (place, "rows"), "there are pixels of the value %u, which is no %s", unknown, what);
}

bool
kb_bank_check_painting (const KbBankFrame *frame, const KbBankSprite *sprite, const KbBankPlace *up, KbBankError *error)
{
  const KbBankPlace *place = KB_PLACE_KEY (up, "painted");
  uint32_t w, h;
  if (!frame->painting.bytes)
    return true;
  kb_bank_painting_size (&frame->painting, &w, &h);
  if ((uint64_t) frame->painting_x + w > frame->w || (uint64_t) frame->painting_y + h > frame->h)
    return kb_bank_fail (error, place, "what is painted does not fit into the frame of %u x %u", frame->w, frame->h);
  return check_pixels (&frame->painting, sprite->zones, sprite->n_zones, "zone's of the sprite", place, error);
}

/* ---- masks ---- */

static bool
check_mask (const KbBankMask *mask, const KbBankPlace *place, KbBankError *error)
{
  return kb_bank_check_name (mask->name, KB_NOT_EMPTY, KB_PLACE_KEY (place, "name"), error)
    && kb_bank_check_zones (mask->zones, mask->n_zones, "zones", place, error)
    && check_pixels (&mask->painting, mask->zones, mask->n_zones, "zone's", place, error);
}

bool
kb_bank_check_masks (const KbBankContent *content, KbBankError *error)
{
  for (uint32_t i = 0; i < content->n_masks; i++)
    if (!check_mask (&content->masks[i], KB_PLACE_ITEM (NULL, "masks", i), error))
      return false;
  return content->n_masks == 0
    || kb_bank_check_unique (&content->masks[0].name, sizeof *content->masks, content->n_masks, NULL, "masks", "masks", error);
}

/* ---- tracks ---- */

/* Of the size of the track, which its clearance tells. */
static bool
check_size (const KbBankTrack *track, const KbBankPainting *painting, const KbBankPlace *place, KbBankError *error)
{
  uint32_t w, h, track_w, track_h;
  kb_bank_track_size (track, &track_w, &track_h);
  kb_bank_painting_size (painting, &w, &h);
  return (w == track_w && h == track_h)
    || kb_bank_fail (error, place, "%u x %u pixels; expected %u x %u, the size of the clearance", w, h, track_w, track_h);
}

static bool
check_gate (const KbBankGate *gate, const KbBankPlace *place, KbBankError *error)
{
  const int32_t places[4] = { gate->a.x, gate->a.y, gate->b.x, gate->b.y };
  if (!kb_bank_check_name (gate->name, KB_MAY_BE_EMPTY, KB_PLACE_KEY (place, "name"), error))
    return false;
  for (int i = 0; i < 4; i++)
    if (places[i] < -KB_BANK_MAX_GATE || places[i] > KB_BANK_MAX_GATE)
      return kb_bank_fail (error, KB_PLACE_KEY (place, i < 2 ? "a" : "b"), "expected places from -65536 to 65536 pixels");
  if (gate->a.x == gate->b.x && gate->a.y == gate->b.y)
    return kb_bank_fail (error, place, "both ends are at one place; expected different ones");
  return true;
}

static bool
check_band (const KbBankTrack *track, const KbBankBand *band, const KbBankPlace *place, KbBankError *error)
{
  static const KbBankZone inside = { NULL, 0, 1, false };
  if (!kb_bank_check_name (band->name, KB_MAY_BE_EMPTY, KB_PLACE_KEY (place, "name"), error))
    return false;
  if (band->radius < 1 || band->radius > KB_BANK_MAX_RADIUS)
    return kb_bank_fail (error, KB_PLACE_KEY (place, "radius"), "expected a radius from 1/256 to 127 pixels");
  return check_size (track, &band->painting, place, error)
    && check_pixels (&band->painting, &inside, 1, "value of a band: expected 0 or 1", place, error);
}

static bool
check_track (const KbBankTrack *track, const KbBankPlace *place, KbBankError *error)
{
  if (!kb_bank_check_name (track->name, KB_NOT_EMPTY, KB_PLACE_KEY (place, "name"), error)
      || !kb_bank_check_zones (track->surfaces, track->n_surfaces, "surfaces", place, error))
    return false;
  if (!kb_bank_clearance_good (track->clearance, track->clearance_size))
    return kb_bank_fail (error, KB_PLACE_KEY (place, "clearance"), "expected the bytes of a clearance");
  if (!check_size (track, &track->painting, place, error)
      || !check_pixels (&track->painting, track->surfaces, track->n_surfaces, "surface's", place, error))
    return false;
  for (uint32_t i = 0; i < track->n_gates; i++)
    if (!check_gate (&track->gates[i], KB_PLACE_ITEM (place, "gates", i), error))
      return false;
  for (uint32_t i = 0; i < track->n_bands; i++)
    if (!check_band (track, &track->bands[i], KB_PLACE_ITEM (place, "bands", i), error))
      return false;
  return true;
}

bool
kb_bank_check_tracks (const KbBankContent *content, KbBankError *error)
{
  for (uint32_t i = 0; i < content->n_tracks; i++)
    if (!check_track (&content->tracks[i], KB_PLACE_ITEM (NULL, "tracks", i), error))
      return false;
  return content->n_tracks == 0
    || kb_bank_check_unique (&content->tracks[0].name, sizeof *content->tracks, content->n_tracks, NULL, "tracks", "tracks",
                             error);
}
