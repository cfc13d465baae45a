/* SPDX-License-Identifier: MIT */
/* Random layers of tiles, mazes, grounds and heightmaps, laid out by hand as docs/bank-format.md says. */
#include "tests/support/random_bank.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes that grow at their end, little-endian. */
typedef struct { uint8_t *data; size_t size; } Bytes;

static void
put (Bytes *b, uint64_t value, int size)
{
  uint8_t *more = realloc (b->data, b->size + (size_t) size);
  if (!more)
    abort ();
  b->data = more;
  for (int i = 0; i < size; i++)
    b->data[b->size++] = (uint8_t) (value >> 8 * i);
}

static void
put_real (Bytes *b, float value)
{
  uint32_t bits;
  memcpy (&bits, &value, sizeof bits);
  put (b, bits, 4);
}

static void
put_double (Bytes *b, double value)
{
  uint64_t bits;
  memcpy (&bits, &value, sizeof bits);
  put (b, bits, 8);
}

static void
zeros_up_to (Bytes *b, size_t size)
{
  while (b->size < size)
    put (b, 0, 1);
}

static void
store_u32 (Bytes *b, size_t at, uint32_t value)
{
  for (int i = 0; i < 4; i++)
    b->data[at + (size_t) i] = (uint8_t) (value >> 8 * i);
}

/* ---- layers ---- */

enum { BLOCK = 32 };

/* Blocks are new ones, alike ones, or one that was there before where it is whole. */
static uint32_t
put_blocks (Bytes *b, uint64_t *s, uint32_t columns, uint32_t rows, uint32_t tiles)
{
  uint32_t across = (columns + 31) / 32, down = (rows + 31) / 32, blocks = 0;
  Bytes cells = { NULL, 0 };
  for (uint32_t k = 0; k < across * down; k++) {
    uint32_t w = columns - k % across * BLOCK, h = rows - k / across * BLOCK;
    bool whole = w >= BLOCK && h >= BLOCK;
    if (random_below (s, 3) == 0)
      put (b, 0x80000000u | (whole ? random_below (s, tiles) : 0), 4);
    else {
      put (b, blocks++, 4);
      for (uint32_t i = 0; i < BLOCK * BLOCK; i++)
        put (&cells, i % BLOCK < w && i / BLOCK < h ? random_below (s, tiles) : 0, 2);
    }
  }
  zeros_up_to (b, (b->size + 63) / 64 * 64);
  for (size_t i = 0; i < cells.size; i++)
    put (b, cells.data[i], 1);
  free (cells.data);
  return blocks;
}

/* The tile's sprite is one of the level's own list, in the order of first use. */
static void
put_tile (Bytes *b, uint64_t *s, const KbBankContent *content, KbBankWorld *layer, uint32_t w, uint32_t h, uint32_t n_heights)
{
  uint32_t kind = random_below (s, 10), sprite, place;
  if (kind >= 6 && n_heights < (w > h ? w : h))
    kind = 1;
  do
    sprite = random_below (s, content->n_sprites);
  while (content->sprites[sprite].n_frames == 0);
  for (place = 0; place < layer->n_sprites && strcmp (layer->sprites[place], content->sprites[sprite].name) != 0;)
    place++;
  if (place == layer->n_sprites)
    layer->sprites[layer->n_sprites++] = strdup (content->sprites[sprite].name);
  put (b, kind, 1);
  put (b, random_below (s, 3) ? random_below (s, content->n_classes) : 64, 1);
  put (b, random_below (s, 8), 1);
  put (b, random_below (s, 2) ? random_below (s, 256) : 0, 1);
  put (b, kind >= 6 ? random_below (s, n_heights - (kind >= 8 ? w : h) + 1) : 0, 4);
  put (b, place, 4);
  put (b, random_below (s, content->sprites[sprite].n_frames), 4);
}

static bool
has_frames (const KbBankContent *content)
{
  for (uint32_t i = 0; i < content->n_sprites; i++)
    if (content->sprites[i].n_frames > 0)
      return true;
  return false;
}

static Bytes
make_layer (uint64_t *s, const KbBankContent *content, KbBankWorld *layer)
{
  Bytes b = { NULL, 0 };
  uint32_t w = 1 + random_below (s, 20), h = 1 + random_below (s, 20), columns = 1 + random_below (s, 70), rows = 1 + random_below (s, 70);
  uint32_t tiles = 1 + (has_frames (content) ? random_below (s, 12) : 0), heights = random_below (s, 60), blocks, highest = 0;
  put (&b, 0, 4);
  put (&b, w, 2);
  put (&b, h, 2);
  for (int i = 0; i < 4; i++)
    put (&b, (uint32_t) -500 + random_below (s, 1000), 4);
  put (&b, columns, 4);
  put (&b, rows, 4);
  const uint32_t axes[4] = { 256 + random_below (s, 9000), random_below (s, 200), (uint32_t) -random_below (s, 200), 256 + random_below (s, 9000) };
  for (int i = 0; i < 4; i++)
    put (&b, axes[i], 4);
  put (&b, random_below (s, 5000), 4);
  put (&b, tiles, 4);
  zeros_up_to (&b, 128);
  blocks = put_blocks (&b, s, columns, rows, tiles);
  zeros_up_to (&b, b.size + 16);
  layer->sprites = calloc (content->n_sprites + 1, sizeof *layer->sprites);
  for (uint32_t i = 1; i < tiles; i++) {
    put_tile (&b, s, content, layer, w, h, heights);
    highest = b.data[b.size - 13] > highest ? b.data[b.size - 13] : highest;
  }
  for (uint32_t i = 0; i < heights; i++)
    put (&b, random_below (s, (w < h ? w : h) + 1), 2);
  store_u32 (&b, 56, blocks);
  store_u32 (&b, 60, heights);
  store_u32 (&b, 64, highest);
  layer->opacity = random_below (s, 101);
  return b;
}

