/* SPDX-License-Identifier: MIT */
/* The document's files: their round trip, bad ones, what others saved meanwhile, frames with one number. */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "document/edits/edit.h"
#include "document/files/private.h"
#include "document/shapes/shape.h"
#include "document/values.h"
#include "tests/support/document_kit.h"
#include "tests/support/seed.h"

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
      "{\"name\": \"a\", \"colour\": \"#ffffff\"}]}", NULL, "dojo.kickbox: classes[1].name: another class is called 'a' already" },
    { project, "{\"kickbox\": \"sprite\", \"format\": 7}", "sprite format 7 is newer" },
    { project, "{\"kickbox\": \"sprite\", \"format\": 1, \"frames\": [{\"width\": 1}]}",
      "fakir.json: frames[0].height: is missing" },
    { project, "{\"kickbox\": \"sprite\", \"format\": 1, \"frames\": [{\"width\": 1e300, \"height\": 1}]}",
      "fakir.json: frames[0].width: expected a whole number" },
    { project, "{\"kickbox\": \"sprite\", \"format\": 1, \"animations\": [{\"name\": \"a\", \"loop\": \"loop\"}, "
      "{\"name\": \"a\", \"loop\": \"loop\"}]}", "fakir.json: animations[1].name: another animation is called 'a' already" },
    { project, "{\"kickbox\": \"sprite\", \"format\": 1, \"frames\": [{\"width\": 1, \"height\": 1, \"shapes\": "
      "[{\"class\": \"\", \"geometry\": {\"box\": [1,1,1,1]}}]}]}", "frames[0].shapes[0].class: there is no class ''" },
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

static char *
add_picture (Fixture *fixture, const char *stem, guint frame)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbPicture) picture = kb_picture_new (32, 40);
  memset (picture->rgba + 4 * frame, 255, 4);
  char *file = kb_document_add_picture (fixture->document, stem, picture, &error);
  g_assert_no_error (error);
  g_autofree char *line = g_strdup_printf (
    "{\"set\": \"sprites[0].frames[%u].picture\", \"value\": {\"file\": \"%s\", \"rect\": [0, 0, 32, 40]}}", frame, file);
  must_apply (fixture->document, line);
  return file;
}

/* The project's folder is gone. Replace and Save As write all of it again: pictures from memory, and painted pixels. What
 * is not in memory is named. */
static void
test_vanished (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  const gboolean elsewhere = data != NULL;
  KbDocument *document = fixture->document;
  g_autofree char *kept = add_picture (fixture, "kept", 0), *lost = add_picture (fixture, "lost", 1),
                  *other = g_strconcat (fixture->folder, "-copy", NULL);
  const char *folder = elsewhere ? other : fixture->folder;
  must_apply (document, "{\"insert\": \"masks\", \"value\": {\"name\": \"room\", \"width\": 9, \"height\": 7, \"zones\": [{\"name\": \"wall\", \"value\": 1, \"colour\": \"#ff0000\"}]}}");
  must_apply (document, "{\"paint\": \"masks[0].pixels\", \"box\": [1, 2, 3, 4], \"zone\": \"wall\"}");
  g_assert_true (kb_document_save (document, &error));
  g_assert_null (kb_document_missing_pictures (document));
  g_autofree char *before = text_of (document), *painted = read_text (fixture->folder, "masks/room.png");
  temp_folder_remove (fixture->folder);
  g_hash_table_remove_all (document->crops);
  g_hash_table_remove (document->sources, lost);

  g_assert_false (kb_document_check_disk (document, NULL));
  must_apply (document, "{\"set\": \"masks[0].opacity\", \"value\": 30}");
  g_assert_true (kb_document_undo (document));
  kb_document_accept_disk (document);
  g_assert_true (elsewhere ? kb_document_save_as (document, other, &error) : kb_document_save (document, &error));
  g_autofree char *missing = kb_document_missing_pictures (document);
  g_assert_cmpstr (missing, ==, lost);
  KbDocument *again = kb_document_open (folder, &error);
  g_assert_no_error (error);
  g_autofree char *after = text_of (again);
  g_autoptr (KbPicture) picture =
    kb_document_frame_picture (again, kb_frame_at (kb_sprite_at (kb_document_project (again), 0), 0), &error);
  g_assert_no_error (error);
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpint (*kb_picture_pixel (picture, 0, 0), ==, 255);
  g_autofree char *painted_again = read_text (folder, "masks/room.png");
  g_assert_nonnull (painted_again);
  g_assert_cmpstr (painted, ==, painted_again);
  kb_document_free (again);
  g_assert_cmpstr (kept, !=, lost);
}

