/* SPDX-License-Identifier: MIT */
/* Pictures on image surfaces: views, hard edges, marks, colours. */
#include <math.h>
#include <string.h>

#include "drawing/drawing.h"
#include "tests/support/pixels.h"
#include "tests/support/seed.h"

static void
test_view (void)
{
  KbView view = { .scale = 4, .device_scale = 1, .width = 400, .height = 300, .x = 10.3, .y = -7.6 };
  KbVec p, q;
  gint x, y;

  p = kb_view_to_picture (&view, (KbVec) { 123, 45 });
  q = kb_view_to_canvas (&view, p);
  g_assert_cmpfloat_with_epsilon (q.x, 123, 1e-9);
  g_assert_cmpfloat_with_epsilon (q.y, 45, 1e-9);
  /* Shown on whole pixels: from 10, -8. */
  kb_view_pixel_at (&view, (KbVec) { 10, 0 }, &x, &y);
  g_assert_cmpint (x, ==, 0);
  g_assert_cmpint (y, ==, 2);
  kb_view_pixel_at (&view, (KbVec) { 9.9, -8.1 }, &x, &y);
  g_assert_cmpint (x, ==, -1);
  g_assert_cmpint (y, ==, -1);

  /* What is under the pointer stays there. */
  for (int steps = -40; steps <= 40; steps++)
    {
      KbView zoomed = view;
      KbVec about = { 200, 150 }, before = { (about.x - view.x) / view.scale, (about.y - view.y) / view.scale };

      kb_view_zoom_steps (&zoomed, steps, about);
      g_assert_cmpfloat (zoomed.scale, >=, KB_VIEW_MIN_SCALE);
      g_assert_cmpfloat (zoomed.scale, <=, KB_VIEW_MAX_SCALE);
      g_assert_cmpfloat_with_epsilon ((about.x - zoomed.x) / zoomed.scale, before.x, 1e-6);
      g_assert_true (steps == 0 ? zoomed.scale == view.scale : steps > 0 ? zoomed.scale > 4 : zoomed.scale < 4);
    }
  /* Up and down the ladder again. */
  kb_view_zoom_steps (&view, 3, (KbVec) { 0, 0 });
  kb_view_zoom_steps (&view, -3, (KbVec) { 0, 0 });
  g_assert_cmpfloat (view.scale, ==, 4);

  kb_view_fit (&view, (KbBounds) { 0, 0, 64, 48 }, 10);
  g_assert_cmpfloat (view.scale, ==, 5);
  p = kb_view_to_canvas (&view, (KbVec) { 32, 24 });
  g_assert_cmpfloat (p.x, ==, 200);
  g_assert_cmpfloat (p.y, ==, 150);
  kb_view_fit (&view, (KbBounds) { 0, 0, 4000, 10 }, 10);
  g_assert_cmpfloat (view.scale, <, 0.1);
  kb_view_fit (&view, (KbBounds) { 0, 0, 0, 0 }, 1000);
  g_assert_cmpfloat (view.scale, ==, KB_VIEW_MIN_SCALE);
}

