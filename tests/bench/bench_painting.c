/* SPDX-License-Identifier: MIT */
/* Painting on a mask of 8192 x 8192 as the window does it, but for the toolkit: from the pointer's motion to the canvas
 * of 1600 x 1000 redrawn, at several zooms; and what 200 strokes keep for undo. Prints medians, 99th percentiles and the
 * longest; no pass or fail. */
#include <malloc.h>
#include <stdlib.h>
#include <time.h>

#include <glib/gstdio.h>

#include "tools/paint/stroke.h"
#include "tools/tools.h"

enum { SIDE = 8192, WIDTH = 1600, HEIGHT = 1000, DABS = 400, STROKES = 200, SPECKS = 20000 };

typedef struct {
  KbDocument *document;
  KbToolContext *context;
  KbLayers *layers;
  KbSurfaces *surfaces;
  cairo_surface_t *canvas;
  guint64 stamp;
  KbId mask;
} Bench;

static KbZones *
room (void)
{
  KbZonesPainter *painter;
  KbZones *zones = kb_zones_new (SIDE, SIDE, 0);

  painter = kb_zones_painter_new (zones);
  for (gint i = 0; i < 8; i++)
    kb_zones_painter_box (painter, i * 1000 + 100, i * 700, 1800, 2200, (guint8) (i + 1));
  srand (1);
  for (gint i = 0; i < SPECKS; i++)
    kb_zones_painter_box (painter, rand () % SIDE, rand () % SIDE, 2, 2, (guint8) (1 + rand () % 8));
  g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (painter);
  return kb_zones_apply (zones, patch, TRUE);
}

static void
set_up (Bench *bench, const char *folder)
{
  g_autoptr (KbZones) zones = room ();
  json_t *list = json_array ();

  for (int i = 1; i <= 8; i++)
    {
      g_autofree char *name = g_strdup_printf ("zone %d", i), *colour = g_strdup_printf ("#%02x%02x80", 30 * i, 250 - 25 * i);
      json_array_append_new (list, json_pack ("{ss ss si}", "name", name, "colour", colour, "value", i));
    }
  bench->document = kb_document_new (folder, "bench");
  bench->mask = kb_document_insert (bench->document, kb_document_project (bench->document)->node.id, "masks", -1,
                                    json_pack ("{ss si si so}", "name", "vast", "width", SIDE, "height", SIDE, "zones", list), NULL);
  kb_document_set_zones (bench->document, bench->mask, "pixels", zones, NULL);
  bench->context = kb_tool_context_new (NULL, NULL);
  kb_tool_context_set_document (bench->context, bench->document);
  kb_tool_context_set_painted (bench->context, bench->mask);
  kb_tools_choose (bench->context, kb_tool_by_id ("brush"));
  bench->context->options.paint.size = 64;
  bench->layers = kb_layers_new ();
  bench->surfaces = kb_surfaces_new (0);
  bench->canvas = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
}

/* As the canvas does. */
static void
redraw (Bench *bench)
{
  const KbStyle *style = kb_style (TRUE);
  cairo_t *cr = cairo_create (bench->canvas);
  KbPainting painting;
  KbScene scene = { .hovered_handle = -1 };

  kb_tool_context_fill_scene (bench->context, &scene);
  kb_tool_context_fill_painting (bench->context, &painting);
  painting.before = bench->stamp;
  painting.stamp = ++bench->stamp;
  KbZonesPainter *stroke = bench->context->painting.stroke;
  if (!stroke || !kb_zones_painter_take_unseen (stroke, &painting.x, &painting.y, &painting.width, &painting.height))
    painting.before = 0;
  scene.surfaces = bench->surfaces;
  scene.layers = bench->layers;
  scene.style = style;
  scene.frame_id = bench->mask;
  scene.painting = &painting;
  scene.parts = KB_DRAW_BACKGROUND | KB_DRAW_CHECKER | KB_DRAW_PICTURE | KB_DRAW_BORDER | KB_DRAW_GRID;
  kb_draw_scene (cr, &scene);
  kb_tools_draw (bench->context, cr, style);
  kb_draw_rulers (cr, &bench->context->view, style, SIDE, SIDE, TRUE, bench->context->pointer.pixel_x, bench->context->pointer.pixel_y);
  cairo_destroy (cr);
}

