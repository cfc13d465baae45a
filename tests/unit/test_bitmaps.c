/* SPDX-License-Identifier: MIT */
/* Bitmaps one by one: packing, opening, bounds, far poses, null ones, large ones, damage. */
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
  kbx_pose pose = { 10, 20, false, false };
  kbx_box box = kbx_bitmap_bounds (m.bitmap);
  kbx_size size = kbx_bitmap_size (m.bitmap);
  g_assert_cmpuint (size.w, ==, 8);
  g_assert_cmpuint (size.h, ==, 4);
  g_assert_cmpint (box.x0, ==, 2);
  g_assert_cmpint (box.y0, ==, 1);
  g_assert_cmpint (box.x1, ==, 7);
  g_assert_cmpint (box.y1, ==, 3);
  g_assert_cmpuint (kbx_bitmap_area (m.bitmap), ==, 5);
  g_assert_true (kbx_bitmap_contains (m.bitmap, pose, (kbx_point) { 13, 21 }));
  g_assert_false (kbx_bitmap_contains (m.bitmap, pose, (kbx_point) { 13, 22 }));
  pose.flip_x = true;
  g_assert_true (kbx_bitmap_contains (m.bitmap, pose, (kbx_point) { 7, 21 }));
  test_mask_clear (&m);
}

/* Values from a picture with alpha, and what cannot be packed. */
static void
test_pack (void)
{
  uint8_t pixels[2 * 12] = { 0 }, bytes[200];
  kbx_bitmap bitmap;
  pixels[3] = 128;           /* (0, 0) */
  pixels[12 + 4 + 3] = 127;  /* (1, 1) */
  pixels[12 + 8 + 3] = 255;  /* (2, 1) */
  size_t size = kbx_bitmap_pack (pixels + 3, 3, 2, 4, 12, 128, bytes, sizeof bytes);
  g_assert_cmpuint (size, <=, sizeof bytes);
  g_assert_cmpint (kbx_bitmap_open (&bitmap, bytes, size), ==, KBX_OK);
  g_assert_cmpuint (kbx_bitmap_area (bitmap), ==, 2);
  memset (bytes, 0xaa, sizeof bytes);
  g_assert_cmpuint (kbx_bitmap_pack (pixels + 3, 3, 2, 4, 12, 128, bytes, size - 1), ==, size);
  g_assert_cmpuint (bytes[0], ==, 0xaa);
  g_assert_cmpuint (kbx_bitmap_pack (NULL, 3, 2, 4, 12, 128, bytes, sizeof bytes), ==, 0);
  g_assert_cmpuint (kbx_bitmap_pack (pixels, 0, 2, 4, 12, 128, bytes, sizeof bytes), ==, 0);
  g_assert_cmpuint (kbx_bitmap_pack (pixels, 3, 0, 4, 12, 128, bytes, sizeof bytes), ==, 0);
  g_assert_cmpuint (kbx_bitmap_pack (pixels, KBX_BITMAP_LIMIT + 1, 1, 0, 0, 128, NULL, 0), ==, 0);
  g_assert_cmpuint (kbx_bitmap_pack (pixels, 1, KBX_BITMAP_LIMIT + 1, 0, 0, 128, NULL, 0), ==, 0);
}

