/* SPDX-License-Identifier: MIT */
/* Snapping: the pure functions with tables of expected values, and gestures beside other shapes. */
#include <math.h>
#include <string.h>

#include "tests/support/canvas.h"
#include "tests/support/seed.h"
#include "tools/snap.h"

static GArray *
lines_of (const double *at, guint n)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (KbSnapLine));

  for (guint i = 0; i < n; i++)
    {
      KbSnapLine line = { at[i], 0, 10, (KbSide) ((int) (i % 3) - 1) };
      g_array_append_val (lines, line);
    }
  return lines;
}

/* Lines at 10, 16.5 and 40. */
static void
test_shift (void)
{
  static const struct {
    guint n;
    double references[3], reach, step, by;
    gboolean found;
    double result;
  } table[] = {
    { 1, { 0 }, 5, 1, 8, TRUE, 10 },              /* near */
    { 1, { 0 }, 5, 1, 12.4, TRUE, 10 },
    { 1, { 0 }, 5, 0.5, 14, TRUE, 16.5 },         /* nearer than 10, in halves */
    { 1, { 0 }, 5, 1, 14, TRUE, 10 },             /* whole pixels: 16.5 does not count */
    { 1, { 0 }, 1, 1, 14, FALSE, 14 },            /* out of reach */
    { 1, { 0 }, 4, 1, 14, TRUE, 10 },             /* just within: closed */
    { 1, { 0 }, 3.999, 1, 14, FALSE, 14 },
    { 1, { 0.5 }, 2, 1, 15, TRUE, 16 },           /* a reference at half a pixel meets the half line */
    { 3, { 0, 5, 10 }, 3, 1, 29, TRUE, 30 },      /* the far edge to 40 */
    { 3, { 0, 5, 10 }, 3, 1, 34, TRUE, 35 },      /* the middle to 40 */
    { 3, { 0, 5.5, 11 }, 3, 1, 10.9, TRUE, 11 },  /* the middle (5.5) to 16.5, nearer than the edge to 10 */
    { 1, { 0 }, 5, 1.0 / 256, 15, TRUE, 16.5 },
    { 1, { -30 }, 100, 1, 0, TRUE, 40 },
    { 1, { 1000 }, 1e9, 1, 0, TRUE, -960 },
  };
  const double at[] = { 10, 16.5, 40 };
  g_autoptr (GArray) lines = lines_of (at, G_N_ELEMENTS (at)), none = lines_of (at, 0);
  double by = 3;

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      double result = table[i].by;

      g_test_message ("%u", i);
      g_assert_cmpint (kb_snap_shift (lines, table[i].references, table[i].n, table[i].reach, table[i].step, &result), ==,
                       table[i].found);
      g_assert_cmpfloat (result, ==, table[i].result);
    }
  g_assert_false (kb_snap_shift (none, &at[0], 1, 100, 1, &by));
  g_assert_cmpfloat (by, ==, 3);
}

/* A low edge at 10, a middle at 16.5, a high edge at 40: pixels 10, 16 and 39 lie on them. */
static void
test_pixel_shift (void)
{
  static const struct { double at, reach; gboolean found; double to; } table[] = {
    { 9, 2, TRUE, 10 }, { 11, 2, TRUE, 10 }, { 10, 0, TRUE, 10 }, { 15, 2, TRUE, 16 }, { 40, 1, TRUE, 39 },
    { 38, 1, TRUE, 39 }, { 20, 3, FALSE, 20 }, { 41, 1, FALSE, 41 },
  };
  const double at[] = { 10, 16.5, 40 };
  g_autoptr (GArray) lines = lines_of (at, G_N_ELEMENTS (at));

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      double by = 0;

      g_assert_cmpint (kb_snap_pixel_shift (lines, table[i].at, table[i].reach, &by), ==, table[i].found);
      g_assert_cmpfloat (table[i].at + by, ==, table[i].to);
    }
}

