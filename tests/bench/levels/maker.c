/* SPDX-License-Identifier: MIT */
#include "maker.h"

#include "interchange/levels/wad.h"
#include "tests/support/wad_file.h"
#include "tests/support/walls_on_grid.h"

#define GRID 256

void *
make_level (const MakerWall *walls, uint32_t n, int kind, size_t *size, char *text, size_t text_size)
{
  g_autofree KitWall *all = g_new0 (KitWall, n);
  for (uint32_t i = 0; i < n; i++)
    all[i].edge = (KitEdge) { walls[i].ax, walls[i].ay, walls[i].bx, walls[i].by };
  KitWalls input = { all, n, NULL, 0 };
  KitDivision settings = { .kind = (kbx_partition) MAX (kind, 0) };
  KbPartitionStats stats = { 0 };
  gint64 start = g_get_monotonic_time ();
  GBytes *bytes = kind < 0 ? kit_walls_choose (&input, NULL) : kit_walls_build (&input, &settings, NULL, &stats, NULL);
  double ms = (double) (g_get_monotonic_time () - start) / 1000;
  if (kind >= 0)
    kb_partition_measure (bytes, &stats);
  g_snprintf (text, text_size, "built in %8.2f ms; %8.1f KB, %7u nodes, depth %2u (mean %5.2f), %7u splits, balance %.2f; %7.1f walls a move (99%%: %u), cost %.0f",
              ms, (double) g_bytes_get_size (bytes) / 1024, stats.nodes, stats.depth_max, stats.depth_mean, stats.splits, stats.balance,
              stats.walls_mean, stats.walls_p99, stats.cost);
  return g_bytes_unref_to_data (bytes, size);
}

MakerWall *
read_map (const char *path, const char *name, uint32_t *n)
{
  g_autofree char *data = NULL;
  g_autoptr (KbWad) wad = kit_wad_read (path, &data, NULL);
  gint index = wad ? kb_wad_find_map (wad, name) : -1;
  g_autoptr (KbWadMap) map = index >= 0 ? kb_wad_map_read (wad, (guint) index, FALSE, NULL) : NULL;
  if (!map)
    return NULL;
  MakerWall *walls = g_new (MakerWall, map->n_lines + 1);
  gint left = G_MAXINT, top = G_MAXINT;
  *n = 0;
  for (guint i = 0; i < map->n_lines; i++)
    {
      const KbWadLine *line = &map->lines[i];
      KbWadVertex a = map->vertices[line->from], b = map->vertices[line->to];
      if ((line->left != KB_WAD_NONE && line->right != KB_WAD_NONE) || (a.x == b.x && a.y == b.y))
        continue;
      walls[(*n)++] = (MakerWall) { a.x * GRID, -a.y * GRID, b.x * GRID, -b.y * GRID };
      left = MIN (left, MIN (a.x, b.x));
      top = MIN (top, MIN (-a.y, -b.y));
    }
  for (uint32_t i = 0; i < *n; i++)
    walls[i] = (MakerWall) { walls[i].ax - left * GRID, walls[i].ay - top * GRID, walls[i].bx - left * GRID, walls[i].by - top * GRID };
  return walls;
}
