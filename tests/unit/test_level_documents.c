/* SPDX-License-Identifier: MIT */
/* Levels in a document: their fields, edits, files, journal; thousands of walls in one step. */
#include <math.h>

#include "tests/support/painted_kit.h"
#include "tests/support/seed.h"

static const char level_text[] =
  "{\"insert\": \"levels\", \"value\": {\"name\": \"yard\", \"grid\": 16, \"picture_at\": [-64, 8],"
  " \"walls\": [{\"a\": [0, 0], \"b\": [64, 0], \"class\": \"head\"},"
  "  {\"a\": [64, 0], \"b\": [64.5, -3.25], \"class\": \"water\", \"one_way\": true}],"
  " \"areas\": [{\"name\": \"pond\", \"class\": \"water\", \"rings\": [[[0, 0], [9, 0], [9, 9]], [[2, 1], [3, 1], [3, 2], [2.5, 2]]]}],"
  " \"entities\": [{\"class\": \"head\", \"at\": [3, 4.5]}, {\"name\": \"door\", \"class\": \"head\", \"at\": [7, 7],"
  "  \"direction\": [0, -1], \"values\": {\"key\": \"red\"}, \"sprite\": \"fakir\", \"frame\": 2, \"flip\": \"xy\"}]}}";

static KbLevel *
yard (Fixture *fixture)
{
  return kb_project_find_level (kb_document_project (fixture->document), "yard");
}

static void
set_up_level (Fixture *fixture, gconstpointer data)
{
  set_up (fixture, data);
  must_apply (fixture->document, "{\"insert\": \"classes\", \"value\": {\"name\": \"water\", \"colour\": \"#3584e4\"}}");
  must_apply (fixture->document, level_text);
}

