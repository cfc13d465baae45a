/* SPDX-License-Identifier: MIT */
/* Pictures on image surfaces: views, hard edges, marks at any zoom, labels, sheets. */
#include <math.h>
#include <string.h>

#include "document/edit.h"
#include "drawing/drawing.h"
#include "tests/support/canvas.h"
#include "tests/support/temp_folder.h"

static guint32
pixel (cairo_surface_t *surface, int x, int y)
{
  const guint8 *data;

  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface) + (gsize) cairo_image_surface_get_stride (surface) * y;
  return ((const guint32 *) (const void *) data)[x] & 0xffffff;
}

static guint8 *
pixels (cairo_surface_t *surface, gsize *size)
{
  cairo_surface_flush (surface);
  *size = (gsize) cairo_image_surface_get_stride (surface) * cairo_image_surface_get_height (surface);
  return g_memdup2 (cairo_image_surface_get_data (surface), *size);
}

/* A picture of w x h whose pixels all differ; the last column is transparent. */
static KbPicture *
sample_picture (guint w, guint h)
{
  KbPicture *picture = kb_picture_new (w, h);

  for (guint y = 0; y < h; y++)
    for (guint x = 0; x < w; x++)
      {
        guint8 *p = picture->rgba + 4 * (y * w + x);

        p[0] = 40 + 20 * x;
        p[1] = 30 + 15 * y;
        p[2] = 200 - 9 * (x + y);
        p[3] = x + 1 == w ? 0 : 255;
      }
  return picture;
}

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
  g_assert_true (kb_surfaces_get_tinted (surfaces, picture, 0xff000000) != first);
  g_assert_true (kb_surfaces_get (surfaces, picture) == first);
  g_assert_cmphex (pixel (kb_surfaces_get_tinted (surfaces, picture, 0xff000000), 0, 0) >> 16, ==, (40 + 255) / 2);
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

      g_assert_cmpint (kb_handle_at (&view, &box, at), ==, i);
      g_assert_cmpint (kb_handle_at (&view, &box, (KbVec) { at.x + 4, at.y - 3 }), ==, i);
    }
  g_assert_cmpint (kb_handle_at (&view, &box, (KbVec) { 150, 150 }), ==, -1);
  /* A small box can be taken in its middle. */
  view.scale = 0.5;
  g_assert_cmpint (kb_handle_at (&view, &box, kb_view_to_canvas (&view, (KbVec) { 15, 15 })), ==, -1);
  g_assert_cmpint (kb_handle_at (&view, &box, kb_view_to_canvas (&view, (KbVec) { 26, 26 })), ==, 4);
  /* Small on the canvas: only what does not cover the rest. */
  view.scale = 0.25;
  g_assert_true (kb_handle_shown (&view, &box, 4));
  g_assert_false (kb_handle_shown (&view, &box, 0));
  g_assert_false (kb_handle_shown (&view, &box, 1));
  kb_geometry_clear (&box);
}

static Canvas *
full_canvas (void)
{
  Canvas *canvas = canvas_new (2);
  KbId point;

  canvas_add_shape (canvas, "body", "{\"box\": [4, 4, 20, 12]}");
  canvas_add_shape (canvas, "limb", "{\"circle\": [40, 12, 6]}");
  canvas_add_shape (canvas, "limb", "{\"oriented\": [40, 30, 16, 6, 30]}");
  canvas_add_shape (canvas, "body", "{\"polygon\": [[4, 24], [20, 24], [8, 28], [4, 36]]}");
  canvas_add_shape (canvas, "body", "{\"box\": [-16384, -16384, 49151, 49151]}");
  canvas_add_shape (canvas, "body", "{\"polygon\": [[-16384, -16384], [32767, 0], [0, 32767]]}");
  point = canvas_add_point (canvas, "hand", 50, 40);
  kb_document_set (canvas->document, point, "direction", json_integer (-30), NULL);
  canvas_add_point (canvas, "a name that is rather long for something so small, and goes on", 51, 40);
  canvas_add_point (canvas, "far", 32767, -16384);
  canvas_run (canvas, "");
  return canvas;
}

