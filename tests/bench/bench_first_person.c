/* SPDX-License-Identifier: MIT */
/* The view in first person of Freedoom's MAP12, 1280 x 800 pixels, from each of its things in turn, in another direction each: the
 * question for the walls in view; that and what they show, their slabs; the drawing of these; and the frame, which is the last two
 * together, with 8 ms as its goal. Minimum, median and 99th percentile of the thread's time, in ms. No pass or fail.
 * Frames on a busy machine with two processors: grid 1.7, 5.4, 10.5; quadtree 1.8, 5.4, 10.9; BSP 1.5, 4.0, 8.6.
 * usage: bench_first_person KICKBOX */
#include <stdio.h>
#include <stdlib.h>

#include "bake/bake.h"
#include "bake/level/levels.h"
#include "document/edits/edit.h"
#include "drawing/scene/play.h"
#include "playtest/scenes/ways.h"
#include "tests/bench/rounds.h"
#include "tests/support/temp_folder.h"

#define WAD "/usr/share/games/doom/freedoom2.wad"
enum { WIDTH = 1280, HEIGHT = 800, MOST = 4000, PARTS = 20000 };

static void
tell (const char *what, double *ns, guint n)
{
  qsort (ns, n, sizeof *ns, compare);
  printf ("  %-10s %7.3f %7.3f %7.3f\n", what, ns[0] / 1e6, ns[n / 2] / 1e6, ns[n * 99 / 100] / 1e6);
}

static gboolean
run (const char *kickbox, const char *command, const char *project, const char *rest)
{
  g_autofree char *line = g_strdup_printf ("%s %s %s %s", kickbox, command, project, rest);
  int status = 0;
  return g_spawn_command_line_sync (line, NULL, NULL, &status, NULL) && status == 0;
}

static kbx_vec
direction_of (guint i)
{
  return kbx_direction (i * 47.0);
}

static void
measure (const char *project, kbx_partition partition)
{
  static double question[MOST], slabs[MOST], drawing[MOST], frame[MOST];
  static kbx_wall_in_view parts[PARTS];
  g_autoptr (GError) error = NULL;
  KbDocument *document = kb_document_open (project, &error);
  g_assert_no_error (error);
  kb_document_set (document, kb_level_at (kb_document_project (document), 0)->node.id, "partition",
                   json_string (kb_partition_name (partition)), &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) bytes = kb_bake_to_play (document, NULL, &error);
  g_assert_no_error (error);
  kbx_bank bank;
  g_assert_cmpint (kbx_bank_open (&bank, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL), ==, KBX_OK);
  const kbx_handle level = kbx_bank_item (&bank, KBX_LEVEL, 0);
  const guint n = MIN (kbx_count (level, KBX_ENTITY), MOST);
  cairo_surface_t *target = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  const KbView view = { .scale = 1, .width = WIDTH, .height = HEIGHT };
  const KbPlayLook look = { .bank = &bank, .style = kb_style (TRUE) };
  const kbx_vec corners[2] = { { 0, 0 }, { WIDTH, HEIGHT } };
  KbPlayPicture picture = { 0 };
  double drawn = 0;
  for (guint i = 0; i < n; i++)
    {
      const kbx_vec ahead = direction_of (i), left = { ahead.x + ahead.y, ahead.y - ahead.x }, right = { ahead.x - ahead.y, ahead.y + ahead.x };
      const KbEye eye = { level, NULL, kbx_info (kbx_item (level, KBX_ENTITY, i)).position, ahead, 41, 128 };
      double start = worked ();
      kbx_walls_in_view (level, eye.at, left, right, NULL, parts, PARTS);
      question[i] = worked () - start;
      start = worked ();
      kb_picture_clear (&picture);
      KbWalkedView walked = kb_walk_view (&eye, &picture);
      drawn += walked.n_drawn;
      kb_walked_view_free (&walked);
      kb_picture_add_points (&picture, KB_ITEM_VIEW, KB_SHOW_PICTURES, 0, corners, 2)->radius = 960;
      slabs[i] = worked () - start;
      start = worked ();
      cairo_t *cr = cairo_create (target);
      kb_draw_play (cr, &picture, &view, &look);
      cairo_destroy (cr);
      drawing[i] = worked () - start;
      frame[i] = slabs[i] + drawing[i];
    }
  printf ("%s, %u views, %.0f parts of walls drawn in each\n", kb_partition_name (partition), n, drawn / n);
  tell ("question", question, n);
  tell ("slabs", slabs, n);
  tell ("drawing", drawing, n);
  tell ("frame", frame, n);
  kb_picture_free (&picture);
  cairo_surface_destroy (target);
  kb_document_free (document);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = temp_folder_new (), *project = g_build_filename (folder, "doom", NULL);
  const gboolean made = argc > 1 && g_file_test (WAD, G_FILE_TEST_EXISTS) && run (argv[1], "new", project, "")
                        && run (argv[1], "import", project, WAD " --map MAP12");
  if (made)
    for (kbx_partition kind = KBX_PARTITION_GRID; kind <= KBX_PARTITION_BSP; kind++)
      measure (project, kind);
  else
    printf ("freedoom is not installed\n");
  temp_folder_remove (folder);
  return 0;
}
