/* SPDX-License-Identifier: MIT */
/* The memory layout of a bitmap, and how to read it. Little-endian, like a bank's records. */
/*   0 | u16 w, h             |
 *   4 | u16 x0, y0, x1, y1   | half-open bounds of the set pixels; 0s if none is set
 *  12 | u16 kind, parts      | number of planes for KBX_BITMAP_RUNS, of strips for KBX_BITMAP_WORDS
 *  16 | u32 area, size       | set pixels; total bytes
 *  24 | u32 strip            | offset of the words if all are in one strip, else 0 */
/* Runs: `parts` entries { u16 row, rows; u32 at }, then the planes. Plane k has the k-th run of set
 * pixels of each row. At byte `at` are the first columns of rows [row, row + rows), then their last
 * columns, i16 each. Rows between without a k-th run have KBX_RUN_NONE_FIRST and KBX_RUN_NONE_LAST.
 * Runs of at most 64 columns are followed by their words: comparing two such bitmaps is quicker. */
/* Words: strip s has columns x0 + 64 s to x0 + 64 s + 63 of rows y0 to y1 - 1, a u64 per row, with
 * the first column in bit 0. Both kinds end in KBX_BITMAP_TAIL zeros. So eight rows are readable
 * from any row of a plane, forwards or backwards, and from the end of a strip. */
#ifndef KBX_BITMAP_H
#define KBX_BITMAP_H

#include "runtime/bits.h"
#include "runtime/bank/blob.h"
#include "runtime/frames/space.h"

enum { KBX_BITMAP_RUNS = 0, KBX_BITMAP_WORDS = 1 };

#define KBX_BITMAP_HEADER 28u
#define KBX_BITMAP_PLANE 8u
#define KBX_BITMAP_TAIL 64u
#define KBX_BITMAP_PLANES 64u

/* Outside every column. Sums and differences of two columns and an offset still fit into 16
 * bits. */
#define KBX_RUN_NONE_FIRST 16383
#define KBX_RUN_NONE_LAST (-16384)

typedef struct {
  uint32_t w, h;
  uint32_t x0, y0, x1, y1;
  uint32_t kind, parts, area, size, strip;
} kbx_bitmap_record;

typedef struct {
  int32_t row, rows;
  const uint8_t *first, *last;
} kbx_run_plane;

static inline kbx_bitmap_record
kbx_read_bitmap (const uint8_t *p)
{
  return KBX_LITERAL (kbx_bitmap_record){
    kbx_load_u16 (p),      kbx_load_u16 (p + 2),  kbx_load_u16 (p + 4),  kbx_load_u16 (p + 6),
    kbx_load_u16 (p + 8),  kbx_load_u16 (p + 10), kbx_load_u16 (p + 12), kbx_load_u16 (p + 14),
    kbx_load_u32 (p + 16), kbx_load_u32 (p + 20), kbx_load_u32 (p + 24)
  };
}

static inline int32_t kbx_bitmap_x0 (const uint8_t *p) { return kbx_load_u16 (p + 4); }
static inline int32_t kbx_bitmap_y0 (const uint8_t *p) { return kbx_load_u16 (p + 6); }
static inline int32_t kbx_bitmap_x1 (const uint8_t *p) { return kbx_load_u16 (p + 8); }
static inline int32_t kbx_bitmap_y1 (const uint8_t *p) { return kbx_load_u16 (p + 10); }
static inline uint32_t kbx_bitmap_kind (const uint8_t *p) { return kbx_load_u16 (p + 12); }
static inline uint32_t kbx_bitmap_parts (const uint8_t *p) { return kbx_load_u16 (p + 14); }
static inline uint32_t kbx_bitmap_strip (const uint8_t *p) { return kbx_load_u32 (p + 24); }

static inline bool
kbx_both_of_runs (const uint8_t *a, const uint8_t *b)
{
  return (kbx_bitmap_kind (a) | kbx_bitmap_kind (b)) == KBX_BITMAP_RUNS;
}

