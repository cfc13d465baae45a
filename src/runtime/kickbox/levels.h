/* SPDX-License-Identifier: MIT */
/* Levels: walls, mazes, tiles, grounds and heightmaps. */
#ifndef KICKBOX_LEVELS_H
#define KICKBOX_LEVELS_H

#include "pixels.h"
#include "space.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- levels ---- */

/* Walls, and what a move among them meets.
 * - Coordinates lie on the grid of 1/256 pixel within +-KBX_LEVEL_LIMIT. Places that are asked with are brought to its
 *   nearest point first, halves upwards; then every decision is exact, without epsilon.
 * - A wall goes from a to b. A one-way wall stops only what comes from its left, the side of P where det(AB, AP) > 0, which
 *   is the right-hand side on the screen of one who looks from a to b. What walls stop is told under "sweeps": they are
 *   segments, ends included; what glides along or moves away is let go.
 * - The first wall is the one with the least fraction (in double, from two exact numbers; a circle's is rounded), of
 *   equal ones that with the lowest index. How the walls are partitioned changes no answer, not in its last bit.
 * - The bytes are borrowed, need no alignment (at multiples of 64 they are read fastest) and are the same on every machine.
 *   Several threads may ask at once.
 * - The null level (bytes NULL), NaN, infinity and what is beyond the limits: KBX_ERROR_ARGUMENT, nothing hit, nobody moves.
 * Cost, unless stated: that of going through the partition; about the logarithm of the number of
 * walls, and what is near the way. At worst, which bytes made for it can cause, each node and each
 * block of four walls once. */
typedef kbx_handle kbx_level;
typedef kbx_handle kbx_layer;

#define KBX_LEVEL_LIMIT 65536.0f

typedef enum {
  KBX_PARTITION_NONE = 0, /* all walls are looked at, four at a time */
  KBX_PARTITION_GRID = 1,
  KBX_PARTITION_QUADTREE = 2,
  KBX_PARTITION_BSP = 3,
  KBX_PARTITION_CHOSEN = 4 /* only for kbx_walls_pack: the best of these */
} kbx_partition;

/* How it is partitioned; how many walls and areas there are. Constant time. */
KBX_API kbx_partition kbx_level_partition (kbx_level level);
KBX_API uint32_t kbx_level_wall_count (kbx_level level);
KBX_API uint32_t kbx_level_area_count (kbx_level level);

typedef struct {
  kbx_segment segment;
  uint32_t class_index; /* 0 to 63 */
  bool one_way;
} kbx_wall;

/* One without length and class 0 beyond the last. Constant time. */
KBX_API kbx_wall kbx_level_wall (kbx_level level, uint32_t index);

/* Which walls count. Doors: a game keeps one bit a wall and sets those of open ones. Begin with kbx_all_walls (): in a filter of zeros no
 * class counts, so nothing blocks. */
typedef struct {
  kbx_class_set classes;
  const uint64_t *removed; /* NULL, or bit i % 64 of number i / 64 takes wall i out; as many as there are walls. Borrowed */
} kbx_wall_filter;

/* All walls. Constant time. */
KBX_API kbx_wall_filter kbx_all_walls (void);

/* The first wall that a moving point, or circle, meets: as kbx_sweep_point_segments and kbx_sweep_circle_segments answer for
 * all of them. `index` is the wall; without a hit KBX_NONE. A circle of radius 0 is a point. */
KBX_API kbx_hit kbx_level_cast (kbx_level level, kbx_vec from, kbx_vec to, kbx_wall_filter filter);
KBX_API kbx_hit kbx_level_cast_circle (kbx_level level, kbx_circle mover, kbx_vec to, kbx_wall_filter filter);

/* Is there no wall in the way? The same as no hit of kbx_level_cast, but the first wall found ends it. False for bad input. */
KBX_API bool kbx_level_sees (kbx_level level, kbx_vec from, kbx_vec to, kbx_wall_filter filter);

/* A move, and where to stop. */
typedef struct {
  kbx_hit sweep; /* as kbx_level_cast's */
  uint32_t wall;   /* KBX_NONE without a hit */
  kbx_vec stop;    /* a point of the grid */
} kbx_trace;

/* `stop` is where the move ends without a hit; with one it is a point just before the wall such that the straight way to it
 * meets nothing, by the same exact test; at the worst that is where the move starts. So whoever goes from stop to stop
 * in a closed room never leaves it, whatever is aimed at: ends of walls, the wall itself, along it. A circle stops where no
 * wall that stops it reaches into it; one that starts with a wall inside stays.
 * Cost: two casts, rarely a few more; 30 at most. */