static void
draw_all (Canvas *canvas, KbSurfaces *surfaces, cairo_t *cr, const KbView *view, gboolean dark)
{
  KbScene scene = { .surfaces = surfaces, .style = kb_style (dark), .parts = KB_DRAW_ALL };

  kb_tool_context_fill_scene (canvas->context, &scene);
  scene.view = *view;
  scene.has_pixel = TRUE;
  scene.pixel_x = 5;
  scene.pixel_y = 6;
  scene.before = scene.after = &canvas->frames[1];
  scene.n_before = scene.n_after = 1;
  kb_draw_scene (cr, &scene);
  kb_draw_rulers (cr, view, scene.style, 64, 48, TRUE, 5, 6);
}

/* Names that would cover a small sprite are shown only when asked for. */
static void
test_small_labels (void)
{
  Canvas *canvas = canvas_new (2);
  KbSurfaces *surfaces = kb_surfaces_new (0);
  KbId shape = canvas_add_shape (canvas, "body", "{\"box\": [20, 10, 14, 12]}");
  KbId point = canvas_add_point (canvas, "a hand that holds", 40, 20);
  guint8 *with[8] = { NULL };
  gsize size = 0;

  canvas_run (canvas, "");
  /* Small and large; without labels, with, hovered over the shape, over the point. */
  for (guint k = 0; k < 8; k++)
    {
      KbView view = { .scale = k < 4 ? 1 : 16, .device_scale = 1, .width = 1200, .height = 900, .inset = 20 };
      KbScene scene = { .surfaces = surfaces, .style = kb_style (TRUE) };
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1200, 900);
      cairo_t *cr = cairo_create (surface);

      kb_view_centre (&view, (KbBounds) { 0, 0, 64, 48 });
      kb_tool_context_fill_scene (canvas->context, &scene);
      scene.view = view;
      scene.parts = KB_DRAW_BACKGROUND | (k % 4 ? KB_DRAW_LABELS : 0) | KB_DRAW_SHAPES | KB_DRAW_POINTS;
      scene.hovered = k % 4 == 2 ? shape : k % 4 == 3 ? point : 0;
      kb_draw_scene (cr, &scene);
      with[k] = pixels (surface, &size);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  g_assert_cmpmem (with[0], size, with[1], size);
  g_assert_true (memcmp (with[0], with[2], size) != 0 && memcmp (with[0], with[3], size) != 0);
  g_assert_true (memcmp (with[4], with[5], size) != 0);
  for (guint k = 0; k < 8; k++)
    g_free (with[k]);
  kb_surfaces_free (surfaces);
  canvas_free (canvas);
}

/* At every zoom, panned anywhere, with everything selected or one thing: no cairo error, no hang,
 * and the same picture when drawn again. */
static void
test_any_zoom (void)
{
  Canvas *canvas = full_canvas ();
  KbSurfaces *surfaces = kb_surfaces_new (0);

  for (guint selection = 0; selection < 6; selection++)
    {
      if (selection == 0)
        kb_selection_set_all (canvas->context);
      else
        kb_selection_set (canvas->context, kb_shape_at (canvas_frame (canvas), selection - 1)->node.id);
      for (double scale = KB_VIEW_MIN_SCALE; scale <= KB_VIEW_MAX_SCALE; scale *= 2)
        for (int pan = -1; pan <= 1; pan++)
          {
            KbView view = { .scale = scale, .device_scale = pan == 0 ? 2 : 1, .width = 160, .height = 120, .inset = 20 };
            guint8 *data[2];
            gsize size;

            kb_view_centre (&view, (KbBounds) { 0, 0, 64, 48 });
            kb_view_pan (&view, pan * 1e5 * scale, pan * 37.4);
            for (guint k = 0; k < 2; k++)
              {
                cairo_surface_t *target = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 160, 120);
                cairo_t *cr = cairo_create (target);

                draw_all (canvas, surfaces, cr, &view, selection % 2);
                g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
                data[k] = pixels (target, &size);
                cairo_destroy (cr);
                cairo_surface_destroy (target);
              }
            g_assert_cmpmem (data[0], size, data[1], size);
            g_free (data[0]);
            g_free (data[1]);
          }
    }
  kb_surfaces_free (surfaces);
  canvas_free (canvas);
}

