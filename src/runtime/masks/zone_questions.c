/* SPDX-License-Identifier: MIT */
/* Public functions on masks and on zones painted on frames, at any place. If the mask is upright,
 * the query shape is moved into its coordinates; else each of its pixels is. */
#include "runtime/bank/about.h"
#include "runtime/kit.h"
#include "runtime/masks/covers.h"
#include "runtime/masks/zone_lists.h"

/* A mask, NULL for none; its pixel (hot_x, hot_y) is put on a place. */
typedef struct {
  const uint8_t *mask;
  int32_t hot_x, hot_y;
  bool painted; /* on a frame: zone 0 means unpainted */
} kbx_placed_mask;

static KBX_ASIDE kbx_placed_mask
kbx_painted_source (const kbx_handle *frame)
{
  kbx_placed_mask source = { NULL, 0, 0, true };
  if (kbx_is_frame (*frame))
    {
      const kbx_fram_record r = kbx_read_fram (frame->bank, frame->index);
      const kbx_point hot = kbx_hot_of (*frame);
      source.mask = r.painting > 0 ? kbx_zone_picture (frame->bank, r.painting) : NULL;
      source.hot_x = hot.x - r.painting_x;
      source.hot_y = hot.y - r.painting_y;
    }
  return source;
}

static KBX_ASIDE kbx_placed_mask
kbx_surfaces_source (kbx_handle track)
{
  kbx_placed_mask source = { NULL, 0, 0, false };
  kbx_about about = KBX_ZEROS;
  kbx_about_track (&about, track);
  source.mask = (const uint8_t *) about.mask.data;
  return source;
}

static inline kbx_placed_mask
kbx_zones_source (const kbx_handle *zones)
{
  kbx_placed_mask source = { NULL, 0, 0, false };
  if (zones->kind == KBX_FRAME)
    return kbx_painted_source (zones);
  if (zones->kind == KBX_TRACK)
    return kbx_surfaces_source (*zones);
  source.mask = zones->kind == KBX_MASK ? (const uint8_t *) zones->data : NULL;
  return source;
}

static inline kbx_cover_shift
kbx_shift_of (const kbx_placed_mask *source, kbx_pose pose)
{
  return KBX_LITERAL (kbx_cover_shift){ kbx_axis_origin (pose.x, source->hot_x, pose.flip_x),
                                        kbx_axis_origin (pose.y, source->hot_y, pose.flip_y),
                                        pose.flip_x, pose.flip_y };
}

/* ---- a pixel ---- */

static uint8_t
kbx_spun_zone (const kbx_placed_mask *source, const kbx_spin *spin, double square, int32_t x,
               int32_t y)
{
  const kbx_wide_vec f = kbx_spin_back (spin, square, x + 0.5, y + 0.5);
  KBX_STEPS (1);
  if (!(f.x >= 0 && f.y >= 0 && f.x < KBX_MASK_LIMIT && f.y < KBX_MASK_LIMIT))
    return 0;
  return kbx_zone_of_pixel (source->mask, (int64_t) f.x, (int64_t) f.y);
}

static KBX_ASIDE uint8_t
kbx_zone_at_any (kbx_handle zones, kbx_place place, kbx_point p)
{
  const kbx_placed_mask source = kbx_zones_source (&zones);
  kbx_pose pose;
  if (source.mask == NULL)
    return 0;
  if (kbx_upright (&place, &pose))
    {
      const kbx_cover_shift s = kbx_shift_of (&source, pose);
      return kbx_zone_of_pixel (source.mask, s.mx ? s.dx - p.x : p.x - s.dx,
                                s.my ? s.dy - p.y : p.y - s.dy);
    }
  if (!kbx_place_valid (&place))
    return 0;
  kbx_spin spin = kbx_spin_of (source.hot_x, source.hot_y, &place);
  return kbx_spun_zone (&source, &spin, kbx_spin_square (&spin), p.x, p.y);
}

/* An upright mask is the usual case. Others pass their arguments on unchanged, which costs no
 * copy. */
KBX_API uint8_t
kbx_zone_at (kbx_handle zones, kbx_place place, kbx_point p)
{
  kbx_pose pose;
  if (zones.kind == KBX_MASK && kbx_upright (&place, &pose))
    {
      const int64_t x = (int64_t) p.x - pose.x, y = (int64_t) p.y - pose.y;
      return kbx_zone_of_pixel ((const uint8_t *) zones.data, pose.flip_x ? -x : x,
                                pose.flip_y ? -y : y);
    }
  return kbx_zone_at_any (zones, place, p);
}

