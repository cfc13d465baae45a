/* SPDX-License-Identifier: MIT */
/* Tracks: tiles of 8 x 8 bytes above a base, each stored once. Neighbouring pixels differ by at
 * most one pixel, so a tile's values by at most 14. With a base of whole pixels below the minimum,
 * all fit into a byte. */
#include "runtime/pack/clearance.h"

#define KBX_TRACK_TILE_SIDE 8u
/* The pixels that base 0 stands for. */
#define KBX_LOWEST_BASE (-128)
/* Rows processed at once. */
#define KBX_TRACK_ROWS 128u

static uint32_t
kbx_tiles_over (uint32_t pixels)
{
  return (pixels + KBX_TRACK_TILE_SIDE - 1) / KBX_TRACK_TILE_SIDE;
}
static uint32_t
kbx_tiles_of (uint32_t width, uint32_t height)
{
  return kbx_tiles_over (width) * kbx_tiles_over (height);
}

uint64_t
kbx_track_tiles_work (uint32_t width, uint32_t height)
{
  return kbx_work_for (kbx_tiles_of (width, height), 4)
         + kbx_distinct_work (kbx_tiles_of (width, height) + 1, KBX_TRACK_TILE);
}

bool
kbx_track_tiles_begin (kbx_track_tiles *t, kbx_work *work, uint32_t width, uint32_t height)
{
  static const uint8_t zeros[KBX_TRACK_TILE] = { 0 };
  t->width = width;
  t->height = height;
  t->entries = (uint8_t *) kbx_work_take (work, kbx_tiles_of (width, height), 4);
  if (t->entries == NULL
      || !kbx_distinct_begin (&t->tiles, work, kbx_tiles_of (width, height) + 1, KBX_TRACK_TILE))
    return false;
  kbx_distinct_add (&t->tiles, zeros);
  return true;
}

/* Pixels outside the border repeat it. */
static uint32_t
kbx_pack_track_tile (kbx_track_tiles *t, const int16_t *clearance, size_t stride, uint32_t width,
                     uint32_t height)
{
  uint8_t bytes[KBX_TRACK_TILE];
  int lowest = INT16_MAX;
  width = width < KBX_TRACK_TILE_SIDE ? width : KBX_TRACK_TILE_SIDE;
  height = height < KBX_TRACK_TILE_SIDE ? height : KBX_TRACK_TILE_SIDE;
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width; x++)
      lowest = clearance[y * stride + x] < lowest ? clearance[y * stride + x] : lowest;
  const int base = (lowest - KBX_LOWEST_BASE * KBX_TRACK_UNIT) / KBX_TRACK_UNIT;
  for (uint32_t y = 0; y < KBX_TRACK_TILE_SIDE; y++)
    for (uint32_t x = 0; x < KBX_TRACK_TILE_SIDE; x++)
      bytes[y * KBX_TRACK_TILE_SIDE + x] =
        (uint8_t) (clearance[(y < height ? y : height - 1) * stride + (x < width ? x : width - 1)]
                   - (base + KBX_LOWEST_BASE) * KBX_TRACK_UNIT);
  return (uint32_t) base << 24 | kbx_distinct_add (&t->tiles, bytes);
}

void
kbx_track_tiles_add (kbx_track_tiles *t, uint32_t y, uint32_t rows, const int16_t *clearance,
                     size_t stride)
{
  uint8_t *entry = t->entries + 4 * (size_t) (y / KBX_TRACK_TILE_SIDE) * kbx_tiles_over (t->width);
  for (uint32_t row = 0; row < rows; row += KBX_TRACK_TILE_SIDE)
    for (uint32_t x = 0; x < t->width; x += KBX_TRACK_TILE_SIDE, entry += 4)
      kbx_store_u32 (entry, kbx_pack_track_tile (t, clearance + row * stride + x, stride,
                                                 t->width - x, rows - row));
}