static inline kbx_run_plane
kbx_read_plane (const uint8_t *p, uint32_t k)
{
  const uint8_t *entry = p + KBX_BITMAP_HEADER + k * KBX_BITMAP_PLANE;
  kbx_run_plane plane;
  plane.row = kbx_load_u16 (entry);
  plane.rows = kbx_load_u16 (entry + 2);
  plane.first = p + kbx_load_u32 (entry + 4);
  plane.last = plane.first + 2 * plane.rows;
  return plane;
}

static inline int32_t
kbx_run_column (const uint8_t *columns, int32_t i)
{
  return kbx_load_i16 (columns + 2 * i);
}

/* Bits first to last of 64, none if first > last. Both are within 0 to 63, except for the empty
 * range first = 64, last = -1. */
static inline uint64_t
kbx_bits_between (int32_t first, int32_t last)
{
  return first > last ? 0 : UINT64_MAX >> (63 - (last - first)) << first;
}

/* The 64 pixels of row y from column x on, with column x in bit 0. Row y is within the bounds;
 * pixels outside the bounds are 0. */
static inline uint64_t
kbx_bitmap_word (const uint8_t *p, int32_t x, int32_t y)
{
  int32_t x0 = kbx_bitmap_x0 (p), y0 = kbx_bitmap_y0 (p), y1 = kbx_bitmap_y1 (p),
          parts = (int32_t) kbx_bitmap_parts (p);
  uint64_t word = 0;
  if (kbx_bitmap_kind (p) == KBX_BITMAP_RUNS)
    {
      for (int32_t k = 0; k < parts; k++)
        {
          kbx_run_plane plane = kbx_read_plane (p, (uint32_t) k);
          int32_t i = y - plane.row, first, last;
          KBX_STEPS (1);
          if (i < 0 || i >= plane.rows)
            continue;
          first = kbx_run_column (plane.first, i) - x;
          last = kbx_run_column (plane.last, i) - x;
          word |= kbx_bits_between (first > 0 ? first : 0, last < 63 ? last : 63);
        }
      return word;
    }
  for (int32_t part = 0; part < 2; part++)
    {
      /* The strip of column x + 64 * part, and its bits that belong to this word. */
      int32_t strip = (x - x0 + 64 * part) >> 6, shift = (x - x0) & 63;
      if (strip < 0 || strip >= parts || (part == 1 && shift == 0))
        continue;
      uint64_t bits = kbx_load_u64 (
        p + KBX_BITMAP_HEADER + 8 * ((size_t) strip * (size_t) (y1 - y0) + (size_t) (y - y0)));
      word |= part == 0 ? bits >> shift : bits << (64 - shift);
    }
  return word;
}

/* Is the pixel in a run? The runs of a row are in order, so a binary search finds the last one that
 * begins at or before the pixel. */
static inline bool
kbx_runs_bit (const uint8_t *p, int32_t x, int32_t y)
{
  uint32_t low = 0, high = kbx_bitmap_parts (p);
  int32_t last = -1;
  while (low < high)
    {
      const uint32_t middle = (low + high) / 2;
      const kbx_run_plane plane = kbx_read_plane (p, middle);
      const int32_t i = y - plane.row;
      KBX_STEPS (1);
      if (i >= 0 && i < plane.rows && kbx_run_column (plane.first, i) <= x)
        {
          last = kbx_run_column (plane.last, i);
          low = middle + 1;
        }
      else
        high = middle;
    }
  return x <= last;
}

static inline bool
kbx_bitmap_bit (const uint8_t *p, int64_t x, int64_t y)
{
  if (x < kbx_bitmap_x0 (p) || x >= kbx_bitmap_x1 (p) || y < kbx_bitmap_y0 (p)
      || y >= kbx_bitmap_y1 (p))
    return false;
  if (kbx_bitmap_kind (p) == KBX_BITMAP_RUNS)
    return kbx_runs_bit (p, (int32_t) x, (int32_t) y);
  return (kbx_bitmap_word (p, (int32_t) x, (int32_t) y) & 1) != 0;
}

/* Checks that `size` bytes are a valid bitmap: KBX_OK, KBX_ERROR_TRUNCATED or KBX_ERROR_VALUE.
 * Linear. bitmap_check.c */
KBX_INTERNAL kbx_status kbx_check_bitmap (kbx_trouble *trouble, const uint8_t *p, size_t size);

/* One bitmap in the coordinates of another: pixel (x, y) is at x + dx, or at dx - x if mirrored;
 * the same for y. */
