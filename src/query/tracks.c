/* SPDX-License-Identifier: MIT */
/* Queries of tracks. */
#include <math.h>

#include "query/private.h"

/* The track's band of that radius. The number of bands if there is none. */
static uint32_t
band_of_radius (const KbQuery *query, uint32_t index, float radius)
{
  const kbx_handle track = kbx_bank_item (query->bank, KBX_TRACK, index);
  uint32_t i = 0, n = kbx_count (track, KBX_BAND);
  while (i < n && kbx_info (kbx_item (track, KBX_BAND, i)).radius != radius)
    i++;
  return i;
}

/* Above the cut-off the bank has no clearance. */
static gboolean
knows_radius (KbQuery *query, uint32_t index, float radius)
{
  const kbx_handle handle = kbx_bank_item (query->bank, KBX_TRACK, index);
  float most = (float) kbx_info (handle).max_clearance;
  return radius <= most || band_of_radius (query, index, radius) < kbx_count (handle, KBX_BAND)
         || kb_query_fail (
           query, "radius: expected at most %g, which this track's clearance is cut off at",
           (double) most);
}

/* A hand-painted band of the radius takes precedence. */
static gboolean
car_touches (KbQuery *query, uint32_t index, kbx_circle car)
{
  kbx_handle track = kbx_bank_item (query->bank, KBX_TRACK, index);
  uint32_t band = band_of_radius (query, index, car.radius);
  if (band < kbx_count (track, KBX_BAND))
    return kbx_track_touching (kbx_item (track, KBX_BAND, band), car);
  return kbx_track_touching (track, car);
}

/* Of a turned box, where it has the least clearance. */
static json_t *
answer_box_clearance (KbQuery *query, kbx_handle track, const json_t *value)
{
  kbx_obb car;
  if (!kb_query_obb_of (query, value, "obb", &car))
    return NULL;
  const kbx_track_place place = kbx_track_least (track, car);
  if (place.status == KBX_OK && !json_object_get (query->line, "p")
      && !json_object_get (query->line, "radius"))
    return json_pack ("{s:f, s:[f, f], s:b}", "clearance", place.clearance, "normal",
                      place.normal.x, place.normal.y, "touches", place.clearance < 0);
  kb_query_fail (query, "obb: expected w and h of at most 1024, without p and radius");
  return NULL;
}

static json_t *
answer_clearance (KbQuery *query)
{
  uint32_t index;
  kbx_circle car;
  const json_t *radius = json_object_get (query->line, "radius"),
               *box = json_object_get (query->line, "obb");
  if (!kb_query_track (query, &index))
    return NULL;
  const kbx_handle track = kbx_bank_item (query->bank, KBX_TRACK, index);
  if (box)
    return answer_box_clearance (query, track, box);
  if (!kb_query_place (query, "p", KBX_WORLD_LIMIT, &car.centre)
      || (radius && !kb_query_number (query, radius, "radius", 0, KBX_WORLD_LIMIT, &car.radius))
      || (radius && !knows_radius (query, index, car.radius)))
    return NULL;
  const kbx_track_place place = kbx_track_at (track, car.centre);
  const kbx_point pixel = { (int32_t) floorf (car.centre.x), (int32_t) floorf (car.centre.y) };
  const kbx_handle surface =
    kbx_zone_of (track, kbx_zone_at (kbx_info (track).mask, kbx_at (0, 0), pixel));
  return json_pack (
    "{s:f, s:[f, f], s:s?, s:o*}", "clearance", place.clearance, "normal", place.normal.x,
    place.normal.y, "surface", surface.kind != KBX_NOTHING ? kbx_name (surface) : NULL, "touches",
    radius ? json_boolean (car_touches (query, index, car)) : NULL);
}

/* A car that drives straight on until its circle touches the edge. */
static json_t *
answer_track_trace (KbQuery *query)
{
  uint32_t index;
  kbx_circle car;
  kbx_vec move;
  query->exact = TRUE;
  if (!kb_query_track (query, &index) || !kb_query_mover (query, &car, &move))
    return NULL;
  kbx_hit sweep = kbx_track_cast (kbx_bank_item (query->bank, KBX_TRACK, index), car, move);
  if (sweep.status != KBX_OK && !knows_radius (query, index, car.radius))
    return NULL;
  return kb_query_status (query, sweep.status)
           ? kb_query_sweep (sweep, kb_query_pair (kbx_stop (car.centre, move, sweep, 0)))
           : NULL;
}

const KbQueryKind kb_track_queries[] = {
  { "clearance", answer_clearance, "q track p radius obb",
    "\"track\": NAME, \"p\": [x, y], \"radius\": R; or instead of p and radius \"obb\": "
    "{\"at\": [x, y], \"degrees\": D, \"w\": W, \"h\": H}",
    "clearance, normal, surface; with a radius or box touches" },
  { "track_trace", answer_track_trace, "q track from to radius", "\"track\": NAME, MOVE",
    "hit, fraction, point, normal, started_inside" },
  { NULL },
};
