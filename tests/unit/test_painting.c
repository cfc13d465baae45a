/* SPDX-License-Identifier: MIT */
/* Painted zones as device pixels, against what each device pixel is to be: at several scales, on screens with one and
 * with four device pixels a pixel, of a picture that lies still and of one that is being painted. */
#include <math.h>
#include <string.h>

#include "drawing/scene/scene.h"
#include "drawing/surfaces.h"
#include "tests/support/paint_kit.h"

#define TINY 1e-9
#define WIDTH 96      /* of the canvas, in its own pixels */
#define HEIGHT 64

typedef guint8 (*Look) (gconstpointer of, gint x, gint y);

typedef struct {
  const KbPainting *painting;
  const KbView *view;
  Look look;
  gconstpointer of;
  gint width, height;   /* of the picture */
} Scene;

static guint8
look_at_zones (gconstpointer of, gint x, gint y)
{
  return kb_zones_at (of, x, y);
}

static guint8
look_at_painter (gconstpointer of, gint x, gint y)
{
  return kb_zones_painter_at (of, x, y);
}

/* Along one axis: the picture's pixel at `part` of device pixel i, the nearest one where that is outside. The picture begins
 * at a whole device pixel. */
static gint
pixel_at (const Scene *scene, gint i, double part, double origin, gint length)
{
  double picture = ((i + part) / scene->view->device_scale - kb_view_edge (scene->view, origin)) / scene->view->scale;
  return CLAMP ((gint) floor (picture + TINY), 0, length - 1);
}

/* Channel c, 0 blue to 3 alpha, premultiplied. */
static guint
channel_at (const Scene *scene, gint i, gint j, double part_x, double part_y, guint c)
{
  gint x = pixel_at (scene, i, part_x, scene->view->x, scene->width), y = pixel_at (scene, j, part_y, scene->view->y, scene->height);
  guint32 colour = scene->painting->colours[scene->look (scene->of, x, y)];
  guint alpha = (guint) floor ((colour & 0xff) * scene->painting->opacity + 0.5);
  return c == 3 ? alpha : ((colour >> (8 * (c + 1)) & 0xff) * alpha + 127) / 255;
}

static guint
expected (const Scene *scene, gint i, gint j, guint c)
{
  if (scene->view->scale * scene->view->device_scale >= 1)
    return channel_at (scene, i, j, 0.5, 0.5, c);
  guint sum = 0;
  for (guint part = 0; part < 4; part++)
    sum += channel_at (scene, i, j, part % 2 ? 0.75 : 0.25, part / 2 ? 0.75 : 0.25, c);
  return (sum + 2) / 4;
}

/* Whether the middle of a device pixel is within the picture's edges, which lie between device pixels. */
static gboolean
is_seen (const Scene *scene, gint i, double low, double high)
{
  double at = (i + 0.5) / scene->view->device_scale;
  return at > kb_view_edge (scene->view, low) && at < kb_view_edge (scene->view, high);
}

static guint
check (const Scene *scene)
{
  gint scale = (gint) scene->view->device_scale, width = WIDTH * scale, height = HEIGHT * scale;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  KbVec low = kb_view_to_canvas (scene->view, (KbVec) { 0, 0 });
  KbVec high = kb_view_to_canvas (scene->view, (KbVec) { scene->width, scene->height });
  guint coloured = 0;

  cairo_surface_set_device_scale (surface, scale, scale);
  cairo_t *cr = cairo_create (surface);
  kb_draw_painting (cr, scene->view, scene->painting);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  for (gint j = 0; j < height; j++)
    for (gint i = 0; i < width; i++)
      {
        guint32 found;
        gboolean seen = is_seen (scene, i, low.x, high.x) && is_seen (scene, j, low.y, high.y);
        memcpy (&found, cairo_image_surface_get_data (surface) + (gsize) j * (gsize) cairo_image_surface_get_stride (surface) + 4 * (gsize) i, 4);
        for (guint c = 0; c < 4; c++)
          {
            guint should = seen ? expected (scene, i, j, c) : 0;
            if ((found >> (8 * c) & 0xff) != should)
              g_error ("scale %g x %d at %g, %g: device pixel %d, %d is %08x; channel %u should be %02x", scene->view->scale, scale,
                       scene->view->x, scene->view->y, i, j, found, c, should);
          }
        coloured += found != 0;
      }
  cairo_surface_destroy (surface);
  return coloured;
}

