/* SPDX-License-Identifier: MIT */
/* Finds the best line to divide the walls of a BSP's node, among some lines along walls and some
 * vertical and horizontal ones. The cost is the node's own step plus, for each side, how often
 * moves enter it times its cost as a leaf. */
#include "runtime/pack/walls.h"

/* In leaf steps; fitted to measured moves. */
#define KBX_NODE_STEP 6.0
#define KBX_LEAF_STEP 2.0
#define KBX_WALL_STEP 0.5

/* More parts are judged by a sample. */
#define KBX_LINE_SAMPLE 256u
#define KBX_WALL_LINES 24u
#define KBX_QUANTILES 3u

/* ---- cells ---- */

kbx_convex_cell
kbx_cell_of_box (double x0, double y0, double x1, double y1)
{
  return KBX_LITERAL (kbx_convex_cell){ 4, { { x0, y0 }, { x1, y0 }, { x1, y1 }, { x0, y1 } } };
}

void
kbx_cell_cut (const kbx_convex_cell *cell, kbx_split_line line, double sign, kbx_convex_cell *part)
{
  part->count = 0;
  for (uint32_t i = 0; i < cell->count; i++)
    {
      const kbx_wide_vec p = cell->corners[i], q = cell->corners[(i + 1) % cell->count];
      const double s = sign * kbx_line_offset (line, p), t = sign * kbx_line_offset (line, q);
      if (s >= 0 && part->count < KBX_CONVEX_CORNERS)
        part->corners[part->count++] = p;
      if ((s >= 0) != (t >= 0) && part->count < KBX_CONVEX_CORNERS)
        part->corners[part->count++] =
          kbx_wide_make (p.x + (q.x - p.x) * (s / (s - t)), p.y + (q.y - p.y) * (s / (s - t)));
    }
}

double
kbx_cell_area (const kbx_convex_cell *cell)
{
  double twice = 0;
  for (uint32_t i = 2; i < cell->count; i++)
    twice += kbx_cross (kbx_wide_way (cell->corners[0], cell->corners[i - 1]),
                        kbx_wide_way (cell->corners[0], cell->corners[i]));
  return fabs (twice) / 2;
}

/* How often moves cross a cell, relative to others: random positions and directions, for moves of
 * 128 pixels. By Cauchy, a move of length l hits a convex cell in proportion to its area plus l /
 * pi times its perimeter. */
static double
kbx_cell_measure (const kbx_convex_cell *cell)
{
  double length = 0;
  for (uint32_t i = 0; i < cell->count; i++)
    {
      const kbx_wide_vec side =
        kbx_wide_way (cell->corners[i], cell->corners[(i + 1) % cell->count]);
      length += sqrt (kbx_dot (side, side));
    }
  return kbx_cell_area (cell) + 64 * length / 3.1415926535897932384626433832795;
}

double
kbx_leaf_cost (const kbx_convex_cell *cell, uint32_t count)
{
  return kbx_cell_measure (cell) * (KBX_LEAF_STEP + KBX_WALL_STEP * count);
}

/* ---- lines ---- */

typedef struct {
  const kbx_wall_parts *parts;
  const kbx_convex_cell *cell;
  uint32_t step; /* through the parts */
  double split_cost;
  bool both; /* only lines with fewer parts on both sides are allowed */
  kbx_split_line best;
  double weighed, cost; /* of the best line: with splits weighted, and the real cost */
} kbx_line_choice;

