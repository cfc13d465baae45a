/* SPDX-License-Identifier: MIT */
/* Labels: where they go, when they are left out, what they say. */
#include <math.h>
#include <string.h>

#include "drawing/drawing.h"
#include "tests/support/canvas.h"
#include "tests/support/pixels.h"

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

static KbBounds
placed (KbLabelMemory *memory, KbView *view, const KbBounds *taken)
{
  cairo_surface_t *target = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300, 200);
  cairo_t *cr = cairo_create (target);
  KbLabels *labels = kb_labels_new (view, kb_style (TRUE));

  kb_label_memory_clear_places (memory);
  kb_labels_set_memory (labels, memory);
  if (taken)
    kb_labels_avoid (labels, *taken);
  kb_labels_add (labels, "head", NULL, 0xff0000ff, (KbBounds) { 100, 80, 140, 120 }, 1);
  kb_labels_draw (labels, cr);
  kb_labels_free (labels);
  cairo_destroy (cr);
  cairo_surface_destroy (target);
  g_assert_cmpuint (kb_label_memory_places (memory)->len, ==, 1);
  return g_array_index (kb_label_memory_places (memory), KbBounds, 0);
}

/* A label that had to go to another side stays there, until it is in the way or everything is zoomed. */
static void
test_memory (void)
{
  KbView view = { .scale = 1, .device_scale = 1, .width = 300, .height = 200 };
  KbLabelMemory *memory = kb_label_memory_new ();
  KbBounds first = placed (memory, &view, NULL), away, back;

  away = placed (memory, &view, &first);
  g_assert_true (away.y0 != first.y0 || away.x0 != first.x0);
  back = placed (memory, &view, NULL);
  g_assert_cmpmem (&away, sizeof away, &back, sizeof back);
  back = placed (memory, &view, &away);
  g_assert_true (memcmp (&away, &back, sizeof back) != 0);
  view.scale = 2;
  back = placed (memory, &view, NULL);
  g_assert_cmpmem (&first, sizeof first, &back, sizeof back);
  kb_label_memory_free (memory);
}

/* A note beside the pointer leaves a label alone. */
static void
test_note_apart (void)
{
  KbView view = { .scale = 1, .device_scale = 1, .width = 300, .height = 200 };
  KbStyle style = *kb_style (TRUE);
  const KbBounds taken = { 112, 115, 200, 135 };
  GArray *places = g_array_new (FALSE, FALSE, sizeof (KbBounds));

  style.pill = 0xff0000ff;
  for (guint n = 0; n < 2; n++)
    {
      cairo_surface_t *target = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300, 200);
      cairo_t *cr = cairo_create (target);
      guint inside = 0, all = 0;
      gsize size = 0;
      guint8 *data;

      if (n)
        g_array_append_val (places, taken);
      kb_draw_note_apart (cr, &view, &style, (KbVec) { 100, 100 }, "50, 40", 0xffffffff, places);
      data = pixels (target, &size);
      for (guint y = 0; y < 200; y++)
        for (guint x = 0; x < 300; x++)
          if (data[(y * 300 + x) * 4 + 2])
            {
              all++;
              inside += x >= 112 && x < 200 && y >= 115 && y < 135;
            }
      g_assert_cmpuint (all, >, 100);
      g_assert_true (n ? inside == 0 : inside > 100);
      g_free (data);
      cairo_destroy (cr);
      cairo_surface_destroy (target);
    }
  g_array_unref (places);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/labels/memory", test_memory);
  g_test_add_func ("/labels/note-apart", test_note_apart);
  g_test_add_func ("/drawing/labels", test_labels);
  g_test_add_func ("/drawing/small-labels", test_small_labels);
  g_test_add_func ("/drawing/label-places", test_label_places);
  g_test_add_func ("/drawing/texts", test_texts);
  return g_test_run ();
}
