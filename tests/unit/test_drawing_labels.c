/* SPDX-License-Identifier: MIT */
/* Labels: where they go, when they are left out, what they say. */
#include <math.h>
#include <string.h>

#include "drawing/drawing.h"
#include "tests/support/canvas.h"
#include "tests/support/pixels.h"
#include "tests/support/seed.h"

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
      scene.parts = KB_DRAW_BACKGROUND | (k % 4 ? KB_DRAW_LABELS | KB_DRAW_QUIET_LABELS : 0) | KB_DRAW_SHAPES | KB_DRAW_POINTS;
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

static void
add_label (KbLabels *labels, KbId id, const char *text, KbBounds around, KbLabelState state)
{
  kb_labels_add (labels, &(KbLabel) { .text = text, .detail = "16 × 22\xc3", .colour = 0xff0000ff, .id = id, .around = around,
                                      .extent = 200, .state = state });
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
        add_label (labels, i + 1, "iiiiiiii", (KbBounds) { 100, 80, 140, 120 }, KB_LABEL_QUIET);
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

      add_label (labels, 1, "torso", places[i].around, KB_LABEL_SELECTED);
      add_label (labels, 2, "\xff\xfe bad text", places[i].around, KB_LABEL_SELECTED);
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
    { KB_SHAPE_CAPSULE, 5, { 1, 1, 13, 6, 2.5 }, "13, r 2.5" },
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

typedef struct {
  KbLabelMemory *memory;
  KbView view;
  gboolean dragging;
  const KbBounds *taken, *closed;   /* to be avoided; not to be covered at all */
} Bench;

/* Places the labels of `n` things as redraws do; `states` may be NULL. The pills are in the memory then. */
static void
place (Bench *bench, const KbBounds *things, const KbLabelState *states, guint n)
{
  cairo_surface_t *target = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300, 200);
  cairo_t *cr = cairo_create (target);
  KbLabels *labels = kb_labels_new (&bench->view, kb_style (TRUE));

  kb_label_memory_clear_places (bench->memory);
  kb_labels_set_memory (labels, bench->memory, bench->dragging);
  if (bench->taken)
    kb_labels_avoid (labels, *bench->taken);
  if (bench->closed)
    kb_labels_keep_off (labels, *bench->closed);
  for (guint i = 0; i < n; i++)
    add_label (labels, i + 1, "head", things[i], states ? states[i] : KB_LABEL_QUIET);
  kb_labels_draw (labels, cr);
  kb_labels_free (labels);
  cairo_destroy (cr);
  cairo_surface_destroy (target);
}

static KbBounds
pill (const Bench *bench, guint i)
{
  g_assert_cmpuint (i, <, kb_label_memory_places (bench->memory)->len);
  return g_array_index (kb_label_memory_places (bench->memory), KbBounds, i);
}

static Bench
bench_new (void)
{
  return (Bench) { .memory = kb_label_memory_new (),
                   .view = { .scale = 1, .device_scale = 1, .width = 300, .height = 200 } };
}

static gboolean
is_same (KbBounds a, KbBounds b)
{
  return a.x0 == b.x0 && a.y0 == b.y0 && a.x1 == b.x1 && a.y1 == b.y1;
}

