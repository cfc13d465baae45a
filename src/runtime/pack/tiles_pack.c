/* SPDX-License-Identifier: MIT */
/* Tile layers: a table with each tile in its flips and height once, and blocks of 32 x 32
 * cells, equal ones once. */
#include "runtime/pack/packing.h"
#include "runtime/tiles/tiles_check.h"

typedef struct {
  const kbx_tiles_plan *plan;
  const uint8_t *blank; /* of the next block: nonzero if its cells are not read; or NULL */
  kbx_distinct numbers, shown, blocks, profiles;
  uint8_t *table, *directory;
  uint8_t offsets[4 * KBX_TILES_OFFSETS_MOST], line[2 * KBX_TILES_CELL_MOST + 8];
  uint32_t offset_count, highest;
  uint64_t last; /* the last cell looked up, and its index in the table */
  uint32_t last_at;
  kbx_error *error;
} kbx_tiles_packing;

static bool
kbx_tiles_refuse (kbx_tiles_packing *t, const char *array, uint32_t index, const char *message)
{
  kbx_pack_refuse (t->error, KBX_ERROR_VALUE, array, index, message);
  return false;
}

/* ---- memory ---- */

static uint32_t kbx_least_of (uint64_t a, uint64_t b) { return (uint32_t) (a < b ? a : b); }
static size_t
kbx_line_stride (const kbx_tiles_plan *plan)
{
  return (2 * (size_t) plan->cell_w + 7) / 8 * 8;
}

/* The largest number of different tiles, without the empty cell. */
static uint32_t
kbx_most_shown (const kbx_tiles_plan *plan)
{
  return kbx_least_of ((uint64_t) plan->columns * plan->rows, KBX_TILES_TILES_MOST - 1);
}

static uint32_t
kbx_most_profiles (const kbx_tiles_plan *plan)
{
  return kbx_least_of (2 * (uint64_t) plan->tile_count, kbx_most_shown (plan));
}

static uint32_t
kbx_most_blocks (const kbx_tiles_plan *plan)
{
  return kbx_tile_blocks_across (plan->columns) * kbx_tile_blocks_across (plan->rows);
}

size_t
kbx_tiles_work (const kbx_tiles_plan *plan)
{
  const uint32_t shown = plan == NULL ? 0 : kbx_most_shown (plan);
  if (shown == 0 || plan->columns > KBX_TILES_CELLS_MOST || plan->rows > KBX_TILES_CELLS_MOST
      || plan->cell_w > KBX_TILES_CELL_MOST)
    return 0;
  return (size_t) (KBX_WORK_STEP + kbx_distinct_work (plan->tile_count, 8)
                   + kbx_distinct_work (shown, 8) + kbx_work_for (shown + 1, KBX_TILES_ENTRY)
                   + kbx_distinct_work (kbx_most_profiles (plan), kbx_line_stride (plan))
                   + kbx_work_for (kbx_most_blocks (plan), 4)
                   + kbx_distinct_work (kbx_most_blocks (plan), KBX_TILES_BLOCK));
}

static bool
kbx_tiles_begin (kbx_tiles_packing *t, kbx_work *work)
{
  const kbx_tiles_plan *plan = t->plan;
  const uint32_t shown = kbx_most_shown (plan), blocks = kbx_most_blocks (plan);
  t->table = (uint8_t *) kbx_work_take (work, shown + 1, KBX_TILES_ENTRY);
  t->directory = (uint8_t *) kbx_work_take (work, blocks, 4);
  if (t->table == NULL || t->directory == NULL
      || !kbx_distinct_begin (&t->numbers, work, plan->tile_count, 8)
      || !kbx_distinct_begin (&t->shown, work, shown, 8)
      || !kbx_distinct_begin (&t->blocks, work, blocks, KBX_TILES_BLOCK)
      || !kbx_distinct_begin (&t->profiles, work, kbx_most_profiles (plan), kbx_line_stride (plan)))
    return kbx_pack_no_room (t->error) > 0;
  memset (t->table, 0, KBX_TILES_ENTRY);
  return true;
}

/* ---- tiles ---- */

