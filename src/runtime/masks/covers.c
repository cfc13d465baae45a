/* SPDX-License-Identifier: MIT */
/* Rows of pixels of boxes, circles, segments, bitmaps and turned bitmaps. */
#include "runtime/masks/covers.h"

/* No mask has pixels outside this range, and no cover except a box. */
#define KBX_COVER_REACH (1 << 30)

KBX_INTERNAL uint32_t
kbx_row_of_box (const kbx_cover *cover, int32_t x, int32_t y)
{
  (void) cover;
  (void) x;
  (void) y;
  return UINT32_MAX;
}

/* ---- bitmaps ---- */

KBX_INTERNAL uint32_t
kbx_row_of_bitmap (const kbx_cover *cover, int32_t x, int32_t y)
{
  kbx_bitmap_shift s = cover->shift;
  int32_t row = s.my ? s.dy - y : y - s.dy;
  if (s.mx)
    return (uint32_t) kbx_reverse_bits (kbx_bitmap_word (cover->bitmap, s.dx - x - 63, row));
  return (uint32_t) kbx_bitmap_word (cover->bitmap, x - s.dx, row);
}

KBX_INTERNAL void
kbx_cover_of_bitmap (kbx_cover *cover, const uint8_t *p, int64_t dx, int64_t dy, bool mx, bool my)
{
  const int64_t limit = KBX_COVER_REACH; /* within it nothing overflows */
  kbx_no_cover (cover, kbx_row_of_bitmap);
  if (p == NULL || dx < -limit || dx > limit || dy < -limit || dy > limit)
    return;
  cover->bitmap = p;
  cover->shift.dx = (int32_t) dx;
  cover->shift.dy = (int32_t) dy;
  cover->shift.mx = mx;
  cover->shift.my = my;
  cover->x0 = cover->shift.dx + (mx ? 1 - kbx_bitmap_x1 (p) : kbx_bitmap_x0 (p));
  cover->y0 = cover->shift.dy + (my ? 1 - kbx_bitmap_y1 (p) : kbx_bitmap_y0 (p));
  cover->x1 = cover->x0 + kbx_bitmap_x1 (p) - kbx_bitmap_x0 (p);
  cover->y1 = cover->y0 + kbx_bitmap_y1 (p) - kbx_bitmap_y0 (p);
}

/* ---- covers in the coordinates of a mask ---- */

/* Columns [*from, *to) of the world in a mask's coordinates, clamped to just outside every mask. */
static inline void
kbx_axis_moved (int32_t from, int32_t to, int64_t origin, bool flip, int32_t *first, int32_t *end)
{
  const int64_t most = KBX_MASK_LIMIT + 64;
  int64_t a = flip ? origin - to + 1 : from - origin, b = flip ? origin - from + 1 : to - origin;
  *first = (int32_t) (a < -64 ? -64 : a > most ? most : a);
  *end = (int32_t) (b < -64 ? -64 : b > most ? most : b);
}

static void
kbx_move_bounds (kbx_cover *cover, kbx_box box, const kbx_cover_shift *shift)
{
  kbx_axis_moved (box.x0, box.x1, shift->dx, shift->mx, &cover->x0, &cover->x1);
  kbx_axis_moved (box.y0, box.y1, shift->dy, shift->my, &cover->y0, &cover->y1);
}

KBX_INTERNAL void
kbx_cover_of_moved_box (kbx_cover *cover, kbx_box box, const kbx_cover_shift *shift)
{
  kbx_no_cover (cover, kbx_row_of_box);
  if (box.x0 < box.x1 && box.y0 < box.y1)
    kbx_move_bounds (cover, box, shift);
}

static uint32_t
kbx_row_of_cover (const kbx_cover *cover, int32_t x, int32_t y)
{
  const kbx_cover *world = cover->of.world;
  kbx_bitmap_shift s = cover->shift;
  int32_t row = s.my ? s.dy - y : y + s.dy;
  if (s.mx)
    return (uint32_t) (kbx_reverse_bits (world->row (world, s.dx - x - 31, row)) >> 32);
  return world->row (world, x + s.dx, row);
}

KBX_INTERNAL void
kbx_cover_of_cover (kbx_cover *cover, const kbx_cover *world, const kbx_cover_shift *shift)
{
  kbx_no_cover (cover, kbx_row_of_cover);
  if (shift->dx < -KBX_COVER_REACH || shift->dx > KBX_COVER_REACH || shift->dy < -KBX_COVER_REACH
      || shift->dy > KBX_COVER_REACH || world->x0 >= world->x1 || world->y0 >= world->y1)
    return;
  const kbx_box box = { world->x0, world->y0, world->x1, world->y1 };
  kbx_move_bounds (cover, box, shift);
  cover->turned = world->turned;
  cover->of.world = world;
  cover->shift.dx = (int32_t) shift->dx;
  cover->shift.dy = (int32_t) shift->dy;
  cover->shift.mx = shift->mx;
  cover->shift.my = shift->my;
}

/* ---- segments: pixels [x, x + 1) x [y, y + 1) that contain a point of the closed segment ---- */

static inline int64_t kbx_grid_pixel (int64_t v) { return kbx_floor_divide (v, KBX_GRID); }

