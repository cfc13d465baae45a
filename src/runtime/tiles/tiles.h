/* SPDX-License-Identifier: MIT */
/* The layout of a tile layer, and reading its cells: docs/bank-format.md, "A layer of tiles". A
 * directory entry gives 32 x 32 cells as KBX_TILES_ALIKE and one tile, or as a block of a u16 tile
 * number per cell. Tile 0 is the empty cell. A tile of heights has in its profile the number of
 * solid pixels of each column or row. All pixels of the stored cells are within 2^24. In staggered
 * layers every second row or column is shifted by half a cell; tiles_stagger.h. */
#ifndef KBX_TILES_H
#define KBX_TILES_H

#include "runtime/exact.h"
#include "runtime/frames/space.h"

#define KBX_TILES_HEADER 128u
#define KBX_TILES_SIDE_SHIFT 5
#define KBX_TILES_SIDE (1u << KBX_TILES_SIDE_SHIFT)   /* cells per side of a block */
#define KBX_TILES_IN_BLOCK ((int32_t) KBX_TILES_SIDE - 1)
#define KBX_TILES_BLOCK 2048u
#define KBX_TILES_ENTRY 16u
#define KBX_TILES_ALIKE 0x80000000u
#define KBX_TILES_CELL_MOST 1024u
#define KBX_TILES_CELLS_MOST 8192u
#define KBX_TILES_TILES_MOST 65536u
#define KBX_TILES_NO_CLASS 64u
#define KBX_TILES_REACH (1 << 24)
#define KBX_TILES_AXIS_MOST (1 << 20)

#define KBX_TILES_OFFSETS_MOST 31u
#define KBX_TILES_OFFSET_MOST 4096

enum {
  KBX_TILES_FLIP_X = 1,
  KBX_TILES_FLIP_Y = 2,
  KBX_TILES_TRANSPOSED = 4,
  KBX_TILES_OFFSET_SHIFT = 3
};

/* A cell or a pixel. */
typedef struct { int64_t x, y; } kbx_long_point;

/* A layer's header, and the positions of its tables. */
typedef struct {
  const uint8_t *directory, *blocks, *tiles, *offsets, *profiles;
  int32_t w, h;             /* of a cell */
  int32_t x, y;             /* origin */
  int32_t i, j;             /* the first cell */
  int32_t left, top;        /* the first cell's corner, without a shift */
  int32_t step_x, step_y;   /* from one cell to the next: w and h unless staggered */
  uint32_t stagger;         /* KBX_STAGGER_..., or 0 */
  int32_t columns, rows, across; /* across: blocks in a row of them */
  uint32_t tile_count, block_count, number_count, offset_count;
  const kbx_change *change; /* cells changed to other tiles, or NULL */
} kbx_tiles_view;

static inline uint32_t
kbx_tile_blocks_across (uint32_t cells)
{
  return (cells + KBX_TILES_SIDE - 1) / KBX_TILES_SIDE;
}

/* Reads a header whose numbers are valid, or at least do not overflow 64 bits together. Returns the
 * size they imply. */
static inline uint64_t
kbx_read_tiles (const uint8_t *p, kbx_tiles_view *v)
{
  uint64_t at = KBX_TILES_HEADER;
  v->w = kbx_load_u16 (p + 4);
  v->h = kbx_load_u16 (p + 6);
  v->x = kbx_load_i32 (p + 8);
  v->y = kbx_load_i32 (p + 12);
  v->i = kbx_load_i32 (p + 16);
  v->j = kbx_load_i32 (p + 20);
  v->stagger = kbx_load_u32 (p + 72);
  v->step_x = v->stagger == 0 ? v->w : kbx_load_i32 (p + 32) / KBX_GRID;
  v->step_y = v->stagger == 0 ? v->h : kbx_load_i32 (p + 44) / KBX_GRID;
  v->left = (int32_t) (v->x + (int64_t) v->i * v->step_x);
  v->top = (int32_t) (v->y + (int64_t) v->j * v->step_y);
  v->columns = kbx_load_i32 (p + 24);
  v->rows = kbx_load_i32 (p + 28);
  v->across = (int32_t) kbx_tile_blocks_across ((uint32_t) v->columns);
  v->tile_count = kbx_load_u32 (p + 52);
  v->block_count = kbx_load_u32 (p + 56);
  v->number_count = kbx_load_u32 (p + 60);
  v->offset_count = kbx_load_u32 (p + 68);
  v->change = NULL;
  v->directory = kbx_next_bytes (p, &at,
                                 4 * (uint64_t) kbx_tile_blocks_across ((uint32_t) v->columns)
                                   * kbx_tile_blocks_across ((uint32_t) v->rows));
  at = (at + 63) / 64 * 64;
  v->blocks = kbx_next_bytes (p, &at, (uint64_t) v->block_count * KBX_TILES_BLOCK);
  v->tiles = kbx_next_bytes (p, &at, (uint64_t) v->tile_count * KBX_TILES_ENTRY);
  v->offsets = kbx_next_bytes (p, &at, 4 * (uint64_t) v->offset_count);
  v->profiles = p + (size_t) at;
  return at + 2 * (uint64_t) v->number_count;
}

