/* SPDX-License-Identifier: MIT */
/* A level's bytes taken apart, for people to read, and put together again. */
#include "bank/internal.h"
#include "runtime/levels/level_check.h"

#include <stdlib.h>
#include <string.h>

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

static KbBankWall
wall_of (const kbx_level_view *v, uint32_t i)
{
  const uint8_t *p = v->walls + (size_t) i * KBX_LEVEL_WALL;
  KbBankWall wall = wall_at (p);
  wall.class_index = kbx_tag_class (kbx_load_u32 (p + 16));
  wall.one_way = kbx_tag_one_way (kbx_load_u32 (p + 16));
  return wall;
}

static void
add_u32 (KbBankBuffer *to, uint32_t value)
{
  uint8_t bytes[4];
  kb_bank_store (bytes, value, 4);
  kb_bank_buffer_add (to, bytes, sizeof bytes);
}

/* ---- the partition ---- */

/* Bytes of nodes or cells. */
static uint64_t
nodes_size (uint32_t kind, uint32_t columns, uint32_t rows)
{
  return kind == KBX_PARTITION_GRID ? (2 * (uint64_t) columns * rows + 1) * 4 : (uint64_t) columns * KBX_LEVEL_NODE;
}

static void
write_partition (KbBankBuffer *to, const KbBankLevel *level, const kbx_level_view *v)
{
  kb_bank_buffer_add (to, level->bytes + 12, 12);
  kb_bank_buffer_add (to, level->bytes + 32, 16);
  for (size_t i = 0; i < (size_t) v->blocks * 4; i++)
    add_u32 (to, kbx_tag_index (kbx_load_u32 (v->tags + i * 4)));
  kb_bank_buffer_add (to, v->nodes, (size_t) nodes_size (v->partition, v->columns, v->rows));
  kb_bank_buffer_add (to, v->lists, (size_t) v->list_count * 4);
}

static void
write_starts (KbBankBuffer *to, const KbBankLevel *level, const kbx_level_view *v)
{
  size_t cells = (size_t) v->start_columns * v->start_rows;
  if (cells == 0)
    return;
  kb_bank_buffer_add (to, level->bytes + KBX_LEVEL_HEADER - STARTS, STARTS);
  kb_bank_buffer_add (to, v->starts, cells * KBX_LEVEL_START);
}

static bool
take_edges (KbBankArea *area, const kbx_level_view *v, uint32_t i)
{
  const uint32_t first = kbx_load_u32 (v->areas + (size_t) i * 4), n = kbx_load_u32 (v->areas + (size_t) i * 4 + 4) - first;
  area->edges = kb_bank_new (n, sizeof *area->edges);
  area->n_edges = area->edges ? n : 0;
  for (uint32_t k = 0; k < area->n_edges; k++)
    area->edges[k] = wall_at (v->edges + ((size_t) first + k) * KBX_LEVEL_EDGE);
  return area->edges;
}

bool
kb_bank_level_take (KbBankLevel *level)
{
  const kbx_level_view v = view_of (level);
  KbBankBuffer partition = { NULL, 0, 0, false }, starts = { NULL, 0, 0, false };
  KbBankTakenLevel *taken = &level->taken;
  bool good = true;
  taken->walls = kb_bank_new (v.wall_count, sizeof *taken->walls);
  taken->n_walls = taken->walls ? v.wall_count : 0;
  for (uint32_t i = 0; i < taken->n_walls; i++)
    taken->walls[i] = wall_of (&v, i);
  for (uint32_t i = 0; good && i < level->n_areas; i++)
    good = take_edges (&level->areas[i], &v, i);
  write_partition (&partition, level, &v);
  write_starts (&starts, level, &v);
  *taken = (KbBankTakenLevel) { taken->walls, taken->n_walls, v.partition, (uint8_t *) partition.data, partition.size,
                                (uint8_t *) starts.data, starts.size };
  return good && taken->walls && !partition.failed && !starts.failed;
}

void
kb_bank_level_forget (KbBankLevel *level)
{
  for (uint32_t i = 0; level->areas && i < level->n_areas; i++) {
    free (level->areas[i].edges);
    level->areas[i].edges = NULL;
    level->areas[i].n_edges = 0;
  }
  free (level->taken.walls);
  free (level->taken.bytes);
  free (level->taken.starts);
  memset (&level->taken, 0, sizeof level->taken);
}

static void
add_fixed (KbBankBuffer *to, kb_fixed value)
{
  float pixels = (float) value / KBX_GRID;
  uint32_t bits;
  memcpy (&bits, &pixels, sizeof bits);
  add_u32 (to, bits);
}

static void
add_wall (KbBankBuffer *to, const KbBankWall *wall)
{
  const kb_fixed ends[4] = { wall->ax, wall->ay, wall->bx, wall->by };
  for (int i = 0; i < 4; i++)
    add_fixed (to, ends[i]);
}

static uint32_t
tag_of (const KbBankTakenLevel *taken, uint32_t i)
{
  return i | taken->walls[i].class_index << KBX_LEVEL_INDEX_BITS | (taken->walls[i].one_way ? 1u << 31 : 0);
}

