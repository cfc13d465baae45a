/* SPDX-License-Identifier: MIT */
/* Questions to one layer alone, in the form in which tests compare them with their oracles: from place to place, with what
 * only this kind of layer has. */
#ifndef KB_TEST_LAYER_KIT_H
#define KB_TEST_LAYER_KIT_H

#ifndef KICKBOX_H /* which is elsewhere where the two files of the library are tested */
#include "runtime/kickbox.h"
#endif

#include <math.h>
#include <string.h>

static inline kbx_handle
kit_layer (kbx_handle level, kbx_kind kind)
{
  return level.kind == KBX_LEVEL && kind == KBX_WALLS ? kbx_level_layer (level, 0) : level;
}

/* ---- walls ---- */

typedef struct {
  kbx_class_set classes;
  const uint64_t *removed;
} KitWallFilter;

static inline KitWallFilter
kit_all_walls (void)
{
  KitWallFilter filter = { KBX_ALL_CLASSES, NULL };
  return filter;
}

static inline float kit_on_grid (double v) { return (float) (floor (v * 256 + 0.5) / 256); }

/* How far the move to the place of the grid is; moves longer than 2^24 steps of the grid are rounded to float. */
static inline float
kit_way_along (float from, float to)
{
  return fabsf (to) <= KBX_LEVEL_LIMIT ? (float) ((double) kit_on_grid (to) - from) : to - from;
}

/* The place of the grid that is meant, from which a move is exact; others stay, and are refused. */
static inline kbx_vec
kit_start (kbx_vec from)
{
  kbx_vec on = { kit_on_grid (from.x), kit_on_grid (from.y) };
  return fabsf (from.x) <= KBX_LEVEL_LIMIT && fabsf (from.y) <= KBX_LEVEL_LIMIT ? on : from;
}

static inline kbx_vec
kit_way (kbx_vec from, kbx_vec to)
{
  kbx_vec way = { kit_way_along (from.x, to.x), kit_way_along (from.y, to.y) };
  return way;
}

/* Where the move to a place leads, which is longer than floats have it exactly. */
static inline kbx_vec
kit_meant (kbx_vec from, kbx_vec to)
{
  const kbx_vec way = kit_way (from, to);
  kbx_vec meant = { kit_on_grid ((double) from.x + way.x), kit_on_grid ((double) from.y + way.y) };
  return meant;
}

typedef struct {
  kbx_filter filter;
  kbx_change change;
} KitSolid;

static inline const kbx_filter *
kit_solid (KitSolid *solid, KitWallFilter filter)
{
  memset (solid, 0, sizeof *solid);
  solid->filter = kbx_all_solid ();
  solid->filter.classes = filter.classes;
  solid->change.removed = filter.removed;
  solid->change.removed_count = UINT32_MAX;
  solid->filter.changes = &solid->change;
  solid->filter.change_count = filter.removed != NULL;
  return &solid->filter;
}

static inline kbx_hit
kit_level_cast_circle (kbx_handle level, kbx_circle mover, kbx_vec to, KitWallFilter filter)
{
  KitSolid solid;
  return kbx_level_cast (kit_layer (level, KBX_WALLS), kbx_shape_circle (mover.centre, mover.radius), kit_way (mover.centre, to), kit_solid (&solid, filter));
}

static inline kbx_hit
kit_level_cast (kbx_handle level, kbx_vec from, kbx_vec to, KitWallFilter filter)
{
  KitSolid solid;
  return kbx_level_cast (kit_layer (level, KBX_WALLS), kbx_shape_point (from), kit_way (from, to), kit_solid (&solid, filter));
}

static inline bool
kit_level_sees (kbx_handle level, kbx_vec from, kbx_vec to, KitWallFilter filter)
{
  KitSolid solid;
  return kbx_level_sees (kit_layer (level, KBX_WALLS), from, to, kit_solid (&solid, filter));
}

/* Which of the level's areas a place is in, and which leaf of its walls. */
typedef struct { uint32_t area, leaf; } KitPlace;

static inline KitPlace
kit_level_at (kbx_handle level, kbx_vec p)
{
  KitPlace place;
  const kbx_handle area = kbx_level_at (level, p, &place.leaf);
  place.area = area.kind == KBX_NOTHING ? KBX_NONE : area.index - (area.bank == NULL ? 0 : kbx_item (kbx_parent (area), KBX_AREA, 0).index);
  return place;
}

typedef struct { uint32_t nodes, blocks; } KitCastWork;

static inline KitCastWork
kit_level_cast_work (kbx_handle level, kbx_vec from, kbx_vec to)
{
  KitCastWork work;
  work.nodes = kbx_walls_nodes (level, from, kit_way (from, to), NULL, 0, &work.blocks);
  return work;
}

