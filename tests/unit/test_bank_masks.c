/* SPDX-License-Identifier: MIT */
/* The masks of a bank: what they are called, their zones, every pixel, damaged sections, banks without any. */
#include "runtime/bank/records.h"
#include "support/bank_cases.h"
#include "support/seed.h"

#include <stdlib.h>
#include <string.h>

#define ZONE(name, colour, value) "{\"name\": \"" name "\", \"colour\": \"#" colour "\", \"value\": " value "}"
#define BANK(masks) "{\"kickbox_bank\": {\"major\": 1, \"minor\": 0}, \"classes\": [], \"pages\": [], \"sprites\": [], \"masks\": [" masks "]}"

static const char text[] = BANK (
  "{\"name\": \"room\", \"size\": [6, 3], \"zones\": [" ZONE ("water", "4080ffcc", "200") ", " ZONE ("floor", "10203040", "3") "],"
  " \"rows\": [[], [0, 1, 200, 4, 3, 6], [3, 2]]}, "
  "{\"name\": \"attic\", \"size\": [33, 1], \"zones\": [" ZONE ("floor", "00000001", "1") "], \"rows\": [[0, 31, 1, 33]]}, "
  "{\"name\": \"void\", \"size\": [2, 2], \"zones\": [], \"rows\": [[], []]}");

static void
check_zone (kbx_handle zone, const char *name, uint8_t value, uint32_t colour)
{
  g_assert_cmpint (zone.kind != KBX_NOTHING, ==, *name != '\0');
  g_assert_cmpstr (kbx_name (zone), ==, name);
  g_assert_cmpuint (kbx_info (zone).zone, ==, value);
  g_assert_cmphex (kbx_info (zone).colour, ==, colour);
}

static void
test_finding (void)
{
  static const char *const names[] = { "attic", "room", "void", "" };
  size_t size;
  uint8_t *bytes = bank_of_json (text, &size);
  kbx_bank bank;
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  g_assert_cmpuint (bank.minor, ==, 0);
  g_assert_cmpuint (kbx_bank_count (&bank, KBX_MASK), ==, 3);
  for (uint32_t i = 0; i < 4; i++)
    {
      g_assert_cmpstr (kbx_name (kbx_bank_item (&bank, KBX_MASK, i)), ==, names[i]);
      g_assert_cmpuint (kbx_bank_find (&bank, KBX_MASK, names[i]).index, ==, i < 3 ? i : KBX_NONE);
      g_assert_cmpint (kbx_bank_item (&bank, KBX_MASK, i).data != NULL, ==, i < 3);
    }
  g_assert_cmpuint (kbx_bank_find (&bank, KBX_MASK, "roo").index, ==, KBX_NONE);
  g_assert_cmpuint (kbx_bank_find (&bank, KBX_MASK, NULL).index, ==, KBX_NONE);
  g_assert_cmpuint (kbx_bank_find (NULL, KBX_MASK, "room").index, ==, KBX_NONE);
  g_assert_cmpuint (kbx_bank_count (NULL, KBX_MASK), ==, 0);
  g_assert_null (kbx_bank_item (NULL, KBX_MASK, 0).data);
  g_assert_null (kbx_bank_item (&bank, KBX_MASK, KBX_NONE).data);
  g_assert_cmpuint (kbx_info (kbx_bank_item (&bank, KBX_MASK, 1)).size.w, ==, 6);
  g_assert_cmpuint (kbx_info (kbx_bank_item (&bank, KBX_MASK, 1)).size.h, ==, 3);
  g_assert_cmpuint (kbx_count (kbx_bank_item (&bank, KBX_MASK, 1), KBX_ZONE), ==, 2);
  g_assert_cmpuint (kbx_count (kbx_bank_item (&bank, KBX_MASK, 2), KBX_ZONE), ==, 0);
  g_assert_cmpuint (kbx_count (kbx_bank_item (&bank, KBX_MASK, 3), KBX_ZONE), ==, 0);
  check_zone (kbx_item (kbx_bank_item (&bank, KBX_MASK, 1), KBX_ZONE, 0), "water", 200, 0x4080ffcc);
  check_zone (kbx_item (kbx_bank_item (&bank, KBX_MASK, 1), KBX_ZONE, 1), "floor", 3, 0x10203040);
  check_zone (kbx_item (kbx_bank_item (&bank, KBX_MASK, 1), KBX_ZONE, 2), "", 0, 0);
  check_zone (kbx_item (kbx_bank_item (&bank, KBX_MASK, KBX_NONE), KBX_ZONE, 0), "", 0, 0);
  check_zone (kbx_zone_of (kbx_bank_item (&bank, KBX_MASK, 1), 200), "water", 200, 0x4080ffcc);
  check_zone (kbx_zone_of (kbx_bank_item (&bank, KBX_MASK, 0), 200), "", 0, 0);
  check_zone (kbx_zone_of (kbx_bank_item (&bank, KBX_MASK, 1), 0), "", 0, 0);
  check_zone (kbx_find (kbx_bank_item (&bank, KBX_MASK, 0), KBX_ZONE, "floor"), "floor", 1, 1);
  check_zone (kbx_find (kbx_bank_item (&bank, KBX_MASK, 1), KBX_ZONE, "floor"), "floor", 3, 0x10203040);
  check_zone (kbx_find (kbx_bank_item (&bank, KBX_MASK, 1), KBX_ZONE, "wall"), "", 0, 0);
  check_zone (kbx_find (kbx_bank_item (&bank, KBX_MASK, 1), KBX_ZONE, NULL), "", 0, 0);
  free (bytes);
}

