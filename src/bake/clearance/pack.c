/* SPDX-License-Identifier: MIT */
/* Tiles of 8 x 8 bytes above a base, each kept once. Neighbouring pixels differ by a pixel at most, so the lowest and the
 * highest of a tile by 14: with a base of whole pixels below the lowest, all fit into a byte. */
#include "bake/clearance/pack.h"

#include <string.h>

#define TILE 8
#define TILE_BYTES 64
#define HEADER 16
/* The base 0 stands for this many pixels. */
#define LOWEST_BASE (-128)

typedef struct {
  GByteArray *tiles;
  guint32 *slots;      /* a table of tiles by their content: number + 1, or 0 */
  guint32 bits, count;
} Tiles;

static guint32
slot_of (const Tiles *tiles, const guint8 *bytes)
{
  guint64 hash = 0, part;
  for (guint i = 0; i < TILE_BYTES; i += sizeof part)
    {
      memcpy (&part, bytes + i, sizeof part);
      hash = (hash ^ GUINT64_FROM_LE (part)) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 32;
    }
  guint32 mask = (1u << tiles->bits) - 1, slot = (guint32) hash & mask;
  while (tiles->slots[slot] && memcmp (tiles->tiles->data + (gsize) (tiles->slots[slot] - 1) * TILE_BYTES, bytes, TILE_BYTES) != 0)
    slot = (slot + 1) & mask;
  return slot;
}

static void
grow (Tiles *tiles)
{
  tiles->bits++;
  g_free (tiles->slots);
  tiles->slots = g_new0 (guint32, (gsize) 1 << tiles->bits);
  for (guint32 i = 0; i < tiles->count; i++)
    tiles->slots[slot_of (tiles, tiles->tiles->data + (gsize) i * TILE_BYTES)] = i + 1;
}

/* The number of the tile with these bytes. */
static guint32
number_of (Tiles *tiles, const guint8 *bytes)
{
  guint32 slot = slot_of (tiles, bytes);
  if (tiles->slots[slot])
    return tiles->slots[slot] - 1;
  g_byte_array_append (tiles->tiles, bytes, TILE_BYTES);
  tiles->slots[slot] = ++tiles->count;
  guint32 number = tiles->count - 1;
  if (tiles->count > (1u << tiles->bits) / 2)
    grow (tiles);
  return number;
}

/* Pixels beyond the border repeat it. */
static guint32
pack_tile (Tiles *tiles, const gint16 *clearance, gsize stride, guint width, guint height)
{
  guint8 bytes[TILE_BYTES];
  gint lowest = G_MAXINT16;
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      lowest = MIN (lowest, clearance[y * stride + x]);
  gint base = (lowest - LOWEST_BASE * KB_CLEARANCE_UNITS) / KB_CLEARANCE_UNITS;
  for (guint y = 0; y < TILE; y++)
    for (guint x = 0; x < TILE; x++)
      bytes[y * TILE + x] = (guint8) (clearance[MIN (y, height - 1) * stride + MIN (x, width - 1)] - (base + LOWEST_BASE) * KB_CLEARANCE_UNITS);
  return (guint32) base << 24 | number_of (tiles, bytes);
}

static void
store (guint8 *to, guint32 value, guint bytes)
{
  for (guint i = 0; i < bytes; i++)
    to[i] = (guint8) (value >> 8 * i);
}

GBytes *
kb_clearance_pack (const gint16 *clearance, guint width, guint height, gsize stride, guint most)
{
  static const guint8 zeros[TILE_BYTES];
  guint columns = (width + TILE - 1) / TILE, rows = (height + TILE - 1) / TILE;
  gsize at = (HEADER + 4 * (gsize) columns * rows + TILE_BYTES - 1) / TILE_BYTES * TILE_BYTES;
  GByteArray *out = g_byte_array_new ();
  Tiles tiles = { .tiles = g_byte_array_new (), .bits = 9 };
  grow (&tiles);
  number_of (&tiles, zeros);
  g_byte_array_set_size (out, (guint) at);
  memset (out->data, 0, at);
  for (guint row = 0; row < rows; row++)
    for (guint column = 0; column < columns; column++)
      {
        guint x = column * TILE, y = row * TILE;
        guint32 entry = pack_tile (&tiles, clearance + y * stride + x, stride, MIN (TILE, width - x), MIN (TILE, height - y));
        store (out->data + HEADER + 4 * ((gsize) row * columns + column), entry, 4);
      }
  store (out->data, width, 2);
  store (out->data + 2, height, 2);
  store (out->data + 4, most * KB_CLEARANCE_UNITS, 2);
  store (out->data + 8, tiles.count, 4);
  store (out->data + 12, (guint32) (at + (gsize) tiles.count * TILE_BYTES), 4);
  g_byte_array_append (out, tiles.tiles->data, tiles.tiles->len);
  g_byte_array_unref (tiles.tiles);
  g_free (tiles.slots);
  return g_byte_array_free_to_bytes (out);
}
