/* SPDX-License-Identifier: MIT */
/* The bitmaps of a bank's frames: hot spots and flips, frames without one, damaged sections. */
#include "bank/kickbox-json.h"
#include "runtime/masks/bitmap.h"
#include "support/bank_maker.h"
#include "support/random_masks.h"
#include "support/seed.h"

#include <stdlib.h>
#include <string.h>

#define MASK_A "{\"top\": 1, \"rows\": [[2, 6], [1, 3, 5, 7], [], [0, 8]]}"
#define MASK_B "{\"top\": 0, \"rows\": [[0, 3], [1, 2]]}"
#define FRAME(name, w, h, hot, mask) \
  "{\"name\": \"" name "\", \"size\": [" w ", " h "], \"hot_spot\": " hot ", \"picture\": null, \"action_points\": [], \"shapes\": [], \"mask\": " mask "}"

static const char text[] =
  "{\"kickbox_bank\": {\"major\": 1, \"minor\": 1}, \"classes\": [], \"pages\": [], \"sprites\": [{\"name\": \"s\", \"animations\": [], \"frames\": ["
  FRAME ("none", "8", "6", "null", "null") ", " FRAME ("a", "8", "6", "[3, 5]", MASK_A) ", "
  FRAME ("b", "3", "2", "[-2, 9]", MASK_B) ", " FRAME ("same", "8", "6", "null", MASK_A) "]}]}";

static uint8_t *
make_bank (size_t *size)
{
  void *bytes;
  kbx_json_error error;
  if (!kbx_json_to_bank (text, strlen (text), &bytes, size, &error))
    g_error ("%s: %s", error.place, error.message);
  return bytes;
}

/* By the bitmap's own pixels. */
static bool
at (kbx_frame frame, kbx_pose pose, int x, int y)
{
  kbx_hot_spot hot = kbx_frame_hot_spot (frame);
  kbx_point p = { hot.p.x + (pose.flip_x ? pose.x - x : x - pose.x), hot.p.y + (pose.flip_y ? pose.y - y : y - pose.y) };
  return kbx_bitmap_contains (kbx_frame_bitmap (frame), (kbx_pose) { 0, 0, false, false }, p);
}

static void
test_pairs (void)
{
  size_t size;
  uint8_t *bytes = make_bank (&size);
  kbx_bank bank;
  kbx_sprite sprite;
  long hits = 0;
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  g_assert_cmpuint (bank.minor, ==, 1);
  sprite = kbx_bank_sprite (&bank, 0);
  g_assert_null (kbx_frame_bitmap (kbx_sprite_frame (sprite, 0)).bytes);
  g_assert_null (kbx_frame_bitmap ((kbx_frame) { NULL, 0 }).bytes);
  g_assert_true (kbx_frame_bitmap (kbx_sprite_frame (sprite, 1)).bytes == kbx_frame_bitmap (kbx_sprite_frame (sprite, 3)).bytes);
  for (int i = 0; i < 4000; i++)
    {
      kbx_frame a = kbx_sprite_frame (sprite, (uint32_t) g_test_rand_int_range (0, 4)), b = kbx_sprite_frame (sprite, (uint32_t) g_test_rand_int_range (0, 4));
      kbx_pose pa = { g_test_rand_int_range (-6, 7), g_test_rand_int_range (-6, 7), g_test_rand_bit (), g_test_rand_bit () };
      kbx_pose pb = { g_test_rand_int_range (-3, 3), g_test_rand_int_range (-3, 3), g_test_rand_bit (), g_test_rand_bit () };
      kbx_pixel first = kbx_frames_pixels_first (a, pa, b, pb), expected = { false, { 0, 0 } };
      kbx_bitmap_contact contact = kbx_frames_pixels_collide (a, pa, b, pb);
      uint32_t area = 0;
      for (int y = -40; y < 40; y++)
        for (int x = -40; x < 40; x++)
          {
            bool both = at (a, pa, x, y) && at (b, pb, x, y);
            g_assert_cmpint (kbx_frame_pixel_at (a, pa, (kbx_point) { x, y }), ==, at (a, pa, x, y));
            if (both && !expected.found)
              expected = (kbx_pixel) { true, { x, y } };
            area += both;
          }
      hits += expected.found;
      g_assert_cmpint (first.found, ==, expected.found);
      g_assert_cmpint (first.p.x, ==, expected.p.x);
      g_assert_cmpint (first.p.y, ==, expected.p.y);
      g_assert_cmpuint (kbx_frames_pixels_area (a, pa, b, pb), ==, area);
      g_assert_cmpint (kbx_frames_pixels_overlap (a, pa, b, pb), ==, area > 0);
      g_assert_true (contact.hit == (area > 0) && contact.area == area);
    }
  g_assert_cmpint (hits, >, 300);
  free (bytes);
}

