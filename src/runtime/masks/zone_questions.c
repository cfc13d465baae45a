/* SPDX-License-Identifier: MIT */
/* Public functions on masks and on zones painted on frames, at any place. If the mask is upright,
 * the query shape is moved into its coordinates; else each of its pixels is. */
#include "runtime/bank/about.h"
#include "runtime/kit.h"
#include "runtime/masks/covers.h"
#include "runtime/masks/zone_lists.h"
#include "runtime/masks/zones.h"

/* ---- zone masks ---- */

/* Zones of a mask under a cover, tile by tile. A tile with no zone outside the set is skipped. */

static inline uint32_t
kbx_tiles_across (const uint8_t *p)
{
  return (kbx_load_u16 (p) + KBX_TILE - 1u) / KBX_TILE;
}

static uint8_t
kbx_zone_of_pixel (const uint8_t *p, int64_t x, int64_t y)
{
  if (p == NULL || (uint64_t) x >= kbx_load_u16 (p) || (uint64_t) y >= kbx_load_u16 (p + 2))
    return 0;
  kbx_zone_tile tile =
    kbx_read_tile (p, (uint32_t) y / KBX_TILE * kbx_tiles_across (p) + (uint32_t) x / KBX_TILE);
  return (uint8_t) kbx_tile_zone (&tile, (uint32_t) x % KBX_TILE, (uint32_t) y % KBX_TILE);
}

/* The part in which a cover and a mask may meet, in tiles and in pixels. */
typedef struct {
  const uint8_t *p;
  int32_t x0, y0, x1, y1;
  uint32_t across;
} kbx_zone_field;

static inline bool
kbx_meet_field (const uint8_t *p, const kbx_cover *cover, kbx_zone_field *field)
{
  const int32_t w = kbx_load_u16 (p);
  const int32_t h = kbx_load_u16 (p + 2);
  *field = KBX_LITERAL (kbx_zone_field){ p,
                                         cover->x0 > 0 ? cover->x0 : 0,
                                         cover->y0 > 0 ? cover->y0 : 0,
                                         cover->x1 < w ? cover->x1 : w,
                                         cover->y1 < h ? cover->y1 : h,
                                         kbx_tiles_across (p) };
  return field->x0 < field->x1 && field->y0 < field->y1
         && !(cover->turned
              && kbx_too_many_turned (field->x0, field->y0, field->x1, field->y1));
}

/* ---- which zones ---- */

/* Does the tile have a zone that is not in the set? */
static inline bool
kbx_tile_is_news (const kbx_zone_tile *tile, const kbx_zone_set *set)
{
  bool all = true;
  if (tile->kind == KBX_TILE_FLAT)
    return !kbx_set_has (set, tile->zone);
  if (tile->kind == KBX_TILE_BITS8)
    {
      kbx_zone_set zones = kbx_load_set (tile->data);
      for (int i = 0; i < 4; i++)
        all = all && (zones.bits[i] & ~set->bits[i]) == 0;
      return !all;
    }
  for (uint32_t i = 0; i < kbx_tile_palette (tile->kind) && all; i++)
    all = kbx_set_has (set, tile->data[i]);
  return !all;
}

/* Adds the zones of the pixels of a row whose bits are set. */
static inline void
kbx_add_row (const kbx_zone_tile *tile, uint32_t row, uint32_t bits, kbx_zone_set *set)
{
  const uint8_t *p = tile->data;
  if (tile->kind == KBX_TILE_FLAT)
    {
      kbx_set_add (set, tile->zone);
      return;
    }
  if (tile->kind == KBX_TILE_SPLIT || tile->kind == KBX_TILE_BITS1)
    {
      uint32_t second = tile->kind == KBX_TILE_BITS1
                          ? kbx_load_u32 (p + 4 + 4 * row)
                          : (uint32_t) (UINT64_C (0xffffffff) << p[2 + row]);
      if ((bits & ~second) != 0)
        kbx_set_add (set, p[0]);
      if ((bits & second) != 0)
        kbx_set_add (set, p[1]);
      return;
    }
  for (; bits != 0; bits &= bits - 1)
    kbx_set_add (set, kbx_tile_zone (tile, kbx_lowest_bit (bits), row));
}

