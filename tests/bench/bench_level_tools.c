/* SPDX-License-Identifier: MIT */
/* A level of 100,000 walls under the pointer: picking, snapping, dragging, with what the tools draw over it on a canvas of
 * 1600 x 1000; a lattice, whose walls share their ends, and a soup of walls anyhow; then
 * whole levels changed at once, with a journal. Prints median and 99th percentile in
 * milliseconds of the processor's time; no pass or fail. The level itself is drawn by its canvas: see bench_drawing. */
#include <stdio.h>
#include <stdlib.h>

#define now wall_clock
#include "rounds.h"
#undef now
#include "tests/support/level_document.h"
#include "tests/support/temp_folder.h"
#include "tools/level/selected.h"
#include "tools/tools.h"

enum { SIDE = 224, STEP = 32, SOUP = 100000, TIMES = 401, ROUNDS = 5 };

typedef struct {
  KbDocument *document;
  KbToolContext *context;
  cairo_t *cr;
} Bench;

/* In nanoseconds. */
static double
now (void)
{
  struct timespec t;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return (double) t.tv_sec * 1e9 + (double) t.tv_nsec;
}

static json_t *
lattice (void)
{
  json_t *walls = json_array ();

  for (int x = 0; x <= SIDE; x++)
    for (int y = 0; y <= SIDE; y++)
      {
        if (x < SIDE)
          json_array_append_new (walls, wall_json (STEP * x, STEP * y, STEP * (x + 1), STEP * y));
        if (y < SIDE)
          json_array_append_new (walls, wall_json (STEP * x, STEP * y, STEP * x, STEP * (y + 1)));
      }
  return walls;
}

static json_t *
soup (void)
{
  json_t *walls = json_array ();

  for (int i = 0; i < SOUP; i++)
    {
      double x = draw (SIDE * STEP * 16) / 16.0, y = draw (SIDE * STEP * 16) / 16.0;

      json_array_append_new (walls, wall_json (x, y, x + draw (1600) / 16.0 - 50 + 0.03125, y + draw (1600) / 16.0 - 50));
    }
  return walls;
}

static void
report (const char *what, double *times, guint n)
{
  qsort (times, n, sizeof *times, compare);
  printf ("  %-46s %9.4f %9.4f\n", what, times[n / 2] / 1e6, times[n * 99 / 100] / 1e6);
}

static KbPointerEvent
event_at (const Bench *bench, KbVec p, guint modifiers)
{
  return (KbPointerEvent) { kb_view_to_canvas (&bench->context->view, p), 1, 1, modifiers };
}

static KbVec
anywhere (const Bench *bench)
{
  KbBounds seen = kb_view_visible (&bench->context->view);

  return (KbVec) { seen.x0 + (seen.x1 - seen.x0) * draw (65536) / 65536, seen.y0 + (seen.y1 - seen.y0) * draw (65536) / 65536 };
}

static void
motions (Bench *bench, const char *tool, const char *what)
{
  double move[TIMES], draws[TIMES];
  g_autofree char *drawn = g_strdup_printf ("%s, drawn", what);

  kb_tools_choose (bench->context, kb_tool_by_id (tool));
  for (guint i = 0; i < TIMES; i++)
    {
      KbPointerEvent event = event_at (bench, anywhere (bench), 0);
      double before = now (), after;

      kb_tools_motion (bench->context, &event);
      after = now ();
      kb_tools_draw (bench->context, bench->cr, kb_style (TRUE));
      move[i] = after - before;
      draws[i] = now () - after;
    }
  report (what, move, TIMES);
  report (drawn, draws, TIMES);
}

/* An end, dragged away, in one step; and back by undo. */
static void
drag_ends (Bench *bench)
{
  const KbLevel *level = the_level (bench->document);
  double press[TIMES], move[TIMES], end[TIMES], undo[TIMES];

  kb_tools_choose (bench->context, kb_tool_by_id ("level-select"));
  for (guint i = 0; i < TIMES; i++)
    {
      KbVec a = kb_wall_at (level, draw (kb_count (level->walls)))->a;
      KbPointerEvent from = event_at (bench, a, 0), to = event_at (bench, (KbVec) { a.x + 11, a.y + 13 }, 0);
      double t[5];

      t[0] = now ();
      kb_tools_press (bench->context, &from);
      t[1] = now ();
      kb_tools_motion (bench->context, &to);
      t[2] = now ();
      kb_tools_release (bench->context, &to);
      t[3] = now ();
      kb_document_undo (bench->document);
      t[4] = now ();
      press[i] = t[1] - t[0];
      move[i] = t[2] - t[1];
      end[i] = t[3] - t[2];
      undo[i] = t[4] - t[3];
    }
  report ("press on an end", press, TIMES);
  report ("drag it", move, TIMES);
  report ("let it go: the edit", end, TIMES);
  report ("undo", undo, TIMES);
}