static KbPainting
painting_of (const KbZones *zones, double opacity)
{
  KbPainting painting = { .zones = zones, .opacity = opacity, .stamp = 1 };
  static const guint32 colours[] = { 0, 0xf6d32dff, 0x33d17aff, 0x3584e480, 0xdc5ad2ff };
  memcpy (painting.colours, colours, sizeof colours);
  return painting;
}

static const double scales[] = { 3, 1, 0.4, 8, 1.5, 1.0 / 32 };
/* The picture's corner: in view, out of view to the left and above, and between two pixels. */
static const double places[][2] = { { 7, 5 }, { -40, -23 }, { 3.5, -2.5 } };

static void
each_view (Scene *scene)
{
  guint coloured = 0;
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    for (guint place = 0; place < G_N_ELEMENTS (places); place++)
      for (gint device = 1; device <= 2; device++)
        {
          KbView view = { .x = places[place][0], .y = places[place][1], .scale = scales[i], .device_scale = device,
                          .width = WIDTH, .height = HEIGHT };
          scene->view = &view;
          coloured += check (scene);
        }
  g_assert_cmpuint (coloured, >, 500);
}

static KbZones *
random_zones (gint width, gint height)
{
  g_autofree guint8 *bytes = random_bytes ((guint) width, (guint) height, 5);
  /* Two pixels that are always there, one of them half transparent. */
  bytes[0] = 1;
  bytes[width * height - 1] = 3;
  return kb_zones_from_pixels ((guint) width, (guint) height, bytes, (gsize) width);
}

static void
test_still (void)
{
  static const gint sizes[][2] = { { 130, 70 }, { 1, 1 }, { 64, 64 }, { 65, 200 } };
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (KbZones) zones = random_zones (sizes[i][0], sizes[i][1]);
      KbPainting painting = painting_of (zones, i % 2 ? 1 : 0.6);
      Scene scene = { &painting, NULL, look_at_zones, zones, sizes[i][0], sizes[i][1] };
      each_view (&scene);
    }
}

/* The stroke is seen while it is painted; the picture below is as it was. */
static void
test_painter (void)
{
  g_autoptr (KbZones) zones = random_zones (130, 90);
  KbZonesPainter *painter = kb_zones_painter_new (zones);
  KbPainting painting = painting_of (zones, 0.6);
  Scene scene = { &painting, NULL, look_at_painter, painter, 130, 90 };

  painting.painter = painter;
  for (gint y = 3; y < 70; y++)
    kb_zones_painter_span (painter, y, y % 7, 40 + y, 2);
  kb_zones_painter_box (painter, 64, 0, 30, 90, 0);
  each_view (&scene);
  kb_zones_painter_cancel (painter);
  painting.painter = NULL;
  scene.look = look_at_zones;
  scene.of = zones;
  each_view (&scene);
}

/* Nothing is drawn of what is not there, is out of sight, or cannot be seen. */
static void
test_nothing (void)
{
  g_autoptr (KbZones) zones = random_zones (20, 20);
  KbView view = { .x = 5, .y = 5, .scale = 2, .device_scale = 1, .width = WIDTH, .height = HEIGHT };
  KbPainting none = painting_of (NULL, 1), clear = painting_of (zones, 0), painting = painting_of (zones, 1);
  Scene scene = { &clear, &view, look_at_zones, zones, 20, 20 };

  g_assert_cmpuint (check (&scene), ==, 0);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 4, 4);
  cairo_t *cr = cairo_create (surface);
  kb_draw_painting (cr, &view, &none);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  scene.painting = &painting;
  g_assert_cmpuint (check (&scene), >, 0);
  view.x = -41;
  g_assert_cmpuint (check (&scene), ==, 0);
  view.x = WIDTH + 1;
  g_assert_cmpuint (check (&scene), ==, 0);
}

/* ---- over a picture ---- */

static const struct { gint x, y, width, height; } door = { 11, 7, 79, 50 };
#define PICTURE 120

