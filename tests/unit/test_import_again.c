/* SPDX-License-Identifier: MIT */
/* Sheets imported again: what an artist marked stays with its figure. */

#include "tests/support/import_again.h"
#include "tests/support/looks.h"
#include "tests/support/seed.h"

static void
test_new_sprite (Fixture *f, gconstpointer data)
{
  static const Cell cells[] = { { 1, 4, 6 }, { 2, 4, 6 } };
  KbImportReport report;
  save_sheet (f, cells, 2);
  first_import (f, "sheet.png", &grid, &report);
  g_assert_true (report.created);
  g_assert_cmpuint (report.frames, ==, 2);
  g_assert_cmpuint (report.added, ==, 2);
  g_assert_cmpstr (sprite_of (f)->name, ==, "hero");
  g_assert_cmpint (frame_of (f, 1)->width, ==, 16);
  g_autoptr (GError) error = NULL;
  g_autoptr (KbPicture) shown = kb_document_frame_picture (f->document, frame_of (f, 1), &error), expected = kb_picture_new (16, 16);
  g_assert_no_error (error);
  ragged_figure (expected, 4, 6, 2);
  g_assert_true (kit_pictures_equal (shown, expected));
  const json_t *settings = sprite_of (f)->import;
  g_assert_cmpstr (json_string_value (json_object_get (settings, "format")), ==, "grid");
  g_assert_cmpstr (json_string_value (json_array_get (json_object_get (settings, "files"), 0)), ==, "../art/sheet.png");
  kb_import_report_clear (&report);
  g_assert_true (kb_document_undo (f->document));
  g_assert_cmpuint (kb_document_project (f->document)->sprites->len, ==, 0);
  g_assert_true (kb_document_redo (f->document));

  import_again (f, &report);
  g_assert_false (report.created);
  g_assert_cmpuint (report.kept, ==, 2);
  g_assert_cmpuint (report.moved + report.added + report.lost + report.restored, ==, 0);
  kb_import_report_clear (&report);
}