KBX_API kbx_trace kbx_level_trace (kbx_level level, kbx_vec from, kbx_vec to, kbx_wall_filter filter);
KBX_API kbx_trace kbx_level_trace_circle (kbx_level level, kbx_circle mover, kbx_vec to, kbx_wall_filter filter);

typedef struct {
  kbx_status status;
  bool started_inside; /* a wall reached into the circle at the start: it stays */
  kbx_vec centre;      /* where it is after the move, a point of the grid */
  kbx_vec velocity;    /* the move as the walls have turned it: the next step's. Not on the grid; without a touch just `to` - the centre */
  kbx_vec normal;      /* of the last touch; (0, 0) without one */
  uint32_t touched;    /* how many walls, each counted once; at most 16, then what is left of the move is dropped */
} kbx_level_move;

/* Moves a circle that is not stopped by walls: it goes on along them and stops in corners, never turning against the move; or
 * is thrown back as kbx_bounce tells, `coefficient` being 0 or more. Made of traces, so what those promise holds. The walls
 * that it touched, in order, go to walls[0..capacity); capacity 0 needs none.
 * What is less than the grid: `velocity` keeps it, as far as floats at `to` do, but places are on the grid, so one who always goes on
 * from `centre` does not move by a step below 1/512 pixel. A game that wants such steps to add up keeps its own place and velocity
 * where nothing was touched, for `centre` is the point of the grid at `to` then, and the next call begins there again:
 *   if (move.status == KBX_OK && move.touched == 0) { at = to; }
 *   else { at = move.centre; velocity = move.velocity; }
 * Cost: a trace for each touch, 16 at most. */
KBX_API kbx_level_move kbx_level_slide (kbx_level level, kbx_circle mover, kbx_vec to, kbx_wall_filter filter, uint32_t *walls,
                                        uint32_t capacity);
KBX_API kbx_level_move kbx_level_bounce (kbx_level level, kbx_circle mover, kbx_vec to, kbx_wall_filter filter, float coefficient,
                                         uint32_t *walls, uint32_t capacity);

/* Where a point lies. */
typedef struct {
  kbx_status status;
  uint32_t area; /* the first one that holds it, or KBX_NONE */
  uint32_t leaf; /* of the partition: a node of a tree, a cell of a grid, counted along rows; KBX_NONE beyond the grid */
} kbx_level_place;

/* An area is what its edges go round an odd number of times. Of areas that share an edge, a point on it belongs to exactly
 * one: edges belong to what is right of them and below.
 * Cost: the way down the partition, and the edges of areas that share the leaf. Method: a crossing number with exact
 * signs. At worst each edge of the level once. */
KBX_API kbx_level_place kbx_level_locate (kbx_level level, kbx_vec p);

/* All walls that touch the closed disc, or box, by rising index: the first `capacity` of them go to walls, how many there are
 * is returned. One-way or not is all the same. A box within +-KBX_WORLD_LIMIT. Cost: see above, once for each 16,384 of the
 * indices that are found. */
KBX_API uint32_t kbx_level_near (kbx_level level, kbx_circle circle, kbx_wall_filter filter, uint32_t *walls, uint32_t capacity);
KBX_API uint32_t kbx_level_near_box (kbx_level level, kbx_rect box, kbx_wall_filter filter, uint32_t *walls, uint32_t capacity);

/* What a cast costs, counted: the same numbers on every machine. */
typedef struct {
  uint32_t nodes;  /* of a tree, leaves included; cells of a grid */
  uint32_t blocks; /* of four walls */
} kbx_level_work;

KBX_API kbx_level_work kbx_level_cast_work (kbx_level level, kbx_vec from, kbx_vec to, kbx_wall_filter filter);

/* Which nodes they are, in the order in which the cast comes to them: a tree's count from 0, parents first; of a grid they are the
 * cells, counted along rows; as kbx_level_place's leaf. The first `capacity` of them go to nodes, how many there are is returned:
 * as many as kbx_level_cast_work tells. 0 for bad input. Cost: of kbx_level_cast, and a number for each. */
KBX_API uint32_t kbx_level_cast_nodes (kbx_level level, kbx_vec from, kbx_vec to, kbx_wall_filter filter, uint32_t *nodes,
                                       uint32_t capacity);

