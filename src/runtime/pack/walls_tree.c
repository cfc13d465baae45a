/* SPDX-License-Identifier: MIT */
/* Divides a level's walls by lines. Lines along the walls make a BSP; lines through the middle of
 * the cell, alternately vertical and horizontal, make a quadtree. Nodes are logged in preorder as
 * they are made. */
#include "runtime/pack/walls.h"

/* Fewer walls do not justify a line. */
#define KBX_FEW_WALLS 8u
/* The limit of parts added to this many walls. */
#define KBX_MORE_PARTS(n) (4.0 * (n) + 256)
/* Smaller cells, in square pixels, may have their centre on the wrong side of a line. */
#define KBX_SLIVER 1e-3

typedef struct {
  /* On the stack, below the node; edges in ascending order of areas */
  kbx_wall_parts walls, edges;
  uint32_t whole;              /* the first area that contains all of it */
  uint32_t depth;
  kbx_convex_cell cell;        /* its cell of the box around the walls */
  kbx_convex_cell world;       /* its cell of the whole world; only with areas */
  double more;                 /* how many parts lines may still add */
  double share;                /* share of the work; of all of it: 1 */
} kbx_tree_node;

static kbx_wall_part
kbx_cut_part (const kbx_wall_part *part, kbx_split_line line, double sign)
{
  const double a = kbx_line_offset (line, part->a), b = kbx_line_offset (line, part->b),
               t = a / (a - b);
  const kbx_wide_vec at = kbx_wide_make (part->a.x + (part->b.x - part->a.x) * t,
                                         part->a.y + (part->b.y - part->a.y) * t);
  kbx_wall_part cut = *part;
  if ((a > b) == (sign > 0))
    cut.b = at;
  else
    cut.a = at;
  return cut;
}

static kbx_wide_vec
kbx_cell_middle (const kbx_convex_cell *cell)
{
  kbx_wide_vec sum = { 0, 0 };
  for (uint32_t i = 0; i < cell->count; i++)
    sum = kbx_wide_make (sum.x + cell->corners[i].x / cell->count,
                         sum.y + cell->corners[i].y / cell->count);
  return sum;
}

/* If a node has edges of an area and its child has none, the child is in all of it or outside. */
static void
kbx_settle_areas (const kbx_walls_build *b, const kbx_tree_node *node, kbx_tree_node *child)
{
  uint32_t k = 0;
  child->whole = node->whole;
  for (uint32_t i = 0; i < node->edges.count && node->edges.parts[i].of < child->whole; i++)
    {
      const uint32_t area = node->edges.parts[i].of;
      if (i > 0 && node->edges.parts[i - 1].of == area)
        continue;
      while (k < child->edges.count && child->edges.parts[k].of < area)
        k++;
      if ((k == child->edges.count || child->edges.parts[k].of != area)
          && kbx_walls_area_holds (b, area, kbx_cell_middle (&child->world)))
        child->whole = area;
    }
}

/* The walls or areas of the parts, each once, up to `before`; overwrites the parts, which are no
 * longer needed. */
static uint32_t
kbx_parts_of (kbx_wall_parts *parts, uint32_t before)
{
  uint32_t *of = (uint32_t *) parts->parts, n = 0;
  for (uint32_t i = 0; i < parts->count && parts->parts[i].of < before; i++)
    {
      const uint32_t next = parts->parts[i].of;
      if (n == 0 || of[n - 1] != next)
        of[n++] = next;
    }
  return n;
}

static bool
kbx_make_leaf (kbx_walls_build *b, kbx_tree_node *node)
{
  const uint32_t walls = kbx_parts_of (&node->walls, KBX_NONE),
                 areas = kbx_parts_of (&node->edges, node->whole);
  return kbx_log_leaf (b, (const uint32_t *) node->walls.parts, walls,
                       (const uint32_t *) node->edges.parts, areas, node->whole);
}

/* A quadtree's cells of less than 2 pixels stay whole: smaller ones have centres that a float may
 * not hold. */
static bool
kbx_middle_line (const kbx_tree_node *node, kbx_split_line *line)
{
  const bool upright = node->depth % 2 == 0;
  double lo = KBX_LEVEL_LIMIT * 4, hi = -lo;
  for (uint32_t i = 0; i < node->cell.count; i++)
    {
      const double at = upright ? node->cell.corners[i].x : node->cell.corners[i].y;
      lo = kbx_lower_of (lo, at);
      hi = kbx_higher_of (hi, at);
    }
  *line = KBX_LITERAL (kbx_split_line){ (float) upright, (float) !upright,
                                        (float) ((lo + hi) / 2) };
  return hi - lo >= 2;
}

