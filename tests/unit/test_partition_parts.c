/* SPDX-License-Identifier: MIT */
/* What is shown of partitions, against what was built and what the runtime answers: leaves cover the box without gaps, moves begin
 * and end in the leaves that locating tells. */
#include <math.h>

#include "bake/level/levels.h"
#include "drawing/levels/level_partition.h"
#include "drawing/style.h"
#include "tests/support/layer_kit.h"
#include "tests/support/seed.h"
#include "tests/support/walls_on_grid.h"

enum { WALLS = 400, MOVES = 300 };

/* The leaves that a move passes, in order: guint32. */
static GArray *
leaves_of_way (GBytes *bytes, kbx_vec from, kbx_vec to)
{
  GArray *leaves = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) visits = kb_partition_visits (bytes, from, to, to);
  for (guint i = 0; i < visits->len; i++)
    if (g_array_index (visits, KbPartitionVisit, i).leaf)
      g_array_append_val (leaves, g_array_index (visits, KbPartitionVisit, i).node);
  return leaves;
}

static GRand *dice;

static gint32
anywhere (gint32 reach)
{
  return g_rand_int_range (dice, -reach * 256, reach * 256);
}

static GBytes *
build (kbx_partition kind, KbPartitionStats *stats)
{
  g_autofree KitWall *walls = g_new0 (KitWall, WALLS);
  g_autofree KitEdge *edges = g_new0 (KitEdge, 3);
  g_autoptr (GError) error = NULL;
  for (guint i = 0; i < WALLS; i++)
    {
      gint32 x = anywhere (900), y = anywhere (700);
      walls[i].edge = (KitEdge) { x, y, x + 256 + anywhere (60), y + anywhere (60) };
      if (walls[i].edge.ax == walls[i].edge.bx)
        walls[i].edge.bx++;
    }
  for (guint i = 0; i < 3; i++)
    edges[i] = (KitEdge) { (gint32) i * 9000, 0, (gint32) ((i + 1) % 3) * 9000, (gint32) (i % 2) * 70000 };
  const KitArea area = { edges, 3 };
  const KitWalls input = { walls, WALLS, &area, 1 };
  GBytes *bytes = kit_walls_build (&input, &(KitDivision) { .kind = kind }, NULL, stats, &error);
  g_assert_no_error (error);
  return bytes;
}

static kbx_handle
open_level (GBytes *bytes)
{
  kbx_handle level;
  g_assert_cmpint (kbx_open (&level, KBX_WALLS, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL), ==, KBX_OK);
  return level;
}

static double
area_of (const KbPartitionParts *parts, const KbPartitionLeaf *leaf)
{
  const KbVec *c = &g_array_index (parts->corners, KbVec, leaf->corners);
  double twice = 0;
  for (guint i = 0; i < leaf->n; i++)
    twice += c[i].x * c[(i + 1) % leaf->n].y - c[i].y * c[(i + 1) % leaf->n].x;
  return fabs (twice) / 2;
}

static void
test_cover (gconstpointer data)
{
  KbPartitionStats stats;
  g_autoptr (GBytes) bytes = build ((kbx_partition) GPOINTER_TO_UINT (data), &stats);
  kbx_handle level = open_level (bytes);
  g_autoptr (KbPartitionParts) parts = kb_partition_parts (bytes, -800, -600, 700, 650), all = kb_partition_parts (bytes, -2000, -2000, 2000, 2000);
  double sum = 0;
  for (guint i = 0; i < parts->leaves->len; i++)
    {
      const KbPartitionLeaf *leaf = &g_array_index (parts->leaves, KbPartitionLeaf, i);
      const KbVec *c = &g_array_index (parts->corners, KbVec, leaf->corners);
      double area = area_of (parts, leaf);
      KbVec middle = { 0, 0 };
      for (guint k = 0; k < leaf->n; k++)
        middle = (KbVec) { middle.x + c[k].x / leaf->n, middle.y + c[k].y / leaf->n };
      sum += area;
      if (area > 4)
        g_assert_cmpuint (kit_level_at (level, (kbx_vec) { (float) middle.x, (float) middle.y }).leaf, ==, leaf->leaf);
      g_autoptr (GArray) walls = kb_partition_leaf_walls (bytes, leaf->leaf);
      g_assert_cmpuint (walls->len, ==, leaf->walls);
    }
  g_assert_cmpfloat_with_epsilon (sum, 1500.0 * 1250, 0.01);
  g_assert_cmpuint (all->leaves->len, ==, stats.leaves);
  if (stats.kind != KBX_PARTITION_GRID)
    g_assert_cmpuint (all->lines->len, ==, stats.leaves - 1);
  g_autoptr (GArray) none = kb_partition_leaf_walls (bytes, KBX_NONE);
  g_assert_cmpuint (none->len, ==, 0);
}

