/* SPDX-License-Identifier: MIT */
/* The cost of moves in a partition: counted on moves derived from the walls, so it is the same on
 * every machine. */
#include "runtime/pack/walls.h"

/* Nanoseconds for a cast in a tree or a grid, a node or a cell, a block of four walls. Rounded
 * results of tests/bench/levels/fit_costs.c, on its own levels. The first node is part of the
 * cast's cost. */
#define KBX_TREE_COST 0.0
#define KBX_NODE_COST 15.5
#define KBX_GRID_COST 12.5
#define KBX_CELL_COST 21.0
#define KBX_BLOCK_COST 3.4

#define KBX_SCANNED_WALLS 64u

/* Pseudo-random numbers, the same everywhere. */
static double
kbx_next_number (uint64_t *state)
{
  *state = *state * UINT64_C (6364136223846793005) + UINT64_C (1442695040888963407);
  return (double) (*state >> 40) / (1 << 24);
}

static kbx_vec
kbx_place_within (double x, double y)
{
  return KBX_LITERAL (kbx_vec){ (float) kbx_kept_within (x, -KBX_LEVEL_LIMIT, KBX_LEVEL_LIMIT),
                                (float) kbx_kept_within (y, -KBX_LEVEL_LIMIT, KBX_LEVEL_LIMIT) };
}

/* Half of the moves start anywhere among the walls and a quarter near a wall, all of 8 to 64
 * pixels. The last quarter goes from one wall to another. */
static kbx_segment
kbx_draw_move (const kbx_level_view *level, uint32_t i, uint64_t *state)
{
  const double near = i % 4 < 2 ? 512 : 64;
  kbx_segment walls[2], move;
  double x, y;
  for (int k = 0; k < 2; k++)
    walls[k] = kbx_load_segment (level->walls
                                 + (size_t) (uint32_t) (kbx_next_number (state) * level->wall_count)
                                     * KBX_LEVEL_WALL);
  const double along = kbx_next_number (state);
  x = walls[0].a.x + ((double) walls[0].b.x - walls[0].a.x) * along
      + (kbx_next_number (state) - 0.5) * 2 * near;
  y = walls[0].a.y + ((double) walls[0].b.y - walls[0].a.y) * along
      + (kbx_next_number (state) - 0.5) * 2 * near;
  const double length = 8 + 56 * kbx_next_number (state);
  const double dx = kbx_next_number (state) - 0.5;
  const double dy = kbx_next_number (state) - 0.5;
  const double d = sqrt (dx * dx + dy * dy) + 1e-9;
  move.a = kbx_place_within (x, y);
  if (i % 4 == 3)
    move.b = kbx_place_within (walls[1].a.x + dx * near, walls[1].a.y + dy * near);
  else
    move.b = kbx_place_within (x + dx / d * length, y + dy / d * length);
  return move;
}

kbx_moves_cost
kbx_measure_moves (kbx_handle level, double *tested)
{
  uint64_t state = 20261120, nodes = 0, blocks = 0, walls = 0;
  kbx_level_view view;
  kbx_moves_cost cost;
  kbx_read_level ((const uint8_t *) level.data, &view);
  for (uint32_t i = 0; i < KBX_MEASURED_MOVES; i++)
    {
      tested[i] = 0;
      if (view.wall_count == 0)
        continue;
      const kbx_segment move = kbx_draw_move (&view, i, &state);
      uint32_t listed = 0;
      nodes += kbx_walls_nodes (level, move.a, kbx_narrow (kbx_from_to (move.a, move.b)), NULL, 0,
                                &listed);
      blocks += listed;
      /* A list's last block may be padded */
      const uint32_t count = 4 * listed < view.wall_count ? 4 * listed : view.wall_count;
      tested[i] = count;
      walls += count;
    }
  kbx_sort_doubles (tested, KBX_MEASURED_MOVES);
  cost.walls_mean = (double) walls / KBX_MEASURED_MOVES;
  cost.walls_p99 = (uint32_t) tested[KBX_MEASURED_MOVES * 99 / 100];
  const bool grid = view.partition == KBX_PARTITION_GRID;
  cost.cost =
    (grid ? KBX_GRID_COST : KBX_TREE_COST)
    + ((double) nodes * (grid ? KBX_CELL_COST : KBX_NODE_COST) + (double) blocks * KBX_BLOCK_COST)
        / KBX_MEASURED_MOVES;
  return cost;
}

kbx_partition
kbx_best_partition (const double costs[4], const size_t sizes[4], uint32_t walls)
{
  int best = walls <= KBX_SCANNED_WALLS ? KBX_PARTITION_NONE : KBX_PARTITION_GRID;
  for (int kind = best + 1; kind <= KBX_PARTITION_BSP; kind++)
    if (costs[kind] * sqrt (sqrt ((double) sizes[kind]))
        < costs[best] * sqrt (sqrt ((double) sizes[best])))
      best = kind;
  return (kbx_partition) best;
}
