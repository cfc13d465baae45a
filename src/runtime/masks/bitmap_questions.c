/* SPDX-License-Identifier: MIT */
/* Public functions that compare bitmaps and frames at places: the offset of one in the other, and
 * the pixels that they share. */
#include "runtime/bank/about.h"
#include "runtime/exact.h"
#include "runtime/masks/bitmap_strips.h"
#include "runtime/masks/covers.h"

/* A bitmap placed in the world: its pixel `hot` is on the pose. */
typedef struct {
  const uint8_t *bytes;
  kbx_pose pose;
  int32_t hot_x, hot_y;
} kbx_placed;

/* The position of a's pixel 0 in b along one axis, whether or not they are mirrored to each
 * other. */
static inline int64_t
kbx_axis_shift (int32_t a, int32_t hot_a, bool flip_a, int32_t b, int32_t hot_b, bool flip_b)
{
  int64_t way = (int64_t) a - b;
  return (flip_b ? -way : way) + hot_b + (flip_a != flip_b ? hot_a : -hot_a);
}

/* One in the other: a's pixel (x, y) is at (x + dx, y + dy) of b, or at dx - x and dy - y if
 * mirrored. */
typedef struct {
  const uint8_t *a, *b;
  int64_t dx, dy;
  bool mx, my;
} kbx_laid;

/* False if one has no pixels. */
static KBX_INLINE bool
kbx_lay_placed (kbx_laid *laid, const kbx_placed *a, const kbx_placed *b)
{
  const kbx_pose at = a->pose, on = b->pose;
  *laid =
    KBX_LITERAL (kbx_laid){ a->bytes,
                            b->bytes,
                            kbx_axis_shift (at.x, a->hot_x, at.flip_x, on.x, b->hot_x, on.flip_x),
                            kbx_axis_shift (at.y, a->hot_y, at.flip_y, on.y, b->hot_y, on.flip_y),
                            at.flip_x != on.flip_x,
                            at.flip_y != on.flip_y };
  return a->bytes != NULL && b->bytes != NULL;
}

/* False for places that are not upright. */
static KBX_INLINE bool
kbx_place_pixels (const kbx_handle *pixels, const kbx_place *place, kbx_placed *placed)
{
  const kbx_pixel_source source = kbx_pixels_of (pixels);
  placed->bytes = source.bytes;
  placed->hot_x = source.hot_x;
  placed->hot_y = source.hot_y;
  return kbx_upright (place, &placed->pose);
}

/* A pixel of the bitmap, in world coordinates. */
static inline kbx_point
kbx_placed_point (const kbx_placed *placed, int32_t x, int32_t y)
{
  int64_t across = (int64_t) x - placed->hot_x, down = (int64_t) y - placed->hot_y;
  return KBX_LITERAL (
    kbx_point){ kbx_clamp (placed->pose.x + (placed->pose.flip_x ? -across : across)),
                kbx_clamp (placed->pose.y + (placed->pose.flip_y ? -down : down)) };
}

/* A pixel of b, in world coordinates; y KBX_NO_ROW means none. */
static KBX_INLINE kbx_pixel
kbx_placed_pixel (const kbx_placed *b, kbx_point pixel)
{
  kbx_point p = { 0, 0 };
  if (pixel.y != KBX_NO_ROW)
    p = kbx_placed_point (b, pixel.x, pixel.y);
  return kbx_make_pixel (pixel.y != KBX_NO_ROW, p);
}

#if KBX_RUN_WIDE
/* Not mirrored or upside down to each other, and both have a strip. */
static KBX_INLINE bool
kbx_laid_strips (const kbx_laid *laid)
{
  return !laid->my && !laid->mx && kbx_both_of_strips (laid->a, laid->b);
}
#endif

/* Comparisons of two laid bitmaps. Each has a fast path for two of one kind that are not upside
 * down to each other. */