static gboolean
near_place (kbx_vec a, KbVec b)
{
  return fabs ((double) a.x - b.x) < 0.01 && fabs ((double) a.y - b.y) < 0.01;
}

/* What the runtime tells of each node, against the parts of the picture. */
static void
test_nodes (gconstpointer data)
{
  const kbx_rect within = { { -800, -600 }, { 700, 650 } }, beyond = { { 5000, 5000 }, { 5001, 5001 } }, bad = { { 1, 0 }, { 0, 1 } };
  KbPartitionStats stats;
  kbx_vec corners[KBX_CELL_CORNERS], few[3] = { [2] = { 77, 77 } };
  g_autoptr (GBytes) bytes = build ((kbx_partition) GPOINTER_TO_UINT (data), &stats);
  kbx_handle level = open_level (bytes);
  g_autoptr (KbPartitionParts) parts = kb_partition_parts (bytes, -800, -600, 700, 650);
  const guint cuts = stats.kind == KBX_PARTITION_QUADTREE ? 2 : 1;
  for (guint i = 0; i < parts->leaves->len; i++)
    {
      const KbPartitionLeaf *leaf = &g_array_index (parts->leaves, KbPartitionLeaf, i);
      const kbx_walls_part node = kbx_walls_node (level, leaf->leaf, within, corners, G_N_ELEMENTS (corners));
      g_assert_true (node.found && node.leaf && (node.depth + cuts - 1) / cuts == leaf->depth);
      g_assert_cmpuint (node.corner_count, ==, leaf->n);
      g_assert_cmpuint (kbx_walls_node (level, leaf->leaf, within, few, 2).corner_count, ==, leaf->n);
      g_assert_true (few[2].x == 77);
      for (guint k = 0; k < leaf->n; k++)
        g_assert_true (near_place (corners[k], g_array_index (parts->corners, KbVec, leaf->corners + k)));
    }
  for (guint i = 0; !parts->grid && i < parts->lines->len; i++)
    {
      const KbPartitionLine *line = &g_array_index (parts->lines, KbPartitionLine, i);
      const kbx_walls_part node = kbx_walls_node (level, line->node, within, NULL, 0);
      g_assert_true (node.found && !node.leaf && node.depth / cuts == line->depth);
      g_assert_true (near_place (node.line.a, line->a) && near_place (node.line.b, line->b));
    }
  g_assert_false (kbx_walls_node (level, stats.nodes, within, NULL, 0).found);
  g_assert_false (kbx_walls_node (level, KBX_NONE, within, NULL, 0).found);
  g_assert_false (kbx_walls_node (level, 0, bad, NULL, 0).found);
  g_assert_false (kbx_walls_node ((kbx_handle) { NULL }, 0, within, NULL, 0).found);
  g_assert_cmpuint (kbx_walls_node (level, stats.nodes - 1, bad, corners, 68).corner_count, ==, 0);
  g_assert_cmpuint (kbx_walls_node (level, parts->grid ? 0 : stats.nodes, beyond, NULL, 0).corner_count, ==, 0);
}

/* The nodes that a cast comes to: as many as are counted, each once, a tree's after their parents; the wall is in one of them. */
static void
test_cast_nodes (gconstpointer data)
{
  const kbx_rect all = { { -60000, -60000 }, { 60000, 60000 } };
  KbPartitionStats stats;
  guint32 nodes[2000], few[3] = { 0, 0, 77 };
  g_autoptr (GBytes) bytes = build ((kbx_partition) GPOINTER_TO_UINT (data), &stats);
  kbx_handle level = open_level (bytes);
  for (guint i = 0; kit_goes_on (i, MOVES); i++)
    {
      const kbx_vec a = { (float) anywhere (850) / 256, (float) anywhere (650) / 256 }, b = { (float) anywhere (850) / 256, (float) anywhere (650) / 256 };
      const guint n = kit_level_cast_nodes (level, a, b, nodes, G_N_ELEMENTS (nodes));
      const kbx_hit first = kit_level_cast (level, a, b, kit_all_walls ());
      gboolean listed = !first.hit;
      g_assert_cmpuint (n, ==, kit_level_cast_work (level, a, b).nodes);
      g_assert_cmpuint (n, <, G_N_ELEMENTS (nodes));
      for (guint k = 0; k < n; k++)
        {
          for (guint j = 0; j < k; j++)
            g_assert_cmpuint (nodes[j], !=, nodes[k]);
          g_autoptr (GArray) walls = kb_partition_leaf_walls (bytes, nodes[k]);
          g_assert_true (kbx_walls_node (level, nodes[k], all, NULL, 0).found);
          for (guint w = 0; !listed && w < walls->len; w++)
            listed = g_array_index (walls, guint32, w) == first.index;
        }
      g_assert_true (listed);
      if (n == 0)
        continue;
      g_assert_cmpuint (kit_level_cast_nodes (level, a, b, few, MIN (n, 2)), ==, n);
      g_assert_true (few[0] == nodes[0] && (n < 2 || few[1] == nodes[1]) && few[2] == 77);
      g_assert_cmpuint (kit_level_cast_nodes (level, a, b, NULL, 9), ==, n);
    }
  g_assert_cmpuint (kit_level_cast_nodes (level, (kbx_vec) { NAN, 0 }, (kbx_vec) { 1, 1 }, nodes, 9), ==, 0);
  g_assert_cmpuint (kit_level_cast_nodes ((kbx_handle) { NULL }, (kbx_vec) { 0, 0 }, (kbx_vec) { 1, 1 }, nodes, 9), ==, 0);
}

