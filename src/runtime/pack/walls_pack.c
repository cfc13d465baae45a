/* SPDX-License-Identifier: MIT */
/* Packs a level: its partition, walls and areas. */
#include "runtime/pack/walls.h"

/* ---- walls grid ---- */

/* Sorts a level's walls into the cells of a grid that they come near. */

#define KBX_GRID_CELLS_MOST (1 << 22)
#define KBX_GRID_COUNT_MOST 1024
#define KBX_GRID_LEAST (1.0 / 16)
/* A grid extends this far around its walls, in pixels. */
#define KBX_GRID_AROUND 1.0

/* entries[starts[cell]] up to the next cell's start: the contents of each cell, in ascending
 * order. */
typedef struct {
  uint32_t *starts;
  uint32_t *entries; /* NULL while counting */
  uint64_t count;
} kbx_grid_filling;

static uint32_t
kbx_cell_at (double cells, uint32_t n)
{
  return cells <= 0 ? 0 : cells >= n ? n - 1 : (uint32_t) cells;
}

static uint32_t kbx_grid_cells (const kbx_walls_build *b) { return b->columns * b->rows; }

/* Each cell near the segment, column by column: counts it in the next cell's start, or enters
 * it. */
static void
kbx_fill_segment (const kbx_walls_build *b, kbx_segment s, uint32_t of, kbx_grid_filling *f)
{
  const double width = b->cell_width, height = b->cell_height, near = KBX_LEVEL_SLACK / width,
               near_down = KBX_LEVEL_SLACK / height;
  const kbx_vec left = s.a.x > s.b.x ? s.b : s.a, right = s.a.x > s.b.x ? s.a : s.b;
  const double ax = ((double) left.x - b->left) / width,
               ay = ((double) left.y - b->top_edge) / height;
  const double bx = ((double) right.x - b->left) / width,
               by = ((double) right.y - b->top_edge) / height;
  for (uint32_t i = kbx_cell_at (ax - near, b->columns), last = kbx_cell_at (bx + near, b->columns);
       i <= last; i++)
    {
      const double from = kbx_kept_within (i - near, ax, bx),
                   to = kbx_kept_within (i + 1 + near, ax, bx);
      const double y0 = bx > ax ? ay + (by - ay) * ((from - ax) / (bx - ax)) : ay,
                   y1 = bx > ax ? ay + (by - ay) * ((to - ax) / (bx - ax)) : by;
      const uint32_t bottom = kbx_cell_at (kbx_higher_of (y0, y1) + near_down, b->rows);
      for (uint32_t j = kbx_cell_at (kbx_lower_of (y0, y1) - near_down, b->rows); j <= bottom; j++)
        {
          const uint32_t cell = j * b->columns + i;
          f->count++;
          if (f->entries != NULL)
            f->entries[f->starts[cell]++] = of;
          else if (f->starts != NULL)
            f->starts[cell + 1]++;
        }
    }
}

static void
kbx_fill_all (const kbx_walls_build *b, bool areas, kbx_grid_filling *f)
{
  const kbx_walls_plan *plan = b->plan;
  f->count = 0;
  for (uint32_t i = 0; !areas && i < plan->wall_count; i++)
    kbx_fill_segment (b, kbx_plan_wall (plan, i), i, f);
  for (uint32_t i = 0; areas && i < plan->area_count; i++)
    for (uint32_t k = 0; k < plan->areas[i].count; k++)
      kbx_fill_segment (b, kbx_plan_edge (plan, i, k), i, f);
}

