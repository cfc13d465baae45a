/* SPDX-License-Identifier: MIT */
/* How well and how fast the BSP of Doom's maps is built, beside zdbsp and glbsp, where those are installed. Figures only.
 *   bench_nodes WAD...
 *
 * Ours twice: of the very segs that they divide, both sides of each line, with leaves of four at most, which are smaller on the
 * average than theirs; and as a level has it, walls alone and as many in a leaf as pay; splits count what they count where
 * nothing else is set. Times are of the processor, in one thread, the reading of the WAD included, of theirs also the writing.
 * Depth is asked at the same random places of each map. */
#include "interchange/levels/wad.h"
#include "runtime/levels/level.h"
#include "tests/support/wad_file.h"
#include "tests/support/walls_on_grid.h"

#include <glib/gstdio.h>
#include <sys/resource.h>

#define PLACES 10000

typedef struct {
  double seconds, leaf_depth, place_depth;
  guint64 before, segs, nodes, leaves, places;
  guint deepest;
} Sum;

static double
processor_time (int who)
{
  struct rusage use;
  getrusage (who, &use);
  return (double) (use.ru_utime.tv_sec + use.ru_stime.tv_sec) + (double) (use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
}

static void
add_leaf (Sum *sum, guint depth)
{
  sum->leaves++;
  sum->leaf_depth += depth;
  sum->deepest = MAX (sum->deepest, depth);
}

static void
print (const char *name, const Sum *sum)
{
  printf ("%-34s %6.2f s  %7" G_GUINT64_FORMAT " segs  %6" G_GUINT64_FORMAT " splits  %6" G_GUINT64_FORMAT " nodes  %.2f a leaf  deepest %3u  "
          "mean leaf depth %5.2f  at random places %5.2f\n", name, sum->seconds, sum->before, sum->segs - sum->before, sum->nodes,
          (double) sum->segs / (double) sum->leaves, sum->deepest, sum->leaf_depth / (double) sum->leaves, sum->place_depth / (double) sum->places);
  fflush (stdout);
}

/* Random places of a map's box, as Doom counts, the same each time. */
static GRand *
places_of (const KbWadMap *map, double box[4])
{
  box[0] = box[1] = G_MAXDOUBLE;
  box[2] = box[3] = -G_MAXDOUBLE;
  for (guint i = 0; i < map->n_lines * 2; i++)
    {
      KbWadVertex v = map->vertices[i % 2 ? map->lines[i / 2].from : map->lines[i / 2].to];
      box[0] = MIN (box[0], v.x);
      box[1] = MIN (box[1], v.y);
      box[2] = MAX (box[2], v.x);
      box[3] = MAX (box[3], v.y);
    }
  return g_rand_new_with_seed (20261121);
}

/* ---- ours ---- */

static GArray *
walls_of (const KbWadMap *map, gboolean segs)
{
  GArray *walls = g_array_new (FALSE, FALSE, sizeof (KitWall));
  for (guint i = 0; i < map->n_lines; i++)
    {
      const KbWadLine *line = &map->lines[i];
      KbWadVertex a = map->vertices[line->from], b = map->vertices[line->to];
      gboolean right = line->right != KB_WAD_NONE, left = line->left != KB_WAD_NONE;
      KitWall wall = { { a.x * KBX_GRID, -a.y * KBX_GRID, b.x * KBX_GRID, -b.y * KBX_GRID }, 0, FALSE };
      guint n = segs ? (guint) right + left : !right || !left || line->flags & KB_WAD_BLOCKS;
      for (; n > 0 && (a.x != b.x || a.y != b.y); n--)
        g_array_append_val (walls, wall);
    }
  return walls;
}

static void
descend (const kbx_level_view *view, const KbWadMap *map, Sum *sum)
{
  double box[4];
  GRand *random = places_of (map, box);
  for (guint i = 0; i < PLACES; i++, sum->places++)
    {
      double x = g_rand_double_range (random, box[0], box[2]), y = -g_rand_double_range (random, box[1], box[3]);
      const guint8 *node = view->nodes;
      for (guint32 at = 0; kbx_load_u32 (node + 12) != KBX_LEVEL_LEAF; sum->place_depth++)
        {
          gboolean front = (double) kbx_load_f32 (node) * x + (double) kbx_load_f32 (node + 4) * y >= kbx_load_f32 (node + 8);
          at = front ? at + 1 : kbx_load_u32 (node + 12);
          node = view->nodes + (gsize) at * KBX_LEVEL_NODE;
        }
    }
  g_rand_free (random);
}

static void
build_map (const KbWad *wad, guint index, gboolean segs, Sum *sum)
{
  KitDivision settings = { .kind = KBX_PARTITION_BSP, .leaf_walls = segs ? 4 : 0 };
  KbPartitionStats stats;
  kbx_level_view view;
  double start = processor_time (RUSAGE_SELF);
  g_autoptr (KbWadMap) map = kb_wad_map_read (wad, index, FALSE, NULL);
  if (!map)
    return;
  g_autoptr (GArray) walls = walls_of (map, segs);
  KitWalls input = { (const KitWall *) (gpointer) walls->data, walls->len, NULL, 0 };
  g_autoptr (GBytes) bytes = kit_walls_build (&input, &settings, NULL, &stats, NULL);
  sum->seconds += processor_time (RUSAGE_SELF) - start;
  sum->before += walls->len;
  sum->segs += walls->len + stats.splits;
  sum->nodes += stats.nodes - stats.leaves;
  sum->leaves += stats.leaves;
  sum->leaf_depth += stats.depth_mean * stats.leaves;
  sum->deepest = MAX (sum->deepest, stats.depth_max);
  kbx_read_level (g_bytes_get_data (bytes, NULL), &view);
  descend (&view, map, sum);
}

static void
ours (int n, char **paths, gboolean segs, const char *name)
{
  Sum sum = { 0 };
  for (int i = 0; i < n; i++)
    {
      g_autofree char *data = NULL;
      g_autoptr (KbWad) wad = kit_wad_read (paths[i], &data, NULL);
      for (guint k = 0; wad && k < kb_wad_map_count (wad); k++)
        build_map (wad, k, segs, &sum);
    }
  if (sum.leaves > 0)
    print (name, &sum);
}

/* ---- theirs ---- */

static void
walk_nodes (const KbWadMap *map, guint node, guint depth, Sum *sum)
{
  if (node & KB_WAD_LEAF)
    {
      add_leaf (sum, depth);
      return;
    }
  sum->nodes++;
  walk_nodes (map, map->nodes[node].right, depth + 1, sum);
  walk_nodes (map, map->nodes[node].left, depth + 1, sum);
}

static void
add_map (const KbWadMap *map, Sum *sum)
{
  double box[4];
  if (map->n_nodes == 0)
    return;
  g_autoptr (GArray) segs = walls_of (map, TRUE);
  sum->before += segs->len;
  sum->segs += map->n_segs;
  walk_nodes (map, map->n_nodes - 1, 0, sum);
  GRand *random = places_of (map, box);
  for (guint i = 0; i < PLACES; i++, sum->places++)
    {
      double x = g_rand_double_range (random, box[0], box[2]), y = g_rand_double_range (random, box[1], box[3]);
      for (guint at = map->n_nodes - 1; !(at & KB_WAD_LEAF); sum->place_depth++)
        {
          const KbWadNode *node = &map->nodes[at];
          at = (x - node->x) * node->dy > (y - node->y) * node->dx ? node->right : node->left;
        }
    }
  g_rand_free (random);
}

static void
theirs (const char *program, int n, char **paths)
{
  Sum sum = { 0 };
  g_autofree char *out = g_build_filename (g_get_tmp_dir (), "kickbox-bench-nodes.wad", NULL), *found = g_find_program_in_path (program);
  for (int i = 0; i < n && found; i++)
    {
      const char *argv[] = { found, paths[i], "-o", out, NULL };
      double start = processor_time (RUSAGE_CHILDREN);
      g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL, NULL, NULL, NULL);
      sum.seconds += processor_time (RUSAGE_CHILDREN) - start;
      g_autofree char *data = NULL;
      g_autoptr (KbWad) wad = kit_wad_read (out, &data, NULL);
      for (guint k = 0; wad && k < kb_wad_map_count (wad); k++)
        {
          g_autoptr (KbWadMap) map = kb_wad_map_read (wad, k, TRUE, NULL);
          if (map)
            add_map (map, &sum);
        }
      g_unlink (out);
    }
  if (sum.leaves > 0)
    print (program, &sum);
  else
    printf ("%s: not installed, or no map\n", program);
}

int
main (int argc, char **argv)
{
  ours (argc - 1, argv + 1, TRUE, "kickbox, their segs, leaves of 4");
  ours (argc - 1, argv + 1, FALSE, "kickbox, walls, leaves as they pay");
  theirs ("zdbsp", argc - 1, argv + 1);
  theirs ("glbsp", argc - 1, argv + 1);
  return 0;
}
