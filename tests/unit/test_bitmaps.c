/* SPDX-License-Identifier: MIT */
/* Bitmaps one by one: packing, opening, bounds, far poses, null ones, large ones, damage. */
#include "runtime/kickbox/pack.h"
#include "tests/support/pixel_kit.h"
#include "tests/support/random_masks.h"
#include "tests/support/seed.h"

#include <string.h>

static TestMask
drawn (const char *const *rows, uint32_t h)
{
  TestMask m = { (uint32_t) strlen (rows[0]), h, NULL, { NULL }, 0 };
  m.values = g_new0 (uint8_t, m.w * m.h);
  for (uint32_t i = 0; i < m.w * m.h; i++)
    m.values[i] = rows[i / m.w][i % m.w] == '#' ? 255 : 0;
  test_mask_pack (&m);
  return m;
}

static void
test_one (void)
{
  static const char *const rows[] = { "........", "..##..#.", "..#...#.", "........" };
  TestMask m = drawn (rows, 4);
  kbx_place pose = kbx_at (10, 20);
  kbx_box box = kbx_info (m.bitmap).bounds;
  kbx_size size = kbx_info (m.bitmap).size;
  g_assert_cmpuint (size.w, ==, 8);
  g_assert_cmpuint (size.h, ==, 4);
  g_assert_cmpint (box.x0, ==, 2);
  g_assert_cmpint (box.y0, ==, 1);
  g_assert_cmpint (box.x1, ==, 7);
  g_assert_cmpint (box.y1, ==, 3);
  g_assert_cmpuint (kbx_info (m.bitmap).pixels, ==, 5);
  g_assert_true (kbx_pixel_at (m.bitmap, pose, (kbx_point) { 13, 21 }));
  g_assert_false (kbx_pixel_at (m.bitmap, pose, (kbx_point) { 13, 22 }));
  pose.flip_x = true;
  g_assert_true (kbx_pixel_at (m.bitmap, pose, (kbx_point) { 7, 21 }));
  test_mask_clear (&m);
}

/* Values from a picture with alpha, and what cannot be packed. */
static void
test_pack (void)
{
  uint8_t pixels[2 * 12] = { 0 }, bytes[200];
  kbx_handle bitmap;
  pixels[3] = 128;           /* (0, 0) */
  pixels[12 + 4 + 3] = 127;  /* (1, 1) */
  pixels[12 + 8 + 3] = 255;  /* (2, 1) */
  size_t size = kbx_bitmap_pack (&(kbx_bitmap_plan) { pixels + 3, 4, 12, 3, 2, 128 }, NULL, 0, bytes, sizeof bytes, NULL);
  g_assert_cmpuint (size, <=, sizeof bytes);
  g_assert_cmpint (kbx_open (&bitmap, KBX_BITMAP, bytes, size, NULL), ==, KBX_OK);
  g_assert_cmpuint (kbx_info (bitmap).pixels, ==, 2);
  memset (bytes, 0xaa, sizeof bytes);
  g_assert_cmpuint (kbx_bitmap_pack (&(kbx_bitmap_plan) { pixels + 3, 4, 12, 3, 2, 128 }, NULL, 0, bytes, size - 1, NULL), ==, size);
  g_assert_cmpuint (bytes[0], ==, 0xaa);
  g_assert_cmpuint (kbx_bitmap_pack (&(kbx_bitmap_plan) { NULL, 4, 12, 3, 2, 128 }, NULL, 0, bytes, sizeof bytes, NULL), ==, 0);
  g_assert_cmpuint (kbx_bitmap_pack (&(kbx_bitmap_plan) { pixels, 4, 12, 0, 2, 128 }, NULL, 0, bytes, sizeof bytes, NULL), ==, 0);
  g_assert_cmpuint (kbx_bitmap_pack (&(kbx_bitmap_plan) { pixels, 4, 12, 3, 0, 128 }, NULL, 0, bytes, sizeof bytes, NULL), ==, 0);
  g_assert_cmpuint (kbx_bitmap_pack (&(kbx_bitmap_plan) { pixels, 0, 0, KBX_BITMAP_LIMIT + 1, 1, 128 }, NULL, 0, NULL, 0, NULL), ==, 0);
  g_assert_cmpuint (kbx_bitmap_pack (&(kbx_bitmap_plan) { pixels, 0, 0, 1, KBX_BITMAP_LIMIT + 1, 128 }, NULL, 0, NULL, 0, NULL), ==, 0);
}

