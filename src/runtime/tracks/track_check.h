/* SPDX-License-Identifier: MIT */
/* Checks bytes against track.h. In a header, since the converter from JSON to banks does without
 * the rest of the library. */
#ifndef KBX_TRACK_CHECK_H
#define KBX_TRACK_CHECK_H

#include "runtime/bank/blob.h"

#define KBX_TRACK_SIDE 16384u
#define KBX_TRACK_HEADER 16u
#define KBX_TRACK_TILE 64u
#define KBX_TRACK_UNIT 16

static inline uint32_t
kbx_track_tiles_at (uint32_t w, uint32_t h)
{
  uint32_t entries = ((w + 7) >> 3) * ((h + 7) >> 3);
  return (KBX_TRACK_HEADER + 4 * entries + KBX_TRACK_TILE - 1) / KBX_TRACK_TILE * KBX_TRACK_TILE;
}

/* Checks the header alone. */
static inline kbx_status
kbx_check_track_header (kbx_trouble *trouble, const uint8_t *p)
{
  const uint32_t w = kbx_load_u16 (p), h = kbx_load_u16 (p + 2), most = kbx_load_u16 (p + 4),
                 tiles = kbx_load_u32 (p + 8);
  if (w == 0 || w > KBX_TRACK_SIDE)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 0, "expected a width of 1 to 16384 pixels");
  if (h == 0 || h > KBX_TRACK_SIDE)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 2, "expected a height of 1 to 16384 pixels");
  if (most < 16 || most > 2032)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 4, "expected a cut-off of 1 to 127 pixels");
  if (kbx_load_u16 (p + 6) != 0)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 6, "expected zero");
  if (tiles == 0 || tiles > 1u << 24)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 8, "expected 1 to 2^24 tiles");
  if (kbx_load_u32 (p + 12) != kbx_track_tiles_at (w, h) + (uint64_t) tiles * KBX_TRACK_TILE)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 12,
                           "expected the size that the numbers of the header ask for");
  return KBX_OK;
}

static inline kbx_status
kbx_check_track (kbx_trouble *trouble, const uint8_t *p, size_t size)
{
  if (p == NULL)
    return kbx_trouble_at (trouble, KBX_ERROR_ARGUMENT, 0, "no data");
  if (size < KBX_TRACK_HEADER)
    return kbx_trouble_at (trouble, KBX_ERROR_TRUNCATED, size, "the data ends within the header");
  const kbx_status status = kbx_check_track_header (trouble, p);
  if (status != KBX_OK)
    return status;
  if (size < kbx_load_u32 (p + 12))
    return kbx_trouble_at (trouble, KBX_ERROR_TRUNCATED, size,
                           "the data ends before the size in the header");
  const uint32_t tiles = kbx_load_u32 (p + 8);
  const uint32_t entries = ((kbx_load_u16 (p) + 7u) >> 3) * ((kbx_load_u16 (p + 2) + 7u) >> 3);
  const uint32_t at = kbx_track_tiles_at (kbx_load_u16 (p), kbx_load_u16 (p + 2));
  for (uint32_t i = 0; i < entries; i++)
    if ((kbx_load_u32 (p + KBX_TRACK_HEADER + 4 * (size_t) i) & 0xffffffu) >= tiles)
      return kbx_trouble_at (trouble, KBX_ERROR_REFERENCE, KBX_TRACK_HEADER + 4 * (uint64_t) i,
                             "expected one of the tiles");
  const uint64_t end = at + KBX_TRACK_TILE,
                 rest = kbx_first_nonzero (p, KBX_TRACK_HEADER + 4 * (uint64_t) entries, end);
  if (rest < end)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, rest,
                           "expected zero, up to the end of the first tile");
  return KBX_OK;
}

#endif
