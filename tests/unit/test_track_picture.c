/* SPDX-License-Identifier: MIT */
/* A track's surfaces and bands as device pixels: against what each pixel is to be, and what is kept from redraw to redraw
 * against a picture that is drawn anew. */
#include <math.h>
#include <string.h>

#include "drawing/drawing.h"
#include "drawing/tracks/track_picture.h"
#include "tests/support/canvas.h"
#include "tests/support/seed.h"

#define WIDTH 230     /* of the track */
#define HEIGHT 170
#define CANVAS_WIDTH 120
#define CANVAS_HEIGHT 90
#define ROAD 0x808080ffu
#define GRASS 0x20a020ffu

static const KbBandLook looks[] = {
  { { 4, NULL, NULL }, 0xff8000ff },
  { { 9.5, NULL, NULL }, 0x8000ffff },
};

static KbLiveTrack *
make_live (KbZones **painted)
{
  static const KbCoursePoint points[] = {
    { { 30, 40 }, { 0, 0 }, { 30, -20 }, 30 }, { { 190, 50 }, { -20, -30 }, { 10, 30 }, 24 }, { { 60, 140 }, { 40, 10 }, { 0, 0 }, 40 },
  };
  KbTrackForm form = { .width = WIDTH, .height = HEIGHT, .most = 32, .cut_off = 32, .n = 1 };
  g_autoptr (GError) error = NULL;
  KbLiveTrack *live;
  g_autoptr (KbZones) blank = kb_zones_new (WIDTH, HEIGHT, 0);
  KbZonesPainter *painter = kb_zones_painter_new (blank);

  kb_zones_painter_box (painter, 100, 80, 60, 30, 1);
  kb_zones_painter_box (painter, 120, 90, 12, 12, 2);
  g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (painter);
  *painted = kb_zones_apply (kb_zones_ref (blank), patch, TRUE);
  form.is_road[1] = 1;
  form.painted = kb_zones_ref (*painted);
  form.courses = g_new (KbCourse, 1);
  kb_course_init (&form.courses[0], FALSE, 1, points, G_N_ELEMENTS (points));
  live = kb_live_track_new (&form, NULL, &error);
  g_assert_no_error (error);
  kb_track_form_clear (&form);
  return live;
}

static KbTrackLook
make_look (const KbLiveTrack *live)
{
  KbTrackLook look = { .live = live, .opacity = 1, .bands = looks, .n_bands = G_N_ELEMENTS (looks) };

  look.colours[1] = ROAD;
  look.colours[2] = GRASS;
  return look;
}

static cairo_surface_t *
draw (const KbView *view, const KbTrackLook *look)
{
  int width = (int) (view->width * view->device_scale), height = (int) (view->height * view->device_scale);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, view->device_scale, view->device_scale);
  cr = cairo_create (surface);
  kb_draw_track_pixels (cr, view, look);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
pixel (cairo_surface_t *surface, int x, int y)
{
  const guint8 *row = cairo_image_surface_get_data (surface) + (gsize) y * (gsize) cairo_image_surface_get_stride (surface);

  return ((const guint32 *) (const void *) row)[x];
}

/* Channel c of a pixel, 0 blue to 2 red: its surface, and over it the smallest band that holds it, no other. */
static double
expected (const KbLiveTrack *live, gint x, gint y, guint c)
{
  guint8 surface = kb_live_track_surface_at (live, x, y);
  double value = surface == 1 ? ROAD >> (8 * (c + 1)) & 255 : surface == 2 ? GRASS >> (8 * (c + 1)) & 255 : 0;
  gint clearance;

  g_assert_true (kb_live_track_clearance_at (live, x, y, &clearance));
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    if (clearance > 0 && clearance < looks[i].form.radius * 16)
      return 0.35 * value + 0.65 * (looks[i].colour >> (8 * (c + 1)) & 255);
  return value;
}