static void
test_pixels (void)
{
  static const uint8_t room[3][6] = { { 0 }, { 0, 200, 200, 200, 3, 3 }, { 3, 3 } };
  size_t size;
  uint8_t *bytes = bank_of_json (text, &size);
  kbx_bank bank;
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  for (int y = -1; y < 4; y++)
    for (int x = -1; x < 40; x++)
      {
        kbx_point p = { x, y };
        uint8_t value = x >= 0 && x < 6 && y >= 0 && y < 3 ? room[y][x] : 0;
        g_assert_cmpuint (kbx_zone_at (kbx_bank_item (&bank, KBX_MASK, 1), kbx_at (0, 0), p), ==, value);
        g_assert_cmpuint (kbx_zone_at (kbx_bank_item (&bank, KBX_MASK, 0), kbx_at (0, 0), p), ==, y == 0 && x >= 31 && x < 33);
        g_assert_cmpuint (kbx_zone_at (kbx_bank_item (&bank, KBX_MASK, 2), kbx_at (0, 0), p), ==, 0);
      }
  free (bytes);
}

/* A bank without masks has none of their sections. */
static void
test_without (void)
{
  static const char *const names[] = { "MASK", "ZONE", "ZPIC", "ZPIX" };
  size_t size;
  uint8_t *bytes = bank_of_json (BANK (""), &size);
  kbx_bank bank;
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  g_assert_cmpuint (bank.minor, ==, 0);
  g_assert_cmpuint (kbx_bank_count (&bank, KBX_MASK), ==, 0);
  for (size_t i = 0; i + 4 <= size; i++)
    for (gsize k = 0; k < G_N_ELEMENTS (names); k++)
      g_assert_true (memcmp (bytes + i, names[k], 4) != 0);
  free (bytes);
}

