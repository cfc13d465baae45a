/* SPDX-License-Identifier: MIT */
/* Making and checking masks of zones. */
#include "runtime/masks/zone_make.h"

typedef struct {
  const uint8_t *values;
  size_t stride;
} kbx_zone_rows;

static const uint8_t *
kbx_zone_band (const kbx_zone_source *source, uint32_t y, uint32_t count, size_t *stride)
{
  const kbx_zone_rows *rows = (const kbx_zone_rows *) source->data;
  (void) count;
  *stride = rows->stride;
  return rows->values + y * rows->stride;
}

KBX_API size_t
kbx_mask_pack (const uint8_t *values, uint32_t w, uint32_t h, size_t stride, void *bytes, size_t capacity)
{
  kbx_zone_rows rows;
  kbx_zone_source source;

  if (values == NULL || w == 0 || h == 0 || w > KBX_MASK_LIMIT || h > KBX_MASK_LIMIT)
    return 0;
  rows.values = values;
  rows.stride = stride;
  source.w = w;
  source.h = h;
  source.band = kbx_zone_band;
  source.data = &rows;
  return kbx_make_mask (&source, (uint8_t *) bytes, capacity);
}

/* ---- checking ---- */

/* The zones that a tile's data tell; false when its rows do not fit. */
static bool
kbx_good_tile (const kbx_zone_tile *tile, kbx_zone_set *zones)
{
  kbx_zone_set told, seen = { { 0, 0, 0, 0 } };
  bool good = true;
  for (uint32_t i = 0; i < kbx_tile_palette (tile->kind); i++)
    kbx_set_add (zones, tile->data[i]);
  for (uint32_t y = 0; y < KBX_TILE && tile->kind == KBX_TILE_SPLIT; y++)
    good = good && tile->data[2 + y] <= KBX_TILE;
  if (tile->kind != KBX_TILE_BITS8)
    return good;
  told = kbx_load_set (tile->data);
  for (uint32_t i = 0; i < KBX_TILE * KBX_TILE; i++)
    kbx_set_add (&seen, tile->data[32 + i]);
  for (int i = 0; i < 4; i++)
    {
      good = good && told.bits[i] == seen.bits[i];
      zones->bits[i] |= seen.bits[i];
    }
  return good;
}

static bool
kbx_good_mask (const uint8_t *p, size_t size)
{
  uint32_t w = kbx_load_u16 (p), h = kbx_load_u16 (p + 2);
  uint32_t tiles = (w + KBX_TILE - 1) / KBX_TILE * ((h + KBX_TILE - 1) / KBX_TILE);
  uint64_t at = KBX_ZONES_HEADER + 4 * (uint64_t) tiles;
  kbx_zone_set zones = { { 0, 0, 0, 0 } }, told = kbx_load_set (p + 8);
  bool good = w > 0 && h > 0 && w <= KBX_MASK_LIMIT && h <= KBX_MASK_LIMIT && at <= size;

  for (uint32_t i = 0; i < tiles && good; i++)
    {
      uint32_t entry = kbx_load_u32 (p + KBX_ZONES_HEADER + 4 * (size_t) i), kind = entry >> 28;
      kbx_zone_tile tile = kbx_read_tile (p, i);
      good = kind < KBX_TILE_KINDS;
      if (!good)
        break;
      if (kind == KBX_TILE_FLAT)
        {
          good = (entry & 0x0fffffff) < 256;
          kbx_set_add (&zones, tile.zone);
          continue;
        }
      good = 4 * (uint64_t) (entry & 0x0fffffff) == at && at + kbx_tile_bytes (kind) <= size
        && kbx_good_tile (&tile, &zones);
      at += kbx_tile_bytes (kind);
    }
  return good && at == size && memcmp (&zones, &told, sizeof zones) == 0;
}

KBX_API kbx_status
kbx_mask_open (kbx_mask *mask, const void *bytes, size_t size)
{
  const uint8_t *p = (const uint8_t *) bytes;
  if (mask == NULL)
    return KBX_ERROR_ARGUMENT;
  mask->bytes = NULL;
  if (p == NULL)
    return KBX_ERROR_ARGUMENT;
  if (size < KBX_ZONES_HEADER || kbx_load_u32 (p + 4) != size)
    return KBX_ERROR_TRUNCATED;
  if (!kbx_good_mask (p, size))
    return KBX_ERROR_VALUE;
  mask->bytes = bytes;
  return KBX_OK;
}
