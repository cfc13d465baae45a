/* SPDX-License-Identifier: MIT */
/* Two bitmaps: where one lies in the other, and which of the ways tells what they share. */
#include "runtime/about.h"
#include "runtime/exact.h"
#include "runtime/masks/bitmap_strips.h"
#include "runtime/masks/covers.h"

/* A bitmap that stands in the world: its pixel `hot` is on the pose. */
typedef struct {
  const uint8_t *bytes;
  kbx_pose pose;
  int32_t hot_x, hot_y;
} kbx_placed;

/* Mirrored with respect to each other or not: where pixel 0 of a lies in b, along one axis. */
static inline int64_t
kbx_axis_shift (int32_t a, int32_t hot_a, bool flip_a, int32_t b, int32_t hot_b, bool flip_b)
{
  int64_t way = (int64_t) a - b;
  return (flip_b ? -way : way) + hot_b + (flip_a != flip_b ? hot_a : -hot_a);
}

/* False when one is not there, or when their bounds are apart. */
static KBX_INLINE bool
kbx_pair_placed (const kbx_placed *a, const kbx_placed *b, kbx_bitmap_pair *pair)
{
  kbx_pose at = a->pose, on = b->pose;
  if (a->bytes == NULL || b->bytes == NULL)
    return false;
  return kbx_lay_pair (pair, a->bytes, b->bytes, at.flip_x != on.flip_x, at.flip_y != on.flip_y,
                       kbx_axis_shift (at.x, a->hot_x, at.flip_x, on.x, b->hot_x, on.flip_x),
                       kbx_axis_shift (at.y, a->hot_y, at.flip_y, on.y, b->hot_y, on.flip_y));
}

/* b in a's coordinates. */
static void
kbx_pair_turned (const kbx_bitmap_pair *pair, kbx_bitmap_pair *other)
{
  int32_t dx = pair->shift.dx, dy = pair->shift.dy;
  other->a = pair->b;
  other->b = pair->a;
  other->shift.mx = pair->shift.mx;
  other->shift.my = pair->shift.my;
  other->shift.dx = pair->shift.mx ? dx : -dx;
  other->shift.dy = pair->shift.my ? dy : -dy;
  other->x0 = pair->shift.mx ? dx - pair->x1 + 1 : pair->x0 - dx;
  other->x1 = pair->shift.mx ? dx - pair->x0 + 1 : pair->x1 - dx;
  other->y0 = pair->shift.my ? dy - pair->y1 + 1 : pair->y0 - dy;
  other->y1 = pair->shift.my ? dy - pair->y0 + 1 : pair->y1 - dy;
}

/* One of them has words. */
static int32_t
kbx_words_pair_row (const kbx_bitmap_pair *pair, kbx_which_row which)
{
  kbx_bitmap_pair other;
  int32_t row;
  if (kbx_bitmap_kind (pair->a) == KBX_BITMAP_RUNS)
    return kbx_mixed_row (pair, which);
  if (kbx_bitmap_kind (pair->b) == KBX_BITMAP_WORDS)
    return kbx_words_row (pair, which);
  if (pair->shift.my && which != KBX_ROW_ANY)
    which = which == KBX_ROW_FIRST ? KBX_ROW_LAST : KBX_ROW_FIRST;
  kbx_pair_turned (pair, &other);
  row = kbx_mixed_row (&other, which);
  return row == KBX_NO_ROW ? row : kbx_row_of_a (&other, row);
}

static inline bool
kbx_pair_of_runs (const kbx_bitmap_pair *pair)
{
  return (kbx_bitmap_kind (pair->a) | kbx_bitmap_kind (pair->b)) == KBX_BITMAP_RUNS;
}

/* Sixteen rows of the first planes come first, here: often they answer, or are all. For any row those in the middle: what
 * is round meets there. A row without a run in the first plane has none. */