static void
test_fields (Fixture *fixture, gconstpointer data)
{
  const KbLevel *level = yard (fixture);
  const KbWall *wall = kb_wall_at (level, 1);
  const KbArea *area = kb_area_at (level, 0);
  const KbEntity *door = kb_entity_at (level, 1);
  g_assert_true (level->grid == 16 && level->partition == KB_PARTITION_AUTO && level->opacity == 100 && level->split_cost == KB_LEVEL_SPLIT_COST);
  g_assert_true (level->cell == 0 && level->leaf_walls == 0 && level->depth == 0 && level->picture_at.x == -64);
  g_assert_true (wall->one_way && !kb_wall_at (level, 0)->one_way && wall->b.x == 64.5 && wall->b.y == -3.25);
  g_assert_true (area->rings.n == 2 && kb_rings_points (&area->rings) == 7 && kb_rings_start (&area->rings, 1) == 3);
  g_assert_true (area->rings.points[6].x == 2.5 && area->class_id == wall->class_id);
  g_assert_true (door->direction.y == -1 && door->frame == 2 && door->flip == KB_FLIP_XY);
  g_assert_cmpstr (json_string_value (json_object_get (door->values, "key")), ==, "red");
  g_assert_true (kb_node_level (KB_NODE (wall)) == level && !kb_node_track (KB_NODE (wall)));
  g_autofree char *title = kb_node_title (KB_NODE (wall)), *path = kb_node_path (KB_NODE (area)), *first = kb_node_title (KB_NODE (kb_entity_at (level, 0)));
  g_assert_cmpstr (title, ==, "Wall 2");
  g_assert_cmpstr (first, ==, "Entity 1");
  g_assert_cmpstr (path, ==, "levels[0].areas[0]");

  /* To the grid of 1/256, and what is nothing is left out. */
  must_apply (fixture->document, "{\"set\": \"levels['yard'].walls[1].a\", \"value\": [65536, -0.0001]}");
  must_apply (fixture->document, "{\"set\": \"levels['yard'].walls[1].one_way\", \"value\": false}");
  must_apply (fixture->document, "{\"set\": \"levels['yard'].grid\", \"value\": null}");
  must_apply (fixture->document, "{\"set\": \"levels['yard'].areas['pond'].rings\", \"value\": [[[1.001, 2], [3, 4]], []]}");
  g_assert_true (wall->a.x == 65536 && wall->a.y == 0 && !signbit (wall->a.y) && level->grid == KB_LEVEL_GRID);
  json_t *json = kb_node_to_json (KB_NODE (level), NULL);
  char *text = json_dumps (json_object_get (json, "areas"), JSON_SORT_KEYS | JSON_COMPACT);
  g_assert_cmpstr (text, ==, "[{\"class\":\"water\",\"name\":\"pond\",\"rings\":[[[1,2],[3,4]],[]]}]");
  g_assert_false (json_object_get (json, "grid") || json_object_get (json, "opacity") || json_object_get (json, "partition"));
  g_assert_false (json_object_get (json_array_get (json_object_get (json, "walls"), 1), "one_way"));
  free (text);
  json_decref (json);

  refuse (fixture, "{\"set\": \"levels[0].walls[0].a\", \"value\": [1, 65536.004]}", "expected [x, y] in pixels from -65536 to 65536");
  refuse (fixture, "{\"set\": \"levels[0].walls[0].a\", \"value\": null}", "a: is missing");
  refuse (fixture, "{\"set\": \"levels[0].walls[0].one_way\", \"value\": 1}", "expected true or false, got a whole number");
  refuse (fixture, "{\"set\": \"levels[0].walls[0].class\", \"value\": \"lava\"}", "there is no class 'lava'");
  refuse (fixture, "{\"set\": \"levels[0].areas[0].rings\", \"value\": 3}", "expected rings of points");
  refuse (fixture, "{\"set\": \"levels[0].areas[0].rings\", \"value\": [[[1, 2]], 3]}", "rings[1]: expected a ring of points, got a whole number");
  refuse (fixture, "{\"set\": \"levels[0].areas[0].rings\", \"value\": [[[1, 2], [1, \"2\"]]]}", "rings[0][1]: expected [x, y] in pixels from");
  refuse (fixture, "{\"set\": \"levels[0].areas[0].rings\", \"value\": null}", "rings: is missing");
  refuse (fixture, "{\"set\": \"levels[0].partition\", \"value\": \"tree\"}", "expected one of auto, none, grid, quadtree, bsp");
  refuse (fixture, "{\"set\": \"levels[0].grid\", \"value\": 0}", "expected a number from 0.00390625 to 4096");
  refuse (fixture, "{\"set\": \"levels[0].depth\", \"value\": 61}", "from 0 to 60");
  refuse (fixture, "{\"insert\": \"levels[0].areas\", \"value\": {\"class\": \"water\", \"rings\": []}}", "name: is missing");
  refuse (fixture, "{\"insert\": \"levels\", \"value\": {\"name\": \"Yard\"}}", "another level is called");
}

/* A class that walls have stays; an entity goes along with its sprite's name, in one step. */
static void
test_references (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  refuse (fixture, "{\"remove\": \"classes['water']\"}", "2 things on levels or tiles still have the class 'water'");
  must_apply (document, "{\"set\": \"levels[0].walls[1].class\", \"value\": \"head\"}");
  refuse (fixture, "{\"remove\": \"classes['water']\"}", "1 thing on levels or tile still has the class 'water'");
  must_apply (document, "{\"remove\": \"levels[0].areas[0]\"}");
  must_apply (document, "{\"remove\": \"classes['water']\"}");
  g_autofree char *before = text_of (document);
  must_apply (document, "{\"set\": \"sprites['fakir'].name\", \"value\": \"ghost\"}");
  g_assert_cmpstr (kb_entity_at (yard (fixture), 1)->sprite, ==, "ghost");
  must_apply (document, "{\"undo\": true}");
  g_autofree char *after = text_of (document);
  g_assert_cmpstr (after, ==, before);
  must_apply (document, "{\"insert\": \"sprites\", \"value\": {\"name\": \"boxer\"}}");
  refuse (fixture, "{\"set\": \"sprites['fakir'].name\", \"value\": \"Boxer\"}", "sprites[0].name: another sprite is called 'boxer' already");
  refuse (fixture, "{\"set\": \"sprites['fakir'].name\", \"value\": null}", "sprites[0].name: is missing");
}