static bool
kbx_check_packed_tile (kbx_tiles_packing *t, uint32_t i)
{
  const kbx_tile_plan *tile = &t->plan->tiles[i];
  const uint64_t number = tile->number;
  if (number == 0 || number > KBX_CELL_TILE)
    return kbx_tiles_refuse (t, "tile", i, "expected a number of 1 to 2097151");
  if (kbx_distinct_add (&t->numbers, &number) != i)
    return kbx_tiles_refuse (t, "tile", i, "this number occurs twice");
  if (tile->kind > KBX_TILE_ONE_WAY_BOTTOM && tile->kind != KBX_TILE_HEIGHTS_BOTTOM)
    return kbx_tiles_refuse (t, "tile", i, "expected a kind of a tile without flips");
  if (tile->class_index >= KBX_MAX_CLASSES && tile->class_index != KBX_NONE)
    return kbx_tiles_refuse (t, "tile", i, "expected a class from 0 to 63, or KBX_NONE");
  if (!kbx_tiles_small (tile->offset.x, KBX_TILES_OFFSET_MOST)
      || !kbx_tiles_small (tile->offset.y, KBX_TILES_OFFSET_MOST))
    return kbx_tiles_refuse (t, "tile", i, "expected an offset within 4096 pixels");
  if (tile->kind == KBX_TILE_HEIGHTS_BOTTOM && tile->heights == NULL)
    return kbx_tiles_refuse (t, "tile", i, "the heights are missing");
  for (uint32_t x = 0; tile->kind == KBX_TILE_HEIGHTS_BOTTOM && x < t->plan->cell_w; x++)
    if (tile->heights[x] > t->plan->cell_h)
      return kbx_tiles_refuse (t, "tile", i, "expected heights within the cell");
  return true;
}

/* Left, right, top, bottom, by their order in each family of kinds. */
static uint32_t
kbx_turned_side (uint32_t side, uint32_t cell)
{
  if (cell & KBX_CELL_TRANSPOSED)
    side = side ^ 2;
  if ((side < 2 && cell & KBX_CELL_FLIP_X) || (side >= 2 && cell & KBX_CELL_FLIP_Y))
    side ^= 1;
  return side;
}

/* The start of the profile of a flipped tile. */
static uint32_t
kbx_add_profile (kbx_tiles_packing *t, const kbx_tile_plan *tile, uint32_t cell)
{
  const uint32_t n = t->plan->cell_w; /* transposed only if cells are square */
  const bool back = (cell & (cell & KBX_CELL_TRANSPOSED ? KBX_CELL_FLIP_Y : KBX_CELL_FLIP_X)) != 0;
  for (uint32_t k = 0; k < n; k++)
    kbx_store_u16 (t->line + 2 * k, tile->heights[back ? n - 1 - k : k]);
  return kbx_distinct_add (&t->profiles, t->line) * n;
}

/* The number of a tile's offset. It is above KBX_TILES_OFFSETS_MOST if there are too many. */
static uint32_t
kbx_add_offset (kbx_tiles_packing *t, kbx_point offset)
{
  uint8_t bytes[4];
  uint32_t i = 0;
  if (offset.x == 0 && offset.y == 0)
    return 0;
  kbx_store_u16 (bytes, (uint32_t) offset.x & 0xffff);
  kbx_store_u16 (bytes + 2, (uint32_t) offset.y & 0xffff);
  while (i < t->offset_count && memcmp (t->offsets + 4 * i, bytes, 4) != 0)
    i++;
  if (i == t->offset_count && i < KBX_TILES_OFFSETS_MOST)
    memcpy (t->offsets + 4 * t->offset_count++, bytes, 4);
  return i + 1;
}

/* Adds a new entry to the table, for cell `at`. */
static bool
kbx_add_shown (kbx_tiles_packing *t, uint32_t at)
{
  const uint32_t cell = t->plan->cells[at], height = cell >> KBX_CELL_HEIGHT_SHIFT;
  const uint64_t number = cell & KBX_CELL_TILE;
  const uint32_t *which = kbx_distinct_slot (&t->numbers, &number);
  const kbx_tile_plan *tile = &t->plan->tiles[*which - 1];
  uint32_t kind, flips, offset, profile = 0;
  if (*which == 0)
    return kbx_tiles_refuse (t, "cell", at, "it shows a tile that is missing");
  if (t->shown.count == KBX_TILES_TILES_MOST - 1)
    return kbx_tiles_refuse (t, "cell", at,
                             "it is the 65536th way to show a tile, expected 65535 at most");
  kind = (uint32_t) tile->kind;
  if (kind == KBX_TILE_HEIGHTS_BOTTOM)
    {
      if (cell & KBX_CELL_TRANSPOSED && t->plan->cell_w != t->plan->cell_h)
        return kbx_tiles_refuse (t, "cell", at,
                                 "it turns a tile with heights, which needs cells as wide as high");
      profile = kbx_add_profile (t, tile, cell);
      kind = KBX_TILE_HEIGHTS_LEFT + kbx_turned_side (3, cell);
    }
  else if (kind >= KBX_TILE_ONE_WAY_LEFT)
    kind = KBX_TILE_ONE_WAY_LEFT + kbx_turned_side (kind - KBX_TILE_ONE_WAY_LEFT, cell);
  flips = cell >> KBX_CELL_FLIP_SHIFT & 7u; /* KBX_TILES_FLIP_X and so on, in the same order */
  offset = kbx_add_offset (t, tile->offset);
  if (offset > KBX_TILES_OFFSETS_MOST)
    return kbx_tiles_refuse (t, "cell", at,
                             "it shows a tile with the 32nd offset, expected 31 at most");
  uint8_t *entry = t->table + (size_t) (t->shown.count + 1) * KBX_TILES_ENTRY;
  entry[0] = (uint8_t) kind;
  entry[1] = (uint8_t) (tile->class_index == KBX_NONE ? KBX_TILES_NO_CLASS : tile->class_index);
  entry[2] = (uint8_t) (flips | offset << KBX_TILES_OFFSET_SHIFT);
  entry[3] = (uint8_t) height;
  kbx_store_u32 (entry + 4, profile);
  kbx_store_u32 (entry + 8, tile->sprite);
  kbx_store_u32 (entry + 12, tile->frame);
  t->highest = height > t->highest ? height : t->highest;
  return true;
}

