/* SPDX-License-Identifier: MIT */
/* Single cells of a tile layer. */
#include "runtime/tiles/tiles.h"
#include "runtime/tiles/tiles_near.h"

KBX_INTERNAL kbx_tile
kbx_tiles_read (const kbx_tiles_view *v, uint32_t index)
{
  const uint8_t *entry = kbx_tiles_entry (v, index);
  KBX_STEPS (1);
  kbx_tile tile = KBX_ZEROS;
  tile.class_index = tile.sprite = tile.frame = KBX_NONE;
  if (index == 0)
    return tile;
  return KBX_LITERAL (kbx_tile){ true,
                                 (kbx_tile_kind) entry[0],
                                 index,
                                 kbx_tiles_class (entry),
                                 kbx_load_u32 (entry + 8),
                                 kbx_load_u32 (entry + 12),
                                 (entry[2] & KBX_TILES_TRANSPOSED) != 0,
                                 (entry[2] & KBX_TILES_FLIP_X) != 0,
                                 (entry[2] & KBX_TILES_FLIP_Y) != 0,
                                 entry[3],
                                 kbx_tiles_offset (v, entry) };
}

/* Column and row count from the first cell. */
static kbx_tile
kbx_tiles_shown (const kbx_tiles_view *v, int64_t column, int64_t row)
{
  const bool beyond = column < 0 || row < 0 || column >= v->columns || row >= v->rows;
  return kbx_tiles_read (v, beyond ? 0 : kbx_tiles_index (v, (int32_t) column, (int32_t) row));
}

static const uint8_t kbx_tiles_nothing[KBX_TILES_ENTRY] = { 0 };

KBX_API kbx_tile
kbx_tiles_tile (kbx_handle tiles, kbx_point cell)
{
  const uint8_t *bytes = kbx_bytes_of (tiles, KBX_TILES);
  kbx_tiles_view v = KBX_ZEROS;
  v.tiles = kbx_tiles_nothing;
  if (bytes != NULL)
    kbx_read_tiles (bytes, &v);
  return kbx_tiles_shown (&v, (int64_t) cell.x - v.i, (int64_t) cell.y - v.j);
}

/* ---- many cells ---- */

static bool
kbx_stagger_shares (const kbx_tiles_view *v, kbx_point cell, kbx_box box)
{
  const kbx_long_point at = kbx_tiles_corner (v, cell.x, cell.y);
  const int64_t x0 = box.x0 - at.x, y0 = box.y0 - at.y, x1 = box.x1 - at.x, y1 = box.y1 - at.y;
  const int32_t count = kbx_shifts_columns (v) ? v->w : v->h;
  for (int32_t k = 0; k < count; k++)
    {
      const kbx_box strip = kbx_stagger_strip (v, k);
      if (strip.x0 < strip.x1 && strip.y0 < strip.y1 && strip.x0 < x1 && strip.x1 > x0
          && strip.y0 < y1 && strip.y1 > y0)
        return true;
    }
  return false;
}

KBX_API uint32_t
kbx_tiles_cells (kbx_handle tiles, kbx_box box, kbx_point *cells, uint32_t capacity)
{
  const uint8_t *bytes = kbx_bytes_of (tiles, KBX_TILES);
  kbx_tiles_view v;
  kbx_tiles_span span;
  uint32_t count = 0;
  if (bytes == NULL)
    return 0;
  kbx_read_tiles (bytes, &v);
  if (box.x0 >= box.x1 || box.y0 >= box.y1
      || !kbx_tiles_span_of (&v, box.x0, box.y0, box.x1, box.y1, &span))
    return 0;
  for (int32_t row = span.j0; row <= span.j1; row++)
    for (int32_t column = span.i0; column <= span.i1; column++)
      if (kbx_tiles_block (&v, column, row) == KBX_TILES_ALIKE)
        column |= (int32_t) KBX_TILES_SIDE - 1;
      else if (kbx_tiles_index (&v, column, row) != 0
               && (v.stagger == 0
                   || kbx_stagger_shares (&v, kbx_tiles_named (&v, column, row), box)))
        {
          if (count < capacity && cells != NULL)
            cells[count] = kbx_tiles_named (&v, column, row);
          count++;
        }
  return count;
}

/* Binary search: the changes are in row order. */
KBX_INTERNAL uint32_t
kbx_tiles_changed (const kbx_tiles_view *v, int32_t column, int32_t row)
{
  const kbx_point cell = kbx_tiles_named (v, column, row);
  uint32_t low = 0, high = v->change->tiles == NULL ? 0 : v->change->tile_count;
  while (low < high)
    {
      const uint32_t at = low + (high - low) / 2;
      const kbx_tile_change *middle = &v->change->tiles[at];
      if (middle->cell.x == cell.x && middle->cell.y == cell.y)
        return middle->tile;
      if (middle->cell.y < cell.y || (middle->cell.y == cell.y && middle->cell.x < cell.x))
        low = at + 1;
      else
        high = at;
    }
  return KBX_NONE;
}