/* Largest difference of a colour between two surfaces. */
static guint
largest_difference (cairo_surface_t *a, cairo_surface_t *b)
{
  gsize size;
  g_autofree guint8 *x = pixels (a, &size), *y = pixels (b, &size);
  guint most = 0;

  for (gsize i = 0; i < size; i++)
    if (i % 4 != 3)
      most = MAX (most, (guint) ABS ((int) x[i] - (int) y[i]));
  return most;
}

/* With layers a scene looks as without, whatever changed since the last redraw; and what did not
 * change is not drawn again. */
static void
test_layers (void)
{
  static const struct { const char *what; guint drawn; } changes[] = {
    { "nothing", 0 }, { "pan", 2 }, { "pan far", 2 }, { "pan out of sight", 2 }, { "pan back", 2 }, { "zoom", 2 },
    { "select", 1 }, { "drag the selected", 0 }, { "pointer", 0 }, { "move another", 1 }, { "hot spot", 2 },
    { "hot spot of the onion skin", 2 }, { "colour of a class", 1 }, { "hide a class", 1 }, { "onion skin off", 2 },
    { "light", 2 }, { "size", 2 }, { "device", 2 }, { "other frame", 2 },
  };

  for (int device = 1; device <= 2; device++)
    {
      Canvas *canvas = full_canvas ();
      KbSurfaces *surfaces = kb_surfaces_new (0);
      KbLayers *layers = kb_layers_new ();
      GHashTable *hidden = g_hash_table_new (NULL, NULL);
      KbFrame *frame = canvas_frame (canvas);
      KbId selected = kb_shape_at (frame, 0)->node.id, body = kb_shape_at (frame, 0)->class_id;
      KbScene scene = { .surfaces = surfaces, .style = kb_style (TRUE), .hovered_handle = -1 };

      kb_tool_context_fill_scene (canvas->context, &scene);
      scene.parts = KB_DRAW_ALL;
      scene.hidden_classes = hidden;
      scene.before = &canvas->frames[1];
      scene.n_before = 1;
      scene.view = (KbView) { .scale = 5, .device_scale = device, .width = 240, .height = 180, .inset = 20, .x = 12.3, .y = -7.8 };
      for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
        {
          const char *what = changes[i].what;
          guint drawn = kb_layers_n_drawn (layers);
          cairo_surface_t *targets[2];

          if (strcmp (what, "pan") == 0)
            kb_view_pan (&scene.view, 7.5, -3.2);
          else if (strcmp (what, "pan far") == 0)
            kb_view_pan (&scene.view, -90.5, 60);
          else if (strcmp (what, "pan out of sight") == 0)
            kb_view_pan (&scene.view, 1000, 0);
          else if (strcmp (what, "pan back") == 0)
            kb_view_pan (&scene.view, -910, -60);
          else if (strcmp (what, "zoom") == 0)
            kb_view_zoom (&scene.view, 9, (KbVec) { 100, 100 });
          else if (strcmp (what, "select") == 0)
            scene.selected = &selected, scene.n_selected = 1;
          else if (strcmp (what, "drag the selected") == 0)
            kb_document_set (canvas->document, selected, "geometry", json_pack ("{s[iiii]}", "box", 6, 7, 20, 12), NULL);
          else if (strcmp (what, "pointer") == 0)
            scene.has_pixel = TRUE, scene.pixel_x = 9, scene.pixel_y = 8;
          else if (strcmp (what, "move another") == 0)
            kb_document_set (canvas->document, kb_shape_at (frame, 1)->node.id, "geometry",
                             json_pack ("{s[iii]}", "circle", 20, 12, 7), NULL);
          else if (strcmp (what, "hot spot") == 0)
            kb_document_set (canvas->document, frame->node.id, "hot_spot", json_pack ("[ii]", 3, 4), NULL);
          else if (strcmp (what, "hot spot of the onion skin") == 0)
            kb_document_set (canvas->document, canvas->frames[1], "hot_spot", json_pack ("[ii]", 5, 9), NULL);
          else if (strcmp (what, "colour of a class") == 0)
            kb_document_set (canvas->document, body, "colour", json_string ("#a01020"), NULL);
          else if (strcmp (what, "hide a class") == 0)
            g_hash_table_add (hidden, GUINT_TO_POINTER (body));
          else if (strcmp (what, "onion skin off") == 0)
            scene.n_before = 0;
          else if (strcmp (what, "light") == 0)
            scene.style = kb_style (FALSE);
          else if (strcmp (what, "size") == 0)
            scene.view.width = 200;
          else if (strcmp (what, "device") == 0)
            scene.view.device_scale = 3 - device;
          else if (strcmp (what, "other frame") == 0)
            scene.frame_id = canvas->frames[1];
          for (guint k = 0; k < 2; k++)
            {
              double d = scene.view.device_scale;
              cairo_t *cr;

              targets[k] = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) (scene.view.width * d), (int) (180 * d));
              cairo_surface_set_device_scale (targets[k], d, d);
              cr = cairo_create (targets[k]);
              scene.layers = k ? layers : NULL;
              kb_draw_scene (cr, &scene);
              g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
              cairo_destroy (cr);
            }
          g_test_message ("%d: %s", device, what);
          /* Cairo cuts what is far larger than the canvas a little differently. */
          g_assert_cmpuint (largest_difference (targets[0], targets[1]), <=, 12);
          g_assert_cmpuint (kb_layers_n_drawn (layers) - drawn, ==, i == 0 ? 2 : changes[i].drawn);
          cairo_surface_destroy (targets[0]);
          cairo_surface_destroy (targets[1]);
        }
      g_hash_table_unref (hidden);
      kb_layers_free (layers);
      kb_surfaces_free (surfaces);
      canvas_free (canvas);
    }
}

