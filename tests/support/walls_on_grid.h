/* SPDX-License-Identifier: MIT */
/* Walls for tests, in whole steps of the grid. */
#ifndef KB_TEST_WALLS_ON_GRID_H
#define KB_TEST_WALLS_ON_GRID_H

#include "bake/partitions/partitions.h"

/* In 1/256 pixel. */
typedef struct { gint32 ax, ay, bx, by; } KitEdge;

typedef struct {
  KitEdge edge;
  guint class_index;
  gboolean one_way;
} KitWall;

typedef struct {
  const KitEdge *edges;
  guint n_edges;
} KitArea;

typedef struct {
  const KitWall *walls;
  guint n_walls;
  const KitArea *areas;
  guint n_areas;
} KitWalls;

typedef struct {
  kbx_partition kind;
  guint leaf_walls, max_depth;
  double split_cost, cell, cell_height;
  guint columns, rows;
} KitDivision;

static inline kbx_segment
kit_segment (KitEdge e)
{
  return (kbx_segment) { { (float) e.ax / 256, (float) e.ay / 256 }, { (float) e.bx / 256, (float) e.by / 256 } };
}

/* A plan, whose arrays are to be freed. */
static inline kbx_walls_plan
kit_walls_plan (const KitWalls *input, const KitDivision *division)
{
  kbx_wall *walls = g_new (kbx_wall, input->n_walls + 1);
  kbx_area_plan *areas = g_new (kbx_area_plan, input->n_areas + 1);
  for (guint i = 0; i < input->n_walls; i++)
    walls[i] = (kbx_wall) { kit_segment (input->walls[i].edge), input->walls[i].class_index, input->walls[i].one_way };
  for (guint i = 0; i < input->n_areas; i++)
    {
      kbx_segment *edges = g_new (kbx_segment, input->areas[i].n_edges + 1);
      for (guint k = 0; k < input->areas[i].n_edges; k++)
        edges[k] = kit_segment (input->areas[i].edges[k]);
      areas[i] = (kbx_area_plan) { edges, input->areas[i].n_edges };
    }
  return (kbx_walls_plan) { .walls = walls, .wall_count = input->n_walls, .areas = areas, .area_count = input->n_areas,
                            .partition = division->kind, .leaf_walls = division->leaf_walls, .max_depth = division->max_depth,
                            .split_cost = division->split_cost, .cell = division->cell, .cell_height = division->cell_height,
                            .columns = division->columns, .rows = division->rows };
}

static inline void
kit_walls_plan_clear (kbx_walls_plan *plan)
{
  for (guint i = 0; i < plan->area_count; i++)
    g_free ((gpointer) plan->areas[i].edges);
  g_free ((gpointer) plan->areas);
  g_free ((gpointer) plan->walls);
}

static inline GBytes *
kit_walls_build (const KitWalls *input, const KitDivision *division, const KbWatch *watch, KbPartitionStats *stats, GError **error)
{
  kbx_walls_plan plan = kit_walls_plan (input, division);
  GBytes *bytes = kb_partition_build (&plan, watch, stats, error);
  kit_walls_plan_clear (&plan);
  return bytes;
}

static inline GBytes *
kit_walls_choose (const KitWalls *input, GError **error)
{
  return kit_walls_build (input, &(KitDivision) { .kind = KBX_PARTITION_CHOSEN }, NULL, NULL, error);
}

#endif
