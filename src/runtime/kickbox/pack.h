/* SPDX-License-Identifier: MIT */
/* Makes the bytes of `kickbox export` while the game runs: for procedural levels and pictures.
 * Equal plans give equal bytes, on every machine, and those of the export. Open them with kbx_open.
 * All functions have one form: `plan` is borrowed. `work` is memory for the call alone; unless an
 * amount is named, none is needed. The result is the size of the bytes, which are written if
 * `capacity` is enough. So a capacity of 0 only measures. */

/* A result of 0 is a refusal, with the reason in *error (or NULL). KBX_ERROR_ARGUMENT: something is
 * NULL. KBX_ERROR_VALUE: `section` names the plan's array, "" its own numbers; `offset` is the
 * element's index in it, and `message` what was expected there. KBX_ERROR_MEMORY: the work buffer
 * is too small. Give kbx_open an error of its own: it overwrites the one that it is given. */
#ifndef KICKBOX_PACK_H
#define KICKBOX_PACK_H

#include "levels.h"

KBX_BEGIN

/* ---------------------------------------------------------------- mazes ---- */
typedef struct {
  kbx_point origin;          /* the pixel at which the corner of cell (0, 0) is */
  kbx_point first;           /* the first cell that is stored */
  uint32_t cell_w, cell_h;   /* 1 to 1024 pixels */
  uint32_t columns, rows;    /* 1 to 8191 */
  uint32_t class_index;      /* 0 to 63 */
  const uint8_t *edges;      /* rows + 1 rows of columns + 1 cells: bit 0 a left, bit 1 a top */
  size_t stride;             /* bytes from one row of edges to the next */
} kbx_maze_plan;

/* A maze. Invalid wall bits are ignored: those above 1, the top edges of the last column, the left
 * edges of the last row. Cost: linear in cells. */
KBX_API size_t kbx_maze_pack (const kbx_maze_plan *plan, void *work, size_t work_size, void *bytes,
                              size_t capacity, kbx_error *error);

/* ---------------------------------------------------------------- ground ---- */
typedef enum {
  KBX_SPLINE_NATURAL = 0, /* does not bend at its two ends */
  KBX_SPLINE_CLAMPED = 1, /* at an end the slope of the straight piece there, or that of the plan */
  KBX_SPLINE_MONOTONE = 2 /* rises and falls only where the points do (Fritsch and Butland 1984) */
} kbx_spline;

/* Within 65536 pixels; x on the grid of 1/256. */
typedef struct {
  double x, y;
  bool flat; /* straight on to the next point */
} kbx_ground_point;

typedef struct {
  kbx_spline spline;
  double start_slope, end_slope;  /* for a clamped one */
  double slope_limit;             /* 0: none */
  uint32_t class_index;
  const kbx_ground_point *points; /* from the left to the right */
  uint32_t count;                 /* 2 to 65536 */
} kbx_ground_plan;

/* Enough work memory, and the bytes that it takes. */
#define KBX_GROUND_WORK(count) (16 * (size_t) (count) + 64)
#define KBX_GROUND_SIZE(count) (40 * (size_t) (count) + 32)

/* A ground. Each run of points between straight pieces is a cubic spline of its own; two points of
 * a natural or monotone run are joined straight. Elements: "poin". Method: as scipy's CubicSpline
 * and PchipInterpolator. Cost: linear in points. */
KBX_API size_t kbx_ground_pack (const kbx_ground_plan *plan, void *work, size_t work_size,
                                void *bytes, size_t capacity, kbx_error *error);

/* ---------------------------------------------------------------- heightmaps ---- */
typedef struct {
  const uint16_t *samples; /* samples of 8 bits must be multiplied by 257 */
  size_t stride;           /* samples from one row to the next */
  uint32_t columns, rows;  /* 2 to 16384 */
  kbx_vec origin;          /* where sample (0, 0) is */
  float cell;              /* pixels from one sample to the next */
  float low, high;         /* the altitudes of 0 and 65535 */
  uint32_t class_index;
} kbx_heightmap_plan;