/* The directory's entry for the block of a stored cell. */
static inline uint32_t
kbx_tiles_block (const kbx_tiles_view *v, int32_t column, int32_t row)
{
  return kbx_load_u32 (v->directory
                       + 4
                           * ((size_t) (row >> KBX_TILES_SIDE_SHIFT) * (size_t) v->across
                              + (size_t) (column >> KBX_TILES_SIDE_SHIFT)));
}

/* Whether the block is empty and can be skipped. */
static inline bool
kbx_tiles_block_empty (const kbx_tiles_view *v, int32_t column, int32_t row)
{
  return kbx_tiles_block (v, column, row) == KBX_TILES_ALIKE && v->change == NULL;
}

/* The tile that the game has changed the cell to, or KBX_NONE. tiles_open.c */
KBX_INTERNAL uint32_t kbx_tiles_changed (const kbx_tiles_view *v, int32_t column, int32_t row);

/* The tile of a stored cell; column and row count from the first cell. */
static inline uint32_t
kbx_tiles_index (const kbx_tiles_view *v, int32_t column, int32_t row)
{
  KBX_STEPS (1);
  uint32_t block = v->change == NULL ? KBX_NONE : kbx_tiles_changed (v, column, row);
  if (block < v->tile_count)
    return block;
  block = kbx_tiles_block (v, column, row);
  if ((block & KBX_TILES_ALIKE) != 0)
    return block & ~KBX_TILES_ALIKE;
  return kbx_load_u16 (v->blocks + (size_t) block * KBX_TILES_BLOCK
                       + 2
                           * (size_t) ((row & KBX_TILES_IN_BLOCK) << KBX_TILES_SIDE_SHIFT
                                       | (column & KBX_TILES_IN_BLOCK)));
}

static inline const uint8_t *
kbx_tiles_entry (const kbx_tiles_view *v, uint32_t tile)
{
  return v->tiles + (size_t) tile * KBX_TILES_ENTRY;
}

static inline kbx_point
kbx_tiles_offset (const kbx_tiles_view *v, const uint8_t *entry)
{
  const uint32_t number = (uint32_t) entry[2] >> KBX_TILES_OFFSET_SHIFT;
  const uint8_t *at = v->offsets + 4 * (size_t) (number == 0 ? 0 : number - 1);
  return KBX_LITERAL (kbx_point){ number == 0 ? 0 : kbx_load_i16 (at),
                                  number == 0 ? 0 : kbx_load_i16 (at + 2) };
}

/* Whether the tile is solid and of one of the classes. */
static inline bool
kbx_tiles_counts (const uint8_t *entry, kbx_class_set classes)
{
  return entry[0] != KBX_TILE_NOT_SOLID
         && (entry[1] == KBX_TILES_NO_CLASS ? classes != 0 : (classes >> entry[1] & 1) != 0);
}

static inline bool
kbx_shifts_columns (const kbx_tiles_view *v)
{
  return v->stagger >= KBX_STAGGER_ODD_COLUMNS;
}

/* The top left pixel of the box around a cell. */
static inline kbx_long_point
kbx_tiles_corner (const kbx_tiles_view *v, int64_t i, int64_t j)
{
  const bool columns = kbx_shifts_columns (v);
  const bool shifted =
    v->stagger != 0 && ((columns ? i : j) & 1) == (int64_t) (v->stagger & 1);
  return KBX_LITERAL (kbx_long_point){ v->x + i * v->step_x + (shifted && !columns ? v->w / 2 : 0),
                                       v->y + j * v->step_y + (shifted && columns ? v->h / 2 : 0) };
}

/* tiles_stagger.c, for staggered layers. The cell of a position in 1/256 pixel. The pixels of a
 * cell's row k, relative to the box around it, or of its column where those are shifted. Whether a
 * pixel of the cell is in a box. */
KBX_INTERNAL kbx_long_point kbx_stagger_cell (const kbx_tiles_view *v, int64_t x, int64_t y);
KBX_INTERNAL kbx_box kbx_stagger_strip (const kbx_tiles_view *v, int32_t k);