/* A playtest fills its window with the world: by a whole scale, or in eighths where that is clearly larger. */
static void
test_filled_view (void)
{
  static const struct { double width, height, scale; } worlds[] = {
    { 320, 480, 1.5 },        /* a pinball table: whole, it would be two thirds of that */
    { 96, 80, 8 }, { 260, 240, 3 }, { 2000, 100, 0.4 }, { 420, 100, 1.875 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++)
    {
      KbView view = { .scale = 1, .width = 820, .height = 760 };
      kb_view_fill (&view, (KbBounds) { 10, 20, 10 + worlds[i].width, 20 + worlds[i].height }, 10);
      g_assert_cmpfloat (view.scale, ==, worlds[i].scale);
      const KbVec low = kb_view_to_canvas (&view, (KbVec) { 10, 20 });
      g_assert_cmpfloat_with_epsilon (low.x, (820 - worlds[i].width * view.scale) / 2, 1);
      g_assert_cmpfloat_with_epsilon (low.y, (760 - worlds[i].height * view.scale) / 2, 1);
    }
}

/* A level of 4096 x 4096 tiles of 32 pixels is seen whole, and is the same below the smallest scale of frames. */
static void
test_far_levels (void)
{
  KbView view = { .scale = 1, .least = KB_VIEW_LEVEL_SCALE, .width = 900, .height = 500, .inset = 18 };
  KbBounds whole = { 0, 0, 131072, 131072 };
  kb_view_fit (&view, whole, 10);
  KbVec low = kb_view_to_canvas (&view, (KbVec) { whole.x0, whole.y0 });
  KbVec high = kb_view_to_canvas (&view, (KbVec) { whole.x1, whole.y1 });
  g_assert_cmpfloat (MIN (low.x, low.y), >=, view.inset);
  g_assert_cmpfloat (high.x, <=, view.width);
  g_assert_cmpfloat (high.y, <=, view.height);
  for (double least = KB_VIEW_MIN_SCALE; least > KB_VIEW_LEVEL_SCALE; least /= 2)
    {
      view.scale = least;
      kb_view_zoom_steps (&view, -1, (KbVec) { 0, 0 });
      g_assert_cmpfloat (view.scale, ==, least / 2);
    }
  kb_view_zoom_steps (&view, -1, (KbVec) { 0, 0 });
  g_assert_cmpfloat (view.scale, ==, KB_VIEW_LEVEL_SCALE);
  kb_view_zoom_steps (&view, 1, (KbVec) { 0, 0 });
  g_assert_cmpfloat (view.scale, ==, 2 * KB_VIEW_LEVEL_SCALE);
}

/* At whole factors every picture pixel is a square of exactly its colour, on HiDPI screens too. */
static void
test_hard_edges (void)
{
  static const double scales[] = { 1, 3, 8, 17 };
  g_autoptr (KbPicture) picture = sample_picture (6, 5);
  KbSurfaces *surfaces = kb_surfaces_new (0);

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    for (int device = 1; device <= 2; device++)
      {
        cairo_surface_t *target = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 200, 150);
        KbView view = { .scale = scales[i], .device_scale = device, .width = 200 / device, .height = 150 / device,
                        .x = 7, .y = 4 };
        cairo_t *cr;

        cairo_surface_set_device_scale (target, device, device);
        cr = cairo_create (target);
        kb_draw_surface (cr, &view, kb_surfaces_get (surfaces, picture), 0, 0, 1);
        for (int y = 0; y < 150; y++)
          for (int x = 0; x < 200; x++)
            {
              int px = (int) floor (((x + 0.5) / device - 7) / scales[i]);
              int py = (int) floor (((y + 0.5) / device - 4) / scales[i]);
              guint32 expected = 0;

              if (px >= 0 && px < 5 && py >= 0 && py < 5)
                {
                  const guint8 *p = kb_picture_pixel (picture, px, py);
                  expected = p[0] << 16 | p[1] << 8 | p[2];
                }
              g_assert_cmphex (pixel (target, x, y), ==, expected);
            }
        cairo_destroy (cr);
        cairo_surface_destroy (target);
      }
  kb_surfaces_free (surfaces);
}

static void
test_surfaces (void)
{
  g_autoptr (KbPicture) picture = sample_picture (8, 8), back = NULL, odd = NULL;
  KbSurfaces *surfaces = kb_surfaces_new (3 * (8 * 8 * 4 + 256));
  cairo_surface_t *first = kb_surfaces_get (surfaces, picture), *copy;

  g_assert_true (kb_surfaces_get (surfaces, picture) == first);
  g_assert_true (kb_surfaces_get_reduced (surfaces, picture, 0xff000000, 0) != first);
  g_assert_true (kb_surfaces_get (surfaces, picture) == first);
  g_assert_cmphex (pixel (kb_surfaces_get_reduced (surfaces, picture, 0xff000000, 0), 0, 0) >> 16, ==, (40 + 255) / 2);
  /* More than fits: the oldest go, and their pictures with them. */
  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (KbPicture) other = sample_picture (8, 8);
      g_assert_nonnull (kb_surfaces_get (surfaces, other));
    }
  g_assert_true (g_atomic_ref_count_compare (&picture->references, 1));

  /* Halves: the mean of four, sides rounded up. */
  odd = sample_picture (7, 5);
  g_assert_cmpint (cairo_image_surface_get_width (kb_surfaces_get_reduced (surfaces, odd, 0, 1)), ==, 4);
  g_assert_cmpint (cairo_image_surface_get_height (kb_surfaces_get_reduced (surfaces, odd, 0, 1)), ==, 3);
  g_assert_cmphex (pixel (kb_surfaces_get_reduced (surfaces, odd, 0, 1), 0, 0) >> 16, ==, 50);
  g_assert_cmphex (pixel (kb_surfaces_get_reduced (surfaces, odd, 0, 1), 1, 2) >> 16, ==, 90);
  KbSurfaces *others = kb_surfaces_new (0);
  g_autoptr (KbPicture) brought = sample_picture (9, 9);
  cairo_surface_t *small = kb_surfaces_get_reduced (others, brought, 0, 2);
  kb_surfaces_take (surfaces, others);
  kb_surfaces_free (others);
  g_assert_true (kb_surfaces_get_reduced (surfaces, brought, 0, 2) == small);
  g_assert_cmpint (cairo_image_surface_get_width (kb_surfaces_get_reduced (surfaces, odd, 0, 8)), ==, 1);
  g_assert_true (kb_surfaces_get_reduced (surfaces, odd, 0, 0) == kb_surfaces_get (surfaces, odd));
  kb_surfaces_free (surfaces);

  /* To a surface and back. */
  picture->rgba[3] = 128;
  memset (picture->rgba + 4 * 7, 0, 4);
  for (guint y = 0; y < 8; y++)
    memset (picture->rgba + 4 * (8 * y + 7), 0, 4);
  copy = kb_surface_from_picture (picture);
  back = kb_picture_from_surface (copy);
  cairo_surface_destroy (copy);
  for (guint i = 0; i < 4 * 64; i++)
    g_assert_cmpint (ABS ((int) picture->rgba[i] - back->rgba[i]), <=, i < 4 ? 1 : 0);
}