static KBX_INLINE bool
kbx_pair_meets (const kbx_bitmap_pair *pair)
{
  if (!kbx_pair_of_runs (pair))
    return kbx_words_pair_row (pair, KBX_ROW_ANY) != KBX_NO_ROW;
#if KBX_RUN_VECTORS
  if (!pair->shift.my)
    {
      kbx_run_pair planes = kbx_pair_planes (pair, 0, 0, pair->y0, pair->y1);
      int32_t n = planes.to - planes.from;
      if (n <= 0)
        return false;
      if (kbx_probe_rows (&planes, pair->shift, (n > KBX_RUN_PROBE ? n - KBX_RUN_PROBE : 0) / 2) != 0)
        return true;
      if ((n <= KBX_RUN_PROBE) & ((kbx_bitmap_parts (pair->a) | kbx_bitmap_parts (pair->b)) == 1))
        return false;
    }
#endif
  return kbx_runs_row (pair) != KBX_NO_ROW;
}

static KBX_INLINE uint64_t
kbx_pair_shared_area (const kbx_bitmap_pair *pair)
{
  kbx_bitmap_pair other;
  if (kbx_pair_of_runs (pair))
    return kbx_runs_area (pair);
  if (kbx_bitmap_kind (pair->a) == KBX_BITMAP_RUNS)
    return kbx_mixed_area (pair);
  if (kbx_bitmap_kind (pair->b) == KBX_BITMAP_WORDS)
    return kbx_words_area (pair);
  kbx_pair_turned (pair, &other);
  return kbx_mixed_area (&other);
}

/* What both have of the 64 columns from x on, in row y of b. */
static uint64_t
kbx_shared_word (const kbx_bitmap_pair *pair, int32_t x, int32_t y)
{
  uint64_t of_b = kbx_bitmap_word (pair->b, x, y);
  int32_t row = kbx_row_of_a (pair, y);
  if (of_b == 0)
    return 0;
  if (pair->shift.mx)
    return of_b & kbx_reverse_bits (kbx_bitmap_word (pair->a, pair->shift.dx - x - 63, row));
  return of_b & kbx_bitmap_word (pair->a, x - pair->shift.dx, row);
}

/* One of them has words. */
static void
kbx_words_pair_border (const kbx_bitmap_pair *pair, kbx_border *border)
{
  int32_t x = border->last ? pair->x1 - 64 : pair->x0;
  uint64_t word;
  border->y = kbx_words_pair_row (pair, border->which);
  if (border->y == KBX_NO_ROW)
    return;
  while ((word = kbx_shared_word (pair, x, border->y)) == 0)
    x += border->last ? -64 : 64;
  border->x = x + (int32_t) (border->last ? kbx_highest_bit (word) : kbx_lowest_bit (word));
}

#if KBX_RUN_VECTORS
/* The first rows of the first planes. True when no other has to be asked. */
static KBX_INLINE bool
kbx_probe_border (kbx_bitmap_pair *pair, kbx_border *border)
{
  kbx_run_pair planes = kbx_pair_planes (pair, 0, 0, pair->y0, pair->y1);
  bool single = (kbx_bitmap_parts (pair->a) | kbx_bitmap_parts (pair->b)) == 1;
  int32_t n = planes.to - planes.from;
  uint32_t bits;
  if (n <= 0)
    return true;
  bits = kbx_probe_rows (&planes, pair->shift, 0);
  border->skip = bits != 0 || n <= KBX_RUN_PROBE;
  if (bits != 0)
    {
      int32_t row = planes.from + (int32_t) kbx_lowest_bit (bits);
      kbx_border_span (border, row, kbx_shared_span (&planes, pair->shift, row));
      pair->y1 = row + 1;
    }
  else if (single)
    pair->y0 = planes.from + KBX_RUN_PROBE;
  return border->skip && single;
}
#endif

static KBX_INLINE void
kbx_pair_border (kbx_bitmap_pair *pair, kbx_border *border)
{
  if (!kbx_pair_of_runs (pair))
    {
      kbx_words_pair_border (pair, border);
      return;
    }
#if KBX_RUN_VECTORS
  if (!pair->shift.my && border->which == KBX_ROW_FIRST && kbx_probe_border (pair, border))
    return;
#endif
  kbx_runs_border (pair, border);
}