/* Edges of one area are repeated. */
static bool
kbx_fill_cells (kbx_walls_build *b, bool areas, kbx_grid_filling *f)
{
  const uint32_t cells = kbx_grid_cells (b);
  f->entries = NULL;
  f->starts = (uint32_t *) kbx_stack_take (b, (uint64_t) cells + 2, sizeof *f->starts);
  if (f->starts == NULL)
    return false;
  memset (f->starts, 0, ((size_t) cells + 2) * sizeof *f->starts);
  kbx_fill_all (b, areas, f);
  for (uint32_t i = 0; i < cells; i++)
    f->starts[i + 1] += f->starts[i];
  f->entries = (uint32_t *) kbx_stack_take (b, f->count, sizeof *f->entries);
  if (f->entries == NULL)
    return false;
  /* Each start moves to its end, which is the next one's start */
  kbx_fill_all (b, areas, f);
  memmove (f->starts + 1, f->starts, cells * sizeof *f->starts);
  f->starts[0] = 0;
  return true;
}

static uint64_t
kbx_count_listed (const kbx_walls_build *b)
{
  kbx_grid_filling f = { NULL, NULL, 0 };
  kbx_fill_all (b, false, &f);
  const uint64_t walls = f.count;
  kbx_fill_all (b, true, &f);
  return walls + f.count;
}

/* Of the cells along an axis: their size, by their count if that is given, or 0. */
static double
kbx_asked_size (double size, uint32_t *count, double length)
{
  const double most = kbx_lower_of (KBX_GRID_COUNT_MOST, floor (length / KBX_GRID_LEAST));
  *count = (uint32_t) kbx_lower_of (*count, most);
  return *count > 0 ? length / *count : size;
}

/* Sets the size and number of cells for a grid that covers this, and a pixel more. Too many cells
 * become larger, except along an axis whose count is given. */
static void
kbx_set_cells (kbx_walls_build *b, double w, double h)
{
  const kbx_walls_plan *plan = b->plan;
  const double most = 4 * (double) KBX_LEVEL_LIMIT;
  b->columns = plan->columns;
  b->rows = plan->rows;
  double width = kbx_asked_size (plan->cell, &b->columns, w - KBX_GRID_AROUND),
         height = kbx_asked_size (plan->cell_height, &b->rows, h - KBX_GRID_AROUND);
  if (width <= 0 && height <= 0)
    width = sqrt (w * h / ((plan->wall_count > 2 ? plan->wall_count : 2) / 2.0));
  width = width > 0 ? width : height;
  height = height > 0 ? height : width;
  const double over = w / width * (h / height) / KBX_GRID_CELLS_MOST * 1.0201,
               by = over <= 1 ? 1 : b->columns > 0 || b->rows > 0 ? over : sqrt (over);
  if (b->columns == 0)
    width = kbx_higher_of (width * by, w / (1 << 16));
  if (b->rows == 0)
    height = kbx_higher_of (height * by, h / (1 << 16));
  b->cell_width = (float) kbx_kept_within (width, KBX_GRID_LEAST, most);
  b->cell_height = (float) kbx_kept_within (height, KBX_GRID_LEAST, most);
  b->columns = b->columns > 0 ? b->columns : (uint32_t) (w / b->cell_width) + 1;
  b->rows = b->rows > 0 ? b->rows : (uint32_t) (h / b->cell_height) + 1;
}

/* Chooses the grid's position, and the number and size of its cells. Counts the walls and edges
 * that all cells list. */
static void
kbx_place_grid (kbx_walls_build *b)
{
  const kbx_walls_plan *plan = b->plan;
  kbx_wall_box box = { 0, 0, 0, 0 };
  bool first = true;
  for (uint32_t i = 0; i < plan->wall_count + plan->area_count; i++)
    for (uint32_t k = 0; k < (i < plan->wall_count ? 1 : plan->areas[i - plan->wall_count].count);
         k++)
      {
        const kbx_segment s = i < plan->wall_count ? kbx_plan_wall (plan, i)
                                                   : kbx_plan_edge (plan, i - plan->wall_count, k);
        box = first ? kbx_wall_box_of (s) : kbx_wall_box_with (box, s);
        first = false;
      }
  b->left = (float) (box.x0 - KBX_GRID_AROUND);
  b->top_edge = (float) (box.y0 - KBX_GRID_AROUND);
  const double w = (double) box.x1 - box.x0 + 3 * KBX_GRID_AROUND,
               h = (double) box.y1 - box.y0 + 3 * KBX_GRID_AROUND;
  kbx_set_cells (b, w, h);
}

