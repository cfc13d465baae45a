/* SPDX-License-Identifier: MIT */
/* The document: edits and their undo, refusals with their place, files and their round trip. */
#include <string.h>

#include "document/edit.h"
#include "document/shape.h"
#include "tests/support/temp_folder.h"

typedef struct {
  char *folder;
  KbDocument *document;
} Fixture;

static const char sprite_text[] =
  "{\"insert\": \"sprites\", \"value\": {\"name\": \"fakir\", \"frames\": ["
  "  {\"width\": 32, \"height\": 40, \"name\": \"a\", \"hot_spot\": [16, 39]},"
  "  {\"width\": 32, \"height\": 40, \"name\": \"b\", \"points\": [{\"name\": \"fist\", \"at\": [3, 4], \"direction\": 450}],"
  "   \"shapes\": [{\"class\": \"head\", \"geometry\": {\"box\": [1, 2, 3, 4]}}]}],"
  " \"animations\": [{\"name\": \"walk\", \"loop\": \"loop\", \"steps\": ["
  "  {\"frame\": 1, \"duration\": 100}, {\"frame\": 2, \"duration\": 50}, {\"frame\": 1, \"duration\": 10}]}]}}";

static gboolean
apply (KbDocument *document, const char *line, GError **error)
{
  json_error_t fault;
  json_t *value = json_loads (line, 0, &fault);
  if (!value)
    g_error ("%s: %s", line, fault.text);
  gboolean ok = kb_document_apply (document, value, error);
  json_decref (value);
  return ok;
}

