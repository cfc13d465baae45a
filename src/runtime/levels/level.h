/* SPDX-License-Identifier: MIT */
/* The memory layout of a level's walls, and their search. Little-endian, like a bank's records. */
/*   0 | u32 size                 | total bytes
 *   4 | u32 walls                | 0 to 2^25 - 1
 *   8 | u32 partition            | 0 none, 1 grid, 2 quadtree, 3 BSP
 *  12 | u32 nodes                | of a tree ("none" is a tree of one leaf); of a grid its columns
 *  16 | u32 rows                 | of a grid, else 0
 *  20 | u32 blocks, areas, edges, lists | lists: number of u32 in the lists of areas */
/*  36 | f32 left, top            | where a grid begins, else 0
 *  44 | f32 width                | of its cells, in pixels, else 0
 *  48 | f32 height               | of a grid's cells, 0 if they are square; the rest is 0
 *  48 | u16 start columns, rows  | of a tree's start cells; without them these and the rest are 0
 *  52 | u32 start shift          | a start cell is a square of 2^shift steps of the grid
 *  56 | i32 start left, top      | where the start cells begin, in steps of the grid */
/* From byte 64 on:
 * shapes | per block: f32 ax[4], ay[4], bx[4], by[4]
 * tags   | per block: u32[4], the tags of its walls
 * nodes  | of a tree, 16 bytes each
 * starts | of a tree, per start cell, rows from the top: u16 node, u16 end of its subtree
 * cells  | of a grid, rows from the top: u32 first block of each cell and of one more; u32 area */
/* walls  | f32 ax, ay, bx, by, u32 tag
 * areas  | u32 first edge of each and of one more; missing without areas
 * edges  | f32 ax, ay, bx, by
 * lists  | u32 */
/* Tag: bits 0 to 24 the wall's index, 25 to 30 its class, 31 one-way. A block repeats the data of
 * the walls it lists. If there are fewer than four, it repeats the last one. No wall has length 0.
 * The blocks of leaves, and of cells, follow each other without gaps. */
/* Node: f32 nx, ny, d, u32 second. A position p is in front if nx * x + ny * y - d >= 0. Nodes are
 * in preorder: the front child is the next node, and the one behind is `second`, where the front
 * part ends. Leaf: u32 first block, blocks, area, KBX_LEVEL_LEAF. */
/* A leaf's area is KBX_NONE, or below KBX_LEVEL_LIST the area that contains the whole leaf. Else,
 * without that bit, it is the index of a list. A list has the number of areas, then in rising order
 * those that may contain parts of the leaf. Lists follow each other without gaps. */
/* Start: the deepest node that every move within the start cell reaches first. The cell is farther
 * than KBX_LEVEL_REACH from the lines of all nodes above. `end` is the node behind its subtree. A
 * move between two cells may begin in one cell's subtree if that contains the other cell's
 * start. */
/* A partition guarantees that a wall is listed in each cell within KBX_LEVEL_SLACK of it. In a tree
 * it is listed on each side of a node's line where it has a part. A part within the slack of the
 * line may be listed on either side. Queries reach out by twice the slack, which covers the
 * rounding of lines in floats and of fractions in doubles. */
#ifndef KBX_LEVEL_H
#define KBX_LEVEL_H

#include "runtime/levels/layers.h"

#define KBX_LEVEL_HEADER 64u
/* kbx_walls_pack appends the box around the walls, four floats that the size in the header does not
 * include. kbx_open checks them, and gives the handle this index. In a bank they are in the level's
 * record. */
#define KBX_LEVEL_BOX 16u
#define KBX_LEVEL_BOXED (KBX_NONE - 1)
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

/* The start of each array. */
typedef struct {
  const uint8_t *shapes, *tags, *nodes, *starts, *cells, *cell_areas, *walls, *areas, *edges,
    *lists;
  uint32_t partition, wall_count, columns, rows, blocks, area_count, edge_count, list_count;
  uint32_t start_columns, start_rows, start_shift;
  int32_t start_left, start_top;
  double left, top, cell_width, cell_height;
} kbx_level_view;

static inline size_t
kbx_level_cell_count (const kbx_level_view *v)
{
  return v->partition == KBX_PARTITION_GRID ? (size_t) v->columns * v->rows : 0;
}

/* Reads a header; its numbers may be wrong, but must not overflow 64 bits together. Returns the
 * size that they require. */
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
  v->cell_width = v->cell_height = kbx_load_f32 (p + 44);
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
      v->start_columns = v->start_rows = 0;
      if (kbx_load_u32 (p + 48) != 0)
        v->cell_height = kbx_load_f32 (p + 48);
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

/* The subtree in which moves of a start cell begin: its node, and the node behind its end. */
typedef struct { uint32_t node, end; } kbx_level_start;

/* The smallest distance of a start cell in front of a node's line, or behind it. Products and sums
 * are monotonic even when rounded, so no position of the cell is nearer. */
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

