/* SPDX-License-Identifier: MIT */
/* Brushes, lines, boxes, ellipses and polygons against their definitions, pixel by pixel. */
#include "tests/support/paint_kit.h"

/* A shape of random numbers that can be painted, and asked of a pixel. */
typedef struct {
  enum { DAB, LINE, BOX, ELLIPSE, POLYGON, N_SHAPES } type;
  KbBrush brush;
  gint x0, y0, x1, y1;
  KbBox box;
  guint width;
  KbCorner corners[9];
  guint n;
} Shape;

static KbBrush
random_brush (void)
{
  return (KbBrush) { g_test_rand_bit () ? KB_BRUSH_ROUND : KB_BRUSH_SQUARE,
                     (guint) (g_test_rand_int_range (0, 8) == 0 ? g_test_rand_int_range (30, 90) : g_test_rand_int_range (1, 30)) };
}

/* As often as not in the middle of a pixel, or on a corner. */
static gint32
random_corner (guint side)
{
  gint whole = 256 * random_place (side);
  switch (g_test_rand_int_range (0, 4))
    {
    case 0: return whole;
    case 1: return whole + g_test_rand_int_range (0, 256);
    default: return whole + 128;
    }
}

static Shape
random_shape (guint type, guint width, guint height)
{
  Shape shape = { .type = type, .brush = random_brush (), .x0 = random_place (width), .y0 = random_place (height),
                  .x1 = random_place (width), .y1 = random_place (height), .n = (guint) g_test_rand_int_range (0, 10) };
  gint most = g_test_rand_bit () ? 12 : 150;
  shape.box = (KbBox) { shape.x0, shape.y0, g_test_rand_int_range (0, most), g_test_rand_int_range (0, most) };
  shape.width = (guint) (g_test_rand_bit () ? 0 : g_test_rand_int_range (1, 9));
  if (type == DAB)
    {
      shape.x1 = shape.x0;
      shape.y1 = shape.y0;
    }
  for (guint i = 0; i < shape.n; i++)
    shape.corners[i] = (KbCorner) { random_corner (width), random_corner (height) };
  return shape;
}

static void
paint (const KbInk *ink, const Shape *shape)
{
  switch (shape->type)
    {
    case DAB: kb_paint_dab (ink, &shape->brush, shape->x0, shape->y0); break;
    case LINE: kb_paint_line (ink, &shape->brush, shape->x0, shape->y0, shape->x1, shape->y1); break;
    case BOX: kb_paint_box (ink, &shape->box, shape->width); break;
    case ELLIPSE: kb_paint_ellipse (ink, &shape->box, shape->width); break;
    default: kb_paint_polygon (ink, shape->corners, shape->n); break;
    }
}

/* --- Definitions ------------------------------------------------------------------------------ */

/* In half pixels: the centre of a pixel is odd. */
static gboolean
in_dab (const KbBrush *brush, gint x, gint y, gint px, gint py)
{
  gint d = (gint) brush->diameter, odd = d % 2;
  gint64 u = 2 * px + 1 - (2 * x + odd), v = 2 * py + 1 - (2 * y + odd);
  return brush->form == KB_BRUSH_SQUARE ? MAX (ABS (u), ABS (v)) <= d : u * u + v * v <= (gint64) d * d;
}

/* The whole number m with m - 1/2 <= k d / n < m + 1/2. */
static gint
nearest (gint64 k, gint64 d, gint64 n)
{
  gint64 m = k * d / n - 2;
  while (!(2 * m * n - n <= 2 * k * d && 2 * k * d < 2 * m * n + n))
    m++;
  return (gint) m;
}

static void
define_line (const Shape *shape, guint width, guint height, guint8 *bytes)
{
  gint64 dx = shape->x1 - shape->x0, dy = shape->y1 - shape->y0, n = MAX (ABS (dx), ABS (dy));
  gint d = (gint) shape->brush.diameter;
  for (gint64 k = 0; k <= n; k++)
    {
      gint x = shape->x0 + (n ? nearest (k, dx, n) : 0), y = shape->y0 + (n ? nearest (k, dy, n) : 0);
      for (gint py = MAX (y - d, 0); py < MIN (y + d + 1, (gint) height); py++)
        for (gint px = MAX (x - d, 0); px < MIN (x + d + 1, (gint) width); px++)
          if (in_dab (&shape->brush, x, y, px, py))
            bytes[(gsize) py * width + (gsize) px] = 1;
    }
}

static gboolean
in_filled (const Shape *shape, gint64 px, gint64 py)
{
  gint64 x = px - shape->box.x, y = py - shape->box.y, w = shape->box.w, h = shape->box.h;
  if (x < 0 || y < 0 || x >= w || y >= h)
    return FALSE;
  gint64 u = 2 * x + 1 - w, v = 2 * y + 1 - h;
  return shape->type == BOX || u * u * h * h + v * v * w * w <= w * w * h * h;
}

