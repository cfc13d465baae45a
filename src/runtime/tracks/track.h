/* SPDX-License-Identifier: MIT */
/* The layout of a track's clearance, and reading it: docs/bank-format.md, "CLEA". A pixel's
 * clearance, in sixteenths, is 16 * base - 2048 + the tile's byte. So tiles that differ by whole
 * pixels are stored once, and pixels past the cut-off use tile 0. Tile bytes outside the picture
 * may have any value. Invariant: neighbours differ by at most 16, which sweeps rely on. */
#ifndef KBX_TRACK_H
#define KBX_TRACK_H

#include "runtime/moves/rays.h"
#include "runtime/tracks/track_check.h"

typedef struct {
  const uint8_t *entries, *tiles;
  int32_t w, h, columns, most;
} kbx_field;

static inline kbx_field
kbx_read_field (kbx_handle track)
{
  const uint8_t *p = kbx_bytes_of (track, KBX_TRACK);
  const uint16_t w = kbx_load_u16 (p), h = kbx_load_u16 (p + 2);
  return KBX_LITERAL (kbx_field){ p + KBX_TRACK_HEADER, p + kbx_track_tiles_at (w, h), w, h,
                                  (w + 7) >> 3,         kbx_load_u16 (p + 4) };
}

/* A pixel of the picture, in sixteenths. */
static inline int32_t
kbx_field_pixel (const kbx_field *f, int32_t x, int32_t y)
{
  uint32_t entry = kbx_load_u32 (f->entries + 4 * (size_t) ((y >> 3) * f->columns + (x >> 3)));
  return (int32_t) (entry >> 24) * 16 - 2048
         + f->tiles[(size_t) (entry & 0xffffffu) * KBX_TRACK_TILE
                    + (size_t) (8 * (y & 7) + (x & 7))];
}

/* Any pixel; outside the picture, that of the nearest border pixel, less the distance to it. So
 * neighbours differ by at most 16 there too: outside is not road, and a road's clearance at the
 * border is 1/2. */
KBX_INTERNAL int32_t kbx_field_beyond (const kbx_field *f, int64_t x, int64_t y);

static inline int32_t
kbx_field_at (const kbx_field *f, int64_t x, int64_t y)
{
  if (x >= 0 && y >= 0 && x < f->w && y < f->h)
    return kbx_field_pixel (f, (int32_t) x, (int32_t) y);
  return kbx_field_beyond (f, x, y);
}

/* Between the centres of four pixels, with (i, j) the top left one, the clearance in sixteenths is
 * `v + a * u + b * w + c * u * w`. (u, w) is the position between them, 0 to 1 per axis. */
typedef struct {
  int64_t i, j;
  double v, a, b, c;
} kbx_cell;

static inline kbx_cell
kbx_cell_of_corners (int64_t i, int64_t j, double v00, double v10, double v01, double v11)
{
  return KBX_LITERAL (kbx_cell){ i, j, v00, v10 - v00, v01 - v00, (v11 - v01) - (v10 - v00) };
}

static inline kbx_cell
kbx_field_cell (const kbx_field *f, int64_t i, int64_t j)
{
  KBX_STEPS (1);
  if (i >= 0 && j >= 0 && i < f->w - 1 && j < f->h - 1)
    {
      const int32_t x = (int32_t) i, y = (int32_t) j;
      return kbx_cell_of_corners (i, j, kbx_field_pixel (f, x, y), kbx_field_pixel (f, x + 1, y),
                                  kbx_field_pixel (f, x, y + 1), kbx_field_pixel (f, x + 1, y + 1));
    }
  return kbx_cell_of_corners (i, j, kbx_field_at (f, i, j), kbx_field_at (f, i + 1, j),
                              kbx_field_at (f, i, j + 1), kbx_field_at (f, i + 1, j + 1));
}

/* The cell of a position counted from the centre of pixel (0, 0). */
static inline kbx_cell
kbx_field_cell_of (const kbx_field *f, kbx_wide_vec p)
{
  return kbx_field_cell (f, kbx_floor (p.x), kbx_floor (p.y));
}

static inline double
kbx_cell_value (const kbx_cell *cell, kbx_wide_vec p)
{
  double u = p.x - (double) cell->i, w = p.y - (double) cell->j;
  return cell->v + cell->a * u + cell->b * w + cell->c * (u * w);
}

static inline kbx_wide_vec
kbx_cell_gradient (const kbx_cell *cell, kbx_wide_vec p)
{
  return kbx_wide_make (cell->a + cell->c * (p.y - (double) cell->j),
                        cell->b + cell->c * (p.x - (double) cell->i));
}

/* From world coordinates, where pixel (0, 0) has its centre at (1/2, 1/2); and the clearance there
 * in sixteenths. */
static inline kbx_wide_vec kbx_on_field (kbx_vec p) { return kbx_wide_make (p.x - 0.5, p.y - 0.5); }

static inline double
kbx_field_value (const kbx_field *f, kbx_wide_vec p)
{
  kbx_cell cell = kbx_field_cell_of (f, p);
  return kbx_cell_value (&cell, p);
}

/* The cut-off of a valid track, in pixels. tracks.c */
KBX_INTERNAL float kbx_track_most (kbx_handle track);

/* Whether a valid circle touches the edge of a valid track, or is off the road. tracks.c */
KBX_INTERNAL bool kbx_road_touches (kbx_handle track, kbx_circle circle);

/* The direction of increasing clearance, a unit vector, or (0, 0) if there is none. tracks.c */
KBX_INTERNAL kbx_wide_vec kbx_field_normal (const kbx_field *f, kbx_wide_vec p);

/* The same, but (0, 0) where the clearance does not change. */
static inline kbx_wide_vec
kbx_field_slope (const kbx_field *f, kbx_wide_vec p)
{
  const kbx_cell cell = kbx_field_cell_of (f, p);
  const kbx_wide_vec slope = kbx_cell_gradient (&cell, p);
  return slope.x != 0 || slope.y != 0 ? kbx_unit (slope) : slope;
}

#endif