/* As kb_maker_damage takes them. Record 0 is attic, 1 room. */
static const BankDamage damages[] = {
  { "name", "MASK", 0, 3, KBX_ERROR_REFERENCE, "MASK" },
  { "order", "MASK", 16, 0, KBX_ERROR_ORDER, "MASK" },
  { "first-zone", "MASK", 16 + 4, 0, KBX_ERROR_REFERENCE, "MASK" },
  { "too-many-zones", "MASK", 16 + 8, 3, KBX_ERROR_REFERENCE, "MASK" },
  { "too-few-zones", "MASK", 16 + 8, 0, KBX_ERROR_VALUE, "MASK" },
  { "no-picture", "MASK", 16 + 12, 0, KBX_ERROR_REFERENCE, "MASK" },
  { "picture-beyond", "MASK", 32 + 12, 4, KBX_ERROR_REFERENCE, "MASK" },
  { "picture-not-the-next", "MASK", 12, 2, KBX_ERROR_REFERENCE, "MASK" },
  { "other-picture", "MASK", 32 + 12, 1, KBX_ERROR_VALUE, "MASK" },
  { "offset", "ZPIC", 0, 4, KBX_ERROR_REFERENCE, "ZPIC", 0 },
  { "size", "ZPIC", 4, UINT32_MAX, KBX_ERROR_REFERENCE, "ZPIC", 0 },
  { "no-bytes", "ZPIC", 4, 0, KBX_ERROR_REFERENCE, "ZPIC", 0 },
  { "within-the-header", "ZPIC", 4, 8, KBX_ERROR_TRUNCATED, "ZPIX", 8 },
  { "short", "ZPIC", 4, 84, KBX_ERROR_TRUNCATED, "ZPIX", 4 },
  { "sides", "ZPIX", 0, 0, KBX_ERROR_VALUE, "ZPIX", 0 },
  { "height", "ZPIX", 0, 33, KBX_ERROR_VALUE, "ZPIX", 2 },
  { "zones-told", "ZPIX", 8, 7, KBX_ERROR_VALUE, "ZPIX", 8 },
  { "kind-of-a-tile", "ZPIX", 44, 0xf0000000, KBX_ERROR_VALUE, "ZPIX", 44 },
  { "zone-of-a-tile", "ZPIX", 44, 256, KBX_ERROR_VALUE, "ZPIX", 44 },
  { "column-of-a-tile", "ZPIX", 52, 33, KBX_ERROR_VALUE, "ZPIX", 52 },
  { "sides-of-the-second", "ZPIX", 88, 0, KBX_ERROR_VALUE, "ZPIX", 88 },
  { "zone-name", "ZONE", 0, UINT32_MAX, KBX_ERROR_REFERENCE, "ZONE" },
  { "zone-0", "ZONE", 8, 0, KBX_ERROR_VALUE, "ZONE" },
  { "zone-256", "ZONE", 8, 256, KBX_ERROR_VALUE, "ZONE" },
  { "zone-twice", "ZONE", 16 + 8, 3, KBX_ERROR_VALUE, "ZONE" },
  { "zone-flags", "ZONE", 12, 2, KBX_ERROR_VALUE, "ZONE" },
  { "pixel-of-no-zone", "ZONE", 8, 2, KBX_ERROR_VALUE, "MASK" },
  { "zone-missing", "@ZONE", 16, 32, KBX_ERROR_REFERENCE, "MASK" },
  { "mask-missing", "@MASK", 16, 32, KBX_ERROR_REFERENCE, "ZPIC", 16 },
};

static void
test_damage (gconstpointer data)
{
  static const BankSection sections[] = { { "ZPIC", KBX_SECTION_ZPIC }, { "ZPIX", KBX_SECTION_ZPIX } };
  check_damage (text, &damages[GPOINTER_TO_SIZE (data)], sections, G_N_ELEMENTS (sections));
}

/* A zone that no pixel has is right, but not one that no mask has. */
static void
test_zone_of_no_mask (void)
{
  size_t size;
  uint8_t *bytes = bank_of_json (BANK ("{\"name\": \"void\", \"size\": [2, 2], \"zones\": [" ZONE ("floor", "10203040", "3") "],"
                                    " \"rows\": [[], []]}"), &size);
  kbx_bank bank;
  kbx_error error;
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  kb_maker_damage (bytes, size, "MASK", 8, 0);
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, &error), ==, KBX_ERROR_REFERENCE);
  g_assert_cmpstr (error.section, ==, "ZONE");
  free (bytes);
}

KIT_PROGRAM (bank_masks)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/bank-masks/finding", test_finding);
  g_test_add_func ("/bank-masks/pixels", test_pixels);
  g_test_add_func ("/bank-masks/without", test_without);
  g_test_add_func ("/bank-masks/zone-of-no-mask", test_zone_of_no_mask);
  for (gsize i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autofree char *path = g_strconcat ("/bank-masks/refuses/", damages[i].what, NULL);
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_damage);
    }
  return g_test_run ();
}
