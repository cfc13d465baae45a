/* SPDX-License-Identifier: MIT */
/* Levels: one question for walls, tiles, mazes and grounds together. */
#ifndef KICKBOX_LEVELS_H
#define KICKBOX_LEVELS_H

#include "layers.h"
KBX_BEGIN

/* A level is its layers. A bank's are in this order: its walls (layer 0), tiles, mazes, grounds;
 * heightmaps are only asked in space. Functions take a level, or one layer: then layer 0.
 *
 * What moves   point            circle            rectangle          box of whole pixels
 *   walls      stops before     stops before      lies flush         lies flush
 *   tiles      1/256 pixel      as closed pixels  lies flush         lies flush
 *   mazes      1/256 pixel      stops before      lies flush         lies flush
 *   grounds    the point        its lowest point  the middle of its lower side
 *
 * - Points, circles and rectangles are first rounded to 1/256 pixel, and stay within
 *   KBX_LEVEL_LIMIT. Boxes move by whole pixels, at most 2^24, and reach as far as the layer.
 * - Of what is met at one fraction, in double, what it starts inside counts, then the first layer.
 * - KBX_ERROR_ARGUMENT, and no hit or move, for other shapes and for what has no inside.
 * Cost: the sum of the layers', which is what is near the way. */

/* A level of the game's own layers, borrowed; layer i of a level, null beyond the last. */
KBX_API kbx_handle kbx_level_of (const kbx_handle *layers, uint32_t count);
KBX_API kbx_handle kbx_level_layer (kbx_handle level, uint32_t i);

/* What holds all walls, tiles and cells of mazes, and the points of grounds; max is (-1, -1) if it
 * is empty. Cost: linear in walls and points of grounds. */
KBX_API kbx_rect kbx_level_bounds (kbx_handle level);

/* ---------------------------------------------------------------- what is solid ---- */
/* A cell of tiles that shows another tile of its layer, by kbx_tile's number; 0 empties it. */
typedef struct { kbx_point cell; uint32_t tile; } kbx_tile_change;

/* Doors: what the game has changed of one layer, in arrays of its own. */
typedef struct {
  uint32_t layer;               /* of the level that is asked */
  const uint64_t *removed;      /* bit i % 64 of number i / 64: without wall or edge i; or NULL */
  const kbx_tile_change *tiles; /* by rising cell.y, then cell.x; or NULL */
  uint32_t tile_count;
} kbx_change;

/* Which parts of a level are solid; NULL: all. Begin with kbx_all_solid: zeros let all through. */
typedef struct {
  kbx_class_set classes;
  uint64_t layers;              /* bit i: layer i; layers from 64 on if all bits are set */
  bool drop_through;            /* come down through what is one-way from above */
  const kbx_change *changes;
  uint32_t change_count;
} kbx_filter;
KBX_API kbx_filter kbx_all_solid (void);

/* ---------------------------------------------------------------- questions ---- */
/* The first thing on the way: kind, layer, and its wall, edge or piece (index) or cell. */
KBX_API kbx_hit kbx_level_cast_of (const kbx_handle *level, const kbx_shape *mover, kbx_vec move,
                                   const kbx_filter *filter);
static inline kbx_hit
kbx_level_cast (kbx_handle level, kbx_shape mover, kbx_vec move, const kbx_filter *filter)
{ return kbx_level_cast_of (&level, &mover, move, filter); }

/* Does a point meet nothing on the way? Ends at the first thing found. False for bad input. */
KBX_API bool kbx_level_sees (kbx_handle level, kbx_vec from, kbx_vec to, const kbx_filter *filter);

/* Lists what the shape touches, layer by layer, by rising index or in row order. Circles and
 * rectangles are closed. Walls are touched from both sides; one-way tiles never. */
KBX_API uint32_t kbx_level_touching (kbx_handle level, kbx_shape shape, const kbx_filter *filter,
                                     kbx_thing *things, uint32_t capacity);

/* The first area that the point is in, null for none: one whose edges go round it an odd number of
 * times. Of two that share an edge, the one to the right or below holds it. *leaf, unless NULL:
 * that of the partition, KBX_NONE beyond it. Cost: the way down the partition, and its leaf. */
KBX_API kbx_handle kbx_level_at (kbx_handle level, kbx_vec p, uint32_t *leaf);

/* Moves the mover. Lists the touches in order, each with its point and normal. Watertight: the ways
 * up to the touches meet nothing, and stops are free, so nobody leaves a closed level.
 * - KBX_WALK: where x is not free, it rises by as little as frees it; on a floor it goes down after
 *   each pixel to stay on it, or walks off the edge, unless move.y < 0. In the air it falls by
 *   move.y alone: add weight. It does not climb grounds beyond their slope limit. Boxes are
 *   decided by pixels; other shapes test slopes once a pixel, and stand 3/256 above the floor.
 *   Cost: two casts for each touch, at most 30; walking on slopes a few for each pixel. */
KBX_API kbx_move kbx_level_move (kbx_handle level, kbx_shape mover, kbx_vec move, kbx_motion motion,
                                 const kbx_filter *filter, kbx_hit *touches, uint32_t capacity);

/* The way out for a mover that something reaches into: `moved` is the shortest of eight directions,
 * up first, to a free place within `reach` pixels. `started_inside`: it was not free;
 * `hit`: there is no such place. Cost: 8 casts for each of log (reach) distances. */
KBX_API kbx_move kbx_level_unstick (kbx_handle level, kbx_shape mover, float reach,
                                    const kbx_filter *filter);

KBX_END
#endif
