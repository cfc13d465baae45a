/* SPDX-License-Identifier: MIT */
/* Upright places in whole pixels, and maps between a frame's own coordinates and the world's. A map
 * moves each axis and may mirror it: a real coordinate c goes to ox + c, or to ox - c if mirrored.
 * Pixel p is the interval [p, p+1), so a mirrored pixel goes to ox - 1 - p. Offsets are 64-bit: any
 * two int32 poses can be combined. */
#ifndef KBX_SPACE_H
#define KBX_SPACE_H

#include "runtime/bank/records.h"

#if defined(__SSE2__) && !defined(KBX_PORTABLE)
#define KBX_SSE2 1
#include <emmintrin.h>
#else
#define KBX_SSE2 0
#endif

/* An upright place: the reference pixel is pixel (x, y). */
typedef struct {
  int32_t x, y;
  bool flip_x, flip_y;
} kbx_pose;

#if KBX_SSE2
/* Bits for each part of a place that is not upright, plus bits for its flips. Fast enough for short
 * queries. */
static KBX_INLINE __m128i
kbx_place_off (const kbx_place *place, kbx_pose *pose)
{
  const __m128d back = _mm_set1_pd (-0.5), at = _mm_set_pd (place->y, place->x);
  const __m128i pixel = _mm_cvttpd_epi32 (_mm_add_pd (at, back)); /* INT32_MIN if it is not one */
  const __m128i off =
    _mm_castpd_si128 (_mm_cmpneq_pd (_mm_sub_pd (_mm_cvtepi32_pd (pixel), at), back));
  const __m128i turn = _mm_loadu_si128 ((const __m128i *) (const void *) &place->axis);
  uint64_t both;
  _mm_storel_epi64 ((__m128i *) (void *) &both, pixel);
  *pose = KBX_LITERAL (kbx_pose){ (int32_t) (uint32_t) both, (int32_t) (uint32_t) (both >> 32),
                                  place->flip_x, place->flip_y };
  return _mm_or_si128 (_mm_xor_si128 (turn, _mm_set_epi32 (0, 0x3f800000, 0, 0x3f800000)), off);
}

/* Ignores the bits of the flips, and the sign of the axis' y. */
static KBX_INLINE bool
kbx_none_off (__m128i off)
{
  const __m128i none = _mm_cmpeq_epi32 (_mm_and_si128 (off, _mm_set_epi32 (0, -1, INT32_MAX, -1)),
                                        _mm_setzero_si128 ());
  return _mm_movemask_epi8 (none) == 0xffff;
}
#endif

/* Returns false for places that are not upright. */
static KBX_INLINE bool
kbx_upright (const kbx_place *place, kbx_pose *pose)
{
#if KBX_SSE2
  return kbx_none_off (kbx_place_off (place, pose));
#else
  const double x = place->x - 0.5, y = place->y - 0.5;
  const bool whole = x >= INT32_MIN && x <= INT32_MAX && y >= INT32_MIN && y <= INT32_MAX;
  *pose = KBX_LITERAL (kbx_pose){ whole ? (int32_t) x : 0, whole ? (int32_t) y : 0, place->flip_x,
                                  place->flip_y };
  return whole && pose->x + 0.5 == place->x && pose->y + 0.5 == place->y && place->axis.x == 1
         && place->axis.y == 0 && place->scale == 1;
#endif
}

/* Both at once. */
static KBX_INLINE bool
kbx_both_upright (const kbx_place *a, kbx_pose *pose_a, const kbx_place *b, kbx_pose *pose_b)
{
#if KBX_SSE2
  return kbx_none_off (_mm_or_si128 (kbx_place_off (a, pose_a), kbx_place_off (b, pose_b)));
#else
  return kbx_upright (a, pose_a) && kbx_upright (b, pose_b);
#endif
}

/* A frame's hot spot; (0, 0) for the null handle. */
static inline kbx_point
kbx_hot_of (kbx_handle frame)
{
  kbx_point hot = { 0, 0 };
  if (kbx_is_frame (frame))
    {
      const uint8_t *record = kbx_record (frame.bank, KBX_SECTION_FRAM, frame.index);
      hot = KBX_LITERAL (kbx_point){ kbx_load_i16 (record + KBX_FRAM_AT_HOT_X),
                                     kbx_load_i16 (record + KBX_FRAM_AT_HOT_Y) };
    }
  return hot;
}

/* The place at which a frame's own coordinates are the world's. */
static inline kbx_place
kbx_own_place (kbx_handle frame)
{
  const kbx_point hot = kbx_hot_of (frame);
  return kbx_at (hot.x, hot.y);
}