static void
must_apply (KbDocument *document, const char *line)
{
  g_autoptr (GError) error = NULL;
  apply (document, line, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *temp = temp_folder_new ();
  fixture->folder = g_build_filename (temp, "dojo", NULL);
  fixture->document = kb_document_new (fixture->folder, "dojo");
  must_apply (fixture->document, "{\"insert\": \"classes\", \"value\": {\"name\": \"head\", \"colour\": \"#ffd700\"}}");
  must_apply (fixture->document, sprite_text);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  kb_document_free (fixture->document);
  g_autofree char *temp = g_path_get_dirname (fixture->folder);
  temp_folder_remove (temp);
  g_free (fixture->folder);
}

static char *
text_of (const KbDocument *document)
{
  json_t *value = kb_node_to_json (&kb_document_project (document)->node, NULL);
  char *text = json_dumps (value, JSON_SORT_KEYS | JSON_COMPACT);
  json_decref (value);
  char *copy = g_strdup (text);
  free (text);
  return copy;
}

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
    { "{\"set\": \"sprites[0].frames[1].shapes[0].geometry\", \"value\": {\"circle\": [5.5, 6, 2.25]}}", "Change geometry" },
    { "{\"set\": \"sprites[0].frames[1].shapes[0].values\", \"value\": {\"damage\": \"3\"}}", "Change values" },
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
    { "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [1.5, 4]}", "sprites[0].frames[0].hot_spot: expected [x, y]" },
    { "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [99999999999, 4]}", "sprites[0].frames[0].hot_spot: expected" },
    { "{\"set\": \"sprites[3].frames[0].hot_spot\", \"value\": [1, 4]}", "beyond the last of 1" },
    { "{\"set\": \"sprites['x'].name\", \"value\": \"y\"}", "there is no sprite 'x'" },
    { "{\"set\": \"sprites[0].nose\", \"value\": 1}", "a sprite has no field 'nose'" },
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
    { "{\"insert\": \"sprites\", \"value\": {\"name\": \"FAKIR\"}}", "sprites[1].name: 'fakir' is taken by another sprite; small and capital letters" },
    { "{\"insert\": \"sprites[0].frames\", \"value\": {\"width\": 0, \"height\": 6}}",
      "sprites[0].frames[2].width: expected a whole number from 1 to 16384" },
    { "{\"insert\": \"sprites[0].frames\", \"at\": 9, \"value\": {\"width\": 5, \"height\": 6}}", "at: expected" },
    { "{\"insert\": \"sprites[0].animations[0].steps\", \"value\": {\"frame\": 77, \"duration\": 5}}",
      "sprites[0].animations[0].steps[3].frame: there is no frame with the id 77" },
    { "{\"insert\": \"sprites[0].frames[0].shapes\", \"value\": {\"class\": \"head\", \"geometry\": "
      "{\"polygon\": [[0,0],[9,9],[9,0],[0,9]]}}}", "sprites[0].frames[0].shapes[0].geometry: " },
    { "{\"remove\": \"classes[0]\"}", "1 shapes still have the class 'head'" },
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
      kb_document_begin_merging (document, "Nudge");
      kb_document_set (document, frame, "hot_spot", json_pack ("[ii]", x, 5), NULL);
      kb_document_end (document);
    }
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
write_text (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *up = g_path_get_dirname (path);
  g_mkdir_with_parents (up, 0755);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static char *
read_text (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *text = NULL;
  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static void
test_round_trip (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *before = text_of (fixture->document);
  kb_document_save (fixture->document, &error);
  g_assert_no_error (error);
  KbDocument *again = kb_document_open (fixture->folder, &error);
  g_assert_no_error (error);
  g_autofree char *after = text_of (again);
  g_assert_cmpstr (before, ==, after);

  /* A rename is a new file; the old one goes. Others are not touched. */
  g_autofree char *project = read_text (fixture->folder, "dojo.kickbox");
  must_apply (again, "{\"set\": \"sprites[0].name\", \"value\": \"monk\"}");
  g_assert_true (kb_document_save (again, &error));
  g_autofree char *gone = read_text (fixture->folder, "sprites/fakir.json");
  g_autofree char *there = read_text (fixture->folder, "sprites/monk.json");
  g_autofree char *same = read_text (fixture->folder, "dojo.kickbox");
  g_assert_null (gone);
  g_assert_nonnull (there);
  g_assert_cmpstr (project, ==, same);
  kb_document_free (again);
}

/* What shapes of a class are for: nothing unless it is said. */
static void
test_class_kinds (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_assert_cmpint (kb_class_at (kb_document_project (fixture->document), 0)->kind, ==, KB_CLASS_KIND_NONE);
  must_apply (fixture->document, "{\"insert\": \"classes\", \"value\": {\"name\": \"fist\", \"colour\": \"#ff0000\", \"kind\": \"hit\"}}");
  g_autofree char *before = text_of (fixture->document);
  must_apply (fixture->document, "{\"set\": \"classes[0].kind\", \"value\": \"hurt\"}");
  g_assert_true (kb_document_save (fixture->document, &error));
  g_assert_no_error (error);
  KbDocument *again = kb_document_open (fixture->folder, &error);
  g_assert_no_error (error);
  g_assert_cmpint (kb_class_at (kb_document_project (again), 0)->kind, ==, KB_CLASS_KIND_HURT);
  g_assert_cmpint (kb_class_at (kb_document_project (again), 1)->kind, ==, KB_CLASS_KIND_HIT);
  kb_document_free (again);
  g_assert_true (kb_document_undo (fixture->document));
  g_autofree char *after = text_of (fixture->document);
  g_assert_cmpstr (before, ==, after);
  /* None is not written. */
  must_apply (fixture->document, "{\"set\": \"classes[1].kind\", \"value\": \"none\"}");
  g_assert_true (kb_document_save (fixture->document, &error));
  g_autofree char *file = read_text (fixture->folder, "dojo.kickbox");
  g_assert_null (strstr (file, "\"kind\""));
  g_assert_false (apply (fixture->document, "{\"set\": \"classes[0].kind\", \"value\": \"grab\"}", &error));
  g_assert_nonnull (strstr (error->message, "classes[0].kind: expected one of none, hurt, hit, push, got 'grab'"));
}

static void
test_unknown_keys_survive (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  write_text (fixture->folder, "dojo.kickbox",
              "{\"kickbox\": \"project\", \"format\": 1, \"name\": \"dojo\", \"mood\": [1, {\"a\": 2}],"
              " \"classes\": [{\"name\": \"head\", \"colour\": \"#ff0000\", \"hue\": 3}]}");
  write_text (fixture->folder, "sprites/fakir.json",
              "{\"kickbox\": \"sprite\", \"format\": 1, \"frames\": [{\"width\": 4, \"height\": 4, \"later\": true,"
              " \"picture\": {\"file\": \"a.png\", \"rect\": [0, 0, 4, 4], \"gamma\": 2},"
              " \"shapes\": [{\"class\": \"head\", \"geometry\": {\"box\": [0, 0, 1, 1], \"round\": 1.5}}]}]}");
  KbDocument *document = kb_document_open (fixture->folder, &error);
  g_assert_no_error (error);
  must_apply (document, "{\"set\": \"classes[0].name\", \"value\": \"face\"}");
  must_apply (document, "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [1, 1]}");
  g_assert_true (kb_document_save (document, &error));
  kb_document_free (document);
  g_autofree char *project = read_text (fixture->folder, "dojo.kickbox");
  g_autofree char *sprite = read_text (fixture->folder, "sprites/fakir.json");
  g_assert_nonnull (strstr (project, "\"mood\""));
  g_assert_nonnull (strstr (project, "\"hue\": 3"));
  g_assert_nonnull (strstr (sprite, "\"later\": true"));
  g_assert_nonnull (strstr (sprite, "\"gamma\": 2"));
  g_assert_nonnull (strstr (sprite, "\"round\": 1.5"));
}

static void
test_bad_files (Fixture *fixture, gconstpointer data)
{
  static const char project[] = "{\"kickbox\": \"project\", \"format\": 1, \"name\": \"dojo\"}";
  static const struct { const char *project, *sprite, *message; } table[] = {
    { "{\"kickbox\": \"project\",\n \"format\": }", NULL, "dojo.kickbox: line 2, column 12: " },
    { "{\"a\": 1, \"a\": 2}", NULL, "duplicate" },
    { "[]", NULL, "this is not a Kickbox project" },
    { "{\"kickbox\": \"project\", \"format\": 2, \"name\": \"x\"}", NULL, "project format 2 is newer than this program" },
    { "{\"kickbox\": \"project\", \"format\": 1}", NULL, "dojo.kickbox: name: is missing" },
    { "{\"kickbox\": \"project\", \"format\": 1, \"name\": \"x\", \"classes\": [{\"name\": \"a\", \"colour\": \"red\"}]}", NULL,
      "dojo.kickbox: classes[0].colour: expected a colour such as \"#3584e4\", got \"red\"" },
    { "{\"kickbox\": \"project\", \"format\": 1, \"name\": \"x\", \"classes\": [{\"name\": \"a\", \"colour\": \"#ffffff\"}, "
      "{\"name\": \"a\", \"colour\": \"#ffffff\"}]}", NULL, "dojo.kickbox: classes[1].name: 'a' is taken" },
    { project, "{\"kickbox\": \"sprite\", \"format\": 7}", "sprite format 7 is newer" },
    { project, "{\"kickbox\": \"sprite\", \"format\": 1, \"frames\": [{\"width\": 1}]}",
      "fakir.json: frames[0].height: is missing" },
    { project, "{\"kickbox\": \"sprite\", \"format\": 1, \"frames\": [{\"width\": 1e300, \"height\": 1}]}",
      "fakir.json: frames[0].width: expected a whole number" },
    { project, "{\"kickbox\": \"sprite\", \"format\": 1, \"animations\": [{\"name\": \"a\", \"loop\": \"loop\"}, "
      "{\"name\": \"a\", \"loop\": \"loop\"}]}", "fakir.json: animations[1].name: 'a' is taken" },
    { project, "{\"kickbox\": \"sprite\", \"format\": 1, \"frames\": [{\"width\": 1, \"height\": 1, \"shapes\": "
      "[{\"class\": \"head\", \"geometry\": {\"box\": [1,1,1,1]}}]}]}", "frames[0].shapes[0].class: there is no class 'head'" },
    { project, "{\"kickbox\": \"sprite\", \"format\": 1, \"frames\": [{\"width\": 1, \"height\": 1, \"picture\": "
      "{\"file\": \"../../etc/passwd\", \"rect\": [0,0,1,1]}}]}", "frames[0].picture: '../../etc/passwd' is not the name" },
    { project, "{\"kickbox\": \"sprite\", \"format\": 1, \"animations\": [{\"name\": \"a\", \"loop\": \"twice\"}]}",
      "animations[0].loop: expected one of once, loop, ping-pong, hold-last, got 'twice'" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GError) error = NULL;
      write_text (fixture->folder, "dojo.kickbox", table[i].project);
      if (table[i].sprite)
        write_text (fixture->folder, "sprites/fakir.json", table[i].sprite);
      g_assert_null (kb_document_open (fixture->folder, &error));
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      if (!strstr (error->message, table[i].message))
        g_error ("row %u: '%s' does not have '%s'", i, error->message, table[i].message);
    }
  g_autoptr (GError) error = NULL;
  g_assert_null (kb_document_open ("/nowhere/at/all", &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
}

/* What was done and not saved comes back from the journal; not while its owner still lives. */
static void
test_journal (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  KbDocument *document = fixture->document;
  g_assert_true (kb_document_save (document, &error));
  g_assert_true (kb_document_keep_journal (document, &error));
  must_apply (document, "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [3, 4]}");
  must_apply (document, "{\"remove\": \"sprites[0].frames[1]\"}");
  must_apply (document, "{\"undo\": true}");
  must_apply (document, "{\"set\": \"sprites[0].frames[1].name\", \"value\": \"last\"}");
  g_autofree char *wanted = text_of (document);

  KbDocument *second = kb_document_open (fixture->folder, &error);
  g_assert_false (kb_document_has_journal (second, NULL));
  g_assert_false (kb_document_keep_journal (second, &error));
  g_assert_nonnull (strstr (error->message, "is open in another program"));
  g_clear_error (&error);
  kb_document_free (second);

  g_autofree char *copy = g_strconcat (fixture->folder, "-copy", NULL);
  temp_folder_copy (fixture->folder, copy);
  second = kb_document_open (copy, &error);
  guint steps;
  g_assert_true (kb_document_has_journal (second, &steps));
  g_assert_cmpuint (steps, ==, 4);
  g_auto (GStrv) labels = kb_document_journal_labels (second);
  g_assert_cmpstr (labels[0], ==, "fakir, frame 1: Change hot spot");
  g_assert_cmpstr (labels[2], ==, "fakir: Undo Delete frame");
  g_assert_true (kb_document_replay_journal (second, &steps, &error));
  g_assert_no_error (error);
  g_autofree char *replayed = text_of (second);
  g_assert_cmpstr (wanted, ==, replayed);
  g_assert_true (kb_document_is_modified (second));
  kb_document_free (second);

  g_assert_true (kb_document_save (document, &error));
  second = kb_document_open (fixture->folder, &error);
  g_assert_false (kb_document_has_journal (second, NULL));
  kb_document_free (second);
}

/* What was undone in between is in the history neither as a step nor as an undo; what cannot be followed there - the
 * undo of a step that was saved, of two that had become one - is a step of its own. */
static void
test_journal_follows_undo (Fixture *fixture, gconstpointer data)
{
  static const struct { const char *lines[10], *history; gboolean modified; } table[] = {
    { { "{\"set\": \"sprites[0].frames[0].name\", \"value\": \"x\"}", "{\"remove\": \"sprites[0].frames[1]\"}", "{\"undo\": true}",
        "{\"undo\": true}" }, "", FALSE },
    { { "{\"set\": \"sprites[0].frames[0].name\", \"value\": \"x\"}", "{\"remove\": \"sprites[0].frames[1]\"}", "{\"undo\": true}",
        "{\"redo\": true}" }, "Change name|Delete frame", TRUE },
    { { "{\"remove\": \"sprites[0].frames[1]\"}", "{\"undo\": true}", "{\"set\": \"sprites[0].frames[1].name\", \"value\": \"x\"}" },
      "Change name", TRUE },
    { { "{\"undo\": true}", "{\"redo\": true}" }, "Undo Add sprite|Redo Add sprite", TRUE },
  };
  g_autoptr (GError) error = NULL;
  KbDocument *document = fixture->document;
  g_assert_true (kb_document_save (document, &error));
  g_assert_true (kb_document_keep_journal (document, &error));
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_assert_true (kb_document_save (document, &error));
      for (guint j = 0; table[i].lines[j]; j++)
        must_apply (document, table[i].lines[j]);
      g_autofree char *copy = g_strdup_printf ("%s-%u", fixture->folder, i), *wanted = text_of (document);
      temp_folder_copy (fixture->folder, copy);
      KbDocument *second = kb_document_open (copy, &error);
      g_assert_true (kb_document_replay_journal (second, NULL, &error));
      g_assert_no_error (error);
      g_autofree char *replayed = text_of (second);
      g_assert_cmpstr (wanted, ==, replayed);
      g_assert_true (kb_document_is_modified (second) == table[i].modified);
      guint position;
      g_auto (GStrv) labels = kb_document_history (second, &position);
      g_autoptr (GString) history = g_string_new (NULL);
      for (guint j = 0; j < position; j++)
        g_string_append_printf (history, "%s%s", j ? "|" : "", labels[j]);
      g_assert_cmpstr (history->str, ==, table[i].history);
      while (kb_document_undo (second))
        ;
      g_assert_true (!kb_document_is_modified (second));
      kb_document_free (second);
      while (kb_document_is_modified (document) && kb_document_undo (document))
        ;
    }
}

/* A session adds sprites at the end, a folder has them by name: the journal must not mix them up. */
static void
test_journal_of_other_order (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  KbDocument *document = fixture->document;
  must_apply (document, "{\"insert\": \"sprites\", \"value\": {\"name\": \"a'b\", \"frames\": [{\"width\": 9, \"height\": 9}]}}");
  g_assert_true (kb_document_save (document, &error));
  g_assert_true (kb_document_keep_journal (document, &error));
  must_apply (document, "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [1, 2]}");
  must_apply (document, "{\"set\": \"sprites[1].frames[0].hot_spot\", \"value\": [8, 8]}");
  must_apply (document, "{\"set\": \"sprites['fakir'].name\", \"value\": \"zorro\"}");
  must_apply (document, "{\"set\": \"sprites['zorro'].frames[1].name\", \"value\": \"last\"}");
  must_apply (document, "{\"undo\": true}");
  must_apply (document, "{\"redo\": true}");

  g_autofree char *copy = g_strconcat (fixture->folder, "-copy", NULL);
  temp_folder_copy (fixture->folder, copy);
  KbDocument *second = kb_document_open (copy, &error);
  g_assert_true (kb_document_journal_fits (second));
  g_assert_true (kb_document_replay_journal (second, NULL, &error));
  g_assert_no_error (error);
  const KbSprite *zorro = kb_project_find_sprite (kb_document_project (second), "zorro");
  const KbSprite *other = kb_project_find_sprite (kb_document_project (second), "a'b");
  g_assert_cmpint (kb_frame_at (zorro, 0)->hot_spot.x, ==, 1);
  g_assert_cmpstr (kb_frame_at (zorro, 1)->name, ==, "last");
  g_assert_cmpint (kb_frame_at (other, 0)->hot_spot.x, ==, 8);
  kb_document_free (second);

  write_text (copy, "dojo.kickbox", "{\"kickbox\": \"project\", \"format\": 1, \"name\": \"pulled\", "
                                    "\"classes\": [{\"name\": \"head\", \"colour\": \"#ffffff\"}]}");
  second = kb_document_open (copy, &error);
  g_assert_no_error (error);
  g_assert_false (kb_document_journal_fits (second));
  kb_document_free (second);
}

/* Half a line that a crash left is cut off, so that the next step stands on a line of its own. */
static void
test_torn_journal (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_assert_true (kb_document_save (fixture->document, &error));
  write_text (fixture->folder, "dojo.kickbox-journal",
              "{\"kickbox_journal\": 1}\n"
              "{\"step\": \"a\", \"edits\": [{\"set\": \"name\", \"value\": \"one\"}]}\n"
              "{\"set\": \"classes[0].colour\", \"value\": \"#000000\"}\n"
              "{\"step\": \"torn\", \"ed");
  KbDocument *first = kb_document_open (fixture->folder, &error);
  guint steps;
  g_assert_true (kb_document_has_journal (first, &steps));
  g_assert_cmpuint (steps, ==, 2);
  g_assert_false (kb_document_keep_journal (first, &error));
  g_assert_nonnull (strstr (error->message, "has steps that were not saved"));
  g_clear_error (&error);
  g_assert_true (kb_document_replay_journal (first, NULL, &error));
  g_assert_true (kb_document_keep_journal (first, &error));
  must_apply (first, "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [7, 7]}");
  g_autofree char *wanted = text_of (first);
  kb_document_free (first);
  KbDocument *second = kb_document_open (fixture->folder, &error);
  g_assert_true (kb_document_replay_journal (second, &steps, &error));
  g_assert_cmpuint (steps, ==, 3);
  g_autofree char *found = text_of (second);
  g_assert_cmpstr (wanted, ==, found);
  kb_document_free (second);
}

/* A journal that cannot be read is neither passed over nor written to. */
static void
test_strange_journal (Fixture *fixture, gconstpointer data)
{
  static const struct { const char *text, *message; } table[] = {
    { "junk\n", "line 1: this is not a step" },
    { "{\"kickbox_journal\": 2}\n", "of a newer format" },
    { "{\"kickbox_journal\": 1}\n{\"set\": \"name\", \"value\": \"x\"}\n[1]\n", "line 3: this is not a step" },
  };
  g_autoptr (GError) error = NULL;
  g_assert_true (kb_document_save (fixture->document, &error));
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      write_text (fixture->folder, "dojo.kickbox-journal", table[i].text);
      KbDocument *document = kb_document_open (fixture->folder, &error);
      g_assert_true (kb_document_has_journal (document, NULL));
      g_assert_false (kb_document_keep_journal (document, NULL));
      g_assert_false (kb_document_replay_journal (document, NULL, &error));
      if (!strstr (error->message, table[i].message))
        g_error ("'%s' does not have '%s'", error->message, table[i].message);
      g_clear_error (&error);
      g_assert_false (kb_document_keep_journal (document, NULL));
      kb_document_free (document);
      g_autofree char *after = read_text (fixture->folder, "dojo.kickbox-journal");
      g_assert_cmpstr (after, ==, table[i].text);
    }
}

/* What someone else saved in the meantime is not overwritten, unless a person says so. */
static void
test_changed_on_disk (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  KbDocument *ours = fixture->document;
  g_assert_true (kb_document_save (ours, &error));
  KbDocument *theirs = kb_document_open (fixture->folder, &error);
  must_apply (theirs, "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [8, 8]}");
  g_assert_true (kb_document_save (theirs, &error));
  kb_document_free (theirs);

  must_apply (ours, "{\"set\": \"name\", \"value\": \"mine\"}");
  g_assert_true (kb_document_save (ours, &error));    /* another file */
  must_apply (ours, "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [9, 9]}");
  g_autofree char *before = read_text (fixture->folder, "sprites/fakir.json");
  g_assert_false (kb_document_save (ours, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_assert_nonnull (strstr (error->message, "fakir.json: was changed by another program"));
  g_clear_error (&error);
  g_autofree char *after = read_text (fixture->folder, "sprites/fakir.json");
  g_assert_cmpstr (before, ==, after);
  g_assert_false (kb_document_keep_journal (ours, NULL));

  kb_document_accept_disk (ours);
  g_assert_true (kb_document_save (ours, &error));
  g_assert_no_error (error);
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
  static const char *const expected[] = {
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

static guint
count_renumbered (const KbDocument *document)
{
  g_autoptr (GPtrArray) problems = kb_document_problems (document);
  guint n = 0;
  for (guint i = 0; i < problems->len; i++)
    n += g_str_equal (((KbProblem *) g_ptr_array_index (problems, i))->check, "renumbered");
  return n;
}

/* Frames with one number, as git leaves them: the later ones get new numbers, above those of lost frames too. */
static void
test_renumbered (Fixture *fixture, gconstpointer data)
{
  static const int ids[] = { 1, 2, 10, 11 };
  g_autoptr (GError) error = NULL;
  write_text (fixture->folder, "dojo.kickbox", "{\"kickbox\": \"project\", \"format\": 1, \"name\": \"dojo\"}");
  write_text (fixture->folder, "sprites/fakir.json",
              "{\"kickbox\": \"sprite\", \"format\": 1, \"next_frame\": 3, \"lost\": [{\"id\": 9, \"width\": 1, \"height\": 1}],"
              " \"frames\": [{\"id\": 1, \"width\": 1, \"height\": 1}, {\"id\": 2, \"width\": 2, \"height\": 1},"
              " {\"id\": 2, \"width\": 3, \"height\": 1}, {\"id\": 2, \"width\": 4, \"height\": 1}],"
              " \"animations\": [{\"name\": \"a\", \"loop\": \"loop\", \"steps\": [{\"frame\": 2, \"duration\": 5}]}]}");
  KbDocument *document = kb_document_open (fixture->folder, &error);
  g_assert_no_error (error);
  const KbSprite *sprite = kb_sprite_at (kb_document_project (document), 0);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_assert_cmpint (kb_frame_at (sprite, i)->lasting_id, ==, ids[i]);
  g_assert_cmpint (sprite->next_frame, ==, 12);
  g_assert_cmpuint (kb_step_at (kb_animation_at (sprite, 0), 0)->frame_id, ==, kb_frame_at (sprite, 1)->node.id);
  g_assert_true (kb_document_is_modified (document));
  g_assert_cmpuint (count_renumbered (document), ==, 2);

  /* The same numbers again after a crash, which is what the journal's lines are about. */
  g_assert_true (kb_document_keep_journal (document, &error));
  must_apply (document, "{\"insert\": \"sprites[0].animations[0].steps\", \"value\": {\"frame\": 11, \"duration\": 5}}");
  g_autofree char *before = text_of (document);
  kb_document_free (document);
  document = kb_document_open (fixture->folder, &error);
  g_assert_no_error (error);
  g_assert_true (kb_document_replay_journal (document, NULL, &error));
  g_assert_no_error (error);
  g_autofree char *replayed = text_of (document);
  g_assert_cmpstr (before, ==, replayed);

  g_assert_true (kb_document_save (document, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (count_renumbered (document), ==, 0);
  kb_document_free (document);
  document = kb_document_open (fixture->folder, &error);
  g_assert_no_error (error);
  g_assert_false (kb_document_is_modified (document));
  g_assert_cmpuint (count_renumbered (document), ==, 0);

  /* Only files may have it, edits may not. */
  json_t *line = json_loads ("{\"insert\": \"sprites\", \"value\": {\"name\": \"twice\", \"frames\": ["
                             "{\"id\": 1, \"width\": 1, \"height\": 1}, {\"id\": 1, \"width\": 1, \"height\": 1}]}}", 0, NULL);
  g_assert_false (kb_document_apply (document, line, &error));
  g_assert_nonnull (strstr (error->message, "frames[1].id: '1' is taken"));
  json_decref (line);
  kb_document_free (document);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name) g_test_add ("/document/" #name, Fixture, NULL, set_up, test_##name, tear_down)
  ADD (edits);
  ADD (refusals);
  ADD (steps_group_and_cancel);
  ADD (merging_steps);
  ADD (saved_state);
  ADD (round_trip);
  ADD (class_kinds);
  ADD (unknown_keys_survive);
  ADD (bad_files);
  ADD (journal);
  ADD (journal_follows_undo);
  ADD (journal_of_other_order);
  ADD (torn_journal);
  ADD (strange_journal);
  ADD (changed_on_disk);
  ADD (snapshot);
  ADD (problems);
  ADD (renumbered);
  return g_test_run ();
}