static gboolean
in_outlined (const Shape *shape, gint px, gint py)
{
  gint n = (gint) shape->width;
  if (!in_filled (shape, px, py))
    return FALSE;
  if (n == 0)
    return TRUE;
  for (gint y = -n; y <= n; y++)
    for (gint x = -n; x <= n; x++)
      if (x * x + y * y <= n * n && !in_filled (shape, px + x, py + y))
        return TRUE;
  return FALSE;
}

/* How often the outline goes round a point just right of the centre, and a still smaller bit below it. */
static gboolean
in_polygon (const Shape *shape, gint px, gint py)
{
  gint64 cx = 256 * px + 128, cy = 256 * py + 128;
  gint round = 0;
  for (guint i = 0; i < shape->n; i++)
    {
      KbCorner a = shape->corners[i], b = shape->corners[(i + 1) % shape->n];
      gint way = a.y <= cy && b.y > cy ? 1 : b.y <= cy && a.y > cy ? -1 : 0;
      /* On the left of the point, or through the centre itself. */
      gint64 side = ((gint64) b.x - a.x) * (cy - a.y) - (cx - a.x) * ((gint64) b.y - a.y);
      if (side * way <= 0)
        round += way;
    }
  return round != 0;
}

static guint8 *
define (const Shape *shape, guint width, guint height)
{
  guint8 *bytes = g_malloc0 ((gsize) width * height);
  if (shape->type == DAB || shape->type == LINE)
    define_line (shape, width, height, bytes);
  else
    for (gint y = 0; y < (gint) height; y++)
      for (gint x = 0; x < (gint) width; x++)
        bytes[(gsize) y * width + (gsize) x] = shape->type == POLYGON ? in_polygon (shape, x, y) : in_outlined (shape, x, y);
  return bytes;
}

/* --- Tests ------------------------------------------------------------------------------------ */

static void
test_shape (gconstpointer type)
{
  for (guint n = 0; kit_goes_on (n, 400); n++)
    {
      guint width = random_side (), height = random_side ();
      Shape shape = random_shape (GPOINTER_TO_UINT (type), width, height);
      g_autofree guint8 *bytes = define (&shape, width, height);
      g_autoptr (KbPixelSet) set = kb_pixel_set_new (width, height);
      paint (&(KbInk) { .set = set, .value = 1 }, &shape);
      check_set (set, width, height, bytes);
      paint (&(KbInk) { .set = set, .value = 0 }, &shape);
      g_assert_cmpuint (kb_pixel_set_count (set), ==, 0);
    }
}

/* Onto zones; within a selection; over some zones only. */
static void
test_inks (void)
{
  for (guint n = 0; kit_goes_on (n, 400); n++)
    {
      guint width = random_side (), height = random_side (), flags = (guint) g_test_rand_int_range (0, 4);
      Shape shape = random_shape ((guint) g_test_rand_int_range (0, N_SHAPES), width, height);
      g_autofree guint8 *bytes = define (&shape, width, height), *zones = random_bytes (width, height, 5);
      g_autofree guint8 *inside = random_bytes (width, height, 2);
      g_autoptr (KbPixelSet) within = set_from_bytes (width, height, inside);
      g_autoptr (KbPixelSet) set = set_from_bytes (width, height, bytes);
      g_autoptr (KbZones) before = kb_zones_from_pixels (width, height, zones, width);
      KbZonesPainter *painter = kb_zones_painter_new (before), *other = kb_zones_painter_new (before);
      guint8 over[256] = { [0] = 1, [3] = 1 };
      KbInk ink = { .painter = painter, .value = (guint8) g_test_rand_int_range (0, 5), .within = flags & 1 ? within : NULL,
                    .over = flags & 2 ? over : NULL };
      paint (&ink, &shape);
      for (gsize i = 0; i < (gsize) width * height; i++)
        if (bytes[i] && (!ink.within || inside[i]) && (!ink.over || over[zones[i]]))
          zones[i] = ink.value;
      check_painter (painter, width, height, zones);
      /* The same pixels as a set. */
      ink.painter = other;
      kb_paint_set (&ink, set);
      check_painter (other, width, height, zones);
      kb_zones_painter_cancel (painter);
      kb_zones_painter_cancel (other);
    }
}

