/* SPDX-License-Identifier: MIT */
/* Distances from the edge of the road against their definition, pixel by pixel; the same from all forms of
 * a picture; and that 1,000 strokes with updates leave what a computation of the whole picture gives. */
#include <math.h>
#include <string.h>

#include "tests/support/roads.h"
#include "tests/support/seed.h"

#define ROAD 3
static const guint8 road_zones[] = { ROAD, 200 };

typedef struct {
  guint width, height;
  gsize stride;
  guint8 *bytes;
} Picture;

static Picture
picture_new (guint width, guint height)
{
  Picture p = { width, height, width + (gsize) g_test_rand_int_range (0, 3), NULL };
  p.bytes = g_malloc0 (p.stride * height);
  return p;
}

static kbx_road
picture_road (const Picture *p)
{
  return kit_road (p->width, p->height, p->bytes, p->stride, road_zones, G_N_ELEMENTS (road_zones));
}

static void
paint_disc (Picture *p, int cx, int cy, int r, guint8 value)
{
  for (int y = MAX (cy - r, 0); y <= MIN (cy + r, (int) p->height - 1); y++)
    for (int x = MAX (cx - r, 0); x <= MIN (cx + r, (int) p->width - 1); x++)
      if ((x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r)
        p->bytes[(gsize) y * p->stride + (gsize) x] = value;
}

static guint8
some_value (void)
{
  static const guint8 values[] = { 0, ROAD, 200, 0, 77, ROAD };
  return values[g_test_rand_int_range (0, G_N_ELEMENTS (values))];
}

/* Noise of some density, discs, stripes, a lone pixel, all, nothing. */
static void
paint_anything (Picture *p)
{
  int kind = g_test_rand_int_range (0, 8), n = g_test_rand_int_range (1, 40);
  memset (p->bytes, kind == 6 ? ROAD : 0, p->stride * p->height);
  if (kind <= 2)
    for (gsize i = 0; i < p->stride * p->height; i++)
      p->bytes[i] = kind == 0 ? some_value () : g_test_rand_int_range (0, n) == 0 ? ROAD : kind == 1 ? 0 : 200 * (i % 3 == 0);
  if (kind == 3 || kind == 6)
    for (int i = 0; i < n; i++)
      paint_disc (p, g_test_rand_int_range (0, (int) p->width), g_test_rand_int_range (0, (int) p->height),
                  g_test_rand_int_range (0, 30), some_value ());
  if (kind == 4)
    p->bytes[(gsize) g_test_rand_int_range (0, (int) p->height) * p->stride + (gsize) g_test_rand_int_range (0, (int) p->width)] = ROAD;
  if (kind == 5)
    for (gsize i = 0; i < p->stride * p->height; i++)
      p->bytes[i] = ((i % p->stride) / (gsize) n + (i / p->stride) / (gsize) n) % 2 ? ROAD : 1;
}

/* ---- the definition ---- */

static gboolean
is_road (const Picture *p, int x, int y)
{
  if (x < 0 || y < 0 || x >= (int) p->width || y >= (int) p->height)
    return FALSE;
  guint8 value = p->bytes[(gsize) y * p->stride + (gsize) x];
  return value == road_zones[0] || value == road_zones[1];
}

/* Over all pixels of the picture and the frame of pixels around it; *sides is the same to the sides of the pixels. */
static int
plain_squared (const Picture *p, int x, int y, double *sides)
{
  gboolean kind = is_road (p, x, y);
  int best = G_MAXINT;
  *sides = INFINITY;
  for (int v = -1; v <= (int) p->height; v++)
    for (int u = -1; u <= (int) p->width; u++)
      if (is_road (p, u, v) != kind && (kind || is_road (p, u, v)))
        {
          int dx = ABS (u - x), dy = ABS (v - y);
          best = MIN (best, dx * dx + dy * dy);
          *sides = fmin (*sides, hypot (fmax (dx - 0.5, 0), fmax (dy - 0.5, 0)));
        }
  return kind ? best : -best;
}

/* Nearest number of sixteenths, found in whole numbers. */
static int
plain_clearance (int squared, int most)
{
  int size = ABS (squared), q = 0;
  if (size > 200 * 200)
    return squared < 0 ? -16 * most : 16 * most;
  while ((2 * (q + 8) + 1) * (2 * (q + 8) + 1) < 4 * 256 * size)
    q++;
  q = MIN (q, 16 * most);
  return squared < 0 ? -q : q;
}

static void
check_against_definition (const Picture *p)
{
  kbx_road road = picture_road (p);
  gsize stride = p->width + (gsize) g_test_rand_int_range (0, 2), n = stride * p->height;
  g_autofree gint32 *expected = g_new (gint32, n);
  g_autofree gint16 *clearance = g_new (gint16, n);
  for (int y = 0; y < (int) p->height; y++)
    for (int x = 0; x < (int) p->width; x++)
      {
        double sides;
        expected[(gsize) y * stride + (gsize) x] = plain_squared (p, x, y, &sides);
        if (!isinf (sides))
          {
            double over = sqrt (ABS (expected[(gsize) y * stride + (gsize) x])) - 0.5 - sides;
            g_assert_cmpfloat (over, >=, -1e-12);
            g_assert_cmpfloat (over, <=, (sqrt (2) - 1) / 2 + 1e-12);
          }
      }
  for (guint l = 0; l < 3; l++)
    {
      int most = l == 0 ? g_test_rand_int_range (1, 6) : g_test_rand_int_range (1, KB_CLEARANCE_MOST + 1);
      g_assert_true (kb_clearance (&road, (guint) most, clearance, stride, NULL, NULL));
      for (gsize y = 0; y < p->height; y++)
        for (gsize x = 0; x < p->width; x++)
          g_assert_cmpint (clearance[y * stride + x], ==, plain_clearance (expected[y * stride + x], most));
    }
}

static void
test_small (void)
{
  for (guint width = 1; width <= 19; width++)
    for (guint height = 1; height <= 19; height++)
      {
        Picture p = picture_new (width, height);
        for (guint i = 0; kit_goes_on (i, 4); i++)
          {
            paint_anything (&p);
            check_against_definition (&p);
          }
        g_free (p.bytes);
      }
}

static void
test_odd_sizes (void)
{
  static const guint sizes[] = { 31, 32, 33, 47, 49, 63, 64, 65, 95, 97, 127, 129 };
  for (guint i = 0; i < MAX (G_N_ELEMENTS (sizes), kit_rounds (3 * G_N_ELEMENTS (sizes))); i++)
    {
      guint one = sizes[i % G_N_ELEMENTS (sizes)], other = (guint) g_test_rand_int_range (1, 100);
      Picture p = picture_new (i % 2 ? one : other, i % 2 ? other : one);
      paint_anything (&p);
      check_against_definition (&p);
      g_free (p.bytes);
    }
}

/* A lone pixel: all sums of two squares that count, and the place where the cut-off begins. */
static void
test_rounding (void)
{
  const int side = 301, at = 150;
  Picture p = picture_new ((guint) side, (guint) side);
  g_autofree gint16 *clearance = g_new (gint16, (gsize) side * (gsize) side);
  kbx_road road = picture_road (&p);
  p.bytes[(gsize) at * p.stride + (gsize) at] = ROAD;
  g_assert_true (kb_clearance (&road, KB_CLEARANCE_MOST, clearance, (gsize) side, NULL, NULL));
  for (int y = 0; y < side; y++)
    for (int x = 0; x < side; x++)
      {
        int squared = (x - at) * (x - at) + (y - at) * (y - at), got = clearance[y * side + x];
        g_assert_cmpint (got, ==, squared == 0 ? 8 : plain_clearance (-squared, KB_CLEARANCE_MOST));
        if (squared > 0 && squared <= 127 * 127)
          g_assert_cmpfloat (fabs (got / 16.0 + sqrt (squared) - 0.5), <=, 1 / 32.0);
      }
  g_free (p.bytes);
}

/* ---- larger pictures ---- */

/* Several bands of rows and many strips: what the library packs of a picture, in bands of its own, is what the bake packs. */
static void
test_packed (void)
{
  static const guint cuts[] = { KB_CLEARANCE_MOST, 40, 1 };
  const guint width = 603, height = 1301;
  g_autofree gint16 *clearance = g_new (gint16, (gsize) width * height);
  for (guint round = 0; kit_goes_on (round, 9); round++)
    {
      Picture p = picture_new (width, height);
      const guint most = cuts[round % G_N_ELEMENTS (cuts)];
      if (round == 0)
        for (int i = 0; i < 30; i++)
          paint_disc (&p, g_test_rand_int_range (0, (int) width), g_test_rand_int_range (0, (int) height),
                      g_test_rand_int_range (1, 180), i % 3 ? ROAD : 0);
      else
        paint_anything (&p);
      kbx_road road = picture_road (&p);
      g_assert_true (kb_clearance (&road, most, clearance, width, NULL, NULL));
      g_autoptr (GBytes) baked = kb_clearance_pack (clearance, width, height, width, most);
      for (gsize i = 0; i < p.stride * height; i++)
        p.bytes[i] = road.is_road[p.bytes[i]];
      const kbx_track_plan plan = { .w = width, .h = height, .road = p.bytes, .stride = p.stride, .max_clearance = most };
      const gsize room = kbx_track_work (&plan), size = g_bytes_get_size (baked);
      g_autofree guint8 *work = g_malloc (room), *bytes = g_malloc (size);
      g_assert_cmpuint (kbx_track_pack (&plan, work, room, bytes, size, NULL), ==, size);
      g_assert_cmpmem (bytes, size, g_bytes_get_data (baked, NULL), size);
      g_free (p.bytes);
    }
}

static const guint8 *
tile_of_zones (gconstpointer picture, guint32 index)
{
  return kb_zones_tile (picture, index);
}

/* The same picture as bytes and as a painted picture. */
static void
test_forms (void)
{
  for (int round = 0; round < 12; round++)
    {
      guint width = (guint) g_test_rand_int_range (1, 300), height = (guint) g_test_rand_int_range (1, 300);
      gsize n = (gsize) width * height;
      Picture p = picture_new (width, height);
      paint_anything (&p);
      g_autoptr (KbZones) zones = kb_zones_from_pixels (width, height, p.bytes, p.stride);
      g_autofree gint16 *clearance = g_new (gint16, n), *expected = g_new (gint16, n);
      kbx_road forms[] = { picture_road (&p), { .width = width, .height = height, .tiles = tile_of_zones, .picture = zones } };
      memcpy (forms[1].is_road, forms[0].is_road, sizeof forms[1].is_road);
      for (guint f = 0; f < G_N_ELEMENTS (forms); f++)
        {
          g_assert_true (kb_clearance (&forms[f], 20, f ? clearance : expected, width, NULL, NULL));
          if (f)
            g_assert_cmpmem (clearance, n * sizeof *clearance, expected, n * sizeof *expected);
          for (gsize i = 0; i < n; i++)
            g_assert_cmpint (expected[i] > 0, ==, is_road (&p, (int) (i % width), (int) (i / width)));
        }
      g_free (p.bytes);
    }
}

/* ---- strokes ---- */

/* A stroke of a round or square brush; the box of what it may have changed. */
static KbClearanceBox
paint_stroke (Picture *p)
{
  int w = (int) p->width, h = (int) p->height, r = g_test_rand_int_range (0, 40), steps = g_test_rand_int_range (1, 12);
  int x = g_test_rand_int_range (-20, w + 20), y = g_test_rand_int_range (-20, h + 20), x0 = x, x1 = x, y0 = y, y1 = y;
  guint8 value = some_value ();
  for (int i = 0; i < steps; i++)
    {
      paint_disc (p, x, y, r, value);
      x0 = MIN (x0, x);
      x1 = MAX (x1, x);
      y0 = MIN (y0, y);
      y1 = MAX (y1, y);
      x += g_test_rand_int_range (-15, 16);
      y += g_test_rand_int_range (-15, 16);
    }
  return (KbClearanceBox) { x0 - r, y0 - r, x1 - x0 + 2 * r + 1, y1 - y0 + 2 * r + 1 };
}

static void
test_strokes (void)
{
  gboolean soak = kit_is_soak ();
  guint width = soak ? 1900 : 403, height = soak ? 1700 : 389;
  gsize n = (gsize) width * height;
  static const guint cuts[] = { KB_CLEARANCE_MOST, 33 };
  Picture p = picture_new (width, height);
  kbx_road road = picture_road (&p);
  g_autofree gint16 *one = g_new (gint16, n), *other = g_new (gint16, n), *whole = g_new (gint16, n), *before = g_new (gint16, n);
  gint16 *const kept[2] = { one, other };
  for (guint c = 0; c < 2; c++)
    kb_clearance (&road, cuts[c], kept[c], width, NULL, NULL);
  for (guint stroke = 0; kit_goes_on (stroke, 1000); stroke++)
    {
      KbClearanceBox box = paint_stroke (&p);
      guint c = stroke % 2;
      memcpy (before, kept[c], n * sizeof *before);
      KbClearanceBox changed = kb_clearance_update (&road, cuts[c], kept[c], width, box);
      kb_clearance_update (&road, cuts[!c], kept[!c], width, box);
      g_assert_true (kb_clearance (&road, cuts[c], whole, width, NULL, NULL));
      g_assert_cmpmem (kept[c], n * sizeof *whole, whole, n * sizeof *whole);
      for (gint y = 0; y < (gint) height; y++)
        {
          gsize row = (gsize) y * width;
          gboolean inside = y >= changed.y && y < changed.y + changed.height;
          gsize from = inside ? (gsize) changed.x : width, to = inside ? (gsize) (changed.x + changed.width) : width;
          g_assert_cmpmem (before + row, from * 2, kept[c] + row, from * 2);
          g_assert_cmpmem (before + row + to, (width - to) * 2, kept[c] + row + to, (width - to) * 2);
        }
    }
  g_free (p.bytes);
}

static void
test_boxes (void)
{
  Picture p = picture_new (100, 80);
  kbx_road road = picture_road (&p);
  gint16 clearance[8000];
  static const struct { KbClearanceBox asked, expected; } cases[] = {
    { { 40, 30, 1, 1 }, { 30, 20, 21, 21 } },       { { 40, 30, 0, 1 }, { 0, 0, 0, 0 } },
    { { -500, 30, 60, 1 }, { 0, 0, 0, 0 } },        { { -5, -5, 6, 6 }, { 0, 0, 11, 11 } },
    { { 109, 10, 5, 5 }, { 99, 0, 1, 25 } },        { { 110, 10, 5, 5 }, { 0, 0, 0, 0 } },
    { { G_MININT, G_MININT, G_MAXINT, G_MAXINT }, { 0, 0, 9, 9 } }, { { 3, 3, G_MAXINT, G_MAXINT }, { 0, 0, 100, 80 } },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      KbClearanceBox box = kb_clearance_update (&road, 10, clearance, 100, cases[i].asked);
      g_assert_cmpmem (&box, sizeof box, &cases[i].expected, sizeof box);
    }
  g_free (p.bytes);
}

/* ---- progress ---- */

typedef struct { double last; } Told;

static void
report (double fraction, gpointer data)
{
  Told *reported = data;
  g_assert_cmpfloat (fraction, >=, reported->last);
  g_assert_cmpfloat (fraction, <=, 1);
  reported->last = fraction;
}

static void
test_progress (void)
{
  Picture p = picture_new (2000, 2100);
  kbx_road road = picture_road (&p);
  g_autofree gint16 *clearance = g_new (gint16, 2000 * 2100);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Told reported = { 0 };
  KbWatch watch = { report, &reported, cancellable };
  paint_disc (&p, 900, 900, 700, ROAD);
  g_assert_true (kb_clearance (&road, 50, clearance, 2000, &watch, NULL));
  g_assert_cmpfloat (reported.last, ==, 1);
  g_autoptr (GError) error = NULL;
  reported.last = 0;
  g_cancellable_cancel (cancellable);
  g_assert_false (kb_clearance (&road, 50, clearance, 2000, &watch, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_free (p.bytes);
}

KIT_PROGRAM (clearance)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/clearance/small", test_small);
  g_test_add_func ("/clearance/odd-sizes", test_odd_sizes);
  g_test_add_func ("/clearance/rounding", test_rounding);
  g_test_add_func ("/clearance/packed", test_packed);
  g_test_add_func ("/clearance/forms", test_forms);
  g_test_add_func ("/clearance/strokes", test_strokes);
  g_test_add_func ("/clearance/boxes", test_boxes);
  g_test_add_func ("/clearance/progress", test_progress);
  return g_test_run ();
}