/* ---- the questions ---- */

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

/* A pixel of the bitmap in the world. */
static inline kbx_point
kbx_placed_point (const kbx_placed *placed, int32_t x, int32_t y)
{
  int64_t across = (int64_t) x - placed->hot_x, down = (int64_t) y - placed->hot_y;
  kbx_point p;
  p.x = kbx_clamp (placed->pose.x + (placed->pose.flip_x ? -across : across));
  p.y = kbx_clamp (placed->pose.y + (placed->pose.flip_y ? -down : down));
  return p;
}

#if KBX_RUN_WIDE
/* How one lies in the other, if they are not upside down to each other and both of this kind. */
static KBX_INLINE bool
kbx_placed_upright (const kbx_placed *a, const kbx_placed *b, bool (*kind) (const uint8_t *bitmap), kbx_upright_pair *pair)
{
  if (a->bytes == NULL || b->bytes == NULL || !kind (a->bytes) || !kind (b->bytes) || a->pose.flip_y != b->pose.flip_y
      || !KBX_RUNS_WIDE ())
    return false;
  pair->a = a->bytes;
  pair->b = b->bytes;
  pair->dx = kbx_axis_shift (a->pose.x, a->hot_x, a->pose.flip_x, b->pose.x, b->hot_x, b->pose.flip_x);
  pair->dy = kbx_axis_shift (a->pose.y, a->hot_y, a->pose.flip_y, b->pose.y, b->hot_y, b->pose.flip_y);
  pair->mx = a->pose.flip_x != b->pose.flip_x;
  return true;
}
#endif

static KBX_INLINE bool
kbx_placed_overlap_long (const kbx_placed *a, const kbx_placed *b)
{
  kbx_bitmap_pair pair;
  return kbx_pair_placed (a, b, &pair) && kbx_pair_meets (&pair);
}

/* What the short way answers, if it can. */
static KBX_INLINE bool
kbx_placed_overlap_short (const kbx_placed *a, const kbx_placed *b, bool *overlap)
{
#if KBX_RUN_WIDE
  kbx_upright_pair pair;
  if (kbx_placed_upright (a, b, kbx_bitmap_layered, &pair))
    {
      *overlap = pair.mx ? kbx_upright_overlap_mirrored (pair.a, pair.b, pair.dx, pair.dy)
        : kbx_upright_overlap_plain (pair.a, pair.b, pair.dx, pair.dy);
      return true;
    }
  if (kbx_placed_upright (a, b, kbx_bitmap_of_words, &pair) && !pair.mx)
    {
      *overlap = kbx_words_overlap (pair.a, pair.b, pair.dx, pair.dy);
      return true;
    }
#endif
  (void) a, (void) b, (void) overlap;
  return false;
}

/* Made of words, not of members: `found` and p.x are handed back in one register, and eight bytes that were written apart
 * are not read back before they have reached the memory. */
static inline kbx_pixel
kbx_make_pixel (bool found, kbx_point p)
{
#if KBX_SWAP
  kbx_pixel pixel = { found, p, 0 };
#else
  uint64_t head = (uint64_t) (uint32_t) p.x << 32 | found;
  kbx_pixel pixel;
  memcpy (&pixel, &head, sizeof head);
  pixel.p.y = p.y;
  pixel.zone = 0;
#endif
  return pixel;
}

/* A pixel of b in the world; y KBX_NO_ROW where there is none. */
static KBX_INLINE kbx_pixel
kbx_placed_pixel (const kbx_placed *b, int32_t x, int32_t y)
{
  kbx_point p = { 0, 0 };
  if (y != KBX_NO_ROW)
    p = kbx_placed_point (b, x, y);
  return kbx_make_pixel (y != KBX_NO_ROW, p);
}

