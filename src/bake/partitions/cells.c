/* SPDX-License-Identifier: MIT */
/* Convex parts of the plane. */
#include "bake/partitions/private.h"

KbCell
kb_cell_of_box (double x0, double y0, double x1, double y1)
{
  return (KbCell) { 4, { { x0, y0 }, { x1, y0 }, { x1, y1 }, { x0, y1 } } };
}

void
kb_cell_cut (const KbCell *cell, KbLine line, double sign, KbCell *part)
{
  part->n = 0;
  for (guint i = 0; i < cell->n; i++)
    {
      kbx_wide_vec p = cell->corners[i], q = cell->corners[(i + 1) % cell->n];
      double s = sign * kb_line_side (line, p), t = sign * kb_line_side (line, q);
      if (s >= 0 && part->n < KB_CELL_CORNERS)
        part->corners[part->n++] = p;
      if ((s >= 0) != (t >= 0) && part->n < KB_CELL_CORNERS)
        part->corners[part->n++] = (kbx_wide_vec) { p.x + (q.x - p.x) * (s / (s - t)), p.y + (q.y - p.y) * (s / (s - t)) };
    }
}

double
kb_cell_area (const KbCell *cell)
{
  double twice = 0;
  for (guint i = 2; i < cell->n; i++)
    twice += kbx_cross (kbx_wide_way (cell->corners[0], cell->corners[i - 1]), kbx_wide_way (cell->corners[0], cell->corners[i]));
  return fabs (twice) / 2;
}

static double
perimeter (const KbCell *cell)
{
  double length = 0;
  for (guint i = 0; i < cell->n; i++)
    {
      kbx_wide_vec side = kbx_wide_way (cell->corners[i], cell->corners[(i + 1) % cell->n]);
      length += sqrt (kbx_dot (side, side));
    }
  return length;
}

kbx_wide_vec
kb_cell_middle (const KbCell *cell)
{
  kbx_wide_vec sum = { 0, 0 };
  for (guint i = 0; i < cell->n; i++)
    sum = (kbx_wide_vec) { sum.x + cell->corners[i].x / cell->n, sum.y + cell->corners[i].y / cell->n };
  return sum;
}

/* By Cauchy, a convex cell is met by a move of length l with a chance like its area and l / pi times its perimeter. */
double
kb_cell_measure (const KbCell *cell)
{
  return kb_cell_area (cell) + 64 * perimeter (cell) / G_PI;
}