static void
test_files (Fixture *fixture, gconstpointer data)
{
  save (fixture);
  g_autofree char *json = read_text (fixture->folder, "levels/yard.json"), *before = text_of (fixture->document);
  g_assert_nonnull (strstr (json, "\n    {\"a\": [64, 0], \"b\": [64.5, -3.25], \"class\": \"water\", \"one_way\": true}\n"));
  open_again (fixture);
  g_autofree char *after = text_of (fixture->document);
  g_assert_cmpstr (after, ==, before);
  g_assert_false (kb_document_is_modified (fixture->document));
  must_apply (fixture->document, "{\"set\": \"levels[0].name\", \"value\": \"court\"}");
  save (fixture);
  g_autofree char *old = read_text (fixture->folder, "levels/yard.json"), *new = read_text (fixture->folder, "levels/court.json");
  g_assert_null (old);
  g_assert_cmpstr (new, ==, json);

  /* Keys of a newer version stay; what is wrong is named with its place. */
  write_text (fixture->folder, "levels/court.json", "{\"kickbox\": \"level\", \"format\": 1, \"wind\": [3],"
              " \"walls\": [{\"a\": [0, 0], \"b\": [1, 1], \"class\": \"head\", \"height\": 3}]}");
  open_again (fixture);
  must_apply (fixture->document, "{\"set\": \"levels[0].walls[0].b\", \"value\": [2, 1]}");
  save (fixture);
  g_autofree char *kept = read_text (fixture->folder, "levels/court.json");
  g_assert_true (strstr (kept, "\"wind\": [3]") && strstr (kept, "\"height\": 3"));
  write_text (fixture->folder, "levels/court.json", "{\"kickbox\": \"level\", \"format\": 1,"
              " \"walls\": [{\"a\": [0, 0], \"b\": [1, 1], \"class\": \"head\"}, {\"a\": [0, 0], \"b\": [1, 1e39], \"class\": \"head\"}]}");
  g_autoptr (GError) error = NULL;
  g_assert_null (kb_document_open (fixture->folder, &error));
  g_assert_nonnull (strstr (error->message, "levels/court.json: walls[1].b: expected [x, y] in pixels"));
}

static void
check_problems (Fixture *fixture, const char *expected)
{
  static const char *const other[] = { "no-picture", "no-hot-spot", "renumbered", NULL };
  g_autofree char *found = problems_beside (fixture, other);
  g_assert_cmpstr (found, ==, expected);
}

