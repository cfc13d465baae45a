/* SPDX-License-Identifier: MIT */
/* Importing into a document, and again after the source has changed: every annotation stays on the
 * picture it belongs to, what the source gave follows the source, what was made by hand stays. */
#include "tests/support/import_kit.h"
#include "tests/support/seed.h"

typedef struct {
  char *temp, *art;
  KbDocument *document;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->temp = temp_folder_new ();
  f->art = g_build_filename (f->temp, "art", NULL);
  g_mkdir (f->art, 0700);
  g_autofree char *project = g_build_filename (f->temp, "project", NULL);
  f->document = kb_document_new (project, "project");
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  kb_document_free (f->document);
  temp_folder_remove (f->temp);
  g_free (f->temp);
  g_free (f->art);
}

static KbSprite *
sprite_of (Fixture *f)
{
  return kb_sprite_at (kb_document_project (f->document), 0);
}

static KbFrame *
frame_of (Fixture *f, guint i)
{
  g_assert_cmpuint (i, <, sprite_of (f)->frames->len);
  return kb_frame_at (sprite_of (f), i);
}

static void
edit (Fixture *f, const char *line)
{
  g_autoptr (GError) error = NULL;
  json_t *value = json_loads (line, 0, NULL);
  g_assert_nonnull (value);
  kb_document_apply (f->document, value, &error);
  g_assert_no_error (error);
  json_decref (value);
}

static void
first_import (Fixture *f, const char *file, const KbImportOptions *options, KbImportReport *report)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbImport) import = kit_read (f->art, file, options, &error);
  g_assert_no_error (error);
  kb_import_apply (f->document, import, "hero", report, &error);
  g_assert_no_error (error);
}

/* Reads what the sprite remembers; checks that it is one step that undo takes back exactly. */
static void
import_again (Fixture *f, KbImportReport *report)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbImport) import = kb_import_read_again (f->document, sprite_of (f), &error);
  g_assert_no_error (error);
  json_t *before = kb_node_to_json (&sprite_of (f)->node, NULL);
  kb_import_apply (f->document, import, "hero", report, &error);
  g_assert_no_error (error);
  json_t *after = kb_node_to_json (&sprite_of (f)->node, NULL);
  if (!json_equal (before, after))
    {
      g_assert_true (kb_document_undo (f->document));
      json_t *undone = kb_node_to_json (&sprite_of (f)->node, NULL);
      g_assert_true (json_equal (before, undone));
      g_assert_true (kb_document_redo (f->document));
      json_t *redone = kb_node_to_json (&sprite_of (f)->node, NULL);
      g_assert_true (json_equal (after, redone));
      json_decref (undone);
      json_decref (redone);
    }
  json_decref (before);
  json_decref (after);
}

static void
assert_spot (const KbFrame *frame, gint x, gint y)
{
  g_assert_true (frame->hot_spot.set);
  g_assert_cmpint (frame->hot_spot.x, ==, x);
  g_assert_cmpint (frame->hot_spot.y, ==, y);
}

/* A sheet of 16 x 16 cells, a ragged figure of 8 x 10 in each, placed per cell. */
typedef struct { guint number; gint x, y; } Cell;

static void
ragged_figure (KbPicture *picture, gint x, gint y, guint number)
{
  kit_figure (picture, x, y, 8, 10, number);
  for (gint v = 0; v < 10; v++)
    for (gint u = 0; u < 8; u++)
      {
        guint32 mixed = (((number + 7) * 2246822519u) ^ (guint) (u * 10 + v)) * 2654435761u;
        mixed = (mixed ^ mixed >> 13) * 3266489917u;
        gboolean corner = (u == 0 || u == 7) && (v == 0 || v == 9);
        if (!corner && (mixed >> 15 ^ mixed >> 22) & 1)
          kit_pixel (picture, x + u, y + v, 0);
      }
}

static void
save_sheet (Fixture *f, const Cell *cells, guint n)
{
  g_autoptr (KbPicture) sheet = kb_picture_new (16 * MAX (n, 1), 16);
  for (guint i = 0; i < n; i++)
    ragged_figure (sheet, 16 * (gint) i + cells[i].x, cells[i].y, cells[i].number);
  kit_save (sheet, f->art, "sheet.png");
}

