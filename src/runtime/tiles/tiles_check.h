/* SPDX-License-Identifier: MIT */
/* Checks bytes against tiles.h: everything that queries rely on, once, in linear time. In a header,
 * since the converter from JSON to banks does without the rest of the library. */
#ifndef KBX_TILES_CHECK_H
#define KBX_TILES_CHECK_H

#include "runtime/bank/blob.h"
#include "runtime/tiles/tiles.h"

/* The state of a check. */
typedef struct {
  kbx_trouble *trouble;
  const uint8_t *bytes;
  kbx_tiles_view view;
} kbx_tiles_check;

static inline kbx_status
kbx_tiles_bad (kbx_tiles_check *c, kbx_status status, const uint8_t *at, const char *message)
{
  return kbx_trouble_at (c->trouble, status, (uint64_t) (at - c->bytes), message);
}

static inline bool kbx_tiles_small (int64_t v, int64_t most) { return v >= -most && v <= most; }

/* Across the shift, cells are even and next to each other; along it, they overlap by up to half. */
static inline bool
kbx_check_tiles_stagger (const uint8_t *p, int64_t ix, int64_t iy, int64_t jx, int64_t jy)
{
  const uint32_t stagger = kbx_load_u32 (p + 72);
  const bool columns = stagger >= KBX_STAGGER_ODD_COLUMNS;
  const int64_t wide = (int64_t) kbx_load_u16 (p + (columns ? 6 : 4)) * KBX_GRID,
                deep = (int64_t) kbx_load_u16 (p + (columns ? 4 : 6)) * KBX_GRID,
                step = columns ? ix : jy;
  return stagger == 0
         || (stagger <= KBX_STAGGER_EVEN_COLUMNS && iy == 0 && jx == 0
             && wide == (columns ? jy : ix) && wide % (2 * KBX_GRID) == 0 && step % KBX_GRID == 0
             && 2 * step >= deep && step <= deep);
}

/* Checks that cell numbers and pixels are within the range that queries compute with. */
static inline kbx_status
kbx_check_tiles_place (kbx_tiles_check *c)
{
  const uint8_t *p = c->bytes;
  const uint32_t w = kbx_load_u16 (p + 4), h = kbx_load_u16 (p + 6),
                 columns = kbx_load_u32 (p + 24), rows = kbx_load_u32 (p + 28);
  const int64_t x = kbx_load_i32 (p + 8), y = kbx_load_i32 (p + 12), i = kbx_load_i32 (p + 16),
                j = kbx_load_i32 (p + 20);
  const int64_t ix = kbx_load_i32 (p + 32), iy = kbx_load_i32 (p + 36), jx = kbx_load_i32 (p + 40),
                jy = kbx_load_i32 (p + 44);
  if (w == 0 || h == 0 || w > KBX_TILES_CELL_MOST || h > KBX_TILES_CELL_MOST)
    return kbx_tiles_bad (c, KBX_ERROR_VALUE, p + 4, "expected cells of 1 to 1024 pixels each way");
  if (columns == 0 || rows == 0 || columns > KBX_TILES_CELLS_MOST || rows > KBX_TILES_CELLS_MOST)
    return kbx_tiles_bad (c, KBX_ERROR_VALUE, p + 24, "expected 1 to 8192 columns and rows");
  if (!kbx_tiles_small (x, KBX_TILES_REACH) || !kbx_tiles_small (y, KBX_TILES_REACH)
      || !kbx_tiles_small (i, KBX_TILES_REACH) || !kbx_tiles_small (j, KBX_TILES_REACH)
      || !kbx_tiles_small (x + i * w, KBX_TILES_REACH)
      || !kbx_tiles_small (y + j * h, KBX_TILES_REACH)
      || !kbx_tiles_small (x + (i + columns) * w, KBX_TILES_REACH)
      || !kbx_tiles_small (y + (j + rows) * h, KBX_TILES_REACH))
    return kbx_tiles_bad (c, KBX_ERROR_VALUE, p + 8, "expected all cells within 2^24 pixels");
  if (!kbx_tiles_small (ix, KBX_TILES_AXIS_MOST) || !kbx_tiles_small (iy, KBX_TILES_AXIS_MOST)
      || !kbx_tiles_small (jx, KBX_TILES_AXIS_MOST) || !kbx_tiles_small (jy, KBX_TILES_AXIS_MOST)
      || ix * jy == iy * jx)
    return kbx_tiles_bad (c, KBX_ERROR_VALUE, p + 32,
                          "expected two axes within 4096 pixels that are not along one line");
  if (!kbx_check_tiles_stagger (p, ix, iy, jx, jy))
    return kbx_tiles_bad (c, KBX_ERROR_VALUE, p + 72,
                          "expected no stagger, or one of 4 with axes that fit its cells");
  if (!kbx_tiles_small (kbx_load_i32 (p + 48), KBX_TILES_AXIS_MOST))
    return kbx_tiles_bad (c, KBX_ERROR_VALUE, p + 48, "expected a lift within 4096 pixels");
  return KBX_OK;
}

