/* SPDX-License-Identifier: MIT */
/* The bitmaps of a bank's frames: hot spots and flips, frames without one, damaged sections. */
#include "runtime/kickbox/pack.h"
#include "runtime/masks/bitmap.h"
#include "support/bank_cases.h"
#include "support/random_masks.h"
#include "support/seed.h"
#include "support/places.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "support/pixel_kit.h"

#define MASK_A "{\"top\": 1, \"rows\": [[2, 6], [1, 3, 5, 7], [], [0, 8]]}"
#define MASK_B "{\"top\": 0, \"rows\": [[0, 3], [1, 2]]}"
#define FRAME(name, w, h, hot, mask) \
  "{\"name\": \"" name "\", \"size\": [" w ", " h "], \"hot_spot\": " hot ", \"picture\": null, \"action_points\": [], \"shapes\": [], \"mask\": " mask "}"

static const char text[] =
  "{\"kickbox_bank\": {\"major\": 1, \"minor\": 0}, \"classes\": [], \"pages\": [], \"sprites\": [{\"name\": \"s\", \"animations\": [], \"frames\": ["
  FRAME ("none", "8", "6", "null", "null") ", " FRAME ("a", "8", "6", "[3, 5]", MASK_A) ", "
  FRAME ("b", "3", "2", "[-2, 9]", MASK_B) ", " FRAME ("same", "8", "6", "null", MASK_A) ", "
  FRAME ("long", "600", "1", "null", "{\"top\": 0, \"rows\": [[0, 600]]}") ", "
  FRAME ("last", "8", "6", "null", MASK_A) "]}]}";

static uint8_t *
make_bank (size_t *size)
{
  return bank_of_json (text, size);
}

/* A frame in the world, looked up once. */
typedef struct {
  kbx_handle bitmap;
  kbx_place place;
  kbx_point hot;
  int column, row;
} Placed;

static Placed
placed (kbx_handle frame, kbx_place place)
{
  return (Placed) { kbx_frame_bitmap (frame), place, kbx_info (frame).hot_spot, place_column (place),
                    place_row (place) };
}

/* By the bitmap's own pixels. */
static bool
at (const Placed *it, int x, int y)
{
  int dx = x - it->column, dy = y - it->row;
  kbx_point p = { it->hot.x + (it->place.flip_x ? -dx : dx), it->hot.y + (it->place.flip_y ? -dy : dy) };
  return kbx_pixel_at (it->bitmap, kbx_at (0, 0), p);
}

static void
test_pairs (void)
{
  size_t size;
  uint8_t *bytes = make_bank (&size);
  kbx_bank bank;
  kbx_handle sprite;
  long hits = 0;
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  g_assert_cmpuint (bank.minor, ==, 0);
  sprite = kbx_bank_item (&bank, KBX_SPRITE, 0);
  g_assert_null (kbx_frame_bitmap (kbx_item (sprite, KBX_FRAME, 0)).data);
  g_assert_null (kbx_frame_bitmap ((kbx_handle) { NULL, 0 }).data);
  g_assert_true (kbx_frame_bitmap (kbx_item (sprite, KBX_FRAME, 1)).data == kbx_frame_bitmap (kbx_item (sprite, KBX_FRAME, 3)).data);
  for (guint i = 0; kit_goes_on (i, 4000); i++)
    {
      kbx_handle a = kbx_item (sprite, KBX_FRAME, (uint32_t) g_test_rand_int_range (0, 4)), b = kbx_item (sprite, KBX_FRAME, (uint32_t) g_test_rand_int_range (0, 4));
      kbx_place pa = kbx_at_flipped (g_test_rand_int_range (-6, 7), g_test_rand_int_range (-6, 7), g_test_rand_bit (), g_test_rand_bit ());
      kbx_place pb = kbx_at_flipped (g_test_rand_int_range (-3, 3), g_test_rand_int_range (-3, 3), g_test_rand_bit (), g_test_rand_bit ());
      kbx_pixel first = kbx_pixels_first (a, pa, b, pb), expected = { false, { 0, 0 } };
      KitPixels contact = kit_pixels_collide (a, pa, b, pb);
      Placed placed_a = placed (a, pa), placed_b = placed (b, pb);
      uint32_t area = 0;
      for (int y = -40; y < 40; y++)
        for (int x = -40; x < 40; x++)
          {
            bool in_a = at (&placed_a, x, y), both = in_a && at (&placed_b, x, y);
            g_assert_true (kbx_pixel_at (a, pa, (kbx_point) { x, y }) == in_a);
            if (both && !expected.found)
              expected = (kbx_pixel) { true, { x, y } };
            area += both;
          }
      hits += expected.found;
      g_assert_cmpint (first.found, ==, expected.found);
      g_assert_cmpint (first.p.x, ==, expected.p.x);
      g_assert_cmpint (first.p.y, ==, expected.p.y);
      g_assert_cmpuint (kbx_pixels_area (a, pa, b, pb), ==, area);
      g_assert_cmpint (kbx_pixels_overlap (a, pa, b, pb), ==, area > 0);
      g_assert_true (contact.hit == (area > 0) && contact.area == area);
    }
  g_assert_cmpint (hits, >, kit_n_done / 50);
  free (bytes);
}

