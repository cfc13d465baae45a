/* SPDX-License-Identifier: MIT */
/* The document: edits and their undo, refusals with their place, steps, snapshots, problems. */
#include <string.h>

#include "document/edits/edit.h"
#include "document/shapes/shape.h"
#include "tests/support/document_kit.h"
#include "tests/support/seed.h"

/* Each line of the table is done, undone and done again; the label is what the Undo menu says. */
static void
test_edits (Fixture *fixture, gconstpointer data)
{
  static const struct { const char *line, *label; } table[] = {
    { "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [3, 4]}", "Change hot spot" },
    { "{\"set\": \"sprites['fakir'].frames[0].hot_spot\", \"value\": null}", "Change hot spot" },
    { "{\"set\": \"sprites[0].name\", \"value\": \"monk\"}", "Change name" },
    { "{\"set\": \"classes['head'].name\", \"value\": \"skull\"}", "Change name" },
    { "{\"set\": \"classes[0].colour\", \"value\": \"#12345678\"}", "Change colour" },
    { "{\"set\": \"sprites[0].animations['walk'].loop\", \"value\": \"ping-pong\"}", "Change loop" },
    { "{\"set\": \"sprites[0].animations[0].steps[1].frame\", \"value\": 1}", "Change frame" },
    { "{\"set\": \"sprites[0].frames[1].points['fist'].direction\", \"value\": -90}", "Change direction" },
    { "{\"set\": \"sprites[0].frames[1].shapes[0].geometry\", \"value\": {\"circle\": [5.5, 6, 2.25]}}", "Change shape" },
    { "{\"set\": \"sprites[0].frames[1].shapes[0].values\", \"value\": {\"damage\": \"3\"}}", "Change values" },
    { "{\"set\": \"sprites[0].values\", \"value\": {\"mass\": 70.5, \"undead\": true}}", "Change values" },
    { "{\"set\": \"sprites[0].frames[1].points[0].values\", \"value\": {\"glow\": \"#ff8000\"}}", "Change values" },
    { "{\"set\": \"sprites[0].animations[0].steps[1].values\", \"value\": {\"cancel\": false}}", "Change values" },
    { "{\"set\": \"classes[0].values\", \"value\": {\"damage\": 3}}", "Change default values" },
    { "{\"insert\": \"sprites[0].animations[0].steps[0].events\", \"value\": {\"name\": \"footstep\", \"values\": {\"volume\": 0.1}}}", "Add event" },
    { "{\"insert\": \"sprites[0].frames[0].shapes\", \"value\": {\"class\": \"head\", \"geometry\": "
      "{\"polygon\": [[0, 0], [4, 0], [4, 4]]}}}", "Add shape" },
    { "{\"insert\": \"sprites[0].frames\", \"at\": 1, \"value\": {\"width\": 5, \"height\": 6}}", "Add frame" },
    { "{\"remove\": \"sprites[0].frames[0]\"}", "Delete frame" },
    { "{\"remove\": \"sprites[0]\"}", "Delete sprite" },
    { "{\"move\": \"sprites[0].frames[1]\", \"to\": 0}", "Move frame" },
    { "{\"step\": \"Swap\", \"edits\": [{\"move\": \"sprites[0].frames[1]\", \"to\": 0}, "
      "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [1, 1]}]}", "Swap" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *before = text_of (fixture->document);
      must_apply (fixture->document, table[i].line);
      g_autofree char *after = text_of (fixture->document);
      g_assert_cmpstr (before, !=, after);
      g_assert_cmpstr (kb_document_undo_label (fixture->document), ==, table[i].label);
      g_assert_true (kb_document_undo (fixture->document));
      g_autofree char *undone = text_of (fixture->document);
      g_assert_cmpstr (before, ==, undone);
      g_assert_cmpstr (kb_document_redo_label (fixture->document), ==, table[i].label);
      g_assert_true (kb_document_redo (fixture->document));
      g_autofree char *redone = text_of (fixture->document);
      g_assert_cmpstr (after, ==, redone);
      g_assert_true (kb_document_undo (fixture->document));
    }
}

/* What is refused says where and why, and changes nothing. */
static void
test_refusals (Fixture *fixture, gconstpointer data)
{
  static const struct { const char *line, *message; } table[] = {
    { "{\"set\": \"sprites[0].values\", \"value\": {\"mass\": [1]}}", "sprites[0].values: mass: expected text, a number, true or false, got an array" },
    { "{\"insert\": \"sprites[0].animations[0].steps[0].events\", \"value\": {}}", "name: is missing" },
    { "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [1.5, 4]}", "sprites[0].frames[0].hot_spot: expected [x, y]" },
    { "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [99999999999, 4]}", "sprites[0].frames[0].hot_spot: expected" },
    { "{\"set\": \"sprites[3].frames[0].hot_spot\", \"value\": [1, 4]}", "past the last of 1" },
    { "{\"set\": \"sprites['x'].name\", \"value\": \"y\"}", "there is no sprite 'x'" },
    { "{\"set\": \"sprites[0].nose\", \"value\": 1}", "sprites[0].nose: a sprite has no field 'nose'" },
    { "{\"set\": \"nose\", \"value\": 1}", "nose: a project has no field 'nose'" },
    { "{\"insert\": \"sprites[0].name\", \"value\": 1}", "sprites[0].name: a sprite has no list 'name'" },
    { "{\"paint\": \"sprites[0].name\", \"zone\": null}", "sprites[0].name: a sprite has no painted 'name'" },
    { "{\"bounds\": \"sprites[0]\", \"cells\": [0, 0, 1, 1]}", "sprites[0]: a sprite has no bounds" },
    { "{\"set\": \"sprites[0].name\", \"value\": \"a/b\"}", "'a/b' has a '/'" },
    { "{\"set\": \"sprites[0].name\", \"value\": \"\"}", "sprites[0].name: expected text of 1 to 200 bytes" },
    { "{\"set\": \"sprites[0].name\"}", "value: is missing" },
    { "{\"set\": \"sprites[0].frames[0].hot_spot\"}", "value: is missing" },
    { "{\"set\": \"sprites[0].name\", \"value\": null}", "sprites[0].name: is missing" },
    { "{\"set\": \"sprites[0].frames[1].shapes[0].class\", \"value\": \"haed\"}",
      "sprites[0].frames[1].shapes[0].class: there is no class 'haed'" },
    { "{\"set\": \"sprites[0].frames[1].shapes[0].geometry\", \"value\": {\"polygon\": [[0,0],[9,9],[9,0],[0,9]]}}",
      "sprites[0].frames[1].shapes[0].geometry: " },
    { "{\"set\": \"sprites[0].frames[1].shapes[0].geometry\", \"value\": {\"box\": [0, 0, 0, 5]}}",
      "sprites[0].frames[1].shapes[0].geometry: " },
    { "{\"insert\": \"sprites\", \"value\": {\"name\": \"FAKIR\"}}", "sprites[1].name: another sprite is called 'fakir' already; small and capital letters" },
    { "{\"insert\": \"sprites[0].frames\", \"value\": {\"width\": 0, \"height\": 6}}",
      "sprites[0].frames[2].width: expected a whole number from 1 to 16384" },
    { "{\"insert\": \"sprites[0].frames\", \"at\": 9, \"value\": {\"width\": 5, \"height\": 6}}", "at: expected" },
    { "{\"insert\": \"sprites[0].animations[0].steps\", \"value\": {\"frame\": 77, \"duration\": 5}}",
      "sprites[0].animations[0].steps[3].frame: there is no frame with the id 77" },
    { "{\"insert\": \"sprites[0].frames[0].shapes\", \"value\": {\"class\": \"head\", \"geometry\": "
      "{\"polygon\": [[0,0],[9,9],[9,0],[0,9]]}}}", "sprites[0].frames[0].shapes[0].geometry: " },
    { "{\"remove\": \"classes[0]\"}", "1 shape still has the class 'head'" },
    { "{\"remove\": \"\"}", "a project cannot be removed" },
    { "{\"move\": \"sprites[0].frames[1]\", \"to\": 2}", "to: expected a number below 2" },
    { "{\"jump\": 1}", "expected an object with one of" },
    { "[1]", "expected an object with one of" },
    { "{\"step\": \"x\", \"edits\": [{\"set\": \"name\", \"value\": \"y\"}, {\"remove\": \"classes[0]\"}]}", "edits[1]: " },
    { "{\"redo\": true}", "there is nothing to redo" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *before = text_of (fixture->document);
      g_autofree char *label = g_strdup (kb_document_undo_label (fixture->document));
      g_assert_false (apply (fixture->document, table[i].line, &error));
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      if (!strstr (error->message, table[i].message))
        g_error ("%s: '%s' does not have '%s'", table[i].line, error->message, table[i].message);
      g_autofree char *after = text_of (fixture->document);
      g_assert_cmpstr (before, ==, after);
      g_assert_cmpstr (kb_document_undo_label (fixture->document), ==, label);
    }
}

static void
test_steps_group_and_cancel (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  KbId frame = kb_frame_at (kb_sprite_at (kb_document_project (document), 0), 0)->node.id;
  g_autofree char *before = text_of (document);
  kb_document_begin (document, "Drag");
  for (int x = 0; x < 10; x++)
    g_assert_true (kb_document_set (document, frame, "hot_spot", json_pack ("[ii]", x, 5), NULL));
  g_assert_true (kb_document_end (document));
  g_assert_cmpstr (kb_document_undo_label (document), ==, "Drag");
  kb_document_undo (document);
  g_autofree char *undone = text_of (document);
  g_assert_cmpstr (before, ==, undone);

  kb_document_begin (document, "Drag");
  kb_document_set (document, frame, "hot_spot", json_pack ("[ii]", 1, 1), NULL);
  kb_document_remove (document, frame, NULL);
  kb_document_cancel (document);
  g_autofree char *cancelled = text_of (document);
  g_assert_cmpstr (before, ==, cancelled);
  g_assert_cmpstr (kb_document_redo_label (document), ==, "Drag");

  /* There and back is no step, and keeps what can be redone. */
  kb_document_begin (document, "Nothing");
  kb_document_set (document, frame, "hot_spot", json_pack ("[ii]", 1, 1), NULL);
  kb_document_set (document, frame, "hot_spot", json_pack ("[ii]", 16, 39), NULL);
  g_assert_false (kb_document_end (document));
  g_assert_cmpstr (kb_document_redo_label (document), ==, "Drag");
}

static void
test_merging_steps (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  KbId frame = kb_frame_at (kb_sprite_at (kb_document_project (document), 0), 0)->node.id;
  g_autofree char *before = text_of (document);
  for (int x = 0; x < 5; x++)
    {
      kb_document_begin_merging (document, "Nudge", 0);
      kb_document_set (document, frame, "hot_spot", json_pack ("[ii]", x, 5), NULL);
      kb_document_end (document);
    }
  /* Another gesture is another step. */
  g_autofree char *nudged = text_of (document);
  for (int x = 5; x < 9; x++)
    {
      kb_document_begin_merging (document, "Nudge", x / 2);
      kb_document_set (document, frame, "hot_spot", json_pack ("[ii]", x, 5), NULL);
      kb_document_end (document);
    }
  for (guint steps = 3; steps > 0; steps--)
    {
      g_autofree char *now = text_of (document);
      g_assert_cmpstr (nudged, !=, now);
      kb_document_undo (document);
    }
  g_autofree char *back = text_of (document);
  g_assert_cmpstr (nudged, ==, back);
  kb_document_undo (document);
  g_autofree char *undone = text_of (document);
  g_assert_cmpstr (before, ==, undone);
}

/* The saved mark follows undo and redo, and never comes back once its branch is gone. */
static void
test_saved_state (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  g_autoptr (GError) error = NULL;
  g_assert_true (kb_document_is_modified (document));
  kb_document_save (document, &error);
  g_assert_no_error (error);
  g_assert_false (kb_document_is_modified (document));
  must_apply (document, "{\"set\": \"name\", \"value\": \"other\"}");
  g_assert_true (kb_document_is_modified (document));
  kb_document_undo (document);
  g_assert_false (kb_document_is_modified (document));
  kb_document_undo (document);
  g_assert_true (kb_document_is_modified (document));
  must_apply (document, "{\"set\": \"name\", \"value\": \"third\"}");
  kb_document_undo (document);
  g_assert_true (kb_document_is_modified (document));
}

static void
test_snapshot (Fixture *fixture, gconstpointer data)
{
  KbDocument *copy = kb_document_snapshot (fixture->document);
  g_autofree char *a = text_of (fixture->document), *b = text_of (copy);
  g_assert_cmpstr (a, ==, b);
  must_apply (fixture->document, "{\"set\": \"sprites[0].name\", \"value\": \"monk\"}");
  g_assert_cmpstr (kb_sprite_at (kb_document_project (copy), 0)->name, ==, "fakir");
  kb_document_free (copy);
}

static void
test_problems (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  must_apply (document, "{\"insert\": \"classes\", \"value\": {\"name\": \"tail\", \"colour\": \"#ffffff\"}}");
  must_apply (document, "{\"set\": \"sprites[0].frames[1].shapes[0].geometry\", \"value\": {\"box\": [30, 0, 5, 5]}}");
  must_apply (document, "{\"set\": \"sprites[0].animations[0].steps[1].duration\", \"value\": 0}");
  for (guint i = 0; i <= KB_MAX_FRAME_SHAPES; i++)
    must_apply (document, "{\"insert\": \"sprites[0].frames[0].shapes\", \"value\": {\"class\": \"head\", \"geometry\": {\"box\": [0, 0, 1, 1]}}}");
  static const char *const expected[] = {
    "sprites[0].frames[0]: the frame has 1025 shapes, expected at most 1024",
    "classes[1]: the class 'tail' is empty",
    "sprites[0].frames[1]: the frame has no hot spot",
    "sprites[0].frames[1].shapes[0]: the shape reaches outside",
    "sprites[0].animations[0].steps[1]: the frame has no duration",
    "sprites[0].frames[0]: the frame has no picture",
  };
  g_autoptr (GPtrArray) problems = kb_document_problems (document);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      gboolean found = FALSE;
      for (guint p = 0; p < problems->len; p++)
        {
          const KbProblem *problem = g_ptr_array_index (problems, p);
          g_autofree char *line = g_strdup_printf ("%s: %s", problem->path, problem->message);
          found = found || g_str_has_prefix (line, expected[i]);
        }
      if (!found)
        g_error ("not reported: %s", expected[i]);
    }
}

static gboolean
reports (const KbDocument *document, const char *line)
{
  g_autoptr (GPtrArray) problems = kb_document_problems (document);
  for (guint p = 0; p < problems->len; p++)
    {
      const KbProblem *problem = g_ptr_array_index (problems, p);
      g_autofree char *found = g_strdup_printf ("%s: %s", problem->path, problem->message);
      if (g_str_has_prefix (found, line))
        return TRUE;
    }
  return FALSE;
}

/* What is usually a slip, and that its mending ends the report. */
static void
test_slips (Fixture *fixture, gconstpointer data)
{
  static const struct {
    const char *edits[4], *line;
  } slips[] = {
    { { "{\"insert\": \"sprites[0].frames[0].shapes\", \"value\": {\"class\": \"head\", \"geometry\": {\"box\": [1, 1, 9, 2]}}}" },
      "sprites[0].frames[0].shapes[0]: the shape is only 9 x 2 pixels" },
    { { "{\"insert\": \"sprites[0].frames[0].shapes\", \"value\": {\"class\": \"head\", \"geometry\": {\"box\": [1, 1, 9, 9]}}}",
        "{\"insert\": \"sprites[0].frames[0].shapes\", \"value\": {\"class\": \"head\", \"geometry\": {\"box\": [1, 1, 9, 9]}}}" },
      "sprites[0].frames[0].shapes[1]: another shape of the class is at the same place" },
    { { "{\"insert\": \"sprites[0].frames[0].points\", \"value\": {\"name\": \"slip\", \"at\": [1, 1], \"direction\": 90}}",
        "{\"insert\": \"sprites[0].frames[1].points\", \"value\": {\"name\": \"slip\", \"at\": [1, 1]}}" },
      "sprites[0].frames[1].points[1]: the action point 'slip' has a direction on other frames" },
    { { "{\"set\": \"sprites[0].frames[1].width\", \"value\": 90}" },
      "sprites[0].animations[0]: the animation jumps: its frames differ in size" },
  };
  KbDocument *document = fixture->document;
  for (guint i = 0; i < G_N_ELEMENTS (slips); i++)
    {
      g_assert_false (reports (document, slips[i].line));
      guint n = 0;
      for (; slips[i].edits[n]; n++)
        must_apply (document, slips[i].edits[n]);
      if (!reports (document, slips[i].line))
        g_error ("not reported: %s", slips[i].line);
      while (n-- > 0)
        g_assert_true (kb_document_undo (document));
      g_assert_false (reports (document, slips[i].line));
    }
}

/* A shape is reported until it has one pixel of the picture, of at least the sprite's alpha. */
static void
test_empty_shapes (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  static const char line[] = "sprites[0].frames[0].shapes[0]: the shape lies over transparent pixels only";
  g_autoptr (KbPicture) picture = kb_picture_new (40, 20);
  picture->rgba[4 * (5 * 40 + 10) + 3] = 200;
  g_autofree char *file = kb_document_add_picture (document, "dot", picture, NULL);
  g_autofree char *edit = g_strdup_printf ("{\"set\": \"sprites[0].frames[0].picture\", \"value\": {\"file\": \"%s\", \"rect\": [0, 0, 40, 20]}}", file);
  must_apply (document, "{\"set\": \"sprites[0].frames[0].width\", \"value\": 40}");
  must_apply (document, "{\"set\": \"sprites[0].frames[0].height\", \"value\": 20}");
  must_apply (document, edit);
  must_apply (document, "{\"insert\": \"sprites[0].frames[0].shapes\", \"value\": {\"class\": \"head\", \"geometry\": {\"box\": [11, 2, 8, 8]}}}");
  g_assert_true (reports (document, line));
  must_apply (document, "{\"set\": \"sprites[0].frames[0].shapes[0].geometry\", \"value\": {\"box\": [10, 2, 8, 8]}}");
  g_assert_false (reports (document, line));
  must_apply (document, "{\"set\": \"sprites[0].solid_alpha\", \"value\": 201}");
  g_assert_true (reports (document, line));
  /* A circle's box contains the pixel, the circle does not. */
  must_apply (document, "{\"set\": \"sprites[0].solid_alpha\", \"value\": 1}");
  must_apply (document, "{\"set\": \"sprites[0].frames[0].shapes[0].geometry\", \"value\": {\"circle\": [15, 10, 6]}}");
  g_assert_true (reports (document, line));
  /* Without any pixel the frame alone is reported, as long as it has marks. */
  static const char nothing[] = "sprites[0].frames[0]: the frame shows nothing: its pixels are all transparent";
  g_assert_false (reports (document, nothing));
  picture->rgba[4 * (5 * 40 + 10) + 3] = 0;
  g_autofree char *clear = kb_document_add_picture (document, "clear", picture, NULL);
  g_autofree char *emptied = g_strdup_printf ("{\"set\": \"sprites[0].frames[0].picture\", \"value\": {\"file\": \"%s\", \"rect\": [0, 0, 40, 20]}}", clear);
  must_apply (document, emptied);
  g_assert_true (reports (document, nothing));
  g_assert_false (reports (document, line));
  must_apply (document, "{\"remove\": \"sprites[0].frames[0].shapes[0]\"}");
  g_assert_true (reports (document, nothing));
  must_apply (document, "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": null}");
  g_assert_false (reports (document, nothing));
}

/* Ignored problems are left out, others of the check stay; the reason is saved. */
static void
test_ignored_problems (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  must_apply (document, "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": null}");
  g_autoptr (GPtrArray) problems = kb_document_problems (document), one = g_ptr_array_new ();
  for (guint p = 0; p < problems->len; p++)
    if (strcmp (((KbProblem *) g_ptr_array_index (problems, p))->path, "sprites[0].frames[1]") == 0
        && strcmp (((KbProblem *) g_ptr_array_index (problems, p))->check, "no-hot-spot") == 0)
      g_ptr_array_add (one, g_ptr_array_index (problems, p));
  g_assert_cmpuint (one->len, ==, 1);
  json_t *ignored = kb_problems_ignore (document, one, "never shown");
  g_assert_true (kb_document_set (document, kb_document_project (document)->node.id, "ignored", ignored, NULL));
  g_assert_false (reports (document, "sprites[0].frames[1]: the frame has no hot spot"));
  g_assert_true (reports (document, "sprites[0].frames[0]: the frame has no hot spot"));
  g_assert_cmpstr (json_string_value (json_object_get (json_array_get (kb_document_project (document)->ignored, 0), "reason")), ==, "never shown");
  g_assert_true (kb_document_undo (document));
  g_assert_true (reports (document, "sprites[0].frames[1]: the frame has no hot spot"));
}

KIT_PROGRAM (document)
{
  kit_test_init (&argc, &argv);
#define ADD(name) g_test_add ("/document/" #name, Fixture, NULL, set_up, test_##name, tear_down)
  ADD (edits);
  ADD (refusals);
  ADD (steps_group_and_cancel);
  ADD (merging_steps);
  ADD (saved_state);
  ADD (snapshot);
  ADD (problems);
  ADD (slips);
  ADD (empty_shapes);
  ADD (ignored_problems);
  return g_test_run ();
}
