/* SPDX-License-Identifier: MIT */
/* Pictures of a partition: its lines, its leaves, and the path of a move. */
#include "bake/partitions/partitions.h"
#include "document/each.h"
#include "runtime/pack/walls.h"

/* ---- trees ---- */

typedef struct {
  const kbx_level_view *view;
  KbPartitionParts *parts;
  guint cuts;              /* of a level: 2 in a quadtree */
} Walk;

static kbx_split_line
line_of (const guint8 *node)
{
  return (kbx_split_line) { kbx_load_f32 (node), kbx_load_f32 (node + 4), kbx_load_f32 (node + 8) };
}

static void
add_leaf (KbPartitionParts *parts, guint leaf, guint depth, const kbx_convex_cell *cell,
          guint walls)
{
  g_array_append_val (parts->leaves, ((KbPartitionLeaf) { leaf, depth, parts->corners->len,
                                                          cell->count, walls }));
  for (guint i = 0; i < cell->count; i++)
    g_array_append_val (parts->corners, ((KbVec) { cell->corners[i].x, cell->corners[i].y }));
}

/* Each wall once. */
static GArray *
walls_of_leaf (const kbx_level_view *view, guint leaf)
{
  guint32 first;
  const guint32 n = kb_partition_blocks (view, leaf, &first);
  GArray *walls = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint kept = 0;
  for (guint64 i = (guint64) first * 4; i < ((guint64) first + n) * 4; i++)
    g_array_append_val (walls, (guint32) { kbx_tag_index (kbx_load_u32 (view->tags + i * 4)) });
  g_array_sort (walls, kb_compare_numbers);
  for (guint i = 0; i < walls->len; i++)
    if (i == 0 || g_array_index (walls, guint32, i) != g_array_index (walls, guint32, i - 1))
      g_array_index (walls, guint32, kept++) = g_array_index (walls, guint32, i);
  return g_array_set_size (walls, kept);
}

static guint
count_walls (const kbx_level_view *view, guint leaf)
{
  g_autoptr (GArray) walls = walls_of_leaf (view, leaf);
  return walls->len;
}

/* Adds the corners at which a line cuts a cell. */
static void
add_line (KbPartitionParts *parts, kbx_split_line line, guint depth, guint node,
          const kbx_convex_cell *cell)
{
  KbPartitionLine added = { .depth = depth, .node = node };
  guint n = 0;
  for (guint i = 0; i < cell->count && n < 2; i++)
    {
      kbx_wide_vec p = cell->corners[i], q = cell->corners[(i + 1) % cell->count];
      double s = kbx_line_offset (line, p), t = kbx_line_offset (line, q);
      if ((s >= 0) == (t >= 0))
        continue;
      *(n++ ? &added.b : &added.a) =
        (KbVec) { p.x + (q.x - p.x) * (s / (s - t)), p.y + (q.y - p.y) * (s / (s - t)) };
    }
  if (n == 2)
    g_array_append_val (parts->lines, added);
}

/* At most as deep as the verifier allows. Counts lines in `depth`. */
static void
walk_tree (Walk *walk, guint index, guint depth, const kbx_convex_cell *cell)
{
  const guint8 *node = walk->view->nodes + (gsize) index * KBX_LEVEL_NODE;
  guint32 second = kbx_load_u32 (node + 12);
  if (cell->count < 3)
    return;
  if (second == KBX_LEVEL_LEAF)
    {
      add_leaf (walk->parts, index, (depth + walk->cuts - 1) / walk->cuts, cell,
                count_walls (walk->view, index));
      return;
    }
  g_autofree kbx_convex_cell *part = g_new (kbx_convex_cell, 1);
  kbx_split_line line = line_of (node);
  add_line (walk->parts, line, depth / walk->cuts, index, cell);
  kbx_cell_cut (cell, line, 1, part);
  walk_tree (walk, index + 1, depth + 1, part);
  kbx_cell_cut (cell, line, -1, part);
  walk_tree (walk, second, depth + 1, part);
}

/* ---- grids ---- */

static guint
cell_index (double at, guint n)
{
  return (guint) CLAMP (floor (at), 0, n - 1.0);
}

static void
add_grid_line (KbPartitionParts *parts, double ax, double ay, double bx, double by)
{
  g_array_append_val (parts->lines, ((KbPartitionLine) { { ax, ay }, { bx, by }, 0, KBX_NONE }));
}

static void
walk_grid (Walk *walk, double x0, double y0, double x1, double y1)
{
  const kbx_level_view *v = walk->view;
  double right = v->left + v->columns * v->cell_width, bottom = v->top + v->rows * v->cell_height;
  x0 = MAX (x0, v->left), x1 = MIN (x1, right), y0 = MAX (y0, v->top), y1 = MIN (y1, bottom);
  if (x1 <= x0 || y1 <= y0)
    return;
  guint i0 = cell_index ((x0 - v->left) / v->cell_width, v->columns),
        i1 = cell_index ((x1 - v->left) / v->cell_width, v->columns);
  guint j0 = cell_index ((y0 - v->top) / v->cell_height, v->rows),
        j1 = cell_index ((y1 - v->top) / v->cell_height, v->rows);
  for (guint i = i0; i <= i1 + 1; i++)
    add_grid_line (walk->parts, v->left + i * v->cell_width, y0, v->left + i * v->cell_width, y1);
  for (guint j = j0; j <= j1 + 1; j++)
    add_grid_line (walk->parts, x0, v->top + j * v->cell_height, x1, v->top + j * v->cell_height);
  for (guint j = j0; j <= j1; j++)
    for (guint i = i0; i <= i1; i++)
      {
        guint cell = j * v->columns + i;
        double x = v->left + i * v->cell_width, y = v->top + j * v->cell_height;
        kbx_convex_cell box =
          kbx_cell_of_box (MAX (x, x0), MAX (y, y0), MIN (x + v->cell_width, x1),
                           MIN (y + v->cell_height, y1));
        add_leaf (walk->parts, cell, 0, &box, count_walls (v, cell));
      }
}