/* A turned frame has the pixels whose centres, turned back, lie in one of its own: with whole numbers where they are exact,
 * by quarter turns and powers of two. */
static void
test_turned (void)
{
  static const float axes[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }, scales[] = { 0.5f, 1, 2, 4 };
  size_t size;
  uint8_t *bytes = make_bank (&size), room[60 * 60];
  kbx_bank bank;
  kbx_handle sprite;
  kbx_handle mask;
  long hits = 0;
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  sprite = kbx_bank_item (&bank, KBX_SPRITE, 0);
  for (int i = 0; i < 60 * 60; i++)
    room[i] = (uint8_t) (i % 60 / 7 + i / 60 / 9 * 9);
  size_t mask_size = kbx_mask_pack (&(kbx_mask_plan) { room, 60, 60, 60 }, NULL, 0, NULL, 0, NULL);
  void *mask_bytes = g_malloc (mask_size);
  kbx_mask_pack (&(kbx_mask_plan) { room, 60, 60, 60 }, NULL, 0, mask_bytes, mask_size, NULL);
  g_assert_cmpint (kbx_open (&mask, KBX_MASK, mask_bytes, mask_size, NULL), ==, KBX_OK);
  for (guint i = 0; kit_goes_on (i, 400); i++)
    {
      kbx_handle a = kbx_item (sprite, KBX_FRAME, (uint32_t) g_test_rand_int_range (0, 4)), b = kbx_item (sprite, KBX_FRAME, (uint32_t) g_test_rand_int_range (0, 4));
      int quarter = g_test_rand_int_range (0, 4);
      double scale = scales[g_test_rand_int_range (0, 4)];
      kbx_place turn = { g_test_rand_int_range (0, 240) / 4.0, g_test_rand_int_range (0, 240) / 4.0,
                        { axes[quarter][0], axes[quarter][1] }, (float) scale, g_test_rand_bit (), g_test_rand_bit () };
      kbx_place pb = kbx_at_flipped ((int) turn.x + g_test_rand_int_range (-9, 9), (int) turn.y + g_test_rand_int_range (-9, 9), g_test_rand_bit (), g_test_rand_bit ()), zero = kbx_at (0, 0);
      kbx_point hot = kbx_info (a).hot_spot;
      kbx_handle bitmap = kbx_frame_bitmap (a);
      Placed placed_b = placed (b, pb);
      kbx_zone_set zones = { { 0 } }, wanted = kbx_zone_bit ((uint8_t) g_test_rand_int_range (0, 60)), reported;
      kbx_pixel first_zone = { false }, reported_zone;
      kbx_pixel expected = { false, { 0, 0 } }, first;
      uint32_t area = 0;
      for (int y = -50; y < 110; y++)
        for (int x = -50; x < 110; x++)
          {
            double wx = x + 0.5 - turn.x, wy = y + 0.5 - turn.y;
            double fx = (wx * (double) axes[quarter][0] + wy * (double) axes[quarter][1]) / scale, fy = (wy * (double) axes[quarter][0] - wx * (double) axes[quarter][1]) / scale;
            kbx_point p = { (int) floor (hot.x + 0.5 + (turn.flip_x ? -fx : fx)), (int) floor (hot.y + 0.5 + (turn.flip_y ? -fy : fy)) };
            bool on = kbx_pixel_at (bitmap, zero, p);
            g_assert_cmpint (kbx_pixel_at (a, turn, (kbx_point) { x, y }), ==, on);
            if (on && at (&placed_b, x, y))
              {
                area++;
                expected = expected.found ? expected : (kbx_pixel) { true, { x, y } };
              }
            if (on && x >= 0 && y >= 0 && x < 60 && y < 60)
              {
                uint8_t zone = room[y * 60 + x];
                zones.bits[zone / 64] |= UINT64_C (1) << zone % 64;
                if (!first_zone.found && kbx_zone_set_has (wanted, zone))
                  first_zone = (kbx_pixel) { true, { x, y }, zone };
              }
          }
      first = kbx_pixels_first (a, turn, b, pb);
      hits += expected.found;
      g_assert_cmpint (first.found, ==, expected.found);
      g_assert_cmpint (first.p.x, ==, expected.p.x);
      g_assert_cmpint (first.p.y, ==, expected.p.y);
      g_assert_cmpuint (kbx_pixels_area (a, turn, b, pb), ==, area);
      g_assert_cmpint (kbx_pixels_overlap (a, turn, b, pb), ==, area > 0);
      reported = kbx_zones_under (mask, kbx_at (0, 0), a, turn);
      g_assert_cmpmem (&reported, sizeof reported, &zones, sizeof zones);
      reported_zone = kbx_zones_first_under (mask, kbx_at (0, 0), a, turn, wanted);
      g_assert_true (reported_zone.found == first_zone.found && reported_zone.p.x == first_zone.p.x && reported_zone.p.y == first_zone.p.y && reported_zone.zone == first_zone.zone);
    }
  g_assert_cmpint (hits, >=, kit_n_done / 40);
  g_free (mask_bytes);
  free (bytes);
}