static void
test_ways (gconstpointer data)
{
  KbPartitionStats stats;
  g_autoptr (GBytes) bytes = build ((kbx_partition) GPOINTER_TO_UINT (data), &stats);
  kbx_handle level = open_level (bytes);
  for (guint i = 0; i < MOVES; i++)
    {
      kbx_vec a = { (float) anywhere (850) / 256, (float) anywhere (650) / 256 }, b = { (float) anywhere (850) / 256, (float) anywhere (650) / 256 };
      g_autoptr (GArray) way = leaves_of_way (bytes, a, b);
      g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
      g_assert_cmpuint (way->len, >, 0);
      g_assert_cmpuint (g_array_index (way, guint32, 0), ==, kit_level_at (level, a).leaf);
      g_assert_cmpuint (g_array_index (way, guint32, way->len - 1), ==, kit_level_at (level, b).leaf);
      for (guint k = 0; k < way->len; k++)
        g_assert_true (g_hash_table_add (seen, GUINT_TO_POINTER (g_array_index (way, guint32, k) + 1)));
      kbx_hit hit = kit_level_cast (level, a, b, kit_all_walls ());
      gboolean listed = !hit.hit;
      for (guint k = 0; !listed && k < way->len; k++)
        {
          g_autoptr (GArray) walls = kb_partition_leaf_walls (bytes, g_array_index (way, guint32, k));
          for (guint w = 0; w < walls->len; w++)
            listed = listed || g_array_index (walls, guint32, w) == hit.index;
        }
      g_assert_true (listed);
    }
  g_autoptr (GArray) bad = leaves_of_way (bytes, (kbx_vec) { NAN, 0 }, (kbx_vec) { 1, 1 });
  g_assert_cmpuint (bad->len, ==, 0);
}

/* Each node but the first is a child of one before it; the leaves are those of the way; the runtime visits hardly more. */
static void
test_visits (gconstpointer data)
{
  KbPartitionStats stats;
  g_autoptr (GBytes) bytes = build ((kbx_partition) GPOINTER_TO_UINT (data), &stats);
  kbx_handle level = open_level (bytes);
  guint counted = 0, visited = 0;
  for (guint i = 0; i < MOVES; i++)
    {
      kbx_vec a = { (float) anywhere (850) / 256, (float) anywhere (650) / 256 }, b = { (float) anywhere (850) / 256, (float) anywhere (650) / 256 };
      g_autoptr (GArray) visits = kb_partition_visits (bytes, a, b, b), way = leaves_of_way (bytes, a, b);
      guint leaves = 0;
      for (guint k = 0; k < visits->len; k++)
        {
          const KbPartitionVisit *visit = &g_array_index (visits, KbPartitionVisit, k);
          if (visit->leaf)
            g_assert_cmpuint (g_array_index (way, guint32, leaves++), ==, visit->node);
          else
            g_assert_cmpuint (visit[1].node, >, visit->node);   /* a child comes at once, and after its parent in the bank */
        }
      g_assert_cmpuint (leaves, ==, way->len);
      if (kit_level_cast (level, a, b, kit_all_walls ()).hit)
        continue;
      visited += visits->len;
      counted += kit_level_cast_work (level, a, b).nodes;
    }
  g_assert_cmpuint (visited, >, 0);
  g_assert_cmpuint (visited, <=, counted);
  g_assert_cmpuint (counted, <=, visited + visited / 20);
}