static void
kbx_try_line (kbx_line_choice *choice, kbx_split_line line)
{
  uint32_t front = 0, behind = 0, n = 0;
  kbx_convex_cell part;
  double sides[2], weighed;
  for (uint32_t i = 0; i < choice->parts->count; i += choice->step, n++)
    {
      const int side = kbx_part_side (&choice->parts->parts[i], line);
      front += side >= 0;
      behind += side <= 0;
    }
  if (choice->both ? front == n || behind == n : front == n && behind == n)
    return;
  for (int i = 0; i < 2; i++)
    {
      kbx_cell_cut (choice->cell, line, i == 0 ? 1 : -1, &part);
      sides[i] = kbx_cell_measure (&part);
    }
  const double scale = (double) choice->parts->count / n;
  double cost = KBX_NODE_STEP * kbx_cell_measure (choice->cell);
  cost += sides[0] * (KBX_LEAF_STEP + KBX_WALL_STEP * scale * front);
  cost += sides[1] * (KBX_LEAF_STEP + KBX_WALL_STEP * scale * behind);
  /* Cut parts are on both sides, once more than needed. */
  weighed = cost
            + (choice->split_cost - 1) * KBX_WALL_STEP * scale * (front + behind - n)
                * (sides[0] + sides[1]) / 2;
  if (weighed < choice->weighed)
    {
      choice->weighed = weighed;
      choice->cost = cost;
      choice->best = line;
    }
}

/* Through two points; from floats, if the part is long enough to have a direction. */
static void
kbx_try_along (kbx_line_choice *choice, const kbx_wall_part *part)
{
  const kbx_wide_vec along = kbx_wide_way (part->a, part->b);
  const double length = sqrt (kbx_dot (along, along));
  if (length < 1.0 / KBX_GRID)
    return;
  const float nx = (float) (-along.y / length), ny = (float) (along.x / length);
  const kbx_split_line line = { nx, ny,
                                (float) ((double) nx * (part->a.x + part->b.x) / 2
                                         + (double) ny * (part->a.y + part->b.y) / 2) };
  kbx_try_line (choice, line);
}

/* Method: Shell's, with Ciura's steps. The C library's sort may allocate. */
void
kbx_sort_doubles (double *values, uint32_t count)
{
  static const uint32_t steps[] = { 1750, 701, 301, 132, 57, 23, 10, 4, 1 };
  for (size_t k = 0; k < sizeof steps / sizeof *steps; k++)
    for (uint32_t i = steps[k]; i < count; i++)
      {
        const double value = values[i];
        uint32_t j = i;
        for (; j >= steps[k] && values[j - steps[k]] > value; j -= steps[k])
          values[j] = values[j - steps[k]];
        values[j] = value;
      }
}

static void
kbx_try_quantiles (kbx_line_choice *choice, bool upright)
{
  double places[2 * KBX_LINE_SAMPLE + 2];
  const kbx_wall_part *p = choice->parts->parts;
  uint32_t n = 0;
  for (uint32_t i = 0; i < choice->parts->count && n + 2 <= sizeof places / sizeof *places;
       i += choice->step)
    {
      places[n++] = upright ? p[i].a.x : p[i].a.y;
      places[n++] = upright ? p[i].b.x : p[i].b.y;
    }
  kbx_sort_doubles (places, n);
  for (uint32_t i = 1; i <= KBX_QUANTILES; i++)
    {
      const kbx_split_line line = { upright ? 1.0f : 0.0f, upright ? 0.0f : 1.0f,
                                    (float) places[i * n / (KBX_QUANTILES + 1)] };
      kbx_try_line (choice, line);
    }
}

bool
kbx_choose_line (const kbx_wall_parts *parts, const kbx_convex_cell *cell, double split_cost,
                 bool both, kbx_split_line *line, double *cost)
{
  const uint32_t n = parts->count, step = (n + KBX_LINE_SAMPLE - 1) / KBX_LINE_SAMPLE,
                 stride = n / KBX_WALL_LINES > 1 ? n / KBX_WALL_LINES : 1;
  kbx_line_choice choice = { parts,    cell, step > 1 ? step : 1, split_cost, both, { 0, 0, 0 },
                             HUGE_VAL, 0 };
  for (uint32_t i = stride / 2; i < n; i += stride)
    kbx_try_along (&choice, &parts->parts[i]);
  kbx_try_quantiles (&choice, true);
  kbx_try_quantiles (&choice, false);
  *line = choice.best;
  *cost = choice.cost;
  return choice.weighed < HUGE_VAL;
}
