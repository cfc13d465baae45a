/* SPDX-License-Identifier: MIT */
/* Aseprite exports imported again: what the source says against what was done by hand; failures. */

#include "tests/support/import_again.h"
#include "tests/support/seed.h"

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
  g_assert_true (kit_has_message (report.messages, "no longer has the animation 'old'"));
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

static char *
events_of (Fixture *f, guint step)
{
  const KbAnimation *walk = kb_sprite_find_animation (sprite_of (f), "walk");
  char *names = kb_step_event_names (kb_step_at (walk, step));
  return names ? names : g_strdup ("");
}

static void
assert_events (Fixture *f, const char *const *expected)
{
  for (guint i = 0; expected[i]; i++)
    {
      g_autofree char *names = events_of (f, i);
      g_assert_cmpstr (names, ==, expected[i]);
    }
}

#define CELS(cels) "\"layers\": [{\"name\": \"body\", \"cels\": [" cels "]}]"

/* Events stay with their frames when one comes before them; those of the source follow it. */
static void
test_events (Fixture *f, gconstpointer data)
{
  static const Cell before[] = { { 1, 4, 6 }, { 2, 4, 6 } }, after[] = { { 1, 4, 6 }, { 5, 4, 6 }, { 2, 4, 6 } };
  save_sheet (f, before, 2);
  save_aseprite (f, ASE_FRAME ("0", "100") "," ASE_FRAME ("16", "90"),
                 "{\"name\": \"walk\", \"from\": 0, \"to\": 1, \"data\": \"speed=2\"}], "
                 CELS ("{\"frame\": 0, \"data\": \"@swing\"}, {\"frame\": 1, \"data\": \"@hit\\nhard=yes\"}") ", \"more\": [", "");
  first_import (f, "hero.json", NULL, NULL);
  assert_events (f, (const char *const[]) { "swing", "hit", NULL });
  edit (f, "{\"insert\": \"sprites[0].animations[0].steps[1].events\", \"value\": {\"name\": \"mine\"}}");
  save_sheet (f, after, 3);
  save_aseprite (f, ASE_FRAME ("0", "100") "," ASE_FRAME ("16", "70") "," ASE_FRAME ("32", "90"),
                 "{\"name\": \"walk\", \"from\": 0, \"to\": 2, \"data\": \"speed=3\"}], "
                 CELS ("{\"frame\": 1, \"data\": \"@new\"}, {\"frame\": 2, \"data\": \"@blow\\nhard=no\"}") ", \"more\": [", "");
  import_again (f, NULL);
  assert_events (f, (const char *const[]) { "", "new", "mine, blow", NULL });
  const KbAnimation *walk = kb_sprite_find_animation (sprite_of (f), "walk");
  g_assert_cmpstr (json_string_value (json_object_get (walk->values, "speed")), ==, "3");
  g_assert_cmpstr (json_string_value (json_object_get (frame_of (f, 2)->values, "hard")), ==, "no");

  /* By hand: the value stays. And a frame leaves, with its step. */
  edit (f, "{\"set\": \"sprites[0].animations[0].values\", \"value\": {\"speed\": \"9\"}}");
  save_sheet (f, before, 2);
  save_aseprite (f, ASE_FRAME ("0", "100") "," ASE_FRAME ("16", "90"),
                 "{\"name\": \"walk\", \"from\": 0, \"to\": 1, \"data\": \"speed=4\", \"direction\": \"reverse\"}], "
                 CELS ("{\"frame\": 1, \"data\": \"@blow\"}") ", \"more\": [", "");
  import_again (f, NULL);
  walk = kb_sprite_find_animation (sprite_of (f), "walk");
  g_assert_cmpuint (walk->steps->len, ==, 2);
  assert_events (f, (const char *const[]) { "mine, blow", "", NULL });
  g_assert_cmpstr (json_string_value (json_object_get (walk->values, "speed")), ==, "9");
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

KIT_PROGRAM (import_again_aseprite)
{
  static const Test tests[] = {
    { "/again/three-ways", test_three_ways },
    { "/again/lost-and-changed", test_lost_and_changed },
    { "/again/longer-tag", test_longer_tag },
    { "/again/events", test_events },
    { "/again/failures", test_failures },
  };
  kit_test_init (&argc, &argv);
  return run_tests (tests, G_N_ELEMENTS (tests));
}
