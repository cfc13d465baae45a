/* SPDX-License-Identifier: MIT */
/* A track's clearance, at a pixel and between them. */
#include "runtime/bank/about.h"
#include "runtime/bank/blob.h"
#include "runtime/bank/verify.h"
#include "runtime/exact.h"
#include "runtime/kit.h"
#include "runtime/tracks/track.h"

KBX_INTERNAL float
kbx_track_most (kbx_handle track)
{
  return (float) kbx_load_u16 ((const uint8_t *) track.data + 4) / KBX_TRACK_UNIT;
}

/* ---- looking up ---- */

KBX_INTERNAL int32_t
kbx_field_beyond (const kbx_field *f, int64_t x, int64_t y)
{
  int64_t u = x < 0 ? 0 : x >= f->w ? f->w - 1 : x, v = y < 0 ? 0 : y >= f->h ? f->h - 1 : y;
  double dx = (double) (x - u), dy = (double) (y - v),
         less = KBX_TRACK_UNIT * sqrt (dx * dx + dy * dy);
  if (less >= 2 * f->most)
    return -f->most;
  const int32_t border = kbx_field_pixel (f, (int32_t) u, (int32_t) v) - (int32_t) (less + 0.5);
  return border < -f->most ? -f->most : border;
}

KBX_API float
kbx_track_clearance (kbx_handle track, kbx_vec p)
{
  if (kbx_bytes_of (track, KBX_TRACK) == NULL || !kbx_vec_valid (p))
    return -INFINITY;
  kbx_field f = kbx_read_field (track);
  return (float) (kbx_field_value (&f, kbx_on_field (p)) / KBX_TRACK_UNIT);
}

KBX_INTERNAL bool
kbx_road_touches (kbx_handle track, kbx_circle circle)
{
  const kbx_field f = kbx_read_field (track);
  return kbx_field_value (&f, kbx_on_field (circle.centre))
         <= (double) circle.radius * KBX_TRACK_UNIT;
}

/* ---- return to the road ---- */

/* The best path to the road so far: its length and end. */
typedef struct {
  double length;
  kbx_wide_vec way;
} kbx_way_back;

/* Whether a pixel of tile (column, row), or the border behind it, has clearly more clearance than
 * `here`. */
static bool
kbx_tile_is_better (const kbx_field *f, int32_t column, int32_t row, double here)
{
  const uint32_t entry = kbx_load_u32 (f->entries + 4 * (size_t) (row * f->columns + column));
  const uint8_t *tile = f->tiles + (size_t) (entry & 0xffffffu) * KBX_TRACK_TILE;
  uint8_t most = 0;
  for (uint32_t i = 0; i < KBX_TRACK_TILE; i++)
    most = tile[i] > most ? tile[i] : most;
  return (double) ((int32_t) (entry >> 24) * 16 - 2048 + most) >= here + KBX_TRACK_UNIT / 2;
}

/* Tries the pixels of tile (column, row) with clearly more clearance than `here`. */
static void
kbx_tile_search (const kbx_field *f, int32_t column, int32_t row, kbx_wide_vec p, double here,
                 kbx_way_back *best)
{
  KBX_STEPS (KBX_TRACK_TILE);
  int32_t right = 8 * column + 8 < f->w ? 8 * column + 8 : f->w,
          bottom = 8 * row + 8 < f->h ? 8 * row + 8 : f->h;
  for (int32_t y = 8 * row; y < bottom; y++)
    for (int32_t x = 8 * column; x < right; x++)
      {
        const double value = kbx_field_pixel (f, x, y);
        const kbx_wide_vec way = kbx_wide_make (x - p.x, y - p.y);
        const double length = sqrt (kbx_dot (way, way)) - value / KBX_TRACK_UNIT;
        if (value < here + KBX_TRACK_UNIT / 2 || length >= best->length)
          continue;
        /* From there, along the slope */
        kbx_wide_vec slope =
          kbx_wide_make (kbx_field_at (f, x + 1, y) - kbx_field_at (f, x - 1, y),
                         kbx_field_at (f, x, y + 1) - kbx_field_at (f, x, y - 1));
        *best = KBX_LITERAL (kbx_way_back){
          length, value < 0 ? kbx_wide_minus (
                    way, kbx_wide_times (kbx_unit_or_right (slope), value / KBX_TRACK_UNIT))
                            : way
        };
      }
}

