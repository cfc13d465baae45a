/* SPDX-License-Identifier: MIT */
/* Zones of a mask under a cover, tile by tile. A tile with no zone outside the set is skipped. */
#include "runtime/masks/covers.h"
#include "runtime/masks/zones.h"

static inline uint32_t
kbx_tiles_across (const uint8_t *p)
{
  return (kbx_load_u16 (p) + KBX_TILE - 1u) / KBX_TILE;
}

KBX_INTERNAL uint8_t
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
KBX_INTERNAL kbx_pixel
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
KBX_INTERNAL void
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