/* ---- the query shape ---- */

/* A shape, or pixels at a place, in the world. */
typedef struct {
  const kbx_shape *shape;
  const kbx_handle *pixels;
  const kbx_place *place;
} kbx_region;

static KBX_ASIDE void
kbx_cover_of_region (kbx_cover *cover, const kbx_region *region)
{
  const kbx_shape *shape = region->shape;
  kbx_segment point;
  if (shape == NULL)
    kbx_cover_of_pixels (cover, region->pixels, region->place);
  else if (shape->kind == KBX_SHAPE_BOX)
    kbx_cover_of_box (cover, shape->as.box);
  else if (shape->kind == KBX_SHAPE_CIRCLE)
    kbx_cover_of_circle (cover, shape->as.circle);
  else if (shape->kind == KBX_SHAPE_SEGMENT)
    kbx_cover_of_segment (cover, shape->as.segment);
  else if (shape->kind == KBX_SHAPE_POINT)
    {
      point.a = point.b = shape->as.point;
      kbx_cover_of_segment (cover, point);
    }
  else
    kbx_no_cover (cover, kbx_row_of_box);
}

/* The same in a mask's coordinates; `world` is storage that must outlive the cover. */
static KBX_INLINE void
kbx_region_in_mask (kbx_cover *cover, kbx_cover *world, const kbx_region *region,
                    const kbx_cover_shift *s)
{
  const bool moved = (s->dx | s->dy) != 0 || s->mx || s->my;
  kbx_pose pose;
  if (region->shape != NULL && region->shape->kind == KBX_SHAPE_BOX)
    {
      kbx_cover_of_moved_box (cover, region->shape->as.box, s);
      return;
    }
  if (region->shape == NULL && kbx_upright (region->place, &pose))
    {
      /* Far away or not, as long as the two are near each other. */
      const kbx_pixel_source pixels = kbx_pixels_of (region->pixels);
      const int64_t x = kbx_axis_origin (pose.x, pixels.hot_x, pose.flip_x),
                    y = kbx_axis_origin (pose.y, pixels.hot_y, pose.flip_y);
      kbx_cover_of_bitmap (cover, pixels.bytes, s->mx ? s->dx - x : x - s->dx,
                           s->my ? s->dy - y : y - s->dy, pose.flip_x != s->mx,
                           pose.flip_y != s->my);
      return;
    }
  kbx_cover_of_region (moved ? world : cover, region);
  if (moved)
    kbx_cover_of_cover (cover, world, s);
}

/* ---- masks that are rotated or scaled ---- */

/* Adds the zones of the region's pixels, or finds the first wanted one. */
static KBX_ASIDE kbx_pixel
kbx_walk_spun (const kbx_placed_mask *source, const kbx_place *place, const kbx_region *region,
               const kbx_zone_set *wanted, kbx_zone_set *all)
{
  kbx_cover cover;
  int32_t x0, y0, x1, y1;
  if (!kbx_place_valid (place))
    return KBX_LITERAL (kbx_pixel){ false, { 0, 0 }, 0 };
  kbx_spin spin = kbx_spin_of (source->hot_x, source->hot_y, place);
  kbx_reach reach =
    kbx_spin_reach (&spin, 0, 0, kbx_load_u16 (source->mask), kbx_load_u16 (source->mask + 2), 1);
  kbx_cover_of_region (&cover, region);
  x0 = cover.x0 > reach.x0 ? cover.x0 : (int32_t) kbx_floor (reach.x0);
  y0 = cover.y0 > reach.y0 ? cover.y0 : (int32_t) kbx_floor (reach.y0);
  x1 = cover.x1 < reach.x1 ? cover.x1 : (int32_t) kbx_floor (reach.x1) + 1;
  y1 = cover.y1 < reach.y1 ? cover.y1 : (int32_t) kbx_floor (reach.y1) + 1;
  if (kbx_too_many_turned (x0, y0, x1, y1))
    return KBX_LITERAL (kbx_pixel){ false, { 0, 0 }, 0 };
  for (int32_t y = y0; y < y1; y++)
    for (int32_t x = x0; x < x1; x += 32)
      for (uint32_t bits = cover.row (&cover, x, y) & kbx_columns_between (x, x0, x1); bits != 0;
           bits &= bits - 1)
        {
          const int32_t column = x + (int32_t) kbx_lowest_bit (bits);
          const uint8_t zone = kbx_spun_zone (source, &spin, kbx_spin_square (&spin), column, y);
          if (all != NULL)
            kbx_set_add (all, zone);
          else if (kbx_set_has (wanted, zone))
            {
              return KBX_LITERAL (kbx_pixel){ true, { column, y }, zone };
            }
        }
  return KBX_LITERAL (kbx_pixel){ false, { 0, 0 }, 0 };
}

