/* SPDX-License-Identifier: MIT */
/* The layers of a level, each by itself: walls, mazes, tiles, grounds and heightmaps. What moves through them asks
 * kbx_level_cast and kbx_level_move, of one layer or of all. */
#ifndef KICKBOX_LAYERS_H
#define KICKBOX_LAYERS_H

#include "pixels.h"
#include "space.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Packed layers are borrowed, the same on every machine, and may be asked by several threads at once. */
typedef kbx_handle kbx_layer;

#define KBX_LEVEL_LIMIT 65536.0f

/* ---------------------------------------------------------------- walls ---- */

/* Segments on the grid of 1/256 pixel within +-KBX_LEVEL_LIMIT. A one-way wall stops only what comes from its left, the side
 * of P where det(AB, AP) > 0, which is the right-hand side on the screen of one who looks from a to b.
 * - Walls are closed segments: points and circles stop before them; rectangles may lie flush beside them. What glides along
 *   or moves away is let go.
 * - Of walls at the same fraction the one with the lowest index counts. How walls are partitioned changes no answer, not in
 *   its last bit. Whether something is met is exact; a circle's fraction is rounded.
 * Functions here take the layer, or a bank's level for its walls. */
typedef struct {
  kbx_segment segment;
  uint32_t class_index; /* 0 to 63 */
  bool one_way;
} kbx_wall;

/* One without length and class 0 beyond the last. */
KBX_API kbx_wall kbx_walls_wall (kbx_layer walls, uint32_t index);

/* What the cast of a point costs, the same on every machine: how many nodes of a tree, leaves included, or cells of a grid,
 * and how many blocks of four walls it looks at. The nodes go to nodes[0..capacity), in the order in which the cast comes to
 * them: a tree's count from 0, parents first; cells along rows, as kbx_level_place's leaf. Zeros for bad input. */
typedef struct {
  uint32_t nodes, blocks;
} kbx_cast_cost;

KBX_API kbx_cast_cost kbx_walls_nodes (kbx_layer walls, kbx_vec from, kbx_vec move, uint32_t *nodes, uint32_t capacity);

/* A node of the partition, as far as it is within a rectangle of the world, for pictures of it. */
typedef struct {
  bool found;       /* false: there is none of that number, or bad input */
  bool leaf;        /* lists walls, as each cell of a grid does; others divide their cell in two */
  uint32_t depth;   /* 0 for the root, and for cells of a grid */
  kbx_segment line; /* where it divides its cell; both ends (0, 0) for a leaf, and where the line is not in the rectangle */
} kbx_walls_part;

/* The node; and the corners of its cell, a convex polygon, clockwise on the screen: returns how many there are, at most
 * KBX_CELL_CORNERS. Computed in double, rounded once. Cost: the square of its depth at worst.
 * Method: the rectangle, cut by the lines of all nodes above (Sutherland and Hodgman 1974). */
#define KBX_CELL_CORNERS 68u
KBX_API kbx_walls_part kbx_walls_node (kbx_layer walls, uint32_t node, kbx_rect within);
KBX_API uint32_t kbx_walls_cell (kbx_layer walls, uint32_t node, kbx_rect within, kbx_vec *corners, uint32_t capacity);

/* ---------------------------------------------------------------- mazes ---- */

/* Thin walls on the edges of a grid's cells.
 * - Cell (i, j) is the pixels [x + i w, x + (i + 1) w) x [y + j h, y + (j + 1) h), where (x, y) is the origin and w x h the
 *   size of a cell; i and j may be negative. Outside the maze there are no walls.
 * - A box or rectangle meets what reaches into its inside. A point is the square of 1/256 pixel of which it is the top left
 *   corner, so it stops 1/256 pixel before what is right of it or below. A circle meets edges as walls.
 * - One edge is reported. Of those at the least fraction, what meets it decides: first the side to which the move goes more
 *   (left or right where |x| >= |y|), then the other side, then the corner between. Of edges that this side meets, the
 *   uppermost or leftmost; one along the side before one that ends at it. Of a corner's, a left edge before a top one.
 * - A hit's cell is the edge's, and its index has the bit of kbx_change: 2 * (row * (columns + 1) + column), counted from the
 *   first cell, and 1 more for a top edge. The right border is left edges of cells behind it, the lower one top edges.
 * Boxes are within KBX_WORLD_LIMIT, all else within KBX_LEVEL_LIMIT. Cost: each edge on the way.
 * Method: the lines between cells in the order of their fractions, compared as products (Amanatides and Woo 1987). */