/* The order of play: loops go round, ping-pong comes back, others end; a frame comes once. */
static void
test_onion (void)
{
  static const struct { KbLoop loop; int place, direction; guint n; const char *expected; } table[] = {
    { KB_LOOP_ONCE, 0, -1, 3, "" },          { KB_LOOP_ONCE, 0, 1, 3, "1 2 3" },     { KB_LOOP_ONCE, 3, 1, 3, "" },
    { KB_LOOP_HOLD_LAST, 2, 1, 3, "3" },     { KB_LOOP_HOLD_LAST, 2, -1, 1, "1" },   { KB_LOOP_LOOP, 0, -1, 2, "3 2" },
    { KB_LOOP_LOOP, 3, 1, 2, "0 1" },        { KB_LOOP_LOOP, 1, 1, 8, "2 3 0" },     { KB_LOOP_LOOP, 2, -1, 0, "" },
    { KB_LOOP_PING_PONG, 0, -1, 2, "1 2" },  { KB_LOOP_PING_PONG, 3, 1, 2, "2 1" },  { KB_LOOP_PING_PONG, 2, 1, 3, "3 1" },
  };
  Canvas *canvas = canvas_new (1);
  KbId frames[4] = { canvas->frames[0], canvas->frames[1] }, animation;
  KbSprite *sprite;

  for (guint i = 2; i < 4; i++)
    frames[i] = kb_document_insert (canvas->document, canvas->sprite, "frames", -1,
                                    json_pack ("{si si}", "width", 8, "height", 8), NULL);
  animation = kb_document_insert (canvas->document, canvas->sprite, "animations", -1,
                                  json_pack ("{ss ss}", "name", "walk", "loop", "loop"), NULL);
  sprite = (KbSprite *) kb_document_node (canvas->document, canvas->sprite);
  for (guint i = 0; i < 4; i++)
    kb_document_insert (canvas->document, animation, "steps", -1,
                        json_pack ("{si si}", "frame", kb_frame_at (sprite, i)->lasting_id, "duration", 80), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      static const char *const loops[] = { "once", "loop", "ping-pong", "hold-last" };
      KbId found[KB_MAX_ONION];
      g_autoptr (GString) text = g_string_new (NULL);
      guint n;

      kb_document_set (canvas->document, animation, "loop", json_string (loops[table[i].loop]), NULL);
      n = kb_onion_frames (sprite, kb_animation_at (sprite, 0), frames[table[i].place], -1, table[i].direction, table[i].n,
                           found);
      for (guint k = 0; k < n; k++)
        for (guint f = 0; f < 4; f++)
          if (found[k] == frames[f])
            g_string_append_printf (text, "%s%u", k ? " " : "", f);
      g_assert_cmpstr (text->str, ==, table[i].expected);
    }
  /* Without an animation the sprite's order counts. */
  {
    KbId found[KB_MAX_ONION];
    g_assert_cmpuint (kb_onion_frames (sprite, NULL, frames[1], -1, -1, 4, found), ==, 1);
    g_assert_cmpuint (found[0], ==, frames[0]);
    g_assert_cmpuint (kb_onion_frames (sprite, NULL, 0, -1, 1, 4, found), ==, 0);
  }
  canvas_free (canvas);
}

