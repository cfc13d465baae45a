/* SPDX-License-Identifier: MIT */
/* Checks the bytes of a mask of zones. */
#include "runtime/masks/zones.h"

static kbx_status
kbx_bad_mask (kbx_trouble *trouble, uint64_t offset, const char *message)
{
  return kbx_trouble_at (trouble, KBX_ERROR_VALUE, offset, message);
}

/* Adds the zones of a tile whose data is at byte `at`, and checks its rows. */
static kbx_status
kbx_check_tile (kbx_trouble *trouble, uint64_t at, const kbx_zone_tile *tile, kbx_zone_set *zones)
{
  kbx_zone_set stated, seen = { { 0, 0, 0, 0 } };
  for (uint32_t i = 0; i < kbx_tile_palette (tile->kind); i++)
    kbx_set_add (zones, tile->data[i]);
  for (uint32_t y = 0; y < KBX_TILE && tile->kind == KBX_TILE_SPLIT; y++)
    if (tile->data[2 + y] > KBX_TILE)
      return kbx_bad_mask (trouble, at + 2 + y, "expected a column from 0 to 32");
  if (tile->kind != KBX_TILE_BITS8)
    return KBX_OK;
  stated = kbx_load_set (tile->data);
  for (uint32_t i = 0; i < KBX_TILE * KBX_TILE; i++)
    kbx_set_add (&seen, tile->data[32 + i]);
  for (int i = 0; i < 4; i++)
    zones->bits[i] |= seen.bits[i];
  return memcmp (&stated, &seen, sizeof stated) == 0
           ? KBX_OK
           : kbx_bad_mask (trouble, at, "expected the zones that the tile's pixels have");
}

static kbx_status
kbx_check_tile_entry (kbx_trouble *trouble, const uint8_t *p, uint32_t i, uint64_t *at,
                      kbx_zone_set *zones)
{
  const uint64_t place = KBX_ZONES_HEADER + 4 * (uint64_t) i, from = *at;
  const uint32_t entry = kbx_load_u32 (p + place), kind = entry >> 28;
  const kbx_zone_tile tile = kbx_read_tile (p, i);
  if (kind >= KBX_TILE_KINDS)
    return kbx_bad_mask (trouble, place, "expected a kind of tile from 0 to 5");
  if (kind == KBX_TILE_FLAT && (entry & 0x0fffffff) > 255)
    return kbx_bad_mask (trouble, place, "expected a zone from 0 to 255");
  if (kind == KBX_TILE_FLAT)
    {
      kbx_set_add (zones, tile.zone);
      return KBX_OK;
    }
  if (4 * (uint64_t) (entry & 0x0fffffff) != from
      || from + kbx_tile_bytes (kind) > kbx_load_u32 (p + 4))
    return kbx_bad_mask (trouble, place,
                         "expected data that follow those of the tile before, inside the mask");
  *at += kbx_tile_bytes (kind);
  return kbx_check_tile (trouble, from, &tile, zones);
}

KBX_INTERNAL kbx_status
kbx_check_mask (kbx_trouble *trouble, const uint8_t *p, size_t size)
{
  kbx_zone_set zones = { { 0, 0, 0, 0 } }, stated;
  if (size < KBX_ZONES_HEADER)
    return kbx_trouble_at (trouble, KBX_ERROR_TRUNCATED, size, "the data ends within the header");
  if (kbx_load_u32 (p + 4) != size)
    return kbx_trouble_at (trouble, KBX_ERROR_TRUNCATED, 4, "expected the size of the data");
  const uint32_t w = kbx_load_u16 (p);
  const uint32_t h = kbx_load_u16 (p + 2);
  if (w == 0 || w > KBX_MASK_LIMIT)
    return kbx_bad_mask (trouble, 0, "expected a width of 1 to 16384 pixels");
  if (h == 0 || h > KBX_MASK_LIMIT)
    return kbx_bad_mask (trouble, 2, "expected a height of 1 to 16384 pixels");
  const uint32_t tiles = (w + KBX_TILE - 1) / KBX_TILE * ((h + KBX_TILE - 1) / KBX_TILE);
  uint64_t at = KBX_ZONES_HEADER + 4 * (uint64_t) tiles;
  if (at > size)
    return kbx_bad_mask (trouble, 4, "expected room for all tiles");
  for (uint32_t i = 0; i < tiles; i++)
    if (kbx_check_tile_entry (trouble, p, i, &at, &zones) != KBX_OK)
      return KBX_ERROR_VALUE;
  if (at != size)
    return kbx_bad_mask (trouble, at, "the bytes belong to no tile");
  stated = kbx_load_set (p + 8);
  return memcmp (&zones, &stated, sizeof zones) == 0
           ? KBX_OK
           : kbx_bad_mask (trouble, 8, "expected the zones that the tiles have");
}