static void
test_pixels (void)
{
  KbZones *painted;
  KbLiveTrack *live = make_live (&painted);
  KbTrackLook look = make_look (live);
  KbView view = { .x = 0, .y = 0, .scale = 1, .device_scale = 1, .width = WIDTH, .height = HEIGHT };
  cairo_surface_t *surface = draw (&view, &look);
  guint banded = 0;

  for (gint y = 0; y < HEIGHT; y++)
    for (gint x = 0; x < WIDTH; x++)
      for (guint c = 0; c < 3; c++)
        {
          double wanted = expected (live, x, y, c), found = pixel (surface, x, y) >> 8 * c & 255;

          if (fabs (found - wanted) > 2.5)
            g_error ("channel %u of %d, %d is %g, not %g", c, x, y, found, wanted);
          banded += kb_live_track_surface_at (live, x, y) == 1 && wanted != 0x80;
        }
  g_assert_cmpuint (banded, >, 1000);
  cairo_surface_destroy (surface);
  kb_live_track_free (live);
  kb_zones_unref (painted);
}

static void
assert_same (cairo_surface_t *a, cairo_surface_t *b, const KbView *view)
{
  int width = cairo_image_surface_get_width (a), height = cairo_image_surface_get_height (a);

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      if (pixel (a, x, y) != pixel (b, x, y))
        g_error ("scale %g: device pixel %d, %d is %08x, not %08x", view->scale, x, y, pixel (a, x, y), pixel (b, x, y));
}

/* What the canvas keeps from one redraw to the next. */
typedef struct {
  KbDocument *document;
  KbId track;
  KbLayers *layers;
  KbPainting painting;
} Kept;

static void
touch (Kept *kept, const KbTrackChange *change)
{
  KbClearanceBox a = change->surfaces, b = change->clearance;
  gint x = MIN (a.x, b.x), y = MIN (a.y, b.y);

  if (!a.width)
    {
      a = b;
      x = b.x;
      y = b.y;
    }
  kept->painting.x = x;
  kept->painting.y = y;
  kept->painting.width = (guint) (MAX (a.x + a.width, b.x + b.width) - x);
  kept->painting.height = (guint) (MAX (a.y + a.height, b.y + b.height) - y);
  kept->painting.before = kept->painting.stamp++;
}

static cairo_surface_t *
draw_scene (Kept *kept, const KbView *view, const KbTrackLook *look, KbLayers *layers)
{
  int width = (int) (view->width * view->device_scale), height = (int) (view->height * view->device_scale);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  const KbScene scene = { .document = kept->document, .frame_id = kept->track, .painting = &kept->painting, .style = kb_style (TRUE),
                          .view = *view, .hovered_handle = -1, .layers = layers,
                          .parts = KB_DRAW_BACKGROUND | KB_DRAW_CHECKER | KB_DRAW_PICTURE | KB_DRAW_BORDER };

  kept->painting.track = look;
  cairo_surface_set_device_scale (surface, view->device_scale, view->device_scale);
  g_autoptr (cairo_t) cr = cairo_create (surface);
  kb_draw_scene (cr, &scene);
  cairo_surface_flush (surface);
  return surface;
}

/* Strokes and their end, views that move: only what was told to have changed is drawn again. */
static void
test_kept (void)
{
  static const struct { double x, y, scale, device_scale; } views[] = {
    { 3, 5, 0.4, 1 }, { -40, -20, 1, 1 }, { -200.5, -130.25, 2.5, 1 }, { 1, 2, 0.5, 2 }, { -30, -40, 1, 2 },
  };
  KbDocument *document = kb_document_new ("/nowhere/at/all", "test");
  KbId track = kb_document_insert (document, kb_document_project (document)->node.id, "tracks", -1,
                                   json_pack ("{ss si si}", "name", "lap", "width", WIDTH, "height", HEIGHT), NULL);
  for (guint v = 0; v < G_N_ELEMENTS (views); v++)
    {
      KbView view = { .x = views[v].x, .y = views[v].y, .scale = views[v].scale, .device_scale = views[v].device_scale,
                      .width = CANVAS_WIDTH, .height = CANVAS_HEIGHT };
      Kept kept = { .document = document, .track = track, .layers = kb_layers_new (), .painting = { .stamp = 1 } };
      KbZones *painted;
      KbLiveTrack *live = make_live (&painted);
      KbTrackLook look = make_look (live);
      KbZonesPainter *painter = kb_zones_painter_new (painted);

      for (guint i = 0; i < 30; i++)
        {
          gint x = g_test_rand_int_range (-20, WIDTH), y = g_test_rand_int_range (-20, HEIGHT), w = g_test_rand_int_range (1, 40);
          KbTrackChange change;

          kb_zones_painter_box (painter, x, y, w, w, (guint8) g_test_rand_int_range (0, 3));
          change = kb_live_track_stroke (live, painter, x, y, (guint) w, (guint) w);
          touch (&kept, &change);
          if (i == 20)
            view.x += 3;
          cairo_surface_t *a = draw_scene (&kept, &view, &look, kept.layers), *b = draw_scene (&kept, &view, &look, NULL);
          assert_same (a, b, &view);
          cairo_surface_destroy (a);
          cairo_surface_destroy (b);
        }
      kb_zones_painter_cancel (painter);
      kb_layers_free (kept.layers);
      kb_live_track_free (live);
      kb_zones_unref (painted);
    }
  kb_document_free (document);
}

