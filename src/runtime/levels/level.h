/* SPDX-License-Identifier: MIT */
/* How a level's walls lie in memory, and how they are searched. Little-endian everywhere, like a
 * bank's records.
 *
 *    0  u32 size          bytes in all
 *    4  u32 walls         0 to 2^25 - 1
 *    8  u32 partition     0 none, 1 grid, 2 quadtree, 3 BSP
 *   12  u32 nodes         of a tree, which "none" is one of, with one leaf; of a grid its columns
 *   16  u32 rows          of a grid; else 0
 *   20  u32 blocks
 *   24  u32 areas
 *   28  u32 edges
 *   32  u32 lists         how many u32 the lists of areas take
 *   36  f32 left, top     where a grid begins; else 0
 *   44  f32 side          of its square cells, in pixels; else 0
 *   48  u16 start columns, start rows   of a tree's starts; 0 for none, and as all that follows in
 *                                       the header
 *   52  u32 start shift   a start cell is a square of 2^shift steps of the grid
 *   56  i32 start left, start top   where they begin, in steps of the grid
 *   64  shapes            a block's 64 bytes: f32 ax[4], ay[4], bx[4], by[4]
 *       tags              a block's 16 bytes: u32[4], each a wall's tag
 *       nodes             of a tree, 16 bytes each
 *       starts            of a tree, 4 bytes a start cell, rows from the top: u16 node, u16 end of
 *                         its part
 *       cells             of a grid: u32 first block of each cell, rows from the top, and of one
 *                         more; then u32 area of each
 *       walls             20 bytes each: f32 ax, ay, bx, by, u32 tag
 *       areas             u32 first edge of each, and of one more; not there without areas
 *       edges             16 bytes each: f32 ax, ay, bx, by
 *       lists             u32
 *
 * Tag: bits 0 to 24 the wall's index, 25 to 30 its class, 31 one-way. A block repeats what the
 * walls that it lists say; where there are fewer than four, the last one stands there again. Walls
 * have a length. Node: f32 nx, ny, d, u32 second. A place p is in front where nx * x + ny * y - d
 * >= 0. The child in front is the next node, the one behind is `second`, whose parent's front part
 * ends just before it: nodes are in preorder. Leaf: u32 first block, blocks, area, KBX_LEVEL_LEAF.
 * The blocks of leaves, and of cells, follow each other without gaps. A leaf's area: KBX_NONE for
 * none; below KBX_LEVEL_LIST the area that holds all of it; else, without that bit, where in the
 * lists stand how many areas, and then those, rising, that may hold parts of it. Lists follow each
 * other without gaps too. Start: the deepest node that a move within the start cell comes to alone,
 * since the cell is farther than KBX_LEVEL_REACH from the lines of all nodes above; and the node
 * behind the last of its part of the tree. Two starts lie in a part that both have in common where
 * one is in the part of the other, so a move between two cells may begin there.
 *
 * What a partition promises: a wall is listed in the cells that it comes near to by
 * KBX_LEVEL_SLACK, and on that side of each node's line on which it has a part, or, within the
 * slack of the line, on one of them. Questions then reach out by twice the slack, which covers what
 * lines in floats and fractions in doubles lose. */
#ifndef KBX_LEVEL_H
#define KBX_LEVEL_H

#include "runtime/rays.h"

#define KBX_LEVEL_HEADER 64u
#define KBX_LEVEL_SHAPE 64u
#define KBX_LEVEL_TAGS 16u
#define KBX_LEVEL_NODE 16u
#define KBX_LEVEL_WALL 20u
#define KBX_LEVEL_EDGE 16u
#define KBX_LEVEL_START 4u
#define KBX_LEVEL_START_NODES 65535u /* a larger tree has no starts */
#define KBX_LEVEL_START_SHIFT 25u
#define KBX_LEVEL_WALLS_MOST ((1u << 25) - 1)
#define KBX_LEVEL_INDEX_BITS 25
#define KBX_LEVEL_LEAF 0xffffffffu
#define KBX_LEVEL_LIST 0x80000000u
#define KBX_LEVEL_DEPTH 64u
#define KBX_LEVEL_CELLS_MOST (1u << 24)
#define KBX_LEVEL_SLACK (1.0 / 32)
#define KBX_LEVEL_REACH (2 * KBX_LEVEL_SLACK)

