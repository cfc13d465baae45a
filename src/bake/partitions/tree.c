/* SPDX-License-Identifier: MIT */
/* A level's walls divided by lines: those that the walls suggest make a BSP, those through the middle of the cell, upright and
 * level in turns, a quadtree. Nodes are written as they are made, in preorder. */
#include "bake/partitions/private.h"

/* Fewer walls are not worth a line. */
#define FEW_WALLS 8
/* How many more pieces than walls there may be. */
#define MORE_PIECES(n) (4.0 * (n) + 256)
/* Smaller cells, in square pixels, may have their middle on the wrong side of a line. */
#define SLIVER 1e-3

typedef struct {
  KbPieces walls, edges; /* owned; edges of areas by rising number of these */
  guint32 whole;         /* the first area that holds all of it */
  KbCell cell;           /* of the part of the world where walls are */
  KbCell world;          /* of all of it; only with areas */
  guint depth;
  double more;           /* how many pieces lines may add */
  double share;          /* of the work, all of it: 1 */
} Node;

static void
cut_piece (const KbPiece *piece, KbLine line, KbPiece *front, KbPiece *behind)
{
  double a = kb_line_side (line, piece->a), b = kb_line_side (line, piece->b), t = a / (a - b);
  kbx_wide_vec at = { piece->a.x + (piece->b.x - piece->a.x) * t, piece->a.y + (piece->b.y - piece->a.y) * t };
  *front = *behind = *piece;
  *(a > b ? &front->b : &front->a) = at;
  *(a > b ? &behind->a : &behind->b) = at;
}

/* Both sides' walls. */
static void
divide_walls (const KbPieces *walls, KbLine line, KbPieces *front, KbPieces *behind)
{
  front->n = behind->n = 0;
  for (guint i = 0; i < walls->n; i++)
    {
      int side = kb_piece_side (&walls->pieces[i], line);
      front->n += side >= 0;
      behind->n += side <= 0;
    }
  front->pieces = g_new (KbPiece, front->n + 1);
  behind->pieces = g_new (KbPiece, behind->n + 1);
  front->n = behind->n = 0;
  for (guint i = 0; i < walls->n; i++)
    {
      const KbPiece *piece = &walls->pieces[i];
      int side = kb_piece_side (piece, line);
      if (side == 0)
        cut_piece (piece, line, &front->pieces[front->n++], &behind->pieces[behind->n++]);
      else if (side > 0)
        front->pieces[front->n++] = *piece;
      else
        behind->pieces[behind->n++] = *piece;
    }
}

/* The edges on one side; those along the line are on both. A sliver has them all. */
static KbPieces
edges_of_side (const KbPieces *edges, KbLine line, double sign, const KbCell *world)
{
  KbPieces part = { g_new (KbPiece, edges->n + 1), 0 };
  gboolean all = kb_cell_area (world) < SLIVER;
  KbPiece front, behind;
  for (guint i = 0; i < edges->n; i++)
    {
      const KbPiece *piece = &edges->pieces[i];
      double a = sign * kb_line_side (line, piece->a), b = sign * kb_line_side (line, piece->b);
      if (!all && a < -KBX_LEVEL_SLACK && b < -KBX_LEVEL_SLACK)
        continue;
      part.pieces[part.n] = *piece;
      if (!all && MIN (a, b) < -KBX_LEVEL_SLACK && MAX (a, b) > 0)
        {
          cut_piece (piece, line, &front, &behind);
          part.pieces[part.n] = sign > 0 ? front : behind;
        }
      part.n++;
    }
  part.pieces = g_renew (KbPiece, part.pieces, part.n + 1);
  return part;
}

/* Of the areas whose edges a node has and its child has no more, the child lies in all of it or in nothing. */
static void
settle_areas (const KbPartitionBuild *build, const Node *node, Node *child)
{
  guint k = 0;
  child->whole = node->whole;
  for (guint i = 0; i < node->edges.n && node->edges.pieces[i].of < child->whole; i++)
    {
      guint32 area = node->edges.pieces[i].of;
      if (i > 0 && node->edges.pieces[i - 1].of == area)
        continue;
      while (k < child->edges.n && child->edges.pieces[k].of < area)
        k++;
      if ((k == child->edges.n || child->edges.pieces[k].of != area) && kb_area_holds (build, area, kb_cell_middle (&child->world)))
        child->whole = area;
    }
}