/* ---- the public functions ---- */

/* Returns the set word by word: after writes of half words, copying it whole is slow. */
static KBX_INLINE kbx_zone_set
kbx_zones_in (const kbx_handle *zones, const kbx_place *place, const kbx_region *region)
{
  const kbx_placed_mask source = kbx_zones_source (zones);
  kbx_zone_set set = { { 0, 0, 0, 0 } }, answer;
  kbx_cover cover, world;
  kbx_pose pose;
  if (source.mask == NULL)
    return set;
  if (kbx_upright (place, &pose))
    {
      kbx_cover_shift shift = kbx_shift_of (&source, pose);
      kbx_region_in_mask (&cover, &world, region, &shift);
      kbx_zones_of_cover (source.mask, &cover, &set);
    }
  else
    kbx_walk_spun (&source, place, region, NULL, &set);
  answer.bits[0] = source.painted ? set.bits[0] & ~UINT64_C (1) : set.bits[0];
  answer.bits[1] = set.bits[1];
  answer.bits[2] = set.bits[2];
  answer.bits[3] = set.bits[3];
  return answer;
}

static kbx_pixel
kbx_first_in (const kbx_handle *zones, const kbx_place *place, const kbx_region *region,
              kbx_zone_set wanted)
{
  const kbx_placed_mask source = kbx_zones_source (zones);
  kbx_pixel pixel = { false, { 0, 0 }, 0 };
  kbx_cover cover, world;
  kbx_pose pose;
  if (source.painted)
    wanted.bits[0] &= ~UINT64_C (1);
  if (source.mask == NULL)
    return pixel;
  if (!kbx_upright (place, &pose))
    return kbx_walk_spun (&source, place, region, &wanted, NULL);
  const kbx_cover_shift s = kbx_shift_of (&source, pose);
  kbx_region_in_mask (&cover, &world, region, &s);
  pixel = kbx_first_of_cover (source.mask, &cover, wanted, s.mx, s.my);
  if (pixel.found)
    {
      pixel.p.x = (int32_t) (s.mx ? s.dx - pixel.p.x : s.dx + pixel.p.x);
      pixel.p.y = (int32_t) (s.my ? s.dy - pixel.p.y : s.dy + pixel.p.y);
    }
  return pixel;
}

KBX_API kbx_zone_set
kbx_zones_touching (kbx_handle zones, kbx_place place, kbx_shape shape)
{
  const kbx_region region = { &shape, NULL, NULL };
  if (shape.kind == KBX_SHAPE_RECT)
    kbx_rect_to_pixels (&shape);
  return kbx_zones_in (&zones, &place, &region);
}

KBX_API kbx_zone_set
kbx_zones_under (kbx_handle zones, kbx_place place, kbx_handle pixels, kbx_place there)
{
  const kbx_region region = { NULL, &pixels, &there };
  return kbx_zones_in (&zones, &place, &region);
}

KBX_API kbx_pixel
kbx_zones_first (kbx_handle zones, kbx_place place, kbx_shape shape, kbx_zone_set wanted)
{
  const kbx_region region = { &shape, NULL, NULL };
  if (shape.kind == KBX_SHAPE_RECT)
    kbx_rect_to_pixels (&shape);
  return kbx_first_in (&zones, &place, &region, wanted);
}

KBX_API kbx_pixel
kbx_zones_first_under (kbx_handle zones, kbx_place place, kbx_handle pixels, kbx_place there,
                       kbx_zone_set wanted)
{
  const kbx_region region = { NULL, &pixels, &there };
  return kbx_first_in (&zones, &place, &region, wanted);
}

/* ---- description of a mask ---- */

KBX_INTERNAL void
kbx_about_mask (kbx_about *about, kbx_handle mask)
{
  const uint8_t *p = kbx_bytes_of (mask, KBX_MASK);
  if (p == NULL)
    return;
  about->found = true;
  about->size.w = kbx_load_u16 (p);
  about->size.h = kbx_load_u16 (p + 2);
  about->zones = kbx_load_set (p + 8);
}
