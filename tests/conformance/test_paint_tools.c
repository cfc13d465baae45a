/* SPDX-License-Identifier: MIT */
/* The tools that paint zones: what each gesture makes, in numbers, and that it is one step. */
#include <math.h>
#include <string.h>

#include "tests/support/canvas.h"
#include "tests/support/seed.h"
#include "tools/options.h"
#include "tools/paint/marks.h"
#include "tools/paint/stroke.h"
#include "tools/paint/work.h"

#define W 64
#define H 48
#define CLOTH "1:28,20,8,12"      /* what canvas_paint_frame paints; the rest is nothing */

/* "VALUE:X,Y,W,H ..." boxes, one over the other. */
static void
paint_boxes (guint8 bytes[H][W], const char *boxes)
{
  g_auto (GStrv) words = g_strsplit (boxes, " ", -1);
  for (guint i = 0; words[i]; i++)
    {
      int value, x, y, w, h;
      g_assert_cmpint (sscanf (words[i], "%d:%d,%d,%d,%d", &value, &x, &y, &w, &h), ==, 5);
      for (int row = y; row < y + h; row++)
        memset (&bytes[row][x], value, (gsize) w);
    }
}

static void
check_pixels (const Canvas *canvas, const char *what, const char *boxes)
{
  guint8 expected[H][W] = { { 0 } };
  const KbZones *zones = kb_node_painted (kb_tool_context_painted (canvas->context), NULL)->zones;
  paint_boxes (expected, boxes);
  for (gint y = 0; y < H; y++)
    for (gint x = 0; x < W; x++)
      if ((zones ? kb_zones_at (zones, x, y) : 0) != expected[y][x])
        g_error ("%s: pixel %d, %d is %d, not %d", what, x, y, zones ? kb_zones_at (zones, x, y) : 0, expected[y][x]);
}

static guint
count_steps (const Canvas *canvas)
{
  guint position;
  g_strfreev (kb_document_history (canvas->document, &position));
  return position;
}

/* "paint-size=4 paint-square=1" */
static void
set_options (Canvas *canvas, const char *options)
{
  g_auto (GStrv) words = g_strsplit (options, " ", -1);
  kb_tool_option_set (canvas->context, kb_tool_option_by_id ("paint-size"), 1);
  kb_tool_option_set (canvas->context, kb_tool_option_by_id ("fill-picture"), 0);
  for (guint i = 0; words[i] && *words[i]; i++)
    {
      char *equals = strchr (words[i], '=');
      *equals = '\0';
      g_assert_nonnull (kb_tool_option_by_id (words[i]));
      kb_tool_option_set (canvas->context, kb_tool_option_by_id (words[i]), g_ascii_strtod (equals + 1, NULL));
    }
}

/* The canvas with cloth on its frame; skin (7) is in the hand. */
static Canvas *
new_painted (const char *options)
{
  Canvas *canvas = canvas_new (0);
  canvas_paint_frame (canvas);
  canvas->context->next.zone_id = kb_zone_at (kb_node_zones (kb_tool_context_painted (canvas->context)), 1)->node.id;
  set_options (canvas, options);
  canvas_run (canvas, "");
  return canvas;
}

#define REGION "t:region p26.5,18.5 m30,30 r37.5,33.5 "      /* [26, 38) x [18, 34) */

