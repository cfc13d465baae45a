/* SPDX-License-Identifier: MIT */
/* What a stroke on a tile layer says that it has changed, against what differs on the screen. */
#include <math.h>

#include "tests/support/seed.h"
#include "tests/support/tile_scene.h"
#include "tools/tiles/work.h"

#define CANVAS_MARGIN 1.0   /* a device pixel that is partly within may differ as a whole */

static cairo_surface_t *
draw_stroke (const Scene *scene, const KbToolContext *context)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  KbTilesStroke stroke;
  g_assert_true (kb_tiles_stroke (context, &stroke));
  const KbLevelLook look = { .document = scene->document, .style = kb_style (TRUE), .surfaces = scene->surfaces, .parts = KB_LEVEL_LAYERS,
                             .stroke = &stroke };
  kb_draw_level (cr, level_of (scene), &context->view, &look);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* How many device pixels differ; none that is not within the bounds. */
static guint
count_changed (cairo_surface_t *before, cairo_surface_t *after, const KbView *view, KbBounds bounds)
{
  KbVec low = kb_view_to_canvas (view, (KbVec) { bounds.x0, bounds.y0 }), high = kb_view_to_canvas (view, (KbVec) { bounds.x1, bounds.y1 });
  guint n = 0;
  for (gint y = 0; y < HEIGHT; y++)
    for (gint x = 0; x < WIDTH; x++)
      {
        gsize at = (gsize) y * (gsize) cairo_image_surface_get_stride (before) + 4 * (gsize) x;
        if (memcmp (cairo_image_surface_get_data (before) + at, cairo_image_surface_get_data (after) + at, 3) == 0)
          continue;
        n++;
        if (x + CANVAS_MARGIN < low.x || x + 1 - CANVAS_MARGIN > high.x || y + CANVAS_MARGIN < low.y || y + 1 - CANVAS_MARGIN > high.y)
          g_error ("%d, %d differs, outside of [%g, %g] x [%g, %g], scale %g", x, y, low.x, high.x, low.y, high.y, view->scale);
      }
  return n;
}

/* Cells of all kinds, some beyond the layer, which grows then; others are emptied. */
static void
paint_some (const Scene *scene, KbToolContext *context, guint high)
{
  gint i = g_rand_int_range (scene->random, -6, CELLS + 2), j = g_rand_int_range (scene->random, -7, CELLS + 1);
  KbCell cell = { 1 + (guint) g_rand_int_range (scene->random, 0, 5), 3, g_rand_boolean (scene->random), g_rand_boolean (scene->random),
                  g_rand_boolean (scene->random), (guint) g_rand_int_range (scene->random, 0, (gint) high + 1) };
  g_autoptr (KbStamp) stamp = kb_stamp_of_cell (kb_cell_pack (&cell));
  if (g_rand_int_range (scene->random, 0, 8) == 0)
    kb_cell_stroke_restart (context->level.cells);
  else if (g_rand_int_range (scene->random, 0, 4) == 0)
    kb_cell_stroke_erase (context->level.cells, (KbCellBox) { i, j, 2, 3 });
  else if (g_rand_int_range (scene->random, 0, 3) == 0)
    kb_cell_stroke_raise (context->level.cells, (KbCellBox) { i, j, 3, 2 }, g_rand_int_range (scene->random, -2, 3));
  else
    kb_cell_stroke_stamp (context->level.cells, stamp, i, j);
}