/* The same sheet with frames put in, taken out, shuffled and moved within their cells. */
static void
test_changed_sheet (Fixture *f, gconstpointer data)
{
  static const Cell before[] = { { 1, 4, 6 }, { 2, 4, 6 }, { 3, 4, 6 }, { 4, 4, 6 } };
  static const Cell after[] = { { 9, 4, 6 }, { 4, 4, 6 }, { 1, 4, 6 }, { 3, 2, 3 } };
  KbImportReport report;
  save_sheet (f, before, 4);
  first_import (f, "sheet.png", &grid, NULL);
  edit (f, "{\"insert\": \"classes\", \"value\": {\"name\": \"head\", \"colour\": \"#ff0000\"}}");
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *line = g_strdup_printf ("{\"set\": \"sprites[0].frames[%u].hot_spot\", \"value\": [%u, 15]}", i, 4 + i);
      edit (f, line);
    }
  edit (f, "{\"insert\": \"sprites[0].frames[2].shapes\", \"value\": {\"class\": \"head\", \"geometry\": {\"circle\": [8.5, 9, 2.25]}}}");
  edit (f, "{\"insert\": \"sprites[0].frames[2].points\", \"value\": {\"name\": \"fist\", \"at\": [11, 8], \"direction\": 30}}");
  edit (f, "{\"insert\": \"sprites[0].zones\", \"value\": {\"name\": \"skin\", \"colour\": \"#ffaa88\"}}");
  for (guint i = 1; i < 4; i++)
    {
      g_autofree char *line = g_strdup_printf ("{\"paint\": \"sprites[0].frames[%u].pixels\", \"box\": [8, 9, 2, 1], \"zone\": \"skin\"}", i);
      edit (f, line);
    }
  edit (f, "{\"insert\": \"sprites[0].animations\", \"value\": {\"name\": \"mine\", \"loop\": \"once\", \"steps\": ["
           "{\"frame\": 2, \"duration\": 10}, {\"frame\": 3, \"duration\": 20}]}}");
  KbId one = frame_of (f, 0)->node.id, three = frame_of (f, 2)->node.id, four = frame_of (f, 3)->node.id;
  KbId animation = kb_animation_at (sprite_of (f), 0)->node.id;

  save_sheet (f, after, 4);
  import_again (f, &report);
  g_assert_cmpuint (report.kept, ==, 3);
  g_assert_cmpuint (report.moved, ==, 1);
  g_assert_cmpuint (report.added, ==, 1);
  g_assert_cmpuint (report.lost, ==, 1);
  g_assert_true (kit_has_message (report.messages, "was removed from the source; its annotations are kept"));
  g_assert_true (kit_has_message (report.messages, "'mine' lost 1 step, whose frame was removed from the source: 1 (10 ms)"));
  kb_import_report_clear (&report);
  g_assert_false (frame_of (f, 0)->hot_spot.set);
  g_assert_cmpuint (frame_of (f, 1)->node.id, ==, four);
  g_assert_cmpuint (frame_of (f, 2)->node.id, ==, one);
  g_assert_cmpuint (frame_of (f, 3)->node.id, ==, three);
  assert_spot (frame_of (f, 1), 7, 15);
  assert_spot (frame_of (f, 2), 4, 15);
  assert_spot (frame_of (f, 3), 4, 12);
  /* What is painted moves along, stays, or waits among the lost. */
  const KbZones *moved = frame_of (f, 3)->pixels.zones, *stayed = frame_of (f, 1)->pixels.zones;
  const KbZones *waiting = ((const KbFrame *) g_ptr_array_index (sprite_of (f)->lost, 0))->pixels.zones;
  g_assert_true (kb_zones_at (moved, 6, 6) == 1 && kb_zones_at (moved, 7, 6) == 1 && kb_zones_at (moved, 8, 9) == 0);
  g_assert_true (kb_zones_at (stayed, 8, 9) == 1 && kb_zones_at (waiting, 9, 9) == 1);
  const KbShape *circle = kb_shape_at (frame_of (f, 3), 0);
  g_assert_cmpfloat (circle->geometry.v[0], ==, 6.5);
  g_assert_cmpfloat (circle->geometry.v[1], ==, 6);
  g_assert_cmpfloat (circle->geometry.v[2], ==, 2.25);
  g_assert_cmpint (kb_point_at (frame_of (f, 3), 0)->at.x, ==, 9);
  g_assert_cmpuint (kb_animation_at (sprite_of (f), 0)->node.id, ==, animation);
  g_assert_cmpuint (kb_animation_at (sprite_of (f), 0)->steps->len, ==, 1);
  g_assert_cmpuint (sprite_of (f)->lost->len, ==, 1);
  const KbFrame *lost = g_ptr_array_index (sprite_of (f)->lost, 0);
  g_assert_cmpint (lost->lasting_id, ==, 2);
  assert_spot (lost, 5, 15);

  /* Saved, opened and imported once more with all frames: the lost one is back. */
  save_and_open (f);
  save_sheet (f, before, 4);
  import_again (f, &report);
  g_assert_cmpuint (report.restored, ==, 1);
  g_assert_cmpuint (report.kept, ==, 3);
  kb_import_report_clear (&report);
  g_assert_cmpuint (sprite_of (f)->lost->len, ==, 0);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpint (frame_of (f, i)->lasting_id, ==, (gint) i + 1);
      assert_spot (frame_of (f, i), 4 + (gint) i, 15);
    }
}

static char *
steps_text (Fixture *f, const char *name)
{
  const KbAnimation *animation = kb_sprite_find_animation (sprite_of (f), name);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < animation->steps->len; i++)
    {
      const KbFrame *frame = (const KbFrame *) kb_document_node (f->document, kb_step_at (animation, i)->frame_id);
      g_string_append_printf (text, "%s%d:%d", i ? " " : "", frame->lasting_id, kb_step_at (animation, i)->duration);
    }
  return g_string_free (text, FALSE);
}