/* A cell without an edge of an area is in all of it or outside. `some`: areas with an edge in the
 * cell. */
static uint32_t
kbx_whole_area (const kbx_walls_build *b, uint32_t cell, const uint32_t *some, uint32_t count)
{
  const kbx_wide_vec middle = kbx_wide_make (b->left + (cell % b->columns + 0.5) * b->cell_width,
                                             b->top_edge
                                               + (cell / b->columns + 0.5) * b->cell_height);
  uint32_t k = 0;
  for (uint32_t area = 0; area < b->plan->area_count; area++)
    {
      while (k < count && some[k] < area)
        k++;
      if ((k == count || some[k] != area) && kbx_walls_area_holds (b, area, middle))
        return area;
    }
  return KBX_NONE;
}

static bool
kbx_build_grid (kbx_walls_build *b)
{
  kbx_grid_filling walls, areas;
  uint32_t whole = KBX_NONE;
  kbx_place_grid (b);
  if (!kbx_build_goes_on (b, 0) || !kbx_fill_cells (b, false, &walls) || !kbx_build_goes_on (b, 0.3)
      || !kbx_fill_cells (b, true, &areas) || !kbx_build_goes_on (b, 0.2))
    return false;
  for (uint32_t i = 0; i < kbx_grid_cells (b); i++)
    {
      const uint32_t from = areas.starts[i], to = areas.starts[i + 1],
                     *listed = walls.entries + walls.starts[i];
      uint32_t *some = areas.entries + from, count = 0, below = 0;
      for (uint32_t k = from; k < to; k++)
        if (count == 0 || areas.entries[k] != some[count - 1])
          some[count++] = areas.entries[k];
      /* Without edges here and on the left, the same as on the left */
      if (i % b->columns == 0 || to > from || areas.starts[i - 1] < from)
        whole = kbx_whole_area (b, i, some, count);
      while (below < count && some[below] < whole)
        below++;
      if (!kbx_log_leaf (b, listed, walls.starts[i + 1] - walls.starts[i], some, below, whole))
        return false;
    }
  return true;
}

/* ---- walls pack ---- */

#define KBX_TREE_LEAF_WALLS 16u
#define KBX_QUADTREE_LEVELS 14u

/* ---- during the division ---- */

bool
kbx_log_leaf (kbx_walls_build *b, const uint32_t *walls, uint32_t wall_count, const uint32_t *areas,
              uint32_t area_count, uint32_t whole)
{
  b->nodes++;
  b->blocks += (wall_count + 3) / 4;
  b->lists += area_count > 0 ? 1 + area_count + (whole != KBX_NONE) : 0;
  return kbx_log_words (b, &wall_count, 1) && kbx_log_words (b, walls, wall_count)
         && kbx_log_words (b, &area_count, 1) && kbx_log_words (b, areas, area_count)
         && kbx_log_words (b, &whole, 1);
}

void *
kbx_stack_take (kbx_walls_build *b, uint64_t count, size_t size)
{
  const uint64_t bytes = kbx_work_for (count, size);
  if (bytes > (uint64_t) (b->top - (uint8_t *) (b->log + b->log_count)))
    {
      b->no_room = true;
      return NULL;
    }
  b->top -= bytes;
  return b->top;
}

