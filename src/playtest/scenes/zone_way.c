/* SPDX-License-Identifier: MIT */
/* Paths within zones: A* on a coarse grid, testing only the cells it visits. */
#include <math.h>
#include <string.h>

#include "playtest/memory.h"
#include "playtest/places.h"
#include "playtest/scenes/ways.h"

enum { MOST_CELLS = 16384, LEAST_STEP = 4, STRAIGHT = 5, SLANTED = 7 };

static bool
is_within (kbx_zone_set some, kbx_zone_set all)
{
  return !((some.bits[0] & ~all.bits[0]) | (some.bits[1] & ~all.bits[1])
           | (some.bits[2] & ~all.bits[2]) | (some.bits[3] & ~all.bits[3]));
}

bool
kb_floor_has (KbFloor floor, kbx_vec p)
{
  const kbx_point pixel = kbx_pixel_of (p);
  return kbx_zone_set_has (floor.zones, kbx_zone_at (floor.mask, kbx_at (0, 0), pixel));
}

bool
kb_floor_free (KbFloor floor, kbx_vec from, kbx_vec to)
{
  const kbx_zone_set seen =
    kbx_zones_touching (floor.mask, kbx_at (0, 0), kbx_shape_segment (from, to));
  return (seen.bits[0] | seen.bits[1] | seen.bits[2] | seen.bits[3])
         && is_within (seen, floor.zones);
}

/* ---- the grid ---- */

typedef struct {
  KbFloor floor;
  int32_t step, columns, rows;
} Grid;

static Grid
grid_of (KbFloor floor)
{
  const kbx_size size = kbx_info (floor.mask).size;
  Grid grid = { .floor = floor, .step = LEAST_STEP };
  for (;; grid.step++)
    {
      grid.columns = ((int32_t) size.w + grid.step - 1) / grid.step;
      grid.rows = ((int32_t) size.h + grid.step - 1) / grid.step;
      if (grid.columns * grid.rows <= MOST_CELLS)
        return grid;
    }
}

static kbx_vec
middle_of (const Grid *grid, int32_t cell)
{
  const kbx_size size = kbx_info (grid->floor.mask).size;
  const float x = (float) (cell % grid->columns * grid->step) + (float) grid->step / 2 + 0.5f;
  const float y = (float) (cell / grid->columns * grid->step) + (float) grid->step / 2 + 0.5f;
  return (kbx_vec) { fminf (x, (float) size.w - 0.5f), fminf (y, (float) size.h - 0.5f) };
}

