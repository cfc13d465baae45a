/* SPDX-License-Identifier: MIT */
/* What a box of pixels stands on in a layer of tiles. */
#include "runtime/tiles/tiles_sweep.h"

/* Does pixel x of a tile's row y carry what stands on it? */
static inline bool
kbx_tiles_carries (const kbx_tiles_sweep *s, const uint8_t *entry, int32_t x, int32_t y)
{
  return entry[0] == KBX_TILE_ONE_WAY_TOP ? y == 0 && !s->drop_through : kbx_tiles_pixel (s->v, entry, x, y);
}

KBX_INTERNAL int64_t
kbx_tiles_stands (const kbx_tiles_sweep *s, int64_t sign)
{
  const kbx_tiles_view *v = s->v;
  const int64_t wide = (int64_t) v->columns * v->w, high = (int64_t) v->rows * v->h;
  const int64_t from = s->x0 < 0 ? 0 : s->x0, to = s->x1 > wide ? wide : s->x1;
  int64_t x = sign > 0 ? to - 1 : from;
  int32_t row, y;
  if (s->y1 < 0 || s->y1 >= high || from >= to)
    return -1;
  row = (int32_t) (s->y1 / v->h);
  y = (int32_t) (s->y1 - (int64_t) row * v->h);
  while (x >= from && x < to)
    {
      const int32_t column = (int32_t) x / v->w;
      const int64_t left = (int64_t) column * v->w, right = left + v->w;
      const uint8_t *entry = kbx_tiles_entry (v, kbx_tiles_index (v, column, row));
      if (kbx_tiles_counts (entry, s->classes))
        for (; x >= from && x < to && x >= left && x < right; x += sign > 0 ? -1 : 1)
          if (kbx_tiles_carries (s, entry, (int32_t) (x - left), y))
            return sign > 0 ? x - s->x0 : s->x1 - 1 - x;
      x = sign > 0 ? left - 1 : right;
    }
  return -1;
}