/* A node of the partition, for pictures of it. */
typedef struct {
  bool found;       /* false: there is none of that number, or bad input */
  bool leaf;        /* lists walls, as each cell of a grid does; others divide their cell in two */
  uint32_t depth;   /* 0 for the root, and for cells of a grid */
  kbx_segment line; /* where that divides its cell; both ends (0, 0) of a leaf, and where the line is not in the rectangle */
} kbx_level_node;

/* A node, as far as it lies within a rectangle of the world. And its cell: the corners of a convex polygon, clockwise on the
 * screen; the first `capacity` go to corners, how many there are is returned: 0 where nothing of it is within, at most
 * KBX_LEVEL_CELL_CORNERS. Computed in double, rounded to float once. Cost: the square of its depth at worst.
 * Method: the rectangle, cut by the lines of all nodes above (Sutherland and Hodgman 1974). */
#define KBX_LEVEL_CELL_CORNERS 68u
KBX_API kbx_level_node kbx_level_look_node (kbx_level level, uint32_t node, kbx_rect within);
KBX_API uint32_t kbx_level_node_cell (kbx_level level, uint32_t node, kbx_rect within, kbx_vec *corners, uint32_t capacity);

/* A place with a meaning. */
typedef struct {
  bool found;
  const char *name;        /* "" when it has none */
  uint32_t class_index;    /* KBX_NONE for the null handle */
  kbx_vec at;              /* in pixels, on the grid of 1/256 */
  kbx_vec direction;       /* unit vector, or (0, 0) for none */
  kbx_frame frame;         /* what is shown there, its hot spot on the pixel of `at`; .bank is NULL for nothing */
  bool flip_x, flip_y;     /* how it is shown */
  uint32_t value_count;    /* key/value pairs */
} kbx_entity_about;

KBX_API kbx_entity_about kbx_entity_info (kbx_handle entity);

/* ---------------------------------------------------------------- mazes ---- */

/* Thin walls on the edges of a grid's cells.
 * - Cell (i, j) is the pixels [x + i w, x + (i + 1) w) x [y + j h, y + (j + 1) h), where (x, y) is the maze's origin and w x h the
 *   size of a cell; i and j may be negative. Beyond the maze there are no walls.
 * - Walls have no thickness. A box, a set of whole pixels, meets a wall that reaches into its inside: one that lies along a wall
 *   does not. A point is the square of 1/256 pixel of which it is the top left corner, as it belongs to one cell: it stops
 *   1/256 pixel before what is right of it or below. Decisions are exact, on whole numbers, without epsilon.
 * - A trace tells the least fraction of the move behind which a wall is met. What touches at the end of the move, or glides
 *   along, meets nothing. `point` is on the wall, in the middle of what touches.
 * - One wall is told. Where several are met at the least fraction it is found so:
 *     1. By what meets it. First the side of the mover to which the move goes more: the left or right one where |x| >= |y|, else
 *        the upper or lower one. Then the other side to which it goes. Then the corner between both, where no side meets any.
 *     2. Of walls that this side meets: the uppermost, or, of an upper or lower side, the leftmost. Where a wall along the side
 *        and one that ends at it begin at one place, that along the side.
 *     3. Of walls that only the corner meets: a left edge before a top one.
 *   `normal` is against the side that 1. found, at a corner against the one that was asked first. As an example a box moves by (5, 2),
 *   and comes to a wall on its right and to one below at once: the wall on its right is told, with the normal (-1, 0).
 * - `stop` is where the mover is at that fraction, rounded to whole pixels (a point: to 1/256) towards its start. It got there
 *   past no wall: so whoever goes from stop to stop never leaves a closed room.
 * - Boxes, and where they come to, lie within KBX_WORLD_LIMIT; points within KBX_LEVEL_LIMIT, and are first brought to the
 *   nearest 1/256 pixel. The null maze (bytes NULL), an empty box and what lies beyond: KBX_ERROR_ARGUMENT, nothing hit,
 *   nobody moves.
 * - The bytes are borrowed, need no alignment and are the same on every machine. Several threads may ask at once.
 * Cost, where nothing else is told: a look at each edge on the way; nothing for the way beyond the maze.
 * Method: the lines between cells that the sides of the mover pass, in the order of their fractions, which are compared as
 * products (Amanatides and Woo 1987, for a box). */
typedef kbx_handle kbx_maze;