static const struct { const char *options, *script, *boxes; guint steps; } answers[] = {
  { "", "t:brush p2.5,3.5 m8.5,3.5 r8.5,3.5", CLOTH " 7:2,3,7,1", 1 },
  { "", "t:brush p2.5,3.5 r2.5,3.5 p10.5,3.5+s r10.5,3.5+s", CLOTH " 7:2,3,9,1", 2 },
  { "", "t:brush p2.5,3.5 r2.5,3.5 p10.5,3.5 r10.5,3.5", CLOTH " 7:2,3,1,1 7:10,3,1,1", 2 },
  { "", "t:brush p2.5,3.5 m8.5,3.5 Esc r8.5,3.5", CLOTH, 0 },
  { "paint-size=4 paint-square=1", "t:brush p10.2,9.7 r10.2,9.7", CLOTH " 7:8,8,4,4", 1 },
  { "paint-size=4", "t:brush p10.2,9.7 r10.2,9.7", CLOTH " 7:8,9,4,2 7:9,8,2,4", 1 },
  { "paint-size=3 paint-square=1", "t:brush ] p10.2,9.7 r10.2,9.7", CLOTH " 7:8,8,4,4", 1 },
  { "paint-size=19 paint-square=1", "t:brush ] p20,20 r20,20", CLOTH " 7:10,10,20,20", 1 },
  { "paint-size=30 paint-square=1", "t:brush ] ] [ [ p20,20 r20,20", CLOTH " 7:5,5,30,30", 1 },
  { "paint-keep=1", "t:brush p26.5,25.5 r37.5,25.5", CLOTH " 7:26,25,2,1 7:36,25,2,1", 1 },
  { "", "t:brush p30.5,22.5+a r30.5,22.5 p2.5,2.5 r2.5,2.5", CLOTH " 1:2,2,1,1", 1 },
  { "paint-size=4 paint-square=1", "t:eraser p30,22 r30,22", CLOTH " 0:28,20,4,4", 1 },
  { "paint-keep=1", "t:eraser p30.5,22.5 r30.5,22.5", CLOTH " 0:30,22,1,1", 1 },
  { "", "t:eraser p2.5,2.5 r2.5,2.5", CLOTH, 0 },
  { "", "t:line p2.5,2.5 m9.5,9.5 r6.5,2.5", CLOTH " 7:2,2,5,1", 1 },
  { "", "t:line p2.5,2.5 r9.5,3.5+s", CLOTH " 7:2,2,8,1", 1 },
  { "", "t:line p2.5,2.5 r4.5,5.5+s", CLOTH " 7:2,2,1,1 7:3,3,1,1 7:4,4,1,1 7:5,5,1,1", 1 },
  { "", "t:line p28.5,20.5 r35.5,20.5+c", CLOTH " 0:28,20,8,1", 1 },
  { "", "t:rectangle p3.5,4.5 m20,20 r9.5,6.5", CLOTH " 7:3,4,7,3", 1 },
  { "", "t:rectangle p9.5,6.5 r3.5,4.5", CLOTH " 7:3,4,7,3", 1 },
  { "", "t:rectangle p3.5,4.5 r9.5,6.5+s", CLOTH " 7:3,4,7,7", 1 },
  { "", "t:rectangle p10.5,10.5 r12.5,11.5+a", CLOTH " 7:8,9,5,3", 1 },
  { "", "t:rectangle p26.5,18.5 r31.5,33.5+c", CLOTH " 0:28,20,4,12", 1 },
  { "paint-filled=0", "t:rectangle p3.5,4.5 r9.5,8.5", CLOTH " 7:3,4,7,5 0:4,5,5,3", 1 },
  { "paint-filled=0 paint-size=2", "t:rectangle p3.5,4.5 r9.5,9.5", CLOTH " 7:3,4,7,6 0:5,6,3,2", 1 },
  { "", "t:ellipse p8.5,8.5 r11.5,11.5", CLOTH " 7:8,9,4,2 7:9,8,2,4", 1 },
  { "", "t:ellipse p8.5,8.5 r11.5,9.5+s", CLOTH " 7:8,9,4,2 7:9,8,2,4", 1 },
  { "", "t:area p10,10 r10,10 p20,10 r20,10 p20,16 r20,16 p10,16 r10,16 Enter", CLOTH " 7:10,10,10,6", 1 },
  { "", "t:area p10,10 r10,10 p20,10 r20,10 p20,16 r20,16 p10,16 r10,16 p10,10 r10,10", CLOTH " 7:10,10,10,6", 1 },
  { "", "t:area p10,10 r10,10 p20,10 r20,10 p20,16 r20,16 p40,40 r40,40 Back p10,16 r10,16 Enter", CLOTH " 7:10,10,10,6", 1 },
  { "", "t:area p10,10 m20,10 m20,16 m10,16 r10,16", CLOTH " 7:10,10,10,6", 1 },
  { "", "t:area p10,10 r10,10 p20,10 r20,10 p20,16 r20,16 Esc", CLOTH, 0 },
  { "", "t:fill p30.5,22.5 r30.5,22.5", "7:28,20,8,12", 1 },
  { "", "t:fill p2.5,2.5 r2.5,2.5", "7:0,0,64,48 " CLOTH, 1 },
  { "", "t:fill p30.5,22.5+c r30.5,22.5+c", "0:0,0,1,1", 1 },
  { "", "t:brush p2.5,2.5 r2.5,2.5 p9.5,9.5 r9.5,9.5 p30.5,22.5+a r30.5,22.5 t:fill p2.5,2.5 r2.5,2.5",
    CLOTH " 7:9,9,1,1 1:2,2,1,1", 3 },
  { "fill-contiguous=0", "t:brush p2.5,2.5 r2.5,2.5 p9.5,9.5 r9.5,9.5 p30.5,22.5+a r30.5,22.5 t:fill p2.5,2.5 r2.5,2.5",
    CLOTH " 1:9,9,1,1 1:2,2,1,1", 3 },
  { "", "t:pick p30.5,22.5 r30.5,22.5 t:brush p2.5,2.5 r2.5,2.5", CLOTH " 1:2,2,1,1", 1 },
  { "", "t:pick p3.5,3.5 r3.5,3.5 t:brush p2.5,2.5 r2.5,2.5", CLOTH " 7:2,2,1,1", 1 },
  { "", REGION "p30.5,25.5 m50,25 r33.5,23.5", "1:31,18,8,12", 1 },
  { "", REGION "p30.5,25.5+a m50,25+a r40.5,25.5+a", CLOTH " 1:38,20,8,12", 1 },
  { "", REGION "p30.5,25.5 m50,25 Esc r33.5,23.5", CLOTH, 0 },
  { "", REGION "Right Down+s", "1:29,28,8,12", 2 },
  { "", REGION "Del", "0:0,0,1,1", 1 },
  { "", REGION "t:brush p20.5,25.5 m45.5,25.5 r45.5,25.5", CLOTH " 7:26,25,12,1", 1 },
  { "", REGION "Esc t:brush p20.5,25.5 m45.5,25.5 r45.5,25.5", CLOTH " 7:20,25,26,1", 1 },
  { "", REGION "t:fill p2.5,2.5 r2.5,2.5", "7:26,18,12,16 " CLOTH, 1 },
  { "", "t:region p28.5,20.5 m30,30 r31.5,31.5 p40.5,5.5+s r45.5,9.5+s Del", CLOTH " 0:28,20,4,12", 1 },
  { "", REGION "p20.5,25.5+a m30,30+a r50.5,40.5+a t:rectangle p0.5,0.5 r60.5,45.5", CLOTH " 7:26,18,12,7", 1 },
  { "", "t:wand p30.5,22.5 r30.5,22.5 t:region Del", "0:0,0,1,1", 1 },
  { "", "t:wand p2.5,2.5 r2.5,2.5 t:rectangle p20.5,18.5 r30.5,22.5", "7:20,18,11,5 " CLOTH, 1 },
  { "", "t:region p28.5,20.5 m30,30 r31.5,31.5 t:wand p2.5,2.5+s r2.5,2.5+s t:rectangle p0.5,18.5 r63.5,22.5",
    CLOTH " 7:0,18,64,5 1:32,20,4,3", 1 },
  { "", REGION "t:wand p30.5,22.5+c r30.5,22.5+c t:rectangle p20.5,15.5 r50.5,40.5", "7:26,18,12,16 " CLOTH, 1 },
  { "", "t:wand p30.5,22.5+a r30.5,22.5+a t:brush p2.5,2.5 r2.5,2.5", CLOTH " 7:2,2,1,1", 1 },
  { "", "t:region p28,20+c m32,20+c m32,32+c m28,32+c r28,32+c Del", CLOTH " 0:28,20,4,12", 1 },
};

