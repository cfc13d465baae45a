/* SPDX-License-Identifier: MIT */
/* Sets, fills, growing, specks and pieces against their definitions, pixel by pixel. */
#include "tests/support/paint_kit.h"

typedef struct { gint width, height; } Size;

static guint8
at (const guint8 *bytes, Size size, gint x, gint y)
{
  return bytes[(gsize) y * (gsize) size.width + (gsize) x];
}

static gboolean
is_inside (Size size, gint x, gint y)
{
  return x >= 0 && y >= 0 && x < size.width && y < size.height;
}

static const gint beside[4][2] = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } };

/* --- Sets ------------------------------------------------------------------------------------- */

static void
test_sets (void)
{
  for (guint n = 0; n < 200; n++)
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
  for (guint n = 0; n < 150; n++)
    {
      Size size = { (gint) random_side (), (gint) random_side () };
      guint width = (guint) size.width, height = (guint) size.height;
      g_autofree guint8 *zones = random_bytes (width, height, 4), *expected = g_malloc ((gsize) width * height);
      guint8 high = (guint8) g_test_rand_int_range (0, 256), zone = high ^ (guint8) g_test_rand_int_range (0, 4), p[4], key[4];
      for (gsize i = 0; i < (gsize) width * height; i++)
        zones[i] ^= g_test_rand_int_range (0, 9) ? high : high ^ 128;
      g_autoptr (KbZones) painted = kb_zones_from_pixels (width, height, zones, width);
      g_autoptr (KbPicture) picture = random_colours (random_side (), random_side ());
      guint alpha = (guint) g_test_rand_int_range (0, 256), tolerance = (guint) g_test_rand_int_range (0, 60);

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

      straight_at (picture, 0, 0, key);
      key[3] = 255;
      for (gint y = 0; y < size.height; y++)
        for (gint x = 0; x < size.width; x++)
          {
            straight_at (picture, x, y, p);
            expected[(gsize) y * width + (gsize) x] = difference (p, key) <= tolerance;
          }
      g_autoptr (KbPixelSet) of_colour = kb_pixel_set_of_colour (picture, (guint32) (key[0] << 16 | key[1] << 8 | key[2]), tolerance,
                                                                 width, height);
      check_set (of_colour, width, height, expected);
    }
}

/* --- Growing ---------------------------------------------------------------------------------- */

static guint8 *
grown (const guint8 *bytes, Size size, gint n)
{
  guint8 *result = g_memdup2 (bytes, (gsize) size.width * (gsize) size.height);
  for (gint y = 0; y < size.height; y++)
    for (gint x = 0; x < size.width; x++)
      for (gint v = MAX (y - n, 0); at (bytes, size, x, y) && v <= MIN (y + n, size.height - 1); v++)
        for (gint u = MAX (x - n, 0); u <= MIN (x + n, size.width - 1); u++)
          if ((u - x) * (u - x) + (v - y) * (v - y) <= n * n)
            result[(gsize) v * (gsize) size.width + (gsize) u] = 1;
  return result;
}

