/* SPDX-License-Identifier: MIT */
/* Builds partitions and computes their statistics. */
#include "bake/partitions/partitions.h"
#include "runtime/pack/walls.h"

/* ---- building ---- */

#define REPORT_EACH (1.0 / 64)

typedef struct {
  const KbWatch *watch;
  double reported;
} Reporting;

static bool
go_on (void *data, double done)
{
  Reporting *reporting = data;
  if (reporting->watch->progress && done >= reporting->reported + REPORT_EACH)
    {
      reporting->reported = done;
      reporting->watch->progress (done, reporting->watch->data);
    }
  return !g_cancellable_is_cancelled (reporting->watch->cancellable);
}

GBytes *
kb_partition_build (const kbx_walls_plan *plan, const KbWatch *watch, KbPartitionStats *stats,
                    GError **error)
{
  Reporting reporting = { watch, 0 };
  kbx_walls_plan watched = *plan;
  watched.go_on = watch ? go_on : NULL;
  watched.data = &reporting;
  GBytes *bytes = kb_pack_walls (&watched, error);
  if (bytes && stats)
    kb_partition_report ((kbx_handle){ .data = g_bytes_get_data (bytes, NULL), .kind = KBX_WALLS },
                         stats);
  return bytes;
}

GBytes *
kb_partition_again (kbx_handle level, kbx_partition kind, GError **error)
{
  kbx_level_view v;
  kbx_read_level (level.data, &v);
  g_autofree kbx_wall *walls = g_new (kbx_wall, v.wall_count + 1);
  g_autofree kbx_area_plan *areas = g_new (kbx_area_plan, (gsize) v.area_count + 1);
  g_autoptr (GPtrArray) edges = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint i = 0; i < v.wall_count; i++)
    walls[i] = kbx_walls_wall (level, i);
  for (guint i = 0; i < v.area_count; i++)
    {
      GArray *of_area = kb_partition_area_edges (level, i);
      g_ptr_array_add (edges, of_area);
      areas[i] = (kbx_area_plan) { (const kbx_segment *) (gpointer) of_area->data, of_area->len };
    }
  const kbx_walls_plan plan = { .walls = walls,
                                .wall_count = v.wall_count,
                                .areas = areas,
                                .area_count = v.area_count,
                                .partition = kind };
  return kb_pack_walls (&plan, error);
}

GArray *
kb_partition_area_edges (kbx_handle level, guint area)
{
  GArray *edges = g_array_new (FALSE, FALSE, sizeof (kbx_segment));
  kbx_level_view v;
  kbx_read_level (level.data, &v);
  guint32 end = area < v.area_count ? kbx_load_u32 (v.areas + (gsize) area * 4 + 4) : 0;
  for (guint32 i = area < v.area_count ? kbx_load_u32 (v.areas + (gsize) area * 4) : 0; i < end;
       i++)
    {
      kbx_segment edge = kbx_load_segment (v.edges + (gsize) i * KBX_LEVEL_EDGE);
      g_array_append_val (edges, edge);
    }
  return edges;
}

/* ---- statistics ---- */

guint32
kb_partition_blocks (const kbx_level_view *v, guint leaf, guint32 *first)
{
  const gboolean grid = v->partition == KBX_PARTITION_GRID;
  const guint8 *p = grid ? v->cells + (gsize) leaf * 4 : v->nodes + (gsize) leaf * KBX_LEVEL_NODE;
  *first = 0;
  if (grid ? leaf >= kbx_level_cell_count (v)
           : leaf >= v->columns || kbx_load_u32 (p + 12) != KBX_LEVEL_LEAF)
    return 0;
  *first = kbx_load_u32 (p);
  return kbx_load_u32 (p + 4) - (grid ? *first : 0);
}

/* The last wall of a leaf may pad its last block. */
static void
count_leaf (const kbx_level_view *v, guint leaf, guint depth, KbPartitionStats *stats)
{
  guint32 first;
  gsize walls = 4 * (gsize) kb_partition_blocks (v, leaf, &first);
  const guint8 *tags = v->tags + (gsize) first * KBX_LEVEL_TAGS;
  while (walls > 1 && kbx_load_u32 (tags + 4 * walls - 4) == kbx_load_u32 (tags + 4 * walls - 8))
    walls--;
  stats->splits += (guint) walls;
  stats->leaves++;
  stats->depth_max = MAX (stats->depth_max, depth);
  stats->depth_mean += depth;
}

/* At most as deep as the verifier allows. */
static void
count_tree (const kbx_level_view *v, guint index, guint depth, KbPartitionStats *stats)
{
  const guint32 second = kbx_load_u32 (v->nodes + (gsize) index * KBX_LEVEL_NODE + 12);
  if (second == KBX_LEVEL_LEAF)
    {
      count_leaf (v, index, depth, stats);
      return;
    }
  count_tree (v, index + 1, depth + 1, stats);
  count_tree (v, second, depth + 1, stats);
}

void
kb_partition_report (kbx_handle level, KbPartitionStats *stats)
{
  kbx_level_view v;
  kbx_read_level (level.data, &v);
  const kbx_about about = kbx_info (level);
  *stats = (KbPartitionStats) { .kind = (kbx_partition) v.partition,
                                .columns = about.columns,
                                .rows = about.rows,
                                .bytes = kbx_load_u32 (level.data) };
  for (guint i = 0; i < kbx_level_cell_count (&v); i++)
    count_leaf (&v, i, 0, stats);
  if (v.partition != KBX_PARTITION_GRID)
    count_tree (&v, 0, 0, stats);
  double even = log2 (MAX (stats->leaves, 1));
  stats->nodes = v.partition == KBX_PARTITION_GRID ? stats->leaves : v.columns;
  stats->depth_mean /= MAX (stats->leaves, 1);
  stats->balance = v.partition != KBX_PARTITION_GRID && even > 0 ? stats->depth_mean / even : 1;
  if (v.partition == KBX_PARTITION_QUADTREE)
    {
      stats->depth_max = (stats->depth_max + 1) / 2;
      stats->depth_mean /= 2;
    }
  stats->splits = stats->splits > v.wall_count ? stats->splits - v.wall_count : 0;
}

gboolean
kb_partition_measure (GBytes *bytes, KbPartitionStats *stats)
{
  kbx_handle level;
  if (kbx_open (&level, KBX_WALLS, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL)
      != KBX_OK)
    return FALSE;
  g_autofree double *tested = g_new (double, KBX_MEASURED_MOVES);
  kb_partition_report (level, stats);
  const kbx_moves_cost cost = kbx_measure_moves (level, tested);
  stats->walls_mean = cost.walls_mean;
  stats->walls_p99 = cost.walls_p99;
  stats->cost = cost.cost;
  return TRUE;
}

kbx_partition
kb_partition_best (const KbPartitionStats all[4], guint n_walls)
{
  double costs[4];
  gsize sizes[4];
  for (guint kind = 0; kind < 4; kind++)
    {
      costs[kind] = all[kind].cost;
      sizes[kind] = all[kind].bytes;
    }
  return kbx_best_partition (costs, sizes, n_walls);
}