#define assert_steps(f, name, expected) \
  G_STMT_START { g_autofree char *steps = steps_text (f, name); g_assert_cmpstr (steps, ==, expected); } G_STMT_END

/* Frames that go and come back, in two goes, also such without annotations: animations made by hand
 * are whole again, with their durations, and with what was done to them in between. */
static void
test_steps_come_back (Fixture *f, gconstpointer data)
{
  static const Cell all[] = { { 1, 4, 6 }, { 2, 4, 6 }, { 3, 4, 6 }, { 4, 4, 6 }, { 5, 4, 6 } };
  static const Cell one[] = { { 1, 4, 6 } }, three[] = { { 1, 4, 6 }, { 2, 4, 6 }, { 4, 4, 6 } };
  KbImportReport report;
  save_sheet (f, all, 5);
  first_import (f, "sheet.png", &grid, NULL);
  edit (f, "{\"set\": \"sprites[0].frames[1].hot_spot\", \"value\": [4, 15]}");
  edit (f, "{\"insert\": \"sprites[0].animations\", \"value\": {\"name\": \"walk\", \"loop\": \"loop\", \"steps\": ["
           "{\"frame\": 2, \"duration\": 20}, {\"frame\": 1, \"duration\": 10}, {\"frame\": 3, \"duration\": 30}, "
           "{\"frame\": 2, \"duration\": 21}, {\"frame\": 4, \"duration\": 40}]}}");
  edit (f, "{\"insert\": \"sprites[0].animations\", \"value\": {\"name\": \"gone\", \"loop\": \"once\", \"steps\": ["
           "{\"frame\": 4, \"duration\": 7}]}}");
  save_sheet (f, one, 1);
  import_again (f, &report);
  g_assert_cmpuint (report.lost, ==, 3);
  g_assert_true (kit_has_message (report.messages, "Frame 2 was removed from the source; its annotations are kept"));
  g_assert_true (kit_has_message (report.messages, "Frame 3 was removed from the source; its places in animations are kept"));
  g_assert_true (kit_has_message (report.messages, "Frame 4 was removed from the source; its places"));
  g_assert_true (kit_has_message (report.messages, "Frame 5 was removed from the source and had no annotations"));
  g_assert_true (kit_has_message (report.messages, "'walk' lost 4 steps, whose frames were removed from the source: 1 (20 ms), 3 (30 ms), 4 (21 ms), 5 (40 ms)"));
  kb_import_report_clear (&report);
  assert_steps (f, "walk", "1:10");
  assert_steps (f, "gone", "");

  /* Saved, opened, and changed by hand: that stays. */
  edit (f, "{\"set\": \"sprites[0].animations['walk'].steps[0].duration\", \"value\": 11}");
  save_and_open (f);
  save_sheet (f, three, 3);
  import_again (f, &report);
  g_assert_cmpuint (report.restored, ==, 2);
  g_assert_true (kit_has_message (report.messages, "'walk' has 3 steps back: 1 (20 ms), 4 (21 ms), 5 (40 ms)"));
  g_assert_true (kit_has_message (report.messages, "Frame 3 is back from the lost frames"));
  kb_import_report_clear (&report);
  assert_steps (f, "walk", "2:20 1:11 2:21 4:40");
  assert_steps (f, "gone", "4:7");
  save_sheet (f, all, 5);
  import_again (f, &report);
  kb_import_report_clear (&report);
  assert_steps (f, "walk", "2:20 1:11 3:30 2:21 4:40");
  g_assert_null (json_object_get (sprite_of (f)->import, "lost_steps"));
}

