/* SPDX-License-Identifier: MIT */
/* Random painted pictures and sets of awkward sizes, and how they compare with plain bytes. */
#ifndef KB_TEST_PAINT_KIT_H
#define KB_TEST_PAINT_KIT_H

#include <string.h>

#include "operations/paint/paint.h"
#include "operations/paint/private.h"
#include "tests/support/seed.h"

/* Tiles' borders, a pixel beside them, and anything up to three tiles. */
static inline guint
random_side (void)
{
  static const guint sides[] = { 1, 2, 63, 64, 65, 127, 128, 129 };
  return g_test_rand_bit () ? sides[g_test_rand_int_range (0, G_N_ELEMENTS (sides))] : (guint) g_test_rand_int_range (1, 190);
}

static inline guint64
kb_pixel_set_count (const KbPixelSet *set)
{
  guint64 count = 0;
  for (gsize i = 0; i < (gsize) set->words * set->height; i++)
    count += (guint64) __builtin_popcountll (set->bits[i]);
  return count;
}

static inline gboolean
kb_pixel_set_equal (const KbPixelSet *a, const KbPixelSet *b)
{
  return a->width == b->width && a->height == b->height
         && memcmp (a->bits, b->bits, (gsize) a->words * a->height * sizeof *a->bits) == 0;
}

/* Near the picture's edges more often than not, also outside. */
static inline gint
random_place (guint side)
{
  return g_test_rand_int_range (-30, (gint) side + 30);
}

/* Bytes of a few values: noise, boxes, or stripes. */
static inline guint8 *
random_bytes (guint width, guint height, guint n_values)
{
  guint8 *bytes = g_malloc0 ((gsize) width * height);
  gint manner = g_test_rand_int_range (0, 4), many = g_test_rand_int_range (1, 40);
  for (guint i = 0; manner == 0 && i < width * height; i++)
    bytes[i] = (guint8) g_test_rand_int_range (0, (gint) n_values);
  for (gint n = 0; manner != 0 && n < many; n++)
    {
      guint8 value = (guint8) g_test_rand_int_range (0, (gint) n_values);
      guint x0 = (guint) g_test_rand_int_range (0, (gint) width), y0 = (guint) g_test_rand_int_range (0, (gint) height);
      guint x1 = x0 + (guint) g_test_rand_int_range (1, manner == 1 ? 90 : manner == 2 ? 12 : 3);
      guint y1 = y0 + (guint) g_test_rand_int_range (1, manner == 1 ? 90 : manner == 2 ? 3 : 12);
      for (guint y = y0; y < MIN (y1, height); y++)
        memset (bytes + (gsize) y * width + x0, value, MIN (x1, width) - x0);
    }
  return bytes;
}

static inline KbPixelSet *
set_from_bytes (guint width, guint height, const guint8 *bytes)
{
  KbPixelSet *set = kb_pixel_set_new (width, height);
  KbInk ink = { .set = set, .value = 1 };
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      if (bytes[(gsize) y * width + x])
        kb_paint_box (&ink, &(KbBox) { (gint) x, (gint) y, 1, 1 }, 0);
  return set;
}

/* The set has just the pixels that are not 0; its rows, box and count say the same. */
static inline void
check_set (const KbPixelSet *set, guint width, guint height, const guint8 *bytes)
{
  gint left = G_MAXINT, top = G_MAXINT, right = 0, bottom = 0;
  guint64 count = 0;
  KbBox box;
  g_assert_cmpuint (kb_pixel_set_width (set), ==, width);
  g_assert_cmpuint (kb_pixel_set_height (set), ==, height);
  for (gint y = 0; y < (gint) height; y++)
    {
      gint x0 = -1, x1 = -1;
      for (gint x = 0; x < (gint) width; x++)
        {
          gboolean in = bytes[(gsize) y * width + (gsize) x] != 0;
          if (kb_pixel_set_has (set, x, y) != in)
            g_error ("pixel %d, %d of %u x %u should be %s", x, y, width, height, in ? "in" : "out");
          if (x >= x1 && (!kb_pixel_set_next_run (set, y, x, &x0, &x1) || x0 < x))
            x0 = x1 = G_MAXINT;
          g_assert_cmpint (x0 <= x && x < x1, ==, in);
          if (in)
            {
              left = MIN (left, x);
              right = MAX (right, x + 1);
              top = MIN (top, y);
              bottom = y + 1;
              count++;
            }
        }
    }
  g_assert_cmpuint (kb_pixel_set_count (set), ==, count);
  g_assert_cmpint (kb_pixel_set_box (set, &box), ==, count > 0);
  if (count > 0)
    g_assert_true (box.x == left && box.y == top && box.w == right - left && box.h == bottom - top);
  g_assert_false (kb_pixel_set_has (set, -1, 0) || kb_pixel_set_has (set, 0, -1)
                  || kb_pixel_set_has (set, (gint) width, 0) || kb_pixel_set_has (set, 0, (gint) height));
}

static inline void
check_painter (const KbZonesPainter *painter, guint width, guint height, const guint8 *bytes)
{
  g_autofree guint8 *now = g_malloc ((gsize) width * height);
  kb_zones_painter_copy (painter, 0, 0, width, height, now, width);
  for (gsize i = 0; i < (gsize) width * height; i++)
    if (now[i] != bytes[i])
      g_error ("pixel %u, %u of %u x %u is %d and should be %d", (guint) (i % width), (guint) (i / width), width, height, now[i],
               bytes[i]);
}

/* --- Definitions that more than one test needs --- */

typedef struct { gint width, height; } Size;

static inline guint8
at (const guint8 *bytes, Size size, gint x, gint y)
{
  return bytes[(gsize) y * (gsize) size.width + (gsize) x];
}

static inline gboolean
is_inside (Size size, gint x, gint y)
{
  return x >= 0 && y >= 0 && x < size.width && y < size.height;
}

/* The four neighbours. */
static const gint beside[4][2] = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } };

/* Also what is within n pixels of a pixel that is not 0. */
static inline guint8 *
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

/* Pixels that may be reached (1) become 2 from (x, y) on; which they are, as KbCorner. */
static inline GArray *
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

/* FALSE once, after a few calls. */
static inline gboolean
cancel_soon (guint done, guint total, gpointer calls)
{
  g_assert_cmpuint (done, <=, total);
  return (*(gint *) calls)-- != 0;
}

#endif
