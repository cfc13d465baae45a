/* SPDX-License-Identifier: MIT */
/* How far each pixel of a picture is from the edge of the road. Flow: a kbx_road's rows become runs
 * (columns.c), distances within rows, then in the plane (columns.c), signed numbers, tiles
 * (track_pack.c). Kinds: 1 for pixels of the road, whose distance is to the nearest pixel off it; 0
 * for the others. src/bake/clearance/clearance.h defines a clearance; columns.c describes the
 * method. */
#ifndef KBX_CLEARANCE_H
#define KBX_CLEARANCE_H

#include "runtime/pack/packing.h"
#include "runtime/tracks/track_check.h"

/* ---- roads ---- */

/* A picture of `width` x `height` pixels, each 1 to KBX_TRACK_SIDE. A byte is road if `is_road` of
 * it is 1. The bytes are either in `tiles` of 64 x 64, row by row, or in `bytes`, rows `stride`
 * apart. Outside the picture is not road. */
typedef struct {
  uint32_t width, height;
  const uint8_t *(*tiles) (const void *picture, uint32_t index);
  const void *picture;
  const uint8_t *bytes;
  size_t stride;
  uint8_t is_road[256]; /* 0 or 1 */
} kbx_road;

#define KBX_ROAD_WORD 64u

/* A row as borders: run i extends from borders[i] to before borders[i + 1], and is road if i is
 * odd. Reads the pixels from x0, a multiple of 64, to before x1. The runs at both sides continue
 * outside, up to the picture's ends. The first begins at -KBX_ROAD_FAR and the last ends at
 * KBX_ROAD_FAR. Only the first run may be empty. Returns the number of borders, at most
 * KBX_ROAD_BORDERS (x1 - x0). */
#define KBX_ROAD_FAR 32000
#define KBX_ROAD_BORDERS(pixels) ((size_t) (pixels) + 72)

/* ---- columns ---- */

#define KBX_STRIP 32
/* The largest cut-off in pixels: 16-bit numbers just hold twice its square. */
#define KBX_REACH 127

/* A window of rows, processed from left to right. Rows are counted within the window. Those from
 * `first` to before `last` are wanted. The others, within `reach` of them, are present if the
 * picture has them. Arrays of rows have space for KBX_ROWS_MORE more. */
#define KBX_ROWS_MORE 16
typedef struct {
  int rows, first, last;
  int reach;             /* the cut-off in pixels */
  int16_t limit;         /* the cut-off in units of the result */
  bool stream;           /* the results exceed any cache */
  /* The start of the run at the strip's left column, see kbx_road_row */
  const int16_t **run;
  int16_t *begin, *end;  /* of that run */
  uint8_t *kind;         /* of that run */
  /* Not 0: a distance within this row of the strip may be below the cut-off */
  int16_t *near;
  uint8_t *kinds;        /* bit k: the strip has a pixel of kind k in this row */
  uint8_t *solved;       /* bit k: there are results for kind k */
  uint8_t *active;
  int16_t *square[2];    /* by kind: squared distances within the row; rows of KBX_STRIP */
  int16_t *answer[2];    /* by kind: squared distances */
  int16_t *borders;      /* of all rows */
  int16_t *squares;      /* squares of -KBX_REACH to KBX_REACH, each 16 times */
} kbx_strip_columns;

/* The memory needed for boxes of pictures of this width, with this many rows. */
KBX_PACK_INTERNAL uint64_t kbx_columns_work (uint32_t width, uint32_t rows);
KBX_PACK_INTERNAL bool kbx_columns_begin (kbx_strip_columns *columns, kbx_work *work,
                                          uint32_t width, uint32_t rows);

/* Computes the clearance in a box, with the cut-off `most`, in 1/16 pixel, rounded to nearest.
 * Pixel (x, y), counted from the box, goes to out[y * stride + x]. Rows that begin at multiples of
 * 64 bytes are written fastest. */
KBX_PACK_INTERNAL void kbx_fill_clearance (kbx_strip_columns *columns, const kbx_road *road,
                                           uint32_t most, kbx_box box, int16_t *out,
                                           ptrdiff_t stride, bool stream);

/* ---- bytes ---- */

/* Tiles of 8 x 8 bytes above a base, each stored once. */
typedef struct {
  uint32_t width, height;
  kbx_distinct tiles;
  uint8_t *entries;
} kbx_track_tiles;

KBX_PACK_INTERNAL uint64_t kbx_track_tiles_work (uint32_t width, uint32_t height);
KBX_PACK_INTERNAL bool kbx_track_tiles_begin (kbx_track_tiles *t, kbx_work *work, uint32_t width,
                                              uint32_t height);
/* Adds `rows` rows from y on, a multiple of 8, as made by kbx_fill_clearance. */
KBX_PACK_INTERNAL void kbx_track_tiles_add (kbx_track_tiles *t, uint32_t y, uint32_t rows,
                                            const int16_t *clearance, size_t stride);
/* Returns the size of the bytes, which are written if they fit. */
KBX_PACK_INTERNAL size_t kbx_track_tiles_put (const kbx_track_tiles *t, uint32_t most, void *bytes,
                                              size_t capacity);

#endif