static void
test_grow (void)
{
  for (guint n = 0; n < 150; n++)
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

static void
test_grow_zones (void)
{
  for (guint n = 0; n < 150; n++)
    {
      Size size = { (gint) random_side (), (gint) random_side () };
      guint width = (guint) size.width, height = (guint) size.height;
      gsize pixels = (gsize) width * height;
      gint by = g_test_rand_int_range (1, 6);
      guint8 zone = (guint8) g_test_rand_int_range (0, 4), to = (guint8) g_test_rand_int_range (0, 4);
      guint8 over[256] = { [1] = 1, [2] = 1 };
      gboolean other = g_test_rand_bit ();
      g_autofree guint8 *zones = random_bytes (width, height, 4), *in = g_malloc (pixels), *result = g_malloc (pixels);
      g_autoptr (KbZones) painted = kb_zones_from_pixels (width, height, zones, width);
      for (gsize i = 0; i < pixels; i++)
        in[i] = zones[i] == zone;
      g_autofree guint8 *more = grown (in, size, by);
      for (gsize i = 0; i < pixels; i++)
        result[i] = more[i] && (other ? over[zones[i]] : zones[i] == 0) ? zone : zones[i];
      KbZonesPainter *painter = kb_zones_painter_new (painted);
      g_assert_true (kb_paint_grow (painter, zone, (guint) by, other ? over : NULL, NULL, NULL));
      check_painter (painter, width, height, result);
      kb_zones_painter_cancel (painter);

      for (gsize i = 0; i < pixels; i++)
        in[i] = !in[i];
      g_autofree guint8 *around = grown (in, size, by);
      for (gsize i = 0; i < pixels; i++)
        result[i] = zones[i] == zone && around[i] ? to : zones[i];
      painter = kb_zones_painter_new (painted);
      g_assert_true (kb_paint_shrink (painter, zone, (guint) by, to, NULL, NULL));
      check_painter (painter, width, height, result);
      kb_zones_painter_cancel (painter);
    }
}

/* --- Fills ------------------------------------------------------------------------------------ */

/* Pixels that may be reached (1) become 2 from (x, y) on; which they are, as KbCorner. */
static GArray *
reach (guint8 *bytes, Size size, gint x, gint y)
{
  GArray *reached = g_array_new (FALSE, FALSE, sizeof (KbCorner));
  KbCorner first = { x, y };
  g_array_append_val (reached, first);
  bytes[(gsize) y * (gsize) size.width + (gsize) x] = 2;
  for (guint next = 0; next < reached->len; next++)
    {
      KbCorner p = g_array_index (reached, KbCorner, next);
      for (guint i = 0; i < 4; i++)
        {
          KbCorner q = { p.x + beside[i][0], p.y + beside[i][1] };
          if (is_inside (size, q.x, q.y) && at (bytes, size, q.x, q.y) == 1)
            {
              bytes[(gsize) q.y * (gsize) size.width + (gsize) q.x] = 2;
              g_array_append_val (reached, q);
            }
        }
    }
  return reached;
}

static void
test_fill (void)
{
  for (guint n = 0; n < 500; n++)
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
            open[(gsize) v * width + (gsize) u] = alike && (!options.stops || !picture || there == 0 || there == zone);
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

/* --- Specks ----------------------------------------------------------------------------------- */

/* Number of the part of each pixel; their sizes. */
static GArray *
find_parts (const guint8 *zones, Size size, gint *part)
{
  GArray *sizes = g_array_new (FALSE, FALSE, sizeof (guint));
  gsize pixels = (gsize) size.width * (gsize) size.height;
  g_autofree guint8 *open = g_malloc (pixels);
  for (guint zone = 0; zone < 256; zone++)
    {
      for (gsize i = 0; i < pixels; i++)
        open[i] = zones[i] == zone;
      for (gsize i = 0; i < pixels; i++)
        if (open[i] == 1)
          {
            g_autoptr (GArray) reached = reach (open, size, (gint) (i % (gsize) size.width), (gint) (i / (gsize) size.width));
            for (guint n = 0; n < reached->len; n++)
              part[g_array_index (reached, KbCorner, n).y * size.width + g_array_index (reached, KbCorner, n).x] = (gint) sizes->len;
            g_array_append_val (sizes, reached->len);
          }
    }
  return sizes;
}

/* As it is written: by rounds, in which each speck looks at what was decided before the round. */
static guint
define_specks (guint8 *zones, Size size, const guint8 *wanted, guint64 least)
{
  gsize pixels = (gsize) size.width * (gsize) size.height;
  g_autofree gint *part = g_new (gint, pixels);
  g_autofree guint8 *before = g_memdup2 (zones, pixels);
  g_autoptr (GArray) sizes = find_parts (zones, size, part);
  g_autofree guint8 *waits = g_malloc0 (sizes->len);
  guint changed = 0;
  for (gsize i = 0; i < pixels; i++)
    waits[part[i]] = g_array_index (sizes, guint, part[i]) < least && (!wanted || wanted[zones[i]]);
  for (gboolean again = TRUE; again;)
    {
      g_autofree guint (*sides)[256] = (gpointer) g_new0 (guint, 256 * sizes->len);
      g_autofree gint *becomes = g_new (gint, sizes->len);
      for (gint y = 0; y < size.height; y++)
        for (gint x = 0; x < size.width; x++)
          for (guint i = 0; i < 4; i++)
            {
              gint u = x + beside[i][0], v = y + beside[i][1];
              if (is_inside (size, u, v) && !waits[part[v * size.width + u]])
                sides[part[y * size.width + x]][at (zones, size, u, v)]++;
            }
      again = FALSE;
      for (guint p = 0; p < sizes->len; p++)
        {
          becomes[p] = -1;
          for (guint zone = 256; waits[p] && zone-- > 0;)
            if (sides[p][zone] > 0 && (becomes[p] < 0 || sides[p][zone] >= sides[p][becomes[p]]))
              becomes[p] = (gint) zone;
        }
      for (gsize i = 0; i < pixels; i++)
        if (becomes[part[i]] >= 0)
          {
            zones[i] = (guint8) becomes[part[i]];
            again = TRUE;
          }
      for (guint p = 0; p < sizes->len; p++)
        if (becomes[p] >= 0)
          waits[p] = FALSE;
    }
  g_autofree guint8 *counted = g_malloc0 (sizes->len);
  for (gsize i = 0; i < pixels; i++)
    if (zones[i] != before[i] && !counted[part[i]])
      {
        counted[part[i]] = 1;
        changed++;
      }
  return changed;
}

static void
test_specks (void)
{
  for (guint n = 0; n < 250; n++)
    {
      Size size = { (gint) MIN (random_side (), 70), (gint) MIN (random_side (), 70) };
      guint width = (guint) size.width, height = (guint) size.height, changed;
      guint64 least = (guint64) g_test_rand_int_range (0, n % 4 ? 12 : 300);
      guint8 wanted[256] = { [0] = 1, [2] = 1 };
      gboolean some = n % 3 == 0;
      g_autofree guint8 *zones = random_bytes (width, height, n % 2 ? 3 : 6);
      if (n % 5 == 0)   /* specks among specks */
        for (gsize i = 0; i < (gsize) width * height; i++)
          zones[i] = g_test_rand_int_range (0, 3) ? (guint8) (50 * g_test_rand_int_range (0, 6)) : zones[i];
      g_autoptr (KbZones) painted = kb_zones_from_pixels (width, height, zones, width);
      KbZonesPainter *painter = kb_zones_painter_new (painted);
      g_assert_true (kb_paint_clean_specks (painter, some ? wanted : NULL, least, &changed, NULL, NULL));
      g_assert_cmpuint (changed, ==, define_specks (zones, size, some ? wanted : NULL, least));
      check_painter (painter, width, height, zones);
      kb_zones_painter_cancel (painter);
    }
}

/* --- Replacing and pieces --------------------------------------------------------------------- */

static void
test_replace (void)
{
  for (guint n = 0; n < 200; n++)
    {
      Size size = { (gint) random_side (), (gint) random_side () };
      guint width = (guint) size.width, height = (guint) size.height;
      guint8 from = (guint8) g_test_rand_int_range (0, 4), to = (guint8) g_test_rand_int_range (0, 4);
      KbBox box = { random_place (width), random_place (height), g_test_rand_int_range (-5, 100), g_test_rand_int_range (-5, 100) };
      gboolean all = n % 4 == 0;
      g_autofree guint8 *zones = random_bytes (width, height, 4);
      g_autoptr (KbZones) painted = kb_zones_from_pixels (width, height, zones, width);
      KbZonesPainter *painter = kb_zones_painter_new (painted);
      kb_paint_replace (painter, all ? NULL : &box, from, to);
      for (gint y = 0; y < size.height; y++)
        for (gint x = 0; x < size.width; x++)
          if (at (zones, size, x, y) == from
              && (all || (x >= box.x && y >= box.y && x < box.x + box.w && y < box.y + box.h)))
            zones[y * size.width + x] = to;
      check_painter (painter, width, height, zones);
      kb_zones_painter_cancel (painter);
    }
}

static void
test_pieces (void)
{
  for (guint n = 0; n < 300; n++)
    {
      Size size = { (gint) random_side (), (gint) random_side () };
      guint width = (guint) size.width, height = (guint) size.height;
      gint to_x = random_place (width), to_y = random_place (height);
      gboolean cut = g_test_rand_bit (), flip_x = g_test_rand_bit (), flip_y = g_test_rand_bit (), keep = g_test_rand_bit ();
      g_autofree guint8 *zones = random_bytes (width, height, 4), *in = random_bytes (width, height, 2);
      g_autofree guint8 *before = g_memdup2 (zones, (gsize) width * height), *moved = g_malloc0 ((gsize) width * height);
      g_autoptr (KbPixelSet) set = set_from_bytes (width, height, in);
      g_autoptr (KbZones) painted = kb_zones_from_pixels (width, height, zones, width);
      KbZonesPainter *painter = kb_zones_painter_new (painted);
      g_autoptr (KbPiece) piece = cut ? kb_piece_cut (painter, set) : kb_piece_copy (painter, set);
      KbBox box;
      if (!kb_pixel_set_box (set, &box))
        {
          g_assert_null (piece);
          kb_zones_painter_cancel (painter);
          continue;
        }
      g_assert_true (piece->x == box.x && piece->y == box.y && (gint) piece->width == box.w && (gint) piece->height == box.h);
      kb_piece_flip (piece, flip_x, flip_y);
      kb_piece_put (painter, piece, to_x, to_y, keep);

      for (gsize i = 0; cut && i < (gsize) width * height; i++)
        if (in[i])
          zones[i] = 0;
      for (gint j = 0; j < box.h; j++)
        for (gint i = 0; i < box.w; i++)
          {
            gint x = box.x + (flip_x ? box.w - 1 - i : i), y = box.y + (flip_y ? box.h - 1 - j : j);
            if (!at (in, size, x, y) || !is_inside (size, to_x + i, to_y + j))
              continue;
            moved[(to_y + j) * size.width + to_x + i] = 1;
            if (!keep || at (before, size, x, y) != 0)
              zones[(to_y + j) * size.width + to_x + i] = at (before, size, x, y);
          }
      check_painter (painter, width, height, zones);
      g_autoptr (KbPixelSet) there = kb_piece_set (piece, to_x, to_y, width, height);
      check_set (there, width, height, moved);
      kb_zones_painter_cancel (painter);
    }
}

/* --- Cancelling, undoing ---------------------------------------------------------------------- */

/* A picture of 1,100 x 1,100 is told about more than once. */
static void
test_cancel (void)
{
  enum { SIDE = 1100 };
  g_autoptr (KbZones) zones = kb_zones_new (SIDE, SIDE, 3);
  KbFillOptions options = { 0 };
  g_autoptr (KbPixelSet) set = kb_pixel_set_new (SIDE, SIDE);
  kb_paint_box (&(KbInk) { .set = set, .value = 1 }, &(KbBox) { 100, 100, 10, 10 }, 0);
  g_autoptr (KbPixelSet) before = kb_pixel_set_copy (set);
  for (guint what = 0; what < 5; what++)
    for (gint calls = 0, left = 0; left == 0; calls++)
      {
        KbZonesPainter *painter = kb_zones_painter_new (zones);
        gboolean done = FALSE;
        left = calls;
        options.everywhere = what == 1;
        if (what < 2)
          {
            g_autoptr (KbPixelSet) found = kb_fill_find (zones, 7, 7, &options, cancel_soon, &left);
            done = found != NULL;
          }
        else if (what == 2)
          {
            done = kb_pixel_set_grow (set, 3, cancel_soon, &left);
            g_assert_cmpint (kb_pixel_set_equal (set, before), ==, !done);
          }
        else if (what == 3)
          {
            kb_pixel_set_combine (set, before, KB_SET_INTERSECT);
            done = kb_pixel_set_shrink (set, 3, cancel_soon, &left);
            g_assert_cmpint (kb_pixel_set_equal (set, before), ==, !done);
          }
        else
          done = kb_paint_clean_specks (painter, NULL, 10, NULL, cancel_soon, &left);
        kb_zones_painter_cancel (painter);
        /* Cancelled at each call, one after the other, until there are no more. */
        if (left < 0)
          {
            g_assert_false (done);
            left = 0;
          }
        else
          {
            g_assert_true (done);
            g_assert_cmpint (calls, >, 1);
            left = 1;
          }
      }
}

static void
random_operation (KbZonesPainter *painter, guint width, guint height)
{
  KbInk ink = { .painter = painter, .value = (guint8) g_test_rand_int_range (0, 6) };
  KbBrush brush = { g_test_rand_bit () ? KB_BRUSH_ROUND : KB_BRUSH_SQUARE, (guint) g_test_rand_int_range (1, 60) };
  gint x = random_place (width), y = random_place (height), u = random_place (width), v = random_place (height);
  KbBox box = { x, y, g_test_rand_int_range (1, 100), g_test_rand_int_range (1, 100) };
  KbCorner corners[4] = { { 256 * x, 256 * y }, { 256 * u, 256 * v }, { 256 * u, 256 * y + 100 }, { 256 * x, 256 * v } };
  g_autoptr (KbPixelSet) set = NULL;
  switch (g_test_rand_int_range (0, 11))
    {
    case 0: kb_paint_dab (&ink, &brush, x, y); break;
    case 1: kb_paint_line (&ink, &brush, x, y, u, v); break;
    case 2: kb_paint_box (&ink, &box, (guint) g_test_rand_int_range (0, 5)); break;
    case 3: kb_paint_ellipse (&ink, &box, (guint) g_test_rand_int_range (0, 5)); break;
    case 4: kb_paint_polygon (&ink, corners, 4); break;
    case 5:
      set = kb_fill_find (kb_zones_painter_zones (painter), x, y, &(KbFillOptions) { .everywhere = g_test_rand_bit () }, NULL, NULL);
      kb_paint_set (&ink, set);
      break;
    case 6: kb_paint_replace (painter, NULL, ink.value, (guint8) g_test_rand_int_range (0, 6)); break;
    case 7: kb_paint_grow (painter, ink.value, 2, NULL, NULL, NULL); break;
    case 8: kb_paint_shrink (painter, ink.value, 2, 0, NULL, NULL); break;
    case 9: kb_paint_clean_specks (painter, NULL, 9, NULL, NULL, NULL); break;
    default:
      {
        set = kb_pixel_set_new (width, height);
        kb_paint_box (&(KbInk) { .set = set, .value = 1 }, &box, 0);
        g_autoptr (KbPiece) piece = kb_piece_cut (painter, set);
        if (!piece)
          break;
        kb_piece_flip (piece, g_test_rand_bit (), g_test_rand_bit ());
        kb_piece_put (painter, piece, u, v, g_test_rand_bit ());
      }
    }
}

static void
test_undo (void)
{
  const guint width = 300, height = 201;
  g_autofree guint8 *bytes = random_bytes (width, height, 6);
  KbZones *zones = kb_zones_from_pixels (width, height, bytes, width);
  g_autoptr (GPtrArray) patches = g_ptr_array_new_with_free_func ((GDestroyNotify) kb_zones_patch_unref);
  g_autoptr (GPtrArray) states = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  while (patches->len < 1000)
    {
      KbZonesPainter *painter = kb_zones_painter_new (zones);
      random_operation (painter, width, height);
      KbZonesPatch *patch = kb_zones_painter_finish (painter);
      if (!patch)
        continue;
      g_ptr_array_add (states, g_bytes_new_take (kb_zones_to_pixels (zones), (gsize) width * height));
      g_ptr_array_add (patches, patch);
      zones = kb_zones_apply (zones, patch, TRUE);
    }
  for (guint i = patches->len; i-- > 0;)
    {
      zones = kb_zones_apply (zones, patches->pdata[i], FALSE);
      g_autofree guint8 *now = kb_zones_to_pixels (zones);
      g_assert_cmpmem (now, (gsize) width * height, g_bytes_get_data (states->pdata[i], NULL), (gsize) width * height);
    }
  kb_zones_unref (zones);
}

int
main (int argc, char **argv)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/paint-areas/sets", test_sets);
  g_test_add_func ("/paint-areas/multiplied", test_multiplied);
  g_test_add_func ("/paint-areas/from-pictures", test_from_pictures);
  g_test_add_func ("/paint-areas/grow", test_grow);
  g_test_add_func ("/paint-areas/grow-zones", test_grow_zones);
  g_test_add_func ("/paint-areas/fill", test_fill);
  g_test_add_func ("/paint-areas/specks", test_specks);
  g_test_add_func ("/paint-areas/replace", test_replace);
  g_test_add_func ("/paint-areas/pieces", test_pieces);
  g_test_add_func ("/paint-areas/cancel", test_cancel);
  g_test_add_func ("/paint-areas/undo", test_undo);
  return g_test_run ();
}
