/* SPDX-License-Identifier: MIT */
/* Painted pictures against plain arrays: random strokes, read back while they are live, undone to the start. */
#include <string.h>

#include "document/pixels/zones.h"
#include "tests/support/looks.h"
#include "tests/support/seed.h"

typedef struct { guint width, height; guint8 *pixels; } Plain;

static Plain
plain_new (guint width, guint height)
{
  return (Plain) { width, height, g_malloc0 ((gsize) width * height) };
}

static guint8 *
plain_pixel (const Plain *plain, gint x, gint y)
{
  static guint8 nothing;
  nothing = 0;
  return x < 0 || y < 0 || x >= (gint) plain->width || y >= (gint) plain->height ? &nothing
                                                                                 : plain->pixels + (gsize) y * plain->width + x;
}

static void
plain_set (const Plain *plain, gint x, gint y, guint8 value)
{
  if (x >= 0 && y >= 0 && x < (gint) plain->width && y < (gint) plain->height)
    *plain_pixel (plain, x, y) = value;
}

/* Of a few values, as often as not 0. */
static guint8
random_value (void)
{
  static const guint8 values[] = { 0, 0, 1, 2, 3, 255 };
  return values[g_test_rand_int_range (0, G_N_ELEMENTS (values))];
}

static void
random_map (guint8 map[256])
{
  for (guint i = 0; i < 256; i++)
    map[i] = (guint8) i;
  map[random_value ()] = random_value ();
}

/* One piece of a stroke, on both. */
static void
random_dab (KbZonesPainter *painter, const Plain *plain)
{
  gint x = g_test_rand_int_range (-40, (gint) plain->width + 40), y = g_test_rand_int_range (-40, (gint) plain->height + 40);
  gint limit = g_test_rand_int_range (0, 8) == 0 ? 300 : 40;
  gint w = g_test_rand_int_range (0, limit), h = g_test_rand_int_range (0, limit);
  guint8 value = random_value (), map[256];
  switch (g_test_rand_int_range (0, 4))
    {
    case 0:
      kb_zones_painter_span (painter, y, x, x + w, value);
      for (gint i = x; i < x + w; i++)
        plain_set (plain, i, y, value);
      break;
    case 1:
      kb_zones_painter_box (painter, x, y, w, h, value);
      for (gint j = y; j < y + h; j++)
        for (gint i = x; i < x + w; i++)
          plain_set (plain, i, j, value);
      break;
    case 2:
      random_map (map);
      kb_zones_painter_map (painter, x, y, (guint) w, (guint) h, map);
      for (gint j = y; j < y + h; j++)
        for (gint i = x; i < x + w; i++)
          plain_set (plain, i, j, map[*plain_pixel (plain, i, j)]);
      break;
    default:
      {
        gsize stride = (gsize) w + 3;
        g_autofree guint8 *pixels = g_malloc0 (stride * (gsize) h + 1), *keep = g_malloc0 (stride * (gsize) h + 1);
        gboolean keeps = g_test_rand_bit ();
        for (gsize i = 0; i < stride * (gsize) h; i++)
          {
            pixels[i] = random_value ();
            keep[i] = g_test_rand_bit ();
          }
        kb_zones_painter_copy_in (painter, x, y, (guint) w, (guint) h, pixels, keeps ? keep : NULL, stride);
        for (gint j = 0; j < h; j++)
          for (gint i = 0; i < w; i++)
            if (!keeps || !keep[(gsize) j * stride + (gsize) i])
              plain_set (plain, x + i, y + j, pixels[(gsize) j * stride + (gsize) i]);
      }
    }
}

static void
check_same (const KbZones *zones, const Plain *plain)
{
  g_autofree guint8 *pixels = kit_zones_pixels (zones);
  guint64 counts[256], plain_counts[256] = { 0 };
  g_assert_cmpmem (pixels, (gsize) plain->width * plain->height, plain->pixels, (gsize) plain->width * plain->height);
  for (gsize i = 0; i < (gsize) plain->width * plain->height; i++)
    plain_counts[plain->pixels[i]]++;
  kb_zones_counts (zones, counts);
  g_assert_cmpmem (counts, sizeof counts, plain_counts, sizeof plain_counts);
  g_assert_cmpint (kb_zones_is_blank (zones), ==, plain_counts[0] == (guint64) plain->width * plain->height);
  /* A tile that says that it is flat is so, and one that is so says it. */
  for (guint i = 0; i < kb_zones_columns (zones) * kb_zones_rows (zones); i++)
    {
      guint left = i % kb_zones_columns (zones) * KB_ZONES_TILE, top = i / kb_zones_columns (zones) * KB_ZONES_TILE;
      gboolean flat = TRUE;
      for (guint y = top; y < MIN (top + KB_ZONES_TILE, plain->height); y++)
        for (guint x = left; x < MIN (left + KB_ZONES_TILE, plain->width); x++)
          flat = flat && *plain_pixel (plain, (gint) x, (gint) y) == *plain_pixel (plain, (gint) left, (gint) top);
      g_assert_cmpint (kb_zones_tile_value (zones, i), ==, flat ? *plain_pixel (plain, (gint) left, (gint) top) : -1);
    }
}