static KBX_INLINE bool
kbx_laid_overlap (const kbx_laid *laid)
{
#if KBX_RUN_WIDE
  if (kbx_laid_strips (laid))
    return kbx_strip_overlap (laid->a, laid->b, laid->dx, laid->dy);
  if (!laid->my && kbx_both_of_runs (laid->a, laid->b) && KBX_RUNS_WIDE ())
    return laid->mx ? kbx_upright_overlap_mirrored (laid->a, laid->b, laid->dx, laid->dy)
      : kbx_upright_overlap_plain (laid->a, laid->b, laid->dx, laid->dy);
#endif
  return kbx_overlap_long (laid->a, laid->b, laid->dx, laid->dy, laid->mx, laid->my);
}

/* If b is upside down, the topmost row of the world is b's last. */
static KBX_INLINE kbx_point
kbx_laid_first (const kbx_laid *laid, kbx_pose on)
{
#if KBX_RUN_WIDE
  if (!on.flip_y && kbx_laid_strips (laid))
    return kbx_strip_first_pixel (laid->a, laid->b, laid->dx, laid->dy, on.flip_x);
  if (!laid->my && !on.flip_y && kbx_both_of_runs (laid->a, laid->b) && KBX_RUNS_WIDE ())
    return laid->mx ? kbx_upright_first_mirrored (laid->a, laid->b, laid->dx, laid->dy, on.flip_x)
      : kbx_upright_first_plain (laid->a, laid->b, laid->dx, laid->dy, on.flip_x);
#endif
  return kbx_first_long (laid->a, laid->b, laid->dx, laid->dy, laid->mx, laid->my,
                         on.flip_y ? KBX_ROW_LAST : KBX_ROW_FIRST, on.flip_x);
}

static KBX_INLINE uint32_t
kbx_laid_area (const kbx_laid *laid)
{
#if KBX_RUN_WIDE
  if (kbx_laid_strips (laid))
    return kbx_strip_area (laid->a, laid->b, laid->dx, laid->dy);
  if (!laid->my && kbx_bitmap_plain (laid->a) && kbx_bitmap_plain (laid->b) && KBX_RUNS_WIDE ())
    return kbx_upright_area (laid->a, laid->b, laid->dx, laid->dy, laid->mx);
  if (!laid->my && kbx_both_of_runs (laid->a, laid->b) && KBX_RUNS_WIDE ())
    return kbx_runs_area_upright (laid->a, laid->b, laid->dx, laid->dy, laid->mx);
#endif
  return kbx_area_long (laid->a, laid->b, laid->dx, laid->dy, laid->mx, laid->my);
}

/* ---- places that are not upright ---- */

/* The number of shared pixels, or only the first of them. */
typedef struct {
  uint32_t area;
  kbx_pixel first;
} kbx_shared_pixels;

static kbx_shared_pixels
kbx_share_covers (const kbx_cover *a, const kbx_cover *b, bool first_only)
{
  int32_t x0 = a->x0 > b->x0 ? a->x0 : b->x0, x1 = a->x1 < b->x1 ? a->x1 : b->x1;
  int32_t y0 = a->y0 > b->y0 ? a->y0 : b->y0, y1 = a->y1 < b->y1 ? a->y1 : b->y1;
  kbx_shared_pixels shared = { 0, { false, { 0, 0 }, 0 } };
  if (kbx_too_many_turned (x0, y0, x1, y1))
    return shared;
  for (int32_t y = y0; y < y1; y++)
    for (int32_t x = x0; x < x1; x += 32)
      {
        uint32_t bits = b->row (b, x, y) & kbx_columns_between (x, x0, x1);
        bits = bits != 0 ? bits & a->row (a, x, y) : 0;
        if (bits == 0)
          continue;
        shared.area += kbx_count_bits (bits);
        if (!shared.first.found)
          {
            shared.first.found = true;
            shared.first.p.x = x + (int32_t) kbx_lowest_bit (bits);
            shared.first.p.y = y;
          }
        if (first_only)
          return shared;
      }
  return shared;
}

/* With a moved by (dx, dy). Rows of a turned cover cost most, so they are read only where the other
 * has pixels. */
