/* SPDX-License-Identifier: MIT */
/* A layer of 4096 x 4096 tiles, straight and isometric, on a canvas of 1600 x 1000: all of it drawn again, at each zoom from all
 * of it to a few tiles, panned to and fro in between, so that as much of it stays in sight; and painting on it, a step of a stroke
 * with what the canvas draws again for it. Median and 99th percentile of the time until it is drawn, which two processors share,
 * and of the processors' time; no pass or fail. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "document/edits/edit.h"
#include "drawing/drawing.h"
#include "drawing/levels/layers.h"
#include "operations/level/cell_stroke.h"
#include "tests/bench/rounds.h"
#include "tests/support/temp_folder.h"

enum { SIDE = 4096, TILES = 256, TILE = 16, WIDTH = 1600, HEIGHT = 1000, DRAWS = 200, TO_AND_FRO = 10, TIMES = 50 };

typedef struct {
  KbDocument *document;
  const KbLevel *level;
  KbSurfaces *surfaces;
  cairo_surface_t *target;
} Bench;

static void
add_tiles (KbDocument *document)
{
  json_t *frames = json_array ();
  g_autoptr (KbPicture) picture = kb_picture_new (TILE * TILES, TILE);
  g_autoptr (GError) error = NULL;
  for (guint k = 0; k < TILE * TILES * TILE; k++)
    {
      guint x = k % (TILE * TILES), tile = x / TILE;
      guint8 pixel[4] = { (guint8) (tile * 7 + draw (40)), (guint8) (tile * 13 + draw (40)), (guint8) (tile + draw (40)), tile % 4 || draw (3) ? 255 : 0 };
      memcpy (picture->rgba + 4 * k, pixel, 4);
    }
  g_autofree char *file = kb_document_add_picture (document, "tiles", picture, &error);
  g_assert_no_error (error);
  for (int i = 0; i < TILES; i++)
    json_array_append_new (frames, json_pack ("{si si s{ss s[iiii]}}", "width", TILE, "height", TILE, "picture", "file", file, "rect", i * TILE, 0, TILE, TILE));
  kb_document_insert (document, kb_document_project (document)->node.id, "sprites", -1, json_pack ("{ss so}", "name", "set", "frames", frames), &error);
  g_assert_no_error (error);
}

static Bench
set_up (const char *folder, gboolean isometric)
{
  Bench bench = { .document = kb_document_new (folder, "bench"), .surfaces = kb_surfaces_new (0),
                  .target = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT) };
  json_t *layer = json_pack ("{ss s[ii] si si s[ii]}", "name", "a", "cell", TILE, TILE, "width", SIDE, "height", SIDE, "first", -SIDE / 2, -SIDE / 2);
  g_autoptr (GError) error = NULL;
  g_autofree guint32 *cells = g_new (guint32, (gsize) SIDE * SIDE);
  if (isometric)
    json_object_update_new (layer, json_pack ("{s[ff] s[ff] sf}", "axis_i", 8.0, 4.0, "axis_j", -8.0, 4.0, "lift", 4.0));
  add_tiles (bench.document);
  KbId level = kb_document_insert (bench.document, kb_document_project (bench.document)->node.id, "levels", -1,
                                   json_pack ("{ss s[{si ss}] s[o]}", "name", "map", "tilesets", "number", 1, "sprite", "set", "layers", layer), &error);
  g_assert_no_error (error);
  bench.level = (const KbLevel *) kb_document_node (bench.document, level);
  for (gsize k = 0; k < (gsize) SIDE * SIDE; k++)
    cells[k] = draw (8) == 0 ? 0 : (1 + draw (TILES)) | 1u << KB_CELL_TILESET_SHIFT | draw (8) << 21 | (isometric ? draw (3) << KB_CELL_HEIGHT_SHIFT : 0);
  KbId id = kb_layer_at (bench.level, 0)->node.id;
  KbZonesPainter *painter = kb_document_painter (bench.document, id, "cells", &error);
  g_assert_no_error (error);
  kb_cells_painter_copy_in (painter, 0, 0, SIDE, SIDE, cells, NULL, SIDE);
  kb_document_paint_end (bench.document, id, "cells", painter, NULL, &error);
  g_assert_no_error (error);
  return bench;
}

static double
time_of (clockid_t clock)
{
  struct timespec t;
  clock_gettime (clock, &t);
  return (double) t.tv_sec * 1e3 + (double) t.tv_nsec / 1e6;
}

static void
redraw (Bench *bench, const KbView *view)
{
  cairo_t *cr = cairo_create (bench->target);
  const KbLevelLook look = { .document = bench->document, .style = kb_style (TRUE), .surfaces = bench->surfaces, .parts = KB_LEVEL_LAYERS };
  kb_set_colour (cr, look.style->checker[0], 1);
  cairo_paint (cr);
  kb_draw_level (cr, bench->level, view, &look);
  cairo_destroy (cr);
  cairo_surface_flush (bench->target);
}

/* ---- a stroke ---- */

