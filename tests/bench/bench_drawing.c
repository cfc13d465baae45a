/* SPDX-License-Identifier: MIT */
/* Redrawing a canvas of 1600 x 1000: a frame with 64 shapes and an onion skin of four, and a frame
 * of 4096 x 4096; while a shape is dragged, while the view is panned, when everything is another (kept for
 * the next redraw), and when it is new each time. Prints median and 99th percentile of 100 redraws, of the
 * clock and of this thread's time on the processor (a busy machine shows in the first only); no pass or fail. */
#include <stdlib.h>
#include <time.h>

#include "document/edits/edit.h"
#include "drawing/drawing.h"
#include "tests/support/temp_folder.h"

enum { REDRAWS = 101 };

static KbId
add_frame (KbDocument *document, KbId sprite, guint w, guint h, guint seed)
{
  KbPicture *picture = kb_picture_new (w, h);
  GError *error = NULL;
  char *file;
  KbId id;

  for (gsize i = 0; i < (gsize) w * h; i++)
    {
      picture->rgba[4 * i] = (guint8) (i * seed);
      picture->rgba[4 * i + 1] = (guint8) (i >> 6);
      picture->rgba[4 * i + 3] = i % 5 ? 255 : 0;
    }
  file = kb_document_add_picture (document, "bench", picture, &error);
  g_assert_no_error (error);
  id = kb_document_insert (document, sprite, "frames", -1,
                           json_pack ("{si si s[ii] s{ss s[iiii] s[ii]}}", "width", w, "height", h, "hot_spot", w / 2, h - 4,
                                      "picture", "file", file, "rect", 0, 0, w, h, "offset", 0, 0), &error);
  g_assert_no_error (error);
  g_free (file);
  kb_picture_unref (picture);
  return id;
}

static void
add_shapes (KbDocument *document, KbId frame)
{
  for (int i = 0; i < 64; i++)
    {
      int x = i * 17 % 80, y = i * 11 % 60;
      json_t *geometry = i % 4 == 0   ? json_pack ("{s[iiii]}", "box", x, y, 8 + i % 9, 6 + i % 7)
                         : i % 4 == 1 ? json_pack ("{s[fff]}", "circle", x + 0.5, y * 1.0, 4.5)
                         : i % 4 == 2 ? json_pack ("{s[iiiii]}", "oriented", x, y, 16, 5, i * 10)
                                      : json_pack ("{s[[ii][ii][ii]]}", "polygon", x, y, x + 10, y + 3, x + 4, y + 12);

      kb_document_insert (document, frame, "shapes", -1, json_pack ("{ss so}", "class", "body", "geometry", geometry), NULL);
    }
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* What changes from one redraw to the next. */
typedef enum { DRAG, PAN, OTHER, NEW, N_CHANGES } Change;

static double
processor_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static void
change_something (KbScene *scene, Change change, int i)
{
  switch (change)
    {
    case DRAG:
      scene->pixel_x = i % 7;
      if (scene->n_selected)
        kb_document_set (scene->document, scene->selected[0], "geometry",
                         json_pack ("{s[iiii]}", "box", 20 + i % 9, 20 + i % 5, 18, 16), NULL);
      break;
    case PAN:
      kb_view_pan (&scene->view, i % 16 < 8 ? 9 : -9, i % 2 ? 4 : -4);
      break;
    case OTHER:   /* nothing that was kept serves, and it is kept anew */
      scene->style = kb_style (i % 2);
      break;
    default:
      scene->layers = NULL;
      scene->style = kb_style (TRUE);
    }
}

static void
bench (const char *name, KbScene *scene, double scale, int device, gint w, gint h)
{
  static const char *const changes[N_CHANGES] = { "drag", "pan", "other", "new" };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1600 * device, 1000 * device);
  KbLayers *layers = kb_layers_new ();
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, device, device);
  cr = cairo_create (surface);
  scene->view = (KbView) { .scale = scale, .device_scale = device, .width = 1600, .height = 1000, .inset = KB_RULER_SIZE };
  if (scale > 0)
    kb_view_centre (&scene->view, (KbBounds) { 0, 0, w, h });
  else
    kb_view_fit (&scene->view, (KbBounds) { 0, 0, w, h }, 20);
  for (Change change = 0; change < N_CHANGES; change++)
    {
      double times[REDRAWS], processor[REDRAWS], first;

      scene->layers = layers;
      for (int i = 0; i < REDRAWS; i++)
        {
          gint64 start = g_get_monotonic_time ();
          double processor_start = processor_time ();

          change_something (scene, change, i);
          kb_draw_scene (cr, scene);
          kb_draw_rulers (cr, &scene->view, scene->style, w, h, FALSE, 0, 0);
          cairo_surface_flush (surface);
          times[i] = (double) (g_get_monotonic_time () - start) / 1000;
          processor[i] = processor_time () - processor_start;
        }
      first = times[0];
      qsort (times + 1, REDRAWS - 1, sizeof *times, compare);
      qsort (processor + 1, REDRAWS - 1, sizeof *processor, compare);
      printf ("%-30s %5.0f%% x%d  %-4s  first %7.2f  median %6.2f  p99 %6.2f  processor %6.2f %6.2f ms\n", name,
              scene->view.scale * 100, device, changes[change], first, times[REDRAWS / 2], times[REDRAWS - 2],
              processor[REDRAWS / 2], processor[REDRAWS - 2]);
    }
  kb_layers_free (layers);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (void)
{
  g_autofree char *folder = temp_folder_new ();
  KbDocument *document = kb_document_new (folder, "bench");
  KbId project = kb_document_project (document)->node.id, sprite, frames[5], large, selected;
  static const double scales[] = { 0, 1, 8 };
  KbScene scene = { .document = document, .style = kb_style (TRUE), .parts = KB_DRAW_ALL, .hovered_handle = -1 };

  kb_document_insert (document, project, "classes", -1, json_pack ("{ss ss}", "name", "body", "colour", "#f6d32d"), NULL);
  sprite = kb_document_insert (document, project, "sprites", -1, json_pack ("{ss}", "name", "bench"), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (frames); i++)
    frames[i] = add_frame (document, sprite, 96, 80, i + 3);
  add_shapes (document, frames[2]);

  scene.surfaces = kb_surfaces_new (0);
  scene.frame_id = frames[2];
  scene.before = frames;
  scene.after = frames + 3;
  scene.n_before = scene.n_after = 2;
  selected = kb_shape_at ((KbFrame *) kb_document_node (document, frames[2]), 0)->node.id;
  scene.selected = &selected;
  scene.n_selected = 1;
  scene.has_pixel = TRUE;
  for (int device = 1; device <= 2; device++)
    {
      bench ("64 shapes, onion skin of 4", &scene, 0, device, 96, 80);
      bench ("64 shapes, onion skin of 4", &scene, 32, device, 96, 80);
    }
  large = add_frame (document, sprite, 4096, 4096, 7);
  add_shapes (document, large);
  selected = kb_shape_at ((KbFrame *) kb_document_node (document, large), 0)->node.id;
  scene.frame_id = large;
  scene.n_before = scene.n_after = 0;
  for (int device = 1; device <= 2; device++)
    for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
      bench ("4096 x 4096, 64 shapes", &scene, scales[i], device, 4096, 4096);
  kb_surfaces_free (scene.surfaces);
  kb_document_free (document);
  temp_folder_remove (folder);
  return 0;
}