static const KbImportOptions grid = { .cell_width = 16, .cell_height = 16 };

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
  g_assert_true (kb_picture_equal (shown, expected));
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
  g_assert_true (kit_has_message (report.messages, "no longer in the source; its annotations are kept"));
  g_assert_true (kit_has_message (report.messages, "'mine' lost 1 step, whose frame is no longer in the source: 1 (10 ms)"));
  kb_import_report_clear (&report);
  g_assert_false (frame_of (f, 0)->hot_spot.set);
  g_assert_cmpuint (frame_of (f, 1)->node.id, ==, four);
  g_assert_cmpuint (frame_of (f, 2)->node.id, ==, one);
  g_assert_cmpuint (frame_of (f, 3)->node.id, ==, three);
  assert_spot (frame_of (f, 1), 7, 15);
  assert_spot (frame_of (f, 2), 4, 15);
  assert_spot (frame_of (f, 3), 4, 12);
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
  g_autoptr (GError) error = NULL;
  kb_document_save (f->document, &error);
  g_assert_no_error (error);
  g_autofree char *project = g_strdup (kb_document_folder (f->document));
  kb_document_free (f->document);
  f->document = kb_document_open (project, &error);
  g_assert_no_error (error);
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
  g_assert_true (kit_has_message (report.messages, "Frame 2 is no longer in the source; its annotations are kept"));
  g_assert_true (kit_has_message (report.messages, "Frame 3 is no longer in the source; its places in animations are kept"));
  g_assert_true (kit_has_message (report.messages, "Frame 4 is no longer in the source; its places"));
  g_assert_true (kit_has_message (report.messages, "Frame 5 is no longer in the source and had no annotations"));
  g_assert_true (kit_has_message (report.messages, "'walk' lost 4 steps, whose frames are no longer in the source: 1 (20 ms), 3 (30 ms), 4 (21 ms), 5 (40 ms)"));
  kb_import_report_clear (&report);
  assert_steps (f, "walk", "1:10");
  assert_steps (f, "gone", "");

  /* Saved, opened, and changed by hand: that stays. */
  edit (f, "{\"set\": \"sprites[0].animations['walk'].steps[0].duration\", \"value\": 11}");
  g_autoptr (GError) error = NULL;
  kb_document_save (f->document, &error);
  g_assert_no_error (error);
  g_autofree char *project = g_strdup (kb_document_folder (f->document));
  kb_document_free (f->document);
  f->document = kb_document_open (project, &error);
  g_assert_no_error (error);
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

/* A sheet painted over in other colours, one cell of it something else: by place and outline. */
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
  g_assert_cmpuint (report.kept, ==, 2);
  g_assert_cmpuint (report.lost, ==, 1);
  g_assert_true (kit_has_message (report.messages, "cell 1 looks different"));
  kb_import_report_clear (&report);
  assert_spot (frame_of (f, 0), 6, 15);
  g_assert_false (frame_of (f, 1)->hot_spot.set);
}

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
  g_assert_true (kit_has_message (report.messages, "its annotations are kept among the lost frames"));
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
  save_file (f, "frames/c.png", 3);
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
  kit_assert_message (error, "no PNG files in this folder");
  g_clear_error (&error);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_assert_null (kb_import_read_again (f->document, sprite_of (f), &error));
  kit_assert_message (error, "frames: this is no longer there");
}

#define ASE_FRAME(x, ms) "{\"frame\": {\"x\": " x ", \"y\": 0, \"w\": 16, \"h\": 16}, \"duration\": " ms "}"

#define ASE_HEAD(x) "{\"name\": \"head\", \"keys\": [{\"frame\": 0, \"bounds\": {\"x\": " x ", \"y\": 6, \"w\": 3, \"h\": 3}}]}"

static void
save_aseprite (Fixture *f, const char *frames, const char *tags, const char *slices)
{
  g_autofree char *text = g_strdup_printf ("{\"frames\": [%s], \"meta\": {\"image\": \"sheet.png\", \"frameTags\": [%s], \"slices\": [%s]}}",
                                           frames, tags, slices);
  kit_write (f->art, "hero.json", text);
}

