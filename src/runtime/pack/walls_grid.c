/* SPDX-License-Identifier: MIT */
/* Sorts a level's walls into the cells of a grid that they come near. */
#include "runtime/pack/walls.h"

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

uint64_t
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

void
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
      if ((k == count || some[k] != area) && kbx_area_holds (b, area, middle))
        return area;
    }
  return KBX_NONE;
}

bool
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
