/* SPDX-License-Identifier: MIT */
/* Levels: one question for walls, tiles, mazes and grounds together. */
#ifndef KICKBOX_LEVELS_H
#define KICKBOX_LEVELS_H

#include "layers.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A level is its layers. Those of a bank's level are in this order: its walls (layer 0), tiles, mazes, grounds; heightmaps are
 * only asked in space. Every function below takes a whole level or the handle of one layer, which is layer 0 then.
 *
 * What moves:      point              circle              rectangle            box of whole pixels
 *   walls          stops before       stops before        comes to lie flush   comes to lie flush
 *   tiles          pixel of 1/256     as closed pixels    comes to lie flush   comes to lie flush
 *   mazes          pixel of 1/256     stops before        comes to lie flush   comes to lie flush
 *   grounds        the point          its lowest point    middle of its lower side, as of a box
 *
 * - Points, circles and rectangles are brought to the nearest place of the grid of 1/256 pixel, halves upwards, and stay within
 *   +-KBX_LEVEL_LIMIT. Boxes move by whole pixels, exactly up to 2^24 of them, and reach as far as the layer. All of it is
 *   decided exactly; see the comments of each kind of layer.
 * - Each layer answers alone; the least fraction counts, in double, then the layer that comes first. So one layer's answer
 *   is the same bits alone or with others.
 * - Other shapes, rectangles and boxes without an inside, NaN, the null handle and what is beyond a layer's limits:
 *   KBX_ERROR_ARGUMENT, nothing hit, nobody moves.
 * Cost: the sum of the layers', which is what is near the way. */
typedef kbx_handle kbx_level;

/* A level of the game's own: layers in the order of their numbers. The array is borrowed. */
KBX_API kbx_level kbx_level_of (const kbx_layer *layers, uint32_t count);

/* What holds all walls, stored tiles and cells of mazes, and the points of grounds; of an empty level max is (-1, -1) and min (0, 0).
 * Cost: linear in walls and points of grounds. */
KBX_API kbx_rect kbx_level_bounds (kbx_level level);

/* Layer i, as hits and filters count them; the null handle beyond the last. */
KBX_API kbx_layer kbx_level_layer (kbx_level level, uint32_t i);

/* ---------------------------------------------------------------- what is solid ---- */

/* A cell of tiles that shows another tile of its layer: the number that kbx_tile has; 0 is the empty cell. */
typedef struct {
  kbx_point cell;
  uint32_t tile;
} kbx_tile_change;

/* Doors: what the game has opened or replaced in one layer, in arrays of its own. */
typedef struct {
  uint32_t layer;
  const uint64_t *removed;      /* walls, mazes: bit i % 64 of number i / 64 takes wall or edge i out; as many bits as there are; or NULL */
  const kbx_tile_change *tiles; /* tiles, by rising cell.y, then cell.x; or NULL */
  uint32_t tile_count;
} kbx_change;

/* Which parts of a level are solid. A NULL filter: all of it. Begin with kbx_all_solid (): zeros let everything through. */
typedef struct {
  kbx_class_set classes;
  uint64_t layers;              /* bit i: layer i; layers from 64 on count where all bits are set */
  bool drop_through;            /* what is one-way from above does not stop: to come down through platforms */
  const kbx_change *changes;
  uint32_t change_count;
} kbx_filter;

KBX_API kbx_filter kbx_all_solid (void);

/* ---------------------------------------------------------------- casts ---- */

/* The first thing that the mover meets on its way: kind, layer, and its wall, edge or piece (index) or cell. */
KBX_API kbx_hit kbx_level_cast (kbx_level level, kbx_shape mover, kbx_vec move, const kbx_filter *filter);

/* Does a point meet nothing on the way from one place to the other? The first thing found ends it. False for bad input. */
KBX_API bool kbx_level_sees (kbx_level level, kbx_vec from, kbx_vec to, const kbx_filter *filter);

/* All solid things that the shape touches, layer by layer, by rising index or in row order; returns how many there are.
 * Circles and rectangles are closed: touching counts. Points and boxes share pixels with tiles, and edges of mazes reach into
 * them. Walls are touched either way, by a box as by its rectangle. One-way tiles are not solid. */
KBX_API uint32_t kbx_level_touching (kbx_level level, kbx_shape shape, const kbx_filter *filter, kbx_thing *things, uint32_t capacity);

typedef struct {
  kbx_status status;
  uint32_t area; /* of the level: the first one that holds it, or KBX_NONE */
  uint32_t leaf; /* of the walls' partition: a node of a tree, a cell of a grid, counted along rows; KBX_NONE beyond it */
} kbx_level_place;

/* Which area a point is in. An area is what its edges go round an odd number of times. Of areas that share an edge, a point
 * on it belongs to exactly one: edges belong to what is right of them and below.
 * Cost: the way down the partition, and the edges of areas that share the leaf. Method: crossing number, exact signs. */
KBX_API kbx_level_place kbx_level_at (kbx_level level, kbx_vec p);

/* ---------------------------------------------------------------- moves ---- */

/* Moves the mover and says how far it gets. The touches, in order, go to touches[0..capacity), each with its point and normal.
 * Watertight: the straight ways from stop to stop meet nothing, by the same tests as casts. So nobody leaves a closed
 * level, whatever is aimed at.
 *
 * KBX_WALK: what is not free along x is taken after rising by as little as makes it free. What stands goes down after each
 * pixel as far as to stand again, else it walks off the edge. With move.y < 0 nothing goes down so. Give move.y of 1 pixel
 * or more to what stands: gravity. Grounds beyond their slope limit are not climbed. Boxes are decided pixel by pixel; others
 * look for slopes once a pixel, and stand up to 3/256 pixel above what carries them.
 * Cost: two casts for each touch, rarely a few more; 30 at most. A walk: a few casts for each pixel on slopes. */
KBX_API kbx_move kbx_level_move (kbx_level level, kbx_shape mover, kbx_vec move, kbx_motion motion, const kbx_filter *filter, kbx_hit *touches,
                                 uint32_t capacity);

/* The way out for a mover that something reaches into: `moved` is the least way along one of eight directions, up first, to a
 * free place at most `reach` pixels away; (0, 0) where it is free already. `hit`: nothing is free there. `started_inside`: it
 * was not free. Cost: 8 casts for each of about log (reach) distances. */
KBX_API kbx_move kbx_level_unstick (kbx_level level, kbx_shape mover, float reach, const kbx_filter *filter);

#ifdef __cplusplus
}
#endif

#endif