static inline uint32_t
kit_level_cast_nodes (kbx_handle level, kbx_vec from, kbx_vec to, uint32_t *nodes, uint32_t capacity)
{
  return kbx_walls_nodes (level, from, kit_way (from, to), nodes, capacity, NULL);
}

typedef struct {
  kbx_hit sweep;
  uint32_t wall;
  kbx_vec stop;
} KitTrace;

static inline KitTrace
kit_level_trace_circle (kbx_handle level, kbx_circle mover, kbx_vec to, KitWallFilter filter)
{
  KitSolid solid;
  kbx_motion motion;
  KitTrace trace;
  kbx_move move;
  memset (&motion, 0, sizeof motion);
  trace.sweep = kit_level_cast_circle (level, mover, to, filter);
  move = kbx_level_move (kit_layer (level, KBX_WALLS), kbx_shape_circle (mover.centre, mover.radius), kit_way (mover.centre, to), motion,
                         kit_solid (&solid, filter), NULL, 0);
  trace.wall = trace.sweep.index;
  trace.stop = mover.centre;
  if (move.status == KBX_OK)
    {
      trace.stop.x = kit_on_grid ((double) mover.centre.x + move.moved.x);
      trace.stop.y = kit_on_grid ((double) mover.centre.y + move.moved.y);
    }
  return trace;
}

static inline KitTrace
kit_level_trace (kbx_handle level, kbx_vec from, kbx_vec to, KitWallFilter filter)
{
  kbx_circle point = { from, 0 };
  return kit_level_trace_circle (level, point, to, filter);
}

typedef struct {
  kbx_status status;
  bool started_inside;
  kbx_vec centre, velocity, normal;
  uint32_t touched;
} KitMoved;

static inline KitMoved
kit_level_moved (kbx_handle level, kbx_circle mover, kbx_vec to, KitWallFilter filter, kbx_manner how, float bounce, uint32_t *walls, uint32_t capacity)
{
  KitSolid solid;
  kbx_motion motion;
  kbx_hit touches[16];
  kbx_vec way;
  kbx_move move;
  KitMoved moved;
  memset (&motion, 0, sizeof motion);
  motion.manner = how;
  motion.bounce = bounce;
  way.x = to.x - mover.centre.x;
  way.y = to.y - mover.centre.y;
  move = kbx_level_move (kit_layer (level, KBX_WALLS), kbx_shape_circle (mover.centre, mover.radius), way, motion, kit_solid (&solid, filter), touches, 16);
  moved.status = move.status;
  moved.started_inside = move.started_inside;
  moved.centre = mover.centre;
  if (move.status == KBX_OK)
    {
      moved.centre.x = kit_on_grid ((double) mover.centre.x + move.moved.x);
      moved.centre.y = kit_on_grid ((double) mover.centre.y + move.moved.y);
    }
  moved.velocity = move.velocity;
  moved.normal = move.normal;
  moved.touched = move.touched;
  for (uint32_t i = 0; i < move.touched && i < capacity && walls != NULL; i++)
    walls[i] = touches[i].index;
  return moved;
}

static inline KitMoved
kit_level_slide (kbx_handle level, kbx_circle mover, kbx_vec to, KitWallFilter filter, uint32_t *walls, uint32_t capacity)
{
  return kit_level_moved (level, mover, to, filter, KBX_SLIDE, 0, walls, capacity);
}

static inline KitMoved
kit_level_bounce (kbx_handle level, kbx_circle mover, kbx_vec to, KitWallFilter filter, float coefficient, uint32_t *walls, uint32_t capacity)
{
  return kit_level_moved (level, mover, to, filter, KBX_BOUNCE, coefficient, walls, capacity);
}

static inline uint32_t
kit_level_touching (kbx_handle level, kbx_shape shape, KitWallFilter filter, uint32_t *walls, uint32_t capacity)
{
  static kbx_thing things[1 << 16];
  KitSolid solid;
  uint32_t n = kbx_level_touching (kit_layer (level, KBX_WALLS), shape, kit_solid (&solid, filter), things, 1 << 16);
  for (uint32_t i = 0; i < n && i < capacity && walls != NULL; i++)
    walls[i] = things[i].index;
  return n;
}

static inline uint32_t
kit_level_near (kbx_handle level, kbx_circle circle, KitWallFilter filter, uint32_t *walls, uint32_t capacity)
{
  return kit_level_touching (level, kbx_shape_circle (circle.centre, circle.radius), filter, walls, capacity);
}

static inline uint32_t
kit_level_near_box (kbx_handle level, kbx_rect box, KitWallFilter filter, uint32_t *walls, uint32_t capacity)
{
  return kit_level_touching (level, kbx_shape_rect (box.min, box.max), filter, walls, capacity);
}

/* ---- mazes ---- */

typedef struct {
  kbx_point cell;
  bool top;
} KitMazeWall;