static void
check_strokes (const char *layer, const char *offset, guint high)
{
  static const double scales[] = { 2, 1, 0.7, 0.3, 0.2, 0.1, 0.07 };
  enum { STEPS = 60 };
  Scene scene = scene_new (layer);
  KbToolContext *context = kb_tool_context_new (NULL, NULL);
  guint changed = 0;
  if (offset)
    must_apply (scene.document, offset);
  fill (&scene, 4, TRUE, high);
  kb_tool_context_set_document (context, scene.document);
  kb_tool_context_set_level (context, level_of (&scene)->node.id);
  context->shown.layer_id = layer_of (&scene)->node.id;
  for (guint n = 0; n < G_N_ELEMENTS (scales); n++)
    {
      context->view = (KbView) { .x = 40, .y = 30, .scale = scales[n], .device_scale = 1, .width = WIDTH, .height = HEIGHT };
      g_assert_true (kb_tiles_begin (context));
      cairo_surface_t *before = draw_stroke (&scene, context);
      for (guint step = 0; step < STEPS; step++)
        {
          KbBounds bounds = { 1e9, 1e9, -1e9, -1e9 };
          paint_some (&scene, context, high);
          kb_tiles_take_dirty (context, &bounds);
          cairo_surface_t *after = draw_stroke (&scene, context);
          changed += count_changed (before, after, &context->view, bounds) > 0;
          cairo_surface_destroy (before);
          before = after;
        }
      cairo_surface_destroy (before);
      kb_tiles_cancel (context);
    }
  g_assert_cmpuint (changed, >, STEPS);
  kb_tool_context_free (context);
  scene_free (&scene);
}

#define OFFSET(x, y) "{\"set\": \"levels[0].tilesets[0].offset\", \"value\": [" #x ", " #y "]}"

static void
test_straight (void)
{
  check_strokes ("\"cell\": [8, 8], \"origin\": [5, 6]", NULL, 0);
  check_strokes ("\"cell\": [8, 8], \"lift\": 2.5", NULL, 6);
  check_strokes ("\"cell\": [8, 8], \"lift\": -2.5", OFFSET (-19, 23), 6);
  check_strokes ("\"cell\": [8, 8]", OFFSET (17, -21), 0);
  check_strokes ("\"cell\": [24, 30]", OFFSET (-3, -5), 0);
}

static void
test_isometric (void)
{
  check_strokes ("\"cell\": [16, 16], \"axis_i\": [8, 4], \"axis_j\": [-8, 4], \"origin\": [30, 3], \"lift\": 3", NULL, 4);
  check_strokes ("\"cell\": [16, 16], \"axis_i\": [8, 4], \"axis_j\": [-8, 4], \"lift\": 3", OFFSET (40, -30), 4);
  check_strokes ("\"cell\": [16, 16], \"axis_i\": [8, -4], \"axis_j\": [8.5, 4], \"lift\": -3", OFFSET (-40, 30), 4);
  check_strokes ("\"cell\": [16, 16], \"axis_i\": [9, 8], \"axis_j\": [10, 8]", NULL, 0);
}

/* No more than has to be is drawn again: without tiles that are larger than cells, offsets and a lift it is about the cells. */
static void
test_small (void)
{
  Scene scene = scene_new ("\"cell\": [16, 20]");
  KbToolContext *context = kb_tool_context_new (NULL, NULL);
  KbBounds bounds;
  kb_tool_context_set_document (context, scene.document);
  kb_tool_context_set_level (context, level_of (&scene)->node.id);
  context->shown.layer_id = layer_of (&scene)->node.id;
  context->view = (KbView) { .scale = 2, .device_scale = 1, .width = WIDTH, .height = HEIGHT };
  g_assert_true (kb_tiles_begin (context));
  g_assert_false (kb_tiles_take_dirty (context, &bounds));
  kb_cell_stroke_erase (context->level.cells, (KbCellBox) { 1, 2, 3, 1 });
  g_assert_true (kb_tiles_take_dirty (context, &bounds));
  g_assert_cmpfloat (bounds.x0, >=, 16 - 2);
  g_assert_cmpfloat (bounds.y0, >=, 40 - 2);
  g_assert_cmpfloat (bounds.x1, <=, 64 + 4 + 2);   /* 20, of a tile that is turned, are more than 16 */
  g_assert_cmpfloat (bounds.y1, <=, 60 + 2);
  g_assert_false (kb_tiles_take_dirty (context, &bounds));
  kb_tiles_cancel (context);
  kb_tool_context_free (context);
  scene_free (&scene);
}

KIT_PROGRAM (tile_strokes)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/tile-strokes/straight", test_straight);
  g_test_add_func ("/tile-strokes/isometric", test_isometric);
  g_test_add_func ("/tile-strokes/small", test_small);
  return g_test_run ();
}
