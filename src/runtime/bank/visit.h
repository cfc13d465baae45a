/* SPDX-License-Identifier: MIT */
/* Shared by the checks of a bank's records: the state of the visit, and how a record is refused.
 * Errors name the byte of the record. The first error ends the visit. */
#ifndef KBX_VISIT_H
#define KBX_VISIT_H

#include "runtime/bank/blob.h"
#include "runtime/bank/verify.h"

typedef struct {
  const kbx_bank *bank;
  kbx_error *error;
  const uint8_t *strings;
  bool strict;               /* reserved bytes must be zero, except in later minor versions */
  uint32_t used[KBX_SECTION_TOTAL]; /* how many records, or bytes, have an owner so far */
  uint32_t tile_records;     /* shapes and parts counted for tiles */
} kbx_visit;

#define KBX_COUNT(visit, section) ((visit)->bank->sections[section].count)

/* Refuses a record for its byte `byte`. */
KBX_INTERNAL kbx_status kbx_refuse (const kbx_visit *visit, kbx_status status, int section,
                                    uint32_t record, uint32_t byte, const char *message);

/* Refuses bytes from `from` on in a byte section, at the error's position. */
static inline kbx_status
kbx_refuse_trouble (const kbx_visit *visit, kbx_status status, int section, uint32_t from,
                    const kbx_trouble *trouble)
{
  return kbx_refuse (visit, status, section, from, (uint32_t) trouble->offset, trouble->message);
}

static inline bool
kbx_good_unit (float x, float y)
{
  double length2 = (double) x * x + (double) y * y;
  return ((unsigned) kbx_float_within (x, 2.0f) & (unsigned) kbx_float_within (y, 2.0f)
          & (unsigned) (length2 > 0.9999) & (unsigned) (length2 < 1.0001))
         != 0;
}

/* verify_tables.c: checks single fields of all records. */
KBX_INTERNAL kbx_status kbx_verify_fields (kbx_visit *visit);

/* Checks that the records these own in other sections follow those owned by earlier records. */
KBX_INTERNAL kbx_status kbx_take_owned (kbx_visit *visit, int owner, uint32_t first,
                                        uint32_t count);

/* For items shared by many records, counted from 1: the next new one, one seen before, or 0. */
KBX_INTERNAL bool kbx_take_shared (kbx_visit *visit, int section, uint32_t number);

/* All records of BITM or ZPIC. */
KBX_INTERNAL kbx_status kbx_verify_pieces (kbx_visit *visit, int section, int bytes,
                                           kbx_status (*check) (kbx_trouble *, const uint8_t *,
                                                                size_t));

/* verify_shapes.c: all vertices; all shapes, in one pass over all frames; then the fields of frame
 * i that describe its valid shapes. */
KBX_INTERNAL kbx_status kbx_verify_vertices (kbx_visit *visit);
KBX_INTERNAL kbx_status kbx_verify_shapes (kbx_visit *visit);
KBX_INTERNAL kbx_status kbx_verify_frame_shapes (kbx_visit *visit, uint32_t i,
                                                 const kbx_fram_record *frame);

/* The corners of all parts of a frame's shapes; adds the number of shapes and parts visited to
 * *records. */
KBX_INTERNAL uint32_t kbx_count_corners (const kbx_bank *bank, const kbx_fram_record *frame,
                                         uint32_t *records);

/* A direction: a unit vector, or zeros for none. */
static inline bool
kbx_good_direction (float x, float y)
{
  return ((unsigned) kbx_good_unit (x, y)
          | ((unsigned) kbx_float_within (x, 0.0f) & (unsigned) kbx_float_within (y, 0.0f)))
         != 0;
}

/* In this order: masks/frame_bitmaps.c: bitmaps and their frames. masks/zone_lists.c: pictures of
 * zones. masks/frame_zones.c: their frames. masks/bank_masks.c: masks. tracks/bank_tracks.c:
 * tracks. */
KBX_INTERNAL kbx_status kbx_verify_bitmap_pieces (kbx_visit *visit);
KBX_INTERNAL kbx_status kbx_verify_bitmaps (kbx_visit *visit);
KBX_INTERNAL kbx_status kbx_verify_zone_pictures (kbx_visit *visit);
KBX_INTERNAL kbx_status kbx_verify_tracks (kbx_visit *visit);

/* levels/bank_levels.c: levels, their areas and entities. */
KBX_INTERNAL kbx_status kbx_verify_levels (kbx_visit *visit);
/* The bounds of levels whose layers are valid. */
KBX_INTERNAL kbx_status kbx_verify_bounds (kbx_visit *visit);

/* levels/bank_worlds.c: tile layers, mazes, grounds and heightmaps. */
KBX_INTERNAL kbx_status kbx_verify_worlds (kbx_visit *visit);

#endif