typedef struct {
  kbx_hit sweep;
  KitMazeWall wall;
  kbx_vec stop;
} KitMazeTrace;

typedef struct {
  kbx_hit sweep;
  KitMazeWall wall;
  kbx_box stop;
} KitMazeBoxTrace;

typedef struct {
  kbx_status status;
  bool started_inside;
  kbx_box box;
  kbx_point stopped;
  KitMazeWall wall[2];
} KitMazeMove;

static inline kbx_box
kit_box_moved (kbx_box box, kbx_vec by)
{
  box.x0 += (int32_t) by.x;
  box.y0 += (int32_t) by.y;
  box.x1 += (int32_t) by.x;
  box.y1 += (int32_t) by.y;
  return box;
}

static inline kbx_vec
kit_vec (kbx_point p)
{
  kbx_vec v = { (float) p.x, (float) p.y };
  return v;
}

static inline KitMazeWall
kit_maze_wall (kbx_hit hit)
{
  KitMazeWall wall;
  wall.cell = hit.cell;
  wall.top = hit.hit && (hit.index & 1) != 0;
  return wall;
}

static inline bool kit_maze_hits_box (kbx_handle maze, kbx_box box) { return kbx_level_touching (maze, kbx_shape_box (box), NULL, NULL, 0) > 0; }

static inline KitMazeBoxTrace
kit_maze_trace_box (kbx_handle maze, kbx_box box, kbx_point move)
{
  kbx_motion motion;
  KitMazeBoxTrace trace;
  memset (&motion, 0, sizeof motion);
  trace.sweep = kbx_level_cast (maze, kbx_shape_box (box), kit_vec (move), NULL);
  trace.wall = kit_maze_wall (trace.sweep);
  trace.stop = kit_box_moved (box, kbx_level_move (maze, kbx_shape_box (box), kit_vec (move), motion, NULL, NULL, 0).moved);
  return trace;
}

static inline KitMazeTrace
kit_maze_trace_point (kbx_handle maze, kbx_vec from, kbx_vec to)
{
  kbx_motion motion;
  KitMazeTrace trace;
  kbx_move move;
  memset (&motion, 0, sizeof motion);
  trace.sweep = kbx_level_cast (maze, kbx_shape_point (kit_start (from)), kit_way (kit_start (from), to), NULL);
  trace.wall = kit_maze_wall (trace.sweep);
  trace.stop = from;
  move = kbx_level_move (maze, kbx_shape_point (kit_start (from)), kit_way (kit_start (from), to), motion, NULL, NULL, 0);
  if (move.status == KBX_OK)
    {
      trace.stop.x = move.hit ? kit_start (from).x + move.moved.x : kit_on_grid (to.x);
      trace.stop.y = move.hit ? kit_start (from).y + move.moved.y : kit_on_grid (to.y);
    }
  return trace;
}

static inline KitMazeMove
kit_maze_slide_box (kbx_handle maze, kbx_box box, kbx_point by)
{
  kbx_hit touches[16];
  kbx_motion motion;
  KitMazeMove answer;
  kbx_move move;
  memset (&motion, 0, sizeof motion);
  memset (&answer, 0, sizeof answer);
  motion.manner = KBX_SLIDE;
  move = kbx_level_move (maze, kbx_shape_box (box), kit_vec (by), motion, NULL, touches, 16);
  answer.status = move.status;
  answer.started_inside = move.started_inside;
  answer.box = kit_box_moved (box, move.moved);
  for (uint32_t i = 0; i < move.touched && !move.started_inside; i++)
    {
      const int axis = touches[i].normal.x == 0;
      *(axis ? &answer.stopped.y : &answer.stopped.x) = (axis ? touches[i].normal.y : touches[i].normal.x) < 0 ? 1 : -1;
      answer.wall[axis] = kit_maze_wall (touches[i]);
    }
  return answer;
}

/* ---- tiles ---- */

static inline kbx_filter
kit_classes (kbx_class_set classes)
{
  kbx_filter filter = kbx_all_solid ();
  filter.classes = classes;
  return filter;
}

static inline bool
kit_tiles_solid_in_box (kbx_handle tiles, kbx_box box, kbx_class_set classes)
{
  kbx_filter filter = kit_classes (classes);
  return kbx_level_touching (tiles, kbx_shape_box (box), &filter, NULL, 0) > 0;
}

static inline bool
kit_tiles_solid_at (kbx_handle tiles, kbx_point p, kbx_class_set classes)
{
  kbx_box box;
  box.x0 = p.x;
  box.y0 = p.y;
  box.x1 = p.x + (p.x < INT32_MAX);
  box.y1 = p.y + (p.y < INT32_MAX);
  return kit_tiles_solid_in_box (tiles, box, classes);
}