static cairo_surface_t *
canvas_of (const KbView *view, cairo_t **cr)
{
  gint scale = (gint) view->device_scale;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, view->width * scale, view->height * scale);

  cairo_surface_set_device_scale (surface, scale, scale);
  *cr = cairo_create (surface);
  return surface;
}

/* How much of a line of device pixels is covered, in device pixels, in its first and in its other half. */
static void
measure (cairo_surface_t *surface, gboolean down, double halves[2])
{
  const guint8 *pixels = cairo_image_surface_get_data (surface);
  gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  gsize width = (gsize) cairo_image_surface_get_width (surface), height = (gsize) cairo_image_surface_get_height (surface);
  gsize n = down ? height : width;

  halves[0] = halves[1] = 0;
  for (gsize i = 0; i < n; i++)
    {
      guint32 pixel;
      memcpy (&pixel, pixels + (down ? i : height / 2) * stride + 4 * (down ? width / 2 : i), 4);
      halves[i >= n / 2] += (pixel >> 24) / 255.0;
    }
}

/* Both lie on the same device pixels. Below 100%, where edges are soft, as near as the eye can tell. */
static void
compare_edges (const KbView *view, cairo_surface_t *picture, const KbPainting *painting)
{
  cairo_t *below, *above;
  cairo_surface_t *under = canvas_of (view, &below), *over = canvas_of (view, &above);
  double zoom = view->scale * view->device_scale, allowed = zoom < 1 ? 0.4 : 0.001;

  kb_draw_surface (below, view, picture, 0, 0, 1);
  kb_draw_painting (above, view, painting);
  cairo_destroy (below);
  cairo_destroy (above);
  cairo_surface_flush (under);
  cairo_surface_flush (over);
  for (guint down = 0; down < 2; down++)
    {
      double a[2], b[2];
      measure (under, down == 1, a);
      measure (over, down == 1, b);
      for (guint half = 0; half < 2; half++)
        if (fabs (a[half] - b[half]) > allowed || a[half] < 1)
          g_error ("scale %g x %g at %g, %g: %s, half %u: the picture covers %g, the zone %g", view->scale, view->device_scale,
                   view->x, view->y, down ? "down" : "across", half, a[half], b[half]);
    }
  cairo_surface_destroy (under);
  cairo_surface_destroy (over);
}

static void
test_edges (void)
{
  static const double zooms[] = { 0.5, 2.0 / 3, 0.9, 1, 1.1, 1.25, 1.5, 2, 2.7, 3, 5 };
  static const double parts[] = { 0, 0.25, 0.5, 0.75, 0.999 };
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, PICTURE, PICTURE);
  g_autofree guint8 *bytes = g_malloc0 (PICTURE * PICTURE);
  cairo_t *cr = cairo_create (picture);

  cairo_rectangle (cr, door.x, door.y, door.width, door.height);
  cairo_fill (cr);
  cairo_destroy (cr);
  cairo_surface_flush (picture);
  for (gint y = door.y; y < door.y + door.height; y++)
    memset (bytes + y * PICTURE + door.x, 1, (gsize) door.width);
  g_autoptr (KbZones) zones = kb_zones_from_pixels (PICTURE, PICTURE, bytes, PICTURE);
  KbPainting painting = painting_of (zones, 1);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint k = 0; k < G_N_ELEMENTS (parts); k++)
      for (gint device = 1; device <= 2; device++)
        {
          KbView view = { .scale = zooms[i], .device_scale = device, .width = 500, .height = 400 };
          kb_view_centre (&view, (KbBounds) { door.x, door.y, door.x + door.width, door.y + door.height });
          view.x = floor (view.x) + parts[k];
          view.y = floor (view.y) + parts[(k + 2) % G_N_ELEMENTS (parts)];
          compare_edges (&view, picture, &painting);
        }
  cairo_surface_destroy (picture);
}

KIT_PROGRAM (painting)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/painting/still", test_still);
  g_test_add_func ("/painting/painter", test_painter);
  g_test_add_func ("/painting/nothing", test_nothing);
  g_test_add_func ("/painting/edges", test_edges);
  return g_test_run ();
}