static void
test_brush (void)
{
  for (guint d = 1; d <= KB_MAX_BRUSH; d += d < 70 ? 1 : 17)
    for (guint form = 0; form < 2; form++)
      {
        KbBrush brush = { form ? KB_BRUSH_SQUARE : KB_BRUSH_ROUND, d };
        gint half = (gint) d / 2;
        g_autoptr (GArray) outline = kb_brush_outline (&brush);
        const KbCorner *corners = (const KbCorner *) (gpointer) outline->data;
        for (gint y = -half - 1; y <= half + 1; y++)
          {
            gint x0, x1;
            if (!kb_brush_row (&brush, y, &x0, &x1))
              x0 = x1 = G_MAXINT;
            for (gint x = -half - 1; x <= half + 1; x++)
              g_assert_cmpint (x0 <= x && x < x1, ==, in_dab (&brush, 0, 0, x, y));
          }
        /* The outline goes round just these pixels, in steps along one axis and then the other. */
        guint side = d + 2;
        g_autofree guint8 *bytes = g_malloc0 ((gsize) side * side);
        g_autofree KbCorner *fine = g_new (KbCorner, outline->len);
        g_autoptr (KbPixelSet) set = kb_pixel_set_new (side, side);
        define_line (&(Shape) { .brush = brush, .x0 = half + 1, .y0 = half + 1, .x1 = half + 1, .y1 = half + 1 }, side, side, bytes);
        for (guint i = 0; i < outline->len; i++)
          {
            KbCorner next = corners[(i + 1) % outline->len];
            g_assert_true (i % 2 == 0 ? next.y == corners[i].y && next.x != corners[i].x : next.x == corners[i].x && next.y != corners[i].y);
            fine[i] = (KbCorner) { 256 * (corners[i].x + half + 1), 256 * (corners[i].y + half + 1) };
          }
        g_assert_true (corners[1].x > corners[0].x);   /* clockwise: the upper edge to the right */
        kb_paint_polygon (&(KbInk) { .set = set, .value = 1 }, fine, outline->len);
        check_set (set, side, side, bytes);
      }
}

/* The dab's middle is as near to the pointer as it can be. */
static void
test_place (void)
{
  for (guint n = 0; kit_goes_on (n, 1000); n++)
    {
      KbBrush brush = random_brush ();
      double px = g_test_rand_double_range (-50, 50), py = n % 10 == 0 ? 7 : g_test_rand_double_range (-50, 50), half = brush.diameter % 2 / 2.0;
      gint x, y;
      kb_brush_place (&brush, px, py, &x, &y);
      g_assert_true (-0.5 <= px - (x + half) && px - (x + half) <= 0.5);
      g_assert_true (-0.5 <= py - (y + half) && py - (y + half) <= 0.5);
    }
}

/* There and back are the same; from far outside, too, without working through all of the way. */
static void
test_far_lines (void)
{
  for (guint n = 0; kit_goes_on (n, 60); n++)
    {
      guint width = random_side (), height = random_side ();
      Shape shape = random_shape (LINE, width, height);
      gint far = n < 30 ? 400 : 65536;
      g_autoptr (KbPixelSet) there = kb_pixel_set_new (width, height), back = kb_pixel_set_new (width, height);
      shape.x0 = g_test_rand_int_range (-far, far);
      shape.y1 = g_test_rand_int_range (-far, far);
      if (n % 3 == 0)   /* through the picture's middle */
        {
          shape.x1 = (gint) width - shape.x0;
          shape.y0 = (gint) height - shape.y1;
        }
      g_autofree guint8 *bytes = define (&shape, width, height);
      paint (&(KbInk) { .set = there, .value = 1 }, &shape);
      check_set (there, width, height, bytes);
      kb_paint_line (&(KbInk) { .set = back, .value = 1 }, &shape.brush, shape.x1, shape.y1, shape.x0, shape.y0);
      g_assert_true (kb_pixel_set_equal (there, back));
    }
}

/* A polygon is cut along a line, a triangle into three: each pixel is in one of them. */
static void
test_neighbours (void)
{
  for (guint n = 0; kit_goes_on (n, 300); n++)
    {
      guint width = random_side (), height = random_side ();
      KbCorner t[4];
      for (guint i = 0; i < 3; i++)
        t[i] = (KbCorner) { random_corner (width), random_corner (height) };
      t[3] = (KbCorner) { (t[0].x + t[1].x + 2 * t[2].x) / 4, (t[0].y + t[1].y + 2 * t[2].y) / 4 };
      g_autoptr (KbPixelSet) whole = kb_pixel_set_new (width, height), sum = kb_pixel_set_new (width, height);
      guint64 pixels = 0;
      kb_paint_polygon (&(KbInk) { .set = whole, .value = 1 }, t, 3);
      for (guint i = 0; i < 3; i++)
        {
          const KbCorner part[3] = { t[i], t[(i + 1) % 3], t[3] };
          g_autoptr (KbPixelSet) set = kb_pixel_set_new (width, height);
          kb_paint_polygon (&(KbInk) { .set = set, .value = 1 }, part, 3);
          pixels += kb_pixel_set_count (set);
          kb_pixel_set_combine (sum, set, KB_SET_ADD);
        }
      g_assert_cmpuint (pixels, ==, kb_pixel_set_count (sum));
      /* Rounding may have put the middle out of a thin triangle. */
      gint64 area = ABS (((gint64) t[1].x - t[0].x) * (t[2].y - t[0].y) - ((gint64) t[2].x - t[0].x) * (t[1].y - t[0].y));
      if (area > 256 * 256)
        g_assert_true (kb_pixel_set_equal (whole, sum));
    }
}

