/* SPDX-License-Identifier: MIT */
/* Two bitmaps: where one lies in the other, and which of the ways tells what they share. */
#include "runtime/exact.h"
#include "runtime/masks/bitmap_strips.h"

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

/* ---- the questions, of bitmaps and of frames ---- */

/* Pixel (0, 0) of a bitmap is on the pose. */
static inline kbx_placed
kbx_place_bitmap (kbx_bitmap bitmap, kbx_pose pose)
{
  kbx_placed placed;
  placed.bytes = kbx_bytes_of (bitmap, KBX_BITMAP);
  placed.pose = pose;
  placed.hot_x = 0;
  placed.hot_y = 0;
  return placed;
}

/* That of a frame has the frame's own coordinates. */
static inline kbx_placed
kbx_place_frame (kbx_frame frame, kbx_pose pose)
{
  kbx_placed placed = kbx_place_bitmap (kbx_frame_bitmap (frame), pose);
  if (placed.bytes != NULL)
    {
      const uint8_t *record = kbx_record (frame.bank, KBX_SECTION_FRAM, frame.index);
      placed.hot_x = kbx_load_i16 (record + KBX_FRAM_AT_HOT_X);
      placed.hot_y = kbx_load_i16 (record + KBX_FRAM_AT_HOT_Y);
    }
  return placed;
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
  kbx_pixel pixel = { found, p };
#else
  uint64_t head = (uint64_t) (uint32_t) p.x << 32 | found;
  kbx_pixel pixel;
  memcpy (&pixel, &head, sizeof head);
  pixel.p.y = p.y;
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

static kbx_bitmap_contact
kbx_placed_collide (const kbx_placed *a, const kbx_placed *b)
{
  kbx_bitmap_contact contact = { false, 0, { 0.0f, 0.0f } };
  double x, y, length;

  contact.area = kbx_placed_area (a, b);
  if (contact.area == 0)
    return contact;
  contact.hit = true;
  x = kbx_area_beside (a, 1, 0, b) - kbx_area_beside (a, -1, 0, b);
  y = kbx_area_beside (a, 0, 1, b) - kbx_area_beside (a, 0, -1, b);
  length = sqrt (x * x + y * y);
  contact.normal.x = length > 0.0 ? (float) (x / length) : 1.0f;
  contact.normal.y = length > 0.0 ? (float) (y / length) : 0.0f;
  return contact;
}

/* The long way is another function with the very same arguments: the short one, before it, puts none of them away. */
#if defined(__GNUC__) && !defined(__clang__)
#define KBX_LONG_WAY __attribute__ ((noinline, noclone)) static
#elif defined(__GNUC__)
#define KBX_LONG_WAY __attribute__ ((noinline)) static
#else
#define KBX_LONG_WAY static
#endif

KBX_LONG_WAY bool
kbx_bitmaps_overlap_long (kbx_bitmap a, kbx_pose pose_a, kbx_bitmap b, kbx_pose pose_b)
{
  kbx_placed placed_a = kbx_place_bitmap (a, pose_a), placed_b = kbx_place_bitmap (b, pose_b);
  return kbx_placed_overlap_long (&placed_a, &placed_b);
}

KBX_API bool
kbx_bitmaps_overlap (kbx_bitmap a, kbx_pose pose_a, kbx_bitmap b, kbx_pose pose_b)
{
  kbx_placed placed_a = kbx_place_bitmap (a, pose_a), placed_b = kbx_place_bitmap (b, pose_b);
  bool overlap;
  if (kbx_placed_overlap_short (&placed_a, &placed_b, &overlap))
    return overlap;
  return kbx_bitmaps_overlap_long (a, pose_a, b, pose_b);
}

KBX_LONG_WAY kbx_pixel
kbx_bitmaps_first_long (kbx_bitmap a, kbx_pose pose_a, kbx_bitmap b, kbx_pose pose_b)
{
  kbx_placed placed_a = kbx_place_bitmap (a, pose_a), placed_b = kbx_place_bitmap (b, pose_b);
  return kbx_placed_first_long (&placed_a, &placed_b);
}

KBX_API kbx_pixel
kbx_bitmaps_first (kbx_bitmap a, kbx_pose pose_a, kbx_bitmap b, kbx_pose pose_b)
{
  kbx_placed placed_a = kbx_place_bitmap (a, pose_a), placed_b = kbx_place_bitmap (b, pose_b);
  kbx_pixel pixel;
  if (kbx_placed_first_short (&placed_a, &placed_b, &pixel))
    return pixel;
  return kbx_bitmaps_first_long (a, pose_a, b, pose_b);
}

KBX_LONG_WAY uint32_t
kbx_bitmaps_area_long (kbx_bitmap a, kbx_pose pose_a, kbx_bitmap b, kbx_pose pose_b)
{
  kbx_placed placed_a = kbx_place_bitmap (a, pose_a), placed_b = kbx_place_bitmap (b, pose_b);
  return kbx_placed_area_long (&placed_a, &placed_b);
}

KBX_API uint32_t
kbx_bitmaps_area (kbx_bitmap a, kbx_pose pose_a, kbx_bitmap b, kbx_pose pose_b)
{
  kbx_placed placed_a = kbx_place_bitmap (a, pose_a), placed_b = kbx_place_bitmap (b, pose_b);
  uint32_t area;
  if (kbx_placed_area_short (&placed_a, &placed_b, &area))
    return area;
  return kbx_bitmaps_area_long (a, pose_a, b, pose_b);
}

KBX_API kbx_bitmap_contact
kbx_bitmaps_collide (kbx_bitmap a, kbx_pose pose_a, kbx_bitmap b, kbx_pose pose_b)
{
  kbx_placed placed_a = kbx_place_bitmap (a, pose_a), placed_b = kbx_place_bitmap (b, pose_b);
  return kbx_placed_collide (&placed_a, &placed_b);
}

KBX_API bool
kbx_frames_pixels_overlap (kbx_frame a, kbx_pose pose_a, kbx_frame b, kbx_pose pose_b)
{
  kbx_placed placed_a = kbx_place_frame (a, pose_a), placed_b = kbx_place_frame (b, pose_b);
  bool overlap;
  return kbx_placed_overlap_short (&placed_a, &placed_b, &overlap) ? overlap : kbx_placed_overlap_long (&placed_a, &placed_b);
}

KBX_API kbx_pixel
kbx_frames_pixels_first (kbx_frame a, kbx_pose pose_a, kbx_frame b, kbx_pose pose_b)
{
  kbx_placed placed_a = kbx_place_frame (a, pose_a), placed_b = kbx_place_frame (b, pose_b);
  kbx_pixel pixel;
  return kbx_placed_first_short (&placed_a, &placed_b, &pixel) ? pixel : kbx_placed_first_long (&placed_a, &placed_b);
}

KBX_API uint32_t
kbx_frames_pixels_area (kbx_frame a, kbx_pose pose_a, kbx_frame b, kbx_pose pose_b)
{
  kbx_placed placed_a = kbx_place_frame (a, pose_a), placed_b = kbx_place_frame (b, pose_b);
  return kbx_placed_area (&placed_a, &placed_b);
}

KBX_API kbx_bitmap_contact
kbx_frames_pixels_collide (kbx_frame a, kbx_pose pose_a, kbx_frame b, kbx_pose pose_b)
{
  kbx_placed placed_a = kbx_place_frame (a, pose_a), placed_b = kbx_place_frame (b, pose_b);
  return kbx_placed_collide (&placed_a, &placed_b);
}

KBX_API bool
kbx_frame_pixel_at (kbx_frame frame, kbx_pose pose, kbx_point p)
{
  kbx_placed placed = kbx_place_frame (frame, pose);
  int64_t x, y;
  if (placed.bytes == NULL)
    return false;
  x = placed.hot_x + (pose.flip_x ? (int64_t) pose.x - p.x : (int64_t) p.x - pose.x);
  y = placed.hot_y + (pose.flip_y ? (int64_t) pose.y - p.y : (int64_t) p.y - pose.y);
  return kbx_bitmap_bit (placed.bytes, x, y);
}