/* Turned by any angle; without one as in a pose; bad turns. */
static void
test_any_angle (void)
{
  size_t size;
  uint8_t *bytes = make_bank (&size);
  kbx_bank bank;
  kbx_handle frame;
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  frame = kbx_item (kbx_bank_item (&bank, KBX_SPRITE, 0), KBX_FRAME, 1);
  for (int i = 0; i < 200; i++)
    {
      kbx_place pose = kbx_at_flipped (g_test_rand_int_range (-9, 9), g_test_rand_int_range (-9, 9), g_test_rand_bit (), g_test_rand_bit ());
      kbx_place same = pose, turn = same;
      uint32_t area = 0;
      turn.axis = kbx_direction (g_test_rand_double_range (0, 360));
      turn.scale = (float) g_test_rand_double_range (0.3, 3);
      for (int y = -40; y < 40; y++)
        for (int x = -40; x < 40; x++)
          {
            kbx_point p = { x, y };
            g_assert_cmpint (kbx_pixel_at (frame, same, p), ==, kbx_pixel_at (frame, pose, p));
            area += kbx_pixel_at (frame, turn, p) && kbx_pixel_at (frame, pose, p);
          }
      g_assert_cmpuint (kbx_pixels_area (frame, turn, frame, pose), ==, area);
      turn.scale = 0;
      g_assert_false (kbx_pixels_overlap (frame, turn, frame, pose));
      turn.scale = NAN;
      g_assert_false (kbx_pixels_first (frame, turn, frame, pose).found);
      turn.scale = KBX_WORLD_LIMIT;
      g_assert_true (kbx_pixels_area (frame, turn, frame, pose) <= kbx_info (kbx_frame_bitmap (frame)).pixels);
    }
  /* Larger than any world. */
  kbx_place huge = kbx_at (0, 0);
  frame = kbx_item (kbx_bank_item (&bank, KBX_SPRITE, 0), KBX_FRAME, 4);
  for (int quarter = 0; quarter < 4; quarter++)
    {
      huge.axis = (kbx_vec) { (float) ((quarter & 1) == 0) * (quarter == 2 ? -1 : 1), (float) (quarter & 1) * (quarter == 3 ? -1 : 1) };
      huge.scale = KBX_WORLD_LIMIT;
      g_assert_false (kbx_pixel_at (frame, huge, (kbx_point) { 0, 0 }));
      /* 600 times as much is a little more than may be; and less. */
      huge.scale = 2.5e6f;
      g_assert_false (kbx_pixel_at (frame, huge, (kbx_point) { 0, 0 }));
      huge.scale = 1.7e6f;
      g_assert_true (kbx_pixel_at (frame, huge, (kbx_point) { 0, 0 }));
    }
  free (bytes);
}