/* Nonsense where steps are remembered is nothing. */
static void
test_damaged_memory (Fixture *f, gconstpointer data)
{
  static const Cell two[] = { { 1, 4, 6 }, { 2, 4, 6 } };
  static const char *const nonsense[] = { "3", "[]", "{\"walk\": 3}", "{\"walk\": [3]}", "{\"walk\": [[1]]}", "{\"walk\": [[1, \"x\"]]}",
                                         "{\"walk\": [[2, -1]]}", "{\"walk\": [[99999999999, 1]]}", "{\"walk\": [[7, 5], [2, 5], [2, 5]]}" };
  save_sheet (f, two, 2);
  first_import (f, "sheet.png", &grid, NULL);
  edit (f, "{\"insert\": \"sprites[0].animations\", \"value\": {\"name\": \"walk\", \"loop\": \"loop\", \"steps\": ["
           "{\"frame\": 2, \"duration\": 20}]}}");
  for (guint i = 0; i < G_N_ELEMENTS (nonsense); i++)
    {
      g_autoptr (GError) error = NULL;
      json_t *record = json_deep_copy (sprite_of (f)->import);
      json_object_set_new (record, "lost_steps", json_loads (nonsense[i], JSON_DECODE_ANY, NULL));
      kb_document_set (f->document, sprite_of (f)->node.id, "import", record, &error);
      g_assert_no_error (error);
      KbImportReport report;
      import_again (f, &report);
      kb_import_report_clear (&report);
      assert_steps (f, "walk", "2:20");
    }
}

/* Empty cells have no look to tell about. */
static void
test_empty_cells (Fixture *f, gconstpointer data)
{
  KbImportReport report;
  g_autoptr (KbPicture) sheet = kb_picture_new (64, 16);
  ragged_figure (sheet, 4, 6, 1);
  kit_save (sheet, f->art, "sheet.png");
  first_import (f, "sheet.png", &grid, NULL);
  import_again (f, &report);
  g_assert_cmpuint (report.kept, ==, 4);
  g_assert_cmpuint (report.messages->len, ==, 0);
  kb_import_report_clear (&report);
}

/* A sheet painted over in other colours, one cell of it drawn anew: each is still the frame of its cell. */
static void
test_recoloured_sheet (Fixture *f, gconstpointer data)
{
  static const Cell cells[] = { { 1, 4, 6 }, { 2, 4, 6 }, { 3, 4, 6 } };
  KbImportReport report;
  save_sheet (f, cells, 3);
  first_import (f, "sheet.png", &grid, NULL);
  edit (f, "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [8, 15]}");
  edit (f, "{\"set\": \"sprites[0].frames[1].hot_spot\", \"value\": [7, 15]}");
  g_autoptr (KbPicture) sheet = kb_picture_new (48, 16);
  ragged_figure (sheet, 2, 6, 1);
  kit_fill (sheet, 16, 15, 16, 1, 0xffffffff);
  ragged_figure (sheet, 36, 6, 3);
  for (guint i = 0; i < 48 * 16; i++)
    if (sheet->rgba[4 * i + 3])
      sheet->rgba[4 * i] ^= 0x55;
  kit_save (sheet, f->art, "sheet.png");
  import_again (f, &report);
  g_assert_cmpuint (report.kept, ==, 3);
  g_assert_cmpuint (report.lost + report.added, ==, 0);
  g_assert_true (kit_has_message (report.messages, "3 cells look different"));
  g_assert_true (kit_has_message (report.messages, "before: 1–3"));
  g_assert_cmpuint (report.messages->len, ==, 1);
  kb_import_report_clear (&report);
  assert_spot (frame_of (f, 0), 6, 15);
  assert_spot (frame_of (f, 1), 7, 15);
}

/* A frame that the artist put in by hand is not the source's to lose. */
static void
test_frames_by_hand (Fixture *f, gconstpointer data)
{
  static const Cell cells[] = { { 1, 4, 6 }, { 2, 4, 6 } }, turned[] = { { 2, 4, 6 }, { 1, 4, 6 } };
  save_sheet (f, cells, 2);
  first_import (f, "sheet.png", &grid, NULL);
  edit (f, "{\"insert\": \"sprites[0].frames\", \"at\": 1, \"value\": {\"width\": 3, \"height\": 4, \"name\": \"mine\"}}");
  save_sheet (f, turned, 2);
  KbImportReport report;
  import_again (f, &report);
  g_assert_cmpuint (report.lost + report.added, ==, 0);
  kb_import_report_clear (&report);
  g_assert_cmpuint (sprite_of (f)->frames->len, ==, 3);
  g_assert_cmpint (frame_of (f, 0)->lasting_id, ==, 2);
  g_assert_cmpint (frame_of (f, 1)->lasting_id, ==, 1);
  g_assert_cmpstr (frame_of (f, 2)->name, ==, "mine");
}