static bool
kbx_tile_is_flat (const kbx_field *f, int32_t column, int32_t row)
{
  KBX_STEPS (1);
  return (kbx_load_u32 (f->entries + 4 * (size_t) (row * f->columns + column)) & 0xffffffu) == 0;
}

/* From a position off the road with no local slope, in the picture: searches rings of tiles around
 * it, up to one with a result. Flat tiles have none: they contain no road, or an edge is nearer. */
static kbx_wide_vec
kbx_field_search (const kbx_field *f, kbx_wide_vec p, double here)
{
  int32_t column = (int32_t) p.x >> 3, row = (int32_t) p.y >> 3, rows = (f->h + 7) >> 3;
  int32_t rings = f->columns > rows ? f->columns : rows;
  kbx_way_back best = { 1e30, { 0, 0 } };
  for (int32_t ring = 0; ring < rings && best.length == 1e30; ring++)
    for (int32_t j = row - ring; j <= row + ring; j++)
      {
        int32_t step = ring == 0 || j == row - ring || j == row + ring ? 1 : 2 * ring;
        for (int32_t i = column - ring; i <= column + ring; i += step)
          if (i >= 0 && j >= 0 && i < f->columns && j < rows && !kbx_tile_is_flat (f, i, j)
              && kbx_tile_is_better (f, i, j, here))
            kbx_tile_search (f, i, j, p, here, &best);
      }
  return best.length < 1e30 ? kbx_unit_or_right (best.way) : best.way;
}

KBX_INTERNAL kbx_wide_vec
kbx_field_normal (const kbx_field *f, kbx_wide_vec p)
{
  kbx_cell cell = kbx_field_cell_of (f, p);
  kbx_wide_vec slope = kbx_cell_gradient (&cell, p), in = p;
  double value = kbx_cell_value (&cell, p);
  if (slope.x != 0 || slope.y != 0)
    return kbx_unit (slope);
  if (value >= 0)
    return slope;
  /* From far outside the picture, first to it */
  in.x = in.x < 0 ? 0 : in.x > f->w - 1 ? f->w - 1 : in.x;
  in.y = in.y < 0 ? 0 : in.y > f->h - 1 ? f->h - 1 : in.y;
  return in.x != p.x || in.y != p.y ? kbx_unit (kbx_wide_minus (in, p))
                                    : kbx_field_search (f, p, value);
}

KBX_API kbx_track_place
kbx_track_least (kbx_handle track, kbx_obb car)
{
  const float limit = 1024;
  if (kbx_bytes_of (track, KBX_TRACK) == NULL || !kbx_obb_valid (car) || car.w > limit
      || car.h > limit)
    return KBX_LITERAL (kbx_track_place){ KBX_ERROR_ARGUMENT, -INFINITY, { 0, 0 }, { 0, 0 } };
  const kbx_field f = kbx_read_field (track);
  const kbx_rect in = kbx_bounds (kbx_shape_obb (car.centre, car.axis, car.w, car.h));
  kbx_vec least = car.centre;
  int32_t value = INT32_MAX;
  for (int32_t y = (int32_t) kbx_floor (in.min.y); y <= (int32_t) kbx_floor (in.max.y); y++)
    for (int32_t x = (int32_t) kbx_floor (in.min.x); x <= (int32_t) kbx_floor (in.max.x); x++)
      {
        KBX_STEPS (1);
        const kbx_vec p = { (float) x + 0.5f, (float) y + 0.5f };
        const int32_t here = kbx_field_at (&f, x, y);
        if (here >= value || !kbx_obb_contains (car, p))
          continue;
        value = here;
        least = p;
      }
  return kbx_track_at (track, least);
}

KBX_API kbx_track_place
kbx_track_at (kbx_handle track, kbx_vec p)
{
  kbx_wide_vec at = kbx_on_field (p), slope;
  if (kbx_bytes_of (track, KBX_TRACK) == NULL || !kbx_vec_valid (p))
    return KBX_LITERAL (kbx_track_place){ KBX_ERROR_ARGUMENT, -INFINITY, { 0, 0 }, { 0, 0 } };
  kbx_field f = kbx_read_field (track);
  kbx_cell cell = kbx_field_cell_of (&f, at);
  slope = kbx_cell_gradient (&cell, at);
  return KBX_LITERAL (kbx_track_place){ KBX_OK,
                                        (float) (kbx_cell_value (&cell, at) / KBX_TRACK_UNIT),
                                        kbx_narrow (kbx_wide_times (slope, 1.0 / KBX_TRACK_UNIT)),
                                        kbx_narrow (kbx_field_normal (&f, at)) };
}