/* The start of a cell, by its column and row; outside all start cells, the whole tree. */
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

/* The subtree that contains both: one of them if the other begins in it, else the whole tree. */
static inline kbx_level_start
kbx_level_start_both (const kbx_level_view *v, kbx_level_start a, kbx_level_start b)
{
  const kbx_level_start all = { 0, v->columns };
  return b.node - a.node < a.end - a.node ? a : a.node - b.node < b.end - b.node ? b : all;
}

/* The column or row of a position, in steps of the grid. */
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

static inline kbx_rect
kbx_load_rect (const uint8_t *p)
{
  const kbx_rect rect = { kbx_load_segment (p).a, kbx_load_segment (p).b };
  return rect;
}

/* The bounds of all walls. Linear. */
static inline kbx_rect
kbx_walls_bounds (const uint8_t *bytes)
{
  kbx_rect bounds = { { 0, 0 }, { -1, -1 } };
  kbx_level_view v;
  kbx_read_level (bytes, &v);
  for (const uint8_t *p = v.walls; p < v.areas; p += KBX_LEVEL_WALL)
    bounds = kbx_rect_bound (bounds, kbx_load_segment (p).a, kbx_load_segment (p).b);
  return bounds;
}

/* Whether these bounds are stored there. */
static inline bool
kbx_rect_stored (const uint8_t *p, kbx_rect rect)
{
  const kbx_rect stored = kbx_load_rect (p);
  return stored.min.x == rect.min.x && stored.min.y == rect.min.y && stored.max.x == rect.max.x
         && stored.max.y == rect.max.y;
}

/* A wall of a block, lane 0 to 3. */
static inline kbx_segment
kbx_block_segment (const uint8_t *shape, uint32_t lane)
{
  const uint8_t *p = shape + 4 * lane;
  const kbx_segment s = { { kbx_load_f32 (p), kbx_load_f32 (p + 16) },
                          { kbx_load_f32 (p + 32), kbx_load_f32 (p + 48) } };
  return s;
}

/* Within the limits, tested on the bits. */
static inline bool
kbx_level_vec_valid (kbx_vec p)
{
  return kbx_float_within (p.x, KBX_LEVEL_LIMIT) && kbx_float_within (p.y, KBX_LEVEL_LIMIT);
}

static KBX_INLINE kbx_vec
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

/* Which walls block. */
typedef struct {
  kbx_class_set classes;
  const uint64_t *removed; /* NULL, or a bit for each removed wall */
  bool drop_through;       /* ignore one-way walls that stop from above */
} kbx_walls_filter;

/* The filter of a change of the layer; with NULL, no walls are removed. */
static inline kbx_walls_filter
kbx_walls_filter_of (kbx_class_set classes, const kbx_change *change, bool drop_through)
{
  const kbx_walls_filter filter = { classes, change == NULL ? NULL : change->removed,
                                    drop_through };
  return filter;
}

#define KBX_LEVEL_WINDOW 16384u

/* The last two: does the mover overlap a one-way wall? Is another wall in line with the move? */
typedef enum {
  KBX_SEEK_FIRST, KBX_SEEK_ANY, KBX_SEEK_NEAR, KBX_SEEK_BOX, KBX_SEEK_OVERLAPPED, KBX_SEEK_LINE
} kbx_seek_kind;

/* A search and its result. Positions are on the grid. */
typedef struct {
  kbx_level_view view;
  kbx_walls_filter filter;
  kbx_seek_kind kind;
  bool in_front; /* ignore one-way walls unless the mover is wholly in front of them */
  kbx_vec from;
  kbx_wide_vec move;
  float radius;
  const kbx_rect *rect; /* NULL, or the mover; the disc is around it then */
  kbx_course course;
  struct kbx_way *way;
  const kbx_segment *beside; /* KBX_SEEK_LINE: see kbx_way_continued */
  /* Walls outside these bounds are surely not met: a box, and the distance from the line of the
   * move. */
  kbx_vec lo, hi, across;
  float off;
  double reach; /* radius and slack */
  /* The first wall so far. `t` is its fraction, or 1. */
  kbx_ray best;
  uint32_t wall, class_index;
  uint32_t blocks; /* looked at */
  double t;
  /* Walls near a position: one mark per wall from `window` on, and the lowest index after the
   * window. */
  kbx_rect box;
  uint64_t *marks;
  uint32_t window, beyond;
} kbx_seek;

/* The node in which a tree's search begins. Positions are on the grid. Long moves skip the lookup:
 * it would give the root. */
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

/* Initializes a search along a move, except for `view`, `filter`, `kind`, `in_front` and `rect`.
 * level_seek.c */
KBX_INTERNAL void kbx_seek_begin (kbx_seek *seek, kbx_circle mover, kbx_vec to);
KBX_INTERNAL void kbx_seek_run (kbx_seek *seek);

