/* SPDX-License-Identifier: MIT */
/* The cells near a screen position whose tiles may have shapes there: their largest number, which
 * opening a bank limits. In a header, as tiles_check.h. */
#ifndef KBX_TILES_NEAR_H
#define KBX_TILES_NEAR_H

#include "runtime/tiles/tiles.h"

/* The limit of cells near a pixel. Multiplied by one plus the shapes and corners of the tile's
 * frame, it is at most KBX_TILES_WORK_MOST. Tiles with KBX_TILES_NEAR_FEW are cheap enough with any
 * frame. */
#define KBX_TILES_NEAR_MOST (INT64_C (1) << 22)
#define KBX_TILES_WORK_MOST (INT64_C (1) << 26)
#define KBX_TILES_NEAR_FEW (KBX_TILES_WORK_MOST / (1 + KBX_FRAME_SHAPES + KBX_FRAME_CORNERS))
/* Limits the shapes and parts in the frames of all other tiles of a bank; opening counts them. */
#define KBX_TILES_COUNTED_MOST (1u << 24)

/* A layer's axes in 1/256 pixel. The inverse matrix is [jy, -jx; -iy, ix] / det. The box around a
 * cell is wide x high. */
typedef struct {
  int64_t ix, iy, jx, jy, lift, det, wide, high;
  uint32_t highest;
} kbx_tiles_axes;

static inline kbx_tiles_axes
kbx_tiles_read_axes (const uint8_t *p)
{
  const int64_t ix = kbx_load_i32 (p + 32), iy = kbx_load_i32 (p + 36), jx = kbx_load_i32 (p + 40),
                jy = kbx_load_i32 (p + 44);
  const bool staggered = kbx_load_u32 (p + 72) != 0;
  return KBX_LITERAL (kbx_tiles_axes){
    ix,
    iy,
    jx,
    jy,
    kbx_load_i32 (p + 48),
    ix * jy - iy * jx,
    staggered ? (int64_t) kbx_load_u16 (p + 4) * KBX_GRID
              : (ix < 0 ? -ix : ix) + (jx < 0 ? -jx : jx),
    staggered ? (int64_t) kbx_load_u16 (p + 6) * KBX_GRID
              : (iy < 0 ? -iy : iy) + (jy < 0 ? -jy : jy),
    kbx_load_u32 (p + 64)
  };
}

static inline int64_t
kbx_tiles_farther (int64_t reach, int64_t a, int64_t b)
{
  reach = a > reach ? a : -a > reach ? -a : reach;
  return b > reach ? b : -b > reach ? -b : reach;
}

/* How far a tile's shapes can extend from its cell's bounding box, in pixels, in any flip and with
 * its offset. `box` contains the shapes. */
static inline int64_t
kbx_tiles_reach_of (kbx_size frame, kbx_box box, kbx_point offset)
{
  return kbx_tiles_farther (0, frame.w, frame.h)
         + kbx_tiles_farther (kbx_tiles_farther (0, box.x0, box.y0), box.x1, box.y1)
         + kbx_tiles_farther (0, offset.x, offset.y);
}

/* The largest number of cells that kbx_tiles_each_near visits around a pixel. */
static inline int64_t
kbx_tiles_near_count (const kbx_tiles_axes *a, const kbx_tiles_view *v, int64_t reach)
{
  const int64_t ix = a->ix < 0 ? -a->ix : a->ix, iy = a->iy < 0 ? -a->iy : a->iy,
                jx = a->jx < 0 ? -a->jx : a->jx, jy = a->jy < 0 ? -a->jy : a->jy;
  const int64_t det = a->det < 0 ? -a->det : a->det,
                lift = (a->lift < 0 ? -a->lift : a->lift) * (int64_t) a->highest;
  const int64_t wide = (2 * reach + 1) * KBX_GRID + 2 * a->wide,
                high = (2 * reach + 1) * KBX_GRID + 2 * a->high + lift;
  const int64_t more = v->stagger == 0 ? 4 : 6;
  const int64_t columns = (wide * jy + high * jx) / det + more,
                rows = (high * ix + wide * iy) / det + more;
  return (columns < v->columns ? columns : v->columns) * (rows < v->rows ? rows : v->rows);
}

/* The data for queries of a layer's screen. */
typedef struct {
  kbx_tiles_view view;
  kbx_tiles_axes axes;
} kbx_tiles_screen;

/* Returns false if it is not a tile layer. */
static inline bool
kbx_tiles_read_screen (kbx_handle tiles, kbx_tiles_screen *s)
{
  const uint8_t *bytes = kbx_bytes_of (tiles, KBX_TILES);
  if (bytes == NULL)
    return false;
  kbx_read_tiles (bytes, &s->view);
  s->axes = kbx_tiles_read_axes (bytes);
  return true;
}

/* tiles_screen.c: visits all non-empty cells whose bounding box touches a box of the screen, in
 * 1/256 pixel, and maybe some around them. In drawing order, each with its tile. */
typedef void (*kbx_tiles_visit) (kbx_point cell, uint32_t tile, void *data);
KBX_INTERNAL void kbx_tiles_each_near (const kbx_tiles_screen *s, kbx_area box,
                                       kbx_tiles_visit visit, void *data);

/* As kbx_tiles_picture_at, for a cell whose tile is known. */
KBX_INTERNAL kbx_point kbx_tiles_picture_of (const kbx_tiles_screen *s, kbx_point cell,
                                             const kbx_tile *tile, kbx_size size);

#endif
