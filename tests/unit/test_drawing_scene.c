/* SPDX-License-Identifier: MIT */
/* Whole scenes: at any zoom, with layers kept, onion skins, trails, sheets. */
#include <math.h>
#include <string.h>

#include "document/edits/edit.h"
#include "drawing/drawing.h"
#include "drawing/surfaces.h"
#include "tests/support/canvas.h"
#include "tests/support/looks.h"
#include "tests/support/pixels.h"
#include "tests/support/seed.h"
#include "tests/support/temp_folder.h"

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
      for (double scale = KB_VIEW_LEVEL_SCALE; scale <= KB_VIEW_MAX_SCALE; scale *= 2)
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
      scene.hidden = hidden;
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

static double
distance_to_piece (KbVec p, KbVec a, KbVec b)
{
  double x = b.x - a.x, y = b.y - a.y;
  double t = CLAMP (((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y), 0, 1);

  return hypot (p.x - a.x - t * x, p.y - a.y - t * y);
}

/* A sharp bend after a long way: the line is on the straight pieces between the dots and nowhere else. */
static void
test_trail_way (void)
{
  static const KbVec ways[] = { { 34.5, 18.5 }, { 37.5, 11.5 }, { 37.5, 12.5 }, { 18.5, 34.5 } };
  enum { N = G_N_ELEMENTS (ways) };
  Canvas *canvas = full_canvas ();
  KbSurfaces *surfaces = kb_surfaces_new (0);
  cairo_surface_t *target = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 640, 480);
  KbScene scene = { .surfaces = surfaces, .hovered_handle = -1 };
  cairo_t *cr = cairo_create (target);
  KbId order[N];
  guint n_far = 0, n_on = 0;

  for (guint i = 0; i < N; i++)
    {
      order[i] = kb_document_insert (canvas->document, canvas->sprite, "frames", -1,
                                     json_pack ("{si si}", "width", 64, "height", 48), NULL);
      kb_document_insert (canvas->document, order[i], "points", -1,
                          json_pack ("{ss s[ii]}", "name", "foot", "at", (int) ways[i].x, (int) ways[i].y), NULL);
    }
  kb_tool_context_fill_scene (canvas->context, &scene);
  scene.style = kb_style (TRUE);
  scene.parts = KB_DRAW_BACKGROUND | KB_DRAW_TRAIL;
  scene.trail = order;
  scene.n_trail = N;
  scene.trail_closed = TRUE;
  kb_draw_scene (cr, &scene);
  cairo_destroy (cr);
  for (int y = 0; y < 480; y++)
    for (int x = 0; x < 640; x++)
      {
        KbVec p = { (x + 0.5) / SCALE, (y + 0.5) / SCALE };
        double nearest = G_MAXDOUBLE;

        for (guint i = 0; i < N; i++)
          nearest = MIN (nearest, distance_to_piece (p, ways[i], ways[(i + 1) % N]) * SCALE);
        if (pixel (target, x, y) != kb_style (TRUE)->background >> 8)
          n_far += nearest > 6;
        else
          n_on += nearest < 1;
      }
  g_assert_cmpuint (n_far, ==, 0);
  g_assert_cmpuint (n_on, ==, 0);
  cairo_surface_destroy (target);
  kb_surfaces_free (surfaces);
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
  g_assert_true (kit_pictures_equal (sheet, again));
  options.plain = TRUE;
  plain = kb_draw_contact_sheet (canvas->document, canvas->sprite, &options, &error);
  g_assert_false (kit_pictures_equal (sheet, plain));
  options.light = TRUE;
  light = kb_draw_contact_sheet (canvas->document, canvas->sprite, &options, &error);
  g_assert_false (kit_pictures_equal (light, plain));
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

/* Of a large picture only what is seen becomes a surface, at any clip: the same picture as from one of it all. */
static void
check_part (KbScene *scene, const KbPicture *picture, cairo_surface_t *whole, KbView view)
{
  cairo_surface_t *targets[2];

  for (guint i = 0; i < 2; i++)
    {
      targets[i] = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 60, 50);
      cairo_t *cr = cairo_create (targets[i]);
      scene->view = view;
      if (i == 0)
        {
          for (int x = 0; x < 60; x += 12)   /* as what comes in when the canvas is panned */
            {
              cairo_save (cr);
              cairo_rectangle (cr, x, 0, 12, 50);
              cairo_clip (cr);
              kb_draw_scene (cr, scene);
              cairo_restore (cr);
            }
        }
      else
        {
          kb_draw_checker (cr, &view, scene->style, (gint) picture->width, (gint) picture->height);
          kb_draw_surface (cr, &view, whole, 0, 0, 1);
        }
      cairo_destroy (cr);
      cairo_surface_flush (targets[i]);
    }
  for (int y = 0; y < 50; y++)
    for (int x = 0; x < 60; x++)
      for (int shift = 0; shift < 24; shift += 8)   /* between pixels cairo counts from another corner */
        g_assert_cmpint (ABS ((int) (pixel (targets[0], x, y) >> shift & 255) - (int) (pixel (targets[1], x, y) >> shift & 255)), <=,
                         view.scale < 1 ? 8 : 0);
  cairo_surface_destroy (targets[0]);
  cairo_surface_destroy (targets[1]);
}