/* Is it a one-way wall that stops from above, while the filter drops through those? */
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

/* A move, and the first wall that it meets. */
typedef struct kbx_way {
  const uint8_t *bytes;
  const kbx_quest *level; /* of which it is a layer, or NULL */
  kbx_circle mover;
  kbx_vec to;
  kbx_walls_filter filter;
  bool any; /* stop at the first hit found */
  bool in_front; /* one-way walls count only if the mover is wholly in front of them */
  /* kbx_way_seek: the mover itself, with the disc around it, or NULL */
  const kbx_rect *rect;
  kbx_ray ray;
  bool behind; /* kbx_way_seek: it is one-way, and the mover is not wholly in front of it */
  uint32_t wall, class_index;
  uint32_t ends; /* blocks that kbx_way_continued has looked at */
  /* Only for kbx_way_point_noted: what the search has visited, and the first `capacity` nodes. */
  struct { uint32_t nodes, blocks; } work;
  uint32_t *nodes, capacity;
} kbx_way;

static inline void
kbx_way_begin (kbx_way *way, const uint8_t *bytes, kbx_circle mover, kbx_vec to,
               const kbx_filter *filter, bool any)
{
  way->bytes = bytes;
  way->level = NULL;
  way->mover = mover;
  way->to = to;
  way->filter = kbx_walls_filter_of (KBX_ALL_CLASSES, NULL, false);
  way->any = any;
  way->ends = 0;
  way->in_front = way->behind = false;
  if (filter != NULL)
    way->filter = kbx_walls_filter_of ((filter->layers & 1) != 0 ? filter->classes : 0,
                                       kbx_layer_change (filter, 0), filter->drop_through);
}

static inline bool
kbx_way_in_grid (const kbx_way *way)
{
  return way->bytes != NULL && kbx_load_u32 (way->bytes + 8) == KBX_PARTITION_GRID;
}

static inline kbx_hit
kbx_way_hit (const kbx_way *way, bool valid)
{
  if (!valid)
    return kbx_sweep_bad ();
  kbx_hit hit = kbx_sweep_of (way->mover.centre, way->ray.hit, way->ray.inside, way->ray.t,
                              way->ray.at, way->ray.normal);
  hit.kind = way->ray.hit ? KBX_WALLS : KBX_NOTHING;
  hit.index = way->wall;
  hit.class_index = way->class_index;
  return hit;
}

/* False for positions outside the limits; else snaps them to the grid and fills in the result.
 * Points, whose radius is ignored: level_points.c. Circles: level_seek.c. */
KBX_INTERNAL bool kbx_way_point (kbx_way *way);
/* The same bits on processors without AVX2. */
KBX_INTERNAL bool kbx_way_point_usual (kbx_way *way);
/* The same, and notes the nodes. */
KBX_INTERNAL bool kbx_way_point_noted (kbx_way *way);
/* The same for a point among walls alone. */
KBX_INTERNAL kbx_hit kbx_walls_cast_point (const uint8_t *bytes, const kbx_vec *from,
                                           const kbx_vec *to, const kbx_filter *filter, bool any);
/* The same for movers that are on the grid and within the limits. */
KBX_INTERNAL bool kbx_way_seek (kbx_way *way);
/* Does another wall, of any layer, end at that position or past it and begin before it, in line
 * with the move? Then *end becomes its beginning. One-way walls count if `beside`, which may be
 * NULL, is one in the same direction. A way looks at some KBX_WAY_ENDS blocks for this, so that no
 * bank makes it slow. After these no wall continues. */
#define KBX_WAY_ENDS (1u << 20)
KBX_INTERNAL bool kbx_way_continued (kbx_way *way, kbx_wide_vec *end, kbx_wide_vec move,
                                     const kbx_segment *beside);

/* A node of a tree, and the part of the move to search in it. */
typedef struct {
  uint32_t node;
  double enter, leave;
} kbx_to_visit;

/* At a node whose line the move may cross. a and b are the distances in front of the line at the
 * start and end of the node's part of the move. Continues with the nearer child, and returns the
 * farther one; its part is empty if the move does not reach it. `reach` extends both parts. */
static inline kbx_to_visit
kbx_part_visit (kbx_to_visit *at, uint32_t second, double a, double b, double reach)
{
  const double way = fabs (b - a), u = b > a ? a : -a, span = at->leave - at->enter;
  kbx_to_visit far = { b > a ? at->node + 1 : second, at->enter, at->leave };
  at->node = b > a ? second : at->node + 1;
  /* Along the move u grows from below 0 to above. */
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

/* The index of the cell at a distance of `cells`, clamped to the `count` cells of a grid. */
static inline int32_t
kbx_cell_index (double cells, uint32_t count)
{
  return cells <= 0 ? 0 : cells >= (double) count ? (int32_t) count - 1 : (int32_t) cells;
}

#endif