static void
test_null (void)
{
  static const char *const rows[] = { "##" };
  TestMask m = drawn (rows, 1);
  kbx_bitmap none = { NULL };
  kbx_pose pose = { 0, 0, false, false };
  kbx_bitmap_contact contact = kbx_bitmaps_collide (m.bitmap, pose, none, pose);
  kbx_box box = kbx_bitmap_bounds (none);
  g_assert_false (kbx_bitmaps_overlap (none, pose, m.bitmap, pose));
  g_assert_false (kbx_bitmaps_overlap (m.bitmap, pose, none, pose));
  g_assert_false (kbx_bitmaps_first (none, pose, m.bitmap, pose).found);
  g_assert_cmpuint (kbx_bitmaps_area (none, pose, m.bitmap, pose), ==, 0);
  g_assert_false (contact.hit);
  g_assert_false (kbx_bitmap_contains (none, pose, (kbx_point) { 0, 0 }));
  g_assert_cmpuint (kbx_bitmap_size (none).w, ==, 0);
  g_assert_cmpuint (kbx_bitmap_area (none), ==, 0);
  g_assert_cmpint (box.x1, ==, 0);
  g_assert_cmpint (kbx_bitmap_open (NULL, m.bitmap.bytes, m.size), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_bitmap_open (&none, NULL, m.size), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_bitmap_open (&none, m.bitmap.bytes, 8), ==, KBX_ERROR_TRUNCATED);
  g_assert_cmpint (kbx_bitmap_open (&none, m.bitmap.bytes, m.size - 1), ==, KBX_ERROR_TRUNCATED);
  g_assert_null (none.bytes);
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
      kbx_pose a = { ends[i & 3], ends[i >> 2 & 3], i & 16, i & 32 }, b = { INT32_MAX, ends[i >> 2 & 3], i & 64, i & 128 };
      TestShared shared = { 0, false, { 0, 0 } };
      if ((i & 3) == 3)
        shared = test_masks_shared (&m, a, &m, b);
      g_assert_cmpuint (kbx_bitmaps_area (m.bitmap, a, m.bitmap, b), ==, shared.area);
      g_assert_cmpint (kbx_bitmaps_overlap (m.bitmap, a, m.bitmap, b), ==, shared.found);
      g_assert_cmpint (kbx_bitmaps_first (m.bitmap, a, m.bitmap, b).found, ==, shared.found);
      g_assert_cmpint (kbx_bitmaps_collide (m.bitmap, a, m.bitmap, b).hit, ==, shared.found);
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
      kbx_pose here = { 0, 0, false, false }, turned = { most, most, true, true }, corner = { most, most, false, false };
      kbx_pose other = { 2 * most, 2 * most, true, true };
      m.values = g_malloc (all);
      if (kind == 0)
        memset (m.values, 255, all);
      else
        for (uint64_t i = 0; i < all; i++)
          m.values[i] = (i + i / m.w) % 2 ? 255 : 0;
      test_mask_pack (&m);
      g_assert_cmpuint (kbx_bitmap_area (m.bitmap), ==, kind == 0 ? all : all / 2);
      g_assert_cmpuint (kbx_bitmaps_area (m.bitmap, here, m.bitmap, here), ==, kind == 0 ? all : all / 2);
      g_assert_cmpuint (kbx_bitmaps_area (m.bitmap, turned, m.bitmap, here), ==, kind == 0 ? all : all / 2);
      g_assert_cmpuint (kbx_bitmaps_area (m.bitmap, corner, m.bitmap, here), ==, kind == 0);
      g_assert_cmpuint (kbx_bitmaps_area (m.bitmap, other, m.bitmap, here), ==, kind == 0);
      g_assert_cmpint (kbx_bitmaps_overlap (m.bitmap, other, m.bitmap, here), ==, kind == 0);
      if (kind == 0)
        g_assert_cmpint (kbx_bitmaps_first (m.bitmap, other, m.bitmap, here).p.x, ==, most);
      test_mask_clear (&m);
    }
}

/* Side by side the normal is along the row, at the corner between; inside the other it is (1, 0). */
static void
test_normal (void)
{
  static const char *const square[] = { "####", "####", "####", "####" }, *const dot[] = { "#" };
  TestMask a = drawn (square, 4), b = drawn (dot, 1);
  kbx_pose origin = { 0, 0, false, false };
  kbx_bitmap_contact c = kbx_bitmaps_collide (a.bitmap, (kbx_pose) { -3, 0, false, false }, a.bitmap, origin);
  g_assert_true (c.hit && c.area == 4 && c.normal.x == 1 && c.normal.y == 0);
  c = kbx_bitmaps_collide (a.bitmap, (kbx_pose) { 0, 2, false, false }, a.bitmap, origin);
  g_assert_true (c.hit && c.area == 8 && c.normal.x == 0 && c.normal.y == -1);
  c = kbx_bitmaps_collide (a.bitmap, (kbx_pose) { 3, 3, false, false }, a.bitmap, origin);
  g_assert_true (c.area == 1 && c.normal.x == c.normal.y && c.normal.x < -0.7f && c.normal.x > -0.71f);
  c = kbx_bitmaps_collide (b.bitmap, (kbx_pose) { 1, 2, false, false }, a.bitmap, origin);
  g_assert_true (c.hit && c.area == 1 && c.normal.x == 1 && c.normal.y == 0);
  c = kbx_bitmaps_collide (a.bitmap, origin, a.bitmap, origin);
  g_assert_true (c.area == 16 && c.normal.x == 1 && c.normal.y == 0);
  test_mask_clear (&a);
  test_mask_clear (&b);
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
          uint8_t *bytes = g_memdup2 (m.bitmap.bytes, m.size);
          kbx_bitmap bitmap;
          bytes[at] ^= (uint8_t) g_test_rand_int_range (1, 256);
          if (g_test_rand_bit ())
            bytes[g_test_rand_int_range (0, (int) MIN (m.size, 40))] ^= (uint8_t) g_test_rand_int_range (0, 256);
          if (kbx_bitmap_open (&bitmap, bytes, m.size) != KBX_OK)
            {
              g_assert_null (bitmap.bytes);
              refused++;
            }
          else
            {
              kbx_pose on = { 0, 0, g_test_rand_bit (), g_test_rand_bit () }, at_pose = { g_test_rand_int_range (-60, 80), g_test_rand_int_range (-60, 80), false, false };
              kbx_bitmaps_collide (other.bitmap, at_pose, bitmap, on);
              kbx_bitmaps_first (bitmap, on, other.bitmap, at_pose);
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

int
main (int argc, char **argv)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/bitmaps/one", test_one);
  g_test_add_func ("/bitmaps/pack", test_pack);
  g_test_add_func ("/bitmaps/null", test_null);
  g_test_add_func ("/bitmaps/far", test_far);
  g_test_add_func ("/bitmaps/large", test_large);
  g_test_add_func ("/bitmaps/normal", test_normal);
  g_test_add_func ("/bitmaps/damage", test_damage);
  return g_test_run ();
}
