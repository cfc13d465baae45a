/* SPDX-License-Identifier: MIT */
/* Random pictures for masks: blobs, frames of one pixel, dithering, noise, single pixels, nothing, everything. */
#ifndef KB_TEST_RANDOM_MASKS_H
#define KB_TEST_RANDOM_MASKS_H

#include "runtime/kickbox/pack.h"
#include "places.h"

#include <glib.h>

typedef struct {
  uint32_t w, h;
  uint8_t *values;    /* w * h, 0 or 255 */
  kbx_handle bitmap;
  size_t size;
} TestMask;

static inline void
test_mask_pack (TestMask *mask)
{
  void *bytes;
  mask->size = kbx_bitmap_pack (&(kbx_bitmap_plan) { mask->values, 1, mask->w, mask->w, mask->h, 128 }, NULL, 0, NULL, 0, NULL);
  bytes = g_malloc (mask->size);
  g_assert_cmpuint (kbx_bitmap_pack (&(kbx_bitmap_plan) { mask->values, 1, mask->w, mask->w, mask->h, 128 }, NULL, 0, bytes, mask->size, NULL), ==, mask->size);
  g_assert_cmpint (kbx_open (&mask->bitmap, KBX_BITMAP, bytes, mask->size, NULL), ==, KBX_OK);
}

static inline void
test_mask_clear (TestMask *mask)
{
  g_free ((void *) mask->bitmap.data);
  g_free (mask->values);
}

/* A side: often around a multiple of 32. */
static inline uint32_t
test_mask_side (uint32_t most)
{
  static const uint32_t edges[] = { 31, 32, 33, 63, 64, 65, 127, 128, 129 };
  uint32_t side = g_test_rand_bit () ? edges[g_test_rand_int_range (0, G_N_ELEMENTS (edges))]
                                     : (uint32_t) g_test_rand_int_range (1, 100);
  return MIN (side, most);
}

static inline TestMask
test_mask_random (uint32_t most)
{
  TestMask m = { test_mask_side (most), test_mask_side (most), NULL, { NULL }, 0 };
  int kind = g_test_rand_int_range (0, 9), w = (int) m.w, h = (int) m.h, blobs = g_test_rand_int_range (1, 6);
  m.values = g_new0 (uint8_t, m.w * m.h);
  for (int n = 0; kind <= 4 && n < blobs; n++)
    {
      int cx = g_test_rand_int_range (0, w), cy = g_test_rand_int_range (0, h);
      int r = g_test_rand_int_range (1, MAX (2, w / 3)), s = g_test_rand_int_range (1, MAX (2, h / 3));
      for (int y = MAX (0, cy - s); y < MIN (h, cy + s); y++)
        for (int x = MAX (0, cx - r); x < MIN (w, cx + r); x++)
          if (kind <= 1 || (x - cx) * (x - cx) * s * s + (y - cy) * (y - cy) * r * r < r * r * s * s)
            m.values[y * w + x] = 255;
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      {
        uint8_t *p = &m.values[y * w + x];
        if (kind == 4) /* dithered */
          *p = (x + y) % 2 ? *p : 0;
        else if (kind == 5)
          *p = g_test_rand_int_range (0, 100) < 50 ? 255 : 0;
        else if (kind == 6)
          *p = g_test_rand_int_range (0, 200) == 0 ? 255 : 0;
        else if (kind == 7)
          *p = x == 0 || y == 0 || x == w - 1 || y == h - 1 ? 255 : 0;
        else if (kind == 8)
          *p = blobs == 1 ? 0 : blobs == 2 ? 255 : (x % blobs == 0 ? 255 : 0);
      }
  test_mask_pack (&m);
  return m;
}

/* The value under a pixel of the world, by the definition. */
static inline bool
test_mask_at (const TestMask *m, kbx_place pose, int64_t wx, int64_t wy)
{
  int64_t x = wx - place_column (pose), y = wy - place_row (pose);
  x = pose.flip_x ? -x : x;
  y = pose.flip_y ? -y : y;
  return x >= 0 && y >= 0 && x < m->w && y < m->h && m->values[y * m->w + x] >= 128;
}

/* What a plain loop over a's pixels finds. */
typedef struct {
  uint32_t area;
  bool found;
  kbx_point first;
} TestShared;

static inline TestShared
test_masks_shared (const TestMask *a, kbx_place pa, const TestMask *b, kbx_place pb)
{
  TestShared s = { 0, false, { 0, 0 } };
  int64_t x0 = place_column (pa) - (pa.flip_x ? (int64_t) a->w - 1 : 0), y0 = place_row (pa) - (pa.flip_y ? (int64_t) a->h - 1 : 0);
  for (int64_t y = y0; y < y0 + a->h; y++)
    for (int64_t x = x0; x < x0 + a->w; x++)
      if (test_mask_at (a, pa, x, y) && test_mask_at (b, pb, x, y))
        {
          if (!s.found)
            s.first = (kbx_point) { (int32_t) x, (int32_t) y };
          s.found = true;
          s.area++;
        }
  return s;
}

#endif
