/* SPDX-License-Identifier: MIT */
/* A heightmap of 4096 x 4096 samples as somebody sculpts it: dabs, strokes, their undo, the shading of what changed, saving. Figures
 * only. */
#include <stdio.h>

#include "document/edits/edit.h"
#include "drawing/levels/level_heights.h"
#include "operations/level/heightmaps.h"
#include "operations/level/sculpt.h"
#include "tests/support/temp_folder.h"

enum { SIDE = 4096, DABS = 50 };

static gint64 started;

static void
report (const char *what, double n)
{
  printf ("%-52s %9.2f ms\n", what, (double) (g_get_monotonic_time () - started) / 1000 / n);
  started = g_get_monotonic_time ();
}

static void
draw (KbHeights *heights, KbDocument *document, const KbHeightmap *map)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1280, 800);
  cairo_t *cr = cairo_create (surface);
  static const KbStyle style;
  KbView view = { .scale = 0.25, .width = 1280, .height = 800 };
  kb_draw_heightmap (cr, &view, &style, heights, document, map);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (void)
{
  static const char *const names[] = { "raise", "lower", "smooth", "flatten", "noise", "erode" };
  g_autofree char *folder = temp_folder_new ();
  g_autofree char *path = g_build_filename (folder, "p", NULL);
  g_autoptr (KbDocument) document = kb_document_new (path, "p");
  g_autoptr (KbHeights) heights = kb_heights_new ();
  KbId level = kb_document_insert (document, kb_document_project (document)->node.id, "levels", -1, json_pack ("{ss}", "name", "land"),
                                   NULL);
  const KbHeightmapWish wish = { SIDE, SIDE, 1, 0, 100, 33 };
  started = g_get_monotonic_time ();
  KbId id = kb_heightmap_add_new (document, level, &wish, (KbVec) { 0, 0 }, NULL);
  const KbHeightmap *map = (const KbHeightmap *) kb_document_node (document, id);
  report ("new map", 1);
  draw (heights, document, map);
  report ("shaded and drawn for the first time", 1);
  for (guint size = 64; size <= 256; size *= 4)
    for (guint mode = 0; mode < KB_N_SCULPTS; mode++)
      {
        const KbSculptBrush brush = { .mode = (KbSculptMode) mode, .size = size, .strength = 0.5, .falloff = 1, .target = 30000 };
        KbZonesPainter *painter = kb_document_painter (document, id, "samples", NULL);
        g_autofree char *text = g_strdup_printf ("%s, %u samples wide: a dab, shaded", names[mode], size);
        started = g_get_monotonic_time ();
        for (guint i = 0; i < DABS; i++)
          {
            kb_sculpt_dab (painter, &brush, (KbVec) { 400 + i * 60, 2000 });
            kb_heights_show_stroke (heights, document, map, painter);
          }
        report (text, DABS);
        kb_document_paint_end (document, id, "samples", painter, "Sculpt", NULL);
        kb_heights_show_stroke (heights, document, map, NULL);
        report ("  end of the stroke of 50 dabs", 1);
        draw (heights, document, map);
        report ("  drawn", 1);
        kb_document_undo (document);
        report ("  undo", 1);
        draw (heights, document, map);
        report ("  undo drawn", 1);
        kb_document_redo (document);
      }
  started = g_get_monotonic_time ();
  kb_document_save (document, NULL);
  report ("save", 1);
  temp_folder_remove (folder);
  return 0;
}
