/* SPDX-License-Identifier: MIT */
/* Unpacks a level's bytes into a readable form, and packs them again. */
#include "bank/internal.h"
#include "runtime/levels/level_check.h"
#include "runtime/stores.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 28 };            /* bytes before the lists of a partition's blocks */
enum { STARTS = 16 };             /* bytes of the header about starts, or the height of cells */

static kb_fixed
fixed_at (const uint8_t *p)
{
  return (kb_fixed) (kbx_load_f32 (p) * KBX_GRID);
}

static KbBankWall
wall_at (const uint8_t *p)
{
  return (
    KbBankWall){ fixed_at (p), fixed_at (p + 4), fixed_at (p + 8), fixed_at (p + 12), 0, false };
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

/* ---- the partition ---- */

/* Bytes of nodes or cells. */
static uint64_t
nodes_size (uint32_t kind, uint32_t columns, uint32_t rows)
{
  return kind == KBX_PARTITION_GRID ? (2 * (uint64_t) columns * rows + 1) * 4
                                    : (uint64_t) columns * KBX_LEVEL_NODE;
}

static void
write_partition (KbBankBuffer *to, const KbBankLevel *level, const kbx_level_view *v)
{
  kb_bank_buffer_add (to, level->bytes + 12, 12);
  kb_bank_buffer_add (to, level->bytes + 32, 16);
  for (size_t i = 0; i < (size_t) v->blocks * 4; i++) {
    uint8_t slot[4];
    kbx_store_u32 (slot, kbx_tag_index (kbx_load_u32 (v->tags + i * 4)));
    kb_bank_buffer_add (to, slot, sizeof slot);
  }
  kb_bank_buffer_add (to, v->nodes, (size_t) nodes_size (v->partition, v->columns, v->rows));
  kb_bank_buffer_add (to, v->lists, (size_t) v->list_count * 4);
}

static void
write_starts (KbBankBuffer *to, const KbBankLevel *level, const kbx_level_view *v)
{
  size_t cells = (size_t) v->start_columns * v->start_rows;
  if (kbx_load_u32 (level->bytes + KBX_LEVEL_HEADER - STARTS) == 0)
    return;
  kb_bank_buffer_add (to, level->bytes + KBX_LEVEL_HEADER - STARTS, STARTS);
  kb_bank_buffer_add (to, v->starts, cells * KBX_LEVEL_START);
}

static bool
take_edges (KbBankArea *area, const kbx_level_view *v, uint32_t i)
{
  const uint32_t first = kbx_load_u32 (v->areas + (size_t) i * 4),
                 n = kbx_load_u32 (v->areas + (size_t) i * 4 + 4) - first;
  area->edges = kb_bank_new (n, sizeof *area->edges);
  area->n_edges = area->edges ? n : 0;
  for (uint32_t k = 0; k < area->n_edges; k++)
    area->edges[k] = wall_at (v->edges + ((size_t) first + k) * KBX_LEVEL_EDGE);
  return area->edges;
}

bool
kb_bank_level_take (KbBankLevel *level)
{
  kbx_level_view v;
  KbBankBuffer partition = { NULL, 0, 0, false }, starts = { NULL, 0, 0, false };
  KbBankTakenLevel *taken = &level->taken;
  bool good = true;
  kbx_read_level (level->bytes, &v);
  taken->walls = kb_bank_new (v.wall_count, sizeof *taken->walls);
  taken->n_walls = taken->walls ? v.wall_count : 0;
  for (uint32_t i = 0; i < taken->n_walls; i++)
    taken->walls[i] = wall_of (&v, i);
  for (uint32_t i = 0; good && i < level->n_areas; i++)
    good = take_edges (&level->areas[i], &v, i);
  write_partition (&partition, level, &v);
  write_starts (&starts, level, &v);
  *taken = (KbBankTakenLevel) { taken->walls,   taken->n_walls,
                               v.partition,    (uint8_t *) partition.data,
                               partition.size, (uint8_t *) starts.data,
                               starts.size };
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

/* A writable pointer to part of the level's bytes. */
static uint8_t *
place_in (const KbBankLevel *level, const uint8_t *place)
{
  return level->bytes + (place - level->bytes);
}

static void
put_ends (uint8_t *to, size_t step, const KbBankWall *wall)
{
  const kb_fixed ends[4] = { wall->ax, wall->ay, wall->bx, wall->by };
  for (size_t i = 0; i < 4; i++)
    kbx_store_f32 (to + i * step, (float) ends[i] / KBX_GRID);
}

static void
put_tag (uint8_t *to, const KbBankTakenLevel *taken, uint32_t i)
{
  kbx_store_u32 (to, i | taken->walls[i].class_index << KBX_LEVEL_INDEX_BITS
                       | (taken->walls[i].one_way ? 1u << 31 : 0));
}

/* Writes everything after the header. */
static void
put_level (const KbBankLevel *level, const kbx_level_view *v)
{
  const KbBankTakenLevel *taken = &level->taken;
  const uint8_t *slots = taken->bytes + NUMBERS, *nodes = slots + (size_t) v->blocks * 16;
  const size_t nodes_bytes = (size_t) nodes_size (v->partition, v->columns, v->rows);
  for (size_t i = 0; i < (size_t) v->blocks * 4; i++) {
    const uint32_t wall = kbx_load_u32 (slots + i * 4);
    put_ends (place_in (level, v->shapes) + i / 4 * KBX_LEVEL_SHAPE + i % 4 * 4, 16,
              &taken->walls[wall]);
    put_tag (place_in (level, v->tags) + i * 4, taken, wall);
  }
  memcpy (place_in (level, v->nodes), nodes, nodes_bytes);
  if (taken->starts_size > 0)
    memcpy (place_in (level, v->starts), taken->starts + STARTS, taken->starts_size - STARTS);
  for (uint32_t i = 0; i < taken->n_walls; i++) {
    put_ends (place_in (level, v->walls) + (size_t) i * KBX_LEVEL_WALL, 4, &taken->walls[i]);
    put_tag (place_in (level, v->walls) + (size_t) i * KBX_LEVEL_WALL + 16, taken, i);
  }
  for (uint32_t i = 0, end = 0; level->n_areas > 0 && i <= level->n_areas; i++) {
    kbx_store_u32 (place_in (level, v->areas) + (size_t) i * 4, end);
    for (uint32_t k = 0; i < level->n_areas && k < level->areas[i].n_edges; k++, end++)
      put_ends (place_in (level, v->edges) + (size_t) end * KBX_LEVEL_EDGE, 4,
                &level->areas[i].edges[k]);
  }
  memcpy (place_in (level, v->lists), nodes + nodes_bytes, (size_t) v->list_count * 4);
}

bool
kb_bank_starts_good (uint32_t kind, const uint8_t *starts, size_t size)
{
  return size >= STARTS && kbx_load_u32 (starts) != 0
         && size - STARTS
              == (kind == KBX_PARTITION_GRID ? 0
                                             : (uint64_t) kbx_load_u16 (starts)
                                                 * kbx_load_u16 (starts + 2) * KBX_LEVEL_START);
}

bool
kb_bank_level_make (KbBankLevel *level, const char **wrong)
{
  const KbBankTakenLevel *taken = &level->taken;
  uint8_t header[KBX_LEVEL_HEADER] = { 0 };
  kbx_level_view v;
  uint64_t edges = 0;
  *wrong = KBX_N_ ("the partition is not as long as its numbers tell");
  if (taken->size < NUMBERS || kbx_load_u32 (taken->bytes) > KBX_LEVEL_CELLS_MOST
      || kbx_load_u32 (taken->bytes + 4) > KBX_LEVEL_CELLS_MOST)
    return false;
  for (uint32_t i = 0; i < level->n_areas; i++)
    edges += level->areas[i].n_edges;
  kbx_store_u32 (header + 4, taken->n_walls);
  kbx_store_u32 (header + 8, taken->kind);
  memcpy (header + 12, taken->bytes, 12);
  kbx_store_u32 (header + 24, level->n_areas);
  kbx_store_u32 (header + 28, (uint32_t) edges);
  memcpy (header + 32, taken->bytes + 12, 16);
  if (taken->starts_size > 0)
    memcpy (header + KBX_LEVEL_HEADER - STARTS, taken->starts, STARTS);
  const uint64_t size = kbx_read_level (header, &v);
  kbx_store_u32 (header, (uint32_t) size);
  if ((uint64_t) v.blocks * 16 + nodes_size (v.partition, v.columns, v.rows)
        + (uint64_t) v.list_count * 4
      != taken->size - NUMBERS)
    return false;
  *wrong = KBX_N_ ("the partition lists a wall that is not there");
  for (size_t i = 0; i < (size_t) v.blocks * 4; i++)
    if (kbx_load_u32 (taken->bytes + NUMBERS + i * 4) >= taken->n_walls)
      return false;
  *wrong = KBX_N_ ("the level is larger than 4 GiB");
  if (size > UINT32_MAX)
    return false;
  *wrong = NULL;
  level->bytes = kb_bank_new ((size_t) size, 1);
  if (!level->bytes)
    return false;
  level->size = (size_t) size;
  memcpy (level->bytes, header, sizeof header);
  kbx_read_level (level->bytes, &v);
  put_level (level, &v);
  return true;
}