/* A view that zooms is coarse. When it rests, some redraws make it exactly as it is otherwise, also after a pan meanwhile. */
static void
test_refined (void)
{
  KbDocument *document = kb_document_new ("/nowhere/at/all", "test");
  KbId track = kb_document_insert (document, kb_document_project (document)->node.id, "tracks", -1,
                                   json_pack ("{ss si si}", "name", "lap", "width", WIDTH, "height", HEIGHT), NULL);
  Kept kept = { .document = document, .track = track, .layers = kb_layers_new (), .painting = { .stamp = 1 } };
  KbZones *painted;
  KbLiveTrack *live = make_live (&painted);
  KbTrackLook look = make_look (live);
  guint differ = 0;
  for (guint round = 0; round < 24; round++)
    {
      KbView view = { .x = -3.0 * round, .y = 4, .scale = 0.3 + 0.2 * round, .device_scale = 1 + round % 2, .width = CANVAS_WIDTH,
                      .height = CANVAS_HEIGHT, .coarse = TRUE };
      cairo_surface_t *coarse = draw_scene (&kept, &view, &look, kept.layers);
      guint redraws = 0;
      g_assert_false (kb_layers_take_refining (kept.layers));
      if (round % 3 == 0)
        {
          view.x -= 7;
          view.y += 5;
          cairo_surface_destroy (coarse);
          coarse = draw_scene (&kept, &view, &look, kept.layers);
        }
      view.coarse = FALSE;
      cairo_surface_t *fine = draw_scene (&kept, &view, &look, NULL), *now;
      differ += memcmp (cairo_image_surface_get_data (coarse), cairo_image_surface_get_data (fine),
                        (gsize) cairo_image_surface_get_stride (fine) * (gsize) cairo_image_surface_get_height (fine)) != 0;
      do
        {
          now = draw_scene (&kept, &view, &look, kept.layers);
          redraws++;
          if (kb_layers_take_refining (kept.layers))
            g_clear_pointer (&now, cairo_surface_destroy);
        }
      while (!now);
      g_assert_cmpuint (redraws, >, 4);
      assert_same (now, fine, &view);
      cairo_surface_destroy (coarse);
      cairo_surface_destroy (fine);
      cairo_surface_destroy (now);
    }
  g_assert_cmpuint (differ, >, 12);
  kb_layers_free (kept.layers);
  kb_live_track_free (live);
  kb_zones_unref (painted);
  kb_document_free (document);
}

/* What is painted by hand is shown, and some of it hatched. */
static void
test_by_hand (void)
{
  KbZones *painted;
  KbLiveTrack *live = make_live (&painted);
  KbBandLook band = looks[0];
  KbTrackLook look = make_look (live);
  KbView view = { .scale = 1, .device_scale = 1, .width = WIDTH, .height = HEIGHT };
  g_autoptr (KbZones) blank = kb_zones_new (WIDTH, HEIGHT, 0);
  KbZonesPainter *painter = kb_zones_painter_new (blank);
  guint hatched = 0, plain = 0;

  kb_zones_painter_box (painter, 5, 150, 20, 16, KB_BAND_IS);   /* nothing is there */
  band.form.by_hand = blank;
  band.form.painter = painter;
  look.bands = &band;
  look.n_bands = 1;
  cairo_surface_t *surface = draw (&view, &look);
  for (gint y = 150; y < 166; y++)
    for (gint x = 5; x < 25; x++)
      {
        guint alpha = pixel (surface, x, y) >> 24;

        hatched += alpha > 200;
        plain += alpha > 150 && alpha < 180;
      }
  g_assert_cmpuint (hatched + plain, ==, 20 * 16);
  g_assert_cmpuint (hatched, >, 40);
  g_assert_cmpuint (plain, >, 160);
  g_assert_cmpuint (pixel (surface, 30, 155), ==, 0);
  cairo_surface_destroy (surface);
  kb_zones_painter_cancel (painter);
  kb_live_track_free (live);
  kb_zones_unref (painted);
}