static KBX_INLINE kbx_pixel
kbx_placed_first_long (const kbx_placed *a, const kbx_placed *b)
{
  kbx_bitmap_pair pair;
  /* The topmost row of the world is b's last where b is upside down. */
  kbx_border border = { b->pose.flip_y ? KBX_ROW_LAST : KBX_ROW_FIRST, b->pose.flip_x, false, 0, KBX_NO_ROW };
  if (kbx_pair_placed (a, b, &pair))
    kbx_pair_border (&pair, &border);
  return kbx_placed_pixel (b, border.x, border.y);
}

static KBX_INLINE bool
kbx_placed_first_short (const kbx_placed *a, const kbx_placed *b, kbx_pixel *pixel)
{
#if KBX_RUN_WIDE
  kbx_upright_pair pair;
  if (!b->pose.flip_y && kbx_placed_upright (a, b, kbx_bitmap_layered, &pair))
    {
      kbx_point p = pair.mx ? kbx_upright_first_mirrored (pair.a, pair.b, pair.dx, pair.dy, b->pose.flip_x)
        : kbx_upright_first_plain (pair.a, pair.b, pair.dx, pair.dy, b->pose.flip_x);
      *pixel = kbx_placed_pixel (b, p.x, p.y);
      return true;
    }
#endif
  (void) a, (void) b, (void) pixel;
  return false;
}

static KBX_INLINE uint32_t
kbx_placed_area_long (const kbx_placed *a, const kbx_placed *b)
{
  kbx_bitmap_pair pair;
  return kbx_pair_placed (a, b, &pair) ? (uint32_t) kbx_pair_shared_area (&pair) : 0;
}

static KBX_INLINE bool
kbx_placed_area_short (const kbx_placed *a, const kbx_placed *b, uint32_t *area)
{
#if KBX_RUN_WIDE
  kbx_upright_pair pair;
  if (kbx_placed_upright (a, b, kbx_bitmap_plain, &pair))
    {
      *area = pair.mx ? kbx_upright_area_mirrored (pair.a, pair.b, pair.dx, pair.dy)
        : kbx_upright_area_plain (pair.a, pair.b, pair.dx, pair.dy);
      return true;
    }
  if (kbx_placed_upright (a, b, kbx_bitmap_layered, &pair))
    {
      *area = kbx_runs_area_upright (pair.a, pair.b, pair.dx, pair.dy, pair.mx);
      return true;
    }
#endif
  (void) a, (void) b, (void) area;
  return false;
}

static KBX_INLINE uint32_t
kbx_placed_area (const kbx_placed *a, const kbx_placed *b)
{
  uint32_t area;
  return kbx_placed_area_short (a, b, &area) ? area : kbx_placed_area_long (a, b);
}

/* The area with a moved: by its hot pixel, as its pose may be at the end of the numbers. */
static double
kbx_area_beside (const kbx_placed *a, int dx, int dy, const kbx_placed *b)
{
  kbx_placed moved = *a;
  moved.hot_x += a->pose.flip_x ? dx : -dx;
  moved.hot_y += a->pose.flip_y ? dy : -dy;
  return kbx_placed_area (&moved, b);
}

/* ---- places that are not upright ---- */

/* The pixels that two share, counted, or the first alone. */
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

/* With a moved. The rows of what is turned cost most: they are asked where the other has pixels. */
static KBX_ASIDE kbx_shared_pixels
kbx_share_pixels (kbx_handle a, const kbx_place *place_a, int dx, int dy, kbx_handle b, const kbx_place *place_b, bool first_only)
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

KBX_API bool
kbx_pixels_overlap (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  kbx_placed placed_a, placed_b;
  bool overlap;
  if (!(kbx_place_pixels (&a, &place_a, &placed_a) && kbx_place_pixels (&b, &place_b, &placed_b)))
    return kbx_share_pixels (a, &place_a, 0, 0, b, &place_b, true).first.found;
  return kbx_placed_overlap_short (&placed_a, &placed_b, &overlap) ? overlap : kbx_placed_overlap_long (&placed_a, &placed_b);
}