static void
test_answers (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autofree char *what = g_strdup_printf ("%s %s", answers[i].options, answers[i].script);
      Canvas *canvas = new_painted (answers[i].options);
      guint before = count_steps (canvas);

      canvas_run (canvas, answers[i].script);
      g_assert_false (kb_tools_busy (canvas->context));
      g_assert_null (canvas->context->painting.stroke);
      check_pixels (canvas, what, answers[i].boxes);
      if (count_steps (canvas) != before + answers[i].steps)
        g_error ("%s: %u steps, not %u", what, count_steps (canvas) - before, answers[i].steps);
      for (guint n = 0; n < answers[i].steps; n++)
        g_assert_true (kb_document_undo (canvas->document));
      check_pixels (canvas, what, CLOTH);
      for (guint n = 0; n < answers[i].steps; n++)
        g_assert_true (kb_document_redo (canvas->document));
      check_pixels (canvas, what, answers[i].boxes);
      canvas_free (canvas);
    }
}

/* The stroke is seen before it is done, and the document is as it was. */
static void
test_under_way (void)
{
  Canvas *canvas = new_painted ("");
  KbPainting painting;

  canvas_run (canvas, "t:rectangle p3.5,4.5 m9.5,6.5");
  check_pixels (canvas, "under way", CLOTH);
  kb_tool_context_fill_painting (canvas->context, &painting);
  g_assert_nonnull (painting.painter);
  g_assert_cmpint (kb_zones_painter_at (painting.painter, 9, 6), ==, 7);
  g_assert_cmpint (kb_zones_painter_at (painting.painter, 10, 6), ==, 0);
  canvas_run (canvas, "m5.5,5.5");
  kb_tool_context_fill_painting (canvas->context, &painting);
  g_assert_cmpint (kb_zones_painter_at (painting.painter, 9, 6), ==, 0);
  kb_tools_cancel (canvas->context);
  check_pixels (canvas, "cancelled", CLOTH);
  canvas_free (canvas);
}