/* The cover's pixels on either side of a split, or anywhere in a flat tile. */
static inline uint32_t
kbx_tile_sides (const kbx_zone_tile *tile, const kbx_cover *cover, int32_t x, int32_t y,
                kbx_run_window window)
{
  kbx_bitmap_shift shift = cover->shift;
  uint32_t sides = 0;
  window.splits = tile->kind == KBX_TILE_SPLIT ? tile->data + 2 : NULL;
  if (cover->bitmap != NULL)
    {
      shift.dx -= x;
      shift.dy -= y;
      return kbx_runs_sides (cover->bitmap, &shift, &window);
    }
  if (window.splits == NULL)
    return 1;
  for (int32_t row = window.y0; row < window.y1; row++)
    sides |= (uint32_t) (window.x0 < window.splits[row])
             | (uint32_t) (window.x1 > window.splits[row]) << 1;
  return sides;
}

static KBX_INLINE void
kbx_add_tile (const kbx_zone_field *f, const kbx_cover *cover,
              uint32_t (*row) (const kbx_cover *, int32_t, int32_t), bool by_sides, int32_t tx,
              int32_t ty, kbx_zone_set *set)
{
  kbx_zone_tile tile = kbx_read_tile (f->p, (uint32_t) ty * f->across + (uint32_t) tx);
  int32_t x = tx * KBX_TILE, y = ty * KBX_TILE;
  int32_t from = y > f->y0 ? y : f->y0, end = y + KBX_TILE < f->y1 ? y + KBX_TILE : f->y1;
  if (!kbx_tile_is_news (&tile, set))
    return;
  if (by_sides && tile.kind <= KBX_TILE_SPLIT)
    {
      const kbx_run_window window = { NULL, f->x0 > x ? f->x0 - x : 0, from - y,
                                      f->x1 < x + KBX_TILE ? f->x1 - x : KBX_TILE, end - y };
      const uint32_t sides = kbx_tile_sides (&tile, cover, x, y, window);
      if (sides & 1)
        kbx_set_add (set, tile.kind == KBX_TILE_FLAT ? tile.zone : tile.data[0]);
      if (sides & 2)
        kbx_set_add (set, tile.data[1]);
      return;
    }
  uint32_t within = kbx_columns_between (x, f->x0, f->x1);
  for (y = from; y < end; y++)
    {
      uint32_t bits = row (cover, x, y) & within;
      if (bits == 0)
        continue;
      kbx_add_row (&tile, (uint32_t) y % KBX_TILE, bits, set);
      if (!kbx_tile_is_news (&tile, set))
        return;
    }
}

static inline uint32_t
kbx_tile_entry (const kbx_zone_field *f, int32_t tx, int32_t ty)
{
  return kbx_load_u32 (f->p + KBX_ZONES_HEADER + 4 * ((size_t) ty * f->across + (size_t) tx));
}

/* The bits in which entries of columns tx, middle and end of one row differ from `first`. */
static inline uint32_t
kbx_three_differ (const kbx_zone_field *f, int32_t tx, int32_t middle, int32_t end, int32_t ty,
                  uint32_t first)
{
  return (kbx_tile_entry (f, tx, ty) ^ first) | (kbx_tile_entry (f, middle, ty) ^ first)
         | (kbx_tile_entry (f, end, ty) ^ first);
}

/* Are all tiles of the field flat and of one zone? Up to 3 x 3 tiles without a branch on their
 * number: if there are fewer, some are read twice. */
static inline bool
kbx_field_is_flat (const kbx_zone_field *f, uint32_t *zone)
{
  int32_t tx0 = f->x0 / KBX_TILE, ty0 = f->y0 / KBX_TILE, tx1 = (f->x1 - 1) / KBX_TILE,
          ty1 = (f->y1 - 1) / KBX_TILE;
  int32_t tx = tx0 < tx1 ? tx0 + 1 : tx1, ty = ty0 < ty1 ? ty0 + 1 : ty1;
  uint32_t first = kbx_tile_entry (f, tx0, ty0), other = first >> 28 ^ KBX_TILE_FLAT;
  *zone = first & 0xff;
  other |= kbx_three_differ (f, tx0, tx, tx1, ty0, first)
           | kbx_three_differ (f, tx0, tx, tx1, ty, first)
           | kbx_three_differ (f, tx0, tx, tx1, ty1, first);
  if ((tx1 - tx0 <= 2) & (ty1 - ty0 <= 2))
    return other == 0;
  for (ty = ty0; ty <= ty1 && other == 0; ty++)
    for (tx = tx0; tx <= tx1; tx++)
      other |= kbx_tile_entry (f, tx, ty) ^ first;
  return other == 0;
}

