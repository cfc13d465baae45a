/* SPDX-License-Identifier: MIT */
/* What moves cost in a partition: counted on moves that the walls suggest, so it is the same on every machine. */
#include "bake/partitions/private.h"

#include <stdlib.h>

#define MOVES 3000
/* Nanoseconds for a cast in a tree or in a grid, a node or a cell, a block of four walls: what tests/bench/levels/fit_costs.c
 * found, on levels of its own, rounded. A first node costs what a cast does. */
#define TREE_COST 0.0
#define NODE_COST 15.5
#define GRID_COST 12.5
#define CELL_COST 21.0
#define BLOCK_COST 3.4

/* Numbers that look random, and are the same everywhere. */
static double
next (guint64 *state)
{
  *state = *state * G_GUINT64_CONSTANT (6364136223846793005) + G_GUINT64_CONSTANT (1442695040888963407);
  return (double) (*state >> 40) / (1 << 24);
}

typedef struct { kbx_vec from, to; } Move;

static kbx_vec
place_within (double x, double y)
{
  return (kbx_vec) { (float) CLAMP (x, -KBX_LEVEL_LIMIT, KBX_LEVEL_LIMIT), (float) CLAMP (y, -KBX_LEVEL_LIMIT, KBX_LEVEL_LIMIT) };
}

/* Near a wall, anywhere among the walls, or from one wall to another: half of the moves are short, from 8 to 64 pixels, a
 * quarter begins near a wall, a quarter goes across. */
static Move
draw_move (kbx_level level, guint i, guint64 *state)
{
  guint32 n = kbx_level_wall_count (level);
  kbx_segment w = kbx_level_wall (level, (guint32) (next (state) * n)).segment, v = kbx_level_wall (level, (guint32) (next (state) * n)).segment;
  double near = i % 4 < 2 ? 512 : 64, along = next (state);
  double x = w.a.x + ((double) w.b.x - w.a.x) * along + (next (state) - 0.5) * 2 * near;
  double y = w.a.y + ((double) w.b.y - w.a.y) * along + (next (state) - 0.5) * 2 * near;
  double length = 8 + 56 * next (state), dx = next (state) - 0.5, dy = next (state) - 0.5, d = sqrt (dx * dx + dy * dy) + 1e-9;
  if (i % 4 == 3)
    return (Move) { place_within (x, y), place_within (v.a.x + dx * near, v.a.y + dy * near) };
  return (Move) { place_within (x, y), place_within (x + dx / d * length, y + dy / d * length) };
}

static int
compare_numbers (const void *a, const void *b)
{
  guint x = *(const guint *) a, y = *(const guint *) b;
  return (x > y) - (x < y);
}

gboolean
kb_partition_measure (GBytes *bytes, KbPartitionStats *stats)
{
  kbx_level level;
  guint64 state = 20261120, nodes = 0, blocks = 0, walls = 0;
  g_autofree guint *tested = g_new0 (guint, MOVES);
  if (kbx_open (&level, KBX_WALLS, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL) != KBX_OK)
    return FALSE;
  for (guint i = 0; i < MOVES && kbx_level_wall_count (level) > 0; i++)
    {
      Move move = draw_move (level, i, &state);
      kbx_level_work work = kbx_level_cast_work (level, move.from, move.to, kbx_all_walls ());
      nodes += work.nodes;
      blocks += work.blocks;
      tested[i] = MIN (4 * work.blocks, kbx_level_wall_count (level));   /* the last block of a list may be filled up */
      walls += tested[i];
    }
  qsort (tested, MOVES, sizeof *tested, compare_numbers);
  stats->walls_mean = (double) walls / MOVES;
  stats->walls_p99 = tested[MOVES * 99 / 100];
  gboolean grid = stats->kind == KBX_PARTITION_GRID;
  stats->cost = (grid ? GRID_COST : TREE_COST) + ((double) nodes * (grid ? CELL_COST : NODE_COST) + (double) blocks * BLOCK_COST) / MOVES;
  return TRUE;
}

static double
weight (const KbPartitionStats *stats)
{
  return stats->cost * sqrt (sqrt ((double) stats->bytes));
}

kbx_partition
kb_partition_best (const KbPartitionStats all[4], guint n_walls)
{
  guint best = n_walls <= KB_SCANNED_WALLS ? KBX_PARTITION_NONE : KBX_PARTITION_GRID;
  for (guint kind = best + 1; kind <= KBX_PARTITION_BSP; kind++)
    if (weight (&all[kind]) < weight (&all[best]))
      best = kind;
  return (kbx_partition) best;
}

GBytes *
kb_partition_choose (const KbPartitionInput *input, const KbPartitionSettings settings[4], const KbWatch *watch,
                     KbPartitionStats all[4], GError **error)
{
  const KbWatch quiet = { .cancellable = watch ? watch->cancellable : NULL };   /* how far it all is, the caller tells */
  KbPartitionStats own[4], *stats = all ? all : own;
  GBytes *built[4] = { NULL }, *best = NULL;
  guint kind = KBX_PARTITION_NONE;
  for (; kind <= KBX_PARTITION_BSP; kind++)
    {
      KbPartitionSettings usual = { .kind = (kbx_partition) kind };
      built[kind] = kb_partition_build (input, settings ? &settings[kind] : &usual, &quiet, &stats[kind], error);
      if (!built[kind])
        break;
      kb_partition_measure (built[kind], &stats[kind]);
    }
  if (kind > KBX_PARTITION_BSP)
    best = g_bytes_ref (built[kb_partition_best (stats, input->n_walls)]);
  for (kind = 0; kind < G_N_ELEMENTS (built); kind++)
    g_clear_pointer (&built[kind], g_bytes_unref);
  return best;
}
