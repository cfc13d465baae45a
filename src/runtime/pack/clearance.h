/* SPDX-License-Identifier: MIT */
/* How far each pixel of a picture is from the edge of the road.
 *
 * Flow: a kbx_road says which pixels are road -> its rows become runs (road.c) -> distances within
 * rows, then in the plane (columns.c) -> signed numbers -> what the runtime reads (track_pack.c).
 * src/bake/clearance/clearance.h says what a clearance is.
 *
 * Between the rows and the columns: distances within rows, a strip of 32 columns (64 bytes of a row
 * of answers) at a time, become distances in the plane. A pixel's square of the distance to the
 * nearest pixel of the other kind is the least, over the rows, of the square of the way to that row
 * plus the square of the distance within it. The best row only moves down as the pixel does, since
 * squares bend upwards: whichever of two rows is the better one for a pixel, the lower of the two
 * stays better, once it is, for all pixels below. So the middle pixel's row halves the work for the
 * others, many columns at once (a divide and conquer as in Aggarwal et al. 1987; distances by rows
 * and columns: Saito and Toriwaki 1994).
 *
 * Kinds: 1 for pixels of the road, whose distance is to what is not road; 0 for the others. Of a
 * pixel that is of the other kind, the distance is 0; so columns of both kinds need no border
 * between them. */
#ifndef KBX_CLEARANCE_H
#define KBX_CLEARANCE_H

#include "runtime/pack/packing.h"
#include "runtime/tracks/track_check.h"

/* ---- roads ---- */

/* A picture of `width` x `height` pixels, each 1 to KBX_TRACK_SIDE. Its pixels are
 * - in `tiles`, bytes that are road where `is_road` says so: tiles of 64 x 64, row by row; or
 * - in `bytes`, rows of them, `stride` apart, with the same meaning.
 * What is outside of the picture is not road. */
typedef struct {
  uint32_t width, height;
  const uint8_t *(*tiles) (const void *picture, uint32_t index);
  const void *picture;
  const uint8_t *bytes;
  size_t stride;
  uint8_t is_road[256]; /* 0 or 1 */
} kbx_road;

#define KBX_ROAD_WORD 64u

/* A row as borders: run i reaches from borders[i] up to, not including, borders[i + 1], and is road
 * where i is odd. Looked at are the pixels from x0, a multiple of 64, up to x1; what is beyond
 * counts as long as the run at that side goes on, unless the picture ends there. The first run
 * begins at -KBX_ROAD_FAR and the last ends at KBX_ROAD_FAR; a run may be empty only at the
 * beginning. Returns how many borders there are, at most KBX_ROAD_BORDERS (x1 - x0). */
#define KBX_ROAD_FAR 32000
#define KBX_ROAD_BORDERS(pixels) ((size_t) (pixels) + 72)
KBX_PACK_INTERNAL uint32_t kbx_road_row (const kbx_road *road, int32_t y, int32_t x0, int32_t x1,
                                         int16_t *borders);

/* ---- columns ---- */

#define KBX_STRIP 32
/* The largest cut-off in pixels. Numbers of 16 bits just hold twice the square of it. */
#define KBX_REACH 127

/* Work on a window of rows, from left to right. Rows are counted within the window; those from
 * `first` to before `last` are wanted, and all others within `reach` of them are there too, where
 * the picture has them. Arrays of rows have place for KBX_ROWS_MORE more. */
#define KBX_ROWS_MORE 16
typedef struct {
  int rows, first, last;
  int reach;             /* the cut-off in pixels */
  int16_t limit;         /* the cut-off in the answers' units */
  bool stream;           /* the answers are more than any cache holds */
  /* Where the run begins that the strip's left column is in; see kbx_road_row */
  const int16_t **run;
  int16_t *begin, *end;  /* of that run */
  uint8_t *kind;         /* of that run */
  /* Not 0: within the strip, a distance within this row may be below the cut-off */
  int16_t *near;
  uint8_t *kinds;        /* bit k: the strip has a pixel of kind k in this row */
  uint8_t *solved;       /* bit k: there are answers for those of kind k */
  uint8_t *active;
  int16_t *square[2];    /* by kind: squares of distances within the row; rows of KBX_STRIP */
  int16_t *answer[2];    /* by kind: squares of distances */
  int16_t *borders;      /* of all rows */
  int16_t *squares;      /* squares of -KBX_REACH to KBX_REACH, each 16 times */
} kbx_columns;

/* How much memory that takes, for boxes of pictures that are so wide, of so many rows. */
KBX_PACK_INTERNAL uint64_t kbx_columns_work (uint32_t width, uint32_t rows);
KBX_PACK_INTERNAL bool kbx_columns_begin (kbx_columns *columns, kbx_work *work, uint32_t width,
                                          uint32_t rows);

/* The clearance of the pixels of a box with the cut-off `most`, in 1/16 pixel, rounded to the
 * nearest; pixel (x, y) goes to out[y * stride + x], counted from the box. Rows that begin at
 * multiples of 64 bytes are written fastest. */
KBX_PACK_INTERNAL void kbx_fill_clearance (kbx_columns *columns, const kbx_road *road,
                                           uint32_t most, kbx_box box, int16_t *out,
                                           ptrdiff_t stride, bool stream);

/* ---- bytes ---- */

/* Tiles of 8 x 8 bytes above a base, each kept once. */
typedef struct {
  uint32_t width, height;
  kbx_distinct tiles;
  uint8_t *entries;
} kbx_track_tiles;

KBX_PACK_INTERNAL uint64_t kbx_track_tiles_work (uint32_t width, uint32_t height);
KBX_PACK_INTERNAL bool kbx_track_tiles_begin (kbx_track_tiles *t, kbx_work *work, uint32_t width,
                                              uint32_t height);
/* `rows` rows from y on, a multiple of 8, as kbx_fill_clearance has made them. */
KBX_PACK_INTERNAL void kbx_track_tiles_add (kbx_track_tiles *t, uint32_t y, uint32_t rows,
                                            const int16_t *clearance, size_t stride);
/* Returns the size of the bytes, which are written when they fit. */
KBX_PACK_INTERNAL size_t kbx_track_tiles_put (const kbx_track_tiles *t, uint32_t most, void *bytes,
                                              size_t capacity);

#endif