static inline kbx_status
kbx_check_tiles_header (kbx_tiles_check *c, size_t size)
{
  const uint8_t *p = c->bytes;
  kbx_tiles_view *v = &c->view;
  if (size < KBX_TILES_HEADER)
    return kbx_trouble_at (c->trouble, KBX_ERROR_TRUNCATED, size, "expected a header of 128 bytes");
  kbx_status status = kbx_check_tiles_place (c);
  if (status != KBX_OK)
    return status;
  if (kbx_load_u32 (p + 52) == 0 || kbx_load_u32 (p + 52) > KBX_TILES_TILES_MOST)
    return kbx_tiles_bad (c, KBX_ERROR_VALUE, p + 52, "expected 1 to 65536 tiles");
  if (kbx_load_u32 (p + 68) > KBX_TILES_OFFSETS_MOST)
    return kbx_tiles_bad (c, KBX_ERROR_VALUE, p + 68, "expected 31 offsets at most");
  status = kbx_check_blob_size (c->trouble, p, size, kbx_read_tiles (p, v));
  if (status != KBX_OK)
    return status;
  if (kbx_first_nonzero (p, 76, KBX_TILES_HEADER) < KBX_TILES_HEADER)
    return kbx_tiles_bad (c, KBX_ERROR_VALUE, p + 76, "expected zeros to the end of the header");
  return KBX_OK;
}

static inline kbx_status
kbx_check_tiles_profile (kbx_tiles_check *c, const uint8_t *entry)
{
  const kbx_tiles_view *v = &c->view;
  const bool upright = entry[0] >= KBX_TILE_HEIGHTS_TOP;
  const uint32_t count = (uint32_t) (upright ? v->w : v->h),
                 most = (uint32_t) (upright ? v->h : v->w), first = kbx_load_u32 (entry + 4);
  if (first > v->number_count || count > v->number_count - first)
    return kbx_tiles_bad (c, KBX_ERROR_REFERENCE, entry + 4,
                          "the profile ends beyond the last number");
  for (uint32_t i = 0; i < count; i++)
    if (kbx_load_u16 (v->profiles + 2 * ((size_t) first + i)) > most)
      return kbx_tiles_bad (c, KBX_ERROR_VALUE, v->profiles + 2 * ((size_t) first + i),
                            "expected a height within the cell");
  return KBX_OK;
}

static inline kbx_status
kbx_check_tiles_offsets (kbx_tiles_check *c)
{
  const kbx_tiles_view *v = &c->view;
  for (uint32_t i = 0; i < 2 * v->offset_count; i++)
    if (!kbx_tiles_small (kbx_load_i16 (v->offsets + 2 * (size_t) i), KBX_TILES_OFFSET_MOST))
      return kbx_tiles_bad (c, KBX_ERROR_VALUE, v->offsets + 2 * (size_t) i,
                            "expected an offset within 4096 pixels");
  return KBX_OK;
}

static inline kbx_status
kbx_check_tiles_table (kbx_tiles_check *c)
{
  const kbx_tiles_view *v = &c->view;
  uint32_t highest = 0;
  if (kbx_first_nonzero (v->tiles, 0, KBX_TILES_ENTRY) < KBX_TILES_ENTRY)
    return kbx_tiles_bad (c, KBX_ERROR_VALUE, v->tiles, "expected zeros for the empty cell");
  for (uint32_t i = 1; i < v->tile_count; i++)
    {
      const uint8_t *entry = kbx_tiles_entry (v, i);
      kbx_status status = KBX_OK;
      if (entry[0] > KBX_TILE_HEIGHTS_BOTTOM)
        return kbx_tiles_bad (c, KBX_ERROR_VALUE, entry, "expected a kind from 0 to 9");
      if (entry[1] > KBX_TILES_NO_CLASS)
        return kbx_tiles_bad (c, KBX_ERROR_VALUE, entry + 1, "expected a class, 64 for none");
      if ((uint32_t) entry[2] >> KBX_TILES_OFFSET_SHIFT > v->offset_count)
        return kbx_tiles_bad (c, KBX_ERROR_REFERENCE, entry + 2,
                              "the layer has no offset of this number");
      if (entry[0] >= KBX_TILE_HEIGHTS_LEFT)
        status = kbx_check_tiles_profile (c, entry);
      else if (kbx_load_u32 (entry + 4) != 0)
        status =
          kbx_tiles_bad (c, KBX_ERROR_VALUE, entry + 4, "expected 0 where there are no heights");
      if (status != KBX_OK)
        return status;
      highest = entry[3] > highest ? entry[3] : highest;
    }
  if (kbx_load_u32 (c->bytes + 64) != highest)
    return kbx_tiles_bad (c, KBX_ERROR_VALUE, c->bytes + 64,
                          "expected the greatest height of the tiles");
  return KBX_OK;
}