static gboolean
meet (KbBounds a, KbBounds b)
{
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

/* What was shown before makes no difference, but to what is dragged. */
static void
test_same_places (void)
{
  const KbBounds thing = { 100, 80, 140, 120 };
  Bench bench = bench_new ();
  KbBounds first, away;

  place (&bench, &thing, NULL, 1);
  first = pill (&bench, 0);
  bench.taken = &first;
  place (&bench, &thing, NULL, 1);
  away = pill (&bench, 0);
  g_assert_false (is_same (first, away));
  bench.taken = NULL;
  bench.dragging = TRUE;
  place (&bench, &thing, NULL, 1);
  g_assert_true (is_same (away, pill (&bench, 0)));
  bench.dragging = FALSE;
  place (&bench, &thing, NULL, 1);
  g_assert_true (is_same (first, pill (&bench, 0)));
  kb_label_memory_free (bench.memory);
}

/* Labels of things that are pointed at or selected leave the others where they are, unless these are in their way. */
static void
test_others_stay (void)
{
  const KbBounds things[] = { { 20, 60, 80, 100 }, { 150, 60, 210, 100 }, { 20, 150, 80, 180 }, { 150, 150, 210, 180 } };
  KbBounds before[G_N_ELEMENTS (things)];
  Bench bench = bench_new ();

  place (&bench, things, NULL, G_N_ELEMENTS (things));
  for (guint i = 0; i < G_N_ELEMENTS (things); i++)
    before[i] = pill (&bench, i);
  for (guint marked = 0; marked < G_N_ELEMENTS (things); marked++)
    for (KbLabelState state = KB_LABEL_SELECTED; state <= KB_LABEL_HOVERED; state++)
      {
        KbLabelState states[G_N_ELEMENTS (things)] = { KB_LABEL_QUIET };

        states[marked] = state;
        place (&bench, things, states, G_N_ELEMENTS (things));
        for (guint i = 0; i < G_N_ELEMENTS (things); i++)
          if (i == marked)   /* it says more now, at the same corner */
            g_assert_true (pill (&bench, i).x0 == before[i].x0 && pill (&bench, i).y0 == before[i].y0);
          else
            g_assert_true (is_same (before[i], pill (&bench, i)));
      }
  kb_label_memory_free (bench.memory);
}

/* Many things in little room, any of them selected or pointed at, anywhere on the canvas: no pill lies on another,
 * none on what is drawn over labels, all labels that have to be there are; panning by whole pixels moves all alike. */
static void
test_no_pill_on_another (void)
{
  enum { N = 24 };
  const KbBounds closed = { 140, 40, 150, 90 };
  Bench bench = bench_new ();

  bench.closed = &closed;
  for (guint round = 0; round < 60; round++)
    {
      KbBounds things[N];
      KbLabelState states[N];
      const GArray *places = kb_label_memory_places (bench.memory);

      for (guint i = 0; i < N; i++)
        {
          double x = (i * 37 + round * 13) % 280, y = (i * 23 + round * 7) % 190;

          things[i] = (KbBounds) { x, y, x + 10 + i * 3 % 40, y + 8 + i * 5 % 30 };
          states[i] = i % 24 == round % 24 ? KB_LABEL_HOVERED : i % 5 == round % 5 ? KB_LABEL_SELECTED : KB_LABEL_QUIET;
        }
      bench.dragging = round % 3 == 2;
      place (&bench, things, states, N);
      g_assert_cmpuint (places->len, >, 4);
      for (guint i = 0; i < places->len; i++)
        {
          g_assert_false (meet (pill (&bench, i), closed));
          for (guint k = 0; k < i; k++)
            g_assert_false (meet (pill (&bench, i), pill (&bench, k)));
        }
    }
  kb_label_memory_free (bench.memory);
}

/* A quiet label that is too wide for its thing is cut to that; where little would be left of it there is none. */
static void
test_cut (void)
{
  static const struct { const char *text; double extent; gboolean shown; } cuts[] = {
    { "a very long name of a class", 300, TRUE }, { "a very long name of a class", 90, TRUE },
    { "a very long name of a class", 70, TRUE },  { "a very long name of a class", 30, FALSE },
    { "a name so long that no label is ever as long as it is", 80, TRUE },
    { "ein sehr langer Name für Füße", 90, TRUE },
    { "torso", 20, FALSE },                       { "torso", 80, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cuts); i++)
    {
      Bench bench = bench_new ();
      cairo_surface_t *target = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300, 200);
      cairo_t *cr = cairo_create (target);
      KbLabels *labels = kb_labels_new (&bench.view, kb_style (TRUE));
      KbBounds thing = { 10, 60, 10 + cuts[i].extent, 100 };

      kb_labels_set_memory (labels, bench.memory, FALSE);
      kb_labels_add (labels, &(KbLabel) { .text = cuts[i].text, .colour = 0xff0000ff, .id = 1, .around = thing,
                                          .extent = cuts[i].extent, .state = KB_LABEL_QUIET });
      kb_labels_draw (labels, cr);
      g_assert_cmpuint (kb_label_memory_places (bench.memory)->len, ==, cuts[i].shown);
      if (cuts[i].shown)
        g_assert_cmpfloat (pill (&bench, 0).x1 - pill (&bench, 0).x0, <=, cuts[i].extent);
      kb_labels_free (labels);
      cairo_destroy (cr);
      cairo_surface_destroy (target);
      kb_label_memory_free (bench.memory);
    }
}