/* A heightmap: about 2.7 bytes a sample. Cost: linear in samples. */
KBX_API size_t kbx_heightmap_pack (const kbx_heightmap_plan *plan, void *work, size_t work_size,
                                   void *bytes, size_t capacity, kbx_error *error);

/* ---------------------------------------------------------------- tiles ---- */
/* A cell is the number of its tile, 0 for none, with these. Transposing precedes the flips. */
#define KBX_CELL_TILE 0x1fffffu
#define KBX_CELL_FLIP_X (1u << 21)
#define KBX_CELL_FLIP_Y (1u << 22)
#define KBX_CELL_TRANSPOSED (1u << 23)
#define KBX_CELL_FLIP_SHIFT 21
#define KBX_CELL_HEIGHT_SHIFT 24

/* A tile as it is drawn, without flips. */
typedef struct {
  uint32_t number;         /* its number in cells: 1 to KBX_CELL_TILE */
  kbx_tile_kind kind;      /* heights stand on the bottom */
  uint32_t class_index;    /* KBX_NONE for none */
  uint32_t sprite, frame;
  const uint16_t *heights; /* of KBX_TILE_HEIGHTS_BOTTOM: as many as a cell is wide */
  kbx_point offset;        /* offset from its cell, within 4096 pixels; 31 different */
} kbx_tile_plan;

typedef struct {
  uint32_t cell_w, cell_h;  /* 1 to 1024 pixels */
  kbx_point origin, first;  /* the corner of cell (0, 0); the first cell that is stored */
  uint32_t columns, rows;   /* 1 to 8192; all cells are within 2^24 pixels */
  kbx_point axis_i, axis_j; /* on the screen one cell on, in 1/256 pixel; 0 unless isometric */
  int32_t lift;             /* of one unit of height, in 1/256 pixel */
  const kbx_tile_plan *tiles;
  uint32_t tile_count;
  const uint32_t *cells;    /* columns x rows */
  uint32_t stagger;         /* KBX_STAGGER_..., or 0: the axes are 0, cells as wide as even */
  uint32_t hex_side;        /* of staggered cells: 0 to their height, less an even number */
} kbx_tiles_plan;

/* Enough work memory: about 2 bytes a cell, and some for its tiles, or 0 for a bad plan. */
KBX_API size_t kbx_tiles_work (const kbx_tiles_plan *plan); /* Cost: constant. */

/* A layer of tiles. It keeps the tiles that cells show, each with its flips and height, and gives
 * them other numbers, those of kbx_tiles_tile. A tile for a door must be in some cell. A transposed
 * tile with heights needs square cells. At most 65535 different tiles, with flips and heights, may
 * occur. Elements: "tile", "cell". Cost: linear. */
KBX_API size_t kbx_tiles_pack (const kbx_tiles_plan *plan, void *work, size_t work_size,
                               void *bytes, size_t capacity, kbx_error *error);

/* ---------------------------------------------------------------- bitmaps and masks ---- */
typedef struct {
  const uint8_t *values;   /* pixel (x, y) at [y * stride + x * step] */
  size_t step, stride;
  uint32_t w, h;           /* 1 to KBX_BITMAP_LIMIT */
  uint8_t threshold;       /* a pixel is set whose value is at least this; 0 sets all */
} kbx_bitmap_plan;

/* A bitmap. Method: the runs of set pixels, four bytes each, in planes: the first run of every row,
 * the second, and so on. Plain bits too for up to 64 columns, or alone if rows have many runs.
 * Cost: linear in pixels. */
KBX_API size_t kbx_bitmap_pack (const kbx_bitmap_plan *plan, void *work, size_t work_size,
                                void *bytes, size_t capacity, kbx_error *error);

typedef struct {
  const uint8_t *values;   /* pixel (x, y) has its zone at [y * stride + x] */
  size_t stride;
  uint32_t w, h;           /* 1 to KBX_MASK_LIMIT */
} kbx_mask_plan;

/* A zone mask. Method: tiles of 32 x 32 pixels. One of a single zone takes 4 bytes, one divided in
 * two by a line 44. Others take 1, 2, 4 or 8 bits per pixel, depending on their number of zones. */