/* Checks a block, of which w x h cells are within the layer. */
static inline kbx_status
kbx_check_tiles_block (kbx_tiles_check *c, uint32_t block, uint32_t w, uint32_t h)
{
  const uint8_t *cells = c->view.blocks + (size_t) block * KBX_TILES_BLOCK;
  for (uint32_t at = 0; at < KBX_TILES_SIDE * KBX_TILES_SIDE; at++)
    {
      const uint32_t tile = kbx_load_u16 (cells + 2 * (size_t) at);
      if (tile >= c->view.tile_count)
        return kbx_tiles_bad (c, KBX_ERROR_REFERENCE, cells + 2 * (size_t) at,
                              "the layer has no tile of this number");
      if (tile != 0 && (at % KBX_TILES_SIDE >= w || at / KBX_TILES_SIDE >= h))
        return kbx_tiles_bad (c, KBX_ERROR_VALUE, cells + 2 * (size_t) at,
                              "expected empty cells beyond the layer");
    }
  return KBX_OK;
}

/* Checks a block at its first use, and again at the right and lower edge, where less of it is
 * within the layer. */
static inline kbx_status
kbx_check_tiles_blocks (kbx_tiles_check *c)
{
  const kbx_tiles_view *v = &c->view;
  const uint32_t down = kbx_tile_blocks_across ((uint32_t) v->rows),
                 entries = (uint32_t) v->across * down;
  uint32_t next = 0;
  for (uint32_t i = 0; i < entries; i++)
    {
      const uint8_t *at = v->directory + 4 * (size_t) i;
      const uint32_t entry = kbx_load_u32 (at), column = i % (uint32_t) v->across * KBX_TILES_SIDE,
                     row = i / (uint32_t) v->across * KBX_TILES_SIDE;
      const uint32_t w = (uint32_t) v->columns - column, h = (uint32_t) v->rows - row;
      if ((entry & KBX_TILES_ALIKE) != 0)
        {
          if ((entry & ~KBX_TILES_ALIKE) >= v->tile_count)
            return kbx_tiles_bad (c, KBX_ERROR_REFERENCE, at,
                                  "the layer has no tile of this number");
          if (entry != KBX_TILES_ALIKE && (w < KBX_TILES_SIDE || h < KBX_TILES_SIDE))
            return kbx_tiles_bad (c, KBX_ERROR_VALUE, at, "expected empty cells beyond the layer");
          continue;
        }
      if (entry > next || entry >= v->block_count)
        return kbx_tiles_bad (c, KBX_ERROR_REFERENCE, at,
                              "expected a block that was used before, or the next one");
      if (entry < next && w >= KBX_TILES_SIDE && h >= KBX_TILES_SIDE)
        continue;
      next += entry == next;
      const kbx_status status = kbx_check_tiles_block (c, entry, w, h);
      if (status != KBX_OK)
        return status;
    }
  if (next != v->block_count)
    return kbx_tiles_bad (c, KBX_ERROR_VALUE, c->bytes + 56,
                          "expected as many blocks as the directory names");
  if (kbx_first_nonzero (v->directory, 4 * (uint64_t) entries,
                         (uint64_t) (v->blocks - v->directory))
      < (uint64_t) (v->blocks - v->directory))
    return kbx_tiles_bad (c, KBX_ERROR_VALUE, v->directory + 4 * (size_t) entries,
                          "expected zeros after the directory");
  return KBX_OK;
}

/* Checks at most `size` bytes. */
static inline kbx_status
kbx_check_tiles (kbx_trouble *trouble, const uint8_t *p, size_t size)
{
  static kbx_status (*const steps[]) (
    kbx_tiles_check *) = { kbx_check_tiles_offsets, kbx_check_tiles_table, kbx_check_tiles_blocks };
  kbx_tiles_check c = KBX_ZEROS;
  c.trouble = trouble;
  c.bytes = p;
  if (p == NULL)
    return kbx_trouble_at (trouble, KBX_ERROR_ARGUMENT, 0, "no data");
  kbx_status status = kbx_check_tiles_header (&c, size);
  for (size_t i = 0; status == KBX_OK && i < sizeof steps / sizeof *steps; i++)
    status = steps[i](&c);
  return status;
}

#endif
