/* SPDX-License-Identifier: MIT */
/* The single layers of a level: walls, mazes, tiles, grounds and heightmaps. Casts and moves
 * through one layer or all of them are in levels.h. */
#ifndef KICKBOX_LAYERS_H
#define KICKBOX_LAYERS_H

#include "pixels.h"
#include "space.h"
KBX_BEGIN

#define KBX_LEVEL_LIMIT 65536.0f /* how far coordinates of levels may reach, in pixels */

/* The cell of tiles or of a maze that a pixel is in, and its pixels; zeros for other layers. */
KBX_API kbx_point kbx_cell_of (kbx_handle layer, kbx_point p); /* Cost: constant. */
KBX_API kbx_box kbx_cell_box (kbx_handle layer, kbx_point cell); /* Cost: constant. */

/* Lists the neighbours of a cell, clockwise from the upper or upper right one: across its edges, 4
 * or 6, then of 4 edges those at its corners. The corners of its outline on the screen, on the
 * floor, clockwise from the upper (left) one: 4 or 6. Return 0 for layers without cells. */
KBX_API uint32_t kbx_cell_neighbours (kbx_handle layer, kbx_point cell, kbx_point *cells,
                                      uint32_t capacity); /* Cost: constant. */
KBX_API uint32_t kbx_cell_corners (kbx_handle layer, kbx_point cell, kbx_vec *corners,
                                   uint32_t capacity); /* Cost: constant. */

/* ---------------------------------------------------------------- walls ---- */
/* A closed segment on the grid of 1/256 pixel within KBX_LEVEL_LIMIT. A one-way wall stops only
 * movers from its left that do not overlap it. The partition changes no result. */
typedef struct {
  kbx_segment segment;
  uint32_t class_index; /* 0 to 63 */
  bool one_way;
} kbx_wall;

/* A wall; one without length and class 0 past the end. Cost: constant. */
KBX_API kbx_wall kbx_walls_wall (kbx_handle walls, uint32_t index);

/* Lists the nodes of the partition that a cast of a point visits: in a tree from 0, parents first.
 * In a grid they are its cells, along rows. *blocks, unless NULL: the number of blocks of four
 * walls tested. Cost: those nodes. */
KBX_API uint32_t kbx_walls_nodes (kbx_handle walls, kbx_vec from, kbx_vec move, uint32_t *nodes,
                                  uint32_t capacity, uint32_t *blocks);

#define KBX_CELL_CORNERS 68u /* of the cell of a node, at most */
typedef struct {
  bool found;
  bool leaf;             /* lists walls, like each cell of a grid; others divide their cell */
  uint32_t depth;        /* lines above it: 0 for cells of a grid; a quadtree's level has two */
  uint32_t corner_count; /* at most KBX_CELL_CORNERS */
  kbx_segment line;      /* divides its cell; (0, 0) twice for a leaf, and outside the rectangle */
} kbx_walls_part;

/* A node, and the corners of its convex cell in a rectangle. Cost: the square of its depth. */
KBX_API kbx_walls_part kbx_walls_node (kbx_handle walls, uint32_t node, kbx_rect within,
                                       kbx_vec *corners, uint32_t capacity);

/* ---------------------------------------------------------------- mazes ---- */
/* Thin walls on the edges of a grid's cells. The sides of a cell with walls, as bits of kbx_side.
 * The cells on the straight path from one position to another, in order, ignoring walls. At a
 * corner of four cells the lower right one. Cost: linear in the cells crossed. */
KBX_API uint32_t kbx_maze_walls (kbx_handle maze, kbx_point cell); /* Cost: constant. */
KBX_API uint32_t kbx_maze_cells_crossed (kbx_handle maze, kbx_vec from, kbx_vec to,
                                         kbx_point *cells, uint32_t capacity);

/* ---------------------------------------------------------------- tiles ---- */
/* Cells of one size, (column, row), any int32; cells not stored are empty. In an isometric layer
 * too, cells are boxes, in its own frame, which queries use. Solid is whole pixels. Staggered cells
 * are diamonds or hexagons on the screen. A point on an edge belongs to the lower cell, or the
 * right one; a pixel to the cell of its centre. Only their full tiles are solid. */

/* Which rows or columns of cells are shifted by half a cell, to the right or down. */
#define KBX_STAGGER_ODD_ROWS 1u
#define KBX_STAGGER_EVEN_ROWS 2u
#define KBX_STAGGER_ODD_COLUMNS 3u
#define KBX_STAGGER_EVEN_COLUMNS 4u