/* By the colours of the picture: torso with a hole, head on it, fist apart. */
static void
test_fill_picture (void)
{
  static const struct { const char *options, *script, *boxes; } fills[] = {
    { "fill-picture=1", "t:fill p51.5,21.5 r51.5,21.5", CLOTH " 7:50,20,4,4" },
    { "fill-picture=1 fill-tolerance=0", "t:fill p30.5,12.5 r30.5,12.5", CLOTH " 7:28,10,8,8" },
    { "fill-picture=1 fill-tolerance=0", "t:fill p31.5,25.5 r31.5,25.5", CLOTH " 7:30,24,4,4" },
    { "fill-picture=1 fill-tolerance=0", "t:fill p25.5,19.5 r25.5,19.5", "7:24,18,16,16 " CLOTH },
    { "fill-picture=1 fill-tolerance=0 fill-stops=0", "t:fill p25.5,19.5 r25.5,19.5", "7:24,18,16,16 1:30,24,4,4" },
    { "fill-picture=1 fill-tolerance=0 fill-stops=0 paint-keep=1", "t:fill p25.5,19.5 r25.5,19.5", "7:24,18,16,16 " CLOTH },
    { "fill-picture=1 fill-tolerance=0", "t:fill p28.5,20.5 r28.5,20.5", "7:28,20,8,12 1:30,24,4,4" },
  };
  /* What the wand selects is what is filled. */
  for (guint i = 0; i < 2 * G_N_ELEMENTS (fills); i++)
    {
      const guint k = i / 2;
      g_autoptr (GString) script = g_string_new (fills[k].script);
      Canvas *canvas = canvas_new_with_picture (0);
      canvas_paint_frame (canvas);
      canvas->context->next.zone_id = kb_zone_at (kb_node_zones (kb_tool_context_painted (canvas->context)), 1)->node.id;
      set_options (canvas, fills[k].options);
      if (i % 2)
        {
          g_string_replace (script, "t:fill", "t:wand", 0);
          g_string_append (script, " t:rectangle p0.5,0.5 r63.5,47.5");
        }
      canvas_run (canvas, script->str);
      check_pixels (canvas, script->str, fills[k].boxes);
      canvas_free (canvas);
    }
}