/* ---- both ---- */

static gboolean
open_view (GBytes *bytes, kbx_level_view *view)
{
  kbx_handle level;
  if (kbx_open (&level, KBX_WALLS, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL)
      != KBX_OK)
    return FALSE;
  kbx_read_level (level.data, view);
  return TRUE;
}

KbPartitionParts *
kb_partition_parts (GBytes *bytes, double x0, double y0, double x1, double y1)
{
  kbx_level_view view;
  if (!open_view (bytes, &view))
    return NULL;
  KbPartitionParts *parts = g_new0 (KbPartitionParts, 1);
  Walk walk = { &view, parts, view.partition == KBX_PARTITION_QUADTREE ? 2 : 1 };
  *parts = (KbPartitionParts) {
    view.partition == KBX_PARTITION_GRID, g_array_new (FALSE, FALSE, sizeof (KbPartitionLine)),
    g_array_new (FALSE, FALSE, sizeof (KbPartitionLeaf)), g_array_new (FALSE, FALSE, sizeof (KbVec))
  };
  if (parts->grid)
    walk_grid (&walk, x0, y0, x1, y1);
  else
    {
      kbx_convex_cell box = kbx_cell_of_box (x0, y0, x1, y1);
      walk_tree (&walk, 0, 0, &box);
    }
  return parts;
}

void
kb_partition_parts_free (KbPartitionParts *parts)
{
  if (!parts)
    return;
  g_array_unref (parts->lines);
  g_array_unref (parts->leaves);
  g_array_unref (parts->corners);
  g_free (parts);
}

GArray *
kb_partition_leaf_walls (GBytes *bytes, guint leaf)
{
  kbx_level_view v;
  return open_view (bytes, &v) ? walls_of_leaf (&v, leaf)
                               : g_array_new (FALSE, FALSE, sizeof (guint32));
}

static kbx_wide_vec
between (kbx_wide_vec a, kbx_wide_vec b, double t)
{
  return (kbx_wide_vec) { a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t };
}

static void
add_visit (GArray *visits, guint node, gboolean leaf, kbx_wide_vec a, kbx_wide_vec b)
{
  g_array_append_val (visits,
                      ((KbPartitionVisit) { node, leaf, { a.x, a.y }, { b.x, b.y } }));
}

/* The nearer side first, by the part of the move in it. */
static void
visit_tree (const kbx_level_view *v, guint index, kbx_wide_vec a, kbx_wide_vec b, GArray *visits)
{
  for (;;)
    {
      const guint8 *node = v->nodes + (gsize) index * KBX_LEVEL_NODE;
      guint32 second = kbx_load_u32 (node + 12);
      add_visit (visits, index, second == KBX_LEVEL_LEAF, a, b);
      if (second == KBX_LEVEL_LEAF)
        return;
      double s = kbx_line_offset (line_of (node), a), t = kbx_line_offset (line_of (node), b);
      guint near = s >= 0 ? index + 1 : second, far = s >= 0 ? second : index + 1;
      index = near;
      if ((s >= 0) == (t >= 0))
        continue;
      kbx_wide_vec middle = between (a, b, s / (s - t));
      visit_tree (v, near, a, middle, visits);
      a = middle;
      index = far;
    }
}

/* By the borders of cells that it crosses. */
static void
visit_grid (const kbx_level_view *v, kbx_wide_vec a, kbx_wide_vec b, GArray *visits)
{
  double x = (a.x - v->left) / v->cell_width, y = (a.y - v->top) / v->cell_height;
  double dx = (b.x - a.x) / v->cell_width, dy = (b.y - a.y) / v->cell_height, t = 0;
  gint64 i = (gint64) floor (x), j = (gint64) floor (y);
  while (t <= 1)
    {
      double tx = dx != 0 ? ((double) i + (dx > 0) - x) / dx : G_MAXDOUBLE;
      double ty = dy != 0 ? ((double) j + (dy > 0) - y) / dy : G_MAXDOUBLE;
      if (i >= 0 && j >= 0 && i < v->columns && j < v->rows)
        add_visit (visits, (guint) (j * v->columns + i), TRUE, between (a, b, t),
                   between (a, b, MIN (1, MIN (tx, ty))));
      t = MIN (tx, ty);
      if (tx <= ty)
        i += dx > 0 ? 1 : -1;
      else
        j += dy > 0 ? 1 : -1;
    }
}

GArray *
kb_partition_visits (GBytes *bytes, kbx_vec from, kbx_vec to, kbx_vec end)
{
  GArray *visits = g_array_new (FALSE, FALSE, sizeof (KbPartitionVisit));
  kbx_level_view v;
  if (!kbx_level_vec_valid (from) || !kbx_level_vec_valid (to) || !kbx_level_vec_valid (end)
      || !open_view (bytes, &v))
    return visits;
  kbx_wide_vec a = kbx_wide (from), b = kbx_wide (end);
  if (v.partition == KBX_PARTITION_GRID)
    visit_grid (&v, a, b, visits);
  else
    visit_tree (&v, kbx_level_start_move (&v, kbx_level_snap (from), kbx_level_snap (to)), a, b,
                visits);
  return visits;
}