KBX_API kbx_pixel
kbx_pixels_first (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  kbx_placed placed_a, placed_b;
  kbx_pixel pixel;
  if (!(kbx_place_pixels (&a, &place_a, &placed_a) && kbx_place_pixels (&b, &place_b, &placed_b)))
    return kbx_share_pixels (a, &place_a, 0, 0, b, &place_b, true).first;
  return kbx_placed_first_short (&placed_a, &placed_b, &pixel) ? pixel : kbx_placed_first_long (&placed_a, &placed_b);
}

KBX_API uint32_t
kbx_pixels_area (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  kbx_placed placed_a, placed_b;
  if (!(kbx_place_pixels (&a, &place_a, &placed_a) && kbx_place_pixels (&b, &place_b, &placed_b)))
    return kbx_share_pixels (a, &place_a, 0, 0, b, &place_b, false).area;
  return kbx_placed_area (&placed_a, &placed_b);
}

/* The area, and how it grows to the right and down, measured one pixel to either side. */
static void
kbx_measure_areas (kbx_handle a, const kbx_place *place_a, kbx_handle b, const kbx_place *place_b, double areas[3])
{
  static const int ways[5][2] = { { 0, 0 }, { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
  kbx_placed placed_a, placed_b;
  double area[5] = { 0, 0, 0, 0, 0 };
  bool upright;
  memset (&placed_b, 0, sizeof placed_b);
  upright = kbx_place_pixels (&a, place_a, &placed_a) && kbx_place_pixels (&b, place_b, &placed_b);
  for (int i = 0; i < 5 && (i == 0 || area[0] > 0); i++)
    area[i] = upright ? kbx_area_beside (&placed_a, ways[i][0], ways[i][1], &placed_b)
      : kbx_share_pixels (a, place_a, ways[i][0], ways[i][1], b, place_b, false).area;
  areas[0] = area[0];
  areas[1] = area[1] - area[2];
  areas[2] = area[3] - area[4];
}

KBX_API kbx_bitmap_contact
kbx_pixels_collide (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  kbx_bitmap_contact contact = { false, 0, { 0.0f, 0.0f } };
  double areas[3], length;
  kbx_measure_areas (a, &place_a, b, &place_b, areas);
  contact.area = (uint32_t) areas[0];
  contact.hit = contact.area > 0;
  if (!contact.hit)
    return contact;
  length = sqrt (areas[1] * areas[1] + areas[2] * areas[2]);
  contact.normal.x = length > 0.0 ? (float) (areas[1] / length) : 1.0f;
  contact.normal.y = length > 0.0 ? (float) (areas[2] / length) : 0.0f;
  return contact;
}

KBX_API bool
kbx_pixel_at (kbx_handle pixels, kbx_place place, kbx_point p)
{
  kbx_placed placed;
  kbx_cover cover;
  int64_t x, y;
  if (!kbx_place_pixels (&pixels, &place, &placed))
    {
      kbx_cover_of_pixels (&cover, pixels, &place);
      return p.x >= cover.x0 && p.x < cover.x1 && p.y >= cover.y0 && p.y < cover.y1 && (cover.row (&cover, p.x, p.y) & 1) != 0;
    }
  if (placed.bytes == NULL)
    return false;
  x = (int64_t) p.x - placed.pose.x;
  y = (int64_t) p.y - placed.pose.y;
  return kbx_bitmap_bit (placed.bytes, placed.hot_x + (placed.pose.flip_x ? -x : x), placed.hot_y + (placed.pose.flip_y ? -y : y));
}

KBX_INTERNAL void
kbx_about_bitmap (kbx_about *about, kbx_handle bitmap)
{
  const uint8_t *p = kbx_bytes_of (bitmap, KBX_BITMAP);
  kbx_bitmap_record r;
  if (p == NULL)
    return;
  r = kbx_read_bitmap (p);
  about->found = true;
  about->size.w = r.w;
  about->size.h = r.h;
  about->bounds.x0 = (int32_t) r.x0;
  about->bounds.y0 = (int32_t) r.y0;
  about->bounds.x1 = (int32_t) r.x1;
  about->bounds.y1 = (int32_t) r.y1;
  about->pixels = r.area;
}