/* Dots lie where the point is once the hot spots are put on each other. */
static void
test_trail (void)
{
  Canvas *canvas = full_canvas ();
  KbId order[3] = { canvas->frames[1], canvas->frames[0], canvas->frames[1] };
  g_autoptr (GArray) dots = NULL, none = NULL;
  KbSurfaces *surfaces = kb_surfaces_new (0);
  cairo_surface_t *targets[2];

  kb_document_insert (canvas->document, canvas->frames[1], "points", -1,
                      json_pack ("{ss s[ii]}", "name", "hand", "at", 30, 20), NULL);
  dots = kb_trail_dots (canvas->document, canvas->frames[0], order, 3, "hand");
  g_assert_cmpuint (dots->len, ==, 3);
  /* Hot spots at (20, 40) and (24, 44). */
  g_assert_cmpfloat (g_array_index (dots, KbTrailDot, 0).at.x, ==, 26.5);
  g_assert_cmpfloat (g_array_index (dots, KbTrailDot, 0).at.y, ==, 16.5);
  g_assert_cmpfloat (g_array_index (dots, KbTrailDot, 1).at.x, ==, 50.5);
  g_assert_cmpuint (g_array_index (dots, KbTrailDot, 1).frame, ==, canvas->frames[0]);
  g_assert_cmpuint (g_array_index (dots, KbTrailDot, 2).index, ==, 2);
  none = kb_trail_dots (canvas->document, canvas->frames[0], order, 3, "nobody");
  g_assert_cmpuint (none->len, ==, 0);

  for (guint k = 0; k < 2; k++)
    {
      KbScene scene = { .surfaces = surfaces, .style = kb_style (TRUE), .hovered_handle = -1 };
      cairo_t *cr;

      kb_tool_context_fill_scene (canvas->context, &scene);
      scene.parts = KB_DRAW_BACKGROUND | KB_DRAW_TRAIL;
      scene.trail = order;
      scene.n_trail = k ? 3 : 0;
      scene.trail_closed = TRUE;
      targets[k] = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 640, 480);
      cr = cairo_create (targets[k]);
      kb_draw_scene (cr, &scene);
      cairo_destroy (cr);
    }
  g_assert_cmphex (pixel (targets[0], (int) (26.5 * SCALE), (int) (16.5 * SCALE)), ==, kb_style (TRUE)->background >> 8);
  g_assert_cmphex (pixel (targets[1], (int) (26.5 * SCALE), (int) (16.5 * SCALE)), ==, kb_style (TRUE)->point >> 8);
  g_assert_cmphex (pixel (targets[1], (int) (50.5 * SCALE), (int) (40.5 * SCALE)), ==, 0xffffff);
  cairo_surface_destroy (targets[0]);
  cairo_surface_destroy (targets[1]);
  kb_surfaces_free (surfaces);
  canvas_free (canvas);
}