/* A mask that somebody else painted meanwhile is written again, too, where that was agreed to. */
static void
test_replaced_painting (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  must_apply (fixture->document, "{\"insert\": \"masks\", \"value\": {\"name\": \"room\", \"width\": 9, \"height\": 7}}");
  g_assert_true (kb_document_save (fixture->document, &error));
  g_autofree char *ours = read_text (fixture->folder, "masks/room.png");
  write_text (fixture->folder, "masks/room.png", "theirs");
  kb_document_accept_disk (fixture->document);
  g_assert_true (kb_document_save (fixture->document, &error));
  g_autofree char *now = read_text (fixture->folder, "masks/room.png");
  g_assert_cmpstr (ours, ==, now);
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

static char *
missing_classes (const KbDocument *document)
{
  g_autoptr (GPtrArray) problems = kb_document_problems (document);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < problems->len; i++)
    {
      const KbProblem *problem = g_ptr_array_index (problems, i);
      if (g_str_equal (problem->check, "missing-class"))
        g_string_append_printf (text, "%s%s: %.40s", text->len ? "; " : "", problem->path, problem->message);
    }
  return g_string_free (text, FALSE);
}

/* Classes that files of assets name and the project has not keep nobody out: told, kept, and in the project after a save. */
static void
test_missing_classes (Fixture *fixture, gconstpointer data)
{
  static const char level[] = "{\"kickbox\": \"level\", \"format\": 1, \"walls\": [{\"a\": [0, 0], \"b\": [8, 0], \"class\": \"head\"},"
                              " {\"a\": [0, 0], \"b\": [0, 8], \"class\": \"rock\"}, {\"a\": [8, 8], \"b\": [0, 8], \"class\": \"rock\"}]}";
  g_autoptr (GError) error = NULL;
  write_text (fixture->folder, "dojo.kickbox", "{\"kickbox\": \"project\", \"format\": 1, \"name\": \"dojo\","
              " \"classes\": [{\"name\": \"head\", \"colour\": \"#ff0000\"}]}");
  write_text (fixture->folder, "sprites/fakir.json", "{\"kickbox\": \"sprite\", \"format\": 1, \"frames\": [{\"width\": 9, \"height\": 9,"
              " \"shapes\": [{\"class\": \"fist\", \"geometry\": {\"box\": [1, 1, 1, 1]}}]}]}");
  g_autofree char *levels = g_build_filename (fixture->folder, "levels", NULL);
  g_mkdir_with_parents (levels, 0755);
  write_text (fixture->folder, "levels/yard.json", level);
  KbDocument *document = kb_document_open (fixture->folder, &error);
  g_assert_no_error (error);
  g_assert_true (kb_document_is_modified (document));
  g_autofree char *reported = missing_classes (document);
  g_assert_cmpstr (reported, ==, "sprites[0].frames[0].shapes[0]: there is no class 'fist' in the project,; "
                             "levels[0].walls[1]: there is no class 'rock' in the project,");
  /* Given another class it is no more. */
  must_apply (document, "{\"set\": \"sprites[0].frames[0].shapes[0].class\", \"value\": \"head\"}");
  g_autofree char *fewer = missing_classes (document);
  g_assert_true (g_str_has_prefix (fewer, "levels[0].walls[1]: there is no class 'rock'"));
  must_apply (document, "{\"remove\": \"classes[1]\"}");
  g_autofree char *before = text_of (document);
  g_assert_true (kb_document_save (document, &error));
  g_assert_no_error (error);
  g_autofree char *none = missing_classes (document);
  g_assert_cmpstr (none, ==, "");
  kb_document_free (document);
  document = kb_document_open (fixture->folder, &error);
  g_assert_no_error (error);
  g_assert_false (kb_document_is_modified (document));
  g_autofree char *after = text_of (document);
  g_assert_cmpstr (before, ==, after);
  g_assert_nonnull (strstr (after, "rock"));
  kb_document_free (document);
}

