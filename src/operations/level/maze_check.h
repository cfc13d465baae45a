/* SPDX-License-Identifier: MIT */
/* Finds the unreachable cells of a maze. */
#ifndef KB_OPERATIONS_LEVEL_MAZE_CHECK_H
#define KB_OPERATIONS_LEVEL_MAZE_CHECK_H

#include "document/model.h"

#define KB_MOST_CHECKED_CELLS (16u << 20)   /* limit for a check */

/* Parts are connected cells, also via the outside. The largest is the maze, the first of equals;
 * all others are cut off from it. */
typedef struct {
  gint width, height;
  guint n_parts;             /* 1 if every cell can be reached */
  guint n_cut_off;           /* cells of all parts except the largest */
  guint smallest;            /* cells of the smallest of those; 0: there are none */
  gint first_i, first_j;     /* first cut-off cell, in the maze's cell numbers */
  gboolean open;             /* the largest can be entered from outside */
  /* For each cell, row by row: 0 the largest, then in the order of their first cells */
  guint32 *part_of;
} KbMazeCheck;

/* Returns NULL and an error for more cells than KB_MOST_CHECKED_CELLS. Cost: linear, about ten
 * nanoseconds and ten bytes per cell. */
KbMazeCheck *kb_maze_check_new (const KbMaze *maze, GError **error);
void kb_maze_check_free (KbMazeCheck *check);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbMazeCheck, kb_maze_check_free)

/* "Every cell can be reached", "2 parts of 5 cells are cut off ..."; a new string. */
char *kb_maze_check_text (const KbMazeCheck *check);

#endif
