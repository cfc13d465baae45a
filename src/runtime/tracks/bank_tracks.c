/* SPDX-License-Identifier: MIT */
/* The tracks of a bank: their check, surfaces, gates and bands. */
#include "runtime/bank/about.h"
#include "runtime/masks/zone_lists.h"
#include "runtime/tracks/track.h"

/* ---- the check ---- */

static kbx_status
kbx_refuse_track (const kbx_visit *visit, uint32_t i, uint32_t byte, kbx_status status,
                  const char *message)
{
  return kbx_refuse (visit, status, KBX_SECTION_TRAK, i, byte, message);
}

/* Whether picture `number` has the size of the clearance. */
static bool
kbx_same_size (const kbx_visit *visit, uint32_t number, const uint8_t *clearance)
{
  return memcmp (kbx_zone_picture (visit->bank, number), clearance, 4) == 0;
}

static kbx_status
kbx_verify_surfaces (kbx_visit *visit, uint32_t i, const kbx_trak_record *r,
                     const uint8_t *clearance)
{
  kbx_zone_set values = { { 0, 0, 0, 0 } };
  kbx_status status = kbx_verify_zone_list (visit, r->first_zone, r->zone_count, &values);
  if (status != KBX_OK)
    return status;
  if (r->surfaces == 0 || !kbx_take_shared (visit, KBX_SECTION_ZPIC, r->surfaces))
    return kbx_refuse_track (visit, i, 12, KBX_ERROR_REFERENCE,
                             "expected the next picture, or one that was used before");
  if (!kbx_same_size (visit, r->surfaces, clearance))
    return kbx_refuse_track (visit, i, 12, KBX_ERROR_VALUE,
                             "expected a picture of the clearance's size");
  if (!kbx_values_known (kbx_zone_picture (visit->bank, r->surfaces), &values))
    return kbx_refuse_track (visit, i, 12, KBX_ERROR_VALUE,
                             "a pixel has a value that is no surface's");
  return KBX_OK;
}

static kbx_status
kbx_verify_gates (kbx_visit *visit, const kbx_trak_record *r)
{
  for (uint32_t i = r->first_gate; i < r->first_gate + r->gate_count; i++)
    {
      kbx_gate_record gate = kbx_read_gate (visit->bank, i);
      const int32_t places[4] = { gate.ax, gate.ay, gate.bx, gate.by };
      for (uint32_t k = 0; k < 4; k++)
        if (places[k] < KBX_GATE_LOW || places[k] > KBX_GATE_HIGH)
          return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_GATE, i, 4 + 4 * k,
                             "expected at most 65,536 pixels");
      if (gate.ax == gate.bx && gate.ay == gate.by)
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_GATE, i, 12,
                           "expected two different ends");
    }
  return KBX_OK;
}

static kbx_status
kbx_verify_bands (kbx_visit *visit, const kbx_trak_record *r, const uint8_t *clearance)
{
  static const kbx_zone_set in_or_out = { { 3, 0, 0, 0 } };
  for (uint32_t i = r->first_band; i < r->first_band + r->band_count; i++)
    {
      kbx_band_record band = kbx_read_band (visit->bank, i);
      if (band.number == 0 || !kbx_take_shared (visit, KBX_SECTION_ZPIC, band.number))
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_BAND, i, 16,
                           "expected the next picture, or one that was used before");
      if (!kbx_same_size (visit, band.number, clearance)
          || !kbx_values_known (kbx_zone_picture (visit->bank, band.number), &in_or_out))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_BAND, i, 16,
                           "expected a picture of the clearance's size, of 0 and 1");
    }
  return KBX_OK;
}

static kbx_status
kbx_verify_track (kbx_visit *visit, uint32_t i)
{
  const kbx_trak_record r = kbx_read_trak (visit->bank, i);
  kbx_trouble trouble;
  kbx_status status = kbx_take_owned (visit, KBX_SECTION_TRAK, i, 1);
  if (status != KBX_OK)
    return status;
  const uint8_t *clearance = visit->bank->sections[KBX_SECTION_CLEA].data + r.offset;
  status = kbx_check_track (&trouble, clearance, r.size);
  if (status == KBX_OK && kbx_load_u32 (clearance + 12) != r.size)
    status = kbx_trouble_at (&trouble, KBX_ERROR_VALUE, 12,
                             "expected the size in the track's record");
  if (status != KBX_OK)
    return kbx_refuse_trouble (visit, status, KBX_SECTION_CLEA, r.offset, &trouble);
  status = kbx_verify_surfaces (visit, i, &r, clearance);
  if (status == KBX_OK)
    status = kbx_verify_gates (visit, &r);
  return status == KBX_OK ? kbx_verify_bands (visit, &r, clearance) : status;
}