/* In double: away from edges, rounding changes nothing. */
bool
kbx_walls_area_holds (const kbx_walls_build *b, uint32_t index, kbx_wide_vec p)
{
  const kbx_wall_box box = b->boxes[index];
  bool in = false;
  if (p.x < box.x0 || p.x > box.x1 || p.y < box.y0 || p.y > box.y1)
    return false;
  for (uint32_t i = 0; i < b->plan->areas[index].count; i++)
    {
      const kbx_segment e = kbx_plan_edge (b->plan, index, i);
      if ((e.a.y <= p.y) != (e.b.y <= p.y)
          && e.a.x + (p.y - e.a.y) / ((double) e.b.y - e.a.y) * ((double) e.b.x - e.a.x) < p.x)
        in = !in;
    }
  return in;
}

/* ---- input ---- */

static const char *
kbx_wall_trouble (const kbx_wall *wall, uint32_t index)
{
  if (!kbx_level_vec_valid (wall->segment.a) || !kbx_level_vec_valid (wall->segment.b))
    return KBX_N_ ("expected a wall within 65536 pixels");
  const kbx_segment s = kbx_snapped (wall->segment);
  if (s.a.x == s.b.x && s.a.y == s.b.y)
    return KBX_N_ ("expected a wall with a length, on the grid of 1/256 pixel");
  if (wall->class_index >= KBX_MAX_CLASSES)
    return KBX_N_ ("expected a class from 0 to 63");
  return index >= KBX_LEVEL_WALLS_MOST ? KBX_N_ ("expected at most 33554431 walls") : NULL;
}

/* Rejects NaN. */
static bool
kbx_setting_valid (double v)
{
  return kbx_double_within (v, 2147483648.0) && v >= 0;
}

static bool
kbx_check_walls (const kbx_walls_plan *plan, kbx_error *error)
{
  uint64_t edge = 0;
  const char *message = NULL;
  if (plan == NULL || (plan->walls == NULL && plan->wall_count > 0)
      || (plan->areas == NULL && plan->area_count > 0))
    return kbx_pack_refuse (error, KBX_ERROR_ARGUMENT, "", 0, "no walls or areas") > 0;
  if ((uint32_t) plan->partition > KBX_PARTITION_CHOSEN)
    return kbx_pack_refuse (error, KBX_ERROR_VALUE, "", 0, "expected a kind of partition") > 0;
  if (!kbx_setting_valid (plan->cell) || !kbx_setting_valid (plan->cell_height)
      || !kbx_setting_valid (plan->split_cost))
    return kbx_pack_refuse (error, KBX_ERROR_VALUE, "", 0,
                            "expected a cell and a split cost from 0 to 2^31")
           > 0;
  for (uint32_t i = 0; i < plan->wall_count; i++)
    if ((message = kbx_wall_trouble (&plan->walls[i], i)) != NULL)
      return kbx_pack_refuse (error, KBX_ERROR_VALUE, "wall", i, message) > 0;
  for (uint32_t i = 0; i < plan->area_count; i++)
    for (uint32_t k = 0; k < plan->areas[i].count; k++, edge++)
      if (plan->areas[i].edges == NULL || !kbx_level_vec_valid (plan->areas[i].edges[k].a)
          || !kbx_level_vec_valid (plan->areas[i].edges[k].b))
        return kbx_pack_refuse (error, KBX_ERROR_VALUE, "edge", edge,
                                "expected an edge within 65536 pixels")
               > 0;
  if (edge > UINT32_MAX / 2 || plan->area_count > UINT32_MAX / 2)
    return kbx_pack_refuse (error, KBX_ERROR_VALUE, "area", plan->area_count - 1,
                            "expected fewer areas and edges")
           > 0;
  return true;
}