static KBX_ASIDE kbx_shared_pixels
kbx_share_pixels (const kbx_handle *a, const kbx_place *place_a, int dx, int dy,
                  const kbx_handle *b, const kbx_place *place_b, bool first_only)
{
  kbx_place moved = *place_a;
  kbx_cover cover_a, cover_b;
  kbx_pose pose;
  moved.x += dx;
  moved.y += dy;
  kbx_cover_of_pixels (&cover_a, a, &moved);
  kbx_cover_of_pixels (&cover_b, b, place_b);
  return kbx_upright (place_b, &pose) ? kbx_share_covers (&cover_a, &cover_b, first_only)
    : kbx_share_covers (&cover_b, &cover_a, first_only);
}

/* ---- at any places ---- */

static KBX_ASIDE bool
kbx_overlap_any (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  kbx_placed at, on;
  kbx_laid laid;
  if (!(kbx_place_pixels (&a, &place_a, &at) && kbx_place_pixels (&b, &place_b, &on)))
    return kbx_share_pixels (&a, &place_a, 0, 0, &b, &place_b, true).first.found;
  return kbx_lay_placed (&laid, &at, &on) && kbx_laid_overlap (&laid);
}

static KBX_ASIDE kbx_pixel
kbx_first_any (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  const kbx_pixel none = { false, { 0, 0 }, 0 };
  kbx_placed at, on;
  kbx_laid laid;
  if (!(kbx_place_pixels (&a, &place_a, &at) && kbx_place_pixels (&b, &place_b, &on)))
    return kbx_share_pixels (&a, &place_a, 0, 0, &b, &place_b, true).first;
  return kbx_lay_placed (&laid, &at, &on) ? kbx_placed_pixel (&on, kbx_laid_first (&laid, on.pose))
                                          : none;
}

/* With a moved by (dx, dy) in the world. */
static uint32_t
kbx_area_moved (const kbx_handle *a, const kbx_place *place_a, int dx, int dy, const kbx_handle *b,
                const kbx_place *place_b)
{
  kbx_placed at, on;
  kbx_laid laid;
  if (!(kbx_place_pixels (a, place_a, &at) && kbx_place_pixels (b, place_b, &on)))
    return kbx_share_pixels (a, place_a, dx, dy, b, place_b, false).area;
  if (!kbx_lay_placed (&laid, &at, &on))
    return 0;
  laid.dx += on.pose.flip_x ? -dx : dx;
  laid.dy += on.pose.flip_y ? -dy : dy;
  return kbx_laid_area (&laid);
}

static KBX_ASIDE uint32_t
kbx_area_any (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  return kbx_area_moved (&a, &place_a, 0, 0, &b, &place_b);
}

/* ---- two bitmaps at upright places ---- */

/* The usual case stays in registers. Others pass their arguments on unchanged, which costs no
 * copy. */
static KBX_INLINE bool
kbx_lay_bitmaps (kbx_laid *laid, const kbx_handle *a, const kbx_place *place_a, const kbx_handle *b,
                 const kbx_place *place_b, kbx_placed *on)
{
  kbx_placed at;
  at.bytes = (const uint8_t *) a->data;
  on->bytes = (const uint8_t *) b->data;
  at.hot_x = at.hot_y = on->hot_x = on->hot_y = 0;
  return a->kind == KBX_BITMAP && b->kind == KBX_BITMAP
         && kbx_both_upright (place_a, &at.pose, place_b, &on->pose)
         && kbx_lay_placed (laid, &at, on);
}

KBX_INTERNAL KBX_ASIDE bool
kbx_bitmaps_overlap (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  kbx_placed on;
  kbx_laid laid;
  if (kbx_lay_bitmaps (&laid, &a, &place_a, &b, &place_b, &on))
    return kbx_laid_overlap (&laid);
  return kbx_overlap_any (a, place_a, b, place_b);
}

