/* SPDX-License-Identifier: MIT */
/* Sets of pixels that are read row by row: boxes, circles, segments, bitmaps, turned bitmaps. */
#ifndef KBX_COVERS_H
#define KBX_COVERS_H

#include "runtime/masks/bitmap.h"
#include "runtime/frames/turned.h"

/* `row` returns pixels x to x + 31 of row y of the world, with x in bit 0. Call it only within the
 * bounds [x0, x1) x [y0, y1), plus or minus 31 columns; ignore bits outside the bounds. */
typedef struct kbx_cover kbx_cover;
struct kbx_cover {
  int32_t x0, y0, x1, y1;
  bool turned;                 /* each pixel costs some ns: kbx_too_many_turned */
  uint32_t (*row) (const kbx_cover *cover, int32_t x, int32_t y);
  /* for bitmaps */
  const uint8_t *bitmap;
  kbx_bitmap_shift shift;      /* from the world to the bitmap */
  union {
    struct { double cx, cy, r2; } circle;
    /* The ends on the grid: a is above b, or left of it in the same row. */
    struct { int64_t ax, ay, bx, by; } segment;
    /* `square`: that of the scale times that of the axis. */
    struct { kbx_spin spin; double square; } turned;
    const kbx_cover *world;
  } of;
};

/* An empty cover. Leaves the fields of its kind unset: clearing them would cost more than many
 * queries. */
static inline void
kbx_no_cover (kbx_cover *cover, uint32_t (*row) (const kbx_cover *cover, int32_t x, int32_t y))
{
  cover->x0 = cover->y0 = cover->x1 = cover->y1 = 0;
  cover->turned = false;
  cover->row = row;
  cover->bitmap = NULL;
  cover->shift.dx = cover->shift.dy = 0;
  cover->shift.mx = cover->shift.my = false;
}

/* Pixels of the world compared where a place is not upright, at most. */
#define KBX_TURNED_LIMIT (1 << 26)

/* Whether bounds contain more than that. */
static inline bool
kbx_too_many_turned (int64_t x0, int64_t y0, int64_t x1, int64_t y1)
{
  return x0 < x1 && y0 < y1 && x1 - x0 > (int64_t) KBX_TURNED_LIMIT / (y1 - y0);
}

KBX_INTERNAL uint32_t kbx_row_of_bitmap (const kbx_cover *cover, int32_t x, int32_t y);
KBX_INTERNAL uint32_t kbx_row_of_box (const kbx_cover *cover, int32_t x, int32_t y);

/* Null or invalid shapes give an empty cover. */
KBX_INTERNAL void kbx_cover_of_segment (kbx_cover *cover, kbx_segment segment);
/* Bitmaps and frames at any place. */
KBX_INTERNAL void kbx_cover_of_pixels (kbx_cover *cover, const kbx_handle *pixels,
                                       const kbx_place *place);
/* A bitmap whose pixel (0, 0) is at (dx, dy), mirrored about it. */
KBX_INTERNAL void kbx_cover_of_bitmap (kbx_cover *cover, const uint8_t *bitmap, int64_t dx,
                                       int64_t dy, bool mx, bool my);

/* Another cover in the coordinates of a mask. The mask's pixel (0, 0) is at (dx, dy) of the world;
 * the mask may be mirrored about it. `world` must outlive the cover, and must not be a box. */
typedef struct {
  int64_t dx, dy;
  bool mx, my;
} kbx_cover_shift;
KBX_INTERNAL void kbx_cover_of_cover (kbx_cover *cover, const kbx_cover *world,
                                      const kbx_cover_shift *shift);
/* The same for any box, anywhere. */
KBX_INTERNAL void kbx_cover_of_moved_box (kbx_cover *cover, kbx_box box,
                                          const kbx_cover_shift *shift);

/* The pixels of a bitmap or frame, NULL for none; pixel (hot_x, hot_y) is put on a place.
 * frame_bitmaps.c */
typedef struct {
  const uint8_t *bytes;
  int32_t hot_x, hot_y;
} kbx_pixel_source;
KBX_INTERNAL kbx_pixel_source kbx_frame_pixels (const kbx_handle *frame);

static inline kbx_pixel_source
kbx_pixels_of (const kbx_handle *pixels)
{
  if (pixels->kind == KBX_FRAME)
    return kbx_frame_pixels (pixels);
  return KBX_LITERAL (
    kbx_pixel_source){ pixels->kind == KBX_BITMAP ? (const uint8_t *) pixels->data : NULL, 0, 0 };
}

/* The world position of a picture's pixel 0 on one axis, with pixel `hot` on the pose. */
static inline int64_t
kbx_axis_origin (int32_t at, int64_t hot, bool flip)
{
  return flip ? at + hot : at - hot;
}

/* The columns [from, to) of 32 from x on. */
static inline uint32_t
kbx_columns_between (int32_t x, int64_t from, int64_t to)
{
  return (uint32_t) kbx_bits_between ((int32_t) (from > x ? (from - x < 64 ? from - x : 64) : 0),
                                      (int32_t) (to - x <= 0 ? -1 : to - x < 32 ? to - x - 1 : 31));
}

#endif
