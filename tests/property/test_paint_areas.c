/* SPDX-License-Identifier: MIT */
/* Sets of pixels, growing and fills against their definitions, pixel by pixel. */
#include "tests/support/paint_kit.h"

/* --- Sets ------------------------------------------------------------------------------------- */

static void
test_sets (void)
{
  for (guint n = 0; kit_goes_on (n, 200); n++)
    {
      guint width = random_side (), height = random_side ();
      g_autofree guint8 *a = random_bytes (width, height, 2), *b = random_bytes (width, height, 2);
      g_autoptr (KbPixelSet) set = set_from_bytes (width, height, a), other = set_from_bytes (width, height, b);
      g_autoptr (KbPixelSet) copy = kb_pixel_set_copy (set);
      KbSetChange change = (KbSetChange) g_test_rand_int_range (0, 3);
      check_set (set, width, height, a);
      kb_pixel_set_combine (set, other, change);
      gboolean same = TRUE;
      for (gsize i = 0; i < (gsize) width * height; i++)
        {
          guint8 was = a[i];
          a[i] = change == KB_SET_ADD ? a[i] | b[i] : change == KB_SET_SUBTRACT ? a[i] & !b[i] : a[i] & b[i];
          same = same && a[i] == was;
        }
      check_set (set, width, height, a);
      g_assert_cmpint (kb_pixel_set_equal (set, copy), ==, same);
      kb_pixel_set_invert (set);
      for (gsize i = 0; i < (gsize) width * height; i++)
        a[i] = !a[i];
      check_set (set, width, height, a);
      /* As an ink: put in or taken out, within another. */
      KbInk ink = { .set = set, .value = (guint8) g_test_rand_int_range (0, 2), .within = g_test_rand_bit () ? copy : NULL };
      kb_paint_set (&ink, other);
      for (gsize i = 0; i < (gsize) width * height; i++)
        if (b[i] && (!ink.within || kb_pixel_set_has (copy, (gint) (i % width), (gint) (i / width))))
          a[i] = ink.value;
      check_set (set, width, height, a);
    }
}

/* Few colours, near ones, some of them transparent. */
static KbPicture *
random_colours (guint width, guint height)
{
  KbPicture *picture = kb_picture_new (width, height);
  g_autofree guint8 *bytes = random_bytes (width, height, 6);
  guint8 colours[6][4];
  gint spread = g_test_rand_bit () ? 256 : 30;
  for (guint i = 0; i < 24; i++)
    colours[i / 4][i % 4] = i % 4 == 3 ? (guint8[]) { 0, 100, 255 }[g_test_rand_int_range (0, 3)] : (guint8) g_test_rand_int_range (0, spread);
  if (g_test_rand_bit ())
    for (guint i = 0; i < 6; i++)
      colours[i][3] = 255;
  for (gsize i = 0; i < (gsize) width * height; i++)
    memcpy (picture->rgba + 4 * i, colours[bytes[i]], 4);
  return picture;
}

static void
straight_at (const KbPicture *picture, gint x, gint y, guint8 rgba[4])
{
  memset (rgba, 0, 4);
  if (x < (gint) picture->width && y < (gint) picture->height)
    memcpy (rgba, kb_picture_pixel (picture, (guint) x, (guint) y), 4);
}

static guint
difference (const guint8 a[4], const guint8 b[4])
{
  guint most = (guint) ABS (a[3] - b[3]);
  for (guint c = 0; c < 3; c++)
    most = MAX (most, (guint) ABS ((a[c] * a[3] + 127) / 255 - (b[c] * b[3] + 127) / 255));
  return most;
}

/* Each channel with each alpha: its difference to none of it is what it is after multiplication. */
static void
test_multiplied (void)
{
  g_autoptr (KbZones) zones = kb_zones_new (256, 1, 0);
  g_autoptr (KbPicture) picture = kb_picture_new (256, 1);
  for (guint alpha = 0; alpha < 256; alpha++)
    {
      guint channel = alpha % 3;
      for (guint c = 0; c < 256; c++)
        {
          picture->rgba[4 * c + channel] = (guint8) c;
          picture->rgba[4 * c + (channel + 2) % 3] = 0;
          picture->rgba[4 * c + 3] = (guint8) alpha;
        }
      for (guint tolerance = 0; tolerance < 256; tolerance++)
        {
          KbFillOptions options = { .picture = picture, .tolerance = tolerance };
          g_autoptr (KbPixelSet) found = kb_fill_find (zones, 0, 0, &options, NULL, NULL);
          guint expected = 0;
          while (expected < 256 && (expected * alpha + 127) / 255 <= tolerance)
            expected++;
          g_assert_cmpuint (kb_pixel_set_count (found), ==, expected);
        }
    }
}

static void
test_from_pictures (void)
{
  for (guint n = 0; kit_goes_on (n, 150); n++)
    {
      Size size = { (gint) random_side (), (gint) random_side () };
      guint width = (guint) size.width, height = (guint) size.height;
      g_autofree guint8 *zones = random_bytes (width, height, 4), *expected = g_malloc ((gsize) width * height);
      guint8 high = (guint8) g_test_rand_int_range (0, 256), zone = high ^ (guint8) g_test_rand_int_range (0, 4), p[4];
      for (gsize i = 0; i < (gsize) width * height; i++)
        zones[i] ^= g_test_rand_int_range (0, 9) ? high : high ^ 128;
      g_autoptr (KbZones) painted = kb_zones_from_pixels (width, height, zones, width);
      g_autoptr (KbPicture) picture = random_colours (random_side (), random_side ());
      guint alpha = (guint) g_test_rand_int_range (0, 256);

      for (gsize i = 0; i < (gsize) width * height; i++)
        expected[i] = zones[i] == zone;
      g_autoptr (KbPixelSet) of_zone = kb_pixel_set_of_zone (painted, zone);
      check_set (of_zone, width, height, expected);

      for (gint y = 0; y < size.height; y++)
        for (gint x = 0; x < size.width; x++)
          {
            straight_at (picture, x, y, p);
            expected[(gsize) y * width + (gsize) x] = p[3] >= MAX (alpha, 1);
          }
      g_autoptr (KbPixelSet) of_alpha = kb_pixel_set_of_alpha (picture, alpha, width, height);
      check_set (of_alpha, width, height, expected);
    }
}