size_t
kbx_track_tiles_put (const kbx_track_tiles *t, uint32_t most, void *bytes, size_t capacity)
{
  const size_t entries = 4 * (size_t) kbx_tiles_of (t->width, t->height),
               at = kbx_track_tiles_at (t->width, t->height);
  const size_t size = at + t->tiles.count * (size_t) KBX_TRACK_TILE;
  uint8_t *p = (uint8_t *) bytes;
  if (p == NULL || size > capacity)
    return size;
  memset (p, 0, at);
  kbx_store_u16 (p, t->width);
  kbx_store_u16 (p + 2, t->height);
  kbx_store_u16 (p + 4, most * KBX_TRACK_UNIT);
  kbx_store_u32 (p + 8, t->tiles.count);
  kbx_store_u32 (p + 12, (uint32_t) size);
  memcpy (p + KBX_TRACK_HEADER, t->entries, entries);
  memcpy (p + at, t->tiles.items, t->tiles.count * (size_t) KBX_TRACK_TILE);
  return size;
}

/* ---- from a picture ---- */

static size_t
kbx_clearance_stride (uint32_t width)
{
  return (width + (size_t) KBX_STRIP - 1) / KBX_STRIP * KBX_STRIP;
}

static bool
kbx_track_plan_valid (const kbx_track_plan *plan)
{
  return plan->w - 1 < KBX_TRACK_SIDE && plan->h - 1 < KBX_TRACK_SIDE && plan->stride >= plan->w
         && plan->max_clearance - 1 < KBX_REACH;
}

size_t
kbx_track_work (const kbx_track_plan *plan)
{
  if (plan == NULL || !kbx_track_plan_valid (plan))
    return 0;
  return (
    size_t) (KBX_WORK_STEP + kbx_track_tiles_work (plan->w, plan->h)
             + kbx_columns_work (plan->w, KBX_TRACK_ROWS)
             + kbx_work_for (KBX_TRACK_ROWS * kbx_clearance_stride (plan->w), sizeof (int16_t)));
}

size_t
kbx_track_pack (const kbx_track_plan *plan, void *work, size_t work_size, void *bytes,
                size_t capacity, kbx_error *error)
{
  kbx_work room = kbx_work_of (work, work_size);
  kbx_track_tiles tiles;
  kbx_strip_columns columns;
  kbx_road road;
  if (plan == NULL || plan->road == NULL)
    return kbx_pack_refuse (error, KBX_ERROR_ARGUMENT, "", 0, "no picture");
  if (!kbx_track_plan_valid (plan))
    return kbx_pack_refuse (error, KBX_ERROR_VALUE, "", 0,
                            "expected 1 to 16384 pixels each way, a stride of a row at least, "
                            "and a clearance of 1 to 127");
  const size_t stride = kbx_clearance_stride (plan->w);
  int16_t *clearance =
    (int16_t *) kbx_work_take (&room, KBX_TRACK_ROWS * stride, sizeof *clearance);
  if (clearance == NULL || !kbx_track_tiles_begin (&tiles, &room, plan->w, plan->h)
      || !kbx_columns_begin (&columns, &room, plan->w, KBX_TRACK_ROWS))
    return kbx_pack_no_room (error);
  memset (&road, 0, sizeof road);
  memset (road.is_road + 1, 1, sizeof road.is_road - 1);
  road.width = plan->w;
  road.height = plan->h;
  road.bytes = plan->road;
  road.stride = plan->stride;
  for (uint32_t y = 0; y < plan->h; y += KBX_TRACK_ROWS)
    {
      const uint32_t rows = plan->h - y < KBX_TRACK_ROWS ? plan->h - y : KBX_TRACK_ROWS;
      const kbx_box box = { 0, (int32_t) y, (int32_t) plan->w, (int32_t) (y + rows) };
      if (plan->go_on != NULL && !plan->go_on (plan->data, (double) y / plan->h))
        return kbx_pack_refuse (error, KBX_OK, "", 0, "cancelled");
      kbx_fill_clearance (&columns, &road, plan->max_clearance, box, clearance, (ptrdiff_t) stride,
                          false);
      kbx_track_tiles_add (&tiles, y, rows, clearance, stride);
    }
  return kbx_pack_done (error, kbx_track_tiles_put (&tiles, plan->max_clearance, bytes, capacity));
}