/* The stalk and the knob for turning have the place above a box's middle, however the box is turned. */
static void
test_stalk (void)
{
  static const char *const shapes[] = { "{\"box\": [24, 20, 12, 12]}", "{\"box\": [20, 20, 4, 12]}",
                                        "{\"oriented\": [30, 24, 14, 8, 0]}", "{\"oriented\": [30, 24, 14, 8, 40]}",
                                        "{\"oriented\": [30, 24, 14, 8, 120]}" };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (double scale = 2; scale <= 16; scale *= 2)
      {
        Canvas *canvas = canvas_new (2);
        KbSurfaces *surfaces = kb_surfaces_new (0);
        KbLabelMemory *memory = kb_label_memory_new ();
        KbId id = canvas_add_shape (canvas, "body", shapes[i]);
        KbScene scene = { .surfaces = surfaces, .style = kb_style (TRUE) };
        cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1200, 900);
        cairo_t *cr = cairo_create (surface);
        const KbGeometry *geometry;

        canvas_run (canvas, "");
        kb_selection_set (canvas->context, id);
        kb_tool_context_fill_scene (canvas->context, &scene);
        scene.view = (KbView) { .scale = scale, .device_scale = 1, .width = 1200, .height = 900, .inset = 20 };
        kb_view_centre (&scene.view, (KbBounds) { 0, 0, 64, 48 });
        scene.parts = KB_DRAW_ALL;
        scene.labels = memory;
        kb_draw_scene (cr, &scene);
        geometry = &((KbShape *) kb_document_node (canvas->document, id))->geometry;
        g_assert_cmpuint (kb_label_memory_places (memory)->len, ==, 1);
        for (guint step = 0; step <= 20; step++)
          {
            const KbShapeKind *kind = kb_geometry_kind (geometry->type);
            KbVec from = kb_view_to_canvas (&scene.view, kind->handle (geometry, 1, scale));
            KbVec to = kb_view_to_canvas (&scene.view, kind->handle (geometry, 8, scale));
            KbVec p = { from.x + (to.x - from.x) * step / 20, from.y + (to.y - from.y) * step / 20 };

            g_assert_false (meet (g_array_index (kb_label_memory_places (memory), KbBounds, 0),
                                  (KbBounds) { p.x - 2, p.y - 2, p.x + 2, p.y + 2 }));
          }
        cairo_destroy (cr);
        cairo_surface_destroy (surface);
        kb_label_memory_free (memory);
        kb_surfaces_free (surfaces);
        canvas_free (canvas);
      }
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

/* No label lies below what covers a part of the canvas, selected or not. */
static void
test_covered (void)
{
  Canvas *canvas = canvas_new (4);
  KbSurfaces *surfaces = kb_surfaces_new (0);
  KbId body = canvas_add_shape (canvas, "body", "{\"box\": [2, 20, 14, 12]}");

  canvas_add_shape (canvas, "body", "{\"box\": [2, 2, 14, 12]}");
  canvas_run (canvas, "");
  for (guint k = 0; k < 4; k++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 400, 300);
      cairo_t *cr = cairo_create (surface);
      KbLabelMemory *memory = kb_label_memory_new ();
      KbScene scene = { .surfaces = surfaces, .style = kb_style (TRUE), .labels = memory };
      const GArray *places = kb_label_memory_places (memory);
      gboolean below = FALSE;

      kb_tool_context_fill_scene (canvas->context, &scene);
      scene.view = (KbView) { .scale = 4, .device_scale = 1, .width = 400, .height = 300, .x = 50, .y = 50 };
      scene.parts = KB_DRAW_BACKGROUND | KB_DRAW_LABELS | KB_DRAW_QUIET_LABELS | KB_DRAW_SHAPES;
      scene.selected = &body;
      scene.n_selected = k / 2;
      if (k % 2)
        scene.covered = (KbBounds) { 0, 0, 80, 300 };
      kb_draw_scene (cr, &scene);
      g_assert_cmpuint (places->len, ==, 2);
      for (guint i = 0; i < places->len; i++)
        below = below || meet (g_array_index (places, KbBounds, i), (KbBounds) { 0, 0, 80, 300 });
      g_assert_true (below == !(k % 2));
      kb_label_memory_free (memory);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  kb_surfaces_free (surfaces);
  canvas_free (canvas);
}

KIT_PROGRAM (drawing_labels)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/labels/same-places", test_same_places);
  g_test_add_func ("/labels/others-stay", test_others_stay);
  g_test_add_func ("/labels/no-pill-on-another", test_no_pill_on_another);
  g_test_add_func ("/labels/cut", test_cut);
  g_test_add_func ("/labels/stalk", test_stalk);
  g_test_add_func ("/labels/covered", test_covered);
  g_test_add_func ("/labels/note-apart", test_note_apart);
  g_test_add_func ("/drawing/labels", test_labels);
  g_test_add_func ("/drawing/small-labels", test_small_labels);
  g_test_add_func ("/drawing/label-places", test_label_places);
  g_test_add_func ("/drawing/texts", test_texts);
  return g_test_run ();
}
