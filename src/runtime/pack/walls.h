/* SPDX-License-Identifier: MIT */
/* Divides a level's walls; runtime/levels/level.h describes the result. Flow: walls become a tree
 * of lines (walls_tree.c, walls_lines.c) or a grid (walls_pack.c), logged leaf by leaf.
 * walls_pack.c writes bytes, and walls_measure.c measures moves in them. Any walls are allowed:
 * crossing, overlapping, repeated. Memory: the log grows from the bottom of the work buffer; the
 * parts being divided are a stack at its top. */
#ifndef KBX_WALLS_H
#define KBX_WALLS_H

#include "runtime/levels/level.h"
#include "runtime/pack/packing.h"

#include <math.h>

#define KBX_TREE_DEPTH 60u

static inline double kbx_lower_of (double a, double b) { return a < b ? a : b; }
static inline double kbx_higher_of (double a, double b) { return a > b ? a : b; }
static inline double
kbx_kept_within (double v, double low, double high)
{
  return v > high ? high : v < low ? low : v;
}

/* ---- geometry ---- */

/* A part of a wall, or of an edge of an area. */
typedef struct {
  uint32_t of;
  kbx_wide_vec a, b;
} kbx_wall_part;

typedef struct {
  kbx_wall_part *parts;
  uint32_t count;
} kbx_wall_parts;

/* As stored in a node: the rounded values decide. */
typedef struct { float nx, ny, d; } kbx_split_line;

static inline double
kbx_line_offset (kbx_split_line line, kbx_wide_vec p)
{
  return (double) line.nx * p.x + (double) line.ny * p.y - line.d;
}

/* The side of a part: 1 in front, -1 behind, 0 both. */
static inline int
kbx_part_side (const kbx_wall_part *part, kbx_split_line line)
{
  const double a = kbx_line_offset (line, part->a), b = kbx_line_offset (line, part->b);
  if (a >= -KBX_LEVEL_SLACK && b >= -KBX_LEVEL_SLACK)
    return 1;
  return a <= KBX_LEVEL_SLACK && b <= KBX_LEVEL_SLACK ? -1 : 0;
}

/* A convex part of the plane. Each cut adds at most one corner. */
#define KBX_CONVEX_CORNERS (KBX_TREE_DEPTH + 6)
typedef struct {
  uint32_t count;
  kbx_wide_vec corners[KBX_CONVEX_CORNERS];
} kbx_convex_cell;

/* The part in front of the line, or behind it (sign -1). */
KBX_PACK_INTERNAL void kbx_cell_cut (const kbx_convex_cell *cell, kbx_split_line line, double sign,
                                     kbx_convex_cell *part);
KBX_PACK_INTERNAL double kbx_cell_area (const kbx_convex_cell *cell);
KBX_PACK_INTERNAL kbx_convex_cell kbx_cell_of_box (double x0, double y0, double x1, double y1);

/* The smallest box of them all, on the grid. */
typedef struct { float x0, y0, x1, y1; } kbx_wall_box;

static inline kbx_wall_box
kbx_wall_box_with (kbx_wall_box box, kbx_segment s)
{
  return KBX_LITERAL (kbx_wall_box){ (float) kbx_lower_of (box.x0, kbx_lower_of (s.a.x, s.b.x)),
                                     (float) kbx_lower_of (box.y0, kbx_lower_of (s.a.y, s.b.y)),
                                     (float) kbx_higher_of (box.x1, kbx_higher_of (s.a.x, s.b.x)),
                                     (float) kbx_higher_of (box.y1, kbx_higher_of (s.a.y, s.b.y)) };
}

static inline kbx_wall_box
kbx_wall_box_of (kbx_segment s)
{
  const kbx_wall_box box = { s.a.x, s.a.y, s.a.x, s.a.y };
  return kbx_wall_box_with (box, s);
}

/* The plan's segments, snapped to the grid. */
static inline kbx_segment
kbx_snapped (kbx_segment s)
{
  return KBX_LITERAL (kbx_segment){ kbx_level_snap (s.a), kbx_level_snap (s.b) };
}

static inline kbx_segment
kbx_plan_wall (const kbx_walls_plan *plan, uint32_t i)
{
  return kbx_snapped (plan->walls[i].segment);
}
static inline kbx_segment
kbx_plan_edge (const kbx_walls_plan *plan, uint32_t area, uint32_t k)
{
  return kbx_snapped (plan->areas[area].edges[k]);
}

