/* SPDX-License-Identifier: MIT */
/* The layers of a level, each alone: walls, mazes, tiles, grounds and heightmaps. Casts and moves
 * through one layer or all of them are in levels.h. */
#ifndef KICKBOX_LAYERS_H
#define KICKBOX_LAYERS_H

#include "pixels.h"
#include "space.h"
KBX_BEGIN

#define KBX_LEVEL_LIMIT 65536.0f /* how far coordinates of levels may reach, in pixels */

/* The cell of tiles or of a maze that a pixel is in, and its pixels; zeros for other layers. */
KBX_API kbx_point kbx_cell_of (kbx_handle layer, kbx_point p);
KBX_API kbx_box kbx_cell_box (kbx_handle layer, kbx_point cell);

/* ---------------------------------------------------------------- walls ---- */
/* A closed segment on the grid of 1/256 pixel within KBX_LEVEL_LIMIT. A one-way wall stops only
 * what comes from its left and does not overlap it. The partition changes no answer. `walls` may be
 * a bank's level. */
typedef struct {
  kbx_segment segment;
  uint32_t class_index; /* 0 to 63 */
  bool one_way;
} kbx_wall;

/* A wall; one without length and class 0 beyond the last. */
KBX_API kbx_wall kbx_walls_wall (kbx_handle walls, uint32_t index);

/* Lists the nodes of the partition that a cast of a point visits: of a tree from 0, parents first;
 * of a grid its cells, along rows. *blocks, unless NULL: how many blocks of four walls it tests. */
KBX_API uint32_t kbx_walls_nodes (kbx_handle walls, kbx_vec from, kbx_vec move, uint32_t *nodes,
                                  uint32_t capacity, uint32_t *blocks);

#define KBX_CELL_CORNERS 68u /* of the cell of a node, at most */
typedef struct {
  bool found;
  bool leaf;             /* lists walls, like each cell of a grid; others divide their cell */
  uint32_t depth;        /* 0 for the root, and for cells of a grid */
  uint32_t corner_count; /* at most KBX_CELL_CORNERS */
  kbx_segment line;      /* divides its cell; (0, 0) twice for a leaf, and outside the rectangle */
} kbx_walls_part;

/* A node, and the corners of its convex cell in a rectangle. Cost: the square of its depth. */
KBX_API kbx_walls_part kbx_walls_node (kbx_handle walls, uint32_t node, kbx_rect within,
                                       kbx_vec *corners, uint32_t capacity);

/* ---------------------------------------------------------------- mazes ---- */
/* Thin walls on the edges of a grid's cells. The sides of a cell that have walls, as bits of
 * kbx_side. The cells of the maze on the straight way from one place to another, in order, walls or
 * not; at a corner of four cells the one to the lower right. Cost: linear in what is crossed. */
KBX_API uint32_t kbx_maze_walls (kbx_handle maze, kbx_point cell);
KBX_API uint32_t kbx_maze_cells_crossed (kbx_handle maze, kbx_vec from, kbx_vec to,
                                         kbx_point *cells, uint32_t capacity);

/* ---------------------------------------------------------------- tiles ---- */
/* Cells of one size, (column, row), any int32; those not stored are empty. Of an isometric layer
 * too the cells are boxes, in its own frame, in which questions are asked. Solid is whole
 * pixels. */

typedef enum {
  KBX_TILE_NOT_SOLID = 0, /* empty, or with its frame's shapes */
  KBX_TILE_FULL,
  KBX_TILE_ONE_WAY_LEFT,  /* stops what comes from its left, and so on */
  KBX_TILE_ONE_WAY_RIGHT, KBX_TILE_ONE_WAY_TOP, KBX_TILE_ONE_WAY_BOTTOM,
  KBX_TILE_HEIGHTS_LEFT,  /* solid pixels stand on its left side; a floor's on the bottom */
  KBX_TILE_HEIGHTS_RIGHT, KBX_TILE_HEIGHTS_TOP, KBX_TILE_HEIGHTS_BOTTOM
} kbx_tile_kind;

typedef struct {
  bool found;           /* false: the cell is empty, and all else 0 or KBX_NONE */
  kbx_tile_kind kind;   /* flips done */
  uint32_t number;      /* of the layer's tiles; for kbx_tile_change */
  uint32_t class_index; /* KBX_NONE for none */
  uint32_t sprite, frame; /* of the bank; within the sprite */
  bool transposed, flip_x, flip_y; /* transposed first (x and y swapped), then mirrored */
  uint32_t height;      /* of an isometric layer: units above the floor */
  kbx_point offset;     /* pixels from its cell to where it is drawn: see kbx_tiles_picture_at */
} kbx_tile;

/* What a cell shows; the cells that share a pixel with the box and are not empty, in row order. */
KBX_API kbx_tile kbx_tiles_tile (kbx_handle tiles, kbx_point cell);
KBX_API uint32_t kbx_tiles_cells (kbx_handle tiles, kbx_box box, kbx_point *cells,
                                  uint32_t capacity);

