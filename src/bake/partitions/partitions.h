/* SPDX-License-Identifier: MIT */
/* Levels as packed by the library (kickbox/pack.h), and statistics and pictures of their
 * partitions, for the bank and the editor. Errors: those of kb_pack_walls. */
#ifndef KB_BAKE_PARTITIONS_H
#define KB_BAKE_PARTITIONS_H

#include "bake/convert.h"
#include "bake/work.h"
#include "runtime/levels/level.h"

typedef struct {
  kbx_partition kind;
  guint nodes, leaves; /* nodes: including leaves; the cells of a grid count as both */
  guint columns, rows; /* of a grid, else 0 */
  /* Of leaves, in levels. In a quadtree two lines are a level, and one line half of it. */
  guint depth_max;
  double depth_mean;
  guint splits;        /* how many more times than once walls are listed */
  /* Mean depth of leaves, relative to that in an even tree; 1 is the best */
  double balance;
  gsize bytes;
  double walls_mean;   /* tested per move, four at once; at most the number of walls */
  guint walls_p99;
  double cost;         /* of a move, in estimated nanoseconds */
} KbPartitionStats;

/* As kbx_walls_pack. `watch` and `stats` may be NULL; measurements of moves are not included, see
 * below. */
GBytes *kb_partition_build (const kbx_walls_plan *plan, const KbWatch *watch,
                            KbPartitionStats *stats, GError **error);

/* A level's own walls and areas with another partition, with the usual settings. */
GBytes *kb_partition_again (kbx_handle level, kbx_partition kind, GError **error);

/* The edges of one of its areas: kbx_segment. */
GArray *kb_partition_area_edges (kbx_handle level, guint area);

/* The statistics in a level's bytes. Linear. */
void kb_partition_report (kbx_handle level, KbPartitionStats *stats);

/* The same, and the cost of moves derived from the walls (short, along walls, across the level),
 * always the same ones. Returns FALSE if the bytes are not a level. */
gboolean kb_partition_measure (GBytes *bytes, KbPartitionStats *stats);

/* The kind that KBX_PARTITION_CHOSEN selects, from the statistics of all four, by kind. */
kbx_partition kb_partition_best (const KbPartitionStats all[4], guint n_walls);

/* The blocks listed by a leaf, or a cell of a grid: from *first on. None if there is no such
 * leaf. */
guint32 kb_partition_blocks (const kbx_level_view *view, guint leaf, guint32 *first);

/* ---- pictures ---- */

/* A node's line, where it divides something. */
typedef struct {
  KbVec a, b;
  guint depth;            /* the node's level: 0 for the root, and for all lines of a grid */
  guint node;             /* or KBX_NONE, for a grid */
} KbPartitionLine;

/* A leaf, or a cell of a grid. */
typedef struct {
  guint leaf;             /* as returned by kbx_level_at */
  guint depth;            /* its level */
  /* In KbPartitionParts.corners: start and number, or none for a leaf without area */
  guint corners, n;
  guint walls;            /* listed there */
} KbPartitionLeaf;

typedef struct {
  gboolean grid;
  GArray *lines;          /* KbPartitionLine */
  GArray *leaves;         /* KbPartitionLeaf, in ascending order */
  GArray *corners;        /* KbVec */
} KbPartitionParts;

/* Within a box, in pixels. Returns NULL if the bytes are not a level. Cost: the nodes that meet the
 * box. */
KbPartitionParts *kb_partition_parts (GBytes *bytes, double x0, double y0, double x1, double y1);
void kb_partition_parts_free (KbPartitionParts *parts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbPartitionParts, kb_partition_parts_free)

/* The walls listed by a leaf, each once, in ascending order: guint32. Empty if there is no such
 * leaf. */
GArray *kb_partition_leaf_walls (GBytes *bytes, guint leaf);

/* A visited node, or a cell of a grid. */
typedef struct {
  guint node;             /* as in KbPartitionLeaf and KbPartitionLine */
  gboolean leaf;
  KbVec a, b;             /* the part of the move within it */
} KbPartitionVisit;

/* The nodes that a move from `from` to `to` visits up to `end`, in the runtime's order:
 * KbPartitionVisit, an inner node before its children. The runtime, which allows for rounding, may
 * also visit a neighbour. Empty if the bytes are not a level. */
GArray *kb_partition_visits (GBytes *bytes, kbx_vec from, kbx_vec to, kbx_vec end);

#endif