typedef struct {
  const Bench *bench;
  KbView view;
  KbTilesStroke stroke;
} Shown;

static void
draw_shown (cairo_t *cr, gpointer data)
{
  const Shown *shown = data;
  const KbLevelLook look = { .document = shown->bench->document, .style = kb_style (TRUE), .surfaces = shown->bench->surfaces,
                             .parts = KB_LEVEL_LAYERS, .stroke = &shown->stroke };
  kb_set_colour (cr, look.style->checker[0], 1);
  cairo_paint (cr);
  kb_draw_level (cr, shown->bench->level, &shown->view, &look);
}

/* What was painted last, as the canvas of the editor draws it: number `step` of what is kept in `layers`. */
static void
show_step (Shown *shown, KbCellStroke *stroke, KbLayers *layers, guint64 step)
{
  const Bench *bench = shown->bench;
  cairo_t *cr = cairo_create (bench->target);
  guint64 before = step - 1;
  KbCellBox box = { 0 };
  kb_cell_stroke_take_dirty (stroke, &box);
  shown->stroke = (KbTilesStroke) { kb_layer_at (bench->level, 0)->node.id, kb_cell_stroke_painter (stroke), kb_cell_stroke_bounds (stroke) };
  KbVec low = kb_view_to_canvas (&shown->view, (KbVec) { (double) box.i * TILE, (double) box.j * TILE });
  double side = TILE * shown->view.scale;
  KbBounds part = { MAX (low.x - 2, 0), MAX (low.y - 2, 0), MIN (low.x + box.width * side + 2, WIDTH), MIN (low.y + box.height * side + 2, HEIGHT) };
  kb_layers_paint_part (layers, KB_LAYER_GROUND, cr, &shown->view, kb_hash_value (KB_HASH_START, step), kb_hash_value (KB_HASH_START, before), part,
                        draw_shown, shown);
  cairo_destroy (cr);
  cairo_surface_flush (bench->target);
}

static void
report (const char *name, double times[TIMES])
{
  qsort (times, TIMES, sizeof *times, compare);
  printf ("  %8.3f %8.3f %s", times[TIMES / 2], times[TIMES * 99 / 100], name);
}