/* The frame of a tile of a bank's layer, null for the empty cell; and the first animation of its
 * sprite that begins with that frame, null for none. Cost: the sprite's animations. */
KBX_API kbx_handle kbx_tile_frame (kbx_handle tiles, kbx_tile tile);
KBX_API kbx_handle kbx_tile_animation (kbx_handle tiles, kbx_tile tile);

/* Where a place of the layer's own frame, `height` units above the floor, is on the screen; and
 * back, the place of the floor that is seen there, first rounded to 1/256 pixel, and, unless NULL,
 * its cell, exact: at a corner of four the lower right one. KBX_ERROR_ARGUMENT, and nothing is
 * written, outside KBX_WORLD_LIMIT. */
KBX_API kbx_vec kbx_tiles_to_screen (kbx_handle tiles, kbx_vec p, float height);
KBX_API kbx_status kbx_tiles_from_screen (kbx_handle tiles, kbx_vec screen, kbx_vec *p,
                                          kbx_point *cell);

/* Lists the cells to draw, back to front: not empty, and with an outline, raised by their height,
 * that touches a closed rectangle of the screen. Cost: the cells between its corners. */
KBX_API uint32_t kbx_tiles_visible (kbx_handle tiles, kbx_rect screen, kbx_point *cells,
                                    uint32_t capacity);

/* Where the top left pixel of a cell's picture of that size (exchanged if transposed) is drawn: its
 * lower left corner at that of the box round the cell's outline, raised and moved by the offset. */
KBX_API kbx_point kbx_tiles_picture_at (kbx_handle tiles, kbx_point cell, kbx_size size);

/* A box of pixels of the screen in the coordinates of the frame of that size that a cell shows. */
KBX_API kbx_box kbx_tiles_box_in_frame (kbx_handle tiles, kbx_point cell, kbx_box box,
                                        kbx_size frame);

/* Lists the cells, back to front, whose tile has a shape of those classes, the first being `index`,
 * where a point (its pixel, within 2^24), box or rectangle of the screen touches it. A layer that
 * the game packed needs `bank` in its handle. Cost: each cell within the farthest reach of a shape,
 * kbx_frame_hit where it is near. */
KBX_API uint32_t kbx_tiles_touching (kbx_handle tiles, kbx_shape shape, kbx_class_set classes,
                                     kbx_thing *things, uint32_t capacity);

/* ---------------------------------------------------------------- grounds ---- */
/* Ground whose height is a function of x, of cubic pieces from point to point; none beyond the
 * first and the last. It stops the mover's foot. y goes down: the foot touches where its y is at
 * least the ground's, and a slope, dy / dx, is positive where it goes down to the right. */
typedef struct {
  bool found;     /* false: no ground there */
  float y;        /* +infinity without ground */
  float slope;    /* at a point the right piece's */
  kbx_vec normal; /* unit vector up from the ground; (0, 0) without */
  bool too_steep;
} kbx_ground_place;

/* The ground at x. Cost: binary search. */
KBX_API kbx_ground_place kbx_ground_at (kbx_handle ground, float x);

/* ---------------------------------------------------------------- heightmaps ---- */
/* Ground of altitude z, up, over a square grid of samples; beyond the map that of the nearest place
 * of its border. */

typedef enum {
  KBX_HEIGHT_NEAREST = 0,  /* the nearest sample; of equally near ones the right, lower one */
  KBX_HEIGHT_BILINEAR = 1, /* straight between samples along both axes: what rays and boxes touch */
  KBX_HEIGHT_BICUBIC = 2   /* smooth (Catmull and Rom); may rise a little above the samples */
} kbx_height_filter;

typedef struct {
  bool inside;      /* on the map, its border included */
  float z;
  kbx_vec3 normal;  /* unit vector off the ground, z > 0; (0, 0, 0) for bad input */
} kbx_height_place;

/* The altitude of a place, -infinity for bad input; with the normal of the filter's surface. */
KBX_API float kbx_heightmap_z (kbx_handle map, kbx_vec p, kbx_height_filter filter);
KBX_API kbx_height_place kbx_heightmap_at (kbx_handle map, kbx_vec p, kbx_height_filter filter);

/* The highest altitude of the bilinear surface on a closed rectangle; -infinity beyond the map.
 * Cost: linear in the cells under it. */
KBX_API float kbx_heightmap_highest (kbx_handle map, kbx_rect area);

/* Where a moving point first comes to the bilinear surface, or to a side of the map; what only
 * grazes may pass. Cost: about the logarithm of the map's side; at worst times the cells under the
 * way. */
KBX_API kbx_hit3 kbx_heightmap_ray (kbx_handle map, kbx_vec3 from, kbx_vec3 move);

KBX_END
#endif