/* A frame of 64 x 48 with hot spot (20, 40); "body" at [10, 30) x [8, 18), "limb" to be moved. */
static Canvas *
make (double scale, const char *limb)
{
  Canvas *canvas = canvas_new (2);

  canvas_add_shape (canvas, "body", "{\"box\": [10, 8, 20, 10]}");
  if (limb)
    canvas_add_shape (canvas, "limb", limb);
  canvas_run (canvas, "");
  canvas->context->view.scale = scale;
  return canvas;
}

static char *
last_geometry (const Canvas *canvas)
{
  const KbFrame *frame = canvas_frame (canvas);
  json_t *value = kb_geometry_to_json (&kb_shape_at (frame, kb_count (frame->shapes) - 1)->geometry);
  char *dumped = json_dumps (value, JSON_COMPACT), *text = g_strdup (dumped);

  free (dumped);
  json_decref (value);
  return text;
}

/* "x10 y8": axis and place of each guide, in the order of their finding, sorted. */
static char *
guides_text (const Canvas *canvas)
{
  GString *text = g_string_new (NULL);

  for (guint axis = 0; axis < 2; axis++)
    for (double at = -20; at <= 80; at += 0.5)
      for (guint i = 0; i < canvas->context->options.snap.guides->len; i++)
        {
          const KbGuide *guide = &g_array_index (canvas->context->options.snap.guides, KbGuide, i);

          g_assert_cmpfloat (guide->from, <=, guide->to);
          if (guide->axis == axis && guide->at == at)
            g_string_append_printf (text, "%s%c%g", text->len ? " " : "", axis ? 'y' : 'x', at);
        }
  return g_string_free (text, FALSE);
}