static inline uint32_t kbx_tag_index (uint32_t tag) { return tag & KBX_LEVEL_WALLS_MOST; }
static inline uint32_t kbx_tag_class (uint32_t tag) { return tag >> KBX_LEVEL_INDEX_BITS & 63u; }
static inline bool kbx_tag_one_way (uint32_t tag) { return tag >> 31 != 0; }

/* Where things begin. */
typedef struct {
  const uint8_t *shapes, *tags, *nodes, *starts, *cells, *cell_areas, *walls, *areas, *edges,
    *lists;
  uint32_t partition, wall_count, columns, rows, blocks, area_count, edge_count, list_count;
  uint32_t start_columns, start_rows, start_shift;
  int32_t start_left, start_top;
  double left, top, side;
} kbx_level_view;

static inline size_t
kbx_level_cell_count (const kbx_level_view *v)
{
  return v->partition == KBX_PARTITION_GRID ? (size_t) v->columns * v->rows : 0;
}

/* Of a header whose numbers are sound, or at least do not overflow 64 bits together; returns the
 * size that they ask for. */
static inline uint64_t
kbx_read_level (const uint8_t *p, kbx_level_view *v)
{
  uint64_t at = KBX_LEVEL_HEADER;
  v->wall_count = kbx_load_u32 (p + 4);
  v->partition = kbx_load_u32 (p + 8);
  v->columns = kbx_load_u32 (p + 12);
  v->rows = kbx_load_u32 (p + 16);
  v->blocks = kbx_load_u32 (p + 20);
  v->area_count = kbx_load_u32 (p + 24);
  v->edge_count = kbx_load_u32 (p + 28);
  v->list_count = kbx_load_u32 (p + 32);
  v->left = kbx_load_f32 (p + 36);
  v->top = kbx_load_f32 (p + 40);
  v->side = kbx_load_f32 (p + 44);
  v->start_columns = kbx_load_u16 (p + 48);
  v->start_rows = kbx_load_u16 (p + 50);
  v->start_shift = kbx_load_u32 (p + 52);
  v->start_left = (int32_t) kbx_load_u32 (p + 56);
  v->start_top = (int32_t) kbx_load_u32 (p + 60);
  v->shapes = kbx_next_bytes (p, &at, (uint64_t) v->blocks * KBX_LEVEL_SHAPE);
  v->tags = kbx_next_bytes (p, &at, (uint64_t) v->blocks * KBX_LEVEL_TAGS);
  v->nodes = v->starts = v->cells = v->cell_areas = p + (size_t) at;
  if (v->partition == KBX_PARTITION_GRID)
    {
      v->cells = kbx_next_bytes (p, &at, (kbx_level_cell_count (v) + 1) * 4);
      v->cell_areas = kbx_next_bytes (p, &at, kbx_level_cell_count (v) * 4);
    }
  else
    {
      v->nodes = kbx_next_bytes (p, &at, (uint64_t) v->columns * KBX_LEVEL_NODE);
      v->starts =
        kbx_next_bytes (p, &at, (uint64_t) v->start_columns * v->start_rows * KBX_LEVEL_START);
    }
  v->walls = kbx_next_bytes (p, &at, (uint64_t) v->wall_count * KBX_LEVEL_WALL);
  v->areas = kbx_next_bytes (p, &at, v->area_count > 0 ? ((uint64_t) v->area_count + 1) * 4 : 0);
  v->edges = kbx_next_bytes (p, &at, (uint64_t) v->edge_count * KBX_LEVEL_EDGE);
  v->lists = p + (size_t) at;
  return at + (uint64_t) v->list_count * 4;
}

/* Where moves in a tree begin: a node, and the one behind the last of its part of the tree. */
typedef struct { uint32_t node, end; } kbx_level_start;

/* How far a start cell is in front of a node's line where that is least, or behind where that is
 * least. Products and sums rise with what goes in, rounded or not: no place of the cell is
 * nearer. */
static inline double
kbx_start_cell_off (const kbx_level_view *v, uint32_t column, uint32_t row, const uint8_t *node,
                    bool front)
{
  const double nx = kbx_load_f32 (node), ny = kbx_load_f32 (node + 4),
               side = (double) (1u << v->start_shift) / KBX_GRID;
  const double x = (double) v->start_left / KBX_GRID + (column + ((nx > 0) != front)) * side;
  const double y = (double) v->start_top / KBX_GRID + (row + ((ny > 0) != front)) * side;
  const double off = nx * x + ny * y - kbx_load_f32 (node + 8);
  return front ? off : -off;
}