/* A copy of a frame shows what its original shows, and an order made by hand stays. */
static void
test_copies_and_order (Fixture *f, gconstpointer data)
{
  static const Cell cells[] = { { 1, 4, 6 }, { 2, 4, 6 }, { 3, 4, 6 } }, after[] = { { 1, 4, 6 }, { 2, 2, 5 }, { 3, 4, 6 }, { 4, 4, 6 } };
  KbImportReport report;
  save_sheet (f, cells, 3);
  first_import (f, "sheet.png", &grid, NULL);
  json_t *copy = kb_node_to_json (&frame_of (f, 1)->node, NULL);
  json_object_del (copy, "id");
  json_object_set_new (copy, "hot_spot", json_pack ("[ii]", 8, 15));
  g_assert_cmpuint (kb_document_insert (f->document, sprite_of (f)->node.id, "frames", 2, copy, NULL), !=, 0);
  edit (f, "{\"move\": \"sprites[0].frames[0]\", \"to\": 3}");
  gint made = frame_of (f, 1)->lasting_id;
  save_sheet (f, after, 4);
  import_again (f, &report);
  g_assert_cmpuint (report.kept, ==, 3);
  g_assert_cmpuint (report.added, ==, 1);
  kb_import_report_clear (&report);
  const gint order[] = { 2, made, 3, made + 1, 1 };
  g_assert_cmpuint (sprite_of (f)->frames->len, ==, 5);
  for (guint i = 0; i < 5; i++)
    g_assert_cmpint (frame_of (f, i)->lasting_id, ==, order[i]);
  g_assert_cmpstr (frame_of (f, 1)->picture.file, ==, frame_of (f, 0)->picture.file);
  g_assert_false (frame_of (f, 0)->hot_spot.set);
  assert_spot (frame_of (f, 1), 6, 14);
}

/* Random sheets: each figure's hot spot is a pixel of it, and still is after every change. */
static void
test_random_sheets (Fixture *f, gconstpointer data)
{
  enum { MOST = 12 };
  Cell cells[MOST];
  guint n = 6, next = 6;
  gint spot[64][2];
  gboolean seen[64] = { FALSE };
  for (guint i = 0; i < n; i++)
    cells[i] = (Cell) { i, g_test_rand_int_range (0, 8), g_test_rand_int_range (0, 6) };
  save_sheet (f, cells, n);
  first_import (f, "sheet.png", &grid, NULL);
  GHashTable *number_of = g_hash_table_new (NULL, NULL);
  for (guint round = 0; round < 60; round++)
    {
      for (guint i = 0; i < n; i++)
        {
          KbFrame *frame = frame_of (f, i);
          gpointer known;
          seen[cells[i].number] = TRUE;
          if (g_hash_table_lookup_extended (number_of, GINT_TO_POINTER (frame->lasting_id), NULL, &known))
            g_assert_cmpuint (GPOINTER_TO_UINT (known), ==, cells[i].number);
          g_hash_table_insert (number_of, GINT_TO_POINTER (frame->lasting_id), GUINT_TO_POINTER (cells[i].number));
          if (frame->hot_spot.set)
            assert_spot (frame, cells[i].x + spot[cells[i].number][0], cells[i].y + spot[cells[i].number][1]);
          else
            {
              spot[cells[i].number][0] = g_test_rand_int_range (0, 8);
              spot[cells[i].number][1] = g_test_rand_int_range (0, 10);
              g_autofree char *line = g_strdup_printf ("{\"set\": \"sprites[0].frames[%u].hot_spot\", \"value\": [%d, %d]}", i,
                                                       cells[i].x + spot[cells[i].number][0], cells[i].y + spot[cells[i].number][1]);
              edit (f, line);
            }
        }
      gboolean grows = g_test_rand_bit ();   /* one cell less and another more would be one drawn anew */
      for (guint change = (guint) g_test_rand_int_range (1, 4); change > 0; change--)
        {
          guint at = (guint) g_test_rand_int_range (0, (gint) n), other = (guint) g_test_rand_int_range (0, (gint) n);
          Cell swap = cells[at];
          switch (g_test_rand_int_range (0, 4))
            {
            case 0:
              cells[at] = cells[other];
              cells[other] = swap;
              break;
            case 1:
              if (!grows || n == MOST || next == 64)
                break;
              memmove (cells + at + 1, cells + at, (n - at) * sizeof *cells);
              cells[at] = (Cell) { next++, g_test_rand_int_range (0, 8), g_test_rand_int_range (0, 6) };
              n++;
              break;
            case 2:
              if (grows || n == 2)
                break;
              memmove (cells + at, cells + at + 1, (n - at - 1) * sizeof *cells);
              n--;
              break;
            default:
              cells[at].x = g_test_rand_int_range (0, 8);
              cells[at].y = g_test_rand_int_range (0, 6);
            }
        }
      save_sheet (f, cells, n);
      KbImportReport report;
      import_again (f, &report);
      g_assert_cmpuint (sprite_of (f)->frames->len, ==, n);
      guint expected = 0;
      for (guint i = 0; i < next; i++)
        expected += seen[i];
      for (guint i = 0; i < n; i++)
        expected += !seen[cells[i].number];
      g_assert_cmpuint (sprite_of (f)->lost->len + n, ==, expected);
      kb_import_report_clear (&report);
    }
  g_hash_table_unref (number_of);
}