/* Finds the tile of cell `at` in the table. */
static bool
kbx_find_shown (kbx_tiles_packing *t, uint32_t at, uint32_t *tile)
{
  const uint64_t cell = t->plan->cells[at];
  *tile = 0;
  if ((cell & KBX_CELL_TILE) == 0)
    return true;
  if (cell != t->last)
    {
      if (*kbx_distinct_slot (&t->shown, &cell) == 0 && !kbx_add_shown (t, at))
        return false;
      t->last = cell;
      t->last_at = kbx_distinct_add (&t->shown, &cell) + 1;
    }
  *tile = t->last_at;
  return true;
}

/* ---- blocks ---- */

static bool
kbx_add_tile_block (kbx_tiles_packing *t, uint32_t column, uint32_t row, uint8_t *entry)
{
  const kbx_tiles_plan *plan = t->plan;
  const uint32_t w = kbx_least_of (plan->columns - column, KBX_TILES_SIDE),
                 h = t->blank != NULL && *t->blank++ != 0
                       ? 0
                       : kbx_least_of (plan->rows - row, KBX_TILES_SIDE);
  uint8_t cells[KBX_TILES_BLOCK] = { 0 };
  uint32_t first = 0, tile = 0;
  bool alike = true;
  for (uint32_t y = 0; y < h; y++)
    for (uint32_t x = 0; x < w; x++)
      {
        if (!kbx_find_shown (t, (row + y) * plan->columns + column + x, &tile))
          return false;
        kbx_store_u16 (cells + 2 * (y * KBX_TILES_SIDE + x), tile);
        first = x + y == 0 ? tile : first;
        alike = alike && tile == first;
      }
  alike = alike && (first == 0 || w * h == KBX_TILES_SIDE * KBX_TILES_SIDE);
  kbx_store_u32 (entry, alike ? KBX_TILES_ALIKE | first : kbx_distinct_add (&t->blocks, cells));
  return true;
}

static bool
kbx_add_tile_blocks (kbx_tiles_packing *t)
{
  uint8_t *entry = t->directory;
  for (uint32_t row = 0; row < t->plan->rows; row += KBX_TILES_SIDE)
    for (uint32_t column = 0; column < t->plan->columns; column += KBX_TILES_SIDE, entry += 4)
      if (!kbx_add_tile_block (t, column, row, entry))
        return false;
  return true;
}

/* ---- packing ---- */

static void
kbx_put_tiles_header (const kbx_tiles_packing *t, uint8_t *header)
{
  const kbx_tiles_plan *plan = t->plan;
  const bool straight = !plan->axis_i.x && !plan->axis_i.y && !plan->axis_j.x && !plan->axis_j.y;
  const uint32_t stagger = plan->stagger, side = plan->hex_side;
  const bool columns = stagger >= KBX_STAGGER_ODD_COLUMNS;
  const uint32_t ix = (stagger != 0 && columns ? plan->cell_w + side : 2 * plan->cell_w),
                 jy = (stagger != 0 && !columns ? plan->cell_h + side : 2 * plan->cell_h);
  const uint32_t numbers[] = {
    (uint32_t) plan->origin.x,
    (uint32_t) plan->origin.y,
    (uint32_t) plan->first.x,
    (uint32_t) plan->first.y,
    plan->columns,
    plan->rows,
    straight ? ix * KBX_GRID / 2 : (uint32_t) plan->axis_i.x,
    (uint32_t) plan->axis_i.y,
    (uint32_t) plan->axis_j.x,
    straight ? jy * KBX_GRID / 2 : (uint32_t) plan->axis_j.y,
    (uint32_t) plan->lift,
    t->shown.count + 1,
    t->blocks.count,
    t->profiles.count * plan->cell_w,
    t->highest,
    t->offset_count,
    stagger,
  };
  memset (header, 0, KBX_TILES_HEADER);
  kbx_store_u16 (header + 4, plan->cell_w);
  kbx_store_u16 (header + 6, plan->cell_h);
  kbx_store_words (header + 8, numbers, sizeof numbers / sizeof *numbers);
}