typedef struct {
  guint asked;
  KbPictureWanted wanted;
} Beside;

static void
on_wanted (const KbPictureWanted *wanted, gpointer data)
{
  Beside *beside = data;

  if (beside->asked++ == 0)
    {
      beside->wanted = *wanted;
      beside->wanted.key = g_strdup (wanted->key);
      beside->wanted.path = g_strdup (wanted->path);
    }
}

/* A large picture behind a mask, which another thread may read: busy until it is brought, or cannot be. */
static void
check_beside (KbDocument *document, const KbMask *mask)
{
  Beside beside = { 0 };
  g_autoptr (GError) error = NULL, why = NULL;
  g_autoptr (KbPicture) read = NULL, picture = NULL;

  kb_document_read_beside (document, on_wanted, &beside);
  for (guint i = 1; i < 3; i++)
    {
      g_assert_null (kb_document_mask_picture (document, mask, &error));
      g_assert_error (error, KB_ERROR, KB_ERROR_BUSY);
      g_clear_error (&error);
      g_assert_cmpuint (beside.asked, ==, i);
    }
  g_set_error (&why, KB_ERROR, KB_ERROR_INPUT, "cut short");
  kb_document_take_picture (document, &beside.wanted, NULL, why);
  g_assert_null (kb_document_mask_picture (document, mask, &error));
  g_assert_cmpstr (error->message, ==, "cut short");
  g_assert_cmpuint (beside.asked, ==, 2);   /* not at once again */
  read = kb_picture_read (NULL, beside.wanted.path, NULL);
  g_assert_nonnull (read);
  g_assert_cmpuint (beside.wanted.width, ==, read->width);
  kb_document_take_picture (document, &beside.wanted, read, NULL);
  picture = kb_document_mask_picture (document, mask, NULL);
  g_assert_true (picture == read);
  g_assert_cmpuint (beside.asked, ==, 2);
  g_free (beside.wanted.key);
  g_free (beside.wanted.path);
}