/* The pills of two labels for one place do not cover each other; nor does a third, where it fits. */
static void
test_labels (void)
{
  KbView view = { .scale = 1, .device_scale = 1, .width = 300, .height = 200 };
  KbStyle style = *kb_style (TRUE);
  guint counts[4];

  style.pill = 0xff0000ff;
  for (guint n = 1; n <= 3; n++)
    {
      cairo_surface_t *target = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300, 200);
      cairo_t *cr = cairo_create (target);
      KbLabels *labels = kb_labels_new (&view, &style);

      /* Black text would count less: make it as red as the pill. */
      for (guint i = 0; i < n; i++)
        kb_labels_add (labels, "iiiiiiii", NULL, 0xff0000ff, (KbBounds) { 100, 80, 140, 120 }, 1);
      kb_labels_draw (labels, cr);
      kb_labels_free (labels);
      counts[n] = 0;
      for (int y = 0; y < 200; y++)
        for (int x = 0; x < 300; x++)
          counts[n] += pixel (target, x, y) >> 16 > 200;
      cairo_destroy (cr);
      cairo_surface_destroy (target);
    }
  g_assert_cmpuint (counts[1], >, 100);
  g_assert_cmpuint (counts[2], ==, 2 * counts[1]);
  g_assert_cmpuint (counts[3], ==, 3 * counts[1]);
}

/* Beside what they name and on the canvas, wherever that is; out of sight they are dropped. */
static void
test_label_places (void)
{
  static const struct { KbBounds around; gboolean shown; } places[] = {
    { { 0, 0, 300, 200 }, TRUE }, { { -50, -50, 5, 5 }, TRUE }, { { 295, 195, 400, 400 }, TRUE },
    { { -1e9, -1e9, 1e9, 1e9 }, TRUE }, { { 301, 0, 310, 10 }, FALSE }, { { -20, -20, -5, -5 }, FALSE },
    { { NAN, 0, 10, 10 }, FALSE },
  };
  KbView view = { .scale = 1, .device_scale = 1, .width = 300, .height = 200 };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      cairo_surface_t *target = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300, 200);
      cairo_t *cr = cairo_create (target);
      KbLabels *labels = kb_labels_new (&view, kb_style (FALSE));
      guint count = 0;

      kb_labels_add (labels, "torso", "16 × 22", 0x000000ff, places[i].around, 2);
      kb_labels_add (labels, "\xff\xfe bad text", "\xc3", 0x0000ffff, places[i].around, 2);
      kb_labels_draw (labels, cr);
      kb_labels_free (labels);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      /* No path is left over for what is drawn next. */
      g_assert_false (cairo_has_current_point (cr));
      for (int y = 0; y < 200; y++)
        for (int x = 0; x < 300; x++)
          count += pixel (target, x, y) != 0;
      kb_draw_note (cr, &view, kb_style (FALSE), (KbVec) { 500, 500 }, "12, 13", 0xffffffff);
      g_assert_false (cairo_has_current_point (cr));
      if (places[i].shown)
        g_assert_cmpuint (count, >, 1000);
      else
        g_assert_cmpuint (count, ==, 0);
      cairo_destroy (cr);
      cairo_surface_destroy (target);
    }
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

