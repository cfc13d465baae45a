/* SPDX-License-Identifier: MIT */
/* Walls become a level as the runtime reads it (runtime/levels/level.h), with a partition.
 *
 * Purpose: the bank's levels, and what the editor shows of their partitions.
 * Flow: walls -> a tree of lines (tree.c with lines.c) or a grid (grid.c) -> bytes (pack.c) -> what it costs, counted on
 * moves drawn from the walls (measure.c). Ownership: the input is the caller's, the bytes are the answer.
 *
 * Any soup of walls will do: crossing, overlapping, the same twice. The same walls give the same bytes on every machine.
 * Errors: G_IO_ERROR_CANCELLED; G_IO_ERROR_INVALID_DATA, which names the first wall, area or edge that cannot be. */
#ifndef KB_BAKE_PARTITIONS_H
#define KB_BAKE_PARTITIONS_H

#include "bake/parallel.h"
#include "runtime/kickbox.h"

/* In 1/256 pixel, within 65,536 pixels each way. */
typedef struct { gint32 ax, ay, bx, by; } KbPartitionEdge;

typedef struct {
  KbPartitionEdge edge;
  guint class_index; /* 0 to 63 */
  gboolean one_way;
} KbPartitionWall;

/* What its edges go round an odd number of times. */
typedef struct {
  const KbPartitionEdge *edges;
  guint n_edges;
} KbPartitionArea;

typedef struct {
  const KbPartitionWall *walls;
  guint n_walls;
  const KbPartitionArea *areas;
  guint n_areas;
} KbPartitionInput;

typedef struct {
  kbx_partition kind;
  guint leaf_walls; /* of a tree: more are divided; 0: as many as pay, of a quadtree the usual number */
  guint max_depth;  /* of a tree, at most 60; 0 for that */
  double split_cost; /* of a BSP: what a wall that is cut in two counts, in times of what it costs; 0 for KB_LEVEL_SPLIT_COST */
  double cell;      /* of a grid: the side of a cell in pixels; 0 for about two walls a cell */
} KbPartitionSettings;

typedef struct {
  kbx_partition kind;
  guint nodes, leaves; /* nodes: with the leaves; a grid has cells, which count as both */
  guint depth_max;
  double depth_mean;   /* of leaves */
  guint splits;        /* how often a wall is listed once more than once */
  double balance;      /* mean depth of leaves, by the depth that they would have in an even tree; 1 is the best */
  gsize bytes;
  double walls_mean;   /* looked at for a move, four at once; at most as many as there are */
  guint walls_p99;
  double cost;         /* of a move, in estimated nanoseconds */
} KbPartitionStats;

/* One wall in error is named "walls[3]", an area's edge "areas[1].edges[0]". `watch` (told from 0 to 1) and `stats` may be NULL; what is
 * counted on moves is not in there, see below. Cost: n log n, and linear for a grid; a BSP takes some microseconds a wall. */
GBytes *kb_partition_build (const KbPartitionInput *input, const KbPartitionSettings *settings, const KbWatch *watch,
                            KbPartitionStats *stats, GError **error);

/* The same of a level's own walls and areas, which another partition may divide. */
GBytes *kb_partition_again (kbx_level level, const KbPartitionSettings *settings, KbPartitionStats *stats, GError **error);

/* The edges of one of its areas: KbPartitionEdge. */
GArray *kb_partition_area_edges (kbx_level level, guint area);

/* What its bytes tell of a level that somebody else built: as kb_partition_build's numbers are. Cost: linear. */
void kb_partition_tell (kbx_level level, KbPartitionStats *stats);

/* Casts moves between places that the walls suggest (short, along walls, across the level), always the same ones, and fills
 * in what they cost. FALSE: the bytes are not a level. */
gboolean kb_partition_measure (GBytes *bytes, KbPartitionStats *stats);

/* ---- for a picture of it ---- */

/* A node's line, as far as it divides anything. */
typedef struct {
  KbVec a, b;
  guint depth;            /* of the node; 0 for the root, and for all lines of a grid */
  guint node;             /* or KBX_NONE, of a grid */
} KbPartitionLine;

/* A leaf, or a cell of a grid. */
typedef struct {
  guint leaf;             /* as kbx_level_at tells it */
  guint depth;
  guint corners, n;       /* in KbPartitionParts.corners: from, and how many; none of a leaf without room */
  guint walls;            /* listed there */
} KbPartitionLeaf;

typedef struct {
  gboolean grid;
  GArray *lines;          /* KbPartitionLine */
  GArray *leaves;         /* KbPartitionLeaf, by rising number */
  GArray *corners;        /* KbVec */
} KbPartitionParts;

/* Within a box, in pixels. The bytes are a level's; NULL where they are not. Cost: the nodes that meet the box. */
KbPartitionParts *kb_partition_parts (GBytes *bytes, double x0, double y0, double x1, double y1);
void kb_partition_parts_free (KbPartitionParts *parts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbPartitionParts, kb_partition_parts_free)

/* The walls that a leaf lists, each once, by rising index: guint32. Empty where there is no such leaf. */
GArray *kb_partition_leaf_walls (GBytes *bytes, guint leaf);

/* A node that is visited, or a cell of a grid. */
typedef struct {
  guint node;             /* as KbPartitionLeaf and KbPartitionLine have it */
  gboolean leaf;
  KbVec a, b;             /* the part of the move that concerns it */
} KbPartitionVisit;

/* What a move from `from` to `to` visits as far as `end`, in the runtime's order: KbPartitionVisit, an inner node before what is
 * below it. The runtime, which leaves room for what it rounds, may look into a neighbour more. Empty where the bytes are not a level's. */
GArray *kb_partition_visits (GBytes *bytes, kbx_vec from, kbx_vec to, kbx_vec end);

/* The leaves that a move passes, in order: guint32. Empty where the bytes are not a level's. */
GArray *kb_partition_way (GBytes *bytes, kbx_vec from, kbx_vec to);

/* Few walls may as well be looked at one after the other. */
#define KB_SCANNED_WALLS 64
/* Of the numbers of all four, by kind, the one with the least cost times the fourth root of its memory: what needs twice as much
 * has to be a sixth faster. None at all only of few walls. */
kbx_partition kb_partition_best (const KbPartitionStats all[4], guint n_walls);

/* Builds all four and returns the best. `settings`: by kind, NULL for the usual ones; `all` may be NULL or takes their numbers. */
GBytes *kb_partition_choose (const KbPartitionInput *input, const KbPartitionSettings settings[4], const KbWatch *watch,
                             KbPartitionStats all[4], GError **error);

#endif