/* Each is found where it is, by one that listens too, and gone with its cause. */
static void
test_problems (Fixture *fixture, gconstpointer data)
{
#define W "levels[0].walls"
#define INSERT(a, b, more) "{\"insert\": \"" W "\", \"value\": {\"a\": " a ", \"b\": " b ", \"class\": \"head\"" more "}}"
#define IMAGE(more) "{\"insert\": \"levels[0].images\", \"value\": {\"name\": \"sky\", " more "}}"
#define RINGS(rings) "{\"set\": \"levels[0].areas[0].rings\", \"value\": " rings "}"
  static const struct { const char *edit, *expected; } cases[] = {
    { "{\"set\": \"" W "[0].b\", \"value\": [0, 0]}", W "[0] wall-length" },
    { INSERT ("[0, 0]", "[64, 0]", ""), W "[2] wall-twice" },
    { INSERT ("[64, 0]", "[0, 0]", ""), W "[2] wall-twice" },
    { INSERT ("[0, 0]", "[64, 0]", ", \"one_way\": true"), "" },
    { INSERT ("[64.5, -3.25]", "[64, 0]", ", \"one_way\": true"), "" },
    { INSERT ("[0, 0]", "[64, 0.25]", ""), "" },
    { INSERT ("[30, -5]", "[30, 5]", ""), "" },
    { RINGS ("[[[0, 0], [1, 0]]]"), "levels[0].areas[0] area-points" },
    { RINGS ("[]"), "levels[0].areas[0] area-points" },
    { RINGS ("[[[0, 0], [8, 0], [8, 8]], [[1, 1]]]"), "levels[0].areas[0] area-ring" },
    { RINGS ("[[[0, 0], [8, 8], [8, 0], [0, 8]]]"), "levels[0].areas[0] area-crosses" },
    { RINGS ("[[[0, 0], [8, 0], [8, 8], [0, 8]], [[4, 4], [12, 4], [12, 6], [4, 6]]]"), "levels[0].areas[0] area-crosses" },
    { RINGS ("[[[0, 0], [8, 0], [8, 8], [0, 8]], [[8, 4], [12, 4], [8, 6]]]"), "" },
    { RINGS ("[[[0, 0], [60000, 0.25], [60000, 8], [0, 0.25]], [[10, 0], [11, 0], [10, 4]]]"), "levels[0].areas[0] area-crosses" },
    { "{\"set\": \"levels[0].entities[1].sprite\", \"value\": \"ghost\"}", "levels[0].entities[1] entity-sprite" },
    { "{\"set\": \"levels[0].entities[1].frame\", \"value\": 9}", "levels[0].entities[1] entity-frame" },
    { "{\"remove\": \"sprites[0]\"}", "levels[0].entities[1] entity-sprite" },
    { IMAGE ("\"sprite\": \"ghost\""), "levels[0].images[0] image-sprite" },
    { IMAGE ("\"sprite\": \"fakir\", \"frame\": 9"), "levels[0].images[0] image-frame" },
    { IMAGE ("\"sprite\": \"fakir\", \"group\": 1"), "levels[0].images[0] layer-group" },
    { "{\"insert\": \"levels[0].groups\", \"value\": {\"name\": \"far\", \"group\": 1}}", "levels[0].groups[0] layer-group" },
    { IMAGE ("\"sprite\": \"fakir\", \"above\": 7, \"parallax_x\": 0.1, \"blend\": \"multiply\", \"tint\": \"#ff000080\""), "" },
    { "{\"step\": \"x\", \"edits\": [{\"remove\": \"" W "[0]\"}, {\"remove\": \"" W "[0]\"}]}", "levels[0] no-walls" },
    { "{\"set\": \"levels[0].picture\", \"value\": {\"file\": \"none.png\", \"rect\": [0, 0, 1, 1]}}", "levels[0] bad-picture" },
  };
  KbProblemFinder *finder = kb_problem_finder_new (fixture->document);
  check_problems (fixture, "");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      must_apply (fixture->document, cases[i].edit);
      check_problems (fixture, cases[i].expected);
      g_autoptr (GPtrArray) kept = kb_problem_finder_list (finder), anew = kb_document_problems (fixture->document);
      g_assert_cmpuint (kept->len, ==, anew->len);
      must_apply (fixture->document, "{\"undo\": true}");
      check_problems (fixture, "");
    }
  kb_problem_finder_free (finder);
}

/* A kill after any step: the journal brings the same back. */
static void
test_journal (Fixture *fixture, gconstpointer data)
{
  static const char *const lines[] = {
    "{\"insert\": \"levels[0].walls\", \"at\": 1, \"value\": {\"a\": [1, 2], \"b\": [3, 4], \"class\": \"head\"}}",
    "{\"step\": \"Move\", \"edits\": [{\"set\": \"levels[0].walls[2].a\", \"value\": [5, 6]}, {\"set\": \"levels[0].walls[0].b\", \"value\": [5, 6]}]}",
    "{\"set\": \"sprites['fakir'].name\", \"value\": \"ghost\"}", "{\"undo\": true}", "{\"redo\": true}",
    "{\"set\": \"levels[0].areas[0].rings\", \"value\": [[[0, 0], [4, 0], [4, 5]]]}", "{\"remove\": \"levels[0].walls[0]\"}",
    "{\"move\": \"levels[0].walls[1]\", \"to\": 0}", "{\"undo\": true}", "{\"remove\": \"levels[0]\"}", "{\"undo\": true}",
  };
  save (fixture);
  g_autoptr (GError) error = NULL;
  kb_document_keep_journal (fixture->document, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      must_apply (fixture->document, lines[i]);
      check_replay (fixture);
    }
}

