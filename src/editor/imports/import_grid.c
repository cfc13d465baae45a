/* SPDX-License-Identifier: MIT */
/* Finds and moves the lines of a grid. */
#include "editor/imports/import_painted.h"

#include <math.h>

int
kb_grid_column (const KbImportOptions *options, int column)
{
  return options->margin + column * (options->cell_width + options->spacing);
}

int
kb_grid_row (const KbImportOptions *options, int row)
{
  return options->margin + row * (options->cell_height + options->spacing);
}

/* The nearest multiple, if it is within reach and on the picture. */
static int
nearest (double at, int margin, int step, int size, double reach)
{
  int line = MAX ((int) floor ((at - margin) / step + 0.5), 0);
  double place = margin + (double) line * step;
  return step > 0 && place <= size && fabs (place - at) <= reach ? line : -1;
}

KbGridLine
kb_grid_line_at (const KbImportOptions *options, int width, int height, double x, double y,
                 double reach)
{
  KbGridLine line = { -1, -1 };
  if (options->cell_width <= 0 || options->cell_height <= 0)
    return line;
  line.column = nearest (x, options->margin, options->cell_width + options->spacing, width, reach);
  line.row = nearest (y, options->margin, options->cell_height + options->spacing, height, reach);
  return line;
}

static int
cell (double at, int margin, int spacing, int line)
{
  double size = floor ((at - margin) / line - spacing + 0.5);
  return (int) CLAMP (size, 1, KB_MAX_FRAME_SIDE);
}

void
kb_grid_move (KbImportOptions *options, KbGridLine line, double x, double y)
{
  if (line.column == 0 || line.row == 0)
    {
      double at = line.column == 0 ? x : y;
      options->margin = (int) CLAMP (floor (at + 0.5), 0, KB_MAX_PICTURE_SIDE);
    }
  if (line.column > 0)
    options->cell_width = cell (x, options->margin, options->spacing, line.column);
  if (line.row > 0)
    options->cell_height = cell (y, options->margin, options->spacing, line.row);
}