/* What the source gave follows the source; what was changed by hand does not. */
static void
test_three_ways (Fixture *f, gconstpointer data)
{
  static const Cell cells[] = { { 1, 4, 6 }, { 2, 4, 6 }, { 3, 4, 6 } };
  KbImportReport report;
  save_sheet (f, cells, 3);
  save_aseprite (f, ASE_FRAME ("0", "100") "," ASE_FRAME ("16", "100") "," ASE_FRAME ("32", "100"),
                 "{\"name\": \"walk\", \"from\": 0, \"to\": 2}, {\"name\": \"old\", \"from\": 0, \"to\": 0}, {\"name\": \"timed\", \"from\": 1, \"to\": 2}",
                 "{\"name\": \"head\", \"color\": \"#00ff00ff\", \"keys\": [{\"frame\": 0, \"bounds\": {\"x\": 4, \"y\": 6, \"w\": 3, \"h\": 3}, "
                 "\"pivot\": {\"x\": 1, \"y\": 2}}]}, {\"name\": \"legs\", \"keys\": [{\"frame\": 0, \"bounds\": {\"x\": 5, \"y\": 12, \"w\": 4, \"h\": 4}}]}");
  first_import (f, "hero.json", NULL, &report);
  g_assert_true (kit_has_message (report.messages, "the class 'head' is new"));
  kb_import_report_clear (&report);
  const KbProject *project = kb_document_project (f->document);
  g_assert_cmpuint (project->classes->len, ==, 2);
  g_assert_cmpuint (kb_class_at (project, 0)->colour, ==, 0x00ff00ff);
  assert_spot (frame_of (f, 0), 5, 8);
  g_assert_cmpint (kb_animation_at (sprite_of (f), 0)->loop, ==, KB_LOOP_LOOP);

  /* By hand: a head moved, a leg deleted, a hot spot set, a shape added, a duration changed. */
  edit (f, "{\"set\": \"sprites[0].frames[1].shapes[0].geometry\", \"value\": {\"box\": [3, 5, 5, 5]}}");
  edit (f, "{\"remove\": \"sprites[0].frames[2].shapes[1]\"}");
  edit (f, "{\"set\": \"sprites[0].frames[2].hot_spot\", \"value\": [8, 15]}");
  edit (f, "{\"insert\": \"sprites[0].frames[0].shapes\", \"value\": {\"class\": \"legs\", \"name\": \"tail\", \"geometry\": {\"box\": [1, 1, 2, 2]}}}");
  edit (f, "{\"set\": \"sprites[0].animations['timed'].steps[0].duration\", \"value\": 33}");
  KbId walk = kb_sprite_find_animation (sprite_of (f), "walk")->node.id;

  save_aseprite (f, ASE_FRAME ("0", "80") "," ASE_FRAME ("16", "100") "," ASE_FRAME ("32", "60"),
                 "{\"name\": \"walk\", \"from\": 0, \"to\": 2, \"direction\": \"pingpong\"}, {\"name\": \"new\", \"from\": 1, \"to\": 1}, "
                 "{\"name\": \"timed\", \"from\": 1, \"to\": 2}",
                 "{\"name\": \"head\", \"keys\": [{\"frame\": 0, \"bounds\": {\"x\": 6, \"y\": 7, \"w\": 2, \"h\": 2}, "
                 "\"pivot\": {\"x\": 0, \"y\": 0}}]}, {\"name\": \"legs\", \"keys\": [{\"frame\": 0, \"bounds\": {\"x\": 5, \"y\": 12, \"w\": 4, \"h\": 4}}]}, "
                 "{\"name\": \"hand\", \"keys\": [{\"frame\": 2, \"bounds\": {\"x\": 9, \"y\": 9, \"w\": 1, \"h\": 1}}]}");
  import_again (f, &report);
  g_assert_cmpuint (report.kept, ==, 3);
  g_assert_true (kit_has_message (report.messages, "'old' is no longer in the source"));
  kb_import_report_clear (&report);
  assert_spot (frame_of (f, 0), 6, 7);
  assert_spot (frame_of (f, 1), 6, 7);
  assert_spot (frame_of (f, 2), 8, 15);
  g_assert_cmpuint (frame_of (f, 0)->shapes->len, ==, 3);
  g_assert_cmpfloat (kb_shape_at (frame_of (f, 0), 0)->geometry.v[0], ==, 6);
  g_assert_cmpstr (kb_shape_at (frame_of (f, 0), 2)->name, ==, "tail");
  g_assert_cmpfloat (kb_shape_at (frame_of (f, 1), 0)->geometry.v[0], ==, 3);
  /* The leg stays deleted, the hand is new. */
  g_assert_cmpuint (frame_of (f, 2)->shapes->len, ==, 2);
  g_assert_cmpfloat (kb_shape_at (frame_of (f, 2), 1)->geometry.v[0], ==, 9);

  const KbAnimation *animation = kb_sprite_find_animation (sprite_of (f), "walk");
  g_assert_cmpuint (animation->node.id, ==, walk);
  g_assert_cmpint (animation->loop, ==, KB_LOOP_PING_PONG);
  g_assert_cmpint (kb_step_at (animation, 0)->duration, ==, 80);
  animation = kb_sprite_find_animation (sprite_of (f), "timed");
  g_assert_cmpint (kb_step_at (animation, 0)->duration, ==, 33);
  g_assert_cmpint (kb_step_at (animation, 1)->duration, ==, 60);
  g_assert_nonnull (kb_sprite_find_animation (sprite_of (f), "old"));
  g_assert_nonnull (kb_sprite_find_animation (sprite_of (f), "new"));
}

