/* SPDX-License-Identifier: MIT */
/* Files imported again, one a frame: changed, gone, or more of their pattern. */

#include "interchange/sources.h"
#include "tests/support/import_again.h"
#include "tests/support/seed.h"

/* Files are known by name even when repainted; content that moved in a repainted frame is followed. */
static void
test_changed_files (Fixture *f, gconstpointer data)
{
  KbImportReport report;
  g_autofree char *frames = g_build_filename (f->art, "frames", NULL);
  g_mkdir (frames, 0700);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("frames/walk%u.png", i);
      g_autoptr (KbPicture) picture = kb_picture_new (24, 24);
      kit_figure (picture, 4, 6, 12, 14, i);
      kit_save (picture, f->art, name);
    }
  first_import (f, "frames", NULL, NULL);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *line = g_strdup_printf ("{\"set\": \"sprites[0].frames[%u].hot_spot\", \"value\": [10, 19]}", i);
      edit (f, line);
    }
  /* 0: repainted all over. 1: trimmed to its content. 2: an arm more, moved, on a larger canvas. */
  g_autoptr (KbPicture) zero = kb_picture_new (24, 24), one = kb_picture_new (12, 14), two = kb_picture_new (40, 30);
  kit_figure (zero, 4, 6, 12, 14, 77);
  kit_figure (one, 0, 0, 12, 14, 1);
  kit_figure (two, 13, 9, 12, 14, 2);
  kit_fill (two, 25, 12, 6, 3, 0x8899aaff);
  kit_fill (two, 14, 10, 3, 3, 0x445566ff);
  kit_save (zero, f->art, "frames/walk0.png");
  kit_save (one, f->art, "frames/walk1.png");
  kit_save (two, f->art, "frames/walk2.png");
  g_autoptr (KbPicture) fresh = kb_picture_new (24, 24);
  kit_figure (fresh, 4, 6, 12, 14, 99);
  kit_save (fresh, f->art, "frames/walk1b.png");
  import_again (f, &report);
  g_assert_cmpuint (report.kept, ==, 3);
  g_assert_cmpuint (report.added, ==, 1);
  g_assert_cmpuint (report.moved, ==, 2);
  kb_import_report_clear (&report);
  assert_spot (frame_of (f, 0), 10, 19);
  assert_spot (frame_of (f, 1), 6, 13);
  g_assert_cmpstr (frame_of (f, 2)->name, ==, "walk1b");
  g_assert_false (frame_of (f, 2)->hot_spot.set);
  assert_spot (frame_of (f, 3), 19, 22);
  g_assert_cmpint (frame_of (f, 3)->width, ==, 40);
}

static void
save_file (Fixture *f, const char *name, guint number)
{
  g_autoptr (KbPicture) picture = kb_picture_new (24, 24);
  kit_figure (picture, 4, 6, 12, 14, number);
  kit_save (picture, f->art, name);
}

static void
remove_file (Fixture *f, const char *name)
{
  g_autofree char *path = g_build_filename (f->art, name, NULL);
  g_assert_cmpint (g_unlink (path), ==, 0);
}

/* "a b" with a star for a hot spot. */
static char *
frame_names (const GPtrArray *frames)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < frames->len; i++)
    {
      const KbFrame *frame = g_ptr_array_index (frames, i);
      g_string_append_printf (text, "%s%s%s", i ? " " : "", frame->name, frame->hot_spot.set ? "*" : "");
    }
  return g_string_free (text, FALSE);
}

#define assert_names(frames, expected) \
  G_STMT_START { g_autofree char *got = frame_names (frames); g_assert_cmpstr (got, ==, expected); } G_STMT_END

/* Imports files, each of which then has a hot spot of its own. */
static void
import_files (Fixture *f, const char *const *names)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  KbImportOptions none = { NULL };
  for (guint i = 0; names[i]; i++)
    {
      save_file (f, names[i], i);
      g_ptr_array_add (paths, g_build_filename (f->art, names[i], NULL));
    }
  g_ptr_array_add (paths, NULL);
  g_autoptr (KbImport) import = kb_import_read ((const char *const *) paths->pdata, &none, &error);
  g_assert_no_error (error);
  kb_import_apply (f->document, import, "hero", NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; names[i]; i++)
    {
      g_autofree char *line = g_strdup_printf ("{\"set\": \"sprites[0].frames[%u].hot_spot\", \"value\": [%u, 19]}", i, i);
      edit (f, line);
    }
}