/* Far smaller than a pixel: the hot spot's pixel lies on the whole centre of one of the world, and the others between
 * centres, however far they are when turned back. */
static void
test_tiny (void)
{
  size_t size;
  uint8_t *bytes = make_bank (&size);
  kbx_bank bank;
  long hits = 0;
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  for (uint32_t i = 0; i < 6 * 4; i++)
    {
      kbx_handle frame = kbx_item (kbx_bank_item (&bank, KBX_SPRITE, 0), KBX_FRAME, i / 4);
      kbx_place turn = kbx_at_flipped (20, -3, i & 1, i & 2);
      bool solid = kbx_pixel_at (kbx_frame_bitmap (frame), kbx_at (0, 0), kbx_info (frame).hot_spot);
      turn.scale = 1e-30f;
      hits += solid;
      for (int y = -6; y <= 0; y++)
        for (int x = 17; x <= 23; x++)
          g_assert_cmpint (kbx_pixel_at (frame, turn, (kbx_point) { x, y }), ==, solid && x == 20 && y == -3);
    }
  g_assert_cmpint (hits, >, 0);
  free (bytes);
}

/* What a frame's zones are is what they are of its bitmap, about its hot spot. */
static void
test_zones (void)
{
  size_t size;
  uint8_t *bytes = make_bank (&size), room[40 * 40];
  kbx_bank bank;
  kbx_handle mask;
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  for (int i = 0; i < 40 * 40; i++)
    room[i] = (uint8_t) (i % 40 / 3 + i / 40 / 3 * 14);
  size_t mask_size = kbx_mask_pack (&(kbx_mask_plan) { room, 40, 40, 40 }, NULL, 0, NULL, 0, NULL);
  void *mask_bytes = g_malloc (mask_size);
  kbx_mask_pack (&(kbx_mask_plan) { room, 40, 40, 40 }, NULL, 0, mask_bytes, mask_size, NULL);
  g_assert_cmpint (kbx_open (&mask, KBX_MASK, mask_bytes, mask_size, NULL), ==, KBX_OK);
  for (guint i = 0; kit_goes_on (i, 2000); i++)
    {
      kbx_handle frame = kbx_item (kbx_bank_item (&bank, KBX_SPRITE, 0), KBX_FRAME, (uint32_t) g_test_rand_int_range (0, 4));
      kbx_place pose = kbx_at_flipped (g_test_rand_int_range (-5, 45), g_test_rand_int_range (-5, 45), g_test_rand_bit (), g_test_rand_bit ());
      kbx_zone_set zones = { { 0 } }, reported = kbx_zones_under (mask, kbx_at (0, 0), frame, pose), wanted = kbx_zone_bit ((uint8_t) g_test_rand_int_range (0, 190));
      kbx_pixel first = { false }, reported_first = kbx_zones_first_under (mask, kbx_at (0, 0), frame, pose, wanted);
      Placed it = placed (frame, pose);
      for (int k = 0; k < 40 * 40; k++)
        if (at (&it, k % 40, k / 40))
          {
            zones.bits[room[k] / 64] |= UINT64_C (1) << room[k] % 64;
            if (!first.found && kbx_zone_set_has (wanted, room[k]))
              first = (kbx_pixel) { true, { k % 40, k / 40 }, room[k] };
          }
      g_assert_cmpmem (&reported, sizeof reported, &zones, sizeof zones);
      g_assert_true (reported_first.found == first.found && reported_first.p.x == first.p.x && reported_first.p.y == first.p.y && reported_first.zone == first.zone);
    }
  g_free (mask_bytes);
  free (bytes);
}