/* A start cell, by its column and row; beyond them all of the tree. */
static inline kbx_level_start
kbx_level_start_at (const kbx_level_view *v, int32_t column, int32_t row)
{
  kbx_level_start start = { 0, v->columns };
  const uint8_t *p;
  if ((uint32_t) column < v->start_columns && (uint32_t) row < v->start_rows)
    {
      p = v->starts + ((size_t) row * v->start_columns + (size_t) column) * KBX_LEVEL_START;
      start.node = kbx_load_u16 (p);
      start.end = kbx_load_u16 (p + 2);
    }
  return start;
}

/* The part of the tree that has both: that of one, where the other begins in it; else all. */
static inline kbx_level_start
kbx_level_start_both (const kbx_level_view *v, kbx_level_start a, kbx_level_start b)
{
  const kbx_level_start all = { 0, v->columns };
  return b.node - a.node < a.end - a.node ? a : a.node - b.node < b.end - b.node ? b : all;
}

/* The column or row of a place, in steps of the grid. */
static inline int32_t
kbx_level_start_index (const kbx_level_view *v, double place, int32_t from)
{
  return ((int32_t) place - from) >> v->start_shift;
}

static inline kbx_segment
kbx_load_segment (const uint8_t *p)
{
  const kbx_segment s = { { kbx_load_f32 (p), kbx_load_f32 (p + 4) },
                          { kbx_load_f32 (p + 8), kbx_load_f32 (p + 12) } };
  return s;
}

/* The four walls of a block. */
static inline kbx_segment
kbx_block_segment (const uint8_t *shape, uint32_t lane)
{
  const uint8_t *p = shape + 4 * lane;
  const kbx_segment s = { { kbx_load_f32 (p), kbx_load_f32 (p + 16) },
                          { kbx_load_f32 (p + 32), kbx_load_f32 (p + 48) } };
  return s;
}

/* Within the limits, by the bits; and a position brought to the grid. */
static inline bool
kbx_level_vec_valid (kbx_vec p)
{
  return kbx_float_within (p.x, KBX_LEVEL_LIMIT) && kbx_float_within (p.y, KBX_LEVEL_LIMIT);
}

static inline kbx_vec
kbx_level_snap (kbx_vec p)
{
  const kbx_vec on = { (float) kbx_to_grid (p.x) / KBX_GRID, (float) kbx_to_grid (p.y) / KBX_GRID };
  return on;
}

static inline kbx_circle
kbx_level_circle (kbx_vec centre, float radius)
{
  const kbx_circle circle = { centre, radius };
  return circle;
}

/* ---- searching ---- */

/* Which walls count. */
typedef struct {
  kbx_class_set classes;
  const uint64_t *removed; /* NULL, or a bit for each wall that is taken out */
  bool drop_through;       /* one-way walls that stop from above do not */
} kbx_walls_filter;

/* Those of a change of the layer; NULL: nothing is taken out. */
static inline kbx_walls_filter
kbx_walls_filter_of (kbx_class_set classes, const kbx_change *change, bool drop_through)
{
  const kbx_walls_filter filter = { classes, change == NULL ? NULL : change->removed,
                                    drop_through };
  return filter;
}

/* What a search tests. */
typedef struct { uint32_t nodes, blocks; } kbx_cast_work;

#define KBX_LEVEL_WINDOW 16384u

/* The last one: is there a one-way wall that the mover overlaps? */
typedef enum {
  KBX_SEEK_FIRST, KBX_SEEK_ANY, KBX_SEEK_NEAR, KBX_SEEK_BOX, KBX_SEEK_OVERLAPPED
} kbx_seek_kind;

/* A search, and what it has found. The places are on the grid. */
typedef struct {
  kbx_level_view view;
  kbx_walls_filter filter;
  kbx_seek_kind kind;
  bool in_front; /* of one-way walls only those count that the mover is wholly in front of */
  kbx_vec from;
  kbx_wide_vec move;
  float radius;
  const kbx_rect *rect; /* NULL, or what moves in place of the disc, which is round it */
  /* What is surely not met lies beyond these numbers: a box, and how far off the line through the
   * move. */
  kbx_vec lo, hi, across;
  float off;
  double reach; /* radius and slack */
  /* The first wall so far. `t` is its fraction, or 1. */
  kbx_ray best;
  uint32_t wall, class_index;
  double t;
  kbx_cast_work work;
  /* Walls near a place: marks of those from `window` on, and the least one beyond. */
  kbx_rect box;
  uint64_t *marks;
  uint32_t window, beyond;
} kbx_seek;

