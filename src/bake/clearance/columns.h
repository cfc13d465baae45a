/* SPDX-License-Identifier: MIT */
/* Between the clearance's rows and its columns: distances within rows, a strip of 32 columns (64 bytes of a row of
 * answers) at a time, become distances in the plane.
 *
 * A pixel's square of the distance to the nearest pixel of the other kind is the least, over the rows, of the square of
 * the way to that row plus the square of the distance within it. The best row only moves down as the pixel does, since
 * squares bend upwards: whichever of two rows is the better one for a pixel, the lower of the two stays better, once
 * it is, for all pixels below. So the middle pixel's row halves the work for the others, many columns at once (a
 * divide and conquer as in Aggarwal et al. 1987; distances by rows and columns: Saito and Toriwaki 1994).
 *
 * Kinds: 1 for pixels of the road, whose distance is to what is not road; 0 for the others. Of a pixel that is of the
 * other kind, the distance is 0; so columns of both kinds need no border between them. */
#ifndef KB_BAKE_COLUMNS_H
#define KB_BAKE_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

#include "bake/clearance/road.h"

#define KB_STRIP 32
/* The largest cut-off in pixels. Numbers of 16 bits just hold twice the square of it. */
#define KB_REACH 127
/* Instead of the square of a distance within a row that is beyond the cut-off: more than the square of any that is not,
 * and still a number of 16 bits when the square of KB_REACH is added. */
#define KB_BEYOND 16384
/* Without cut-off a distance within a row that has none is KB_ROAD_FAR at least. Its square is above twice the square of
 * KB_MAX_ZONES_SIDE, and a number of 32 bits with that added. */

/* Work on a window of rows, from left to right. Rows are counted within the window; those from `first` to before
 * `last` are wanted, and all others within `reach` of them are there too, where the picture has them. Arrays of rows have
 * place for KB_ROWS_MORE more. */
#define KB_ROWS_MORE 16
typedef struct {
  int rows, first, last;
  int reach;             /* the cut-off in pixels; unused without */
  int16_t limit;         /* the cut-off in the answers' units */
  int stream;            /* the answers are more than any cache holds */
  const int16_t **run;   /* where the run begins that the strip's left column is in; see kb_road_row */
  int16_t *begin, *end;  /* of that run */
  uint8_t *kind;         /* of that run */
  int16_t *near;         /* not 0: within the strip, a distance within this row may be below the cut-off */
  uint8_t *kinds;        /* bit k: the strip has a pixel of kind k in this row */
  uint8_t *solved;       /* bit k: there are answers for those of kind k */
  uint8_t *active;
  void *square[2];       /* by kind: squares of distances within the row; rows of KB_STRIP int16_t, or half as many int32_t */
  void *answer[2];       /* by kind: squares of distances */
  int16_t *borders;      /* of all rows, grown as needed */
  size_t borders_size;
  int16_t *squares;      /* squares of -KB_REACH to KB_REACH, each 16 times */
} KbColumns;

/* One strip of 32 columns from x0, a multiple of 32, on, which is not left of the strip before: the answers for columns
 * [from, to) of it in 1/16 pixel. `out` is where column x0 of the first wanted row goes, `stride` counts numbers. */
typedef void (*KbCutStrip) (KbColumns *columns, int x0, int16_t *out, ptrdiff_t stride, int from, int to);
/* The same without a cut-off: 16 columns, squares of distances, with a sign. */
typedef void (*KbExactStrip) (KbColumns *columns, int x0, int32_t *out, ptrdiff_t stride, int from, int to);

/* The lanes that are used: the widest that the processor has, or those that a test asks for and that are there. */
typedef enum { KB_LANES_BEST, KB_LANES_PLAIN, KB_LANES_SSE2, KB_LANES_AVX2 } KbLanes;
void kb_columns_use (KbLanes lanes);
KbCutStrip kb_columns_cut (void);
KbExactStrip kb_columns_exact (void);

/* Room for windows of up to `rows` rows of answers of `bytes` (2 or 4) each. */
KbColumns *kb_columns_new (int rows, int bytes);
void kb_columns_free (KbColumns *columns);
/* Begins with row `row` of the window and column x, of which kb_road_row has made `count` borders. */
void kb_columns_begin_row (KbColumns *columns, int row, const int16_t *borders, gsize count, int x);
/* Begins with rows y0 to before y1 of the picture, of which `first` to before `last`, counted from y0, are wanted; pixels
 * from x0 to before x1 are looked at. */
void kb_columns_begin (KbColumns *columns, const KbRoad *road, int y0, int y1, int first, int last, int x0, int x1);

void kb_cut_strip_plain (KbColumns *columns, int x0, int16_t *out, ptrdiff_t stride, int from, int to);
void kb_exact_strip_plain (KbColumns *columns, int x0, int32_t *out, ptrdiff_t stride, int from, int to);
void kb_cut_strip_sse2 (KbColumns *columns, int x0, int16_t *out, ptrdiff_t stride, int from, int to);
void kb_exact_strip_sse2 (KbColumns *columns, int x0, int32_t *out, ptrdiff_t stride, int from, int to);
void kb_cut_strip_avx2 (KbColumns *columns, int x0, int16_t *out, ptrdiff_t stride, int from, int to);
void kb_exact_strip_avx2 (KbColumns *columns, int x0, int32_t *out, ptrdiff_t stride, int from, int to);

#endif
