/* SPDX-License-Identifier: MIT */
/* Lines of a sheet's grid that can be dragged over its picture. No widget here. */
#ifndef KB_IMPORT_GRID_H
#define KB_IMPORT_GRID_H

#include "interchange/import.h"

/* Line 0 is the margin's, the others are where cell 1, 2, ... begin. */
typedef struct {
  int column, row;   /* -1: none */
} KbGridLine;

/* The lines within `reach` pixels of the picture (width x height) at x, y. */
KbGridLine kb_grid_line_at (const KbImportOptions *options, int width, int height, double x,
                            double y, double reach);
/* Where a column's or row's line is; it may lie behind the picture's end. */
int kb_grid_column (const KbImportOptions *options, int column);
int kb_grid_row (const KbImportOptions *options, int row);
/* The options with these lines at x, y: margin for line 0, the cells' size for others. */
void kb_grid_move (KbImportOptions *options, KbGridLine line, double x, double y);

#endif
