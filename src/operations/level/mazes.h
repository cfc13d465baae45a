/* SPDX-License-Identifier: MIT */
/* Mazes and other grids of a level. */
#ifndef KB_OPERATIONS_LEVEL_MAZES_H
#define KB_OPERATIONS_LEVEL_MAZES_H

#include <glib.h>

#include "document/edits/cells.h"
#include "document/edits/edit.h"
#include "document/model.h"
#include "document/shapes/shape.h"

/* Mazes as plain arrays: generating one, and finding unreachable parts. `edges` are height + 1 rows
 * of width + 1 bytes, one per cell: bit 0 is a wall on the cell's left edge, bit 1 one on its top
 * edge. The last column has the right border as its left edges, the last row the lower border as
 * its top edges. Other bits are ignored. Width and height are 1 to 8191. */

enum { KB_MAZE_LEFT = 1, KB_MAZE_TOP = 2 };

/* Sets all edges to a perfect maze: its border is closed, and exactly one path connects any two
 * cells. The same seed gives the same maze on every machine. Cost: linear, and 4 temporary bytes
 * per cell. Method: a random walk that backtracks when stuck (depth first), with numbers from
 * splitmix64. */
void kb_maze_generate (guint8 *edges, guint width, guint height, guint64 seed);

/* Cells that can be reached from each other without crossing a wall. */
typedef struct {
  guint first;     /* its first cell, in row order: row * width + column */
  guint cells;     /* the number of its cells */
  gboolean open;   /* it connects to the outside of the maze */
} KbMazeRegion;

/* All regions (KbMazeRegion) in the order of their first cells. A fully connected maze has
 * one. Unless it is NULL, region_of receives the number of each cell's region, row by row.
 * Cost: linear. */
GArray *kb_maze_regions (const guint8 *edges, guint width, guint height, guint32 *region_of);

/* Finds the unreachable cells of a maze. */

#define KB_MOST_CHECKED_CELLS (16u << 20)   /* limit for a check */

/* Parts are connected cells, also via the outside. The largest is the maze, the first of equals.
 * All others are cut off from it. */
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

/* "Every cell can be reached", "2 parts of 5 cells are cut off ...". Returns a new string. */
char *kb_maze_check_text (const KbMazeCheck *check);

/* Walls of mazes along the edges of cells. Positions are corners of cells, (i, j) the top left one
 * of cell (i, j). Edges outside the maze are ignored. */

typedef struct { gint i, j; } KbMazeCorner;

/* The corner nearest to a position on the level. Halves round down. */
KbMazeCorner kb_maze_nearest_corner (const KbMaze *maze, KbVec at);
/* The two ends of the nearest edge, left or top one first. Of equally near edges it is a horizontal
 * one. */
void kb_maze_nearest_edge (const KbMaze *maze, KbVec at, KbMazeCorner ends[2]);

/* Builds (or removes) walls along edges from one corner to another, on the path nearest to the
 * straight line. It takes one step at a time, along i if both are equally near. `painter` is on the
 * maze's edges. Cost: the length. */
void kb_maze_line (KbZonesPainter *painter, const KbMaze *maze, KbMazeCorner from, KbMazeCorner to,
                   gboolean wall);
/* The outline of cells [i, i + width) x [j, j + height). */
void kb_maze_box (KbZonesPainter *painter, const KbMaze *maze, KbCellBox box, gboolean wall);

/* New mazes of a level, and free names. Each is one or more edits within an open step. */

#define KB_MOST_GENERATED_CELLS (4u << 20)   /* limit for a maze: it is one undo step */

typedef struct {
  gint width, height;    /* cells */
  gint cell;             /* pixels per side, for a new maze */
  gboolean random;       /* walls of kb_maze_generate, with the seed; else only the border */
  gint seed;
} KbMazeWish;

/* "maze 1", or the next name free in one of the level's lists. Returns a new string. */
char *kb_level_free_name (const KbLevel *level, const char *list, const char *stem);

/* Returns its id, or 0 and an error. `place` is the position of its top left. */
KbId kb_maze_add (KbDocument *document, KbId level, const char *class_name, KbPixel place,
                  const KbMazeWish *wish, GError **error);
/* The same maze with new walls and that many cells, from its first one on. */
gboolean kb_maze_remake (KbDocument *document, KbId maze, const KbMazeWish *wish, GError **error);

#endif