typedef kbx_handle kbx_maze;

/* The cell of a pixel, also outside the maze; (0, 0) for the null handle. Method: division rounded down. */
KBX_API kbx_point kbx_maze_cell_at (kbx_maze maze, kbx_point p);

typedef struct { bool left, top, right, bottom; } kbx_maze_walls;

/* On which of its edges a cell has walls; and whether there is one between two cells, false for cells that share no edge. */
KBX_API kbx_maze_walls kbx_maze_walls_of (kbx_maze maze, kbx_point cell);
KBX_API bool kbx_maze_wall_between (kbx_maze maze, kbx_point a, kbx_point b);

/* The cells of the maze that a point of the closed way from one place to another is in, in order; walls or not. Returns how
 * many there are, 0 for bad input. Cells are half-open: where the way passes exactly through the corner of four, it is in the
 * one to the lower right. Cost: linear in what is crossed. */
KBX_API uint32_t kbx_maze_cells_crossed (kbx_maze maze, kbx_vec from, kbx_vec to, kbx_point *cells, uint32_t capacity);

/* ---------------------------------------------------------------- tiles ---- */

/* Cells of one size, each of which is empty or shows a tile.
 * - A cell is (x, y): columns to the right and rows down, any int32; those that are not stored are empty. The corner of cell
 *   (0, 0) is the layer's origin. An isometric layer has the same pixels in its own frame, where each cell is a box too, and
 *   all questions are asked there; kbx_tiles_from_screen and kbx_tiles_to_screen lead there and back.
 * - Tiles are sets of whole pixels, half-open: solid pixels stop, and neighbours that share an edge do not touch. A tile is
 *   full; or has a height for each column of pixels (a slope), on one of its four sides, since tiles may be flipped and
 *   transposed; or is one-way; or is not solid, and may have its frame's shapes.
 * - A one-way tile has no solid pixels. It stops only what was wholly outside its side before and comes in through that side.
 * - A tile without a class counts for every set but the empty one.
 * - Boxes and rectangles are met where they would share a solid pixel. Of tiles at one fraction one is reported: first a left
 *   or right face where |x| >= |y| in the move, else an upper or lower one; then a face of the other kind; then a corner;
 *   of several alike the first in row order. So a seam of two tiles that make one floor is no corner.
 * - A point meets the first solid pixel that holds a point of its closed way. Through a corner of the pixel, the face counts
 *   behind which there is no other solid pixel; else the one that stands more against the way.
 * - Who starts inside gets the first such cell in row order, and the normal (0, 0).
 * Any int32 positions of boxes are right; nothing overflows. Cost: the cells on the way; blocks of 32 x 32 empty cells count
 * as one for boxes, rectangles and points. Method: slabs (Kay and Kajiya 1986) in integers; cell to cell (Amanatides and Woo). */
typedef kbx_handle kbx_tiles;

typedef enum {
  KBX_TILE_NOT_SOLID = 0,     /* empty, or with its frame's shapes */
  KBX_TILE_FULL = 1,
  KBX_TILE_ONE_WAY_LEFT = 2,  /* stops what comes from its left, and so on */
  KBX_TILE_ONE_WAY_RIGHT = 3,
  KBX_TILE_ONE_WAY_TOP = 4,
  KBX_TILE_ONE_WAY_BOTTOM = 5,
  KBX_TILE_HEIGHTS_LEFT = 6,  /* solid pixels stand on its left side, and so on; a floor's slopes stand on the bottom */
  KBX_TILE_HEIGHTS_RIGHT = 7,
  KBX_TILE_HEIGHTS_TOP = 8,
  KBX_TILE_HEIGHTS_BOTTOM = 9
} kbx_tile_kind;