typedef struct {
  int64_t ox, oy;
  bool mx, my;
} kbx_map;

/* A half-open box of pixels that cannot overflow. */
typedef struct { int64_t x0, y0, x1, y1; } kbx_area;

/* Mirroring about the centre of the hot spot's pixel is its own inverse: one map serves both
 * directions. */
static inline kbx_map
kbx_map_to_world (const kbx_fram_record *frame, kbx_pose pose)
{
  return KBX_LITERAL (
    kbx_map){ pose.flip_x ? (int64_t) pose.x + frame->hot_x + 1 : (int64_t) pose.x - frame->hot_x,
              pose.flip_y ? (int64_t) pose.y + frame->hot_y + 1 : (int64_t) pose.y - frame->hot_y,
              pose.flip_x, pose.flip_y };
}

/* The inverse: a mirrored axis is its own. */
static inline kbx_map
kbx_map_back (kbx_map m)
{
  m.ox = m.mx ? m.ox : -m.ox;
  m.oy = m.my ? m.oy : -m.oy;
  return m;
}

static inline kbx_map
kbx_map_to_frame (const kbx_fram_record *frame, kbx_pose pose)
{
  return kbx_map_back (kbx_map_to_world (frame, pose));
}

/* First `inner`, then `outer`. */
static inline kbx_map
kbx_map_chain (kbx_map outer, kbx_map inner)
{
  return KBX_LITERAL (kbx_map){ outer.mx ? outer.ox - inner.ox : outer.ox + inner.ox,
                                outer.my ? outer.oy - inner.oy : outer.oy + inner.oy,
                                outer.mx != inner.mx, outer.my != inner.my };
}

static inline int64_t
kbx_map_pixel_x (kbx_map m, int64_t x)
{
  return m.mx ? m.ox - 1 - x : m.ox + x;
}
static inline int64_t
kbx_map_pixel_y (kbx_map m, int64_t y)
{
  return m.my ? m.oy - 1 - y : m.oy + y;
}

/* On the grid of 1/256 pixel. */
static inline int64_t
kbx_map_grid_x (kbx_map m, int64_t x)
{
  return m.ox * KBX_GRID + (m.mx ? -x : x);
}
static inline int64_t
kbx_map_grid_y (kbx_map m, int64_t y)
{
  return m.oy * KBX_GRID + (m.my ? -y : y);
}

static inline kbx_area
kbx_map_area (kbx_map m, int64_t x0, int64_t y0, int64_t x1, int64_t y1)
{
  return KBX_LITERAL (kbx_area){ m.mx ? m.ox - x1 : m.ox + x0, m.my ? m.oy - y1 : m.oy + y0,
                                 m.mx ? m.ox - x0 : m.ox + x1, m.my ? m.oy - y0 : m.oy + y1 };
}

/* The nearest int32. */
static inline int32_t
kbx_clamp (int64_t v)
{
  return v < INT32_MIN ? INT32_MIN : v > INT32_MAX ? INT32_MAX : (int32_t) v;
}

static inline kbx_box
kbx_area_box (kbx_area a)
{
  return KBX_LITERAL (kbx_box){ kbx_clamp (a.x0), kbx_clamp (a.y0), kbx_clamp (a.x1),
                                kbx_clamp (a.y1) };
}

static inline kbx_point
kbx_map_point (kbx_map m, int64_t x, int64_t y)
{
  return KBX_LITERAL (kbx_point){ kbx_clamp (kbx_map_pixel_x (m, x)),
                                  kbx_clamp (kbx_map_pixel_y (m, y)) };
}

static inline kbx_box
kbx_map_box (kbx_map m, int64_t x0, int64_t y0, int64_t x1, int64_t y1)
{
  return kbx_area_box (kbx_map_area (m, x0, y0, x1, y1));
}

/* A point of the grid in pixels of the world, rounded once. */
static inline kbx_vec
kbx_map_vec (kbx_map m, int64_t x, int64_t y)
{
  return KBX_LITERAL (kbx_vec){ (float) ((double) kbx_map_grid_x (m, x) / KBX_GRID),
                                (float) ((double) kbx_map_grid_y (m, y) / KBX_GRID) };
}

static inline kbx_vec
kbx_map_direction (kbx_map m, float dx, float dy)
{
  return KBX_LITERAL (kbx_vec){ m.mx ? kbx_float_turned (dx) : dx,
                                m.my ? kbx_float_turned (dy) : dy };
}

static inline kbx_box
kbx_empty_box (void)
{
  return KBX_LITERAL (kbx_box){ 0, 0, 0, 0 };
}

#endif