/* A packed sheet, changed at its import: again, the changes hold, hot spots follow their figures, and one that the
 * user moved stays. */
static void
test_packed_sheet (Fixture *f, gconstpointer data)
{
  KbImportReport report;
  KbImportOptions options = { .changes = (char *) "drop 24,4; merge 42,4 42,24" };
  kb_import_choose_islands (&options);
  for (guint pass = 0; pass < 2; pass++)
    {
      g_autoptr (KbPicture) sheet = kb_picture_new (64, 40);
      for (gint i = 0; i < 6; i++)
        ragged_figure (sheet, 2 + 20 * (i % 3), 2 + 20 * (i / 3), (guint) i);
      /* A foot more under the fourth */
      if (pass == 1)
        kit_fill (sheet, 4, 31, 4, 3, 0x8899aaff);
      kit_save (sheet, f->art, "sheet.png");
      if (pass == 0)
        first_import (f, "sheet.png", &options, NULL);
      else
        import_again (f, &report);
      g_assert_cmpuint (sprite_of (f)->frames->len, ==, 4);
      if (pass == 1)
        continue;
      assert_spot (frame_of (f, 2), 4, 9);
      edit (f, "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [1, 2]}");
    }
  g_assert_cmpuint (report.kept, ==, 4);
  g_assert_cmpuint (report.lost, ==, 0);
  kb_import_report_clear (&report);
  assert_spot (frame_of (f, 0), 1, 2);
  assert_spot (frame_of (f, 2), 4, 11);
}

KIT_PROGRAM (import_again)
{
  static const Test tests[] = {
    { "/again/new-sprite", test_new_sprite },
    { "/again/changed-sheet", test_changed_sheet },
    { "/again/steps-come-back", test_steps_come_back },
    { "/again/damaged-memory", test_damaged_memory },
    { "/again/empty-cells", test_empty_cells },
    { "/again/recoloured-sheet", test_recoloured_sheet },
    { "/again/frames-by-hand", test_frames_by_hand },
    { "/again/copies-and-order", test_copies_and_order },
    { "/again/packed-sheet", test_packed_sheet },
    { "/again/random-sheets", test_random_sheets },
  };
  kit_test_init (&argc, &argv);
  return run_tests (tests, G_N_ELEMENTS (tests));
}