typedef struct {
  int32_t dx, dy;
  bool mx, my;
} kbx_bitmap_shift;

/* Two bitmaps whose bounds overlap: a in b's coordinates, and the box of b in which both may have
 * pixels. */
typedef struct {
  const uint8_t *a, *b;
  kbx_bitmap_shift shift;
  int32_t x0, y0, x1, y1;
} kbx_bitmap_pair;

/* Puts a at (dx, dy) of b; any offset that poses can produce is allowed. False if their bounds do
 * not overlap. */
static KBX_INLINE bool
kbx_lay_pair (kbx_bitmap_pair *pair, const uint8_t *a, const uint8_t *b, bool mx, bool my,
              int64_t dx, int64_t dy)
{
  int64_t x0 = mx ? dx + 1 - kbx_bitmap_x1 (a) : dx + kbx_bitmap_x0 (a),
          x1 = x0 + kbx_bitmap_x1 (a) - kbx_bitmap_x0 (a);
  int64_t y0 = my ? dy + 1 - kbx_bitmap_y1 (a) : dy + kbx_bitmap_y0 (a),
          y1 = y0 + kbx_bitmap_y1 (a) - kbx_bitmap_y0 (a);
  /* A bitmap without pixels has empty bounds, so the intersection is empty too. */
  x0 = x0 > kbx_bitmap_x0 (b) ? x0 : kbx_bitmap_x0 (b);
  x1 = x1 < kbx_bitmap_x1 (b) ? x1 : kbx_bitmap_x1 (b);
  y0 = y0 > kbx_bitmap_y0 (b) ? y0 : kbx_bitmap_y0 (b);
  y1 = y1 < kbx_bitmap_y1 (b) ? y1 : kbx_bitmap_y1 (b);
  if ((x0 >= x1) | (y0 >= y1))
    return false;
  pair->a = a;
  pair->b = b;
  pair->shift.mx = mx;
  pair->shift.my = my;
  pair->shift.dx = (int32_t) dx;
  pair->shift.dy = (int32_t) dy;
  pair->x0 = (int32_t) x0;
  pair->y0 = (int32_t) y0;
  pair->x1 = (int32_t) x1;
  pair->y1 = (int32_t) y1;
  return true;
}

static inline int32_t
kbx_row_of_a (const kbx_bitmap_pair *pair, int32_t y)
{
  return pair->shift.my ? pair->shift.dy - y : y - pair->shift.dy;
}

/* Which of the rows that share a pixel. */
typedef enum { KBX_ROW_ANY, KBX_ROW_FIRST, KBX_ROW_LAST } kbx_which_row;

#define KBX_NO_ROW INT32_MIN

/* The first or last row in which two bitmaps share a pixel, and the first or last shared column of
 * that row. x and y are the best so far, y KBX_NO_ROW before anything is found. `skip`: the first
 * planes of both are done. */
typedef struct {
  kbx_which_row which;
  bool last, skip;
  int32_t x, y;
} kbx_border;

/* Compare two bitmaps: both of runs, both of words, or a of runs and b of words. `row` returns a
 * row of b in which they share a pixel, or KBX_NO_ROW. For runs it is any such row; kbx_runs_border
 * finds the first or last. `area` returns how many pixels they share. */
KBX_INTERNAL int32_t kbx_runs_row (const kbx_bitmap_pair *pair);
KBX_INTERNAL void kbx_runs_border (const kbx_bitmap_pair *pair, kbx_border *border);
KBX_INTERNAL uint64_t kbx_runs_area (const kbx_bitmap_pair *pair);

/* Does a bitmap of runs have a pixel in columns [x0, x1) of rows [y0, y1), all within 0 to 32? Bit
 * 0: left of the row's column in `splits`; bit 1: from that column on. If `splits` is NULL, bit 0
 * is for all columns. Eight entries from splits[y0] on must be readable. */
typedef struct {
  const uint8_t *splits;
  int32_t x0, y0, x1, y1;
} kbx_run_window;
KBX_INTERNAL uint32_t kbx_runs_sides (const uint8_t *bitmap, const kbx_bitmap_shift *shift,
                                      const kbx_run_window *window);

#endif