/* What is known of a lost frame is known when it comes back. */
static void
test_lost_and_changed (Fixture *f, gconstpointer data)
{
  static const Cell both[] = { { 1, 4, 6 }, { 2, 4, 6 } }, one[] = { { 1, 4, 6 } };
  const char *two_frames = ASE_FRAME ("0", "100") "," ASE_FRAME ("16", "100");
  const char *first = ASE_HEAD ("4"), *second = ASE_HEAD ("7");
  KbImportReport report;
  save_sheet (f, both, 2);
  save_aseprite (f, two_frames, "", first);
  first_import (f, "hero.json", NULL, NULL);
  save_sheet (f, one, 1);
  save_aseprite (f, ASE_FRAME ("0", "100"), "", first);
  import_again (f, &report);
  g_assert_cmpuint (report.lost, ==, 1);
  kb_import_report_clear (&report);
  save_sheet (f, both, 2);
  save_aseprite (f, two_frames, "", second);
  import_again (f, &report);
  g_assert_cmpuint (report.restored, ==, 1);
  kb_import_report_clear (&report);
  g_assert_cmpuint (frame_of (f, 1)->shapes->len, ==, 1);
  g_assert_cmpfloat (kb_shape_at (frame_of (f, 1), 0)->geometry.v[0], ==, 7);
}