/* `by_sides`: the cover is a box, or a bitmap of runs. */
static KBX_INLINE void
kbx_zones_of_rows (const uint8_t *mask, const kbx_cover *cover,
                   uint32_t (*row) (const kbx_cover *, int32_t, int32_t), bool by_sides,
                   kbx_zone_set *set)
{
  kbx_zone_field f;
  uint32_t zone;
  if (!kbx_meet_field (mask, cover, &f))
    return;
  /* A cover that is entirely inside the mask has a pixel there. */
  if (by_sides && f.x0 == cover->x0 && f.x1 == cover->x1 && f.y0 == cover->y0 && f.y1 == cover->y1
      && kbx_field_is_flat (&f, &zone))
    {
      kbx_set_add (set, zone);
      return;
    }
  for (int32_t ty = f.y0 / KBX_TILE; ty <= (f.y1 - 1) / KBX_TILE; ty++)
    for (int32_t tx = f.x0 / KBX_TILE; tx <= (f.x1 - 1) / KBX_TILE; tx++)
      kbx_add_tile (&f, cover, row, by_sides, tx, ty, set);
}

/* ---- the first pixel ---- */

static inline bool
kbx_tile_may_have (const kbx_zone_tile *tile, const kbx_zone_set *wanted)
{
  bool any = false;
  if (tile->kind == KBX_TILE_FLAT)
    return kbx_set_has (wanted, tile->zone);
  if (tile->kind == KBX_TILE_BITS8)
    {
      kbx_zone_set zones = kbx_load_set (tile->data);
      for (int i = 0; i < 4; i++)
        any = any || (zones.bits[i] & wanted->bits[i]) != 0;
    }
  for (uint32_t i = 0; i < kbx_tile_palette (tile->kind) && !any; i++)
    any = kbx_set_has (wanted, tile->data[i]);
  return any;
}

/* The first pixel of a wanted zone in rows start to end - 1 of a tile. Searches the first *rows of
 * them, and sets *rows to the number of rows before the pixel. */
static KBX_INLINE bool
kbx_first_in_tile (const kbx_zone_field *f, const kbx_cover *cover, const kbx_zone_set *wanted,
                   bool mx, bool my, int32_t tx, int32_t start, int32_t end, int32_t *rows,
                   kbx_pixel *pixel)
{
  kbx_zone_tile tile =
    kbx_read_tile (f->p, (uint32_t) start / KBX_TILE * f->across + (uint32_t) tx);
  uint32_t within = kbx_columns_between (tx * KBX_TILE, f->x0, f->x1);
  if (!kbx_tile_may_have (&tile, wanted))
    return false;
  for (int32_t k = 0; k < *rows; k++)
    {
      int32_t y = my ? end - 1 - k : start + k;
      for (uint32_t bits = cover->row (cover, tx * KBX_TILE, y) & within; bits != 0;)
        {
          uint32_t x = mx ? kbx_highest_bit (bits) : kbx_lowest_bit (bits),
                   zone = kbx_tile_zone (&tile, x, (uint32_t) y % KBX_TILE);
          bits &= ~(UINT32_C (1) << x);
          if (!kbx_set_has (wanted, zone))
            continue;
          pixel->p.x = tx * KBX_TILE + (int32_t) x;
          pixel->p.y = y;
          pixel->zone = (uint8_t) zone;
          *rows = k;
          return true;
        }
    }
  return false;
}

/* The topmost row first, and its leftmost pixel. In a row of tiles, a later tile wins only with a
 * higher row. If mirrored, top and left are those of the world. */