/* The coloured line over the dark one, on exact device pixels, and a quiet fill. */
static void
test_box_lines (void)
{
  cairo_surface_t *target = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 120, 120);
  cairo_t *cr = cairo_create (target);
  KbView view = { .scale = 10, .device_scale = 1, .width = 120, .height = 120 };
  KbGeometry box;
  double v[] = { 2, 3, 6, 5 };

  kb_set_colour (cr, 0xffffffff, 1);
  cairo_paint (cr);
  kb_geometry_init (&box, KB_SHAPE_BOX, v, 4);
  kb_draw_geometry (cr, &view, kb_style (TRUE), &box, 0x00ff00ff, KB_MARK_PLAIN);
  /* On the line: green. One next to it: darker than white by far. Inside: mostly white. */
  g_assert_cmphex (pixel (target, 50, 30), ==, kb_colour_on_dark (0x00ff00ff) >> 8);
  g_assert_cmphex (pixel (target, 20, 50), ==, kb_colour_on_dark (0x00ff00ff) >> 8);
  g_assert_cmphex (pixel (target, 80, 50), ==, kb_colour_on_dark (0x00ff00ff) >> 8);
  g_assert_cmpuint (pixel (target, 50, 29) >> 16, <, 0xa0);
  g_assert_cmpuint (pixel (target, 50, 27) >> 16, ==, 0xff);
  g_assert_cmpuint (pixel (target, 50, 50) >> 16, >, 0xd8);
  g_assert_cmpuint (pixel (target, 50, 50) >> 16, <, 0xf8);
  g_assert_cmphex (pixel (target, 10, 50), ==, 0xffffff);
  cairo_destroy (cr);
  cairo_surface_destroy (target);

  /* On a screen with twice the pixels: exactly two of them wide, where one canvas pixel was. */
  target = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 240, 240);
  cairo_surface_set_device_scale (target, 2, 2);
  cr = cairo_create (target);
  view.device_scale = 2;
  kb_set_colour (cr, 0xffffffff, 1);
  cairo_paint (cr);
  kb_draw_geometry (cr, &view, kb_style (TRUE), &box, 0x00ff00ff, KB_MARK_PLAIN);
  for (int y = 59; y <= 60; y++)
    g_assert_cmphex (pixel (target, 100, y), ==, kb_colour_on_dark (0x00ff00ff) >> 8);
  g_assert_cmpuint (pixel (target, 100, 58) >> 8 & 255, <, 0xa0);
  g_assert_cmpuint (pixel (target, 100, 61) >> 8 & 255, <, 0xa0);
  kb_geometry_clear (&box);
  cairo_destroy (cr);
  cairo_surface_destroy (target);
}

