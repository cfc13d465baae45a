/* SPDX-License-Identifier: MIT */
/* Levels as the library packs them (kickbox/pack.h), and what their partitions are like.
 *
 * Purpose: the bank's levels, and what the editor shows of their partitions.
 * Errors: those of kb_pack_walls. */
#ifndef KB_BAKE_PARTITIONS_H
#define KB_BAKE_PARTITIONS_H

#include "bake/packing.h"
#include "bake/parallel.h"
#include "runtime/levels/level.h"

typedef struct {
  kbx_partition kind;
  guint nodes, leaves; /* nodes: with the leaves; a grid has cells, which count as both */
  guint depth_max;
  double depth_mean;   /* of leaves */
  guint splits;        /* how often a wall is listed once more than once */
  /* Mean depth of leaves, by the depth that they would have in an even tree; 1 is the best */
  double balance;
  gsize bytes;
  double walls_mean;   /* looked at for a move, four at once; at most as many as there are */
  guint walls_p99;
  double cost;         /* of a move, in estimated nanoseconds */
} KbPartitionStats;

/* As kbx_walls_pack. `watch` and `stats` may be NULL; what is counted on moves is not in there, see
 * below. */
GBytes *kb_partition_build (const kbx_walls_plan *plan, const KbWatch *watch,
                            KbPartitionStats *stats, GError **error);

/* A level's own walls and areas, divided in another way, with the usual settings. */
GBytes *kb_partition_again (kbx_handle level, kbx_partition kind, GError **error);

/* The edges of one of its areas: kbx_segment. */
GArray *kb_partition_area_edges (kbx_handle level, guint area);

/* What the bytes say of a level. Linear. */
void kb_partition_tell (kbx_handle level, KbPartitionStats *stats);

/* The same, and what moves between places that the walls suggest cost (short, along walls, across
 * the level), always the same ones. FALSE: the bytes are not a level. */
gboolean kb_partition_measure (GBytes *bytes, KbPartitionStats *stats);

/* The kind that KBX_PARTITION_CHOSEN takes, from the numbers of all four, by kind. */
kbx_partition kb_partition_best (const KbPartitionStats all[4], guint n_walls);

/* The blocks that a leaf, or a cell of a grid, lists: from *first on. None where there is no such
 * leaf. */
guint32 kb_partition_blocks (const kbx_level_view *view, guint leaf, guint32 *first);

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
  /* In KbPartitionParts.corners: from, and how many; none of a leaf without room */
  guint corners, n;
  guint walls;            /* listed there */
} KbPartitionLeaf;

typedef struct {
  gboolean grid;
  GArray *lines;          /* KbPartitionLine */
  GArray *leaves;         /* KbPartitionLeaf, by rising number */
  GArray *corners;        /* KbVec */
} KbPartitionParts;

/* Within a box, in pixels. The bytes are a level's; NULL where they are not. Cost: the nodes that
 * meet the box. */
KbPartitionParts *kb_partition_parts (GBytes *bytes, double x0, double y0, double x1, double y1);
void kb_partition_parts_free (KbPartitionParts *parts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbPartitionParts, kb_partition_parts_free)

/* The walls that a leaf lists, each once, by rising index: guint32. Empty where there is no such
 * leaf. */
GArray *kb_partition_leaf_walls (GBytes *bytes, guint leaf);

/* A node that is visited, or a cell of a grid. */
typedef struct {
  guint node;             /* as KbPartitionLeaf and KbPartitionLine have it */
  gboolean leaf;
  KbVec a, b;             /* the part of the move that concerns it */
} KbPartitionVisit;

/* What a move from `from` to `to` visits as far as `end`, in the runtime's order: KbPartitionVisit,
 * an inner node before what is below it. The runtime, which leaves room for what it rounds, may
 * look into a neighbour more. Empty where the bytes are not a level's. */
GArray *kb_partition_visits (GBytes *bytes, kbx_vec from, kbx_vec to, kbx_vec end);

#endif
