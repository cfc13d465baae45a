/* SPDX-License-Identifier: MIT */
/* The memory layout of a mask of zones, and how to read its tiles. Little-endian everywhere. */
/*   0 | u16 w, h       |
 *   4 | u32 size       | total bytes
 *   8 | u64[4]         | the zones that occur
 *  40 | u32 per tile   | 32 x 32 pixels each, row by row: the kind in the upper 4 bits; below them
 *     |                | the zone of KBX_TILE_FLAT, else the offset of the tile's data / 4 */
/* The data of the tiles, in the order of the tiles, without a gap:
 * SPLIT | u8 left, right; u8[32] the column of each row where `right` begins; 6 zero bytes
 * BITS1 | u8[2] zones, 2 zero bytes; a u32 per row, column 0 in bit 0: 1 is the second zone
 * BITS2 | u8[4] zones; a u64 per row, column 0 in bits 0 and 1
 * BITS4 | u8[16] zones; two u64 per row, column 0 in bits 0 to 3 of the first
 * BITS8 | u64[4]: the zones that occur; 32 bytes per row */
/* The zero bytes of SPLIT let eight rows be read from any row. A list of zones shorter than its
 * room repeats the last zone. A tile that reaches outside the mask repeats the last column and
 * row. */
#ifndef KBX_ZONES_H
#define KBX_ZONES_H

#include "runtime/bits.h"
#include "runtime/bank/blob.h"

enum {
  KBX_TILE_FLAT,
  KBX_TILE_SPLIT,
  KBX_TILE_BITS1,
  KBX_TILE_BITS2,
  KBX_TILE_BITS4,
  KBX_TILE_BITS8,
  KBX_TILE_KINDS
};

#define KBX_TILE 32
#define KBX_ZONES_HEADER 40u

/* Per kind: the size of a tile's data, and of the list of zones at its start. */
static inline uint32_t
kbx_tile_bytes (uint32_t kind)
{
  static const uint16_t bytes[KBX_TILE_KINDS] = { 0, 40, 132, 260, 528, 1056 };
  return bytes[kind];
}

static inline uint32_t
kbx_tile_palette (uint32_t kind)
{
  static const uint8_t entries[KBX_TILE_KINDS] = { 0, 2, 2, 4, 16, 0 };
  return entries[kind];
}

static inline bool
kbx_set_has (const kbx_zone_set *set, uint32_t zone)
{
  return (set->bits[zone >> 6] >> (zone & 63) & 1) != 0;
}

static inline void
kbx_set_add (kbx_zone_set *set, uint32_t zone)
{
  set->bits[zone >> 6] |= UINT64_C (1) << (zone & 63);
}

static inline kbx_zone_set
kbx_load_set (const uint8_t *p)
{
  kbx_zone_set set;
  for (int i = 0; i < 4; i++)
    set.bits[i] = kbx_load_u64 (p + 8 * i);
  return set;
}

typedef struct {
  uint32_t kind, zone;   /* the zone of a flat tile */
  const uint8_t *data;   /* of other kinds */
} kbx_zone_tile;

static inline kbx_zone_tile
kbx_read_tile (const uint8_t *p, uint32_t i)
{
  uint32_t entry = kbx_load_u32 (p + KBX_ZONES_HEADER + 4 * (size_t) i);
  KBX_STEPS (1);
  return KBX_LITERAL (kbx_zone_tile){ entry >> 28, entry & 0xff,
                                      p + 4 * (size_t) (entry & 0x0fffffff) };
}

/* Checks that `size` bytes are a valid mask: KBX_OK, KBX_ERROR_TRUNCATED or KBX_ERROR_VALUE.
 * Linear. zone_check.c */
KBX_INTERNAL kbx_status kbx_check_mask (kbx_trouble *trouble, const uint8_t *p, size_t size);

/* The zone of a pixel of a tile. */
static inline uint32_t
kbx_tile_zone (const kbx_zone_tile *tile, uint32_t x, uint32_t y)
{
  const uint8_t *p = tile->data;
  switch (tile->kind)
    {
    case KBX_TILE_FLAT: return tile->zone;
    case KBX_TILE_SPLIT: return p[x >= p[2 + y]];
    case KBX_TILE_BITS1: return p[p[4 + 4 * y + x / 8] >> x % 8 & 1];
    case KBX_TILE_BITS2: return p[p[4 + 8 * y + x / 4] >> x % 4 * 2 & 3];
    case KBX_TILE_BITS4: return p[p[16 + 16 * y + x / 2] >> x % 2 * 4 & 15];
    default: return p[32 + 32 * y + x];
    }
}

#endif