typedef struct {
  bool hit, started_inside;
  float fraction;
  uint32_t part, parts; /* the fraction exactly */
  kbx_point moved, normal, cell;
  uint32_t class_index;
} KitTilesTrace;

static inline int32_t kit_int (float v) { return v >= 2147483648.0f ? INT32_MAX : v <= -2147483648.0f ? INT32_MIN : (int32_t) v; }

static inline kbx_point
kit_whole (kbx_vec v)
{
  kbx_point p;
  p.x = kit_int (v.x);
  p.y = kit_int (v.y);
  return p;
}

static inline uint32_t kit_length (int32_t v) { return v < 0 ? 0u - (uint32_t) v : (uint32_t) v; }

static inline KitTilesTrace
kit_tiles_trace_box (kbx_handle tiles, kbx_box box, kbx_point move, kbx_class_set classes)
{
  kbx_filter filter = kit_classes (classes);
  kbx_motion motion;
  KitTilesTrace trace;
  kbx_move moved;
  memset (&motion, 0, sizeof motion);
  moved = kbx_level_move (tiles, kbx_shape_box (box), kit_vec (move), motion, &filter, NULL, 0);
  trace.hit = moved.hit;
  trace.started_inside = moved.started_inside;
  trace.fraction = moved.fraction;
  trace.moved = kit_whole (moved.moved);
  if (!moved.hit)
    trace.moved = move;
  trace.normal.x = (int32_t) moved.normal.x;
  trace.normal.y = (int32_t) moved.normal.y;
  trace.part = trace.normal.x != 0 ? kit_length (trace.moved.x) : kit_length (trace.moved.y);
  trace.parts = trace.normal.x != 0 ? kit_length (move.x) : kit_length (move.y);
  if (!moved.hit || moved.started_inside)
    {
      trace.part = !moved.hit;
      trace.parts = 1;
    }
  trace.cell = moved.cell;
  trace.class_index = moved.class_index;
  return trace;
}

typedef struct {
  uint32_t step_up, step_down;
  bool drop_through;
  kbx_class_set classes;
} KitTilesWalk;

typedef struct {
  bool hit;
  kbx_point cell;
  uint32_t class_index;
} KitTilesTouch;

typedef struct {
  bool started_inside;
  kbx_point moved;
  KitTilesTouch left, right, floor, ceiling;
} KitTilesMove;

static inline KitTilesTouch
kit_tiles_touch (const kbx_hit *touches, uint32_t n, bool stopped, float x, float y)
{
  KitTilesTouch touch = { false, { 0, 0 }, KBX_NONE };
  for (uint32_t i = 0; i < n && stopped && !touch.hit; i++)
    if (touches[i].normal.x == x && touches[i].normal.y == y)
      {
        touch.hit = true;
        touch.cell = touches[i].cell;
        touch.class_index = touches[i].class_index;
      }
  return touch;
}

static inline KitTilesMove
kit_tiles_move_box (kbx_handle tiles, kbx_box box, kbx_point move, KitTilesWalk walk)
{
  kbx_filter filter = kit_classes (walk.classes);
  kbx_hit touches[16];
  kbx_motion motion;
  kbx_move moved;
  KitTilesMove answer;
  memset (&motion, 0, sizeof motion);
  motion.manner = KBX_WALK;
  motion.step_up = (float) walk.step_up;
  motion.step_down = (float) walk.step_down;
  filter.drop_through = walk.drop_through;
  moved = kbx_level_move (tiles, kbx_shape_box (box), kit_vec (move), motion, &filter, touches, 16);
  answer.started_inside = moved.started_inside;
  answer.moved = kit_whole (moved.moved);
  answer.left = kit_tiles_touch (touches, moved.touched, moved.on_left, 1, 0);
  answer.right = kit_tiles_touch (touches, moved.touched, moved.on_right, -1, 0);
  answer.floor = kit_tiles_touch (touches, moved.touched, moved.on_floor, 0, -1);
  answer.ceiling = kit_tiles_touch (touches, moved.touched, moved.on_ceiling, 0, 1);
  return answer;
}

static inline kbx_hit
kit_tiles_ray (kbx_handle tiles, kbx_vec from, kbx_vec to, kbx_class_set classes)
{
  kbx_filter filter = kit_classes (classes);
  return kbx_level_cast (tiles, kbx_shape_point (from), kit_way (from, to), &filter);
}

/* ---- grounds ---- */

static inline float kit_ground_height (kbx_handle ground, float x) { return kbx_ground_at (ground, x).y; }
static inline bool kit_ground_touches (kbx_handle ground, kbx_vec foot) { return kbx_level_touching (ground, kbx_shape_point (foot), NULL, NULL, 0) > 0; }
static inline kbx_hit kit_ground_land (kbx_handle ground, kbx_vec foot, kbx_vec move) { return kbx_level_cast (ground, kbx_shape_point (foot), move, NULL); }

#endif