/* The line that divides a node, unless it stays whole. */
static bool
kbx_find_line (const kbx_walls_build *b, const kbx_tree_node *node, kbx_split_line *line)
{
  double cost;
  if (b->kind == KBX_PARTITION_NONE || node->depth >= b->max_depth)
    return false;
  if (b->kind == KBX_PARTITION_QUADTREE)
    return node->walls.count > b->leaf_walls && kbx_middle_line (node, line);
  if (b->to_number)
    return node->walls.count > b->leaf_walls
           && kbx_choose_line (&node->walls, &node->cell, b->split_cost, true, line, &cost);
  return node->walls.count > KBX_FEW_WALLS
         && kbx_choose_line (&node->walls, &node->cell, b->split_cost, false, line, &cost)
         && cost < kbx_leaf_cost (&node->cell, node->walls.count);
}

static bool
kbx_parts_begin (kbx_walls_build *b, uint32_t most, kbx_wall_parts *parts)
{
  parts->parts = (kbx_wall_part *) kbx_stack_take (b, most, sizeof *parts->parts);
  parts->count = 0;
  return parts->parts != NULL;
}

/* Collects the parts on one side of the line, using no more of the stack than needed. With `world`,
 * these are edges of areas: those along the line are on both sides, and a sliver gets all of
 * them. */
static bool
kbx_parts_of_side (kbx_walls_build *b, const kbx_wall_parts *from, kbx_split_line line, double sign,
                   const kbx_convex_cell *world, kbx_wall_parts *to)
{
  const bool all = world != NULL && kbx_cell_area (world) < KBX_SLIVER;
  if (!kbx_parts_begin (b, from->count, to))
    return false;
  for (uint32_t i = 0; i < from->count; i++)
    {
      const kbx_wall_part *part = &from->parts[i];
      const double p = sign * kbx_line_offset (line, part->a),
                   q = sign * kbx_line_offset (line, part->b);
      const double low = kbx_lower_of (p, q), high = kbx_higher_of (p, q);
      const int side = kbx_part_side (part, line);
      const bool beyond = world != NULL ? !all && high < -KBX_LEVEL_SLACK : side * sign < 0;
      const bool cut = world != NULL ? !all && low < -KBX_LEVEL_SLACK && high > 0 : side == 0;
      if (!beyond)
        to->parts[to->count++] = cut ? kbx_cut_part (part, line, sign) : *part;
    }
  const size_t left = (size_t) (kbx_work_for (from->count, sizeof *to->parts)
                                - kbx_work_for (to->count, sizeof *to->parts));
  kbx_wall_part *moved = (kbx_wall_part *) (void *) ((uint8_t *) to->parts + left);
  memmove (moved, to->parts, to->count * sizeof *moved);
  to->parts = moved;
  b->top += left;
  return true;
}

/* Makes the child on one side of the line. */
static bool
kbx_take_side (kbx_walls_build *b, const kbx_tree_node *node, kbx_split_line line, double sign,
               kbx_tree_node *child)
{
  child->whole = KBX_NONE;
  child->depth = node->depth + 1;
  child->edges.parts = NULL;
  child->edges.count = 0;
  kbx_cell_cut (&node->cell, line, sign, &child->cell);
  if (!kbx_parts_of_side (b, &node->walls, line, sign, NULL, &child->walls))
    return false;
  if (b->plan->area_count == 0)
    return true;
  kbx_cell_cut (&node->world, line, sign, &child->world);
  if (!kbx_parts_of_side (b, &node->edges, line, sign, &child->world, &child->edges))
    return false;
  kbx_settle_areas (b, node, child);
  return true;
}

/* Makes the node's parts on both sides of the line, the front ones on top of the stack. NULL if
 * there would be too many parts, or no memory. */
static kbx_tree_node *
kbx_divide (kbx_walls_build *b, const kbx_tree_node *node, kbx_split_line line)
{
  kbx_tree_node *children = (kbx_tree_node *) kbx_stack_take (b, 2, sizeof *children);
  double work[2];
  if (children == NULL || !kbx_take_side (b, node, line, -1, &children[1])
      || !kbx_take_side (b, node, line, 1, &children[0]))
    return NULL;
  const double total = (double) children[0].walls.count + children[1].walls.count;
  double more = total - node->walls.count;
  for (int i = 0; i < 2; i++)
    {
      children[i].more = total > 0 ? (node->more - more) * children[i].walls.count / total : 0;
      work[i] = (double) children[i].walls.count + children[i].edges.count + 1;
    }
  for (int i = 0; i < 2; i++)
    children[i].share = node->share * work[i] / (work[0] + work[1]);
  return more <= node->more ? children : NULL;
}

