/* SPDX-License-Identifier: MIT */
/* Levels: queries and moves through walls, tiles, mazes and grounds together. */
#ifndef KICKBOX_LEVELS_H
#define KICKBOX_LEVELS_H

#include "layers.h"
KBX_BEGIN

/* A level is its layers. A bank's come in this order: its walls (layer 0), tiles, mazes, grounds.
 * Heightmaps answer only in space. Functions take a level, or a single layer as layer 0. */

/* Mover     | point          | circle            | rectangle      | box of whole pixels
 *   walls   | stops before   | stops before      | ends flush     | ends flush
 *   tiles   | 1/256 pixel    | as closed pixels  | ends flush     | ends flush
 *   mazes   | 1/256 pixel    | stops before      | ends flush     | ends flush
 *   grounds | the point      | its lowest point  | the middle of its lower side */

/* - Points, circles, and a rectangle's corner and size are first rounded to 1/256 pixel, and stay
 *   within KBX_LEVEL_LIMIT. The move of a box is rounded to pixels, at most 2^24.
 * - At one fraction, in double: starting inside, faces before ends, what opposes the move more.
 * - KBX_ERROR_ARGUMENT, with no hit or move, for other shapes and for empty rectangles and boxes.
 * Cost: the sum over the layers of what is near the way. */

/* A level of the game's own layers, borrowed: walls, tiles, mazes and grounds. Null if one is not.
 * Layer i of a level, null past the last. Cost: linear in layers. */
KBX_API kbx_handle kbx_level_of (const kbx_handle *layers, uint32_t count);
KBX_API kbx_handle kbx_level_layer (kbx_handle level, uint32_t i); /* Cost: binary search. */

/* The rectangle around all walls, tiles, cells of mazes and points of grounds; max is (-1, -1) if
 * there are none. Cost: linear in layers, in points of own grounds, in walls of banks of 1.0. */
KBX_API kbx_rect kbx_level_bounds (kbx_handle level);

/* ---------------------------------------------------------------- what is solid ---- */
/* Gives a cell another tile of its layer, by kbx_tile's number, if there is one; 0 empties it. */
typedef struct { kbx_point cell; uint32_t tile; } kbx_tile_change;

/* Doors: the game's changes to one layer, in its own arrays: a bit for each of kbx_info's `walls`
 * or `edges`. Two of one layer, wrong ones and short ones give KBX_ERROR_ARGUMENT, or no hits. */
typedef struct {
  uint32_t layer;               /* its number in the level */
  const uint64_t *removed;      /* bit i % 64 of number i / 64 removes wall or edge i, or NULL */
  const kbx_tile_change *tiles; /* sorted by cell.y, then cell.x, else some are missed, or NULL */
  uint32_t tile_count;
  uint32_t removed_count;       /* bits of removed: as many as walls or edges, or more */
} kbx_change;

/* Which parts of a level are solid; NULL: all. Start with kbx_all_solid: with zeros, nothing is. */
typedef struct {
  kbx_class_set classes;
  uint64_t layers;              /* bit i: layer i; layers from 64 on if all bits are set */
  bool drop_through;            /* fall through one-way things that stop from above */
  const kbx_change *changes;
  uint32_t change_count;
} kbx_filter;
KBX_API kbx_filter kbx_all_solid (void); /* Cost: constant. */

/* ---------------------------------------------------------------- questions ---- */
/* The first thing that the mover meets: kind, layer, and its wall, edge, piece (index) or cell. */
KBX_API kbx_hit kbx_level_cast_of (const kbx_handle *level, const kbx_shape *mover, kbx_vec move,
                                   const kbx_filter *filter); /* Cost: the parts near the way. */
static inline kbx_hit
kbx_level_cast (kbx_handle level, kbx_shape mover, kbx_vec move, const kbx_filter *filter)
{ return kbx_level_cast_of (&level, &mover, move, filter); } /* Cost: the parts near the way. */

/* Is the straight way free for a point? False for bad input. Cost: a cast that stops at any hit. */
KBX_API bool kbx_level_sees (kbx_handle level, kbx_vec from, kbx_vec to, const kbx_filter *filter);

/* Lists what the shape touches, layer by layer, by index or in row order. Circles and rectangles
 * are closed. Walls are touched from both sides; one-way tiles never. Cost: the parts near it. */
KBX_API uint32_t kbx_level_touching (kbx_handle level, kbx_shape shape, const kbx_filter *filter,
                                     kbx_thing *things, uint32_t capacity);

/* The first area that contains the point, null if none: its edges go round it an odd number of
 * times. On an edge of two areas, the one to the right or below contains it. *leaf, unless NULL:
 * the partition's leaf, KBX_NONE outside it. Cost: the depth of the partition, and its leaf. */
KBX_API kbx_handle kbx_level_at (kbx_handle level, kbx_vec p, uint32_t *leaf);

/* A part of a wall: what of it is in one leaf, or in one cell of a grid. */
typedef struct { uint32_t node, index; kbx_segment part; } kbx_wall_in_view;

/* Lists the parts of walls in view from a point, front to back: no ray from it meets a later part
 * before an earlier one. The view opens clockwise from `left` to `right`; all round if both are
 * (0, 0) or have one direction. Parts end also on the line through the point across the view. A
 * point on a node's line is in front of it. One-way walls are seen from both sides. */
/* Exact, but a wall within 1/32 pixel of a node's line is on the side that lists it. In no order:
 * walls that cross in a leaf, those seen along their length, and the last leaf's if not all fit. 0
 * for bad input. Method: Fuchs, Kedem, Naylor 1980; grids by rows, then columns. Cost: the nodes in
 * view times their depth, the square of the walls of their leaves. */
KBX_API uint32_t kbx_walls_in_view (kbx_handle walls, kbx_vec from, kbx_vec left, kbx_vec right,
                                    const kbx_filter *filter, kbx_wall_in_view *parts,
                                    uint32_t capacity);

/* KBX_WALK: if the way along x is blocked, the mover rises by as little as frees it. On a floor it
 * goes down after each pixel to stay on it, or walks off the edge, unless move.y < 0. In the air it
 * falls by move.y alone: add gravity. It does not climb grounds above their slope limit. From a
 * hill it steps on to tiles and walls that are no higher than the hill is there. Boxes are tested
 * by pixels; other shapes test slopes once per pixel, and stand 3/256 above the floor. */

/* Moves the mover. Lists the touches in order. Each fraction is of the move left there. Watertight:
 * the ways up to the touches are free, and so are the stops, so no mover leaves a closed level.
 * Cost: two casts per touch, at most 30; on slopes, a few per pixel. */
KBX_API kbx_move kbx_level_move (kbx_handle level, kbx_shape mover, kbx_vec move, kbx_motion motion,
                                 const kbx_filter *filter, kbx_hit *touches, uint32_t capacity);

/* The way out for a mover that overlaps something. `moved` is the shortest way to a free position
 * within `reach` pixels, in one of eight directions, up first, even through walls, but for gaps of
 * less than 1/32 of it. `hit`: none. `started_inside`: it was not free. Cost: 256 log way casts. */
KBX_API kbx_move kbx_level_unstick (kbx_handle level, kbx_shape mover, float reach,
                                    const kbx_filter *filter);

KBX_END
#endif