static void
kbx_take_settings (kbx_walls_build *b, const kbx_walls_plan *plan, kbx_partition kind)
{
  const bool quadtree = kind == KBX_PARTITION_QUADTREE;
  const uint32_t cuts = quadtree ? 2 : 1; /* of a level */
  memset (b, 0, sizeof *b);
  b->plan = plan;
  b->kind = kind;
  b->leaf_walls = plan->leaf_walls > 0 ? plan->leaf_walls : KBX_TREE_LEAF_WALLS;
  b->to_number = !quadtree && plan->leaf_walls > 0;
  b->max_depth = plan->max_depth > 0 ? plan->max_depth
                 : quadtree          ? KBX_QUADTREE_LEVELS
                                     : KBX_TREE_DEPTH;
  b->max_depth = b->max_depth < KBX_TREE_DEPTH / cuts ? b->max_depth * cuts : KBX_TREE_DEPTH;
  b->split_cost = plan->split_cost > 0 ? plan->split_cost : KBX_SPLIT_COST;
  for (uint32_t i = 0; i < plan->area_count; i++)
    b->edges += plan->areas[i].count;
}

/* ---- starts ---- */

/* With fewer nodes, a walk is as fast as finding a start. */
#define KBX_FEW_NODES 8u
/* Start cells are as wide as the longest moves that partitions are measured with, so these begin
 * and end in neighbours. Smaller cells would leave out more moves, larger ones cross more lines.
 * 2^14 steps of the grid: 64 pixels. */
#define KBX_LEAST_SHIFT 14
/* The limit of cells per wall: 24 bytes, half of what a wall uses with its block. */
#define KBX_STARTS_PER_WALL 6.0

static uint32_t
kbx_starts_over (int64_t steps, uint32_t shift)
{
  return (uint32_t) ((steps - 1) >> shift) + 1;
}

/* The starts of short moves in a tree: the cells of a coarse grid over the walls. Each has the
 * deepest node that contains all of it. */
static void
kbx_place_starts (kbx_walls_build *b)
{
  const kbx_walls_plan *plan = b->plan;
  if (b->kind == KBX_PARTITION_GRID || b->nodes < KBX_FEW_NODES || b->nodes > KBX_LEVEL_START_NODES)
    return;
  const kbx_wall_box box = kbx_box_of_walls (plan);
  const int64_t w = (int64_t) (box.x1 * (double) KBX_GRID - box.x0 * (double) KBX_GRID) + 1,
                h = (int64_t) (box.y1 * (double) KBX_GRID - box.y0 * (double) KBX_GRID) + 1;
  b->start_shift = KBX_LEAST_SHIFT;
  while ((double) kbx_starts_over (w, b->start_shift) * kbx_starts_over (h, b->start_shift)
         > KBX_STARTS_PER_WALL * plan->wall_count)
    b->start_shift++;
  b->start_columns = kbx_starts_over (w, b->start_shift);
  b->start_rows = kbx_starts_over (h, b->start_shift);
  b->start_left = (int32_t) (box.x0 * KBX_GRID);
  b->start_top = (int32_t) (box.y0 * KBX_GRID);
}

/* The deepest node that contains all of a cell, as defined in level.h. */
static kbx_level_start
kbx_start_of (const kbx_level_view *v, uint32_t column, uint32_t row)
{
  kbx_level_start at = { 0, v->columns };
  for (;;)
    {
      const uint8_t *p = v->nodes + (size_t) at.node * KBX_LEVEL_NODE;
      const uint32_t second = kbx_load_u32 (p + 12);
      if (second == KBX_LEVEL_LEAF)
        return at;
      if (kbx_start_cell_off (v, column, row, p, true) > KBX_LEVEL_REACH)
        {
          at.node++;
          at.end = second;
        }
      else if (kbx_start_cell_off (v, column, row, p, false) > KBX_LEVEL_REACH)
        at.node = second;
      else
        return at;
    }
}

/* ---- bytes ---- */

static uint32_t
kbx_tag_of (const kbx_wall *wall, uint32_t index)
{
  return index | wall->class_index << KBX_LEVEL_INDEX_BITS | (wall->one_way ? 1u << 31 : 0);
}