/* Where there is no zone, the first stroke makes one, in the same step. */
static void
test_first_zone (void)
{
  Canvas *canvas = canvas_new (0);
  KbPainting while_drawn;
  GPtrArray *zones;
  guint before;

  canvas_run (canvas, "");
  kb_tool_context_set_painted (canvas->context, canvas->frames[0]);
  set_options (canvas, "");
  before = count_steps (canvas);
  zones = kb_node_zones (kb_tool_context_painted (canvas->context));
  g_assert_cmpuint (zones->len, ==, 0);
  canvas_run (canvas, "t:eraser p2.5,2.5 r2.5,2.5");
  g_assert_cmpuint (count_steps (canvas), ==, before);
  canvas_run (canvas, "t:brush p2.5,2.5");
  kb_tool_context_fill_painting (canvas->context, &while_drawn);
  canvas_run (canvas, "r2.5,2.5");
  g_assert_cmpuint (count_steps (canvas), ==, before + 1);
  g_assert_cmpuint (zones->len, ==, 1);
  g_assert_cmphex (while_drawn.colours[1], ==, kb_zone_at (zones, 0)->colour);
  g_assert_cmpuint (kb_zone_at (zones, 0)->value, ==, 1);
  check_pixels (canvas, "first", "1:2,2,1,1");
  g_assert_true (kb_document_undo (canvas->document));
  g_assert_cmpuint (kb_node_zones (kb_tool_context_painted (canvas->context))->len, ==, 0);
  canvas_free (canvas);
}

static void
check_region (const Canvas *canvas, gint x, gint y)
{
  KbBox box;
  g_assert_nonnull (kb_region_set (canvas->context));
  g_assert_true (kb_pixel_set_box (kb_region_set (canvas->context), &box));
  g_assert_cmpint (box.x, ==, x);
  g_assert_cmpint (box.y, ==, y);
}

static void
step (Canvas *canvas, gboolean undo)
{
  g_autofree char *label = g_strdup (undo ? kb_document_undo_label (canvas->document) : kb_document_redo_label (canvas->document));
  g_assert_true (undo ? kb_document_undo (canvas->document) : kb_document_redo (canvas->document));
  kb_region_follow (canvas->context, undo, label);
}

/* The region is where its pixels are, also after undo. */
static void
test_region_follows (void)
{
  Canvas *canvas = new_painted ("");

  canvas_run (canvas, REGION "p30.5,25.5 m50,25 r33.5,23.5 Right");
  check_region (canvas, 30, 16);
  step (canvas, TRUE);
  check_region (canvas, 29, 16);
  step (canvas, TRUE);
  check_region (canvas, 26, 18);
  step (canvas, FALSE);
  check_region (canvas, 29, 16);
  step (canvas, FALSE);
  check_region (canvas, 30, 16);
  /* Other steps leave it. */
  canvas_run (canvas, "t:brush p31.5,25.5 r31.5,25.5");
  step (canvas, TRUE);
  check_region (canvas, 30, 16);
  step (canvas, TRUE);
  check_region (canvas, 29, 16);
  /* So does a stroke in place of what was undone. */
  canvas_run (canvas, "t:brush p31.5,25.5 r31.5,25.5");
  step (canvas, TRUE);
  check_region (canvas, 29, 16);
  step (canvas, FALSE);
  check_region (canvas, 29, 16);
  /* Who let go of it has none. */
  canvas_run (canvas, "Esc");
  step (canvas, TRUE);
  step (canvas, TRUE);
  g_assert_null (kb_region_set (canvas->context));
  canvas_free (canvas);
}

/* What the region keeps off is told. */
static void
test_reported (void)
{
  Canvas *canvas = new_painted ("");

  canvas_run (canvas, REGION "t:brush p2.5,2.5 r2.5,2.5");
  check_pixels (canvas, "outside", CLOTH);
  g_assert_nonnull (canvas->status);
  g_assert_nonnull (strstr (canvas->status, "region"));
  canvas_free (canvas);
}