/* As kb_maker_damage takes them. */
static const BankDamage damages[] = {
  { "bitmap-offset", "BITM", 0, 4, KBX_ERROR_REFERENCE, "BITM" },
  { "bitmap-size", "BITM", 4, UINT32_MAX, KBX_ERROR_REFERENCE, "BITM" },
  { "bitmap-of-no-bytes", "BITM", 4, 0, KBX_ERROR_REFERENCE, "BITM" },
  { "bitmap-short", "BITM", 4, 100, KBX_ERROR_TRUNCATED, "BITS", 20 },
  { "bitmap-within-the-header", "BITM", 4, 88, KBX_ERROR_TRUNCATED, "BITS", 88 },
  { "bitmap-area", "BITS", 16, 3, KBX_ERROR_VALUE, "BITS", 16 },
  { "bitmap-sides", "BITS", 0, 0, KBX_ERROR_VALUE, "BITS", 0 },
  { "bitmap-bounds", "BITS", 8, 9 | 6 << 16, KBX_ERROR_VALUE, "BITS", 4 },
  { "bitmap-kind", "BITS", 12, 2, KBX_ERROR_VALUE, "BITS", 12 },
  { "bitmap-planes", "BITS", 12, 65 << 16, KBX_ERROR_VALUE, "BITS", 14 },
  { "bitmap-plane", "BITS", 32, 1, KBX_ERROR_VALUE, "BITS", 32 },
  { "bitmap-of-another-size", "BITS", 0, 9 | 6 << 16, KBX_ERROR_VALUE, "FRAM", 80 + 56 },
  { "bitmap-of-another-height", "BITS", 0, 8 | 7 << 16, KBX_ERROR_VALUE, "FRAM", 80 + 56 },
  { "number-beyond", "FRAM", 5 * 80 + 56, 4, KBX_ERROR_REFERENCE, "FRAM", 5 * 80 + 56 },
  { "number-not-the-next", "FRAM", 80 + 56, 2, KBX_ERROR_REFERENCE, "FRAM", 80 + 56 },
  { "bitmap-of-no-frame", "FRAM", 4 * 80 + 56, 0, KBX_ERROR_REFERENCE, "BITM" },
  { "bytes-of-no-bitmap", "@BITM", 16, 16, KBX_ERROR_REFERENCE, "BITS", 284 },
};

static void
test_damage (gconstpointer data)
{
  static const BankSection sections[] = { { "BITS", KBX_SECTION_BITS }, { "FRAM", KBX_SECTION_FRAM } };
  check_damage (text, &damages[GPOINTER_TO_SIZE (data)], sections, G_N_ELEMENTS (sections));
}

KIT_PROGRAM (frame_bitmaps)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/frame-bitmaps/pairs", test_pairs);
  g_test_add_func ("/frame-bitmaps/turned", test_turned);
  g_test_add_func ("/frame-bitmaps/any-angle", test_any_angle);
  g_test_add_func ("/frame-bitmaps/tiny", test_tiny);
  g_test_add_func ("/frame-bitmaps/zones", test_zones);
  for (gsize i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autofree char *path = g_strconcat ("/frame-bitmaps/refuses/", damages[i].what, NULL);
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_damage);
    }
  return g_test_run ();
}