/* What a cell shows. */
typedef struct {
  bool found;           /* false: the cell is empty, and all else 0 or KBX_NONE */
  kbx_tile_kind kind;   /* as it is there, flips done */
  uint32_t number;      /* of the layer's tiles; for kbx_tile_change */
  uint32_t class_index; /* KBX_NONE for none */
  uint32_t sprite;      /* of the bank, and the frame within it */
  uint32_t frame;
  bool transposed, flip_x, flip_y; /* transposed first (x and y swapped), then mirrored */
  uint32_t height;      /* of an isometric layer: units above the floor */
  kbx_point offset;     /* how far from its cell it is drawn, within 4096 pixels: see kbx_tiles_picture_at */
} kbx_tile;

/* The cell that a pixel is in (rounded down, at negative places too; the nearest int32; (0, 0) for the null handle); the
 * pixels of a cell; what a cell shows; what the cell that a pixel is in shows. */
KBX_API kbx_point kbx_tiles_cell_of (kbx_tiles tiles, kbx_point p);
KBX_API kbx_box kbx_tiles_cell_box (kbx_tiles tiles, kbx_point cell);
KBX_API kbx_tile kbx_tiles_tile (kbx_tiles tiles, kbx_point cell);
KBX_API kbx_tile kbx_tiles_at (kbx_tiles tiles, kbx_point p);

/* The cells that share a pixel with the box and are not empty, in row order; returns how many there are. */
KBX_API uint32_t kbx_tiles_cells (kbx_tiles tiles, kbx_box box, kbx_point *cells, uint32_t capacity);

/* What a tile of a bank's layer shows: its frame, the null handle for the empty cell; and the animation that it shows instead as
 * time goes on, the first one of its sprite that begins with that frame, the null handle for a tile that stands still. Cost:
 * constant; the sprite's animations: ask once for each different tile, not for each cell. */
KBX_API kbx_frame kbx_tile_frame (kbx_tiles tiles, kbx_tile tile);
KBX_API kbx_animation kbx_tile_animation (kbx_tiles tiles, kbx_tile tile);

/* ---- on the screen */

/* Where a place of the layer's own frame is on the screen, `height` units above the floor; of a straight layer at height 0 the
 * same place. In double, rounded once; (0, 0) for bad input. */
KBX_API kbx_vec kbx_tiles_to_screen (kbx_tiles tiles, kbx_vec p, float height);

typedef struct {
  kbx_status status; /* KBX_ERROR_ARGUMENT outside KBX_WORLD_LIMIT */
  kbx_vec p;         /* in the layer's own frame */
  kbx_point cell;    /* the nearest int32 */
} kbx_tiles_place;

/* Which place of the floor is seen at a place of the screen, which is first brought to the nearest 1/256 pixel; then the cell is
 * exact: of four that share a corner, the lower right one. Method: the inverse matrix, rounded down, in integers. */
KBX_API kbx_tiles_place kbx_tiles_from_screen (kbx_tiles tiles, kbx_vec screen);

/* The cells that are not empty and touch a closed rectangle of the screen with their outline, raised as high as they are; in the
 * order in which they are drawn, back to front. What is drawn larger than its cell needs a larger rectangle. Returns how many
 * there are. Cost: the cells that the rectangle's corners span. */
KBX_API uint32_t kbx_tiles_visible (kbx_tiles tiles, kbx_rect screen, kbx_point *cells, uint32_t capacity);