/* Numbered files of one folder: one goes, others come; its frame is lost, even where another's picture
 * is much like it, and is back when the file is. */
static void
test_numbered_files (Fixture *f, gconstpointer data)
{
  static const char *const names[] = { "walk_1.png", "walk_2.png", "walk_3.png", NULL };
  KbImportReport report;
  import_files (f, names);
  remove_file (f, "walk_3.png");
  g_autoptr (KbPicture) similar = kb_picture_new (24, 24);
  kit_figure (similar, 4, 6, 12, 14, 2);
  kit_fill (similar, 6, 8, 3, 3, 0x112233ff);
  kit_save (similar, f->art, "walk_4.png");
  save_file (f, "walk_10.png", 60);
  save_file (f, "kick_1.png", 50);
  save_file (f, "walk_.png", 51);
  save_file (f, "walk_1b.png", 52);
  save_file (f, "walk_5.png.png", 53);
  import_again (f, &report);
  g_assert_cmpuint (report.kept, ==, 2);
  g_assert_cmpuint (report.added, ==, 2);
  g_assert_cmpuint (report.lost, ==, 1);
  g_assert_true (kit_has_message (report.messages, "walk_3.png is no longer there"));
  g_assert_true (kit_has_message (report.messages, "its annotations are kept with the lost frames"));
  kb_import_report_clear (&report);
  assert_names (sprite_of (f)->frames, "walk_1* walk_2* walk_4 walk_10");
  assert_names (sprite_of (f)->lost, "walk_3*");

  /* Told once only; renamed, it is known by its picture. */
  import_again (f, &report);
  g_assert_cmpuint (report.messages->len, ==, 0);
  kb_import_report_clear (&report);
  save_file (f, "walk_11.png", 2);
  import_again (f, &report);
  g_assert_cmpuint (report.restored, ==, 1);
  kb_import_report_clear (&report);
  assert_names (sprite_of (f)->frames, "walk_1* walk_2* walk_4 walk_10 walk_11*");
  assert_spot (frame_of (f, 4), 2, 19);
}

/* Files without a pattern: what else the folder has is not theirs; one that went is known when it is back. */
static void
test_missing_files (Fixture *f, gconstpointer data)
{
  static const char *const names[] = { "arm.png", "leg_1.png", "tail_1.png", NULL };
  KbImportReport report;
  import_files (f, names);
  save_file (f, "leg_2.png", 70);
  remove_file (f, "arm.png");
  import_again (f, &report);
  g_assert_cmpuint (report.lost, ==, 1);
  g_assert_true (kit_has_message (report.messages, "arm.png is no longer there"));
  kb_import_report_clear (&report);
  assert_names (sprite_of (f)->frames, "leg_1* tail_1*");
  assert_names (sprite_of (f)->lost, "arm*");
  save_file (f, "arm.png", 0);
  import_again (f, &report);
  g_assert_cmpuint (report.restored, ==, 1);
  kb_import_report_clear (&report);
  assert_names (sprite_of (f)->frames, "arm* leg_1* tail_1*");
  assert_spot (frame_of (f, 0), 0, 19);
}

static gboolean
has_changed (Fixture *f)
{
  g_autoptr (KbSourceFolders) all = kb_source_folders_load ("/");   /* everything is in it */
  return kb_import_sources_changed (sprite_of (f)->import, kb_document_folder (f->document), all);
}

