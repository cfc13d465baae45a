/* SPDX-License-Identifier: MIT */
/* A level's bytes taken apart, for people to read, and put together again. */
#include "bank/internal.h"
#include "runtime/levels/level_check.h"

#include <stdlib.h>
#include <string.h>

const char *const kb_bank_partition_names[KB_BANK_PARTITIONS] = { "none", "grid", "quadtree", "bsp" };

enum { NUMBERS = 28 };            /* bytes before what a partition's blocks list */
enum { STARTS = 16 };             /* bytes of the header that tell of starts */

bool
kb_bank_level_good (const uint8_t *bytes, size_t size, const char **wrong)
{
  kbx_level_check check;
  *wrong = "expected the bytes of a level";
  if (kbx_check_level (&check, bytes, size) == KBX_OK)
    return kbx_load_u32 (bytes) == size;
  *wrong = check.message;
  return false;
}

static kbx_level_view
view_of (const KbBankLevel *level)
{
  kbx_level_view view;
  kbx_read_level (level->bytes, &view);
  return view;
}

KbBankLevelSize
kb_bank_level_size (const KbBankLevel *level)
{
  kbx_level_view v = view_of (level);
  return (KbBankLevelSize) { v.wall_count, v.area_count, v.partition, v.start_columns > 0 };
}

static kb_fixed
fixed_at (const uint8_t *p)
{
  return (kb_fixed) (kbx_load_f32 (p) * KBX_GRID);
}

static KbBankWall
wall_at (const uint8_t *p)
{
  return (KbBankWall) { fixed_at (p), fixed_at (p + 4), fixed_at (p + 8), fixed_at (p + 12), 0, false };
}

KbBankWall
kb_bank_level_wall (const KbBankLevel *level, uint32_t i)
{
  kbx_level_view v = view_of (level);
  const uint8_t *p = v.walls + (size_t) i * KBX_LEVEL_WALL;
  KbBankWall wall = wall_at (p);
  wall.class_index = kbx_tag_class (kbx_load_u32 (p + 16));
  wall.one_way = kbx_tag_one_way (kbx_load_u32 (p + 16));
  return wall;
}

uint32_t
kb_bank_area_edges (const KbBankLevel *level, uint32_t area)
{
  const uint8_t *p = view_of (level).areas + (size_t) area * 4;
  return kbx_load_u32 (p + 4) - kbx_load_u32 (p);
}

KbBankWall
kb_bank_area_edge (const KbBankLevel *level, uint32_t area, uint32_t i)
{
  kbx_level_view v = view_of (level);
  size_t first = kbx_load_u32 (v.areas + (size_t) area * 4);
  return wall_at (v.edges + (first + i) * KBX_LEVEL_EDGE);
}

/* ---- the partition ---- */

/* Bytes of nodes or cells. */
static uint64_t
nodes_size (uint32_t kind, uint32_t columns, uint32_t rows)
{
  return kind == KBX_PARTITION_GRID ? (2 * (uint64_t) columns * rows + 1) * 4 : (uint64_t) columns * KBX_LEVEL_NODE;
}

void
kb_bank_partition_write (KbBankBuffer *to, const KbBankLevel *level)
{
  kbx_level_view v = view_of (level);
  kb_bank_buffer_add (to, level->bytes + 12, 12);
  kb_bank_buffer_add (to, level->bytes + 32, 16);
  for (size_t i = 0; i < (size_t) v.blocks * 4; i++) {
    uint32_t index = kbx_tag_index (kbx_load_u32 (v.tags + i * 4));
    const uint8_t bytes[4] = { (uint8_t) index, (uint8_t) (index >> 8), (uint8_t) (index >> 16), (uint8_t) (index >> 24) };
    kb_bank_buffer_add (to, bytes, sizeof bytes);
  }
  kb_bank_buffer_add (to, v.nodes, (size_t) nodes_size (v.partition, v.columns, v.rows));
  kb_bank_buffer_add (to, v.lists, (size_t) v.list_count * 4);
}

void
kb_bank_starts_write (KbBankBuffer *to, const KbBankLevel *level)
{
  kbx_level_view v = view_of (level);
  size_t cells = (size_t) v.start_columns * v.start_rows;
  if (cells == 0)
    return;
  kb_bank_buffer_add (to, level->bytes + KBX_LEVEL_HEADER - STARTS, STARTS);
  kb_bank_buffer_add (to, v.starts, cells * KBX_LEVEL_START);
}

static void
store_u32 (uint8_t **at, uint32_t value)
{
  for (int i = 0; i < 4; i++)
    *(*at)++ = (uint8_t) (value >> 8 * i);
}

static void
store_fixed (uint8_t **at, kb_fixed value)
{
  float pixels = (float) value / KBX_GRID;
  uint32_t bits;
  memcpy (&bits, &pixels, sizeof bits);
  store_u32 (at, bits);
}

static void
store_copy (uint8_t **at, const uint8_t *bytes, size_t size)
{
  if (size)   /* where there is nothing, `bytes` may be NULL */
    memcpy (*at, bytes, size);
  *at += size;
}

static void
store_wall (uint8_t **at, const KbBankWall *wall)
{
  store_fixed (at, wall->ax);
  store_fixed (at, wall->ay);
  store_fixed (at, wall->bx);
  store_fixed (at, wall->by);
}

