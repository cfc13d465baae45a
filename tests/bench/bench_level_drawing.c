/* SPDX-License-Identifier: MIT */
/* A level of 100,000 walls on a canvas of 1600 x 1000: all of it in sight, a part, a few; redrawn while a wall is dragged, while
 * the view is panned and zoomed, and what is under the pointer; then mazes of 4096 x 4096 cells. Median and 99th percentile of 100 each;
 * no pass or fail. */
#include <stdlib.h>
#include <time.h>

#include "document/edits/edit.h"
#include "drawing/drawing.h"
#include "drawing/levels/level_marks.h"
#include "operations/level/index.h"
#include "operations/level/lines.h"
#include "operations/level/mazes.h"
#include "tests/support/temp_folder.h"

enum { WALLS = 100000, TIMES = 100, CELLS = 4096 };

typedef struct {
  KbDocument *document;
  const KbLevel *level;
  KbLevelIndex *index;
  KbLayers *layers;
  KbLevelLook look;
  KbView view;
  KbLevelLines *lines;
  guint64 stamp, shown;
  cairo_t *cr;
} Canvas;

typedef void (*Work) (Canvas *canvas, guint i);

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return x < y ? -1 : x > y;
}

static double
processor_time (void)
{
  struct timespec time;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static void
bench (Canvas *canvas, const char *name, Work work)
{
  double times[TIMES], processor[TIMES];
  for (guint i = 0; i < TIMES; i++)
    {
      gint64 start = g_get_monotonic_time ();
      double processor_start = processor_time ();
      work (canvas, i);
      times[i] = (double) (g_get_monotonic_time () - start) / 1000;
      processor[i] = processor_time () - processor_start;
    }
  qsort (times, TIMES, sizeof *times, compare);
  qsort (processor, TIMES, sizeof *processor, compare);
  printf ("%6.1f%%  %-28s median %7.3f  p99 %7.3f  processor %7.3f %7.3f ms\n", canvas->view.scale * 100, name,
          times[TIMES / 2], times[TIMES - 2], processor[TIMES / 2], processor[TIMES - 2]);
}

/* ---- what is measured ---- */

static void
draw_ground (cairo_t *cr, gpointer data)
{
  Canvas *canvas = data;
  KbLevelLook look = canvas->look;
  kb_set_colour (cr, look.style->background, 1);
  cairo_paint (cr);
  look.parts = KB_LEVEL_AREAS | KB_LEVEL_WALLS;
  kb_draw_level (cr, canvas->level, &canvas->view, &look);
}

/* As the canvas of the editor does it. */
static void
redraw (Canvas *canvas)
{
  KbLevelLook look = canvas->look;
  KbBounds changed, part = { 0 };
  guint64 was, key;
  if (kb_level_lines_take_changed (canvas->lines, &changed))
    {
      KbVec p = kb_view_to_canvas (&canvas->view, (KbVec) { changed.x0, changed.y0 }), q = kb_view_to_canvas (&canvas->view,
          (KbVec) { changed.x1, changed.y1 });
      part = (KbBounds) { p.x - 8, p.y - 8, q.x + 8, q.y + 8 };
    }
  was = kb_hash_value (kb_hash_value (KB_HASH_START, canvas->shown), canvas->view.scale);
  key = kb_hash_value (kb_hash_value (KB_HASH_START, canvas->stamp), canvas->view.scale);
  canvas->shown = canvas->stamp;
  kb_layers_paint_part (canvas->layers, KB_LAYER_GROUND, canvas->cr, &canvas->view, key, was, part, draw_ground, canvas);
  look.parts = KB_LEVEL_ENTITIES | KB_LEVEL_LABELS;
  kb_draw_level (canvas->cr, canvas->level, &canvas->view, &look);
  cairo_surface_flush (cairo_get_target (canvas->cr));
}

static void
drag_wall (Canvas *canvas, guint i)
{
  const KbWall *wall = kb_wall_at (canvas->level, WALLS / 2);
  kb_document_set (canvas->document, wall->node.id, "a", json_pack ("[ff]", wall->a.x + (i % 2 ? 1 : -1), wall->a.y), NULL);
  canvas->stamp++;
  redraw (canvas);
}

static void
pan (Canvas *canvas, guint i)
{
  kb_view_pan (&canvas->view, i % 16 < 8 ? 9 : -9, i % 2 ? 4 : -4);
  redraw (canvas);
}

static void
zoom (Canvas *canvas, guint i)
{
  kb_view_zoom (&canvas->view, canvas->view.scale * (i % 2 ? 1.01 : 1 / 1.01), (KbVec) { 800, 500 });
  redraw (canvas);
}

static void
still (Canvas *canvas, guint i)
{
  redraw (canvas);
}

static void
pick (Canvas *canvas, guint i)
{
  KbVec p = kb_view_to_picture (&canvas->view, (KbVec) { (i * 97) % 1600, (i * 61) % 1000 });
  KbLevelHit hit;
  kb_level_index_nearest (canvas->index, p, 8 / canvas->view.scale, KB_ITEM_ALL, NULL, NULL, &hit);
}

/* ---- */

static void
add_walls (KbDocument *document, KbId level)
{
  kb_document_begin (document, "Add");
  for (guint i = 0; i < WALLS; i++)
    {
      double x = (i % 400) * 32.0, y = (i / 400) * 40.0;
      kb_document_insert (document, level, "walls", -1,
                          json_pack ("{s[ff] s[ff] ss}", "a", x, y, "b", x + (i % 3 ? 32.0 : 7), y + (i % 5 ? 0 : 40.0), "class",
                                     i % 4 ? "wall" : "fence"), NULL);
    }
  kb_document_end (document);
}

/* ---- a maze of 4096 x 4096 cells, and its border alone ---- */

static void
draw_mazes (Canvas *canvas, guint i)
{
  KbLevelLook look = canvas->look;
  look.lines = NULL;
  look.parts = KB_LEVEL_MAZES;
  kb_draw_level (canvas->cr, canvas->level, &canvas->view, &look);
  cairo_surface_flush (cairo_get_target (canvas->cr));
}

static void
bench_mazes (Canvas *canvas)
{
  static const double scales[] = { 0.002, 0.01, 0.03, 0.12, 0.2, 1 };
  for (guint random = 0; random < 2; random++)
    {
      g_autofree guint8 *edges = g_malloc0 ((gsize) (CELLS + 1) * (CELLS + 1));
      KbId project = kb_document_project (canvas->document)->node.id;
      KbId level = kb_document_insert (canvas->document, project, "levels", -1, json_pack ("{ss}", "name", random ? "maze" : "border"), NULL);
      KbId maze = kb_document_insert (canvas->document, level, "mazes", -1, json_pack ("{ss ss s[ii] si si}", "name", "maze", "class", "wall",
                                      "cell", 16, 16, "width", CELLS, "height", CELLS), NULL);
      for (gsize k = 0; k < CELLS; k++)
        {
          edges[k] |= KB_MAZE_TOP;
          edges[CELLS * (CELLS + 1) + k] |= KB_MAZE_TOP;
          edges[k * (CELLS + 1)] |= KB_MAZE_LEFT;
          edges[k * (CELLS + 1) + CELLS] |= KB_MAZE_LEFT;
        }
      if (random)
        kb_maze_generate (edges, CELLS, CELLS, 1);
      g_autoptr (KbZones) zones = kb_zones_from_pixels (CELLS + 1, CELLS + 1, edges, CELLS + 1);
      kb_document_set_zones (canvas->document, maze, "edges", zones, NULL);
      canvas->level = (const KbLevel *) kb_document_node (canvas->document, level);
      for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
        {
          canvas->view.scale = scales[i];
          kb_view_centre (&canvas->view, kb_level_bounds (canvas->level));
          bench (canvas, random ? "a maze, drawn anew" : "a maze's border, drawn anew", draw_mazes);
        }
    }
}

static void
on_event (KbDocument *document, const KbEvent *event, gpointer data)
{
  kb_level_lines_follow (((Canvas *) data)->lines, document, event);
}

int
main (void)
{
  static const double scales[] = { 0, 0.3, 1, 4 };
  g_autofree char *folder = temp_folder_new ();
  KbDocument *document = kb_document_new (folder, "bench");
  KbId project = kb_document_project (document)->node.id;
  kb_document_insert (document, project, "classes", -1, json_pack ("{ss ss}", "name", "wall", "colour", "#f6d32d"), NULL);
  kb_document_insert (document, project, "classes", -1, json_pack ("{ss ss}", "name", "fence", "colour", "#ff7800"), NULL);
  KbId level = kb_document_insert (document, project, "levels", -1, json_pack ("{ss}", "name", "bench"), NULL);
  add_walls (document, level);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1600, 1000);
  Canvas canvas = { .document = document, .level = kb_level_at (kb_document_project (document), 0), .layers = kb_layers_new (),
                    .look = { .document = document, .style = kb_style (TRUE) }, .cr = cairo_create (surface) };
  canvas.index = kb_level_index_new (document, level);
  canvas.lines = kb_level_lines_new (document, level);
  canvas.look.lines = canvas.lines;
  guint listener = kb_document_listen (document, on_event, &canvas);
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      KbBounds bounds = kb_level_bounds (canvas.level);
      canvas.view = (KbView) { .scale = scales[i] > 0 ? scales[i] : 1, .device_scale = 1, .width = 1600, .height = 1000 };
      if (scales[i] > 0)
        kb_view_centre (&canvas.view, bounds);
      else
        kb_view_fit (&canvas.view, bounds, 20);
      bench (&canvas, "a wall is dragged", drag_wall);
      bench (&canvas, "panned", pan);
      bench (&canvas, "zoomed", zoom);
      bench (&canvas, "nothing changes", still);
      bench (&canvas, "what is under the pointer", pick);
    }
  kb_document_unlisten (document, listener);
  bench_mazes (&canvas);
  kb_level_lines_free (canvas.lines);
  kb_level_index_free (canvas.index);
  kb_layers_free (canvas.layers);
  cairo_destroy (canvas.cr);
  cairo_surface_destroy (surface);
  kb_document_free (document);
  temp_folder_remove (folder);
  return 0;
}
