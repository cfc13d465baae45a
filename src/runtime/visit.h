/* SPDX-License-Identifier: MIT */
/* What the files that check a bank's records share: where the visit stands, and how a record is
 * refused. The functions refuse with the byte of the record; the first thing that is wrong ends the
 * visit. */
#ifndef KBX_VISIT_H
#define KBX_VISIT_H

#include "runtime/blob.h"
#include "runtime/verify.h"

typedef struct {
  const kbx_bank *bank;
  kbx_error *error;
  const uint8_t *strings;
  bool strict;               /* reserved bytes must be zero: not asked of later minor versions */
  uint32_t used[KBX_SECTION_TOTAL]; /* how many records, or bytes, have found their owner */
  uint32_t tile_records;     /* shapes and parts that were counted for tiles */
} kbx_visit;

#define KBX_COUNT(visit, section) ((visit)->bank->sections[section].count)

/* Byte `byte` of record `record` is wrong. */
KBX_INTERNAL kbx_status kbx_refuse (const kbx_visit *visit, kbx_status status, int section,
                                    uint32_t record, uint32_t byte, const char *message);

/* So are bytes that begin at byte `from` of a section of bytes, where the trouble is. */
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

/* verify_tables.c: what the records of all sections have to have in single fields. */
KBX_INTERNAL kbx_status kbx_verify_fields (kbx_visit *visit);

/* What these records of a section own in other sections comes after what records before them own
 * there. */
KBX_INTERNAL kbx_status kbx_take_owned (kbx_visit *visit, int owner, uint32_t first,
                                        uint32_t count);

/* Of what many may refer to, counted from 1: the next one, or one that was there before, or 0. */
KBX_INTERNAL bool kbx_take_shared (kbx_visit *visit, int section, uint32_t number);

/* All records of BITM or ZPIC. */
KBX_INTERNAL kbx_status kbx_verify_pieces (kbx_visit *visit, int section, int bytes,
                                           kbx_status (*check) (kbx_trouble *, const uint8_t *,
                                                                size_t));

/* verify_shapes.c: all vertices; all shapes, in one go over all frames; what frame i, whose record
 * is given, says of its shapes once they are known to be good. */
KBX_INTERNAL kbx_status kbx_verify_vertices (kbx_visit *visit);
KBX_INTERNAL kbx_status kbx_verify_shapes (kbx_visit *visit);
KBX_INTERNAL kbx_status kbx_verify_frame_shapes (kbx_visit *visit, uint32_t i,
                                                 const kbx_fram_record *frame);

/* The corners of all parts of a frame's shapes; how many shapes and parts it looked at is added to
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

/* verify_extras.c: what is known about some shapes besides: parameters, outlines, names and values;
 * the pairs of VALU that belong together. */
KBX_INTERNAL kbx_status kbx_verify_extras (kbx_visit *visit);
KBX_INTERNAL kbx_status kbx_verify_pairs (const kbx_visit *visit, uint32_t first, uint32_t count);

/* masks/frame_bitmaps.c: bitmaps, and which of them frames have. masks/zone_lists.c: pictures of
 * zones. masks/frame_zones.c: which of them frames have. masks/bank_masks.c: masks.
 * tracks/bank_tracks.c: tracks. In this order. */
KBX_INTERNAL kbx_status kbx_verify_bitmap_pieces (kbx_visit *visit);
KBX_INTERNAL kbx_status kbx_verify_bitmaps (kbx_visit *visit);
KBX_INTERNAL kbx_status kbx_verify_zone_pictures (kbx_visit *visit);
KBX_INTERNAL kbx_status kbx_verify_frame_zones (kbx_visit *visit);
KBX_INTERNAL kbx_status kbx_verify_masks (kbx_visit *visit);
KBX_INTERNAL kbx_status kbx_verify_tracks (kbx_visit *visit);

/* levels/bank_levels.c: levels, their areas and entities. */
KBX_INTERNAL kbx_status kbx_verify_levels (kbx_visit *visit);

/* levels/bank_worlds.c: layers of tiles, mazes, grounds and heightmaps. */
KBX_INTERNAL kbx_status kbx_verify_worlds (kbx_visit *visit);

#endif