/* --- Redraws ---------------------------------------------------------------------------------- */

typedef struct {
  KbLayers *layers;
  KbSurfaces *surfaces;
  guint64 stamp;
} Redraw;

static cairo_surface_t *
draw_now (Canvas *canvas, const KbView *view, Redraw *redraw, gboolean kept)
{
  int scale = (int) view->device_scale;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, view->width * scale, view->height * scale);
  KbScene scene = { .style = kb_style (TRUE), .surfaces = redraw->surfaces, .layers = kept ? redraw->layers : NULL };
  KbPainting painting;

  cairo_surface_set_device_scale (surface, scale, scale);
  kb_tool_context_fill_scene (canvas->context, &scene);
  kb_tool_context_fill_painting (canvas->context, &painting);
  KbZonesPainter *stroke = canvas->context->painting.stroke;
  if (kept && stroke)
    {
      painting.before = redraw->stamp;
      if (kb_zones_painter_take_unseen (stroke, &painting.x, &painting.y, &painting.width, &painting.height))
        redraw->stamp++;
    }
  painting.stamp = redraw->stamp;
  scene.view = *view;
  scene.frame_id = canvas->context->shown.painted_id;
  scene.painting = &painting;
  scene.parts = KB_DRAW_BACKGROUND | KB_DRAW_CHECKER | KB_DRAW_PICTURE | KB_DRAW_BORDER | KB_DRAW_GRID;
  cairo_t *cr = cairo_create (surface);
  kb_draw_scene (cr, &scene);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* Only what a stroke touched is drawn again, and that gives the same pixels as drawing all of it, at any zoom. */
static void
test_redraws (void)
{
  static const double scales[] = { 0.13, 0.5, 0.77, 1, 1.6, 3, 9 };
  static const char *const presses[] = { "t:brush p3.5,3.5", "t:line p3.5,3.5", "t:rectangle p3.5,3.5", "t:ellipse p3.5,3.5" };

  for (guint n = 0; n < G_N_ELEMENTS (scales) * 2 * G_N_ELEMENTS (presses); n++)
    {
      guint i = n / G_N_ELEMENTS (presses);
      Canvas *canvas = new_painted (i % 3 ? "paint-size=5" : "paint-size=2 paint-square=1");
      Redraw redraw = { kb_layers_new (), kb_surfaces_new (0), 1 };
      KbView view = { .x = 9.3 - i, .y = 4.6, .scale = scales[i / 2], .device_scale = 1 + i % 2, .width = 90, .height = 70 };

      canvas_run (canvas, presses[n % G_N_ELEMENTS (presses)]);
      for (guint k = 0; k < 30; k++)
        {
          g_autofree char *to = g_strdup_printf ("m%d.5,%d.5", g_test_rand_int_range (-4, W + 4), g_test_rand_int_range (-4, H + 4));
          if (k % 4)   /* now and then nothing happens between two redraws */
            canvas_run (canvas, to);
          cairo_surface_t *part = draw_now (canvas, &view, &redraw, TRUE), *whole = draw_now (canvas, &view, &redraw, FALSE);
          gsize size = (gsize) cairo_image_surface_get_stride (whole) * (gsize) cairo_image_surface_get_height (whole);
          const guint8 *a = cairo_image_surface_get_data (part), *b = cairo_image_surface_get_data (whole);
          for (gsize at = 0; at < size; at++)
            if (at % 4 < 3 && a[at] != b[at])
              g_error ("scale %g, motion %u: byte %zu of the canvas", view.scale, k, at);
          cairo_surface_destroy (part);
          cairo_surface_destroy (whole);
        }
      canvas_run (canvas, "r3.5,3.5");
      kb_layers_free (redraw.layers);
      kb_surfaces_free (redraw.surfaces);
      canvas_free (canvas);
    }
}