/* A mirrored shape is drawn as the mirrored drawing, up to the half pixel that sharp lines need. */
static void
test_mirrored (void)
{
  static const struct { KbShapeType type; guint n; double v[8]; } shapes[] = {
    { KB_SHAPE_CIRCLE, 3, { 3, 4, 2.5 } },
    { KB_SHAPE_ORIENTED, 5, { 4, 5, 6, 2, 25 } },
    { KB_SHAPE_POLYGON, 8, { 1, 1, 6, 2, 3, 3, 2, 8 } },
    { KB_SHAPE_CAPSULE, 5, { 3, 4, 7, 8.5, 1.5 } },
  };
  const int size = 120;

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      cairo_surface_t *targets[2];
      KbView view = { .scale = 10, .device_scale = 1, .width = size, .height = size };
      KbGeometry geometry;
      int different = 0;

      kb_geometry_init (&geometry, shapes[i].type, shapes[i].v, shapes[i].n);
      for (guint k = 0; k < 2; k++)
        {
          cairo_t *cr;

          targets[k] = cairo_image_surface_create (CAIRO_FORMAT_RGB24, size, size);
          cr = cairo_create (targets[k]);
          kb_draw_geometry (cr, &view, kb_style (TRUE), &geometry, 0x30ff90ff, KB_MARK_SELECTED);
          kb_geometry_kind (geometry.type)->mirror (&geometry, TRUE, 6);
          cairo_destroy (cr);
        }
      for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
          different += ABS ((int) (pixel (targets[0], x, y) >> 8 & 255) -
                            (int) (pixel (targets[1], size - 1 - x, y) >> 8 & 255)) > 24;
      g_assert_cmpint (different, <=, 8);
      kb_geometry_clear (&geometry);
      cairo_surface_destroy (targets[0]);
      cairo_surface_destroy (targets[1]);
    }
}

static void
test_handles (void)
{
  KbView view = { .scale = 10, .device_scale = 1, .width = 400, .height = 400 };
  double v[] = { 5, 5, 20, 20, 0 };
  KbGeometry box;

  kb_geometry_init (&box, KB_SHAPE_ORIENTED, v, 5);
  box.v[0] = box.v[1] = 15;
  for (guint i = 0; i < 9; i++)
    {
      KbVec at = kb_view_to_canvas (&view, kb_geometry_kind (KB_SHAPE_ORIENTED)->handle (&box, i, view.scale));

      g_assert_cmpint (kb_handle_at (&view, &box, at, KB_HANDLE_REACH), ==, i);
      g_assert_cmpint (kb_handle_at (&view, &box, (KbVec) { at.x + 4, at.y - 3 }, KB_HANDLE_REACH), ==, i);
    }
  g_assert_cmpint (kb_handle_at (&view, &box, (KbVec) { 150, 150 }, KB_HANDLE_REACH), ==, -1);
  /* A small box can be taken in its middle. */
  view.scale = 0.5;
  g_assert_cmpint (kb_handle_at (&view, &box, kb_view_to_canvas (&view, (KbVec) { 15, 15 }), KB_HANDLE_REACH), ==, -1);
  g_assert_cmpint (kb_handle_at (&view, &box, kb_view_to_canvas (&view, (KbVec) { 26, 26 }), KB_HANDLE_REACH), ==, 4);
  /* Small on the canvas: only what does not cover the rest. */
  view.scale = 0.25;
  g_assert_true (kb_handle_shown (&view, &box, 4));
  g_assert_false (kb_handle_shown (&view, &box, 0));
  g_assert_false (kb_handle_shown (&view, &box, 1));
  kb_geometry_clear (&box);
}

static void
test_colours (void)
{
  guint32 used[64];

  for (guint i = 0; i < G_N_ELEMENTS (used); i++)
    {
      used[i] = kb_colour_for_class (used, i);
      g_assert_cmphex (used[i] & 0xff, ==, 0xff);
      for (guint k = 0; k < MIN (i, 16); k++)
        if (i < 16)
          g_assert_cmphex (used[i], !=, used[k]);
    }
  for (guint32 c = 0; c < 0x1000; c++)
    {
      guint32 colour = (c >> 8) * 0x11000000 + (c >> 4 & 15) * 0x110000 + (c & 15) * 0x1100, on_dark;

      on_dark = kb_colour_on_dark (colour);
      g_assert_cmpuint (299 * (on_dark >> 24) + 587 * (on_dark >> 16 & 255) + 114 * (on_dark >> 8 & 255), >=, 147000);
    }
}

KIT_PROGRAM (drawing)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/drawing/view", test_view);
  g_test_add_func ("/drawing/far-levels", test_far_levels);
  g_test_add_func ("/drawing/filled-view", test_filled_view);
  g_test_add_func ("/drawing/hard-edges", test_hard_edges);
  g_test_add_func ("/drawing/surfaces", test_surfaces);
  g_test_add_func ("/drawing/box-lines", test_box_lines);
  g_test_add_func ("/drawing/mirrored", test_mirrored);
  g_test_add_func ("/drawing/handles", test_handles);
  g_test_add_func ("/drawing/colours", test_colours);
  return g_test_run ();
}