/* Writes a header and sets the positions of all tables. Returns the size. */
static uint64_t
kbx_put_level_header (const kbx_walls_build *b, uint8_t *p, kbx_level_view *view)
{
  const bool grid = b->kind == KBX_PARTITION_GRID;
  const float height = b->cell_height == b->cell_width ? 0 : b->cell_height;
  const uint32_t words[16] = { 0,
                               b->plan->wall_count,
                               (uint32_t) b->kind,
                               grid ? b->columns : b->nodes,
                               grid ? b->rows : 0,
                               b->blocks,
                               b->plan->area_count,
                               b->edges,
                               b->lists,
                               kbx_bits_of (b->left),
                               kbx_bits_of (b->top_edge),
                               kbx_bits_of (b->cell_width),
                               grid ? kbx_bits_of (height)
                                    : b->start_columns | b->start_rows << 16,
                               b->start_shift,
                               (uint32_t) b->start_left,
                               (uint32_t) b->start_top };
  kbx_store_words (p, words, 16);
  const uint64_t size = kbx_read_level (p, view);
  kbx_store_u32 (p, (uint32_t) size);
  return size;
}

/* The positions of the next leaf's data. */
typedef struct {
  const kbx_walls_build *b;
  uint8_t *bytes;
  kbx_level_view view;
  uint32_t node, block, list;
} kbx_level_pen;

/* A writable pointer to data that a view refers to. */
static uint8_t *
kbx_pen_at (const kbx_level_pen *pen, const uint8_t *place)
{
  return pen->bytes + (place - pen->bytes);
}

static void
kbx_put_leaf_walls (kbx_level_pen *pen, const uint32_t *walls, uint32_t count)
{
  const kbx_walls_plan *plan = pen->b->plan;
  for (uint32_t i = 0; i < (count + 3) / 4 * 4; i++)
    {
      const uint32_t wall = walls[i < count ? i : count - 1];
      kbx_put_segment (kbx_pen_at (pen, pen->view.shapes) + (size_t) pen->block * KBX_LEVEL_SHAPE
                         + 4 * (i % 4),
                       kbx_plan_wall (plan, wall), 16);
      kbx_store_u32 (kbx_pen_at (pen, pen->view.tags) + (size_t) pen->block * KBX_LEVEL_TAGS
                       + 4 * (i % 4),
                     kbx_tag_of (&plan->walls[wall], wall));
      pen->block += i % 4 == 3;
    }
}

/* A leaf's field for the areas that may contain parts of it, and the one that contains all of
 * it. */
static uint32_t
kbx_put_leaf_areas (kbx_level_pen *pen, const uint32_t *areas, uint32_t count, uint32_t whole)
{
  const uint32_t head = pen->list, all = count + (whole != KBX_NONE);
  uint8_t *at = kbx_pen_at (pen, pen->view.lists) + 4 * (size_t) head;
  if (count == 0)
    return whole;
  kbx_store_u32 (at, all);
  for (uint32_t i = 0; i < all; i++)
    kbx_store_u32 (at + 4 * (i + 1), i < count ? areas[i] : whole);
  pen->list += all + 1;
  return head | KBX_LEVEL_LIST;
}

/* Writes the log's nodes or cells. */
static void
kbx_put_nodes (kbx_level_pen *pen)
{
  const kbx_walls_build *b = pen->b;
  const bool grid = b->kind == KBX_PARTITION_GRID;
  const uint32_t *log = b->log;
  for (; pen->node < b->nodes; pen->node++)
    {
      uint8_t *node = kbx_pen_at (pen, pen->view.nodes) + (size_t) pen->node * KBX_LEVEL_NODE;
      if (log[0] == KBX_LOG_LINE)
        {
          kbx_store_words (node, log + 1, 4);
          log += 5;
          continue;
        }
      const uint32_t first = pen->block, *areas = log + 1 + log[0];
      kbx_put_leaf_walls (pen, log + 1, log[0]);
      const uint32_t field = kbx_put_leaf_areas (pen, areas + 1, areas[0], areas[1 + areas[0]]);
      if (grid)
        {
          kbx_store_u32 (kbx_pen_at (pen, pen->view.cells) + 4 * (size_t) pen->node, first);
          kbx_store_u32 (kbx_pen_at (pen, pen->view.cell_areas) + 4 * (size_t) pen->node, field);
        }
      else
        {
          const uint32_t words[4] = { first, pen->block - first, field, KBX_LEVEL_LEAF };
          kbx_store_words (node, words, 4);
        }
      log = areas + areas[0] + 2;
    }
  if (grid)
    kbx_store_u32 (kbx_pen_at (pen, pen->view.cells) + 4 * (size_t) b->nodes, pen->block);
}