/* Where a tree's search begins. The places are on the grid. Long moves do not look: they would find
 * the root. */
static inline uint32_t
kbx_level_start_move (const kbx_level_view *v, kbx_vec from, kbx_vec to)
{
  const int32_t i0 = kbx_level_start_index (v, from.x * KBX_GRID, v->start_left),
                i1 = kbx_level_start_index (v, to.x * KBX_GRID, v->start_left);
  const int32_t j0 = kbx_level_start_index (v, from.y * KBX_GRID, v->start_top),
                j1 = kbx_level_start_index (v, to.y * KBX_GRID, v->start_top);
  if ((uint32_t) (i1 - i0 + 1) > 2 || (uint32_t) (j1 - j0 + 1) > 2)
    return 0;
  return kbx_level_start_both (v, kbx_level_start_at (v, i0, j0), kbx_level_start_at (v, i1, j1))
    .node;
}

/* All parts but `view`, `filter`, `kind`, `in_front` and `rect` of a search along a move.
 * level_seek.c */
KBX_INTERNAL void kbx_seek_begin (kbx_seek *seek, kbx_circle mover, kbx_vec to);
KBX_INTERNAL void kbx_seek_run (kbx_seek *seek);

/* A one-way wall that stops from above, and those do not count? */
static inline bool
kbx_wall_dropped (const kbx_walls_filter *filter, kbx_segment s)
{
  return filter->drop_through && s.b.x < s.a.x;
}

static inline bool
kbx_wall_counts (const kbx_walls_filter *filter, uint32_t tag)
{
  const uint32_t i = kbx_tag_index (tag);
  return (filter->classes >> kbx_tag_class (tag) & 1) != 0
         && (filter->removed == NULL || (filter->removed[i >> 6] >> (i & 63) & 1) == 0);
}

/* A move that is asked for its first wall, and the answer. */
typedef struct {
  const uint8_t *bytes;
  kbx_circle mover;
  kbx_vec to;
  kbx_walls_filter filter;
  bool any; /* one will do */
  /* kbx_way_seek: what moves in place of the mover, which is a disc round it; or NULL */
  const kbx_rect *rect;
  kbx_ray ray;
  uint32_t wall, class_index;
  kbx_cast_work work;
  /* Of kbx_way_point_noted alone: the first `capacity` of the nodes that it comes to. */
  uint32_t *nodes, capacity;
} kbx_way;

/* False for places beyond the limits; else they are brought to the grid and the answer is filled
 * in. Of a point, whose radius is not looked at: level_points.c; of a circle: level_seek.c. */
KBX_INTERNAL bool kbx_way_point (kbx_way *way);
/* The same bits on processors without AVX2. */
KBX_INTERNAL bool kbx_way_point_usual (kbx_way *way);
/* The same, and notes the nodes. */
KBX_INTERNAL bool kbx_way_point_noted (kbx_way *way);
KBX_INTERNAL bool kbx_way_circle (kbx_way *way);
/* The same of what is on the grid and within the limits already. */
KBX_INTERNAL bool kbx_way_seek (kbx_way *way);

/* A node of a tree, and the part of the move that concerns it. */
typedef struct {
  uint32_t node;
  double enter, leave;
} kbx_to_visit;

/* At a node whose line the move may cross, `a` in front of it where its part begins and `b` where
 * that ends: goes on to the nearer child, and returns the farther one, whose part is empty if it is
 * not concerned. Both reach out. */
static inline kbx_to_visit
kbx_part_visit (kbx_to_visit *at, uint32_t second, double a, double b, double reach)
{
  const double way = fabs (b - a), u = b > a ? a : -a, span = at->leave - at->enter;
  kbx_to_visit far = { b > a ? at->node + 1 : second, at->enter, at->leave };
  at->node = b > a ? second : at->node + 1;
  /* Along the way u grows from below 0 to above. */
  if (way > 0)
    {
      const double per = span / way, leave_near = at->enter + (reach - u) * per,
                   enter_far = at->enter + (-reach - u) * per;
      if (leave_near < at->leave)
        at->leave = leave_near;
      if (enter_far > far.enter)
        far.enter = enter_far;
    }
  return far;
}

/* Which of `count` cells of a grid a number of cells falls into, or the nearest one. */
static inline int32_t
kbx_cell_index (double cells, uint32_t count)
{
  return cells <= 0 ? 0 : cells >= (double) count ? (int32_t) count - 1 : (int32_t) cells;
}

#endif
