/* SPDX-License-Identifier: MIT */
/* Which cells of a maze cannot be reached. */
#ifndef KB_OPERATIONS_LEVEL_MAZE_CHECK_H
#define KB_OPERATIONS_LEVEL_MAZE_CHECK_H

#include "document/model.h"

#define KB_MOST_CHECKED_CELLS (16u << 20)   /* of a maze that is checked */

/* Parts are cells that can be reached from each other, also round the outside. The largest is the
 * maze, and of equal ones the first; all others are cut off from it. */
typedef struct {
  gint width, height;
  guint n_parts;             /* 1 where everything can be reached */
  guint n_cut_off;           /* cells of all parts but the largest */
  guint smallest;            /* cells of the smallest of those; 0: there are none */
  gint first_i, first_j;     /* of the first cell that is cut off, as the maze counts its cells */
  gboolean open;             /* one can get into the largest from outside */
  /* Of each cell, row by row: 0 the largest, then in the order of their first cells */
  guint32 *part_of;
} KbMazeCheck;

/* NULL and an error where it has more cells than KB_MOST_CHECKED_CELLS. Cost: linear, some ten
 * nanoseconds and ten bytes a cell. */
KbMazeCheck *kb_maze_check_new (const KbMaze *maze, GError **error);
void kb_maze_check_free (KbMazeCheck *check);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbMazeCheck, kb_maze_check_free)

/* "Every cell can be reached", "2 parts of 5 cells are cut off ..."; a new string. */
char *kb_maze_check_text (const KbMazeCheck *check);

#endif