static void
test_null (void)
{
  static const char *const rows[] = { "##" };
  TestMask m = drawn (rows, 1);
  kbx_handle none = { NULL };
  kbx_place pose = kbx_at (0, 0);
  KitPixels contact = kit_pixels_collide (m.bitmap, pose, none, pose);
  kbx_box box = kbx_info (none).bounds;
  g_assert_false (kbx_pixels_overlap (none, pose, m.bitmap, pose));
  g_assert_false (kbx_pixels_overlap (m.bitmap, pose, none, pose));
  g_assert_false (kbx_pixels_first (none, pose, m.bitmap, pose).found);
  g_assert_cmpuint (kbx_pixels_area (none, pose, m.bitmap, pose), ==, 0);
  g_assert_false (contact.hit);
  g_assert_false (kbx_pixel_at (none, pose, (kbx_point) { 0, 0 }));
  g_assert_cmpuint (kbx_info (none).size.w, ==, 0);
  g_assert_cmpuint (kbx_info (none).pixels, ==, 0);
  g_assert_cmpint (box.x1, ==, 0);
  g_assert_cmpint (kbx_open (NULL, KBX_BITMAP, m.bitmap.data, m.size, NULL), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_open (&none, KBX_BITMAP, NULL, m.size, NULL), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_open (&none, KBX_BITMAP, m.bitmap.data, 8, NULL), ==, KBX_ERROR_TRUNCATED);
  g_assert_cmpint (kbx_open (&none, KBX_BITMAP, m.bitmap.data, m.size - 1, NULL), ==, KBX_ERROR_TRUNCATED);
  g_assert_null (none.data);
  test_mask_clear (&m);
}

/* At the ends of the numbers nothing overflows. */
static void
test_far (void)
{
  static const char *const rows[] = { "####", "####" };
  TestMask m = drawn (rows, 2);
  const int32_t ends[] = { INT32_MIN, -1, 0, INT32_MAX };
  for (guint i = 0; i < 256; i++)
    {
      kbx_place a = kbx_at_flipped (ends[i & 3], ends[i >> 2 & 3], i & 16, i & 32), b = kbx_at_flipped (INT32_MAX, ends[i >> 2 & 3], i & 64, i & 128);
      TestShared shared = { 0, false, { 0, 0 } };
      if ((i & 3) == 3)
        shared = test_masks_shared (&m, a, &m, b);
      g_assert_cmpuint (kbx_pixels_area (m.bitmap, a, m.bitmap, b), ==, shared.area);
      g_assert_cmpint (kbx_pixels_overlap (m.bitmap, a, m.bitmap, b), ==, shared.found);
      g_assert_cmpint (kbx_pixels_first (m.bitmap, a, m.bitmap, b).found, ==, shared.found);
      g_assert_cmpint (kit_pixels_collide (m.bitmap, a, m.bitmap, b).hit, ==, shared.found);
    }
  test_mask_clear (&m);
}

/* As large as may be, of either kind; mirrored, so that differences are as large as they can get. */
static void
test_large (void)
{
  for (int kind = 0; kind < 2; kind++)
    {
      TestMask m = { KBX_BITMAP_LIMIT, KBX_BITMAP_LIMIT, NULL, { NULL }, 0 };
      uint64_t all = (uint64_t) m.w * m.h;
      int32_t most = (int32_t) m.w - 1;
      kbx_place here = kbx_at (0, 0), turned = kbx_at_flipped (most, most, true, true), corner = kbx_at (most, most);
      kbx_place other = kbx_at_flipped (2 * most, 2 * most, true, true);
      m.values = g_malloc (all);
      if (kind == 0)
        memset (m.values, 255, all);
      else
        for (uint64_t i = 0; i < all; i++)
          m.values[i] = (i + i / m.w) % 2 ? 255 : 0;
      test_mask_pack (&m);
      g_assert_cmpuint (kbx_info (m.bitmap).pixels, ==, kind == 0 ? all : all / 2);
      g_assert_cmpuint (kbx_pixels_area (m.bitmap, here, m.bitmap, here), ==, kind == 0 ? all : all / 2);
      g_assert_cmpuint (kbx_pixels_area (m.bitmap, turned, m.bitmap, here), ==, kind == 0 ? all : all / 2);
      g_assert_cmpuint (kbx_pixels_area (m.bitmap, corner, m.bitmap, here), ==, kind == 0);
      g_assert_cmpuint (kbx_pixels_area (m.bitmap, other, m.bitmap, here), ==, kind == 0);
      g_assert_cmpint (kbx_pixels_overlap (m.bitmap, other, m.bitmap, here), ==, kind == 0);
      if (kind == 0)
        g_assert_cmpint (kbx_pixels_first (m.bitmap, other, m.bitmap, here).p.x, ==, most);
      test_mask_clear (&m);
    }
}

