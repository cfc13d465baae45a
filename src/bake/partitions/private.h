/* SPDX-License-Identifier: MIT */
/* Between the partitions' files. */
#ifndef KB_BAKE_PARTITIONS_PRIVATE_H
#define KB_BAKE_PARTITIONS_PRIVATE_H

#include "bake/partitions/partitions.h"
#include "runtime/levels/level.h"

#define KB_TREE_DEPTH 60

/* A part of a wall, or of an edge of an area, in pixels. */
typedef struct {
  guint32 of;
  kbx_wide_vec a, b;
} KbPiece;

typedef struct {
  KbPiece *pieces;
  guint n;
} KbPieces;

/* As a node has it: what it is rounded to is what counts. */
typedef struct { float nx, ny, d; } KbLine;

static inline double
kb_line_side (KbLine line, kbx_wide_vec p)
{
  return (double) line.nx * p.x + (double) line.ny * p.y - line.d;
}

/* A convex part of the plane; each cut adds one corner at most. */
#define KB_CELL_CORNERS (KB_TREE_DEPTH + 6)
typedef struct {
  guint n;
  kbx_wide_vec corners[KB_CELL_CORNERS];
} KbCell;

/* What is in front of the line, or behind it (sign -1). */
void kb_cell_cut (const KbCell *cell, KbLine line, double sign, KbCell *part);
double kb_cell_area (const KbCell *cell);
kbx_wide_vec kb_cell_middle (const KbCell *cell);
KbCell kb_cell_of_box (double x0, double y0, double x1, double y1);

/* How often moves come through a cell, relative to others: places and directions at random, for moves of 128 pixels. */
double kb_cell_measure (const KbCell *cell);

/* What a partition is made of, as it grows. */
typedef struct {
  const KbPartitionInput *input;
  const KbWatch *watch;
  kbx_partition kind;
  guint leaf_walls, max_depth;
  gboolean to_number; /* of a BSP: divided down to leaf_walls, whether that pays or not */
  double split_cost;
  KbPartitionEdge *boxes; /* of areas: the least and the greatest coordinates */
  GArray *slots; /* guint32: walls of blocks, four each */
  GArray *nodes; /* guint32: four a node; a grid's cells, then their areas */
  GArray *lists; /* guint32: of areas */
  guint columns, rows;
  float left, top, side;
  GArray *starts; /* guint32: of a tree, a node and the end of its part for each start cell */
  guint start_columns, start_rows, start_shift;
  gint32 start_left, start_top;
  KbPartitionStats stats;
  guint64 depth_sum;
  double done, told;  /* of the work, 0 to 1; as it was told last */
} KbPartitionBuild;

/* So much more is done: told now and then. FALSE and an error once it is cancelled. */
gboolean kb_build_go_on (KbPartitionBuild *build, double more, GError **error);

/* Adds blocks for walls, by rising index and each once; returns how many blocks. */
guint kb_build_add_blocks (KbPartitionBuild *build, const guint32 *walls, guint n);

/* The field of a leaf for areas that may hold parts of it, rising, and one that holds all of it, or KBX_NONE. */
guint32 kb_build_add_areas (KbPartitionBuild *build, const guint32 *some, guint n, guint32 whole);

/* Is p in the area? Not near its edges. */
gboolean kb_area_holds (const KbPartitionBuild *build, guint32 area, kbx_wide_vec p);

/* The least box that has both. */
KbPartitionEdge kb_box_with (KbPartitionEdge box, KbPartitionEdge e);

gboolean kb_build_tree (KbPartitionBuild *build, GError **error);
/* The starts of a tree that is built; where it has too few nodes, or too many, none. */
void kb_build_starts (KbPartitionBuild *build);
gboolean kb_build_grid (KbPartitionBuild *build, double cell, GError **error);

/* The line that a BSP divides these by best, and what that costs; FALSE: there is none. `split_cost`: what a wall that is cut
 * counts beside other lines, 1 for what it costs indeed. `both`: none that leaves all pieces on one side. */
gboolean kb_choose_line (const KbPieces *pieces, const KbCell *cell, double split_cost, gboolean both, KbLine *line, double *cost);

/* What a leaf with n walls costs. */
double kb_leaf_cost (const KbCell *cell, guint n);

/* Where a piece lies: 1 in front, -1 behind, 0 both. */
int kb_piece_side (const KbPiece *piece, KbLine line);

#endif