typedef struct {
  uint32_t class_index; /* of its walls, 0 to 63 */
  kbx_point origin;     /* the pixel at which the corner of cell (0, 0) is */
  kbx_size cell;        /* in pixels, each side 1 to 1024 */
  kbx_point first;      /* the cell at the top left */
  kbx_size size;        /* columns and rows, each 1 to 8191 */
  kbx_box area;         /* the pixels of all its cells */
} kbx_maze_about;

/* What it is; all zeros for the null maze. Constant time. */
KBX_API kbx_maze_about kbx_maze_look (kbx_maze maze);

/* The cell of a pixel, also beyond the maze; (0, 0) for the null maze. Constant time. Method: division rounded down. */
KBX_API kbx_point kbx_maze_cell_at (kbx_maze maze, kbx_point p);

typedef struct { bool left, top, right, bottom; } kbx_maze_walls;

/* On which of its edges a cell has walls; and whether there is one between two cells that share an edge, false for cells that do
 * not. Constant time. */
KBX_API kbx_maze_walls kbx_maze_walls_of (kbx_maze maze, kbx_point cell);
KBX_API bool kbx_maze_wall_between (kbx_maze maze, kbx_point a, kbx_point b);

/* An edge with a wall: the left or the top one of a cell. The right border is left edges of cells behind it, as is the lower one
 * top edges. Cell (0, 0) and false where no wall was met. */
typedef struct {
  kbx_point cell;
  bool top;
} kbx_maze_wall;

/* Does a wall reach into the box? False for an empty one. Cost: linear in the cells under the box. */
KBX_API bool kbx_maze_hits_box (kbx_maze maze, kbx_box box);

typedef struct {
  kbx_hit sweep;
  kbx_maze_wall wall;
  kbx_vec stop;
} kbx_maze_trace;

typedef struct {
  kbx_hit sweep;    /* started inside: the normal is the shortest way off the wall that is told */
  kbx_maze_wall wall;
  kbx_box stop;       /* the box, moved */
} kbx_maze_box_trace;

/* The first wall that a moving point, or box, meets, and where to stop. A box with a wall inside stays. */
KBX_API kbx_maze_trace kbx_maze_trace_point (kbx_maze maze, kbx_vec from, kbx_vec to);
KBX_API kbx_maze_box_trace kbx_maze_trace_box (kbx_maze maze, kbx_box box, kbx_point move);

typedef struct {
  kbx_status status;
  bool started_inside;    /* a wall reached into the box: it stays */
  kbx_box box;            /* where it is after the move */
  kbx_point stopped;      /* 1 or -1 along x and y where a wall stopped it to the right or left, below or above; else 0 */
  kbx_maze_wall wall[2];  /* what stopped it along x, and along y */
} kbx_maze_move;

/* Moves a box that slides: where a wall stops it along one axis, it goes on along the other with what is left of the move there.
 * Cost: at most three traces. */
KBX_API kbx_maze_move kbx_maze_slide_box (kbx_maze maze, kbx_box box, kbx_point move);

/* The cells of the maze that a point of the closed way from one place to another lies in, in order; walls or not. The first
 * `capacity` of them go to cells; how many there are is returned, 0 for bad input. Cells are half-open here too: where the
 * way passes exactly through the corner of four, it is in the one to the lower right of it. Cost: linear in what is crossed. */
KBX_API uint32_t kbx_maze_cells_crossed (kbx_maze maze, kbx_vec from, kbx_vec to, kbx_point *cells, uint32_t capacity);

/* ---------------------------------------------------------------- tiles ---- */

/* A layer of tiles: cells of one size, each of which is empty or shows a tile.
 * - Cells are told by i to the right and j down, any int32; those that are not stored are empty. Straight layers lie in the
 *   world's pixels; the corner of cell (0, 0) is the layer's origin. An isometric layer has the same pixels in its own
 *   frame, where each cell is a box too, and every question below is asked there; kbx_tiles_from_screen and
 *   kbx_tiles_to_screen lead from the screen to that frame and back.
 * - Tiles are sets of whole pixels, half-open: solid pixels stop boxes, and neighbours that share an edge do not touch. A
 *   tile is full; or has a height for each column of pixels (a slope), standing on one of its four sides, since tiles may be
 *   flipped and transposed; or is one-way; or is not solid, and may have its frame's shapes.
 * - A one-way tile stops only what was wholly beyond its side before and comes in through that side: one that stops from the
 *   top lets jump up through it, and stops what lands on it. It has no solid pixels.
 * - A set of classes says which tiles count; a tile without a class counts for every set but the empty one.
 * - Any int32 positions and moves are right; nothing overflows. All answers are exact, in integers, but where reals are told.
 * - The bytes are borrowed, need no alignment (at multiples of 64 they are read fastest) and are the same on every machine.
 *   The null layer (bytes NULL) is empty.
 * Cost, where nothing else is told: the cells that are looked at; blocks of 32 x 32 empty cells count as one. */