/* Side by side the normal is along the row, at the corner between; inside the other it is (1, 0). */
static void
test_normal (void)
{
  static const char *const square[] = { "####", "####", "####", "####" }, *const dot[] = { "#" };
  TestMask a = drawn (square, 4), b = drawn (dot, 1);
  kbx_place origin = kbx_at (0, 0);
  KitPixels c = kit_pixels_collide (a.bitmap, kbx_at (-3, 0), a.bitmap, origin);
  g_assert_true (c.hit && c.area == 4 && c.normal.x == 1 && c.normal.y == 0);
  c = kit_pixels_collide (a.bitmap, kbx_at (0, 2), a.bitmap, origin);
  g_assert_true (c.hit && c.area == 8 && c.normal.x == 0 && c.normal.y == -1);
  c = kit_pixels_collide (a.bitmap, kbx_at (3, 3), a.bitmap, origin);
  g_assert_true (c.area == 1 && c.normal.x == c.normal.y && c.normal.x < -0.7f && c.normal.x > -0.71f);
  c = kit_pixels_collide (b.bitmap, kbx_at (1, 2), a.bitmap, origin);
  g_assert_true (c.hit && c.area == 1 && c.normal.x == 1 && c.normal.y == 0);
  c = kit_pixels_collide (a.bitmap, origin, a.bitmap, origin);
  g_assert_true (c.area == 16 && c.normal.x == 1 && c.normal.y == 0);
  test_mask_clear (&a);
  test_mask_clear (&b);
}

/* What makes bytes no bitmap, one thing each: 16-bit numbers put over those of a good bitmap. What goes with the changed
 * number, like the area, is changed as well, so that nothing else is wrong.
 * Of all: w h x0 y0 x1 y1 kind parts at 0 to 14, area 16, size 20, strip 24. Of runs: plane 0 { row, rows, at } at 28,
 * plane 1 at 36; columns of plane 0: first 44 46, last 48 50; of plane 1: first 52 54, last 56 58; the tail from 60 to 124.
 * Of the small runs: the same, words at 60 and 68, the tail from 76 to 140. Of words: words at 28 and 36, the tail from 44
 * to 108. */
