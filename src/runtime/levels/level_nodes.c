/* SPDX-License-Identifier: MIT */
/* The cells of a partition's nodes, and the lines that divide them; the walls in view, front to
 * back. For drawing. */
#include "runtime/pairs/convex.h"
#include "runtime/levels/level.h"

/* A convex polygon, clockwise on the screen. Each cut adds at most one corner. There are as many
 * cuts as the tree is deep, and two more by the sides of a view. */
typedef struct {
  kbx_wide_vec corners[KBX_CELL_CORNERS + 2];
  uint32_t count;
} kbx_node_cell;

/* A position is in front if nx * x + ny * y - d >= 0. */
typedef struct { double nx, ny, d; } kbx_level_line;

static kbx_node_cell
kbx_node_cell_of (double x0, double y0, double x1, double y1)
{
  return KBX_LITERAL (kbx_node_cell){ { { x0, y0 }, { x1, y0 }, { x1, y1 }, { x0, y1 } },
                                      x0 < x1 && y0 < y1 ? 4u : 0u };
}

static kbx_level_line
kbx_level_line_of (const uint8_t *node)
{
  return KBX_LITERAL (kbx_level_line){ kbx_load_f32 (node), kbx_load_f32 (node + 4),
                                     kbx_load_f32 (node + 8) };
}

/* The distance of a position in front of a line. */
static double
kbx_line_distance (kbx_level_line line, kbx_wide_vec p)
{
  return line.nx * p.x + line.ny * p.y - line.d;
}

/* The crossing on the edge from p to q, which are s and t in front of the line. */
static kbx_wide_vec
kbx_node_crossing (kbx_wide_vec p, kbx_wide_vec q, double s, double t)
{
  const double u = s / (s - t);
  return kbx_wide_make (p.x + (q.x - p.x) * u, p.y + (q.y - p.y) * u);
}

/* Keeps the part of a cell in front of a line (sign 1), or behind it (-1), and `more` pixels across
 * it. */
static void
kbx_node_cut (kbx_node_cell *cell, kbx_level_line line, double sign, double more)
{
  const kbx_node_cell whole = *cell;
  cell->count = 0;
  for (uint32_t i = 0; i < whole.count; i++)
    {
      const kbx_wide_vec p = whole.corners[i], q = whole.corners[i + 1 < whole.count ? i + 1 : 0];
      const double s = sign * kbx_line_distance (line, p) + more,
                   t = sign * kbx_line_distance (line, q) + more;
      if (s >= 0 && cell->count < KBX_CELL_CORNERS + 2)
        cell->corners[cell->count++] = p;
      if ((s >= 0) != (t >= 0) && cell->count < KBX_CELL_CORNERS + 2)
        cell->corners[cell->count++] = kbx_node_crossing (p, q, s, t);
    }
  if (cell->count < 3)
    cell->count = 0;
}