/* A tag that grew by a frame in the middle: the animation shows it, everything else stays. */
static void
test_longer_tag (Fixture *f, gconstpointer data)
{
  static const Cell before[] = { { 1, 4, 6 }, { 2, 4, 6 } }, after[] = { { 1, 4, 6 }, { 5, 4, 6 }, { 2, 4, 6 } };
  save_sheet (f, before, 2);
  save_aseprite (f, ASE_FRAME ("0", "100") "," ASE_FRAME ("16", "90"), "{\"name\": \"walk\", \"from\": 0, \"to\": 1}", "");
  first_import (f, "hero.json", NULL, NULL);
  edit (f, "{\"set\": \"sprites[0].frames[1].hot_spot\", \"value\": [8, 15]}");
  save_sheet (f, after, 3);
  save_aseprite (f, ASE_FRAME ("0", "100") "," ASE_FRAME ("16", "70") "," ASE_FRAME ("32", "90"),
                 "{\"name\": \"walk\", \"from\": 0, \"to\": 2}", "");
  KbImportReport report;
  import_again (f, &report);
  g_assert_cmpuint (report.added, ==, 1);
  kb_import_report_clear (&report);
  assert_spot (frame_of (f, 2), 8, 15);
  const KbAnimation *walk = kb_sprite_find_animation (sprite_of (f), "walk");
  g_assert_cmpuint (walk->steps->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (kb_step_at (walk, i)->frame_id, ==, frame_of (f, i)->node.id);
  g_assert_cmpint (kb_step_at (walk, 1)->duration, ==, 70);
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

static void
test_failures (Fixture *f, gconstpointer data)
{
  static const Cell cells[] = { { 1, 4, 6 } };
  g_autoptr (GError) error = NULL;
  save_sheet (f, cells, 1);
  first_import (f, "sheet.png", &grid, NULL);
  kit_write (f->art, "sheet.png", "\x89PNG\r\n\x1a\n");
  g_assert_null (kb_import_read_again (f->document, sprite_of (f), &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_clear_error (&error);
  edit (f, "{\"insert\": \"sprites\", \"value\": {\"name\": \"by hand\"}}");
  g_assert_null (kb_import_read_again (f->document, kb_project_find_sprite (kb_document_project (f->document), "by hand"), &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_clear_error (&error);

  /* Other files without one frame in common are not the sprite's new version. */
  g_autoptr (KbPicture) other = kb_picture_new (16, 16);
  kit_fill (other, 0, 0, 16, 3, 0x99ff);
  kit_save (other, f->art, "other.png");
  g_autoptr (KbImport) stranger = kit_read (f->art, "other.png", NULL, &error);
  edit (f, "{\"set\": \"sprites['hero'].frames[0].hot_spot\", \"value\": [8, 15]}");
  g_assert_false (kb_import_apply (f->document, stranger, "hero", NULL, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  kit_assert_message (error, "imported from other files");
  g_clear_error (&error);

  /* More classes than a project can have: nothing is left half done. */
  g_autoptr (GString) slices = g_string_new (NULL);
  for (guint i = 0; i < 65; i++)
    g_string_append_printf (slices, "%s{\"name\": \"c%u\", \"keys\": [{\"frame\": 0, \"bounds\": {\"x\": 0, \"y\": 0, \"w\": 1, \"h\": 1}}]}",
                            i ? "," : "", i);
  save_sheet (f, cells, 1);
  save_aseprite (f, ASE_FRAME ("0", "100"), "", slices->str);
  g_autoptr (KbImport) import = kit_read (f->art, "hero.json", NULL, &error);
  g_assert_no_error (error);
  json_t *before = kb_node_to_json (&kb_document_project (f->document)->node, NULL);
  KbImportReport report;
  g_assert_false (kb_import_apply (f->document, import, "many", &report, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_clear_error (&error);
  json_t *after = kb_node_to_json (&kb_document_project (f->document)->node, NULL);
  g_assert_true (json_equal (before, after));
  g_assert_false (kb_document_in_step (f->document));
  json_decref (before);
  json_decref (after);

  g_ptr_array_set_size (import->animations, 0);
  g_assert_false (kb_import_apply (f->document, import, "a/b", NULL, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
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
              if (n == MOST || next == 64)
                break;
              memmove (cells + at + 1, cells + at, (n - at) * sizeof *cells);
              cells[at] = (Cell) { next++, g_test_rand_int_range (0, 8), g_test_rand_int_range (0, 6) };
              n++;
              break;
            case 2:
              if (n == 2)
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

int
main (int argc, char **argv)
{
  static const struct { const char *name; void (*run) (Fixture *, gconstpointer); } tests[] = {
    { "/again/new-sprite", test_new_sprite }, { "/again/changed-sheet", test_changed_sheet },
    { "/again/steps-come-back", test_steps_come_back },
    { "/again/damaged-memory", test_damaged_memory }, { "/again/empty-cells", test_empty_cells },
    { "/again/recoloured-sheet", test_recoloured_sheet }, { "/again/changed-files", test_changed_files }, { "/again/three-ways", test_three_ways },
    { "/again/numbered-files", test_numbered_files }, { "/again/missing-files", test_missing_files },
    { "/again/all-files-missing", test_all_files_missing }, { "/again/folder-again", test_folder_again },
    { "/again/lost-and-changed", test_lost_and_changed }, { "/again/longer-tag", test_longer_tag }, { "/again/frames-by-hand", test_frames_by_hand },
    { "/again/failures", test_failures }, { "/again/random-sheets", test_random_sheets },
  };
  kit_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].name, Fixture, NULL, set_up, tests[i].run, tear_down);
  return g_test_run ();
}