typedef kbx_handle kbx_tiles;

typedef struct { int32_t i, j; } kbx_tile_cell;

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
  kbx_tile_kind kind;   /* as it lies there, flips done */
  uint32_t class_index; /* KBX_NONE for none */
  uint32_t sprite;      /* of the bank, and the frame within it */
  uint32_t frame;
  bool transposed, flip_x, flip_y; /* transposed first (x and y swapped), then mirrored */
  uint32_t height;      /* of an isometric layer: units above the floor */
  kbx_point offset;     /* how far from its cell it is drawn, within 4096 pixels: see kbx_tiles_picture_at */
} kbx_tile;

/* What a layer says of itself. */
typedef struct {
  kbx_size cell;         /* pixels of a cell, 1 to 1024 */
  kbx_point origin;      /* where the corner of cell (0, 0) is */
  kbx_tile_cell first;   /* the cell at the top left of what is stored */
  uint32_t columns, rows; /* cells that are stored, 1 to 8192 each way; 0 of the null layer */
  kbx_box box;           /* their pixels, within 2^24 */
  kbx_vec axis_i, axis_j; /* one cell further on the screen: (w, 0) and (0, h) of a straight layer */
  float lift;            /* how far one unit of height raises a tile on the screen, in pixels */
  uint32_t tiles;        /* different ones */
} kbx_tiles_info;

/* Constant time each: of the layer; the cell that a pixel lies in (floor, at negative places too; the nearest int32 where it
 * lies beyond; (0, 0) of the null layer); the pixels of a cell (the nearest int32 as well); what a cell shows; what the cell
 * that a pixel lies in shows. */
KBX_API kbx_tiles_info kbx_tiles_describe (kbx_tiles tiles);
KBX_API kbx_tile_cell kbx_tiles_cell_of (kbx_tiles tiles, kbx_point p);
KBX_API kbx_box kbx_tiles_cell_box (kbx_tiles tiles, kbx_tile_cell cell);
KBX_API kbx_tile kbx_tiles_tile (kbx_tiles tiles, kbx_tile_cell cell);
KBX_API kbx_tile kbx_tiles_at (kbx_tiles tiles, kbx_point p);

/* The cells that share a pixel with the box and are not empty, in row order: the first `capacity` of them go to cells, which
 * may be NULL when that is 0; how many there are is returned. */
KBX_API uint32_t kbx_tiles_cells (kbx_tiles tiles, kbx_box box, kbx_tile_cell *cells, uint32_t capacity);

/* Is the pixel solid? Constant time. Does the box share a pixel with a solid one? One-way tiles are not solid. */
KBX_API bool kbx_tiles_solid_at (kbx_tiles tiles, kbx_point p, kbx_class_set classes);
KBX_API bool kbx_tiles_solid_in_box (kbx_tiles tiles, kbx_box box, kbx_class_set classes);

/* The first tile that a moving box meets. */
typedef struct {
  bool hit;
  bool started_inside;  /* it shared a pixel with a solid one at the start: fraction 0, normal (0, 0), the first such cell in row order */
  float fraction;       /* 0 to 1; 1 without a hit */
  uint32_t part, parts; /* the fraction exactly: part / parts */
  kbx_point moved;      /* how far it gets, in whole pixels; the move without a hit */
  kbx_point normal;     /* (0, 0) without a hit */
  kbx_tile_cell cell;
  uint32_t class_index; /* of the tile; KBX_NONE for none */
} kbx_tiles_trace;