/* From place to place on the canvas, a quarter of its width at most. */
static void
paint (const char *name, Bench *bench)
{
  static const double scales[] = { 1.0 / 32, 0.25, 1, 4 };
  KbCell cell = { .frame = 3, .tileset = 1 };
  g_autoptr (KbStamp) stamp = kb_stamp_of_cell (kb_cell_pack (&cell));
  printf ("%s: a step of a stroke; median and 99th percentile in ms of the processor\n", name);
  for (guint s = 0; s < G_N_ELEMENTS (scales); s++)
    {
      Shown shown = { bench, { .scale = scales[s], .device_scale = 1, .width = WIDTH, .height = HEIGHT, .x = WIDTH / 2.0, .y = HEIGHT / 2.0 }, { 0 } };
      KbCellStroke *stroke = kb_cell_stroke_new (bench->document, kb_layer_at (bench->level, 0)->node.id, NULL);
      KbLayers *layers = kb_layers_new ();
      int reach = MAX ((int) (WIDTH / TILE / scales[s] / 8), 1), i = 0, j = 0;
      double painted[TIMES], both[TIMES], start, first;
      show_step (&shown, stroke, layers, 1);
      for (guint k = 0; k < TIMES; k++)
        {
          int to_i = (int) draw (2 * (guint) reach) - reach, to_j = (int) draw ((guint) reach) - reach / 2;
          start = time_of (CLOCK_PROCESS_CPUTIME_ID);
          kb_cell_stroke_drag (stroke, stamp, 0, 0, i, j, to_i, to_j);
          painted[k] = time_of (CLOCK_PROCESS_CPUTIME_ID) - start;
          show_step (&shown, stroke, layers, k + 2);
          both[k] = time_of (CLOCK_PROCESS_CPUTIME_ID) - start;
          i = to_i;
          j = to_j;
        }
      start = time_of (CLOCK_PROCESS_CPUTIME_ID);
      kb_cell_stroke_end (stroke, "stroke", NULL);
      first = time_of (CLOCK_PROCESS_CPUTIME_ID);
      kb_document_undo (bench->document);
      printf ("  %7.2f %%", scales[s] * 100);
      report ("painted,", painted);
      report ("with drawing;", both);
      printf (" its end %.3f, undone %.3f\n", first - start, time_of (CLOCK_PROCESS_CPUTIME_ID) - first);
      kb_layers_free (layers);
    }
}

/* With `first` the longest too. */
static void
report_draws (double *times, guint n, const double *first)
{
  qsort (times, n, sizeof *times, compare);
  printf ("%8.3f %8.3f", times[n / 2], times[n * 99 / 100]);
  if (first)
    printf (" %8.3f %8.3f   ", times[n - 1], *first);
}

static void
run (const char *name, const char *folder, gboolean isometric)
{
  static const double scales[] = { 1.0 / 512, 1.0 / 256, 1.0 / 128, 1.0 / 64, 1.0 / 32, 1.0 / 24, 1.0 / 16, 1.0 / 12, 1.0 / 8, 1.0 / 6, 0.25, 1.0 / 3, 0.5, 2.0 / 3, 1, 1.5, 2, 4, 16 };
  enum { TIME, PROCESSORS, KINDS };
  static const clockid_t clocks[KINDS] = { CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID };
  double all[KINDS][G_N_ELEMENTS (scales) * DRAWS], times[KINDS][DRAWS], before[KINDS];
  guint n = 0;
  Bench bench = set_up (folder, isometric);
  printf ("%s; median, 99th percentile, longest and first of %d draws in ms; median and 99th percentile of the processors\n", name, DRAWS);
  for (guint s = 0; s < G_N_ELEMENTS (scales); s++)
    {
      KbView view = { .scale = scales[s], .device_scale = 1, .width = WIDTH, .height = HEIGHT, .x = WIDTH / 2.0, .y = HEIGHT / 2.0 };
      for (guint i = 0; i < DRAWS; i++, n++)
        {
          for (guint k = 0; k < KINDS; k++)
            before[k] = time_of (clocks[k]);
          kb_view_pan (&view, i / TO_AND_FRO % 2 ? -37 : 37, i % 4 < 2 ? 11 : -11);
          redraw (&bench, &view);
          for (guint k = 0; k < KINDS; k++)
            times[k][i] = all[k][n] = time_of (clocks[k]) - before[k];
        }
      double first = times[TIME][0];
      printf ("  %7.2f %%  ", scales[s] * 100);
      report_draws (times[TIME], DRAWS, &first);
      report_draws (times[PROCESSORS], DRAWS, NULL);
      printf ("\n");
    }
  printf ("  all zooms  ");
  double first_of_all = all[TIME][0];
  report_draws (all[TIME], n, &first_of_all);
  report_draws (all[PROCESSORS], n, NULL);
  printf ("\n");
  if (!isometric)
    paint (name, &bench);
  kb_document_free (bench.document);
  kb_surfaces_free (bench.surfaces);
  cairo_surface_destroy (bench.target);
}

int
main (void)
{
  g_autofree char *temp = temp_folder_new (), *straight = g_build_filename (temp, "a", NULL), *isometric = g_build_filename (temp, "b", NULL);
  run ("straight", straight, FALSE);
  run ("isometric", isometric, TRUE);
  temp_folder_remove (temp);
  return 0;
}