static uint32_t
tag_of (const KbBankLevelParts *parts, uint32_t i)
{
  return i | parts->walls[i].class_index << KBX_LEVEL_INDEX_BITS | (parts->walls[i].one_way ? 1u << 31 : 0);
}

static void
store_blocks (uint8_t **at, const KbBankLevelParts *parts, uint32_t blocks)
{
  const uint8_t *slots = parts->partition + NUMBERS;
  for (size_t i = 0; i < (size_t) blocks * 4; i += 4)
    for (int field = 0; field < 4; field++)
      for (size_t k = 0; k < 4; k++) {
        const KbBankWall *wall = &parts->walls[kbx_load_u32 (slots + (i + k) * 4)];
        store_fixed (at, field == 0 ? wall->ax : field == 1 ? wall->ay : field == 2 ? wall->bx : wall->by);
      }
  for (size_t i = 0; i < (size_t) blocks * 4; i++)
    store_u32 (at, tag_of (parts, kbx_load_u32 (slots + i * 4)));
}

/* Of numbers that the size goes with. */
static bool
slots_good (const KbBankLevelParts *parts, uint32_t blocks)
{
  for (size_t i = 0; i < (size_t) blocks * 4; i++)
    if (kbx_load_u32 (parts->partition + NUMBERS + i * 4) >= parts->n_walls)
      return false;
  return true;
}

static void
store_level (uint8_t *at, const KbBankLevelParts *parts, uint32_t size, uint32_t blocks, uint64_t nodes, uint32_t lists)
{
  const uint8_t *p = parts->partition, *from = p + NUMBERS + (size_t) blocks * 16, *start = at;
  uint32_t edges = parts->n_areas > 0 ? parts->ends[parts->n_areas - 1] : 0;
  store_u32 (&at, size);
  store_u32 (&at, parts->n_walls);
  store_u32 (&at, parts->kind);
  store_copy (&at, p, 12);
  store_u32 (&at, parts->n_areas);
  store_u32 (&at, edges);
  store_copy (&at, p + 12, 16);
  store_copy (&at, parts->starts, parts->starts_size > 0 ? STARTS : 0);
  at = (uint8_t *) start + KBX_LEVEL_HEADER;
  store_blocks (&at, parts, blocks);
  store_copy (&at, from, (size_t) nodes);
  if (parts->starts_size > 0)
    store_copy (&at, parts->starts + STARTS, parts->starts_size - STARTS);
  for (uint32_t i = 0; i < parts->n_walls; i++) {
    store_wall (&at, &parts->walls[i]);
    store_u32 (&at, tag_of (parts, i));
  }
  for (uint32_t i = 0; parts->n_areas > 0 && i <= parts->n_areas; i++)
    store_u32 (&at, i > 0 ? parts->ends[i - 1] : 0);
  for (uint32_t i = 0; i < edges; i++)
    store_wall (&at, &parts->edges[i]);
  store_copy (&at, from + nodes, (size_t) lists * 4);
}

bool
kb_bank_starts_good (uint32_t kind, const uint8_t *starts, size_t size)
{
  return kind != KBX_PARTITION_GRID && size > STARTS
    && size - STARTS == (uint64_t) kbx_load_u16 (starts) * kbx_load_u16 (starts + 2) * KBX_LEVEL_START;
}

bool
kb_bank_level_make (KbBankLevel *level, const KbBankLevelParts *parts, const char **wrong)
{
  *wrong = "the partition is not as long as its numbers tell";
  if (parts->size < NUMBERS)
    return false;
  uint32_t columns = kbx_load_u32 (parts->partition), rows = kbx_load_u32 (parts->partition + 4);
  uint32_t blocks = kbx_load_u32 (parts->partition + 8), lists = kbx_load_u32 (parts->partition + 12);
  if (columns > KBX_LEVEL_CELLS_MOST || rows > KBX_LEVEL_CELLS_MOST)
    return false;
  uint64_t nodes = nodes_size (parts->kind, columns, rows), rest = (uint64_t) blocks * 16 + nodes + (uint64_t) lists * 4;
  if (rest != parts->size - NUMBERS)
    return false;
  *wrong = "the partition lists a wall that is not there";
  if (!slots_good (parts, blocks))
    return false;
  uint64_t size = KBX_LEVEL_HEADER + (uint64_t) blocks * (KBX_LEVEL_SHAPE + KBX_LEVEL_TAGS) + nodes
    + (parts->starts_size > 0 ? parts->starts_size - STARTS : 0) + (uint64_t) parts->n_walls * KBX_LEVEL_WALL + (uint64_t) lists * 4
    + (parts->n_areas > 0 ? ((uint64_t) parts->n_areas + 1) * 4 + (uint64_t) parts->ends[parts->n_areas - 1] * KBX_LEVEL_EDGE : 0);
  *wrong = "the level is larger than 4 GiB";
  if (size > UINT32_MAX)
    return false;
  *wrong = NULL;
  level->bytes = kb_bank_new ((size_t) size, 1);
  if (!level->bytes)
    return false;
  level->size = (size_t) size;
  store_level (level->bytes, parts, (uint32_t) size, blocks, nodes, lists);
  return true;
}
