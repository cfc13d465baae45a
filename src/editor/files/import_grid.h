/* SPDX-License-Identifier: MIT */
/* Lines of a sheet's grid that can be dragged over its picture. No widgets here. */
#ifndef KB_IMPORT_GRID_H
#define KB_IMPORT_GRID_H

#include "interchange/import.h"

/* Line 0 is the margin; line n is where cell n begins. */
typedef struct {
  int column, row;   /* -1: none */
} KbGridLine;

/* The lines within `reach` pixels of the picture (width x height) at x, y. */
KbGridLine kb_grid_line_at (const KbImportOptions *options, int width, int height, double x,
                            double y, double reach);
/* The position of a column's or row's line; it may be outside the picture. */
int kb_grid_column (const KbImportOptions *options, int column);
int kb_grid_row (const KbImportOptions *options, int row);
/* Changes the options so that the line is at x, y: the margin for line 0, else the size of the
 * cells. */
void kb_grid_move (KbImportOptions *options, KbGridLine line, double x, double y);

#endif
