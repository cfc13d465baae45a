/* SPDX-License-Identifier: MIT */
/* Opening a layer of tiles, what it says of itself, and its cells one by one. */
#include "runtime/space.h"
#include "runtime/tiles/tiles_check.h"
#include "runtime/verify.h"

static float kbx_tiles_real (const uint8_t *p) { return (float) kbx_load_i32 (p) / KBX_GRID; }

KBX_API kbx_tiles_info
kbx_tiles_describe (kbx_tiles tiles)
{
  const uint8_t *p = kbx_bytes_of (tiles, KBX_TILES);
  kbx_tiles_view v;
  kbx_tiles_info info;
  memset (&info, 0, sizeof info);
  if (p == NULL)
    return info;
  kbx_read_tiles (p, &v);
  info.cell.w = (uint32_t) v.w;
  info.cell.h = (uint32_t) v.h;
  info.origin.x = v.x;
  info.origin.y = v.y;
  info.first = kbx_tiles_named (&v, 0, 0);
  info.columns = (uint32_t) v.columns;
  info.rows = (uint32_t) v.rows;
  info.box.x0 = v.left;
  info.box.y0 = v.top;
  info.box.x1 = v.left + v.columns * v.w;
  info.box.y1 = v.top + v.rows * v.h;
  info.axis_i.x = kbx_tiles_real (p + 32);
  info.axis_i.y = kbx_tiles_real (p + 36);
  info.axis_j.x = kbx_tiles_real (p + 40);
  info.axis_j.y = kbx_tiles_real (p + 44);
  info.lift = kbx_tiles_real (p + 48);
  info.tiles = v.tile_count - 1;
  return info;
}

KBX_API kbx_tile_cell
kbx_tiles_cell_of (kbx_tiles tiles, kbx_point p)
{
  const uint8_t *bytes = kbx_bytes_of (tiles, KBX_TILES);
  kbx_tile_cell cell = { 0, 0 };
  kbx_tiles_view v;
  if (bytes == NULL)
    return cell;
  kbx_read_tiles (bytes, &v);
  cell.i = kbx_clamp (kbx_floor_divide ((int64_t) p.x - v.x, v.w));
  cell.j = kbx_clamp (kbx_floor_divide ((int64_t) p.y - v.y, v.h));
  return cell;
}

KBX_API kbx_box
kbx_tiles_cell_box (kbx_tiles tiles, kbx_tile_cell cell)
{
  const uint8_t *bytes = kbx_bytes_of (tiles, KBX_TILES);
  kbx_box box = { 0, 0, 0, 0 };
  kbx_tiles_view v;
  if (bytes == NULL)
    return box;
  kbx_read_tiles (bytes, &v);
  box.x0 = kbx_clamp (v.x + (int64_t) cell.i * v.w);
  box.y0 = kbx_clamp (v.y + (int64_t) cell.j * v.h);
  box.x1 = kbx_clamp (v.x + ((int64_t) cell.i + 1) * v.w);
  box.y1 = kbx_clamp (v.y + ((int64_t) cell.j + 1) * v.h);
  return box;
}