/* Where the top left pixel of a cell's picture is drawn, which is so large as the cell has it (transposed: width and height are
 * exchanged). Its lower left corner is at the lower left corner of the least box around the cell's outline, raised by the
 * cell's height and moved by its tile's offset, at whole pixels (halves go right and down). The nearest int32. */
KBX_API kbx_point kbx_tiles_picture_at (kbx_tiles tiles, kbx_point cell, kbx_size size);

/* A pixel, or a box of pixels, of the screen (of a straight layer: of the layer) in the own coordinates of the frame that a cell
 * shows, which is so large: flips and transposition are undone. Placed on its hot spot, the frame answers any question about them.
 * The nearest int32; of an empty cell, as if its tile were there unflipped. */
KBX_API kbx_point kbx_tiles_point_in_frame (kbx_tiles tiles, kbx_point cell, kbx_point p, kbx_size frame);
KBX_API kbx_box kbx_tiles_box_in_frame (kbx_tiles tiles, kbx_point cell, kbx_box box, kbx_size frame);

/* A shape of a tile. */
typedef struct {
  kbx_point cell;
  uint32_t shape;       /* of the frame that the cell shows: the first, in the artist's order, that is hit */
  uint32_t class_index; /* of the shape */
} kbx_tile_shape;

/* The cells whose tile has a shape of those classes where a pixel of the screen is, or that a box of pixels hits, as
 * kbx_frame_at and kbx_frame_hit have it; solid and one-way tiles have no shapes. A shape may reach out of its cell.
 * In the order in which cells are drawn, back to front; returns how many there are. Moves do not stop at shapes. The frames are
 * those of the layer's bank: set it in the handle of a layer that the game packed.
 * Cost: each different tile; each cell as near as the tile whose shapes reach farthest; kbx_frame_at or kbx_frame_hit where
 * the frame is near. For a pixel kbx_bank_open allows 2^22 cells, and for any tile 2^26 times a shape or corner. */
KBX_API uint32_t kbx_tiles_shapes_at (kbx_tiles tiles, kbx_point p, kbx_class_set classes, kbx_tile_shape *shapes, uint32_t capacity);
KBX_API uint32_t kbx_tiles_shapes_in_box (kbx_tiles tiles, kbx_box box, kbx_class_set classes, kbx_tile_shape *shapes, uint32_t capacity);

/* ---------------------------------------------------------------- grounds ---- */

/* Ground that is as high as a function of x, made of cubic pieces from point to point. It stops the mover's foot: a point
 * itself, the lowest point of a circle, the middle of a box's lower side (kbx_rect_foot).
 * - y goes down: the foot touches where its y is at least the ground's. Slopes are dy / dx on the screen: a positive one goes
 *   down to the right. Left of the first point and right of the last one there is no ground.
 * - Heights are computed in double and rounded to float once; that float decides what touches. So a foot at kbx_ground_at's y
 *   touches and is not inside. At a point between two pieces the slope is that of the piece to the right.
 * - A foot below the ground is inside. One exactly on it may go on where the ground rises by less than 1/4096 pixel over its way,
 *   so walking along and jumping off are no hits; on each stretch where the ground only comes nearer, a rise of 1/4096 is a
 *   hit at the stretch's beginning. kbx_level_move has its own rules for what walks.
 * - The fraction is at most 2^-40 of the move before the touch. What only grazes the ground by less than rounding (about 2^-30
 *   pixel) may be let go by a cast; a move never ends below the ground.
 * Within KBX_WORLD_LIMIT. Cost: binary search, a few steps for each piece on the way, and 40 at the touch. Method: natural,
 * clamped or monotone splines; on each piece the turns of the depth, between two of them one root at most, by halving. */
typedef kbx_handle kbx_ground;

typedef struct {
  bool found;     /* false: no ground there */
  float y;        /* +infinity without ground */
  float slope;
  kbx_vec normal; /* unit vector up from the ground; (0, 0) without */
  bool too_steep;
} kbx_ground_place;