static uint32_t
kbx_row_of_segment (const kbx_cover *c, int32_t x, int32_t y)
{
  int64_t ax = c->of.segment.ax, ay = c->of.segment.ay, bx = c->of.segment.bx,
          by = c->of.segment.by;
  int64_t top = (int64_t) y * KBX_GRID, bottom = top + KBX_GRID, dx = bx - ax, dy = by - ay, first,
          last, low;
  if (dy == 0)
    return kbx_columns_between (x, kbx_grid_pixel (ax), kbx_grid_pixel (bx) + 1);
  /* Columns at which it enters and leaves the row. It leaves before the row's end unless it ends
   * there. */
  if (ay >= top)
    first = kbx_grid_pixel (ax);
  else
    first = kbx_floor_divide (ax * dy + (top - ay) * dx, dy * KBX_GRID);
  if (by < bottom)
    last = kbx_grid_pixel (bx);
  else
    {
      int64_t above = ax * dy + (bottom - ay) * dx;
      last = kbx_floor_divide (above, dy * KBX_GRID);
      if (dx > 0 && last * dy * KBX_GRID == above)
        last--;
    }
  low = first < last ? first : last;
  return kbx_columns_between (x, low, (first > last ? first : last) + 1);
}

KBX_INTERNAL void
kbx_cover_of_segment (kbx_cover *cover, kbx_segment segment)
{
  kbx_no_cover (cover, kbx_row_of_segment);
  if (!kbx_vecs_valid (segment.a, segment.b))
    return;
  int64_t ax = kbx_to_grid (segment.a.x);
  int64_t ay = kbx_to_grid (segment.a.y);
  int64_t bx = kbx_to_grid (segment.b.x);
  int64_t by = kbx_to_grid (segment.b.y);
  if (by < ay || (by == ay && bx < ax))
    {
      int64_t t = ax;
      ax = bx;
      bx = t;
      t = ay;
      ay = by;
      by = t;
    }
  cover->of.segment.ax = ax;
  cover->of.segment.ay = ay;
  cover->of.segment.bx = bx;
  cover->of.segment.by = by;
  cover->x0 = (int32_t) kbx_grid_pixel (ax < bx ? ax : bx);
  cover->x1 = (int32_t) kbx_grid_pixel (ax < bx ? bx : ax) + 1;
  cover->y0 = (int32_t) kbx_grid_pixel (ay);
  cover->y1 = (int32_t) kbx_grid_pixel (by) + 1;
}

/* ---- turned bitmaps: pixels whose centres, turned back, are in a pixel of the bitmap ---- */

static bool
kbx_turned_bit (const kbx_cover *c, int32_t x, int32_t y)
{
  kbx_wide_vec f = kbx_spin_back (&c->of.turned.spin, c->of.turned.square, x + 0.5, y + 0.5);
  KBX_STEPS (1);
  return f.x >= 0 && f.y >= 0 && f.x < KBX_BITMAP_LIMIT && f.y < KBX_BITMAP_LIMIT
    && kbx_bitmap_bit (c->bitmap, (int64_t) f.x, (int64_t) f.y);
}

static uint32_t
kbx_row_of_turned (const kbx_cover *cover, int32_t x, int32_t y)
{
  uint32_t bits = 0;
  for (int32_t i = 0; i < 32; i++)
    if (x + i >= cover->x0 && x + i < cover->x1)
      bits |= (uint32_t) kbx_turned_bit (cover, x + i, y) << i;
  return bits;
}

static void
kbx_cover_of_turned (kbx_cover *cover, kbx_pixel_source source, const kbx_place *place)
{
  const uint8_t *p = source.bytes;
  const double limit = KBX_COVER_REACH;
  kbx_spin *spin = &cover->of.turned.spin;
  kbx_no_cover (cover, kbx_row_of_turned);
  if (p == NULL || !kbx_place_valid (place))
    return;
  cover->turned = true;
  cover->bitmap = p;
  *spin = kbx_spin_of (source.hot_x, source.hot_y, place);
  cover->of.turned.square = kbx_spin_square (spin);
  /* One more pixel on each side, for rounding. */
  kbx_reach reach = kbx_spin_reach (spin, kbx_bitmap_x0 (p), kbx_bitmap_y0 (p), kbx_bitmap_x1 (p),
                                    kbx_bitmap_y1 (p), 1);
  if (reach.x0 < -limit || reach.y0 < -limit || reach.x1 > limit || reach.y1 > limit)
    return;
  cover->x0 = (int32_t) kbx_floor (reach.x0);
  cover->y0 = (int32_t) kbx_floor (reach.y0);
  cover->x1 = (int32_t) kbx_floor (reach.x1) + 1;
  cover->y1 = (int32_t) kbx_floor (reach.y1) + 1;
}

KBX_INTERNAL void
kbx_cover_of_pixels (kbx_cover *cover, const kbx_handle *pixels, const kbx_place *place)
{
  const kbx_pixel_source source = kbx_pixels_of (pixels);
  kbx_pose pose;
  if (kbx_upright (place, &pose))
    kbx_cover_of_bitmap (cover, source.bytes, kbx_axis_origin (pose.x, source.hot_x, pose.flip_x),
                         kbx_axis_origin (pose.y, source.hot_y, pose.flip_y), pose.flip_x,
                         pose.flip_y);
  else
    kbx_cover_of_turned (cover, source, place);
}
