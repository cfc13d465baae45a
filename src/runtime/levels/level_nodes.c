/* SPDX-License-Identifier: MIT */
/* The cells of a partition's nodes, and the lines that divide them, for drawing. */
#include "runtime/pairs/convex.h"
#include "runtime/levels/level.h"

/* A convex polygon, clockwise on the screen. Each cut adds at most one corner, and there are as
 * many cuts as the tree is deep. */
typedef struct {
  kbx_wide_vec corners[KBX_CELL_CORNERS];
  uint32_t count;
} kbx_node_cell;

static kbx_node_cell
kbx_node_cell_of (double x0, double y0, double x1, double y1)
{
  return KBX_LITERAL (kbx_node_cell){ { { x0, y0 }, { x1, y0 }, { x1, y1 }, { x0, y1 } },
                                      x0 < x1 && y0 < y1 ? 4u : 0u };
}

/* The distance of a position in front of a node's line. */
static double
kbx_node_side (const uint8_t *node, kbx_wide_vec p)
{
  return kbx_load_f32 (node) * p.x + kbx_load_f32 (node + 4) * p.y - kbx_load_f32 (node + 8);
}

/* The crossing on the edge from p to q, which are s and t in front of the line. */
static kbx_wide_vec
kbx_node_crossing (kbx_wide_vec p, kbx_wide_vec q, double s, double t)
{
  const double u = s / (s - t);
  return kbx_wide_make (p.x + (q.x - p.x) * u, p.y + (q.y - p.y) * u);
}

/* Keeps the part of a cell in front of a node's line (sign 1), or behind it (-1). */
static void
kbx_node_cut (kbx_node_cell *cell, const uint8_t *node, double sign)
{
  const kbx_node_cell whole = *cell;
  cell->count = 0;
  for (uint32_t i = 0; i < whole.count; i++)
    {
      const kbx_wide_vec p = whole.corners[i], q = whole.corners[i + 1 < whole.count ? i + 1 : 0];
      const double s = sign * kbx_node_side (node, p), t = sign * kbx_node_side (node, q);
      if (s >= 0 && cell->count < KBX_CELL_CORNERS)
        cell->corners[cell->count++] = p;
      if ((s >= 0) != (t >= 0) && cell->count < KBX_CELL_CORNERS)
        cell->corners[cell->count++] = kbx_node_crossing (p, q, s, t);
    }
  if (cell->count < 3)
    cell->count = 0;
}

/* The points where a node's line crosses the sides of its cell. */
static kbx_segment
kbx_node_line (const kbx_node_cell *cell, const uint8_t *node)
{
  kbx_wide_vec ends[2];
  uint32_t n = 0;
  for (uint32_t i = 0; i < cell->count && n < 2; i++)
    {
      const kbx_wide_vec p = cell->corners[i], q = cell->corners[i + 1 < cell->count ? i + 1 : 0];
      const double s = kbx_node_side (node, p), t = kbx_node_side (node, q);
      if ((s >= 0) != (t >= 0))
        ends[n++] = kbx_node_crossing (p, q, s, t);
    }
  if (n < 2)
    return KBX_LITERAL (kbx_segment){ { 0, 0 }, { 0, 0 } };
  return KBX_LITERAL (kbx_segment){ kbx_narrow (ends[0]), kbx_narrow (ends[1]) };
}

static void
kbx_find_grid_cell (const kbx_level_view *v, uint32_t index, kbx_rect within, kbx_walls_part *node,
                    kbx_node_cell *cell)
{
  const double x = v->left + index % v->columns * v->cell_width,
               y = v->top + index / v->columns * v->cell_height;
  *cell =
    kbx_node_cell_of (x > within.min.x ? x : within.min.x, y > within.min.y ? y : within.min.y,
                      x + v->cell_width < within.max.x ? x + v->cell_width : within.max.x,
                      y + v->cell_height < within.max.y ? y + v->cell_height : within.max.y);
  node->leaf = true;
}

/* Walks down from the root. Nodes are in preorder: those before the second child belong to the
 * first. */
static void
kbx_find_tree_node (const kbx_level_view *v, uint32_t index, kbx_rect within, kbx_walls_part *node,
                    kbx_node_cell *cell)
{
  uint32_t at = 0;
  const uint8_t *p = v->nodes;
  *cell = kbx_node_cell_of (within.min.x, within.min.y, within.max.x, within.max.y);
  while (at != index)
    {
      const uint32_t second = kbx_load_u32 (p + 12);
      kbx_node_cut (cell, p, index < second ? 1 : -1);
      at = index < second ? at + 1 : second;
      p = v->nodes + (size_t) at * KBX_LEVEL_NODE;
      node->depth++;
    }
  node->leaf = kbx_load_u32 (p + 12) == KBX_LEVEL_LEAF;
  if (!node->leaf)
    node->line = kbx_node_line (cell, p);
}

KBX_API kbx_walls_part
kbx_walls_node (kbx_handle walls, uint32_t node, kbx_rect within, kbx_vec *corners,
                uint32_t capacity)
{
  kbx_node_cell cell;
  kbx_level_view v;
  kbx_walls_part answer = KBX_ZEROS;
  if (kbx_walls_bytes (walls) == NULL || !kbx_rect_valid (within))
    return answer;
  kbx_read_level (kbx_walls_bytes (walls), &v);
  answer.found =
    v.partition == KBX_PARTITION_GRID ? node < kbx_level_cell_count (&v) : node < v.columns;
  if (!answer.found)
    return answer;
  if (v.partition == KBX_PARTITION_GRID)
    kbx_find_grid_cell (&v, node, within, &answer, &cell);
  else
    kbx_find_tree_node (&v, node, within, &answer, &cell);
  answer.corner_count = cell.count;
  for (uint32_t i = 0; i < cell.count && i < capacity && corners != NULL; i++)
    corners[i] = kbx_narrow (cell.corners[i]);
  return answer;
}