/* A change of one u32 of a section, or of its entry in the table ("@NAME"). */
static const struct {
  const char *what, *section;
  uint32_t at, value;
  kbx_status status;
  const char *named;
} damages[] = {
  { "bitmap-offset", "BITM", 0, 4, KBX_ERROR_REFERENCE, "BITM" },
  { "bitmap-size", "BITM", 4, UINT32_MAX, KBX_ERROR_REFERENCE, "BITM" },
  { "bitmap-short", "BITM", 4, 60, KBX_ERROR_VALUE, "BITM" },
  { "bitmap-bytes", "BITS", 16, 3, KBX_ERROR_VALUE, "BITM" },
  { "bitmap-of-another-size", "BITS", 0, 9 | 6 << 16, KBX_ERROR_VALUE, "FBIT" },
  { "number-beyond", "FBIT", 12, 3, KBX_ERROR_REFERENCE, "FBIT" },
  { "number-not-the-next", "FBIT", 4, 2, KBX_ERROR_REFERENCE, "FBIT" },
  { "bitmap-of-no-frame", "FBIT", 8, 0, KBX_ERROR_REFERENCE, "BITM" },
  { "too-few-records", "@FBIT", 16, 12, KBX_ERROR_REFERENCE, "FBIT" },
  { "bytes-of-no-bitmap", "@BITM", 16, 8, KBX_ERROR_REFERENCE, "BITS" },
};

static uint64_t
find_entry (const uint8_t *bytes, const char *name)
{
  for (uint32_t i = 0; i < kbx_load_u32 (bytes + 24); i++)
    if (memcmp (bytes + 64 + 40 * i, name, 4) == 0)
      return 64 + 40 * i;
  g_assert_not_reached ();
}

static void
test_damage (gconstpointer data)
{
  size_t i = GPOINTER_TO_SIZE (data), size;
  uint8_t *bytes = make_bank (&size), *p;
  bool table = damages[i].section[0] == '@';
  uint64_t entry = find_entry (bytes, damages[i].section + table);
  kbx_bank bank;
  kbx_error error;
  p = bytes + (table ? entry : kbx_load_u64 (bytes + entry + 8)) + damages[i].at;
  for (int k = 0; k < 4; k++)
    p[k] = (uint8_t) (damages[i].value >> 8 * k);
  if (table) /* the count follows the size; what is left over becomes padding */
    {
      uint64_t end = kbx_load_u64 (bytes + entry + 8) + damages[i].value, old = end + kbx_load_u32 (bytes + entry + 28);
      bytes[entry + 24]--;
      memset (bytes + end, 0, old - end);
    }
  kb_maker_seal (bytes, size);
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, &error), ==, damages[i].status);
  g_assert_cmpstr (error.section, ==, damages[i].named);
  g_assert_null (bank.data);
  free (bytes);
}

int
main (int argc, char **argv)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/frame-bitmaps/pairs", test_pairs);
  for (gsize i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autofree char *path = g_strconcat ("/frame-bitmaps/refuses/", damages[i].what, NULL);
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_damage);
    }
  return g_test_run ();
}