static void
test_texts (void)
{
  static const struct { KbShapeType type; guint n; double v[6]; const char *text; } sizes[] = {
    { KB_SHAPE_BOX, 4, { 0, 0, 16, 22 }, "16 × 22" },
    { KB_SHAPE_CIRCLE, 3, { 0, 0, 5.5 }, "r 5.5" },
    { KB_SHAPE_ORIENTED, 5, { 0, 0, 32, 9.25, -8 }, "32 × 9.25, −8°" },
    { KB_SHAPE_ORIENTED, 5, { 0, 0, 100, 10, -0.001 }, "100 × 10, 0°" },
    { KB_SHAPE_POLYGON, 6, { 0, 0, 1, 0, 1, 1 }, "3 corners" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      KbGeometry geometry;
      g_autofree char *text = NULL;

      kb_geometry_init (&geometry, sizes[i].type, sizes[i].v, sizes[i].n);
      text = kb_geometry_size_text (&geometry);
      g_assert_cmpstr (text, ==, sizes[i].text);
      kb_geometry_clear (&geometry);
    }
}

static void
test_sheet (void)
{
  Canvas *canvas = full_canvas ();
  GError *error = NULL;
  KbSheetOptions options = { 0 };
  g_autoptr (KbPicture) sheet = NULL, again = NULL, plain = NULL, light = NULL;
  KbId animation;

  /* No animation yet: all frames in one row. */
  sheet = kb_draw_contact_sheet (canvas->document, canvas->sprite, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sheet->width, >, 2 * 64 * 4);
  again = kb_draw_contact_sheet (canvas->document, canvas->sprite, NULL, &error);
  g_assert_true (kb_picture_equal (sheet, again));
  options.plain = TRUE;
  plain = kb_draw_contact_sheet (canvas->document, canvas->sprite, &options, &error);
  g_assert_false (kb_picture_equal (sheet, plain));
  options.light = TRUE;
  light = kb_draw_contact_sheet (canvas->document, canvas->sprite, &options, &error);
  g_assert_false (kb_picture_equal (light, plain));
  g_clear_pointer (&light, kb_picture_unref);

  /* A long animation is broken into lines; the frame it does not show gets a row of its own. */
  animation = kb_document_insert (canvas->document, canvas->sprite, "animations", -1,
                                  json_pack ("{ss ss}", "name", "walk", "loop", "ping-pong"), NULL);
  for (guint i = 0; i < 40; i++)
    kb_document_insert (canvas->document, animation, "steps", -1,
                        json_pack ("{si si}", "frame", canvas_frame (canvas)->lasting_id, "duration", 80), NULL);
  options.scale = 2;
  light = kb_draw_contact_sheet (canvas->document, canvas->sprite, &options, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (light->width, <=, 2400);
  g_assert_cmpuint (light->height, >, 4 * 48 * 2);

  /* A frame too large for any factor is made smaller, an empty sprite is an empty sheet. */
  kb_document_set (canvas->document, canvas->frames[1], "width", json_integer (16384), NULL);
  kb_document_set (canvas->document, canvas->frames[1], "height", json_integer (16), NULL);
  g_clear_pointer (&light, kb_picture_unref);
  light = kb_draw_contact_sheet (canvas->document, canvas->sprite, &options, &error);
  g_assert_no_error (error);
  kb_document_remove (canvas->document, canvas->frames[0], NULL);
  kb_document_remove (canvas->document, canvas->frames[1], NULL);
  g_clear_pointer (&light, kb_picture_unref);
  light = kb_draw_contact_sheet (canvas->document, canvas->sprite, &options, &error);
  g_assert_no_error (error);
  g_assert_nonnull (light);
  canvas_free (canvas);
}

/* A real picture in a real project: shown by the scene and the thumbnail; its loss is an error of a
 * sheet and a message on the canvas. */
static void
test_pictures (void)
{
  g_autofree char *folder = temp_folder_new ();
  KbDocument *document = kb_document_new (folder, "test");
  KbSurfaces *surfaces = kb_surfaces_new (0);
  KbId project = kb_document_project (document)->node.id, sprite, frame, missing;
  g_autoptr (KbPicture) picture = sample_picture (6, 5);
  g_autofree char *file = NULL;
  GError *error = NULL;
  cairo_surface_t *target = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 60, 50);
  cairo_t *cr = cairo_create (target);
  KbScene scene = { .document = document, .surfaces = surfaces, .style = kb_style (TRUE),
                    .parts = KB_DRAW_BACKGROUND | KB_DRAW_CHECKER | KB_DRAW_PICTURE,
                    .view = { .scale = 10, .device_scale = 1, .width = 60, .height = 50 } };

  file = kb_document_add_picture (document, "hero", picture, &error);
  g_assert_no_error (error);
  sprite = kb_document_insert (document, project, "sprites", -1, json_pack ("{ss}", "name", "hero"), NULL);
  frame = kb_document_insert (document, sprite, "frames", -1,
                              json_pack ("{si si s{ss s[iiii] s[ii]}}", "width", 6, "height", 5, "picture", "file", file,
                                         "rect", 0, 0, 6, 5, "offset", 0, 0), &error);
  g_assert_no_error (error);
  scene.frame_id = frame;
  kb_draw_scene (cr, &scene);
  g_assert_cmphex (pixel (target, 5, 5), ==, 40 << 16 | 30 << 8 | 200);
  g_assert_cmphex (pixel (target, 19, 10), ==, 60 << 16 | 45 << 8 | 182);
  g_assert_cmphex (pixel (target, 20, 10), ==, 80 << 16 | 45 << 8 | 173);
  /* The last column is transparent: the checkerboard shows. */
  g_assert_true (pixel (target, 55, 5) == kb_style (TRUE)->checker[0] >> 8 ||
                 pixel (target, 55, 5) == kb_style (TRUE)->checker[1] >> 8);
  kb_draw_thumbnail (cr, document, frame, surfaces, kb_style (TRUE), 60, 50, TRUE);
  g_assert_cmphex (pixel (target, 20, 10), ==, 80 << 16 | 45 << 8 | 173);
  kb_draw_thumbnail (cr, document, 0, surfaces, kb_style (TRUE), 60, 50, TRUE);

  missing = kb_document_insert (document, sprite, "frames", -1,
                                json_pack ("{si si s{ss s[iiii] s[ii]}}", "width", 6, "height", 5, "picture", "file",
                                           "gone.png", "rect", 0, 0, 6, 5, "offset", 0, 0), &error);
  g_assert_no_error (error);
  scene.frame_id = missing;
  kb_draw_scene (cr, &scene);
  kb_draw_thumbnail (cr, document, missing, surfaces, kb_style (TRUE), 60, 50, TRUE);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  g_assert_null (kb_draw_contact_sheet (document, sprite, NULL, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_error_free (error);
  cairo_destroy (cr);
  cairo_surface_destroy (target);
  kb_surfaces_free (surfaces);
  kb_document_free (document);
  temp_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/drawing/view", test_view);
  g_test_add_func ("/drawing/hard-edges", test_hard_edges);
  g_test_add_func ("/drawing/surfaces", test_surfaces);
  g_test_add_func ("/drawing/box-lines", test_box_lines);
  g_test_add_func ("/drawing/mirrored", test_mirrored);
  g_test_add_func ("/drawing/handles", test_handles);
  g_test_add_func ("/drawing/any-zoom", test_any_zoom);
  g_test_add_func ("/drawing/layers", test_layers);
  g_test_add_func ("/drawing/onion", test_onion);
  g_test_add_func ("/drawing/trail", test_trail);
  g_test_add_func ("/drawing/labels", test_labels);
  g_test_add_func ("/drawing/small-labels", test_small_labels);
  g_test_add_func ("/drawing/label-places", test_label_places);
  g_test_add_func ("/drawing/colours", test_colours);
  g_test_add_func ("/drawing/texts", test_texts);
  g_test_add_func ("/drawing/sheet", test_sheet);
  g_test_add_func ("/drawing/pictures", test_pictures);
  return g_test_run ();
}