/* The points where a node's line crosses the sides of its cell. */
static kbx_segment
kbx_node_line (const kbx_node_cell *cell, kbx_level_line line)
{
  kbx_wide_vec ends[2];
  uint32_t n = 0;
  for (uint32_t i = 0; i < cell->count && n < 2; i++)
    {
      const kbx_wide_vec p = cell->corners[i], q = cell->corners[i + 1 < cell->count ? i + 1 : 0];
      const double s = kbx_line_distance (line, p), t = kbx_line_distance (line, q);
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
      kbx_node_cut (cell, kbx_level_line_of (p), index < second ? 1 : -1, 0);
      at = index < second ? at + 1 : second;
      p = v->nodes + (size_t) at * KBX_LEVEL_NODE;
      node->depth++;
    }
  node->leaf = kbx_load_u32 (p + 12) == KBX_LEVEL_LEAF;
  if (!node->leaf)
    node->line = kbx_node_line (cell, kbx_level_line_of (p));
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

/* ---- front to back ---- */

/* One of the lines around the current cell, and its side. In a tree, the node that it divides, and
 * whether its far side is still to come. */
typedef struct {
  kbx_level_line line;
  double sign;
  uint32_t node;
  bool far_side;
} kbx_walk_line;

typedef struct {
  kbx_level_view view;
  kbx_walls_filter filter;
  kbx_wide_vec from, left, right;
  bool narrow;           /* at most a half-plane: cells outside are skipped */
  kbx_level_line across;   /* through `from`; in front is the side to which the view opens */
  kbx_node_cell cone;    /* of a narrow view, within the limits of levels */
  kbx_node_cell cell;    /* the current node's, within the cone */
  kbx_walk_line path[KBX_LEVEL_DEPTH];
  uint32_t depth;
  kbx_wall_in_view *parts;
  uint32_t capacity, count;
} kbx_walls_walk;

static kbx_wide_vec
kbx_view_side (kbx_vec v)
{
  const double length = kbx_root ((double) v.x * v.x + (double) v.y * v.y);
  return length > 0 ? kbx_wide_make (v.x / length, v.y / length) : kbx_wide_make (0, 0);
}

/* Two directions that are the same, or none, see all round. */
static void
kbx_begin_walk_view (kbx_walls_walk *w, kbx_vec from, kbx_vec left, kbx_vec right)
{
  const kbx_wide_vec l = kbx_view_side (left), r = kbx_view_side (right);
  const double all = KBX_LEVEL_LIMIT + 16.0;
  const int turn = kbx_cross_sign (kbx_wide (left), kbx_wide (right));
  double nx = r.y - l.y, ny = l.x - r.x;
  w->from = kbx_wide (from);
  w->left = kbx_wide (left);
  w->right = kbx_wide (right);
  w->narrow = turn > 0 || (turn == 0 && kbx_dot (l, r) < 0);
  if (nx == 0 && ny == 0)
    {
      w->left = w->right = kbx_wide_make (0, 0);
      ny = -1;
    }
  w->across = KBX_LITERAL (kbx_level_line){ nx, ny, nx * from.x + ny * from.y };
  w->depth = w->count = 0;
  w->cone = kbx_node_cell_of (-all, -all, all, all);
  if (!w->narrow)
    return;
  kbx_node_cut (&w->cone, KBX_LITERAL (kbx_level_line){ -l.y, l.x, l.x * from.y - l.y * from.x }, 1,
                KBX_LEVEL_REACH);
  kbx_node_cut (&w->cone, KBX_LITERAL (kbx_level_line){ r.y, -r.x, r.y * from.x - r.x * from.y }, 1,
                KBX_LEVEL_REACH);
}

/* ---- parts of walls ---- */

/* Cuts a part of a wall to one side of a line, by the rule of the builder; false for nothing. What
 * is along the line, within `slack`, is on the side that lists it; without slack, in front. */
static bool
kbx_keep_side (kbx_wide_vec *a, kbx_wide_vec *b, kbx_level_line line, double sign, double slack)
{
  const double s = kbx_line_distance (line, *a), t = kbx_line_distance (line, *b), u = s / (s - t);
  const double low = sign * s < sign * t ? sign * s : sign * t,
               high = sign * s < sign * t ? sign * t : sign * s;
  if (low >= -slack)
    return slack > 0 || sign > 0 || high > 0;
  if (high <= slack)
    return false;
  *(sign * s < sign * t ? a : b) =
    kbx_wide_make (a->x + (b->x - a->x) * u, a->y + (b->y - a->y) * u);
  return true;
}

/* Whether a part in front of `across`, or behind it, is in the view. */
static bool
kbx_part_in_view (const kbx_walls_walk *w, kbx_wide_vec a, kbx_wide_vec b)
{
  const kbx_wide_vec p = kbx_wide_way (w->from, a), q = kbx_wide_way (w->from, b);
  const int p_left = kbx_cross_sign (w->left, p), q_left = kbx_cross_sign (w->left, q),
            p_right = kbx_cross_sign (p, w->right), q_right = kbx_cross_sign (q, w->right);
  return w->narrow ? (p_left >= 0 || q_left >= 0) && (p_right >= 0 || q_right >= 0)
                   : p_left >= 0 || p_right >= 0 || q_left >= 0 || q_right >= 0;
}

/* Adds what of a wall is in the current cell, on one side of `across`. */
static void
kbx_add_in_view (kbx_walls_walk *w, uint32_t node, uint32_t index, kbx_segment wall, double side)
{
  const double slack = w->view.partition == KBX_PARTITION_GRID ? 0 : KBX_LEVEL_SLACK;
  kbx_wide_vec a = kbx_wide (wall.a), b = kbx_wide (wall.b);
  for (uint32_t i = 0; i < w->depth; i++)
    if (!kbx_keep_side (&a, &b, w->path[i].line, w->path[i].sign, slack))
      return;
  if (!kbx_keep_side (&a, &b, w->across, side, 0) || !kbx_part_in_view (w, a, b))
    return;
  if (w->count < w->capacity)
    w->parts[w->count] =
      KBX_LITERAL (kbx_wall_in_view){ node, index, { kbx_narrow (a), kbx_narrow (b) } };
  w->count++;
}

/* A part as seen from a point: its ends, clockwise, and a position and the direction of its wall,
 * all from the point. Not wide: it is seen along its length. */
typedef struct {
  kbx_wide_vec first, last, at, along;
  bool wide;
} kbx_seen_part;

static kbx_seen_part
kbx_see_part (const kbx_walls_walk *w, const kbx_wall_in_view *part)
{
  const kbx_segment wall =
    kbx_load_segment (w->view.walls + (size_t) part->index * KBX_LEVEL_WALL);
  const kbx_wide_vec a = kbx_wide_way (w->from, kbx_wide (part->part.a)),
                     b = kbx_wide_way (w->from, kbx_wide (part->part.b));
  const int turn = kbx_cross_sign (a, b);
  return KBX_LITERAL (kbx_seen_part){
    turn > 0 ? a : b, turn > 0 ? b : a,
    kbx_wide_way (w->from, kbx_wide (turn > 0 ? wall.a : wall.b)),
    turn > 0 ? kbx_from_to (wall.a, wall.b) : kbx_from_to (wall.b, wall.a), turn != 0
  };
}

/* Whether p hides some of q: it is nearer on the middle ray of those that meet both. */
static bool
kbx_part_hides (const kbx_seen_part *p, const kbx_seen_part *q)
{
  const kbx_wide_vec low = kbx_cross_sign (p->first, q->first) > 0 ? q->first : p->first,
                     high = kbx_cross_sign (p->last, q->last) > 0 ? p->last : q->last;
  const double m = fabs (high.x) + fabs (high.y), n = fabs (low.x) + fabs (low.y);
  const kbx_wide_vec ray = kbx_wide_make (low.x * m + high.x * n, low.y * m + high.y * n);
  return p->wide && q->wide && kbx_cross_sign (low, high) > 0
         && kbx_compare_products (kbx_cross (p->at, p->along), kbx_cross (ray, q->along),
                                  kbx_cross (q->at, q->along), kbx_cross (ray, p->along))
              < 0;
}

/* While they are sorted, all of one node, the parts' `node` says: not seen yet, or the
 * part that waits for it, below KBX_PART_PLACED, or its place. */
#define KBX_PART_UNSEEN KBX_NONE
#define KBX_PART_PLACED 0x80000000u

/* From `i` on the first part, not seen yet, that hides another, or `count`. */
static uint32_t
kbx_next_hiding (const kbx_walls_walk *w, const kbx_wall_in_view *parts, uint32_t i, uint32_t count,
                 uint32_t hidden)
{
  const kbx_seen_part back = kbx_see_part (w, parts + hidden);
  KBX_STEPS (count - i);
  for (; i < count; i++)
    if (parts[i].node == KBX_PART_UNSEEN)
      {
        const kbx_seen_part front = kbx_see_part (w, parts + i);
        if (kbx_part_hides (&front, &back))
          break;
      }
  return i;
}

/* Places a part after all that hide it, and after those that hide them: each looks once at all. */
static uint32_t
kbx_place_part (const kbx_walls_walk *w, kbx_wall_in_view *parts, uint32_t count, uint32_t part,
                uint32_t place)
{
  uint32_t from = 0;
  parts[part].node = part;
  for (;;)
    {
      const uint32_t front = kbx_next_hiding (w, parts, from, count, part);
      if (front < count)
        {
          parts[front].node = part;
          part = front;
          from = 0;
          continue;
        }
      const uint32_t waits = parts[part].node;
      parts[part].node = KBX_PART_PLACED | place++;
      if (waits == part)
        return place;
      from = part + 1;
      part = waits;
    }
}

/* Sorts parts of one half-plane: none before one that hides it. Of walls that cross and hide each
 * other in a circle, any is first. */
static void
kbx_sort_in_view (const kbx_walls_walk *w, kbx_wall_in_view *parts, uint32_t count, uint32_t node)
{
  uint32_t place = 0;
  for (uint32_t i = 0; i < count; i++)
    parts[i].node = KBX_PART_UNSEEN;
  for (uint32_t i = 0; i < count; i++)
    if (parts[i].node == KBX_PART_UNSEEN)
      place = kbx_place_part (w, parts, count, i, place);
  for (uint32_t i = 0; i < count; i++)
    while (parts[i].node != (KBX_PART_PLACED | i))
      {
        const kbx_wall_in_view part = parts[i];
        parts[i] = parts[part.node & ~KBX_PART_PLACED];
        parts[part.node & ~KBX_PART_PLACED] = part;
      }
  for (uint32_t i = 0; i < count; i++)
    parts[i].node = node;
}

/* Lists the parts in a leaf or cell, whose blocks these are. */
static void
kbx_walk_blocks (kbx_walls_walk *w, uint32_t node, uint32_t first, uint32_t blocks)
{
  for (int side = 1; side >= (w->narrow ? 1 : -1); side -= 2)
    {
      const uint32_t begin = w->count;
      uint32_t before = KBX_NONE;
      KBX_STEPS (4 * blocks);
      for (uint32_t i = 4 * first; i < 4 * (first + blocks); i++)
        {
          const uint32_t tag = kbx_load_u32 (w->view.tags + (size_t) i * 4),
                         index = kbx_tag_index (tag);
          if (index != before && kbx_wall_counts (&w->filter, tag))
            kbx_add_in_view (
              w, node, index,
              kbx_block_segment (w->view.shapes + (size_t) (i / 4) * KBX_LEVEL_SHAPE, i % 4),
              side);
          before = index;
        }
      if (w->count > begin && w->count <= w->capacity)
        kbx_sort_in_view (w, w->parts + begin, w->count - begin, node);
    }
}

/* ---- trees ---- */

/* Goes to a side of the last line on the path; false if it is out of view. */
static bool
kbx_walk_side (kbx_walls_walk *w, uint32_t *node)
{
  const kbx_walk_line *last = &w->path[w->depth - 1];
  *node = last->sign > 0 ? last->node + 1
                         : kbx_load_u32 (w->view.nodes + (size_t) last->node * KBX_LEVEL_NODE + 12);
  KBX_STEPS (1);
  if (w->narrow && w->cell.count > 0)
    kbx_node_cut (&w->cell, last->line, last->sign, KBX_LEVEL_REACH);
  return w->cell.count > 0;
}

/* Goes to the next far side that is in view; false after the last. */
static bool
kbx_walk_far (kbx_walls_walk *w, uint32_t *node)
{
  for (;;)
    {
      while (w->depth > 0 && !w->path[w->depth - 1].far_side)
        w->depth--;
      if (w->depth == 0)
        return false;
      kbx_walk_line *last = &w->path[w->depth - 1];
      last->far_side = false;
      last->sign = -last->sign;
      w->cell = w->cone;
      for (uint32_t i = 0; w->narrow && i + 1 < w->depth && w->cell.count > 0; i++)
        kbx_node_cut (&w->cell, w->path[i].line, w->path[i].sign, KBX_LEVEL_REACH);
      if (kbx_walk_side (w, node))
        return true;
    }
}

static void
kbx_walk_tree (kbx_walls_walk *w)
{
  uint32_t node = 0;
  bool in_view = true;
  w->cell = w->cone;
  do
    {
      const uint8_t *p = w->view.nodes + (size_t) node * KBX_LEVEL_NODE;
      if (in_view && kbx_load_u32 (p + 12) != KBX_LEVEL_LEAF)
        {
          const kbx_level_line line = kbx_level_line_of (p);
          const double sign = kbx_line_distance (line, w->from) >= 0 ? 1 : -1;
          w->path[w->depth++] = KBX_LITERAL (kbx_walk_line){ line, sign, node, true };
          in_view = kbx_walk_side (w, &node);
          continue;
        }
      if (in_view)
        kbx_walk_blocks (w, node, kbx_load_u32 (p), kbx_load_u32 (p + 4));
      in_view = kbx_walk_far (w, &node);
    }
  while (in_view || w->depth > 0);
}

/* ---- grids ---- */

/* Of `count` indices the k-th by its distance from one, which may be outside. */
static uint32_t
kbx_index_from (int64_t from, uint32_t count, uint32_t k)
{
  const int64_t after = (int64_t) count - 1 - from, near = from < after ? from : after;
  if (near >= 0 && k <= 2 * near)
    return (uint32_t) (k % 2 == 0 ? from + k / 2 : from - (k + 1) / 2);
  return from < after ? k : count - 1 - k;
}

/* The cells of a row that are in view, by their distance along it. */
static void
kbx_walk_row (kbx_walls_walk *w, uint32_t row, int64_t column)
{
  const kbx_level_view *v = &w->view;
  double low = v->left + v->cell_width * v->columns, high = v->left;
  w->path[0].line.d = v->top + row * v->cell_height;
  w->path[1].line.d = v->top + (row + 1.0) * v->cell_height;
  w->cell = w->cone;
  for (uint32_t i = 0; i < 2; i++)
    kbx_node_cut (&w->cell, w->path[i].line, w->path[i].sign, KBX_LEVEL_REACH);
  for (uint32_t i = 0; i < w->cell.count; i++)
    {
      low = w->cell.corners[i].x < low ? w->cell.corners[i].x : low;
      high = w->cell.corners[i].x > high ? w->cell.corners[i].x : high;
    }
  KBX_STEPS (1);
  if (w->cell.count == 0)
    return;
  const int64_t first = kbx_cell_index ((low - v->left) / v->cell_width, v->columns),
                last = kbx_cell_index ((high - v->left) / v->cell_width, v->columns);
  const uint32_t count = (uint32_t) (last - first + 1);
  for (uint32_t k = 0; k < count; k++)
    {
      const uint32_t i = (uint32_t) first + kbx_index_from (column - first, count, k),
                     cell = row * v->columns + i;
      const uint8_t *p = v->cells + 4 * (size_t) cell;
      const uint32_t begin = kbx_load_u32 (p);
      w->path[2].line.d = v->left + i * v->cell_width;
      w->path[3].line.d = v->left + (i + 1.0) * v->cell_width;
      KBX_STEPS (1);
      kbx_walk_blocks (w, cell, begin, kbx_load_u32 (p + 4) - begin);
    }
}

/* A ray goes away from the point's row, and from its column. So rows by their distance, and in each
 * the cells by theirs, are in order. */
static void
kbx_walk_grid (kbx_walls_walk *w)
{
  const kbx_level_view *v = &w->view;
  const int64_t column = kbx_floor ((w->from.x - v->left) / v->cell_width),
                row = kbx_floor ((w->from.y - v->top) / v->cell_height);
  w->depth = 4;
  for (uint32_t i = 0; i < 4; i++)
    w->path[i] = KBX_LITERAL (kbx_walk_line){
      { i < 2 ? 0.0 : 1.0, i < 2 ? 1.0 : 0.0, 0 }, i % 2 == 0 ? 1.0 : -1.0, 0, false
    };
  for (uint32_t k = 0; k < v->rows; k++)
    kbx_walk_row (w, kbx_index_from (row, v->rows, k), column);
}

KBX_API uint32_t
kbx_walls_in_view (kbx_handle walls, kbx_vec from, kbx_vec left, kbx_vec right,
                   const kbx_filter *filter, kbx_wall_in_view *parts, uint32_t capacity)
{
  kbx_walls_walk w;
  kbx_way way;
  if (kbx_walls_bytes (walls) == NULL || !kbx_level_vec_valid (from)
      || !kbx_vecs_valid (left, right) || !kbx_changes_fit (&walls, filter))
    return 0;
  kbx_read_level (kbx_walls_bytes (walls), &w.view);
  kbx_way_begin (&way, NULL, kbx_level_circle (from, 0), from, filter, false);
  w.filter = way.filter;
  w.parts = parts;
  w.capacity = parts == NULL ? 0 : capacity;
  kbx_begin_walk_view (&w, kbx_level_snap (from), left, right);
  if (w.view.partition == KBX_PARTITION_GRID)
    kbx_walk_grid (&w);
  else
    kbx_walk_tree (&w);
  return w.count;
}