/* A figure that is another one at each motion leaves its box and that of the one before to be drawn, not all. */
static void
test_figure_boxes (void)
{
  Canvas *canvas = new_painted ("paint-size=1");
  gint x, y;
  guint width, height;

  canvas_run (canvas, "t:rectangle p3.5,3.5");
  g_assert_true (kb_zones_painter_take_unseen (canvas->context->painting.stroke, &x, &y, &width, &height));
  g_assert_cmpuint (width * height, ==, W * H);
  canvas_run (canvas, "m9.5,8.5");
  g_assert_true (kb_zones_painter_take_unseen (canvas->context->painting.stroke, &x, &y, &width, &height));
  g_assert_cmpuint (width * height, ==, 7 * 6);
  canvas_run (canvas, "m5.5,4.5");
  g_assert_true (kb_zones_painter_take_unseen (canvas->context->painting.stroke, &x, &y, &width, &height));
  g_assert_cmpint (x * 100 + y, ==, 303);
  g_assert_cmpuint (width * 100 + height, ==, 706);
  canvas_run (canvas, "r5.5,4.5");
  canvas_free (canvas);
}

/* --- The brush under the pointer -------------------------------------------------------------- */

/* What the tool draws: left, top, right and bottom on the canvas. */
static void
drawn_box (Canvas *canvas, double box[4])
{
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  cairo_t *cr = cairo_create (surface);
  double w, h;

  canvas->context->gesture.tool->draw (canvas->context, cr);
  cairo_destroy (cr);
  cairo_recording_surface_ink_extents (surface, &box[0], &box[1], &w, &h);
  box[2] = box[0] + w;
  box[3] = box[1] + h;
  cairo_surface_destroy (surface);
}

/* The edges of what a click paints of skin there, on the canvas; it is taken back. */
static void
clicked_box (Canvas *canvas, const char *click, double box[4])
{
  const KbView *view = &canvas->context->view;
  gint x0 = W, y0 = H, x1 = 0, y1 = 0;

  canvas_run (canvas, click);
  const KbZones *zones = kb_node_painted (kb_tool_context_painted (canvas->context), NULL)->zones;
  for (gint y = 0; y < H; y++)
    for (gint x = 0; x < W; x++)
      if (kb_zones_at (zones, x, y) == 7)
        {
          x0 = MIN (x0, x);
          y0 = MIN (y0, y);
          x1 = MAX (x1, x + 1);
          y1 = MAX (y1, y + 1);
        }
  g_assert_cmpint (x0, <, x1);
  kb_document_undo (canvas->document);
  KbVec low = kb_view_to_canvas (view, (KbVec) { x0, y0 }), high = kb_view_to_canvas (view, (KbVec) { x1, y1 });
  memcpy (box, (double[]) { low.x, low.y, high.x, high.y }, 4 * sizeof *box);
}

/* The outline under the pointer lies along the edges of what a click paints, at each zoom: on it, three canvas pixels wide. */
static void
test_true_size (void)
{
  static const double scales[] = { 0.3, 0.5, 1, 2.5, 8, 33 };
  static const char *const brushes[] = {
    "paint-size=1", "paint-size=2", "paint-size=5", "paint-size=24", "paint-size=1 paint-square=1", "paint-size=7 paint-square=1",
    "paint-size=20 paint-square=1",
  };
  static const char *const tools[] = { "t:brush m31.3,22.8", "t:eraser m31.3,22.8" };

  for (guint n = 0; n < G_N_ELEMENTS (scales) * G_N_ELEMENTS (brushes) * G_N_ELEMENTS (tools); n++)
    {
      guint tool = n % G_N_ELEMENTS (tools), brush = n / G_N_ELEMENTS (tools) % G_N_ELEMENTS (brushes);
      double scale = scales[n / G_N_ELEMENTS (tools) / G_N_ELEMENTS (brushes)], drawn[4], clicked[4];
      Canvas *canvas = new_painted (brushes[brush]);

      canvas->context->view = (KbView) { .x = 17.4, .y = -6.7, .scale = scale, .device_scale = 1 + n % 2, .width = 640, .height = 480 };
      canvas_run (canvas, tools[tool]);
      canvas->context->pointer.over = TRUE;
      drawn_box (canvas, drawn);
      clicked_box (canvas, "t:brush p31.3,22.8 r31.3,22.8", clicked);
      for (guint side = 0; side < 4; side++)
        {
          double wanted = clicked[side] + (side < 2 ? -1.5 : 1.5);
          if (fabs (drawn[side] - wanted) > 1)
            g_error ("%s, %s at %g: side %u of the outline is at %g, not %g", tools[tool], brushes[brush], scale, side, drawn[side], wanted);
        }
      canvas_free (canvas);
    }
}

