/* SPDX-License-Identifier: MIT */
/* Draws a partition as a tree. Leaves are columns of equal widths from their level down, in the
 * order of the nodes, in the colours that they have on the map. A node's bar spans its children,
 * and has the colour of its line. */
#include "drawing/levels/level_partition.h"

#include <math.h>

#define LEAF_HEIGHT 12.0
#define TREE_PAD 6.0

typedef struct {
  cairo_t *cr;
  const kbx_level_view *view;
  const KbStyle *style;
  const GArray *lit;         /* guint: leaves, or NULL */
  double slot, row, bottom;
  double x;                  /* where the next leaf begins */
  guint cuts;                /* lines of a level */
  GArray *lines;             /* KbBounds: of the way to lit leaves */
} Tree;

typedef struct { double x, y; gboolean lit; } PartitionTreePlace;

static gboolean
open_tree (GBytes *bytes, kbx_level_view *view)
{
  kbx_handle level;
  if (!bytes
      || kbx_open (&level, KBX_WALLS, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                   NULL)
           != KBX_OK)
    return FALSE;
  kbx_read_level (level.data, view);
  return view->partition != KBX_PARTITION_GRID;
}

/* The second child of a node, or KBX_LEVEL_LEAF. */
static guint32
second_of (const kbx_level_view *view, guint node)
{
  return kbx_load_u32 (view->nodes + (gsize) node * KBX_LEVEL_NODE + 12);
}

/* Among the first nodes. */
static guint
count_leaves (const kbx_level_view *view, guint nodes)
{
  guint leaves = 0;
  for (guint i = 0; i < nodes; i++)
    leaves += second_of (view, i) == KBX_LEVEL_LEAF;
  return leaves;
}

/* At most as deep as the verifier allows. */
static guint
depth_below (const kbx_level_view *view, guint node)
{
  const guint32 second = second_of (view, node);
  if (second == KBX_LEVEL_LEAF)
    return 0;
  const guint a = depth_below (view, node + 1), b = depth_below (view, second);
  return 1 + MAX (a, b);
}

double
kb_partition_tree_width (GBytes *bytes, double leaf)
{
  kbx_level_view view;
  return open_tree (bytes, &view) ? count_leaves (&view, view.columns) * leaf + 2 * TREE_PAD : 0;
}

double
kb_partition_tree_x (GBytes *bytes, double width, guint leaf)
{
  kbx_level_view view;
  if (!open_tree (bytes, &view))
    return 0;
  return TREE_PAD + (count_leaves (&view, leaf) + 0.5) * (width - 2 * TREE_PAD)
                 / count_leaves (&view, view.columns);
}

static gboolean
is_lit (const Tree *tree, guint leaf)
{
  KB_EACH_IN_WHILE (tree->lit, const guint, lit, tree->lit)
    if (*lit == leaf)
      return TRUE;
  return FALSE;
}

static PartitionTreePlace
draw_partition_tree_leaf (Tree *tree, guint leaf, double y)
{
  const gboolean walls = kbx_load_u32 (tree->view->nodes + (gsize) leaf * KBX_LEVEL_NODE + 4) > 0;
  const double left = floor (tree->x), right = MAX (floor (tree->x + tree->slot), left + 1),
               gap = right - left >= 6;
  const PartitionTreePlace place = { (left + right - gap) / 2, y, is_lit (tree, leaf) };
  cairo_t *cr = tree->cr;
  tree->x += tree->slot;
  cairo_save (cr);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  cairo_rectangle (cr, left, floor (y), right - left - gap, tree->bottom - floor (y));
  if (place.lit)
    kb_fill (cr, tree->style->accent, 1);
  else
    kb_partition_fill_leaf (cr, leaf, walls);
  cairo_restore (cr);
  return place;
}

/* Bars of children come first, so that those near the root are on top. */
static PartitionTreePlace
draw_node (Tree *tree, guint node, guint depth)
{
  const guint32 second = second_of (tree->view, node);
  const double y = TREE_PAD + depth * tree->row;
  const guint level = depth / tree->cuts;
  if (second == KBX_LEVEL_LEAF)
    return draw_partition_tree_leaf (tree, node, y);
  const PartitionTreePlace children[2] = { draw_node (tree, node + 1, depth + 1),
                                           draw_node (tree, second, depth + 1) };
  const PartitionTreePlace place = { (children[0].x + children[1].x) / 2, y,
                                     children[0].lit || children[1].lit };
  for (guint i = 0; i < 2; i++)
    {
      cairo_new_path (tree->cr);
      cairo_move_to (tree->cr, place.x, y);
      cairo_line_to (tree->cr, children[i].x, y);
      cairo_line_to (tree->cr, children[i].x, children[i].y);
      kb_stroke (tree->cr, MAX (3 - 0.5 * level, 0.75), kb_depth_colour (level), 0.8);
      if (children[i].lit)
        g_array_append_val (tree->lines,
                            ((KbBounds) { place.x, y, children[i].x, children[i].y }));
    }
  return place;
}

void
kb_draw_partition_tree (cairo_t *cr, double width, double height, const KbStyle *style,
                        GBytes *bytes, const GArray *lit)
{
  kbx_level_view view;
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (KbBounds));
  Tree tree = { cr, &view, style, lit, .x = TREE_PAD, .lines = lines };
  if (!open_tree (bytes, &view))
    return;
  tree.cuts = view.partition == KBX_PARTITION_QUADTREE ? 2 : 1;
  tree.slot = (width - 2 * TREE_PAD) / count_leaves (&view, view.columns);
  tree.bottom = MAX (floor (height - TREE_PAD), TREE_PAD + LEAF_HEIGHT);
  const guint depth = depth_below (&view, 0);
  tree.row = MAX ((height - 2 * TREE_PAD - LEAF_HEIGHT) / MAX (depth, 1), 0);
  draw_node (&tree, 0, 0);
  KB_EACH_IN (const KbBounds, line, lines)
    {
      cairo_new_path (cr);
      cairo_move_to (cr, line->x0, line->y0);
      cairo_line_to (cr, line->x1, line->y0);
      cairo_line_to (cr, line->x1, line->y1);
      kb_stroke (cr, 2, style->accent, 1);
    }
}