/* A box of pixels moves straight, and is met as by kbx_sweep_boxes from each solid pixel: where it would share some of it;
 * coming to lie beside it, or passing along, is no hit. The least fraction counts. Where several tiles are met there, one is told:
 *   1. one of which the box meets a left or right face where |x| >= |y| in the move, else an upper or lower one;
 *   2. else one of which it meets a face of the other kind;
 *   3. else one that it meets with a corner alone, the normal being that of the faces in 1.;
 *   4. of several that are alike in this, the one whose cell is first in row order.
 * So a seam of two tiles that make one floor is no corner: a box that comes down by (1, 9) onto both is told the left one, with the
 * normal (0, -1). `moved` lies beside the tile along the normal and is rounded towards the start along the other axis: there the box
 * shares no solid pixel, unless it started so. An empty box hits nothing.
 * Cost: the cells that the move comes to, before what it meets.
 * Method: slabs (Kay and Kajiya 1986) for each solid rectangle, in integers. */
KBX_API kbx_tiles_trace kbx_tiles_trace_box (kbx_tiles tiles, kbx_box box, kbx_point move, kbx_class_set classes);

/* How a box walks. One of zeros lets a box through everything, for no tile counts: KBX_ALL_CLASSES is all that there are. */
typedef struct {
  uint32_t step_up;      /* pixels that it may rise for a pixel of its way: 1 for slopes of 45 degrees, as high as a stair's steps */
  uint32_t step_down;    /* and go down without falling. Both 1024 at most */
  bool drop_through;     /* tiles that stop from the top do not: to come down through them */
  kbx_class_set classes; /* which tiles count */
} kbx_tiles_walk;

/* A tile that was touched. */
typedef struct {
  bool hit;
  kbx_tile_cell cell;
  uint32_t class_index;
} kbx_tiles_touch;

typedef struct {
  bool started_inside;         /* it shared a pixel with a solid one: it stays */
  kbx_point moved;
  kbx_tiles_touch left, right; /* what ended its way to that side */
  kbx_tiles_touch floor;       /* what it stands on afterwards; not told of a move upwards */
  kbx_tiles_touch ceiling;     /* what ended its way upwards */
} kbx_tiles_move;

/* A platformer's move: first along x, pixel by pixel in effect, then along y.
 * - A pixel along x that is not free is taken after rising by as little as makes it free, up to step_up and as far as there is
 *   room above; where that does not help, the way along x ends.
 * - With move.y >= 0, what stood at the start, or just rose, goes down after each pixel along x as far as to stand again, up to
 *   step_down; where that does not help, it walks off the edge, and falls by move.y alone. With move.y < 0 nothing goes down so.
 * - So it goes over seams, up and down slopes and stairs, and never ends in a solid pixel when it did not start so.
 * - Give move.y = 1 or more to what stands: gravity; it is stopped by the floor. With step_up 0 and step_down 0 it is a plain
 *   move along x, then y.
 * An empty box moves freely.
 * Cost: a few looks at the cells beside the box for each pixel on slopes, for each of its widths on
 * level floors, for all of the way in the air. At worst, for each pixel of the way over the layer: the
 * cells along the box's height, once for each pixel of step_up, and those along its width, in as many
 * rows as step_down reaches. */
KBX_API kbx_tiles_move kbx_tiles_move_box (kbx_tiles tiles, kbx_box box, kbx_point move, kbx_tiles_walk walk);

/* What a moving point meets. */
typedef struct {
  kbx_status status;
  bool hit;
  bool started_inside;  /* on a solid pixel: fraction 0, normal (0, 0) */
  float fraction;       /* 0 to 1; 1 without a hit */
  kbx_vec point;
  kbx_point normal;     /* (0, 0) without a hit */
  kbx_point pixel;      /* the solid one, or the first of the one-way tile */
  kbx_tile_cell cell;
  uint32_t class_index; /* of the tile; KBX_NONE for none */
} kbx_tiles_hit;

/* The first solid pixel [x, x + 1) x [y, y + 1) that holds a point of the closed way; a one-way tile is met where the way comes into
 * its cell through its side. The ends are first brought to the nearest 1/256 pixel; then it is exact which pixel that is. Fraction
 * and point are rounded to float. Through a corner of the pixel, the face counts behind which there is no other solid pixel;
 * else the one that stands more against the way. NaN and what lies beyond KBX_WORLD_LIMIT: KBX_ERROR_ARGUMENT, no hit.
 * Cost: the cells on the way, and in tiles of heights its pixels.
 * Method: from cell to cell (Amanatides and Woo 1987), in integers. */
KBX_API kbx_tiles_hit kbx_tiles_ray (kbx_tiles tiles, kbx_vec from, kbx_vec to, kbx_class_set classes);