static void
kbx_put_starts (kbx_level_pen *pen)
{
  uint8_t *to = kbx_pen_at (pen, pen->view.starts);
  for (uint32_t row = 0; row < pen->b->start_rows; row++)
    for (uint32_t column = 0; column < pen->b->start_columns; column++, to += KBX_LEVEL_START)
      {
        const kbx_level_start start = kbx_start_of (&pen->view, column, row);
        kbx_store_u32 (to, start.node | start.end << 16);
      }
}

/* Writes the first edge of each area, and the total. */
static void
kbx_put_areas (kbx_level_pen *pen)
{
  const kbx_walls_plan *plan = pen->b->plan;
  uint8_t *area = kbx_pen_at (pen, pen->view.areas), *edge = kbx_pen_at (pen, pen->view.edges);
  uint32_t before = 0;
  for (uint32_t i = 0; i < plan->area_count; i++)
    {
      kbx_store_u32 (area + 4 * (size_t) i, before);
      before += plan->areas[i].count;
      for (uint32_t k = 0; k < plan->areas[i].count; k++, edge += KBX_LEVEL_EDGE)
        kbx_put_segment (edge, kbx_plan_edge (plan, i, k), 4);
    }
  if (plan->area_count > 0)
    kbx_store_u32 (area + 4 * (size_t) plan->area_count, before);
}

static void
kbx_put_level (const kbx_walls_build *b, uint8_t *bytes)
{
  kbx_level_pen pen = KBX_ZEROS;
  pen.b = b;
  pen.bytes = bytes;
  kbx_put_level_header (b, bytes, &pen.view);
  kbx_put_nodes (&pen);
  kbx_put_starts (&pen);
  for (uint32_t i = 0; i < b->plan->wall_count; i++)
    {
      uint8_t *p = kbx_pen_at (&pen, pen.view.walls) + (size_t) i * KBX_LEVEL_WALL;
      kbx_put_segment (p, kbx_plan_wall (b->plan, i), 4);
      kbx_store_u32 (p + 16, kbx_tag_of (&b->plan->walls[i], i));
    }
  kbx_put_areas (&pen);
  kbx_store_rect (bytes + kbx_load_u32 (bytes), kbx_walls_bounds (bytes));
}

/* ---- packing ---- */

/* Divides the walls. Returns the size of the bytes without the box at their end, or 0. */
static size_t
kbx_divide_walls (kbx_walls_build *b, const kbx_walls_plan *plan, kbx_partition kind, kbx_work work,
                  kbx_error *error)
{
  uint8_t header[KBX_LEVEL_HEADER];
  kbx_level_view view;
  kbx_take_settings (b, plan, kind);
  b->boxes = (kbx_wall_box *) kbx_work_take (&work, plan->area_count, sizeof *b->boxes);
  if (b->boxes == NULL)
    return kbx_pack_no_room (error);
  for (uint32_t i = 0; i < plan->area_count; i++)
    for (uint32_t k = 0; k < plan->areas[i].count; k++)
      b->boxes[i] = k == 0 ? kbx_wall_box_of (kbx_plan_edge (plan, i, 0))
                           : kbx_wall_box_with (b->boxes[i], kbx_plan_edge (plan, i, k));
  b->log = (uint32_t *) (void *) work.at;
  b->top = work.at + (size_t) (work.end - work.at) / KBX_WORK_STEP * KBX_WORK_STEP;
  if (!(kind == KBX_PARTITION_GRID ? kbx_build_grid (b) : kbx_build_tree (b)))
    return b->cancelled ? kbx_pack_refuse (error, KBX_OK, "", 0, "cancelled")
                        : kbx_pack_no_room (error);
  kbx_place_starts (b);
  const uint64_t size = kbx_put_level_header (b, header, &view);
  return size > UINT32_MAX - KBX_LEVEL_BOX
           ? kbx_pack_refuse (error, KBX_ERROR_VALUE, "", 0, "the level takes 2^32 bytes or more")
           : (size_t) size;
}