/* The clock went back: a file has the time that it had before, and other bytes. */
static void
test_clock_back (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  KbPicture *picture = kb_picture_new (32, 40);
  g_autofree char *name = kb_document_add_picture (fixture->document, "a", picture, &error);
  g_assert_no_error (error);
  kb_picture_unref (picture);
  g_autofree char *path = g_build_filename (fixture->folder, "pictures", name, NULL), *bytes = NULL;
  g_autofree char *line = g_strdup_printf (
    "{\"set\": \"sprites[0].frames[0].picture\", \"value\": {\"file\": \"%s\", \"rect\": [0, 0, 32, 40]}}", name);
  must_apply (fixture->document, line);
  g_assert_true (kb_document_save (fixture->document, &error));
  const struct timespec times[2] = { { 2000000000, 0 }, { 2000000000, 0 } };
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  KbProblemFinder *finder = kb_problem_finder_new (fixture->document);
  g_autoptr (GPtrArray) before = kb_problem_finder_list (finder);
  gsize length;
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  bytes[1] ^= 1;
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  g_autoptr (GPtrArray) after = kb_problem_finder_list (finder);
  g_assert_cmpuint (after->len, ==, before->len + 1);
  kb_problem_finder_free (finder);

  /* A save compares bytes, not times. */
  g_autofree char *sprite = g_build_filename (fixture->folder, "sprites", "fakir.json", NULL);
  g_assert_cmpint (utimensat (AT_FDCWD, sprite, times, 0), ==, 0);
  must_apply (fixture->document, "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [1, 1]}");
  g_assert_true (kb_document_save (fixture->document, &error));
  g_autofree char *is = text_of (fixture->document);
  KbDocument *again = kb_document_open (fixture->folder, &error);
  g_autofree char *found = text_of (again);
  g_assert_cmpstr (found, ==, is);
  kb_document_free (again);
}