static void
test_large_picture (void)
{
  static const KbView views[] = {
    { .x = -2060, .y = -2055, .scale = 1 }, { .x = 20, .y = 30, .scale = 1 }, { .x = -700, .y = -1000.25, .scale = 0.75 },
    { .x = -9000, .y = -7000, .scale = 7 },
  };
  g_autofree char *folder = temp_folder_new (), *file = NULL;
  KbDocument *document = kb_document_new (folder, "test");
  g_autoptr (KbPicture) picture = sample_picture (2090, 2080);   /* more than a surface is made of */
  cairo_surface_t *whole = kb_surface_from_picture (picture);
  KbScene scene = { .surfaces = kb_surfaces_new (0), .style = kb_style (TRUE), .parts = KB_DRAW_CHECKER | KB_DRAW_PICTURE };

  file = kb_document_add_picture (document, "hall", picture, NULL);
  kb_document_insert (document, kb_document_project (document)->node.id, "masks", -1,
                      json_pack ("{ss si si s{ss s[iiii] s[ii]}}", "name", "hall", "width", 2090, "height", 2080, "picture", "file", file,
                                 "rect", 0, 0, 2090, 2080, "offset", 0, 0), NULL);
  scene.document = document;
  scene.frame_id = kb_mask_at (kb_document_project (document), 0)->node.id;
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      KbView view = views[i];
      view.device_scale = 1;
      view.width = 60;
      view.height = 50;
      check_part (&scene, picture, whole, view);
    }
  kb_surfaces_free (scene.surfaces);
  cairo_surface_destroy (whole);
  g_assert_true (kb_document_save (document, NULL));
  g_autofree char *path = g_strdup (kb_document_file (document));
  kb_document_free (document);
  document = kb_document_open (path, NULL);
  g_assert_nonnull (document);
  check_beside (document, kb_mask_at (kb_document_project (document), 0));
  kb_document_free (document);
  temp_folder_remove (folder);
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

/* Discs and lines all over the surface, half transparent, so that their order shows. */
static void
draw_many (cairo_t *cr, gpointer data)
{
  guint *calls = data;

  g_atomic_int_inc (calls);
  for (int i = 0; i < 60; i++)
    {
      cairo_arc (cr, i * 37.3 - 100, i * 71 % 1300, 20 + i * 1.7, 0, 2 * G_PI);
      cairo_set_source_rgba (cr, i % 7 / 7.0, i % 5 / 5.0, i % 3 / 3.0, 0.4);
      cairo_fill_preserve (cr);
      cairo_set_source_rgba (cr, 0, i % 2, 1, 0.7);
      cairo_set_line_width (cr, 1 + i % 4);
      cairo_stroke (cr);
    }
}

/* Bands give the very pixels of one call, within the same clip and nowhere else. */
static void
test_bands (void)
{
  static const double clips[][4] = { { -10, -10, 4000, 4000 }, { 35.5, 20, 900, 1000 }, { 10, 333, 1000, 17 } };

  for (guint i = 0; i < G_N_ELEMENTS (clips); i++)
    {
      cairo_surface_t *surfaces[2];
      guint calls[2] = { 0, 0 };

      for (guint k = 0; k < 2; k++)
        {
          cairo_t *cr;

          surfaces[k] = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 2201, 2401);
          cairo_surface_set_device_scale (surfaces[k], 2, 2);
          cr = cairo_create (surfaces[k]);
          cairo_rectangle (cr, clips[i][0], clips[i][1], clips[i][2], clips[i][3]);
          cairo_clip (cr);
          cairo_translate (cr, 3, -7.25);
          if (k)
            kb_draw_in_bands (cr, draw_many, &calls[k]);
          else
            draw_many (cr, &calls[k]);
          cairo_destroy (cr);
        }
      g_assert_cmpuint (largest_difference (surfaces[0], surfaces[1]), ==, 0);
      if (g_get_num_processors () > 1)
        g_assert_cmpuint (calls[1] > 1, ==, i < 2);
      cairo_surface_destroy (surfaces[0]);
      cairo_surface_destroy (surfaces[1]);
    }
}

KIT_PROGRAM (drawing_scene)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/drawing/any-zoom", test_any_zoom);
  g_test_add_func ("/drawing/layers", test_layers);
  g_test_add_func ("/drawing/bands", test_bands);
  g_test_add_func ("/drawing/onion", test_onion);
  g_test_add_func ("/drawing/trail", test_trail);
  g_test_add_func ("/drawing/trail-way", test_trail_way);
  g_test_add_func ("/drawing/sheet", test_sheet);
  g_test_add_func ("/drawing/pictures", test_pictures);
  g_test_add_func ("/drawing/large-picture", test_large_picture);
  return g_test_run ();
}