KBX_INTERNAL kbx_status
kbx_verify_tracks (kbx_visit *visit)
{
  kbx_status status = KBX_OK;
  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_TRAK) && status == KBX_OK; i++)
    status = kbx_verify_track (visit, i);
  return status;
}

/* ---- the parts of a track ---- */

static bool
kbx_track_exists (kbx_handle track)
{
  return track.kind == KBX_TRACK && kbx_within (track.bank, KBX_SECTION_TRAK, track.index);
}

static kbx_segment
kbx_read_gate_line (const kbx_bank *bank, uint32_t i)
{
  const kbx_gate_record r = kbx_read_gate (bank, i);
  return KBX_LITERAL (kbx_segment){ { (float) r.ax / KBX_GRID, (float) r.ay / KBX_GRID },
                                    { (float) r.bx / KBX_GRID, (float) r.by / KBX_GRID } };
}

KBX_INTERNAL void
kbx_about_gate (kbx_about *about, kbx_handle handle)
{
  if (handle.kind != KBX_GATE || !kbx_within (handle.bank, KBX_SECTION_GATE, handle.index))
    return;
  const kbx_segment gate = kbx_read_gate_line (handle.bank, handle.index);
  const kbx_wide_vec along = kbx_from_to (gate.a, gate.b);
  about->found = true;
  about->position = kbx_narrow (
    kbx_wide_make (((double) gate.a.x + gate.b.x) / 2, ((double) gate.a.y + gate.b.y) / 2));
  about->direction = kbx_narrow (kbx_unit (kbx_wide_make (along.y, 0 - along.x)));
}

/* A track packed by the game has neither surfaces nor gates. */
KBX_INTERNAL void
kbx_about_track (kbx_about *about, kbx_handle track)
{
  const uint8_t *p = kbx_bytes_of (track, KBX_TRACK);
  if (p == NULL)
    return;
  if (kbx_track_exists (track))
    {
      kbx_trak_record r = kbx_read_trak (track.bank, track.index);
      about->mask = kbx_packed_handle (KBX_MASK, kbx_zone_picture (track.bank, r.surfaces));
      if (r.gate_count > 0)
        kbx_about_gate (about, kbx_quick_handle (track.bank, KBX_GATE, r.first_gate));
    }
  about->found = true;
  about->size.w = kbx_load_u16 (p);
  about->size.h = kbx_load_u16 (p + 2);
  about->max_clearance = kbx_track_most (track);
}

KBX_API uint32_t
kbx_track_gates (kbx_handle track, kbx_segment *gates, uint32_t capacity)
{
  if (!kbx_track_exists (track))
    return 0;
  const kbx_trak_record r = kbx_read_trak (track.bank, track.index);
  for (uint32_t i = 0; i < r.gate_count && i < capacity && gates != NULL; i++)
    gates[i] = kbx_read_gate_line (track.bank, r.first_gate + i);
  return r.gate_count;
}

/* ---- bands ---- */

static bool
kbx_band_exists (kbx_handle band)
{
  return band.kind == KBX_BAND && kbx_within (band.bank, KBX_SECTION_BAND, band.index);
}

KBX_INTERNAL void
kbx_about_band (kbx_about *about, kbx_handle band)
{
  if (!kbx_band_exists (band))
    return;
  const kbx_band_record r = kbx_read_band (band.bank, band.index);
  about->found = true;
  about->colour = kbx_load_u32 (kbx_handle_record (band) + 4);
  about->radius = (float) r.radius / KBX_GRID;
  about->painted = (r.flags & KBX_BAND_PAINTED) != 0;
  about->mask = kbx_packed_handle (KBX_MASK, kbx_zone_picture (band.bank, r.number));
}

static bool
kbx_band_touches (kbx_handle band, kbx_vec p)
{
  const kbx_band_record r = kbx_read_band (band.bank, band.index);
  const kbx_handle track = kbx_parent (band);
  const kbx_field f = kbx_read_field (track);
  const kbx_circle car = { p, (float) r.radius / KBX_GRID };
  const kbx_point pixel = kbx_pixel_of (p);
  const float clearance = (float) kbx_field_at (&f, pixel.x, pixel.y) / KBX_TRACK_UNIT;
  if (clearance > 0)
    {
      const kbx_handle mask = kbx_packed_handle (KBX_MASK, kbx_zone_picture (band.bank, r.number));
      const bool in_band = kbx_zone_at (mask, kbx_at (0, 0), pixel) != 0;
      if (in_band != (clearance < car.radius))
        return in_band;
    }
  return kbx_road_touches (track, car);
}

KBX_API bool
kbx_track_touching (kbx_handle road, kbx_circle circle)
{
  if (road.kind == KBX_BAND)
    return kbx_band_exists (road) && kbx_vec_valid (circle.centre)
           && kbx_band_touches (road, circle.centre);
  return kbx_bytes_of (road, KBX_TRACK) != NULL && kbx_circle_valid (circle)
         && kbx_road_touches (road, circle);
}