static KbPointerEvent
event_at (int i, guint button)
{
  return (KbPointerEvent) { .canvas = { 200 + (i * 7) % 1200, 150 + (i * 3) % 700 }, .button = button, .n_press = 1 };
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return (*(const double *) a > *(const double *) b) - (*(const double *) a < *(const double *) b);
}

/* Of the processor alone: on a machine that does other things too, the clock on the wall tells of those. */
static double
busy (void)
{
  struct timespec now;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1000 + (double) now.tv_nsec / 1e6;
}

static void
report (const char *what, double *times, double *work, guint n)
{
  qsort (times, n, sizeof *times, compare);
  qsort (work, n, sizeof *work, compare);
  printf ("%-40s median %6.2f ms   p99 %6.2f   longest %6.2f;   of the processor %6.2f   %6.2f   %6.2f\n", what, times[n / 2],
          times[n * 99 / 100], times[n - 1], work[n / 2], work[n * 99 / 100], work[n - 1]);
}

static void
paint_at (Bench *bench, const char *what, double scale)
{
  double times[DABS], work[DABS];
  KbView *view = &bench->context->view;

  *view = (KbView) { .device_scale = 1, .width = WIDTH, .height = HEIGHT, .inset = 16 };
  if (scale)
    {
      view->scale = scale;
      view->x = -SIDE * scale / 3;
      view->y = -SIDE * scale / 4;
    }
  else
    kb_view_fit (view, (KbBounds) { 0, 0, SIDE, SIDE }, 24);
  redraw (bench);
  KbPointerEvent event = event_at (0, 1);
  kb_tools_press (bench->context, &event);
  for (int i = 0; i < DABS; i++)
    {
      gint64 began = g_get_monotonic_time ();
      work[i] = busy ();
      event = event_at (i, 1);
      kb_tools_motion (bench->context, &event);
      redraw (bench);
      work[i] = busy () - work[i];
      times[i] = (double) (g_get_monotonic_time () - began) / 1000;
    }
  kb_tools_release (bench->context, &event);
  report (what, times, work, DABS);
}

static void
strokes (Bench *bench)
{
  double times[STROKES], work[STROKES];
  KbView *view = &bench->context->view;
  struct mallinfo2 before = mallinfo2 ();

  view->scale = 1;
  for (int i = 0; i < STROKES; i++)
    {
      view->x = -(i * 37) % (SIDE - WIDTH);
      view->y = -(i * 61) % (SIDE - HEIGHT);
      KbPointerEvent event = event_at (i, 1);
      kb_tools_press (bench->context, &event);
      for (int k = 0; k < 20; k++)
        {
          event.canvas.x += 12;
          event.canvas.y += k % 2 ? 9 : -4;
          kb_tools_motion (bench->context, &event);
        }
      gint64 began = g_get_monotonic_time ();
      work[i] = busy ();
      kb_tools_release (bench->context, &event);
      work[i] = busy () - work[i];
      times[i] = (double) (g_get_monotonic_time () - began) / 1000;
    }
  struct mallinfo2 after = mallinfo2 ();
  report ("the end of a stroke: a step", times, work, STROKES);
  printf ("%-40s %.1f MiB\n", "200 strokes of 240 pixels keep for undo",
          ((double) after.uordblks + (double) after.hblkhd - (double) before.uordblks - (double) before.hblkhd) / (1 << 20));
}

int
main (void)
{
  Bench bench = { NULL };
  g_autofree char *folder = g_dir_make_tmp ("kickbox-bench-XXXXXX", NULL);

  set_up (&bench, folder);
  printf ("brush of 64 on %d x %d, canvas of %d x %d\n", SIDE, SIDE, WIDTH, HEIGHT);
  paint_at (&bench, "a dab and its redraw, 800 %", 8);
  paint_at (&bench, "a dab and its redraw, 100 %", 1);
  paint_at (&bench, "a dab and its redraw, 50 %", 0.5);
  paint_at (&bench, "a dab and its redraw, whole picture", 0);
  strokes (&bench);
  kb_tool_context_set_document (bench.context, NULL);
  kb_tool_context_free (bench.context);
  kb_document_free (bench.document);
  kb_layers_free (bench.layers);
  kb_surfaces_free (bench.surfaces);
  cairo_surface_destroy (bench.canvas);
  g_rmdir (folder);
  return 0;
}