/* Divides them by each method, and keeps the one with the cheapest moves. */
static size_t
kbx_choose_partition (kbx_walls_build *b, const kbx_walls_plan *plan, kbx_work work,
                      kbx_error *error)
{
  double *tested = (double *) kbx_work_take (&work, KBX_MEASURED_MOVES, sizeof *tested), costs[4];
  size_t sizes[4];
  for (int kind = KBX_PARTITION_NONE; kind <= KBX_PARTITION_BSP; kind++)
    {
      kbx_work left = work;
      sizes[kind] = tested == NULL ? kbx_pack_no_room (error)
                                   : kbx_divide_walls (b, plan, (kbx_partition) kind, work, error);
      if (sizes[kind] == 0)
        return 0;
      left.at = (uint8_t *) (b->log + b->log_count);
      uint8_t *bytes = (uint8_t *) kbx_work_take (&left, sizes[kind] + KBX_LEVEL_BOX, 1);
      if (bytes == NULL)
        return kbx_pack_no_room (error);
      kbx_put_level (b, bytes);
      kbx_handle level = { NULL, bytes, 0, KBX_WALLS };
      costs[kind] = kbx_measure_moves (level, tested).cost;
    }
  const kbx_partition best = kbx_best_partition (costs, sizes, plan->wall_count);
  return best == b->kind ? sizes[best] : kbx_divide_walls (b, plan, best, work, error);
}

size_t
kbx_walls_work (const kbx_walls_plan *plan)
{
  kbx_walls_build b;
  if (!kbx_check_walls (plan, NULL))
    return 0;
  kbx_take_settings (&b, plan, KBX_PARTITION_GRID);
  const uint64_t things = plan->wall_count + (uint64_t) b.edges;
  uint64_t room = 262144 + 768 * things + 16 * (uint64_t) plan->area_count;
  if (plan->partition == KBX_PARTITION_GRID || plan->partition == KBX_PARTITION_CHOSEN)
    {
      kbx_place_grid (&b);
      room += 20 * (uint64_t) b.columns * b.rows + 8 * kbx_count_listed (&b);
    }
  if (plan->partition == KBX_PARTITION_CHOSEN)
    room += 768 * things + 12 * (uint64_t) b.columns * b.rows + 64 * kbx_count_listed (&b);
  return (size_t) room;
}

size_t
kbx_walls_pack (const kbx_walls_plan *plan, void *work, size_t work_size, void *bytes,
                size_t capacity, kbx_error *error)
{
  const kbx_work room = kbx_work_of (work, work_size);
  kbx_walls_build b;
  if (!kbx_check_walls (plan, error))
    return 0;
  const size_t size = plan->partition == KBX_PARTITION_CHOSEN
                        ? kbx_choose_partition (&b, plan, room, error)
                        : kbx_divide_walls (&b, plan, plan->partition, room, error);
  if (size > 0 && bytes != NULL && size + KBX_LEVEL_BOX <= capacity)
    kbx_put_level (&b, (uint8_t *) bytes);
  return size > 0 ? kbx_pack_done (error, size + KBX_LEVEL_BOX) : 0;
}