static kbx_pixel
kbx_first_of_cover (const uint8_t *mask, const kbx_cover *cover, kbx_zone_set wanted, bool mx,
                    bool my)
{
  kbx_pixel pixel = { false, { 0, 0 }, 0 };
  kbx_zone_field f;
  if (!kbx_meet_field (mask, cover, &f))
    return pixel;
  const int32_t tx0 = f.x0 / KBX_TILE;
  const int32_t ty0 = f.y0 / KBX_TILE;
  const int32_t tx1 = (f.x1 - 1) / KBX_TILE;
  const int32_t ty1 = (f.y1 - 1) / KBX_TILE;
  for (int32_t i = 0; i <= ty1 - ty0 && !pixel.found; i++)
    {
      int32_t ty = my ? ty1 - i : ty0 + i;
      int32_t start = ty * KBX_TILE > f.y0 ? ty * KBX_TILE : f.y0;
      int32_t end = ty * KBX_TILE + KBX_TILE < f.y1 ? ty * KBX_TILE + KBX_TILE : f.y1,
              rows = end - start;
      for (int32_t k = 0; k <= tx1 - tx0; k++)
        if (kbx_first_in_tile (&f, cover, &wanted, mx, my, mx ? tx1 - k : tx0 + k, start, end,
                               &rows, &pixel))
          pixel.found = true;
    }
  return pixel;
}

/* Only boxes and bitmaps of runs are sure to have a set pixel within their bounds. */
static void
kbx_zones_of_cover (const uint8_t *mask, const kbx_cover *cover, kbx_zone_set *set)
{
  const uint8_t *bitmap = cover->bitmap;
  if (cover->row == kbx_row_of_box)
    kbx_zones_of_rows (mask, cover, kbx_row_of_box, true, set);
  else if (cover->row != kbx_row_of_bitmap)
    kbx_zones_of_rows (mask, cover, cover->row, false, set);
  else if (bitmap != NULL && kbx_bitmap_kind (bitmap) == KBX_BITMAP_RUNS
           && kbx_load_u32 (bitmap + 16) > 0)
    kbx_zones_of_rows (mask, cover, kbx_row_of_bitmap, true, set);
  else
    kbx_zones_of_rows (mask, cover, kbx_row_of_bitmap, false, set);
}

/* ---- zone questions ---- */

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

/* Null or invalid shapes give an empty cover. */
static void
kbx_cover_of_box (kbx_cover *cover, kbx_box box)
{
  kbx_no_cover (cover, kbx_row_of_box);
  if (box.x0 >= box.x1 || box.y0 >= box.y1)
    return;
  cover->x0 = box.x0;
  cover->y0 = box.y0;
  cover->x1 = box.x1;
  cover->y1 = box.y1;
}

static inline bool
kbx_centre_inside (const kbx_cover *cover, int32_t x, double dy2)
{
  double dx = x + 0.5 - cover->of.circle.cx;
  return dx * dx + dy2 <= cover->of.circle.r2;
}

static uint32_t
kbx_row_of_circle (const kbx_cover *cover, int32_t x, int32_t y)
{
  double dy = y + 0.5 - cover->of.circle.cy, dy2 = dy * dy, half;
  if (dy2 > cover->of.circle.r2)
    return 0;
  /* Approximate; the pixels at both ends are tested exactly. */
  half = sqrt (cover->of.circle.r2 - dy2);
  int32_t first = (int32_t) kbx_floor (cover->of.circle.cx - 0.5 - half) - 1;
  int32_t last = (int32_t) kbx_floor (cover->of.circle.cx - 0.5 + half) + 2;
  while (first <= last && !kbx_centre_inside (cover, first, dy2))
    first++;
  while (last >= first && !kbx_centre_inside (cover, last, dy2))
    last--;
  return kbx_columns_between (x, first, (int64_t) last + 1);
}

static void
kbx_cover_of_circle (kbx_cover *cover, kbx_circle circle)
{
  double r = circle.radius;
  kbx_no_cover (cover, kbx_row_of_circle);
  if (!kbx_vec_valid (circle.centre) || !kbx_size_valid (circle.radius))
    return;
  cover->of.circle.cx = circle.centre.x;
  cover->of.circle.cy = circle.centre.y;
  cover->of.circle.r2 = r * r;
  cover->x0 = (int32_t) kbx_floor (cover->of.circle.cx - r);
  cover->y0 = (int32_t) kbx_floor (cover->of.circle.cy - r);
  cover->x1 = (int32_t) kbx_floor (cover->of.circle.cx + r) + 1;
  cover->y1 = (int32_t) kbx_floor (cover->of.circle.cy + r) + 1;
}

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
