/* SPDX-License-Identifier: MIT */
/* The tracks of a JSON bank. */
#include "bank/json_reader.h"

static bool
read_gate (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankGate *gate)
{
  kb_fixed a[2], b[2];
  if (!kb_json_type (r, json, JSON_OBJECT, place)
      || !kb_json_string (r, json_object_get (json, "name"), KB_PLACE_KEY (place, "name"), &gate->name)
      || !kb_json_fixeds (r, json_object_get (json, "a"), 2, KB_PLACE_KEY (place, "a"), a)
      || !kb_json_fixeds (r, json_object_get (json, "b"), 2, KB_PLACE_KEY (place, "b"), b))
    return false;
  gate->a = (KbBankVertex) { a[0], a[1] };
  gate->b = (KbBankVertex) { b[0], b[1] };
  return true;
}

static bool
read_band (KbJsonReader *r, const json_t *json, const KbBankPlace *place, const int64_t size[2], KbBankBand *band)
{
  return kb_json_type (r, json, JSON_OBJECT, place)
    && kb_json_string (r, json_object_get (json, "name"), KB_PLACE_KEY (place, "name"), &band->name)
    && kb_json_colour (r, json_object_get (json, "colour"), KB_PLACE_KEY (place, "colour"), &band->colour)
    && kb_json_fixed (r, json_object_get (json, "radius"), KB_PLACE_KEY (place, "radius"), &band->radius)
    && kb_json_bool (r, json_object_get (json, "painted"), KB_PLACE_KEY (place, "painted"), &band->painted)
    && kb_json_painting (r, json_object_get (json, "rows"), place, size, &band->painting);
}

static bool
read_track (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankTrack *track)
{
  int64_t size[2];
  if (!kb_json_type (r, json, JSON_OBJECT, place)
      || !kb_json_string (r, json_object_get (json, "name"), KB_PLACE_KEY (place, "name"), &track->name)
      || !kb_json_painting_size (r, json, place, size)
      || !kb_json_zones (r, json_object_get (json, "surfaces"), "surfaces", place, true, &track->surfaces, &track->n_surfaces)
      || !kb_json_painting (r, json_object_get (json, "rows"), place, size, &track->painting)
      || !kb_json_bytes (r, json_object_get (json, "clearance"), KB_PLACE_KEY (place, "clearance"), &track->clearance,
                         &track->clearance_size))
    return false;
  const json_t *gates = json_object_get (json, "gates"), *bands = json_object_get (json, "bands");
  if (!kb_json_list (r, gates, sizeof *track->gates, KB_PLACE_KEY (place, "gates"), (void **) &track->gates, &track->n_gates))
    return false;
  for (uint32_t i = 0; i < track->n_gates; i++)
    if (!read_gate (r, json_array_get (gates, i), KB_PLACE_ITEM (place, "gates", i), &track->gates[i]))
      return false;
  if (!kb_json_list (r, bands, sizeof *track->bands, KB_PLACE_KEY (place, "bands"), (void **) &track->bands, &track->n_bands))
    return false;
  for (uint32_t i = 0; i < track->n_bands; i++)
    if (!read_band (r, json_array_get (bands, i), KB_PLACE_ITEM (place, "bands", i), size, &track->bands[i]))
      return false;
  return true;
}

bool
kb_json_tracks (KbJsonReader *r, const json_t *json)
{
  KbBankContent *content = r->content;
  if (!json)
    return true;
  if (!kb_json_list (r, json, sizeof *content->tracks, KB_PLACE_KEY (NULL, "tracks"), (void **) &content->tracks,
                     &content->n_tracks))
    return false;
  for (uint32_t i = 0; i < content->n_tracks; i++)
    if (!read_track (r, json_array_get (json, i), KB_PLACE_ITEM (NULL, "tracks", i), &content->tracks[i]))
      return false;
  return true;
}
