/* SPDX-License-Identifier: MIT */
/* Looking for problems in one sprite of 2,000 frames with eight shapes each: all at once, and as an editor
 * does after an edit. The longest turn is what can hold up a frame of the screen. Figures only. */
#include <stdio.h>
#include <stdlib.h>

#include "document/edits/edit.h"
#include "tests/support/temp_folder.h"

enum { FRAMES = 2000, SHAPES = 8, RUNS = 101, TURN = 2000 };

static KbDocument *
make_document (const char *folder, gboolean with_problems)
{
  KbDocument *document = kb_document_new (folder, "bench");
  KbId project = kb_document_project (document)->node.id;
  g_autoptr (KbPicture) picture = kb_picture_new (96, 80);
  g_autofree char *file = kb_document_add_picture (document, "bench", picture, NULL);
  json_t *frames = json_array (), *steps = json_array ();

  kb_document_insert (document, project, "classes", -1, json_pack ("{ss ss}", "name", "body", "colour", "#f6d32d"), NULL);
  for (int f = 0; f < FRAMES; f++)
    {
      json_t *shapes = json_array ();

      for (int i = 0; i < SHAPES; i++)
        {
          int x = with_problems ? 80 : i * 7;
          json_t *geometry = i % 4 == 0   ? json_pack ("{s[iiii]}", "box", x, 4, 18, 16)
                             : i % 4 == 1 ? json_pack ("{s[fff]}", "circle", x + 20.5, 40.0, 14.5)
                             : i % 4 == 2 ? json_pack ("{s[iiiii]}", "oriented", x + 20, 40, 16, 5, i * 10)
                                          : json_pack ("{s[[ii][ii][ii][ii]]}", "polygon", x, 3, x + 20, 5, x + 18, 30, x + 4, 22);

          json_array_append_new (shapes, json_pack ("{ss so}", "class", "body", "geometry", geometry));
        }
      json_array_append_new (frames, json_pack ("{si si si s[ii] s{ss s[iiii] s[ii]} so}", "id", f + 1, "width", 96, "height", 80,
                                                "hot_spot", 40, 70, "picture", "file", file, "rect", 0, 0, 96, 80, "offset", 0, 0,
                                                "shapes", shapes));
      json_array_append_new (steps, json_pack ("{si si}", "frame", f + 1, "duration", 100));
    }
  kb_document_insert (document, project, "sprites", -1,
                      json_pack ("{ss so s[{ss ss so}]}", "name", "bench", "frames", frames, "animations", "name", "all", "loop",
                                 "loop", "steps", steps), NULL);
  return document;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static void
report (const char *name, guint n_problems, double *times)
{
  qsort (times, RUNS, sizeof *times, compare);
  printf ("%-28s %5u problems  median %6.2f  p99 %6.2f ms\n", name, n_problems, times[RUNS / 2], times[RUNS - 2]);
}

static double
since (gint64 start)
{
  return (double) (g_get_monotonic_time () - start) / 1000;
}

static void
bench (gboolean with_problems)
{
  g_autofree char *folder = temp_folder_new ();
  KbDocument *document = make_document (folder, with_problems);
  KbProblemFinder *finder = kb_problem_finder_new (document);
  KbId shape = kb_shape_at (kb_frame_at (kb_sprite_at (kb_document_project (document), 0), FRAMES - 1), 0)->node.id;
  double all[RUNS], turns[RUNS], list[RUNS];
  guint n = 0;

  for (int i = 0; i < RUNS; i++)
    {
      gint64 start = g_get_monotonic_time ();
      g_autoptr (GPtrArray) problems = kb_document_problems (document);

      all[i] = since (start);
      n = problems->len;
    }
  report ("everything at once", n, all);
  for (int i = 0; i < RUNS; i++)
    {
      gboolean done = FALSE;
      gint64 start;

      kb_document_set (document, shape, "geometry", json_pack ("{s[iiii]}", "box", 10 + i % 9, 4, 18, 16), NULL);
      turns[i] = 0;
      while (!done)
        {
          start = g_get_monotonic_time ();
          done = kb_problem_finder_work (finder, TURN);
          turns[i] = MAX (turns[i], since (start));
        }
      start = g_get_monotonic_time ();
      g_autoptr (GPtrArray) problems = kb_problem_finder_list (finder);
      list[i] = since (start);
      n = problems->len;
    }
  report ("after an edit, longest turn", n, turns);
  report ("after an edit, the list", n, list);
  kb_problem_finder_free (finder);
  kb_document_free (document);
  temp_folder_remove (folder);
}

int
main (void)
{
  bench (FALSE);
  bench (TRUE);
  return 0;
}