static void
make_leaf (KbPartitionBuild *build, Node *node)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 first = build->slots->len / 4, out[4] = { first, 0, 0, KBX_LEVEL_LEAF };
  for (guint i = 0; i < node->walls.n; i++)
    if (i == 0 || node->walls.pieces[i].of != node->walls.pieces[i - 1].of)
      g_array_append_val (ids, node->walls.pieces[i].of);
  out[1] = kb_build_add_blocks (build, (const guint32 *) (gpointer) ids->data, ids->len);
  g_array_set_size (ids, 0);
  for (guint i = 0; i < node->edges.n && node->edges.pieces[i].of < node->whole; i++)
    if (i == 0 || node->edges.pieces[i].of != node->edges.pieces[i - 1].of)
      g_array_append_val (ids, node->edges.pieces[i].of);
  out[2] = kb_build_add_areas (build, (const guint32 *) (gpointer) ids->data, ids->len, node->whole);
  g_array_append_vals (build->nodes, out, 4);
  g_array_unref (ids);
  build->stats.leaves++;
  build->stats.depth_max = MAX (build->stats.depth_max, node->depth);
  build->depth_sum += node->depth;
}

static gboolean
middle_line (const Node *node, KbLine *line)
{
  kbx_wide_vec lo = node->cell.corners[0], hi = lo;
  for (guint i = 1; i < node->cell.n; i++)
    {
      kbx_wide_vec p = node->cell.corners[i];
      lo = (kbx_wide_vec) { MIN (lo.x, p.x), MIN (lo.y, p.y) };
      hi = (kbx_wide_vec) { MAX (hi.x, p.x), MAX (hi.y, p.y) };
    }
  gboolean upright = node->depth % 2 == 0;
  *line = (KbLine) { upright, !upright, (float) (upright ? (lo.x + hi.x) / 2 : (lo.y + hi.y) / 2) };
  return MIN (hi.x - lo.x, hi.y - lo.y) >= 1;
}

/* The line that divides a node, unless it stays whole. */
static gboolean
find_line (const KbPartitionBuild *build, const Node *node, KbLine *line)
{
  double cost;
  if (build->kind == KBX_PARTITION_NONE || node->depth >= build->max_depth)
    return FALSE;
  if (build->kind == KBX_PARTITION_QUADTREE)
    return node->walls.n > build->leaf_walls && middle_line (node, line);
  if (build->to_number)
    return node->walls.n > build->leaf_walls && kb_choose_line (&node->walls, &node->cell, build->split_cost, TRUE, line, &cost);
  return node->walls.n > FEW_WALLS && kb_choose_line (&node->walls, &node->cell, build->split_cost, FALSE, line, &cost) &&
         cost < kb_leaf_cost (&node->cell, node->walls.n);
}

static void
free_pieces (Node *node)
{
  g_clear_pointer (&node->walls.pieces, g_free);
  g_clear_pointer (&node->edges.pieces, g_free);
}

/* The node's parts on both sides of the line; FALSE, and none, where there would be too many pieces. */
static gboolean
divide (const KbPartitionBuild *build, const Node *node, KbLine line, Node *children)
{
  divide_walls (&node->walls, line, &children[0].walls, &children[1].walls);
  double total = (double) children[0].walls.n + children[1].walls.n, more = total - node->walls.n;
  for (guint i = 0; i < 2; i++)
    {
      Node *child = &children[i];
      child->edges = (KbPieces) { NULL, 0 };
      child->whole = KBX_NONE;
      child->depth = node->depth + 1;
      child->more = total > 0 ? (node->more - more) * child->walls.n / total : 0;
      kb_cell_cut (&node->cell, line, i == 0 ? 1 : -1, &child->cell);
      if (build->input->n_areas == 0 || more > node->more)
        continue;
      kb_cell_cut (&node->world, line, i == 0 ? 1 : -1, &child->world);
      child->edges = edges_of_side (&node->edges, line, i == 0 ? 1 : -1, &child->world);
      settle_areas (build, node, child);
    }
  if (more <= node->more)
    return TRUE;
  free_pieces (&children[0]);
  free_pieces (&children[1]);
  return FALSE;
}

/* By their pieces. */
static void
share_work (const Node *node, Node children[2])
{
  guint n[2];
  for (guint i = 0; i < 2; i++)
    n[i] = children[i].walls.n + children[i].edges.n + 1;
  for (guint i = 0; i < 2; i++)
    children[i].share = node->share * n[i] / (n[0] + n[1]);
}

