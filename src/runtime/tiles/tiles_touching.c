/* SPDX-License-Identifier: MIT */
/* The solid tiles that a shape touches, and the tiles a box of pixels stands on. Points and boxes
 * touch by sharing a solid pixel. Circles and rectangles are closed, and so are the pixels for
 * them. */
#include "runtime/tiles/tiles_sweep.h"

/* Whether a solid rectangle of a tile is touched. */
static bool
kbx_solid_touched (const kbx_probe *p, double l, double t, double r, double b)
{
  const double x = p->lo.x < l   ? l
                   : p->lo.x > r ? r
                                 : p->lo.x,
               y = p->lo.y < t   ? t
                   : p->lo.y > b ? b
                                 : p->lo.y;
  if (p->kind == KBX_SHAPE_POINT)
    return p->lo.x >= l && p->lo.y >= t && p->lo.x < r && p->lo.y < b;
  if (p->kind == KBX_SHAPE_BOX)
    return p->lo.x < r && p->hi.x > l && p->lo.y < b && p->hi.y > t;
  if (p->kind == KBX_SHAPE_RECT)
    return p->lo.x <= r && p->hi.x >= l && p->lo.y <= b && p->hi.y >= t;
  return (x - p->lo.x) * (x - p->lo.x) + (y - p->lo.y) * (y - p->lo.y)
         <= (double) p->radius * p->radius;
}

static bool
kbx_tile_touched (const kbx_tiles_view *v, const kbx_probe *p, const uint8_t *entry, double x,
                  double y)
{
  for (int32_t k = 0; k < kbx_tiles_strips (v, entry); k++)
    {
      const kbx_box s = kbx_tiles_strip (v, entry, k);
      KBX_STEPS (1);
      if (s.x0 < s.x1 && s.y0 < s.y1
          && kbx_solid_touched (p, x + s.x0, y + s.y0, x + s.x1, y + s.y1))
        return true;
    }
  return false;
}

KBX_INTERNAL void
kbx_tiles_touched (const uint8_t *bytes, const kbx_probe *probe, kbx_found *found)
{
  const double reach = probe->radius + (probe->kind == KBX_SHAPE_BOX ? 0 : 1);
  kbx_tiles_view v;
  kbx_tiles_span span;
  if (probe->kind != KBX_SHAPE_BOX && !kbx_probe_within (probe, KBX_WORLD_LIMIT))
    return;
  kbx_read_tiles (bytes, &v);
  v.change = probe->change;
  if (!kbx_tiles_span_of (&v, kbx_floor (probe->lo.x - reach), kbx_floor (probe->lo.y - reach),
                          kbx_floor (probe->hi.x + reach), kbx_floor (probe->hi.y + reach), &span))
    return;
  for (int32_t row = span.j0; row <= span.j1; row++)
    for (int32_t column = span.i0; column <= span.i1; column++)
      {
        const bool empty = kbx_tiles_block_empty (&v, column, row);
        const uint8_t *entry = kbx_tiles_entry (&v, empty ? 0 : kbx_tiles_index (&v, column, row));
        if (empty)
          column |= KBX_TILES_IN_BLOCK;
        else if (kbx_tiles_counts (entry, probe->classes))
          {
            const kbx_point cell = kbx_tiles_named (&v, column, row);
            const kbx_long_point corner = kbx_tiles_corner (&v, cell.x, cell.y);
            if (kbx_tile_touched (&v, probe, entry, (double) corner.x, (double) corner.y))
              kbx_found_add (found, KBX_NONE, kbx_tiles_class (entry), cell);
          }
      }
}

/* ---- standing ---- */

/* Whether pixel x of a tile's row y carries what stands on it. */
static inline bool
kbx_tiles_carries (const kbx_tiles_sweep *s, const uint8_t *entry, int32_t x, int32_t y)
{
  return entry[0] == KBX_TILE_ONE_WAY_TOP ? y == 0 && !s->drop_through
                                          : kbx_tiles_pixel (s->v, entry, x, y);
}

/* In staggered layers only whether it stands is known. */
static int64_t
kbx_stagger_stands (const kbx_tiles_sweep *s)
{
  kbx_tiles_sweep down = *s;
  kbx_tiles_sweep_run (&down, 0, 1);
  return kbx_tiles_sweep_hit (&down) ? 0 : -1;
}

KBX_INTERNAL int64_t
kbx_tiles_stands (const kbx_tiles_sweep *s, int64_t sign)
{
  const kbx_tiles_view *v = s->v;
  const int64_t wide = (int64_t) v->columns * v->w, high = (int64_t) v->rows * v->h;
  if (v->stagger != 0)
    return kbx_stagger_stands (s);
  const int64_t from = s->x0 < 0 ? 0 : s->x0, to = s->x1 > wide ? wide : s->x1;
  int64_t x = sign > 0 ? to - 1 : from;
  if (s->y1 < 0 || s->y1 >= high || from >= to)
    return -1;
  const int32_t row = (int32_t) (s->y1 / v->h);
  const int32_t y = (int32_t) (s->y1 - (int64_t) row * v->h);
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