/* Everything that snaps, near and far, at two zooms. */
static void
test_gestures (void)
{
  static const struct {
    double scale;
    const char *limb, *script, *geometry, *guides;
  } table[] = {
    /* Moving, at 200%: five canvas pixels are two and a half of the picture. */
    { 2, "{\"box\":[40,30,6,6]}", "p43,33 m46,33 m14.8,33", "{\"box\":[10,30,6,6]}", "x10" },
    { 2, "{\"box\":[40,30,6,6]}", "p43,33 m46,33 m35,33", "{\"box\":[32,30,6,6]}", "x32" },
    { 2, "{\"box\":[40,30,6,6]}", "p43,33 m46,33 m43,44", "{\"box\":[40,41,6,6]}", "y41" },   /* below the hot spot */
    { 2, "{\"box\":[40,30,6,6]}", "p43,33 m46,33 m43,20.4", "{\"box\":[40,18,6,6]}", "y18 y24" },
    { 2, "{\"box\":[40,30,6,6]}", "p43,33 m46,33 m60,46", "{\"box\":[58,42,6,6]}", "x64 y48" },  /* the frame's corner */
    { 2, "{\"box\":[40,30,6,6]}", "p43,33 m46,33 m32.6,25", "{\"box\":[30,21,6,6]}", "x30 y24" },    /* its middle */
    { 2, "{\"box\":[40,30,6,6]}", "p43,33 m46,33 m15,33+c", "{\"box\":[12,30,6,6]}", "" },       /* suspended */
    { 2, "{\"box\":[40,30,6,6]}", "p43,33 m46,33 m51,33", "{\"box\":[48,30,6,6]}", "" },         /* nothing near */
    { 2, "{\"box\":[40,30,6,6]}", "p43,33 m46,33 m14.8,35+s", "{\"box\":[10,30,6,6]}", "x10" },    /* along an axis */
    /* At 800% only what is on the line shows. */
    { 8, "{\"box\":[40,30,6,6]}", "p43,33 m46,33 m13.3,33", "{\"box\":[10,30,6,6]}", "x10" },
    { 8, "{\"box\":[40,30,6,6]}", "p43,33 m46,33 m14,33", "{\"box\":[11,30,6,6]}", "" },
    /* Resizing. */
    { 2, "{\"box\":[40,30,6,6]}", "p43,33 r43,33 p46,36 m50,36 m62,40", "{\"box\":[40,30,24,10]}", "x64 y40" },
    { 2, "{\"box\":[40,30,6,6]}", "p43,33 r43,33 p46,36 m50,36 m62,37+c", "{\"box\":[40,30,22,7]}", "" },
    { 8, "{\"box\":[40,30,6,6]}", "p43,33 r43,33 p40,33 m35,33 m30.4,33", "{\"box\":[30,30,16,6]}", "x30" },
    /* Circles: the side to a line, in halves of a pixel. */
    { 3, "{\"circle\":[40,30,4]}", "p40,30 r40,30 p36,30 m33,30 m29.2,30", "{\"circle\":[40,30,10]}", "x30 y40" },
    /* Upright oriented boxes, as long as sizes are whole. */
    { 3, "{\"oriented\":[44,30,12,12,0]}", "p44,30 r44,30 p50,30 m52,30 m63.2,30", "{\"oriented\":[51,30,26,12,0]}", "x64" },
    /* Turning: steps of 15 with Control, no guides. */
    { 8, "{\"oriented\":[40,30,8,6,0]}", "p40,30 r40,30 p40,23.75 m44,26 m45,27+c", "{\"oriented\":[40,30,8,6,60]}", "" },
    /* Corners. */
    { 3, "{\"polygon\":[[40,30],[50,30],[50,40]]}", "p48,32 r48,32 p40,30 m36,30 m30.9,18.7",
      "{\"polygon\":[[30,18],[50,30],[50,40]]}", "x30 y18" },
    /* Drawing: the far edge of the last pixel. */
    { 2, NULL, "t:box p40,24 m45,26 m62.2,46.1", "", "x64 y24 y48" },
    { 2, NULL, "t:box p40,24 m45,26 m62.2,46.1 r62.2,46.1", "{\"box\":[40,24,24,24]}", "" },
    { 8, NULL, "t:box p40,24 m45,26 m62.2,46.1 r62.2,46.1", "{\"box\":[40,24,23,23]}", "" },
    { 3, NULL, "t:circle p31.2,24.6 m36,24 r40.3,24", "{\"circle\":[32,24,8.5]}", "" },
    { 3, NULL, "t:polygon p30.8,17.4 r30,17 p40,18 r40,18 p44,33 r44,33 Enter", "{\"polygon\":[[30,18],[40,18],[44,33]]}", "" },
    /* From 400% on nothing is pulled off its (half) pixel. */
    { 8, NULL, "t:circle p40.4,12.4 m44,12 r43.1,12.5", "{\"circle\":[40.5,12.5,2.5]}", "" },
    { 8, NULL, "t:circle p40.4,12.4 m44,12 r50.9,12.5", "{\"circle\":[40.5,12.5,10.5]}", "" },
    /* Hidden classes are not there. */
    { 2, "{\"box\":[40,30,6,6]}", "hide p43,33 m46,33 m12,33", "{\"box\":[9,30,6,6]}", "" },
    { 2, "{\"box\":[40,30,6,6]}", "off p43,33 m46,33 m15,33", "{\"box\":[12,30,6,6]}", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      Canvas *canvas = make (table[i].scale, table[i].limb);
      const char *script = table[i].script;
      g_autofree char *geometry = NULL, *guides = NULL;
      KbId body = kb_class_at (kb_document_project (canvas->document), 0)->node.id;

      if (g_str_has_prefix (script, "hide "))
        g_hash_table_add (canvas->context->hidden, GUINT_TO_POINTER (body));
      if (g_str_has_prefix (script, "off "))
        canvas->context->options.snap.on = FALSE;
      canvas_run (canvas, strchr ("ho", *script) ? strchr (script, ' ') : script);
      geometry = last_geometry (canvas);
      guides = guides_text (canvas);
      g_test_message ("%u: %s gives %s, guides %s", i, script, geometry, guides);
      if (*table[i].geometry)
        g_assert_cmpstr (geometry, ==, table[i].geometry);
      g_assert_cmpstr (guides, ==, table[i].guides);
      canvas_free (canvas);
    }
}

/* Points: below 300% the pixel goes to what is near, above it is the one pointed at. */
static void
test_points (void)
{
  static const struct { double scale; const char *script; gint x, y; const char *guides; } table[] = {
    { 1, "t:hot-spot p27,33.5", 29, 33, "x30" },       /* the last column of the box */
    { 1, "t:hot-spot p8.2,33.5", 10, 33, "x10" },
    { 1, "t:hot-spot p8.2,33.5+c", 8, 33, "" },
    { 3, "t:hot-spot p28.5,33.5", 28, 33, "" },
    { 4, "t:hot-spot p28.5,33.5", 28, 33, "" },
    { 8, "t:hot-spot p29.5,17.5", 29, 17, "x30 y18" },
    { 2, "t:action-point p18.7,41.2", 20, 40, "x20 x20.5 x21 y40 y40.5 y41" },
    { 2, "t:action-point p18.7,41.2+a", 18, 41, "" },
    { 3, "t:action-point p18.7,41.2", 18, 41, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      Canvas *canvas = make (table[i].scale, NULL);
      const KbFrame *frame = canvas_frame (canvas);
      g_autofree char *guides = NULL;
      KbPixel at;

      canvas_run (canvas, table[i].script);
      at = kb_count (frame->points) ? kb_point_at (frame, 0)->at : frame->hot_spot;
      g_test_message ("%u: %d, %d", i, at.x, at.y);
      g_assert_cmpint (at.x, ==, table[i].x);
      g_assert_cmpint (at.y, ==, table[i].y);
      if (kb_count (frame->points) == 0)
        {
          guides = guides_text (canvas);
          g_assert_cmpstr (guides, ==, table[i].guides);
        }
      canvas_free (canvas);
    }
}

/* Whatever is dragged to wherever: guides are true, and whole pixels stay whole. */
static void
test_random (void)
{
  GRand *rand = g_rand_new_with_seed (11);

  for (guint round = 0; round < 300; round++)
    {
      static const double scales[] = { 0.5, 1, 2, 3, 8, 32 };
      Canvas *canvas = make (scales[g_rand_int_range (rand, 0, 6)], "{\"box\": [40, 30, 7, 6]}");
      const KbShape *shape = kb_shape_at (canvas_frame (canvas), 1);
      g_autofree char *script = g_strdup_printf (
        "p43,33 r43,33 p%s m%.2f,%.2f m%.2f,%.2f", g_rand_boolean (rand) ? "43,33" : "47,36",
        g_rand_double_range (rand, 0, 64), g_rand_double_range (rand, 0, 48), g_rand_double_range (rand, -5, 70),
        g_rand_double_range (rand, -5, 52));
      KbBounds b;

      canvas_run (canvas, script);
      b = kb_geometry_kind (KB_SHAPE_BOX)->bounds (&shape->geometry);
      for (guint i = 0; i < 4; i++)
        g_assert_cmpfloat (shape->geometry.v[i], ==, floor (shape->geometry.v[i]));
      for (guint i = 0; i < canvas->context->options.snap.guides->len; i++)
        {
          const KbGuide *guide = &g_array_index (canvas->context->options.snap.guides, KbGuide, i);
          const double low = guide->axis ? b.y0 : b.x0, high = guide->axis ? b.y1 : b.x1;

          g_assert_true (guide->at == low || guide->at == high || guide->at == (low + high) / 2);
        }
      canvas_run (canvas, "r0,0");
      g_assert_cmpuint (canvas->context->options.snap.guides->len, ==, 0);
      canvas_free (canvas);
    }
  g_rand_free (rand);
}

KIT_PROGRAM (snap)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/snap/shift", test_shift);
  g_test_add_func ("/snap/pixel-shift", test_pixel_shift);
  g_test_add_func ("/snap/gestures", test_gestures);
  g_test_add_func ("/snap/points", test_points);
  g_test_add_func ("/snap/random", test_random);
  return g_test_run ();
}
