/* SPDX-License-Identifier: MIT */
/* Making and checking masks of zones. */
#include "runtime/masks/bitmap_make.h"
#include "runtime/masks/zones.h"

typedef struct {
  const uint8_t *values;
  uint32_t w, h;
  size_t stride;
} kbx_zone_picture;

/* A tile as it is packed. */
typedef struct {
  uint8_t pixels[KBX_TILE][KBX_TILE];
  uint8_t zones[256];     /* in the order of their first pixels, row by row */
  uint8_t place[256];     /* of a zone in it */
  uint32_t count, kind;
  uint8_t split[KBX_TILE];
} kbx_raw_tile;

/* Is each row of two zones, the first up to a column and then the second? It notes the columns. */
static bool
kbx_tile_splits (kbx_raw_tile *tile, uint32_t left)
{
  for (int y = 0; y < KBX_TILE; y++)
    {
      int x = 0;
      while (x < KBX_TILE && tile->pixels[y][x] == tile->zones[left])
        x++;
      tile->split[y] = (uint8_t) x;
      for (; x < KBX_TILE; x++)
        if (tile->pixels[y][x] == tile->zones[left])
          return false;
    }
  return true;
}

static void
kbx_look_at_tile (const kbx_zone_picture *picture, uint32_t tx, uint32_t ty, kbx_raw_tile *tile)
{
  kbx_zone_set seen = { { 0, 0, 0, 0 } };
  tile->count = 0;
  for (uint32_t y = 0; y < KBX_TILE; y++)
    for (uint32_t x = 0; x < KBX_TILE; x++)
      {
        uint32_t column = tx * KBX_TILE + x, row = ty * KBX_TILE + y;
        uint8_t zone;
        column = column < picture->w ? column : picture->w - 1;
        row = row < picture->h ? row : picture->h - 1;
        zone = picture->values[row * picture->stride + column];
        tile->pixels[y][x] = zone;
        if (kbx_set_has (&seen, zone))
          continue;
        kbx_set_add (&seen, zone);
        tile->place[zone] = (uint8_t) tile->count;
        tile->zones[tile->count++] = zone;
      }
  tile->kind = tile->count == 1 ? KBX_TILE_FLAT : tile->count == 2 ? KBX_TILE_BITS1 : tile->count <= 4 ? KBX_TILE_BITS2
    : tile->count <= 16 ? KBX_TILE_BITS4 : KBX_TILE_BITS8;
  if (tile->count != 2)
    return;
  if (!kbx_tile_splits (tile, 0))
    {
      uint8_t first = tile->zones[0];
      if (!kbx_tile_splits (tile, 1))
        return;
      tile->zones[0] = tile->zones[1];
      tile->zones[1] = first;
    }
  tile->kind = KBX_TILE_SPLIT;
}

/* `p` is zero. */
static void
kbx_write_tile (const kbx_raw_tile *tile, uint8_t *p)
{
  uint32_t entries = kbx_tile_palette (tile->kind);
  for (uint32_t i = 0; i < entries; i++)
    p[i] = tile->zones[i < tile->count ? i : tile->count - 1];
  if (tile->kind == KBX_TILE_SPLIT)
    memcpy (p + 2, tile->split, sizeof tile->split);
  for (uint32_t y = 0; y < KBX_TILE && tile->kind != KBX_TILE_SPLIT; y++)
    for (uint32_t x = 0; x < KBX_TILE; x++)
      {
        uint8_t zone = tile->pixels[y][x], place = tile->place[zone];
        if (tile->kind == KBX_TILE_BITS1)
          p[4 + 4 * y + x / 8] |= (uint8_t) (place << x % 8);
        else if (tile->kind == KBX_TILE_BITS2)
          p[4 + 8 * y + x / 4] |= (uint8_t) (place << x % 4 * 2);
        else if (tile->kind == KBX_TILE_BITS4)
          p[16 + 16 * y + x / 2] |= (uint8_t) (place << x % 2 * 4);
        else
          {
            p[zone / 8] |= (uint8_t) (1u << zone % 8);
            p[32 + 32 * y + x] = zone;
          }
      }
}

KBX_API size_t
kbx_mask_pack (const uint8_t *values, uint32_t w, uint32_t h, size_t stride, void *bytes, size_t capacity)
{
  kbx_zone_picture picture;
  kbx_raw_tile tile;
  uint8_t *p = (uint8_t *) bytes;
  uint32_t across, down;
  size_t size, at;

  if (values == NULL || w == 0 || h == 0 || w > KBX_MASK_LIMIT || h > KBX_MASK_LIMIT)
    return 0;
  picture.values = values;
  picture.w = w;
  picture.h = h;
  picture.stride = stride;
  across = (w + KBX_TILE - 1) / KBX_TILE;
  down = (h + KBX_TILE - 1) / KBX_TILE;
  at = size = KBX_ZONES_HEADER + 4 * (size_t) across * down;
  for (uint32_t i = 0; i < across * down; i++)
    {
      kbx_look_at_tile (&picture, i % across, i / across, &tile);
      size += kbx_tile_bytes (tile.kind);
    }
  if (p == NULL || capacity < size)
    return size;
  memset (p, 0, size);
  kbx_store_u16 (p, w);
  kbx_store_u16 (p + 2, h);
  kbx_store_u32 (p + 4, (uint32_t) size);
  for (uint32_t i = 0; i < across * down; i++)
    {
      kbx_look_at_tile (&picture, i % across, i / across, &tile);
      kbx_store_u32 (p + KBX_ZONES_HEADER + 4 * (size_t) i,
                     tile.kind << 28 | (tile.kind == KBX_TILE_FLAT ? tile.zones[0] : (uint32_t) (at / 4)));
      for (uint32_t k = 0; k < tile.count; k++)
        p[8 + tile.zones[k] / 8] |= (uint8_t) (1u << tile.zones[k] % 8);
      if (tile.kind != KBX_TILE_FLAT)
        kbx_write_tile (&tile, p + at);
      at += kbx_tile_bytes (tile.kind);
    }
  return size;
}

/* ---- checking ---- */

/* The zones that a tile's data tell; false when its rows do not fit. */
static bool
kbx_good_tile (const kbx_tile *tile, kbx_zone_set *zones)
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
      kbx_tile tile = kbx_read_tile (p, i);
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
