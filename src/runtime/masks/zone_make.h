/* SPDX-License-Identifier: MIT */
/* Writes a mask of zones from bands of its rows. In a header, since the program that turns JSON
 * into banks does not link the rest of the library. */
#ifndef KBX_ZONE_MAKE_H
#define KBX_ZONE_MAKE_H

#include "runtime/masks/bitmap_make.h"
#include "runtime/masks/zones.h"

/* A picture of zones. `band` gives rows y to y + count - 1, one row of tiles. Pixel (x, y + k) is
 * at [k * *stride + x], valid until the next call. */
typedef struct kbx_zone_source kbx_zone_source;
struct kbx_zone_source {
  uint32_t w, h;
  const uint8_t *(*band) (const kbx_zone_source *source, uint32_t y, uint32_t count,
                          size_t *stride);
  const void *data;
};

/* A tile being packed. */
typedef struct {
  uint8_t pixels[KBX_TILE][KBX_TILE];
  uint8_t zones[256];     /* in the order of their first pixels, row by row */
  uint8_t place[256];     /* a zone's index in it */
  uint32_t count, kind;
  uint8_t split[KBX_TILE];
} kbx_raw_tile;

/* Is each row the first zone up to a column, then the second? Notes the columns. */
static inline bool
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

/* Is it all one zone? */
static inline bool
kbx_one_zone (const uint8_t *values, size_t stride, uint32_t w, uint32_t h)
{
  bool one = w == 1 || memcmp (values, values + 1, w - 1) == 0;
  for (uint32_t y = 1; y < h && one; y++)
    one = memcmp (values, values + y * stride, w) == 0;
  return one;
}

/* `values`: the part of the tile within the mask, w x h. */
static inline void
kbx_look_at_tile (const uint8_t *values, size_t stride, uint32_t w, uint32_t h, kbx_raw_tile *tile)
{
  kbx_zone_set seen = { { 0, 0, 0, 0 } };
  tile->count = 1;
  tile->kind = KBX_TILE_FLAT;
  tile->zones[0] = values[0];
  if (kbx_one_zone (values, stride, w, h))
    return;
  tile->count = 0;
  for (uint32_t y = 0; y < KBX_TILE; y++)
    for (uint32_t x = 0; x < KBX_TILE; x++)
      {
        uint8_t zone = values[(y < h ? y : h - 1) * stride + (x < w ? x : w - 1)];
        tile->pixels[y][x] = zone;
        if (kbx_set_has (&seen, zone))
          continue;
        kbx_set_add (&seen, zone);
        tile->place[zone] = (uint8_t) tile->count;
        tile->zones[tile->count++] = zone;
      }
  tile->kind = tile->count == 2 ? KBX_TILE_BITS1 : tile->count <= 4 ? KBX_TILE_BITS2
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

/* `p` must be zeroed. */
static inline void
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

/* Writes all tiles into the zeroed `p`, unless that is NULL. Returns their total bytes. */
static inline size_t
kbx_make_tiles (const kbx_zone_source *source, uint8_t *p)
{
  uint32_t across = (source->w + KBX_TILE - 1) / KBX_TILE,
           down = (source->h + KBX_TILE - 1) / KBX_TILE;
  size_t at = KBX_ZONES_HEADER + 4 * (size_t) across * down;
  kbx_raw_tile tile;

  for (uint32_t ty = 0; ty < down; ty++)
    {
      uint32_t h = source->h - ty * KBX_TILE < KBX_TILE ? source->h - ty * KBX_TILE : KBX_TILE;
      size_t stride = 0;
      const uint8_t *values = source->band (source, ty * KBX_TILE, h, &stride);
      for (uint32_t tx = 0; tx < across; tx++)
        {
          uint32_t w = source->w - tx * KBX_TILE < KBX_TILE ? source->w - tx * KBX_TILE : KBX_TILE;
          kbx_look_at_tile (values + tx * KBX_TILE, stride, w, h, &tile);
          if (p != NULL)
            {
              kbx_store_u32 (
                p + KBX_ZONES_HEADER + 4 * ((size_t) ty * across + tx),
                tile.kind << 28
                  | (tile.kind == KBX_TILE_FLAT ? tile.zones[0] : (uint32_t) (at / 4)));
              for (uint32_t k = 0; k < tile.count; k++)
                p[8 + tile.zones[k] / 8] |= (uint8_t) (1u << tile.zones[k] % 8);
              if (tile.kind != KBX_TILE_FLAT)
                kbx_write_tile (&tile, p + at);
            }
          at += kbx_tile_bytes (tile.kind);
        }
    }
  return at;
}

/* Returns the bytes that the mask needs, and writes it if they fit. The sides are 1 to
 * KBX_MASK_LIMIT. */
static inline size_t
kbx_make_mask (const kbx_zone_source *source, uint8_t *p, size_t capacity)
{
  size_t size = kbx_make_tiles (source, NULL);
  if (p == NULL || capacity < size)
    return size;
  memset (p, 0, size);
  kbx_store_u16 (p, source->w);
  kbx_store_u16 (p + 2, source->h);
  kbx_store_u32 (p + 4, (uint32_t) size);
  kbx_make_tiles (source, p);
  return size;
}

#endif