/* --- Long work -------------------------------------------------------------------------------- */

static KbPaintWork *taken;

static void
take (gpointer data, KbPaintWork *work)
{
  g_assert_null (taken);
  taken = work;
}

static gboolean
stop_soon (guint done, guint total, gpointer n)
{
  return (*(int *) n)-- > 0;
}

static gpointer
do_in_thread (gpointer n)
{
  kb_paint_work_do (taken, n ? stop_soon : NULL, n);
  return NULL;
}

static guint64
painted_pixels (const Canvas *canvas)
{
  const KbZones *zones = kb_node_painted (kb_tool_context_painted (canvas->context), NULL)->zones;
  guint64 counts[256] = { 0 };
  if (zones)
    kb_zones_counts (zones, counts);
  return counts[1];
}

/* A host does a fill of a large mask in a thread: one step when it is done, none when it is cancelled or no longer fits. */
static void
test_long_work (void)
{
  enum { SIDE = 1536 };
  Canvas *canvas = canvas_new (0);
  KbToolHost host = *canvas->context->host;
  int few = 1;

  host.work = take;
  canvas_run (canvas, "");
  canvas->context->host = &host;
  KbId mask = kb_document_insert (canvas->document, kb_document_project (canvas->document)->node.id, "masks", -1,
                                  json_pack ("{ss si si}", "name", "vast", "width", SIDE, "height", SIDE), NULL);
  kb_tool_context_set_painted (canvas->context, mask);
  set_options (canvas, "");
  guint before = count_steps (canvas);

  for (guint round = 0; round < 3; round++)
    {
      canvas_run (canvas, "t:fill p9.5,9.5 r9.5,9.5");
      g_assert_nonnull (taken);
      g_assert_null (canvas->context->painting.stroke);
      if (round == 1)   /* meanwhile somebody paints there */
        canvas_run (canvas, "t:brush p20.5,20.5 r20.5,20.5");
      g_thread_join (g_thread_new ("work", do_in_thread, round == 0 ? &few : NULL));
      gboolean changed = kb_paint_work_end (canvas->context, g_steal_pointer (&taken));
      g_assert_cmpint (changed, ==, round == 2);
      if (round == 1)
        g_assert_nonnull (strstr (canvas->status, "changed since"));
      g_assert_cmpuint (count_steps (canvas), ==, before + round);
      g_assert_cmpuint (painted_pixels (canvas), ==, round == 0 ? 0 : round == 1 ? 1 : (guint64) SIDE * SIDE);
    }
  /* What nobody waits for goes without a trace. */
  canvas_run (canvas, "t:fill p9.5,9.5+c r9.5,9.5+c");
  kb_paint_work_drop (g_steal_pointer (&taken));
  g_assert_cmpuint (count_steps (canvas), ==, before + 2);
  canvas->context->host = NULL;
  canvas_free (canvas);
}

KIT_PROGRAM (paint_tools)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/paint-tools/answers", test_answers);
  g_test_add_func ("/paint-tools/under-way", test_under_way);
  g_test_add_func ("/paint-tools/fill-picture", test_fill_picture);
  g_test_add_func ("/paint-tools/first-zone", test_first_zone);
  g_test_add_func ("/paint-tools/region-follows", test_region_follows);
  g_test_add_func ("/paint-tools/told", test_reported);
  g_test_add_func ("/paint-tools/redraws", test_redraws);
  g_test_add_func ("/paint-tools/figure-boxes", test_figure_boxes);
  g_test_add_func ("/paint-tools/true-size", test_true_size);
  g_test_add_func ("/paint-tools/long-work", test_long_work);
  return g_test_run ();
}
