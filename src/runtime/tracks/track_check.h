/* SPDX-License-Identifier: MIT */
/* Whether bytes are a track's clearance, as track.h describes it. In a header, since a program that turns JSON into banks has
 * to do without the rest of the library. */
#ifndef KBX_TRACK_CHECK_H
#define KBX_TRACK_CHECK_H

#include "runtime/records.h"

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

static inline kbx_status
kbx_check_track (const uint8_t *p, size_t size)
{
  uint32_t w, h, most, tiles, entries, at;
  if (p == NULL)
    return KBX_ERROR_ARGUMENT;
  if (size < KBX_TRACK_HEADER)
    return KBX_ERROR_TRUNCATED;
  w = kbx_load_u16 (p);
  h = kbx_load_u16 (p + 2);
  most = kbx_load_u16 (p + 4);
  tiles = kbx_load_u32 (p + 8);
  if (w == 0 || h == 0 || w > KBX_TRACK_SIDE || h > KBX_TRACK_SIDE || most < 16 || most > 2032 || kbx_load_u16 (p + 6) != 0 ||
      tiles == 0 || tiles > 1u << 24)
    return KBX_ERROR_VALUE;
  entries = ((w + 7) >> 3) * ((h + 7) >> 3);
  at = kbx_track_tiles_at (w, h);
  if (kbx_load_u32 (p + 12) != at + (uint64_t) tiles * KBX_TRACK_TILE)
    return KBX_ERROR_VALUE;
  if (size < kbx_load_u32 (p + 12))
    return KBX_ERROR_TRUNCATED;
  for (uint32_t i = 0; i < entries; i++)
    if ((kbx_load_u32 (p + KBX_TRACK_HEADER + 4 * (size_t) i) & 0xffffffu) >= tiles)
      return KBX_ERROR_REFERENCE;
  for (uint32_t i = KBX_TRACK_HEADER + 4 * entries; i < at + KBX_TRACK_TILE; i++)
    if (p[i] != 0)
      return KBX_ERROR_VALUE;
  return KBX_OK;
}

#endif