KBX_INTERNAL kbx_tile
kbx_tiles_read (const kbx_tiles_view *v, uint32_t index)
{
  kbx_tile tile;
  const uint8_t *entry = kbx_tiles_entry (v, index);
  KBX_STEPS (1);
  memset (&tile, 0, sizeof tile);
  tile.class_index = tile.sprite = tile.frame = KBX_NONE;
  if (index == 0)
    return tile;
  tile.found = true;
  tile.kind = (kbx_tile_kind) entry[0];
  tile.class_index = kbx_tiles_class (entry);
  tile.sprite = kbx_load_u32 (entry + 8);
  tile.frame = kbx_load_u32 (entry + 12);
  tile.flip_x = (entry[2] & KBX_TILES_FLIP_X) != 0;
  tile.flip_y = (entry[2] & KBX_TILES_FLIP_Y) != 0;
  tile.transposed = (entry[2] & KBX_TILES_TRANSPOSED) != 0;
  tile.height = entry[3];
  tile.offset = kbx_tiles_offset (v, entry);
  return tile;
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
kbx_tiles_tile (kbx_tiles tiles, kbx_tile_cell cell)
{
  const uint8_t *bytes = kbx_bytes_of (tiles, KBX_TILES);
  kbx_tiles_view v;
  memset (&v, 0, sizeof v);
  v.tiles = kbx_tiles_nothing;
  if (bytes != NULL)
    kbx_read_tiles (bytes, &v);
  return kbx_tiles_shown (&v, (int64_t) cell.i - v.i, (int64_t) cell.j - v.j);
}

KBX_API kbx_tile
kbx_tiles_at (kbx_tiles tiles, kbx_point p)
{
  return kbx_tiles_tile (tiles, kbx_tiles_cell_of (tiles, p));
}

/* ---- many cells ---- */

KBX_API uint32_t
kbx_tiles_cells (kbx_tiles tiles, kbx_box box, kbx_tile_cell *cells, uint32_t capacity)
{
  const uint8_t *bytes = kbx_bytes_of (tiles, KBX_TILES);
  kbx_tiles_view v;
  kbx_tiles_span span;
  uint32_t count = 0;
  if (bytes == NULL)
    return 0;
  kbx_read_tiles (bytes, &v);
  if (box.x0 >= box.x1 || box.y0 >= box.y1 || !kbx_tiles_span_of (&v, box.x0, box.y0, box.x1, box.y1, &span))
    return 0;
  for (int32_t row = span.j0; row <= span.j1; row++)
    for (int32_t column = span.i0; column <= span.i1; column++)
      if (kbx_tiles_block (&v, column, row) == KBX_TILES_ALIKE)
        column |= (int32_t) KBX_TILES_SIDE - 1;
      else if (kbx_tiles_index (&v, column, row) != 0)
        {
          if (count < capacity && cells != NULL)
            cells[count] = kbx_tiles_named (&v, column, row);
          count++;
        }
  return count;
}

KBX_API bool
kbx_tiles_solid_at (kbx_tiles tiles, kbx_point p, kbx_class_set classes)
{
  kbx_box box;
  box.x0 = p.x;
  box.y0 = p.y;
  box.x1 = p.x == INT32_MAX ? p.x : p.x + 1;
  box.y1 = p.y == INT32_MAX ? p.y : p.y + 1;
  return kbx_tiles_solid_in_box (tiles, box, classes);
}

/* Does the tile have a solid pixel in [x0, x1) x [y0, y1) of it, which is not empty and lies within? */
static bool
kbx_tiles_solid_part (const kbx_tiles_view *v, const uint8_t *entry, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
  const bool upright = entry[0] >= KBX_TILE_HEIGHTS_TOP;
  const int32_t from = upright ? x0 : y0, to = upright ? x1 : y1;
  /* The row or column of the part that is nearest to where heights stand. */
  const int32_t x = entry[0] == KBX_TILE_HEIGHTS_LEFT ? x0 : x1 - 1, y = entry[0] == KBX_TILE_HEIGHTS_TOP ? y0 : y1 - 1;
  if (entry[0] < KBX_TILE_HEIGHTS_LEFT)
    return entry[0] == KBX_TILE_FULL;
  for (int32_t at = from; at < to; at++)
    if (kbx_tiles_pixel (v, entry, upright ? at : x, upright ? y : at))
      return true;
  return false;
}

KBX_API bool
kbx_tiles_solid_in_box (kbx_tiles tiles, kbx_box box, kbx_class_set classes)
{
  const uint8_t *bytes = kbx_bytes_of (tiles, KBX_TILES);
  kbx_tiles_view v;
  kbx_tiles_span span;
  if (bytes == NULL)
    return false;
  kbx_read_tiles (bytes, &v);
  if (box.x0 >= box.x1 || box.y0 >= box.y1 || !kbx_tiles_span_of (&v, box.x0, box.y0, box.x1, box.y1, &span))
    return false;
  for (int32_t row = span.j0; row <= span.j1; row++)
    for (int32_t column = span.i0; column <= span.i1; column++)
      {
        const uint8_t *entry;
        int64_t x = v.left + (int64_t) column * v.w, y = v.top + (int64_t) row * v.h;
        if (kbx_tiles_block (&v, column, row) == KBX_TILES_ALIKE)
          {
            column |= (int32_t) KBX_TILES_SIDE - 1;
            continue;
          }
        entry = kbx_tiles_entry (&v, kbx_tiles_index (&v, column, row));
        if (kbx_tiles_counts (entry, classes) &&
            kbx_tiles_solid_part (&v, entry, (int32_t) (box.x0 > x ? box.x0 - x : 0), (int32_t) (box.y0 > y ? box.y0 - y : 0),
                                  (int32_t) (box.x1 < x + v.w ? box.x1 - x : v.w), (int32_t) (box.y1 < y + v.h ? box.y1 - y : v.h)))
          return true;
      }
  return false;
}