/* ---- the others ---- */

static Bytes
make_maze (uint64_t *s, const KbBankContent *content)
{
  Bytes b = { NULL, 0 };
  uint32_t columns = 1 + random_below (s, 30), rows = 1 + random_below (s, 30);
  put (&b, 0, 4);
  put (&b, random_below (s, content->n_classes), 4);
  for (int i = 0; i < 4; i++)
    put (&b, (uint32_t) -300 + random_below (s, 600), 4);
  put (&b, 1 + random_below (s, 40), 2);
  put (&b, 1 + random_below (s, 1024), 2);
  put (&b, columns, 2);
  put (&b, rows, 2);
  for (uint32_t j = 0; j <= rows; j++)
    for (uint32_t byte = 0; byte < (columns + 4) / 4; byte++) {
      uint32_t edges = 0;
      for (uint32_t i = byte * 4; i < byte * 4 + 4 && i <= columns; i++) {
        uint32_t may_be = (j < rows ? 1u : 0) | (i < columns ? 2u : 0);
        edges |= (random_below (s, 4) & may_be) << 2 * (i % 4);
      }
      put (&b, edges, 1);
    }
  return b;
}

static Bytes
make_ground (uint64_t *s, const KbBankContent *content)
{
  Bytes b = { NULL, 0 };
  uint32_t points = 2 + random_below (s, 8);
  double x = -(double) random_below (s, 200);
  put (&b, 0, 4);
  put (&b, random_below (s, content->n_classes), 4);
  put (&b, points, 4);
  put (&b, 0, 4);
  put_double (&b, random_below (s, 3));
  put (&b, 0, 8);
  for (uint32_t i = 0; i < points; i++, x += (1 + random_below (s, 5000)) / 256.0)
    put_double (&b, x);
  for (uint32_t i = 0; i < points; i++) {
    put_double (&b, random_below (s, 400));
    put_double (&b, random_below (s, 300) / 100.0 - 1);
    put_double (&b, i + 1 < points ? random_below (s, 100) / 7000.0 : 0);
    put_double (&b, i + 1 < points ? random_below (s, 100) / -70000.0 : 0);
  }
  return b;
}

/* The greatest of each 2 x 2 of a grid's numbers, as a new grid; `step`: 1 where neighbours share, else 2. */
static uint16_t *
tops_of (const uint16_t *from, uint32_t w, uint32_t h, uint32_t step, uint32_t *to_w, uint32_t *to_h)
{
  *to_w = step == 1 ? w - 1 : (w + 1) / 2;
  *to_h = step == 1 ? h - 1 : (h + 1) / 2;
  uint16_t *to = calloc ((size_t) *to_w * *to_h, sizeof *to);
  for (uint32_t j = 0; j < *to_h; j++)
    for (uint32_t i = 0; i < *to_w; i++)
      for (uint32_t k = 0; k < 4; k++) {
        uint32_t x = i * step + k % 2, y = j * step + k / 2;
        if (x < w && y < h && from[y * w + x] > to[j * *to_w + i])
          to[j * *to_w + i] = from[y * w + x];
      }
  return to;
}

static Bytes
make_heightmap (uint64_t *s)
{
  Bytes b = { NULL, 0 };
  uint32_t w = 2 + random_below (s, 9), h = 2 + random_below (s, 9), step = 1;
  uint16_t *level = calloc ((size_t) w * h, sizeof *level);
  put (&b, 0, 4);
  put (&b, 0, 4);
  put (&b, w, 2);
  put (&b, h, 2);
  put_real (&b, (float) (1 + random_below (s, 64)) / 4);
  put_real (&b, (float) random_below (s, 100) - 50);
  put_real (&b, (float) random_below (s, 100) - 50);
  put_real (&b, -(float) random_below (s, 100));
  put_real (&b, (float) (1 + random_below (s, 300)));
  for (uint32_t i = 0; i < w * h; i++) {
    level[i] = (uint16_t) random_below (s, 65536);
    put (&b, level[i], 2);
  }
  while (step == 1 || w * h > 1) {
    uint16_t *next = tops_of (level, w, h, step, &w, &h);
    for (uint32_t i = 0; step == 2 && i < w * h; i++)
      put (&b, next[i], 2);
    free (level);
    level = next;
    step = 2;
  }
  free (level);
  return b;
}

void
random_worlds (KbBankLevel *level, const KbBankContent *content, uint64_t *state)
{
  for (int kind = 0; kind < KB_BANK_WORLDS; kind++) {
    uint32_t n = random_below (state, 3);
    level->worlds[kind] = calloc (n + 1, sizeof *level->worlds[kind]);
    level->n_worlds[kind] = n;
    for (uint32_t i = 0; i < n; i++) {
      KbBankWorld *world = &level->worlds[kind][i];
      Bytes b = kind == KB_BANK_LAYER ? make_layer (state, content, world) : kind == KB_BANK_MAZE ? make_maze (state, content)
        : kind == KB_BANK_GROUND ? make_ground (state, content) : make_heightmap (state);
      store_u32 (&b, 0, (uint32_t) b.size);
      world->bytes = b.data;
      world->size = b.size;
      world->name = calloc (16, 1);
      snprintf (world->name, 16, "%c%u", 'z' - (int) random_below (state, 20), i);
    }
  }
}
