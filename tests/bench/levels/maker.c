/* SPDX-License-Identifier: MIT */
#include "maker.h"

#include "bake/partitions/partitions.h"

void *
make_level (const MakerWall *walls, uint32_t n, int kind, size_t *size, char *text, size_t text_size)
{
  g_autofree KbPartitionWall *all = g_new0 (KbPartitionWall, n);
  for (uint32_t i = 0; i < n; i++)
    all[i].edge = (KbPartitionEdge) { walls[i].ax, walls[i].ay, walls[i].bx, walls[i].by };
  KbPartitionInput input = { all, n, NULL, 0 };
  KbPartitionSettings settings = { .kind = (kbx_partition) MAX (kind, 0) };
  KbPartitionStats stats = { 0 };
  gint64 start = g_get_monotonic_time ();
  GBytes *bytes = kind < 0 ? kb_partition_choose (&input, NULL, NULL, NULL) : kb_partition_build (&input, &settings, NULL, &stats, NULL);
  double ms = (double) (g_get_monotonic_time () - start) / 1000;
  if (kind >= 0)
    kb_partition_measure (bytes, &stats);
  g_snprintf (text, text_size, "built in %8.2f ms; %8.1f KB, %7u nodes, depth %2u (mean %5.2f), %7u splits, balance %.2f; %7.1f walls a move (99%%: %u), cost %.0f",
              ms, (double) g_bytes_get_size (bytes) / 1024, stats.nodes, stats.depth_max, stats.depth_mean, stats.splits, stats.balance,
              stats.walls_mean, stats.walls_p99, stats.cost);
  return g_bytes_unref_to_data (bytes, size);
}