/* A rectangle that reaches over the edges, and single pixels. */
static void
check_live (KbZonesPainter *painter, const Plain *plain)
{
  gint x = g_test_rand_int_range (-20, (gint) plain->width), y = g_test_rand_int_range (-20, (gint) plain->height);
  guint8 pixels[90 * 80];
  memset (pixels, 77, sizeof pixels);
  kb_zones_painter_copy (painter, x, y, 80, 80, pixels, 90);
  for (gint j = 0; j < 80; j++)
    for (gint i = 0; i < 90; i++)
      g_assert_cmpuint (pixels[j * 90 + i], ==, i < 80 ? *plain_pixel (plain, x + i, y + j) : 77);
  g_assert_cmpuint (kb_zones_painter_at (painter, x, y), ==, *plain_pixel (plain, x, y));
}

static void
strokes (guint width, guint height, guint n)
{
  Plain plain = plain_new (width, height), start = plain_new (width, height);
  for (gsize i = 0; i < (gsize) width * height; i++)
    start.pixels[i] = plain.pixels[i] = (guint8) (i / 97 % 5);
  KbZones *zones = kb_zones_from_pixels (width, height, start.pixels, width);
  check_same (zones, &start);
  g_autoptr (GPtrArray) patches = g_ptr_array_new_with_free_func ((GDestroyNotify) kb_zones_patch_unref);
  g_autoptr (KbZones) snapshot = NULL;
  Plain at_snapshot = plain_new (width, height);
  for (guint i = 0; i < n; i++)
    {
      g_autofree guint8 *before = g_memdup2 (plain.pixels, (gsize) width * height);
      if (i == n / 2)
        {
          snapshot = kb_zones_ref (zones);
          memcpy (at_snapshot.pixels, plain.pixels, (gsize) width * height);
        }
      KbZonesPainter *painter = kb_zones_painter_new (zones);
      for (gint dabs = g_test_rand_int_range (1, 6); dabs > 0; dabs--)
        random_dab (painter, &plain);
      check_live (painter, &plain);
      if (g_test_rand_int_range (0, 10) == 0)
        {
          kb_zones_painter_cancel (painter);
          memcpy (plain.pixels, before, (gsize) width * height);
          continue;
        }
      KbZonesPatch *patch = kb_zones_painter_finish (painter);
      g_assert_cmpint (patch == NULL, ==, memcmp (before, plain.pixels, (gsize) width * height) == 0);
      if (!patch)
        continue;
      zones = kb_zones_apply (zones, patch, TRUE);
      g_ptr_array_add (patches, patch);
      if (i % 50 == 0)
        check_same (zones, &plain);
    }
  check_same (zones, &plain);
  check_same (snapshot, &at_snapshot);
  for (guint i = patches->len; i-- > 0;)
    zones = kb_zones_apply (zones, g_ptr_array_index (patches, i), FALSE);
  check_same (zones, &start);
  for (guint i = 0; i < patches->len; i++)
    zones = kb_zones_apply (zones, g_ptr_array_index (patches, i), TRUE);
  check_same (zones, &plain);
  check_same (snapshot, &at_snapshot);
  kb_zones_unref (zones);
  g_free (plain.pixels);
  g_free (start.pixels);
  g_free (at_snapshot.pixels);
}

static void
test_strokes (void)
{
  strokes (300, 200, 1000);
}

/* Sides that are not, or just are, whole tiles. */
static void
test_sides (void)
{
  static const guint sides[][2] = { { 1, 1 }, { 64, 64 }, { 65, 1 }, { 63, 129 }, { 128, 64 }, { 2, 200 } };
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    strokes (sides[i][0], sides[i][1], 60);
}