/* Two animations and single pictures: the new files of each pattern are found, and offered. */
static void
test_several_patterns (Fixture *f, gconstpointer data)
{
  static const char *const names[] = { "kick_1.png", "kick_2.png", "stand.png", "walk_1.png", "walk_2.png", NULL };
  KbImportReport report;
  import_files (f, names);
  save_file (f, "stand_2.png", 80);
  save_file (f, "jump_1.png", 81);
  g_assert_false (has_changed (f));
  save_file (f, "kick_3.png", 60);
  g_assert_true (has_changed (f));
  save_file (f, "walk_3.png", 61);
  remove_file (f, "stand.png");
  import_again (f, &report);
  g_assert_cmpuint (report.kept, ==, 4);
  g_assert_cmpuint (report.added, ==, 2);
  g_assert_cmpuint (report.lost, ==, 1);
  kb_import_report_clear (&report);
  assert_names (sprite_of (f)->frames, "kick_1* kick_2* kick_3 walk_1* walk_2* walk_3");
  g_assert_false (has_changed (f));

  /* A file without a pattern is still known; one of a pattern comes back as a new file of it. */
  remove_file (f, "walk_3.png");
  import_again (f, &report);
  kb_import_report_clear (&report);
  save_file (f, "stand.png", 2);
  import_again (f, &report);
  g_assert_cmpuint (report.restored, ==, 1);
  kb_import_report_clear (&report);
  assert_names (sprite_of (f)->frames, "kick_1* kick_2* kick_3 stand* walk_1* walk_2*");
}

/* What the user left out is offered no more than what was imported; importing again reads it. */
static void
test_left_out_files (Fixture *f, gconstpointer data)
{
  static const char *const names[] = { "walk_1.png", "walk_2.png", NULL };
  KbImportReport report;
  save_file (f, "walk_3.png", 60);
  import_files (f, names);
  g_assert_false (has_changed (f));
  save_file (f, "walk_4.png", 61);
  g_assert_true (has_changed (f));
  import_again (f, &report);
  g_assert_cmpuint (report.added, ==, 2);
  kb_import_report_clear (&report);
  g_assert_false (has_changed (f));
}

/* All gone is a mistake, not a change. */
static void
test_all_files_missing (Fixture *f, gconstpointer data)
{
  static const char *const names[] = { "walk_1.png", "walk_2.png", NULL };
  g_autoptr (GError) error = NULL;
  import_files (f, names);
  remove_file (f, "walk_1.png");
  remove_file (f, "walk_2.png");
  g_assert_null (kb_import_read_again (f->document, sprite_of (f), &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  kit_assert_message (error, "walk_1.png: neither this nor any other of the 2 files");
  assert_names (sprite_of (f)->frames, "walk_1* walk_2*");
}

/* A folder is read again as it is. */
static void
test_folder_again (Fixture *f, gconstpointer data)
{
  KbImportReport report;
  g_autofree char *folder = g_build_filename (f->art, "frames", NULL);
  g_autoptr (GError) error = NULL;
  g_mkdir (folder, 0700);
  save_file (f, "frames/a.png", 1);
  save_file (f, "frames/b.png", 2);
  first_import (f, "frames", NULL, NULL);
  edit (f, "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [3, 4]}");
  remove_file (f, "frames/a.png");
  g_assert_false (has_changed (f));
  save_file (f, "frames/c.png", 3);
  g_assert_true (has_changed (f));
  import_again (f, &report);
  g_assert_cmpuint (report.added, ==, 1);
  g_assert_cmpuint (report.lost, ==, 1);
  kb_import_report_clear (&report);
  assert_names (sprite_of (f)->frames, "b c");
  assert_names (sprite_of (f)->lost, "a*");
  remove_file (f, "frames/b.png");
  remove_file (f, "frames/c.png");
  g_assert_null (kb_import_read_again (f->document, sprite_of (f), &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  kit_assert_message (error, "no pictures in this folder");
  g_clear_error (&error);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_assert_null (kb_import_read_again (f->document, sprite_of (f), &error));
  kit_assert_message (error, "frames: this is no longer there");
}

KIT_PROGRAM (import_again_files)
{
  static const Test tests[] = {
    { "/again/changed-files", test_changed_files },
    { "/again/numbered-files", test_numbered_files },
    { "/again/missing-files", test_missing_files },
    { "/again/several-patterns", test_several_patterns },
    { "/again/left-out-files", test_left_out_files },
    { "/again/all-files-missing", test_all_files_missing },
    { "/again/folder-again", test_folder_again },
  };
  kit_test_init (&argc, &argv);
  return run_tests (tests, G_N_ELEMENTS (tests));
}