/* Where a place of the layer's own frame is on the screen, `height` units above the floor; of a straight layer at height 0 the
 * same place. In double, rounded once; (0, 0) for bad input. */
KBX_API kbx_vec kbx_tiles_to_screen (kbx_tiles tiles, kbx_vec p, float height);

typedef struct {
  kbx_status status;  /* KBX_ERROR_ARGUMENT beyond KBX_WORLD_LIMIT */
  kbx_vec p;          /* in the layer's own frame */
  kbx_tile_cell cell; /* the nearest int32 */
} kbx_tiles_place;

/* Which place of the floor is seen at a place of the screen. That is first brought to the nearest 1/256 pixel; then the cell is exact:
 * of four that share a corner, the one whose i and j are greatest. Method: the inverse matrix, floor, in integers. */
KBX_API kbx_tiles_place kbx_tiles_from_screen (kbx_tiles tiles, kbx_vec screen);

/* The cells that are not empty and touch a closed rectangle of the screen with their outline, raised as high as they are; in the
 * order in which they are drawn, back to front. What is drawn larger than its cell needs a larger rectangle. The first
 * `capacity` go to cells; how many there are is returned. Cost: the cells that the rectangle's corners span. */
KBX_API uint32_t kbx_tiles_visible (kbx_tiles tiles, kbx_rect screen, kbx_tile_cell *cells, uint32_t capacity);

/* Where the top left pixel of a cell's picture is drawn, which is so large once it lies as the cell has it (transposed: width and
 * height are exchanged). Its lower left corner is at the lower left corner of the least box around the cell's outline, raised by
 * the cell's height and moved by its tile's offset, at whole pixels (halves go right and down). The nearest int32; (0, 0) of the
 * null layer. Constant time. */
KBX_API kbx_point kbx_tiles_picture_at (kbx_tiles tiles, kbx_tile_cell cell, kbx_size size);

/* A pixel, or a box of pixels, of the screen (of a straight layer: of the layer) in the own coordinates of the frame that a cell
 * shows, which is so large: flips and transposition are undone. Placed on its hot spot, the frame answers any question about them.
 * The nearest int32; of an empty cell, as if its tile lay there unflipped. Constant time. */
KBX_API kbx_point kbx_tiles_point_in_frame (kbx_tiles tiles, kbx_tile_cell cell, kbx_point p, kbx_size frame);
KBX_API kbx_box kbx_tiles_box_in_frame (kbx_tiles tiles, kbx_tile_cell cell, kbx_box box, kbx_size frame);

/* A shape of a tile. */
typedef struct {
  kbx_tile_cell cell;
  uint32_t shape;       /* of the frame that the cell shows: the first, in the artist's order, that is hit */
  uint32_t class_index; /* of the shape */
} kbx_tile_shape;

/* The cells whose tile has a shape of those classes where a pixel of the screen is, or that a box of pixels hits, as
 * kbx_frame_at and kbx_frame_hit have it; tiles that are solid or one-way have no shapes. A shape may reach out of its
 * cell. In the order in which cells are drawn, back to front: the first `capacity` go to shapes, which may be NULL when that is
 * 0; how many there are is returned. The frames are those of the layer's bank: set it in the handle of a layer that the game packed. Moves and rays do not stop at shapes.
 * Cost: a look at each different tile of the layer; then one at each cell as near as the tile whose shapes
 * reach farthest, and kbx_frame_at or _hit where the frame is near. For a pixel kbx_bank_open allows 2^22
 * cells, and for any tile 2^26 times a shape or corner. A box adds the cells under it. */
KBX_API uint32_t kbx_tiles_shapes_at (kbx_tiles tiles, kbx_point p, kbx_class_set classes,
                                      kbx_tile_shape *shapes, uint32_t capacity);
KBX_API uint32_t kbx_tiles_shapes_in_box (kbx_tiles tiles, kbx_box box, kbx_class_set classes,
                                          kbx_tile_shape *shapes, uint32_t capacity);

/* ---------------------------------------------------------------- grounds ---- */