/* Twenty thousand walls that move as one, many times within a step, are still one set of each; a removal of many leaves
 * the rest in order. */
static void
test_many (Fixture *fixture, gconstpointer data)
{
  enum { N = 20000 };
  KbDocument *document = fixture->document;
  const KbLevel *level = yard (fixture);
  kb_document_begin (document, "Fill");
  for (guint i = 0; i < N; i++)
    g_assert_true (kb_document_insert (document, level->node.id, "walls", -1,
                                       json_pack ("{s[ii] s[ii] ss}", "a", i, 0, "b", i, 1, "class", "head"), NULL));
  kb_document_end (document);
  g_autofree char *before = text_of (document);
  gint64 start = g_get_monotonic_time ();
  kb_document_begin (document, "Move");
  for (guint motion = 1; motion <= 3; motion++)
    for (guint i = 0; i < N; i++)
      g_assert_true (kb_document_set (document, kb_wall_at (level, i)->node.id, "a", json_pack ("[ii]", i, motion), NULL));
  kb_document_end (document);
  kb_document_undo (document);
  g_autofree char *after = text_of (document);
  g_assert_cmpstr (after, ==, before);

  kb_document_begin (document, "Delete");
  for (guint i = N; i-- > 0;)
    if (i % 7 == 0)
      g_assert_true (kb_document_remove (document, kb_wall_at (level, i)->node.id, NULL));
  kb_document_end (document);
  for (guint i = 0, k = 0; i < level->walls->len; i++, k++)
    {
      guint index;
      k += k % 7 == 0;
      g_assert_true (kb_node_place (KB_NODE (kb_wall_at (level, i)), &index) && index == i);
      g_assert_true (k < 2 || kb_wall_at (level, i)->a.x == k - 2);
    }
  kb_document_undo (document);
  g_autofree char *again = text_of (document);
  g_assert_cmpstr (again, ==, before);
  g_test_message ("%u walls: %.0f ms", N, (double) (g_get_monotonic_time () - start) / 1000);
}

/* What has only begun is not wrong: an empty level and classes that nothing has yet; but a level that has all else than walls is. */
static void
test_unbegun (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = kb_document_new ("/nowhere/at/all", "new");
  must_apply (document, "{\"insert\": \"classes\", \"value\": {\"name\": \"rock\", \"colour\": \"#808080\"}}");
  must_apply (document, "{\"insert\": \"classes\", \"value\": {\"name\": \"air\", \"colour\": \"#8080ff\"}}");
  must_apply (document, "{\"insert\": \"levels\", \"value\": {\"name\": \"cave\"}}");
  for (guint begun = 0; begun < 2; begun++)
    {
      g_autoptr (GPtrArray) problems = kb_document_problems (document);
      g_assert_cmpuint (problems->len, ==, begun ? 2 : 3);
      for (guint i = 0; i < problems->len; i++)
        g_assert_cmpint (((KbProblem *) g_ptr_array_index (problems, i))->unbegun, ==,
                         !begun || g_str_equal (((KbProblem *) g_ptr_array_index (problems, i))->check, "empty-class"));
      must_apply (document, "{\"insert\": \"levels[0].entities\", \"value\": {\"class\": \"air\", \"at\": [0, 0]}}");
    }
  kb_document_free (document);
}

KIT_PROGRAM (level_documents)
{
  kit_test_init (&argc, &argv);
  g_test_add ("/level-documents/fields", Fixture, NULL, set_up_level, test_fields, tear_down);
  g_test_add ("/level-documents/references", Fixture, NULL, set_up_level, test_references, tear_down);
  g_test_add ("/level-documents/files", Fixture, NULL, set_up_level, test_files, tear_down);
  g_test_add ("/level-documents/problems", Fixture, NULL, set_up_level, test_problems, tear_down);
  g_test_add ("/level-documents/unbegun", Fixture, NULL, set_up_level, test_unbegun, tear_down);
  g_test_add ("/level-documents/journal", Fixture, NULL, set_up_level, test_journal, tear_down);
  g_test_add ("/level-documents/many", Fixture, NULL, set_up_level, test_many, tear_down);
  return g_test_run ();
}