/* Takes the node's pieces. Children are on the heap: the cells are large, and the tree may be deep. */
static gboolean
make_node (KbPartitionBuild *build, Node *node, GError **error)
{
  KbLine line;
  gboolean ok = TRUE;
  guint32 out[4], at = build->nodes->len / 4;
  if (!kb_build_go_on (build, 0, error))
    {
      free_pieces (node);
      return FALSE;
    }
  g_autofree Node *children = NULL;
  if (find_line (build, node, &line))
    {
      children = g_new (Node, 2);
      if (!divide (build, node, line, children))
        g_clear_pointer (&children, g_free);
    }
  if (!children)
    {
      make_leaf (build, node);
      free_pieces (node);
      return kb_build_go_on (build, node->share, error);
    }
  share_work (node, children);
  free_pieces (node);
  memcpy (out, &line, sizeof line);
  out[3] = 0;
  g_array_append_vals (build->nodes, out, 4);
  ok = make_node (build, &children[0], error);
  g_array_index (build->nodes, guint32, 4 * at + 3) = build->nodes->len / 4;
  if (ok)
    return make_node (build, &children[1], error);
  free_pieces (&children[1]);
  return FALSE;
}

/* ---- the root ---- */

static KbPiece
piece_of (guint32 of, KbPartitionEdge e)
{
  return (KbPiece) { of, { (double) e.ax / KBX_GRID, (double) e.ay / KBX_GRID }, { (double) e.bx / KBX_GRID, (double) e.by / KBX_GRID } };
}

static KbPieces
all_walls (const KbPartitionInput *input)
{
  KbPieces walls = { g_new (KbPiece, input->n_walls + 1), input->n_walls };
  for (guint i = 0; i < input->n_walls; i++)
    walls.pieces[i] = piece_of (i, input->walls[i].edge);
  return walls;
}

static KbPieces
all_edges (const KbPartitionInput *input)
{
  KbPieces edges = { NULL, 0 };
  for (guint i = 0; i < input->n_areas; i++)
    edges.n += input->areas[i].n_edges;
  edges.pieces = g_new (KbPiece, edges.n + 1);
  edges.n = 0;
  for (guint i = 0; i < input->n_areas; i++)
    for (guint k = 0; k < input->areas[i].n_edges; k++)
      edges.pieces[edges.n++] = piece_of (i, input->areas[i].edges[k]);
  return edges;
}

/* A square for a quadtree: whole pixels, so that its middles are. */
static KbCell
cell_of_walls (const KbPieces *walls, gboolean square)
{
  double x0 = 0, y0 = 0, x1 = 1, y1 = 1;
  for (guint i = 0; i < walls->n; i++)
    {
      kbx_wide_vec a = walls->pieces[i].a, b = walls->pieces[i].b;
      x0 = MIN (i > 0 ? x0 : a.x, MIN (a.x, b.x));
      y0 = MIN (i > 0 ? y0 : a.y, MIN (a.y, b.y));
      x1 = MAX (i > 0 ? x1 : a.x, MAX (a.x, b.x));
      y1 = MAX (i > 0 ? y1 : a.y, MAX (a.y, b.y));
    }
  x0 = floor (x0) - 1;
  y0 = floor (y0) - 1;
  x1 = ceil (x1) + 1;
  y1 = ceil (y1) + 1;
  if (square)
    {
      double side = 2;
      while (side < MAX (x1 - x0, y1 - y0))
        side *= 2;
      x1 = x0 + side;
      y1 = y0 + side;
    }
  return kb_cell_of_box (x0, y0, x1, y1);
}

gboolean
kb_build_tree (KbPartitionBuild *build, GError **error)
{
  const double beyond = KBX_LEVEL_LIMIT + 16;
  g_autofree Node *root = g_new (Node, 1);
  root->walls = all_walls (build->input);
  root->edges = all_edges (build->input);
  root->whole = KBX_NONE;
  root->share = 1;
  root->cell = cell_of_walls (&root->walls, build->kind == KBX_PARTITION_QUADTREE);
  root->world = kb_cell_of_box (-beyond, -beyond, beyond, beyond);
  root->depth = 0;
  root->more = MORE_PIECES (root->walls.n);
  if (!make_node (build, root, error))
    return FALSE;
  build->columns = build->stats.nodes = build->nodes->len / 4;
  build->rows = 0;
  build->stats.depth_mean = (double) build->depth_sum / build->stats.leaves;
  return TRUE;
}
