/* SPDX-License-Identifier: MIT */
/* Six shapes of a fighter carried to twelve frames; prints median and worst of some runs. */
#include <stdio.h>
#include <stdlib.h>

#include "operations/operations.h"
#include "tests/support/dojo_art.h"
#include "tests/support/temp_folder.h"

enum { RUNS = 9, FRAMES = 12 };

static int
ascending (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = temp_folder_new (), *path = g_build_filename (folder, "p", NULL);
  KbDocument *document = kb_document_new (path, "p");
  dojo_add_fighter (document, argv[1], "fakir");
  const KbSprite *sprite = kb_project_find_sprite (kb_document_project (document), "fakir");
  const KbFrame *first = kb_frame_at (sprite, 0);
  KbId items[16], frames[FRAMES];
  guint n = 0;
  for (; n < first->shapes->len && n < G_N_ELEMENTS (items); n++)
    items[n] = kb_shape_at (first, n)->node.id;
  for (guint i = 0; i < FRAMES; i++)
    frames[i] = kb_frame_at (sprite, i + 1)->node.id;
  for (guint mirrored = 0; mirrored < 2; mirrored++)
    {
      double ms[RUNS];
      KbPropagateOptions options = kb_propagate_defaults;
      options.mirrored = mirrored;
      for (guint run = 0; run < RUNS; run++)
        {
          g_autoptr (GError) error = NULL;
          gint64 start = g_get_monotonic_time ();
          g_autoptr (KbPropagateJob) job = kb_propagate_job_new (document, first->node.id, items, n, frames, FRAMES, &options, &error);
          g_assert_no_error (error);
          g_autoptr (GPtrArray) proposals = kb_propagate (job, NULL, NULL);
          g_assert_cmpuint (proposals->len, ==, FRAMES);
          ms[run] = (double) (g_get_monotonic_time () - start) / 1000;
        }
      qsort (ms, RUNS, sizeof *ms, ascending);
      printf ("propagate, %u shapes to %d frames of 96 x 80%s: median %.0f ms, worst %.0f ms\n", n, FRAMES,
              mirrored ? ", mirrored too" : "", ms[RUNS / 2], ms[RUNS - 1]);
    }
  kb_document_free (document);
  temp_folder_remove (folder);
  return EXIT_SUCCESS;
}