/* --- While a control point is dragged --------------------------------------------------------- */

static KbTrack *
track_of (const Canvas *canvas)
{
  return kb_tool_context_track (canvas->context);
}

/* How many pixels have something of the channel's colour: 0 blue, 2 red. */
static guint
count_channel (cairo_surface_t *surface, guint channel)
{
  guint count = 0;
  for (gint y = 0; y < cairo_image_surface_get_height (surface); y++)
    for (gint x = 0; x < cairo_image_surface_get_width (surface); x++)
      count += (pixel (surface, x, y) >> 8 * channel & 255) != 0;
  return count;
}

/* The button is down: at each motion the picture has all bands as they are of the track as it is then, computed anew. */
static void
test_dragged (void)
{
  static const char *const motions[] = { "m12,14", "m17,19", "m20,29", "m8,2", "m-9,-7", "m10,22" };
  static const KbBandLook seen[] = { { { 1.5, NULL, NULL }, 0xff0000ff }, { { 2.75, NULL, NULL }, 0x00ff00ff }, { { 4, NULL, NULL }, 0x0000ffff } };
  KbView view = { .scale = 1, .device_scale = 1, .width = 64, .height = 48 };
  Canvas *canvas = canvas_new (0);

  canvas_show_track (canvas);
  Kept kept = { .document = canvas->document, .track = track_of (canvas)->node.id, .layers = kb_layers_new (), .painting = { .stamp = 1 } };
  KbTrackForm form = kb_track_form (track_of (canvas));
  KbLiveTrack *live = kb_live_track_new (&form, NULL, NULL);
  KbTrackLook look = { .live = live, .opacity = 1, .bands = seen, .n_bands = G_N_ELEMENTS (seen), .colours = { [1] = ROAD } };
  kb_track_form_clear (&form);
  g_autofree char *before = canvas_text (canvas);
  canvas_run (canvas, "t:track-select p10,10");
  for (guint i = 0; i < G_N_ELEMENTS (motions); i++)
    {
      KbTrackChange change;
      canvas_run (canvas, motions[i]);
      form = kb_track_form (track_of (canvas));
      g_assert_true (kb_live_track_follow (live, &form, &change));
      g_assert_cmpint (change.clearance.width, >, 0);
      touch (&kept, &change);
      KbLiveTrack *anew = kb_live_track_new (&form, NULL, NULL);
      KbTrackLook wanted = look;
      wanted.live = anew;
      cairo_surface_t *a = draw_scene (&kept, &view, &look, kept.layers), *b = draw_scene (&kept, &view, &wanted, NULL);
      assert_same (a, b, &view);
      cairo_surface_destroy (a);
      cairo_surface_destroy (b);
      kb_live_track_free (anew);
      kb_track_form_clear (&form);
    }
  look.opacity = 0;   /* the bands alone: all three are there */
  cairo_surface_t *bands = draw (&view, &look);
  for (guint c = 0; c < 3; c++)
    g_assert_cmpuint (count_channel (bands, c), >, 50);
  cairo_surface_destroy (bands);
  canvas_run (canvas, "Esc r10,22");
  g_autofree char *after = canvas_text (canvas);
  g_assert_cmpstr (before, ==, after);
  kb_layers_free (kept.layers);
  kb_live_track_free (live);
  canvas_free (canvas);
}

KIT_PROGRAM (track_picture)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/track-picture/pixels", test_pixels);
  g_test_add_func ("/track-picture/kept", test_kept);
  g_test_add_func ("/track-picture/refined", test_refined);
  g_test_add_func ("/track-picture/by-hand", test_by_hand);
  g_test_add_func ("/track-picture/dragged", test_dragged);
  return g_test_run ();
}