/* More than are read at once, one of them too large for the memory that JSON is read into. */
static void
test_many_assets (Fixture *fixture, gconstpointer data)
{
  enum { N = 1100, LARGE = 20, NOTES = 40000 };
  g_autoptr (GError) error = NULL;
  KbId ids[N];
  g_autoptr (GString) notes = g_string_new ("[0");
  for (guint i = 1; i < NOTES; i++)
    g_string_append (notes, ",0");
  g_string_append (notes, "]");
  g_assert_true (kb_document_save (fixture->document, &error));
  for (guint i = 0; i < N; i++)
    {
      g_autofree char *name = g_strdup_printf ("sprites/s%04u.json", i);
      g_autofree char *text =
        g_strdup_printf ("{\"kickbox\": \"sprite\", \"format\": 1, \"notes\": %s, \"values\": {\"title\": \"%s\"}, \"frames\": [{\"width\": %u, \"height\": 4,"
                         " \"picture\": {\"file\": \"p-0123456789ab.png\", \"rect\": [0, 0, 1, 1]}, \"shapes\": [{\"class\": \"%s\", \"geometry\": {\"box\": [0, 0, 1, 1]}}]}], \"animations\": [{\"name\": \"a\","
                         " \"loop\": \"once\", \"steps\": [{\"frame\": 1, \"duration\": 10}]}]}",
                         i == LARGE ? notes->str : "[]", name, i + 1, i == 900 ? "unheard" : "head");
      write_text (fixture->folder, name, text);
    }
  for (guint round = 0; round < 2; round++)
    {
      KbDocument *document = kb_document_open (fixture->folder, &error);
      g_assert_no_error (error);
      const KbProject *project = kb_document_project (document);
      g_assert_cmpuint (kb_count (project->sprites), ==, N + 1);
      for (guint i = 0; i < N; i++)
        {
          g_autofree char *name = g_strdup_printf ("s%04u", i);
          KbSprite *sprite = kb_project_find_sprite (project, name);
          g_assert_true (sprite == kb_sprite_at (project, i + 1));
          g_assert_true (KB_NODE (sprite) == kb_document_find_asset (document, &kb_sprite_kind, name));
          g_autofree char *title = g_strdup_printf ("sprites/%s.json", name);
          g_assert_cmpstr (json_string_value (json_object_get (kb_node_values (KB_NODE (sprite)), "title")), ==, title);
          g_assert_cmpuint (json_array_size (json_object_get (sprite->node.unknown, "notes")), ==, i == LARGE ? NOTES : 0);
          const KbFrame *frame = kb_frame_at (sprite, 0);
          g_assert_cmpint (frame->width, ==, (gint) i + 1);
          g_assert_true (kb_document_node (document, frame->node.id) == &frame->node);
          g_assert_cmpuint (kb_step_at (kb_animation_at (sprite, 0), 0)->frame_id, ==, frame->node.id);
          g_assert_true (!round || ids[i] == frame->node.id);
          ids[i] = frame->node.id;
        }
      g_assert_nonnull (kb_project_find_class (project, "unheard"));
      g_assert_true (g_hash_table_contains (document->pictures_saved, "p-0123456789ab.png"));
      g_assert_true (g_hash_table_contains (document->pictures_written, "p-0123456789ab.png"));
      g_assert_null (kb_project_find_sprite (project, "s"));
      g_assert_true (kb_document_check_disk (document, &error));
      kb_document_free (document);
    }

  /* By its stamp a file was not changed, whatever its sum; then it is. */
  KbDocument *document = kb_document_open (fixture->folder, &error);
  g_autoptr (KbFolder) folder = kb_folder_open (fixture->folder, &error);
  KbFileStamp stamp = { { 0 } };
  g_assert_cmpuint (g_hash_table_size (document->stamps), ==, 0);
  g_assert_true (kb_file_stamp (folder, "sprites/s0001.json", &stamp));
  g_hash_table_insert (document->stamps, g_strdup ("sprites/s0001.json"), g_memdup2 (&stamp, sizeof stamp));
  g_hash_table_insert (document->saved, g_strdup ("sprites/s0001.json"), g_strdup ("another sum"));
  g_assert_true (kb_document_check_disk (document, &error));
  g_usleep (20000);
  g_autofree char *same = read_text (fixture->folder, "sprites/s0001.json");
  write_text (fixture->folder, "sprites/s0001.json", same);
  g_assert_false (kb_document_check_disk (document, NULL));
  kb_document_free (document);

  document = kb_document_open (fixture->folder, &error);
  write_text (fixture->folder, "sprites/s0700.json", "{\"kickbox\": \"sprite\", \"format\": 1, \"frames\": [{\"width\": 0}]}");
  g_assert_false (kb_document_check_disk (document, &error));
  g_assert_nonnull (strstr (error->message, "s0700.json: was changed"));
  kb_document_free (document);
  g_clear_error (&error);
  g_assert_null (kb_document_open (fixture->folder, &error));
  g_assert_nonnull (strstr (error->message, "s0700.json: frames[0].width: "));
  g_clear_error (&error);
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func ((GDestroyNotify) g_error_free);
  document = kb_document_open_in_part (fixture->folder, faults, &error);
  g_assert_cmpuint (faults->len, ==, 1);
  g_assert_cmpuint (kb_count (kb_document_project (document)->sprites), ==, N);
  kb_document_free (document);
  write_text (fixture->folder, "sprites/s0700.json", "{\"kickbox\": \"sprite\", \"format\": 1}");
  write_text (fixture->folder, "sprites/S0700.json", "{\"kickbox\": \"sprite\", \"format\": 1}");
  g_assert_null (kb_document_open (fixture->folder, &error));
  g_assert_nonnull (strstr (error->message, "small and capital letters"));
}

KIT_PROGRAM (document_files)
{
  kit_test_init (&argc, &argv);
#define ADD(name) g_test_add ("/document/" #name, Fixture, NULL, set_up, test_##name, tear_down)
  ADD (round_trip);
  ADD (class_kinds);
  ADD (unknown_keys_survive);
  ADD (bad_files);
  ADD (missing_classes);
  ADD (changed_on_disk);
  ADD (vanished);
  g_test_add ("/document/vanished/copy", Fixture, "", set_up, test_vanished, tear_down);
  ADD (replaced_painting);
  ADD (renumbered);
  ADD (clock_back);
  ADD (many_assets);
  return g_test_run ();
}