#define NONE_FIRST 16383
#define NONE_LAST 0xc000
#define GAP ".................................................................."
enum { EMPTY, RUNS, SMALL_RUNS, WORDS };
static const struct {
  const char *const rows[4];
  uint32_t h, size;
} pictures[] = {
  [EMPTY] = { { "....", "...." }, 2, 92 },
  [RUNS] = { { "...." GAP "..", "..##" GAP "#.", "..#." GAP "#.", "...." GAP ".." }, 4, 124 },
  [SMALL_RUNS] = { { "........", "..##..#.", "..#...#.", "........" }, 4, 140 },
  [WORDS] = { { "#.#.#.#.", "#.#.#.#." }, 2, 108 },
};
static const struct {
  const char *what;
  int picture;
  uint32_t n;
  uint16_t changes[14][2];    /* at, value */
} mistakes[] = {
  { "no-width", EMPTY, 1, { { 0, 0 } } },
  { "no-height", EMPTY, 1, { { 2, 0 } } },
  { "too-wide", RUNS, 1, { { 0, KBX_BITMAP_LIMIT + 1 } } },
  { "too-high", RUNS, 1, { { 2, KBX_BITMAP_LIMIT + 1 } } },
  { "bounds-right-of-it", RUNS, 1, { { 8, 73 } } },
  { "bounds-below-it", RUNS, 1, { { 10, 5 } } },
  { "bounds-from-right-to-left", EMPTY, 1, { { 4, 1 } } },
  { "bounds-from-bottom-to-top", EMPTY, 1, { { 6, 1 } } },
  { "kind", WORDS, 1, { { 12, 2 } } },
  { "strip-of-wide-runs", RUNS, 1, { { 24, 60 } } },
  { "no-strip-of-small-runs", SMALL_RUNS, 1, { { 24, 0 } } },
  { "strip-of-runs-elsewhere", SMALL_RUNS, 1, { { 24, 62 } } },
  { "strip-unlike-the-runs", SMALL_RUNS, 1, { { 68, 0x12 } } },
  { "plane-elsewhere", RUNS, 4, { { 32, 46 }, { 54, NONE_FIRST }, { 58, NONE_LAST }, { 16, 6 } } },
  { "plane-above-the-bounds", RUNS, 4, { { 28, 0 }, { 54, NONE_FIRST }, { 58, NONE_LAST }, { 16, 4 } } },
  { "plane-below-the-bounds", RUNS, 4, { { 36, 2 }, { 54, NONE_FIRST }, { 58, NONE_LAST }, { 16, 4 } } },
  { "plane-beyond-the-end", RUNS, 2, { { 10, 4 }, { 38, 3 } } },
  { "bytes-between-plane-and-tail", RUNS, 2, { { 38, 1 }, { 16, 4 } } },
  { "run-left-of-the-bounds", RUNS, 2, { { 44, 1 }, { 16, 6 } } },
  { "run-right-of-the-bounds", RUNS, 2, { { 56, 71 }, { 16, 6 } } },
  { "run-from-right-to-left", RUNS, 2, { { 48, 1 }, { 16, 3 } } },
  { "run-that-touches-the-one-before", RUNS, 2, { { 52, 4 }, { 16, 71 } } },
  { "second-run-without-a-first", RUNS, 3, { { 44, NONE_FIRST }, { 48, NONE_LAST }, { 16, 3 } } },
  /* Plane 0 has one row, plane 1 three, the third without a run. */
  { "second-run-above-all-first-ones", RUNS, 13,
    { { 10, 4 }, { 28, 2 }, { 30, 1 }, { 38, 3 }, { 40, 48 }, { 46, 2 }, { 48, 70 }, { 50, 70 }, { 52, NONE_FIRST },
      { 54, 70 }, { 56, 70 }, { 58, NONE_LAST }, { 16, 3 } } },
  { "second-run-below-all-first-ones", RUNS, 14,
    { { 10, 4 }, { 0, 80 }, { 8, 80 }, { 30, 1 }, { 38, 3 }, { 40, 48 }, { 46, 2 }, { 48, 70 }, { 50, 73 }, { 52, NONE_FIRST },
      { 54, 70 }, { 56, 73 }, { 58, NONE_LAST }, { 16, 3 } } },
  { "area-of-runs", RUNS, 1, { { 16, 6 } } },
  { "tail-of-runs", RUNS, 1, { { 60, 1 } } },
  { "no-strip-of-words", WORDS, 1, { { 24, 0 } } },
  { "strip-of-words-elsewhere", WORDS, 1, { { 24, 30 } } },
  { "too-many-strips", WORDS, 2, { { 14, 2 }, { 10, 1 } } },
  { "too-few-words", WORDS, 2, { { 10, 1 }, { 16, 4 } } },
  { "pixel-right-of-the-bounds", WORDS, 2, { { 28, 0xd5 }, { 16, 9 } } },
  { "area-of-words", WORDS, 1, { { 16, 7 } } },
  { "tail-of-words", WORDS, 1, { { 106, 0x100 } } },
};

static void
put_u16 (uint8_t *p, uint32_t v)
{
  p[0] = (uint8_t) v;
  p[1] = (uint8_t) (v >> 8);
}

static void
test_mistake (gconstpointer data)
{
  size_t i = GPOINTER_TO_SIZE (data);
  TestMask m = drawn (pictures[mistakes[i].picture].rows, pictures[mistakes[i].picture].h);
  uint8_t *bytes = (uint8_t *) m.bitmap.data;
  kbx_handle bitmap;
  g_assert_cmpuint (m.size, ==, pictures[mistakes[i].picture].size);
  for (uint32_t k = 0; k < mistakes[i].n; k++)
    put_u16 (bytes + mistakes[i].changes[k][0], mistakes[i].changes[k][1]);
  g_assert_cmpint (kbx_open (&bitmap, KBX_BITMAP, bytes, m.size, NULL), ==, KBX_ERROR_VALUE);
  g_assert_null (bitmap.data);
  test_mask_clear (&m);
}