KBX_API kbx_ground_place kbx_ground_at (kbx_ground ground, float x);

/* ---------------------------------------------------------------- heightmaps ---- */

/* Ground that is as high as a picture is bright: samples on a square grid. x and y are a place of the map, z is its altitude, up.
 * - Sample (i, j) is at the map's origin + (i, j) * cell. Nearest: the altitude of the nearest sample (of equally near ones the
 *   one on the right, below). Bilinear: straight between samples along both axes; this is the surface that boxes and rays
 *   touch. Bicubic: Catmull and Rom's cubic through samples, first along rows, then down, the border's samples
 *   being repeated beyond it; smooth, and it may rise a little over what is beside it.
 * - Beyond the map an altitude is that of the nearest place of its border; nothing touches there.
 * - The bytes are borrowed, need no alignment and are the same on every machine. Several threads may ask at once.
 * - The null map (bytes NULL), NaN, infinity and what is beyond KBX_WORLD_LIMIT: altitude -infinity, nothing touches,
 *   KBX_ERROR_ARGUMENT where the answer has a status.
 * Computed in double, rounded to float once. Constant time, where nothing else is told. */
typedef kbx_handle kbx_heightmap;

/* The altitude of a place. */
KBX_API float kbx_heightmap_nearest (kbx_heightmap map, kbx_vec p);
KBX_API float kbx_heightmap_bilinear (kbx_heightmap map, kbx_vec p);
KBX_API float kbx_heightmap_bicubic (kbx_heightmap map, kbx_vec p);

typedef enum { KBX_HEIGHT_NEAREST = 0, KBX_HEIGHT_BILINEAR = 1, KBX_HEIGHT_BICUBIC = 2 } kbx_height_filter;

typedef struct {
  bool inside;      /* on the map, its border included */
  float z;
  kbx_vec3 normal;  /* unit vector off the ground, z > 0; (0, 0, 0) for bad input */
} kbx_height_place;

/* The altitude and the normal of the surface that the filter makes; of nearest samples it is (0, 0, 1). At the lines between cells of a
 * bilinear surface it is that of the cell on the right, below. Method: the surface's derivatives. */
KBX_API kbx_height_place kbx_heightmap_at (kbx_heightmap map, kbx_vec p, kbx_height_filter filter);

/* The highest altitude of the bilinear surface on a closed rectangle: -infinity where that is wholly beyond the map. Cost: linear in the
 * cells under it. Method: along each axis the surface of a cell is straight, so a corner of what is under it is the highest. */
KBX_API float kbx_heightmap_highest (kbx_heightmap map, kbx_rect area);

/* Does the ground reach up to the box? Its bottom, min.z, is at or below the highest ground under it. Cost: as above. */
KBX_API bool kbx_heightmap_touches (kbx_heightmap map, kbx_box3 box);

/* Where a moving point first comes to the bilinear surface, as kbx_hit3 tells.
 * - The ground is all that is below the surface on the map. Started inside: the point is lower than the surface there. Who comes in over
 *   the border below the surface hits the side, with a level normal.
 * - One who is on the surface at the start, that is whose z is kbx_heightmap_bilinear, may go on where it rises over his way by less
 *   than 1/4096: along it and off it are no hits. The first cell in which the surface is that far above the way is a hit, where in that
 *   cell it comes up to the way, which may be where he enters it, and not where it is that far above. `point` is within 1/4096 of the
 *   surface.
 * The fraction is that of the surface but for rounding in double, then rounded to float; what only grazes it by less than that may be
 * let go. Cost: about the logarithm of the map's side where the way is high above the ground, and what is near the way; at worst
 * the cells under the way times that logarithm.
 * Method: blocks of cells with their greatest sample (a pyramid); in a cell the roots of a quadratic. */
KBX_API kbx_hit3 kbx_heightmap_ray (kbx_heightmap map, kbx_vec3 from, kbx_vec3 move);

#ifdef __cplusplus
}
#endif

#endif