/* Moves everything below the node's parts up over them. */
static kbx_tree_node *
kbx_drop_parts (kbx_walls_build *b, uint8_t *from, uint8_t *to, kbx_tree_node *children)
{
  const size_t by = (size_t) (to - from);
  memmove (b->top + by, b->top, (size_t) (from - b->top));
  b->top += by;
  children = (kbx_tree_node *) (void *) ((uint8_t *) children + by);
  for (int i = 0; i < 2; i++)
    {
      children[i].walls.parts =
        (kbx_wall_part *) (void *) ((uint8_t *) children[i].walls.parts + by);
      if (children[i].edges.parts != NULL)
        children[i].edges.parts =
          (kbx_wall_part *) (void *) ((uint8_t *) children[i].edges.parts + by);
    }
  return children;
}

/* Removes the node's parts, on top of the stack and ending at `end`. */
static bool
kbx_make_node (kbx_walls_build *b, kbx_tree_node *node, uint8_t *end)
{
  uint8_t *const top = b->top;
  kbx_tree_node *children = NULL;
  kbx_split_line line;
  uint32_t words[5] = { KBX_LOG_LINE, 0, 0, 0, 0 };
  bool ok;
  if (!kbx_build_goes_on (b, 0))
    return false;
  if (kbx_find_line (b, node, &line))
    children = kbx_divide (b, node, line);
  if (b->no_room)
    return false;
  if (children == NULL)
    {
      ok = kbx_make_leaf (b, node);
      b->top = end;
      return ok && kbx_build_goes_on (b, node->share);
    }
  children = kbx_drop_parts (b, top, end, children);
  memcpy (words + 1, &line, sizeof line);
  const size_t second = b->log_count + 4;
  b->nodes++;
  if (!kbx_log_words (b, words, 5)
      || !kbx_make_node (b, &children[0],
                         (uint8_t *) (children[1].edges.parts != NULL ? children[1].edges.parts
                                                                      : children[1].walls.parts)))
    return false;
  b->log[second] = b->nodes;
  ok = kbx_make_node (b, &children[1], (uint8_t *) children);
  b->top = end;
  return ok;
}

/* ---- the root ---- */

static kbx_wall_part
kbx_make_wall_part (uint32_t of, kbx_segment s)
{
  return KBX_LITERAL (kbx_wall_part){ of, kbx_wide (s.a), kbx_wide (s.b) };
}

static kbx_convex_cell
kbx_cell_of_walls (const kbx_walls_plan *plan)
{
  const kbx_wall_box box = kbx_box_of_walls (plan);
  return kbx_cell_of_box (floor (box.x0) - 1, floor (box.y0) - 1, ceil (box.x1) + 1,
                          ceil (box.y1) + 1);
}

/* The square of a quadtree, around the centre of the walls, and less than 1% larger than they are.
 * Its side is a multiple of 2^n / 128, where 2^n is not above it. So the centres of all cells of 2
 * pixels and more are multiples of 1/128, which a float holds exactly. */
static kbx_convex_cell
kbx_square_of_walls (const kbx_walls_plan *plan)
{
  const kbx_wall_box box = kbx_box_of_walls (plan);
  const double w = (double) box.x1 - box.x0, h = (double) box.y1 - box.y0,
               x = floor (((double) box.x0 + box.x1) * 64) / 128,
               y = floor (((double) box.y0 + box.y1) * 64) / 128;
  double step = 1.0 / 64;
  while (step * 256 <= kbx_higher_of (w, h))
    step *= 2;
  const double half = ceil (kbx_higher_of (w, h) / step) * step / 2;
  return kbx_cell_of_box (x - half, y - half, x + half, y + half);
}

bool
kbx_build_tree (kbx_walls_build *b)
{
  const kbx_walls_plan *plan = b->plan;
  const double beyond = KBX_LEVEL_LIMIT + 16;
  kbx_tree_node *root = (kbx_tree_node *) kbx_stack_take (b, 1, sizeof *root);
  if (root == NULL || !kbx_parts_begin (b, plan->wall_count, &root->walls)
      || !kbx_parts_begin (b, b->edges, &root->edges))
    return false;
  root->walls.count = plan->wall_count;
  for (uint32_t i = 0; i < plan->wall_count; i++)
    root->walls.parts[i] = kbx_make_wall_part (i, kbx_plan_wall (plan, i));
  for (uint32_t i = 0; i < plan->area_count; i++)
    for (uint32_t k = 0; k < plan->areas[i].count; k++)
      root->edges.parts[root->edges.count++] = kbx_make_wall_part (i, kbx_plan_edge (plan, i, k));
  root->whole = KBX_NONE;
  root->share = 1;
  root->cell =
    b->kind == KBX_PARTITION_QUADTREE ? kbx_square_of_walls (plan) : kbx_cell_of_walls (plan);
  root->world = kbx_cell_of_box (-beyond, -beyond, beyond, beyond);
  root->depth = 0;
  root->more = KBX_MORE_PARTS (root->walls.count);
  return kbx_make_node (b, root, (uint8_t *) root);
}