/* Ground that is as high as a function of x, made of cubic pieces from point to point; a game's heroes stand on it with their foot.
 * - y goes down: the foot touches the ground where its y is at least the ground's. Slopes are dy / dx on the screen: a
 *   positive one goes down to the right.
 * - Left of its first point and right of its last one there is no ground: nothing touches it, its height is +infinity.
 * - Heights are computed in double and rounded to float once; what touches is told by that float. So who is put on
 *   kbx_ground_height touches, and is not inside. At a point between two pieces the slope is that of the piece to the right.
 * - The bytes are borrowed, need no alignment and are the same on every machine. Several threads may ask at once.
 * - The null ground (bytes NULL), NaN, infinity and what is beyond KBX_WORLD_LIMIT: no ground, KBX_ERROR_ARGUMENT where the answer
 *   has a status.
 * Cost, where nothing else is told: binary search over the points.
 * Method: splines, natural, clamped or monotone, whose pieces `kickbox export` has computed (see docs/runtime-guide.md). */
typedef kbx_handle kbx_ground;

typedef struct {
  uint32_t class_index;  /* 0 to 63 */
  uint32_t point_count;
  float left, right;     /* where it begins and ends */
  float slope_limit;     /* what is steeper is too steep; 0: nothing is */
} kbx_ground_about;

/* What it is; all zeros for the null ground. Constant time. */
KBX_API kbx_ground_about kbx_ground_look (kbx_ground ground);

typedef struct {
  bool found;       /* false: no ground there */
  float y;          /* +infinity without ground */
  float slope;
  kbx_vec normal;   /* unit vector up from the ground; (0, 0) without */
  bool too_steep;
} kbx_ground_place;

/* All about the ground at x; or one thing: its height, +infinity without ground; its slope, 0 without ground; whether that is beyond
 * the limit, either way. */
KBX_API kbx_ground_place kbx_ground_at (kbx_ground ground, float x);
KBX_API float kbx_ground_height (kbx_ground ground, float x);
KBX_API float kbx_ground_slope (kbx_ground ground, float x);
KBX_API bool kbx_ground_too_steep (kbx_ground ground, float x);

/* Is the foot (see kbx_rect_foot) on the ground, or below it? */
KBX_API bool kbx_ground_touches (kbx_ground ground, kbx_vec foot);

/* Where a moving foot first touches, as kbx_hit tells (see "sweeps"). `point` is that place of the ground: who is put there stands
 * on it.
 * - Started inside: the foot is below the ground; fraction 0, the point is the foot.
 * - One who stands on the ground at the start, that is whose y is its height, may go on where the ground rises over his way by less
 *   than 1/4096 pixel: walking along and jumping off are no hits. On each stretch on which the ground only comes nearer to the way or
 *   only goes further below it, at most up to the piece's end and the move's, it counts how far above the way the ground is at the
 *   stretch's end: from 1/4096 pixel on the stretch is a hit, where on it the ground comes up to the way, which may be its
 *   beginning, and not where it is that far above. So on the slightest slope a long move stops at once where a short one does not.
 * - Beside the ground's ends there is nothing: who comes in from there below its height touches at the end.
 * The fraction is at most 2^-40 of the move before the touch, then rounded to float. What only grazes the ground, by less than
 * rounding (about 2^-30 pixel), may be let go. Cost: also a few steps for each piece on the way, and 40 at the touch.
 * Method: on each piece the turns of the depth, roots of a quadratic; between two of them one root at most, by halving. */
KBX_API kbx_hit kbx_ground_land (kbx_ground ground, kbx_vec foot, kbx_vec move);

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

typedef struct {
  uint32_t class_index; /* 0 to 63 */
  kbx_size samples;     /* columns and rows of samples, 2 to 16384 */
  float cell;           /* pixels from one sample to the next */
  float low, high;      /* the altitudes of the darkest and the brightest sample that may be */
  kbx_rect area;        /* from the first sample to the last */
} kbx_heightmap_about;

/* What it is; all zeros for the null map. */
KBX_API kbx_heightmap_about kbx_heightmap_look (kbx_heightmap map);

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

/* ---------------------------------------------------------------- layers ---- */

/* How opaque a layer of tiles is drawn, in percent: 0 to 100; 0 for other layers. */
KBX_API uint32_t kbx_layer_opacity (kbx_layer layer);

/* What a tile of a bank's layer shows: its frame, the null frame for the empty cell; and the animation that it shows instead as
 * time goes on, the first one of its sprite that begins with that frame, the null one for a tile that stands still. Cost: constant;
 * the sprite's animations: ask once for each different tile, not for each cell. */
KBX_API kbx_frame kbx_tile_frame (kbx_tiles tiles, kbx_tile tile);
KBX_API kbx_animation kbx_tile_animation (kbx_tiles tiles, kbx_tile tile);

#ifdef __cplusplus
}
#endif

#endif