/* A row of 64 runs is one of runs, one of 65 none, even where each plane is right. */
static void
test_planes (void)
{
  for (uint32_t n = 64; n <= 65; n++)
    {
      uint8_t bytes[28 + 65 * 12 + 64] = { 0 };
      size_t size = 28 + 12 * n + 64;
      kbx_handle bitmap;
      const uint32_t header[] = { 2 * n, 1, 0, 0, 2 * n - 1, 1, 0, n, n, 0, (uint32_t) size, 0, 0, 0 };
      for (uint32_t i = 0; i < G_N_ELEMENTS (header); i++)
        put_u16 (bytes + 2 * i, header[i]);
      for (uint32_t k = 0; k < n; k++)
        {
          put_u16 (bytes + 28 + 8 * k + 2, 1);
          put_u16 (bytes + 28 + 8 * k + 4, 28 + 8 * n + 4 * k);
          put_u16 (bytes + 28 + 8 * n + 4 * k, 2 * k);
          put_u16 (bytes + 28 + 8 * n + 4 * k + 2, 2 * k);
        }
      g_assert_cmpint (kbx_open (&bitmap, KBX_BITMAP, bytes, size, NULL), ==, n == 64 ? KBX_OK : KBX_ERROR_VALUE);
    }
}

/* More planes than there are bytes for what is told of them; what can be read is right. */
static void
test_planes_without_room (void)
{
  TestMask m = drawn (pictures[RUNS].rows, pictures[RUNS].h);
  uint8_t *bytes = (uint8_t *) m.bitmap.data;
  kbx_handle bitmap;
  put_u16 (bytes + 14, 64);
  for (uint32_t k = 0; k < 8; k++)
    {
      uint8_t *plane = bytes + 28 + 8 * k;
      put_u16 (plane, 1);
      put_u16 (plane + 2, 0);
      put_u16 (plane + 4, 28 + 64 * 8);
      put_u16 (plane + 6, 0);
    }
  g_assert_cmpint (kbx_open (&bitmap, KBX_BITMAP, bytes, m.size, NULL), ==, KBX_ERROR_VALUE);
  test_mask_clear (&m);
}

/* A bitmap whose bytes are changed is refused, or answers without reading outside it. */
static void
test_damage (void)
{
  long refused = 0, taken = 0;
  for (int i = 0; i < 60; i++)
    {
      TestMask m = test_mask_random (80), other = test_mask_random (60);
      for (size_t at = 0; at < m.size; at++)
        {
          uint8_t *bytes = g_memdup2 (m.bitmap.data, m.size);
          kbx_handle bitmap;
          bytes[at] ^= (uint8_t) g_test_rand_int_range (1, 256);
          if (g_test_rand_bit ())
            bytes[g_test_rand_int_range (0, (int) MIN (m.size, 40))] ^= (uint8_t) g_test_rand_int_range (0, 256);
          if (kbx_open (&bitmap, KBX_BITMAP, bytes, m.size, NULL) != KBX_OK)
            {
              g_assert_null (bitmap.data);
              refused++;
            }
          else
            {
              kbx_place on = kbx_at_flipped (0, 0, g_test_rand_bit (), g_test_rand_bit ()), at_pose = kbx_at (g_test_rand_int_range (-60, 80), g_test_rand_int_range (-60, 80));
              kit_pixels_collide (other.bitmap, at_pose, bitmap, on);
              kbx_pixels_first (bitmap, on, other.bitmap, at_pose);
              taken++;
            }
          g_free (bytes);
        }
      test_mask_clear (&m);
      test_mask_clear (&other);
    }
  g_test_message ("%ld refused, %ld taken", refused, taken);
  g_assert_cmpint (refused, >, 1000);
}

KIT_PROGRAM (bitmaps)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/bitmaps/one", test_one);
  g_test_add_func ("/bitmaps/pack", test_pack);
  g_test_add_func ("/bitmaps/null", test_null);
  g_test_add_func ("/bitmaps/far", test_far);
  g_test_add_func ("/bitmaps/large", test_large);
  g_test_add_func ("/bitmaps/normal", test_normal);
  g_test_add_func ("/bitmaps/damage", test_damage);
  g_test_add_func ("/bitmaps/refuses/too-many-planes", test_planes);
  g_test_add_func ("/bitmaps/refuses/planes-without-room", test_planes_without_room);
  for (size_t i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autofree char *path = g_strconcat ("/bitmaps/refuses/", mistakes[i].what, NULL);
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_mistake);
    }
  return g_test_run ();
}