/* Without walls, one pixel. */
static inline kbx_wall_box
kbx_box_of_walls (const kbx_walls_plan *plan)
{
  kbx_wall_box box = { 0, 0, 1, 1 };
  for (uint32_t i = 0; i < plan->wall_count; i++)
    box = i == 0 ? kbx_wall_box_of (kbx_plan_wall (plan, 0))
                 : kbx_wall_box_with (box, kbx_plan_wall (plan, i));
  return box;
}

/* ---- a partition as it grows ---- */

typedef struct {
  const kbx_walls_plan *plan;
  kbx_partition kind;
  uint32_t leaf_walls, max_depth;
  bool to_number;          /* for a BSP: divide down to leaf_walls, whether it pays or not */
  bool cancelled, no_room;
  double split_cost;
  kbx_wall_box *boxes;     /* of areas */
  /* The nodes of a tree in preorder, or the cells of a grid. A line is KBX_LOG_LINE, f32 nx, ny, d,
   * u32 second. A leaf is the number of walls and the walls, the same for areas, and the area that
   * contains all of it. */
  uint32_t *log;
  size_t log_count;
  uint8_t *top;            /* of the stack, which grows downward */
  uint32_t nodes, blocks, lists, edges;
  uint32_t columns, rows;
  float left, top_edge, cell_width, cell_height;
  uint32_t start_columns, start_rows, start_shift;
  int32_t start_left, start_top;
  double done;             /* progress, 0 to 1 */
} kbx_walls_build;

#define KBX_LOG_LINE 0xffffffffu

/* Returns false if out of memory. */
static inline bool
kbx_log_words (kbx_walls_build *b, const void *words, size_t count)
{
  if (count > (size_t) (b->top - (uint8_t *) (b->log + b->log_count)) / sizeof *b->log)
    {
      b->no_room = true;
      return false;
    }
  if (count > 0)
    memcpy (b->log + b->log_count, words, count * sizeof *b->log);
  b->log_count += count;
  return true;
}

/* Logs a leaf: its walls, and the areas that may contain parts of it, each once in ascending order.
 * `whole` contains all of it, or KBX_NONE for none. */
KBX_PACK_INTERNAL bool kbx_log_leaf (kbx_walls_build *b, const uint32_t *walls, uint32_t wall_count,
                                     const uint32_t *areas, uint32_t area_count, uint32_t whole);

/* Space on the stack, in KBX_WORK_STEP bytes, or NULL if there is none. Reset `top` to free it. */
KBX_PACK_INTERNAL void *kbx_stack_take (kbx_walls_build *b, uint64_t count, size_t size);

/* Adds to the progress. Returns false if the caller cancels. */
static inline bool
kbx_build_goes_on (kbx_walls_build *b, double more)
{
  b->done = kbx_lower_of (b->done + more, 1);
  b->cancelled = b->plan->go_on != NULL && !b->plan->go_on (b->plan->data, b->done);
  return !b->cancelled;
}

/* Whether p is in the area. Not for points near its edges. */
KBX_PACK_INTERNAL bool kbx_walls_area_holds (const kbx_walls_build *b, uint32_t area,
                                             kbx_wide_vec p);

KBX_PACK_INTERNAL bool kbx_build_tree (kbx_walls_build *b);

/* The best line by which a BSP divides these parts, and its cost, or false if there is none.
 * `both`: excludes lines with all parts on one side. */
KBX_PACK_INTERNAL bool kbx_choose_line (const kbx_wall_parts *parts, const kbx_convex_cell *cell,
                                        double split_cost, bool both, kbx_split_line *line,
                                        double *cost);

/* The cost of a leaf with this many walls. */
KBX_PACK_INTERNAL double kbx_leaf_cost (const kbx_convex_cell *cell, uint32_t count);

KBX_PACK_INTERNAL void kbx_sort_doubles (double *values, uint32_t count);

/* ---- cost of moves ---- */

#define KBX_MEASURED_MOVES 3000u

/* Measured on moves derived from the walls, always the same ones. */
typedef struct {
  double walls_mean;  /* tested per move, four at once; at most the number of walls */
  uint32_t walls_p99;
  double cost;        /* of a move, in estimated nanoseconds */
} kbx_moves_cost;

/* `tested`: space for KBX_MEASURED_MOVES. */
KBX_PACK_INTERNAL kbx_moves_cost kbx_measure_moves (kbx_handle level, double *tested);

/* From costs and sizes by kind, the minimum of the cost times the fourth root of the memory. So
 * twice the memory must save a sixth of the time. No partition at all only for few walls, which are
 * as fast tested in turn. */
KBX_PACK_INTERNAL kbx_partition kbx_best_partition (const double costs[4], const size_t sizes[4],
                                                    uint32_t walls);

#endif