static float
squared (kbx_vec a, kbx_vec b)
{
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/* The nearest floor cell to p; with `seen`, one in sight of p within three steps. Returns -1 if
 * none. */
static int32_t
nearest_cell (const Grid *grid, kbx_vec p, bool seen)
{
  const float reach = (float) (3 * grid->step);
  float least = INFINITY;
  int32_t best = -1;
  for (int32_t cell = 0; cell < grid->columns * grid->rows; cell++)
    {
      const kbx_vec at = middle_of (grid, cell);
      const float far = squared (at, p);
      if (far >= least || (seen && far > reach * reach) || !kb_floor_has (grid->floor, at)
          || (seen && !kb_floor_free (grid->floor, p, at)))
        continue;
      least = far;
      best = cell;
    }
  return best;
}

bool
kb_floor_nearest (KbFloor floor, kbx_vec to, kbx_vec *found)
{
  const Grid grid = grid_of (floor);
  const int32_t cell = nearest_cell (&grid, to, false);
  if (cell >= 0)
    *found = middle_of (&grid, cell);
  return cell >= 0;
}

/* ---- the search ---- */

typedef struct { int32_t guess, cell; } Open;

typedef struct {
  Grid grid;
  kbx_vec to;
  int32_t *cost;        /* -1: not visited */
  int32_t *before;      /* the previous cell; itself at the start */
  bool *done;
  Open *heap;
  uint32_t n_heap, heap_room;
} Search;

/* A lower bound of the remaining cost. */
static int32_t
guess_of (const Search *search, int32_t cell)
{
  const kbx_vec at = middle_of (&search->grid, cell);
  const int32_t dx = (int32_t) (fabsf (at.x - search->to.x) / (float) search->grid.step);
  const int32_t dy = (int32_t) (fabsf (at.y - search->to.y) / (float) search->grid.step);
  return dx < dy ? SLANTED * dx + STRAIGHT * (dy - dx) : SLANTED * dy + STRAIGHT * (dx - dy);
}

/* Equal guesses: the lower cell first, so that paths are the same everywhere. */
static bool
is_before (Open a, Open b)
{
  return a.guess < b.guess || (a.guess == b.guess && a.cell < b.cell);
}

static void
push (Search *search, int32_t cell)
{
  search->heap =
    kb_make_room (search->heap, &search->heap_room, search->n_heap + 1, sizeof *search->heap);
  uint32_t i = search->n_heap++;
  const Open item = { search->cost[cell] + guess_of (search, cell), cell };
  for (; i && is_before (item, search->heap[(i - 1) / 2]); i = (i - 1) / 2)
    search->heap[i] = search->heap[(i - 1) / 2];
  search->heap[i] = item;
}

static int32_t
pop (Search *search)
{
  const int32_t first = search->heap[0].cell;
  const Open item = search->heap[--search->n_heap];
  uint32_t i = 0;
  for (;;)
    {
      uint32_t child = 2 * i + 1;
      if (child + 1 < search->n_heap && is_before (search->heap[child + 1], search->heap[child]))
        child++;
      if (child >= search->n_heap || !is_before (search->heap[child], item))
        break;
      search->heap[i] = search->heap[child];
      i = child;
    }
  search->heap[i] = item;
  return first;
}

static void
visit_neighbours (Search *search, int32_t cell)
{
  const Grid *grid = &search->grid;
  const int32_t column = cell % grid->columns, row = cell / grid->columns;
  for (int32_t dy = -1; dy <= 1; dy++)
    for (int32_t dx = -1; dx <= 1; dx++)
      {
        const int32_t i = column + dx, j = row + dy, next = j * grid->columns + i;
        const int32_t cost = search->cost[cell] + (dx && dy ? SLANTED : STRAIGHT);
        if (i < 0 || j < 0 || i >= grid->columns || j >= grid->rows || search->done[next]
            || (search->cost[next] >= 0 && search->cost[next] <= cost)
            || !kb_floor_free (grid->floor, middle_of (grid, cell), middle_of (grid, next)))
          continue;
        search->cost[next] = cost;
        search->before[next] = cell;
        push (search, next);
      }
}

/* The cell from which the goal is reached, or else the nearest one to it. */
static int32_t
search_from (Search *search, int32_t start, bool *reaches)
{
  const float near = (float) (2 * search->grid.step);
  float least = INFINITY;
  int32_t best = start;
  search->cost[start] = 0;
  search->before[start] = start;
  push (search, start);
  while (search->n_heap)
    {
      const int32_t cell = pop (search);
      const kbx_vec at = middle_of (&search->grid, cell);
      const float far = squared (at, search->to);
      if (search->done[cell])
        continue;
      search->done[cell] = true;
      if (far < least)
        {
          least = far;
          best = cell;
        }
      *reaches = far <= near * near && kb_floor_free (search->grid.floor, at, search->to);
      if (*reaches)
        return cell;
      visit_neighbours (search, cell);
    }
  return best;
}

/* ---- the path ---- */

/* Rounded to the grid of segment tests, so that a point found free is free there too. */
static kbx_vec
interpolate (kbx_vec at, kbx_vec to, float part)
{
  const float x = at.x + (to.x - at.x) * part, y = at.y + (to.y - at.y) * part;
  return (kbx_vec) { floorf (x * 256 + 0.5f) / 256, floorf (y * 256 + 0.5f) / 256 };
}

/* From `at`, which is on the floor, as far towards `to` as possible. */
static kbx_vec
farthest_towards (KbFloor floor, kbx_vec at, kbx_vec to)
{
  float low = 0, high = 1;
  for (int i = 0; i < 12; i++)
    {
      const float middle = (low + high) / 2;
      if (kb_floor_free (floor, at, interpolate (at, to, middle)))
        low = middle;
      else
        high = middle;
    }
  return interpolate (at, to, low);
}

/* Converts cells, from the last back to the first, to points; leaves out points that sight can
 * skip. */
static uint32_t
shorten (const Search *search, kbx_vec from, int32_t last, kbx_vec end, kbx_vec *points,
         uint32_t capacity, bool *cut)
{
  const Grid *grid = &search->grid;
  uint32_t n = 1, count = 0;
  for (int32_t cell = last; search->before[cell] != cell; cell = search->before[cell])
    n++;
  kbx_vec *all = kb_take_zeroed (((size_t) n + 1) * sizeof *all);
  all[n] = end;
  for (int32_t i = (int32_t) n - 1, cell = last; i >= 0; i--, cell = search->before[cell])
    all[i] = middle_of (grid, cell);
  kbx_vec at = from;
  for (uint32_t i = 0; i <= n && count < capacity;)
    {
      uint32_t next = n;
      while (next > i && !kb_floor_free (grid->floor, at, all[next]))
        next--;
      at = points[count++] = all[next];
      i = next + 1;
      *cut = i <= n;
    }
  free (all);
  return count;
}

KbZoneWay
kb_find_zone_way (KbFloor floor, kbx_vec from, kbx_vec to, kbx_vec *points, uint32_t capacity)
{
  KbZoneWay way = { 0 };
  if (!capacity)
    return way;
  if (kb_floor_free (floor, from, to))
    {
      points[0] = to;
      return (KbZoneWay) { .count = 1, .reaches = true };
    }
  Search search = { .grid = grid_of (floor), .to = to };
  const size_t cells = (size_t) search.grid.columns * (size_t) search.grid.rows;
  const bool inside = kb_floor_has (floor, from);
  const int32_t start = nearest_cell (&search.grid, from, inside);
  if (start < 0)
    return way;
  search.cost = kb_take_zeroed (cells * sizeof *search.cost);
  search.before = kb_take_zeroed (cells * sizeof *search.before);
  search.done = kb_take_zeroed (cells * sizeof *search.done);
  memset (search.cost, -1, cells * sizeof *search.cost);
  const int32_t last = search_from (&search, start, &way.reaches);
  const kbx_vec end =
    way.reaches ? to : farthest_towards (floor, middle_of (&search.grid, last), to);
  way.count = shorten (&search, from, last, end, points, capacity, &way.cut);
  free (search.cost);
  free (search.before);
  free (search.done);
  free (search.heap);
  return way;
}