/* Only tiles that are another than before are kept, and flat ones weigh nothing. */
static void
test_weight (void)
{
  KbZones *zones = kb_zones_new (8192, 8192, 0);
  KbZonesPainter *painter = kb_zones_painter_new (zones);
  gint x, y;
  guint w, h;
  g_assert_false (kb_zones_painter_take_dirty (painter, &x, &y, &w, &h));
  for (gint row = 0; row < 64; row++)
    kb_zones_painter_span (painter, 1000 + row, 2000, 2064, 5);
  g_assert_true (kb_zones_painter_take_dirty (painter, &x, &y, &w, &h));
  g_assert_true (x == 2000 && y == 1000 && w == 64 && h == 64);
  g_assert_false (kb_zones_painter_take_dirty (painter, &x, &y, &w, &h));
  kb_zones_painter_span (painter, 5000, 0, 8192, 0);
  kb_zones_painter_span (painter, 6000, 0, 8192, 1);
  kb_zones_painter_span (painter, 6000, 0, 8192, 0);
  KbZonesPatch *patch = kb_zones_painter_finish (painter);
  g_assert_cmpuint (kb_zones_patch_length (patch), ==, 4);
  g_assert_cmpuint (kb_zones_patch_tile (patch, 0), ==, 15 * 128 + 31);
  kb_zones_patch_box (patch, &x, &y, &w, &h);
  g_assert_true (x == 31 * 64 && y == 15 * 64 && w == 128 && h == 128);
  g_assert_cmpuint (kb_zones_patch_weight (patch), <, 4096);
  zones = kb_zones_apply (zones, patch, TRUE);
  kb_zones_patch_unref (patch);

  painter = kb_zones_painter_new (zones);
  kb_zones_painter_box (painter, 0, 0, 8192, 8192, 9);
  patch = kb_zones_painter_finish (painter);
  g_assert_cmpuint (kb_zones_patch_length (patch), ==, 128 * 128);
  g_assert_cmpuint (kb_zones_patch_weight (patch), <, 1024 * 1024);
  zones = kb_zones_apply (zones, patch, TRUE);
  g_assert_cmpint (kb_zones_tile_value (zones, 77), ==, 9);
  kb_zones_patch_unref (patch);
  kb_zones_unref (zones);
}

static void
test_crop_and_map (void)
{
  Plain plain = plain_new (300, 170);
  for (gsize i = 0; i < 300 * 170; i++)
    plain.pixels[i] = i % 300 < 150 ? 7 : random_value ();
  g_autoptr (KbZones) zones = kb_zones_from_pixels (300, 170, plain.pixels, 300);
  for (guint i = 0; kit_goes_on (i, 300); i++)
    {
      gboolean whole = g_test_rand_bit ();
      gint x = g_test_rand_int_range (-200, 320), y = g_test_rand_int_range (-200, 190);
      if (whole)
        {
          x &= ~63;
          y &= ~63;
        }
      Plain part = plain_new ((guint) g_test_rand_int_range (1, 330), (guint) g_test_rand_int_range (1, 200));
      for (gint v = 0; v < (gint) part.height; v++)
        for (gint u = 0; u < (gint) part.width; u++)
          plain_set (&part, u, v, *plain_pixel (&plain, x + u, y + v));
      g_autoptr (KbZones) crop = kb_zones_crop (zones, x, y, part.width, part.height);
      check_same (crop, &part);
      g_autoptr (KbZones) same = kb_zones_from_pixels (part.width, part.height, part.pixels, part.width);
      g_assert_true (kb_zones_equal (crop, same));
      g_free (part.pixels);
    }
  guint8 map[256];
  for (guint i = 0; i < 256; i++)
    map[i] = i == 7 ? 0 : (guint8) i;
  g_autoptr (KbZones) mapped = kb_zones_map (zones, map);
  g_assert_false (kb_zones_equal (zones, mapped));
  check_same (zones, &plain);
  for (gsize i = 0; i < 300 * 170; i++)
    plain.pixels[i] = map[plain.pixels[i]];
  check_same (mapped, &plain);
  g_free (plain.pixels);
}

KIT_PROGRAM (zones)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/zones/strokes", test_strokes);
  g_test_add_func ("/zones/sides", test_sides);
  g_test_add_func ("/zones/weight", test_weight);
  g_test_add_func ("/zones/crop-and-map", test_crop_and_map);
  return g_test_run ();
}