static void
add_blocks (KbBankBuffer *to, const KbBankTakenLevel *taken, uint32_t blocks)
{
  const uint8_t *slots = taken->bytes + NUMBERS;
  for (size_t i = 0; i < (size_t) blocks * 4; i += 4)
    for (int field = 0; field < 4; field++)
      for (size_t k = 0; k < 4; k++) {
        const KbBankWall *wall = &taken->walls[kbx_load_u32 (slots + (i + k) * 4)];
        add_fixed (to, field == 0 ? wall->ax : field == 1 ? wall->ay : field == 2 ? wall->bx : wall->by);
      }
  for (size_t i = 0; i < (size_t) blocks * 4; i++)
    add_u32 (to, tag_of (taken, kbx_load_u32 (slots + i * 4)));
}

/* Of numbers that the size goes with. */
static bool
slots_good (const KbBankTakenLevel *taken, uint32_t blocks)
{
  for (size_t i = 0; i < (size_t) blocks * 4; i++)
    if (kbx_load_u32 (taken->bytes + NUMBERS + i * 4) >= taken->n_walls)
      return false;
  return true;
}

static uint64_t
count_edges (const KbBankLevel *level)
{
  uint64_t n = 0;
  for (uint32_t i = 0; i < level->n_areas; i++)
    n += level->areas[i].n_edges;
  return n;
}

static void
add_areas (KbBankBuffer *to, const KbBankLevel *level)
{
  uint32_t end = 0;
  for (uint32_t i = 0; level->n_areas > 0 && i <= level->n_areas; i++) {
    add_u32 (to, end);
    end += i < level->n_areas ? level->areas[i].n_edges : 0;
  }
  for (uint32_t i = 0; i < level->n_areas; i++)
    for (uint32_t k = 0; k < level->areas[i].n_edges; k++)
      add_wall (to, &level->areas[i].edges[k]);
}

static void
add_level (KbBankBuffer *to, const KbBankLevel *level, uint32_t blocks, uint64_t nodes, uint32_t lists)
{
  static const uint8_t no_starts[STARTS];
  const KbBankTakenLevel *taken = &level->taken;
  const uint8_t *p = taken->bytes, *from = p + NUMBERS + (size_t) blocks * 16;
  const bool starts = taken->starts_size > 0;
  add_u32 (to, 0);                /* its size, later */
  add_u32 (to, taken->n_walls);
  add_u32 (to, taken->kind);
  kb_bank_buffer_add (to, p, 12);
  add_u32 (to, level->n_areas);
  add_u32 (to, (uint32_t) count_edges (level));
  kb_bank_buffer_add (to, p + 12, 16);
  kb_bank_buffer_add (to, starts ? taken->starts : no_starts, STARTS);
  add_blocks (to, taken, blocks);
  kb_bank_buffer_add (to, from, (size_t) nodes);
  if (starts)
    kb_bank_buffer_add (to, taken->starts + STARTS, taken->starts_size - STARTS);
  for (uint32_t i = 0; i < taken->n_walls; i++) {
    add_wall (to, &taken->walls[i]);
    add_u32 (to, tag_of (taken, i));
  }
  add_areas (to, level);
  kb_bank_buffer_add (to, from + nodes, (size_t) lists * 4);
}

bool
kb_bank_starts_good (uint32_t kind, const uint8_t *starts, size_t size)
{
  return kind != KBX_PARTITION_GRID && size > STARTS
    && size - STARTS == (uint64_t) kbx_load_u16 (starts) * kbx_load_u16 (starts + 2) * KBX_LEVEL_START;
}

bool
kb_bank_level_make (KbBankLevel *level, const char **wrong)
{
  const KbBankTakenLevel *taken = &level->taken;
  *wrong = "the partition is not as long as its numbers tell";
  if (taken->size < NUMBERS)
    return false;
  uint32_t columns = kbx_load_u32 (taken->bytes), rows = kbx_load_u32 (taken->bytes + 4);
  uint32_t blocks = kbx_load_u32 (taken->bytes + 8), lists = kbx_load_u32 (taken->bytes + 12);
  if (columns > KBX_LEVEL_CELLS_MOST || rows > KBX_LEVEL_CELLS_MOST)
    return false;
  uint64_t nodes = nodes_size (taken->kind, columns, rows);
  if ((uint64_t) blocks * 16 + nodes + (uint64_t) lists * 4 != taken->size - NUMBERS)
    return false;
  *wrong = "the partition lists a wall that is not there";
  if (!slots_good (taken, blocks))
    return false;
  KbBankBuffer to = { NULL, 0, 0, false };
  add_level (&to, level, blocks, nodes, lists);
  *wrong = to.failed ? NULL : "the level is larger than 4 GiB";
  if (to.failed || to.size > UINT32_MAX) {
    free (to.data);
    return false;
  }
  level->bytes = (uint8_t *) to.data;
  level->size = to.size;
  kb_bank_store (level->bytes, to.size, 4);
  return true;
}