/* Whether the pixel of a tile is solid. */
static inline bool
kbx_tiles_pixel (const kbx_tiles_view *v, const uint8_t *entry, int32_t x, int32_t y)
{
  const uint8_t *profile = v->profiles + 2 * (size_t) kbx_load_u32 (entry + 4);
  KBX_STEPS (1);
  switch (entry[0])
    {
    case KBX_TILE_FULL: return true;
    case KBX_TILE_HEIGHTS_LEFT: return x < kbx_load_u16 (profile + 2 * y);
    case KBX_TILE_HEIGHTS_RIGHT: return x >= v->w - kbx_load_u16 (profile + 2 * y);
    case KBX_TILE_HEIGHTS_TOP: return y < kbx_load_u16 (profile + 2 * x);
    case KBX_TILE_HEIGHTS_BOTTOM: return y >= v->h - kbx_load_u16 (profile + 2 * x);
    default: return false;
    }
}

/* Whether the solid rectangles of a tile are columns of pixels, not rows. */
static inline bool
kbx_tiles_upright (const kbx_tiles_view *v, const uint8_t *entry)
{
  return v->stagger == 0 ? entry[0] >= KBX_TILE_HEIGHTS_TOP : kbx_shifts_columns (v);
}

/* The number of solid rectangles in a tile: the cell, or its columns or rows of pixels, or none for
 * one-way tiles. In staggered layers only full tiles are solid. */
static inline int32_t
kbx_tiles_strips (const kbx_tiles_view *v, const uint8_t *entry)
{
  if (v->stagger != 0)
    return entry[0] != KBX_TILE_FULL ? 0 : kbx_shifts_columns (v) ? v->w : v->h;
  return entry[0] >= KBX_TILE_HEIGHTS_TOP    ? v->w
         : entry[0] >= KBX_TILE_HEIGHTS_LEFT ? v->h
                                             : entry[0] == KBX_TILE_FULL;
}

/* One of them, relative to the cell's corner. It may be empty. */
static inline kbx_box
kbx_tiles_strip (const kbx_tiles_view *v, const uint8_t *entry, int32_t k)
{
  const bool full = entry[0] == KBX_TILE_FULL, upright = entry[0] >= KBX_TILE_HEIGHTS_TOP;
  if (v->stagger != 0)
    return kbx_stagger_strip (v, k);
  const bool near_end = entry[0] == KBX_TILE_HEIGHTS_LEFT || entry[0] == KBX_TILE_HEIGHTS_TOP;
  const int32_t height =
    full ? 0 : kbx_load_u16 (v->profiles + 2 * ((size_t) kbx_load_u32 (entry + 4) + (size_t) k));
  const int32_t from = near_end ? 0 : (upright ? v->h : v->w) - height;
  const kbx_box whole = { 0, 0, v->w, v->h }, column = { k, from, k + 1, from + height },
                row = { from, k, from + height, k + 1 };
  return full ? whole : upright ? column : row;
}

/* The stored cells that share a pixel with a box: columns i0 to i1, rows j0 to j1, inclusive; false
 * for none. In staggered layers, maybe some around them. */
typedef struct { int32_t i0, i1, j0, j1; } kbx_tiles_span;

static inline bool
kbx_tiles_span_of (const kbx_tiles_view *v, int64_t x0, int64_t y0, int64_t x1, int64_t y1,
                   kbx_tiles_span *span)
{
  const int64_t wide = (int64_t) v->columns * v->step_x, high = (int64_t) v->rows * v->step_y;
  const bool staggered = v->stagger != 0;
  x0 -= v->left + (staggered ? 3 * (int64_t) v->w / 2 - v->step_x : 0);
  x1 -= v->left;
  y0 -= v->top + (staggered ? 3 * (int64_t) v->h / 2 - v->step_y : 0);
  y1 -= v->top;
  x0 = x0 < 0 ? 0 : x0;
  y0 = y0 < 0 ? 0 : y0;
  x1 = x1 > wide ? wide : x1;
  y1 = y1 > high ? high : y1;
  if (x0 >= x1 || y0 >= y1)
    return false;
  *span = KBX_LITERAL (kbx_tiles_span){ (int32_t) x0 / v->step_x, (int32_t) (x1 - 1) / v->step_x,
                                        (int32_t) y0 / v->step_y, (int32_t) (y1 - 1) / v->step_y };
  return true;
}

/* The layer's cell for a column and row counted from the first cell. */
static inline kbx_point
kbx_tiles_named (const kbx_tiles_view *v, int32_t column, int32_t row)
{
  return KBX_LITERAL (kbx_point){ v->i + column, v->j + row };
}

static inline uint32_t
kbx_tiles_class (const uint8_t *entry)
{
  return entry[1] == KBX_TILES_NO_CLASS ? KBX_NONE : entry[1];
}

/* tiles_open.c: a tile by its number; 0: the empty cell. */
KBX_INTERNAL kbx_tile kbx_tiles_read (const kbx_tiles_view *v, uint32_t index);

#endif