/* ---- all of it at once, as in the editor: with a journal, and with the look for problems that follows ---- */

static void
move_all (KbToolContext *context)
{
  kb_level_selection_nudge (context, 1, 0, FALSE);
}

static void
duplicate_all (KbToolContext *context)
{
  kb_selection_duplicate (context, 8, 8);
}

static void
rotate_all (KbToolContext *context)
{
  kb_level_selection_turn (context, 6);
}

static void
give_class_all (KbToolContext *context)
{
  kb_level_selection_give_class (context, kb_class_at (kb_document_project (context->document), 1)->node.id);
}

static void
copy_and_paste_all (KbToolContext *context)
{
  g_autofree char *text = kb_selection_copy (context);

  kb_selection_paste (context, text, NULL);
}

static void
nudge_one (KbToolContext *context)
{
  kb_selection_set (context, kb_wall_at (kb_tool_context_level (context), 4711)->node.id);
  kb_level_selection_nudge (context, 1, 0, FALSE);
}

static void
draw_one (KbToolContext *context)
{
  KbPointerEvent from = { { 400, 300 }, 1, 1, 0 }, to = { { 470, 377 }, 1, 1, 0 };

  kb_tools_choose (context, kb_tool_by_id ("wall"));
  kb_tools_press (context, &from);
  kb_tools_motion (context, &to);
  kb_tools_release (context, &to);
  kb_tools_choose (context, kb_tool_by_id ("level-select"));
}

static double
since (double *before)
{
  double time = (now () - *before) / 1e6;

  *before = now ();
  return time;
}

static void
whole_level (Bench *bench, KbProblemFinder *finder)
{
  static const struct { const char *name; void (*run) (KbToolContext *context); } works[] = {
    { "draw one wall", draw_one }, { "move one wall", nudge_one }, { "select all", kb_selection_set_all }, { "move all", move_all },
    { "rotate all", rotate_all }, { "class of all", give_class_all }, { "one-way all", kb_level_selection_toggle_one_way },
    { "duplicate all", duplicate_all }, { "copy and paste all", copy_and_paste_all }, { "delete all", kb_selection_delete },
  };
  KbToolContext *context = bench->context;

  printf ("  %-30s %9s %9s %9s %9s\n", "all of it", "edit", "undo", "redo", "problems");
  for (guint i = 0; i < G_N_ELEMENTS (works); i++)
    {
      double before, times[4] = { 0 };
      guint steps, undone;

      kb_selection_set_all (context);
      g_strfreev (kb_document_history (bench->document, &steps));
      before = now ();
      works[i].run (context);
      kb_tools_draw (context, bench->cr, kb_style (TRUE));
      times[0] = since (&before);
      g_strfreev (kb_document_history (bench->document, &undone));
      if (undone > steps)
        {
          g_ptr_array_unref (kb_problem_finder_list (finder));
          times[3] = since (&before);
          kb_document_undo (bench->document);
          times[1] = since (&before);
          kb_document_redo (bench->document);
          times[2] = since (&before);
          kb_document_undo (bench->document);
        }
      printf ("  %-30s %9.2f %9.2f %9.2f %9.2f\n", works[i].name, times[0], times[1], times[2], times[3]);
    }
}

static void
run_whole_level (Bench *bench)
{
  g_autofree char *temp = temp_folder_new (), *folder = g_build_filename (temp, "p", NULL);
  GError *error = NULL;
  double before = now ();

  kb_document_save_as (bench->document, folder, &error);
  printf ("  %-46s %9.2f\n", "save", since (&before));
  kb_document_free (kb_document_open (folder, &error));
  printf ("  %-46s %9.2f\n", "open", since (&before));
  kb_document_keep_journal (bench->document, &error);
  g_assert_no_error (error);
  KbProblemFinder *finder = kb_problem_finder_new (bench->document);
  whole_level (bench, finder);
  kb_problem_finder_free (finder);
  temp_folder_remove (temp);
}