/* A fill inside of an outline of one pixel stays there. */
static void
test_closed (void)
{
  for (guint n = 0; kit_goes_on (n, 200); n++)
    {
      KbBox box = { 1, 1, g_test_rand_int_range (3, 120), g_test_rand_int_range (3, 120) };
      guint width = (guint) box.w + 2, height = (guint) box.h + 2;
      g_autoptr (KbZones) zones = kb_zones_new (width, height, 0);
      KbZonesPainter *painter = kb_zones_painter_new (zones);
      kb_paint_ellipse (&(KbInk) { .painter = painter, .value = 1 }, &box, 1);
      g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (painter);
      zones = kb_zones_apply (g_steal_pointer (&zones), patch, TRUE);
      if (kb_zones_at (zones, 1 + box.w / 2, 1 + box.h / 2) != 0)
        continue;   /* too thin for an inside */
      KbFillOptions options = { 0 };
      g_autoptr (KbPixelSet) inside = kb_fill_find (zones, 1 + box.w / 2, 1 + box.h / 2, &options, NULL, NULL);
      g_assert_false (kb_pixel_set_has (inside, 0, 0));
    }
}

/* What no pixel can have, and numbers beyond all bounds. */
static void
test_limits (void)
{
  g_autoptr (KbPixelSet) set = kb_pixel_set_new (70, 70);
  KbInk ink = { .set = set, .value = 1 };
  KbCorner huge[4] = { { G_MININT32, G_MININT32 }, { G_MAXINT32, G_MININT32 }, { G_MAXINT32, G_MAXINT32 }, { G_MININT32, G_MAXINT32 } };
  kb_paint_box (&ink, &(KbBox) { 0, 0, 0, 5 }, 0);
  kb_paint_box (&ink, &(KbBox) { 0, 0, 5, -5 }, 0);
  kb_paint_ellipse (&ink, &(KbBox) { -20000, -20000, 40000, 40000 }, 0);
  kb_paint_box (&ink, &(KbBox) { G_MAXINT, G_MAXINT, 5, 5 }, 2);
  kb_paint_polygon (&ink, huge, 0);
  kb_paint_polygon (&ink, huge, 1);
  kb_paint_polygon (&ink, huge, 2);
  g_assert_cmpuint (kb_pixel_set_count (set), ==, 0);
  kb_paint_polygon (&ink, huge, 4);
  g_assert_cmpuint (kb_pixel_set_count (set), ==, 70 * 70);
  KbBrush none = { KB_BRUSH_SQUARE, 0 }, large = { KB_BRUSH_SQUARE, G_MAXUINT };
  ink.value = 0;
  kb_paint_dab (&ink, &none, 69, 69);
  g_assert_cmpuint (kb_pixel_set_count (set), ==, 70 * 70 - 1);
  kb_paint_line (&ink, &large, G_MININT, G_MININT, G_MAXINT, G_MAXINT);
  g_assert_cmpuint (kb_pixel_set_count (set), ==, 0);
}

KIT_PROGRAM (paint_shapes)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/paint-shapes/brush", test_brush);
  g_test_add_func ("/paint-shapes/place", test_place);
  g_test_add_data_func ("/paint-shapes/dab", GUINT_TO_POINTER (DAB), test_shape);
  g_test_add_data_func ("/paint-shapes/line", GUINT_TO_POINTER (LINE), test_shape);
  g_test_add_data_func ("/paint-shapes/box", GUINT_TO_POINTER (BOX), test_shape);
  g_test_add_data_func ("/paint-shapes/ellipse", GUINT_TO_POINTER (ELLIPSE), test_shape);
  g_test_add_data_func ("/paint-shapes/polygon", GUINT_TO_POINTER (POLYGON), test_shape);
  g_test_add_func ("/paint-shapes/inks", test_inks);
  g_test_add_func ("/paint-shapes/far-lines", test_far_lines);
  g_test_add_func ("/paint-shapes/neighbours", test_neighbours);
  g_test_add_func ("/paint-shapes/closed", test_closed);
  g_test_add_func ("/paint-shapes/limits", test_limits);
  return g_test_run ();
}
