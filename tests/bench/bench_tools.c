/* SPDX-License-Identifier: MIT */
/* From a motion of the pointer to the redrawn canvas of 1600 x 1000, with 64 shapes: a shape dragged
 * along guides, one being drawn, the trace tool over a picture of 512 x 512 and of 4096 x 4096. Prints
 * median and 99th percentile, of the clock and of the processor's time; no pass or fail. */
#include <stdlib.h>
#include <time.h>

#include "tests/support/temp_folder.h"
#include "tools/preview.h"
#include "tools/tools.h"

enum { MOTIONS = 101 };

typedef struct {
  KbDocument *document;
  KbToolContext *context;
  KbSurfaces *surfaces;
  KbLayers *layers;
  cairo_surface_t *target;
  cairo_t *cr;
} Bench;

static double
processor_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* Blobs of different sizes, so that there is something to trace. */
static KbId
add_frame (KbDocument *document, KbId sprite, guint size)
{
  g_autoptr (KbPicture) picture = kb_picture_new (size, size);
  g_autofree char *file = NULL;
  GError *error = NULL;
  KbId id;

  for (guint y = 0; y < size; y++)
    for (guint x = 0; x < size; x++)
      {
        guint8 *p = picture->rgba + 4 * ((gsize) y * size + x);
        gint dx = (gint) (x % 128) - 64, dy = (gint) (y % 128) - 64;

        p[0] = (guint8) x;
        p[1] = (guint8) y;
        p[3] = dx * dx + dy * dy < 56 * 56 || y % 128 == 64 ? 255 : 0;
      }
  file = kb_document_add_picture (document, "bench", picture, &error);
  g_assert_no_error (error);
  id = kb_document_insert (document, sprite, "frames", -1,
                           json_pack ("{si si s[ii] s{ss s[iiii] s[ii]}}", "width", size, "height", size, "hot_spot",
                                      size / 2, size - 4, "picture", "file", file, "rect", 0, 0, size, size, "offset", 0, 0),
                           &error);
  g_assert_no_error (error);
  for (int i = 0; i < 64; i++)
    kb_document_insert (document, id, "shapes", -1,
                        json_pack ("{ss s{s[iiii]}}", "class", "body", "geometry", "box", 10 + i * 17 % 80, 10 + i * 11 % 60,
                                   8 + i % 9, 6 + i % 7), NULL);
  return id;
}

static void
redraw (Bench *bench)
{
  KbScene scene = { .surfaces = bench->surfaces, .layers = bench->layers, .style = kb_style (TRUE), .parts = KB_DRAW_ALL };

  kb_tool_context_fill_scene (bench->context, &scene);
  kb_draw_scene (bench->cr, &scene);
  kb_tools_draw (bench->context, bench->cr, scene.style);
  kb_tools_draw_loupe (bench->context, bench->cr, &scene);
  cairo_surface_flush (bench->target);
}

static void
motions (Bench *bench, const char *name, const char *tool, double scale, gboolean drag, KbVec from, KbVec to)
{
  KbPointerEvent event = { .button = 1, .n_press = 1 };
  double times[MOTIONS], processor[MOTIONS];

  kb_tools_choose (bench->context, kb_tool_by_id (tool));
  bench->context->view = (KbView) { .scale = scale, .device_scale = 1, .width = 1600, .height = 1000, .inset = KB_RULER_SIZE,
                                    .x = 40, .y = 40 };
  event.canvas = kb_view_to_canvas (&bench->context->view, from);
  if (drag)
    kb_tools_press (bench->context, &event);
  event.button = 0;
  redraw (bench);
  for (int i = 0; i < MOTIONS; i++)
    {
      double start = (double) g_get_monotonic_time () / 1000, processor_start = processor_time (), t = (double) i / MOTIONS;

      event.canvas = kb_view_to_canvas (&bench->context->view, (KbVec) { from.x + (to.x - from.x) * t,
                                                                         from.y + (to.y - from.y) * t });
      kb_tools_motion (bench->context, &event);
      redraw (bench);
      times[i] = (double) g_get_monotonic_time () / 1000 - start;
      processor[i] = processor_time () - processor_start;
    }
  kb_tools_cancel (bench->context);
  qsort (times, MOTIONS, sizeof *times, compare);
  qsort (processor, MOTIONS, sizeof *processor, compare);
  printf ("%-34s median %7.2f  p99 %7.2f  processor %7.2f %7.2f ms\n", name, times[MOTIONS / 2], times[MOTIONS - 2],
          processor[MOTIONS / 2], processor[MOTIONS - 2]);
}

int
main (void)
{
  g_autofree char *folder = temp_folder_new ();
  KbDocument *document = kb_document_new (folder, "bench");
  KbId project = kb_document_project (document)->node.id, sprite, small, large;
  Bench bench = { .document = document };

  kb_document_insert (document, project, "classes", -1, json_pack ("{ss ss}", "name", "body", "colour", "#f6d32d"), NULL);
  sprite = kb_document_insert (document, project, "sprites", -1, json_pack ("{ss}", "name", "bench"), NULL);
  small = add_frame (document, sprite, 512);
  large = add_frame (document, sprite, 4096);
  bench.context = kb_tool_context_new (NULL, NULL);
  bench.surfaces = kb_surfaces_new (0);
  bench.layers = kb_layers_new ();
  bench.target = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1600, 1000);
  bench.cr = cairo_create (bench.target);
  kb_tool_context_set_document (bench.context, document);
  kb_tool_context_set_frame (bench.context, sprite, small);

  motions (&bench, "drag a box", "select", 11, TRUE, (KbVec) { 14, 13 }, (KbVec) { 80, 60 });
  motions (&bench, "drag a box, zoomed out", "select", 2, TRUE, (KbVec) { 14, 13 }, (KbVec) { 80, 60 });
  kb_selection_set_all (bench.context);
  motions (&bench, "drag all", "select", 11, TRUE, (KbVec) { 14, 13 }, (KbVec) { 80, 60 });
  kb_selection_clear (bench.context);
  motions (&bench, "draw a circle", "circle", 11, TRUE, (KbVec) { 14, 13 }, (KbVec) { 80, 60 });
  motions (&bench, "point with the loupe", "hot-spot", 2, FALSE, (KbVec) { 14, 13 }, (KbVec) { 480, 460 });
  motions (&bench, "trace over 512 x 512", "trace", 2, FALSE, (KbVec) { 14, 13 }, (KbVec) { 480, 400 });
  kb_tool_context_set_frame (bench.context, sprite, large);
  motions (&bench, "trace over 4096 x 4096", "trace", 1, FALSE, (KbVec) { 14, 13 }, (KbVec) { 1400, 900 });

  kb_tool_context_free (bench.context);
  cairo_destroy (bench.cr);
  cairo_surface_destroy (bench.target);
  kb_layers_free (bench.layers);
  kb_surfaces_free (bench.surfaces);
  kb_document_free (document);
  temp_folder_remove (folder);
  return 0;
}