KBX_API size_t kbx_mask_pack (const kbx_mask_plan *plan, void *work, size_t work_size, void *bytes,
                              size_t capacity, kbx_error *error); /* Cost: linear in pixels. */

/* ---------------------------------------------------------------- tracks ---- */
typedef struct {
  uint32_t w, h;            /* 1 to 16384 pixels */
  const uint8_t *road;      /* pixel (x, y) at [y * stride + x]: road when it is not 0 */
  size_t stride;
  uint32_t max_clearance;   /* 1 to 127 pixels: the largest clearance stored */
  bool (*go_on) (void *data, double done); /* NULL, or called with 0 to 1; false cancels: KBX_OK */
  void *data;
} kbx_track_plan;

/* Enough work memory: about a byte a pixel, and 800 bytes a column, or 0 for a bad plan. */
KBX_API size_t kbx_track_work (const kbx_track_plan *plan); /* Cost: constant. */

/* A track: each pixel's distance from the edge of the road, without surfaces, bands and gates.
 * Cost: linear in pixels. */
KBX_API size_t kbx_track_pack (const kbx_track_plan *plan, void *work, size_t work_size,
                               void *bytes, size_t capacity, kbx_error *error);

/* ---------------------------------------------------------------- walls ---- */
/* The inside: enclosed by its edges an odd number of times. */
typedef struct {
  const kbx_segment *edges;
  uint32_t count;
} kbx_area_plan;

/* Coordinates are within 65536 pixels, and rounded to the grid of 1/256. All zeros except walls:
 * tested one after the other. */
typedef struct {
  const kbx_wall *walls;
  uint32_t wall_count;
  const kbx_area_plan *areas;
  uint32_t area_count;
  kbx_partition partition;   /* KBX_PARTITION_CHOSEN: the one with the cheapest moves */
  uint32_t leaf_walls;       /* trees: max walls of a leaf; 0: as pays, 16 in a quadtree */
  uint32_t max_depth;        /* in levels: 0 for 60, the limit; in a quadtree 14, of at most 30 */
  double split_cost;         /* BSP: the relative cost of cutting a wall; 0: KBX_SPLIT_COST */
  double cell, cell_height;  /* grid: a cell's width and height in pixels; 0 for squares, and about
                              * two walls a cell */
  uint32_t columns, rows;    /* grid: how many, at most 1024; 0: by the cells' width or height */
  bool (*go_on) (void *data, double done); /* as for tracks, for each partition from 0 to 1 */
  void *data;
} kbx_walls_plan;

#define KBX_SPLIT_COST 3 /* the split_cost of a plan where that is 0 */

/* Enough work memory for levels as games have them: about 768 bytes a wall and edge, and 256 KiB;
 * exact for a grid. Trees of long walls that cross each other may need more: double it after
 * KBX_ERROR_MEMORY. 0 for a bad plan. Cost: linear. */
KBX_API size_t kbx_walls_work (const kbx_walls_plan *plan);

/* A level of walls and areas. Elements: "wall"; "edge", counted over all areas. Cost: n log n,
 * linear for a grid. A BSP takes some microseconds a wall. Ends with the box around the walls. */
KBX_API size_t kbx_walls_pack (const kbx_walls_plan *plan, void *work, size_t work_size,
                               void *bytes, size_t capacity, kbx_error *error);

/* ---------------------------------------------------------------- a soup of polygons ---- */
typedef struct {
  const kbx_shape3 *polygons; /* of 3 to KBX_SOUP_CORNERS corners, flat and convex to a millionth of
                               * 1 plus the sum of a corner's coordinates */
  const uint8_t *classes;     /* 0 to 63 of each; NULL: all 0 */
  uint32_t count;             /* at most 2^24 */
} kbx_soup_plan;

#define KBX_SOUP_WORK(count) (352 * (size_t) (count) + 8192) /* enough work memory */

/* A soup. Elements: "poly". Cost: about n log n. Method: an octree whose cubes are divided as long
 * as that lists polygons at most twice as often. */
KBX_API size_t kbx_soup_pack (const kbx_soup_plan *plan, void *work, size_t work_size, void *bytes,
                              size_t capacity, kbx_error *error);

KBX_END
#endif