/* Everything in a square of the level, selected by a band and moved. */
static void
drag_many (Bench *bench, double side, const char *name)
{
  double band[ROUNDS], begin[ROUNDS], move[ROUNDS * 5], draws[ROUNDS * 5], end[ROUNDS], undo[ROUNDS];
  guint n = 0;

  for (guint i = 0; i < ROUNDS; i++)
    {
      KbPointerEvent corner = event_at (bench, (KbVec) { -80, -80 }, 0), other = event_at (bench, (KbVec) { side + 3, side + 3 }, 0), hold;
      double t[4];

      kb_selection_clear (bench->context);
      t[0] = now ();
      kb_tools_press (bench->context, &corner);
      kb_tools_release (bench->context, &other);
      t[1] = now ();
      n = kb_selection_count (bench->context);
      const KbNode *first = kb_document_node (bench->document, g_array_index (bench->context->selection.ids, KbId, 0));
      KbVec a = ((const KbWall *) first)->a, b = ((const KbWall *) first)->b, middle = { (a.x + b.x) / 2, (a.y + b.y) / 2 };
      hold = event_at (bench, middle, 0);
      t[2] = now ();
      kb_tools_press (bench->context, &hold);
      t[3] = now ();
      band[i] = t[1] - t[0];
      begin[i] = t[3] - t[2];
      for (guint k = 0; k < 5; k++)
        {
          KbPointerEvent to = event_at (bench, (KbVec) { middle.x + 200 + 16 * k, middle.y + 90 }, 0);

          t[0] = now ();
          kb_tools_motion (bench->context, &to);
          t[1] = now ();
          kb_tools_draw (bench->context, bench->cr, kb_style (TRUE));
          t[2] = now ();
          move[5 * i + k] = t[1] - t[0];
          draws[5 * i + k] = t[2] - t[1];
          hold = to;
        }
      t[0] = now ();
      kb_tools_release (bench->context, &hold);
      t[1] = now ();
      kb_document_undo (bench->document);
      end[i] = t[1] - t[0];
      undo[i] = now () - t[1];
    }
  printf ("  %s: %u walls\n", name, n);
  report ("  select them by a band", band, ROUNDS);
  report ("  press", begin, ROUNDS);
  report ("  drag", move, 5 * ROUNDS);
  report ("  drag, drawn", draws, 5 * ROUNDS);
  report ("  let go: the edit", end, ROUNDS);
  report ("  undo", undo, ROUNDS);
}

static void
run (const char *name, json_t *walls, gboolean connected)
{
  cairo_surface_t *target = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1600, 1000);
  Bench bench = { level_document (walls, NULL, NULL), kb_tool_context_new (NULL, NULL), cairo_create (target) };
  double before;

  printf ("%s, %u walls; median and 99th percentile in ms\n", name, kb_count (the_level (bench.document)->walls));
  kb_tool_context_set_document (bench.context, bench.document);
  kb_tool_context_set_level (bench.context, the_level (bench.document)->node.id);
  before = now ();
  kb_tool_context_level_index (bench.context);
  printf ("  %-46s %9.4f\n", "make the index", (now () - before) / 1e6);
  for (guint zoom = 0; zoom < 2; zoom++)
    {
      bench.context->view = (KbView) { .scale = zoom ? 4 : 0.13, .device_scale = 1, .width = 1600, .height = 1000, .x = zoom ? -9000 : 20, .y = zoom ? -9000 : 20 };
      motions (&bench, "level-select", zoom ? "hover at 400%" : "hover at 13%");
      motions (&bench, "wall", zoom ? "snap at 400%" : "snap at 13%");
      motions (&bench, "level-area", zoom ? "region at 400%" : "region at 13%");
    }
  bench.context->view.scale = 1;
  drag_ends (&bench);
  if (connected)
    {
      drag_many (&bench, 700, "some");
      drag_many (&bench, 2200, "many");
      drag_many (&bench, SIDE * STEP + 100, "all");
      run_whole_level (&bench);
    }
  kb_tool_context_free (bench.context);
  kb_document_free (bench.document);
  cairo_destroy (bench.cr);
  cairo_surface_destroy (target);
}

int
main (void)
{
  run ("lattice", lattice (), TRUE);
  run ("soup", soup (), FALSE);
  return 0;
}