/* Built again from the bytes: the same bytes. */
static void
test_numbers (gconstpointer data)
{
  KbPartitionStats stats;
  g_autoptr (GBytes) bytes = build ((kbx_partition) GPOINTER_TO_UINT (data), &stats);
  kbx_handle level = open_level (bytes);
  g_autoptr (GBytes) again = kb_partition_again (level, stats.kind, NULL);
  g_assert_true (g_bytes_equal (bytes, again));
  g_autoptr (GArray) edges = kb_partition_area_edges (level, 0), none = kb_partition_area_edges (level, 1);
  g_assert_true (edges->len == 3 && none->len == 0);
  g_assert_cmpint ((gint) (g_array_index (edges, kbx_segment, 1).b.y * 256), ==, 70000);
}

/* The tree of a partition on a picture of 4 pixels a leaf; NULL for a grid. */
static cairo_surface_t *
draw_tree (GBytes *bytes, guint leaf)
{
  const double width = kb_partition_tree_width (bytes, 4);
  g_autoptr (GArray) lit = g_array_new (FALSE, FALSE, sizeof (guint));
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, MAX ((int) width, 1), 120);
  cairo_t *cr = cairo_create (surface);
  g_array_append_val (lit, leaf);
  kb_draw_partition_tree (cr, width, 120, kb_style (TRUE), bytes, lit);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
pixel (cairo_surface_t *surface, int x, int y)
{
  const guint32 *row = (const guint32 *) (gconstpointer) (cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface));
  return row[x] & 0xffffff;
}

/* The way to a leaf is marked from the root down to it, and nothing else is. */
static void
test_trees (gconstpointer data)
{
  KbPartitionStats stats;
  g_autoptr (GBytes) bytes = build ((kbx_partition) GPOINTER_TO_UINT (data), &stats);
  const double width = kb_partition_tree_width (bytes, 4), pad = kb_partition_tree_width (bytes, 0);
  if (stats.kind == KBX_PARTITION_GRID)
    {
      g_assert_cmpfloat (width, ==, 0);
      return;
    }
  g_assert_cmpfloat (width - pad, ==, 4.0 * stats.leaves);
  g_autoptr (KbPartitionParts) parts = kb_partition_parts (bytes, -65536, -65536, 65536, 65536);
  const guint32 accent = kb_style (TRUE)->accent >> 8;
  g_assert_cmpuint (parts->leaves->len, ==, stats.leaves);
  cairo_surface_t *plain = draw_tree (bytes, KBX_NONE);
  for (guint i = 0; i < stats.leaves; i += 1 + stats.leaves / 9)
    {
      const guint leaf = g_array_index (parts->leaves, KbPartitionLeaf, i).leaf;
      cairo_surface_t *surface = draw_tree (bytes, leaf);
      guint marked = 0, rows = 0;
      g_assert_cmpfloat (kb_partition_tree_x (bytes, width, leaf), ==, pad / 2 + 4 * i + 2);
      for (guint k = 0; k < stats.leaves; k++)
        {
          int x = (int) kb_partition_tree_x (bytes, width, g_array_index (parts->leaves, KbPartitionLeaf, k).leaf);
          g_assert_true ((pixel (surface, x, 112) == accent) == (k == i));
          g_assert_true (k == i || pixel (surface, x, 112) == pixel (plain, x, 112));
        }
      for (int y = (int) (pad / 2); y < 114; y++, rows += marked > 0, marked = 0)
        for (int x = 0; x < (int) width; x++)
          marked += pixel (surface, x, y) == accent;
      g_assert_cmpuint (rows, >=, 114 - (guint) (pad / 2) - 1);
      cairo_surface_destroy (surface);
    }
  for (int y = 0; y < 120; y++)
    for (int x = 0; x < (int) width; x++)
      g_assert_cmphex (pixel (plain, x, y), !=, accent);
  cairo_surface_destroy (plain);
}

KIT_PROGRAM (partition_parts)
{
  static const struct { const char *name; GTestDataFunc test; } tests[] = { { "cover", test_cover }, { "ways", test_ways }, { "nodes", test_nodes }, { "cast-nodes", test_cast_nodes }, { "visits", test_visits }, 
                                                                                 { "numbers", test_numbers }, { "trees", test_trees } };
  kit_test_init (&argc, &argv);
  dice = g_rand_new_with_seed (20261121);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    for (guint kind = KBX_PARTITION_NONE; kind <= KBX_PARTITION_BSP; kind++)
      {
        g_autofree char *path = g_strdup_printf ("/partition-parts/%s/%s", tests[i].name, kb_partition_name ((kbx_partition) kind));
        g_test_add_data_func (path, GUINT_TO_POINTER (kind), tests[i].test);
      }
  int status = g_test_run ();
  g_rand_free (dice);
  return status;
}