/* The code that opens a layer checks the limits of its numbers. */
static bool
kbx_check_tiles_plan (kbx_tiles_packing *t)
{
  uint8_t header[KBX_TILES_HEADER];
  if (t->plan->cell_w > KBX_TILES_CELL_MOST || t->plan->cell_h > KBX_TILES_CELL_MOST)
    return kbx_tiles_refuse (t, "", 0, "expected cells of 1 to 1024 pixels each way");
  if (t->plan->hex_side > KBX_TILES_CELL_MOST)
    return kbx_tiles_refuse (t, "", 0, "expected a side within the cell");
  kbx_trouble trouble;
  kbx_tiles_check check = KBX_ZEROS;
  kbx_put_tiles_header (t, header);
  check.trouble = &trouble;
  check.bytes = header;
  return kbx_check_tiles_place (&check) == KBX_OK || kbx_tiles_refuse (t, "", 0, trouble.message);
}

static void
kbx_put_tiles (const kbx_tiles_packing *t, uint8_t *bytes, size_t size)
{
  const size_t line = 2 * (size_t) t->plan->cell_w,
               directory = 4 * (size_t) kbx_most_blocks (t->plan);
  uint8_t *at = bytes + KBX_TILES_HEADER;
  kbx_put_tiles_header (t, bytes);
  kbx_store_u32 (bytes, (uint32_t) size);
  memcpy (at, t->directory, directory);
  for (at += directory; (at - bytes) % 64 != 0; at++)
    *at = 0;
  memcpy (at, t->blocks.items, t->blocks.count * (size_t) KBX_TILES_BLOCK);
  at += t->blocks.count * (size_t) KBX_TILES_BLOCK;
  memcpy (at, t->table, (t->shown.count + 1) * (size_t) KBX_TILES_ENTRY);
  at += (t->shown.count + 1) * (size_t) KBX_TILES_ENTRY;
  memcpy (at, t->offsets, 4 * (size_t) t->offset_count);
  at += 4 * (size_t) t->offset_count;
  for (uint32_t i = 0; i < t->profiles.count; i++, at += line)
    memcpy (at, t->profiles.items + i * t->profiles.stride, line);
}

KBX_PACK_INTERNAL size_t
kbx_tiles_pack_blocks (const kbx_tiles_plan *plan, const uint8_t *blank, void *work,
                       size_t work_size, void *bytes, size_t capacity, kbx_error *error)
{
  kbx_work room = kbx_work_of (work, work_size);
  kbx_tiles_view view;
  uint8_t header[KBX_TILES_HEADER];
  kbx_tiles_packing t = KBX_ZEROS;
  t.plan = plan;
  t.blank = blank;
  t.error = error;
  if (plan == NULL || plan->cells == NULL || (plan->tiles == NULL && plan->tile_count > 0))
    return kbx_pack_refuse (error, KBX_ERROR_ARGUMENT, "", 0, "no tiles or cells");
  if (!kbx_check_tiles_plan (&t) || !kbx_tiles_begin (&t, &room))
    return 0;
  for (uint32_t i = 0; i < plan->tile_count; i++)
    if (!kbx_check_packed_tile (&t, i))
      return 0;
  if (!kbx_add_tile_blocks (&t))
    return 0;
  kbx_put_tiles_header (&t, header);
  uint64_t size = kbx_read_tiles (header, &view);
  if (size > INT32_MAX)
    return kbx_pack_refuse (error, KBX_ERROR_VALUE, "", 0, "the layer takes 2^31 bytes or more");
  if (bytes != NULL && size <= capacity)
    kbx_put_tiles (&t, (uint8_t *) bytes, (size_t) size);
  return kbx_pack_done (error, (size_t) size);
}

size_t
kbx_tiles_pack (const kbx_tiles_plan *plan, void *work, size_t work_size, void *bytes,
                size_t capacity, kbx_error *error)
{
  return kbx_tiles_pack_blocks (plan, NULL, work, work_size, bytes, capacity, error);
}