/* --- Growing ---------------------------------------------------------------------------------- */

static void
test_grow (void)
{
  for (guint n = 0; kit_goes_on (n, 150); n++)
    {
      Size size = { (gint) random_side (), (gint) random_side () };
      guint width = (guint) size.width, height = (guint) size.height;
      gsize pixels = (gsize) width * height;
      gint by = n % 15 == 0 ? g_test_rand_int_range (60, 140) : g_test_rand_int_range (0, 12);
      g_autofree guint8 *bytes = random_bytes (width, height, 2);
      for (gsize i = 0; n % 3 == 0 && i < pixels; i++)   /* few */
        bytes[i] = g_test_rand_int_range (0, 300) == 0;
      g_autofree guint8 *more = grown (bytes, size, by);
      g_autoptr (KbPixelSet) set = set_from_bytes (width, height, bytes);
      g_autoptr (KbPixelSet) inverted = kb_pixel_set_copy (set);
      g_assert_true (kb_pixel_set_grow (set, (guint) by, NULL, NULL));
      check_set (set, width, height, more);

      kb_pixel_set_invert (inverted);
      g_assert_true (kb_pixel_set_shrink (inverted, (guint) by, NULL, NULL));
      for (gsize i = 0; i < pixels; i++)
        more[i] = !more[i];
      check_set (inverted, width, height, more);
    }
}

/* The majority of a square around each pixel, counted. */
static void
test_smooth (void)
{
  for (guint n = 0; kit_goes_on (n, 150); n++)
    {
      Size size = { (gint) random_side (), (gint) random_side () };
      guint width = (guint) size.width, height = (guint) size.height;
      gint by = n % 15 == 0 ? g_test_rand_int_range (20, 40) : g_test_rand_int_range (1, 6);
      g_autofree guint8 *bytes = random_bytes (width, height, 2), *smooth = g_malloc0 ((gsize) width * height);
      for (gint y = 0; y < size.height; y++)
        for (gint x = 0; x < size.width; x++)
          {
            guint in = 0, all = 0;
            for (gint v = MAX (y - by, 0); v <= MIN (y + by, size.height - 1); v++)
              for (gint u = MAX (x - by, 0); u <= MIN (x + by, size.width - 1); u++, all++)
                in += bytes[v * size.width + u];
            smooth[y * size.width + x] = 2 * in > all;
          }
      g_autoptr (KbPixelSet) set = set_from_bytes (width, height, bytes);
      g_assert_true (kb_pixel_set_smooth (set, (guint) by, NULL, NULL));
      check_set (set, width, height, smooth);
    }
}

/* --- Fills ------------------------------------------------------------------------------------ */

static void
test_fill (void)
{
  for (guint n = 0; kit_goes_on (n, 500); n++)
    {
      Size size = { (gint) random_side (), (gint) random_side () };
      guint width = (guint) size.width, height = (guint) size.height;
      gint x = random_place (width), y = random_place (height);
      g_autofree guint8 *zones = random_bytes (width, height, 3), *open = g_malloc ((gsize) width * height);
      g_autoptr (KbZones) painted = kb_zones_from_pixels (width, height, zones, width);
      g_autoptr (KbPicture) picture = n % 3 ? random_colours (n % 2 ? width : random_side (), n % 2 ? height : random_side ()) : NULL;
      KbFillOptions options = { picture, (guint) g_test_rand_int_range (0, n % 5 ? 40 : 256), g_test_rand_bit (), g_test_rand_bit () };
      guint8 p[4], q[4], zone = kb_zones_at (painted, x, y);
      g_autoptr (KbPixelSet) found = kb_fill_find (painted, x, y, &options, NULL, NULL);
      if (!is_inside (size, x, y))
        {
          g_assert_cmpuint (kb_pixel_set_count (found), ==, 0);
          continue;
        }
      for (gint v = 0; v < size.height; v++)
        for (gint u = 0; u < size.width; u++)
          {
            guint8 there = at (zones, size, u, v);
            gboolean alike = picture || there == zone;
            if (picture)
              {
                straight_at (picture, x, y, p);
                straight_at (picture, u, v, q);
                alike = difference (p, q) <= options.tolerance;
              }
            open[(gsize) v * width + (gsize) u] = alike && (!options.stops || !picture || there == zone);
          }
      if (!options.everywhere)
        {
          g_array_unref (reach (open, size, x, y));
          for (gsize i = 0; i < (gsize) width * height; i++)
            open[i] = open[i] == 2;
        }
      check_set (found, width, height, open);
    }
}

KIT_PROGRAM (paint_areas)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/paint-areas/sets", test_sets);
  g_test_add_func ("/paint-areas/multiplied", test_multiplied);
  g_test_add_func ("/paint-areas/from-pictures", test_from_pictures);
  g_test_add_func ("/paint-areas/grow", test_grow);
  g_test_add_func ("/paint-areas/smooth", test_smooth);
  g_test_add_func ("/paint-areas/fill", test_fill);
  return g_test_run ();
}