typedef enum {
  KBX_TILE_NOT_SOLID = 0, /* empty, or with its frame's shapes */
  KBX_TILE_FULL,
  KBX_TILE_ONE_WAY_LEFT,  /* stops only movers from its left, and so on */
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

/* The tile of a cell. The non-empty cells that share a pixel with the box, in row order. */
KBX_API kbx_tile kbx_tiles_tile (kbx_handle tiles, kbx_point cell); /* Cost: constant. */
KBX_API uint32_t kbx_tiles_cells (kbx_handle tiles, kbx_box box, kbx_point *cells,
                                  uint32_t capacity); /* Cost: the cells under the box. */

/* The frame of a tile of a bank's layer, null for the empty cell. The first animation of its sprite
 * that begins with that frame, null for none. Cost: the sprite's animations. */
KBX_API kbx_handle kbx_tile_frame (kbx_handle tiles, kbx_tile tile); /* Cost: constant. */
KBX_API kbx_handle kbx_tile_animation (kbx_handle tiles, kbx_tile tile);

/* The screen position of a position in the layer's own frame, `height` units above the floor. Back,
 * the floor position seen there, first rounded to 1/256 pixel, and, unless NULL, its cell, exact:
 * at a corner of four the lower right one. KBX_ERROR_ARGUMENT, and nothing is written, outside
 * KBX_WORLD_LIMIT. Cost: constant. */
KBX_API kbx_vec kbx_tiles_to_screen (kbx_handle tiles, kbx_vec p, float height);
KBX_API kbx_status kbx_tiles_from_screen (kbx_handle tiles, kbx_vec screen, kbx_vec *p,
                                          kbx_point *cell);

/* Lists the cells to draw, back to front. They are not empty, and their outline, raised by their
 * height, touches a closed rectangle of the screen. Cost: the cells between its corners. */
KBX_API uint32_t kbx_tiles_visible (kbx_handle tiles, kbx_rect screen, kbx_point *cells,
                                    uint32_t capacity);

/* Where the top left pixel of a cell's picture of that size (exchanged if transposed) is drawn. Its
 * lower left corner is that of the box around the outline, raised and offset. Cost: constant. */
KBX_API kbx_point kbx_tiles_picture_at (kbx_handle tiles, kbx_point cell, kbx_size size);

/* Converts a box of screen pixels to the coordinates of the frame of that size in a cell. */
KBX_API kbx_box kbx_tiles_box_in_frame (kbx_handle tiles, kbx_point cell, kbx_box box,
                                        kbx_size frame); /* Cost: constant. */

/* Lists the cells, back to front, whose tile has a shape of those classes there, the first being
 * `index`. Tests a point (its pixel, within 2^24), box or rectangle of the screen. A layer packed
 * by the game needs `bank` in its handle. Cost: each cell within the farthest reach of a shape,
 * kbx_frame_hit where it is near. */
KBX_API uint32_t kbx_tiles_touching (kbx_handle tiles, kbx_shape shape, kbx_class_set classes,
                                     kbx_thing *things, uint32_t capacity);

/* ---------------------------------------------------------------- grounds ---- */
/* Ground whose height is a function of x, in cubic pieces between points; none outside them. It
 * stops the mover's foot. y points down: the foot touches if its y is at least the ground's. A
 * slope, dy / dx, is positive where it descends to the right. */
typedef struct {
  bool found;     /* false: no ground there */
  float y;        /* +infinity without ground */
  float slope;    /* at a point, that of the right piece */
  kbx_vec normal; /* unit vector up from the ground; (0, 0) without ground */
  bool too_steep;
} kbx_ground_place;

/* The ground at x. Cost: binary search. */
KBX_API kbx_ground_place kbx_ground_at (kbx_handle ground, float x);

/* ---------------------------------------------------------------- heightmaps ---- */
/* Ground of altitude z, up, over a square grid of samples; outside, as at the nearest border. */

typedef enum {
  KBX_HEIGHT_NEAREST = 0,  /* the nearest sample; of equally near ones the right, lower one */
  KBX_HEIGHT_BILINEAR = 1, /* straight between samples along both axes: used by rays and boxes */
  KBX_HEIGHT_BICUBIC = 2   /* smooth (Catmull and Rom); may slightly exceed the samples */
} kbx_height_filter;

typedef struct {
  bool inside;      /* on the map, its border included */
  float z;
  kbx_vec3 normal;  /* unit vector off the ground, z > 0; (0, 0, 0) for bad input */
} kbx_height_place;

/* Altitude, -infinity for bad input; with the normal of the filter's surface. Cost: constant. */
KBX_API float kbx_heightmap_z (kbx_handle map, kbx_vec p, kbx_height_filter filter);
KBX_API kbx_height_place kbx_heightmap_at (kbx_handle map, kbx_vec p, kbx_height_filter filter);

/* The highest altitude of the bilinear surface on a closed rectangle; -infinity outside the map.
 * Cost: linear in the cells under it. */
KBX_API float kbx_heightmap_highest (kbx_handle map, kbx_rect area);

/* Where a moving point first reaches the bilinear surface, or a side of the map; grazing may pass.
 * Cost: about the logarithm of the map's side; at worst times the cells under the path. */
KBX_API kbx_hit3 kbx_heightmap_ray (kbx_handle map, kbx_vec3 from, kbx_vec3 move);

KBX_END
#endif