KBX_INTERNAL KBX_ASIDE kbx_pixel
kbx_bitmaps_first (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  kbx_placed on;
  kbx_laid laid;
  if (kbx_lay_bitmaps (&laid, &a, &place_a, &b, &place_b, &on))
    return kbx_placed_pixel (&on, kbx_laid_first (&laid, on.pose));
  return kbx_first_any (a, place_a, b, place_b);
}

KBX_INTERNAL KBX_ASIDE uint32_t
kbx_bitmaps_area (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  kbx_placed on;
  kbx_laid laid;
  if (kbx_lay_bitmaps (&laid, &a, &place_a, &b, &place_b, &on))
    return kbx_laid_area (&laid);
  return kbx_area_any (a, place_a, b, place_b);
}

/* ---- the public functions ---- */

KBX_API bool
kbx_pixels_overlap (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  return kbx_plain_strips (&a, &b) ? kbx_plain_overlap (a, place_a, b, place_b)
                                   : kbx_bitmaps_overlap (a, place_a, b, place_b);
}

KBX_API kbx_pixel
kbx_pixels_first (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  return kbx_plain_strips (&a, &b) ? kbx_plain_first (a, place_a, b, place_b)
                                   : kbx_bitmaps_first (a, place_a, b, place_b);
}

KBX_API uint32_t
kbx_pixels_area (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  return kbx_plain_strips (&a, &b) ? kbx_plain_area (a, place_a, b, place_b)
                                   : kbx_bitmaps_area (a, place_a, b, place_b);
}

/* ---- the normal, and single pixels ---- */

KBX_API kbx_vec
kbx_pixels_collide (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b,
                    uint32_t *area)
{
  static const int ways[5][2] = { { 0, 0 }, { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
  double areas[5] = { 0, 0, 0, 0, 0 }, dx, dy, length;
  for (int i = 0; i < 5 && (i == 0 || areas[0] > 0); i++)
    areas[i] = kbx_area_moved (&a, &place_a, ways[i][0], ways[i][1], &b, &place_b);
  if (area != NULL)
    *area = (uint32_t) areas[0];
  if (areas[0] == 0)
    return KBX_LITERAL (kbx_vec){ 0, 0 };
  dx = areas[1] - areas[2];
  dy = areas[3] - areas[4];
  length = sqrt (dx * dx + dy * dy);
  return KBX_LITERAL (kbx_vec){ length > 0.0 ? (float) (dx / length) : 1.0f,
                                length > 0.0 ? (float) (dy / length) : 0.0f };
}

KBX_API bool
kbx_pixel_at (kbx_handle pixels, kbx_place place, kbx_point p)
{
  kbx_placed placed;
  kbx_cover cover;
  int64_t x, y;
  if (!kbx_place_pixels (&pixels, &place, &placed))
    {
      kbx_cover_of_pixels (&cover, &pixels, &place);
      return p.x >= cover.x0 && p.x < cover.x1 && p.y >= cover.y0 && p.y < cover.y1
             && (cover.row (&cover, p.x, p.y) & 1) != 0;
    }
  if (placed.bytes == NULL)
    return false;
  x = (int64_t) p.x - placed.pose.x;
  y = (int64_t) p.y - placed.pose.y;
  return kbx_bitmap_bit (placed.bytes, placed.hot_x + (placed.pose.flip_x ? -x : x),
                         placed.hot_y + (placed.pose.flip_y ? -y : y));
}

KBX_INTERNAL void
kbx_about_bitmap (kbx_about *about, kbx_handle bitmap)
{
  const uint8_t *p = kbx_bytes_of (bitmap, KBX_BITMAP);
  if (p == NULL)
    return;
  const kbx_bitmap_record r = kbx_read_bitmap (p);
  about->found = true;
  about->size.w = r.w;
  about->size.h = r.h;
  about->bounds.x0 = (int32_t) r.x0;
  about->bounds.y0 = (int32_t) r.y0;
  about->bounds.x1 = (int32_t) r.x1;
  about->bounds.y1 = (int32_t) r.y1;
  about->pixels = r.area;
}
